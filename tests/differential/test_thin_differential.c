// Points, lines and curves: every query against its twin, and against places on what is drawn.
#include "thin_worlds.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "effort.h"

enum { COUNT = 150, SAMPLES = 9, AROUND = 8 };

static pick_vec3 mix(pick_vec3 a, pick_vec3 b, double s)
{
    return pick_vec3_add(pick_vec3_scale(a, 1 - s), pick_vec3_scale(b, s));
}

static void same_hit(const pick_thin_hit *a, const pick_thin_hit *b)
{
    assert_int_equal(a->part, b->part);
    assert_true(a->along == b->along && a->t == b->t && a->distance == b->distance && a->depth == b->depth);
    assert_true(a->point.x == b->point.x && a->point.y == b->point.y && a->point.z == b->point.z);
    assert_true(a->normal.x == b->normal.x && a->normal.y == b->normal.y && a->normal.z == b->normal.z);
    assert_int_equal(a->inside, b->inside);
}

static thin_world world_of(test_random *random, uint32_t round)
{
    return thin_world_make(random, (int)(round % THIN_KINDS), round / THIN_KINDS % 2 == 1, COUNT);
}

// --- Rays -----------------------------------------------------------------------------------------------------------

// A world point in object space, relative to nothing: the objects are near their origins.
static pick_vec3 into(const pick_affine *inverse, const pick_transform *t, pick_vec3 p, bool direction)
{
    return pick_affine_vector(inverse, direction ? p : pick_vec3_sub(p, t->origin));
}

static double distance_to_segment(pick_vec3 a, pick_vec3 b, pick_vec3 p)
{
    const pick_vec3 ab = pick_vec3_sub(b, a);
    const double square = pick_vec3_dot(ab, ab);
    const double s = square > 0 ? pick_vec3_dot(pick_vec3_sub(p, a), ab) / square : 0;
    return pick_vec3_length(pick_vec3_sub(p, mix(a, b, fmin(fmax(s, 0), 1))));
}

// The t of [low, high] at which a ray is nearest to a segment: of a convex function.
static double nearest_t(pick_vec3 o, pick_vec3 d, pick_vec3 a, pick_vec3 b, double low, double high)
{
    for (int i = 0; i < 40; i++) {
        const double x = low + (high - low) / 3, y = high - (high - low) / 3;
        if (distance_to_segment(a, b, pick_vec3_add(o, pick_vec3_scale(d, x))) <
            distance_to_segment(a, b, pick_vec3_add(o, pick_vec3_scale(d, y))))
            high = y;
        else
            low = x;
    }
    return (low + high) / 2;
}

static void check_ray(const thin_world *w, const pick_affine *inverse, const pick_ray *ray, bool found,
                      const pick_thin_hit *hit)
{
    const pick_vec3 o = into(inverse, &w->transform, ray->origin, false);
    const pick_vec3 d = into(inverse, &w->transform, ray->direction, true);
    const double end = found ? hit->t : ray->t_max;
    const double error = 1e-8;
    const uint32_t parts = pick_thin_get_stats(w->thin).part_count;
    double at_hit = HUGE_VAL;
    for (uint32_t part = 0; part < parts; part++) {
        for (uint32_t s = 0; s < thin_world_segments(w, part); s++) {
            const double n = (double)thin_world_segments(w, part);
            pick_vec3 a, b;
            if (!pick_thin_place(w->thin, part, s / n, &a) || !pick_thin_place(w->thin, part, (s + 1) / n, &b))
                continue;
            const double t = nearest_t(o, d, a, b, ray->t_min, end);
            const double far = distance_to_segment(a, b, pick_vec3_add(o, pick_vec3_scale(d, t)));
            assert_true(w->radius == 0 || (found && hit->inside) ||
                        far > w->radius - error); // nothing is entered before
            if (found && part == hit->part)
                at_hit = fmin(at_hit, distance_to_segment(a, b, pick_vec3_add(o, pick_vec3_scale(d, hit->t))));
        }
    }
    if (!found)
        return;
    pick_vec3 place;
    assert_true(hit->inside ? at_hit < w->radius + error : fabs(at_hit - w->radius) < error);
    assert_true(pick_thin_place(w->thin, hit->part, hit->along, &place));
    const pick_vec3 local = pick_vec3_add(o, pick_vec3_scale(d, hit->t));
    const double reach = pick_vec3_length(pick_vec3_sub(local, place));
    assert_true(hit->inside ? reach < w->radius + 1e-6 : fabs(reach - at_hit) < 1e-6);
    const double away = pick_vec3_dot(hit->normal, ray->direction);
    assert_true(hit->inside ? away == 0 : away < 1e-4 && fabs(pick_vec3_length(hit->normal) - 1) < 1e-12);
}

