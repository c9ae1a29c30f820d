// Which differences are explained: squares in a view of one pixel per metre, so that every edge is known.
#include "cli/verify_explain.h"
#include "cli/verify_outline.h"
#include "document/level/level_internal.h"
#include "document/level/look.h"
#include "near.h"
#include "view/camera.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { BITS = 8 };
static const double GRID = 1.0 / 256;
static const double STEP = 1.75 / 256; // the tolerance

static const editor_pixel_answer NOTHING = {EDITOR_NONE, 0};

static void *copy_of(const void *data, size_t size)
{
    void *copy = malloc(size);
    assert_non_null(copy);
    memcpy(copy, data, size);
    return copy;
}

// A square from (-0.5, -0.5) to (0.5, 0.5) at z = 0 facing +z: triangle 0 is below the diagonal y = x, 1 above it.
static uint32_t add_square_mesh(editor_level *level, uint32_t material)
{
    static const float POSITIONS[12] = {-0.5f, -0.5f, 0, 0.5f, -0.5f, 0, 0.5f, 0.5f, 0, -0.5f, 0.5f, 0};
    static const float UVS[8] = {0, 1, 1, 1, 1, 0, 0, 0};
    static const uint32_t INDICES[6] = {0, 1, 2, 0, 2, 3};
    const editor_submesh submesh = {0, 2, material};
    editor_mesh mesh = {.vertex_count = 4, .index_count = 6, .submesh_count = 1};
    mesh.name = copy_of("square", 7);
    mesh.positions = copy_of(POSITIONS, sizeof(POSITIONS));
    mesh.uvs = copy_of(UVS, sizeof(UVS));
    mesh.indices = copy_of(INDICES, sizeof(INDICES));
    mesh.submeshes = copy_of(&submesh, sizeof(submesh));
    uint32_t number = editor_level_add_mesh(level, &mesh);
    assert_int_not_equal(number, EDITOR_NONE);
    return number;
}

static uint32_t add_square(editor_level *level, uint32_t mesh, pick_vec3 at, double size)
{
    pick_affine local = {{size, 0, 0, 0, size, 0, 0, 0, size}, {at.x, at.y, at.z}};
    return editor_level_add_object(level, "square", EDITOR_NONE, mesh, &local);
}

static void finish(editor_level *level)
{
    editor_error error = {""};
    if (!editor_level_finish(level, &error))
        fail_msg("%s", error.text);
}

// 64 by 64 pixels looking along -z at the origin from z = 32. Orthographic: window = (32 + x, 32 - y). Perspective
// with a right angle: the same on the plane z = 0.
static pick_view look(bool orthographic)
{
    editor_camera camera = EDITOR_CAMERA_DEFAULT;
    camera.eye = pick_vec3_make(0, 0, 32);
    camera.near_distance = 0.25;
    camera.fov = 1.5707963267948966;
    camera.orthographic = orthographic;
    camera.ortho_height = 64;
    pick_view view;
    assert_int_equal(editor_camera_get_view(&camera, (pick_rect){0, 0, 64, 64}, &view), PICK_OK);
    return view;
}

static bool explains(const editor_level *level, const pick_view *view, pick_vec2 at, editor_pixel_answer cpu,
                     editor_pixel_answer gpu)
{
    editor_explainer *explainer = editor_explainer_create(level, view, BITS);
    assert_non_null(explainer);
    bool result = editor_explainer_explains(explainer, at, cpu, gpu);
    editor_explainer_destroy(explainer);
    return result;
}

