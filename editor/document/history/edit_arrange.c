// edit_arrange.c: arrays, repeated duplicates, distribute, mirror.
#include "document/history/edit_arrange.h"

#include "document/history/document_internal.h"
#include "document/level/names.h"
#include "document/motion/affine.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_OBJECTS = 1000000 };

static double component(pick_vec3 v, int axis)
{
    return axis == 0 ? v.x : axis == 1 ? v.y : v.z;
}

static pick_vec3 along(int axis, double distance)
{
    return pick_vec3_make(axis == 0 ? distance : 0, axis == 1 ? distance : 0, axis == 2 ? distance : 0);
}

// --- Arrays ---

pick_affine editor_array_linear(pick_vec3 step, uint32_t i)
{
    pick_affine out = PICK_AFFINE_IDENTITY;
    out.origin = pick_vec3_scale(step, i);
    return out;
}

// The turn about an axis through the origin. Quarter turns are exact.
static pick_affine turn(int axis, double angle)
{
    double quarters = angle / (EDITOR_PI / 2), c = cos(angle), s = sin(angle);
    if (fabs(quarters - round(quarters)) < 1e-12) {
        const int q = (int)fmod(round(quarters), 4);
        c = q == 0 ? 1 : q == 2 || q == -2 ? -1 : 0;
        s = q == 1 || q == -3 ? 1 : q == 3 || q == -1 ? -1 : 0;
    }
    const int a = (axis + 1) % 3, b = (axis + 2) % 3;
    pick_affine out = PICK_AFFINE_IDENTITY;
    out.linear[4 * a] = out.linear[4 * b] = c;
    out.linear[3 * a + b] = s;
    out.linear[3 * b + a] = -s;
    return out;
}

pick_affine editor_array_radial(int axis, pick_vec3 center, double angle, uint32_t count, uint32_t i)
{
    const bool full = fabs(fabs(angle) - 2 * EDITOR_PI) < 1e-9;
    const double step = count > 1 ? angle / (full ? count : count - 1) : 0;
    pick_affine out = turn(axis, step * i);
    out.origin = pick_vec3_sub(center, pick_affine_vector(&out, center));
    return out;
}

// Adds a copy of `source` before `before`, moved by `offset`. EDITOR_NONE: refused.
static uint32_t add_copy(editor_document *document, editor_names *names, uint32_t source, uint32_t before,
                         const pick_affine *offset)
{
    editor_level *level = document->level;
    uint32_t copy = EDITOR_NONE;
    if (!edit_copy_subtree(document, names, source, &copy))
        return EDITOR_NONE;
    const uint32_t parent = level->objects[source].parent;
    const pick_affine world = pick_affine_multiply(offset, &level->objects[source].world);
    pick_affine local;
    if (!edit_local_for(document, copy, parent, &world, &local))
        return EDITOR_NONE;
    level->objects[copy].local = local;
    return edit_place(document, copy, (editor_place){parent, before, true}) ? copy : EDITOR_NONE;
}

// Copies all targets by all offsets. `selected`: the copies, with their originals before them if `keep`.
static bool add_copies(editor_document *document, const pick_affine *offsets, uint32_t offset_count, bool keep,
                       uint32_t *selected)
{
    editor_names *names = editor_names_create_more(document->level, edit_count_targets(document) * offset_count);
    bool ok = names || edit_out_of_memory(document);
    edit_make_late(document);
    uint32_t count = 0;
    for (uint32_t i = 0; ok && i < document->target_count; i++) {
        const uint32_t source = document->targets[i], before = document->level->objects[source].next;
        if (keep)
            selected[count++] = source;
        for (uint32_t k = 0; ok && k < offset_count; k++) {
            const uint32_t copy = add_copy(document, names, source, before, &offsets[k]);
            ok = copy != EDITOR_NONE;
            selected[count++] = copy;
        }
    }
    editor_names_destroy(names);
    return ok && edit_select_numbers(document, selected, count);
}

static editor_edit_result copy_all(editor_document *document, const char *verb, const uint32_t *objects, uint32_t count,
                                   const pick_affine *offsets, uint32_t offset_count, bool keep)
{
    char label[128];
    bool ok = edit_enter(document, edit_label(document, verb, objects, count, label, sizeof(label))) &&
              edit_targets(document, objects, count, true, EDIT_TREE_ORDER);
    if (ok && offset_count > 0 && edit_count_targets(document) > MOST_OBJECTS / offset_count)
        ok = edit_refuse(document, "that would be more than a million objects");
    if (ok && document->target_count > 0 && offset_count > 0) {
        const size_t made = document->target_count * ((size_t)offset_count + keep);
        uint32_t *selected = malloc(made * sizeof(*selected));
        ok = selected ? add_copies(document, offsets, offset_count, keep, selected) : edit_out_of_memory(document);
        free(selected);
    }
    return edit_leave(document, ok);
}

editor_edit_result editor_edit_array(editor_document *document, const uint32_t *objects, uint32_t count,
                                     const pick_affine *offsets, uint32_t offset_count)
{
    return copy_all(document, "Array", objects, count, offsets, offset_count, true);
}

// --- Repeating a duplicate ---

// The transform of world space that leads from the last duplicated object to its copy, as both are now. False: there is
// none.
static bool last_offset(editor_document *document)
{
    edit_repeat *repeat = &document->repeat;
    const editor_level *level = document->level;
    const uint32_t source = editor_level_object(level, repeat->source), copy = editor_level_object(level, repeat->copy);
    if (source == EDITOR_NONE || copy == EDITOR_NONE || !level->objects[source].exists || !level->objects[copy].exists)
        return repeat->has_offset;
    const pick_affine *from = &level->objects[source].world, *to = &level->objects[copy].world;
    if (repeat->has_offset && editor_affine_equal(to, &repeat->placed))
        return true; // not moved since: the offset does not drift
    pick_affine offset = PICK_AFFINE_IDENTITY, inverse;
    if (memcmp(from->linear, to->linear, sizeof(from->linear)) == 0)
        offset.origin = pick_vec3_sub(to->origin, from->origin);
    else if (pick_affine_invert(from, &inverse))
        offset = pick_affine_multiply(to, &inverse);
    else
        return false;
    repeat->offset = offset;
    return true;
}

