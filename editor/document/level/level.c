// level.c: objects of a level, finishing it, and queries.
#include "document/level/level.h"

#include "document/level/alpha.h"
#include "document/level/level_internal.h"
#include "document/level/look.h"
#include "document/level/mesh_tools.h"
#include "document/level/prefab.h"
#include "document/level/terrain_mesh.h"
#include "document/level/volume.h"
#include "document/motion/affine.h"
#include "system/platform_memory.h"
#include "system/progress.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// --- Objects ---

static uint32_t add_object(editor_level *level, const char *name, uint32_t parent, const editor_object *like)
{
    assert(parent == EDITOR_NONE || parent < level->object_count);
    uint32_t number = editor_level_make_object(level, name, like);
    if (number == EDITOR_NONE)
        return EDITOR_NONE;
    editor_level_move(level, number, (editor_place){parent, EDITOR_NONE, true});
    editor_level_refresh(level, number);
    return number;
}

uint32_t editor_level_add_object(editor_level *level, const char *name, uint32_t parent, uint32_t mesh,
                                 const pick_affine *local)
{
    assert(mesh == EDITOR_NONE || mesh < level->mesh_count);
    editor_object like = {.kind = mesh == EDITOR_NONE ? EDITOR_OBJECT_GROUP : EDITOR_OBJECT_MESH,
                          .mesh = mesh,
                          .local = *local,
                          .layers = 1};
    return add_object(level, name, parent, &like);
}

uint32_t editor_level_add_light(editor_level *level, const char *name, uint32_t parent, const editor_light *light,
                                const pick_affine *local)
{
    editor_object like = {
        .kind = EDITOR_OBJECT_LIGHT, .mesh = EDITOR_NONE, .local = *local, .layers = 1, .light = *light};
    return add_object(level, name, parent, &like);
}

uint32_t editor_level_add_camera(editor_level *level, const char *name, uint32_t parent, const editor_lens *lens,
                                 const pick_affine *local)
{
    editor_object like = {
        .kind = EDITOR_OBJECT_CAMERA, .mesh = EDITOR_NONE, .local = *local, .layers = 1, .lens = *lens};
    return add_object(level, name, parent, &like);
}

uint32_t editor_level_add_terrain(editor_level *level, const char *name, uint32_t parent, uint32_t mesh,
                                  const editor_terrain *terrain, const pick_affine *local)
{
    editor_object like = {
        .kind = EDITOR_OBJECT_TERRAIN, .mesh = mesh, .local = *local, .layers = 1, .terrain = *terrain};
    return add_object(level, name, parent, &like);
}

// --- Finishing ---

