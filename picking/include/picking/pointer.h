// pointer.h: from the mouse to hover, click, double click, drag and marquee: one state machine, and one resolver behind
// hover and click alike.
//
// Use:        queue events as they come (pick_pointer_push); once per frame, call pick_pointer_begin_frame and then
//             pick_pointer_next until it returns false.
// Knows:      no window system and no renderer; it picks through the view, scene and query of the frame, which must
//             be those of the picture that the person is looking at.
// Window:     logical points, origin top-left, as in view.h.
// Order:      the user interface first (events say so), then the handles of a gizmo, then objects.
// Stack:      everything under the pointer, nearest first, ties by object, one row per object. A locked object that
//             blocks is a row, but neither it nor what lies behind it can be clicked.
// Choices:    what clicks at one spot go through: for the nearest row its outermost group, the groups inside, the
//             object itself; then the same for the next row behind, each object once; then from the start again.
//             The first click takes the outermost group, or inside a group that was entered (the last click took
//             something in it) its member. A click again at the same spot takes the next choice; one past the dead
//             zone, with other modifiers, or after another revision starts anew. Toggling does not go on to the next,
//             so that a second toggle takes the first back.
// Hover:      says what the next click takes (pick_target.object), its place among the choices ("2 of 5") and its
//             group. A click takes what hover said at its press.
// Handles:    a press on a handle that is released within the dead zone is a click too. Where it goes on from the last
//             click, or has the menu modifiers, it goes through the handle: a gizmo that appears under the pointer does
//             not end the cycle. Elsewhere it is a click on the handle, which selects nothing. For a press that can go
//             through, the larger of the two dead zones counts.
// Twice:      a second click within the double-click time is a double click. It drills into the group that the first
//             one took; what is not a group stays: nothing behind it is taken by accident.
// Cost:       at most one pick per frame; none while a button is down (but for the press itself), while the user
//             interface has the mouse, outside the viewport, over a handle (but for presses that can go through it),
//             or while neither pointer nor revision has moved. When the budget is spent, events wait for the next
//             frame, in order (pick_pointer_is_pending).
// Dead zone:  a press that moves farther than the dead zone becomes a drag, which begins at the press position.
// Capture:    a press over the user interface is the user interface's until its release, and the other way round:
//             nothing clicks through.
// Time:       seconds in the events; the pointer reads no clock.
// Memory:     about 17 KB, allocated by pick_pointer_create; no other function allocates.
#ifndef PICKING_POINTER_H
#define PICKING_POINTER_H

#include "picking/query.h"
#include "picking/selection.h"
#include "picking/view.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { PICK_BUTTON_LEFT, PICK_BUTTON_MIDDLE, PICK_BUTTON_RIGHT, PICK_BUTTON_COUNT };

enum { PICK_MODIFIER_SHIFT = 1u << 0, PICK_MODIFIER_CTRL = 1u << 1, PICK_MODIFIER_ALT = 1u << 2 };

typedef enum pick_pointer_event_type {
    PICK_POINTER_MOVE, // also sent, with the old position, when a modifier key goes up or down
    PICK_POINTER_PRESS,
    PICK_POINTER_RELEASE,
    PICK_POINTER_LEAVE, // the pointer left the window
    PICK_POINTER_CANCEL // Esc, or the focus went away: a drag is called off and buttons count as up
} pick_pointer_event_type;

typedef struct pick_pointer_event {
    pick_pointer_event_type type;
    pick_vec2 position; // window, continuous: pick_mouse_position of an integer event; MOVE, PRESS, RELEASE
    uint32_t button;    // PICK_BUTTON_*; PRESS, RELEASE
    uint32_t modifiers; // PICK_MODIFIER_*, those held now; MOVE, PRESS, RELEASE
    bool ui_captured;   // the user interface has the mouse at this position; MOVE, PRESS, RELEASE
    double seconds;     // when, monotonic, above 0; PRESS. 0: unknown, and no double click comes of it
} pick_pointer_event;

struct pick_pointer_frame;

// The handle of a gizmo at a window position, as a number of the caller's own; 0: none there. Cheap: it is asked in
// every frame in which the pointer is over the viewport with no button down, and at presses.
typedef uint32_t (*pick_pointer_handle_test)(void *user, pick_vec2 position);

// The group that holds an object (or another group); null when it is in none. Pure while the revision stays. A group is
// any handle of the caller's own: it need not be an object of the scene, but must not be one that is something else.
typedef pick_object_id (*pick_pointer_group_of)(void *user, pick_object_id object);

// What lies under a window position, nearest first: objects of the frame's scene, each at its first place in the list.
// For editors that pick icons, or thin things with a tolerance (cursor.h). Counts as a pick.
typedef size_t (*pick_pointer_gather)(void *user, const struct pick_pointer_frame *frame, pick_vec2 position,
                                      pick_hit *hits, size_t capacity);

