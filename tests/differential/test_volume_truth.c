// Volumes as objects against what shares nothing with the scene's queries: the functions of shape.h in object space,
// long double, points of the shapes, and proofs that what was found is nearest.
#include "projection.h"
#include "region/region_internal.h" // for regions on the stack
#include "shapes.h"
#include "volumes.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

#include "effort.h"

enum { POINTS = 400 };

// One object, alone.
typedef struct stage {
    test_random random;
    test_volume volume;
    int kind;
    bool surface;
    pick_scene *scene;
    pick_object_id id;
    pick_transform transform;
    double size; // of its box
    pick_vec3 middle;
} stage;

static pick_vec3 world_point(const stage *s, pick_vec3 p)
{
    return pick_transform_point(&s->transform, p);
}

// Half of the time a turn and a scale for each axis, else any moderate matrix.
static pick_transform stage_transform(test_random *r, pick_vec3 origin)
{
    pick_transform t = PICK_TRANSFORM_IDENTITY;
    for (;;) {
        for (int i = 0; i < 9; i++)
            t.linear[i] = (float)random_between(r, -1, 1);
        const double determinant = pick_transform_determinant(&t);
        if (fabs(determinant) > 0.1) {
            t.origin = origin;
            return t;
        }
    }
}

static void stage_make(stage *s, uint64_t seed, int kind, bool surface, pick_vec3 origin)
{
    *s = (stage){.random = {seed}, .kind = kind, .surface = surface};
    test_volume_make(&s->random, kind, surface ? PICK_VOLUME_SURFACE : 0, &s->volume);
    s->transform = stage_transform(&s->random, origin);
    pick_object_desc desc = PICK_OBJECT_DESC_DEFAULT;
    desc.volume = s->volume.volume;
    desc.transform = s->transform;
    assert_int_equal(pick_scene_create(NULL, &s->scene), PICK_OK);
    assert_int_equal(pick_scene_add(s->scene, &desc, &s->id), PICK_OK);
    pick_aabb box;
    assert_int_equal(pick_scene_object_bounds(s->scene, s->id, &box), PICK_OK);
    s->size = pick_vec3_length(pick_vec3_sub(box.max, box.min));
    s->middle = pick_vec3_scale(pick_vec3_add(box.min, box.max), 0.5);
}

static void stage_free(stage *s)
{
    pick_scene_destroy(s->scene);
    test_volume_free(&s->volume);
}

static void each_stage(uint32_t rounds, pick_vec3 origin, void (*ask)(stage *s, void *user), void *user)
{
    for (uint32_t i = 0; i < rounds * 2 * VOLUME_KINDS; i++) {
        stage s;
        stage_make(&s, 1000 + i, (int)(i % VOLUME_KINDS), i / VOLUME_KINDS % 2 == 1, origin);
        ask(&s, user);
        stage_free(&s);
    }
}

// --- Bounds ---------------------------------------------------------------------------------------------------------

static void bounds_of(stage *s, void *user)
{
    (void)user;
    pick_aabb box;
    pick_aabb least = PICK_AABB_EMPTY;
    assert_int_equal(pick_scene_object_bounds(s->scene, s->id, &box), PICK_OK);
    const double slack = 1e-12 * s->size;
    for (int i = 0; i < 20 * POINTS; i++) {
        const pick_vec3 p = world_point(s, test_shape_point(&s->random, &s->volume.shape));
        const pick_aabb at = {p, p};
        least = pick_aabb_union(&least, &at);
    }
    assert_true(least.min.x >= box.min.x - slack && least.min.y >= box.min.y - slack &&
                least.min.z >= box.min.z - slack);
    assert_true(least.max.x <= box.max.x + slack && least.max.y <= box.max.y + slack &&
                least.max.z <= box.max.z + slack);
    const double apart =
        pick_vec3_length(pick_vec3_sub(least.min, box.min)) + pick_vec3_length(pick_vec3_sub(least.max, box.max));
    assert_true(apart < 0.2 * s->size); // tight
}

