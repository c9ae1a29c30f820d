// hull.c: finds the hull by libqhull (C. B. Barber, D. P. Dobkin, H. Huhdanpaa, "The Quickhull Algorithm for Convex
// Hulls", ACM TOMS 22(4), 1996), and takes the sides from it. Where there are too many, it begins with the box, and
// cuts off the corner that is farthest outside, again and again. Each side is then moved until it contains all points.
//
// Coordinates are relative to the middle of the points' box, in halves of its longest size.
#include "document/level/hull.h"

#include "document/level/sides.h"

#include <libqhull_r/qhull_ra.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>

static const double margin = 0.01;        // of half the longest size
static const double least_margin = 0.001; // metres
static const double flat = 0.005;         // thickness up to which points count as flat, halved
static const double least_size = 1e-6;    // metres
static const double sharp = 3.5;          // margins that a corner may be away from the hull

typedef struct fit {
    double *points; // 3 each
    size_t count;
    double margin;
    pick_vec3 *facets; // normals of those of the hull, which point inside
    uint32_t facet_count;
    pick_vec3 *vertices;
    uint32_t vertex_count;
    double rows[EDITOR_SIDES][4]; // the sides that were chosen
    uint32_t side_count;
} fit;

static pick_vec3 point_at(const fit *f, size_t i)
{
    return pick_vec3_make(f->points[3 * i], f->points[3 * i + 1], f->points[3 * i + 2]);
}

// --- The hull -------------------------------------------------------------------------------------------------------

static void read_facets(fit *f, qhT *qh)
{
    facetT *facet;
    vertexT *vertex;
    f->facets = malloc((size_t)qh->num_facets * sizeof(*f->facets));
    f->vertices = malloc((size_t)qh->num_vertices * sizeof(*f->vertices));
    if (!f->facets || !f->vertices)
        return;
    FORALLfacets
    {
        if (f->facet_count < (uint32_t)qh->num_facets)
            f->facets[f->facet_count++] = pick_vec3_make(-facet->normal[0], -facet->normal[1], -facet->normal[2]);
    }
    FORALLvertices
    {
        if (f->vertex_count < (uint32_t)qh->num_vertices)
            f->vertices[f->vertex_count++] = pick_vec3_make(vertex->point[0], vertex->point[1], vertex->point[2]);
    }
}

// Facets and vertices of the hull. It ends after 400 vertices, each the farthest outside of a facet, and what is less
// than a thousandth outside is not looked at: a hull that keeps all of its facets has fewer vertices. False: out of
// memory, or Qhull fails.
static bool find_hull(fit *f)
{
    char options[] = "qhull Pp W0.001 TA400";
    qhT qh;
    int left, total;
    if (f->count > INT_MAX)
        return false;
    FILE *messages = tmpfile(); // NULL: stderr
    qh_zero(&qh, messages);
    const int fault = qh_new_qhull(&qh, 3, (int)f->count, f->points, False, options, NULL, messages);
    if (fault == 0)
        read_facets(f, &qh);
    qh_freeqhull(&qh, !qh_ALL);
    qh_memfreeshort(&qh, &left, &total);
    if (messages)
        fclose(messages);
    return fault == 0 && f->facets && f->vertices;
}

// --- Choice of sides ------------------------------------------------------------------------------------------------

// Adds the side with that normal that contains all points, and keeps the margin.
static void add_side(fit *f, pick_vec3 normal)
{
    double least = HUGE_VAL;
    for (size_t i = 0; i < f->count; i++)
        least = fmin(least, pick_vec3_dot(normal, point_at(f, i)));
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

// The corner of the solid that is farthest outside of the hull, more than `least`: the normal of a side that cuts it
// off. False: none is so far.
static bool find_corner(const fit *f, double least, pick_vec3 *normal)
{
    const editor_primitive solid = {.sides = (const double(*)[4])f->rows, .side_count = f->side_count};
    bool found = false;
    for (uint32_t i = 0; i < f->side_count; i++) {
        pick_vec3 corners[EDITOR_SIDE_CORNERS];
        const uint32_t count = editor_side_corners(&solid, i, corners);
        for (uint32_t k = 0; k < count; k++) {
            double outside;
            const pick_vec3 way = from_hull(f, corners[k], &outside);
            if (outside > least * (1 + 1e-6)) {
                least = outside;
                *normal = pick_vec3_scale(way, -1);
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
        add_side(f, f->facets[i]);
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

// Three directions across each other, and how many of them the points extend in. The other ones come last.
static int find_directions(const fit *f, pick_vec3 axis[3])
{
    const pick_vec3 first = point_at(f, 0);
    int rank = 0;
    for (; rank < 3; rank++) {
        double most = 0;
        pick_vec3 best = {0, 0, 0};
        for (size_t i = 0; i < f->count; i++) {
            pick_vec3 way = pick_vec3_sub(point_at(f, i), first);
            for (int k = 0; k < rank; k++)
                way = across(way, axis[k]);
            const double length = pick_vec3_length(way);
            if (length > most) {
                most = length;
                best = way;
            }
        }
        if (most < flat)
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
    double *grown = realloc(f->points, 6 * f->count * sizeof(*grown));
    if (!grown)
        return false;
    f->points = grown;
    for (size_t i = 0; i < f->count; i++) {
        double *twin = &grown[3 * (f->count + i)];
        const double by[3] = {flat * axis.x, flat * axis.y, flat * axis.z};
        for (int k = 0; k < 3; k++) {
            twin[k] = grown[3 * i + (size_t)k] + by[k];
            grown[3 * i + (size_t)k] -= by[k];
        }
    }
    f->count *= 2;
    return true;
}

// ---------------------------------------------------------------------------------------------------------------------

bool editor_hull_fit(const pick_vec3 *points, size_t count, editor_hull *out)
{
    pick_aabb box = PICK_AABB_EMPTY;
    for (size_t i = 0; i < count; i++)
        box = pick_aabb_union(&box, &(pick_aabb){points[i], points[i]});
    const pick_vec3 middle = pick_vec3_add(pick_vec3_scale(box.min, 0.5), pick_vec3_scale(box.max, 0.5));
    const pick_vec3 half = pick_vec3_sub(box.max, middle);
    const double unit = fmax(least_size, fmax(half.x, fmax(half.y, half.z)));
    fit f = {.points = malloc(3 * count * sizeof(double)), .count = count, .margin = fmax(margin, least_margin / unit)};
    bool ok = f.points;
    for (size_t i = 0; ok && i < count; i++) {
        const pick_vec3 p = pick_vec3_scale(pick_vec3_sub(points[i], middle), 1 / unit);
        f.points[3 * i] = p.x;
        f.points[3 * i + 1] = p.y;
        f.points[3 * i + 2] = p.z;
    }
    pick_vec3 axis[3];
    for (int i = ok ? find_directions(&f, axis) : 3; ok && i < 3; i++)
        ok = thicken(&f, axis[i]);
    ok = ok && find_hull(&f);
    if (ok) {
        choose_sides(&f);
        out->middle = middle;
        out->side_count = f.side_count;
        for (uint32_t i = 0; i < f.side_count; i++) {
            for (int k = 0; k < 4; k++)
                out->sides[i][k] = f.rows[i][k] * (k == 3 ? unit : 1);
        }
    }
    free(f.points);
    free(f.facets);
    free(f.vertices);
    return ok;
}
