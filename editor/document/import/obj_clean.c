// obj_clean.c: makes unusual OBJ text plain.
#include "document/import/obj_clean.h"

#include "system/text.h"

#include <stdlib.h>
#include <string.h>

// --- Encoding ---

static void put_code_point(editor_text *out, uint32_t c)
{
    char bytes[4];
    size_t size = 0;
    if (c < 0x80) {
        bytes[size++] = (char)c;
    } else if (c < 0x800) {
        bytes[size++] = (char)(0xc0 | c >> 6);
        bytes[size++] = (char)(0x80 | (c & 63));
    } else if (c < 0x10000) {
        bytes[size++] = (char)(0xe0 | c >> 12);
        bytes[size++] = (char)(0x80 | (c >> 6 & 63));
        bytes[size++] = (char)(0x80 | (c & 63));
    } else {
        bytes[size++] = (char)(0xf0 | c >> 18);
        bytes[size++] = (char)(0x80 | (c >> 12 & 63));
        bytes[size++] = (char)(0x80 | (c >> 6 & 63));
        bytes[size++] = (char)(0x80 | (c & 63));
    }
    editor_text_add(out, bytes, size);
}

static uint32_t unit_at(const uint8_t *bytes, size_t at, bool big)
{
    return big ? (uint32_t)bytes[at] << 8 | bytes[at + 1] : (uint32_t)bytes[at + 1] << 8 | bytes[at];
}

// Halves of pairs that stand alone become U+FFFD.
static void decode_utf16(const uint8_t *bytes, size_t size, bool big, editor_text *out)
{
    for (size_t at = 2; at + 1 < size; at += 2) {
        uint32_t c = unit_at(bytes, at, big);
        const uint32_t next = at + 3 < size ? unit_at(bytes, at + 2, big) : 0;
        if (c >= 0xd800 && c < 0xdc00 && next >= 0xdc00 && next < 0xe000) {
            c = 0x10000 + ((c - 0xd800) << 10) + (next - 0xdc00);
            at += 2;
        } else if (c >= 0xd800 && c < 0xe000) {
            c = 0xfffd;
        }
        put_code_point(out, c);
    }
}

static bool replace(editor_importer *importer, editor_text *text)
{
    editor_text_add(text, "", 1); // the zero after the last byte
    if (text->failed) {
        editor_text_free(text);
        return editor_import_out_of_memory(importer);
    }
    free(importer->bytes);
    importer->bytes = (uint8_t *)text->data;
    importer->size = text->size - 1;
    importer->is_rewritten = true;
    return true;
}

static bool to_utf8(editor_importer *importer)
{
    const uint8_t *bytes = importer->bytes;
    const size_t size = importer->size;
    editor_text text = {0};
    if (size >= 2 && ((bytes[0] == 0xff && bytes[1] == 0xfe) || (bytes[0] == 0xfe && bytes[1] == 0xff)))
        decode_utf16(bytes, size, bytes[0] == 0xfe, &text);
    else if (size >= 3 && memcmp(bytes, "\xef\xbb\xbf", 3) == 0)
        editor_text_add(&text, (const char *)bytes + 3, size - 3);
    else
        return true;
    return replace(importer, &text);
}

// --- What is unusual ---

