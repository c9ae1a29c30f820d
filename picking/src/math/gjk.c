// E. Gilbert, D. Johnson, S. Keerthi, "A Fast Procedure for Computing the Distance Between Complex Objects in
// Three-Dimensional Space", IEEE Journal on Robotics and Automation 4(2), 1988; with a sub-algorithm by regions rather
// than by cofactors, for the reasons in M. Montanari, N. Petrinic, E. Barbieri, "Improving the GJK Algorithm for Faster
// and More Reliable Distance Queries Between Convex Objects", ACM Transactions on Graphics 36(3), 2017: here the
// nearest point of each face, which closest_point.c computes reliably for slivers too.
#include "math/gjk.h"
#include "base/compiler.h"
#include "math/closest_point.h"
#include "math/math_inline.h"

#include <math.h>

enum { MOST_STEPS = 128 };

#define GAP 1e-14
#define GAP_ROUNDING 0x1p-48
#define TOUCHING 0x1p-40 // slivers leave so much to rounding

static double extent_of(pick_vec3 p)
{
    return pick_largest(p.x, p.y, p.z);
}

// Keeps the vertices with a weight. Returns the nearest point.
static pick_vec3 reduce(pick_gjk_result *r, const uint32_t index[3], const double weight[3], uint32_t count)
{
    const pick_gjk_result old = *r;
    pick_vec3 sum = {0, 0, 0};
    r->count = 0;
    for (uint32_t i = 0; i < count; i++) {
        if (weight[i] == 0)
            continue;
        r->vertex[r->count] = old.vertex[index[i]];
        r->weight[r->count++] = weight[i];
        sum = pick_vec3_add(sum, pick_vec3_scale(old.vertex[index[i]].p, weight[i]));
    }
    return sum;
}

static pick_vec3 nearest_on_segment(pick_gjk_result *r)
{
    const pick_vec3 a = r->vertex[0].p;
    const double along = pick_closest_on_segment(a, pick_vec3_sub(r->vertex[1].p, a));
    return reduce(r, (const uint32_t[3]){0, 1}, (const double[3]){1 - along, along}, 2);
}

// Computes the nearest point of a face, with its weights.
static pick_vec3 nearest_on_face(const pick_gjk_result *r, const uint32_t index[3], double weight[3])
{
    pick_vec3 vertex[3], edge[3];
    for (int i = 0; i < 3; i++)
        vertex[i] = r->vertex[index[i]].p;
    for (int i = 0; i < 3; i++)
        edge[i] = pick_vec3_sub(vertex[(i + 1) % 3], vertex[i]);
    return pick_closest_on_triangle((const pick_vec3 *)vertex, (const pick_vec3 *)edge, weight);
}

// Whether the origin is certainly on the same side of the face as the vertex opposite. In a sliver rounding decides, so
// nothing is certain.
static bool is_behind(const pick_gjk_result *r, const uint32_t face[3], uint32_t opposite)
{
    const pick_vec3 a = r->vertex[face[0]].p;
    const pick_vec3 e = pick_vec3_sub(r->vertex[face[1]].p, a), f = pick_vec3_sub(r->vertex[face[2]].p, a);
    const pick_vec3 d = pick_vec3_sub(r->vertex[opposite].p, a);
    const pick_vec3 normal = pick_vec3_cross(e, f);
    const double bound = extent_of(e) * extent_of(f) * pick_most(extent_of(a), extent_of(d)) * (4 * GAP_ROUNDING);
    const double origin = -pick_vec3_dot(normal, a), other = pick_vec3_dot(normal, d);
    return (origin > bound && other > bound) || (origin < -bound && other < -bound);
}

