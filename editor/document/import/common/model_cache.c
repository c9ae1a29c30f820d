// model_cache.c: keys, lists of files, and entries.
#define _POSIX_C_SOURCE 200809L // open_memstream

#include "document/import/common/model_cache.h"

#include "document/import/common/decode.h"
#include "document/import/common/pack.h"
#include "document/level/choice.h"
#include "system/path.h"
#include "system/reference.h"
#include "system/text.h"

#include <assimp/version.h>
#include <stdlib.h>
#include <string.h>

static uint64_t least = EDITOR_MODEL_CACHE_LEAST;

void editor_model_cache_set_least(uint64_t bytes)
{
    least = bytes;
}

// --- Keys ---

static void put_text(FILE *out, const char *text)
{
    const uint64_t length = text ? strlen(text) : UINT64_MAX;
    fwrite(&length, sizeof(length), 1, out);
    if (text)
        fwrite(text, 1, (size_t)length, out);
}

// `other`: the origin, where it is not the one that the reader would choose, or NULL. False: out of memory.
static bool make_key(const editor_importer *importer, editor_hash content, const editor_model_origin *other,
                     editor_hash *key)
{
    char *bytes = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&bytes, &size);
    if (!out)
        return false;
    const uint64_t facts[] = {EDITOR_MODEL_CACHE_VERSION, aiGetVersionMajor(), aiGetVersionMinor(),
                              aiGetVersionPatch(),        sizeof(void *),      importer->decoder != NULL,
                              editor_decode_pixels(),     content.low,         content.high};
    fwrite(facts, sizeof(facts), 1, out);
    // Other formats name objects by their file, or look for one of the same name.
    const bool is_gltf =
        editor_path_has_extension(importer->path, "gltf") || editor_path_has_extension(importer->path, "glb");
    put_text(out, is_gltf ? "gltf" : editor_path_name(importer->path));
    put_text(out, importer->scene);
    put_text(out, importer->variant);
    if (other)
        fwrite(other->at, sizeof(other->at), 1, out);
    if (importer->lacks_scene || importer->lacks_variant) { // never found by who wants what the file does not have
        const uint32_t lacks[] = {importer->lacks_scene, importer->lacks_variant};
        fwrite(lacks, sizeof(lacks), 1, out);
    }
    const bool ok = fclose(out) == 0;
    if (ok)
        *key = editor_hash_bytes(bytes, size);
    free(bytes);
    return ok;
}

// --- Entries: the table, the list, the pack, the area ---

typedef struct entry_table {
    uint64_t list_size, pack_size; // bytes; the list follows the table, the pack the list
    uint64_t area;                 // from the start of the file
    uint64_t asked;                // how many files are listed
} entry_table;

// A path of `length` bytes and a zero follow.
typedef struct entry_file {
    editor_hash content;
    uint64_t size; // of the content
    uint32_t result, is_beside, length, unused;
} entry_file;

static void put_list(const editor_importer *importer, FILE *out)
{
    const size_t folder = editor_path_folder_length(importer->path);
    for (uint32_t i = 0; i < importer->asked_count; i++) {
        const editor_dependency *asked = &importer->asked[i];
        const char *path = asked->path;
        const bool beside = strncmp(path, importer->path, folder) == 0 && path[folder] != '/';
        path += beside ? folder : 0;
        const entry_file record = {
            asked->content, asked->size, (uint32_t)asked->result, beside, (uint32_t)strlen(path), 0};
        fwrite(&record, sizeof(record), 1, out);
        fwrite(path, 1, (size_t)record.length + 1, out);
    }
}

static uint64_t round_up(uint64_t size)
{
    return (size + PICK_MESH_ALIGNMENT - 1) / PICK_MESH_ALIGNMENT * PICK_MESH_ALIGNMENT;
}

