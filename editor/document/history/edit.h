// edit.h: the commands that change a level. Undo reverts each of them (document.h).
//
// Objects:    by number. Where a command takes `objects` and `count`, `objects` NULL means the selection, whatever the
//             count. Commands skip numbers of deleted objects, and duplicates.
// Subtrees:   commands that change the tree (delete, duplicate, group, reparent) move an object with its descendants.
//             An object whose ancestor is also given moves once. New objects are in the tree's order.
// Worlds:     "keeps its world transform" is exact up to rounding, whatever scale or shear the parents have, because
//             local transforms are affine. Under a parent flattened to a plane no local transform exists, and the
//             command is refused.
// Poses:      (editor_level_set_pose) no command takes a pose into the level. Where objects are put in the world, by a
//             drag or an alignment, that is where they are shown, and what their clip adds is taken off again. What
//             keeps its world transform (group, reparent, copy) keeps the one at rest.
// Result:     DONE: something changed (one step, or part of the open transaction). NOTHING: no change was needed.
//             REFUSED: nothing was changed; editor_document_reason says why.
#ifndef EDITOR_DOCUMENT_EDIT_H
#define EDITOR_DOCUMENT_EDIT_H

#include "document/history/document.h"

typedef enum editor_edit_result { EDITOR_EDIT_DONE, EDITOR_EDIT_NOTHING, EDITOR_EDIT_REFUSED } editor_edit_result;

// --- Selection ---

// As pick_selection_apply. Skips handles of objects that no longer exist.
editor_edit_result editor_edit_select(editor_document *document, pick_selection_op op, const pick_object_id *objects,
                                      size_t count);
// The same by number.
editor_edit_result editor_edit_select_objects(editor_document *document, pick_selection_op op, const uint32_t *objects,
                                              uint32_t count);
editor_edit_result editor_edit_set_active(editor_document *document, uint32_t object); // a selected one

// --- Selection sets (selection_set.h) ---

// Makes a set of these objects. `name`: as for rename, and no other set's. `made` (may be NULL): its number. Refused
// without objects, and when there are EDITOR_SET_COUNT sets.
editor_edit_result editor_edit_make_set(editor_document *document, const char *name, const uint32_t *objects,
                                        uint32_t count, uint32_t *made);
editor_edit_result editor_edit_add_to_set(editor_document *document, uint32_t set, const uint32_t *objects,
                                          uint32_t count);
editor_edit_result editor_edit_remove_from_set(editor_document *document, uint32_t set, const uint32_t *objects,
                                               uint32_t count);
// Its members are these objects alone from now on; refused without any.
editor_edit_result editor_edit_update_set(editor_document *document, uint32_t set, const uint32_t *objects,
                                          uint32_t count);
editor_edit_result editor_edit_rename_set(editor_document *document, uint32_t set, const char *name);
editor_edit_result editor_edit_delete_set(editor_document *document, uint32_t set); // its objects stay

// --- Transforms ---

// Both take one transform for each object, so `objects` must not be NULL. Both are refused when an object is gone, and
// of two mentions of one the last counts. Relative to each object's parent.
editor_edit_result editor_edit_set_locals(editor_document *document, const uint32_t *objects, const pick_affine *locals,
                                          uint32_t count);
// In world space, whatever the parents are. If an object and a descendant are both given, both get the requested
// transform.
editor_edit_result editor_edit_set_worlds(editor_document *document, const uint32_t *objects, const pick_affine *worlds,
                                          uint32_t count);

typedef enum editor_align_edge { EDITOR_ALIGN_MIN, EDITOR_ALIGN_CENTER, EDITOR_ALIGN_MAX } editor_align_edge;

// Moves each object along a world axis (0 x, 1 y, 2 z) until its subtree's box has that edge at the edge of the active
// object's box. The active object stays, and so do locked ones. Refused if the active object is not among them, or all
// others are locked.
editor_edit_result editor_edit_align(editor_document *document, const uint32_t *objects, uint32_t count, int axis,
                                     editor_align_edge edge);

// Moves each object straight down or up until the lowest point of its subtree is at world height `height`. Locked ones
// stay; refused if all are.
editor_edit_result editor_edit_drop_to_height(editor_document *document, const uint32_t *objects, uint32_t count,
                                              double height);
// Moves each object straight down to the first contact of its triangles, segments and points with a visible surface,
// never up: an object that is sunk into one stays. Walls and ceilings that it touches or sticks in do not hold it, nor
// do points and lines, nor what touches the sides of its box, within a millionth of its size.
// The given objects do not support each other. An object with nothing below it stays; refused if none has anything
// below it. Locked ones stay, and support the others; refused if all are.
editor_edit_result editor_edit_drop_to_surface(editor_document *document, const uint32_t *objects, uint32_t count);

// Moves an object so that the middle of its subtree's base stands at the world point `at`, on the visible surface
// there. If other visible objects are in the way, it stands at the nearest free place beside them, up to eight of its
// widths away; if there is none, at `at`.
editor_edit_result editor_edit_stand(editor_document *document, uint32_t object, pick_vec3 at);

