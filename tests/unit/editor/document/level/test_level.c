// Levels: building, finishing, editing, queries.
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>

#include "document/level/alpha.h"
#include "document/level/level_internal.h"
#include "document/motion/affine.h"

static void *copy(const void *source, size_t size)
{
    void *out = malloc(size);
    assert_non_null(out);
    memcpy(out, source, size);
    return out;
}

static char *copy_text(const char *text)
{
    return copy(text, strlen(text) + 1);
}

// A square of two triangles, x and y in -1..1 at z = 0, facing +z; uv (0, 0) at its top left.
static editor_mesh make_square(uint32_t material)
{
    static const float positions[12] = {-1, -1, 0, 1, -1, 0, 1, 1, 0, -1, 1, 0};
    static const float uvs[8] = {0, 1, 1, 1, 1, 0, 0, 0};
    static const uint32_t indices[6] = {0, 1, 2, 0, 2, 3};
    const editor_submesh submesh = {0, 2, material};
    return (editor_mesh){.name = copy_text("square"),
                         .positions = copy(positions, sizeof(positions)),
                         .uvs = copy(uvs, sizeof(uvs)),
                         .vertex_count = 4,
                         .indices = copy(indices, sizeof(indices)),
                         .index_count = 6,
                         .submeshes = copy(&submesh, sizeof(submesh)),
                         .submesh_count = 1};
}

static editor_material make_material(void)
{
    editor_material material = EDITOR_MATERIAL_DEFAULT;
    material.name = copy_text("material");
    return material;
}

static pick_affine moved(double x, double y, double z)
{
    pick_affine out = PICK_AFFINE_IDENTITY;
    out.origin = pick_vec3_make(x, y, z);
    return out;
}

// group (at x = 10) > inner (at y = 5) > square (at z = 1); and a lone square at the origin.
enum { GROUP, INNER, SQUARE, LONE };
static editor_level *make_tree(void)
{
    editor_level *level = editor_level_create();
    assert_non_null(level);
    editor_mesh square = make_square(EDITOR_NONE);
    assert_int_equal(editor_level_add_mesh(level, &square), 0);
    pick_affine a = moved(10, 0, 0), b = moved(0, 5, 0), c = moved(0, 0, 1);
    assert_int_equal(editor_level_add_object(level, "group", EDITOR_NONE, EDITOR_NONE, &a), GROUP);
    assert_int_equal(editor_level_add_object(level, "inner", GROUP, EDITOR_NONE, &b), INNER);
    assert_int_equal(editor_level_add_object(level, "square", INNER, 0, &c), SQUARE);
    assert_int_equal(editor_level_add_object(level, "square", EDITOR_NONE, 0, &PICK_AFFINE_IDENTITY), LONE);
    editor_error error;
    assert_true(editor_level_finish(level, &error));
    return level;
}

static uint32_t pick_at(const editor_level *level, double x, double y)
{
    const pick_ray ray = {{x, y, 100}, {0, 0, -1}, 0, (double)INFINITY};
    pick_query query = editor_level_query(level);
    pick_hit hit;
    return pick_closest(level->scene, &ray, &query, &hit) ? (uint32_t)hit.user : EDITOR_NONE;
}

// Handles lead to their objects until these are forgotten, also where the scene gives the place to another one.
static void test_handles(void **state)
{
    (void)state;
    editor_level *level = make_tree();
    const pick_object_id lone = level->objects[LONE].pick;
    assert_int_equal(editor_level_object(level, (pick_object_id){.index1 = lone.index1}), EDITOR_NONE);
    assert_int_equal(
        editor_level_object(level, (pick_object_id){.index1 = lone.index1, .generation = lone.generation + 1}),
        EDITOR_NONE);
    assert_int_equal(editor_level_object(level, (pick_object_id){.index1 = 1000000, .generation = 1}), EDITOR_NONE);
    for (uint32_t i = 0; i < 100; i++) { // many at once, and one after the other in the same place
        const uint32_t first = editor_level_make_object(level, "first", &level->objects[LONE]);
        const uint32_t second = editor_level_make_object(level, "second", &level->objects[LONE]);
        const pick_object_id gone = level->objects[first].pick;
        assert_int_equal(editor_level_object(level, gone), first);
        editor_level_forget(level, first);
        assert_int_equal(editor_level_object(level, gone), EDITOR_NONE);
        const uint32_t third = editor_level_make_object(level, "third", &level->objects[LONE]);
        assert_int_equal(level->objects[third].pick.index1, gone.index1);
        assert_int_equal(editor_level_object(level, level->objects[third].pick), third);
        assert_int_equal(editor_level_object(level, gone), EDITOR_NONE);
        assert_int_equal(editor_level_object(level, level->objects[second].pick), second);
    }
    assert_int_equal(editor_level_object(level, lone), LONE);
    editor_level_destroy(level);
}

