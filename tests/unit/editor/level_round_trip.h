// level_round_trip.h: that a level file is read, written and read back as the same level.
#ifndef TESTS_UNIT_EDITOR_LEVEL_ROUND_TRIP_H
#define TESTS_UNIT_EDITOR_LEVEL_ROUND_TRIP_H

#include "document/level/level.h"

// Reads a level file; the test fails where it is refused.
editor_level *level_must_read(const char *path);
// Reads `from`, writes it to `to`, reads that and writes it again: both texts and all hashes are the same. The caller
// frees the text.
char *level_round_trip(const char *from, const char *to);

#endif
