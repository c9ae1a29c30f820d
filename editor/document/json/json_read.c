#include "document/json/json_read.h"

#include "system/text.h"

#include <assert.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool refuse_at(const editor_json_reader *reader, size_t at, const char *where, const char *what)
{
    snprintf(reader->error->text, sizeof(reader->error->text), "%.200s: line %u: %s%s%s", reader->path,
             (unsigned)editor_json_line(reader->text, at), where ? where : "", where ? ": " : "", what);
    editor_text_clean(reader->error->text);
    return false;
}

bool editor_json_refuse(const editor_json_reader *reader, editor_json_value value, const char *where,
                        const char *format, ...)
{
    char what[300];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(what, sizeof(what), format, arguments);
    va_end(arguments);
    return refuse_at(reader, value.item ? reader->map.spans[value.node].key : 0, where, what);
}

// --- Walking ---

editor_json_value editor_json_root(const editor_json_reader *reader)
{
    return (editor_json_value){reader->root, 0};
}

editor_json_value editor_json_first(const editor_json_reader *reader, editor_json_value container)
{
    (void)reader;
    return (editor_json_value){container.item->child, container.node + 1};
}

editor_json_value editor_json_next(const editor_json_reader *reader, editor_json_value value)
{
    return (editor_json_value){value.item->next, value.node + reader->map.spans[value.node].size};
}

// --- Opening ---

static int compare_names(const void *a, const void *b)
{
    return strcmp(((*(cJSON *const *)a))->string, (*(cJSON *const *)b)->string);
}

// Refuses two fields with the same name. `sorted` has room for all values of the text.
static bool check_names(const editor_json_reader *reader, editor_json_value object, cJSON **sorted)
{
    size_t count = 0;
    for (cJSON *item = object.item->child; item; item = item->next)
        sorted[count++] = item;
    qsort(sorted, count, sizeof(cJSON *), compare_names);
    for (size_t i = 1; i < count; i++) {
        if (strcmp(sorted[i - 1]->string, sorted[i]->string) != 0)
            continue;
        // Report the later one of the two: search for it, because sorting lost the order.
        editor_json_value at = editor_json_first(reader, object), found = at;
        for (; at.item; at = editor_json_next(reader, at)) {
            if (strcmp(at.item->string, sorted[i]->string) == 0)
                found = at;
        }
        return editor_json_refuse(reader, found, NULL, "a second field \"%.60s\" in one object", sorted[i]->string);
    }
    return true;
}

static bool check_all_names(const editor_json_reader *reader)
{
    cJSON **sorted = malloc((reader->map.count + 1) * sizeof(cJSON *));
    if (!sorted)
        return refuse_at(reader, 0, NULL, "out of memory");
    editor_json_value open[EDITOR_JSON_DEPTH + 1], value = editor_json_root(reader);
    size_t depth = 0;
    bool ok = true;
    while (ok) {
        if (cJSON_IsObject(value.item))
            ok = check_names(reader, value, sorted);
        if (value.item->child) {
            assert(depth <= EDITOR_JSON_DEPTH);
            open[depth++] = value;
            value = editor_json_first(reader, value);
            continue;
        }
        while (depth > 0 && !value.item->next)
            value = open[--depth];
        if (depth == 0)
            break;
        value = editor_json_next(reader, value);
    }
    free(sorted);
    return ok;
}

bool editor_json_open(editor_json_reader *reader, const char *path, const char *text, size_t size, editor_error *error)
{
    const size_t mark = editor_text_mark(text, size);
    text += mark;
    size -= mark;
    *reader = (editor_json_reader){.path = path, .text = text, .error = error};
    editor_json_fault fault;
    if (!editor_json_scan(text, size, &reader->map, &fault))
        return refuse_at(reader, fault.at, NULL, fault.what);
    reader->root = cJSON_ParseWithLength(text, size);
    if (!reader->root) // the scan accepted the text, so cJSON was out of memory
        return refuse_at(reader, 0, NULL, "out of memory");
    return check_all_names(reader);
}

void editor_json_close(editor_json_reader *reader)
{
    editor_json_map_free(&reader->map);
    cJSON_Delete(reader->root);
    reader->root = NULL;
}

// --- Fields ---