static void rays_meet_what_their_twins_meet(void **state)
{
    test_random random = {11};
    uint32_t hits = 0, misses = 0, inside = 0;
    (void)state;
    for (uint32_t round = 0; round < test_effort(6, 300); round++) {
        thin_world w = thin_world_make(&random, (int)(round % THIN_KINDS), false, 40);
        const pick_affine whole = pick_affine_from_transform(&w.transform);
        const pick_affine linear = {.linear = {whole.linear[0], whole.linear[1], whole.linear[2], whole.linear[3],
                                               whole.linear[4], whole.linear[5], whole.linear[6], whole.linear[7],
                                               whole.linear[8]}};
        pick_affine inverse;
        assert_true(pick_affine_invert(&linear, &inverse));
        for (int i = 0; i < 60; i++) {
            const pick_vec3 from = pick_vec3_add(w.transform.origin, random_in_cube(&random, 3));
            const pick_vec3 to = pick_vec3_add(w.transform.origin, random_in_cube(&random, 1));
            pick_ray ray = {from, pick_vec3_sub(to, from), 0, random_index(&random, 2) == 0 ? 10 : 1};
            if (random_index(&random, 4) == 0) { // from the middle of one
                const uint32_t part = random_index(&random, pick_thin_get_stats(w.thin).part_count);
                if (pick_thin_place(w.thin, part, 0.3, &ray.origin))
                    ray.origin = pick_transform_point(&w.transform, ray.origin);
            }
            if (random_index(&random, 5) == 0)
                ray.direction = pick_vec3_make(0, 0, -1); // along an axis
            pick_thin_hit hit = {.part = 77}, twin = {.part = 77};
            const bool found = pick_thin_closest(w.thin, &w.transform, &ray, &hit);
            assert_int_equal(found, pick_thin_closest_brute_force(w.thin, &w.transform, &ray, &twin));
            same_hit(&hit, &twin);
            if (i % 4 == 0)
                check_ray(&w, &inverse, &ray, found, &hit);
            hits += found;
            misses += !found;
            inside += found && hit.inside;
        }
        thin_world_free(&w);
    }
    assert_true(hits > 30 && misses > 50 && inside > 5);
}

// --- In the window --------------------------------------------------------------------------------------------------

// Whether the view shows a world point, viewport aside, and where.
static bool shows(const pick_view *view, pick_vec3 p, pick_projected_point *at)
{
    return pick_view_project(view, p, at) && at->distance >= view->near_distance &&
           at->distance <= view->far_distance && !pick_view_cuts(view, p);
}

// Calls `look` with places that are drawn: on middle lines, and on the surfaces of tubes.
static void each_place(const thin_world *w, test_random *random,
                       void (*look)(void *user, uint32_t part, pick_vec3 place), void *user)
{
    const uint32_t parts = pick_thin_get_stats(w->thin).part_count;
    for (uint32_t part = 0; part < parts; part++) {
        for (uint32_t s = 0; s < thin_world_segments(w, part); s++) {
            pick_vec3 a, b;
            if (!thin_world_segment(w, part, s, &a, &b))
                continue;
            for (int i = 0; i < SAMPLES; i++) {
                const pick_vec3 p = mix(a, b, (double)i / (SAMPLES - 1));
                look(user, part, p);
                for (int k = 0; k < AROUND && !w->on_screen && w->radius > 0; k++) {
                    const pick_vec3 out = pick_vec3_scale(random_direction(random), w->radius * 0.999999);
                    look(user, part, pick_vec3_add(p, pick_transform_vector(&w->transform, out)));
                }
            }
        }
    }
}

