// Caps: solids that the section cuts open are closed with flat surfaces in its planes. One after the other, a solid's
// surfaces beyond the cut are counted in the stencil, and a triangle over the pixels that it can cover draws the cap
// where more of them are back faces, and puts the stencil back.
#include "passes/pass.h"
#include "scene/scene_private.h"

static bool want(const render_draw *draw)
{
    return draw->capped;
}

// The count is of both sides, whatever is culled.
static void count_surfaces(const render_draw *draw, const render_cap *cap)
{
    const render_group_list solid = {.groups = draw->scene->list.view->caps.groups + cap->first_group,
                                     .count = cap->group_count};
    render_draw both = *draw;
    render_frame frame = *draw->frame;
    frame.both_sides = true;
    both.frame = &frame;
    render_draw_groups(&both, &solid, draw->pipelines[0]);
}

static void fill_cap(const render_draw *draw, const render_cap *cap)
{
    const render_draw_state *state = &draw->scene->list.view->caps.groups[cap->first_group].state;
    render_draw_bind(draw, draw->pipelines[1]);
    render_draw_bind_frame(draw, state->first_object);
    render_draw_push(
        draw,
        &(struct shader_push){.material = state->material_row, .first_object = state->first_object, .slot = cap->slot});
    draw->device->vk.CmdDraw(draw->commands, 3, 1, 0, 0);
    draw->device->stats.draws++;
}

static render_result record(const render_draw *draw)
{
    draw->device->vk.CmdSetDepthCompareOp(draw->commands, draw->nearer);
    for (uint32_t i = 0; i < draw->scene->list.cap_count; i++) {
        const render_cap *cap = &draw->scene->list.caps[i];
        draw->device->vk.CmdSetScissor(draw->commands, 0, 1, &cap->area);
        count_surfaces(draw, cap);
        fill_cap(draw, cap);
    }
    return RENDER_OK;
}

static bool is_highlighted(const render_draw *draw, const render_cap *cap)
{
    return (draw->scene->objects[cap->slot].flags & RENDER_OBJECT_HIGHLIGHTS) != 0;
}

static bool want_mask(const render_draw *draw)
{
    bool any = false;
    for (uint32_t i = 0; draw->capped && i < draw->scene->list.cap_count; i++)
        any = any || is_highlighted(draw, &draw->scene->list.caps[i]);
    return any && draw->highlight_area.extent.width > 0 && draw->highlight_area.extent.height > 0;
}

static render_result record_mask(const render_draw *draw)
{
    for (uint32_t i = 0; i < draw->scene->list.cap_count; i++) {
        const render_cap *cap = &draw->scene->list.caps[i];
        if (!is_highlighted(draw, cap))
            continue;
        const VkRect2D area = render_view_intersect(&cap->area, &draw->highlight_area);
        draw->device->vk.CmdSetScissor(draw->commands, 0, 1, &area);
        draw->device->vk.CmdSetDepthCompareOp(draw->commands, draw->nearest);
        count_surfaces(draw, cap);
        fill_cap(draw, cap);
    }
    return RENDER_OK;
}

#define COUNT(pipeline_name)                                                                                           \
    .name = pipeline_name, .vertex = SHADER_OBJECT_FLAT_VERT, .fragment = SHADER_CAP_COUNT_FRAG,                       \
    .vertices = &render_mesh_vertices, .blend = RENDER_BLEND_KEEP, .per_sample = true, .stencil = RENDER_STENCIL_COUNT

#define FILL(pipeline_name, shader)                                                                                    \
    .name = pipeline_name, .vertex = SHADER_FULLSCREEN_VERT, .fragment = shader, .depth_test = true,                   \
    .stencil = RENDER_STENCIL_FILL

static const render_pipeline_desc cap_pipelines[] = {{COUNT("caps, counted")},
                                                     {FILL("caps", SHADER_CAP_FRAG), .depth_write = true}};
static const render_pipeline_desc mask_pipelines[] = {
    {COUNT("mask, caps, counted")}, {FILL("mask, caps", SHADER_CAP_MASK_FRAG), .blend = RENDER_BLEND_MAX}};
static const render_pipeline_desc id_pipelines[] = {{COUNT("ids, caps, counted")},
                                                    {FILL("ids, caps", SHADER_CAP_IDS_FRAG), .depth_write = true}};

const render_pass render_pass_caps = {"caps", RENDER_STAGE_SCENE, 2, cap_pipelines, want, record};
const render_pass render_pass_cap_mask = {"mask of caps", RENDER_STAGE_MASK, 2, mask_pipelines, want_mask, record_mask};
const render_pass render_pass_cap_ids = {"ids of caps", RENDER_STAGE_IDS, 2, id_pipelines, want, record};
