// upkeep.h: edited scenes, and the invariants of their trees.
#ifndef TESTS_UPKEEP_H
#define TESTS_UPKEEP_H

#include "picking/picking.h"
#include "random.h"

// Two triangles across each other, of half size 1, seen from all sides.
pick_mesh *upkeep_mesh(void);
pick_scene *upkeep_scene(const pick_allocator *allocator); // NULL: the default one

pick_result upkeep_try_add(pick_scene *scene, const pick_mesh *mesh, pick_vec3 at, pick_object_id *id);
pick_object_id upkeep_add(pick_scene *scene, const pick_mesh *mesh, pick_vec3 at);
void upkeep_move(pick_scene *scene, pick_object_id id, pick_vec3 at);

typedef struct upkeep_count {
    uint32_t objects, nodes, depth;
} upkeep_count;

// Every link both ways, boxes that hold exactly what is below, nothing lost and nothing twice.
upkeep_count upkeep_check_tree(const pick_scene *scene);
// Twenty rays around `center` hit what they hit without a tree; `hits` counts those that hit something.
void upkeep_check_picks(const pick_scene *scene, test_random *r, pick_vec3 center, double half, size_t *hits);

#endif
