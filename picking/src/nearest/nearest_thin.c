// nearest_thin.c: finds the point, line or curve nearest on screen. One walk, the nearest boxes on screen first, and
// those in front first where several cover the position.
#include "nearest/nearest_thin.h"
#include "base/compiler.h"
#include "query/query_volume.h"
#include "query/query_walks.h"
#include "region/silhouette.h"
#include "scene/thin_row.h"
#include "shapes/thin_internal.h"
#include "view/view_section.h"

#include <math.h>

// An outline is known to so much on screen, as silhouette.c says.
#define OUTLINE_ERROR 2e-9

typedef struct thin_window {
    pick_even_walk walk; // first, so that a pointer to this is one to it
    const pick_thin *thin;
    const pick_object *object;
    const pick_view *view;
    const pick_frustum *frustum;
    const pick_thin_wish *wish;
    pick_vec2 position;
    pick_object moved;  // the object where the eye is the origin
    pick_vec3 offset;   // of the object's origin from the eye
    double size;        // half width on screen
    double near, far;   // depths
    pick_thin_row x, y; // window coordinates from the position; in perspective times the depth
    pick_thin_row depth;
    pick_thin_row planes[PICK_SECTION_PLANES];
    pick_ray ray; // through the position, from the eye
    pick_local_ray local;
    bool is_cast; // the ray has a `local` one
    bool found;
    pick_thin_hit best;
} thin_window;

// --- Boxes ----------------------------------------------------------------------------------------------------------

// a + scale_b * b, as a function of object space; a and b are functions of world points relative to the eye.
static pick_thin_row row_from(const thin_window *search, const double a[4], double scale_b, const double b[4])
{
    double in[4], size[4];
    for (int k = 0; k < 4; k++) {
        in[k] = a[k] + scale_b * b[k];
        size[k] = fabs(a[k]) + fabs(scale_b * b[k]);
    }
    return pick_thin_row_from(search->object, search->thin, search->offset, in, size);
}

// The least values in eight boxes, or the greatest.
static inline void extremes_in(const pick_thin_row *row, const pick_even_node *node, bool greatest,
                               double out[PICK_EVEN_WIDTH])
{
    for (int c = 0; c < PICK_EVEN_WIDTH; c++)
        out[c] = greatest ? row->constant + row->error : row->constant - row->error;
    for (int k = 0; k < 3; k++) {
        const float *side = node->bounds[2 * k + ((row->n[k] > 0) == greatest)];
        const double n = row->n[k];
        for (int c = 0; c < PICK_EVEN_WIDTH; c++)
            out[c] += n * (double)side[c];
    }
}

// Keys are distances on screen; where a box may cover the position, they are below 0 and grow with the depth.
static double window_key(const thin_window *search, double distance, double depth)
{
    return distance > 0 ? distance : -1 / (1 + pick_most(depth - search->near, 0));
}

// The least sizes of numbers between two; NaN: not known, 0.
static inline void least_sizes(const double low[PICK_EVEN_WIDTH], const double high[PICK_EVEN_WIDTH],
                               double out[PICK_EVEN_WIDTH])
{
    for (int c = 0; c < PICK_EVEN_WIDTH; c++)
        out[c] = low[c] > 0 ? low[c] : (high[c] < 0 ? -high[c] : 0);
}

static void window_keys(pick_even_walk *walk, const pick_even_node *node, double key, double out[PICK_EVEN_WIDTH])
{
    const thin_window *search = (const thin_window *)(const void *)walk;
    double low[PICK_EVEN_WIDTH], high[PICK_EVEN_WIDTH], x[PICK_EVEN_WIDTH], y[PICK_EVEN_WIDTH];
    (void)key;
    extremes_in(&search->x, node, false, low);
    extremes_in(&search->x, node, true, high);
    least_sizes(low, high, x);
    extremes_in(&search->y, node, false, low);
    extremes_in(&search->y, node, true, high);
    least_sizes(low, high, y);
    extremes_in(&search->depth, node, false, low);
    extremes_in(&search->depth, node, true, high);
    for (int c = 0; c < PICK_EVEN_WIDTH; c++) {
        const double w = search->frustum->parallel ? 1 : high[c]; // what is nearer is farther off on screen
        const double distance = pick_even_down(sqrt(x[c] * x[c] + y[c] * y[c]) / w) - search->size - OUTLINE_ERROR;
        out[c] = high[c] < search->near || low[c] > search->far || distance > search->wish->radius
                     ? HUGE_VAL
                     : window_key(search, distance, low[c]);
    }
    for (uint32_t i = 0; i < search->frustum->section_planes; i++) {
        extremes_in(&search->planes[i], node, true, high);
        for (int c = 0; c < PICK_EVEN_WIDTH; c++)
            out[c] = high[c] < 0 ? HUGE_VAL : out[c];
    }
}

