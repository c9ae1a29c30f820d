// level_tree.c: the tree of objects, and the state derived from it: world transforms and effective flags.
#include "document/level/level_internal.h"

#include "document/level/names.h"
#include "document/motion/affine.h"
#include "system/text.h"

#include <assert.h>
#include <stdlib.h>

// --- Traversal ---

// The next object that is not below `object`, within `root` (EDITOR_NONE: the whole level).
static uint32_t after(const editor_level *level, uint32_t root, uint32_t object)
{
    while (object != EDITOR_NONE && object != root) {
        if (level->objects[object].next != EDITOR_NONE)
            return level->objects[object].next;
        object = level->objects[object].parent;
    }
    return EDITOR_NONE;
}

uint32_t editor_level_next_below(const editor_level *level, uint32_t root, uint32_t object)
{
    uint32_t child = level->objects[object].first_child;
    return child != EDITOR_NONE ? child : after(level, root, object);
}

uint32_t editor_level_next(const editor_level *level, uint32_t object)
{
    return object == EDITOR_NONE ? level->first_root : editor_level_next_below(level, EDITOR_NONE, object);
}

bool editor_level_is_below(const editor_level *level, uint32_t object, uint32_t ancestor)
{
    while (object != EDITOR_NONE && object != ancestor)
        object = level->objects[object].parent;
    return object == ancestor;
}

// --- Places ---

editor_place editor_level_place(const editor_level *level, uint32_t object)
{
    const editor_object *o = &level->objects[object];
    return o->attached ? (editor_place){o->parent, o->next, true} : EDITOR_PLACE_NOWHERE;
}

static uint32_t *first_of(editor_level *level, uint32_t parent)
{
    return parent == EDITOR_NONE ? &level->first_root : &level->objects[parent].first_child;
}

static uint32_t *last_of(editor_level *level, uint32_t parent)
{
    return parent == EDITOR_NONE ? &level->last_root : &level->objects[parent].last_child;
}

static void detach(editor_level *level, uint32_t object)
{
    editor_object *o = &level->objects[object];
    *(o->previous != EDITOR_NONE ? &level->objects[o->previous].next : first_of(level, o->parent)) = o->next;
    *(o->next != EDITOR_NONE ? &level->objects[o->next].previous : last_of(level, o->parent)) = o->previous;
    o->parent = o->previous = o->next = EDITOR_NONE;
    o->attached = false;
}

// Before its first child comes, and after its last one went: a group without children is drawn, as an icon.
static void touch_childless(editor_level *level, uint32_t parent)
{
    if (parent != EDITOR_NONE && level->objects[parent].first_child == EDITOR_NONE)
        editor_level_touch(level, parent);
}

void editor_level_move(editor_level *level, uint32_t object, editor_place place)
{
    editor_object *o = &level->objects[object];
    if (o->attached) {
        const uint32_t parent = o->parent;
        detach(level, object);
        touch_childless(level, parent);
    }
    level->revision++;
    level->tree_revision++;
    if (!place.attached)
        return;
    touch_childless(level, place.parent);
    assert(place.before != object && place.parent != object);
    // Without children it is above nothing. No climb then: it would make long chains quadratic to build.
    assert(o->first_child == EDITOR_NONE || !editor_level_is_below(level, place.parent, object));
    assert(place.before == EDITOR_NONE || level->objects[place.before].parent == place.parent);
    o->parent = place.parent;
    o->next = place.before;
    uint32_t *behind =
        place.before != EDITOR_NONE ? &level->objects[place.before].previous : last_of(level, place.parent);
    o->previous = *behind;
    *behind = object;
    *(o->previous != EDITOR_NONE ? &level->objects[o->previous].next : first_of(level, place.parent)) = object;
    o->attached = true;
}

// --- Making and forgetting ---

// Copies `name` and the other texts of `object`. False: out of memory; it then owns nothing.
static bool own_texts(editor_object *object, const char *name)
{
    const char *extra = object->extra, *device_extra = object->device_extra, *follow_name = object->follow_name;
    object->name = editor_text_copy(name);
    if (object->name) // one from a model's file may hold anything, and a level file could not be read with it
        editor_text_clean(object->name);
    object->extra = extra ? editor_text_copy(extra) : NULL;
    object->device_extra = device_extra ? editor_text_copy(device_extra) : NULL;
    object->follow_name = follow_name ? editor_text_copy(follow_name) : NULL;
    if (object->name && (!extra || object->extra) && (!device_extra || object->device_extra) &&
        (!follow_name || object->follow_name))
        return true;
    editor_object_free(object);
    return false;
}

