// part.h: the parts of a frame that are recorded by themselves: each view, what is drawn over all of them, and the copy
// to each image of a window. A frame slot keeps the commands of its parts, with the memory and descriptor sets that
// they use, and submits them again while what they were recorded from is the same.
#ifndef RENDERER_SRC_FRAME_PART_H
#define RENDERER_SRC_FRAME_PART_H

#include "device/device_private.h"
#include "renderer/frame.h"

enum {
    RENDER_PART_START, // the clock
    RENDER_PART_VIEWS,
    RENDER_PART_OVER = RENDER_PART_VIEWS + RENDER_MAX_VIEWS, // the overlay
    RENDER_PART_PRESENT,                                     // to the first image of a window
    RENDER_PART_COUNT = RENDER_PART_PRESENT + 16
};

// All that a recording reads, as bytes.
typedef struct render_key {
    const render_allocator *allocator;
    char *bytes;
    size_t size, capacity;
    size_t at; // while it is compared: so many bytes are equal
    bool same;
} render_key;

void render_key_start(render_key *key);
// Compares the next bytes with those of the last time, and keeps them if they differ.
void render_key_add(render_key *key, const void *data, size_t size);
#define RENDER_KEY_ADD(key, value) render_key_add(key, &(value), sizeof(value))
bool render_key_end(render_key *key); // whether all were the same

typedef struct render_part {
    render_slot slot;
    render_key key; // empty: nothing is recorded
    uint64_t draws, drawn;
} render_part;

render_result render_parts_init(render_device *device);
void render_parts_finish(render_device *device); // the GPU must be idle
void render_parts_trim(render_device *device);   // frees what parts no longer need
// Starts to compare a part of the frame that is recorded into `frame`, a frame slot that was recycled. The caller adds
// what the part is recorded from.
render_result render_part_start(render_device *device, const render_slot *frame, uint32_t number, render_part **out);
// Adds the part to the frame. `*record`: it is to be recorded, into the part's slot, which has begun.
render_result render_part_choose(render_device *device, render_slot *frame, render_part *part, bool *record);
// Ends the recording. `result`: its own.
render_result render_part_end(render_device *device, render_part *part, render_result result);
// The parts of the slot were submitted with it.
void render_parts_submitted(render_device *device, const render_slot *frame);

#endif
