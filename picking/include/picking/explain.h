// explain.h: explains a pick: every candidate under the mouse with the reason why it was or was not picked, and the
// traversal of a ray through the hierarchy, box by box.
//
// Space:      window positions in logical points, as in view.h; world space, metres.
// Cursor:     pick_explain explains pick_closest, and of what has a size on screen pick_cursor without a tolerance;
//             pick_explain_cursor explains pick_cursor: which thin thing takes the place of the exact hit, or which
//             near one is picked where nothing is exact.
// Candidates: every triangle that the ray through the position hits, from the eye on, of every object with any flags;
//             and near misses within a radius on screen. An object that the query does not see, a flat object and a
//             missed object give one candidate each: the nearest place.
// Volumes:    candidates are the hits of their parts; where a solid one has none between near and far, those of the
//             whole ray.
// Points:     of points, lines and curves (thin.h) each segment that the ray enters is a candidate. One whose size on
//             screen covers the position is one if it is picked, and otherwise a near miss at distance 0.
// Nested:     a nested scene (scene.h) is one object: what its hidden parts would be hit by, and those in other layers,
//             are not candidates, and each triangle is a number of one of its meshes. Where the ray hits one of its
//             parts between near and far, only surfaces are candidates beyond.
// Caps:       of a view that has them (view.h) each object's cap is a candidate; an object that the query does not
//             see has none.
// Order:      hits by t, then near misses by distance on screen; ties by the object's slot, its cap first, then by
//             triangle number.
// Cost:       milliseconds for 100 000 objects, because every object is tested. No allocation.
#ifndef PICKING_EXPLAIN_H
#define PICKING_EXPLAIN_H

#include "picking/cursor.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum pick_reason {
    PICK_REASON_PICKED = 0,   // it wins
    PICK_REASON_LOCKED,       // it is hit first and blocks the ray, but is locked: nothing is selected
    PICK_REASON_BEHIND,       // the winner, or what blocks, is nearer
    PICK_REASON_HIDDEN,       // the object is hidden
    PICK_REASON_LAYER,        // it shares no layer with the query
    PICK_REASON_PASSED,       // it is locked and click-through
    PICK_REASON_IGNORED,      // the object filter rejects it
    PICK_REASON_CULLED_BACK,  // a back face, culled
    PICK_REASON_CULLED_FRONT, // a front face, culled
    PICK_REASON_CUT_OUT,      // the alpha filter lets the ray through here
    PICK_REASON_NEAR,         // before the near plane
    PICK_REASON_FAR,          // beyond the far plane
    PICK_REASON_DEGENERATE,   // a triangle without area
    PICK_REASON_FLAT,         // the object's transform has no inverse: scaled to nothing along some axis
    PICK_REASON_MISSED,       // the ray misses it
    PICK_REASON_KIND,         // all kinds of its submesh are hidden
    PICK_REASON_FILTERED,     // the filter rejects it (of an alpha-tested submesh: PICK_REASON_CUT_OUT)
    PICK_REASON_SECTION,      // the section of the view cuts it off
    // Of pick_explain_cursor alone.
    PICK_REASON_THIN,    // it wins: thin, near, and in front of what the ray hits (Thin in cursor.h)
    PICK_REASON_YIELDED, // the ray hits it first, but something thin in front of it is picked
    PICK_REASON_NEAREST, // it wins: the ray hits nothing, and it is the nearest within the tolerance
    PICK_REASON_COUNT
} pick_reason;

// A short name ("behind"), as in machine output, and a sentence for people; static strings, never NULL.
PICK_API const char *pick_reason_name(pick_reason reason);
PICK_API const char *pick_reason_text(pick_reason reason);

typedef struct pick_explanation {
    pick_object_id object;
    uint64_t user; // the object's
    pick_reason reason;
    uint32_t triangle; // source number; of a volume, the part
    double t;          // of the ray through the position; of a miss, of the ray through `window`
    pick_vec3 point;   // world space: where the ray hits it, or the nearest place
    pick_vec2 window;  // where that is on screen
    double distance;   // logical points from the position; 0 where the ray hits it
    bool backface, locked;
    uint32_t cap; // the number of the section's plane, from 1, if it is a cap (pick_hit.cap); else 0
    // PICK_REASON_BEHIND and PICK_REASON_YIELDED: the object in front of it.
    pick_object_id blocker;
    uint64_t blocker_user;
} pick_explanation;

// The candidates at a window position. `radius`: the largest distance of a near miss, in logical points; 0 or less, or
// not finite: no near misses. Writes at most `capacity`, the first ones; returns how many there are. `query` NULL: the
// default.
PICK_API size_t pick_explain(const pick_scene *scene, const pick_view *view, pick_vec2 position,
                             const pick_query *query, double radius, pick_explanation *out, size_t capacity);

// The same for pick_cursor with this query, without its proxies. What is picked within the tolerance is a candidate, be
// it farther away than `radius`. `cursor` NULL: the default.
PICK_API size_t pick_explain_cursor(const pick_scene *scene, const pick_view *view, pick_vec2 position,
                                    const pick_cursor_query *cursor, double radius, pick_explanation *out,
                                    size_t capacity);

// --- The traversal of a ray -----------------------------------------------------------------------------------------

typedef enum pick_trace_kind {
    PICK_TRACE_OBJECT_BOX, // of the scene's hierarchy
    PICK_TRACE_MESH_BOX,   // of the hierarchy of an object's mesh
    PICK_TRACE_TRIANGLE,
    PICK_TRACE_VOLUME // an object's volume, its points, lines or curves, or a nested scene, with its box
} pick_trace_kind;

typedef struct pick_trace_step {
    pick_trace_kind kind;
    uint32_t depth; // of a box in its hierarchy, 0 for the root's children
    bool hit;       // boxes: the ray hits it, no farther than the first hit so far; else: it has the first hit so far
    bool leaf;      // a box of one object, or of a few triangles
    double t;       // boxes: where the ray enters, at least t_min; triangles, volumes: the hit; 0 unless hit
    pick_object_id object;
    uint32_t triangle;   // triangles: source number
    pick_vec3 corner[8]; // world space. Boxes: corner i has the maximum of axis k where bit k of i is set, axes being
                         // the object's own for the box of a mesh or volume. Triangles: the first three
} pick_trace_step;

typedef void (*pick_trace)(void *user, const pick_trace_step *step);

// pick_closest, with a call of `trace` for each box, triangle and volume tested: boxes nearest first, none that begins
// behind the nearest hit so far. It traverses the same hierarchy as pick_closest, which tests eight slightly larger
// boxes at once. It knows no caps, and does not cut the ray: of `query` the caps do not matter.
PICK_API bool pick_closest_traced(const pick_scene *scene, const pick_ray *ray, const pick_query *query,
                                  pick_trace trace, void *user, pick_hit *hit);

#ifdef __cplusplus
}
#endif

#endif
