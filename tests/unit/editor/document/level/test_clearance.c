// How far objects and groups are apart: the nearest of all pairs, what is hidden, what has no surface.
#include "document/level/clearance.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "edit_fixture.h"

enum { BRANCH = 12 };

// Two groups of scattered, turned cubes of different sizes, and a light.
typedef struct scattered {
    editor_level *level;
    uint32_t group[2], leaf[2][BRANCH], light;
} scattered;

static uint32_t next(uint32_t *seed)
{
    *seed = *seed * 1664525 + 1013904223;
    return *seed >> 8;
}

static double between(uint32_t *seed, double a, double b)
{
    return a + (b - a) * next(seed) / (double)(1 << 24);
}

static scattered make(uint32_t seed, double apart)
{
    scattered s = {.level = editor_level_create()};
    editor_mesh mesh = fixture_cube();
    const uint32_t cube = editor_level_add_mesh(s.level, &mesh);
    for (int g = 0; g < 2; g++) {
        pick_affine place = fixture_at(g * apart, 0, 0);
        s.group[g] = editor_level_add_object(s.level, g ? "right" : "left", EDITOR_NONE, EDITOR_NONE, &place);
        for (int i = 0; i < BRANCH; i++) {
            place = fixture_at(between(&seed, -3, 3), between(&seed, -3, 3), between(&seed, -3, 3));
            for (int k = 0; k < 9; k++)
                place.linear[k] = between(&seed, -0.4, 0.4);
            s.leaf[g][i] = editor_level_add_object(s.level, "leaf", s.group[g], cube, &place);
        }
    }
    const editor_light light = {.type = EDITOR_LIGHT_POINT, .color = {1, 1, 1}, .intensity = 1, .outer = 0.7};
    s.light = editor_level_add_light(s.level, "lamp", EDITOR_NONE, &light, &PICK_AFFINE_IDENTITY);
    editor_error error;
    assert_true(editor_level_finish(s.level, &error));
    return s;
}

static double least_of_all(const scattered *s)
{
    double least = HUGE_VAL;
    for (int i = 0; i < BRANCH; i++) {
        for (int k = 0; k < BRANCH; k++) {
            const editor_object *a = &s->level->objects[s->leaf[0][i]], *b = &s->level->objects[s->leaf[1][k]];
            pick_clearance pair;
            if (a->is_hidden || b->is_hidden ||
                !pick_object_clearance_brute_force(s->level->scene, a->pick, b->pick, NULL, &pair))
                continue;
            least = fmin(least, pair.distance);
        }
    }
    return least;
}

static void test_groups_are_as_far_apart_as_their_nearest_parts(void **state)
{
    (void)state;
    int apart = 0;
    for (uint32_t seed = 1; seed <= 3; seed++) {
        scattered s = make(seed, 4 + seed);
        editor_clearance found;
        assert_true(editor_clearance_find(s.level, s.group[0], s.group[1], &found));
        assert_true(fabs(found.distance - least_of_all(&s)) < 1e-9);
        const double length = pick_vec3_length(pick_vec3_sub(found.point[0], found.point[1]));
        assert_true(fabs(length - found.distance) < 1e-9);
        assert_true(editor_level_is_below(s.level, found.object[0], s.group[0]));
        assert_true(editor_level_is_below(s.level, found.object[1], s.group[1]));
        apart += found.distance > 0.1;
        // Without the nearest one, another is.
        editor_level_set_hidden(s.level, found.object[0], true);
        assert_true(editor_clearance_find(s.level, s.group[0], s.group[1], &found));
        assert_true(fabs(found.distance - least_of_all(&s)) < 1e-9);
        editor_level_destroy(s.level);
    }
    assert_true(apart >= 2);
}

static void test_what_has_no_surface_is_not_measured(void **state)
{
    (void)state;
    scattered s = make(1, 9);
    editor_clearance found = {.distance = 7};
    assert_false(editor_clearance_find(s.level, s.group[0], s.light, &found));
    assert_false(editor_clearance_find(s.level, s.light, s.group[0], &found));
    assert_true(found.distance == 7);
    for (int i = 0; i < BRANCH; i++)
        editor_level_set_hidden(s.level, s.leaf[1][i], true);
    assert_false(editor_clearance_find(s.level, s.group[0], s.group[1], &found));
    // A hidden one that is named is measured.
    assert_true(editor_clearance_find(s.level, s.leaf[1][0], s.group[0], &found));
    // So is a hidden group, with all that it holds.
    for (int i = 0; i < BRANCH; i++)
        editor_level_set_hidden(s.level, s.leaf[1][i], false);
    const double least = least_of_all(&s);
    editor_level_set_hidden(s.level, s.group[1], true);
    assert_true(editor_clearance_find(s.level, s.group[0], s.group[1], &found));
    assert_true(fabs(found.distance - least) < 1e-9);
    editor_level_destroy(s.level);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_groups_are_as_far_apart_as_their_nearest_parts),
                                       cmocka_unit_test(test_what_has_no_surface_is_not_measured)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
