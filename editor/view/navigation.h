// navigation.h: mouse and keys to camera motion.
#ifndef EDITOR_NAVIGATION_H
#define EDITOR_NAVIGATION_H

#include "picking/picking.h"
#include "system/input.h"
#include "view/camera.h"

// How the mouse and the keys move the camera: orbit, pan and dolly by dragging, zoom by the wheel, flight while the
// right button is held.
typedef struct editor_navigation {
    bool flying;
    bool keys[6]; // W S A D E Q: forward, back, left, right, up, down
    bool fast;
    double fly_speed;     // metres per second
    pick_vec3 zoom_point; // what a dolly drag moves towards
} editor_navigation;

#define EDITOR_NAVIGATION_DEFAULT ((editor_navigation){.fly_speed = 4})

// Flight: the right button, the keys and the motion while it lasts, the wheel (its speed). `in_viewport` says that a
// press is the viewport's. Returns whether the event was navigation's alone; the camera may have moved.
bool editor_navigation_event(editor_navigation *navigation, const editor_event *event, bool in_viewport,
                             editor_camera *camera);

// Dragging. Returns whether the drag is a camera's (and not a tool's); the camera has then moved.
bool editor_navigation_drag(editor_navigation *navigation, const pick_pointer_action *action, const pick_view *view,
                            editor_camera *camera);

// The wheel: towards the surface under the mouse, or where there is none, the point of the ray as far as the target.
void editor_navigation_wheel(double notches, pick_vec2 position, const pick_target *hover, const pick_view *view,
                             editor_camera *camera);

// Flies for `seconds`. Returns whether the camera moved.
bool editor_navigation_advance(editor_navigation *navigation, double seconds, editor_camera *camera);

// Whether time moves the camera, so that frames have to follow each other.
bool editor_navigation_is_moving(const editor_navigation *navigation);

#endif
