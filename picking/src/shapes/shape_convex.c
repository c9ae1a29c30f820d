// shape_convex.c: solids bounded by planes.
#include "base/compiler.h"
#include "math/math_inline.h"
#include "shapes/shape_solid.h"
#include "view/view_section.h"

#include <float.h>

static double dot_size(pick_vec3 a, pick_vec3 b)
{
    return fabs(a.x * b.x) + fabs(a.y * b.y) + fabs(a.z * b.z);
}

// M. Cyrus and J. Beck, "Generalized two- and three-dimensional clipping", Computers & Graphics 3(1), 1978.
bool pick_ray_convex(const pick_ray *ray, const pick_convex *convex, pick_shape_hit *hit)
{
    if (!convex || !hit || (!convex->planes && convex->count > 0) || !pick_ray_is_valid(ray))
        return false;
    pick_span span = {.enter = -HUGE_VAL, .exit = HUGE_VAL};
    double surely_enter = -HUGE_VAL, surely_exit = HUGE_VAL; // valid whatever the rounding
    for (uint32_t i = 0; i < convex->count; i++) {
        const pick_plane *plane = &convex->planes[i];
        // Outwards, so that above 0 is outside.
        const double height = -(pick_vec3_dot(plane->normal, ray->origin) + plane->offset);
        const double speed = -pick_vec3_dot(plane->normal, ray->direction);
        if (!isfinite(height) || !isfinite(speed))
            return false;
        if (speed == 0) {
            if (height > 0)
                return false;
            continue;
        }
        const double t = -height / speed;
        const double size = dot_size(plane->normal, ray->origin) + fabs(plane->offset) +
                            fabs(t) * dot_size(plane->normal, ray->direction);
        const double error = size * (4 * DBL_EPSILON) / fabs(speed);
        if (speed < 0 && t > span.enter) {
            span.enter = t;
            span.face = (int)i;
            span.normal = pick_vec3_scale(plane->normal, -1);
        } else if (speed > 0) {
            span.exit = fmin(span.exit, t);
        }
        if (speed < 0)
            surely_enter = fmax(surely_enter, t - error);
        else
            surely_exit = fmin(surely_exit, t + error);
    }
    if (surely_enter > surely_exit)
        return false;
    span.normal = pick_vec3_normalize(span.normal);
    return pick_span_hit(ray, &span, hit);
}

// The plane through a point whose normal is on the side of another.
static pick_plane plane_towards(pick_vec3 normal, pick_vec3 through, pick_vec3 inside)
{
    const pick_vec3 n = pick_vec3_normalize(normal);
    pick_plane plane = {n, -pick_vec3_dot(n, through)};
    if (pick_vec3_dot(n, pick_vec3_sub(inside, through)) < 0)
        plane = (pick_plane){pick_vec3_scale(n, -1), -plane.offset};
    return plane;
}

uint32_t pick_convex_from_view(const pick_view *view, pick_rect rect, pick_plane planes[6])
{
    if (!view || !planes || !isfinite(rect.x) || !isfinite(rect.y) || !isfinite(rect.width) || !isfinite(rect.height) ||
        rect.width == 0 || rect.height == 0)
        return 0;
    const pick_ray middle = pick_view_uncut_ray(view, (pick_vec2){rect.x + rect.width / 2, rect.y + rect.height / 2});
    // A point inside the frustum, behind the centre of the near plane.
    const pick_vec3 inside = pick_ray_at(&middle, fabs(middle.t_min) + 1);
    pick_ray corner[4];
    for (int i = 0; i < 4; i++) { // around the rectangle
        const pick_vec2 at = {rect.x + (i == 1 || i == 2 ? rect.width : 0), rect.y + (i >= 2 ? rect.height : 0)};
        corner[i] = pick_view_uncut_ray(view, at);
    }
    for (int i = 0; i < 4; i++) {
        const pick_ray *a = &corner[i], *b = &corner[(i + 1) % 4];
        const pick_vec3 across = view->kind == PICK_PERSPECTIVE ? b->direction : pick_vec3_sub(b->origin, a->origin);
        planes[i] = plane_towards(pick_vec3_cross(a->direction, across), a->origin, inside);
    }
    const pick_vec3 back = pick_vec3_normalize(pick_column3(view->inverse_rotation, 2));
    const double eye = pick_vec3_dot(back, view->eye);
    planes[4] = (pick_plane){pick_vec3_scale(back, -1), eye - view->near_distance};
    if (view->infinite_far)
        return 5;
    planes[5] = (pick_plane){back, view->far_distance - eye};
    return 6;
}

