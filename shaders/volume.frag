// volume.frag: a faint fill, a line along the contour and the edges, and fainter ones around the round shapes.
#version 450
#extension GL_GOOGLE_include_directive : require
#include "volume.glsl"

layout(constant_id = 1) const int in_front = 1; // 0: the surface where rays leave the shape

layout(location = 0) out vec4 out_color;

const float DIMMED = 0.3; // of the opacity

// Linear. The first is that of most volumes.
const vec3 TINTS[8] =
    vec3[8](vec3(0.10, 0.62, 0.45), vec3(0.20, 0.42, 0.85), vec3(0.75, 0.50, 0.10), vec3(0.62, 0.22, 0.62),
            vec3(0.45, 0.62, 0.12), vec3(0.10, 0.55, 0.68), vec3(0.78, 0.24, 0.20), vec3(0.48, 0.40, 0.75));

// How many pixels a value is from 0, to first order. Neighbouring fragments must have it too.
float pixels_from(float value)
{
    return abs(value) / max(length(vec2(dFdx(value), dFdy(value))), 1e-30);
}

// The same for a distance on the surface, which may rise on both sides of a crease: `footprint` is the least way
// between neighbouring fragments.
float pixels_from(float distance, float footprint)
{
    return abs(distance) / max(length(vec2(dFdx(distance), dFdy(distance))), max(footprint, 1e-30));
}

// 1 on a line of that width beside the pixel where the value is 0, and soft edges.
float line(float pixels, float width)
{
    return clamp(width + 0.5 - pixels, 0.0, 1.0);
}

vec3 meet_plane(volume_ray ray, vec4 plane)
{
    return ray.origin - (dot(plane.xyz, ray.origin) + plane.w) / dot(plane.xyz, ray.direction) * ray.direction;
}

// How many pixels the fragment is from the contour of a convex shape and from the nearest edge of the surface. The
// neighbours' rays meet the same planes. Not by derivatives: fragments beside the shape, which have a part in these,
// need not see the planes.
vec2 convex_marks(volume_ray ray)
{
    convex_part part = meet_planes(ray.origin, ray.direction);
    volume_ray right = ray_through(gl_FragCoord.xy + vec2(1.0, 0.0)),
               below = ray_through(gl_FragCoord.xy + vec2(0.0, 1.0));
    float through = length(meet_plane(ray, part.leave) - meet_plane(ray, part.enter));
    vec2 beside = vec2(length(meet_plane(right, part.leave) - meet_plane(right, part.enter)),
                       length(meet_plane(below, part.leave) - meet_plane(below, part.enter)));
    float contour = through / max(length(beside - through), 1e-30);

    vec4 side = in_front != 0 ? part.enter : part.leave;
    vec3 at = meet_plane(ray, side), across = vec3(0.0);
    float least = NEVER;
    for (uint i = 0u; i < count_planes(); i++) {
        vec4 plane = plane_at(i);
        vec3 inwards = plane.xyz - dot(plane.xyz, side.xyz) * side.xyz; // along the side
        float sine = length(inwards);
        float distance = abs(dot(plane.xyz, at) + plane.w) / max(sine, 1e-3);
        if (sine > 1e-3 && distance < least) {
            least = distance;
            across = inwards / sine;
        }
    }
    vec2 rise = vec2(dot(across, meet_plane(right, side) - at), dot(across, meet_plane(below, side) - at));
    return vec2(contour, least / max(length(rise), 1e-30));
}

// Distance from the nearest edge of the shape, metres in object space; `at` is on its surface.
float edge_distance(vec3 at)
{
    vec3 gap = in_half - abs(at);
    if (in_shape == SHADER_VOLUME_BOX) {
        float least = min(gap.x, min(gap.y, gap.z));
        return gap.x == least ? min(gap.y, gap.z) : gap.y == least ? min(gap.x, gap.z) : min(gap.x, gap.y);
    }
    float radius = length(at.xz);
    if (in_shape == SHADER_VOLUME_CYLINDER)
        return max(in_half.x - radius, gap.y);
    if (in_shape == SHADER_VOLUME_CONE)
        return max(in_half.x - radius, in_half.y + at.y);
    return NEVER;
}

// Distance from the circles and straight lines that show how a round shape bends.
float guide_distance(vec3 at)
{
    float meridian = min(abs(at.x), abs(at.z));
    if (in_shape == SHADER_VOLUME_SPHERE)
        return min(meridian, abs(at.y));
    if (in_shape == SHADER_VOLUME_CAPSULE)
        return min(meridian, abs(abs(at.y) - (in_half.y - in_half.x)));
    return in_shape == SHADER_VOLUME_BOX ? NEVER : in_half.y - abs(at.y) > 1e-4 * in_half.y ? meridian : NEVER;
}

void main()
{
    volume_ray ray = fragment_ray();
    vec2 found = meet_volume(ray);
    bool is_met = found.x <= found.y;
    float along = in_front != 0 ? found.x : found.y;
    vec3 at = is_met ? ray.origin + (along - ray.offset) * ray.direction : vec3(0.0);
    // Towards the contour the way through a round shape falls as a square root does.
    float through = is_met ? found.y - found.x : 0.0;
    bool is_round = in_shape == SHADER_VOLUME_SPHERE || in_shape == SHADER_VOLUME_CAPSULE;
    float contour = pixels_from(is_round ? through * through : through);
    float footprint = min(length(dFdx(at)), length(dFdy(at)));
    float edges = pixels_from(edge_distance(at), footprint), guides = pixels_from(guide_distance(at), footprint);
    if (in_shape == SHADER_VOLUME_CONVEX) {
        vec2 marks = convex_marks(ray);
        contour = marks.x;
        edges = marks.y;
        guides = NEVER;
    }
    float scale = view.grid.w;
    float marked = max(line(contour, 1.6 * scale), line(edges, 0.8 * scale));
    float opacity = in_front != 0 ? mix(mix(0.11, 0.32, line(guides, 0.5 * scale)), 0.85, marked)
                                  : mix(mix(0.05, 0.12, line(guides, 0.5 * scale)), 0.28, marked);
    opacity *= (in_flags & SHADER_OBJECT_DIMMED) != 0u ? DIMMED : 1.0;
    vec3 tint = TINTS[in_flags >> SHADER_TINT_SHIFT & SHADER_TINT_MASK];

    volume_place place = place_at(ray, along);
    if (!is_met || !is_shown(place))
        discard;
    gl_FragDepth = place.depth;
    out_color = vec4(tint, opacity);
}
