// cap.vert: a triangle that covers the viewport, with the ray through each pixel, for caps.
#version 450
#extension GL_GOOGLE_include_directive : require
#include "frame.glsl"

layout(location = 0) out vec3 out_near; // where the ray meets the near plane, relative to the eye

void main()
{
    vec2 ndc = vec2((gl_VertexIndex << 1) & 2, gl_VertexIndex & 2) * 2.0 - 1.0;
    precise vec3 near = view.near_place[0].xyz + ndc.x * view.near_place[1].xyz + ndc.y * view.near_place[2].xyz;
    out_near = near;
    gl_Position = vec4(ndc, 0.0, 1.0);
}
