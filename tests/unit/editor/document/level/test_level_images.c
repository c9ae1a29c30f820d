// Images of models that are read again: those that nothing shows any more are freed, all others stay.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "document/level/level_internal.h"
#include "document/level/look.h"

enum { WIDTH = 4, IMAGES = 2 }; // of a model

static void *copy_of(const void *data, size_t size)
{
    void *copy = malloc(size);
    assert_non_null(copy);
    memcpy(copy, data, size);
    return copy;
}

static uint32_t add_image(editor_level *level, uint8_t grey)
{
    const editor_image image = {
        .name = copy_of("image", 6), .width = WIDTH, .height = WIDTH, .rgba = malloc(4 * WIDTH * WIDTH)};
    assert_non_null(image.rgba);
    memset(image.rgba, grey, 4 * WIDTH * WIDTH);
    return editor_level_add_image(level, &image);
}

// A level that is one model: a triangle with a base color and a normal map of that grey.
static editor_level *make_model(uint8_t grey)
{
    static const float positions[9] = {0, 0, 0, 1, 0, 0, 0, 1, 0};
    static const uint32_t indices[3] = {0, 1, 2};
    editor_error error = {""};
    editor_level *level = editor_level_create();
    assert_non_null(level);
    editor_material material = EDITOR_MATERIAL_DEFAULT;
    material.name = copy_of("textured", 9);
    material.base_color_image = add_image(level, grey);
    material.maps[EDITOR_MAP_NORMAL].image = add_image(level, grey);
    const editor_submesh submesh = {0, 1, editor_level_add_material(level, &material)};
    const editor_mesh mesh = {.name = copy_of("mesh", 5),
                              .positions = copy_of(positions, sizeof(positions)),
                              .vertex_count = 3,
                              .indices = copy_of(indices, sizeof(indices)),
                              .index_count = 3,
                              .submeshes = copy_of(&submesh, sizeof(submesh)),
                              .submesh_count = 1};
    const uint32_t number = editor_level_add_mesh(level, &mesh);
    editor_level_add_object(level, "object", EDITOR_NONE, number, &PICK_AFFINE_IDENTITY);
    assert_true(editor_level_add_own_asset(level, "model.obj", false));
    assert_true(editor_level_finish(level, &error));
    return level;
}

static void read_again(editor_level *level, uint8_t grey)
{
    const uint32_t from = editor_level_absorb(level, make_model(grey));
    assert_int_equal(from, level->asset_count - 1);
    assert_true(editor_level_graft(level, 0, from));
}

static bool is_there(const editor_level *level, uint32_t image)
{
    return level->images[image].rgba != NULL;
}

static uint32_t count_images(const editor_level *level)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < level->image_count; i++)
        count += is_there(level, i);
    return count;
}

static void expect_grey(const editor_level *level, const editor_material *material, uint8_t grey)
{
    const uint32_t images[IMAGES] = {material->base_color_image, material->maps[EDITOR_MAP_NORMAL].image};
    assert_false(material->is_retired);
    for (int i = 0; i < IMAGES; i++) {
        assert_in_range(images[i], 0, level->image_count - 1);
        assert_true(is_there(level, images[i]));
        assert_int_equal(level->images[images[i]].rgba[0], grey);
    }
}

static void test_replaced_ones_go(void **state)
{
    (void)state;
    editor_level *level = make_model(1);
    const editor_override red = {.fields = EDITOR_OVERRIDE_BASE_COLOR, .base_color = {1, 0, 0, 1}};
    assert_true(editor_level_find_look(level, 0, &red, 1, &level->objects[0].look));
    for (uint8_t i = 2; i < 6; i++) {
        read_again(level, i);
        assert_int_equal(count_images(level), IMAGES);
        expect_grey(level, &level->materials[level->meshes[0].submeshes[0].material], i);
        expect_grey(level, editor_level_material(level, &level->objects[0], 0), i);
    }
    assert_int_equal(level->image_frees, 4);
    assert_true(level->materials[0].is_retired);
    assert_int_equal(level->materials[0].base_color_image, EDITOR_NONE);
    assert_int_equal(level->materials[0].maps[EDITOR_MAP_NORMAL].image, EDITOR_NONE);
    editor_level_destroy(level);
}

// As a prefab does that only undo brings back.
static void test_other_users_keep_theirs(void **state)
{
    (void)state;
    editor_level *level = make_model(1);
    const editor_submesh submesh = {0, 0, level->meshes[0].submeshes[0].material};
    editor_mesh undone = {
        .name = copy_of("undone", 7), .submeshes = copy_of(&submesh, sizeof(submesh)), .submesh_count = 1};
    const uint32_t number = editor_level_store_mesh(level, &undone);
    assert_int_not_equal(number, EDITOR_NONE);
    read_again(level, 2);
    read_again(level, 3);
    assert_int_equal(count_images(level), 2 * IMAGES); // of 1 and 3
    expect_grey(level, &level->materials[submesh.material], 1);
    editor_level_free_mesh(level, number);
    read_again(level, 4);
    assert_int_equal(count_images(level), IMAGES);
    expect_grey(level, &level->materials[level->meshes[0].submeshes[0].material], 4);
    editor_level_destroy(level);
}

static void test_removed_ones_go(void **state)
{
    (void)state;
    editor_level *level = make_model(1);
    assert_int_equal(editor_level_absorb(level, make_model(2)), 1);
    assert_int_equal(count_images(level), 2 * IMAGES);
    editor_level_remove_asset(level);
    assert_int_equal(count_images(level), IMAGES);
    expect_grey(level, &level->materials[level->meshes[0].submeshes[0].material], 1);
    assert_int_equal(level->image_frees, 1);
    assert_int_equal(editor_level_absorb(level, make_model(3)), 1);
    expect_grey(level, &level->materials[level->meshes[level->assets[1].meshes[0].mesh].submeshes[0].material], 3);
    editor_level_destroy(level);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_replaced_ones_go),
        cmocka_unit_test(test_other_users_keep_theirs),
        cmocka_unit_test(test_removed_ones_go),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
