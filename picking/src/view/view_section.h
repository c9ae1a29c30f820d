// view_section.h: the planes that cut a view. Private.
#ifndef PICKING_SRC_VIEW_SECTION_H
#define PICKING_SRC_VIEW_SECTION_H

#include "picking/view.h"

// How far inside a plane a world point lies; negative where the plane cuts it off.
static inline double pick_section_distance(const pick_plane *plane, pick_vec3 world)
{
    return pick_vec3_dot(plane->normal, world) + plane->offset;
}

// The ray of pick_view_ray, from the near to the far plane.
pick_ray pick_view_uncut_ray(const pick_view *view, pick_vec2 window);

// The ray of pick_view_ray for objects whose origins are taken relative to the eye (pick_object_from_eye): the sum of
// the eye and a place beside it would lose the place where the eye is far out. The same bits for perspectives, but for
// the origin.
pick_ray pick_view_ray_from_eye(const pick_view *view, pick_vec2 window);

// Shortens a ray. Where nothing is left, t_min becomes +infinity and t_max -infinity.
void pick_section_clip(const pick_view *view, pick_ray *ray);

// Whether a ray that pick_section_clip shortened starts where it enters the kept region, and by which plane: the first
// of those that it crosses there.
bool pick_section_enter(const pick_view *view, const pick_ray *ray, uint32_t *plane);

#endif
