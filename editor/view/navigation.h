// navigation.h: turns mouse and key input into camera motion.
#ifndef EDITOR_NAVIGATION_H
#define EDITOR_NAVIGATION_H

#include "picking/picking.h"
#include "system/input.h"
#include "view/camera.h"

// The state of navigation: orbit, pan and dolly by dragging, zoom by the wheel, flight while the right button is held.
typedef struct editor_navigation {
    bool flying;
    bool keys[6]; // W S A D E Q: forward, back, left, right, up, down
    bool fast;
    bool used;            // the right button flew or turned: its release is no click
    pick_vec2 travel;     // of the mouse since the press, while it is in the dead zone
    double dead_zone;     // points that the mouse may move before flight turns the camera
    double fly_speed;     // metres per second
    pick_vec3 zoom_point; // what a dolly drag moves towards
} editor_navigation;

#define EDITOR_NAVIGATION_DEFAULT ((editor_navigation){.fly_speed = 4})

// Handles flight: the right button, keys and mouse motion while it is held, the wheel for the speed. Motion in the dead
// zone is kept back until it leaves it, so that a click does not turn the camera. `in_viewport`: a press belongs to the
// viewport. Returns whether navigation consumed the event; the camera may have moved.
bool editor_navigation_event(editor_navigation *navigation, const editor_event *event, bool in_viewport,
                             editor_camera *camera);

// Handles a drag. Returns whether the drag moves the camera (and is not a tool's); the camera has then moved.
bool editor_navigation_drag(editor_navigation *navigation, const pick_pointer_action *action, const pick_view *view,
                            editor_camera *camera);

// Handles the wheel: zooms towards the surface under the mouse; if there is none, towards the point of the ray at the
// target's distance.
void editor_navigation_wheel(double notches, pick_vec2 position, const pick_target *hover, const pick_view *view,
                             editor_camera *camera);

// Flies for `seconds`. Returns whether the camera moved.
bool editor_navigation_advance(editor_navigation *navigation, double seconds, editor_camera *camera);

// Whether the camera moves with time, so that every frame must be drawn.
bool editor_navigation_is_moving(const editor_navigation *navigation);

#endif
