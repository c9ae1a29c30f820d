// level_prefabs.c: the definitions of prefabs in a level.
#include "document/level/level_internal.h"
#include "document/level/prefab.h"
#include "system/text.h"

#include <stdlib.h>
#include <string.h>

// --- Freeing ---

void editor_level_free_parts(editor_object *parts, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        editor_object_free(&parts[i]);
    free(parts);
}

void editor_prefab_free_own(editor_prefab_content *content)
{
    for (uint32_t i = 0; content->own && i < content->part_count; i++)
        pick_mesh_destroy(content->own[i]);
    free(content->own);
    content->own = NULL;
}

void editor_prefab_free_content(editor_prefab_content *content)
{
    pick_scene_destroy(content->scene);
    editor_prefab_free_own(content);
    editor_level_free_parts(content->parts, content->part_count);
    free(content->first_triangle);
    free(content->first_vertex);
    free(content->first_slot);
    free(content->versions);
    free(content->ids);
    free(content);
}

void editor_level_drop_content(editor_level *level, uint32_t number)
{
    editor_mesh *mesh = &level->meshes[number];
    if (!mesh->content)
        return;
    editor_prefab_free_content(mesh->content);
    mesh->content = NULL;
    level->content_count--;
}

void editor_level_free_prefabs(editor_level *level)
{
    for (uint32_t i = 0; i < level->mesh_count; i++)
        editor_level_drop_content(level, i);
    for (uint32_t i = 0; i < level->prefab_count; i++) {
        free(level->prefabs[i].name);
        free(level->prefabs[i].extra);
    }
    free(level->prefabs);
}

// --- Definitions ---

uint32_t editor_level_add_prefab(editor_level *level, const char *name, double id)
{
    editor_prefab *array =
        editor_level_reserve(level->prefabs, level->prefab_count, &level->prefab_capacity, sizeof(*array));
    if (array)
        level->prefabs = array;
    char *copy = array ? editor_text_copy(name) : NULL;
    if (!copy)
        return EDITOR_NONE;
    double next = 1;
    for (uint32_t i = 0; id <= 0 && i < level->prefab_count; i++)
        next = array[i].id >= next ? array[i].id + 1 : next;
    array[level->prefab_count] = (editor_prefab){.id = id > 0 ? id : next, .name = copy, .mesh = EDITOR_NONE};
    return level->prefab_count++;
}

bool editor_level_has_prefab(const editor_level *level, uint32_t prefab)
{
    return prefab < level->prefab_count && level->prefabs[prefab].mesh != EDITOR_NONE;
}

uint32_t editor_level_find_prefab(const editor_level *level, const char *name)
{
    for (uint32_t i = 0; i < level->prefab_count; i++) {
        if (editor_level_has_prefab(level, i) && strcmp(level->prefabs[i].name, name) == 0)
            return i;
    }
    return EDITOR_NONE;
}

uint32_t editor_level_count_instances(const editor_level *level, uint32_t prefab)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < level->object_count; i++) {
        const editor_object *o = &level->objects[i];
        count += o->exists && o->kind == EDITOR_OBJECT_PREFAB && o->prefab == prefab + 1;
    }
    return count;
}

const editor_prefab_content *editor_level_content(const editor_level *level, uint32_t mesh)
{
    return mesh != EDITOR_NONE ? level->meshes[mesh].content : NULL;
}

bool editor_prefab_takes(const editor_level *level, const editor_object *object, const char **why)
{
    const bool lines = object->mesh != EDITOR_NONE && level->meshes[object->mesh].form != EDITOR_FORM_TRIANGLES;
    const bool moves = object->follows || object->follow_name ||
                       (object->mesh != EDITOR_NONE && editor_level_is_deformed(level, object->mesh));
    *why = object->kind == EDITOR_OBJECT_LIGHT     ? "is a light: a prefab has only meshes and groups"
           : object->kind == EDITOR_OBJECT_CAMERA  ? "is a camera: a prefab has only meshes and groups"
           : object->kind == EDITOR_OBJECT_VOLUME  ? "is a volume: a prefab has only meshes and groups"
           : object->kind == EDITOR_OBJECT_TERRAIN ? "is a terrain: a prefab has only meshes and groups"
           : lines                                 ? "has points or lines: a prefab has only meshes and groups"
           : moves                                 ? "is moved by clips: a prefab stays at rest"
                                                   : NULL;
    return *why == NULL;
}
