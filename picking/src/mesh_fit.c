// What a mesh's hierarchy takes from its positions: bounds, leaves, boxes, cost. Once when it is built, and again
// whenever it is refitted.
#include "hot.h"
#include "mesh_internal.h"
#ifdef PICK_HAVE_SSE2
#include "simd_sse2.h"
#else
#include "simd_scalar.h"
#endif

#include <assert.h>
#include <math.h>
#include <string.h>

static const pick_box3f empty_box = {{INFINITY, INFINITY, INFINITY}, {-INFINITY, -INFINITY, -INFINITY}};

bool pick_triangle_is_sound(const float vertex[3][3])
{
    double e[2][3];
    float rest[3]; // infinity less itself is NaN
    for (int k = 0; k < 3; ++k) {
        rest[k] = (vertex[0][k] - vertex[0][k]) + (vertex[1][k] - vertex[1][k]) + (vertex[2][k] - vertex[2][k]);
        e[0][k] = (double)vertex[1][k] - (double)vertex[0][k];
        e[1][k] = (double)vertex[2][k] - (double)vertex[0][k];
    }
    if (rest[0] + rest[1] + rest[2] != 0) {
        return false;
    }
    return e[0][1] * e[1][2] != e[0][2] * e[1][1] || e[0][2] * e[1][0] != e[0][0] * e[1][2] ||
           e[0][0] * e[1][1] != e[0][1] * e[1][0];
}

