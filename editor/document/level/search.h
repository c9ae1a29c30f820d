// search.h: finds objects by words: parts of their names, patterns, kinds, layers, selection sets and
// materials.
//
// Text:       words separated by blanks; an object matches if all of them do. "..." keeps blanks together. Case
//             of ASCII letters does not count.
// Words:      fence             the name contains it
//             post*, rock ??    the whole name has that pattern: * is any text, ? any character
//             type:light        mesh, points, lines, volume, light, camera or group
//             layer:water       the object is in a layer whose name contains it, or that has this number
//             set:lamps         the object is in a selection set whose name contains it, or has that pattern
//             material:wood     one of the mesh's materials has a name that contains it, or has that pattern
//             material:#c04020  one of the materials is shown in that base colour, overridden or not: its sRGB code
#ifndef EDITOR_DOCUMENT_SEARCH_H
#define EDITOR_DOCUMENT_SEARCH_H

#include "document/level/level.h"

enum { EDITOR_SEARCH_WORDS = 16, EDITOR_SEARCH_SIZE = 256 };

typedef struct editor_search {
    uint32_t count; // words; 0: every object matches
    struct editor_search_word {
        enum {
            EDITOR_SEARCH_NAME,
            EDITOR_SEARCH_TYPE,
            EDITOR_SEARCH_LAYER,
            EDITOR_SEARCH_SET,
            EDITOR_SEARCH_MATERIAL
        } what;
        uint32_t text;           // where it begins in `texts`
        editor_object_kind kind; // of a type
        editor_mesh_form form;   // likewise, of meshes
        uint32_t layers, sets;   // bits of a layer or set word, as the level was when it was read
    } words[EDITOR_SEARCH_WORDS];
    char texts[EDITOR_SEARCH_SIZE];
} editor_search;

// False: the text is no search, and `error` says why; `out` is then a search that matches nothing.
bool editor_search_read(const editor_level *level, const char *text, editor_search *out, editor_error *error);

bool editor_search_matches(const editor_search *search, const editor_level *level, uint32_t object);

// Orders names by their stems, which are the names without a number at the end and the blanks before it: 0 for "post
// 01" and "post 12". A name that is only a number is its own stem.
int editor_name_compare_stems(const char *a, const char *b);

#endif
