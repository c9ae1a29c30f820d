// wire.frag: triangle edges over the shading.
#version 450
#extension GL_GOOGLE_include_directive : require
#include "frame.glsl"
#include "material.glsl"

layout(location = 2) in vec2 in_uv;
layout(location = 3) in vec4 in_color;
layout(location = 0) out vec4 out_color;

void main()
{
    if (is_cut_out(materials[push.material], in_uv, in_color.a))
        discard;
    out_color = vec4(0.004, 0.006, 0.010, 0.45);
}
