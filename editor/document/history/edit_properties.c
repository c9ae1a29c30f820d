// edit_properties.c: the commands that change an object's properties: transform, name, flags, layers, light, lens.
#include "document/history/document_internal.h"

#include "document/level/names.h"
#include "document/motion/affine.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static bool is_there(editor_document *document, uint32_t object)
{
    const editor_level *level = document->level;
    return (object < level->object_count && level->objects[object].exists) ||
           edit_refuse(document, "the object no longer exists");
}

// --- Transforms ---

// Collects the targets. Marks each with the index of its last entry.
static bool last_mentions(editor_document *document, const uint32_t *objects, uint32_t count)
{
    bool ok = edit_targets(document, objects, count, false, EDIT_PARENTS_FIRST);
    for (uint32_t i = 0; ok && i < count; i++) {
        ok = is_there(document, objects[i]);
        if (ok)
            document->marks[objects[i]] = i;
    }
    return ok;
}

static pick_vec3 column(const pick_affine *affine, int i)
{
    return pick_vec3_make(affine->linear[3 * i], affine->linear[3 * i + 1], affine->linear[3 * i + 2]);
}

static double determinant(const pick_affine *affine)
{
    return pick_vec3_dot(pick_vec3_cross(column(affine, 0), column(affine, 1)), column(affine, 2));
}

// What the new transform does to the old one, for the label of the step. A rotation keeps the lengths of the axes, and
// mirrors nothing.
static const char *verb_of(const pick_affine *before, const pick_affine *after)
{
    if (memcmp(before->linear, after->linear, sizeof(before->linear)) == 0)
        return "Move";
    if ((determinant(before) < 0) != (determinant(after) < 0))
        return "Scale";
    for (int i = 0; i < 3; i++) {
        const double length = pick_vec3_length(column(before, i));
        if (fabs(pick_vec3_length(column(after, i)) - length) > 1e-5 * length)
            return "Scale";
    }
    return "Rotate";
}

editor_edit_result editor_edit_set_locals(editor_document *document, const uint32_t *objects, const pick_affine *locals,
                                          uint32_t count)
{
    char label[128];
    const char *verb = count > 0 && objects[0] < document->level->object_count
                           ? verb_of(&document->level->objects[objects[0]].local, &locals[0])
                           : "Move";
    bool ok = edit_enter(document, edit_label(document, verb, objects, count, label, sizeof(label))) &&
              last_mentions(document, objects, count);
    for (uint32_t i = 0; ok && i < document->target_count; i++) {
        uint32_t object = document->targets[i];
        ok = edit_local(document, object, &locals[document->marks[object]]);
    }
    return edit_leave(document, ok);
}

editor_edit_result editor_edit_set_worlds(editor_document *document, const uint32_t *objects, const pick_affine *worlds,
                                          uint32_t count)
{
    char label[128];
    bool ok = edit_enter(document, edit_label(document, "Move", objects, count, label, sizeof(label))) &&
              last_mentions(document, objects, count);
    // Tree order, so that the ancestors of an object move before it.
    editor_level_begin_refresh(document->level);
    for (uint32_t i = 0; ok && i < document->target_count; i++) {
        uint32_t object = document->targets[i];
        const editor_object *o = &document->level->objects[object];
        const pick_affine *world = &worlds[document->marks[object]];
        pick_affine local;
        if (editor_affine_equal(&o->world, world))
            continue;
        ok = edit_local_for(document, object, o->parent, world, &local) && edit_local(document, object, &local);
        if (ok)
            editor_level_refresh(document->level, object);
    }
    editor_level_end_refresh(document->level);
    return edit_leave(document, ok);
}

// --- Names ---

editor_edit_result editor_edit_rename(editor_document *document, uint32_t object, const char *name)
{
    bool ok = edit_enter(document, "Rename") && is_there(document, object);
    if (ok && !editor_name_is_valid(name))
        ok = edit_refuse(document, "a name must be UTF-8 text, not empty and without control characters");
    return edit_leave(document, ok && edit_name(document, object, name));
}

// --- Flags ---

typedef struct flag_change {
    bool set_hidden, set_locked;
    bool hidden, locked;
    uint32_t remove, add;
} flag_change;

static bool change_flags_of(editor_document *document, uint32_t object, const flag_change *change)
{
    const editor_object *o = &document->level->objects[object];
    editor_object_flags flags = {.layers = (o->layers & ~change->remove) | change->add,
                                 .sets = o->sets,
                                 .hidden = change->set_hidden ? change->hidden : o->hidden,
                                 .locked = change->set_locked ? change->locked : o->locked};
    if (flags.layers == 0 && o->layers != 0)
        return edit_refuse(document, "%.100s must be in at least one layer", o->name);
    return edit_flags(document, object, flags);
}

