// thin_worlds.h: random points, lines and curves, with the source kept, and views of them.
#ifndef TESTS_THIN_WORLDS_H
#define TESTS_THIN_WORLDS_H

#include "picking/picking.h"

#include "random.h"

enum { THIN_POINTS, THIN_LINES, THIN_CUBICS, THIN_KINDS };

typedef struct thin_world {
    pick_thin *thin;
    int kind;
    bool on_screen;
    double radius;
    float *positions;
    uint32_t position_count;
    pick_transform transform;
    double size; // of the world box, about
} thin_world;

// About `count` points, in clusters; some coordinates are not finite. The transform is moderate.
thin_world thin_world_make(test_random *random, int kind, bool on_screen, uint32_t count);
void thin_world_free(thin_world *world);

// A view of it from outside or inside: perspective or orthographic, some with a section.
pick_view thin_world_view(test_random *random, const thin_world *world);

// Segments of a part, and their ends in the world. False: the part is dropped.
uint32_t thin_world_segments(const thin_world *world, uint32_t part);
bool thin_world_segment(const thin_world *world, uint32_t part, uint32_t segment, pick_vec3 *a, pick_vec3 *b);

#endif
