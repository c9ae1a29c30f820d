// region_thin.h: points, lines and curves in a region. Private.
#ifndef PICKING_SRC_REGION_THIN_H
#define PICKING_SRC_REGION_THIN_H

#include "region/region_internal.h"
#include "shapes/thin_internal.h"

// The parts of an object that is thin and not flat: pick_thin_in_region.
size_t pick_thin_parts_in_region(const pick_object *object, const pick_region *region, pick_region_mode mode,
                                 uint32_t *out, size_t capacity, bool brute_force);

// Whether the object as a whole is: any part is touched, or it has parts and all are contained. `accept` decides which
// parts count; NULL: all do. `counted`: whether any of the parts that were looked at counts; a search for what is
// touched ends at the first.
typedef struct pick_thin_region_rule {
    bool (*accept)(void *user, uint32_t part);
    void *user;
    pick_stats *stats; // NULL: not counted
} pick_thin_region_rule;
bool pick_thin_object_in_region(const pick_object *object, const pick_region *region, pick_region_mode mode,
                                const pick_thin_region_rule *rule, bool brute_force, bool *counted);

// --- Lines with a width in the window (region_stroke.c) -------------------------------------------------------------

// Whether a segment of the world, relative to the eye, with a half width on screen, touches the region, or is
// contained.
bool pick_region_stroke_touches(const pick_region *region, pick_vec3 a, pick_vec3 b, double radius);
bool pick_region_stroke_contained(const pick_region *region, pick_vec3 a, pick_vec3 b, double radius);

#endif
