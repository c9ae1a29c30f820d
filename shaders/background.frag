// background.frag: a gradient that follows the view's pitch slightly, dithered against banding.
#version 450
#extension GL_GOOGLE_include_directive : require
#include "frame.glsl"

layout(location = 0) in vec2 in_place;
layout(location = 0) out vec4 out_color;

const vec3 TOP = vec3(0.050, 0.062, 0.082);
const vec3 BOTTOM = vec3(0.026, 0.029, 0.035);

void main()
{
    float height = 1.0 - in_place.y;
    vec3 color = mix(BOTTOM, TOP, smoothstep(0.0, 1.0, height));
    float noise = fract(52.9829189 * fract(dot(gl_FragCoord.xy, vec2(0.06711056, 0.00583715))));
    out_color = vec4(color * (1.0 + (noise - 0.5) * 0.02), 1.0);
}
