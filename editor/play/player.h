// player.h: runs a script against a workspace: user input, and checks of its effects.
//
// The script is described in docs/play.md. Commands are rows of a table in player.c; checks in player_expect.c.
#ifndef EDITOR_PLAY_PLAYER_H
#define EDITOR_PLAY_PLAYER_H

#include "workspace/workspace.h"

typedef enum editor_play_result {
    EDITOR_PLAY_DONE,
    EDITOR_PLAY_FAILED, // a check failed, or a picture could not be drawn
    EDITOR_PLAY_BROKEN  // the script cannot be read or parsed, or names a level that is refused
} editor_play_result;

typedef struct editor_player_desc {
    // Reads a level; "demo" is the demo level. NULL: refused; `error` has one line.
    editor_level *(*load)(void *user, const char *path, editor_error *error);
    // Writes the workspace's picture as PNG.
    bool (*screenshot)(void *user, editor_workspace *workspace, const char *path, editor_error *error);
    // Called before the workspace is destroyed.
    void (*close)(void *user);
    void *user;
    editor_workspace_desc workspace; // except window and scale, which the script sets
} editor_player_desc;

// Runs a script. Paths of files that it opens are relative to its folder, paths of pictures to the current folder.
// `error`: "FILE:LINE: what is wrong".
editor_play_result editor_play(const char *path, const editor_player_desc *desc, editor_error *error);

#endif
