// frame_private.h: recording a frame, for targets and windows.
#ifndef RENDERER_SRC_FRAME_PRIVATE_H
#define RENDERER_SRC_FRAME_PRIVATE_H

#include "target.h"

// Checks the arguments and records everything up to the finished picture, not yet submitted. The picture is left ready
// to be sampled. `ids`: the object-ID image instead, left ready to be copied.
render_result render_record_frame(render_target *target, render_scene *scene, const render_frame *frame, bool ids,
                                  render_slot **slot);

#endif