typedef struct window_truth {
    const thin_world *world;
    const pick_view *view;
    pick_vec2 position;
    double size, nearest;
} window_truth;

static void look_for_nearest(void *user, uint32_t part, pick_vec3 place)
{
    window_truth *truth = user;
    pick_projected_point at;
    (void)part;
    if (!shows(truth->view, place, &at))
        return;
    if (!truth->world->on_screen && truth->world->radius > 0 && !pick_view_contains(truth->view, at.window))
        return; // of outlines only what is in the viewport counts
    const double far = hypot(at.window.x - truth->position.x, at.window.y - truth->position.y);
    truth->nearest = fmin(truth->nearest, fmax(far - truth->size, 0));
}

// Mostly near a part.
static pick_vec2 position_near(test_random *random, const thin_world *w, const pick_view *view)
{
    const pick_vec2 any = {random_between(random, 0, 230), random_between(random, 0, 180)};
    const uint32_t part = random_index(random, pick_thin_get_stats(w->thin).part_count);
    pick_vec3 a, b;
    pick_projected_point at;
    if (random_index(random, 5) == 0 || !thin_world_segment(w, part, 0, &a, &b) || !pick_view_project(view, a, &at))
        return any;
    const double far = random_index(random, 2) == 0 ? 2 : 25;
    return (pick_vec2){at.window.x + random_between(random, -far, far),
                       at.window.y + random_between(random, -far, far)};
}

static void the_nearest_on_screen_is_found(void **state)
{
    test_random random = {12};
    uint32_t covered = 0, near = 0, none = 0, cut = 0;
    (void)state;
    for (uint32_t round = 0; round < test_effort(12, 600); round++) {
        thin_world w = thin_world_make(&random, (int)(round % THIN_KINDS), round / THIN_KINDS % 2 == 1, 40);
        for (int v = 0; v < 3; v++) {
            const pick_view view = thin_world_view(&random, &w);
            for (int i = 0; i < 8; i++) {
                const pick_vec2 position = position_near(&random, &w, &view);
                const double radius = random_between(&random, 0, 30);
                pick_thin_hit hit = {.part = 77}, twin = {.part = 77};
                const bool found = pick_thin_in_window(w.thin, &w.transform, &view, position, radius, &hit);
                const bool found_twin =
                    pick_thin_in_window_brute_force(w.thin, &w.transform, &view, position, radius, &twin);
                assert_int_equal(found, found_twin);
                same_hit(&hit, &twin);
                window_truth truth = {&w, &view, position, w.on_screen ? w.radius : 0, HUGE_VAL};
                // Of outlines that a section cuts, only the nearest place of the whole counts.
                if (i < 2 && (w.on_screen || w.radius == 0 || view.section_count == 0)) {
                    each_place(&w, &random, look_for_nearest, &truth);
                    assert_true(truth.nearest > radius - 1e-6 || (found && hit.distance <= truth.nearest + 1e-6));
                }
                none += !found;
                if (!found)
                    continue;
                pick_projected_point at;
                covered += hit.distance == 0;
                near += hit.distance > 0;
                cut += view.section_count > 0;
                assert_true(hit.distance <= radius);
                assert_true(pick_view_project(&view, hit.point, &at));
                assert_true(fabs(at.distance - hit.depth) < 1e-6 * (1 + at.distance));
                const double far = hypot(at.window.x - position.x, at.window.y - position.y);
                const double size = w.on_screen ? w.radius : 0;
                assert_true(hit.distance > 0 ? fabs(far - size - hit.distance) < 1e-4 : far <= size + 1e-4);
            }
        }
        thin_world_free(&w);
    }
    assert_true(covered > 30 && near > 30 && none > 30 && cut > 20);
}

