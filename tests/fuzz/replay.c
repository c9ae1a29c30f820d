// Runs a history test without a fuzzer: first every file of a folder (the kept corpus), then histories of
// pseudo-random bytes, which are the same in every run.
//
//   history_NAME [FILE|FOLDER...] [--random COUNT | --sample COUNT] [--seed FIRST] [--save FILE]
//
// `--sample` runs a third of COUNT unless VKPICK_THOROUGH is 1.
// Each input is named on stderr before it runs, so the last name is that of the one that failed. `--save` writes the
// bytes of the first seed to a file instead of running them, for a fuzzer or a debugger.
#include "effort.h"
#include "history.h"
#include "random.h"

#include <dirent.h>

enum { MOST_BYTES = 2048, MOST_FILES = 4096, MOST_NAME = 1024 };

static int fail(const char *what, const char *name)
{
    (void)fprintf(stderr, "replay: %s: %s\n", what, name);
    return 1;
}

static int run_file(const char *name)
{
    FILE *file = fopen(name, "rb");
    if (file == NULL)
        return fail("cannot open", name);
    uint8_t *bytes = NULL;
    size_t size = 0, got = 0;
    do {
        uint8_t *more = realloc(bytes, size + MOST_BYTES);
        if (more == NULL)
            break;
        bytes = more;
        got = fread(bytes + size, 1, MOST_BYTES, file);
        size += got;
    } while (got > 0);
    (void)fclose(file);
    (void)fprintf(stderr, "%s\n", name);
    uint8_t *exact = malloc(size + (size == 0)); // so that reading past the end is seen
    if (exact == NULL || bytes == NULL) {
        free(bytes);
        free(exact);
        return fail("no memory for", name);
    }
    memcpy(exact, bytes, size);
    free(bytes);
    (void)LLVMFuzzerTestOneInput(exact, size);
    free(exact);
    return 0;
}

static int by_name(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

// The files of a folder by name, because folders have no order. Returns how many could not be run.
static int run_folder(DIR *folder, const char *name)
{
    static char *names[MOST_FILES];
    int count = 0, failed = 0;
    for (const struct dirent *entry = readdir(folder); entry != NULL && count < MOST_FILES; entry = readdir(folder)) {
        char *path = entry->d_name[0] == '.' ? NULL : malloc(MOST_NAME);
        if (path != NULL) {
            (void)snprintf(path, MOST_NAME, "%s/%s", name, entry->d_name);
            names[count++] = path;
        }
    }
    qsort(names, (size_t)count, sizeof names[0], by_name);
    for (int i = 0; i < count; i++) {
        failed += run_file(names[i]);
        free(names[i]);
    }
    printf("%d kept histories of %s\n", count, name);
    return count > 0 ? failed : fail("no files in", name);
}

static int run_path(const char *name)
{
    DIR *folder = opendir(name);
    if (folder == NULL)
        return run_file(name);
    const int failed = run_folder(folder, name);
    (void)closedir(folder);
    return failed;
}

// Mostly short ones: a failure of few steps is the one to look at.
static size_t make_history(uint64_t seed, uint8_t bytes[MOST_BYTES])
{
    test_random r = {seed};
    const size_t size = 16 + random_index(&r, 16u << random_index(&r, 7));
    for (size_t i = 0; i < size; i++)
        bytes[i] = (uint8_t)random_bits(&r);
    return size;
}

static void run_random(unsigned long count, unsigned long first)
{
    for (unsigned long i = 0; i < count; i++) {
        uint8_t bytes[MOST_BYTES];
        const size_t size = make_history(first + i, bytes);
        (void)fprintf(stderr, "--random 1 --seed %lu\n", first + i);
        (void)LLVMFuzzerTestOneInput(bytes, size);
    }
    printf("%lu histories of pseudo-random bytes\n", count);
}

static int save(const char *name, unsigned long seed)
{
    uint8_t bytes[MOST_BYTES];
    const size_t size = make_history(seed, bytes);
    FILE *file = fopen(name, "wb");
    if (file == NULL)
        return fail("cannot write", name);
    const bool written = fwrite(bytes, 1, size, file) == size;
    return fclose(file) == 0 && written ? 0 : fail("cannot write", name);
}

int main(int argc, char **argv)
{
    unsigned long count = 0, first = 1;
    const char *file = NULL;
    int failed = 0;
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--random") == 0 && i + 1 < argc)
            count = strtoul(argv[++i], NULL, 10);
        else if (strcmp(argv[i], "--sample") == 0 && i + 1 < argc)
            count = strtoul(argv[++i], NULL, 10) / test_effort(3, 1);
        else if (strcmp(argv[i], "--seed") == 0 && i + 1 < argc)
            first = strtoul(argv[++i], NULL, 10);
        else if (strcmp(argv[i], "--save") == 0 && i + 1 < argc)
            file = argv[++i];
        else
            failed += run_path(argv[i]);
    }
    if (file != NULL)
        return save(file, first);
    run_random(count, first);
    return failed == 0 ? 0 : 1;
}
