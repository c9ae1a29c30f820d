// obj_parse.c: reads the text of OBJ files, in one pass.
//
// A zero follows the text, and none is in it: every loop ends there. A corner may name what follows it, so that whether
// it exists is known at the end. If something does not, the text is read again, to say where.
#include "document/import/obj/obj_data.h"

#include "document/import/obj/obj_number.h"
#include "document/level/srgb.h"
#include "system/text.h"

#include <float.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Elements of one array.
#define COUNT_LIMIT (1u << 31)
// Bytes between two looks at whether the import is cancelled.
#define PACE ((size_t)1 << 20)

// A keyword, or an element, that is left out.
typedef struct obj_omission {
    size_t count, line;
} obj_omission;

typedef struct obj_parser {
    editor_importer *importer;
    obj_data *data;
    size_t line;                      // the number of the line that is read
    const char *line_start;           // where it begins
    uint64_t limits[OBJ_PART_COUNT];  // the highest number that a corner may name
    uint64_t highest[OBJ_PART_COUNT]; // that a corner names
    bool knows_counts;                // the text is read again: `limits` are how many there are
    bool is_far;                      // vertices are relative to an origin
    obj_name object;
    uint32_t material;
    bool is_new_object;          // since the last element
    bool is_new[OBJ_KIND_COUNT]; // object or material, since the last element of that kind
    obj_omission curves, calls, unknown;
    obj_omission infinite; // texture coordinates, normals and colors
    obj_omission small;    // elements of too few corners
    char unknown_word[32];
} obj_parser;

static const char *const part_names[OBJ_PART_COUNT] = {"vertex", "texture coordinate", "normal"};
static const uint32_t part_sizes[OBJ_PART_COUNT] = {3, 2, 3};

// Refuses what is at `at`. Always false.
static bool fail(const obj_parser *p, const char *at, const char *format, ...)
{
    char text[200];
    va_list arguments;
    va_start(arguments, format);
    editor_text_print(text, sizeof(text), format, arguments);
    va_end(arguments);
    return editor_import_refuse(p->importer, "line %zu, column %zu: %s", p->line, (size_t)(at - p->line_start) + 1,
                                text);
}

// --- Characters ---

static bool is_blank(char c)
{
    return c == ' ' || c == '\t';
}

static bool is_line_end(char c)
{
    return c == '\n' || c == '\r' || c == '\0';
}

// Whether nothing but a comment follows in the line.
static bool is_rest_empty(char c)
{
    return is_line_end(c) || c == '#';
}

// The start of the line after the line end at `c`.
static const char *step_line(obj_parser *p, const char *c)
{
    c += *c == '\r' && c[1] == '\n' ? 2 : *c != '\0';
    p->line++;
    p->line_start = c;
    return c;
}

// Skips blanks, and line ends after a backslash, which joins lines.
static const char *skip_blanks(obj_parser *p, const char *c)
{
    for (;;) {
        while (is_blank(*c))
            c++;
        if (*c != '\\')
            return c;
        const char *after = c + 1;
        while (is_blank(*after))
            after++;
        if (!is_line_end(*after))
            return c;
        c = step_line(p, after);
    }
}

// The end of the line, or of those that are joined. A backslash at the end of a comment joins nothing.
static const char *skip_line(obj_parser *p, const char *c)
{
    const char *backslash = NULL;
    bool is_comment = false;
    for (;; c++) {
        if (is_line_end(*c)) {
            if (!backslash || is_comment || *c == '\0')
                return c;
            c = step_line(p, c) - 1;
            backslash = NULL;
        } else if (*c == '\\') {
            backslash = c;
        } else if (!is_blank(*c)) {
            is_comment = is_comment || *c == '#';
            backslash = NULL;
        }
    }
}

// The length of what is at `c` up to a blank or the end of the line, for messages.
static int word_length(const char *c)
{
    int length = 0;
    while (length < 20 && !is_blank(c[length]) && !is_line_end(c[length]))
        length++;
    return length;
}