static void test_edges_are_explained_within_the_grid_only(void **state)
{
    (void)state;
    editor_level *level = editor_level_create();
    uint32_t square = add_square(level, add_square_mesh(level, EDITOR_NONE), pick_vec3_make(0, 0, 0), 20);
    finish(level);
    for (int kind = 0; kind < 2; kind++) {
        pick_view view = look(kind == 0);
        const editor_pixel_answer on = {square, 0}; // below the diagonal: right of the middle, low
        const double edge = 42;                     // its right side
        assert_true(explains(level, &view, (pick_vec2){edge, 37}, on, NOTHING));
        assert_true(explains(level, &view, (pick_vec2){edge, 37}, NOTHING, on));
        assert_true(explains(level, &view, (pick_vec2){edge - 0.9 * STEP, 37}, on, NOTHING));
        assert_true(explains(level, &view, (pick_vec2){edge + 0.9 * STEP, 37}, on, NOTHING));
        // Drivers may round vertices down, up, or to the nearest place on the grid.
        const double corner = sqrt(2) * GRID, half = GRID / 2;
        const double moves[] = {-corner, -half, half, corner};
        for (size_t i = 0; i < 4; i++)
            assert_true(explains(level, &view, (pick_vec2){edge + moves[i], 37}, on, NOTHING));
        assert_false(explains(level, &view, (pick_vec2){edge - 2 * GRID, 37}, on, NOTHING));
        assert_false(explains(level, &view, (pick_vec2){edge - 1.1 * STEP, 37}, on, NOTHING)); // must be drawn
        assert_false(explains(level, &view, (pick_vec2){edge + 1.1 * STEP, 37}, on, NOTHING)); // cannot be
        assert_false(explains(level, &view, (pick_vec2){edge - 0.5, 37}, NOTHING, on));
        assert_false(explains(level, &view, (pick_vec2){2, 2}, on, NOTHING));
    }
    editor_level_destroy(level);
}

// A line 8 metres thick, with a joint in the middle, before a wall.
static void test_rods_are_judged_as_volumes_are(void **state)
{
    (void)state;
    editor_level *level = editor_level_create();
    const editor_line line = {.points = (double[]){-10, 0, 0, 0, 0, 0, 10, 0, 0}, .count = 3};
    const editor_override wide = {.fields = EDITOR_OVERRIDE_WIDTH, .width = {8, EDITOR_WIDTH_IN_METRES}};
    const pick_affine place = {{1, 0, 0, 0, 1, 0, 0, 0, 1}, {0, 0, 8}};
    const uint32_t mesh = editor_level_line(level, &line);
    const uint32_t rod = editor_level_add_object(level, "rod", EDITOR_NONE, mesh, &place);
    assert_true(editor_level_find_look(level, mesh, &wide, 1, &level->objects[rod].look));
    const uint32_t wall = add_square(level, add_square_mesh(level, EDITOR_NONE), pick_vec3_make(0, 0, 0), 60);
    finish(level);
    const pick_view view = look(true);
    const editor_pixel_answer left = {rod, 0}, right = {rod, 1}, behind = {wall, 0};
    const double edge = 36, x = 36; // its lower side, below the wall's diagonal
    assert_true(explains(level, &view, (pick_vec2){x, edge}, right, behind));
    assert_true(explains(level, &view, (pick_vec2){x, edge + 0.5 * GRID}, behind, right));
    assert_false(explains(level, &view, (pick_vec2){x, edge + 3 * GRID}, behind, right)); // it is not there
    assert_false(explains(level, &view, (pick_vec2){x, edge - 3 * GRID}, behind, right)); // it must be drawn
    assert_false(explains(level, &view, (pick_vec2){x, 33}, right, NOTHING));
    // Its round end, and its joint.
    assert_true(explains(level, &view, (pick_vec2){46, 32}, right, behind));
    assert_false(explains(level, &view, (pick_vec2){46.1, 32}, right, behind));
    assert_true(explains(level, &view, (pick_vec2){32, 33}, left, right));
    assert_false(explains(level, &view, (pick_vec2){37, 33}, left, right));
    assert_false(explains(level, &view, (pick_vec2){37, 33}, right, (editor_pixel_answer){rod, 2})); // no such one
    editor_level_destroy(level);
}

