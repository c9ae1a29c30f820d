// twin.h: an independent check of a pick: every triangle of every object, in world space, in long double.
//
// It shares no code and no form with the library: no hierarchy, no object space, no shear. A triangle is hit for sure,
// missed for sure, or too close to an edge to tell at the precision asked; a claim is wrong when it contradicts what
// is sure.
#ifndef TESTS_TWIN_H
#define TESTS_TWIN_H

#include "picking/picking.h"

typedef struct twin_object {
    const pick_mesh *mesh;
    pick_transform transform;
    bool double_sided; // what its material says
    // A sphere around all of it in world axes, from the transform's origin, a hundredth too large: rays that pass it
    // by are not looked at further. Made by twin_object_make.
    long double center[3], radius;
    long double condition; // how many times a relative error can grow through the transform; 0: singular
} twin_object;

twin_object twin_object_make(const pick_mesh *mesh, const pick_transform *transform, bool double_sided);

// The claimed first hit of a ray.
typedef struct twin_claim {
    bool hit;
    uint32_t object, triangle;
    double t;
} twin_claim;

typedef enum twin_verdict {
    TWIN_SAME,      // the very triangle that long double finds
    TWIN_EXPLAINED, // another hit, indistinguishable from it at this precision
    TWIN_WRONG
} twin_verdict;

// `precision`: relative error of the positions that the claimant works with; 0x1p-48 is a few roundings in double.
// It is enlarged by the condition of each object's transform.
twin_verdict twin_judge(const twin_object *objects, size_t count, const pick_ray *ray, pick_cull cull, double precision,
                        const twin_claim *claim);

#endif
