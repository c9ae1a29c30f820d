// silhouette.c: supports of the picture of a body, and what follows from them: distances and overlaps.
#include "region/silhouette.h"
#include "base/compiler.h"
#include "math/gjk.h"
#include "math/math_inline.h"
#include "view/view_section.h"

#include <float.h>
#include <math.h>

enum { MOST_TURNS = 64, MOST_SUPPORTS = 8, MOST_ARCS = 12, MOST_PORTALS = 32 };

#define COVERED 1e-9    // a distance on screen that is none: supports are rounded in the coordinates of the window
#define SAME_PLACE 1e-6 // points apart, at most, that are in one place on screen
#define LEAN 0x1p-29    // how far a direction turns towards the eye to find the point in front; more moves it on screen

static bool is_same_point(pick_vec3 a, pick_vec3 b)
{
    return a.x == b.x && a.y == b.y && a.z == b.z;
}

static pick_vec3 normal_of(const double row[4])
{
    return pick_vec3_make(row[0], row[1], row[2]);
}

// --- Between near and far -------------------------------------------------------------------------------------------

// The farthest point along a direction of the part inside a plane, where the farthest one of the whole is outside: on
// the plane. Turns the direction towards the inside until it is that of a side which the plane cuts: the farthest
// points of both ends of the turn are then as far. The next turn is where the ends as they are would be as far (right
// for a polytope), or else where the plane would be met between them (right for what is smooth).
static pick_vec3 support_on_plane(const pick_body *body, const double plane[4], pick_vec3 direction, pick_vec3 outside)
{
    const pick_vec3 d = pick_unit_vec3(direction), n = normal_of(plane);
    pick_vec3 inside = pick_body_support(body, n);
    double low = 0, high = 1; // shares of the plane's normal
    double below = pick_frustum_distance(plane, outside), above = pick_frustum_distance(plane, inside);
    for (int i = 0; i < MOST_TURNS; i++) {
        const pick_vec3 side = pick_vec3_sub(inside, outside);
        const double back = pick_vec3_dot(d, side), up = pick_vec3_dot(n, side);
        const double share = i % 2 == 0 ? back / (back - up) : low + (high - low) * (below / (below - above));
        const pick_vec3 turned = pick_vec3_add(pick_vec3_scale(d, 1 - share), pick_vec3_scale(n, share));
        const pick_vec3 p = pick_body_support(body, turned);
        const double distance = pick_frustum_distance(plane, p);
        const double far = pick_vec3_dot(turned, inside), farther = pick_vec3_dot(turned, p);
        if (i % 2 == 0 && !(farther - far > 0x1p-50 * (fabs(far) + fabs(farther))))
            break;
        if (distance >= 0) {
            high = share;
            above = distance;
            inside = p;
        } else {
            low = share;
            below = distance;
            outside = p;
        }
    }
    return pick_vec3_add(outside, pick_vec3_scale(pick_vec3_sub(inside, outside), below / (below - above)));
}

static pick_vec3 support_in_depth(const pick_silhouette *s, pick_vec3 direction)
{
    const pick_vec3 p = pick_body_support(&s->body, direction);
    for (uint32_t i = 0; i < s->frustum->depth_planes; i++) {
        if (pick_frustum_distance(s->frustum->planes[i], p) < 0)
            return support_on_plane(&s->body, s->frustum->planes[i], direction, p);
    }
    return p;
}

bool pick_silhouette_init(pick_silhouette *silhouette, const pick_body *body, const pick_frustum *frustum)
{
    silhouette->body = *body;
    silhouette->frustum = frustum;
    for (uint32_t i = 0; i < frustum->plane_count; i++) { // as boxes are tested: no query finds more than another
        const double *plane = frustum->planes[i];
        if (!(pick_frustum_distance(plane, pick_body_support(body, normal_of(plane))) >= 0))
            return false;
    }
    return true;
}

// --- On screen ------------------------------------------------------------------------------------------------------

// A point of a body, and its place on screen, relative to a position.
typedef struct screen_support {
    bool known;
    pick_vec3 source;
    pick_vec2 place;
} screen_support;

