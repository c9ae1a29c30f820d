// edit_journal.c: the changes of a command: made one by one, then merged into the step or reverted.
#include "document/history/document_internal.h"

#include "document/level/look.h"
#include "document/level/prefab.h"
#include "document/motion/affine.h"
#include "system/text.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// --- Enter and leave ---

bool edit_enter(editor_document *document, const char *label)
{
    document->reason[0] = 0;
    document->made_count = 0;
    document->refreshed = 0;
    document->unfinite_before = document->level->unfinite_count; // in a pose; none at rest
    assert(editor_changes_is_empty(&document->journal));
    return editor_document_begin(document, label);
}

void edit_make_late(editor_document *document)
{
    document->level->adds_late = true;
}

static uint32_t count_changes(const editor_changes *journal)
{
    return journal->place_count + journal->local_count + journal->flags_count + journal->name_count +
           journal->device_count + journal->mesh_count + journal->moves_count + journal->prefab_count +
           journal->layer_count;
}

// Makes room for `more` elements beyond `count`.
static bool reserve_more(void *pointer, uint32_t count, uint32_t more, uint32_t *capacity, size_t size)
{
    void **array = pointer;
    if (more == 0 || count + more <= *capacity)
        return true;
    uint32_t wanted = count + more > 2 * count ? count + more : 2 * count;
    void *grown = realloc(*array, wanted * size);
    if (!grown)
        return false;
    *array = grown;
    *capacity = wanted;
    return true;
}

static bool reserve_touched(editor_document *document)
{
    uint32_t count = document->level->object_count;
    if (count <= document->touched_capacity)
        return true;
    uint32_t wanted = count + count / 2;
    editor_touch *grown = realloc(document->touched, wanted * sizeof(*grown));
    if (!grown)
        return false;
    memset(grown + document->touched_capacity, 0, (wanted - document->touched_capacity) * sizeof(*grown));
    document->touched = grown;
    document->touched_capacity = wanted;
    return true;
}

#define RESERVE(array, counter, room)                                                                                  \
    reserve_more(&step->array, step->counter, journal->counter, &step->room, sizeof(*step->array))

static bool reserve_join(editor_document *document)
{
    editor_changes *step = &document->open->changes;
    const editor_changes *journal = &document->journal;
    return reserve_touched(document) && RESERVE(places, place_count, place_capacity) &&
           RESERVE(locals, local_count, local_capacity) && RESERVE(flags, flags_count, flags_capacity) &&
           RESERVE(names, name_count, name_capacity) && RESERVE(devices, device_count, device_capacity) &&
           RESERVE(meshes, mesh_count, mesh_capacity) && RESERVE(moves, moves_count, moves_capacity) &&
           RESERVE(prefabs, prefab_count, prefab_capacity) && RESERVE(layers, layer_count, layer_capacity);
}

// Whether this is the open step's first such change of the object. Marks it as changed.
static bool is_first(const editor_document *document, uint32_t *touch)
{
    bool first = *touch != document->transaction;
    *touch = document->transaction;
    return first;
}

static bool has_prefab(const editor_changes *step, uint32_t prefab)
{
    bool found = false;
    for (uint32_t i = 0; i < step->prefab_count; i++)
        found |= step->prefabs[i].prefab == prefab;
    return found;
}

static void join_prefabs(editor_changes *step, editor_changes *journal)
{
    for (uint32_t i = 0; i < journal->prefab_count; i++) {
        if (!has_prefab(step, journal->prefabs[i].prefab)) {
            step->prefabs[step->prefab_count++] = journal->prefabs[i];
            journal->prefabs[i].other_name = NULL;
        }
    }
}

static void join_moves(editor_changes *step, editor_changes *journal)
{
    for (uint32_t i = 0; i < journal->moves_count; i++) {
        bool found = false;
        for (uint32_t k = 0; k < step->moves_count; k++)
            found |= step->moves[k].mesh == journal->moves[i].mesh;
        if (!found) {
            step->moves[step->moves_count++] = journal->moves[i];
            journal->moves[i].other = (editor_moves){0};
        }
    }
}

