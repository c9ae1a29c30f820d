// Caps against a truth that shares nothing with the library: whether a place lies in a solid is told by the solid
// angles that its triangles fill as seen from there, in long double, and not by what a ray crosses.
#include "effort.h"
#include "near.h"
#include "random.h"
#include "wide.h"

#include "picking/picking.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { CUBE = 12, KINDS = 5, MOST_TRIANGLES = 2 * CUBE, OBJECTS = 9, INNER = 3, PLANES = PICK_SECTION_PLANES };

// Triangles of cubes, faces outwards, or inwards.
typedef struct solid {
    float corner[MOST_TRIANGLES][3][3];
    uint32_t count; // triangles
    pick_mesh *mesh;
} solid;

// What is drawn: an object, or one within a nested scene.
typedef struct instance {
    const solid *solid;
    pick_object_id object, inner;
    bool nested;
    pick_transform outside, inside; // the first after the second
} instance;

typedef struct world {
    pick_scene *scene, *prefab;
    instance instances[OBJECTS * INNER];
    uint32_t count;
} world;

static const long double FULL = 12.566370614359172953850573533118L; // the solid angle of all directions
static const uint8_t SIDE[CUBE][3] = {{0, 4, 6}, {0, 6, 2}, {1, 3, 7}, {1, 7, 5}, {0, 1, 5}, {0, 5, 4},
                                      {2, 6, 7}, {2, 7, 3}, {0, 2, 3}, {0, 3, 1}, {4, 5, 7}, {4, 7, 6}};

static void add_box(solid *s, double x, double half, bool inwards)
{
    for (int i = 0; i < CUBE; i++) {
        for (int k = 0; k < 3; k++) {
            const int corner = SIDE[i][inwards ? 2 - k : k];
            for (int axis = 0; axis < 3; axis++)
                s->corner[s->count][k][axis] = (float)((corner >> axis & 1 ? half : -half) + (axis == 0 ? x : 0));
        }
        s->count++;
    }
}

// A box, one inside out, a hollow one, two that overlap, and one that is open.
static void make_solids(solid solids[KINDS])
{
    memset(solids, 0, KINDS * sizeof *solids);
    add_box(&solids[0], 0, 1, false);
    add_box(&solids[1], 0, 1, true);
    add_box(&solids[2], 0, 1, false);
    add_box(&solids[2], 0.1, 0.7, true);
    add_box(&solids[3], -0.3, 0.8, false);
    add_box(&solids[3], 0.4, 0.9, false);
    add_box(&solids[4], 0, 1, false);
    solids[4].count -= 1;
    for (int i = 0; i < KINDS; i++) {
        const pick_mesh_desc desc = {.positions = solids[i].corner[0][0], .vertex_count = 3 * solids[i].count};
        assert_int_equal(pick_mesh_create(&desc, NULL, &solids[i].mesh), PICK_OK);
        assert_int_equal(pick_mesh_find_closed(solids[i].mesh), i != 4);
    }
}

// Turned, stretched unevenly, sometimes sheared or mirrored.
static pick_transform random_transform(test_random *random, double spread, double size)
{
    pick_transform t = {.origin = random_in_cube(random, spread)};
    for (;;) {
        for (int i = 0; i < 9; i++)
            t.linear[i] = (float)random_between(random, -size, size);
        if (fabs(pick_transform_determinant(&t)) > 0.2 * size * size * size)
            return t;
    }
}

static void add_instance(world *w, const instance *made)
{
    w->instances[w->count++] = *made;
}

static world make_world(const solid solids[KINDS], test_random *random)
{
    world w = {.count = 0};
    instance inner[INNER];
    assert_int_equal(pick_scene_create(NULL, &w.prefab), PICK_OK);
    assert_int_equal(pick_scene_create(NULL, &w.scene), PICK_OK);
    for (int i = 0; i < INNER; i++) {
        pick_object_desc desc = PICK_OBJECT_DESC_DEFAULT;
        inner[i] = (instance){.solid = &solids[random_index(random, KINDS)], .nested = true};
        desc.mesh = inner[i].solid->mesh;
        desc.transform = inner[i].inside = random_transform(random, 1, 0.8);
        assert_int_equal(pick_scene_add(w.prefab, &desc, &inner[i].inner), PICK_OK);
    }
    for (int i = 0; i < OBJECTS; i++) {
        pick_object_desc desc = PICK_OBJECT_DESC_DEFAULT;
        instance made = {.solid = &solids[random_index(random, KINDS)], .inside = PICK_TRANSFORM_IDENTITY};
        const bool nested = i % 3 == 2;
        desc.mesh = nested ? NULL : made.solid->mesh;
        desc.scene = nested ? w.prefab : NULL;
        desc.transform = made.outside = random_transform(random, 2, 1.5);
        assert_int_equal(pick_scene_add(w.scene, &desc, &made.object), PICK_OK);
        for (int k = 0; nested && k < INNER; k++) {
            inner[k].outside = made.outside;
            inner[k].object = made.object;
            add_instance(&w, &inner[k]);
        }
        if (!nested)
            add_instance(&w, &made);
    }
    return w;
}

static wide3 moved(const pick_transform *t, wide3 p)
{
    wide3 out = widen(t->origin);
    for (int k = 0; k < 3; k++) {
        const float *column = &t->linear[3 * k];
        const wide3 axis = {(long double)column[0], (long double)column[1], (long double)column[2]};
        out = wide_add_scaled(out, axis, k == 0 ? p.x : k == 1 ? p.y : p.z);
    }
    return out;
}

static long double length(wide3 v)
{
    return sqrtl(wide_dot(v, v));
}

