#include "pack_model.h"

#include "document/import/common/decode.h"
#include "document/import/common/pack.h"
#include "document/level/choice.h"
#include "document/motion/motion.h"
#include "system/file_read.h"
#include "system/text.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static void *copy(const void *bytes, size_t size)
{
    void *out = malloc(size);
    if (out)
        memcpy(out, bytes, size);
    return out;
}

static void add_mesh(editor_level *level)
{
    static const float positions[12] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0};
    static const float normals[12] = {0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1};
    static const float uvs[8] = {0, 0, 1, 0, 0, 1, 1, 1};
    static const float colors[16] = {1, 1, 1, 1, 0, 0, 0, 1, 1, 0, 0, 1, 0, 1, 0, 1};
    static const uint32_t indices[6] = {0, 1, 2, 2, 1, 3};
    static const editor_submesh submeshes[2] = {{0, 1, 0}, {1, 1, EDITOR_NONE}};
    const editor_mesh mesh = {.name = editor_text_copy("square"),
                              .positions = copy(positions, sizeof(positions)),
                              .normals = copy(normals, sizeof(normals)),
                              .uvs = copy(uvs, sizeof(uvs)),
                              .colors = copy(colors, sizeof(colors)),
                              .vertex_count = 4,
                              .indices = copy(indices, sizeof(indices)),
                              .index_count = 6,
                              .submeshes = copy(submeshes, sizeof(submeshes)),
                              .submesh_count = 2};
    editor_level_add_mesh(level, &mesh);
}

static void add_points_and_lines(editor_level *level)
{
    static const float positions[15] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0, 2, 2, 2};
    static const float colors[20] = {1, 0, 0, 1, 0, 1, 0, 1};
    static const uint32_t counts[2] = {2, 3};
    static const editor_submesh submesh = {0, 0, 0};
    editor_mesh mesh = {.name = editor_text_copy("cloud"),
                        .form = EDITOR_FORM_POINTS,
                        .positions = copy(positions, sizeof(positions)),
                        .colors = copy(colors, sizeof(colors)),
                        .vertex_count = 5,
                        .submeshes = copy(&submesh, sizeof(submesh)),
                        .submesh_count = 1,
                        .width = 7};
    editor_level_add_mesh(level, &mesh);
    mesh.name = editor_text_copy("wire");
    mesh.form = EDITOR_FORM_LINES;
    mesh.positions = copy(positions, sizeof(positions));
    mesh.colors = NULL;
    mesh.submeshes = copy(&submesh, sizeof(submesh));
    mesh.line_counts = copy(counts, sizeof(counts));
    mesh.line_count = 2;
    mesh.width = 0;
    editor_level_add_mesh(level, &mesh);
}

static void fill(editor_level *level)
{
    editor_level_add_warning(level, "bump maps are not drawn");
    editor_material material = EDITOR_MATERIAL_DEFAULT;
    material.name = editor_text_copy("paint");
    material.base_color_image = 1;
    material.maps[EDITOR_MAP_NORMAL].image = 2;
    material.maps[EDITOR_MAP_EMISSIVE].image = 0;
    material.alpha_mode = EDITOR_ALPHA_MASK;
    editor_level_add_material(level, &material);
    add_mesh(level);
    add_points_and_lines(level);
    pick_affine local = PICK_AFFINE_IDENTITY;
    local.origin.x = 3;
    const uint32_t group = editor_level_add_object(level, "group", EDITOR_NONE, EDITOR_NONE, &local);
    editor_level_add_object(level, "one", group, 0, &local);
    editor_level_add_object(level, "two", EDITOR_NONE, 0, &PICK_AFFINE_IDENTITY);
    editor_level_add_object(level, "points", EDITOR_NONE, 1, &PICK_AFFINE_IDENTITY);
    editor_level_add_object(level, "lines", EDITOR_NONE, 2, &PICK_AFFINE_IDENTITY);
    const editor_light light = {EDITOR_LIGHT_SPOT, {1, 0.5, 0}, 10, 0, 0.2, 0.5};
    editor_level_add_light(level, "lamp", group, &light, &local);
    const editor_lens lens = {.fov = 1, .near_plane = 0.1};
    editor_level_add_camera(level, "eye", EDITOR_NONE, &lens, &local);
}

uint8_t *pack_model_write(size_t *size)
{
    static const uint8_t texels[8] = {255, 0, 0, 255, 0, 255, 0, 0};
    editor_pack_image images[3] = {
        {.name = copy("paint.png", 10)},
        {.name = copy("red", 4), .bytes = copy(texels, 8), .size = 8, .width = 2, .height = 1},
        {.name = copy("inside", 7), .bytes = copy("picture", 7), .size = 7}};
    editor_level *level = editor_level_create();
    FILE *file = tmpfile();
    fill(level);
    const editor_model_facts facts = {"Paper", 0.01, EDITOR_AXIS_Z, true, 1, 2, 3};
    uint8_t *bytes = NULL;
    if (editor_pack_write(level, &facts, images, 3, file)) {
        rewind(file);
        editor_file_read_rest(file, SIZE_MAX, NULL, &bytes, size);
    } else {
        fclose(file);
    }
    editor_level_destroy(level);
    for (int i = 0; i < 3; i++) {
        free(images[i].name);
        free(images[i].bytes);
    }
    return bytes;
}

static bool is_usable(const editor_level *level)
{
    const pick_ray ray = {{0.3, 0.2, 5}, {0, 0, -1}, 0, HUGE_VAL};
    const pick_query query = editor_level_query(level);
    pick_hit fast, slow;
    const bool hit = pick_closest(level->scene, &ray, &query, &fast);
    return hit == pick_closest_brute_force(level->scene, &ray, &query, &slow) && (!hit || fast.t == slow.t);
}

pack_verdict pack_model_try(const uint8_t *bytes, size_t size)
{
    editor_error error = {""};
    editor_importer importer = {.path = "no folder/model.fbx", .error = &error, .level = editor_level_create()};
    bool ok = editor_pack_read(&importer, bytes, size);
    pack_verdict verdict = PACK_WRONG;
    if (!ok)
        verdict = error.text[0] && !strchr(error.text, '\n') ? PACK_REFUSED : PACK_WRONG;
    else if (!editor_level_add_own_asset(importer.level, importer.path, false) ||
             !editor_level_finish(importer.level, &error))
        verdict = error.text[0] ? PACK_REFUSED : PACK_WRONG;
    else if (is_usable(importer.level))
        verdict = PACK_USED;
    editor_decode_end(&importer);
    editor_import_free_images(&importer);
    editor_import_free_sources(&importer);
    editor_choices_free(&importer.choices);
    motion_destroy(importer.motion);
    editor_level_destroy(importer.level);
    return verdict;
}
