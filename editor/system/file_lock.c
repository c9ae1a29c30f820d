#define _DEFAULT_SOURCE // flock, link
#include "system/file_lock.h"

#include "system/file_save.h"
#include "system/path.h"
#include "system/platform_folder.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <time.h>
#include <unistd.h>

enum { LOCK_SIZE = 512 };
enum { MOST_WAITS = 10000 }; // of a millisecond, for the guard

static char *make_path(const char *file, const char *end)
{
    size_t folder = editor_path_folder_length(file), size = strlen(file) + strlen(end) + 2;
    char *path = malloc(size);
    if (path)
        snprintf(path, size, "%.*s.%s%s", (int)folder, file, file + folder, end);
    return path;
}

static void write_text(char text[LOCK_SIZE])
{
    editor_owner self = editor_owner_self();
    time_t now = time(NULL);
    struct tm local = {0};
    char since[32] = "";
    if (localtime_r(&now, &local))
        strftime(since, sizeof(since), "%Y-%m-%d %H:%M", &local);
    snprintf(text, LOCK_SIZE, "user %s\nhost %s\nprocess %" PRId64 "\nstarted %" PRIu64 "\nsince %s\n", self.user,
             self.host, self.process, self.started, since);
}

// The value of a line "NAME VALUE". "": there is none.
static void take_line(const char *text, const char *name, char *out, size_t size)
{
    size_t length = strlen(name);
    out[0] = '\0';
    for (const char *line = text; line; line = strchr(line, '\n')) {
        line += *line == '\n';
        if (strncmp(line, name, length) == 0 && line[length] == ' ') {
            const char *value = line + length + 1;
            snprintf(out, size, "%.*s", (int)strcspn(value, "\n"), value);
            return;
        }
    }
}

static void read_holder(const char *text, editor_lock_holder *holder)
{
    char number[32];
    *holder = (editor_lock_holder){0};
    take_line(text, "user", holder->owner.user, sizeof(holder->owner.user));
    take_line(text, "host", holder->owner.host, sizeof(holder->owner.host));
    take_line(text, "since", holder->since, sizeof(holder->since));
    take_line(text, "process", number, sizeof(number));
    holder->owner.process = strtoll(number, NULL, 10);
    take_line(text, "started", number, sizeof(number));
    holder->owner.started = strtoull(number, NULL, 10);
}

static bool read_file(const char *path, char text[LOCK_SIZE])
{
    FILE *file = fopen(path, "rb");
    size_t size = file ? fread(text, 1, LOCK_SIZE - 1, file) : 0;
    text[size] = '\0';
    if (file)
        fclose(file);
    return file != NULL;
}

// Makes the lock file with its content, or finds that there is one: EEXIST. 0: made.
static int make_lock(const char *path, const char *temporary, const char *text)
{
    unlink(temporary);
    int file = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644);
    if (file < 0)
        return errno;
    size_t size = strlen(text);
    ssize_t written = write(file, text, size);
    int number = written == (ssize_t)size ? 0 : written < 0 ? errno : ENOSPC;
    if (close(file) != 0 && number == 0)
        number = errno;
    if (number == 0 && link(temporary, path) != 0)
        number = errno;
    // File systems without links: a reader may then see the lock before its content.
    if (number == EPERM || number == EOPNOTSUPP || number == ENOSYS) {
        number = 0;
        file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644);
        if (file < 0) {
            number = errno;
        } else {
            written = write(file, text, size);
            number = close(file) == 0 && written == (ssize_t)size ? 0 : EIO;
        }
    }
    unlink(temporary);
    return number;
}

// Takes the lock of a process that ended out of the way. Another editor may be doing the same: what is removed is
// compared with what was read.
static void remove_stale(const char *path, const char *temporary, const char *seen)
{
    char now[LOCK_SIZE];
    if (rename(path, temporary) != 0)
        return;
    if (!read_file(temporary, now) || strcmp(now, seen) != 0)
        (void)link(temporary, path); // it was another's, and new
    unlink(temporary);
}

// Whether nobody has been writing the file for a minute.
static bool is_abandoned(const char *path)
{
    const editor_file_stamp stamp = editor_file_look(path);
    return stamp.exists && !editor_path_is_folder(path) && stamp.time / 1000000000 + 60 < (int64_t)time(NULL);
}

editor_lock_result editor_file_lock_take(editor_file_lock *lock, const char *file, bool by_force,
                                         editor_lock_holder *holder, editor_error *error)
{
    char end[48], own[LOCK_SIZE], text[LOCK_SIZE] = "";
    snprintf(end, sizeof(end), ".lock.%ld", (long)getpid());
    char *path = make_path(file, ".lock"), *temporary = make_path(file, end);
    editor_lock_result result = EDITOR_LOCK_FAILED;
    int number = path && temporary ? EEXIST : ENOMEM;
    write_text(own);
    for (int attempt = 0; attempt < 3 && number == EEXIST; attempt++) {
        number = make_lock(path, temporary, own);
        if (number != EEXIST || !read_file(path, text))
            continue;
        read_holder(text, holder);
        if (holder->owner.process <= 0) { // no lock file, one that is being written, or what a crash left of one
            if (is_abandoned(path))
                remove_stale(path, temporary, text);
            continue;
        }
        editor_owner_state state = editor_owner_check(&holder->owner);
        if (state != EDITOR_OWNER_ENDED && !(state == EDITOR_OWNER_ELSEWHERE && by_force)) {
            result = EDITOR_LOCK_HELD;
            break;
        }
        remove_stale(path, temporary, text);
    }
    if (number == 0) {
        result = EDITOR_LOCK_TAKEN;
        lock->path = path;
        path = NULL;
    }
    if (result == EDITOR_LOCK_FAILED)
        snprintf(error->text, sizeof(error->text), "%.300s: cannot be locked: %s", file,
                 number == EEXIST ? "its lock file cannot be read" : strerror(number));
    free(path);
    free(temporary);
    return result;
}

void editor_file_lock_release(editor_file_lock *lock)
{
    char text[LOCK_SIZE];
    if (lock->path && read_file(lock->path, text)) {
        editor_lock_holder holder;
        read_holder(text, &holder);
        if (editor_owner_check(&holder.owner) == EDITOR_OWNER_SELF)
            unlink(lock->path);
    }
    free(lock->path);
    lock->path = NULL;
}

int editor_file_guard(const char *file)
{
    char *folder = editor_path_folder(file);
    int guard = folder ? open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC) : -1;
    free(folder);
    // The window waits for a save. If another program holds the guard for long, the save goes on without it: what it
    // would overwrite is compared all the same.
    for (int i = 0; guard >= 0 && i < MOST_WAITS && flock(guard, LOCK_EX | LOCK_NB) != 0; i++)
        nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
    return guard;
}

void editor_file_unguard(int guard)
{
    if (guard >= 0)
        close(guard);
}
