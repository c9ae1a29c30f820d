// json_lines.h: writes JSON Lines value by value: no tree is built, so a million lines cost no memory.
//
// Numbers have 17 digits, so that they read back as the same double; NaN and infinities, which JSON lacks, become null.
// Strings are escaped as json_write.h says.
#ifndef EDITOR_DOCUMENT_JSON_LINES_H
#define EDITOR_DOCUMENT_JSON_LINES_H

#include "picking/math.h"

#include <stdio.h>

typedef struct editor_json {
    FILE *file;
    bool comma; // the innermost container already has a value
} editor_json;

// In all of these, `key` is NULL inside arrays and at the top level.
void editor_json_begin_object(editor_json *json, const char *key);
void editor_json_end_object(editor_json *json);
void editor_json_begin_array(editor_json *json, const char *key);
void editor_json_end_array(editor_json *json);
void editor_json_number(editor_json *json, const char *key, double value);
void editor_json_count(editor_json *json, const char *key, uint64_t value);
void editor_json_bool(editor_json *json, const char *key, bool value);
void editor_json_null(editor_json *json, const char *key);
void editor_json_string(editor_json *json, const char *key, const char *text);
void editor_json_numbers(editor_json *json, const char *key, const double *values, size_t count); // an array
void editor_json_vec3(editor_json *json, const char *key, pick_vec3 value);
// Ends the line and the top-level value.
void editor_json_end_line(editor_json *json);

#endif
