#include "play/words.h"

#include <stdio.h>
#include <string.h>

static const struct {
    const char *name;
    editor_key key;
} KEYS[] = {
    {"none", EDITOR_KEY_NONE}, // of which only the place is known
    {"space", EDITOR_KEY_SPACE},
    {"tab", EDITOR_KEY_TAB},
    {"enter", EDITOR_KEY_ENTER},
    {"escape", EDITOR_KEY_ESCAPE},
    {"backspace", EDITOR_KEY_BACKSPACE},
    {"insert", EDITOR_KEY_INSERT},
    {"delete", EDITOR_KEY_DELETE},
    {"left", EDITOR_KEY_LEFT},
    {"right", EDITOR_KEY_RIGHT},
    {"up", EDITOR_KEY_UP},
    {"down", EDITOR_KEY_DOWN},
    {"home", EDITOR_KEY_HOME},
    {"end", EDITOR_KEY_END},
    {"pageup", EDITOR_KEY_PAGE_UP},
    {"pagedown", EDITOR_KEY_PAGE_DOWN},
    {"minus", EDITOR_KEY_MINUS},
    {"period", EDITOR_KEY_PERIOD},
    {"comma", EDITOR_KEY_COMMA},
    {"menu", EDITOR_KEY_MENU},
    {"slash", EDITOR_KEY_SLASH},
};

static const struct {
    const char *name;
    uint32_t bit;
} MODIFIERS[] = {{"shift", PICK_MODIFIER_SHIFT}, {"ctrl", PICK_MODIFIER_CTRL}, {"alt", PICK_MODIFIER_ALT}};

static const char *const BUTTONS[PICK_BUTTON_COUNT] = {"left", "middle", "right"};

static bool read_key_name(const char *text, editor_key *key)
{
    for (size_t i = 0; i < sizeof(KEYS) / sizeof(KEYS[0]); i++) {
        if (strcmp(text, KEYS[i].name) == 0) {
            *key = KEYS[i].key;
            return true;
        }
    }
    if (text[0] && !text[1] && ((text[0] >= 'a' && text[0] <= 'z') || (text[0] >= '0' && text[0] <= '9'))) {
        *key = (editor_key)(text[0] >= 'a' ? text[0] - 'a' + 'A' : text[0]);
        return true;
    }
    int number = 0, used = 0;
    if (sscanf(text, "f%2d%n", &number, &used) == 1 && !text[used] && number >= 1 && number <= 12) {
        *key = (editor_key)(EDITOR_KEY_F1 + number - 1);
        return true;
    }
    if (sscanf(text, "kp%1d%n", &number, &used) == 1 && !text[used]) {
        *key = (editor_key)(EDITOR_KEY_KP_0 + number);
        return true;
    }
    return false;
}

// Parses and skips leading modifiers such as "shift+".
static const char *take_modifiers(const char *text, uint32_t *modifiers)
{
    for (size_t i = 0; i < sizeof(MODIFIERS) / sizeof(MODIFIERS[0]); i++) {
        size_t length = strlen(MODIFIERS[i].name);
        if (strncmp(text, MODIFIERS[i].name, length) == 0 && text[length] == '+') {
            *modifiers |= MODIFIERS[i].bit;
            return take_modifiers(text + length + 1, modifiers);
        }
    }
    return text;
}

bool editor_words_read_key(const char *text, editor_key *key, uint32_t *modifiers)
{
    *modifiers = 0;
    return read_key_name(take_modifiers(text, modifiers), key);
}

bool editor_words_read_modifiers(const char *text, uint32_t *modifiers)
{
    *modifiers = 0;
    text = take_modifiers(text, modifiers);
    for (size_t i = 0; i < sizeof(MODIFIERS) / sizeof(MODIFIERS[0]); i++) {
        if (strcmp(text, MODIFIERS[i].name) == 0) {
            *modifiers |= MODIFIERS[i].bit;
            return true;
        }
    }
    return false;
}

bool editor_words_read_button(const char *text, uint32_t *button)
{
    for (uint32_t i = 0; i < PICK_BUTTON_COUNT; i++) {
        if (strcmp(text, BUTTONS[i]) == 0) {
            *button = i;
            return true;
        }
    }
    return false;
}

void editor_words_write_modifiers(uint32_t modifiers, char out[EDITOR_WORD_SIZE])
{
    int used = 0;
    out[0] = '\0';
    for (size_t i = 0; i < sizeof(MODIFIERS) / sizeof(MODIFIERS[0]); i++) {
        if (modifiers & MODIFIERS[i].bit)
            used += snprintf(out + used, (size_t)(EDITOR_WORD_SIZE - used), "%s%s", used ? "+" : "", MODIFIERS[i].name);
    }
}

void editor_words_write_key(editor_key key, uint32_t modifiers, char out[EDITOR_WORD_SIZE])
{
    editor_words_write_modifiers(modifiers, out);
    size_t used = strlen(out);
    if (used)
        out[used++] = '+';
    char *at = out + used;
    size_t room = EDITOR_WORD_SIZE - used;
    for (size_t i = 0; i < sizeof(KEYS) / sizeof(KEYS[0]); i++) {
        if (KEYS[i].key == key) {
            snprintf(at, room, "%s", KEYS[i].name);
            return;
        }
    }
    if (key >= EDITOR_KEY_F1 && key <= EDITOR_KEY_F12)
        snprintf(at, room, "f%d", (int)(key - EDITOR_KEY_F1) + 1);
    else if (key >= EDITOR_KEY_KP_0 && key <= EDITOR_KEY_KP_9)
        snprintf(at, room, "kp%d", (int)(key - EDITOR_KEY_KP_0));
    else
        snprintf(at, room, "%c", (int)key >= 'A' && (int)key <= 'Z' ? (int)key - 'A' + 'a' : (int)key);
}

const char *editor_words_dialog(uint32_t kind)
{
    static const char *const names[] = {"none", "message",   "confirm", "file", "text",
                                        "form", "shortcuts", "report",  "stack"};
    return kind < sizeof(names) / sizeof(names[0]) ? names[kind] : "none";
}

const char *editor_words_button(uint32_t button)
{
    return button < PICK_BUTTON_COUNT ? BUTTONS[button] : NULL;
}