static inline double row_at(const pick_thin_row *row, pick_vec3 p)
{
    return row->constant + row->n[0] * p.x + row->n[1] * p.y + row->n[2] * p.z;
}

// What is farther away on screen is not the best.
static double limit_on_screen(const thin_window *search)
{
    return search->found ? search->best.distance : search->wish->radius;
}

// Whether a point is certainly farther than the best on screen. False for one that is not finite.
static bool point_is_far(const thin_window *search, pick_vec3 p)
{
    const double w = search->frustum->parallel ? 1 : row_at(&search->depth, p) + search->depth.error;
    const double reach = limit_on_screen(search) + search->size;
    const double x = pick_most(fabs(row_at(&search->x, p)) - search->x.error, 0);
    const double y = pick_most(fabs(row_at(&search->y, p)) - search->y.error, 0);
    const double limit = pick_even_up(reach) * w;
    return x > limit || y > limit || pick_even_down(x * x + y * y) > limit * limit;
}

// --- Segments -------------------------------------------------------------------------------------------------------

bool pick_thin_comes_before(const pick_thin_hit *a, const pick_thin_hit *b)
{
    if (a->distance != b->distance)
        return a->distance < b->distance;
    if (a->depth != b->depth)
        return a->depth < b->depth;
    return a->part < b->part || (a->part == b->part && a->along < b->along);
}

// A hit within the radius.
static void offer_thin(thin_window *search, const pick_thin_hit *hit)
{
    if ((search->found && !pick_thin_comes_before(hit, &search->best)) ||
        (search->wish->accept != NULL && !search->wish->accept(search->wish->user, hit)))
        return;
    search->found = true;
    search->best = *hit;
    search->walk.limit = window_key(search, hit->distance, hit->depth);
}

// What is measured by its middle line.
static void look_at_line(thin_window *search, uint32_t segment, pick_vec3 from, pick_vec3 to)
{
    const pick_object *object = search->object;
    const pick_vec3 a = pick_vec3_add(pick_object_turn(object, from.x, from.y, from.z), search->offset);
    const pick_vec3 b = pick_vec3_add(pick_object_turn(object, to.x, to.y, to.z), search->offset);
    double along, distance;
    if (!pick_frustum_to_clipped_segment(search->frustum, search->position, a, b, &along, &distance))
        return;
    distance = pick_most(distance - search->size, 0);
    if (!(distance <= search->wish->radius))
        return;
    const pick_vec3 at = pick_vec3_add(from, pick_vec3_scale(pick_vec3_sub(to, from), along));
    const pick_vec3 seen = pick_vec3_add(a, pick_vec3_scale(pick_vec3_sub(b, a), along));
    const pick_vec3 origin = {object->origin[0], object->origin[1], object->origin[2]};
    const uint32_t part = pick_thin_part(search->thin, segment);
    const pick_thin_hit hit = {.part = part,
                               .along = pick_thin_along(search->thin, part, segment, along),
                               .point = pick_vec3_add(origin, pick_object_turn(object, at.x, at.y, at.z)),
                               .distance = distance,
                               .depth = pick_frustum_depth(search->frustum, seen)};
    offer_thin(search, &hit);
}

// The ray from the eye through a place on screen, and that of object space. False: there is none.
static bool cast_through(const thin_window *search, pick_vec2 window, pick_ray *out, pick_local_ray *local)
{
    *out = pick_view_ray_from_eye(search->view, window);
    const pick_scene_ray ray = {.ray = out, .inverse_square = 1.0 / pick_vec3_dot(out->direction, out->direction)};
    return pick_object_local_ray(&search->moved, &ray, local);
}

