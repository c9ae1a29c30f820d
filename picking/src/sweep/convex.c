// convex.c: casts a convex solid against another one by conservative advancement.
//
// The distance of two convex sets is a convex function of the time while one of them moves, because their difference is
// convex. So Newton's method from the left never steps over its first zero, and ends in a few steps: exactly in as many
// as there are faces on the way for polytopes, quadratically for curved ones. Each step is by a plane that certainly
// separates the two, whatever the nearest points' rounding: G. van den Bergen, "Ray Casting against General Convex
// Objects with Application to Continuous Collision Detection", 2004.
#include "sweep/convex.h"
#include "base/compiler.h"
#include "math/closest_point.h"
#include "math/gjk.h"
#include "math/math_inline.h"

// --- Hulls ----------------------------------------------------------------------------------------------------------

pick_hull pick_hull_of_points(const pick_vec3 *points, uint32_t count, pick_vec3 from)
{
    pick_hull hull = {.points = points, .count = count, .from = from};
    for (uint32_t i = 0; i < count; i++) {
        const pick_vec3 p = pick_vec3_sub(points[i], from);
        hull.reach = pick_most(hull.reach, pick_largest(p.x, p.y, p.z));
    }
    hull.size = 2 * hull.reach;
    return hull;
}

pick_hull pick_hull_of_triangle(const pick_vec3 vertex[3], const pick_vec3 edge[3])
{
    pick_hull hull = {.points = vertex, .count = 3, .edge = edge};
    for (int i = 0; i < 3; i++) {
        hull.reach = pick_most(hull.reach, pick_largest(vertex[i].x, vertex[i].y, vertex[i].z));
        hull.size = pick_most(hull.size, pick_largest(edge[i].x, edge[i].y, edge[i].z));
    }
    return hull;
}

pick_hull pick_hull_of_body(const pick_body *body, pick_aabb *bounds)
{
    pick_hull hull = {.body = body};
    bounds->min = pick_vec3_make(pick_body_support(body, pick_vec3_make(-1, 0, 0)).x,
                                 pick_body_support(body, pick_vec3_make(0, -1, 0)).y,
                                 pick_body_support(body, pick_vec3_make(0, 0, -1)).z);
    bounds->max = pick_vec3_make(pick_body_support(body, pick_vec3_make(1, 0, 0)).x,
                                 pick_body_support(body, pick_vec3_make(0, 1, 0)).y,
                                 pick_body_support(body, pick_vec3_make(0, 0, 1)).z);
    const pick_vec3 size = pick_vec3_sub(bounds->max, bounds->min);
    hull.size = pick_largest(size.x, size.y, size.z);
    hull.reach = pick_most(pick_largest(bounds->min.x, bounds->min.y, bounds->min.z),
                           pick_largest(bounds->max.x, bounds->max.y, bounds->max.z));
    return hull;
}

static pick_vec3 support_of_hull(const pick_hull *hull, pick_vec3 direction)
{
    if (hull->body != NULL)
        return pick_body_support(hull->body, direction);
    pick_vec3 best = pick_vec3_sub(hull->points[0], hull->from);
    double most = pick_vec3_dot(best, direction);
    for (uint32_t i = 1; i < hull->count; i++) {
        const pick_vec3 p = pick_vec3_sub(hull->points[i], hull->from);
        const double along = pick_vec3_dot(p, direction);
        if (along > most) {
            most = along;
            best = p;
        }
    }
    return best;
}

// --- Distances ------------------------------------------------------------------------------------------------------

// The difference b - a, where `a` has moved.
typedef struct hull_pair {
    const pick_hull *a, *b;
    pick_vec3 moved;
} hull_pair;

typedef struct separation {
    double distance;
    pick_vec3 toward; // from the point of `a` nearest to `b` to that of `b`
    pick_vec3 point;  // of `b`
    pick_vec3 normal; // of the face of the difference that the nearest point is on, either way; or zero
} separation;

static pick_gjk_vertex support_of_pair(const void *set, pick_vec3 direction)
{
    const hull_pair *pair = set;
    const pick_vec3 a = support_of_hull(pair->a, pick_vec3_scale(direction, -1));
    const pick_vec3 b = support_of_hull(pair->b, direction);
    return (pick_gjk_vertex){.p = pick_vec3_sub(b, pick_vec3_add(a, pair->moved)), .source = b};
}

