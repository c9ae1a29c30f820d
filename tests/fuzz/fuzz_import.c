// fuzz_import.c: whole model files with a few bytes changed, imported and picked: refused or usable, never a crash.
//
//   fuzz_import [RUNS [SEED]]
//
// The file of the current run lies in the working directory until it has passed, so a crash leaves its input behind.
#include "document/import/import.h"
#include "model_check.h"
#include "random.h"

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
    {CLOUDS "looks.ply", "fuzz_looks_bytes.ply"},
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
        if (level ? !model_check_use(level) || !model_check_play(level) || !model_check_use(level)
                  : error.text[0] == '\0' || strchr(error.text, '\n') != NULL) {
            printf("run %ld: %s: %s\n", run, chosen->name,
                   level ? "imported, but cannot be used" : "refused without a line");
            return 1;
        }
        if (!model_check_boxes(chosen->name, level, &boxes)) {
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
