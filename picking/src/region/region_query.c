// region_query.c: objects in a region, by the hierarchy and by brute force, with the same exact tests.
#include "base/compiler.h"
#include "query/query_stand_in.h"
#include "region/region_height_field.h"
#include "region/region_kernel.h"
#include "region/region_thin.h"
#include "region/region_volume.h"

typedef struct region_search {
    const pick_scene *scene;
    const pick_region *region;
    const pick_region_query *query;
    pick_query rules; // the query's filter and kinds
    bool filtered;    // there are any
    pick_inside found;
    // The current object.
    const pick_object *object;
    uint32_t slot;
    pick_vec3 offset; // its origin relative to the eye
    bool counted;     // one of its triangles has counted
    bool answer;
    // In a nested scene: what stands in for the object of the slot, and the slots on the way to it. NULL: it is itself.
    const pick_object *stand_in;
    uint32_t depth;
    uint32_t path[PICK_NESTED_LEVELS];
    pick_nested_waiting *waiting; // of walks of nested scenes, within one
} region_search;

static const pick_object *object_now(const region_search *search, uint32_t slot)
{
    return search->stand_in != NULL ? search->stand_in : pick_object_at(search->scene, slot);
}

static bool is_seen(const region_search *search, uint32_t slot)
{
    const pick_tag *tag = pick_tag_at(search->scene, slot);
    const pick_region_query *query = search->query;
    if ((tag->layers & search->found.layer_mask) == 0 || (tag->flags & search->found.rejected) != 0)
        return false;
    return query->object_filter == NULL ||
           query->object_filter(query->object_filter_user, (pick_object_id){slot + 1, tag->generation},
                                pick_object_at(search->scene, slot)->user);
}

static void add_found(region_search *search, uint32_t slot)
{
    pick_inside *found = &search->found;
    if (found->total < found->capacity)
        found->out[found->total] = (pick_object_id){slot + 1, pick_tag_at(search->scene, slot)->generation};
    ++found->total;
}

// Tests a box of the tree against the planes.
static bool box_in(const region_search *search, const pick_box3f *box)
{
    const pick_region *region = search->region;
    const double *anchor = search->scene->tree.anchor;
    const double from[3] = {anchor[0] - region->frustum.eye.x, anchor[1] - region->frustum.eye.y,
                            anchor[2] - region->frustum.eye.z};
    const bool touch = search->query->mode == PICK_REGION_TOUCH;
    for (uint32_t i = 0; i < region->frustum.plane_count; i++) {
        const double *plane = region->frustum.planes[i];
        double distance = plane[3];
        for (int k = 0; k < 3; k++) { // coordinate of the corner farthest inside, or farthest outside
            const double corner = (double)((plane[k] > 0) == touch ? box->hi[k] : box->lo[k]);
            distance += plane[k] * (corner + from[k]);
        }
        if (!(distance >= 0))
            return false;
    }
    return true;
}

// --- Triangles ------------------------------------------------------------------------------------------------------

// Whether the query's filter and kinds let a triangle count.
static bool filter_takes(const region_search *search, uint32_t triangle)
{
    const uint32_t slot = search->slot;
    const pick_mesh *mesh = search->object->mesh;
    const double third = pick_mesh_has_triangles(mesh) || pick_mesh_field(mesh) != NULL ? 1.0 / 3 : 0;
    const double along = pick_mesh_is_thin(mesh) && !pick_thin_of(mesh)->are_points ? 0.5 : third;
    pick_candidate middle = {.slot = slot, .triangle = triangle, .u = along, .v = third, .depth = search->depth};
    pick_hit hit = {.t = 0};
    for (uint32_t i = 0; i < search->depth; i++)
        middle.path[i] = search->path[i];
    pick_hit_describe(search->scene, &middle, &hit);
    return pick_query_accepts(&search->rules, search->scene, &hit);
}

