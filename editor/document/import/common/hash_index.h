// hash_index.h: numbers by hash, so that thousands of names are looked up in short time. A hash of 128 bits stands for
// what it was made of.
#ifndef EDITOR_DOCUMENT_HASH_INDEX_H
#define EDITOR_DOCUMENT_HASH_INDEX_H

#include "system/hash.h"

#define EDITOR_HASH_UNKNOWN UINT32_MAX

// A tree of <search.h>. Start from zeros.
typedef struct editor_hash_index {
    void *root;
} editor_hash_index;

// EDITOR_HASH_UNKNOWN: it was not added.
uint32_t editor_hash_index_find(const editor_hash_index *index, editor_hash hash);
// Adds a hash that is not in it. Out of memory, it stays unknown.
void editor_hash_index_add(editor_hash_index *index, editor_hash hash, uint32_t number);
void editor_hash_index_free(editor_hash_index *index);

#endif