// What the events of one frame refer to.
typedef struct pick_pointer_frame {
    const pick_view *view; // of the picture on screen; NULL: there is none, and nothing can be picked
    const pick_scene *scene;
    const pick_query *query; // NULL: PICK_QUERY_DEFAULT
    uint64_t revision;       // another number whenever view, scene, query or groups may answer differently than before
    pick_pointer_handle_test handle_test; // NULL: no gizmo
    pick_pointer_group_of group_of;       // NULL: no groups
    pick_pointer_gather gather;           // NULL: pick_all_objects along the ray through the position
    void *user;                           // for the three
} pick_pointer_frame;

// What lies under a window position, and what a click there takes.
typedef struct pick_target {
    pick_object_id object; // what a click selects: an object, or a group that it is in; null: nothing
    bool hit;              // something is there, selectable or not
    pick_hit surface;      // valid when hit: of the object that `object` is, or that lies in it; of the blocking one
    pick_vec3 nearest;     // valid when hit: the nearest surface there, whatever a click takes: what a camera zooms to
    pick_object_id group;  // the group that `object` is in; null: none
    bool is_group;         // `object` is a group that surface.object is in
    uint32_t place, count; // "place of count" among the choices at this spot, from 1; 0 of 0 without an object
    uint32_t handle;       // not 0: a handle of the gizmo; nothing else is set then
} pick_target;

// One object under the pointer.
typedef struct pick_stack_row {
    pick_hit surface;     // its nearest; surface.object is the object, surface.locked says that it cannot be selected
    pick_object_id group; // its outermost group; null: none
    bool blocked;         // behind a locked object that blocks: clicks do not get here
} pick_stack_row;

typedef enum pick_pointer_action_type {
    PICK_POINTER_HOVER,        // pick_pointer_hover has changed; at most once per frame, the last action of it
    PICK_POINTER_CLICK,        // pressed and released within the dead zone
    PICK_POINTER_DOUBLE_CLICK, // the same again, soon enough; instead of the second click
    PICK_POINTER_MENU,         // a click with the menu modifiers: pick_pointer_stack has what is to be listed
    PICK_POINTER_DRAG_BEGIN,   // `delta` reaches from the press to `position`
    PICK_POINTER_DRAG_MOVE,    // `delta` since the last action of the drag, or other modifiers held
    PICK_POINTER_DRAG_END,     // released
    PICK_POINTER_DRAG_CANCEL,  // called off: whatever it did is to be taken back
} pick_pointer_action_type;

typedef enum pick_drag_kind {
    PICK_DRAG_PLAIN,  // a tool's or the camera's
    PICK_DRAG_HANDLE, // target.handle says of which
    PICK_DRAG_MARQUEE // see pick_pointer_marquee
} pick_drag_kind;

typedef struct pick_pointer_action {
    pick_pointer_action_type type;
    pick_drag_kind drag;  // DRAG_*
    uint32_t button;      // PICK_BUTTON_*
    uint32_t modifiers;   // at the press
    uint32_t held;        // modifiers held now
    pick_selection_op op; // what a click, or a marquee, with these modifiers does to a selection
    pick_vec2 press;      // where the press was
    pick_vec2 position;   // where the pointer is
    pick_vec2 delta;
    pick_target target; // what was under the press
} pick_pointer_action;

typedef enum pick_marquee_start {
    PICK_MARQUEE_NEVER,
    PICK_MARQUEE_ON_NOTHING, // from a press on nothing that can be selected: a locked floor counts as nothing
    PICK_MARQUEE_ANYWHERE    // from any press that is not on a handle
} pick_marquee_start;

enum {
    PICK_POINTER_QUEUE_SIZE = 64, // events that wait
    PICK_POINTER_STACK_SIZE = 64, // rows under the pointer; those farther away are not listed
    PICK_POINTER_GROUP_DEPTH = 16 // groups inside groups; those farther out are not seen
};

typedef struct pick_pointer_desc {
    double dead_zone;            // logical points, at scale 1
    double handle_dead_zone;     // the same for presses on a handle
    double scale;                // logical points per unscaled point: 1, but where the window system has no logical
                                 // points of its own, the DPI over 96
    double double_click_seconds; // from press to press; 0: there are no double clicks, every click goes on
    uint32_t select_button;      // PICK_BUTTON_* that clicks through the choices and draws marquees
    uint32_t cancel_button;      // PICK_BUTTON_* that, pressed during a drag of the select button, calls it off
    uint32_t leaf_modifiers;     // all held: a click takes the object itself, whatever group it is in. 0: no such way
    uint32_t menu_modifiers;     // exactly these held: a click is a PICK_POINTER_MENU. 0: no such way
    pick_marquee_start marquee;
    uint32_t marquee_modifiers; // all held: a marquee from any press that is not on a handle. 0: no such way
    uint32_t camera_modifiers;  // any held: never a marquee
} pick_pointer_desc;

