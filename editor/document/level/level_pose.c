// level_pose.c: the level as clips have it at a time: meshes are refitted, and objects follow the nodes of their model.
//
// The pose is derived state, like world transforms: `local` of objects stays what was read, edited or undone. What an
// object was moved by since it was read is kept: it is shown at local * inverse(local of the file) * local of the pose.
#include "document/level/level_internal.h"
#include "document/level/look.h"
#include "document/level/prefab.h"
#include "system/platform_memory.h"
#include "system/text.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool is_moved_by_clip(const motion_channel *channel)
{
    return channel->path != MOTION_WEIGHTS; // weights deform a mesh, wherever its object is
}

bool editor_level_set_motion(editor_level *level, editor_motion *motion)
{
    editor_asset *asset = &level->assets[0];
    asset->motion = motion;
    asset->clip = MOTION_NONE;
    for (uint32_t c = 0; motion && c < motion->clip_count; c++) {
        const motion_clip *clip = &motion->clips[c];
        for (uint32_t k = 0; k < clip->channel_count; k++) {
            const uint32_t node = clip->channels[k].node, object = motion->nodes[node].object;
            if (object == MOTION_NONE || !is_moved_by_clip(&clip->channels[k]))
                continue;
            assert(object < asset->node_count && object < level->object_count);
            editor_object *const both[] = {&asset->nodes[object], &level->objects[object]};
            for (int i = 0; i < 2; i++) {
                both[i]->follows = true;
                both[i]->motion_asset = 0;
                both[i]->motion_node = node;
            }
        }
    }
    return !motion || editor_level_sort_movers(asset);
}

// Marks the meshes that clips deform, or takes the marks away. Returns how many there are.
static uint32_t mark_deformed(editor_level *level, bool mark)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < level->asset_count; i++) {
        const editor_asset *asset = &level->assets[i];
        for (uint32_t k = 0; asset->motion && k < asset->motion->mesh_count; k++) {
            const uint32_t mesh = asset->meshes[asset->motion->meshes[k].mesh].mesh;
            if (mesh != EDITOR_NONE && !level->meshes[mesh].stand_in) {
                level->meshes[mesh].is_deformed = mark;
                count++;
            }
        }
    }
    return count;
}

const uint32_t *editor_level_movers(editor_level *level, uint32_t *count)
{
    *count = level->mover_count;
    if (level->movers_tree == level->tree_revision + 1 && level->movers_assets == level->asset_count)
        return level->movers;
    level->mover_count = 0;
    bool any = mark_deformed(level, true) > 0, ok = true;
    for (uint32_t i = 0; i < level->asset_count; i++)
        any = any || level->assets[i].motion;
    for (uint32_t i = any ? editor_level_next(level, EDITOR_NONE) : EDITOR_NONE; i != EDITOR_NONE && ok;
         i = editor_level_next(level, i)) {
        const editor_object *o = &level->objects[i];
        if (!o->follows && (o->mesh == EDITOR_NONE || !level->meshes[o->mesh].is_deformed))
            continue;
        uint32_t *array =
            editor_level_reserve(level->movers, level->mover_count, &level->mover_capacity, sizeof(*array));
        ok = array != NULL;
        if (ok) {
            level->movers = array;
            array[level->mover_count++] = i;
        }
    }
    mark_deformed(level, false);
    level->mover_count = ok ? level->mover_count : 0;
    level->movers_tree = ok ? level->tree_revision + 1 : 0;
    level->movers_assets = level->asset_count;
    *count = level->mover_count;
    return level->movers;
}

// Brings the objects that follow the asset up to date: those that the clip moves, or `all`. Those whose mesh it deforms
// count as changed.
static void refresh_objects(editor_level *level, uint32_t number, bool all)
{
    const editor_asset *asset = &level->assets[number];
    uint32_t count;
    const uint32_t *movers = editor_level_movers(level, &count);
    editor_level_begin_pass(level);
    editor_level_begin_refresh(level);
    for (uint32_t k = 0; k < count; k++) {
        const editor_object *o = &level->objects[movers[k]];
        const bool follows = o->follows && o->motion_asset == number;
        if (follows && (all || asset->pose->is_moved[o->motion_node] || asset->pose->is_switched[o->motion_node]))
            editor_level_refresh_in_pass(level, movers[k], false);
        else if (o->mesh != EDITOR_NONE && level->meshes[o->mesh].asset == number)
            editor_level_touch(level, movers[k]);
    }
    editor_level_end_refresh(level);
}