uint32_t editor_level_make_object(editor_level *level, const char *name, const editor_object *like)
{
    assert(name && name[0]);
    editor_object copy = *like;
    if (!own_texts(&copy, name))
        return EDITOR_NONE;
    bool reuse = level->free_count > 0;
    if (!reuse) {
        editor_object *array =
            editor_level_reserve(level->objects, level->object_count, &level->object_capacity, sizeof(*array));
        if (!array) {
            editor_object_free(&copy);
            return EDITOR_NONE;
        }
        level->objects = array;
        level->object_count++;
    }
    uint32_t number = reuse ? level->free_objects[--level->free_count] : level->object_count - 1;
    editor_object *o = &level->objects[number];
    *o = copy;
    o->id = level->next_id;
    o->parent = o->first_child = o->last_child = o->previous = o->next = EDITOR_NONE;
    o->number = EDITOR_NONE;
    o->world = o->local;
    o->attached = o->exists = false;
    o->is_hidden = o->is_off = o->is_locked = o->is_finite = true;
    o->isolated = level->is_isolating;
    o->is_outside = false;
    o->sets = 0;
    o->pick = (pick_object_id){0};
    o->is_behind = false;
    o->is_late = level->scene && level->adds_late;
    if (level->scene && !o->is_late && editor_level_add_to_scene(level, number) != PICK_OK) {
        editor_level_forget(level, number);
        return EDITOR_NONE;
    }
    level->next_id++;
    if (o->mesh != EDITOR_NONE)
        o->number = level->meshed_count++;
    return number;
}

void editor_level_forget(editor_level *level, uint32_t object)
{
    assert(!level->objects[object].attached);
    for (uint32_t at = object; at != EDITOR_NONE;) {
        // Start at the deepest first child and go up, so that the remaining nodes always form a tree.
        while (level->objects[at].first_child != EDITOR_NONE)
            at = level->objects[at].first_child;
        editor_object *o = &level->objects[at];
        uint32_t up = at == object ? EDITOR_NONE : o->parent;
        if (o->attached)
            detach(level, at);
        if (level->scene && !pick_object_id_is_null(o->pick)) {
            pick_scene_remove(level->scene, o->pick);
            level->handles[o->pick.index1 - 1].generation = 0;
        }
        editor_object_free(o);
        *o = (editor_object){.parent = EDITOR_NONE,
                             .first_child = EDITOR_NONE,
                             .last_child = EDITOR_NONE,
                             .previous = EDITOR_NONE,
                             .next = EDITOR_NONE,
                             .mesh = EDITOR_NONE,
                             .number = EDITOR_NONE,
                             .is_hidden = true,
                             .is_off = true,
                             .is_locked = true,
                             .is_finite = true};
        uint32_t *slots =
            editor_level_reserve(level->free_objects, level->free_count, &level->free_capacity, sizeof(*slots));
        if (slots) { // out of memory the slot is lost: a leak of its bytes only
            level->free_objects = slots;
            slots[level->free_count++] = at;
        }
        at = up;
    }
}

// --- Derived state ---

void editor_level_touch(editor_level *level, uint32_t object)
{
    level->revision++;
    if (level->changed_count == level->changed_capacity) {
        uint32_t wanted = 2 * level->object_count + 1024;
        uint32_t *grown = level->changed_capacity < wanted ? realloc(level->changed, wanted * sizeof(*grown)) : NULL;
        if (grown) {
            level->changed = grown;
            level->changed_capacity = wanted;
        }
    }
    if (level->changed_count == level->changed_capacity) { // too many changes: readers must check all objects
        level->changed_first += level->changed_count;
        level->changed_count = 0;
    }
    if (level->changed_capacity > 0)
        level->changed[level->changed_count++] = object;
    else
        level->changed_first++;
}

bool editor_level_changes(const editor_level *level, uint64_t *cursor, const uint32_t **objects, uint32_t *count)
{
    uint64_t from = *cursor;
    *cursor = level->changed_first + level->changed_count;
    if (from < level->changed_first)
        return false;
    *objects = level->changed + (from - level->changed_first);
    *count = (uint32_t)(*cursor - from);
    return true;
}

static void refresh_flags(editor_level *level, uint32_t object)
{
    editor_object *o = &level->objects[object];
    const editor_object *parent = o->parent != EDITOR_NONE ? &level->objects[o->parent] : NULL;
    bool existed = o->exists;
    o->exists = o->attached && (!parent || parent->exists);
    o->is_off = !o->exists || editor_level_is_switched_off(level, object) || (parent && parent->is_off) ||
                (o->layers != 0 && (o->layers & ~level->hidden_layers) == 0);
    o->is_outside = level->is_isolating && !o->isolated && !(parent && !parent->is_outside);
    o->is_hidden = o->is_off || o->is_outside || (level->hides_volumes && o->kind == EDITOR_OBJECT_VOLUME) ||
                   (level->hides_measurements && editor_level_measurement(level, o));
    o->is_locked = !o->exists || o->locked || (parent && parent->is_locked) ||
                   (o->layers != 0 && (o->layers & ~level->locked_layers) == 0);
    if (!o->is_finite && existed != o->exists) {
        if (o->exists)
            level->unfinite_count++;
        else
            level->unfinite_count--;
    }
    editor_level_fall_behind(level, object);
    editor_level_touch(level, object);
}

