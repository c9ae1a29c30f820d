// assimp_fbx.c: FBX as Assimp reads it, and what it says of its nodes.
#include "document/import/assimp/assimp_import.h"
#include "document/import/assimp/assimp_xml.h"

#include <ctype.h>
#include <string.h>

// Assimp 5.2 drops properties whose type it does not know. That of "Visibility" has a type of its own, of that name.
#define NAME "Visibility"
enum { NAME_LENGTH = sizeof(NAME) - 1 };
static const char known[NAME_LENGTH + 1] = "double"; // as long, with zeros

// Behind a string of a binary file: its kind, its length and its bytes. NULL: there is none.
static const uint8_t *pass_string(const uint8_t *at, const uint8_t *stop)
{
    if (!at || stop - at < 5 || *at != 'S')
        return NULL;
    const size_t length = (size_t)at[1] | (size_t)at[2] << 8 | (size_t)at[3] << 16 | (size_t)at[4] << 24;
    return (size_t)(stop - at) - 5 >= length ? at + 5 + length : NULL;
}

// `at`: behind the property's name.
static void tidy_binary(uint8_t *at, const uint8_t *stop)
{
    static const uint8_t type[] = "S\x0a\0\0\0" NAME;
    enum { HEAD = 5 };
    if (stop - at < HEAD + NAME_LENGTH || memcmp(at, type, HEAD + NAME_LENGTH) != 0)
        return;
    const uint8_t *value = pass_string(pass_string(at + HEAD + NAME_LENGTH, stop), stop);
    if (value && value < stop && (*value == 'D' || *value == 'F')) // Assimp refuses others of that type
        memcpy(at + HEAD, known, NAME_LENGTH);
}

static const char *pass_blanks(const char *at)
{
    while (isspace((unsigned char)*at))
        at++;
    return at;
}

// The next of a property's values, from the comma in front of it on. NULL: there is none.
static const char *next_value(const char *at)
{
    at = at ? pass_blanks(at) : NULL;
    return at && *at == ',' ? pass_blanks(at + 1) : NULL;
}

// Behind a value in quotes.
static const char *pass_quoted(const char *at)
{
    const char *end = at && *at == '"' ? strpbrk(at + 1, "\"\n") : NULL;
    return end && *end == '"' ? end + 1 : NULL;
}

// `at`: behind the property's name and its quote. A zero follows the text.
static void tidy_text(char *at)
{
    const char *type = next_value(at);
    if (!type || strncmp(type, "\"" NAME "\"", NAME_LENGTH + 2) != 0)
        return;
    const char *value = next_value(pass_quoted(next_value(pass_quoted(next_value(type + NAME_LENGTH + 2)))));
    if (value && isdigit((unsigned char)value[*value == '-'])) // Assimp refuses others of that type
        memcpy(at + (type - at), "\"double\"    ", NAME_LENGTH + 2);
}

void assimp_tidy_fbx(uint8_t *bytes, size_t size)
{
    static const char head[] = "Kaydara FBX Binary";
    const bool is_binary = size >= sizeof(head) && memcmp(bytes, head, sizeof(head) - 1) == 0;
    char *text = (char *)bytes;
    const char *stop = text + size, *found = text;
    while ((found = assimp_xml_find(found, stop, is_binary ? NAME "S" : "\"" NAME "\"")) != NULL) {
        found += NAME_LENGTH;
        if (is_binary)
            tidy_binary(bytes + (found - text), bytes + size);
        else
            tidy_text(text + (found - text) + 2);
    }
}

bool assimp_is_hidden(const struct aiNode *node)
{
    const struct aiMetadata *data = node->mMetaData;
    for (unsigned i = 0; data && i < data->mNumProperties; i++) {
        const struct aiMetadataEntry *entry = &data->mValues[i];
        if (entry->mType == AI_FLOAT && entry->mData && strcmp(data->mKeys[i].data, NAME) == 0)
            return *(const float *)entry->mData == 0;
    }
    return false;
}
