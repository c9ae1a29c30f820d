// cap.glsl: where the ray through a pixel enters what the section keeps: there the caps of all objects are. picking
// computes the same in double (picking/src/view/view_section.c).

#include "cap_ray.glsl"

layout(set = SHADER_SET_FRAME, binding = SHADER_BINDING_OBJECTS, std430) readonly buffer object_block
{
    shader_object objects[];
};

struct cap_place {
    float depth;
    vec3 normal; // of the plane: away from the cap's outside
    bool found;
};

// Precise, so that pictures and masks get the same depth. All planes are tried, and nothing branches by uniforms:
// Mesa's lavapipe compiles a shader that does anew for each draw, and keeps what it compiled. Planes that are not there
// keep all.
cap_place meet_cap()
{
    cap_ray ray = ray_of_pixel();
    cap_place cap = cap_place(0.0, vec3(0.0), false);
    precise float enter = view.ray_place[0].w, leave = 1e38; // in lengths of the direction, from the place on
    for (uint i = 0u; i < SHADER_SECTION_PLANES; i++) {
        vec4 plane = view.section[i];
        precise float inside = plane.x * ray.place.x + plane.y * ray.place.y + plane.z * ray.place.z + plane.w;
        float along = cap_along(plane, ray.direction);
        precise float at = -inside / along;
        if (along > 0.0 && at >= enter) {
            cap.found = true;
            enter = at;
            cap.normal = plane.xyz;
        } else if (along < 0.0) {
            leave = min(leave, at);
        } else if (along == 0.0 && inside < 0.0) {
            leave = -1e38;
        }
    }
    precise vec3 place = ray.place + enter * ray.direction - view.section_eye_high.xyz;
    precise vec3 turned =
        view.rotation[0].xyz * place.x + view.rotation[1].xyz * place.y + view.rotation[2].xyz * place.z;
    precise vec4 clip = view.projection[0] * turned.x + view.projection[1] * turned.y + view.projection[2] * turned.z +
                        view.projection[3];
    precise float depth = clip.z / clip.w;
    cap.depth = depth;
    cap.found = cap.found && enter <= leave && depth >= 0.0 && depth <= 1.0;
    return cap;
}

uint cap_flags()
{
    return objects[push.slot - push.first_object].flags;
}
