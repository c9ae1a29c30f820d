// level_store.c: the storage of a level: adds content, passes it to the pick scene, frees it.
#include "document/level/level_internal.h"

#include "document/level/choice.h"
#include "document/level/look.h"
#include "document/level/mesh_tools.h"
#include "document/level/names.h"
#include "document/level/prefab.h"
#include "system/text.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// --- Creation ---

editor_level *editor_level_create(void)
{
    editor_level *level = calloc(1, sizeof(*level));
    if (level) {
        level->first_root = level->last_root = EDITOR_NONE;
        level->next_id = 1;
        pick_layer_matrix_init(&level->sees);
        for (uint32_t i = 0; i < EDITOR_PRIMITIVE_BUCKETS; i++)
            level->primitives[i] = EDITOR_NONE;
    }
    return level;
}

void editor_asset_free(editor_asset *asset)
{
    for (uint32_t i = 0; i < asset->mesh_count; i++)
        free(asset->meshes[i].name);
    for (uint32_t i = 0; i < asset->node_count; i++)
        editor_object_free(&asset->nodes[i]);
    for (uint32_t i = 0; i < asset->source_count; i++)
        free(asset->sources[i].path);
    if (asset->pose)
        motion_pose_free(asset->pose, asset->motion);
    free(asset->pose);
    motion_destroy(asset->motion);
    free(asset->mover_names);
    free(asset->sources);
    free(asset->meshes);
    free(asset->nodes);
    free(asset->path);
    free(asset->absolute);
    free(asset->reference);
    free(asset->scene);
    free(asset->variant);
    free(asset->read_scene);
    free(asset->read_variant);
    editor_choices_free(&asset->choices);
    free(asset->extra);
    *asset = (editor_asset){0};
}

void editor_level_destroy(editor_level *level)
{
    if (!level)
        return;
    pick_scene_destroy(level->scene); // before the meshes that it refers to
    pick_mesh_destroy(level->nothing);
    editor_level_free_prefabs(level);
    for (uint32_t i = 0; i < level->object_count; i++)
        editor_object_free(&level->objects[i]);
    for (uint32_t i = 0; i < level->asset_count; i++)
        editor_asset_free(&level->assets[i]);
    for (uint32_t i = 0; i < level->view_count; i++)
        free(level->views[i].extra);
    for (uint32_t i = 0; i < EDITOR_BOOKMARK_COUNT; i++)
        free(level->bookmarks[i].extra);
    editor_level_free_looks(level);
    for (uint32_t i = 0; i < level->mesh_count; i++) {
        pick_mesh_destroy(level->meshes[i].pick);
        pick_volume_destroy(level->meshes[i].volume);
        pick_thin_destroy(level->meshes[i].thin);
        mesh_tools_free(&level->meshes[i]);
    }
    for (uint32_t i = 0; i < level->material_count; i++)
        free(level->materials[i].name);
    for (uint32_t i = 0; i < level->image_count; i++)
        editor_image_free(&level->images[i]);
    for (uint32_t i = 0; i < level->warning_count; i++)
        free(level->warnings[i]);
    for (uint32_t i = 0; i < EDITOR_LAYER_COUNT; i++)
        free(level->layer_names[i]), free(level->layer_extras[i]);
    for (uint32_t i = 0; i < EDITOR_SET_COUNT; i++)
        free(level->set_names[i]), free(level->set_extras[i]);
    free(level->assets);
    free(level->pose_clip);
    free(level->movers);
    free(level->extra);
    free(level->changed);
    free(level->behind);
    free(level->handles);
    free(level->free_objects);
    free(level->free_meshes);
    free(level->objects);
    free(level->meshes);
    free(level->materials);
    free(level->images);
    free(level->warnings);
    free(level->warning_assets);
    free(level->warning_meshes);
    free(level->path);
    free(level);
}

// --- Adding ---

uint32_t editor_level_add_image(editor_level *level, const editor_image *image)
{
    editor_image *array =
        editor_level_reserve(level->images, level->image_count, &level->image_capacity, sizeof(*array));
    if (!array) {
        editor_image unwanted = *image;
        editor_image_free(&unwanted);
        return EDITOR_NONE;
    }
    level->images = array;
    array[level->image_count] = *image;
    return level->image_count++;
}

uint32_t editor_level_add_material(editor_level *level, const editor_material *material)
{
    editor_material *array =
        editor_level_reserve(level->materials, level->material_count, &level->material_capacity, sizeof(*array));
    if (!array) {
        free(material->name);
        return EDITOR_NONE;
    }
    level->materials = array;
    array[level->material_count] = *material;
    return level->material_count++;
}

