// stages.h: which images each stage of a frame draws into, and what must be done before.
#ifndef RENDERER_SRC_STAGES_H
#define RENDERER_SRC_STAGES_H

#include "passes/pass.h"

render_result render_stage_begin(const render_draw *draw, render_stage stage);
void render_stage_end(const render_draw *draw, render_stage stage);

#endif
