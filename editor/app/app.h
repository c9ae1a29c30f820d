// app.h: the interactive editor: opens the window and runs until it is closed.
#ifndef EDITOR_APP_H
#define EDITOR_APP_H

#include "document/level/level.h"
#include "renderer/frame.h"
#include "system/keymap.h"

#include <stdint.h>

typedef struct editor_app_options {
    uint32_t width, height;           // logical points; 0: see editor_platform_create
    const char *device_name;          // NULL: choose
    uint32_t masked_features;         // RENDER_FEATURE_*: left unused
    const char *log_events;           // path of the event log, JSON Lines; "-": stdout; NULL: none
    const char *screenshot;           // path of a PNG, written at the end and on F12; NULL: none
    const char *record;               // path of the recording, a script for `vkpick play`; NULL: none
    render_present_mode present_mode; // of the window, if it offers it
    const editor_key_binding *keys;   // of the actions; NULL: those of the table
    const char *opens;                // a file that the window begins to open (workspace.h); NULL: none
    const char *notice;               // shown in the status line at the start; NULL: nothing
    bool validation;                  // enables the Khronos validation layer; any message makes the exit status 1
} editor_app_options;

// Takes ownership of the level. Returns the exit status of the process: 0, 1, or 3 if `opens` is refused before
// anything was done in the window.
int editor_app_run(editor_level *level, const editor_app_options *options);

#endif