// Where the line of a ray meets a body, within the ray's range. False, and `inside` untouched: nowhere.
static bool meets_body(const pick_volume_part *body, const pick_ray *ray, const pick_local_ray *local, double *t,
                       bool *inside)
{
    pick_part_span span;
    if (!pick_find_span(body, local, &span))
        return false;
    const bool starts_inside = span.enter < ray->t_min;
    *t = starts_inside ? ray->t_min : span.enter;
    if (!(span.exit >= ray->t_min && *t <= ray->t_max))
        return false;
    *inside = starts_inside;
    return true;
}

// A point relative to the eye, in object space.
static pick_vec3 into_object(const thin_window *search, pick_vec3 p)
{
    const double inverse = search->object->inverse_determinant;
    const pick_vec3 v = pick_vec3_sub(p, search->offset);
    double rows[3][3];
    pick_cofactors(search->object->linear, rows);
    return pick_vec3_make(pick_row_times(rows[0], v) * inverse, pick_row_times(rows[1], v) * inverse,
                          pick_row_times(rows[2], v) * inverse);
}

// Where the ray through a place on screen meets a body. False: nowhere.
static bool meets_body_at(const thin_window *search, const pick_volume_part *body, pick_vec2 window, pick_vec3 *seen,
                          bool *inside)
{
    pick_ray ray;
    pick_local_ray local;
    double t;
    (void)cast_through(search, window, &ray, &local); // one that cannot be cast meets nothing
    if (!meets_body(body, &ray, &local, &t, inside))
        return false;
    *seen = pick_ray_at(&ray, t);
    return true;
}

// What has a surface is measured by its outline.
static void look_at_tube(thin_window *search, uint32_t segment, pick_vec3 from, pick_vec3 to)
{
    const pick_object *object = search->object;
    const pick_rect *v = &search->view->viewport;
    const pick_rect bounds = {v->x, pick_least(v->y, v->y + v->height), v->width, fabs(v->height)};
    const uint32_t part = pick_thin_part(search->thin, segment);
    const pick_volume_part tube = pick_thin_body(search->thin, part, from, to);
    pick_thin_hit hit = {.part = part};
    pick_vec3 seen;
    double t;
    if (search->is_cast && meets_body(&tube, &search->ray, &search->local, &t, &hit.inside)) {
        seen = pick_ray_at(&search->ray, t);
    } else {
        const pick_body body = pick_body_make(&tube, object->linear, search->offset);
        pick_silhouette silhouette;
        pick_silhouette_point nearest;
        if (!pick_silhouette_init(&silhouette, &body, search->frustum) ||
            !pick_silhouette_nearest(&silhouette, search->position, &bounds, limit_on_screen(search), &nearest) ||
            nearest.distance > limit_on_screen(search))
            return;
        // At the viewport's edge that point lies within the tube; at the outline, rounding decides.
        seen = nearest.point;
        if (!pick_silhouette_front(&silhouette, search->view, &nearest, &seen) &&
            !meets_body_at(search, &tube, nearest.window, &seen, &hit.inside) &&
            pick_view_cuts(search->view, pick_vec3_add(search->view->eye, seen)))
            return;
        hit.distance = nearest.distance;
    }
    const pick_vec3 at = into_object(search, seen);
    const double along = pick_thin_nearest_along(from, to, at);
    const pick_vec3 middle = pick_vec3_add(from, pick_vec3_scale(pick_vec3_sub(to, from), along));
    hit.along = pick_thin_along(search->thin, part, segment, along);
    hit.point = pick_vec3_add(search->view->eye, seen);
    hit.depth = pick_frustum_depth(search->frustum, seen);
    if (!hit.inside)
        hit.normal = pick_object_turn_normal(object, pick_vec3_sub(at, middle));
    offer_thin(search, &hit);
}

static void look_at_segment(thin_window *search, uint32_t segment)
{
    pick_vec3 a, b;
    if (!pick_thin_segment(search->thin, segment, &a, &b))
        return;
    if (search->wish->stats != NULL)
        ++search->wish->stats->triangles;
    if (pick_thin_is_bare(search->thin))
        look_at_line(search, segment, a, b);
    else
        look_at_tube(search, segment, a, b);
}

