#include "screen/thumbnails.h"

#include "screen/image_file.h"
#include "system/background.h"
#include "system/file_read.h"
#include "system/file_save.h"
#include "system/platform_folder.h"
#include "system/text.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FILE_LIMIT = 1 << 20, REASON_LIMIT = 4096 };

// A thumbnail that was seen.
typedef struct shown {
    uint64_t key;
    render_texture texture; // or
    char *why;
    uint64_t used; // the step in which it was seen last
} shown;

struct editor_thumbnails {
    char *folder, *program;
    const char *device_name;
    shown items[EDITOR_THUMBNAIL_SHOWN];
    uint32_t count;
    uint64_t step, generation;
    render_scene *scene;
    editor_background *drawing;
    uint64_t drawn_key;
    bool pruned;
    bool forgot; // one whose texture an entry out of view may still name
};

// --- The cache ---

// A name for what the file is now: of its path, size and time.
static uint64_t key_of(const char *path, const editor_file_stamp *stamp)
{
    uint64_t hash = 14695981039346656037u; // FNV-1a
    for (const char *c = path; *c; c++)
        hash = (hash ^ (unsigned char)*c) * 1099511628211u;
    const uint64_t numbers[2] = {(uint64_t)stamp->time, stamp->bytes};
    for (int i = 0; i < 16; i++)
        hash = (hash ^ (numbers[i / 8] >> 8 * (i % 8) & 0xff)) * 1099511628211u;
    return hash ? hash : 1;
}

// A file of the cache: "png" is a picture, "txt" a reason. False: the path is too long.
static bool name_file(const editor_thumbnails *thumbnails, uint64_t key, const char *extension, char *path)
{
    const int length = snprintf(path, EDITOR_PATH_SIZE, "%s/%016" PRIx64 ".%s", thumbnails->folder, key, extension);
    return length > 0 && length < EDITOR_PATH_SIZE;
}

typedef struct cached {
    char *path;
    int64_t time;
} cached;

static int by_time(const void *a, const void *b)
{
    const cached *x = a, *y = b;
    return x->time < y->time ? -1 : x->time > y->time;
}

// Removes the oldest files of a cache that holds too many, down to three quarters. Files of other programs count too:
// the folder is this program's own.
static void prune(const editor_thumbnails *thumbnails)
{
    editor_folder_entry *entries;
    size_t count, kept = 0;
    if (!editor_folder_list(thumbnails->folder, &entries, &count))
        return;
    cached *files = count > EDITOR_THUMBNAIL_FILES ? calloc(count, sizeof(*files)) : NULL;
    for (size_t i = 0; files && i < count; i++) {
        char path[EDITOR_PATH_SIZE];
        const int length = snprintf(path, sizeof(path), "%s/%s", thumbnails->folder, entries[i].name);
        if (length > 0 && (size_t)length < sizeof(path) && !entries[i].is_folder)
            files[kept++] = (cached){editor_text_copy(path), editor_file_look(path).time};
    }
    if (kept > 0)
        qsort(files, kept, sizeof(*files), by_time);
    for (size_t i = 0; i < kept; i++) {
        if (files[i].path && i + EDITOR_THUMBNAIL_FILES * 3 / 4 < kept)
            editor_file_remove(files[i].path);
        free(files[i].path);
    }
    free(files);
    editor_folder_free(entries, count);
}

// --- What is shown ---

static void forget(editor_thumbnails *thumbnails, uint32_t item)
{
    thumbnails->forgot = true;
    render_texture_destroy(thumbnails->scene, thumbnails->items[item].texture);
    free(thumbnails->items[item].why);
    thumbnails->items[item] = thumbnails->items[--thumbnails->count];
}

// A place for another one, that of the one not seen for the longest time where all are taken.
static shown *add(editor_thumbnails *thumbnails, uint64_t key)
{
    uint32_t oldest = 0;
    for (uint32_t i = 1; i < thumbnails->count; i++)
        oldest = thumbnails->items[i].used < thumbnails->items[oldest].used ? i : oldest;
    if (thumbnails->count == EDITOR_THUMBNAIL_SHOWN)
        forget(thumbnails, oldest);
    shown *item = &thumbnails->items[thumbnails->count++];
    *item = (shown){.key = key, .used = thumbnails->step};
    return item;
}

static shown *find(editor_thumbnails *thumbnails, uint64_t key)
{
    for (uint32_t i = 0; i < thumbnails->count; i++) {
        if (thumbnails->items[i].key == key)
            return &thumbnails->items[i];
    }
    return NULL;
}

