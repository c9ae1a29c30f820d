// gltf_polygons.h: says in a glTF primitive which of its triangles are one polygon (extension FB_ngon_encoding):
// triangles behind each other that begin with the same vertex are one.
//
// A polygon can be written so if one of its vertices is in all of its triangles, as in a quad and in a fan. Others,
// such as a U, become triangles.
#ifndef EDITOR_DOCUMENT_GLTF_POLYGONS_H
#define EDITOR_DOCUMENT_GLTF_POLYGONS_H

#include "document/level/level.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct gltf_polygons {
    uint32_t kept; // polygons of two triangles or more that can be told from the triangles
    uint32_t lost; // that cannot be: each of their triangles is a face
} gltf_polygons;

// Turns the triangles, so that each begins with the vertex that tells its polygon. `continues`: a byte for each
// triangle, 1 if it goes on with the polygon of the one before, the first one 0; those of polygons that are lost become
// 0. False: all polygons are lost, since a triangle of one vertex alone follows one that has to begin with it. Some
// triangles are turned nevertheless.
bool gltf_polygons_encode(uint32_t *indices, uint8_t *continues, uint32_t triangle_count, gltf_polygons *out);

// The indices of a mesh so that they tell its polygons, which the caller frees; NULL: there are none to tell. False:
// out of memory.
bool gltf_polygons_read(const editor_mesh *mesh, uint32_t **indices, gltf_polygons *out);

#endif
