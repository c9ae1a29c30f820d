// The steps of a recording, shared by frames and IDs: the lists of a view, what its passes read, the passes
// of a stage.
#include "frame/frame_private.h"

#include "passes/pass.h"
#include "scene/scene_private.h"

#include <string.h>

static void fill_line(struct shader_line *out, const render_line *line, const render_frame *frame)
{
    for (int i = 0; i < 3; i++) {
        out->from[i] = (float)(line->from[i] - frame->eye[i]);
        out->to[i] = (float)(line->to[i] - frame->eye[i]);
        out->color[i] = render_to_linear(line->color >> 8 * i & 0xff);
    }
    out->from[3] = line->width;
    out->to[3] = 0.0f;
    out->color[3] = (float)(line->color >> 24) / 255.0f;
}

// Writes the depth-tested lines first, then those on top.
static render_result put_lines(render_draw *draw)
{
    const render_frame *frame = draw->frame;
    if (frame->line_count == 0)
        return RENDER_OK;
    render_result result = render_slot_allocate(draw->device, draw->slot,
                                                frame->line_count * sizeof(struct shader_line), 16, &draw->lines);
    if (result != RENDER_OK)
        return result;
    struct shader_line *lines = draw->lines.data;
    for (int on_top = 0; on_top < 2; on_top++) {
        for (uint32_t i = 0; i < frame->line_count; i++) {
            if (frame->lines[i].on_top != (on_top == 1))
                continue;
            fill_line(&lines[draw->line_count + draw->top_line_count], &frame->lines[i], frame);
            *(on_top ? &draw->top_line_count : &draw->line_count) += 1;
        }
    }
    return RENDER_OK;
}

static render_result make_frame_set(render_draw *draw, const render_span *view)
{
    render_device *device = draw->device;
    const render_table *objects = &draw->scene->object_rows;
    render_result result =
        render_slot_allocate_set(device, draw->slot, device->pipelines.frame_layout, &draw->frame_set);
    if (result != RENDER_OK)
        return result;
    const VkDescriptorBufferInfo buffers[SHADER_FRAME_BUFFERS] = {
        [SHADER_BINDING_VIEW] = {view->buffer, view->offset, view->size},
        [SHADER_BINDING_OBJECTS] = {objects->buffer.handle, 0, render_table_part_size(objects)},
        [SHADER_BINDING_MATERIALS] = {draw->scene->material_rows.buffer.handle, 0, VK_WHOLE_SIZE},
        [SHADER_BINDING_PLANES] = {draw->scene->plane_rows.buffer.handle, 0, VK_WHOLE_SIZE}};
    VkWriteDescriptorSet writes[SHADER_FRAME_BINDINGS];
    // Software Vulkan reads bindings that no shader uses: what is not drawn is an image of one texel.
    const VkImageView none = render_scene_texture(draw->scene, 0)->image.view;
    const VkImageView views[SHADER_FRAME_BINDINGS - SHADER_FRAME_BUFFERS] = {
        draw->shadow != NULL ? draw->target->shadow_map->shadow.view : none,
        draw->occlusion ? draw->target->occlusion[1].view : none};
    VkDescriptorImageInfo images[SHADER_FRAME_BINDINGS - SHADER_FRAME_BUFFERS];
    for (uint32_t i = 0; i < SHADER_FRAME_BINDINGS - SHADER_FRAME_BUFFERS; i++)
        images[i] = (VkDescriptorImageInfo){.sampler = device->pipelines.unfiltered,
                                            .imageView = views[i],
                                            .imageLayout = VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL};
    for (uint32_t i = 0; i < SHADER_FRAME_BINDINGS; i++) {
        const bool buffer = i < SHADER_FRAME_BUFFERS;
        writes[i] = (VkWriteDescriptorSet){.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET,
                                           .dstSet = draw->frame_set,
                                           .dstBinding = i,
                                           .descriptorCount = 1,
                                           .descriptorType = render_frame_binding_type(i),
                                           .pBufferInfo = buffer ? &buffers[i] : NULL,
                                           .pImageInfo = buffer ? NULL : &images[i - SHADER_FRAME_BUFFERS]};
    }
    device->vk.UpdateDescriptorSets(device->handle, SHADER_FRAME_BINDINGS, writes, 0, NULL);
    return RENDER_OK;
}

render_result render_frame_look(render_draw *draw, bool ids, const render_slot *user, struct shader_view *view)
{
    *view = (struct shader_view){0};
    render_view_init(draw, view);
    if (ids)
        draw->scissor = render_view_intersect(&draw->scissor, &draw->area);
    return render_view_list_fill(draw, ids, user);
}