static void test_tree(void **state)
{
    (void)state;
    editor_level *level = make_tree();
    const pick_affine *world = &level->objects[SQUARE].world;
    assert_true(world->origin.x == 10 && world->origin.y == 5 && world->origin.z == 1);
    // A group has a handle too, which leads back to it and is never hit.
    assert_int_equal(pick_scene_count(level->scene), 4);
    for (uint32_t i = 0; i < 4; i++)
        assert_int_equal(editor_level_object(level, level->objects[i].pick), i);
    assert_int_equal(editor_level_object(level, (pick_object_id){0}), EDITOR_NONE);
    // Groups have no number of their own: it counts what can be picked.
    assert_int_equal(level->objects[GROUP].number, EDITOR_NONE);
    assert_int_equal(level->objects[INNER].number, EDITOR_NONE);
    assert_int_equal(level->objects[SQUARE].number, 0);
    assert_int_equal(level->objects[LONE].number, 1);
    assert_int_equal(pick_at(level, 10.5, 5.5), SQUARE);
    assert_int_equal(pick_at(level, 0.5, 0.5), LONE);
    assert_int_equal(pick_at(level, 5, 5), EDITOR_NONE);

    editor_level_counts counts = editor_level_count(level);
    assert_int_equal(counts.objects, 2);
    assert_int_equal(counts.all, 4); // two are groups
    assert_int_equal(counts.meshes, 1);
    assert_int_equal(counts.triangles, 2);
    assert_int_equal(counts.instanced_triangles, 4);
    assert_int_equal(counts.dropped_triangles, 0);

    assert_int_equal(editor_level_find(level, "square", EDITOR_NONE), SQUARE);
    assert_int_equal(editor_level_find(level, "square", SQUARE), LONE);
    assert_int_equal(editor_level_find(level, "square", LONE), EDITOR_NONE);
    assert_int_equal(editor_level_find(level, "nothing", EDITOR_NONE), EDITOR_NONE);
    editor_level_destroy(level);
}

static void test_many(void **state)
{
    (void)state;
    editor_level *level = editor_level_create();
    editor_mesh square = make_square(EDITOR_NONE);
    editor_level_add_mesh(level, &square);
    for (uint32_t i = 0; i < 300; i++) {
        pick_affine place = moved(3.0 * i, 0, 0);
        assert_int_equal(editor_level_add_object(level, "o", EDITOR_NONE, 0, &place), i);
    }
    editor_error error;
    assert_true(editor_level_finish(level, &error));
    for (uint32_t i = 0; i < 300; i += 37)
        assert_int_equal(pick_at(level, 3.0 * i + 0.3, 0.2), i);
    editor_level_destroy(level);
    editor_level_destroy(NULL);
}

static void test_set_local(void **state)
{
    (void)state;
    editor_level *level = make_tree();
    pick_affine place = moved(-20, 0, 0);
    assert_true(editor_level_set_local(level, GROUP, &place));
    assert_int_equal(pick_at(level, 10.5, 5.5), EDITOR_NONE);
    assert_int_equal(pick_at(level, -20.5, 5.5), SQUARE);
    assert_true(level->objects[SQUARE].world.origin.x == -20);
    assert_true(level->objects[SQUARE].local.origin.x == 0);

    // What is not finite is refused whole, also when only a child's world would not be.
    pick_affine bad = place;
    bad.origin.y = (double)NAN;
    assert_false(editor_level_set_local(level, GROUP, &bad));
    bad = place;
    bad.linear[4] = 1e300;
    assert_false(editor_level_set_local(level, GROUP, &bad));
    pick_affine large = PICK_AFFINE_IDENTITY;
    large.linear[0] = 1e30;
    assert_true(editor_level_set_local(level, INNER, &large));
    assert_false(editor_level_set_local(level, GROUP, &large));
    assert_true(level->objects[GROUP].local.origin.x == -20);
    assert_true(level->objects[GROUP].world.origin.x == -20);
    editor_level_destroy(level);
}

