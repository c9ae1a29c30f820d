// level_content_prefab.c: reads prefabs.
#include "document/file/level_content_internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

static bool out_of_memory(const level_content *content, editor_json_value value)
{
    return editor_json_refuse(&content->reader, value, NULL, "out of memory");
}

static bool read_prefab(level_content *content, editor_json_value value, uint32_t number)
{
    static const char *const names[] = {"id", "name", "parts"};
    enum { ID, NAME, PARTS, FIELDS };
    const editor_json_reader *reader = &content->reader;
    content_prefab *prefab = &content->prefabs[number];
    editor_json_value fields[FIELDS];
    char where[40], list[48];
    snprintf(where, sizeof(where), "prefabs[%u]", (unsigned)number);
    snprintf(list, sizeof(list), "%s.parts", where);
    prefab->made = EDITOR_NONE;
    prefab->value = value;
    if (!editor_json_fields(reader, value, where, names, COUNT(names), fields, &prefab->extra) ||
        !editor_json_require(reader, value, where, "id", fields[ID]) ||
        !editor_json_require(reader, value, where, "name", fields[NAME]) ||
        !editor_json_require(reader, value, where, "parts", fields[PARTS]) ||
        !editor_json_get_whole(reader, fields[ID], where, "id", 1, EDITOR_LEVEL_LARGEST_ID, &prefab->id) ||
        !level_content_get_name(content, fields[NAME], where, "name", &prefab->name))
        return false;
    for (uint32_t i = 0; i < number; i++) {
        if (content->prefabs[i].id == prefab->id)
            return editor_json_refuse(reader, value, where, "a second prefab with id %.0f", prefab->id);
        if (strcmp(content->prefabs[i].name, prefab->name) == 0)
            return editor_json_refuse(reader, fields[NAME], where, "name: a second prefab \"%.100s\"", prefab->name);
    }
    // Parts are read as objects are, into a list of their own.
    content->part_list = list;
    const bool ok = level_content_read_objects(content, fields[PARTS], &prefab->parts, &prefab->part_count);
    content->part_list = NULL;
    return ok;
}

bool level_content_read_prefabs(level_content *content, editor_json_value array)
{
    const editor_json_reader *reader = &content->reader;
    uint32_t count;
    if (!editor_json_get_array(reader, array, "", "prefabs", &count))
        return false;
    content->prefabs = calloc(count ? count : 1, sizeof(*content->prefabs));
    if (!content->prefabs)
        return out_of_memory(content, array);
    editor_json_value at = count ? editor_json_first(reader, array) : (editor_json_value){0};
    for (; at.item; at = editor_json_next(reader, at)) {
        if (!read_prefab(content, at, content->prefab_count++))
            return false;
    }
    return true;
}
