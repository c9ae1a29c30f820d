// mesh_fit.c: computes what a mesh's hierarchy takes from its positions: bounds, leaves, boxes, cost. A build does so
// once, each refit again.
#include "mesh/mesh_fit.h"
#include "base/compiler.h"

#include <math.h>
#include <string.h>

bool pick_triangle_is_valid(const float vertex[3][3])
{
    double e[2][3];
    float rest[3]; // infinity minus infinity is NaN
    for (int k = 0; k < 3; k++) {
        rest[k] = (vertex[0][k] - vertex[0][k]) + (vertex[1][k] - vertex[1][k]) + (vertex[2][k] - vertex[2][k]);
        e[0][k] = (double)vertex[1][k] - (double)vertex[0][k];
        e[1][k] = (double)vertex[2][k] - (double)vertex[0][k];
    }
    if (rest[0] + rest[1] + rest[2] != 0)
        return false;
    return e[0][1] * e[1][2] != e[0][2] * e[1][1] || e[0][2] * e[1][0] != e[0][0] * e[1][2] ||
           e[0][0] * e[1][1] != e[0][1] * e[1][0];
}

void pick_mesh_set_extent(pick_mesh *mesh, const pick_mesh_extent *extent)
{
    pick_box3f box;
    double half = 0;
    for (int k = 0; k < 3; k++) {
        box.lo[k] = extent->box.lo[k] + 0.0f; // no negative zeros, which depend on the order of triangles
        box.hi[k] = extent->box.hi[k] + 0.0f;
        mesh->center[k] = extent->count > 0 ? 0.5 * ((double)box.lo[k] + (double)box.hi[k]) : 0;
        half = extent->count > 0 ? fmax(half, 0.5 * ((double)box.hi[k] - (double)box.lo[k])) : 0;
    }
    int exponent = 0;
    (void)frexp(half, &exponent); // half < 2^exponent
    mesh->scale = ldexp(1.0, -exponent);
    mesh->bounds = box;
    mesh->degenerate_count = mesh->triangle_count - extent->count;
}

