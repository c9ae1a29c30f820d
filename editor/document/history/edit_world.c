// edit_world.c: local transforms that put objects where they are wanted in the world.
#include "document/history/document_internal.h"

#include "document/motion/affine.h"

// From a world transform to one below a parent with the world transform `above` (NULL: below none).
static bool bring_below(editor_document *document, uint32_t object, uint32_t parent, const pick_affine *above,
                        const pick_affine *world, pick_affine *local)
{
    const editor_level *level = document->level;
    const char *name = level->objects[object].name;
    if (!editor_affine_fits_float(world))
        return edit_refuse(document, "%.100s: a transform that is not finite, or too large", name);
    *local = *world;
    if (parent == EDITOR_NONE)
        return true;
    bool ok = pick_affine_to_local(world, above, local) == PICK_LOCAL_OK && editor_affine_fits_float(local);
    return ok || edit_refuse(document, "%.100s cannot be put there: its parent %.100s is scaled to nothing", name,
                             level->objects[parent].name);
}

bool edit_local_for(editor_document *document, uint32_t object, uint32_t parent, const pick_affine *world,
                    pick_affine *local)
{
    const editor_level *level = document->level;
    const pick_affine *above = parent == EDITOR_NONE ? NULL : &level->objects[parent].world;
    pick_affine shown;
    if (!bring_below(document, object, parent, above, world, &shown))
        return false;
    if (!level->is_posed) {
        *local = shown;
        return true;
    }
    const char *fault = editor_level_unposed_local(level, object, &shown, local);
    if (!fault && !editor_affine_fits_float(local))
        fault = "cannot be put there: the clip scales it to nothing at this time";
    return !fault || edit_refuse(document, "%.100s %s", level->objects[object].name, fault);
}

bool edit_local_at_rest(editor_document *document, uint32_t object, uint32_t parent, const pick_affine *world,
                        pick_affine *local)
{
    pick_affine above;
    if (parent != EDITOR_NONE)
        above = editor_level_rest_world(document->level, parent);
    return bring_below(document, object, parent, &above, world, local);
}

bool edit_place_in_world(editor_document *document, uint32_t object, editor_place place)
{
    pick_affine local;
    // Under the same parent the transform stays the same, to the bit.
    if (place.parent == document->level->objects[object].parent)
        return edit_place(document, object, place);
    const pick_affine world = editor_level_rest_world(document->level, object);
    return edit_local_at_rest(document, object, place.parent, &world, &local) && edit_place(document, object, place) &&
           edit_local(document, object, &local);
}
