#include "document/level/search.h"

#include "document/level/look.h"
#include "document/level/names.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// --- Text ---

static char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

// Whether the whole text has the pattern. A star that fails is tried one character later; only the last one counts.
static bool has_pattern(const char *text, const char *pattern)
{
    const char *star = NULL, *from = NULL;
    while (*text) {
        if (*pattern == '*') {
            star = pattern++;
            from = text;
        } else if (*pattern && (*pattern == '?' || lower(*pattern) == lower(*text))) {
            const bool wide = *pattern == '?';
            pattern++;
            text++;
            while (wide && ((unsigned char)*text & 0xc0) == 0x80) // the rest of a UTF-8 character
                text++;
        } else if (star) {
            pattern = star + 1;
            text = ++from;
        } else {
            return false;
        }
    }
    while (*pattern == '*')
        pattern++;
    return !*pattern;
}

static bool text_matches(const char *text, const char *word)
{
    return strpbrk(word, "*?") ? has_pattern(text, word) : editor_name_holds(text, word);
}

// The length of the name without a number at its end and the blanks before that.
static size_t stem_length(const char *name)
{
    const size_t whole = strlen(name);
    size_t length = whole;
    while (length > 0 && name[length - 1] >= '0' && name[length - 1] <= '9')
        length--;
    while (length > 0 && length < whole && name[length - 1] == ' ')
        length--;
    return length > 0 ? length : whole;
}

int editor_name_compare_stems(const char *a, const char *b)
{
    const size_t length = stem_length(a), other = stem_length(b);
    const int order = memcmp(a, b, length < other ? length : other);
    return order != 0 ? order : length < other ? -1 : length > other;
}

// --- Reading ---

static const struct {
    const char *name;
    editor_object_kind kind;
    editor_mesh_form form; // of meshes
} KINDS[] = {{"group", EDITOR_OBJECT_GROUP, 0},
             {"mesh", EDITOR_OBJECT_MESH, EDITOR_FORM_TRIANGLES},
             {"points", EDITOR_OBJECT_MESH, EDITOR_FORM_POINTS},
             {"lines", EDITOR_OBJECT_MESH, EDITOR_FORM_LINES},
             {"light", EDITOR_OBJECT_LIGHT, 0},
             {"camera", EDITOR_OBJECT_CAMERA, 0},
             {"volume", EDITOR_OBJECT_VOLUME, 0},
             {"terrain", EDITOR_OBJECT_TERRAIN, 0},
             {"prefab", EDITOR_OBJECT_PREFAB, 0}};

static bool same_word(const char *a, const char *b)
{
    while (*a && lower(*a) == *b)
        a++, b++;
    return *a == *b;
}

static bool read_kind(struct editor_search_word *word, const char *text, editor_error *error)
{
    for (size_t i = 0; i < sizeof(KINDS) / sizeof(KINDS[0]); i++) {
        if (!same_word(text, KINDS[i].name))
            continue;
        word->kind = KINDS[i].kind;
        word->form = KINDS[i].form;
        return true;
    }
    snprintf(error->text, sizeof(error->text),
             "type:%.40s: expected mesh, points, lines, volume, terrain, light, camera or group", text);
    return false;
}

static void read_layers(const editor_level *level, struct editor_search_word *word, const char *text)
{
    char *end = NULL;
    const unsigned long number = strtoul(text, &end, 10);
    word->layers = text[0] >= '0' && text[0] <= '9' && !*end && number < EDITOR_LAYER_COUNT ? 1u << number : 0;
    for (uint32_t i = 0; i < EDITOR_LAYER_COUNT; i++) {
        if (level->layer_names[i] && text_matches(level->layer_names[i], text))
            word->layers |= 1u << i;
    }
}

static void read_sets(const editor_level *level, struct editor_search_word *word, const char *text)
{
    for (uint32_t i = 0; i < EDITOR_SET_COUNT; i++) {
        if (level->set_names[i] && text_matches(level->set_names[i], text))
            word->sets |= 1u << i;
    }
}

// Splits off a prefix. Returns the text after it.
static const char *read_prefix(struct editor_search_word *word, const char *text)
{
    static const char *const prefixes[] = {"", "type:", "layer:", "set:", "material:"}; // as `what`
    for (int i = 1; i < 5; i++) {
        const size_t length = strlen(prefixes[i]);
        size_t same = 0;
        while (same < length && lower(text[same]) == prefixes[i][same])
            same++;
        if (same < length)
            continue;
        word->what = i;
        return text + length;
    }
    word->what = EDITOR_SEARCH_NAME;
    return text;
}

