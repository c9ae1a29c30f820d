// outline_rows.frag: the first half of the outlines: how far each pixel is, along its row, from what the masks cover.
#version 450
#extension GL_GOOGLE_include_directive : require
#include "frame.glsl"
#include "outline.glsl"

layout(set = SHADER_SET_IMAGES, binding = SHADER_BINDING_IMAGE_0) uniform sampler2D all_image;
layout(set = SHADER_SET_IMAGES, binding = SHADER_BINDING_IMAGE_1) uniform sampler2D front_image;

layout(location = 0) out uvec4 out_rows;

// Distances in pixels to the nearest pixel of each level.
struct row {
    vec3 levels[LEVELS];
};

// Pixels come from the outside in, so the nearest comes last.
void note(inout row it, vec3 coverage, float distance)
{
    for (int level = 0; level < LEVELS; level++)
        it.levels[level] = mix(it.levels[level], vec3(distance), greaterThanEqual(coverage, level_coverage(level)));
}

uvec3 pack(row it)
{
    uvec3 bits = uvec3(0u);
    for (int level = 0; level < LEVELS; level++)
        bits |= uvec3(it.levels[level]) << (4 * level);
    return bits;
}

// What a row knows of the numbers of outlines.
struct window {
    uint low, high, sum, count;
};

void add_number(inout window it, vec4 front)
{
    if (!(front.r > 0.99))
        return; // not selected, or active: the active object has an outline of its own
    uint number = uint(front.a * 255.0 + 0.5);
    it.low = min(it.low, number);
    it.high = max(it.high, number);
    it.sum += number;
    it.count++;
}

void main()
{
    ivec2 center = ivec2(gl_FragCoord.xy);
    int first = int(push.values.y), last = first + int(push.width) - 1;
    int reach = get_reach(push.values);
    vec3 center_all = texelFetch(all_image, center, 0).rgb;
    vec4 center_front = texelFetch(front_image, center, 0);
    vec3 unlike = center_all * (1.0 - center_all) + center_front.rgb * (1.0 - center_front.rgb);
    for (int x = -reach; x <= reach; x++) {
        ivec2 at = ivec2(clamp(center.x + x, first, last), center.y);
        unlike += abs(texelFetch(all_image, at, 0).rgb - center_all);
        vec4 front = abs(texelFetch(front_image, at, 0) - center_front);
        unlike += front.rgb + front.a;
    }

    row all, front;
    for (int level = 0; level < LEVELS; level++) {
        all.levels[level] = vec3(FAR);
        front.levels[level] = vec3(FAR);
    }
    window numbers = {255u, 0u, 0u, 0u};
    add_number(numbers, center_front);
    // Most pixels are like all around them, and their own coverage says it all. Software Vulkan runs both sides of a
    // branch, but skips a loop of zero iterations.
    for (int distance = unlike != vec3(0.0) ? reach : 0; distance > 0; distance--) {
        ivec2 left = ivec2(max(center.x - distance, first), center.y);
        ivec2 right = ivec2(min(center.x + distance, last), center.y);
        vec4 fronts[2] = {texelFetch(front_image, left, 0), texelFetch(front_image, right, 0)};
        note(all, max(texelFetch(all_image, left, 0).rgb, texelFetch(all_image, right, 0).rgb), float(distance));
        note(front, max(fronts[0].rgb, fronts[1].rgb), float(distance));
        add_number(numbers, fronts[0]);
        add_number(numbers, fronts[1]);
    }
    note(all, center_all, 0.0);
    note(front, center_front.rgb, 0.0);
    uint packed = numbers.low >> 1 | numbers.high >> 1 << 7 | numbers.sum << 14 | numbers.count << 27;
    out_rows = uvec4(pack(all) | pack(front) << 16, numbers.count == 0u ? 0u : packed);
}
