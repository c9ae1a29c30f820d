// nearest_in_window.c: finds the nearest feature on screen. Searches squares of growing size around the position until
// the best is nearer than the square's sides, so that dense meshes cost no more than sparse ones.
#include "base/compiler.h"
#include "math/closest_point.h"
#include "math/math_inline.h"
#include "nearest/nearest_internal.h"
#include "nearest/nearest_thin.h"
#include "nearest/window_cover.h"
#include "region/region_kernel.h"
#include "view/view_section.h"

#include <math.h>
#include <string.h>

typedef struct window_search {
    pick_nearest_search common; // first, so that a pointer to this is one to it
    const pick_view *view;
    pick_vec2 position;
    double beside; // distance from the viewport: nothing is nearer; negative if the position is within
    pick_ray ray;  // through the position, from the eye
    uint32_t slot;
    const pick_frustum *square; // being searched
    double radius;              // of the square
    uint32_t leaves;            // visited in it
    bool is_left;               // for a narrower one
    uint32_t objects;           // looked at in it, until it is worth while to find out what is hidden
    pick_window_cover *cover;   // NULL: what is hidden counts, or may come and go
    bool is_covered;            // `cover` is that of the square
    bool is_sparse;             // so few places are searched that small squares have none
    uint32_t tested, hidden;    // objects, by covers
    const pick_window_wish *wish;
} window_search;

static double distance_to(const window_search *search, pick_vec2 p)
{
    return hypot(p.x - search->position.x, p.y - search->position.y);
}

// --- Features of one triangle ---------------------------------------------------------------------------------------

bool pick_window_measure(const pick_nearest_search *common, const double weights[2], double *distance, double *depth)
{
    const window_search *search = (const window_search *)(const void *)common;
    const pick_frustum *frustum = common->frustum;
    const pick_vec3 p = pick_nearest_place(common, weights);
    for (uint32_t i = 0; i < frustum->plane_count; i++) {
        if (!(pick_frustum_distance(frustum->planes[i], p) >= 0))
            return false;
    }
    *distance = distance_to(search, pick_frustum_project(frustum, p));
    *depth = pick_frustum_depth(frustum, p);
    return true;
}

// False: a place in the window is certainly too far, or was rejected before. Takes less time than its distance.
static bool may_count(const window_search *search, pick_vec2 p)
{
    const double limit = pick_nearest_limit(&search->common), passed = search->common.passed;
    const double x = p.x - search->position.x, y = p.y - search->position.y, square = x * x + y * y;
    return !(square > limit * limit * (1 + 0x1p-40)) && !(square < passed * passed * (1 - 0x1p-40));
}

static void look_at_vertices(window_search *search)
{
    static const double WEIGHTS[3][2] = {{0, 0}, {1, 0}, {0, 1}};
    const pick_frustum *frustum = search->common.frustum;
    for (uint32_t i = 0; i < 3; i++) {
        const pick_vec3 v = search->common.vertex[i];
        bool inside = true;
        for (uint32_t p = 0; p < frustum->plane_count; p++)
            inside = inside && pick_frustum_distance(frustum->planes[p], v) >= 0;
        const pick_vec2 at = inside ? pick_frustum_project(frustum, v) : search->position;
        if (inside && may_count(search, at))
            pick_nearest_offer(&search->common, i, WEIGHTS[i], distance_to(search, at), pick_frustum_depth(frustum, v));
    }
}

static void look_at_edges(window_search *search)
{
    const pick_frustum *frustum = search->common.frustum;
    const uint32_t inner = pick_nearest_inner(&search->common);
    for (uint32_t i = 0; i < 3; i++) {
        const pick_vec3 a = search->common.vertex[i];
        const pick_vec3 b = search->common.vertex[(i + 1) % 3];
        double along, distance;
        if ((inner >> i & 1u) == 0 &&
            pick_frustum_to_clipped_segment(frustum, search->position, a, b, &along, &distance)) {
            const double weights[3] = {i == 0 ? 1 - along : (i == 2 ? along : 0),
                                       i == 1 ? 1 - along : (i == 0 ? along : 0),
                                       i == 2 ? 1 - along : (i == 1 ? along : 0)};
            const pick_vec3 p = pick_nearest_place(&search->common, &weights[1]);
            pick_nearest_offer(&search->common, i, &weights[1], distance, pick_frustum_depth(frustum, p));
        }
    }
}

