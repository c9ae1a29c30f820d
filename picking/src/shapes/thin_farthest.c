// thin_farthest.c: finds the end of points, lines and curves that is farthest along a direction, as mesh_farthest.c
// does for meshes. Boxes hold the ends to the last bit.
#include "base/compiler.h"
#include "shapes/thin_internal.h"

#include <math.h>

typedef struct end_search {
    pick_even_walk walk; // first, so that a pointer to this is one to it
    const pick_thin *thin;
    pick_vec3 to;
    double slack, most;
    pick_vec3 best;
} end_search;

static void reach_keys(pick_even_walk *walk, const pick_even_node *node, double key, double out[PICK_EVEN_WIDTH])
{
    const end_search *search = (const end_search *)(const void *)walk;
    const pick_vec3 to = search->to;
    (void)key;
    for (int c = 0; c < PICK_EVEN_WIDTH; c++)
        out[c] = -(to.x * (double)node->bounds[to.x > 0][c] + to.y * (double)node->bounds[2 + (to.y > 0)][c] +
                   to.z * (double)node->bounds[4 + (to.z > 0)][c]);
}

static bool look_at_ends(pick_even_walk *walk, uint32_t item, double key)
{
    end_search *search = (end_search *)(void *)walk;
    pick_vec3 end[2];
    (void)key;
    if (!pick_thin_segment(search->thin, item, &end[0], &end[1]))
        return false;
    for (int i = 0; i < (search->thin->are_points ? 1 : 2); i++) {
        const double along = pick_vec3_dot(search->to, end[i]);
        if (along > search->most) {
            search->most = along;
            search->best = end[i];
            walk->limit = nextafter(-(along + search->slack), -HUGE_VAL); // what only reaches as far is passed over
        }
    }
    return false;
}

bool pick_thin_farthest(const pick_thin *thin, pick_vec3 direction, double slack, pick_vec3 *out)
{
    if (thin == NULL || out == NULL || !pick_is_finite_vec3(direction) || !(slack >= 0))
        return false;
    end_search search = {.thin = thin, .to = pick_vec3_normalize(direction), .slack = slack, .most = -HUGE_VAL};
    search.walk = pick_thin_plan_walk(thin, reach_keys, look_at_ends);
    search.walk.limit = HUGE_VAL;
    (void)pick_even_visit(&thin->tree, &search.walk, -HUGE_VAL);
    if (search.most == -HUGE_VAL)
        return false;
    *out = search.best;
    return true;
}
