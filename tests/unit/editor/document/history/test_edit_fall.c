// Drop to the surface comes to rest exactly: compared with every pair of triangles; and what stops an object that
// touches or overlaps something at the start.
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>

#include "document/level/look.h"
#include "document/level/primitive_mesh.h"
#include "document/motion/affine.h"
#include "edit_fixture.h"
#include "effort.h"
#include "random.h"

static const uint32_t ground = 0, thing = 1, part_of_thing = 2; // of a level of `scene_of`

static editor_mesh mesh_of(const float *positions, uint32_t vertex_count, const uint32_t *indices, uint32_t index_count)
{
    editor_mesh mesh = fixture_cube();
    free(mesh.positions);
    free(mesh.indices);
    mesh.positions = malloc(3 * (size_t)vertex_count * sizeof(float));
    mesh.indices = malloc(index_count * sizeof(uint32_t));
    assert_true(mesh.positions != NULL && mesh.indices != NULL);
    memcpy(mesh.positions, positions, 3 * (size_t)vertex_count * sizeof(float));
    memcpy(mesh.indices, indices, index_count * sizeof(uint32_t));
    mesh.vertex_count = vertex_count;
    mesh.index_count = index_count;
    mesh.submeshes[0].triangle_count = index_count / 3;
    return mesh;
}

// --- Every pair of triangles ---

enum { CELLS = 9, SIDE = CELLS + 1 };

// Hills 12 m wide, with cliffs where a height is doubled.
static editor_mesh hills(test_random *random)
{
    float positions[3 * SIDE * SIDE];
    uint32_t indices[6 * CELLS * CELLS], count = 0;
    for (uint32_t i = 0; i < SIDE * SIDE; i++) {
        const double height = random_between(random, -0.5, 0.5);
        positions[3 * i] = (float)((double)(i % SIDE) / CELLS * 12 - 6);
        positions[3 * i + 1] = (float)(random_index(random, 8) == 0 ? 3 * height : height);
        positions[3 * i + 2] = (float)((double)(i / SIDE) / CELLS * 12 - 6);
    }
    for (uint32_t i = 0; i < CELLS * CELLS; i++) {
        const uint32_t a = i / CELLS * SIDE + i % CELLS, b = a + 1, c = a + SIDE, d = c + 1;
        const uint32_t both[6] = {a, c, b, b, c, d};
        memcpy(&indices[count], both, sizeof(both));
        count += 6;
    }
    return mesh_of(positions, SIDE * SIDE, indices, count);
}

static void triangle_of(const editor_level *level, uint32_t object, uint32_t triangle, pick_vec3 out[3])
{
    const editor_object *o = &level->objects[object];
    const editor_mesh *mesh = &level->meshes[o->mesh];
    for (uint32_t i = 0; i < 3; i++) {
        const float *p = &mesh->positions[3 * (size_t)mesh->indices[3 * triangle + i]];
        out[i] = pick_affine_point(&o->world, pick_vec3_make((double)p[0], (double)p[1], (double)p[2]));
    }
}

static double cross2(pick_vec3 a, pick_vec3 b)
{
    return a.x * b.z - a.z * b.x;
}

// How far `p` is above the triangle; infinite: it is beside it.
static double height_above(pick_vec3 p, const pick_vec3 t[3])
{
    const pick_vec3 u = pick_vec3_sub(t[1], t[0]), v = pick_vec3_sub(t[2], t[0]), w = pick_vec3_sub(p, t[0]);
    const double area = cross2(u, v);
    const double a = cross2(w, v) / area, b = cross2(u, w) / area;
    if (!(a >= 0 && b >= 0 && a + b <= 1))
        return HUGE_VAL;
    return w.y - a * u.y - b * v.y;
}

static double height_of_edges(pick_vec3 a, pick_vec3 b, pick_vec3 c, pick_vec3 d)
{
    const pick_vec3 u = pick_vec3_sub(b, a), v = pick_vec3_sub(d, c), w = pick_vec3_sub(c, a);
    const double area = cross2(u, v);
    const double s = cross2(w, v) / area, t = cross2(w, u) / area;
    if (!(s >= 0 && s <= 1 && t >= 0 && t <= 1))
        return HUGE_VAL;
    return s * u.y - w.y - t * v.y;
}

