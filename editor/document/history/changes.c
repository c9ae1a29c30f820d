// changes.c: exchanges the state of the level with the state before or after a change.
#include "document/history/changes.h"

#include "document/level/choice.h"
#include "document/level/prefab.h"
#include "document/motion/affine.h"

#include <stdlib.h>
#include <string.h>

#define EXCHANGE(type, a, b)                                                                                           \
    do {                                                                                                               \
        type exchanged = (a);                                                                                          \
        (a) = (b);                                                                                                     \
        (b) = exchanged;                                                                                               \
    } while (0)

// --- The selection ---

static bool exchange_selection(editor_changes *changes, pick_selection *selection)
{
    if (!changes->has_selection)
        return true;
    size_t count = pick_selection_count(selection);
    pick_object_id *before = malloc((count ? count : 1) * sizeof(*before));
    if (!before)
        return false;
    if (count)
        memcpy(before, pick_selection_objects(selection), count * sizeof(*before));
    pick_object_id active = pick_selection_active(selection);
    if (pick_selection_apply(selection, PICK_SELECTION_REPLACE, changes->selected, changes->selected_count, NULL) !=
        PICK_OK) {
        free(before);
        return false;
    }
    pick_selection_set_active(selection, changes->active);
    free(changes->selected);
    changes->selected = before;
    changes->selected_count = count;
    changes->active = active;
    return true;
}

static bool selection_is(const editor_changes *changes, const pick_selection *selection)
{
    size_t count = pick_selection_count(selection);
    if (count != changes->selected_count || !pick_object_id_equal(pick_selection_active(selection), changes->active))
        return false;
    const pick_object_id *objects = pick_selection_objects(selection);
    for (size_t i = 0; i < count; i++) {
        if (!pick_object_id_equal(objects[i], changes->selected[i]))
            return false;
    }
    return true;
}

// --- Exchanging ---

static void exchange_place(change_place *change, editor_level *level)
{
    editor_place now = editor_level_place(level, change->object);
    editor_level_move(level, change->object, change->other);
    change->other = now;
}

static void exchange_device(change_device *change, editor_object *object)
{
    if (object->kind == EDITOR_OBJECT_LIGHT)
        EXCHANGE(editor_light, object->light, change->light);
    else if (object->kind == EDITOR_OBJECT_TERRAIN)
        EXCHANGE(editor_terrain, object->terrain, change->terrain);
    else
        EXCHANGE(editor_lens, object->lens, change->lens);
}

char **editor_changes_layer_name(editor_level *level, uint32_t number)
{
    return number < EDITOR_LAYER_COUNT ? &level->layer_names[number] : &level->set_names[number - EDITOR_LAYER_COUNT];
}

static void exchange_flags(change_flags *change, editor_object *object)
{
    EXCHANGE(uint32_t, object->layers, change->other.layers);
    EXCHANGE(uint32_t, object->sets, change->other.sets);
    EXCHANGE(bool, object->hidden, change->other.hidden);
    EXCHANGE(bool, object->locked, change->other.locked);
}

static void exchange_import(editor_changes *changes, editor_asset *asset)
{
    EXCHANGE(editor_fit, asset->fit, changes->fit);
    if (editor_choice_is_same(asset->scene, changes->scene) && editor_choice_is_same(asset->variant, changes->variant))
        return;
    EXCHANGE(char *, asset->scene, changes->scene);
    EXCHANGE(char *, asset->variant, changes->variant);
    asset->keeps_content = false;
}

