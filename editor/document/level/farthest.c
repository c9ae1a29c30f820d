// farthest.c: a grid over the points' box, with the box of the points in each cell that has any.
#include "document/level/farthest.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>

enum { MOST_ACROSS = 24 };          // cells along an axis
static const double in_a_cell = 64; // points, on average, before there are so many cells

typedef struct cell {
    pick_aabb box;
    size_t first, end; // of `points`
} cell;

struct editor_farthest {
    pick_vec3 *points; // sorted by cell
    cell *cells;       // those that have points
    size_t cell_count;
};

// The number of the point's cell along an axis.
static size_t cell_along(double at, double low, double high, size_t across)
{
    const double along = high > low ? (at / 2 - low / 2) / (high / 2 - low / 2) * (double)across : 0;
    return along < (double)across ? (size_t)fmax(along, 0) : across - 1;
}

static size_t cell_of(pick_vec3 p, const pick_aabb *box, size_t across)
{
    return (cell_along(p.z, box->min.z, box->max.z, across) * across +
            cell_along(p.y, box->min.y, box->max.y, across)) *
               across +
           cell_along(p.x, box->min.x, box->max.x, across);
}

// Sorts by counting. `ends`: as many as there are cells, zeroed; `numbers`: one for each point.
static void sort(editor_farthest *f, const pick_vec3 *points, size_t count, size_t across, size_t *ends,
                 uint32_t *numbers)
{
    pick_aabb box = PICK_AABB_EMPTY;
    for (size_t i = 0; i < count; i++)
        box = pick_aabb_union(&box, &(pick_aabb){points[i], points[i]});
    for (size_t i = 0; i < count; i++) {
        numbers[i] = (uint32_t)cell_of(points[i], &box, across);
        ends[numbers[i]]++;
    }
    size_t sum = 0;
    for (size_t i = 0; i < across * across * across; i++) {
        const size_t here = ends[i];
        ends[i] = sum; // where the cell begins, and where its next point goes
        sum += here;
    }
    for (size_t i = 0; i < count; i++)
        f->points[ends[numbers[i]]++] = points[i];
}

static void make_cells(editor_farthest *f, const size_t *ends, size_t all)
{
    for (size_t i = 0, first = 0; i < all; first = ends[i++]) {
        if (first == ends[i])
            continue;
        cell *c = &f->cells[f->cell_count++];
        *c = (cell){.box = PICK_AABB_EMPTY, .first = first, .end = ends[i]};
        for (size_t k = first; k < ends[i]; k++)
            c->box = pick_aabb_union(&c->box, &(pick_aabb){f->points[k], f->points[k]});
    }
}

editor_farthest *editor_farthest_create(const pick_vec3 *points, size_t count)
{
    const double wanted = cbrt((double)count / in_a_cell);
    const size_t across = wanted < 1 ? 1 : wanted > MOST_ACROSS ? MOST_ACROSS : (size_t)wanted;
    const size_t all = across * across * across;
    editor_farthest *f = calloc(1, sizeof(*f));
    size_t *ends = calloc(all, sizeof(*ends));
    uint32_t *numbers = malloc(count * sizeof(*numbers));
    if (f) {
        f->points = malloc(count * sizeof(*f->points));
        f->cells = malloc(all * sizeof(*f->cells));
    }
    const bool ok = f && f->points && f->cells && ends && numbers;
    if (ok) {
        sort(f, points, count, across, ends, numbers);
        make_cells(f, ends, all);
    } else {
        editor_farthest_destroy(f);
    }
    free(ends);
    free(numbers);
    return ok ? f : NULL;
}

void editor_farthest_destroy(editor_farthest *farthest)
{
    if (!farthest)
        return;
    free(farthest->points);
    free(farthest->cells);
    free(farthest);
}

// How far the box reaches. Rounds as the dot product of its farthest corner, which is at least that of any point in it.
static double reach(const pick_aabb *box, pick_vec3 to)
{
    return pick_vec3_dot(to, pick_vec3_make(to.x > 0 ? box->max.x : box->min.x, to.y > 0 ? box->max.y : box->min.y,
                                            to.z > 0 ? box->max.z : box->min.z));
}

static void look_into(const editor_farthest *f, const cell *c, pick_vec3 to, double *most, pick_vec3 *best)
{
    for (size_t i = c->first; i < c->end; i++) {
        const double along = pick_vec3_dot(to, f->points[i]);
        if (along > *most) {
            *most = along;
            *best = f->points[i];
        }
    }
}

pick_vec3 editor_farthest_point(const editor_farthest *farthest, pick_vec3 direction)
{
    const cell *first = farthest->cells;
    double farthest_reach = -HUGE_VAL, most = -HUGE_VAL;
    pick_vec3 best = farthest->points[0];
    for (size_t i = 0; i < farthest->cell_count; i++) {
        const double far = reach(&farthest->cells[i].box, direction);
        if (far > farthest_reach) {
            farthest_reach = far;
            first = &farthest->cells[i];
        }
    }
    look_into(farthest, first, direction, &most, &best);
    for (size_t i = 0; i < farthest->cell_count; i++) {
        const cell *c = &farthest->cells[i];
        if (c != first && reach(&c->box, direction) > most)
            look_into(farthest, c, direction, &most, &best);
    }
    return best;
}