// The beginning of an entry: all but the area, which is planned. The caller frees it. NULL: out of memory, or nothing
// that could be read again.
static char *make_start(const editor_importer *importer, editor_pack_plan *plan, uint64_t *size)
{
    char *bytes = NULL;
    size_t length = 0;
    FILE *out = open_memstream(&bytes, &length);
    if (!out)
        return NULL;
    entry_table table = {.asked = importer->asked_count};
    fwrite(&table, sizeof(table), 1, out);
    put_list(importer, out);
    bool ok = fflush(out) == 0;
    table.list_size = length - sizeof(table);
    ok = ok && editor_pack_write_placed(importer->level, out, plan);
    ok = fclose(out) == 0 && ok;
    if (ok) {
        table.pack_size = length - sizeof(table) - table.list_size;
        table.area = EDITOR_CACHE_CONTENT + (plan->count > 0 ? round_up(length) : length);
        memcpy(bytes, &table, sizeof(table));
        *size = length;
        return bytes;
    }
    free(bytes);
    return NULL;
}

// Whether an open file has the content, which has so many bytes. A file of another size is not read: it may have any.
static bool is_content(FILE *file, editor_progress *progress, editor_hash content, uint64_t size)
{
    editor_hash now;
    uint64_t bytes;
    return editor_file_find_size(file, &bytes) && bytes == size && editor_cache_content(file, progress, &now) &&
           editor_hash_is_same(now, content);
}

// The same for a file that was opened with `result`. Closes it.
static bool has_content(editor_file_result result, FILE *file, editor_progress *progress, editor_hash content,
                        uint64_t size)
{
    const bool same = result == EDITOR_FILE_OK && is_content(file, progress, content, size);
    if (result == EDITOR_FILE_OK)
        fclose(file);
    return same;
}

// Whether no file changed while the model was read: a child process reads them after their contents are noted.
static bool is_still_so(const editor_importer *importer)
{
    FILE *file = NULL;
    editor_progress *progress = importer->level->progress;
    editor_file_result result = editor_file_open(importer->path, &file);
    bool same = has_content(result, file, progress, importer->content, importer->content_size);
    for (uint32_t i = 0; same && i < importer->asked_count; i++) {
        const editor_dependency *asked = &importer->asked[i];
        if (asked->result != EDITOR_FILE_OK)
            continue;
        result = editor_reference_open(importer->path, asked->path, &file);
        same = has_content(result, file, progress, asked->content, asked->size);
    }
    return same;
}

void editor_model_cache_store(editor_importer *importer)
{
    editor_hash key;
    if (!importer->keeps || importer->is_passing ||
        !make_key(importer, importer->content, importer->has_other_origin ? &importer->origin : NULL, &key))
        return;
    editor_pack_plan plan = {NULL, 0, 0, 0, false};
    uint64_t size = 0;
    char *start = make_start(importer, &plan, &size);
    editor_cache_piece *pieces = start ? malloc((plan.count + 1) * sizeof(*pieces)) : NULL;
    if (pieces && size + plan.size >= least && is_still_so(importer)) {
        pieces[0] = (editor_cache_piece){EDITOR_CACHE_CONTENT, size, start, NULL};
        for (size_t i = 0; i < plan.count; i++) {
            pieces[i + 1] = plan.pieces[i];
            pieces[i + 1].at += EDITOR_CACHE_CONTENT + round_up(size);
        }
        editor_cache_store(key, pieces, plan.count + 1);
    }
    free(pieces);
    free(start);
    free(plan.pieces);
}

// --- Reading ---

// Whether the file gives what it gave. Then, if it was read, it is a source of the model.
static bool is_as_it_was(editor_importer *importer, const entry_file *record, const char *text)
{
    char *path = record->is_beside ? editor_path_beside(importer->path, text) : editor_text_copy(text);
    if (!path)
        return false;
    const editor_file_stamp stamp = editor_file_look(path);
    FILE *file = NULL;
    const editor_file_result result = editor_reference_open(importer->path, path, &file);
    bool same = (uint32_t)result == record->result;
    if (file) {
        same = same && is_content(file, importer->level->progress, record->content, record->size);
        fclose(file);
    }
    if (same && result == EDITOR_FILE_OK)
        editor_import_add_source(importer, path, stamp);
    else if (same && result == EDITOR_FILE_MISSING)
        editor_import_add_missing(importer, path);
    free(path);
    return same;
}

