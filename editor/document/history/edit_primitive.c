// edit_primitive.c: the commands that add a primitive and change its sizes.
#include "document/history/document_internal.h"

#include <stdio.h>
#include <stdlib.h>

enum { FEWEST_MESHES = 64 }; // that are worth a search for unused ones

static void mark_used(const editor_changes *changes, bool *used)
{
    for (uint32_t i = 0; i < changes->mesh_count; i++)
        used[changes->meshes[i].other] = true;
}

// A size that is dragged makes a mesh for each picture. Removes those that neither an object nor a step uses.
static void remove_unused(editor_document *document)
{
    editor_level *level = document->level;
    bool *used = calloc(level->mesh_count, sizeof(*used));
    if (!used)
        return; // later
    for (uint32_t i = 0; i < level->object_count; i++) {
        if (level->objects[i].mesh != EDITOR_NONE)
            used[level->objects[i].mesh] = true;
    }
    for (uint32_t i = 0; i < document->step_count; i++)
        mark_used(&document->steps[i]->changes, used);
    if (document->open)
        mark_used(&document->open->changes, used);
    mark_used(&document->journal, used);
    for (uint32_t i = 0; i < level->mesh_count; i++) {
        if (!used[i] && level->meshes[i].primitive.shape != EDITOR_SHAPE_NONE)
            editor_level_remove_primitive(level, i);
    }
    free(used);
    document->mesh_limit = 2 * level->primitive_count;
}

// The mesh of the primitive, made if there is none. EDITOR_NONE: refused.
static uint32_t mesh_of(editor_document *document, const editor_primitive *primitive)
{
    char why[128];
    uint32_t mesh = EDITOR_NONE;
    const uint32_t count = document->level->primitive_count;
    if (count >= FEWEST_MESHES && count >= document->mesh_limit)
        remove_unused(document);
    if (primitive->shape == EDITOR_SHAPE_NONE || !editor_primitive_is_valid(primitive, why, sizeof(why)))
        edit_refuse(document, "%s", primitive->shape == EDITOR_SHAPE_NONE ? "no shape" : why);
    else if ((mesh = editor_level_primitive(document->level, primitive)) == EDITOR_NONE)
        edit_out_of_memory(document);
    return mesh;
}

editor_edit_result editor_edit_add_primitive(editor_document *document, const char *name, uint32_t parent,
                                             const editor_primitive *primitive, const pick_affine *local,
                                             uint32_t *made)
{
    const uint32_t mesh = mesh_of(document, primitive);
    if (mesh == EDITOR_NONE)
        return EDITOR_EDIT_REFUSED;
    const editor_object like = {.kind = EDITOR_OBJECT_MESH, .mesh = mesh, .local = *local, .layers = 1};
    char label[32];
    snprintf(label, sizeof(label), "Add %s", editor_shape_name(primitive->shape));
    return edit_add_object(document, label, name, parent, &like, made);
}

static bool is_primitive(editor_document *document, uint32_t object)
{
    const editor_level *level = document->level;
    const editor_object *o = object < level->object_count ? &level->objects[object] : NULL;
    if (!o || !o->exists)
        return edit_refuse(document, "the object no longer exists");
    return (o->mesh != EDITOR_NONE && level->meshes[o->mesh].primitive.shape != EDITOR_SHAPE_NONE) ||
           edit_refuse(document, "%.100s has no sizes to change", o->name);
}

editor_edit_result editor_edit_set_primitives(editor_document *document, const uint32_t *objects,
                                              const editor_primitive *primitives, uint32_t count)
{
    char label[128];
    bool ok = edit_enter(document, edit_label(document, "Resize", objects, count, label, sizeof(label)));
    for (uint32_t i = 0; ok && i < count; i++) {
        const uint32_t mesh = is_primitive(document, objects[i]) ? mesh_of(document, &primitives[i]) : EDITOR_NONE;
        ok = mesh != EDITOR_NONE && edit_mesh(document, objects[i], mesh);
    }
    return edit_leave(document, ok);
}
