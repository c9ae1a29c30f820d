// The nearest feature against a truth that shares nothing with the library: exact projection in quadruple precision,
// and dense sampling. One triangle after the other, of any size and shape, under any transform, from any distance.
//
//     nearest_truth [CASES]
//
// Distances are judged in units in the last place (ulp) of a coordinate: the largest magnitude that takes part in the
// world position of the triangle's vertices, that is of the object's origin and of the sums of |matrix entry * object
// coordinate|.
#include "effort.h"
#include "projection.h"
#include "quad.h"
#include "shapes.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { QUERIES_PER_TRIANGLE = 8, SAMPLES = 12 };

static int cases;

typedef struct sample_triangle {
    pick_mesh *mesh;
    pick_scene *scene;
    pick_object_id id;
    pick_transform transform;
    quad3 vertex[3];   // in the world
    double coordinate; // see above
    double spread;     // the largest distance of a vertex from the object's origin
    double size;       // the longest edge, in the world
    double shortest;   // edge
    double height;     // on the longest edge
    quad3 along;       // the longest edge
} sample_triangle;

typedef struct tally {
    uint64_t asked, found[8], flat;
    double off[8], distance[8], weights, place; // the worst seen
} tally;

static double ulp(double x)
{
    int exponent = 0;
    (void)frexp(x, &exponent);
    return ldexp(1, exponent - 53);
}

static void worst(double *seen, double now)
{
    *seen = now > *seen ? now : *seen;
}

static quad3 to_world(const pick_transform *t, const float v[3])
{
    quad out[3];
    const double origin[3] = {t->origin.x, t->origin.y, t->origin.z};
    for (int k = 0; k < 3; k++) {
        out[k] = (quad)origin[k];
        for (int i = 0; i < 3; i++)
            out[k] += (quad)t->linear[3 * i + k] * (quad)v[i];
    }
    return (quad3){out[0], out[1], out[2]};
}

// --- Triangles ------------------------------------------------------------------------------------------------------

// Well shaped, slivers (a low height), needles (a short edge), right angles along axes.
static void random_triangle(test_random *r, float out[9])
{
    const double size = pow(10, random_between(r, -6, 6));
    const double thin = pow(10, random_between(r, -14, -1));
    const pick_vec3 along = random_direction(r);
    const pick_vec3 across = pick_vec3_normalize(pick_vec3_cross(along, random_direction(r)));
    const uint32_t kind = random_index(r, 4);
    const pick_vec3 at =
        random_index(r, 2) == 0 ? pick_vec3_make(0, 0, 0) : random_in_cube(r, size * pow(10, random_between(r, -1, 3)));
    pick_vec3 v[3] = {{0, 0, 0}, pick_vec3_scale(along, size), {0, 0, 0}};
    switch (kind) {
    case 0:
        v[2] = pick_vec3_scale(random_in_cube(r, 1), size);
        break;
    case 1:
        v[2] =
            pick_vec3_add(pick_vec3_scale(along, size * random_between(r, 0, 1)), pick_vec3_scale(across, size * thin));
        break;
    case 2:
        v[2] = pick_vec3_scale(random_in_cube(r, 1), size * thin);
        break;
    default:
        v[1] = pick_vec3_make(size, 0, 0);
        v[2] = random_index(r, 2) == 0 ? pick_vec3_make(0, 0, size * (random_index(r, 2) == 0 ? thin : 1))
                                       : pick_vec3_make(size * 0.5, size * thin, 0);
        break;
    }
    const uint32_t first = random_index(r, 3);
    for (uint32_t i = 0; i < 3; i++) {
        const pick_vec3 p = pick_vec3_add(at, v[(first + i) % 3]);
        out[3 * i] = (float)p.x;
        out[3 * i + 1] = (float)p.y;
        out[3 * i + 2] = (float)p.z;
    }
}

