#include "shaders/shaders.h"

// Each *.inc is a list of words that glslc wrote.
static const uint32_t object_vert[] = {
#include "object.vert.inc"
};
static const uint32_t object_numbers_vert[] = {
#include "object_numbers.vert.inc"
};
static const uint32_t surface_frag[] = {
#include "surface.frag.inc"
};
static const uint32_t ids_frag[] = {
#include "ids.frag.inc"
};
static const uint32_t ids_numbers_frag[] = {
#include "ids_numbers.frag.inc"
};
static const uint32_t mask_frag[] = {
#include "mask.frag.inc"
};
static const uint32_t depth_frag[] = {
#include "depth.frag.inc"
};
static const uint32_t volume_vert[] = {
#include "volume.vert.inc"
};
static const uint32_t volume_frag[] = {
#include "volume.frag.inc"
};
static const uint32_t volume_ids_frag[] = {
#include "volume_ids.frag.inc"
};
static const uint32_t volume_mask_frag[] = {
#include "volume_mask.frag.inc"
};
static const uint32_t thin_vert[] = {
#include "thin.vert.inc"
};
static const uint32_t thin_screen_vert[] = {
#include "thin_screen.vert.inc"
};
static const uint32_t thin_frag[] = {
#include "thin.frag.inc"
};
static const uint32_t thin_screen_frag[] = {
#include "thin_screen.frag.inc"
};
static const uint32_t thin_ids_frag[] = {
#include "thin_ids.frag.inc"
};
static const uint32_t thin_screen_ids_frag[] = {
#include "thin_screen_ids.frag.inc"
};
static const uint32_t thin_mask_frag[] = {
#include "thin_mask.frag.inc"
};
static const uint32_t thin_screen_mask_frag[] = {
#include "thin_screen_mask.frag.inc"
};
static const uint32_t object_flat_vert[] = {
#include "object_flat.vert.inc"
};
static const uint32_t cap_count_frag[] = {
#include "cap_count.frag.inc"
};
static const uint32_t cap_frag[] = {
#include "cap.frag.inc"
};
static const uint32_t cap_ids_frag[] = {
#include "cap_ids.frag.inc"
};
static const uint32_t cap_mask_frag[] = {
#include "cap_mask.frag.inc"
};
static const uint32_t wire_frag[] = {
#include "wire.frag.inc"
};
static const uint32_t wire_tint_frag[] = {
#include "wire_tint.frag.inc"
};
static const uint32_t fullscreen_vert[] = {
#include "fullscreen.vert.inc"
};
static const uint32_t background_frag[] = {
#include "background.frag.inc"
};
static const uint32_t outline_rows_frag[] = {
#include "outline_rows.frag.inc"
};
static const uint32_t outline_frag[] = {
#include "outline.frag.inc"
};
static const uint32_t occlusion_frag[] = {
#include "occlusion.frag.inc"
};
static const uint32_t occlusion_blur_frag[] = {
#include "occlusion_blur.frag.inc"
};
static const uint32_t engine_depth_frag[] = {
#include "engine_depth.frag.inc"
};
static const uint32_t grid_vert[] = {
#include "grid.vert.inc"
};
static const uint32_t grid_frag[] = {
#include "grid.frag.inc"
};
static const uint32_t line_vert[] = {
#include "line.vert.inc"
};
static const uint32_t line_frag[] = {
#include "line.frag.inc"
};
static const uint32_t annotation_vert[] = {
#include "annotation.vert.inc"
};
static const uint32_t annotation_frag[] = {
#include "annotation.frag.inc"
};
static const uint32_t annotation_ids_frag[] = {
#include "annotation_ids.frag.inc"
};
static const uint32_t overlay_vert[] = {
#include "overlay.vert.inc"
};
static const uint32_t overlay_frag[] = {
#include "overlay.frag.inc"
};
static const uint32_t present_frag[] = {
#include "present.frag.inc"
};

#define CODE(array) #array, array, sizeof array

