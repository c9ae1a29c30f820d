// engine.vert: an object of the engine.
#version 450

layout(push_constant) uniform Push
{
    mat4 clip_from_object;
    vec4 normal[3]; // columns: object to world
    vec4 color;
}
push;

layout(location = 0) in vec3 in_position;
layout(location = 1) in vec3 in_normal;

layout(location = 0) out vec3 out_normal;
layout(location = 1) out vec3 out_color;

void main()
{
    gl_Position = push.clip_from_object * vec4(in_position, 1.0);
    out_normal = mat3(push.normal[0].xyz, push.normal[1].xyz, push.normal[2].xyz) * in_normal;
    out_color = push.color.rgb;
}
