// draw_list.h: the scene's objects as draws: sorted by how they are drawn, equal ones together as instances. Kept from
// frame to frame; rebuilt when something appears, disappears or changes its mesh, not when it moves.
#ifndef RENDERER_SRC_DRAW_LIST_H
#define RENDERER_SRC_DRAW_LIST_H

#include "renderer/scene.h"
#include "vk.h"

typedef struct render_draw_item {
    uint64_t key; // alpha mode, side, material, mesh, submesh: equal keys make one draw
    uint32_t slot;
} render_draw_item;

// Some instances of one submesh.
typedef struct render_batch {
    uint32_t mesh, submesh; // index of the mesh in its pool
    uint32_t material_row;
    VkDescriptorSet images;
    bool double_sided, mirrored;
    uint32_t first_instance, instance_count; // in the frame's instance list
} render_batch;

typedef struct render_batch_list {
    render_batch *batches;
    uint32_t count, capacity;
} render_batch_list;

typedef struct render_draw_list {
    bool structure_changed, marks_changed;
    render_draw_item *items; // sorted by key, then slot
    uint32_t item_count, item_capacity;
    render_draw_item *sorted; // scratch for translucent items, back to front
    double *distances;
    uint32_t sorted_capacity;
    uint32_t *instances; // slots; those of `items` first, then marked ones, then translucent ones from the back
    uint32_t instance_count, instance_capacity;
    render_batch_list by_mode[3]; // by render_alpha_mode; the blended ones in no order
    render_batch_list marked[2];  // hovered or selected: not masked, masked
    render_batch_list back_to_front;
    bool any_marked;
} render_draw_list;

void render_draw_list_finish(render_draw_list *list);
render_result render_draw_list_update(render_scene *scene);
// Orders the translucent draws for an eye in world space; `forward` for an orthographic view, or NULL.
render_result render_draw_list_sort(render_scene *scene, const double eye[3], const double *forward);

#endif
