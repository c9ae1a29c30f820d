// prefab_within.c: prefabs within prefabs: which definition has which, how large that may get, and what the innermost
// part is called.
#include "document/level/level_internal.h"
#include "document/level/prefab.h"

#include <string.h>

// --- Definitions ---

static bool has_part(const editor_prefab_content *content, uint32_t prefab)
{
    bool found = false;
    for (uint32_t i = 0; content && i < content->part_count && !found; i++)
        found = content->parts[i].kind == EDITOR_OBJECT_PREFAB && content->parts[i].prefab == prefab + 1;
    return found;
}

uint32_t editor_level_find_prefab_with(const editor_level *level, uint32_t prefab)
{
    for (uint32_t i = 0; i < level->prefab_count; i++) {
        if (has_part(editor_level_content(level, level->prefabs[i].mesh), prefab))
            return i;
    }
    return EDITOR_NONE;
}

bool editor_level_prefab_has(const editor_level *level, uint32_t prefab, uint32_t other)
{
    const editor_prefab_content *content = editor_level_content(level, level->prefabs[prefab].mesh);
    bool found = prefab == other;
    for (uint32_t i = 0; content && content->depth > 1 && i < content->part_count && !found; i++) {
        found = content->parts[i].kind == EDITOR_OBJECT_PREFAB &&
                editor_level_prefab_has(level, content->parts[i].prefab - 1, other);
    }
    return found;
}

editor_prefab_size editor_prefab_measure(const editor_level *level, const editor_object *parts, uint32_t count)
{
    editor_prefab_size size = {.depth = 1, .parts = count};
    for (uint32_t i = 0; i < count; i++) {
        const editor_mesh *mesh = parts[i].mesh != EDITOR_NONE ? &level->meshes[parts[i].mesh] : NULL;
        const editor_prefab_content *content = mesh ? mesh->content : NULL;
        size.parts += content ? content->all_parts : 0;
        size.depth = content && content->depth >= size.depth ? content->depth + 1 : size.depth;
    }
    return size;
}

const char *editor_prefab_too_large(editor_prefab_size size)
{
    return size.depth > EDITOR_PREFAB_DEPTH   ? "has more than 16 prefabs within each other"
           : size.parts > EDITOR_PREFAB_PARTS ? "has more than 1048576 parts, with those of the prefabs in it"
                                              : NULL;
}

// --- Parts ---

uint32_t editor_prefab_part_at(const editor_prefab_content *content, uint32_t kind, uint32_t number)
{
    const uint32_t *first = kind == PICK_PART_FACE ? content->first_triangle : content->first_vertex;
    uint32_t low = 0, high = content->part_count; // it is in [low, high)
    if (high == 0)
        return EDITOR_NONE;
    while (high - low > 1) {
        const uint32_t middle = low + (high - low) / 2;
        if (first[middle] <= number)
            low = middle;
        else
            high = middle;
    }
    return low;
}

// The part of a part that is an instance. NULL: it is none.
static const editor_object *step_in(const editor_level *level, const editor_object *part, uint32_t kind,
                                    uint32_t *number)
{
    const editor_prefab_content *content = editor_level_content(level, part->mesh);
    const uint32_t inner = content ? editor_prefab_part_at(content, kind, *number) : EDITOR_NONE;
    if (inner == EDITOR_NONE)
        return NULL;
    *number -= kind == PICK_PART_FACE ? content->first_triangle[inner] : content->first_vertex[inner];
    return &content->parts[inner];
}

const editor_object *editor_prefab_leaf(const editor_level *level, const editor_object *part, uint32_t kind,
                                        uint32_t number)
{
    const editor_object *inner = part;
    while (inner) {
        part = inner;
        inner = step_in(level, part, kind, &number);
    }
    return part;
}

// Appends as much as there is room for, and no part of a character. Returns whether that was all.
static bool append(char *out, size_t size, const char *text)
{
    const size_t used = strlen(out), room = size - used - 1, wanted = strlen(text);
    size_t length = wanted < room ? wanted : room;
    while (length > 0 && ((unsigned char)text[length] & 0xc0u) == 0x80)
        length--;
    memcpy(out + used, text, length);
    out[used + length] = 0;
    return length == wanted;
}

void editor_prefab_name_part(const editor_level *level, const editor_object *part, uint32_t kind, uint32_t number,
                             char *out, size_t size)
{
    out[0] = 0;
    bool fits = append(out, size, part->name);
    while (fits && (part = step_in(level, part, kind, &number)) != NULL)
        fits = append(out, size, " > ") && append(out, size, part->name);
}