// --- Vertices (moves.h) ---

// Vertices of an object's mesh, each once, and where they are to be in the space of the mesh.
typedef struct editor_vertex_moves {
    uint32_t object;
    const editor_moved_vertex *vertices;
    uint32_t count;
} editor_vertex_moves;

// Moves vertices, with all that are in one place with them. An object whose mesh others have, or which is a model's or
// a primitive's, gets a copy of it first. A primitive has no sizes until all vertices are back; its materials stay.
// Refused for what is no object with triangles of its own: an instance of a prefab, a terrain, a mesh that clips
// deform, a box in place of a file. Drags call it again and again in one transaction.
editor_edit_result editor_edit_move_vertices(editor_document *document, const editor_vertex_moves *moves,
                                             uint32_t count);
// Puts all vertices of each object back to where its model or primitive has them.
editor_edit_result editor_edit_reset_shapes(editor_document *document, const uint32_t *objects, uint32_t count);

// --- The tree ---

// Adds an empty group as the last child of `parent` and selects it. `made` (may be NULL): its number.
editor_edit_result editor_edit_add_group(editor_document *document, const char *name, uint32_t parent,
                                         const pick_affine *local, uint32_t *made);
editor_edit_result editor_edit_add_light(editor_document *document, const char *name, uint32_t parent,
                                         const editor_light *light, const pick_affine *local, uint32_t *made);
editor_edit_result editor_edit_add_camera(editor_document *document, const char *name, uint32_t parent,
                                          const editor_lens *lens, const pick_affine *local, uint32_t *made);

// Adds an object with the mesh of a valid primitive, otherwise like a group.
editor_edit_result editor_edit_add_primitive(editor_document *document, const char *name, uint32_t parent,
                                             const editor_primitive *primitive, const pick_affine *local,
                                             uint32_t *made);

// Adds an object with a line, whose points are copied, otherwise like a group. Refused if the line is invalid (line.h).
editor_edit_result editor_edit_add_line(editor_document *document, const char *name, uint32_t parent,
                                        const editor_line *line, const pick_affine *local, uint32_t *made);

// Adds the objects of an asset (editor_document_adopt) and selects the root. If the file has several roots, a new
// object named after the file holds them. `place` is the root's transform, relative to `parent`. Names are made unique.
editor_edit_result editor_edit_add_asset(editor_document *document, uint32_t asset, uint32_t parent,
                                         const pick_affine *place, uint32_t *made);

// Sets scale and up axis of an asset (fit.h), for what is added of it from now on and for what the level has of it:
// each object or group that looks like what adding the asset adds is scaled and turned as if it had been added so,
// where it stands; so is any other object with one of its meshes, about its own origin. Refused if a value is out of
// range.
editor_edit_result editor_edit_set_fit(editor_document *document, uint32_t asset, const editor_fit *fit);

// Deletes objects with their descendants and deselects them.
editor_edit_result editor_edit_delete(editor_document *document, const uint32_t *objects, uint32_t count);

// Puts copies right after their originals, selects them and gives them new names: "post 04" becomes "post 05" or the
// next free number; "lamp" becomes "lamp 02".
editor_edit_result editor_edit_duplicate(editor_document *document, const uint32_t *objects, uint32_t count);

// Puts objects into a new group and selects it. The group takes the place of the first object in the tree; its origin
// is the centre of their boxes. World transforms stay.
editor_edit_result editor_edit_group(editor_document *document, const uint32_t *objects, uint32_t count,
                                     const char *name);
// Replaces each group by its children and selects them. World transforms stay. Skips objects that are no groups;
// refused if all are.
editor_edit_result editor_edit_ungroup(editor_document *document, const uint32_t *objects, uint32_t count);

// Moves objects into `parent` (EDITOR_NONE: to the top), before its child `before` (EDITOR_NONE: last). World
// transforms stay. Also reorders siblings. Refused if `parent` is one of them or a descendant.
editor_edit_result editor_edit_reparent(editor_document *document, const uint32_t *objects, uint32_t count,
                                        uint32_t parent, uint32_t before);

// --- Prefabs (prefab.h) ---

// Moves objects into a new definition and puts an instance in their place, which is selected: one object where it
// stands, with what is below it; a group without the group itself, which the instance takes the place of; several as
// if they were grouped before. `name` NULL: the object's name, or "prefab". Names of definitions are made unique.
// Refused where something cannot be a part (editor_prefab_takes), or nothing has triangles. `made` (may be NULL): the
// number of the definition.
editor_edit_result editor_edit_make_prefab(editor_document *document, const uint32_t *objects, uint32_t count,
                                           const char *name, uint32_t *made);
// Adds an instance, otherwise like a group.
editor_edit_result editor_edit_add_prefab(editor_document *document, uint32_t prefab, const char *name, uint32_t parent,
                                          const pick_affine *local, uint32_t *made);
