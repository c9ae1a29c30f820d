// fuzz_import.c: whole model files with a few bytes changed, imported and picked: refused or usable, never a crash.
//
//   fuzz_import [RUNS [SEED]]
//
// The file of the current run lies in the working directory until it has passed, so a crash leaves its input behind.
#include "document/import/import.h"
#include "document/level/level_internal.h"
#include "random.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct sample {
    const char *path;
    const char *name; // of the changed file
} sample;

#define MODELS "/usr/share/assimp/models/"
static const sample SAMPLES[] = {
    {MODELS "glTF2/BoxTextured-glTF-Binary/BoxTextured.glb", "fuzz_box.glb"},
    {MODELS "glTF2/BoxTextured-glTF-Embedded/BoxTextured.gltf", "fuzz_box.gltf"},
    {MODELS "glTF2/simple_skin/simple_skin.gltf", "fuzz_skin.gltf"},
    {ARM, "fuzz_arm.gltf"},         // with clips that move nodes, a skin and a morph target
    {DRAWING, "fuzz_drawing.gltf"}, // points and lines
    {CLOUDS "row.ply", "fuzz_row.ply"},
    {CLOUDS "survey.ply", "fuzz_survey_bytes.ply"},
    {MODELS "PLY/cube_uv.ply", "fuzz_cube.ply"},
    {MODELS "PLY/cube_binary.ply", "fuzz_cube_bytes.ply"},
    {MODELS "OBJ/box.obj", "fuzz_box.obj"},
    {MODELS "OBJ/concave_polygon.obj", "fuzz_concave.obj"},
};
enum { SAMPLE_COUNT = sizeof(SAMPLES) / sizeof(SAMPLES[0]) };

static uint8_t *read_all(const char *path, size_t *size)
{
    FILE *file = fopen(path, "rb");
    if (!file)
        return NULL;
    fseek(file, 0, SEEK_END);
    const long end = ftell(file);
    rewind(file);
    uint8_t *bytes = malloc((size_t)end + 1);
    *size = bytes ? fread(bytes, 1, (size_t)end, file) : 0;
    fclose(file);
    return bytes;
}

// Any byte for a binary file; for text mostly digits and signs, because those reach farthest into the reader.
static uint8_t new_byte(test_random *random, bool text)
{
    static const char likely[] = "0123456789-.e,[]{}\" \n/";
    if (text && random_index(random, 8) != 0)
        return (uint8_t)likely[random_index(random, sizeof(likely) - 1)];
    return (uint8_t)random_bits(random);
}

static void mutate(uint8_t *bytes, size_t *size, bool text, test_random *random)
{
    const uint32_t changes = 1 + random_index(random, 4);
    for (uint32_t i = 0; *size > 8 && i < changes; i++) {
        const size_t at = random_index(random, (uint32_t)*size);
        if (random_index(random, 16) == 0) { // a piece goes missing
            const size_t length = 1 + random_index(random, 8), rest = *size - at;
            const size_t gone = length < rest ? length : rest;
            memmove(bytes + at, bytes + at + gone, rest - gone);
            *size -= gone;
        } else {
            bytes[at] = new_byte(random, text);
        }
    }
}

static bool write_all(const char *path, const uint8_t *bytes, size_t size)
{
    FILE *file = fopen(path, "wb");
    if (!file)
        return false;
    const bool whole = fwrite(bytes, 1, size, file) == size;
    return fclose(file) == 0 && whole;
}

// Whether what has a size on screen, in a window that the box fills, is found as its twin finds it.
static bool use_on_screen(const editor_level *level, const pick_aabb *box)
{
    const pick_vec3 size = pick_vec3_sub(box->max, box->min);
    const double half = fmax(fmax(size.x, size.y), fmax(size.z, 1e-3));
    const float scale = (float)(1 / half);
    const float projection[16] = {scale, 0, 0, 0, 0, -scale, 0, 0, 0, 0, -scale / 4, 0, 0, 0, 0, 1},
                identity[16] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};
    const pick_view_desc desc = {.projection = projection,
                                 .view = identity,
                                 .eye = {box->min.x + size.x / 2, box->min.y + size.y / 2, box->max.z + half},
                                 .viewport = {0, 0, 200, 200}};
    const pick_query query = editor_level_query(level);
    const pick_cursor_query cursor = {.query = &query, .tolerance = 20};
    pick_view view;
    pick_cursor_hit fast, slow;
    if (!isfinite(half) || !(scale > 0) || pick_view_init(&view, &desc) != PICK_OK)
        return true;
    for (int i = 0; i < 9; i++) {
        const pick_vec2 at = {50.0 + 50 * (i % 3), 50.0 + 50 * (i / 3)};
        const bool hit = pick_cursor(level->scene, &view, at, &cursor, &fast);
        if (hit != pick_cursor_brute_force(level->scene, &view, at, &cursor, &slow) ||
            (hit && (fast.hit.user != slow.hit.user || fast.hit.triangle != slow.hit.triangle)))
            return false;
    }
    return true;
}

