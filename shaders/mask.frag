// mask.frag: the kind of highlighted object that covers a sample. One attachment has all samples that the object
// covers, the other those where it is in front.
#version 450
#extension GL_GOOGLE_include_directive : require
#include "mask.glsl"
#include "frame.glsl"
#include "material.glsl"

layout(location = 0) in vec3 in_place;
layout(location = 2) in vec2 in_uv;
layout(location = 3) in vec4 in_color;
layout(location = 5) flat in uint in_flags;

layout(constant_id = 1) const int front_only = 0;

// Selected, active, hovered, and the outline's number. Blended by maximum; in `out_front` only one object covers each
// sample.
layout(location = 0) out vec4 out_all;
layout(location = 1) out vec4 out_front;

void main()
{
    if (is_cut_off(in_place) || is_cut_out(materials[push.material], in_uv, in_color.a))
        discard;
    out_all = mask_of(in_flags);
    out_front = front_only != 0 ? out_all : vec4(0.0);
}
