#include "level_round_trip.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "document/file/level_file.h"
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
