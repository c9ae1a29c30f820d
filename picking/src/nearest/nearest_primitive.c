// nearest_primitive.c: the nearest points of primitives: callbacks report shapes, which are searched as parts of
// volumes are.
#include "base/compiler.h"
#include "nearest/nearest_internal.h"

struct pick_nearest_probe {
    pick_nearest_search *search;
    const pick_volume *volume;
    pick_vec3 offset; // the object's origin from `from`
};

void pick_nearest_visit_primitive(pick_nearest_search *search, const pick_volume *volume)
{
    const pick_object *object = pick_nearest_object(search, search->slot);
    pick_nearest_probe probe = {search, volume, pick_object_offset(object, search->from)};
    volume->primitive->desc.nearest(volume->primitive->desc.user, &probe);
}

// Hierarchies pass over what is not within the bounds.
static bool is_within_reach(const pick_volume *volume, const pick_shape *shape)
{
    const pick_aabb *reach = &volume->primitive->reach.shape.as.aabb;
    const pick_aabb own = pick_shape_bounds(shape);
    return own.min.x >= reach->min.x && own.min.y >= reach->min.y && own.min.z >= reach->min.z &&
           own.max.x <= reach->max.x && own.max.y <= reach->max.y && own.max.z <= reach->max.z;
}

void pick_nearest_report(pick_nearest_probe *probe, const pick_shape *shape, uint32_t part)
{
    if (probe == NULL || shape == NULL || pick_volume_check(shape) != PICK_OK || !is_within_reach(probe->volume, shape))
        return;
    pick_nearest_search *search = probe->search;
    const pick_volume_part piece = pick_volume_part_of(shape, part);
    const pick_body body = pick_body_make(&piece, pick_nearest_object(search, search->slot)->linear, probe->offset);
    search->triangle = part;
    search->look_at_body(search, &body);
}

bool pick_nearest_reaches(const pick_nearest_probe *probe, const pick_aabb *box)
{
    pick_vec3 corner[8];
    if (probe == NULL || box == NULL)
        return false;
    const pick_object *object = pick_nearest_object(probe->search, probe->search->slot);
    for (int i = 0; i < 8; i++)
        corner[i] = pick_vec3_add(pick_object_turn(object, i & 1 ? box->max.x : box->min.x,
                                                   i & 2 ? box->max.y : box->min.y, i & 4 ? box->max.z : box->min.z),
                                  probe->offset);
    return !(probe->search->box_distance(probe->search, (const pick_vec3 *)corner) > pick_nearest_limit(probe->search));
}
