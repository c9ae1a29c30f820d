// annotation.vert: a stroke of constant width and length on screen, anchored at a point in the world. Icons and labels
// consist of strokes. One instance, six vertices.
#version 450
#extension GL_GOOGLE_include_directive : require
#define ALL_SECTION_PLANES
#include "frame.glsl"
#include "position.glsl"

layout(location = 0) in vec4 in_anchor; // xyz: relative to the eye, world space; w: width in pixels
layout(location = 1) in vec4 in_ends;   // both end points, pixels from the anchor, y down
layout(location = 2) in vec4 in_color;  // linear, straight alpha
layout(location = 3) in uint in_slot;

layout(location = 0) out vec4 out_color;
layout(location = 1) noperspective out vec2 out_place; // pixels from the anchor
layout(location = 2) flat out vec4 out_ends;
layout(location = 3) flat out float out_half_width;
layout(location = 4) flat out uint out_slot;

void main()
{
    const vec2 corners[6] = vec2[6](vec2(0, -1), vec2(1, -1), vec2(1, 1), vec2(0, -1), vec2(1, 1), vec2(0, 1));
    vec2 corner = corners[gl_VertexIndex];
    vec2 from = in_ends.xy, to = in_ends.zw, along = to - from;
    float size = length(along);
    along = size > 1e-4 ? along / size : vec2(1.0, 0.0);
    float half_width = 0.5 * in_anchor.w, reach = half_width + 1.0; // room for the anti-aliased edge
    vec2 place = corner.x < 0.5 ? from - along * reach : to + along * reach;
    place += vec2(-along.y, along.x) * corner.y * reach;

    vec4 clip = clip_position(pair(in_anchor.xyz, vec3(0.0)));
    float past_near = mix(clip.w - clip.z, clip.z, view.forward.w > 0.5);
    bool behind = past_near < 0.0 || is_cut_off(in_anchor.xyz + view.section_eye_high.xyz);
    // Snap the anchor to a pixel, so that thin strokes are equally sharp everywhere.
    vec2 half_size = 0.5 * view.viewport.zw;
    vec2 pixel = floor(clip.xy / clip.w * half_size + half_size) + 0.5;
    // A viewport of negative height has y up.
    vec2 window = (pixel + vec2(place.x, place.y * sign(view.viewport.w))) / half_size - 1.0;
    gl_Position = behind || clip.w <= 0.0 ? vec4(2.0, 2.0, 2.0, 1.0) : vec4(window * clip.w, clip.z, clip.w);
    out_color = in_color;
    out_place = place;
    out_ends = in_ends;
    out_half_width = half_width;
    out_slot = in_slot;
}
