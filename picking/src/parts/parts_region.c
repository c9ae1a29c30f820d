// parts_region.c: the parts in a region, by the hierarchy and by brute force, with the same exact tests.
#include "base/compiler.h"
#include "nearest/nearest_internal.h"
#include "parts/parts_internal.h"
#include "query/query_nested.h"
#include "query/query_stand_in.h"
#include "region/region_kernel.h"

#include <math.h>
#include <string.h>

static const double SAMPLE_LENGTH = 4; // logical points
enum { EDGE_SAMPLES = 32, FACE_CELLS = 8 };

typedef struct parts_search {
    const pick_scene *scene;
    const pick_region *region;
    const pick_region_query *query;
    uint32_t kinds;
    pick_object_id only; // or the null handle
    pick_query rules;    // what counts, and what occludes unless the query says otherwise
    pick_part *out;
    pick_part_path *paths; // NULL: not asked for
    bool nested;
    size_t capacity, total;
    // The current object, or what stands in for it.
    const pick_object *object;
    uint32_t slot;
    pick_vec3 offset;     // its origin relative to the eye
    pick_stand_in within; // where the object of `slot` is a scene
    pick_nested_waiting *waiting;
} parts_search;

// --- Triangles ------------------------------------------------------------------------------------------------------

static bool is_filtered(const parts_search *search)
{
    return search->rules.filter != NULL || search->rules.hidden_kinds != 0;
}

// Whether the filter takes a triangle of the object in a slot, or within it.
static bool filter_passes(const parts_search *search, uint32_t slot, const uint32_t *path, uint32_t depth,
                          uint32_t triangle)
{
    pick_candidate middle = {.slot = slot, .depth = depth, .triangle = triangle, .u = 1.0 / 3, .v = 1.0 / 3};
    pick_hit hit = {.t = 0};
    memcpy(middle.path, path, depth * sizeof middle.path[0]);
    pick_hit_describe(search->scene, &middle, &hit);
    return pick_query_accepts(&search->rules, search->scene, &hit);
}

static bool face_passes(const parts_search *search, uint32_t triangle)
{
    return !is_filtered(search) ||
           filter_passes(search, search->slot, search->within.path, search->within.depth, triangle);
}

static void add_part_found(parts_search *search, uint32_t kind, uint32_t triangle, uint32_t index)
{
    if (search->total < search->capacity) {
        search->out[search->total] = pick_part_make(
            search->object->mesh, pick_object_handle(search->scene, search->slot), kind, triangle, index);
        if (search->paths != NULL) {
            pick_part_path *path = &search->paths[search->total];
            path->count = pick_stand_in_path(&search->within, search->scene, search->slot, path->path);
        }
    }
    ++search->total;
}

static bool holds_triangle(const parts_search *search, uint32_t open, const pick_vec3 vertex[3])
{
    const bool touch = search->query->mode == PICK_REGION_TOUCH;
    return open == 0 || (touch ? pick_region_triangle_touches(search->region, open, vertex)
                               : pick_region_triangle_contained(search->region, open, vertex));
}

static void offer_found(parts_search *search, uint32_t open, uint32_t kind, uint32_t triangle, uint32_t index,
                        const pick_vec3 vertex[3])
{
    if (holds_triangle(search, open, vertex))
        add_part_found(search, kind, triangle, index);
}