// Outlines take long, so the boxes of balls and tubes are tested first.
static bool box_is_far(const thin_window *search, pick_vec3 a, pick_vec3 b)
{
    const double r = search->thin->radius;
    const double lo[3] = {pick_least(a.x, b.x) - r, pick_least(a.y, b.y) - r, pick_least(a.z, b.z) - r};
    const double hi[3] = {pick_most(a.x, b.x) + r, pick_most(a.y, b.y) + r, pick_most(a.z, b.z) + r};
    const pick_thin_row *rows[3] = {&search->x, &search->y, &search->depth};
    double low[3], high[3];
    for (int i = 0; i < 3; i++) {
        low[i] = rows[i]->constant - rows[i]->error;
        high[i] = rows[i]->constant + rows[i]->error;
        for (int k = 0; k < 3; k++) {
            const double n = rows[i]->n[k];
            low[i] += n * (n > 0 ? lo[k] : hi[k]);
            high[i] += n * (n > 0 ? hi[k] : lo[k]);
        }
    }
    const double w = search->frustum->parallel ? 1 : high[2];
    const double reach = limit_on_screen(search) + OUTLINE_ERROR;
    const double x = pick_most(low[0], -high[0]), y = pick_most(low[1], -high[1]); // below 0: the position is covered
    return high[2] < search->near || x > pick_even_up(reach * w) || y > pick_even_up(reach * w);
}

static bool window_item(pick_even_walk *walk, uint32_t item, double key)
{
    thin_window *search = (thin_window *)(void *)walk;
    const pick_thin *thin = search->thin;
    pick_vec3 a, b;
    (void)key;
    if (thin->are_points && pick_thin_is_bare(thin)
            ? point_is_far(search, pick_thin_vertex(thin, item))
            : pick_thin_segment(thin, item, &a, &b) && !pick_thin_is_bare(thin) && box_is_far(search, a, b))
        return false;
    look_at_segment(search, item);
    return false;
}

// --- The search -----------------------------------------------------------------------------------------------------

static void begin_thin_window(thin_window *search)
{
    static const double ZERO[4] = {0, 0, 0, 0};
    const pick_frustum *frustum = search->frustum;
    const pick_vec3 axis = frustum->axis;
    const double depth[4] = {axis.x, axis.y, axis.z, 0};
    search->moved = pick_object_from_eye(search->object, search->view->eye);
    search->offset = pick_object_offset(search->object, search->view->eye);
    search->size = pick_thin_screen_radius(search->thin);
    search->near = search->view->near_distance;
    search->far = search->view->far_distance;
    search->x = row_from(search, frustum->to_window[0], -search->position.x, frustum->to_window[2]);
    search->y = row_from(search, frustum->to_window[1], -search->position.y, frustum->to_window[2]);
    search->depth = row_from(search, depth, 0, ZERO);
    search->depth.error += 0x1p-44 * (fabs(search->near) + (search->far < HUGE_VAL ? search->far : 0));
    for (uint32_t i = 0; i < frustum->section_planes; i++)
        search->planes[i] = row_from(search, frustum->planes[frustum->depth_planes + i], 0, ZERO);
    search->is_cast = pick_view_contains(search->view, search->position) &&
                      cast_through(search, search->position, &search->ray, &search->local);
    search->walk = pick_thin_plan_walk(search->thin, window_keys, window_item);
    search->walk.limit = search->wish->radius;
}

bool pick_thin_nearest_in_window(const pick_object *object, const pick_view *view, const pick_frustum *frustum,
                                 pick_vec2 position, const pick_thin_wish *wish, pick_thin_hit *out, bool brute_force)
{
    thin_window search = {.thin = pick_thin_of(object->mesh),
                          .object = object,
                          .view = view,
                          .frustum = frustum,
                          .wish = wish,
                          .position = position};
    begin_thin_window(&search);
    for (uint32_t i = 0; brute_force && i < search.thin->tree.item_count; i++)
        look_at_segment(&search, i);
    if (!brute_force)
        (void)pick_even_visit(&search.thin->tree, &search.walk, -HUGE_VAL);
    if (wish->stats != NULL)
        wish->stats->nodes += search.walk.nodes;
    if (search.found)
        *out = search.best;
    return search.found;
}
