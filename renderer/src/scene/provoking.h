// provoking.h: triangle numbers for devices whose fragment shaders cannot read them.
//
// A flat output of the vertex shader has the value of the triangle's first vertex, the provoking one. So the vertices
// are put in another order: vertex t is the first vertex of triangle t, and the vertex's number is the triangle's. A
// triangle is rotated so that its first vertex is one that no earlier triangle has taken, which keeps its winding;
// where all three are taken, one is duplicated. A closed mesh gets about twice its vertices, one of separate triangles
// no more.
#ifndef RENDERER_SRC_PROVOKING_H
#define RENDERER_SRC_PROVOKING_H

#include "renderer/device.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct render_provoking {
    const render_allocator *allocator;
    uint32_t vertex_count; // at least one for each triangle, and at most one for each index
    uint32_t *sources;     // where each vertex was before
    uint32_t *indices;     // as many as before: index 3 t is t
} render_provoking;

// Each index is < vertex_count. False: out of memory, and `*out` is empty.
bool render_provoking_init(const uint32_t *indices, uint32_t index_count, uint32_t vertex_count,
                           const render_allocator *allocator, render_provoking *out);
void render_provoking_finish(render_provoking *it);

// Returns a copy of an array of `size` bytes a vertex, in the new order; the caller frees it (render_free). NULL: out
// of memory.
void *render_provoking_gather(const render_provoking *it, const void *data, size_t size);

#endif
