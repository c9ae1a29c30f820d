// grid.vert: the whole plane y = 0, out to infinity: a triangle fan around the point below the eye. Its rim has w = 0.
#version 450
#extension GL_GOOGLE_include_directive : require
#include "frame.glsl"
#include "position.glsl"

layout(location = 0) out vec3 out_plane; // homogeneous: xz of the plane relative to the eye, and w

void main()
{
    const vec2 rim[4] = vec2[4](vec2(1, 0), vec2(0, 1), vec2(-1, 0), vec2(0, -1));
    int side = gl_VertexIndex / 3, corner = gl_VertexIndex % 3;
    vec3 plane = corner == 0 ? vec3(0.0, 0.0, 1.0) : vec3(rim[(side + corner - 1) & 3], 0.0);
    vec3 relative = vec3(plane.x, -view.grid_cells.y * plane.z, plane.y);
    vec4 turned = view.rotation[0] * relative.x + view.rotation[1] * relative.y + view.rotation[2] * relative.z;
    gl_Position = view.projection * vec4(turned.xyz, plane.z);
    out_plane = plane;
}
