// region_grid.h: a lasso's grid of cells and runs of edges, which decide most tests of its shape. Private.
#ifndef PICKING_SRC_REGION_GRID_H
#define PICKING_SRC_REGION_GRID_H

#include "region/region_internal.h"

// The points of a polygon. Edge i begins at point i.
static inline const pick_vec2 *points_of_region(const pick_region *region)
{
    return region->points != NULL ? region->points : region->corner;
}

static inline pick_vec2 edge_end(const pick_region *region, uint32_t i)
{
    return points_of_region(region)[i + 1 < region->point_count ? i + 1 : 0];
}

// Edges first .. last - 1.
typedef struct edge_run {
    uint32_t first, last;
    const double *bounds;
} edge_run;

static inline edge_run run_at(const pick_region *region, uint32_t i)
{
    const uint32_t first = i * region->run_length;
    const uint32_t last = first + region->run_length;
    return (edge_run){first, last < region->point_count ? last : region->point_count, region->runs[i]};
}

static inline uint32_t count_bits(uint64_t x)
{
    x -= x >> 1 & UINT64_C(0x5555555555555555);
    x = (x & UINT64_C(0x3333333333333333)) + (x >> 2 & UINT64_C(0x3333333333333333));
    x = (x + (x >> 4)) & UINT64_C(0x0f0f0f0f0f0f0f0f);
    return (uint32_t)(x * UINT64_C(0x0101010101010101) >> 56);
}

// Removes the next run from a set and returns it.
static inline edge_run take_run(const pick_region *region, uint64_t *runs)
{
    const uint64_t rest = *runs & (*runs - 1);
    const uint32_t i = count_bits((*runs ^ rest) - 1);
    *runs = rest;
    return run_at(region, i);
}

// Masks of the runs that may be near a rectangle, and of those that may reach a height.
uint64_t pick_region_runs_near(const pick_region *region, pick_vec2 min, pick_vec2 max);
uint64_t pick_region_runs_at(const pick_region *region, double y);

// Clips a segment to a rectangle. False: nothing is left (region_volume.c).
bool pick_region_clip_to_rect(const pick_rect *r, pick_vec2 a, pick_vec2 b, pick_vec2 out[2]);

// Classifies a rectangle by the cells under it. ACROSS outside the grid.
pick_side pick_region_grid_side(const pick_region *region, pick_vec2 min, pick_vec2 max);

#endif