static bool has_thin(const editor_level *level)
{
    for (uint32_t i = 0; i < level->mesh_count; i++) {
        if (level->meshes[i].thin)
            return true;
    }
    return false;
}

// Whether the level can be used: finite bounds, and a pick that agrees with its twin.
static bool use(const editor_level *level)
{
    const pick_aabb box = pick_scene_bounds(level->scene);
    if (pick_aabb_is_empty(&box))
        return true;
    if (!pick_vec3_is_finite(box.min) || !pick_vec3_is_finite(box.max))
        return false;
    const pick_vec3 middle = pick_vec3_add(pick_vec3_scale(box.min, 0.5), pick_vec3_scale(box.max, 0.5));
    const pick_vec3 from = pick_vec3_make(middle.x, middle.y, box.max.z + 1);
    const pick_ray ray = {from, {0.01, -0.02, -1}, 0, HUGE_VAL};
    const pick_query query = editor_level_query(level);
    pick_hit fast, slow;
    const bool hit = pick_closest(level->scene, &ray, &query, &fast);
    if (has_thin(level) && !use_on_screen(level, &box))
        return false;
    if (hit != pick_closest_brute_force(level->scene, &ray, &query, &slow))
        return false;
    return !hit || (fast.t == slow.t && fast.triangle == slow.triangle && fast.user == slow.user);
}

// Whether it can also be used at some times of each clip, and is as it was without any. A clip may move things out of
// range, where picks leave them out.
static bool play(editor_level *level)
{
    const editor_motion *motion = level->asset_count > 0 ? level->assets[0].motion : NULL;
    const uint64_t hash = editor_level_hash(level);
    bool ok = true;
    for (uint32_t i = 0; motion && i < motion->clip_count && ok; i++) {
        for (int k = -1; k < 3 && ok; k++) {
            editor_error error;
            ok = editor_level_set_pose(level, motion->clips[i].name, motion->clips[i].length * k / 2, &error) &&
                 use(level) && editor_level_hash(level) == hash;
        }
    }
    editor_level_clear_pose(level);
    return ok;
}

// Whether the boxes that the file gives, if any, are of the objects that it has when it is read whole.
static bool has_right_boxes(const char *path, const editor_level *whole, long *count)
{
    const editor_import_options options = EDITOR_IMPORT_OPTIONS_DEFAULT;
    editor_level *boxes = editor_import_boxes(path, 1, &options);
    const bool ok =
        !boxes || (use(boxes) && (!whole || editor_asset_adds_the_same(&boxes->assets[0], &whole->assets[0])));
    *count += boxes != NULL;
    editor_level_destroy(boxes);
    return ok;
}

int main(int argc, char **argv)
{
    const long runs = argc > 1 ? strtol(argv[1], NULL, 10) : 1500;
    test_random random = {argc > 2 ? strtoull(argv[2], NULL, 10) : 1};
    long imported = 0, refused = 0, boxes = 0;
    for (long run = 0; run < runs; run++) {
        const sample *chosen = &SAMPLES[random_index(&random, SAMPLE_COUNT)];
        size_t size = 0;
        uint8_t *bytes = read_all(chosen->path, &size);
        if (!bytes) {
            printf("skipped: %s is not here (package assimp-testmodels)\n", chosen->path);
            return 77;
        }
        const bool is_binary = strstr(chosen->name, ".glb") != NULL || strstr(chosen->name, "bytes") != NULL;
        mutate(bytes, &size, !is_binary, &random);
        const bool written = write_all(chosen->name, bytes, size);
        free(bytes);
        if (!written) {
            printf("cannot write %s\n", chosen->name);
            return 1;
        }
        editor_error error = {""};
        editor_level *level = editor_import(chosen->name, NULL, NULL, &error);
        if (level ? !use(level) || !play(level) || !use(level)
                  : error.text[0] == '\0' || strchr(error.text, '\n') != NULL) {
            printf("run %ld: %s: %s\n", run, chosen->name,
                   level ? "imported, but cannot be used" : "refused without a line");
            return 1;
        }
        if (!has_right_boxes(chosen->name, level, &boxes)) {
            printf("run %ld: %s: its boxes are not of its objects\n", run, chosen->name);
            return 1;
        }
        imported += level != NULL;
        refused += level == NULL;
        editor_level_destroy(level);
        remove(chosen->name);
    }
    printf("%ld changed files: %ld imported and picked, %ld refused, %ld with boxes\n", runs, imported, refused, boxes);
    return boxes > runs / 50 && imported > runs / 20 && refused > runs / 20 ? 0
                                                                            : 1; // neither may be a matter of course
}
