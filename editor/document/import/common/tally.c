// tally.c: one warning for each kind of thing that is left out, with the number of places.
#include "document/import/common/importer.h"

#include "system/text.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Places that a warning remembers, about 100 bytes each. Of more, only the same one twice in a row counts once.
enum { PLACES = 1 << 14 };

struct editor_tally {
    uint32_t warning; // its number in the level
    uint32_t count;
    editor_hash_index places;
    uint32_t place_count;
    char what[160], first[160], last[160];
};

static struct editor_tally *find_tally(const editor_importer *importer, const char *what)
{
    for (uint32_t i = 0; i < importer->tally_count; i++) {
        if (strcmp(importer->tallies[i].what, what) == 0)
            return &importer->tallies[i];
    }
    return NULL;
}

bool editor_import_has_tally(const editor_importer *importer, const char *what)
{
    return find_tally(importer, what) != NULL;
}

// Whether the place is counted for the first time: a mesh may be read several times.
static bool is_new_place(struct editor_tally *tally, const char *where)
{
    if (strcmp(tally->last, where) == 0)
        return false;
    snprintf(tally->last, sizeof(tally->last), "%s", where);
    const editor_hash hash = editor_hash_bytes(where, strlen(where));
    if (editor_hash_index_find(&tally->places, hash) != EDITOR_HASH_UNKNOWN)
        return false;
    if (tally->place_count < PLACES) {
        editor_hash_index_add(&tally->places, hash, 0);
        tally->place_count++;
    }
    return true;
}

// Out of memory, only the places after the first are lost.
static void begin_tally(editor_importer *importer, const char *what, const char *where)
{
    editor_level *level = importer->level;
    const uint32_t before = level->warning_count;
    editor_level_add_warning(level, "%s: %s", where, what);
    struct editor_tally *grown =
        level->warning_count > before
            ? realloc(importer->tallies, (importer->tally_count + 1) * sizeof(*importer->tallies))
            : NULL;
    if (!grown)
        return;
    importer->tallies = grown;
    struct editor_tally *tally = &grown[importer->tally_count++];
    *tally = (struct editor_tally){.warning = before, .count = 1};
    snprintf(tally->what, sizeof(tally->what), "%s", what);
    snprintf(tally->first, sizeof(tally->first), "%s", where);
    (void)is_new_place(tally, where);
}

void editor_import_tally(editor_importer *importer, const char *what, const char *format, ...)
{
    char where[160];
    va_list arguments;
    va_start(arguments, format);
    editor_text_print(where, sizeof(where), format, arguments);
    va_end(arguments);
    struct editor_tally *tally = find_tally(importer, what);
    if (!tally) {
        begin_tally(importer, what, where);
        return;
    }
    if (!is_new_place(tally, where))
        return;
    tally->count++;
    char text[400];
    snprintf(text, sizeof(text), "%s and %u more: %s", tally->first, (unsigned)tally->count - 1, tally->what);
    char *copy = editor_text_copy(text);
    if (!copy)
        return;
    free(importer->level->warnings[tally->warning]);
    importer->level->warnings[tally->warning] = copy;
}

void editor_import_free_tallies(editor_importer *importer)
{
    for (uint32_t i = 0; i < importer->tally_count; i++)
        editor_hash_index_free(&importer->tallies[i].places);
    free(importer->tallies);
    importer->tallies = NULL;
    importer->tally_count = 0;
}
