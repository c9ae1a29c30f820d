// frame.glsl: descriptor set 0, for every shader that reads the scene.
#include "include/shaders/shared.h"

layout(set = SHADER_SET_FRAME, binding = SHADER_BINDING_VIEW, std140) uniform view_block
{
    shader_view view;
};

// Whether the view's section cuts off a place relative to the eye. No planes: no turns of the loop.
bool is_cut_off(vec3 relative)
{
    bool cut = false;
    for (uint i = 0u; i < view.section_count; i++) {
        vec4 plane = view.section[i];
        precise float inside = plane.x * relative.x + plane.y * relative.y + plane.z * relative.z + plane.w;
        cut = cut || !(inside >= 0.0);
    }
    return cut;
}

layout(push_constant) uniform push_block
{
    shader_push push;
};
