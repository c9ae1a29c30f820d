// formats.h: the formats of the images that frames are drawn into. Devices that lack one of them are rejected
// (physical.c).
#ifndef RENDERER_SRC_FORMATS_H
#define RENDERER_SRC_FORMATS_H

#define RENDER_SAMPLES VK_SAMPLE_COUNT_4_BIT
#define RENDER_COLOR_FORMAT VK_FORMAT_R8G8B8A8_SRGB
#define RENDER_PLAIN_FORMAT VK_FORMAT_R8G8B8A8_UNORM // the same bytes without sRGB conversion
#define RENDER_DEPTH_FORMAT VK_FORMAT_D32_SFLOAT
#define RENDER_CAP_FORMAT VK_FORMAT_D32_SFLOAT_S8_UINT // of depths where caps are drawn; some devices lack it
#define RENDER_ID_FORMAT VK_FORMAT_R32G32_UINT
#define RENDER_ROWS_FORMAT VK_FORMAT_R32G32B32A32_UINT  // of outline_rows.frag; every device has it
#define RENDER_OCCLUSION_FORMAT VK_FORMAT_R32G32_SFLOAT // every device has it

#endif
