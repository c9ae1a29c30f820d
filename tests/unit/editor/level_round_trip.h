// level_round_trip.h: that level files and documents are written and read back as the same level, or refused.
#ifndef TESTS_UNIT_EDITOR_LEVEL_ROUND_TRIP_H
#define TESTS_UNIT_EDITOR_LEVEL_ROUND_TRIP_H

#include "document/history/document.h"

// Reads a level file; the test fails where it is refused.
editor_level *level_must_read(const char *path);
// Reads `from`, writes it to `to`, reads that and writes it again: both texts and all hashes are the same. The caller
// frees the text.
char *level_round_trip(const char *from, const char *to);

// The text as a level file at `path` is refused, in one line that names the file and has the reason.
void level_must_be_refused(const char *path, const char *text, const char *reason);

// Opens a level or a model.
editor_level *level_must_open(const char *path);
// Takes the level.
editor_document *document_must_create(editor_level *level);
void document_must_save(editor_document *document, const char *path);
// Saves to `path`, reads that, and saves it to `again`: both have the same level, and the same text.
void document_round_trip(editor_document *document, const char *path, const char *again);

#endif
