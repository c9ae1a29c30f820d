// view_key.h: what the recording of a view reads.
#ifndef RENDERER_SRC_FRAME_VIEW_KEY_H
#define RENDERER_SRC_FRAME_VIEW_KEY_H

#include "frame/part.h"
#include "view/view.h"

// Adds all that the passes of the view read, besides the contents of uploaded buffers. `view`: the shaders'.
void render_key_add_view(render_key *key, const render_draw *draw, const struct shader_view *view);
// Adds all that the overlay reads.
void render_key_add_overlay(render_key *key, const render_draw *draw);

#endif
