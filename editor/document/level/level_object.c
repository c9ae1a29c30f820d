// level_object.c: frees objects, and says where what they show is.
#include "document/level/level_internal.h"

#include <stdlib.h>

void editor_object_free(editor_object *object)
{
    free(object->name);
    free(object->extra);
    free(object->device_extra);
    free(object->follow_name);
}

bool editor_object_is_solid(const editor_object *object)
{
    return object->kind == EDITOR_OBJECT_MESH || object->kind == EDITOR_OBJECT_TERRAIN;
}

pick_affine editor_level_mesh_world(const editor_level *level, const editor_object *object)
{
    if (object->kind != EDITOR_OBJECT_TERRAIN || level->meshes[object->mesh].asset == EDITOR_NONE)
        return object->world;
    const editor_mesh *mesh = &level->meshes[object->mesh];
    const pick_affine steps =
        editor_terrain_matrix(&object->terrain, level->assets[mesh->asset].meshes[mesh->asset_index].box);
    return pick_affine_multiply(&object->world, &steps);
}
