// Clips a large square in each plane by all other planes: I. Sutherland, G. Hodgman, "Reentrant Polygon Clipping",
// CACM 17(1), 1974.
#include "math/polytope.h"
#include "base/compiler.h"
#include "math/math_inline.h"

enum { MOST_CORNERS = PICK_POLYTOPE_PLANES + 4 };

static double height_above(const double plane[4], pick_vec3 p)
{
    return plane[0] * p.x + plane[1] * p.y + plane[2] * p.z + plane[3];
}

static uint32_t clip_face(const double plane[4], double slack, const pick_vec3 *in, uint32_t count, pick_vec3 *out)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < count; i++) {
        const pick_vec3 before = in[i > 0 ? i - 1 : count - 1];
        const double from = height_above(plane, before) + slack;
        const double to = height_above(plane, in[i]) + slack;
        if ((to >= 0) != (from >= 0))
            out[n++] = pick_vec3_add(before, pick_vec3_scale(pick_vec3_sub(in[i], before), from / (from - to)));
        if (to >= 0)
            out[n++] = in[i];
    }
    return n;
}

// The square around the place of a plane that is nearest to `center`.
static void square_in(const double plane[4], pick_vec3 center, double radius, pick_vec3 out[4])
{
    const pick_vec3 n = {plane[0], plane[1], plane[2]};
    const pick_vec3 other = fabs(n.x) < 0.5 ? pick_vec3_make(1, 0, 0) : pick_vec3_make(0, 1, 0);
    const pick_vec3 e = pick_vec3_normalize(pick_vec3_cross(n, other));
    const pick_vec3 f = pick_vec3_cross(n, e);
    const pick_vec3 middle = pick_vec3_sub(center, pick_vec3_scale(n, height_above(plane, center)));
    for (int i = 0; i < 4; i++)
        out[i] = pick_vec3_at(middle, e, i == 0 || i == 3 ? -radius : radius, f, i < 2 ? -radius : radius);
}

uint32_t pick_polytope_corners(const double (*planes)[4], uint32_t count, pick_vec3 center, double radius,
                               pick_vec3 *out, uint32_t capacity)
{
    const double slack = radius * 0x1p-40;
    uint32_t total = 0;
    PICK_ASSERT(count <= PICK_POLYTOPE_PLANES);
    for (uint32_t i = 0; i < count; i++) {
        pick_vec3 corner[2][MOST_CORNERS];
        uint32_t n = 4, from = 0;
        square_in(planes[i], center, 2 * radius, corner[0]);
        for (uint32_t k = 0; k < count && n > 0; k++) {
            if (k == i)
                continue;
            n = clip_face(planes[k], slack, corner[from], n, corner[1 - from]);
            from = 1 - from;
        }
        for (uint32_t c = 0; c < n; c++) {
            if (total < capacity)
                out[total] = corner[from][c];
            ++total;
        }
    }
    return total;
}
