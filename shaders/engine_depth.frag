// engine_depth.frag: the depth of an engine's picture.
#version 450
#extension GL_GOOGLE_include_directive : require
#include "include/shaders/shared.h"

layout(set = SHADER_SET_IMAGES, binding = SHADER_BINDING_IMAGE_0) uniform sampler2D depth_image;

void main()
{
    gl_FragDepth = texelFetch(depth_image, ivec2(gl_FragCoord.xy), 0).r;
}
