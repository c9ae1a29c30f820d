// thin_internal.h: the struct behind pick_thin. Private.
#ifndef PICKING_SRC_THIN_INTERNAL_H
#define PICKING_SRC_THIN_INTERNAL_H

#include "bvh/bvh_even.h"
#include "math/math_inline.h"
#include "mesh/mesh_internal.h"
#include "picking/thin.h"
#include "shapes/volume_internal.h"

#define PICK_ROOT_THIN 0xfffffffcu // no leaf is so far from the arena's start; nor are the other roots of no triangles

enum { PICK_THIN_LEAF = 8 };

// A single allocation holds this and all its arrays.
struct pick_thin {
    pick_mesh mesh; // first, so that a pointer to this is one to it; without triangles, as that of a volume
    pick_submesh submesh;
    size_t bytes;
    pick_even_tree tree; // its items are segments; points are segments from a point to itself
    double radius;
    bool on_screen, are_points, are_cubics;
    bool shares; // its arrays are another's, but for the nodes where either radius is in space
    uint32_t part_count, dropped_count, vertex_count, control_count;
    double flatness;
    float *positions;     // 3 each: points; or the ends of segments
    uint32_t *vertex_of;  // of curves, the first vertex of each segment; the next one is its end
    uint32_t *first;      // of cubics, the first segment of each part, and the number of segments
    uint32_t *control_of; // of cubics, the first point of the source of each part
};

// What both kinds are created with.
typedef struct pick_thin_source {
    const float *positions;
    size_t stride; // not 0
} pick_thin_source;

// Checks what both descriptions have.
pick_result pick_thin_check(const float *positions, size_t stride, uint32_t count, double radius, pick_thin_unit unit,
                            uint32_t kinds, const pick_task_hook *tasks);
// Allocates for what `plan` counts: parts, vertices, controls, items of the tree, and copies its other fields. NULL:
// out of memory.
pick_thin *pick_thin_allocate(const pick_thin *plan, const pick_allocator *allocator);
// Reads the source's points and builds the hierarchy. On error `thin` is destroyed.
pick_result pick_thin_build(pick_thin *thin, const pick_thin_source *source, const pick_task_hook *tasks);

// How many segments a cubic piece is subdivided into (cubic.c). `first`: of its four points in the source.
uint32_t pick_cubic_segments(const pick_thin_source *source, uint32_t first, double flatness);
// Writes the ends of all segments of cubics from the points of the source (cubic.c).
void pick_thin_flatten(pick_thin *thin, const pick_thin_source *source);

// Whether it is a mesh, and not what a volume or points begin with.
static inline bool pick_mesh_has_triangles(const pick_mesh *mesh)
{
    return mesh->root < PICK_ROOT_THIN || mesh->root == PICK_REF_NONE;
}

static inline bool pick_mesh_is_thin(const pick_mesh *mesh)
{
    return mesh->root == PICK_ROOT_THIN;
}

// Of a mesh that is thin.
static inline const pick_thin *pick_thin_of(const pick_mesh *mesh)
{
    return (const pick_thin *)(const void *)mesh;
}

static inline pick_vec3 pick_thin_source_point(const pick_thin_source *source, uint32_t i)
{
    float p[3];
    memcpy(p, (const char *)source->positions + i * source->stride, sizeof p);
    return pick_vec3_make((double)p[0], (double)p[1], (double)p[2]);
}

static inline pick_vec3 pick_thin_vertex(const pick_thin *thin, uint32_t i)
{
    const float *p = thin->positions + 3 * (size_t)i;
    return pick_vec3_make((double)p[0], (double)p[1], (double)p[2]);
}

// The ends of a segment. False: it is not finite.
static inline bool pick_thin_segment(const pick_thin *thin, uint32_t segment, pick_vec3 *a, pick_vec3 *b)
{
    const uint32_t v = thin->are_points ? segment : thin->vertex_of[segment];
    *a = pick_thin_vertex(thin, v);
    *b = thin->are_points ? *a : pick_thin_vertex(thin, v + 1);
    return pick_is_finite_vec3(*a) && pick_is_finite_vec3(*b);
}

// A walk over the segments.
static inline pick_even_walk pick_thin_plan_walk(const pick_thin *thin, pick_even_keys keys, pick_even_item item)
{
    return (pick_even_walk){
        .keys = keys, .item = item, .places = thin->positions, .place_of = thin->are_points ? NULL : thin->vertex_of};
}

// A segment with a radius as a convex body.
static inline pick_volume_part pick_thin_body(const pick_thin *thin, uint32_t number, pick_vec3 a, pick_vec3 b)
{
    pick_volume_part part = {.number = number, .local = PICK_AFFINE_IDENTITY, .inverse = PICK_AFFINE_IDENTITY};
    if (thin->are_points) {
        part.shape.type = PICK_SHAPE_SPHERE;
        part.shape.as.sphere = (pick_sphere){a, thin->radius};
    } else {
        part.shape.type = PICK_SHAPE_CAPSULE;
        part.shape.as.capsule = (pick_capsule){a, b, thin->radius};
    }
    return part;
}

// Segments of a part.
static inline uint32_t pick_thin_first(const pick_thin *thin, uint32_t part)
{
    return thin->are_cubics ? thin->first[part] : part;
}

// The part of a segment.
uint32_t pick_thin_part(const pick_thin *thin, uint32_t segment);
// The place along its part of a place along a segment.
double pick_thin_along(const pick_thin *thin, uint32_t part, uint32_t segment, double along);
// The place nearest to a point on the line from a to b, 0 to 1.
double pick_thin_nearest_along(pick_vec3 a, pick_vec3 b, pick_vec3 p);

// What has no size in space is measured by its middle line, and a size on screen is added there.
static inline bool pick_thin_is_bare(const pick_thin *thin)
{
    return thin->on_screen || thin->radius == 0;
}

// Half the width on screen.
static inline double pick_thin_screen_radius(const pick_thin *thin)
{
    return thin->on_screen ? thin->radius : 0;
}

#endif
