// model_file.h: small model files written by a test, and the result of their import.
#ifndef TESTS_UNIT_EDITOR_MODEL_FILE_H
#define TESTS_UNIT_EDITOR_MODEL_FILE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "document/import/import.h"

static inline void write_model(const char *path, const void *bytes, size_t size)
{
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, size, file), size);
    assert_int_equal(fclose(file), 0);
}

static inline editor_level *import_text(const char *path, const char *text, editor_image_decoder decoder,
                                        editor_error *error)
{
    write_model(path, text, strlen(text));
    editor_level *level = editor_import(path, decoder, NULL, error);
    remove(path);
    return level;
}

static inline editor_level *must_import(const char *path, const char *text)
{
    editor_error error;
    editor_level *level = import_text(path, text, NULL, &error);
    if (!level) {
        print_error("refused: %s\n", error.text);
        fail();
    }
    return level;
}

// The refusal names the file and holds `expected`, in one line.
static inline void must_refuse(const char *path, const char *text, const char *expected)
{
    editor_error error;
    editor_level *level = import_text(path, text, NULL, &error);
    bool ok = !level && strncmp(error.text, path, strlen(path)) == 0 && strstr(error.text, expected) &&
              !strchr(error.text, '\n');
    if (!ok)
        print_error("%s\nsays: %s\nnot:  %s\n", text, level ? "(imported)" : error.text, expected);
    editor_level_destroy(level);
    assert_true(ok);
}

#endif
