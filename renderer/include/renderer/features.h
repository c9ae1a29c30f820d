// features.h: what the renderer uses of a Vulkan device where the device has it.
//
// Vulkan 1.3 leaves these to the device. The renderer takes another path without them: the picture, the IDs and the
// triangle numbers are the same, unless a line below says otherwise.
//
// Masks:      render_device_desc.masked_features names features to leave unused although the device has them. With it a
//             program is tested on one machine as on others.
// Required:   Vulkan 1.3 with timeline semaphores, dynamic rendering and synchronization2, which every 1.3 device has.
#ifndef RENDERER_FEATURES_H
#define RENDERER_FEATURES_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// Bits of a set of features.
typedef enum render_feature {
    RENDER_FEATURE_GEOMETRY_SHADER = 1 << 0,     // triangle numbers in fragment shaders; without: more vertices,
                                                 // up to 3 a triangle
    RENDER_FEATURE_MULTI_DRAW_INDIRECT = 1 << 1, // one call draws many meshes; without: a call for each
    RENDER_FEATURE_FIRST_INSTANCE = 1 << 2,      // indirect draws begin at any instance; without: direct draws
    RENDER_FEATURE_FILL_MODES = 1 << 3,          // polygons drawn as edges; without: no wireframe
    RENDER_FEATURE_ANISOTROPY = 1 << 4,          // without: textures blur sooner at grazing angles
    RENDER_FEATURE_SAMPLE_SHADING = 1 << 5,      // without: the edges of alpha cut-outs are jagged
    RENDER_FEATURE_FULL_INDEX = 1 << 6,          // without: a mesh of more than 2^24 vertices is refused
    RENDER_FEATURE_MEMORY_BUDGET = 1 << 7,       // without: render_heap_stats.budget is 0
    RENDER_FEATURE_TIMESTAMPS = 1 << 8,          // without: times on the GPU are 0
    RENDER_FEATURE_LIMITS = 1 << 9,              // limits above the minimum that Vulkan 1.3 requires: larger images
    RENDER_FEATURE_PRESENT_TIMES = 1 << 10,      // windows say when a picture is shown: VK_KHR_present_id and _wait;
                                                 // without: render_window_poll_shown is always 0
    RENDER_FEATURE_STORAGE_RANGE = 1 << 11, // shaders see more than 64 KiB of a buffer at a time (every device lets
                                            // them see 128 MiB); without: more draw calls
    RENDER_FEATURE_STENCIL = 1 << 12        // float depths may have a stencil; without: no caps (render_frame.caps)
} render_feature;

enum { RENDER_FEATURE_COUNT = 13, RENDER_ALL_FEATURES = (1 << RENDER_FEATURE_COUNT) - 1 };

// The name of bit `index`, such as "geometry-shader"; NULL past the last.
const char *render_feature_name(uint32_t index);
// Reads names separated by commas, or "all", into a set. False: a name is unknown, and `*out` is unchanged. An empty
// text is the empty set.
bool render_features_read(const char *names, uint32_t *out);

#ifdef __cplusplus
}
#endif

#endif
