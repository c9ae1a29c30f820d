// nested_waiting.h: what waits in the walks of nested scenes. Private.
#ifndef PICKING_SRC_NESTED_WAITING_H
#define PICKING_SRC_NESTED_WAITING_H

#include "scene/scene_internal.h"

#include <float.h>

// What still waits in the walks of nested scenes, one within another: each uses what those around it leave.
enum { PICK_NESTED_STACK = 512 };
typedef struct pick_nested_waiting {
    uint32_t count;
    struct {
        uint32_t ref;
        union {
            uint32_t open;
            float key; // or less
        } as;
    } entries[PICK_NESTED_STACK];
} pick_nested_waiting;

// Whether the walk of a tree certainly finds room, if it begins with all children of the roots.
static inline bool pick_nested_has_room(const pick_nested_waiting *waiting, const pick_tree *tree)
{
    return waiting->count + tree->root_count * PICK_BVH_WIDTH + tree->levels * (PICK_BVH_WIDTH - 1) + 1 <=
           PICK_NESTED_STACK;
}

// A key >= 0 as a float, rounded down.
static inline float pick_nested_key(double key)
{
    const double less = key * (1 - 0x1p-22);
    if (less < (double)FLT_MIN)
        return 0;
    return less < (double)FLT_MAX ? (float)less : FLT_MAX;
}

// Sorts a node in among those above `bottom`, the least key on top.
static inline void pick_nested_push(pick_nested_waiting *waiting, uint32_t bottom, uint32_t ref, float key)
{
    uint32_t place = waiting->count++;
    PICK_ASSERT(place < PICK_NESTED_STACK);
    for (; place > bottom && waiting->entries[place - 1].as.key < key; place--)
        waiting->entries[place] = waiting->entries[place - 1];
    waiting->entries[place].ref = ref;
    waiting->entries[place].as.key = key;
}

#endif
