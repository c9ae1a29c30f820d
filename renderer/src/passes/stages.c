#include "passes/stages.h"

#include "device/barrier.h"
#include "device/formats.h"
#include "scene/scene_private.h"

static const render_attachment_formats formats[RENDER_STAGE_COUNT] = {
    [RENDER_STAGE_SHADOW] = {{VK_FORMAT_UNDEFINED}, 0, RENDER_DEPTH_FORMAT, VK_SAMPLE_COUNT_1_BIT},
    [RENDER_STAGE_NEAR] = {{VK_FORMAT_UNDEFINED}, 0, RENDER_DEPTH_FORMAT, VK_SAMPLE_COUNT_1_BIT},
    [RENDER_STAGE_OCCLUSION] = {{RENDER_OCCLUSION_FORMAT}, 1, VK_FORMAT_UNDEFINED, VK_SAMPLE_COUNT_1_BIT},
    [RENDER_STAGE_OCCLUSION_BLUR] = {{RENDER_OCCLUSION_FORMAT}, 1, VK_FORMAT_UNDEFINED, VK_SAMPLE_COUNT_1_BIT},
    [RENDER_STAGE_SCENE] = {{RENDER_COLOR_FORMAT}, 1, RENDER_DEPTH_FORMAT, RENDER_SAMPLES},
    [RENDER_STAGE_DEPTH] = {{VK_FORMAT_UNDEFINED}, 0, RENDER_DEPTH_FORMAT, RENDER_SAMPLES},
    [RENDER_STAGE_MASK] = {{RENDER_PLAIN_FORMAT, RENDER_PLAIN_FORMAT}, 2, RENDER_DEPTH_FORMAT, RENDER_SAMPLES},
    [RENDER_STAGE_OUTLINE] = {{RENDER_ROWS_FORMAT}, 1, VK_FORMAT_UNDEFINED, VK_SAMPLE_COUNT_1_BIT},
    [RENDER_STAGE_POST] = {{RENDER_COLOR_FORMAT}, 1, VK_FORMAT_UNDEFINED, VK_SAMPLE_COUNT_1_BIT},
    [RENDER_STAGE_OVERLAY] = {{RENDER_PLAIN_FORMAT}, 1, VK_FORMAT_UNDEFINED, VK_SAMPLE_COUNT_1_BIT},
    [RENDER_STAGE_IDS] = {{RENDER_ID_FORMAT}, 1, RENDER_DEPTH_FORMAT, VK_SAMPLE_COUNT_1_BIT},
};

const render_attachment_formats *render_stage_formats(render_stage stage)
{
    return &formats[stage];
}

bool render_stage_is_capped(const render_draw *draw, render_stage stage)
{
    return draw->capped && (stage == RENDER_STAGE_SCENE || stage == RENDER_STAGE_MASK || stage == RENDER_STAGE_IDS);
}

// The colour around a viewport that does not fill its target.
static const VkClearValue surround = {.color = {.float32 = {0.026f, 0.029f, 0.035f, 1.0f}}};

static void transition(const render_draw *draw, const render_image *image, VkImageLayout from, VkImageLayout to,
                       render_access before, render_access after)
{
    const bool stencil = image->format == RENDER_CAP_FORMAT, depth = image->format == RENDER_DEPTH_FORMAT || stencil;
    const VkImageAspectFlags depths = VK_IMAGE_ASPECT_DEPTH_BIT | (stencil ? VK_IMAGE_ASPECT_STENCIL_BIT : 0);
    render_image_barrier(draw->device, draw->commands,
                         &(render_image_transition){.image = image->handle,
                                                    .aspect = depth ? depths : VK_IMAGE_ASPECT_COLOR_BIT,
                                                    .from = from,
                                                    .to = to,
                                                    .before = before,
                                                    .after = after});
}

// Discards the contents of an image. `before` is its last use in the previous frame.
static void discard_color(const render_draw *draw, const render_image *image, render_access before)
{
    transition(draw, image, VK_IMAGE_LAYOUT_UNDEFINED, VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL, before,
               RENDER_ACCESS_COLOR);
}

// The layout in which depths are written, with their stencil.
static VkImageLayout depth_layout(const render_image *image)
{
    return image->format == RENDER_CAP_FORMAT ? VK_IMAGE_LAYOUT_DEPTH_STENCIL_ATTACHMENT_OPTIMAL
                                              : VK_IMAGE_LAYOUT_DEPTH_ATTACHMENT_OPTIMAL;
}

static void discard_depth(const render_draw *draw, const render_image *image)
{
    transition(draw, image, VK_IMAGE_LAYOUT_UNDEFINED, depth_layout(image), RENDER_ACCESS_DEPTH, RENDER_ACCESS_DEPTH);
}

static const render_image *depth_samples(const render_draw *draw)
{
    return draw->capped ? &draw->target->cap_samples : &draw->target->depth_samples;
}

