// Culls the scene's batches for one view and writes instances and indirect commands.
#include "device/array.h"
#include "scene/scene_private.h"
#include "view/filler.h"
#include "view/view.h"

#include <math.h>
#include <string.h>

// Pixels by which the frustum exceeds the scissor: how far an edge drawn as a line, or a snapped corner, can reach.
static const double MARGIN = 2.0;

// Adds the visible slots of a run of batches, without a branch per object.
static bool add_run(render_filler *it, render_group_list *list, const render_run *run)
{
    const render_batch_list *all = &it->scene->list;
    const uint8_t *visible = it->scene->bounds.visible;
    const uint32_t *slots = all->slots;
    struct shader_instance *instances = it->instances;
    VkDrawIndexedIndirectCommand *commands = it->commands;
    const uint32_t limit = render_filler_command_limit(it), start = it->instance_count;
    uint32_t next = start, command = it->command_count, total = 0, room = 0;
    render_group *group = NULL;
    for (uint32_t b = run->first_batch; b < run->first_batch + run->batch_count; b++) {
        const render_batch batch = all->batches[b];
        const uint32_t first = next;
        for (uint32_t i = batch.first_item; i < batch.first_item + batch.item_count; i++) {
            const uint32_t slot = slots[i];
            instances[next] = (struct shader_instance){slot, batch.first_number};
            next += visible[slot];
        }
        total += batch.item_count;
        if (next == first)
            continue;
        if (room == 0) {
            it->command_count = command;
            group = render_filler_add_group(it, list, &run->state);
            room = limit;
        }
        if (group == NULL)
            return false;
        room--;
        group->command_count++;
        commands[command++] = (VkDrawIndexedIndirectCommand){.indexCount = batch.index_count,
                                                             .instanceCount = next - first,
                                                             .firstIndex = batch.first_index,
                                                             .vertexOffset = batch.vertex_offset,
                                                             .firstInstance = first};
    }
    it->view->drawn += next - start;
    it->view->culled += total - (next - start);
    it->instance_count = next;
    it->command_count = command;
    return true;
}

// Sorts items by the batch in their upper half; those of a batch keep their order. A radix sort: a comparing one took
// most of the time of a view that shows few objects. `items` has room for twice the count.
static void sort_by_batch(uint64_t *items, uint32_t count, uint32_t batch_count)
{
    enum { BITS = 11, DIGITS = 1 << BITS };
    uint64_t *from = items, *to = items + count;
    for (uint32_t shift = 0; shift < 32 && (batch_count - 1) >> shift != 0; shift += BITS) {
        uint32_t starts[DIGITS] = {0}, sum = 0;
        for (uint32_t i = 0; i < count; i++)
            starts[from[i] >> (32 + shift) & (DIGITS - 1)]++;
        for (uint32_t d = 0; d < DIGITS; d++) {
            const uint32_t size = starts[d];
            starts[d] = sum;
            sum += size;
        }
        for (uint32_t i = 0; i < count; i++)
            to[starts[from[i] >> (32 + shift) & (DIGITS - 1)]++] = from[i];
        uint64_t *sorted = to;
        to = from;
        from = sorted;
    }
    if (from != items)
        memcpy(items, from, count * sizeof *items);
}

// The items of the visible slots, in the scene's list, where they are few.
typedef struct visible_items {
    uint32_t count, next; // next: the first one that was not added to the view
} visible_items;

// Lists the items of the visible ones of some slots. False: out of memory.
static bool list_slots(render_scene *scene, uint32_t start, uint32_t *count)
{
    render_batch_list *all = &scene->list;
    for (uint32_t slot = start; slot < start + RENDER_BOUNDS_FAN; slot++) {
        const uint32_t kind = scene->bounds.visible[slot] ? render_batch_kind(all, slot) : UINT32_MAX;
        if (kind >= all->kind_count)
            continue;
        const uint32_t first = kind > 0 ? all->kind_ends[kind - 1] : 0, end = all->kind_ends[kind];
        if (!render_grow(scene->device->allocator, (void **)&all->visible, &all->visible_capacity,
                         2 * (*count + end - first), sizeof *all->visible))
            return false;
        for (uint32_t i = first; i < end; i++)
            all->visible[(*count)++] = (uint64_t)all->kind_batches[i] << 32 | slot;
    }
    return true;
}

// Lists the visible items, sorted by batch, then slot. False: out of memory.
static bool list_visible(render_scene *scene, visible_items *out)
{
    const render_boxes *blocks = &scene->bounds.boxes[1];
    *out = (visible_items){0};
    for (uint32_t block = 0; block < blocks->count; block++) {
        if (blocks->visible[block] > 0 && !list_slots(scene, block * RENDER_BOUNDS_FAN, &out->count))
            return false;
    }
    if (out->count > 0)
        sort_by_batch(scene->list.visible, out->count, scene->list.batch_count);
    return true;
}