// A silhouette in coordinates relative to a position, and a convex polygon in them.
typedef struct picture {
    const pick_silhouette *silhouette;
    screen_support *last; // the one before, from which the next is found sooner; NULL: none is kept
    double row[3][4];     // as to_window, relative to `origin`
    pick_vec2 origin;
    const pick_vec2 *corner; // of the window
    uint32_t corner_count;
} picture;

static picture picture_make(const pick_silhouette *silhouette, pick_vec2 origin)
{
    picture p = {.silhouette = silhouette, .origin = origin};
    for (int k = 0; k < 4; k++) {
        const double w = silhouette->frustum->to_window[2][k];
        p.row[0][k] = silhouette->frustum->to_window[0][k] - origin.x * w;
        p.row[1][k] = silhouette->frustum->to_window[1][k] - origin.y * w;
        p.row[2][k] = w;
    }
    return p;
}

static pick_vec2 project_on_picture(const picture *p, pick_vec3 at)
{
    const double w = pick_frustum_distance(p->row[2], at);
    return (pick_vec2){pick_frustum_distance(p->row[0], at) / w, pick_frustum_distance(p->row[1], at) / w};
}

// The direction in space in which a place on screen moves towards u, for points `reach` along u.
static pick_vec3 space_direction(const picture *p, pick_vec2 u, double reach)
{
    const pick_vec3 across =
        pick_vec3_add(pick_vec3_scale(normal_of(p->row[0]), u.x), pick_vec3_scale(normal_of(p->row[1]), u.y));
    return pick_vec3_sub(across, pick_vec3_scale(normal_of(p->row[2]), reach));
}

// How far a point lies along a way on screen, from the origin, times what its place is divided by: linear in the point.
static double along_screen(const picture *p, pick_vec2 way, pick_vec3 at)
{
    return way.x * pick_frustum_distance(p->row[0], at) + way.y * pick_frustum_distance(p->row[1], at);
}

// The point that is farthest along a direction on screen, a quotient of linear functions: W. Dinkelbach, "On Nonlinear
// Fractional Programming", Management Science 13(7), 1967. `reach`: how far.
static pick_vec3 support_on_screen(const picture *p, pick_vec2 u, double *reach)
{
    const bool parallel = p->silhouette->frustum->parallel; // then the first one is it
    screen_support best = {.known = true};
    if (p->last != NULL && p->last->known && !parallel) {
        best = *p->last;
    } else {
        best.source = support_in_depth(p->silhouette, space_direction(p, u, 0));
        best.place = project_on_picture(p, best.source);
    }
    *reach = u.x * best.place.x + u.y * best.place.y;
    for (int i = 0; i < MOST_SUPPORTS && !parallel; i++) {
        const pick_vec3 next = support_in_depth(p->silhouette, space_direction(p, u, *reach));
        const pick_vec2 place = project_on_picture(p, next);
        const double farther = u.x * place.x + u.y * place.y;
        if (!(farther > *reach))
            break;
        best.source = next;
        best.place = place;
        *reach = farther;
    }
    if (p->last != NULL)
        *p->last = best;
    return best.source;
}

// Of the difference of silhouette and polygon.
static pick_gjk_vertex support_of_difference(const void *set, pick_vec3 direction)
{
    const picture *p = set;
    const double length = hypot(direction.x, direction.y);
    const pick_vec2 u = {direction.x / length, direction.y / length};
    double reach;
    const pick_vec3 source = support_on_screen(p, u, &reach);
    const pick_vec2 place = project_on_picture(p, source);
    pick_vec2 least = {0, 0};
    double along = HUGE_VAL;
    for (uint32_t i = 0; i < p->corner_count; i++) {
        const pick_vec2 corner = {p->corner[i].x - p->origin.x, p->corner[i].y - p->origin.y};
        if (u.x * corner.x + u.y * corner.y < along) {
            along = u.x * corner.x + u.y * corner.y;
            least = corner;
        }
    }
    return (pick_gjk_vertex){.p = {place.x - least.x, place.y - least.y, 0}, .source = source};
}

// The body's point whose picture is the weighted sum of the sources' pictures.
static pick_vec3 point_of(const picture *p, const pick_gjk_result *result)
{
    pick_vec3 sum = {0, 0, 0};
    double weights = 0;
    for (uint32_t i = 0; i < result->count; i++) {
        const pick_vec3 source = result->vertex[i].source;
        const double weight = result->weight[i] / pick_frustum_distance(p->row[2], source);
        sum = pick_vec3_add(sum, pick_vec3_scale(source, weight));
        weights += weight;
    }
    return pick_vec3_scale(sum, 1 / weights);
}

