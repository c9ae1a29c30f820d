// peer_answers.h: the library's results for a case. All cases call these functions, so that a self-test can plant a
// fault in a result and see whether the cases notice.
#ifndef TESTS_UNIT_PICKING_PEER_ANSWERS_H
#define TESTS_UNIT_PICKING_PEER_ANSWERS_H

#include "picking/picking.h"

typedef enum peer_region_question {
    PEER_HAS_POINT,
    PEER_TOUCHES,
    PEER_CONTAINS,
    PEER_PLANE_KEEPS
} peer_region_question;

// Spoils answers; a NULL function leaves its kind alone. `hit` may be read and written only where `met`.
typedef struct peer_fault {
    const char *name;
    void (*shape)(const pick_shape *shape, const pick_ray *ray, bool *met, pick_shape_hit *hit);
    void (*mesh)(bool *met, pick_hit *hit);
    void (*ray)(pick_ray *ray);
    void (*project)(bool *seen, pick_projected_point *point);
    void (*unproject)(bool *found, pick_vec3 *point);
    void (*region)(peer_region_question question, bool *in);
} peer_fault;

// NULL: the library's answers as they are.
extern const peer_fault *peer_planted;

bool answer_shape(const pick_ray *ray, const pick_shape *shape, pick_shape_hit *hit);
// The closest hit of a mesh as the only object of a scene, at the origin.
bool answer_mesh(const pick_ray *ray, const pick_mesh *mesh, pick_cull cull, pick_hit *hit);
pick_ray answer_view_ray(const pick_view *view, pick_vec2 window);
bool answer_project(const pick_view *view, pick_vec3 world, pick_projected_point *out);
bool answer_unproject(const pick_view *view, pick_vec2 window, double depth, pick_vec3 *out);
// Whether the region of these planes has the point.
bool answer_has_point(const pick_plane *planes, uint32_t count, pick_vec3 eye, pick_vec3 point);
// Whether a box's object is among those that touch the region, or lie in it; by its box.
bool answer_has_box(const pick_plane *planes, uint32_t count, pick_vec3 eye, pick_aabb box, pick_region_mode mode);
// Whether a box's object touches the region of this plane alone.
bool answer_plane_keeps(const pick_plane *plane, pick_vec3 eye, pick_aabb box);

#endif
