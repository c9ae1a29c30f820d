// edit.h: the commands that change a level. Undo reverts each of them (document.h).
//
// Objects:    by number. Where a command takes `objects` and `count`, `objects` NULL means the selection, whatever the
//             count; numbers of objects that are gone, and second mentions, are passed over.
// Subtrees:   commands that move things in the tree (delete, duplicate, group, reparent) take an object with all that
//             is below it, so one whose ancestor is also named comes along once. New things stand in the tree's order.
// Worlds:     "keeps its world transform" is exact up to rounding, whatever scale or shear is in the parents: local
//             transforms are affine and can say all of it. Under a parent flattened to a plane no local transform
//             does, and the command is refused.
// Result:     DONE: something changed (one step, or part of the open transaction). NOTHING: it was so already.
//             REFUSED: nothing was changed; editor_document_reason says why.
#ifndef EDITOR_DOCUMENT_EDIT_H
#define EDITOR_DOCUMENT_EDIT_H

#include "document/history/document.h"

typedef enum editor_edit_result { EDITOR_EDIT_DONE, EDITOR_EDIT_NOTHING, EDITOR_EDIT_REFUSED } editor_edit_result;

// --- Selection ---

// As pick_selection_apply. Handles of objects that are gone are passed over.
editor_edit_result editor_edit_select(editor_document *document, pick_selection_op op, const pick_object_id *objects,
                                      size_t count);
// The same by number.
editor_edit_result editor_edit_select_objects(editor_document *document, pick_selection_op op, const uint32_t *objects,
                                              uint32_t count);
editor_edit_result editor_edit_set_active(editor_document *document, uint32_t object); // a selected one

// --- Transforms ---

// Both take one transform for each object, so `objects` must not be NULL. Both are refused when an object is gone, and
// of two mentions of one the last counts. Relative to each object's parent.
editor_edit_result editor_edit_set_locals(editor_document *document, const uint32_t *objects, const pick_affine *locals,
                                          uint32_t count);
// In world space, whatever the parents are; when an object and one below it are both named, both end up where
// requested.
editor_edit_result editor_edit_set_worlds(editor_document *document, const uint32_t *objects, const pick_affine *worlds,
                                          uint32_t count);

typedef enum editor_align_edge { EDITOR_ALIGN_MIN, EDITOR_ALIGN_CENTER, EDITOR_ALIGN_MAX } editor_align_edge;

// Moves each object along a world axis (0 x, 1 y, 2 z) until its box, with all below it, has that edge where the active
// object's box has its own; the active one stays. Refused when the active object is not among them.
editor_edit_result editor_edit_align(editor_document *document, const uint32_t *objects, uint32_t count, int axis,
                                     editor_align_edge edge);

// Moves each object straight down or up until the lowest point of it and all below it is at world height `height`.
editor_edit_result editor_edit_drop_to_height(editor_document *document, const uint32_t *objects, uint32_t count,
                                              double height);
// Moves each object straight down until it rests on what is drawn below it; one that is sunk in by less than half its
// own height is lifted out. The objects named do not hold each other. What has nothing below it stays; when that is
// all of them, refused.
editor_edit_result editor_edit_drop_to_surface(editor_document *document, const uint32_t *objects, uint32_t count);

// World box of an object with all that is below it, hidden or not; of what has no triangles, the origin counts.
pick_aabb editor_level_subtree_bounds(const editor_level *level, uint32_t object);

// --- The tree ---

// A new empty group, last in `parent`, and selected. `made` (may be NULL) is its number.
editor_edit_result editor_edit_add_group(editor_document *document, const char *name, uint32_t parent,
                                         const pick_affine *local, uint32_t *made);
editor_edit_result editor_edit_add_light(editor_document *document, const char *name, uint32_t parent,
                                         const editor_light *light, const pick_affine *local, uint32_t *made);
editor_edit_result editor_edit_add_camera(editor_document *document, const char *name, uint32_t parent,
                                          const editor_lens *lens, const pick_affine *local, uint32_t *made);

// Adds what an asset holds (editor_document_import), under one new object that is named after the file unless the file
// has a single root itself, and selects it. `place` is the root's, relative to `parent`; names are made unique.
editor_edit_result editor_edit_add_asset(editor_document *document, uint32_t asset, uint32_t parent,
                                         const pick_affine *place, uint32_t *made);

// With all that is below; what was selected of it no longer is.
editor_edit_result editor_edit_delete(editor_document *document, const uint32_t *objects, uint32_t count);

// Copies stand right after what they are copied from, are selected, and have new names: "post 04" gives "post 05", or
// the next number that is free; "lamp" gives "lamp 02".
editor_edit_result editor_edit_duplicate(editor_document *document, const uint32_t *objects, uint32_t count);

// Puts objects in a new group, which takes the place of the first of them, stands at the middle of their boxes, and is
// selected. World transforms stay.
editor_edit_result editor_edit_group(editor_document *document, const uint32_t *objects, uint32_t count,
                                     const char *name);
// Puts what is in each group in the group's place, removes the group, and selects what was in it. World transforms
// stay. Objects that are no groups are passed over; refused when all are.
editor_edit_result editor_edit_ungroup(editor_document *document, const uint32_t *objects, uint32_t count);

// Moves objects into `parent` (EDITOR_NONE: to the top), before its child `before` (EDITOR_NONE: last). World
// transforms stay. Also reorders among siblings. Refused when `parent` is one of them or below one.
editor_edit_result editor_edit_reparent(editor_document *document, const uint32_t *objects, uint32_t count,
                                        uint32_t parent, uint32_t before);

// --- Properties ---

// Any text that is UTF-8, not empty and without control characters.
editor_edit_result editor_edit_rename(editor_document *document, uint32_t object, const char *name);
editor_edit_result editor_edit_set_hidden(editor_document *document, const uint32_t *objects, uint32_t count,
                                          bool hidden);
editor_edit_result editor_edit_set_locked(editor_document *document, const uint32_t *objects, uint32_t count,
                                          bool locked);
editor_edit_result editor_edit_show_all(editor_document *document); // clears every object's own flag
editor_edit_result editor_edit_unlock_all(editor_document *document);
// Bits out of each object's layers, then bits in. An object must stay in at least one layer.
editor_edit_result editor_edit_set_layers(editor_document *document, const uint32_t *objects, uint32_t count,
                                          uint32_t remove, uint32_t add);
// `name` NULL or empty: no longer named. `layer` is a bit's number, below EDITOR_LAYER_COUNT.
editor_edit_result editor_edit_name_layer(editor_document *document, uint32_t layer, const char *name);
// Which layers are hidden and which are locked, as bits.
editor_edit_result editor_edit_set_layer_flags(editor_document *document, uint32_t hidden, uint32_t locked);
// Values within the ranges that level.h gives; `object` must be of that kind.
editor_edit_result editor_edit_set_light(editor_document *document, uint32_t object, const editor_light *light);
editor_edit_result editor_edit_set_lens(editor_document *document, uint32_t object, const editor_lens *lens);

#endif
