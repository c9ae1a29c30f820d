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
    assert_string_equal(level->warnings[0], "points and lines are not drawn");
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
    assert_int_equal(level->object_count, 5);
    assert_int_equal(level->objects[1].parent, 0);
    assert_string_equal(level->objects[2].name, "two");
    assert_true(level->objects[1].local.origin.x == 3);
    assert_true(level->objects[3].kind == EDITOR_OBJECT_LIGHT && level->objects[3].light.outer == 0.5);
    assert_true(level->objects[4].kind == EDITOR_OBJECT_CAMERA && level->objects[4].lens.near_plane == 0.1);
    editor_decode_end(&importer);
    editor_import_free_images(&importer);
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

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_round_trip), cmocka_unit_test(test_nonsense)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
