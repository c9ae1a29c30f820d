// importer.c: refusals, allocations and bounds for the readers.
#define _POSIX_C_SOURCE 200809L // st_mtim
#include "document/import/common/importer.h"

#include "document/level/choice.h"
#include "document/level/origin.h"
#include "document/level/polygon.h"
#include "document/motion/affine.h"
#include "system/text.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

bool editor_import_refuse(editor_importer *importer, const char *format, ...)
{
    editor_error *error = importer->error;
    if (error->text[0])
        return false;
    snprintf(error->text, sizeof(error->text), "%.200s: ", importer->path);
    editor_text_clean(error->text);
    const size_t length = strlen(error->text);
    va_list arguments;
    va_start(arguments, format);
    editor_text_print(error->text + length, sizeof(error->text) - length, format, arguments);
    va_end(arguments);
    return false;
}

bool editor_import_out_of_memory(editor_importer *importer)
{
    return editor_import_refuse(importer, "out of memory");
}

bool editor_import_goes_on(editor_importer *importer)
{
    return !editor_progress_is_cancelled(importer->level->progress) || editor_import_refuse(importer, "cancelled");
}

static uint64_t shared_limit = (uint64_t)1 << 31;

void editor_import_set_shared(uint64_t bytes)
{
    shared_limit = bytes;
}

bool editor_import_claim(editor_importer *importer, size_t bytes, size_t more, size_t size, const char *where)
{
    const size_t limit = ((size_t)1 << 29) + more;
    importer->unpacked = bytes < SIZE_MAX - importer->unpacked ? importer->unpacked + bytes : SIZE_MAX;
    if (importer->unpacked > limit)
        return editor_import_refuse(importer, "%s: %zu bytes of data unpack to more than %zu", where, size, limit);
    importer->excess.bytes = importer->unpacked > more ? importer->unpacked - more : 0;
    return importer->excess.bytes == 0 ||
           (importer->taken.bytes <= shared_limit && importer->excess.bytes <= shared_limit - importer->taken.bytes) ||
           editor_import_refuse(importer,
                                "%s: %zu bytes of data unpack to more than the models before it in the level leave",
                                where, size);
}

bool editor_import_claim_of_file(editor_importer *importer, size_t bytes, const char *where)
{
    enum { BYTES_PER_BYTE = 64 };
    return editor_import_claim(importer, bytes, BYTES_PER_BYTE * importer->size, importer->size, where);
}

double editor_import_more_seconds(uint64_t bytes, double bytes_a_second)
{
    const uint64_t quick = (uint64_t)4 << 20; // takes less than a second, whatever the format
    return bytes > quick ? (double)(bytes - quick) / bytes_a_second : 0;
}

static double slow_limit = 30;

void editor_import_set_slow(double seconds)
{
    slow_limit = seconds;
}

static double usual_seconds(const editor_importer *importer)
{
    enum { BYTES_A_SECOND = 1 << 20 };
    return 0.5 + (double)(importer->foreign_size + importer->encoded) / BYTES_A_SECOND;
}

double editor_import_share_seconds(const editor_importer *importer, double seconds)
{
    return importer->slow ? fmin(seconds, usual_seconds(importer) + fmax(slow_limit - *importer->slow, 0)) : seconds;
}

void editor_import_note_slow(const editor_importer *importer)
{
    if (importer->slow)
        *importer->slow += fmax(importer->child_seconds - usual_seconds(importer), 0);
}

void editor_import_note_encoded(editor_importer *importer, uint64_t bytes)
{
    const uint64_t most = importer->size + importer->read_bytes;
    const uint64_t left = most > importer->encoded ? most - importer->encoded : 0;
    importer->encoded += bytes < left ? bytes : left;
}

void editor_import_split(editor_importer *importer, const float *positions, const uint32_t *corners, uint32_t count,
                         uint32_t *out, const char *where)
{
    enum { LARGE = 64, EFFORT_PER_BYTE = 32 }; // corners of a polygon that takes little time
    const uint64_t limit = (1ull << 28) + EFFORT_PER_BYTE * (uint64_t)importer->size;
    const bool is_slow = count > LARGE && !editor_polygon_is_fan(positions, corners, count);
    const uint64_t effort = is_slow ? (uint64_t)count * count : 0;
    if (effort <= limit && importer->effort <= limit - effort) {
        importer->effort += effort;
        editor_polygon_split(positions, corners, count, out);
        return;
    }
    editor_import_tally(importer, "too many large faces; split as if they were convex", "%s", where);
    editor_polygon_fan(corners, count, out);
}

