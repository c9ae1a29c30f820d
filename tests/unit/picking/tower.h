// tower.h: scenes within each other, each of one object.
#ifndef TESTS_TOWER_H
#define TESTS_TOWER_H

#include "squares.h"

enum { LEVELS = PICK_NESTED_LEVELS };

// One square in a scene, and scenes around it: rows[0] has the square, and each next one has the one before it.
typedef struct tower {
    squares s;
    pick_scene *rows[LEVELS + 2];
    pick_object_id ids[LEVELS + 2];
    uint32_t count;
} tower;

pick_scene *new_scene(void);
// They give the objects that are scenes the number 100, others 7.
pick_object_id put_scene(pick_scene *scene, const pick_scene *nested, pick_vec3 at);
pick_object_id put_mesh(pick_scene *scene, const pick_mesh *mesh, pick_vec3 at);

// `levels` scenes around the one of the square, each moved by (0, 0, 1).
tower tower_make(uint32_t levels);
void tower_free(tower *t);
pick_scene *top_of(const tower *t);
// Tells all scenes that those within them have changed.
void tower_changed(const tower *t);

#endif