void pick_mesh_measure(pick_mesh *mesh)
{
    pick_mesh_extent extent = PICK_MESH_EXTENT_EMPTY;
    for (uint32_t triangle = 0; triangle < mesh->triangle_count; triangle++) {
        float v[3][3];
        pick_mesh_positions(mesh, triangle, v);
        if (pick_triangle_is_valid((const float(*)[3])v)) {
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
    char *arena;      // NULL: only compares
    bool leaves_done; // nodes already hold the boxes of their leaves in object space
    bool agrees;
    double cost;
    uint32_t levels;
    uint32_t sub_bounds_count;
    pick_box3f sub_bounds[PICK_MESH_MAX_SUB_BOUNDS];
} fitter;

// The box of a block's valid triangles: those whose vertices do not all coincide.
static pick_box3f block_box(const pick_block *block)
{
    float lo[3][PICK_BLOCK_SIZE], hi[3][PICK_BLOCK_SIZE];
    uint32_t differs[PICK_BLOCK_SIZE] = {0};
    for (int k = 0; k < 3; k++) {
        const float *a = block->vertex[0][k], *b = block->vertex[1][k], *c = block->vertex[2][k];
        for (int lane = 0; lane < PICK_BLOCK_SIZE; lane++) {
            const float low = a[lane] < b[lane] ? a[lane] : b[lane];
            const float high = a[lane] > b[lane] ? a[lane] : b[lane];
            lo[k][lane] = c[lane] < low ? c[lane] : low;
            hi[k][lane] = c[lane] > high ? c[lane] : high;
            differs[lane] |= lo[k][lane] != hi[k][lane];
        }
    }
    pick_box3f box = PICK_BOX3F_EMPTY;
    for (int lane = 0; lane < PICK_BLOCK_SIZE; lane++) {
        const pick_box3f one = {{lo[0][lane], lo[1][lane], lo[2][lane]}, {hi[0][lane], hi[1][lane], hi[2][lane]}};
        if (differs[lane] != 0)
            pick_box3f_grow(&box, &one);
    }
    return box;
}

pick_box3f pick_mesh_leaf_box(const pick_mesh *mesh, uint32_t ref)
{
    const pick_block *blocks = pick_mesh_blocks(mesh, ref);
    pick_box3f box = PICK_BOX3F_EMPTY;
    for (uint32_t i = 0; i < pick_leaf_block_count(ref); i++) {
        const pick_box3f one = block_box(&blocks[i]);
        pick_box3f_grow(&box, &one);
    }
    for (int k = 0; k < 3; k++) {
        box.lo[k] += 0.0f;
        box.hi[k] += 0.0f;
    }
    return box;
}

// Converts a box to box space. The conversion is monotone, so the box of a union is the union of the boxes.
static pick_box3f to_box_space(const pick_mesh *mesh, const pick_box3f *box)
{
    pick_box3f r;
    for (int k = 0; k < 3; k++) {
        r.lo[k] = (float)(((double)box->lo[k] - mesh->center[k]) * mesh->scale) + 0.0f;
        r.hi[k] = (float)(((double)box->hi[k] - mesh->center[k]) * mesh->scale) + 0.0f;
    }
    return r;
}

// Computes the boxes, in object space, of the children that are leaves; other children get empty boxes. Prefetches
// child nodes.
static void take_leaves(const fitter *f, const pick_bvh_node *node, pick_bvh_node *exact)
{
    memcpy(exact->bounds, node->bounds, sizeof exact->bounds);
    for (uint32_t i = 0; i < PICK_BVH_WIDTH; i++) { // PICK_REF_NONE has the leaf bit
        if (pick_ref_is_node(node->child[i])) {
            const char *child = (const char *)pick_mesh_node(f->mesh, node->child[i]);
            for (size_t line = 0; line < sizeof(pick_bvh_node); line += PICK_LINE)
                PICK_FETCH_AHEAD(child + line);
            pick_bvh_node_set_box(exact, i, &PICK_BOX3F_EMPTY);
        } else if (!f->leaves_done) {
            const pick_box3f box =
                node->child[i] != PICK_REF_NONE ? pick_mesh_leaf_box(f->mesh, node->child[i]) : PICK_BOX3F_EMPTY;
            pick_bvh_node_set_box(exact, i, &box);
        }
    }
}

// to_box_space and half areas for all children at once.
static void convert_all(const pick_mesh *mesh, const pick_bvh_node *exact, pick_bvh_node *out,
                        double area[PICK_BVH_WIDTH])
{
    for (int row = 0; row < 6; row++) {
        const double center = mesh->center[row / 2], scale = mesh->scale;
        for (int i = 0; i < PICK_BVH_WIDTH; i++)
            out->bounds[row][i] = (float)(((double)exact->bounds[row][i] - center) * scale) + 0.0f;
    }
    for (int i = 0; i < PICK_BVH_WIDTH; i++) {
        const double x = (double)out->bounds[1][i] - (double)out->bounds[0][i];
        const double y = (double)out->bounds[3][i] - (double)out->bounds[2][i];
        const double z = (double)out->bounds[5][i] - (double)out->bounds[4][i];
        area[i] = pick_half_area(x, y, z);
    }
}

static pick_box3f fit_mesh(fitter *f, uint32_t ref, uint32_t depth)
{
    const pick_bvh_node *node = pick_mesh_node(f->mesh, ref);
    pick_bvh_node exact, boxed; // bounds only
    double area[PICK_BVH_WIDTH];
    f->levels = f->levels > depth + 1 ? f->levels : depth + 1;
    take_leaves(f, node, &exact);
    convert_all(f->mesh, &exact, &boxed, area);
    for (uint32_t i = 0; i < PICK_BVH_WIDTH && node->child[i] != PICK_REF_NONE; i++) {
        const uint32_t child = node->child[i];
        const bool leaf = !pick_ref_is_node(child);
        if (!leaf) {
            const pick_box3f below = fit_mesh(f, child, depth + 1);
            const pick_box3f box = to_box_space(f->mesh, &below);
            pick_bvh_node_set_box(&exact, i, &below);
            pick_bvh_node_set_box(&boxed, i, &box);
            area[i] = pick_box3f_half_area(&box);
        }
        f->cost += area[i] * (leaf ? 0.5 * pick_leaf_block_count(child) : 1.0);
        if (f->arena == NULL) {
            const pick_box3f now = pick_bvh_node_box(node, i), box = pick_bvh_node_box(&boxed, i);
            f->agrees = f->agrees && pick_box3f_equal(&now, &box);
        }
        if (depth == 1 || (depth == 0 && leaf))
            f->sub_bounds[f->sub_bounds_count++] = pick_bvh_node_box(&exact, i);
    }
    if (f->arena != NULL)
        memcpy(f->arena + (size_t)ref * PICK_ARENA_UNIT, boxed.bounds, sizeof boxed.bounds);
    return pick_bvh_node_bounds(&exact);
}

// Returns the cost of the whole tree.
static double fit_all(fitter *f)
{
    const pick_box3f all = fit_mesh(f, f->mesh->root, 0);
    const pick_box3f root = to_box_space(f->mesh, &all);
    const double area = pick_box3f_half_area(&root);
    pick_box3f some = {{0, 0, 0}, {0, 0, 0}};
    for (uint32_t i = 0; i < f->sub_bounds_count; i++)
        some = f->sub_bounds[i].lo[0] <= f->sub_bounds[i].hi[0] ? f->sub_bounds[i] : some;
    for (uint32_t i = 0; i < f->sub_bounds_count; i++) // a box without valid triangles must not count
        f->sub_bounds[i] = f->sub_bounds[i].lo[0] <= f->sub_bounds[i].hi[0] ? f->sub_bounds[i] : some;
    return area > 0 ? 1 + f->cost / area : 1;
}

void pick_mesh_fit_nodes(pick_mesh *mesh, bool leaves_done)
{
    const pick_mesh_layout layout = pick_mesh_plan_layout(mesh);
    fitter f = {.mesh = mesh, .arena = mesh->data, .leaves_done = leaves_done};
    mesh->cost = fit_all(&f);
    mesh->levels = f.levels;
    PICK_ASSERT(f.sub_bounds_count == mesh->sub_bounds_count);
    memcpy(mesh->data + layout.sub_bounds, f.sub_bounds, f.sub_bounds_count * sizeof f.sub_bounds[0]);
}

void pick_mesh_fit(pick_mesh *mesh)
{
    if (mesh->root != PICK_REF_NONE)
        pick_mesh_fit_nodes(mesh, false);
}

bool pick_mesh_fits(const pick_mesh *mesh)
{
    if (mesh->root == PICK_REF_NONE)
        return mesh->cost == 1;
    fitter f = {.mesh = mesh, .agrees = true};
    const double cost = fit_all(&f);
    PICK_ASSERT(f.sub_bounds_count == mesh->sub_bounds_count);
    return f.agrees && cost == mesh->cost &&
           memcmp(f.sub_bounds, mesh->sub_bounds, f.sub_bounds_count * sizeof f.sub_bounds[0]) == 0;
}
