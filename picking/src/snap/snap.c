// snap.c: tries the rules of snapping in their order.
#include "base/compiler.h"
#include "math/math_inline.h"
#include "snap/snap_internal.h"

#include <math.h>
#include <string.h>

pick_snap_query pick_snap_query_default(void)
{
    return PICK_SNAP_QUERY_DEFAULT;
}

// --- Input ----------------------------------------------------------------------------------------------------------

static bool read_grid_axes(const pick_snap_query *snap, pick_vec3 out[3])
{
    const bool none = pick_is_zero_vec3(snap->grid_axis[0]) && pick_is_zero_vec3(snap->grid_axis[1]) &&
                      pick_is_zero_vec3(snap->grid_axis[2]);
    for (int k = 0; k < 3; k++) {
        out[k] = none ? pick_vec3_make(k == 0, k == 1, k == 2) : pick_unit_vec3(snap->grid_axis[k]);
        if (!pick_is_finite_vec3(out[k]) || pick_is_zero_vec3(out[k]))
            return false;
    }
    return true;
}

// The rest of the search is filled in. False: the query is bad.
static bool read_query(pick_snap_search *search)
{
    const pick_snap_query *snap = search->snap;
    const bool constrained = snap->motion == PICK_SNAP_LINE || snap->motion == PICK_SNAP_PLANE;
    if (!pick_is_finite_vec2(search->position) || !(snap->reach >= 0 && snap->reach < HUGE_VAL) ||
        !(constrained || snap->motion == PICK_SNAP_FREE) || (constrained && !snap->has_held) ||
        (snap->has_held && !pick_is_finite_vec3(snap->held)) || (snap->point_count > 0 && snap->points == NULL) ||
        !pick_is_finite_vec3(snap->grid_origin) || !read_grid_axes(snap, search->grid_axis))
        return false;
    if (constrained) {
        search->direction = pick_unit_vec3(snap->direction);
        if (!pick_is_finite_vec3(search->direction) || pick_is_zero_vec3(search->direction))
            return false;
    }
    search->rules = snap->rules != 0 ? snap->rules : PICK_SNAP_ALL;
    if (!snap->has_held)
        search->rules &= ~(uint32_t)(PICK_SNAP_PERPENDICULAR | PICK_SNAP_INTERSECTION);
    return true;
}

// --- Points and surfaces --------------------------------------------------------------------------------------------

// The caller's point nearest to the mouse.
static bool find_point(const pick_snap_search *search, pick_snap *out)
{
    pick_snap_search from_mouse = *search;
    from_mouse.place.window = search->position;
    bool found = false;
    for (uint32_t i = 0; i < search->snap->point_count; i++) {
        const pick_vec3 point = search->snap->points[i];
        double distance, depth;
        pick_projected_point projected;
        if (!pick_view_project(search->view, point, &projected) ||
            !pick_view_contains(search->view, projected.window) ||
            !pick_snap_measure(&from_mouse, point, &distance, &depth) || distance > search->snap->reach ||
            (found && (distance > out->distance || (distance == out->distance && depth >= out->depth))) ||
            !(search->snap->through || pick_window_sees(search->scene, search->view, &search->frustum, point,
                                                        search->query, search->brute_force)))
            continue;
        *out = (pick_snap){.point = point, .index = i, .distance = distance, .depth = depth};
        found = true;
    }
    return found;
}

static bool find_surface(const pick_snap_search *search, pick_nearest *out, uint32_t *cap)
{
    pick_hit hit;
    if (pick_snap_find_hit(search, &hit)) {
        *cap = hit.cap;
        *out = pick_nearest_of_hit(&hit,
                                   pick_frustum_depth(&search->frustum, pick_vec3_sub(hit.point, search->view->eye)));
        return true;
    }
    const pick_nearest_query wanted = {PICK_FEATURE_SURFACE, search->snap->reach, !search->snap->through};
    return search->brute_force
               ? pick_nearest_in_window_brute_force(search->scene, search->view, search->position, &wanted,
                                                    search->query, out)
               : pick_nearest_in_window(search->scene, search->view, search->position, &wanted, search->query, out);
}

static bool find_vertex(const pick_snap_search *search, pick_nearest *out)
{
    const pick_nearest_query wanted = {PICK_FEATURE_VERTEX, search->snap->reach, !search->snap->through};
    return search->brute_force
               ? pick_nearest_in_window_brute_force(search->scene, search->view, search->position, &wanted,
                                                    search->query, out)
               : pick_nearest_in_window(search->scene, search->view, search->position, &wanted, search->query, out);
}

static void find_lines(pick_snap_search *search)
{
    const pick_snap_query *snap = search->snap;
    search->line_count = snap->motion == PICK_SNAP_FREE ? 3 : 1;
    for (uint32_t i = 0; i < search->line_count; i++) {
        search->line_way[i] = snap->motion == PICK_SNAP_FREE ? search->grid_axis[i] : search->direction;
        pick_vec3 at = snap->held;
        // Lines are led from where they are on screen: from far off their direction would be rounded.
        if (snap->motion != PICK_SNAP_PLANE)
            (void)pick_snap_nearest_on_line(&search->ray, snap->held, search->line_way[i], &at);
        search->line_at[i] = pick_vec3_sub(at, search->view->eye);
    }
}

