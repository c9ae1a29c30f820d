// edit_sets.c: the commands of the selection sets.
#include "document/history/document_internal.h"

#include "document/level/selection_set.h"

#include <stdio.h>

static bool is_there(editor_document *document, uint32_t set)
{
    return editor_level_has_set(document->level, set) || edit_refuse(document, "the set no longer exists");
}

static bool enter(editor_document *document, const char *verb, const char *name)
{
    char label[128];
    snprintf(label, sizeof(label), "%s %.80s", verb, name);
    return edit_enter(document, label);
}

static const char *name_of(const editor_document *document, uint32_t set)
{
    return editor_level_has_set(document->level, set) ? document->level->set_names[set] : "";
}

static bool set_name(editor_document *document, uint32_t set, const char *name)
{
    return edit_layer_name(document, EDITOR_LAYER_COUNT + set, name);
}

static bool may_have_name(editor_document *document, uint32_t set, const char *name)
{
    if (!editor_name_is_valid(name))
        return edit_refuse(document, "a name must be UTF-8 text, not empty and without control characters");
    const uint32_t other = editor_level_find_set(document->level, name);
    return other == EDITOR_NONE || other == set || edit_refuse(document, "there is a set \"%.100s\" already", name);
}

// Puts an object into a set or takes it out.
static bool set_member(editor_document *document, uint32_t object, uint32_t set, bool in)
{
    const editor_object *o = &document->level->objects[object];
    const uint32_t bit = 1u << set;
    return edit_flags(document, object,
                      (editor_object_flags){.layers = o->layers,
                                            .sets = in ? o->sets | bit : o->sets & ~bit,
                                            .hidden = o->hidden,
                                            .locked = o->locked});
}

static bool set_members(editor_document *document, uint32_t set, const uint32_t *objects, uint32_t count, bool in)
{
    bool ok = edit_targets(document, objects, count, false, EDIT_PARENTS_FIRST);
    for (uint32_t i = 0; ok && i < document->target_count; i++)
        ok = set_member(document, document->targets[i], set, in);
    return ok;
}

// A number for a new set: one without unknown fields of a set that was deleted, where there is one.
static uint32_t free_set(const editor_level *level)
{
    uint32_t found = EDITOR_NONE;
    for (uint32_t i = EDITOR_SET_COUNT; i-- > 0;) {
        if (!level->set_names[i] && (!level->set_extras[i] || found == EDITOR_NONE || level->set_extras[found]))
            found = i;
    }
    return found;
}

editor_edit_result editor_edit_make_set(editor_document *document, const char *name, const uint32_t *objects,
                                        uint32_t count, uint32_t *made)
{
    bool ok = enter(document, "Save set", name) && may_have_name(document, EDITOR_NONE, name);
    const uint32_t set = free_set(document->level);
    if (ok && set == EDITOR_NONE)
        ok = edit_refuse(document, "a level has at most %d sets", EDITOR_SET_COUNT);
    ok = ok && set_name(document, set, name) && set_members(document, set, objects, count, true);
    if (ok && document->target_count == 0)
        ok = edit_refuse(document, "no object is selected");
    if (ok && made)
        *made = set;
    return edit_leave(document, ok);
}

editor_edit_result editor_edit_add_to_set(editor_document *document, uint32_t set, const uint32_t *objects,
                                          uint32_t count)
{
    const bool ok = enter(document, "Add to set", name_of(document, set)) && is_there(document, set);
    return edit_leave(document, ok && set_members(document, set, objects, count, true));
}

editor_edit_result editor_edit_remove_from_set(editor_document *document, uint32_t set, const uint32_t *objects,
                                               uint32_t count)
{
    const bool ok = enter(document, "Remove from set", name_of(document, set)) && is_there(document, set);
    return edit_leave(document, ok && set_members(document, set, objects, count, false));
}

editor_edit_result editor_edit_update_set(editor_document *document, uint32_t set, const uint32_t *objects,
                                          uint32_t count)
{
    bool ok = enter(document, "Update set", name_of(document, set)) && is_there(document, set) &&
              set_members(document, set, objects, count, true);
    if (ok && document->target_count == 0)
        ok = edit_refuse(document, "no object is selected");
    const editor_level *level = document->level;
    for (uint32_t i = 0; ok && i < level->object_count; i++) {
        if (level->objects[i].exists && !document->marks[i])
            ok = set_member(document, i, set, false);
    }
    return edit_leave(document, ok);
}

editor_edit_result editor_edit_rename_set(editor_document *document, uint32_t set, const char *name)
{
    const bool ok = enter(document, "Rename set", name_of(document, set)) && is_there(document, set) &&
                    may_have_name(document, set, name);
    return edit_leave(document, ok && set_name(document, set, name));
}

editor_edit_result editor_edit_delete_set(editor_document *document, uint32_t set)
{
    bool ok = enter(document, "Delete set", name_of(document, set)) && is_there(document, set);
    const editor_level *level = document->level;
    // Another set with the number must not have its objects. Deleted ones keep the bit: undo brings the set back first.
    for (uint32_t i = 0; ok && i < level->object_count; i++)
        ok = !level->objects[i].exists || !(level->objects[i].sets >> set & 1) || set_member(document, i, set, false);
    return edit_leave(document, ok && set_name(document, set, NULL));
}
