#include "edit_bench.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

bench bench_begin(void)
{
    bench b = {.document = fixture_document()};
    b.level = editor_document_level(b.document);
    b.start = fixture_state(b.document);
    return b;
}

void bench_end_after_one_step(bench *b)
{
    uint64_t done = fixture_state(b->document);
    assert_true(fixture_is_consistent(b->level));
    assert_int_equal(editor_document_history(b->document).step_count, 1);
    assert_true(editor_document_undo(b->document));
    assert_true(fixture_state(b->document) == b->start);
    assert_true(fixture_is_consistent(b->level));
    assert_true(editor_document_redo(b->document));
    assert_true(fixture_state(b->document) == done);
    assert_true(fixture_is_consistent(b->level));
    editor_document_destroy(b->document);
}

void bench_end_after_refusal(bench *b, editor_edit_result result, const char *reason)
{
    assert_int_equal(result, EDITOR_EDIT_REFUSED);
    if (!strstr(editor_document_reason(b->document), reason))
        print_error("says: %s\nnot:  %s\n", editor_document_reason(b->document), reason);
    assert_non_null(strstr(editor_document_reason(b->document), reason));
    assert_true(fixture_state(b->document) == b->start);
    assert_true(fixture_is_consistent(b->level));
    assert_int_equal(editor_document_history(b->document).step_count, 0);
    editor_document_destroy(b->document);
}

void bench_assert_outline(const bench *b, const char *expected)
{
    char text[1024];
    fixture_outline(b->level, text, sizeof(text));
    assert_string_equal(text, expected);
}
