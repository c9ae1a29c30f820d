// assimp_stl.c: STL as Assimp reads it.
#include "document/import/assimp/assimp_import.h"
#include "document/import/common/unicode.h"

#include <ctype.h>
#include <string.h>

// A binary file: a header, the number of facets, and facets of twelve floats and 16 bits for a colour.
enum { HEADER = 80, FACETS = 84, FACET = 50, COLOR_AT = 48 };

static uint64_t count_facets(const uint8_t *bytes)
{
    const uint8_t *at = bytes + HEADER;
    return (uint64_t)at[0] | (uint64_t)at[1] << 8 | (uint64_t)at[2] << 16 | (uint64_t)at[3] << 24;
}

// Whether the file holds all facets that it counts. A text does not: there the number would be that of 7 GB of facets,
// because no byte of a text is less than that of a tab.
static bool is_binary(const uint8_t *bytes, size_t size)
{
    return size >= FACETS && count_facets(bytes) > 0 && size - FACETS >= FACET * count_facets(bytes);
}

// Whether a file with the header of a text ends before its last facet. The number of facets has a byte of zero, as no
// text has, below 16 million of them.
static bool is_cut_off(const uint8_t *bytes, size_t size)
{
    return size >= FACETS && count_facets(bytes) > 0 && memcmp(bytes, "solid", 5) == 0 && memchr(bytes + HEADER, 0, 4);
}

// Materialise Magics: the header holds a colour for all facets, and bit 15 is set where a facet has no colour of its
// own. Assimp 5.2 takes it the other way round, as in files without such a header. Where all bits are zero the writer
// gave no colours.
static void turn_colors(uint8_t *bytes, uint64_t facets)
{
    static const char key[] = "COLOR=";
    enum { KEY = sizeof(key) - 1, RGBA = 4 };
    bool found = false, used = false;
    for (size_t i = 0; i + KEY + RGBA <= HEADER && !found; i++)
        found = memcmp(bytes + i, key, KEY) == 0;
    uint8_t *color = bytes + FACETS + COLOR_AT;
    for (uint64_t i = 0; i < facets && found && !used; i++)
        used = color[FACET * i] != 0 || color[FACET * i + 1] != 0;
    for (uint64_t i = 0; i < facets && used; i++)
        color[FACET * i + 1] ^= 0x80;
}

static void tidy_binary(editor_importer *importer)
{
    const uint64_t facets = count_facets(importer->bytes);
    const size_t whole = (size_t)(FACETS + FACET * facets);
    if (importer->size > whole)
        editor_level_add_warning(importer->level, "%zu bytes behind the last facet are left out",
                                 importer->size - whole);
    importer->size = whole;
    importer->bytes[whole] = 0;
    turn_colors(importer->bytes, facets);
}

// The word from `at` on ends here: at a blank, a line's end, or the zero behind the text.
static uint8_t *word_end(uint8_t *at)
{
    while (*at && !isspace(*at))
        at++;
    return at;
}

static uint8_t *skip_blanks(uint8_t *at)
{
    while (isspace(*at))
        at++;
    return at;
}

static uint8_t *skip_line(uint8_t *at)
{
    while (*at && *at != '\n' && *at != '\r')
        at++;
    return at;
}

// Whether the word is `keyword`, which is in lower case. If so, brings it to lower case.
static bool take_keyword(uint8_t *word, const uint8_t *end, const char *keyword)
{
    const size_t length = strlen(keyword);
    if ((size_t)(end - word) != length)
        return false;
    for (size_t i = 0; i < length; i++) {
        if (tolower(word[i]) != keyword[i])
            return false;
    }
    memcpy(word, keyword, length);
    return true;
}

static bool is_number(const uint8_t *word, const uint8_t *end)
{
    word += *word == '-' || *word == '+';
    if (*word == '.')
        word++;
    if (word == end || !isdigit(*word))
        return false;
    while (word < end && (isdigit(*word) || strchr("+-.,eE", *word)))
        word++;
    return word == end;
}

// The normal of a facet that has none, `-nan(ind)` for one, becomes zero, as which it is computed. Behind its numbers.
static uint8_t *tidy_normal(uint8_t *at)
{
    bool is_good = true;
    uint8_t *begin = skip_blanks(at), *end = begin;
    for (int i = 0; i < 3; i++) {
        uint8_t *word = skip_blanks(end);
        if (isalpha(*word) && tolower(*word) != 'n' && tolower(*word) != 'i')
            return end; // neither a number, nor `nan`, `inf` or `ind`: numbers are missing
        end = word_end(word);
        is_good = is_good && is_number(word, end);
    }
    if (!is_good && end - begin >= 5) {
        memset(begin, ' ', (size_t)(end - begin));
        memcpy(begin, "0 0 0", 5);
    }
    return end;
}

static void tidy_text(uint8_t *at)
{
    static const char *const words[] = {"facet", "outer", "loop", "vertex", "endloop", "endfacet"};
    while (*(at = skip_blanks(at)) != 0) {
        uint8_t *end = word_end(at);
        if (take_keyword(at, end, "solid") || take_keyword(at, end, "endsolid"))
            end = skip_line(end); // a name
        else if (take_keyword(at, end, "normal"))
            end = tidy_normal(end);
        for (size_t i = 0; i < sizeof(words) / sizeof(words[0]) && isalpha(*at); i++)
            take_keyword(at, end, words[i]);
        at = end;
    }
}

bool assimp_tidy_stl(editor_importer *importer)
{
    if (is_binary(importer->bytes, importer->size)) {
        tidy_binary(importer);
        return true;
    }
    if (is_cut_off(importer->bytes, importer->size))
        return editor_import_refuse(importer, "it is cut off: it has %zu of its %llu facets",
                                    (importer->size - FACETS) / FACET,
                                    (unsigned long long)count_facets(importer->bytes));
    if (!editor_import_decode_text(&importer->bytes, &importer->size))
        return false;
    uint8_t *begin = skip_blanks(importer->bytes);
    uint8_t *end = word_end(begin);
    if (!take_keyword(begin, end, "solid"))
        return true;
    importer->size -= (size_t)(begin - importer->bytes);
    memmove(importer->bytes, begin, importer->size + 1);
    tidy_text(importer->bytes);
    return true;
}
