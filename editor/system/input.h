// input.h: input events as plain structs.
//
// Positions are logical points of the window, origin top-left, y down; a mouse event means the centre of its point.
#ifndef EDITOR_INPUT_H
#define EDITOR_INPUT_H

#include "picking/picking.h"

typedef enum editor_event_type {
    EDITOR_EVENT_QUIT,   // the session must end
    EDITOR_EVENT_CLOSE,  // the user closes the window
    EDITOR_EVENT_DROP,   // a file was dropped on the window
    EDITOR_EVENT_RESIZE, // the size of window or drawable changed
    EDITOR_EVENT_EXPOSE, // the window must be redrawn
    EDITOR_EVENT_FOCUS_LOST,
    EDITOR_EVENT_FOCUS_GAINED,
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
    EDITOR_KEY_SLASH = '/',
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
    EDITOR_KEY_MENU, // the key that opens context menus
    EDITOR_KEY_COUNT
} editor_key;

typedef struct editor_event {
    editor_event_type type;
    uint32_t modifiers; // PICK_MODIFIER_*
    pick_vec2 position; // mouse events and WHEEL
    pick_vec2 delta;    // MOUSE_MOVE: movement since the last one, also beyond the window's edge; WHEEL: notches
    bool touch;         // mouse events: made by a finger
    double seconds;     // MOUSE_PRESS: when, on the clock of who gets the event; 0: now
    uint32_t button;    // PICK_BUTTON_*, or PICK_BUTTON_COUNT for any other
    editor_key key;     // KEY_DOWN, KEY_UP: by what is printed on it; EDITOR_KEY_NONE: only the place is known
    editor_key place;   // likewise: what a US keyboard has there; EDITOR_KEY_NONE: the same
    bool repeat;        // KEY_DOWN: auto-repeat
    char text[32];      // TEXT: UTF-8
    const char *path;   // DROP; valid until the next event
} editor_event;

typedef enum editor_cursor {
    EDITOR_CURSOR_ARROW,
    EDITOR_CURSOR_TEXT,
    EDITOR_CURSOR_HAND,
    EDITOR_CURSOR_RESIZE_X,
    EDITOR_CURSOR_RESIZE_Y,
    EDITOR_CURSOR_COUNT
} editor_cursor;

#endif
