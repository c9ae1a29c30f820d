// nearest_height_field.c: the features of height fields that are nearest: down the pyramid, near blocks first.
#include "base/compiler.h"
#include "nearest/nearest_internal.h"

typedef struct field_visit {
    pick_nearest_search *search;
    const pick_height_field *field;
    pick_nearest_visitor *visit;
    uint32_t slot, flags;
} field_visit;

static bool visit_field_triangle(void *user, uint32_t triangle, const float vertex[3][3])
{
    const field_visit *visit = user;
    visit->visit(visit->search, visit->slot, triangle, visit->flags, vertex);
    return false;
}

// No more than the distance of anything in a block. Infinite: nothing is in it.
static double block_distance(const field_visit *visit, pick_height_block block)
{
    const pick_nearest_search *search = visit->search;
    const pick_object *object = pick_nearest_object(search, visit->slot);
    const pick_vec3 offset = pick_object_offset(object, search->from);
    double low[3], high[3];
    pick_vec3 corner[8];
    if (!pick_height_box(visit->field, block, low, high))
        return HUGE_VAL;
    for (int i = 0; i < 8; i++)
        corner[i] = pick_vec3_add(
            pick_object_turn(object, i & 1 ? high[0] : low[0], i & 2 ? high[1] : low[1], i & 4 ? high[2] : low[2]),
            offset);
    return search->box_distance(search, (const pick_vec3 *)corner);
}

static void visit_block(field_visit *visit, pick_height_block block)
{
    pick_height_block child[4];
    double distance[4];
    uint32_t count = 0;
    if (block.level == 0) {
        (void)pick_height_visit(visit->field, block, visit_field_triangle, visit);
        return;
    }
    for (uint32_t i = 0; i < 4; i++) {
        pick_height_block one;
        if (!pick_height_child(visit->field, block, i, &one))
            continue;
        const double away = block_distance(visit, one);
        uint32_t at = count++;
        for (; at > 0 && distance[at - 1] > away; at--) {
            child[at] = child[at - 1];
            distance[at] = distance[at - 1];
        }
        child[at] = one;
        distance[at] = away;
    }
    for (uint32_t i = 0; i < count && distance[i] < HUGE_VAL && !(distance[i] > pick_nearest_limit(visit->search)); i++)
        visit_block(visit, child[i]);
}

void pick_nearest_visit_field(pick_nearest_search *search, const pick_volume *volume, pick_nearest_visitor *visitor)
{
    field_visit visit = {search, volume->field, visitor, search->slot, volume->submesh.flags};
    const pick_height_block top = pick_height_top(volume->field);
    if (search->brute_force)
        (void)pick_height_visit(volume->field, top, visit_field_triangle, &visit);
    else
        visit_block(&visit, top);
}