static bool load_picture(editor_thumbnails *thumbnails, uint64_t key)
{
    char path[EDITOR_PATH_SIZE];
    uint8_t *bytes = NULL;
    size_t size = 0;
    if (!name_file(thumbnails, key, "png", path) || editor_file_read(path, FILE_LIMIT, &bytes, &size) != EDITOR_FILE_OK)
        return false;
    editor_image image = {0};
    editor_error error;
    render_texture texture = 0;
    const bool ok = editor_image_decode(NULL, bytes, size, &image, &error) && image.width == EDITOR_THUMBNAIL_SIZE &&
                    image.height == EDITOR_THUMBNAIL_SIZE;
    const render_texture_desc desc = {
        .name = "thumbnail", .width = image.width, .height = image.height, .rgba = image.rgba};
    if (ok && render_texture_create(thumbnails->scene, &desc, &texture) == RENDER_OK)
        add(thumbnails, key)->texture = texture;
    free(image.rgba);
    free(bytes);
    if (!ok)
        editor_file_remove(path); // damaged: it is drawn again
    return texture != 0;
}

static bool load_reason(editor_thumbnails *thumbnails, uint64_t key)
{
    char path[EDITOR_PATH_SIZE];
    uint8_t *bytes = NULL;
    size_t size = 0;
    if (!name_file(thumbnails, key, "txt", path) ||
        editor_file_read(path, REASON_LIMIT, &bytes, &size) != EDITOR_FILE_OK)
        return false;
    char *text = (char *)bytes;
    text[strcspn(text, "\n")] = '\0';
    add(thumbnails, key)->why = text;
    return true;
}

// --- Drawing ---

// "vkpick: FILE: line 1: what" without the program and the file, whose name is shown beside it.
static const char *trim(const char *text)
{
    const char *at = strstr(text, ": ");
    const char *after = at ? strstr(at + 2, ": ") : NULL;
    return after ? after + 2 : text;
}

// Keeps the reason, also where the cache cannot be written: else it would be drawn again and again. `lasting`: it lies
// in the file, so that other editors, and later ones, need not try.
static void refuse(editor_thumbnails *thumbnails, uint64_t key, const char *why, bool lasting)
{
    char path[EDITOR_PATH_SIZE];
    editor_error error;
    if (lasting && name_file(thumbnails, key, "txt", path))
        (void)editor_file_save(path, why, strlen(why), &error);
    shown *item = add(thumbnails, key);
    item->why = editor_text_copy(why);
    if (item->why)
        item->why[strcspn(item->why, "\n")] = '\0';
}

static void start(editor_thumbnails *thumbnails, const char *model, uint64_t key)
{
    char out[EDITOR_PATH_SIZE], errors[EDITOR_PATH_SIZE], size[32];
    snprintf(size, sizeof(size), "%dx%d", EDITOR_THUMBNAIL_SIZE, EDITOR_THUMBNAIL_SIZE);
    const char *const arguments[] = {thumbnails->program,
                                     "render",
                                     model,
                                     "--out",
                                     out,
                                     "--size",
                                     size,
                                     "--no-grid",
                                     "--no-cache", // looking into a folder is no reason to remember all that is in it
                                     thumbnails->device_name ? "--device" : NULL,
                                     thumbnails->device_name,
                                     NULL};
    if (name_file(thumbnails, key, "part.png", out) && name_file(thumbnails, key, "part.txt", errors))
        thumbnails->drawing = editor_background_start(arguments, errors, EDITOR_THUMBNAIL_SECONDS);
    thumbnails->drawn_key = key;
    if (!thumbnails->drawing)
        refuse(thumbnails, key, "no picture: its program cannot be started", false);
}

// Gives what was drawn, or the reason why not, its name in the cache.
static void finish(editor_thumbnails *thumbnails, bool drawn)
{
    char part[EDITOR_PATH_SIZE], whole[EDITOR_PATH_SIZE], errors[EDITOR_PATH_SIZE];
    const uint64_t key = thumbnails->drawn_key;
    if (!name_file(thumbnails, key, "part.png", part) || !name_file(thumbnails, key, "png", whole) ||
        !name_file(thumbnails, key, "part.txt", errors))
        return; // not begun then
    uint8_t *bytes = NULL;
    size_t size = 0;
    const bool said = !drawn && editor_file_read(errors, REASON_LIMIT / 2, &bytes, &size) == EDITOR_FILE_OK && size > 0;
    if (drawn && rename(part, whole) != 0 && !editor_file_look(whole).exists) // nor did another editor draw it
        refuse(thumbnails, key, "no picture: the cache folder cannot be written", false);
    else if (!drawn)
        refuse(thumbnails, key, said ? trim((const char *)bytes) : "no picture: drawing it took too long, or failed",
               said);
    free(bytes);
    editor_file_remove(part);
    editor_file_remove(errors);
}

