// window_drop.h: what a desktop does to the program's window and xdotool cannot: dropped files, and the focus.
#ifndef TESTS_E2E_WINDOW_DROP_H
#define TESTS_E2E_WINDOW_DROP_H

#include "window_driver.h"

// Drags the files, of absolute paths, from outside the window to a place in it and drops them there, as a file manager
// does. The screen's bottom right must be outside.
void window_drop(driver *d, int x, int y, const char *const *paths, int count);
// Takes the keyboard away from the window, and gives it back where `has` says so.
void window_focus(driver *d, bool has);

#endif
