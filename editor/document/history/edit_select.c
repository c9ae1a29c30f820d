// edit_select.c: the commands of the selection.
#include "document/history/document_internal.h"

#include <stdlib.h>

// The handles of `count` objects. Objects that do not exist get null handles, which a selection skips.
static pick_object_id *existing(const editor_document *document, const pick_object_id *handles, const uint32_t *numbers,
                                size_t count)
{
    const editor_level *level = document->level;
    pick_object_id *out = malloc((count ? count : 1) * sizeof(*out));
    for (size_t i = 0; out && i < count; i++) {
        uint32_t number = handles ? editor_level_object(level, handles[i]) : numbers[i];
        bool there = number < level->object_count && level->objects[number].exists;
        out[i] = there ? level->objects[number].pick : (pick_object_id){0};
    }
    return out;
}

static editor_edit_result select(editor_document *document, pick_selection_op op, const pick_object_id *handles,
                                 const uint32_t *numbers, size_t count)
{
    bool ok = edit_enter(document, "Select");
    if (ok) {
        pick_object_id *there = existing(document, handles, numbers, count);
        ok = there ? edit_select(document, op, there, count) : edit_out_of_memory(document);
        free(there);
    }
    return edit_leave(document, ok);
}

editor_edit_result editor_edit_select(editor_document *document, pick_selection_op op, const pick_object_id *objects,
                                      size_t count)
{
    return select(document, op, objects, NULL, count);
}

editor_edit_result editor_edit_select_objects(editor_document *document, pick_selection_op op, const uint32_t *objects,
                                              uint32_t count)
{
    return select(document, op, NULL, objects, count);
}

editor_edit_result editor_edit_set_active(editor_document *document, uint32_t object)
{
    bool ok = edit_enter(document, "Select");
    const editor_level *level = document->level;
    if (ok) {
        pick_object_id handle = object < level->object_count ? level->objects[object].pick : (pick_object_id){0};
        ok = pick_selection_contains(document->selection, handle) ? edit_activate(document, handle)
                                                                  : edit_refuse(document, "it is not selected");
    }
    return edit_leave(document, ok);
}
