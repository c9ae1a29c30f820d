// level_content_prefab.c: reads prefabs.
#include "document/file/level_content_internal.h"
#include "document/level/prefab.h"

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
    char where[40];
    snprintf(where, sizeof(where), "prefabs[%u]", (unsigned)number);
    prefab->made = EDITOR_NONE;
    prefab->value = value;
    if (!editor_json_fields(reader, value, where, names, COUNT(names), fields, &prefab->extra) ||
        !editor_json_require(reader, value, where, "id", fields[ID]) ||
        !editor_json_require(reader, value, where, "name", fields[NAME]) ||
        !editor_json_require(reader, value, where, "parts", fields[PARTS]) ||
        !editor_json_get_whole(reader, fields[ID], where, "id", 1, EDITOR_LEVEL_LARGEST_ID, &prefab->id) ||
        !level_content_get_name(content, fields[NAME], where, "name", &prefab->name))
        return false;
    const editor_hash id = editor_hash_bytes(&prefab->id, sizeof(prefab->id));
    const editor_hash name = editor_hash_bytes(prefab->name, strlen(prefab->name));
    if (editor_hash_index_find(&content->prefab_ids, id) != EDITOR_HASH_UNKNOWN)
        return editor_json_refuse(reader, value, where, "a second prefab with id %.0f", prefab->id);
    if (editor_hash_index_find(&content->prefab_names, name) != EDITOR_HASH_UNKNOWN)
        return editor_json_refuse(reader, fields[NAME], where, "name: a second prefab \"%.100s\"", prefab->name);
    editor_hash_index_add(&content->prefab_ids, id, number);
    editor_hash_index_add(&content->prefab_names, name, number);
    prefab->list = fields[PARTS];
    return true;
}

// Parts are read as objects are, into a list of their own. They may be instances of any prefab of the file.
static bool read_parts(level_content *content, uint32_t number)
{
    content_prefab *prefab = &content->prefabs[number];
    char list[48];
    snprintf(list, sizeof(list), "prefabs[%u].parts", (unsigned)number);
    content->part_list = list;
    const bool ok = level_content_read_objects(content, prefab->list, &prefab->parts, &prefab->part_count);
    content->part_list = NULL;
    return ok;
}

// --- Prefabs within prefabs ---

// The first prefab in it that has no depth yet, or EDITOR_NONE. Otherwise it gets its own.
static uint32_t find_depth(const level_content *content, content_prefab *prefab)
{
    uint32_t depth = 1;
    uint64_t parts = prefab->part_count;
    for (uint32_t i = 0; i < prefab->part_count; i++) {
        if (prefab->parts[i].prefab == EDITOR_NONE)
            continue;
        const content_prefab *inner = &content->prefabs[prefab->parts[i].prefab];
        if (inner->depth == 0)
            return prefab->parts[i].prefab;
        depth = inner->depth >= depth ? inner->depth + 1 : depth;
        parts += inner->all_parts;
    }
    prefab->depth = depth;
    prefab->all_parts = parts;
    return EDITOR_NONE;
}

static bool refuse_prefab(const level_content *content, uint32_t prefab, const char *why)
{
    char where[40];
    snprintf(where, sizeof(where), "prefabs[%u]", (unsigned)prefab);
    return editor_json_refuse(&content->reader, content->prefabs[prefab].value, where, "%.100s %s",
                              content->prefabs[prefab].name, why);
}

// Says why a prefab has no depth after as many passes as there may be: on the way from each to one in it that has none
// either, a prefab comes again, or the way ends.
static bool refuse_depth(const level_content *content, uint32_t prefab)
{
    uint32_t at = prefab, inner = prefab;
    for (uint32_t steps = 0; inner != EDITOR_NONE && steps <= content->prefab_count; steps++) {
        at = inner;
        inner = find_depth(content, &content->prefabs[at]);
    }
    if (inner != EDITOR_NONE)
        return refuse_prefab(content, at, "is a part of itself");
    return refuse_prefab(content, prefab,
                         editor_prefab_too_large((editor_prefab_size){.depth = EDITOR_PREFAB_DEPTH + 1}));
}

// Puts the prefabs in the order in which they can be made.
static bool sort_prefabs(level_content *content)
{
    uint32_t found = 0;
    for (uint32_t depth = 1; depth <= EDITOR_PREFAB_DEPTH; depth++) {
        for (uint32_t i = 0; i < content->prefab_count; i++) {
            content_prefab *prefab = &content->prefabs[i];
            if (prefab->depth != 0 || find_depth(content, prefab) != EDITOR_NONE)
                continue;
            const char *why =
                editor_prefab_too_large((editor_prefab_size){.depth = prefab->depth, .parts = prefab->all_parts});
            if (why)
                return refuse_prefab(content, i, why);
            content->prefab_order[found++] = i;
        }
    }
    for (uint32_t i = 0; i < content->prefab_count; i++) {
        if (content->prefabs[i].depth == 0)
            return refuse_depth(content, i);
    }
    return true;
}

bool level_content_read_prefabs(level_content *content, editor_json_value array)
{
    const editor_json_reader *reader = &content->reader;
    uint32_t count;
    if (!editor_json_get_array(reader, array, "", "prefabs", &count))
        return false;
    content->prefabs = calloc((size_t)count + 1, sizeof(*content->prefabs));
    content->prefab_order = calloc((size_t)count + 1, sizeof(*content->prefab_order));
    if (!content->prefabs || !content->prefab_order)
        return out_of_memory(content, array);
    editor_json_value at = count ? editor_json_first(reader, array) : (editor_json_value){0};
    for (; at.item; at = editor_json_next(reader, at)) {
        if (!read_prefab(content, at, content->prefab_count++))
            return false;
    }
    for (uint32_t i = 0; i < count; i++) {
        if (!read_parts(content, i))
            return false;
    }
    return sort_prefabs(content);
}
