// verify_views.h: kinds of views in which picking or drawing errors could hide, for any level.
//
// Perspective, orthographic and off-centre; depth reversed and forward, finite and infinite; the whole image and parts
// of it; pictures upside down; rolled, wide and narrow; inside the level, with the near plane through it, and the whole
// level 1000 km from the origin of the world, or the eye 1000 km from the level.
#ifndef EDITOR_CLI_VERIFY_VIEWS_H
#define EDITOR_CLI_VERIFY_VIEWS_H

#include "cli/command.h"

typedef struct editor_verify_view {
    const char *name;
    render_frame frame; // the drawn frame; picking gets the same matrices, eye and viewport
    pick_vec3 offset;   // added to the level and to the eye
} editor_verify_view;

enum { EDITOR_VERIFY_VIEW_COUNT = 34 };

// View `number` of a level with these bounds (not empty), for an image of that size.
editor_verify_view editor_verify_get_view(uint32_t number, const pick_aabb *bounds, uint32_t width, uint32_t height);

#endif
