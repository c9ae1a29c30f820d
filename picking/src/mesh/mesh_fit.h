// mesh_fit.h: shared by fitting a hierarchy to its leaves and by refilling the leaves. Private.
#ifndef PICKING_SRC_MESH_FIT_H
#define PICKING_SRC_MESH_FIT_H

#include "mesh/mesh_internal.h"

// The box of a leaf's valid triangles, in object space. Without negative zeros, which depend on the order of triangles.
pick_box3f pick_mesh_leaf_box(const pick_mesh *mesh, uint32_t ref);

// The work of pick_mesh_fit. `leaves_done`: nodes already hold the boxes of their leaves in object space.
void pick_mesh_fit_nodes(pick_mesh *mesh, bool leaves_done);

#endif
