// outline.glsl: what outline_rows.frag hands to outline.frag.
//
// The masks are resolved from four samples, so a pixel is covered by quarters. For each kind of highlight and each
// coverage of at least 1, 2, 3, 4 quarters, a row knows the distance in pixels to the nearest such pixel to the left or
// right, 0 to REACH, or FAR: 4 bits. The distance in the plane follows from the rows above and below, exactly:
// d^2 = row^2 + dy^2. That makes two loops over a line each in place of one over a square.
//
// uvec4: x: selected, y: active, z: hovered; bits 0 to 15 of the mask of all samples, then bits 16 to 31 of the mask of
// what is in front; w: what the row knows of the numbers of outlines (see parting in outline.frag).

const int LEVELS = 4;
const int REACH = 14;
const uint FAR = 15u;
const uvec3 ALL_FAR = uvec3(0xffffffffu);
const uint ONLY_BEHIND = 0xffff0000u; // covered where something hides it

// Coverage from which on a pixel counts for a level, 0 to 3.
vec3 level_coverage(int level)
{
    return vec3((float(level) + 0.5) / float(LEVELS));
}

// The width of the line and of the darker rim around it. `values`: push.values of both passes: x: width of the line in
// pixels; yz: first pixel of the area; w: pixels per point.
float rim_width(vec4 values)
{
    return min(values.x + 0.75 * values.w, float(REACH) - 0.5);
}

// How far the loops go, in pixels.
int get_reach(vec4 values)
{
    return int(ceil(rim_width(values) + 0.5)) - 1;
}
