// line.vert: clips a segment at the near plane and expands it to a quad of constant width on screen.
#version 450
#extension GL_GOOGLE_include_directive : require
#include "frame.glsl"
#include "position.glsl"

// shader_line
layout(location = 0) in vec4 in_from;
layout(location = 1) in vec4 in_to;
layout(location = 2) in vec4 in_color;

layout(location = 0) out vec4 out_color;
layout(location = 1) noperspective out vec2 out_across; // x: pixels from the centre line; y: half the width

float before_near(vec4 clip)
{
    return mix(clip.w - clip.z, clip.z, view.forward.w > 0.5);
}

void main()
{
    const vec2 corners[6] = vec2[6](vec2(0, -1), vec2(1, -1), vec2(1, 1), vec2(0, -1), vec2(1, 1), vec2(0, 1));
    vec2 corner = corners[gl_VertexIndex];
    vec4 from = clip_position(pair(in_from.xyz, vec3(0.0))), to = clip_position(pair(in_to.xyz, vec3(0.0)));
    float from_near = before_near(from), to_near = before_near(to);
    out_color = in_color;
    out_across = vec2(0.0);
    if (from_near < 0.0 && to_near < 0.0) {
        gl_Position = vec4(2.0, 2.0, 2.0, 1.0);
        return;
    }
    if (from_near < 0.0)
        from = mix(from, to, from_near / (from_near - to_near));
    else if (to_near < 0.0)
        to = mix(to, from, to_near / (to_near - from_near));
    vec2 half_size = 0.5 * view.viewport.zw;
    vec2 a = from.xy / max(from.w, 1e-20) * half_size, b = to.xy / max(to.w, 1e-20) * half_size;
    vec2 along = b - a;
    float size = length(along);
    along = size > 1e-6 ? along / size : vec2(1.0, 0.0);
    float half_width = 0.5 * in_from.w;
    float reach = half_width + 1.0; // room for the anti-aliased edge
    vec2 offset = vec2(-along.y, along.x) * corner.y * reach + along * (corner.x * 2.0 - 1.0) * 0.5;
    vec4 position = corner.x < 0.5 ? from : to;
    position.xy += offset / half_size * position.w;
    gl_Position = position;
    out_across = vec2(corner.y * reach, half_width);
}
