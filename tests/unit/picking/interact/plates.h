// plates.h: a scene of plates that face +z, seen from above, for tests of the pointer.
#ifndef TESTS_PLATES_H
#define TESTS_PLATES_H

#include "picking/picking.h"

// Half size 1, in the plane z = 0.
pick_mesh *plates_mesh(void);

pick_object_id plates_add(pick_scene *scene, const pick_mesh *mesh, pick_vec3 at, float half_x, float half_y,
                          uint32_t flags);

// From (0, 0, 10) along -z; orthographic, Y down, reversed depth from 0.1 to 100. `half_x` and `half_y`: metres from
// the middle of the viewport to its sides.
pick_view plates_view(double half_x, double half_y, pick_rect viewport);

// A pointer over a scene of plates. A test's world has one of these, and its plates.
typedef struct plates {
    pick_mesh *plate;
    pick_scene *scene; // empty at first
    pick_view view;
    pick_pointer *pointer;
    pick_pointer_frame frame;
    pick_pointer_action actions[32]; // of the last frame
    size_t action_count;
    double seconds; // of the events
} plates;

// With plates_view. The caller adds to the frame what it needs.
void plates_begin(plates *p, double half_x, double half_y, pick_rect viewport);
void plates_end(plates *p);

// Queues an event. What lies left of the viewport is the user interface.
void plates_push(plates *p, pick_pointer_event_type type, pick_vec2 position, uint32_t button, uint32_t modifiers);

// One frame. Returns the number of picks that it made, 0 or 1.
uint32_t plates_frame(plates *p);

// The first action of this type in the last frame; NULL: none.
const pick_pointer_action *plates_find(const plates *p, pick_pointer_action_type type);

// Asserts that two handles are equal.
void expect_object(pick_object_id a, pick_object_id b);

#endif