// --- At rest ---

pick_aabb editor_level_rest_bounds(const editor_level *level, uint32_t object)
{
    pick_aabb box = PICK_AABB_EMPTY;
    if (!level->is_posed)
        return editor_level_subtree_bounds(level, object);
    for (uint32_t i = object; i != EDITOR_NONE; i = editor_level_next_below(level, object, i)) {
        const editor_object *o = &level->objects[i];
        const editor_mesh *mesh = o->mesh != EDITOR_NONE ? &level->meshes[o->mesh] : NULL;
        pick_aabb own;
        if (mesh && mesh->asset != EDITOR_NONE) { // the box of the file: a clip may have moved and deformed the mesh
            const double *of = level->assets[mesh->asset].meshes[mesh->asset_index].box;
            const pick_affine world = editor_level_rest_world(level, i);
            own = (pick_aabb){{of[0], of[1], of[2]}, {of[3], of[4], of[5]}};
            own = pick_affine_aabb(&world, &own);
        } else if (!mesh || pick_scene_object_bounds(level->scene, o->pick, &own) != PICK_OK) {
            continue;
        }
        box = pick_aabb_union(&box, &own);
    }
    if (!pick_aabb_is_empty(&box))
        return box;
    const pick_vec3 origin = editor_level_rest_world(level, object).origin;
    return (pick_aabb){origin, origin};
}

// --- The objects of deformed meshes ---

// An object, of the tree or kept for undo, whose mesh clips may deform.
typedef struct mesh_user {
    uint32_t mesh, object;
} mesh_user;

// By mesh. They are looked up once for a pose, not once for each mesh: a level may have many more objects than move.
typedef struct mesh_users {
    mesh_user *list;
    uint32_t count, capacity;
    bool failed; // out of memory: the list is of no use
} mesh_users;

static int compare_users(const void *a, const void *b)
{
    const mesh_user *x = a, *y = b;
    return x->mesh != y->mesh ? (x->mesh > y->mesh) - (x->mesh < y->mesh)
                              : (x->object > y->object) - (x->object < y->object);
}

static void find_users(editor_level *level, mesh_users *users)
{
    if (mark_deformed(level, true) == 0)
        return;
    editor_level_mark_parts(level, true);
    for (uint32_t i = 0; i < level->object_count && !users->failed; i++) {
        const editor_object *o = &level->objects[i];
        if (o->mesh == EDITOR_NONE || !level->meshes[o->mesh].is_deformed || pick_object_id_is_null(o->pick))
            continue;
        mesh_user *list = editor_level_reserve(users->list, users->count, &users->capacity, sizeof(*list));
        users->failed = list == NULL;
        if (!list)
            continue;
        users->list = list;
        list[users->count++] = (mesh_user){o->mesh, i};
    }
    mark_deformed(level, false);
    if (users->count > 0)
        qsort(users->list, users->count, sizeof(*users->list), compare_users);
}

// The first user of the mesh; others follow.
static uint32_t first_user(const mesh_users *users, uint32_t mesh)
{
    uint32_t low = 0, high = users->count;
    while (low < high) {
        const uint32_t middle = low + (high - low) / 2;
        *(users->list[middle].mesh < mesh ? &low : &high) = users->list[middle].mesh < mesh ? middle + 1 : middle;
    }
    return low;
}

static void tell_object(editor_level *level, const editor_object *object, const pick_mesh *pick)
{
    const pick_mesh *has = editor_level_pick_mesh(level, object);
    if (!pick || has == pick)
        pick_scene_set_mesh(level->scene, object->pick, has);
}

// Tells the pick scene of the users of a mesh that have these triangles (NULL: any) that they are those, or that they
// have moved. It cannot fail: they have been there before.
static void tell_users(editor_level *level, const mesh_users *users, uint32_t mesh, const pick_mesh *pick)
{
    for (uint32_t i = 0; users->failed && i < level->object_count; i++) {
        if (level->objects[i].mesh == mesh && !pick_object_id_is_null(level->objects[i].pick))
            tell_object(level, &level->objects[i], pick);
    }
    if (users->failed)
        return;
    for (uint32_t i = first_user(users, mesh); i < users->count && users->list[i].mesh == mesh; i++)
        tell_object(level, &level->objects[users->list[i].object], pick);
}