static void bounds_are_tight(void **state)
{
    (void)state;
    each_stage(test_effort(2, 10), (pick_vec3){1, 2, 3}, bounds_of, NULL);
}

// --- Rays -----------------------------------------------------------------------------------------------------------

typedef struct ray_tally {
    uint64_t hits, misses, inside, back, edges, odd;
} ray_tally;

static pick_ray ray_at(stage *s)
{
    const pick_vec3 target = world_point(s, test_shape_point(&s->random, &s->volume.shape));
    const pick_vec3 off = pick_vec3_scale(random_in_cube(&s->random, 1), random_index(&s->random, 2) * s->size);
    pick_ray ray = {.t_min = random_index(&s->random, 3) == 0 ? 0.7 : 0, .t_max = HUGE_VAL};
    ray.origin =
        pick_vec3_add(s->middle, pick_vec3_scale(random_in_cube(&s->random, 1), random_index(&s->random, 3) * s->size));
    ray.direction =
        pick_vec3_scale(pick_vec3_sub(pick_vec3_add(target, off), ray.origin), random_between(&s->random, 0.5, 2));
    return ray;
}

static void rays_of(stage *s, void *user)
{
    ray_tally *count = user;
    const pick_affine matrix = pick_affine_from_transform(&s->transform);
    pick_affine inverse;
    assert_true(pick_affine_invert(&matrix, &inverse));
    for (int i = 0; i < POINTS; i++) {
        const pick_ray ray = ray_at(s);
        const pick_ray local = {pick_affine_vector(&inverse, pick_vec3_sub(ray.origin, matrix.origin)),
                                pick_affine_vector(&inverse, ray.direction), ray.t_min, ray.t_max};
        pick_query query = PICK_QUERY_DEFAULT;
        pick_hit hit = {.t = 7};
        pick_shape_hit shape;
        const bool found = pick_closest(s->scene, &ray, &query, &hit);
        const bool met = pick_ray_shape(&local, &s->volume.shape, &shape);
        if (met != found) { // only where it grazes
            count->odd += met && shape.t_exit - shape.t > 1e-4;
            continue;
        }
        count->hits += found;
        count->misses += !found;
        assert_int_equal(pick_any(s->scene, &ray, &query), found);
        if (!found)
            continue;
        pick_hit same;
        assert_true(pick_closest_brute_force(s->scene, &ray, &query, &same) && same.t == hit.t);
        const pick_vec3 at = pick_ray_at(&ray, hit.t);
        assert_true(pick_vec3_length(pick_vec3_sub(at, hit.point)) <= 1e-12 * (1 + pick_vec3_length(at)));
        assert_true(hit.submesh == 0 && hit.barycentric[0] == 0 && hit.barycentric[1] == 0 && !hit.has_uv);
        if (s->surface && shape.inside) { // the wall behind; of compounds the nearest one
            count->back += hit.backface;
            assert_true(hit.t >= ray.t_min && !hit.inside);
            if (s->volume.shape.type != PICK_SHAPE_COMPOUND)
                count->odd += !hit.backface || fabs(hit.t - shape.t_exit) > 1e-10 * (1 + fabs(hit.t));
            continue;
        }
        if (fabs(shape.t - ray.t_min) < 1e-9 && !shape.inside)
            continue; // it starts on the surface: rounding decides whether it enters
        if (fabs(hit.t - shape.t) > 1e-10 * (1 + fabs(shape.t)) && shape.t_exit - shape.t > 1e-4) {
            ++count->odd; // along the side or in the plane of an end, or past an edge of a part of a compound
            continue;
        }
        assert_int_equal(hit.inside, shape.inside && !s->surface);
        count->inside += hit.inside;
        if (hit.inside) {
            assert_true(pick_vec3_length(hit.normal) == 0);
        } else {
            // The plane of the shape's normal, moved to the world: by the inverse transpose.
            const double *m = inverse.linear;
            const pick_vec3 n = pick_vec3_normalize(
                pick_vec3_make(m[0] * shape.normal.x + m[1] * shape.normal.y + m[2] * shape.normal.z,
                               m[3] * shape.normal.x + m[4] * shape.normal.y + m[5] * shape.normal.z,
                               m[6] * shape.normal.x + m[7] * shape.normal.y + m[8] * shape.normal.z));
            // Many rays are aimed at edges, where two faces are met at once.
            count->edges += pick_vec3_length(pick_vec3_sub(n, hit.normal)) > 1e-4;
            if (s->volume.shape.type != PICK_SHAPE_TRIANGLE && s->volume.shape.type != PICK_SHAPE_COMPOUND)
                assert_false(hit.backface);
        }
    }
}