// --- Bounds ---------------------------------------------------------------------------------------------------------
// With outward normals, the extent of a convex solid along e is, by the duality of linear programs, the minimum of
// -sum(w_i offset_i) over all weights w_i >= 0 with sum(w_i normal_i) = e. The minimum is attained with at most three
// planes.

static const double CONE_TOLERANCE = 1e-12;

// Weights of three unit normals whose sum is e. False: there are none, or not all >= 0.
static bool weigh(const pick_vec3 n[3], pick_vec3 e, double w[3])
{
    if (fabs(pick_solve3(n, e, w)) < CONE_TOLERANCE)
        return false;
    for (int i = 0; i < 3; i++) {
        if (w[i] < -CONE_TOLERANCE)
            return false;
        w[i] = fmax(w[i], 0);
    }
    return true;
}

// The same for two. Their cross product replaces the third, and its weight must be 0.
static bool weigh_two(pick_vec3 a, pick_vec3 b, pick_vec3 e, double w[3])
{
    const pick_vec3 across = pick_vec3_normalize(pick_vec3_cross(a, b));
    const pick_vec3 n[3] = {a, b, across};
    return fabs(pick_vec3_dot(e, across)) <= CONE_TOLERANCE && weigh(n, e, w);
}

// The plane with a unit normal, outwards.
static pick_plane unit_plane(const pick_plane *plane)
{
    const double length = pick_vec3_length(plane->normal);
    const pick_vec3 outward = pick_vec3_scale(pick_vec3_normalize(plane->normal), -1);
    return (pick_plane){outward, length > 0 ? -plane->offset / length : 0};
}

// Three planes whose weights for e are those.
typedef struct plane_basis {
    pick_plane plane[3];
    double weight[3];
} plane_basis;

// The first three planes with weights for e. False: none have any.
static bool find_basis(const pick_convex *convex, pick_vec3 e, plane_basis *out)
{
    for (uint32_t i = 0; i < convex->count; i++) {
        out->plane[0] = unit_plane(&convex->planes[i]);
        for (uint32_t j = i + 1; j < convex->count; j++) {
            out->plane[1] = unit_plane(&convex->planes[j]);
            for (uint32_t k = j + 1; k < convex->count; k++) {
                out->plane[2] = unit_plane(&convex->planes[k]);
                const pick_vec3 n[3] = {out->plane[0].normal, out->plane[1].normal, out->plane[2].normal};
                if (weigh(n, e, out->weight))
                    return true;
            }
        }
    }
    return false;
}

// Replaces one of the three planes by `entering`, which cuts off their corner, so that all weights stay >= 0.
static bool exchange(plane_basis *basis, const pick_plane *entering, pick_vec3 e)
{
    const pick_vec3 n[3] = {basis->plane[0].normal, basis->plane[1].normal, basis->plane[2].normal};
    double share[3], least = HUGE_VAL;
    int leaving = -1;
    (void)pick_solve3(n, entering->normal, share);
    for (int i = 0; i < 3; i++) {
        if (share[i] > CONE_TOLERANCE && basis->weight[i] / share[i] < least) {
            least = basis->weight[i] / share[i];
            leaving = i;
        }
    }
    if (leaving < 0) // nothing lies inside all four
        return false;
    basis->plane[leaving] = *entering;
    const pick_vec3 changed[3] = {basis->plane[0].normal, basis->plane[1].normal, basis->plane[2].normal};
    return weigh(changed, e, basis->weight);
}

