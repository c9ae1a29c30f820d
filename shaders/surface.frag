// surface.frag: shades the surface of a mesh.
#version 450
#extension GL_GOOGLE_include_directive : require
#include "frame.glsl"
#include "material.glsl"
#include "occlusion.glsl"
#include "shadow.glsl"

#include "light.glsl"

layout(set = SHADER_SET_FRAME, binding = SHADER_BINDING_OCCLUSION) uniform sampler2D ambient_image;

layout(location = 0) in vec3 in_place;
layout(location = 1) in vec3 in_normal;
layout(location = 2) in vec2 in_uv;
layout(location = 3) in vec4 in_color;
layout(location = 4) flat in uint in_slot;
layout(location = 5) flat in uint in_flags;
layout(location = 6) in vec2 in_plain_uv;

layout(location = 0) out vec4 out_color;

vec2 map_uv(shader_material material, int map)
{
    vec3 uv = vec3(in_plain_uv, 1.0);
    return vec2(dot(material.map_rows[2 * map].xyz, uv), dot(material.map_rows[2 * map + 1].xyz, uv));
}

// The surface normal on the eye's side: interpolated, or the triangle's own if the mesh has none.
vec3 smooth_normal(vec3 across, vec3 down, vec3 to_eye)
{
    if (dot(in_normal, in_normal) > 0.0)
        return normalize(gl_FrontFacing ? in_normal : -in_normal);
    vec3 flat_normal = cross(across, down);
    float size = length(flat_normal);
    vec3 normal = size > 0.0 ? flat_normal / size : to_eye;
    return dot(normal, to_eye) < 0.0 ? -normal : normal;
}

// Applies a normal map. The tangent space comes from screen derivatives of place and texture coordinates: C. Schueler,
// "Normal Mapping Without Precomputed Tangents", ShaderX 5, 2006. `texel` is the map's normal, +y against v.
vec3 bend(vec3 normal, vec3 texel, vec3 across, vec3 down, vec2 uv)
{
    vec2 uv_across = dFdx(uv), uv_down = dFdy(uv);
    vec3 a = cross(down, normal), b = cross(normal, across);
    float side = dot(across, a) < 0.0 ? -1.0 : 1.0; // a mirrored picture flips both derivatives
    vec3 tangent = (a * uv_across.x + b * uv_down.x) * side;
    vec3 bitangent = (a * uv_across.y + b * uv_down.y) * side;
    float longest = max(dot(tangent, tangent), dot(bitangent, bitangent));
    if (!(longest > 0.0))
        return normal;
    float scale = inversesqrt(longest);
    return normalize(tangent * (scale * texel.x) - bitangent * (scale * texel.y) + normal * texel.z);
}

// The part of ambient light that arrives, from the four nearest texels of the half-size image that show this surface.
float ambient_visibility(vec3 relative)
{
    float z = view.rotation[0].z * relative.x + view.rotation[1].z * relative.y + view.rotation[2].z * relative.z;
    vec2 at = 0.5 * gl_FragCoord.xy - 0.5, part = fract(at);
    ivec2 corner = ivec2(floor(at)), size = textureSize(ambient_image, 0);
    float sum = 0.0, weights = 0.0, reach = occlusion_reach(z);
    for (int i = 0; i < 4; i++) {
        ivec2 step = ivec2(i & 1, i >> 1);
        vec2 texel = texelFetch(ambient_image, occlusion_texel(corner + step, size), 0).rg;
        vec2 share = mix(1.0 - part, part, vec2(step));
        float weight = share.x * share.y * occlusion_weight(texel.g, z, reach);
        sum += weight * texel.r;
        weights += weight;
    }
    return weights > 1e-3 ? sum / weights : 1.0;
}

void main()
{
    shader_material material = materials[push.material];
    vec3 across = dFdx(in_place), down = dFdy(in_place);
    vec3 relative = in_place - view.section_eye_high.xyz; // to the eye
    vec4 base = material.base_color * in_color;
    if (material.textured != 0u)
        base *= texture(base_color_image, in_uv);
    vec3 to_eye = view.eye_high.w > 0.5 ? -view.forward.xyz : -normalize(relative);
    bool clay = view.shading == SHADER_SHADING_CLAY;
    bool unlit = view.shading == SHADER_SHADING_UNLIT || (!clay && (material.flags & SHADER_MATERIAL_UNLIT) != 0u);
    vec3 emissive = material.emissive.rgb;
    float metallic = material.metallic, roughness = material.uv_row_v.w;
    surface it;
    it.occlusion = 1.0;
    it.openness = 1.0;
    for (bool occluded = view.occlusion.y > 0.0; occluded; occluded = false)
        it.openness = ambient_visibility(relative);
    it.normal = smooth_normal(across, down, to_eye);

    // Software Vulkan runs both sides of a branch, but skips a loop of zero iterations. Most materials have no maps.
    for (uint maps = clay ? 0u : material.maps; maps != 0u; maps = 0u) {
        if ((maps & 1u << SHADER_MAP_METALLIC_ROUGHNESS) != 0u) {
            vec4 texel = texture(metallic_roughness_image, map_uv(material, SHADER_MAP_METALLIC_ROUGHNESS));
            roughness *= texel.g;
            metallic *= texel.b;
        }
        if ((maps & 1u << SHADER_MAP_NORMAL) != 0u) {
            vec2 uv = map_uv(material, SHADER_MAP_NORMAL);
            vec3 texel = texture(normal_image, uv).xyz * (255.0 / 127.0) - (128.0 / 127.0); // 128 is exactly 0
            it.normal = bend(it.normal, texel * vec3(material.emissive.ww, 1.0), across, down, uv);
        }
        if ((maps & 1u << SHADER_MAP_OCCLUSION) != 0u) {
            float texel = texture(occlusion_image, map_uv(material, SHADER_MAP_OCCLUSION)).r;
            it.occlusion = 1.0 + material.occlusion_strength * (texel - 1.0);
        }
        if ((maps & 1u << SHADER_MAP_EMISSIVE) != 0u)
            emissive *= texture(emissive_image, map_uv(material, SHADER_MAP_EMISSIVE)).rgb;
    }
    if (clay) {
        base.rgb = vec3(CLAY);
        emissive = vec3(0.0);
        metallic = 0.0;
        roughness = 0.75;
    }
    it.roughness = clamp(roughness, 0.16, 1.0);
    it.diffuse = base.rgb * (1.0 - metallic);
    it.specular = mix(vec3(0.04), base.rgb, metallic);

    vec3 color = unlit ? min(base.rgb + emissive, 1.0) : tone(shade(it, relative, to_eye) + emissive);
    if ((in_flags & SHADER_OBJECT_DIMMED) != 0u)
        color = dimmed(color);
    if (is_cut_off(in_place) || is_cut_out(material, in_uv, in_color.a))
        discard; // last: the samples and derivatives above need the whole quad
    out_color = vec4(color, alpha_mode == SHADER_ALPHA_BLEND ? base.a : 1.0);
}
