// background.h: another program that runs beside this one, at low priority, and is asked now and then whether it is
// done.
//
// Nothing here waits. The program is ended with its owner, and after a time limit.
#ifndef EDITOR_SYSTEM_BACKGROUND_H
#define EDITOR_SYSTEM_BACKGROUND_H

#include <stdbool.h>

typedef struct editor_background editor_background;

typedef enum editor_background_state {
    EDITOR_BACKGROUND_RUNS,
    EDITOR_BACKGROUND_DONE,  // it ended with status 0
    EDITOR_BACKGROUND_FAILED // with another one, by a signal, or after the time limit
} editor_background_state;

// Starts `arguments[0]`, a path, with the arguments up to a NULL. What it writes to standard error goes into the file
// `errors`, the rest nowhere. `seconds`: of processor time and by the clock. NULL: it cannot be started.
editor_background *editor_background_start(const char *const *arguments, const char *errors, unsigned seconds);
// The state as of now.
editor_background_state editor_background_look(editor_background *background);
void editor_background_destroy(editor_background *background); // ends the program; NULL is fine

// The path of this program; NULL: not known. The caller frees it.
char *editor_background_self(void);

#endif
