// frame.h: drawing a frame: its target, its camera, and what is drawn besides the scene.
//
// One path:   a target holds the images that a frame is drawn into. A window is a target whose picture is copied to a
//             swapchain; offscreen rendering uses a target alone. Both draw the same way, and both can be read back.
// Pixels:     everything here is in drawable pixels, origin top-left, y down.
// Depth:      the image is cleared to 0 and tested with GREATER: reversed-Z. Projections must be reversed (infinite
//             or finite far) unless frame.forward_depth is set (tests of other projections use it).
// Colour:     shading is linear; the target is 8-bit sRGB.
// Views:      a frame shows a scene in one view or several, each in its own part of the target.
#ifndef RENDERER_FRAME_H
#define RENDERER_FRAME_H

#include "renderer/scene.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct render_target render_target;
typedef struct render_window render_window;

render_result render_target_create(render_device *device, uint32_t width, uint32_t height, render_target **out);
void render_target_destroy(render_target *target); // NULL does nothing

// How pictures reach the screen. All windows offer FIFO; another mode is taken where it is offered.
typedef enum render_present_mode {
    RENDER_PRESENT_FIFO,         // each picture in turn, one a refresh
    RENDER_PRESENT_FIFO_RELAXED, // the same, but a picture that comes late is shown at once, torn
    RENDER_PRESENT_MAILBOX,      // at a refresh, the newest picture: lower latency, more pictures drawn than seen
    RENDER_PRESENT_IMMEDIATE,    // at once, torn
    RENDER_PRESENT_MODES
} render_present_mode;

typedef struct render_window_desc {
    // Called at creation, and again whenever the surface was lost. Give the device's description the same function:
    // only then is a device chosen that can present to this window.
    render_surface_function create_surface;
    // Returns the current drawable size in pixels; (0, 0) while minimised.
    void (*get_size)(void *user, uint32_t *width, uint32_t *height);
    void *user;
    render_present_mode present_mode;
} render_window_desc;

render_result render_window_create(render_device *device, const render_window_desc *desc, render_window **out);
void render_window_destroy(render_window *window);                                           // NULL does nothing
void render_window_get_size(const render_window *window, uint32_t *width, uint32_t *height); // of the last frame
// The mode in use; FIFO before the first frame.
render_present_mode render_window_get_present_mode(const render_window *window);
const char *render_present_mode_name(render_present_mode mode); // "fifo", "fifo-relaxed", "mailbox", "immediate"
// The number of the picture that was presented last: 1, 2, 3, ... in the window's life. 0: none yet.
uint64_t render_window_get_picture(const render_window *window);
// The number of the newest picture known to have reached the screen; 0: none, or the device lacks
// RENDER_FEATURE_PRESENT_TIMES. Never waits: poll it often to learn when. A picture that is never shown (replaced by a
// newer one, or lost to a resize) counts as shown when a newer one is.
uint64_t render_window_poll_shown(render_window *window);
// The target that the window's frames are drawn into, for read-back and IDs. It has the size of the last frame. The
// window owns it: NULL before the first frame, then the same until the window is destroyed.
render_target *render_window_get_target(render_window *window);

// A line in world space, `width` pixels wide. `color`: bytes R, G, B, A in memory; sRGB, straight alpha.
typedef struct render_line {
    double from[3], to[3];
    uint32_t color;
    float width;
    bool on_top; // drawn over everything, not depth-tested
} render_line;

// Text of constant size on screen, beside a point in the world; drawn in strokes with a dark outline.
typedef struct render_label {
    double position[3]; // world space, metres
    float offset[2];    // from the position's pixel to the middle of the baseline: points, x right, y down
    const char *text;   // UTF-8; characters outside printable ASCII are drawn as a box
    uint32_t color;     // as a line's
    float size;         // height of the capitals in points; 0: RENDER_LABEL_SIZE
    bool on_top;        // false: depth-tested at its position; it shows through nearer surfaces faintly
} render_label;

#define RENDER_LABEL_SIZE 8.0f

// The 2D overlay, drawn last. It has the layout of Dear ImGui's vertex lists.
typedef struct render_overlay_vertex {
    float x, y, u, v;
    uint32_t color; // memory order R, G, B, A; sRGB
} render_overlay_vertex;

typedef struct render_overlay_command {
    float clip[4];          // x0, y0, x1, y1 in pixels
    render_texture texture; // 0: vertex colours alone
    uint32_t index_offset, index_count;
    uint32_t vertex_offset;
} render_overlay_command;