static const render_image *id_depth(const render_draw *draw)
{
    return draw->capped ? &draw->target->cap_depth : &draw->target->id_depth;
}

static VkRenderingAttachmentInfo attach(VkImageView view, VkImageView resolve, VkAttachmentLoadOp load,
                                        VkAttachmentStoreOp store)
{
    return (VkRenderingAttachmentInfo){.sType = VK_STRUCTURE_TYPE_RENDERING_ATTACHMENT_INFO,
                                       .imageView = view,
                                       .imageLayout = VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL,
                                       .resolveMode = resolve ? VK_RESOLVE_MODE_AVERAGE_BIT : VK_RESOLVE_MODE_NONE,
                                       .resolveImageView = resolve,
                                       .resolveImageLayout = VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL,
                                       .loadOp = load,
                                       .storeOp = store};
}

static void begin_rendering(const render_draw *draw, const VkRect2D *area, const VkRenderingAttachmentInfo *colors,
                            uint32_t count, const VkRenderingAttachmentInfo *depth)
{
    // Where there are caps: the stencil of the same image, for the solids of this stage alone.
    const bool stencil =
        depth != NULL && (depth->imageLayout == VK_IMAGE_LAYOUT_DEPTH_STENCIL_ATTACHMENT_OPTIMAL ||
                          depth->imageLayout == VK_IMAGE_LAYOUT_DEPTH_READ_ONLY_STENCIL_ATTACHMENT_OPTIMAL);
    VkRenderingAttachmentInfo counts;
    if (stencil) {
        counts = *depth;
        counts.loadOp = VK_ATTACHMENT_LOAD_OP_CLEAR;
        counts.storeOp = VK_ATTACHMENT_STORE_OP_DONT_CARE;
        counts.clearValue.depthStencil.stencil = RENDER_STENCIL_START;
    }
    const VkRenderingInfo info = {.sType = VK_STRUCTURE_TYPE_RENDERING_INFO,
                                  .renderArea = *area,
                                  .layerCount = 1,
                                  .colorAttachmentCount = count,
                                  .pColorAttachments = colors,
                                  .pDepthAttachment = depth,
                                  .pStencilAttachment = stencil ? &counts : NULL};
    draw->device->vk.CmdBeginRendering(draw->commands, &info);
    draw->device->vk.CmdSetCullMode(draw->commands, VK_CULL_MODE_NONE);
    draw->device->vk.CmdSetFrontFace(draw->commands, VK_FRONT_FACE_COUNTER_CLOCKWISE);
    draw->device->vk.CmdSetDepthBias(draw->commands, 0.0f, 0.0f, 0.0f);
    draw->device->vk.CmdSetDepthCompareOp(draw->commands, draw->nearer);
}

static VkRenderingAttachmentInfo depth_attachment(const render_draw *draw, const render_image *image, bool keep)
{
    VkRenderingAttachmentInfo depth = attach(image->view, VK_NULL_HANDLE, VK_ATTACHMENT_LOAD_OP_CLEAR,
                                             keep ? VK_ATTACHMENT_STORE_OP_STORE : VK_ATTACHMENT_STORE_OP_DONT_CARE);
    depth.imageLayout = depth_layout(image);
    depth.clearValue.depthStencil.depth = draw->frame->forward_depth ? 1.0f : 0.0f;
    return depth;
}

static void begin_map(const render_draw *draw, const render_image *image)
{
    transition(draw, image, VK_IMAGE_LAYOUT_UNDEFINED, VK_IMAGE_LAYOUT_DEPTH_ATTACHMENT_OPTIMAL,
               RENDER_ACCESS_SHADER_READ, RENDER_ACCESS_DEPTH);
    VkRenderingAttachmentInfo depth = depth_attachment(draw, image, true);
    begin_rendering(draw, &draw->area, NULL, 0, &depth);
}

// Whether the samples of a scene are resolved by a copy of its area. A resolve at the end of rendering that writes more
// than its area would take the outlines of earlier views away.
static bool copies_area(const render_draw *draw)
{
    return draw->later && draw->device->features.resolves_all;
}

