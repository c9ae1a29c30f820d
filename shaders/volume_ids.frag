// volume_ids.frag: the object whose volume the pixel's middle shows, and which part of it.
#version 450
#extension GL_GOOGLE_include_directive : require
#include "volume.glsl"

layout(location = 0) out uvec2 out_id;

void main()
{
    volume_ray ray = fragment_ray();
    float depth;
    if (!find_surface(ray, meet_volume(ray), depth))
        discard;
    gl_FragDepth = depth;
    out_id = uvec2(in_slot + 1u, in_rows.z);
}
