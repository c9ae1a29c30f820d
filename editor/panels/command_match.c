#include "panels/command_match.h"

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

static char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

static bool starts(const char *text, const char *with, size_t length)
{
    for (size_t i = 0; i < length; i++) {
        if (lower(text[i]) != lower(with[i])) // also at the end of `text`
            return false;
    }
    return true;
}

static bool is_in_word(char c)
{
    return (c >= '0' && c <= '9') || (lower(c) >= 'a' && lower(c) <= 'z') || (unsigned char)c >= 0x80;
}

static editor_command_rank find_word(const char *text, const char *word, size_t length)
{
    editor_command_rank best = EDITOR_COMMAND_MISSES;
    for (size_t i = 0; text[i] && best != EDITOR_COMMAND_WORDS; i++) {
        if (starts(text + i, word, length))
            best = i == 0 || !is_in_word(text[i - 1]) ? EDITOR_COMMAND_WORDS : EDITOR_COMMAND_HOLDS;
    }
    return best;
}

editor_command_rank editor_command_match(const char *menu, const char *label, const char *text)
{
    text += strspn(text, " ");
    size_t whole = strlen(text);
    while (whole > 0 && text[whole - 1] == ' ')
        whole--;
    if (starts(label, text, whole))
        return EDITOR_COMMAND_STARTS;
    editor_command_rank worst = EDITOR_COMMAND_WORDS;
    while (*text && worst != EDITOR_COMMAND_MISSES) {
        const size_t length = strcspn(text, " ");
        const editor_command_rank in_label = find_word(label, text, length), in_menu = find_word(menu, text, length);
        const editor_command_rank rank = in_label < in_menu ? in_label : in_menu;
        worst = rank > worst ? rank : worst;
        text += length;
        text += strspn(text, " ");
    }
    return worst;
}
