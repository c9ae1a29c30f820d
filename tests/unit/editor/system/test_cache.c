// The cache's folder: entries are whole or none, whatever happens to their files or writers.
#define _GNU_SOURCE // mkdtemp, RLIMIT_FSIZE

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "effort.h"
#include "random.h"
#include "system/cache_internal.h"

#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#ifdef __linux__
#include <linux/magic.h>
#include <sys/vfs.h>
#endif
#include <time.h>
#include <unistd.h>

#define LIMIT ((uint64_t)1000000)

static char root[64], folder[80];

static int set_up(void **state)
{
    (void)state;
    snprintf(root, sizeof(root), "cache_test.XXXXXX");
    assert_non_null(mkdtemp(root));
    snprintf(folder, sizeof(folder), "%s/a/models", root);
    editor_cache_use(folder, LIMIT);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    editor_cache_wait();
    editor_cache_use(NULL, 0);
    char command[128];
    snprintf(command, sizeof(command), "rm -rf %s", root);
    return system(command);
}

static editor_hash key_of(uint64_t number)
{
    return (editor_hash){number, ~number};
}

// Writes an entry of so many bytes of that value, in this process or by a writer.
static void store(uint64_t number, size_t size, bool here)
{
    uint8_t *bytes = malloc(size);
    assert_non_null(bytes);
    memset(bytes, (int)number, size);
    const editor_cache_piece pieces[2] = {{EDITOR_CACHE_CONTENT, 1, bytes, NULL},
                                          {EDITOR_CACHE_CONTENT + 64, size - 1, bytes, NULL}};
    if (here)
        (void)cache_write(key_of(number), pieces, 2);
    else
        editor_cache_store(key_of(number), pieces, 2);
    memset(bytes, 0xee, size); // the writer has the bytes of before
    free(bytes);
}

// Whether there is such an entry. If there is, it is whole.
static bool has(uint64_t number, size_t size)
{
    editor_mapping *entry = editor_cache_find(key_of(number));
    if (!entry)
        return false;
    assert_int_equal(entry->size, EDITOR_CACHE_CONTENT + 63 + size);
    assert_int_equal(entry->bytes[EDITOR_CACHE_CONTENT], (uint8_t)number);
    assert_int_equal(entry->bytes[EDITOR_CACHE_CONTENT + 1], 0);
    for (size_t i = EDITOR_CACHE_CONTENT + 64; i < entry->size; i++)
        assert_int_equal(entry->bytes[i], (uint8_t)number);
    editor_mapping_release(entry);
    return true;
}

static void path_of(uint64_t number, char path[EDITOR_PATH_SIZE])
{
    assert_true(cache_path(path, key_of(number), "model"));
}

static size_t count_files(void)
{
    size_t count = 0;
    DIR *files = opendir(folder);
    for (struct dirent *entry = files ? readdir(files) : NULL; entry; entry = readdir(files))
        count += entry->d_name[0] != '.';
    if (files)
        closedir(files);
    return count;
}

static void test_what_is_stored_is_found(void **state)
{
    (void)state;
    assert_false(has(1, 500));
    store(1, 500, false);
    editor_cache_wait();
    assert_true(has(1, 500));
    assert_false(has(2, 500));
    assert_int_equal(count_files(), 1);
    editor_mapping *kept = editor_cache_find(key_of(1));
    store(1, 700, false); // replaces it, and the reader keeps what it has
    editor_cache_wait();
    assert_true(has(1, 700));
    assert_int_equal(kept->bytes[kept->size - 1], 1);
    char path[EDITOR_PATH_SIZE];
    path_of(1, path);
    assert_int_equal(remove(path), 0);
    assert_false(has(1, 700));
    assert_int_equal(kept->bytes[kept->size - 1], 1);
    editor_mapping_release(kept);
}

static void test_without_a_cache_nothing_is_written(void **state)
{
    (void)state;
    editor_cache_use(folder, 0);
    assert_false(editor_cache_is_used());
    store(1, 500, false);
    editor_cache_wait();
    assert_null(editor_cache_find(key_of(1)));
    assert_int_not_equal(access(folder, F_OK), 0);
}

static size_t read_entry(uint64_t number, uint8_t **bytes)
{
    char path[EDITOR_PATH_SIZE];
    path_of(number, path);
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    *bytes = calloc(1, LIMIT);
    const size_t size = fread(*bytes, 1, LIMIT, file);
    fclose(file);
    return size;
}

