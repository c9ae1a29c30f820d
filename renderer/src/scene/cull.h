// cull.h: rejects objects whose boxes lie outside a view.
//
// Slots are taken by blocks: one whose box is outside, or wholly inside, is decided at once. In the others a linear
// scan over arrays, in float relative to the eye, which the compiler vectorizes, tests each slot. All is conservative:
// boxes and planes are widened by more than the rounding errors.
#ifndef RENDERER_SRC_CULL_H
#define RENDERER_SRC_CULL_H

#include "renderer/scene.h"

enum { RENDER_BOUNDS_BLOCK = 256 };

// World boxes by slot: centres in double, half sizes in float. A hidden slot has half size -3e38.
typedef struct render_bounds {
    double *center[3];
    float *half[3];
    uint8_t *visible; // in the view that was culled last
    uint8_t *shaded;  // surfaces, on which shadows can fall
    uint32_t capacity;
    struct render_bounds_block *blocks; // boxes around RENDER_BOUNDS_BLOCK slots each
} render_bounds;

// False: out of memory.
bool render_bounds_reserve(render_bounds *bounds, const render_allocator *allocator, uint32_t count);
void render_bounds_finish(render_bounds *bounds);
// Sets the world box of a slot from its mesh's box (object space) and the object's transform. `shaded`: it has
// surfaces.
void render_bounds_set(render_bounds *bounds, uint32_t slot, const render_object *object, const float center[3],
                       const float half[3], bool shaded);
void render_bounds_hide(render_bounds *bounds, uint32_t slot);

// Six planes. A point is inside where normal . (point - eye) + distance >= 0.
typedef struct render_frustum {
    double eye[3];
    float normal[6][3], distance[6];
} render_frustum;

// The frustum of the part of a view between `low` and `high`, in normalised device coordinates.
void render_frustum_init(render_frustum *frustum, const float projection[16], const float view[16], const double eye[3],
                         const double low[2], const double high[2]);
// Computes the box around the surfaces of the first `count` slots, but for hidden ones. False: there are none. Costs a
// look at each block of slots, and at all slots of the blocks that have changed.
bool render_bounds_find_shaded_box(const render_bounds *bounds, uint32_t count, double low[3], double high[3]);

// The same around all objects.
bool render_bounds_find_box(const render_bounds *bounds, uint32_t count, double low[3], double high[3]);

// Sets `visible` for the first `count` slots.
void render_cull(render_bounds *bounds, uint32_t count, const render_frustum *frustum);
// Sets `visible` for one slot.
void render_cull_slot(render_bounds *bounds, uint32_t slot, const render_frustum *frustum);

#endif
