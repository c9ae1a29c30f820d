// unicode.h: the bytes of text files as UTF-8.
#ifndef EDITOR_DOCUMENT_UNICODE_H
#define EDITOR_DOCUMENT_UNICODE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Replaces UTF-16 with a byte order mark by UTF-8, and removes a byte order mark of UTF-8. A zero follows the text
// before and after. False: out of memory, and nothing has changed.
bool editor_import_decode_text(uint8_t **bytes, size_t *size);

#endif
