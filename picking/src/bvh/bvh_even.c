// bvh_even.c: builds, refits and walks balanced hierarchies.
#include "bvh/bvh_even.h"
#include "base/compiler.h"
#include "base/tasks.h"

#include <math.h>

enum {
    EVEN_BLOCKS = 64,     // a sort is divided into at most so many tasks, and fewer than twice as many
    EVEN_FIT_NODES = 4096 // nodes of a task of a fit
};

void pick_even_plan(pick_even_tree *tree, uint32_t item_count, uint32_t leaf_size)
{
    uint32_t counts[PICK_EVEN_LEVELS];
    *tree = (pick_even_tree){.item_count = item_count, .leaf_size = leaf_size};
    tree->leaf_count = item_count / leaf_size + (item_count % leaf_size != 0);
    for (uint32_t below = tree->leaf_count; below > 0; below = below > 1 ? below : 0) {
        below = below / PICK_EVEN_WIDTH + (below % PICK_EVEN_WIDTH != 0);
        PICK_ASSERT(tree->level_count < PICK_EVEN_LEVELS);
        counts[tree->level_count++] = below;
        tree->node_count += below;
    }
    for (uint32_t level = 1; level < tree->level_count; level++)
        tree->first[level] = tree->first[level - 1] + counts[tree->level_count - level];
}

// --- Sorting --------------------------------------------------------------------------------------------------------

// No two places are equal in this order.
static inline bool lies_before(const pick_even_place *a, const pick_even_place *b, int axis)
{
    return a->at[axis] < b->at[axis] || (a->at[axis] == b->at[axis] && a->item < b->item);
}

static pick_even_place median_of(const pick_even_place *a, const pick_even_place *b, const pick_even_place *c, int axis)
{
    if (lies_before(b, a, axis)) {
        const pick_even_place *swap = a;
        a = b;
        b = swap;
    }
    if (lies_before(b, c, axis))
        return *b;
    return lies_before(a, c, axis) ? *c : *a;
}

// Moves the `rank` first places along an axis before all others; rank < count. Pivots are drawn at random, so that no
// order of the input is slow.
static void select_first(pick_even_place *p, uint32_t count, uint32_t rank, int axis)
{
    uint64_t seed = count;
    while (count > 1) {
        uint32_t sample[3];
        for (int i = 0; i < 3; i++) {
            seed = seed * 6364136223846793005u + 1442695040888963407u;
            sample[i] = (uint32_t)((seed >> 32) * count >> 32);
        }
        const pick_even_place pivot = median_of(&p[sample[0]], &p[sample[1]], &p[sample[2]], axis);
        int64_t i = 0;
        int64_t j = (int64_t)count - 1;
        while (i <= j) {
            while (lies_before(&p[i], &pivot, axis))
                ++i;
            while (lies_before(&pivot, &p[j], axis))
                --j;
            if (i <= j) {
                const pick_even_place swap = p[i];
                p[i++] = p[j];
                p[j--] = swap;
            }
        }
        if ((int64_t)rank <= j) {
            count = (uint32_t)(j + 1);
        } else if ((int64_t)rank >= i) {
            p += i;
            count -= (uint32_t)i;
            rank -= (uint32_t)i;
        } else {
            return;
        }
    }
}

static int longest_axis(const pick_even_place *p, uint32_t count)
{
    pick_box3f box = PICK_BOX3F_EMPTY;
    for (uint32_t i = 0; i < count; i++) {
        for (int k = 0; k < 3; k++) {
            box.lo[k] = p[i].at[k] < box.lo[k] ? p[i].at[k] : box.lo[k];
            box.hi[k] = p[i].at[k] > box.hi[k] ? p[i].at[k] : box.hi[k];
        }
    }
    const double x = (double)box.hi[0] - (double)box.lo[0];
    const double y = (double)box.hi[1] - (double)box.lo[1];
    const double z = (double)box.hi[2] - (double)box.lo[2];
    return x >= y && x >= z ? 0 : (y >= z ? 1 : 2);
}

