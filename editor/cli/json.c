#include "cli/json.h"

#include <math.h>

// Length of the well-formed UTF-8 sequence at `text`, or 0 (RFC 3629: no overlong forms, no surrogates).
static size_t sequence_length(const unsigned char *text)
{
    if (text[0] < 0x80) {
        return 1;
    }
    size_t length = text[0] >= 0xf0 ? 4 : text[0] >= 0xe0 ? 3 : 2;
    if (text[0] < 0xc2 || text[0] > 0xf4) {
        return 0;
    }
    for (size_t i = 1; i < length; i++) {
        if ((text[i] & 0xc0) != 0x80) {
            return 0; // stops at the terminator too
        }
    }
    bool wrong = (text[0] == 0xe0 && text[1] < 0xa0) || (text[0] == 0xed && text[1] > 0x9f) ||
                 (text[0] == 0xf0 && text[1] < 0x90) || (text[0] == 0xf4 && text[1] > 0x8f);
    return wrong ? 0 : length;
}

static void write_string(FILE *file, const char *text)
{
    fputc('"', file);
    for (const unsigned char *c = (const unsigned char *)text; *c != '\0';) {
        size_t length = sequence_length(c);
        if (length == 0) {
            fputs("\\ufffd", file);
            length = 1;
        } else if (*c == '"' || *c == '\\') {
            fputc('\\', file);
            fputc(*c, file);
        } else if (*c < 0x20) {
            fprintf(file, "\\u%04x", (unsigned)*c);
        } else {
            fwrite(c, 1, length, file);
        }
        c += length;
    }
    fputc('"', file);
}

static void begin_value(editor_json *json, const char *key)
{
    if (json->comma) {
        fputc(',', json->file);
    }
    json->comma = true;
    if (key != NULL) {
        write_string(json->file, key);
        fputc(':', json->file);
    }
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
    if (isfinite(value)) {
        fprintf(json->file, "%.17g", value);
    } else {
        fputs("null", json->file);
    }
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

void editor_json_vec3(editor_json *json, const char *key, pick_vec3 value)
{
    editor_json_begin_array(json, key);
    editor_json_number(json, NULL, value.x);
    editor_json_number(json, NULL, value.y);
    editor_json_number(json, NULL, value.z);
    editor_json_end_array(json);
}

void editor_json_end_line(editor_json *json)
{
    fputc('\n', json->file);
    json->comma = false;
}
