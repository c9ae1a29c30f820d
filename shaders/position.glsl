// position.glsl: from an object's vertex to the clip. Every pass that draws objects goes through here, so that colour,
// outline and IDs cover the same samples, bit for bit.

layout(set = SHADER_SET_FRAME, binding = SHADER_BINDING_OBJECTS, std430) readonly buffer object_block {
    shader_object objects[];
};

// The vertex, world space, relative to the eye. High parts first: their difference is exact where it matters.
vec3 relative_position(shader_object object, vec3 vertex)
{
    vec3 high = vec3(object.column_x.w, object.column_y.w, object.column_z.w);
    vec3 low = vec3(object.low_x, object.low_y, object.low_z);
    precise vec3 origin = (high - view.eye_high.xyz) + (low - view.eye_low.xyz);
    precise vec3 turned =
        object.column_x.xyz * vertex.x + object.column_y.xyz * vertex.y + object.column_z.xyz * vertex.z;
    precise vec3 relative = turned + origin;
    return relative;
}

vec4 clip_position(vec3 relative)
{
    precise vec4 turned = view.rotation[0] * relative.x + view.rotation[1] * relative.y + view.rotation[2] * relative.z;
    precise vec4 clip = view.projection[0] * turned.x + view.projection[1] * turned.y + view.projection[2] * turned.z +
                        view.projection[3];
    return clip;
}
