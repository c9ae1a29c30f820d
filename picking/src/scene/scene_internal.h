// scene_internal.h: the struct behind pick_scene. Private.
//
// The tree's leaves are the objects that can be picked: not hidden, not flat, not empty. Its boxes are floats relative
// to `anchor`, rounded outward, so a world far from the origin keeps its detail.
//
// Its root is one very wide node: up to 128 children in up to 16 adjacent nodes, all full except the last. A ray tests
// these boxes independently of each other, which takes less time than the one or two levels that they replace. A scene
// of so few objects has no other nodes, so moving an object only writes its box.
#ifndef PICKING_SRC_SCENE_INTERNAL_H
#define PICKING_SRC_SCENE_INTERNAL_H

#include "base/compiler.h"
#include "bvh/bvh.h"
#include "mesh/mesh_internal.h"
#include "picking/scene.h"
#include "shapes/thin_internal.h"
#include "shapes/volume_internal.h"

#include <stddef.h>

#define PICK_OBJECT_PUBLIC_FLAGS ((uint32_t)(PICK_OBJECT_HIDDEN | PICK_OBJECT_LOCKED | PICK_OBJECT_CLICK_THROUGH))
// Added to the public flags.
#define PICK_OBJECT_ALIVE 0x80000000u
#define PICK_OBJECT_CHANGED 0x40000000u // edited since a rebuild collected it, or removed: it is in the journal

#define PICK_OBJECT_GIVEN 0x10000000u // only within pick_scene_set_many

// A mesh whose transform does not flatten or stretch so much that doubles lose the precision of floats: see
// is_well_conditioned. Never set for what has no triangles, so that kernels branch once for both.
#define PICK_OBJECT_WELL_CONDITIONED 0x20000000u

// Two cache lines; fields that every ray reads when it hits the object's box come first.
typedef struct pick_object {
    alignas(64) double center[3]; // centre of the mesh's box, in world axes, relative to `origin`
    float linear[9];
    uint32_t layers;            // free slots: see pick_object_next_free
    double inverse_determinant; // 0: flat, never hit
    const pick_mesh *mesh;      // or that of a volume, of points, or of a scene
    uint32_t flags;
    uint32_t generation;
    // The nodes that hold it, in the tree and in the tree under construction, by pick_tree.which. PICK_REF_NONE: not in
    // that tree. Without a rebuild the other entry is unused.
    uint32_t node[2];
    double origin[3];
    uint64_t user;
} pick_object;

// A copy of the fields that region queries read: without it, each object found would cost two cache misses.
typedef struct pick_tag {
    uint32_t layers, flags, generation;
} pick_tag;

typedef struct pick_tree {
    // Fields that rays read come first.
    pick_node_pool pool;
    uint32_t object_count;
    uint32_t levels; // length of the longest path
    double anchor[3];
    double reach;        // the largest coordinate of `bounds`
    uint32_t root_count; // nodes 0, 1, ... of the pool, side by side; 0: no objects
    uint32_t free_nodes; // chained by `parent`
    uint32_t free_count;
    uint32_t which; // index into an object's two nodes
    bool anchored;
    pick_box3f bounds;                    // bounds of the whole tree
    pick_box3f root_box[PICK_TREE_ROOTS]; // bounds of each root node's children
} pick_tree;

typedef struct pick_rebuild pick_rebuild;

// Memory that a rebuild left, freed piece by piece, because freeing many megabytes at once takes milliseconds.
typedef struct pick_litter {
    pick_blocks nodes;
    void *arrays[2];
    size_t array_bytes;
} pick_litter;

// Decides when to rebuild: scene_rebuild.c.
typedef struct pick_upkeep {
    pick_litter litter;
    pick_rebuild *rebuild; // the current rebuild, or NULL
    uint32_t debt;         // insertions since the last rebuild began
    uint32_t cursor;       // the next node of the survey
    double survey;         // sum of the survey so far
    double cost;           // result of the last full survey; 0: none yet
    double built_cost;     // result of the first survey after a rebuild; 0: none yet
    bool is_deferred;      // pick_scene_defer_builds
    bool is_paused;        // edits are counted, but do no slice of the upkeep
} pick_upkeep;

#define PICK_ROOT_SCENE 0xfffffffdu // one of those from PICK_ROOT_THIN up

