// Sweeps against proofs in long double: one triangle, volume, point or segment after the other, of any size, under any
// transform, at any distance. Half of the triangles are the half of a height field's quad that is no hole.
//
// A contact is proven by a plane through its point, across its normal: all of the object lies behind the plane, all of
// the moved solid before it, and the motion leads towards it, so nothing met earlier; and the solid touches the point.
// What must be met is aimed at: a point of the solid is moved onto a point of the object, and beyond.
#include "effort.h"
#include "near.h"
#include "shapes.h"
#include "volumes.h"
#include "wide.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

enum { POINTS = 10, SAMPLES = 40 };

typedef struct target {
    pick_mesh *mesh;
    test_volume volume; // of points and segments the shape alone
    pick_volume *field;
    pick_thin *thin;
    float heights[4];
    pick_scene *scene;
    pick_transform transform;
    float position[9];
    double size, coordinate;
} target;

typedef struct tally {
    uint64_t asked, met, inside, aimed, missed;
    double ahead, behind, off, late;
} tally;

static void worst(double *seen, long double now)
{
    *seen = now > (long double)*seen ? (double)now : *seen;
}

static wide3 target_point(const target *t, test_random *r)
{
    pick_vec3 local;
    if (t->mesh != NULL || t->field != NULL) {
        double u = random_between(r, 0, 1), v = random_between(r, 0, 1);
        if (u + v > 1) {
            u = 1 - u;
            v = 1 - v;
        }
        if (random_index(r, 3) == 0)
            u = v = 0;
        double p[3];
        for (int k = 0; k < 3; k++)
            p[k] =
                (1 - u - v) * (double)t->position[k] + u * (double)t->position[3 + k] + v * (double)t->position[6 + k];
        local = pick_vec3_make(p[0], p[1], p[2]);
    } else {
        local = test_shape_point(r, &t->volume.shape);
    }
    const float *m = t->transform.linear;
    wide3 world = widen(t->transform.origin);
    for (int i = 0; i < 3; i++) {
        const wide3 column = {(long double)m[3 * i], (long double)m[3 * i + 1], (long double)m[3 * i + 2]};
        world = wide_add_scaled(world, column, (long double)(i == 0 ? local.x : (i == 1 ? local.y : local.z)));
    }
    return world;
}

// One triangle of a quad: a sample is a hole.
static void make_field(target *t, test_random *r, pick_object_desc *object)
{
    const uint32_t half = random_index(r, 2);
    const pick_height_field_desc desc = {
        .samples = t->heights, .type = PICK_HEIGHT_FLOAT, .columns = 2, .rows = 2, .flags = PICK_VOLUME_SURFACE};
    for (int i = 0; i < 4; i++)
        t->heights[i] = (float)random_between(r, -1, 1);
    const float corners[9] = {0,           t->heights[0],        0,           1, t->heights[3], 1,
                              (float)half, t->heights[2 - half], (float)!half};
    for (int i = 0; i < 9; i++)
        t->position[i] = corners[i];
    t->heights[1 + half] = NAN;
    assert_int_equal(pick_height_field_create(&desc, NULL, &t->field), PICK_OK);
    object->volume = t->field;
}

// A ball, a tube, or without a radius a point or a segment.
static void make_thin(target *t, test_random *r, pick_object_desc *object)
{
    float p[6];
    for (int i = 0; i < 6; i++)
        p[i] = (float)random_between(r, -1, 1);
    const bool bare = random_index(r, 3) == 0;
    const double radius = bare ? 0 : random_between(r, 0.01, 0.5);
    const pick_thin_unit unit = bare && random_index(r, 2) == 0 ? PICK_THIN_ON_SCREEN : PICK_THIN_IN_SPACE;
    const double given = unit == PICK_THIN_ON_SCREEN ? 5 : radius;
    const pick_vec3 a = {(double)p[0], (double)p[1], (double)p[2]}, b = {(double)p[3], (double)p[4], (double)p[5]};
    if (random_index(r, 3) == 0) {
        const pick_points_desc desc = {.positions = p, .count = 1, .radius = given, .unit = unit};
        t->volume.shape = (pick_shape){.type = PICK_SHAPE_SPHERE, .as.sphere = {a, radius}};
        assert_int_equal(pick_points_create(&desc, NULL, &t->thin), PICK_OK);
    } else {
        const pick_curves_desc desc = {.positions = p, .position_count = 2, .radius = given, .unit = unit};
        t->volume.shape = (pick_shape){.type = PICK_SHAPE_CAPSULE, .as.capsule = {a, b, radius}};
        assert_int_equal(pick_curves_create(&desc, NULL, &t->thin), PICK_OK);
    }
    object->thin = t->thin;
}

