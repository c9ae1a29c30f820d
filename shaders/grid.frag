// grid.frag: anti-aliased lines at every power of ten. Finer lines fade in once their cells are wide enough on screen.
#version 450
#extension GL_GOOGLE_include_directive : require
#include "frame.glsl"

layout(location = 0) in vec3 in_plane;
layout(location = 0) out vec4 out_color;

const vec3 LINE_COLOR = vec3(0.30, 0.32, 0.36);
const vec3 X_COLOR = vec3(0.80, 0.10, 0.12);
const vec3 Y_COLOR = vec3(0.13, 0.52, 0.10);
const vec3 Z_COLOR = vec3(0.10, 0.26, 0.85);

// Coverage of the pixel by lines that are `width` pixels wide, one every `cell` metres. Where cells shrink to pixels,
// the mean coverage.
float lines(vec2 place, vec2 pixel, float cell, float width)
{
    vec2 size = pixel / cell;
    vec2 away = abs(fract(place / cell - 0.5) - 0.5) / max(size, vec2(1e-9));
    vec2 cover = clamp(0.5 * width + 0.5 - away, 0.0, 1.0) * min(width, 1.0);
    cover = mix(cover, clamp(width * size, 0.0, 1.0), smoothstep(0.25, 0.75, size));
    return max(cover.x, cover.y);
}

float axis(float away, float pixel, float width)
{
    return clamp(0.5 * width + 0.5 - abs(away) / max(pixel, 1e-9), 0.0, 1.0);
}

void main()
{
    vec2 relative = in_plane.xy / in_plane.z;
    vec2 along = dFdx(relative), down = dFdy(relative);
    vec2 pixel = vec2(length(vec2(along.x, down.x)), length(vec2(along.y, down.y)));
    float points = view.grid.w;

    // The finest cell that is at least about 12 points wide here, and how far it is towards ten times that width.
    float coarse = max(pixel.x, pixel.y) * points;
    float level = log(max(coarse * 12.0 / view.grid_cells.x, 1e-6)) / log(10.0);
    float whole = max(floor(level) + 1.0, 0.0);
    float fine = level + 1.0 - whole;
    float cell = view.grid_cells.x * pow(10.0, whole);
    vec2 place = relative + view.grid.xy;
    float width = points;
    float minor = lines(place, pixel, cell, width) * (1.0 - clamp(fine, 0.0, 1.0));
    float major = lines(place, pixel, cell * 10.0, width);
    float alpha = max(0.30 * minor, mix(0.62, 0.30, clamp(fine, 0.0, 1.0)) * major);

    vec3 color = LINE_COLOR;
    bool side = view.grid_cells.z == 0.0, ground = view.grid_cells.z == 1.0; // else the front: z = 0
    vec2 origin = relative + (side     ? view.eye_high.zy + view.eye_low.zy
                              : ground ? view.eye_high.xz + view.eye_low.xz
                                       : view.eye_high.xy + view.eye_low.xy);
    float on_u = axis(origin.y, pixel.y, 1.6 * points), on_v = axis(origin.x, pixel.x, 1.6 * points);
    color = mix(color, ground ? Z_COLOR : Y_COLOR, on_v);
    color = mix(color, side ? Z_COLOR : X_COLOR, on_u);
    alpha = max(alpha, 0.85 * max(on_u, on_v));

    // Fade with distance, and where the plane is seen edge on.
    float far = length(vec3(relative.x, view.grid_cells.y, relative.y));
    float flatness =
        view.eye_high.w > 0.5 ? abs(view.forward[int(view.grid_cells.z)]) : abs(view.grid_cells.y) / max(far, 1e-9);
    float fade = view.eye_high.w > 0.5 ? 1.0 : 1.0 - smoothstep(0.15, 1.0, far / view.grid.z);
    alpha *= fade * smoothstep(0.002, 0.05, flatness);
    if (alpha <= 0.002)
        discard;
    out_color = vec4(color, alpha);
}