static void resolve_by_copy(const render_draw *draw)
{
    const render_target *target = draw->target;
    const VkImageSubresourceLayers layers = {.aspectMask = VK_IMAGE_ASPECT_COLOR_BIT, .layerCount = 1};
    const VkOffset3D corner = {draw->area.offset.x, draw->area.offset.y, 0};
    const VkImageResolve region = {.srcSubresource = layers,
                                   .srcOffset = corner,
                                   .dstSubresource = layers,
                                   .dstOffset = corner,
                                   .extent = {draw->area.extent.width, draw->area.extent.height, 1}};
    transition(draw, &target->color_samples, VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL,
               VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL, RENDER_ACCESS_COLOR, RENDER_ACCESS_TRANSFER_READ);
    transition(draw, &target->color, VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL,
               RENDER_ACCESS_COLOR, RENDER_ACCESS_TRANSFER_WRITE);
    draw->device->vk.CmdResolveImage(draw->commands, target->color_samples.handle, VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL,
                                     target->color.handle, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL, 1, &region);
    transition(draw, &target->color_samples, VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL,
               VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL, RENDER_ACCESS_TRANSFER_READ, RENDER_ACCESS_COLOR);
    transition(draw, &target->color, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL, VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL,
               RENDER_ACCESS_TRANSFER_WRITE, RENDER_ACCESS_COLOR);
}

static void begin_scene(const render_draw *draw)
{
    const render_target *target = draw->target;
    discard_color(draw, &target->color_samples, RENDER_ACCESS_COLOR);
    discard_depth(draw, depth_samples(draw));
    if (draw->later)
        transition(draw, &target->color, VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL,
                   VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL, RENDER_ACCESS_COLOR, RENDER_ACCESS_COLOR);
    else
        discard_color(draw, &target->color, RENDER_ACCESS_SHADER_READ);
    const bool copies = copies_area(draw);
    VkRenderingAttachmentInfo color =
        attach(target->color_samples.view, copies ? VK_NULL_HANDLE : target->color.view, VK_ATTACHMENT_LOAD_OP_CLEAR,
               copies ? VK_ATTACHMENT_STORE_OP_STORE : VK_ATTACHMENT_STORE_OP_DONT_CARE);
    color.clearValue = surround;
    VkRenderingAttachmentInfo depth =
        depth_attachment(draw, depth_samples(draw), draw->scene->list.view->any_highlighted);
    begin_rendering(draw, &draw->area, &color, 1, &depth);
}

static void begin_depth(const render_draw *draw)
{
    const render_target *target = draw->target;
    discard_depth(draw, &target->depth_samples);
    VkRenderingAttachmentInfo depth = depth_attachment(draw, &target->depth_samples, true);
    begin_rendering(draw, &draw->highlight_area, NULL, 0, &depth);
    draw->device->vk.CmdSetDepthCompareOp(draw->commands, VK_COMPARE_OP_ALWAYS);
}

static void begin_mask(const render_draw *draw)
{
    const render_target *target = draw->target;
    VkRenderingAttachmentInfo colors[2];
    for (int i = 0; i < 2; i++) {
        discard_color(draw, &target->mask_samples[i], RENDER_ACCESS_COLOR);
        discard_color(draw, &target->masks[i], RENDER_ACCESS_SHADER_READ);
        colors[i] = attach(target->mask_samples[i].view, target->masks[i].view, VK_ATTACHMENT_LOAD_OP_CLEAR,
                           VK_ATTACHMENT_STORE_OP_DONT_CARE);
    }
    const render_image *image = depth_samples(draw);
    const VkImageLayout layout = draw->capped ? VK_IMAGE_LAYOUT_DEPTH_READ_ONLY_STENCIL_ATTACHMENT_OPTIMAL
                                              : VK_IMAGE_LAYOUT_DEPTH_READ_ONLY_OPTIMAL;
    transition(draw, image, depth_layout(image), layout, RENDER_ACCESS_DEPTH,
               draw->capped ? RENDER_ACCESS_DEPTH : RENDER_ACCESS_DEPTH_READ);
    VkRenderingAttachmentInfo depth =
        attach(image->view, VK_NULL_HANDLE, VK_ATTACHMENT_LOAD_OP_LOAD, VK_ATTACHMENT_STORE_OP_NONE);
    depth.imageLayout = layout;
    begin_rendering(draw, &draw->highlight_area, colors, 2, &depth);
    if (draw->picture == NULL)
        return;
    // The engine's depth is that of a pixel's middle, ours that of a sample up to half a pixel away, and the engine may
    // round a position otherwise.
    float towards_eye = draw->nearer == VK_COMPARE_OP_GREATER ? 1.0f : -1.0f;
    draw->device->vk.CmdSetDepthBias(draw->commands, 16.0f * towards_eye, 0.0f, 1.0f * towards_eye);
}

static void begin_ids(const render_draw *draw)
{
    const render_target *target = draw->target;
    discard_color(draw, &target->ids, RENDER_ACCESS_TRANSFER_READ);
    transition(draw, id_depth(draw), VK_IMAGE_LAYOUT_UNDEFINED, depth_layout(id_depth(draw)),
               RENDER_ACCESS_TRANSFER_READ, RENDER_ACCESS_DEPTH);
    VkRenderingAttachmentInfo color =
        attach(target->ids.view, VK_NULL_HANDLE, VK_ATTACHMENT_LOAD_OP_CLEAR, VK_ATTACHMENT_STORE_OP_STORE);
    VkRenderingAttachmentInfo depth = depth_attachment(draw, id_depth(draw), true);
    begin_rendering(draw, &draw->area, &color, 1, &depth);
}

