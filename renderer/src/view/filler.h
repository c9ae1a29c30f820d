// filler.h: writes the instances and indirect commands of a view, one after the other, into one range.
#ifndef RENDERER_SRC_FILLER_H
#define RENDERER_SRC_FILLER_H

#include "scene/scene_private.h"

typedef struct render_filler {
    render_scene *scene;
    render_view_list *view;
    uint32_t range;
    struct shader_instance *instances;
    VkDrawIndexedIndirectCommand *commands;
    uint32_t instance_count, command_count; // written so far
} render_filler;

// `range`: its spans are set.
render_filler render_filler_start(render_scene *scene, render_view_list *view, uint32_t range);
// How many commands a group can have.
uint32_t render_filler_command_limit(const render_filler *it);
// Starts a group. The commands that follow belong to it. NULL: out of memory.
render_group *render_filler_add_group(const render_filler *it, render_group_list *list, const render_draw_state *state);
// Adds a command for instances that were written before.
void render_filler_add_command(render_filler *it, render_group *group, const render_batch *batch, uint32_t first,
                               uint32_t count);
// Adds items in the given order. Consecutive items of one batch share a command. False: out of memory.
bool render_filler_add_items(render_filler *it, render_group_list *list, const render_item *items, uint32_t count);

#endif