// Tests a triangle against `open`. True: the object's answer is known.
static bool look_at(region_search *search, uint32_t triangle, uint32_t submesh_flags, const float local[3][3],
                    uint32_t open)
{
    const pick_region_query *query = search->query;
    const pick_region *region = search->region;
    const bool touch = query->mode == PICK_REGION_TOUCH;
    pick_vec3 vertex[3];
    pick_object_vertices(search->object, local, search->offset, vertex);
    if (!pick_region_triangle_counts(region, query->cull, submesh_flags, search->object->inverse_determinant < 0,
                                     (const pick_vec3 *)vertex) ||
        (search->filtered && !filter_takes(search, triangle)))
        return false;
    search->counted = true;
    bool in = open == 0;
    if (open != 0 && open != PICK_OPEN_OUTSIDE) {
        if (query->stats != NULL)
            ++query->stats->triangles;
        in = touch ? pick_region_triangle_touches(region, open, (const pick_vec3 *)vertex)
                   : pick_region_triangle_contained(region, open, (const pick_vec3 *)vertex);
    }
    if (in != touch)
        return false;
    search->answer = touch;
    return true;
}

static void begin_object(region_search *search, uint32_t slot)
{
    const pick_object *object = object_now(search, slot);
    search->object = object;
    search->slot = slot;
    search->offset = pick_object_offset(object, search->region->frustum.eye);
    search->counted = false;
    search->answer = false;
    if (search->query->stats != NULL)
        ++search->query->stats->objects;
}

static bool brute_force_box(const region_search *search, uint32_t slot)
{
    const pick_box3f box = pick_tree_object_box(search->scene, &search->scene->tree, slot);
    return box_in(search, &box);
}

// Tests the parts of a volume that the filter takes.
static bool volume_in(region_search *search, uint32_t slot, uint32_t open)
{
    const pick_volume *volume = pick_volume_of(object_now(search, slot)->mesh);
    const bool touch = search->query->mode == PICK_REGION_TOUCH;
    begin_object(search, slot);
    if (volume->primitive != NULL && volume->primitive->desc.region != NULL) {
        if (search->query->stats != NULL)
            ++search->query->stats->triangles;
        search->counted = !search->filtered || filter_takes(search, 0);
        return search->counted &&
               pick_region_primitive_in(search->region, volume, search->object->linear, search->offset, !touch);
    }
    for (uint32_t i = 0; i < volume->part_count; i++) {
        if (search->filtered && !filter_takes(search, volume->parts[i].number))
            continue;
        const pick_body body = pick_body_make(&volume->parts[i], search->object->linear, search->offset);
        search->counted = true;
        if (search->query->stats != NULL)
            ++search->query->stats->triangles;
        const bool in = open == 0 || (touch ? pick_region_body_touches(search->region, &body)
                                            : pick_region_body_contained(search->region, &body));
        if (in == touch)
            return touch;
    }
    return search->counted && !touch;
}

static bool accept_part(void *user, uint32_t part)
{
    return filter_takes(user, part);
}

// Tests an object that is points, lines or curves.
static bool thin_in(region_search *search, uint32_t slot, bool brute_force)
{
    const pick_thin_region_rule rule = {
        .accept = search->filtered ? accept_part : NULL, .user = search, .stats = search->query->stats};
    begin_object(search, slot);
    return pick_thin_object_in_region(search->object, search->region, search->query->mode, &rule, brute_force,
                                      &search->counted);
}

static bool look_at_field(void *user, uint32_t triangle, const float local[3][3], uint32_t open)
{
    region_search *search = user;
    return look_at(search, triangle, search->object->mesh->submeshes[0].flags, local, open);
}

static bool look_at_all_of_field(void *user, uint32_t triangle, const float local[3][3])
{
    return look_at_field(user, triangle, local, pick_region_open(((const region_search *)user)->region));
}

static bool skips_inside(void *user)
{
    const region_search *search = user;
    return search->counted && search->query->mode == PICK_REGION_CONTAIN;
}

static bool field_in(region_search *search, uint32_t slot, const pick_height_field *field, uint32_t open,
                     bool brute_force)
{
    const bool contain = search->query->mode == PICK_REGION_CONTAIN;
    const pick_region_field_rules rules = {contain, look_at_field, skips_inside, search};
    begin_object(search, slot);
    if (brute_force ? pick_height_visit(field, pick_height_top(field), look_at_all_of_field, search)
                    : pick_region_walk_field(search->region, search->object, search->offset, field, &rules, open))
        return search->answer;
    return search->counted && contain;
}

static bool nested_in(region_search *search, uint32_t slot, uint32_t open, bool brute_force);

