// late_answers.h: a pointer whose late answers a test hands in.
//
// The window is 400 x 300, the viewport all of it. An orthographic camera 10 m up the z axis; 10 points are 1 m, and
// the window's centre, (200, 150), is the world's origin. Around it the plates A, B and C lie behind each other, at a t
// of 10, 11 and 12. G, H and I are known to the GPU alone.
#ifndef TESTS_LATE_ANSWERS_H
#define TESTS_LATE_ANSWERS_H

#include "plates.h"

enum { A, B, C, PLATE_COUNT, WAIT = 3, HANDLE = 7 };

typedef struct late_world {
    plates on;
    pick_object_id plates[PLATE_COUNT];
    pick_object_id child, parent; // a group
    bool has_handle;
    size_t group_tests;
} late_world;

static const pick_vec2 middle = {200, 150}, beside = {203, 150}, nowhere = {20, 20};
static const pick_object_id null_object = {0, 0}, G = {1, 0}, H = {2, 0}, I = {3, 0}, group = {9, 0};

void late_set_wait(late_world *w, uint32_t frames);

int late_setup(void **state);

int late_teardown(void **state);

pick_hit late_hit(pick_object_id object, double t);

void late_hand_in(late_world *w, pick_vec2 position, const pick_hit *hits, size_t count);

// What is wanted now is nothing.
void late_expect_no_question(const late_world *w);

void late_expect_question(const late_world *w, pick_vec2 wanted);

// A hover at the middle with its answer, of one hit. Returns the hover.
const pick_target *late_hover(late_world *w, pick_object_id object, double t);

void late_press(late_world *w, pick_vec2 position, uint32_t modifiers);

void late_release(late_world *w, pick_vec2 position, uint32_t modifiers);

// A click whose answer, if it is wanted, comes at once. Returns its action.
const pick_pointer_action *late_click(late_world *w, pick_vec2 position, uint32_t modifiers, const pick_hit *hits,
                                      size_t count);

void late_expect_rows(const late_world *w, const pick_object_id *objects, const bool *outside, size_t count);

#endif
