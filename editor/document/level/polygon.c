// polygon.c: ear clipping (G. H. Meisters, "Polygons Have Ears", American Mathematical Monthly, 1975) in the coordinate
// plane on which the polygon's projection is largest.
#include "document/level/polygon.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

typedef struct outline {
    const float *positions;
    const uint32_t *corners;
    int x, y; // axes of the plane
    double sign;
} outline;

// A corner in the plane.
typedef struct plane_point {
    double x, y;
} plane_point;

static double coordinate(const outline *o, uint32_t corner, int axis)
{
    return (double)o->positions[3 * (size_t)o->corners[corner] + (size_t)axis];
}

// Newell's normal gives the plane and the winding of the corners in it.
static void choose_plane(outline *o, uint32_t count)
{
    double normal[3] = {0, 0, 0};
    for (uint32_t i = 0; i < count; i++) {
        uint32_t next = (i + 1) % count;
        for (int axis = 0; axis < 3; axis++) {
            int u = (axis + 1) % 3, v = (axis + 2) % 3;
            normal[axis] +=
                (coordinate(o, i, u) - coordinate(o, next, u)) * (coordinate(o, i, v) + coordinate(o, next, v));
        }
    }
    int axis = 0;
    for (int i = 1; i < 3; i++) {
        if (fabs(normal[i]) > fabs(normal[axis]))
            axis = i;
    }
    o->x = (axis + 1) % 3;
    o->y = (axis + 2) % 3;
    o->sign = normal[axis] < 0 ? -1 : 1;
}

static plane_point point_of(const outline *o, uint32_t corner)
{
    return (plane_point){coordinate(o, corner, o->x), coordinate(o, corner, o->y)};
}

// Twice the signed area of a b c, positive if it has the orientation of `sign`.
static double turn(double sign, plane_point a, plane_point b, plane_point c)
{
    return sign * ((b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x));
}

static double turn_of(const outline *o, uint32_t a, uint32_t b, uint32_t c)
{
    return turn(o->sign, point_of(o, a), point_of(o, b), point_of(o, c));
}

static bool same_place(plane_point a, plane_point b)
{
    return a.x == b.x && a.y == b.y;
}

// Whether triangle a b c is an ear: it has the polygon's orientation and contains no other remaining corner. Almost all
// of the time of a large polygon is spent here, on corners outside of the triangle's bounds.
static bool is_ear(double sign, const plane_point *points, const uint32_t *left, uint32_t count, plane_point a,
                   plane_point b, plane_point c)
{
    if (!(turn(sign, a, b, c) > 0))
        return false;
    const double low_x = fmin(fmin(a.x, b.x), c.x), high_x = fmax(fmax(a.x, b.x), c.x);
    const double low_y = fmin(fmin(a.y, b.y), c.y), high_y = fmax(fmax(a.y, b.y), c.y);
    for (uint32_t i = 0; i < count; i++) {
        const plane_point p = points[left[i]];
        if (p.x < low_x || p.x > high_x || p.y < low_y || p.y > high_y)
            continue;
        if (same_place(p, a) || same_place(p, b) || same_place(p, c)) // also these corners themselves
            continue;
        if (turn(sign, a, b, p) >= 0 && turn(sign, b, c, p) >= 0 && turn(sign, c, a, p) >= 0)
            return false;
    }
    return true;
}

// Whether the fan about the first corner is right, and none of its triangles is without area: what such a one has of
// the outline could be neither picked nor seen.
static bool is_fan(const outline *o, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        if (turn_of(o, i, (i + 1) % count, (i + 2) % count) < 0)
            return false;
    }
    // A star also turns in one direction only, but more than once: then some triangle of the fan is reversed.
    for (uint32_t i = 1; i + 1 < count; i++) {
        if (!(turn_of(o, 0, i, i + 1) > 0))
            return false;
    }
    return true;
}

// What is known of a corner. Clipping an ear changes only its two neighbours, if the polygon does not cross itself.
typedef enum ear_state { EAR_UNKNOWN, EAR_YES, EAR_NO } ear_state;

