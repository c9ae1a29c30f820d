// app.h: the interactive editor: opens the window, runs until it is closed.
#ifndef EDITOR_APP_H
#define EDITOR_APP_H

#include "document/level/level.h"

#include <stdint.h>

typedef struct editor_app_options {
    uint32_t width, height;  // logical points; 0: 1280x720
    const char *device_name; // NULL: choose
    const char *log_events;  // path for one JSON object per line of what happened, "-" is stdout; NULL: none
    const char *screenshot;  // path of a PNG written when the program ends, and on F12; NULL: none
    const char *record;      // path of a script for `vkpick play` that is written while the editor runs; NULL: none
    bool validation;         // Khronos validation layer; its messages make the exit status 1
} editor_app_options;

// Takes over the level. Returns the process exit status.
int editor_app_run(editor_level *level, const editor_app_options *options);

#endif
