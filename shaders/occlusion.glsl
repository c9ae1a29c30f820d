// occlusion.glsl: the half-size images of ambient occlusion. A texel has the fraction of ambient light that arrives,
// and z in view space, by which readers tell one surface from another.

const float NO_SURFACE = 1e30; // the z of a texel that shows none

// How far occlusion reaches at that z, metres: the same part of the view's height at any distance.
float occlusion_reach(float z)
{
    return view.occlusion.x * mix(abs(z), 1.0, view.eye_high.w > 0.5);
}

// The texel nearest to `texel` that lies in the view.
ivec2 occlusion_texel(ivec2 texel, ivec2 size)
{
    vec2 a = view.viewport.xy, b = a + view.viewport.zw;
    ivec2 low = max(ivec2(floor(0.5 * min(a, b))), ivec2(0)), high = min(ivec2(ceil(0.5 * max(a, b))), size) - 1;
    return clamp(texel, low, max(low, high));
}

// How much a texel counts at a place of that z: less, the further behind or before it lies.
float occlusion_weight(float texel_z, float z, float reach)
{
    return max(1.0 - abs(texel_z - z) / reach, 0.0);
}
