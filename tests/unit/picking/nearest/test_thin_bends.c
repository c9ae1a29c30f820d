// The nearest place of curves beside their bends: two segments are equally near, and the hierarchy and the twin say the
// same of them.
#include "effort.h"
#include "squares.h"

#include "near.h"
#include "random.h"

typedef struct bends {
    pick_thin *thin;
    pick_scene *scene;
} bends;

enum { BEND_POINTS = 1 + 3 * 4 };

// A curve of four bent parts, in objects of a size.
static bends bends_make(test_random *r, float size, pick_thin_unit unit, double radius)
{
    float positions[3 * BEND_POINTS];
    for (uint32_t i = 0; i < 3 * BEND_POINTS; i++)
        positions[i] = (float)(random_between(r, -1, 1) + (i >= 3 ? (double)positions[i - 3] : 0));
    const pick_curves_desc desc = {.positions = positions,
                                   .position_count = BEND_POINTS,
                                   .kind = PICK_CURVE_CUBIC,
                                   .radius = radius,
                                   .unit = unit};
    pick_object_desc object = PICK_OBJECT_DESC_DEFAULT;
    pick_object_id id;
    bends b = {NULL, NULL};
    assert_int_equal(pick_curves_create(&desc, NULL, &b.thin), PICK_OK);
    assert_int_equal(pick_scene_create(NULL, &b.scene), PICK_OK);
    object.thin = b.thin;
    for (int i = 0; i < 9; i += 4)
        object.transform.linear[i] = size;
    assert_int_equal(pick_scene_add(b.scene, &object, &id), PICK_OK);
    return b;
}

static void bends_free(bends *b)
{
    pick_scene_destroy(b->scene);
    pick_thin_destroy(b->thin);
}

// The ends of two segments of a part that meet, in object space; the place along the part.
static double choose_bend(const bends *b, test_random *r, pick_vec3 place[3])
{
    const uint32_t part = random_index(r, 4), n = pick_curve_segments(b->thin, part);
    const uint32_t joint = 1 + random_index(r, n - 1);
    for (uint32_t i = 0; i < 3; i++)
        assert_true(pick_thin_place(b->thin, part, (joint + i - 1.0) / n, &place[i]));
    return (double)joint / n;
}

// Away from both neighbours.
static pick_vec3 out_of_bend(const pick_vec3 place[3])
{
    const pick_vec3 a = pick_vec3_normalize(pick_vec3_sub(place[1], place[0]));
    const pick_vec3 b = pick_vec3_normalize(pick_vec3_sub(place[1], place[2]));
    return pick_vec3_normalize(pick_vec3_add(a, b));
}

static void must_be_same(const pick_nearest *a, const pick_nearest *b)
{
    assert_true(a->distance == b->distance && a->depth == b->depth && a->triangle == b->triangle);
    assert_true(a->barycentric[0] == b->barycentric[0]);
    assert_vec3_near(a->point, b->point, 0);
    assert_vec3_near(a->normal, b->normal, 0);
}

enum { BEND_ROUNDS = 4 };

static uint32_t bend_count(void)
{
    return test_effort(200, 600);
}

// Places outside the bends of curves, where the ends of two segments are equally near: the hierarchy meets either
// first.
static void bends_answer_alike_in_space(void **state)
{
    test_random r = {41};
    uint32_t ties = 0;
    (void)state;
    for (uint32_t i = 0; i < BEND_ROUNDS; i++) {
        bends b = bends_make(&r, 512, PICK_THIN_IN_SPACE, 0.1);
        for (uint32_t k = 0; k < bend_count(); k++) {
            pick_vec3 place[3];
            const double along = choose_bend(&b, &r, place);
            const pick_vec3 out = pick_vec3_scale(out_of_bend(place), random_between(&r, 0.2, 3));
            const pick_vec3 from = pick_vec3_scale(pick_vec3_add(place[1], out), 512);
            const pick_nearest_query query = {.features = PICK_FEATURE_ALL, .radius = 1e4};
            pick_nearest fast, slow;
            assert_true(pick_nearest_in_world(b.scene, from, &query, NULL, &fast));
            assert_true(pick_nearest_in_world_brute_force(b.scene, from, &query, NULL, &slow));
            must_be_same(&fast, &slow);
            ties += fast.barycentric[0] == along;
        }
        bends_free(&b);
    }
    assert_true(ties > bend_count() / 4);
}

static void bends_answer_alike_in_the_window(void **state)
{
    test_random r = {42};
    uint32_t ties = 0;
    const pick_view view = squares_view(10, 0.1, 100, false);
    (void)state;
    for (uint32_t i = 0; i < BEND_ROUNDS; i++) {
        bends b = bends_make(&r, 1, i < 2 ? PICK_THIN_ON_SCREEN : PICK_THIN_IN_SPACE, i < 2 ? i : 0.05);
        for (uint32_t k = 0; k < bend_count(); k++) {
            pick_vec3 place[3], seen[3];
            const double along = choose_bend(&b, &r, place);
            bool shown = true;
            for (int at = 0; at < 3; at++) {
                pick_projected_point p;
                shown &= pick_view_project(&view, place[at], &p);
                seen[at] = pick_vec3_make(p.window.x, p.window.y, 0);
            }
            const pick_vec3 out = pick_vec3_scale(out_of_bend(seen), random_between(&r, 0, 5));
            const pick_vec2 from = {seen[1].x + out.x, seen[1].y + out.y};
            const pick_nearest_query query = {.features = PICK_FEATURE_ALL, .radius = 40};
            pick_nearest fast, slow;
            if (!shown || !pick_nearest_in_window(b.scene, &view, from, &query, NULL, &fast))
                continue;
            assert_true(pick_nearest_in_window_brute_force(b.scene, &view, from, &query, NULL, &slow));
            must_be_same(&fast, &slow);
            ties += fast.barycentric[0] == along;
        }
        bends_free(&b);
    }
    assert_true(ties > bend_count() / 4);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bends_answer_alike_in_space),
        cmocka_unit_test(bends_answer_alike_in_the_window),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
