// Finds where in a scene's tree one more object costs least: by how much nodes grow, as areas, and the area of a node
// that has to be made. Depth first, nearest child first, and only where the sum so far is less than the best place's.
//
// Source: J. Bittner, M. Hapala, V. Havran, "Fast Insertion-Based Optimization of Bounding Volume Hierarchies", 2013,
// section 3.2 (the search and its bound).
#include "base/compiler.h"
#include "bvh/bvh_bins.h"
#include "scene/scene_internal.h"

#include <math.h>

// Where boxes overlap a lot, nearly all nodes could be the best. After so many it is the best of these; the first way
// down, which finds a place for sure, is no longer.
enum { NODES_SEARCHED = PICK_BVH_MAX_DEPTH };

// A node that may be searched: itself and those above grow by `growth` in all.
typedef struct waiting_node {
    double growth;
    uint32_t node, depth;
} waiting_node;

typedef struct search {
    const pick_tree *tree;
    const pick_box3f *box;
    const pick_bin_kernel *kernel;
    pick_tree_place best;
    double best_cost;
    uint32_t count;
    waiting_node waiting[PICK_TREE_STACK];
} search;

// Areas can be infinite, as boxes can; any place is better than none.
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

// Those that wait since `first` are sorted, so that the one that grows least is taken first.
static void add_waiting(search *s, uint32_t first, double growth, uint32_t node, uint32_t depth)
{
    uint32_t i = s->count++;
    for (; i > first && s->waiting[i - 1].growth < growth; --i) {
        s->waiting[i] = s->waiting[i - 1];
    }
    s->waiting[i] = (waiting_node){growth, node, depth};
}

// Of a node without room.
static void search_node(search *s, const waiting_node *at)
{
    const pick_tree_node *node = pick_node_at(&s->tree->pool, at->node);
    const uint32_t first = s->count;
    alignas(32) float joined[PICK_BVH_WIDTH];
    alignas(32) float growth[PICK_BVH_WIDTH];
    const float limit = (float)(s->best_cost - at->growth); // rounding leaves one in or out that is as good
    uint32_t children = s->kernel->join(&node->node, s->box, limit, joined, growth);
    if (s->best.node == PICK_REF_NONE) {
        children = (1u << PICK_BVH_WIDTH) - 1; // also those whose growth is no number
    }
    for (; children != 0; children &= children - 1) {
        const uint32_t c = pick_lowest_bit(children);
        const uint32_t ref = node->node.child[c];
        const double cost = at->growth + (double)growth[c];
        if (!pick_ref_is_node(ref)) {
            offer(s, at->growth + (double)joined[c], at->node, c, at->depth);
        } else if ((node->full >> c & 1u) == 0) { // what is below it grows, too
            offer(s, cost, ref, PICK_BVH_WIDTH, at->depth + 1);
        } else if (is_better(s, cost)) {
            add_waiting(s, first, cost, ref, at->depth + 1);
        }
    }
}

// Searches the roots. The child that grows least is searched first; the order of the rest matters little.
static void search_roots(search *s)
{
    uint32_t least = 0;
    for (uint32_t i = 0; i < s->tree->root_count; ++i) {
        search_node(s, &(waiting_node){0, i, 0});
    }
    for (uint32_t i = 1; i < s->count; ++i) {
        least = s->waiting[i].growth < s->waiting[least].growth ? i : least;
    }
    if (s->count > 0) {
        const waiting_node first = s->waiting[least];
        s->waiting[least] = s->waiting[s->count - 1];
        s->waiting[s->count - 1] = first;
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
    s.count = 0;
    search_roots(&s);
    for (int searched = 0; s.count > 0 && searched < NODES_SEARCHED; ++searched) {
        const waiting_node at = s.waiting[--s.count];
        if (is_better(&s, at.growth)) {
            search_node(&s, &at);
        }
    }
    return s.best;
}
