// A linear scan, as in an editor without a hierarchy: tests all boxes, plane by plane, by the corner farthest inside.
#include "bench_scan.h"

#include "simd/simd.h"

#ifdef __AVX2__
#include <immintrin.h>
#endif

typedef float scan_plane[4];

static void read_planes(const pick_region *region, scan_plane *planes)
{
    for (uint32_t p = 0; p < region->frustum.plane_count; p++) {
        const double *n = region->frustum.planes[p];
        for (int k = 0; k < 3; k++)
            planes[p][k] = (float)n[k];
        planes[p][3] = (float)(n[3] - (n[0] * region->frustum.eye.x + n[1] * region->frustum.eye.y +
                                       n[2] * region->frustum.eye.z));
    }
}

static size_t scan_one_by_one(const bench_boxes *boxes, const scan_plane *planes, uint32_t plane_count, uint32_t *ids)
{
    size_t count = 0;
    for (size_t i = 0; i < boxes->count; i++) {
        bool in = true;
        for (uint32_t p = 0; p < plane_count && in; p++) {
            float distance = planes[p][3];
            for (int k = 0; k < 3; k++)
                distance += planes[p][k] * boxes->side[2 * k + (planes[p][k] > 0)][i];
            in = distance >= 0;
        }
        if (in)
            ids[count++] = (uint32_t)i;
    }
    return count;
}

#ifdef __AVX2__
static size_t scan_eight(const bench_boxes *boxes, const scan_plane *planes, uint32_t plane_count, uint32_t *ids)
{
    size_t count = 0;
    for (size_t i = 0; i < boxes->count; i += 8) {
        __m256 in = _mm256_castsi256_ps(_mm256_set1_epi32(-1));
        for (uint32_t p = 0; p < plane_count; p++) {
            __m256 distance = _mm256_set1_ps(planes[p][3]);
            for (int k = 0; k < 3; k++) {
                const float *side = boxes->side[2 * k + (planes[p][k] > 0)];
                distance = _mm256_fmadd_ps(_mm256_set1_ps(planes[p][k]), _mm256_loadu_ps(side + i), distance);
            }
            in = _mm256_and_ps(in, _mm256_cmp_ps(distance, _mm256_setzero_ps(), _CMP_GE_OQ));
        }
        for (uint32_t mask = (uint32_t)_mm256_movemask_ps(in); mask != 0; mask &= mask - 1)
            ids[count++] = (uint32_t)i + _tzcnt_u32(mask);
    }
    return count;
}
#endif

const char *bench_scan_name(void)
{
#ifdef __AVX2__
    if (pick_simd_available(PICK_SIMD_AVX2))
        return "AVX2";
#endif
    return "scalar";
}

size_t bench_scan(const bench_boxes *boxes, const pick_region *region, uint32_t *ids)
{
    scan_plane planes[PICK_REGION_PLANES];
    read_planes(region, planes);
#ifdef __AVX2__
    if (pick_simd_available(PICK_SIMD_AVX2))
        return scan_eight(boxes, planes, region->frustum.plane_count, ids);
#endif
    return scan_one_by_one(boxes, planes, region->frustum.plane_count, ids);
}