static bool brute_force_object(region_search *search, uint32_t slot)
{
    const pick_mesh *mesh = object_now(search, slot)->mesh;
    const pick_height_field *field = pick_mesh_field(mesh);
    if (field != NULL)
        return field_in(search, slot, field, pick_region_open(search->region), true);
    if (pick_mesh_is_volume(mesh))
        return volume_in(search, slot, pick_region_open(search->region));
    if (pick_mesh_is_thin(mesh))
        return thin_in(search, slot, true);
    if (pick_mesh_is_scene(mesh))
        return nested_in(search, slot, pick_region_open(search->region), true);
    begin_object(search, slot);
    for (uint32_t s = 0; s < mesh->submesh_count; s++) {
        const pick_submesh *submesh = &mesh->submeshes[s];
        for (uint32_t i = 0; i < submesh->triangle_count; i++) {
            const uint32_t triangle = submesh->first_triangle + i;
            float local[3][3];
            pick_mesh_positions(mesh, triangle, local);
            if (pick_triangle_is_valid((const float(*)[3])local) &&
                look_at(search, triangle, submesh->flags, (const float(*)[3])local, pick_region_open(search->region)))
                return search->answer;
        }
    }
    return search->counted && search->query->mode == PICK_REGION_CONTAIN;
}

static bool look_at_leaf(pick_plane_walk *walk, uint32_t ref, uint32_t open)
{
    region_search *search = walk->user;
    const pick_block *block = pick_mesh_blocks(search->object->mesh, ref);
    const pick_block *end = block + pick_leaf_block_count(ref);
    for (; block < end; block++) {
        for (uint32_t lane = 0; lane < PICK_BLOCK_SIZE; lane++) {
            float local[3][3];
            if (block->triangle[lane] == PICK_BLOCK_UNUSED)
                continue;
            pick_block_vertices(block, (uint32_t)lane, local);
            if (look_at(search, block->triangle[lane] & PICK_BLOCK_TRIANGLE_MASK,
                        block->triangle[lane] >> PICK_BLOCK_FLAG_SHIFT, (const float(*)[3])local, open))
                return true;
        }
    }
    // Triangles inside can no longer change the answer of `contain`.
    walk->skip_inside = search->counted && search->query->mode == PICK_REGION_CONTAIN;
    return false;
}

// Whether every triangle counts, whatever the direction of view.
static bool counts_always(const pick_mesh *mesh, pick_cull cull)
{
    bool all = cull == PICK_CULL_NONE || cull == PICK_CULL_MATERIAL;
    for (uint32_t s = 0; s < mesh->submesh_count && all && cull == PICK_CULL_MATERIAL; s++)
        all = (mesh->submeshes[s].flags & PICK_SUBMESH_DOUBLE_SIDED) != 0;
    return all;
}

// Whether any triangle counts. Tests triangles far apart, because triangles of one side are mostly consecutive.
static bool any_counts(region_search *search, uint32_t slot)
{
    const pick_mesh *mesh = object_now(search, slot)->mesh;
    const uint32_t count = mesh->triangle_count;
    uint32_t mask = 1;
    begin_object(search, slot);
    if (!search->filtered && counts_always(mesh, search->query->cull)) {
        search->counted = mesh->degenerate_count < count;
        return search->counted;
    }
    while (mask < count)
        mask = 2 * mask + 1;
    uint32_t triangle = 0;
    for (uint32_t i = 0; i <= mask && !search->counted; i++) { // an odd step visits every number
        triangle = (triangle + 0x9e3779b1u) & mask;
        if (triangle < count) {
            float local[3][3];
            uint32_t number;
            pick_mesh_positions(mesh, triangle, local);
            if (pick_triangle_is_valid((const float(*)[3])local)) {
                (void)look_at(search, triangle, pick_mesh_submesh_of(mesh, triangle, &number)->flags,
                              (const float(*)[3])local, 0);
            }
        }
    }
    return search->counted;
}