typedef struct even_sort {
    const pick_even_tree *tree;
    pick_even_place *places;
    uint32_t block; // leaves of a task, a power of two
} even_sort;

uint32_t pick_even_items_before(const pick_even_tree *tree, uint32_t leaf)
{
    return leaf < tree->leaf_count ? leaf * tree->leaf_size : tree->item_count;
}

// Arranges the places of `count` leaves, from `first` on, a multiple of the least power of two that is not less than
// `count`: until ranges have no more than `until` leaves, a power of two. The left side gets a power of two.
static void arrange(const even_sort *sort, uint32_t first, uint32_t count, uint32_t until)
{
    while (count > until) {
        uint32_t left = until;
        while (2 * left < count)
            left *= 2;
        const uint32_t begin = pick_even_items_before(sort->tree, first);
        const uint32_t size = pick_even_items_before(sort->tree, first + count) - begin;
        pick_even_place *p = sort->places + begin;
        select_first(p, size, left * sort->tree->leaf_size, longest_axis(p, size));
        arrange(sort, first + left, count - left, until);
        count = left;
    }
}

static void sort_block(void *data, uint32_t index)
{
    const even_sort *sort = data;
    const pick_even_tree *tree = sort->tree;
    const uint32_t first = index * sort->block;
    const uint32_t rest = tree->leaf_count - first;
    const uint32_t count = rest < sort->block ? rest : sort->block;
    arrange(sort, first, count, 1);
    for (uint32_t leaf = first; leaf < first + count; leaf++) {
        const uint32_t begin = pick_even_items_before(tree, leaf);
        const uint32_t end = pick_even_items_before(tree, leaf + 1);
        for (uint32_t i = begin; i < end; i++) { // by number, so that the order is one that anybody can repeat
            const uint32_t item = sort->places[i].item;
            uint32_t k = i;
            for (; k > begin && tree->items[k - 1] > item; k--)
                tree->items[k] = tree->items[k - 1];
            tree->items[k] = item;
        }
    }
}

void pick_even_sort(pick_even_tree *tree, pick_even_place *places, const pick_task_hook *tasks)
{
    even_sort sort = {.tree = tree, .places = places, .block = 1};
    if (tree->leaf_count == 0)
        return;
    while (sort.block <= (tree->leaf_count - 1) / EVEN_BLOCKS)
        sort.block *= 2;
    arrange(&sort, 0, tree->leaf_count, sort.block);
    pick_run_tasks(tasks, sort_block, &sort, (tree->leaf_count - 1) / sort.block + 1);
}

// --- Boxes ----------------------------------------------------------------------------------------------------------

static void set_child_box(pick_even_node *node, uint32_t child, const pick_box3f *box)
{
    for (int k = 0; k < 3; k++) {
        node->bounds[2 * k][child] = box->lo[k];
        node->bounds[2 * k + 1][child] = box->hi[k];
    }
}

static pick_box3f node_bounds(const pick_even_node *node)
{
    pick_box3f all = PICK_BOX3F_EMPTY;
    for (int c = 0; c < PICK_EVEN_WIDTH; c++) {
        for (int k = 0; k < 3; k++) {
            all.lo[k] = node->bounds[2 * k][c] < all.lo[k] ? node->bounds[2 * k][c] : all.lo[k];
            all.hi[k] = node->bounds[2 * k + 1][c] > all.hi[k] ? node->bounds[2 * k + 1][c] : all.hi[k];
        }
    }
    return all;
}

typedef struct even_fit {
    pick_even_tree *tree;
    pick_even_grow grow;
    const void *user;
    uint32_t first, count; // nodes of the lowest level
} even_fit;

