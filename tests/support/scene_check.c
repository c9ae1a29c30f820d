#include "scene_check.h"

#include "scene/scene_internal.h"
#include "scene/scene_rebuild.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define PUBLIC_FLAGS ((uint32_t)(PICK_OBJECT_HIDDEN | PICK_OBJECT_LOCKED | PICK_OBJECT_CLICK_THROUGH))

// Ends a check with its description as soon as a rule is broken.
#define RULE(condition)                                                                                                \
    do {                                                                                                               \
        if (!(condition)) {                                                                                            \
            return #condition;                                                                                         \
        }                                                                                                              \
    } while (0)

// --- Trees ----------------------------------------------------------------------------------------------------------

typedef struct walk {
    const pick_scene *scene;
    const pick_tree *tree;
    uint32_t nodes, objects, depth;
    // Per stack entry: a node and its depth. No node is pushed twice, or there would be more than the pool has.
    uint32_t *stack;
    uint32_t count;
} walk;

static bool is_changed(const walk *w, uint32_t slot)
{
    return w->tree != &w->scene->tree && (pick_object_at(w->scene, slot)->flags & PICK_OBJECT_CHANGED) != 0;
}

// A leaf of an object that has not been edited since a rebuild took it in.
static const char *check_leaf(const walk *w, const pick_tree_node *node, uint32_t c)
{
    const uint32_t slot = node->node.child[c] & ~PICK_REF_LEAF;
    const pick_object *object = pick_object_at(w->scene, slot);
    pick_tree copy = *w->tree;
    const pick_aabb world = pick_object_world_box(object, true);
    const pick_box3f right = pick_tree_box(&copy, &world);
    const pick_box3f box = pick_bvh_node_box(&node->node, c);
    RULE((object->flags & PICK_OBJECT_ALIVE) != 0);
    RULE(pick_object_is_pickable(object));
    RULE(w->tree->anchored);
    for (int k = 0; k < 3; k++)
        RULE(box.lo[k] <= right.lo[k] && box.hi[k] >= right.hi[k]);
    if ((node->plain >> c & 1u) != 0) {
        RULE(object->layers == node->layers);
        RULE((object->flags & PICK_OBJECT_LOCKED) == 0);
        RULE(object->generation == node->generation[c]);
    }
    return NULL;
}

static const char *check_child(walk *w, uint32_t index, uint32_t c, uint32_t depth)
{
    const pick_tree *tree = w->tree;
    const pick_tree_node *node = pick_node_at(&tree->pool, index);
    const uint32_t child = node->node.child[c];
    RULE(child != PICK_REF_NONE);
    if ((child & PICK_REF_LEAF) != 0) {
        const uint32_t slot = child & ~PICK_REF_LEAF;
        RULE(slot < w->scene->slot_count);
        RULE(pick_object_at(w->scene, slot)->node[tree->which] == index);
        ++w->objects;
        return is_changed(w, slot) ? NULL : check_leaf(w, node, c);
    }
    RULE(child < tree->pool.count);
    RULE(pick_node_at(&tree->pool, child)->parent == index);
    RULE(pick_node_at(&tree->pool, child)->count > 1);
    RULE((node->plain >> c & 1u) == 0);
    RULE((node->full >> c & 1u) == (pick_node_at(&tree->pool, child)->count == PICK_BVH_WIDTH));
    const pick_box3f box = pick_bvh_node_box(&node->node, c);
    const pick_box3f right = pick_bvh_node_bounds(&pick_node_at(&tree->pool, child)->node);
    RULE(memcmp(&box, &right, sizeof box) == 0);
    RULE(w->count < 2 * tree->pool.count);
    w->stack[w->count++] = child;
    w->stack[w->count++] = depth + 1;
    return NULL;
}

static const char *check_node(walk *w, uint32_t index, uint32_t depth)
{
    const pick_tree_node *node = pick_node_at(&w->tree->pool, index);
    RULE(node->count >= 1 && node->count <= PICK_BVH_WIDTH);
    RULE(node->plain >> node->count == 0);
    ++w->nodes;
    w->depth = depth + 1 > w->depth ? depth + 1 : w->depth;
    for (uint32_t c = 0; c < node->count; c++) {
        const char *wrong = check_child(w, index, c, depth);
        if (wrong != NULL)
            return wrong;
    }
    for (uint32_t c = node->count; c < PICK_BVH_WIDTH; c++) {
        const pick_box3f box = pick_bvh_node_box(&node->node, c);
        RULE(node->node.child[c] == PICK_REF_NONE);
        for (int k = 0; k < 3; k++)
            RULE(box.lo[k] == INFINITY && box.hi[k] == -INFINITY);
    }
    return NULL;
}

