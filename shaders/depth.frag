// depth.frag: depth alone.
#version 450
#extension GL_GOOGLE_include_directive : require
#include "frame.glsl"
#include "material.glsl"

layout(location = 0) in vec3 in_place;
layout(location = 2) in vec2 in_uv;
layout(location = 3) in vec4 in_color;

void main()
{
    if (is_cut_off(in_place) || is_cut_out(materials[push.material], in_uv, in_color.a))
        discard;
}
