// nearest_internal.h: shared by the searches for the nearest feature in the window and in the world. Private.
#ifndef PICKING_SRC_NEAREST_INTERNAL_H
#define PICKING_SRC_NEAREST_INTERNAL_H

#include "picking/nearest.h"
#include "picking/thin_query.h"

#include "math/gjk.h"
#include "query/query_internal.h"
#include "query/query_stand_in.h"
#include "region/region_internal.h"
#include "region/region_kernel.h"
#include "shapes/volume_internal.h"

typedef struct pick_nearest_search pick_nearest_search;
typedef struct pick_nested_visit pick_nested_visit;

// Candidates whose visibility is tested later, nearest first: the first visible one decides, so few rays are cast.
enum { PICK_NEAREST_QUEUE = 27 };
typedef struct pick_nearest_queue {
    uint32_t count;
    double distances[PICK_NEAREST_QUEUE]; // of the candidates
    pick_nearest candidates[PICK_NEAREST_QUEUE];
} pick_nearest_queue;

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
    pick_stand_in within; // where the object of `slot` is a scene
    float local[3][3];
    pick_vec3 vertex[3], edge[3], normal;
    // Visits the object that stands in for that of the current slot. True: the search is over.
    bool (*visit_within)(pick_nearest_search *search);
    // Calls pick_nearest_visit_inner for the objects of a nested scene that may have something nearer. True: one of
    // them ended the search.
    bool (*walk_within)(pick_nearest_search *search, pick_nested_visit *visit);
    pick_nested_waiting *waiting; // for walk_within, in a nested scene
    // Whether a candidate is not occluded; NULL: not tested.
    bool (*is_visible)(const pick_nearest_search *search, const pick_nearest *candidate);
    // Where pick_nearest_offer leaves candidates for pick_nearest_settle; NULL: they are tested at once.
    pick_nearest_queue *queue;
    double passed; // all candidates nearer than this were rejected before
    // Tests the current triangle.
    void (*look)(pick_nearest_search *search);
    // Tests a part of a volume, relative to `from`; its object is the current slot, its number the triangle.
    void (*look_at_body)(pick_nearest_search *search, const pick_body *body);
    // Tests an object that is points, lines or curves.
    void (*look_at_thin)(pick_nearest_search *search, const pick_object *object);
    // No more than the distance of anything in a box, given by its corners relative to `from`.
    double (*box_distance)(const pick_nearest_search *search, const pick_vec3 corner[8]);
    // Slots that are passed over, as if their objects had no surface. They still occlude.
    const uint32_t *skipped;
    uint32_t skipped_count;
    bool brute_force;
    bool meshes_only; // volumes and points are passed over; they still occlude
    const void *user; // of `look`
    uint32_t order;   // of the current candidate, of those that are equal else: segments of a curve at one place
    bool found;
    uint32_t best_order;
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

// The current object.
static inline const pick_object *pick_nearest_object(const pick_nearest_search *search, uint32_t slot)
{
    return pick_stand_in_or(&search->within, search->scene, slot);
}

// A visit of a nested scene (nearest_nested.c).
struct pick_nested_visit {
    pick_nearest_search *search;
    const pick_object *around; // the object that is the scene, or what stands in for it
    const pick_query *within;  // what its objects are asked
};

// Visits the objects of a nested scene, that of the slot, which match the query.
void pick_nearest_visit_nested(pick_nearest_search *search, uint32_t slot);
// One of them, by its slot in the nested scene. True: the search is over.
bool pick_nearest_visit_inner(const pick_nested_visit *visit, uint32_t inner);

// The sides of the current triangle that are no edges, as bits: those within a polygon of a mesh.
static inline uint32_t pick_nearest_inner(const pick_nearest_search *search)
{
    const pick_mesh *mesh = pick_nearest_object(search, search->slot)->mesh;
    return pick_mesh_has_triangles(mesh) ? pick_mesh_inner(mesh, search->triangle) : 0;
}

// Calls `look` with a triangle of an object that is not culled.
void pick_nearest_visit(pick_nearest_search *search, uint32_t slot, uint32_t triangle, uint32_t submesh_flags,
                        const float local[3][3]);
