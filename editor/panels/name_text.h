// name_text.h: names that are shortened to the room that they have.
#ifndef EDITOR_PANELS_NAME_TEXT_H
#define EDITOR_PANELS_NAME_TEXT_H

#include <stddef.h>

// Writes the name, or as much of its beginning and its end, with "..." between them, as fits into `room`, as `width`
// measures texts, and into `size` bytes (8 or more): names of one file often differ at their ends alone. The name is
// UTF-8, and so is what is written. Where not even "..." fits, that is written.
void editor_name_text_fit(const char *name, double room, double (*width)(const void *user, const char *text),
                          const void *user, char *out, size_t size);

#endif
