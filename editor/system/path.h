// path.h: paths of files. The caller frees every `char *` that a function returns; NULL: out of memory.
#ifndef EDITOR_SYSTEM_PATH_H
#define EDITOR_SYSTEM_PATH_H

#include <stdbool.h>
#include <stddef.h>

// The size of a buffer for any path that the system takes, its zero included. A longer one names no file: the system
// refuses it.
enum { EDITOR_PATH_SIZE = 4096 };

// The folder of `path`; "." if the path has none.
char *editor_path_folder(const char *path);
// The length of the folder in `path`, including its slash; 0: the path has none.
size_t editor_path_folder_length(const char *path);
// The file name after the folder. Points into `path`.
const char *editor_path_name(const char *path);
// The path of `relative` in the folder of the file `base`.
char *editor_path_beside(const char *base, const char *relative);
// Whether `path` ends with a dot and `extension` (lower case), in either case.
bool editor_path_has_extension(const char *path, const char *extension);

// The absolute path, without "." and "..". Links are resolved if the file's folder exists. NULL also if there is no
// current folder.
char *editor_path_absolute(const char *path);
// The path of `target` relative to the folder of `base`; both are absolute.
char *editor_path_relative(const char *base, const char *target);

#endif
