// outline.frag: a line of constant width around the mask. The mask is multisampled and resolved, so its edges hold
// coverage and the line is anti-aliased on both sides.
#version 450
#extension GL_GOOGLE_include_directive : require
#include "frame.glsl"
#include "picture.glsl"

layout(set = SHADER_SET_IMAGES, binding = SHADER_BINDING_IMAGE_0) uniform sampler2D all_image;
layout(set = SHADER_SET_IMAGES, binding = SHADER_BINDING_IMAGE_1) uniform sampler2D front_image;

layout(location = 0) out vec4 out_color;

const vec3 SELECTED_COLOR = vec3(0.94, 0.27, 0.02);
const vec3 ACTIVE_COLOR = vec3(1.0, 0.58, 0.10);
const vec3 HOVER_COLOR = vec3(0.72, 0.86, 1.0);
const float BEHIND = 0.32; // opacity of an outline whose object is hidden

// Coverage of the pixel by the line between two overlapping selected objects. The line is in the middle of the step
// between their outline numbers; multisampling and the kernel turn the step into a slope.
float parting(ivec2 center, ivec2 first, ivec2 last, float width, int reach)
{
    float low = 2.0, high = -1.0, sum = 0.0, count = 0.0;
    for (int y = -reach; y <= reach; y++) {
        for (int x = -reach; x <= reach; x++) {
            vec4 texel = texelFetch(front_image, clamp(center + ivec2(x, y), first, last), 0);
            bool counts = texel.r > 0.99; // selected, not active: the active object has an outline of its own
            low = counts ? min(low, texel.a) : low;
            high = counts ? max(high, texel.a) : high;
            sum += counts ? texel.a : 0.0;
            count += counts ? 1.0 : 0.0;
        }
    }
    if (!(high - low > 3.0 / 255.0))
        return 0.0;
    float share = (sum / count - low) / (high - low);
    float away = abs(share - 0.5) * float(2 * reach + 1);
    return clamp(0.5 * width + 0.5 - away, 0.0, 1.0);
}

void main()
{
    // push.values: x: width of the line in pixels; yz: first pixel of the area
    float width = push.values.x;
    ivec2 center = ivec2(gl_FragCoord.xy);
    ivec2 first = ivec2(push.values.yz), last = first + ivec2(push.width, push.height) - 1;
    vec3 inside = texelFetch(all_image, center, 0).rgb;

    // Software Vulkan runs both sides of a branch, but skips a loop of zero iterations. Most pixels are far from any
    // object and need only the first loop.
    float halo =
        width + 0.75 * push.values.w; // wider and dark, so that the line is visible on a background of its own colour
    int reach = int(ceil(halo + 0.5)) - 1;
    vec3 around = inside;
    vec3 dark = inside;
    for (int y = -reach; y <= reach; y++) {
        for (int x = -reach; x <= reach; x++) {
            float far = length(vec2(x, y));
            vec3 all = texelFetch(all_image, clamp(center + ivec2(x, y), first, last), 0).rgb;
            around = max(around, all * clamp(width + 0.5 - far, 0.0, 1.0));
            dark = max(dark, all * clamp(halo + 0.5 - far, 0.0, 1.0));
        }
    }
    vec3 rim = dark - inside;
    int front_reach = max(max(rim.x, rim.y), rim.z) > 0.0 ? reach : -1;
    vec3 front = vec3(0.0);
    for (int y = -front_reach; y <= front_reach; y++) {
        for (int x = -front_reach; x <= front_reach; x++) {
            vec3 near = texelFetch(front_image, clamp(center + ivec2(x, y), first, last), 0).rgb;
            front = max(front, near * clamp(halo + 0.5 - length(vec2(x, y)), 0.0, 1.0));
        }
    }
    vec3 seen = mix(vec3(BEHIND), vec3(1.0), clamp(front / max(dark, vec3(1e-3)), 0.0, 1.0));
    vec3 line = max(around - inside, 0.0) * seen;
    vec3 shadow = max(dark - inside, 0.0) * seen * vec3(0.6, 0.6, 0.4);
    line.x = max(line.x, parting(center, first, last, width, inside.x > 0.99 ? reach : -1));

    // Back to front: halo, hovered, selected, active; premultiplied.
    vec4 color = vec4(0.0, 0.0, 0.0, max(max(shadow.x, shadow.y), shadow.z));
    float hover = line.z * 0.85;
    color = vec4(picture_color(HOVER_COLOR) * hover, hover) + color * (1.0 - hover);
    color = vec4(picture_color(SELECTED_COLOR) * line.x, line.x) + color * (1.0 - line.x);
    color = vec4(picture_color(ACTIVE_COLOR) * line.y, line.y) + color * (1.0 - line.y);
    if (color.a <= 0.0)
        discard;
    out_color = color;
}
