// window_cover.c: a small grid of depths behind which nothing is visible.
//
// A cell is covered by a triangle, or by two that share a side, if their picture has all of it inside. A ray through
// the cell then meets one of them, before what is farther than they are: the exact tests of rays would find it hidden,
// so leaving it out changes no answer. All comparisons have margins beyond the rounding of those tests.
#include "nearest/window_cover.h"
#include "base/compiler.h"
#include "query/query_internal.h"
#include "view/view_section.h"

#include <float.h>
#include <math.h>

enum { CELLS = PICK_COVER_CELLS, COVER_RAYS = 20, COVER_CORNERS = 4 };

#define COVER_EDGE 0x1p-8      // of a cell: how far inside a side all of it must be
#define COVER_STEEPEST 0x1p-10 // the least cosine between a ray and a normal

// A linear function of cells, by column and row: its value at the low corner of the first, and what it gains with each.
typedef struct cover_plane {
    double first, column, row;
} cover_plane;

// A triangle that a ray met.
typedef struct cover_triangle {
    uint32_t slot;
    float local[3][3];
    pick_vec2 window[3];
    cover_plane key; // of its plane: 1 / depth, or -depth in a parallel view; the greatest is the nearest
} cover_triangle;

// A polygon in the window, of one triangle or two.
typedef struct cover_polygon {
    const cover_triangle *triangle[2];
    uint32_t triangle_count, count;
    pick_vec2 corner[COVER_CORNERS];
} cover_polygon;

// What covers are made from.
typedef struct cover_maker {
    pick_window_cover *cover;
    const pick_scene *scene;
    const pick_view *view;
    const pick_frustum *frustum;
    const pick_query *query;
    pick_ray corner[3]; // of the square: the low one, that beside it in its row, and that in its column; from the eye
    cover_triangle met[COVER_RAYS];
    uint32_t count;
} cover_maker;

static double turn_at(pick_vec2 a, pick_vec2 b, pick_vec2 p)
{
    return (b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x);
}

// Makes the corners run so that the inside is where turn_at is positive. Where a polygon is not convex, what is inside
// of all sides is still within it.
static void orient(cover_polygon *polygon)
{
    double area = 0;
    for (uint32_t i = 2; i < polygon->count; i++)
        area += turn_at(polygon->corner[0], polygon->corner[i - 1], polygon->corner[i]);
    for (uint32_t i = 0; i < polygon->count / 2 && area < 0; i++) {
        const uint32_t last = polygon->count - 1 - i;
        const pick_vec2 first = polygon->corner[i];
        polygon->corner[i] = polygon->corner[last];
        polygon->corner[last] = first;
    }
}

// The column, or row, of a place in the window; outside the square, that at the border.
static int cell_of(double at, double low, double scale)
{
    return (int)pick_most(pick_least(floor((at - low) * scale), CELLS - 1), 0);
}

// The function whose least value in a cell is that at the low corner, or the greatest.
static cover_plane extreme_in_cell(cover_plane plane, bool least)
{
    plane.first += least == (plane.column < 0) ? plane.column : 0;
    plane.first += least == (plane.row < 0) ? plane.row : 0;
    return plane;
}

// How far inside a side of a polygon a cell is; above 0: all of it, with a margin.
static cover_plane side_of_cells(const pick_window_cover *cover, pick_vec2 a, pick_vec2 b)
{
    const double x = b.x - a.x, y = b.y - a.y, margin = COVER_EDGE * cover->cell * (fabs(x) + fabs(y));
    const cover_plane side = {turn_at(a, b, cover->low) - margin, -y * cover->cell, x * cover->cell};
    return extreme_in_cell(side, true);
}

// The depth behind which a cell is hidden by a triangle that has it inside; infinite: it is not, or not certainly.
static double depth_in_cell(const cover_maker *maker, const cover_triangle *triangle, int column, int row)
{
    const cover_plane least = extreme_in_cell(triangle->key, true);
    const double key = least.first + least.column * column + least.row * row;
    if (maker->frustum->parallel)
        return -key;
    return 1 / pick_most(key, 0);
}

