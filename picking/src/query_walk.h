// query_walk.h: the kernel. Compiled once per SIMD width by the file that includes it after its vocabulary, with
// PICK_KERNEL set to the name of the table it defines. Private.
#include "query_box_ray.h"
#include "query_kernel.h"
#include "scene_internal.h"

typedef struct walk_entry {
    float near;
    uint32_t ref;
} walk_entry;

typedef struct walk_stack {
    uint32_t count;
    walk_entry entries[PICK_BVH_STACK];
} walk_stack;

// Macros for the reason given at PICK_PREFETCH. Memory is the slowest part of a walk, and only so many lines can be on
// their way at once: what is visited next is asked for first.
#define PREFETCH_NODE(node)                                                                                            \
    do {                                                                                                               \
        const char *const line = (const char *)(node);                                                                 \
        PICK_PREFETCH(line);                                                                                           \
        PICK_PREFETCH(line + 64);                                                                                      \
        PICK_PREFETCH(line + 128);                                                                                     \
        PICK_PREFETCH(line + 192);                                                                                     \
    } while (0)

#define PREFETCH_LEAF(blocks)                                                                                          \
    do {                                                                                                               \
        const char *const line = (const char *)(blocks);                                                               \
        PICK_PREFETCH(line);                                                                                           \
        PICK_PREFETCH(line + 64);                                                                                      \
        PICK_PREFETCH(line + 128);                                                                                     \
    } while (0)

#define PREFETCH_MESH_CHILD(mesh, ref)                                                                                 \
    do {                                                                                                               \
        if (((ref)&PICK_REF_LEAF) == 0) {                                                                              \
            PREFETCH_NODE(pick_mesh_node(mesh, ref));                                                                  \
        } else {                                                                                                       \
            PREFETCH_LEAF(pick_mesh_blocks(mesh, ref));                                                                \
        }                                                                                                              \
    } while (0)

#define PREFETCH_SCENE_CHILD(scene, ref)                                                                               \
    do {                                                                                                               \
        if (((ref)&PICK_REF_LEAF) == 0) {                                                                              \
            PREFETCH_NODE(&(scene)->tree.pool.nodes[ref]);                                                             \
        } else {                                                                                                       \
            const char *const lines = (const char *)&(scene)->objects[(ref) & ~PICK_REF_LEAF];                         \
            PICK_PREFETCH(lines);                                                                                      \
            PICK_PREFETCH(lines + 64);                                                                                 \
        }                                                                                                              \
    } while (0)

// Returns the nearest child of `mask`, which has two or more bits, and puts the others on the stack, nearest on top.
static inline uint32_t push_children(walk_stack *stack, const pick_bvh_node *node, uint32_t mask, f8 near)
{
    alignas(32) float distance[PICK_BVH_WIDTH];
    f8_store(distance, near);
    const uint32_t first = mask_first(mask);
    mask &= mask - 1;
    const uint32_t second = mask_first(mask);
    mask &= mask - 1;
    walk_entry *bottom = &stack->entries[stack->count];
    if (mask == 0) { // two, the most common number: arithmetic, because a branch would be guessed wrong half the time
        const uint32_t swap = 0u - (uint32_t)(distance[second] < distance[first]);
        const uint32_t farther = second ^ ((first ^ second) & swap);
        *bottom = (walk_entry){distance[farther], node->child[farther]};
        ++stack->count;
        return node->child[first ^ second ^ farther];
    }
    bottom[0] = (walk_entry){distance[first], node->child[first]};
    bottom[1] = (walk_entry){distance[second], node->child[second]};
    if (bottom[0].near < bottom[1].near) {
        const walk_entry entry = bottom[0];
        bottom[0] = bottom[1];
        bottom[1] = entry;
    }
    walk_entry *top = bottom + 2;
    do {
        const uint32_t c = mask_first(mask);
        mask &= mask - 1;
        const walk_entry entry = {distance[c], node->child[c]};
        walk_entry *place = top++;
        while (place > bottom && place[-1].near < entry.near) {
            *place = place[-1];
            --place;
        }
        *place = entry;
    } while (mask != 0);
    --top;
    stack->count += (uint32_t)(top - bottom);
    return top->ref;
}

// --- Meshes ---------------------------------------------------------------------------------------------------------

