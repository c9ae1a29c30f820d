// cap_count.frag: counts the surfaces of a solid beyond the place where the ray through a pixel enters what the section
// keeps: the stencil test adds one for each back face and takes one away for each front face.
#version 450
#extension GL_GOOGLE_include_directive : require
#include "cap_ray.glsl"

layout(location = 0) in vec3 in_place;

void main()
{
    // No branch by uniforms, as in cap.glsl.
    vec3 direction = ray_of_pixel().direction;
    bool before = false;
    for (uint i = 0u; i < SHADER_SECTION_PLANES; i++) {
        vec4 plane = view.section[i];
        precise float inside = plane.x * in_place.x + plane.y * in_place.y + plane.z * in_place.z + plane.w;
        before = before || (cap_along(plane, direction) > 0.0 && !(inside >= 0.0));
    }
    if (before)
        discard;
}
