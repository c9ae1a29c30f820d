// parts.h: the vertices, edges and faces of meshes: the one under the mouse, and those in a region.
//
// Space:      points are world space, metres; window positions logical points, as in view.h.
// Parts:      a face is a triangle, an edge a side of one, a vertex a corner of one. Volumes (volume.h) have no parts.
//             Degenerate triangles have none either, as they cannot be picked.
// Polygons:   of a mesh that has them (mesh.h), a face is a polygon: those of its triangles that can be hit. Its edges
//             are the sides of these that are not inner. Its vertices are all corners of these, also one that has inner
//             sides alone.
// Identity:   a pick_part names a vertex by its number in the mesh, an edge by its two vertices, and a face by its
//             triangle, or the first triangle of its polygon. Triangles that share vertex numbers name the same
//             vertices and edges, so two parts are the same if all their fields are equal. A mesh that keeps several
//             vertices in one place, one for each normal or uv, or that has no indices, has as many parts there:
//             topology.h merges them.
// Nested:     meshes within nested scenes (scene.h) have parts too. `object` is then one of the scene that is asked,
//             and a path beside the part names the mesh: parts are the same if their paths are equal, too. What
//             counts, as under Seen, counts at every level. The nearest is found as in nearest.h, and what lies in a
//             region as in region.h: as if the product of the transforms were rounded to floats; points are where a
//             pick meets the mesh.
// Seen:       objects and triangles as in a pick with the same query: layers, hidden, locked, filters, culling as seen
//             from the eye, the view's section. A part is there if one of its triangles is, and of a polygon no more
//             than those that are.
// Caps:       of the view's section (view.h) have no parts, and occlude what is behind them.
// Under the mouse:
//             a vertex within the reach wins over any edge, and an edge over any face. A vertex is a point, an edge a
//             line: a hand can aim at them only if they win over what is around them, while a face has an interior to
//             aim at. Among parts of one kind the nearest on screen wins, then the nearest to the eye, then the lower
//             object, triangle and corner: a face under the mouse is the one that a pick hits. So where vertices are
//             denser than the reach, a caller who wants faces asks for faces alone, as the modes of an editor do.
// Visible:    by default the point of the part that is nearest to the mouse must not be occluded; that of a vertex is
//             the vertex. Of a polygon each triangle has such a point: it is found by the nearest that can be seen.
//             With `through` nothing occludes.
// In a region:
//             a vertex is in it if its point is. An edge or a face is touched if any of it is in the region, contained
//             if all of it is; exact as in region.h.
//             With a view, only parts are reported that can be seen in the region: of a vertex its point, of an edge or
//             a face any of its sample points. An edge is cut by the region's planes (for a circle or lasso, those of
//             its bounding rectangle) and has a sample in the middle of each 4 points of the rest, at most 32. Of a
//             triangle of a face, what is left is divided into a fan of triangles, and each of these into a grid with
//             sides of 4 points, at most 64 cells, with a sample in the middle of each. A part that shows less than
//             that through a gap may be missed; one that cannot be seen is never reported. Only samples in the region
//             count: in a lasso that is a slanted line there is none, and no edge or face is seen.
// Cost:       no allocation. Under the mouse: squares of growing size are searched, so dense meshes cost no more than
//             coarse ones. In a region: a test for each triangle there, a ray for each sample until one is seen.
#ifndef PICKING_PARTS_H
#define PICKING_PARTS_H

#include "picking/nearest.h"
#include "picking/region.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { PICK_PART_VERTEX = 1u << 0, PICK_PART_EDGE = 1u << 1, PICK_PART_FACE = 1u << 2, PICK_PART_ALL = 7 };

typedef struct pick_part {
    pick_object_id object;
    uint32_t kind; // one of PICK_PART_*
    // Of a vertex its number in the mesh, and 0; of an edge the lower and the higher number of its vertices; of a face
    // the triangle's source number, or that of its polygon's first triangle, and 0.
    uint32_t a, b;
} pick_part;

// The part of a triangle: `index` is the corner of a vertex or the first corner of an edge, 0 to 2; of a face it is
// ignored. False, and `out` untouched: a NULL, an unknown kind, or no such triangle or corner. `object` is copied.
PICK_API bool pick_part_of(const pick_mesh *mesh, pick_object_id object, uint32_t kind, uint32_t triangle,
                           uint32_t index, pick_part *out);

// The order of pick_region_parts without paths: by the object's slot, kind, `a` and `b`. Negative, 0 or positive, as
// for qsort; 0 for a NULL.
PICK_API int pick_part_compare(const pick_part *first, const pick_part *second);

// The numbers of a part's vertices in the mesh: of a vertex its own; of an edge both, the lower first; of a face its
// corners, each where a side of its outline begins, in the order of its triangles: around it, if these are a fan.
// Returns how many there are, and writes at most `capacity` (`out` may be NULL if that is 0). 0: a NULL, or no such
// part. The part's object is not read. Of a vertex or an edge only its numbers are checked, here and below: to find a
// triangle that has it would take a pass over the mesh.
PICK_API uint32_t pick_part_vertices(const pick_mesh *mesh, const pick_part *part, uint32_t *out, uint32_t capacity);

// The places of these vertices, in world space. 0 also for an object that does not exist or has no mesh.
PICK_API uint32_t pick_part_points(const pick_scene *scene, const pick_part *part, pick_vec3 *out, uint32_t capacity);

