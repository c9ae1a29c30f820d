// copies.c: finds, describes, opens and removes autosaved copies.
#define _POSIX_C_SOURCE 200809L // localtime_r
#include "document/file/copies.h"

#include "document/file/level_file.h"
#include "document/json/json_write.h"
#include "system/file_save.h"
#include "system/path.h"
#include "system/platform_folder.h"

#include <cjson/cJSON.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

// A path has 4 KB at most, and JSON writes a byte in six.
enum { HEADER_SIZE = 32768 };

static const char header_start[] = "{\n  \"vkpick_copy\": ";

// --- Writing ---

static uint32_t count_objects(const editor_level *level)
{
    uint32_t count = 0;
    for (uint32_t i = editor_level_next(level, EDITOR_NONE); i != EDITOR_NONE; i = editor_level_next(level, i))
        count++;
    return count;
}

static void add_text_field(editor_text *out, const char *name, const char *value)
{
    editor_text_format(out, ", \"%s\": ", name);
    editor_json_write_string(out, value);
}

bool editor_copy_write(const editor_level *level, const char *origin, const char *path, editor_text *out,
                       editor_error *error)
{
    editor_text content = {0};
    bool ok = editor_level_write(level, origin ? origin : path, &content, error);
    if (ok) {
        editor_owner owner = editor_owner_self();
        editor_text_put(out, header_start);
        editor_text_format(out, "{\"objects\": %u", (unsigned)count_objects(level));
        if (origin)
            add_text_field(out, "of", origin);
        add_text_field(out, "user", owner.user);
        add_text_field(out, "host", owner.host);
        // As texts: a double does not hold every number of a process's start.
        editor_text_format(out, ", \"process\": \"%lld\"", (long long)owner.process);
        editor_text_format(out, ", \"started\": \"%llu\"},\n", (unsigned long long)owner.started);
        editor_text_put(out, content.data + 2); // after "{\n"
        ok = !out->failed;
        if (!ok)
            snprintf(error->text, sizeof(error->text), "%.300s: out of memory", path);
    }
    editor_text_free(&content);
    return ok;
}

// --- Reading ---

static void take_text(const cJSON *header, const char *name, char *out, size_t size)
{
    const char *text = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(header, name));
    snprintf(out, size, "%s", text ? text : "");
}

// Reads the field "vkpick_copy", which stands first. Copies of earlier versions of the program have none: nothing is
// known but their time.
static void read_header(editor_copy *copy)
{
    copy->objects = -1;
    char *text = calloc(1, HEADER_SIZE);
    FILE *file = text ? fopen(copy->path, "rb") : NULL;
    size_t size = file ? fread(text, 1, HEADER_SIZE - 1, file) : 0;
    if (file)
        fclose(file);
    cJSON *header = NULL;
    if (size > sizeof(header_start) && strncmp(text, header_start, sizeof(header_start) - 1) == 0)
        header = cJSON_Parse(text + sizeof(header_start) - 1); // ends with the value
    const cJSON *objects = cJSON_GetObjectItemCaseSensitive(header, "objects");
    if (cJSON_IsNumber(objects) && objects->valuedouble >= 0 && objects->valuedouble < 1e15)
        copy->objects = (int64_t)objects->valuedouble;
    char number[32];
    take_text(header, "user", copy->owner.user, sizeof(copy->owner.user));
    take_text(header, "host", copy->owner.host, sizeof(copy->owner.host));
    take_text(header, "process", number, sizeof(number));
    copy->owner.process = strtoll(number, NULL, 10);
    take_text(header, "started", number, sizeof(number));
    copy->owner.started = strtoull(number, NULL, 10);
    const char *origin = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(header, "of"));
    copy->origin = origin && origin[0] == '/' ? editor_text_copy(origin) : NULL;
    cJSON_Delete(header);
    free(text);
}

// Whether `name` is that of a copy of the file `of`: "OF.autosave" or "OF.N.autosave". `of` NULL: of any.
static bool is_copy_name(const char *name, const char *of)
{
    static const char end[] = ".autosave";
    size_t length = strlen(name), tail = sizeof(end) - 1;
    if (length <= tail || strcmp(name + length - tail, end) != 0)
        return false;
    if (!of)
        return true;
    size_t own = strlen(of);
    if (length - tail < own || strncmp(name, of, own) != 0)
        return false;
    const char *between = name + own;
    size_t digits = length - tail - own;
    return digits == 0 || (digits > 1 && between[0] == '.' && strspn(between + 1, "0123456789") == digits - 1);
}

static bool is_own(const editor_copies_query *query, const char *path)
{
    for (uint32_t i = 0; i < query->own_count; i++) {
        if (strcmp(query->own[i], path) == 0)
            return true;
    }
    return false;
}

static void free_copy(editor_copy *copy)
{
    free(copy->path);
    free(copy->origin);
}