// A command may have changed the same thing twice, so undo exchanges from the last to the first.
static void exchange_content(editor_changes *changes, editor_level *level, bool forwards)
{
    editor_object *objects = level->objects;
    for (uint32_t i = 0, n = changes->place_count; i < n; i++)
        exchange_place(&changes->places[forwards ? i : n - 1 - i], level);
    for (uint32_t i = 0, n = changes->local_count; i < n; i++) {
        change_local *change = &changes->locals[forwards ? i : n - 1 - i];
        EXCHANGE(pick_affine, objects[change->object].local, change->other);
    }
    for (uint32_t i = 0, n = changes->flags_count; i < n; i++) {
        change_flags *change = &changes->flags[forwards ? i : n - 1 - i];
        exchange_flags(change, &objects[change->object]);
    }
    for (uint32_t i = 0, n = changes->name_count; i < n; i++) {
        change_name *change = &changes->names[forwards ? i : n - 1 - i];
        EXCHANGE(char *, objects[change->object].name, change->other);
    }
    for (uint32_t i = 0, n = changes->device_count; i < n; i++) {
        change_device *change = &changes->devices[forwards ? i : n - 1 - i];
        exchange_device(change, &objects[change->object]);
    }
    for (uint32_t i = 0, n = changes->mesh_count; i < n; i++) {
        change_mesh *change = &changes->meshes[forwards ? i : n - 1 - i];
        EXCHANGE(uint32_t, objects[change->object].mesh, change->other);
        EXCHANGE(const editor_look *, objects[change->object].look, change->other_look);
    }
    for (uint32_t i = 0, n = changes->moves_count; i < n; i++) {
        change_moves *change = &changes->moves[forwards ? i : n - 1 - i];
        EXCHANGE(editor_moves, level->meshes[change->mesh].moves, change->other);
    }
    for (uint32_t i = 0, n = changes->prefab_count; i < n; i++) {
        change_prefab *change = &changes->prefabs[forwards ? i : n - 1 - i];
        EXCHANGE(uint32_t, level->prefabs[change->prefab].mesh, change->other);
        EXCHANGE(char *, level->prefabs[change->prefab].name, change->other_name);
    }
    for (uint32_t i = 0, n = changes->layer_count; i < n; i++) {
        change_name *change = &changes->layers[forwards ? i : n - 1 - i];
        EXCHANGE(char *, *editor_changes_layer_name(level, change->object), change->other);
    }
    if (changes->has_layer_flags) {
        EXCHANGE(uint32_t, level->hidden_layers, changes->hidden_layers);
        EXCHANGE(uint32_t, level->locked_layers, changes->locked_layers);
    }
    if (changes->has_layer_sight)
        EXCHANGE(pick_layer_matrix, level->sees, changes->sees);
    if (changes->has_import)
        exchange_import(changes, &level->assets[changes->import_asset]);
}

bool editor_changes_exchange(editor_changes *changes, editor_level *level, pick_selection *selection, bool forwards)
{
    if (!exchange_selection(changes, selection))
        return false;
    exchange_content(changes, level, forwards);
    return true;
}

void editor_changes_take_back(editor_changes *changes, editor_level *level, pick_selection *selection)
{
    if (changes->has_selection) {
        // The selection held as many before, so it has room for them.
        pick_selection_apply(selection, PICK_SELECTION_REPLACE, changes->selected, changes->selected_count, NULL);
        pick_selection_set_active(selection, changes->active);
    }
    exchange_content(changes, level, false);
}

// The sizes of a terrain say where what it shows is.
static void refresh_device(editor_level *level, uint32_t object)
{
    if (level->objects[object].kind == EDITOR_OBJECT_TERRAIN)
        editor_level_refresh(level, object);
    else
        editor_level_touch(level, object);
}

