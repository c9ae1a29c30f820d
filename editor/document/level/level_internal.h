// level_internal.h: the primitive operations of edits. Each leaves derived state (world transforms, effective flags,
// the pick scene) out of date until the next refresh.
#ifndef EDITOR_DOCUMENT_LEVEL_INTERNAL_H
#define EDITOR_DOCUMENT_LEVEL_INTERNAL_H

#include "document/level/level.h"

// The place of an object in the tree.
typedef struct editor_place {
    uint32_t parent; // or EDITOR_NONE: a root
    uint32_t before; // the next sibling, or EDITOR_NONE: the object is the last
    bool attached;   // false: detached
} editor_place;

#define EDITOR_PLACE_NOWHERE ((editor_place){EDITOR_NONE, EDITOR_NONE, false})

// Creates a detached object like `like`, which may be one of the level: kind, mesh, local, layers, own flags, light or
// lens. Copies `name`. EDITOR_NONE: out of memory.
uint32_t editor_level_make_object(editor_level *level, const char *name, const editor_object *like);
// Frees a detached object and its descendants: their numbers and handles become free.
void editor_level_forget(editor_level *level, uint32_t object);

editor_place editor_level_place(const editor_level *level, uint32_t object);
// Moves the object. `place.parent` must not be a descendant of the object.
void editor_level_move(editor_level *level, uint32_t object, editor_place place);

// Updates the derived state of the object and its descendants, also in the pick scene. Once all touched objects are
// refreshed, level->unfinite_count is the number of objects with a non-finite world transform.
void editor_level_refresh(editor_level *level, uint32_t object);
// The same for one of many objects whose states are all set by now: one that was refreshed since begin_pass, as its
// ancestors that come first among the many see to, is not refreshed again.
void editor_level_begin_pass(editor_level *level);
void editor_level_refresh_in_pass(editor_level *level, uint32_t object, bool flags_only);
// Flags only: after hidden, locked or layers changed.
void editor_level_refresh_flags(editor_level *level, uint32_t object);
// Flags of all objects: after a layer was hidden or locked, or isolation began or ended.
void editor_level_refresh_layers(editor_level *level);

// The mesh, and whether that hides the object: after it got another one, or another look.
void editor_level_refresh_mesh(editor_level *level, uint32_t object);

// Refreshes between these leave the pick scene behind, and the end brings it up to date for all objects at once:
// several times as fast where they are many. Nest. Nothing may query the scene in between.
void editor_level_begin_refresh(editor_level *level);
void editor_level_end_refresh(editor_level *level);
// Where memory runs out, the pick scene has some objects as they were: tells it of them again. Not within a refresh.
void editor_level_catch_up(editor_level *level);
// Notes that the pick scene does not have the object as it is, within such a refresh.
void editor_level_fall_behind(editor_level *level, uint32_t object);

// Records that the object changed, for editor_level_changes.
void editor_level_touch(editor_level *level, uint32_t object);

void editor_object_free(editor_object *object); // frees what it owns
void editor_asset_free(editor_asset *asset);    // frees what it owns

// Marks the assets that the level's objects have meshes or clips of, as parts of instances too. `undone`: also objects
// that undo or redo may bring back. `prefabs`: also prefabs without an instance. The caller frees the result. NULL: out
// of memory.
bool *editor_level_find_used(const editor_level *level, bool undone, bool prefabs);
// Marks the models that are not in the level any more: their import was undone, or their objects were deleted. A level
// keeps those that its file lists, and those that have no meshes for objects. The caller frees the result. NULL: out of
// memory.
bool *editor_level_find_gone(const editor_level *level);

// Whether adding either gives the same objects, but for the content of their meshes: tree, names, transforms, and which
// object has which mesh.
bool editor_asset_adds_the_same(const editor_asset *a, const editor_asset *b);

// Moves meshes, materials, images and the single asset of `source` into the level and destroys the rest. Returns the
// asset's number, or EDITOR_NONE: out of memory; `source` is then destroyed completely.
uint32_t editor_level_absorb(editor_level *level, editor_level *source);

