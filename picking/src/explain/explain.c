// explain.c: lists every candidate, with the rule that rejected it.
#include "picking/explain.h"
#include "base/compiler.h"

#include "math/math_inline.h"
#include "nearest/nearest_internal.h"
#include "query/query_cap.h"
#include "query/query_heap.h"
#include "query/query_nested.h"
#include "query/query_walks.h"
#include "view/view_section.h"

#include <math.h>

static const struct {
    const char *name, *text;
} REASONS[PICK_REASON_COUNT] = {
    [PICK_REASON_PICKED] = {"picked", "it is picked"},
    [PICK_REASON_LOCKED] = {"locked", "it is hit first, but it is locked and blocks what is behind it"},
    [PICK_REASON_BEHIND] = {"behind", "something nearer is in front of it"},
    [PICK_REASON_HIDDEN] = {"hidden", "the object is hidden"},
    [PICK_REASON_LAYER] = {"layer", "the object is in no visible layer"},
    [PICK_REASON_PASSED] = {"passed", "the object is locked and click-through"},
    [PICK_REASON_IGNORED] = {"ignored", "the object filter rejects it"},
    [PICK_REASON_CULLED_BACK] = {"culled_back", "its back face is culled"},
    [PICK_REASON_CULLED_FRONT] = {"culled_front", "its front face is culled"},
    [PICK_REASON_CUT_OUT] = {"cut_out", "the material is cut out at this point"},
    [PICK_REASON_NEAR] = {"near", "it is in front of the near plane"},
    [PICK_REASON_FAR] = {"far", "it is beyond the far plane"},
    [PICK_REASON_DEGENERATE] = {"degenerate", "the triangle has no area"},
    [PICK_REASON_FLAT] = {"flat", "the object is scaled to zero"},
    [PICK_REASON_MISSED] = {"missed", "the pointer misses it"},
    [PICK_REASON_KIND] = {"kind", "all kinds of its part of the mesh are hidden"},
    [PICK_REASON_FILTERED] = {"filtered", "the filter rejects it"},
    [PICK_REASON_SECTION] = {"section", "the section cuts it off"},
    [PICK_REASON_THIN] = {"thin", "it is picked: it is thin, within reach, and in front of what the pointer hits"},
    [PICK_REASON_YIELDED] = {"yielded", "it is hit first, but yields to something thin in front of it"},
    [PICK_REASON_NEAREST] = {"nearest", "it is picked: the pointer hits nothing, and it is the nearest within reach"},
};

const char *pick_reason_name(pick_reason reason)
{
    return (unsigned)reason < PICK_REASON_COUNT ? REASONS[reason].name : "unknown";
}

const char *pick_reason_text(pick_reason reason)
{
    return (unsigned)reason < PICK_REASON_COUNT ? REASONS[reason].text : "unknown";
}

typedef struct explain_search {
    const pick_scene *scene;
    const pick_view *view;
    const pick_query *query;
    pick_query capped; // the query with the caps of the view, if it has any
    pick_vec2 position;
    double radius;  // 0 or less: no near misses
    pick_ray ray;   // ray of the pick
    pick_ray uncut; // the same without the view's section
    pick_hit first; // the first hit; zero when there is none
    bool has_first; // one of the candidates is that hit
    // What is picked instead: within the tolerance, or it covers the position with its size on screen.
    bool has_near;
    pick_cursor_hit near;
    pick_hit_heap heap;
    // The current object.
    uint32_t slot;
    pick_reason seen; // PICKED if the object matches the query, else why not
    bool met;         // the ray hits one of its triangles
    pick_explanation nearest;
} explain_search;

static bool candidate_comes_before(const void *user, const void *a, const void *b)
{
    const pick_explanation *x = a;
    const pick_explanation *y = b;
    (void)user;
    if (x->distance != y->distance)
        return x->distance < y->distance;
    if (x->t != y->t)
        return x->t < y->t;
    if (x->object.index1 != y->object.index1)
        return x->object.index1 < y->object.index1;
    if ((x->cap != 0) != (y->cap != 0))
        return x->cap != 0;
    if (x->triangle != y->triangle)
        return x->triangle < y->triangle;
    return x->reason != y->reason ? x->reason < y->reason : x->backface < y->backface; // of nested scenes, of volumes
}

