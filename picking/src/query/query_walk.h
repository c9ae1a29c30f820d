// query_walk.h: the ray kernel. Each SIMD width's source file includes it after its vocabulary, with PICK_KERNEL(name)
// defined as the name of a function at this width. Private.
#include "base/compiler.h"
#include "query/query_thin.h"
#include "query/query_walk_ray.h"
#include "simd/walk_entry.h"

// Memory is the slowest part of a traversal, so it prefetches what it will visit later as soon as that is known. The
// prefetching functions are PICK_INLINE: gcc 12 drops a call of a function whose only effect is a prefetch.
static PICK_INLINE void prefetch_two_pairs(const char *first, const char *second)
{
    PICK_FETCH_AHEAD(first);
    PICK_FETCH_AHEAD(first + 64);
    PICK_FETCH_AHEAD(second);
    PICK_FETCH_AHEAD(second + 64);
}

// Prefetches a child of a mesh's node: a node or a leaf.
static PICK_INLINE void prefetch_mesh_child(const pick_mesh *mesh, int64_t entry)
{
    const size_t place = walk_entry_ref(entry) & PICK_LEAF_PLACE_MASK;
    const char *const lines = mesh->arena + place * PICK_ARENA_UNIT;
    prefetch_two_pairs(lines, lines + 128);
}

// Prefetches a child of a scene's node: a node or an object.
static PICK_INLINE void prefetch_scene_child(const pick_scene *scene, int64_t entry)
{
    const uint32_t ref = walk_entry_ref(entry);
    const bool is_node = pick_ref_is_node(ref);
    void *const *const blocks = is_node ? scene->tree.pool.nodes.table : scene->objects.table;
    const size_t size = is_node ? sizeof(pick_tree_node) : sizeof(pick_object);
    const char *const lines = pick_blocks_at(blocks, ref & ~PICK_REF_LEAF, PICK_NODE_SHIFT, size);
    prefetch_two_pairs(lines, lines + (is_node ? 128 : 0));
}

// Sorts two entries without a branch, which would be mispredicted half the time.
static inline void sort_two(int64_t *a, int64_t *b)
{
    const int64_t less = *a < *b ? *a : *b;
    const int64_t more = *a < *b ? *b : *a;
    *a = less;
    *b = more;
}

// Sorts three or more entries, nearest last.
static PICK_HOT_FIRST PICK_NOINLINE void sort_many(int64_t *entries, const int64_t *end)
{
    sort_two(&entries[1], &entries[0]);
    sort_two(&entries[2], &entries[1]);
    sort_two(&entries[1], &entries[0]);
    for (int64_t *next = entries + 3; next < end; next++) {
        const int64_t entry = *next;
        int64_t *place = next;
        while (place > entries && place[-1] < entry) {
            *place = place[-1];
            --place;
        }
        *place = entry;
    }
}

// Pushes three or more children, nearest on top. Returns the new top.
static PICK_HOT PICK_NOINLINE int64_t *push_many(int64_t *stack, const int64_t *entries, uint32_t mask)
{
    int64_t *top = stack;
    do {
        *top++ = next_entry(&entries, &mask);
    } while (mask != 0);
    sort_many(stack, top);
    return top;
}

// Returns the nearest child in `mask`, or the top of the stack if there is none. Pushes the other children. Two
// children are sorted by arithmetic: a branch would be mispredicted.
static PICK_INLINE int64_t next_child(const pick_bvh_node *node, uint32_t mask, f8 near, int64_t **stack)
{
    alignas(64) int64_t entries[WALK_ENTRY_ROOM];
    int64_t one, two;
    const uint32_t hits = mask_count(mask);
    f8_entries(entries, &one, &two, mask, near, node->child);
    if (hits > 2) {
        *stack = push_many(*stack, entries, mask);
        return *--*stack;
    }
    if (hits == 2) {
        *(*stack)++ = one > two ? one : two;
        return one > two ? two : one;
    }
    return hits == 1 ? one : *--*stack;
}

// --- Meshes ---------------------------------------------------------------------------------------------------------

// A ray for leaves. It is prepared for triangles at the first leaf, because many traversals never reach one.
typedef struct leaf_ray {
    pick_triangle_ray exact;
    pick_local_ray local;
    bool ready;
} leaf_ray;

