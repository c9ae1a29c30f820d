// thin_ids.frag: the object and element whose point or line the pixel's middle shows.
#version 450
#extension GL_GOOGLE_include_directive : require
#include "thin.glsl"

layout(location = 0) out uvec2 out_id;

void main()
{
    float depth;
    if (!find_exact(depth))
        discard;
    gl_FragDepth = depth;
    out_id = uvec2(in_element.x + 1u, in_element.z);
}