static pick_explanation describe_candidate(const explain_search *search, pick_reason reason, uint32_t triangle)
{
    const pick_object *object = pick_object_at(search->scene, search->slot);
    return (pick_explanation){.object = pick_object_handle(search->scene, search->slot),
                              .user = object->user,
                              .reason = reason,
                              .triangle = triangle,
                              .window = search->position,
                              .locked = (object->flags & PICK_OBJECT_LOCKED) != 0};
}

static pick_reason object_reason(const explain_search *search)
{
    const pick_object *object = pick_object_at(search->scene, search->slot);
    const bool locked = (object->flags & PICK_OBJECT_LOCKED) != 0;
    if ((object->flags & PICK_OBJECT_HIDDEN) != 0)
        return PICK_REASON_HIDDEN;
    if ((object->layers & ~search->query->hidden_layers) == 0)
        return PICK_REASON_LAYER;
    if (locked && ((object->flags & PICK_OBJECT_CLICK_THROUGH) != 0 || search->query->pass_locked))
        return PICK_REASON_PASSED;
    return pick_object_is_seen(search->scene, search->slot, search->query) ? PICK_REASON_PICKED : PICK_REASON_IGNORED;
}

// --- Hits -----------------------------------------------------------------------------------------------------------

// Whether what is picked within the tolerance covers the position: it has a size on screen.
static bool covers_position(const pick_cursor_hit *near)
{
    return near->distance == 0;
}

// Of the first hit.
static pick_reason first_reason(const explain_search *search)
{
    if (search->has_near)
        return covers_position(&search->near) ? PICK_REASON_BEHIND : PICK_REASON_YIELDED;
    return search->first.locked ? PICK_REASON_LOCKED : PICK_REASON_PICKED;
}

// Whether a candidate is the first hit. A triangle number may be met several times at one t: in a nested scene, by
// parts of volumes that have one number, where segments of a curve meet. Of candidates that are the same, one is.
static bool is_first_hit(const explain_search *search, const pick_candidate *candidate)
{
    const pick_hit *first = &search->first;
    if (first->cap != 0 || first->object.index1 != search->slot + 1 || first->t != candidate->t ||
        first->triangle != candidate->triangle || search->has_first)
        return false;
    const pick_meeting one = {first->backface, first->inside, first->barycentric[0], first->barycentric[1]};
    const pick_meeting other = pick_candidate_meeting(candidate);
    return pick_meeting_order(&one, &other) == 0;
}

// The flags by which a hit is culled. What is flat of a volume has two sides; a solid one has no backs besides.
static uint32_t culling_flags(const pick_mesh *mesh, uint32_t flags)
{
    const bool has_parts = pick_mesh_is_volume(mesh) && pick_mesh_field(mesh) == NULL;
    return has_parts && !pick_volume_asks_ray(pick_volume_of(mesh)) ? flags | PICK_SUBMESH_DOUBLE_SIDED : flags;
}

static pick_reason hit_reason(explain_search *search, const pick_candidate *candidate, const pick_hit *hit)
{
    const pick_query *query = search->query;
    const pick_mesh *mesh = pick_hit_innermost(search->scene, hit)->mesh;
    const uint32_t flags = mesh->submeshes[pick_mesh_submesh_number(mesh, candidate->triangle)].flags;
    if (pick_sink_culls(query->cull, candidate->backface, culling_flags(mesh, flags)))
        return candidate->backface ? PICK_REASON_CULLED_BACK : PICK_REASON_CULLED_FRONT;
    if (!(candidate->t >= search->uncut.t_min))
        return PICK_REASON_NEAR;
    if (!(candidate->t <= search->uncut.t_max))
        return PICK_REASON_FAR;
    if (!(candidate->t >= search->ray.t_min && candidate->t <= search->ray.t_max))
        return PICK_REASON_SECTION;
    if (pick_query_hides(query, flags))
        return PICK_REASON_KIND;
    if (pick_query_asks(query, flags) && !pick_query_accepts(query, search->scene, hit))
        return (flags & PICK_SUBMESH_ALPHA_TEST) != 0 ? PICK_REASON_CUT_OUT : PICK_REASON_FILTERED;
    if (!is_first_hit(search, candidate))
        return PICK_REASON_BEHIND;
    search->has_first = true;
    return first_reason(search);
}

