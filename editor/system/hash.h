// hash.h: a hash of bytes that tells contents apart: 128 bits of XXH3. Equal on every machine. Not a defence against
// somebody who makes two contents of one hash on purpose.
#ifndef EDITOR_SYSTEM_HASH_H
#define EDITOR_SYSTEM_HASH_H

#include "system/progress.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct editor_hash {
    uint64_t low, high;
} editor_hash;

// 5 to 10 GB a second. `bytes` may be NULL if `size` is 0.
editor_hash editor_hash_bytes(const void *bytes, size_t size);
// Of `size` bytes of an open file, from its start, a stage "Reading" of somebody who waits. False: they cannot be read,
// are fewer, or it is cancelled. Not mapped: the program
// would end by a signal if another one cut the file off meanwhile.
bool editor_hash_file(int file, uint64_t size, editor_progress *progress, editor_hash *hash);
bool editor_hash_is_same(editor_hash a, editor_hash b);

enum { EDITOR_HASH_TEXT_SIZE = 33 };
// Writes it as 32 hexadecimal digits and a zero.
void editor_hash_text(editor_hash hash, char text[EDITOR_HASH_TEXT_SIZE]);

#endif
