// pass.h: what a frame is made of. A new pass is one file and one row in passes.c.
#ifndef RENDERER_SRC_PASSES_PASS_H
#define RENDERER_SRC_PASSES_PASS_H

#include "device/clock.h"
#include "device/pipeline.h"
#include "scene/draw_list.h"
#include "view/target.h"

#define RENDER_OUTLINE_WIDTH 2.0f // points

typedef struct render_scene render_scene;

// One draw of a scene, as the passes see it.
struct render_draw {
    render_device *device;
    render_target *target;
    render_scene *scene;
    const render_frame *frame;
    const render_overlay *overlay; // over all views; or NULL
    render_slot *slot;
    render_clock *clock; // NULL: not timed
    VkCommandBuffer commands;
    VkViewport viewport;
    VkRect2D area;      // what is cleared and drawn: all of the target, or the part that a later view or IDs need
    bool later;         // not the first view of the picture: what the others drew stays
    VkRect2D scissor;   // of the viewport, inside the target
    VkRect2D mark_area; // the part of it that marked objects and their outlines can cover
    VkDescriptorSet frame_set;
    bool orthographic;
    double forward[3];                   // the way the camera looks, world space
    bool mirrored;                       // the picture is a mirror image: front faces appear clockwise
    VkCompareOp nearer;                  // depth test for what is in front
    VkCompareOp nearest;                 // for what is in front or level
    float scale;                         // pixels per point
    uint32_t line_count, top_line_count; // in the frame's line buffer: tested ones, then those on top
    const VkPipeline *pipelines;         // of the pass being recorded
};

typedef struct render_pass {
    const char *name;
    render_stage stage;
    uint32_t pipeline_count;
    const render_pipeline_desc *pipelines;
    bool (*wanted)(const render_draw *draw); // NULL: always
    render_result (*record)(const render_draw *draw);
} render_pass;

uint32_t render_pass_count(void);
const render_pass *render_get_pass(uint32_t index); // in the order of drawing

extern const render_pass render_pass_background;
extern const render_pass render_pass_surface;
extern const render_pass render_pass_translucent;
extern const render_pass render_pass_wire;
extern const render_pass render_pass_grid;
extern const render_pass render_pass_lines;
extern const render_pass render_pass_top_lines;
extern const render_pass render_pass_mask;
extern const render_pass render_pass_outline;
extern const render_pass render_pass_signs;
extern const render_pass render_pass_top_signs;
extern const render_pass render_pass_sign_ids;
extern const render_pass render_pass_overlay;
extern const render_pass render_pass_ids;

float render_to_linear(uint32_t byte); // an sRGB byte's linear light
// For passes: binds the pipeline and the frame's set.
void render_draw_bind(const render_draw *draw, VkPipeline pipeline);
void render_draw_push(const render_draw *draw, const struct shader_push *push);
// Draws groups of objects with one pipeline.
void render_draw_groups(const render_draw *draw, const render_group_list *list, VkPipeline pipeline);

#endif
