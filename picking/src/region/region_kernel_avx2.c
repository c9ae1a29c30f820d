#include "base/compiler.h"
#include "simd/simd_avx2.h"

#include "region/region_kernel.h"

// Masks: used children; children that are leaves or unused.
static inline uint32_t used_children(const uint32_t child[PICK_BVH_WIDTH])
{
    const __m256i all = _mm256_load_si256((const __m256i *)(const void *)child);
    const __m256i none = _mm256_cmpeq_epi32(all, _mm256_set1_epi32(-1));
    return ~(uint32_t)_mm256_movemask_ps(_mm256_castsi256_ps(none)) & 0xffu;
}

static inline uint32_t leaf_children(const uint32_t child[PICK_BVH_WIDTH])
{
    return (uint32_t)_mm256_movemask_ps(_mm256_load_ps((const float *)(const void *)child));
}

// Shuffles that move the numbers with set bits, of four, to the front.
#define FOUR(n) 4 * (n), 4 * (n) + 1, 4 * (n) + 2, 4 * (n) + 3
#define BYTES(a, b, c, d) FOUR(a), FOUR(b), FOUR(c), FOUR(d)

static const alignas(16) uint8_t together[16][16] = {
    {BYTES(0, 0, 0, 0)}, {BYTES(0, 0, 0, 0)}, {BYTES(1, 0, 0, 0)}, {BYTES(0, 1, 0, 0)},
    {BYTES(2, 0, 0, 0)}, {BYTES(0, 2, 0, 0)}, {BYTES(1, 2, 0, 0)}, {BYTES(0, 1, 2, 0)},
    {BYTES(3, 0, 0, 0)}, {BYTES(0, 3, 0, 0)}, {BYTES(1, 3, 0, 0)}, {BYTES(0, 1, 3, 0)},
    {BYTES(2, 3, 0, 0)}, {BYTES(0, 2, 3, 0)}, {BYTES(1, 2, 3, 0)}, {BYTES(0, 1, 2, 3)}};

static inline __m128i order_of(uint32_t mask)
{
    return _mm_load_si128((const __m128i *)(const void *)together[mask]);
}

static inline void write_four(pick_object_id *out, __m128i slots, __m128i generations, __m128i order)
{
    const __m128i s = _mm_shuffle_epi8(slots, order);
    const __m128i g = _mm_shuffle_epi8(generations, order);
    _mm_storeu_si128((__m128i *)(void *)out, _mm_unpacklo_epi32(s, g));
    _mm_storeu_si128((__m128i *)(void *)(out + 2), _mm_unpackhi_epi32(s, g));
}

// Writes the handles of the leaves in the mask. Always writes eight; those after the leaves are undefined.
static inline void write_ids(pick_object_id *out, const uint32_t child[PICK_BVH_WIDTH],
                             const uint16_t generation[PICK_BVH_WIDTH], uint32_t mask)
{
    const __m256i all = _mm256_load_si256((const __m256i *)(const void *)child);
    const __m256i leaf = _mm256_set1_epi32((int)PICK_REF_LEAF);
    const __m256i slots = _mm256_add_epi32(_mm256_andnot_si256(leaf, all), _mm256_set1_epi32(1));
    const __m256i generations = _mm256_cvtepu16_epi32(_mm_loadu_si128((const __m128i *)(const void *)generation));
    write_four(out, _mm256_castsi256_si128(slots), _mm256_castsi256_si128(generations), order_of(mask & 15u));
    write_four(out + mask_count(mask & 15u), _mm256_extracti128_si256(slots, 1),
               _mm256_extracti128_si256(generations, 1), order_of(mask >> 4));
}

#define PICK_PLANE_WALK pick_plane_walk_avx2
#define PICK_PLANE_TEST pick_plane_test_avx2
#include "region/region_walk.h"
