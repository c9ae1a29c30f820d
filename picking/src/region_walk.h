// region_walk.h: the walk by planes. Compiled once per SIMD width by the file that includes it after its vocabulary,
// with PICK_PLANE_WALK set to the name of the function it defines, and after used_children, leaf_children and
// write_ids. Private.
#include "region_kernel.h"

#include <assert.h>

typedef struct plane_entry {
    uint32_t ref, open;
    uint32_t parent, child; // where its box is, when the region's shape is still to be asked; else PICK_REF_NONE
} plane_entry;

enum { PLANE_BATCH = 32 };

typedef struct plane_stack {
    const char *nodes;
    size_t unit;
    uint32_t count, waiting;
    plane_entry entries[PICK_BVH_STACK];
    uint32_t batch[PLANE_BATCH]; // objects wholly inside, on their way from memory
} plane_stack;

// What planes say of a node's children: masks.
typedef struct plane_sides {
    uint32_t outside;                    // of any plane
    uint32_t inside[PICK_REGION_PLANES]; // the i-th
    uint32_t reaching;                   // not wholly outside any plane, for certain
    uint32_t leaving;                    // not wholly inside all planes, for certain
} plane_sides;

static inline void test_children(const pick_plane_walk *walk, const pick_bvh_node *node, uint32_t open,
                                 plane_sides *sides)
{
    const f8 zero = f8_set1(0);
    const f8 half = f8_set1(0.5f);
    const f8 relative = f8_set1(walk->relative);
    f8 center[3], extent[3];
    f8 slack = zero;
    for (int k = 0; k < 3; ++k) {
        const f8 lo = f8_load(node->bounds[2 * k]);
        const f8 hi = f8_load(node->bounds[2 * k + 1]);
        const f8 largest = f8_max(f8_max(lo, f8_sub(zero, lo)), f8_max(hi, f8_sub(zero, hi)));
        slack = f8_mul_add(largest, relative, slack);
        center[k] = f8_mul_add(hi, half, f8_mul(lo, half));
        extent[k] = f8_mul_add(largest, relative, f8_sub(f8_mul(hi, half), f8_mul(lo, half)));
    }
    sides->outside = sides->leaving = 0;
    sides->reaching = ~0u;
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
        const f8 most = f8_sub(distance, f8_sub(zero, reach));
        const f8 least = f8_sub(distance, reach);
        const f8 unsure =
            f8_mul(f8_sub(pad, f8_sub(zero, slack)), f8_set1(2.5f)); // more than was added to `reach`, twice
        sides->outside |= f8_le(most, zero);
        sides->inside[i] = f8_le(zero, least);
        sides->reaching &= f8_le(unsure, most);
        sides->leaving |= f8_le(least, f8_sub(zero, unsure));
    }
}

// What is visited soon is asked for now. Of a node wholly inside, or outside, only the children are read.
static inline void push(plane_stack *stack, const pick_bvh_node *node, uint32_t child, uint32_t open)
{
    const uint32_t ref = node->child[child];
    stack->entries[stack->count++] = (plane_entry){ref, open, PICK_REF_NONE, 0};
    if ((ref & PICK_REF_LEAF) == 0) {
        const char *const next = stack->nodes + (size_t)ref * stack->unit;
        PICK_PREFETCH(next + 192);
        if (open != 0 && open != PICK_OPEN_OUTSIDE) {
            PICK_PREFETCH(next);
            PICK_PREFETCH(next + 64);
            PICK_PREFETCH(next + 128);
        }
    }
}

// As soon as it is known that an object will be looked at.
static inline void prefetch_object(const pick_plane_walk *walk, uint32_t slot)
{
    PICK_PREFETCH(&walk->tags[slot]);
    if (walk->objects != NULL) {
        const char *const object = (const char *)&walk->objects[slot];
        PICK_PREFETCH(object);
        PICK_PREFETCH(object + 64);
    }
}

// Objects wholly inside, of which nothing but tags is asked.
static inline void collect(pick_inside *inside, const pick_tag *tags, const uint32_t *refs, uint32_t count)
{
    for (uint32_t i = 0; i < count; ++i) {
        const uint32_t slot = refs[i] & ~PICK_REF_LEAF;
        const pick_tag *tag = &tags[slot];
        if (inside->total < inside->capacity) {
            inside->out[inside->total] = (pick_object_id){slot + 1, tag->generation};
        }
        inside->total += (tag->layers & inside->layer_mask) != 0 && (tag->flags & inside->rejected) == 0;
    }
}