static void make_target(target *t, test_random *r)
{
    static const pick_submesh both_sides = {0, 1, PICK_SUBMESH_DOUBLE_SIDED};
    const pick_vec3 at = pick_vec3_scale(random_direction(r), random_index(r, 3) == 0 ? 1e7 : 3);
    pick_object_desc object = PICK_OBJECT_DESC_DEFAULT;
    *t = (target){.transform = random_transform(r, at, 4)};
    assert_int_equal(pick_scene_create(NULL, &t->scene), PICK_OK);
    const uint32_t kind = random_index(r, 4);
    if (kind == 0) {
        make_field(t, r, &object);
    } else if (kind == 1) {
        make_thin(t, r, &object);
    } else if (kind == 2) {
        const double thin = random_index(r, 4) == 0 ? 1e-6 : 1;
        for (int i = 0; i < 9; i++)
            t->position[i] = (float)(random_between(r, -1, 1) * (i >= 6 ? thin : 1));
        for (int k = 0; k < 3; k++)
            t->position[6 + k] += t->position[k];
        const pick_mesh_desc desc = {
            .positions = t->position, .vertex_count = 3, .submeshes = &both_sides, .submesh_count = 1};
        assert_int_equal(pick_mesh_create(&desc, NULL, &t->mesh), PICK_OK);
        object.mesh = t->mesh;
    } else {
        test_volume_make(r, (int)random_index(r, VOLUME_COMPOUND), 0, &t->volume);
        object.volume = t->volume.volume;
    }
    pick_object_id id;
    object.transform = t->transform;
    assert_int_equal(pick_scene_add(t->scene, &object, &id), PICK_OK);
    const pick_aabb box = pick_scene_bounds(t->scene);
    t->size = pick_aabb_is_empty(&box) ? 0 : pick_vec3_length(pick_vec3_sub(box.max, box.min)); // flattened
    t->coordinate = pick_vec3_length(at);
}

static void free_target(target *t)
{
    pick_scene_destroy(t->scene);
    pick_mesh_destroy(t->mesh);
    pick_volume_destroy(t->field);
    if (t->thin != NULL)
        pick_thin_destroy(t->thin);
    else if (t->mesh == NULL && t->field == NULL)
        test_volume_free(&t->volume);
}

// How far a point is outside of the solid without its radius, at least: beyond the planes through any three points, any
// two and an axis, and beyond the points on each axis.
static long double outside(const pick_solid *s, wide3 moved, wide3 p)
{
    long double most = 0;
    for (uint32_t i = 0; i < s->count; i++) {
        for (uint32_t j = i; j < s->count; j++) { // in any other order they are the same
            for (uint32_t k = j; k < s->count + 3; k++) {
                const wide3 a = widen(s->points[i]);
                const wide3 axis = {(long double)(k == s->count), (long double)(k == s->count + 1),
                                    (long double)(k == s->count + 2)};
                const wide3 f = k < s->count ? wide_sub(widen(s->points[k]), a) : axis;
                wide3 n = i == j ? f : wide_cross(wide_sub(widen(s->points[j]), a), f);
                const long double length = sqrtl(wide_dot(n, n));
                if (!(length > 0))
                    continue;
                long double low = HUGE_VALL, high = -HUGE_VALL;
                for (uint32_t q = 0; q < s->count; q++) {
                    const long double h = wide_dot(n, wide_sub(widen(s->points[q]), a)) / length;
                    low = h < low ? h : low;
                    high = h > high ? h : high;
                }
                const long double at = wide_dot(n, wide_sub(wide_sub(p, moved), a)) / length;
                most = fmaxl(most, fmaxl(at - high, low - at));
            }
        }
    }
    return most;
}

static void check_contact(const target *t, test_random *r, const pick_solid *solid, pick_vec3 motion, double size,
                          const pick_contact *c, tally *count)
{
    const wide3 point = widen(c->point), n = widen(c->normal);
    const wide3 moved = wide_add_scaled((wide3){0, 0, 0}, widen(motion), (long double)c->t);
    if (c->inside) {
        assert_true(c->t == 0 && c->normal.x == 0 && c->normal.y == 0 && c->normal.z == 0);
    } else {
        assert_near(pick_vec3_length(c->normal), 1, 1e-15);
        assert_true(pick_vec3_dot(c->normal, motion) <= 0);
    }
    for (int i = 0; i < SAMPLES && !c->inside; i++)
        worst(&count->behind, wide_dot(n, wide_sub(target_point(t, r), point)) / (long double)size);
    for (uint32_t i = 0; i < solid->count && !c->inside; i++) {
        const wide3 p = wide_add_scaled(widen(solid->points[i]), moved, 1);
        worst(&count->ahead, ((long double)solid->radius - wide_dot(n, wide_sub(p, point))) / (long double)size);
    }
    worst(&count->off, (outside(solid, moved, point) - (long double)solid->radius) / (long double)size);
}

