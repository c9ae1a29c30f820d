// json_read.h: typed reading of JSON text from a file, with refusals that name file, line and field.
#ifndef EDITOR_DOCUMENT_JSON_READ_H
#define EDITOR_DOCUMENT_JSON_READ_H

#include "document/json/json_scan.h"
#include "system/error.h"

#include <cjson/cJSON.h>

typedef struct editor_json_reader {
    const char *path; // path of the file, for refusals
    const char *text;
    editor_json_map map;
    cJSON *root;
    editor_error *error;
} editor_json_reader;

// A value and its number in the map. `item` NULL: no value.
typedef struct editor_json_value {
    cJSON *item;
    uint32_t node;
} editor_json_value;

// Parses JSON. Refuses invalid text and objects with two fields of the same name. Call close in any case.
bool editor_json_open(editor_json_reader *reader, const char *path, const char *text, size_t size, editor_error *error);
void editor_json_close(editor_json_reader *reader);
editor_json_value editor_json_root(const editor_json_reader *reader);

// Writes the refusal "FILE: line N: WHERE: what". Returns false. `where` may be NULL.
bool editor_json_refuse(const editor_json_reader *reader, editor_json_value value, const char *where,
                        const char *format, ...);

// Iterates over an array or an object: its first value, and the next one.
editor_json_value editor_json_first(const editor_json_reader *reader, editor_json_value container);
editor_json_value editor_json_next(const editor_json_reader *reader, editor_json_value value);

// Puts the fields of those names into `fields`, and the text of all others into `*extra` as "name": value, ... (NULL:
// none; the caller frees it). Refuses anything but an object.
bool editor_json_fields(const editor_json_reader *reader, editor_json_value object, const char *where,
                        const char *const *names, size_t count, editor_json_value *fields, char **extra);

// Refuses `in` if its field `name` is missing.
bool editor_json_require(const editor_json_reader *reader, editor_json_value in, const char *where, const char *name,
                         editor_json_value field);

// Each refuses values of another type. A missing value leaves `out` unchanged. `where` names the object, `name` its
// field.
bool editor_json_get_text(const editor_json_reader *reader, editor_json_value value, const char *where,
                          const char *name, const char **out);
bool editor_json_get_bool(const editor_json_reader *reader, editor_json_value value, const char *where,
                          const char *name, bool *out);
// Reads a finite number.
bool editor_json_get_number(const editor_json_reader *reader, editor_json_value value, const char *where,
                            const char *name, double *out);
// Reads an integer from `low` to `high`, both exact as doubles.
bool editor_json_get_whole(const editor_json_reader *reader, editor_json_value value, const char *where,
                           const char *name, double low, double high, double *out);
bool editor_json_get_numbers(const editor_json_reader *reader, editor_json_value value, const char *where,
                             const char *name, double *out, size_t count);
// Reads an array; `*count` is the number of its elements.
bool editor_json_get_array(const editor_json_reader *reader, editor_json_value value, const char *where,
                           const char *name, uint32_t *count);

#endif