static editor_edit_result change_targets(editor_document *document, const char *verb, const uint32_t *objects,
                                         uint32_t count, const flag_change *change)
{
    char label[128];
    bool ok = edit_enter(document, edit_label(document, verb, objects, count, label, sizeof(label))) &&
              edit_targets(document, objects, count, false, EDIT_PARENTS_FIRST);
    for (uint32_t i = 0; ok && i < document->target_count; i++)
        ok = change_flags_of(document, document->targets[i], change);
    return edit_leave(document, ok);
}

static editor_edit_result change_all(editor_document *document, const char *label, const flag_change *change)
{
    bool ok = edit_enter(document, label);
    const editor_level *level = document->level;
    for (uint32_t i = 0; ok && i < level->object_count; i++)
        ok = !level->objects[i].exists || change_flags_of(document, i, change);
    return edit_leave(document, ok);
}

editor_edit_result editor_edit_set_hidden(editor_document *document, const uint32_t *objects, uint32_t count,
                                          bool hidden)
{
    return change_targets(document, hidden ? "Hide" : "Show", objects, count,
                          &(flag_change){.set_hidden = true, .hidden = hidden});
}

editor_edit_result editor_edit_set_locked(editor_document *document, const uint32_t *objects, uint32_t count,
                                          bool locked)
{
    return change_targets(document, locked ? "Lock" : "Unlock", objects, count,
                          &(flag_change){.set_locked = true, .locked = locked});
}

editor_edit_result editor_edit_show_all(editor_document *document)
{
    return change_all(document, "Show all", &(flag_change){.set_hidden = true});
}

editor_edit_result editor_edit_unlock_all(editor_document *document)
{
    return change_all(document, "Unlock all", &(flag_change){.set_locked = true});
}

// --- Layers ---

editor_edit_result editor_edit_set_layers(editor_document *document, const uint32_t *objects, uint32_t count,
                                          uint32_t remove, uint32_t add)
{
    return change_targets(document, "Change layers of", objects, count, &(flag_change){.remove = remove, .add = add});
}

editor_edit_result editor_edit_name_layer(editor_document *document, uint32_t layer, const char *name)
{
    assert(layer < EDITOR_LAYER_COUNT);
    bool ok = edit_enter(document, "Name layer");
    if (ok && name && name[0] && !editor_name_is_valid(name))
        ok = edit_refuse(document, "a name must be UTF-8 text without control characters");
    return edit_leave(document, ok && edit_layer_name(document, layer, name && name[0] ? name : NULL));
}

editor_edit_result editor_edit_set_layer_flags(editor_document *document, uint32_t hidden, uint32_t locked)
{
    bool ok = edit_enter(document, "Change layers");
    if (ok)
        edit_layer_flags(document, hidden, locked);
    return edit_leave(document, ok);
}

editor_edit_result editor_edit_set_layer_sight(editor_document *document, uint32_t from, uint32_t to, bool sees)
{
    assert(from < EDITOR_LAYER_COUNT && to < EDITOR_LAYER_COUNT);
    bool ok = edit_enter(document, "Change what layers see");
    pick_layer_matrix matrix = document->level->sees;
    (void)pick_layer_matrix_set(&matrix, from, to, sees);
    if (ok)
        edit_layer_sight(document, &matrix);
    return edit_leave(document, ok);
}

// --- Lights and cameras ---

static bool has_kind(editor_document *document, uint32_t object, editor_object_kind kind, const char *what)
{
    return is_there(document, object) &&
           (document->level->objects[object].kind == kind ||
            edit_refuse(document, "%.100s is not a %s", document->level->objects[object].name, what));
}

editor_edit_result editor_edit_set_lights(editor_document *document, const uint32_t *objects,
                                          const editor_light *lights, uint32_t count)
{
    bool ok = edit_enter(document, "Change light");
    for (uint32_t i = 0; ok && i < count; i++) {
        const char *fault = editor_light_fault(&lights[i]);
        ok = has_kind(document, objects[i], EDITOR_OBJECT_LIGHT, "light");
        if (ok && fault)
            ok = edit_refuse(document, "%s", fault);
        ok = ok && edit_device(document, objects[i], &(editor_object){.light = lights[i]});
    }
    return edit_leave(document, ok);
}

editor_edit_result editor_edit_set_lenses(editor_document *document, const uint32_t *objects, const editor_lens *lenses,
                                          uint32_t count)
{
    bool ok = edit_enter(document, "Change camera");
    for (uint32_t i = 0; ok && i < count; i++) {
        const char *fault = editor_lens_fault(&lenses[i]);
        ok = has_kind(document, objects[i], EDITOR_OBJECT_CAMERA, "camera");
        if (ok && fault)
            ok = edit_refuse(document, "%s", fault);
        ok = ok && edit_device(document, objects[i], &(editor_object){.lens = lenses[i]});
    }
    return edit_leave(document, ok);
}

editor_edit_result editor_edit_set_light(editor_document *document, uint32_t object, const editor_light *light)
{
    return editor_edit_set_lights(document, &object, light, 1);
}

editor_edit_result editor_edit_set_lens(editor_document *document, uint32_t object, const editor_lens *lens)
{
    return editor_edit_set_lenses(document, &object, lens, 1);
}
