// draw.h: what each program of these tests does with the renderer, besides its own use of Vulkan.
#ifndef TESTS_LINKING_DRAW_H
#define TESTS_LINKING_DRAW_H

#include <stdbool.h>

// Draws a triangle offscreen with a device of the renderer's own. Returns the exit status: 0, 1, or 77 without a
// driver.
int draw_picture(void);

#endif