// Computes the edge functions, and the lanes in which their signs agree: the first half of
// pick_triangle_intersect_double, operation for operation.
static inline uint32_t block_candidates(const pick_block *block, const pick_triangle_ray *ray,
                                        double w[3][PICK_BLOCK_SIZE])
{
    enum { VERTEX = 3 * PICK_BLOCK_SIZE };
    const float *const across_x = block->vertex[0][ray->kx];
    const float *const across_y = block->vertex[0][ray->ky];
    const float *const along_z = block->vertex[0][ray->kz];
    const d4 zero = d4_set1(0);
    const d4 ox = d4_set1(ray->origin[ray->kx]), oy = d4_set1(ray->origin[ray->ky]), oz = d4_set1(ray->origin[ray->kz]);
    const d4 sx = d4_set1(ray->shear[0]), sy = d4_set1(ray->shear[1]);
    d4 x[3], y[3];
    for (int i = 0; i < 3; i++) {
        const d4 along = d4_sub(d4_load_f4(along_z + VERTEX * i), oz);
        x[i] = d4_sub(d4_sub(d4_load_f4(across_x + VERTEX * i), ox), d4_mul(sx, along));
        y[i] = d4_sub(d4_sub(d4_load_f4(across_y + VERTEX * i), oy), d4_mul(sy, along));
    }
    const d4 w0 = d4_sub(d4_mul(x[2], y[1]), d4_mul(y[2], x[1]));
    const d4 w1 = d4_sub(d4_mul(x[0], y[2]), d4_mul(y[0], x[2]));
    const d4 w2 = d4_sub(d4_mul(x[1], y[0]), d4_mul(y[1], x[0]));
    d4_store(w[0], w0);
    d4_store(w[1], w1);
    d4_store(w[2], w2);
    const uint32_t mixed = d4_lt(d4_min(w0, d4_min(w1, w2)), zero) & d4_lt(zero, d4_max(w0, d4_max(w1, w2)));
    return ~mixed & 0xfu;
}

static PICK_HOT PICK_NOINLINE void offer_lane(const pick_block *block, uint32_t lane, double w[3][PICK_BLOCK_SIZE],
                                              const leaf_ray *ray, pick_sink *sink)
{
    const pick_triangle_ray *const exact = &ray->exact;
    double across[2][3], along[3];
    const double edges[3] = {w[0][lane], w[1][lane], w[2][lane]};
    for (int i = 0; i < 3; i++) {
        along[i] = (double)block->vertex[i][exact->kz][lane] - exact->origin[exact->kz];
        across[0][i] = (double)block->vertex[i][exact->kx][lane] - exact->origin[exact->kx];
        across[1][i] = (double)block->vertex[i][exact->ky][lane] - exact->origin[exact->ky];
    }
    double t, u, v;
    bool backface;
    if (!pick_triangle_finish(exact, (const double(*)[3])across, along, edges, &t, &u, &v, &backface))
        return;
    const uint32_t triangle = block->triangle[lane] & PICK_BLOCK_TRIANGLE_MASK;
    const uint32_t flags = block->triangle[lane] >> PICK_BLOCK_FLAG_SHIFT;
    t += ray->local.shift;
    if (!pick_sink_wants(sink, t, backface, triangle, flags))
        return;
    pick_candidate elsewhere;
    pick_candidate *candidate = pick_sink_place(sink, flags, &elsewhere);
    candidate->t = t;
    pick_sink_sign(sink, candidate);
    candidate->triangle = triangle;
    candidate->u = u;
    candidate->v = v;
    candidate->backface = backface;
    candidate->inside = false;
    pick_block_vertices(block, lane, candidate->vertex);
    pick_sink_take(sink, candidate, flags);
}

static PICK_COLD PICK_NOINLINE void count_triangles(const pick_block *block, const pick_block *end, pick_stats *stats)
{
    for (; block < end; block++) {
        for (int lane = 0; lane < PICK_BLOCK_SIZE; lane++)
            stats->triangles += block->triangle[lane] != PICK_BLOCK_UNUSED;
    }
}

// Returns whether any triangle was offered.
static PICK_HOT PICK_NOINLINE bool walk_leaf(const pick_mesh *mesh, uint32_t ref, leaf_ray *ray, pick_sink *sink)
{
    const pick_block *block = pick_mesh_blocks(mesh, ref);
    const pick_block *end = block + pick_leaf_block_count(ref);
    bool offered = false;
    if (!ray->ready) {
        ray->exact = pick_local_ray_exact(&ray->local);
        ray->ready = true;
    }
    if (sink->stats != NULL)
        count_triangles(block, end, sink->stats);
    for (; block < end; block++) {
        alignas(32) double w[3][PICK_BLOCK_SIZE];
        uint32_t mask = block_candidates(block, &ray->exact, w);
        for (; mask != 0; mask &= mask - 1) {
            offer_lane(block, mask_first(mask), w, ray, sink);
            offered = true;
        }
    }
    return offered;
}