static void cover_cell(const cover_maker *maker, const cover_polygon *polygon, int column, int row)
{
    double depth = 0;
    for (uint32_t i = 0; i < polygon->triangle_count; i++)
        depth = pick_most(depth, depth_in_cell(maker, polygon->triangle[i], column, row));
    float *cell = &maker->cover->depth[row][column];
    depth *= 1 + 0x1p-20; // more than floats round
    if (depth < (double)*cell)
        *cell = (float)depth;
}

// Covers the cells that a polygon has inside.
static void cover_cells(const cover_maker *maker, cover_polygon *polygon)
{
    cover_plane side[COVER_CORNERS];
    orient(polygon);
    double top = HUGE_VAL, bottom = -HUGE_VAL;
    for (uint32_t i = 0; i < polygon->count; i++) {
        side[i] = side_of_cells(maker->cover, polygon->corner[i], polygon->corner[(i + 1) % polygon->count]);
        top = pick_least(top, polygon->corner[i].y);
        bottom = pick_most(bottom, polygon->corner[i].y);
    }
    const int first = cell_of(top, maker->cover->low.y, 1 / maker->cover->cell);
    const int last = cell_of(bottom, maker->cover->low.y, 1 / maker->cover->cell);
    for (int row = first; row <= last; row++) {
        double from = 0, to = CELLS - 1;
        for (uint32_t i = 0; i < polygon->count; i++) {
            const double here = side[i].first + side[i].row * row;
            if (side[i].column > 0)
                from = pick_most(from, -here / side[i].column);
            else // -0 along rows: nothing, or all
                to = pick_least(to, -here / side[i].column);
        }
        for (int column = (int)ceil(pick_least(from, CELLS)); column <= to; column++)
            cover_cell(maker, polygon, column, row);
    }
}

// The polygon of two triangles that share a side. False: they share none.
static bool join(const cover_triangle *a, const cover_triangle *b, cover_polygon *out)
{
    for (uint32_t i = 0; i < 9 && a->slot == b->slot; i++) {
        const uint32_t side = i / 3, other = i % 3;
        const float *first = a->local[side], *second = a->local[(side + 1) % 3];
        const float *back = b->local[(other + 1) % 3], *forth = b->local[other];
        bool same = true;
        for (int k = 0; k < 3; k++)
            same = same && first[k] == back[k] && second[k] == forth[k];
        if (!same)
            continue;
        *out = (cover_polygon){.triangle = {a, b},
                               .triangle_count = 2,
                               .count = 4,
                               .corner = {a->window[side], b->window[(other + 2) % 3], a->window[(side + 1) % 3],
                                          a->window[(side + 2) % 3]}};
        return true;
    }
    return false;
}

// The plane of a triangle, as a function of cells. False: it is seen so much from the side that rounding may count.
static bool find_key(const cover_maker *maker, const pick_vec3 vertex[3], const pick_vec3 edge[3], cover_plane *out)
{
    const pick_vec3 normal = pick_vec3_cross(edge[2], edge[0]);
    const double height = pick_vec3_dot(normal, vertex[0]), size = pick_vec3_length(normal);
    double key[3];
    bool certain = true;
    for (int i = 0; i < 3; i++) {
        const double reach = maker->frustum->parallel ? 1 : pick_vec3_length(vertex[i]);
        const double across = maker->frustum->parallel ? pick_vec3_dot(normal, maker->frustum->ahead) : height;
        certain &= fabs(across) > COVER_STEEPEST * size * reach;
        const pick_ray *ray = &maker->corner[i];
        const double along = pick_vec3_dot(normal, ray->direction);
        if (maker->frustum->parallel) {
            const double t = (height - pick_vec3_dot(normal, ray->origin)) / along;
            key[i] = -pick_frustum_depth(maker->frustum, pick_ray_at(ray, t));
        } else {
            key[i] = along / (height * pick_frustum_depth(maker->frustum, ray->direction));
        }
    }
    *out = (cover_plane){key[0], (key[1] - key[0]) / CELLS, (key[2] - key[0]) / CELLS};
    return certain;
}

