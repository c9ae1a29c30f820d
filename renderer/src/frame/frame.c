#include "frame/frame_private.h"

#include "device/barrier.h"
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
static render_result put_lines(render_draw *draw, render_span *span)
{
    const render_frame *frame = draw->frame;
    uint32_t rows = frame->line_count ? frame->line_count : 1;
    const uint32_t most = draw->device->limits.storage_range / (uint32_t)sizeof(struct shader_line);
    if (rows > most)
        return render_fail(draw->device, RENDER_ERROR_INVALID_ARGUMENT,
                           "a frame of %u lines: the shaders of this device see at most %u", rows, most);
    render_result result = render_slot_allocate(draw->device, draw->slot, rows * sizeof(struct shader_line), 256, span);
    if (result != RENDER_OK)
        return result;
    struct shader_line *lines = span->data;
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

static render_result make_frame_set(render_draw *draw, const render_span *view, const render_span *lines)
{
    const render_span *instances = &draw->scene->list.view->instances;
    render_device *device = draw->device;
    render_result result =
        render_slot_allocate_set(device, draw->slot, device->pipelines.frame_layout, &draw->frame_set);
    if (result != RENDER_OK)
        return result;
    const VkDescriptorBufferInfo buffers[SHADER_FRAME_BINDINGS] = {
        [SHADER_BINDING_VIEW] = {view->buffer, view->offset, view->size},
        [SHADER_BINDING_OBJECTS] = {draw->scene->object_rows.buffer.handle, 0, VK_WHOLE_SIZE},
        [SHADER_BINDING_MATERIALS] = {draw->scene->material_rows.buffer.handle, 0, VK_WHOLE_SIZE},
        [SHADER_BINDING_INSTANCES] = {instances->buffer, instances->offset, instances->size},
        [SHADER_BINDING_LINES] = {lines->buffer, lines->offset, lines->size}};
    VkWriteDescriptorSet writes[SHADER_FRAME_BINDINGS];
    for (uint32_t i = 0; i < SHADER_FRAME_BINDINGS; i++) {
        writes[i] =
            (VkWriteDescriptorSet){.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET,
                                   .dstSet = draw->frame_set,
                                   .dstBinding = i,
                                   .descriptorCount = 1,
                                   .descriptorType = i == SHADER_BINDING_VIEW ? VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER
                                                                              : VK_DESCRIPTOR_TYPE_STORAGE_BUFFER,
                                   .pBufferInfo = &buffers[i]};
    }
    device->vk.UpdateDescriptorSets(device->handle, SHADER_FRAME_BINDINGS, writes, 0, NULL);
    return RENDER_OK;
}

render_result render_frame_prepare(render_draw *draw, bool ids)
{
    render_result result = RENDER_OK;
    render_span view, lines;
    TRY(render_slot_allocate(draw->device, draw->slot, sizeof(struct shader_view), 256, &view));
    struct shader_view data = {0};
    render_view_init(draw, &data);
    memcpy(view.data, &data, sizeof data);
    if (ids)
        draw->scissor = render_view_intersect(&draw->scissor, &draw->area);
    TRY(render_view_list_fill(draw, ids));
    render_view_find_highlight_bounds(draw);
    TRY(put_lines(draw, &lines));
    TRY(make_frame_set(draw, &view, &lines));
error:
    return result;
}

static bool is_wanted(const render_draw *draw, const render_pass *pass, render_stage stage)
{
    return pass->stage == stage && (pass->wanted == NULL || pass->wanted(draw));
}

render_result render_frame_record_stage(render_draw *draw, render_stage stage)
{
    render_device *device = draw->device;
    render_result result = RENDER_OK;
    bool any = false;
    for (uint32_t p = 0; p < render_pass_count(); p++)
        any = any || is_wanted(draw, render_get_pass(p), stage);
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
        bool over = draw->over != NULL && stage == RENDER_STAGE_POST;
        draw->pipelines = over ? &draw->over[p] : device->pipelines.passes[p];
        double start = render_clock_now();
        uint32_t span = draw->clock ? render_clock_start(device, draw->clock, draw->commands, p) : RENDER_CLOCK_SPANS;
        result = pass->record(draw);
        if (draw->clock != NULL) {
            render_clock_end(device, draw->clock, draw->commands, span);
            device->stats.passes[p].cpu_ms += 1e3 * (render_clock_now() - start);
        }
        render_end_label(device, draw->commands);
    }
    render_stage_end(draw, stage);
    return result;
}