// The rest of the line, or of those that are joined, without blanks around it: a name. It may hold blanks.
static bool read_rest(obj_parser *p, const char *c, obj_name *out, const char **end)
{
    const size_t line = p->line;
    *end = skip_line(p, c);
    *out = obj_name_trim((obj_name){c, (size_t)(*end - c)});
    return p->line == line || obj_name_join(out, &p->data->joined) || editor_import_out_of_memory(p->importer);
}

// --- Room ---

// Doubles an array. Returns where it is now; NULL: refused, and it stays.
static void *grow(const obj_parser *p, void *array, uint32_t *capacity, size_t size)
{
    if (*capacity >= COUNT_LIMIT) {
        editor_import_refuse(p->importer, "line %zu: more than %u of one kind", p->line, COUNT_LIMIT);
        return NULL;
    }
    const uint32_t wanted = *capacity ? 2 * *capacity : 64;
    void *grown = realloc(array, wanted * size);
    if (grown)
        *capacity = wanted;
    else
        editor_import_out_of_memory(p->importer);
    return grown;
}

static bool grow_numbers(const obj_parser *p, uint32_t **array, uint32_t *capacity)
{
    uint32_t *grown = grow(p, *array, capacity, sizeof(**array));
    *array = grown ? grown : *array;
    return grown != NULL;
}

static bool grow_floats(const obj_parser *p, float **array, uint32_t *capacity, uint32_t components)
{
    float *grown = grow(p, *array, capacity, components * sizeof(**array));
    *array = grown ? grown : *array;
    return grown != NULL;
}

// --- Vertices, texture coordinates, normals ---

// What C libraries print for numbers that are none: "nan", "-inf", "infinity", "-nan(ind)"; "1.#IND", "-1.#INF".
static bool is_not_finite(const char *c)
{
    c += *c == '-' || *c == '+';
    return strncmp(c, "nan", 3) == 0 || strncmp(c, "NaN", 3) == 0 || strncmp(c, "inf", 3) == 0 ||
           strncmp(c, "1.#", 3) == 0;
}

// Any number; one that is not finite becomes infinite.
static bool read_value(obj_parser *p, const char **at, float *out)
{
    const char *c = *at;
    const bool is_number = obj_read_number(at, out);
    if (is_number && **at != '#')
        return true;
    if (!is_not_finite(c))
        return is_number || fail(p, c, "\"%.*s\" is not a number", word_length(c), c);
    while (!is_blank(*c) && !is_line_end(*c) && *c != '\\')
        c++;
    *at = c;
    *out = INFINITY;
    return true;
}

static void note_omission(const obj_parser *p, obj_omission *omission)
{
    if (omission->count++ == 0)
        omission->line = p->line;
}

// Reads up to `most` numbers, and checks that the line has no other words.
static bool read_values(obj_parser *p, const char *c, const char *keyword, int least, int most, float *out, int *count,
                        const char **end)
{
    // Without their vertices nothing can be drawn or picked. Without the rest, their colors too, it can.
    const bool is_vertex = keyword[1] == '\0';
    int n = 0;
    for (c = skip_blanks(p, c); !is_rest_empty(*c); c = skip_blanks(p, c)) {
        float value = 0;
        const char *word = c;
        if (!read_value(p, &c, &value))
            return false;
        if (!is_blank(*c) && !is_rest_empty(*c) && *c != '\\')
            return fail(p, word, "\"%.*s\" is not a number", word_length(word), word);
        if (!(fabsf(value) <= FLT_MAX)) {
            if (is_vertex && n < 3)
                return fail(p, word, "\"%.*s\" is a number that is not finite", word_length(word), word);
            note_omission(p, &p->infinite);
            value = 0;
        }
        if (n < most)
            out[n++] = value;
    }
    if (n < least)
        return fail(p, c, "%s takes %d number%s, not %d%s", keyword, least, least == 1 ? "" : "s", n,
                    *c == '\0' ? "; truncated?" : "");
    *count = n;
    *end = c;
    return true;
}

static bool give_colors(obj_parser *p)
{
    obj_data *data = p->data;
    data->colors = malloc(4 * sizeof(float) * data->capacities[OBJ_VERTEX]);
    if (!data->colors)
        return editor_import_out_of_memory(p->importer);
    for (size_t i = 0; i < 4 * (size_t)data->counts[OBJ_VERTEX]; i++)
        data->colors[i] = 1;
    return true;
}

