// pointer.h: from the mouse to hover, click and drag: one small state machine, and one resolver behind them all.
//
// Use:        queue events as they come (pick_pointer_push); once per frame, call pick_pointer_begin_frame and then
//             pick_pointer_next until it returns false.
// Knows:      no window system and no renderer; it picks through the view, scene and query of the frame, which must
//             be those of the picture that the person is looking at.
// Window:     logical points, origin top-left, as in view.h.
// Resolver:   hover and click ask the same question in the same place, so hover shows what a click would take. A
//             click takes what was under the pointer at the press. A locked object that blocks is reported
//             (target.hit) but is no object to select (target.object is null).
// Cost:       at most one pick per frame; none while a button is down (but for the press itself), while the user
//             interface has the mouse, outside the viewport, or while neither pointer nor revision has moved. When
//             the budget is spent, events wait for the next frame, in order (pick_pointer_is_pending).
// Dead zone:  a press that moves farther than the dead zone becomes a drag, which begins at the press position.
// Capture:    a press over the user interface is the user interface's until its release, and the other way round:
//             nothing clicks through.
// Memory:     none is allocated; a pick_pointer is plain data.
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
    PICK_POINTER_MOVE,
    PICK_POINTER_PRESS,
    PICK_POINTER_RELEASE,
    PICK_POINTER_LEAVE, // the pointer left the window
    PICK_POINTER_CANCEL // Esc, or the focus went away: a drag is called off and buttons count as up
} pick_pointer_event_type;

typedef struct pick_pointer_event {
    pick_pointer_event_type type;
    pick_vec2 position; // window; MOVE, PRESS, RELEASE
    uint32_t button;    // PICK_BUTTON_*; PRESS, RELEASE
    uint32_t modifiers; // PICK_MODIFIER_*
    bool ui_captured;   // the user interface has the mouse at this position; MOVE, PRESS, RELEASE
} pick_pointer_event;

// What the events of one frame refer to.
typedef struct pick_pointer_frame {
    const pick_view *view; // of the picture on screen; NULL: there is none, and nothing can be picked
    const pick_scene *scene;
    const pick_query *query; // NULL: PICK_QUERY_DEFAULT
    uint64_t revision;       // another number whenever view, scene or query may answer differently than before
} pick_pointer_frame;

// What lies under a window position.
typedef struct pick_target {
    pick_object_id object; // what a click selects; null: nothing
    bool hit;              // something is there, selectable or not
    pick_hit surface;      // valid when hit
} pick_target;

typedef enum pick_pointer_action_type {
    PICK_POINTER_HOVER,       // pick_pointer_hover has changed; at most once per frame, the last action of it
    PICK_POINTER_CLICK,       // pressed and released within the dead zone
    PICK_POINTER_DRAG_BEGIN,  // `delta` reaches from the press to `position`
    PICK_POINTER_DRAG_MOVE,   // `delta` since the last action of the drag
    PICK_POINTER_DRAG_END,    // released
    PICK_POINTER_DRAG_CANCEL, // called off: whatever it did is to be taken back
} pick_pointer_action_type;

typedef struct pick_pointer_action {
    pick_pointer_action_type type;
    uint32_t button;    // PICK_BUTTON_*
    uint32_t modifiers; // at the press
    pick_vec2 press;    // where the press was
    pick_vec2 position; // where the pointer is
    pick_vec2 delta;
    pick_target target; // what was under the press
} pick_pointer_action;

enum { PICK_POINTER_QUEUE_SIZE = 64 };

typedef struct pick_pointer_desc {
    double dead_zone; // logical points, at scale 1
    double scale;     // logical points per unscaled point: 1, but where the window system has no logical points
                      // of its own, the DPI over 96
} pick_pointer_desc;

#define PICK_POINTER_DESC_DEFAULT ((pick_pointer_desc){.dead_zone = 4, .scale = 1})

// Fields are private; pick_pointer_init writes them.
typedef struct pick_pointer {
    double dead_zone;
    pick_pointer_event queue[PICK_POINTER_QUEUE_SIZE];
    uint32_t queue_first, queue_count;
    pick_pointer_frame frame;
    uint32_t frame_picks;
    uint64_t total_picks;
    // The mouse as of the events taken from the queue.
    bool inside, ui_captured;
    pick_vec2 position;
    uint32_t buttons_down; // bit per button
    // The press that is going on, if any.
    int phase;
    uint32_t button, modifiers;
    pick_vec2 press;
    pick_target press_target;
    // What was found last, and where and when that was asked.
    pick_target hover, reported;
    bool resolved, stale;
    pick_vec2 resolved_position;
    uint64_t resolved_revision;
} pick_pointer;

void pick_pointer_init(pick_pointer *pointer, const pick_pointer_desc *desc); // `desc` NULL: the default

// Queues an event. Moves that follow each other become one. More than PICK_POINTER_QUEUE_SIZE events between two
// frames are as good as a lost focus: they are dropped and a cancel takes their place.
void pick_pointer_push(pick_pointer *pointer, const pick_pointer_event *event);

// Gives the frame's view, scene and query, which must last until pick_pointer_next returns false, and a new budget.
void pick_pointer_begin_frame(pick_pointer *pointer, const pick_pointer_frame *frame);

// The next thing that happened. False, and `action` untouched, when there is nothing more in this frame.
bool pick_pointer_next(pick_pointer *pointer, pick_pointer_action *action);

// Whether another frame is needed though nothing new comes in: events wait for a pick, or the hover is out of date.
bool pick_pointer_is_pending(const pick_pointer *pointer);

// What is under the pointer now. No object and no hit while it may not be picked (see Cost).
const pick_target *pick_pointer_hover(const pick_pointer *pointer);

// Whether a drag is going on.
bool pick_pointer_is_dragging(const pick_pointer *pointer);

// Picks made in this frame (0 or 1), and in all.
uint32_t pick_pointer_frame_picks(const pick_pointer *pointer);
uint64_t pick_pointer_total_picks(const pick_pointer *pointer);

// What a click with these modifiers does to a selection: Ctrl toggles, Shift adds, plain replaces.
pick_selection_op pick_pointer_click_op(uint32_t modifiers);

// Does it. A plain click on nothing clears; one with a modifier changes nothing. Errors as pick_selection_apply.
pick_result pick_pointer_apply_click(const pick_pointer_action *click, pick_selection *selection, bool *changed);

#ifdef __cplusplus
}
#endif

#endif
