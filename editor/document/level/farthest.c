// farthest.c: a grid over the middles of bodies, with the box around those in each cell that has any.
#include "document/level/farthest.h"

#include <float.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>

enum { MOST_ACROSS = 24 };          // cells along an axis
static const double in_a_cell = 64; // bodies, on average, before there are so many cells

// What reaches no farther than this beyond the best, of the size of all, is never looked at: of many bodies that reach
// equally far but for rounding, as a row of cubes does, one is.
static const double least_slack = 1e-9;

// A body as it is searched.
typedef struct entry {
    pick_aabb box; // in the world
    uint32_t body;
} entry;

typedef struct cell {
    pick_aabb box;
    size_t first, end; // of the entries
} cell;

struct editor_farthest {
    const editor_body *bodies;
    entry *entries; // sorted by cell
    cell *cells;    // those that have bodies
    size_t cell_count;
    pick_aabb box; // of all
};

// --- Making
// -----------------------------------------------------------------------------------------------------------

// In object space.
static pick_aabb own_box(const editor_body *body)
{
    return body->mesh ? pick_mesh_bounds(body->mesh) : (body->thin ? pick_thin_bounds(body->thin) : body->box);
}

// In the world. Empty: to be left out.
static pick_aabb world_box(const editor_body *body)
{
    const pick_aabb own = own_box(body), box = pick_affine_aabb(&body->place, &own);
    const bool counts = !pick_aabb_is_empty(&box) && pick_vec3_is_finite(box.min) && pick_vec3_is_finite(box.max);
    return counts ? box : PICK_AABB_EMPTY;
}

// The number of the cell along an axis of what reaches from `from` to `to`.
static size_t cell_along(double from, double to, double low, double high, size_t across)
{
    const double at = from / 4 + to / 4; // halves: sums may be too large for numbers
    const double along = high > low ? (at - low / 2) / (high / 2 - low / 2) * (double)across : 0;
    return along < (double)across ? (size_t)fmax(along, 0) : across - 1;
}

static size_t cell_of(const pick_aabb *one, const pick_aabb *all, size_t across)
{
    return (cell_along(one->min.z, one->max.z, all->min.z, all->max.z, across) * across +
            cell_along(one->min.y, one->max.y, all->min.y, all->max.y, across)) *
               across +
           cell_along(one->min.x, one->max.x, all->min.x, all->max.x, across);
}

// Sorts by counting. `ends`: as many as there are cells, zeroed.
static void sort(editor_farthest *f, const entry *entries, size_t count, size_t across, size_t *ends)
{
    for (size_t i = 0; i < count; i++)
        ends[cell_of(&entries[i].box, &f->box, across)]++;
    size_t sum = 0;
    for (size_t i = 0; i < across * across * across; i++) {
        const size_t here = ends[i];
        ends[i] = sum; // where the cell begins, and where its next entry goes
        sum += here;
    }
    for (size_t i = 0; i < count; i++)
        f->entries[ends[cell_of(&entries[i].box, &f->box, across)]++] = entries[i];
}

static void make_cells(editor_farthest *f, const size_t *ends, size_t all)
{
    for (size_t i = 0, first = 0; i < all; first = ends[i++]) {
        if (first == ends[i])
            continue;
        cell *c = &f->cells[f->cell_count++];
        *c = (cell){.box = PICK_AABB_EMPTY, .first = first, .end = ends[i]};
        for (size_t k = first; k < ends[i]; k++)
            c->box = pick_aabb_union(&c->box, &f->entries[k].box);
    }
}

