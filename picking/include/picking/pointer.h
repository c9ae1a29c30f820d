// pointer.h: turns mouse events into hover, click, double click, drag and marquee. One state machine; hover and click
// use the same resolver.
//
// Use:        queue events as they arrive (pick_pointer_push); once per frame, call pick_pointer_begin_frame and then
//             pick_pointer_next until it returns false.
// Inputs:     it knows no window system and no renderer. It picks with the frame's view, scene and query, which must
//             be those of the picture on screen.
// Window:     logical points, origin top-left, as in view.h.
// Priority:   the user interface (events say so), then the handles of a gizmo, then objects.
// Stack:      every object under the pointer, nearest first, ties by slot, one row per object. A locked object that
//             blocks has a row, but neither it nor anything behind it can be clicked.
// Cycle:      clicks at one spot cycle through choices: the outermost group of the nearest row, the groups inside it,
//             the object itself; then the same for the next row, each object once; then again from the start.
//             The first click selects the outermost group. Inside an entered group (the last click selected something
//             in it) the first click selects a member of that group. Another click at the same spot selects the next
//             choice; with the leaf modifiers, the next object. A click beyond the dead zone of the last one, with
//             other modifiers, after a drag or after a new revision starts a new cycle. A toggling click does not
//             advance the cycle, so a second toggle undoes the first.
// Hover:      reports what the next click selects (pick_target.object), its place in the cycle ("2 of 5") and its
//             group. A click selects what hover reported at the press.
// Handles:    a press on a handle that is released within the dead zone is a click. If it continues a cycle, or has the
//             menu modifiers, the click goes through the handle to the objects: a gizmo that appears under the pointer
//             does not end the cycle. Otherwise it is a click on the handle, which selects nothing. A press that can go
//             through uses the larger of the two dead zones.
// Doubles:    a second click within the double-click time, at the same spot and with the same modifiers is a double
//             click. It drills into the group that the first click selected. If the first click selected no group, the
//             double click keeps its object; it never selects something behind it. If that group or object is not under
//             the second press, it selects what a first click there does.
// Cost:       at most one pick per frame. No pick while a button is down (except at the press), while the user
//             interface has the mouse, outside the viewport, over a handle (except for presses that can go through it),
//             or while neither pointer nor revision changes. When the frame's pick is spent, events wait for the next
//             frame, in order (pick_pointer_is_pending). A late answer costs no pick.
// Late:       an engine that draws what the scene does not hold (terrain displaced on the GPU, particles) can add it to
//             the stack. It sets pick_pointer_desc.answer_frames and, once per frame, after pick_pointer_next has
//             returned false:
//                 if (!under_way && pick_pointer_wants_answer(pointer, &position, &revision))
//                     request an object ID and a depth there from the GPU
//             and some frames later, when the GPU has delivered:
//                 pick_pointer_answer(pointer, position, revision, hits, count)
//             An answer counts only for the position and the revision that it was requested for, while it is wanted.
//             Its hits are inserted into the stack by t, behind rows of the same t, those of one t as listed. An object
//             has one row: where the CPU hits it too, the CPU's hit counts. From then on cycles, groups, double clicks,
//             locks and menus treat them like all rows. The hover changes in the frame after the answer. Until then it
//             reports what the CPU knows. A press without its answer waits for it, at most answer_frames frames, and
//             the events behind it wait too; the hover is that of the press. Then the press continues with what the CPU
//             knows. A view that moves has another revision in each frame, and no answer counts meanwhile.
// Outside:    a late hit may name an object that is not in the scene. Its handle is any that the caller chooses, if it
//             does not mean something else: generation 0 never belongs to an object of a scene. The pointer cannot see
//             that such an object was removed. A click may name it once more, if the press was before its removal.
// Dead zone:  a press that moves farther than the dead zone becomes a drag, which begins at the press position.
// Capture:    a press over the user interface belongs to it until the release; a press in the viewport belongs to the
//             viewport until the release.
// Time:       seconds, in the events; the pointer reads no clock.
// Memory:     about 19 KB, allocated by pick_pointer_create; no other function allocates.
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
    PICK_POINTER_CANCEL // Esc, or the window lost focus: cancels a drag, and all buttons count as up
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

