// query_stand_in.h: objects of nested scenes as they lie in the world: each stands in for the object of the scene that
// is asked, so that queries look at it as at any object. Private.
#ifndef PICKING_SRC_QUERY_STAND_IN_H
#define PICKING_SRC_QUERY_STAND_IN_H

#include "query/query_internal.h"

// An object of a scene as it lies around the object that is this scene: with the product of their transforms, rounded
// to floats. What is flatter than its parts by rounding is not pickable.
pick_object pick_nested_move_out(const pick_object *around, const pick_object *object);

// Where a query is within an object that is a scene.
typedef struct pick_stand_in {
    const pick_object *object; // what stands in for it, in world space; NULL: the query is not within one
    uint32_t depth;
    uint32_t path[PICK_NESTED_LEVELS]; // slots
    bool locked;                       // one on the path is
} pick_stand_in;

// The current object.
static inline const pick_object *pick_stand_in_or(const pick_stand_in *within, const pick_scene *scene, uint32_t slot)
{
    return within->object != NULL ? within->object : pick_object_at(scene, slot);
}

// Enters an object of the scene of `around`, at the level of `depth`, which is at least 1. The caller keeps `locked` of
// the level around it. False: it is not pickable.
bool pick_stand_in_enter(pick_stand_in *within, const pick_object *around, uint32_t inner, pick_object *moved);
// Writes the path from the object of `slot`, and returns its length.
uint32_t pick_stand_in_path(const pick_stand_in *within, const pick_scene *scene, uint32_t slot, pick_object_id *path);
// Moves a place on the object that stands in to where picks meet the object itself.
pick_vec3 pick_stand_in_point(const pick_stand_in *within, const pick_scene *scene, uint32_t slot, pick_vec3 point);

#endif