static const char *check_roots(walk *w)
{
    const pick_tree *tree = w->tree;
    RULE(tree->root_count <= PICK_TREE_ROOTS);
    RULE((tree->root_count > 0) == (tree->object_count > 0));
    for (uint32_t i = 0; i < tree->root_count; i++) {
        RULE(i < tree->pool.count);
        const pick_tree_node *root = pick_node_at(&tree->pool, i);
        const pick_box3f right = pick_bvh_node_bounds(&root->node);
        RULE(root->parent == (PICK_REF_LEAF | i));
        RULE(root->count == PICK_BVH_WIDTH || i + 1 == tree->root_count);
        RULE(memcmp(&tree->root_box[i], &right, sizeof right) == 0);
        for (int k = 0; k < 3; k++) {
            RULE(tree->bounds.lo[k] <= right.lo[k] && tree->bounds.hi[k] >= right.hi[k]);
            RULE(tree->reach >= fabs((double)right.lo[k]) && tree->reach >= fabs((double)right.hi[k]));
        }
        w->count = 2;
        w->stack[0] = i;
        w->stack[1] = 0;
        while (w->count > 0) {
            w->count -= 2;
            const char *wrong = check_node(w, w->stack[w->count], w->stack[w->count + 1]);
            if (wrong != NULL)
                return wrong;
            RULE(w->nodes <= tree->pool.count);
        }
    }
    return NULL;
}

static const char *check_free_nodes(const pick_tree *tree)
{
    uint32_t count = 0;
    for (uint32_t i = tree->free_nodes; i != PICK_REF_NONE; i = pick_node_at(&tree->pool, i)->parent) {
        RULE(i < tree->pool.count);
        RULE(pick_node_at(&tree->pool, i)->count == 0);
        RULE(++count <= tree->free_count);
    }
    RULE(count == tree->free_count);
    return NULL;
}

static const char *check_tree(const pick_scene *scene, const pick_tree *tree)
{
    walk w = {.scene = scene, .tree = tree, .stack = malloc((2 * (size_t)tree->pool.count + 2) * sizeof(uint32_t))};
    RULE(w.stack != NULL);
    const char *wrong = check_roots(&w);
    free(w.stack);
    wrong = wrong != NULL ? wrong : check_free_nodes(tree);
    if (wrong != NULL)
        return wrong;
    RULE(tree->which < 2);
    RULE(tree->pool.count <= tree->pool.nodes.capacity);
    RULE(w.nodes + tree->free_count == tree->pool.count);
    RULE(w.objects == tree->object_count);
    RULE(w.depth <= tree->levels && tree->levels <= PICK_BVH_MAX_DEPTH);
    return NULL;
}

// --- Slots ----------------------------------------------------------------------------------------------------------

static const char *check_slots(const pick_scene *scene)
{
    uint32_t alive = 0, inside = 0, retired = 0, free_slots = 0, changed = 0;
    RULE(scene->slot_count <= scene->objects.capacity && scene->slot_count <= scene->tags.capacity);
    for (uint32_t slot = 0; slot < scene->slot_count; slot++) {
        const pick_object *object = pick_object_at(scene, slot);
        const pick_tag *tag = pick_tag_at(scene, slot);
        const bool is_alive = (object->flags & PICK_OBJECT_ALIVE) != 0;
        const bool is_inside = object->node[scene->tree.which] != PICK_REF_NONE;
        alive += is_alive;
        inside += is_inside;
        changed += (object->flags & PICK_OBJECT_CHANGED) != 0;
        retired += !is_alive && object->generation == UINT32_MAX;
        RULE(is_inside == (is_alive && pick_object_is_pickable(object)));
        if (is_alive) {
            RULE(tag->layers == object->layers && tag->generation == object->generation);
            RULE((tag->flags & PUBLIC_FLAGS) == (object->flags & PUBLIC_FLAGS));
        }
    }
    for (uint32_t slot = scene->free_slot; slot != PICK_REF_NONE; slot = pick_object_at(scene, slot)->layers) {
        RULE(slot < scene->slot_count);
        RULE((pick_object_at(scene, slot)->flags & PICK_OBJECT_ALIVE) == 0);
        RULE(++free_slots <= scene->slot_count);
    }
    RULE(alive == scene->object_count);
    RULE(inside == scene->tree.object_count);
    RULE(alive + free_slots + retired == scene->slot_count);
    RULE(changed == (scene->upkeep.rebuild != NULL ? scene->upkeep.rebuild->journal_count : 0));
    return NULL;
}

