// hull.c: finds the hull by libqhull (C. B. Barber, D. P. Dobkin, H. Huhdanpaa, "The Quickhull Algorithm for Convex
// Hulls", ACM TOMS 22(4), 1996), and takes the sides from it. Where there are too many, it begins with the box, and
// cuts off the corner that is farthest outside, again and again. Each side is then moved until it contains all points.
//
// Time:       Qhull gets a sample: points that are far outside in some direction, then the farthest beyond each facet,
//             until none is worth it. So what grows with the number of points is their sorting (farthest.h) alone.
//
// Coordinates are relative to the middle of the points' box, in halves of its longest size.
#include "document/level/hull.h"

#include "document/level/farthest.h"
#include "document/level/sides.h"

#include <libqhull_r/qhull_ra.h>
#include <math.h>
#include <stdlib.h>

static const double margin = 0.01;        // of half the longest size
static const double least_margin = 0.001; // metres
static const double flat = 0.005;         // thickness up to which points count as flat, halved
static const double least_size = 1e-6;    // metres
static const double sharp = 3.5;          // margins that a corner may be away from the hull
static const double rough = 0.001;        // how far beyond a facet of the hull points may be

enum {
    ENOUGH = 400, // points of the sample: a hull that keeps all of its facets has fewer
    MOST_SAMPLED = 1024,
    MOST_CORNERS = 4 * EDITOR_SIDES // that are remembered
};

// A corner of the solid: a direction in which it is outside of the hull, and how far.
typedef struct corner {
    pick_vec3 at, way;
    double outside;
} corner;

typedef struct hull_facet {
    pick_vec3 normal; // points outside
    double offset;
} hull_facet;

typedef struct fit {
    pick_vec3 *points;
    size_t count;
    editor_farthest *all; // the points
    double margin;
    pick_vec3 sample[MOST_SAMPLED];
    uint32_t sample_count;
    hull_facet *facets; // of the sample's hull
    uint32_t facet_count;
    pick_vec3 *vertices;
    uint32_t vertex_count;
    double rows[EDITOR_SIDES][4]; // the sides that were chosen
    uint32_t side_count;
    corner corners[MOST_CORNERS]; // that were looked at, the last ones
    uint32_t corner_count;        // so far
} fit;

// --- The hull -------------------------------------------------------------------------------------------------------

static void read_facets(fit *f, qhT *qh)
{
    facetT *facet;
    vertexT *vertex;
    free(f->facets);
    free(f->vertices);
    f->facet_count = f->vertex_count = 0;
    f->facets = malloc((size_t)qh->num_facets * sizeof(*f->facets));
    f->vertices = malloc((size_t)qh->num_vertices * sizeof(*f->vertices));
    if (!f->facets || !f->vertices)
        return;
    FORALLfacets
    {
        if (f->facet_count < (uint32_t)qh->num_facets) {
            f->facets[f->facet_count].normal = pick_vec3_make(facet->normal[0], facet->normal[1], facet->normal[2]);
            f->facets[f->facet_count++].offset = facet->offset;
        }
    }
    FORALLvertices
    {
        if (f->vertex_count < (uint32_t)qh->num_vertices)
            f->vertices[f->vertex_count++] = pick_vec3_make(vertex->point[0], vertex->point[1], vertex->point[2]);
    }
}

// Facets and vertices of the sample's hull. False: out of memory, or Qhull fails.
static bool find_facets(fit *f)
{
    char options[] = "qhull Pp";
    double coordinates[3 * MOST_SAMPLED];
    qhT qh;
    int left, total;
    for (uint32_t i = 0; i < f->sample_count; i++) {
        coordinates[3 * i] = f->sample[i].x;
        coordinates[3 * i + 1] = f->sample[i].y;
        coordinates[3 * i + 2] = f->sample[i].z;
    }
    FILE *messages = tmpfile(); // NULL: stderr
    qh_zero(&qh, messages);
    const int fault = qh_new_qhull(&qh, 3, (int)f->sample_count, coordinates, False, options, NULL, messages);
    if (fault == 0)
        read_facets(f, &qh);
    qh_freeqhull(&qh, !qh_ALL);
    qh_memfreeshort(&qh, &left, &total);
    if (messages)
        fclose(messages);
    return fault == 0 && f->facets && f->vertices;
}

static bool same(pick_vec3 a, pick_vec3 b)
{
    return a.x == b.x && a.y == b.y && a.z == b.z;
}

// Adds it, unless it is one of those from number `from` on, or the sample is full.
static void add_to_sample(fit *f, pick_vec3 point, uint32_t from)
{
    uint32_t i = from;
    while (i < f->sample_count && !same(f->sample[i], point))
        i++;
    if (i == f->sample_count && i < MOST_SAMPLED)
        f->sample[f->sample_count++] = point;
}

