// terrain.h: the sizes of a terrain: an object that shows the heights of a picture.
//
// Heights:    are a mesh of an asset, whose file is the picture (terrain_mesh.h). All terrains of a file share it, of
//             whatever size.
// Space:      of the object: metres. The origin is the middle of the rectangle, at the height of sample 0. Samples lie
//             evenly over it, the first row at -z and the first column at -x; a sample of 65535 has the whole height.
//             Of the mesh: column, sample and row along x, y and z.
#ifndef EDITOR_DOCUMENT_TERRAIN_H
#define EDITOR_DOCUMENT_TERRAIN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "picking/picking.h"

#define EDITOR_TERRAIN_LEAST 0.001 // metres, of each size
#define EDITOR_TERRAIN_MOST 100000.0
#define EDITOR_TERRAIN_TOP 65535 // the largest sample

typedef struct editor_terrain {
    double width, depth; // along x and z, from the first sample to the last
    double height;       // from sample 0 to 65535
} editor_terrain;

// Why the sizes are invalid, as "FIELD: expected ...", or NULL.
const char *editor_terrain_fault(const editor_terrain *terrain);
bool editor_terrain_equal(const editor_terrain *a, const editor_terrain *b);
// What is a metre from sample to sample, and an eighth of its longer side high.
editor_terrain editor_terrain_default(uint32_t columns, uint32_t rows);

// From the space of a mesh of heights to that of the object. `box`: of the mesh, as in editor_asset_mesh; it spans all
// columns and rows.
pick_affine editor_terrain_matrix(const editor_terrain *terrain, const double box[6]);

#endif
