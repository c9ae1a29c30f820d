// shadow.h: the shadow map of a view: where it lies, and how the shaders find a place in it.
//
// The map looks along the light of the scene's first sun, without perspective. It covers the whole scene, or the part
// of the view that most visible objects lie in where that is smaller. It moves by whole texels and grows in steps, so
// that shadows stand still while the camera moves.
#ifndef RENDERER_SRC_VIEW_SHADOW_H
#define RENDERER_SRC_VIEW_SHADOW_H

#include "view/view.h"

enum { RENDER_SHADOW_SIZE = 2048 }; // texels a side; every device draws images of 4096

// Sets `out` to the frame that draws the map of this view, which `part` of the draw numbers. False: no sun, or nothing
// to see. Looks at all objects when camera, sun or scene have changed, else returns what the target keeps.
bool render_shadow_fit(const render_draw *draw, render_frame *out);
// Tells the shaders of the view where the map that was drawn with `map` lies.
void render_shadow_fill(const render_frame *map, const render_frame *frame, uint32_t light, struct shader_view *view);

#endif
