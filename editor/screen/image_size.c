// image_size.c: the only file that contains stb_image, a library in one header. Its decoders are not used.
#include "screen/image_size.h"

#define STB_IMAGE_IMPLEMENTATION
#define STB_IMAGE_STATIC
#define STBI_NO_STDIO
#define STBI_NO_HDR
#define STBI_NO_LINEAR
#define STBI_ONLY_JPEG
#define STBI_ONLY_BMP
#define STBI_ONLY_GIF
#include <stb/stb_image.h>

bool editor_image_size(const void *bytes, int size, int *width, int *height)
{
    int channels;
    return stbi_info_from_memory(bytes, size, width, height, &channels) != 0;
}