editor_edit_result editor_edit_duplicate_again(editor_document *document, const uint32_t *objects, uint32_t count)
{
    edit_repeat *repeat = &document->repeat;
    const pick_affine same = PICK_AFFINE_IDENTITY;
    if (!last_offset(document)) {
        edit_refuse(document, "duplicate an object and move the copy first: that is what is repeated");
        return EDITOR_EDIT_REFUSED;
    }
    if (memcmp(&repeat->offset, &same, sizeof(same)) == 0) {
        edit_refuse(document, "move the last copy first: it lies where its original is");
        return EDITOR_EDIT_REFUSED;
    }
    const pick_affine offset = repeat->offset;
    editor_edit_result result = copy_all(document, "Duplicate", objects, count, &offset, 1, false);
    const uint32_t copy = editor_document_active(document); // of the last target
    if (result == EDITOR_EDIT_DONE && copy != EDITOR_NONE)
        *repeat = (edit_repeat){.source = document->level->objects[document->targets[document->target_count - 1]].pick,
                                .copy = document->level->objects[copy].pick,
                                .offset = offset,
                                .placed = document->level->objects[copy].world,
                                .has_offset = true};
    return result;
}

// --- Distribute ---

typedef struct spread {
    uint32_t object;
    double min, max; // along the axis
} spread;

static int by_place(const void *a, const void *b)
{
    const spread *x = a, *y = b;
    const double p = x->min + x->max, q = y->min + y->max;
    return p < q ? -1 : p > q ? 1 : x->object < y->object ? -1 : x->object > y->object;
}

static bool distribute(editor_document *document, spread *items, int axis, editor_distribute_mode mode)
{
    const uint32_t count = document->target_count;
    for (uint32_t i = 0; i < count; i++) {
        const pick_aabb box = editor_level_subtree_bounds(document->level, document->targets[i]);
        items[i] = (spread){document->targets[i], component(box.min, axis), component(box.max, axis)};
    }
    qsort(items, count, sizeof(*items), by_place);
    const spread *first = &items[0], *last = &items[count - 1];
    const double center = first->min + (first->max - first->min) / 2;
    const double step = (last->min + (last->max - last->min) / 2 - center) / (count - 1);
    double room = last->min - first->max; // what the gaps share
    for (uint32_t i = 1; i + 1 < count; i++)
        room -= items[i].max - items[i].min;
    double at = first->max;
    for (uint32_t i = 1; i + 1 < count; i++) {
        const editor_object *o = &document->level->objects[items[i].object];
        if (o->is_locked)
            return edit_refuse(document, "%.100s is locked, and lies between the outer two, which alone stay", o->name);
        const double width = items[i].max - items[i].min;
        at += room / (count - 1);
        const double wanted = mode == EDITOR_DISTRIBUTE_GAPS ? at : center + step * i - width / 2;
        at += width;
        if (!edit_shift(document, items[i].object, along(axis, wanted - items[i].min)))
            return false;
    }
    return true;
}

editor_edit_result editor_edit_distribute(editor_document *document, const uint32_t *objects, uint32_t count, int axis,
                                          editor_distribute_mode mode)
{
    assert(axis >= 0 && axis < 3);
    char label[128];
    bool ok = edit_enter(document, edit_label(document, "Distribute", objects, count, label, sizeof(label))) &&
              edit_targets(document, objects, count, true, EDIT_PARENTS_FIRST);
    if (ok && document->target_count < 3)
        ok = edit_refuse(document, "distributing takes three objects or more: the outer two stay");
    if (ok) {
        spread *items = malloc(document->target_count * sizeof(*items));
        ok = items ? distribute(document, items, axis, mode) : edit_out_of_memory(document);
        free(items);
    }
    return edit_leave(document, ok);
}

// --- Mirror ---

static bool mirror(editor_document *document, uint32_t object, pick_vec3 point, int axis)
{
    const editor_object *o = &document->level->objects[object];
    pick_affine world = o->world, local;
    for (int column = 0; column < 3; column++)
        world.linear[3 * column + axis] = -world.linear[3 * column + axis];
    world.origin = pick_vec3_add(world.origin, along(axis, 2 * component(pick_vec3_sub(point, world.origin), axis)));
    return edit_local_for(document, object, o->parent, &world, &local) && edit_local(document, object, &local);
}

editor_edit_result editor_edit_mirror(editor_document *document, const uint32_t *objects, const pick_vec3 *points,
                                      uint32_t count, int axis)
{
    assert(objects && axis >= 0 && axis < 3);
    char label[128];
    bool ok = edit_enter(document, edit_label(document, "Mirror", objects, count, label, sizeof(label))) &&
              edit_targets(document, objects, count, true, EDIT_PARENTS_FIRST);
    for (uint32_t i = 0; ok && i < count; i++) { // marks now say which point is whose
        if (objects[i] < document->level->object_count && document->marks[objects[i]])
            document->marks[objects[i]] = i + 1;
    }
    for (uint32_t i = 0; ok && i < document->target_count; i++) {
        const uint32_t object = document->targets[i];
        ok = mirror(document, object, points[document->marks[object] - 1], axis);
    }
    return edit_leave(document, ok);
}
