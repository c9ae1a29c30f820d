// edit_bench.h: tests of one command on the small level of edit_fixture.h.
#ifndef TESTS_UNIT_EDITOR_EDIT_BENCH_H
#define TESTS_UNIT_EDITOR_EDIT_BENCH_H

#include "edit_fixture.h"

typedef struct bench {
    editor_document *document;
    const editor_level *level;
    uint64_t start; // state before the command
} bench;

bench bench_begin(void);
// Both destroy the document. The command was one step: undo and redo bring back both sides of it.
void bench_end_after_one_step(bench *b);
// The command was refused with a reason that holds the text, and nothing changed.
void bench_end_after_refusal(bench *b, editor_edit_result result, const char *reason);
// The tree, as fixture_outline writes it.
void bench_assert_outline(const bench *b, const char *expected);

#endif