// How often all corners are looked at again, in case the polygon crosses itself.
enum { EAR_ROUNDS = 2 };

// What is kept of a polygon while it is clipped.
typedef struct ear_search {
    plane_point *points; // of all corners
    uint32_t *left;      // corners that remain
    uint8_t *states;     // of all corners
    uint32_t remaining;
    double sign;
} ear_search;

static bool is_ear_at(const ear_search *s, uint32_t i)
{
    const uint32_t before = s->left[i > 0 ? i - 1 : s->remaining - 1];
    const uint32_t after = s->left[i + 1 < s->remaining ? i + 1 : 0];
    return is_ear(s->sign, s->points, s->left, s->remaining, s->points[before], s->points[s->left[i]],
                  s->points[after]);
}

// The first ear of the remaining corners from `at` on; `remaining`: none.
static uint32_t find_ear(const ear_search *s, uint32_t at)
{
    for (uint32_t tried = 0; tried < s->remaining; tried++) {
        const uint32_t turned = at + tried, i = turned < s->remaining ? turned : turned - s->remaining;
        uint8_t *state = &s->states[s->left[i]];
        if (*state == EAR_UNKNOWN)
            *state = is_ear_at(s, i) ? EAR_YES : EAR_NO;
        if (*state == EAR_YES)
            return i;
    }
    return s->remaining;
}

static void clip_ears(ear_search *s, const uint32_t *corners, uint32_t count, uint32_t *out)
{
    uint32_t at = 1, rounds = 0;
    while (s->remaining > 3) {
        uint32_t ear = find_ear(s, at);
        if (ear == s->remaining && rounds < EAR_ROUNDS) {
            memset(s->states, EAR_UNKNOWN, count);
            rounds++;
            ear = find_ear(s, at);
        }
        // No ear: the polygon crosses itself or is flat. Clip any corner, so that all are used.
        if (ear == s->remaining)
            ear = at % s->remaining;
        const uint32_t before = s->left[(ear + s->remaining - 1) % s->remaining];
        const uint32_t after = s->left[(ear + 1) % s->remaining];
        *out++ = corners[before];
        *out++ = corners[s->left[ear]];
        *out++ = corners[after];
        s->states[before] = s->states[after] = EAR_UNKNOWN;
        s->remaining--;
        memmove(s->left + ear, s->left + ear + 1, (s->remaining - ear) * sizeof(*s->left));
        at = ear;
    }
    for (uint32_t i = 0; i < 3; i++)
        *out++ = corners[s->left[i]];
}

bool editor_polygon_is_fan(const float *positions, const uint32_t *corners, uint32_t count)
{
    outline o = {.positions = positions, .corners = corners};
    if (count > 3)
        choose_plane(&o, count);
    return count <= 3 || is_fan(&o, count);
}

void editor_polygon_fan(const uint32_t *corners, uint32_t count, uint32_t *out)
{
    for (uint32_t i = 0; i + 2 < count; i++) {
        *out++ = corners[0];
        *out++ = corners[i + 1];
        *out++ = corners[i + 2];
    }
}

void editor_polygon_split(const float *positions, const uint32_t *corners, uint32_t count, uint32_t *out)
{
    outline o = {.positions = positions, .corners = corners};
    if (count > 3)
        choose_plane(&o, count);
    ear_search s = {.remaining = count};
    if (count > 3 && !is_fan(&o, count))
        s.points = malloc(count * (sizeof(*s.points) + sizeof(*s.left) + sizeof(*s.states)));
    if (!s.points) {
        editor_polygon_fan(corners, count, out);
        return;
    }
    s.sign = o.sign;
    s.left = (uint32_t *)(s.points + count);
    s.states = (uint8_t *)(s.left + count);
    memset(s.states, EAR_UNKNOWN, count);
    for (uint32_t i = 0; i < count; i++) {
        s.points[i] = point_of(&o, i);
        s.left[i] = i;
    }
    clip_ears(&s, corners, count, out);
    free(s.points);
}