// Replaces each instance by a group of copies of its parts, which remembers the definition, and selects the groups. The
// copies are in the instance's layers, or in the parts' own if those are together the same. Skips other objects;
// refused if all are.
editor_edit_result editor_edit_unpack_prefab(editor_document *document, const uint32_t *objects, uint32_t count);
// Makes what is in the group, which was unpacked, the content of its definition: all instances follow, and an instance
// takes the place of the group. Refused as by make_prefab, and if the definition was deleted.
editor_edit_result editor_edit_update_prefab(editor_document *document, uint32_t group);
// `name`: as for rename, and no other definition's.
editor_edit_result editor_edit_rename_prefab(editor_document *document, uint32_t prefab, const char *name);
// Refused while there are instances.
editor_edit_result editor_edit_delete_prefab(editor_document *document, uint32_t prefab);

// --- Properties ---

// Makes the volume `into`, which is one of the volumes, a compound of them all, and removes the others; what is below
// these moves up to their place. All parts stay where they are at rest. Refused if an object is no volume, is locked or
// flat, or if there are more than EDITOR_PARTS parts.
editor_edit_result editor_edit_join_volumes(editor_document *document, const uint32_t *objects, uint32_t count,
                                            uint32_t into);
// Makes each part of compound volumes a volume of its own: the object becomes its first part, the others are new ones
// beside it. Other objects are passed over; refused if no compound is among them, or one is locked.
editor_edit_result editor_edit_split_volumes(editor_document *document, const uint32_t *objects, uint32_t count);

// Sets the sizes of primitives, one for each object; of two mentions of an object the last counts. Refused if an object
// is no primitive, or a value out of range.
editor_edit_result editor_edit_set_primitives(editor_document *document, const uint32_t *objects,
                                              const editor_primitive *primitives, uint32_t count);

// Sets the lines of objects that have one, which are copied; likewise.
editor_edit_result editor_edit_set_lines(editor_document *document, const uint32_t *objects, const editor_line *lines,
                                         uint32_t count);

// Overrides the material of a slot of each object: the values of overrides[i] that count replace all that the slot of
// objects[i] overrode before; no fields: the slot is as in the model again. `extra` is ignored. An object that is there
// twice gets both. Refused if an object has no such slot, or a value is out of range (override.h); all or none.
editor_edit_result editor_edit_set_overrides(editor_document *document, const uint32_t *objects,
                                             const editor_override *overrides, uint32_t count);

// Sets the width of each object's points or lines; EDITOR_WIDTH_OF_MODEL: as in the model again. The rest of what their
// material overrides stays. Refused if an object is neither points nor lines, or a width is out of range; all or none.
editor_edit_result editor_edit_set_widths(editor_document *document, const uint32_t *objects,
                                          const editor_width *widths, uint32_t count);

// The sizes of terrains, and whether samples of 65535 are holes; all or none. Refused if an object is no terrain, or a
// size is out of range.
editor_edit_result editor_edit_set_terrains(editor_document *document, const uint32_t *objects,
                                            const editor_terrain *terrains, uint32_t count);
editor_edit_result editor_edit_set_terrain_holes(editor_document *document, const uint32_t *objects, uint32_t count,
                                                 bool holes);

// `name`: UTF-8, not empty, without control characters.
editor_edit_result editor_edit_rename(editor_document *document, uint32_t object, const char *name);
editor_edit_result editor_edit_set_hidden(editor_document *document, const uint32_t *objects, uint32_t count,
                                          bool hidden);
editor_edit_result editor_edit_set_locked(editor_document *document, const uint32_t *objects, uint32_t count,
                                          bool locked);
editor_edit_result editor_edit_show_all(editor_document *document); // clears every object's own flag
editor_edit_result editor_edit_unlock_all(editor_document *document);
// Removes bits from each object's layers, then adds bits. An object must stay in at least one layer.
editor_edit_result editor_edit_set_layers(editor_document *document, const uint32_t *objects, uint32_t count,
                                          uint32_t remove, uint32_t add);
// `name` NULL or empty: removes the name. `layer`: the number of a bit, below EDITOR_LAYER_COUNT.
editor_edit_result editor_edit_name_layer(editor_document *document, uint32_t layer, const char *name);
// Sets the hidden and the locked layers, as bits.
editor_edit_result editor_edit_set_layer_flags(editor_document *document, uint32_t hidden, uint32_t locked);
// Whether objects in layer `from` see those in layer `to`. Both are numbers of bits, below EDITOR_LAYER_COUNT.
editor_edit_result editor_edit_set_layer_sight(editor_document *document, uint32_t from, uint32_t to, bool sees);
// Values must be in the ranges of level.h; `object` must be of that kind.
editor_edit_result editor_edit_set_light(editor_document *document, uint32_t object, const editor_light *light);
editor_edit_result editor_edit_set_lens(editor_document *document, uint32_t object, const editor_lens *lens);
// The same for several, one set of values for each; all or none.
editor_edit_result editor_edit_set_lights(editor_document *document, const uint32_t *objects,
                                          const editor_light *lights, uint32_t count);
editor_edit_result editor_edit_set_lenses(editor_document *document, const uint32_t *objects, const editor_lens *lenses,
                                          uint32_t count);

#endif