static void rays_agree_with_shapes(void **state)
{
    (void)state;
    static const pick_vec3 places[] = {{1, 2, 3}, {1e5, -2e5, 3e5}};
    for (int p = 0; p < 2; p++) {
        ray_tally count = {0};
        each_stage(p == 0 ? test_effort(4, 40) : 1, places[p], rays_of, &count);
        print_message("%llu hits, %llu misses, %llu inside, %llu backs, %llu at edges, %llu odd\n",
                      (unsigned long long)count.hits, (unsigned long long)count.misses,
                      (unsigned long long)count.inside, (unsigned long long)count.back, (unsigned long long)count.edges,
                      (unsigned long long)count.odd);
        assert_true(count.hits > 2000 && count.misses > 500 && count.inside > 100 && count.back > 100);
        assert_true(count.edges * 50 < count.hits && count.odd * 300 < count.hits);
    }
}

// A sphere under any matrix, as the quadratic of the ellipsoid in long double.
static void sphere_in_long_double(stage *s, void *user)
{
    if (s->volume.shape.type != PICK_SHAPE_SPHERE || s->surface)
        return;
    const pick_sphere *sphere = &s->volume.shape.as.sphere;
    const float *m = s->transform.linear;
    for (int i = 0; i < POINTS; i++) {
        const pick_ray ray = ray_at(s);
        const long double in[2][3] = {
            {(long double)ray.origin.x - (long double)s->transform.origin.x,
             (long double)ray.origin.y - (long double)s->transform.origin.y,
             (long double)ray.origin.z - (long double)s->transform.origin.z},
            {(long double)ray.direction.x, (long double)ray.direction.y, (long double)ray.direction.z}};
        long double out[2][3];
        for (int v = 0; v < 2; v++) { // Cramer's rule
            long double a[9];
            for (int k = 0; k < 9; k++)
                a[k] = (long double)m[k];
            const long double det = a[0] * (a[4] * a[8] - a[7] * a[5]) - a[3] * (a[1] * a[8] - a[7] * a[2]) +
                                    a[6] * (a[1] * a[5] - a[4] * a[2]);
            for (int k = 0; k < 3; k++) {
                const int p = 3 * ((k + 1) % 3), q = 3 * ((k + 2) % 3);
                out[v][k] =
                    (in[v][0] * (a[p + 1] * a[q + 2] - a[p + 2] * a[q + 1]) +
                     in[v][1] * (a[p + 2] * a[q] - a[p] * a[q + 2]) + in[v][2] * (a[p] * a[q + 1] - a[p + 1] * a[q])) /
                    det;
            }
        }
        const long double f[3] = {out[0][0] - (long double)sphere->center.x, out[0][1] - (long double)sphere->center.y,
                                  out[0][2] - (long double)sphere->center.z};
        const long double *d = out[1];
        const long double aa = d[0] * d[0] + d[1] * d[1] + d[2] * d[2], bb = f[0] * d[0] + f[1] * d[1] + f[2] * d[2];
        const long double r = (long double)sphere->radius, cc = f[0] * f[0] + f[1] * f[1] + f[2] * f[2] - r * r;
        const long double root = bb * bb - aa * cc;
        pick_hit hit;
        const bool found = pick_closest(s->scene, &ray, NULL, &hit);
        if (fabsl(root) < 1e-9L * aa * r * r)
            continue; // grazing
        const long double enter = root > 0 ? (-bb - sqrtl(root)) / aa : 0,
                          exit = root > 0 ? (-bb + sqrtl(root)) / aa : -1;
        if (fabsl(exit - (long double)ray.t_min) < 1e-9L)
            continue;
        assert_int_equal(found, root > 0 && exit > (long double)ray.t_min);
        if (found) {
            assert_true(fabsl((long double)hit.t - (enter < (long double)ray.t_min ? (long double)ray.t_min : enter)) <
                        1e-10L);
            ++*(uint64_t *)user;
        }
    }
}

