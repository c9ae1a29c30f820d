#include "scene/cull.h"

#include "device/heap.h"

#include "device/maths.h"

#include <math.h>
#include <string.h>

enum { BLOCK = RENDER_BOUNDS_BLOCK };

static const float HIDDEN = -3e38f, LARGEST = 1e38f;

// Exceeds the relative error of the few roundings to float.
static const float SLACK = 1e-6f;

typedef struct render_bounds_block {
    double low[3], high[3];               // of the slots that are not hidden; low > high: there is none
    double shaded_low[3], shaded_high[3]; // of those with surfaces
    bool stale;
} block_box;

static bool grow(const render_allocator *allocator, void **array, uint32_t count, size_t size)
{
    void *grown = render_reallocate(allocator, *array, count * size);
    if (grown != NULL)
        *array = grown;
    return grown != NULL;
}

bool render_bounds_reserve(render_bounds *bounds, const render_allocator *allocator, uint32_t count)
{
    if (count <= bounds->capacity)
        return true;
    uint32_t capacity = bounds->capacity ? bounds->capacity : BLOCK;
    while (capacity < count)
        capacity *= 2;
    bool good = grow(allocator, (void **)&bounds->visible, capacity, sizeof *bounds->visible) &&
                grow(allocator, (void **)&bounds->shaded, capacity, sizeof *bounds->shaded) &&
                grow(allocator, (void **)&bounds->blocks, capacity / BLOCK, sizeof *bounds->blocks);
    for (int i = 0; i < 3; i++) {
        good = good && grow(allocator, (void **)&bounds->center[i], capacity, sizeof **bounds->center);
        good = good && grow(allocator, (void **)&bounds->half[i], capacity, sizeof **bounds->half);
    }
    if (!good)
        return false;
    uint32_t first = bounds->capacity;
    bounds->capacity = capacity;
    for (uint32_t slot = first; slot < capacity; slot++)
        render_bounds_hide(bounds, slot);
    return true;
}

void render_bounds_finish(render_bounds *bounds)
{
    for (int i = 0; i < 3; i++) {
        render_free(bounds->center[i]);
        render_free(bounds->half[i]);
    }
    render_free(bounds->visible);
    render_free(bounds->shaded);
    render_free(bounds->blocks);
    *bounds = (render_bounds){0};
}

void render_bounds_set(render_bounds *bounds, uint32_t slot, const render_object *object, const float center[3],
                       const float half[3], bool shaded)
{
    bounds->shaded[slot] = shaded;
    for (int i = 0; i < 3; i++) {
        double middle = object->origin[i], reach = 0.0;
        for (int j = 0; j < 3; j++) {
            double entry = (double)object->linear[3 * j + i];
            middle += entry * (double)center[j];
            reach += fabs(entry) * (double)half[j];
        }
        bounds->center[i][slot] = middle;
        bounds->half[i][slot] = (float)fmin(reach * (1.0 + (double)SLACK), (double)LARGEST);
    }
    bounds->blocks[slot / BLOCK].stale = true;
}