static double height_of_triangles(const pick_vec3 upper[3], const pick_vec3 lower[3])
{
    double least = HUGE_VAL;
    for (int i = 0; i < 3; i++) {
        least = fmin(least, height_above(upper[i], lower));
        least = fmin(least, -height_above(lower[i], upper) == -HUGE_VAL ? HUGE_VAL : -height_above(lower[i], upper));
        for (int k = 0; k < 3; k++)
            least = fmin(least, height_of_edges(upper[i], upper[(i + 1) % 3], lower[k], lower[(k + 1) % 3]));
    }
    return least;
}

static double height_of_objects(const editor_level *level, uint32_t upper, uint32_t lower)
{
    double least = HUGE_VAL;
    for (uint32_t i = 0; i < level->meshes[level->objects[upper].mesh].index_count / 3; i++) {
        pick_vec3 a[3], b[3];
        triangle_of(level, upper, i, a);
        for (uint32_t k = 0; k < level->meshes[level->objects[lower].mesh].index_count / 3; k++) {
            triangle_of(level, lower, k, b);
            least = fmin(least, height_of_triangles((const pick_vec3 *)a, (const pick_vec3 *)b));
        }
    }
    return least;
}

static editor_document *scene_of(editor_mesh *below, editor_mesh *above, const pick_affine *place, bool has_part)
{
    editor_level *level = editor_level_create();
    const uint32_t low = editor_level_add_mesh(level, below), high = editor_level_add_mesh(level, above);
    const pick_affine at = fixture_at(0, 0, 0), beside = fixture_at(0.7, 0.2, 0.3);
    assert_int_equal(editor_level_add_object(level, "ground", EDITOR_NONE, low, &at), ground);
    assert_int_equal(editor_level_add_object(level, "thing", EDITOR_NONE, high, place), thing);
    if (has_part)
        assert_int_equal(editor_level_add_object(level, "part", thing, high, &beside), part_of_thing);
    editor_error error;
    assert_true(editor_level_finish(level, &error));
    return editor_document_create(level, NULL);
}

static editor_mesh round_mesh(uint32_t which)
{
    static const editor_shape shapes[4] = {EDITOR_SHAPE_SPHERE, EDITOR_SHAPE_TORUS, EDITOR_SHAPE_CUBE,
                                           EDITOR_SHAPE_CONE};
    editor_primitive primitive = editor_primitive_default(shapes[which]);
    for (int k = EDITOR_PRIMITIVE_SEGMENTS; k < EDITOR_PRIMITIVE_FIELDS; k++)
        primitive.value[k] = primitive.value[k] > 0 ? 7 : 0;
    editor_mesh mesh;
    assert_true(editor_primitive_mesh(&primitive, &mesh));
    return mesh;
}

static pick_affine any_place(test_random *random)
{
    const pick_vec3 axis = random_direction(random);
    const double turn = random_between(random, 0, 3), s = sin(turn), size = random_between(random, 0.5, 3);
    return editor_affine_from_parts(
        (double[3]){random_between(random, -2, 2), random_between(random, 8, 20), random_between(random, -2, 2)},
        (double[4]){axis.x * s, axis.y * s, axis.z * s, cos(turn)},
        (double[3]){size, random_between(random, 0.2, 1) * size, size});
}

