// target.h: the images a frame is drawn into. Those that few frames need are created at first use.
#ifndef RENDERER_SRC_TARGET_H
#define RENDERER_SRC_TARGET_H

#include "device/device_private.h"
#include "renderer/frame.h"

// All that the fit of a shadow map depends on. Compared by its bytes.
typedef struct render_shadow_key {
    uint64_t scene, revision; // the scene's serial, and the number of its changes
    double eye[3], forward[3], away[3];
    float projection[16];
} render_shadow_key;

typedef struct render_shadow_fit_kept {
    render_shadow_key key; // zeroed: none yet
    bool found;
    render_frame map;
} render_shadow_fit_kept;

struct render_target {
    render_device *device;
    uint32_t width, height;
    uint64_t serial;            // another one whenever an image appears or disappears
    render_image color;         // the picture; sampled and copied from
    render_image color_samples; // multisampled
    render_image depth_samples;
    render_image masks[2],
        mask_samples[2];       // of highlighted objects: all samples they cover, and those where they are in front
    render_image outline_rows; // distances to the masks along rows
    render_image near, occlusion[2]; // at half the size: depth, ambient occlusion, and that blurred
    render_image ids, id_depth;
    render_image cap_samples, cap_depth; // in place of depth_samples and id_depth where caps are drawn: with a stencil
    bool ids_capped;                     // the IDs drawn last have their depths in cap_depth
    render_image shadow;                 // of a shadow map, which is a target that has this image alone
    render_target *shadow_map;           // NULL: not needed yet
    render_shadow_fit_kept shadow_fits[RENDER_MAX_VIEWS]; // by number of the view
    render_buffer readback;
    bool drawn;
};

// Recreates the images at another size.
render_result render_target_resize(render_target *target, uint32_t width, uint32_t height);
render_result render_target_need_picture(render_target *target);
render_result render_target_need_masks(render_target *target);
// Makes the shadow map, with its image.
render_result render_target_need_shadow_map(render_target *target, uint32_t size);
render_result render_target_need_occlusion(render_target *target);
render_result render_target_need_ids(render_target *target);
// Makes what caps need, for IDs or for a picture.
render_result render_target_need_caps(render_target *target, bool ids);
render_result render_target_need_readback(render_target *target, VkDeviceSize size);

#endif
