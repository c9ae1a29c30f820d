// alpha.c: bilinear filtering of four texels in float, in the same order as in the shader.
#include "document/level/alpha.h"

#include <assert.h>
#include <math.h>

// Wraps texel coordinate `i` into a texture of `size` texels. `i` is an integer and may be far outside.
static uint32_t wrap_texel(double i, uint32_t size, editor_wrap wrap)
{
    double n = (double)size;
    if (wrap == EDITOR_WRAP_CLAMP)
        return i < 0 ? 0 : i >= n ? size - 1 : (uint32_t)i;
    if (fabs(i) > 1e9) // i / n would be rounded below, and texels missed
        i = fmod(i, 2 * n);
    if (wrap == EDITOR_WRAP_MIRROR) {
        double m = i - 2 * n * floor(i / (2 * n));
        return (uint32_t)(m < n ? m : 2 * n - 1 - m);
    }
    return (uint32_t)(i - n * floor(i / n));
}

static float texel_alpha(const editor_image *image, uint32_t x, uint32_t y)
{
    return (float)image->rgba[4 * ((size_t)y * image->width + x) + 3] / 255.0f;
}

// Alpha in 0..1, bilinear at the finest level: texel centres at x = u w - 0.5. 1 for an empty image.
static float image_alpha(const editor_image *image, editor_wrap wrap_u, editor_wrap wrap_v, float u, float v)
{
    if (!image->rgba || image->width == 0 || image->height == 0)
        return 1.0f;
    float x = u * (float)image->width - 0.5f;
    float y = v * (float)image->height - 0.5f;
    if (!isfinite(x) || !isfinite(y))
        return 1.0f;
    float x0 = floorf(x);
    float y0 = floorf(y);
    float fx = x - x0;
    float fy = y - y0;
    uint32_t left = wrap_texel((double)x0, image->width, wrap_u);
    uint32_t right = wrap_texel((double)x0 + 1, image->width, wrap_u);
    uint32_t top = wrap_texel((double)y0, image->height, wrap_v);
    uint32_t bottom = wrap_texel((double)y0 + 1, image->height, wrap_v);
    float a00 = texel_alpha(image, left, top), a10 = texel_alpha(image, right, top);
    float a01 = texel_alpha(image, left, bottom), a11 = texel_alpha(image, right, bottom);
    float upper = a00 + (a10 - a00) * fx;
    float lower = a01 + (a11 - a01) * fx;
    return upper + (lower - upper) * fy;
}

float editor_surface_alpha(const editor_level *level, const editor_mesh *mesh, const editor_material *material,
                           uint32_t triangle, const double barycentric[2])
{
    assert(triangle < mesh->index_count / 3);
    const uint32_t *index = mesh->indices + 3 * (size_t)triangle;
    float w1 = (float)barycentric[0];
    float w2 = (float)barycentric[1];
    float w0 = (float)(1 - barycentric[0] - barycentric[1]);
    float alpha = material->base_color[3];
    if (mesh->colors)
        alpha *= w0 * mesh->colors[4 * (size_t)index[0] + 3] + w1 * mesh->colors[4 * (size_t)index[1] + 3] +
                 w2 * mesh->colors[4 * (size_t)index[2] + 3];
    if (material->base_color_image == EDITOR_NONE)
        return alpha;
    float u = 0, v = 0;
    if (mesh->uvs) {
        const float *a = mesh->uvs + 2 * (size_t)index[0];
        const float *b = mesh->uvs + 2 * (size_t)index[1];
        const float *c = mesh->uvs + 2 * (size_t)index[2];
        u = w0 * a[0] + w1 * b[0] + w2 * c[0];
        v = w0 * a[1] + w1 * b[1] + w2 * c[1];
    }
    const float *m = material->uv_transform;
    float tu = m[0] * u + m[1] * v + m[2];
    float tv = m[3] * u + m[4] * v + m[5];
    return alpha * image_alpha(&level->images[material->base_color_image], material->wrap_u, material->wrap_v, tu, tv);
}
