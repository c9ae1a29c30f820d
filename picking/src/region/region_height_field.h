// region_height_field.h: height fields in a region. Private.
#ifndef PICKING_SRC_REGION_HEIGHT_FIELD_H
#define PICKING_SRC_REGION_HEIGHT_FIELD_H

#include "region/region_internal.h"
#include "shapes/height_field_internal.h"

typedef struct pick_region_field_rules {
    bool contain; // triangles outside are looked at
    // Tests a triangle against `open`. True ends the walk.
    bool (*look)(void *user, uint32_t triangle, const float vertex[3][3], uint32_t open);
    // Whether triangles inside need not be looked at any more.
    bool (*skips)(void *user);
    void *user;
} pick_region_field_rules;

// Looks at the triangles of an object's height field that may decide. Returns whether one ended the walk.
bool pick_region_walk_field(const pick_region *region, const pick_object *object, pick_vec3 offset,
                            const pick_height_field *field, const pick_region_field_rules *rules, uint32_t open);

#endif