static inline void empty_batch(pick_plane_walk *walk, plane_stack *stack)
{
    if (walk->inside != NULL) {
        collect(walk->inside, walk->tags, stack->batch, stack->waiting);
    } else {
        for (uint32_t i = 0; i < stack->waiting; ++i) {
            (void)walk->leaf(walk, stack->batch[i], 0);
        }
    }
    stack->waiting = 0;
}

// A child that is wholly inside. Objects wait until there are some more, so that memory has time.
static inline void take_inside(pick_plane_walk *walk, plane_stack *stack, const pick_bvh_node *node, uint32_t child)
{
    const uint32_t ref = node->child[child];
    if (walk->tags == NULL || (ref & PICK_REF_LEAF) == 0) {
        push(stack, node, child, 0);
        return;
    }
    prefetch_object(walk, ref & ~PICK_REF_LEAF);
    stack->batch[stack->waiting++] = ref;
    if (stack->waiting == PLANE_BATCH) {
        empty_batch(walk, stack);
    }
}

// Leaves of a node of a scene that are wholly inside, when boxes and tags decide. Those of plain objects take no more
// than the line of the node that has their numbers.
static inline void take_leaves(pick_plane_walk *walk, plane_stack *stack, const pick_tree_node *node, uint32_t leaves)
{
    pick_inside *inside = walk->inside;
    const uint32_t plain = leaves & node->plain;
    const uint32_t *child = node->node.child;
    for (uint32_t rest = leaves & ~plain; rest != 0; rest &= rest - 1) {
        take_inside(walk, stack, &node->node, mask_first(rest));
    }
    if (plain == 0 || (node->layers & inside->layer_mask) == 0) {
        return;
    }
    if (inside->total + PICK_BVH_WIDTH <= inside->capacity) {
        write_ids(inside->out + inside->total, child, node->generation, plain); // what it writes after them is scratch
        inside->total += mask_count(plain);
        return;
    }
    for (uint32_t rest = plain; rest != 0; rest &= rest - 1) {
        const uint32_t c = mask_first(rest);
        if (inside->total < inside->capacity) {
            inside->out[inside->total] = (pick_object_id){(child[c] & ~PICK_REF_LEAF) + 1, node->generation[c]};
        }
        ++inside->total;
    }
}

// Where a child lies with regard to the region's shape, as `open`.
static inline uint32_t ask_shape(const pick_plane_walk *walk, const pick_bvh_node *node, uint32_t child, uint32_t open)
{
    const pick_box3f box = pick_bvh_node_box(node, child);
    const pick_side side = pick_plane_walk_shape_side(walk, &box);
    return side == PICK_OUTSIDE ? PICK_OPEN_OUTSIDE : (side == PICK_INSIDE ? open & ~PICK_OPEN_SHAPE : open);
}

// Children, those inside all last so that they come off the stack first: they decide most. The shape is asked of a
// scene's children at once, of a mesh's when they come off the stack: most never do.
static inline void push_tested(pick_plane_walk *walk, plane_stack *stack, const pick_bvh_node *node, uint32_t at,
                               uint32_t open)
{
    plane_sides sides;
    const uint32_t all = used_children(node->child);
    const uint32_t leaves = all & leaf_children(node->child);
    test_children(walk, node, open, &sides);
    uint32_t outside = sides.outside & all;
    uint32_t wholly = (open & PICK_OPEN_SHAPE) != 0 ? 0 : all & ~outside;
    for (uint32_t planes = open & ~PICK_OPEN_SHAPE; planes != 0; planes &= planes - 1) {
        wholly &= sides.inside[mask_first(planes)];
    }
    if (walk->inside != NULL) { // boxes decide about objects
        outside |= walk->inside->contain ? sides.leaving & leaves : 0;
        wholly |= walk->inside->contain ? 0 : sides.reaching & ~outside & leaves;
    }
    for (uint32_t rest = all & ~outside & ~wholly; rest != 0; rest &= rest - 1) {
        const uint32_t c = mask_first(rest);
        uint32_t still = open;
        for (uint32_t planes = open & ~PICK_OPEN_SHAPE; planes != 0; planes &= planes - 1) {
            const uint32_t i = mask_first(planes);
            still &= ~((sides.inside[i] >> c & 1u) << i);
        }
        if ((still & PICK_OPEN_SHAPE) != 0 && (still & PICK_OPEN_NEAR) == 0) { // it can be projected
            if (walk->tags == NULL) {
                push(stack, node, c, still);
                stack->entries[stack->count - 1].parent = at;
                stack->entries[stack->count - 1].child = c;
                continue;
            }
            still = ask_shape(walk, node, c, still);
            if (still == PICK_OPEN_OUTSIDE) {
                continue;
            }
        }
        if (walk->tags != NULL && (node->child[c] & PICK_REF_LEAF) != 0 && still != 0) {
            walk->box = pick_bvh_node_box(node, c); // while it is at hand
            (void)walk->leaf(walk, node->child[c], still);
        } else {
            assert(still != 0 || !walk->skip_inside); // only meshes are skipped, whose children inside all are `wholly`
            push(stack, node, c, still);
        }
    }
    if (walk->inside != NULL) {
        take_leaves(walk, stack, (const pick_tree_node *)node, wholly & leaves);
        for (wholly &= ~leaves; wholly != 0; wholly &= wholly - 1) {
            push(stack, node, mask_first(wholly), 0);
        }
    } else if (!walk->skip_inside) {
        for (; wholly != 0; wholly &= wholly - 1) {
            take_inside(walk, stack, node, mask_first(wholly));
        }
    }
    if (walk->report_outside) {
        for (; outside != 0; outside &= outside - 1) {
            push(stack, node, mask_first(outside), PICK_OPEN_OUTSIDE);
        }
    }
}