static void measure(sample_triangle *t, const float p[9])
{
    const float *m = t->transform.linear;
    const pick_vec3 o = t->transform.origin;
    t->coordinate = fmax(fabs(o.x), fmax(fabs(o.y), fabs(o.z)));
    t->spread = t->size = 0;
    for (int i = 0; i < 3; i++) {
        t->vertex[i] = to_world(&t->transform, &p[3 * i]);
        for (int k = 0; k < 3; k++) {
            const double sum = fabs((double)m[k] * (double)p[3 * i]) + fabs((double)m[3 + k] * (double)p[3 * i + 1]) +
                               fabs((double)m[6 + k] * (double)p[3 * i + 2]);
            t->spread = fmax(t->spread, sum);
        }
    }
    t->coordinate = fmax(t->coordinate, t->spread);
    t->shortest = HUGE_VAL;
    for (int i = 0; i < 3; i++) {
        const quad3 edge = quad_sub(t->vertex[(i + 1) % 3], t->vertex[i]);
        const double length = (double)quad_length(edge);
        t->along = length > t->size ? edge : t->along;
        t->size = fmax(t->size, length);
        t->shortest = fmin(t->shortest, length);
    }
    const quad3 normal = quad_cross(quad_sub(t->vertex[1], t->vertex[0]), quad_sub(t->vertex[2], t->vertex[0]));
    t->height = t->size > 0 ? (double)quad_length(normal) / t->size : 0;
}

static void make(sample_triangle *t, test_random *r)
{
    static const pick_submesh both_sides = {0, 1, PICK_SUBMESH_DOUBLE_SIDED};
    float p[9];
    random_triangle(r, p);
    const pick_vec3 far = random_direction(r);
    const double place = random_index(r, 3) == 0 ? pow(10, random_between(r, 0, 7)) : 0;
    t->transform = random_transform(r, pick_vec3_scale(far, place), random_index(r, 2) == 0 ? 0 : 8);
    const pick_mesh_desc desc = {.positions = p, .vertex_count = 3, .submeshes = &both_sides, .submesh_count = 1};
    pick_object_desc object = PICK_OBJECT_DESC_DEFAULT;
    assert_int_equal(pick_mesh_create(&desc, NULL, &t->mesh), PICK_OK);
    assert_int_equal(pick_scene_create(NULL, &t->scene), PICK_OK);
    object.mesh = t->mesh;
    object.transform = t->transform;
    assert_int_equal(pick_scene_add(t->scene, &object, &t->id), PICK_OK);
    measure(t, p);
}

static void unmake(sample_triangle *t)
{
    pick_scene_destroy(t->scene);
    pick_mesh_destroy(t->mesh);
}

static pick_vec3 blend(const quad3 v[3], double b, double c)
{
    quad3 p = quad_add_scaled(v[0], quad_sub(v[1], v[0]), (quad)b);
    p = quad_add_scaled(p, quad_sub(v[2], v[0]), (quad)c);
    return pick_vec3_make((double)p.x, (double)p.y, (double)p.z);
}

static quad3 blend_wide(const quad3 v[3], const double weights[2])
{
    const quad3 p = quad_add_scaled(v[0], quad_sub(v[1], v[0]), (quad)weights[0]);
    return quad_add_scaled(p, quad_sub(v[2], v[0]), (quad)weights[1]);
}

// --- In space -------------------------------------------------------------------------------------------------------

// From on the triangle to 10^12 sizes and 10^7 m away: above its inside, in its plane, anywhere.
static pick_vec3 random_query(test_random *r, const sample_triangle *t)
{
    const double away = fmin(1e7, t->size * pow(10, random_between(r, -4, 12)));
    const double b = random_between(r, -0.3, 1.3), c = random_between(r, -0.3, 1.3);
    const pick_vec3 foot = blend(t->vertex, b, c);
    const quad3 u = quad_sub(t->vertex[1], t->vertex[0]), v = quad_sub(t->vertex[2], t->vertex[0]);
    const quad3 n = quad_cross(u, v);
    const pick_vec3 normal = pick_vec3_normalize(pick_vec3_make((double)n.x, (double)n.y, (double)n.z));
    switch (random_index(r, 4)) {
    case 0:
        return foot;
    case 1:
        return pick_vec3_add(foot, pick_vec3_scale(random_direction(r), away));
    case 2: {
        const pick_vec3 beside = pick_vec3_normalize(pick_vec3_cross(normal, random_direction(r)));
        return pick_vec3_add(foot, pick_vec3_scale(beside, away));
    }
    default:
        return pick_vec3_add(foot, pick_vec3_scale(normal, away));
    }
}

