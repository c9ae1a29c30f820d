// thin.vert: a quad around what a point or a line covers, and what the fragment shaders need to meet it. Corners are
// found as places in the window, so that a quad has no size in depth, and none is cut at the near plane.
#version 450
#extension GL_GOOGLE_include_directive : require
#define ALL_SECTION_PLANES
#include "frame.glsl"
#include "position.glsl"
#include "thin_ray.glsl"

// The start of an element, then what follows it: the end of a line.
layout(location = 0) in vec3 in_from;
layout(location = 1) in uvec2 in_word; // the colour at the start, and the number; alpha 0: there is no such element
layout(location = 2) in vec3 in_next;
layout(location = 3) in uint in_next_color;

layout(location = 0) flat out uvec3 out_element; // slot, flags, number
layout(location = 1) flat out vec3 out_from_color;
layout(location = 2) flat out vec3 out_to_color;
#ifdef ON_SCREEN
layout(location = 3) flat out vec4 out_ends;  // pixels
layout(location = 4) flat out vec3 out_depth; // of both ends; the radius in pixels
#else
layout(location = 3) flat out mat3 out_inverse; // view space to object space
layout(location = 6) flat out vec3 out_from;    // view space, as the next two
layout(location = 7) flat out vec3 out_to;
layout(location = 8) flat out vec3 out_middle; // a place on the axis near the eye
layout(location = 9) flat out vec4 out_axis;   // object space, unit; the radius
layout(location = 10) flat out vec2 out_reach; // of both ends from the middle along the axis; x > y: a ball
#endif

// Pixels by which a quad is larger than what it surrounds: for the grid that rasterizers round corners to, 1/16 pixel
// or finer, and for rounding.
const float MARGIN = 0.25;

// A point ends where it starts.
vec3 end_of_element()
{
    return mix(in_from, in_next, bvec3(push.values.y > 0.5));
}

vec3 unpack_color(uint color)
{
    vec3 root = vec3(color & 255u, color >> 8u & 255u, color >> 16u & 255u) / 255.0;
    return root * root;
}

// The place at a part of the way from one to another, without rounding before the end.
pair place_between(pair a, pair b, float part)
{
    pair way = two_sum(b.value, -a.value);
    pair step = two_product(way.value, part);
    pair sum = two_sum(a.value, step.value);
    precise vec3 lost = sum.lost + (step.lost + part * (way.lost + (b.lost - a.lost)) + a.lost);
    return two_sum(sum.value, lost);
}

// Which corner of a quad this is: -1 or 1 along each of two directions.
vec2 corner_sides()
{
    return vec2(gl_VertexIndex & 1, gl_VertexIndex >> 1 & 1) * 2.0 - 1.0;
}

// `pixels` is relative to the middle of the viewport.
void put_corner(vec2 pixels)
{
    gl_Position = vec4(pixels / (0.5 * view.viewport.zw), 0.5, 1.0);
}

void cover_nothing()
{
    gl_Position = vec4(-2.0, -2.0, 0.5, 1.0);
}

// The direction from a pixel to another, or any if they are the same.
vec2 direction_between(vec2 a, vec2 b)
{
    vec2 way = b - a;
    float size = length(way);
    return size > 1e-3 ? way / size : vec2(1.0, 0.0);
}

vec2 pixel_of(vec4 clip)
{
    precise vec2 pixel = clip.xy / clip.w * (0.5 * view.viewport.zw);
    return pixel;
}

#ifdef ON_SCREEN
// The part of the element that is drawn, 0 to 1: what the view shows, and of that what comes so near to the viewport
// that it covers a pixel of it. Numbers stay small so.
vec2 shown_part(vec3 from, vec3 to, float reach)
{
    vec2 part = between(vec2(0.0, 1.0), where_shown(from, to - from));
    mat4 rows = transpose(view.projection);
    vec2 room = 1.0 + 2.0 * (reach + 1.0) / abs(view.viewport.zw);
    for (int i = 0; i < 2; i++) {
        part = between(part, where_plane_keeps(room[i] * rows[3] + rows[i], from, to - from));
        part = between(part, where_plane_keeps(room[i] * rows[3] - rows[i], from, to - from));
    }
    return part;
}

void cover(pair from, pair to)
{
    float radius = push.values.x * view.grid.w, reach = max(radius, 0.5) + MARGIN;
    vec2 part = shown_part(view_position(from), view_position(to), reach);
    vec4 low = clip_position(part.x > 0.0 ? place_between(from, to, part.x) : from);
    vec4 high = clip_position(part.y < 1.0 ? place_between(from, to, part.y) : to);
    vec2 a = pixel_of(low), b = pixel_of(high);
    vec2 along = direction_between(a, b), sides = corner_sides();
    out_ends = vec4(a, b);
    out_depth = vec3(low.z / low.w, high.z / high.w, radius);
    if (part.x <= part.y)
        put_corner((sides.x < 0.0 ? a : b) + reach * (sides.x * along + sides.y * vec2(-along.y, along.x)));
}
#else
// From where to where an ellipsoid reaches in the window, along a direction that `row` measures in pixels, times the
// divisor: two planes through the eye that touch it. `shape`: its half axes in view space.
vec2 extent_of(vec4 row, vec4 divisor, vec3 middle, mat3 shape)
{
    float g = dot(row, vec4(middle, 1.0)), h = dot(divisor, vec4(middle, 1.0));
    vec3 row_shape = row.xyz * shape, divisor_shape = divisor.xyz * shape;
    vec3 mixed = h * row_shape - g * divisor_shape, across = cross(row_shape, divisor_shape);
    float root = sqrt(max(dot(mixed, mixed) - dot(across, across), 0.0));
    return (g * h - dot(row_shape, divisor_shape) + vec2(-root, root)) / (h * h - dot(divisor_shape, divisor_shape));
}