static void test_like_every_pair(void **state)
{
    (void)state;
    const uint32_t trials = test_effort(12, 500);
    test_random random = {11};
    for (uint32_t i = 0; i < trials; i++) {
        editor_mesh below = hills(&random), above = round_mesh(i % 4);
        const pick_affine place = any_place(&random);
        const bool has_part = i % 3 == 0;
        editor_document *document = scene_of(&below, &above, &place, has_part);
        const editor_level *level = editor_document_level(document);
        double gap = height_of_objects(level, thing, ground);
        if (has_part)
            gap = fmin(gap, height_of_objects(level, part_of_thing, ground));
        assert_true(gap > 1 && gap < 30);
        assert_int_equal(editor_edit_drop_to_surface(document, &thing, 1), EDITOR_EDIT_DONE);
        const double moved = place.origin.y - level->objects[thing].world.origin.y;
        assert_true(fabs(moved - gap) < 1e-9);
        // It rests: it does not move again, and is not raised when it is a little too low.
        assert_int_equal(editor_edit_drop_to_surface(document, &thing, 1), EDITOR_EDIT_NOTHING);
        pick_affine sunk = level->objects[thing].world;
        sunk.origin.y -= i % 2 ? 1e-3 : 1e-8;
        assert_int_equal(editor_edit_set_worlds(document, &thing, &sunk, 1), EDITOR_EDIT_DONE);
        assert_int_equal(editor_edit_drop_to_surface(document, &thing, 1), EDITOR_EDIT_NOTHING);
        assert_true(fixture_is_consistent(level));
        editor_document_destroy(document);
    }
}

// --- Large meshes ---

// A ball with bumps of 4 * rows^2 triangles.
static editor_mesh rough_ball(uint32_t rows)
{
    const uint32_t columns = 2 * rows, vertex_count = (rows + 1) * columns;
    float *positions = malloc(3 * (size_t)vertex_count * sizeof(float));
    uint32_t *indices = malloc(6 * (size_t)rows * columns * sizeof(uint32_t)), count = 0;
    assert_true(positions && indices);
    for (uint32_t i = 0; i < vertex_count; i++) {
        const double a = 3.14159265358979 * (i / columns) / rows, b = 3.14159265358979 * (i % columns) / rows;
        const double size = 1 + 0.02 * sin(9 * a) * cos(11 * b) + 1e-3 * sin(13 * (double)(i / columns) + 78.0 * i);
        positions[3 * i] = (float)(size * sin(a) * cos(b));
        positions[3 * i + 1] = (float)(size * cos(a));
        positions[3 * i + 2] = (float)(size * sin(a) * sin(b));
    }
    for (uint32_t i = 0; i < rows * columns; i++) {
        const uint32_t a = i, b = i % columns + 1 < columns ? i + 1 : i + 1 - columns, c = a + columns, d = b + columns;
        const uint32_t both[6] = {a, b, c, b, d, c};
        memcpy(&indices[count], both, sizeof(both));
        count += 6;
    }
    editor_mesh mesh = mesh_of(positions, vertex_count, indices, count);
    free(positions);
    free(indices);
    return mesh;
}

// 10 000 triangles, and twice as many: they are looked up, not listed.
static void test_large_like_every_pair(void **state)
{
    (void)state;
    test_random random = {12};
    const uint32_t trials = test_effort(2, 20);
    for (uint32_t i = 0; i < trials; i++) {
        editor_mesh below = hills(&random), above = rough_ball(50);
        const pick_affine place = any_place(&random);
        editor_document *document = scene_of(&below, &above, &place, i % 2);
        const editor_level *level = editor_document_level(document);
        double gap = height_of_objects(level, thing, ground);
        if (i % 2)
            gap = fmin(gap, height_of_objects(level, part_of_thing, ground));
        assert_int_equal(editor_edit_drop_to_surface(document, &thing, 1), EDITOR_EDIT_DONE);
        assert_true(fabs(place.origin.y - level->objects[thing].world.origin.y - gap) < 1e-9);
        assert_int_equal(editor_edit_drop_to_surface(document, &thing, 1), EDITOR_EDIT_NOTHING);
        editor_document_destroy(document);
    }
}

static double seconds_to_drop(uint32_t rows)
{
    test_random random = {5};
    editor_mesh below = hills(&random), above = rough_ball(rows);
    const pick_affine place = fixture_at(0.3, 12, 0.2);
    editor_document *document = scene_of(&below, &above, &place, false);
    const clock_t begin = clock();
    assert_int_equal(editor_edit_drop_to_surface(document, &thing, 1), EDITOR_EDIT_DONE);
    const clock_t end = clock();
    editor_document_destroy(document);
    return (double)(end - begin) / CLOCKS_PER_SEC;
}

