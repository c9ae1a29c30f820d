// query_height_field.c: rays against height fields: down the pyramid, near blocks first, and the triangles in reach by
// the test of meshes. Boxes only reject, and are tested with room for all rounding.
#include "base/compiler.h"
#include "query/query_volume.h"

#include <math.h>

enum { MOST_PLANES = PICK_HEIGHT_LEAF + 1 };

typedef struct field_walk {
    const pick_height_field *field;
    pick_sink *sink;
    uint32_t flags;
    double origin[3], inverse[3];
    uint32_t backward[3]; // 1 where the ray runs towards lesser coordinates
    double pad[3];        // of boxes, in t along each axis
    double shift;         // t of the query is this much more
    double slack;         // of t
    pick_triangle_ray exact;
} field_walk;

// A part of a ray. Comparisons with NaN leave it as it is.
typedef struct field_span {
    double near, far;
} field_span;

static inline void clip_span(field_span *span, double enter, double exit)
{
    span->near = enter > span->near ? enter : span->near;
    span->far = exit < span->far ? exit : span->far;
}

static inline double time_of(const field_walk *walk, int axis, double plane)
{
    return (plane - walk->origin[axis]) * walk->inverse[axis];
}

// The span between two heights.
static inline void clip_heights(const field_walk *walk, field_span *span, float low, float high)
{
    const double from = time_of(walk, 1, (double)(walk->backward[1] != 0 ? high : low));
    const double to = time_of(walk, 1, (double)(walk->backward[1] != 0 ? low : high));
    clip_span(span, from - walk->pad[1], to + walk->pad[1]);
}

// The span between two of the planes whose times are given: `i` and the next one.
static inline void clip_cell(const field_walk *walk, field_span *span, int axis, const double times[], uint32_t i)
{
    const uint32_t back = walk->backward[axis];
    clip_span(span, times[i + back] - walk->pad[axis], times[i + 1 - back] + walk->pad[axis]);
}

static bool offer_field_triangle(void *user, uint32_t triangle, const float vertex[3][3])
{
    const field_walk *walk = user;
    pick_sink_offer(walk->sink, &walk->exact, walk->shift, triangle, walk->flags, vertex);
    return false;
}

static void walk_quad(const field_walk *walk, uint32_t column, uint32_t row)
{
    for (uint32_t k = 0; k < 2; k++) {
        float vertex[3][3];
        if (pick_height_half(walk->field, column, row, k, vertex)) {
            if (walk->sink->stats != NULL)
                ++walk->sink->stats->triangles;
            pick_sink_offer(walk->sink, &walk->exact, walk->shift, 2 * (row * walk->field->columns + column) + k,
                            walk->flags, (const float(*)[3])vertex);
        }
    }
}

// Of a hole nothing is added.
static void add_height(float height, float *low, float *high)
{
    *low = height < *low ? height : *low;
    *high = height > *high ? height : *high;
}

static void walk_leaf_block(const field_walk *walk, pick_height_block block, const field_span *span)
{
    const pick_height_field *field = walk->field;
    double x[MOST_PLANES], z[MOST_PLANES];
    uint32_t first[2], end[2];
    pick_height_quads(field, block, first, end);
    for (uint32_t i = 0; i < MOST_PLANES; i++) {
        x[i] = time_of(walk, 0, first[0] + i);
        z[i] = time_of(walk, 2, first[1] + i);
    }
    for (uint32_t row = first[1]; row < end[1]; row++) {
        field_span of_row = *span;
        clip_cell(walk, &of_row, 2, z, row - first[1]);
        for (uint32_t column = first[0]; column < end[0] && of_row.near <= of_row.far; column++) {
            field_span of_quad = of_row;
            clip_cell(walk, &of_quad, 0, x, column - first[0]);
            if (!(of_quad.near <= of_quad.far))
                continue;
            float low = INFINITY, high = -INFINITY;
            for (uint32_t i = 0; i < 4; i++)
                add_height(pick_height_at(field, column + (i & 1u), row + (i >> 1)), &low, &high);
            clip_heights(walk, &of_quad, low, high);
            if (of_quad.near <= of_quad.far)
                walk_quad(walk, column, row);
        }
    }
}