enum { NEAR, FAR };

// A ray prepared for the boxes of nodes. On each axis it crosses one plane of a box first (NEAR) and the other last
// (FAR): at plane * inverse + offset.
typedef struct node_ray {
    size_t plane[2][3]; // byte offsets of these planes in a node
    f8 inverse[2][3], offset[2][3];
} node_ray;

static PICK_INLINE void node_ray_set(node_ray *ray, int side, f4 inverse, f4 offset)
{
    ray->inverse[side][0] = f8_lane(inverse, 0);
    ray->inverse[side][1] = f8_lane(inverse, 1);
    ray->inverse[side][2] = f8_lane(inverse, 2);
    ray->offset[side][0] = f8_lane(offset, 0);
    ray->offset[side][1] = f8_lane(offset, 1);
    ray->offset[side][2] = f8_lane(offset, 2);
}

static PICK_INLINE void node_ray_init(node_ray *ray, f4 near_inverse, f4 near_offset, f4 far_inverse, f4 far_offset)
{
    const size_t plane = PICK_BVH_WIDTH * sizeof(float);
    const uint32_t signs = f4_signs(near_inverse);
    for (uint32_t k = 0; k < 3; k++) {
        ray->plane[NEAR][k] = 2 * k * plane + (signs >> k & 1u) * plane;
        ray->plane[FAR][k] = ray->plane[NEAR][k] ^ plane;
    }
    node_ray_set(ray, NEAR, near_inverse, near_offset);
    node_ray_set(ray, FAR, far_inverse, far_offset);
}

// The times at which the ray crosses the near or far planes of the children's boxes on an axis.
static PICK_INLINE f8 plane_times(const pick_bvh_node *node, const node_ray *ray, int side, int axis)
{
    const char *const plane = (const char *)node + ray->plane[side][axis];
    return f8_mul_add(f8_load((const float *)(const void *)plane), ray->inverse[side][axis], ray->offset[side][axis]);
}

// Tests the children's boxes from t_near to t_far. Returns those that are hit, and the time of entry of each.
static PICK_INLINE uint32_t meet_children(const pick_bvh_node *node, const node_ray *ray, f8 t_near, f8 t_far, f8 *near)
{
    *near = f8_max(f8_max(plane_times(node, ray, NEAR, 0), plane_times(node, ray, NEAR, 1)),
                   f8_max(plane_times(node, ray, NEAR, 2), t_near));
    const f8 far = f8_min(f8_min(plane_times(node, ray, FAR, 0), plane_times(node, ray, FAR, 1)),
                          f8_min(plane_times(node, ray, FAR, 2), t_far));
    return f8_le(*near, far);
}

// Uses the stack from `bottom` up. Returns whether any triangle was offered.
static PICK_INLINE bool walk_hierarchy(const pick_mesh *mesh, const box_ray *box, leaf_ray *leaf, pick_sink *sink,
                                       int64_t *const bottom)
{
    node_ray ray;
    node_ray_init(&ray, box->inverse, box->near_offset, box->inverse, box->far_offset);
    const f8 t_near = f8_set1(box->t_near);
    float last = box_ray_far(box, sink->t_max);
    f8 t_far = f8_set1(last);
    int64_t limit = walk_entry_limit(last);
    uint64_t nodes = 0;
    bool offered = false;
    int64_t *stack = bottom + 1;
    uint32_t ref = mesh->root;
    *bottom = WALK_END;
    for (;;) {
        int64_t next;
        if (pick_ref_is_node(ref)) {
            const pick_bvh_node *node = pick_mesh_node(mesh, ref);
            ++nodes;
            f8 near;
            const uint32_t mask = meet_children(node, &ray, t_near, t_far, &near);
            const int64_t *pushed = stack;
            next = next_child(node, mask, near, &stack);
            for (; pushed < stack; pushed++)
                prefetch_mesh_child(mesh, *pushed);
        } else {
            if (ref == PICK_REF_NONE)
                break;
            if (walk_leaf(mesh, ref, leaf, sink)) {
                offered = true;
                last = box_ray_far(box, sink->t_max);
                t_far = f8_set1(last);
                limit = walk_entry_limit(last);
            }
            next = *--stack;
        }
        // Boxes that begin exactly at the best hit are still entered: they may contain a tie.
        while (next > limit)
            next = *--stack;
        ref = walk_entry_ref(next);
    }
    if (sink->stats != NULL)
        sink->stats->nodes += nodes;
    return offered;
}

