// position.glsl: transforms an object's vertex to clip space. Every pass that draws objects uses it, so that colour,
// outline and IDs cover the same samples, bit for bit.

layout(set = SHADER_SET_FRAME, binding = SHADER_BINDING_OBJECTS, std430) readonly buffer object_block
{
    shader_object objects[];
};

// Exact sums and products, as a rounded value and its rounding error: T. J. Dekker, "A Floating-Point Technique for
// Extending the Available Precision", Numerische Mathematik 18, 1971; D. E. Knuth, TAOCP 2, 4.2.2.
struct pair {
    vec3 value, lost;
};

pair two_sum(vec3 a, vec3 b)
{
    precise vec3 sum = a + b;
    precise vec3 of_b = sum - a;
    precise vec3 lost = (a - (sum - of_b)) + (b - of_b);
    return pair(sum, lost);
}

pair two_product(vec3 a, float b)
{
    const float SPLITTER = 4097.0; // 2^12 + 1: halves of 12 bits
    precise vec3 a_scaled = a * SPLITTER;
    precise vec3 a_high = a_scaled - (a_scaled - a);
    precise vec3 a_low = a - a_high;
    precise float b_scaled = b * SPLITTER;
    precise float b_high = b_scaled - (b_scaled - b);
    precise float b_low = b - b_high;
    precise vec3 product = a * b;
    precise vec3 lost = ((a_high * b_high - product) + a_high * b_low + a_low * b_high) + a_low * b_low;
    return pair(product, lost);
}

// The vertex in world space, relative to the eye. A vertex that is kilometres from its object's origin and close to the
// eye is a small difference of large numbers: nothing is rounded before the subtraction.
pair relative_position(shader_object object, vec3 vertex)
{
    pair x = two_product(object.column_x.xyz, vertex.x);
    pair y = two_product(object.column_y.xyz, vertex.y);
    pair z = two_product(object.column_z.xyz, vertex.z);
    pair origin = two_sum(vec3(object.column_x.w, object.column_y.w, object.column_z.w), -view.eye_high.xyz);
    precise vec3 origin_low = vec3(object.low_x, object.low_y, object.low_z) - view.eye_low.xyz;
    pair xy = two_sum(x.value, y.value);
    pair xyz = two_sum(xy.value, z.value);
    pair all = two_sum(xyz.value, origin.value);
    precise vec3 lost = (x.lost + y.lost + z.lost) + (xy.lost + xyz.lost + all.lost) + (origin.lost + origin_low);
    return two_sum(all.value, lost);
}

// The same relative to the section's origin.
vec3 section_place(pair relative)
{
    pair sum = two_sum(relative.value, view.section_eye_high.xyz);
    precise vec3 place = sum.value + (sum.lost + relative.lost + view.section_eye_low.xyz);
    return place;
}

// Rotates a place relative to the eye into view space. In a narrow or orthographic view from far away, the view's x and
// y are small sums of large terms: nothing is rounded before the sum here either.
vec3 view_position(pair relative)
{
    pair x = two_product(view.rotation[0].xyz, relative.value.x);
    pair y = two_product(view.rotation[1].xyz, relative.value.y);
    pair z = two_product(view.rotation[2].xyz, relative.value.z);
    pair xy = two_sum(x.value, y.value);
    pair xyz = two_sum(xy.value, z.value);
    precise vec3 of_lost = view.rotation[0].xyz * relative.lost.x + view.rotation[1].xyz * relative.lost.y +
                           view.rotation[2].xyz * relative.lost.z;
    precise vec3 lost = (x.lost + y.lost + z.lost) + (xy.lost + xyz.lost) + of_lost;
    precise vec3 turned = xyz.value + lost;
    return turned;
}

vec4 clip_position(pair relative)
{
    vec3 turned = view_position(relative);
    precise vec4 clip = view.projection[0] * turned.x + view.projection[1] * turned.y + view.projection[2] * turned.z +
                        view.projection[3];
    return clip;
}
