// level_primitives.c: the meshes of primitives in a level: one for all equal ones, found by hash.
#include "document/level/level_internal.h"
#include "document/level/mesh_tools.h"
#include "document/level/primitive_mesh.h"
#include "document/level/volume.h"
#include "system/text.h"

#include <assert.h>

static uint32_t *bucket_of(editor_level *level, const editor_primitive *primitive)
{
    return &level->primitives[editor_primitive_hash(primitive) % EDITOR_PRIMITIVE_BUCKETS];
}

// False: out of memory; nothing to free.
static bool make_volume(const editor_primitive *primitive, editor_mesh *out)
{
    *out = (editor_mesh){.name = editor_text_copy(editor_shape_name(primitive->shape))};
    if (out->name && editor_volume_create(primitive, &out->volume) == PICK_OK)
        return true;
    mesh_tools_free(out);
    return false;
}

static bool make_triangles(const editor_level *level, const editor_primitive *primitive, editor_mesh *out)
{
    if (!editor_primitive_mesh(primitive, out))
        return false;
    if (editor_level_finish_mesh(level, out) == PICK_OK)
        return true;
    mesh_tools_free(out);
    return false;
}

// Adds the mesh under a free number, or a new one. EDITOR_NONE: out of memory; then the mesh is freed.
static uint32_t store(editor_level *level, editor_mesh *mesh)
{
    pick_mesh *pick = mesh->pick;
    pick_volume *volume = mesh->volume;
    if (level->free_mesh_count == 0) {
        const uint32_t number = editor_level_add_mesh(level, mesh);
        if (number == EDITOR_NONE) {
            pick_mesh_destroy(pick);
            pick_volume_destroy(volume);
        }
        return number;
    }
    const uint32_t number = level->free_meshes[--level->free_mesh_count];
    mesh->asset = mesh->asset_index = EDITOR_NONE;
    mesh->version = level->meshes[number].version + 1;
    level->meshes[number] = *mesh;
    level->mesh_versions++;
    return number;
}

uint32_t editor_level_primitive(editor_level *level, const editor_primitive *primitive)
{
    uint32_t *bucket = bucket_of(level, primitive);
    for (uint32_t i = *bucket; i != EDITOR_NONE; i = level->meshes[i].next_in_bucket) {
        if (editor_primitive_equal(&level->meshes[i].primitive, primitive))
            return i;
    }
    editor_mesh mesh;
    if (editor_shape_is_volume(primitive->shape) ? !make_volume(primitive, &mesh)
                                                 : !make_triangles(level, primitive, &mesh))
        return EDITOR_NONE;
    mesh.primitive = *primitive;
    mesh.next_in_bucket = *bucket;
    const uint32_t number = store(level, &mesh);
    if (number != EDITOR_NONE) {
        *bucket = number;
        level->primitive_count++;
    }
    return number;
}

void editor_level_remove_primitive(editor_level *level, uint32_t number)
{
    editor_mesh *mesh = &level->meshes[number];
    assert(mesh->primitive.shape != EDITOR_SHAPE_NONE);
    uint32_t *numbers =
        editor_level_reserve(level->free_meshes, level->free_mesh_count, &level->free_mesh_capacity, sizeof(*numbers));
    if (!numbers)
        return; // kept: it can be found again
    level->free_meshes = numbers;
    numbers[level->free_mesh_count++] = number;
    uint32_t *link = bucket_of(level, &mesh->primitive);
    while (*link != number)
        link = &level->meshes[*link].next_in_bucket;
    *link = mesh->next_in_bucket;
    level->primitive_count--;
    const uint32_t version = mesh->version + 1;
    pick_mesh_destroy(mesh->pick);
    pick_volume_destroy(mesh->volume);
    mesh_tools_free(mesh);
    mesh->version = version;
    mesh->asset = mesh->asset_index = EDITOR_NONE;
    level->mesh_versions++;
}
