// picture.glsl: colours drawn over the finished picture.

// 1: the picture holds sRGB values, and blending takes them as they are. 0: linear ones.
layout(constant_id = 1) const int holds_srgb = 0;

vec3 picture_color(vec3 linear)
{
    if (holds_srgb == 0)
        return linear;
    vec3 low = linear * 12.92;
    vec3 high = 1.055 * pow(max(linear, vec3(0.0031308)), vec3(1.0 / 2.4)) - 0.055;
    return mix(low, high, greaterThan(linear, vec3(0.0031308)));
}