static void test_flags(void **state)
{
    (void)state;
    editor_level *level = make_tree();
    editor_level_set_hidden(level, GROUP, true);
    assert_true(editor_level_is_hidden(level, SQUARE));
    assert_false(level->objects[SQUARE].hidden);
    assert_false(editor_level_is_hidden(level, LONE));
    assert_int_equal(pick_at(level, 10.5, 5.5), EDITOR_NONE);
    editor_level_set_hidden(level, SQUARE, true);
    editor_level_set_hidden(level, GROUP, false);
    assert_true(editor_level_is_hidden(level, SQUARE)); // its own flag stays
    editor_level_set_hidden(level, SQUARE, false);
    assert_int_equal(pick_at(level, 10.5, 5.5), SQUARE);

    editor_level_set_locked(level, INNER, true);
    assert_true(editor_level_is_locked(level, SQUARE));
    assert_false(editor_level_is_locked(level, GROUP));
    const pick_ray ray = {{10.5, 5.5, 100}, {0, 0, -1}, 0, (double)INFINITY};
    pick_query query = editor_level_query(level);
    pick_hit hit;
    assert_true(pick_closest(level->scene, &ray, &query, &hit));
    assert_true(hit.locked);
    editor_level_set_locked(level, INNER, false);
    assert_true(pick_closest(level->scene, &ray, &query, &hit));
    assert_false(hit.locked);
    editor_level_destroy(level);
}

static void test_flags_before_finish(void **state)
{
    (void)state;
    editor_level *level = editor_level_create();
    editor_mesh square = make_square(EDITOR_NONE);
    editor_level_add_mesh(level, &square);
    editor_level_add_object(level, "group", EDITOR_NONE, EDITOR_NONE, &PICK_AFFINE_IDENTITY);
    editor_level_add_object(level, "square", 0, 0, &PICK_AFFINE_IDENTITY);
    level->objects[1].layers = 4;
    editor_level_set_hidden(level, 0, true);
    editor_error error;
    assert_true(editor_level_finish(level, &error));
    assert_int_equal(pick_at(level, 0.5, 0.2), EDITOR_NONE);
    editor_level_set_hidden(level, 0, false);
    assert_int_equal(pick_at(level, 0.5, 0.2), 1);
    pick_query query = editor_level_query(level);
    query.hidden_layers = ~3u;
    const pick_ray ray = {{0.5, 0.2, 100}, {0, 0, -1}, 0, (double)INFINITY};
    pick_hit hit;
    assert_false(pick_closest(level->scene, &ray, &query, &hit));
    editor_level_destroy(level);
}

static void test_finish_refuses(void **state)
{
    (void)state;
    editor_level *level = editor_level_create();
    editor_mesh square = make_square(EDITOR_NONE);
    square.indices[4] = 4;
    editor_level_add_mesh(level, &square);
    editor_error error;
    assert_false(editor_level_finish(level, &error));
    assert_non_null(strstr(error.text, "square"));
    editor_level_destroy(level);

    level = editor_level_create();
    square = make_square(EDITOR_NONE);
    editor_level_add_mesh(level, &square);
    pick_affine place = moved((double)INFINITY, 0, 0);
    editor_level_add_object(level, "far away", EDITOR_NONE, 0, &place);
    assert_false(editor_level_finish(level, &error));
    assert_non_null(strstr(error.text, "far away"));
    editor_level_destroy(level);
}

static void test_warnings(void **state)
{
    (void)state;
    editor_level *level = editor_level_create();
    for (int i = 0; i < 40; i++)
        editor_level_add_warning(level, "warning %d of %s", i, "many");
    assert_int_equal(level->warning_count, 40);
    assert_string_equal(level->warnings[39], "warning 39 of many");
    editor_level_destroy(level);
}

// --- Materials: sides and alpha ---

static editor_level *make_single(const editor_material *material, const editor_image *image)
{
    editor_level *level = editor_level_create();
    if (image)
        assert_int_equal(editor_level_add_image(level, image), 0);
    assert_int_equal(editor_level_add_material(level, material), 0);
    editor_mesh square = make_square(0);
    editor_level_add_mesh(level, &square);
    editor_level_add_object(level, "square", EDITOR_NONE, 0, &PICK_AFFINE_IDENTITY);
    editor_error error;
    assert_true(editor_level_finish(level, &error));
    return level;
}

