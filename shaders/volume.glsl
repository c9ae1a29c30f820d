// volume.glsl: where the ray through a fragment meets its volume. picking computes the same in double
// (picking/src/shapes); `vkpick verify` compares them.

#define ALL_SECTION_PLANES
#include "frame.glsl"
#include "planes.glsl"

layout(location = 0) flat in uint in_slot;
layout(location = 1) flat in uint in_flags;
layout(location = 2) flat in uint in_shape;
layout(location = 3) flat in vec3 in_half;
layout(location = 4) flat in mat3 in_inverse;
layout(location = 7) flat in vec3 in_middle; // of the shape's box, view space
layout(location = 9) flat in vec3 in_place;  // the same relative to the section's origin, world space
layout(location = 8) flat in uvec3 in_rows;  // the first plane, how many there are; the part's index

const float NEVER = 3e38;

// The part of a ray inside a convex shape: x to y; none where x > y.
const vec2 NONE = vec2(NEVER, -NEVER);
const vec2 ALL = vec2(-NEVER, NEVER);

struct volume_ray {
    vec3 start, along;      // view space; `along` is unit
    vec3 origin, direction; // the shape's space, relative to its middle: the origin is the ray's point nearest to it
    vec3 beside;            // a place of the ray, view space, relative to the shape's middle
    float base;             // how far along the ray it is. Other distances count from there
    float offset;           // of the origin
};

// The ray through a place of the picture. Both planes that meet in it go through the same point of the window at every
// depth.
volume_ray ray_through(vec2 pixel)
{
    volume_ray ray;
    vec2 ndc = (pixel - view.viewport.xy) / view.viewport.zw * 2.0 - 1.0;
    mat4 rows = transpose(view.projection);
    vec4 across = rows[0] - ndc.x * rows[3], down = rows[1] - ndc.y * rows[3];
    vec3 direction = cross(across.xyz, down.xyz);
    vec3 start =
        (across.w * cross(direction, down.xyz) + down.w * cross(across.xyz, direction)) / dot(direction, direction);
    mat3 to_world = transpose(mat3(view.rotation));
    ray.start = start;
    ray.along = normalize(direction);
    if (dot(to_world * ray.along, view.forward.xyz) < 0.0)
        ray.along = -ray.along;
    // The ray's point as far in front of the eye as the middle is, relative to that: a small vector, also where the eye
    // is 1000 km away. The same from the eye's place would be a difference of large ones.
    vec2 at_middle = -vec2(dot(across, vec4(in_middle, 1.0)), dot(down, vec4(in_middle, 1.0)));
    float size = across.x * down.y - across.y * down.x;
    ray.beside =
        vec3(at_middle.x * down.y - at_middle.y * across.y, across.x * at_middle.y - down.x * at_middle.x, 0.0) / size;
    ray.origin = in_inverse * (to_world * ray.beside);
    ray.direction = in_inverse * (to_world * ray.along);
    ray.base = dot(in_middle + ray.beside - ray.start, ray.along);
    ray.offset = -dot(ray.origin, ray.direction) / dot(ray.direction, ray.direction);
    ray.origin += ray.offset * ray.direction;
    return ray;
}

// Through the fragment's middle, or through the sample.
volume_ray fragment_ray()
{
    return ray_through(gl_FragCoord.xy);
}

vec2 between(vec2 a, vec2 b)
{
    return vec2(max(a.x, b.x), min(a.y, b.y));
}

vec2 slab(float origin, float direction, float half_size)
{
    if (direction == 0.0)
        return abs(origin) <= half_size ? ALL : NONE;
    float a = (-half_size - origin) / direction, b = (half_size - origin) / direction;
    return vec2(min(a, b), max(a, b));
}

vec2 meet_box(vec3 origin, vec3 direction)
{
    return between(between(slab(origin.x, direction.x, in_half.x), slab(origin.y, direction.y, in_half.y)),
                   slab(origin.z, direction.z, in_half.z));
}

vec2 meet_sphere(vec3 origin, vec3 direction, float radius)
{
    float a = dot(direction, direction), b = dot(origin, direction);
    vec3 moment = cross(origin, direction);
    float root = a * radius * radius - dot(moment, moment);
    return root < 0.0 ? NONE : vec2(-b - sqrt(root), -b + sqrt(root)) / a;
}

// The endless cylinder about y.
vec2 meet_pipe(vec3 origin, vec3 direction, float radius)
{
    float a = dot(direction.xz, direction.xz), b = dot(origin.xz, direction.xz);
    if (a == 0.0)
        return dot(origin.xz, origin.xz) <= radius * radius ? ALL : NONE;
    float moment = origin.x * direction.z - origin.z * direction.x;
    float root = a * radius * radius - moment * moment;
    return root < 0.0 ? NONE : vec2(-b - sqrt(root), -b + sqrt(root)) / a;
}

vec2 meet_capsule(vec3 origin, vec3 direction)
{
    vec3 up = vec3(0.0, in_half.y - in_half.x, 0.0);
    vec2 a = meet_sphere(origin - up, direction, in_half.x), b = meet_sphere(origin + up, direction, in_half.x);
    vec2 side = between(meet_pipe(origin, direction, in_half.x), slab(origin.y, direction.y, up.y));
    side = side.x <= side.y ? side : NONE;
    return vec2(min(side.x, min(a.x, b.x)), max(side.y, max(a.y, b.y)));
}

