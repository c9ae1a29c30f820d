// volume_internal.h: the struct behind pick_volume, and its parts as convex bodies. Private.
//
// A scene's objects name a mesh. A volume begins with one, without triangles, whose root is PICK_ROOT_VOLUME; what
// traverses a mesh branches on it.
#ifndef PICKING_SRC_VOLUME_INTERNAL_H
#define PICKING_SRC_VOLUME_INTERNAL_H

#include "mesh/mesh_internal.h"
#include "picking/volume.h"

#define PICK_ROOT_VOLUME 0xfffffffeu // no leaf is so far from the arena's start

// A convex piece.
typedef struct pick_volume_part {
    pick_shape shape; // of its own space; the planes of a convex solid are the volume's
    const pick_vec3 *corners;
    uint32_t corner_count; // of a convex solid
    uint32_t number;       // in the outermost compound
    pick_affine local;     // to the volume's space
    pick_affine inverse;   // of its linear part
} pick_volume_part;

struct pick_volume {
    pick_mesh mesh; // first, so that a pointer to this is one to it
    pick_submesh submesh;
    size_t bytes;
    pick_aabb bounds;
    uint32_t part_count;
    pick_volume_part *parts;
};

static inline bool pick_mesh_is_volume(const pick_mesh *mesh)
{
    return mesh->root == PICK_ROOT_VOLUME;
}

// Of a mesh that is a volume.
static inline const pick_volume *pick_volume_of(const pick_mesh *mesh)
{
    return (const pick_volume *)(const void *)mesh;
}

// Where a line meets a part: t and t_exit are those of the whole line. The normal, outward, is that at the entry, of
// the volume's space, of any length. `ray` is of the volume's space; its range is ignored.
bool pick_volume_part_ray(const pick_volume_part *part, pick_vec3 origin, pick_vec3 direction, pick_shape_hit *hit);

// --- Bodies ---------------------------------------------------------------------------------------------------------

// A part in other axes.
typedef struct pick_body {
    const pick_volume_part *part;
    double linear[9]; // from the part's space, column-major
    pick_vec3 origin;
} pick_body;

// `linear` is that of an object, and `offset` where its origin is.
pick_body pick_body_make(const pick_volume_part *part, const float linear[9], pick_vec3 offset);
// The point that is farthest along a direction of any length.
pick_vec3 pick_body_support(const pick_body *body, pick_vec3 direction);
// The least box around a volume with this transform.
pick_aabb pick_volume_extent(const pick_volume *volume, const float linear[9]);

#endif
