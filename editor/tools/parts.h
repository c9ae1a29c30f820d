// parts.h: part mode: vertices, edges or faces of meshes are hovered and selected in place of objects.
//
// Selection:  is not part of the level: no undo step, not saved. Parts of deleted objects are dropped.
// Volumes:    neither have parts nor hide any.
#ifndef EDITOR_TOOLS_PARTS_H
#define EDITOR_TOOLS_PARTS_H

#include "tools/tools.h"

#include "picking/topology.h"

typedef struct editor_part_list {
    pick_part *items;
    size_t count, capacity;
} editor_part_list;

typedef struct editor_part_tool {
    uint32_t kind;                      // PICK_PART_*, or 0: objects are selected
    editor_part_list selected, touched; // `touched`: by the region that is being drawn
    pick_part active;                   // the last one that was selected by itself; it may be selected no longer
    bool hovered;
    pick_part_hit hover;
    // The parts under the last click, in the order in which further clicks there select them.
    editor_part_list stack;
    size_t place; // of the selected one; none is hovered or selected from the stack while it is empty
    pick_vec2 clicked;
    uint32_t clicked_view;
    uint64_t clicked_revision;
    editor_view_mouse mouse; // that the hover was found for
    bool looked;
    uint64_t revision;               // counts the changes of what is selected
    editor_document_moment found_at; // when those that are selected were last found to be there
} editor_part_tool;

void editor_parts_finish(editor_part_tool *parts);
// Chooses a mode. A selection of another kind is dropped.
void editor_parts_choose(editor_part_tool *parts, uint32_t kind);
// Finds the hovered part when mouse, camera or scene changed. Returns whether it is another one.
bool editor_parts_follow(editor_part_tool *parts, const editor_tool_context *context, bool dragging);
// Hovers nothing: a handle is under the mouse, or is dragged. Returns whether something was hovered.
bool editor_parts_leave(editor_part_tool *parts);
void editor_parts_click(editor_part_tool *parts, const editor_tool_context *context, const pick_pointer_action *action);
void editor_parts_clear(editor_part_tool *parts); // selects none
// Forgets what lies under the mouse, after vertices were moved.
void editor_parts_forget(editor_part_tool *parts);
// Selects no longer what is gone: the object, or the part of its mesh. Returns whether something is.
bool editor_parts_drop_gone(editor_part_tool *parts, const editor_document *document);
// Whether what is under the mouse is selected, of parts, and where it is.
bool editor_parts_selected_at(const editor_part_tool *parts, const editor_tool_context *context, uint32_t view,
                              pick_vec2 at, pick_vec3 *point);
// "Move vertex of crate", "Move 12 edges": of those that the gizmo moves.
void editor_parts_label(const editor_part_tool *parts, const editor_level *level, const char *verb, char *out,
                        size_t size);
// Selects the hovered part alone, unless it is selected.
void editor_parts_take_hovered(editor_part_tool *parts);

// --- parts_stack.c: clicks in one place select one part after the other ---

// Makes the stack of the parts within reach of a click that selected `first`, seen or not: that one, then by their
// distance from the mouse on screen and their depth; faces by depth. Of several that are in one place it has one.
void editor_parts_stack(editor_part_tool *parts, const editor_tool_context *context, uint32_t view, pick_vec2 at,
                        const pick_part *first);
// Whether a click there goes on through the stack: nothing was changed since the click that made it.
bool editor_parts_goes_on(const editor_part_tool *parts, const editor_tool_context *context, uint32_t view,
                          pick_vec2 at);

// Makes room for `count` entries. False: out of memory.
bool editor_part_list_reserve(editor_part_list *list, size_t count);
double editor_parts_reach(const editor_part_tool *parts, const editor_tool_context *context); // points
// What is drawn in the view and has parts. `pass_locked`: locked objects neither count nor block. The view must outlive
// it.
pick_query editor_parts_query(const editor_level *level, const pick_view *view, bool pass_locked);

// Adds the parts in a region to those touched; at the end of the drag they are selected.
void editor_parts_touch(editor_part_tool *parts, const editor_tool_context *context, const pick_region *region,
                        bool contains);
void editor_parts_select_touched(editor_part_tool *parts, pick_selection_op op);

// The triangles of a face, for as long as it is drawn or measured.
typedef struct editor_part_face {
    pick_part_triangle few[8], *triangles;
    uint32_t count;
} editor_part_face;

// False: it is gone, or out of memory. Else call the other one.
bool editor_part_face_begin(editor_part_face *face, const editor_level *level, const pick_part *part);
void editor_part_face_end(editor_part_face *face);

// Changes the selection along the meshes. False: out of memory.
bool editor_parts_extend(editor_part_tool *parts, const editor_level *level, const pick_selection *objects,
                         editor_part_step step);
// Of parts that are shown, as seen from `eye`. `movable`: leaves out those that the gizmo does not move. False: there
// are none.
bool editor_parts_place_of(const editor_level *level, pick_vec3 eye, const pick_part *items, size_t count, bool movable,
                           editor_part_place *out);
// Of the selected parts, or of the hovered one where none is.
bool editor_parts_find_place(const editor_part_tool *parts, const editor_tool_context *context, bool movable,
                             editor_part_place *out);
// The middle of the active part. False: it is not selected any more, or the gizmo does not move it.
bool editor_parts_active_middle(const editor_part_tool *parts, const editor_level *level, pick_vec3 *out);
// Whether the gizmo moves the parts of an object. It does not where a click would not select them: the object was
// hidden, locked or removed since.
bool editor_parts_are_movable(const editor_level *level, uint32_t object);

void editor_parts_draw(const editor_part_tool *parts, const editor_tool_context *context, editor_ui *ui);
// What the hovered part measures, or the selected ones.
void editor_parts_status(const editor_part_tool *parts, const editor_level *level, const char *objects_way, char *out,
                         size_t size);

#endif
