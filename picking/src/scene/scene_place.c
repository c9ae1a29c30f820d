// scene_place.c: finds the place in a scene's tree where one more object costs least: the growth of nodes, as areas,
// plus the area of a node that must be added. The search is depth first, nearest child first, and visits only nodes
// whose sum so far is less than the best place's.
//
// Source: J. Bittner, M. Hapala, V. Havran, "Fast Insertion-Based Optimization of Bounding Volume Hierarchies", 2013,
// section 3.2 (the search and its bound).
#include "base/compiler.h"
#include "bvh/bvh_bins.h"
#include "scene/scene_internal.h"

#include <math.h>

// If boxes overlap a lot, nearly all nodes could be the best. After so many nodes the search stops with the best so
// far. The first descent, which always finds a place, is not longer than this.
enum { NODES_SEARCHED = PICK_BVH_MAX_DEPTH };

typedef struct search {
    const pick_tree *tree;
    const pick_box3f *box;
    const pick_bin_kernel *kernel;
    pick_tree_place best;
    double best_cost;
    pick_waiting waiting; // by how much they and those above them grow in all
} search;

// Areas of infinite boxes are infinite; any place is better than none.
static bool is_better(const search *s, double cost)
{
    return cost < s->best_cost || s->best.node == PICK_REF_NONE;
}

static void offer(search *s, double cost, uint32_t node, uint32_t child, uint32_t depth)
{
    if (is_better(s, cost)) {
        s->best = (pick_tree_place){node, child, depth};
        s->best_cost = cost;
    }
}

// Searches a node without room.
static void search_node(search *s, const pick_waiting_node *at)
{
    const pick_tree_node *node = pick_node_at(&s->tree->pool, at->ref);
    const uint32_t first = s->waiting.count;
    alignas(32) float joined[PICK_BVH_WIDTH];
    alignas(32) float growth[PICK_BVH_WIDTH];
    const float limit = (float)(s->best_cost - at->key); // rounding rejects only places about as good as the best
    uint32_t children = s->kernel->join(&node->node, s->box, limit, joined, growth);
    if (s->best.node == PICK_REF_NONE)
        children = (1u << PICK_BVH_WIDTH) - 1; // include children whose growth is NaN
    for (; children != 0; children &= children - 1) {
        const uint32_t c = pick_lowest_bit(children);
        const uint32_t ref = node->node.child[c];
        const double cost = at->key + (double)growth[c];
        if (!pick_ref_is_node(ref))
            offer(s, at->key + (double)joined[c], at->ref, c, at->depth);
        else if ((node->full >> c & 1u) == 0) // the child would grow, too
            offer(s, cost, ref, PICK_BVH_WIDTH, at->depth + 1);
        else if (is_better(s, cost))
            pick_waiting_push(&s->waiting, first, (pick_waiting_node){cost, ref, at->depth + 1});
    }
}

// Searches the roots. The child that grows least is searched first; the order of the rest matters little.
static void search_roots(search *s)
{
    uint32_t least = 0;
    for (uint32_t i = 0; i < s->tree->root_count; i++)
        search_node(s, &(pick_waiting_node){0, i, 0});
    pick_waiting_node *nodes = s->waiting.nodes;
    const uint32_t count = s->waiting.count;
    for (uint32_t i = 1; i < count; i++)
        least = nodes[i].key < nodes[least].key ? i : least;
    if (count > 0) {
        const pick_waiting_node first = nodes[least];
        nodes[least] = nodes[count - 1];
        nodes[count - 1] = first;
    }
}

pick_tree_place pick_tree_find_place(const pick_tree *tree, const pick_box3f *box)
{
    search s;
    s.tree = tree;
    s.box = box;
    s.kernel = pick_bin_kernel_at(pick_simd_best());
    s.best = (pick_tree_place){PICK_REF_NONE, 0, 0};
    s.best_cost = HUGE_VAL;
    s.waiting.count = 0;
    search_roots(&s);
    for (int searched = 0; s.waiting.count > 0 && searched < NODES_SEARCHED; searched++) {
        const pick_waiting_node at = s.waiting.nodes[--s.waiting.count];
        if (is_better(&s, at.key))
            search_node(&s, &at);
    }
    return s.best;
}