vec2 meet_cone(vec3 origin, vec3 direction)
{
    vec2 within = slab(origin.y, direction.y, in_half.y);
    float slope = in_half.x / (2.0 * in_half.y), room = slope * (in_half.y - origin.y), steep = slope * direction.y;
    // The ray is in the double cone where a t^2 + 2 b t + c <= 0.
    float a = dot(direction.xz, direction.xz) - steep * steep;
    float b = dot(origin.xz, direction.xz) + room * steep;
    float c = dot(origin.xz, origin.xz) - room * room;
    // b * b - a * c, but without its cancellation, which bends the sides of thin cones, and all near the apex.
    vec2 lever = (in_half.y - origin.y) * direction.xz + direction.y * origin.xz;
    float passing = origin.x * direction.z - origin.z * direction.x;
    float root = slope * slope * dot(lever, lever) - passing * passing;
    if (a > 0.0 && root < 0.0)
        return NONE;
    // The stable roots: the sum below never cancels. Where q is near 0 the noise of c leaves c / q within
    // 5e-5 of the cone's size; the quotient of the other sum, which picking takes in double, is no better in float.
    float q = -(b + (b < 0.0 ? -1.0 : 1.0) * sqrt(max(root, 0.0)));
    float s = q / a, t = q == 0.0 ? s : c / q;
    vec2 ends = vec2(min(s, t), max(s, t));
    if (a > 0.0)
        return between(within, ends);
    // A steep ray is in the lower half from one root on, or up to the other.
    if (abs(a) <= 1e-12 * abs(b))
        ends = vec2(c / (-2.0 * b));
    return between(within, steep < 0.0 ? vec2(ends.y, NEVER) : vec2(-NEVER, ends.x));
}

uint count_planes()
{
    return min(in_rows.y, SHADER_VOLUME_PLANES);
}

vec4 plane_at(uint number)
{
    return plane_rows[in_rows.x + number];
}

// The part inside, and the planes where it begins and ends.
struct convex_part {
    vec2 found;
    vec4 enter, leave;
};

convex_part meet_planes(vec3 origin, vec3 direction)
{
    convex_part part = convex_part(ALL, vec4(0.0), vec4(0.0));
    for (uint i = 0u; i < count_planes(); i++) {
        vec4 plane = plane_at(i);
        float inside = dot(plane.xyz, origin) + plane.w, along = dot(plane.xyz, direction);
        float at = -inside / along;
        if (along == 0.0 && inside < 0.0)
            return convex_part(NONE, vec4(0.0), vec4(0.0));
        if (along > 0.0 && at > part.found.x) {
            part.found.x = at;
            part.enter = plane;
        }
        if (along < 0.0 && at < part.found.y) {
            part.found.y = at;
            part.leave = plane;
        }
    }
    return part;
}

// Distances along the ray.
vec2 meet_volume(volume_ray ray)
{
    vec3 o = ray.origin, d = ray.direction;
    vec2 found = in_shape == SHADER_VOLUME_BOX        ? meet_box(o, d)
                 : in_shape == SHADER_VOLUME_SPHERE   ? meet_sphere(o, d, in_half.x)
                 : in_shape == SHADER_VOLUME_CAPSULE  ? meet_capsule(o, d)
                 : in_shape == SHADER_VOLUME_CYLINDER ? between(meet_pipe(o, d, in_half.x), slab(o.y, d.y, in_half.y))
                 : in_shape == SHADER_VOLUME_CONE     ? meet_cone(o, d)
                                                      : meet_planes(o, d).found;
    return found.x <= found.y ? found + ray.offset : NONE;
}

// Where the ray is at a distance: how far past the near plane, how far before the far plane, and its depth. The planes
// are differences of rows: a difference of clip coordinates would have lost what is small beside both.
struct volume_place {
    float past_near, before_far, depth;
    bool is_cut; // by the section
};

volume_place place_at(volume_ray ray, float distance)
{
    vec4 at = vec4(ray.start + (ray.base + distance) * ray.along, 1.0);
    bool is_cut = is_cut_off(in_place + transpose(mat3(view.rotation)) * (ray.beside + distance * ray.along));
    mat4 rows = transpose(view.projection);
    float low = dot(rows[2], at), high = dot(rows[3] - rows[2], at);
    bool grows = view.forward.w > 0.5;
    return volume_place(grows ? low : high, grows ? high : low, low / dot(rows[3], at), is_cut);
}

bool is_shown(volume_place place)
{
    return place.past_near >= 0.0 && place.before_far >= 0.0 && !place.is_cut;
}

// The surface that counts: where the ray enters, or, from inside, where it leaves. False: the ray sees none.
bool find_surface(volume_ray ray, vec2 found, out float depth)
{
    volume_place place = place_at(ray, found.x);
    if (!(place.past_near >= 0.0) || place.is_cut)
        place = place_at(ray, found.y);
    depth = place.depth;
    return found.x <= found.y && is_shown(place);
}
