// volume.vert: the box around a volume, seen from inside, and what the fragment shaders need to meet the shape in it.
#version 450
#extension GL_GOOGLE_include_directive : require
#include "frame.glsl"
#include "planes.glsl"
#include "position.glsl"

layout(location = 0) in vec3 in_position;
layout(location = 1) in vec3 in_half;
layout(location = 2) in vec2 in_shape;
layout(location = 4) in uvec2 in_instance; // shader_instance

layout(location = 0) flat out uint out_slot;
layout(location = 1) flat out uint out_flags;
layout(location = 2) flat out uint out_shape;
layout(location = 3) flat out vec3 out_half;
layout(location = 4) flat out mat3 out_inverse; // world to the shape's space: its object's, or its part's
layout(location = 7) flat out vec3 out_middle;  // of the shape's box, view space
layout(location = 9) flat out vec3 out_place;   // the same relative to the section's origin, world space
layout(location = 8) flat out uvec3 out_rows;   // the first plane, how many there are; the part's index

// Pixels by which the box is larger than the shape. Rasterizers round corners to a grid of 1/16 pixel or finer.
const float MARGIN = 1.0 / 8.0;

// How far MARGIN is in world space at a corner. Between two corners of an edge it lies between theirs.
float world_margin(vec4 at)
{
    vec2 width = vec2(view.projection[0].x, view.projection[1].x),
         height = vec2(view.projection[0].y, view.projection[1].y);
    float pixels = 0.5 * min(length(width) * abs(view.viewport.z), length(height) * abs(view.viewport.w));
    return MARGIN * abs(dot(transpose(view.projection)[3], at)) / pixels;
}

// The space of a shape: its object's, or its part's in there.
struct shape_space {
    mat3 linear;     // to world space
    pair middle;     // of the shape's box, world space, relative to the eye
    vec3 own_middle; // the same in the object's space, if the shape is no part
    bool is_part;
    uvec3 rows; // out_rows
};

shape_space space_of(shader_object object, uint shape, uint part, uint row)
{
    mat3 linear = mat3(object.column_x.xyz, object.column_y.xyz, object.column_z.xyz);
    if (part == 0u) {
        vec4 first = shape == SHADER_VOLUME_CONVEX ? plane_rows[row] : vec4(0.0);
        return shape_space(linear, relative_position(object, first.xyz), first.xyz, false,
                           uvec3(row + 1u, uint(first.w), 0u));
    }
    vec4 x = plane_rows[row], y = plane_rows[row + 1u], z = plane_rows[row + 2u], lost = plane_rows[row + 3u];
    pair middle = relative_position(object, vec3(x.w, y.w, z.w));
    middle.lost += linear * lost.xyz;
    return shape_space(linear * transpose(mat3(x.xyz, y.xyz, z.xyz)), two_sum(middle.value, middle.lost), vec3(0.0),
                       true, uvec3(row + 4u, uint(lost.w), part - 1u));
}

// A place relative to the middle, world space, relative to the eye. Of a part it is rounded: its box is larger by more.
pair place_in(shader_object object, shape_space space, vec3 at)
{
    const float ROUNDING = 1.0 + 1.0 / 1048576.0;
    if (!space.is_part)
        return relative_position(object, space.own_middle + at);
    pair sum = two_sum(space.middle.value, space.linear * (ROUNDING * at));
    return pair(sum.value, sum.lost + space.middle.lost);
}

void main()
{
    uint slot = in_instance.x;
    shader_object object = objects[slot - push.first_object];
    uint word = uint(in_shape.x + 0.5);
    uint shape = word % SHADER_VOLUME_SHAPES;
    shape_space space = space_of(object, shape, word / SHADER_VOLUME_SHAPES, uint(in_shape.y + 0.5));
    vec3 x = space.linear[0], y = space.linear[1], z = space.linear[2];
    vec3 yz = cross(y, z), zx = cross(z, x), xy = cross(x, y);
    float size = dot(x, yz);

    // A ball in world space is an ellipsoid in the shape's space; the box grows by its box.
    float margin = world_margin(vec4(view_position(place_in(object, space, in_position)), 1.0));
    vec3 grown = in_half;
    if (size != 0.0)
        grown += min(margin / abs(size) * vec3(length(yz), length(zx), length(xy)), 1e30);
    vec4 at = vec4(view_position(place_in(object, space, sign(in_position) * grown)), 1.0);
    vec4 clip = view.projection * at;
    // The fragment shaders write the depth and test both planes. Here only the near plane cuts, since it also keeps out
    // what is behind the eye: the far side of the shape starts its fragments even where it lies behind the far plane.
    const float FLAT = 1.0 / 1024.0;
    mat4 rows = transpose(view.projection);
    clip.z = FLAT * dot(mix(rows[3] - rows[2], rows[2], bvec4(view.forward.w > 0.5)), at);
    gl_Position = clip;

    out_inverse = transpose(mat3(yz, zx, xy) / size); // of a flat object not finite: never met
    out_middle = view_position(space.middle);
    out_place = section_place(space.middle);
    out_slot = slot;
    out_flags = object.flags;
    out_shape = shape;
    out_rows = space.rows;
    out_half = in_half;
}