// --- Meshes ---

static bool copy(void *pointer, size_t size)
{
    void **array = pointer;
    if (!*array)
        return true;
    void *made = malloc(size ? size : 1);
    if (made && size)
        memcpy(made, *array, size);
    *array = made;
    return made != NULL;
}

// Replaces what lies in a mapping, which is only read, by memory of the mesh's own. False: out of memory; nothing
// changed.
static bool own_arrays(editor_level *level, uint32_t number, const mesh_users *users)
{
    editor_mesh *mesh = &level->meshes[number];
    const size_t n = mesh->vertex_count;
    editor_mesh own = *mesh;
    if (!mesh->mapping)
        return true;
    bool ok = copy(&own.positions, 3 * n * sizeof(float));
    ok = copy(&own.normals, 3 * n * sizeof(float)) && ok;
    ok = copy(&own.uvs, 2 * n * sizeof(float)) && ok;
    ok = copy(&own.colors, 4 * n * sizeof(float)) && ok;
    ok = copy(&own.indices, (size_t)mesh->index_count * sizeof(uint32_t)) && ok;
    own.mapping = NULL;
    own.box = NULL;
    own.pick = NULL;
    ok = ok && pick_mesh_copy(mesh->pick, editor_platform_memory(), &own.pick) == PICK_OK; // mapped ones are only read
    if (!ok) {
        free(own.positions);
        free(own.normals);
        free(own.uvs);
        free(own.colors);
        free(own.indices);
        return false;
    }
    editor_mesh old = *mesh;
    *mesh = own;
    tell_users(level, users, number, NULL); // the same bounds: no memory is needed
    if (mesh->is_part)
        editor_level_part_replaced(level, number);
    pick_mesh_destroy(old.pick);
    editor_mapping_release(old.mapping);
    return true;
}

static void refit(editor_level *level, uint32_t number, const mesh_users *users, pick_mesh *pick)
{
    const float *positions = level->meshes[number].positions;
    const pick_result result = pick_mesh_refit(pick, positions, 0);
    assert(result == PICK_OK);
    (void)result;
    tell_users(level, users, number, pick);
    if (level->meshes[number].is_part)
        editor_level_part_refitted(level, pick);
}

static bool pose_mesh(editor_level *level, editor_asset *asset, uint32_t which, const mesh_users *users)
{
    const motion_mesh *posed = &asset->motion->meshes[which];
    const uint32_t number = asset->meshes[posed->mesh].mesh;
    if (number == EDITOR_NONE || level->meshes[number].stand_in)
        return true;
    if (!own_arrays(level, number, users))
        return false;
    editor_mesh *mesh = &level->meshes[number];
    assert(mesh->vertex_count == posed->shape.vertex_count && !mesh->normals == !posed->shape.normals);
    motion_pose_mesh(asset->pose, asset->motion, which, mesh->positions, mesh->normals);
    refit(level, number, users, mesh->pick);
    for (uint32_t i = 0; i < level->look_count; i++) {
        const editor_look *look = level->looks[i];
        if (look && look->mesh == number && look->content.pick)
            refit(level, number, users, look->content.pick->mesh);
    }
    mesh->version++;
    level->mesh_versions++;
    return true;
}

// --- Poses ---

static uint32_t clip_of(const editor_asset *asset, const char *name)
{
    if (!asset->motion)
        return MOTION_NONE;
    return name ? motion_find_clip(asset->motion, name) : 0;
}

