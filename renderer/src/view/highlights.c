// Lists the highlighted objects of a view for one recording, in the memory of its slot: the view's list, which other
// frames may be using, stays as it is.
#include "device/array.h"
#include "view/filler.h"
#include "view/view.h"

// Finds which highlighted objects the view shows.
static bool find_marked(const render_draw *draw)
{
    render_scene *scene = draw->scene;
    render_batch_list *all = &scene->list;
    const uint32_t count = all->highlighted.count;
    const bool few = count < scene->slot_count / 16;
    render_frustum frustum;
    all->marked.count = 0;
    if (count == 0)
        return true;
    if (!render_grow(draw->device->allocator, (void **)&all->marked.items, &all->marked.capacity, count,
                     sizeof *all->marked.items))
        return false;
    render_view_find_frustum(draw, &frustum);
    if (!few)
        (void)render_cull(&scene->bounds, &frustum);
    for (uint32_t i = 0; i < count; i++) {
        const render_item *item = &all->highlighted.items[i];
        all->marked.items[all->marked.count] = *item;
        all->marked.count +=
            few ? render_cull_slot(&scene->bounds, item->slot, &frustum) : scene->bounds.visible[item->slot];
    }
    return true;
}

// The number of the list of highlights that the item is in.
static int list_of(const render_batch_list *all, const render_item *item)
{
    const uint32_t mode = all->runs[item->run].state.mode;
    return mode == RENDER_MODE_VOLUME  ? RENDER_MARKED_VOLUMES
           : mode == RENDER_MODE_THIN  ? RENDER_MARKED_THIN
           : mode == RENDER_ALPHA_MASK ? RENDER_MARKED_MASKED
                                       : RENDER_MARKED_SOLID;
}

static bool add_marked(render_filler *it, render_batch_list *all)
{
    if (!render_grow(it->scene->device->allocator, (void **)&all->sorted.items, &all->sorted.capacity,
                     all->marked.count, sizeof *all->sorted.items))
        return false;
    for (int number = 0; number < RENDER_MARKED_LISTS; number++) {
        uint32_t count = 0;
        for (uint32_t i = 0; i < all->marked.count; i++) {
            all->sorted.items[count] = all->marked.items[i];
            count += list_of(all, &all->marked.items[i]) == number;
        }
        if (!render_filler_add_items(it, &it->view->highlighted[number], all->sorted.items, count))
            return false;
    }
    return true;
}

render_result render_view_list_highlights(render_draw *draw)
{
    render_device *device = draw->device;
    render_batch_list *all = &draw->scene->list;
    render_view_list *view = all->view;
    render_view_range *range = &view->ranges[RENDER_RANGE_HIGHLIGHTS];
    render_result result = RENDER_OK;
    for (int i = 0; i < RENDER_MARKED_LISTS; i++)
        view->highlighted[i].count = 0;
    *range = (render_view_range){0};
    if (!find_marked(draw))
        return render_fail(device, RENDER_ERROR_OUT_OF_MEMORY, "out of memory");
    const uint32_t count = all->marked.count;
    view->any_highlighted = count > 0;
    if (count == 0)
        return RENDER_OK;
    TRY(render_slot_allocate(device, draw->slot, count * sizeof(struct shader_instance), 256, &range->instances));
    TRY(render_slot_allocate(device, draw->slot, count * sizeof(VkDrawIndexedIndirectCommand), 256, &range->commands));
    render_filler it = render_filler_start(draw->scene, view, RENDER_RANGE_HIGHLIGHTS);
    if (!add_marked(&it, all))
        return render_fail(device, RENDER_ERROR_OUT_OF_MEMORY, "out of memory");
    device->stats.drawn += count;
error:
    return result;
}