static void write_entry(uint64_t number, const uint8_t *bytes, size_t size)
{
    char path[EDITOR_PATH_SIZE];
    path_of(number, path);
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, size, file), size);
    fclose(file);
}

static void test_a_cut_or_changed_entry_is_none(void **state)
{
    (void)state;
    store(3, 5000, true);
    uint8_t *bytes;
    const size_t size = read_entry(3, &bytes);
    assert_true(has(3, 5000));
    test_random r = {5};
    for (int i = 0; i < 1000; i++) {
        write_entry(3, bytes, random_index(&r, (uint32_t)size));
        assert_null(editor_cache_find(key_of(3)));
    }
    for (int i = 0; i < 1000; i++) {
        const size_t at = i < EDITOR_CACHE_CONTENT ? (size_t)i : random_index(&r, (uint32_t)size);
        const uint8_t before = bytes[at];
        bytes[at] ^= (uint8_t)(1u << random_index(&r, 8));
        write_entry(3, bytes, size);
        assert_null(editor_cache_find(key_of(3)));
        bytes[at] = before;
    }
    write_entry(3, bytes, size + 1); // longer
    assert_null(editor_cache_find(key_of(3)));
    write_entry(4, bytes, size); // of another key
    assert_null(editor_cache_find(key_of(4)));
    write_entry(3, bytes, size);
    assert_true(has(3, 5000));
    free(bytes);
}

static void test_files_of_others_are_not_trusted(void **state)
{
    (void)state;
    char path[EDITOR_PATH_SIZE], elsewhere[EDITOR_PATH_SIZE];
    store(1, 500, true);
    path_of(1, path);
    path_of(9, elsewhere);
    assert_int_equal(chmod(path, 0622), 0);
    assert_false(has(1, 500));
    assert_int_equal(chmod(path, 0600), 0);
    assert_true(has(1, 500));
    assert_int_equal(chmod(folder, 0770), 0);
    assert_false(has(1, 500));
    store(2, 500, true); // nor is it written there
    assert_int_equal(count_files(), 1);
    assert_int_equal(chmod(folder, 0700), 0);
    assert_int_equal(rename(path, elsewhere), 0);
    assert_int_equal(symlink(elsewhere, path), 0);
    assert_false(has(1, 500));
    assert_int_equal(remove(path), 0);
    assert_int_equal(mkfifo(path, 0600), 0);
    assert_false(has(1, 500)); // and does not wait for a writer
    if (geteuid() == 0) {
        assert_int_equal(remove(path), 0);
        assert_int_equal(rename(elsewhere, path), 0);
        assert_int_equal(chown(path, 12345, 12345), 0);
        assert_false(has(1, 500));
    }
}

static void set_age(uint64_t number, time_t seconds)
{
    char path[EDITOR_PATH_SIZE];
    path_of(number, path);
    const struct timespec times[2] = {{time(NULL) - seconds, 0}, {time(NULL) - seconds, 0}};
    assert_int_equal(utimensat(AT_FDCWD, path, times, 0), 0);
}

static void test_the_bound_is_kept(void **state)
{
    (void)state;
    for (uint64_t i = 1; i <= 4; i++) {
        store(i, 240000, true);
        set_age(i, (time_t)(100 - i));
    }
    assert_true(has(1, 240000)); // the oldest was used just now
    store(5, 240000, true);
    assert_true(has(1, 240000) && !has(2, 240000) && has(3, 240000) && has(4, 240000) && has(5, 240000));
    store(6, LIMIT, true); // above the bound: nothing goes for it
    assert_false(has(6, LIMIT));
    assert_int_equal(count_files(), 4);
    store(7, LIMIT - 200, true);
    assert_true(has(7, LIMIT - 200));
    assert_int_equal(count_files(), 1);
}

// Only what a writer is at work on has its lock.
static void test_what_a_killed_writer_left_goes(void **state)
{
    (void)state;
    store(1, 500, true);
    char path[EDITOR_PATH_SIZE], left[EDITOR_PATH_SIZE + 16], busy[EDITOR_PATH_SIZE + 16];
    path_of(1, path);
    snprintf(left, sizeof(left), "%s.abcdef", path);
    snprintf(busy, sizeof(busy), "%s.ghijkl", path);
    fclose(fopen(left, "wb"));
    fclose(fopen(busy, "wb"));
    const int lock = open(busy, O_RDONLY);
    assert_int_equal(flock(lock, LOCK_EX), 0);
    store(2, 500, true);
    assert_int_not_equal(access(left, F_OK), 0);
    assert_int_equal(access(busy, F_OK), 0);
    close(lock);
    store(3, 500, true);
    assert_int_not_equal(access(busy, F_OK), 0);
    assert_true(has(1, 500) && has(2, 500) && has(3, 500));
}