// Lanes whose edge functions agree in sign: the first half of pick_triangle_intersect, operation for operation.
static inline uint32_t block_candidates(const pick_block *block, const pick_triangle_ray *ray)
{
    const d4 zero = d4_set1(0);
    const d4 ox = d4_set1(ray->origin[ray->kx]), oy = d4_set1(ray->origin[ray->ky]), oz = d4_set1(ray->origin[ray->kz]);
    const d4 sx = d4_set1(ray->shear[0]), sy = d4_set1(ray->shear[1]);
    d4 x[3], y[3];
    for (int i = 0; i < 3; ++i) {
        const d4 along = d4_sub(d4_load_f4(block->vertex[i][ray->kz]), oz);
        x[i] = d4_sub(d4_sub(d4_load_f4(block->vertex[i][ray->kx]), ox), d4_mul(sx, along));
        y[i] = d4_sub(d4_sub(d4_load_f4(block->vertex[i][ray->ky]), oy), d4_mul(sy, along));
    }
    const d4 w0 = d4_sub(d4_mul(x[2], y[1]), d4_mul(y[2], x[1]));
    const d4 w1 = d4_sub(d4_mul(x[0], y[2]), d4_mul(y[0], x[2]));
    const d4 w2 = d4_sub(d4_mul(x[1], y[0]), d4_mul(y[1], x[0]));
    const uint32_t mixed = d4_lt(d4_min(w0, d4_min(w1, w2)), zero) & d4_lt(zero, d4_max(w0, d4_max(w1, w2)));
    return ~(mixed | d4_eq(d4_add(d4_add(w0, w1), w2), zero)) & 0xfu;
}

static inline void offer_lane(const pick_block *block, uint32_t lane, const pick_triangle_ray *ray, double shift,
                              pick_sink *sink)
{
    float vertex[3][3];
    for (int i = 0; i < 3; ++i) {
        for (int k = 0; k < 3; ++k) {
            vertex[i][k] = block->vertex[i][k][lane];
        }
    }
    const uint32_t triangle = block->triangle[lane];
    pick_sink_offer(sink, ray, shift, triangle & PICK_BLOCK_TRIANGLE_MASK, triangle >> PICK_BLOCK_FLAG_SHIFT,
                    (const float(*)[3])vertex);
}

static inline void walk_leaf(const pick_mesh *mesh, uint32_t ref, const pick_triangle_ray *ray, double shift,
                             pick_sink *sink)
{
    const pick_block *block = pick_mesh_blocks(mesh, ref);
    const pick_block *end = block + pick_leaf_block_count(ref);
    for (; block < end; ++block) {
        uint32_t mask = block_candidates(block, ray);
        if (sink->stats != NULL) {
            for (int lane = 0; lane < PICK_BLOCK_SIZE; ++lane) {
                sink->stats->triangles += block->triangle[lane] != PICK_BLOCK_UNUSED;
            }
        }
        for (; mask != 0; mask &= mask - 1) {
            offer_lane(block, mask_first(mask), ray, shift, sink);
        }
    }
}

// The planes of a node that a ray meets first and last, by the signs of its direction.
typedef struct plane_order {
    int near[3], far[3];
} plane_order;

static inline plane_order plane_order_of(const float inverse[3])
{
    plane_order order;
    for (int k = 0; k < 3; ++k) {
        order.near[k] = 2 * k + (inverse[k] < 0);
        order.far[k] = 2 * k + (inverse[k] >= 0);
    }
    return order;
}

static void walk_mesh(const pick_mesh *mesh, const pick_local_ray *ray, pick_sink *sink)
{
    box_ray box;
    switch (box_ray_init(&box, mesh, ray, sink->t_min)) {
    case BOX_RAY_MISSES:
        return;
    case BOX_RAY_UNRESOLVED:
        pick_mesh_walk_brute_force(mesh, ray, sink);
        return;
    case BOX_RAY_READY:
        break;
    }
    const plane_order order = plane_order_of(box.inverse);
    const f8 ix = f8_set1(box.inverse[0]), iy = f8_set1(box.inverse[1]), iz = f8_set1(box.inverse[2]);
    const f8 nx = f8_set1(box.near_offset[0]), ny = f8_set1(box.near_offset[1]), nz = f8_set1(box.near_offset[2]);
    const f8 fx = f8_set1(box.far_offset[0]), fy = f8_set1(box.far_offset[1]), fz = f8_set1(box.far_offset[2]);
    const f8 t_near = f8_set1(box.t_near);
    float t_far = box_ray_far(&box, sink->t_max);
    uint64_t nodes = 0;
    pick_triangle_ray exact;
    bool exact_ready = false;
    walk_stack stack;
    stack.count = 0;
    uint32_t ref = mesh->root;
    for (;;) {
        if ((ref & PICK_REF_LEAF) == 0) {
            const pick_bvh_node *node = pick_mesh_node(mesh, ref);
            ++nodes;
            const f8 near = f8_max(f8_max(f8_mul_add(f8_load(node->bounds[order.near[0]]), ix, nx),
                                          f8_mul_add(f8_load(node->bounds[order.near[1]]), iy, ny)),
                                   f8_max(f8_mul_add(f8_load(node->bounds[order.near[2]]), iz, nz), t_near));
            const f8 far = f8_min(f8_min(f8_mul_add(f8_load(node->bounds[order.far[0]]), ix, fx),
                                         f8_mul_add(f8_load(node->bounds[order.far[1]]), iy, fy)),
                                  f8_min(f8_mul_add(f8_load(node->bounds[order.far[2]]), iz, fz), f8_set1(t_far)));
            const uint32_t mask = f8_le(near, far);
            if (mask != 0 && (mask & (mask - 1)) == 0) {
                ref = node->child[mask_first(mask)];
                continue;
            }
            if (mask != 0) {
                const uint32_t bottom = stack.count;
                ref = push_children(&stack, node, mask, near);
                PREFETCH_MESH_CHILD(mesh, ref);
                for (uint32_t i = stack.count; i-- > bottom;) {
                    PREFETCH_MESH_CHILD(mesh, stack.entries[i].ref);
                }
                continue;
            }
        } else {
            if (!exact_ready) { // many walks end before they come to a triangle
                exact = pick_local_ray_exact(ray);
                exact_ready = true;
            }
            const double before = sink->t_max;
            walk_leaf(mesh, ref, &exact, ray->shift, sink);
            if (sink->t_max != before) {
                t_far = box_ray_far(&box, sink->t_max);
            }
        }
        // Boxes that begin exactly at the best hit are still entered: they may hold a tie.
        do {
            if (stack.count == 0) {
                if (sink->stats != NULL) {
                    sink->stats->nodes += nodes;
                }
                return;
            }
            --stack.count;
        } while (stack.entries[stack.count].near > t_far);
        ref = stack.entries[stack.count].ref;
    }
}

