// embree_peer.h: the same meshes and rays for Embree 3, robust.
#ifndef TESTS_EMBREE_PEER_H
#define TESTS_EMBREE_PEER_H

#include "twin.h"

typedef struct embree_peer embree_peer;

// One mesh, placed by a transform that Embree keeps in float. Ends the program when there is no memory.
embree_peer *embree_peer_create(const pick_mesh *mesh, const pick_transform *transform);
void embree_peer_destroy(embree_peer *peer);

// The first hit; both sides of a triangle count. The ray is rounded to float.
twin_claim embree_peer_cast(const embree_peer *peer, const pick_ray *ray);

#endif
