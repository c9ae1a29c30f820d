// object_space.h: from an object's mesh to the world, in double. Private.
#ifndef PICKING_SRC_OBJECT_SPACE_H
#define PICKING_SRC_OBJECT_SPACE_H

#include "scene_internal.h"

// Object-space vertex to world space, without the object's origin.
static inline pick_vec3 pick_object_vector(const pick_object *object, const float v[3])
{
    const float *m = object->linear;
    const double x = (double)v[0];
    const double y = (double)v[1];
    const double z = (double)v[2];
    return pick_vec3_make((double)m[0] * x + (double)m[3] * y + (double)m[6] * z,
                          (double)m[1] * x + (double)m[4] * y + (double)m[7] * z,
                          (double)m[2] * x + (double)m[5] * y + (double)m[8] * z);
}

// The object's origin as seen from `point`: subtracted before anything is added, so that nothing is lost far out.
static inline pick_vec3 pick_object_offset(const pick_object *object, pick_vec3 point)
{
    return pick_vec3_make(object->origin[0] - point.x, object->origin[1] - point.y, object->origin[2] - point.z);
}

static inline pick_object_id pick_object_handle(const pick_scene *scene, uint32_t slot)
{
    return (pick_object_id){slot + 1, scene->objects[slot].generation};
}

#endif
