// edit_line.c: the commands that add a line and change it.
#include "document/history/document_internal.h"

// The mesh of the line, made if there is none. EDITOR_NONE: refused.
static uint32_t mesh_of_line(editor_document *document, const editor_line *line)
{
    char why[128];
    uint32_t mesh = EDITOR_NONE;
    const uint32_t bad = editor_line_find_bad_point(line);
    edit_remove_unused(document);
    if (bad < line->count) // named as the inspector does, not as in a level's file
        edit_refuse(document, "Point %u: expected finite numbers that a float can hold", (unsigned)bad + 1);
    else if (!editor_line_is_valid(line, why, sizeof(why)))
        edit_refuse(document, "%s", why);
    else if ((mesh = editor_level_line(document->level, line)) == EDITOR_NONE)
        edit_out_of_memory(document);
    return mesh;
}

editor_edit_result editor_edit_add_line(editor_document *document, const char *name, uint32_t parent,
                                        const editor_line *line, const pick_affine *local, uint32_t *made)
{
    const uint32_t mesh = mesh_of_line(document, line);
    if (mesh == EDITOR_NONE)
        return EDITOR_EDIT_REFUSED;
    const editor_object like = {.kind = EDITOR_OBJECT_MESH, .mesh = mesh, .local = *local, .layers = 1};
    return edit_add_object(document, "Add line", name, parent, &like, made);
}

// Gives an object the mesh of a line; what is overridden stays.
static bool reshape(editor_document *document, uint32_t object, const editor_line *line)
{
    const editor_level *level = document->level;
    const editor_object *o = object < level->object_count ? &level->objects[object] : NULL;
    if (!o || !o->exists)
        return edit_refuse(document, "the object no longer exists");
    if (o->mesh == EDITOR_NONE || level->meshes[o->mesh].line.count == 0)
        return edit_refuse(document, "%.100s is no line that can be edited", o->name);
    const uint32_t mesh = mesh_of_line(document, line);
    return mesh != EDITOR_NONE && edit_give_mesh(document, object, mesh);
}

editor_edit_result editor_edit_set_lines(editor_document *document, const uint32_t *objects, const editor_line *lines,
                                         uint32_t count)
{
    char label[128];
    bool ok = edit_enter(document, edit_label(document, "Change line of", objects, count, label, sizeof(label)));
    for (uint32_t i = 0; ok && i < count; i++)
        ok = reshape(document, objects[i], &lines[i]);
    return edit_leave(document, ok);
}
