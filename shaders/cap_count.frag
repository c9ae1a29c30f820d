// cap_count.frag: counts the surfaces of a solid beyond the place where the ray through a pixel enters what the section
// keeps: the stencil test adds one for each back face and takes one away for each front face.
#version 450
#extension GL_GOOGLE_include_directive : require
#include "frame.glsl"

layout(location = 0) in vec3 in_relative;

void main()
{
    // No branch by uniforms, as in cap.glsl.
    vec3 direction = mix(in_relative, view.forward.xyz, bvec3(view.eye_high.w > 0.5));
    bool before = false;
    for (uint i = 0u; i < SHADER_SECTION_PLANES; i++) {
        vec4 plane = view.section[i];
        precise float inside = plane.x * in_relative.x + plane.y * in_relative.y + plane.z * in_relative.z + plane.w;
        precise float along = plane.x * direction.x + plane.y * direction.y + plane.z * direction.z;
        before = before || (along > 0.0 && !(inside >= 0.0));
    }
    if (before)
        discard;
}
