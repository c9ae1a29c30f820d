// edit_align.c: aligns objects, and shifts them.
#include "document/history/document_internal.h"

#include <assert.h>
#include <math.h>

static double component(pick_vec3 v, int axis)
{
    return axis == 0 ? v.x : axis == 1 ? v.y : v.z;
}

bool edit_shift(editor_document *document, uint32_t object, pick_vec3 by)
{
    const editor_object *o = &document->level->objects[object];
    pick_affine world = o->world, local;
    world.origin = pick_vec3_add(world.origin, by);
    return (by.x == 0 && by.y == 0 && by.z == 0) ||
           (edit_local_for(document, object, o->parent, &world, &local) && edit_local(document, object, &local));
}

static pick_vec3 along(int axis, double distance)
{
    return pick_vec3_make(axis == 0 ? distance : 0, axis == 1 ? distance : 0, axis == 2 ? distance : 0);
}

// --- Align ---

static double edge_of(const pick_aabb *box, int axis, editor_align_edge edge)
{
    double low = component(box->min, axis), high = component(box->max, axis);
    return edge == EDITOR_ALIGN_MIN ? low : edge == EDITOR_ALIGN_MAX ? high : low + (high - low) / 2;
}

editor_edit_result editor_edit_align(editor_document *document, const uint32_t *objects, uint32_t count, int axis,
                                     editor_align_edge edge)
{
    assert(axis >= 0 && axis < 3);
    const editor_level *level = document->level;
    char label[128];
    bool ok = edit_enter(document, edit_label(document, "Align", objects, count, label, sizeof(label))) &&
              edit_targets(document, objects, count, true, EDIT_PARENTS_FIRST);
    uint32_t active = editor_document_active(document);
    if (ok && (active == EDITOR_NONE || document->marks[active] == 0))
        ok = edit_refuse(document, "nothing to align with: the active object is not among them");
    if (ok) {
        pick_aabb box = editor_level_subtree_bounds(level, active);
        double wanted = edge_of(&box, axis, edge);
        uint32_t moved = 0;
        for (uint32_t i = 0; ok && i < document->target_count; i++) {
            const uint32_t object = document->targets[i];
            if (object == active || level->objects[object].is_locked)
                continue;
            box = editor_level_subtree_bounds(level, object);
            ok = edit_shift(document, object, along(axis, wanted - edge_of(&box, axis, edge)));
            moved++;
        }
        if (ok && moved == 0 && document->target_count > 1)
            ok = edit_refuse(document, "locked objects cannot be aligned");
    }
    return edit_leave(document, ok);
}
