// terrain_mesh.h: heights as meshes: a height field to pick, and the triangles that it is picked as, to draw.
//
// Triangles:  are those of picking/height_field.h, with the same numbers; a triangle at a hole has one vertex three
//             times.
// Sharing:    the two meshes of a picture, with and without holes, share what is equal, and objects share the meshes.
// Most:       a sample takes 48 bytes, a vertex and two triangles, so EDITOR_TERRAIN_SAMPLES take 800 MB, and as much
//             of the GPU's memory. More are refused, although picking alone would take 16 385 a side.
#ifndef EDITOR_DOCUMENT_TERRAIN_MESH_H
#define EDITOR_DOCUMENT_TERRAIN_MESH_H

#include "document/level/level.h"

enum {
    EDITOR_TERRAIN_SIDE = PICK_HEIGHT_FIELD_SAMPLES, // samples along a side, at most
    EDITOR_TERRAIN_SAMPLES = 4097 * 4097             // in all
};

// The meshes of a picture, by their numbers in its asset.
enum { EDITOR_TERRAIN_WHOLE, EDITOR_TERRAIN_WITH_HOLES, EDITOR_TERRAIN_MESHES };

// Makes both, of samples row by row, 2 or more along each side; they are copied. The caller gives them to a level, or
// frees each with its volume. False: out of memory; nothing to free.
bool editor_terrain_make_meshes(const uint16_t *samples, uint32_t columns, uint32_t rows,
                                editor_mesh out[EDITOR_TERRAIN_MESHES]);

// Whether a terrain shows its heights with holes.
bool editor_terrain_has_holes(const editor_level *level, const editor_object *object);

// What a triangle of a terrain says of its sides.
const pick_submesh *editor_terrain_submesh(void);

#endif