static void test_triangles_of_one_object_follow_the_same_rule(void **state)
{
    (void)state;
    editor_level *level = editor_level_create();
    uint32_t square = add_square(level, add_square_mesh(level, EDITOR_NONE), pick_vec3_make(0, 0, 0), 20);
    finish(level);
    pick_view view = look(false);
    const editor_pixel_answer low = {square, 0}, high = {square, 1};
    assert_true(explains(level, &view, (pick_vec2){32, 32}, low, high)); // on the diagonal
    assert_false(explains(level, &view, (pick_vec2){33, 32}, low, high));
    assert_false(explains(level, &view, (pick_vec2){33, 32}, low, (editor_pixel_answer){square, 2})); // no such one
    assert_false(explains(level, &view, (pick_vec2){33, 32}, low, (editor_pixel_answer){7, 0}));
    editor_level_destroy(level);
}

static void test_depth_is_explained_only_where_equal(void **state)
{
    (void)state;
    for (int kind = 0; kind < 2; kind++) {
        editor_level *level = editor_level_create();
        uint32_t mesh = add_square_mesh(level, EDITOR_NONE);
        uint32_t a = add_square(level, mesh, pick_vec3_make(0, 0, 0), 20);
        uint32_t b = add_square(level, mesh, pick_vec3_make(0, 0, 0), 30);       // in the same plane
        uint32_t behind = add_square(level, mesh, pick_vec3_make(0, 0, -1), 30); // a metre behind
        finish(level);
        pick_view view = look(kind == 0);
        const pick_vec2 at = {37, 35};
        const editor_pixel_answer on_a = {a, 0}, on_b = {b, 0}, on_behind = {behind, 0};
        assert_true(explains(level, &view, at, on_a, on_b));
        assert_true(explains(level, &view, at, on_b, on_a));
        assert_false(explains(level, &view, at, on_a, on_behind));
        assert_false(explains(level, &view, at, on_behind, on_b));
        assert_false(explains(level, &view, at, NOTHING, on_a));
        editor_level_destroy(level);
    }
}

static void test_hidden_objects_are_neither_right_nor_in_the_way(void **state)
{
    (void)state;
    editor_level *level = editor_level_create();
    uint32_t mesh = add_square_mesh(level, EDITOR_NONE);
    uint32_t front = add_square(level, mesh, pick_vec3_make(0, 0, 5), 20);
    uint32_t behind = add_square(level, mesh, pick_vec3_make(0, 0, 0), 20);
    finish(level);
    pick_view view = look(true);
    const editor_pixel_answer on_behind = {behind, 0};
    const pick_vec2 edge = {42, 37};
    assert_true(explains(level, &view, edge, (editor_pixel_answer){front, 0}, on_behind));
    editor_level_set_hidden(level, front, true);
    assert_false(explains(level, &view, edge, (editor_pixel_answer){front, 0}, on_behind));
    assert_true(explains(level, &view, edge, NOTHING, on_behind));
    editor_level_destroy(level);
}

// A back face is not drawn, a mirrored one's back is its front.
static void test_facing_counts(void **state)
{
    (void)state;
    for (int mirrored = 0; mirrored < 2; mirrored++) {
        editor_level *level = editor_level_create();
        uint32_t mesh = add_square_mesh(level, EDITOR_NONE);
        pick_affine turned = {{-20, 0, 0, 0, 20, 0, 0, 0, mirrored ? 20 : -20}, {0, 0, 0}};
        uint32_t square = editor_level_add_object(level, "turned", EDITOR_NONE, mesh, &turned);
        finish(level);
        for (int kind = 0; kind < 2; kind++) {
            pick_view view = look(kind == 0);
            const pick_vec2 middle = {30, 34}, edge = {22, 34};
            const editor_pixel_answer on = {square, 0};
            assert_false(explains(level, &view, middle, NOTHING, on));
            // x is mirrored: triangle 0 lies to the left. In both cases the world normal points away; only the
            // mirror makes that the front.
            assert_int_equal(explains(level, &view, edge, NOTHING, on), mirrored);
            assert_int_equal(explains(level, &view, middle, NOTHING, NOTHING), !mirrored);
        }
        editor_level_destroy(level);
    }
}

