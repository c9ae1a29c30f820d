// hull.c: finds the hull by libqhull (C. B. Barber, D. P. Dobkin, H. Huhdanpaa, "The Quickhull Algorithm for Convex
// Hulls", ACM TOMS 22(4), 1996), and takes the sides from it. Where there are too many, it begins with the box, and
// cuts off the corner that is farthest outside, again and again. Each side is then moved until it contains all points.
//
// Time:       Qhull gets a sample: places that are far outside in some direction, then the farthest beyond each facet,
//             until none is worth it. So it takes some hundreds of questions (farthest.h), however many vertices there
//             are.
//
// Coordinates are relative to the middle of the bodies' box, in halves of its longest size.
#include "document/level/hull.h"

#include "document/level/sides.h"

#include <libqhull_r/qhull_ra.h>
#include <math.h>
#include <stdlib.h>

static const double margin = 0.01;        // of half the longest size
static const double least_margin = 0.001; // metres
static const double flat = 0.005;         // thickness up to which bodies count as flat, halved
static const double least_size = 1e-6;    // metres
static const double sharp = 3.5;          // margins that a corner may be away from the hull
static const double rough = 0.001;        // how far beyond a facet of the hull places may be

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
    const editor_farthest *bodies;
    pick_vec3 middle;  // of their box
    double unit;       // half of its longest size
    pick_vec3 axis[3]; // directions across each other
    int rank;          // the bodies extend in that many of them; across the rest they are made thicker
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

// The farthest place of the bodies along a direction, each made thicker. It may fall short by `slack`.
static pick_vec3 farthest(const fit *f, pick_vec3 direction, double slack)
{
    const pick_vec3 at = editor_farthest_point(f->bodies, direction, slack * f->unit);
    pick_vec3 p = pick_vec3_scale(pick_vec3_sub(at, f->middle), 1 / f->unit);
    for (int i = f->rank; i < 3; i++)
        p = pick_vec3_add(p, pick_vec3_scale(f->axis[i], pick_vec3_dot(direction, f->axis[i]) < 0 ? -flat : flat));
    return p;
}

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

// A place beyond a facet: half as far as the farthest or more, where that is far.
static pick_vec3 farthest_beyond(const fit *f, const hull_facet *side)
{
    double slack = 128 * rough;
    pick_vec3 p = farthest(f, side->normal, slack);
    while (pick_vec3_dot(side->normal, p) + side->offset < slack && slack > rough / 2) {
        slack /= 4;
        p = farthest(f, side->normal, slack);
    }
    return p;
}

// Adds places that are far beyond a facet, one for each. False: none is far.
static bool sample_beyond(fit *f)
{
    const uint32_t from = f->sample_count;
    for (uint32_t i = 0; i < f->facet_count; i++) {
        const hull_facet *side = &f->facets[i];
        const pick_vec3 p = farthest_beyond(f, side);
        if (pick_vec3_dot(side->normal, p) + side->offset > rough)
            add_to_sample(f, p, from);
    }
    return f->sample_count > from;
}

// Begins with places that span the space, and the farthest in the directions to the faces, edges and corners of a cube.
// False: out of memory, or Qhull fails.
static bool find_hull(fit *f)
{
    for (int i = 0; i < 6; i++)
        add_to_sample(f, farthest(f, pick_vec3_scale(f->axis[i / 2], i % 2 ? -1 : 1), rough), 0);
    for (int i = 0; i < 27; i++) {
        if (i != 13)
            add_to_sample(f, farthest(f, pick_vec3_make(i % 3 - 1, i / 3 % 3 - 1, i / 9 - 1), rough), 0);
    }
    bool ok = find_facets(f);
    while (ok && f->sample_count < ENOUGH && sample_beyond(f))
        ok = find_facets(f);
    return ok;
}

// --- Choice of sides ------------------------------------------------------------------------------------------------

