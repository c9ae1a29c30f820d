// region_walk.h: the traversal by planes. Each SIMD width's source file includes it after its vocabulary, with
// PICK_PLANE_WALK and PICK_PLANE_TEST defined as the names of the functions it defines, and after used_children,
// leaf_children and write_ids. Private.
#include "base/compiler.h"
#include "region/region_kernel.h"

typedef struct plane_entry {
    uint32_t ref, open;
    uint32_t parent, child; // the place of its box, if the region's shape must still be tested; else PICK_REF_NONE
} plane_entry;

enum { PLANE_BATCH = 32 };

typedef struct plane_stack {
    pick_plane_nodes nodes;
    uint32_t count, waiting;
    plane_entry entries[PICK_TREE_STACK];
    uint32_t batch[PLANE_BATCH]; // objects wholly inside, being prefetched
} plane_stack;

static inline const char *place_of(const plane_stack *stack, uint32_t ref)
{
    const uint32_t mask = (1u << stack->nodes.shift) - 1;
    return (const char *)stack->nodes.table[ref >> stack->nodes.shift] + (ref & mask) * stack->nodes.unit;
}

// Tests the corners that are farthest inside and farthest outside. Their error is less than `error`, because the
// entries of a normal sum to 1. The error of an infinite box is infinite or NaN, and the masks are still true.
static inline void test_children(const pick_plane_walk *walk, const pick_bvh_node *node, uint32_t planes,
                                 pick_plane_sides *sides)
{
    const f8 zero = f8_set1(0);
    f8 largest = zero;
    for (int k = 0; k < 3; k++) {
        const f8 lo = f8_load(node->bounds[2 * k]);
        const f8 hi = f8_load(node->bounds[2 * k + 1]);
        largest = f8_max(largest, f8_max(hi, f8_sub(zero, lo)));
    }
    sides->outside = sides->leaving = 0;
    sides->reaching = sides->wholly = ~0u;
    for (; planes != 0; planes &= planes - 1) {
        const uint32_t i = mask_first(planes);
        const uint8_t *farthest = walk->farthest[i];
        f8 most = f8_set1(walk->offset[i]);
        f8 least = most;
        for (int k = 0; k < 3; k++) {
            const f8 n = f8_set1(walk->normal[i][k]);
            most = f8_mul_add(n, f8_load(node->bounds[farthest[k]]), most);
            least = f8_mul_add(n, f8_load(node->bounds[farthest[k] ^ 1]), least);
        }
        const f8 error = f8_mul_add(largest, f8_set1(walk->relative), f8_set1(walk->pad[i]));
        const f8 minus = f8_sub(zero, error);
        sides->outside |= f8_le(most, minus);
        sides->inside[i] = f8_le(error, least);
        sides->wholly &= sides->inside[i];
        sides->reaching &= f8_le(error, most);
        sides->leaving |= f8_le(least, minus);
    }
}

void PICK_PLANE_TEST(const pick_plane_walk *walk, const pick_bvh_node *node, uint32_t planes, pick_plane_sides *sides)
{
    test_children(walk, node, planes, sides);
}

// Prefetches what is visited soon. Of a node wholly inside or outside, only the children are read.
static inline void push(plane_stack *stack, const pick_bvh_node *node, uint32_t child, uint32_t open)
{
    const uint32_t ref = node->child[child];
    stack->entries[stack->count++] = (plane_entry){ref, open, PICK_REF_NONE, 0};
    if ((ref & PICK_REF_LEAF) == 0) {
        const char *const next = place_of(stack, ref);
        PICK_FETCH_AHEAD(next + 192);
        if (open != 0 && open != PICK_OPEN_OUTSIDE) {
            PICK_FETCH_AHEAD(next);
            PICK_FETCH_AHEAD(next + 64);
            PICK_FETCH_AHEAD(next + 128);
        }
    }
}

// Prefetches an object that will be tested.
static inline void prefetch_object(const pick_plane_walk *walk, uint32_t slot)
{
    PICK_FETCH_AHEAD(pick_tag_at(walk->scene, slot));
    if (walk->reads_objects) {
        const char *const object = (const char *)pick_object_at(walk->scene, slot);
        PICK_FETCH_AHEAD(object);
        PICK_FETCH_AHEAD(object + 64);
    }
}