// A triangle of a face, in world space.
typedef struct pick_part_triangle {
    pick_vec3 corner[3];
    uint32_t triangle;    // its source number
    uint32_t inner_sides; // bit i: the side from corner i to the next is none of the outline
} pick_part_triangle;

// The triangles of a face: to fill it, to draw its outline. Returns how many there are, and writes at most `capacity`
// (`out` may be NULL if that is 0). 0: a NULL, no such part, or one of another kind.
PICK_API uint32_t pick_part_triangles(const pick_scene *scene, const pick_part *part, pick_part_triangle *out,
                                      uint32_t capacity);

typedef struct pick_part_measures {
    double size;      // of an edge its length, of a face the area of its triangles; of a vertex 0
    pick_vec3 center; // the mean of its points, as pick_part_points has them
    // Of a face, unit: the mean of its triangles', by area, on the side of their fronts, also where transforms mirror;
    // zero where these cancel out, and of others.
    pick_vec3 normal;
} pick_part_measures;

// False, and `out` untouched: a NULL, no such part, or a face without corners.
PICK_API bool pick_part_measure(const pick_scene *scene, const pick_part *part, pick_part_measures *out);

// The way from a part's object to the mesh, as in pick_hit.
typedef struct pick_part_path {
    uint32_t count; // 0: the object has the mesh. Handles behind are undefined
    pick_object_id path[PICK_NESTED_LEVELS];
} pick_part_path;

// The same where the mesh is within a nested scene. `path` NULL: it is not.
PICK_API uint32_t pick_part_points_within(const pick_scene *scene, const pick_part *part, const pick_part_path *path,
                                          pick_vec3 *out, uint32_t capacity);
PICK_API uint32_t pick_part_triangles_within(const pick_scene *scene, const pick_part *part, const pick_part_path *path,
                                             pick_part_triangle *out, uint32_t capacity);
PICK_API bool pick_part_measure_within(const pick_scene *scene, const pick_part *part, const pick_part_path *path,
                                       pick_part_measures *out);

// The order of pick_region_parts with paths: by the object's slot, the slots of the path, kind, `a` and `b`. A path
// that is NULL is one of none; 0 for a part that is NULL.
PICK_API int pick_part_compare_within(const pick_part *first, const pick_part_path *first_path, const pick_part *second,
                                      const pick_part_path *second_path);

typedef struct pick_part_hit {
    pick_part part;
    // Its place: the point nearest to the mouse, the normal of the triangle there, the distance on screen, the depth
    // along the view axis. `feature` is the kind with the same value, PICK_FEATURE_SURFACE for a face; triangle and
    // index are those of the nearest triangle that has the part; path_count and path are those of the part.
    pick_nearest place;
} pick_part_hit;

// A zeroed query finds a visible part of any kind exactly at the position.
typedef struct pick_part_query {
    uint32_t kinds; // PICK_PART_*, 0 for all; other bits find nothing
    double reach;   // logical points, >= 0; one that is negative or not finite finds nothing
    bool through;   // occluded parts too
} pick_part_query;

// Any visible part within 10 points, as a function for C++ and a macro for C. A NULL part query means the default.
PICK_API pick_part_query pick_part_query_default(void);
#define PICK_PART_QUERY_DEFAULT ((pick_part_query){.kinds = PICK_PART_ALL, .reach = 10})

// The part under a window position. False, and `out` untouched, when there is none, the position is not finite, or a
// required argument is NULL. `query` NULL: the default.
PICK_API bool pick_part_in_window(const pick_scene *scene, const pick_view *view, pick_vec2 position,
                                  const pick_part_query *parts, const pick_query *query, pick_part_hit *out);

// A zeroed query is the default: all kinds, touched, whether seen or not.
typedef struct pick_region_part_query {
    uint32_t kinds; // PICK_PART_*, 0 for all; other bits find nothing
    // NULL: occluded parts too. Else the view that the region was made from (with another one nothing is found): only
    // parts that can be seen.
    const pick_view *view;
    // What occludes, with `view`: what a pick with it hits, which lets alpha cut-outs be looked through. NULL: what a
    // pick with the layers, culling and filters of `region` hits, so that alpha-tested triangles count as solid unless
    // its filter says otherwise.
    const pick_query *sight;
    // Mode, layers, culling, locked objects and filters. NULL: the default. `bounds_only` and `unordered` are ignored.
    const pick_region_query *region;
    pick_object_id object; // the only one whose parts count; the null handle: those of all objects
    bool nested;           // parts within nested scenes too. Else these are left out
    pick_part_path *paths; // with `nested`: the paths of `out`, in the same order, of the same capacity
} pick_region_part_query;

// The parts in a region, each once, in the order of pick_part_compare (with `nested`: pick_part_compare_within).
// Returns how many there are if they fit into `capacity`. If not, returns a capacity above it that is enough, and what
// is written is unspecified: only in `out` can parts that several triangles share be merged. `query` NULL: the default.
PICK_API size_t pick_region_parts(const pick_scene *scene, const pick_region *region,
                                  const pick_region_part_query *query, pick_part *out, size_t capacity);

// The twins that test every triangle of every object.
PICK_API bool pick_part_in_window_brute_force(const pick_scene *scene, const pick_view *view, pick_vec2 position,
                                              const pick_part_query *parts, const pick_query *query,
                                              pick_part_hit *out);
PICK_API size_t pick_region_parts_brute_force(const pick_scene *scene, const pick_region *region,
                                              const pick_region_part_query *query, pick_part *out, size_t capacity);

#ifdef __cplusplus
}
#endif

#endif