// Offers the point of the current triangle nearest to `found`, which clipping or a ray computed and which is on the
// triangle up to rounding.
static void offer_near(window_search *search, pick_vec3 found, double distance)
{
    const pick_nearest_search *common = &search->common;
    pick_vec3 vertex[3];
    double weights[3];
    for (int i = 0; i < 3; i++)
        vertex[i] = pick_vec3_sub(common->vertex[i], found);
    (void)pick_closest_on_triangle((const pick_vec3 *)vertex, common->edge, weights);
    const double depth = pick_frustum_depth(common->frustum, pick_nearest_place(common, &weights[1]));
    pick_nearest_offer(&search->common, 0, &weights[1], distance, depth);
}

// What is no farther than this from the viewport's border is at it. Distances of boxes leave room for it.
#define AT_BORDER 0x1p-32

static void look_at_surface(window_search *search)
{
    const pick_frustum *frustum = search->common.frustum;
    const pick_vec3 *vertex = search->common.vertex;
    pick_vec3 corner[PICK_CLIPPED_MAX];
    pick_vec2 window[PICK_CLIPPED_MAX];
    const uint32_t count = pick_frustum_clip(frustum, pick_frustum_all(frustum), vertex, NULL, corner);
    double best = HUGE_VAL;
    pick_vec3 at = {0, 0, 0};
    for (uint32_t i = 0; i < count; i++)
        window[i] = pick_frustum_project(frustum, corner[i]);
    if (count > 0 && pick_region_inside_convex(window, count, search->position)) {
        const pick_vec3 normal = search->common.normal;
        const pick_vec3 to_plane = pick_vec3_sub(vertex[0], search->ray.origin);
        const double t = pick_vec3_dot(normal, to_plane) / pick_vec3_dot(normal, search->ray.direction);
        const pick_vec3 in_plane = pick_ray_at(&search->ray, t);
        if (pick_vec3_is_finite(in_plane)) { // else the triangle is edge-on up to rounding: handled as near
            at = in_plane;
            best = 0;
        }
    }
    for (uint32_t i = 0; i < count && best > 0; i++) {
        const pick_vec3 a = corner[i];
        const pick_vec3 b = corner[(i + 1) % count];
        double along;
        const double distance = pick_frustum_to_segment(frustum, search->position, a, b, &along);
        if (distance < best) {
            best = distance;
            at = pick_vec3_add(a, pick_vec3_scale(pick_vec3_sub(b, a), along));
        }
    }
    // To a mouse on the border or beside it, all that reaches across is equally near: its depth decides, not rounding.
    if (search->beside >= 0 && best <= search->beside + AT_BORDER)
        best = search->beside;
    if (best < HUGE_VAL)
        offer_near(search, at, best);
}

static void look_in_window(pick_nearest_search *common)
{
    window_search *search = (window_search *)(void *)common;
    switch (common->feature) {
    case PICK_FEATURE_VERTEX:
        look_at_vertices(search);
        break;
    case PICK_FEATURE_EDGE:
        look_at_edges(search);
        break;
    default:
        look_at_surface(search);
        break;
    }
}

static void look_at_body_in_window(pick_nearest_search *common, const pick_body *body)
{
    const window_search *search = (const window_search *)(const void *)common;
    pick_nearest_look_at_body_in_window(common, body, search->view, search->position);
}

static bool accept_thin(void *user, const pick_thin_hit *candidate)
{
    return pick_nearest_offer_thin(user, candidate, 0); // at one place of a part, segments have the same answer
}

static void look_at_thin_in_window(pick_nearest_search *common, const pick_object *object)
{
    const window_search *search = (const window_search *)(const void *)common;
    const pick_thin_wish wish = {.radius = common->found ? common->best.distance : common->radius,
                                 .accept = accept_thin,
                                 .user = common,
                                 .stats = common->query->stats};
    // A size on screen reaches in from beside the viewport, and the square has no part in it: the hit is the nearest.
    pick_frustum frustum = *common->frustum;
    const pick_rect *v = &search->view->viewport;
    const double size = pick_thin_screen_radius(pick_thin_of(object->mesh));
    const pick_vec2 min = {v->x - size, pick_least(v->y, v->y + v->height) - size};
    const pick_vec2 max = {v->x + v->width + size, pick_most(v->y, v->y + v->height) + size};
    pick_thin_hit hit;
    frustum.plane_count = frustum.depth_planes + frustum.section_planes;
    pick_frustum_add_wide_rect(&frustum, min, max);
    (void)pick_thin_nearest_in_window(object, search->view, &frustum, search->position, &wish, &hit,
                                      common->brute_force);
}

