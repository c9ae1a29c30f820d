// polygon.c: ear clipping (G. H. Meisters, "Polygons Have Ears", American Mathematical Monthly, 1975) in the coordinate
// plane on which the polygon's projection is largest.
#include "document/level/polygon.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

// Polygons with more corners become a fan: the search for ears takes a time that grows with the square, and no modeller
// makes such faces.
#define EAR_LIMIT 4096

typedef struct outline {
    const float *positions;
    const uint32_t *corners;
    int x, y; // axes of the plane
    double sign;
} outline;

static void fan(const uint32_t *corners, uint32_t count, uint32_t *out)
{
    for (uint32_t i = 0; i + 2 < count; i++) {
        *out++ = corners[0];
        *out++ = corners[i + 1];
        *out++ = corners[i + 2];
    }
}

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

// Twice the signed area of corners a b c, positive if they have the polygon's orientation.
static double turn(const outline *o, uint32_t a, uint32_t b, uint32_t c)
{
    double ax = coordinate(o, a, o->x), ay = coordinate(o, a, o->y);
    return o->sign * ((coordinate(o, b, o->x) - ax) * (coordinate(o, c, o->y) - ay) -
                      (coordinate(o, b, o->y) - ay) * (coordinate(o, c, o->x) - ax));
}

static bool same_place(const outline *o, uint32_t a, uint32_t b)
{
    return coordinate(o, a, o->x) == coordinate(o, b, o->x) && coordinate(o, a, o->y) == coordinate(o, b, o->y);
}

// Whether triangle a b c is an ear: it has the polygon's orientation and contains no other remaining corner.
static bool is_ear(const outline *o, const uint32_t *left, uint32_t count, uint32_t a, uint32_t b, uint32_t c)
{
    if (!(turn(o, a, b, c) > 0))
        return false;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t p = left[i];
        if (p == a || p == b || p == c || same_place(o, p, a) || same_place(o, p, b) || same_place(o, p, c))
            continue;
        if (turn(o, a, b, p) >= 0 && turn(o, b, c, p) >= 0 && turn(o, c, a, p) >= 0)
            return false;
    }
    return true;
}

// Whether the fan about the first corner is right, and none of its triangles is without area: what such a one has of
// the outline could be neither picked nor seen.
static bool is_fan(const outline *o, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        if (turn(o, i, (i + 1) % count, (i + 2) % count) < 0)
            return false;
    }
    // A star also turns in one direction only, but more than once: then some triangle of the fan is reversed.
    for (uint32_t i = 1; i + 1 < count; i++) {
        if (!(turn(o, 0, i, i + 1) > 0))
            return false;
    }
    return true;
}

// What is known of a corner. Clipping an ear changes only its two neighbours, if the polygon does not cross itself.
typedef enum ear_state { EAR_UNKNOWN, EAR_YES, EAR_NO } ear_state;

// How often all corners are looked at again, in case the polygon crosses itself.
enum { EAR_ROUNDS = 2 };

// The first ear of the remaining corners from `at` on; `count`: none.
static uint32_t find_ear(const outline *o, const uint32_t *left, uint32_t count, uint32_t at, uint8_t *states)
{
    for (uint32_t tried = 0; tried < count; tried++) {
        const uint32_t turned = at + tried, i = turned < count ? turned : turned - count;
        uint8_t *state = &states[left[i]];
        if (*state == EAR_UNKNOWN)
            *state = is_ear(o, left, count, left[(i + count - 1) % count], left[i], left[(i + 1) % count]) ? EAR_YES
                                                                                                           : EAR_NO;
        if (*state == EAR_YES)
            return i;
    }
    return count;
}

void editor_polygon_split(const float *positions, const uint32_t *corners, uint32_t count, uint32_t *out)
{
    outline o = {.positions = positions, .corners = corners};
    if (count > 3)
        choose_plane(&o, count);
    const bool has_ears = count > 3 && count <= EAR_LIMIT && !is_fan(&o, count);
    uint32_t *left = has_ears ? malloc(count * (sizeof(*left) + sizeof(uint8_t))) : NULL;
    if (!left) {
        fan(corners, count, out);
        return;
    }
    uint8_t *states = (uint8_t *)(left + count);
    memset(states, EAR_UNKNOWN, count);
    for (uint32_t i = 0; i < count; i++)
        left[i] = i;
    uint32_t remaining = count, at = 1, rounds = 0;
    while (remaining > 3) {
        uint32_t ear = find_ear(&o, left, remaining, at, states);
        if (ear == remaining && rounds < EAR_ROUNDS) {
            memset(states, EAR_UNKNOWN, count);
            rounds++;
            ear = find_ear(&o, left, remaining, at, states);
        }
        // No ear: the polygon crosses itself or is flat. Clip any corner, so that all are used.
        if (ear == remaining)
            ear = at % remaining;
        const uint32_t before = left[(ear + remaining - 1) % remaining], after = left[(ear + 1) % remaining];
        *out++ = corners[before];
        *out++ = corners[left[ear]];
        *out++ = corners[after];
        states[before] = states[after] = EAR_UNKNOWN;
        for (uint32_t i = ear; i + 1 < remaining; i++)
            left[i] = left[i + 1];
        remaining--;
        at = ear;
    }
    for (uint32_t i = 0; i < 3; i++)
        *out++ = corners[left[i]];
    free(left);
}
