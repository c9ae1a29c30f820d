// cap_mask.frag: the cap of a highlighted object, where it is in front.
#version 450
#extension GL_GOOGLE_include_directive : require
#include "cap.glsl"
#include "mask.glsl"

layout(location = 0) out vec4 out_all;
layout(location = 1) out vec4 out_front;

void main()
{
    cap_place cap = meet_cap();
    if (!cap.found)
        discard;
    gl_FragDepth = cap.depth;
    out_all = mask_of(cap_flags());
    out_front = out_all;
}
