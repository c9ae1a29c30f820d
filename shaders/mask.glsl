// mask.glsl: what the masks say of a highlighted object: selected, active, hovered, and its outline's number.

#include "include/shaders/shared.h"

vec4 mask_of(uint flags)
{
    bool active_one = (flags & SHADER_OBJECT_ACTIVE) != 0u;
    bool selected = (flags & SHADER_OBJECT_SELECTED) != 0u && !active_one;
    bool hovered = (flags & SHADER_OBJECT_HOVERED) != 0u;
    // Precise as all that mask.frag computes, which tests/shaders checks.
    precise float outline = float(flags >> SHADER_OUTLINE_SHIFT & SHADER_OUTLINE_MASK) * (4.0 / 255.0);
    return vec4(selected ? 1.0 : 0.0, active_one ? 1.0 : 0.0, hovered ? 1.0 : 0.0, outline);
}
