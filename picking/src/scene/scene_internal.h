// scene_internal.h: what a scene is made of. Private.
//
// The tree's leaves are the objects that can be picked: not hidden, not flat, not empty. Its boxes are floats relative
// to `anchor`, rounded outward, so a world far from the origin keeps its detail.
//
// Its root is one very wide node: up to 128 children in up to 16 nodes side by side, all of them full but the last. A
// ray meets these boxes at once, none waiting for what another says, which takes less time than the one or two levels
// that they replace. A scene of so few objects has no other nodes: to move one is to write its box.
#ifndef PICKING_SRC_SCENE_INTERNAL_H
#define PICKING_SRC_SCENE_INTERNAL_H

#include "base/compiler.h"
#include "bvh/bvh.h"
#include "mesh/mesh_internal.h"
#include "picking/scene.h"

// Beside the public flags.
#define PICK_OBJECT_ALIVE 0x80000000u
#define PICK_OBJECT_CHANGED 0x40000000u // since a rebuild took it in: it is in the rebuild's journal. Dead ones too

// Its transform neither flattens nor stretches so much that doubles lose what floats hold: see is_well_conditioned.
#define PICK_OBJECT_WELL_CONDITIONED 0x20000000u

// Two cache lines; what every ray that meets the object reads comes first.
typedef struct pick_object {
    alignas(64) double center[3]; // of the mesh's box, in world axes, from `origin`
    float linear[9];
    uint32_t layers;            // free slots: see pick_object_next_free
    double inverse_determinant; // 0: flat, never hit
    const pick_mesh *mesh;
    uint32_t flags;
    uint32_t generation;
    // The nodes that hold it, in the tree and in the one that a rebuild makes, by pick_tree.which; PICK_REF_NONE when
    // it is not in the tree. Without a rebuild the other one means nothing.
    uint32_t node[2];
    double origin[3];
    uint64_t user;
} pick_object;

// What region queries read of an object, again: without its tag, each object found would cost two cache misses.
typedef struct pick_tag {
    uint32_t layers, flags, generation;
} pick_tag;

typedef struct pick_tree {
    // What rays read comes first.
    pick_node_pool pool;
    uint32_t object_count;
    uint32_t levels; // no path is longer
    double anchor[3];
    double reach;        // the largest coordinate of `bounds`
    uint32_t root_count; // nodes 0, 1, ... of the pool, side by side; 0: no objects
    uint32_t free_nodes; // chained by `parent`
    uint32_t free_count;
    uint32_t which; // of an object's two nodes
    bool anchored;
    pick_box3f bounds;                    // of the whole
    pick_box3f root_box[PICK_TREE_ROOTS]; // of each one's children
} pick_tree;

typedef struct pick_rebuild pick_rebuild;

// What a rebuild has left, to be freed piece by piece: to give many megabytes back to the system takes milliseconds.
typedef struct pick_litter {
    pick_blocks nodes;
    void *arrays[2];
    size_t array_bytes;
} pick_litter;

// When to rebuild: scene_rebuild.c.
typedef struct pick_upkeep {
    pick_litter litter;
    pick_rebuild *rebuild; // under way, or NULL
    uint32_t debt;         // insertions since the last one began
    uint32_t cursor;       // the node that the survey of the tree visits next
    double survey;         // its sum so far
    double cost;           // what the last full survey found; 0: none yet
    double built_cost;     // what the first one after a rebuild found; 0: none yet
} pick_upkeep;

struct pick_scene {
    pick_allocator allocator;
    pick_simd simd; // of the kernels that walk it
    uint32_t slot_count, object_count;
    uint32_t free_slot;  // PICK_REF_NONE: none
    pick_blocks objects; // pick_object, by slot
    pick_tree tree;
    pick_blocks tags; // pick_tag, by slot
    pick_upkeep upkeep;
};

enum { PICK_SLOT_SHIFT = PICK_NODE_SHIFT }; // the same, so that a ray finds either kind of child in one way

static inline pick_object *pick_object_at(const pick_scene *scene, uint32_t slot)
{
    PICK_ASSERT(slot < scene->objects.capacity);
    return pick_blocks_at(scene->objects.table, slot, PICK_SLOT_SHIFT, sizeof(pick_object));
}

static inline pick_tag *pick_tag_at(const pick_scene *scene, uint32_t slot)
{
    PICK_ASSERT(slot < scene->tags.capacity);
    return pick_blocks_at(scene->tags.table, slot, PICK_SLOT_SHIFT, sizeof(pick_tag));
}

