// outliner_rename.c: names typed in the outliner's rows.
#include "panels/panels_internal.h"

#include <string.h>

bool editor_outliner_begin_rename(editor_outliner *outliner, const editor_level *level, uint32_t object, bool reveal)
{
    editor_renaming *renaming = &outliner->renaming;
    const char *name = level->objects[object].name;
    const size_t length = strlen(name);
    if (length >= sizeof(renaming->text))
        return false;
    *renaming = (editor_renaming){.object = object, .is_new = true, .reveal = reveal, .shown = true};
    memcpy(renaming->text, name, length + 1);
    return true;
}

void editor_outliner_follow_rename(editor_outliner *outliner, const editor_level *level, editor_command *command)
{
    editor_renaming *renaming = &outliner->renaming;
    const uint32_t object = renaming->object;
    // A frame has one command: what is typed waits for its turn.
    if (object == EDITOR_NONE || (renaming->shown && !renaming->over) || command->type != EDITOR_COMMAND_NONE)
        return;
    renaming->object = EDITOR_NONE;
    renaming->is_new = renaming->over = false;
    const bool exists = object < level->object_count && level->objects[object].exists;
    if (!exists || strcmp(renaming->text, level->objects[object].name) == 0)
        return;
    renaming->named = object;
    *command = (editor_command){
        .type = EDITOR_COMMAND_RENAME, .objects = &renaming->named, .object_count = 1, .text = renaming->text};
}
