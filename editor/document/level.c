// level.c: building, editing and asking a level.
#include "document/level.h"

#include "document/alpha.h"
#include "document/mesh_tools.h"

#include <assert.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// --- Building ---

editor_level *editor_level_create(void)
{
    return calloc(1, sizeof(editor_level));
}

void editor_level_destroy(editor_level *level)
{
    if (!level)
        return;
    pick_scene_destroy(level->scene); // before the meshes that it refers to
    pick_mesh_destroy(level->nothing);
    for (uint32_t i = 0; i < level->object_count; i++)
        free(level->objects[i].name);
    for (uint32_t i = 0; i < level->mesh_count; i++) {
        pick_mesh_destroy(level->meshes[i].pick);
        mesh_tools_free(&level->meshes[i]);
    }
    for (uint32_t i = 0; i < level->material_count; i++)
        free(level->materials[i].name);
    for (uint32_t i = 0; i < level->image_count; i++) {
        free(level->images[i].name);
        free(level->images[i].rgba);
    }
    for (uint32_t i = 0; i < level->warning_count; i++)
        free(level->warnings[i]);
    free(level->objects);
    free(level->meshes);
    free(level->materials);
    free(level->images);
    free(level->warnings);
    free(level->path);
    free(level);
}

static char *copy_text(const char *text)
{
    size_t size = strlen(text) + 1;
    char *copy = malloc(size);
    if (copy)
        memcpy(copy, text, size);
    return copy;
}

// Room for one more element; returns the array, moved or not, or NULL when out of memory.
static void *reserve(void *array, uint32_t count, uint32_t *capacity, size_t element_size)
{
    if (count < *capacity)
        return array;
    if (count >= EDITOR_NONE / 2)
        return NULL;
    uint32_t wanted = count < 16 ? 16 : count * 2;
    void *grown = realloc(array, wanted * element_size);
    if (grown)
        *capacity = wanted;
    return grown;
}

uint32_t editor_level_add_image(editor_level *level, const editor_image *image)
{
    editor_image *array = reserve(level->images, level->image_count, &level->image_capacity, sizeof(*array));
    if (!array) {
        free(image->name);
        free(image->rgba);
        return EDITOR_NONE;
    }
    level->images = array;
    array[level->image_count] = *image;
    return level->image_count++;
}

uint32_t editor_level_add_material(editor_level *level, const editor_material *material)
{
    editor_material *array =
        reserve(level->materials, level->material_count, &level->material_capacity, sizeof(*array));
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
    editor_mesh *array = reserve(level->meshes, level->mesh_count, &level->mesh_capacity, sizeof(*array));
    if (!array) {
        editor_mesh unwanted = *mesh;
        mesh_tools_free(&unwanted);
        return EDITOR_NONE;
    }
    level->meshes = array;
    array[level->mesh_count] = *mesh;
    return level->mesh_count++;
}

uint32_t editor_level_add_object(editor_level *level, const char *name, uint32_t parent, uint32_t mesh,
                                 const editor_affine *local)
{
    assert(parent == EDITOR_NONE || parent < level->object_count);
    assert(mesh == EDITOR_NONE || mesh < level->mesh_count);
    assert(name && name[0]);
    editor_object *array = reserve(level->objects, level->object_count, &level->object_capacity, sizeof(*array));
    if (!array)
        return EDITOR_NONE;
    level->objects = array;
    char *copy = copy_text(name);
    if (!copy)
        return EDITOR_NONE;
    array[level->object_count] = (editor_object){
        .name = copy,
        .parent = parent,
        .mesh = mesh,
        .number = mesh == EDITOR_NONE ? EDITOR_NONE : level->meshed_count++,
        .local = *local,
        .world = parent == EDITOR_NONE ? *local : editor_affine_multiply(&array[parent].world, local),
        .layers = 1,
    };
    return level->object_count++;
}

void editor_level_add_warning(editor_level *level, const char *format, ...)
{
    char text[512];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof(text), format, arguments);
    va_end(arguments);
    char **array = reserve(level->warnings, level->warning_count, &level->warning_capacity, sizeof(*array));
    if (!array)
        return;
    level->warnings = array;
    char *copy = copy_text(text);
    if (copy)
        array[level->warning_count++] = copy;
}

// --- Finishing ---

static uint32_t submesh_flags(const editor_level *level, uint32_t material)
{
    if (material == EDITOR_NONE)
        return 0;
    const editor_material *m = &level->materials[material];
    return (m->double_sided ? (uint32_t)PICK_SUBMESH_DOUBLE_SIDED : 0) |
           (m->alpha_mode == EDITOR_ALPHA_MASK ? (uint32_t)PICK_SUBMESH_ALPHA_TEST : 0);
}