// Merges the journal into the step. If a thing changed several times, the oldest state is kept; the level has the
// newest.
static void join(editor_document *document)
{
    editor_changes *step = &document->open->changes, *journal = &document->journal;
    for (uint32_t i = 0; i < journal->place_count; i++)
        step->places[step->place_count++] = journal->places[i];
    for (uint32_t i = 0; i < journal->local_count; i++) {
        if (is_first(document, &document->touched[journal->locals[i].object].local))
            step->locals[step->local_count++] = journal->locals[i];
    }
    for (uint32_t i = 0; i < journal->flags_count; i++) {
        if (is_first(document, &document->touched[journal->flags[i].object].flags))
            step->flags[step->flags_count++] = journal->flags[i];
    }
    for (uint32_t i = 0; i < journal->device_count; i++) {
        if (is_first(document, &document->touched[journal->devices[i].object].device))
            step->devices[step->device_count++] = journal->devices[i];
    }
    for (uint32_t i = 0; i < journal->mesh_count; i++) {
        if (is_first(document, &document->touched[journal->meshes[i].object].mesh))
            step->meshes[step->mesh_count++] = journal->meshes[i];
    }
    join_moves(step, journal);
    join_prefabs(step, journal);
    for (uint32_t i = 0; i < journal->name_count; i++) {
        if (is_first(document, &document->touched[journal->names[i].object].name)) {
            step->names[step->name_count++] = journal->names[i];
            journal->names[i].other = NULL;
        }
    }
    for (uint32_t i = 0; i < journal->layer_count; i++) {
        uint64_t bit = (uint64_t)1 << journal->layers[i].object;
        if (!(document->open_layers & bit)) {
            document->open_layers |= bit;
            step->layers[step->layer_count++] = journal->layers[i];
            journal->layers[i].other = NULL;
        }
    }
    if (journal->has_layer_flags && !step->has_layer_flags) {
        step->has_layer_flags = true;
        step->hidden_layers = journal->hidden_layers;
        step->locked_layers = journal->locked_layers;
    }
    if (journal->has_layer_sight && !step->has_layer_sight) {
        step->has_layer_sight = true;
        step->sees = journal->sees;
    }
    if (journal->has_import && !step->has_import) {
        step->has_import = true;
        step->import_asset = journal->import_asset;
        step->fit = journal->fit;
        step->scene = journal->scene;
        step->variant = journal->variant;
        journal->scene = journal->variant = NULL;
    }
    if (journal->has_selection && !step->has_selection) {
        step->has_selection = true;
        step->selected = journal->selected;
        step->selected_count = journal->selected_count;
        step->active = journal->active;
        journal->selected = NULL;
    }
    editor_changes_clear(journal);
}

static void revert(editor_document *document)
{
    editor_changes *journal = &document->journal;
    editor_changes_take_back(journal, document->level, document->selection);
    editor_changes_refresh(journal, document->level);
    editor_changes_clear(journal);
    for (uint32_t i = 0; i < document->made_count; i++)
        editor_level_forget(document->level, document->made[i]);
}

editor_edit_result edit_leave(editor_document *document, bool ok)
{
    if (!document->open) // begin was out of memory
        return EDITOR_EDIT_REFUSED;
    bool changed = !editor_changes_is_empty(&document->journal);
    document->level->adds_late = false;
    if (ok && changed) {
        if (document->refreshed == 0 || document->refreshed != count_changes(&document->journal))
            editor_changes_refresh(&document->journal, document->level);
        if (document->level->unfinite_count > document->unfinite_before)
            ok = edit_refuse(document, "the result would be too large for numbers to hold");
        else if (!reserve_join(document))
            ok = edit_out_of_memory(document);
    }
    if (ok)
        join(document);
    else
        revert(document);
    document->open->is_unnamed &= !ok || !changed;
    document->made_count = 0;
    editor_document_commit(document); // ends the nested transaction, or the step of this single command
    return !ok ? EDITOR_EDIT_REFUSED : changed ? EDITOR_EDIT_DONE : EDITOR_EDIT_NOTHING;
}

// --- Changes ---

#define PUSH(array, counter, room)                                                                                     \
    reserve_more(&journal->array, journal->counter, 1, &journal->room, sizeof(*journal->array))

