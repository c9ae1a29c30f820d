// region_nested.c: the traversal of a nested scene's tree by planes. Walks within each other share one stack, so that
// many levels fit on that of a small thread.
#include "base/compiler.h"
#include "region/region_kernel.h"

static bool is_skipped(const pick_plane_walk *walk, uint32_t open)
{
    return (open == 0 && walk->skip_inside) || (open == PICK_OPEN_OUTSIDE && !walk->report_outside);
}

// The open set of a box, from what is open after tests of planes.
static uint32_t shape_of(const pick_plane_walk *walk, const pick_bvh_node *node, uint32_t child, uint32_t open)
{
    if ((open & PICK_OPEN_SHAPE) == 0 || (open & PICK_OPEN_NEAR) != 0) // or it cannot be projected
        return open;
    const pick_box3f box = pick_bvh_node_box(node, child);
    const pick_side side =
        pick_region_box_side(walk->region, (const double(*)[4])walk->to_window, walk->box_error, &box);
    return side == PICK_OUTSIDE ? PICK_OPEN_OUTSIDE : (side == PICK_INSIDE ? open & ~PICK_OPEN_SHAPE : open);
}

static void push_nested(const pick_plane_walk *walk, pick_plane_tester test, const pick_tree_node *node, uint32_t open,
                        pick_nested_waiting *waiting)
{
    pick_plane_sides sides = {.outside = 0};
    const bool is_across = open != 0 && open != PICK_OPEN_OUTSIDE;
    if (is_across)
        test(walk, &node->node, open & ~PICK_OPEN_SHAPE, &sides);
    for (uint32_t c = 0; c < node->count; c++) {
        uint32_t still = open;
        if ((sides.outside >> c & 1u) != 0)
            still = PICK_OPEN_OUTSIDE;
        else if (is_across)
            still = shape_of(walk, &node->node, c, pick_plane_still_open(&sides, c, open));
        if (is_skipped(walk, still))
            continue;
        waiting->entries[waiting->count].ref = node->node.child[c];
        waiting->entries[waiting->count++].as.open = still;
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
    const pick_plane_tester test = pick_plane_tester_at(nested->simd);
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
            push_nested(walk, test, pick_node_at(&tree->pool, ref), still, waiting);
        } else if (walk->leaf(walk, ref, still)) {
            waiting->count = bottom;
            return true;
        }
    }
    return false;
}
