#include "scene/depths.h"

#include <math.h>
#include <string.h>

enum { STEPS = 512, STEPS_AN_OCTAVE = 4 };

// Where objects are counted from, and how many lie in each step.
typedef struct depth_counts {
    const double *eye, *forward;
    uint32_t at[STEPS], total;
} depth_counts;

// Returns the step of a positive distance: 4 log2 of it, rounded up, from its bits. The middle step is 1.
static uint32_t find_step(double distance)
{
    static const double roots[STEPS_AN_OCTAVE] = {1.0, 0x1.306fe0a31b715p0, 0x1.6a09e667f3bcdp0, 0x1.ae89f995ad3adp0};
    const uint64_t mantissa_mask = (UINT64_C(1) << 52) - 1, one = UINT64_C(0x3ff) << 52;
    uint64_t bits, mantissa;
    double fraction;
    memcpy(&bits, &distance, sizeof bits);
    mantissa = (bits & mantissa_mask) | one;
    memcpy(&fraction, &mantissa, sizeof fraction);
    int step = ((int)(bits >> 52) - 0x3ff) * STEPS_AN_OCTAVE + STEPS / 2;
    for (int i = 0; i < STEPS_AN_OCTAVE; i++)
        step += fraction > roots[i];
    return (uint32_t)(step < 0 ? 0 : step < STEPS ? step : STEPS - 1);
}

static void count_slots(const render_bounds *bounds, uint32_t first, uint32_t end, depth_counts *counts)
{
    for (uint32_t slot = first; slot < end; slot++) {
        double ahead = 0.0;
        for (int i = 0; i < 3; i++)
            ahead += (bounds->boxes[0].center[i][slot] - counts->eye[i]) * counts->forward[i];
        const bool counted = bounds->shaded[slot] && ahead > 0.0;
        counts->at[find_step(fabs(ahead))] += counted;
        counts->total += counted;
    }
}

static void count_whole(const render_bounds *bounds, uint32_t first, uint32_t end, uint32_t step, depth_counts *counts)
{
    uint32_t sum = 0;
    for (uint32_t slot = first; slot < end; slot++)
        sum += bounds->shaded[slot];
    counts->at[step] += sum;
    counts->total += sum;
}

// Finds between which distances the centres of a block's slots lie, widened by more than the rounding errors.
static void find_range(const render_boxes *boxes, uint32_t number, const depth_counts *counts, double *low,
                       double *high)
{
    double middle = 0.0, reach = 0.0;
    for (int i = 0; i < 3; i++) {
        const double center = boxes->center[i][number], eye = counts->eye[i], slope = fabs(counts->forward[i]);
        middle += (center - eye) * counts->forward[i];
        reach += slope * ((double)boxes->half[i][number] + 4e-15 * (fabs(center) + fabs(eye)));
    }
    *low = middle - reach;
    *high = middle + reach;
}

static void count_blocks(const render_bounds *bounds, int level, uint32_t first, uint32_t last, depth_counts *counts)
{
    const render_boxes *boxes = &bounds->boxes[level];
    uint32_t size = 1; // slots of a block
    for (int i = 0; i < level; i++)
        size *= RENDER_BOUNDS_FAN;
    for (uint32_t number = first; number < last && number < boxes->count; number++) {
        const uint32_t start = number * size, room = bounds->boxes[0].count;
        const uint32_t end = size < room - start ? start + size : room;
        double low, high;
        if (boxes->half[0][number] < 0.0f) // all are hidden
            continue;
        find_range(boxes, number, counts, &low, &high);
        if (high < 0.0)
            continue;
        if (low > 0.0 && find_step(low) == find_step(high))
            count_whole(bounds, start, end, find_step(low), counts);
        else if (level == 1)
            count_slots(bounds, start, end, counts);
        else
            count_blocks(bounds, level - 1, number * RENDER_BOUNDS_FAN, (number + 1) * RENDER_BOUNDS_FAN, counts);
    }
}

double render_bounds_find_depth(render_bounds *bounds, const double eye[3], const double forward[3])
{
    depth_counts counts = {.eye = eye, .forward = forward};
    double low[3], high[3];
    uint32_t sum = 0;
    if (render_bounds_find_box(bounds, low, high))
        count_blocks(bounds, RENDER_BOUNDS_TOP, 0, bounds->boxes[RENDER_BOUNDS_TOP].count, &counts);
    for (int i = 0; i < STEPS; i++) {
        sum += counts.at[i];
        if (sum > 0 && 4 * (uint64_t)sum >= 3 * (uint64_t)counts.total)
            return exp2((double)(i - STEPS / 2) / STEPS_AN_OCTAVE);
    }
    return 0.0;
}