// Adds the farthest point beyond each facet. False: none is far.
static bool sample_beyond(fit *f)
{
    const uint32_t from = f->sample_count;
    for (uint32_t i = 0; i < f->facet_count; i++) {
        const hull_facet *side = &f->facets[i];
        const pick_vec3 p = editor_farthest_point(f->all, side->normal);
        if (pick_vec3_dot(side->normal, p) + side->offset > rough)
            add_to_sample(f, p, from);
    }
    return f->sample_count > from;
}

// Begins with four points that span the space, and the farthest in the directions to the faces, edges and corners of a
// cube. False: out of memory, or Qhull fails.
static bool find_hull(fit *f, const pick_vec3 span[4])
{
    for (int i = 0; i < 4; i++)
        add_to_sample(f, span[i], 0);
    for (int i = 0; i < 27; i++) {
        if (i != 13)
            add_to_sample(f, editor_farthest_point(f->all, pick_vec3_make(i % 3 - 1, i / 3 % 3 - 1, i / 9 - 1)), 0);
    }
    bool ok = find_facets(f);
    while (ok && f->sample_count < ENOUGH && sample_beyond(f))
        ok = find_facets(f);
    return ok;
}

// --- Choice of sides ------------------------------------------------------------------------------------------------

// Adds the side with that normal that contains all points, and keeps the margin.
static void add_side(fit *f, pick_vec3 normal)
{
    const double least = pick_vec3_dot(normal, editor_farthest_point(f->all, pick_vec3_scale(normal, -1)));
    double *row = f->rows[f->side_count++];
    row[0] = normal.x;
    row[1] = normal.y;
    row[2] = normal.z;
    row[3] = f->margin - least;
}

static pick_vec3 farthest_vertex(const fit *f, pick_vec3 direction)
{
    uint32_t best = 0;
    double most = -HUGE_VAL;
    for (uint32_t i = 0; i < f->vertex_count; i++) {
        const double along = pick_vec3_dot(f->vertices[i], direction);
        if (along > most) {
            most = along;
            best = i;
        }
    }
    return f->vertices[best];
}

// A direction in which the place is outside of the hull, and how far in that direction: nearly the farthest that it is
// in any. The steps are those of E. G. Gilbert, "An Iterative Procedure for Computing the Minimum of a Quadratic Form
// on a Convex Set", SIAM J. Control 4(1), 1966: towards the vertex that is farthest along, up to the nearest place.
static pick_vec3 from_hull(const fit *f, pick_vec3 p, double *outside)
{
    enum { STEPS = 20 };
    pick_vec3 inner = farthest_vertex(f, p), best = {0, 0, 0};
    *outside = 0;
    for (int i = 0; i < STEPS; i++) {
        const pick_vec3 way = pick_vec3_sub(p, inner), to = pick_vec3_normalize(way);
        const pick_vec3 vertex = farthest_vertex(f, to);
        const pick_vec3 step = pick_vec3_sub(vertex, inner);
        const double gap = pick_vec3_dot(to, pick_vec3_sub(p, vertex)), length = pick_vec3_dot(step, step);
        if (gap > *outside) {
            *outside = gap;
            best = to;
        }
        if (!(length > 0))
            break;
        inner = pick_vec3_add(inner, pick_vec3_scale(step, fmax(0, fmin(1, pick_vec3_dot(way, step) / length))));
    }
    return best;
}

// What from_hull says of a corner. Corners that were looked at before are remembered, since a new side cuts few of them
// off. Two sides find their common corner with different rounding.
static const corner *look_at(fit *f, pick_vec3 at)
{
    const uint32_t known = f->corner_count < MOST_CORNERS ? f->corner_count : MOST_CORNERS;
    for (uint32_t i = 0; i < known; i++) {
        if (pick_vec3_length(pick_vec3_sub(f->corners[i].at, at)) < 1e-9)
            return &f->corners[i];
    }
    corner *c = &f->corners[f->corner_count++ % MOST_CORNERS];
    c->at = at;
    c->way = from_hull(f, at, &c->outside);
    return c;
}

// The corner of the solid that is farthest outside of the hull, more than `least`: the normal of a side that cuts it
// off. False: none is so far.
static bool find_corner(fit *f, double least, pick_vec3 *normal)
{
    const editor_primitive solid = {.sides = (const double(*)[4])f->rows, .side_count = f->side_count};
    bool found = false;
    for (uint32_t i = 0; i < f->side_count; i++) {
        pick_vec3 corners[EDITOR_SIDE_CORNERS];
        const uint32_t count = editor_side_corners(&solid, i, corners);
        for (uint32_t k = 0; k < count; k++) {
            const corner *c = look_at(f, corners[k]);
            if (c->outside > least * (1 + 1e-6)) {
                least = c->outside;
                *normal = pick_vec3_scale(c->way, -1);
                found = true;
            }
        }
    }
    return found;
}

