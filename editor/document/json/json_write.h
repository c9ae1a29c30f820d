// json_write.h: appends numbers and strings as JSON to a text.
#ifndef EDITOR_DOCUMENT_JSON_WRITE_H
#define EDITOR_DOCUMENT_JSON_WRITE_H

#include "system/text.h"

// The shortest decimal form of 15 to 17 digits that reads back as the same double. `number` must be finite.
void editor_json_write_number(editor_text *text, double number);
// "[1, 2, 3]"
void editor_json_write_numbers(editor_text *text, const double *numbers, size_t count);
// Quoted and escaped. Bytes that are not UTF-8 become U+FFFD.
void editor_json_write_string(editor_text *text, const char *string);

#endif
