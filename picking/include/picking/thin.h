// thin.h: points, lines and curves with a radius, in space or on screen, in a hierarchy. points.h and curves.h make
// them; thin_query.h finds them alone, by a ray, near the mouse, and in a region.
//
// Space:      object space, any unit. Positions are floats.
// Parts:      a point, a segment of a line, or a cubic piece of a curve. Each keeps the number that it has in the
//             source, and a place on it is a number from 0 (its start) to 1 (its end); of a point it is 0.
// Radius:     in space: points are balls, segments capsules, curves tubes, all solid and with round ends, in object
//             space: a transform that stretches unevenly flattens them with all else. On screen: points are discs of
//             this radius, and lines have it as their half width, in logical points, at any distance. A radius of 0 is
//             allowed: such things have no surface that a ray meets, but a place near the mouse.
// Checking:   caller data is checked here, once. Parts with a coordinate that is not finite are never found, and
//             counted; a segment without length is a ball or a disc.
// Ownership:  it copies what it needs; the caller's arrays may go. The caller destroys it.
// Threads:    many readers at once, or one writer alone. Only pick_thin_refit and pick_thin_destroy write.
#ifndef PICKING_THIN_H
#define PICKING_THIN_H

#include "picking/mesh.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct pick_thin pick_thin;

typedef enum pick_thin_unit {
    PICK_THIN_IN_SPACE = 0, // the radius is a length of object space
    PICK_THIN_ON_SCREEN     // the radius is in logical points
} pick_thin_unit;

typedef struct pick_thin_stats {
    uint32_t part_count;    // in the source, dropped ones included
    uint32_t dropped_parts; // not finite
    uint32_t segment_count; // of the hierarchy: more than parts where curves are subdivided
    double flatness;        // no point of a cubic piece is farther from its segments, roundings to float aside
    size_t hierarchy_bytes; // what is held beside positions, for any reason but the parts' ends
    size_t total_bytes;     // of a shared one, its own alone
} pick_thin_stats;

PICK_API void pick_thin_destroy(pick_thin *thin); // NULL is fine

// Makes another one of the same parts with its own radius. It takes no memory for positions, and none for a hierarchy
// where both radii are on screen: then it is made at once, however many parts there are. `thin`, and what that shares
// with, must outlive it. Neither may be refitted while it is there, and it cannot be: pick_thin_refit refuses it.
// `tasks`: threads to fit a hierarchy with, or NULL. Errors leave `*out` untouched, as those of pick_points_create.
PICK_API pick_result pick_thin_share(const pick_thin *thin, double radius, pick_thin_unit unit,
                                     const pick_task_hook *tasks, pick_thin **out);

// Moves the points of the source, as many as it was made of. The hierarchy keeps its shape and gets new boxes, without
// an allocation; curves keep their numbers of segments, and `flatness` of the stats says how well these still fit.
// Parts that are not finite are dropped, and come back when they are again. `position_stride` is in bytes; 0 means 12.
// Every scene with objects of it must be told: pick_scene_thin_changed. PICK_ERROR_INVALID_ARGUMENT (NULL positions
// where it has points, a stride below 12, one that shares) changes nothing.
PICK_API pick_result pick_thin_refit(pick_thin *thin, const float *positions, size_t position_stride);

// The object-space box of what can be found, with the radius if it is in space; empty if nothing can, and for NULL.
PICK_API pick_aabb pick_thin_bounds(const pick_thin *thin);
PICK_API pick_thin_stats pick_thin_get_stats(const pick_thin *thin);

// The place on the line, or the point, `along` a part: 0 to 1, else clamped. False, and `out` untouched, for a NULL, a
// part that does not exist or is dropped, and NaN.
PICK_API bool pick_thin_place(const pick_thin *thin, uint32_t part, double along, pick_vec3 *out);

// The point, or end of a segment, that is farthest along a direction of any length, in object space: of the middle
// lines, without the radius. It may fall short of the farthest by `slack`, as in pick_mesh_farthest. False, and `out`
// untouched: a NULL, nothing that can be found, a direction that is not finite, a slack that is negative or NaN.
PICK_API bool pick_thin_farthest(const pick_thin *thin, pick_vec3 direction, double slack, pick_vec3 *out);

#ifdef __cplusplus
}
#endif

#endif
