// An entry of the cache is read as if an enemy had written it: any bytes behind the header are refused in one line, or
// become a level that can be picked in. A first byte that is even: the rest is the content. Odd: that of a good entry
// with bytes changed. The checksum, which no change by accident passes, is not looked at.
#define _XOPEN_SOURCE 700 // mkdtemp

#include "history.h"

#include "cached_model.h"
#include "document/import/common/model_cache.h"
#include "document/import/import.h"
#include "document/level/choice.h"
#include "document/motion/motion.h"
#include "system/cache_internal.h"

#include <dirent.h>
#include <unistd.h>

// A model, and its entry. They stay for the life of the program, but for their files, which go at its end.
static struct {
    char folder[64], model[96];
    uint8_t *bytes;
    size_t size;
} good;

static void remove_all(void)
{
    char command[96];
    snprintf(command, sizeof(command), "rm -rf %s", good.folder);
    HISTORY_MUST(system(command) == 0);
    free(good.bytes);
}

static void read_entry(const char *cache)
{
    DIR *files = opendir(cache);
    HISTORY_MUST(files != NULL);
    for (struct dirent *entry = readdir(files); entry; entry = readdir(files)) {
        char path[256];
        snprintf(path, sizeof(path), "%s/%.100s", cache, entry->d_name);
        FILE *file = strstr(entry->d_name, ".model") ? fopen(path, "rb") : NULL;
        if (!file)
            continue;
        editor_mapping *mapping = editor_mapping_open(file);
        HISTORY_MUST(mapping != NULL && !good.bytes);
        good.size = mapping->size;
        good.bytes = malloc(good.size);
        HISTORY_MUST(good.bytes != NULL);
        memcpy(good.bytes, mapping->bytes, good.size);
        editor_mapping_release(mapping);
        fclose(file);
    }
    closedir(files);
    HISTORY_MUST(good.bytes != NULL);
}

static void make_good(void)
{
    char cache[96];
    snprintf(good.folder, sizeof(good.folder), "history_cache.XXXXXX");
    HISTORY_MUST(mkdtemp(good.folder) != NULL && atexit(remove_all) == 0);
    snprintf(good.model, sizeof(good.model), "%s/model.gltf", good.folder);
    snprintf(cache, sizeof(cache), "%s/cache", good.folder);
    cached_model_write(good.folder, 1);
    editor_cache_use(cache, UINT64_MAX);
    editor_model_cache_set_least(0);
    editor_error error;
    editor_level *level = editor_import(good.model, cached_model_decode, NULL, &error);
    HISTORY_MUST(level != NULL);
    editor_level_destroy(level);
    editor_cache_wait();
    read_entry(cache);
    editor_cache_use(NULL, 0);
}

static void try(const uint8_t *bytes, size_t size)
{
    editor_error error = {""};
    editor_mapping mapping = {bytes, size, 2}; // the second user keeps it from being unmapped
    editor_importer importer = {
        .path = good.model, .decoder = cached_model_decode, .error = &error, .level = editor_level_create()};
    HISTORY_MUST(importer.level != NULL);
    const bool ok = editor_model_cache_read(&importer, &mapping) && editor_level_finish(importer.level, &error);
    HISTORY_MUST(ok || (error.text[0] && !strchr(error.text, '\n')));
    if (ok) {
        (void)cached_model_pick(importer.level);
        (void)cached_model_hash(importer.level);
    }
    editor_import_free_images(&importer);
    editor_import_free_sources(&importer);
    editor_import_free_tallies(&importer);
    editor_choices_free(&importer.choices);
    motion_destroy(importer.motion);
    editor_level_destroy(importer.level);
    HISTORY_MUST(mapping.users == 2);
}

// Each change is a place, what to do, and a value.
static void change(history *h, uint8_t *bytes, size_t size)
{
    while (!history_ended(h)) {
        const size_t number = (size_t)history_byte(h) << 16 | (size_t)history_byte(h) << 8 | history_byte(h);
        const uint8_t what = history_byte(h), value = history_byte(h);
        const size_t limit = what & 4 ? size : 4096; // the table, the list and the pack come first
        const size_t at = EDITOR_CACHE_CONTENT + number % (limit - EDITOR_CACHE_CONTENT - 8);
        static const uint32_t likely[] = {0, 1, 2, 3, 0x7fffffff, 0x80000000, 0xfffffffe, 0xffffffff, 0x7f800000};
        if (what & 1)
            memcpy(bytes + at / 4 * 4, &likely[value % (sizeof(likely) / sizeof(likely[0]))], 4);
        else if (what & 2)
            memcpy(bytes + at / 4 * 4, bytes + EDITOR_CACHE_CONTENT + 4 * (size_t)value, 4);
        else
            bytes[at] = value;
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    if (!good.bytes)
        make_good();
    history h = history_begin(bytes, size);
    const bool changes = history_byte(&h) % 2 == 1;
    const size_t length = changes ? good.size : EDITOR_CACHE_CONTENT + size;
    const size_t room = (length + 63) / 64 * 64;
    uint8_t *entry = aligned_alloc(64, room);
    HISTORY_MUST(entry != NULL);
    memset(entry, 0, room);
    if (changes)
        memcpy(entry, good.bytes, length);
    else if (size > 0)
        memcpy(entry + EDITOR_CACHE_CONTENT, bytes, size);
    if (changes)
        change(&h, entry, length);
    try(entry, length);
    free(entry);
    return 0;
}
