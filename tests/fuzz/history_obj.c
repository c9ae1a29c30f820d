// Any bytes as an OBJ file are refused in one line or become a level whose meshes hold together and can be picked; as a
// material library, which begins with "newmtl", they become materials whose names lie in them. Each number in them is
// what the C library reads.
#include "history.h"

#include "document/import/obj/obj_import.h"
#include "document/import/obj/obj_library.h"
#include "document/import/obj/obj_number.h"

// --- Numbers ---

static void check_number(const char *word)
{
    char copy[64];
    const size_t length = strcspn(word, " \t\r\n");
    if (length >= sizeof(copy))
        return;
    memcpy(copy, word, length);
    copy[length] = '\0';
    // Hexadecimal ones, and nan and inf, are not numbers of OBJ, and these blanks are none.
    if (copy[strcspn(copy, "xXnNiI\v\f")] != '\0')
        return;
    const char *at = copy;
    float value = 0;
    char *end;
    const float expected = strtof(copy, &end);
    const bool read = obj_read_number(&at, &value);
    HISTORY_MUST(read == (end != copy));
    HISTORY_MUST(!read || (at == end && memcmp(&value, &expected, sizeof(value)) == 0));
    double exact = 0;
    const double exact_expected = strtod(copy, &end);
    at = copy;
    HISTORY_MUST(obj_read_double(&at, &exact) == read);
    HISTORY_MUST(!read || (at == end && memcmp(&exact, &exact_expected, sizeof(exact)) == 0));
}

static void check_numbers(const char *text)
{
    while (*text) {
        text += strspn(text, " \t\r\n");
        check_number(text);
        text += strcspn(text, " \t\r\n");
    }
}

// --- Libraries ---

typedef struct library {
    const char *text, *end;
} library;

static bool is_inside(const library *of, obj_name name)
{
    return name.length == 0 || (name.text >= of->text && name.text + name.length <= of->end);
}

static bool take(void *user, const obj_material *material)
{
    const library *of = user;
    HISTORY_MUST(is_inside(of, material->name));
    HISTORY_MUST(isfinite(material->opacity) && isfinite(material->roughness) && isfinite(material->metallic));
    for (int i = 0; i < 3; i++)
        HISTORY_MUST(isfinite(material->color[i]) && isfinite(material->emissive[i]));
    for (int i = 0; i < OBJ_MAP_COUNT; i++) {
        HISTORY_MUST(is_inside(of, material->maps[i].file));
        HISTORY_MUST(isfinite(material->maps[i].scale[0]) && isfinite(material->maps[i].offset[1]));
    }
    return true;
}

// --- Models ---

static void check_mesh(const editor_level *level, const editor_mesh *mesh)
{
    for (size_t i = 0; i < 3 * (size_t)mesh->vertex_count; i++)
        HISTORY_MUST(isfinite(mesh->positions[i]) && (!mesh->normals || isfinite(mesh->normals[i])));
    for (uint32_t i = 0; i < mesh->index_count; i++)
        HISTORY_MUST(mesh->indices[i] < mesh->vertex_count);
    uint32_t triangles = 0, vertices = 0;
    for (uint32_t i = 0; i < mesh->submesh_count; i++) {
        HISTORY_MUST(mesh->submeshes[i].first_triangle == triangles);
        HISTORY_MUST(mesh->submeshes[i].material < level->material_count ||
                     (mesh->form != EDITOR_FORM_TRIANGLES && mesh->submeshes[i].material == EDITOR_NONE));
        triangles += mesh->submeshes[i].triangle_count;
    }
    HISTORY_MUST(3 * (uint64_t)triangles == mesh->index_count);
    for (uint32_t i = 0; i < mesh->line_count; i++) {
        HISTORY_MUST(mesh->line_counts[i] >= 2);
        vertices += mesh->line_counts[i];
    }
    HISTORY_MUST(mesh->form != EDITOR_FORM_LINES || vertices == mesh->vertex_count);
}

static void check_level(editor_level *level)
{
    for (uint32_t i = 0; i < level->mesh_count; i++)
        check_mesh(level, &level->meshes[i]);
    HISTORY_MUST(level->object_count == level->mesh_count);
    editor_error error = {""};
    HISTORY_MUST(editor_level_finish(level, &error));
    const pick_aabb box = pick_scene_bounds(level->scene);
    if (pick_aabb_is_empty(&box))
        return;
    const pick_vec3 middle = pick_vec3_scale(pick_vec3_add(box.min, box.max), 0.5);
    const pick_ray ray = {pick_vec3_make(middle.x, middle.y, box.max.z + 1), {0.01, -0.02, -1}, 0, HUGE_VAL};
    const pick_query query = editor_level_query(level);
    pick_hit fast, slow;
    const bool hit = pick_closest(level->scene, &ray, &query, &fast);
    HISTORY_MUST(hit == pick_closest_brute_force(level->scene, &ray, &query, &slow));
    HISTORY_MUST(!hit || (fast.t == slow.t && fast.triangle == slow.triangle && fast.user == slow.user));
}

static void read_model(uint8_t *bytes, size_t size)
{
    editor_error error = {""};
    editor_importer importer = {
        .path = "nowhere/history.obj", .bytes = bytes, .size = size, .error = &error, .level = editor_level_create()};
    HISTORY_MUST(importer.level != NULL);
    if (editor_import_obj(&importer))
        check_level(importer.level);
    else
        HISTORY_MUST(error.text[0] != '\0' && !strchr(error.text, '\n') && !strstr(error.text, "out of memory"));
    HISTORY_MUST(importer.bytes == NULL);
    editor_import_free_sources(&importer);
    editor_import_free_tallies(&importer);
    editor_level_destroy(importer.level);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    uint8_t *copy = malloc(size + 1); // exact, so that reading past the end is seen
    HISTORY_MUST(copy != NULL);
    if (size > 0)
        memcpy(copy, bytes, size);
    copy[size] = 0;
    check_numbers((const char *)copy);
    if (size >= 6 && memcmp(copy, "newmtl", 6) == 0) {
        library of = {(const char *)copy, (const char *)copy + strlen((const char *)copy)};
        HISTORY_MUST(obj_library_read(of.text, take, &of));
        free(copy);
    } else {
        read_model(copy, size);
    }
    return 0;
}
