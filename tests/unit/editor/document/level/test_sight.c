// Whether one object sees another: eyes, points, what is in the way, layers, what is hidden.
#include "document/level/sight.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "edit_fixture.h"

// Cubes of 1 m: A at x = 0, B at x = 10, a wall of given height and width between them, at x = 5.
enum { A, WALL, B, LAMP_AT_B, GROUP, LEFT, RIGHT };

static editor_level *make(double wall_y, double wall_height, double wall_width)
{
    editor_level *level = editor_level_create();
    editor_mesh mesh = fixture_cube();
    const uint32_t cube = editor_level_add_mesh(level, &mesh);
    pick_affine place = fixture_at(0, 0, 0);
    assert_int_equal(editor_level_add_object(level, "A", EDITOR_NONE, cube, &place), A);
    place = fixture_at(5, wall_y, 0);
    place.linear[0] = 0.1;
    place.linear[4] = wall_height;
    place.linear[8] = wall_width;
    assert_int_equal(editor_level_add_object(level, "wall", EDITOR_NONE, cube, &place), WALL);
    place = fixture_at(10, 0, 0);
    assert_int_equal(editor_level_add_object(level, "B", EDITOR_NONE, cube, &place), B);
    const editor_light light = {.type = EDITOR_LIGHT_POINT, .color = {1, 1, 1}, .intensity = 1, .outer = 0.7};
    assert_int_equal(editor_level_add_light(level, "lamp", B, &light, &PICK_AFFINE_IDENTITY), LAMP_AT_B);
    place = fixture_at(0, 0, -10);
    assert_int_equal(editor_level_add_object(level, "group", EDITOR_NONE, EDITOR_NONE, &place), GROUP);
    place = fixture_at(-3, 0, 0);
    assert_int_equal(editor_level_add_object(level, "left", GROUP, cube, &place), LEFT);
    place = fixture_at(3, 0, 0);
    assert_int_equal(editor_level_add_object(level, "right", GROUP, cube, &place), RIGHT);
    editor_error error;
    assert_true(editor_level_finish(level, &error));
    return level;
}

static editor_sight find(editor_level *level, uint32_t from, uint32_t to)
{
    editor_sight sight;
    assert_null(editor_sight_fault(level, from, to));
    editor_sight_find(level, from, to, &sight);
    assert_true(sight.seen <= sight.points && sight.points <= EDITOR_SIGHT_POINTS);
    for (uint32_t i = 0; i < sight.blocker_count; i++)
        assert_in_range(sight.blockers[i].points, 1, sight.points - sight.seen);
    return sight;
}

static void test_nothing_between(void **state)
{
    (void)state;
    editor_level *level = make(50, 1, 1);
    const editor_sight sight = find(level, A, B);
    assert_int_equal(sight.points, EDITOR_SIGHT_POINTS);
    assert_int_equal(sight.seen, EDITOR_SIGHT_POINTS); // the far sides too: their rays meet B
    assert_int_equal(sight.blocker_count, 0);
    assert_true(fabs(sight.eye.x) < 1e-12 && fabs(sight.eye.y) < 1e-12 && fabs(sight.eye.z) < 1e-12);
    assert_true(fabs(sight.point.x - 10) <= 0.5 && fabs(sight.point.y) <= 0.5 && fabs(sight.point.z) <= 0.5);
    editor_level_destroy(level);
}

static void test_a_wall(void **state)
{
    (void)state;
    editor_level *level = make(0, 4, 4);
    editor_sight sight = find(level, A, B);
    assert_int_equal(sight.points, EDITOR_SIGHT_POINTS);
    assert_int_equal(sight.seen, 0);
    assert_int_equal(sight.blocker_count, 1);
    assert_int_equal(sight.blockers[0].object, WALL);
    assert_int_equal(sight.blockers[0].points, EDITOR_SIGHT_POINTS);
    assert_true(fabs(sight.point.x - 10) < 0.1); // the mean
    sight = find(level, A, WALL);
    assert_int_equal(sight.seen, sight.points);
    editor_level_destroy(level);
    // A second one behind the lower part of the first: it hides less, and comes second.
    level = make(0, 4, 4);
    pick_affine place = fixture_at(7, -2, 0);
    place.linear[0] = 0.1;
    place.linear[4] = place.linear[8] = 4;
    assert_true(editor_level_set_local(level, LEFT, &place));
    sight = find(level, A, B);
    assert_int_equal(sight.blocker_count, 1); // LEFT is below the group at z = -10
    place.origin.z = 10;
    assert_true(editor_level_set_local(level, LEFT, &place));
    sight = find(level, A, B);
    assert_int_equal(sight.blocker_count, 2);
    assert_true(sight.blockers[0].object == WALL && sight.blockers[1].object == LEFT);
    assert_in_range(sight.blockers[1].points, 1, sight.points - 1);
    // Numbers alone do not decide: the other way round, the one with the higher number hides more.
    place.origin.y = 0;
    assert_true(editor_level_set_local(level, LEFT, &place));
    place = level->objects[WALL].local;
    place.origin.y = -2;
    assert_true(editor_level_set_local(level, WALL, &place));
    sight = find(level, A, B);
    assert_true(sight.blockers[0].object == LEFT && sight.blockers[1].object == WALL);
    editor_level_destroy(level);
    // The lower half: what is seen lies above the middle.
    level = make(-2, 4, 4);
    sight = find(level, A, B);
    assert_in_range(sight.seen, EDITOR_SIGHT_POINTS / 3, 2 * EDITOR_SIGHT_POINTS / 3);
    assert_true(sight.point.y >= 0 && sight.point.y < 0.2);
    assert_int_equal(sight.blockers[0].points, sight.points - sight.seen);
    editor_level_destroy(level);
}

