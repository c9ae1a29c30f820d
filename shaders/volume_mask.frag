// volume_mask.frag: mask.frag for volumes.
#version 450
#extension GL_GOOGLE_include_directive : require
#include "mask.glsl"
#include "volume.glsl"

layout(constant_id = 1) const int front_only = 0;

layout(location = 0) out vec4 out_all;
layout(location = 1) out vec4 out_front;

void main()
{
    volume_ray ray = fragment_ray();
    float depth;
    if (!find_surface(ray, meet_volume(ray), depth))
        discard;
    gl_FragDepth = depth;
    out_all = mask_of(in_flags);
    out_front = front_only != 0 ? out_all : vec4(0.0);
}