static bool grow_values(obj_parser *p, obj_part part)
{
    obj_data *data = p->data;
    uint32_t capacity = data->capacities[part];
    if (part == OBJ_VERTEX && data->colors && !grow_floats(p, &data->colors, &capacity, 4))
        return false;
    return grow_floats(p, &data->values[part], &data->capacities[part], part_sizes[part]);
}

// The vertex of a line that has been read as floats, and holds `count` numbers. Lines that are joined were counted
// then.
static void read_exact_vertex(const obj_parser *p, const char *c, int count, double out[3])
{
    obj_parser again = *p;
    double values[4] = {0, 0, 0, 1};
    for (int i = 0; i < (count == 4 ? 4 : 3); i++) {
        c = skip_blanks(&again, c);
        (void)obj_read_double(&c, &values[i]);
    }
    for (int i = 0; i < 3; i++)
        out[i] = values[i] / values[3];
}

// Where the objects are.
static void choose_origin(obj_parser *p, const double first[3])
{
    const double *origin = p->data->origin;
    editor_import_choose_origin(p->importer, first, p->data->origin);
    p->is_far = origin[0] != 0 || origin[1] != 0 || origin[2] != 0;
}

// x y z, and w, by which they are divided, or red, green and blue.
static bool read_vertex(obj_parser *p, const char *c, const char **end)
{
    obj_data *data = p->data;
    const uint32_t number = data->counts[OBJ_VERTEX];
    if (number == data->capacities[OBJ_VERTEX] && !grow_values(p, OBJ_VERTEX))
        return false;
    float *out = data->values[OBJ_VERTEX] + 3 * (size_t)number;
    float values[6];
    int count = 3;
    if (!read_values(p, c, "v", 3, 6, values, &count, end))
        return false;
    for (int i = 0; i < 3; i++) {
        out[i] = count == 4 ? values[i] / values[3] : values[i];
        if (!isfinite(out[i]))
            return fail(p, *end, "the vertex divided by its fourth number is not finite");
    }
    if (number == 0 || p->is_far) {
        double exact[3];
        read_exact_vertex(p, c, count, exact);
        if (number == 0)
            choose_origin(p, exact);
        for (int i = 0; p->is_far && i < 3; i++) {
            out[i] = (float)(exact[i] - data->origin[i]);
            if (!isfinite(out[i]))
                return fail(p, *end, "the vertex is too far from the origin of the model");
        }
    }
    if (count == 6 && !data->colors && !give_colors(p))
        return false;
    for (int i = 0; data->colors && i < 4; i++)
        data->colors[4 * (size_t)number + (size_t)i] = count == 6 && i < 3 ? values[3 + i] : 1;
    data->counts[OBJ_VERTEX]++;
    return true;
}

static bool read_vector(obj_parser *p, const char *c, obj_part part, const char **end)
{
    obj_data *data = p->data;
    if (data->counts[part] == data->capacities[part] && !grow_values(p, part))
        return false;
    float values[3] = {0, 0, 0};
    int count;
    if (!read_values(p, c, part == OBJ_UV ? "vt" : "vn", part == OBJ_UV ? 1 : 3, 3, values, &count, end))
        return false;
    memcpy(data->values[part] + (size_t)part_sizes[part] * data->counts[part], values,
           part_sizes[part] * sizeof(float));
    data->counts[part]++;
    return true;
}

// The usual line: three numbers, one blank before each. False: it is another, and nothing has changed.
static inline bool read_plain_vertex(obj_parser *p, const char *c, const char **end)
{
    obj_data *data = p->data;
    const uint32_t number = data->counts[OBJ_VERTEX];
    if (number == data->capacities[OBJ_VERTEX] || data->colors || p->is_far)
        return false;
    float *out = data->values[OBJ_VERTEX] + 3 * (size_t)number;
    for (int i = 0; i < 3; i++) {
        if (*c != ' ')
            return false;
        c++;
        if (!obj_read_number(&c, &out[i]) || !(fabsf(out[i]) <= FLT_MAX))
            return false;
    }
    if (!is_line_end(*c))
        return false;
    data->counts[OBJ_VERTEX]++;
    *end = c;
    return true;
}