// Copies a word without its quotes. Returns what comes after it.
static const char *copy_word(const char *text, char *out)
{
    bool quoted = false;
    for (; *text && (quoted || *text != ' '); text++) {
        if (*text == '"')
            quoted = !quoted;
        else
            *out++ = *text;
    }
    *out = '\0';
    return text;
}

bool editor_search_read(const editor_level *level, const char *text, editor_search *out, editor_error *error)
{
    *out = (editor_search){0};
    bool ok = strlen(text) < sizeof(out->texts);
    if (!ok)
        snprintf(error->text, sizeof(error->text), "the search is too long");
    uint32_t used = 0;
    for (const char *at = text; ok && (at += strspn(at, " "), *at);) {
        if (out->count == EDITOR_SEARCH_WORDS) {
            snprintf(error->text, sizeof(error->text), "more than %d words", EDITOR_SEARCH_WORDS);
            ok = false;
            break;
        }
        struct editor_search_word *word = &out->words[out->count];
        at = copy_word(at, out->texts + used);
        const char *rest = read_prefix(word, out->texts + used);
        word->text = (uint32_t)(rest - out->texts);
        used += (uint32_t)strlen(out->texts + used) + 1;
        if (!*rest)
            continue; // not typed yet
        out->count++;
        if (word->what == EDITOR_SEARCH_TYPE)
            ok = read_kind(word, rest, error);
        if (word->what == EDITOR_SEARCH_LAYER)
            read_layers(level, word, rest);
        if (word->what == EDITOR_SEARCH_SET)
            read_sets(level, word, rest);
    }
    if (!ok) { // no object is in a layer of none
        out->count = 1;
        out->words[0] = (struct editor_search_word){.what = EDITOR_SEARCH_LAYER};
    }
    return ok;
}

// --- Matching ---

static int hex_digit(char c)
{
    c = lower(c);
    return c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

// Reads "#c04020".
static bool read_code(const char *text, uint8_t code[3])
{
    if (strlen(text) != 7 || text[0] != '#')
        return false;
    bool ok = true;
    for (int i = 0; i < 3; i++) {
        const int high = hex_digit(text[1 + 2 * i]), low = hex_digit(text[2 + 2 * i]);
        ok = ok && high >= 0 && low >= 0;
        code[i] = ok ? (uint8_t)(16 * high + low) : 0;
    }
    return ok;
}

static bool has_code(const editor_material *material, const uint8_t code[3])
{
    bool same = true;
    for (int i = 0; i < 3; i++) {
        const double c = fmax(0, fmin(1, (double)material->base_color[i]));
        const double srgb = c <= 0.0031308 ? c * 12.92 : 1.055 * pow(c, 1 / 2.4) - 0.055;
        same = same && code[i] == (uint8_t)(srgb * 255 + 0.5);
    }
    return same;
}

static bool has_material(const editor_level *level, const editor_object *object, const char *text)
{
    uint8_t code[3];
    const bool by_code = read_code(text, code);
    const uint32_t slots = editor_level_slots(level, object);
    for (uint32_t i = 0; i < slots; i++) {
        const editor_material *material = editor_level_material(level, object, i);
        if ((material->name && text_matches(material->name, text)) || (by_code && has_code(material, code)))
            return true;
    }
    return false;
}

static bool is_of_kind(const editor_level *level, const editor_object *object, const struct editor_search_word *word)
{
    return object->kind == word->kind &&
           (object->kind != EDITOR_OBJECT_MESH || level->meshes[object->mesh].form == word->form);
}

bool editor_search_matches(const editor_search *search, const editor_level *level, uint32_t object)
{
    const editor_object *o = &level->objects[object];
    for (uint32_t i = 0; i < search->count; i++) {
        const struct editor_search_word *word = &search->words[i];
        const char *text = search->texts + word->text;
        const bool matches = word->what == EDITOR_SEARCH_NAME    ? text_matches(o->name, text)
                             : word->what == EDITOR_SEARCH_TYPE  ? is_of_kind(level, o, word)
                             : word->what == EDITOR_SEARCH_LAYER ? (o->layers & word->layers) != 0
                             : word->what == EDITOR_SEARCH_SET   ? (o->sets & word->sets) != 0
                                                                 : has_material(level, o, text);
        if (!matches)
            return false;
    }
    return true;
}
