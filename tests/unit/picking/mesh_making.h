// mesh_making.h: meshes large enough to be built by tasks, and checks of their builds.
#ifndef TESTS_MESH_MAKING_H
#define TESTS_MESH_MAKING_H

#include "picking/mesh.h"

// Nine floats a triangle, the caller's to free: triangles in threes within `cluster` of each other, which come in
// threes themselves, so that nodes have few triangles. One is far away by itself, and one cannot be hit.
float *mesh_making_triangles(uint32_t count, double cluster);

// What pick_mesh_write writes of a mesh built with `tasks`, which may be NULL. The caller's to free.
char *mesh_making_bytes(const float *positions, uint32_t count, const pick_task_hook *tasks, size_t *size);

// Builds a mesh again and again while the first, the second, ... allocation fails, and then all from it on, until none
// does: each time memory is given back, and the last mesh passes `check`. Returns how many builds failed.
size_t mesh_making_fail_each(const pick_mesh_desc *desc, void (*check)(const pick_mesh *mesh));

#endif