// Adds the side with that normal that contains all bodies, and keeps the margin.
static void add_side(fit *f, pick_vec3 normal)
{
    const double least = pick_vec3_dot(normal, farthest(f, pick_vec3_scale(normal, -1), 0));
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

// --- Size and directions --------------------------------------------------------------------------------------------

static pick_vec3 axis_of(int number)
{
    return pick_vec3_make(number == 0, number == 1, number == 2);
}

// Finds the box, and so the units. The longest way between two opposite places of it: `from` and `to`.
static void find_box(fit *f, pick_vec3 *from, pick_vec3 *to)
{
    pick_vec3 low[3], high[3];
    for (int k = 0; k < 3; k++) {
        low[k] = editor_farthest_point(f->bodies, pick_vec3_scale(axis_of(k), -1), 0);
        high[k] = editor_farthest_point(f->bodies, axis_of(k), 0);
    }
    const pick_vec3 min = {low[0].x, low[1].y, low[2].z}, max = {high[0].x, high[1].y, high[2].z};
    f->middle = pick_vec3_add(pick_vec3_scale(min, 0.5), pick_vec3_scale(max, 0.5));
    const pick_vec3 half = pick_vec3_sub(max, f->middle);
    const int longest = half.x >= half.y && half.x >= half.z ? 0 : half.y >= half.z ? 1 : 2;
    f->unit = fmax(least_size, fmax(half.x, fmax(half.y, half.z)));
    *from = pick_vec3_scale(pick_vec3_sub(low[longest], f->middle), 1 / f->unit);
    *to = pick_vec3_scale(pick_vec3_sub(high[longest], f->middle), 1 / f->unit);
}

static pick_vec3 across(pick_vec3 v, pick_vec3 unit)
{
    return pick_vec3_sub(v, pick_vec3_scale(unit, pick_vec3_dot(v, unit)));
}

// The longest way across the first directions, of the ways from a place to the farthest in some directions. Zero if it
// counts as flat. `rank`: how many first directions there are.
static pick_vec3 longest_across(const fit *f, pick_vec3 from, const pick_vec3 *direction, int count, int rank)
{
    pick_vec3 best = {0, 0, 0};
    for (int i = 0; i < count; i++) {
        pick_vec3 way = pick_vec3_sub(farthest(f, direction[i], 0), from);
        for (int k = 0; k < rank; k++)
            way = across(way, f->axis[k]);
        if (pick_vec3_dot(way, way) > pick_vec3_dot(best, best))
            best = way;
    }
    return pick_vec3_length(best) < flat ? pick_vec3_make(0, 0, 0) : best;
}

// Finds three directions across each other, and how many of them the bodies extend in: those come first.
static void find_directions(fit *f, pick_vec3 from, pick_vec3 to)
{
    enum { AROUND = 16 }; // on the sides of a square: sines may differ between libraries
    static const int ALONG[AROUND] = {2, 2, 2, 1, 0, -1, -2, -2, -2, -2, -2, -1, 0, 1, 2, 2};
    f->rank = 3; // nothing is thicker yet
    f->axis[0] = pick_vec3_normalize(pick_vec3_sub(to, from));
    int rank = pick_vec3_length(pick_vec3_sub(to, from)) < flat ? 0 : 1;
    if (rank == 0)
        f->axis[0] = axis_of(0);
    const pick_vec3 other = fabs(f->axis[0].x) < 0.5 ? axis_of(0) : axis_of(1);
    const pick_vec3 u = pick_vec3_normalize(pick_vec3_cross(f->axis[0], other)), v = pick_vec3_cross(f->axis[0], u);
    pick_vec3 around[AROUND];
    for (int i = 0; i < AROUND; i++)
        around[i] = pick_vec3_add(pick_vec3_scale(u, ALONG[i]), pick_vec3_scale(v, ALONG[(i + 4) % AROUND]));
    const pick_vec3 second = rank == 1 ? longest_across(f, from, around, AROUND, 1) : pick_vec3_make(0, 0, 0);
    f->axis[1] = u;
    if (pick_vec3_length(second) > 0) {
        f->axis[1] = pick_vec3_normalize(second);
        rank = 2;
    }
    f->axis[2] = pick_vec3_normalize(pick_vec3_cross(f->axis[0], f->axis[1]));
    const pick_vec3 both[2] = {f->axis[2], pick_vec3_scale(f->axis[2], -1)};
    if (rank == 2 && pick_vec3_length(longest_across(f, from, both, 2, 2)) > 0)
        rank = 3;
    f->rank = rank;
}

// ---------------------------------------------------------------------------------------------------------------------

bool editor_hull_fit(const editor_farthest *bodies, editor_hull *out)
{
    fit *f = calloc(1, sizeof(*f));
    pick_vec3 from, to;
    if (!f)
        return false;
    f->bodies = bodies;
    find_box(f, &from, &to);
    find_directions(f, from, to);
    f->margin = fmax(margin, least_margin / f->unit);
    const bool ok = find_hull(f);
    if (ok) {
        choose_sides(f);
        out->middle = f->middle;
        out->side_count = f->side_count;
        for (uint32_t i = 0; i < f->side_count; i++) {
            for (int k = 0; k < 4; k++)
                out->sides[i][k] = f->rows[i][k] * (k == 3 ? f->unit : 1);
        }
    }
    free(f->facets);
    free(f->vertices);
    free(f);
    return ok;
}