// A cold pick waits for memory most of the time, so that all that it may read next is asked for at once.
static void fetch_child(const pick_height_field *field, pick_height_block child)
{
    if (child.level > 0) {
        PICK_FETCH_AHEAD(pick_height_range_at(&field->levels[child.level - 1], 2 * child.column, 2 * child.row));
        return;
    }
    uint32_t first[2], end[2];
    pick_height_quads(field, child, first, end);
    for (uint32_t row = first[1]; row <= end[1]; row++)
        PICK_FETCH_AHEAD(pick_height_address(field, first[0], row));
}

static field_span whole_span(const field_walk *walk)
{
    return (field_span){walk->sink->t_min - walk->shift - walk->slack, walk->sink->t_max - walk->shift + walk->slack};
}

// As deep as the pyramid is high: PICK_HEIGHT_LEVELS. `span` is that of the ray in the block's box.
static void walk_block(const field_walk *walk, pick_height_block block, const field_span *span)
{
    const pick_height_field *field = walk->field;
    const uint32_t side = (uint32_t)PICK_HEIGHT_LEAF << (block.level - 1);
    const uint32_t nearest = walk->backward[0] | walk->backward[2] << 1;
    field_span spans[4];
    pick_height_block child[4];
    double x[3], z[3];
    uint32_t count = 0;
    if (walk->sink->stats != NULL)
        ++walk->sink->stats->nodes;
    for (uint32_t i = 0; i < 3; i++) {
        x[i] = time_of(walk, 0, (double)(2 * block.column + i) * side);
        z[i] = time_of(walk, 2, (double)(2 * block.row + i) * side);
    }
    for (uint32_t k = 0; k < 4; k++) { // near ones first
        const uint32_t i = k ^ nearest;
        field_span s = *span;
        if (!pick_height_child(field, block, i, &child[count]))
            continue;
        const pick_height_block c = child[count];
        const pick_height_range range = *pick_height_range_at(&field->levels[c.level], c.column, c.row);
        clip_cell(walk, &s, 0, x, i & 1u);
        clip_cell(walk, &s, 2, z, i >> 1);
        clip_heights(walk, &s, range.low, range.high);
        spans[count] = s;
        if (s.near <= s.far) { // never of a block without heights
            fetch_child(field, c);
            ++count;
        }
    }
    for (uint32_t k = 0; k < count; k++) {
        clip_span(&spans[k], -HUGE_VAL, whole_span(walk).far);
        if (!(spans[k].near <= spans[k].far)) // something nearer has been found
            continue;
        if (child[k].level == 0)
            walk_leaf_block(walk, child[k], &spans[k]);
        else
            walk_block(walk, child[k], &spans[k]);
    }
}

void pick_height_field_walk(const pick_volume *volume, const pick_local_ray *ray, pick_sink *sink)
{
    const pick_height_field *field = volume->field;
    const pick_height_block top = pick_height_top(field);
    const pick_aabb *box = &volume->bounds;
    const double *o = ray->origin;
    field_walk walk = {.field = field,
                       .sink = sink,
                       .flags = volume->submesh.flags,
                       .shift = ray->shift,
                       .slack = 0x1p-50 * fabs(ray->shift),
                       .exact = pick_local_ray_exact(ray)};
    const double size =
        fmax(pick_largest(box->min.x, box->min.y, box->min.z), pick_largest(box->max.x, box->max.y, box->max.z));
    const double pad = 0x1p-44 * (size + pick_largest(o[0], o[1], o[2]));
    for (int k = 0; k < 3; k++) {
        const double d = ray->direction[k];
        walk.origin[k] = o[k];
        walk.inverse[k] = d != 0 ? 1 / d : 1e300; // beyond any range, on the side where the plane lies
        walk.backward[k] = d < 0 ? 1 : 0;
        walk.pad[k] = pad * fabs(walk.inverse[k]);
    }
    const field_span span = whole_span(&walk);
    if (top.level == 0)
        walk_leaf_block(&walk, top, &span);
    else
        walk_block(&walk, top, &span);
}

void pick_height_field_walk_brute_force(const pick_volume *volume, const pick_local_ray *ray, pick_sink *sink)
{
    field_walk walk = {
        .sink = sink, .flags = volume->submesh.flags, .shift = ray->shift, .exact = pick_local_ray_exact(ray)};
    if (sink->stats != NULL)
        sink->stats->triangles += 2ull * volume->field->columns * volume->field->rows;
    (void)pick_height_visit(volume->field, pick_height_top(volume->field), offer_field_triangle, &walk);
}
