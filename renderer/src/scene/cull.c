#include "scene/cull.h"

#include "device/heap.h"
#include "device/maths.h"

#include <math.h>
#include <string.h>

enum { LEVELS = RENDER_BOUNDS_LEVELS, TOP = RENDER_BOUNDS_TOP, FAN = RENDER_BOUNDS_FAN };
enum { LEAST = 256, SHADED_SLOTS = 256 }; // slots: those there is room for at least, those of a box of surfaces
enum { ALL_PLANES = 0x3f };

static const float HIDDEN = -3e38f, LARGEST = 1e38f;

// Exceeds the relative error of the few roundings to float.
static const float SLACK = 1e-6f;

typedef struct render_shaded_box {
    double low[3], high[3]; // low > high: there is none
    bool stale;
} shaded_box;

// Where a block lies in a view. Stale: its box is, too.
enum { SIDE_STALE, SIDE_BOTH, SIDE_OUTSIDE, SIDE_INSIDE };

static bool grow(const render_allocator *allocator, void **array, uint32_t count, size_t size)
{
    void *grown = render_reallocate(allocator, *array, count * size);
    if (grown != NULL)
        *array = grown;
    return grown != NULL;
}

static bool grow_boxes(const render_allocator *allocator, render_boxes *boxes, bool blocks, uint32_t count)
{
    bool good = !blocks || (grow(allocator, (void **)&boxes->sides, count, sizeof *boxes->sides) &&
                            grow(allocator, (void **)&boxes->visible, count, sizeof *boxes->visible));
    for (int i = 0; i < 3; i++) {
        good = good && grow(allocator, (void **)&boxes->center[i], count, sizeof **boxes->center);
        good = good && grow(allocator, (void **)&boxes->half[i], count, sizeof **boxes->half);
    }
    return good;
}

bool render_bounds_reserve(render_bounds *bounds, const render_allocator *allocator, uint32_t count)
{
    const uint32_t before = bounds->boxes[0].count;
    uint32_t capacity = before ? before : LEAST;
    if (count <= before)
        return true;
    while (capacity < count)
        capacity *= 2;
    bool good = grow(allocator, (void **)&bounds->visible, capacity, sizeof *bounds->visible) &&
                grow(allocator, (void **)&bounds->shaded, capacity, sizeof *bounds->shaded) &&
                grow(allocator, (void **)&bounds->shaded_boxes, capacity / SHADED_SLOTS, sizeof *bounds->shaded_boxes);
    for (uint32_t level = 0, boxes = capacity; level < LEVELS; level++, boxes = (boxes + FAN - 1) / FAN)
        good = good && grow_boxes(allocator, &bounds->boxes[level], level > 0, boxes);
    if (!good)
        return false;
    for (uint32_t level = 0, boxes = capacity; level < LEVELS; level++, boxes = (boxes + FAN - 1) / FAN)
        bounds->boxes[level].count = boxes;
    for (uint32_t slot = before; slot < capacity; slot++)
        render_bounds_hide(bounds, slot);
    return true;
}

void render_bounds_finish(render_bounds *bounds)
{
    for (int level = 0; level < LEVELS; level++) {
        render_boxes *boxes = &bounds->boxes[level];
        for (int i = 0; i < 3; i++) {
            render_free(boxes->center[i]);
            render_free(boxes->half[i]);
        }
        render_free(boxes->sides);
        render_free(boxes->visible);
    }
    render_free(bounds->visible);
    render_free(bounds->shaded);
    render_free(bounds->shaded_boxes);
    *bounds = (render_bounds){0};
}

static void mark(render_bounds *bounds, uint32_t slot, bool shaded)
{
    bounds->shaded[slot] = shaded;
    bounds->shaded_boxes[slot / SHADED_SLOTS].stale = true;
    for (uint32_t level = 1, number = slot / FAN; level < LEVELS; level++, number /= FAN)
        bounds->boxes[level].sides[number] = SIDE_STALE;
}

