// line.frag: a line with an anti-aliased edge of one pixel.
#version 450
#extension GL_GOOGLE_include_directive : require
#include "picture.glsl"

layout(location = 0) in vec4 in_color;
layout(location = 1) noperspective in vec2 in_across;
layout(location = 0) out vec4 out_color;

void main()
{
    // Draw a line thinner than a pixel as a fainter line of one pixel.
    float half_width = max(in_across.y, 0.5);
    float cover = clamp(half_width + 0.5 - abs(in_across.x), 0.0, 1.0) * min(in_across.y * 2.0, 1.0);
    if (cover <= 0.0)
        discard;
    out_color = vec4(picture_color(in_color.rgb), in_color.a * cover);
}
