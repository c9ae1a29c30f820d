// level_text.h: what must hold of any text that is read as a level.
#ifndef TESTS_FUZZ_LEVEL_TEXT_H
#define TESTS_FUZZ_LEVEL_TEXT_H

#include <stdbool.h>
#include <stddef.h>

// A level of all kinds of objects, to begin with.
extern const char LEVEL_TEXT[];
extern const size_t LEVEL_TEXT_SIZE;

// Pastes the text into a level, which reads it without a file, and reads it as a file's: it is refused in one line, or
// can be written and read again, and undone. Otherwise the program is aborted. Returns whether it was read.
bool level_text_try(const char *text, size_t size);

#endif
