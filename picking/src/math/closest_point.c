// Source: the regions of C. Ericson, "Real-Time Collision Detection", 2005, section 5.1.5, decided in the triangle's
// own plane, with the query point at the origin.
//
// The longest edge AB and the height f above it are perpendicular, so the three unknowns (along AB, along f, away from
// the plane) are found one after the other and none inherits the errors of another: a sliver's height may be lost in
// rounding, but only the place across it suffers, which is as short as the height. Normal equations or a cross product
// would let this error move the point along the sliver.
#include "math/closest_point.h"
#include "base/compiler.h"

double pick_closest_on_segment(pick_vec3 a, pick_vec3 ab)
{
    const double along = -pick_vec3_dot(a, ab);
    const double square = pick_vec3_dot(ab, ab);
    return along <= 0 ? 0 : (along >= square ? 1 : along / square);
}

// The query in the triangle's plane, in units of e (from A to B) and f (perpendicular to e): A = (0, 0), B = (1, 0), C
// = (k, 1). The query's projection is (s / e_square, t / f_square).
typedef struct flat_query {
    double k, e_square, f_square, s, t;
} flat_query;

// Computes the weights of B and C.
static void closest_in_plane(const flat_query *q, double *b, double *c)
{
    const double k = q->k, e = q->e_square, f = q->f_square;
    const double past_b = q->s - e;
    const bool beyond_ab = !(q->t > 0);
    const bool beyond_ac = k * q->t > q->s * (f / e);
    const bool beyond_bc = past_b * (f / e) > (k - 1) * q->t;
    *b = *c = 0;
    if (!beyond_ab && !beyond_ac && !beyond_bc) {
        *c = q->t < f ? q->t / f : 1;
        const double along = q->s / e - *c * k;
        *b = along <= 0 ? 0 : (along >= 1 - *c ? 1 - *c : along);
        return;
    }
    // Positions along A-C and B-C, times the square of that edge. The square may be 0, or round to it: then no point
    // lies between.
    const double on_ac = q->s * k + q->t, ac = k * k * e + f;
    const double on_bc = past_b * (k - 1) + q->t, bc = (k - 1) * (k - 1) * e + f;
    if (beyond_ab && q->s > 0 && past_b < 0) {
        *b = q->s / e;
    } else if (beyond_ac && on_ac > 0 && on_ac < ac) {
        *c = on_ac / ac;
    } else if (beyond_bc && on_bc > 0 && on_bc < bc) {
        *c = on_bc / bc;
        *b = 1 - *c;
    } else if (past_b >= 0 && on_bc <= 0) {
        *b = 1;
    } else if (!(q->s <= 0 && on_ac <= 0)) {
        *c = 1;
    }
}

pick_vec3 pick_closest_on_triangle(const pick_vec3 vertex[3], const pick_vec3 edge[3], double weights[3])
{
    double square[3];
    for (int i = 0; i < 3; i++)
        square[i] = pick_vec3_dot(edge[i], edge[i]);
    const int longest = square[0] >= square[1] ? (square[0] >= square[2] ? 0 : 2) : (square[1] >= square[2] ? 1 : 2);
    const int next = (longest + 1) % 3, last = (longest + 2) % 3;
    // A is the end of the longest edge that is closer to the third vertex.
    const bool forward = square[last] <= square[next];
    const int a = forward ? longest : next;
    const int b = forward ? next : longest;
    const pick_vec3 e = forward ? edge[longest] : pick_vec3_scale(edge[longest], -1);
    const pick_vec3 ac = forward ? pick_vec3_scale(edge[last], -1) : edge[next];
    weights[a] = 1;
    weights[b] = weights[last] = 0;
    if (!(square[longest] > 0))
        return vertex[a];
    flat_query q = {.e_square = square[longest]};
    q.k = pick_vec3_dot(ac, e) / q.e_square;
    pick_vec3 f = pick_vec3_sub(ac, pick_vec3_scale(e, q.k));
    // The component along e that rounding left in the height of a sliver.
    const double rest = pick_vec3_dot(f, e) / q.e_square;
    f = pick_vec3_sub(f, pick_vec3_scale(e, rest));
    q.k += rest;
    q.f_square = pick_vec3_dot(f, f);
    q.s = -pick_vec3_dot(vertex[a], e);
    const pick_vec3 beside = pick_vec3_add(vertex[a], pick_vec3_scale(e, q.s / q.e_square));
    q.t = -pick_vec3_dot(beside, f);
    closest_in_plane(&q, &weights[b], &weights[last]);
    weights[a] = (1 - weights[last]) - weights[b];
    return pick_vec3_add(vertex[a], pick_vec3_add(pick_vec3_scale(e, weights[b]), pick_vec3_scale(ac, weights[last])));
}
