// region_nested.c: the traversal of a nested scene's tree by planes. Walks within each other share one stack, so that
// many levels fit on that of a small thread.
#include "base/compiler.h"
#include "region/region_kernel.h"

#include <math.h>

// The largest coordinate of each child: its boxes are wrong by parts of that.
static void find_largest(const pick_bvh_node *node, float largest[PICK_BVH_WIDTH])
{
    for (uint32_t c = 0; c < PICK_BVH_WIDTH; c++)
        largest[c] = 0;
    for (int side = 0; side < 6; side++) {
        for (uint32_t c = 0; c < PICK_BVH_WIDTH; c++) {
            const float x = fabsf(node->bounds[side][c]);
            largest[c] = x > largest[c] ? x : largest[c];
        }
    }
}

// Takes a plane out of the open sets of the children that are wholly inside of it, as the kernels do (test_children).
static void test_plane(const pick_plane_walk *walk, const pick_bvh_node *node, uint32_t plane,
                       const float largest[PICK_BVH_WIDTH], uint32_t still[PICK_BVH_WIDTH])
{
    const float *normal = walk->normal[plane];
    const uint8_t *farthest = walk->farthest[plane];
    float most[PICK_BVH_WIDTH], least[PICK_BVH_WIDTH];
    for (uint32_t c = 0; c < PICK_BVH_WIDTH; c++)
        most[c] = least[c] = walk->offset[plane];
    for (int k = 0; k < 3; k++) {
        const float *far = node->bounds[farthest[k]];
        const float *near = node->bounds[farthest[k] ^ 1];
        for (uint32_t c = 0; c < PICK_BVH_WIDTH; c++) {
            most[c] += normal[k] * far[c];
            least[c] += normal[k] * near[c];
        }
    }
    for (uint32_t c = 0; c < PICK_BVH_WIDTH; c++) {
        const float error = largest[c] * walk->relative + walk->pad[plane];
        if (most[c] <= -error) // false for infinite boxes, whose error is infinite or NaN
            still[c] = PICK_OPEN_OUTSIDE;
        else if (error <= least[c] && still[c] != PICK_OPEN_OUTSIDE)
            still[c] &= ~(1u << plane);
    }
}

static void test_shape(const pick_plane_walk *walk, const pick_box3f *box, uint32_t *still)
{
    if (*still == PICK_OPEN_OUTSIDE || (*still & PICK_OPEN_SHAPE) == 0 || (*still & PICK_OPEN_NEAR) != 0)
        return; // the last cannot be projected
    const pick_side side =
        pick_region_box_side(walk->region, (const double(*)[4])walk->to_window, walk->box_error, box);
    if (side == PICK_OUTSIDE)
        *still = PICK_OPEN_OUTSIDE;
    else if (side == PICK_INSIDE)
        *still &= ~PICK_OPEN_SHAPE;
}

static bool is_skipped(const pick_plane_walk *walk, uint32_t open)
{
    return (open == 0 && walk->skip_inside) || (open == PICK_OPEN_OUTSIDE && !walk->report_outside);
}

static void push_nested(const pick_plane_walk *walk, const pick_bvh_node *node, uint32_t open,
                        pick_nested_waiting *waiting)
{
    uint32_t still[PICK_BVH_WIDTH];
    for (uint32_t c = 0; c < PICK_BVH_WIDTH; c++)
        still[c] = open;
    if (open != PICK_OPEN_OUTSIDE && open != 0) {
        float largest[PICK_BVH_WIDTH];
        find_largest(node, largest);
        for (uint32_t planes = open & ~PICK_OPEN_SHAPE; planes != 0; planes &= planes - 1)
            test_plane(walk, node, pick_lowest_bit(planes), largest, still);
    }
    for (uint32_t c = 0; c < PICK_BVH_WIDTH && node->child[c] != PICK_REF_NONE; c++) {
        const pick_box3f box = pick_bvh_node_box(node, c);
        test_shape(walk, &box, &still[c]);
        if (is_skipped(walk, still[c]))
            continue;
        waiting->entries[waiting->count].ref = node->child[c];
        waiting->entries[waiting->count++].as.open = still[c];
    }
}

static bool visit_every_nested(pick_plane_walk *walk, const pick_scene *nested, uint32_t open)
{
    for (uint32_t slot = 0; slot < nested->slot_count; slot++) {
        const pick_object *object = pick_object_at(nested, slot);
        if ((object->flags & PICK_OBJECT_ALIVE) != 0 && pick_object_is_inside(nested, object) &&
            !is_skipped(walk, open) && walk->leaf(walk, PICK_REF_LEAF | slot, open))
            return true;
    }
    return false;
}

bool pick_plane_walk_nested(pick_plane_walk *walk, const pick_scene *nested, uint32_t open,
                            pick_nested_waiting *waiting, pick_stats *stats)
{
    const pick_tree *tree = &nested->tree;
    const uint32_t bottom = waiting->count;
    if (!pick_nested_has_room(waiting, tree))
        return visit_every_nested(walk, nested, open);
    for (uint32_t i = 0; i < tree->root_count; i++) {
        waiting->entries[waiting->count].ref = i;
        waiting->entries[waiting->count++].as.open = open;
    }
    while (waiting->count > bottom) {
        const uint32_t at = --waiting->count;
        const uint32_t ref = waiting->entries[at].ref, still = waiting->entries[at].as.open;
        if (is_skipped(walk, still)) // since a leaf has changed what is
            continue;
        if (pick_ref_is_node(ref)) {
            if (stats != NULL)
                ++stats->nodes;
            push_nested(walk, &pick_node_at(&tree->pool, ref)->node, still, waiting);
        } else if (walk->leaf(walk, ref, still)) {
            waiting->count = bottom;
            return true;
        }
    }
    return false;
}
