// player_parse.c: parses the numbers of a script and reports errors.
#include "play/player_private.h"

#include "system/text.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool editor_player_fail(editor_player *player, editor_play_result result, const char *format, ...)
{
    char text[400];
    va_list arguments;
    va_start(arguments, format);
    editor_text_print(text, sizeof(text), format, arguments);
    va_end(arguments);
    snprintf(player->error->text, sizeof(player->error->text), "%s:%d: %s", player->path, player->line, text);
    player->result = result;
    return false;
}

bool editor_player_numbers(editor_player *player, const char *word, char separator, double *out, int count)
{
    const char *at = word;
    for (int i = 0; i < count; i++) {
        // Decimal numbers only: 0x10 is a size, not sixteen.
        size_t length = strspn(at, "+-.0123456789eE");
        char text[64], *end = text;
        if (length > 0 && length < sizeof(text)) {
            memcpy(text, at, length);
            text[length] = '\0';
            out[i] = strtod(text, &end);
        }
        if (end == text || *end || !isfinite(out[i]) || at[length] != (i + 1 < count ? separator : '\0'))
            return editor_player_fail(player, EDITOR_PLAY_BROKEN, "%s: %s", word,
                                      count == 1 ? "expected a number" : "expected numbers, as in 1,2,3");
        at += length + 1;
    }
    return true;
}