struct pick_scene {
    pick_allocator allocator;
    pick_simd simd; // of the kernels that walk it
    uint32_t slot_count, object_count;
    uint32_t free_slot;  // PICK_REF_NONE: none
    pick_blocks objects; // pick_object, by slot
    pick_tree tree;
    pick_blocks tags; // pick_tag, by slot
    // The largest radius on screen of any object that it has had, in logical points: boxes do not have it.
    double screen_reach;
    bool nests; // it has had objects that are scenes
    pick_upkeep upkeep;
    pick_mesh body; // what objects that are this scene name: without triangles, as that of a volume
};

static inline bool pick_mesh_is_scene(const pick_mesh *mesh)
{
    return mesh->root == PICK_ROOT_SCENE;
}

// Of a mesh that is a scene.
static inline const pick_scene *pick_scene_of(const pick_mesh *mesh)
{
    return (const pick_scene *)(const void *)((const char *)mesh - offsetof(pick_scene, body));
}

enum { PICK_SLOT_SHIFT = PICK_NODE_SHIFT }; // the same, so that a ray addresses both kinds of children alike

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

// Free slots form a list, linked through a field that a free object does not use: a separate field would add four bytes
// to the two cache lines of every object.
static inline uint32_t *pick_object_next_free(pick_object *object)
{
    return &object->layers;
}

// The slot of an object that exists, or PICK_REF_NONE.
uint32_t pick_scene_slot(const pick_scene *scene, pick_object_id id);

// Whether an object of the scene can be as described: its mesh, flags and transform.
pick_result pick_object_desc_check(const pick_scene *scene, const pick_object_desc *desc);
// Whether a scene may be an object of another one (scene_nested.c).
pick_result pick_nested_check(const pick_scene *outer, const pick_scene *nested);
// The bounds of a scene's tree under a linear map, given by its columns. The tree is not empty.
void pick_nested_span(const pick_scene *nested, const float linear[9], double lo[4], double hi[4]);
// What the object was last set to; a volume, and points, are described by the mesh that they begin with.
pick_object_desc pick_object_describe(const pick_object *object);
// The mesh, or that of the volume, the points or the scene.
static inline const pick_mesh *pick_object_desc_body(const pick_object_desc *desc)
{
    if (desc->thin != NULL)
        return &desc->thin->mesh;
    if (desc->scene != NULL)
        return &desc->scene->body;
    return desc->volume != NULL ? &desc->volume->mesh : desc->mesh;
}

// Whether an object is drawn with a size on screen.
static inline bool pick_object_is_on_screen(const pick_object *object)
{
    return pick_mesh_is_thin(object->mesh) && pick_thin_screen_radius(pick_thin_of(object->mesh)) > 0;
}

// Call it with what an object gets, be it a mesh or in place of one.
static inline void pick_scene_note_size(pick_scene *scene, const pick_mesh *mesh)
{
    if (pick_mesh_is_thin(mesh))
        scene->screen_reach = pick_most(pick_thin_screen_radius(pick_thin_of(mesh)), scene->screen_reach);
    scene->nests = scene->nests || pick_mesh_is_scene(mesh);
}

// Updates the tree after an object's transform, mesh or flags changed. False: out of memory; nothing changed. Cannot
// fail where the object is in the tree already, or cannot be picked.
bool pick_scene_settle(pick_scene *scene, uint32_t slot);
// Updates the tag of an object alone: the tree was built of what it is now.
void pick_scene_tag(pick_scene *scene, uint32_t slot);
// Updates tags and tree after layers or flags of an object changed, but not its box.
void pick_scene_mark(pick_scene *scene, uint32_t slot);

// Chooses the kernels that traverse the tree; tests try them all. The level must be available.
void pick_scene_set_simd(pick_scene *scene, pick_simd level);

// --- Tree (scene_tree.c) --------------------------------------------------------------------------------------------
// `tree` is the scene's, or one that is being built of its objects.

void pick_tree_init(pick_tree *tree, const pick_allocator *allocator);
void pick_tree_finish(pick_tree *tree);
// Moves `from` to `to`, which is overwritten. `from` is left without nodes.
void pick_tree_move(pick_tree *to, pick_tree *from);

// Empties the tree. The objects still name their nodes: the caller's to set.
void pick_tree_clear(pick_tree *tree);

// Updates the bounds from the boxes of the roots' children.
void pick_tree_measure(pick_tree *tree);

// The object of a tree with a single object.
static inline uint32_t pick_tree_only_object(const pick_tree *tree)
{
    return pick_node_at(&tree->pool, 0)->node.child[0] & ~PICK_REF_LEAF;
}

