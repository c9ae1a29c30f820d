// region_height_field.c: the blocks of a height field against a region, as boxes of world axes relative to the eye.
#include "region/region_height_field.h"
#include "base/compiler.h"

#include <math.h>

typedef struct field_search {
    const pick_region *region;
    const pick_object *object;
    pick_vec3 offset;
    const pick_height_field *field;
    const pick_region_field_rules *rules;
    uint32_t open; // of the current leaf
} field_search;

// What is still open of a box, given by its corners; PICK_OPEN_OUTSIDE: it lies outside.
static uint32_t open_of_box(const pick_region *region, const pick_vec3 corner[8], uint32_t open)
{
    double largest = 0;
    for (int i = 0; i < 8; i++)
        largest = fmax(largest, pick_largest(corner[i].x, corner[i].y, corner[i].z));
    for (uint32_t p = 0; p < region->frustum.plane_count; p++) {
        if ((open >> p & 1u) == 0)
            continue;
        const double *plane = region->frustum.planes[p];
        const double error = 0x1p-44 * ((fabs(plane[0]) + fabs(plane[1]) + fabs(plane[2])) * largest + fabs(plane[3]));
        double least = HUGE_VAL, most = -HUGE_VAL;
        for (int i = 0; i < 8; i++) {
            const double distance = pick_frustum_distance(plane, corner[i]);
            least = fmin(least, distance);
            most = fmax(most, distance);
        }
        if (most < -error)
            return PICK_OPEN_OUTSIDE;
        if (least > error)
            open &= ~(1u << p);
    }
    if ((open & PICK_OPEN_SHAPE) == 0 || (open & PICK_OPEN_NEAR) != 0)
        return open;
    pick_vec2 min = {HUGE_VAL, HUGE_VAL}, max = {-HUGE_VAL, -HUGE_VAL};
    for (int i = 0; i < 8; i++) {
        const pick_vec2 at = pick_frustum_project(&region->frustum, corner[i]);
        min = (pick_vec2){fmin(min.x, at.x), fmin(min.y, at.y)};
        max = (pick_vec2){fmax(max.x, at.x), fmax(max.y, at.y)};
    }
    const double pad = 0x1p-30 * (1 + fabs(min.x) + fabs(min.y) + fabs(max.x) + fabs(max.y));
    const pick_side side =
        pick_region_shape_side(region, (pick_vec2){min.x - pad, min.y - pad}, (pick_vec2){max.x + pad, max.y + pad});
    if (side == PICK_OUTSIDE)
        return PICK_OPEN_OUTSIDE;
    return side == PICK_INSIDE ? open & ~PICK_OPEN_SHAPE : open;
}

static bool look_at_field_triangle(void *user, uint32_t triangle, const float vertex[3][3])
{
    const field_search *search = user;
    return search->rules->look(search->rules->user, triangle, vertex, search->open);
}

static bool walk_field(field_search *search, pick_height_block block, uint32_t open)
{
    double low[3], high[3];
    pick_vec3 corner[8];
    if (!pick_height_box(search->field, block, low, high))
        return false;
    if (open != PICK_OPEN_OUTSIDE && open != 0) {
        for (int i = 0; i < 8; i++)
            corner[i] = pick_vec3_add(pick_object_turn(search->object, i & 1 ? high[0] : low[0],
                                                       i & 2 ? high[1] : low[1], i & 4 ? high[2] : low[2]),
                                      search->offset);
        open = open_of_box(search->region, (const pick_vec3 *)corner, open);
    }
    // Triangles inside cannot change the answer of `contain` once one has counted, and those outside not that of touch.
    if (open == PICK_OPEN_OUTSIDE ? !search->rules->contain : open == 0 && search->rules->skips(search->rules->user))
        return false;
    if (block.level == 0) {
        search->open = open;
        return pick_height_visit(search->field, block, look_at_field_triangle, search);
    }
    for (uint32_t i = 0; i < 4; i++) {
        pick_height_block child;
        if (pick_height_child(search->field, block, i, &child) && walk_field(search, child, open))
            return true;
    }
    return false;
}

bool pick_region_walk_field(const pick_region *region, const pick_object *object, pick_vec3 offset,
                            const pick_height_field *field, const pick_region_field_rules *rules, uint32_t open)
{
    field_search search = {region, object, offset, field, rules, 0};
    return walk_field(&search, pick_height_top(field), open);
}