static void spheres_agree_with_long_double(void **state)
{
    (void)state;
    uint64_t hits = 0;
    each_stage(test_effort(10, 100), (pick_vec3){10, -20, 5}, sphere_in_long_double, &hits);
    assert_true(hits > 1000);
}

// --- Near a point ---------------------------------------------------------------------------------------------------

// The nearest point of a convex body has all others on the far side of the plane across the way to it.
static void near_points(stage *s, void *user)
{
    if (s->volume.shape.type == PICK_SHAPE_COMPOUND)
        return;
    pick_vec3 inner = {0, 0, 0};
    for (int i = 0; i < POINTS; i++)
        inner = pick_vec3_add(
            inner, pick_vec3_scale(world_point(s, test_shape_point(&s->random, &s->volume.shape)), 1.0 / POINTS));
    for (int i = 0; i < POINTS / 10; i++) {
        const pick_vec3 from = pick_vec3_add(s->middle, random_in_cube(&s->random, (i % 2 == 0 ? 0.1 : 1.5) * s->size));
        const pick_nearest_query wanted = {.features = PICK_FEATURE_SURFACE, .radius = HUGE_VAL};
        pick_nearest nearest;
        assert_true(pick_nearest_in_world(s->scene, from, &wanted, NULL, &nearest));
        const pick_vec3 way = pick_vec3_sub(from, nearest.point);
        assert_true(fabs(pick_vec3_length(way) - nearest.distance) <= 1e-12 * (1 + nearest.distance));
        const bool outside = nearest.distance > 0;
        ((uint64_t *)user)[outside]++;
        if (outside)
            assert_true(pick_vec3_length(pick_vec3_sub(nearest.normal, pick_vec3_normalize(way))) < 1e-9);
        for (int k = 0; k < POINTS; k++) {
            const pick_vec3 p = world_point(s, test_shape_point(&s->random, &s->volume.shape));
            assert_true(pick_vec3_dot(pick_vec3_sub(p, nearest.point), nearest.normal) <= 1e-8 * s->size);
        }
        // It is a point of the body: a little towards the middle is inside.
        const pick_ray through = {
            pick_vec3_add(nearest.point, pick_vec3_scale(pick_vec3_sub(inner, nearest.point), 1e-4)),
            random_direction(&s->random), 0, HUGE_VAL};
        pick_hit hit;
        const bool flat = s->kind == 6 || s->kind == 7;
        if (!flat && pick_closest(s->scene, &through, NULL, &hit))
            assert_true(s->surface ? hit.backface : hit.inside);
        else
            ((uint64_t *)user)[2]++;
    }
}

static void nearest_in_space_is_proven(void **state)
{
    (void)state;
    uint64_t found[3] = {0};
    each_stage(test_effort(4, 40), (pick_vec3){4, 5, 6}, near_points, found);
    assert_true(found[0] > 50 && found[1] > 1000 && found[2] * 3 < found[1]); // what is flat has no inside
}