// Corners behind the eye's near plane have no place in the window: then it is 0.
static double corners_distance_in_window(const pick_nearest_search *common, const pick_vec3 corner[8])
{
    const window_search *search = (const window_search *)(const void *)common;
    pick_vec2 low = {HUGE_VAL, HUGE_VAL}, high = {-HUGE_VAL, -HUGE_VAL};
    for (int i = 0; i < 8; i++) {
        if (!(pick_frustum_distance(common->frustum->planes[0], corner[i]) > 0)) // the near plane
            return 0;
        const pick_vec2 at = pick_frustum_project(common->frustum, corner[i]);
        low = (pick_vec2){fmin(low.x, at.x), fmin(low.y, at.y)};
        high = (pick_vec2){fmax(high.x, at.x), fmax(high.y, at.y)};
    }
    const pick_vec2 p = search->position;
    const double x = fmax(0, fmax(low.x - p.x, p.x - high.x)), y = fmax(0, fmax(low.y - p.y, p.y - high.y));
    return sqrt(x * x + y * y) * (1 - 0x1p-30) - 0x1p-30;
}

// After so many objects in a square, it is found out what is certainly hidden, in this one and those after it.
enum { OBJECTS_TO_COVER = 16 };

// --- Visibility -----------------------------------------------------------------------------------------------------

bool pick_window_sees(const pick_scene *scene, const pick_view *view, const pick_frustum *frustum, pick_vec3 point,
                      const pick_query *query, bool brute_force)
{
    const pick_vec3 p = pick_vec3_sub(point, view->eye);
    const double depth = pick_frustum_depth(frustum, p);
    const pick_vec3 ends[2] = {point, point};
    pick_ray ray = {view->eye, frustum->ahead, view->near_distance, depth};
    if (!frustum->parallel)
        ray.direction = pick_vec3_scale(p, 1 / depth);
    else
        ray.origin = pick_vec3_sub(point, pick_vec3_scale(frustum->ahead, depth));
    if (view->section_count > 0)
        pick_section_clip(view, &ray);
    if (view->caps) {
        pick_query capped = *query;
        capped.caps = view;
        return !pick_any_except_at(scene, &ray, &capped, ends, brute_force);
    }
    return !pick_any_except_at(scene, &ray, query, ends, brute_force);
}

static bool is_visible(const pick_nearest_search *common, const pick_nearest *candidate)
{
    const window_search *search = (const window_search *)(const void *)common;
    if (search->is_covered &&
        pick_cover_hides_point(search->cover, common->frustum, pick_vec3_sub(candidate->point, search->view->eye)))
        return false;
    return pick_window_sees(common->scene, search->view, common->frustum, candidate->point, common->query,
                            common->brute_force);
}

static bool is_accepted(const pick_nearest_search *common, const pick_nearest *candidate)
{
    const pick_window_wish *wish = ((const window_search *)(const void *)common)->wish;
    return wish->accept(wish->user, candidate);
}

// --- Walking --------------------------------------------------------------------------------------------------------

// A square with so many leaves is left for a narrower one, around what has been found in it, if that is narrower by
// this factor: where a dense mesh begins at some distance from the mouse, the square that reaches it may have
// thousands.
enum { LEAVES_TO_LOOK = 64 };
#define NARROWER 0.9

// The radius of the square that is certain to have all that is nearer than the best so far.
static double narrowed(const window_search *search)
{
    return search->common.found ? search->common.best.distance * (1 + 0x1p-20) + 0x1p-20 : HUGE_VAL;
}

static bool visit_leaf(pick_plane_walk *walk, uint32_t ref, uint32_t open)
{
    window_search *search = walk->user;
    (void)open;
    pick_nearest_visit_leaf(&search->common, search->slot, ref);
    if (++search->leaves % LEAVES_TO_LOOK != 0)
        return false;
    if (search->common.queue != NULL)
        pick_nearest_settle(&search->common);
    search->is_left = narrowed(search) < NARROWER * search->radius;
    return search->is_left;
}