void render_bounds_set(render_bounds *bounds, uint32_t slot, const render_object *object, const float center[3],
                       const float half[3], bool shaded)
{
    for (int i = 0; i < 3; i++) {
        double middle = object->origin[i], reach = 0.0;
        for (int j = 0; j < 3; j++) {
            double entry = (double)object->linear[3 * j + i];
            middle += entry * (double)center[j];
            reach += fabs(entry) * (double)half[j];
        }
        bounds->boxes[0].center[i][slot] = middle;
        bounds->boxes[0].half[i][slot] = (float)fmin(reach * (1.0 + (double)SLACK), (double)LARGEST);
    }
    mark(bounds, slot, shaded);
}

void render_bounds_hide(render_bounds *bounds, uint32_t slot)
{
    for (int i = 0; i < 3; i++) {
        bounds->boxes[0].center[i][slot] = 0.0;
        bounds->boxes[0].half[i][slot] = HIDDEN;
    }
    mark(bounds, slot, false);
}

void render_frustum_init(render_frustum *frustum, const float projection[16], const float view[16], const double eye[3],
                         const double low[2], const double high[2])
{
    // A point is visible if low w <= xy <= high w and 0 <= z <= w. Each plane is a sum of two rows of the projection.
    const struct {
        int row;
        double row_factor, w_factor;
    } planes[6] = {{0, 1.0, -low[0]},  {0, -1.0, high[0]}, {1, 1.0, -low[1]},
                   {1, -1.0, high[1]}, {2, 1.0, 0.0},      {2, -1.0, 1.0}};
    for (int p = 0; p < 6; p++) {
        double in_view[4];
        for (int k = 0; k < 4; k++)
            in_view[k] = planes[p].row_factor * (double)projection[4 * k + planes[p].row] +
                         planes[p].w_factor * (double)projection[4 * k + 3];
        double world[3], size = 0.0;
        render_rotate_to_world(view, in_view, world);
        for (int i = 0; i < 3; i++)
            size += world[i] * world[i];
        size = size > 0.0 ? sqrt(size) : 1.0;
        for (int i = 0; i < 3; i++)
            frustum->normal[p][i] = (float)(world[i] / size);
        double distance = in_view[3] / size;
        frustum->distance[p] = (float)(distance + (double)SLACK * fabs(distance));
    }
    for (int i = 0; i < 3; i++)
        frustum->eye[i] = eye[i];
}

// How many boxes a block has: the last one of a level can have fewer than FAN.
static uint32_t count_parts(const render_boxes *boxes, uint32_t first)
{
    return boxes->count - first < FAN ? boxes->count - first : FAN;
}

// Fits the box of a block. A hidden box, which is the whole space turned inside out, extends nothing.
static void refit_box(const render_boxes *below, render_boxes *boxes, uint32_t number)
{
    const uint32_t first = number * FAN, count = count_parts(below, first);
    for (int i = 0; i < 3; i++) {
        const double *centers = below->center[i] + first;
        const float *halves = below->half[i] + first;
        double low = HUGE_VAL, high = -HUGE_VAL;
        for (uint32_t k = 0; k < count; k++) {
            const double from = centers[k] - (double)halves[k], to = centers[k] + (double)halves[k];
            low = from < low ? from : low;
            high = to > high ? to : high;
        }
        const double half = (0.5 * high - 0.5 * low) * (1.0 + (double)SLACK);
        const bool bounded = half < (double)LARGEST; // else the whole space
        boxes->center[i][number] = bounded ? 0.5 * low + 0.5 * high : 0.0;
        boxes->half[i][number] = low > high ? HIDDEN : bounded ? (float)half : INFINITY;
    }
    boxes->sides[number] = SIDE_BOTH;
}

static void refit(render_bounds *bounds, int level, uint32_t first, uint32_t count)
{
    render_boxes *boxes = &bounds->boxes[level], *below = boxes - 1;
    for (uint32_t number = first; number < first + count; number++) {
        if (boxes->sides[number] != SIDE_STALE)
            continue;
        if (level > 1)
            refit(bounds, level - 1, number * FAN, count_parts(below, number * FAN));
        refit_box(below, boxes, number);
    }
}