static bool hits_from_behind(const editor_level *level)
{
    const pick_ray ray = {{0.3, 0.2, -5}, {0, 0, 1}, 0, (double)INFINITY};
    pick_query query = editor_level_query(level);
    pick_hit hit;
    return pick_closest(level->scene, &ray, &query, &hit);
}

static void test_sides(void **state)
{
    (void)state;
    editor_material material = make_material();
    editor_level *level = make_single(&material, NULL);
    assert_false(hits_from_behind(level));
    assert_int_equal(pick_at(level, 0.3, 0.2), 0);
    editor_level_destroy(level);
    material = make_material();
    material.double_sided = true;
    level = make_single(&material, NULL);
    assert_true(hits_from_behind(level));
    editor_level_destroy(level);
}

// 2 x 2 texels, solid at the top left and the bottom right.
static editor_image make_image(void)
{
    static const uint8_t rgba[16] = {255, 255, 255, 255, 255, 255, 255, 0, 255, 255, 255, 0, 255, 255, 255, 255};
    return (editor_image){.name = copy_text("image"), .width = 2, .height = 2, .rgba = copy(rgba, sizeof(rgba))};
}

static editor_material make_mask(void)
{
    editor_material material = make_material();
    material.alpha_mode = EDITOR_ALPHA_MASK;
    material.base_color_image = 0;
    material.wrap_u = material.wrap_v = EDITOR_WRAP_CLAMP;
    return material;
}

static void test_alpha_cut_out(void **state)
{
    (void)state;
    editor_image image = make_image();
    editor_material material = make_mask();
    editor_level *level = make_single(&material, &image);
    assert_int_equal(pick_at(level, -0.7, 0.7), 0); // top left
    assert_int_equal(pick_at(level, 0.7, 0.7), EDITOR_NONE);
    assert_int_equal(pick_at(level, -0.7, -0.7), EDITOR_NONE);
    assert_int_equal(pick_at(level, 0.7, -0.7), 0);
    // Along the top row of texels alpha falls from 1 at x = -0.5 to 0 at x = 0.5: bilinear, and the cutoff is met at 0.
    assert_int_equal(pick_at(level, -0.01, 0.6), 0);
    assert_int_equal(pick_at(level, 0.01, 0.6), EDITOR_NONE);
    // Without the filter the square is solid.
    const pick_ray ray = {{0.7, 0.7, 100}, {0, 0, -1}, 0, (double)INFINITY};
    pick_hit hit;
    assert_true(pick_closest(level->scene, &ray, NULL, &hit));
    editor_level_destroy(level);
}

static void test_alpha_opaque_and_blend(void **state)
{
    (void)state;
    const editor_alpha_mode modes[2] = {EDITOR_ALPHA_OPAQUE, EDITOR_ALPHA_BLEND};
    for (int i = 0; i < 2; i++) {
        editor_image image = make_image();
        editor_material material = make_mask();
        material.alpha_mode = modes[i];
        editor_level *level = make_single(&material, &image);
        assert_int_equal(pick_at(level, 0.7, 0.7), 0);
        editor_level_destroy(level);
    }
}

static void test_alpha_wrap_and_transform(void **state)
{
    (void)state;
    // Twice as many texels across, one texel to the right: u' = 2 u + 0.5.
    editor_image image = make_image();
    editor_material material = make_mask();
    material.uv_transform[0] = 2;
    material.uv_transform[2] = 0.5f;
    material.wrap_u = EDITOR_WRAP_REPEAT;
    editor_level *level = make_single(&material, &image);
    // Top row, u = 0.125 0.375 0.625 0.875 -> u' = 0.75 1.25 1.75 2.25: clear, solid, clear, solid.
    assert_int_equal(pick_at(level, -0.75, 0.7), EDITOR_NONE);
    assert_int_equal(pick_at(level, -0.25, 0.7), 0);
    assert_int_equal(pick_at(level, 0.25, 0.7), EDITOR_NONE);
    assert_int_equal(pick_at(level, 0.75, 0.7), 0);
    editor_level_destroy(level);

    image = make_image();
    material = make_mask();
    material.uv_transform[0] = 2;
    material.uv_transform[2] = 0.5f;
    material.wrap_u = EDITOR_WRAP_MIRROR;
    level = make_single(&material, &image);
    // Mirrored: texels 1, then 1 0 (turned round), then 0: clear, clear, solid, solid.
    assert_int_equal(pick_at(level, -0.75, 0.7), EDITOR_NONE);
    assert_int_equal(pick_at(level, -0.25, 0.7), EDITOR_NONE);
    assert_int_equal(pick_at(level, 0.25, 0.7), 0);
    assert_int_equal(pick_at(level, 0.75, 0.7), 0);
    editor_level_destroy(level);
}