bool edit_place(editor_document *document, uint32_t object, editor_place place)
{
    editor_changes *journal = &document->journal;
    editor_place now = editor_level_place(document->level, object);
    if (now.attached == place.attached && now.parent == place.parent && now.before == place.before)
        return true;
    if (!PUSH(places, place_count, place_capacity))
        return edit_out_of_memory(document);
    editor_level_move(document->level, object, place);
    journal->places[journal->place_count++] =
        (change_place){.object = object, .other = now, .appears = !now.attached, .disappears = !place.attached};
    return true;
}

bool edit_local(editor_document *document, uint32_t object, const pick_affine *local)
{
    editor_changes *journal = &document->journal;
    editor_object *o = &document->level->objects[object];
    if (editor_affine_equal(&o->local, local))
        return true;
    if (!editor_affine_fits_float(local))
        return edit_refuse(document, "%.100s: a transform that is not finite, or too large", o->name);
    if (!PUSH(locals, local_count, local_capacity))
        return edit_out_of_memory(document);
    journal->locals[journal->local_count++] = (change_local){object, o->local};
    o->local = *local;
    return true;
}

bool edit_flags(editor_document *document, uint32_t object, editor_object_flags flags)
{
    editor_changes *journal = &document->journal;
    editor_object *o = &document->level->objects[object];
    if (o->layers == flags.layers && o->sets == flags.sets && o->hidden == flags.hidden && o->locked == flags.locked)
        return true;
    if (!PUSH(flags, flags_count, flags_capacity))
        return edit_out_of_memory(document);
    journal->flags[journal->flags_count++] = (change_flags){object, {o->layers, o->sets, o->hidden, o->locked}};
    o->layers = flags.layers;
    o->sets = flags.sets;
    o->hidden = flags.hidden;
    o->locked = flags.locked;
    return true;
}

bool edit_mesh(editor_document *document, uint32_t object, uint32_t mesh, const editor_look *look)
{
    editor_changes *journal = &document->journal;
    editor_object *o = &document->level->objects[object];
    if (o->mesh == mesh && o->look == look)
        return true;
    if (!PUSH(meshes, mesh_count, mesh_capacity))
        return edit_out_of_memory(document);
    journal->meshes[journal->mesh_count++] = (change_mesh){object, o->mesh, o->look};
    o->mesh = mesh;
    o->look = look;
    return true;
}

bool edit_give_mesh(editor_document *document, uint32_t object, uint32_t mesh)
{
    uint32_t count;
    const editor_look *look;
    const editor_override *overrides = editor_object_overrides(&document->level->objects[object], &count);
    if (!editor_level_find_look(document->level, mesh, overrides, count, &look))
        return edit_out_of_memory(document);
    return edit_mesh(document, object, mesh, look);
}

bool edit_moves(editor_document *document, uint32_t mesh, editor_moves *moves)
{
    editor_changes *journal = &document->journal;
    editor_moves *now = &document->level->meshes[mesh].moves;
    const bool same = editor_moves_equal(now, moves);
    if (same || !PUSH(moves, moves_count, moves_capacity)) {
        editor_moves_free(moves);
        return same || edit_out_of_memory(document);
    }
    journal->moves[journal->moves_count++] = (change_moves){mesh, *now};
    *now = *moves;
    *moves = (editor_moves){0};
    return true;
}

bool edit_prefab(editor_document *document, uint32_t prefab, uint32_t mesh, const char *name)
{
    editor_changes *journal = &document->journal;
    editor_prefab *p = &document->level->prefabs[prefab];
    if (p->mesh == mesh && strcmp(p->name, name) == 0)
        return true;
    char *copy = editor_text_copy(name);
    if (!copy || !PUSH(prefabs, prefab_count, prefab_capacity)) {
        free(copy);
        return edit_out_of_memory(document);
    }
    journal->prefabs[journal->prefab_count++] = (change_prefab){prefab, p->mesh, p->name};
    p->mesh = mesh;
    p->name = copy;
    return true;
}

bool edit_name(editor_document *document, uint32_t object, const char *name)
{
    editor_changes *journal = &document->journal;
    editor_object *o = &document->level->objects[object];
    if (strcmp(o->name, name) == 0)
        return true;
    char *copy = editor_text_copy(name);
    if (!copy || !PUSH(names, name_count, name_capacity)) {
        free(copy);
        return edit_out_of_memory(document);
    }
    journal->names[journal->name_count++] = (change_name){object, o->name};
    o->name = copy;
    return true;
}

