// fullscreen.vert: a triangle that covers the viewport.
#version 450

layout(location = 0) out vec2 out_place; // 0..1 from the top left

void main()
{
    vec2 corner = vec2((gl_VertexIndex << 1) & 2, gl_VertexIndex & 2);
    out_place = corner;
    gl_Position = vec4(corner * 2.0 - 1.0, 0.0, 1.0);
}
