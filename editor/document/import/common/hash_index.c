// hash_index.c: open addressing, at most half full.
#include "document/import/common/hash_index.h"

#include <stdlib.h>

struct editor_hash_slot {
    editor_hash hash;
    uint32_t number;
    bool is_used;
};

// The slot of the hash, or the free one where it belongs.
static struct editor_hash_slot *find_slot(const editor_hash_index *index, editor_hash hash)
{
    const uint32_t mask = index->capacity - 1;
    uint32_t at = (uint32_t)hash.low & mask;
    while (index->slots[at].is_used && !editor_hash_is_same(index->slots[at].hash, hash))
        at = (at + 1) & mask;
    return &index->slots[at];
}

static bool grow(editor_hash_index *index)
{
    editor_hash_index larger = {.capacity = index->capacity ? 2 * index->capacity : 16, .count = index->count};
    larger.slots = larger.capacity < 1u << 30 ? calloc(larger.capacity, sizeof(*larger.slots)) : NULL;
    if (!larger.slots)
        return false;
    for (uint32_t i = 0; i < index->capacity; i++) {
        if (index->slots[i].is_used)
            *find_slot(&larger, index->slots[i].hash) = index->slots[i];
    }
    free(index->slots);
    *index = larger;
    return true;
}

uint32_t editor_hash_index_find(const editor_hash_index *index, editor_hash hash)
{
    const struct editor_hash_slot *slot = index->capacity > 0 ? find_slot(index, hash) : NULL;
    return slot && slot->is_used ? slot->number : EDITOR_HASH_UNKNOWN;
}

void editor_hash_index_add(editor_hash_index *index, editor_hash hash, uint32_t number)
{
    if (2 * (index->count + 1) > index->capacity && !grow(index))
        return;
    *find_slot(index, hash) = (struct editor_hash_slot){hash, number, true};
    index->count++;
}

void editor_hash_index_free(editor_hash_index *index)
{
    free(index->slots);
    *index = (editor_hash_index){0};
}
