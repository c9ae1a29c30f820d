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
    const char *text; // NULL: free
    uint32_t hash;    // of the text
    uint32_t given;   // for a stem: the last number given
} name_entry;

// Texts lie one after the other in large blocks: one allocation each would take as long as all else.
typedef struct name_block {
    struct name_block *next;
    size_t size, used;
    char text[];
} name_block;

struct editor_names {
    name_entry *entries; // open addressing
    size_t capacity, count;
    name_block *block; // the newest
};

enum { BLOCK_SIZE = 1 << 16 };

bool editor_name_is_valid(const char *name)
{
    size_t length = strlen(name);
    for (size_t i = 0; i < length; i++) {
        if ((unsigned char)name[i] < ' ' || name[i] == 0x7f)
            return false;
    }
    return length > 0 && editor_text_is_utf8(name, length);
}

// Names that differ in the last character lie side by side: numbers follow each other, and each name would otherwise
// miss the cache.
static uint32_t hash_text(const char *text, size_t length)
{
    uint64_t hash = 0xcbf29ce484222325u; // FNV-1a
    for (size_t i = 0; i + 1 < length; i++)
        hash = (hash ^ (unsigned char)text[i]) * 0x100000001b3u;
    const uint32_t folded = (uint32_t)(hash ^ hash >> 29) << 4;
    return length > 0 ? folded + (unsigned char)text[length - 1] : folded;
}

// The entry of a text, or the free one where it belongs.
static name_entry *find(const editor_names *names, const char *text, size_t length, uint32_t hash)
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
    editor_names larger = {
        .capacity = names->capacity ? 2 * names->capacity : 64, .count = names->count, .block = names->block};
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

// Room for `size` bytes, which stay the next ones until `fill` takes them. NULL: out of memory.
static char *room_for(editor_names *names, size_t size)
{
    name_block *block = names->block;
    if (!block || block->size - block->used < size) {
        const size_t wanted = size > BLOCK_SIZE ? size : BLOCK_SIZE;
        block = malloc(sizeof(*block) + wanted);
        if (!block)
            return NULL;
        *block = (name_block){.next = names->block, .size = wanted};
        names->block = block;
    }
    return block->text + block->used;
}

// Gives a free entry the text that was written to the room.
static void fill(editor_names *names, name_entry *entry, char *text, size_t length, uint32_t hash)
{
    text[length] = 0;
    *entry = (name_entry){.text = text, .hash = hash};
    names->block->used += length + 1;
    names->count++;
}

// Finds or adds the entry of a text. NULL: out of memory.
static name_entry *add(editor_names *names, const char *text, size_t length)
{
    if (!grow(names, 1))
        return NULL;
    const uint32_t hash = hash_text(text, length);
    name_entry *entry = find(names, text, length, hash);
    if (!entry->text) {
        char *room = room_for(names, length + 1);
        if (!room)
            return NULL;
        memcpy(room, text, length);
        fill(names, entry, room, length, hash);
    }
    return entry;
}

// Adds a name that outlives the set, which does not copy it. False: out of memory.
static bool refer(editor_names *names, const char *text, size_t length)
{
    if (!grow(names, 1))
        return false;
    const uint32_t hash = hash_text(text, length);
    name_entry *entry = find(names, text, length, hash);
    if (!entry->text) {
        *entry = (name_entry){.text = text, .hash = hash};
        names->count++;
    }
    return true;
}

static editor_names *create(const editor_level *level, const char *stem, size_t room)
{
    const size_t length = strlen(stem);
    editor_names *names = calloc(1, sizeof(*names));
    bool ok = names && grow(names, room);
    for (uint32_t i = 0; ok && i < level->object_count; i++) {
        const char *name = level->objects[i].name;
        if (level->objects[i].exists && strncmp(name, stem, length) == 0)
            ok = refer(names, name, strlen(name));
    }
    if (ok)
        return names;
    editor_names_destroy(names);
    return NULL;
}

editor_names *editor_names_create(const editor_level *level, const char *stem)
{
    return create(level, stem, stem[0] ? 1 : (size_t)level->object_count + 1);
}

editor_names *editor_names_create_more(const editor_level *level, size_t more)
{
    return create(level, "", (size_t)level->object_count + more + 1);
}

void editor_names_destroy(editor_names *names)
{
    if (!names)
        return;
    for (name_block *block = names->block, *next; block; block = next) {
        next = block->next;
        free(block);
    }
    free(names->entries);
    free(names);
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

const char *editor_names_next(editor_names *names, const char *name)
{
    size_t length = strlen(name), stem = length;
    while (stem > 0 && is_digit(name[stem - 1]) && length - stem < 9)
        stem--;
    bool numbered = stem < length;
    int width = numbered ? (int)(length - stem) : 2;
    unsigned long from = numbered ? strtoul(name + stem, NULL, 10) : 1;
    const size_t size = length + 24;
    char *text = grow(names, 2) ? room_for(names, size) : NULL; // entries stay where they are from here on
    if (!text)
        return NULL;
    // "post 04" and "post 05" share the key "post \x01", which no generated name can equal. Counting continues from the
    // last number, but never below the number copied from.
    memcpy(text, name, stem);
    size_t start = stem;
    if (!numbered)
        text[start++] = ' ';
    text[start] = '\x01';
    uint32_t hash = hash_text(text, start + 1);
    name_entry *key = find(names, text, start + 1, hash), *entry;
    if (!key->text) {
        fill(names, key, text, start + 1, hash);
        text = room_for(names, size);
        if (!text)
            return NULL;
        memcpy(text, key->text, start);
    }
    if (key->given > from)
        from = key->given;
    size_t end;
    do {
        from++;
        end = start + write_number(text + start, from, width);
        hash = hash_text(text, end);
        entry = find(names, text, end, hash);
    } while (entry->text);
    key->given = (uint32_t)from;
    fill(names, entry, text, end, hash);
    return text;
}

const char *editor_names_unique(editor_names *names, const char *name)
{
    const size_t before = names->count;
    const name_entry *entry = add(names, name, strlen(name));
    if (entry && names->count == before) // it was there
        return editor_names_next(names, name);
    return entry ? entry->text : NULL;
}
