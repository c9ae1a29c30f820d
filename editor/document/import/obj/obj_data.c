// obj_data.c: lists of names, and the end of the data.
#include "document/import/obj/obj_data.h"

#include <stdlib.h>
#include <string.h>

static uint64_t hash_name(obj_name name)
{
    return name.length > 0 ? editor_hash_bytes(name.text, name.length).low : 0;
}

// The slot of the name, or the free one where it belongs. There is always a free one.
static uint32_t find_slot(const obj_names *names, obj_name name)
{
    const uint32_t mask = names->slot_count - 1;
    uint32_t slot = (uint32_t)hash_name(name) & mask;
    while (names->slots[slot] != 0 && !obj_name_is_same(names->list[names->slots[slot] - 1], name))
        slot = (slot + 1) & mask;
    return slot;
}

static bool grow_names(obj_names *names)
{
    const uint32_t wanted = names->capacity ? 2 * names->capacity : 16;
    obj_name *list = wanted < (1u << 30) ? realloc(names->list, wanted * sizeof(*list)) : NULL;
    if (!list)
        return false;
    names->list = list;
    uint32_t *slots = calloc(2 * (size_t)wanted, sizeof(*slots));
    if (!slots)
        return false;
    names->capacity = wanted;
    free(names->slots);
    names->slots = slots;
    names->slot_count = 2 * wanted;
    for (uint32_t i = 0; i < names->count; i++)
        slots[find_slot(names, names->list[i])] = i + 1;
    return true;
}

uint32_t obj_names_add(obj_names *names, obj_name name)
{
    const uint32_t found = obj_names_find(names, name);
    if (found != OBJ_ABSENT)
        return found;
    if (names->count == names->capacity && !grow_names(names))
        return OBJ_ABSENT;
    names->list[names->count] = name;
    names->slots[find_slot(names, name)] = names->count + 1; // not found yet: a slot that is free
    return names->count++;
}

uint32_t obj_names_find(const obj_names *names, obj_name name)
{
    const uint32_t number = names->slot_count > 0 ? names->slots[find_slot(names, name)] : 0;
    return number > 0 ? number - 1 : OBJ_ABSENT;
}

void obj_names_free(obj_names *names)
{
    free(names->list);
    free(names->slots);
    *names = (obj_names){0};
}

bool obj_uses_default(const obj_data *data)
{
    for (int kind = 0; kind < OBJ_KIND_COUNT; kind++) {
        for (uint32_t i = 0; i < data->elements[kind].run_count; i++) {
            if (data->elements[kind].runs[i].material == 0)
                return true;
        }
    }
    return data->object_count == 0;
}

void obj_data_free(obj_data *data)
{
    for (int part = 0; part < OBJ_PART_COUNT; part++)
        free(data->values[part]);
    for (int kind = 0; kind < OBJ_KIND_COUNT; kind++) {
        for (int part = 0; part < OBJ_PART_COUNT; part++)
            free(data->elements[kind].corners[part]);
        free(data->elements[kind].sizes);
        free(data->elements[kind].runs);
    }
    free(data->colors);
    free(data->objects);
    obj_names_free(&data->materials);
    obj_names_free(&data->libraries);
    obj_joined_free(data->joined);
    *data = (obj_data){0};
}
