// cull.h: rejects objects whose boxes lie outside a view.
//
// Boxes around blocks of slots, and around blocks of blocks, are tested first. What lies outside, or wholly inside, is
// decided at once, and nothing is done where it lay there in the view before. Boxes of all levels are tested alike: by
// linear scans over arrays, in float relative to the eye, which the compiler vectorizes. All is conservative: boxes and
// planes are widened by more than the rounding errors.
#ifndef RENDERER_SRC_CULL_H
#define RENDERER_SRC_CULL_H

#include "renderer/scene.h"

// A block of each level has FAN boxes of the level below. Level 0: slots.
enum { RENDER_BOUNDS_LEVELS = 4, RENDER_BOUNDS_TOP = RENDER_BOUNDS_LEVELS - 1, RENDER_BOUNDS_FAN = 16 };

// World boxes: centres in double, half sizes in float. A hidden one has half size -3e38.
typedef struct render_boxes {
    double *center[3];
    float *half[3];
    uint32_t count;
    // Of blocks:
    uint8_t *sides;    // where each lay in the view that was culled last
    uint16_t *visible; // how many of its slots are visible there
} render_boxes;

typedef struct render_bounds {
    render_boxes boxes[RENDER_BOUNDS_LEVELS]; // those of slots are as many as there is room for; unused ones are hidden
    uint8_t *visible;                         // by slot, in the view that was culled last
    uint8_t *shaded;                          // by slot: it has surfaces, on which shadows can fall
    struct render_shaded_box *shaded_boxes;   // around some slots each
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
// Computes the box around all surfaces, but for hidden ones. False: there are none. Costs a look at each few hundred
// slots, and at all of those that have changed.
bool render_bounds_find_shaded_box(const render_bounds *bounds, double low[3], double high[3]);
// Fits the blocks to what has changed, and computes the box around all objects, but for hidden ones. False: there are
// none.
bool render_bounds_find_box(render_bounds *bounds, double low[3], double high[3]);

// Fits the blocks to what has changed, and sets what is visible. Returns how many slots are.
uint32_t render_cull(render_bounds *bounds, const render_frustum *frustum);
// Whether one slot is visible.
bool render_cull_slot(const render_bounds *bounds, uint32_t slot, const render_frustum *frustum);

#endif