// A floor through the eye plane: its outline ends where the near plane cuts it, not where its corners are.
static void test_the_near_plane_cuts(void **state)
{
    (void)state;
    editor_level *level = editor_level_create();
    uint32_t mesh = add_square_mesh(level, EDITOR_NONE);
    // Square to floor: x stays, y becomes -z, facing +y; one metre below the eye, from z = -68 to 132.
    pick_affine floor = {{200, 0, 0, 0, 0, -200, 0, 200, 0}, {0, -1, 32}};
    uint32_t number = editor_level_add_object(level, "floor", EDITOR_NONE, mesh, &floor);
    finish(level);
    editor_camera camera = EDITOR_CAMERA_DEFAULT;
    camera.eye = pick_vec3_make(0, 0, 32);
    camera.near_distance = 2; // at the bottom of the view the floor is 1 m away: clipped; the line is at 32 + 16
    camera.fov = 1.5707963267948966;
    pick_view view;
    assert_int_equal(editor_camera_get_view(&camera, (pick_rect){0, 0, 64, 64}, &view), PICK_OK);
    const editor_pixel_answer on = {number, 1};
    assert_true(explains(level, &view, (pick_vec2){40, 48}, on, NOTHING));
    assert_false(explains(level, &view, (pick_vec2){40, 48.1}, on, NOTHING));
    assert_false(explains(level, &view, (pick_vec2){40, 47.9}, on, NOTHING));
    assert_true(explains(level, &view, (pick_vec2){40, 48.1}, NOTHING, NOTHING));
    editor_level_destroy(level);
}

// Left half opaque, right half clear, four texels wide: bilinear alpha crosses the cutoff 0.5 in the middle.
static void test_alpha_is_asked_around_the_pixel(void **state)
{
    (void)state;
    static const uint8_t TEXELS[16] = {0, 0, 0, 255, 0, 0, 0, 255, 0, 0, 0, 0, 0, 0, 0, 0};
    editor_level *level = editor_level_create();
    editor_image image = {.name = copy_of("half", 5), .width = 4, .height = 1, .rgba = copy_of(TEXELS, 16)};
    editor_material material = EDITOR_MATERIAL_DEFAULT;
    material.name = copy_of("cut", 4);
    material.base_color_image = editor_level_add_image(level, &image);
    material.wrap_u = EDITOR_WRAP_CLAMP;
    material.wrap_v = EDITOR_WRAP_CLAMP;
    material.alpha_mode = EDITOR_ALPHA_MASK;
    uint32_t number = editor_level_add_material(level, &material);
    uint32_t square = add_square(level, add_square_mesh(level, number), pick_vec3_make(0, 0, 0), 20);
    finish(level);
    pick_view view = look(true);
    const editor_pixel_answer on = {square, 1}; // above the diagonal
    assert_true(explains(level, &view, (pick_vec2){32, 28}, on, NOTHING));
    assert_true(explains(level, &view, (pick_vec2){32 - 0.5 * STEP, 28}, on, NOTHING));
    assert_false(explains(level, &view, (pick_vec2){32 - 2 * STEP, 28}, on, NOTHING)); // kept for sure
    assert_false(explains(level, &view, (pick_vec2){32 + 2 * STEP, 28}, on, NOTHING)); // cut for sure
    assert_true(explains(level, &view, (pick_vec2){36, 25}, NOTHING, NOTHING));
    editor_level_destroy(level);
}

