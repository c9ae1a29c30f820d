// What a mesh's hierarchy takes from its positions: bounds, leaves, boxes, cost. Once when it is built, and again
// whenever it is refitted.
#include "mesh_internal.h"

#include <assert.h>
#include <math.h>
#include <string.h>

static const pick_box3f empty_box = {{INFINITY, INFINITY, INFINITY}, {-INFINITY, -INFINITY, -INFINITY}};

bool pick_triangle_is_sound(const float vertex[3][3])
{
    double e[2][3];
    for (int k = 0; k < 3; ++k) {
        if (!isfinite(vertex[0][k]) || !isfinite(vertex[1][k]) || !isfinite(vertex[2][k])) {
            return false;
        }
        e[0][k] = (double)vertex[1][k] - (double)vertex[0][k];
        e[1][k] = (double)vertex[2][k] - (double)vertex[0][k];
    }
    return e[0][1] * e[1][2] != e[0][2] * e[1][1] || e[0][2] * e[1][0] != e[0][0] * e[1][2] ||
           e[0][0] * e[1][1] != e[0][1] * e[1][0];
}

void pick_mesh_set_extent(pick_mesh *mesh, const pick_mesh_extent *extent)
{
    const pick_box3f *box = &extent->box;
    double half = 0;
    for (int k = 0; k < 3; ++k) {
        mesh->center[k] = extent->count > 0 ? 0.5 * ((double)box->lo[k] + (double)box->hi[k]) : 0;
        half = extent->count > 0 ? fmax(half, 0.5 * ((double)box->hi[k] - (double)box->lo[k])) : 0;
    }
    int exponent = 0;
    (void)frexp(half, &exponent); // half < 2^exponent
    mesh->scale = ldexp(1.0, -exponent);
    mesh->bounds = *box;
    mesh->dropped_count = mesh->triangle_count - extent->count;
}

void pick_mesh_measure(pick_mesh *mesh)
{
    pick_mesh_extent extent = PICK_MESH_EXTENT_EMPTY;
    for (uint32_t triangle = 0; triangle < mesh->triangle_count; ++triangle) {
        float v[3][3];
        pick_mesh_positions(mesh, triangle, v);
        if (pick_triangle_is_sound((const float(*)[3])v)) {
            pick_box3f box;
            pick_vertex_range((const float(*)[3])v, &box);
            pick_mesh_extent_grow(&extent, &box);
        }
    }
    pick_mesh_set_extent(mesh, &extent);
}

// --- From the leaves up ---------------------------------------------------------------------------------------------

typedef struct fitter {
    const pick_mesh *mesh;
    char *arena;
    pick_box3f *parts;
    bool leaves;
    double cost;
} fitter;

static void grow(pick_box3f *box, const pick_box3f *by)
{
    for (int k = 0; k < 3; ++k) {
        box->lo[k] = by->lo[k] < box->lo[k] ? by->lo[k] : box->lo[k];
        box->hi[k] = by->hi[k] > box->hi[k] ? by->hi[k] : box->hi[k];
    }
}

// The box of a block's sound triangles: those whose vertices do not coincide.
static pick_box3f block_box(const pick_block *block)
{
    float lo[3][PICK_BLOCK_SIZE], hi[3][PICK_BLOCK_SIZE];
    uint32_t differs[PICK_BLOCK_SIZE] = {0};
    for (int k = 0; k < 3; ++k) {
        const float *a = block->vertex[0][k], *b = block->vertex[1][k], *c = block->vertex[2][k];
        for (int lane = 0; lane < PICK_BLOCK_SIZE; ++lane) {
            const float low = a[lane] < b[lane] ? a[lane] : b[lane];
            const float high = a[lane] > b[lane] ? a[lane] : b[lane];
            lo[k][lane] = c[lane] < low ? c[lane] : low;
            hi[k][lane] = c[lane] > high ? c[lane] : high;
            differs[lane] |= lo[k][lane] != hi[k][lane];
        }
    }
    pick_box3f box = empty_box;
    for (int lane = 0; lane < PICK_BLOCK_SIZE; ++lane) {
        const pick_box3f one = {{lo[0][lane], lo[1][lane], lo[2][lane]}, {hi[0][lane], hi[1][lane], hi[2][lane]}};
        if (differs[lane] != 0) {
            grow(&box, &one);
        }
    }
    return box;
}