static bool files_are_as_they_were(editor_importer *importer, const uint8_t *at, const uint8_t *end, uint64_t count)
{
    for (uint64_t i = 0; i < count; i++) {
        entry_file record;
        if ((size_t)(end - at) < sizeof(record))
            return false;
        memcpy(&record, at, sizeof(record));
        at += sizeof(record);
        if ((size_t)(end - at) <= record.length || memchr(at, 0, (size_t)record.length + 1) != at + record.length ||
            !is_as_it_was(importer, &record, (const char *)at))
            return false;
        at += (size_t)record.length + 1;
    }
    return at == end;
}

bool editor_model_cache_read(editor_importer *importer, editor_mapping *entry)
{
    entry_table table;
    if (entry->size < EDITOR_CACHE_CONTENT + sizeof(table))
        return editor_import_refuse(importer, "its entry in the cache is cut off");
    memcpy(&table, entry->bytes + EDITOR_CACHE_CONTENT, sizeof(table));
    const uint64_t rest = entry->size - EDITOR_CACHE_CONTENT - sizeof(table);
    if (table.list_size > rest || table.pack_size > rest - table.list_size || table.area > entry->size ||
        table.area < EDITOR_CACHE_CONTENT + sizeof(table) + table.list_size + table.pack_size ||
        (table.area % PICK_MESH_ALIGNMENT != 0 && table.area < entry->size))
        return editor_import_refuse(importer, "its entry in the cache is cut off");
    const uint8_t *list = entry->bytes + EDITOR_CACHE_CONTENT + sizeof(table);
    const uint8_t *pack = list + table.list_size;
    if (!files_are_as_they_were(importer, list, pack, table.asked))
        return editor_import_refuse(importer, "a file that it refers to is another one");
    importer->level->path = editor_text_copy(importer->path);
    if (!importer->level->path)
        return editor_import_out_of_memory(importer);
    return editor_pack_read_placed(importer, pack, (size_t)table.pack_size, entry, (size_t)table.area) &&
           (editor_level_add_own_asset(importer->level, importer->path, false) ||
            editor_import_out_of_memory(importer));
}

// False: the file's content cannot be known.
static bool find_content(const editor_importer *importer, editor_hash *content)
{
    FILE *file = NULL;
    if (editor_file_open(importer->path, &file) != EDITOR_FILE_OK)
        return false;
    uint64_t size;
    const bool ok = editor_file_find_size(file, &size) && size <= EDITOR_MODEL_FILE_LIMIT && // or its reader refuses it
                    editor_cache_content(file, importer->level->progress, content);
    fclose(file);
    return ok;
}

static bool try_entry(editor_importer *importer, editor_hash content, const editor_model_origin *other)
{
    editor_hash key;
    editor_mapping *entry = make_key(importer, content, other, &key) ? editor_cache_find(key) : NULL;
    if (!entry)
        return false;
    editor_level *empty = importer->level;
    importer->level = editor_level_create();
    bool ok = importer->level != NULL;
    if (ok) {
        importer->level->progress = empty->progress;
        ok = editor_model_cache_read(importer, entry);
    }
    editor_mapping_release(entry);
    editor_level_destroy(ok ? empty : importer->level);
    if (ok)
        return true;
    importer->level = empty;
    editor_import_forget(importer);
    return false;
}

// An origin that is given may be the reader's own.
static bool try_origins(editor_importer *importer, editor_hash content)
{
    return (importer->given.is_known && try_entry(importer, content, &importer->given)) ||
           try_entry(importer, content, NULL);
}

// As chosen, or as it was read without what it may lack: then the file does.
static bool try_choices(editor_importer *importer, editor_hash content)
{
    const bool scenes = importer->scene && importer->may_lack_scene;
    const bool variants = importer->variant && importer->may_lack_variant;
    bool found = false;
    for (unsigned i = 0; i < 4 && !found; i++) {
        if (((i & 1) && !scenes) || ((i & 2) && !variants))
            continue;
        importer->lacks_scene = i & 1;
        importer->lacks_variant = i & 2;
        found = try_origins(importer, content);
    }
    if (!found)
        importer->lacks_scene = importer->lacks_variant = false;
    return found;
}

bool editor_model_cache_find(editor_importer *importer)
{
    editor_hash content;
    if (!importer->keeps)
        return false;
    editor_progress_enter(importer->level->progress, "Reading", 0);
    return find_content(importer, &content) && try_choices(importer, content);
}
