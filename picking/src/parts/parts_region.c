// parts_region.c: the parts in a region, by the hierarchy and by brute force, with the same exact tests.
#include "base/compiler.h"
#include "nearest/nearest_internal.h"
#include "parts/parts_internal.h"
#include "region/region_kernel.h"

#include <math.h>

static const double SAMPLE_LENGTH = 4; // logical points
enum { EDGE_SAMPLES = 32, FACE_CELLS = 8 };

typedef struct parts_search {
    const pick_scene *scene;
    const pick_region *region;
    const pick_region_query *query;
    uint32_t kinds;
    pick_object_id only; // or the null handle
    pick_query rules;    // what counts, and what occludes
    pick_part *out;
    size_t capacity, total;
    // The current object.
    const pick_object *object;
    uint32_t slot;
    pick_vec3 offset; // its origin relative to the eye
} parts_search;

// --- Triangles ------------------------------------------------------------------------------------------------------

static bool face_passes(const parts_search *search, uint32_t triangle)
{
    if (search->rules.filter == NULL && search->rules.hidden_kinds == 0)
        return true;
    const pick_candidate middle = {.slot = search->slot, .triangle = triangle, .u = 1.0 / 3, .v = 1.0 / 3};
    pick_hit hit = {.t = 0};
    pick_hit_describe(search->scene, &middle, &hit);
    return pick_query_accepts(&search->rules, search->scene, &hit);
}

static void offer_found(parts_search *search, uint32_t open, uint32_t kind, uint32_t triangle, uint32_t index,
                        const pick_vec3 vertex[3])
{
    const bool touch = search->query->mode == PICK_REGION_TOUCH;
    if (open != 0 && !(touch ? pick_region_triangle_touches(search->region, open, vertex)
                             : pick_region_triangle_contained(search->region, open, vertex)))
        return;
    if (search->total < search->capacity)
        search->out[search->total] = pick_part_make(
            search->object->mesh, pick_object_handle(search->scene, search->slot), kind, triangle, index);
    ++search->total;
}

// Vertices and edges are tested as triangles that are flat.
static void look_at_face(parts_search *search, uint32_t triangle, uint32_t submesh_flags, const float local[3][3],
                         uint32_t open)
{
    pick_vec3 v[3];
    pick_object_vertices(search->object, local, search->offset, v);
    if (!pick_region_triangle_counts(search->region, search->query->cull, submesh_flags,
                                     search->object->inverse_determinant < 0, (const pick_vec3 *)v) ||
        !face_passes(search, triangle))
        return;
    if (search->query->stats != NULL)
        ++search->query->stats->triangles;
    for (uint32_t i = 0; i < 3; i++) {
        const pick_vec3 end = v[(i + 1) % 3];
        if ((search->kinds & PICK_PART_VERTEX) != 0)
            offer_found(search, open, PICK_PART_VERTEX, triangle, i, (const pick_vec3[3]){v[i], v[i], v[i]});
        if ((search->kinds & PICK_PART_EDGE) != 0)
            offer_found(search, open, PICK_PART_EDGE, triangle, i, (const pick_vec3[3]){v[i], end, end});
    }
    if ((search->kinds & PICK_PART_FACE) != 0)
        offer_found(search, open, PICK_PART_FACE, triangle, 0, (const pick_vec3 *)v);
}

static bool look_at_faces(pick_plane_walk *walk, uint32_t ref, uint32_t open)
{
    parts_search *search = walk->user;
    const pick_block *block = pick_mesh_blocks(search->object->mesh, ref);
    const pick_block *end = block + pick_leaf_block_count(ref);
    for (; block < end; block++) {
        for (uint32_t lane = 0; lane < PICK_BLOCK_SIZE; lane++) {
            float local[3][3];
            if (block->triangle[lane] == PICK_BLOCK_UNUSED)
                continue;
            pick_block_vertices(block, lane, local);
            look_at_face(search, block->triangle[lane] & PICK_BLOCK_TRIANGLE_MASK,
                         block->triangle[lane] >> PICK_BLOCK_FLAG_SHIFT, (const float(*)[3])local, open);
        }
    }
    return false;
}

// --- Objects --------------------------------------------------------------------------------------------------------

// Makes an object the current one. False: its parts do not count.
static bool begin_parts(parts_search *search, uint32_t slot)
{
    const pick_object *object = pick_object_at(search->scene, slot);
    const pick_object_id id = {slot + 1, object->generation};
    const pick_region_query *query = search->query;
    const bool locked = (object->flags & PICK_OBJECT_LOCKED) != 0 && !query->include_locked;
    if (!pick_mesh_has_triangles(object->mesh) || (object->layers & ~query->hidden_layers) == 0 || locked ||
        (search->only.index1 != 0 && !pick_object_id_equal(search->only, id)) ||
        (query->object_filter != NULL && !query->object_filter(query->object_filter_user, id, object->user)))
        return false;
    search->object = object;
    search->slot = slot;
    search->offset = pick_object_offset(object, search->region->frustum.eye);
    if (query->stats != NULL)
        ++query->stats->objects;
    return true;
}

