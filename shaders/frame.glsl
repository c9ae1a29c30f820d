// frame.glsl: descriptor set 0, for every shader that reads the scene.
#include "include/shaders/shared.h"

layout(set = SHADER_SET_FRAME, binding = SHADER_BINDING_VIEW, std140) uniform view_block
{
    shader_view view;
};

// Branches and loops that depend on the view make lavapipe compile some shaders anew in each frame, and keep all that
// it compiled: vertex shaders, those of volumes, and those that compute much of the view alone. They choose by mix(),
// and go through all planes of the section, of which those that are not in use keep everything.
// tests/e2e/shader_counts.sh counts.
#ifdef ALL_SECTION_PLANES
#define SECTION_PLANES SHADER_SECTION_PLANES
#else
#define SECTION_PLANES view.section_count
#endif

// Whether the view's section cuts off a place, which is relative to the section's origin.
bool is_cut_off(vec3 place)
{
    bool cut = false;
    for (uint i = 0u; i < SECTION_PLANES; i++) {
        vec4 plane = view.section[i];
        precise float inside = plane.x * place.x + plane.y * place.y + plane.z * place.z + plane.w;
        cut = cut || !(inside >= 0.0);
    }
    return cut;
}

layout(push_constant) uniform push_block
{
    shader_push push;
};
