// nearest_nested.c: what is nearest within nested scenes. Each of their objects stands in for the one that is the
// scene: with the product of the transforms, so that searches look at it as at any object.
#include "base/compiler.h"
#include "nearest/nearest_internal.h"
#include "query/query_nested.h"

static bool look_at_nested(pick_nearest_search *search, const pick_object *around, const pick_query *within)
{
    pick_nested_visit visit = {search, around, within, search->depth};
    const pick_scene *nested = pick_scene_of(around->mesh);
    bool ended = false;
    if (visit.level == PICK_NESTED_LEVELS)
        return false;
    ++search->depth;
    if (search->brute_force) {
        for (uint32_t slot = 0; slot < nested->slot_count; slot++) {
            const pick_object *object = pick_object_at(nested, slot);
            if ((object->flags & PICK_OBJECT_ALIVE) != 0 && pick_object_is_pickable(object))
                (void)pick_nearest_visit_inner(&visit, slot);
        }
    } else {
        ended = search->walk_within(search, &visit);
    }
    --search->depth;
    return ended;
}

bool pick_nearest_visit_inner(const pick_nested_visit *visit, uint32_t inner)
{
    pick_nearest_search *search = visit->search;
    const pick_scene *nested = pick_scene_of(visit->around->mesh);
    const pick_object *object = pick_object_at(nested, inner);
    const bool locked = search->locked_within;
    bool ended = false;
    if (pick_object_is_on_screen(object) || !pick_object_is_seen(nested, inner, visit->within))
        return false;
    const pick_object moved = pick_nested_move_out(visit->around, object);
    search->path[visit->level] = inner;
    search->locked_within = locked || (object->flags & PICK_OBJECT_LOCKED) != 0;
    search->stand_in = &moved;
    if (pick_object_is_pickable(&moved)) // else it is flatter by rounding than what it stands in for
        ended = pick_mesh_is_scene(object->mesh) ? look_at_nested(search, &moved, visit->within)
                                                 : search->visit_within(search);
    search->locked_within = locked;
    return ended;
}

void pick_nearest_visit_nested(pick_nearest_search *search, uint32_t slot)
{
    pick_query without;
    pick_nested_waiting waiting;
    if (search->visit_within == NULL)
        return;
    waiting.count = 0;
    search->waiting = &waiting;
    search->slot = slot;
    (void)look_at_nested(search, pick_object_at(search->scene, slot), pick_query_within(search->query, &without));
    search->stand_in = NULL;
    search->waiting = NULL;
}

static pick_nested_way way_in(const pick_nearest_search *search)
{
    return pick_nested_way_of(search->scene, search->slot, search->path, search->depth);
}

void pick_nearest_name_within(const pick_nearest_search *search, pick_nearest *candidate)
{
    const pick_nested_way way = way_in(search);
    candidate->path_count = search->depth;
    for (uint32_t i = 0; i < search->depth; i++)
        candidate->path[i] = pick_object_handle(pick_scene_of(way.scenes[i]->mesh), search->path[i]);
}

void pick_nearest_place_within(const pick_nearest_search *search, pick_nearest *candidate)
{
    const pick_nested_way way = way_in(search);
    const pick_object *moved = search->stand_in;
    const double *from = moved->origin, *to = way.object->origin;
    const pick_vec3 at = pick_vec3_sub(candidate->point, pick_vec3_make(from[0], from[1], from[2]));
    double rows[3][3], p[3];
    pick_cofactors(moved->linear, rows);
    for (int i = 0; i < 3; i++)
        p[i] = pick_row_times(rows[i], at) * moved->inverse_determinant;
    const pick_vec3 turned = pick_object_turn(way.object, p[0], p[1], p[2]);
    candidate->point = pick_nested_point_out(&way, pick_vec3_add(turned, pick_vec3_make(to[0], to[1], to[2])));
}