static void refit_shaded(const render_bounds *bounds, uint32_t first, shaded_box *box)
{
    const render_boxes *slots = &bounds->boxes[0];
    for (int i = 0; i < 3; i++) {
        double low = HUGE_VAL, high = -HUGE_VAL;
        for (uint32_t slot = first; slot < first + SHADED_SLOTS; slot++) {
            const double center = slots->center[i][slot], half = (double)slots->half[i][slot];
            low = bounds->shaded[slot] && center - half < low ? center - half : low;
            high = bounds->shaded[slot] && center + half > high ? center + half : high;
        }
        box->low[i] = low;
        box->high[i] = high;
    }
    box->stale = false;
}

bool render_bounds_find_shaded_box(const render_bounds *bounds, double low[3], double high[3])
{
    for (int i = 0; i < 3; i++) {
        low[i] = HUGE_VAL;
        high[i] = -HUGE_VAL;
    }
    for (uint32_t first = 0; first < bounds->boxes[0].count; first += SHADED_SLOTS) {
        shaded_box *box = &bounds->shaded_boxes[first / SHADED_SLOTS];
        if (box->stale)
            refit_shaded(bounds, first, box);
        for (int i = 0; i < 3; i++) {
            low[i] = fmin(low[i], box->low[i]);
            high[i] = fmax(high[i], box->high[i]);
        }
    }
    return low[0] <= high[0];
}

bool render_bounds_find_box(render_bounds *bounds, double low[3], double high[3])
{
    const render_boxes *top = &bounds->boxes[TOP];
    refit(bounds, TOP, 0, top->count);
    for (int i = 0; i < 3; i++) {
        low[i] = HUGE_VAL;
        high[i] = -HUGE_VAL;
        for (uint32_t k = 0; k < top->count; k++) {
            const double center = top->center[i][k], half = (double)top->half[i][k];
            low[i] = half >= 0 ? fmin(low[i], center - half) : low[i];
            high[i] = half >= 0 ? fmax(high[i], center + half) : high[i];
        }
    }
    return low[0] <= high[0];
}

// The low and the high ends of boxes along the axes, relative to the eye.
typedef struct box_ends {
    float at[2][3][FAN];
} box_ends;

static void find_ends(const render_boxes *boxes, uint32_t first, uint32_t count, const render_frustum *frustum,
                      box_ends *out)
{
    for (int i = 0; i < 3; i++) {
        const double *centers = boxes->center[i] + first, eye = frustum->eye[i];
        const float *halves = boxes->half[i] + first;
        float *low = out->at[0][i], *high = out->at[1][i];
        for (uint32_t k = 0; k < count; k++) {
            const float center = (float)(centers[k] - eye), half = halves[k] + SLACK * fabsf(center);
            low[k] = center - half;
            high[k] = center + half;
        }
    }
}

// Finds how far a corner of each box lies inside of a plane: the one that is farthest inside or, `opposite`, the other.
static void find_depths(const box_ends *ends, uint32_t count, const render_frustum *frustum, int plane, bool opposite,
                        float depths[FAN])
{
    const float *n = frustum->normal[plane], nx = n[0], ny = n[1], nz = n[2], d = frustum->distance[plane];
    const float *x = ends->at[(nx > 0.0f) != opposite][0], *y = ends->at[(ny > 0.0f) != opposite][1];
    const float *z = ends->at[(nz > 0.0f) != opposite][2];
    for (uint32_t k = 0; k < count; k++)
        depths[k] = nx * x[k] + ny * y[k] + nz * z[k] + d;
}

// Culls the slots of a block that the planes in the set cut. Returns how many are visible.
static uint32_t cull_slots(const render_bounds *bounds, uint32_t first, uint32_t planes, const render_frustum *frustum)
{
    const uint32_t count = count_parts(&bounds->boxes[0], first);
    float inside[FAN] = {0}, depths[FAN];
    uint8_t *visible = bounds->visible + first;
    uint32_t sum = 0;
    box_ends ends;
    find_ends(&bounds->boxes[0], first, count, frustum, &ends);
    for (int p = 0; p < 6; p++) {
        if (!(planes >> p & 1u))
            continue;
        find_depths(&ends, count, frustum, p, false, depths);
        for (uint32_t k = 0; k < count; k++)
            inside[k] = depths[k] < inside[k] ? depths[k] : inside[k];
    }
    for (uint32_t k = 0; k < count; k++) {
        visible[k] = inside[k] >= 0.0f;
        sum += inside[k] >= 0.0f;
    }
    return sum;
}

