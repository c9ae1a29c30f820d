// height_field_internal.h: samples, triangles and the pyramid of a height field. Private.
#ifndef PICKING_SRC_HEIGHT_FIELD_INTERNAL_H
#define PICKING_SRC_HEIGHT_FIELD_INTERNAL_H

#include "picking/height_field.h"

#include <math.h>

enum {
    PICK_HEIGHT_LEAF = 4,    // quads along the side of the smallest block
    PICK_HEIGHT_LEVELS = 13, // 4 * 2^12 quads
    PICK_HEIGHT_HOLE = 65535
};

// Of a block without heights, low is above high.
typedef struct pick_height_range {
    float low, high;
} pick_height_range;

// Blocks whose ranges lie in groups of 2 x 2, the children of one block, so that they share a cache line.
typedef struct pick_height_level {
    uint32_t columns, rows;
    pick_height_range *ranges;
} pick_height_level;

typedef struct pick_height_field {
    pick_height_field_desc desc; // row_stride is set
    uint32_t columns, rows;      // of quads
    uint32_t level_count;
    pick_height_level levels[PICK_HEIGHT_LEVELS];
} pick_height_field;

typedef struct pick_height_block {
    uint32_t level, column, row;
} pick_height_block;

static inline pick_height_range *pick_height_range_at(const pick_height_level *level, uint32_t column, uint32_t row)
{
    const size_t group = (size_t)(row / 2) * ((level->columns + 1) / 2) + column / 2;
    return level->ranges + group * 4 + (row & 1u) * 2 + (column & 1u);
}

static inline pick_height_block pick_height_top(const pick_height_field *field)
{
    return (pick_height_block){field->level_count - 1, 0, 0};
}

// Child i of a block above the leaves: bit 0 its column, bit 1 its row. False: there is none.
static inline bool pick_height_child(const pick_height_field *field, pick_height_block block, uint32_t i,
                                     pick_height_block *child)
{
    *child = (pick_height_block){block.level - 1, 2 * block.column + (i & 1u), 2 * block.row + (i >> 1)};
    const pick_height_level *level = &field->levels[child->level];
    return child->column < level->columns && child->row < level->rows;
}

// The quads of a block: from `first` to before `end`, column and row.
static inline void pick_height_quads(const pick_height_field *field, pick_height_block block, uint32_t first[2],
                                     uint32_t end[2])
{
    const uint32_t side = (uint32_t)PICK_HEIGHT_LEAF << block.level;
    first[0] = block.column * side;
    first[1] = block.row * side;
    end[0] = first[0] + side < field->columns ? first[0] + side : field->columns;
    end[1] = first[1] + side < field->rows ? first[1] + side : field->rows;
}

// The block's box. False: it has no heights.
static inline bool pick_height_box(const pick_height_field *field, pick_height_block block, double low[3],
                                   double high[3])
{
    const pick_height_range range = *pick_height_range_at(&field->levels[block.level], block.column, block.row);
    uint32_t first[2], end[2];
    pick_height_quads(field, block, first, end);
    low[0] = first[0];
    low[1] = (double)range.low;
    low[2] = first[1];
    high[0] = end[0];
    high[1] = (double)range.high;
    high[2] = end[1];
    return range.low <= range.high;
}

static inline const void *pick_height_address(const pick_height_field *field, uint32_t column, uint32_t row)
{
    const size_t size = field->desc.type == PICK_HEIGHT_FLOAT ? sizeof(float) : sizeof(uint16_t);
    return (const char *)field->desc.samples + (size_t)row * field->desc.row_stride + column * size;
}

// NaN: a hole.
static inline float pick_height_at(const pick_height_field *field, uint32_t column, uint32_t row)
{
    const void *at = pick_height_address(field, column, row);
    if (field->desc.type == PICK_HEIGHT_FLOAT) {
        const float height = *(const float *)at;
        return isfinite(height) ? height : NAN;
    }
    const uint16_t number = *(const uint16_t *)at;
    return number == PICK_HEIGHT_HOLE && (field->desc.flags & PICK_HEIGHT_FIELD_HOLES) != 0 ? NAN : (float)number;
}

// The vertices of triangle 0 or 1 of a quad; of a triangle by its number. False: it is a hole.
bool pick_height_half(const pick_height_field *field, uint32_t column, uint32_t row, uint32_t half, float out[3][3]);
bool pick_height_triangle(const pick_height_field *field, uint32_t triangle, float out[3][3]);

// Calls `visit` with each triangle of a block's quads, until it returns true. Returns what it returned last.
typedef bool pick_height_visitor(void *user, uint32_t triangle, const float vertex[3][3]);
bool pick_height_visit(const pick_height_field *field, pick_height_block block, pick_height_visitor *visit, void *user);

#endif
