#include "system/keymap.h"

#include "system/file_read.h"
#include "system/text.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FILE_LIMIT = 1 << 20, LINE_SIZE = 200 };

// --- names of keys ---

static const struct {
    const char *name;
    editor_key key;
} KEYS[] = {
    // The first name of a key is the one that is written.
    {"Space", EDITOR_KEY_SPACE},
    {",", EDITOR_KEY_COMMA},
    {"Comma", EDITOR_KEY_COMMA},
    {"-", EDITOR_KEY_MINUS},
    {"Minus", EDITOR_KEY_MINUS},
    {".", EDITOR_KEY_PERIOD},
    {"Period", EDITOR_KEY_PERIOD},
    {"/", EDITOR_KEY_SLASH},
    {"Slash", EDITOR_KEY_SLASH},
    {"Tab", EDITOR_KEY_TAB},
    {"Enter", EDITOR_KEY_ENTER},
    {"Return", EDITOR_KEY_ENTER},
    {"Esc", EDITOR_KEY_ESCAPE},
    {"Escape", EDITOR_KEY_ESCAPE},
    {"Backspace", EDITOR_KEY_BACKSPACE},
    {"Insert", EDITOR_KEY_INSERT},
    {"Del", EDITOR_KEY_DELETE},
    {"Delete", EDITOR_KEY_DELETE},
    {"Left", EDITOR_KEY_LEFT},
    {"Right", EDITOR_KEY_RIGHT},
    {"Up", EDITOR_KEY_UP},
    {"Down", EDITOR_KEY_DOWN},
    {"Home", EDITOR_KEY_HOME},
    {"End", EDITOR_KEY_END},
    {"Page Up", EDITOR_KEY_PAGE_UP},
    {"Page Down", EDITOR_KEY_PAGE_DOWN},
    {"Menu", EDITOR_KEY_MENU},
};

static const struct {
    const char *name;
    uint32_t bit;
} MODIFIERS[] = {{"Ctrl+", PICK_MODIFIER_CTRL}, {"Shift+", PICK_MODIFIER_SHIFT}, {"Alt+", PICK_MODIFIER_ALT}};

static const char *key_name(editor_key key, char out[16])
{
    for (size_t i = 0; i < sizeof(KEYS) / sizeof(KEYS[0]); i++) {
        if (KEYS[i].key == key)
            return KEYS[i].name;
    }
    if (key >= EDITOR_KEY_F1 && key <= EDITOR_KEY_F12)
        snprintf(out, 16, "F%d", (int)(key - EDITOR_KEY_F1) + 1);
    else if (key >= EDITOR_KEY_KP_0 && key <= EDITOR_KEY_KP_9)
        snprintf(out, 16, "Num %d", (int)(key - EDITOR_KEY_KP_0));
    else
        snprintf(out, 16, "%c", (char)key);
    return out;
}

void editor_key_write(editor_key key, uint32_t modifiers, char out[EDITOR_KEY_TEXT_SIZE])
{
    char name[16];
    size_t used = 0;
    out[0] = '\0';
    if (key == EDITOR_KEY_NONE)
        return;
    for (size_t i = 0; i < sizeof(MODIFIERS) / sizeof(MODIFIERS[0]); i++) {
        if (modifiers & MODIFIERS[i].bit)
            used += (size_t)snprintf(out + used, EDITOR_KEY_TEXT_SIZE - used, "%s", MODIFIERS[i].name);
    }
    snprintf(out + used, EDITOR_KEY_TEXT_SIZE - used, "%.15s", key_name(key, name));
}

static char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

// Whether `text` starts with `name`; blanks and case do not count. `rest`: what follows it.
static bool starts(const char *text, const char *name, const char **rest)
{
    for (;;) {
        text += strspn(text, " \t");
        name += strspn(name, " ");
        if (!*name) {
            *rest = text;
            return true;
        }
        if (lower(*text++) != lower(*name++))
            return false;
    }
}

static bool is_name(const char *text, const char *name)
{
    const char *rest;
    return starts(text, name, &rest) && !*rest;
}

static editor_key read_key_name(const char *text)
{
    for (size_t i = 0; i < sizeof(KEYS) / sizeof(KEYS[0]); i++) {
        if (is_name(text, KEYS[i].name))
            return KEYS[i].key;
    }
    char name[16];
    for (int key = EDITOR_KEY_F1; key <= EDITOR_KEY_KP_9; key++) {
        if (is_name(text, key_name((editor_key)key, name)))
            return (editor_key)key;
    }
    for (int key = '0'; key <= 'Z'; key += key == '9' ? 'A' - '9' : 1) {
        if (is_name(text, (const char[]){(char)key, '\0'}))
            return (editor_key)key;
    }
    return EDITOR_KEY_NONE;
}

bool editor_key_read(const char *text, editor_key *key, uint32_t *modifiers)
{
    uint32_t held = 0;
    for (size_t i = 0; i < sizeof(MODIFIERS) / sizeof(MODIFIERS[0]); i++) {
        if (starts(text, MODIFIERS[i].name, &text)) {
            held |= MODIFIERS[i].bit;
            i = (size_t)-1; // in any order
        }
    }
    const editor_key found = read_key_name(text);
    if (found == EDITOR_KEY_NONE)
        return false;
    *key = found;
    *modifiers = held;
    return true;
}

