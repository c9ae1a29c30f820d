#include "cli/parts.h"

#include "document/level/look.h"
#include "document/level/prefab.h"

#include <stdlib.h>
#include <string.h>

static const struct {
    uint32_t kind;
    const char *name;
} KINDS[] = {{PICK_PART_VERTEX, "vertex"}, {PICK_PART_EDGE, "edge"}, {PICK_PART_FACE, "face"}};
enum { KIND_COUNT = sizeof(KINDS) / sizeof(KINDS[0]) };

static bool apply_parts(void *into, const char *value, editor_error *error)
{
    editor_cli_parts *parts = into;
    const char *word = value;
    parts->kinds = 0;
    for (;;) {
        const size_t length = strcspn(word, ",");
        uint32_t kind = 0;
        for (size_t i = 0; i < KIND_COUNT; i++) {
            if (strlen(KINDS[i].name) == length && strncmp(KINDS[i].name, word, length) == 0)
                kind = KINDS[i].kind;
        }
        if (kind == 0)
            return editor_cli_fail(error, "--parts %s: expected vertex, edge or face, or several with commas", value);
        parts->kinds |= kind;
        if (word[length] == '\0')
            return true;
        word += length + 1;
    }
}

static bool apply_through(void *into, const char *value, editor_error *error)
{
    (void)value, (void)error;
    ((editor_cli_parts *)into)->through = true;
    return true;
}

static const editor_cli_option PARTS_OPTIONS[] = {
    {"--parts", "KINDS", "vertex, edge, face, with commas: these parts of meshes instead of objects", apply_parts},
    {"--through", NULL, "with --parts: occluded ones too", apply_through},
};

editor_cli_options editor_cli_parts_options(editor_cli_parts *parts)
{
    return (editor_cli_options){"Parts", PARTS_OPTIONS, sizeof(PARTS_OPTIONS) / sizeof(PARTS_OPTIONS[0]), parts};
}

static void write_vertices(editor_json *json, const pick_mesh *mesh, const pick_part *part)
{
    uint32_t few[64], *numbers = few;
    uint32_t count = pick_part_vertices(mesh, part, few, 64);
    if (count > 64) {
        numbers = malloc(count * sizeof(*numbers));
        count = numbers ? pick_part_vertices(mesh, part, numbers, count) : 0;
    }
    for (uint32_t i = 0; i < count; i++)
        editor_json_count(json, NULL, numbers[i]);
    if (numbers != few)
        free(numbers);
}

// The keys of every line: part, object, and the numbers of the part's vertices.
static void write_part(editor_json *json, const editor_level *level, const pick_part *part)
{
    const uint32_t object = editor_level_object(level, part->object);
    const uint32_t mesh = level->objects[object].mesh;
    for (size_t i = 0; i < KIND_COUNT; i++) {
        if (KINDS[i].kind == part->kind)
            editor_json_string(json, "part", KINDS[i].name);
    }
    editor_cli_write_object(json, level, object);
    if (level->objects[object].kind == EDITOR_OBJECT_PREFAB) {
        char name[208];
        editor_level_part_name(level, part, name, sizeof(name));
        editor_json_string(json, "within", name);
    }
    editor_json_count(json, "mesh", mesh);
    editor_json_begin_array(json, "vertices");
    write_vertices(json, editor_level_pick_mesh(level, &level->objects[object]), part);
    editor_json_end_array(json);
}

static void write_hit(editor_json *json, const editor_level *level, const pick_part_hit *hit)
{
    write_part(json, level, &hit->part);
    editor_json_count(json, "triangle", hit->place.triangle);
    editor_json_vec3(json, "point", hit->place.point);
    editor_json_vec3(json, "normal", hit->place.normal);
    editor_json_number(json, "distance", hit->place.distance);
    editor_json_number(json, "depth", hit->place.depth);
    editor_json_bool(json, "backface", hit->place.backface);
}

