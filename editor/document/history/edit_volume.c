// edit_volume.c: the commands that join volumes to a compound one and split these.
#include "document/history/document_internal.h"

#include "document/level/names.h"
#include "document/motion/affine.h"

#include <stdlib.h>

static const editor_primitive *volume_of(const editor_document *document, uint32_t object)
{
    const editor_object *o = &document->level->objects[object];
    return o->kind == EDITOR_OBJECT_VOLUME ? &document->level->meshes[o->mesh].primitive : NULL;
}

// Adds the volume's shape, or its parts, as parts. `to`: from the world to the compound's space.
static bool add_parts(editor_document *document, uint32_t object, const pick_affine *to, editor_part *parts,
                      uint32_t *count)
{
    const editor_primitive *volume = volume_of(document, object);
    const pick_affine world = editor_level_rest_world(document->level, object);
    const pick_affine local = pick_affine_multiply(to, &world);
    const uint32_t more = volume->part_count > 0 ? volume->part_count : 1;
    if (more > EDITOR_PARTS - *count)
        return edit_refuse(document, "a compound volume has at most %d parts", EDITOR_PARTS);
    for (uint32_t i = 0; i < volume->part_count; i++)
        parts[(*count)++] =
            (editor_part){volume->parts[i].volume, pick_affine_multiply(&local, &volume->parts[i].local)};
    if (volume->part_count == 0)
        parts[(*count)++] = (editor_part){*volume, local};
    return true;
}

static bool is_joinable(editor_document *document, uint32_t object)
{
    const editor_object *o = &document->level->objects[object];
    const pick_affine world = editor_level_rest_world(document->level, object);
    const pick_transform transform = pick_affine_to_transform(&world);
    if (o->kind != EDITOR_OBJECT_VOLUME)
        return edit_refuse(document, "%.100s is no volume", o->name);
    if (o->is_locked)
        return edit_refuse(document, "%.100s is locked", o->name);
    return !editor_transform_is_flat(&transform) || edit_refuse(document, "%.100s is flat", o->name);
}

// The parts of all targets in the space of `into`, whose own come first: where parts are equally far, the lower one is
// hit.
static bool gather_parts(editor_document *document, uint32_t into, editor_part *parts, uint32_t *count)
{
    const pick_affine world = editor_level_rest_world(document->level, into);
    pick_affine to;
    if (!pick_affine_invert(&world, &to))
        return edit_refuse(document, "%.100s is flat", document->level->objects[into].name);
    // Its own: exactly as they are, not the product of a matrix and its inverse.
    const editor_primitive *own = volume_of(document, into);
    for (uint32_t i = 0; i < own->part_count; i++)
        parts[(*count)++] = own->parts[i];
    if (own->part_count == 0)
        parts[(*count)++] = (editor_part){*own, PICK_AFFINE_IDENTITY};
    for (uint32_t i = 0; i < document->target_count; i++) {
        if (document->targets[i] != into && !add_parts(document, document->targets[i], &to, parts, count))
            return false;
    }
    return true;
}

static bool join(editor_document *document, uint32_t into)
{
    editor_part parts[EDITOR_PARTS];
    uint32_t count = 0;
    for (uint32_t i = 0; i < document->target_count; i++) {
        if (!is_joinable(document, document->targets[i]))
            return false;
    }
    if (!gather_parts(document, into, parts, &count))
        return false;
    const editor_primitive compound = {.shape = EDITOR_SHAPE_COMPOUND_VOLUME, .parts = parts, .part_count = count};
    const uint32_t mesh = edit_primitive_mesh(document, &compound);
    if (mesh == EDITOR_NONE || !edit_give_mesh(document, into, mesh))
        return false;
    for (uint32_t i = 0; i < document->target_count; i++) {
        if (document->targets[i] != into && !edit_dissolve(document, document->targets[i], NULL, NULL))
            return false;
    }
    return true;
}