// Fits nodes of the lowest level.
static void fit_nodes(void *data, uint32_t index)
{
    const even_fit *fit = data;
    const pick_even_tree *tree = fit->tree;
    for (uint32_t n = index * EVEN_FIT_NODES; n < fit->count && n < (index + 1) * EVEN_FIT_NODES; n++) {
        for (uint32_t c = 0; c < PICK_EVEN_WIDTH; c++) {
            pick_box3f box = PICK_BOX3F_EMPTY;
            const uint32_t leaf = PICK_EVEN_WIDTH * n + c;
            for (uint32_t i = pick_even_items_before(tree, leaf); i < pick_even_items_before(tree, leaf + 1); i++)
                fit->grow(fit->user, tree->items[i], &box);
            set_child_box(&tree->nodes[fit->first + n], c, &box);
        }
    }
}

void pick_even_fit(pick_even_tree *tree, pick_even_grow grow, const void *user, const pick_task_hook *tasks)
{
    if (tree->level_count == 0)
        return;
    const uint32_t last = tree->first[tree->level_count - 1];
    even_fit fit = {.tree = tree, .grow = grow, .user = user, .first = last, .count = tree->node_count - last};
    pick_run_tasks(tasks, fit_nodes, &fit, (fit.count - 1) / EVEN_FIT_NODES + 1);
    for (uint32_t level = tree->level_count - 1; level-- > 0;) {
        const uint32_t below = tree->first[level + 1];
        const uint32_t end = level + 2 < tree->level_count ? tree->first[level + 2] : tree->node_count;
        for (uint32_t n = tree->first[level]; n < below; n++) {
            for (uint32_t c = 0; c < PICK_EVEN_WIDTH; c++) {
                const uint32_t child = below + PICK_EVEN_WIDTH * (n - tree->first[level]) + c;
                const pick_box3f box = child < end ? node_bounds(&tree->nodes[child]) : PICK_BOX3F_EMPTY;
                set_child_box(&tree->nodes[n], c, &box);
            }
        }
    }
}

pick_box3f pick_even_bounds(const pick_even_tree *tree)
{
    return tree->level_count > 0 ? node_bounds(&tree->nodes[0]) : PICK_BOX3F_EMPTY;
}

// --- Walks ----------------------------------------------------------------------------------------------------------

typedef struct even_entry {
    double key;
    uint32_t level, index; // within the level; the level below the last one is that of leaves
} even_entry;

// Items of a leaf lie anywhere. To wait for one after the other made rays at clouds a tenth to a quarter slower.
static PICK_INLINE void fetch_items(const pick_even_walk *walk, const uint32_t *items, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t place = walk->place_of != NULL ? walk->place_of[items[i]] : items[i];
        PICK_FETCH_AHEAD(walk->places + 3 * (size_t)place);
    }
}

bool pick_even_visit(const pick_even_tree *tree, pick_even_walk *walk, double key)
{
    even_entry stack[PICK_EVEN_STACK];
    uint32_t count = tree->level_count > 0 ? 1 : 0;
    stack[0] = (even_entry){.key = key};
    while (count > 0) {
        const even_entry at = stack[--count];
        if (at.key > walk->limit)
            continue;
        if (at.level == tree->level_count) {
            const uint32_t first = at.index * tree->leaf_size, end = pick_even_items_before(tree, at.index + 1);
            fetch_items(walk, tree->items + first, end - first);
            for (uint32_t i = first; i < end; i++) {
                if (walk->item(walk, tree->items[i], at.key))
                    return true;
            }
            continue;
        }
        double keys[PICK_EVEN_WIDTH];
        const pick_even_node *node = &tree->nodes[tree->first[at.level] + at.index];
        walk->keys(walk, node, at.key, keys);
        ++walk->nodes;
        const uint32_t bottom = count;
        for (uint32_t c = 0; c < PICK_EVEN_WIDTH; c++) { // the least on top
            if (keys[c] > walk->limit || keys[c] == HUGE_VAL || node->bounds[0][c] > node->bounds[1][c])
                continue;
            uint32_t place = count++;
            PICK_ASSERT(place < PICK_EVEN_STACK);
            for (; place > bottom && stack[place - 1].key < keys[c]; place--)
                stack[place] = stack[place - 1];
            stack[place] = (even_entry){keys[c], at.level + 1, PICK_EVEN_WIDTH * at.index + c};
        }
    }
    return false;
}
