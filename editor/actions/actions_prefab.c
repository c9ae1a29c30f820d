// actions_prefab.c: the actions of prefabs: making, unpacking, updating, renaming and deleting them. actions_add.c
// places them.
#include "actions/actions_private.h"

#include "document/level/prefab.h"
#include "workspace/workspace_private.h"

#include <stdio.h>

bool editor_if_prefab(const editor_workspace *workspace, int argument)
{
    return editor_level_has_prefab(editor_workspace_get_level(workspace), (uint32_t)argument);
}

// The definition of the active object, an instance or a group that was unpacked; EDITOR_NONE: it has none.
static uint32_t active_prefab(const editor_workspace *workspace)
{
    const editor_level *level = editor_workspace_get_level(workspace);
    const uint32_t active = editor_document_active(workspace->document);
    const uint32_t prefab = active != EDITOR_NONE ? level->objects[active].prefab : 0;
    return prefab != 0 && editor_level_has_prefab(level, prefab - 1) ? prefab - 1 : EDITOR_NONE;
}

static bool is_active(const editor_workspace *workspace, editor_object_kind kind)
{
    const uint32_t active = editor_document_active(workspace->document);
    return active_prefab(workspace) != EDITOR_NONE &&
           editor_workspace_get_level(workspace)->objects[active].kind == kind;
}

bool editor_if_instance(const editor_workspace *workspace, int argument)
{
    (void)argument;
    return is_active(workspace, EDITOR_OBJECT_PREFAB);
}

bool editor_if_unpacked(const editor_workspace *workspace, int argument)
{
    (void)argument;
    return is_active(workspace, EDITOR_OBJECT_GROUP);
}

bool editor_if_of_prefab(const editor_workspace *workspace, int argument)
{
    (void)argument;
    return active_prefab(workspace) != EDITOR_NONE;
}

// Whether one is without instances would cost a pass over all objects in each picture.
bool editor_if_prefabs(const editor_workspace *workspace, int argument)
{
    (void)argument;
    const editor_level *level = editor_workspace_get_level(workspace);
    bool any = false;
    for (uint32_t i = 0; i < level->prefab_count && !any; i++)
        any = editor_level_has_prefab(level, i);
    return any;
}

void editor_do_make_prefab(editor_workspace *workspace, int argument)
{
    (void)argument;
    uint32_t prefab = EDITOR_NONE;
    editor_targets targets;
    if (!editor_workspace_find_targets(workspace, EDITOR_LEAVE_HIDDEN, &targets))
        return;
    editor_workspace_done(workspace,
                          editor_edit_make_prefab(workspace->document, targets.objects, targets.count, NULL, &prefab));
    if (prefab == EDITOR_NONE)
        return;
    const editor_level *level = editor_workspace_get_level(workspace);
    const unsigned parts = (unsigned)editor_level_content(level, level->prefabs[prefab].mesh)->part_count;
    editor_workspace_say(workspace, "Made prefab %.100s of %u part%s", level->prefabs[prefab].name, parts,
                         parts == 1 ? "" : "s");
}

void editor_do_unpack_prefab(editor_workspace *workspace, int argument)
{
    (void)argument;
    editor_targets targets;
    if (editor_workspace_find_targets(workspace, EDITOR_LEAVE_HIDDEN, &targets))
        editor_workspace_done(workspace,
                              editor_edit_unpack_prefab(workspace->document, targets.objects, targets.count));
}

void editor_do_update_prefab(editor_workspace *workspace, int argument)
{
    (void)argument;
    const uint32_t prefab = active_prefab(workspace);
    const editor_edit_result result =
        editor_edit_update_prefab(workspace->document, editor_document_active(workspace->document));
    editor_workspace_done(workspace, result);
    if (result != EDITOR_EDIT_DONE)
        return;
    const editor_level *level = editor_workspace_get_level(workspace);
    const unsigned count = (unsigned)editor_level_count_instances(level, prefab);
    unsigned others = 0;
    for (uint32_t i = 0; i < level->prefab_count; i++)
        others += i != prefab && editor_level_has_prefab(level, i) && editor_level_prefab_has(level, i, prefab);
    char with[48] = "";
    if (others > 0)
        snprintf(with, sizeof(with), ", %u prefab%s with it", others, others == 1 ? "" : "s");
    editor_workspace_say(workspace, "Updated prefab %.100s: %u instance%s%s", level->prefabs[prefab].name, count,
                         count == 1 ? "" : "s", with);
}

void editor_do_rename_prefab(editor_workspace *workspace, int argument)
{
    (void)argument;
    editor_workspace_ask_prefab_name(workspace, active_prefab(workspace));
}

void editor_do_delete_unused_prefabs(editor_workspace *workspace, int argument)
{
    (void)argument;
    editor_document *document = workspace->document;
    const editor_level *level = editor_workspace_get_level(workspace);
    unsigned count = 0, before = 1;
    bool ok = editor_document_begin(document, "Delete unused prefabs");
    while (ok && count != before) { // what only an unused one has is unused when that is gone
        before = count;
        for (uint32_t i = 0; ok && i < level->prefab_count; i++) {
            if (!editor_level_has_prefab(level, i) || editor_level_count_instances(level, i) > 0 ||
                editor_level_find_prefab_with(level, i) != EDITOR_NONE)
                continue;
            ok = editor_edit_delete_prefab(document, i) != EDITOR_EDIT_REFUSED;
            count++;
        }
    }
    if (!ok) {
        editor_workspace_say(workspace, "Out of memory");
        editor_document_cancel(document);
        return;
    }
    editor_document_commit(document);
    if (count == 0)
        editor_workspace_say(workspace, "Every prefab has instances");
    else
        editor_workspace_say(workspace, "Deleted %u prefab%s without instances", count, count == 1 ? "" : "s");
}
