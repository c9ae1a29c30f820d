// bench_scan.h: the linear scan of boxes that is the baseline of region queries.
#ifndef BENCH_SCAN_H
#define BENCH_SCAN_H

#include "region/region_internal.h" // the planes are private

// Boxes in structure-of-arrays order: minimum and maximum of x, then of y and z. `count` is a multiple of 8; a box that
// is no object's is empty (minimum above maximum, far away).
typedef struct bench_boxes {
    float *side[6];
    size_t count;
} bench_boxes;

// Numbers of the boxes that no plane of the region has wholly outside, into `ids`, which has room for all and 8 more.
// Eight at a time with AVX2 where the machine has it; else one by one.
size_t bench_scan(const bench_boxes *boxes, const pick_region *region, uint32_t *ids);
// "AVX2" or "scalar".
const char *bench_scan_name(void);

#endif