// Of several that cover the position, the one in front; long lists of them, so that the order of the walk matters.
static void the_one_in_front_is_found(void **state)
{
    test_random random = {13};
    uint32_t many = 0;
    (void)state;
    for (uint32_t round = 0; round < test_effort(12, 300); round++) {
        thin_world w = world_of(&random, round);
        const pick_view view = thin_world_view(&random, &w);
        for (int i = 0; i < 10; i++) {
            const pick_vec2 position = position_near(&random, &w, &view);
            pick_thin_hit hit, twin;
            const bool found = pick_thin_in_window(w.thin, &w.transform, &view, position, 5, &hit);
            assert_int_equal(found, pick_thin_in_window_brute_force(w.thin, &w.transform, &view, position, 5, &twin));
            if (found)
                same_hit(&hit, &twin);
            many += found && hit.distance == 0;
        }
        thin_world_free(&w);
    }
    assert_true(many > 15);
}

// --- Regions --------------------------------------------------------------------------------------------------------

typedef struct region_truth {
    const thin_world *world;
    const pick_view *view;
    const pick_region *region;
    double size;
    uint8_t *in, *out; // by part: a place is surely in the region, or surely not
} region_truth;

static void look_at_region(void *user, uint32_t part, pick_vec3 place)
{
    region_truth *truth = user;
    const double margin = 1e-6;
    if (truth->view == NULL) {
        if (pick_region_contains_point(truth->region, place))
            truth->in[part] = 1;
        else
            truth->out[part] = 1;
        return;
    }
    pick_projected_point at;
    if (!shows(truth->view, place, &at)) {
        if (!truth->world->on_screen && truth->world->radius > 0)
            return; // what outlines leave of the cut is another matter
        truth->out[part] = 1;
        return;
    }
    for (int k = 0; k < 12; k++) {
        const double angle = k * 6.283185307179586 / 12;
        const double inner = truth->size * (1 - margin);
        const pick_vec2 p = {at.window.x + inner * cos(angle), at.window.y + inner * sin(angle)};
        if (pick_region_contains_position(truth->region, p))
            truth->in[part] = 1;
        else
            truth->out[part] = 1;
    }
}

static pick_region *random_region(test_random *random, const thin_world *w, const pick_view *view, int kind,
                                  pick_vec2 *points, uint32_t count)
{
    pick_region *region = NULL;
    const pick_vec2 a = {random_between(random, 0, 220), random_between(random, 0, 170)};
    const pick_vec2 b = {a.x + random_between(random, -120, 120), a.y + random_between(random, -120, 120)};
    assert_int_equal(pick_region_create(NULL, &region), PICK_OK);
    if (kind == 0) {
        assert_int_equal(pick_region_rect(region, view, a, b), PICK_OK);
    } else if (kind == 1) {
        assert_int_equal(pick_region_circle(region, view, a, random_between(random, 0, 100)), PICK_OK);
    } else if (kind == 2) {
        for (uint32_t i = 0; i < count; i++)
            points[i] = (pick_vec2){a.x + random_between(random, -90, 90), a.y + random_between(random, -90, 90)};
        assert_int_equal(pick_region_polygon(region, view, points, count), PICK_OK);
    } else {
        pick_plane planes[3];
        for (int i = 0; i < 3; i++) {
            planes[i].normal = random_direction(random);
            planes[i].offset = random_between(random, 0, 1) - pick_vec3_dot(planes[i].normal, w->transform.origin);
        }
        assert_int_equal(pick_region_planes(region, planes, 3, view->eye), PICK_OK);
    }
    return region;
}