// Collects objects wholly inside, by their tags alone.
static inline void collect(pick_inside *inside, const pick_scene *scene, const uint32_t *refs, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t slot = refs[i] & ~PICK_REF_LEAF;
        const pick_tag *tag = pick_tag_at(scene, slot);
        if (inside->total < inside->capacity)
            inside->out[inside->total] = (pick_object_id){slot + 1, tag->generation};
        inside->total += (tag->layers & inside->layer_mask) != 0 && (tag->flags & inside->rejected) == 0;
    }
}

static inline void empty_batch(pick_plane_walk *walk, plane_stack *stack)
{
    if (walk->inside != NULL) {
        collect(walk->inside, walk->scene, stack->batch, stack->waiting);
    } else {
        for (uint32_t i = 0; i < stack->waiting; i++)
            (void)walk->leaf(walk, stack->batch[i], 0);
    }
    stack->waiting = 0;
}

// Takes a child that is wholly inside. Objects are batched, so that their prefetches can complete.
static inline void take_inside(pick_plane_walk *walk, plane_stack *stack, const pick_bvh_node *node, uint32_t child)
{
    const uint32_t ref = node->child[child];
    if (walk->scene == NULL || (ref & PICK_REF_LEAF) == 0) {
        push(stack, node, child, 0);
        return;
    }
    prefetch_object(walk, ref & ~PICK_REF_LEAF);
    stack->batch[stack->waiting++] = ref;
    if (stack->waiting == PLANE_BATCH)
        empty_batch(walk, stack);
}

// Takes the leaves of a scene's node that are wholly inside, if boxes and tags decide. Those of plain objects cost only
// the cache line of the node that has their numbers.
static inline void take_leaves(pick_plane_walk *walk, plane_stack *stack, const pick_tree_node *node, uint32_t leaves)
{
    pick_inside *inside = walk->inside;
    const uint32_t plain = leaves & node->plain;
    const uint32_t *child = node->node.child;
    for (uint32_t rest = leaves & ~plain; rest != 0; rest &= rest - 1)
        take_inside(walk, stack, &node->node, mask_first(rest));
    if (plain == 0 || (node->layers & inside->layer_mask) == 0)
        return;
    if (inside->total + PICK_BVH_WIDTH <= inside->capacity) {
        write_ids(inside->out + inside->total, child, node->generation, plain); // entries after them are scratch
        inside->total += mask_count(plain);
        return;
    }
    for (uint32_t rest = plain; rest != 0; rest &= rest - 1) {
        const uint32_t c = mask_first(rest);
        if (inside->total < inside->capacity)
            inside->out[inside->total] = (pick_object_id){(child[c] & ~PICK_REF_LEAF) + 1, node->generation[c]};
        ++inside->total;
    }
}

// Classifies a child by the region's shape, as an open set.
static inline uint32_t ask_shape(const pick_plane_walk *walk, const pick_bvh_node *node, uint32_t child, uint32_t open)
{
    const pick_box3f box = pick_bvh_node_box(node, child);
    const pick_side side =
        pick_region_box_side(walk->region, (const double(*)[4])walk->to_window, walk->box_error, &box);
    return side == PICK_OUTSIDE ? PICK_OPEN_OUTSIDE : (side == PICK_INSIDE ? open & ~PICK_OPEN_SHAPE : open);
}

