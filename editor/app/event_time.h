// event_time.h: when an input event happened, which is not when it is read: a picture may take longer to draw than two
// presses of a double click.
#ifndef EDITOR_APP_EVENT_TIME_H
#define EDITOR_APP_EVENT_TIME_H

#include <SDL.h>
#include <stdbool.h>

typedef struct editor_event_time {
    Uint32 press;    // X's time of the last press, milliseconds from a moment that only X knows
    bool has_press;  // it belongs to the next press of SDL
    bool has_offset; // what to add to X's times is known
    double offset;   // seconds
} editor_event_time;

// Asks SDL for X's own events, which carry their times. Call it once, after SDL_Init and before the window is made.
void editor_event_time_begin(void);

// Call it for every event of SDL, in order. Returns when the event happened, as far as the window system tells: seconds
// on the clock of `now`, which is the time at which it is read. Differences between presses are exact with X11. With
// other window systems the time is that of SDL: with some versions the moment when SDL looked for events.
double editor_event_time_of(editor_event_time *time, const SDL_Event *event, double now);

#endif
