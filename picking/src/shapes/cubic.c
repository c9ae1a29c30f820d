// cubic.c: cubic pieces of curves, as the segments that they are subdivided into.
#include "base/compiler.h"
#include "picking/curves.h"
#include "shapes/thin_internal.h"

#include <math.h>

enum { LEAST_SEGMENTS = 2 }; // of a cubic piece, so that handles that are not finite make all of them so

typedef struct cubic_piece {
    pick_vec3 p[4];
} cubic_piece;

static cubic_piece cubic_at(const pick_thin_source *source, uint32_t first)
{
    cubic_piece c;
    for (uint32_t i = 0; i < 4; i++)
        c.p[i] = pick_thin_source_point(source, first + i);
    return c;
}

// The largest second difference of the points. Subdivided evenly into n segments, the piece is nowhere farther from
// them than 3/4 of it over n^2: G. Wang, "The Subdivision Method for Finding the Intersection Between Two Bezier Curves
// or Surfaces", Zhejiang University Journal, 1984.
static double bend_of(const cubic_piece *c)
{
    double bend = 0;
    for (int i = 0; i < 2; i++) {
        const pick_vec3 ends = pick_vec3_add(c->p[i], c->p[i + 2]);
        bend = pick_most(pick_vec3_length(pick_vec3_sub(ends, pick_vec3_scale(c->p[i + 1], 2))), bend);
    }
    return bend;
}

uint32_t pick_cubic_segments(const pick_thin_source *source, uint32_t first, double flatness)
{
    const cubic_piece c = cubic_at(source, first);
    const double n = ceil(sqrt(0.75 * bend_of(&c) / flatness));
    if (!(n > LEAST_SEGMENTS)) // or not finite
        return LEAST_SEGMENTS;
    return n < PICK_CURVE_SEGMENTS ? (uint32_t)n : PICK_CURVE_SEGMENTS;
}

// By P. de Casteljau's algorithm.
static pick_vec3 cubic_point(const cubic_piece *c, double t)
{
    pick_vec3 p[4] = {c->p[0], c->p[1], c->p[2], c->p[3]};
    for (int left = 3; left > 0; left--) {
        for (int i = 0; i < left; i++)
            p[i] = pick_vec3_add(pick_vec3_scale(p[i], 1 - t), pick_vec3_scale(p[i + 1], t));
    }
    return p[0];
}

static void write_vertex(pick_thin *thin, uint32_t i, pick_vec3 p)
{
    float *out = thin->positions + 3 * (size_t)i;
    out[0] = (float)p.x;
    out[1] = (float)p.y;
    out[2] = (float)p.z;
}

void pick_thin_flatten(pick_thin *thin, const pick_thin_source *source)
{
    thin->flatness = 0;
    for (uint32_t part = 0; part < thin->part_count; part++) {
        const cubic_piece c = cubic_at(source, thin->control_of[part]);
        const uint32_t count = thin->first[part + 1] - thin->first[part];
        const uint32_t vertex = thin->vertex_of[thin->first[part]];
        write_vertex(thin, vertex, c.p[0]);
        for (uint32_t k = 1; k < count; k++)
            write_vertex(thin, vertex + k, cubic_point(&c, (double)k / (double)count));
        write_vertex(thin, vertex + count, c.p[3]);
        const double far = 0.75 * bend_of(&c) / ((double)count * (double)count);
        if (isfinite(far))
            thin->flatness = pick_most(far, thin->flatness);
    }
}
