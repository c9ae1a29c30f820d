// text.h: text that grows: what files are written into before they are written.
#ifndef EDITOR_DOCUMENT_TEXT_H
#define EDITOR_DOCUMENT_TEXT_H

#include <stdbool.h>
#include <stddef.h>

typedef struct editor_text {
    char *data; // a zero follows the last byte; NULL while nothing was added
    size_t size, capacity;
    bool failed; // out of memory: what follows is ignored
} editor_text;

void editor_text_add(editor_text *text, const char *bytes, size_t size);
void editor_text_put(editor_text *text, const char *string);
void editor_text_format(editor_text *text, const char *format, ...); // at most 255 bytes
// The shortest of the decimal forms that read back as the same double; it must be finite.
void editor_text_number(editor_text *text, double number);
// In quotation marks, escaped as JSON has it. Bytes that are not UTF-8 become U+FFFD.
void editor_text_string(editor_text *text, const char *string);
// "[1, 2, 3]"
void editor_text_numbers(editor_text *text, const double *numbers, size_t count);
void editor_text_free(editor_text *text);

#endif