// Sixteen times as many triangles took sixteen times as long when all were listed.
static void test_time_of_large_meshes(void **state)
{
    (void)state;
    const double small = fmax(seconds_to_drop(100), 1e-3), large = seconds_to_drop(400);
    if (large > 6 * small)
        fail_msg("%g s for 40 000 triangles, %g s for 640 000", small, large);
}

// --- What holds an object ---

static editor_document *cubes(const pick_affine *below, const pick_affine *above)
{
    editor_mesh low = fixture_cube(), high = fixture_cube();
    editor_document *document = scene_of(&low, &high, above, false);
    assert_int_equal(editor_edit_set_worlds(document, &ground, below, 1), EDITOR_EDIT_DONE);
    return document;
}

static double bottom(const editor_document *document)
{
    return editor_level_subtree_bounds(editor_document_level(document), thing).min.y;
}

static pick_affine box_at(double x, double y, double z, double width, double height, double depth)
{
    return (pick_affine){{width, 0, 0, 0, height, 0, 0, 0, depth}, {x, y, z}};
}

// Walls and ceilings hold nothing: it falls past what only touches its sides, below it too, and away from what is
// above.
static void test_beside_and_below(void **state)
{
    (void)state;
    const pick_affine floor = box_at(0, -0.5, 0, 20, 1, 20), crate = box_at(0, 2, 0, 1, 1, 1);
    const struct {
        pick_affine wall;
        double rest; // of the crate's bottom
    } cases[] = {
        {box_at(1, 3, 0, 1, 6, 1), 0},          // a wall that touches its side, higher than it
        {box_at(1, 0.5, 0, 1, 1, 1), 0},        // one that ends below it
        {box_at(1 + 1e-8, 0.5, 1, 1, 1, 1), 0}, // at a corner, with the rounding of floats
        {box_at(1 - 1e-8, 0.5, 0, 1, 1, 1), 0}, // sunk in by as much
        {box_at(0.99, 0.5, 0, 1, 1, 1), 1},     // one that it does overlap
        {box_at(0.75, 3.2, 0, 1, 6, 1), 0},     // it is stuck in the side of this one
        {box_at(0, 3, 0, 4, 1, 4), 0},          // a ceiling that it touches
        {box_at(0, 2.75, 0, 4, 1, 4), 0},       // one that it is stuck in
        {box_at(0, 1.2, 0, 4, 1, 4), 1.5},      // ground that it is sunk into: it stays
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
        editor_document *document = cubes(&floor, &crate);
        assert_int_equal(editor_edit_duplicate(document, &ground, 1), EDITOR_EDIT_DONE);
        const uint32_t wall = editor_document_active(document);
        assert_int_equal(editor_edit_set_worlds(document, &wall, &cases[i].wall, 1), EDITOR_EDIT_DONE);
        assert_int_not_equal(editor_edit_drop_to_surface(document, &thing, 1), EDITOR_EDIT_REFUSED);
        if (fabs(bottom(document) - cases[i].rest) > 1e-9)
            fail_msg("case %zu: at %g", i, bottom(document));
        editor_document_destroy(document);
    }
}

// A sheet 4 m wide in y = 0 whose front points up; and one that stands on its edge, whose top is at 0.
static editor_mesh sheet(bool upright)
{
    const float flat[12] = {-2, 0, -2, 2, 0, -2, -2, 0, 2, 2, 0, 2};
    const float fence[12] = {-2, -2, 0, 2, -2, 0, -2, 0, 0, 2, 0, 0};
    return mesh_of(upright ? fence : flat, 4, (const uint32_t[6]){0, 2, 1, 1, 2, 3}, 6);
}

