#include "frame/frame_private.h"

#include "device/barrier.h"
#include "frame/part.h"
#include "frame/view_key.h"
#include "passes/pass.h"
#include "scene/scene_private.h"
#include "view/shadow.h"

#include <assert.h>
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

static render_result make_frame_set(const render_draw *draw, const render_span *view, const render_span *lines,
                                    const render_span *instances, VkDescriptorSet *set)
{
    render_device *device = draw->device;
    render_result result = render_slot_allocate_set(device, draw->slot, device->pipelines.frame_layout, set);
    if (result != RENDER_OK)
        return result;
    const VkDescriptorBufferInfo buffers[SHADER_FRAME_BUFFERS] = {
        [SHADER_BINDING_VIEW] = {view->buffer, view->offset, view->size},
        [SHADER_BINDING_OBJECTS] = {draw->scene->object_rows.buffer.handle, 0, VK_WHOLE_SIZE},
        [SHADER_BINDING_MATERIALS] = {draw->scene->material_rows.buffer.handle, 0, VK_WHOLE_SIZE},
        [SHADER_BINDING_INSTANCES] = {instances->buffer, instances->offset, instances->size},
        [SHADER_BINDING_LINES] = {lines->buffer, lines->offset, lines->size}};
    VkWriteDescriptorSet writes[SHADER_FRAME_BINDINGS];
    // Software Vulkan reads bindings that no shader uses: what is not drawn is an image of one texel.
    const VkImageView none = render_scene_texture(draw->scene, 0)->image.view;
    const VkImageView views[SHADER_FRAME_BINDINGS - SHADER_FRAME_BUFFERS] = {
        draw->shadow != NULL ? draw->target->shadow_map->shadow.view : none,
        draw->occlusion ? draw->target->occlusion[1].view : none};
    VkDescriptorImageInfo images[SHADER_FRAME_BINDINGS - SHADER_FRAME_BUFFERS];
    for (uint32_t i = SHADER_FRAME_BUFFERS; i < SHADER_FRAME_BINDINGS; i++) {
        VkDescriptorImageInfo *image = &images[i - SHADER_FRAME_BUFFERS];
        *image = (VkDescriptorImageInfo){.sampler = device->pipelines.unfiltered,
                                         .imageView = views[i - SHADER_FRAME_BUFFERS],
                                         .imageLayout = VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL};
        writes[i] = (VkWriteDescriptorSet){.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET,
                                           .dstSet = *set,
                                           .dstBinding = i,
                                           .descriptorCount = 1,
                                           .descriptorType = VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER,
                                           .pImageInfo = image};
    }
    for (uint32_t i = 0; i < SHADER_FRAME_BUFFERS; i++) {
        writes[i] =
            (VkWriteDescriptorSet){.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET,
                                   .dstSet = *set,
                                   .dstBinding = i,
                                   .descriptorCount = 1,
                                   .descriptorType = i == SHADER_BINDING_VIEW ? VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER
                                                                              : VK_DESCRIPTOR_TYPE_STORAGE_BUFFER,
                                   .pBufferInfo = &buffers[i]};
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
    render_span view, lines;
    render_view_list *list = draw->scene->list.view;
    TRY(render_slot_allocate(draw->device, draw->slot, sizeof *data, 256, &view));
    memcpy(view.data, data, sizeof *data);
    if (!ids) {
        TRY(render_view_list_highlights(draw));
        render_view_find_highlight_bounds(draw);
    }
    TRY(put_lines(draw, &lines));
    for (uint32_t i = 0; i < RENDER_VIEW_RANGES; i++) {
        render_view_range *range = &list->ranges[i];
        if (range->instances.buffer != VK_NULL_HANDLE)
            TRY(make_frame_set(draw, &view, &lines, &range->instances, &range->set));
    }
    draw->frame_set = list->ranges[RENDER_RANGE_LIST].set;
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

// Records the start of the frame's time on the GPU. It is the same for all frames of the slot.
static render_result add_start(render_device *device, render_slot *slot)
{
    static const char start = 1;
    render_part *part;
    bool record;
    render_result result = render_part_start(device, slot, RENDER_PART_START, &part);
    if (result != RENDER_OK)
        return result;
    RENDER_KEY_ADD(&part->key, start);
    result = render_part_choose(device, slot, part, &record);
    if (result != RENDER_OK || !record)
        return result;
    render_clock_record_start(device, clock_of(device, slot), part->slot.commands);
    return render_part_end(device, part, RENDER_OK);
}

// A view's shadow map while it is being recorded.
typedef struct sun_view {
    render_frame frame;
    render_draw draw;
    struct shader_view view;
    render_view_list *list; // NULL: the view has no shadows
} sun_view;

// Finds what the shadow map of a view shows, if the view wants one.
static render_result look_from_sun(render_draw *draw, render_slot *slot, sun_view *sun)
{
    render_result result = RENDER_OK;
    sun->list = NULL;
    if (!draw->frame->shadows || draw->frame->shading == RENDER_SHADING_UNLIT)
        return RENDER_OK;
    render_view_init(draw, &sun->view); // where the camera looks
    if (!render_shadow_fit(draw, &sun->frame))
        return RENDER_OK;
    TRY(render_target_need_shadow_map(draw->target, RENDER_SHADOW_SIZE));
    sun->draw = (render_draw){.device = draw->device,
                              .target = draw->target->shadow_map,
                              .scene = draw->scene,
                              .frame = &sun->frame,
                              .area = {.extent = {RENDER_SHADOW_SIZE, RENDER_SHADOW_SIZE}}};
    memset(&sun->view, 0, sizeof sun->view);
    TRY(render_frame_look(&sun->draw, false, slot, &sun->view));
    sun->list = draw->scene->list.view;
    draw->shadow = &sun->frame;
error:
    return result;
}

static render_result record_shadow(const render_draw *draw, sun_view *sun)
{
    if (sun->list == NULL)
        return RENDER_OK;
    render_view_list *seen = draw->scene->list.view;
    sun->draw.slot = draw->slot;
    sun->draw.commands = draw->commands;
    sun->draw.part = draw->part;
    sun->draw.clock = draw->clock;
    draw->scene->list.view = sun->list;
    render_result result = render_frame_write(&sun->draw, false, &sun->view);
    if (result == RENDER_OK)
        result = render_frame_record_stage(&sun->draw, RENDER_STAGE_SHADOW);
    draw->scene->list.view = seen;
    return result;
}

// Half a rectangle of pixels, and what it covers in part.
static VkRect2D half_of(const VkRect2D *all)
{
    const uint32_t x = (uint32_t)all->offset.x, y = (uint32_t)all->offset.y;
    const uint32_t right = x + all->extent.width, bottom = y + all->extent.height;
    return (VkRect2D){{(int32_t)(x / 2), (int32_t)(y / 2)}, {(right + 1) / 2 - x / 2, (bottom + 1) / 2 - y / 2}};
}

// Records the ambient occlusion of a view, at half its size.
static render_result record_occlusion(const render_draw *draw)
{
    static const render_stage stages[] = {RENDER_STAGE_NEAR, RENDER_STAGE_OCCLUSION, RENDER_STAGE_OCCLUSION_BLUR};
    render_result result = RENDER_OK;
    render_draw half = *draw;
    half.area = half_of(&draw->area);
    half.scissor = half_of(&draw->scissor);
    half.viewport.x *= 0.5f;
    half.viewport.y *= 0.5f;
    half.viewport.width *= 0.5f;
    half.viewport.height *= 0.5f;
    for (size_t s = 0; s < sizeof stages / sizeof stages[0] && result == RENDER_OK; s++)
        result = render_frame_record_stage(&half, stages[s]);
    return result;
}

// Records a view, from its surfaces to its outlines.
static render_result record_view(render_draw *draw, const struct shader_view *view)
{
    static const render_stage stages[] = {RENDER_STAGE_SCENE, RENDER_STAGE_MASK, RENDER_STAGE_OUTLINE,
                                          RENDER_STAGE_POST};
    render_result result = render_frame_write(draw, false, view);
    const bool seen = draw->area.extent.width > 0 && draw->area.extent.height > 0;
    if (draw->occlusion && seen && result == RENDER_OK)
        result = record_occlusion(draw);
    for (size_t s = 0; s < sizeof stages / sizeof stages[0] && seen && result == RENDER_OK; s++)
        result = render_frame_record_stage(draw, stages[s]);
    return result;
}

// Prepares a draw for recording into a part.
static void draw_into(render_draw *draw, const render_slot *slot, render_part *part, uint32_t number)
{
    draw->slot = &part->slot;
    draw->commands = part->slot.commands;
    draw->part = number;
    draw->clock = clock_of(draw->device, slot);
    render_clock_start_part(draw->clock, number);
}

static render_result add_view(const render_draw *from, render_slot *slot, uint32_t number)
{
    render_device *device = from->device;
    const render_target *target = from->target;
    render_result result = RENDER_OK;
    render_draw draw = *from;
    struct shader_view view;
    render_part *part;
    bool record;
    sun_view sun;
    draw.part = number;
    draw.occlusion = draw.frame->ambient_occlusion && draw.frame->shading != RENDER_SHADING_UNLIT;
    if (draw.occlusion)
        TRY(render_target_need_occlusion(draw.target));
    TRY(look_from_sun(&draw, slot, &sun));
    TRY(render_frame_look(&draw, false, slot, &view));
    draw.area = draw.later ? draw.scissor : (VkRect2D){.extent = {target->width, target->height}};
    TRY(render_part_start(device, slot, RENDER_PART_VIEWS + number, &part));
    render_key_add_view(&part->key, &draw, &view);
    if (sun.list != NULL) {
        RENDER_KEY_ADD(&part->key, sun.list->serial);
        RENDER_KEY_ADD(&part->key, sun.view);
    }
    TRY(render_part_choose(device, slot, part, &record));
    render_clock_use_part(clock_of(device, slot), number);
    if (!record)
        return result;
    draw_into(&draw, slot, part, number);
    result = record_shadow(&draw, &sun);
    if (result == RENDER_OK)
        result = record_view(&draw, &view);
    result = render_part_end(device, part, result);
error:
    return result;
}

// Leaves the picture ready to be sampled.
static void finish_picture(const render_draw *draw)
{
    render_image_barrier(draw->device, draw->commands,
                         &(render_image_transition){.image = draw->target->color.handle,
                                                    .aspect = VK_IMAGE_ASPECT_COLOR_BIT,
                                                    .from = VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL,
                                                    .to = VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL,
                                                    .before = RENDER_ACCESS_COLOR,
                                                    .after = RENDER_ACCESS_SHADER_READ});
    render_clock_record_end(draw->device, draw->clock, draw->commands);
}

// Records the overlay over all views, and the end of the frame.
static render_result add_over(const render_draw *from, render_slot *slot)
{
    render_device *device = from->device;
    const render_target *target = from->target;
    render_result result = RENDER_OK;
    render_draw draw = *from;
    render_part *part;
    bool record;
    draw.scale = draw.overlay != NULL && draw.overlay->scale > 0.0f ? draw.overlay->scale : 1.0f;
    draw.area = draw.scissor = (VkRect2D){.extent = {target->width, target->height}};
    draw.viewport = (VkViewport){.width = (float)target->width, .height = (float)target->height, .maxDepth = 1.0f};
    TRY(render_part_start(device, slot, RENDER_PART_OVER, &part));
    render_key_add_overlay(&part->key, &draw);
    TRY(render_part_choose(device, slot, part, &record));
    render_clock_use_part(clock_of(device, slot), RENDER_MAX_VIEWS);
    if (!record)
        return result;
    draw_into(&draw, slot, part, RENDER_MAX_VIEWS);
    result = render_frame_record_stage(&draw, RENDER_STAGE_OVERLAY);
    if (result == RENDER_OK)
        finish_picture(&draw);
    result = render_part_end(device, part, result);
error:
    return result;
}

static_assert((int)RENDER_CLOCK_PARTS > (int)RENDER_MAX_VIEWS, "a part of the clock for each view and the overlay");

// Adds the parts of a frame to the slot: those that show what they showed before are not recorded again.
static render_result add_parts(render_target *target, render_scene *scene, const render_frame *views, uint32_t count,
                               render_slot *slot)
{
    render_result result = RENDER_OK;
    const render_overlay *overlay = find_overlay(views, count);
    if (scene->list.highlighted.count > 0)
        TRY(render_target_need_masks(target));
    TRY(add_start(target->device, slot));
    render_draw draw = {.device = target->device, .target = target, .scene = scene, .overlay = overlay};
    for (uint32_t i = 0; i < count; i++) {
        draw.frame = &views[i];
        draw.later = i > 0;
        TRY(add_view(&draw, slot, i));
    }
    TRY(add_over(&draw, slot));
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
    TRY(render_slot_recycle(device, *slot));
    start = render_clock_now(); // do not count the wait for the slot
    render_clock *clock = clock_of(device, *slot);
    render_clock_collect(device, clock);
    render_clock_start_frame(device, clock);
    TRY(add_parts(target, scene, views, view_count, *slot));
    device->stats.cpu_ms = 1e3 * (spent + render_clock_now() - start);
error:
    return result;
}

void render_frame_submitted(render_target *target, const render_slot *slot)
{
    target->drawn = true;
    target->device->stats.frames++;
    clock_of(target->device, slot)->pending = true;
    render_parts_submitted(target->device, slot);
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
