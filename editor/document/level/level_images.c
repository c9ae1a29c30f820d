// level_images.c: frees the images that nothing of a level shows any more, because the model that they came with was
// read again or removed. Their numbers stay taken, as those of their materials do.
#include "document/level/level_internal.h"
#include "document/level/look.h"

#include <stdlib.h>

void editor_image_free(editor_image *image)
{
    free(image->name);
    if (!image->mapping)
        free(image->rgba);
    editor_mapping_release(image->mapping);
    *image = (editor_image){0};
}

static bool has_images(const editor_material *material)
{
    bool some = material->base_color_image != EDITOR_NONE;
    for (int i = 0; i < EDITOR_MAP_COUNT; i++)
        some = some || material->maps[i].image != EDITOR_NONE;
    return some;
}

static void mark_images(const editor_material *material, bool *used)
{
    if (material->base_color_image != EDITOR_NONE)
        used[material->base_color_image] = true;
    for (int i = 0; i < EDITOR_MAP_COUNT; i++) {
        if (material->maps[i].image != EDITOR_NONE)
            used[material->maps[i].image] = true;
    }
}

// Meshes and looks that only undo has are among those of the level. `materials` and `images` are all false.
static void mark_used(const editor_level *level, bool *materials, bool *images)
{
    for (uint32_t i = 0; i < level->mesh_count; i++) {
        const editor_mesh *mesh = &level->meshes[i];
        for (uint32_t k = 0; k < mesh->submesh_count; k++) {
            if (mesh->submeshes[k].material != EDITOR_NONE)
                materials[mesh->submeshes[k].material] = true;
        }
    }
    for (uint32_t i = 0; i < level->material_count; i++) {
        if (materials[i])
            mark_images(&level->materials[i], images);
    }
    for (uint32_t i = 0; i < level->look_count; i++) {
        const editor_look *look = level->looks[i];
        for (uint32_t k = 0; look && k < look->content.material_count; k++)
            mark_images(&look->content.materials[k], images);
    }
}

void editor_level_free_unused_images(editor_level *level)
{
    bool *used = level->image_count > 0 ? calloc((size_t)level->material_count + level->image_count, 1) : NULL;
    if (!used) // nothing to do, or next time
        return;
    bool *images = used + level->material_count, some = false;
    mark_used(level, used, images);
    for (uint32_t i = 0; i < level->material_count; i++) {
        editor_material *material = &level->materials[i];
        if (used[i] || !has_images(material))
            continue;
        material->base_color_image = EDITOR_NONE;
        for (int k = 0; k < EDITOR_MAP_COUNT; k++)
            material->maps[k].image = EDITOR_NONE;
        material->is_retired = some = true;
    }
    for (uint32_t i = 0; i < level->image_count; i++) {
        if (!images[i] && level->images[i].rgba) {
            editor_image_free(&level->images[i]);
            some = true;
        }
    }
    level->image_frees += some;
    free(used);
}