static void make_cover(window_search *search)
{
    const pick_nearest_search *common = &search->common;
    pick_cover_make(search->cover, common->scene, search->view, common->frustum, search->position, search->radius,
                    common->query);
    search->is_covered = true;
}

static bool is_covered(window_search *search, const pick_object *object)
{
    const pick_nearest_search *common = &search->common;
    // What stands in for another object lies elsewhere by rounding.
    if (search->cover == NULL || common->within.object != NULL ||
        (search->objects < OBJECTS_TO_COVER && ++search->objects < OBJECTS_TO_COVER))
        return false;
    if (!search->is_covered)
        make_cover(search);
    const bool hides = pick_cover_hides_object(search->cover, common->frustum, object);
    ++search->tested;
    search->hidden += hides;
    return hides;
}

// Visits the triangles of the current object that may lie in a square.
static void visit_inside(window_search *search, const pick_frustum *square, uint32_t open)
{
    const pick_object *object = pick_nearest_object(&search->common, search->slot);
    if (!pick_mesh_has_triangles(object->mesh)) {
        pick_nearest_visit_shapes(&search->common, search->slot);
        return;
    }
    if (is_covered(search, object))
        return;
    pick_plane_walk walk;
    pick_plane_walk_for_object(&walk, object, square, open);
    walk.skip_inside = walk.report_outside = false;
    walk.leaf = visit_leaf;
    walk.user = search;
    (void)pick_plane_walk_mesh(&walk, object->mesh, open, search->common.query->stats);
}

static bool visit_within_window(pick_nearest_search *common)
{
    window_search *search = (window_search *)(void *)common;
    if (common->brute_force)
        pick_nearest_visit_mesh(common, common->slot);
    else
        visit_inside(search, search->square, pick_frustum_all(search->square));
    return search->is_left;
}

static bool visit_inner(pick_plane_walk *walk, uint32_t ref, uint32_t open)
{
    (void)open;
    return pick_nearest_visit_inner(walk->user, ref & ~PICK_REF_LEAF);
}

static bool walk_within_window(pick_nearest_search *common, pick_nested_visit *visit)
{
    const pick_frustum *square = ((const window_search *)(const void *)common)->square;
    pick_plane_walk walk;
    pick_plane_walk_for_nested(&walk, visit->around, square);
    walk.skip_inside = walk.report_outside = false;
    walk.leaf = visit_inner;
    walk.user = visit;
    return pick_plane_walk_nested(&walk, pick_scene_of(visit->around->mesh), pick_frustum_all(square), common->waiting,
                                  common->query->stats);
}

static bool visit_object(pick_plane_walk *walk, uint32_t ref, uint32_t open)
{
    window_search *search = walk->user;
    search->slot = ref & ~PICK_REF_LEAF;
    if (!pick_nearest_skips(&search->common, search->slot) &&
        pick_object_is_seen(search->common.scene, search->slot, search->common.query))
        visit_inside(search, search->square, open);
    return search->is_left;
}

// Leaves out what is farther than a depth.
static void add_depth_plane(pick_frustum *square, double depth)
{
    const pick_vec3 axis = square->axis;
    const double plane[4] = {-axis.x, -axis.y, -axis.z, depth};
    memcpy(square->planes[square->plane_count++], plane, sizeof plane);
}

