#include "thin_worlds.h"

#include "projection.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

static void put(thin_world *world, pick_vec3 p)
{
    float *at = world->positions + 3 * (size_t)world->position_count++;
    at[0] = (float)p.x;
    at[1] = (float)p.y;
    at[2] = (float)p.z;
}

static pick_transform random_transform(test_random *r)
{
    for (;;) {
        pick_transform t = PICK_TRANSFORM_IDENTITY;
        for (int i = 0; i < 9; i++)
            t.linear[i] = (float)random_between(r, -1, 1);
        if (fabs(pick_transform_determinant(&t)) > 0.1) {
            t.origin = random_in_cube(r, random_index(r, 4) == 0 ? 1e5 : 3);
            return t;
        }
    }
}

thin_world thin_world_make(test_random *random, int kind, bool on_screen, uint32_t count)
{
    thin_world w = {.kind = kind, .on_screen = on_screen, .transform = random_transform(random), .size = 4};
    uint32_t curves = 0;
    uint32_t *counts = calloc(count + 1, sizeof *counts);
    w.positions = calloc(3 * (size_t)(count + 40), sizeof *w.positions);
    w.radius = random_index(random, 6) == 0 ? 0 : random_between(random, 0.01, on_screen ? 6 : 0.15);
    while (w.position_count < count) {
        const pick_vec3 middle = random_in_cube(random, 1);
        const uint32_t n = kind == THIN_CUBICS ? 1 + 3 * (1 + random_index(random, 3))
                                               : (kind == THIN_LINES ? 2 + random_index(random, 12) : 8);
        const double spread = random_between(random, 0.02, 0.5);
        for (uint32_t i = 0; i < n; i++) {
            pick_vec3 p = pick_vec3_add(middle, random_in_cube(random, spread));
            if (random_index(random, 60) == 0)
                p.y = random_index(random, 2) == 0 ? (double)NAN : HUGE_VAL;
            put(&w, p);
            if (random_index(random, 40) == 0 && i + 1 < n) { // again: equal places, segments without length
                put(&w, p);
                ++i;
            }
        }
        counts[curves++] = n;
    }
    const pick_thin_unit unit = on_screen ? PICK_THIN_ON_SCREEN : PICK_THIN_IN_SPACE;
    if (kind == THIN_POINTS) {
        const pick_points_desc desc = {
            .positions = w.positions, .count = w.position_count, .radius = w.radius, .unit = unit};
        assert_int_equal(pick_points_create(&desc, NULL, &w.thin), PICK_OK);
    } else {
        const pick_curves_desc desc = {.positions = w.positions,
                                       .position_count = w.position_count,
                                       .counts = counts,
                                       .curve_count = curves,
                                       .kind = kind == THIN_CUBICS ? PICK_CURVE_CUBIC : PICK_CURVE_LINES,
                                       .flatness = random_index(random, 3) == 0 ? 0 : 0.01,
                                       .radius = w.radius,
                                       .unit = unit};
        assert_int_equal(pick_curves_create(&desc, NULL, &w.thin), PICK_OK);
    }
    free(counts);
    return w;
}

void thin_world_free(thin_world *world)
{
    pick_thin_destroy(world->thin);
    free(world->positions);
}

pick_view thin_world_view(test_random *random, const thin_world *world)
{
    projection_spec spec =
        projection_perspective(random_between(random, 0.3, 1.5), 1.25, random_between(random, 0.05, 0.6),
                               random_index(random, 2) == 0 ? HUGE_VAL : random_between(random, 3, 9));
    const pick_vec3 middle = world->transform.origin;
    const pick_vec3 forward = random_direction(random);
    const pick_vec3 up = random_direction(random);
    float projection[16], matrix[16];
    if (random_index(random, 3) == 0) {
        spec.kind = PICK_ORTHOGRAPHIC;
        spec.far_distance = 20;
        spec.left *= 2;
        spec.right *= 2;
        spec.bottom *= 2;
        spec.top *= 2;
    }
    projection_matrix(&spec, projection);
    view_matrix(forward, up, matrix);
    const double back = random_index(random, 3) == 0 ? 0.3 : random_between(random, 1.5, 4);
    const pick_vec3 eye =
        pick_vec3_add(pick_vec3_sub(middle, pick_vec3_scale(forward, back)), random_in_cube(random, 0.5));
    const pick_view_desc desc = {.projection = projection, .view = matrix, .eye = eye, .viewport = {13, 7, 200, 160}};
    pick_view view;
    assert_int_equal(pick_view_init(&view, &desc), PICK_OK);
    if (random_index(random, 3) == 0) {
        pick_plane planes[2];
        for (int i = 0; i < 2; i++) {
            planes[i].normal = random_direction(random);
            planes[i].offset = 0.4 - pick_vec3_dot(planes[i].normal, middle);
        }
        assert_int_equal(pick_view_set_section(&view, planes, 1 + random_index(random, 2)), PICK_OK);
    }
    return view;
}

uint32_t thin_world_segments(const thin_world *world, uint32_t part)
{
    return world->kind == THIN_POINTS ? 1 : pick_curve_segments(world->thin, part);
}

bool thin_world_segment(const thin_world *world, uint32_t part, uint32_t segment, pick_vec3 *a, pick_vec3 *b)
{
    const double n = (double)thin_world_segments(world, part);
    if (!pick_thin_place(world->thin, part, (double)segment / n, a) ||
        !pick_thin_place(world->thin, part, (double)(segment + 1) / n, b))
        return false;
    *a = pick_transform_point(&world->transform, *a);
    *b = pick_transform_point(&world->transform, *b);
    return true;
}