static void test_sheets(void **state)
{
    (void)state;
    const struct {
        bool upright, upside_down, double_sided, cut_out;
        double y, rest; // of the cube's middle; -HUGE_VAL: nothing holds it
    } cases[] = {
        {false, false, false, false, 3, 0.5},
        {false, true, false, false, 3, -HUGE_VAL},    // its back is not drawn
        {false, true, true, false, 3, 0.5},           // both sides are
        {false, true, true, false, 0.5, 0.5},         // it rests on one already
        {false, true, true, false, 0.2, 0.2},         // it is stuck in one
        {false, false, true, false, -0.5, -HUGE_VAL}, // it touches it from below
        {false, false, true, true, 3, -HUGE_VAL},     // all of it is cut out
        {true, false, true, false, 3, 0.5},           // on the upper edge of a fence
        {true, false, true, false, 0.5, 0.5},
        {true, false, true, false, -0.6, -HUGE_VAL}, // a fence through its middle
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
        editor_level *level = editor_level_create();
        editor_material material = EDITOR_MATERIAL_DEFAULT;
        material.double_sided = cases[i].double_sided;
        material.alpha_mode = cases[i].cut_out ? EDITOR_ALPHA_MASK : EDITOR_ALPHA_OPAQUE;
        material.base_color[3] = cases[i].cut_out ? 0.1f : 1;
        editor_mesh low = sheet(cases[i].upright), high = fixture_cube();
        low.submeshes[0].material = editor_level_add_material(level, &material);
        pick_affine place = fixture_at(0, 0, 0);
        place.linear[4] = cases[i].upside_down ? -1 : 1;
        const uint32_t mesh = editor_level_add_mesh(level, &low), cube = editor_level_add_mesh(level, &high);
        editor_level_add_object(level, "ground", EDITOR_NONE, mesh, &place);
        place = fixture_at(0.1, cases[i].y, 0.2);
        editor_level_add_object(level, "thing", EDITOR_NONE, cube, &place);
        editor_error error;
        assert_true(editor_level_finish(level, &error));
        editor_document *document = editor_document_create(level, NULL);
        const editor_edit_result result = editor_edit_drop_to_surface(document, &thing, 1);
        const bool falls = cases[i].rest == -HUGE_VAL;
        const double y = level->objects[thing].world.origin.y;
        if ((result == EDITOR_EDIT_REFUSED) != falls || fabs(y - (falls ? cases[i].y : cases[i].rest)) > 1e-9)
            fail_msg("case %zu: %d, at %g", i, (int)result, y);
        editor_document_destroy(document);
    }
}

// A line lands where it crosses an edge; lines and points of the scene hold nothing.
static void test_lines_and_points(void **state)
{
    (void)state;
    const float ends[6] = {-2, 0, 0, 2, 0, 0};
    for (int i = 0; i < 3; i++) {
        editor_mesh thin = mesh_of(ends, 2, (const uint32_t[3]){0, 1, 1}, 3), cube = fixture_cube();
        thin.form = i < 2 ? EDITOR_FORM_LINES : EDITOR_FORM_POINTS;
        thin.index_count = 0;
        if (i < 2) {
            thin.line_counts = malloc(sizeof(uint32_t));
            assert_non_null(thin.line_counts);
            thin.line_counts[0] = 2;
            thin.line_count = 1;
        }
        pick_affine place = fixture_at(0.05, 5, 0.1);
        editor_document *document =
            i == 1 ? scene_of(&thin, &cube, &place, false) : scene_of(&cube, &thin, &place, false);
        const editor_level *level = editor_document_level(document);
        place = box_at(i == 2 ? 2 : 0.31, 0, 0, 0.5, 1, 1);
        if (i != 1)
            assert_int_equal(editor_edit_set_worlds(document, &ground, &place, 1), EDITOR_EDIT_DONE);
        assert_int_equal(editor_edit_drop_to_surface(document, &thing, 1),
                         i == 1 ? EDITOR_EDIT_REFUSED : EDITOR_EDIT_DONE);
        assert_true(fabs(level->objects[thing].world.origin.y - (i == 1 ? 5 : 0.5)) < 1e-9);
        editor_document_destroy(document);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_like_every_pair),
        cmocka_unit_test(test_large_like_every_pair),
        cmocka_unit_test(test_time_of_large_meshes),
        cmocka_unit_test(test_beside_and_below),
        cmocka_unit_test(test_sheets),
        cmocka_unit_test(test_lines_and_points),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
