// edit_primitive.c: the commands that add a primitive and change its sizes.
#include "document/history/document_internal.h"

#include <stdio.h>

uint32_t edit_primitive_mesh(editor_document *document, const editor_primitive *primitive)
{
    char why[128];
    uint32_t mesh = EDITOR_NONE;
    edit_remove_unused(document);
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
    const uint32_t mesh = edit_primitive_mesh(document, primitive);
    if (mesh == EDITOR_NONE)
        return EDITOR_EDIT_REFUSED;
    const bool is_volume = editor_shape_is_volume(primitive->shape);
    const editor_object like = {
        .kind = is_volume ? EDITOR_OBJECT_VOLUME : EDITOR_OBJECT_MESH, .mesh = mesh, .local = *local, .layers = 1};
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
    const editor_mesh *mesh = o->mesh != EDITOR_NONE ? editor_level_original(level, &level->meshes[o->mesh]) : NULL;
    if (!mesh || mesh->primitive.shape == EDITOR_SHAPE_NONE)
        return edit_refuse(document, "%.100s has no sizes to change", o->name);
    return !editor_level_has_moves(level, o->mesh) ||
           edit_refuse(document, "%.100s has no sizes: its vertices were moved. Reset its shape first", o->name);
}

// A volume stays one, and triangles do.
static bool is_resizable(editor_document *document, uint32_t object, const editor_primitive *primitive)
{
    const editor_level *level = document->level;
    const editor_object *o = is_primitive(document, object) ? &level->objects[object] : NULL;
    const bool is_volume = editor_shape_is_volume(primitive->shape);
    return o && (is_volume == (o->kind == EDITOR_OBJECT_VOLUME) ||
                 edit_refuse(document, "%.100s is %s volume", o->name, is_volume ? "no" : "a"));
}

// Gives an object the mesh of a primitive; what is overridden stays.
static bool resize(editor_document *document, uint32_t object, const editor_primitive *primitive)
{
    const uint32_t mesh =
        is_resizable(document, object, primitive) ? edit_primitive_mesh(document, primitive) : EDITOR_NONE;
    return mesh != EDITOR_NONE && edit_give_mesh(document, object, mesh);
}

editor_edit_result editor_edit_set_primitives(editor_document *document, const uint32_t *objects,
                                              const editor_primitive *primitives, uint32_t count)
{
    char label[128];
    bool ok = edit_enter(document, edit_label(document, "Resize", objects, count, label, sizeof(label)));
    for (uint32_t i = 0; ok && i < count; i++)
        ok = resize(document, objects[i], &primitives[i]);
    return edit_leave(document, ok);
}
