// error.h: a message that says why something was refused.
#ifndef EDITOR_SYSTEM_ERROR_H
#define EDITOR_SYSTEM_ERROR_H

// One line: "FILE: what is wrong, where".
typedef struct editor_error {
    char text[512];
} editor_error;

#endif
