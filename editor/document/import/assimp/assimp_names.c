// assimp_names.c: lists of numbers by the hash of their name.
#include "document/import/assimp/assimp_names.h"

#include <stdlib.h>

bool assimp_names_init(assimp_names *names, uint32_t count)
{
    names->heads = calloc((size_t)count + 1, sizeof(*names->heads));
    names->next = calloc((size_t)count + 1, sizeof(*names->next));
    return names->heads && names->next;
}

bool assimp_names_add(assimp_names *names, uint32_t number, const char *text, size_t length)
{
    const editor_hash hash = editor_hash_bytes(text, length);
    const uint32_t known = editor_hash_index_find(&names->index, hash);
    if (known != EDITOR_HASH_UNKNOWN) {
        names->next[number] = names->heads[known];
        names->heads[known] = number;
        return true;
    }
    editor_hash_index_add(&names->index, hash, names->name_count);
    names->next[number] = ASSIMP_NAMES_NONE;
    names->heads[names->name_count++] = number;
    return editor_hash_index_find(&names->index, hash) != EDITOR_HASH_UNKNOWN;
}

uint32_t assimp_names_find(const assimp_names *names, const char *text, size_t length)
{
    const uint32_t known = editor_hash_index_find(&names->index, editor_hash_bytes(text, length));
    return known != EDITOR_HASH_UNKNOWN ? names->heads[known] : ASSIMP_NAMES_NONE;
}

uint32_t assimp_names_take(assimp_names *names, const char *text, size_t length)
{
    const uint32_t taken = assimp_names_find(names, text, length);
    if (taken != ASSIMP_NAMES_NONE)
        names->heads[editor_hash_index_find(&names->index, editor_hash_bytes(text, length))] = names->next[taken];
    return taken;
}

void assimp_names_free(assimp_names *names)
{
    editor_hash_index_free(&names->index);
    free(names->heads);
    free(names->next);
    *names = (assimp_names){0};
}