static void refresh_world(editor_level *level, uint32_t object)
{
    editor_object *o = &level->objects[object];
    const pick_affine local = editor_level_shown_local(level, object);
    o->world = o->parent == EDITOR_NONE ? local : pick_affine_multiply(&level->objects[o->parent].world, &local);
    const pick_affine world = editor_level_mesh_world(level, o);
    pick_transform transform = pick_affine_to_transform(&world);
    bool finite = editor_transform_is_usable(&transform);
    if (finite != o->is_finite && o->exists) {
        if (finite)
            level->unfinite_count--;
        else
            level->unfinite_count++;
    }
    o->is_finite = finite;
    editor_level_fall_behind(level, object);
}

void editor_level_refresh(editor_level *level, uint32_t object)
{
    editor_level_begin_refresh(level);
    for (uint32_t i = object; i != EDITOR_NONE; i = editor_level_next_below(level, object, i)) {
        refresh_world(level, i);
        refresh_flags(level, i);
        level->objects[i].pass = level->pass;
    }
    editor_level_end_refresh(level);
}

void editor_level_begin_pass(editor_level *level)
{
    level->pass++;
}

// An object was refreshed with its ancestors as they were then. If one is refreshed later, so is all below it.
void editor_level_refresh_in_pass(editor_level *level, uint32_t object, bool flags_only)
{
    if (level->objects[object].pass != level->pass)
        (flags_only ? editor_level_refresh_flags : editor_level_refresh)(level, object);
}

void editor_level_refresh_flags(editor_level *level, uint32_t object)
{
    editor_level_begin_refresh(level);
    for (uint32_t i = object; i != EDITOR_NONE; i = editor_level_next_below(level, object, i)) {
        refresh_flags(level, i);
        level->objects[i].pass = level->pass;
    }
    editor_level_end_refresh(level);
}

void editor_level_refresh_layers(editor_level *level)
{
    editor_level_begin_refresh(level);
    for (uint32_t i = editor_level_next(level, EDITOR_NONE); i != EDITOR_NONE; i = editor_level_next(level, i))
        refresh_flags(level, i);
    editor_level_end_refresh(level);
}

void editor_level_refresh_mesh(editor_level *level, uint32_t object)
{
    editor_level_begin_refresh(level);
    refresh_flags(level, object); // it may have become a measurement
    editor_level_end_refresh(level);
}

// --- Isolation ---

void editor_level_isolate(editor_level *level, const uint32_t *objects, uint32_t count)
{
    level->is_isolating = count > 0;
    for (uint32_t i = 0; i < level->object_count; i++)
        level->objects[i].isolated = false;
    for (uint32_t i = 0; i < count; i++)
        level->objects[objects[i]].isolated = true;
    editor_level_refresh_layers(level);
}

void editor_level_show_volumes(editor_level *level, bool shown)
{
    level->hides_volumes = !shown;
    editor_level_refresh_layers(level);
}

void editor_level_show_measurements(editor_level *level, bool shown)
{
    level->hides_measurements = !shown;
    editor_level_refresh_layers(level);
}

const char *editor_level_hidden_by(const editor_level *level, uint32_t object)
{
    const editor_object *o = &level->objects[object];
    if (!o->is_hidden || o->hidden)
        return NULL;
    if (o->is_off)
        return "a parent or a layer";
    if (o->is_outside)
        return "isolation";
    return o->kind == EDITOR_OBJECT_VOLUME ? "View > Volumes" : "View > Measurements";
}

// --- Direct edits ---

bool editor_level_set_local(editor_level *level, uint32_t object, const pick_affine *local)
{
    assert(level->scene && object < level->object_count);
    if (!editor_affine_fits_float(local))
        return false;
    uint32_t unfinite = level->unfinite_count;
    pick_affine before = level->objects[object].local;
    level->objects[object].local = *local;
    editor_level_refresh(level, object);
    if (level->unfinite_count <= unfinite)
        return true;
    level->objects[object].local = before; // the same products give the same bits as before
    editor_level_refresh(level, object);
    return false;
}

void editor_level_set_hidden(editor_level *level, uint32_t object, bool hidden)
{
    assert(object < level->object_count);
    level->objects[object].hidden = hidden;
    editor_level_refresh_flags(level, object);
}

void editor_level_set_locked(editor_level *level, uint32_t object, bool locked)
{
    assert(object < level->object_count);
    level->objects[object].locked = locked;
    editor_level_refresh_flags(level, object);
}