// True: it was left for a narrower one.
static bool search_square(window_search *search, double radius)
{
    pick_frustum square;
    pick_plane_walk walk;
    pick_frustum_from_view(&square, search->view);
    const double reach = radius + search->common.scene->screen_reach;
    const pick_vec2 p = search->position;
    if (reach > radius) // boxes are without what a size on screen adds
        pick_frustum_add_wide_rect(&square, (pick_vec2){p.x - reach, p.y - reach},
                                   (pick_vec2){p.x + reach, p.y + reach});
    else if (!pick_frustum_add_square(&square, search->view, p, radius))
        return false;
    if (search->wish != NULL && search->wish->depth < HUGE_VAL)
        add_depth_plane(&square, search->wish->depth);
    search->square = &square;
    search->radius = radius;
    search->leaves = 0;
    search->is_covered = false;
    search->is_left = false;
    if (search->objects < OBJECTS_TO_COVER)
        search->objects = 0;
    if (search->tested >= OBJECTS_TO_COVER && search->hidden < search->tested / 4)
        search->cover = NULL; // those of squares before this one were of little use
    if (search->cover != NULL && search->objects >= OBJECTS_TO_COVER) {
        make_cover(search);
        if (search->cover->deepest < HUGE_VALF && !search->common.scene->nests)
            add_depth_plane(&square, (double)search->cover->deepest + search->cover->margin);
    }
    pick_plane_walk_for_scene(&walk, search->common.scene, &square);
    walk.skip_inside = walk.report_outside = false;
    walk.leaf = visit_object;
    walk.user = search;
    (void)pick_plane_walk_scene(&walk, search->common.scene, pick_frustum_all(&square), search->common.query->stats);
    return search->is_left;
}

static bool search_squares(window_search *search)
{
    const double full = search->common.radius;
    search->common.passed = 0;
    for (double radius = search->is_sparse ? full : fmin(full, 0.25);; radius = fmin(full, 2 * radius)) {
        while (search_square(search, radius))
            radius = narrowed(search);
        if (search->common.queue != NULL)
            pick_nearest_settle(&search->common);
        if (radius >= full || (search->common.found && search->common.best.distance < radius))
            return search->common.found;
        search->common.passed = radius;
    }
}

// With what only searches for what is visible need: a large part of the stack.
static PICK_NOINLINE bool search_squares_for_visible(window_search *search)
{
    pick_nearest_queue queue;
    pick_window_cover cover;
    queue.count = 0;
    search->common.queue = &queue;
    if (search->common.query->filter == NULL && search->view->section_count == 0 && search->common.radius > 0)
        search->cover = &cover;
    const bool found = search_squares(search);
    search->common.queue = NULL;
    search->cover = NULL;
    return found;
}

// Searches for one kind of feature.
static bool find_feature(window_search *search)
{
    search->common.found = false;
    if (search->common.brute_force) {
        pick_nearest_visit_all(&search->common);
        return search->common.found;
    }
    return search->common.is_visible == is_visible ? search_squares_for_visible(search) : search_squares(search);
}

static double distance_from_viewport(const pick_view *view, pick_vec2 p)
{
    const pick_rect *v = &view->viewport;
    const double top = fmin(v->y, v->y + v->height), bottom = fmax(v->y, v->y + v->height);
    const double x = fmax(v->x - p.x, p.x - (v->x + v->width)), y = fmax(top - p.y, p.y - bottom);
    return x < 0 && y < 0 ? -1 : hypot(fmax(x, 0), fmax(y, 0));
}

// Begins a search within the radius. False: the search area is empty.
static bool begin_in_window(window_search *search, const pick_scene *scene, const pick_view *view, pick_vec2 position,
                            double radius, const pick_query *query, pick_frustum *frustum)
{
    if (!pick_is_finite_vec2(position) || !(radius >= 0 && radius < HUGE_VAL))
        return false;
    pick_frustum_from_view(frustum, view);
    if (!pick_frustum_add_square(frustum, view, position, radius))
        return false;
    *search = (window_search){.common = {.scene = scene,
                                         .query = query,
                                         .radius = radius,
                                         .cull = query->cull,
                                         .from = view->eye,
                                         .frustum = frustum,
                                         .look = look_in_window,
                                         .look_at_body = look_at_body_in_window,
                                         .look_at_thin = look_at_thin_in_window,
                                         .visit_within = visit_within_window,
                                         .walk_within = walk_within_window,
                                         .box_distance = corners_distance_in_window},
                              .view = view,
                              .position = position,
                              .beside = distance_from_viewport(view, position),
                              .ray = pick_view_ray_from_eye(view, position)};
    return true;
}