void pick_silhouette_bounds(const pick_silhouette *silhouette, pick_vec2 *min, pick_vec2 *max)
{
    const picture p = picture_make(silhouette, (pick_vec2){0, 0});
    (void)support_on_screen(&p, (pick_vec2){-1, 0}, &min->x);
    (void)support_on_screen(&p, (pick_vec2){0, -1}, &min->y);
    (void)support_on_screen(&p, (pick_vec2){1, 0}, &max->x);
    (void)support_on_screen(&p, (pick_vec2){0, 1}, &max->y);
    min->x = -min->x;
    min->y = -min->y;
}

bool pick_silhouette_meets(const pick_silhouette *silhouette, const pick_vec2 *corner, uint32_t count, pick_vec2 *where)
{
    picture p = picture_make(silhouette, corner[0]);
    p.corner = corner;
    p.corner_count = count;
    const pick_gjk_result result = pick_gjk_nearest(support_of_difference, &p, 0);
    if (result.distance > 0)
        return false;
    *where = pick_frustum_project(silhouette->frustum, point_of(&p, &result));
    return true;
}

// The direction in space in which a vertex's source is the farthest, of unit length.
static pick_vec3 normal_in_space(const picture *p, const pick_gjk_vertex *vertex)
{
    const double length = hypot(vertex->direction.x, vertex->direction.y);
    const pick_vec2 u = {vertex->direction.x / length, vertex->direction.y / length};
    return pick_unit_vec3(space_direction(p, u, u.x * vertex->p.x + u.y * vertex->p.y));
}

// The nearest point to a position, wherever it is. Farther than `limit`, no more than this is known.
static pick_silhouette_point nearest_point(const pick_silhouette *silhouette, pick_vec2 position, double limit)
{
    screen_support last = {.known = false};
    picture p = picture_make(silhouette, position);
    p.last = &last;
    p.corner = &position;
    p.corner_count = 1;
    const pick_gjk_result result = pick_gjk_nearest(support_of_difference, &p, limit);
    pick_silhouette_point out = {.distance = result.distance,
                                 .window = {position.x + result.nearest.x, position.y + result.nearest.y},
                                 .point = point_of(&p, &result)};
    if (result.distance <= COVERED) {
        out.distance = 0;
        out.window = position;
    } else {
        const pick_vec2 u = {-result.nearest.x / result.distance, -result.nearest.y / result.distance};
        out.normal = pick_unit_vec3(space_direction(&p, u, -result.distance));
        out.end_count = result.count;
        for (uint32_t i = 0; i < 2 && i < result.count; i++) {
            out.end[i] = result.vertex[i].source;
            out.end_normal[i] = normal_in_space(&p, &result.vertex[i]);
        }
    }
    return out;
}

// The nearest point on one side of the bounds: goes from the foot of the position towards a point that is in both, as
// far as is surely free. G. van den Bergen, "Ray Casting against General Convex Objects with Application to Continuous
// Collision Detection", 2004. False: there is none.
static bool nearest_on_side(const pick_silhouette *silhouette, pick_vec2 a, pick_vec2 b, pick_vec2 position,
                            pick_silhouette_point *out)
{
    const pick_vec2 side[2] = {a, b};
    pick_vec2 where;
    if (!pick_silhouette_meets(silhouette, side, 2, &where))
        return false;
    const double x = b.x - a.x, y = b.y - a.y, square = x * x + y * y;
    const double divisor = fmax(square, DBL_MIN); // a side may be a point
    const double foot = ((position.x - a.x) * x + (position.y - a.y) * y) / divisor;
    const double met = fmin(fmax(((where.x - a.x) * x + (where.y - a.y) * y) / divisor, 0), 1);
    double share = fmin(fmax(foot, 0), 1);
    pick_vec2 at = {a.x + share * x, a.y + share * y};
    *out = nearest_point(silhouette, at, HUGE_VAL);
    for (double least = 0x1p-50; out->distance > 0 && share != met; least *= 2) { // rounding cannot hold it up
        // All of the silhouette lies beyond the line across the way to its nearest point.
        const double free = out->distance * out->distance / ((out->window.x - at.x) * x + (out->window.y - at.y) * y);
        const double part = fmax(free / (met - share), 0) + least;
        share = part < 1 ? share + part * (met - share) : met;
        at = (pick_vec2){a.x + share * x, a.y + share * y};
        *out = nearest_point(silhouette, at, HUGE_VAL);
    }
    out->window = at;
    out->distance = hypot(at.x - position.x, at.y - position.y);
    return true;
}