static const char *cause(pick_result result)
{
    switch (result) {
    case PICK_ERROR_NOT_FINITE:
        return "a transform that is not finite, or too large";
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

const char *editor_level_title(const editor_level *level)
{
    const char *slash = level->path ? strrchr(level->path, '/') : NULL;
    return slash ? slash + 1 : level->path ? level->path : level->is_demo ? "Demo level" : "Untitled";
}

static const char *level_path(const editor_level *level)
{
    return level->path ? level->path : "level";
}

// Add all objects at once, so that the scene's hierarchy is built, not grown by insertions.
static bool add_all_to_scene(editor_level *level, editor_error *error)
{
    const uint32_t count = level->object_count;
    pick_object_desc *descs = calloc((size_t)count + 1, sizeof(*descs));
    pick_object_id *ids = calloc((size_t)count + 1, sizeof(*ids));
    pick_result result = descs && ids ? PICK_OK : PICK_ERROR_OUT_OF_MEMORY;
    for (uint32_t i = 0; result == PICK_OK && i < count; i++) {
        descs[i] = editor_level_describe(level, i);
        if (!editor_transform_is_usable(&descs[i].transform)) {
            result = PICK_ERROR_NOT_FINITE;
            snprintf(error->text, sizeof(error->text), "%s: %s, object %u (%s)", level_path(level), cause(result),
                     (unsigned)i, level->objects[i].name);
        }
    }
    if (result == PICK_OK)
        result = pick_scene_add_many(level->scene, descs, count, ids);
    if (result == PICK_OK) {
        for (uint32_t i = count; i-- > 0 && result == PICK_OK;) { // the largest handle first: room for all
            level->objects[i].pick = ids[i];
            result = editor_level_note_handle(level, i) ? PICK_OK : PICK_ERROR_OUT_OF_MEMORY;
        }
    }
    if (result != PICK_OK && result != PICK_ERROR_NOT_FINITE)
        snprintf(error->text, sizeof(error->text), "%s: %s", level_path(level), cause(result));
    free(descs);
    free(ids);
    return result == PICK_OK;
}

// What is left to build: triangles, points or segments.
static uint32_t unbuilt_parts(const editor_mesh *mesh)
{
    if (mesh->pick || mesh->volume || mesh->thin)
        return 0;
    return mesh->form == EDITOR_FORM_TRIANGLES ? mesh->index_count / 3 : mesh_tools_part_count(mesh);
}

// Not within one mesh: the pick mesh is built whole.
static bool finish_meshes(editor_level *level, editor_error *error)
{
    uint64_t parts = 0;
    for (uint32_t i = 0; i < level->mesh_count; i++)
        parts += unbuilt_parts(&level->meshes[i]);
    editor_progress_enter(level->progress, "Building", parts);
    for (uint32_t i = 0; i < level->mesh_count; i++) {
        if (editor_progress_is_cancelled(level->progress)) {
            snprintf(error->text, sizeof(error->text), "%s: cancelled", level_path(level));
            return false;
        }
        const uint32_t count = unbuilt_parts(&level->meshes[i]);
        pick_result result = level->meshes[i].pick || level->meshes[i].volume || level->meshes[i].thin
                                 ? PICK_OK
                                 : editor_level_finish_mesh(level, &level->meshes[i]);
        if (result != PICK_OK) {
            snprintf(error->text, sizeof(error->text), "%s: %s, mesh %u (%s)", level_path(level), cause(result),
                     (unsigned)i, level->meshes[i].name ? level->meshes[i].name : "");
            return false;
        }
        editor_progress_advance(level->progress, count);
    }
    return true;
}

bool editor_level_finish(editor_level *level, editor_error *error)
{
    assert(!level->scene);
    if (!finish_meshes(level, error))
        return false;
    pick_result result = pick_scene_create(editor_platform_memory(), &level->scene);
    // Groups are objects without triangles, so that they have a handle that a selection can hold.
    static const float no_positions[3] = {0};
    if (result == PICK_OK)
        result = pick_mesh_create(&(pick_mesh_desc){.positions = no_positions}, NULL, &level->nothing);
    // Readers set flags and layers of single objects. Derive the effective ones here.
    for (uint32_t i = level->first_root; result == PICK_OK && i != EDITOR_NONE; i = level->objects[i].next)
        editor_level_refresh(level, i);
    if (!level->scene || !level->nothing)
        snprintf(error->text, sizeof(error->text), "%s: %s", level_path(level), cause(result));
    if (result != PICK_OK || !add_all_to_scene(level, error))
        return false;
    pick_scene_defer_builds(level->scene, true); // editor_document_maintain
    return true;
}

// --- Queries ---

bool editor_level_is_hidden(const editor_level *level, uint32_t object)
{
    return level->objects[object].is_hidden;
}

bool editor_level_is_locked(const editor_level *level, uint32_t object)
{
    return level->objects[object].is_locked;
}

// Which meshes existing objects and the parts of prefabs have; undo knows others. The caller frees it. NULL: out of
// memory.
static bool *find_used_meshes(const editor_level *level)
{
    bool *used = calloc((size_t)level->mesh_count + 1, sizeof(*used));
    for (uint32_t i = 0; used && i < level->object_count; i++) {
        const editor_object *o = &level->objects[i];
        if (o->exists && o->mesh != EDITOR_NONE && !level->meshes[o->mesh].content)
            used[o->mesh] = true;
    }
    for (uint32_t i = 0; used && i < level->prefab_count; i++) {
        const uint32_t mesh = level->prefabs[i].mesh;
        const editor_prefab_content *content = mesh != EDITOR_NONE ? level->meshes[mesh].content : NULL;
        for (uint32_t k = 0; content && k < content->part_count; k++) {
            if (content->parts[k].mesh != EDITOR_NONE && content->parts[k].kind != EDITOR_OBJECT_PREFAB)
                used[content->parts[k].mesh] = true;
        }
    }
    return used;
}

// Whether it is one of the two meshes of a terrain's heights, and not the one that counts: that is used, or the first.
static bool is_spare(const editor_level *level, uint32_t mesh, const bool *used)
{
    const editor_mesh *m = &level->meshes[mesh];
    if (m->columns == 0 || m->asset == EDITOR_NONE || used[mesh])
        return false;
    const uint32_t with_holes = level->assets[m->asset].meshes[EDITOR_TERRAIN_WITH_HOLES].mesh;
    return m->asset_index != EDITOR_TERRAIN_WHOLE || (with_holes != EDITOR_NONE && used[with_holes]);
}

// Without the boxes of missing or unread models, which are in no file.
static uint32_t count_triangles(const editor_mesh *mesh)
{
    return mesh->stand_in ? 0 : mesh->index_count / 3 - (mesh->content ? mesh->content->of_stand_ins : 0);
}

editor_level_counts editor_level_count(const editor_level *level)
{
    editor_level_counts counts = {.meshes = level->mesh_count - level->content_count};
    bool *used = find_used_meshes(level), *gone_models = editor_level_find_gone(level);
    for (uint32_t i = 0; used && i < level->mesh_count; i++)
        counts.used_meshes += used[i];
    if (!used)
        counts.used_meshes = counts.meshes; // at most so many
    for (uint32_t i = 0; i < level->prefab_count; i++)
        counts.prefabs += editor_level_has_prefab(level, i);
    for (uint32_t i = 0; i < level->mesh_count; i++) {
        // Only undo has it, or a copy with moved vertices was made of it.
        const uint32_t asset = level->meshes[i].asset;
        const bool is_gone = (used && !used[i] && editor_mesh_is_made(&level->meshes[i])) ||
                             (gone_models && asset != EDITOR_NONE && gone_models[asset]);
        counts.meshes -= is_gone;
        if (level->meshes[i].content || is_gone ||
            (used && is_spare(level, i, used))) // its triangles are those of its parts, or of the other
            continue;
        counts.triangles += count_triangles(&level->meshes[i]);
        const uint32_t parts = mesh_tools_part_count(&level->meshes[i]);
        counts.points += level->meshes[i].form == EDITOR_FORM_POINTS ? parts : 0;
        counts.segments += level->meshes[i].form == EDITOR_FORM_LINES ? parts : 0;
        if (level->meshes[i].pick && !level->meshes[i].stand_in)
            counts.dropped_triangles += pick_mesh_get_stats(level->meshes[i].pick).dropped_triangles;
    }
    for (uint32_t i = 0; i < level->object_count; i++) {
        if (!level->objects[i].exists)
            continue;
        counts.all++;
        counts.instances += level->objects[i].kind == EDITOR_OBJECT_PREFAB;
        if (level->objects[i].mesh == EDITOR_NONE)
            continue;
        counts.objects++;
        counts.instanced_triangles += count_triangles(&level->meshes[level->objects[i].mesh]);
    }
    free(used);
    free(gone_models);
    return counts;
}

uint32_t editor_level_object(const editor_level *level, pick_object_id id)
{
    // Not by the object's `user`: that would read both cache lines of the object in the scene.
    if (id.index1 == 0 || id.index1 > level->handle_capacity || id.generation == 0)
        return EDITOR_NONE;
    const editor_handle *handle = &level->handles[id.index1 - 1];
    return handle->generation == id.generation ? handle->object : EDITOR_NONE;
}

pick_aabb editor_level_subtree_bounds(const editor_level *level, uint32_t object)
{
    pick_aabb box = PICK_AABB_EMPTY;
    for (uint32_t i = object; i != EDITOR_NONE; i = editor_level_next_below(level, object, i)) {
        pick_aabb own;
        if (level->objects[i].mesh == EDITOR_NONE ||
            pick_scene_object_bounds(level->scene, level->objects[i].pick, &own) != PICK_OK)
            continue;
        box = pick_aabb_union(&box, &own);
    }
    if (!pick_aabb_is_empty(&box))
        return box;
    const pick_vec3 origin = level->objects[object].world.origin;
    return (pick_aabb){origin, origin};
}

uint32_t editor_level_next_selected(const editor_level *level, const pick_selection *selection, uint32_t *root,
                                    uint32_t object)
{
    uint32_t i = *root;
    if (i == EDITOR_NONE) {
        i = editor_level_next(level, EDITOR_NONE);
    } else {
        const uint32_t below = editor_level_next_below(level, i, object);
        if (below != EDITOR_NONE)
            return below;
        while (i != EDITOR_NONE && level->objects[i].next == EDITOR_NONE) // on to what is not below it
            i = level->objects[i].parent;
        i = i == EDITOR_NONE ? EDITOR_NONE : level->objects[i].next;
    }
    while (i != EDITOR_NONE && !pick_selection_contains(selection, level->objects[i].pick))
        i = editor_level_next(level, i);
    *root = i;
    return i;
}

pick_aabb editor_level_selected_bounds(const editor_level *level, const pick_selection *selection, bool hidden)
{
    pick_aabb box = PICK_AABB_EMPTY;
    uint32_t root = EDITOR_NONE;
    for (uint32_t i = editor_level_next_selected(level, selection, &root, EDITOR_NONE); i != EDITOR_NONE;
         i = editor_level_next_selected(level, selection, &root, i)) {
        pick_aabb one;
        if ((hidden || !level->objects[i].is_hidden) &&
            pick_scene_object_bounds(level->scene, level->objects[i].pick, &one) == PICK_OK)
            box = pick_aabb_union(&box, &one);
    }
    return box;
}

pick_aabb editor_box_widen(const pick_aabb *box, double share)
{
    const pick_vec3 size = pick_vec3_sub(box->max, box->min);
    const double more = share * fmax(size.x, fmax(size.y, size.z));
    const pick_vec3 by = {more, more, more};
    return (pick_aabb){pick_vec3_sub(box->min, by), pick_vec3_add(box->max, by)};
}

uint32_t editor_level_find(const editor_level *level, const char *name, uint32_t after)
{
    for (uint32_t i = after == EDITOR_NONE ? 0 : after + 1; i < level->object_count; i++) {
        if (level->objects[i].exists && strcmp(level->objects[i].name, name) == 0)
            return i;
    }
    return EDITOR_NONE;
}

// A pick_filter: a fragment is drawn, and so can be picked, unless its alpha is under the cutoff.
static bool is_drawn(void *user, const pick_hit *candidate)
{
    const editor_level *level = user;
    const editor_object *object = editor_level_hit_object(level, candidate);
    const editor_material *m = editor_level_material(level, object, candidate->submesh);
    const editor_mesh *mesh = &level->meshes[object->mesh];
    float alpha = editor_surface_alpha(level, mesh, m, candidate->triangle, candidate->barycentric);
    return !(alpha < m->alpha_cutoff * (1 - EDITOR_ALPHA_SLACK));
}

pick_query editor_level_query(const editor_level *level)
{
    pick_query query = PICK_QUERY_DEFAULT;
    query.filter = is_drawn;
    query.filter_user = (void *)(uintptr_t)level; // the filter only reads it
    return query;
}

pick_query editor_level_surface_query(const editor_level *level)
{
    pick_query query = editor_level_query(level);
    query.hidden_kinds = EDITOR_VOLUME_KIND;
    return query;
}
