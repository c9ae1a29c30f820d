#include "document/level/selection_set.h"

#include <string.h>

bool editor_level_has_set(const editor_level *level, uint32_t set)
{
    return set < EDITOR_SET_COUNT && level->set_names[set];
}

uint32_t editor_level_find_set(const editor_level *level, const char *name)
{
    for (uint32_t i = 0; i < EDITOR_SET_COUNT; i++) {
        if (level->set_names[i] && strcmp(level->set_names[i], name) == 0)
            return i;
    }
    return EDITOR_NONE;
}

uint32_t editor_level_set_members(const editor_level *level, uint32_t set, uint32_t *out)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < level->object_count; i++) {
        if (!level->objects[i].exists || !(level->objects[i].sets >> set & 1))
            continue;
        if (out)
            out[count] = i;
        count++;
    }
    return count;
}