// --- Steps ---

editor_thumbnails *editor_thumbnails_create(const char *folder, const char *device_name)
{
    editor_thumbnails *thumbnails = calloc(1, sizeof(*thumbnails));
    if (!thumbnails)
        return NULL;
    thumbnails->folder = editor_text_copy(folder);
    thumbnails->program = editor_background_self();
    thumbnails->device_name = device_name;
    if (thumbnails->folder && thumbnails->program)
        return thumbnails;
    editor_thumbnails_destroy(thumbnails);
    return NULL;
}

// The scene has freed the textures if it is gone.
void editor_thumbnails_destroy(editor_thumbnails *thumbnails)
{
    if (!thumbnails)
        return;
    editor_background_destroy(thumbnails->drawing);
    for (uint32_t i = 0; i < thumbnails->count; i++)
        free(thumbnails->items[i].why);
    free(thumbnails->folder);
    free(thumbnails->program);
    free(thumbnails);
}

// Finds the thumbnail of an entry, in memory or in the cache, or begins to draw it. Returns whether a file was read.
static bool look_up(editor_thumbnails *thumbnails, editor_asset_entry *entry)
{
    const editor_file_stamp stamp = editor_file_look(entry->path);
    if (!stamp.exists)
        return false;
    const uint64_t key = key_of(entry->path, &stamp);
    shown *item = find(thumbnails, key);
    bool read = false;
    if (!item && (load_picture(thumbnails, key) || load_reason(thumbnails, key))) {
        read = true;
        item = find(thumbnails, key);
    }
    if (item) {
        item->used = thumbnails->step;
        entry->picture = item->texture;
        entry->why = item->why;
        return read;
    }
    entry->picture = 0;
    entry->why = stamp.bytes > EDITOR_THUMBNAIL_LARGEST ? "no picture: the file is larger than 256 MB" : NULL;
    if (!entry->why && !thumbnails->drawing)
        start(thumbnails, entry->path, key);
    return false;
}

static void clear_entries(editor_asset_folder *assets, bool seen_too)
{
    for (uint32_t i = 0; i < assets->count; i++) {
        if (seen_too || !assets->entries[i].seen) {
            assets->entries[i].picture = 0;
            assets->entries[i].why = NULL;
        }
    }
}

static void begin(editor_thumbnails *thumbnails, editor_asset_folder *assets, render_scene *scene, uint64_t generation)
{
    thumbnails->step++;
    thumbnails->forgot = false;
    if (thumbnails->generation != generation || thumbnails->scene != scene) {
        for (uint32_t i = 0; i < thumbnails->count; i++)
            free(thumbnails->items[i].why);
        thumbnails->count = 0; // the textures went with the other scene
        clear_entries(assets, true);
        thumbnails->scene = scene;
        thumbnails->generation = generation;
    }
    if (!thumbnails->pruned && editor_folder_make(thumbnails->folder))
        prune(thumbnails);
    thumbnails->pruned = true;
}

bool editor_thumbnails_step(editor_thumbnails *thumbnails, editor_asset_folder *assets, render_scene *scene,
                            uint64_t generation)
{
    bool changed = false, read = false;
    begin(thumbnails, assets, scene, generation);
    if (thumbnails->drawing && editor_background_look(thumbnails->drawing) != EDITOR_BACKGROUND_RUNS) {
        finish(thumbnails, editor_background_look(thumbnails->drawing) == EDITOR_BACKGROUND_DONE);
        editor_background_destroy(thumbnails->drawing);
        thumbnails->drawing = NULL;
    }
    for (uint32_t i = 0; i < assets->count; i++) {
        editor_asset_entry *entry = &assets->entries[i];
        if (!entry->seen || entry->is_folder)
            continue;
        const render_texture picture = entry->picture;
        const char *why = entry->why;
        if (read) { // one in a step: the others wait, and another step follows
            changed = true;
            break;
        }
        read = look_up(thumbnails, entry);
        changed |= entry->picture != picture || entry->why != why;
    }
    if (thumbnails->forgot)
        clear_entries(assets, false);
    return changed;
}

bool editor_thumbnails_are_busy(const editor_thumbnails *thumbnails)
{
    return thumbnails->drawing != NULL;
}