// --- In the window --------------------------------------------------------------------------------------------------

static pick_view stage_view(stage *s, const projection_spec *spec, bool near)
{
    test_random *r = &s->random;
    float projection[16], rotation[16];
    const pick_vec3 forward = random_direction(r);
    const double away = s->size * random_between(r, near ? -0.3 : 1.5, near ? 0.7 : 4);
    projection_matrix(spec, projection);
    view_matrix(forward, random_direction(r), rotation);
    const pick_view_desc desc = {.projection = projection,
                                 .view = rotation,
                                 .eye = pick_vec3_add(pick_vec3_add(s->middle, random_in_cube(r, 0.3 * s->size)),
                                                      pick_vec3_scale(forward, -away)),
                                 .viewport = {20, 10, 800, 600}};
    pick_view view;
    assert_int_equal(pick_view_init(&view, &desc), PICK_OK);
    return view;
}

static projection_spec stage_projection(stage *s)
{
    projection_spec spec = projection_perspective(1, 4.0 / 3, 0.3, 20);
    if (random_index(&s->random, 3) == 0) {
        spec.kind = PICK_ORTHOGRAPHIC;
        spec.left = -4;
        spec.right = 4;
        spec.bottom = -3;
        spec.top = 3;
        spec.near_distance = -1;
    }
    return spec;
}

typedef struct place {
    pick_vec2 window;
    bool seen; // between near and far, in the viewport
    bool all;  // nothing was clipped
} place;

static place place_of(stage *s, const pick_view *view)
{
    const pick_vec3 p = world_point(s, test_shape_point(&s->random, &s->volume.shape));
    pick_projected_point at;
    place out = {.seen = false};
    if (pick_view_project(view, p, &at) && at.distance >= view->near_distance && at.distance <= view->far_distance) {
        out.window = at.window;
        out.all = true;
        out.seen = pick_view_contains(view, at.window);
    }
    return out;
}

static void near_on_screen(stage *s, void *user)
{
    uint64_t *found = user;
    const pick_nearest_query wanted = {.features = PICK_FEATURE_SURFACE, .radius = 3000};
    const projection_spec spec = stage_projection(s);
    const bool compound = s->volume.shape.type == PICK_SHAPE_COMPOUND;
    for (int i = 0; i < 12; i++) {
        const pick_view view = stage_view(s, &spec, i % 3 == 0);
        pick_vec2 from = {random_between(&s->random, 20, 820), random_between(&s->random, 10, 610)};
        const place over = place_of(s, &view);
        if (over.seen && i % 2 == 0)
            from = over.window;
        pick_nearest nearest = {.distance = HUGE_VAL};
        const bool is = pick_nearest_in_window(s->scene, &view, from, &wanted, NULL, &nearest);
        pick_vec2 at = {0, 0};
        if (is) {
            pick_projected_point p;
            assert_true(pick_view_project(&view, nearest.point, &p));
            assert_true(fabs(hypot(p.window.x - from.x, p.window.y - from.y) - nearest.distance) < 1e-5);
            assert_true(p.distance >= view.near_distance - 1e-9 && p.distance <= view.far_distance + 1e-9);
            at = p.window;
        }
        ++found[is ? (nearest.distance > 0 ? 2 : 1) : 0];
        for (int k = 0; k < POINTS; k++) {
            const place p = place_of(s, &view);
            if (!p.seen)
                continue;
            assert_true(is); // something is there
            assert_true(hypot(p.window.x - from.x, p.window.y - from.y) >= nearest.distance - 1e-6);
            const bool on_border = at.x < 20.001 || at.x > 819.999 || at.y < 10.001 || at.y > 609.999;
            if (nearest.distance > 0 && !compound && !on_border) { // a line keeps all of a convex picture away
                const double x = (from.x - at.x) / nearest.distance, y = (from.y - at.y) / nearest.distance;
                assert_true(x * (p.window.x - at.x) + y * (p.window.y - at.y) <= 1e-4);
            }
        }
        // What the ray through a position hits is at distance 0, and the reverse.
        const pick_ray ray = pick_view_ray(&view, from);
        pick_hit hit;
        if (pick_closest(s->scene, &ray, NULL, &hit)) {
            assert_true(is && nearest.distance <= 1e-6);
            if (!compound)
                assert_true(pick_vec3_length(pick_vec3_sub(hit.point, nearest.point)) < 1e-3 * s->size);
        } else {
            found[3] += is && nearest.distance == 0; // at the outline, within rounding
        }
    }
}

