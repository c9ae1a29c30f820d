// file_save.c: replaces files as a whole.
#define _POSIX_C_SOURCE 200809L // fsync, readlink

#include "system/file_save.h"

#include "system/path.h"
#include "system/text.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

// --- Saving ---

typedef struct file_saver {
    const char *path; // as the caller gave it
    char *target;     // the file to replace, with links resolved
    char *folder;
    char *temporary;
    int file;
    mode_t mode; // of the file to replace
    uid_t owner;
    gid_t group;
    bool exists;
    bool made; // the temporary file exists
    editor_error *error;
} file_saver;

static bool fail(file_saver *saver, const char *doing, int number)
{
    snprintf(saver->error->text, sizeof(saver->error->text), "%.300s: cannot be saved: %s (while %s)", saver->path,
             strerror(number), doing);
    return false;
}

// Follows links one by one, because the last one may point to a file that does not exist yet.
static bool find_target(file_saver *saver)
{
    saver->target = editor_text_copy(saver->path);
    for (int links = 0; saver->target; links++) {
        char pointed[4096];
        ssize_t length = readlink(saver->target, pointed, sizeof(pointed) - 1);
        if (length < 0) // not a link, or no such file
            return errno == EINVAL || errno == ENOENT || fail(saver, "looking at the file", errno);
        if (links == 40)
            return fail(saver, "following links", ELOOP);
        if ((size_t)length == sizeof(pointed) - 1)
            return fail(saver, "following links", ENAMETOOLONG);
        pointed[length] = 0;
        char *next = pointed[0] == '/' ? editor_text_copy(pointed) : editor_path_beside(saver->target, pointed);
        free(saver->target);
        saver->target = next;
    }
    return fail(saver, "preparing", ENOMEM);
}

static bool look_at_target(file_saver *saver)
{
    struct stat status;
    if (stat(saver->target, &status) != 0)
        return errno == ENOENT || fail(saver, "looking at the file", errno);
    if (S_ISDIR(status.st_mode))
        return fail(saver, "looking at the file", EISDIR);
    if (!S_ISREG(status.st_mode)) {
        snprintf(saver->error->text, sizeof(saver->error->text), "%.300s: cannot be saved: not a regular file",
                 saver->path);
        return false;
    }
    // rename would replace a read-only file: refuse it here.
    if (access(saver->target, W_OK) != 0)
        return fail(saver, "looking at the file", errno);
    saver->exists = true;
    saver->mode = status.st_mode & 07777;
    saver->owner = status.st_uid;
    saver->group = status.st_gid;
    return true;
}

// Opens ".NAME.PID.N.saving" beside the target. N skips the files that a killed program left.
static bool open_temporary(file_saver *saver)
{
    const char *slash = strrchr(saver->target, '/');
    const char *name = slash ? slash + 1 : saver->target;
    size_t size = strlen(saver->folder) + strlen(name) + 64;
    saver->temporary = malloc(size);
    if (!saver->temporary)
        return fail(saver, "preparing", ENOMEM);
    for (int number = 0; number < 100; number++) {
        snprintf(saver->temporary, size, "%s/.%s.%ld.%d.saving", saver->folder, name, (long)getpid(), number);
        // A new file gets the permissions of the user's umask. A replacement is private until it has the old file's
        // mode.
        saver->file = open(saver->temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, saver->exists ? 0600 : 0666);
        saver->made = saver->file >= 0;
        if (saver->made || errno != EEXIST)
            break;
    }
    return saver->made || fail(saver, "making a file beside it", errno);
}

static bool keep_permissions(file_saver *saver)
{
    if (!saver->exists)
        return true;
    // Without the right to change the owner, the file belongs to the user who saves. Set the owner first: chown clears
    // bits of the mode.
    if (fchown(saver->file, saver->owner, saver->group) != 0 && errno != EPERM && errno != EINVAL)
        return fail(saver, "keeping its owner", errno);
    return fchmod(saver->file, saver->mode) == 0 || fail(saver, "keeping its permissions", errno);
}

static bool write_all(file_saver *saver, const char *bytes, size_t size)
{
    while (size > 0) {
        ssize_t written = write(saver->file, bytes, size);
        if (written < 0 && errno == EINTR)
            continue;
        if (written < 0)
            return fail(saver, "writing", errno);
        bytes += written;
        size -= (size_t)written;
    }
    if (fsync(saver->file) != 0)
        return fail(saver, "flushing it to the disk", errno);
    int file = saver->file;
    saver->file = -1;
    return close(file) == 0 || fail(saver, "closing", errno);
}

static bool flush_folder(file_saver *saver)
{
    int folder = open(saver->folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (folder < 0)
        return fail(saver, "flushing its folder to the disk", errno);
    // Some file systems cannot flush folders: they report EINVAL.
    bool ok = fsync(folder) == 0 || errno == EINVAL || fail(saver, "flushing its folder to the disk", errno);
    close(folder);
    return ok;
}

static bool replace(file_saver *saver)
{
    if (rename(saver->temporary, saver->target) != 0)
        return fail(saver, "putting it in place", errno);
    saver->made = false;
    return flush_folder(saver);
}

bool editor_file_save(const char *path, const void *bytes, size_t size, editor_error *error)
{
    error->text[0] = 0;
    file_saver saver = {.path = path, .file = -1, .error = error};
    bool ok = find_target(&saver);
    saver.folder = ok ? editor_path_folder(saver.target) : NULL;
    if (ok && !saver.folder)
        ok = fail(&saver, "preparing", ENOMEM);
    ok = ok && look_at_target(&saver) && open_temporary(&saver) && keep_permissions(&saver) &&
         write_all(&saver, bytes, size) && replace(&saver);
    if (saver.file >= 0)
        close(saver.file);
    if (saver.made)
        unlink(saver.temporary);
    free(saver.target);
    free(saver.folder);
    free(saver.temporary);
    return ok;
}

bool editor_file_can_save(const char *path, editor_error *error)
{
    error->text[0] = 0;
    file_saver saver = {.path = path, .file = -1, .error = error};
    bool ok = find_target(&saver) && look_at_target(&saver);
    free(saver.target);
    return ok;
}

bool editor_file_claim(const char *path, bool *taken, editor_error *error)
{
    int file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    *taken = file < 0 && errno == EEXIST;
    if (file >= 0 && close(file) == 0)
        return true;
    int number = errno;
    if (file >= 0)
        unlink(path);
    snprintf(error->text, sizeof(error->text), "%.300s: cannot be made: %s", path, strerror(number));
    return false;
}

// --- Looking and removing ---

editor_file_stamp editor_file_look(const char *path)
{
    struct stat status;
    if (stat(path, &status) != 0)
        return (editor_file_stamp){0};
    return (editor_file_stamp){.exists = true,
                               .time = (int64_t)status.st_mtim.tv_sec * 1000000000 + (int64_t)status.st_mtim.tv_nsec,
                               .bytes = (uint64_t)status.st_size,
                               .number = (uint64_t)status.st_ino};
}

bool editor_file_stamp_is_same(const editor_file_stamp *a, const editor_file_stamp *b)
{
    return a->exists == b->exists && a->time == b->time && a->bytes == b->bytes && a->number == b->number;
}

bool editor_file_is_same(const char *a, const char *b)
{
    struct stat x, y;
    return stat(a, &x) == 0 && stat(b, &y) == 0 && x.st_dev == y.st_dev && x.st_ino == y.st_ino;
}

bool editor_file_remove(const char *path)
{
    return unlink(path) == 0 || errno == ENOENT;
}
