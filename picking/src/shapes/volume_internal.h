// volume_internal.h: the struct behind pick_volume, and its parts as convex bodies. Private.
//
// A scene's objects name a mesh. A volume begins with one, without triangles, whose root is PICK_ROOT_VOLUME; what
// traverses a mesh branches on it.
#ifndef PICKING_SRC_VOLUME_INTERNAL_H
#define PICKING_SRC_VOLUME_INTERNAL_H

#include "mesh/mesh_internal.h"
#include "picking/primitive.h"
#include "shapes/height_field_internal.h"

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

// A table of callbacks.
typedef struct pick_primitive {
    pick_primitive_desc desc;
    pick_volume_part reach; // the bounds, a little wider
} pick_primitive;

struct pick_volume {
    pick_mesh mesh; // first, so that a pointer to this is one to it
    pick_submesh submesh;
    size_t bytes;
    pick_aabb bounds;
    uint32_t part_count;
    pick_volume_part *parts;
    const pick_height_field *field; // or NULL. Its only part is the box of its bounds, which answers nothing
    pick_primitive *primitive; // or NULL. Its only part is the box of its bounds, which answers for missing callbacks
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

// The height field that a mesh stands for, or NULL.
static inline const pick_height_field *pick_mesh_field(const pick_mesh *mesh)
{
    return pick_mesh_is_volume(mesh) ? pick_volume_of(mesh)->field : NULL;
}

static inline bool pick_volume_asks_ray(const pick_volume *volume)
{
    return volume->primitive != NULL && volume->primitive->desc.ray != NULL;
}

// Whether a shape may be a volume: a result other than PICK_OK says why not. Not for compounds and convex solids.
pick_result pick_volume_check(const pick_shape *shape);
// Sets what scenes read, from parts and bounds.
void pick_volume_set_mesh(pick_volume *volume, const pick_allocator *allocator);
// A part in the volume's own space.
static inline pick_volume_part pick_volume_part_of(const pick_shape *shape, uint32_t number)
{
    return (pick_volume_part){
        .shape = *shape, .number = number, .local = PICK_AFFINE_IDENTITY, .inverse = PICK_AFFINE_IDENTITY};
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