// Returns the handle of a gizmo at a window position, a number that the caller chooses; 0: none there. Must be cheap:
// it is called in every frame in which the pointer is over the viewport with no button down, and at presses.
typedef uint32_t (*pick_pointer_handle_test)(void *user, pick_vec2 position);

// Returns the group that contains an object or a group; null: none. Its answers may change only with the revision. A
// group is any handle that the caller chooses: it need not be an object of the scene, but must not be one that means
// something else. Objects that only a late answer names have groups too.
typedef pick_object_id (*pick_pointer_group_of)(void *user, pick_object_id object);

// Writes what lies under a window position, nearest first: objects of the frame's scene. An object that is listed twice
// counts where it is listed first. For editors that pick icons, or lines with a tolerance (cursor.h). Counts as a pick.
typedef size_t (*pick_pointer_gather)(void *user, const struct pick_pointer_frame *frame, pick_vec2 position,
                                      pick_hit *hits, size_t capacity);

// What the events of one frame refer to.
typedef struct pick_pointer_frame {
    const pick_view *view; // of the picture on screen; NULL: there is none, and nothing can be picked
    const pick_scene *scene;
    const pick_query *query;              // NULL: PICK_QUERY_DEFAULT
    uint64_t revision;                    // changes whenever view, scene, query or groups may give other answers
    pick_pointer_handle_test handle_test; // NULL: no gizmo
    pick_pointer_group_of group_of;       // NULL: no groups
    pick_pointer_gather gather;           // NULL: pick_all_objects along the ray through the position
    void *user;                           // for the three
} pick_pointer_frame;

// What lies under a window position, and what a click there selects.
typedef struct pick_target {
    pick_object_id object; // what a click selects: an object, or a group that it is in; null: nothing
    bool hit;              // something is there, selectable or not
    pick_hit surface;  // valid when hit: of `object`, of the member of it that was hit, or of the object that blocks
    pick_vec3 nearest; // valid when hit: the nearest surface there, whatever a click selects; for cameras to zoom to
    pick_object_id nearest_object; // valid when hit: the object of that surface; what a drag seems to take hold of
    pick_object_id group;          // the group that `object` is in; null: none
    bool is_group;                 // `object` is a group that surface.object is in
    bool outside;                  // valid when hit: surface.object is not in the scene, but of a late answer
    uint32_t place, count;         // "place of count" among the choices at this spot, from 1; 0 of 0 without an object
    uint32_t handle;               // not 0: a handle of the gizmo; all other fields are then zero
} pick_target;

// One object under the pointer.
typedef struct pick_stack_row {
    pick_hit surface;     // its nearest hit; surface.object is the object; surface.locked: it cannot be selected
    pick_object_id group; // its outermost group; null: none
    bool blocked;         // behind a locked object that blocks: cannot be clicked
    bool outside;         // surface.object is not in the scene, but of a late answer
} pick_stack_row;

typedef enum pick_pointer_action_type {
    PICK_POINTER_HOVER,        // pick_pointer_hover has changed; at most once a frame, as its last action
    PICK_POINTER_CLICK,        // pressed and released within the dead zone
    PICK_POINTER_DOUBLE_CLICK, // replaces the second of two clicks within the double-click time
    PICK_POINTER_MENU,         // a click with the menu modifiers: list what pick_pointer_stack returns
    PICK_POINTER_DRAG_BEGIN,   // `delta` is from the press to `position`
    PICK_POINTER_DRAG_MOVE,    // `delta` since the last action of the drag, or other modifiers held
    PICK_POINTER_DRAG_END,     // released
    PICK_POINTER_DRAG_CANCEL,  // cancelled: undo what the drag did
} pick_pointer_action_type;