static void nearest_on_screen_is_proven(void **state)
{
    (void)state;
    uint64_t found[4] = {0};
    each_stage(test_effort(3, 30), (pick_vec3){4, 5, 6}, near_on_screen, found);
    print_message("%llu without, %llu over it, %llu beside it, %llu on its outline\n", (unsigned long long)found[0],
                  (unsigned long long)found[1], (unsigned long long)found[2], (unsigned long long)found[3]);
    assert_true(found[1] > 50 && found[2] > 100 && found[3] * 4 < found[1]);
}

// --- Regions --------------------------------------------------------------------------------------------------------

typedef struct region_tally {
    uint64_t asked, touched, contained;
} region_tally;

static void region_of(stage *s, const pick_view *view, int kind, double grow, pick_vec2 at, pick_vec2 half,
                      pick_vec2 points[6], pick_region *out)
{
    const double x = half.x + grow, y = half.y + grow;
    pick_plane planes[4];
    switch (kind) {
    case 0:
        assert_int_equal(pick_region_rect(out, view, (pick_vec2){at.x - x, at.y - y}, (pick_vec2){at.x + x, at.y + y}),
                         0);
        break;
    case 1:
        assert_int_equal(pick_region_circle(out, view, at, x), 0);
        break;
    case 2: // a star of David's upper half: a W
        points[0] = (pick_vec2){at.x - x, at.y - y};
        points[1] = (pick_vec2){at.x - 0.4 * x, at.y + y};
        points[2] = (pick_vec2){at.x, at.y - 0.2 * y + grow};
        points[3] = (pick_vec2){at.x + 0.4 * x, at.y + y};
        points[4] = (pick_vec2){at.x + x, at.y - y};
        assert_int_equal(pick_region_polygon(out, view, points, 5), 0);
        break;
    default: {
        const pick_vec3 n[4] = {{1, 0.2, 0}, {-1, 0.1, 0.3}, {0, 1, 0.5}, {0.1, -1, -0.2}};
        const double reach = s->size * 0.004 * (half.x + grow);
        for (int i = 0; i < 4; i++)
            planes[i] = (pick_plane){
                n[i], -pick_vec3_dot(n[i], pick_vec3_add(s->middle, pick_vec3_make(0.003 * at.x - 1.2, 0, 0))) + reach};
        assert_int_equal(pick_region_planes(out, planes, 4, view->eye), 0);
        break;
    }
    }
}

static bool finds(const stage *s, const pick_region *region, pick_region_mode mode)
{
    pick_region_query query = PICK_REGION_QUERY_DEFAULT;
    query.mode = mode;
    const size_t count = pick_region_objects(s->scene, region, &query, NULL, 0);
    assert_int_equal(pick_region_objects_brute_force(s->scene, region, &query, NULL, 0), count);
    return count == 1;
}

// How many points of the volume lie in the region: 0, some, all.
static int points_in(stage *s, const pick_region *region)
{
    int in = 0;
    for (int i = 0; i < POINTS; i++)
        in += pick_region_contains_point(region, world_point(s, test_shape_point(&s->random, &s->volume.shape)));
    return in == 0 ? 0 : (in == POINTS ? 2 : 1);
}

