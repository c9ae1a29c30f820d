// requests.h: ID images asked for and not waited for: a ring of command buffers, each with the host's memory that its
// answer is copied into.
#ifndef RENDERER_SRC_REQUESTS_H
#define RENDERER_SRC_REQUESTS_H

#include "device/submit.h"

#include "renderer/ids.h"

typedef struct render_request {
    render_id_request number; // 0: free
    bool answered;            // handed out at least once
    render_slot slot;
    render_buffer buffer; // IDs, then depths
    render_area area;
    render_frame frame; // its camera and viewport
    uint32_t target_width, target_height;
} render_request;

typedef struct render_request_ring {
    render_request requests[RENDER_ID_REQUESTS];
    render_id_request last;
} render_request_ring;

render_result render_requests_init(render_device *device);
void render_requests_finish(render_device *device);

#endif
