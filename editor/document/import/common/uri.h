// uri.h: percent-encoding and base64 in URIs.
#ifndef EDITOR_DOCUMENT_URI_H
#define EDITOR_DOCUMENT_URI_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Decodes %20 and the like in place; a malformed escape is kept as it is.
void editor_uri_decode(char *uri);
// Decodes base64, with or without padding. False on a character outside the alphabet or when out of memory. The caller
// frees `*bytes`.
bool editor_base64_decode(const char *text, size_t length, uint8_t **bytes, size_t *size);

#endif