static quad3 nearest_of_feature(const sample_triangle *t, uint32_t feature, uint32_t index, quad3 q)
{
    const quad3 *v = t->vertex;
    if (feature == PICK_FEATURE_SURFACE)
        return quad_on_triangle(q, v);
    return feature == PICK_FEATURE_VERTEX ? v[index] : quad_on_segment(q, v[index], v[(index + 1) % 3]);
}

static quad least_distance(const sample_triangle *t, uint32_t feature, quad3 q)
{
    quad least = quad_length(quad_sub(q, nearest_of_feature(t, feature, 0, q)));
    for (uint32_t i = 1; i < 3; i++) {
        const quad other = quad_length(quad_sub(q, nearest_of_feature(t, feature, i, q)));
        least = other < least ? other : least;
    }
    return least;
}

// What holds of any answer: the point is on the feature, and where its weights say.
static void check_place(const sample_triangle *t, const pick_nearest *n, tally *count)
{
    const double unit = ulp(t->coordinate);
    const quad3 p = quad_of(n->point);
    const quad off = quad_length(quad_sub(p, nearest_of_feature(t, n->feature, n->index, p)));
    worst(&count->off[n->feature], (double)off / unit);
    assert_true((double)off <= 4 * unit);
    const double *w = n->barycentric;
    assert_true(w[0] >= 0 && w[1] >= 0 && w[0] + w[1] <= 1 + 0x1p-52);
    const quad apart = quad_length(quad_sub(p, blend_wide(t->vertex, w)));
    worst(&count->weights, (double)apart / unit);
    assert_true((double)apart <= 4 * unit);
}

static void check_in_space(const sample_triangle *t, pick_vec3 query, const pick_nearest *n, tally *count)
{
    const quad3 q = quad_of(query);
    const quad truth = least_distance(t, n->feature, q);
    check_place(t, n, count);
    // What the distance is the length of: from the query to the object's origin, and on to the triangle.
    const double offset = (double)quad_length(quad_sub(q, quad_of(t->transform.origin)));
    const double unit = ulp(fmax((double)truth, fmax(offset, t->spread)));
    const double off = fabs((double)((quad)n->distance - truth));
    worst(&count->distance[n->feature], off / unit);
    assert_true(off <= 8 * unit);
    const double really = (double)(quad_length(quad_sub(q, quad_of(n->point))) - truth);
    assert_true(really <= 8 * unit + 4 * ulp(t->coordinate));
    if (n->feature == PICK_FEATURE_SURFACE) {
        // The point itself: of a sliver, only where along it is well defined.
        const quad3 apart = quad_sub(quad_on_triangle(q, t->vertex), blend_wide(t->vertex, n->barycentric));
        const double shift = t->height > 0.1 * t->shortest ? (double)quad_length(apart)
                                                           : fabs((double)quad_dot(apart, t->along)) / t->size;
        worst(&count->place, shift / unit);
        assert_true(shift <= 16 * unit);
    }
}

// No sampled point of the triangle is nearer.
static void check_samples(const sample_triangle *t, pick_vec3 query, const pick_nearest *n)
{
    const quad3 q = quad_of(query);
    for (int i = 0; i <= SAMPLES; i++) {
        for (int j = 0; i + j <= SAMPLES; j++) {
            const double weights[2] = {(double)i / SAMPLES, (double)j / SAMPLES};
            const bool on_edge = i == 0 || j == 0 || i + j == SAMPLES;
            if (n->feature == PICK_FEATURE_SURFACE || (n->feature == PICK_FEATURE_EDGE && on_edge)) {
                const quad sampled = quad_length(quad_sub(q, blend_wide(t->vertex, weights)));
                const double offset = (double)quad_length(quad_sub(q, quad_of(t->transform.origin)));
                assert_true((double)((quad)n->distance - sampled) <= 8 * ulp(fmax(offset, t->spread)));
            }
        }
    }
}

