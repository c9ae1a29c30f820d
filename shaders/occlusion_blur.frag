// occlusion_blur.frag: the mean of 4 x 4 texels of ambient occlusion on one surface, which is the period of its noise.
#version 450
#extension GL_GOOGLE_include_directive : require
#include "frame.glsl"

#include "occlusion.glsl"

layout(set = SHADER_SET_IMAGES, binding = SHADER_BINDING_IMAGE_0) uniform sampler2D occlusion_image;

layout(location = 0) out vec2 out_occlusion;

void main()
{
    ivec2 texel = ivec2(gl_FragCoord.xy), size = textureSize(occlusion_image, 0);
    vec2 middle = texelFetch(occlusion_image, texel, 0).rg;
    float sum = 0.0, weights = 0.0, reach = occlusion_reach(middle.g);
    // 5 x 5 texels, of which the outermost count by half.
    for (int y = -2; y <= 2 && middle.g != NO_SURFACE; y++) {
        for (int x = -2; x <= 2; x++) {
            vec2 other = texelFetch(occlusion_image, occlusion_texel(texel + ivec2(x, y), size), 0).rg;
            float weight = occlusion_weight(other.g, middle.g, reach);
            weight *= (abs(x) == 2 ? 0.5 : 1.0) * (abs(y) == 2 ? 0.5 : 1.0);
            sum += weight * other.r;
            weights += weight;
        }
    }
    out_occlusion = vec2(weights > 0.0 ? sum / weights : 1.0, middle.g);
}
