// region_walk.h: the walk by planes. Compiled once per SIMD width by the file that includes it after its vocabulary,
// with PICK_PLANE_WALK set to the name of the function it defines. Private.
#include "region_kernel.h"

typedef struct plane_entry {
    uint32_t ref, open;
} plane_entry;

typedef struct plane_stack {
    uint32_t count;
    plane_entry entries[PICK_BVH_STACK];
} plane_stack;

// Children outside any plane of `open`, as a mask; `inside[i]` gets those inside the i-th of its planes.
static inline uint32_t outside_children(const pick_plane_walk *walk, const pick_bvh_node *node, uint32_t open,
                                        uint32_t inside[PICK_REGION_PLANES])
{
    const f8 zero = f8_set1(0);
    const f8 half = f8_set1(0.5f);
    const f8 relative = f8_set1(walk->relative);
    f8 center[3], extent[3];
    for (int k = 0; k < 3; ++k) {
        const f8 lo = f8_load(node->bounds[2 * k]);
        const f8 hi = f8_load(node->bounds[2 * k + 1]);
        const f8 largest = f8_max(f8_max(lo, f8_sub(zero, lo)), f8_max(hi, f8_sub(zero, hi)));
        center[k] = f8_mul_add(hi, half, f8_mul(lo, half));
        extent[k] = f8_mul_add(largest, relative, f8_sub(f8_mul(hi, half), f8_mul(lo, half)));
    }
    uint32_t outside = 0;
    for (uint32_t planes = open & ~PICK_OPEN_SHAPE; planes != 0; planes &= planes - 1) {
        const uint32_t i = mask_first(planes);
        const float *n = walk->normal[i];
        const f8 pad = f8_set1(walk->pad[i]);
        f8 distance = f8_set1(walk->offset[i]);
        f8 reach = pad;
        for (int k = 0; k < 3; ++k) {
            distance = f8_mul_add(f8_set1(n[k]), center[k], distance);
            reach = f8_mul_add(f8_set1(n[k] < 0 ? -n[k] : n[k]), extent[k], reach);
        }
        // Differences, so that an endless box, of which both are infinite, is neither.
        outside |= f8_le(f8_sub(distance, f8_sub(zero, reach)), zero);
        inside[i] = f8_le(zero, f8_sub(distance, reach));
    }
    return outside;
}

static inline void push(plane_stack *stack, const pick_bvh_node *node, uint32_t child, uint32_t open)
{
    stack->entries[stack->count++] = (plane_entry){node->child[child], open};
}

// Children, those inside all last so that they come off the stack first: they decide most.
static inline void push_tested(pick_plane_walk *walk, plane_stack *stack, const pick_bvh_node *node, uint32_t open)
{
    uint32_t inside[PICK_REGION_PLANES];
    const uint32_t all = (1u << pick_bvh_node_count(node)) - 1;
    uint32_t outside = outside_children(walk, node, open, inside) & all;
    uint32_t wholly = (open & PICK_OPEN_SHAPE) != 0 ? 0 : all & ~outside;
    for (uint32_t planes = open & ~PICK_OPEN_SHAPE; planes != 0; planes &= planes - 1) {
        wholly &= inside[mask_first(planes)];
    }
    for (uint32_t rest = all & ~outside & ~wholly; rest != 0; rest &= rest - 1) {
        const uint32_t c = mask_first(rest);
        uint32_t still = open;
        for (uint32_t planes = open & ~PICK_OPEN_SHAPE; planes != 0; planes &= planes - 1) {
            const uint32_t i = mask_first(planes);
            still &= ~((inside[i] >> c & 1u) << i);
        }
        if ((still & PICK_OPEN_SHAPE) != 0 && (still & PICK_OPEN_NEAR) == 0) { // it can be projected
            const pick_box3f box = pick_bvh_node_box(node, c);
            const pick_side side = pick_plane_walk_shape_side(walk, &box);
            still &= side == PICK_INSIDE ? ~PICK_OPEN_SHAPE : ~0u;
            if (side == PICK_OUTSIDE) {
                outside |= 1u << c;
                continue;
            }
        }
        if (still != 0 || !walk->skip_inside) {
            push(stack, node, c, still);
        }
    }
    if (!walk->skip_inside) {
        for (; wholly != 0; wholly &= wholly - 1) {
            push(stack, node, mask_first(wholly), 0);
        }
    }
    if (walk->report_outside) {
        for (; outside != 0; outside &= outside - 1) {
            push(stack, node, mask_first(outside), PICK_OPEN_OUTSIDE);
        }
    }
}

bool PICK_PLANE_WALK(pick_plane_walk *walk, const void *nodes, size_t unit, uint32_t root, uint32_t open)
{
    plane_stack stack;
    stack.entries[0] = (plane_entry){root, open};
    stack.count = 1;
    while (stack.count > 0) {
        const plane_entry entry = stack.entries[--stack.count];
        if (entry.open == 0 && walk->skip_inside) {
            continue;
        }
        if ((entry.ref & PICK_REF_LEAF) != 0) {
            if (walk->leaf(walk, entry.ref, entry.open)) {
                return true;
            }
            continue;
        }
        const pick_bvh_node *node =
            (const pick_bvh_node *)(const void *)((const char *)nodes + (size_t)entry.ref * unit);
        ++walk->nodes;
        if (entry.open == 0 || entry.open == PICK_OPEN_OUTSIDE) {
            for (uint32_t c = 0; c < PICK_BVH_WIDTH && node->child[c] != PICK_REF_NONE; ++c) {
                push(&stack, node, c, entry.open);
            }
        } else {
            push_tested(walk, &stack, node, entry.open);
        }
    }
    return false;
}