bool render_cull_slot(const render_bounds *bounds, uint32_t slot, const render_frustum *frustum)
{
    const render_boxes *slots = &bounds->boxes[0];
    float depths[6];
    bool inside = true;
    memcpy(depths, frustum->distance, sizeof depths);
    for (int i = 0; i < 3; i++) {
        const float center = (float)(slots->center[i][slot] - frustum->eye[i]);
        const float half = slots->half[i][slot] + SLACK * fabsf(center);
        for (int p = 0; p < 6; p++)
            depths[p] += frustum->normal[p][i] * center + fabsf(frustum->normal[p][i]) * half;
    }
    for (int p = 0; p < 6; p++)
        inside = inside && !(depths[p] < 0.0f);
    return inside;
}

// Sets what is visible of a block that is outside or wholly inside. Returns how many slots are.
static uint32_t set_side(render_bounds *bounds, int level, uint32_t number, uint8_t side)
{
    render_boxes *boxes = &bounds->boxes[level];
    const uint32_t first = number * FAN, end = first + count_parts(boxes - 1, first);
    uint32_t sum = 0;
    for (uint32_t k = first; k < end; k++) {
        if (level > 1) {
            sum += set_side(bounds, level - 1, k, side);
            continue;
        }
        bounds->visible[k] = side == SIDE_INSIDE && bounds->boxes[0].half[0][k] >= 0.0f;
        sum += bounds->visible[k];
    }
    boxes->sides[number] = side;
    boxes->visible[number] = (uint16_t)sum;
    return sum;
}

// Culls blocks from the first one on, the parts of a block that the planes in the set cut. Returns how many of their
// slots are visible.
static uint32_t cull_blocks(render_bounds *bounds, int level, uint32_t first, uint32_t planes,
                            const render_frustum *frustum)
{
    render_boxes *boxes = &bounds->boxes[level];
    const uint32_t count = count_parts(boxes, first);
    float inside[FAN] = {0}, depths[FAN];
    uint32_t cut[FAN] = {0}, sum = 0;
    box_ends ends;
    find_ends(boxes, first, count, frustum, &ends);
    for (int p = 0; p < 6; p++) {
        if (!(planes >> p & 1u))
            continue;
        find_depths(&ends, count, frustum, p, false, depths);
        for (uint32_t k = 0; k < count; k++)
            inside[k] = depths[k] < inside[k] ? depths[k] : inside[k];
        find_depths(&ends, count, frustum, p, true, depths);
        for (uint32_t k = 0; k < count; k++)
            cut[k] |= depths[k] < 0.0f ? 1u << p : 0u;
    }
    for (uint32_t k = 0; k < count; k++) {
        const uint32_t number = first + k;
        const uint8_t side = inside[k] < 0.0f ? SIDE_OUTSIDE : cut[k] == 0 ? SIDE_INSIDE : SIDE_BOTH;
        if (side == SIDE_BOTH) {
            boxes->sides[number] = side;
            boxes->visible[number] =
                (uint16_t)(level > 1 ? cull_blocks(bounds, level - 1, number * FAN, cut[k], frustum)
                                     : cull_slots(bounds, number * FAN, cut[k], frustum));
        } else if (side != boxes->sides[number]) {
            (void)set_side(bounds, level, number, side);
        }
        sum += boxes->visible[number];
    }
    return sum;
}

uint32_t render_cull(render_bounds *bounds, const render_frustum *frustum)
{
    uint32_t visible = 0;
    refit(bounds, TOP, 0, bounds->boxes[TOP].count);
    for (uint32_t first = 0; first < bounds->boxes[TOP].count; first += FAN)
        visible += cull_blocks(bounds, TOP, first, ALL_PLANES, frustum);
    return visible;
}
