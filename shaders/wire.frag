// wire.frag: triangle edges: how much of the shading shows through them, as alpha. Blended by minimum, so that many
// edges over one sample darken it no more than one, and a dense mesh is tinted and not black.
#version 450
#extension GL_GOOGLE_include_directive : require
#include "frame.glsl"
#include "material.glsl"

layout(location = 0) in vec3 in_place;
layout(location = 2) in vec2 in_uv;
layout(location = 3) in vec4 in_color;
layout(location = 0) out vec4 out_color;

void main()
{
    if (is_cut_off(in_place) || is_cut_out(materials[push.material], in_uv, in_color.a))
        discard;
    out_color = vec4(0.0, 0.0, 0.0, 0.5);
}
