// shaders.h: the SPIR-V of every shader, compiled at build time.
#ifndef SHADERS_SHADERS_H
#define SHADERS_SHADERS_H

#include <stddef.h>
#include <stdint.h>

typedef enum shader_id {
    SHADER_NONE,
    SHADER_OBJECT_VERT,
    SHADER_OBJECT_NUMBERS_VERT, // with SHADER_IDS_NUMBERS_FRAG, for devices without gl_PrimitiveID: renderer's
                                // provoking.h
    SHADER_SURFACE_FRAG,
    SHADER_IDS_FRAG,
    SHADER_IDS_NUMBERS_FRAG,
    SHADER_MASK_FRAG,
    SHADER_DEPTH_FRAG,
    SHADER_VOLUME_VERT,
    SHADER_VOLUME_FRAG,
    SHADER_VOLUME_IDS_FRAG,
    SHADER_VOLUME_MASK_FRAG,
    SHADER_THIN_VERT,
    SHADER_THIN_SCREEN_VERT, // of a size on screen, as are the fragment shaders of that name
    SHADER_THIN_FRAG,
    SHADER_THIN_SCREEN_FRAG,
    SHADER_THIN_IDS_FRAG,
    SHADER_THIN_SCREEN_IDS_FRAG,
    SHADER_THIN_MASK_FRAG,
    SHADER_THIN_SCREEN_MASK_FRAG,
    SHADER_OBJECT_FLAT_VERT, // what neither the near nor the far plane cuts, without depths
    SHADER_CAP_COUNT_FRAG,
    SHADER_CAP_FRAG,
    SHADER_CAP_IDS_FRAG,
    SHADER_CAP_MASK_FRAG,
    SHADER_WIRE_FRAG,
    SHADER_WIRE_TINT_FRAG,
    SHADER_FULLSCREEN_VERT,
    SHADER_BACKGROUND_FRAG,
    SHADER_OUTLINE_ROWS_FRAG,
    SHADER_OUTLINE_FRAG,
    SHADER_OCCLUSION_FRAG,
    SHADER_OCCLUSION_BLUR_FRAG,
    SHADER_ENGINE_DEPTH_FRAG,
    SHADER_GRID_VERT,
    SHADER_GRID_FRAG,
    SHADER_LINE_VERT,
    SHADER_LINE_FRAG,
    SHADER_ANNOTATION_VERT,
    SHADER_ANNOTATION_FRAG,
    SHADER_ANNOTATION_IDS_FRAG,
    SHADER_OVERLAY_VERT,
    SHADER_OVERLAY_FRAG,
    SHADER_PRESENT_FRAG,
    SHADER_COUNT
} shader_id;

typedef struct shader_code {
    const char *name;
    const uint32_t *words;
    size_t size; // bytes
} shader_code;

const shader_code *shader_get_code(shader_id id);

#endif
