// extras.h: the kinds of objects that worlds.h leaves out: points, lines, curves, height fields, primitives.
#ifndef TESTS_EXTRAS_H
#define TESTS_EXTRAS_H

#include "worlds.h"

#define EXTRA_LAYER 0x10u // which only they are in

enum { EXTRA_THINS = 5, EXTRA_SIDE = 22, EXTRA_OBJECTS = 42, EXTRA_ITEMS = 900 };

typedef struct extras {
    pick_thin
        *thins[EXTRA_THINS]; // points, lines and cubics with a radius, points without one, lines with one on screen
    pick_volume *field;      // with holes
    pick_volume *primitive;  // half a square in its box
    uint16_t heights[EXTRA_SIDE * EXTRA_SIDE];
    pick_object_id ids[EXTRA_OBJECTS];
} extras;

// Adds objects of each kind to the world. Keep the extras where they were made.
void extras_add(world *w, extras *e);
// Removes the objects, and frees what they show.
void extras_remove(world *w, extras *e);

#endif
