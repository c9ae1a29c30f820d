// level_check.h: whether a document is whole, by rules that hold after every action.
#ifndef TESTS_FUZZ_LEVEL_CHECK_H
#define TESTS_FUZZ_LEVEL_CHECK_H

#include "document/history/document.h"

// The rule that is broken, or NULL: the links of the tree both ways, ids, names, kinds and what objects refer to; world
// transforms and effective flags, isolation included, as worked out anew; the pick scene, object by object; the
// selection and the active object; the memory of the history.
const char *level_check(const editor_document *document);

#endif