static void name_blocker(const explain_search *search, pick_explanation *e)
{
    if (e->reason == PICK_REASON_BEHIND || e->reason == PICK_REASON_YIELDED) {
        const bool near = e->reason == PICK_REASON_YIELDED || (search->has_near && covers_position(&search->near));
        const pick_hit *blocker = near ? &search->near.hit : &search->first;
        e->blocker = blocker->object;
        e->blocker_user = blocker->user;
    }
}

static void emit_candidate(pick_sink *sink, const pick_candidate *candidate)
{
    explain_search *search = sink->user;
    pick_hit hit = {.t = 0};
    pick_hit_describe(search->scene, candidate, &hit);
    const pick_reason reason = search->seen != PICK_REASON_PICKED ? search->seen : hit_reason(search, candidate, &hit);
    pick_explanation e = describe_candidate(search, reason, candidate->triangle);
    e.locked = hit.locked;
    e.t = candidate->t;
    e.point = pick_ray_at(&search->ray, e.t);
    e.backface = candidate->backface;
    name_blocker(search, &e);
    if (search->seen == PICK_REASON_PICKED)
        pick_hit_heap_add(&search->heap, &e);
    else if (!search->met || candidate_comes_before(NULL, &e, &search->nearest))
        search->nearest = e; // one explanation for all triangles of the object
    search->met = true;
}

static bool has_surface(const pick_mesh *mesh)
{
    return pick_mesh_has_triangles(mesh) || pick_mesh_field(mesh) != NULL;
}

// Emits surfaces outside the range of the pick.
static void emit_beyond(pick_sink *sink, const pick_candidate *candidate)
{
    const explain_search *search = sink->user;
    const bool in_range = candidate->t >= search->ray.t_min && candidate->t <= search->ray.t_max;
    pick_hit hit = {.t = 0};
    pick_hit_describe(search->scene, candidate, &hit);
    if (!in_range && has_surface(pick_hit_innermost(search->scene, &hit)->mesh))
        emit_candidate(sink, candidate);
}

static void cast(explain_search *search)
{
    const pick_object *object = pick_object_at(search->scene, search->slot);
    const pick_ray *ray = &search->ray;
    const pick_scene_ray scene_ray = {
        .ray = ray, .query = search->query, .inverse_square = 1.0 / pick_vec3_dot(ray->direction, ray->direction)};
    pick_sink sink = {.t_min = search->view->kind == PICK_PERSPECTIVE ? 0 : -HUGE_VAL,
                      .t_max = HUGE_VAL,
                      .cull = PICK_CULL_NONE,
                      .slot = search->slot,
                      .query = search->query,
                      .walk_nested = pick_nested_walk,
                      .emit = emit_candidate,
                      .user = search};
    pick_local_ray local;
    if (pick_object_local_ray(object, &scene_ray, &local)) {
        // In the range of the pick, where a volume that the ray starts in is met.
        if (!has_surface(object->mesh)) {
            pick_sink in_range = sink;
            in_range.t_min = ray->t_min;
            in_range.t_max = ray->t_max;
            pick_mesh_walk(object->mesh, &local, &in_range);
        }
        if (search->met)
            sink.emit = emit_beyond; // a nested scene has surfaces beside volumes
        pick_mesh_walk(object->mesh, &local, &sink);
    }
    if (search->met && search->seen != PICK_REASON_PICKED)
        pick_hit_heap_add(&search->heap, &search->nearest);
}

