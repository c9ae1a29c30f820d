// pass.h: the drawing passes of a frame. A new pass is one file and one row in passes.c.
#ifndef RENDERER_SRC_PASSES_PASS_H
#define RENDERER_SRC_PASSES_PASS_H

#include "device/pipeline.h"
#include "passes/stages.h"
#include "scene/batch_list.h"
#include "view/view.h"

typedef struct render_pass {
    const char *name;
    render_stage stage;
    uint32_t pipeline_count;
    const render_pipeline_desc *pipelines;
    bool (*wanted)(const render_draw *draw); // NULL: always
    render_result (*record)(const render_draw *draw);
} render_pass;

// Creates the pipelines of all passes, and names the passes in the device's stats. render_pipelines_finish destroys the
// pipelines, also those of a failed call.
render_result render_passes_init(render_device *device);
// Finds the pipelines that draw over an engine's picture, by number of the pass; creates them at first use.
render_result render_passes_over(render_device *device, VkFormat format, const VkPipeline **out);
uint32_t render_pass_count(void);
const render_pass *render_get_pass(uint32_t index); // in drawing order

extern const render_pass render_pass_shadow;
extern const render_pass render_pass_near;
extern const render_pass render_pass_occlusion;
extern const render_pass render_pass_occlusion_blur;
extern const render_pass render_pass_background;
extern const render_pass render_pass_surface;
extern const render_pass render_pass_translucent;
extern const render_pass render_pass_volumes;
extern const render_pass render_pass_wire;
extern const render_pass render_pass_grid;
extern const render_pass render_pass_lines;
extern const render_pass render_pass_top_lines;
extern const render_pass render_pass_engine_depth;
extern const render_pass render_pass_mask;
extern const render_pass render_pass_outline_rows;
extern const render_pass render_pass_outline;
extern const render_pass render_pass_annotations;
extern const render_pass render_pass_top_annotations;
extern const render_pass render_pass_annotation_ids;
extern const render_pass render_pass_overlay;
extern const render_pass render_pass_ids;

// For passes: binds the pipeline and the frame's set.
void render_draw_bind(const render_draw *draw, VkPipeline pipeline);
void render_draw_push(const render_draw *draw, const struct shader_push *push);
// Draws groups of objects with one pipeline.
void render_draw_groups(const render_draw *draw, const render_group_list *list, VkPipeline pipeline);

#endif