render_result render_frame_write(render_draw *draw, bool ids, const struct shader_view *data)
{
    render_result result = RENDER_OK;
    render_span view;
    TRY(render_slot_allocate(draw->device, draw->slot, sizeof *data, 256, &view));
    memcpy(view.data, data, sizeof *data);
    if (!ids) {
        TRY(render_view_list_highlights(draw));
        render_view_find_highlight_bounds(draw);
        TRY(put_lines(draw));
    }
    TRY(render_view_list_caps(draw, ids));
    TRY(make_frame_set(draw, &view));
error:
    return result;
}

render_result render_frame_prepare(render_draw *draw, bool ids)
{
    struct shader_view view;
    render_result result = render_frame_look(draw, ids, draw->slot, &view);
    return result == RENDER_OK ? render_frame_write(draw, ids, &view) : result;
}

static bool is_wanted(const render_draw *draw, const render_pass *pass, render_stage stage)
{
    return pass->stage == stage && (pass->wanted == NULL || pass->wanted(draw));
}

render_result render_frame_record_stage(render_draw *draw, render_stage stage)
{
    render_device *device = draw->device;
    render_result result = RENDER_OK;
    const bool over = draw->over != NULL && stage == RENDER_STAGE_POST;
    const bool capped = render_stage_is_capped(draw, stage);
    bool any = false;
    for (uint32_t p = 0; p < render_pass_count(); p++) {
        if (!is_wanted(draw, render_get_pass(p), stage))
            continue;
        any = true;
        if (!over)
            TRY(render_pass_prepare(device, p, capped));
    }
    if (!any)
        return RENDER_OK;
    render_stage_begin(draw, stage);
    for (uint32_t p = 0; p < render_pass_count() && result == RENDER_OK; p++) {
        const render_pass *pass = render_get_pass(p);
        if (!is_wanted(draw, pass, stage))
            continue;
        render_begin_label(device, draw->commands, pass->name);
        draw->device->vk.CmdSetViewport(draw->commands, 0, 1, &draw->viewport);
        draw->device->vk.CmdSetScissor(draw->commands, 0, 1, &draw->scissor);
        draw->pipelines = over ? &draw->over[p] : capped ? device->pipelines.capped[p] : device->pipelines.passes[p];
        double start = render_clock_now();
        uint32_t span =
            draw->clock ? render_clock_start(device, draw->clock, draw->commands, draw->part, p) : RENDER_CLOCK_NO_SPAN;
        result = pass->record(draw);
        if (draw->clock != NULL) {
            render_clock_end(device, draw->clock, draw->commands, span);
            device->stats.passes[p].cpu_ms += 1e3 * (render_clock_now() - start);
        }
        render_end_label(device, draw->commands);
    }
    render_stage_end(draw, stage);
error:
    return result;
}

render_result render_frame_begin(render_target *target, render_scene *scene, const render_frame *views, uint32_t count)
{
    render_device *device = target->device;
    render_result result = RENDER_OK;
    TRY(render_check_alive(device));
    if (target->width == 0)
        return render_fail(device, RENDER_ERROR_INVALID_ARGUMENT, "a target whose images could not be made");
    if (scene == NULL || views == NULL || count == 0 || count > RENDER_MAX_VIEWS || scene->device != device)
        return render_fail(device, RENDER_ERROR_INVALID_ARGUMENT, "a frame without its scene or views");
    for (uint32_t i = 0; i < count; i++) {
        const char *wrong = render_check_frame(device, &views[i]);
        if (wrong != NULL)
            return render_fail(device, RENDER_ERROR_INVALID_ARGUMENT, "a frame with %s", wrong);
    }
    TRY(render_scene_update(scene));
error:
    return result;
}

render_result render_record_ids(render_target *target, render_scene *scene, const render_frame *frame,
                                const render_area *area, render_slot *slot, VkCommandBuffer commands)
{
    render_device *device = target->device;
    render_result result = RENDER_OK;
    render_draw draw = {
        .device = device, .target = target, .scene = scene, .frame = frame, .slot = slot, .commands = commands};
    TRY(render_frame_begin(target, scene, frame, 1));
    draw.overlay = frame->overlay; // for its scale
    TRY(render_target_need_ids(target));
    if (commands == VK_NULL_HANDLE) {
        TRY(render_slot_begin(device, slot));
        draw.commands = slot->commands;
    } else {
        TRY(render_slot_recycle(device, slot));
    }
    draw.area = area != NULL ? (VkRect2D){{(int32_t)area->x, (int32_t)area->y}, {area->width, area->height}}
                             : (VkRect2D){.extent = {target->width, target->height}};
    TRY(render_frame_prepare(&draw, true));
    target->ids_capped = draw.capped;
    TRY(render_frame_record_stage(&draw, RENDER_STAGE_IDS));
    device->stats.id_images++;
error:
    return result;
}