static bool same_light(const editor_light *a, const editor_light *b)
{
    return a->type == b->type && a->color[0] == b->color[0] && a->color[1] == b->color[1] &&
           a->color[2] == b->color[2] && a->intensity == b->intensity && a->range == b->range && a->inner == b->inner &&
           a->outer == b->outer;
}

static bool same_lens(const editor_lens *a, const editor_lens *b)
{
    return a->orthographic == b->orthographic && a->fov == b->fov && a->height == b->height &&
           a->near_plane == b->near_plane && a->far_plane == b->far_plane;
}

bool edit_device(editor_document *document, uint32_t object, const editor_object *like)
{
    editor_changes *journal = &document->journal;
    editor_object *o = &document->level->objects[object];
    if (o->kind == EDITOR_OBJECT_LIGHT     ? same_light(&o->light, &like->light)
        : o->kind == EDITOR_OBJECT_TERRAIN ? editor_terrain_equal(&o->terrain, &like->terrain)
                                           : same_lens(&o->lens, &like->lens))
        return true;
    if (!PUSH(devices, device_count, device_capacity))
        return edit_out_of_memory(document);
    change_device *change = &journal->devices[journal->device_count++];
    *change = (change_device){.object = object};
    if (o->kind == EDITOR_OBJECT_LIGHT) {
        change->light = o->light;
        o->light = like->light;
    } else if (o->kind == EDITOR_OBJECT_TERRAIN) {
        change->terrain = o->terrain;
        o->terrain = like->terrain;
    } else {
        change->lens = o->lens;
        o->lens = like->lens;
    }
    return true;
}

bool edit_layer_name(editor_document *document, uint32_t layer, const char *name)
{
    editor_changes *journal = &document->journal;
    char **now = editor_changes_layer_name(document->level, layer);
    if (*now == name || (*now && name && strcmp(*now, name) == 0))
        return true;
    char *copy = name ? editor_text_copy(name) : NULL;
    if ((name && !copy) || !PUSH(layers, layer_count, layer_capacity)) {
        free(copy);
        return edit_out_of_memory(document);
    }
    journal->layers[journal->layer_count++] = (change_name){layer, *now};
    *now = copy;
    return true;
}

void edit_layer_flags(editor_document *document, uint32_t hidden, uint32_t locked)
{
    editor_changes *journal = &document->journal;
    editor_level *level = document->level;
    if (level->hidden_layers == hidden && level->locked_layers == locked)
        return;
    journal->has_layer_flags = true;
    journal->hidden_layers = level->hidden_layers;
    journal->locked_layers = level->locked_layers;
    level->hidden_layers = hidden;
    level->locked_layers = locked;
}

// Notes how the asset is imported before that changes. False: refused.
static bool keep_import(editor_document *document, uint32_t asset)
{
    editor_changes *journal = &document->journal;
    const editor_asset *now = &document->level->assets[asset];
    const bool other =
        (journal->has_import && journal->import_asset != asset) ||
        (document->open && document->open->changes.has_import && document->open->changes.import_asset != asset);
    if (other)
        return edit_refuse(document, "one model at a time");
    if (journal->has_import)
        return true;
    char *scene = now->scene ? editor_text_copy(now->scene) : NULL;
    char *variant = now->variant ? editor_text_copy(now->variant) : NULL;
    if ((now->scene && !scene) || (now->variant && !variant)) {
        free(scene);
        free(variant);
        return edit_out_of_memory(document);
    }
    journal->has_import = true;
    journal->import_asset = asset;
    journal->fit = now->fit;
    journal->scene = scene;
    journal->variant = variant;
    return true;
}

bool edit_fit(editor_document *document, uint32_t asset, const editor_fit *fit)
{
    if (!keep_import(document, asset))
        return false;
    document->level->assets[asset].fit = *fit;
    return true;
}

