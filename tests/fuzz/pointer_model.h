// pointer_model.h: the simplest implementation of pointer.h, in a changing world of plates.
#ifndef TESTS_FUZZ_POINTER_MODEL_H
#define TESTS_FUZZ_POINTER_MODEL_H

#include "history.h"
#include "picking/picking.h"

enum { PLATE_MAX = 72, GROUP_MAX = 20, GPU_MAX = 20, GPU_HIT_MAX = 2 * GPU_MAX + 1 };

// A square that the GPU draws and no scene holds.
typedef struct gpu_plate {
    double x, y, half, z; // half 0: not there
    bool locked;
    uint32_t group; // as plate_group
} gpu_plate;

typedef struct pointer_world {
    pick_pointer_desc desc;
    pick_mesh *mesh;
    pick_scene *scene;
    pick_object_id plate[PLATE_MAX]; // null where removed
    pick_object_id group[GROUP_MAX]; // the first half are objects of the scene
    uint32_t plate_group[PLATE_MAX]; // number of the group it is in; GROUP_MAX: none
    uint32_t group_group[GROUP_MAX]; // may lead in circles
    bool has_view, gathers;
    pick_vec2 pan;
    pick_rect viewport;
    pick_view view;
    pick_query query;
    pick_vec2 gizmo;
    double gizmo_radius; // 0: none
    uint64_t revision;
    size_t gathered;        // calls of gather
    gpu_plate gpu[GPU_MAX]; // with desc.answer_frames above 0; the handle of gpu[i] is {i + 1, 0}
} pointer_world;

void pointer_world_create(pointer_world *w, history *h);
void pointer_world_destroy(pointer_world *w);
void pointer_world_change(pointer_world *w, history *h);
pick_pointer_frame pointer_world_frame(pointer_world *w);
// What the GPU finds under a position: in no order, some things twice, and one plate of the scene elsewhere than it is.
size_t pointer_world_gpu(const pointer_world *w, pick_vec2 position, pick_hit hits[GPU_HIT_MAX]);
pick_object_id pointer_world_group(const pointer_world *w, uint32_t group); // GROUP_MAX: null
// Whether `taken` is the plate itself or a group that it is in, `above` being the group around that (or null).
bool pointer_world_holds(const pointer_world *w, pick_object_id plate, pick_object_id taken, pick_object_id above);

// An engine that answers late.
typedef struct pointer_engine {
    bool answers;
    uint32_t delay; // frames that an answer takes after the one that wanted it
    bool junk;      // answers are also handed in twice, and for other places and revisions
    bool under_way;
    pick_vec2 position;
    uint64_t revision;
    uint32_t frames_left;
} pointer_engine;

// How it answers from now on.
void pointer_engine_set(pointer_engine *e, uint32_t how);
// What it does after a frame.
void pointer_engine_step(pointer_engine *e, const pointer_world *w, pick_pointer *pointer);

typedef enum model_phase { MODEL_IDLE, MODEL_PRESSED, MODEL_DRAGGING, MODEL_BLOCKED } model_phase;

typedef struct pointer_model {
    pick_pointer_desc desc;
    // The mouse.
    bool inside, captured;
    pick_vec2 position;
    uint32_t held, down;
    // The press.
    model_phase phase;
    uint32_t button, modifiers;
    pick_vec2 press;
    double press_seconds;
    bool second, through;       // a double click's second; on a handle that a click goes through
    pick_target target, behind; // `behind`: what such a click takes
    pick_drag_kind drag;
    // The last click, if another can follow from it.
    bool clicked;
    pick_vec2 click_position;
    uint32_t click_button, click_modifiers;
    uint64_t click_revision;
    double click_seconds;
    pick_object_id click_object;
    pick_object_id entered;
    // Late answers: whether one arrives while a press waits, or at all; and the last one.
    bool answers_press, answers;
    bool answered;
    pick_vec2 answer_position;
    uint64_t answer_revision;
} pointer_model;

void pointer_model_init(pointer_model *m, const pick_pointer_desc *desc);
void pointer_model_enter(pointer_model *m, pick_object_id group);
// Appends to `actions` what an event, of a finite position, comes to; at most three. Returns how many.
size_t pointer_model_event(pointer_model *m, pointer_world *w, const pick_pointer_event *event,
                           pick_pointer_action *actions);
// What is to be shown now.
pick_target pointer_model_hover(pointer_model *m, pointer_world *w);
pick_selection_op pointer_model_op(const pointer_model *m, uint32_t modifiers);

#endif
