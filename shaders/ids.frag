// ids.frag: object and triangle at the pixel's centre, with the same alpha cut-off as the picture.
#version 450
#extension GL_GOOGLE_include_directive : require
#include "frame.glsl"
#include "material.glsl"

layout(location = 0) in vec3 in_place;
layout(location = 2) in vec2 in_uv;
layout(location = 3) in vec4 in_color;
layout(location = 4) flat in uint in_slot;
layout(location = 7) flat in uint in_number;

layout(location = 0) out uvec2 out_id;

void main()
{
    if (is_cut_off(in_place) || is_cut_out(materials[push.material], in_uv, in_color.a))
        discard;
#ifdef WITHOUT_PRIMITIVE_ID
    out_id = uvec2(in_slot + 1u, in_number);
#else
    out_id = uvec2(in_slot + 1u, in_number + uint(gl_PrimitiveID));
#endif
}