// Texture coordinates as large as floats go: far beyond the texels that have a number, and beyond all numbers.
static void test_alpha_far_outside(void **state)
{
    (void)state;
    static const float scales[] = {1e10f, 3e18f, 1e30f, 3e38f, -3e38f, 1e20f};
    static const editor_wrap wraps[] = {EDITOR_WRAP_REPEAT, EDITOR_WRAP_CLAMP, EDITOR_WRAP_MIRROR};
    for (size_t i = 0; i < 18; i++) {
        editor_image image = make_image();
        for (int k = 0; k < 4; k++)
            image.rgba[4 * k + 3] = 255;
        editor_material material = make_mask();
        material.uv_transform[0] = material.uv_transform[4] = scales[i % 6];
        material.wrap_u = material.wrap_v = wraps[i / 6];
        editor_level *level = make_single(&material, &image);
        assert_int_equal(pick_at(level, 0.37, 0.61), 0); // solid wherever it is read
        editor_level_destroy(level);
    }
}

// A square with colours at its vertices.
static editor_level *make_coloured(const editor_material *material, const float colors[16])
{
    editor_level *level = editor_level_create();
    editor_level_add_material(level, material);
    editor_mesh square = make_square(0);
    square.colors = copy(colors, 16 * sizeof(*colors));
    editor_level_add_mesh(level, &square);
    editor_level_add_object(level, "square", EDITOR_NONE, 0, &PICK_AFFINE_IDENTITY);
    editor_error error;
    assert_true(editor_level_finish(level, &error));
    return level;
}

static void test_alpha_factor_and_vertex_colour(void **state)
{
    (void)state;
    // Factor 0.8, vertex alpha from 0 on the left to 1 on the right, no image: cut at x where 0.8 a = 0.5.
    editor_material material = make_material();
    material.alpha_mode = EDITOR_ALPHA_MASK;
    material.base_color[3] = 0.8f;
    static const float colors[16] = {1, 1, 1, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0};
    editor_level *level = make_coloured(&material, colors);
    const double edge = -1 + 2 * 0.625;
    for (double y = -0.9; y < 1; y += 0.6) { // in both triangles
        assert_int_equal(pick_at(level, edge - 0.01, y), EDITOR_NONE);
        assert_int_equal(pick_at(level, edge + 0.01, y), 0);
    }
    editor_level_destroy(level);
}

// Alpha of exactly the cutoff is opaque, however the weights of the vertices are rounded; alpha a little less is not.
static void test_alpha_at_the_cutoff(void **state)
{
    (void)state;
    const float factors[2] = {0.5f, 0.5f * (1 - 2 * EDITOR_ALPHA_SLACK)};
    for (uint32_t i = 0; i < 2; i++) {
        editor_material material = make_material();
        material.alpha_mode = EDITOR_ALPHA_MASK;
        material.base_color[3] = factors[i];
        static const float colors[16] = {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1};
        editor_level *level = make_coloured(&material, colors);
        for (double y = -0.91; y < 1; y += 0.077) {
            for (double x = -0.93; x < 1; x += 0.083)
                assert_int_equal(pick_at(level, x, y), i == 0 ? 0 : EDITOR_NONE);
        }
        editor_level_destroy(level);
    }
}

// --- Transforms ---

