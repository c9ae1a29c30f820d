// nearest_internal.h: shared by the searches for the nearest feature in the window and in the world. Private.
#ifndef PICKING_SRC_NEAREST_INTERNAL_H
#define PICKING_SRC_NEAREST_INTERNAL_H

#include "picking/nearest.h"

#include "query/query_internal.h"
#include "region/region_internal.h"
#include "shapes/volume_internal.h"

typedef struct pick_nearest_search pick_nearest_search;

struct pick_nearest_search {
    const pick_scene *scene;
    const pick_query *query;
    uint32_t feature; // the kind searched for
    double radius;
    pick_cull cull;
    pick_vec3 from; // origin of the vertices: the eye, or the point
    const pick_frustum
        *frustum; // of the window; from a point in the world, `parallel` is false and nothing else is read
    // The current triangle, in object space, and in world axes relative to `from`. Far from `from` the vertices
    // are rounded to their distance; the edges, from vertex i to vertex (i + 1) % 3, and the normal are not.
    uint32_t slot, triangle, submesh_flags;
    float local[3][3];
    pick_vec3 vertex[3], edge[3], normal;
    // Whether a candidate is not occluded; NULL: not tested.
    bool (*is_visible)(const pick_nearest_search *search, const pick_nearest *candidate);
    // Tests the current triangle.
    void (*look)(pick_nearest_search *search);
    // Tests a part of a volume, relative to `from`; its object is the current slot, its number the triangle.
    void (*look_at_body)(pick_nearest_search *search, const pick_body *body);
    // Slots that are passed over, as if their objects had no surface. They still occlude.
    const uint32_t *skipped;
    uint32_t skipped_count;
    bool brute_force;
    bool meshes_only; // volumes are passed over; they still occlude
    bool found;
    pick_nearest best; // without the normal of a triangle
};

static inline bool pick_nearest_skips(const pick_nearest_search *search, uint32_t slot)
{
    for (uint32_t i = 0; i < search->skipped_count; i++) {
        if (search->skipped[i] == slot)
            return true;
    }
    return false;
}

// Calls `look` with a triangle of an object that is not culled.
void pick_nearest_visit(pick_nearest_search *search, uint32_t slot, uint32_t triangle, uint32_t submesh_flags,
                        const float local[3][3]);
// Visit all triangles of a leaf of the object's mesh; of the mesh; of all objects that match the query.
void pick_nearest_visit_leaf(pick_nearest_search *search, uint32_t slot, uint32_t ref);
void pick_nearest_visit_mesh(pick_nearest_search *search, uint32_t slot);
void pick_nearest_visit_all(pick_nearest_search *search);
// Visits the parts of an object's volume, if surfaces are searched.
void pick_nearest_visit_volume(pick_nearest_search *search, uint32_t slot);

// The point of the current triangle with these weights of vertex 1 and 2, relative to `from`.
pick_vec3 pick_nearest_place(const pick_nearest_search *search, const double barycentric[2]);
// Offers that point as the nearest. It becomes the best if it is.
void pick_nearest_offer(pick_nearest_search *search, uint32_t index, const double barycentric[2], double distance,
                        double depth);
// The same for a point of a volume, relative to `from`.
void pick_nearest_offer_body(pick_nearest_search *search, pick_vec3 point, pick_vec3 normal, bool backface,
                             double distance, double depth);

// --- Volumes (nearest_volume.c) -------------------------------------------------------------------------------------

// Offers the point of a body nearest to `from`, in space.
void pick_nearest_look_at_body(pick_nearest_search *search, const pick_body *body);
// Offers its point nearest to a window position, on screen.
void pick_nearest_look_at_body_in_window(pick_nearest_search *search, const pick_body *body, const pick_view *view,
                                         pick_vec2 position);

// --- In the window (nearest_in_window.c); points relative to the eye ------------------------------------------------

// Whether no object that matches the query occludes a world point, from the near plane on.
bool pick_window_sees(const pick_scene *scene, const pick_view *view, const pick_frustum *frustum, pick_vec3 point,
                      const pick_query *query, bool brute_force);

// The point of an object's surface that is nearest on screen, whatever its flags. `cull` as in a query. The position
// and the radius are finite, and the square around it overlaps the viewport.
bool pick_window_nearest_of_object(const pick_scene *scene, const pick_view *view, pick_vec2 position, uint32_t slot,
                                   double radius, pick_cull cull, pick_nearest *out);

// pick_nearest_in_window without volumes, or its twin.
bool pick_window_nearest_of_meshes(const pick_scene *scene, const pick_view *view, pick_vec2 position,
                                   const pick_nearest_query *nearest, const pick_query *query, pick_nearest *out,
                                   bool brute_force);

// What a search for the nearest surface in the window accepts.
typedef struct pick_window_wish {
    const uint32_t *skipped; // slots that are passed over
    uint32_t skipped_count;
    double radius; // logical points, above 0 and finite
    double depth; // `accept` takes nothing that is farther from the eye plane, so hierarchies leave it out; or infinite
    // Called for candidates that would be the nearest so far, without a normal. False: not accepted.
    bool (*accept)(void *user, const pick_nearest *candidate);
    void *user;
} pick_window_wish;

// The nearest accepted point of a surface. The position is finite, the query usable.
bool pick_window_nearest_accepted(const pick_scene *scene, const pick_view *view, pick_vec2 position,
                                  const pick_window_wish *wish, const pick_query *query, pick_nearest *out,
                                  bool brute_force);

// Writes the best candidate with its normal. False: there is none.
bool pick_nearest_finish(const pick_nearest_search *search, pick_nearest *out);

#endif
