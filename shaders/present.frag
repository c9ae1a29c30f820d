// present.frag: copies the finished picture to a window's image, pixel by pixel.
#version 450
#extension GL_GOOGLE_include_directive : require
#include "include/shaders/shared.h"
layout(set = SHADER_SET_IMAGES, binding = SHADER_BINDING_IMAGE_0) uniform sampler2D picture;
layout(location = 0) out vec4 out_color;

void main()
{
    out_color = vec4(texelFetch(picture, ivec2(gl_FragCoord.xy), 0).rgb, 1.0);
}
