// Where the nodes and leaves of a mesh lie: so that a pick touches few pages.
//
// Each page that a pick touches costs a TLB miss, as much as the memory itself or more. So a node lies with those nodes
// below it that rays are most likely to visit next, by the area of their boxes (T. Aila and T. Karras, "Architecture
// Considerations for Tracing Incoherent Rays", HPG 2010, call them treelets): as many as the page has room for. Their
// leaves follow. Then, in the same way, what hangs below. There are no gaps.
#include "base/compiler.h"
#include "base/tasks.h"
#include "mesh/mesh_plan.h"

#include <string.h>

enum {
    NODE_ROOM = 9 * sizeof(pick_bvh_node), // a node and its children; a treelet does not begin where less is left
    MOST_IN_PAGE = PICK_MESH_PAGE / sizeof(pick_bvh_node),
    MOST_WAITING = MOST_IN_PAGE * (PICK_BVH_WIDTH - 1) + 1,
    MOST_LEAVES = MOST_IN_PAGE * PICK_BVH_WIDTH
};

// A child whose parent has been placed.
typedef struct place_to_fill {
    size_t parent; // its place in the arena
    uint32_t slot; // among its parent's children
    uint32_t child;
    uint32_t size; // of a leaf, in triangles
    float area;    // of a node's box
} place_to_fill;

typedef struct layout {
    const pick_mesh_plan *plan;
    draft_node *drafts;
    uint32_t waiting; // the first of the drafts whose parents are written; PICK_REF_NONE: none
    size_t end;
    place_to_fill leaves[MOST_LEAVES]; // of the treelet
    uint32_t leaf_count;
} layout;

static void set_draft_child(const layout *l, const place_to_fill *at, uint32_t ref)
{
    ((pick_bvh_node *)(void *)(l->plan->arena + at->parent))->child[at->slot] = ref;
}

static void write_leaf(layout *l, const place_to_fill *at)
{
    const pick_mesh_plan *plan = l->plan;
    const pick_build_prim *prims =
        plan->builder.prims[at->child >> DRAFT_BUFFER_SHIFT & 1u] + (at->child & ((1u << DRAFT_BUFFER_SHIFT) - 1));
    const uint32_t count = block_count(at->size);
    pick_block *blocks = (pick_block *)(void *)(plan->arena + l->end);
    set_draft_child(l, at, PICK_REF_LEAF | (count - 1) << PICK_LEAF_PLACE_BITS | (uint32_t)(l->end / PICK_ARENA_UNIT));
    l->end += count * sizeof(pick_block);
    for (uint32_t lane = 0; lane < count * PICK_BLOCK_SIZE; ++lane) {
        const uint32_t bits = lane < at->size ? pick_prim_bits(&prims[lane]) : PRIM_UNSOUND;
        const uint32_t tagged =
            lane < at->size ? pick_prim_id(&prims[lane]) | (bits & 3u) << PICK_BLOCK_FLAG_SHIFT : PICK_BLOCK_UNUSED;
        pick_block_set(&blocks[lane / PICK_BLOCK_SIZE], lane % PICK_BLOCK_SIZE, plan->mesh, tagged,
                       (bits & PRIM_UNSOUND) == 0);
    }
}

// Copies a node to the end. Returns its place.
static size_t write_node(layout *l, const draft_node *draft)
{
    const size_t place = l->end;
    memcpy(l->plan->arena + place, &draft->node, sizeof draft->node);
    l->end += sizeof draft->node;
    return place;
}

static place_to_fill child_of(const draft_node *draft, size_t place, uint32_t i)
{
    return (place_to_fill){.parent = place, .slot = i, .child = draft->node.child[i], .size = draft->size[i]};
}

static size_t page_room(const layout *l)
{
    return PICK_MESH_PAGE - (PICK_MESH_ARENA_PLACE + l->end) % PICK_MESH_PAGE;
}

static float half_area_float(const pick_box3f *box)
{
    const float x = box->hi[0] - box->lo[0], y = box->hi[1] - box->lo[1], z = box->hi[2] - box->lo[2];
    return x * y + y * z + z * x;
}

