// view_cache.h: what the views drawn lately show. While neither camera nor scene changes, a view is drawn from its list
// as it is, from memory that the GPU may be reading; nothing is culled, sorted or written anew.
#ifndef RENDERER_SRC_VIEW_CACHE_H
#define RENDERER_SRC_VIEW_CACHE_H

#include "device/slot.h"
#include "renderer/scene.h"

// The ranges of a view: the list's, and those of highlights and caps.
enum { RENDER_RANGE_LIST, RENDER_RANGE_HIGHLIGHTS, RENDER_RANGE_CAPS, RENDER_VIEW_RANGES };

// More than frames, ID requests and recordings of an engine can use at a time.
enum { RENDER_VIEW_LISTS = 80 };

// How a batch is drawn: a render_alpha_mode, or one of these.
enum { RENDER_MODE_VOLUME = RENDER_ALPHA_BLEND + 1, RENDER_MODE_THIN, RENDER_MODES };

// The lists of highlighted items: not masked, masked, volumes, points and lines.
enum { RENDER_MARKED_SOLID, RENDER_MARKED_MASKED, RENDER_MARKED_VOLUMES, RENDER_MARKED_THIN, RENDER_MARKED_LISTS };

// The state bound for a draw. Batches of equal state are drawn by one call.
typedef struct render_draw_state {
    uint32_t page;         // index of the geometry page
    uint32_t first_object; // of the part of the objects' rows that shaders see
    uint32_t material_row; // a push constant, so that it is uniform within a draw call
    VkDescriptorSet images;
    uint32_t mode; // render_alpha_mode or RENDER_MODE_*
    bool double_sided, mirrored;
} render_draw_state;

// Commands that one call draws.
typedef struct render_group {
    render_draw_state state;
    uint32_t range; // of the view
    uint32_t first_command, command_count;
} render_group;

typedef struct render_group_list {
    render_group *groups;
    uint32_t count, capacity;
} render_group_list;

// All that the contents of a list depend on, besides the scene. Compared by its bytes.
typedef struct render_view_key {
    double eye[3];
    float projection[16], view[16];
    VkViewport viewport;
    VkRect2D scissor;
    uint32_t ids; // 1: translucent objects count as solid
    float reach;  // pixels by which objects reach into the view from outside
} render_view_key;

// Memory that draws read.
typedef struct render_view_range {
    render_span instances, commands;
} render_view_range;

// What one view draws. Highlights are listed whenever the view is recorded, in the memory of the recording: a change of
// flags leaves the list as it is.
typedef struct render_view_list {
    render_group_list by_mode[RENDER_MODES]; // the blended ones for IDs only
    render_group_list highlighted[RENDER_MARKED_LISTS];
    render_group_list back_to_front;
    render_group_list caps; // of the solids that are cut open, solid by solid
    render_view_range ranges[RENDER_VIEW_RANGES];
    uint32_t instance_count, command_count;
    uint32_t drawn, culled; // submeshes of objects, besides highlights
    bool any_highlighted;
    // Kept by the cache:
    render_view_key key;
    uint64_t revision; // of the scene; 0: the list is not filled
    uint64_t serial;   // of the device's: another one at each filling
    uint64_t last_use; // counts uses of the cache
    uint64_t frame;    // of the device, at the last use
    bool reused;       // drawn again since it was filled
    render_buffer storage;
    const render_slot *slot; // that used it last; NULL: none
    uint64_t recording;      // the slot's, then
    uint64_t value, floor;   // the slot's, and what was submitted, then
} render_view_list;

typedef struct render_view_cache {
    uint64_t revision;   // of the scene: counts the changes that lists follow from
    uint64_t highlights; // counts changes of flags
    uint64_t uses;
    render_view_list lists[RENDER_VIEW_LISTS];
} render_view_cache;

void render_view_cache_finish(render_device *device, render_view_cache *cache);
// Returns the filled list of the view, or NULL.
render_view_list *render_view_cache_find(render_device *device, render_view_cache *cache, const render_view_key *key);
// Sets `*out` to a list to fill, with room for `size` bytes, that no work in flight uses.
render_result render_view_cache_take(render_device *device, render_view_cache *cache, VkDeviceSize size,
                                     render_view_list **out);
// Notes that what is being recorded into the slot uses the list.
void render_view_cache_use(const render_device *device, render_view_cache *cache, render_view_list *list,
                           const render_slot *slot);

#endif