// --- Faces, lines, points ---

static bool fail_index(const obj_parser *p, const char *at, obj_part part, bool is_negative)
{
    const int length = word_length(at);
    int digits = 0;
    while (digits < length && at[digits] != '/')
        digits++;
    const uint64_t count = is_negative || !p->knows_counts ? p->data->counts[part] : p->limits[part];
    if (count == 0)
        return fail(p, at, "%s %.*s is out of range: there is none%s", part_names[part], digits, at,
                    is_negative ? " before it" : "");
    if (is_negative)
        return fail(p, at, "%s %.*s is out of range: there are %llu before it, which are -%llu to -1", part_names[part],
                    digits, at, (unsigned long long)count, (unsigned long long)count);
    if (!p->knows_counts)
        return fail(p, at, "%s %.*s is out of range: the first is 1", part_names[part], digits, at);
    return fail(p, at, "%s %.*s is out of range: there are %llu", part_names[part], digits, at,
                (unsigned long long)count);
}

// A number from 1, or a negative one that counts back from the last. Where a texture coordinate or normal does not
// exist, it becomes absent for now: a file that has none at all may name them. A number that is beyond all limits does,
// too: only at the end it is known how many there are.
static inline bool read_index(obj_parser *p, const char **at, obj_part part, uint32_t *out)
{
    const char *c = *at;
    const bool is_negative = *c == '-';
    c += *c == '-' || *c == '+';
    if (!obj_is_digit(*c))
        return fail(p, *at, "\"%.*s\" is not the number of a %s", word_length(*at), *at, part_names[part]);
    uint64_t value = 0;
    for (; obj_is_digit(*c); c++)
        value = value < COUNT_LIMIT ? 10 * value + (uint64_t)(*c - '0') : value;
    const uint64_t count = p->data->counts[part];
    const bool exists = value > 0 && value <= (is_negative ? count : p->limits[part]);
    if (exists) {
        *out = (uint32_t)((is_negative ? count - value + 1 : value) - 1);
        if (*out >= p->highest[part])
            p->highest[part] = (uint64_t)*out + 1;
    } else {
        const bool is_beyond = value > 0 && !is_negative && !p->knows_counts;
        if ((part == OBJ_VERTEX && !is_beyond) || (p->knows_counts && p->limits[part] > 0))
            return fail_index(p, *at, part, is_negative);
        *out = OBJ_ABSENT;
        p->highest[part] = UINT64_MAX;
    }
    *at = c;
    return true;
}

static bool begin_run(obj_parser *p, obj_kind kind)
{
    obj_data *data = p->data;
    obj_elements *elements = &data->elements[kind];
    if (p->is_new_object) {
        if (data->object_count == data->object_capacity) {
            obj_name *objects = grow(p, data->objects, &data->object_capacity, sizeof(*objects));
            if (!objects)
                return false;
            data->objects = objects;
        }
        data->objects[data->object_count++] = p->object;
        p->is_new_object = false;
    }
    p->is_new[kind] = false;
    const obj_run *last = elements->run_count > 0 ? &elements->runs[elements->run_count - 1] : NULL;
    if (last && last->object == data->object_count - 1 && last->material == p->material)
        return true; // another material was named in between, and not used
    if (elements->run_count == elements->run_capacity) {
        obj_run *runs = grow(p, elements->runs, &elements->run_capacity, sizeof(*runs));
        if (!runs)
            return false;
        elements->runs = runs;
    }
    elements->runs[elements->run_count++] =
        (obj_run){data->object_count - 1, p->material, elements->count, elements->corner_count};
    return true;
}

static bool grow_corners(obj_parser *p, obj_elements *elements)
{
    for (int part = OBJ_PART_COUNT - 1; part >= 0; part--) {
        uint32_t capacity = elements->corner_capacity;
        if ((elements->corners[part] || part == OBJ_VERTEX) &&
            !grow_numbers(p, &elements->corners[part], part == OBJ_VERTEX ? &elements->corner_capacity : &capacity))
            return false;
    }
    return true;
}

