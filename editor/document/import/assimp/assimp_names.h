// assimp_names.h: numbers by name, because Assimp's scenes refer to nodes and textures by names, and a search through
// all of them for each would take a time that grows with the square of the file.
#ifndef EDITOR_DOCUMENT_ASSIMP_NAMES_H
#define EDITOR_DOCUMENT_ASSIMP_NAMES_H

#include "document/import/common/hash_index.h"

#include <stdbool.h>
#include <stddef.h>

#define ASSIMP_NAMES_NONE EDITOR_HASH_UNKNOWN

// Start from zeros, then init.
typedef struct assimp_names {
    editor_hash_index index;
    uint32_t *heads; // of each name, the number that was added last
    uint32_t *next;  // of each number, the one of the same name that was added before it
    uint32_t name_count;
} assimp_names;

// Makes room for numbers below `count`. False: out of memory.
bool assimp_names_init(assimp_names *names, uint32_t count);
// Adds a number, once. False: out of memory.
bool assimp_names_add(assimp_names *names, uint32_t number, const char *text, size_t length);
// The number of that name that was added last; the others follow in `next`. ASSIMP_NAMES_NONE: there is none.
uint32_t assimp_names_find(const assimp_names *names, const char *text, size_t length);
// The same, and removes it from the name.
uint32_t assimp_names_take(assimp_names *names, const char *text, size_t length);
void assimp_names_free(assimp_names *names);

#endif