// Pushes tested children. Those inside all come last, so that they are popped first: they decide most. The shape is
// tested at once for a scene's children, and for a mesh's when they are popped: most never are.
static inline void push_tested(pick_plane_walk *walk, plane_stack *stack, const pick_bvh_node *node, uint32_t at,
                               uint32_t open)
{
    pick_plane_sides sides;
    const uint32_t all = used_children(node->child);
    test_children(walk, node, open & ~PICK_OPEN_SHAPE, &sides);
    uint32_t outside = sides.outside & all;
    uint32_t wholly = (open & PICK_OPEN_SHAPE) != 0 ? 0 : all & ~outside & sides.wholly;
    for (uint32_t rest = all & ~outside & ~wholly; rest != 0; rest &= rest - 1) {
        const uint32_t c = mask_first(rest);
        uint32_t still = pick_plane_still_open(&sides, c, open);
        if ((still & PICK_OPEN_SHAPE) != 0 && (still & PICK_OPEN_NEAR) == 0) { // the box can be projected
            if (walk->scene == NULL) {
                push(stack, node, c, still);
                stack->entries[stack->count - 1].parent = at;
                stack->entries[stack->count - 1].child = c;
                continue;
            }
            still = ask_shape(walk, node, c, still);
            if (still == PICK_OPEN_OUTSIDE)
                continue;
        }
        if (walk->scene != NULL && (node->child[c] & PICK_REF_LEAF) != 0 && still != 0) {
            walk->box = pick_bvh_node_box(node, c); // the box is in the cache now
            (void)walk->leaf(walk, node->child[c], still);
        } else {
            PICK_ASSERT(still != 0 ||
                        !walk->skip_inside); // skipping is for meshes, whose children inside all are in `wholly`
            push(stack, node, c, still);
        }
    }
    if (!walk->skip_inside) {
        for (; wholly != 0; wholly &= wholly - 1)
            take_inside(walk, stack, node, mask_first(wholly));
    }
    if (walk->report_outside) {
        for (; outside != 0; outside &= outside - 1)
            push(stack, node, mask_first(outside), PICK_OPEN_OUTSIDE);
    }
}

// --- Walks of a scene in which boxes and tags decide ----------------------------------------------------------------

// Nodes wholly inside, whose leaves all count, are prefetched when found and pass through a queue, so that they have
// arrived when they are visited. A queue that is filled at each level would leave too many waiting in a deep tree:
// above INNER_HIGH, nodes pass through it one by one, and no path below one leaves more than PICK_BVH_STACK.
enum { INNER_QUEUE = 16, INNER_HIGH = 128 };

// Nodes that planes cross, with those planes, and nodes inside.
typedef struct box_walk {
    const pick_node_pool *pool;
    uint32_t crossed_count, inner_count;
    uint32_t crossed[PICK_TREE_STACK], open[PICK_TREE_STACK];
    uint32_t inner[INNER_HIGH + (INNER_QUEUE + 1) * PICK_BVH_WIDTH + PICK_BVH_STACK];
} box_walk;

static inline void add_inner(box_walk *boxes, const pick_tree_node *node, uint32_t children)
{
    for (; children != 0; children &= children - 1) {
        const uint32_t ref = node->node.child[mask_first(children)];
        PICK_FETCH_AHEAD((const char *)pick_node_at(boxes->pool, ref) + 192); // all that is read of it
        PICK_ASSERT(boxes->inner_count < sizeof boxes->inner / sizeof boxes->inner[0]);
        boxes->inner[boxes->inner_count++] = ref;
    }
}

static inline void take_inner(pick_plane_walk *walk, plane_stack *stack, box_walk *boxes)
{
    uint32_t queue[INNER_QUEUE];
    uint32_t first = 0;
    uint32_t last = 0;
    do {
        const uint32_t room = boxes->inner_count > INNER_HIGH ? 1 : INNER_QUEUE;
        while (boxes->inner_count > 0 && last - first < room)
            queue[last++ % INNER_QUEUE] = boxes->inner[--boxes->inner_count];
        const pick_tree_node *node = pick_node_at(boxes->pool, queue[first++ % INNER_QUEUE]);
        const uint32_t all = (1u << node->count) - 1;
        const uint32_t leaves = all & leaf_children(node->node.child);
        take_leaves(walk, stack, node, leaves);
        add_inner(boxes, node, all & ~leaves);
    } while (first != last || boxes->inner_count > 0);
    walk->nodes += last;
}

static inline void add_crossed(box_walk *boxes, const pick_tree_node *node, uint32_t child, uint32_t open)
{
    const uint32_t ref = node->node.child[child];
    const char *const next = (const char *)pick_node_at(boxes->pool, ref);
    PICK_FETCH_AHEAD(next);
    PICK_FETCH_AHEAD(next + 64);
    PICK_FETCH_AHEAD(next + 128);
    PICK_FETCH_AHEAD(next + 192);
    PICK_ASSERT(boxes->crossed_count < sizeof boxes->crossed / sizeof boxes->crossed[0]);
    boxes->crossed[boxes->crossed_count] = ref;
    boxes->open[boxes->crossed_count++] = open;
}

