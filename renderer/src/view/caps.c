// Lists the solids that a section cuts open, for one recording, in the memory of its slot.
#include "device/array.h"
#include "view/filler.h"
#include "view/view.h"

#include <math.h>

// Whether a plane of the section runs through an object's box, and no plane cuts all of it off.
static bool is_cut_open(const render_draw *draw, uint32_t slot)
{
    const render_frame *frame = draw->frame;
    const render_bounds *bounds = &draw->scene->bounds;
    bool open = false;
    for (uint32_t p = 0; p < frame->section_count; p++) {
        double inside = frame->section[p].offset, reach = 0.0;
        for (int i = 0; i < 3; i++) {
            const double normal = frame->section[p].normal[i];
            inside += normal * bounds->center[i][slot];
            // With room for rounding: of the box, and of what is near the plane.
            reach +=
                fabs(normal) * ((double)bounds->half[i][slot] * (1.0 + 1e-6) + 1e-6 * fabs(bounds->center[i][slot]));
        }
        if (inside < -reach)
            return false;
        open = open || inside < reach;
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
           render_batch_kind(all, slot) < all->kind_count && is_cut_open(draw, slot);
}

// How many solids are cut open in the view, and how many batches they have. They are marked as visible, all others not.
static uint32_t find_solids(const render_draw *draw, uint32_t *batches)
{
    render_scene *scene = draw->scene;
    uint32_t count = 0;
    render_frustum frustum;
    render_view_find_frustum(draw, &frustum);
    *batches = 0;
    for (uint32_t slot = 0; slot < scene->slot_count; slot++) {
        scene->bounds.visible[slot] = 0;
        if (!is_solid(draw, slot))
            continue;
        render_cull_slot(&scene->bounds, slot, &frustum);
        if (!scene->bounds.visible[slot])
            continue;
        const uint32_t kind = render_batch_kind(&scene->list, slot);
        *batches += scene->list.kind_ends[kind] - (kind > 0 ? scene->list.kind_ends[kind - 1] : 0);
        count++;
    }
    return count;
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
    uint32_t batches;
    const uint32_t count = find_solids(draw, &batches);
    if (count == 0)
        return RENDER_OK;
    if (!render_grow(device->allocator, (void **)&all->caps, &all->cap_capacity, count, sizeof *all->caps))
        return render_fail(device, RENDER_ERROR_OUT_OF_MEMORY, "out of memory");
    TRY(render_target_need_caps(draw->target, ids));
    TRY(render_slot_allocate(device, draw->slot, batches * sizeof(struct shader_instance), 256, &range->instances));
    TRY(render_slot_allocate(device, draw->slot, batches * sizeof(VkDrawIndexedIndirectCommand), 256,
                             &range->commands));
    render_filler it = render_filler_start(scene, all->view, RENDER_RANGE_CAPS);
    for (uint32_t slot = 0; slot < scene->slot_count; slot++) {
        if (scene->bounds.visible[slot] && !add_solid(&it, draw, slot))
            return render_fail(device, RENDER_ERROR_OUT_OF_MEMORY, "out of memory");
    }
    draw->capped = all->cap_count > 0;
    device->stats.drawn += it.instance_count;
error:
    return result;
}
