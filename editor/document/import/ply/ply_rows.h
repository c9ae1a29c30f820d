// ply_rows.h: rows of the elements of a PLY file, one after another.
#ifndef EDITOR_DOCUMENT_PLY_ROWS_H
#define EDITOR_DOCUMENT_PLY_ROWS_H

#include "document/import/common/importer.h"
#include "document/import/ply/ply_header.h"

typedef struct ply_reader {
    editor_importer *importer;
    ply_header header;
    const uint8_t *at, *end; // what is left; a zero follows the end
} ply_reader;

// Reads a number. False: it is cut off, or is none.
bool ply_read_number(ply_reader *reader, ply_type type, double *out);
// Reads a property's number, or a list's count, whose values it skips.
bool ply_read_property(ply_reader *reader, const ply_property *property, double *out);
// Reads a row of an element: `values` by role; NULL: skips it.
bool ply_read_row(ply_reader *reader, const ply_element *element, double *values);
// Skips the elements from one up to another. False: refused.
bool ply_skip_elements(ply_reader *reader, const ply_element *from, const ply_element *to);

// The element of vertices, and the property of an element that has a role. NULL: there is none.
const ply_element *ply_find_vertices(const ply_header *header);
const ply_property *ply_find_role(const ply_header *header, const ply_element *element, ply_role role);

// Refuses an element whose rows need more bytes than are left. `what` are its rows.
bool ply_check_count(const ply_reader *reader, const ply_element *element, const char *what);

#endif