// The level's mesh of a valid primitive: that of an equal one, or a new one. EDITOR_NONE: out of memory.
uint32_t editor_level_primitive(editor_level *level, const editor_primitive *primitive);
// The same for what a file has: once the primitives of the level have EDITOR_PRIMITIVE_TRIANGLES triangles, so that a
// small file cannot ask for much memory, further ones are shown with few segments. Their values stay. The first one,
// that of `object`, adds a warning.
#define EDITOR_PRIMITIVE_TRIANGLES (1u << 23)
uint32_t editor_level_read_primitive(editor_level *level, const editor_primitive *primitive, const char *object);
// Likewise of a valid line.
uint32_t editor_level_line(editor_level *level, const editor_line *line);
// Whether there is room for a copy of the mesh (moves.h).
bool editor_level_can_copy(const editor_level *level, const editor_mesh *mesh);
// Counts the copies' triangles and vertices anew, after they were exchanged.
void editor_level_count_moved(editor_level *level);
// Makes a copy of a mesh with these moves, or a box if it has no triangles any more, or too many. It is not stored, and
// has no original yet. False: out of memory, and nothing to free.
bool editor_level_make_moved(editor_level *level, editor_mesh *from, const editor_moves *moves, editor_mesh *out);
// The level's copy of a mesh with these moves: a new one; or an equal one where there is one. The mesh is no copy.
// EDITOR_NONE: out of memory.
uint32_t editor_level_copy_mesh(editor_level *level, uint32_t original, const editor_moves *moves);
uint32_t editor_level_moved_mesh(editor_level *level, uint32_t original, const editor_moves *moves);
// Why a copy's moves do not count, as what follows its name; NULL: they do, or the file is missing.
const char *editor_level_misfit(const editor_level *level, const editor_mesh *mesh);
// Whether both are the same mesh in a level file: copies that became equal are two meshes.
bool editor_level_same_mesh(const editor_level *level, uint32_t a, uint32_t b);
// Whether more than one existing object has the mesh, or a part of a prefab.
bool editor_level_is_shared(const editor_level *level, uint32_t mesh);
// Brings a copy up to date after its moves were exchanged, in what is picked too. Contents of prefabs follow with
// editor_level_follow_parts.
void editor_level_apply_moves(editor_level *level, uint32_t mesh);
// Frees a copy, which nothing may use, looks and undo included. Its number becomes free.
void editor_level_remove_moved(editor_level *level, uint32_t mesh);
// Frees a primitive's or a line's mesh, which nothing may use, looks and undo included. Its number becomes free.
void editor_level_remove_made(editor_level *level, uint32_t mesh);

// Frees a mesh that nothing may use, likewise, and that no list of equal ones has.
void editor_level_free_mesh(editor_level *level, uint32_t mesh);
// Frees the last asset, its meshes, which nothing may use, looks and undo included, and images that nothing else uses.
// Its materials stay.
void editor_level_remove_asset(editor_level *level);

// Frees the images of materials that no mesh and no look has, those that only undo has included. Numbers stay as they
// are: what is left of such an image is empty, and such a material is retired.
void editor_level_free_unused_images(editor_level *level);
void editor_image_free(editor_image *image); // what it has; then it is empty

// Adds a mesh without an asset, with what is picked of it, under a free number or a new one. EDITOR_NONE: out of
// memory; the mesh is freed.
uint32_t editor_level_store_mesh(editor_level *level, editor_mesh *mesh);

// The level's mesh for a mesh of an asset: the mesh itself, or a box as a stand-in. EDITOR_NONE: out of memory.
uint32_t editor_level_asset_mesh(editor_level *level, uint32_t asset, uint32_t index);

