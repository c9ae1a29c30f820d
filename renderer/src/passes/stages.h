// stages.h: the stages of a frame: the images that each draws into, and the transitions around it.
#ifndef RENDERER_SRC_PASSES_STAGES_H
#define RENDERER_SRC_PASSES_STAGES_H

#include "device/pipeline.h"
#include "view/view.h"

// In the order of a frame.
typedef enum render_stage {
    RENDER_STAGE_SHADOW,    // depth as the sun sees it; a draw of its own
    RENDER_STAGE_NEAR,      // depth of the view at half its size
    RENDER_STAGE_OCCLUSION, // ambient occlusion, from that
    RENDER_STAGE_OCCLUSION_BLUR,
    RENDER_STAGE_SCENE,   // colour and depth, multisampled
    RENDER_STAGE_DEPTH,   // in place of the scene: the depth of an engine's picture, multisampled
    RENDER_STAGE_MASK,    // the highlighted objects: all samples they cover, and those where they are in front
    RENDER_STAGE_OUTLINE, // how far each pixel is from the masks in its row
    RENDER_STAGE_POST,    // the resolved picture
    RENDER_STAGE_OVERLAY, // the resolved picture's bytes, without conversion
    RENDER_STAGE_IDS,     // object and triangle numbers; a frame of its own
    RENDER_STAGE_COUNT
} render_stage;

const render_attachment_formats *render_stage_formats(render_stage stage);
// Whether the stage is drawn with caps, and its depths with a stencil.
bool render_stage_is_capped(const render_draw *draw, render_stage stage);
// Each stage that is begun must be ended.
void render_stage_begin(const render_draw *draw, render_stage stage);
void render_stage_end(const render_draw *draw, render_stage stage);

#endif