static inline void test_boxes(pick_plane_walk *walk, plane_stack *stack, box_walk *boxes, const pick_tree_node *node,
                              uint32_t open)
{
    const uint32_t all = (1u << node->count) - 1;
    const uint32_t leaves = all & leaf_children(node->node.child);
    pick_plane_sides sides;
    test_children(walk, &node->node, open, &sides);
    const uint32_t wholly = all & sides.wholly;
    const bool contain = walk->inside->contain;
    const uint32_t in = leaves & (contain ? wholly : sides.reaching);
    const uint32_t out = sides.outside | (contain ? sides.leaving & leaves : 0);
    const uint32_t rest = all & ~(out | in | wholly);
    for (uint32_t close = rest & leaves; close != 0; close &= close - 1) { // close to a plane: use the exact test
        const uint32_t c = mask_first(close);
        walk->box = pick_bvh_node_box(&node->node, c);
        (void)walk->leaf(walk, node->node.child[c], pick_plane_still_open(&sides, c, open));
    }
    for (uint32_t nodes = rest & ~leaves; nodes != 0; nodes &= nodes - 1) {
        const uint32_t c = mask_first(nodes);
        add_crossed(boxes, node, c, pick_plane_still_open(&sides, c, open));
    }
    take_leaves(walk, stack, node, in);
    add_inner(boxes, node, wholly & ~leaves);
}

// Not inlined, so that other traversals do not have its arrays on the stack.
static PICK_NOINLINE void walk_boxes(pick_plane_walk *walk, plane_stack *stack, uint32_t first_root,
                                     uint32_t root_count, uint32_t open)
{
    box_walk boxes;
    boxes.pool = &walk->scene->tree.pool;
    boxes.inner_count = 0;
    boxes.crossed_count = root_count;
    for (uint32_t i = 0; i < root_count; i++) {
        boxes.crossed[i] = first_root + i;
        boxes.open[i] = open;
    }
    while (boxes.crossed_count > 0) {
        const uint32_t at = --boxes.crossed_count;
        ++walk->nodes;
        test_boxes(walk, stack, &boxes, pick_node_at(boxes.pool, boxes.crossed[at]), boxes.open[at]);
        if (boxes.inner_count > INNER_HIGH)
            take_inner(walk, stack, &boxes);
    }
    if (boxes.inner_count > 0)
        take_inner(walk, stack, &boxes);
    empty_batch(walk, stack);
}

bool PICK_PLANE_WALK(pick_plane_walk *walk, const pick_plane_nodes *nodes, uint32_t first_root, uint32_t root_count,
                     uint32_t open)
{
    plane_stack stack;
    stack.nodes = *nodes;
    stack.waiting = 0;
    if (walk->inside != NULL) {
        walk_boxes(walk, &stack, first_root, root_count, open);
        return false;
    }
    stack.count = root_count;
    for (uint32_t i = 0; i < root_count; i++)
        stack.entries[i] = (plane_entry){first_root + i, open, PICK_REF_NONE, 0};
    while (stack.count > 0) {
        plane_entry entry = stack.entries[--stack.count];
        if (entry.parent != PICK_REF_NONE) {
            const char *const parent = place_of(&stack, entry.parent);
            entry.open = ask_shape(walk, (const pick_bvh_node *)(const void *)parent, entry.child, entry.open);
        }
        if ((entry.open == 0 && walk->skip_inside) || (entry.open == PICK_OPEN_OUTSIDE && !walk->report_outside))
            continue;
        if ((entry.ref & PICK_REF_LEAF) != 0) {
            if (walk->leaf(walk, entry.ref, entry.open))
                return true;
            continue;
        }
        const pick_bvh_node *node = (const pick_bvh_node *)(const void *)place_of(&stack, entry.ref);
        ++walk->nodes;
        if (entry.open != 0 && entry.open != PICK_OPEN_OUTSIDE) {
            push_tested(walk, &stack, node, entry.ref, entry.open);
            continue;
        }
        for (uint32_t c = 0; c < PICK_BVH_WIDTH && node->child[c] != PICK_REF_NONE; c++) {
            if (entry.open == 0)
                take_inside(walk, &stack, node, c);
            else
                push(&stack, node, c, entry.open);
        }
    }
    empty_batch(walk, &stack);
    return false;
}