// Traverses the mesh of an object whose box may cross what is in `open`, or is outside.
static bool walk_mesh_of(region_search *search, uint32_t slot, uint32_t open)
{
    const pick_object *object = object_now(search, slot);
    const pick_height_field *field = pick_mesh_field(object->mesh);
    if (field != NULL)
        return field_in(search, slot, field, open != PICK_OPEN_OUTSIDE ? open : pick_region_open(search->region),
                        false);
    if (pick_mesh_is_volume(object->mesh))
        return volume_in(search, slot, open);
    if (pick_mesh_is_thin(object->mesh)) // what has a size on screen in a view waits for look_on_screen
        return !(pick_object_is_on_screen(object) && search->region->from_view) && thin_in(search, slot, false);
    if (pick_mesh_is_scene(object->mesh))
        return nested_in(search, slot, open, false);
    if (open == 0)
        return any_counts(search, slot);
    const bool contain = search->query->mode == PICK_REGION_CONTAIN;
    pick_plane_walk walk;
    begin_object(search, slot);
    pick_plane_walk_for_object(&walk, object, &search->region->frustum, open);
    walk.region = search->region;
    walk.skip_inside = false;
    walk.report_outside = contain;
    walk.leaf = look_at_leaf;
    walk.user = search;
    if (pick_plane_walk_mesh(&walk, object->mesh, open, search->query->stats))
        return search->answer;
    return contain && search->counted;
}

// --- Nested scenes --------------------------------------------------------------------------------------------------

// An object filter is not asked within.
static bool is_seen_within(const region_search *search, const pick_object *object)
{
    return (object->flags & PICK_OBJECT_ALIVE) != 0 && pick_object_is_pickable(object) &&
           !pick_object_is_on_screen(object) && (object->layers & search->found.layer_mask) != 0 &&
           (object->flags & search->found.rejected) == 0;
}

// A walk through a nested scene.
typedef struct within {
    region_search *search;
    const pick_object *around; // that is the scene, or stands in for it
    uint32_t slot, level;
    bool counted;
} within;

// Tests an object of a nested scene. True: it decides: it touches, or it counts and is not contained.
static bool decides(within *w, uint32_t inner, uint32_t open, bool brute_force)
{
    region_search *search = w->search;
    const pick_object *object = pick_object_at(pick_scene_of(w->around->mesh), inner);
    if (!is_seen_within(search, object))
        return false;
    const pick_object moved = pick_nested_move_out(w->around, object);
    if (!pick_object_is_pickable(&moved))
        return false;
    search->path[w->level] = inner;
    search->stand_in = &moved;
    const bool in = brute_force ? brute_force_object(search, w->slot) : walk_mesh_of(search, w->slot, open);
    w->counted = w->counted || search->counted;
    return search->query->mode == PICK_REGION_TOUCH ? in : search->counted && !in;
}

static bool test_within(pick_plane_walk *walk, uint32_t ref, uint32_t open)
{
    within *w = walk->user;
    if (decides(w, ref & ~PICK_REF_LEAF, open, false))
        return true;
    walk->skip_inside = w->counted && w->search->query->mode == PICK_REGION_CONTAIN;
    return false;
}

static bool walk_within(within *w, uint32_t open)
{
    const region_search *search = w->search;
    pick_plane_walk walk;
    pick_plane_walk_for_nested(&walk, w->around, &search->region->frustum);
    walk.region = search->region;
    walk.skip_inside = false;
    walk.report_outside = search->query->mode == PICK_REGION_CONTAIN;
    walk.leaf = test_within;
    walk.user = w;
    return pick_plane_walk_nested(&walk, pick_scene_of(w->around->mesh), open, search->waiting, search->query->stats);
}

static bool try_all_within(within *w)
{
    const pick_scene *nested = pick_scene_of(w->around->mesh);
    bool decided = false;
    for (uint32_t inner = 0; inner < nested->slot_count && !decided; inner++)
        decided = decides(w, inner, 0, true);
    return decided;
}

// Tests the objects of a nested scene. Afterwards search->counted says whether anything counts.
static bool nested_in(region_search *search, uint32_t slot, uint32_t open, bool brute_force)
{
    const bool touch = search->query->mode == PICK_REGION_TOUCH;
    const pick_object *outside = search->stand_in;
    within w = {.search = search, .around = object_now(search, slot), .slot = slot, .level = search->depth};
    bool decided = false;
    if (w.level < PICK_NESTED_LEVELS) {
        ++search->depth;
        decided = brute_force ? try_all_within(&w) : walk_within(&w, open);
        --search->depth;
    }
    search->stand_in = outside;
    search->counted = w.counted;
    return decided ? touch : w.counted && !touch;
}