typedef struct render_overlay {
    const render_overlay_vertex *vertices;
    uint32_t vertex_count;
    const uint16_t *indices;
    uint32_t index_count;
    const render_overlay_command *commands;
    uint32_t command_count;
    float scale; // pixels per vertex unit, the HiDPI factor; 0 means 1. Outlines and grid lines scale with it
} render_overlay;

typedef struct render_rect {
    float x, y, width, height; // a negative height flips, as in Vulkan
} render_rect;

typedef enum render_shading {
    RENDER_SHADING_LIT,   // materials, lit
    RENDER_SHADING_UNLIT, // base and emissive colours, not lit
    RENDER_SHADING_CLAY   // one grey material for everything, lit: shows shapes
} render_shading;

// A plane of the world. Keeps the places p with dot(normal, p) + offset >= 0.
typedef struct render_plane {
    double normal[3]; // unit
    double offset;    // metres
} render_plane;

enum { RENDER_SECTION_PLANES = 8 };
#define RENDER_CAP_TRIANGLE 0xfffffffeu // the number of a triangle in the IDs of caps

typedef struct render_frame {
    float projection[16]; // column-major
    float view[16];       // column-major; only the rotation is read
    double eye[3];        // world space, metres
    render_rect viewport; // in the target; width 0: the whole target. The rest is cleared
    bool forward_depth;   // the projection maps near to 0 and far to 1
    render_shading shading;
    bool wireframe; // triangle edges over the shading; none without RENDER_FEATURE_FILL_MODES
    bool shadows;   // the first sun casts shadows: costs a drawing of all that it shines on
    // Corners and places where surfaces meet get less of the sky's light: costs a drawing at half the size.
    bool ambient_occlusion;
    bool grid; // the ground grid at y = 0; in an orthographic view along x or z, one across it behind everything
    const render_line *lines;
    uint32_t line_count;
    const render_label *labels;
    uint32_t label_count;
    bool icons;                    // draws the icons of objects; in the IDs too, with triangle 0xffffffff
    const render_overlay *overlay; // NULL: none
    // The picture shows what all of these planes keep, and so do the IDs: of surfaces, volumes, their shadows and
    // highlights the part, of icons and labels those whose place is kept. Lines, grid and overlay are not cut.
    render_plane section[RENDER_SECTION_PLANES];
    uint32_t section_count;
    // Solids that the section cuts open are closed with flat surfaces in its planes, in the picture and in the IDs:
    // objects with RENDER_OBJECT_SOLID, where more of their back faces than of their front faces lie beyond the plane,
    // along the ray through the pixel. What a material cuts out or shows through counts. Not where a frame is drawn
    // over an engine's picture, nor in shadow maps and ambient occlusion. Costs two draw calls a solid that is cut, and
    // images with a stencil. Ignored without RENDER_FEATURE_STENCIL.
    bool caps;
    bool both_sides; // of all surfaces are drawn, whatever their materials say, to look into what is cut open
} render_frame;

// Waits until a frame can be drawn into the window without a further wait, at most `seconds` (at most 1). To show the
// latest input, wait first, then read the input, then draw. RENDER_PENDING: not yet, or the window is hidden and gives
// no image: go on with other work and call again. RENDER_SKIPPED: the window has no area.
render_result render_window_wait(render_window *window, double seconds);

// Draws `scene` into a target, or into a window and presents it. RENDER_SKIPPED while the window has no area, or if
// it gives no image to draw into, or the GPU is busy with earlier frames, for a second.
render_result render_target_draw(render_target *target, render_scene *scene, const render_frame *frame);
render_result render_window_draw(render_window *window, render_scene *scene, const render_frame *frame);

// Draws several views of one scene in one frame, in order, each with its own camera, viewport, lines and modes. Pixels
// outside all viewports are cleared; where viewports overlap, the later view is seen. The first overlay given is drawn
// over all views, and its scale applies to all.
enum { RENDER_MAX_VIEWS = 16 };
render_result render_target_draw_views(render_target *target, render_scene *scene, const render_frame *views,
                                       uint32_t view_count);
render_result render_window_draw_views(render_window *window, render_scene *scene, const render_frame *views,
                                       uint32_t view_count);

// Reads back the picture of the last draw: RGBA, 4 bytes per pixel, sRGB, top row first. Waits for the GPU. `capacity`
// is in bytes, at least width * height * 4. `width` and `height` (if not NULL) receive the size, also when this fails.
render_result render_target_read_color(render_target *target, uint8_t *rgba, size_t capacity, uint32_t *width,
                                       uint32_t *height);
#ifdef __cplusplus
}
#endif

#endif
