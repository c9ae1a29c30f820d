// icons.h: what stands on screen for lights, cameras and empties: which icon, and which one is under a point.
#ifndef EDITOR_ICONS_H
#define EDITOR_ICONS_H

#include "document/level.h"
#include "renderer/renderer.h"

// The icon of an object: none for meshes, and for groups, whose members show where they are.
render_icon editor_icon_of(const editor_level *level, uint32_t object);

// The object whose icon is drawn at the window position `at`: the nearest to the eye, then the later number, of those
// not hidden, and in front of what the view shows there at `distance` along the view axis (+infinity: nothing).
// `scale`: window points per icon point, 1 but for other user interface scales. EDITOR_NONE: none. As the ID image has
// it, so that a pick by either finds the same.
uint32_t editor_icon_at(const editor_level *level, const pick_view *view, pick_vec2 at, double scale, double distance);

#endif
