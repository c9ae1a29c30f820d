// edit_targets.c: the objects that a command works on.
#include "document/history/document_internal.h"

#include <stdlib.h>
#include <string.h>

static bool reserve_targets(editor_document *document, uint32_t count)
{
    uint32_t *targets = realloc(document->targets, 3 * ((size_t)count + 1) * sizeof(*targets));
    if (!targets)
        return edit_out_of_memory(document);
    document->targets = targets;
    document->target_capacity = count + 1;
    uint32_t wanted = document->level->object_count;
    if (wanted > document->mark_capacity) {
        uint32_t *marks = realloc(document->marks, wanted * sizeof(*marks));
        if (!marks)
            return edit_out_of_memory(document);
        document->marks = marks;
        document->mark_capacity = wanted;
    }
    if (wanted)
        memset(document->marks, 0, wanted * sizeof(*document->marks));
    return true;
}

static bool is_below_a_target(const editor_document *document, uint32_t object)
{
    const editor_level *level = document->level;
    uint32_t up = level->objects[object].parent;
    while (up != EDITOR_NONE && !document->marks[up])
        up = level->objects[up].parent;
    return up != EDITOR_NONE;
}

// Removes targets below another target. Keeps the marks until all have been tested.
static void keep_roots(editor_document *document)
{
    uint32_t *below = document->targets + document->target_capacity, below_count = 0, kept = 0;
    for (uint32_t i = 0; i < document->target_count; i++) {
        uint32_t object = document->targets[i];
        if (is_below_a_target(document, object))
            below[below_count++] = object;
        else
            document->targets[kept++] = object;
    }
    for (uint32_t i = 0; i < below_count; i++)
        document->marks[below[i]] = 0;
    document->target_count = kept;
}

// Sorts each target after its ancestors among the targets: walks up to find those, then writes them from the top. Mark
// 2: the target and all targets above it are written.
static void sort_parents_first(editor_document *document)
{
    const editor_level *level = document->level;
    uint32_t *out = document->targets + document->target_capacity, *stack = out + document->target_capacity;
    uint32_t count = 0;
    for (uint32_t i = 0; i < document->target_count; i++) {
        uint32_t depth = 0;
        for (uint32_t at = document->targets[i]; at != EDITOR_NONE && document->marks[at] != 2;
             at = level->objects[at].parent) {
            if (document->marks[at])
                stack[depth++] = at;
        }
        while (depth > 0) {
            out[count++] = stack[--depth];
            document->marks[stack[depth]] = 2;
        }
    }
    memcpy(document->targets, out, count * sizeof(*out));
}

static void sort_by_tree(editor_document *document)
{
    const editor_level *level = document->level;
    uint32_t count = 0;
    for (uint32_t at = editor_level_next(level, EDITOR_NONE); at != EDITOR_NONE && count < document->target_count;
         at = editor_level_next(level, at)) {
        if (document->marks[at])
            document->targets[count++] = at;
    }
}

bool edit_targets(editor_document *document, const uint32_t *objects, uint32_t count, bool roots, edit_order order)
{
    const editor_level *level = document->level;
    if (!objects)
        count = (uint32_t)pick_selection_count(document->selection);
    document->target_count = 0;
    if (!reserve_targets(document, count))
        return false;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t object =
            objects ? objects[i] : editor_level_object(level, pick_selection_objects(document->selection)[i]);
        if (object >= level->object_count || !level->objects[object].exists || document->marks[object])
            continue;
        document->marks[object] = 1;
        document->targets[document->target_count++] = object;
    }
    if (document->target_count < 2)
        return true;
    if (roots)
        keep_roots(document); // then no target is an ancestor of another
    if (order == EDIT_TREE_ORDER)
        sort_by_tree(document);
    else if (!roots)
        sort_parents_first(document);
    return true;
}

bool edit_leave_locked(editor_document *document, const char *done)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < document->target_count; i++) {
        const uint32_t object = document->targets[i];
        if (document->level->objects[object].is_locked)
            document->marks[object] = 0;
        else
            document->targets[kept++] = object;
    }
    const bool ok = kept > 0 || document->target_count == 0;
    document->target_count = kept;
    return ok || edit_refuse(document, "locked objects cannot be %s", done);
}