void editor_import_choose_origin(editor_importer *importer, const double first[3], double out[3])
{
    editor_model_origin own = {.is_known = true};
    for (int i = 0; i < 3; i++)
        own.at[i] = fabs(first[i]) >= EDITOR_MODEL_FAR // what is too far from it is refused
                        ? fmin(fmax(floor(first[i]), -EDITOR_FARTHEST), EDITOR_FARTHEST)
                        : 0;
    importer->has_other_origin = importer->given.is_known && !editor_origin_is_same(&importer->given, &own);
    importer->origin = importer->given.is_known ? importer->given : own;
    memcpy(out, importer->origin.at, sizeof(importer->origin.at));
}

void editor_import_forget(editor_importer *importer)
{
    editor_import_free_sources(importer);
    motion_destroy(importer->motion);
    importer->motion = NULL;
    editor_choices_free(&importer->choices);
    importer->lacks_scene = importer->lacks_variant = false;
    importer->facts = (editor_model_facts){.unit = 0};
    importer->origin = (editor_model_origin){.is_known = false};
    importer->error->text[0] = '\0';
}

void editor_import_tell_gone(editor_importer *importer, const char *what, const char *chosen, const char *there)
{
    editor_level_add_warning(importer->level, "there is no %s \"%.60s\": read without it, the choice is kept; %.250s",
                             what, chosen, there);
}

void *editor_import_allocate(editor_importer *importer, size_t count, size_t size)
{
    void *memory = calloc(count ? count : 1, size);
    if (!memory)
        editor_import_out_of_memory(importer);
    return memory;
}

void editor_import_note_weakness(editor_importer *importer, const editor_child *child)
{
    if (!importer->weakness)
        importer->weakness = editor_child_weakness(child);
}

void editor_import_add_source(editor_importer *importer, const char *path, editor_file_stamp stamp)
{
    const editor_hash hash = editor_hash_bytes(path, strlen(path));
    if (editor_hash_index_find(&importer->source_paths, hash) != EDITOR_HASH_UNKNOWN)
        return;
    if (importer->source_count == importer->source_capacity) {
        uint32_t wanted = importer->source_capacity ? 2 * importer->source_capacity : 8;
        editor_source *grown = realloc(importer->sources, wanted * sizeof(*grown));
        if (!grown)
            return;
        importer->sources = grown;
        importer->source_capacity = wanted;
    }
    char *copy = editor_text_copy(path);
    if (!copy)
        return;
    editor_hash_index_add(&importer->source_paths, hash, importer->source_count);
    importer->sources[importer->source_count++] = (editor_source){copy, stamp};
}

bool editor_import_identify(const char *path, editor_hash *out)
{
    struct stat status;
    if (stat(path, &status) != 0)
        return false;
    const int64_t facts[5] = {(int64_t)status.st_dev, (int64_t)status.st_ino, (int64_t)status.st_size,
                              (int64_t)status.st_mtim.tv_sec, (int64_t)status.st_mtim.tv_nsec};
    *out = editor_hash_bytes(facts, sizeof(facts));
    return true;
}

void editor_import_count_read(editor_importer *importer, const char *path, size_t size)
{
    editor_hash identity;
    if (!editor_import_identify(path, &identity) ||
        editor_hash_index_find(&importer->read_files, identity) != EDITOR_HASH_UNKNOWN)
        return;
    editor_hash_index_add(&importer->read_files, identity, 0);
    importer->read_bytes += size;
}

editor_file_result editor_import_read(editor_importer *importer, const char *path, size_t limit,
                                      editor_progress *progress, uint8_t **bytes, size_t *size)
{
    const editor_file_stamp stamp = editor_file_look(path);
    const editor_file_result result = editor_reference_read(importer->path, path, limit, progress, bytes, size);
    if (result == EDITOR_FILE_OK) {
        editor_import_count_read(importer, path, *size);
        editor_import_add_source(importer, path, stamp);
    } else if (result == EDITOR_FILE_MISSING) {
        editor_import_add_missing(importer, path);
    }
    if (importer->keeps) {
        const size_t read = result == EDITOR_FILE_OK ? *size : 0;
        const editor_hash content = editor_hash_bytes(*bytes, read);
        editor_import_note(importer, path, result, result == EDITOR_FILE_OK ? &content : NULL, read);
    }
    return result;
}

void editor_import_add_missing(editor_importer *importer, const char *path)
{
    enum { MOST = 256 }; // each is looked for whenever the window gets the focus
    if (importer->missing_count == MOST)
        return;
    importer->missing_count++;
    editor_import_add_source(importer, path, (editor_file_stamp){.exists = false});
}

void editor_import_free_sources(editor_importer *importer)
{
    for (uint32_t i = 0; i < importer->source_count; i++)
        free(importer->sources[i].path);
    free(importer->sources);
    importer->sources = NULL;
    importer->source_count = importer->source_capacity = 0;
    editor_hash_index_free(&importer->source_paths);
    editor_hash_index_free(&importer->read_files);
    importer->read_bytes = 0;
}
