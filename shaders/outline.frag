// outline.frag: a line of constant width around the mask. The mask is multisampled and resolved, so its edges hold
// coverage and the line is anti-aliased on both sides. The second half of the outlines: see outline.glsl.
#version 450
#extension GL_GOOGLE_include_directive : require
#include "outline.glsl"
#include "frame.glsl"
#include "include/shaders/highlight.h"
#include "picture.glsl"

layout(set = SHADER_SET_IMAGES, binding = SHADER_BINDING_IMAGE_0) uniform usampler2D rows_image;

layout(location = 0) out vec4 out_color;

const vec3 SELECTED_COLOR = vec3(SHADER_COLOR_SELECTED);
const vec3 ACTIVE_COLOR = vec3(SHADER_COLOR_ACTIVE);
const vec3 HOVER_COLOR = vec3(SHADER_COLOR_HOVERED);
const float BEHIND = 0.32; // opacity of an outline whose object is hidden

// Coverage of a pixel by the line between two overlapping selected objects. The line is in the middle of the step
// between their outline numbers; multisampling and the window turn the step into a slope.
struct window {
    uint low, high, sum, count;
};

void add_row(inout window it, uint row)
{
    if (row >> 27 == 0u)
        return;
    it.low = min(it.low, row & 127u);
    it.high = max(it.high, row >> 7 & 127u);
    it.sum += row >> 14 & 8191u;
    it.count += row >> 27;
}

float parting(window it, float width, int reach)
{
    if (it.count == 0u || it.high < it.low + 2u)
        return 0.0;
    float low = 2.0 * float(it.low), high = 2.0 * float(it.high);
    float share = (float(it.sum) / float(it.count) - low) / (high - low);
    float away = abs(share - 0.5) * float(2 * reach + 1);
    return clamp(0.5 * width + 0.5 - away, 0.0, 1.0);
}

// What lies around a pixel, as 4 levels of squared distances.
struct distances {
    vec3 squares[LEVELS];
};

void add_rows(inout distances it, uvec3 rows, float dy2, int shift)
{
    for (int level = 0; level < LEVELS; level++) {
        uvec3 row = rows >> (shift + 4 * level) & FAR;
        vec3 square = mix(vec3(row * row) + dy2, vec3(1e9), equal(row, uvec3(FAR)));
        it.squares[level] = min(it.squares[level], square);
    }
}

// The coverage by a line of that width around the mask.
vec3 line_coverage(distances it, float width)
{
    vec3 sum = vec3(0.0);
    for (int level = 0; level < LEVELS; level++)
        sum = max(sum, float(level + 1) / float(LEVELS) * clamp(width + 0.5 - sqrt(it.squares[level]), 0.0, 1.0));
    return sum;
}

// The distance of a pixel's middle to the border of the view, or of the image where that cuts the view.
float border_distance(vec2 place)
{
    vec2 a = view.viewport.xy, b = a + view.viewport.zw;
    vec2 low = max(min(a, b), vec2(0.0)), high = min(max(a, b), vec2(textureSize(rows_image, 0)));
    vec2 away = min(place - low, high - place);
    return min(away.x, away.y);
}

// What the rows say of the pixel itself.
vec3 own_coverage(uvec3 rows, int shift)
{
    vec3 sum = vec3(0.0);
    for (int level = 0; level < LEVELS; level++)
        sum = mix(sum, vec3(float(level + 1) / float(LEVELS)), equal(rows >> (shift + 4 * level) & FAR, uvec3(0u)));
    return sum;
}

void main()
{
    ivec2 center = ivec2(gl_FragCoord.xy);
    int first = int(push.values.z), last = first + int(push.height) - 1;
    float rim = rim_width(push.values), width = min(push.values.x, rim);
    int reach = get_reach(push.values);
    distances every = {{vec3(1e9), vec3(1e9), vec3(1e9), vec3(1e9)}};
    distances front = every;
    window numbers = {255u, 0u, 0u, 0u};

    // Most pixels are deep inside or far from any object: the rows around them are alike and know of no edge. Software
    // Vulkan runs both sides of a branch, but skips a loop of zero iterations.
    uvec4 middle = texelFetch(rows_image, center, 0);
    bvec3 plain = equal(middle.xyz, ALL_FAR);
    plain = bvec3(plain.x || middle.x == 0u || middle.x == ONLY_BEHIND,
                  plain.y || middle.y == 0u || middle.y == ONLY_BEHIND,
                  plain.z || middle.z == 0u || middle.z == ONLY_BEHIND);
    bool unlike = !all(plain) || (middle.w & 127u) != (middle.w >> 7 & 127u);
    for (int y = -reach; y <= reach; y++)
        unlike = unlike || texelFetch(rows_image, ivec2(center.x, clamp(center.y + y, first, last)), 0) != middle;
    float border = border_distance(gl_FragCoord.xy) - 0.5;
    unlike = unlike || (middle.z != ALL_FAR.z && border < rim);
    if (!unlike)
        discard;
    for (int y = unlike ? -reach : reach + 1; y <= reach; y++) {
        uvec4 rows = texelFetch(rows_image, ivec2(center.x, clamp(center.y + y, first, last)), 0);
        add_rows(every, rows.xyz, float(y * y), 0);
        add_rows(front, rows.xyz, float(y * y), 16);
        add_row(numbers, rows.w);
    }
    vec3 inside = own_coverage(middle.xyz, 0), inside_front = own_coverage(middle.xyz, 16);

    vec3 around = max(line_coverage(every, width), inside);
    vec3 dark = max(line_coverage(every, rim), inside);
    vec3 seen = mix(vec3(BEHIND), vec3(1.0), clamp(line_coverage(front, rim) / max(dark, vec3(1e-3)), 0.0, 1.0));
    vec3 line = max(around - inside, 0.0) * seen;
    vec3 shadow = max(dark - inside, 0.0) * seen * SHADER_RIM_OPACITY;
    // Where a hovered object leaves the view, the line closes along the border: one that fills the view has no other.
    float closing = inside.z * mix(BEHIND, 1.0, inside_front.z);
    line.z = max(line.z, closing * clamp(width - border, 0.0, 1.0));
    shadow.z = max(shadow.z, closing * clamp(rim - border, 0.0, 1.0) * SHADER_RIM_OPACITY);
    line.x = max(line.x, inside.x > 0.99 ? parting(numbers, width, reach) : 0.0);

    // Back to front: rim, hovered, selected, active; premultiplied.
    vec4 color = vec4(0.0, 0.0, 0.0, max(max(shadow.x, shadow.y), shadow.z));
    color = vec4(picture_color(HOVER_COLOR) * line.z, line.z) + color * (1.0 - line.z);
    color = vec4(picture_color(SELECTED_COLOR) * line.x, line.x) + color * (1.0 - line.x);
    color = vec4(picture_color(ACTIVE_COLOR) * line.y, line.y) + color * (1.0 - line.y);
    if (color.a <= 0.0)
        discard;
    out_color = color;
}
