// ply_header.c: reads the header of a PLY file, word by word.
#include "document/import/ply/ply_header.h"

#include <string.h>

// A line of the header, and what is left of it.
typedef struct header_line {
    const uint8_t *at, *end;
} header_line;

static bool is_blank(uint8_t c)
{
    return c == ' ' || c == '\t';
}

// The next word, of which no more is kept than fits: the names that are looked for are shorter. False: there is none.
static bool next_word(header_line *line, char *word, size_t size)
{
    size_t length = 0;
    while (line->at < line->end && is_blank(*line->at))
        line->at++;
    for (; line->at < line->end && !is_blank(*line->at); line->at++) {
        if (length + 1 < size)
            word[length++] = (char)*line->at;
    }
    word[length] = '\0';
    return length > 0;
}

// How all lines end, by the first one: '\n', behind '\r' too on Windows, or '\r' alone, as the format's author wrote
// them (G. Turk, "The PLY Polygon File Format", 1994).
static char find_line_end(const uint8_t *bytes, size_t size)
{
    size_t at = 3;
    while (at < size && is_blank(bytes[at]))
        at++;
    return at + 1 < size && bytes[at] == '\r' && bytes[at + 1] != '\n' ? '\r' : '\n';
}

// The next line without its end. False: no line ends any more.
static bool next_line(const uint8_t *bytes, size_t size, char line_end, size_t *at, header_line *out)
{
    const uint8_t *end = *at < size ? memchr(bytes + *at, line_end, size - *at) : NULL;
    if (!end)
        return false;
    *out = (header_line){bytes + *at, end};
    *at = (size_t)(end - bytes) + 1;
    if (out->end > out->at && out->end[-1] == '\r')
        out->end--;
    return true;
}

size_t ply_type_size(ply_type type)
{
    static const size_t sizes[PLY_TYPE_COUNT] = {1, 1, 2, 2, 4, 4, 4, 8};
    return sizes[type];
}

static bool find_type(const char *word, ply_type *out)
{
    static const char *const names[PLY_TYPE_COUNT][2] = {{"char", "int8"},     {"uchar", "uint8"},   {"short", "int16"},
                                                         {"ushort", "uint16"}, {"int", "int32"},     {"uint", "uint32"},
                                                         {"float", "float32"}, {"double", "float64"}};
    for (int i = 0; i < PLY_TYPE_COUNT; i++) {
        if (strcmp(word, names[i][0]) == 0 || strcmp(word, names[i][1]) == 0) {
            *out = (ply_type)i;
            return true;
        }
    }
    return false;
}

static ply_role role_of(const char *name)
{
    static const char *const names[PLY_ROLE_COUNT][3] = {
        [PLY_X] = {"x"},
        [PLY_Y] = {"y"},
        [PLY_Z] = {"z"},
        [PLY_RED] = {"red", "diffuse_red", "r"},
        [PLY_GREEN] = {"green", "diffuse_green", "g"},
        [PLY_BLUE] = {"blue", "diffuse_blue", "b"},
        [PLY_ALPHA] = {"alpha", "diffuse_alpha", "a"},
        [PLY_NX] = {"nx"},
        [PLY_NY] = {"ny"},
        [PLY_NZ] = {"nz"},
        [PLY_U] = {"s", "u", "texture_u"},
        [PLY_V] = {"t", "v", "texture_v"},
        [PLY_TEXTURE] = {"texnumber"},
        [PLY_MATERIAL] = {"material_index"},
        [PLY_AMBIENT_RED] = {"ambient_red"},
        [PLY_AMBIENT_GREEN] = {"ambient_green"},
        [PLY_AMBIENT_BLUE] = {"ambient_blue"},
        [PLY_OPACITY] = {"opacity"},
        [PLY_FROM] = {"vertex1"},
        [PLY_TO] = {"vertex2"},
    };
    for (int i = 0; i < PLY_ROLE_COUNT; i++) {
        for (int k = 0; k < 3 && names[i][k]; k++) {
            if (strcmp(name, names[i][k]) == 0)
                return (ply_role)i;
        }
    }
    return PLY_NO_ROLE;
}

static bool read_count(const char *word, uint64_t *out)
{
    *out = 0;
    for (const char *c = word; *c; c++) {
        if (*c < '0' || *c > '9' || *out > UINT64_MAX / 100)
            return false;
        *out = 10 * *out + (uint64_t)(*c - '0');
    }
    return true;
}

