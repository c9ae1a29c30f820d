// cache_write.c: writes entries in processes of their own, and removes old ones.
#define _GNU_SOURCE // close_range, flock, posix_fallocate

#include "system/cache_internal.h"
#include "system/platform_folder.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

// --- Room ---

typedef struct cache_file {
    char name[64];
    struct timespec used;
    uint64_t bytes;
} cache_file;

// What follows the hash that the name of a file of the cache begins with: ".model". NULL: it is no such file, which
// other programs, or a person, may have put here.
static const char *kind_of(const char *name)
{
    enum { DIGITS = EDITOR_HASH_TEXT_SIZE - 1 };
    if (strspn(name, "0123456789abcdef") != DIGITS)
        return NULL;
    const char *kind = name + DIGITS;
    return strncmp(kind, ".model", 6) == 0 || strncmp(kind, ".content", 8) == 0 ? kind : NULL;
}

// One order for all processes, also where times are equal: they would remove different files otherwise.
static int by_use(const void *a, const void *b)
{
    const cache_file *x = a, *y = b;
    return x->used.tv_sec != y->used.tv_sec     ? (x->used.tv_sec < y->used.tv_sec ? -1 : 1)
           : x->used.tv_nsec != y->used.tv_nsec ? (x->used.tv_nsec < y->used.tv_nsec ? -1 : 1)
                                                : strcmp(x->name, y->name);
}

