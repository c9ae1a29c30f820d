#include "document/json/json_scan.h"

#include "system/text.h"

#include <stdlib.h>
#include <string.h>

typedef struct json_scanner {
    const char *text;
    size_t size, at;
    editor_json_map *map;
    editor_json_fault *fault;
} json_scanner;

static bool fail(json_scanner *s, const char *what)
{
    s->fault->what = what;
    s->fault->at = s->at;
    return false;
}

static void skip_space(json_scanner *s)
{
    while (s->text[s->at] == ' ' || s->text[s->at] == '\t' || s->text[s->at] == '\n' || s->text[s->at] == '\r')
        s->at++;
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static int hex_value(char c)
{
    if (is_digit(c))
        return c - '0';
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

// Scans the four digits of a \u escape; -1: invalid.
static int scan_unit(json_scanner *s)
{
    int unit = 0;
    for (int i = 0; i < 4; i++) {
        int digit = hex_value(s->text[s->at]);
        if (digit < 0)
            return -1;
        unit = unit * 16 + digit;
        s->at++;
    }
    return unit;
}

static bool scan_escape(json_scanner *s)
{
    s->at++;
    char c = s->text[s->at];
    if (c == 0 || !strchr("\"\\/bfnrtu", c))
        return fail(s, "an escape that JSON does not have");
    s->at++;
    if (c != 'u')
        return true;
    int unit = scan_unit(s);
    if (unit < 0)
        return fail(s, "\\u wants four hexadecimal digits");
    if (unit == 0)
        return fail(s, "a text with a zero character in it");
    if (unit >= 0xdc00 && unit < 0xe000)
        return fail(s, "half of a surrogate pair");
    if (unit >= 0xd800 && unit < 0xdc00) {
        int low = -1;
        if (s->text[s->at] == '\\' && s->text[s->at + 1] == 'u') {
            s->at += 2;
            low = scan_unit(s);
        }
        if (low < 0xdc00 || low >= 0xe000)
            return fail(s, "half of a surrogate pair");
    }
    return true;
}

static bool scan_string(json_scanner *s)
{
    s->at++;
    size_t run = s->at; // start of a run of bytes without escapes
    for (;;) {
        unsigned char c = (unsigned char)s->text[s->at];
        if (c == '"' || c == '\\') {
            if (!editor_text_is_utf8(s->text + run, s->at - run))
                return fail(s, "a text that is not UTF-8");
            if (c == '"')
                break;
            if (!scan_escape(s))
                return false;
            run = s->at;
        } else if (c < ' ') {
            return fail(s, s->at >= s->size ? "the file ends within a text" : "a raw control character in a text");
        } else {
            s->at++;
        }
    }
    s->at++;
    return true;
}

static bool scan_digits(json_scanner *s)
{
    if (!is_digit(s->text[s->at]))
        return fail(s, "expected a digit");
    while (is_digit(s->text[s->at]))
        s->at++;
    return true;
}

static bool scan_number(json_scanner *s)
{
    if (s->text[s->at] == '-')
        s->at++;
    if (s->text[s->at] == '0' && is_digit(s->text[s->at + 1]))
        return fail(s, "a number with a zero in front");
    if (!scan_digits(s))
        return false;
    if (s->text[s->at] == '.') {
        s->at++;
        if (!scan_digits(s))
            return false;
    }
    if (s->text[s->at] == 'e' || s->text[s->at] == 'E') {
        s->at++;
        if (s->text[s->at] == '+' || s->text[s->at] == '-')
            s->at++;
        return scan_digits(s);
    }
    return true;
}

static bool scan_word(json_scanner *s, const char *word)
{
    if (strncmp(s->text + s->at, word, strlen(word)) != 0)
        return fail(s, s->at >= s->size ? "expected a value before the end of the file" : "expected a value");
    s->at += strlen(word);
    return true;
}

static bool scan_plain(json_scanner *s)
{
    char c = s->text[s->at];
    if (c == '"')
        return scan_string(s);
    if (c == '-' || is_digit(c))
        return scan_number(s);
    return scan_word(s, c == 't' ? "true" : c == 'f' ? "false" : "null");
}

static bool begin_value(json_scanner *s, size_t key)
{
    editor_json_map *map = s->map;
    if (map->count == map->capacity) {
        uint32_t wanted = map->capacity ? 2 * map->capacity : 256;
        editor_json_span *grown = realloc(map->spans, wanted * sizeof(*grown));
        if (!grown)
            return fail(s, "out of memory");
        map->spans = grown;
        map->capacity = wanted;
    }
    map->spans[map->count++] = (editor_json_span){(uint32_t)key, (uint32_t)s->at, 0, 1};
    return true;
}

// Begins an element: scans its name, in an object, and begins its value.
static bool begin_element(json_scanner *s, bool object)
{
    size_t key = s->at;
    if (object) {
        if (s->text[s->at] != '"')
            return fail(s, s->at >= s->size ? "the file ends within an object" : "expected a field's name");
        if (!scan_string(s))
            return false;
        skip_space(s);
        if (s->text[s->at] != ':')
            return fail(s, "expected a colon");
        s->at++;
        skip_space(s);
        return begin_value(s, key);
    }
    return begin_value(s, key);
}

static bool scan_values(json_scanner *s)
{
    uint32_t open[EDITOR_JSON_DEPTH], depth = 0; // containers
    skip_space(s);
    if (!begin_value(s, s->at))
        return false;
    for (;;) {
        uint32_t value = s->map->count - 1;
        char c = s->text[s->at];
        bool filled = false;
        if (c == '{' || c == '[') {
            if (depth == EDITOR_JSON_DEPTH)
                return fail(s, "nested too deep");
            open[depth++] = value;
            s->at++;
            skip_space(s);
            if (s->text[s->at] != (c == '{' ? '}' : ']')) {
                if (!begin_element(s, c == '{'))
                    return false;
                continue;
            }
            filled = true;
        } else if (!scan_plain(s)) {
            return false;
        } else {
            s->map->spans[value].end = (uint32_t)s->at;
        }
        // A value is complete: close the containers that end with it.
        for (;;) {
            if (depth == 0)
                return true;
            editor_json_span *container = &s->map->spans[open[depth - 1]];
            bool object = s->text[container->start] == '{';
            skip_space(s);
            if (!filled && s->text[s->at] == ',') {
                s->at++;
                skip_space(s);
                if (!begin_element(s, object))
                    return false;
                break;
            }
            if (s->text[s->at] != (object ? '}' : ']'))
                return fail(s, s->at >= s->size ? "the file ends before it is complete"
                               : object         ? "expected a comma or }"
                                                : "expected a comma or ]");
            s->at++;
            container->end = (uint32_t)s->at;
            container->size = s->map->count - open[--depth];
            filled = false;
        }
    }
}

bool editor_json_scan(const char *text, size_t size, editor_json_map *map, editor_json_fault *fault)
{
    *map = (editor_json_map){0};
    *fault = (editor_json_fault){0};
    json_scanner s = {.text = text, .size = size, .map = map, .fault = fault};
    bool ok = size < (size_t)1 << 31 ? scan_values(&s) : fail(&s, "too large");
    if (ok) {
        skip_space(&s);
        ok = s.at == size || fail(&s, "something follows the end");
    }
    if (!ok)
        editor_json_map_free(map);
    return ok;
}

void editor_json_map_free(editor_json_map *map)
{
    free(map->spans);
    *map = (editor_json_map){0};
}

uint32_t editor_json_line(const char *text, size_t at)
{
    uint32_t line = 1;
    for (size_t i = 0; i < at; i++)
        line += text[i] == '\n';
    return line;
}