static separation separate(const hull_pair *pair)
{
    separation s;
    if (pair->a->count == 1 && pair->b->edge != NULL) { // a sphere and a triangle
        const pick_vec3 center = pick_vec3_add(pick_vec3_sub(pair->a->points[0], pair->a->from), pair->moved);
        pick_vec3 vertex[3];
        double weights[3];
        for (int i = 0; i < 3; i++)
            vertex[i] = pick_vec3_sub(pair->b->points[i], center);
        s.toward = pick_closest_on_triangle((const pick_vec3 *)vertex, pair->b->edge, weights);
        s.point = pick_vec3_add(center, s.toward);
        s.distance = pick_vec3_length(s.toward);
        s.normal = pick_vec3_cross(pair->b->edge[2], pair->b->edge[0]);
        return s;
    }
    const pick_gjk_result result = pick_gjk_nearest(support_of_pair, pair, HUGE_VAL);
    s.toward = result.nearest;
    s.point = pick_gjk_source(&result);
    s.distance = result.distance;
    s.normal = pick_vec3_make(0, 0, 0);
    if (result.count == 3)
        s.normal =
            pick_triangle_normal((const pick_vec3[3]){result.vertex[0].p, result.vertex[1].p, result.vertex[2].p});
    return s;
}

// How far a plane across `unit`, of unit length, certainly keeps the two apart.
static double apart_along(const hull_pair *pair, pick_vec3 unit)
{
    return pick_vec3_dot(support_of_pair(pair, pick_vec3_scale(unit, -1)).p, unit);
}

pick_gap pick_gap_between(const pick_hull *a, const pick_hull *b)
{
    const hull_pair pair = {.a = a, .b = b};
    const separation s = separate(&pair);
    pick_gap gap = {.distance = s.distance, .point = {s.point, s.point}};
    if (s.distance > 0)
        gap.point[0] = pick_vec3_sub(s.point, s.toward);
    return gap;
}

// --- Casts ----------------------------------------------------------------------------------------------------------

// The normal of a plane through sets that nearly touch is mostly rounding: the one before is better. In sizes, and in
// coordinates, which count where neither set has a size.
#define NORMAL_ROUNDING 0x1p-20
#define NORMAL_COORDINATE_ROUNDING 0x1p-41

// A plane that certainly keeps the two apart, by half of what they are, across a unit vector from `a` to `b`. Near
// contact the vector between the nearest points is mostly rounding, and a plane across it would cut into both; the face
// that they are on is still known. False: rounding hides that as well, as it may where curved sets nearly touch.
static bool find_plane(const hull_pair *pair, const separation *s, double radius, pick_vec3 *unit, double *apart)
{
    const double enough = 0.5 * (s->distance - radius);
    *unit = pick_unit_vec3(s->toward);
    *apart = apart_along(pair, *unit) - radius;
    if (*apart >= enough)
        return true;
    const pick_vec3 normal = pick_unit_vec3(s->normal);
    const pick_vec3 face = pick_vec3_scale(normal, pick_vec3_dot(normal, s->toward) < 0 ? -1 : 1);
    *apart = apart_along(pair, face) - radius;
    if (!(*apart >= enough))
        return false;
    *unit = face;
    return true;
}

bool pick_cast(const pick_mover *mover, const pick_hull *still, double limit, pick_impact *out)
{
    const pick_vec3 m = mover->motion;
    const double size = mover->hull.size + mover->radius + still->size;
    // Each step moves so far at least, so it changes t. There are about 60 at most, because distance times speed falls
    // to a quarter with each.
    const double reach = still->reach + pick_largest(m.x, m.y, m.z);
    const double blurred = NORMAL_ROUNDING * size + NORMAL_COORDINATE_ROUNDING * reach;
    double tolerance = 0x1p-40 * size + 0x1p-49 * reach;
    double speed = pick_vec3_length(m); // at which they approach each other, at most: it falls with time
    hull_pair pair = {.a = &mover->hull, .b = still};
    pick_impact impact = {.inside = true};
    for (;;) {
        const separation s = separate(&pair);
        double apart = s.distance - mover->radius;
        pick_vec3 unit;
        impact.point = s.point;
        if (!(apart > tolerance)) {
            if (!impact.inside && s.distance > blurred)
                impact.normal = pick_unit_vec3(pick_vec3_scale(s.toward, -1));
            *out = impact;
            return true;
        }
        const bool certain = find_plane(&pair, &s, mover->radius, &unit, &apart);
        if (impact.inside || (certain && s.distance > blurred))
            impact.normal = pick_vec3_scale(unit, -1);
        if (certain) {
            speed = pick_vec3_dot(unit, m);
            if (!(speed > 0))
                return false; // the plane keeps them apart for ever
        } else {
            apart = s.distance - mover->radius;
            tolerance *= 2; // so that these steps end
        }
        impact.t += apart / speed;
        if (impact.t > 1 && impact.t <= 1 + 0x1p-50) // rounding: so near the end they touch there
            impact.t = 1;
        if (!(impact.t <= limit))
            return false;
        impact.inside = false;
        pair.moved = pick_vec3_scale(m, impact.t);
    }
}
