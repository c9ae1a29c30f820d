// annotation_ids.frag: the object whose icon covers the pixel's centre.
#version 450
#extension GL_GOOGLE_include_directive : require
#include "annotation.glsl"
#include "frame.glsl"

layout(location = 0) out uvec2 out_id;

void main()
{
    if (stroke_distance() > in_half_width)
        discard;
    out_id = uvec2(in_slot + 1u, 0xffffffffu);
}
