// batch_list.h: the draws of a scene, in two steps.
//
// Kept: batches, the slots that share mesh, submesh, material and side. They are sorted so that the batches of one
// indirect call are neighbours, and rebuilt when an object appears, disappears or changes its mesh; not when it moves,
// hides or is highlighted.
//
// Per view: the visible slots of the batches, as instances and indirect commands in the memory of the frame.
#ifndef RENDERER_SRC_BATCH_LIST_H
#define RENDERER_SRC_BATCH_LIST_H

#include "device/slot.h"
#include "renderer/scene.h"
#include "scene/cull.h"

// The state bound for a draw. Batches of equal state are drawn by one call.
typedef struct render_draw_state {
    uint32_t page;         // index of the geometry page
    uint32_t material_row; // a push constant, so that it is uniform within a draw call
    VkDescriptorSet images;
    render_alpha_mode mode;
    bool double_sided, mirrored;
} render_draw_state;

// One submesh with the slots that show it. Small: a view reads all of them.
typedef struct render_batch {
    uint32_t first_item, item_count; // in the list's slots
    uint32_t index_count, first_index;
    int32_t vertex_offset;
    uint32_t first_number; // of the submesh's triangles: shader_instance
} render_batch;

// Batches of one state.
typedef struct render_run {
    render_draw_state state;
    uint32_t first_batch, batch_count;
} render_run;

// Batches while they are being sorted.
typedef struct render_batch_source {
    render_draw_state state;
    render_batch batch;
    uint32_t mesh, submesh; // index of the mesh in its pool
} render_batch_source;

// Commands that one call draws.
typedef struct render_group {
    render_draw_state state;
    uint32_t first_command, command_count;
} render_group;

typedef struct render_group_list {
    render_group *groups;
    uint32_t count, capacity;
} render_group_list;

// A translucent or highlighted item of the view.
typedef struct render_item {
    uint32_t run, batch, slot;
    double distance;
} render_item;

typedef struct render_item_list {
    render_item *items;
    uint32_t count, capacity;
} render_item_list;

// What one view draws; rebuilt for each view.
typedef struct render_view_list {
    render_group_list by_mode[3];     // by render_alpha_mode; the blended ones for IDs only
    render_group_list highlighted[2]; // hovered or selected: not masked, masked
    render_group_list back_to_front;
    render_span instances, commands;
    uint32_t instance_count, command_count;
    uint32_t drawn, culled; // submeshes of objects
    bool any_highlighted;
} render_view_list;

typedef struct render_batch_list {
    bool structure_changed, highlights_changed;
    render_run *runs; // translucent ones last
    uint32_t run_count, run_capacity;
    render_batch *batches;
    uint32_t batch_count, batch_capacity;
    render_batch_source *sources; // scratch
    uint32_t source_capacity;
    uint32_t *slots; // the slots of all batches, batch by batch
    uint32_t slot_count, slot_capacity;
    uint32_t *scratch;
    uint32_t scratch_capacity;
    render_item_list highlighted; // the scene's highlighted items, in the order of batches
    render_item_list sorted;      // scratch: the translucent items of a view, and as much again for the merge sort
    render_view_list view;        // the view being recorded
} render_batch_list;

void render_batch_list_finish(render_batch_list *list);
render_result render_batch_list_update(render_scene *scene);

#endif
