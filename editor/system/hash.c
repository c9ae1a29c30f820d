// hash.c: XXH3 of libxxhash, with the widest vectors that the processor has where the library chooses them as it runs.
#define _POSIX_C_SOURCE 200809L // pread
#include "system/hash.h"

#include <xxhash.h>
#if EDITOR_XXH_DISPATCH
#include <xxh_x86dispatch.h>
#endif

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

editor_hash editor_hash_bytes(const void *bytes, size_t size)
{
    const XXH128_hash_t hash = XXH3_128bits(size > 0 ? bytes : "", size);
    return (editor_hash){hash.low64, hash.high64};
}

bool editor_hash_file(int file, uint64_t size, editor_progress *progress, editor_hash *hash)
{
    enum { PIECE = 1 << 18 }; // stays in the processor's cache
    XXH3_state_t *state = XXH3_createState();
    uint8_t *piece = malloc(PIECE);
    bool ok = state && piece && XXH3_128bits_reset(state) == XXH_OK;
    editor_progress_enter_bytes(progress, "Reading", size);
    for (uint64_t at = 0; ok && at < size;) {
        const ssize_t got = pread(file, piece, size - at < PIECE ? (size_t)(size - at) : PIECE, (off_t)at);
        if (got < 0 && errno == EINTR)
            continue;
        ok = got > 0 && XXH3_128bits_update(state, piece, (size_t)got) == XXH_OK &&
             !editor_progress_is_cancelled(progress);
        at += ok ? (uint64_t)got : 0;
        editor_progress_advance(progress, ok ? (uint64_t)got : 0);
    }
    if (ok) {
        const XXH128_hash_t found = XXH3_128bits_digest(state);
        *hash = (editor_hash){found.low64, found.high64};
    }
    free(piece);
    XXH3_freeState(state);
    return ok;
}

bool editor_hash_is_same(editor_hash a, editor_hash b)
{
    return a.low == b.low && a.high == b.high;
}

void editor_hash_text(editor_hash hash, char text[EDITOR_HASH_TEXT_SIZE])
{
    snprintf(text, EDITOR_HASH_TEXT_SIZE, "%016" PRIx64 "%016" PRIx64, hash.high, hash.low);
}