// Free slots are a list, chained through a field that a free object has no use for: a field of its own would be four
// bytes more in the two cache lines of every object.
static inline uint32_t *pick_object_next_free(pick_object *object)
{
    return &object->layers;
}

// The slot of an object that exists, or PICK_REF_NONE.
uint32_t pick_scene_slot(const pick_scene *scene, pick_object_id id);

// Which kernels walk the tree; tests try them all. The level must be available.
void pick_scene_set_simd(pick_scene *scene, pick_simd level);

// --- Tree (scene_tree.c) --------------------------------------------------------------------------------------------
// `tree` is the scene's, or one that is being made of its objects.

void pick_tree_init(pick_tree *tree, const pick_allocator *allocator);
void pick_tree_finish(pick_tree *tree);
// `to`, which is overwritten, becomes what `from` was; `from` is left without nodes.
void pick_tree_move(pick_tree *to, pick_tree *from);

// Takes in what the boxes of the roots' children are.
void pick_tree_measure(pick_tree *tree);

// The object of a tree that has only one.
static inline uint32_t pick_tree_only_object(const pick_tree *tree)
{
    return pick_node_at(&tree->pool, 0)->node.child[0] & ~PICK_REF_LEAF;
}

// The float box of a world box. The first box of an empty tree becomes its anchor.
pick_box3f pick_tree_box(pick_tree *tree, const pick_aabb *world);

// The box that it keeps around an object of it.
pick_box3f pick_tree_object_box(const pick_scene *scene, const pick_tree *tree, uint32_t slot);

// The node follows what has changed of an object's layers, lock or generation, if it is in the tree.
void pick_tree_mark(const pick_scene *scene, pick_tree *tree, uint32_t slot);

// Puts the object of `slot` into the tree. False when there is no memory; nothing changed then.
bool pick_tree_insert(pick_scene *scene, pick_tree *tree, uint32_t slot, const pick_box3f *box);
void pick_tree_remove(pick_scene *scene, pick_tree *tree, uint32_t slot);
// The box of an object in the tree has changed. Cannot fail. True when it left its neighbours and was inserted anew.
bool pick_tree_update(pick_scene *scene, pick_tree *tree, uint32_t slot, const pick_box3f *box);

// Where one more object is put: in `node`, which has room; or, when `child` is less than PICK_BVH_WIDTH, in a new node
// that takes this child's place there and has it for its other child. `depth`: of `node`, 0 at the root.
typedef struct pick_tree_place {
    uint32_t node, child, depth;
} pick_tree_place;

// The best place (scene_place.c) in a tree whose roots are all full.
pick_tree_place pick_tree_find_place(const pick_tree *tree, const pick_box3f *box);

// --- Upkeep (scene_rebuild.c) ---------------------------------------------------------------------------------------

// Call it after every edit that changed the tree or the object of `slot`: it does a slice of the pending upkeep.
void pick_upkeep_edited(pick_scene *scene, uint32_t slot, bool inserted);
// Call it after every change of an object's layers or flags: if the object is in the tree, a rebuild under way notes it
// and advances by a slice.
void pick_upkeep_marked(pick_scene *scene, uint32_t slot);
// Makes the tree shallow at once, for the insertion that would make it too deep. False when there is no memory.
bool pick_upkeep_flatten(pick_scene *scene);
// Whether pick_upkeep_build adds so many objects to the tree sooner than inserting each.
bool pick_upkeep_prefers_build(const pick_scene *scene, size_t arrivals);
// Builds the tree anew at once, of all objects that can be picked; `arrivals` of them are not in the old one. False
// when there is no memory; nothing changed then.
bool pick_upkeep_build(pick_scene *scene, uint32_t arrivals);
// About `budget` primitives' worth of work. False when there is nothing left to do.
bool pick_upkeep_work(pick_scene *scene, uint64_t budget);
void pick_upkeep_init(pick_scene *scene);
void pick_upkeep_finish(pick_scene *scene);
size_t pick_upkeep_memory(const pick_scene *scene);

// --- Objects (scene_object.c) ---------------------------------------------------------------------------------------

// Writes everything that depends on transform and mesh.
void pick_object_place(pick_object *object, const pick_transform *transform, const pick_mesh *mesh);
bool pick_object_is_pickable(const pick_object *object);
// World box. `padded`: for the tree, with room for what the rays' own rounding may be off.
pick_aabb pick_object_world_box(const pick_object *object, bool padded);

#endif
