// thin.frag: the colour of a point or line: lit in space, plain on screen.
#version 450
#extension GL_GOOGLE_include_directive : require
#include "thin.glsl"
#include "material.glsl"
#include "shadow.glsl"

#include "light.glsl"

layout(location = 0) out vec4 out_color;

vec3 finish(vec3 color)
{
    return (in_element.y & SHADER_OBJECT_DIMMED) != 0u ? dimmed(color) : color;
}

vec3 base_color(shader_material material, float part)
{
    return view.shading == SHADER_SHADING_CLAY ? vec3(CLAY)
                                               : material.base_color.rgb * mix(in_from_color, in_to_color, part);
}

vec3 emissive_color(shader_material material)
{
    return view.shading == SHADER_SHADING_CLAY ? vec3(0.0) : material.emissive.rgb;
}

#ifdef ON_SCREEN
void main()
{
    shader_material material = materials[push.material];
    thin_place place;
    if (!find_thin(max(in_depth.z, 0.5), place)) // a line is at least a pixel wide
        discard;
    gl_FragDepth = place.depth;
    out_color = vec4(finish(min(base_color(material, place.part) + emissive_color(material), 1.0)), 1.0);
}
#else
// The normal of the surface, in view space; how far along the element it is, 0 to 1.
vec3 normal_at(thin_ray ray, float distance, out float part)
{
    float offset;
    bool is_tube = in_reach.x < in_reach.y;
    vec3 at = nearest_on_ray(ray, is_tube ? in_middle : in_from, offset) + (distance - offset) * ray.direction;
    float height = is_tube ? clamp(dot(at, in_axis.xyz), in_reach.x, in_reach.y) : 0.0;
    part = is_tube ? (height - in_reach.x) / (in_reach.y - in_reach.x) : 0.0;
    return normalize(transpose(in_inverse) * (at - height * in_axis.xyz));
}

void main()
{
    shader_material material = materials[push.material];
    thin_ray ray = fragment_ray();
    mat3 to_world = transpose(mat3(view.rotation));
    float distance, part;
    bool is_inside, found = find_on_ray(ray, distance, is_inside);
    if (!found)
        discard;
    vec3 place = ray.start + distance * ray.along, to_eye = -(to_world * ray.along);
    vec3 normal = to_world * normal_at(ray, distance, part);
    bool clay = view.shading == SHADER_SHADING_CLAY;
    bool unlit = view.shading == SHADER_SHADING_UNLIT || (!clay && (material.flags & SHADER_MATERIAL_UNLIT) != 0u);
    vec3 base = base_color(material, part), emissive = emissive_color(material);
    float metallic = clay ? 0.0 : material.metallic;
    surface it;
    it.diffuse = base * (1.0 - metallic);
    it.specular = mix(vec3(0.04), base, metallic);
    it.roughness = clay ? 0.75 : clamp(material.uv_row_v.w, 0.16, 1.0);
    it.occlusion = 1.0;
    it.openness = 1.0;
    it.normal = is_inside ? to_eye : normal; // what is cut open looks flat
    gl_FragDepth = depth_at(place);
    vec3 color = unlit ? min(base + emissive, 1.0) : tone(shade(it, to_world * place, to_eye) + emissive);
    out_color = vec4(finish(color), 1.0);
}
#endif
