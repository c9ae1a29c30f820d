// mesh_farthest.c: finds the vertex of a mesh that is farthest along a direction: visits the boxes that reach farthest
// first, and leaves out those that reach no farther than the best vertex.
//
// Boxes are compared in box space, with the best vertex rounded to floats as they are: so they hold what is in them to
// the last bit, and one that only reaches as far is left out. Of a large flat side, one leaf is read.
#include "base/compiler.h"
#include "math/math_inline.h"
#include "mesh/mesh_internal.h"

#include <math.h>

typedef struct vertex_search {
    const pick_mesh *mesh;
    double to[3];
    double slack;  // of box space
    double most;   // in object space
    double needed; // how far a box must reach, in box space
    float best[3];
    bool found;
} vertex_search;

// How far a box reaches; of an empty one -infinity or NaN.
static double vertex_reach(const vertex_search *search, const pick_bvh_node *node, uint32_t child)
{
    double reach = 0;
    for (int k = 0; k < 3; k++)
        reach += search->to[k] * (double)node->bounds[2 * k + (search->to[k] > 0)][child];
    return reach;
}

static void take_farthest_vertex(vertex_search *search, const pick_block *block, int i, int lane, double along)
{
    const pick_mesh *mesh = search->mesh;
    search->found = true;
    search->most = along;
    search->needed = search->slack;
    for (int k = 0; k < 3; k++) {
        search->best[k] = block->vertex[i][k][lane];
        const float boxed = (float)(((double)search->best[k] - mesh->center[k]) * mesh->scale) + 0.0f;
        search->needed += search->to[k] * (double)boxed;
    }
}

static void look_into_leaf(vertex_search *search, uint32_t ref)
{
    const pick_block *block = pick_mesh_blocks(search->mesh, ref);
    const pick_block *end = block + pick_leaf_block_count(ref);
    for (; block < end; block++) {
        for (int i = 0; i < 3; i++) {
            double along[PICK_BLOCK_SIZE];
            for (int lane = 0; lane < PICK_BLOCK_SIZE; lane++)
                along[lane] = search->to[0] * (double)block->vertex[i][0][lane] +
                              search->to[1] * (double)block->vertex[i][1][lane] +
                              search->to[2] * (double)block->vertex[i][2][lane];
            for (int lane = 0; lane < PICK_BLOCK_SIZE; lane++) {
                if (along[lane] > search->most && block->triangle[lane] != PICK_BLOCK_UNUSED)
                    take_farthest_vertex(search, block, i, lane, along[lane]);
            }
        }
    }
}

bool pick_mesh_farthest(const pick_mesh *mesh, pick_vec3 direction, double slack, pick_vec3 *out)
{
    if (mesh == NULL || out == NULL || !pick_is_finite_vec3(direction) || !(slack >= 0) || mesh->root == PICK_REF_NONE)
        return false;
    const pick_vec3 unit = pick_vec3_normalize(direction);
    vertex_search search = {.mesh = mesh,
                            .to = {unit.x, unit.y, unit.z},
                            .slack = slack * mesh->scale,
                            .most = -HUGE_VAL,
                            .needed = -HUGE_VAL};
    pick_waiting waiting;
    waiting.count = 0;
    pick_waiting_push(&waiting, 0, (pick_waiting_node){.key = -HUGE_VAL, .ref = mesh->root});
    while (waiting.count > 0) {
        const pick_waiting_node next = waiting.nodes[--waiting.count];
        if (!(-next.key > search.needed))
            continue;
        if (!pick_ref_is_node(next.ref)) {
            look_into_leaf(&search, next.ref);
            continue;
        }
        const pick_bvh_node *node = pick_mesh_node(mesh, next.ref);
        const uint32_t bottom = waiting.count;
        for (uint32_t i = 0; i < PICK_BVH_WIDTH && node->child[i] != PICK_REF_NONE; i++) {
            const double reach = vertex_reach(&search, node, i);
            if (reach > search.needed)
                pick_waiting_push(&waiting, bottom, (pick_waiting_node){.key = -reach, .ref = node->child[i]});
        }
    }
    if (search.found)
        *out = pick_vec3_make((double)search.best[0], (double)search.best[1], (double)search.best[2]);
    return search.found;
}