// Whether a triangle is the first of its polygon that counts, and the region contains those behind it that count. The
// others would find the same, each in a time that grows with the polygon.
static bool holds_polygon(const parts_search *search, uint32_t triangle, uint32_t submesh_flags)
{
    const pick_object *object = search->object;
    const uint32_t end = pick_mesh_polygon_end(object->mesh, triangle);
    for (uint32_t i = pick_mesh_polygon_first(object->mesh, triangle); i < end; i++) {
        float local[3][3];
        pick_vec3 v[3];
        pick_mesh_positions(object->mesh, i, local);
        if (i == triangle || !pick_triangle_is_valid((const float(*)[3])local))
            continue;
        pick_object_vertices(object, (const float(*)[3])local, search->offset, v);
        if (pick_region_triangle_counts(search->region, search->query->cull, submesh_flags,
                                        object->inverse_determinant < 0, (const pick_vec3 *)v) &&
            face_passes(search, i) &&
            (i < triangle || !holds_triangle(search, pick_region_open(search->region), (const pick_vec3 *)v)))
            return false;
    }
    return true;
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
    const pick_mesh *mesh = search->object->mesh;
    const uint32_t inner = (search->kinds & PICK_PART_EDGE) != 0 ? pick_mesh_inner(mesh, triangle) : 0;
    for (uint32_t i = 0; i < 3; i++) {
        const pick_vec3 end = v[(i + 1) % 3];
        if ((search->kinds & PICK_PART_VERTEX) != 0)
            offer_found(search, open, PICK_PART_VERTEX, triangle, i, (const pick_vec3[3]){v[i], v[i], v[i]});
        if ((search->kinds & PICK_PART_EDGE) != 0 && (inner >> i & 1u) == 0)
            offer_found(search, open, PICK_PART_EDGE, triangle, i, (const pick_vec3[3]){v[i], end, end});
    }
    if ((search->kinds & PICK_PART_FACE) != 0 && holds_triangle(search, open, (const pick_vec3 *)v) &&
        (mesh->polygons == NULL || search->query->mode == PICK_REGION_TOUCH ||
         holds_polygon(search, triangle, submesh_flags)))
        add_part_found(search, PICK_PART_FACE, triangle, 0);
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

static void make_current(parts_search *search, const pick_object *object)
{
    search->object = object;
    search->offset = pick_object_offset(object, search->region->frustum.eye);
    if (search->query->stats != NULL)
        ++search->query->stats->objects;
}

// Whether the parts of an object may count, as far as layers and locks say.
static bool may_have_parts(const parts_search *search, const pick_object *object)
{
    const pick_region_query *query = search->query;
    const bool locked = (object->flags & PICK_OBJECT_LOCKED) != 0 && !query->include_locked;
    return (pick_mesh_has_triangles(object->mesh) || (search->nested && pick_mesh_is_scene(object->mesh))) &&
           (object->layers & ~query->hidden_layers) != 0 && !locked;
}

// Makes an object the current one. False: its parts do not count.
static bool begin_parts(parts_search *search, uint32_t slot)
{
    const pick_object *object = pick_object_at(search->scene, slot);
    const pick_object_id id = {slot + 1, object->generation};
    const pick_region_query *query = search->query;
    if (!may_have_parts(search, object) || (search->only.index1 != 0 && !pick_object_id_equal(search->only, id)) ||
        (query->object_filter != NULL && !query->object_filter(query->object_filter_user, id, object->user)))
        return false;
    search->slot = slot;
    make_current(search, object);
    return true;
}

// Visits the parts of the current object, which is no scene.
static void walk_parts(parts_search *search, uint32_t open)
{
    pick_plane_walk walk;
    pick_plane_walk_for_object(&walk, search->object, &search->region->frustum, open);
    walk.region = search->region;
    walk.skip_inside = walk.report_outside = false;
    walk.leaf = look_at_faces;
    walk.user = search;
    (void)pick_plane_walk_mesh(&walk, search->object->mesh, open, search->query->stats);
}

static void visit_all_parts(parts_search *search)
{
    const pick_mesh *mesh = search->object->mesh;
    const uint32_t open = pick_region_open(search->region);
    for (uint32_t triangle = 0; triangle < mesh->triangle_count; triangle++) {
        float local[3][3];
        uint32_t number;
        pick_mesh_positions(mesh, triangle, local);
        if (pick_triangle_is_valid((const float(*)[3])local))
            look_at_face(search, triangle, pick_mesh_submesh_of(mesh, triangle, &number)->flags,
                         (const float(*)[3])local, open);
    }
}

// --- Nested scenes --------------------------------------------------------------------------------------------------

typedef struct parts_within {
    parts_search *search;
    const pick_object *around; // the object that is the scene, or what stands in for it
    bool brute_force;
} parts_within;

static void visit_within(parts_search *search, const pick_object *around, uint32_t open, bool brute_force);

static void visit_inner_parts(const parts_within *visit, uint32_t inner, uint32_t open)
{
    parts_search *search = visit->search;
    pick_object moved;
    if (!may_have_parts(search, pick_object_at(pick_scene_of(visit->around->mesh), inner)) ||
        !pick_stand_in_enter(&search->within, visit->around, inner, &moved))
        return;
    if (pick_mesh_is_scene(moved.mesh)) {
        visit_within(search, &moved, open, visit->brute_force);
        return;
    }
    make_current(search, &moved);
    if (visit->brute_force)
        visit_all_parts(search);
    else
        walk_parts(search, open);
}

static bool visit_inner_leaf(pick_plane_walk *walk, uint32_t ref, uint32_t open)
{
    visit_inner_parts(walk->user, ref & ~PICK_REF_LEAF, open);
    return false;
}

static void visit_within(parts_search *search, const pick_object *around, uint32_t open, bool brute_force)
{
    parts_within visit = {search, around, brute_force};
    const pick_scene *nested = pick_scene_of(around->mesh);
    if (search->within.depth == PICK_NESTED_LEVELS)
        return;
    ++search->within.depth;
    for (uint32_t slot = 0; brute_force && slot < nested->slot_count; slot++) {
        const pick_object *object = pick_object_at(nested, slot);
        if ((object->flags & PICK_OBJECT_ALIVE) != 0 && pick_object_is_pickable(object))
            visit_inner_parts(&visit, slot, open);
    }
    if (!brute_force) {
        pick_plane_walk walk;
        pick_plane_walk_for_nested(&walk, around, &search->region->frustum);
        walk.region = search->region;
        walk.skip_inside = walk.report_outside = false;
        walk.leaf = visit_inner_leaf;
        walk.user = &visit;
        (void)pick_plane_walk_nested(&walk, nested, open, search->waiting, search->query->stats);
    }
    --search->within.depth;
}

// The object of the current slot, which is a scene.
static PICK_NOINLINE void visit_nested(parts_search *search, uint32_t open, bool brute_force)
{
    pick_nested_waiting waiting;
    waiting.count = 0;
    search->waiting = &waiting;
    visit_within(search, search->object, open, brute_force);
}

// --- Scenes ---------------------------------------------------------------------------------------------------------

static bool visit_parts(pick_plane_walk *walk, uint32_t ref, uint32_t open)
{
    parts_search *search = walk->user;
    if (!begin_parts(search, ref & ~PICK_REF_LEAF))
        return false;
    if (pick_mesh_is_scene(search->object->mesh))
        visit_nested(search, open, false);
    else
        walk_parts(search, open);
    return false;
}

static void visit_all(parts_search *search)
{
    for (uint32_t slot = 0; slot < search->scene->slot_count; slot++) {
        const pick_object *object = pick_object_at(search->scene, slot);
        if ((object->flags & PICK_OBJECT_ALIVE) == 0 || !pick_object_is_pickable(object) || !begin_parts(search, slot))
            continue;
        if (pick_mesh_is_scene(object->mesh))
            visit_nested(search, pick_region_open(search->region), true);
        else
            visit_all_parts(search);
    }
}

// --- What can be seen -----------------------------------------------------------------------------------------------

typedef struct sight {
    const parts_search *search;
    const pick_view *view;
    const pick_query *rules; // what occludes
    bool brute_force;
} sight;

static bool sees(const sight *s, pick_vec3 p)
{
    const pick_region *region = s->search->region;
    const pick_vec3 point = pick_vec3_add(p, region->frustum.eye);
    const uint32_t open = region->thin ? pick_frustum_all(&region->frustum) : pick_region_open(region);
    return pick_region_triangle_touches(region, open, (const pick_vec3[3]){p, p, p}) &&
           pick_window_sees(s->search->scene, s->view, &region->frustum, point, s->rules, s->brute_force);
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

static pick_nested_way way_to(const sight *s, const pick_part *part, const pick_part_path *path)
{
    return pick_nested_way_by(s->search->scene, part->object, path != NULL ? path->path : NULL,
                              path != NULL ? path->count : 0);
}

// Vertices of a mesh, relative to the eye: where rays meet them.
static void places_of(const sight *s, const pick_nested_way *way, const uint32_t number[3], pick_vec3 v[3])
{
    const pick_object *object = way->object;
    const pick_vec3 eye = s->search->region->frustum.eye;
    for (int i = 0; i < 3; i++) {
        const float *p = object->mesh->positions + 3 * (size_t)number[i];
        v[i] = pick_object_vector(object, p);
        if (way->count == 0) {
            v[i] = pick_vec3_add(v[i], pick_object_offset(object, eye));
            continue;
        }
        v[i] = pick_vec3_add(v[i], pick_vec3_make(object->origin[0], object->origin[1], object->origin[2]));
        v[i] = pick_vec3_sub(pick_nested_point_out(way, v[i]), eye);
    }
}

// Whether a triangle of a polygon is there, so that seeing a place of it is seeing the face.
static bool is_there(const sight *s, const pick_nested_way *way, const pick_part *part, const pick_part_path *path,
                     uint32_t triangle, const pick_vec3 v[3])
{
    const parts_search *search = s->search;
    const pick_mesh *mesh = way->object->mesh;
    bool mirrored = way->object->inverse_determinant < 0;
    uint32_t slots[PICK_NESTED_LEVELS];
    for (uint32_t i = 0; i < way->count; i++) {
        mirrored = mirrored != (way->scenes[i]->inverse_determinant < 0);
        slots[i] = path->path[i].index1 - 1;
    }
    return pick_part_has_triangle(mesh, triangle) &&
           pick_region_triangle_counts(search->region, search->query->cull,
                                       mesh->submeshes[pick_mesh_submesh_number(mesh, triangle)].flags, mirrored, v) &&
           (!is_filtered(search) || filter_passes(search, part->object.index1 - 1, slots, way->count, triangle));
}

static bool sees_triangle_of_face(const sight *s, const pick_vec3 v[3])
{
    const pick_frustum *frustum = &s->search->region->frustum;
    pick_vec3 corner[PICK_CLIPPED_MAX];
    const uint32_t count = pick_frustum_clip(frustum, pick_frustum_all(frustum), v, NULL, corner);
    for (uint32_t i = 2; i < count; i++) {
        if (sees_triangle(s, corner[0], corner[i - 1], corner[i]))
            return true;
    }
    return false;
}

static bool sees_part(const sight *s, const pick_part *part, const pick_part_path *path)
{
    const pick_nested_way way = way_to(s, part, path);
    const pick_mesh *mesh = way.object->mesh;
    pick_vec3 v[3];
    uint32_t number[3] = {part->a, part->b, part->b};
    if (part->kind != PICK_PART_FACE) {
        places_of(s, &way, number, v);
        return part->kind == PICK_PART_VERTEX ? sees(s, v[0]) : sees_edge(s, v[0], v[1]);
    }
    const uint32_t end = pick_mesh_polygon_end(mesh, part->a);
    for (uint32_t triangle = part->a; triangle < end; triangle++) {
        pick_mesh_vertex_numbers(mesh, triangle, number);
        places_of(s, &way, number, v);
        if ((mesh->polygons == NULL || is_there(s, &way, part, path, triangle, (const pick_vec3 *)v)) &&
            sees_triangle_of_face(s, (const pick_vec3 *)v))
            return true;
    }
    return false;
}

// --- Each part once -------------------------------------------------------------------------------------------------

// J. Williams, "Algorithm 232: Heapsort", CACM 7(6), 1964: it needs no memory, as qsort may. It is here twice, for
// parts and for parts with paths: lists without paths took 8 % more instructions where one asked at each step.
static void sift_part_down(pick_part *parts, size_t at, size_t count)
{
    const pick_part part = parts[at];
    for (size_t child; (child = 2 * at + 1) < count; at = child) {
        child += child + 1 < count && pick_part_order(&parts[child], &parts[child + 1]) < 0;
        if (pick_part_order(&part, &parts[child]) >= 0)
            break;
        parts[at] = parts[child];
    }
    parts[at] = part;
}

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

typedef struct placed_part {
    pick_part part;
    pick_part_path path;
} placed_part;

// Parts, and where they were asked for their paths.
typedef struct part_list {
    pick_part *parts;
    pick_part_path *paths;
} part_list;

static placed_part placed_at(const part_list *list, size_t at)
{
    return (placed_part){list->parts[at], list->paths[at]};
}

static void put_placed(const part_list *list, size_t at, const placed_part *it)
{
    list->parts[at] = it->part;
    list->paths[at] = it->path;
}

static int compare_placed(const part_list *list, const placed_part *it, size_t with)
{
    return pick_part_order_within(&it->part, &it->path, &list->parts[with], &list->paths[with]);
}

static void sift_placed_down(const part_list *list, size_t at, size_t count)
{
    const placed_part placed = placed_at(list, at);
    for (size_t child; (child = 2 * at + 1) < count; at = child) {
        placed_part larger = placed_at(list, child);
        if (child + 1 < count && compare_placed(list, &larger, child + 1) < 0)
            larger = placed_at(list, ++child);
        if (compare_placed(list, &placed, child) >= 0)
            break;
        put_placed(list, at, &larger);
    }
    put_placed(list, at, &placed);
}

static void sort_placed(const part_list *list, size_t count)
{
    for (size_t i = count / 2; i > 0; i--)
        sift_placed_down(list, i - 1, count);
    for (size_t last = count; last > 1; last--) {
        const placed_part greatest = placed_at(list, 0), least = placed_at(list, last - 1);
        put_placed(list, 0, &least);
        put_placed(list, last - 1, &greatest);
        sift_placed_down(list, 0, last - 1);
    }
}

static const pick_part_path *path_at(const part_list *list, size_t at)
{
    return list->paths != NULL ? &list->paths[at] : NULL;
}

static void move_entry(const part_list *list, size_t to, size_t from)
{
    list->parts[to] = list->parts[from];
    if (list->paths != NULL)
        list->paths[to] = list->paths[from];
}

// Sorts, and leaves out what is there twice or cannot be seen.
static size_t keep_each(const part_list *list, size_t count, const sight *s)
{
    size_t distinct = 0;
    size_t kept = 0;
    if (list->paths != NULL)
        sort_placed(list, count);
    else
        sort_parts(list->parts, count);
    for (size_t i = 0; i < count; i++) {
        if (distinct == 0 || pick_part_order_within(&list->parts[distinct - 1], path_at(list, distinct - 1),
                                                    &list->parts[i], path_at(list, i)) != 0)
            move_entry(list, distinct++, i);
    }
    if (s->view == NULL)
        return distinct;
    for (size_t i = 0; i < distinct; i++) {
        if (sees_part(s, &list->parts[i], path_at(list, i)))
            move_entry(list, kept++, i);
    }
    return kept;
}

// Whether a region was made from a view: they have the same eye, projection, depth planes and section.
static bool is_view_of(const pick_view *view, const pick_region *region)
{
    const pick_frustum *its = &region->frustum;
    pick_frustum own;
    pick_frustum_from_view(&own, view);
    return region->from_view && memcmp(&own.eye, &its->eye, sizeof own.eye) == 0 &&
           memcmp(own.to_window, its->to_window, sizeof own.to_window) == 0 &&
           own.plane_count == its->depth_planes + its->section_planes &&
           memcmp(own.planes, its->planes, own.plane_count * sizeof own.planes[0]) == 0;
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
        (parts->view != NULL && !is_view_of(parts->view, region)) ||
        (parts->sight != NULL && !pick_is_cull(parts->sight->cull)) ||
        (parts->nested && parts->paths == NULL && capacity > 0))
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
                           .paths = parts->nested ? parts->paths : NULL,
                           .nested = parts->nested,
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
    const sight s = {&search, parts->view, parts->sight != NULL ? parts->sight : &search.rules, brute_force};
    const part_list list = {out, search.paths};
    return search.total <= capacity ? keep_each(&list, search.total, &s) : search.total;
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