static int by_number(const void *a, const void *b)
{
    const uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

static void regions_hold_what_their_twins_hold(void **state)
{
    test_random random = {14};
    uint32_t sure = 0, touched = 0, contained = 0, unexplained = 0;
    (void)state;
    for (uint32_t round = 0; round < test_effort(6, 300); round++) {
        thin_world w = world_of(&random, round);
        const uint32_t parts = pick_thin_get_stats(w.thin).part_count;
        uint32_t *found[2] = {calloc(parts, sizeof **found), calloc(parts, sizeof **found)};
        region_truth truth = {.world = &w, .in = calloc(parts, 1), .out = calloc(parts, 1)};
        for (int kind = 0; kind < 4; kind++) {
            const pick_view view = thin_world_view(&random, &w);
            pick_vec2 points[9];
            pick_region *region = random_region(&random, &w, &view, kind, points, 3 + random_index(&random, 7));
            truth.view = kind < 3 ? &view : NULL;
            truth.region = region;
            truth.size = w.on_screen && kind < 3 ? w.radius : 0;
            memset(truth.in, 0, parts);
            memset(truth.out, 0, parts);
            each_place(&w, &random, look_at_region, &truth);
            for (int mode = 0; mode < 2; mode++) {
                const pick_region_mode m = mode == 0 ? PICK_REGION_TOUCH : PICK_REGION_CONTAIN;
                const size_t n = pick_thin_in_region(w.thin, &w.transform, region, m, found[0], parts);
                assert_int_equal(n, pick_thin_in_region_brute_force(w.thin, &w.transform, region, m, found[1], parts));
                assert_int_equal(n, pick_thin_in_region(w.thin, &w.transform, region, m, NULL, 0));
                qsort(found[0], n, sizeof **found, by_number);
                qsort(found[1], n, sizeof **found, by_number);
                assert_memory_equal(found[0], found[1], n * sizeof **found);
                for (uint32_t part = 0, k = 0; part < parts; part++) {
                    const bool in = k < n && found[0][k] == part;
                    k += in;
                    sure += truth.in[part] || truth.out[part];
                    assert_false(mode == 0 && truth.in[part] && !in);
                    assert_false(mode == 1 && truth.out[part] && in);
                    unexplained += mode == 0 ? in && !truth.in[part] : !in && truth.in[part] && !truth.out[part];
                    touched += mode == 0 && in;
                    contained += mode == 1 && in;
                }
            }
            pick_region_destroy(region);
        }
        for (int i = 0; i < 2; i++)
            free(found[i]);
        free(truth.in);
        free(truth.out);
        thin_world_free(&w);
    }
    assert_true(sure > 1000 && touched > 200 && contained > 60);
    assert_true(unexplained * 20 < touched); // mostly far parts of clipped or curved things
}

// --- Refits ---------------------------------------------------------------------------------------------------------

static void refits_are_as_exact(void **state)
{
    test_random random = {15};
    uint32_t found_some = 0;
    (void)state;
    for (uint32_t round = 0; round < test_effort(6, 120); round++) {
        thin_world w = world_of(&random, round);
        for (uint32_t i = 0; i < 3 * w.position_count; i++)
            w.positions[i] = (float)random_between(&random, -1, 1);
        w.positions[random_index(&random, 3 * w.position_count)] = NAN;
        assert_int_equal(pick_thin_refit(w.thin, w.positions, 0), PICK_OK);
        const pick_view view = thin_world_view(&random, &w);
        for (int i = 0; i < 20; i++) {
            const pick_vec2 position = {random_between(&random, 0, 200), random_between(&random, 0, 160)};
            pick_thin_hit hit = {.part = 77}, twin = {.part = 77};
            const bool found = pick_thin_in_window(w.thin, &w.transform, &view, position, 8, &hit);
            assert_int_equal(found, pick_thin_in_window_brute_force(w.thin, &w.transform, &view, position, 8, &twin));
            same_hit(&hit, &twin);
            found_some += found;
        }
        thin_world_free(&w);
    }
    assert_true(found_some > 20);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rays_meet_what_their_twins_meet),
        cmocka_unit_test(the_nearest_on_screen_is_found),
        cmocka_unit_test(the_one_in_front_is_found),
        cmocka_unit_test(regions_hold_what_their_twins_hold),
        cmocka_unit_test(refits_are_as_exact),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