// Removes what a writer is at work on if it is not any more: it would hold the lock. Where the file system has no
// locks, an hour is more than it may take.
static void remove_abandoned(int folder, const char *name, time_t changed)
{
    enum { HOUR = 3600 };
    const int file = openat(folder, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
    if (file < 0)
        return;
    const bool is_free = flock(file, LOCK_EX | LOCK_NB) == 0;
    if (is_free || (errno != EWOULDBLOCK && changed + HOUR < time(NULL)))
        (void)unlinkat(folder, name, 0);
    close(file);
}

// Files of the cache; what a killed writer left behind is removed at once.
static cache_file *list_files(int folder, size_t *count)
{
    enum { BLOCK = 4096 }; // that a small file takes
    cache_file *files = NULL;
    size_t capacity = 0;
    *count = 0;
    const int copy = dup(folder);
    DIR *entries = copy >= 0 ? fdopendir(copy) : NULL;
    for (struct dirent *entry = entries ? readdir(entries) : NULL; entry; entry = readdir(entries)) {
        struct stat status;
        if (strlen(entry->d_name) >= sizeof(files->name) || entry->d_name[0] == '.' ||
            fstatat(folder, entry->d_name, &status, AT_SYMLINK_NOFOLLOW) != 0 || !S_ISREG(status.st_mode))
            continue;
        const char *kind = kind_of(entry->d_name);
        if (!kind)
            continue;
        if (strcmp(kind, ".model") != 0 && strcmp(kind, ".content") != 0) {
            remove_abandoned(folder, entry->d_name, status.st_mtim.tv_sec);
            continue;
        }
        if (*count == capacity) {
            const size_t wanted = capacity ? 2 * capacity : 64;
            cache_file *grown = realloc(files, wanted * sizeof(*grown));
            if (!grown)
                break;
            files = grown;
            capacity = wanted;
        }
        cache_file *file = &files[(*count)++];
        *file = (cache_file){.used = status.st_mtim, .bytes = (uint64_t)status.st_size};
        file->bytes = file->bytes < BLOCK ? BLOCK : file->bytes;
        memcpy(file->name, entry->d_name, strlen(entry->d_name) + 1);
    }
    if (entries)
        closedir(entries);
    else if (copy >= 0)
        close(copy);
    return files;
}

bool cache_make_room(uint64_t more)
{
    if (more > cache_limit())
        return false;
    const int folder = open(cache_folder(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (folder < 0)
        return false;
    size_t count = 0;
    cache_file *files = list_files(folder, &count);
    uint64_t total = more;
    for (size_t i = 0; i < count; i++)
        total += files[i].bytes;
    if (count > 0)
        qsort(files, count, sizeof(*files), by_use);
    for (size_t i = 0; i < count && total > cache_limit(); i++) {
        if (unlinkat(folder, files[i].name, 0) == 0 || errno == ENOENT) // another process has removed it
            total -= files[i].bytes;
    }
    free(files);
    close(folder);
    return total <= cache_limit();
}

// --- Writing ---

static bool fill_entry(uint8_t *bytes, uint64_t size, editor_hash key, const editor_cache_piece *pieces, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const editor_cache_piece *piece = &pieces[i];
        if (piece->mesh && pick_mesh_write(piece->mesh, bytes + piece->at, (size_t)piece->size) != piece->size)
            return false;
        if (!piece->mesh && piece->size > 0)
            memcpy(bytes + piece->at, piece->bytes, (size_t)piece->size);
    }
    cache_header header = {.magic = CACHE_ENTRY_MAGIC, .size = size, .key = key};
    memcpy(bytes, &header, sizeof(header));
    header.checksum = editor_hash_bytes(bytes + CACHE_CHECKED_FROM, (size_t)size - CACHE_CHECKED_FROM);
    memcpy(bytes, &header, sizeof(header));
    return true;
}

// In large pieces: the system then keeps the file in large pages, and mapping and reading it takes a quarter less time
// than if it had been written page by page, through a mapping for instance.
static bool write_all(int file, const uint8_t *bytes, uint64_t size)
{
    const uint64_t most = 4 << 20;
    for (uint64_t done = 0; done < size;) {
        const ssize_t written = write(file, bytes + done, (size_t)(size - done < most ? size - done : most));
        if (written <= 0 && !(written < 0 && errno == EINTR))
            return false;
        done += written > 0 ? (uint64_t)written : 0;
    }
    return true;
}

// Opens a new file that ends in six letters, with its lock: somebody is at work on it. Another process may remove it
// before it has that. Negative: it cannot be.
static int open_made(char *made)
{
    enum { TRIES = 16 };
    const size_t end = strlen(made);
    for (int i = 0; i < TRIES; i++) {
        struct stat status;
        memcpy(made + end - 6, "XXXXXX", 6);
        const int file = mkstemp(made);
        if (file < 0)
            return -1;
        (void)flock(file, LOCK_EX);
        if (fstat(file, &status) == 0 && status.st_nlink > 0)
            return file;
        close(file);
    }
    return -1;
}

bool cache_write(editor_hash key, const editor_cache_piece *pieces, size_t count)
{
    const uint64_t size = count > 0 ? pieces[count - 1].at + pieces[count - 1].size : EDITOR_CACHE_CONTENT;
    char path[EDITOR_PATH_SIZE], made[EDITOR_PATH_SIZE + 16];
    if (!cache_path(path, key, "model") || !editor_folder_make(cache_folder()) || !cache_make_room(size))
        return false;
    snprintf(made, sizeof(made), "%s.XXXXXX", path);
    const int folder = open(cache_folder(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    const bool own = folder >= 0 && cache_is_own(folder, true);
    if (folder >= 0)
        close(folder);
    const int file = own ? open_made(made) : -1;
    if (file < 0)
        return false;
    const bool has_space = posix_fallocate(file, 0, (off_t)size) == 0; // else nothing need be made
    void *bytes =
        has_space ? mmap(NULL, (size_t)size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) : MAP_FAILED;
    bool ok = bytes != MAP_FAILED && fill_entry(bytes, size, key, pieces, count) && write_all(file, bytes, size);
    ok = (bytes == MAP_FAILED || munmap(bytes, (size_t)size) == 0) && ok;
    const int held = dup(file); // with the lock, until the file has its name
    ok = close(file) == 0 && ok && rename(made, path) == 0;
    if (held >= 0)
        close(held);
    if (!ok)
        unlink(made);
    else
        (void)cache_make_room(0); // others may have written meanwhile, each with the room that there was
    return ok;
}

// --- Writers ---

enum { MOST_WRITERS = 8, MOST_SECONDS = 600 };

static pthread_mutex_t guard = PTHREAD_MUTEX_INITIALIZER;
static pid_t writers[MOST_WRITERS]; // 0: none

static bool wait_for(pid_t *writer, int options)
{
    pid_t ended = 0;
    while (*writer > 0 && (ended = waitpid(*writer, NULL, options)) < 0 && errno == EINTR) {
    }
    if (ended != 0)
        *writer = 0;
    return *writer == 0;
}

// In the new process: nothing that is open here may be kept open by it, locks of levels included.
static void leave_everything(void)
{
    const int nowhere = open("/dev/null", O_RDWR);
    for (int i = 0; i < 3; i++)
        dup2(nowhere, i);
#if defined(__linux__)
    if (close_range(3, ~0u, 0) == 0)
        return;
#endif
    for (int i = 3; i < 65536; i++)
        close(i);
}

// The thread that it was started by may have blocked signals, the program may ignore them, and its handlers are not for
// a writer.
static void let_signals_end_it(void)
{
    static const int ends[] = {SIGALRM, SIGTERM, SIGINT, SIGHUP, SIGXFSZ};
    sigset_t none;
    for (size_t i = 0; i < sizeof(ends) / sizeof(ends[0]); i++)
        signal(ends[i], SIG_DFL);
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
}

void editor_cache_store(editor_hash key, const editor_cache_piece *pieces, size_t count)
{
    if (!editor_cache_is_used())
        return;
    pthread_mutex_lock(&guard);
    unsigned place = 0;
    while (place < MOST_WRITERS && !wait_for(&writers[place], WNOHANG))
        place++;
    if (place == MOST_WRITERS) { // each keeps a copy of this process's memory: not any number of them
        pthread_mutex_unlock(&guard);
        return;
    }
    const pid_t process = fork();
    if (process == 0) {
        leave_everything();
        let_signals_end_it();
        alarm(MOST_SECONDS);
        if (nice(10) == -1)
            errno = 0; // it runs at the usual priority
        _exit(cache_write(key, pieces, count) ? 0 : 1);
    }
    writers[place] = process > 0 ? process : 0;
    pthread_mutex_unlock(&guard);
}

void editor_cache_wait(void)
{
    pthread_mutex_lock(&guard);
    for (unsigned i = 0; i < MOST_WRITERS; i++)
        wait_for(&writers[i], 0);
    pthread_mutex_unlock(&guard);
}
