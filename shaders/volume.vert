// volume.vert: the box around a volume, seen from inside, and what the fragment shaders need to meet the shape in it.
#version 450
#extension GL_GOOGLE_include_directive : require
#include "frame.glsl"
#include "position.glsl"

layout(set = SHADER_SET_FRAME, binding = SHADER_BINDING_INSTANCES, std430) readonly buffer instance_block
{
    shader_instance instances[];
};

layout(location = 0) in vec3 in_position;
layout(location = 1) in vec3 in_half;
layout(location = 2) in vec2 in_shape;

layout(location = 0) flat out uint out_slot;
layout(location = 1) flat out uint out_flags;
layout(location = 2) flat out uint out_shape;
layout(location = 3) flat out vec3 out_half;
layout(location = 4) flat out mat3 out_inverse; // world to object
layout(location = 7) flat out vec3 out_eye;     // object space

void main()
{
    uint slot = instances[gl_InstanceIndex].slot;
    shader_object object = objects[slot];
    vec4 at = vec4(view_position(relative_position(object, in_position)), 1.0);
    vec4 clip = view.projection * at;
    // The fragment shaders write the depth and test both planes. Here only the near plane cuts, since it also keeps out
    // what is behind the eye: the far side of the shape starts its fragments even where it lies behind the far plane.
    const float FLAT = 1.0 / 1024.0;
    mat4 rows = transpose(view.projection);
    clip.z = FLAT * dot(view.forward.w > 0.5 ? rows[2] : rows[3] - rows[2], at);
    gl_Position = clip;

    vec3 x = object.column_x.xyz, y = object.column_y.xyz, z = object.column_z.xyz;
    vec3 yz = cross(y, z), zx = cross(z, x), xy = cross(x, y);
    out_inverse = transpose(mat3(yz, zx, xy) / dot(x, yz)); // of a flat object not finite: never met
    vec3 high = vec3(object.column_x.w, object.column_y.w, object.column_z.w);
    vec3 origin = (high - view.eye_high.xyz) + (vec3(object.low_x, object.low_y, object.low_z) - view.eye_low.xyz);
    out_eye = -(out_inverse * origin);
    out_slot = slot;
    out_flags = object.flags;
    out_shape = uint(in_shape.x + 0.5);
    out_half = in_half;
}