static bool nearest_in_window(const pick_scene *scene, const pick_view *view, pick_vec2 position,
                              const pick_nearest_query *nearest, const pick_query *query, pick_nearest *out,
                              bool brute_force, bool meshes_only)
{
    const pick_nearest_query usual = PICK_NEAREST_QUERY_DEFAULT;
    nearest = nearest != NULL ? nearest : &usual;
    query = pick_usable_query(query);
    if (scene == NULL || view == NULL || query == NULL || out == NULL)
        return false;
    const uint32_t features = nearest->features != 0 ? nearest->features : PICK_FEATURE_ALL;
    pick_frustum frustum;
    window_search search;
    if (!begin_in_window(&search, scene, view, position, nearest->radius, query, &frustum))
        return false;
    search.common.is_visible = nearest->visible ? is_visible : NULL;
    search.common.brute_force = brute_force;
    search.common.meshes_only = meshes_only;
    for (uint32_t feature = PICK_FEATURE_VERTEX; feature <= PICK_FEATURE_SURFACE; feature <<= 1) {
        search.common.feature = feature;
        if ((features & feature) != 0 && find_feature(&search))
            return pick_nearest_finish(&search.common, out);
    }
    return false;
}

bool pick_window_nearest_of_object(const pick_scene *scene, const pick_view *view, pick_vec2 position, uint32_t slot,
                                   double radius, pick_cull cull, pick_nearest *out)
{
    pick_query query = PICK_QUERY_DEFAULT;
    pick_frustum frustum;
    window_search search;
    query.cull = cull;
    const bool begun = begin_in_window(&search, scene, view, position, radius, &query, &frustum);
    PICK_ASSERT(begun);
    (void)begun;
    search.common.feature = PICK_FEATURE_SURFACE;
    search.square = &frustum;
    const pick_object *object = pick_object_at(scene, slot);
    if (object->inverse_determinant == 0) { // a flat object has no box space: visit all triangles
        pick_nearest_visit_mesh(&search.common, slot);
    } else {
        search.slot = slot;
        visit_inside(&search, &frustum, pick_frustum_all(&frustum));
    }
    return pick_nearest_finish(&search.common, out);
}

bool pick_window_nearest_accepted(const pick_scene *scene, const pick_view *view, pick_vec2 position,
                                  const pick_window_wish *wish, const pick_query *query, pick_nearest *out,
                                  bool brute_force)
{
    pick_frustum frustum;
    window_search search;
    if (!begin_in_window(&search, scene, view, position, wish->radius, query, &frustum))
        return false;
    search.wish = wish;
    search.common.skipped = wish->skipped;
    search.common.skipped_count = wish->skipped_count;
    search.common.is_visible = is_accepted;
    search.common.brute_force = brute_force;
    search.common.feature = PICK_FEATURE_SURFACE;
    (void)find_feature(&search);
    return pick_nearest_finish(&search.common, out);
}

bool pick_window_nearest_marked(const pick_scene *scene, const pick_view *view, pick_vec2 position,
                                const pick_window_marks *marks, const pick_query *query, pick_nearest *out,
                                bool brute_force)
{
    pick_frustum frustum;
    window_search search;
    const bool begun = begin_in_window(&search, scene, view, position, marks->radius, query, &frustum);
    PICK_ASSERT(begun); // the caller has looked
    (void)begun;
    search.common.look = marks->look;
    search.is_sparse = marks->sparse;
    search.common.user = marks->user;
    search.common.is_visible = marks->visible ? is_visible : NULL;
    search.common.brute_force = brute_force;
    search.common.feature = PICK_FEATURE_EDGE; // which volumes and points do not have
    (void)find_feature(&search);
    return pick_nearest_finish(&search.common, out);
}

bool pick_nearest_in_window(const pick_scene *scene, const pick_view *view, pick_vec2 position,
                            const pick_nearest_query *nearest, const pick_query *query, pick_nearest *out)
{
    return nearest_in_window(scene, view, position, nearest, query, out, false, false);
}

bool pick_nearest_in_window_brute_force(const pick_scene *scene, const pick_view *view, pick_vec2 position,
                                        const pick_nearest_query *nearest, const pick_query *query, pick_nearest *out)
{
    return nearest_in_window(scene, view, position, nearest, query, out, true, false);
}

bool pick_window_nearest_of_meshes(const pick_scene *scene, const pick_view *view, pick_vec2 position,
                                   const pick_nearest_query *nearest, const pick_query *query, pick_nearest *out,
                                   bool brute_force)
{
    return nearest_in_window(scene, view, position, nearest, query, out, brute_force, true);
}
