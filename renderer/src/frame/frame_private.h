// frame_private.h: recording a frame, for targets, windows and IDs.
#ifndef RENDERER_SRC_FRAME_PRIVATE_H
#define RENDERER_SRC_FRAME_PRIVATE_H

#include "renderer/ids.h"
#include "view/target.h"

// Checks the arguments and records everything up to the finished picture into the next frame slot, not yet submitted.
// The picture is left ready to be sampled.
render_result render_record_frame(render_target *target, render_scene *scene, const render_frame *views,
                                  uint32_t view_count, render_slot **slot);
// Call after the frame was submitted.
void render_frame_submitted(render_target *target, const render_slot *slot);
// Begins a slot and records the IDs of an area, or of the whole target (NULL). Leaves the images of IDs and depth ready
// to be copied.
render_result render_record_ids(render_target *target, render_scene *scene, const render_frame *frame,
                                const render_area *area, render_slot *slot);

#endif
