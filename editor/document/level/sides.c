// sides.c: clips a large square in the plane of a side by the planes of all others (I. Sutherland, G. Hodgman,
// "Reentrant Polygon Clipping", CACM 17(1), 1974).
#include "document/level/sides.h"

#include <math.h>
#include <stdio.h>

static const double least_size = 0.001, farthest = 100000; // metres, as of other shapes

editor_side editor_side_of(const editor_primitive *primitive, uint32_t number)
{
    const double *side = primitive->sides[number];
    const pick_vec3 normal = {side[0], side[1], side[2]};
    return (editor_side){pick_vec3_normalize(normal), side[3] / pick_vec3_length(normal)};
}

static double depth_of(const editor_side *side, pick_vec3 p)
{
    return pick_vec3_dot(side->normal, p) + side->offset;
}

static uint32_t clip(const editor_side *side, const pick_vec3 *in, uint32_t count, pick_vec3 *out)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < count; i++) {
        const pick_vec3 before = in[i > 0 ? i - 1 : count - 1];
        const double from = depth_of(side, before), to = depth_of(side, in[i]);
        if ((to >= 0) != (from >= 0))
            out[n++] = pick_vec3_add(before, pick_vec3_scale(pick_vec3_sub(in[i], before), from / (from - to)));
        if (to >= 0)
            out[n++] = in[i];
    }
    return n;
}

// Large enough to reach past `farthest` from anywhere in the plane that is as near.
static void make_square(const editor_side *side, pick_vec3 out[4])
{
    const pick_vec3 n = side->normal;
    const pick_vec3 other = fabs(n.x) < 0.5 ? pick_vec3_make(1, 0, 0) : pick_vec3_make(0, 1, 0);
    const pick_vec3 e = pick_vec3_normalize(pick_vec3_cross(n, other)), f = pick_vec3_cross(n, e);
    for (int i = 0; i < 4; i++) {
        const double along_e = (i == 0 || i == 3 ? -4 : 4) * farthest, along_f = (i < 2 ? -4 : 4) * farthest;
        out[i] = pick_vec3_scale(n, -side->offset);
        out[i] = pick_vec3_add(out[i], pick_vec3_add(pick_vec3_scale(e, along_e), pick_vec3_scale(f, along_f)));
    }
}

uint32_t editor_side_corners(const editor_primitive *primitive, uint32_t number, pick_vec3 out[EDITOR_SIDE_CORNERS])
{
    pick_vec3 corners[EDITOR_SIDE_CORNERS];
    const editor_side side = editor_side_of(primitive, number);
    pick_vec3 *in = out, *clipped = corners;
    uint32_t count = 4;
    make_square(&side, in);
    for (uint32_t i = 0; i < primitive->side_count && count > 0; i++) {
        if (i == number)
            continue;
        const editor_side by = editor_side_of(primitive, i);
        count = clip(&by, in, count, clipped);
        pick_vec3 *const swap = in;
        in = clipped;
        clipped = swap;
    }
    for (uint32_t i = 0; in != out && i < count; i++)
        out[i] = in[i];
    return count;
}

bool editor_side_middle(const editor_primitive *primitive, uint32_t number, pick_vec3 *out)
{
    pick_vec3 corners[EDITOR_SIDE_CORNERS], sum = {0, 0, 0};
    const uint32_t count = editor_side_corners(primitive, number, corners);
    double area = 0;
    if (count == 0)
        return false;
    *out = corners[0];
    for (uint32_t i = 2; i < count; i++) { // the middle of each triangle of a fan, by its area
        const pick_vec3 u = pick_vec3_sub(corners[i - 1], corners[0]), v = pick_vec3_sub(corners[i], corners[0]);
        const double share = pick_vec3_length(pick_vec3_cross(u, v));
        area += share;
        sum = pick_vec3_add(sum, pick_vec3_scale(pick_vec3_add(u, v), share / 3));
    }
    if (area > 0)
        *out = pick_vec3_add(*out, pick_vec3_scale(sum, 1 / area));
    return true;
}