void editor_changes_refresh(const editor_changes *changes, editor_level *level)
{
    for (uint32_t i = 0; i < changes->moves_count; i++) // what is refitted is so in the pick scene at once
        editor_level_apply_moves(level, changes->moves[i].mesh);
    if (changes->moves_count > 0)
        editor_level_follow_parts(level);
    editor_level_begin_refresh(level);
    editor_level_begin_pass(level);
    for (uint32_t i = 0; i < changes->place_count; i++)
        editor_level_refresh_in_pass(level, changes->places[i].object, false);
    for (uint32_t i = 0; i < changes->local_count; i++)
        editor_level_refresh_in_pass(level, changes->locals[i].object, false);
    for (uint32_t i = 0; i < changes->flags_count; i++)
        editor_level_refresh_in_pass(level, changes->flags[i].object, true);
    for (uint32_t i = 0; i < changes->device_count; i++)
        refresh_device(level, changes->devices[i].object);
    for (uint32_t i = 0; i < changes->mesh_count; i++)
        editor_level_refresh_mesh(level, changes->meshes[i].object);
    for (uint32_t i = 0; i < changes->name_count; i++)
        editor_level_touch(level, changes->names[i].object);
    if (changes->has_layer_flags)
        editor_level_refresh_layers(level);
    editor_level_end_refresh(level);
    if (changes->has_import)
        editor_level_pose_asset(level, changes->import_asset); // the pose of what is flat at rest depends on the fit
    if (changes->mesh_count > 0 || changes->moves_count > 0 || changes->place_count > 0 || changes->prefab_count > 0)
        editor_level_tell_misfits(level);
    if (changes->name_count > 0)
        level->tree_revision++;
    if (changes->layer_count > 0 || changes->prefab_count > 0 || changes->has_layer_sight || changes->has_import)
        level->revision++;
}

// --- Pruning ---

static bool same_text(const char *a, const char *b)
{
    return a == b || (a && b && strcmp(a, b) == 0);
}

static bool same_light(const editor_light *a, const editor_light *b)
{
    return a->type == b->type && memcmp(a->color, b->color, sizeof(a->color)) == 0 && a->intensity == b->intensity &&
           a->range == b->range && a->inner == b->inner && a->outer == b->outer;
}

static bool same_lens(const editor_lens *a, const editor_lens *b)
{
    return a->orthographic == b->orthographic && a->fov == b->fov && a->height == b->height &&
           a->near_plane == b->near_plane && a->far_plane == b->far_plane;
}

static bool is_same_import(const editor_changes *changes, const editor_asset *asset)
{
    return changes->fit.scale == asset->fit.scale && changes->fit.up == asset->fit.up &&
           same_text(changes->scene, asset->scene) && same_text(changes->variant, asset->variant);
}

static void forget_import(editor_changes *changes)
{
    free(changes->scene);
    free(changes->variant);
    changes->scene = changes->variant = NULL;
    changes->has_import = false;
}

static uint32_t prune_names(change_name *names, uint32_t count, editor_level *level, bool layers)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < count; i++) {
        const char *now =
            layers ? *editor_changes_layer_name(level, names[i].object) : level->objects[names[i].object].name;
        if (same_text(now, names[i].other))
            free(names[i].other);
        else
            names[kept++] = names[i];
    }
    return kept;
}