PICK_NOINLINE void PICK_KERNEL(pick_walk_mesh)(const pick_mesh *mesh, const pick_local_ray *ray, pick_sink *sink)
{
    if (PICK_RARELY(mesh->root >= PICK_ROOT_THIN)) { // it has no triangles; an empty mesh is not walked
        pick_shapes_walk(mesh, ray, sink);
        return;
    }
    int64_t stack[PICK_BVH_STACK + 1];
    leaf_ray leaf;
    leaf.local = *ray;
    leaf.ready = false;
    box_ray box;
    const box_ray_result result =
        box_ray_init(&box, mesh, d4_load(ray->origin), d4_load(ray->direction), ray->shift, sink->t_min);
    if (result == BOX_RAY_READY)
        (void)walk_hierarchy(mesh, &box, &leaf, sink, stack);
    else if (result == BOX_RAY_UNRESOLVED)
        pick_mesh_walk_brute_force(mesh, ray, sink);
    PICK_SIMD_LEAVE();
}

// --- Scenes ---------------------------------------------------------------------------------------------------------

// A traversal touches only the low end of its stack array, but functions it calls have their frames below all of it,
// and a cold pick pays a TLB miss for each page. So the stack for hierarchies of usual depth, 18 levels of scene and
// mesh together, is short.
enum { SHORT_STACK = 18 * (PICK_BVH_WIDTH - 1) + 2 };

// The entries that a mesh's hierarchy of `levels` levels may need: see PICK_BVH_STACK. One more ends the traversal.
static inline ptrdiff_t stack_of(uint32_t levels)
{
    return (ptrdiff_t)levels * (PICK_BVH_WIDTH - 1) + 2;
}

// Uses the stack up to `end`. Returns whether any triangle was offered.
static PICK_INLINE bool walk_object(const pick_scene *scene, uint32_t slot, const pick_scene_ray *ray, pick_sink *sink,
                                    int64_t *stack, const int64_t *end)
{
    const pick_object *object = pick_object_at(scene, slot);
    if (!pick_object_is_seen(scene, slot, ray->query))
        return false;
    if (sink->stats != NULL)
        ++sink->stats->objects;
    sink->slot = slot;
    leaf_ray leaf;
    leaf.ready = false;
    d4 origin, direction;
    box_ray box;
    // Prefetch the probable place of the mesh's root before the mesh itself has been read.
    const char *const root = (const char *)object->mesh + PICK_MESH_ARENA_PLACE;
    prefetch_two_pairs(root, root + 128);
    object_ray(object, ray, &leaf.local, &origin, &direction);
    if ((object->flags & PICK_OBJECT_WELL_CONDITIONED) == 0 ||
        !box_ray_init_near(&box, origin, direction, sink->t_min) || end - stack < stack_of(object->mesh->levels)) {
        PICK_KERNEL(pick_walk_mesh)(object->mesh, &leaf.local, sink);
        return true;
    }
    return walk_hierarchy(object->mesh, &box, &leaf, sink, stack);
}

// Pushes the root's children that the ray hits, nearest on top. All boxes are tested before the first result is used.
// Returns the new top; NULL, with nothing pushed: there are more than `room`.
static PICK_INLINE int64_t *push_roots(const pick_scene *scene, const node_ray *ray, f8 t_near, f8 t_far,
                                       int64_t *const stack, ptrdiff_t room)
{
    enum { HALF = PICK_TREE_ROOTS / 2, LANES = 64 };
    _Static_assert(HALF * PICK_BVH_WIDTH == LANES, "the lanes of half the roots are the bits of an integer");
    const pick_tree *tree = &scene->tree;
    const pick_tree_node *const roots = pick_node_at(&tree->pool, 0);
    alignas(32) float near[2 * LANES];
    uint64_t lanes = 0, first_lanes = 0;
    uint32_t shift = 0;
    for (uint32_t i = 0; i < tree->root_count; i++) {
        f8 begin;
        const uint32_t mask = meet_children(&roots[i].node, ray, t_near, t_far, &begin);
        f8_store(near + (size_t)i * PICK_BVH_WIDTH, begin);
        if (shift == LANES) {
            first_lanes = lanes;
            lanes = shift = 0;
        }
        lanes |= (uint64_t)mask << shift;
        shift += PICK_BVH_WIDTH;
    }
    if ((ptrdiff_t)(pick_count_bits(first_lanes) + pick_count_bits(lanes)) > room)
        return NULL;
    int64_t *top = stack;
    uint32_t base = tree->root_count > HALF ? LANES : 0;
    do {
        for (; lanes != 0; lanes &= lanes - 1) {
            const uint32_t lane = base + pick_lowest_bit(lanes);
            const pick_bvh_node *node = &roots[lane / PICK_BVH_WIDTH].node;
            const int64_t entry = walk_entry_of(near[lane], node->child[lane % PICK_BVH_WIDTH]);
            prefetch_scene_child(scene, entry);
            *top++ = entry;
        }
        lanes = first_lanes;
        first_lanes = base = 0;
    } while (lanes != 0);
    if (top - stack > 2)
        sort_many(stack, top);
    else if (top - stack == 2)
        sort_two(&stack[1], &stack[0]);
    return top;
}

