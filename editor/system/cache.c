// cache.c: the folder, finding entries, and contents that are remembered.
#define _XOPEN_SOURCE 700 // utimensat, O_NOFOLLOW

#include "system/cache.h"

#include "system/cache_internal.h"
#include "system/platform_folder.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#ifdef __linux__
#include <linux/magic.h>
#include <sys/vfs.h>
#endif
#include <time.h>
#include <unistd.h>

static struct {
    char folder[EDITOR_PATH_SIZE];
    uint64_t limit;
} cache;

void editor_cache_use(const char *folder, uint64_t limit)
{
    const int length = snprintf(cache.folder, sizeof(cache.folder), "%s", folder && limit > 0 ? folder : "");
    if (length < 0 || (size_t)length >= sizeof(cache.folder))
        cache.folder[0] = '\0';
    cache.limit = limit;
}

bool editor_cache_is_used(void)
{
    return cache.folder[0] != '\0';
}

const char *cache_folder(void)
{
    return cache.folder;
}

uint64_t cache_limit(void)
{
    return cache.limit;
}

bool cache_path(char path[EDITOR_PATH_SIZE], editor_hash name, const char *kind)
{
    char text[EDITOR_HASH_TEXT_SIZE];
    editor_hash_text(name, text);
    const int length = snprintf(path, EDITOR_PATH_SIZE, "%s/%s.%s", cache.folder, text, kind);
    return editor_cache_is_used() && length > 0 && length < EDITOR_PATH_SIZE;
}

bool cache_is_own(int descriptor, bool is_folder)
{
    struct stat status;
    return fstat(descriptor, &status) == 0 && (is_folder ? S_ISDIR(status.st_mode) : S_ISREG(status.st_mode)) &&
           status.st_uid == geteuid() && (status.st_mode & 022) == 0;
}

static bool folder_is_own(void)
{
    const int folder = open(cache.folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    const bool own = folder >= 0 && cache_is_own(folder, true);
    if (folder >= 0)
        close(folder);
    return own;
}

FILE *cache_open(const char *path)
{
    const int descriptor = folder_is_own() ? open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC) : -1;
    FILE *file = descriptor >= 0 && cache_is_own(descriptor, false) ? fdopen(descriptor, "rb") : NULL;
    if (!file && descriptor >= 0)
        close(descriptor);
    return file;
}

// Before it is mapped, which reads all of it: a file may state any size.
static bool has_header(FILE *file, editor_hash key)
{
    cache_header header;
    struct stat status;
    return fread(&header, sizeof(header), 1, file) == 1 && header.magic == CACHE_ENTRY_MAGIC &&
           editor_hash_is_same(header.key, key) && header.size <= cache.limit && fstat(fileno(file), &status) == 0 &&
           (uint64_t)status.st_size == header.size;
}

static bool is_whole(const editor_mapping *entry, editor_hash key)
{
    cache_header header;
    if (entry->size < sizeof(header))
        return false;
    memcpy(&header, entry->bytes, sizeof(header));
    return header.magic == CACHE_ENTRY_MAGIC && header.size == entry->size && editor_hash_is_same(header.key, key) &&
           editor_hash_is_same(header.checksum,
                               editor_hash_bytes(entry->bytes + CACHE_CHECKED_FROM, entry->size - CACHE_CHECKED_FROM));
}

editor_mapping *editor_cache_find(editor_hash key)
{
    char path[EDITOR_PATH_SIZE];
    FILE *file = cache_path(path, key, "model") ? cache_open(path) : NULL;
    if (!file)
        return NULL;
    editor_mapping *entry = has_header(file, key) ? editor_mapping_open(file) : NULL;
    if (entry && !is_whole(entry, key)) {
        editor_mapping_release(entry);
        entry = NULL;
    }
    if (entry)
        (void)futimens(fileno(file), NULL); // it is the last that was used; in a folder that is read only, it is not
    fclose(file);
    return entry;
}

// --- Contents ---

