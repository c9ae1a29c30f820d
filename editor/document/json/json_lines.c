// json_lines.c: writes JSON Lines to a file.
#include "document/json/json_lines.h"

#include "document/json/json_write.h"

#include <math.h>

// Out of memory, writes an empty string, so that the line stays valid JSON.
static void write_string(FILE *file, const char *string)
{
    editor_text text = {0};
    editor_json_write_string(&text, string);
    fputs(text.failed ? "\"\"" : text.data, file);
    editor_text_free(&text);
}

static void begin_value(editor_json *json, const char *key)
{
    if (json->comma)
        fputc(',', json->file);
    json->comma = true;
    if (key)
        fprintf(json->file, "\"%s\":", key);
}

void editor_json_begin_object(editor_json *json, const char *key)
{
    begin_value(json, key);
    fputc('{', json->file);
    json->comma = false;
}

void editor_json_end_object(editor_json *json)
{
    fputc('}', json->file);
    json->comma = true;
}

void editor_json_begin_array(editor_json *json, const char *key)
{
    begin_value(json, key);
    fputc('[', json->file);
    json->comma = false;
}

void editor_json_end_array(editor_json *json)
{
    fputc(']', json->file);
    json->comma = true;
}

void editor_json_number(editor_json *json, const char *key, double value)
{
    begin_value(json, key);
    if (isfinite(value))
        fprintf(json->file, "%.17g", value);
    else
        fputs("null", json->file);
}

void editor_json_count(editor_json *json, const char *key, uint64_t value)
{
    begin_value(json, key);
    fprintf(json->file, "%llu", (unsigned long long)value);
}

void editor_json_bool(editor_json *json, const char *key, bool value)
{
    begin_value(json, key);
    fputs(value ? "true" : "false", json->file);
}

void editor_json_null(editor_json *json, const char *key)
{
    begin_value(json, key);
    fputs("null", json->file);
}

void editor_json_string(editor_json *json, const char *key, const char *text)
{
    begin_value(json, key);
    write_string(json->file, text);
}

void editor_json_numbers(editor_json *json, const char *key, const double *values, size_t count)
{
    editor_json_begin_array(json, key);
    for (size_t i = 0; i < count; i++)
        editor_json_number(json, NULL, values[i]);
    editor_json_end_array(json);
}

void editor_json_vec3(editor_json *json, const char *key, pick_vec3 value)
{
    editor_json_numbers(json, key, (const double[]){value.x, value.y, value.z}, 3);
}

void editor_json_end_line(editor_json *json)
{
    fputc('\n', json->file);
    json->comma = false;
}
