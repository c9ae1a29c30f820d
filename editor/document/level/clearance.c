#include "document/level/clearance.h"

#include <math.h>
#include <stdlib.h>

// A surface below one of the two, and a lower bound of its distance from all of the other one.
typedef struct leaf {
    pick_aabb box;
    double bound;
    uint32_t object;
} leaf;

typedef struct leaves {
    leaf *items;
    uint32_t count;
    pick_aabb box; // around all
} leaves;

static int by_bound(const void *a, const void *b)
{
    const leaf *x = a, *y = b;
    return x->bound < y->bound ? -1 : x->bound > y->bound ? 1 : x->object < y->object ? -1 : x->object > y->object;
}

static double gap(double a_min, double a_max, double b_min, double b_max)
{
    return fmax(0, fmax(b_min - a_max, a_min - b_max));
}

// The distance of two boxes, less what rounding may have added.
static double box_distance(const pick_aabb *a, const pick_aabb *b)
{
    const pick_vec3 d = {gap(a->min.x, a->max.x, b->min.x, b->max.x), gap(a->min.y, a->max.y, b->min.y, b->max.y),
                         gap(a->min.z, a->max.z, b->min.z, b->max.z)};
    return pick_vec3_length(d) * (1 - 1e-12);
}

// False: out of memory.
static bool collect(const editor_level *level, uint32_t root, leaves *out)
{
    const bool hidden = level->objects[root].is_hidden; // with all that it holds
    uint32_t below = 0;
    for (uint32_t i = root; i != EDITOR_NONE; i = editor_level_next_below(level, root, i))
        below++;
    *out = (leaves){.items = malloc(below * sizeof(*out->items)), .box = PICK_AABB_EMPTY};
    for (uint32_t i = root; out->items && i != EDITOR_NONE; i = editor_level_next_below(level, root, i)) {
        leaf *item = &out->items[out->count];
        if (level->objects[i].mesh == EDITOR_NONE || (level->objects[i].is_hidden && !hidden) ||
            pick_scene_object_bounds(level->scene, level->objects[i].pick, &item->box) != PICK_OK ||
            pick_aabb_is_empty(&item->box))
            continue;
        item->object = i;
        out->box = pick_aabb_union(&out->box, &item->box);
        out->count++;
    }
    return out->items != NULL;
}

static void sort(leaves *it, const leaves *other)
{
    for (uint32_t i = 0; i < it->count; i++)
        it->items[i].bound = box_distance(&it->items[i].box, &other->box);
    if (it->count > 1)
        qsort(it->items, it->count, sizeof(*it->items), by_bound);
}

// Those that may be nearest come first, so that most pairs are never measured.
static bool find(const editor_level *level, const leaves *a, const leaves *b, editor_clearance *out)
{
    bool found = false;
    for (uint32_t i = 0; i < a->count && !(found && a->items[i].bound >= out->distance); i++) {
        for (uint32_t k = 0; k < b->count && !(found && b->items[k].bound >= out->distance); k++) {
            const leaf *x = &a->items[i], *y = &b->items[k];
            pick_clearance now;
            if ((found && box_distance(&x->box, &y->box) >= out->distance) ||
                !pick_object_clearance(level->scene, level->objects[x->object].pick, level->objects[y->object].pick,
                                       NULL, &now) ||
                (found && now.distance >= out->distance))
                continue;
            *out = (editor_clearance){now.distance, {now.point[0], now.point[1]}, {x->object, y->object}};
            found = true;
        }
    }
    return found;
}

bool editor_clearance_find(const editor_level *level, uint32_t a, uint32_t b, editor_clearance *out)
{
    leaves of_a, of_b;
    bool found = collect(level, a, &of_a);
    found &= collect(level, b, &of_b);
    if (found) {
        sort(&of_a, &of_b);
        sort(&of_b, &of_a);
        found = find(level, &of_a, &of_b, out);
    }
    free(of_a.items);
    free(of_b.items);
    return found;
}