// Writes a node at the end. Its leaves join the treelet's, its other children those that wait.
static void write_inner(layout *l, const draft_node *draft, place_to_fill *waiting, uint32_t *count)
{
    const size_t place = write_node(l, draft);
    for (uint32_t i = 0; i < PICK_BVH_WIDTH && draft->node.child[i] != PICK_REF_NONE; ++i) {
        place_to_fill at = child_of(draft, place, i);
        if ((at.child & PICK_REF_LEAF) != 0) {
            l->leaves[l->leaf_count++] = at;
        } else if ((at.child & DRAFT_SUBTREE) != 0) {
            const subtree *tree = subtree_at(l->plan, at.child & ~DRAFT_SUBTREE);
            set_draft_child(l, &at, (uint32_t)(tree->place / PICK_ARENA_UNIT));
        } else {
            const pick_box3f box = pick_bvh_node_box(&draft->node, i);
            at.area = half_area_float(&box);
            waiting[(*count)++] = at;
        }
    }
}

// A node and those below it that its page has room for, from the end on. What hangs below comes first among those that
// wait.
static void write_treelet(layout *l, const draft_node *root)
{
    place_to_fill waiting[MOST_WAITING + PICK_BVH_WIDTH];
    uint32_t count = 0;
    size_t room = page_room(l) < NODE_ROOM ? PICK_MESH_PAGE : page_room(l);
    write_inner(l, root, waiting, &count);
    for (room -= sizeof root->node; count > 0 && room >= sizeof root->node; room -= sizeof root->node) {
        uint32_t best = 0;
        for (uint32_t i = 1; i < count; ++i) {
            best = waiting[i].area > waiting[best].area ? i : best;
        }
        const place_to_fill at = waiting[best];
        --count;
        memmove(waiting + best, waiting + best + 1, (count - best) * sizeof waiting[0]);
        set_draft_child(l, &at, (uint32_t)(l->end / PICK_ARENA_UNIT));
        write_inner(l, &l->drafts[at.child], waiting, &count);
    }
    for (uint32_t i = 0; i < l->leaf_count; ++i) {
        write_leaf(l, &l->leaves[i]);
    }
    l->leaf_count = 0;
    while (count > 0) {
        const place_to_fill *at = &waiting[--count];
        draft_node *draft = &l->drafts[at->child];
        draft->parent = (uint32_t)(at->parent / PICK_ARENA_UNIT);
        draft->slot = at->slot;
        draft->next = l->waiting;
        l->waiting = at->child;
    }
}

static void write_drafts(const pick_mesh_plan *plan, draft_node *drafts, size_t place, size_t bytes)
{
    layout l = {.plan = plan, .drafts = drafts, .waiting = PICK_REF_NONE, .end = place};
    write_treelet(&l, drafts);
    while (l.waiting != PICK_REF_NONE) {
        const draft_node *draft = &drafts[l.waiting];
        const place_to_fill at = {.parent = (size_t)draft->parent * PICK_ARENA_UNIT, .slot = draft->slot};
        l.waiting = draft->next;
        set_draft_child(&l, &at, (uint32_t)(l.end / PICK_ARENA_UNIT));
        write_treelet(&l, draft);
    }
    PICK_ASSERT(l.end == place + bytes);
    (void)bytes;
}

static void write_subtree(void *data, uint32_t index)
{
    const pick_mesh_plan *plan = data;
    const subtree *tree = subtree_at(plan, index);
    write_drafts(plan, tree->drafts, tree->place, tree->bytes);
}

size_t pick_mesh_plan_place(pick_mesh_plan *plan)
{
    size_t end = plan->top_bytes;
    for (uint32_t i = 0; i < plan->subtrees.count; ++i) {
        subtree_at(plan, i)->place = end;
        end += subtree_at(plan, i)->bytes;
    }
    return end;
}

void pick_mesh_plan_lay_out(pick_mesh_plan *plan, char *arena)
{
    plan->arena = arena;
    if (plan->tops.count > 0) {
        write_drafts(plan, (draft_node *)(void *)plan->tops.items, 0, plan->top_bytes);
    }
    pick_run_tasks(plan->tasks, write_subtree, plan, plan->subtrees.count);
}
