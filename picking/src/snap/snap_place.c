// snap_place.c: where a held point would go without snapping, and how far from there a point is on screen.
#include "base/compiler.h"
#include "math/math_inline.h"
#include "snap/snap_internal.h"

#include <math.h>

bool pick_snap_measure(const pick_snap_search *search, pick_vec3 point, double *distance, double *depth)
{
    const pick_frustum *frustum = &search->frustum;
    const pick_vec3 p = pick_vec3_sub(point, frustum->eye);
    for (uint32_t i = 0; i < frustum->plane_count; i++) {
        if (!(pick_frustum_distance(frustum->planes[i], p) >= 0))
            return false;
    }
    const pick_vec2 at = pick_frustum_project(frustum, p);
    *distance = hypot(at.x - search->place.window.x, at.y - search->place.window.y);
    *depth = pick_frustum_depth(frustum, p);
    return true;
}

bool pick_snap_find_hit(const pick_snap_search *search, pick_hit *out)
{
    pick_query query = *search->query;
    query.caps = search->view;
    return pick_view_contains(search->view, search->position) &&
           (search->brute_force ? pick_closest_brute_force(search->scene, &search->ray, &query, out)
                                : pick_closest(search->scene, &search->ray, &query, out));
}

bool pick_snap_nearest_on_line(const pick_ray *ray, pick_vec3 at, pick_vec3 way, pick_vec3 *out)
{
    const pick_vec3 from = pick_vec3_sub(at, ray->origin);
    const double cosine = pick_vec3_dot(way, ray->direction), square = 1 - cosine * cosine;
    if (!(square > 1e-12))
        return false;
    const double along = (cosine * pick_vec3_dot(ray->direction, from) - pick_vec3_dot(way, from)) / square;
    *out = pick_vec3_add(at, pick_vec3_scale(way, along));
    return true;
}

// An orthographic view may see what is behind the eye.
static bool meet_plane(const pick_snap_search *search, pick_vec3 at, pick_vec3 normal, pick_vec3 *out)
{
    const pick_ray *ray = &search->ray;
    const double t = pick_vec3_dot(normal, pick_vec3_sub(at, ray->origin)) / pick_vec3_dot(normal, ray->direction);
    *out = pick_ray_at(ray, t);
    return t > 0 || search->view->kind == PICK_ORTHOGRAPHIC;
}

bool pick_snap_find_place(const pick_snap_search *search, pick_snap_place *out)
{
    const pick_snap_query *snap = search->snap;
    pick_hit hit;
    *out = (pick_snap_place){.way = search->direction};
    if (snap->motion == PICK_SNAP_LINE) {
        out->on_line = true;
        if (!pick_snap_nearest_on_line(&search->ray, snap->held, out->way, &out->point))
            return false;
    } else if (snap->motion == PICK_SNAP_FREE && (search->rules & PICK_SNAP_SURFACE) != 0 &&
               pick_snap_find_hit(search, &hit) && !pick_is_zero_vec3(hit.normal)) {
        out->point = hit.point;
        out->way = hit.normal;
    } else {
        if (snap->motion == PICK_SNAP_FREE)
            out->way = snap->has_held ? search->frustum.axis : search->grid_axis[1];
        if (!meet_plane(search, snap->has_held ? snap->held : snap->grid_origin, out->way, &out->point))
            return false;
    }
    pick_projected_point projected;
    if (!pick_view_project(search->view, out->point, &projected))
        return false;
    out->window = projected.window;
    return true;
}
