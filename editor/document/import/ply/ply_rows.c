// ply_rows.c: numbers of PLY files, as text or bytes in either order, and rows of them.
#include "document/import/ply/ply_rows.h"

#include <stdlib.h>
#include <string.h>

// Rows between two looks at whether the import is cancelled.
enum { STEP = 1 << 16 };

static double powers_of_ten(int exponent)
{
    static const double powers[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                                    1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
    return powers[exponent];
}

static bool is_space(uint8_t c)
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}

// A number of text. Up to 15 digits and no exponent, which nearly all have, are read without strtod, and as exactly:
// the digits and the power of ten are doubles, and their quotient is rounded once (Clinger, PLDI 1990).
static bool read_text(ply_reader *reader, double *out)
{
    const uint8_t *c = reader->at, *const end = reader->end;
    while (c < end && is_space(*c))
        c++;
    const uint8_t *const start = c;
    const bool is_negative = c < end && *c == '-';
    c += c < end && (*c == '-' || *c == '+');
    uint64_t digits = 0;
    int count = 0, behind = 0;
    for (; c < end && *c >= '0' && *c <= '9' && count < 16; c++, count++)
        digits = 10 * digits + (uint64_t)(*c - '0');
    if (c < end && *c == '.') {
        for (c++; c < end && *c >= '0' && *c <= '9' && count < 16; c++, count++, behind++)
            digits = 10 * digits + (uint64_t)(*c - '0');
    }
    if (count > 0 && count < 16 && (c == end || is_space(*c))) {
        const double value = (double)digits / powers_of_ten(behind);
        *out = is_negative ? -value : value;
        reader->at = c;
        return true;
    }
    char *after; // a zero follows the file, so strtod stops there
    *out = strtod((const char *)start, &after);
    const bool ok = (const uint8_t *)after > start && (const uint8_t *)after <= end &&
                    ((const uint8_t *)after == end || is_space((uint8_t)*after));
    reader->at = (const uint8_t *)after;
    return ok;
}

static double convert(const uint8_t bytes[8], ply_type type)
{
    int8_t i8;
    int16_t i16;
    uint16_t u16;
    int32_t i32;
    uint32_t u32;
    float f32;
    double f64;
    switch (type) {
    case PLY_I8:
        memcpy(&i8, bytes, sizeof(i8));
        return i8;
    case PLY_U8:
        return bytes[0];
    case PLY_I16:
        memcpy(&i16, bytes, sizeof(i16));
        return i16;
    case PLY_U16:
        memcpy(&u16, bytes, sizeof(u16));
        return u16;
    case PLY_I32:
        memcpy(&i32, bytes, sizeof(i32));
        return i32;
    case PLY_U32:
        memcpy(&u32, bytes, sizeof(u32));
        return u32;
    case PLY_F32:
        memcpy(&f32, bytes, sizeof(f32));
        return (double)f32;
    default:
        memcpy(&f64, bytes, sizeof(f64));
        return f64;
    }
}

static bool read_binary(ply_reader *reader, ply_type type, double *out)
{
    const size_t size = ply_type_size(type);
    uint8_t bytes[8];
    if ((size_t)(reader->end - reader->at) < size)
        return false;
    const bool is_swapped = reader->header.format == PLY_BIG_ENDIAN; // machines are little-endian, as for glTF
    for (size_t i = 0; i < size; i++)
        bytes[i] = reader->at[is_swapped ? size - 1 - i : i];
    reader->at += size;
    *out = convert(bytes, type);
    return true;
}

bool ply_read_number(ply_reader *reader, ply_type type, double *out)
{
    return reader->header.format == PLY_ASCII ? read_text(reader, out) : read_binary(reader, type, out);
}