// What passes through a point, within rounding, does not hide it: the rounding is that of an object's coordinates.
static void note_size(pick_window_cover *cover, const pick_object *object)
{
    const pick_box3f *box = &object->mesh->bounds;
    double largest = pick_largest(object->origin[0], object->origin[1], object->origin[2]);
    for (int i = 0; i < 9; i++) {
        const double reach = pick_most(fabs((double)box->lo[i / 3]), fabs((double)box->hi[i / 3]));
        largest += fabs((double)object->linear[i]) * reach;
    }
    cover->margin = pick_most(0x1p-30 * largest, cover->margin);
}

// The triangle that a ray meets. False: none, or one that may not hide what is around that place.
static bool meet_cover(const cover_maker *maker, pick_vec2 at, cover_triangle *out)
{
    const pick_ray ray = pick_view_ray(maker->view, at);
    pick_hit hit;
    if (!pick_view_contains(maker->view, at) || !pick_closest(maker->scene, &ray, maker->query, &hit))
        return false;
    const pick_object *object = pick_object_at(maker->scene, hit.object.index1 - 1);
    pick_vec3 vertex[3], edge[3];
    if ((object->flags & PICK_OBJECT_WELL_CONDITIONED) == 0) // so that it is a mesh
        return false;
    out->slot = hit.object.index1 - 1;
    note_size(maker->cover, object);
    pick_mesh_positions(object->mesh, hit.triangle, out->local);
    pick_object_vertices(object, (const float(*)[3])out->local, pick_object_offset(object, maker->frustum->eye),
                         vertex);
    pick_object_edges(object, (const float(*)[3])out->local, edge);
    for (int i = 0; i < 3; i++) {
        if (!(pick_frustum_depth(maker->frustum, vertex[i]) > maker->view->near_distance))
            return false; // a ray does not meet all of it, and its picture may be inside out
        out->window[i] = pick_frustum_project(maker->frustum, vertex[i]);
    }
    return find_key(maker, (const pick_vec3 *)vertex, (const pick_vec3 *)edge, &out->key);
}

// Covers what the newest triangle covers, alone and with those before it.
static void cover_by_newest(cover_maker *maker)
{
    const cover_triangle *newest = &maker->met[maker->count - 1];
    cover_polygon polygon = {.triangle = {newest},
                             .triangle_count = 1,
                             .count = 3,
                             .corner = {newest->window[0], newest->window[1], newest->window[2]}};
    cover_cells(maker, &polygon);
    for (uint32_t k = 0; k + 1 < maker->count; k++) {
        if (join(newest, &maker->met[k], &polygon))
            cover_cells(maker, &polygon);
    }
}

void pick_cover_make(pick_window_cover *cover, const pick_scene *scene, const pick_view *view,
                     const pick_frustum *frustum, pick_vec2 position, double radius, const pick_query *query)
{
    cover_maker maker;
    pick_query surfaces = *query;
    surfaces.caps = NULL; // the triangle of a cap is not where the ray meets it
    const pick_vec3 eye = frustum->eye;
    cover->low = (pick_vec2){position.x - radius, position.y - radius};
    cover->cell = 2 * radius / CELLS;
    cover->margin = 0x1p-30 * (pick_largest(eye.x, eye.y, eye.z) + 1);
    for (int i = 0; i < CELLS * CELLS; i++)
        cover->depth[i / CELLS][i % CELLS] = HUGE_VALF;
    maker.cover = cover;
    maker.scene = scene;
    maker.view = view;
    maker.frustum = frustum;
    maker.query = &surfaces;
    maker.count = 0;
    for (int i = 0; i < 3; i++)
        maker.corner[i] = pick_view_ray_from_eye(
            view, (pick_vec2){position.x + (i == 1 ? radius : -radius), position.y + (i == 2 ? radius : -radius)});
    uint32_t rays = 0;
    for (uint32_t i = 0; i < CELLS * CELLS && rays < COVER_RAYS; i++) {
        const uint32_t cell = (i * 103 + 136) % (CELLS * CELLS); // from the middle on; 103 is odd: each comes once
        const uint32_t row = cell / CELLS, column = cell % CELLS;
        if (cover->depth[row][column] < HUGE_VALF)
            continue;
        const pick_vec2 at = {cover->low.x + (column + 0.5) * cover->cell, cover->low.y + (row + 0.5) * cover->cell};
        ++rays;
        if (meet_cover(&maker, at, &maker.met[maker.count])) {
            ++maker.count;
            cover_by_newest(&maker);
        }
    }
    cover->deepest = 0;
    for (int i = 0; i < CELLS * CELLS; i++)
        cover->deepest =
            cover->depth[i / CELLS][i % CELLS] > cover->deepest ? cover->depth[i / CELLS][i % CELLS] : cover->deepest;
}

