// gltf_data.h: glTF files of a test's own numbers.
#ifndef TESTS_UNIT_GLTF_DATA_H
#define TESTS_UNIT_GLTF_DATA_H

#include "model_file.h"

#include <stdlib.h>

static inline void put_base64(char *out, const uint8_t *bytes, size_t size)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    for (size_t i = 0; i < size; i += 3) {
        const uint32_t b = i + 1 < size ? bytes[i + 1] : 0, c = i + 2 < size ? bytes[i + 2] : 0;
        const uint32_t bits = (uint32_t)bytes[i] << 16 | b << 8 | c;
        *out++ = digits[bits >> 18];
        *out++ = digits[bits >> 12 & 63];
        *out++ = digits[bits >> 6 & 63];
        *out++ = digits[bits & 63];
    }
    *out = 0;
}

// A file with one buffer, which bufferViews[0] spans, and `rest`: accessors, meshes, nodes and so on. The caller frees
// it.
static inline char *gltf_with(const void *bytes, size_t size, const char *rest)
{
    const size_t room = size / 3 * 4 + 8, length = strlen(rest) + room + 200;
    char *text = malloc(length), *base64 = malloc(room);
    assert_non_null(text);
    assert_non_null(base64);
    assert_int_equal(size % 3, 0); // no padding
    put_base64(base64, bytes, size);
    snprintf(text, length,
             "{\"asset\":{\"version\":\"2.0\"},\"buffers\":[{\"byteLength\":%zu,\"uri\":\"data:;base64,%s\"}],"
             "\"bufferViews\":[{\"buffer\":0,\"byteLength\":%zu}],%s}",
             size, base64, size, rest);
    free(base64);
    return text;
}

static inline editor_level *open_with(const char *path, const void *bytes, size_t size, const char *rest)
{
    char *text = gltf_with(bytes, size, rest);
    editor_level *level = must_import(path, text);
    free(text);
    return level;
}

static inline void refuse_with(const char *path, const void *bytes, size_t size, const char *rest, const char *expected)
{
    char *text = gltf_with(bytes, size, rest);
    must_refuse(path, text, expected);
    free(text);
}

// The level has these warnings, in this order, and no others.
static inline void expect_warnings(const editor_level *level, const char *const *warnings, uint32_t count)
{
    for (uint32_t i = 0; level->warning_count != count && i < level->warning_count; i++)
        print_error("warning: %s\n", level->warnings[i]);
    assert_int_equal(level->warning_count, count);
    for (uint32_t i = 0; i < count; i++)
        assert_string_equal(level->warnings[i], warnings[i]);
}

static inline void expect_warning(const editor_level *level, const char *warning)
{
    expect_warnings(level, &warning, 1);
}

#endif
