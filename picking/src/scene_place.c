// Finds where in a scene's tree one more object costs least: by how much nodes grow, as areas, and the area of a node
// that has to be made. Depth first, nearest child first, and only where the sum so far is less than the best place's.
//
// Source: J. Bittner, M. Hapala, V. Havran, "Fast Insertion-Based Optimization of Bounding Volume Hierarchies", 2013,
// section 3.2 (the search and its bound).
#include "compiler.h"
#include "scene_internal.h"

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

// Half the surface of each child, as it is and with the box; in double, where no difference of floats overflows. Axis
// by axis, for all children at once: compilers make SIMD code of that.
static void measure(const search *s, const pick_bvh_node *node, double old[PICK_BVH_WIDTH],
                    double joined[PICK_BVH_WIDTH])
{
    double was[3][PICK_BVH_WIDTH], is[3][PICK_BVH_WIDTH];
    for (int k = 0; k < 3; ++k) {
        const float *lo = node->bounds[2 * k], *hi = node->bounds[2 * k + 1];
        float low[PICK_BVH_WIDTH], high[PICK_BVH_WIDTH];
        for (int c = 0; c < PICK_BVH_WIDTH; ++c) {
            low[c] = lo[c] < s->box->lo[k] ? lo[c] : s->box->lo[k];
            high[c] = hi[c] > s->box->hi[k] ? hi[c] : s->box->hi[k];
        }
        for (int c = 0; c < PICK_BVH_WIDTH; ++c) {
            was[k][c] = (double)hi[c] - (double)lo[c];
            is[k][c] = (double)high[c] - (double)low[c];
        }
    }
    for (int c = 0; c < PICK_BVH_WIDTH; ++c) {
        old[c] = was[0][c] * was[1][c] + was[1][c] * was[2][c] + was[2][c] * was[0][c];
        joined[c] = is[0][c] * is[1][c] + is[1][c] * is[2][c] + is[2][c] * is[0][c];
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

static void search_node(search *s, const waiting_node *at)
{
    const pick_tree_node *node = &s->tree->pool.nodes[at->node];
    const uint32_t first = s->count;
    double old[PICK_BVH_WIDTH], joined[PICK_BVH_WIDTH];
    if (node->count < PICK_BVH_WIDTH) { // what is below it grows, too
        offer(s, at->growth, at->node, PICK_BVH_WIDTH, at->depth);
        return;
    }
    measure(s, &node->node, old, joined);
    for (uint32_t c = 0; c < PICK_BVH_WIDTH; ++c) {
        const uint32_t ref = node->node.child[c];
        if ((ref & PICK_REF_LEAF) != 0) {
            offer(s, at->growth + joined[c], at->node, c, at->depth);
        } else {
            // An infinite box does not grow.
            const double growth = at->growth + (old[c] < HUGE_VAL ? joined[c] - old[c] : 0);
            if (is_better(s, growth)) {
                add_waiting(s, first, growth, ref, at->depth + 1);
            }
        }
    }
}

// The roots' children, of whom the one that grows least is to be taken first; the others' order matters little.
static void search_roots(search *s)
{
    uint32_t least = 0;
    for (uint32_t i = 0; i < s->tree->root_count; ++i) {
        search_node(s, &(waiting_node){0, s->tree->root[i], 0});
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
