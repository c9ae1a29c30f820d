// ids.h: which object and triangle a pixel shows: drawn by the GPU, read back. The judge of every other pick, and a
// pick of its own.
//
// Meaning:    what is drawn at a pixel's centre: same matrices, culling and alpha cut as the colour pass, one sample in
//             the centre, hidden objects left out, translucent ones in as if solid. Icons are in it when the frame
//             draws them, as discs of RENDER_ICON_SIZE; lines, labels, grid and overlay are no objects.
// Pixels:     of the target, origin top-left, x right, y down. Outside the frame's viewport there is nothing.
// Waiting:    render_target_draw_ids waits for the GPU. A request does not: it is drawn after what was submitted before
//             it, and polled in a later frame. Only the pixels asked for are drawn and copied.
#ifndef RENDERER_IDS_H
#define RENDERER_IDS_H

#include "renderer/frame.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct render_pixel_id {
    uint32_t object;   // slot + 1; 0: nothing
    uint32_t triangle; // its source number in the object's mesh; 0xffffffff of an icon, or where the device cannot tell
} render_pixel_id;

// The whole image at once. `ids` holds width * height of the target, row by row from the top; `capacity` in pixels.
render_result render_target_draw_ids(render_target *target, render_scene *scene, const render_frame *frame,
                                     render_pixel_id *ids, size_t capacity);

typedef struct render_area {
    uint32_t x, y, width, height;
} render_area;

// A request's number; 0: none. A device answers the last RENDER_ID_REQUESTS of them; asking for one more gives up the
// oldest answer that is there.
typedef uint64_t render_id_request;
enum { RENDER_ID_REQUESTS = 4 };

// Asks for an area, which lies inside the target, as the scene and the frame are now. RENDER_SKIPPED when the GPU is
// still busy with all earlier requests: ask again in the next frame. Never waits.
render_result render_target_request_ids(render_target *target, render_scene *scene, const render_frame *frame,
                                        render_area area, render_id_request *out);
// RENDER_OK: `ids`, and `depths` if not NULL, hold width * height values, row by row from the top. A depth is that of
// the frame's projection: 0..1, and what it clears to where nothing is drawn. RENDER_PENDING: later. RENDER_SKIPPED:
// the answer was given up. May be asked again after RENDER_OK. Never waits.
render_result render_ids_poll(render_device *device, render_id_request request, render_pixel_id *ids, float *depths,
                              size_t capacity);

// What one pixel shows, where: a pick that needs no picking library.
typedef struct render_pick {
    render_pixel_id id;
    float depth;     // of the projection, 0..1
    double point[3]; // world space, metres: where the line through the pixel's centre meets that depth
} render_pick;

render_result render_target_request_pick(render_target *target, render_scene *scene, const render_frame *frame,
                                         uint32_t x, uint32_t y, render_id_request *out);
// As render_ids_poll. RENDER_OK with id.object = 0: nothing is there, and `point` has no meaning.
render_result render_pick_poll(render_device *device, render_id_request request, render_pick *out);

#ifdef __cplusplus
}
#endif

#endif
