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
#include <limits.h>
#include <stb/stb_image.h>

bool editor_image_size(const void *bytes, int size, int *width, int *height)
{
    int channels;
    if (stbi_info_from_memory(bytes, size, width, height, &channels) == 0)
        return false;
    if (*height < 0 && *height != INT_MIN) // BMP: rows from the top
        *height = -*height;
    return true;
}
