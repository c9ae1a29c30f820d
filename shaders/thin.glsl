// thin.glsl: where a fragment meets its point or line. picking computes the same in double (picking/src/shapes,
// picking/src/nearest); `vkpick verify` compares them.

#include "frame.glsl"
#include "thin_ray.glsl"

layout(location = 0) flat in uvec3 in_element;
layout(location = 1) flat in vec3 in_from_color;
layout(location = 2) flat in vec3 in_to_color;

#ifdef ON_SCREEN
layout(location = 3) flat in vec4 in_ends;
layout(location = 4) flat in vec3 in_depth;

struct thin_place {
    float part, depth; // along the element, 0 to 1
};

// False: the fragment's middle, or the sample, is farther from the element than `radius`.
bool find_thin(float radius, out thin_place place)
{
    precise vec2 at = gl_FragCoord.xy - (view.viewport.xy + 0.5 * view.viewport.zw);
    precise vec2 way = in_ends.zw - in_ends.xy, from = at - in_ends.xy;
    precise float square = way.x * way.x + way.y * way.y, along = way.x * from.x + way.y * from.y;
    precise float part = square > 0.0 ? clamp(along / square, 0.0, 1.0) : 0.0;
    precise vec2 off = from - part * way;
    precise float distance = off.x * off.x + off.y * off.y;
    precise float depth = in_depth.x + part * (in_depth.y - in_depth.x);
    place = thin_place(part, before_background(depth));
    return distance <= radius * radius;
}

bool find_exact(out float depth)
{
    thin_place place;
    bool found = find_thin(in_depth.z, place);
    depth = place.depth;
    return found;
}
#else
layout(location = 3) flat in mat3 in_inverse;
layout(location = 6) flat in vec3 in_from;
layout(location = 7) flat in vec3 in_to;
layout(location = 8) flat in vec3 in_middle;
layout(location = 9) flat in vec4 in_axis;
layout(location = 10) flat in vec2 in_reach;

struct thin_ray {
    vec3 start, along; // view space; `along` is unit
    vec3 direction;    // object space
};

// The ray through the fragment's middle, or through the sample. Both planes that meet in it go through the same point
// of the window at every depth.
thin_ray fragment_ray()
{
    thin_ray ray;
    vec2 ndc = (gl_FragCoord.xy - view.viewport.xy) / view.viewport.zw * 2.0 - 1.0;
    mat4 rows = transpose(view.projection);
    vec4 across = rows[0] - ndc.x * rows[3], down = rows[1] - ndc.y * rows[3];
    vec3 direction = cross(across.xyz, down.xyz);
    precise vec3 start =
        (across.w * cross(direction, down.xyz) + down.w * cross(across.xyz, direction)) / dot(direction, direction);
    precise vec3 along = normalize(direction);
    if (dot(transpose(mat3(view.rotation)) * along, view.forward.xyz) < 0.0)
        along = -along;
    precise vec3 turned = in_inverse * along;
    ray.start = start;
    ray.along = along;
    ray.direction = turned;
    return ray;
}

// The ray's place nearest to a place in view space, relative to that in object space; how far along the ray it is.
vec3 nearest_on_ray(thin_ray ray, vec3 place, out float offset)
{
    precise vec3 way = place - ray.start;
    precise float along = way.x * ray.along.x + way.y * ray.along.y + way.z * ray.along.z;
    precise vec3 gap = along * ray.along - way;
    precise vec3 turned = in_inverse * gap;
    offset = along;
    return turned;
}

vec2 meet_ball(thin_ray ray, vec3 middle)
{
    float offset;
    vec3 o = nearest_on_ray(ray, middle, offset), d = ray.direction;
    precise float a = dot(d, d), b = dot(o, d);
    precise vec3 moment = cross(o, d);
    precise float root = a * in_axis.w * in_axis.w - dot(moment, moment);
    precise float half_way = sqrt(max(root, 0.0)), low = (-b - half_way) / a, high = (-b + half_way) / a;
    return root >= 0.0 ? vec2(offset + low, offset + high) : NONE;
}

// Between the planes across both ends.
vec2 meet_tube(thin_ray ray)
{
    float offset;
    vec3 o = nearest_on_ray(ray, in_middle, offset), d = ray.direction, n = in_axis.xyz;
    precise vec3 d_across = cross(n, d), o_across = cross(n, o);
    precise float a = dot(d_across, d_across), b = dot(o_across, d_across);
    precise float moment = dot(n, cross(o, d)), root = a * in_axis.w * in_axis.w - moment * moment;
    precise float height = dot(n, o), slope = dot(n, d);
    precise float half_way = sqrt(max(root, 0.0)), low = (-b - half_way) / a, high = (-b + half_way) / a;
    vec2 pipe = a > 0.0 ? vec2(low, high) : ALL; // along the axis: the balls decide
    vec2 within = between(where_positive(height - in_reach.x, slope), where_positive(in_reach.y - height, -slope));
    vec2 side = between(pipe, within);
    return root >= 0.0 && side.x <= side.y ? side + offset : NONE;
}

// The part of the ray in the solid.
vec2 meet_thin(thin_ray ray)
{
    vec2 found = meet_ball(ray, in_from);
    if (in_reach.x <= in_reach.y) {
        vec2 end = meet_ball(ray, in_to), side = meet_tube(ray);
        found = vec2(min(side.x, min(found.x, end.x)), max(side.y, max(found.y, end.y)));
    }
    return found;
}

float depth_at(vec3 place)
{
    mat4 rows = transpose(view.projection);
    precise float depth = dot(rows[2], vec4(place, 1.0)) / dot(rows[3], vec4(place, 1.0));
    return before_background(depth);
}

// `distance` along the ray of what counts: where the ray enters the solid, or begins in it. False: nowhere.
bool find_on_ray(thin_ray ray, out float distance, out bool is_inside)
{
    vec2 found = meet_thin(ray), shown = where_shown(ray.start, ray.along);
    distance = max(found.x, shown.x);
    is_inside = found.x < shown.x;
    return found.x <= found.y && distance <= min(found.y, shown.y);
}

bool find_exact(out float depth)
{
    thin_ray ray = fragment_ray();
    float distance;
    bool is_inside, found = find_on_ray(ray, distance, is_inside);
    depth = depth_at(ray.start + distance * ray.along);
    return found;
}
#endif
