// debug_draw_shapes.c: draws shapes as lines.
#include "base/compiler.h"
#include "debug/debug_draw_internal.h"
#include "math/math_inline.h"
#include "view/view_section.h"

#include <math.h>

enum { CIRCLE = PICK_DEBUG_CIRCLE_LINES };

// Writes lines of one style.
typedef struct pen {
    pick_debug_line *next;
    pick_debug_style style;
} pen;

// Begins the `count` lines of a valid shape. False, and counted as dropped: shape or style is invalid, or there is no
// room.
static bool begin_shape(pick_debug_draw *draw, bool valid, size_t count, const pick_debug_style *style, pen *out)
{
    out->next = NULL;
    if (!valid || !pick_debug_is_style(style))
        return pick_debug_refuse(draw);
    out->next = pick_debug_take_lines(draw, count);
    out->style = style ? *style : pick_debug_plain;
    return out->next != NULL;
}

// A radius that is finite and not negative.
static bool is_radius(double radius)
{
    return radius >= 0 && radius < HUGE_VAL;
}

static void put_line(pen *p, pick_vec3 a, pick_vec3 b)
{
    *p->next++ = (pick_debug_line){.a = a, .b = b, .style = p->style};
}

// Two unit vectors perpendicular to a vector of any length above 0.
static void across(pick_vec3 axis, pick_vec3 *e, pick_vec3 *f)
{
    const pick_vec3 n = pick_vec3_normalize(axis);
    const pick_vec3 other = fabs(n.x) < 0.7 ? pick_vec3_make(1, 0, 0) : pick_vec3_make(0, 1, 0);
    *e = pick_vec3_normalize(pick_vec3_cross(other, n));
    *f = pick_vec3_cross(n, *e);
}

// Adds `count` lines of a circle, from `first` on.
static void put_arc(pen *p, pick_vec3 center, pick_vec3 e, pick_vec3 f, double radius, int first, int count)
{
    for (int i = first; i < first + count; i++) {
        const double a = i * (2 * PICK_PI / CIRCLE), b = (i + 1) * (2 * PICK_PI / CIRCLE);
        put_line(p, pick_circle_at(center, e, f, radius, a), pick_circle_at(center, e, f, radius, b));
    }
}

bool pick_debug_add_line(pick_debug_draw *draw, pick_vec3 a, pick_vec3 b, const pick_debug_style *style)
{
    pen p;
    if (!draw || !begin_shape(draw, pick_vec3_is_finite(a) && pick_vec3_is_finite(b), 1, style, &p))
        return false;
    put_line(&p, a, b);
    return true;
}

bool pick_debug_add_arrow(pick_debug_draw *draw, pick_vec3 from, pick_vec3 to, const pick_debug_style *style)
{
    const pick_vec3 way = pick_vec3_sub(to, from);
    const double length = pick_vec3_length(way);
    pen p;
    if (!draw || !begin_shape(draw, length > 0 && length < HUGE_VAL, 5, style, &p))
        return false;
    pick_vec3 e, f;
    across(way, &e, &f);
    const pick_vec3 neck = pick_vec3_sub(to, pick_vec3_scale(way, 0.125));
    const double width = 0.04 * length;
    put_line(&p, from, to);
    put_line(&p, to, pick_vec3_at(neck, e, width, f, 0));
    put_line(&p, to, pick_vec3_at(neck, e, 0, f, width));
    put_line(&p, to, pick_vec3_at(neck, e, -width, f, 0));
    put_line(&p, to, pick_vec3_at(neck, e, 0, f, -width));
    return true;
}

bool pick_debug_add_ray(pick_debug_draw *draw, const pick_ray *ray, double length, const pick_debug_style *style)
{
    if (!draw || !ray)
        return false;
    if (!pick_ray_is_valid(ray) || !(length > 0))
        return pick_debug_refuse(draw);
    const double end = fmin(ray->t_max, ray->t_min + length / pick_vec3_length(ray->direction));
    return pick_debug_add_arrow(draw, pick_ray_at(ray, ray->t_min), pick_ray_at(ray, end), style);
}

bool pick_debug_add_circle(pick_debug_draw *draw, pick_vec3 center, pick_vec3 normal, double radius,
                           const pick_debug_style *style)
{
    const double length = pick_vec3_length(normal);
    const bool valid = pick_vec3_is_finite(center) && length > 0 && length < HUGE_VAL && is_radius(radius);
    pen p;
    if (!draw || !begin_shape(draw, valid, CIRCLE, style, &p))
        return false;
    pick_vec3 e, f;
    across(normal, &e, &f);
    put_arc(&p, center, e, f, radius, 0, CIRCLE);
    return true;
}

