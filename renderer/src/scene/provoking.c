#include "scene/provoking.h"

#include "device/heap.h"

#include <string.h>

static const uint32_t NONE = UINT32_MAX;

// Rotates each triangle to a first vertex that is still free, if it has one. `places` gets the new number of each
// vertex that is the first of a triangle. The other two indices keep their old numbers.
static void choose_first_vertices(const uint32_t *indices, uint32_t triangle_count, uint32_t *places,
                                  render_provoking *out)
{
    for (uint32_t t = 0; t < triangle_count; t++) {
        const uint32_t *corners = indices + (size_t)3 * t;
        uint32_t first = 0;
        while (first < 3 && places[corners[first]] != NONE)
            first++;
        if (first < 3)
            places[corners[first]] = t;
        else
            first = 0;
        out->sources[t] = corners[first];
        for (uint32_t k = 0; k < 3; k++)
            out->indices[(size_t)3 * t + k] = k == 0 ? t : corners[(first + k) % 3];
    }
}

// Gives a place to every other vertex that is used, and renumbers the other two indices of each triangle.
static void place_rest(uint32_t triangle_count, uint32_t *places, render_provoking *out)
{
    out->vertex_count = triangle_count;
    for (size_t i = 0; i < (size_t)3 * triangle_count; i++) {
        uint32_t *index = &out->indices[i];
        if (i % 3 == 0)
            continue;
        if (places[*index] == NONE) {
            out->sources[out->vertex_count] = *index;
            places[*index] = out->vertex_count++;
        }
        *index = places[*index];
    }
}

bool render_provoking_init(const uint32_t *indices, uint32_t index_count, uint32_t vertex_count,
                           const render_allocator *allocator, render_provoking *out)
{
    const uint32_t triangle_count = index_count / 3;
    const size_t most =
        (size_t)triangle_count + vertex_count < index_count ? (size_t)triangle_count + vertex_count : index_count;
    uint32_t *places = render_allocate(allocator, vertex_count * sizeof *places);
    *out = (render_provoking){.allocator = allocator,
                              .sources = render_allocate(allocator, most * sizeof *out->sources),
                              .indices = render_allocate(allocator, index_count * sizeof *out->indices)};
    const bool good = places != NULL && out->sources != NULL && out->indices != NULL;
    if (good) {
        memset(places, 0xff, vertex_count * sizeof *places);
        choose_first_vertices(indices, triangle_count, places, out);
        place_rest(triangle_count, places, out);
    } else {
        render_provoking_finish(out);
    }
    render_free(places);
    return good;
}

void render_provoking_finish(render_provoking *it)
{
    render_free(it->sources);
    render_free(it->indices);
    *it = (render_provoking){0};
}

void *render_provoking_gather(const render_provoking *it, const void *data, size_t size)
{
    char *out = render_allocate(it->allocator, it->vertex_count * size);
    for (uint32_t v = 0; v < it->vertex_count && out != NULL; v++)
        memcpy(out + v * size, (const char *)data + it->sources[v] * size, size);
    return out;
}
