// load_watch.h: what files that are being read cost the window: the longest time from one picture to the next, and the
// most processor time of the window's thread in one step.
//
// Counted:  from the step in which a file begins to be read until two pictures after it is in the level, and all of it
//           is in graphics memory: the first of them uploads, the second is as any other.
#ifndef EDITOR_LOAD_WATCH_H
#define EDITOR_LOAD_WATCH_H

#include <stdbool.h>
#include <stdint.h>

typedef struct editor_load_watch {
    uint64_t steps;      // counted
    uint64_t reading;    // of these, in which a file was being read
    double longest_gap;  // between two submitted pictures, seconds
    double reading_gap;  // the same while a file is read: none of these pictures shows what is in it
    double longest_step; // processor time of a step but for drawing: what was read is put into the level, and uploaded
    double longest_draw; // processor time of recording and submitting a picture; of software Vulkan, drawing it
    double since;        // when the last picture was submitted, or counting began, seconds
    bool read_since;     // a file was being read then
    uint32_t pictures;   // left to count once nothing is read
} editor_load_watch;

typedef struct editor_load_step {
    bool reads; // a file is being read
    bool loads; // it is, or what was read is being uploaded
    bool drew;
    double step, draw; // processor time, seconds
    double now;        // seconds, of any clock that goes on while the loop sleeps
} editor_load_step;

// Notes a step of the loop. Starts zeroed. Returns whether the step counted.
bool editor_load_watch_add(editor_load_watch *watch, const editor_load_step *step);

#endif
