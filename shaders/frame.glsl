// frame.glsl: descriptor set 0, for every shader that reads the scene.
#include "include/shaders/shared.h"

layout(set = SHADER_SET_FRAME, binding = SHADER_BINDING_VIEW, std140) uniform view_block
{
    shader_view view;
};

layout(push_constant) uniform push_block
{
    shader_push push;
};
