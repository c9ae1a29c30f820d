// ply_colors.h: colours of PLY files, of vertices, faces, edges and materials: sRGB, which are linear afterwards.
#ifndef EDITOR_DOCUMENT_PLY_COLORS_H
#define EDITOR_DOCUMENT_PLY_COLORS_H

#include "document/import/ply/ply_rows.h"

typedef struct ply_colors {
    bool any;
    ply_role first;  // red's, before those of green and blue
    double scale[4]; // of red, green, blue, alpha; 0: 1 for all
    float linear[256];
} ply_colors;

// The colours of an element: integers are 0 to 255, but for unsigned ones of 16 bits, which are 0 to 65535; others 0
// to 1. Those of materials are diffuse, or else ambient, with their opacity.
ply_colors ply_find_colors(const ply_header *header, const ply_element *element);
// The colour of a row, by its values by role, linear.
void ply_put_color(const ply_colors *colors, const double *values, float out[4]);

// A colour as the file has it, in 16 bits a channel, which are exact for 8 and 16 bits; and what it is, linear.
void ply_pack_color(const ply_colors *colors, const double *values, uint32_t out[2]);
void ply_unpack_color(const uint32_t packed[2], float out[4]);

#endif
