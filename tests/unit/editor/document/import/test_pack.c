// Models as bytes: what was packed comes back, and bytes that were never packed are refused or do no harm.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "document/import/common/decode.h"
#include "document/import/common/pack.h"
#include "pack_model.h"
#include "system/file_read.h"

static bool decode(void *user, const void *bytes, size_t size, editor_image *out, editor_error *error)
{
    (void)user, (void)error;
    assert_int_equal(size, 7);
    assert_memory_equal(bytes, "picture", 7);
    *out = (editor_image){.width = 1, .height = 1, .rgba = calloc(1, 4)};
    return out->rgba != NULL;
}

static void test_round_trip(void **state)
{
    (void)state;
    size_t size;
    uint8_t *bytes = pack_model_write(&size);
    editor_error error = {""};
    editor_level *level = editor_level_create();
    editor_importer importer = {.path = "no folder/model.fbx", .error = &error, .level = level, .decoder = decode};
    assert_true(editor_pack_read(&importer, bytes, size));
    const editor_model_facts *facts = &importer.facts;
    assert_string_equal(facts->format, "Paper");
    assert_true(facts->unit == 0.01 && facts->up == EDITOR_AXIS_Z && facts->is_converted);
    assert_true(facts->animations == 1 && facts->skins == 2 && facts->morphs == 3);
    assert_int_equal(level->warning_count, 2);
    assert_string_equal(level->warnings[0], "bump maps are not drawn");
    assert_string_equal(level->warnings[1], "texture \"paint.png\": no such file; drawn without it");
    assert_int_equal(level->image_count, 2); // the file is missing
    assert_int_equal(level->images[0].width, 2);
    assert_int_equal(level->images[0].rgba[5], 255);
    const editor_material *material = &level->materials[0];
    assert_string_equal(material->name, "paint");
    assert_int_equal(material->base_color_image, 0);
    assert_int_equal(material->maps[EDITOR_MAP_NORMAL].image, 1);
    assert_int_equal(material->maps[EDITOR_MAP_EMISSIVE].image, EDITOR_NONE);
    assert_int_equal(material->alpha_mode, EDITOR_ALPHA_MASK);
    assert_true(material->uv_transform[0] == 1 && material->alpha_cutoff == 0.5f);
    const editor_mesh *mesh = &level->meshes[0];
    assert_string_equal(mesh->name, "square");
    assert_true(mesh->vertex_count == 4 && mesh->index_count == 6 && mesh->submesh_count == 2);
    assert_true(mesh->normals[2] == 1 && mesh->uvs[7] == 1 && mesh->colors[8] == 1 && mesh->indices[5] == 3);
    const editor_mesh *cloud = &level->meshes[1], *wire = &level->meshes[2];
    assert_true(cloud->form == EDITOR_FORM_POINTS && cloud->vertex_count == 5 && cloud->line_count == 0);
    assert_true(cloud->width == 7 && cloud->colors[5] == 1 && cloud->positions[12] == 2 && !cloud->pick);
    assert_true(wire->form == EDITOR_FORM_LINES && wire->line_count == 2 && wire->line_counts[1] == 3 && !wire->colors);
    assert_true(wire->submesh_count == 1 && wire->submeshes[0].material == 0 && wire->width == 0);
    assert_int_equal(level->object_count, 7);
    assert_int_equal(level->objects[1].parent, 0);
    assert_string_equal(level->objects[2].name, "two");
    assert_true(level->objects[1].local.origin.x == 3);
    assert_true(level->objects[5].kind == EDITOR_OBJECT_LIGHT && level->objects[5].light.outer == 0.5);
    assert_true(level->objects[6].kind == EDITOR_OBJECT_CAMERA && level->objects[6].lens.near_plane == 0.1);
    editor_decode_end(&importer);
    editor_import_free_images(&importer);
    editor_import_free_sources(&importer);
    editor_import_free_tallies(&importer);
    editor_level_destroy(level);
    free(bytes);
}

// Cut anywhere, with anything behind its end, and with each four bytes replaced.
static void test_nonsense(void **state)
{
    (void)state;
    static const uint32_t values[] = {0, 1, 5, 0x7fffffff, 0xffffffff, 0x7f800000};
    size_t size;
    uint8_t *bytes = pack_model_write(&size);
    int used = 0, refused = 0;
    for (size_t cut = 0; cut < size; cut++) {
        uint8_t *exact = malloc(cut + 1);
        memcpy(exact, bytes, cut);
        assert_int_equal(pack_model_try(exact, cut), PACK_REFUSED);
        free(exact);
    }
    bytes = realloc(bytes, size + 1);
    bytes[size] = 0;
    assert_int_equal(pack_model_try(bytes, size + 1), PACK_REFUSED);
    assert_int_equal(pack_model_try(bytes, size), PACK_USED);
    for (size_t at = 0; at + 4 <= size; at += 4) {
        for (size_t i = 0; i < sizeof(values) / sizeof(values[0]); i++) {
            uint32_t old;
            memcpy(&old, bytes + at, 4);
            memcpy(bytes + at, &values[i], 4);
            const pack_verdict verdict = pack_model_try(bytes, size);
            if (verdict == PACK_WRONG)
                fail_msg("%08x at byte %zu", values[i], at);
            used += verdict == PACK_USED;
            refused += verdict == PACK_REFUSED;
            memcpy(bytes + at, &old, 4);
        }
    }
    print_message("%d changes used, %d refused\n", used, refused);
    assert_true(used > 50 && refused > 50);
    free(bytes);
}

