// Lists the solids that a section cuts open, for one recording, in the memory of its slot.
#include "device/array.h"
#include "view/filler.h"
#include "view/view.h"

#include <math.h>

// Whether a plane of the section runs through a box, and no plane cuts all of it off.
static bool is_cut_open(const render_frame *frame, const render_boxes *boxes, uint32_t number)
{
    bool open = false;
    for (uint32_t p = 0; p < frame->section_count; p++) {
        double inside = frame->section[p].offset, reach = 0.0;
        for (int i = 0; i < 3; i++) {
            const double normal = frame->section[p].normal[i];
            inside += normal * boxes->center[i][number];
            // With room for rounding: of the box, and of what is near the plane.
            reach +=
                fabs(normal) * ((double)boxes->half[i][number] * (1.0 + 1e-6) + 1e-6 * fabs(boxes->center[i][number]));
        }
        if (inside < -reach)
            return false;
        open = open || !(inside >= reach); // also of a box without bounds
    }
    return open;
}

static int order_of_runs(const render_batch_list *all, uint32_t batch)
{
    uint32_t run = 0;
    while (batch >= all->runs[run].first_batch + all->runs[run].batch_count)
        run++;
    return (int)run;
}

// Adds the batches of a solid, each as groups of its own.
static bool add_solid(render_filler *it, const render_draw *draw, uint32_t slot)
{
    render_batch_list *all = &draw->scene->list;
    const uint32_t kind = render_batch_kind(all, slot);
    const uint32_t first = kind > 0 ? all->kind_ends[kind - 1] : 0, end = all->kind_ends[kind];
    render_cap cap = {.slot = slot, .first_group = it->view->caps.count};
    for (uint32_t i = first; i < end; i++) {
        const uint32_t batch = all->kind_batches[i];
        const render_item item = {.run = (uint32_t)order_of_runs(all, batch), .batch = batch, .slot = slot};
        if (all->runs[item.run].state.mode <= RENDER_ALPHA_BLEND &&
            !render_filler_add_items(it, &it->view->caps, &item, 1))
            return false;
    }
    cap.group_count = it->view->caps.count - cap.first_group;
    cap.area = render_view_object_area(draw, slot, 3.0);
    if (cap.group_count > 0)
        all->caps[all->cap_count++] = cap;
    return true;
}

static bool is_solid(const render_draw *draw, uint32_t slot)
{
    const render_batch_list *all = &draw->scene->list;
    const uint32_t flags = draw->scene->objects[slot].flags;
    return (flags & RENDER_OBJECT_SOLID) && !(flags & RENDER_OBJECT_HIDDEN) &&
           render_batch_kind(all, slot) < all->kind_count;
}

// Adds a solid, without its groups, and counts its batches. False: out of memory.
static bool note_solid(const render_draw *draw, uint32_t slot, uint32_t *batches)
{
    render_batch_list *all = &draw->scene->list;
    if (!render_grow(draw->device->allocator, (void **)&all->caps, &all->cap_capacity, all->cap_count + 1,
                     sizeof *all->caps))
        return false;
    const uint32_t kind = render_batch_kind(all, slot);
    *batches += all->kind_ends[kind] - (kind > 0 ? all->kind_ends[kind - 1] : 0);
    all->caps[all->cap_count++] = (render_cap){.slot = slot};
    return true;
}

// Finds the solids that are cut open in the view, among boxes of a level: only blocks that are cut open have any. All
// boxes fit: the view was culled since the last change of one.
static bool find_solids(const render_draw *draw, const render_frustum *frustum, int level, uint32_t first, uint32_t end,
                        uint32_t *batches)
{
    const render_scene *scene = draw->scene;
    const render_boxes *boxes = &scene->bounds.boxes[level];
    bool good = true;
    for (uint32_t number = first; number < end && number < boxes->count && good; number++) {
        const uint32_t part = number * RENDER_BOUNDS_FAN;
        if (!is_cut_open(draw->frame, boxes, number))
            continue;
        if (level > 0)
            good = find_solids(draw, frustum, level - 1, part, part + RENDER_BOUNDS_FAN, batches);
        else if (number < scene->slot_count && is_solid(draw, number) &&
                 render_cull_slot(&scene->bounds, number, frustum))
            good = note_solid(draw, number, batches);
    }
    return good;
}

render_result render_view_list_caps(render_draw *draw, bool ids)
{
    render_device *device = draw->device;
    render_scene *scene = draw->scene;
    render_batch_list *all = &scene->list;
    render_view_range *range = &all->view->ranges[RENDER_RANGE_CAPS];
    render_result result = RENDER_OK;
    all->view->caps.count = all->cap_count = 0;
    *range = (render_view_range){0};
    draw->capped = false;
    if (!draw->frame->caps || draw->frame->section_count == 0 || draw->picture != NULL || !device->features.caps)
        return RENDER_OK;
    uint32_t batches = 0;
    render_frustum frustum;
    render_view_find_frustum(draw, &frustum);
    if (!find_solids(draw, &frustum, RENDER_BOUNDS_TOP, 0, UINT32_MAX, &batches))
        return render_fail(device, RENDER_ERROR_OUT_OF_MEMORY, "out of memory");
    const uint32_t count = all->cap_count;
    if (count == 0)
        return RENDER_OK;
    all->cap_count = 0;
    TRY(render_target_need_caps(draw->target, ids));
    TRY(render_slot_allocate(device, draw->slot, batches * sizeof(struct shader_instance), 256, &range->instances));
    TRY(render_slot_allocate(device, draw->slot, batches * sizeof(VkDrawIndexedIndirectCommand), 256,
                             &range->commands));
    render_filler it = render_filler_start(scene, all->view, RENDER_RANGE_CAPS);
    for (uint32_t i = 0; i < count; i++) {
        if (!add_solid(&it, draw, all->caps[i].slot)) // written at i or before
            return render_fail(device, RENDER_ERROR_OUT_OF_MEMORY, "out of memory");
    }
    draw->capped = all->cap_count > 0;
    device->stats.drawn += it.instance_count;
error:
    return result;
}