void pick_mesh_set_extent(pick_mesh *mesh, const pick_mesh_extent *extent)
{
    pick_box3f box;
    double half = 0;
    for (int k = 0; k < 3; ++k) {
        box.lo[k] = extent->box.lo[k] + 0.0f; // no negative zeros, which depend on the order of triangles
        box.hi[k] = extent->box.hi[k] + 0.0f;
        mesh->center[k] = extent->count > 0 ? 0.5 * ((double)box.lo[k] + (double)box.hi[k]) : 0;
        half = extent->count > 0 ? fmax(half, 0.5 * ((double)box.hi[k] - (double)box.lo[k])) : 0;
    }
    int exponent = 0;
    (void)frexp(half, &exponent); // half < 2^exponent
    mesh->scale = ldexp(1.0, -exponent);
    mesh->bounds = box;
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
    char *arena;      // NULL: compare, and write nothing
    bool leaves_done; // nodes hold the boxes of their leaves in object space
    bool agrees;
    double cost;
    uint32_t levels;
    uint32_t part_count;
    pick_box3f parts[PICK_MESH_MAX_PARTS];
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

static pick_box3f leaf_box(const pick_mesh *mesh, uint32_t ref)
{
    const pick_block *blocks = pick_mesh_blocks(mesh, ref);
    pick_box3f box = empty_box;
    for (uint32_t i = 0; i < pick_leaf_block_count(ref); ++i) {
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

static bool same_box(const pick_box3f *a, const pick_box3f *b)
{
    bool same = true;
    for (int k = 0; k < 3; ++k) {
        same = same && a->lo[k] == b->lo[k] && a->hi[k] == b->hi[k];
    }
    return same;
}

// Boxes in object space of those children that are leaves; others are empty. Asks for the nodes among them.
static void take_leaves(const fitter *f, const pick_bvh_node *node, pick_bvh_node *exact)
{
    memcpy(exact->bounds, node->bounds, sizeof exact->bounds);
    for (uint32_t i = 0; i < PICK_BVH_WIDTH; ++i) { // PICK_REF_NONE has the bit of a leaf
        if ((node->child[i] & PICK_REF_LEAF) == 0) {
            const char *child = (const char *)pick_mesh_node(f->mesh, node->child[i]);
            for (size_t line = 0; line < sizeof(pick_bvh_node); line += PICK_LINE) {
                PICK_FETCH_AHEAD(child + line);
            }
            pick_bvh_node_set_box(exact, i, &empty_box);
        } else if (!f->leaves_done) {
            const pick_box3f box = node->child[i] != PICK_REF_NONE ? leaf_box(f->mesh, node->child[i]) : empty_box;
            pick_bvh_node_set_box(exact, i, &box);
        }
    }
}

// to_box_space and half_area of all children, side by side.
static void convert_all(const pick_mesh *mesh, const pick_bvh_node *exact, pick_bvh_node *out,
                        double area[PICK_BVH_WIDTH])
{
    for (int row = 0; row < 6; ++row) {
        const double center = mesh->center[row / 2], scale = mesh->scale;
        for (int i = 0; i < PICK_BVH_WIDTH; ++i) {
            out->bounds[row][i] = (float)(((double)exact->bounds[row][i] - center) * scale) + 0.0f;
        }
    }
    for (int i = 0; i < PICK_BVH_WIDTH; ++i) {
        const double x = (double)out->bounds[1][i] - (double)out->bounds[0][i];
        const double y = (double)out->bounds[3][i] - (double)out->bounds[2][i];
        const double z = (double)out->bounds[5][i] - (double)out->bounds[4][i];
        const double sum = x * y + y * z + z * x;
        area[i] = x >= 0 ? sum : 0;
    }
}

static pick_box3f fit(fitter *f, uint32_t ref, uint32_t depth)
{
    const pick_bvh_node *node = pick_mesh_node(f->mesh, ref);
    pick_bvh_node exact, boxed; // bounds only
    double area[PICK_BVH_WIDTH];
    f->levels = f->levels > depth + 1 ? f->levels : depth + 1;
    take_leaves(f, node, &exact);
    convert_all(f->mesh, &exact, &boxed, area);
    for (uint32_t i = 0; i < PICK_BVH_WIDTH && node->child[i] != PICK_REF_NONE; ++i) {
        const uint32_t child = node->child[i];
        const bool leaf = (child & PICK_REF_LEAF) != 0;
        if (!leaf) {
            const pick_box3f below = fit(f, child, depth + 1);
            const pick_box3f box = to_box_space(f->mesh, &below);
            pick_bvh_node_set_box(&exact, i, &below);
            pick_bvh_node_set_box(&boxed, i, &box);
            area[i] = half_area(&box);
        }
        f->cost += area[i] * (leaf ? 0.5 * pick_leaf_block_count(child) : 1.0);
        if (f->arena == NULL) {
            const pick_box3f now = pick_bvh_node_box(node, i), box = pick_bvh_node_box(&boxed, i);
            f->agrees = f->agrees && same_box(&now, &box);
        }
        if (depth == 1 || (depth == 0 && leaf)) {
            f->parts[f->part_count++] = pick_bvh_node_box(&exact, i);
        }
    }
    if (f->arena != NULL) {
        memcpy(f->arena + (size_t)ref * PICK_ARENA_UNIT, boxed.bounds, sizeof boxed.bounds);
    }
    return pick_bvh_node_bounds(&exact);
}

// Returns the cost of the whole.
static double fit_all(fitter *f)
{
    const pick_box3f all = fit(f, f->mesh->root, 0);
    const pick_box3f root = to_box_space(f->mesh, &all);
    const double area = half_area(&root);
    pick_box3f some = {{0, 0, 0}, {0, 0, 0}};
    for (uint32_t i = 0; i < f->part_count; ++i) {
        some = f->parts[i].lo[0] <= f->parts[i].hi[0] ? f->parts[i] : some;
    }
    for (uint32_t i = 0; i < f->part_count; ++i) { // one without sound triangles must not count
        f->parts[i] = f->parts[i].lo[0] <= f->parts[i].hi[0] ? f->parts[i] : some;
    }
    return area > 0 ? 1 + f->cost / area : 1;
}

static void fit_nodes(pick_mesh *mesh, bool leaves_done)
{
    const pick_mesh_layout layout = pick_mesh_plan_layout(mesh);
    fitter f = {.mesh = mesh, .arena = mesh->data, .leaves_done = leaves_done};
    mesh->cost = fit_all(&f);
    mesh->levels = f.levels;
    assert(f.part_count == mesh->part_count);
    memcpy(mesh->data + layout.parts, f.parts, f.part_count * sizeof f.parts[0]);
}

void pick_mesh_fit(pick_mesh *mesh)
{
    if (mesh->root != PICK_REF_NONE) {
        fit_nodes(mesh, false);
    }
}

bool pick_mesh_fits(const pick_mesh *mesh)
{
    if (mesh->root == PICK_REF_NONE) {
        return mesh->cost == 1;
    }
    fitter f = {.mesh = mesh, .agrees = true};
    const double cost = fit_all(&f);
    return f.agrees && cost == mesh->cost && f.part_count == mesh->part_count &&
           memcmp(f.parts, mesh->parts, f.part_count * sizeof f.parts[0]) == 0;
}

// --- New positions --------------------------------------------------------------------------------------------------
//
// Positions lie in the order of the triangles, which to a walk of the nodes is any order: what it costs is waiting for
// them. So nodes pass through a few steps, each of which asks for what the next one reads, and a node takes a step
// while those after it take theirs: blocks, then indices, then positions, all of a node's at once, then the work. The
// box space follows from what was found, so leaves first get the boxes of object space.

enum {
    NODE_LANES = PICK_BVH_WIDTH * PICK_BVH_MAX_LEAF,
    STEPS = 4 // that a node passes through
};

typedef struct node_to_fill {
    uint32_t ref;
    uint32_t count;              // of lanes
    uint32_t tagged[NODE_LANES]; // the numbers of all lanes of its leaves, one after the other
} node_to_fill;

static bool is_leaf(uint32_t child)
{
    return (child & PICK_REF_LEAF) != 0 && child != PICK_REF_NONE;
}

static void fetch_blocks(const pick_mesh *mesh, uint32_t ref)
{
    const pick_bvh_node *node = pick_mesh_node(mesh, ref);
    for (uint32_t i = 0; i < PICK_BVH_WIDTH; ++i) {
        const char *at = (const char *)pick_mesh_blocks(mesh, node->child[i]);
        const size_t size = is_leaf(node->child[i]) ? pick_leaf_block_count(node->child[i]) * sizeof(pick_block) : 0;
        for (size_t line = 0; line < size; line += PICK_LINE) {
            PICK_FETCH_AHEAD(at + line);
        }
    }
}

// An empty lane has the vertices of the first triangle for a while.
static uint32_t triangle_of(uint32_t tagged)
{
    return tagged == PICK_BLOCK_UNUSED ? 0 : tagged & PICK_BLOCK_TRIANGLE_MASK;
}

static void fetch_indices(const pick_mesh *mesh, node_to_fill *at)
{
    const pick_bvh_node *node = pick_mesh_node(mesh, at->ref);
    uint32_t count = 0;
    for (uint32_t i = 0; i < PICK_BVH_WIDTH; ++i) {
        const uint32_t blocks = is_leaf(node->child[i]) ? pick_leaf_block_count(node->child[i]) : 0;
        for (uint32_t lane = 0; lane < blocks * PICK_BLOCK_SIZE; ++lane) {
            const pick_block *block = pick_mesh_blocks(mesh, node->child[i]) + lane / PICK_BLOCK_SIZE;
            const uint32_t tagged = pick_block_tagged(block, lane % PICK_BLOCK_SIZE);
            at->tagged[count++] = tagged;
            if (mesh->indices != NULL) {
                const uint32_t *index = &mesh->indices[3 * (size_t)triangle_of(tagged)];
                PICK_FETCH_AHEAD(index);
                PICK_FETCH_AHEAD(index + 2); // which may be on the next line
            }
        }
    }
    at->count = count;
}

static void fetch_positions(const pick_mesh *mesh, const node_to_fill *at)
{
    for (uint32_t lane = 0; lane < at->count; ++lane) {
        uint32_t index[3];
        pick_mesh_vertex_numbers(mesh, triangle_of(at->tagged[lane]), index);
        for (int i = 0; i < 3; ++i) {
            PICK_FETCH_AHEAD(&mesh->positions[3 * (size_t)index[i]]);
        }
        PICK_FETCH_AHEAD(&mesh->positions[3 * (size_t)index[2] + 2]);
    }
}

// Empty lanes get zeros.
static void gather(const pick_mesh *mesh, pick_block *block, const uint32_t tagged[PICK_BLOCK_SIZE])
{
    static const float zero[3] = {0, 0, 0};
    for (uint32_t lane = 0; lane < PICK_BLOCK_SIZE; ++lane) {
        uint32_t index[3];
        pick_mesh_vertex_numbers(mesh, triangle_of(tagged[lane]), index);
        for (int i = 0; i < 3; ++i) {
            const float *from = tagged[lane] != PICK_BLOCK_UNUSED ? &mesh->positions[3 * (size_t)index[i]] : zero;
            for (int k = 0; k < 3; ++k) {
                block->vertex[i][k][lane] = from[k];
            }
        }
    }
}

// The lanes of which pick_triangle_is_sound, as a mask.
static uint32_t find_sound(const pick_block *block)
{
    d4 e[2][3];
    d4 rest = d4_set1(0); // infinity less itself is NaN, and an edge from or to it is one of both
    for (int k = 0; k < 3; ++k) {
        const d4 a = d4_load_f4(block->vertex[0][k]);
        e[0][k] = d4_sub(d4_load_f4(block->vertex[1][k]), a);
        e[1][k] = d4_sub(d4_load_f4(block->vertex[2][k]), a);
        rest = d4_add(rest, d4_add(d4_sub(e[0][k], e[0][k]), d4_sub(e[1][k], e[1][k])));
    }
    const uint32_t flat = d4_eq(d4_mul(e[0][1], e[1][2]), d4_mul(e[0][2], e[1][1])) &
                          d4_eq(d4_mul(e[0][2], e[1][0]), d4_mul(e[0][0], e[1][2])) &
                          d4_eq(d4_mul(e[0][0], e[1][1]), d4_mul(e[0][1], e[1][0]));
    return d4_eq(rest, d4_set1(0)) & ~flat;
}

// With vertices gathered. Returns how many of them are sound.
static uint32_t settle(pick_block *block, const uint32_t tagged[PICK_BLOCK_SIZE])
{
    const uint32_t sound = find_sound(block);
    uint32_t used = 0;
    for (uint32_t lane = 0; lane < PICK_BLOCK_SIZE; ++lane) {
        used |= (uint32_t)(tagged[lane] != PICK_BLOCK_UNUSED) << lane;
        block->triangle[lane] = tagged[lane];
    }
    if (sound != used) { // rare: some are to be kept for later
        for (uint32_t lane = 0; lane < PICK_BLOCK_SIZE; ++lane) {
            if ((sound >> lane & 1u) == 0) {
                float vertex[3][3] = {{0}};
                pick_block_put(block, lane, vertex, tagged[lane], false);
            }
        }
    }
    return mask_count(sound);
}

static void fill_node(pick_mesh *mesh, const node_to_fill *at, pick_mesh_extent *extent)
{
    pick_bvh_node *node = (pick_bvh_node *)(void *)(mesh->data + (size_t)at->ref * PICK_ARENA_UNIT);
    const uint32_t *tagged = at->tagged;
    for (uint32_t i = 0; i < PICK_BVH_WIDTH; ++i) {
        if (is_leaf(node->child[i])) {
            const size_t place = (size_t)(node->child[i] & PICK_LEAF_PLACE_MASK) * PICK_ARENA_UNIT;
            pick_block *blocks = (pick_block *)(void *)(mesh->data + place);
            for (uint32_t k = 0; k < pick_leaf_block_count(node->child[i]); ++k) {
                gather(mesh, &blocks[k], tagged + k * PICK_BLOCK_SIZE);
            }
            for (uint32_t k = 0; k < pick_leaf_block_count(node->child[i]); ++k, tagged += PICK_BLOCK_SIZE) {
                extent->count += settle(&blocks[k], tagged);
            }
            const pick_box3f box = leaf_box(mesh, node->child[i]);
            pick_bvh_node_set_box(node, i, &box);
            grow(&extent->box, &box);
        }
    }
}

// Fills all leaves.
static void fill(pick_mesh *mesh, pick_mesh_extent *extent)
{
    uint32_t stack[PICK_BVH_STACK];
    node_to_fill ring[STEPS];
    uint32_t waiting = 1;
    uint32_t count = 0; // of nodes that have begun
    stack[0] = mesh->root;
    for (uint32_t step = 0; waiting > 0 || step < count + STEPS - 1; ++step) {
        if (waiting > 0) {
            const uint32_t ref = stack[--waiting];
            const pick_bvh_node *node = pick_mesh_node(mesh, ref);
            ring[count++ % STEPS].ref = ref;
            fetch_blocks(mesh, ref);
            for (uint32_t i = PICK_BVH_WIDTH; i-- > 0;) { // PICK_REF_NONE has the bit of a leaf
                if ((node->child[i] & PICK_REF_LEAF) == 0) {
                    PICK_FETCH_AHEAD(&pick_mesh_node(mesh, node->child[i])->child);
                    stack[waiting++] = node->child[i];
                }
            }
        }
        if (step - 1 < count) { // unsigned: a step before the first node is beyond all of them
            fetch_indices(mesh, &ring[(step - 1) % STEPS]);
        }
        if (step - 2 < count) {
            fetch_positions(mesh, &ring[(step - 2) % STEPS]);
        }
        if (step - 3 < count) {
            fill_node(mesh, &ring[(step - 3) % STEPS], extent);
        }
    }
}

void pick_mesh_fit_again(pick_mesh *mesh)
{
    pick_mesh_extent extent = PICK_MESH_EXTENT_EMPTY;
    if (mesh->root != PICK_REF_NONE) {
        fill(mesh, &extent);
        pick_mesh_set_extent(mesh, &extent);
        fit_nodes(mesh, true);
    }
}
