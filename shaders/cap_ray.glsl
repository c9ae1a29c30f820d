// cap_ray.glsl: the ray through a pixel, for caps. Where a ray all but runs along a plane of the section, rounding
// decides on which side it is met: so caps and the surfaces that they close compute it in the same way, bit for bit.
#include "frame.glsl"

struct cap_ray {
    vec3 place; // relative to the section's origin
    vec3 direction;
};

cap_ray ray_of_pixel()
{
    precise vec2 ndc = (gl_FragCoord.xy - view.viewport.xy) / view.viewport.zw * 2.0 - 1.0;
    precise vec3 place = view.ray_place[0].xyz + ndc.x * view.ray_place[1].xyz + ndc.y * view.ray_place[2].xyz;
    // No branch by uniforms: see frame.glsl.
    precise vec3 direction = mix(place - view.section_eye_high.xyz, view.forward.xyz, bvec3(view.eye_high.w > 0.5));
    return cap_ray(place, direction);
}

// How fast the ray comes into what a plane keeps.
float cap_along(vec4 plane, vec3 direction)
{
    precise float along = plane.x * direction.x + plane.y * direction.y + plane.z * direction.z;
    return along;
}
