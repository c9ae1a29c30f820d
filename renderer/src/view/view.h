// view.h: one view of a scene while it is being recorded: what its matrices say, and what it draws.
#ifndef RENDERER_SRC_VIEW_H
#define RENDERER_SRC_VIEW_H

#include "device/clock.h"
#include "scene/cull.h"
#include "shaders/shared.h"
#include "view/target.h"

#define RENDER_OUTLINE_WIDTH 2.0f // points

// One view of a scene while it is being recorded.
typedef struct render_draw {
    render_device *device;
    render_target *target;
    render_scene *scene;
    const render_frame *frame;
    const render_overlay *overlay; // drawn over all views, or NULL
    render_slot *slot;
    render_clock *clock; // NULL: not timed
    VkCommandBuffer commands;
    const render_vulkan_picture *picture; // an engine's, drawn over; NULL: the target's own
    const VkPipeline *over;               // with a picture: the pipelines that draw over it, by number of the pass
    VkViewport viewport;
    VkRect2D area; // the area to clear and draw: the whole target, or the part that a later view or an ID request needs
    bool later;    // not the first view of the picture: keep what earlier views drew
    VkRect2D scissor;          // the viewport clipped to the target
    VkRect2D highlight_area;   // the part of the scissor that highlighted objects and their outlines can cover
    uint32_t part;             // of the clock
    VkDescriptorSet frame_set; // null: the passes read nothing of the view
    bool orthographic;
    double forward[3];                   // unit, where the camera looks, world space
    bool mirrored;                       // the picture is a mirror image: front faces appear clockwise
    VkCompareOp nearer;                  // depth test that passes closer fragments
    VkCompareOp nearest;                 // depth test that passes closer or equal fragments
    float scale;                         // pixels per point
    render_span lines;                   // as shaders read them: depth-tested ones, then those on top
    uint32_t line_count, top_line_count; // of each
    bool occlusion;                      // its surfaces read the target's image of ambient occlusion
    const render_frame *shadow;          // the frame that drew its shadow map; NULL: no shadows
    bool capped;                         // it has caps, and its depths a stencil
    const VkPipeline *pipelines;         // of the pass being recorded
} render_draw;

float render_to_linear(uint32_t byte); // converts an sRGB byte to linear light
// Returns NULL, or a message that names the invalid field of the frame.
const char *render_check_frame(const render_device *device, const render_frame *frame);
// Sets viewport, scissor, handedness, depth test and scale of the draw, and the shaders' view.
void render_view_init(render_draw *draw, struct shader_view *view);
// The axis across the plane of the grid: 1 (y), or 0 or 2 for an orthographic view along x or z.
int render_grid_axis(const render_draw *draw);
VkRect2D render_view_intersect(const VkRect2D *a, const VkRect2D *b);
// Computes the world point at a pixel position and depth.
void render_view_unproject(const render_frame *frame, uint32_t target_width, uint32_t target_height,
                           const double pixel[2], double depth, double point[3]);
// Fills the scene's view list with the objects visible inside the scissor. `ids`: translucent objects count as solid.
// `user`: the slot whose next submission uses the list.
render_result render_view_list_fill(render_draw *draw, bool ids, const render_slot *user);
// Pixels by which what objects show reaches beyond their boxes: that of sizes on screen.
double render_view_reach(const render_draw *draw);
// The frustum of what the scissor shows, with a margin.
void render_view_find_frustum(const render_draw *draw, render_frustum *frustum);
// Adds the highlighted objects to the view list, in the memory of the draw's slot.
render_result render_view_list_highlights(render_draw *draw);
// Lists the solids that the section cuts open, in the memory of the draw's slot, and sets `capped` if there are any.
render_result render_view_list_caps(render_draw *draw, bool ids);
// The part of the scissor that an object can cover, with a margin of pixels.
VkRect2D render_view_object_area(const render_draw *draw, uint32_t slot, double margin);
// Sets `highlight_area`. The highlighted objects must be listed.
void render_view_find_highlight_bounds(render_draw *draw);

#endif
