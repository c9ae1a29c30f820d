#include "frame/part.h"

#include <string.h>

struct render_parts {
    render_part parts[RENDER_FRAMES_IN_FLIGHT][RENDER_PART_COUNT];
};

void render_key_start(render_key *key)
{
    key->at = 0;
    key->same = key->size > 0;
}

void render_key_add(render_key *key, const void *data, size_t size)
{
    if (key->same && size <= key->size - key->at && memcmp(key->bytes + key->at, data, size) == 0) {
        key->at += size;
        return;
    }
    if (key->same)
        key->size = key->at;
    key->same = false;
    if (key->at != key->size)
        return; // out of memory before
    if (key->size + size > key->capacity) {
        const size_t capacity = 2 * (key->size + size) + 1024;
        char *bytes = render_reallocate(key->allocator, key->bytes, capacity);
        if (bytes == NULL) {
            key->at = SIZE_MAX;
            return;
        }
        key->bytes = bytes;
        key->capacity = capacity;
    }
    memcpy(key->bytes + key->size, data, size);
    key->size += size;
    key->at = key->size;
}

bool render_key_end(render_key *key)
{
    const bool same = key->same && key->at == key->size;
    if (key->at == SIZE_MAX)
        key->size = 0; // equal to nothing
    else
        key->size = key->at;
    return same;
}

render_result render_parts_init(render_device *device)
{
    device->parts = render_allocate_zeroed(device->allocator, sizeof *device->parts);
    return device->parts != NULL ? RENDER_OK : render_fail(device, RENDER_ERROR_OUT_OF_MEMORY, "out of memory");
}

static void finish(render_device *device, render_part *part)
{
    render_slot_finish(device, &part->slot);
    render_free(part->key.bytes);
    *part = (render_part){0};
}

void render_parts_finish(render_device *device)
{
    if (device->parts == NULL)
        return;
    for (uint32_t f = 0; f < RENDER_FRAMES_IN_FLIGHT; f++) {
        for (uint32_t i = 0; i < RENDER_PART_COUNT; i++)
            finish(device, &device->parts->parts[f][i]);
    }
    render_free(device->parts);
    device->parts = NULL;
}

// A part that needs much memory is recorded again rather than kept while nothing is drawn.
void render_parts_trim(render_device *device)
{
    for (uint32_t f = 0; f < RENDER_FRAMES_IN_FLIGHT; f++) {
        for (uint32_t i = 0; i < RENDER_PART_COUNT; i++) {
            render_part *part = &device->parts->parts[f][i];
            const bool large = part->slot.total > RENDER_SLOT_KEPT ||
                               (part->slot.chunk_count > 0 && part->slot.chunks[0].size > RENDER_SLOT_KEPT);
            if (!large || !render_timeline_has_passed(device, part->slot.value))
                continue;
            part->key.size = 0;
            render_slot_trim(device, &part->slot);
        }
    }
}

static uint32_t frame_index(const render_device *device, const render_slot *frame)
{
    return (uint32_t)(frame - device->frames);
}

render_result render_part_start(render_device *device, const render_slot *frame, uint32_t number, render_part **out)
{
    render_part *part = &device->parts->parts[frame_index(device, frame)][number];
    if (part->slot.pool == VK_NULL_HANDLE) {
        render_result result = render_slot_init(device, &part->slot, "part", RENDER_FRAME_USAGE);
        if (result != RENDER_OK) {
            finish(device, part);
            return result;
        }
        part->slot.repeats = true;
    }
    part->key.allocator = device->allocator;
    render_key_start(&part->key);
    *out = part;
    return RENDER_OK;
}

render_result render_part_choose(render_device *device, render_slot *frame, render_part *part, bool *record)
{
    *record = !render_key_end(&part->key);
    frame->parts[frame->part_count++] = part->slot.commands;
    if (!*record) {
        device->stats.draws += part->draws;
        device->stats.drawn += part->drawn;
        return RENDER_OK;
    }
    part->draws = device->stats.draws;
    part->drawn = device->stats.drawn;
    device->stats.recorded++;
    render_result result = render_slot_begin(device, &part->slot);
    if (result != RENDER_OK)
        part->key.size = 0;
    return result;
}

render_result render_part_end(render_device *device, render_part *part, render_result result)
{
    if (result == RENDER_OK)
        result = render_check(device, device->vk.EndCommandBuffer(part->slot.commands), "vkEndCommandBuffer");
    part->draws = device->stats.draws - part->draws;
    part->drawn = device->stats.drawn - part->drawn;
    if (result != RENDER_OK)
        part->key.size = 0;
    return result;
}

void render_parts_submitted(render_device *device, const render_slot *frame)
{
    for (uint32_t i = 0; i < RENDER_PART_COUNT; i++) {
        render_part *part = &device->parts->parts[frame_index(device, frame)][i];
        for (uint32_t k = 0; k < frame->part_count; k++) {
            if (frame->parts[k] == part->slot.commands)
                part->slot.value = frame->value;
        }
    }
}
