// ids.h: the object and triangle that each pixel shows, drawn by the GPU and read back. It is the reference that CPU
// picks are verified against, and can be used for picking by itself.
//
// Meaning:    what covers a pixel's centre: the same matrices, culling and alpha test as the colour pass, with one
//             sample per pixel. Hidden objects are left out; translucent ones count as solid. Icons are included when
//             the frame draws them, as discs of RENDER_ICON_SIZE; lines, labels, grid and overlay are not. The scale of
//             the frame's overlay counts.
// Pixels:     of the target, origin top-left, x right, y down. Outside the frame's viewport the ID is 0.
// Waiting:    render_target_draw_ids waits for the GPU. A request does not: it is submitted at once and polled in a
//             later frame. Only the requested pixels are drawn and copied.
#ifndef RENDERER_IDS_H
#define RENDERER_IDS_H

#include "renderer/frame.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct render_pixel_id {
    uint32_t object; // slot + 1; 0: nothing
    // Its source number in the mesh; the element of points and lines. 0xffffffff for icons, and without
    // RENDER_FEATURE_GEOMETRY_SHADER for meshes in an engine's buffers.
    uint32_t triangle;
} render_pixel_id;

// Draws the IDs of the whole target and waits for them. `ids` holds width * height of the target, row by row from the
// top; `capacity` in pixels.
render_result render_target_draw_ids(render_target *target, render_scene *scene, const render_frame *frame,
                                     render_pixel_id *ids, size_t capacity);

typedef struct render_area {
    uint32_t x, y, width, height;
} render_area;

// A request's number; 0: none. A device keeps the last RENDER_ID_REQUESTS of them; one more discards the oldest answer
// that is available, and render_device_collect discards large answers that were read.
typedef uint64_t render_id_request;
enum { RENDER_ID_REQUESTS = 4 };

// Requests the IDs of an area inside the target, for the current state of the scene. RENDER_SKIPPED while the GPU is
// busy with all earlier requests: try again in the next frame. Never waits.
render_result render_target_request_ids(render_target *target, render_scene *scene, const render_frame *frame,
                                        render_area area, render_id_request *out);
// RENDER_OK: `ids`, and `depths` if not NULL, hold width * height values, row by row from the top; the same answer may
// be polled again. A depth is in the frame's projection, 0..1, and the clear value where nothing is drawn.
// RENDER_PENDING: poll again later. RENDER_SKIPPED: the answer was discarded. RENDER_ERROR_DEVICE_LOST: there will be
// no answer. Never waits.
render_result render_ids_poll(render_device *device, render_id_request request, render_pixel_id *ids, float *depths,
                              size_t capacity);

// What one pixel shows, and where in the world: a pick without a picking library.
typedef struct render_pick {
    render_pixel_id id;
    float depth;     // of the projection, 0..1
    double point[3]; // world space, metres: the point at the pixel's centre and that depth
} render_pick;

render_result render_target_request_pick(render_target *target, render_scene *scene, const render_frame *frame,
                                         uint32_t x, uint32_t y, render_id_request *out);
// As render_ids_poll. With id.object = 0 nothing was hit, and `point` is undefined.
render_result render_pick_poll(render_device *device, render_id_request request, render_pick *out);

#ifdef __cplusplus
}
#endif

#endif
