// light.glsl: how the viewport is lit: a soft sky and ground, a warm sun, and a weak lamp beside the camera, so that a
// grey model reads as a shape from every side and a room is never black.

const vec3 SUN_DIRECTION = vec3(0.25, 0.7601, 0.5999);
const vec3 SUN_COLOR = vec3(1.32, 1.24, 1.10);
const vec3 SKY_COLOR = vec3(0.24, 0.28, 0.35);
const vec3 HORIZON_COLOR = vec3(0.18, 0.19, 0.215);
const vec3 GROUND_COLOR = vec3(0.115, 0.105, 0.095);
const float CAMERA_LIGHT = 0.20;

vec3 sky_light(vec3 direction)
{
    float up = direction.y;
    return up > 0.0 ? mix(HORIZON_COLOR, SKY_COLOR, up) : mix(HORIZON_COLOR, GROUND_COLOR, -up);
}

// Normalised Blinn-Phong in the shape of the common metallic-roughness model.
vec3 lobe(vec3 normal, vec3 to_eye, vec3 to_light, vec3 specular, float roughness)
{
    vec3 halfway = normalize(to_eye + to_light);
    float shine = max(2.0 / max(roughness * roughness * roughness * roughness, 1e-3) - 2.0, 1.0);
    vec3 fresnel = specular + (1.0 - specular) * pow(1.0 - clamp(dot(to_eye, halfway), 0.0, 1.0), 5.0);
    return fresnel * (shine + 8.0) / 25.13 * pow(max(dot(normal, halfway), 0.0), shine);
}

vec3 shade(vec3 albedo, float metallic, float roughness, vec3 normal, vec3 to_eye)
{
    roughness = clamp(roughness, 0.16, 1.0);
    vec3 diffuse = albedo * (1.0 - metallic);
    vec3 specular = mix(vec3(0.04), albedo, metallic);
    float facing = clamp(dot(normal, to_eye), 0.0, 1.0);

    // The sun wraps a little past the terminator: a hard edge there reads as a crease.
    float sun = max(dot(normal, SUN_DIRECTION), 0.0);
    float wrapped = max((dot(normal, SUN_DIRECTION) + 0.18) / 1.18, 0.0);
    vec3 light = diffuse * SUN_COLOR * mix(sun, wrapped, 0.5) * 0.62;
    light += sun * SUN_COLOR * lobe(normal, to_eye, SUN_DIRECTION, specular, roughness);

    light += diffuse * sky_light(normal);
    vec3 mirrored = reflect(-to_eye, normal);
    vec3 rim = specular + (max(vec3(1.0 - roughness), specular) - specular) * pow(1.0 - facing, 5.0);
    light += rim * sky_light(mix(mirrored, normal, roughness * roughness)) * mix(1.5, 1.0, roughness);

    light += diffuse * CAMERA_LIGHT * facing;
    return light;
}

// Straight up to mid tones, then a soft shoulder that never quite reaches white.
vec3 tone(vec3 light)
{
    const float knee = 0.60;
    vec3 above = max(light - knee, 0.0);
    return min(light, knee) + (1.0 - knee) * (above / (above + (1.0 - knee)));
}