// --- A rebuild under way --------------------------------------------------------------------------------------------

// Every object is in the new tree if it is in the old one, but for those in the journal.
static const char *check_new_tree(const pick_scene *scene, const pick_tree *next)
{
    for (uint32_t slot = 0; slot < scene->slot_count; slot++) {
        const pick_object *object = pick_object_at(scene, slot);
        const bool is_in_old = object->node[scene->tree.which] != PICK_REF_NONE;
        const bool is_in_new = object->node[next->which] != PICK_REF_NONE;
        RULE((object->flags & PICK_OBJECT_CHANGED) != 0 || is_in_old == is_in_new);
    }
    return check_tree(scene, next);
}

// The slots that are marked as changed, each once.
static const char *check_journal(const pick_scene *scene, const pick_rebuild *r)
{
    bool *seen = calloc(scene->slot_count + 1, sizeof *seen);
    bool twice = false, marked = true;
    RULE(seen != NULL);
    for (uint32_t i = 0; i < r->journal_count; i++) {
        const uint32_t slot = r->journal[i] < scene->slot_count ? r->journal[i] : scene->slot_count;
        twice = twice || seen[slot];
        seen[slot] = true;
        marked = marked && slot < scene->slot_count && (pick_object_at(scene, slot)->flags & PICK_OBJECT_CHANGED) != 0;
    }
    free(seen);
    RULE(!twice);
    RULE(marked);
    return NULL;
}

// Objects whose boxes and centroids lie in those of the range.
static const char *check_range(const pick_scene *scene, const pick_rebuild *r, const pick_build_range *range)
{
    RULE(range->buffer < 2 && range->first + range->count <= r->prim_count);
    for (uint32_t i = 0; i < range->count; i++) {
        const pick_build_prim *prim = &r->builder.prims[range->buffer][range->first + i];
        RULE(pick_prim_id(prim) < scene->slot_count);
        for (int k = 0; k < 3; k++) {
            const float centroid = prim->box[k] - prim->box[k + 4];
            RULE(range->box[k] <= prim->box[k] && range->box[k + 4] <= prim->box[k + 4]);
            RULE(range->centroids[k] <= centroid && range->centroids[k + 4] <= -centroid);
        }
    }
    return NULL;
}

static const char *check_rebuild(const pick_scene *scene, const pick_rebuild *r)
{
    RULE(r->next.which == !scene->tree.which);
    RULE(r->prim_count <= r->prim_capacity);
    RULE(r->journal_count <= r->journal_capacity);
    RULE(r->pending_count <= sizeof r->pending / sizeof r->pending[0]);
    RULE(r->next.pool.count <= r->next.pool.nodes.capacity);
    RULE(r->phase != REBUILD_COLLECT || r->cursor <= scene->slot_count);
    RULE(r->phase != REBUILD_FIT || r->cursor <= r->next.pool.count);
    const char *wrong = check_journal(scene, r);
    if (wrong != NULL)
        return wrong;
    for (uint32_t i = 0; r->phase == REBUILD_COLLECT && i < r->prim_count; i++)
        RULE(pick_prim_id(&r->builder.prims[0][i]) < r->cursor);
    pick_build_range collected = r->whole;
    collected.count = r->prim_count;
    // What splits have left in the first buffer is old, but collected all the same.
    wrong = r->phase <= REBUILD_OPEN ? check_range(scene, r, &collected) : NULL;
    for (uint32_t i = 0; r->phase == REBUILD_OPEN && wrong == NULL && i < r->pending_count; i++)
        wrong = check_range(scene, r, &r->pending[i].range);
    if (wrong != NULL)
        return wrong;
    return r->phase == REBUILD_CATCH_UP ? check_new_tree(scene, &r->next) : NULL;
}

const char *scene_check(const pick_scene *scene)
{
    const char *wrong = check_slots(scene);
    if (wrong == NULL)
        wrong = check_tree(scene, &scene->tree);
    if (wrong == NULL && scene->upkeep.rebuild != NULL)
        wrong = check_rebuild(scene, scene->upkeep.rebuild);
    return wrong;
}
