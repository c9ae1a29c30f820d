// json_read.h: typed reading of a JSON text that stands in a file, with refusals that name file, line and field.
#ifndef EDITOR_DOCUMENT_JSON_READ_H
#define EDITOR_DOCUMENT_JSON_READ_H

#include "document/json/json_scan.h"
#include "system/error.h"

#include <cjson/cJSON.h>

typedef struct editor_json_reader {
    const char *path; // of the file, for refusals
    const char *text;
    editor_json_map map;
    cJSON *root;
    editor_error *error;
} editor_json_reader;

// A value and its number in the map. `item` NULL: there is none.
typedef struct editor_json_value {
    cJSON *item;
    uint32_t node;
} editor_json_value;

// Parses; refuses what is not JSON, and objects with two fields of one name. Close it, whatever comes out.
bool editor_json_open(editor_json_reader *reader, const char *path, const char *text, size_t size, editor_error *error);
void editor_json_close(editor_json_reader *reader);
editor_json_value editor_json_root(const editor_json_reader *reader);

// "FILE: line N: WHERE: what". Always false. `where` NULL: nothing to name.
bool editor_json_refuse(const editor_json_reader *reader, editor_json_value value, const char *where,
                        const char *format, ...);

// Walks an array or an object: the first value in it, and the one beside.
editor_json_value editor_json_first(const editor_json_reader *reader, editor_json_value container);
editor_json_value editor_json_next(const editor_json_reader *reader, editor_json_value value);

// Puts the fields of those names into `fields` and the text of all others into `*extra`, as "name": value, ... (NULL
// when there are none; the caller frees it). Refuses what is no object.
bool editor_json_fields(const editor_json_reader *reader, editor_json_value object, const char *where,
                        const char *const *names, size_t count, editor_json_value *fields, char **extra);

// Each refuses another type. A value that is missing leaves `out` as it was. `where` is the object's, `name` its field.
bool editor_json_get_text(const editor_json_reader *reader, editor_json_value value, const char *where,
                          const char *name, const char **out);
bool editor_json_get_bool(const editor_json_reader *reader, editor_json_value value, const char *where,
                          const char *name, bool *out);
// Finite.
bool editor_json_get_number(const editor_json_reader *reader, editor_json_value value, const char *where,
                            const char *name, double *out);
// Whole, and at least `low` and at most `high`, both exact as doubles.
bool editor_json_get_whole(const editor_json_reader *reader, editor_json_value value, const char *where,
                           const char *name, double low, double high, double *out);
bool editor_json_get_numbers(const editor_json_reader *reader, editor_json_value value, const char *where,
                             const char *name, double *out, size_t count);
// An array; `*count` is how much is in it.
bool editor_json_get_array(const editor_json_reader *reader, editor_json_value value, const char *where,
                           const char *name, uint32_t *count);

#endif
