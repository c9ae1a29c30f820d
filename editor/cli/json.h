// json.h: JSON Lines as they go out: no tree is built, so a million lines cost no memory.
//
// Numbers are written with 17 digits, so that reading them gives the same double. What JSON cannot say (NaN,
// infinities) becomes null. Text that is not UTF-8 has its wrong bytes replaced by U+FFFD.
#ifndef EDITOR_CLI_JSON_H
#define EDITOR_CLI_JSON_H

#include "picking/math.h"

#include <stdio.h>

typedef struct editor_json {
    FILE *file;
    bool comma; // something stands before in the innermost container
} editor_json;

// `key` is NULL inside arrays and at the top level, here and below.
void editor_json_begin_object(editor_json *json, const char *key);
void editor_json_end_object(editor_json *json);
void editor_json_begin_array(editor_json *json, const char *key);
void editor_json_end_array(editor_json *json);
void editor_json_number(editor_json *json, const char *key, double value);
void editor_json_count(editor_json *json, const char *key, uint64_t value);
void editor_json_bool(editor_json *json, const char *key, bool value);
void editor_json_null(editor_json *json, const char *key);
void editor_json_string(editor_json *json, const char *key, const char *text);
void editor_json_vec3(editor_json *json, const char *key, pick_vec3 value);
// Ends the line, and with it the top-level value.
void editor_json_end_line(editor_json *json);

#endif
