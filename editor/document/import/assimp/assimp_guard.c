// assimp_guard.c: reads a file in a child process, because the read may crash.
#define _POSIX_C_SOURCE 200809L

#include "document/import/assimp/assimp_guard.h"

#if defined(__unix__) || defined(__APPLE__)

#include "document/import/assimp/assimp_files.h"

#include <assimp/cimport.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

// No model takes this long: the reader hangs.
#define SECONDS_LIMIT 120
#define REFUSED 3 // the child's exit status

// Broken files claim huge sizes. A valid file needs memory in some proportion to its length, beyond what the process
// has now.
static void limit_memory(size_t file_size)
{
#if defined(__linux__)
    unsigned long long pages[6];
    FILE *file = fopen("/proc/self/statm", "r");
    if (!file)
        return;
    int read =
        fscanf(file, "%llu %llu %llu %llu %llu %llu", &pages[0], &pages[1], &pages[2], &pages[3], &pages[4], &pages[5]);
    fclose(file);
    long page = sysconf(_SC_PAGESIZE);
    if (read != 6 || page <= 0)
        return;
    rlim_t limit = (rlim_t)(pages[5] * (unsigned long long)page + (1ull << 30) + 256ull * file_size);
    setrlimit(RLIMIT_DATA, &(struct rlimit){limit, limit});
#else
    (void)file_size;
#endif
}

static void read_and_exit(editor_importer *importer, unsigned flags, int error_pipe)
{
    dup2(error_pipe, STDERR_FILENO);
    int nowhere = open("/dev/null", O_WRONLY);
    if (nowhere >= 0)
        dup2(nowhere, STDOUT_FILENO);
    alarm(SECONDS_LIMIT);
    limit_memory(importer->size);
    struct aiFileIO files = assimp_files(importer);
    if (aiImportFileEx(importer->path, flags, &files))
        _exit(0); // flush and free nothing: buffers and memory are copies of the parent's
    const char *text = aiGetErrorString();
    size_t length = strlen(text);
    ssize_t written = write(STDERR_FILENO, text, length);
    (void)written; // if this fails, the refusal has less detail
    _exit(REFUSED);
}

// Reads the child's message, truncated to the buffer.
static void read_text(int pipe, char *text, size_t size)
{
    size_t used = 0;
    char rest[256];
    for (;;) {
        bool full = used + 1 >= size;
        ssize_t got = read(pipe, full ? rest : text + used, full ? sizeof(rest) : size - 1 - used);
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            break;
        used += full ? 0 : (size_t)got;
    }
    text[used] = 0;
}

bool assimp_guard_check(editor_importer *importer, unsigned flags)
{
    int ends[2];
    if (pipe(ends) != 0)
        return true;
    pid_t child = fork();
    if (child == 0) {
        close(ends[0]);
        read_and_exit(importer, flags, ends[1]);
    }
    close(ends[1]);
    char text[250] = "";
    read_text(ends[0], text, sizeof(text));
    close(ends[0]);
    int status = 0;
    if (child < 0)
        return true; // no more processes: read it unguarded
    while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
    if (WIFEXITED(status) && WEXITSTATUS(status) == REFUSED)
        return editor_import_refuse(importer, "no model that can be read: %s", text);
    if (!WIFSIGNALED(status))
        return true;
    if (WTERMSIG(status) == SIGALRM)
        return editor_import_refuse(importer, "its reader found no end in %d seconds", SECONDS_LIMIT);
    text[strcspn(text, "\n")] = 0;
    return editor_import_refuse(importer, "broken: its reader fails on it (%.150s)",
                                text[0] ? text : "bad memory access");
}

#else

bool assimp_guard_check(editor_importer *importer, unsigned flags)
{
    (void)importer;
    (void)flags;
    return true;
}

#endif