// Sets the corner of a quad around two ellipsoids and all between them.
void surround(vec3 low, vec3 high, mat3 shape)
{
    mat4 rows = transpose(view.projection);
    vec4 x_row = 0.5 * view.viewport.z * rows[0], y_row = 0.5 * view.viewport.w * rows[1], divisor = rows[3];
    float thick = 1.02 * length(divisor.xyz * shape);
    // One that reaches the plane of the eye is taken to cover all of the view.
    bool all = !(dot(divisor, vec4(low, 1.0)) > thick && dot(divisor, vec4(high, 1.0)) > thick);
    vec2 along = vec2(1.0, 0.0);
    if (!all)
        along =
            direction_between(pixel_of(view.projection * vec4(low, 1.0)), pixel_of(view.projection * vec4(high, 1.0)));
    vec2 sides = corner_sides(), corner;
    for (int i = 0; i < 2; i++) {
        vec2 direction = i == 0 ? along : vec2(-along.y, along.x);
        vec4 row = direction.x * x_row + direction.y * y_row;
        vec2 a = extent_of(row, divisor, low, shape), b = extent_of(row, divisor, high, shape);
        float most = 0.5 * dot(abs(direction), abs(view.viewport.zw)) + 1.0; // the viewport
        vec2 extent = all ? vec2(-most, most) : vec2(min(a.x, b.x), max(a.y, b.y)) + vec2(-MARGIN, MARGIN);
        corner[i] = clamp(sides[i] < 0.0 ? extent.x : extent.y, -most, most);
    }
    put_corner(corner.x * along + corner.y * vec2(-along.y, along.x));
}

void cover(pair from, pair to, shader_object object, float size)
{
    vec3 x = object.column_x.xyz, y = object.column_y.xyz, z = object.column_z.xyz;
    mat3 rotation = mat3(view.rotation);
    float radius = push.values.x;
    mat3 shape = radius * (rotation * mat3(x, y, z));
    out_inverse = transpose(mat3(cross(y, z), cross(z, x), cross(x, y)) / size) * transpose(rotation);
    out_from = view_position(from);
    out_to = view_position(to);
    vec3 way = end_of_element() - in_from, seen = out_to - out_from;
    float length_of = length(way);
    // The place nearest to the eye, or, in an orthographic view, to the line of sight.
    vec3 measure = vec3(1.0, 1.0, mix(1.0, 0.0, view.eye_high.w > 0.5));
    float square = dot(seen * measure, seen);
    float part = square > 0.0 ? clamp(-dot(out_from * measure, seen) / square, 0.0, 1.0) : 0.0;
    out_middle = view_position(place_between(from, to, part));
    out_axis = vec4(length_of > 0.0 ? way / length_of : vec3(0.0), radius);
    out_reach = length_of > 0.0 ? vec2(-part, 1.0 - part) * length_of : NONE;

    // What lies behind the near plane and before the far plane, of ellipsoids whose middles are on the axis.
    vec4 near = past_near(), far = before_far();
    vec2 kept = vec2(0.0, 1.0);
    near.w += length(near.xyz * shape);
    far.w += length(far.xyz * shape);
    kept = between(kept, where_plane_keeps(near, out_from, seen));
    kept = between(kept, where_plane_keeps(far, out_from, seen));
    vec3 low = kept.x > 0.0 ? view_position(place_between(from, to, kept.x)) : out_from;
    vec3 high = kept.y < 1.0 ? view_position(place_between(from, to, kept.y)) : out_to;
    if (kept.x <= kept.y)
        surround(low, high, shape);
}
#endif

void main()
{
    shader_object object = objects[push.slot - push.first_object];
    float size = dot(object.column_x.xyz, cross(object.column_y.xyz, object.column_z.xyz));
    cover_nothing();
    out_element = uvec3(push.slot, object.flags, in_word.y);
    out_from_color = unpack_color(in_word.x);
    out_to_color = unpack_color(in_next_color);
    pair from = relative_position(object, in_from), to = relative_position(object, end_of_element());
    // A flat object shows nothing.
    if (in_word.x >> 24u == 0u || !(abs(size) > 0.0))
        return;
#ifdef ON_SCREEN
    cover(from, to);
#else
    cover(from, to, object, size);
#endif
}