static pick_result finish_mesh(const editor_level *level, editor_mesh *mesh)
{
    pick_submesh *submeshes = calloc(mesh->submesh_count ? mesh->submesh_count : 1, sizeof(*submeshes));
    if (!submeshes)
        return PICK_ERROR_OUT_OF_MEMORY;
    for (uint32_t i = 0; i < mesh->submesh_count; i++) {
        assert(mesh->submeshes[i].material == EDITOR_NONE || mesh->submeshes[i].material < level->material_count);
        submeshes[i] = (pick_submesh){mesh->submeshes[i].first_triangle, mesh->submeshes[i].triangle_count,
                                      submesh_flags(level, mesh->submeshes[i].material)};
    }
    pick_result result = pick_mesh_create(&(pick_mesh_desc){.positions = mesh->positions,
                                                            .vertex_count = mesh->vertex_count,
                                                            .uvs = mesh->uvs,
                                                            .indices = mesh->indices,
                                                            .index_type = PICK_INDEX_UINT32,
                                                            .index_count = mesh->index_count,
                                                            .submeshes = mesh->submesh_count ? submeshes : NULL,
                                                            .submesh_count = mesh->submesh_count},
                                          NULL, &mesh->pick);
    free(submeshes);
    return result;
}

static uint32_t pick_flags(const editor_level *level, uint32_t object)
{
    return (editor_level_is_hidden(level, object) ? (uint32_t)PICK_OBJECT_HIDDEN : 0) |
           (editor_level_is_locked(level, object) ? (uint32_t)PICK_OBJECT_LOCKED : 0);
}

static const char *cause(pick_result result)
{
    switch (result) {
    case PICK_ERROR_NOT_FINITE:
        return "a transform that is not finite";
    case PICK_ERROR_INDEX_OUT_OF_RANGE:
        return "an index out of range";
    case PICK_ERROR_TOO_LARGE:
        return "too large";
    case PICK_ERROR_OUT_OF_MEMORY:
        return "out of memory";
    default:
        return pick_result_name(result);
    }
}

static const char *level_path(const editor_level *level)
{
    return level->path ? level->path : "level";
}

bool editor_level_finish(editor_level *level, editor_error *error)
{
    assert(!level->scene);
    for (uint32_t i = 0; i < level->mesh_count; i++) {
        pick_result result = finish_mesh(level, &level->meshes[i]);
        if (result != PICK_OK) {
            snprintf(error->text, sizeof(error->text), "%s: %s, mesh %u (%s)", level_path(level), cause(result),
                     (unsigned)i, level->meshes[i].name ? level->meshes[i].name : "");
            return false;
        }
    }
    pick_result result = pick_scene_create(NULL, &level->scene);
    // Groups are objects without triangles: so they have a handle that a selection can hold.
    static const float no_positions[3] = {0};
    if (result == PICK_OK)
        result = pick_mesh_create(&(pick_mesh_desc){.positions = no_positions}, NULL, &level->nothing);
    for (uint32_t i = 0; result == PICK_OK && i < level->object_count; i++) {
        editor_object *object = &level->objects[i];
        pick_object_desc desc = PICK_OBJECT_DESC_DEFAULT;
        desc.mesh = object->mesh != EDITOR_NONE ? level->meshes[object->mesh].pick : level->nothing;
        desc.transform = editor_affine_to_pick(&object->world);
        desc.layers = object->layers;
        desc.flags = pick_flags(level, i);
        desc.user = i;
        result = pick_scene_add(level->scene, &desc, &object->pick);
        if (result != PICK_OK)
            snprintf(error->text, sizeof(error->text), "%s: %s, object %u (%s)", level_path(level), cause(result),
                     (unsigned)i, object->name);
    }
    if (!level->scene || !level->nothing)
        snprintf(error->text, sizeof(error->text), "%s: %s", level_path(level), cause(result));
    return result == PICK_OK;
}

// --- Editing ---

