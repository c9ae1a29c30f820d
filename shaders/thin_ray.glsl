// thin_ray.glsl: the ray through a fragment, and what a view shows of a line. For points and lines.

const float NEVER = 3e38;
const vec2 NONE = vec2(NEVER, -NEVER);
const vec2 ALL = vec2(-NEVER, NEVER);

vec2 between(vec2 a, vec2 b)
{
    return vec2(max(a.x, b.x), min(a.y, b.y));
}

// A depth that is nearer than the far plane: what an element shows there is as near as its rounding, and the depth that
// images are cleared to hides it.
float before_background(float depth)
{
    return view.forward.w > 0.5 ? clamp(depth, 0.0, 1.0 - 1.0 / 16777216.0) : clamp(depth, 1e-30, 1.0);
}

// The part of a line where start + t * slope >= 0.
vec2 where_positive(float start, float slope)
{
    if (slope == 0.0)
        return start >= 0.0 ? ALL : NONE;
    precise float at = -start / slope;
    return slope > 0.0 ? vec2(at, NEVER) : vec2(-NEVER, at);
}

// Functions of a place in view space, not negative behind the near plane and before the far plane. They are differences
// of rows: a difference of clip coordinates would have lost what is small beside both.
vec4 past_near()
{
    mat4 rows = transpose(view.projection);
    return mix(rows[3] - rows[2], rows[2], bvec4(view.forward.w > 0.5));
}

vec4 before_far()
{
    mat4 rows = transpose(view.projection);
    return mix(rows[2], rows[3] - rows[2], bvec4(view.forward.w > 0.5));
}

// A plane of the section, as such a function of a place relative to the eye in view space.
vec4 section_plane(uint i)
{
    return vec4(mat3(view.rotation) * view.section_from_eye[i].xyz, view.section_from_eye[i].w);
}

vec2 where_plane_keeps(vec4 plane, vec3 start, vec3 along)
{
    return where_positive(dot(plane, vec4(start, 1.0)), dot(plane.xyz, along));
}

// The part of a line that the view shows: behind the near plane, before the far plane, kept by the section.
vec2 where_shown(vec3 start, vec3 along)
{
    vec2 range = between(where_plane_keeps(past_near(), start, along), where_plane_keeps(before_far(), start, along));
    for (uint i = 0u; i < SECTION_PLANES; i++)
        range = between(range, where_plane_keeps(section_plane(i), start, along));
    return range;
}