// The twelve edges between eight corners. Bits 0, 1 and 2 of a corner's index are its sides along x, y and z.
static bool add_edges(pick_debug_draw *draw, const pick_vec3 corner[8], const pick_debug_style *style)
{
    bool valid = true;
    for (int i = 0; i < 8; i++)
        valid = valid && pick_vec3_is_finite(corner[i]);
    pen p;
    if (!begin_shape(draw, valid, 12, style, &p))
        return false;
    for (int i = 0; i < 8; i++) {
        for (int bit = 1; bit < 8; bit *= 2) {
            if (!(i & bit))
                put_line(&p, corner[i], corner[i | bit]);
        }
    }
    return true;
}

bool pick_debug_add_aabb(pick_debug_draw *draw, const pick_aabb *box, const pick_debug_style *style)
{
    if (!draw || !box)
        return false;
    if (pick_aabb_is_empty(box))
        return pick_debug_refuse(draw);
    pick_vec3 corner[8];
    for (int i = 0; i < 8; i++) {
        corner[i] = pick_vec3_make(i & 1 ? box->max.x : box->min.x, i & 2 ? box->max.y : box->min.y,
                                   i & 4 ? box->max.z : box->min.z);
    }
    return add_edges(draw, corner, style);
}

bool pick_debug_add_obb(pick_debug_draw *draw, const pick_obb *box, const pick_debug_style *style)
{
    if (!draw || !box)
        return false;
    pick_vec3 corner[8];
    for (int i = 0; i < 8; i++) {
        const pick_vec3 xy =
            pick_vec3_at(box->center, box->half_axis[0], i & 1 ? 1 : -1, box->half_axis[1], i & 2 ? 1 : -1);
        corner[i] = pick_vec3_add(xy, pick_vec3_scale(box->half_axis[2], i & 4 ? 1 : -1));
    }
    return add_edges(draw, corner, style);
}

bool pick_debug_add_sphere(pick_debug_draw *draw, const pick_sphere *sphere, const pick_debug_style *style)
{
    const pick_vec3 x = {1, 0, 0}, y = {0, 1, 0}, z = {0, 0, 1};
    pen p;
    if (!draw || !sphere ||
        !begin_shape(draw, pick_vec3_is_finite(sphere->center) && is_radius(sphere->radius), 3 * CIRCLE, style, &p))
        return false;
    put_arc(&p, sphere->center, x, y, sphere->radius, 0, CIRCLE);
    put_arc(&p, sphere->center, y, z, sphere->radius, 0, CIRCLE);
    put_arc(&p, sphere->center, z, x, sphere->radius, 0, CIRCLE);
    return true;
}

bool pick_debug_add_capsule(pick_debug_draw *draw, const pick_capsule *capsule, const pick_debug_style *style)
{
    if (!draw || !capsule)
        return false;
    const pick_vec3 segment = pick_vec3_sub(capsule->b, capsule->a);
    const double length = pick_vec3_length(segment), r = capsule->radius;
    pen p;
    if (!begin_shape(draw, isfinite(length) && is_radius(r), 4 * CIRCLE + 4, style, &p))
        return false;
    const pick_vec3 n = length > 0 ? pick_vec3_normalize(segment) : pick_vec3_make(0, 1, 0);
    pick_vec3 e, f;
    across(n, &e, &f);
    put_arc(&p, capsule->a, e, f, r, 0, CIRCLE);
    put_arc(&p, capsule->b, e, f, r, 0, CIRCLE);
    for (int i = 0; i < 2; i++) {
        const pick_vec3 side = i ? f : e;
        put_arc(&p, capsule->b, side, n, r, 0, CIRCLE / 2);
        put_arc(&p, capsule->a, side, n, r, CIRCLE / 2, CIRCLE / 2);
        put_line(&p, pick_vec3_at(capsule->a, side, r, side, 0), pick_vec3_at(capsule->b, side, r, side, 0));
        put_line(&p, pick_vec3_at(capsule->a, side, -r, side, 0), pick_vec3_at(capsule->b, side, -r, side, 0));
    }
    return true;
}

bool pick_debug_add_frustum(pick_debug_draw *draw, const pick_view *view, double far_limit,
                            const pick_debug_style *style)
{
    if (!draw || !view)
        return false;
    const double far = fmin(view->far_distance, far_limit);
    if (!(far >= view->near_distance)) // it sees nothing so near
        return pick_debug_refuse(draw);
    const pick_rect *r = &view->viewport;
    pick_vec3 corner[8];
    for (int i = 0; i < 8; i++) {
        const pick_vec2 window = {r->x + (i & 1 ? r->width : 0), r->y + (i & 2 ? r->height : 0)};
        const pick_ray ray = pick_view_uncut_ray(view, window);
        // t counts metres along the ray; distances count along the view's axis.
        const double stretch = view->near_distance != 0 ? ray.t_min / view->near_distance : 1;
        corner[i] = pick_ray_at(&ray, (i & 4 ? far : view->near_distance) * stretch);
    }
    return add_edges(draw, corner, style);
}