static void ask(const target *t, test_random *r, tally *count)
{
    pick_vec3 points[POINTS];
    const double width = t->size * pow(10, random_between(r, -2, 1));
    const uint32_t kind = random_index(r, 4);
    const pick_solid solid = {points, kind == 0 ? 1 : (kind == 1 ? 2 : 1 + random_index(r, POINTS)),
                              kind == 3 ? 0 : width * random_between(r, 0.01, 1)};
    const wide3 goal = target_point(t, r);
    const pick_vec3 at = {(double)goal.x, (double)goal.y, (double)goal.z};
    const double distance = t->size * pow(10, random_between(r, -1, 4));
    const pick_vec3 from = pick_vec3_add(at, pick_vec3_scale(random_direction(r), distance));
    wide3 inner = {0, 0, 0};
    for (uint32_t i = 0; i < solid.count; i++)
        points[i] = pick_vec3_add(from, random_in_cube(r, width));
    for (uint32_t i = 0; i < solid.count; i++)
        inner = wide_add_scaled(inner, widen(points[i]), 1.0L / solid.count);
    const wide3 way = wide_sub(goal, inner);
    // Far out, a point is rounded off a thin thing.
    const bool aimed =
        random_index(r, 4) != 0 && (solid.count > 3 || solid.radius > 0) && (t->coordinate < 10 || solid.radius > 0);
    const double beyond = random_between(r, 1.1, 5);
    pick_vec3 motion = {beyond * (double)way.x, beyond * (double)way.y, beyond * (double)way.z};
    if (!aimed)
        motion =
            pick_vec3_add(motion, pick_vec3_scale(random_direction(r), (width + t->size) * random_between(r, 0, 9)));
    // The tolerance that the header states, and the rounding of this test's own places.
    const double size = width + solid.radius + t->size + 0x1p-9 * (distance * beyond + width) + 0x1p-12 * t->coordinate;
    pick_contact c = {.t = -1};
    const bool met = pick_sweep(t->scene, &solid, motion, NULL, &c);
    ++count->asked;
    count->met += met;
    count->aimed += aimed;
    count->missed += !met;
    count->inside += met && c.inside;
    if (met)
        check_contact(t, r, &solid, motion, size, &c, count);
    if (aimed) {
        assert_true(met);
        const long double deep =
            (1 / (long double)beyond - (long double)c.t) * wide_dot(widen(c.normal), widen(motion));
        worst(&count->late, deep / (long double)size);
        return;
    }
    // No point of the object is met any earlier.
    for (int i = 0; i < SAMPLES; i++) {
        const double when = random_between(r, 0, met ? c.t : 1);
        const wide3 moved = wide_add_scaled((wide3){0, 0, 0}, widen(motion), (long double)when);
        assert_true(outside(&solid, moved, target_point(t, r)) > 0 || solid.count < 4 || (met && c.inside));
    }
}

static void contacts_are_proven(void **state)
{
    (void)state;
    test_random random = {.state = 20260};
    tally count = {.asked = 0};
    for (uint32_t i = 0; i < test_effort(300, 20000); i++) {
        target t;
        make_target(&t, &random);
        for (int k = 0; k < 4 && t.size > 0; k++)
            ask(&t, &random, &count);
        free_target(&t);
    }
    print_message("%llu sweeps, %llu contacts, %llu inside, %llu aimed, %llu misses; in tolerances: solid behind the "
                  "plane %.3g, object before it %.3g, point off the solid %.3g, late %.3g\n",
                  (unsigned long long)count.asked, (unsigned long long)count.met, (unsigned long long)count.inside,
                  (unsigned long long)count.aimed, (unsigned long long)count.missed, count.ahead * 0x1p40,
                  count.behind * 0x1p40, count.off * 0x1p40, count.late * 0x1p40);
    assert_true(count.met > count.asked / 2 && count.missed > count.asked / 20 && count.inside > count.asked / 50);
    assert_true(count.off <= 0x1p-30 && count.late <= 0x1p-40);
    assert_true(count.ahead <= 1e-5 && count.behind <= 1e-5);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(contacts_are_proven)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
