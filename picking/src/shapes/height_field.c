// height_field.c: makes height fields, and the pyramid of least and greatest heights above their samples.
#include "picking/height_field.h"

#include "base/compiler.h"
#include "base/memory.h"
#include "math/math_inline.h"
#include "shapes/height_field_internal.h"
#include "shapes/volume_internal.h"

#include <math.h>

typedef struct height_volume {
    pick_volume volume; // first: pick_volume_destroy frees it
    pick_volume_part part;
    pick_height_field field;
} height_volume;

static const pick_height_range NO_HEIGHTS = {INFINITY, -INFINITY};

static void add_range(pick_height_range *range, pick_height_range by)
{
    range->low = by.low < range->low ? by.low : range->low;
    range->high = by.high > range->high ? by.high : range->high;
}

// --- Triangles ------------------------------------------------------------------------------------------------------

static void set_corner(const pick_height_field *field, uint32_t column, uint32_t row, float out[3])
{
    out[0] = (float)column;
    out[1] = pick_height_at(field, column, row);
    out[2] = (float)row;
}

bool pick_height_half(const pick_height_field *field, uint32_t column, uint32_t row, uint32_t half, float out[3][3])
{
    set_corner(field, column, row, out[0]);
    if (half == 0) {
        set_corner(field, column, row + 1, out[1]);
        set_corner(field, column + 1, row + 1, out[2]);
    } else {
        set_corner(field, column + 1, row + 1, out[1]);
        set_corner(field, column + 1, row, out[2]);
    }
    return !isnan(out[0][1] + out[1][1] + out[2][1]);
}

bool pick_height_triangle(const pick_height_field *field, uint32_t triangle, float out[3][3])
{
    const uint32_t quad = triangle / 2;
    return pick_height_half(field, quad % field->columns, quad / field->columns, triangle % 2, out);
}

bool pick_height_visit(const pick_height_field *field, pick_height_block block, pick_height_visitor *visit, void *user)
{
    uint32_t first[2], end[2];
    pick_height_quads(field, block, first, end);
    for (uint32_t row = first[1]; row < end[1]; row++) {
        for (uint32_t column = first[0]; column < end[0]; column++) {
            for (uint32_t k = 0; k < 2; k++) {
                const uint32_t triangle = 2 * (row * field->columns + column) + k;
                float vertex[3][3];
                if (pick_height_half(field, column, row, k, vertex) && visit(user, triangle, (const float(*)[3])vertex))
                    return true;
            }
        }
    }
    return false;
}

// --- The pyramid ----------------------------------------------------------------------------------------------------

static pick_height_range measure_leaf(const pick_height_field *field, pick_height_block block)
{
    uint32_t first[2], end[2];
    pick_height_range range = NO_HEIGHTS;
    pick_height_quads(field, block, first, end);
    for (uint32_t row = first[1]; row <= end[1]; row++) {
        for (uint32_t column = first[0]; column <= end[0]; column++) {
            const float height = pick_height_at(field, column, row); // NaN compares as neither
            add_range(&range, (pick_height_range){height, height});
        }
    }
    return range;
}

static pick_height_range measure_block(const pick_height_field *field, pick_height_block block)
{
    pick_height_range range = NO_HEIGHTS;
    for (uint32_t i = 0; i < 4; i++) {
        pick_height_block child;
        if (pick_height_child(field, block, i, &child))
            add_range(&range, *pick_height_range_at(&field->levels[child.level], child.column, child.row));
    }
    return range;
}

// Measures the blocks of a level from `first` to `last`, column and row.
static void measure_level(const pick_height_field *field, uint32_t level, const uint32_t first[2],
                          const uint32_t last[2])
{
    for (uint32_t row = first[1]; row <= last[1]; row++) {
        for (uint32_t column = first[0]; column <= last[0]; column++) {
            const pick_height_block block = {level, column, row};
            *pick_height_range_at(&field->levels[level], column, row) =
                level == 0 ? measure_leaf(field, block) : measure_block(field, block);
        }
    }
}

// Measures what lies above the quads from `first` to `last`, and sets the volume's bounds.
static void measure(height_volume *made, const uint32_t first[2], const uint32_t last[2])
{
    const pick_height_field *field = &made->field;
    const pick_allocator allocator = made->volume.mesh.allocator;
    double low[3], high[3];
    uint32_t from[2] = {first[0] / PICK_HEIGHT_LEAF, first[1] / PICK_HEIGHT_LEAF};
    uint32_t to[2] = {last[0] / PICK_HEIGHT_LEAF, last[1] / PICK_HEIGHT_LEAF};
    for (uint32_t level = 0; level < field->level_count; level++) {
        measure_level(field, level, from, to);
        for (int k = 0; k < 2; k++) {
            from[k] /= 2;
            to[k] /= 2;
        }
    }
    if (!pick_height_box(field, pick_height_top(field), low, high))
        low[1] = high[1] = 0; // holes alone: a place that nothing hits
    const pick_shape box = {.type = PICK_SHAPE_AABB,
                            .as.aabb = {{low[0], low[1], low[2]}, {high[0], high[1], high[2]}}};
    made->part = pick_volume_part_of(&box, 0);
    pick_volume_set_mesh(&made->volume, &allocator);
}