static bool find(const editor_level *level, const editor_cli_look *look, uint32_t kinds, bool through, pick_vec2 at,
                 double tolerance, pick_part_hit *out)
{
    const pick_part_query query = {
        .kinds = kinds, .reach = tolerance > 0 ? tolerance : EDITOR_CLI_PARTS_REACH, .through = through};
    if (!pick_part_in_window(level->scene, &look->view, at, &query, &look->query, out))
        return false;
    const pick_nearest *place = &out->place;
    const pick_part face = {.object = out->part.object, .kind = PICK_PART_FACE, .a = place->triangle};
    out->part = editor_level_part_drawn(level, &out->part, place->path, place->path_count);
    out->place.triangle = editor_level_part_drawn(level, &face, place->path, place->path_count).a;
    return true;
}

void editor_cli_parts_pick(const editor_level *level, const editor_cli_look *look, const editor_cli_parts *parts,
                           pick_vec2 at, double tolerance)
{
    editor_json json = {.file = stdout};
    pick_part_hit hit;
    const bool found = find(level, look, parts->kinds, parts->through, at, tolerance, &hit);
    editor_json_begin_object(&json, NULL);
    editor_json_bool(&json, "hit", found);
    if (found)
        write_hit(&json, level, &hit);
    editor_json_end_object(&json);
    editor_json_end_line(&json);
}

static void write_reason(const editor_level *level, const char *reason, const char *text, const pick_part_hit *hit)
{
    editor_json json = {.file = stdout};
    editor_json_begin_object(&json, NULL);
    editor_json_string(&json, "reason", reason);
    editor_json_string(&json, "text", text);
    write_hit(&json, level, hit);
    editor_json_end_object(&json);
    editor_json_end_line(&json);
}

void editor_cli_parts_explain(const editor_level *level, const editor_cli_look *look, const editor_cli_parts *parts,
                              pick_vec2 at, double tolerance)
{
    bool picked = false;
    for (size_t i = 0; i < KIND_COUNT; i++) {
        const uint32_t kind = KINDS[i].kind & parts->kinds;
        pick_part_hit hit, any;
        if (kind == 0)
            continue;
        const bool found = find(level, look, kind, parts->through, at, tolerance, &hit);
        if (found)
            write_reason(level, picked ? "yielded" : "picked",
                         picked ? "a vertex within reach wins over edges, an edge over faces"
                                : "the nearest on screen of its kind",
                         &hit);
        picked = picked || found;
        if (!parts->through && find(level, look, kind, true, at, tolerance, &any) &&
            !(found && pick_part_compare(&any.part, &hit.part) == 0))
            write_reason(level, "occluded", "nearer on screen, but something hides its nearest point", &any);
    }
}

static int by_part(const void *a, const void *b)
{
    return pick_part_compare(a, b);
}

int editor_cli_parts_region(const editor_level *level, const editor_cli_parts *parts, const editor_cli_look *look,
                            const pick_region *region, const pick_region_query *query, bool visible_only)
{
    const pick_region_part_query wanted = {
        .kinds = parts->kinds, .view = visible_only ? &look->view : NULL, .sight = &look->query, .region = query};
    const size_t capacity = editor_level_region_parts(level, region, &wanted, NULL, 0);
    pick_part *found = malloc((capacity + 1) * sizeof(*found));
    if (found == NULL)
        return editor_cli_report(EDITOR_EXIT_FAILED, "out of memory");
    const size_t count = editor_level_region_parts(level, region, &wanted, found, capacity);
    if (count > 0)
        qsort(found, count, sizeof(*found), by_part);
    editor_json json = {.file = stdout};
    for (size_t i = 0; i < count; i++) {
        editor_json_begin_object(&json, NULL);
        write_part(&json, level, &found[i]);
        if (found[i].kind == PICK_PART_FACE)
            editor_json_count(&json, "triangle", found[i].a);
        editor_json_end_object(&json);
        editor_json_end_line(&json);
    }
    free(found);
    return EDITOR_EXIT_DONE;
}
