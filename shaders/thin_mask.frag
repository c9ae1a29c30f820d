// thin_mask.frag: mask.frag for points and lines.
#version 450
#extension GL_GOOGLE_include_directive : require
#include "mask.glsl"
#include "thin.glsl"

layout(constant_id = 1) const int front_only = 0;

layout(location = 0) out vec4 out_all;
layout(location = 1) out vec4 out_front;

void main()
{
    float depth;
    if (!find_exact(depth))
        discard;
    gl_FragDepth = depth;
    out_all = mask_of(in_element.y);
    out_front = front_only != 0 ? out_all : vec4(0.0);
}
