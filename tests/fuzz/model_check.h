// model_check.h: what must hold of a model that was read from any bytes.
#ifndef TESTS_FUZZ_MODEL_CHECK_H
#define TESTS_FUZZ_MODEL_CHECK_H

#include "document/level/level.h"

// Whether the level can be used: finite bounds, and a pick that agrees with its twin.
bool model_check_use(const editor_level *level);
// Whether it can also be used at some times of each clip, and is as it was without any. A clip may move things out of
// range, where picks leave them out.
bool model_check_play(editor_level *level);
// Whether the boxes that the file gives, if any, are of the objects that it has when it is read whole. `whole` NULL: it
// was refused. Counts the files that give some.
bool model_check_boxes(const char *path, const editor_level *whole, long *count);

#endif
