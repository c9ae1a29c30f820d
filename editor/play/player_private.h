// player_private.h: the state of a running script, shared by the files of this room.
#ifndef EDITOR_PLAY_PLAYER_PRIVATE_H
#define EDITOR_PLAY_PLAYER_PRIVATE_H

#include "play/player.h"
#include "system/path.h"

enum { PLAYER_WORDS = 16, PLAYER_MARKS = 16 };

typedef struct editor_player_mark {
    char name[32];
    uint64_t value;
} editor_player_mark;

typedef struct editor_player {
    const char *path; // of the script
    int line;
    const editor_player_desc *desc;
    editor_error *error;
    editor_play_result result;
    // Set before the workspace is opened.
    char level[EDITOR_PATH_SIZE];
    double ui_scale;
    pick_window window;
    editor_workspace *workspace;
    editor_key_binding *keys; // of the actions, once one was changed
    char notice[512];         // what the status line says at the start: what is wrong with a keymap file
    bool manual;              // the script contains the steps
    bool loads_behind;        // and says when a file has been read
    bool boxes;               // then: levels are shown as boxes first, however small
    // State of the mouse and the keyboard.
    pick_vec2 mouse;
    uint32_t modifiers;
    bool touch; // mouse events are those of a finger
    editor_player_mark marks[PLAYER_MARKS];
    int mark_count;
} editor_player;

// Ends the script with an error. Puts the script's path and line before the text. Returns false, for `return`
// statements.
bool editor_player_fail(editor_player *player, editor_play_result result, const char *format, ...);

// Parses exactly `count` finite numbers separated by `separator`.
bool editor_player_numbers(editor_player *player, const char *word, char separator, double *out, int count);

// Runs a check: the words after "expect".
bool editor_player_expect(editor_player *player, char **words, int count);
// "mark NAME ...": keeps a number for later checks.
bool editor_player_mark_value(editor_player *player, char **words, int count);

#endif
