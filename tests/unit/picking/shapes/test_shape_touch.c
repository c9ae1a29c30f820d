// Rays that touch round shapes, and start where they do.
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "picking/picking.h"
#include "random.h"

// A ray that touches a round side at a point, and starts at that point, or near it: what it hits is on the surface. The
// shape has an axis from (0, 0, 0) to `axis`, and the cone its apex there.
static double off_the_surface(pick_shape_type type, pick_vec3 axis, double radius, const pick_ray *ray, uint32_t *hits)
{
    pick_shape shape = {.type = type};
    pick_shape_hit hit;
    const pick_vec3 origin = {0, 0, 0};
    if (type == PICK_SHAPE_SPHERE)
        shape.as.sphere = (pick_sphere){origin, radius};
    else if (type == PICK_SHAPE_CAPSULE)
        shape.as.capsule = (pick_capsule){origin, axis, radius};
    else if (type == PICK_SHAPE_CYLINDER)
        shape.as.cylinder = (pick_cylinder){origin, axis, radius};
    else
        shape.as.cone = (pick_cone){axis, origin, radius};
    if (!pick_ray_shape(ray, &shape, &hit))
        return 0;
    ++*hits;
    const pick_vec3 at = pick_ray_at(ray, hit.t);
    if (type == PICK_SHAPE_SPHERE)
        return fabs(pick_vec3_length(at) - radius);
    const double along = pick_vec3_dot(at, axis);
    const double across = pick_vec3_length(pick_vec3_sub(at, pick_vec3_scale(axis, along)));
    if (along > 1 - 1e-6 || (type != PICK_SHAPE_CONE && along < 1e-6)) // at its ends
        return 0;
    return fabs(across - (type == PICK_SHAPE_CONE ? radius * along : radius));
}

static void rays_that_start_where_they_touch_hit_there(void **state)
{
    (void)state;
    static const pick_shape_type types[] = {PICK_SHAPE_SPHERE, PICK_SHAPE_CAPSULE, PICK_SHAPE_CYLINDER,
                                            PICK_SHAPE_CONE};
    static const double starts[] = {0, 1e-9, 1e-4, 0.3, 3};
    test_random random = {41};
    for (int type = 0; type < 4; type++) {
        uint32_t hits = 0;
        for (uint32_t n = 0; n < 3000; n++) {
            const double radius = exp(random_between(&random, -3, 3)), along = random_between(&random, 0.2, 0.8);
            const pick_vec3 axis = random_direction(&random), other = random_direction(&random);
            const pick_vec3 across =
                pick_vec3_normalize(pick_vec3_sub(other, pick_vec3_scale(axis, pick_vec3_dot(other, axis))));
            pick_vec3 at = pick_vec3_add(pick_vec3_scale(across, radius), pick_vec3_scale(axis, along)),
                      normal = across;
            if (types[type] == PICK_SHAPE_SPHERE) {
                at = pick_vec3_scale(other, radius);
                normal = other;
            } else if (types[type] == PICK_SHAPE_CONE) {
                at = pick_vec3_scale(pick_vec3_add(pick_vec3_scale(across, radius), axis), along);
                normal = pick_vec3_normalize(pick_vec3_sub(across, pick_vec3_scale(axis, radius)));
            }
            pick_vec3 way = random_direction(&random);
            way = pick_vec3_sub(way, pick_vec3_scale(normal, pick_vec3_dot(way, normal)));
            if (types[type] == PICK_SHAPE_CONE && n % 2 == 0) // across the line from the apex
                way = pick_vec3_cross(normal, at);
            way = pick_vec3_scale(pick_vec3_normalize(way), exp(random_between(&random, -2, 2)));
            const double start = starts[n % 5] * (n % 3 == 0 ? -1 : 1);
            const pick_ray ray = {pick_vec3_add(at, pick_vec3_scale(way, start)), way, -HUGE_VAL, HUGE_VAL};
            assert_true(off_the_surface(types[type], axis, radius, &ray, &hits) < 1e-12 * (1 + radius));
        }
        assert_true(hits > 1000);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rays_that_start_where_they_touch_hit_there),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