static void test_affine(void **state)
{
    (void)state;
    const double half = 0.70710678118654752;
    const double translation[3] = {1, 2, 3}, rotation[4] = {0, half, 0, half}, scale[3] = {2, 3, 4};
    // A quarter turn about +Y takes x to -z and z to x.
    pick_affine a = editor_affine_from_parts(translation, rotation, scale);
    const double expected[9] = {0, 0, -2, 0, 3, 0, 4, 0, 0};
    for (int i = 0; i < 9; i++)
        assert_true(fabs(a.linear[i] - expected[i]) < 1e-15);
    assert_true(a.origin.x == 1 && a.origin.y == 2 && a.origin.z == 3);
    // A quaternion's length does not count, and one of nothing turns nothing.
    const pick_affine longer =
        editor_affine_from_parts(translation, (const double[4]){0, 7 * half, 0, 7 * half}, scale);
    const pick_affine still = editor_affine_from_parts(translation, (const double[4]){0}, scale);
    for (int i = 0; i < 9; i++) {
        assert_true(fabs(longer.linear[i] - expected[i]) < 1e-14);
        assert_true(still.linear[i] == (i % 4 == 0 ? scale[i / 3] : 0));
    }

    // The scene holds the origin in double, unlike the linear part; the renderer computes with floats.
    pick_affine far = moved(1.01e30, 0, 0);
    assert_false(editor_affine_fits_float(&far));
    far = moved(-1e30, 0, 0);
    assert_true(editor_affine_fits_float(&far));
    far.linear[0] = -1e38;
    assert_true(editor_affine_fits_float(&far));
    far.linear[0] = -1e39;
    assert_false(editor_affine_fits_float(&far));
    far = moved((double)NAN, 0, 0);
    assert_false(editor_affine_fits_float(&far));

    pick_affine zero = moved(0, 0, 0), other = zero;
    assert_true(editor_affine_equal(&zero, &other));
    other.origin.z = -0.0;
    assert_false(editor_affine_equal(&zero, &other));
}

// Names of files are in warnings, which reach terminals.
static void test_warnings_are_one_line(void **state)
{
    (void)state;
    editor_level *level = editor_level_create();
    editor_level_add_warning(level, "texture \"%s\"",
                             "a\x1b[2J\nwarning:\x7f \xc2\x9b"
                             "31m\xc2\xa0T\xc3\xbcr");
    assert_string_equal(level->warnings[0], "texture \"a [2J warning:    31m\xc2\xa0T\xc3\xbcr\"");
    editor_level_destroy(level);
}

// A model that is read again loses its warnings, in a time that does not grow with the square of their number.
static void test_warnings_are_replaced(void **state)
{
    (void)state;
    enum { COUNT = 100000, ASSETS = 3, SECONDS = 1 }; // moving the others for each took 14
    editor_level *level = editor_level_create();
    for (uint32_t i = 0; i < ASSETS * COUNT; i++)
        editor_level_add_asset_warning(level, i / COUNT, "%u", (unsigned)i);
    const clock_t begin = clock();
    editor_level_replace_warnings(level, 0, 2);
    const double seconds = (double)(clock() - begin) / CLOCKS_PER_SEC;
    assert_int_equal(level->warning_count, 2 * COUNT);
    for (uint32_t i = 0; i < 2 * COUNT; i++) {
        assert_int_equal(strtoul(level->warnings[i], NULL, 10), COUNT + i);
        assert_int_equal(level->warning_assets[i], i < COUNT ? 1 : 0);
        assert_int_equal(level->warning_meshes[i], EDITOR_NONE);
    }
    editor_level_destroy(level);
    if (seconds > SECONDS)
        fail_msg("%.1f seconds", seconds);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_handles),
        cmocka_unit_test(test_tree),
        cmocka_unit_test(test_many),
        cmocka_unit_test(test_set_local),
        cmocka_unit_test(test_flags),
        cmocka_unit_test(test_flags_before_finish),
        cmocka_unit_test(test_finish_refuses),
        cmocka_unit_test(test_warnings),
        cmocka_unit_test(test_warnings_are_one_line),
        cmocka_unit_test(test_warnings_are_replaced),
        cmocka_unit_test(test_sides),
        cmocka_unit_test(test_alpha_cut_out),
        cmocka_unit_test(test_alpha_opaque_and_blend),
        cmocka_unit_test(test_alpha_wrap_and_transform),
        cmocka_unit_test(test_alpha_far_outside),
        cmocka_unit_test(test_alpha_factor_and_vertex_colour),
        cmocka_unit_test(test_alpha_at_the_cutoff),
        cmocka_unit_test(test_affine),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
