// level_content_layers.c: reads layers and selection sets.
#include "document/file/level_content_internal.h"

#include <stdio.h>
#include <stdlib.h>

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

bool level_content_read_layers(level_content *content, editor_json_value array)
{
    static const char *const names[] = {"number", "name", "hidden", "locked", "sees"};
    enum { NUMBER, NAME, HIDDEN, LOCKED, SEES, FIELDS };
    const editor_json_reader *reader = &content->reader;
    uint32_t count, seen = 0, i = 0;
    if (!editor_json_get_array(reader, array, "", "layers", &count))
        return false;
    editor_json_value at = count ? editor_json_first(reader, array) : (editor_json_value){0};
    for (; at.item; at = editor_json_next(reader, at)) {
        char where[40], *extra;
        snprintf(where, sizeof(where), "layers[%u]", (unsigned)i++);
        editor_json_value fields[FIELDS];
        double number = 0, sees = UINT32_MAX;
        bool hidden = false, locked = false;
        const char *name = NULL;
        if (!editor_json_fields(reader, at, where, names, COUNT(names), fields, &extra))
            return false;
        if (!editor_json_require(reader, at, where, "number", fields[NUMBER]) ||
            !editor_json_get_whole(reader, fields[NUMBER], where, "number", 0, EDITOR_LAYER_COUNT - 1, &number) ||
            !level_content_get_name(content, fields[NAME], where, "name", &name) ||
            !editor_json_get_bool(reader, fields[HIDDEN], where, "hidden", &hidden) ||
            !editor_json_get_bool(reader, fields[LOCKED], where, "locked", &locked) ||
            !editor_json_get_whole(reader, fields[SEES], where, "sees", 0, UINT32_MAX, &sees)) {
            free(extra);
            return false;
        }
        uint32_t layer = (uint32_t)number;
        if (seen >> layer & 1) {
            free(extra);
            return editor_json_refuse(reader, at, where, "layer %u a second time", (unsigned)layer);
        }
        seen |= 1u << layer;
        content->layer_names[layer] = name;
        content->layer_extras[layer] = extra;
        content->hidden_layers |= (uint32_t)hidden << layer;
        content->locked_layers |= (uint32_t)locked << layer;
        content->layer_blind[layer] = ~(uint32_t)sees;
    }
    return true;
}

bool level_content_read_sets(level_content *content, editor_json_value array)
{
    static const char *const names[] = {"number", "name"};
    enum { NUMBER, NAME, FIELDS };
    const editor_json_reader *reader = &content->reader;
    uint32_t count, there = 0, i = 0;
    if (!editor_json_get_array(reader, array, "", "sets", &count))
        return false;
    editor_json_value at = count ? editor_json_first(reader, array) : (editor_json_value){0};
    for (; at.item; at = editor_json_next(reader, at)) {
        char where[40], *extra;
        snprintf(where, sizeof(where), "sets[%u]", (unsigned)i++);
        editor_json_value fields[FIELDS];
        double number = 0;
        const char *name = NULL;
        if (!editor_json_fields(reader, at, where, names, COUNT(names), fields, &extra))
            return false;
        bool ok = editor_json_require(reader, at, where, "number", fields[NUMBER]) &&
                  editor_json_require(reader, at, where, "name", fields[NAME]) &&
                  editor_json_get_whole(reader, fields[NUMBER], where, "number", 0, EDITOR_SET_COUNT - 1, &number) &&
                  level_content_get_name(content, fields[NAME], where, "name", &name);
        const uint32_t set = (uint32_t)number;
        if (ok && there >> set & 1)
            ok = editor_json_refuse(reader, at, where, "set %u a second time", (unsigned)set);
        if (!ok) {
            free(extra);
            return false;
        }
        there |= 1u << set;
        content->set_names[set] = name;
        content->set_extras[set] = extra;
    }
    // A set that is made later must not have objects of its own accord.
    for (uint32_t k = 0; k < content->object_count; k++)
        content->objects[k].object.sets &= there;
    return true;
}
