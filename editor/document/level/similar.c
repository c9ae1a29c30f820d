#include "document/level/similar.h"

#include "document/level/search.h"

#include <stdlib.h>
#include <string.h>

// What the given objects have.
typedef struct traits {
    bool *meshes;       // per mesh
    bool *materials;    // per material, and one more: no material
    uint32_t layers;    // bits
    const char **names; // sorted by stem
    uint32_t name_count;
} traits;

static uint32_t material_slot(const editor_level *level, uint32_t material)
{
    return material == EDITOR_NONE ? level->material_count : material;
}

static int by_stem(const void *a, const void *b)
{
    return editor_name_compare_stems(*(const char *const *)a, *(const char *const *)b);
}

static void note(traits *has, const editor_level *level, const editor_object *object)
{
    has->layers |= object->layers;
    has->names[has->name_count++] = object->name;
    if (object->mesh == EDITOR_NONE)
        return;
    const editor_mesh *mesh = &level->meshes[object->mesh];
    has->meshes[object->mesh] = true;
    for (uint32_t i = 0; i < mesh->submesh_count; i++)
        has->materials[material_slot(level, mesh->submeshes[i].material)] = true;
}

static bool is_like(const traits *has, const editor_level *level, editor_similarity what, const editor_object *object)
{
    if (what == EDITOR_SIMILAR_NAME)
        return bsearch(&object->name, has->names, has->name_count, sizeof(*has->names), by_stem) != NULL;
    if (object->mesh == EDITOR_NONE)
        return false;
    if (what == EDITOR_SIMILAR_MESH)
        return has->meshes[object->mesh];
    if (what == EDITOR_SIMILAR_LAYER)
        return (object->layers & has->layers) != 0;
    const editor_mesh *mesh = &level->meshes[object->mesh];
    for (uint32_t i = 0; i < mesh->submesh_count; i++) {
        if (has->materials[material_slot(level, mesh->submeshes[i].material)])
            return true;
    }
    return false;
}

uint32_t editor_level_similar(const editor_level *level, editor_similarity what, const uint32_t *objects,
                              uint32_t count, uint32_t *out)
{
    traits has = {.meshes = calloc(level->mesh_count + 1, sizeof(bool)),
                  .materials = calloc(level->material_count + 1, sizeof(bool)),
                  .names = malloc((count + 1) * sizeof(char *))};
    uint32_t found = EDITOR_NONE;
    if (has.meshes && has.materials && has.names) {
        for (uint32_t i = 0; i < count; i++)
            note(&has, level, &level->objects[objects[i]]);
        if (what == EDITOR_SIMILAR_NAME && has.name_count > 1)
            qsort(has.names, has.name_count, sizeof(*has.names), by_stem);
        found = 0;
        for (uint32_t i = 0; i < level->object_count; i++) {
            const editor_object *o = &level->objects[i];
            if (o->exists && !o->is_hidden && !o->is_locked && is_like(&has, level, what, o))
                out[found++] = i;
        }
    }
    free(has.meshes);
    free(has.materials);
    free(has.names);
    return found;
}