static bool read_element(header_line *line, ply_header *out)
{
    char name[64], count[32];
    if (!next_word(line, name, sizeof(name)) || !next_word(line, count, sizeof(count)))
        return false;
    out->is_too_large = out->element_count == PLY_ELEMENTS;
    if (out->is_too_large)
        return false;
    ply_element *element = &out->elements[out->element_count++];
    *element = (ply_element){.is_vertex = strcmp(name, "vertex") == 0,
                             .is_face = strcmp(name, "face") == 0 || strcmp(name, "tristrips") == 0,
                             .is_strips = strcmp(name, "tristrips") == 0,
                             .is_edge = strcmp(name, "edge") == 0,
                             .is_material = strcmp(name, "material") == 0,
                             .first = out->property_count};
    return read_count(count, &element->count);
}

static bool read_property(header_line *line, ply_header *out)
{
    char word[64];
    if (out->element_count == 0 || !next_word(line, word, sizeof(word)))
        return false;
    out->is_too_large = out->property_count == PLY_PROPERTIES;
    if (out->is_too_large)
        return false;
    ply_element *element = &out->elements[out->element_count - 1];
    ply_property *property = &out->properties[out->property_count];
    *property = (ply_property){.is_list = strcmp(word, "list") == 0};
    if (property->is_list && (!next_word(line, word, sizeof(word)) || !find_type(word, &property->count_type) ||
                              property->count_type >= PLY_F32 || !next_word(line, word, sizeof(word))))
        return false;
    if (!find_type(word, &property->type) || !next_word(line, word, sizeof(word)))
        return false;
    property->role = property->is_list ? PLY_NO_ROLE : role_of(word);
    property->is_corners = property->is_list && !element->has_corners &&
                           (strcmp(word, "vertex_indices") == 0 || strcmp(word, "vertex_index") == 0);
    property->is_uvs = property->is_list && element->is_face && !element->has_uvs && strcmp(word, "texcoord") == 0;
    if (property->is_corners && element->is_vertex)
        return true; // Blender 2.7 leaves the line "element face 0" out, and no vertex has such a list
    element->has_corners = element->has_corners || property->is_corners;
    element->has_uvs = element->has_uvs || property->is_uvs;
    element->is_splat = element->is_splat || (element->is_vertex && strcmp(word, "f_dc_0") == 0);
    out->property_count++;
    element->property_count++;
    return true;
}

static bool read_format(header_line *line, ply_header *out)
{
    static const char *const names[] = {"ascii", "binary_little_endian", "binary_big_endian"};
    char word[32];
    if (!next_word(line, word, sizeof(word)))
        return false;
    for (int i = 0; i < 3; i++) {
        if (strcmp(word, names[i]) == 0) {
            out->format = (ply_format)i;
            return true;
        }
    }
    return false;
}

// What follows the word "comment".
static void read_comment(header_line *line, ply_header *out)
{
    char word[32];
    if (!next_word(line, word, sizeof(word)) || strcmp(word, "TextureFile") != 0 || out->texture_count == PLY_TEXTURES)
        return;
    while (line->at < line->end && is_blank(*line->at))
        line->at++;
    while (line->end > line->at && is_blank(line->end[-1]))
        line->end--;
    if (line->end > line->at) // names may have blanks
        out->textures[out->texture_count++] = (ply_name){line->at, (size_t)(line->end - line->at)};
}

bool ply_header_read(const uint8_t *bytes, size_t size, ply_header *out)
{
    header_line line;
    char word[32];
    size_t at = 0;
    bool has_format = false;
    out->element_count = out->property_count = out->texture_count = 0;
    out->is_too_large = false;
    const char line_end = find_line_end(bytes, size);
    if (!next_line(bytes, size, line_end, &at, &line) || line.end - line.at < 3 || memcmp(line.at, "ply", 3) != 0)
        return false;
    line.at += 3;
    if (next_word(&line, word, sizeof(word)))
        return false;
    while (next_line(bytes, size, line_end, &at, &line)) {
        bool ok = true;
        if (!next_word(&line, word, sizeof(word)))
            continue; // an empty line, or a word that is none of these
        if (strcmp(word, "end_header") == 0) {
            out->size = at;
            return has_format;
        }
        if (strcmp(word, "format") == 0)
            ok = has_format = read_format(&line, out);
        else if (strcmp(word, "element") == 0)
            ok = read_element(&line, out);
        else if (strcmp(word, "property") == 0)
            ok = read_property(&line, out);
        else if (strcmp(word, "comment") == 0)
            read_comment(&line, out);
        if (!ok)
            return false;
    }
    return false;
}