typedef enum pick_drag_kind {
    PICK_DRAG_PLAIN,  // for a tool or the camera
    PICK_DRAG_HANDLE, // of target.handle
    PICK_DRAG_MARQUEE // see pick_pointer_marquee
} pick_drag_kind;

typedef struct pick_pointer_action {
    pick_pointer_action_type type;
    pick_drag_kind drag;  // DRAG_*
    uint32_t button;      // PICK_BUTTON_*
    uint32_t modifiers;   // at the press
    uint32_t held;        // modifiers held now
    pick_selection_op op; // how a click or marquee with these modifiers changes a selection
    pick_vec2 press;      // where the press was
    pick_vec2 position;   // where the pointer is
    pick_vec2 delta;
    pick_target target; // what was under the press
} pick_pointer_action;

typedef enum pick_marquee_start {
    PICK_MARQUEE_NEVER,
    PICK_MARQUEE_ON_NOTHING, // from a press on nothing that can be selected; a locked floor counts as nothing
    PICK_MARQUEE_ANYWHERE    // from any press that is not on a handle
} pick_marquee_start;

enum {
    PICK_POINTER_QUEUE_SIZE = 64,  // events that can wait
    PICK_POINTER_STACK_SIZE = 64,  // rows under the pointer; rows farther away are left out
    PICK_POINTER_GROUP_DEPTH = 16, // levels of groups; outer levels beyond these are ignored
    PICK_POINTER_ANSWER_SIZE = 16  // objects of a late answer; objects farther away are left out
};