// Adds the items of the first runs as add_run does, where few are visible: the others cost next to nothing.
static bool add_few(render_filler *it, uint32_t run_count, visible_items *items)
{
    render_batch_list *all = &it->scene->list;
    const uint32_t count = items->count;
    uint32_t run = 0, group_run = UINT32_MAX, start, end;
    render_group *group = NULL;
    for (start = 0; start < count; start = end) {
        const uint32_t number = (uint32_t)(all->visible[start] >> 32), instance = it->instance_count;
        const render_batch *batch = &all->batches[number];
        while (run < run_count && number >= all->runs[run].first_batch + all->runs[run].batch_count)
            run++;
        if (run == run_count)
            break;
        for (end = start; end < count && all->visible[end] >> 32 == number; end++)
            it->instances[instance + end - start] =
                (struct shader_instance){(uint32_t)all->visible[end], batch->first_number};
        if (group_run != run || group->command_count == render_filler_command_limit(it)) {
            group = render_filler_add_group(it, &it->view->by_mode[all->runs[run].state.mode], &all->runs[run].state);
            group_run = run;
        }
        if (group == NULL)
            return false;
        render_filler_add_command(it, group, batch, instance, end - start);
        it->instance_count += end - start;
    }
    const uint32_t total =
        run_count < all->run_count ? all->batches[all->runs[run_count].first_batch].first_item : all->slot_count;
    it->view->drawn += start;
    it->view->culled += total - start;
    items->next = start;
    return true;
}

static double distance_of(const render_draw *draw, uint32_t slot)
{
    double sum = 0.0;
    for (int i = 0; i < 3; i++) {
        double relative = draw->scene->bounds.boxes[0].center[i][slot] - draw->frame->eye[i];
        sum += draw->orthographic ? relative * draw->forward[i] : relative * relative;
    }
    return sum;
}

// Sorts by descending distance. A merge sort, because equal distances must keep their order; `items` has room for twice
// the count.
static void sort_by_distance(render_item *items, uint32_t count)
{
    render_item *spare = items + count;
    for (uint32_t width = 1; width < count; width *= 2) {
        for (uint32_t start = 0; start < count; start += 2 * width) {
            uint32_t middle = start + width < count ? start + width : count;
            uint32_t end = start + 2 * width < count ? start + 2 * width : count;
            uint32_t a = start, b = middle;
            for (uint32_t i = start; i < end; i++)
                spare[i] = a < middle && (b >= end || items[a].distance >= items[b].distance) ? items[a++] : items[b++];
        }
        memcpy(items, spare, count * sizeof *items);
    }
}

static render_item make_item(const render_draw *draw, uint32_t run, uint32_t batch, uint32_t slot)
{
    return (render_item){.run = run, .batch = batch, .slot = slot, .distance = distance_of(draw, slot)};
}

// Lists the visible translucent items from those of all slots. Returns how many they are.
static uint32_t list_translucent(const render_draw *draw, uint32_t first_run)
{
    const render_batch_list *all = &draw->scene->list;
    const uint8_t *visible = draw->scene->bounds.visible;
    uint32_t count = 0;
    for (uint32_t r = first_run; r < all->run_count; r++) {
        const render_run *run = &all->runs[r];
        for (uint32_t b = run->first_batch; b < run->first_batch + run->batch_count; b++) {
            const render_batch *batch = &all->batches[b];
            for (uint32_t i = 0; i < batch->item_count; i++) {
                uint32_t slot = all->slots[batch->first_item + i];
                all->sorted.items[count] = make_item(draw, r, b, slot);
                count += visible[slot];
            }
        }
    }
    return count;
}

// The same from the items that are listed as visible.
static uint32_t pick_translucent(const render_draw *draw, uint32_t first_run, const visible_items *items)
{
    const render_batch_list *all = &draw->scene->list;
    uint32_t run = first_run, count = 0;
    for (uint32_t i = items->next; i < items->count; i++) {
        const uint32_t batch = (uint32_t)(all->visible[i] >> 32);
        while (batch >= all->runs[run].first_batch + all->runs[run].batch_count)
            run++;
        all->sorted.items[count++] = make_item(draw, run, batch, (uint32_t)all->visible[i]);
    }
    return count;
}

// Adds the translucent items one by one, back to front. `few`: the visible ones, or NULL.
static bool add_translucent(render_filler *it, const render_draw *draw, uint32_t first_run, uint32_t room,
                            const visible_items *few)
{
    render_batch_list *all = &it->scene->list;
    if (!render_grow(it->scene->device->allocator, (void **)&all->sorted.items, &all->sorted.capacity, 2 * room,
                     sizeof *all->sorted.items))
        return false;
    const uint32_t count = few != NULL ? pick_translucent(draw, first_run, few) : list_translucent(draw, first_run);
    it->view->culled += room - count;
    sort_by_distance(all->sorted.items, count);
    it->view->drawn += count;
    return render_filler_add_items(it, &it->view->back_to_front, all->sorted.items, count);
}

double render_view_reach(const render_draw *draw)
{
    return (double)draw->scene->list.reach * (double)draw->scale;
}