// --- What is valid --------------------------------------------------------------------------------------------------

static bool refuse(char *why, size_t size, const char *text)
{
    snprintf(why, size, "%s", text);
    return false;
}

static bool are_planes(const editor_primitive *primitive, char *why, size_t size)
{
    if (primitive->side_count < EDITOR_SIDES_LEAST || primitive->side_count > EDITOR_SIDES) {
        snprintf(why, size, "sides: expected %d to %d, not %u", EDITOR_SIDES_LEAST, EDITOR_SIDES,
                 (unsigned)primitive->side_count);
        return false;
    }
    for (uint32_t i = 0; i < primitive->side_count; i++) {
        const editor_side side = editor_side_of(primitive, i);
        if (pick_vec3_is_finite(side.normal) && fabs(side.offset) <= 2 * farthest &&
            pick_vec3_length(side.normal) > 0.5)
            continue;
        snprintf(why, size, "sides[%u]: expected a normal that is not 0, and a plane that is less than %.0f m away",
                 (unsigned)i, 2 * farthest);
        return false;
    }
    return true;
}

// How far the corner that is farthest from the side lies inside it, of all corners of the volume.
static double thickness_behind(const editor_side *side, const pick_vec3 *corners, uint32_t count)
{
    double most = 0;
    for (uint32_t i = 0; i < count; i++)
        most = fmax(most, depth_of(side, corners[i]));
    return most;
}

bool editor_sides_are_valid(const editor_primitive *primitive, char *why, size_t size)
{
    // Each corner is one of three sides or more; a solid with n sides has at most 6 n - 12 corners so counted.
    pick_vec3 corners[6 * EDITOR_SIDES + EDITOR_SIDE_CORNERS];
    uint32_t count = 0;
    if (!are_planes(primitive, why, size))
        return false;
    for (uint32_t i = 0; i < primitive->side_count && count < 6 * EDITOR_SIDES; i++)
        count += editor_side_corners(primitive, i, &corners[count]);
    for (uint32_t i = 0; i < count; i++) {
        const pick_vec3 p = corners[i];
        if (!(fmax(fabs(p.x), fmax(fabs(p.y), fabs(p.z))) <= farthest))
            return refuse(why, size, "sides: expected a solid that they enclose, within 100000 m of the origin");
    }
    for (uint32_t i = 0; i < primitive->side_count; i++) {
        const editor_side side = editor_side_of(primitive, i);
        if (!(thickness_behind(&side, corners, count) >= least_size))
            return refuse(why, size, "sides: expected a solid between them, at least 0.001 m thick");
    }
    return true;
}

// --- Moves ----------------------------------------------------------------------------------------------------------

void editor_side_move(const editor_primitive *primitive, uint32_t number, double by, double out[EDITOR_SIDES][4])
{
    for (uint32_t i = 0; i < primitive->side_count; i++) {
        for (int k = 0; k < 4; k++)
            out[i][k] = primitive->sides[i][k];
    }
    const double *side = primitive->sides[number];
    out[number][3] += by * pick_vec3_length(pick_vec3_make(side[0], side[1], side[2]));
}

static bool can_move(const editor_primitive *primitive, uint32_t number, double by)
{
    double sides[EDITOR_SIDES][4];
    char why[128];
    pick_vec3 middle;
    editor_primitive moved = *primitive;
    editor_side_move(primitive, number, by, sides);
    moved.sides = (const double(*)[4])sides;
    return editor_sides_are_valid(&moved, why, sizeof(why)) && editor_side_middle(&moved, number, &middle);
}

double editor_side_limit(const editor_primitive *primitive, uint32_t number, double by)
{
    enum { STEPS = 40 }; // halves: of 100 km to a tenth of a micrometre
    if (can_move(primitive, number, by))
        return by;
    double fine = 0;
    for (int i = 0; i < STEPS; i++) { // what can be done lies between two ends
        const double middle = (fine + by) / 2;
        if (can_move(primitive, number, middle))
            fine = middle;
        else
            by = middle;
    }
    return fine;
}
