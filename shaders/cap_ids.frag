// cap_ids.frag: the object of a cap.
#version 450
#extension GL_GOOGLE_include_directive : require
#include "cap.glsl"

layout(location = 0) out uvec2 out_id;

void main()
{
    cap_place cap = meet_cap();
    if (!cap.found)
        discard;
    gl_FragDepth = cap.depth;
    out_id = uvec2(push.slot + 1u, SHADER_CAP_TRIANGLE);
}