// Of a tetrahedron that contains the origin, `square` away from the nearest face: the weights of the vertices there.
// False: it is such a sliver that the face is nearer.
static bool weigh_origin(pick_gjk_result *r, double square)
{
    const pick_vec3 a = r->vertex[0].p;
    const pick_vec3 edge[3] = {pick_vec3_sub(r->vertex[1].p, a), pick_vec3_sub(r->vertex[2].p, a),
                               pick_vec3_sub(r->vertex[3].p, a)};
    double w[3];
    (void)pick_solve3(edge, pick_vec3_scale(a, -1), w);
    pick_vec3 sum = a;
    for (int i = 0; i < 3; i++)
        sum = pick_vec3_add(sum, pick_vec3_scale(edge[i], w[i]));
    if (!(pick_vec3_dot(sum, sum) < square))
        return false;
    r->weight[0] = 1 - (w[0] + w[1] + w[2]);
    for (int i = 0; i < 3; i++)
        r->weight[i + 1] = w[i];
    return true;
}

// The nearest point of a tetrahedron; `inside` says whether it contains the origin.
static pick_vec3 nearest_on_tetrahedron(pick_gjk_result *r, bool *inside)
{
    static const uint32_t FACES[4][3] = {{1, 2, 3}, {0, 2, 3}, {0, 1, 3}, {0, 1, 2}};
    double best = HUGE_VAL, weight[3] = {0, 0, 0};
    uint32_t nearest = 0;
    *inside = true;
    for (uint32_t i = 0; i < 4; i++) {
        double w[3];
        const pick_vec3 p = nearest_on_face(r, FACES[i], w);
        const double square = pick_vec3_dot(p, p);
        *inside = *inside && is_behind(r, FACES[i], i);
        if (square < best) {
            best = square;
            nearest = i;
            for (int k = 0; k < 3; k++)
                weight[k] = w[k];
        }
    }
    if (*inside && weigh_origin(r, best))
        return pick_vec3_make(0, 0, 0);
    return reduce(r, FACES[nearest], weight, 3);
}

static pick_vec3 nearest_on_simplex(pick_gjk_result *r, bool *inside)
{
    static const uint32_t ALL[3] = {0, 1, 2};
    double weight[3];
    *inside = false;
    if (r->count == 2)
        return nearest_on_segment(r);
    if (r->count == 4)
        return nearest_on_tetrahedron(r, inside);
    (void)nearest_on_face(r, ALL, weight);
    return reduce(r, ALL, weight, 3);
}

static pick_gjk_vertex support_along(pick_gjk_support support, const void *set, pick_vec3 direction)
{
    pick_gjk_vertex vertex = support(set, direction);
    vertex.direction = direction;
    return vertex;
}

pick_gjk_result pick_gjk_nearest(pick_gjk_support support, const void *set, double enough)
{
    pick_gjk_result r = {.count = 1, .weight = {1}};
    r.vertex[0] = support_along(support, set, pick_vec3_make(1, 0, 0));
    pick_vec3 v = r.vertex[0].p;
    double square = pick_vec3_dot(v, v);
    double largest = extent_of(v);
    for (int step = 0; step < MOST_STEPS; step++) {
        const pick_gjk_vertex w = support_along(support, set, pick_vec3_scale(v, -1));
        const double toward = pick_vec3_dot(v, w.p);
        largest = pick_most(largest, extent_of(w.p));
        const double rounding = largest * GAP_ROUNDING;
        if (sqrt(square) <= largest * TOUCHING) {
            r.nearest = v;
            return r; // distance 0
        }
        if (toward > (enough + rounding) * sqrt(square)) {
            r.nearest = v;
            r.distance = sqrt(square);
            return r;
        }
        if (!(square - toward > GAP * square + rounding * sqrt(square)))
            break;
        const pick_gjk_result before = r;
        bool inside;
        r.vertex[r.count++] = w;
        const pick_vec3 next = nearest_on_simplex(&r, &inside);
        const double next_square = pick_vec3_dot(next, next);
        if (inside) {
            r.nearest = next;
            return r;
        }
        if (!(next_square < square)) { // no progress: rounding
            r = before;
            break;
        }
        v = next;
        square = next_square;
    }
    r.nearest = v;
    r.distance = sqrt(square);
    return r;
}

pick_vec3 pick_gjk_source(const pick_gjk_result *result)
{
    pick_vec3 sum = {0, 0, 0};
    for (uint32_t i = 0; i < result->count; i++)
        sum = pick_vec3_add(sum, pick_vec3_scale(result->vertex[i].source, result->weight[i]));
    return sum;
}
