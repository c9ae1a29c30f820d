// ply_rows.h: rows of the elements of a PLY file, one after another.
#ifndef EDITOR_DOCUMENT_PLY_ROWS_H
#define EDITOR_DOCUMENT_PLY_ROWS_H

#include "document/import/common/importer.h"
#include "document/import/ply/ply_header.h"

typedef struct ply_reader {
    editor_importer *importer;
    ply_header header;
    const uint8_t *at, *end; // what is left; a zero follows the end
    // Where the elements begin, as far as that is known. Start with the first one's.
    const uint8_t *starts[PLY_ELEMENTS + 1];
    uint32_t known;
} ply_reader;

// Reads a number. False: it is cut off, or is none.
bool ply_read_number(ply_reader *reader, ply_type type, double *out);
// Reads a property's number, or a list's count, whose values it skips.
bool ply_read_property(ply_reader *reader, const ply_property *property, double *out);
// Reads a row of an element: `values` by role; NULL: skips it.
bool ply_read_row(ply_reader *reader, const ply_element *element, double *values);
// Goes to the first row of an element, whatever stands before it. False: refused.
bool ply_go_to(ply_reader *reader, const ply_element *element);
// Notes that all rows of an element are read, so that they need not be skipped.
void ply_note_end(ply_reader *reader, const ply_element *element);

// The element of vertices, and the property of an element that has a role. NULL: there is none.
const ply_element *ply_find_vertices(const ply_header *header);
const ply_property *ply_find_role(const ply_header *header, const ply_element *element, ply_role role);
// Whether the element has all roles from one to another.
bool ply_has_roles(const ply_header *header, const ply_element *element, ply_role from, ply_role to);

// Goes to an element, and refuses one whose rows need more bytes than are left. False: refused.
bool ply_begin(ply_reader *reader, const ply_element *element);
// Between rows: whether the import is not cancelled; once in a while it shows the progress. False: refused.
bool ply_goes_on(ply_reader *reader, uint64_t row);

#endif
