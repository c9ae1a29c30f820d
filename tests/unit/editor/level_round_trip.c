#include "level_round_trip.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "document/file/document_file.h"
#include "document/file/level_file.h"
#include "document/file/open.h"
#include "edit_fixture.h"
#include "system/text.h"
#include "text_file.h"

editor_level *level_must_read(const char *path)
{
    editor_error error = {""};
    editor_level *level = editor_level_read(path, NULL, NULL, NULL, &error);
    if (!level)
        fail_msg("refused: %s", error.text);
    return level;
}

char *level_round_trip(const char *from, const char *to)
{
    editor_level *level = level_must_read(from);
    editor_error error = {""};
    char *texts[2];
    uint64_t hashes[2];
    for (int i = 0; i < 2; i++) {
        editor_text text = {0};
        assert_true(editor_level_write(level, to, &text, &error));
        texts[i] = text.data;
        hashes[i] = editor_level_hash(level);
        write_text(to, text.data);
        editor_level_destroy(level);
        level = level_must_read(to);
    }
    assert_true(hashes[0] == hashes[1] && hashes[1] == editor_level_hash(level));
    assert_string_equal(texts[0], texts[1]);
    editor_level_destroy(level);
    free(texts[1]);
    return texts[0];
}

void level_must_be_refused(const char *path, const char *text, const char *reason)
{
    editor_error error = {""};
    write_text(path, text);
    editor_level *level = editor_open(path, NULL, NULL, &error);
    const size_t length = strlen(path);
    const bool ok = !level && strncmp(error.text, path, length) == 0 && strncmp(error.text + length, ": ", 2) == 0 &&
                    strstr(error.text, reason) && !strchr(error.text, '\n');
    if (!ok)
        print_error("%s\nsays: %s\nnot:  %s\n", text, level ? "(read)" : error.text, reason);
    editor_level_destroy(level);
    assert_true(ok);
}

editor_level *level_must_open(const char *path)
{
    editor_error error = {""};
    editor_level *level = editor_open(path, NULL, NULL, &error);
    if (!level)
        fail_msg("refused: %s", error.text);
    return level;
}

editor_document *document_must_create(editor_level *level)
{
    editor_document *document = editor_document_create(level, NULL);
    assert_non_null(document);
    return document;
}

void document_must_save(editor_document *document, const char *path)
{
    editor_error error = {""};
    if (!editor_document_save(document, path, &error))
        fail_msg("%s", error.text);
    assert_false(editor_document_is_changed(document));
}

void document_round_trip(editor_document *document, const char *path, const char *again)
{
    const uint64_t hash = editor_level_hash(editor_document_level(document));
    document_must_save(document, path);
    char *first = read_text(path);
    editor_document *back = document_must_create(level_must_open(path));
    assert_true(editor_level_hash(editor_document_level(back)) == hash);
    assert_true(fixture_is_consistent(editor_document_level(back)));
    document_must_save(back, again);
    char *second = read_text(again);
    assert_string_equal(first, second);
    free(first);
    free(second);
    editor_document_destroy(back);
}
