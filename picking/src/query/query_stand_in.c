// query_stand_in.c: objects of nested scenes as they lie in the world.
#include "query/query_stand_in.h"
#include "base/compiler.h"
#include "query/query_nested.h"

pick_object pick_nested_move_out(const pick_object *around, const pick_object *object)
{
    pick_object moved = {.layers = object->layers};
    pick_transform transform;
    for (int i = 0; i < 3; i++) {
        const pick_vec3 axis = pick_object_vector(around, object->linear + 3 * i);
        transform.linear[3 * i] = (float)axis.x;
        transform.linear[3 * i + 1] = (float)axis.y;
        transform.linear[3 * i + 2] = (float)axis.z;
    }
    const double *o = object->origin;
    const pick_vec3 at = pick_object_turn(around, o[0], o[1], o[2]);
    transform.origin = pick_vec3_add(pick_vec3_make(around->origin[0], around->origin[1], around->origin[2]), at);
    pick_object_place(&moved, &transform, object->mesh);
    return moved;
}

bool pick_stand_in_enter(pick_stand_in *within, const pick_object *around, uint32_t inner, pick_object *moved)
{
    const pick_object *object = pick_object_at(pick_scene_of(around->mesh), inner);
    *moved = pick_nested_move_out(around, object);
    within->path[within->depth - 1] = inner;
    within->locked = within->locked || (object->flags & PICK_OBJECT_LOCKED) != 0;
    within->object = moved;
    return pick_object_is_pickable(moved); // else it is flatter by rounding than what it stands in for
}

uint32_t pick_stand_in_path(const pick_stand_in *within, const pick_scene *scene, uint32_t slot, pick_object_id *path)
{
    const pick_object *object = pick_object_at(scene, slot);
    for (uint32_t i = 0; i < within->depth; i++) {
        const pick_scene *nested = pick_scene_of(object->mesh);
        path[i] = pick_object_handle(nested, within->path[i]);
        object = pick_object_at(nested, within->path[i]);
    }
    return within->depth;
}

pick_vec3 pick_stand_in_point(const pick_stand_in *within, const pick_scene *scene, uint32_t slot, pick_vec3 point)
{
    const pick_nested_way way = pick_nested_way_of(scene, slot, within->path, within->depth);
    const pick_object *moved = within->object;
    const double *from = moved->origin, *to = way.object->origin;
    const pick_vec3 at = pick_vec3_sub(point, pick_vec3_make(from[0], from[1], from[2]));
    double rows[3][3], p[3];
    pick_cofactors(moved->linear, rows);
    for (int i = 0; i < 3; i++)
        p[i] = pick_row_times(rows[i], at) * moved->inverse_determinant;
    const pick_vec3 turned = pick_object_turn(way.object, p[0], p[1], p[2]);
    return pick_nested_point_out(&way, pick_vec3_add(turned, pick_vec3_make(to[0], to[1], to[2])));
}