void editor_changes_prune(editor_changes *changes, editor_level *level, const pick_selection *selection)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < changes->local_count; i++) {
        if (!editor_affine_equal(&level->objects[changes->locals[i].object].local, &changes->locals[i].other))
            changes->locals[kept++] = changes->locals[i];
    }
    changes->local_count = kept;
    kept = 0;
    for (uint32_t i = 0; i < changes->flags_count; i++) {
        const editor_object *object = &level->objects[changes->flags[i].object];
        const editor_object_flags *other = &changes->flags[i].other;
        if (object->layers != other->layers || object->sets != other->sets || object->hidden != other->hidden ||
            object->locked != other->locked)
            changes->flags[kept++] = changes->flags[i];
    }
    changes->flags_count = kept;
    kept = 0;
    for (uint32_t i = 0; i < changes->device_count; i++) {
        const editor_object *object = &level->objects[changes->devices[i].object];
        if (object->kind == EDITOR_OBJECT_LIGHT ? !same_light(&object->light, &changes->devices[i].light)
            : object->kind == EDITOR_OBJECT_TERRAIN
                ? !editor_terrain_equal(&object->terrain, &changes->devices[i].terrain)
                : !same_lens(&object->lens, &changes->devices[i].lens))
            changes->devices[kept++] = changes->devices[i];
    }
    changes->device_count = kept;
    kept = 0;
    for (uint32_t i = 0; i < changes->mesh_count; i++) {
        const editor_object *object = &level->objects[changes->meshes[i].object];
        if (object->mesh != changes->meshes[i].other || object->look != changes->meshes[i].other_look)
            changes->meshes[kept++] = changes->meshes[i];
    }
    changes->mesh_count = kept;
    kept = 0;
    for (uint32_t i = 0; i < changes->moves_count; i++) {
        if (editor_moves_equal(&level->meshes[changes->moves[i].mesh].moves, &changes->moves[i].other))
            editor_moves_free(&changes->moves[i].other);
        else
            changes->moves[kept++] = changes->moves[i];
    }
    changes->moves_count = kept;
    kept = 0;
    for (uint32_t i = 0; i < changes->prefab_count; i++) {
        const editor_prefab *prefab = &level->prefabs[changes->prefabs[i].prefab];
        if (prefab->mesh == changes->prefabs[i].other && same_text(prefab->name, changes->prefabs[i].other_name))
            free(changes->prefabs[i].other_name);
        else
            changes->prefabs[kept++] = changes->prefabs[i];
    }
    changes->prefab_count = kept;
    changes->name_count = prune_names(changes->names, changes->name_count, level, false);
    changes->layer_count = prune_names(changes->layers, changes->layer_count, level, true);
    if (changes->hidden_layers == level->hidden_layers && changes->locked_layers == level->locked_layers)
        changes->has_layer_flags = false;
    if (memcmp(&changes->sees, &level->sees, sizeof(level->sees)) == 0)
        changes->has_layer_sight = false;
    if (changes->has_import && is_same_import(changes, &level->assets[changes->import_asset]))
        forget_import(changes);
    if (changes->has_selection && selection_is(changes, selection)) {
        changes->has_selection = false;
        free(changes->selected);
        changes->selected = NULL;
        changes->selected_count = 0;
    }
}

bool editor_changes_has_content(const editor_changes *changes)
{
    return changes->place_count || changes->local_count || changes->flags_count || changes->name_count ||
           changes->device_count || changes->mesh_count || changes->moves_count || changes->prefab_count ||
           changes->layer_count || changes->has_layer_flags || changes->has_layer_sight || changes->has_import;
}

bool editor_changes_is_empty(const editor_changes *changes)
{
    return !editor_changes_has_content(changes) && !changes->has_selection;
}

// --- Memory ---

void editor_changes_clear(editor_changes *changes)
{
    for (uint32_t i = 0; i < changes->name_count; i++)
        free(changes->names[i].other);
    for (uint32_t i = 0; i < changes->layer_count; i++)
        free(changes->layers[i].other);
    for (uint32_t i = 0; i < changes->prefab_count; i++)
        free(changes->prefabs[i].other_name);
    for (uint32_t i = 0; i < changes->moves_count; i++)
        editor_moves_free(&changes->moves[i].other);
    free(changes->selected);
    changes->selected = NULL;
    changes->selected_count = 0;
    changes->place_count = changes->local_count = changes->flags_count = changes->name_count = 0;
    changes->device_count = changes->mesh_count = changes->prefab_count = changes->layer_count = 0;
    changes->moves_count = 0;
    changes->has_layer_flags = changes->has_layer_sight = changes->has_selection = false;
    forget_import(changes);
}

void editor_changes_free(editor_changes *changes)
{
    editor_changes_clear(changes);
    free(changes->places);
    free(changes->locals);
    free(changes->flags);
    free(changes->names);
    free(changes->devices);
    free(changes->meshes);
    free(changes->moves);
    free(changes->prefabs);
    free(changes->layers);
    *changes = (editor_changes){0};
}

