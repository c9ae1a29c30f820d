// edit_material.c: the commands that override the materials of objects, and the widths of points and lines.
#include "document/history/document_internal.h"
#include "document/level/look.h"

#include <stdlib.h>
#include <string.h>

static bool check(editor_document *document, uint32_t object, const editor_override *override)
{
    const editor_level *level = document->level;
    const editor_object *o = object < level->object_count ? &level->objects[object] : NULL;
    const char *fault = editor_override_fault(override);
    if (!o || !o->exists)
        return edit_refuse(document, "the object no longer exists");
    if (override->slot >= editor_level_slots(level, o))
        return edit_refuse(document, "%.100s has no material %u", o->name, (unsigned) override->slot + 1);
    return !fault || edit_refuse(document, "%s", fault);
}

// Sets the override of one slot among those of an object. Its unknown fields stay.
static bool set_slot(editor_document *document, uint32_t object, const editor_override *override)
{
    editor_level *level = document->level;
    const editor_object *o = &level->objects[object];
    uint32_t count;
    const editor_override *before = editor_object_overrides(o, &count);
    editor_override *after = calloc((size_t)count + 1, sizeof(*after));
    if (!after)
        return edit_out_of_memory(document);
    if (count)
        memcpy(after, before, count * sizeof(*after));
    after[count] = *override;
    after[count].extra = NULL;
    for (uint32_t i = 0; i < count; i++) {
        if (after[i].slot == override->slot)
            after[count].extra = after[i].extra;
    }
    const editor_look *look;
    bool ok = editor_level_find_look(level, o->mesh, after, count + 1, &look);
    free(after);
    return ok ? edit_mesh(document, object, o->mesh, look) : edit_out_of_memory(document);
}

// A whole command.
static editor_edit_result set_slots(editor_document *document, const char *verb, const uint32_t *objects,
                                    const editor_override *overrides, uint32_t count)
{
    char label[128];
    const editor_look *look_before = NULL; // of the last object that was not like the one before it
    bool ok = edit_enter(document, edit_label(document, verb, objects, count, label, sizeof(label)));
    const editor_object *all = document->level->objects;
    for (uint32_t i = 0, last = EDITOR_NONE; ok && i < count; i++) {
        ok = check(document, objects[i], &overrides[i]);
        // Many objects are often alike: they get what the last one got.
        if (ok && last != EDITOR_NONE && all[objects[i]].mesh == all[objects[last]].mesh &&
            all[objects[i]].look == look_before && memcmp(&overrides[i], &overrides[last], sizeof(overrides[i])) == 0) {
            ok = edit_mesh(document, objects[i], all[objects[i]].mesh, all[objects[last]].look);
            continue;
        }
        edit_remove_unused(document);
        look_before = ok ? all[objects[i]].look : NULL;
        last = i;
        ok = ok && set_slot(document, objects[i], &overrides[i]);
    }
    return edit_leave(document, ok);
}

editor_edit_result editor_edit_set_overrides(editor_document *document, const uint32_t *objects,
                                             const editor_override *overrides, uint32_t count)
{
    return set_slots(document, "Change material of", objects, overrides, count);
}

static bool has_width(editor_document *document, uint32_t object)
{
    const editor_level *level = document->level;
    const editor_object *o = object < level->object_count ? &level->objects[object] : NULL;
    if (!o || !o->exists)
        return edit_refuse(document, "the object no longer exists");
    return (editor_level_slots(level, o) > 0 && level->meshes[o->mesh].form != EDITOR_FORM_TRIANGLES) ||
           edit_refuse(document, "%.100s has no width: it is neither points nor lines", o->name);
}

editor_edit_result editor_edit_set_widths(editor_document *document, const uint32_t *objects,
                                          const editor_width *widths, uint32_t count)
{
    editor_override *overrides = calloc((size_t)count + 1, sizeof(*overrides));
    if (!overrides) {
        edit_out_of_memory(document);
        return EDITOR_EDIT_REFUSED;
    }
    bool ok = true;
    for (uint32_t i = 0; ok && i < count; i++) {
        ok = has_width(document, objects[i]);
        if (!ok)
            break;
        overrides[i] = editor_level_slot(document->level, &document->level->objects[objects[i]], 0);
        overrides[i].width = widths[i];
        overrides[i].fields &= ~(uint32_t)EDITOR_OVERRIDE_WIDTH;
        overrides[i].fields |= widths[i].unit == EDITOR_WIDTH_OF_MODEL ? 0 : (uint32_t)EDITOR_OVERRIDE_WIDTH;
    }
    const editor_edit_result result =
        ok ? set_slots(document, "Change width of", objects, overrides, count) : EDITOR_EDIT_REFUSED;
    free(overrides);
    return result;
}
