// edit_terrain.c: the commands that change a terrain: its sizes, and whether its heights have holes.
#include "document/history/document_internal.h"
#include "document/level/terrain_mesh.h"

static bool is_terrain(editor_document *document, uint32_t object)
{
    const editor_level *level = document->level;
    const editor_object *o = object < level->object_count ? &level->objects[object] : NULL;
    if (!o || !o->exists)
        return edit_refuse(document, "the object no longer exists");
    return o->kind == EDITOR_OBJECT_TERRAIN || edit_refuse(document, "%.100s is no terrain", o->name);
}

editor_edit_result editor_edit_set_terrains(editor_document *document, const uint32_t *objects,
                                            const editor_terrain *terrains, uint32_t count)
{
    char label[128];
    bool ok = edit_enter(document, edit_label(document, "Resize", objects, count, label, sizeof(label)));
    for (uint32_t i = 0; ok && i < count; i++) {
        const char *fault = editor_terrain_fault(&terrains[i]);
        ok = is_terrain(document, objects[i]) && (!fault || edit_refuse(document, "%s", fault)) &&
             edit_device(document, objects[i], &(editor_object){.terrain = terrains[i]});
    }
    return edit_leave(document, ok);
}

// What is overridden stays.
static bool set_holes(editor_document *document, uint32_t object, bool holes)
{
    editor_level *level = document->level;
    if (!is_terrain(document, object))
        return false;
    const editor_object *o = &level->objects[object];
    const editor_mesh *now = &level->meshes[o->mesh];
    const bool is_heights = now->columns > 0 || now->stand_in;
    const uint32_t asset = now->asset, index = holes ? EDITOR_TERRAIN_WITH_HOLES : EDITOR_TERRAIN_WHOLE;
    if (!is_heights || index >= level->assets[asset].mesh_count)
        return edit_refuse(document, "the heights of %.100s are missing", o->name);
    const uint32_t mesh = editor_level_asset_mesh(level, asset, index);
    return mesh != EDITOR_NONE ? edit_give_mesh(document, object, mesh) : edit_out_of_memory(document);
}

editor_edit_result editor_edit_set_terrain_holes(editor_document *document, const uint32_t *objects, uint32_t count,
                                                 bool holes)
{
    char label[128];
    bool ok = edit_enter(document, edit_label(document, "Change holes of", objects, count, label, sizeof(label)));
    for (uint32_t i = 0; ok && i < count; i++)
        ok = set_holes(document, objects[i], holes);
    return edit_leave(document, ok);
}
