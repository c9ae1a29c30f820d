// depths.h: how far in front of an eye the objects of a scene lie.
#ifndef RENDERER_SRC_DEPTHS_H
#define RENDERER_SRC_DEPTHS_H

#include "scene/cull.h"

// Returns the distance in front of the eye that three of four objects with surfaces before it lie within, in steps of a
// quarter of an octave; 0: there are none. Fits the blocks to what has changed; a block that lies in one step, or
// behind the eye, is counted as a whole.
double render_bounds_find_depth(render_bounds *bounds, const double eye[3], const double forward[3]);

#endif
