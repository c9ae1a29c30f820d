// Records a frame as parts: a start, a part for each view, and what lies over all of them.
#include "frame/frame_private.h"

#include "device/barrier.h"
#include "frame/part.h"
#include "frame/view_key.h"
#include "scene/scene_private.h"
#include "view/shadow.h"

#include <assert.h>
#include <string.h>

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