// The first corner that has this part: those before it have none.
static bool give_part(obj_parser *p, obj_elements *elements, obj_part part)
{
    elements->corners[part] = malloc(elements->corner_capacity * sizeof(uint32_t));
    if (!elements->corners[part])
        return editor_import_out_of_memory(p->importer);
    for (uint32_t i = 0; i < elements->corner_count; i++)
        elements->corners[part][i] = OBJ_ABSENT;
    return true;
}

static inline bool ends_corner(char c)
{
    return is_blank(c) || is_rest_empty(c) || c == '\\';
}

// v, v/vt, v//vn or v/vt/vn; also v/ and v//.
static inline bool read_corner(obj_parser *p, const char **at, obj_elements *elements)
{
    const char *c = *at;
    uint32_t numbers[OBJ_PART_COUNT] = {0, OBJ_ABSENT, OBJ_ABSENT};
    if (!read_index(p, &c, OBJ_VERTEX, &numbers[OBJ_VERTEX]))
        return false;
    for (int part = OBJ_UV; part < OBJ_PART_COUNT && *c == '/'; part++) {
        c++;
        if (*c == '/' || ends_corner(*c))
            continue;
        if (!read_index(p, &c, (obj_part)part, &numbers[part]))
            return false;
        if (!elements->corners[part] && !give_part(p, elements, (obj_part)part))
            return false;
    }
    if (!ends_corner(*c))
        return fail(p, c, "\"%.*s\" follows the numbers of a corner", word_length(c), c);
    for (int part = 0; part < OBJ_PART_COUNT; part++) {
        if (elements->corners[part])
            elements->corners[part][elements->corner_count] = numbers[part];
    }
    elements->corner_count++;
    *at = c;
    return true;
}

// Elements of another size than three: from now on each has its own.
static bool note_size(obj_parser *p, obj_elements *elements, uint32_t size)
{
    const bool begins = !elements->sizes;
    while (elements->capacity <= elements->count) {
        if (!grow_numbers(p, &elements->sizes, &elements->capacity))
            return false;
    }
    for (uint32_t i = 0; begins && i < elements->count; i++)
        elements->sizes[i] = 3;
    elements->sizes[elements->count] = size;
    return true;
}

static bool read_element(obj_parser *p, const char *c, obj_kind kind, const char **end)
{
    static const uint32_t least[OBJ_KIND_COUNT] = {3, 2, 1};
    static const char *const names[OBJ_KIND_COUNT] = {"a face", "a line", "a point"};
    obj_elements *elements = &p->data->elements[kind];
    const uint32_t first = elements->corner_count;
    for (c = skip_blanks(p, c); !is_rest_empty(*c); c = skip_blanks(p, c)) {
        if (elements->corner_count >= elements->corner_capacity && !grow_corners(p, elements))
            return false;
        if (!read_corner(p, &c, elements))
            return false;
    }
    const uint32_t size = elements->corner_count - first;
    if (size < least[kind] && *c == '\0')
        return fail(p, c, "%s has %u corner%s; it takes %u or more; truncated?", names[kind], size,
                    size == 1 ? "" : "s", least[kind]);
    *end = c;
    elements->corner_count = first;
    if (size < least[kind]) {
        note_omission(p, &p->small);
        return true;
    }
    if (p->is_new[kind] && !begin_run(p, kind))
        return false;
    elements->corner_count = first + size;
    if ((size != 3 || elements->sizes || kind != OBJ_FACES) && !note_size(p, elements, size))
        return false;
    elements->count++;
    return true;
}

// --- Other lines ---

// Copies the keyword at `c`, and returns what follows it.
static const char *read_keyword(const char *c, char word[32])
{
    size_t length = 0;
    while (!is_blank(*c) && !is_line_end(*c) && *c != '\\') {
        if (length < 31)
            word[length++] = *c;
        c++;
    }
    word[length] = '\0';
    return c;
}

static bool is_one_of(const char *word, const char *const *words)
{
    for (; *words; words++) {
        if (strcmp(word, *words) == 0)
            return true;
    }
    return false;
}