bool pick_silhouette_nearest(const pick_silhouette *silhouette, pick_vec2 position, const pick_rect *bounds,
                             double limit, pick_silhouette_point *out)
{
    const pick_vec2 min = {bounds->x, bounds->y}, max = {bounds->x + bounds->width, bounds->y + bounds->height};
    const double slack = 0x1p-36 * (fabs(min.x) + fabs(min.y) + fabs(max.x) + fabs(max.y)); // of a pixel, a millionth
    const pick_vec2 corner[5] = {min, {max.x, min.y}, max, {min.x, max.y}, min};
    // With room for rounding: whatever the limit, what lies within it has the same nearest point.
    const pick_silhouette_point anywhere = nearest_point(silhouette, position, limit * (1 + 0x1p-30) + slack);
    const pick_vec2 w = anywhere.window;
    if (anywhere.distance > limit ||
        (w.x >= min.x - slack && w.x <= max.x + slack && w.y >= min.y - slack && w.y <= max.y + slack)) {
        *out = anywhere;
        return true;
    }
    bool found = false;
    for (int i = 0; i < 4; i++) {
        pick_silhouette_point p;
        if (nearest_on_side(silhouette, corner[i], corner[i + 1], position, &p) &&
            (!found || p.distance < out->distance)) {
            *out = p;
            found = true;
        }
    }
    return found;
}

// The end of what is seen in the place of a point, along `to`; the point is the farthest along `normal`. Where an edge
// is as far, it may be elsewhere: then the point.
static pick_vec3 end_in_place(const picture *p, pick_vec3 at, pick_vec3 normal, pick_vec3 to)
{
    const pick_vec3 end = support_in_depth(p->silhouette, pick_vec3_add(normal, to));
    const pick_vec2 place = project_on_picture(p, at), end_place = project_on_picture(p, end);
    return hypot(end_place.x - place.x, end_place.y - place.y) <= SAME_PLACE ? end : at;
}

// Of all points in the place on screen of the nearest one, the first along `to`: a short direction towards the eye, or
// away from it. Supports along the normal turned by it are ends of the side that is seen edge-on. Two of these that
// have the place between them are moved towards what lies before them, until nothing does, as in G. Snethen,
// "XenoCollide: Complex Collision Made Simple", Game Programming Gems 7, 2008.
static pick_vec3 first_in_place(const pick_silhouette *silhouette, const pick_silhouette_point *nearest, pick_vec3 to)
{
    const picture p = picture_make(silhouette, nearest->window);
    const pick_vec3 first = support_in_depth(silhouette, pick_vec3_add(nearest->normal, to));
    const pick_vec2 place = project_on_picture(&p, first);
    if (hypot(place.x, place.y) <= SAME_PLACE)
        return first;
    pick_vec3 a = end_in_place(&p, nearest->end[0], nearest->end_normal[0], to), b = first;
    if (nearest->end_count != 1)
        b = end_in_place(&p, nearest->end[1], nearest->end_normal[1], to);
    const pick_vec2 from = project_on_picture(&p, a), until = project_on_picture(&p, b);
    const pick_vec2 way = {until.x - from.x, until.y - from.y};
    double before = pick_least(along_screen(&p, way, a), 0); // but for rounding, they are so
    double behind = pick_most(along_screen(&p, way, b), DBL_MIN);
    for (int i = 0; i < MOST_PORTALS; i++) {
        const pick_vec3 side = pick_vec3_sub(b, a);
        const double share = pick_vec3_dot(to, side) / pick_most(pick_vec3_dot(side, side), DBL_MIN);
        const pick_vec3 turned = pick_vec3_sub(to, pick_vec3_scale(side, share)); // across the side
        const pick_vec3 next = support_in_depth(silhouette, pick_vec3_add(nearest->normal, turned));
        if (is_same_point(next, a) || is_same_point(next, b))
            break;
        const double along = along_screen(&p, way, next);
        if (along > 0) {
            b = next;
            behind = along;
        } else {
            a = next;
            before = along;
        }
    }
    return pick_vec3_add(a, pick_vec3_scale(pick_vec3_sub(b, a), before / (before - behind)));
}

