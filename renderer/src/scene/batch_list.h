// batch_list.h: the draws of a scene, in two steps.
//
// Kept: batches, the slots that share mesh, submesh, material and side, and whose rows a shader sees at a time. They
// are sorted so that the batches of one indirect call are neighbours, and rebuilt when an object appears, disappears or
// changes its mesh; not when it moves, hides or is highlighted.
//
// Per view: the visible slots of the batches, as instances and indirect commands; see view_cache.h.
#ifndef RENDERER_SRC_BATCH_LIST_H
#define RENDERER_SRC_BATCH_LIST_H

#include "device/slot.h"
#include "renderer/scene.h"
#include "scene/cull.h"
#include "scene/view_cache.h"

// One submesh with the slots that show it. Small: a view reads all of them.
typedef struct render_batch {
    uint32_t first_item, item_count;   // in the list's slots
    uint32_t index_count, first_index; // of points and lines the elements, and 0
    int32_t vertex_offset;
    uint32_t first_number; // of the submesh's triangles: shader_instance; of points and lines the mesh's index
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
    uint32_t kind, submesh;
} render_batch_source;

// A translucent or highlighted item of the view.
typedef struct render_item {
    uint32_t run, batch, slot;
    double distance;
} render_item;

// A solid that the section cuts open.
typedef struct render_cap {
    uint32_t slot, first_group, group_count; // of the view's list of caps
    VkRect2D area;                           // that it can cover
} render_cap;

typedef struct render_item_list {
    render_item *items;
    uint32_t count, capacity;
} render_item_list;

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
    uint32_t *kinds;        // of the slots, or UINT32_MAX; later slots have no mesh
    uint32_t *kind_ends;    // in `kind_batches`, by kind
    uint32_t *kind_batches; // numbers of the batches of each kind
    uint32_t kinds_count, kinds_capacity;
    uint32_t kind_count, kind_capacity, kind_batch_capacity;
    uint32_t part_count; // of the objects' rows, for shaders
    float reach;         // points by which points and lines of a size on screen reach beyond their boxes
    uint64_t *visible;   // scratch: batch and slot of each visible item
    uint32_t visible_capacity;
    uint32_t *scratch;
    uint32_t scratch_capacity;
    render_item_list highlighted; // the scene's highlighted items, in the order of batches
    render_item_list marked;      // those of them that the view being recorded shows
    render_item_list sorted;      // scratch: the translucent items of a view, and as much again for the merge sort
    render_cap *caps;             // of the view being recorded
    uint32_t cap_count, cap_capacity;
    render_view_cache views;
    render_view_list *view; // the view being recorded, one of them
} render_batch_list;

void render_batch_list_finish(render_device *device, render_batch_list *list);
render_result render_batch_list_update(render_scene *scene);
// The kind of a slot, of mesh, side and the part of the table that its row is in. UINT32_MAX: no mesh.
static inline uint32_t render_batch_kind(const render_batch_list *list, uint32_t slot)
{
    return slot < list->kinds_count ? list->kinds[slot] : UINT32_MAX;
}

#endif