// Exporters repeat `g` within an object, and behind an `o` of that name: then it begins nothing.
static void set_object(obj_parser *p, obj_name name, bool is_group)
{
    if (name.length == 0)
        name = (obj_name){"default", 7};
    if (is_group && obj_name_is_same(name, p->object))
        return;
    p->object = name;
    p->is_new_object = true;
    for (int kind = 0; kind < OBJ_KIND_COUNT; kind++)
        p->is_new[kind] = true;
}

static bool set_material(obj_parser *p, obj_name name)
{
    const uint32_t material = obj_names_add(&p->data->materials, name);
    if (material == OBJ_ABSENT)
        return editor_import_out_of_memory(p->importer);
    for (int kind = 0; kind < OBJ_KIND_COUNT && material != p->material; kind++)
        p->is_new[kind] = true;
    p->material = material;
    return true;
}

static bool read_other(obj_parser *p, const char *c, const char **end)
{
    static const char *const curves[] = {"curv", "curv2", "surf", NULL};
    // Parts of curves and surfaces, and what is only for rendering.
    static const char *const passed[] = {
        "s",     "vp",         "cstype",    "deg",   "bmat",  "step",     "parm",     "trim", "hole",   "scrv",
        "sp",    "end",        "con",       "mg",    "bevel", "c_interp", "d_interp", "lod",  "usemap", "maplib",
        "ctech", "shadow_obj", "trace_obj", "stech", "bzp",   "bsp",      "cdc",      "cdp",  "res",    NULL};
    char word[32];
    const char *rest = read_keyword(c, word);
    obj_name name;
    if (strcmp(word, "o") == 0 || strcmp(word, "g") == 0) {
        if (!read_rest(p, rest, &name, end))
            return false;
        set_object(p, name, word[0] == 'g');
        return true;
    }
    if (strcmp(word, "usemtl") == 0)
        return read_rest(p, rest, &name, end) && set_material(p, name);
    if (strcmp(word, "mtllib") == 0) {
        if (!read_rest(p, rest, &name, end))
            return false;
        return name.length == 0 || obj_names_add(&p->data->libraries, name) != OBJ_ABSENT ||
               editor_import_out_of_memory(p->importer);
    }
    if (is_one_of(word, curves)) {
        note_omission(p, &p->curves);
    } else if (strcmp(word, "call") == 0 || strcmp(word, "csh") == 0) {
        note_omission(p, &p->calls);
    } else if (!is_one_of(word, passed)) {
        if (p->unknown.count == 0)
            memcpy(p->unknown_word, word, sizeof(word));
        note_omission(p, &p->unknown);
    }
    *end = skip_line(p, rest);
    return true;
}

// --- All of it ---

static inline bool ends_word(char c)
{
    return is_blank(c) || is_line_end(c) || c == '\\';
}

// Reads what begins at `c`, which is neither a blank nor the end of a line. `*end` is in its line.
static inline bool read_statement(obj_parser *p, const char *c, const char **end)
{
    if (*c == 'v') {
        if (c[1] == ' ' && read_plain_vertex(p, c + 1, end))
            return true;
        if (ends_word(c[1]))
            return read_vertex(p, c + 1, end);
        if ((c[1] == 't' || c[1] == 'n') && ends_word(c[2]))
            return read_vector(p, c + 2, c[1] == 't' ? OBJ_UV : OBJ_NORMAL, end);
    } else if (ends_word(c[1])) {
        switch (*c) {
        case 'f':
            return read_element(p, c + 1, OBJ_FACES, end);
        case 'l':
            return read_element(p, c + 1, OBJ_LINES, end);
        case 'p':
            return read_element(p, c + 1, OBJ_POINTS, end);
        default:
            break;
        }
    } else if (c[0] == 'f' && c[1] == 'o' && ends_word(c[2])) { // the old name of f
        return read_element(p, c + 2, OBJ_FACES, end);
    }
    return read_other(p, c, end);
}

static bool read_lines(obj_parser *p)
{
    const char *c = (const char *)p->importer->bytes, *look = c;
    p->line = 1;
    p->line_start = c;
    while (*c != '\0') {
        if (c >= look) {
            editor_progress_advance(p->importer->level->progress, c > look ? PACE : 0);
            look += PACE;
            if (!editor_import_goes_on(p->importer))
                return false;
        }
        if (is_blank(*c) || *c == '\\')
            c = skip_blanks(p, c);
        if (!is_rest_empty(*c) && !read_statement(p, c, &c))
            return false;
        if (*c == '#')
            c = skip_line(p, c);
        c = step_line(p, c);
    }
    return true;
}

