// level_content_origin.c: fits objects to the origin with which the level has read their model.
//
// A model is read once. What is pasted, and a second entry of the same file, may come from a level that read it with
// another origin (level/origin.h): its vertices are then the same relative to other corners.
#include "document/file/level_content.h"

// The difference for an object's own vertices, or NULL.
static const double *find_difference(const level_content *content, const content_object *object)
{
    const content_asset *entry = object->asset != EDITOR_NONE ? &content->assets[object->asset] : NULL;
    const bool differs = entry && (entry->moved[0] != 0 || entry->moved[1] != 0 || entry->moved[2] != 0);
    return differs ? entry->moved : NULL;
}

static void move_object(content_object *object, const double *own, const double *of_parent)
{
    pick_affine *local = &object->object.local;
    double to[3] = {local->origin.x, local->origin.y, local->origin.z};
    for (int i = 0; i < 3; i++) {
        for (int k = 0; own && k < 3; k++)
            to[i] += local->linear[3 * k + i] * own[k];
        to[i] -= of_parent ? of_parent[i] : 0;
    }
    local->origin = pick_vec3_make(to[0], to[1], to[2]);
    for (uint32_t i = 0; own && i < object->moves.count; i++) {
        for (int k = 0; k < 3; k++) {
            float *at = &object->moves.items[i].position[k];
            *at = (float)((double)*at - own[k]);
        }
    }
}

static void move_list(const level_content *content, content_object *list, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        const double *own = find_difference(content, &list[i]);
        const double *of_parent =
            list[i].parent != EDITOR_NONE ? find_difference(content, &list[list[i].parent]) : NULL;
        if (own || of_parent)
            move_object(&list[i], own, of_parent);
    }
}

void level_content_move_origins(level_content *content)
{
    move_list(content, content->objects, content->object_count);
    for (uint32_t i = 0; i < content->prefab_count; i++)
        move_list(content, content->prefabs[i].parts, content->prefabs[i].part_count);
}