render_result render_frame_begin(render_target *target, render_scene *scene, const render_frame *views, uint32_t count)
{
    render_device *device = target->device;
    render_result result = RENDER_OK;
    if (device->lost)
        return render_fail(device, RENDER_ERROR_DEVICE_LOST, "the device was lost (VK_ERROR_DEVICE_LOST)");
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
    TRY(render_frame_record_stage(&draw, RENDER_STAGE_IDS));
    device->stats.id_images++;
error:
    return result;
}

static render_clock *clock_of(render_device *device, const render_slot *slot)
{
    return &device->clocks[slot - device->frames];
}

static const render_overlay *find_overlay(const render_frame *views, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        if (views[i].overlay != NULL)
            return views[i].overlay;
    }
    return NULL;
}

// Records one view after the other, each from its surfaces to its outlines, then the overlay over all.
static render_result record_views(render_target *target, render_scene *scene, const render_frame *views, uint32_t count,
                                  render_slot *slot)
{
    render_result result = RENDER_OK;
    const render_overlay *overlay = find_overlay(views, count);
    if (scene->list.highlighted.count > 0)
        TRY(render_target_need_masks(target));
    for (uint32_t i = 0; i < count; i++) {
        render_draw draw = {.device = target->device,
                            .target = target,
                            .scene = scene,
                            .frame = &views[i],
                            .overlay = overlay,
                            .slot = slot,
                            .clock = clock_of(target->device, slot),
                            .commands = slot->commands,
                            .later = i > 0};
        TRY(render_frame_prepare(&draw, false));
        draw.area = i == 0 ? (VkRect2D){.extent = {target->width, target->height}} : draw.scissor;
        bool seen = draw.area.extent.width > 0 && draw.area.extent.height > 0;
        static const render_stage stages[] = {RENDER_STAGE_SCENE, RENDER_STAGE_MASK, RENDER_STAGE_OUTLINE,
                                              RENDER_STAGE_POST};
        for (size_t s = 0; s < sizeof stages / sizeof stages[0] && seen; s++)
            TRY(render_frame_record_stage(&draw, stages[s]));
        draw.area = (VkRect2D){.extent = {target->width, target->height}};
        if (i + 1 == count)
            TRY(render_frame_record_stage(&draw, RENDER_STAGE_OVERLAY));
    }
error:
    return result;
}

render_result render_record_frame(render_target *target, render_scene *scene, const render_frame *views,
                                  uint32_t view_count, render_slot **slot)
{
    render_result result = RENDER_OK;
    render_device *device = target->device;
    double start = render_clock_now();
    TRY(render_frame_begin(target, scene, views, view_count));
    TRY(render_target_need_picture(target));
    double spent = render_clock_now() - start;
    *slot = render_next_slot(device);
    TRY(render_slot_begin(device, *slot));
    start = render_clock_now(); // do not count the wait for the slot
    render_clock *clock = clock_of(device, *slot);
    render_clock_collect(device, clock);
    render_clock_start_frame(device, clock, (*slot)->commands);
    TRY(record_views(target, scene, views, view_count, *slot));
    render_image_barrier(device, (*slot)->commands,
                         &(render_image_transition){.image = target->color.handle,
                                                    .aspect = VK_IMAGE_ASPECT_COLOR_BIT,
                                                    .from = VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL,
                                                    .to = VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL,
                                                    .before = RENDER_ACCESS_COLOR,
                                                    .after = RENDER_ACCESS_SHADER_READ});
    render_clock_end_frame(device, clock, (*slot)->commands);
    device->stats.cpu_ms = 1e3 * (spent + render_clock_now() - start);
error:
    return result;
}

void render_frame_submitted(render_target *target, const render_slot *slot)
{
    target->drawn = true;
    target->device->stats.frames++;
    clock_of(target->device, slot)->pending = true;
}

render_result render_target_draw_views(render_target *target, render_scene *scene, const render_frame *views,
                                       uint32_t view_count)
{
    if (target == NULL)
        return RENDER_ERROR_INVALID_ARGUMENT;
    render_slot *slot;
    render_result result = render_record_frame(target, scene, views, view_count, &slot);
    if (result == RENDER_OK)
        result = render_submit(target->device, slot, VK_NULL_HANDLE, 0, VK_NULL_HANDLE);
    if (result == RENDER_OK)
        render_frame_submitted(target, slot);
    return result;
}

render_result render_target_draw(render_target *target, render_scene *scene, const render_frame *frame)
{
    return render_target_draw_views(target, scene, frame, 1);
}
