// light.glsl: the lighting of the viewport: the scene's lights, a soft sky and ground, and a weak lamp beside the
// camera, so that a grey model has visible shape from every side and a room is never black.

const vec3 SKY_COLOR = vec3(0.24, 0.28, 0.35);
const vec3 HORIZON_COLOR = vec3(0.18, 0.19, 0.215);
const vec3 GROUND_COLOR = vec3(0.115, 0.105, 0.095);
const float CAMERA_LIGHT = 0.20;

// The material of a surface at a point.
struct surface {
    vec3 diffuse;  // linear
    vec3 specular; // reflectance at normal incidence
    float roughness;
    float occlusion; // fraction of the sky's light that arrives, by the material
    float openness;  // the same of all ambient light, by what is near on screen
    vec3 normal;     // unit, on the eye's side
};

vec3 sky_light(vec3 direction)
{
    float up = direction.y;
    return up > 0.0 ? mix(HORIZON_COLOR, SKY_COLOR, up) : mix(HORIZON_COLOR, GROUND_COLOR, -up);
}

// Normalised Blinn-Phong in the shape of the common metallic-roughness model.
vec3 lobe(surface it, vec3 to_eye, vec3 to_light)
{
    vec3 halfway = normalize(to_eye + to_light);
    float rough = it.roughness * it.roughness;
    float shine = max(2.0 / max(rough * rough, 1e-3) - 2.0, 1.0);
    vec3 fresnel = it.specular + (1.0 - it.specular) * pow(1.0 - clamp(dot(to_eye, halfway), 0.0, 1.0), 5.0);
    return fresnel * (shine + 8.0) / 25.13 * pow(max(dot(it.normal, halfway), 0.0), shine);
}

// The direction to a light from a place relative to the eye, and the light that arrives there (KHR_lights_punctual).
vec3 arriving(shader_light light, vec3 place, out vec3 to_light)
{
    bool sun = light.position.w > 0.5;
    vec3 away = light.position.xyz - place;
    float distance2 = max(dot(away, away), 1e-4);
    to_light = sun ? -light.direction.xyz : away * inversesqrt(distance2);
    float end = clamp(1.0 - pow(distance2 * light.direction.w, 2.0), 0.0, 1.0);
    float cone = clamp(light.cone.x - light.cone.y * dot(to_light, light.direction.xyz), 0.0, 1.0);
    return sun ? light.color.rgb : light.color.rgb * (end * cone * cone / max(distance2, 0.01));
}

// `place` is relative to the eye.
vec3 shade(surface it, vec3 place, vec3 to_eye)
{
    vec3 sum = vec3(0.0);
    for (uint i = 0u; i < view.light_count; i++) {
        vec3 to_light;
        vec3 color = arriving(view.lights[i], place, to_light);
        for (bool shadowed = i + 1u == view.shadow_light; shadowed; shadowed = false)
            color *= sun_visibility(place, it.normal);
        // Light wraps slightly past the terminator: a hard edge there looks like a crease.
        float toward = dot(it.normal, to_light);
        float lit = max(toward, 0.0), wrapped = max((toward + 0.18) / 1.18, 0.0);
        sum += color * (it.diffuse * mix(lit, wrapped, 0.5) * 0.62 + lit * lobe(it, to_eye, to_light));
    }

    float facing = clamp(dot(it.normal, to_eye), 0.0, 1.0);
    vec3 sky = it.diffuse * sky_light(it.normal);
    vec3 mirrored = reflect(-to_eye, it.normal);
    vec3 rim = it.specular + (max(vec3(1.0 - it.roughness), it.specular) - it.specular) * pow(1.0 - facing, 5.0);
    sky += rim * sky_light(mix(mirrored, it.normal, it.roughness * it.roughness)) * mix(2.4, 1.0, it.roughness);
    return sum + (sky * it.occlusion + it.diffuse * CAMERA_LIGHT * facing) * it.openness;
}

// Tone curve: linear up to mid tones, then a soft shoulder that approaches white.
vec3 tone(vec3 light)
{
    const float knee = 0.60;
    vec3 above = max(light - knee, 0.0);
    return min(light, knee) + (1.0 - knee) * (above / (above + (1.0 - knee)));
}

const float CLAY = 0.45;

// What is not at hand: darker, and most of its colour gone, so that the rest stands out also where it is dark.
vec3 dimmed(vec3 color)
{
    float grey = dot(color, vec3(0.2126, 0.7152, 0.0722));
    return 0.22 * mix(vec3(grey), color, 0.35) + vec3(0.012, 0.014, 0.017);
}