editor_edit_result editor_edit_join_volumes(editor_document *document, const uint32_t *objects, uint32_t count,
                                            uint32_t into)
{
    char label[128];
    bool ok = edit_enter(document, edit_label(document, "Join", objects, count, label, sizeof(label))) &&
              edit_targets(document, objects, count, false, EDIT_TREE_ORDER);
    if (ok && document->target_count < 2)
        ok = edit_refuse(document, "two volumes or more are needed");
    bool found = false;
    for (uint32_t i = 0; ok && i < document->target_count; i++)
        found = found || document->targets[i] == into;
    if (ok && !found)
        ok = edit_refuse(document, "the volume to join them into is none of them");
    editor_level_begin_refresh(document->level);
    ok = ok && join(document, into);
    editor_level_end_refresh(document->level);
    return edit_leave(document, ok && edit_select_numbers(document, &into, 1));
}

// --- Splitting ---

// The object becomes its first part, and what is below it stays where it is.
static bool keep_first(editor_document *document, uint32_t object, const editor_part *part)
{
    const editor_level *level = document->level;
    const pick_affine local = pick_affine_multiply(&level->objects[object].local, &part->local);
    const uint32_t mesh = edit_primitive_mesh(document, &part->volume);
    pick_affine back;
    if (mesh == EDITOR_NONE || !edit_give_mesh(document, object, mesh))
        return false;
    if (!pick_affine_invert(&part->local, &back))
        return edit_refuse(document, "a part of %.100s is flat", level->objects[object].name);
    for (uint32_t child = level->objects[object].first_child; child != EDITOR_NONE;
         child = level->objects[child].next) {
        const pick_affine kept = pick_affine_multiply(&back, &level->objects[child].local);
        if (!edit_local(document, child, &kept))
            return false;
    }
    return edit_local(document, object, &local);
}

// Appends the numbers of the parts' objects to `made`, the object's own first.
static bool split(editor_document *document, editor_names *names, uint32_t object, uint32_t *made, uint32_t *made_count)
{
    const editor_level *level = document->level;
    const editor_object source = level->objects[object];
    editor_primitive compound; // the mesh's own goes with the mesh
    if (!editor_primitive_copy(volume_of(document, object), &compound))
        return edit_out_of_memory(document);
    bool ok = keep_first(document, object, &compound.parts[0]);
    made[(*made_count)++] = object;
    uint32_t before = source.next;
    for (uint32_t i = 1; ok && i < compound.part_count; i++) {
        const editor_part *part = &compound.parts[i];
        const char *name = editor_names_next(names, source.name);
        editor_object like = source;
        like.mesh = edit_primitive_mesh(document, &part->volume);
        like.local = pick_affine_multiply(&source.local, &part->local);
        const uint32_t number = name && like.mesh != EDITOR_NONE ? edit_make(document, name, &like) : EDITOR_NONE;
        ok = number != EDITOR_NONE ? edit_place(document, number, (editor_place){source.parent, before, true})
             : name                ? false
                                   : edit_out_of_memory(document);
        made[(*made_count)++] = number;
    }
    editor_primitive_free(&compound);
    return ok;
}

editor_edit_result editor_edit_split_volumes(editor_document *document, const uint32_t *objects, uint32_t count)
{
    char label[128];
    bool ok = edit_enter(document, edit_label(document, "Split", objects, count, label, sizeof(label))) &&
              edit_targets(document, objects, count, false, EDIT_TREE_ORDER);
    uint32_t compounds = 0, parts = 0, made_count = 0;
    for (uint32_t i = 0; ok && i < document->target_count; i++) {
        const uint32_t object = document->targets[i];
        const editor_primitive *volume = volume_of(document, object);
        if (!volume || volume->part_count == 0)
            continue;
        if (document->level->objects[object].is_locked)
            ok = edit_refuse(document, "%.100s is locked", document->level->objects[object].name);
        document->targets[compounds++] = object;
        parts += volume->part_count;
    }
    if (ok && compounds == 0)
        ok = edit_refuse(document, "no compound volume is selected");
    editor_names *names = ok ? editor_names_create(document->level, "") : NULL;
    uint32_t *made = ok ? malloc(parts * sizeof(*made)) : NULL;
    if (ok && (!names || !made))
        ok = edit_out_of_memory(document);
    for (uint32_t i = 0; ok && i < compounds; i++)
        ok = split(document, names, document->targets[i], made, &made_count);
    ok = ok && edit_select_numbers(document, made, made_count);
    free(made);
    editor_names_destroy(names);
    return edit_leave(document, ok);
}