static void *trim(void *array, uint32_t count, uint32_t *capacity, size_t size)
{
    if (count == 0) {
        free(array);
        *capacity = 0;
        return NULL;
    }
    void *shrunk = count < *capacity ? realloc(array, count * size) : NULL;
    if (!shrunk)
        return array;
    *capacity = count;
    return shrunk;
}

void editor_changes_trim(editor_changes *changes)
{
    changes->places = trim(changes->places, changes->place_count, &changes->place_capacity, sizeof(*changes->places));
    changes->locals = trim(changes->locals, changes->local_count, &changes->local_capacity, sizeof(*changes->locals));
    changes->flags = trim(changes->flags, changes->flags_count, &changes->flags_capacity, sizeof(*changes->flags));
    changes->names = trim(changes->names, changes->name_count, &changes->name_capacity, sizeof(*changes->names));
    changes->devices =
        trim(changes->devices, changes->device_count, &changes->device_capacity, sizeof(*changes->devices));
    changes->meshes = trim(changes->meshes, changes->mesh_count, &changes->mesh_capacity, sizeof(*changes->meshes));
    changes->moves = trim(changes->moves, changes->moves_count, &changes->moves_capacity, sizeof(*changes->moves));
    changes->prefabs =
        trim(changes->prefabs, changes->prefab_count, &changes->prefab_capacity, sizeof(*changes->prefabs));
    changes->layers = trim(changes->layers, changes->layer_count, &changes->layer_capacity, sizeof(*changes->layers));
}

static size_t moves_bytes(const editor_changes *changes)
{
    size_t bytes = changes->moves_capacity * sizeof(*changes->moves);
    for (uint32_t i = 0; i < changes->moves_count; i++)
        bytes += changes->moves[i].other.count * sizeof(*changes->moves[i].other.items);
    return bytes;
}

static size_t text_bytes(const change_name *names, uint32_t count)
{
    size_t bytes = 0;
    for (uint32_t i = 0; i < count; i++)
        bytes += names[i].other ? strlen(names[i].other) + 1 : 0;
    return bytes;
}

size_t editor_changes_bytes(const editor_changes *changes, const editor_level *level)
{
    size_t bytes =
        changes->place_capacity * sizeof(*changes->places) + changes->local_capacity * sizeof(*changes->locals) +
        changes->flags_capacity * sizeof(*changes->flags) + changes->name_capacity * sizeof(*changes->names) +
        changes->device_capacity * sizeof(*changes->devices) + changes->mesh_capacity * sizeof(*changes->meshes) +
        changes->layer_capacity * sizeof(*changes->layers) + changes->prefab_capacity * sizeof(*changes->prefabs) +
        changes->selected_count * sizeof(*changes->selected) + text_bytes(changes->names, changes->name_count) +
        text_bytes(changes->layers, changes->layer_count) + moves_bytes(changes) +
        (changes->scene ? strlen(changes->scene) + 1 : 0) + (changes->variant ? strlen(changes->variant) + 1 : 0);
    // Deleted objects count as memory of the step that can restore them.
    for (uint32_t i = 0; i < changes->place_count; i++) {
        uint32_t root = changes->places[i].object;
        for (uint32_t at = root; changes->places[i].disappears && at != EDITOR_NONE;
             at = editor_level_next_below(level, root, at))
            bytes += sizeof(editor_object) + strlen(level->objects[at].name) + 1;
    }
    return bytes;
}

void editor_changes_forget(const editor_changes *changes, editor_level *level, bool undone)
{
    for (uint32_t i = 0; i < changes->place_count; i++) {
        const change_place *change = &changes->places[i];
        const editor_object *object = &level->objects[change->object];
        // An object that was forgotten with its ancestor has no name any more.
        if ((undone ? change->appears : change->disappears) && !object->attached && object->name)
            editor_level_forget(level, change->object);
    }
}