static void regions_over(stage *s, void *user)
{
    region_tally *count = user;
    const projection_spec spec = stage_projection(s);
    for (int i = 0; i < 16; i++) {
        const pick_view view = stage_view(s, &spec, i % 4 == 0);
        const pick_vec2 at = {random_between(&s->random, 100, 740), random_between(&s->random, 60, 560)};
        const double size = pow(10, random_between(&s->random, 0.5, 2.9));
        const pick_vec2 half = {size, size * random_between(&s->random, 0.5, 1)};
        pick_vec2 points[6], larger[6];
        pick_region region, grown;
        region_of(s, &view, i / 4, 0, at, half, points, &region);
        region_of(s, &view, i / 4, 8 + 0.3 * size, at, half, larger, &grown);
        const bool touched = finds(s, &region, PICK_REGION_TOUCH), contained = finds(s, &region, PICK_REGION_CONTAIN);
        const int in = points_in(s, &region);
        ++count->asked;
        count->touched += touched;
        count->contained += contained;
        assert_true(touched || in == 0);
        assert_true(!contained || (in == 2 && touched));
        if (contained)
            assert_true(finds(s, &grown, PICK_REGION_CONTAIN) || i / 4 == 2);
        if (touched && i / 4 != 2) // the picture of what was touched has points nearby
            assert_true(points_in(s, &grown) > 0 || size < 60 || i % 4 == 0);
    }
}

static void regions_agree_with_points(void **state)
{
    (void)state;
    region_tally count = {0};
    each_stage(test_effort(4, 40), (pick_vec3){4, 5, 6}, regions_over, &count);
    print_message("%llu asked, %llu touched, %llu contained\n", (unsigned long long)count.asked,
                  (unsigned long long)count.touched, (unsigned long long)count.contained);
    assert_true(count.touched > count.asked / 8 && count.contained > count.asked / 40);
}

// A thin region, between points that show where the shape is: a line that a ray hits is touched.
static void thin_regions(stage *s, void *user)
{
    const projection_spec spec = stage_projection(s);
    for (int i = 0; i < 20; i++) {
        const pick_view view = stage_view(s, &spec, i % 4 == 0);
        const pick_vec2 at = {random_between(&s->random, 100, 740), random_between(&s->random, 60, 560)};
        const pick_ray ray = pick_view_ray(&view, at);
        pick_query query = PICK_QUERY_DEFAULT;
        pick_hit hit;
        const bool found = pick_closest(s->scene, &ray, &query, &hit);
        pick_region region;
        const pick_vec2 lasso[3] = {at, {at.x + 1e-7, at.y}, {at.x, at.y + 1e-7}};
        if (i % 3 == 0)
            assert_int_equal(pick_region_rect(&region, &view, at, at), PICK_OK);
        else if (i % 3 == 1)
            assert_int_equal(pick_region_circle(&region, &view, at, 0), PICK_OK);
        else
            assert_int_equal(pick_region_polygon(&region, &view, lasso, 3), PICK_OK);
        const bool touched = finds(s, &region, PICK_REGION_TOUCH);
        if (found)
            assert_true(touched);
        else if (touched) // from the edge, or flat and edge-on
            ++((uint64_t *)user)[1];
        ++((uint64_t *)user)[0];
    }
}

static void thin_regions_agree_with_rays(void **state)
{
    (void)state;
    uint64_t count[2] = {0, 0};
    each_stage(test_effort(4, 40), (pick_vec3){4, 5, 6}, thin_regions, count);
    assert_true(count[1] * 100 <= count[0]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bounds_are_tight),
        cmocka_unit_test(rays_agree_with_shapes),
        cmocka_unit_test(spheres_agree_with_long_double),
        cmocka_unit_test(nearest_in_space_is_proven),
        cmocka_unit_test(nearest_on_screen_is_proven),
        cmocka_unit_test(regions_agree_with_points),
        cmocka_unit_test(thin_regions_agree_with_rays),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
