// engine.frag: a sun and a soft sky; both are white, so the shading of a surface keeps its hue.
#version 450

layout(location = 0) in vec3 in_normal;
layout(location = 1) in vec3 in_color;

layout(location = 0) out vec4 out_color;

const vec3 SUN = vec3(0.54, 0.69, 0.48);

void main()
{
    vec3 normal = normalize(in_normal);
    float light = 0.30 + 0.15 * normal.y + 0.8 * max(dot(normal, SUN), 0.0);
    out_color = vec4(in_color * light, 1.0);
}
