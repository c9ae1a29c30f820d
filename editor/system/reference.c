// reference.c: which files a model may refer to.
#define _XOPEN_SOURCE 700 // realpath

#include "system/reference.h"

#include "system/path.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

// The folders that the person named, resolved. They live as long as the process.
enum { FOLDER_LIMIT = 64 };
static char *allowed[FOLDER_LIMIT];
static int allowed_count;

bool editor_reference_allow(const char *folder)
{
    struct stat status;
    char *real = realpath(folder, NULL);
    if (real != NULL && stat(real, &status) == 0 && S_ISDIR(status.st_mode) && allowed_count < FOLDER_LIMIT) {
        allowed[allowed_count++] = real;
        return true;
    }
    free(real);
    return false;
}

// Whether a resolved file lies below a resolved folder.
static bool is_below(const char *file, const char *folder, size_t length)
{
    return length == 1 || (strncmp(file, folder, length) == 0 && file[length] == '/');
}

// Whether the file lies below the folder of `model`, or below the folder above.
static bool is_near(const char *file, const char *model)
{
    char *folder = editor_path_folder(model);
    char *real = folder != NULL ? realpath(folder, NULL) : NULL;
    free(folder);
    if (real == NULL)
        return false;
    const size_t length = strlen(real);
    const size_t above = (size_t)(strrchr(real, '/') - real); // 0: the root
    bool near;
    if (length == 1)
        near = strchr(file + 1, '/') == NULL; // a model in the root: the files beside it
    else
        near = is_below(file, real, above > 0 ? above : length);
    free(real);
    return near;
}

// The folder in which the model is seen counts, and where it is a link, the folder in which it lies.
static bool is_allowed(const char *file, const char *model)
{
    if (is_near(file, model))
        return true;
    for (int i = 0; i < allowed_count; i++) {
        if (is_below(file, allowed[i], strlen(allowed[i])))
            return true;
    }
    char *real = realpath(model, NULL);
    const bool near = real != NULL && is_near(file, real);
    free(real);
    return near;
}

editor_file_result editor_reference_open(const char *model, const char *path, FILE **file)
{
    char *real = realpath(path, NULL);
    if (real == NULL)
        return errno == ENOMEM                       ? EDITOR_FILE_OUT_OF_MEMORY
               : errno == ENOENT || errno == ENOTDIR ? EDITOR_FILE_MISSING
                                                     : EDITOR_FILE_UNREADABLE;
    const editor_file_result result = is_allowed(real, model) ? editor_file_open(real, file) : EDITOR_FILE_OUTSIDE;
    free(real);
    return result;
}

editor_file_result editor_reference_read(const char *model, const char *path, size_t limit, editor_progress *progress,
                                         uint8_t **bytes, size_t *size)
{
    FILE *file;
    const editor_file_result result = editor_reference_open(model, path, &file);
    return result == EDITOR_FILE_OK ? editor_file_read_rest(file, limit, progress, bytes, size) : result;
}
