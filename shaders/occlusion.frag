// occlusion.frag: ambient occlusion from depth: how much of the sky over a surface is hidden by what is near. M.
// McGuire, M. Mara, D. Luebke, "Scalable Ambient Obscurance", High Performance Graphics 2012. Normals follow from
// depth, too.
#version 450
#extension GL_GOOGLE_include_directive : require
#include "frame.glsl"

#include "occlusion.glsl"

layout(set = SHADER_SET_IMAGES, binding = SHADER_BINDING_IMAGE_0) uniform sampler2D depth_image;

layout(location = 0) out vec2 out_occlusion;

const int SAMPLES = 16;
const float TURNS = 7.0;     // of the spiral that the samples lie on
const float BIAS = 0.03;     // of the reach: flat surfaces do not hide themselves
const float SOFTNESS = 0.01; // keeps the nearest samples from counting for all
const float INTENSITY = 1.0;
const float TURN = 6.2831853;

// By how much each pixel of 4 x 4 turns its spiral: the blur takes in each of them once.
const float PATTERN[16] = {0.0, 8.0, 2.0, 10.0, 12.0, 4.0, 14.0, 6.0, 3.0, 11.0, 1.0, 9.0, 15.0, 7.0, 13.0, 5.0};

float depth_at(ivec2 texel)
{
    return texelFetch(depth_image, occlusion_texel(texel, textureSize(depth_image, 0)), 0).r;
}

bool is_surface(float depth)
{
    return depth != mix(0.0, 1.0, view.forward.w > 0.5);
}

// The place in view space behind the middle of a texel.
vec3 place_of(mat4 to_view, ivec2 texel, float depth)
{
    vec2 pixel = 2.0 * vec2(texel) + 1.0;
    vec4 place = to_view * vec4(2.0 * (pixel - view.viewport.xy) / view.viewport.zw - 1.0, depth, 1.0);
    return place.xyz / place.w;
}

// How far a texel's depth is off the line through the next two. Depth is linear on screen along a plane.
float bend(ivec2 next, ivec2 step, float depth, float next_depth)
{
    return is_surface(next_depth) ? abs(2.0 * next_depth - depth_at(next + step) - depth) : NO_SURFACE;
}

// The step along the surface to the next texel, on the side that lies in one plane with it: what is beyond an edge has
// no part in it.
vec3 step_along(mat4 to_view, ivec2 texel, ivec2 step, vec3 place, float depth)
{
    ivec2 size = textureSize(depth_image, 0);
    ivec2 next = occlusion_texel(texel + step, size), last = occlusion_texel(texel - step, size);
    float next_depth = depth_at(next), last_depth = depth_at(last);
    float after = next != texel ? bend(next, step, depth, next_depth) : NO_SURFACE;
    float before = last != texel ? bend(last, -step, depth, last_depth) : NO_SURFACE;
    if (min(after, before) == NO_SURFACE)
        return vec3(0.0);
    return after < before ? place_of(to_view, next, next_depth) - place : place - place_of(to_view, last, last_depth);
}

void main()
{
    ivec2 texel = ivec2(gl_FragCoord.xy);
    float depth = depth_at(texel), sum = 0.0;
    out_occlusion = vec2(1.0, NO_SURFACE);
    if (!is_surface(depth))
        return;
    mat4 to_view = inverse(view.projection);
    vec3 place = place_of(to_view, texel, depth);
    vec3 nearer = place_of(to_view, texel, mix(depth, mix(1.0, 0.0, view.forward.w > 0.5), 0.5)) - place;
    vec3 across = step_along(to_view, texel, ivec2(1, 0), place, depth);
    vec3 down = step_along(to_view, texel, ivec2(0, 1), place, depth);
    vec3 normal = cross(across, down);
    float size = length(normal);
    float reach = occlusion_reach(place.z);
    normal = size > 0.0 ? normal / size : normalize(nearer);
    if (dot(normal, nearer) < 0.0)
        normal = -normal;
    float start = TURN / 16.0 * PATTERN[(texel.y & 3) * 4 + (texel.x & 3)];
    for (int i = 0; i < SAMPLES; i++) {
        float share = (float(i) + 0.5) / float(SAMPLES), angle = share * TURNS * TURN + start;
        ivec2 at = texel + ivec2(round(share * view.occlusion.y * vec2(cos(angle), sin(angle))));
        at = occlusion_texel(at, textureSize(depth_image, 0));
        float other = depth_at(at);
        if (at == texel || !is_surface(other))
            continue;
        vec3 to_other = (place_of(to_view, at, other) - place) / reach;
        float distance2 = dot(to_other, to_other), near = max(1.0 - distance2, 0.0);
        sum += near * near * near * max((dot(to_other, normal) - BIAS) / (SOFTNESS + distance2), 0.0);
    }
    out_occlusion = vec2(max(1.0 - INTENSITY * 5.0 / float(SAMPLES) * sum, 0.0), place.z);
}