// False: out of memory; some meshes are as they were.
static bool pose_asset(editor_level *level, uint32_t number, uint32_t clip, double time, const mesh_users *users)
{
    editor_asset *asset = &level->assets[number];
    const bool changes = asset->clip != clip;
    if (!asset->pose) {
        asset->pose = calloc(1, sizeof(*asset->pose));
        if (!asset->pose || !motion_pose_init(asset->pose, asset->motion)) {
            if (asset->pose)
                motion_pose_free(asset->pose, asset->motion);
            free(asset->pose);
            asset->pose = NULL;
            return false;
        }
    }
    asset->clip = clip;
    motion_pose_set(asset->pose, asset->motion, clip, time);
    bool ok = true;
    for (uint32_t i = 0; i < asset->motion->mesh_count; i++)
        ok = pose_mesh(level, asset, i, users) && ok;
    editor_level_follow_parts(level);
    refresh_objects(level, number, changes);
    return ok;
}

static bool pose_all(editor_level *level)
{
    mesh_users users = {.count = 0};
    bool ok = true;
    find_users(level, &users);
    for (uint32_t i = 0; i < level->asset_count; i++) {
        editor_asset *asset = &level->assets[i];
        const uint32_t clip = level->is_posed ? clip_of(asset, level->pose_clip) : MOTION_NONE;
        if (asset->motion && (clip != MOTION_NONE || asset->clip != MOTION_NONE))
            ok = pose_asset(level, i, clip, level->pose_time, &users) && ok;
    }
    free(users.list);
    editor_level_mark_parts(level, false);
    level->revision++;
    return ok;
}

bool editor_level_pose_asset(editor_level *level, uint32_t asset)
{
    const editor_asset *a = &level->assets[asset];
    const uint32_t clip = level->is_posed ? clip_of(a, level->pose_clip) : MOTION_NONE;
    if (clip == MOTION_NONE)
        return true;
    mesh_users users = {.count = 0};
    find_users(level, &users);
    const bool ok = pose_asset(level, asset, clip, level->pose_time, &users);
    free(users.list);
    editor_level_mark_parts(level, false);
    return ok;
}

double editor_level_clip_length(const editor_level *level, const char *clip)
{
    double length = 0;
    for (uint32_t i = 0; i < level->asset_count; i++) {
        const editor_asset *asset = &level->assets[i];
        const uint32_t number = clip_of(asset, clip);
        if (number != MOTION_NONE && asset->motion->clips[number].length > length)
            length = asset->motion->clips[number].length;
    }
    return length;
}

// Says which clips there are: names in quotes, as many as there is room for, whole.
static bool refuse_clip(const editor_level *level, const char *clip, editor_error *error)
{
    enum { ROOM = sizeof(error->text) - 24 }; // for what is left out
    uint32_t named = 0, left_out = 0;
    size_t length = clip ? (size_t)snprintf(error->text, ROOM, "no clip is called \"%.100s\"", clip) : 0;
    for (uint32_t i = 0; i < level->asset_count; i++) {
        const editor_motion *motion = level->assets[i].motion;
        for (uint32_t k = 0; motion && k < motion->clip_count; k++) {
            const char *name = motion->clips[k].name;
            if (left_out > 0 || length + strlen(name) + sizeof("; there are \"\"") > ROOM) {
                left_out++;
                continue;
            }
            length += (size_t)snprintf(error->text + length, ROOM - length, "%s \"%s\"",
                                       named > 0 ? "," : "; there are", name);
            named++;
        }
    }
    if (named > 0 && left_out > 0)
        snprintf(error->text + length, sizeof(error->text) - length, " and %u more", (unsigned)left_out);
    if (named + left_out == 0)
        snprintf(error->text, sizeof(error->text), "it has no clip that can be played");
    return false;
}

bool editor_level_set_pose(editor_level *level, const char *clip, double time, editor_error *error)
{
    bool found = false;
    for (uint32_t i = 0; i < level->asset_count; i++)
        found = found || clip_of(&level->assets[i], clip) != MOTION_NONE;
    if (!found)
        return refuse_clip(level, clip, error);
    char *name = clip ? editor_text_copy(clip) : NULL;
    if (clip && !name) {
        snprintf(error->text, sizeof(error->text), "out of memory");
        return false;
    }
    free(level->pose_clip);
    level->pose_clip = name;
    level->pose_time = time;
    level->is_posed = true;
    if (pose_all(level))
        return true;
    snprintf(error->text, sizeof(error->text), "out of memory");
    return false;
}

void editor_level_clear_pose(editor_level *level)
{
    if (!level->is_posed)
        return;
    level->is_posed = false;
    pose_all(level);
}