// A file may state any size: it is not mapped, which would read all of it.
static void test_a_huge_entry_is_none(void **state)
{
    (void)state;
    store(1, 500, true);
    char path[EDITOR_PATH_SIZE];
    path_of(1, path);
    const uint64_t sizes[] = {(uint64_t)1 << 42, LIMIT + 1, LIMIT};
    for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
        FILE *file = fopen(path, "r+b");
        assert_non_null(file);
        assert_int_equal(ftruncate(fileno(file), (off_t)sizes[i]), 0);
        assert_null(editor_cache_find(key_of(1))); // as it states another size
        cache_header header;
        assert_int_equal(fread(&header, sizeof(header), 1, file), 1);
        header.size = sizes[i];
        if (sizes[i] <= 2 * LIMIT) {
            uint8_t *bytes = calloc(1, sizes[i]);
            assert_non_null(bytes);
            rewind(file);
            assert_int_equal(fread(bytes, 1, sizes[i], file), sizes[i]);
            memcpy(bytes, &header, sizeof(header));
            header.checksum = editor_hash_bytes(bytes + CACHE_CHECKED_FROM, sizes[i] - CACHE_CHECKED_FROM);
            free(bytes);
        }
        rewind(file);
        assert_int_equal(fwrite(&header, sizeof(header), 1, file), 1);
        fclose(file);
        editor_mapping *entry = editor_cache_find(key_of(1));
        assert_true((entry != NULL) == (sizes[i] == LIMIT));
        editor_mapping_release(entry);
    }
}

// A folder may hold files of other programs, too, by mistake.
static void test_files_of_other_programs_stay(void **state)
{
    (void)state;
    static const char *const names[] = {"boat.model",
                                        "notes.content",
                                        "boat.model.old",
                                        "0123456789abcdef0123456789abcdef.glb",
                                        "0123456789abcdef.model",
                                        "0123456789abcdef0123456789abcdef0.model.abcdef"};
    store(1, LIMIT - 200, true);
    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
        char path[EDITOR_PATH_SIZE];
        snprintf(path, sizeof(path), "%s/%s", folder, names[i]);
        FILE *file = fopen(path, "wb");
        assert_non_null(file);
        fclose(file);
        const struct timespec old[2] = {{1000, 0}, {1000, 0}};
        assert_int_equal(utimensat(AT_FDCWD, path, old, 0), 0);
    }
    store(2, LIMIT - 200, true);
    assert_true(has(2, LIMIT - 200) && !has(1, LIMIT - 200));
    assert_int_equal(count_files(), 1 + (int)(sizeof(names) / sizeof(names[0])));
}

// Writers that make room at once all find the same; each looks again once it is done.
static void test_the_bound_is_kept_by_many_at_once(void **state)
{
    (void)state;
    enum { ROUNDS = 4, PROCESSES = 16, SIZE = 300000 };
    for (uint64_t round = 0; round < ROUNDS; round++) {
        int start[2];
        assert_int_equal(pipe(start), 0);
        for (uint64_t p = 0; p < PROCESSES; p++) {
            if (fork() == 0) {
                char byte;
                close(start[1]);
                (void)!read(start[0], &byte, 1); // until all are there
                store(1 + round * PROCESSES + p, SIZE, true);
                _exit(0);
            }
        }
        close(start[0]);
        close(start[1]);
        for (int p = 0; p < PROCESSES; p++)
            assert_true(wait(NULL) > 0);
        assert_true(count_files() > 0 && count_files() * SIZE <= (int)LIMIT);
    }
}