bool editor_json_fields(const editor_json_reader *reader, editor_json_value object, const char *where,
                        const char *const *names, size_t count, editor_json_value *fields, char **extra)
{
    for (size_t i = 0; i < count; i++)
        fields[i] = (editor_json_value){0};
    *extra = NULL;
    if (!cJSON_IsObject(object.item))
        return editor_json_refuse(reader, object, where, "expected an object");
    editor_text others = {0};
    for (editor_json_value at = editor_json_first(reader, object); at.item; at = editor_json_next(reader, at)) {
        size_t i = 0;
        while (i < count && strcmp(names[i], at.item->string) != 0)
            i++;
        if (i < count) {
            fields[i] = at;
            continue;
        }
        const editor_json_span *span = &reader->map.spans[at.node];
        if (others.size > 0)
            editor_text_put(&others, ", ");
        editor_text_add(&others, reader->text + span->key, span->end - span->key);
    }
    if (others.failed) {
        editor_text_free(&others);
        return editor_json_refuse(reader, object, where, "out of memory");
    }
    *extra = editor_text_take(&others);
    return true;
}

static bool refuse_field(const editor_json_reader *reader, editor_json_value value, const char *where, const char *name,
                         const char *what)
{
    char field[200];
    snprintf(field, sizeof(field), "%s%s%s", where, where[0] && name[0] ? "." : "", name);
    return editor_json_refuse(reader, value, field, "%s", what);
}

bool editor_json_require(const editor_json_reader *reader, editor_json_value in, const char *where, const char *name,
                         editor_json_value field)
{
    return field.item || editor_json_refuse(reader, in, where, "\"%s\" is missing", name);
}

bool editor_json_get_text(const editor_json_reader *reader, editor_json_value value, const char *where,
                          const char *name, const char **out)
{
    if (!value.item)
        return true;
    if (!cJSON_IsString(value.item))
        return refuse_field(reader, value, where, name, "expected a string");
    *out = value.item->valuestring;
    return true;
}

bool editor_json_get_bool(const editor_json_reader *reader, editor_json_value value, const char *where,
                          const char *name, bool *out)
{
    if (!value.item)
        return true;
    if (!cJSON_IsBool(value.item))
        return refuse_field(reader, value, where, name, "expected true or false");
    *out = cJSON_IsTrue(value.item);
    return true;
}

bool editor_json_get_number(const editor_json_reader *reader, editor_json_value value, const char *where,
                            const char *name, double *out)
{
    if (!value.item)
        return true;
    if (!cJSON_IsNumber(value.item))
        return refuse_field(reader, value, where, name, "expected a number");
    if (!isfinite(value.item->valuedouble))
        return refuse_field(reader, value, where, name, "the number is too large");
    *out = value.item->valuedouble;
    return true;
}

bool editor_json_get_whole(const editor_json_reader *reader, editor_json_value value, const char *where,
                           const char *name, double low, double high, double *out)
{
    double number = low;
    if (!editor_json_get_number(reader, value, where, name, &number))
        return false;
    if (!value.item)
        return true;
    if (number != floor(number) || number < low || number > high) {
        char what[100];
        snprintf(what, sizeof(what), "expected a whole number from %.0f to %.0f", low, high);
        return refuse_field(reader, value, where, name, what);
    }
    *out = number;
    return true;
}

bool editor_json_get_array(const editor_json_reader *reader, editor_json_value value, const char *where,
                           const char *name, uint32_t *count)
{
    *count = 0;
    if (!value.item)
        return true;
    if (!cJSON_IsArray(value.item))
        return refuse_field(reader, value, where, name, "expected an array");
    for (const cJSON *item = value.item->child; item; item = item->next)
        ++*count;
    return true;
}

bool editor_json_get_numbers(const editor_json_reader *reader, editor_json_value value, const char *where,
                             const char *name, double *out, size_t count)
{
    uint32_t there;
    if (!value.item)
        return true;
    if (!editor_json_get_array(reader, value, where, name, &there))
        return false;
    if (there != count) {
        char what[60];
        snprintf(what, sizeof(what), "expected %u numbers", (unsigned)count);
        return refuse_field(reader, value, where, name, what);
    }
    size_t i = 0;
    for (editor_json_value at = editor_json_first(reader, value); at.item; at = editor_json_next(reader, at)) {
        char element[100];
        snprintf(element, sizeof(element), "%s[%u]", name, (unsigned)i);
        if (!editor_json_get_number(reader, at, where, element, &out[i++]))
            return false;
    }
    return true;
}