// The sides of the hull, or those of the box; then those that cut off what sticks out.
static void choose_sides(fit *f)
{
    const bool all = f->facet_count <= EDITOR_SIDES;
    for (uint32_t i = 0; all && i < f->facet_count; i++)
        add_side(f, pick_vec3_scale(f->facets[i].normal, -1));
    for (int i = 0; !all && i < 6; i++) {
        const double sign = i < 3 ? 1 : -1;
        add_side(f, pick_vec3_make(i % 3 == 0 ? sign : 0, i % 3 == 1 ? sign : 0, i % 3 == 2 ? sign : 0));
    }
    pick_vec3 normal = {0, 0, 0};
    while (f->side_count < EDITOR_SIDES && find_corner(f, (all ? sharp : 1) * f->margin, &normal))
        add_side(f, normal);
}

// --- Flat points ----------------------------------------------------------------------------------------------------

static pick_vec3 across(pick_vec3 v, pick_vec3 unit)
{
    return pick_vec3_sub(v, pick_vec3_scale(unit, pick_vec3_dot(v, unit)));
}

// Three directions across each other, and how many of them the points extend in. The other ones come last. `span`: the
// first point, and one for each direction that they extend in.
static int find_directions(const fit *f, pick_vec3 axis[3], pick_vec3 span[4])
{
    int rank = 0;
    span[0] = f->points[0];
    for (; rank < 3; rank++) {
        double most = 0;
        pick_vec3 best = {0, 0, 0};
        for (size_t i = 0; i < f->count; i++) {
            pick_vec3 way = pick_vec3_sub(f->points[i], span[0]);
            for (int k = 0; k < rank; k++)
                way = across(way, axis[k]);
            const double square = pick_vec3_dot(way, way);
            if (square > most) {
                most = square;
                best = way;
                span[rank + 1] = f->points[i];
            }
        }
        if (most < flat * flat)
            break;
        axis[rank] = pick_vec3_normalize(best);
    }
    if (rank == 0)
        axis[0] = pick_vec3_make(1, 0, 0);
    if (rank <= 1) {
        const pick_vec3 other = fabs(axis[0].x) < 0.5 ? pick_vec3_make(1, 0, 0) : pick_vec3_make(0, 1, 0);
        axis[1] = pick_vec3_normalize(pick_vec3_cross(axis[0], other));
    }
    if (rank <= 2)
        axis[2] = pick_vec3_normalize(pick_vec3_cross(axis[0], axis[1]));
    return rank;
}

// Puts two points for each, on both sides of it along the direction. False: out of memory.
static bool thicken(fit *f, pick_vec3 axis)
{
    pick_vec3 *grown = realloc(f->points, 2 * f->count * sizeof(*grown));
    if (!grown)
        return false;
    f->points = grown;
    const pick_vec3 by = pick_vec3_scale(axis, flat);
    for (size_t i = 0; i < f->count; i++) {
        grown[f->count + i] = pick_vec3_add(grown[i], by);
        grown[i] = pick_vec3_sub(grown[i], by);
    }
    f->count *= 2;
    return true;
}

// Makes points that are flat as thick as they have to be, and finds four that span the space. False: out of memory.
static bool span_space(fit *f, pick_vec3 span[4])
{
    pick_vec3 axis[3];
    const int rank = find_directions(f, axis, span);
    bool ok = true;
    for (int i = rank; i < 3 && ok; i++)
        ok = thicken(f, axis[i]);
    if (rank < 3 && ok)
        find_directions(f, axis, span);
    return ok;
}

// ---------------------------------------------------------------------------------------------------------------------

static void destroy(fit *f)
{
    if (!f)
        return;
    editor_farthest_destroy(f->all);
    free(f->points);
    free(f->facets);
    free(f->vertices);
    free(f);
}

bool editor_hull_fit(const pick_vec3 *points, size_t count, editor_hull *out)
{
    pick_aabb box = PICK_AABB_EMPTY;
    for (size_t i = 0; i < count; i++)
        box = pick_aabb_union(&box, &(pick_aabb){points[i], points[i]});
    const pick_vec3 middle = pick_vec3_add(pick_vec3_scale(box.min, 0.5), pick_vec3_scale(box.max, 0.5));
    const pick_vec3 half = pick_vec3_sub(box.max, middle);
    const double unit = fmax(least_size, fmax(half.x, fmax(half.y, half.z)));
    fit *f = calloc(1, sizeof(*f));
    pick_vec3 span[4];
    if (f) {
        f->count = count;
        f->margin = fmax(margin, least_margin / unit);
        f->points = malloc(count * sizeof(*f->points));
    }
    bool ok = f && f->points;
    for (size_t i = 0; ok && i < count; i++)
        f->points[i] = pick_vec3_scale(pick_vec3_sub(points[i], middle), 1 / unit);
    ok = ok && span_space(f, span);
    if (ok)
        f->all = editor_farthest_create(f->points, f->count);
    ok = ok && f->all && find_hull(f, span);
    if (ok) {
        choose_sides(f);
        out->middle = middle;
        out->side_count = f->side_count;
        for (uint32_t i = 0; i < f->side_count; i++) {
            for (int k = 0; k < 4; k++)
                out->sides[i][k] = f->rows[i][k] * (k == 3 ? unit : 1);
        }
    }
    destroy(f);
    return ok;
}