// What one has removed is room for all: they remove the same files, and not one more.
static void test_room_is_made_by_many_at_once(void **state)
{
    (void)state;
    enum { FILES = 2000, BLOCK = 4096, PROCESSES = 8 };
    store(0, 1, true); // makes the folder
    for (uint64_t i = 1; i < FILES; i++) {
        char path[EDITOR_PATH_SIZE];
        assert_true(cache_path(path, key_of(i), "model"));
        FILE *file = fopen(path, "wb");
        assert_non_null(file);
        fclose(file);
    }
    assert_int_equal(count_files(), FILES);
    int start[2];
    assert_int_equal(pipe(start), 0);
    for (int p = 0; p < PROCESSES; p++) {
        if (fork() == 0) {
            char byte;
            close(start[1]);
            (void)!read(start[0], &byte, 1); // until all are there
            _exit(cache_make_room(0) ? 0 : 1);
        }
    }
    close(start[0]);
    close(start[1]);
    for (int p = 0; p < PROCESSES; p++) {
        int status;
        assert_true(wait(&status) > 0);
        assert_int_equal(status, 0);
    }
    assert_int_equal(count_files(), LIMIT / BLOCK);
}

static void test_two_processes_fill_one_cache(void **state)
{
    (void)state;
    enum { PROCESSES = 4, ROUNDS = 60 };
    pid_t processes[PROCESSES];
    for (uint64_t p = 0; p < PROCESSES; p++) {
        processes[p] = fork();
        if (processes[p] == 0) {
            test_random r = {p};
            for (int i = 0; i < ROUNDS; i++) {
                const uint64_t number = 1 + random_index(&r, 5);
                store(number, 150000, true);
                (void)has(1 + random_index(&r, 5), 150000); // ends this process if it is not whole
            }
            _exit(0);
        }
    }
    for (int p = 0; p < PROCESSES; p++) {
        int status = 1;
        assert_int_equal(waitpid(processes[p], &status, 0), processes[p]);
        assert_int_equal(status, 0);
    }
    int found = 0;
    for (uint64_t number = 1; number <= 5; number++)
        found += has(number, 150000);
    assert_true(found >= 4); // all, but for what was removed while the bound was overrun by others
}

static void test_a_killed_writer_leaves_no_half_entry(void **state)
{
    (void)state;
    test_random r = {8};
    int found = 0;
    const uint32_t writers = test_effort(60, 200);
    for (uint64_t i = 1; i <= writers; i++) {
        const pid_t process = fork();
        if (process == 0) {
            store(i, 900000, true);
            _exit(0);
        }
        usleep(random_index(&r, 5000));
        kill(process, SIGKILL);
        assert_int_equal(waitpid(process, NULL, 0), process);
        found += has(i, 900000);
    }
    print_message("%d of %u were written before the kill\n", found, writers);
}

#ifdef __linux__ // which tells what a process blocks

// A child of this process; 0: none.
static pid_t find_child(void)
{
    pid_t found = 0;
    DIR *all = opendir("/proc");
    assert_non_null(all);
    for (const struct dirent *entry = readdir(all); entry; entry = readdir(all)) {
        const long number = strtol(entry->d_name, NULL, 10);
        char path[64], line[512] = "";
        snprintf(path, sizeof(path), "/proc/%ld/stat", number);
        FILE *file = number > 0 ? fopen(path, "r") : NULL;
        if (!file)
            continue;
        const bool is_read = fgets(line, sizeof(line), file) != NULL;
        fclose(file);
        const char *behind = is_read ? strrchr(line, ')') : NULL; // of the name: a state, and the parent
        if (behind && strtol(behind + 4, NULL, 10) == (long)getpid())
            found = (pid_t)number;
    }
    closedir(all);
    return found;
}

static bool blocks_nothing(pid_t process)
{
    char path[64], line[256];
    bool found = false;
    snprintf(path, sizeof(path), "/proc/%ld/status", (long)process);
    FILE *file = fopen(path, "r");
    while (file && !found && fgets(line, sizeof(line), file))
        found = strncmp(line, "SigBlk:\t0000000000000000", 24) == 0;
    if (file)
        fclose(file);
    return found;
}

// Writers are started by threads that leave signals to the window's: they end by them, and after a while by an alarm.
static void test_a_writer_can_be_ended(void **state)
{
    (void)state;
    enum { SIZE = 48 << 20 };
    sigset_t all, before;
    editor_cache_use(folder, 2 * (uint64_t)SIZE);
    sigfillset(&all);
    assert_int_equal(sigprocmask(SIG_SETMASK, &all, &before), 0);
    bool seen = false;
    for (uint64_t i = 1; i <= 20 && !seen; i++) { // some are done too soon
        store(i, SIZE, false);
        const pid_t writer = find_child();
        for (int k = 0; k < 1000 && writer > 0 && !seen && kill(writer, 0) == 0; k++)
            seen = blocks_nothing(writer);
        if (seen)
            assert_int_equal(kill(writer, SIGTERM), 0);
        editor_cache_wait();
    }
    assert_int_equal(sigprocmask(SIG_SETMASK, &before, NULL), 0);
    assert_true(seen);
}

