// triangle.h: the only exact ray-triangle test of the library. Private.
//
// Source: S. Woop, C. Benthin, I. Wald, "Watertight Ray/Triangle Intersection", JCGT 2(1), 2013.
//
// The vertices are moved so that the ray starts at the origin, and sheared so that it runs along +z. The triangle is
// hit when the origin of the xy plane lies inside its projection: when the three edge functions agree in sign.
//
// Why it is watertight, here in double:
//  * A sheared vertex depends on the vertex and the ray only, so triangles that share a vertex see the same bits.
//  * An edge function is mul, mul, sub, each rounded once and never contracted (-ffp-contract=off). Multiplication
//    commutes and x - y = -(y - x) bit for bit, so the two triangles of an edge get exactly opposite values.
//  * Rounding is monotone: ab > cd gives fl(ab) >= fl(cd). A computed edge function has therefore the true sign of
//    the sheared vertices, or is zero; it never has the wrong one.
//  * Zeros count as inside. So every triangle that exactly contains the origin is hit, and a closed surface stays
//    closed: rounding the vertices bends it (by some 1e-16 of their distance) without tearing it.
// A triangle whose edge functions are all zero is seen exactly edge-on, has no area to hit, and is missed; its
// neighbours own those edges.
//
// Why it has no false hits: far from the ray, or for a sliver, both products of an edge function may round to the same
// number, and the zero would count as inside. So zero must also lie between the minimum and the maximum of the sheared
// x. That compares the very numbers above, without rounding: a triangle that exactly contains the origin passes, and
// closed surfaces stay closed. Where it passes and y has one sign, two edge functions are sums of products of one sign
// each, which cannot cancel, and differ in sign. So the origin lies in the box of the sheared vertices; there the
// products are no larger than that box, and a hit is off by about 1e-16 of the triangle's own extent at most.
//
// No epsilon appears, so the unit and the length of the direction do not matter.
#ifndef PICKING_SRC_TRIANGLE_H
#define PICKING_SRC_TRIANGLE_H

#include "picking/math.h"

#include <float.h>
#include <math.h>

// A prepared ray. t_min and t_max may be narrowed during a search.
typedef struct pick_triangle_ray {
    double origin[3];
    double shear[3]; // direction[kx] / direction[kz], direction[ky] / direction[kz], 1 / direction[kz]
    double side[2];  // direction[kx], direction[ky]
    int kx, ky, kz;  // kz is the direction's largest axis; kx and ky keep the winding
    double t_min, t_max;
} pick_triangle_ray;

// The ray must be valid (pick_ray_is_valid).
static inline pick_triangle_ray pick_triangle_ray_init(const pick_ray *ray)
{
    const double direction[3] = {ray->direction.x, ray->direction.y, ray->direction.z};
    // No branches: they would be mispredicted.
    const double x = fabs(direction[0]), y = fabs(direction[1]), z = fabs(direction[2]);
    const int kz = z > (y > x ? y : x) ? 2 : y > x;
    const int after = kz == 2 ? 0 : kz + 1;
    const int before = kz == 0 ? 2 : kz - 1;
    const int swap = (after ^ before) & -(direction[kz] < 0); // else left-handed, as seen along the ray
    const int kx = after ^ swap;
    const int ky = before ^ swap;
    return (pick_triangle_ray){
        .origin = {ray->origin.x, ray->origin.y, ray->origin.z},
        .shear = {direction[kx] / direction[kz], direction[ky] / direction[kz], 1.0 / direction[kz]},
        .side = {direction[kx], direction[ky]},
        .kx = kx,
        .ky = ky,
        .kz = kz,
        .t_min = ray->t_min > -DBL_MAX ? ray->t_min : -DBL_MAX, // an overflowed distance is not a hit
        .t_max = ray->t_max < DBL_MAX ? ray->t_max : DBL_MAX,
    };
}

// Clamps t to the range in which a ray that moves by `speed` is between the minimum and the maximum of three offsets on
// an axis.
static inline double pick_triangle_clamp(double t, const double offset[3], double speed)
{
    double low = offset[0] < offset[1] ? offset[0] : offset[1];
    double high = offset[0] < offset[1] ? offset[1] : offset[0];
    low = offset[2] < low ? offset[2] : low;
    high = offset[2] > high ? offset[2] : high;
    const double place = t * speed;
    if (place < low && speed != 0) // rare, so that the division costs nothing
        return low / speed;
    return place > high && speed != 0 ? high / speed : t;
}

// Whether zero lies between the minimum and the maximum of three numbers.
static inline bool pick_triangle_spans_zero(double a, double b, double c)
{
    return (a <= 0 || b <= 0 || c <= 0) && (a >= 0 || b >= 0 || c >= 0);
}