bool editor_level_set_local(editor_level *level, uint32_t object, const editor_affine *local)
{
    assert(level->scene && object < level->object_count);
    for (int i = 0; i < 9; i++) {
        // The pick scene and the renderer keep the linear part in float.
        if (!isfinite((float)local->linear[i]))
            return false;
    }
    for (int i = 0; i < 3; i++) {
        if (!isfinite(local->origin[i]))
            return false;
    }
    // Parents come before children, so one pass from the object on reaches its whole subtree.
    bool *touched = calloc(level->object_count - object, sizeof(*touched));
    editor_affine *worlds = malloc((level->object_count - object) * sizeof(*worlds));
    bool fine = touched && worlds;
    for (uint32_t i = object; fine && i < level->object_count; i++) {
        const editor_object *o = &level->objects[i];
        bool below = o->parent != EDITOR_NONE && o->parent >= object && touched[o->parent - object];
        if (i != object && !below)
            continue;
        touched[i - object] = true;
        const editor_affine *own = i == object ? local : &o->local;
        const editor_affine *above = o->parent == EDITOR_NONE ? &EDITOR_AFFINE_IDENTITY
                                     : below                  ? &worlds[o->parent - object]
                                                              : &level->objects[o->parent].world;
        worlds[i - object] = editor_affine_multiply(above, own);
        pick_transform transform = editor_affine_to_pick(&worlds[i - object]);
        fine = pick_transform_is_finite(&transform);
    }
    if (fine) {
        level->objects[object].local = *local;
        for (uint32_t i = object; i < level->object_count; i++) {
            if (!touched[i - object])
                continue;
            editor_object *o = &level->objects[i];
            o->world = worlds[i - object];
            pick_transform transform = editor_affine_to_pick(&o->world);
            if (!pick_object_id_is_null(o->pick))
                fine = pick_scene_set_transform(level->scene, o->pick, &transform) == PICK_OK && fine;
        }
    }
    free(touched);
    free(worlds);
    return fine;
}

// An object's own flag changed: those of everything below it follow.
static void update_flags(editor_level *level, uint32_t object)
{
    for (uint32_t i = object; level->scene && i < level->object_count; i++) {
        if (!pick_object_id_is_null(level->objects[i].pick))
            pick_scene_set_flags(level->scene, level->objects[i].pick, pick_flags(level, i));
    }
}

void editor_level_set_hidden(editor_level *level, uint32_t object, bool hidden)
{
    assert(object < level->object_count);
    level->objects[object].hidden = hidden;
    update_flags(level, object);
}

void editor_level_set_locked(editor_level *level, uint32_t object, bool locked)
{
    assert(object < level->object_count);
    level->objects[object].locked = locked;
    update_flags(level, object);
}

// --- Asking ---

bool editor_level_is_hidden(const editor_level *level, uint32_t object)
{
    for (uint32_t i = object; i != EDITOR_NONE; i = level->objects[i].parent) {
        if (level->objects[i].hidden)
            return true;
    }
    return false;
}

bool editor_level_is_locked(const editor_level *level, uint32_t object)
{
    for (uint32_t i = object; i != EDITOR_NONE; i = level->objects[i].parent) {
        if (level->objects[i].locked)
            return true;
    }
    return false;
}

editor_level_counts editor_level_count(const editor_level *level)
{
    editor_level_counts counts = {.objects = level->meshed_count, .meshes = level->mesh_count};
    for (uint32_t i = 0; i < level->mesh_count; i++) {
        counts.triangles += level->meshes[i].index_count / 3;
        if (level->meshes[i].pick)
            counts.dropped_triangles += pick_mesh_get_stats(level->meshes[i].pick).dropped_triangles;
    }
    for (uint32_t i = 0; i < level->object_count; i++) {
        if (level->objects[i].mesh == EDITOR_NONE)
            continue;
        counts.instanced_triangles += level->meshes[level->objects[i].mesh].index_count / 3;
    }
    return counts;
}

uint32_t editor_level_object(const editor_level *level, pick_object_id id)
{
    pick_object_desc desc;
    if (pick_scene_get(level->scene, id, &desc) != PICK_OK || desc.user >= level->object_count)
        return EDITOR_NONE;
    return (uint32_t)desc.user;
}

uint32_t editor_level_find(const editor_level *level, const char *name, uint32_t after)
{
    for (uint32_t i = after == EDITOR_NONE ? 0 : after + 1; i < level->object_count; i++) {
        if (strcmp(level->objects[i].name, name) == 0)
            return i;
    }
    return EDITOR_NONE;
}

// A pick_filter: a fragment is drawn, and so can be picked, unless its alpha is under the cutoff.
static bool is_drawn(void *user, const pick_hit *candidate)
{
    const editor_level *level = user;
    const editor_object *object = &level->objects[candidate->user];
    const editor_mesh *mesh = &level->meshes[object->mesh];
    uint32_t material = mesh->submeshes[candidate->submesh].material;
    if (material == EDITOR_NONE)
        return true;
    const editor_material *m = &level->materials[material];
    return !(editor_surface_alpha(level, mesh, m, candidate->triangle, candidate->barycentric) < m->alpha_cutoff);
}

pick_query editor_level_query(const editor_level *level)
{
    pick_query query = PICK_QUERY_DEFAULT;
    query.filter = is_drawn;
    query.filter_user = (void *)(uintptr_t)level; // only read
    return query;
}
