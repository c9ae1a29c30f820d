// shadow.glsl: how much of the sun arrives, from the shadow map.

layout(set = SHADER_SET_FRAME, binding = SHADER_BINDING_SHADOW) uniform sampler2D shadow_image;

// 1 where the map's depth at a texel is not nearer to the sun than `depth`.
float lit_at(ivec2 texel, float depth)
{
    return texelFetch(shadow_image, texel, 0).r > depth ? 0.0 : 1.0;
}

// The mean over 3 x 3 texels around the place, whose outer ones count by the part that the place covers: edges are soft
// and without steps. `place` is relative to the eye.
float sun_visibility(vec3 place, vec3 normal)
{
    // A receiver a little off its surface does not meet its own depth, which the map knows only per texel.
    vec4 at = vec4(place + normal * (1.5 * view.shadow_texel), 1.0);
    float size = float(textureSize(shadow_image, 0).x);
    vec2 uv = vec2(dot(view.shadow_rows[0], at), dot(view.shadow_rows[1], at));
    float depth = dot(view.shadow_rows[2], at);
    vec2 inside = min(uv, 1.0 - uv);
    // Shadows fade towards the border of the map.
    float known = clamp(min(inside.x, inside.y) * 16.0, 0.0, 1.0);
    vec2 texel = uv * size - 0.5;
    ivec2 corner = clamp(ivec2(floor(texel)), ivec2(1), ivec2(int(size) - 3));
    vec2 weight = clamp(texel - vec2(corner), 0.0, 1.0);
    float sum = 0.0;
    for (int y = -1; y <= 2; y++) {
        float high = y == -1 ? 1.0 - weight.y : y == 2 ? weight.y : 1.0;
        for (int x = -1; x <= 2; x++) {
            float wide = x == -1 ? 1.0 - weight.x : x == 2 ? weight.x : 1.0;
            sum += wide * high * lit_at(corner + ivec2(x, y), depth);
        }
    }
    return mix(1.0, sum / 9.0, known);
}
