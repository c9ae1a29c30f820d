// part_islands.c: which of the selected parts touch.
#include "tools/tools_private.h"

#include <stdlib.h>
#include <string.h>

// A corner with its place in the object's mesh.
typedef struct spot {
    uint32_t object;
    float at[3]; // without negative zeros, so that equal places have equal bits
    uint32_t part;
} spot;

static int by_spot(const void *a, const void *b)
{
    const spot *x = a, *y = b;
    if (x->object != y->object)
        return x->object < y->object ? -1 : 1;
    return memcmp(x->at, y->at, sizeof(x->at));
}

// The first part of the island of a part, as far as is known. The way there is halved.
static uint32_t first_of(uint32_t *before, uint32_t part)
{
    while (before[part] != part) {
        before[part] = before[before[part]];
        part = before[part];
    }
    return part;
}

static void unite(uint32_t *before, uint32_t a, uint32_t b)
{
    a = first_of(before, a);
    b = first_of(before, b);
    if (a < b)
        before[b] = a;
    else
        before[a] = b;
}

static spot spot_at(const editor_mesh *mesh, uint32_t object, uint32_t vertex, uint32_t part)
{
    const float *p = &mesh->positions[3 * (size_t)vertex];
    return (spot){object, {p[0] + 0.0f, p[1] + 0.0f, p[2] + 0.0f}, part};
}

// Unites the selected vertices of each triangle of an object. `spots`: its own, sorted. False: out of memory.
static bool unite_along_triangles(const editor_mesh *mesh, const spot *spots, size_t count, uint32_t *before)
{
    uint32_t *part = malloc(((size_t)mesh->vertex_count + 1) * sizeof(*part)); // per vertex, or EDITOR_NONE
    for (uint32_t v = 0; part && v < mesh->vertex_count; v++) {
        const spot at = spot_at(mesh, spots->object, v, 0), *found = bsearch(&at, spots, count, sizeof(at), by_spot);
        part[v] = found ? found->part : EDITOR_NONE;
    }
    for (uint32_t i = 0; part && i < mesh->index_count; i++) {
        const uint32_t a = part[mesh->indices[i]], b = part[mesh->indices[i % 3 < 2 ? i + 1 : i - 2]];
        if (a != EDITOR_NONE && b != EDITOR_NONE)
            unite(before, a, b);
    }
    free(part);
    return part != NULL;
}

// Unites the parts with corners in one place, and vertices of one triangle. False: out of memory.
static bool unite_all(const editor_level *level, const spot *spots, size_t count, bool are_vertices, uint32_t *before)
{
    bool ok = true;
    size_t first = 0; // of the object
    for (size_t i = 1; i <= count && ok; i++) {
        if (i < count && by_spot(&spots[i - 1], &spots[i]) == 0)
            unite(before, spots[i - 1].part, spots[i].part);
        if (i < count && spots[i].object == spots[first].object)
            continue;
        const editor_mesh *mesh = &level->meshes[level->objects[spots[first].object].mesh];
        ok = !are_vertices || unite_along_triangles(mesh, &spots[first], i - first, before);
        first = i;
    }
    return ok;
}

uint32_t editor_part_islands(const editor_level *level, const editor_part_corner *corners, size_t corner_count,
                             const editor_part_list *parts, uint32_t *island)
{
    const size_t part_count = parts->count;
    spot *spots = malloc(corner_count * sizeof(*spots));
    uint32_t *before = malloc(part_count * sizeof(*before));
    uint32_t count = 0;
    for (size_t i = 0; spots && before && i < part_count; i++) {
        before[i] = (uint32_t)i;
        island[i] = EDITOR_NONE;
    }
    for (size_t i = 0; spots && before && i < corner_count; i++) {
        const uint32_t object = corners[i].object;
        spots[i] = spot_at(&level->meshes[level->objects[object].mesh], object, corners[i].vertex, corners[i].part);
        island[corners[i].part] = 0; // it has corners
    }
    if (spots && before) {
        qsort(spots, corner_count, sizeof(*spots), by_spot);
        const bool are_vertices = parts->items[0].kind == PICK_PART_VERTEX;
        const bool ok = unite_all(level, spots, corner_count, are_vertices, before);
        // The first part of an island comes before its others.
        for (size_t i = 0; ok && i < part_count; i++) {
            const uint32_t first = first_of(before, (uint32_t)i);
            if (island[i] != EDITOR_NONE)
                island[i] = first == i ? count++ : island[first];
        }
    }
    free(spots);
    free(before);
    return count;
}