// --- Scenes ---------------------------------------------------------------------------------------------------------

static bool test_object(pick_plane_walk *walk, uint32_t ref, uint32_t open)
{
    region_search *search = walk->user;
    const uint32_t slot = ref & ~PICK_REF_LEAF;
    if (is_seen(search, slot) &&
        (search->query->bounds_only ? open == 0 || box_in(search, &walk->box) : walk_mesh_of(search, slot, open)))
        add_found(search, slot);
    return false;
}

static bool test_on_screen(pick_plane_walk *walk, uint32_t ref, uint32_t open)
{
    region_search *search = walk->user;
    const uint32_t slot = ref & ~PICK_REF_LEAF;
    (void)open;
    if (pick_object_is_on_screen(pick_object_at(search->scene, slot)) && is_seen(search, slot) &&
        thin_in(search, slot, false))
        add_found(search, slot);
    return false;
}

// Tests the objects with a size on screen, which reaches over the region's sides.
static void look_on_screen(region_search *search)
{
    const pick_region *region = search->region;
    const double reach = search->scene->screen_reach;
    pick_frustum wide = region->frustum;
    pick_plane_walk walk;
    wide.plane_count = wide.depth_planes + wide.section_planes;
    pick_frustum_add_wide_rect(
        &wide, (pick_vec2){region->bounds.x - reach, region->bounds.y - reach},
        (pick_vec2){region->bounds.x + region->bounds.width + reach, region->bounds.y + region->bounds.height + reach});
    pick_plane_walk_for_scene(&walk, search->scene, &wide);
    walk.skip_inside = walk.report_outside = false;
    walk.leaf = test_on_screen;
    walk.scene = search->scene;
    walk.reads_objects = true;
    walk.user = search;
    (void)pick_plane_walk_scene(&walk, search->scene, pick_frustum_all(&wide), search->query->stats);
}

enum { RADIX_BITS = 11, RADIX = 1 << RADIX_BITS, LAST_BITS = 6, LAST = 1 << LAST_BITS, FEW = 16 };

static void sort_few(pick_object_id *ids, size_t count)
{
    for (size_t i = 1; i < count; i++) {
        const pick_object_id id = ids[i];
        size_t k = i;
        for (; k > 0 && ids[k - 1].index1 > id.index1; k--)
            ids[k] = ids[k - 1];
        ids[k] = id;
    }
}

// Sorts handles within one run of LAST slots, each of which occurs at most once.
static void sort_last(pick_object_id *ids, size_t count)
{
    pick_object_id at[LAST] = {{0, 0}};
    bool there[LAST] = {false};
    for (size_t i = 0; i < count; i++) {
        at[ids[i].index1 & (LAST - 1)] = ids[i];
        there[ids[i].index1 & (LAST - 1)] = true;
    }
    for (size_t i = 0, k = 0; k < count; i++) {
        ids[k] = at[i]; // overwritten by the next one if the slot is absent
        k += there[i];
    }
}

// Sorts by the bits of the slots from `shift` on, then by those below. In place, because queries allocate nothing: P.
// McIlroy, K. Bostic, M. McIlroy, "Engineering Radix Sort", Computing Systems 6(1), 1993.
static void sort_by_slot(pick_object_id *ids, size_t count, uint32_t shift)
{
    uint32_t first[RADIX] = {0}; // no scene has 2^32 objects
    uint32_t last[RADIX];
    for (size_t i = 0; i < count; i++)
        ++first[ids[i].index1 >> shift & (RADIX - 1)];
    uint32_t sum = 0;
    for (uint32_t d = 0; d < RADIX; d++) {
        const uint32_t start = sum;
        sum += first[d];
        first[d] = start;
        last[d] = sum;
    }
    for (uint32_t d = 0; d < RADIX; d++) {
        while (first[d] < last[d]) {
            const pick_object_id id = ids[first[d]];
            const uint32_t digit = id.index1 >> shift & (RADIX - 1);
            ids[first[d]] = ids[first[digit]]; // the same entry if it is already in place
            ids[first[digit]++] = id;
        }
    }
    for (uint32_t d = 0; d < RADIX; d++) {
        const uint32_t start = d > 0 ? last[d - 1] : 0;
        pick_object_id *part = ids + start;
        if (last[d] - start <= FEW)
            sort_few(part, last[d] - start);
        else if (shift == LAST_BITS)
            sort_last(part, last[d] - start);
        else
            sort_by_slot(part, last[d] - start, shift > LAST_BITS + RADIX_BITS ? shift - RADIX_BITS : LAST_BITS);
    }
}

