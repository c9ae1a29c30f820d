// planes.glsl: the table of the planes of convex volumes. A volume's first row: the middle of its box, object space,
// and how many planes follow. A plane is relative to that middle.

layout(set = SHADER_SET_FRAME, binding = SHADER_BINDING_PLANES, std430) readonly buffer plane_block
{
    vec4 plane_rows[];
};