// The cells around what a box shows, those at the border for what is outside.
typedef struct cover_cells_around {
    int from[2], to[2];
} cover_cells_around;

static cover_cells_around cells_around(const pick_window_cover *cover, const pick_frustum *frustum, pick_vec3 middle,
                                       const pick_vec3 side[3])
{
    pick_vec2 low = {HUGE_VAL, HUGE_VAL}, high = {-HUGE_VAL, -HUGE_VAL};
    for (int i = 0; i < 8; i++) {
        pick_vec3 p = middle;
        for (int k = 0; k < 3; k++)
            p = (i >> k & 1) != 0 ? pick_vec3_add(p, side[k]) : pick_vec3_sub(p, side[k]);
        const pick_vec2 at = pick_frustum_project(frustum, p);
        low = (pick_vec2){pick_least(low.x, at.x), pick_least(low.y, at.y)};
        high = (pick_vec2){pick_most(high.x, at.x), pick_most(high.y, at.y)};
    }
    const double scale = 1 / cover->cell, slack = COVER_EDGE * cover->cell;
    return (cover_cells_around){
        {cell_of(low.x - slack, cover->low.x, scale), cell_of(low.y - slack, cover->low.y, scale)},
        {cell_of(high.x + slack, cover->low.x, scale), cell_of(high.y + slack, cover->low.y, scale)}};
}

bool pick_cover_hides_object(const pick_window_cover *cover, const pick_frustum *frustum, const pick_object *object)
{
    const pick_box3f *box = &object->mesh->bounds;
    pick_vec3 middle = pick_object_offset(object, frustum->eye), side[3];
    double nearest = 0;
    for (int i = 0; i < 3; i++) {
        const float *m = object->linear + 3 * i;
        const pick_vec3 column = {(double)m[0], (double)m[1], (double)m[2]};
        const double low = (double)box->lo[i], high = (double)box->hi[i];
        middle = pick_vec3_add(middle, pick_vec3_scale(column, 0.5 * low + 0.5 * high));
        side[i] = pick_vec3_scale(column, 0.5 * high - 0.5 * low);
        nearest -= fabs(pick_frustum_depth(frustum, side[i]));
    }
    nearest += pick_frustum_depth(frustum, middle) - cover->margin;
    nearest *= 1 - 0x1p-30; // of what reaches behind the eye it is less than any depth of a cell
    if (nearest > (double)cover->deepest)
        return true;
    const cover_cells_around cells = cells_around(cover, frustum, middle, (const pick_vec3 *)side);
    for (int row = cells.from[1]; row <= cells.to[1]; row++) {
        for (int column = cells.from[0]; column <= cells.to[0]; column++) {
            if (!(nearest > (double)cover->depth[row][column]))
                return false;
        }
    }
    return true;
}

bool pick_cover_hides_point(const pick_window_cover *cover, const pick_frustum *frustum, pick_vec3 point)
{
    const pick_vec2 at = pick_frustum_project(frustum, point);
    const double column = floor((at.x - cover->low.x) / cover->cell), row = floor((at.y - cover->low.y) / cover->cell);
    if (!(column >= 0 && column < CELLS && row >= 0 && row < CELLS))
        return false;
    return pick_frustum_depth(frustum, point) > (double)cover->depth[(int)row][(int)column] + cover->margin;
}
