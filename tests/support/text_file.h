// text_file.h: whole text files. Include it after cmocka.
#ifndef TESTS_SUPPORT_TEXT_FILE_H
#define TESTS_SUPPORT_TEXT_FILE_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// The caller frees it.
static inline char *read_text(const char *path)
{
    enum { MOST = 1 << 20 };
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    char *text = calloc(1, MOST);
    assert_non_null(text);
    assert_in_range(fread(text, 1, MOST - 1, file), 1, MOST - 2); // all of it
    assert_int_equal(fclose(file), 0);
    return text;
}

static inline void write_text(const char *path, const char *text)
{
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(text, 1, strlen(text), file), strlen(text));
    assert_int_equal(fclose(file), 0);
}

#endif
