// cli.h: the command line: `vkpick [FILE]` and the commands that need no display.
//
// Output:     machine output is JSON Lines on stdout; everything else, help included, goes to stderr.
// Status:     0 done, 1 failed, 2 wrong usage, 3 input file refused.
#ifndef EDITOR_CLI_CLI_H
#define EDITOR_CLI_CLI_H

#include "app/app.h"

typedef enum editor_exit {
    EDITOR_EXIT_DONE = 0,
    EDITOR_EXIT_FAILED = 1,
    EDITOR_EXIT_USAGE = 2,
    EDITOR_EXIT_REFUSED = 3
} editor_exit;

// Opens the editor's window on a level and takes ownership of it: editor_app_run.
typedef int (*editor_cli_open_window)(editor_level *level, const editor_app_options *options);

// Runs the program's arguments, argv[0] included. Returns the process exit status.
int editor_cli_main(int argc, char *const *argv, editor_cli_open_window open_window);

#endif