#endif

static void test_no_space_is_no_entry(void **state)
{
    (void)state;
    for (int ignored = 0; ignored < 2; ignored++) { // with the signal of the limit, and with its error
        const pid_t process = fork();
        if (process == 0) {
            signal(SIGXFSZ, ignored ? SIG_IGN : SIG_DFL);
            setrlimit(RLIMIT_FSIZE, &(struct rlimit){100000, 100000});
            store(1, 500000, false);
            editor_cache_wait();
            _exit(editor_cache_find(key_of(1)) ? 1 : 0);
        }
        int status = 1;
        assert_int_equal(waitpid(process, &status, 0), process);
        assert_int_equal(status, 0);
    }
    assert_false(has(1, 500000));
}

static void test_a_folder_that_cannot_be_made_is_no_cache(void **state)
{
    (void)state;
    char file[80], below[128];
    snprintf(file, sizeof(file), "%s/file", root);
    snprintf(below, sizeof(below), "%s/models", file);
    fclose(fopen(file, "wb"));
    editor_cache_use(below, LIMIT);
    store(1, 500, false);
    editor_cache_wait();
    assert_false(has(1, 500));
    if (geteuid() != 0) { // root may write anywhere
        editor_cache_use(folder, LIMIT);
        store(1, 500, true);
        assert_int_equal(chmod(folder, 0500), 0);
        store(2, 500, false);
        editor_cache_wait();
        assert_true(has(1, 500) && !has(2, 500));
        assert_int_equal(chmod(folder, 0700), 0);
    }
}

// --- Contents ---

static void write_file(const char *path, const char *text, size_t count, time_t age)
{
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    for (size_t i = 0; i < count; i++)
        fputs(text, file);
    assert_int_equal(fclose(file), 0);
    const struct timespec times[2] = {{time(NULL) - age, 0}, {time(NULL) - age, 0}};
    assert_int_equal(utimensat(AT_FDCWD, path, times, 0), 0);
}

static editor_hash content_of(const char *path)
{
    editor_hash content = {0, 0};
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    assert_true(editor_cache_content(file, NULL, &content));
    assert_int_equal(ftell(file), 0);
    fclose(file);
    return content;
}

static void test_contents_are_those_of_the_bytes(void **state)
{
    (void)state;
    char path[80];
    snprintf(path, sizeof(path), "%s/content", root);
    for (int i = 0; i < 3; i++) { // the same times, size and number of the file, as far as a program can set them
        static const char *const texts[] = {"abcdefgh", "abcdefgX", "abcdefgh"};
        write_file(path, texts[i], 200000, 1000);
        uint8_t *bytes = malloc(1600000);
        for (size_t k = 0; k < 200000; k++)
            memcpy(bytes + 8 * k, texts[i], 8);
        assert_true(editor_hash_is_same(content_of(path), editor_hash_bytes(bytes, 1600000)));
        free(bytes);
    }
    write_file(path, "", 0, 0);
    assert_true(editor_hash_is_same(content_of(path), editor_hash_bytes(NULL, 0)));
    // One that is cut off meanwhile.
    write_file(path, "abcdefgh", 1000, 1000);
    const int cut = open(path, O_RDONLY);
    editor_hash hash;
    assert_true(editor_hash_file(cut, 8000, NULL, &hash) && editor_hash_is_same(hash, content_of(path)));
    assert_false(editor_hash_file(cut, 8001, NULL, &hash));
    close(cut);
    FILE *pipe_end = fopen("/dev/null", "rb");
    editor_hash content;
    assert_false(editor_cache_content(pipe_end, NULL, &content));
    fclose(pipe_end);
}

static bool is_in_memory(const char *path)
{
#ifdef __linux__
    struct statfs status;
    return statfs(path, &status) == 0 && (status.f_type == TMPFS_MAGIC || status.f_type == RAMFS_MAGIC);
#else
    (void)path;
    return false;
#endif
}

