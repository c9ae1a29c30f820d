// hash_index.c: a balanced tree of the C library.
#define _GNU_SOURCE // tdestroy

#include "document/import/common/hash_index.h"

#include <search.h>
#include <stdlib.h>

typedef struct numbered_hash {
    editor_hash hash;
    uint32_t number;
} numbered_hash;

static int by_hash(const void *a, const void *b)
{
    const editor_hash x = ((const numbered_hash *)a)->hash, y = ((const numbered_hash *)b)->hash;
    if (x.low != y.low)
        return x.low < y.low ? -1 : 1;
    return (x.high > y.high) - (x.high < y.high);
}

uint32_t editor_hash_index_find(const editor_hash_index *index, editor_hash hash)
{
    const numbered_hash wanted = {.hash = hash};
    numbered_hash *const *node = tfind(&wanted, &index->root, by_hash);
    return node ? (*node)->number : EDITOR_HASH_UNKNOWN;
}

void editor_hash_index_add(editor_hash_index *index, editor_hash hash, uint32_t number)
{
    numbered_hash *made = malloc(sizeof(*made));
    if (!made)
        return;
    *made = (numbered_hash){hash, number};
    if (!tsearch(made, &index->root, by_hash))
        free(made);
}

void editor_hash_index_free(editor_hash_index *index)
{
    tdestroy(index->root, free);
    index->root = NULL;
}
