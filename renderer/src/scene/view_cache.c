#include "scene/view_cache.h"

#include "device/device_private.h"

#include <string.h>

// Lists to keep while there are no free stale ones: enough for four still views and a moving one, fewer large ones.
enum { KEPT = 8, KEPT_LARGE = 3, LARGE = 4 << 20, SPARE = 1 << 20 };

void render_view_cache_finish(render_device *device, render_view_cache *cache)
{
    for (uint32_t l = 0; l < RENDER_VIEW_LISTS; l++) {
        render_view_list *list = &cache->lists[l];
        for (int i = 0; i < RENDER_MODES; i++)
            render_free(list->by_mode[i].groups);
        for (int i = 0; i < RENDER_MARKED_LISTS; i++)
            render_free(list->highlighted[i].groups);
        render_free(list->back_to_front.groups);
        render_free(list->caps.groups);
        render_buffer_retire(device, &list->storage);
    }
    *cache = (render_view_cache){0};
}

// Whether work that uses the list may be recorded or in flight. A slot that was recycled since has waited for its own.
static bool is_busy(render_device *device, const render_view_list *list)
{
    const render_slot *slot = list->slot;
    if (slot == NULL)
        return false;
    const bool same = slot->recordings == list->recording;
    const bool recorded = same && slot->value == list->value; // and not yet submitted
    return recorded || (same && !render_timeline_has_passed(device, slot->value)) ||
           !render_timeline_has_passed(device, list->floor);
}

render_view_list *render_view_cache_find(render_device *device, render_view_cache *cache, const render_view_key *key)
{
    for (uint32_t l = 0; l < RENDER_VIEW_LISTS; l++) {
        render_view_list *list = &cache->lists[l];
        if (list->slot == NULL || list->revision != cache->revision + 1 || memcmp(&list->key, key, sizeof *key) != 0)
            continue;
        // An engine submits its command buffers in any order: there, a list has one user at a time.
        if (!device->adopted || !is_busy(device, list))
            return list;
    }
    return NULL;
}

static bool is_stale(const render_view_cache *cache, const render_view_list *list)
{
    return list->revision != cache->revision + 1;
}

// Whether the list was drawn once, two frames ago or more, by a camera that has moved on.
static bool has_passed(const render_device *device, const render_view_list *list)
{
    return !list->reused && list->frame + 1 < device->stats.frames;
}

// The best list to fill: a stale one, or that of a camera that moved on; while there are few, a new one; else the one
// used longest ago.
static render_view_list *choose(render_device *device, render_view_cache *cache, VkDeviceSize size)
{
    const uint32_t kept = size > LARGE ? KEPT_LARGE : KEPT;
    uint32_t used = 0;
    render_view_list *unused = NULL, *stale = NULL, *oldest = NULL;
    for (uint32_t l = 0; l < RENDER_VIEW_LISTS; l++) {
        render_view_list *list = &cache->lists[l];
        if (list->storage.handle == VK_NULL_HANDLE) {
            unused = unused != NULL ? unused : list;
            continue;
        }
        used++;
        if (is_busy(device, list))
            continue;
        if ((is_stale(cache, list) || has_passed(device, list)) &&
            (stale == NULL || (stale->storage.size < size && list->storage.size >= size)))
            stale = list;
        if (oldest == NULL || list->last_use < oldest->last_use)
            oldest = list;
    }
    if (stale != NULL)
        return stale;
    return unused != NULL && (used < kept || oldest == NULL) ? unused : oldest;
}

// Frees what lists of a larger scene took.
static void trim(render_device *device, render_view_cache *cache, VkDeviceSize size)
{
    for (uint32_t l = 0; l < RENDER_VIEW_LISTS; l++) {
        render_view_list *list = &cache->lists[l];
        if (list->storage.size > 4 * size + SPARE && is_stale(cache, list) && !is_busy(device, list))
            render_buffer_retire(device, &list->storage);
    }
}

render_result render_view_cache_take(render_device *device, render_view_cache *cache, VkDeviceSize size,
                                     render_view_list **out)
{
    trim(device, cache, size);
    render_view_list *list = choose(device, cache, size);
    if (list == NULL)
        return render_fail(device, RENDER_ERROR_OUT_OF_MEMORY, "too many views in flight");
    list->revision = 0;
    list->reused = false;
    if (list->storage.size < size) {
        render_buffer_retire(device, &list->storage);
        render_result result = render_buffer_create(device, "view list", size + size / 4, RENDER_FRAME_USAGE,
                                                    RENDER_MEMORY_UPLOAD, &list->storage);
        if (result != RENDER_OK)
            return result;
    }
    *out = list;
    return RENDER_OK;
}

void render_view_cache_use(const render_device *device, render_view_cache *cache, render_view_list *list,
                           const render_slot *slot)
{
    list->last_use = ++cache->uses;
    list->frame = device->stats.frames;
    list->slot = slot;
    list->recording = slot->recordings;
    list->value = slot->value;
    list->floor = device->timeline.submitted;
}
