// frustum_clip.c: clips triangles and segments by the planes of a frustum.
#include "base/compiler.h"
#include "view/frustum.h"

#include <math.h>

// I. Sutherland, G. Hodgman, "Reentrant Polygon Clipping", CACM 17(1), 1974.
static uint32_t clip(const double plane[4], const pick_vec3 *in, uint32_t count, pick_vec3 *out)
{
    uint32_t n = 0;
    pick_vec3 before = in[count - 1];
    double before_distance = pick_frustum_distance(plane, before);
    for (uint32_t i = 0; i < count; i++) {
        const double distance = pick_frustum_distance(plane, in[i]);
        if ((distance >= 0) != (before_distance >= 0)) {
            const double t = before_distance / (before_distance - distance);
            out[n++] = pick_vec3_add(before, pick_vec3_scale(pick_vec3_sub(in[i], before), t));
        }
        if (distance >= 0)
            out[n++] = in[i];
        before = in[i];
        before_distance = distance;
    }
    return n;
}

uint32_t pick_frustum_clip(const pick_frustum *frustum, uint32_t planes, const pick_vec3 vertex[3], bool *certain,
                           pick_vec3 out[PICK_CLIPPED_MAX])
{
    uint32_t crossed[PICK_FRUSTUM_PLANES];
    uint32_t crossed_count = 0;
    uint32_t inside = 7; // a bit per vertex
    for (uint32_t i = 0; i < frustum->plane_count; i++) {
        if ((planes >> i & 1u) == 0)
            continue;
        uint32_t before = 0;
        for (uint32_t k = 0; k < 3; k++)
            before |= (uint32_t)(pick_frustum_distance(frustum->planes[i], vertex[k]) >= 0) << k;
        if (before == 0)
            return 0;
        if (before != 7)
            crossed[crossed_count++] = i;
        inside &= before;
    }
    if (certain != NULL && inside != 0) {
        *certain = true;
        return 1;
    }
    pick_vec3 corner[2][PICK_CLIPPED_MAX] = {{vertex[0], vertex[1], vertex[2]}};
    uint32_t count = 3;
    uint32_t from = 0;
    for (uint32_t i = 0; i < crossed_count && count > 0; i++) {
        count = clip(frustum->planes[crossed[i]], corner[from], count, corner[1 - from]);
        from = 1 - from;
    }
    for (uint32_t i = 0; i < count; i++)
        out[i] = corner[from][i];
    return count;
}

bool pick_frustum_clip_segment(const pick_frustum *frustum, pick_vec3 a, pick_vec3 b, double *first, double *last)
{
    *first = 0;
    *last = 1;
    for (uint32_t p = 0; p < frustum->plane_count; p++) {
        const double from = pick_frustum_distance(frustum->planes[p], a);
        const double to = pick_frustum_distance(frustum->planes[p], b);
        if (!(from >= 0) && !(to >= 0))
            return false;
        if (from < 0)
            *first = fmax(*first, from / (from - to));
        else if (to < 0)
            *last = fmin(*last, from / (from - to));
    }
    return *first <= *last;
}

double pick_frustum_to_segment(const pick_frustum *frustum, pick_vec2 position, pick_vec3 a, pick_vec3 b, double *along)
{
    const pick_vec2 p = pick_frustum_project(frustum, a);
    const pick_vec2 q = pick_frustum_project(frustum, b);
    const double x = q.x - p.x;
    const double y = q.y - p.y;
    const double square = x * x + y * y;
    const double dot = (position.x - p.x) * x + (position.y - p.y) * y;
    const double s = dot <= 0 ? 0 : (dot >= square ? 1 : dot / square);
    // Convert a fraction on screen to a fraction in space: perspective makes them differ.
    const double from = s * pick_frustum_distance(frustum->to_window[2], a);
    const double to = (1 - s) * pick_frustum_distance(frustum->to_window[2], b);
    *along = from + to > 0 ? from / (from + to) : s;
    return hypot(p.x + s * x - position.x, p.y + s * y - position.y);
}

bool pick_frustum_to_clipped_segment(const pick_frustum *frustum, pick_vec2 position, pick_vec3 a, pick_vec3 b,
                                     double *along, double *distance)
{
    double first, last;
    if (!pick_frustum_clip_segment(frustum, a, b, &first, &last))
        return false;
    const pick_vec3 ab = pick_vec3_sub(b, a);
    const pick_vec3 from = first > 0 ? pick_vec3_add(a, pick_vec3_scale(ab, first)) : a;
    const pick_vec3 to = last < 1 ? pick_vec3_add(a, pick_vec3_scale(ab, last)) : b;
    *distance = pick_frustum_to_segment(frustum, position, from, to, along);
    *along = first + *along * (last - first);
    return true;
}
