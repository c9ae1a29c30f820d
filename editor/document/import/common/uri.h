// uri.h: percent-encoding and base64 in URIs.
#ifndef EDITOR_DOCUMENT_URI_H
#define EDITOR_DOCUMENT_URI_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Decodes %20 and the like in place; a malformed escape is kept as it is.
void editor_uri_decode(char *uri);
// Decodes the data of a "data:" URI: with ";base64" base64, with or without padding, line breaks and blanks; else the
// bytes as they are written. Both may be percent-encoded. NULL, and the caller frees `*bytes`; or what is wrong.
const char *editor_data_uri_decode(const char *uri, uint8_t **bytes, size_t *size);

#endif