static void sort_found(const pick_scene *scene, pick_object_id *ids, size_t count)
{
    uint32_t shift = LAST_BITS; // start at the highest digit of the scene's slots
    while (scene->slot_count >> shift >= RADIX)
        ++shift;
    if (count <= FEW)
        sort_few(ids, count);
    else
        sort_by_slot(ids, count, shift);
}

// The query, or the default one for NULL. NULL: an argument is invalid.
static const pick_region_query *usable(const pick_scene *scene, const pick_region *region,
                                       const pick_region_query *query, const pick_object_id *out, size_t capacity)
{
    static const pick_region_query fallback = {.mode = PICK_REGION_TOUCH, .cull = PICK_CULL_MATERIAL};
    query = query != NULL ? query : &fallback;
    return scene != NULL && region != NULL && !region->empty && (out != NULL || capacity == 0) &&
                   (unsigned)query->mode <= PICK_REGION_CONTAIN && pick_is_cull(query->cull)
               ? query
               : NULL;
}

pick_region_query pick_region_query_default(void)
{
    return PICK_REGION_QUERY_DEFAULT;
}

static region_search search_for(const pick_scene *scene, const pick_region *region, const pick_region_query *query,
                                pick_object_id *out, size_t capacity)
{
    return (region_search){.scene = scene,
                           .region = region,
                           .query = query,
                           .rules = {.filter = query->filter,
                                     .filter_user = query->filter_user,
                                     .filter_all = true,
                                     .hidden_kinds = query->hidden_kinds},
                           .filtered = query->filter != NULL || query->hidden_kinds != 0,
                           .found = {.out = out,
                                     .capacity = capacity,
                                     .contain = query->mode == PICK_REGION_CONTAIN,
                                     .layer_mask = ~query->hidden_layers,
                                     .rejected = query->include_locked ? 0 : PICK_OBJECT_LOCKED}};
}

size_t pick_region_objects(const pick_scene *scene, const pick_region *region, const pick_region_query *query,
                           pick_object_id *out, size_t capacity)
{
    query = usable(scene, region, query, out, capacity);
    if (query == NULL)
        return 0;
    region_search search = search_for(scene, region, query, out, capacity);
    pick_nested_waiting waiting;
    waiting.count = 0;
    search.waiting = &waiting;
    pick_plane_walk walk;
    pick_plane_walk_for_scene(&walk, scene, &region->frustum);
    walk.region = region;
    walk.skip_inside = walk.report_outside = false;
    walk.leaf = test_object;
    walk.inside = search.query->bounds_only && search.query->object_filter == NULL ? &search.found : NULL;
    walk.scene = scene;
    walk.reads_objects = !search.query->bounds_only;
    walk.user = &search;
    uint32_t open = pick_region_open(region);
    if (search.query->bounds_only)
        open &= ~PICK_OPEN_SHAPE;
    (void)pick_plane_walk_scene(&walk, scene, open, search.query->stats);
    if (scene->screen_reach > 0 && region->from_view && !search.query->bounds_only)
        look_on_screen(&search);
    if (!search.query->unordered)
        sort_found(scene, out, search.found.total < capacity ? search.found.total : capacity);
    return search.found.total;
}

size_t pick_region_objects_brute_force(const pick_scene *scene, const pick_region *region,
                                       const pick_region_query *query, pick_object_id *out, size_t capacity)
{
    query = usable(scene, region, query, out, capacity);
    if (query == NULL)
        return 0;
    region_search search = search_for(scene, region, query, out, capacity);
    for (uint32_t slot = 0; slot < scene->slot_count; slot++) {
        const pick_object *object = pick_object_at(scene, slot);
        if ((object->flags & PICK_OBJECT_ALIVE) != 0 && pick_object_is_pickable(object) && is_seen(&search, slot) &&
            (search.query->bounds_only ? brute_force_box(&search, slot) : brute_force_object(&search, slot)))
            add_found(&search, slot);
    }
    return search.found.total;
}