editor_farthest *editor_farthest_create(const editor_body *bodies, size_t count)
{
    const double wanted = cbrt((double)count / in_a_cell);
    const size_t across = wanted < 1 ? 1 : wanted > MOST_ACROSS ? MOST_ACROSS : (size_t)wanted;
    const size_t all = across * across * across;
    editor_farthest *f = calloc(1, sizeof(*f));
    size_t *ends = calloc(all, sizeof(*ends));
    entry *entries = malloc((count + 1) * sizeof(*entries));
    if (f) {
        f->bodies = bodies;
        f->entries = malloc((count + 1) * sizeof(*f->entries));
        f->cells = malloc(all * sizeof(*f->cells));
        f->box = PICK_AABB_EMPTY;
    }
    const bool ok = f && f->entries && f->cells && ends && entries;
    if (ok) {
        size_t used = 0;
        for (size_t i = 0; i < count; i++) {
            const pick_aabb box = world_box(&bodies[i]);
            if (pick_aabb_is_empty(&box))
                continue;
            entries[used++] = (entry){box, (uint32_t)i};
            f->box = pick_aabb_union(&f->box, &box);
        }
        sort(f, entries, used, across, ends);
        make_cells(f, ends, all);
    } else {
        editor_farthest_destroy(f);
    }
    free(ends);
    free(entries);
    return ok ? f : NULL;
}

void editor_farthest_destroy(editor_farthest *farthest)
{
    if (!farthest)
        return;
    free(farthest->entries);
    free(farthest->cells);
    free(farthest);
}

bool editor_farthest_is_empty(const editor_farthest *farthest)
{
    return farthest->cell_count == 0;
}

// --- Asking
// -----------------------------------------------------------------------------------------------------------

typedef struct question {
    pick_vec3 to; // of unit length
    double slack; // how much farther than the best something must reach
    double most;
    pick_vec3 best;
} question;

static pick_vec3 corner_of(const pick_aabb *box, pick_vec3 to)
{
    return pick_vec3_make(to.x > 0 ? box->max.x : box->min.x, to.y > 0 ? box->max.y : box->min.y,
                          to.z > 0 ? box->max.z : box->min.z);
}

static double reach(const pick_aabb *box, pick_vec3 to)
{
    return pick_vec3_dot(to, corner_of(box, to));
}

static void look_at(const editor_body *body, question *q)
{
    const pick_vec3 to = {pick_vec3_dot(pick_affine_column(&body->place, 0), q->to),
                          pick_vec3_dot(pick_affine_column(&body->place, 1), q->to),
                          pick_vec3_dot(pick_affine_column(&body->place, 2), q->to)}; // in object space
    const pick_aabb own = own_box(body);
    const double slack = q->slack / fmax(pick_vec3_length(to), DBL_MIN); // flat along the direction: of any size
    pick_vec3 at = corner_of(&own, to);
    if (!(pick_vec3_dot(to, at) + pick_vec3_dot(q->to, body->place.origin) > q->most + q->slack) ||
        (body->mesh && !pick_mesh_farthest(body->mesh, to, slack, &at)) ||
        (body->thin && !pick_thin_farthest(body->thin, to, slack, &at)))
        return;
    at = pick_affine_point(&body->place, at);
    const double along = pick_vec3_dot(q->to, at);
    if (along > q->most) {
        q->most = along;
        q->best = at;
    }
}

static void look_into(const editor_farthest *f, const cell *c, question *q)
{
    for (size_t i = c->first; i < c->end; i++) {
        const entry *e = &f->entries[i];
        if (reach(&e->box, q->to) > q->most + q->slack)
            look_at(&f->bodies[e->body], q);
    }
}

pick_vec3 editor_farthest_point(const editor_farthest *farthest, pick_vec3 direction, double slack)
{
    const pick_aabb *box = &farthest->box;
    const pick_vec3 half = pick_vec3_sub(pick_vec3_scale(box->max, 0.5), pick_vec3_scale(box->min, 0.5));
    question q = {.to = pick_vec3_normalize(direction),
                  .slack = fmax(slack, least_slack * 2 * fmax(half.x, fmax(half.y, half.z))),
                  .most = -HUGE_VAL,
                  .best = box->min};
    const cell *first = farthest->cells;
    double farthest_reach = -HUGE_VAL;
    for (size_t i = 0; i < farthest->cell_count; i++) {
        const double far = reach(&farthest->cells[i].box, q.to);
        if (far > farthest_reach) {
            farthest_reach = far;
            first = &farthest->cells[i];
        }
    }
    look_into(farthest, first, &q);
    for (size_t i = 0; i < farthest->cell_count; i++) {
        const cell *c = &farthest->cells[i];
        if (c != first && reach(&c->box, q.to) > q.most + q.slack)
            look_into(farthest, c, &q);
    }
    return q.best;
}
