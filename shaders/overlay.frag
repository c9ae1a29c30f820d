// overlay.frag: blends in sRGB bytes (a view without conversion), because user interfaces are designed for that.
#version 450
#extension GL_GOOGLE_include_directive : require
#include "frame.glsl"

layout(set = SHADER_SET_IMAGES, binding = SHADER_BINDING_IMAGE_0) uniform sampler2D image;

layout(location = 0) in vec2 in_uv;
layout(location = 1) in vec4 in_color;
layout(location = 0) out vec4 out_color;

vec3 to_srgb(vec3 linear)
{
    vec3 low = linear * 12.92;
    vec3 high = 1.055 * pow(max(linear, vec3(0.0031308)), vec3(1.0 / 2.4)) - 0.055;
    return mix(high, low, lessThanEqual(linear, vec3(0.0031308)));
}

void main()
{
    // Sample the finest level: letters are oversampled horizontally, so the automatic level would be blurred
    // vertically.
    vec4 texel = textureLod(image, in_uv, 0.0);
    out_color = in_color * vec4(to_srgb(texel.rgb), texel.a);
}