// The first place on the way from one point to another that the section keeps; both relative to the eye. False: none.
static bool first_kept(const pick_view *view, pick_vec3 from, pick_vec3 to, pick_vec3 *out)
{
    double first = 0, last = 1;
    for (uint32_t i = 0; i < view->section_count; i++) {
        const double a = pick_section_distance(&view->section[i], pick_vec3_add(view->eye, from));
        const double b = pick_section_distance(&view->section[i], pick_vec3_add(view->eye, to));
        if (!(a >= 0))
            first = pick_most(first, a / (a - b));
        if (!(b >= 0))
            last = pick_least(last, a / (a - b));
    }
    *out = pick_vec3_add(from, pick_vec3_scale(pick_vec3_sub(to, from), first));
    return first <= last;
}

bool pick_silhouette_front(const pick_silhouette *silhouette, const pick_view *view,
                           const pick_silhouette_point *nearest, pick_vec3 *out)
{
    pick_vec3 kept;
    if (pick_is_zero_vec3(nearest->normal))
        return false;
    const pick_frustum *frustum = silhouette->frustum;
    const pick_vec3 away = pick_unit_vec3(frustum->parallel ? frustum->ahead : nearest->point);
    const pick_vec3 front = first_in_place(silhouette, nearest, pick_vec3_scale(away, -LEAN));
    if (!pick_view_cuts(view, pick_vec3_add(view->eye, front))) {
        *out = front;
        return true;
    }
    const pick_vec3 back = first_in_place(silhouette, nearest, pick_vec3_scale(away, LEAN));
    if (!first_kept(view, front, back, &kept))
        return false;
    *out = kept;
    return true;
}

// --- Circles --------------------------------------------------------------------------------------------------------

// A line that touches the silhouette: u . q = reach.
typedef struct tangent {
    pick_vec2 u;
    double reach, distance; // of the silhouette's point on it, from the centre
} tangent;

static tangent tangent_at(const picture *p, double angle)
{
    tangent t = {.u = {cos(angle), sin(angle)}};
    const pick_vec2 place = project_on_picture(p, support_on_screen(p, t.u, &t.reach));
    t.distance = hypot(place.x, place.y);
    return t;
}

// Between two tangents the silhouette lies within the corner where they meet. `arcs`: how often the angle was halved.
static bool is_arc_within(const picture *p, const tangent *a, const tangent *b, double from, double to, double radius,
                          int arcs)
{
    const double sine = a->u.x * b->u.y - a->u.y * b->u.x;
    const double x = (a->reach * b->u.y - b->reach * a->u.y) / sine;
    const double y = (b->reach * a->u.x - a->reach * b->u.x) / sine;
    if (hypot(x, y) <= radius || arcs == MOST_ARCS)
        return true;
    const double middle = 0.5 * (from + to);
    const tangent t = tangent_at(p, middle);
    return t.distance <= radius && is_arc_within(p, a, &t, from, middle, radius, arcs + 1) &&
           is_arc_within(p, &t, b, middle, to, radius, arcs + 1);
}

bool pick_silhouette_is_within(const pick_silhouette *silhouette, pick_vec2 center, double radius)
{
    const picture p = picture_make(silhouette, center);
    tangent t[5];
    for (int i = 0; i < 4; i++)
        t[i] = tangent_at(&p, i * (0.5 * PICK_PI));
    t[4] = t[0];
    for (int i = 0; i < 4; i++) {
        if (!(t[i].distance <= radius))
            return false;
    }
    for (int i = 0; i < 4; i++) {
        if (!is_arc_within(&p, &t[i], &t[i + 1], i * (0.5 * PICK_PI), (i + 1) * (0.5 * PICK_PI), radius, 0))
            return false;
    }
    return true;
}
