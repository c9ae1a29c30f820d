// grid.vert: a plane through the origin, out to infinity: a triangle fan around the point below the eye, whose rim has
// w = 0. The plane is y = 0, or the one that a front or side view looks at: that grid lies behind everything.
#version 450
#extension GL_GOOGLE_include_directive : require
#include "frame.glsl"
#include "position.glsl"

layout(location = 0) out vec3 out_plane; // homogeneous: place in the plane relative to the eye, and w

void main()
{
    const vec2 rim[4] = vec2[4](vec2(1, 0), vec2(0, 1), vec2(-1, 0), vec2(0, -1));
    int side = gl_VertexIndex / 3, corner = gl_VertexIndex % 3;
    vec3 plane = corner == 0 ? vec3(0.0, 0.0, 1.0) : vec3(rim[(side + corner - 1) & 3], 0.0);
    float across = -view.grid_cells.y * plane.z;
    vec3 relative = mix(mix(vec3(plane.xy, across), vec3(plane.x, across, plane.y), bvec3(view.grid_cells.z == 1.0)),
                        vec3(across, plane.y, plane.x), bvec3(view.grid_cells.z == 0.0));
    vec4 turned = view.rotation[0] * relative.x + view.rotation[1] * relative.y + view.rotation[2] * relative.z;
    gl_Position = view.projection * vec4(turned.xyz, plane.z);
    // Just before the far end of the depth range, which the empty picture has.
    float end = mix(1e-6, 1.0 - 1e-6, view.forward.w > 0.5);
    gl_Position.z = mix(gl_Position.z, end * gl_Position.w, view.grid_cells.w > 0.5);
    out_plane = plane;
}