// The level as a pack, read again. The refusal is in `error`.
static bool read_back(editor_level *level, editor_error *error)
{
    const editor_model_facts facts = {.format = "Paper"};
    FILE *file = tmpfile();
    size_t size = 0;
    uint8_t *bytes = NULL;
    assert_true(editor_pack_write(level, &facts, NULL, 0, file));
    rewind(file);
    editor_file_read_rest(file, SIZE_MAX, NULL, &bytes, &size);
    editor_level_destroy(level);
    error->text[0] = '\0';
    editor_importer importer = {.path = "model", .error = error, .level = editor_level_create()};
    const bool ok = editor_pack_read(&importer, bytes, size);
    editor_level_destroy(importer.level);
    free(bytes);
    return ok;
}

static void *zeros(size_t size)
{
    void *memory = calloc(1, size);
    assert_non_null(memory);
    return memory;
}

// Four vertices as lines of these counts.
static editor_level *make_lines(uint32_t first, uint32_t second)
{
    editor_level *level = editor_level_create();
    editor_mesh mesh = {.name = zeros(1),
                        .form = EDITOR_FORM_LINES,
                        .positions = zeros(12 * sizeof(float)),
                        .vertex_count = 4,
                        .submeshes = zeros(sizeof(editor_submesh)),
                        .submesh_count = 1,
                        .line_counts = zeros(2 * sizeof(uint32_t)),
                        .line_count = 2};
    mesh.submeshes[0].material = EDITOR_NONE;
    mesh.line_counts[0] = first;
    mesh.line_counts[1] = second;
    assert_true(editor_level_add_mesh(level, &mesh) != EDITOR_NONE);
    return level;
}

static void expect_refusal(editor_level *level, const char *why)
{
    editor_error error;
    assert_false(read_back(level, &error));
    if (!strstr(error.text, why))
        fail_msg("%s", error.text);
}

static void test_bad_lines_and_points(void **state)
{
    (void)state;
    editor_error error;
    if (!read_back(make_lines(2, 2), &error))
        fail_msg("%s", error.text);
    expect_refusal(make_lines(1, 3), "a bad line");
    expect_refusal(make_lines(0, 4), "a bad line");
    expect_refusal(make_lines(0x80000002, 0x80000002), "a bad line"); // 4, as 32 bits
    expect_refusal(make_lines(2, 3), "a bad line");
    editor_level *level = make_lines(2, 2);
    level->meshes[0].vertex_count = 3;
    expect_refusal(level, "a bad line");
    level = make_lines(2, 2);
    level->meshes[0].positions = realloc(level->meshes[0].positions, 18 * sizeof(float));
    memset(level->meshes[0].positions, 0, 18 * sizeof(float));
    level->meshes[0].vertex_count = 6;
    expect_refusal(level, "vertices without a line");
    level = make_lines(2, 2);
    level->meshes[0].normals = zeros(12 * sizeof(float));
    expect_refusal(level, "a bad mesh");
    level = make_lines(2, 2);
    level->meshes[0].form = EDITOR_FORM_POINTS; // and still lines
    expect_refusal(level, "a bad mesh");
    level = make_lines(2, 2);
    level->meshes[0].width = -1;
    expect_refusal(level, "a bad mesh");
}

// What the model takes in memory is counted, and a pack of more than its file may take is refused.
static void test_what_it_takes(void **state)
{
    (void)state;
    size_t size;
    uint8_t *bytes = pack_model_write(&size);
    size_t taken = 0;
    for (size_t free_bytes = 0; free_bytes < 3; free_bytes++) {
        editor_error error = {""};
        editor_importer importer = {.path = "model", .error = &error, .level = editor_level_create()};
        const size_t before = ((size_t)1 << 29) - taken - 1 + free_bytes;
        importer.unpacked = taken > 0 ? before : 0;
        const bool ok = editor_pack_read(&importer, bytes, size);
        if (taken == 0)
            taken = importer.unpacked;
        else if (ok != (free_bytes < 2))
            fail_msg("%zu bytes of %zu are left: %s", taken + 1 - free_bytes, taken, error.text);
        if (!ok)
            assert_non_null(strstr(error.text, "its model: 0 bytes of data unpack to more than 536870912"));
        editor_import_free_images(&importer);
        editor_import_free_sources(&importer);
        editor_import_free_tallies(&importer);
        editor_level_destroy(importer.level);
    }
    // 3 meshes and 7 objects; 2 triangles; 5 points and 5 vertices of lines; their arrays and names; a warning, three
    // pictures of which one has 8 bytes, and a material.
    const size_t arrays = 4 * 12 * 4 + 6 * 4 + 2 * 12 + (15 + 20) * 4 + 12 + 15 * 4 + 12 + 2 * 4;
    const size_t names = strlen("bump maps are not drawn") + strlen("paint.pngredinsidepaintsquarecloudwire") +
                         strlen("grouponetwopointslineslampeye");
    assert_int_equal(taken, 10 * EDITOR_IMPORT_OBJECT + 2 * EDITOR_IMPORT_TRIANGLE + 10 * EDITOR_IMPORT_PART + arrays +
                                names + 64 + 3 * sizeof(editor_image) + 8 + sizeof(editor_material));
    free(bytes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_round_trip), cmocka_unit_test(test_nonsense),
                                       cmocka_unit_test(test_bad_lines_and_points),
                                       cmocka_unit_test(test_what_it_takes)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
