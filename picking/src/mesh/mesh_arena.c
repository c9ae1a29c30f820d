// mesh_arena.c: lays out the nodes and leaves of a mesh: depth first, each node followed by its leaves, without gaps.
#include "base/compiler.h"
#include "base/tasks.h"
#include "mesh/mesh_plan.h"

#include <string.h>

typedef struct layout {
    const pick_mesh_plan *plan;
    draft_node *drafts;
    uint32_t waiting; // the next draft to write; its parent is written. PICK_REF_NONE: none
    size_t end;
} layout;

static void link_child(const layout *l, size_t parent, uint32_t slot, uint32_t ref)
{
    ((pick_bvh_node *)(void *)(l->plan->arena + parent))->child[slot] = ref;
}

// Writes a leaf of `size` triangles and returns its reference. `child`: as in draft_node.
static uint32_t write_leaf(layout *l, uint32_t child, uint32_t size)
{
    const pick_mesh_plan *plan = l->plan;
    const pick_build_prim *prims = plan->builder.prims[0] + (child & ~PICK_REF_LEAF);
    const uint32_t count = block_count(size);
    pick_block *blocks = (pick_block *)(void *)(plan->arena + l->end);
    const uint32_t ref = PICK_REF_LEAF | (count - 1) << PICK_LEAF_PLACE_BITS | (uint32_t)(l->end / PICK_ARENA_UNIT);
    l->end += count * sizeof(pick_block);
    for (uint32_t lane = 0; lane < count * PICK_BLOCK_SIZE; lane++) {
        const uint32_t bits = lane < size ? pick_prim_bits(&prims[lane]) : PRIM_DEGENERATE;
        const uint32_t tagged =
            lane < size ? pick_prim_id(&prims[lane]) | (bits & 3u) << PICK_BLOCK_FLAG_SHIFT : PICK_BLOCK_UNUSED;
        pick_block_set(&blocks[lane / PICK_BLOCK_SIZE], lane % PICK_BLOCK_SIZE, plan->mesh, tagged,
                       (bits & PRIM_DEGENERATE) == 0);
    }
    return ref;
}

// Writes a draft and its leaves at the end. Pushes its other children in front of the waiting drafts.
static void write_node(layout *l, const draft_node *draft)
{
    const size_t place = l->end;
    const uint32_t *child = draft->node.child;
    memcpy(l->plan->arena + place, &draft->node, sizeof draft->node);
    l->end += sizeof draft->node;
    for (uint32_t i = 0; i < PICK_BVH_WIDTH && child[i] != PICK_REF_NONE; i++) {
        if (!pick_ref_is_node(child[i])) {
            link_child(l, place, i, write_leaf(l, child[i], draft->size[i]));
        } else if ((child[i] & DRAFT_SUBTREE) != 0) {
            const subtree *tree = subtree_at(l->plan, child[i] & ~DRAFT_SUBTREE);
            link_child(l, place, i, (uint32_t)(tree->place / PICK_ARENA_UNIT));
        }
    }
    for (uint32_t i = PICK_BVH_WIDTH; i-- > 0;) {
        if ((child[i] & (PICK_REF_LEAF | DRAFT_SUBTREE)) == 0) { // PICK_REF_NONE has the leaf bit
            draft_node *next = &l->drafts[child[i]];
            next->parent = (uint32_t)(place / PICK_ARENA_UNIT);
            next->slot = i;
            next->next = l->waiting;
            l->waiting = child[i];
        }
    }
}

static void write_drafts(const pick_mesh_plan *plan, draft_node *drafts, size_t place, size_t bytes)
{
    layout l = {.plan = plan, .drafts = drafts, .waiting = PICK_REF_NONE, .end = place};
    write_node(&l, drafts);
    while (l.waiting != PICK_REF_NONE) {
        const draft_node *draft = &drafts[l.waiting];
        l.waiting = draft->next;
        link_child(&l, (size_t)draft->parent * PICK_ARENA_UNIT, draft->slot, (uint32_t)(l.end / PICK_ARENA_UNIT));
        write_node(&l, draft);
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
    for (uint32_t i = 0; i < plan->subtrees.count; i++) {
        subtree_at(plan, i)->place = end;
        end += subtree_at(plan, i)->bytes;
    }
    return end;
}

void pick_mesh_plan_lay_out(pick_mesh_plan *plan, char *arena)
{
    plan->arena = arena;
    if (plan->tops.count > 0)
        write_drafts(plan, (draft_node *)(void *)plan->tops.items, 0, plan->top_bytes);
    pick_run_tasks(plan->tasks, write_subtree, plan, plan->subtrees.count);
}