// --- Caps -----------------------------------------------------------------------------------------------------------

static void explain_cap(void *user, const pick_hit *cap)
{
    explain_search *search = user;
    const pick_hit *first = &search->first;
    const bool is_first = first->cap != 0 && pick_object_id_equal(first->object, cap->object) &&
                          pick_path_order(first->path, cap->path, first->path_count) == 0;
    pick_explanation e =
        describe_candidate(search, is_first ? first_reason(search) : PICK_REASON_BEHIND, cap->triangle);
    e.cap = cap->cap;
    e.locked = cap->locked;
    e.t = cap->t;
    e.point = cap->point;
    name_blocker(search, &e);
    pick_hit_heap_add(&search->heap, &e);
}

// Adds the caps of an object that the query sees.
static void explain_caps(explain_search *search)
{
    pick_cap_search caps;
    if (search->query->caps != NULL &&
        pick_cap_begin(&caps, search->scene, &search->ray, search->query, pick_hit_describe, false))
        pick_cap_each_of(&caps, search->slot, explain_cap, search);
}

// --- Near misses ----------------------------------------------------------------------------------------------------

// Adds a near miss; `at` is relative to the eye.
static void add_beside(explain_search *search, const pick_frustum *frustum, pick_reason reason, uint32_t triangle,
                       pick_vec3 at, double distance)
{
    pick_explanation e = describe_candidate(search, reason, triangle);
    e.distance = distance;
    e.window = pick_frustum_project(frustum, at);
    e.point = pick_vec3_add(search->view->eye, at);
    const pick_ray ray = pick_view_ray(search->view, e.window);
    e.t = pick_vec3_dot(frustum->axis, at) / pick_vec3_dot(frustum->axis, ray.direction);
    pick_hit_heap_add(&search->heap, &e);
}

static void explain_miss(explain_search *search, const pick_frustum *frustum, pick_reason reason, pick_cull cull)
{
    pick_nearest nearest;
    if (pick_window_nearest_of_object(search->scene, search->view, search->position, search->slot, search->radius, cull,
                                      &nearest)) {
        add_beside(search, frustum, reason, nearest.triangle, pick_vec3_sub(nearest.point, search->view->eye),
                   nearest.distance);
    }
}

// Adds what is picked within the tolerance.
static void explain_near(explain_search *search)
{
    const pick_cursor_hit *near = &search->near;
    pick_explanation e =
        describe_candidate(search, near->thin ? PICK_REASON_THIN : PICK_REASON_NEAREST, near->hit.triangle);
    if (covers_position(near))
        e.reason = near->hit.locked ? PICK_REASON_LOCKED : PICK_REASON_PICKED;
    e.locked = near->hit.locked;
    e.t = near->hit.t;
    e.point = near->hit.point;
    e.window = near->window;
    e.distance = near->distance;
    e.backface = near->hit.backface;
    pick_hit_heap_add(&search->heap, &e);
}

static void explain_degenerate(explain_search *search, const pick_frustum *frustum)
{
    const pick_object *object = pick_object_at(search->scene, search->slot);
    const pick_vec3 offset = pick_object_offset(object, search->view->eye);
    for (uint32_t triangle = 0; triangle < object->mesh->triangle_count; triangle++) {
        float local[3][3];
        pick_vec3 vertex[3];
        pick_mesh_positions(object->mesh, triangle, local);
        if (pick_triangle_is_valid((const float(*)[3])local))
            continue;
        bool found = false;
        double best = search->radius;
        pick_vec3 at = {0, 0, 0};
        pick_object_vertices(object, (const float(*)[3])local, offset, vertex);
        for (int i = 0; i < 3; i++) { // NaN compares as not nearer
            const pick_vec3 a = vertex[i];
            const pick_vec3 ab = pick_vec3_sub(vertex[(i + 1) % 3], a);
            double along, distance;
            if (pick_frustum_to_clipped_segment(frustum, search->position, a, vertex[(i + 1) % 3], &along, &distance) &&
                distance <= best) {
                best = distance;
                at = pick_vec3_add(a, pick_vec3_scale(ab, along));
                found = true;
            }
        }
        if (found)
            add_beside(search, frustum, PICK_REASON_DEGENERATE, triangle, at, best);
    }
}