// Sets the levels, above `ranges` or above nothing. Returns how many ranges there are.
static size_t plan_levels(pick_height_field *field, pick_height_range *ranges)
{
    uint32_t columns = (field->columns + PICK_HEIGHT_LEAF - 1) / PICK_HEIGHT_LEAF;
    uint32_t rows = (field->rows + PICK_HEIGHT_LEAF - 1) / PICK_HEIGHT_LEAF;
    size_t total = 0;
    field->level_count = 0;
    for (;;) {
        field->levels[field->level_count++] =
            (pick_height_level){columns, rows, ranges != NULL ? ranges + total : NULL};
        total += (size_t)((columns + 1) / 2) * ((rows + 1) / 2) * 4;
        if (columns == 1 && rows == 1)
            return total;
        columns = (columns + 1) / 2;
        rows = (rows + 1) / 2;
    }
}

// --- The volume -----------------------------------------------------------------------------------------------------

static pick_result check_height_desc(const pick_height_field_desc *desc)
{
    const uint32_t known = PICK_VOLUME_SURFACE | PICK_SUBMESH_KINDS |
                           (desc->type == PICK_HEIGHT_UINT16 ? (uint32_t)PICK_HEIGHT_FIELD_HOLES : 0);
    const size_t size = desc->type == PICK_HEIGHT_UINT16 ? sizeof(uint16_t) : sizeof(float);
    if ((unsigned)desc->type > PICK_HEIGHT_FLOAT || (desc->flags & ~known) != 0 || desc->samples == NULL ||
        (uintptr_t)desc->samples % size != 0 || desc->columns < 2 || desc->rows < 2)
        return PICK_ERROR_INVALID_ARGUMENT;
    if (desc->columns > PICK_HEIGHT_FIELD_SAMPLES || desc->rows > PICK_HEIGHT_FIELD_SAMPLES)
        return PICK_ERROR_TOO_LARGE;
    if (desc->row_stride != 0 && (desc->row_stride < desc->columns * size || desc->row_stride % size != 0))
        return PICK_ERROR_INVALID_ARGUMENT;
    return PICK_OK;
}

pick_result pick_height_field_create(const pick_height_field_desc *desc, const pick_allocator *allocator,
                                     pick_volume **out)
{
    if (desc == NULL || out == NULL || !pick_allocator_is_usable(allocator))
        return PICK_ERROR_INVALID_ARGUMENT;
    const pick_result result = check_height_desc(desc);
    if (result != PICK_OK)
        return result;
    allocator = allocator != NULL ? allocator : pick_default_allocator();
    pick_height_field field = {.desc = *desc, .columns = desc->columns - 1, .rows = desc->rows - 1};
    if (desc->row_stride == 0)
        field.desc.row_stride = desc->columns * (desc->type == PICK_HEIGHT_UINT16 ? sizeof(uint16_t) : sizeof(float));
    const size_t bytes = sizeof(height_volume) + plan_levels(&field, NULL) * sizeof(pick_height_range);
    height_volume *made = pick_allocate(allocator, bytes);
    if (made == NULL)
        return PICK_ERROR_OUT_OF_MEMORY;
    pick_volume *volume = &made->volume;
    made->field = field;
    (void)plan_levels(&made->field, (pick_height_range *)(void *)(made + 1));
    *volume = (pick_volume){.bytes = bytes, .part_count = 1, .parts = &made->part, .field = &made->field};
    volume->submesh.flags =
        (desc->flags & PICK_SUBMESH_KINDS) | ((desc->flags & PICK_VOLUME_SURFACE) != 0 ? PICK_SUBMESH_DOUBLE_SIDED : 0);
    volume->mesh.allocator = *allocator;
    measure(made, (const uint32_t[2]){0, 0}, (const uint32_t[2]){field.columns - 1, field.rows - 1});
    *out = volume;
    return PICK_OK;
}

pick_result pick_height_field_update(pick_volume *volume, uint32_t column, uint32_t row, uint32_t columns,
                                     uint32_t rows)
{
    if (volume == NULL || volume->field == NULL)
        return PICK_ERROR_INVALID_ARGUMENT;
    const uint32_t from[2] = {column, row}, count[2] = {columns, rows};
    const uint32_t quads[2] = {volume->field->columns, volume->field->rows};
    uint32_t first[2], last[2];
    for (int k = 0; k < 2; k++) {
        if (count[k] == 0 || from[k] > quads[k])
            return PICK_OK; // nothing is left of the rectangle
        const uint32_t most = quads[k] - from[k];
        first[k] = from[k] > 0 ? from[k] - 1 : 0; // a sample belongs to the quads before and behind it
        last[k] = from[k] + (count[k] - 1 < most ? count[k] - 1 : most);
        last[k] = last[k] < quads[k] ? last[k] : quads[k] - 1;
    }
    measure((height_volume *)(void *)volume, first, last);
    return PICK_OK;
}

size_t pick_height_field_memory(const pick_volume *volume)
{
    return volume != NULL && volume->field != NULL ? volume->bytes : 0;
}