// As at the start of the text. What was allocated stays, to be filled again.
static bool begin(obj_parser *p)
{
    obj_data *data = p->data;
    for (int part = 0; part < OBJ_PART_COUNT; part++) {
        p->limits[part] = p->knows_counts ? data->counts[part] : COUNT_LIMIT;
        p->highest[part] = 0;
        data->counts[part] = 0;
    }
    for (int kind = 0; kind < OBJ_KIND_COUNT; kind++)
        data->elements[kind].corner_count = data->elements[kind].count = data->elements[kind].run_count = 0;
    data->object_count = 0;
    p->object = (obj_name){NULL, 0};
    set_object(p, p->object, false);
    return set_material(p, (obj_name){"", 0});
}

static bool all_exist(obj_parser *p)
{
    obj_data *data = p->data;
    bool exist = true;
    for (int part = 0; part < OBJ_PART_COUNT; part++) {
        if (part != OBJ_VERTEX && data->counts[part] == 0) {
            for (int kind = 0; kind < OBJ_KIND_COUNT; kind++) {
                free(data->elements[kind].corners[part]);
                data->elements[kind].corners[part] = NULL;
            }
        } else if (p->highest[part] > data->counts[part]) {
            exist = false;
        }
    }
    return exist;
}

static void tell_omission(const obj_parser *p, const obj_omission *omission, const char *what)
{
    if (omission->count == 1)
        editor_level_add_warning(p->importer->level, "line %zu: %s", omission->line, what);
    else if (omission->count > 1)
        editor_level_add_warning(p->importer->level, "line %zu and %zu more: %s", omission->line, omission->count - 1,
                                 what);
}

// ZBrush writes a zero behind the last line.
static void cut_zeros(editor_importer *importer)
{
    static const char blanks[] = "\r\n\t "; // and a zero
    size_t size = importer->size;
    while (size > 0 && memchr(blanks, importer->bytes[size - 1], sizeof(blanks)))
        size--;
    const char *zero = memchr(importer->bytes + size, 0, importer->size - size);
    if (zero)
        importer->size = (size_t)(zero - (const char *)importer->bytes);
}

bool obj_parse(editor_importer *importer, obj_data *data)
{
    cut_zeros(importer);
    const char *zero = memchr(importer->bytes, 0, importer->size);
    if (zero)
        return editor_import_refuse(importer, "not an OBJ file: it is not text, at byte %zu",
                                    (size_t)(zero - (const char *)importer->bytes));
    obj_parser parser = {.importer = importer, .data = data};
    editor_progress_enter_bytes(importer->level->progress, "Reading lines", importer->size);
    if (!begin(&parser) || !read_lines(&parser))
        return false;
    if (data->counts[OBJ_VERTEX] == 0)
        return editor_import_refuse(importer, "not an OBJ file: there is no vertex in it");
    if (!all_exist(&parser)) {
        parser.knows_counts = true;
        if (begin(&parser) && read_lines(&parser))
            editor_import_refuse(importer, "a corner is out of range");
        return false;
    }
    // A model whose faces are all broken is no cloud of its vertices.
    if (parser.small.count > 0 && data->object_count == 0)
        return editor_import_refuse(importer, "line %zu: too few corners, as in every face and line of the file",
                                    parser.small.line);
    if (data->colors)
        editor_linear_of_srgb_colors(data->colors, data->counts[OBJ_VERTEX]);
    tell_omission(&parser, &parser.small, "faces or lines of too few corners; left out");
    tell_omission(&parser, &parser.infinite, "texture coordinates, normals or colors that are not finite; read as 0");
    tell_omission(&parser, &parser.curves, "curves and surfaces are not drawn");
    tell_omission(&parser, &parser.calls, "files that it calls are not read");
    char what[100];
    snprintf(what, sizeof(what), "\"%s\" is no keyword of OBJ files; passed over", parser.unknown_word);
    tell_omission(&parser, &parser.unknown, what);
    return true;
}