static bool is_blank(char c)
{
    return c == ' ' || c == '\t';
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

// Whether a line joins the next one: a backslash, and only blanks after it.
static bool is_joined(const char *line, const char *end)
{
    while (end > line && (is_blank(end[-1]) || end[-1] == '\r'))
        end--;
    return end > line && end[-1] == '\\';
}

typedef enum obj_kind { OBJ_OTHER, OBJ_NUMBERS, OBJ_FACE, OBJ_CURVE } obj_kind;

static bool has_word(const char *line, const char *end, const char *word)
{
    const size_t length = strlen(word);
    return (size_t)(end - line) > length && memcmp(line, word, length) == 0 && is_blank(line[length]);
}

static obj_kind kind_of(const char *line, const char *end)
{
    while (line < end && is_blank(*line))
        line++;
    if (has_word(line, end, "v") || has_word(line, end, "vt") || has_word(line, end, "vn"))
        return OBJ_NUMBERS;
    if (has_word(line, end, "f"))
        return OBJ_FACE;
    return has_word(line, end, "curv") || has_word(line, end, "curv2") || has_word(line, end, "surf") ? OBJ_CURVE
                                                                                                      : OBJ_OTHER;
}

// Zeros are read one behind the other, so `c[1]` exists: a zero follows the file.
static bool is_unusual_line(const char *line, const char *end, obj_kind kind)
{
    if (kind != OBJ_NUMBERS && kind != OBJ_FACE)
        return false;
    for (const char *c = line + 1; c < end; c++) {
        const bool first = is_blank(c[-1]) || c[-1] == '/';
        if (kind == OBJ_FACE) {
            if (*c == '#' || *c == '+' || (first && *c == '0' && is_digit(c[1])) || (*c == '/' && c[1] <= ' '))
                return true;
        } else if ((first && *c == '+') || (*c == '.' && (!is_digit(c[-1]) || !is_digit(c[1])))) {
            return true;
        }
    }
    return false;
}

typedef struct obj_survey {
    bool unusual, curves;
} obj_survey;

static obj_survey survey_text(const char *text, const char *end)
{
    obj_survey survey = {0};
    for (const char *line = text; line < end;) {
        const char *next = memchr(line, '\n', (size_t)(end - line));
        const char *last = next ? next : end;
        const char *carriage = memchr(line, '\r', (size_t)(last - line));
        const obj_kind kind = kind_of(line, last);
        survey.curves = survey.curves || kind == OBJ_CURVE;
        survey.unusual = survey.unusual || (carriage && carriage + 1 != last) || is_joined(line, last) ||
                         is_unusual_line(line, last, kind);
        line = last + 1;
    }
    return survey;
}

// --- Plain text ---

static const char *put_number(editor_text *out, const char *c, const char *end)
{
    if (*c == '+' && (is_digit(c[1]) || c[1] == '.')) // "+-1" stays, and is refused
        c++;
    else if (*c == '-')
        editor_text_add(out, c++, 1);
    if (c < end && *c == '.')
        editor_text_add(out, "0", 1);
    for (; c < end && !is_blank(*c); c++) {
        editor_text_add(out, c, 1);
        if (*c == '.' && (c + 1 == end || !is_digit(c[1])))
            editor_text_add(out, "0", 1);
    }
    return c;
}

// A corner: numbers without plus signs and leading zeros, and no slash at the end.
static const char *put_corner(editor_text *out, const char *c, const char *end)
{
    const char *last = c;
    while (last < end && !is_blank(*last))
        last++;
    const char *kept = last;
    while (kept > c && kept[-1] == '/')
        kept--;
    bool first = true;
    for (; c < kept; c++) {
        const bool is_sign = first && *c == '+';
        const bool is_zero = first && *c == '0' && c + 1 < kept && is_digit(c[1]);
        if (!is_sign && !is_zero)
            editor_text_add(out, c, 1);
        first = is_sign || is_zero || *c == '/' || (first && *c == '-');
    }
    return last;
}

static void put_line(editor_text *out, const char *line, const char *end)
{
    const obj_kind kind = kind_of(line, end);
    if (kind != OBJ_NUMBERS && kind != OBJ_FACE) {
        editor_text_add(out, line, (size_t)(end - line));
        return;
    }
    const char *comment = memchr(line, '#', (size_t)(end - line));
    end = comment ? comment : end;
    bool is_keyword = true;
    for (const char *c = line; c < end;) {
        if (is_blank(*c)) {
            c++;
            continue;
        }
        if (!is_keyword)
            editor_text_add(out, " ", 1);
        if (is_keyword || kind == OBJ_NUMBERS)
            c = put_number(out, c, end); // of a keyword it keeps all
        else
            c = put_corner(out, c, end);
        is_keyword = false;
    }
}

// Joined lines become one, and empty ones follow it, so that all others keep their numbers.
static void put_lines(editor_text *out, char *text, char *end)
{
    for (char *c = text; c < end; c++) { // line ends of old Macs
        if (*c == '\r')
            *c = c + 1 < end && c[1] == '\n' ? ' ' : '\n';
    }
    while (text < end) {
        char *last = memchr(text, '\n', (size_t)(end - text));
        last = last ? last : end;
        int joined = 0;
        while (is_joined(text, last) && last < end) {
            char *c = last;
            while (*c != '\\')
                *c-- = ' ';
            *c = ' ';
            joined++;
            char *next = memchr(last, '\n', (size_t)(end - last));
            last = next ? next : end;
        }
        put_line(out, text, last);
        for (int i = 0; i <= joined; i++)
            editor_text_add(out, "\n", 1);
        text = last + 1;
    }
}

bool editor_obj_clean(editor_importer *importer)
{
    if (!to_utf8(importer))
        return false;
    char *text = (char *)importer->bytes;
    const obj_survey survey = survey_text(text, text + importer->size);
    if (survey.curves)
        editor_level_add_warning(importer->level, "curves and surfaces are not drawn");
    if (!survey.unusual || memchr(text, 0, importer->size))
        return true;
    editor_text out = {0};
    put_lines(&out, text, text + importer->size);
    return replace(importer, &out);
}
