// camera.h: the editor's camera. It orbits a target. Drawing and picking use the same matrices.
//
// Angles are in radians, distances in metres, world space. Projections are Vulkan's: Y down, reversed-Z.
#ifndef EDITOR_CAMERA_H
#define EDITOR_CAMERA_H

#include "picking/picking.h"

typedef struct editor_camera {
    pick_vec3 eye;
    pick_vec3 target; // centre of orbiting; never equal to eye
    pick_vec3 up;     // not parallel to the view axis
    double fov;       // vertical, radians; perspective only
    double near_distance;
    double far_distance; // +infinity: no far plane
    bool orthographic;
    double ortho_height; // metres from the top to the bottom edge
} editor_camera;

#define EDITOR_CAMERA_DEFAULT                                                                                          \
    ((editor_camera){.eye = {6, 4, 8},                                                                                 \
                     .up = {0, 1, 0},                                                                                  \
                     .fov = 0.78539816339744831,                                                                       \
                     .near_distance = 0.05,                                                                            \
                     .far_distance = (double)INFINITY,                                                                 \
                     .ortho_height = 10})

bool editor_camera_is_equal(const editor_camera *a, const editor_camera *b);

typedef struct editor_camera_matrices {
    float projection[16];
    float view[16]; // rotation only: the eye is kept in double
} editor_camera_matrices;

// `aspect` = width / height of the viewport, > 0. Reversed-Z; the far plane is infinite if far_distance is.
// Orthographic depth cannot reach infinity: its far plane is then about a thousand times the size of the view away.
editor_camera_matrices editor_camera_get_matrices(const editor_camera *camera, double aspect);

// The view for picking, from exactly those matrices. `viewport` in logical points.
pick_result editor_camera_get_view(const editor_camera *camera, pick_rect viewport, pick_view *out);

// Moves the camera, keeping its direction, so that the box fills the view with a small margin. Adjusts the near plane
// and the orbit target, and a finite far plane that would clip the box. An empty box changes nothing.
void editor_camera_frame(editor_camera *camera, const pick_aabb *box, double aspect);

// Orbit about the target (radians; yaw about +Y, pitch limited short of the poles). Positive yaw moves the eye to the
// right, positive pitch raises it. `up` becomes +Y.
void editor_camera_orbit(editor_camera *camera, double yaw, double pitch);
// Moves eye and target in the view plane so that the point at target depth follows the mouse: logical points.
void editor_camera_pan(editor_camera *camera, const pick_view *view, double dx, double dy);
// Moves towards (> 1) or away from (< 1) the point `toward` by a factor, so that the point under the mouse stays there.
// Orthographic: scales the height instead of the distance.
void editor_camera_zoom(editor_camera *camera, pick_vec3 toward, double factor);
// Free flight: metres right, up, forward in view space; radians of turn, positive to the left and up.
void editor_camera_fly(editor_camera *camera, double right, double up, double forward);
void editor_camera_turn(editor_camera *camera, double yaw, double pitch);

#endif
