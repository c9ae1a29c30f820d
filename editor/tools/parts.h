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
    bool hovered;
    pick_part_hit hover;
    uint32_t view; // of the hover
    // What the hover was found for.
    pick_vec2 mouse;
    uint64_t revision;
    bool looked;
} editor_part_tool;

void editor_parts_finish(editor_part_tool *parts);
// Chooses a mode. A selection of another kind is dropped.
void editor_parts_choose(editor_part_tool *parts, uint32_t kind);
// Finds the hovered part when mouse, camera or scene changed. Returns whether it is another one.
bool editor_parts_follow(editor_part_tool *parts, const editor_tool_context *context, bool dragging);
void editor_parts_click(editor_part_tool *parts, const editor_tool_context *context, const pick_pointer_action *action);

// Adds the parts in a region to those touched; at the end of the drag they are selected.
void editor_parts_touch(editor_part_tool *parts, const editor_tool_context *context, const pick_region *region,
                        bool contains);
void editor_parts_select_touched(editor_part_tool *parts, pick_selection_op op);

// Changes the selection along the meshes. False: out of memory.
bool editor_parts_extend(editor_part_tool *parts, const editor_level *level, editor_part_step step);

void editor_parts_draw(const editor_part_tool *parts, const editor_tool_context *context, editor_ui *ui);
// What the hovered part measures, or the selected ones.
void editor_parts_status(const editor_part_tool *parts, const editor_level *level, char *out, size_t size);

#endif
