// planes.glsl: the table of convex volumes and of the parts of compounds.
//
// Convex volume: the middle of its box, object space, and how many planes follow, which are relative to that middle.
// Part:          three rows of the linear map from the part's space to the object's, each with a coordinate of the
//                middle of the part's box, object space; then what these three lost by rounding, and how many planes
//                follow, which are relative to that middle, in the part's space.

layout(set = SHADER_SET_FRAME, binding = SHADER_BINDING_PLANES, std430) readonly buffer plane_block
{
    vec4 plane_rows[];
};
