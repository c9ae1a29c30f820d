// object.vert: the only vertex shader of meshes, so that all passes compute the same positions.
#version 450
#extension GL_GOOGLE_include_directive : require
#include "frame.glsl"
#include "position.glsl"

layout(set = SHADER_SET_FRAME, binding = SHADER_BINDING_MATERIALS, std430) readonly buffer material_block
{
    shader_material materials[];
};

layout(location = 0) in vec3 in_position;
layout(location = 1) in vec3 in_normal;
layout(location = 2) in vec2 in_uv;
layout(location = 3) in vec4 in_color;
layout(location = 4) in uvec2 in_instance; // shader_instance

layout(location = 0) out vec3 out_place;  // relative to the section's origin
layout(location = 1) out vec3 out_normal; // not normalised; 0: the mesh has none
layout(location = 2) out vec2 out_uv;
layout(location = 3) out vec4 out_color;
layout(location = 4) flat out uint out_slot;
layout(location = 5) flat out uint out_flags;
layout(location = 6) out vec2 out_plain_uv;    // untransformed: each map has its own transform
layout(location = 7) flat out uint out_number; // the number of the triangle, or what gl_PrimitiveID is added to

invariant gl_Position;

void main()
{
    uint slot = in_instance.x;
    shader_object object = objects[slot - push.first_object];
    pair relative = relative_position(object, in_position);
    gl_Position = clip_position(relative);
#ifdef WITHOUT_DEPTH
    gl_Position.z = 0.5 * gl_Position.w;
#endif

    // Transform normals by the cofactors: the inverse transpose without the division, so that an object scaled flat
    // keeps its normals. Precise only so that tests/shaders can ask it of all that this shader computes.
    vec3 x = object.column_x.xyz, y = object.column_y.xyz, z = object.column_z.xyz;
    precise vec3 normal = cross(y, z) * in_normal.x + cross(z, x) * in_normal.y + cross(x, y) * in_normal.z;
    float scale = max(max(abs(normal.x), abs(normal.y)), abs(normal.z));
    normal = scale > 0.0 ? normal / scale : vec3(0.0);
    shader_material material = materials[push.material];

    out_place = section_place(relative);
    out_normal = (object.flags & SHADER_OBJECT_MIRRORED) != 0u ? -normal : normal;
    precise vec2 uv = vec2(material.uv_row_u.x * in_uv.x + material.uv_row_u.y * in_uv.y + material.uv_row_u.z,
                           material.uv_row_v.x * in_uv.x + material.uv_row_v.y * in_uv.y + material.uv_row_v.z);
    out_uv = uv;
    out_plain_uv = in_uv;
    out_color = in_color;
    out_slot = slot;
    out_flags = object.flags;
    uint first = in_instance.y;
#ifdef WITHOUT_PRIMITIVE_ID
    out_number = first == SHADER_NO_TRIANGLES ? 0xffffffffu : first + uint(gl_VertexIndex);
#else
    out_number = first;
#endif
}
