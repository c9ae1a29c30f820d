// reference.h: the files that a model may refer to: buffers, textures, material libraries.
//
// A model that somebody else made must not read a person's other files. So a reference, with links resolved, must lead
// to a regular file below the model's folder, below the folder above it (models often share textures with their
// neighbours), or below a folder that the person named. The folder above does not count where it is the root of the
// file system.
#ifndef EDITOR_SYSTEM_REFERENCE_H
#define EDITOR_SYSTEM_REFERENCE_H

#include "system/file_read.h"

#include <stdbool.h>

// The environment variable with folders for every model, separated by colons.
#define EDITOR_REFERENCE_VARIABLE "VKPICK_MODEL_FOLDERS"

// Names a folder for every model that this process opens from now on. Not thread-safe. False: it is not a folder.
bool editor_reference_allow(const char *folder);

// Like editor_file_open and editor_file_read_watched for the file `path` that the model `model` refers to. Both paths
// are absolute or relative to the current folder. EDITOR_FILE_OUTSIDE: it exists, and the rule above forbids it.
editor_file_result editor_reference_open(const char *model, const char *path, FILE **file);
editor_file_result editor_reference_read(const char *model, const char *path, size_t limit, editor_progress *progress,
                                         uint8_t **bytes, size_t *size);

#endif