// The default, as a function for C++ and a macro for C. A zeroed description is refused: its scale is 0.
PICK_API pick_pointer_desc pick_pointer_desc_default(void);
#define PICK_POINTER_DESC_DEFAULT                                                                                      \
    ((pick_pointer_desc){.dead_zone = 4,                                                                               \
                         .handle_dead_zone = 0,                                                                        \
                         .scale = 1,                                                                                   \
                         .double_click_seconds = 0.3,                                                                  \
                         .select_button = PICK_BUTTON_LEFT,                                                            \
                         .cancel_button = PICK_BUTTON_RIGHT,                                                           \
                         .leaf_modifiers = PICK_MODIFIER_CTRL | PICK_MODIFIER_ALT,                                     \
                         .menu_modifiers = PICK_MODIFIER_ALT,                                                          \
                         .marquee = PICK_MARQUEE_ON_NOTHING,                                                           \
                         .camera_modifiers = PICK_MODIFIER_ALT})

typedef struct pick_pointer pick_pointer;

// `desc` NULL: the default. `allocator` NULL: the default one; it must outlive the pointer. Errors leave `*out`
// untouched: those of pick_pointer_set_desc, and PICK_ERROR_OUT_OF_MEMORY.
PICK_API pick_result pick_pointer_create(const pick_pointer_desc *desc, const pick_allocator *allocator,
                                         pick_pointer **out);
PICK_API void pick_pointer_destroy(pick_pointer *pointer); // NULL is fine

// The description in force, and another one, from the next event on. Errors leave the pointer as it is:
// PICK_ERROR_NOT_FINITE; PICK_ERROR_INVALID_ARGUMENT (a negative zone or time, a scale of 0 or less, a button or
// marquee that does not exist). `desc` NULL: the default.
PICK_API pick_pointer_desc pick_pointer_get_desc(const pick_pointer *pointer);
PICK_API pick_result pick_pointer_set_desc(pick_pointer *pointer, const pick_pointer_desc *desc);

// Returns the pointer to its state after pick_pointer_create; the description stays. Use it when another scene is
// opened.
PICK_API void pick_pointer_reset(pick_pointer *pointer);

// Queues an event. A position that is not finite is read as the last one that was; events of an unknown type or button
// are ignored, unknown modifier bits are kept and compared like the others. Moves that follow each other become one.
// More than PICK_POINTER_QUEUE_SIZE events between two frames are as good as a lost focus: they are dropped and a
// cancel takes their place.
PICK_API void pick_pointer_push(pick_pointer *pointer, const pick_pointer_event *event);

// Gives the frame's view, scene and query, which must last until pick_pointer_next returns false, and a new budget.
// `frame` NULL, or one without a scene: there is nothing to pick.
PICK_API void pick_pointer_begin_frame(pick_pointer *pointer, const pick_pointer_frame *frame);

// The next thing that happened. False, and `action` untouched, when there is nothing more in this frame.
PICK_API bool pick_pointer_next(pick_pointer *pointer, pick_pointer_action *action);

// Whether another frame is needed though nothing new comes in: events wait for a pick, or the hover is out of date.
PICK_API bool pick_pointer_is_pending(const pick_pointer *pointer);

// What the next click takes. No object and no hit while nothing may be picked (see Cost).
PICK_API const pick_target *pick_pointer_hover(const pick_pointer *pointer);

// Everything under the pointer as of the last pick: under the press, when asked on a click or menu action. Sorted,
// nearest first. Valid until the next call of pick_pointer_next. Returns the number of rows.
PICK_API size_t pick_pointer_stack(const pick_pointer *pointer, const pick_stack_row **rows);

// Whether a drag is going on.
PICK_API bool pick_pointer_is_dragging(const pick_pointer *pointer);

// The group that clicks are inside of; null: none. Set it when the selection was made in another way (an outliner),
// or to null to step out.
PICK_API pick_object_id pick_pointer_entered_group(const pick_pointer *pointer);
PICK_API void pick_pointer_enter_group(pick_pointer *pointer, pick_object_id group);

// Picks made in this frame (0 or 1), and in all.
PICK_API uint32_t pick_pointer_frame_picks(const pick_pointer *pointer);
PICK_API uint64_t pick_pointer_total_picks(const pick_pointer *pointer);

// The rectangle that a marquee's drag spans, of no negative size. `*left_to_right`, which may be NULL: it was drawn
// from left to right (straight up or down counts as such).
PICK_API pick_rect pick_pointer_marquee(const pick_pointer_action *drag, bool *left_to_right);

// What a click with these modifiers does to a selection: Ctrl toggles, Shift adds, plain replaces.
PICK_API pick_selection_op pick_pointer_click_op(uint32_t modifiers);

// Does what a CLICK or DOUBLE_CLICK asks for (action->op). A plain click on nothing clears; one with a modifier, or
// on a handle, changes nothing; the second click of two never toggles back. Errors as pick_selection_apply.
PICK_API pick_result pick_pointer_apply_click(const pick_pointer_action *click, pick_selection *selection,
                                              bool *changed);

#ifdef __cplusplus
}
#endif

#endif
