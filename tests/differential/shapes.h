// shapes.h: meshes and transforms for the differential tests.
#ifndef TESTS_SHAPES_H
#define TESTS_SHAPES_H

#include "picking/picking.h"
#include "random.h"

typedef struct soup {
    float *positions; // 3 floats a vertex
    uint32_t *indices;
    uint32_t vertex_count, index_count;
} soup;

// The caller frees it with soup_free.
soup soup_random(test_random *r, uint32_t triangles, double extent, double size);
// A closed sphere whose radius is displaced by waves: 2 * rings * segments - 2 * segments triangles.
soup soup_sphere(uint32_t rings, uint32_t segments, double radius, double displacement);
// A closed box of 12 triangles.
soup soup_box(double half_x, double half_y, double half_z);
// A flat grid of cells at y = 0, all in one plane.
soup soup_grid(uint32_t cells, double half);
void soup_free(soup *s);

// Ends the program when the mesh cannot be made.
pick_mesh *soup_mesh(const soup *s, const pick_allocator *allocator);

// Any transform: rotation, mirror, shear, non-uniform scale, tiny, huge; around `origin`.
pick_transform random_transform(test_random *r, pick_vec3 origin, double spread);

// From outside at something of the mesh, which must have something to hit. Half of the rays go to vertices, where
// everything meets.
pick_ray random_ray_at_mesh(test_random *r, const pick_mesh *mesh);

#endif
