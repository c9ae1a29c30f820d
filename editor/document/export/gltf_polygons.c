// gltf_polygons.c: polygon by polygon, with a look at the next one.
#include "document/export/gltf_polygons.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

typedef struct job {
    uint32_t *indices;
    uint8_t *continues;
    uint32_t count;
} job;

static bool has(const uint32_t *triangle, uint32_t vertex)
{
    return triangle[0] == vertex || triangle[1] == vertex || triangle[2] == vertex;
}

static uint32_t find_end(const job *j, uint32_t first)
{
    uint32_t end = first + 1;
    while (end < j->count && j->continues[end])
        end++;
    return end;
}

// The vertices that all of the triangles have, each once. Returns how many: 3 at most.
static uint32_t find_common(const job *j, uint32_t first, uint32_t end, uint32_t out[3])
{
    const uint32_t *triangle = &j->indices[3 * (size_t)first];
    uint32_t count = 0;
    for (uint32_t k = 0; k < 3; k++) {
        bool common = k == 0 || (triangle[k] != triangle[0] && (k == 1 || triangle[k] != triangle[1]));
        for (uint32_t i = first + 1; i < end && common; i++)
            common = has(&j->indices[3 * (size_t)i], triangle[k]);
        if (common)
            out[count++] = triangle[k];
    }
    return count;
}

// The vertex that the next polygon has to begin with; EDITOR_NONE: it has a choice.
static uint32_t find_next_start(const job *j, uint32_t first)
{
    uint32_t common[3];
    return first < j->count && find_common(j, first, find_end(j, first), common) == 1 ? common[0] : EDITOR_NONE;
}

// A vertex for a polygon to begin with that is not that of the one before, and if there is a choice, not the only one
// that the next can begin with. EDITOR_NONE: there is none.
static uint32_t choose_start(const job *j, uint32_t first, uint32_t end, uint32_t before)
{
    uint32_t common[3], chosen = EDITOR_NONE;
    const uint32_t count = find_common(j, first, end, common), next = find_next_start(j, end);
    for (uint32_t k = count; k-- > 0;) { // the first of them where all are as good: triangles stay as they are
        if (common[k] != before && (chosen == EDITOR_NONE || common[k] != next))
            chosen = common[k];
    }
    return chosen;
}

static void turn(uint32_t *triangle, uint32_t start)
{
    while (triangle[0] != start) {
        const uint32_t first = triangle[0];
        triangle[0] = triangle[1];
        triangle[1] = triangle[2];
        triangle[2] = first;
    }
}

static uint32_t count_polygons(const job *j)
{
    uint32_t count = 0;
    for (uint32_t i = 1; i < j->count; i++)
        count += j->continues[i] && !j->continues[i - 1];
    return count;
}

bool gltf_polygons_encode(uint32_t *indices, uint8_t *continues, uint32_t triangle_count, gltf_polygons *out)
{
    const job j = {indices, continues, triangle_count};
    uint32_t before = EDITOR_NONE;
    *out = (gltf_polygons){0, 0};
    for (uint32_t first = 0, end; first < triangle_count; first = end) {
        end = find_end(&j, first);
        uint32_t start = choose_start(&j, first, end, before);
        if (start == EDITOR_NONE && end > first + 1) {
            out->lost++;
            for (uint32_t i = first + 1; i < end; i++)
                continues[i] = 0;
            end = first + 1;
            start = choose_start(&j, first, end, before);
        }
        if (start == EDITOR_NONE) {
            out->kept = 0;
            out->lost += count_polygons(&j);
            return false;
        }
        out->kept += end > first + 1;
        for (uint32_t i = first; i < end; i++)
            turn(&indices[3 * (size_t)i], start);
        before = start;
    }
    return true;
}

bool gltf_polygons_read(const editor_mesh *mesh, uint32_t **indices, gltf_polygons *out)
{
    const size_t size = mesh->index_count * sizeof(**indices);
    uint8_t *continues = NULL;
    *indices = NULL;
    *out = (gltf_polygons){0, 0};
    if (!mesh->pick)
        return true;
    bool ok = editor_level_read_polygons(mesh->pick, &continues);
    if (continues) {
        uint32_t *told = malloc(size);
        ok = told != NULL;
        if (ok)
            memcpy(told, mesh->indices, size);
        if (ok && gltf_polygons_encode(told, continues, mesh->index_count / 3, out) && out->kept > 0)
            *indices = told;
        else
            free(told);
    }
    free(continues);
    return ok;
}