bool edit_choice(editor_document *document, uint32_t asset, const char *scene, const char *variant)
{
    char *own_scene = scene ? editor_text_copy(scene) : NULL, *own_variant = variant ? editor_text_copy(variant) : NULL;
    bool ok = (!scene || own_scene) && (!variant || own_variant);
    if (!ok)
        edit_out_of_memory(document);
    ok = ok && keep_import(document, asset);
    editor_asset *now = &document->level->assets[asset];
    if (ok) {
        free(now->scene);
        free(now->variant);
        now->scene = own_scene;
        now->variant = own_variant;
        now->keeps_content = false;
        return true;
    }
    free(own_scene);
    free(own_variant);
    return false;
}

void edit_layer_sight(editor_document *document, const pick_layer_matrix *sees)
{
    editor_changes *journal = &document->journal;
    editor_level *level = document->level;
    if (memcmp(&level->sees, sees, sizeof(*sees)) == 0)
        return;
    journal->has_layer_sight = true;
    journal->sees = level->sees;
    level->sees = *sees;
}

const char *edit_label(const editor_document *document, const char *verb, const uint32_t *objects, uint32_t count,
                       char *text, size_t size)
{
    const editor_level *level = document->level;
    if (!objects)
        count = (uint32_t)pick_selection_count(document->selection);
    uint32_t only = count != 1 ? EDITOR_NONE : objects ? objects[0] : editor_document_active(document);
    if (only < level->object_count && level->objects[only].exists)
        snprintf(text, size, "%s %.80s", verb, level->objects[only].name);
    else
        snprintf(text, size, "%s %u objects", verb, (unsigned)count);
    return text;
}

uint32_t edit_make(editor_document *document, const char *name, const editor_object *like)
{
    uint32_t *made =
        editor_level_reserve(document->made, document->made_count, &document->made_capacity, sizeof(*made));
    uint32_t number = EDITOR_NONE;
    if (made) {
        document->made = made;
        number = editor_level_make_object(document->level, name, like);
    }
    if (number == EDITOR_NONE)
        edit_out_of_memory(document);
    else
        made[document->made_count++] = number;
    return number;
}

// --- The selection ---

static bool keep_selection(editor_document *document)
{
    editor_changes *journal = &document->journal;
    if (journal->has_selection)
        return true;
    size_t count = pick_selection_count(document->selection);
    pick_object_id *copy = malloc((count ? count : 1) * sizeof(*copy));
    if (!copy)
        return edit_out_of_memory(document);
    if (count)
        memcpy(copy, pick_selection_objects(document->selection), count * sizeof(*copy));
    journal->has_selection = true;
    journal->selected = copy;
    journal->selected_count = count;
    journal->active = pick_selection_active(document->selection);
    return true;
}

bool edit_select(editor_document *document, pick_selection_op op, const pick_object_id *objects, size_t count)
{
    bool kept = document->journal.has_selection;
    if (!keep_selection(document))
        return false;
    bool changed = false;
    bool ok = pick_selection_apply(document->selection, op, objects, count, &changed) == PICK_OK;
    if (!kept && !changed) { // nothing to revert
        free(document->journal.selected);
        document->journal.selected = NULL;
        document->journal.selected_count = 0;
        document->journal.has_selection = false;
    }
    return ok || edit_out_of_memory(document);
}

bool edit_select_numbers(editor_document *document, const uint32_t *objects, uint32_t count)
{
    if (document->level->adds_late) {
        document->level->adds_late = false;
        editor_changes_refresh(&document->journal, document->level);
        document->refreshed = count_changes(&document->journal);
        for (uint32_t i = 0; i < count; i++) {
            if (pick_object_id_is_null(document->level->objects[objects[i]].pick))
                return edit_out_of_memory(document);
        }
    }
    pick_object_id *handles = malloc((count ? count : 1) * sizeof(*handles));
    if (!handles)
        return edit_out_of_memory(document);
    for (uint32_t i = 0; i < count; i++)
        handles[i] = document->level->objects[objects[i]].pick;
    bool ok = edit_select(document, PICK_SELECTION_REPLACE, handles, count);
    free(handles);
    return ok;
}

bool edit_activate(editor_document *document, pick_object_id handle)
{
    if (pick_object_id_equal(pick_selection_active(document->selection), handle))
        return true;
    if (!keep_selection(document))
        return false;
    pick_selection_set_active(document->selection, handle);
    return true;
}