// The box of a mesh whose content is missing or, `unread`, still to come: `box` is in object space, as in
// editor_asset_mesh. It has no pick mesh yet. False: out of memory; then `out` is empty.
bool editor_level_make_box(editor_level *level, const char *name, const double box[6], bool unread, editor_mesh *out);
// A new mesh: the box of a mesh of an asset, which has no user yet. EDITOR_NONE: out of memory.
uint32_t editor_level_add_stand_in(editor_level *level, uint32_t asset, uint32_t index);
// An asset that was still to be read could not be: it is missing for good. False: out of memory.
bool editor_level_settle_missing(editor_level *level, uint32_t asset);
// The asset's mesh that had that name and number when the file was read before; EDITOR_NONE: none, or several.
uint32_t editor_asset_match(const editor_asset *asset, const char *name, uint32_t index);
// Gives `asset` the path and the content of `from`, the last asset, which goes. Meshes of the level that are found
// again (editor_asset_match) keep their numbers; boxes stand in for the others. False: out of memory; then both stay.
bool editor_level_graft(editor_level *level, uint32_t asset, uint32_t from);
// Whether the changed file of a model does not have that mesh of the asset any more: a box stands for it although the
// file was read.
bool editor_level_is_lost(const editor_level *level, const editor_asset *asset, uint32_t index);
// Counts these: after a file was read.
void editor_level_count_lost(editor_level *level);
// Brings the warnings about them up to date. `users` has the name of a user of each mesh, or NULL.
void editor_level_tell_lost(editor_level *level, const char *const *users);
// Brings two kinds of warnings up to date, after an edit, undo or redo, and after a file was read. Copies whose moves
// do not count (editor_level_misfit) have one each, and models whose files lack meshes (lost_count) one each, if
// objects or parts of prefabs have these copies or meshes.
void editor_level_tell_misfits(editor_level *level);
// A warning of these kinds, which only that function makes; and one of any kind goes.
void editor_level_add_mesh_warning(editor_level *level, uint32_t mesh, const char *format, ...);
void editor_level_remove_warning(editor_level *level, uint32_t number);
// Drops the warnings about an asset; those about `by`, if that is another asset, are about it from then on.
void editor_level_replace_warnings(editor_level *level, uint32_t asset, uint32_t by);

// Sorts the nodes of the asset that clips move by their names. False: out of memory.
bool editor_level_sort_movers(editor_asset *asset);
// Gives the single asset of a level what moves in it (NULL: nothing), and has the level's objects follow it. False: out
// of memory; the asset has it, and must go.
bool editor_level_set_motion(editor_level *level, editor_motion *motion);
// Has an object follow a node of an asset: by its number and its name (NULL: by the number alone), or the only node
// that moves and has the name. If there is none, the object remembers them. False: out of memory; it follows nothing.
bool editor_level_follow(const editor_level *level, editor_object *object, uint32_t asset, uint32_t number,
                         const char *name);
// What the object follows, or would: the number of a node of the asset `motion_asset`, and its name ("": none).
// EDITOR_NONE: it follows nothing.
uint32_t editor_level_followed_node(const editor_level *level, const editor_object *object, const char **name);
// The object's own hidden flag, or what the pose makes of it.
bool editor_level_is_switched_off(const editor_level *level, uint32_t object);
// Whether clips of its asset deform the mesh.
bool editor_level_is_deformed(const editor_level *level, uint32_t mesh);
// Poses an asset that came to a level that is posed. False: out of memory; it is at rest.
bool editor_level_pose_asset(editor_level *level, uint32_t asset);

// Makes room for one more element. Returns the array, which may have moved, or NULL: out of memory.
void *editor_level_reserve(void *array, uint32_t count, uint32_t *capacity, size_t element_size);

// Makes the pick mesh, or the points or lines. Polygons are the pick mesh's from then on.
pick_result editor_level_finish_mesh(const editor_level *level, editor_mesh *mesh);
// Makes a pick mesh of the same triangles with the sides and alpha of other materials, one for each submesh.
pick_result editor_level_make_pick(const editor_mesh *mesh, const editor_material *materials, pick_mesh **out);
// Makes the points or lines of a mesh, of any width.
pick_result editor_level_make_thin(const editor_mesh *mesh, editor_width width, pick_thin **out);
// The same with those that the mesh has, which must outlive them: they take little time and memory.
pick_result editor_level_share_thin(const editor_mesh *mesh, editor_width width, pick_thin **out);
// The description of an object for the pick scene.
pick_object_desc editor_level_describe(const editor_level *level, uint32_t object);
// Gives the object of the pick scene the mesh, the volume or the points of the description.
pick_result editor_level_set_shape(const editor_level *level, pick_object_id id, const pick_object_desc *desc);
// Gives an object its handle in the pick scene.
pick_result editor_level_add_to_scene(editor_level *level, uint32_t object);
// Notes that the object has the handle that it has. False: out of memory.
bool editor_level_note_handle(editor_level *level, uint32_t object);

#endif
