// weld.c: the list of welded vertices.
#include "document/import/common/weld.h"

#include <stdlib.h>
#include <string.h>

#define VERTEX_LIMIT (1u << 31)

bool editor_weld_init(editor_weld *weld, uint32_t file_vertices)
{
    if (!weld->newest)
        weld->newest = calloc(file_vertices > 0 ? file_vertices : 1, sizeof(*weld->newest));
    return weld->newest != NULL;
}

void editor_weld_free(editor_weld *weld)
{
    free(weld->newest);
    free(weld->words);
    *weld = (editor_weld){0};
}

void editor_weld_clear(editor_weld *weld, uint32_t part_count)
{
    for (uint32_t i = 0; i < weld->count; i++)
        weld->newest[editor_weld_parts(weld, part_count, i)[0]] = 0;
    weld->count = 0;
}

bool editor_weld_add(editor_weld *weld, const uint32_t *parts, uint32_t part_count)
{
    const size_t width = (size_t)part_count + 1;
    if (weld->count == weld->capacity) {
        const uint32_t wanted = weld->capacity ? 2 * weld->capacity : 1024;
        uint32_t *grown = wanted <= VERTEX_LIMIT ? realloc(weld->words, width * wanted * sizeof(*grown)) : NULL;
        if (!grown)
            return false;
        weld->words = grown;
        weld->capacity = wanted;
    }
    uint32_t *vertex = weld->words + width * weld->count;
    memcpy(vertex, parts, part_count * sizeof(*parts));
    vertex[part_count] = weld->newest[parts[0]];
    weld->newest[parts[0]] = ++weld->count;
    return true;
}
