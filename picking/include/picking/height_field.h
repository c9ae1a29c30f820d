// height_field.h: terrain as one object: a grid of heights, picked as the mesh of its triangles would be, without the
// mesh. It makes a volume (volume.h), so scenes, filters, regions, the cursor and explanations take it.
//
// Space:      sample (column, row) lies at x = column, z = row, y = its height, a 16-bit one as its number. All of
//             these are exact in float, so hits of the largest grid are as exact as those of a small one; an object's
//             transform gives steps and heights their size.
// Triangles:  quad (column, row) is cut from that sample to the one at (column + 1, row + 1). Quad
//             q = row * (columns - 1) + column has triangle 2 q, towards (column, row + 1), and 2 q + 1, towards
//             (column + 1, row). They face +y. A hit has `triangle` and barycentric as of a mesh with vertices in the
//             orders (column, row), (column, row + 1), (column + 1, row + 1) and (column, row), (column + 1, row + 1),
//             (column + 1, row). It equals the mesh's to the last bit where the two have the same bounds.
// Holes:      a sample that is not finite, or with PICK_HEIGHT_FIELD_HOLES a 16-bit one of 65535, has no triangles.
// Memory:     the samples are the caller's: they are referenced, not copied, and outlive the volume. Besides, at most
//             one byte a quad: least and greatest heights of blocks of 4 x 4 quads, of 2 x 2 such blocks, and so on.
// Nearest:    vertices, edges and surface, as of a mesh. It has no parts for parts.h, though.
// Threads:    as a mesh: many readers, or one writer alone. Only pick_height_field_update writes.
#ifndef PICKING_HEIGHT_FIELD_H
#define PICKING_HEIGHT_FIELD_H

#include "picking/volume.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum pick_height_type { PICK_HEIGHT_UINT16 = 0, PICK_HEIGHT_FLOAT } pick_height_type;

enum {
    PICK_HEIGHT_FIELD_HOLES = 1u << 1, // 65535 is a hole; not of floats
    PICK_HEIGHT_FIELD_SAMPLES = 16385  // along a side, at most
};

typedef struct pick_height_field_desc {
    const void *samples; // row by row, aligned as their type
    pick_height_type type;
    uint32_t columns, rows; // samples: 2 to PICK_HEIGHT_FIELD_SAMPLES
    size_t row_stride;      // bytes, a multiple of a sample's; 0: rows without gaps
    uint32_t flags;         // PICK_VOLUME_SURFACE (hit from below too), PICK_SUBMESH_KIND, PICK_HEIGHT_FIELD_HOLES
} pick_height_field_desc;

// Reads all samples. Errors leave `*out` untouched: PICK_ERROR_INVALID_ARGUMENT (fewer than 2 columns or rows, no
// samples or not aligned, a stride shorter than a row or no multiple, unknown type or flags, holes of floats),
// PICK_ERROR_TOO_LARGE, PICK_ERROR_OUT_OF_MEMORY.
PICK_API pick_result pick_height_field_create(const pick_height_field_desc *desc, const pick_allocator *allocator,
                                              pick_volume **out);

// After samples have changed: those of a rectangle, which is clipped to the grid. Takes time in proportion to it, and
// tells no scene: pick_scene_volume_changed. PICK_ERROR_INVALID_ARGUMENT: not a height field.
PICK_API pick_result pick_height_field_update(pick_volume *volume, uint32_t column, uint32_t row, uint32_t columns,
                                              uint32_t rows);

// Bytes held, the samples not included; 0 for what is no height field.
PICK_API size_t pick_height_field_memory(const pick_volume *volume);

#ifdef __cplusplus
}
#endif

#endif