static bool visit_parts(pick_plane_walk *scene_walk, uint32_t ref, uint32_t open)
{
    parts_search *search = scene_walk->user;
    if (!begin_parts(search, ref & ~PICK_REF_LEAF))
        return false;
    pick_plane_walk walk;
    pick_plane_walk_for_object(&walk, search->object, &search->region->frustum, open);
    walk.region = search->region;
    walk.skip_inside = walk.report_outside = false;
    walk.leaf = look_at_faces;
    walk.user = search;
    (void)pick_plane_walk_mesh(&walk, search->object->mesh, open, search->query->stats);
    return false;
}

static void visit_all(parts_search *search)
{
    const uint32_t open = pick_region_open(search->region);
    for (uint32_t slot = 0; slot < search->scene->slot_count; slot++) {
        const pick_object *object = pick_object_at(search->scene, slot);
        if ((object->flags & PICK_OBJECT_ALIVE) == 0 || !pick_object_is_pickable(object) || !begin_parts(search, slot))
            continue;
        for (uint32_t triangle = 0; triangle < object->mesh->triangle_count; triangle++) {
            float local[3][3];
            uint32_t number;
            pick_mesh_positions(object->mesh, triangle, local);
            if (pick_triangle_is_valid((const float(*)[3])local))
                look_at_face(search, triangle, pick_mesh_submesh_of(object->mesh, triangle, &number)->flags,
                             (const float(*)[3])local, open);
        }
    }
}

// --- What can be seen -----------------------------------------------------------------------------------------------

typedef struct sight {
    const parts_search *search;
    const pick_view *view;
    bool brute_force;
} sight;

static bool sees(const sight *s, pick_vec3 p)
{
    const pick_region *region = s->search->region;
    const pick_vec3 point = pick_vec3_add(p, region->frustum.eye);
    return pick_region_triangle_touches(region, pick_region_open(region), (const pick_vec3[3]){p, p, p}) &&
           pick_window_sees(s->search->scene, s->view, &region->frustum, point, &s->search->rules, s->brute_force);
}

static double length_on_screen(const sight *s, pick_vec3 a, pick_vec3 b)
{
    const pick_vec2 p = pick_frustum_project(&s->search->region->frustum, a);
    const pick_vec2 q = pick_frustum_project(&s->search->region->frustum, b);
    return hypot(q.x - p.x, q.y - p.y);
}

static uint32_t samples_along(double length, uint32_t most)
{
    const double count = ceil(length / SAMPLE_LENGTH);
    return (uint32_t)fmin(fmax(count, 1), most); // no number: 1
}

static bool sees_edge(const sight *s, pick_vec3 a, pick_vec3 b)
{
    double first, last;
    // What is left of it; the part is in the region, so it is empty by rounding alone.
    (void)pick_frustum_clip_segment(&s->search->region->frustum, a, b, &first, &last);
    const pick_vec3 ab = pick_vec3_sub(b, a);
    const pick_vec3 from = pick_vec3_add(a, pick_vec3_scale(ab, first));
    const pick_vec3 to = pick_vec3_add(a, pick_vec3_scale(ab, last));
    const uint32_t count = samples_along(length_on_screen(s, from, to), EDGE_SAMPLES);
    for (uint32_t i = 0; i < count; i++) {
        if (sees(s, pick_vec3_add(from, pick_vec3_scale(pick_vec3_sub(to, from), (i + 0.5) / count))))
            return true;
    }
    return false;
}

// Samples the middles of n * n cells: n rows of triangles that point alternately up and down.
static bool sees_triangle(const sight *s, pick_vec3 a, pick_vec3 b, pick_vec3 c)
{
    const double longest = fmax(length_on_screen(s, a, b), fmax(length_on_screen(s, b, c), length_on_screen(s, c, a)));
    const uint32_t n = samples_along(longest, FACE_CELLS);
    const pick_vec3 ab = pick_vec3_sub(b, a);
    const pick_vec3 ac = pick_vec3_sub(c, a);
    for (uint32_t row = 0; row < n; row++) {
        for (uint32_t i = 0; i < 2 * (n - row) - 1; i++) {
            const double third = i % 2 == 0 ? 1.0 / 3 : 2.0 / 3;
            const double u = (i / 2 + third) / n;
            const double v = (row + third) / n;
            if (sees(s, pick_vec3_add(a, pick_vec3_add(pick_vec3_scale(ab, u), pick_vec3_scale(ac, v)))))
                return true;
        }
    }
    return false;
}