// Visit all triangles of a leaf of the object's mesh; of the mesh; of all objects that match the query.
void pick_nearest_visit_leaf(pick_nearest_search *search, uint32_t slot, uint32_t ref);
void pick_nearest_visit_mesh(pick_nearest_search *search, uint32_t slot);
void pick_nearest_visit_all(pick_nearest_search *search);
// Visits what an object has in place of a mesh, if surfaces are searched: the parts of its volume, what the callback of
// a primitive reports, or its points.
void pick_nearest_visit_shapes(pick_nearest_search *search, uint32_t slot);

// The point of the current triangle with these weights of vertex 1 and 2, relative to `from`.
pick_vec3 pick_nearest_place(const pick_nearest_search *search, const double barycentric[2]);
// Offers that point as the nearest. It becomes the best if it is.
void pick_nearest_offer(pick_nearest_search *search, uint32_t index, const double barycentric[2], double distance,
                        double depth);
// The same for a point of a volume, relative to `from`.
void pick_nearest_offer_body(pick_nearest_search *search, pick_vec3 point, pick_vec3 normal, bool backface,
                             double distance, double depth);
// Tests the candidates in the queue, which is empty afterwards.
void pick_nearest_settle(pick_nearest_search *search);

// Offers a place of a segment of the current object, which is thin. Returns whether it is now the best.
bool pick_nearest_offer_thin(pick_nearest_search *search, const pick_thin_hit *hit, uint32_t segment);
// Asks the callback of a primitive, the volume of the current slot (nearest_primitive.c).
void pick_nearest_visit_primitive(pick_nearest_search *search, const pick_volume *volume);

// Calls `visitor`, pick_nearest_visit, with triangles of a height field, the volume of the current slot
// (nearest_height_field.c).
typedef void pick_nearest_visitor(pick_nearest_search *search, uint32_t slot, uint32_t triangle, uint32_t submesh_flags,
                                  const float local[3][3]);
void pick_nearest_visit_field(pick_nearest_search *search, const pick_volume *volume, pick_nearest_visitor *visitor);

// The distance within which something is nearest so far.
static inline double pick_nearest_limit(const pick_nearest_search *search)
{
    return search->found ? search->best.distance : search->radius;
}

// --- Volumes (nearest_volume.c) -------------------------------------------------------------------------------------

// Offers the point of a body nearest to `from`, in space.
void pick_nearest_look_at_body(pick_nearest_search *search, const pick_body *body);
// The point of a body nearest to the origin.
pick_gjk_result pick_nearest_on_body(const pick_body *body);
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

// A search for places that are marked on triangles.
typedef struct pick_window_marks {
    double radius; // logical points, >= 0 and finite
    bool visible;
    bool sparse; // so few that small squares have none: all is searched at once
    // Offers the marked places of the current triangle that pick_window_measure finds within pick_nearest_limit. It is
    // called for height fields, but not for other volumes or points. Each place must lie on the triangle.
    void (*look)(pick_nearest_search *search);
    const void *user;
} pick_window_marks;

// The distance on screen and the depth of the point of the current triangle with these weights. False: it is outside
// the view, or the square that is searched.
bool pick_window_measure(const pick_nearest_search *search, const double weights[2], double *distance, double *depth);

// The nearest marked place. The position is finite, the query usable, and the square of the radius reaches the
// viewport.
bool pick_window_nearest_marked(const pick_scene *scene, const pick_view *view, pick_vec2 position,
                                const pick_window_marks *marks, const pick_query *query, pick_nearest *out,
                                bool brute_force);

// A hit as what is nearest, without a feature.
pick_nearest pick_nearest_of_hit(const pick_hit *hit, double depth);

// The object that a result is of, within nested scenes where it has a path.
static inline const pick_object *pick_nearest_innermost(const pick_scene *scene, const pick_nearest *nearest)
{
    const pick_object *object = pick_object_at(scene, nearest->object.index1 - 1);
    for (uint32_t i = 0; i < nearest->path_count; i++)
        object = pick_object_at(pick_scene_of(object->mesh), nearest->path[i].index1 - 1);
    return object;
}

// Writes the best candidate with its normal. False: there is none.
bool pick_nearest_finish(const pick_nearest_search *search, pick_nearest *out);

#endif