typedef struct pick_pointer_desc {
    double dead_zone;            // logical points, at scale 1
    double handle_dead_zone;     // the same for presses on a handle
    double scale;                // logical points per unscaled point: 1, or DPI / 96 where the window system has no
                                 // logical points
    double double_click_seconds; // from press to press; 0: no double clicks
    uint32_t select_button;      // PICK_BUTTON_* that cycles and draws marquees
    uint32_t cancel_button;      // PICK_BUTTON_* that cancels a drag of the select button
    uint32_t leaf_modifiers;     // all held: a click selects the object itself, not a group. 0: disabled
    uint32_t menu_modifiers;     // exactly these held: a click is a PICK_POINTER_MENU. 0: disabled
    pick_marquee_start marquee;
    uint32_t marquee_modifiers; // all held: a marquee from any press that is not on a handle. 0: disabled
    uint32_t camera_modifiers;  // any held: never a marquee
    uint32_t answer_frames;     // frames that a press waits for its late answer at most: twice what an answer takes
                                // (4, for most GPUs), because another request may be under way. 0: no late answers
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

// Reads and replaces the description; a new one holds from the next event on. `desc` NULL: the default. Errors leave
// the pointer unchanged: PICK_ERROR_NOT_FINITE; PICK_ERROR_INVALID_ARGUMENT (a negative zone or time, a scale of 0 or
// less, an unknown button or marquee).
PICK_API pick_pointer_desc pick_pointer_get_desc(const pick_pointer *pointer);
PICK_API pick_result pick_pointer_set_desc(pick_pointer *pointer, const pick_pointer_desc *desc);

// Returns the pointer to its state after pick_pointer_create; the description stays. Use it when another scene is
// opened.
PICK_API void pick_pointer_reset(pick_pointer *pointer);

// Queues an event. A position that is not finite is replaced by the last finite one. Events of an unknown type or
// button are ignored; unknown modifier bits are kept and compared as all others. Consecutive moves are merged. If more
// than PICK_POINTER_QUEUE_SIZE events arrive between two frames, they are dropped and replaced by a cancel.
PICK_API void pick_pointer_push(pick_pointer *pointer, const pick_pointer_event *event);

// Begins a frame, which may make one pick. The view, scene and query must last until pick_pointer_next returns false.
// `frame` NULL, or one without a scene: there is nothing to pick.
PICK_API void pick_pointer_begin_frame(pick_pointer *pointer, const pick_pointer_frame *frame);

// Writes the next action. False, and `action` untouched, when this frame has no more.
PICK_API bool pick_pointer_next(pick_pointer *pointer, pick_pointer_action *action);

// Whether another frame is needed even without new events: events wait for a pick or a late answer, a late answer has
// arrived, or the hover is out of date. A hover without its late answer needs no frame.
PICK_API bool pick_pointer_is_pending(const pick_pointer *pointer);

// What the next click selects. No object and no hit where nothing is picked (see Cost).
PICK_API const pick_target *pick_pointer_hover(const pick_pointer *pointer);

// Every object under the pointer at the last pick, nearest first; after a click or menu action, under its press. Valid
// until the next call of pick_pointer_next. Returns the number of rows.
PICK_API size_t pick_pointer_stack(const pick_pointer *pointer, const pick_stack_row **rows);

// Whether a late answer is wanted, and for what: the position of the press that waits, or else of the hover, with the
// revision of the frame. True in each frame until it is answered, so request it when no request is under way. False
// wherever nothing is picked (see Cost), while a pressed button waits for its release, and with answer_frames 0. Both
// outputs are required.
PICK_API bool pick_pointer_wants_answer(const pick_pointer *pointer, pick_vec2 *position, uint64_t *revision);

// Hands in a late answer: what lies under `position` as of `revision`, the two as pick_pointer_wants_answer wrote them.
// An answer that is not wanted, or no longer, is dropped, which is no error. A `count` of 0: nothing lies there. The
// hits are in any order. Required of each hit are `object`, `t` along pick_view_ray of that view and position, with a
// unit direction dot(point - ray.origin, ray.direction), and `point`. `locked`: it blocks, and cannot be selected. All
// other fields are reported as they are; a normal of 0 is unknown. An object that is listed twice counts where it is
// nearest. Errors leave the pointer unchanged: PICK_ERROR_NOT_FINITE (a position, t or point);
// PICK_ERROR_INVALID_ARGUMENT (a null object).
PICK_API pick_result pick_pointer_answer(pick_pointer *pointer, pick_vec2 position, uint64_t revision,
                                         const pick_hit *hits, size_t count);

// Whether a drag is in progress.
PICK_API bool pick_pointer_is_dragging(const pick_pointer *pointer);

// The entered group, in which clicks select members; null: none. Set it when the selection was made elsewhere (in an
// outliner), or to null to leave the group.
PICK_API pick_object_id pick_pointer_entered_group(const pick_pointer *pointer);
PICK_API void pick_pointer_enter_group(pick_pointer *pointer, pick_object_id group);

// Picks made in this frame (0 or 1), and since creation.
PICK_API uint32_t pick_pointer_frame_picks(const pick_pointer *pointer);
PICK_API uint64_t pick_pointer_total_picks(const pick_pointer *pointer);

// The rectangle of a marquee drag, with sizes of 0 or more. `*left_to_right`, which may be NULL: whether it was drawn
// from left to right (straight up or down counts as such).
PICK_API pick_rect pick_pointer_marquee(const pick_pointer_action *drag, bool *left_to_right);

// How a click with these modifiers changes a selection: Ctrl toggles, Shift adds, no modifier replaces.
PICK_API pick_selection_op pick_pointer_click_op(uint32_t modifiers);

// Applies a CLICK or DOUBLE_CLICK to a selection (action->op). A click on nothing clears the selection without a
// modifier, and changes nothing with one. A click on a handle changes nothing. A double click never toggles back.
// Errors as pick_selection_apply.
PICK_API pick_result pick_pointer_apply_click(const pick_pointer_action *click, pick_selection *selection,
                                              bool *changed);

#ifdef __cplusplus
}
#endif

#endif