// Begins drawing all of the area of an image that shaders read.
static void begin_color(const render_draw *draw, const render_image *image, const VkRect2D *area)
{
    discard_color(draw, image, RENDER_ACCESS_SHADER_READ);
    VkRenderingAttachmentInfo color =
        attach(image->view, VK_NULL_HANDLE, VK_ATTACHMENT_LOAD_OP_DONT_CARE, VK_ATTACHMENT_STORE_OP_STORE);
    begin_rendering(draw, area, &color, 1, NULL);
}

// Begins drawing over the resolved picture. No barrier of the image: an engine's view can be of any level and layer.
static void begin_over(const render_draw *draw, VkImageView view)
{
    const VkPipelineStageFlags2 stage = VK_PIPELINE_STAGE_2_COLOR_ATTACHMENT_OUTPUT_BIT;
    const VkAccessFlags2 access = VK_ACCESS_2_COLOR_ATTACHMENT_READ_BIT | VK_ACCESS_2_COLOR_ATTACHMENT_WRITE_BIT;
    render_memory_barrier(draw->device, draw->commands, stage, access, stage, access);
    VkRenderingAttachmentInfo color =
        attach(view, VK_NULL_HANDLE, VK_ATTACHMENT_LOAD_OP_LOAD, VK_ATTACHMENT_STORE_OP_STORE);
    begin_rendering(draw, &draw->area, &color, 1, NULL);
}

void render_stage_begin(const render_draw *draw, render_stage stage)
{
    switch (stage) {
    case RENDER_STAGE_SHADOW:
        begin_map(draw, &draw->target->shadow);
        break;
    case RENDER_STAGE_NEAR:
        begin_map(draw, &draw->target->near);
        break;
    case RENDER_STAGE_OCCLUSION:
        begin_color(draw, &draw->target->occlusion[0], &draw->area);
        break;
    case RENDER_STAGE_OCCLUSION_BLUR:
        begin_color(draw, &draw->target->occlusion[1], &draw->area);
        break;
    case RENDER_STAGE_SCENE:
        begin_scene(draw);
        break;
    case RENDER_STAGE_DEPTH:
        begin_depth(draw);
        break;
    case RENDER_STAGE_MASK:
        begin_mask(draw);
        break;
    case RENDER_STAGE_OUTLINE:
        begin_color(draw, &draw->target->outline_rows, &draw->highlight_area);
        break;
    case RENDER_STAGE_POST:
        begin_over(draw, draw->picture != NULL ? draw->picture->color_view : draw->target->color.view);
        break;
    case RENDER_STAGE_OVERLAY:
        begin_over(draw, draw->target->color.plain_view);
        break;
    case RENDER_STAGE_IDS:
        begin_ids(draw);
        break;
    case RENDER_STAGE_COUNT:
        break;
    }
}

// Lets shaders read what was drawn into the image.
static void make_readable(const render_draw *draw, const render_image *image)
{
    transition(draw, image, VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL, VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL,
               RENDER_ACCESS_COLOR, RENDER_ACCESS_SHADER_READ);
}

void render_stage_end(const render_draw *draw, render_stage stage)
{
    draw->device->vk.CmdEndRendering(draw->commands);
    const render_target *target = draw->target;
    if (stage == RENDER_STAGE_SCENE && copies_area(draw))
        resolve_by_copy(draw);
    for (int i = 0; i < 2 && stage == RENDER_STAGE_MASK; i++)
        make_readable(draw, &target->masks[i]);
    if (stage == RENDER_STAGE_SHADOW || stage == RENDER_STAGE_NEAR)
        transition(draw, stage == RENDER_STAGE_NEAR ? &target->near : &target->shadow,
                   VK_IMAGE_LAYOUT_DEPTH_ATTACHMENT_OPTIMAL, VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL,
                   RENDER_ACCESS_DEPTH, RENDER_ACCESS_SHADER_READ);
    if (stage == RENDER_STAGE_OCCLUSION)
        make_readable(draw, &target->occlusion[0]);
    if (stage == RENDER_STAGE_OCCLUSION_BLUR)
        make_readable(draw, &target->occlusion[1]);
    if (stage == RENDER_STAGE_OUTLINE)
        make_readable(draw, &target->outline_rows);
    if (stage == RENDER_STAGE_IDS) {
        transition(draw, &target->ids, VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL, VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL,
                   RENDER_ACCESS_COLOR, RENDER_ACCESS_TRANSFER_READ);
        transition(draw, id_depth(draw), depth_layout(id_depth(draw)), VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL,
                   RENDER_ACCESS_DEPTH, RENDER_ACCESS_TRANSFER_READ);
    }
}
