// input.h: what a person did, as plain structs, and how that moves the camera.
//
// Positions are logical points of the window, origin top-left, y down; a mouse event means the centre of its point.
#ifndef EDITOR_INPUT_H
#define EDITOR_INPUT_H

#include "picking/picking.h"
#include "view/camera.h"

typedef enum editor_event_type {
    EDITOR_EVENT_QUIT,   // the session ends
    EDITOR_EVENT_CLOSE,  // the window is to be closed
    EDITOR_EVENT_DROP,   // a file was dropped on the window
    EDITOR_EVENT_RESIZE, // window or drawable have another size
    EDITOR_EVENT_EXPOSE, // the window has to be drawn anew
    EDITOR_EVENT_FOCUS_LOST,
    EDITOR_EVENT_MOUSE_MOVE,
    EDITOR_EVENT_MOUSE_LEAVE,
    EDITOR_EVENT_MOUSE_PRESS,
    EDITOR_EVENT_MOUSE_RELEASE,
    EDITOR_EVENT_WHEEL,
    EDITOR_EVENT_KEY_DOWN,
    EDITOR_EVENT_KEY_UP,
    EDITOR_EVENT_TEXT
} editor_event_type;

// Letters and digits are their upper-case ASCII code.
typedef enum editor_key {
    EDITOR_KEY_NONE = 0,
    EDITOR_KEY_SPACE = ' ',
    EDITOR_KEY_COMMA = ',',
    EDITOR_KEY_MINUS = '-',
    EDITOR_KEY_PERIOD = '.',
    EDITOR_KEY_TAB = 128,
    EDITOR_KEY_ENTER,
    EDITOR_KEY_ESCAPE,
    EDITOR_KEY_BACKSPACE,
    EDITOR_KEY_INSERT,
    EDITOR_KEY_DELETE,
    EDITOR_KEY_LEFT,
    EDITOR_KEY_RIGHT,
    EDITOR_KEY_UP,
    EDITOR_KEY_DOWN,
    EDITOR_KEY_HOME,
    EDITOR_KEY_END,
    EDITOR_KEY_PAGE_UP,
    EDITOR_KEY_PAGE_DOWN,
    EDITOR_KEY_F1, // F2 .. F12 follow
    EDITOR_KEY_F12 = EDITOR_KEY_F1 + 11,
    EDITOR_KEY_KP_0, // the number pad; 1 .. 9 follow
    EDITOR_KEY_KP_9 = EDITOR_KEY_KP_0 + 9,
    EDITOR_KEY_COUNT
} editor_key;

typedef struct editor_event {
    editor_event_type type;
    uint32_t modifiers; // PICK_MODIFIER_*
    pick_vec2 position; // mouse events and WHEEL
    pick_vec2 delta;    // MOUSE_MOVE: since the last one, also where the position cannot follow; WHEEL: notches
    uint32_t button;    // PICK_BUTTON_*, or PICK_BUTTON_COUNT for any other
    editor_key key;
    bool repeat;      // KEY_DOWN: the key was down already
    char text[32];    // TEXT: UTF-8
    const char *path; // DROP; valid until the next event
} editor_event;

typedef enum editor_cursor {
    EDITOR_CURSOR_ARROW,
    EDITOR_CURSOR_TEXT,
    EDITOR_CURSOR_HAND,
    EDITOR_CURSOR_RESIZE_X,
    EDITOR_CURSOR_RESIZE_Y,
    EDITOR_CURSOR_COUNT
} editor_cursor;

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