// All below a node of a scene that is wholly inside, when boxes and tags decide. Nodes are asked for when their parent
// is read, and pass through a queue of those taken off the stack, so that they have arrived when it is their turn.
static inline void take_all(pick_plane_walk *walk, plane_stack *stack, uint32_t root)
{
    enum { QUEUE = 16, HIGH = 128 };
    // A queue that is filled at each level would leave too many waiting in a deep tree: above HIGH, nodes pass through
    // it one by one, and no path below one leaves more than PICK_BVH_STACK.
    uint32_t waiting[HIGH + QUEUE * PICK_BVH_WIDTH + PICK_BVH_STACK];
    uint32_t queue[QUEUE];
    uint32_t count = 0;
    uint32_t first = 0;
    uint32_t last = 1;
    queue[0] = root;
    for (; first != last; ++first) {
        const char *const at = stack->nodes + (size_t)queue[first % QUEUE] * stack->unit;
        const pick_tree_node *node = (const pick_tree_node *)(const void *)at;
        const uint32_t all = (1u << node->count) - 1;
        uint32_t inner = all & ~leaf_children(node->node.child);
        take_leaves(walk, stack, node, all & ~inner);
        for (; inner != 0; inner &= inner - 1) {
            const uint32_t ref = node->node.child[mask_first(inner)];
            PICK_PREFETCH(stack->nodes + (size_t)ref * stack->unit + 192);
            waiting[count++] = ref;
        }
        for (const uint32_t room = count > HIGH ? 2 : QUEUE; count > 0 && last - first < room;) {
            queue[last++ % QUEUE] = waiting[--count];
        }
    }
    walk->nodes += last - 1; // the caller has counted the first one
}

bool PICK_PLANE_WALK(pick_plane_walk *walk, const void *nodes, size_t unit, uint32_t root, uint32_t open)
{
    plane_stack stack;
    stack.nodes = nodes;
    stack.unit = unit;
    stack.waiting = 0;
    stack.entries[0] = (plane_entry){root, open, PICK_REF_NONE, 0};
    stack.count = 1;
    while (stack.count > 0) {
        plane_entry entry = stack.entries[--stack.count];
        if (entry.parent != PICK_REF_NONE) {
            const char *const parent = stack.nodes + (size_t)entry.parent * unit;
            entry.open = ask_shape(walk, (const pick_bvh_node *)(const void *)parent, entry.child, entry.open);
        }
        if ((entry.open == 0 && walk->skip_inside) || (entry.open == PICK_OPEN_OUTSIDE && !walk->report_outside)) {
            continue;
        }
        if ((entry.ref & PICK_REF_LEAF) != 0) {
            if (walk->leaf(walk, entry.ref, entry.open)) {
                return true;
            }
            continue;
        }
        const pick_bvh_node *node = (const pick_bvh_node *)(const void *)(stack.nodes + (size_t)entry.ref * unit);
        ++walk->nodes;
        if (entry.open != 0 && entry.open != PICK_OPEN_OUTSIDE) {
            push_tested(walk, &stack, node, entry.ref, entry.open);
            continue;
        }
        if (entry.open == 0 && walk->inside != NULL) {
            take_all(walk, &stack, entry.ref);
            continue;
        }
        for (uint32_t c = 0; c < PICK_BVH_WIDTH && node->child[c] != PICK_REF_NONE; ++c) {
            if (entry.open == 0) {
                take_inside(walk, &stack, node, c);
            } else {
                push(&stack, node, c, entry.open);
            }
        }
    }
    empty_batch(walk, &stack);
    return false;
}
