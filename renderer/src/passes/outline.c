// Outlines of hovered and selected objects. The first pass draws a mask of what they cover, in full and where visible;
// the second finds how far each pixel is from the mask along its row; the third takes in the columns and draws a line
// around the mask. The fetches of a pixel grow with the width of the line, not with its square.
#include "passes/pass.h"
#include "scene/scene_private.h"

static bool want(const render_draw *draw)
{
    return draw->scene->list.view->any_highlighted && draw->highlight_area.extent.width > 0 &&
           draw->highlight_area.extent.height > 0;
}

static render_result record_mask(const render_draw *draw)
{
    const render_view_list *list = draw->scene->list.view;
    draw->device->vk.CmdSetScissor(draw->commands, 0, 1, &draw->highlight_area);
    draw->device->vk.CmdSetDepthCompareOp(draw->commands, draw->nearest);
    for (int masked = 0; masked < 2; masked++) {
        render_draw_groups(draw, &list->highlighted[masked], draw->pipelines[masked]);
        render_draw_groups(draw, &list->highlighted[masked], draw->pipelines[2 + masked]);
    }
    render_draw_groups(draw, &list->highlighted[RENDER_MARKED_VOLUMES], draw->pipelines[4]);
    render_draw_groups(draw, &list->highlighted[RENDER_MARKED_VOLUMES], draw->pipelines[5]);
    render_draw_thin(draw, &list->highlighted[RENDER_MARKED_THIN], &draw->pipelines[6], true);
    render_draw_thin(draw, &list->highlighted[RENDER_MARKED_THIN], &draw->pipelines[8], true);
    return RENDER_OK;
}

// Draws over the highlighted area, with images to read.
static render_result record_area(const render_draw *draw, const render_sampled_image *sources, uint32_t count)
{
    VkDescriptorSet images;
    render_result result =
        render_slot_allocate_set(draw->device, draw->slot, draw->device->pipelines.image_layout, &images);
    if (result != RENDER_OK)
        return result;
    render_image_set_write(draw->device, images, sources, count);
    render_draw_bind(draw, draw->pipelines[0]);
    draw->device->vk.CmdBindDescriptorSets(draw->commands, VK_PIPELINE_BIND_POINT_GRAPHICS,
                                           draw->device->pipelines.layout, SHADER_SET_IMAGES, 1, &images, 0, NULL);
    const VkRect2D *area = &draw->highlight_area;
    draw->device->vk.CmdSetScissor(draw->commands, 0, 1, area);
    const struct shader_push push = {
        .values = {RENDER_OUTLINE_WIDTH * draw->scale, (float)area->offset.x, (float)area->offset.y, draw->scale},
        .width = area->extent.width,
        .height = area->extent.height};
    render_draw_push(draw, &push);
    draw->device->vk.CmdDraw(draw->commands, 3, 1, 0, 0);
    return RENDER_OK;
}

static render_result record_rows(const render_draw *draw)
{
    const render_target *target = draw->target;
    render_draw_whole_pixels(draw, &draw->highlight_area); // the next pass reads all of them
    const VkSampler sampler = draw->device->pipelines.unfiltered;
    const render_sampled_image masks[2] = {{.view = target->masks[0].view, .sampler = sampler},
                                           {.view = target->masks[1].view, .sampler = sampler}};
    return record_area(draw, masks, 2);
}

static render_result record_outline(const render_draw *draw)
{
    const render_sampled_image rows = {.view = draw->target->outline_rows.view,
                                       .sampler = draw->device->pipelines.unfiltered};
    return record_area(draw, &rows, 1);
}

#define MASK(pipeline_name, mode, front)                                                                               \
    .name = pipeline_name, .vertex = SHADER_OBJECT_VERT, .fragment = SHADER_MASK_FRAG,                                 \
    .vertices = &render_mesh_vertices, .blend = RENDER_BLEND_MAX, .alpha_mode = mode, .depth_test = front,             \
    .per_sample = mode == SHADER_ALPHA_MASK, .variant = front, .depth_bias = true

#define VOLUME_MASK(pipeline_name, front)                                                                              \
    .name = pipeline_name, .vertex = SHADER_VOLUME_VERT, .fragment = SHADER_VOLUME_MASK_FRAG,                          \
    .vertices = &render_mesh_vertices, .blend = RENDER_BLEND_MAX, .depth_test = front, .per_sample = true,             \
    .variant = front, .depth_bias = true

#define THIN_MASK(pipeline_name, shader, front)                                                                        \
    .name = pipeline_name, .vertex = shader##VERT, .fragment = shader##MASK_FRAG, .vertices = &render_thin_vertices,   \
    .strip = true, .blend = RENDER_BLEND_MAX, .depth_test = front, .per_sample = true, .variant = front,               \
    .depth_bias = true

static const render_pipeline_desc mask_pipelines[] = {
    {MASK("mask, all", SHADER_ALPHA_OPAQUE, false)},
    {MASK("mask, all, cut out", SHADER_ALPHA_MASK, false)},
    {MASK("mask, in front", SHADER_ALPHA_OPAQUE, true)},
    {MASK("mask, in front, cut out", SHADER_ALPHA_MASK, true)},
    {VOLUME_MASK("mask, all, volumes", false)},
    {VOLUME_MASK("mask, in front, volumes", true)},
    {THIN_MASK("mask, all, balls and tubes", SHADER_THIN_, false)},
    {THIN_MASK("mask, all, on screen", SHADER_THIN_SCREEN_, false)},
    {THIN_MASK("mask, in front, balls and tubes", SHADER_THIN_, true)},
    {THIN_MASK("mask, in front, on screen", SHADER_THIN_SCREEN_, true)}};

static const render_pipeline_desc rows_pipelines[] = {
    {.name = "outline rows", .vertex = SHADER_FULLSCREEN_VERT, .fragment = SHADER_OUTLINE_ROWS_FRAG}};

static const render_pipeline_desc outline_pipelines[] = {{.name = "outline",
                                                          .vertex = SHADER_FULLSCREEN_VERT,
                                                          .fragment = SHADER_OUTLINE_FRAG,
                                                          .blend = RENDER_BLEND_PREMULTIPLIED}};

const render_pass render_pass_mask = {"mask", RENDER_STAGE_MASK, 10, mask_pipelines, want, record_mask};
const render_pass render_pass_outline_rows = {"outline rows", RENDER_STAGE_OUTLINE, 1, rows_pipelines,
                                              want,           record_rows};
const render_pass render_pass_outline = {"outline", RENDER_STAGE_POST, 1, outline_pipelines, want, record_outline};
