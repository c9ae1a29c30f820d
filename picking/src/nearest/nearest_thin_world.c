// nearest_thin_world.c: finds the point, line or curve nearest to a world point.
#include "base/compiler.h"
#include "nearest/nearest_internal.h"
#include "nearest/nearest_thin.h"

#include <math.h>

typedef struct thin_world_search {
    pick_even_walk walk; // first, so that a pointer to this is one to it
    pick_nearest_search *common;
    const pick_object *object;
    const pick_thin *thin;
    pick_vec3 offset; // of the object's origin from the point
    double error;     // of boxes, a length
} thin_world_search;

// The distance to the box around a box of object space.
static void world_keys(pick_even_walk *walk, const pick_even_node *node, double key, double out[PICK_EVEN_WIDTH])
{
    const thin_world_search *search = (const thin_world_search *)(const void *)walk;
    const float *linear = search->object->linear;
    const double offset[3] = {search->offset.x, search->offset.y, search->offset.z};
    (void)key;
    for (int c = 0; c < PICK_EVEN_WIDTH; c++) {
        double square = 0;
        for (int k = 0; k < 3; k++) {
            double low = offset[k], high = offset[k];
            for (int i = 0; i < 3; i++) {
                const double a = (double)linear[3 * i + k] * (double)node->bounds[2 * i][c];
                const double b = (double)linear[3 * i + k] * (double)node->bounds[2 * i + 1][c];
                low += pick_least(a, b);
                high += pick_most(a, b);
            }
            const double off = pick_most(pick_most(low, -high) - search->error, 0);
            square += off * off;
        }
        out[c] = pick_even_down(sqrt(square));
    }
}

static void look_at_segment_in_world(thin_world_search *search, uint32_t segment)
{
    const pick_object *object = search->object;
    const pick_thin *thin = search->thin;
    pick_nearest_search *common = search->common;
    pick_vec3 from, to;
    if (!pick_thin_segment(thin, segment, &from, &to))
        return;
    if (common->query->stats != NULL)
        ++common->query->stats->triangles;
    const pick_vec3 origin = {0, 0, 0};
    const pick_vec3 a = pick_vec3_add(pick_object_turn(object, from.x, from.y, from.z), search->offset);
    const pick_vec3 b = pick_vec3_add(pick_object_turn(object, to.x, to.y, to.z), search->offset);
    const uint32_t part = pick_thin_part(thin, segment);
    pick_thin_hit hit = {.part = part};
    double along = pick_thin_nearest_along(a, b, origin);
    pick_vec3 nearest = pick_vec3_add(a, pick_vec3_scale(pick_vec3_sub(b, a), along));
    if (pick_thin_is_bare(thin)) {
        hit.distance = pick_vec3_length(nearest);
    } else {
        const pick_volume_part tube = pick_thin_body(thin, part, from, to);
        const pick_body body = pick_body_make(&tube, object->linear, search->offset);
        const pick_gjk_result result = pick_nearest_on_body(&body);
        hit.distance = result.distance;
        nearest = result.distance > 0 ? result.nearest : origin;
        if (result.distance > 0)
            hit.normal = pick_unit_vec3(pick_vec3_scale(nearest, -1));
        along = pick_thin_nearest_along(a, b, nearest);
    }
    hit.along = pick_thin_along(thin, part, segment, along);
    hit.point = pick_vec3_add(common->from, nearest);
    if (pick_nearest_offer_thin(common, &hit, segment))
        search->walk.limit = hit.distance;
}

static bool world_item(pick_even_walk *walk, uint32_t item, double key)
{
    (void)key;
    look_at_segment_in_world((thin_world_search *)(void *)walk, item);
    return false;
}

void pick_nearest_look_at_thin(pick_nearest_search *common, const pick_object *object)
{
    const pick_thin *thin = pick_thin_of(object->mesh);
    const pick_box3f box = pick_even_bounds(&thin->tree);
    thin_world_search search = {.common = common,
                                .object = object,
                                .thin = thin,
                                .offset = pick_object_offset(object, common->from),
                                .walk = pick_thin_plan_walk(thin, world_keys, world_item)};
    search.walk.limit = common->found ? common->best.distance : common->radius;
    for (int i = 0; i < 9; i++) {
        const double size = pick_most(fabs((double)box.lo[i / 3]), fabs((double)box.hi[i / 3]));
        search.error += fabs((double)object->linear[i]) * size;
    }
    const pick_vec3 o = search.offset;
    // Of what has a surface the distance is known to a trillionth of its size.
    search.error = (search.error + fabs(o.x) + fabs(o.y) + fabs(o.z)) * 0x1p-38;
    for (uint32_t i = 0; common->brute_force && i < thin->tree.item_count; i++)
        look_at_segment_in_world(&search, i);
    if (!common->brute_force)
        (void)pick_even_visit(&thin->tree, &search.walk, 0);
    if (common->query->stats != NULL)
        common->query->stats->nodes += search.walk.nodes;
}