typedef struct content_record {
    uint64_t magic, unused;
    editor_hash file, content, checksum; // the file as it was; the checksum is of all before it
} content_record;

// What stands for the content of a file, and cannot be set by who changes it.
static editor_hash identify(const struct stat *status)
{
    const int64_t facts[7] = {(int64_t)status->st_dev,          (int64_t)status->st_ino,
                              (int64_t)status->st_size,         (int64_t)status->st_mtim.tv_sec,
                              (int64_t)status->st_mtim.tv_nsec, (int64_t)status->st_ctim.tv_sec,
                              (int64_t)status->st_ctim.tv_nsec};
    return editor_hash_bytes(facts, sizeof(facts));
}

static unsigned settling = EDITOR_CACHE_SETTLING;

void editor_cache_set_settling(unsigned seconds)
{
    settling = seconds;
}

// Files in memory are never written to a disk, so the times may stay for ever.
static bool has_lasting_times(int descriptor)
{
#ifdef __linux__
    struct statfs status;
    return fstatfs(descriptor, &status) != 0 || (status.f_type != TMPFS_MAGIC && status.f_type != RAMFS_MAGIC);
#else
    (void)descriptor;
    return true;
#endif
}

// Whether a later change is certain to show in the times. The first write to a page of a mapped file sets them, and the
// next one after the kernel wrote the page to the disk: half a minute later (vm.dirty_expire_centisecs, and the time
// between two looks). Those in between do not show.
static bool is_settled(int descriptor, const struct stat *status)
{
    struct timespec now;
    return clock_gettime(CLOCK_REALTIME, &now) == 0 && status->st_mtim.tv_sec + (time_t)settling < now.tv_sec &&
           status->st_ctim.tv_sec + (time_t)settling < now.tv_sec && has_lasting_times(descriptor);
}

static bool recall(editor_hash identity, editor_hash *content)
{
    char path[EDITOR_PATH_SIZE];
    content_record record;
    FILE *file = cache_path(path, identity, "content") ? cache_open(path) : NULL;
    if (!file)
        return false;
    const bool ok =
        fread(&record, sizeof(record), 1, file) == 1 && record.magic == CACHE_CONTENT_MAGIC &&
        editor_hash_is_same(record.file, identity) &&
        editor_hash_is_same(record.checksum, editor_hash_bytes(&record, offsetof(content_record, checksum)));
    if (ok) {
        *content = record.content;
        (void)futimens(fileno(file), NULL);
    }
    fclose(file);
    return ok;
}

static void remember(editor_hash identity, editor_hash content)
{
    char path[EDITOR_PATH_SIZE], made[EDITOR_PATH_SIZE + 16];
    if (!cache_path(path, identity, "content") || !editor_folder_make(cache.folder) || !folder_is_own())
        return;
    content_record record = {.magic = CACHE_CONTENT_MAGIC, .file = identity, .content = content};
    record.checksum = editor_hash_bytes(&record, offsetof(content_record, checksum));
    snprintf(made, sizeof(made), "%s.XXXXXX", path);
    const int descriptor = mkstemp(made);
    if (descriptor < 0)
        return;
    const bool written = write(descriptor, &record, sizeof(record)) == (ssize_t)sizeof(record);
    if (close(descriptor) != 0 || !written || rename(made, path) != 0)
        unlink(made);
}

bool editor_cache_content(FILE *file, editor_progress *progress, editor_hash *content)
{
    struct stat before, after;
    if (fstat(fileno(file), &before) != 0 || !S_ISREG(before.st_mode))
        return false;
    const editor_hash identity = identify(&before);
    const bool settled = editor_cache_is_used() && is_settled(fileno(file), &before);
    if (settled && recall(identity, content))
        return true;
    if (!editor_hash_file(fileno(file), (uint64_t)before.st_size, progress, content))
        return false;
    const bool same = fstat(fileno(file), &after) == 0 && editor_hash_is_same(identity, identify(&after));
    if (settled && same && before.st_size >= (off_t)1 << 20) // smaller ones are read as fast
        remember(identity, *content);
    return same;
}
