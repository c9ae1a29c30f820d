#include "frame/view_key.h"

#include "scene/scene_private.h"

#include <assert.h>
#include <stddef.h>
#include <string.h>

static_assert(offsetof(render_line, on_top) == 56, "lines are compared up to their last field");
static_assert(sizeof(render_overlay_vertex) == 20 && sizeof(render_overlay_command) == 32, "no padding");

static void add_labels(render_key *key, const render_frame *frame)
{
    for (uint32_t i = 0; i < frame->label_count; i++) {
        const render_label *label = &frame->labels[i];
        RENDER_KEY_ADD(key, label->position);
        RENDER_KEY_ADD(key, label->offset);
        RENDER_KEY_ADD(key, label->color);
        RENDER_KEY_ADD(key, label->size);
        RENDER_KEY_ADD(key, label->on_top);
        render_key_add(key, label->text, strlen(label->text) + 1);
    }
}

static void add_target(render_key *key, const render_draw *draw)
{
    RENDER_KEY_ADD(key, draw->target->serial);
    RENDER_KEY_ADD(key, draw->area);
    RENDER_KEY_ADD(key, draw->scale);
}

// A buffer that grew is another one, and so is a list that was filled anew.
static void add_scene(render_key *key, const render_scene *scene)
{
    const render_view_cache *views = &scene->list.views;
    RENDER_KEY_ADD(key, scene->serial);
    RENDER_KEY_ADD(key, views->revision);
    RENDER_KEY_ADD(key, views->highlights);
    RENDER_KEY_ADD(key, scene->object_rows.generation);
    RENDER_KEY_ADD(key, scene->material_rows.generation);
    RENDER_KEY_ADD(key, scene->plane_rows.generation);
    RENDER_KEY_ADD(key, scene->list.view->serial);
}

void render_key_add_view(render_key *key, const render_draw *draw, const struct shader_view *view)
{
    const render_frame *frame = draw->frame;
    add_target(key, draw);
    add_scene(key, draw->scene);
    RENDER_KEY_ADD(key, *view);
    RENDER_KEY_ADD(key, draw->viewport);
    RENDER_KEY_ADD(key, draw->scissor);
    RENDER_KEY_ADD(key, draw->later);
    // The frame as it is, whatever fields it gets, but for what it points to. Bytes between fields can differ where all
    // fields are equal: the view is then recorded once more than needed.
    render_frame plain;
    memcpy(&plain, frame, sizeof plain);
    plain.lines = NULL;
    plain.labels = NULL;
    plain.overlay = NULL;
    RENDER_KEY_ADD(key, plain);
    for (uint32_t i = 0; i < frame->line_count; i++)
        render_key_add(key, &frame->lines[i], offsetof(render_line, on_top) + sizeof frame->lines[i].on_top);
    add_labels(key, frame);
}

void render_key_add_overlay(render_key *key, const render_draw *draw)
{
    const render_overlay *overlay = draw->overlay;
    add_target(key, draw);
    RENDER_KEY_ADD(key, draw->scene->serial);
    RENDER_KEY_ADD(key, draw->scene->texture_changes);
    const bool there = overlay != NULL;
    RENDER_KEY_ADD(key, there);
    if (!there)
        return;
    RENDER_KEY_ADD(key, overlay->vertex_count);
    RENDER_KEY_ADD(key, overlay->index_count);
    RENDER_KEY_ADD(key, overlay->command_count);
    if (overlay->vertex_count > 0)
        render_key_add(key, overlay->vertices, overlay->vertex_count * sizeof *overlay->vertices);
    if (overlay->index_count > 0)
        render_key_add(key, overlay->indices, overlay->index_count * sizeof *overlay->indices);
    if (overlay->command_count > 0)
        render_key_add(key, overlay->commands, overlay->command_count * sizeof *overlay->commands);
}
