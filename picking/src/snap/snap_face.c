// snap_face.c: finds the triangle on the other side of an edge, to tell the diagonals of faces from edges. Meshes do
// not keep neighbours, so the mesh's hierarchy is searched at the middle of the edge.
#include "base/compiler.h"
#include "snap/snap_internal.h"

#include <math.h>

typedef struct neighbor_search {
    const pick_mesh *mesh;
    uint32_t triangle;        // the one whose edge it is
    const float *ends[2];     // of the edge
    pick_vec3 along, normal;  // of the edge, from the first end; of the triangle
    double square, thickness; // of the edge's length; how far a face may bend, times the normal's length
    bool bends;               // a neighbour lies in another plane, or has a longer side
    uint32_t neighbor;        // the lowest on the other side, or PICK_REF_NONE
    pick_vec3 across;
} neighbor_search;

static bool same_corner(const float a[3], const float b[3])
{
    return a[0] == b[0] && a[1] == b[1] && a[2] == b[2];
}

static pick_vec3 difference(const float a[3], const float b[3])
{
    return pick_vec3_make((double)a[0] - (double)b[0], (double)a[1] - (double)b[1], (double)a[2] - (double)b[2]);
}

static void look_at_neighbor(neighbor_search *search, uint32_t triangle, const float local[3][3])
{
    for (uint32_t i = 0; i < 3; i++) {
        const float *first = local[i], *second = local[(i + 1) % 3], *third = local[(i + 2) % 3];
        if (triangle == search->triangle ||
            !((same_corner(first, search->ends[0]) && same_corner(second, search->ends[1])) ||
              (same_corner(first, search->ends[1]) && same_corner(second, search->ends[0]))))
            continue;
        const pick_vec3 to_third = difference(third, search->ends[0]), back = difference(third, search->ends[1]);
        if (fabs(pick_vec3_dot(search->normal, to_third)) > search->thickness ||
            pick_vec3_dot(to_third, to_third) >= search->square || pick_vec3_dot(back, back) >= search->square) {
            search->bends = true;
        } else if (pick_vec3_dot(pick_vec3_cross(search->along, to_third), search->normal) < 0 &&
                   triangle < search->neighbor) {
            search->neighbor = triangle;
            search->across =
                pick_vec3_add(to_third, pick_vec3_make((double)search->ends[0][0], (double)search->ends[0][1],
                                                       (double)search->ends[0][2]));
        }
        return;
    }
}

static void look_at_face_leaf(neighbor_search *search, uint32_t ref)
{
    const pick_block *block = pick_mesh_blocks(search->mesh, ref);
    for (const pick_block *end = block + pick_leaf_block_count(ref); block < end; block++) {
        for (uint32_t lane = 0; lane < PICK_BLOCK_SIZE; lane++) {
            float local[3][3];
            if (block->triangle[lane] == PICK_BLOCK_UNUSED)
                continue;
            pick_block_vertices(block, lane, local);
            look_at_neighbor(search, block->triangle[lane] & PICK_BLOCK_TRIANGLE_MASK, (const float(*)[3])local);
        }
    }
}

// Whether a box of a mesh's hierarchy may have a point of box space in it. Boxes are rounded floats.
static bool box_has(const pick_box3f *box, const double at[3])
{
    for (int k = 0; k < 3; k++) {
        if (!(at[k] >= (double)box->lo[k] - 0x1p-19 && at[k] <= (double)box->hi[k] + 0x1p-19))
            return false;
    }
    return true;
}

static void walk_at(neighbor_search *search, const double at[3])
{
    uint32_t stack[PICK_TREE_STACK];
    uint32_t count = 1;
    stack[0] = search->mesh->root;
    while (count > 0 && !search->bends) {
        const uint32_t ref = stack[--count];
        if (!pick_ref_is_node(ref)) {
            look_at_face_leaf(search, ref);
            continue;
        }
        const pick_bvh_node *node = pick_mesh_node(search->mesh, ref);
        for (uint32_t c = 0; c < PICK_BVH_WIDTH && node->child[c] != PICK_REF_NONE; c++) {
            const pick_box3f box = pick_bvh_node_box(node, c);
            if (!box_has(&box, at))
                continue;
            PICK_ASSERT(count < PICK_TREE_STACK);
            stack[count++] = node->child[c];
        }
    }
}

static void walk_all(neighbor_search *search)
{
    for (uint32_t i = 0; i < search->mesh->triangle_count && !search->bends; i++) {
        float local[3][3];
        pick_mesh_positions(search->mesh, i, local);
        if (pick_triangle_is_valid((const float(*)[3])local))
            look_at_neighbor(search, i, (const float(*)[3])local);
    }
}

bool pick_snap_is_diagonal(const pick_nearest_search *common, uint32_t edge, double across[3])
{
    const pick_mesh *mesh = pick_nearest_object(common, common->slot)->mesh;
    const float(*local)[3] = (const float(*)[3])common->local;
    const float *a = local[edge], *b = local[(edge + 1) % 3], *c = local[(edge + 2) % 3];
    const pick_vec3 along = difference(b, a), to_c = difference(c, a), back = difference(c, b);
    neighbor_search search = {.mesh = mesh,
                              .triangle = common->triangle,
                              .ends = {a, b},
                              .along = along,
                              .normal = pick_vec3_cross(along, to_c),
                              .square = pick_vec3_dot(along, along),
                              .neighbor = PICK_REF_NONE};
    if (!pick_mesh_has_triangles(mesh) || pick_vec3_dot(to_c, to_c) >= search.square ||
        pick_vec3_dot(back, back) >= search.square)
        return false;
    search.thickness = 0x1p-10 * pick_vec3_length(search.normal) * sqrt(search.square);
    if (common->brute_force) {
        walk_all(&search);
    } else {
        double at[3];
        for (int k = 0; k < 3; k++)
            at[k] = (0.5 * ((double)a[k] + (double)b[k]) - mesh->center[k]) * mesh->scale;
        walk_at(&search, at);
    }
    across[0] = search.across.x;
    across[1] = search.across.y;
    across[2] = search.across.z;
    return !search.bends && search.neighbor != PICK_REF_NONE;
}