static bool is_offered(const editor_copy *copy, const char *file, const editor_owner *busy)
{
    if (file && (!copy->origin || strcmp(copy->origin, file) != 0))
        return false;
    if (busy && editor_owner_is_same(&copy->owner, busy))
        return false;
    return copy->objects < 0 || editor_owner_check(&copy->owner) != EDITOR_OWNER_RUNNING;
}

// Adds the copies in a folder. `name`: only those of a file with that name; `file`: only copies that name it as
// their origin, or that were written by an earlier version, beside the file.
static bool add_folder(const editor_copies_query *query, const char *folder, const char *name, const char *file,
                       editor_copies *out)
{
    editor_folder_entry *entries;
    size_t count;
    if (!editor_folder_list(folder, &entries, &count))
        return true; // no folder, no copies
    bool ok = true;
    for (size_t i = 0; ok && i < count; i++) {
        if (entries[i].is_folder || !is_copy_name(entries[i].name, name))
            continue;
        size_t size = strlen(folder) + strlen(entries[i].name) + 2;
        editor_copy copy = {.path = malloc(size)};
        ok = copy.path != NULL;
        if (ok)
            snprintf(copy.path, size, "%s/%s", folder, entries[i].name);
        editor_file_stamp stamp = {0};
        if (ok && !is_own(query, copy.path))
            stamp = editor_file_look(copy.path);
        bool there = stamp.bytes > 0;
        copy.time = stamp.time;
        if (there)
            read_header(&copy);
        if (there && copy.objects < 0 && name && file && !copy.origin)
            copy.origin = editor_text_copy(file);
        editor_copy *grown = NULL;
        if (there && is_offered(&copy, file, query->busy))
            grown = realloc(out->items, (out->count + 1) * sizeof(*grown));
        if (grown) {
            out->items = grown;
            out->items[out->count++] = copy;
        } else {
            free_copy(&copy);
        }
    }
    editor_folder_free(entries, count);
    return ok;
}

static int by_time(const void *a, const void *b)
{
    const editor_copy *x = a, *y = b;
    if (x->time != y->time)
        return x->time > y->time ? -1 : 1;
    // Within a tick of the file system's clock, the higher number is the later one.
    size_t long_x = strlen(x->path), long_y = strlen(y->path);
    return long_x != long_y ? (long_x > long_y ? -1 : 1) : strcmp(y->path, x->path);
}

bool editor_copies_list(const editor_copies_query *query, editor_copies *out)
{
    *out = (editor_copies){0};
    char *file = query->file ? editor_path_absolute(query->file) : NULL;
    char *folder = file ? editor_path_folder(file) : NULL;
    bool ok = !query->file || (file && folder);
    if (ok && file && editor_level_is_file(file))
        ok = add_folder(query, folder, editor_path_name(file), file, out);
    if (ok && query->state_folder && (query->all || file))
        ok = add_folder(query, query->state_folder, NULL, query->all ? NULL : file, out);
    if (out->count > 0)
        qsort(out->items, out->count, sizeof(*out->items), by_time);
    free(file);
    free(folder);
    return ok;
}

void editor_copies_free(editor_copies *copies)
{
    for (uint32_t i = 0; i < copies->count; i++)
        free_copy(&copies->items[i]);
    free(copies->items);
    *copies = (editor_copies){0};
}

// --- Decisions ---

editor_level *editor_copy_open(const editor_copy *copy, editor_image_decoder decoder, void *decoder_user,
                               editor_error *error)
{
    editor_level *level =
        editor_level_read(copy->origin ? copy->origin : copy->path, copy->path, decoder, decoder_user, error);
    if (!level)
        return NULL;
    level->is_level_file = copy->origin && editor_level_is_file(copy->origin);
    if (!copy->origin) {
        free(level->path);
        level->path = NULL;
    }
    return level;
}

bool editor_copy_remove(const editor_copy *copy)
{
    return editor_file_remove(copy->path);
}

void editor_copy_describe(const editor_copy *copy, char *label, size_t label_size, char *detail, size_t detail_size)
{
    const char *name = copy->origin ? editor_path_name(copy->origin) : "Never saved";
    if (copy->objects < 0)
        snprintf(label, label_size, "%.100s", name);
    else
        snprintf(label, label_size, "%.100s: %lld object%s", name, (long long)copy->objects,
                 copy->objects == 1 ? "" : "s");
    time_t seconds = (time_t)(copy->time / 1000000000);
    struct tm when = {0};
    char text[48] = "";
    if (localtime_r(&seconds, &when))
        strftime(text, sizeof(text), "%Y-%m-%d %H:%M:%S", &when);
    bool elsewhere = copy->objects >= 0 && editor_owner_check(&copy->owner) == EDITOR_OWNER_ELSEWHERE;
    snprintf(detail, detail_size, "%s%s%.30s", text, elsewhere ? ", on " : "", elsewhere ? copy->owner.host : "");
}