static bool sees_part(const sight *s, const pick_part *part)
{
    const pick_frustum *frustum = &s->search->region->frustum;
    const pick_object *object = pick_object_at(s->search->scene, part->object.index1 - 1);
    const float *positions = object->mesh->positions;
    const pick_vec3 offset = pick_object_offset(object, frustum->eye);
    uint32_t number[3] = {part->a, part->b, part->b};
    if (part->kind == PICK_PART_FACE)
        pick_mesh_vertex_numbers(object->mesh, part->a, number);
    pick_vec3 v[3], corner[PICK_CLIPPED_MAX];
    for (int i = 0; i < 3; i++)
        v[i] = pick_vec3_add(pick_object_vector(object, positions + 3 * (size_t)number[i]), offset);
    if (part->kind == PICK_PART_VERTEX)
        return sees(s, v[0]);
    if (part->kind == PICK_PART_EDGE)
        return sees_edge(s, v[0], v[1]);
    const uint32_t count = pick_frustum_clip(frustum, pick_frustum_all(frustum), (const pick_vec3 *)v, NULL, corner);
    for (uint32_t i = 2; i < count; i++) {
        if (sees_triangle(s, corner[0], corner[i - 1], corner[i]))
            return true;
    }
    return false;
}

// --- Each part once -------------------------------------------------------------------------------------------------

static void sift_part_down(pick_part *parts, size_t at, size_t count)
{
    const pick_part part = parts[at];
    for (size_t child; (child = 2 * at + 1) < count; at = child) {
        child += child + 1 < count && pick_part_compare(&parts[child], &parts[child + 1]) < 0;
        if (pick_part_compare(&part, &parts[child]) >= 0)
            break;
        parts[at] = parts[child];
    }
    parts[at] = part;
}

// J. Williams, "Algorithm 232: Heapsort", CACM 7(6), 1964: it needs no memory, as qsort may.
static void sort_parts(pick_part *parts, size_t count)
{
    for (size_t i = count / 2; i > 0; i--)
        sift_part_down(parts, i - 1, count);
    for (size_t last = count; last > 1; last--) {
        const pick_part greatest = parts[0];
        parts[0] = parts[last - 1];
        parts[last - 1] = greatest;
        sift_part_down(parts, 0, last - 1);
    }
}

// Sorts, and leaves out what is there twice or cannot be seen.
static size_t keep_each(pick_part *parts, size_t count, const sight *s)
{
    size_t distinct = 0;
    size_t kept = 0;
    sort_parts(parts, count);
    for (size_t i = 0; i < count; i++) {
        if (distinct == 0 || pick_part_compare(&parts[distinct - 1], &parts[i]) != 0)
            parts[distinct++] = parts[i];
    }
    if (s->view == NULL)
        return distinct;
    for (size_t i = 0; i < distinct; i++) {
        if (sees_part(s, &parts[i]))
            parts[kept++] = parts[i];
    }
    return kept;
}

static bool is_view_of(const pick_view *view, const pick_region *region)
{
    const pick_vec3 a = view->eye;
    const pick_vec3 b = region->frustum.eye;
    return region->from_view && a.x == b.x && a.y == b.y && a.z == b.z;
}

static size_t region_parts(const pick_scene *scene, const pick_region *region, const pick_region_part_query *parts,
                           pick_part *out, size_t capacity, bool brute_force)
{
    static const pick_region_part_query any = {.kinds = PICK_PART_ALL};
    static const pick_region_query touch = {.mode = PICK_REGION_TOUCH, .cull = PICK_CULL_MATERIAL};
    parts = parts != NULL ? parts : &any;
    const pick_region_query *query = parts->region != NULL ? parts->region : &touch;
    if (scene == NULL || region == NULL || region->empty || (out == NULL && capacity > 0) ||
        (unsigned)query->mode > PICK_REGION_CONTAIN || !pick_is_cull(query->cull) ||
        (parts->view != NULL && !is_view_of(parts->view, region)))
        return 0;
    parts_search search = {.scene = scene,
                           .region = region,
                           .query = query,
                           .kinds = parts->kinds != 0 ? parts->kinds : PICK_PART_ALL,
                           .only = parts->object,
                           .rules = {.hidden_layers = query->hidden_layers,
                                     .cull = query->cull,
                                     .filter = query->filter,
                                     .filter_user = query->filter_user,
                                     .filter_all = true,
                                     .hidden_kinds = query->hidden_kinds,
                                     .object_filter = query->object_filter,
                                     .object_filter_user = query->object_filter_user},
                           .out = out,
                           .capacity = capacity};
    if (brute_force) {
        visit_all(&search);
    } else {
        pick_plane_walk walk;
        pick_plane_walk_for_scene(&walk, scene, &region->frustum);
        walk.region = region;
        walk.skip_inside = walk.report_outside = false;
        walk.leaf = visit_parts;
        walk.inside = NULL;
        walk.scene = scene;
        walk.reads_objects = true;
        walk.user = &search;
        (void)pick_plane_walk_scene(&walk, scene, pick_region_open(region), query->stats);
    }
    const sight s = {&search, parts->view, brute_force};
    return search.total <= capacity ? keep_each(out, search.total, &s) : search.total;
}

size_t pick_region_parts(const pick_scene *scene, const pick_region *region, const pick_region_part_query *query,
                         pick_part *out, size_t capacity)
{
    return region_parts(scene, region, query, out, capacity, false);
}

size_t pick_region_parts_brute_force(const pick_scene *scene, const pick_region *region,
                                     const pick_region_part_query *query, pick_part *out, size_t capacity)
{
    return region_parts(scene, region, query, out, capacity, true);
}