static void print_tally(const tally *count)
{
    print_message("%llu asked; worst, in ulp: off the feature %.2f %.2f %.2f (vertex, edge, surface), distance %.2f "
                  "%.2f %.2f, weights %.2f, place %.1f; %llu flat\n",
                  (unsigned long long)count->asked, count->off[1], count->off[2], count->off[4], count->distance[1],
                  count->distance[2], count->distance[4], count->weights, count->place,
                  (unsigned long long)count->flat);
}

static void in_space(void **state)
{
    (void)state;
    test_random r = {2020};
    tally count = {0};
    for (int i = 0; i < cases; i++) {
        sample_triangle t;
        make(&t, &r);
        for (int k = 0; k < QUERIES_PER_TRIANGLE; k++) {
            const uint32_t kind = random_index(&r, 4);
            const uint32_t feature = kind < 2 ? PICK_FEATURE_SURFACE : (kind == 2 ? PICK_FEATURE_EDGE : 1u);
            const pick_vec3 query = random_query(&r, &t);
            const pick_nearest_query wanted = {feature, HUGE_VAL, false};
            pick_nearest n;
            ++count.asked;
            const bool found = k % 2 == 0 ? pick_nearest_in_world(t.scene, query, &wanted, NULL, &n)
                                          : pick_nearest_in_world_brute_force(t.scene, query, &wanted, NULL, &n);
            if (!found) { // only what has no area in float
                ++count.flat;
                assert_int_equal(pick_mesh_get_stats(t.mesh).dropped_triangles, 1);
                continue;
            }
            ++count.found[feature];
            assert_int_equal(n.feature, feature);
            check_in_space(&t, query, &n, &count);
            if (i % 16 == 0)
                check_samples(&t, query, &n);
        }
        unmake(&t);
    }
    print_tally(&count);
    assert_true(count.found[1] > count.asked / 8 && count.found[2] > count.asked / 8);
    assert_true(count.found[4] > count.asked / 4);
}

// --- On screen ------------------------------------------------------------------------------------------------------

enum { WIDTH = 800, HEIGHT = 600 };

// Looks at the triangle from up to 10^12 sizes and 10^7 m away, with a lens in which it is some points large.
static pick_view random_view(test_random *r, const sample_triangle *t, double *away)
{
    *away = fmin(1e7, t->size * pow(10, random_between(r, 0.5, 12)));
    const double field = fmin(2, t->size / *away * pow(10, random_between(r, -0.5, 1.5)));
    const double near = *away * 0.9, far = *away * 2;
    const pick_vec3 target = blend(t->vertex, random_between(r, -1, 1), random_between(r, -1, 1));
    const pick_vec3 forward = random_direction(r);
    projection_spec spec = {.kind = PICK_PERSPECTIVE, .near_distance = near, .far_distance = far};
    spec.top = spec.right = 0.5 * field;
    spec.bottom = spec.left = -0.5 * field;
    spec.depth = random_index(r, 2) == 0 ? DEPTH_FORWARD : DEPTH_REVERSED;
    if (random_index(r, 4) == 0) {
        spec.kind = PICK_ORTHOGRAPHIC;
        spec.top = spec.right = 0.5 * field * *away;
        spec.bottom = spec.left = -0.5 * field * *away;
    }
    float projection[16], rotation[16];
    projection_matrix(&spec, projection);
    view_matrix(forward, random_direction(r), rotation);
    const pick_view_desc desc = {.projection = projection,
                                 .view = rotation,
                                 .eye = pick_vec3_add(target, pick_vec3_scale(forward, -*away)),
                                 .viewport = {0, 0, WIDTH, HEIGHT}};
    pick_view view;
    assert_int_equal(pick_view_init(&view, &desc), PICK_OK);
    return view;
}

// One ulp of the world, or of the way to the eye, as points on screen.
static double screen_ulp(const sample_triangle *t, const pick_view *view, double away, pick_vec3 p)
{
    return (ulp(t->coordinate) + ulp(away + t->spread)) / pick_view_point_size(view, p);
}