static const shader_code codes[SHADER_COUNT] = {
    [SHADER_OBJECT_VERT] = {CODE(object_vert)},
    [SHADER_OBJECT_NUMBERS_VERT] = {CODE(object_numbers_vert)},
    [SHADER_SURFACE_FRAG] = {CODE(surface_frag)},
    [SHADER_IDS_FRAG] = {CODE(ids_frag)},
    [SHADER_IDS_NUMBERS_FRAG] = {CODE(ids_numbers_frag)},
    [SHADER_MASK_FRAG] = {CODE(mask_frag)},
    [SHADER_DEPTH_FRAG] = {CODE(depth_frag)},
    [SHADER_VOLUME_VERT] = {CODE(volume_vert)},
    [SHADER_VOLUME_FRAG] = {CODE(volume_frag)},
    [SHADER_VOLUME_IDS_FRAG] = {CODE(volume_ids_frag)},
    [SHADER_VOLUME_MASK_FRAG] = {CODE(volume_mask_frag)},
    [SHADER_THIN_VERT] = {CODE(thin_vert)},
    [SHADER_THIN_SCREEN_VERT] = {CODE(thin_screen_vert)},
    [SHADER_THIN_FRAG] = {CODE(thin_frag)},
    [SHADER_THIN_SCREEN_FRAG] = {CODE(thin_screen_frag)},
    [SHADER_THIN_IDS_FRAG] = {CODE(thin_ids_frag)},
    [SHADER_THIN_SCREEN_IDS_FRAG] = {CODE(thin_screen_ids_frag)},
    [SHADER_THIN_MASK_FRAG] = {CODE(thin_mask_frag)},
    [SHADER_THIN_SCREEN_MASK_FRAG] = {CODE(thin_screen_mask_frag)},
    [SHADER_OBJECT_FLAT_VERT] = {CODE(object_flat_vert)},
    [SHADER_CAP_COUNT_FRAG] = {CODE(cap_count_frag)},
    [SHADER_CAP_FRAG] = {CODE(cap_frag)},
    [SHADER_CAP_IDS_FRAG] = {CODE(cap_ids_frag)},
    [SHADER_CAP_MASK_FRAG] = {CODE(cap_mask_frag)},
    [SHADER_WIRE_FRAG] = {CODE(wire_frag)},
    [SHADER_WIRE_TINT_FRAG] = {CODE(wire_tint_frag)},
    [SHADER_FULLSCREEN_VERT] = {CODE(fullscreen_vert)},
    [SHADER_BACKGROUND_FRAG] = {CODE(background_frag)},
    [SHADER_OUTLINE_ROWS_FRAG] = {CODE(outline_rows_frag)},
    [SHADER_OUTLINE_FRAG] = {CODE(outline_frag)},
    [SHADER_OCCLUSION_FRAG] = {CODE(occlusion_frag)},
    [SHADER_OCCLUSION_BLUR_FRAG] = {CODE(occlusion_blur_frag)},
    [SHADER_ENGINE_DEPTH_FRAG] = {CODE(engine_depth_frag)},
    [SHADER_GRID_VERT] = {CODE(grid_vert)},
    [SHADER_GRID_FRAG] = {CODE(grid_frag)},
    [SHADER_LINE_VERT] = {CODE(line_vert)},
    [SHADER_LINE_FRAG] = {CODE(line_frag)},
    [SHADER_ANNOTATION_VERT] = {CODE(annotation_vert)},
    [SHADER_ANNOTATION_FRAG] = {CODE(annotation_frag)},
    [SHADER_ANNOTATION_IDS_FRAG] = {CODE(annotation_ids_frag)},
    [SHADER_OVERLAY_VERT] = {CODE(overlay_vert)},
    [SHADER_OVERLAY_FRAG] = {CODE(overlay_frag)},
    [SHADER_PRESENT_FRAG] = {CODE(present_frag)},
};

const shader_code *shader_get_code(shader_id id)
{
    return &codes[id];
}
