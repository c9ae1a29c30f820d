// material.glsl: the material of the draw, and alpha computed exactly as picking does: `precise` keeps the compiler and
// the driver from fusing a product and a sum, which rounds once where the CPU rounds twice.

layout(set = SHADER_SET_FRAME, binding = SHADER_BINDING_MATERIALS, std430) readonly buffer material_block
{
    shader_material materials[];
};

layout(set = SHADER_SET_IMAGES, binding = SHADER_BINDING_IMAGE_0) uniform sampler2D base_color_image;

layout(set = SHADER_SET_IMAGES, binding = SHADER_BINDING_IMAGE_0 + 1) uniform sampler2D metallic_roughness_image;
layout(set = SHADER_SET_IMAGES, binding = SHADER_BINDING_IMAGE_0 + 2) uniform sampler2D normal_image;
layout(set = SHADER_SET_IMAGES, binding = SHADER_BINDING_IMAGE_0 + 3) uniform sampler2D occlusion_image;
layout(set = SHADER_SET_IMAGES, binding = SHADER_BINDING_IMAGE_0 + 4) uniform sampler2D emissive_image;

layout(constant_id = 0) const int alpha_mode = SHADER_ALPHA_OPAQUE;

int wrap_texel(int texel, int size, uint mode)
{
    if (mode == SHADER_WRAP_CLAMP)
        return clamp(texel, 0, size - 1);
    int period = mode == SHADER_WRAP_MIRROR ? 2 * size : size;
    int inside = texel - period * int(floor(float(texel) / float(period)));
    inside = inside < 0 ? inside + period : inside >= period ? inside - period : inside;
    return inside < size ? inside : period - 1 - inside;
}

// Bilinear at the finest level, computed here in float because the sampler's weights have only 8 bits.
float texture_alpha(shader_material material, vec2 uv)
{
    if (material.textured == 0u)
        return 1.0;
    ivec2 size = textureSize(base_color_image, 0);
    vec2 place = uv * vec2(size) - 0.5;
    vec2 corner = floor(place);
    vec2 weight = place - corner;
    ivec2 low = ivec2(corner);
    int x0 = wrap_texel(low.x, size.x, material.wrap_u), x1 = wrap_texel(low.x + 1, size.x, material.wrap_u);
    int y0 = wrap_texel(low.y, size.y, material.wrap_v), y1 = wrap_texel(low.y + 1, size.y, material.wrap_v);
    float a00 = texelFetch(base_color_image, ivec2(x0, y0), 0).a,
          a10 = texelFetch(base_color_image, ivec2(x1, y0), 0).a;
    float a01 = texelFetch(base_color_image, ivec2(x0, y1), 0).a,
          a11 = texelFetch(base_color_image, ivec2(x1, y1), 0).a;
    float top = a00 + (a10 - a00) * weight.x;
    float bottom = a01 + (a11 - a01) * weight.x;
    precise float alpha = top + (bottom - top) * weight.y;
    return alpha;
}

bool is_cut_out(shader_material material, vec2 uv, float vertex_alpha)
{
    precise float alpha = material.base_color.a * vertex_alpha * texture_alpha(material, uv);
    return alpha_mode == SHADER_ALPHA_MASK && alpha < material.uv_row_u.w;
}