// How far from the position a point of the triangle is seen. Infinite when it is not, or hardly.
static double seen_at(const sample_triangle *t, const pick_view *view, pick_vec2 position, double away, pick_vec3 p)
{
    pick_projected_point at;
    const double margin = 1e-6 + 64 * screen_ulp(t, view, away, p);
    if (!pick_view_project(view, p, &at) || at.distance < view->near_distance * (1 + 1e-9) ||
        at.distance > view->far_distance * (1 - 1e-9) || at.window.x < margin || at.window.y < margin ||
        at.window.x > WIDTH - margin || at.window.y > HEIGHT - margin)
        return HUGE_VAL;
    return hypot(at.window.x - position.x, at.window.y - position.y);
}

// The least distance of samples of the feature.
static double sample_screen(const sample_triangle *t, const pick_view *view, pick_vec2 position, double away,
                            uint32_t feature)
{
    const int samples = feature == PICK_FEATURE_VERTEX ? 1 : SAMPLES;
    double least = HUGE_VAL;
    for (int i = 0; i <= samples; i++) {
        for (int j = 0; i + j <= samples; j++) {
            if (feature == PICK_FEATURE_SURFACE || i == 0 || j == 0 || i + j == samples) {
                const pick_vec3 p = blend(t->vertex, (double)i / samples, (double)j / samples);
                least = fmin(least, seen_at(t, view, position, away, p));
            }
        }
    }
    return least;
}

static void check_on_screen(const sample_triangle *t, const pick_view *view, pick_vec2 position, double away,
                            const pick_nearest *n, tally *count)
{
    check_place(t, n, count);
    const double unit = screen_ulp(t, view, away, n->point);
    pick_projected_point at;
    assert_true(pick_view_project(view, n->point, &at));
    const double off = fabs(hypot(at.window.x - position.x, at.window.y - position.y) - n->distance);
    const double slack = 1e-9 + 32 * unit;
    worst(&count->distance[n->feature], off / (slack / 32));
    assert_true(off <= slack);
    assert_true(fabs(at.distance - n->depth) <= 16 * (ulp(t->coordinate) + ulp(away + t->spread)));
}

static void on_screen(void **state)
{
    (void)state;
    test_random r = {2021};
    tally count = {0};
    uint64_t sampled = 0;
    for (int i = 0; i < cases; i++) {
        sample_triangle t;
        make(&t, &r);
        for (int k = 0; k < QUERIES_PER_TRIANGLE; k++) {
            double away;
            const pick_view view = random_view(&r, &t, &away);
            const pick_vec2 position = {random_between(&r, -20, WIDTH + 20), random_between(&r, -20, HEIGHT + 20)};
            const uint32_t feature = 1u << random_index(&r, 3);
            const pick_nearest_query wanted = {feature, 2000, false};
            pick_nearest n;
            ++count.asked;
            const bool found = k % 2 == 0
                                   ? pick_nearest_in_window(t.scene, &view, position, &wanted, NULL, &n)
                                   : pick_nearest_in_window_brute_force(t.scene, &view, position, &wanted, NULL, &n);
            if (found) {
                ++count.found[feature];
                check_on_screen(&t, &view, position, away, &n, &count);
            }
            if (pick_mesh_get_stats(t.mesh).dropped_triangles > 0) {
                assert_false(found);
                ++count.flat;
            } else if (k % 4 < 2) {
                const double least = sample_screen(&t, &view, position, away, feature);
                sampled += least < HUGE_VAL;
                assert_true(found || least == HUGE_VAL);
                assert_true(!found || n.distance <= least + 1e-9 + 32 * screen_ulp(&t, &view, away, n.point));
            }
        }
        unmake(&t);
    }
    print_tally(&count);
    assert_true(sampled > count.asked / 8);
    assert_true(count.found[1] > count.asked / 8 && count.found[2] > count.asked / 8);
    assert_true(count.found[4] > count.asked / 8);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(in_space), cmocka_unit_test(on_screen)};
    cases = argc > 1 ? atoi(argv[1]) : (int)test_effort(3000, 8000);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