static void test_a_settled_file_is_not_read_again(void **state)
{
    (void)state;
    char path[80];
    snprintf(path, sizeof(path), "%s/content", root);
    if (is_in_memory(root)) // where no times are trusted
        skip();
    write_file(path, "abcdefgh", 200000, 1000);
    const editor_hash before = content_of(path);
    struct timespec pause = {4, 0};
    assert_int_equal(count_files(), 0); // its status changed just now
    nanosleep(&pause, NULL);
    assert_true(editor_hash_is_same(content_of(path), before));
    assert_int_equal(count_files(), 0); // a mapping may have been written since, without a trace
    editor_cache_set_settling(2);
    write_file(path, "abcdefgh", 200000, 1000);
    assert_true(editor_hash_is_same(content_of(path), before));
    assert_int_equal(count_files(), 0);
    nanosleep(&pause, NULL);
    assert_true(editor_hash_is_same(content_of(path), before));
    assert_int_equal(count_files(), 1);
    DIR *files = opendir(folder);
    char record[EDITOR_PATH_SIZE] = "";
    for (struct dirent *entry = readdir(files); entry; entry = readdir(files)) {
        if (entry->d_name[0] != '.')
            snprintf(record, sizeof(record), "%s/%.100s", folder, entry->d_name);
    }
    closedir(files);
    // It is believed, whatever it says, as long as it is whole.
    uint8_t bytes[64];
    FILE *file = fopen(record, "r+b");
    assert_int_equal(fread(bytes, 1, sizeof(bytes), file), 64);
    const editor_hash other = {1, 2};
    memcpy(bytes + 32, &other, sizeof(other));
    for (int mended = 0; mended < 2; mended++) {
        const editor_hash checksum = editor_hash_bytes(bytes, 48);
        memcpy(bytes + 48, &checksum, mended ? sizeof(checksum) : 0);
        rewind(file);
        assert_int_equal(fwrite(bytes, 1, sizeof(bytes), file), 64);
        fflush(file);
        assert_true(editor_hash_is_same(content_of(path), mended ? other : before));
        if (!mended) // it was written anew
            file = freopen(record, "r+b", file);
    }
    fclose(file);
    write_file(path, "abcdefgh", 200000, 1000); // the same bytes; another time of its status
    assert_true(editor_hash_is_same(content_of(path), before));
    editor_cache_set_settling(EDITOR_CACHE_SETTLING);
}

// A file in memory that a program writes through a mapping keeps its times.
static void test_a_mapped_file_in_memory_is_read_again(void **state)
{
    (void)state;
    static const char path[] = "/dev/shm/vkpick_test_cache";
    if (!is_in_memory("/dev/shm"))
        skip();
    editor_cache_set_settling(1);
    write_file(path, "abcdefgh", 200000, 1000);
    const int descriptor = open(path, O_RDWR);
    char *bytes = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0);
    assert_true(descriptor >= 0 && bytes != MAP_FAILED);
    bytes[0] = '0';
    struct timespec pause = {3, 0};
    nanosleep(&pause, NULL);
    const editor_hash before = content_of(path);
    bytes[0] = '1';
    assert_false(editor_hash_is_same(content_of(path), before));
    munmap(bytes, 4096);
    close(descriptor);
    unlink(path);
    editor_cache_set_settling(EDITOR_CACHE_SETTLING);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        TEST(test_what_is_stored_is_found),
        TEST(test_without_a_cache_nothing_is_written),
        TEST(test_a_cut_or_changed_entry_is_none),
        TEST(test_files_of_others_are_not_trusted),
        TEST(test_the_bound_is_kept),
        TEST(test_the_bound_is_kept_by_many_at_once),
        TEST(test_room_is_made_by_many_at_once),
        TEST(test_files_of_other_programs_stay),
        TEST(test_a_huge_entry_is_none),
        TEST(test_what_a_killed_writer_left_goes),
        TEST(test_two_processes_fill_one_cache),
        TEST(test_a_killed_writer_leaves_no_half_entry),
#ifdef __linux__
        TEST(test_a_writer_can_be_ended),
#endif
        TEST(test_no_space_is_no_entry),
        TEST(test_a_folder_that_cannot_be_made_is_no_cache),
        TEST(test_contents_are_those_of_the_bytes),
        TEST(test_a_settled_file_is_not_read_again),
        TEST(test_a_mapped_file_in_memory_is_read_again),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
