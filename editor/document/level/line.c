#include "document/level/line.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const keys[EDITOR_MEASURE_COUNT] = {"nothing", "length", "angle", "clearance"};

uint32_t editor_line_find_bad_point(const editor_line *line)
{
    for (size_t i = 0; i < 3 * (size_t)line->count; i++) {
        if (!isfinite((float)line->points[i]))
            return (uint32_t)(i / 3);
    }
    return line->count;
}

bool editor_line_is_valid(const editor_line *line, char *why, size_t size)
{
    if (line->count < 2 || line->count > EDITOR_LINE_POINTS) {
        snprintf(why, size, "points: expected 2 to %d, not %u", EDITOR_LINE_POINTS, (unsigned)line->count);
        return false;
    }
    const uint32_t bad = editor_line_find_bad_point(line);
    if (bad < line->count) {
        snprintf(why, size, "points[%u]: expected finite numbers that a float can hold", (unsigned)bad);
        return false;
    }
    if ((unsigned)line->measure < EDITOR_MEASURE_COUNT && (line->measure != EDITOR_MEASURE_ANGLE || line->count >= 3))
        return true;
    snprintf(why, size, "measures: an angle has three points or more");
    return false;
}

bool editor_line_equal(const editor_line *a, const editor_line *b)
{
    return a->count == b->count && a->closed == b->closed && a->measure == b->measure &&
           (a->count == 0 || memcmp(a->points, b->points, 3 * (size_t)a->count * sizeof(*a->points)) == 0);
}

uint64_t editor_line_hash(const editor_line *line)
{
    uint64_t hash = (uint64_t)line->count << 8 | (uint64_t)line->measure << 1 | line->closed;
    for (size_t i = 0; i < 3 * (size_t)line->count; i++) {
        uint64_t bits;
        memcpy(&bits, &line->points[i], sizeof(bits));
        hash = (hash ^ bits) * 0x9e3779b97f4a7c15u;
        hash ^= hash >> 29;
    }
    return hash;
}

bool editor_line_copy(const editor_line *from, editor_line *to)
{
    const size_t bytes = 3 * (size_t)from->count * sizeof(*from->points);
    *to = *from;
    to->points = bytes > 0 ? malloc(bytes) : NULL;
    if (to->points)
        memcpy(to->points, from->points, bytes);
    else
        to->count = 0;
    return to->count == from->count;
}

void editor_line_free(editor_line *line)
{
    free(line->points);
    *line = (editor_line){0};
}

// --- What it measures ---

const char *editor_measure_key(editor_measure measure)
{
    return keys[measure];
}

editor_measure editor_measure_named(const char *key)
{
    int i = 0;
    while (i < EDITOR_MEASURE_COUNT && strcmp(keys[i], key) != 0)
        i++;
    return (editor_measure)i;
}

const char *editor_measure_name(const editor_line *line)
{
    switch (line->measure) {
    case EDITOR_MEASURE_ANGLE:
        return "Angle";
    case EDITOR_MEASURE_CLEARANCE:
        return "Clearance";
    default:
        return line->count == 2 ? "Distance" : "Length";
    }
}

pick_vec3 editor_line_point(const editor_line *line, const pick_affine *world, uint32_t point)
{
    const double *p = &line->points[3 * (size_t)point];
    return pick_affine_point(world, pick_vec3_make(p[0], p[1], p[2]));
}

double editor_angle_between(pick_vec3 u, pick_vec3 v)
{
    return atan2(pick_vec3_length(pick_vec3_cross(u, v)), pick_vec3_dot(u, v));
}

static double distance(const editor_line *line, const pick_affine *world, uint32_t a, uint32_t b)
{
    return pick_vec3_length(pick_vec3_sub(editor_line_point(line, world, b), editor_line_point(line, world, a)));
}

double editor_measure_value(const editor_line *line, const pick_affine *world)
{
    const uint32_t n = line->count;
    if (line->measure == EDITOR_MEASURE_ANGLE) {
        const pick_vec3 middle = editor_line_point(line, world, n - 2);
        return editor_angle_between(pick_vec3_sub(editor_line_point(line, world, n - 3), middle),
                                    pick_vec3_sub(editor_line_point(line, world, n - 1), middle));
    }
    double sum = line->closed ? distance(line, world, n - 1, 0) : 0;
    for (uint32_t i = 1; i < n; i++)
        sum += distance(line, world, i - 1, i);
    return sum;
}

void editor_measure_text(const editor_line *line, const pick_affine *world, int decimals, char *out, size_t size)
{
    const double half_turn = 3.14159265358979323846, value = editor_measure_value(line, world);
    if (line->measure == EDITOR_MEASURE_NOTHING)
        snprintf(out, size, "%s", "");
    else if (line->measure == EDITOR_MEASURE_ANGLE)
        snprintf(out, size, "%.1f\302\260", 180 / half_turn * value);
    else
        snprintf(out, size, "%.*f m", decimals, value);
}
