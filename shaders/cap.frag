// cap.frag: shades the cap of a solid that the section cuts open: flat, in a calm tone of its material.
#version 450
#extension GL_GOOGLE_include_directive : require
#include "cap.glsl"
#include "shadow.glsl"

#include "light.glsl"

layout(set = SHADER_SET_FRAME, binding = SHADER_BINDING_MATERIALS, std430) readonly buffer material_block
{
    shader_material materials[];
};

layout(location = 0) out vec4 out_color;

void main()
{
    cap_place cap = meet_cap();
    if (!cap.found)
        discard;
    // No branch by uniforms, as in cap.glsl.
    bvec3 clay = bvec3(view.shading == SHADER_SHADING_CLAY);
    vec3 base = mix(materials[push.material].base_color.rgb, vec3(CLAY), clay);
    float grey = dot(base, vec3(0.2126, 0.7152, 0.0722));
    // Each plane has its own brightness, so that caps of several planes part from each other.
    float lit = 0.62 + 0.14 * -cap.normal.y + 0.07 * cap.normal.x;
    vec3 color = lit * mix(vec3(0.25 + 0.4 * grey), base, 0.55);
    if ((cap_flags() & SHADER_OBJECT_DIMMED) != 0u)
        color = dimmed(color);
    gl_FragDepth = cap.depth;
    out_color = vec4(color, 1.0);
}