// --- Scenes ---------------------------------------------------------------------------------------------------------

static inline float scene_far(const pick_scene_ray *ray, double t)
{
    return box_time_up((t - ray->base) * ray->time, ray->slack);
}

static void walk_scene(const pick_scene *scene, const pick_scene_ray *ray, pick_sink *sink)
{
    const plane_order order = plane_order_of(ray->inverse);
    const f8 ix = f8_set1(ray->inverse[0]), iy = f8_set1(ray->inverse[1]), iz = f8_set1(ray->inverse[2]);
    const f8 nx = f8_set1(ray->near_origin[0]), ny = f8_set1(ray->near_origin[1]), nz = f8_set1(ray->near_origin[2]);
    const f8 fx = f8_set1(ray->far_origin[0]), fy = f8_set1(ray->far_origin[1]), fz = f8_set1(ray->far_origin[2]);
    const f8 t_near = f8_set1(ray->t_near);
    const f8 widen = f8_set1(1.0f + 0x1p-20f);
    float t_far = scene_far(ray, sink->t_max);
    uint64_t nodes = 0;
    walk_stack stack;
    stack.count = 0;
    uint32_t ref = scene->tree.root;
    for (;;) {
        if ((ref & PICK_REF_LEAF) == 0) {
            const pick_bvh_node *node = &scene->tree.pool.nodes[ref];
            ++nodes;
            const f8 near = f8_max(f8_max(f8_mul(f8_sub(f8_load(node->bounds[order.near[0]]), nx), ix),
                                          f8_mul(f8_sub(f8_load(node->bounds[order.near[1]]), ny), iy)),
                                   f8_max(f8_mul(f8_sub(f8_load(node->bounds[order.near[2]]), nz), iz), t_near));
            const f8 far = f8_min(f8_min(f8_mul(f8_sub(f8_load(node->bounds[order.far[0]]), fx), ix),
                                         f8_mul(f8_sub(f8_load(node->bounds[order.far[1]]), fy), iy)),
                                  f8_min(f8_mul(f8_sub(f8_load(node->bounds[order.far[2]]), fz), iz), f8_set1(t_far)));
            const uint32_t mask = f8_le(near, f8_mul(far, widen));
            if (mask != 0 && (mask & (mask - 1)) == 0) {
                ref = node->child[mask_first(mask)];
                continue;
            }
            if (mask != 0) {
                const uint32_t bottom = stack.count;
                ref = push_children(&stack, node, mask, near);
                PREFETCH_SCENE_CHILD(scene, ref);
                for (uint32_t i = stack.count; i-- > bottom;) {
                    PREFETCH_SCENE_CHILD(scene, stack.entries[i].ref);
                }
                continue;
            }
        } else {
            pick_scene_walk_object(scene, ref & ~PICK_REF_LEAF, ray, sink, false);
            t_far = scene_far(ray, sink->t_max);
        }
        do {
            if (stack.count == 0) {
                if (sink->stats != NULL) {
                    sink->stats->nodes += nodes;
                }
                return;
            }
            --stack.count;
        } while (stack.entries[stack.count].near > t_far * (1.0f + 0x1p-20f));
        ref = stack.entries[stack.count].ref;
    }
}

const pick_kernel PICK_KERNEL = {PICK_KERNEL_LEVEL, walk_mesh, walk_scene};
