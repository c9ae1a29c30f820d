// region_grid.c: rasterizes a lasso on a grid: cells near its edges and inside it, and the edges near each row and
// column.
#include "region/region_grid.h"
#include "base/compiler.h"

#include <math.h>

// --- Cells of the grid ----------------------------------------------------------------------------------------------

// Cells are enlarged by this, so that rounding cannot put a point into a cell that is near an edge but not marked.
#define CELL_MARGIN 0x1p-10

typedef struct grid_axis {
    double low, scale; // cell = (position - low) * scale
} grid_axis;

static int cell_at(const grid_axis *axis, double position, double margin)
{
    const double cell = (position - axis->low) * axis->scale + margin;
    return cell > 0 ? (cell < PICK_REGION_GRID - 1 ? (int)cell : PICK_REGION_GRID - 1) : 0;
}

// Bits first..last.
static uint64_t bits_between(int first, int last)
{
    const uint64_t up_to = last >= 63 ? ~UINT64_C(0) : (UINT64_C(1) << (last + 1)) - 1;
    PICK_ASSERT(first <= last); // cells grow with the position, and with the margin
    return up_to & ~((UINT64_C(1) << first) - 1);
}

typedef struct cells {
    int first_row, last_row, first_column, last_column;
} cells;

static grid_axis across_of(const pick_region *region)
{
    return (grid_axis){region->bounds.x, region->cells.x};
}

static grid_axis down_of(const pick_region *region)
{
    return (grid_axis){region->bounds.y, region->cells.y};
}

// The cells under a rectangle. Positions outside the grid count as its border.
static cells cells_under(const pick_region *region, pick_vec2 min, pick_vec2 max, double margin)
{
    const grid_axis across = across_of(region);
    const grid_axis down = down_of(region);
    return (cells){cell_at(&down, min.y, -margin), cell_at(&down, max.y, margin), cell_at(&across, min.x, -margin),
                   cell_at(&across, max.x, margin)};
}

// --- Runs of edges --------------------------------------------------------------------------------------------------
// Most runs are rejected or accepted by their bounds, so a lasso of hundreds of points costs little more than one of
// tens.

static void make_runs(pick_region *region)
{
    region->run_length = (region->point_count + PICK_REGION_RUNS - 1) / PICK_REGION_RUNS;
    for (uint32_t r = 0; r * region->run_length < region->point_count; r++) {
        const edge_run run = run_at(region, r);
        double *b = region->runs[r];
        b[0] = b[2] = HUGE_VAL;
        b[1] = b[3] = -HUGE_VAL;
        for (uint32_t i = run.first; i <= run.last; i++) {
            const pick_vec2 p = points_of_region(region)[i < region->point_count ? i : 0];
            b[0] = pick_least(b[0], p.x);
            b[1] = pick_most(b[1], p.x);
            b[2] = pick_least(b[2], p.y);
            b[3] = pick_most(b[3], p.y);
        }
        const cells c = cells_under(region, (pick_vec2){b[0], b[2]}, (pick_vec2){b[1], b[3]}, CELL_MARGIN);
        for (int row = c.first_row; row <= c.last_row; row++)
            region->row_runs[row] |= UINT64_C(1) << r;
        for (int column = c.first_column; column <= c.last_column; column++)
            region->column_runs[column] |= UINT64_C(1) << r;
    }
}

uint64_t pick_region_runs_near(const pick_region *region, pick_vec2 min, pick_vec2 max)
{
    const cells c = cells_under(region, min, max, 0);
    uint64_t down = 0;
    uint64_t across = 0;
    for (int row = c.first_row; row <= c.last_row; row++)
        down |= region->row_runs[row];
    for (int column = c.first_column; column <= c.last_column; column++)
        across |= region->column_runs[column];
    return down & across;
}

uint64_t pick_region_runs_at(const pick_region *region, double y)
{
    const grid_axis down = down_of(region);
    return region->row_runs[cell_at(&down, y, 0)];
}

pick_side pick_region_grid_side(const pick_region *region, pick_vec2 min, pick_vec2 max)
{
    const pick_rect *r = &region->bounds;
    if (!(min.x >= r->x && min.y >= r->y && max.x <= r->x + r->width && max.y <= r->y + r->height))
        return PICK_ACROSS;
    const cells c = cells_under(region, min, max, CELL_MARGIN / 2);
    const uint64_t columns = bits_between(c.first_column, c.last_column);
    uint64_t border = 0;
    uint64_t inside = 0;
    for (int row = c.first_row; row <= c.last_row && border == 0; row++) {
        border = region->border[row] & columns;
        inside |= region->inside[row] & columns;
    }
    if (border != 0)
        return PICK_ACROSS;
    return inside != 0 ? PICK_INSIDE : PICK_OUTSIDE; // cells change sides only across an edge
}

// --- The grid -------------------------------------------------------------------------------------------------------

static double height_of(const grid_axis *axis, int row)
{
    return axis->scale > 0 ? axis->low + row / axis->scale : axis->low;
}

// The x of a non-horizontal edge at a height, clamped to its ends.
static double x_at(pick_vec2 a, pick_vec2 b, double y)
{
    const double height = b.y - a.y;
    const double t = (y - a.y) / height;
    PICK_ASSERT(height != 0);
    return a.x + (t < 0 ? 0 : (t > 1 ? 1 : t)) * (b.x - a.x);
}

static void mark_edge(pick_region *region, const grid_axis *across, const grid_axis *down, pick_vec2 a, pick_vec2 b)
{
    const int first = cell_at(down, pick_least(a.y, b.y), -CELL_MARGIN);
    const int last = cell_at(down, pick_most(a.y, b.y), CELL_MARGIN);
    for (int row = first; row <= last; row++) {
        const double top = height_of(down, row);
        const double bottom = height_of(down, row + 1);
        const bool level = a.y == b.y;
        const double pad = (bottom - top) * CELL_MARGIN;
        const double x0 = level ? a.x : x_at(a, b, top - pad);
        const double x1 = level ? b.x : x_at(a, b, bottom + pad);
        region->border[row] |= bits_between(cell_at(across, pick_least(x0, x1), -CELL_MARGIN),
                                            cell_at(across, pick_most(x0, x1), CELL_MARGIN));
        const double middle = 0.5 * (top + bottom);
        if ((a.y > middle) != (b.y > middle)) // flips all cells to the right
            region->inside[row] ^= bits_between(cell_at(across, x_at(a, b, middle), 0), PICK_REGION_GRID - 1);
    }
}

void pick_region_make_grid(pick_region *region)
{
    const pick_rect *r = &region->bounds;
    region->cells =
        (pick_vec2){r->width > 0 ? PICK_REGION_GRID / r->width : 0, r->height > 0 ? PICK_REGION_GRID / r->height : 0};
    const grid_axis across = across_of(region);
    const grid_axis down = down_of(region);
    make_runs(region);
    for (uint32_t i = 0; i < region->point_count; i++)
        mark_edge(region, &across, &down, points_of_region(region)[i], edge_end(region, i));
    for (int row = 0; row < PICK_REGION_GRID; row++)
        region->inside[row] &= ~region->border[row];
}