typedef enum tree_walk { TREE_WALKED, TREE_UNRESOLVED, TREE_TOO_DEEP } tree_walk;

// The scene may use three quarters of the stack. TREE_TOO_DEEP, with nothing done: it may need more.
static PICK_HOT PICK_NOINLINE tree_walk walk_tree(const pick_scene *scene, const pick_scene_ray *ray, pick_sink *sink,
                                                  int64_t *const bottom, const int64_t *end)
{
    scene_box_ray box;
    const box_ray_result result = scene_box_ray_init(&box, &scene->tree, ray->ray);
    if (result != BOX_RAY_READY)
        return result == BOX_RAY_UNRESOLVED ? TREE_UNRESOLVED : TREE_WALKED;
    // Widen exit times to cover the rounding of both times. (Negative ones, before the start of the ray, get earlier.)
    const f4 widen = f4_set1(1.0f + 0x1p-20f);
    node_ray times;
    node_ray_init(&times, box.inverse, box.near_offset, f4_mul(box.inverse, widen), f4_mul(box.far_offset, widen));
    const f8 t_near = f8_set1(box.t_near);
    float last = scene_far(&box, sink->t_max);
    f8 t_far = f8_set1(last);
    int64_t limit = walk_entry_limit(last);
    uint64_t nodes = scene->tree.root_count;
    *bottom = WALK_END;
    int64_t *stack =
        push_roots(scene, &times, t_near, t_far, bottom + 1, (end - bottom) * 3 / 4 - stack_of(scene->tree.levels));
    if (stack == NULL)
        return TREE_TOO_DEEP;
    uint32_t ref = walk_entry_ref(*--stack);
    for (;;) {
        int64_t next;
        if (pick_ref_is_node(ref)) {
            const pick_bvh_node *node = &pick_node_at(&scene->tree.pool, ref)->node;
            ++nodes;
            f8 near;
            const uint32_t mask = meet_children(node, &times, t_near, t_far, &near);
            const int64_t *pushed = stack;
            next = next_child(node, mask, near, &stack);
            for (; pushed < stack; pushed++)
                prefetch_scene_child(scene, *pushed);
        } else {
            if (ref == PICK_REF_NONE)
                break;
            if (walk_object(scene, ref & ~PICK_REF_LEAF, ray, sink, stack, end)) {
                last = scene_far(&box, sink->t_max);
                t_far = f8_set1(last);
                limit = walk_entry_limit(last);
            }
            next = *--stack;
        }
        while (next > limit)
            next = *--stack;
        ref = walk_entry_ref(next);
    }
    if (sink->stats != NULL)
        sink->stats->nodes += nodes;
    return TREE_WALKED;
}

// Has room for the deepest tree. Meshes use the rest of the stack, or fall back to pick_walk_mesh.
static PICK_COLD PICK_NOINLINE void walk_deep_tree(const pick_scene *scene, const pick_scene_ray *ray, pick_sink *sink)
{
    int64_t stack[2 * (PICK_TREE_STACK + PICK_BVH_WIDTH)];
    const tree_walk walked = walk_tree(scene, ray, sink, stack, stack + sizeof stack / sizeof *stack);
    PICK_ASSERT(walked == TREE_WALKED);
    (void)walked;
}

// Starts a page together with the traversal of a single object, which then does not touch the traversal of a tree.
PICK_HOT_FIRST bool PICK_KERNEL(pick_walk_scene)(const pick_scene *scene, const pick_scene_ray *ray, pick_sink *sink)
{
    int64_t stack[SHORT_STACK];
    const int64_t *const end = stack + SHORT_STACK;
    tree_walk walked = TREE_WALKED;
    if (scene->tree.object_count == 1) { // the scene's box would only repeat the mesh's own
        if (pick_is_valid_ray(ray->ray))
            (void)walk_object(scene, pick_tree_only_object(&scene->tree), ray, sink, stack, end);
    } else {
        walked = walk_tree(scene, ray, sink, stack, end);
        if (walked == TREE_TOO_DEEP)
            walk_deep_tree(scene, ray, sink);
    }
    PICK_SIMD_LEAVE();
    return walked != TREE_UNRESOLVED;
}