uint32_t editor_level_add_mesh(editor_level *level, const editor_mesh *mesh)
{
    editor_mesh *array = editor_level_reserve(level->meshes, level->mesh_count, &level->mesh_capacity, sizeof(*array));
    if (!array) {
        editor_mesh unwanted = *mesh;
        mesh_tools_free(&unwanted);
        return EDITOR_NONE;
    }
    level->meshes = array;
    array[level->mesh_count] = *mesh;
    array[level->mesh_count].asset = array[level->mesh_count].asset_index = EDITOR_NONE;
    return level->mesh_count++;
}

// Makes room in the arrays of warnings. False: out of memory.
static bool reserve_warning(editor_level *level)
{
    uint32_t capacity = level->warning_capacity; // of all three
    char **texts = editor_level_reserve(level->warnings, level->warning_count, &capacity, sizeof(*texts));
    if (!texts)
        return false;
    level->warnings = texts;
    if (capacity == level->warning_capacity)
        return true;
    uint32_t *assets = realloc(level->warning_assets, capacity * sizeof(*assets));
    level->warning_assets = assets ? assets : level->warning_assets;
    uint32_t *meshes = assets ? realloc(level->warning_meshes, capacity * sizeof(*meshes)) : NULL;
    level->warning_meshes = meshes ? meshes : level->warning_meshes;
    if (!meshes)
        return false;
    level->warning_capacity = capacity;
    return true;
}

static void add_warning(editor_level *level, uint32_t asset, uint32_t mesh, const char *format, va_list arguments)
{
    char text[512];
    editor_text_print(text, sizeof(text), format, arguments); // names of a file are in it, of any bytes
    char *copy = reserve_warning(level) ? editor_text_copy(text) : NULL;
    if (!copy)
        return;
    level->warnings[level->warning_count] = copy;
    level->warning_assets[level->warning_count] = asset;
    level->warning_meshes[level->warning_count++] = mesh;
    level->misfit_count += mesh != EDITOR_NONE;
}

void editor_level_add_warning(editor_level *level, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    add_warning(level, EDITOR_NONE, EDITOR_NONE, format, arguments);
    va_end(arguments);
}

void editor_level_add_asset_warning(editor_level *level, uint32_t asset, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    add_warning(level, asset, EDITOR_NONE, format, arguments);
    va_end(arguments);
}

void editor_level_add_mesh_warning(editor_level *level, uint32_t mesh, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    add_warning(level, level->meshes[mesh].asset, mesh, format, arguments);
    va_end(arguments);
}

void editor_level_remove_warning(editor_level *level, uint32_t number)
{
    const uint32_t behind = --level->warning_count - number;
    level->misfit_count -= level->warning_meshes[number] != EDITOR_NONE;
    free(level->warnings[number]);
    memmove(level->warnings + number, level->warnings + number + 1, behind * sizeof(*level->warnings));
    memmove(level->warning_assets + number, level->warning_assets + number + 1, behind * sizeof(uint32_t));
    memmove(level->warning_meshes + number, level->warning_meshes + number + 1, behind * sizeof(uint32_t));
}

void editor_level_replace_warnings(editor_level *level, uint32_t asset, uint32_t by)
{
    uint32_t kept = 0; // those in front of it stay
    for (uint32_t i = 0; i < level->warning_count; i++) {
        if (level->warning_assets[i] == asset) {
            level->misfit_count -= level->warning_meshes[i] != EDITOR_NONE;
            free(level->warnings[i]);
            continue;
        }
        level->warnings[kept] = level->warnings[i];
        level->warning_assets[kept] = level->warning_assets[i] == by ? asset : level->warning_assets[i];
        level->warning_meshes[kept++] = level->warning_meshes[i];
    }
    level->warning_count = kept;
}

void editor_level_drop_warnings(editor_level *level)
{
    for (uint32_t i = 0; i < level->warning_count; i++)
        free(level->warnings[i]);
    level->warning_count = level->misfit_count = 0;
}

void editor_level_set_bookmark(editor_level *level, uint32_t bookmark, const editor_view *view)
{
    char *extra = level->bookmarks[bookmark].extra;
    level->bookmarks[bookmark] = *view;
    level->bookmarks[bookmark].extra = extra;
    level->bookmarks_set |= 1u << bookmark;
}

void editor_level_set_views(editor_level *level, const editor_view *views, uint32_t count)
{
    if (count > EDITOR_VIEW_COUNT)
        count = EDITOR_VIEW_COUNT;
    for (uint32_t i = 0; i < EDITOR_VIEW_COUNT; i++) {
        char *extra = i < level->view_count ? level->views[i].extra : NULL;
        if (i < count) {
            level->views[i] = views[i];
            level->views[i].extra = extra;
        } else {
            free(extra);
        }
    }
    level->view_count = count;
}
