// text.h: copies of text, UTF-8, and a growing text buffer. Files are composed in such a buffer before they are
// written.
#ifndef EDITOR_SYSTEM_TEXT_H
#define EDITOR_SYSTEM_TEXT_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>

// The caller frees the copy. NULL: out of memory.
char *editor_text_copy(const char *text);

// Whether `length` bytes are well-formed UTF-8.
bool editor_text_is_utf8(const char *text, size_t length);

// How many bytes of the text are shown where there is room for `most`: no character is cut in two.
size_t editor_text_fit(const char *text, size_t most);

// Makes any bytes one line of UTF-8: control characters, those of 8 bits (U+0080 to U+009F) included, become blanks,
// and each byte that belongs to no character a question mark. Text from a file that reaches a terminal must neither
// begin a line nor steer the terminal.
void editor_text_clean(char *text);
// The same of what printf makes of a format, whose precisions may cut names within a character. What does not fit into
// `capacity` bytes, the zero included, is left out, from a whole character on.
void editor_text_print(char *out, size_t capacity, const char *format, va_list arguments);

// How many bytes of a byte order mark the text begins with: 3, or 0. Editors of Windows write one.
size_t editor_text_mark(const char *text, size_t size);

// The number as it is to be shown with so many decimals: 0 instead of one that would read "-0.000".
double editor_text_shown(double number, int decimals);

typedef struct editor_text {
    char *data; // zero-terminated; NULL while nothing was added
    size_t size, capacity;
    bool failed; // out of memory: later additions are ignored
} editor_text;

void editor_text_add(editor_text *text, const char *bytes, size_t size);
void editor_text_put(editor_text *text, const char *string);
void editor_text_format(editor_text *text, const char *format, ...); // at most 255 bytes
// The text, in no more room than it takes, for keeping it; the caller frees it. NULL: nothing was added. The buffer is
// empty then.
char *editor_text_take(editor_text *text);
void editor_text_free(editor_text *text);

#endif