// How often the solid lies around a place: A. van Oosterom, J. Strackee, "The Solid Angle of a Plane Triangle", 1983.
static long double winding(const instance *made, wide3 at)
{
    long double sum = 0;
    for (uint32_t i = 0; i < made->solid->count; i++) {
        wide3 p[3];
        for (int k = 0; k < 3; k++) {
            const float *c = made->solid->corner[i][k];
            const wide3 local = {(long double)c[0], (long double)c[1], (long double)c[2]};
            p[k] = wide_sub(moved(&made->outside, moved(&made->inside, local)), at);
        }
        const long double a = length(p[0]), b = length(p[1]), c = length(p[2]);
        const long double across =
            a * b * c + wide_dot(p[0], p[1]) * c + wide_dot(p[1], p[2]) * a + wide_dot(p[2], p[0]) * b;
        sum += 2 * atan2l(wide_dot(p[0], wide_cross(p[1], p[2])), across);
    }
    const double turn = pick_transform_determinant(&made->outside) * pick_transform_determinant(&made->inside);
    return (turn < 0 ? -sum : sum) / FULL;
}

// The plane by which a ray enters what is kept, and where. False: it starts there, or nothing is left of it.
static bool enters(const pick_view *view, const pick_ray *ray, uint32_t *plane, long double *t)
{
    long double from = 0, to = HUGE_VALL;
    bool crosses = false;
    for (uint32_t i = 0; i < view->section_count; i++) {
        const wide3 n = widen(view->section[i].normal);
        const long double rate = wide_dot(n, widen(ray->direction));
        const long double here = -(wide_dot(n, widen(ray->origin)) + (long double)view->section[i].offset) / rate;
        if (rate < 0) {
            to = fminl(to, here);
        } else if (here > from) {
            from = here;
            *plane = i;
            crosses = true;
        }
    }
    *t = from;
    return crosses && from < to;
}

static uint32_t check_ray(const world *w, const pick_view *view, const pick_ray *ray)
{
    enum { HITS = 512 };
    static pick_hit hits[HITS];
    pick_query query = PICK_QUERY_DEFAULT;
    uint32_t plane = 0, expected = 0, found = 0;
    long double t = 0;
    query.caps = view;
    const bool does_enter = enters(view, ray, &plane, &t);
    const wide3 at = wide_add_scaled(widen(ray->origin), widen(ray->direction), t);
    const size_t count = pick_all(w->scene, ray, &query, hits, HITS);
    assert_true(count <= HITS);
    for (size_t k = 0; k < count; k++)
        found += hits[k].cap != 0;
    for (uint32_t i = 0; i < w->count && does_enter; i++) {
        const instance *made = &w->instances[i];
        const long double times = winding(made, at);
        const bool is_closed = pick_mesh_is_closed(made->solid->mesh);
        if (is_closed)
            assert_true(fabsl(times - roundl(times)) < 1e-3L);
        if (!is_closed || times < 0.5L)
            continue;
        bool is_there = false;
        for (size_t k = 0; k < count; k++) {
            is_there |= hits[k].cap == plane + 1 && pick_object_id_equal(hits[k].object, made->object) &&
                        (hits[k].path_count == 1) == made->nested &&
                        (!made->nested || pick_object_id_equal(hits[k].path[0], made->inner)) &&
                        fabsl((long double)hits[k].t - t) < 1e-9L &&
                        pick_vec3_dot(hits[k].normal, view->section[plane].normal) < -1 + 1e-12;
        }
        assert_true(is_there);
        expected++;
    }
    assert_int_equal(found, expected);
    pick_hit hit;
    const bool any = pick_closest(w->scene, ray, &query, &hit);
    assert_true(expected == 0 || (any && hit.cap == plane + 1));
    assert_true(expected > 0 || !any || hit.cap == 0);
    return expected;
}

static void caps_by_solid_angles(void **state)
{
    (void)state;
    solid solids[KINDS];
    test_random random = {1983};
    uint32_t capped = 0, several = 0, rays = 0;
    make_solids(solids);
    for (uint32_t n = test_effort(150, 5000); n > 0; n--) {
        world w = make_world(solids, &random);
        for (int k = 0; k < 20; k++) {
            pick_view view = {.caps = true}; // what rays heed of it are its section and caps
            pick_plane planes[PLANES];
            const uint32_t plane_count = 1 + random_index(&random, PLANES);
            for (uint32_t i = 0; i < plane_count; i++) {
                planes[i].normal = pick_vec3_scale(random_direction(&random), random_between(&random, 0.1, 10));
                planes[i].offset = -pick_vec3_dot(planes[i].normal, random_in_cube(&random, 1));
                if (pick_vec3_dot(planes[i].normal, planes[0].normal) < 0 && i > 0)
                    planes[i] = planes[0];
            }
            assert_int_equal(pick_view_set_section(&view, planes, plane_count), PICK_OK);
            const pick_vec3 from = pick_vec3_scale(random_direction(&random), 20);
            const pick_ray ray = {from, pick_vec3_sub(random_in_cube(&random, 1.5), from), 0, HUGE_VAL};
            const uint32_t caps = check_ray(&w, &view, &ray);
            capped += caps > 0;
            several += caps > 1;
            rays++;
        }
        pick_scene_destroy(w.scene);
        pick_scene_destroy(w.prefab);
    }
    print_message("%u rays, %u with a cap, %u with several\n", rays, capped, several);
    assert_true(capped > rays / 10 && several > rays / 50);
    for (int i = 0; i < KINDS; i++)
        pick_mesh_destroy(solids[i].mesh);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(caps_by_solid_angles)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
