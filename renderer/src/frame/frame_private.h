// frame_private.h: recording a frame, for targets, windows and IDs.
#ifndef RENDERER_SRC_FRAME_PRIVATE_H
#define RENDERER_SRC_FRAME_PRIVATE_H

#include "passes/stages.h"
#include "renderer/ids.h"
#include "view/target.h"

// Checks the arguments and adds the parts of a frame, up to the finished picture, to the next frame slot, recorded anew
// where they have changed; not yet submitted. The picture is left ready to be sampled.
render_result render_record_frame(render_target *target, render_scene *scene, const render_frame *views,
                                  uint32_t view_count, render_slot **slot);
// Call after the frame was submitted.
void render_frame_submitted(render_target *target, const render_slot *slot);
// Records the IDs of an area, or of the whole target (NULL), into the slot, which it begins, or into `commands` with
// the slot's memory. Leaves the images of IDs and depth ready to be copied.
render_result render_record_ids(render_target *target, render_scene *scene, const render_frame *frame,
                                const render_area *area, render_slot *slot, VkCommandBuffer commands);

// The steps of a recording: checks the arguments and uploads the scene's changes, before any view is recorded;
render_result render_frame_begin(render_target *target, render_scene *scene, const render_frame *views, uint32_t count);
// finds what the view shows, as lists and the shaders' view (`user`: the slot that is submitted with it), ...
render_result render_frame_look(render_draw *draw, bool ids, const render_slot *user, struct shader_view *view);
// ... and writes everything that the passes of a view read into the memory of the draw's slot;
render_result render_frame_write(render_draw *draw, bool ids, const struct shader_view *view);
// does both;
render_result render_frame_prepare(render_draw *draw, bool ids);
// records the passes of a stage.
render_result render_frame_record_stage(render_draw *draw, render_stage stage);

#endif
