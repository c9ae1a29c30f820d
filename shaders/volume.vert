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
layout(location = 4) flat out mat3 out_inverse; // world to object
layout(location = 7) flat out vec3 out_eye;     // object space, relative to the shape's middle
layout(location = 8) flat out uint out_first_row;

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

void main()
{
    uint slot = in_instance.x;
    shader_object object = objects[slot - push.first_object];
    vec3 x = object.column_x.xyz, y = object.column_y.xyz, z = object.column_z.xyz;
    vec3 yz = cross(y, z), zx = cross(z, x), xy = cross(x, y);
    float size = dot(x, yz);
    uint shape = uint(in_shape.x + 0.5), first_row = uint(in_shape.y + 0.5);
    vec3 middle = shape == SHADER_VOLUME_CONVEX ? plane_rows[first_row].xyz : vec3(0.0);

    // A ball in world space is an ellipsoid in object space; the box grows by its box.
    float margin = world_margin(vec4(view_position(relative_position(object, middle + in_position)), 1.0));
    vec3 grown = in_half;
    if (size != 0.0)
        grown += min(margin / abs(size) * vec3(length(yz), length(zx), length(xy)), 1e30);
    vec4 at = vec4(view_position(relative_position(object, middle + sign(in_position) * grown)), 1.0);
    vec4 clip = view.projection * at;
    // The fragment shaders write the depth and test both planes. Here only the near plane cuts, since it also keeps out
    // what is behind the eye: the far side of the shape starts its fragments even where it lies behind the far plane.
    const float FLAT = 1.0 / 1024.0;
    mat4 rows = transpose(view.projection);
    clip.z = FLAT * dot(mix(rows[3] - rows[2], rows[2], bvec4(view.forward.w > 0.5)), at);
    gl_Position = clip;

    out_inverse = transpose(mat3(yz, zx, xy) / size); // of a flat object not finite: never met
    out_eye = -(out_inverse * relative_position(object, middle).value);
    out_slot = slot;
    out_flags = object.flags;
    out_shape = shape;
    out_first_row = first_row;
    out_half = in_half;
}
