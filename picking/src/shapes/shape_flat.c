// shape_flat.c: a ray against shapes without an inside: plane, triangle.
#include "base/compiler.h"
#include "math/math_inline.h"
#include "math/triangle.h"
#include "picking/shape.h"

#include <math.h>

// Substitutes the ray's equation into the plane's.
bool pick_ray_plane(const pick_ray *ray, const pick_plane *plane, pick_shape_hit *hit)
{
    if (!plane || !hit || !pick_ray_is_valid(ray) || !pick_vec3_is_finite(plane->normal) || !isfinite(plane->offset))
        return false;
    const double speed = pick_vec3_dot(plane->normal, ray->direction);
    if (speed == 0) // parallel; a ray in the plane has no unique hit
        return false;
    const double t = -(pick_vec3_dot(plane->normal, ray->origin) + plane->offset) / speed;
    if (!isfinite(t) || t < ray->t_min || t > ray->t_max)
        return false;
    *hit = (pick_shape_hit){
        .t = t,
        .t_exit = t,
        .point = pick_ray_at(ray, t),
        .normal = pick_vec3_normalize(plane->normal),
        .backface = speed > 0,
    };
    return true;
}

// Woop, Benthin and Wald, JCGT 2013: see triangle.h.
bool pick_ray_triangle(const pick_ray *ray, const pick_triangle *triangle, pick_shape_hit *hit)
{
    if (!triangle || !hit || !pick_ray_is_valid(ray) || !pick_vec3_is_finite(triangle->vertex[0]) ||
        !pick_vec3_is_finite(triangle->vertex[1]) || !pick_vec3_is_finite(triangle->vertex[2]))
        return false;
    const pick_vec3 *p = triangle->vertex;
    const pick_triangle_ray ready = pick_triangle_ray_init(ray);
    const double vertex[3][3] = {{p[0].x, p[0].y, p[0].z}, {p[1].x, p[1].y, p[1].z}, {p[2].x, p[2].y, p[2].z}};
    double t, u, v;
    bool backface;
    if (!pick_triangle_intersect_double(&ready, vertex, &t, &u, &v, &backface))
        return false;
    const pick_vec3 normal = pick_triangle_normal(p);
    if (pick_is_zero_vec3(normal)) // the area is 0; the kernel found a hit only by rounding
        return false;
    *hit = (pick_shape_hit){
        .t = t,
        .t_exit = t,
        .point = pick_ray_at(ray, t),
        .normal = pick_vec3_normalize(normal),
        .backface = backface,
        .barycentric = {u, v},
    };
    return true;
}