// --- The rules ------------------------------------------------------------------------------------------------------

static pick_snap snap_of(const pick_nearest *nearest)
{
    pick_snap snap = {.point = nearest->point,
                      .object = nearest->object,
                      .user = nearest->user,
                      .triangle = nearest->triangle,
                      .submesh = nearest->submesh,
                      .index = nearest->index,
                      .barycentric = {nearest->barycentric[0], nearest->barycentric[1]},
                      .normal = nearest->normal,
                      .backface = nearest->backface,
                      .locked = nearest->locked,
                      .distance = nearest->distance,
                      .depth = nearest->depth,
                      .path_count = nearest->path_count};
    memcpy(snap.path, nearest->path, nearest->path_count * sizeof nearest->path[0]);
    return snap;
}

// Where the held point goes for a point that was found, and the guide that shows it.
static void lead(const pick_snap_search *search, pick_snap *out)
{
    const pick_snap_query *snap = search->snap;
    const double along = pick_vec3_dot(search->direction, pick_vec3_sub(out->point, snap->held));
    const bool from_held = (out->rule & (PICK_SNAP_PERPENDICULAR | PICK_SNAP_INTERSECTION)) != 0;
    out->to = out->point;
    if (snap->motion == PICK_SNAP_LINE)
        out->to = pick_vec3_add(snap->held, pick_vec3_scale(search->direction, along));
    else if (snap->motion == PICK_SNAP_PLANE)
        out->to = pick_vec3_sub(out->point, pick_vec3_scale(search->direction, along));
    const bool stays = out->to.x == out->point.x && out->to.y == out->point.y && out->to.z == out->point.z;
    if (!from_held && stays)
        return;
    out->guide_count = 1;
    out->guide[0] =
        (pick_snap_guide){.from = from_held ? snap->held : out->point, .to = from_held ? out->point : out->to};
}

static bool try_rule(pick_snap_search *search, uint32_t rule, pick_snap *out)
{
    pick_nearest nearest;
    uint32_t cap = 0;
    bool found;
    switch (rule) {
    case PICK_SNAP_POINT:
        found = find_point(search, out);
        break;
    case PICK_SNAP_ALIGN:
        found = search->has_place && pick_snap_align(search, out);
        break;
    case PICK_SNAP_GRID:
        found = search->has_place && pick_snap_to_grid(search, out);
        break;
    default:
        if (rule == PICK_SNAP_INTERSECTION)
            find_lines(search);
        found = rule == PICK_SNAP_VERTEX    ? find_vertex(search, &nearest)
                : rule == PICK_SNAP_SURFACE ? find_surface(search, &nearest, &cap)
                                            : pick_snap_find_feature(search, rule, &nearest);
        if (found) {
            *out = snap_of(&nearest);
            out->cap = cap;
        }
        break;
    }
    if (!found)
        return false;
    out->rule = rule;
    if (rule != PICK_SNAP_ALIGN && rule != PICK_SNAP_GRID)
        lead(search, out);
    return true;
}

static bool snap_in_window(const pick_scene *scene, const pick_view *view, pick_vec2 position,
                           const pick_snap_query *snap, const pick_query *query, pick_snap *out, bool brute_force)
{
    const pick_snap_query usual = PICK_SNAP_QUERY_DEFAULT;
    pick_snap_center center = {.mesh = NULL};
    pick_snap_search search = {.scene = scene,
                               .view = view,
                               .position = position,
                               .snap = snap != NULL ? snap : &usual,
                               .query = pick_usable_query(query),
                               .brute_force = brute_force,
                               .center = &center};
    if (scene == NULL || view == NULL || search.query == NULL || out == NULL || !read_query(&search))
        return false;
    pick_frustum square;
    pick_frustum_from_view(&square, view);
    if (!pick_frustum_add_square(&square, view, position, search.snap->reach)) // only the air is found beside it
        search.rules &= (uint32_t)(PICK_SNAP_ALIGN | PICK_SNAP_GRID);
    pick_frustum_from_view(&search.frustum, view);
    search.ray = pick_view_ray(view, position);
    for (uint32_t rule = PICK_SNAP_POINT; rule <= PICK_SNAP_SURFACE; rule <<= 1) {
        if (rule == PICK_SNAP_ALIGN && (search.rules & (PICK_SNAP_ALIGN | PICK_SNAP_GRID)) != 0)
            search.has_place = pick_snap_find_place(&search, &search.place);
        if ((search.rules & rule) != 0 && try_rule(&search, rule, out))
            return true;
    }
    return false;
}

bool pick_snap_in_window(const pick_scene *scene, const pick_view *view, pick_vec2 position,
                         const pick_snap_query *snap, const pick_query *query, pick_snap *out)
{
    return snap_in_window(scene, view, position, snap, query, out, false);
}

bool pick_snap_in_window_brute_force(const pick_scene *scene, const pick_view *view, pick_vec2 position,
                                     const pick_snap_query *snap, const pick_query *query, pick_snap *out)
{
    return snap_in_window(scene, view, position, snap, query, out, true);
}
