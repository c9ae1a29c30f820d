// nearest_nested.c: what is nearest within nested scenes. Each of their objects stands in for the one that is the
// scene: with the product of the transforms, so that searches look at it as at any object.
#include "base/compiler.h"
#include "nearest/nearest_internal.h"

static bool look_at_nested(pick_nearest_search *search, const pick_object *around, const pick_query *within)
{
    pick_nested_visit visit = {search, around, within};
    const pick_scene *nested = pick_scene_of(around->mesh);
    bool ended = false;
    if (search->within.depth == PICK_NESTED_LEVELS)
        return false;
    ++search->within.depth;
    if (search->brute_force) {
        for (uint32_t slot = 0; slot < nested->slot_count; slot++) {
            const pick_object *object = pick_object_at(nested, slot);
            if ((object->flags & PICK_OBJECT_ALIVE) != 0 && pick_object_is_pickable(object))
                (void)pick_nearest_visit_inner(&visit, slot);
        }
    } else {
        ended = search->walk_within(search, &visit);
    }
    --search->within.depth;
    return ended;
}

bool pick_nearest_visit_inner(const pick_nested_visit *visit, uint32_t inner)
{
    pick_nearest_search *search = visit->search;
    const pick_scene *nested = pick_scene_of(visit->around->mesh);
    const pick_object *object = pick_object_at(nested, inner);
    const bool locked = search->within.locked;
    bool ended = false;
    if (pick_object_is_on_screen(object) || !pick_object_is_seen(nested, inner, visit->within))
        return false;
    pick_object moved;
    if (pick_stand_in_enter(&search->within, visit->around, inner, &moved))
        ended = pick_mesh_is_scene(object->mesh) ? look_at_nested(search, &moved, visit->within)
                                                 : search->visit_within(search);
    search->within.locked = locked;
    return ended;
}

void pick_nearest_visit_nested(pick_nearest_search *search, uint32_t slot)
{
    pick_query without;
    pick_nested_waiting waiting;
    waiting.count = 0;
    search->waiting = &waiting;
    search->slot = slot;
    (void)look_at_nested(search, pick_object_at(search->scene, slot), pick_query_within(search->query, &without));
    search->within.object = NULL;
    search->waiting = NULL;
}