static bool is_sound(const pick_mesh *mesh, uint32_t tagged)
{
    float vertex[3][3];
    pick_mesh_positions(mesh, tagged & PICK_BLOCK_TRIANGLE_MASK, vertex);
    return pick_triangle_is_sound((const float(*)[3])vertex);
}

static pick_box3f fit_leaf(const fitter *f, uint32_t ref)
{
    pick_block *blocks = (pick_block *)(void *)(f->arena + (size_t)(ref & PICK_LEAF_PLACE_MASK) * PICK_ARENA_UNIT);
    pick_box3f box = empty_box;
    for (uint32_t i = 0; i < pick_leaf_block_count(ref); ++i) {
        for (uint32_t lane = 0; f->leaves && lane < PICK_BLOCK_SIZE; ++lane) {
            const uint32_t tagged = pick_block_tagged(&blocks[i], lane);
            pick_block_set(&blocks[i], lane, f->mesh, tagged, tagged != PICK_BLOCK_UNUSED && is_sound(f->mesh, tagged));
        }
        const pick_box3f one = block_box(&blocks[i]);
        grow(&box, &one);
    }
    return box;
}

// In box space; boxes keep their order, so the box of a union is the union of the boxes.
static pick_box3f to_box_space(const pick_mesh *mesh, const pick_box3f *box)
{
    pick_box3f r;
    for (int k = 0; k < 3; ++k) {
        r.lo[k] = (float)(((double)box->lo[k] - mesh->center[k]) * mesh->scale) + 0.0f;
        r.hi[k] = (float)(((double)box->hi[k] - mesh->center[k]) * mesh->scale) + 0.0f;
    }
    return r;
}

static double half_area(const pick_box3f *box)
{
    const double x = (double)box->hi[0] - (double)box->lo[0];
    const double y = (double)box->hi[1] - (double)box->lo[1];
    const double z = (double)box->hi[2] - (double)box->lo[2];
    return x >= 0 ? x * y + y * z + z * x : 0;
}

static pick_box3f fit(fitter *f, uint32_t ref, int depth)
{
    pick_bvh_node *node = (pick_bvh_node *)(void *)(f->arena + (size_t)ref * PICK_ARENA_UNIT);
    pick_box3f all = empty_box;
    for (uint32_t i = 0; i < PICK_BVH_WIDTH && node->child[i] != PICK_REF_NONE; ++i) {
        const uint32_t child = node->child[i];
        const bool leaf = (child & PICK_REF_LEAF) != 0;
        const pick_box3f exact = leaf ? fit_leaf(f, child) : fit(f, child, depth + 1);
        const pick_box3f box = to_box_space(f->mesh, &exact);
        f->cost += half_area(&box) * (leaf ? 0.5 * pick_leaf_block_count(child) : 1.0);
        pick_bvh_node_set_box(node, i, &box);
        if (depth == 1 || (depth == 0 && leaf)) {
            *f->parts++ = exact;
        }
        grow(&all, &exact);
    }
    return all;
}

void pick_mesh_fit(pick_mesh *mesh, bool leaves)
{
    if (mesh->root == PICK_REF_NONE) {
        return;
    }
    pick_box3f *parts = (pick_box3f *)(void *)(mesh->data + ((const char *)mesh->parts - mesh->data));
    fitter f = {.mesh = mesh, .arena = mesh->data, .parts = parts, .leaves = leaves};
    const pick_box3f all = fit(&f, mesh->root, 0);
    const pick_box3f root = to_box_space(mesh, &all);
    const double area = half_area(&root);
    mesh->cost = area > 0 ? 1 + f.cost / area : 1;
    for (uint32_t i = 0; i < mesh->part_count; ++i) { // one without sound triangles must not count
        if (parts[i].lo[0] > parts[i].hi[0]) {
            parts[i] = mesh->bounds;
            for (uint32_t k = 0; k < mesh->part_count; ++k) {
                parts[i] = parts[k].lo[0] <= parts[k].hi[0] ? parts[k] : parts[i];
            }
        }
    }
}
