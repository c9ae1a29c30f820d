// annotation.frag: a stroke of an icon or label, with an anti-aliased edge.
#version 450
#extension GL_GOOGLE_include_directive : require
#include "annotation.glsl"
#include "frame.glsl"
#include "picture.glsl"

layout(location = 0) out vec4 out_color;

void main()
{
    // push.values: x: opacity
    float alpha = in_color.a * push.values.x * clamp(in_half_width + 0.5 - stroke_distance(), 0.0, 1.0);
    if (alpha <= 0.0)
        discard;
    out_color = vec4(picture_color(in_color.rgb), alpha);
}