// A clear line of half the tolerance's width, which a sample at the pixel centre and samples at the tolerance miss, as
// on a surface seen at a slant.
static void test_narrow_cuts_are_found(void **state)
{
    (void)state;
    enum { WIDTH = 20480, CLEAR = 14337 }; // seven texels to the tolerance; the pixel centre is 1.5 left
    uint8_t *texels = malloc(4 * (size_t)WIDTH);
    assert_non_null(texels);
    memset(texels, 255, 4 * (size_t)WIDTH);
    texels[4 * CLEAR + 3] = texels[4 * (CLEAR + 1) + 3] = 0;
    editor_level *level = editor_level_create();
    editor_image image = {.name = copy_of("line", 5), .width = WIDTH, .height = 1, .rgba = texels};
    editor_material material = EDITOR_MATERIAL_DEFAULT;
    material.name = copy_of("cut", 4);
    material.base_color_image = editor_level_add_image(level, &image);
    material.alpha_mode = EDITOR_ALPHA_MASK;
    uint32_t number = editor_level_add_material(level, &material);
    uint32_t square = add_square(level, add_square_mesh(level, number), pick_vec3_make(0, 0, 0), 20);
    finish(level);
    pick_view view = look(true);
    const editor_pixel_answer on = {square, 1}; // above the diagonal
    assert_true(explains(level, &view, (pick_vec2){36, 25}, on, NOTHING));
    assert_true(explains(level, &view, (pick_vec2){36 + STEP, 25}, on, NOTHING));
    assert_false(explains(level, &view, (pick_vec2){36 - STEP, 25}, on, NOTHING));
    assert_false(explains(level, &view, (pick_vec2){36 + 2 * STEP, 25}, on, NOTHING));
    editor_level_destroy(level);
}

static void test_outline_is_cut_and_measured(void **state)
{
    (void)state;
    pick_view view = look(true); // window = 32 + x, 32 - y
    const pick_vec3 triangle[3] = {{0, 0, 10}, {8, 0, 10}, {0, 6, 10}};
    editor_outline outline = editor_outline_make(&view, triangle, 1, (double)INFINITY);
    assert_int_equal(outline.count, 3);
    assert_near(editor_outline_distance(&outline, (pick_vec2){33, 31}), -1, 1e-5);
    assert_near(editor_outline_distance(&outline, (pick_vec2){30, 30}), 2, 1e-5);
    assert_near(editor_outline_distance(&outline, (pick_vec2){29, 36}), 5, 1e-5); // to the corner
    assert_near(editor_outline_width(&outline), 4.8, 1e-5);                       // the height over the long side
    const pick_vec3 through[3] = {{0, 0, -10}, {8, 0, 10}, {0, 6, 10}};
    outline = editor_outline_make(&view, through, 0, (double)INFINITY);
    assert_int_equal(outline.count, 4);
    outline = editor_outline_make(&view, through, -4, 4);
    assert_int_equal(outline.count, 4);
    outline = editor_outline_make(&view, triangle, 11, (double)INFINITY);
    assert_int_equal(outline.count, 0);
    assert_true(isinf(editor_outline_distance(&outline, (pick_vec2){33, 31})));
    pick_vec2 min, max;
    assert_false(editor_outline_bounds(&outline, &min, &max));
    const pick_vec3 line[3] = {{0, 0, 10}, {8, 0, 10}, {4, 0, 10}};
    outline = editor_outline_make(&view, line, 1, 100);
    assert_near(editor_outline_width(&outline), 0, 1e-12);
    assert_near(editor_outline_distance(&outline, (pick_vec2){36, 32}), 0, 1e-6);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_edges_are_explained_within_the_grid_only),
        cmocka_unit_test(test_rods_are_judged_as_volumes_are),
        cmocka_unit_test(test_triangles_of_one_object_follow_the_same_rule),
        cmocka_unit_test(test_depth_is_explained_only_where_equal),
        cmocka_unit_test(test_hidden_objects_are_neither_right_nor_in_the_way),
        cmocka_unit_test(test_facing_counts),
        cmocka_unit_test(test_the_near_plane_cuts),
        cmocka_unit_test(test_alpha_is_asked_around_the_pixel),
        cmocka_unit_test(test_narrow_cuts_are_found),
        cmocka_unit_test(test_outline_is_cut_and_measured),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
