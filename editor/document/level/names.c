// names.c: a set of names, with the last number given to each stem, so that naming a thousand copies takes linear time.
#include "document/level/names.h"

#include "system/text.h"

#include <stdlib.h>
#include <string.h>

static char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

bool editor_name_holds(const char *name, const char *text)
{
    for (;; name++) {
        size_t i = 0;
        while (text[i] && lower(name[i]) == lower(text[i]))
            i++;
        if (!text[i] || !*name)
            return !text[i];
    }
}

typedef struct name_entry {
    char *text;          // NULL: free
    uint64_t hash;       // of the text
    unsigned long given; // for a stem: the last number given
} name_entry;

struct editor_names {
    name_entry *entries; // open addressing
    size_t capacity, count;
};

bool editor_name_is_valid(const char *name)
{
    size_t length = strlen(name);
    for (size_t i = 0; i < length; i++) {
        if ((unsigned char)name[i] < ' ' || name[i] == 0x7f)
            return false;
    }
    return length > 0 && editor_text_is_utf8(name, length);
}

static uint64_t hash_text(const char *text, size_t length)
{
    uint64_t hash = 0xcbf29ce484222325u; // FNV-1a
    for (size_t i = 0; i < length; i++)
        hash = (hash ^ (unsigned char)text[i]) * 0x100000001b3u;
    return hash ^ hash >> 29;
}

// The entry of a text, or the free one where it belongs.
static name_entry *find(const editor_names *names, const char *text, size_t length, uint64_t hash)
{
    size_t mask = names->capacity - 1;
    for (size_t i = hash & mask;; i = (i + 1) & mask) {
        name_entry *entry = &names->entries[i];
        if (!entry->text ||
            (entry->hash == hash && strncmp(entry->text, text, length) == 0 && entry->text[length] == 0))
            return entry;
    }
}

// Makes room for `more` names.
static bool grow(editor_names *names, size_t more)
{
    if (2 * (names->count + more) <= names->capacity)
        return true;
    editor_names larger = {.capacity = names->capacity ? 2 * names->capacity : 64, .count = names->count};
    while (larger.capacity < 2 * (names->count + more))
        larger.capacity *= 2;
    larger.entries = calloc(larger.capacity, sizeof(*larger.entries));
    if (!larger.entries)
        return false;
    const size_t mask = larger.capacity - 1;
    for (size_t i = 0; i < names->capacity; i++) {
        size_t to = names->entries[i].hash & mask;
        while (names->entries[i].text && larger.entries[to].text) // no two are equal
            to = (to + 1) & mask;
        if (names->entries[i].text)
            larger.entries[to] = names->entries[i];
    }
    free(names->entries);
    *names = larger;
    return true;
}

// Finds or adds the entry of a text. NULL: out of memory.
static name_entry *add(editor_names *names, const char *text, size_t length)
{
    if (!grow(names, 1))
        return NULL;
    const uint64_t hash = hash_text(text, length);
    name_entry *entry = find(names, text, length, hash);
    if (!entry->text) {
        entry->text = malloc(length + 1);
        if (!entry->text)
            return NULL;
        memcpy(entry->text, text, length);
        entry->text[length] = 0;
        entry->hash = hash;
        names->count++;
    }
    return entry;
}

editor_names *editor_names_create(const editor_level *level)
{
    editor_names *names = calloc(1, sizeof(*names));
    bool ok = names && grow(names, (size_t)level->object_count + 1);
    for (uint32_t i = 0; ok && i < level->object_count; i++) {
        if (level->objects[i].exists)
            ok = add(names, level->objects[i].name, strlen(level->objects[i].name)) != NULL;
    }
    if (ok)
        return names;
    editor_names_destroy(names);
    return NULL;
}

void editor_names_destroy(editor_names *names)
{
    if (!names)
        return;
    for (size_t i = 0; i < names->capacity; i++)
        free(names->entries[i].text);
    free(names->entries);
    free(names);
}

static bool is_there(const editor_names *names, const char *text, size_t length)
{
    return find(names, text, length, hash_text(text, length))->text != NULL;
}

// Writes a number with at least `width` digits, and the end of the text. Returns its length.
static size_t write_number(char *out, unsigned long number, int width)
{
    char digits[24];
    int count = 0;
    for (; number > 0 || count < width; number /= 10)
        digits[count++] = (char)('0' + number % 10);
    for (int i = 0; i < count; i++)
        out[i] = digits[count - 1 - i];
    out[count] = 0;
    return (size_t)count;
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

char *editor_names_next(editor_names *names, const char *name)
{
    size_t length = strlen(name), stem = length;
    while (stem > 0 && is_digit(name[stem - 1]) && length - stem < 9)
        stem--;
    bool numbered = stem < length;
    int width = numbered ? (int)(length - stem) : 2;
    unsigned long from = numbered ? strtoul(name + stem, NULL, 10) : 1;
    size_t size = length + 24;
    char *text = malloc(size);
    if (!text)
        return NULL;
    // "post 04" and "post 05" share the key "post \x01", which no generated name can equal. Counting continues from the
    // last number, but never below the number copied from.
    memcpy(text, name, stem);
    size_t start = stem;
    if (!numbered)
        text[start++] = ' ';
    text[start] = '\x01';
    name_entry *key = add(names, text, start + 1);
    if (!key) {
        free(text);
        return NULL;
    }
    if (key->given > from)
        from = key->given;
    size_t end;
    do {
        from++;
        end = start + write_number(text + start, from, width);
    } while (is_there(names, text, end));
    key->given = from;
    if (!add(names, text, end)) {
        free(text);
        return NULL;
    }
    return text;
}

char *editor_names_unique(editor_names *names, const char *name)
{
    size_t length = strlen(name);
    if (is_there(names, name, length))
        return editor_names_next(names, name);
    char *copy = editor_text_copy(name);
    if (copy && add(names, name, length))
        return copy;
    free(copy);
    return NULL;
}