// --- files ---

typedef struct keymap_reader {
    const char *path;
    uint32_t line;
    editor_key_binding *bindings;
    uint32_t count;
    editor_keymap_problem problem;
    void *user;
} keymap_reader;

static void report(const keymap_reader *reader, const char *format, ...)
{
    char text[512], what[300];
    va_list arguments;
    va_start(arguments, format);
    editor_text_print(what, sizeof(what), format, arguments); // the text comes from a file
    va_end(arguments);
    snprintf(text, sizeof(text), "%.180s:%u: %s", reader->path, (unsigned)reader->line, what);
    reader->problem(reader->user, text);
}

editor_key_binding *editor_keymap_find(editor_key_binding *bindings, uint32_t count, const char *action)
{
    for (uint32_t i = 0; i < count; i++) {
        if (strcmp(bindings[i].action, action) == 0)
            return &bindings[i];
    }
    return NULL;
}

// The other action that has the key by a line of the file (`by_line`) or by default, or NULL.
static editor_key_binding *find_holder(const keymap_reader *reader, const editor_key_binding *self, bool by_line)
{
    for (uint32_t i = 0; i < reader->count && self->key != EDITOR_KEY_NONE; i++) {
        editor_key_binding *other = &reader->bindings[i];
        if (other != self && (other->line > 0) == by_line && other->key == self->key &&
            other->modifiers == self->modifiers)
            return other;
    }
    return NULL;
}

static void bind(const keymap_reader *reader, editor_key_binding *binding, const char *text)
{
    editor_key_binding wanted = {.action = binding->action, .line = reader->line};
    if (!is_name(text, "none") && !editor_key_read(text, &wanted.key, &wanted.modifiers)) {
        report(reader, "%s: \"%.60s\" is not a key; expected one such as Ctrl+Shift+X, F5, Num 1, Page Up, or none",
               binding->action, text);
        return;
    }
    if (binding->line > 0) {
        report(reader, "%s has a key already, by line %u", binding->action, (unsigned)binding->line);
        return;
    }
    const editor_key_binding before = *binding;
    *binding = wanted;
    const editor_key_binding *holder = find_holder(reader, binding, true);
    if (holder) {
        report(reader, "%s: that is the key of %s already, by line %u", binding->action, holder->action,
               (unsigned)holder->line);
        *binding = before;
    }
}

static void trim(char *text)
{
    size_t end = strlen(text);
    while (end > 0 && strchr(" \t\r", text[end - 1]))
        text[--end] = '\0';
}

static void read_line(keymap_reader *reader, const char *from, size_t length)
{
    char line[LINE_SIZE];
    if (length >= sizeof(line) || memchr(from, '\0', length)) {
        report(reader, "the line is too long, or not text; expected ACTION = KEY");
        return;
    }
    memcpy(line, from, length);
    line[length] = '\0';
    line[strcspn(line, "#")] = '\0';
    char *action = line + strspn(line, " \t"), *equals = strchr(action, '=');
    trim(action);
    if (!*action)
        return;
    if (!equals) {
        report(reader, "\"%.60s\": expected ACTION = KEY", action);
        return;
    }
    *equals = '\0';
    trim(action);
    editor_key_binding *binding = editor_keymap_find(reader->bindings, reader->count, action);
    if (binding)
        bind(reader, binding, equals + 1 + strspn(equals + 1, " \t"));
    else
        report(reader, "no action is named \"%.60s\"; --print-keymap lists them", action);
}

// Takes keys that lines gave to other actions from those that had them by default.
static void settle(keymap_reader *reader)
{
    for (uint32_t i = 0; i < reader->count; i++) {
        editor_key_binding *binding = &reader->bindings[i];
        editor_key_binding *holder = binding->line > 0 ? find_holder(reader, binding, false) : NULL;
        if (!holder)
            continue;
        reader->line = binding->line;
        report(reader, "%s takes the key of %s, which has none now; \"%s = none\" says that this is meant",
               binding->action, holder->action, holder->action);
        holder->key = EDITOR_KEY_NONE;
    }
}

bool editor_keymap_read(const char *path, editor_key_binding *bindings, uint32_t count, editor_keymap_problem problem,
                        void *user, editor_error *error)
{
    uint8_t *bytes = NULL;
    size_t size = 0;
    const editor_file_result result = editor_file_read(path, FILE_LIMIT, &bytes, &size);
    if (result != EDITOR_FILE_OK) {
        snprintf(error->text, sizeof(error->text), "%.400s: %s", path, editor_file_result_text(result));
        return false;
    }
    keymap_reader reader = {.path = path, .bindings = bindings, .count = count, .problem = problem, .user = user};
    const char *text = (const char *)bytes, *end = text + size;
    text += editor_text_mark(text, size);
    while (text < end) {
        const char *stop = memchr(text, '\n', (size_t)(end - text));
        reader.line++;
        read_line(&reader, text, (size_t)((stop ? stop : end) - text));
        text = stop ? stop + 1 : end;
    }
    settle(&reader);
    free(bytes);
    return true;
}

void editor_keymap_write(const editor_key_binding *binding, char *out, size_t size)
{
    char key[EDITOR_KEY_TEXT_SIZE];
    editor_key_write(binding->key, binding->modifiers, key);
    snprintf(out, size, "%s = %s", binding->action, key[0] ? key : "none");
}