// What is cut out of a material is not in the way.
static void test_what_is_not_drawn(void **state)
{
    (void)state;
    for (int alpha = 0; alpha < 2; alpha++) {
        editor_level *level = editor_level_create();
        editor_material leaves = EDITOR_MATERIAL_DEFAULT;
        leaves.name = calloc(1, 1);
        leaves.alpha_mode = EDITOR_ALPHA_MASK;
        leaves.base_color[3] = (float)alpha;
        editor_mesh plain = fixture_cube(), cut = fixture_cube();
        cut.submeshes[0].material = editor_level_add_material(level, &leaves);
        const uint32_t cube = editor_level_add_mesh(level, &plain), hedge = editor_level_add_mesh(level, &cut);
        const pick_affine places[3] = {fixture_at(0, 0, 0), fixture_at(5, 0, 0), fixture_at(10, 0, 0)};
        for (uint32_t i = 0; i < 3; i++)
            (void)editor_level_add_object(level, "cube", EDITOR_NONE, i == WALL ? hedge : cube, &places[i]);
        editor_error error;
        assert_true(editor_level_finish(level, &error));
        const editor_sight sight = find(level, A, B);
        assert_true(alpha == 0 ? sight.seen == sight.points : sight.seen < sight.points / 2);
        editor_level_destroy(level);
    }
}

static void test_places_without_a_mesh(void **state)
{
    (void)state;
    editor_level *level = make(0, 4, 4);
    editor_sight sight = find(level, WALL, LAMP_AT_B); // within B, which is in the way
    assert_int_equal(sight.points, 1);
    assert_int_equal(sight.seen, 0);
    assert_int_equal(sight.blockers[0].object, B);
    assert_true(fabs(sight.point.x - 10) < 1e-12);
    sight = find(level, LAMP_AT_B, WALL); // B's faces are single-sided: seen through from within
    assert_int_equal(sight.seen, sight.points);
    assert_true(fabs(sight.eye.x - 10) < 1e-12);
    editor_level_destroy(level);
}

static void test_groups(void **state)
{
    (void)state;
    editor_level *level = make(50, 1, 1);
    editor_sight sight = find(level, A, GROUP);
    assert_int_equal(sight.points, EDITOR_SIGHT_POINTS);
    assert_int_equal(sight.seen, EDITOR_SIGHT_POINTS);
    sight = find(level, GROUP, A); // from between its children, which are not in the way
    assert_true(fabs(sight.eye.z + 10) < 1e-12 && fabs(sight.eye.x) < 1e-12);
    assert_int_equal(sight.seen, EDITOR_SIGHT_POINTS);
    sight = find(level, LEFT, A);
    assert_int_equal(sight.seen, EDITOR_SIGHT_POINTS);
    assert_string_equal(editor_sight_fault(level, A, A), "is the same object");
    assert_string_equal(editor_sight_fault(level, GROUP, LEFT), "belongs to the same object");
    assert_string_equal(editor_sight_fault(level, LEFT, GROUP), "belongs to the same object");
    editor_level_destroy(level);
}

static void test_the_matrix_of_layers(void **state)
{
    (void)state;
    editor_level *level = make(0, 4, 4);
    level->objects[WALL].layers = 4; // the pick scene learns of it when a flag changes
    editor_level_set_hidden(level, WALL, true);
    editor_level_set_hidden(level, WALL, false);
    assert_int_equal(find(level, A, B).seen, 0);
    assert_int_equal(pick_layer_matrix_set(&level->sees, 0, 2, false), PICK_OK);
    assert_int_equal(find(level, A, B).seen, EDITOR_SIGHT_POINTS);
    assert_int_equal(find(level, A, WALL).points, 0);
    assert_int_equal(find(level, WALL, A).seen, EDITOR_SIGHT_POINTS); // the other way is an entry of its own
    editor_level_destroy(level);
}

static void test_layers_and_hidden(void **state)
{
    (void)state;
    editor_level *level = make(0, 4, 4);
    editor_level_set_hidden(level, WALL, true);
    assert_int_equal(find(level, A, B).seen, EDITOR_SIGHT_POINTS);
    editor_level_set_hidden(level, WALL, false);
    editor_level_set_hidden(level, B, true);
    const editor_sight sight = find(level, A, B);
    assert_int_equal(sight.points, 0);
    assert_int_equal(sight.blocker_count, 0);
    editor_level_destroy(level);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_nothing_between),
        cmocka_unit_test(test_a_wall),
        cmocka_unit_test(test_what_is_not_drawn),
        cmocka_unit_test(test_places_without_a_mesh),
        cmocka_unit_test(test_groups),
        cmocka_unit_test(test_the_matrix_of_layers),
        cmocka_unit_test(test_layers_and_hidden),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