void render_view_find_frustum(const render_draw *draw, render_frustum *frustum)
{
    const VkViewport *viewport = &draw->viewport;
    const VkRect2D seen = draw->scissor;
    double low[2], high[2];
    const double start[2] = {(double)viewport->x, (double)viewport->y};
    const double size[2] = {(double)viewport->width, (double)viewport->height};
    const double margin = MARGIN + render_view_reach(draw);
    const double from[2] = {(double)seen.offset.x, (double)seen.offset.y};
    const double extent[2] = {(double)seen.extent.width, (double)seen.extent.height};
    for (int i = 0; i < 2; i++) {
        double a = 2.0 * (from[i] - margin - start[i]) / size[i] - 1.0;
        double b = 2.0 * (from[i] + extent[i] + margin - start[i]) / size[i] - 1.0;
        low[i] = fmin(a, b);
        high[i] = fmax(a, b);
    }
    render_frustum_init(frustum, draw->frame->projection, draw->frame->view, draw->frame->eye, low, high);
}

static void reset(render_view_list *view)
{
    for (int i = 0; i < RENDER_MODES; i++)
        view->by_mode[i].count = 0;
    for (int i = 0; i < RENDER_MARKED_LISTS; i++)
        view->highlighted[i].count = 0;
    view->back_to_front.count = 0;
    view->instance_count = view->command_count = view->drawn = view->culled = 0;
    view->any_highlighted = false;
    for (int i = 0; i < RENDER_VIEW_RANGES; i++)
        view->ranges[i] = (render_view_range){0};
}

static void make_key(const render_draw *draw, bool ids, render_view_key *key)
{
    memset(key, 0, sizeof *key);
    memcpy(key->eye, draw->frame->eye, sizeof key->eye);
    memcpy(key->projection, draw->frame->projection, sizeof key->projection);
    memcpy(key->view, draw->frame->view, sizeof key->view);
    key->viewport = draw->viewport;
    key->scissor = draw->scissor;
    key->ids = ids;
    key->reach = (float)render_view_reach(draw);
}

static render_result fill(render_draw *draw, bool ids, render_view_list **out)
{
    render_scene *scene = draw->scene;
    render_batch_list *all = &scene->list;
    render_view_list *view = NULL;
    render_result result = RENDER_OK;
    uint32_t opaque = all->run_count;
    while (opaque > 0 && all->runs[opaque - 1].state.mode == RENDER_ALPHA_BLEND)
        opaque--;
    // Allocate for the worst case: everything is visible, and each translucent item needs its own command.
    const uint32_t blended =
        opaque < all->run_count ? all->slot_count - all->batches[all->runs[opaque].first_batch].first_item : 0;
    const VkDeviceSize instances = ((VkDeviceSize)all->slot_count + 1) * sizeof(struct shader_instance);
    const VkDeviceSize commands = ((VkDeviceSize)all->batch_count + blended + 1) * sizeof(VkDrawIndexedIndirectCommand);
    TRY(render_view_cache_take(draw->device, &all->views, instances + commands, &view));
    reset(view);
    char *data = view->storage.memory.mapped;
    view->ranges[RENDER_RANGE_LIST] = (render_view_range){
        .instances = {.buffer = view->storage.handle, .size = instances, .data = data},
        .commands = {.buffer = view->storage.handle, .offset = instances, .size = commands, .data = data + instances}};
    render_frustum frustum;
    render_view_find_frustum(draw, &frustum);
    const bool few = render_cull(&scene->bounds, &frustum) < scene->slot_count / 16;
    render_filler it = render_filler_start(scene, view, RENDER_RANGE_LIST);
    const uint32_t run_count = ids ? all->run_count : opaque;
    visible_items items;
    bool good = !few || (list_visible(scene, &items) && add_few(&it, run_count, &items));
    for (uint32_t r = 0; r < run_count && good && !few; r++)
        good = add_run(&it, &view->by_mode[all->runs[r].state.mode], &all->runs[r]);
    if (!ids)
        good = good && add_translucent(&it, draw, opaque, blended, few ? &items : NULL);
    if (!good)
        return render_fail(draw->device, RENDER_ERROR_OUT_OF_MEMORY, "out of memory");
    view->instance_count = it.instance_count;
    view->command_count = it.command_count;
    *out = view;
error:
    return result;
}

render_result render_view_list_fill(render_draw *draw, bool ids, const render_slot *user)
{
    render_batch_list *all = &draw->scene->list;
    render_result result = RENDER_OK;
    render_view_key key;
    make_key(draw, ids, &key);
    render_view_list *view = render_view_cache_find(draw->device, &all->views, &key);
    if (view == NULL) {
        TRY(fill(draw, ids, &view));
        view->key = key;
        view->revision = all->views.revision + 1;
        view->serial = ++draw->device->serials;
        draw->device->stats.lists++;
    } else {
        view->reused = true;
    }
    render_view_cache_use(draw->device, &all->views, view, user);
    all->view = view;
    draw->device->stats.drawn += view->drawn;
    draw->device->stats.culled += view->culled;
error:
    return result;
}
