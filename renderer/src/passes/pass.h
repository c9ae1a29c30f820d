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

// Names the passes in the device's stats.
void render_passes_init(render_device *device);
// Creates the pipelines of a pass that are not there yet. render_pipelines_finish destroys them, also those of a failed
// call, and the next call creates the rest.
// `capped`: those whose depths have a stencil.
render_result render_pass_prepare(render_device *device, uint32_t index, bool capped);
render_result render_passes_prepare(render_device *device); // of all passes
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
extern const render_pass render_pass_thin;
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
extern const render_pass render_pass_caps;
extern const render_pass render_pass_cap_mask;
extern const render_pass render_pass_cap_ids;

// For passes: binds the pipeline and the frame's set.
void render_draw_bind(const render_draw *draw, VkPipeline pipeline);
// Binds the frame's set. Shaders see the rows of objects from `first_object` on.
void render_draw_bind_frame(const render_draw *draw, uint32_t first_object);
void render_draw_push(const render_draw *draw, const struct shader_push *push);
// Lets a triangle over the viewport cover every pixel of the area, also those of whose middle the view ends short.
void render_draw_whole_pixels(const render_draw *draw, const VkRect2D *area);
// Draws groups of objects with one pipeline.
void render_draw_groups(const render_draw *draw, const render_group_list *list, VkPipeline pipeline);
// Draws groups of points and lines: those whose radius is in space with the first pipeline, those on screen with the
// second. `exact`: not those that cover nothing.
void render_draw_thin(const render_draw *draw, const render_group_list *list, const VkPipeline pipelines[2],
                      bool exact);
extern const render_vertex_layout render_thin_vertices;

#endif
