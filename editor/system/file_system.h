// file_system.h: what the document asks of the operating system: whole files written so that they are never half
// there, paths, times. file_system.c is the only file of the document that knows POSIX for this.
#ifndef EDITOR_DOCUMENT_FILE_SYSTEM_H
#define EDITOR_DOCUMENT_FILE_SYSTEM_H

#include "document/level/level.h"

// Writes the file so that whatever happens, power cut included, `path` is the old file or the new one, whole: into a
// new file in the same folder, flushed to the disk, then renamed over the old one, and the folder flushed.
//
// Kept:       permissions, and owner and group where that is allowed. A symbolic link stays one; what it points to is
//             replaced. Other hard links keep the old content.
// Refused:    a folder, device or pipe; a file that may not be written; no space, no permission, a disk that fails:
// false,
//             with the reason in one line. The old file is then whole, but if only the last flush failed the new one
//             is there already.
bool editor_file_save(const char *path, const void *bytes, size_t size, editor_error *error);

// From the root, with links resolved as far as the file's folder is there, without "." and "..". The caller frees it;
// NULL when out of memory or without a current folder.
char *editor_path_absolute(const char *path);
// How a file in the folder of `base` names `target`; both absolute. The caller frees it; NULL out of memory.
char *editor_path_relative(const char *base, const char *target);

// When the file was last written, in nanoseconds since 1970. False when there is none.
bool editor_file_time(const char *path, int64_t *nanoseconds);
// True when it is gone.
bool editor_file_remove(const char *path);

#endif