// The float box of a world box. The first box of an empty tree becomes its anchor.
pick_box3f pick_tree_box(pick_tree *tree, const pick_aabb *world);

// The box that the tree stores for an object.
pick_box3f pick_tree_object_box(const pick_scene *scene, const pick_tree *tree, uint32_t slot);

// Updates the node of an object after its layers, lock or generation changed, if it is in the tree.
void pick_tree_mark(const pick_scene *scene, pick_tree *tree, uint32_t slot);

// Inserts the object of `slot` into the tree. False: out of memory; nothing changed.
bool pick_tree_insert(pick_scene *scene, pick_tree *tree, uint32_t slot, const pick_box3f *box);
// Inserts objects, at least one, into a tree that has one at least, as a subtree of their own, balanced by their
// middles: much faster than a build, and worse for queries. False: out of memory; nothing changed.
bool pick_tree_graft(pick_scene *scene, pick_tree *tree, const uint32_t *slots, uint32_t count);
void pick_tree_remove(pick_scene *scene, pick_tree *tree, uint32_t slot);
// Updates the tree after the box of an object in it changed. Cannot fail. True: the object was reinserted.
bool pick_tree_update(pick_scene *scene, pick_tree *tree, uint32_t slot, const pick_box3f *box);

// The place for one more object: in `node`, which has room; or, if `child` is less than PICK_BVH_WIDTH, in a new node
// that takes this child's place and has the old child as its other child. `depth`: of `node`, 0 at the root.
typedef struct pick_tree_place {
    uint32_t node, child, depth;
} pick_tree_place;

// Finds the best place (scene_place.c) in a tree whose roots are all full.
pick_tree_place pick_tree_find_place(const pick_tree *tree, const pick_box3f *box);

// --- Upkeep (scene_rebuild.c) ---------------------------------------------------------------------------------------

// Call it after every edit that changed the tree or the object of `slot`: it does a slice of the pending upkeep.
void pick_upkeep_edited(pick_scene *scene, uint32_t slot, bool inserted);
// Call it after every change of an object's layers or flags. If the object is in the tree, a current rebuild records it
// and advances by a slice.
void pick_upkeep_marked(pick_scene *scene, uint32_t slot);
// Rebuilds the tree at once, for an insertion that would make it too deep. False: out of memory.
bool pick_upkeep_flatten(pick_scene *scene);
// Whether pick_upkeep_build inserts or moves so many objects, and removes so many, faster than separate edits.
bool pick_upkeep_prefers_build(const pick_scene *scene, size_t edits, size_t removals);
// Whether so many arrivals are to be grafted, where builds are preferred. `moves`: other edits, which are done each.
bool pick_upkeep_prefers_graft(const pick_scene *scene, size_t arrivals, size_t moves, size_t removals);
// Abandons a current rebuild that would have to record so many removals, if builds are deferred.
void pick_upkeep_expect(pick_scene *scene, size_t removals);
// Grafts the pickable ones of `count` objects that are not in the tree, and abandons a current rebuild. `given`: NULL,
// or for each object a description, without a mesh where it comes again. False: out of memory; nothing changed.
bool pick_upkeep_graft(pick_scene *scene, const pick_object_id *ids, size_t count, const pick_object_desc *given);
// Rebuilds the tree at once from all pickable objects as they are now, whatever the old one has of them. `count`: how
// many these are, at least 1. False: out of memory; nothing changed.
bool pick_upkeep_build(pick_scene *scene, uint32_t count);
// Does about `budget` primitives' worth of work. False: nothing is left to do.
bool pick_upkeep_work(pick_scene *scene, uint64_t budget);
void pick_upkeep_init(pick_scene *scene);
void pick_upkeep_finish(pick_scene *scene);
size_t pick_upkeep_memory(const pick_scene *scene);

// --- Objects (scene_object.c) ---------------------------------------------------------------------------------------

// Writes everything that depends on transform and mesh.
void pick_object_place(pick_object *object, const pick_transform *transform, const pick_mesh *mesh);
bool pick_object_is_pickable(const pick_object *object);
// Whether the tree has it.
static inline bool pick_object_is_inside(const pick_scene *scene, const pick_object *object)
{
    return object->node[scene->tree.which] != PICK_REF_NONE;
}
// World box. `padded`: for the tree, widened by the rounding error of rays.
pick_aabb pick_object_world_box(const pick_object *object, bool padded);

#endif
