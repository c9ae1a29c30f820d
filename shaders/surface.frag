// surface.frag: what a mesh looks like.
#version 450
#extension GL_GOOGLE_include_directive : require
#include "frame.glsl"
#include "material.glsl"
#include "light.glsl"

layout(location = 0) in vec3 in_relative;
layout(location = 1) in vec3 in_normal;
layout(location = 2) in vec2 in_uv;
layout(location = 3) in vec4 in_color;
layout(location = 4) flat in uint in_slot;
layout(location = 5) flat in uint in_flags;

layout(location = 0) out vec4 out_color;

const vec3 HOVER_COLOR = vec3(0.85, 0.93, 1.0);

void main()
{
    shader_material material = materials[push.material];
    vec3 across = dFdx(in_relative), down = dFdy(in_relative);
    vec4 base = material.base_color * in_color;
    if (material.textured != 0u) {
        base *= texture(base_color_image, in_uv);
    }
    if (is_cut_out(material, in_uv, in_color.a)) {
        discard;
    }

    vec3 to_eye = view.eye_high.w > 0.5 ? -view.forward.xyz : -normalize(in_relative);
    vec3 normal = in_normal;
    if (dot(normal, normal) > 0.0) {
        normal = normalize(gl_FrontFacing ? normal : -normal);
    } else {
        vec3 flat_normal = cross(across, down);
        float size = length(flat_normal);
        normal = size > 0.0 ? flat_normal / size : to_eye;
        normal = dot(normal, to_eye) < 0.0 ? -normal : normal;
    }

    vec3 color = tone(shade(base.rgb, material.metallic, material.uv_row_v.w, normal, to_eye));
    if ((in_flags & SHADER_OBJECT_HOVERED) != 0u) {
        float rim = pow(1.0 - clamp(dot(normal, to_eye), 0.0, 1.0), 3.0);
        color = mix(color, HOVER_COLOR, 0.10 + 0.22 * rim);
    }
    out_color = vec4(color, alpha_mode == SHADER_ALPHA_BLEND ? base.a : 1.0);
}