void render_bounds_hide(render_bounds *bounds, uint32_t slot)
{
    for (int i = 0; i < 3; i++) {
        bounds->center[i][slot] = 0.0;
        bounds->half[i][slot] = HIDDEN;
    }
    bounds->shaded[slot] = false;
    bounds->blocks[slot / BLOCK].stale = true;
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

static void cull_block(const render_bounds *bounds, uint32_t first, uint32_t count, const render_frustum *frustum)
{
    float center[3][BLOCK], half[3][BLOCK], inside[BLOCK];
    for (int i = 0; i < 3; i++) {
        const double *from = bounds->center[i] + first, eye = frustum->eye[i];
        const float *reach = bounds->half[i] + first;
        for (uint32_t k = 0; k < count; k++) {
            center[i][k] = (float)(from[k] - eye);
            half[i][k] = reach[k] + SLACK * fabsf(center[i][k]);
        }
    }
    for (uint32_t k = 0; k < count; k++)
        inside[k] = 0.0f;
    for (int p = 0; p < 6; p++) {
        const float *n = frustum->normal[p], d = frustum->distance[p];
        const float ax = fabsf(n[0]), ay = fabsf(n[1]), az = fabsf(n[2]);
        for (uint32_t k = 0; k < count; k++) {
            float most = n[0] * center[0][k] + n[1] * center[1][k] + n[2] * center[2][k] + d + ax * half[0][k] +
                         ay * half[1][k] + az * half[2][k];
            inside[k] = most < inside[k] ? most : inside[k];
        }
    }
    uint8_t *visible = bounds->visible + first;
    for (uint32_t k = 0; k < count; k++)
        visible[k] = inside[k] >= 0.0f;
}

static void refit(const render_bounds *bounds, uint32_t first, block_box *box)
{
    for (int i = 0; i < 3; i++) {
        double low = INFINITY, high = -INFINITY, shaded_low = INFINITY, shaded_high = -INFINITY;
        for (uint32_t slot = first; slot < first + BLOCK; slot++) {
            const double center = bounds->center[i][slot], half = (double)bounds->half[i][slot];
            const bool hidden = half < 0.0, shaded = bounds->shaded[slot];
            low = !hidden && center - half < low ? center - half : low;
            high = !hidden && center + half > high ? center + half : high;
            shaded_low = shaded && center - half < shaded_low ? center - half : shaded_low;
            shaded_high = shaded && center + half > shaded_high ? center + half : shaded_high;
        }
        box->low[i] = low;
        box->high[i] = high;
        box->shaded_low[i] = shaded_low;
        box->shaded_high[i] = shaded_high;
    }
    box->stale = false;
}

bool render_bounds_find_shaded_box(const render_bounds *bounds, uint32_t count, double low[3], double high[3])
{
    for (int i = 0; i < 3; i++) {
        low[i] = HUGE_VAL;
        high[i] = -HUGE_VAL;
    }
    for (uint32_t first = 0; first < count; first += BLOCK) {
        block_box *box = &bounds->blocks[first / BLOCK];
        if (box->stale)
            refit(bounds, first, box);
        for (int i = 0; i < 3; i++) {
            low[i] = fmin(low[i], box->shaded_low[i]);
            high[i] = fmax(high[i], box->shaded_high[i]);
        }
    }
    return low[0] <= high[0];
}

bool render_bounds_find_box(const render_bounds *bounds, uint32_t count, double low[3], double high[3])
{
    for (int i = 0; i < 3; i++) {
        low[i] = HUGE_VAL;
        high[i] = -HUGE_VAL;
    }
    for (uint32_t first = 0; first < count; first += BLOCK) {
        block_box *box = &bounds->blocks[first / BLOCK];
        if (box->stale)
            refit(bounds, first, box);
        for (int i = 0; i < 3; i++) {
            low[i] = fmin(low[i], box->low[i]);
            high[i] = fmax(high[i], box->high[i]);
        }
    }
    return low[0] <= high[0];
}

typedef enum side { SIDE_OUTSIDE, SIDE_INSIDE, SIDE_BOTH } side;

static side find_side(const block_box *box, const render_frustum *frustum)
{
    double center[3], half[3];
    side found = SIDE_INSIDE;
    if (box->low[0] > box->high[0])
        return SIDE_OUTSIDE;
    for (int i = 0; i < 3; i++) {
        center[i] = 0.5 * box->low[i] + 0.5 * box->high[i] - frustum->eye[i];
        half[i] = 0.5 * box->high[i] - 0.5 * box->low[i];
        half[i] += (double)SLACK * (half[i] + fabs(center[i]));
    }
    for (int p = 0; p < 6; p++) {
        double middle = (double)frustum->distance[p], reach = 0.0;
        for (int i = 0; i < 3; i++) {
            middle += (double)frustum->normal[p][i] * center[i];
            reach += fabs((double)frustum->normal[p][i]) * half[i];
        }
        if (middle + reach < 0.0)
            return SIDE_OUTSIDE;
        if (!(middle - reach >= 0.0))
            found = SIDE_BOTH;
    }
    return found;
}

void render_cull_slot(render_bounds *bounds, uint32_t slot, const render_frustum *frustum)
{
    cull_block(bounds, slot, 1, frustum);
}

void render_cull(render_bounds *bounds, uint32_t count, const render_frustum *frustum)
{
    for (uint32_t first = 0; first < count; first += BLOCK) {
        const uint32_t size = count - first < BLOCK ? count - first : BLOCK;
        block_box *box = &bounds->blocks[first / BLOCK];
        if (box->stale)
            refit(bounds, first, box);
        switch (find_side(box, frustum)) {
        case SIDE_OUTSIDE:
            memset(bounds->visible + first, 0, size);
            break;
        case SIDE_INSIDE:
            for (uint32_t slot = first; slot < first + size; slot++)
                bounds->visible[slot] = bounds->half[0][slot] >= 0.0f;
            break;
        case SIDE_BOTH:
            cull_block(bounds, first, size, frustum);
            break;
        }
    }
}
