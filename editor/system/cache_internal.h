// cache_internal.h: what the files of the cache share.
#ifndef EDITOR_SYSTEM_CACHE_INTERNAL_H
#define EDITOR_SYSTEM_CACHE_INTERNAL_H

#include "system/cache.h"
#include "system/path.h"

#define CACHE_ENTRY_MAGIC 0x0a6c646d6b70766bu   // of entries; another one with each change of the header
#define CACHE_CONTENT_MAGIC 0x0a746e636b70766bu // of remembered contents

typedef struct cache_header {
    uint64_t magic, size;
    editor_hash checksum; // of all bytes behind it
    editor_hash key;
    uint64_t unused[2];
} cache_header;

_Static_assert(sizeof(cache_header) == EDITOR_CACHE_CONTENT, "the content follows");

enum { CACHE_CHECKED_FROM = 32 }; // behind the checksum

// The folder of the cache; "": there is none. And its bound.
const char *cache_folder(void);
uint64_t cache_limit(void);
// FOLDER/NAME.KIND. False: too long.
bool cache_path(char path[EDITOR_PATH_SIZE], editor_hash name, const char *kind);
// Whether folder or file belong to the user alone, as far as writing goes.
bool cache_is_own(int descriptor, bool is_folder);
// Opens a file of the cache that is the user's own. NULL: there is none.
FILE *cache_open(const char *path);
// Removes what was not used for the longest time, until `more` bytes fit. False: they never do.
bool cache_make_room(uint64_t more);
// Writes an entry, in the process that has nothing else to do.
bool cache_write(editor_hash key, const editor_cache_piece *pieces, size_t count);

#endif