// The same minimum by the dual simplex method (C. E. Lemke, "The Dual Method of Solving the Linear Programming
// Problem", Naval Research Logistics Quarterly 1, 1954): in some steps, where the search of all triples takes the cube
// of the number of planes. False: it does not find it, as where the solid is unbounded or empty.
static bool reach_by_exchanges(const pick_convex *convex, pick_vec3 e, double *out)
{
    plane_basis basis;
    if (!find_basis(convex, e, &basis))
        return false;
    // All that the steps find bounds the solid, so what grows may end them: rounding cannot hold them up.
    for (double slack = CONE_TOLERANCE;; slack *= 2) {
        const pick_plane *p = basis.plane;
        const pick_vec3 bc = pick_vec3_cross(p[1].normal, p[2].normal), ca = pick_vec3_cross(p[2].normal, p[0].normal),
                        ab = pick_vec3_cross(p[0].normal, p[1].normal);
        const pick_vec3 sum =
            pick_vec3_add(pick_vec3_add(pick_vec3_scale(bc, -p[0].offset), pick_vec3_scale(ca, -p[1].offset)),
                          pick_vec3_scale(ab, -p[2].offset));
        const pick_vec3 corner = pick_vec3_scale(sum, 1 / pick_vec3_dot(p[0].normal, bc));
        double most = slack * pick_vec3_length(corner);
        pick_plane entering = {{0, 0, 0}, 0};
        for (uint32_t i = 0; i < convex->count; i++) {
            const pick_plane plane = unit_plane(&convex->planes[i]);
            const double outside = pick_vec3_dot(plane.normal, corner) + plane.offset;
            if (outside > most) {
                most = outside;
                entering = plane;
            }
        }
        if (pick_is_zero_vec3(entering.normal)) {
            const double *w = basis.weight;
            *out = -(w[0] * p[0].offset + w[1] * p[1].offset + w[2] * p[2].offset);
            return isfinite(*out);
        }
        if (!exchange(&basis, &entering, e))
            return false;
    }
}

static double reach_along(const pick_convex *convex, pick_vec3 e)
{
    double least = HUGE_VAL;
    if (reach_by_exchanges(convex, e, &least))
        return least;
    for (uint32_t i = 0; i < convex->count; i++) {
        const pick_plane a = unit_plane(&convex->planes[i]);
        if (pick_vec3_dot(a.normal, e) >= 1 - CONE_TOLERANCE * CONE_TOLERANCE)
            least = fmin(least, -a.offset);
        for (uint32_t j = i + 1; j < convex->count; j++) {
            const pick_plane b = unit_plane(&convex->planes[j]);
            double w[3];
            if (weigh_two(a.normal, b.normal, e, w))
                least = fmin(least, -(w[0] * a.offset + w[1] * b.offset));
            for (uint32_t k = j + 1; k < convex->count; k++) {
                const pick_plane c = unit_plane(&convex->planes[k]);
                const pick_vec3 n[3] = {a.normal, b.normal, c.normal};
                if (weigh(n, e, w))
                    least = fmin(least, -(w[0] * a.offset + w[1] * b.offset + w[2] * c.offset));
            }
        }
    }
    return least;
}

pick_aabb pick_convex_bounds(const pick_convex *convex)
{
    double reach[6], size = 0;
    if (!convex->planes && convex->count > 0) // as a miss
        return PICK_AABB_EMPTY;
    for (int i = 0; i < 6; i++) {
        const double sign = i < 3 ? -1 : 1;
        const pick_vec3 e = {i % 3 == 0 ? sign : 0, i % 3 == 1 ? sign : 0, i % 3 == 2 ? sign : 0};
        reach[i] = reach_along(convex, e);
        if (isfinite(reach[i]))
            size = fmax(size, fabs(reach[i]));
    }
    // Weights are rounded, so widen the box slightly: it must contain the solid.
    const double margin = 1e-9 * size;
    return (pick_aabb){{-reach[0] - margin, -reach[1] - margin, -reach[2] - margin},
                       {reach[3] + margin, reach[4] + margin, reach[5] + margin}};
}