static void explain_object(explain_search *search, const pick_frustum *frustum)
{
    const pick_object *object = pick_object_at(search->scene, search->slot);
    const bool flat = object->inverse_determinant == 0;
    search->met = false;
    search->seen = object_reason(search);
    if (!flat && object->mesh->root != PICK_REF_NONE)
        cast(search);
    if (search->seen == PICK_REASON_PICKED)
        explain_caps(search);
    const bool picked = search->has_near && search->near.hit.object.index1 == search->slot + 1;
    if (picked)
        explain_near(search);
    if (!(search->radius > 0) || search->seen != PICK_REASON_PICKED || object->mesh->root == PICK_REF_NONE)
        return;
    if (flat || (!search->met && !picked)) {
        explain_miss(search, frustum, flat ? PICK_REASON_FLAT : PICK_REASON_MISSED,
                     flat ? PICK_CULL_NONE : search->query->cull);
    }
    if (!flat && object->mesh->degenerate_count > 0)
        explain_degenerate(search, frustum);
}

static size_t explain(const pick_scene *scene, const pick_view *view, pick_vec2 position,
                      const pick_cursor_query *cursor, double radius, pick_explanation *out, size_t capacity)
{
    const pick_query *query = pick_usable_query(cursor->query);
    if (scene == NULL || view == NULL || query == NULL || (out == NULL && capacity > 0) ||
        !pick_is_finite_vec2(position))
        return 0;
    pick_frustum frustum;
    const double wanted = radius > 0 && radius < HUGE_VAL ? radius : 0;
    pick_frustum_from_view(&frustum, view);
    const bool in_view = pick_frustum_add_square(&frustum, view, position, wanted);
    explain_search search = {
        .scene = scene,
        .view = view,
        .query = query,
        .position = position,
        .radius = in_view ? wanted : 0,
        .ray = pick_view_ray(view, position),
        .uncut = pick_view_uncut_ray(view, position),
        .heap = {.items = out, .size = sizeof *out, .capacity = capacity, .before = candidate_comes_before}};
    if (view->caps) {
        search.capped = *query;
        search.capped.caps = view;
        search.query = &search.capped;
    }
    (void)pick_closest(scene, &search.ray, search.query, &search.first);
    search.has_near = pick_cursor(scene, view, position, cursor, &search.near) &&
                      (search.near.thin || !pick_object_id_equal(search.near.hit.object, search.first.object));
    for (search.slot = 0; search.slot < scene->slot_count; ++search.slot) {
        if ((pick_object_at(scene, search.slot)->flags & PICK_OBJECT_ALIVE) != 0)
            explain_object(&search, &frustum);
    }
    pick_hit_heap_sort(&search.heap);
    return search.heap.total;
}

size_t pick_explain(const pick_scene *scene, const pick_view *view, pick_vec2 position, const pick_query *query,
                    double radius, pick_explanation *out, size_t capacity)
{
    const pick_cursor_query exact = {.query = query};
    return explain(scene, view, position, &exact, radius, out, capacity);
}

size_t pick_explain_cursor(const pick_scene *scene, const pick_view *view, pick_vec2 position,
                           const pick_cursor_query *cursor, double radius, pick_explanation *out, size_t capacity)
{
    pick_cursor_query surfaces = cursor != NULL ? *cursor : PICK_CURSOR_QUERY_DEFAULT;
    surfaces.proxies = NULL;
    surfaces.proxy_count = 0;
    return explain(scene, view, position, &surfaces, radius, out, capacity);
}
