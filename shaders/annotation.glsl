// annotation.glsl: a segment with round ends.

layout(location = 0) in vec4 in_color;
layout(location = 1) noperspective in vec2 in_place;
layout(location = 2) flat in vec4 in_ends;
layout(location = 3) flat in float in_half_width;
layout(location = 4) flat in uint in_slot;

// Distance from the centre line, pixels.
float stroke_distance()
{
    vec2 along = in_ends.zw - in_ends.xy, from = in_place - in_ends.xy;
    float size2 = dot(along, along);
    float share = size2 > 0.0 ? clamp(dot(from, along) / size2, 0.0, 1.0) : 0.0;
    return length(from - share * along);
}
