// hash.c: XXH3 of libxxhash, with the widest vectors that the processor has where the library chooses them as it runs.
#include "system/hash.h"

#include <xxhash.h>
#if EDITOR_XXH_DISPATCH
#include <xxh_x86dispatch.h>
#endif

#include <inttypes.h>
#include <stdio.h>

editor_hash editor_hash_bytes(const void *bytes, size_t size)
{
    const XXH128_hash_t hash = XXH3_128bits(size > 0 ? bytes : "", size);
    return (editor_hash){hash.low64, hash.high64};
}

bool editor_hash_is_same(editor_hash a, editor_hash b)
{
    return a.low == b.low && a.high == b.high;
}

void editor_hash_text(editor_hash hash, char text[EDITOR_HASH_TEXT_SIZE])
{
    snprintf(text, EDITOR_HASH_TEXT_SIZE, "%016" PRIx64 "%016" PRIx64, hash.high, hash.low);
}