// The second half of the test: distance, weights and side of a triangle whose edge functions `w` agree in sign.
// `across` holds the vertices relative to the ray's origin on axes kx and ky, `along` on axis kz.
static inline bool pick_triangle_finish(const pick_triangle_ray *ray, const double across[2][3], const double along[3],
                                        const double w[3], double *t, double *u, double *v, bool *backface)
{
    const double determinant = w[0] + w[1] + w[2];
    double x[3]; // the numbers that `w` was computed from
    for (int i = 0; i < 3; i++)
        x[i] = across[0][i] - ray->shear[0] * along[i];
    if (determinant == 0 || !pick_triangle_spans_zero(x[0], x[1], x[2]))
        return false;
    const double z[3] = {ray->shear[2] * along[0], ray->shear[2] * along[1], ray->shear[2] * along[2]};
    // Rounding must not carry t out of the triangle's box: a sliver seen edge-on would otherwise be hit far away from
    // itself, and hierarchies could not reject it by its box.
    double distance = (w[0] * z[0] + w[1] * z[1] + w[2] * z[2]) / determinant;
    distance = pick_triangle_clamp(distance, across[0], ray->side[0]);
    distance = pick_triangle_clamp(distance, across[1], ray->side[1]);
    distance = pick_triangle_clamp(distance, z, 1);
    if (!(distance >= ray->t_min && distance <= ray->t_max)) // written so that NaN is a miss
        return false;
    *t = distance;
    *u = w[1] / determinant;
    *v = w[2] / determinant;
    *backface = determinant < 0;
    return true;
}

// Whether the ray hits the triangle within [t_min, t_max]. `u` and `v` are the weights of vertex 1 and 2. A triangle
// is a back face when its vertices run clockwise as seen by the ray. Misses (a NaN vertex is one) write nothing.
static inline bool pick_triangle_intersect_double(const pick_triangle_ray *ray, const double vertex[3][3], double *t,
                                                  double *u, double *v, bool *backface)
{
    double across[2][3], along[3], x[3], y[3];
    for (int i = 0; i < 3; i++) {
        along[i] = vertex[i][ray->kz] - ray->origin[ray->kz];
        across[0][i] = vertex[i][ray->kx] - ray->origin[ray->kx];
        across[1][i] = vertex[i][ray->ky] - ray->origin[ray->ky];
        x[i] = across[0][i] - ray->shear[0] * along[i];
        y[i] = across[1][i] - ray->shear[1] * along[i];
    }
    // Each edge function is the weight of the opposite vertex.
    const double w[3] = {x[2] * y[1] - y[2] * x[1], x[0] * y[2] - y[0] * x[2], x[1] * y[0] - y[1] * x[0]};
    if ((w[0] < 0 || w[1] < 0 || w[2] < 0) && (w[0] > 0 || w[1] > 0 || w[2] > 0))
        return false;
    return pick_triangle_finish(ray, (const double(*)[3])across, along, w, t, u, v, backface);
}

// How a ray crosses a triangle that it hits: 1 from the back, -1 from the front, 0 not at all. A hit on an edge counts
// for one of the two triangles that share it, and one on a vertex for one of those around it, as pixels on edges do
// when triangles are drawn: so the crossings of a closed surface add up. The edge functions are those above, and equal
// but for the sign in both triangles of an edge; where one is zero, the direction of the edge decides, which both
// see reversed.
static inline int pick_triangle_crossing(const pick_triangle_ray *ray, const float vertex[3][3])
{
    double x[3], y[3];
    for (int i = 0; i < 3; i++) {
        const double along = (double)vertex[i][ray->kz] - ray->origin[ray->kz];
        x[i] = ((double)vertex[i][ray->kx] - ray->origin[ray->kx]) - ray->shear[0] * along;
        y[i] = ((double)vertex[i][ray->ky] - ray->origin[ray->ky]) - ray->shear[1] * along;
    }
    const double w[3] = {x[2] * y[1] - y[2] * x[1], x[0] * y[2] - y[0] * x[2], x[1] * y[0] - y[1] * x[0]};
    const bool front = w[0] + w[1] + w[2] > 0;
    for (int i = 0; i < 3; i++) {
        const int a = (i + 1) % 3, b = (i + 2) % 3;
        const bool first = y[a] != y[b] ? y[a] < y[b] : x[a] < x[b];
        if (w[i] == 0 && first != front)
            return 0;
    }
    return front ? -1 : 1;
}

// The same for the float vertices of a mesh.
static inline bool pick_triangle_intersect(const pick_triangle_ray *ray, const float vertex[3][3], double *t, double *u,
                                           double *v, bool *backface)
{
    double wide[3][3];
    for (int i = 0; i < 3; i++) {
        for (int k = 0; k < 3; k++)
            wide[i][k] = (double)vertex[i][k];
    }
    return pick_triangle_intersect_double(ray, (const double(*)[3])wide, t, u, v, backface);
}

#endif