bool ply_read_property(ply_reader *reader, const ply_property *property, double *out)
{
    if (!ply_read_number(reader, property->is_list ? property->count_type : property->type, out))
        return false;
    // Each value takes a byte at least, so a count cannot cost more than the file has.
    double skipped;
    for (double left = property->is_list ? *out : 0; left > 0; left--) {
        if (!ply_read_number(reader, property->type, &skipped))
            return false;
    }
    return true;
}

bool ply_read_row(ply_reader *reader, const ply_element *element, double *values)
{
    for (uint32_t i = 0; i < element->property_count; i++) {
        const ply_property *property = &reader->header.properties[element->first + i];
        double value = 0;
        if (!ply_read_property(reader, property, &value))
            return false;
        if (values && property->role != PLY_NO_ROLE)
            values[property->role] = value;
    }
    return true;
}

// What its rows are called.
static const char *name_of(const ply_element *element)
{
    return element->is_vertex     ? "vertices"
           : element->is_face     ? "faces"
           : element->is_edge     ? "edges"
           : element->is_material ? "materials"
                                  : "rows";
}

bool ply_goes_on(ply_reader *reader, uint64_t row)
{
    if (row % STEP != 0)
        return true;
    editor_progress_advance(reader->importer->level->progress, row > 0 ? STEP : 0);
    return editor_import_goes_on(reader->importer);
}

bool ply_go_to(ply_reader *reader, const ply_element *element)
{
    const uint32_t number = (uint32_t)(element - reader->header.elements);
    while (reader->known <= number) {
        const ply_element *skipped = &reader->header.elements[reader->known - 1];
        reader->at = reader->starts[reader->known - 1];
        for (uint64_t i = 0; i < skipped->count && skipped->property_count > 0; i++) {
            if (i % STEP == 0 && !editor_import_goes_on(reader->importer))
                return false;
            if (!ply_read_row(reader, skipped, NULL))
                return editor_import_refuse(reader->importer, "an element before the %s is cut off", name_of(element));
        }
        reader->starts[reader->known++] = reader->at;
    }
    reader->at = reader->starts[number];
    return true;
}

void ply_note_end(ply_reader *reader, const ply_element *element)
{
    if (reader->known == (uint32_t)(element - reader->header.elements) + 1)
        reader->starts[reader->known++] = reader->at;
}

const ply_element *ply_find_vertices(const ply_header *header)
{
    for (uint32_t i = 0; i < header->element_count; i++) {
        if (header->elements[i].is_vertex)
            return &header->elements[i];
    }
    return NULL;
}

const ply_property *ply_find_role(const ply_header *header, const ply_element *element, ply_role role)
{
    for (uint32_t i = 0; i < element->property_count; i++) {
        if (header->properties[element->first + i].role == role)
            return &header->properties[element->first + i];
    }
    return NULL;
}

bool ply_has_roles(const ply_header *header, const ply_element *element, ply_role from, ply_role to)
{
    bool has = true;
    for (ply_role role = from; role <= to; role++)
        has = has && ply_find_role(header, element, role) != NULL;
    return has;
}

static uint64_t least_size(const ply_header *header, const ply_element *element)
{
    uint64_t size = 0;
    for (uint32_t i = 0; i < element->property_count; i++) {
        const ply_property *property = &header->properties[element->first + i];
        if (header->format == PLY_ASCII)
            size += 2; // a digit and a space
        else
            size += ply_type_size(property->is_list ? property->count_type : property->type);
    }
    return size;
}

bool ply_begin(ply_reader *reader, const ply_element *element)
{
    if (!ply_go_to(reader, element))
        return false;
    const uint64_t size = least_size(&reader->header, element);
    const uint64_t left = (uint64_t)(reader->end - reader->at);
    if (element->count <= (left + 1) / (size > 0 ? size : 1)) // the last digit needs no space behind it
        return true;
    return editor_import_refuse(reader->importer, "%llu %s need %.0f bytes or more, but there are %llu: truncated?",
                                (unsigned long long)element->count, name_of(element),
                                (double)element->count * (double)size, (unsigned long long)left);
}
