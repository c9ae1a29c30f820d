// region_walks.c: transforms planes and projections into the space of the boxes, with bounds on the rounding errors.
#include "base/compiler.h"
#include "region/region_kernel.h"

#include <float.h>
#include <math.h>

// Relative rounding errors: of the kernel in float; of the exact tests and this preparation in double.
#define FLOAT_ERROR 0x1p-19
#define DOUBLE_ERROR 0x1p-44

pick_plane_walker pick_plane_walker_at(pick_simd level)
{
    switch (level) {
    case PICK_SIMD_SCALAR:
        return pick_plane_walk_scalar;
#ifdef PICK_HAVE_SSE2
    case PICK_SIMD_SSE2:
        return pick_plane_walk_sse2;
#endif
    default:
#ifdef PICK_HAVE_AVX2
        return pick_plane_walk_avx2;
#else
        return pick_plane_walk_scalar;
#endif
    }
}

pick_plane_tester pick_plane_tester_at(pick_simd level)
{
    switch (level) {
    case PICK_SIMD_SCALAR:
        return pick_plane_test_scalar;
#ifdef PICK_HAVE_SSE2
    case PICK_SIMD_SSE2:
        return pick_plane_test_sse2;
#endif
    default:
#ifdef PICK_HAVE_AVX2
        return pick_plane_test_avx2;
#else
        return pick_plane_test_scalar;
#endif
    }
}

static double sum_of(const double v[3])
{
    return fabs(v[0]) + fabs(v[1]) + fabs(v[2]);
}

// Sets a plane, scaled so that its normal's entries sum to 1: then no product overflows a float. `lost`: the size of
// the numbers that the offset was computed from.
static void set_plane(pick_plane_walk *walk, uint32_t i, const double normal[3], double offset, double lost)
{
    const double size = sum_of(normal);
    const double scale = size > 0 ? 1 / size : 0;
    PICK_ASSERT(scale < HUGE_VAL &&
                size != HUGE_VAL); // unit normals times floats cannot overflow a double; NaN is possible
    for (int k = 0; k < 3; k++) {
        walk->normal[i][k] = (float)(normal[k] * scale);
        walk->farthest[i][k] = (uint8_t)(2 * k + (walk->normal[i][k] > 0));
    }
    const double d = offset * scale;
    const double pad = (1 + fabs(d)) * FLOAT_ERROR + lost * scale * DOUBLE_ERROR;
    const bool known = scale > 0 && fabs(d) < 1e30 && pad < 1e30;
    walk->offset[i] = known ? (float)d : 0; // else no box is decided by it
    walk->pad[i] = known ? (float)pad : FLT_MAX;
}

void pick_plane_walk_for_scene(pick_plane_walk *walk, const pick_scene *scene, const pick_frustum *frustum)
{
    const double *anchor = scene->tree.anchor;
    const double offset[3] = {anchor[0] - frustum->eye.x, anchor[1] - frustum->eye.y, anchor[2] - frustum->eye.z};
    for (uint32_t i = 0; i < frustum->plane_count; i++) {
        const double *n = frustum->planes[i];
        const double moved = n[0] * offset[0] + n[1] * offset[1] + n[2] * offset[2];
        const double lost = fabs(n[0] * offset[0]) + fabs(n[1] * offset[1]) + fabs(n[2] * offset[2]);
        set_plane(walk, i, n, moved + n[3], lost + fabs(n[3]));
    }
    for (int r = 0; r < 3; r++) {
        const double *row = frustum->to_window[r];
        for (int k = 0; k < 4; k++)
            walk->to_window[r][k] = row[k];
        walk->to_window[r][3] += row[0] * offset[0] + row[1] * offset[1] + row[2] * offset[2];
    }
    walk->region = NULL;
    walk->scene = NULL;
    walk->reads_objects = false;
    walk->inside = NULL;
    walk->relative = (float)FLOAT_ERROR;
    walk->box_error = sum_of(offset) * DOUBLE_ERROR;
}

// The space of the boxes of an object: object space is `center` + coordinates / `scale`.
typedef struct box_space {
    const double *center;
    double scale, reach; // and the largest coordinate of a box, in object space, from the centre
} box_space;

// Transforms a linear function of world points relative to the eye to a box space. Returns the size of the terms.
static double into_box_space(const pick_object *object, const box_space *space, const double offset[3],
                             const double in[4], double normal[3], double *constant)
{
    double at_center = 0;
    double lost = fabs(in[3]);
    for (int i = 0; i < 3; i++) {
        double along = 0;
        for (int k = 0; k < 3; k++) {
            along += in[k] * (double)object->linear[3 * i + k];
            lost += fabs(in[k] * (double)object->linear[3 * i + k]) * (fabs(space->center[i]) + space->reach);
        }
        normal[i] = along / space->scale;
        at_center += along * space->center[i];
    }
    double moved = 0;
    for (int k = 0; k < 3; k++) {
        moved += in[k] * offset[k];
        lost += fabs(in[k] * offset[k]);
    }
    *constant = moved + at_center + in[3];
    return lost;
}

void pick_plane_walk_for_object(pick_plane_walk *walk, const pick_object *object, const pick_frustum *frustum,
                                uint32_t open)
{
    const pick_vec3 from_eye = pick_object_offset(object, frustum->eye);
    const double offset[3] = {from_eye.x, from_eye.y, from_eye.z};
    const box_space space = {object->mesh->center, object->mesh->scale, 1 / object->mesh->scale};
    for (uint32_t i = 0; i < frustum->plane_count; i++) {
        double normal[3];
        double constant;
        if ((open >> i & 1u) != 0) {
            const double lost = into_box_space(object, &space, offset, frustum->planes[i], normal, &constant);
            set_plane(walk, i, normal, constant, lost);
        }
    }
    for (int r = 0; r < 3 && (open & PICK_OPEN_SHAPE) != 0; r++)
        (void)into_box_space(object, &space, offset, frustum->to_window[r], walk->to_window[r], &walk->to_window[r][3]);
    walk->region = NULL;
    walk->scene = NULL;
    walk->reads_objects = false;
    walk->inside = NULL;
    walk->relative = 0;
    walk->box_error = FLOAT_ERROR;
}

void pick_plane_walk_for_nested(pick_plane_walk *walk, const pick_object *around, const pick_frustum *frustum)
{
    const pick_tree *tree = &pick_scene_of(around->mesh)->tree;
    const pick_vec3 from_eye = pick_object_offset(around, frustum->eye);
    const double offset[3] = {from_eye.x, from_eye.y, from_eye.z};
    const box_space space = {tree->anchor, 1, tree->reach};
    for (uint32_t i = 0; i < frustum->plane_count; i++) {
        const double *n = frustum->planes[i];
        double normal[3];
        double constant;
        double lost = into_box_space(around, &space, offset, n, normal, &constant);
        for (int k = 0; k < 3; k++) // the origins of what stands in for objects are rounded at each level
            lost += fabs(n[k] * around->origin[k]) * 0x1p-4;
        set_plane(walk, i, normal, constant, lost + 0x1p-56); // floats have no fractions of their least number
    }
    double rows[3][3], inverse = 0, largest = sum_of(offset) + 0x1p-4 * sum_of(around->origin);
    for (int r = 0; r < 3; r++)
        (void)into_box_space(around, &space, offset, frustum->to_window[r], walk->to_window[r], &walk->to_window[r][3]);
    pick_cofactors(around->linear, rows);
    for (int i = 0; i < 3; i++) {
        inverse += sum_of(rows[i]) * fabs(around->inverse_determinant);
        for (int k = 0; k < 3; k++)
            largest += fabs((double)around->linear[3 * i + k]) * (fabs(tree->anchor[i]) + tree->reach);
    }
    walk->region = NULL;
    walk->scene = NULL;
    walk->reads_objects = false;
    walk->inside = NULL;
    walk->relative = (float)FLOAT_ERROR;
    walk->box_error = inverse * (largest * DOUBLE_ERROR + 0x1p-100);
}

static void count_nodes(pick_plane_walk *walk, pick_stats *stats)
{
    if (stats != NULL)
        stats->nodes += walk->nodes;
}

bool pick_plane_walk_scene(pick_plane_walk *walk, const pick_scene *scene, uint32_t open, pick_stats *stats)
{
    walk->nodes = 0;
    const pick_tree *tree = &scene->tree;
    const pick_plane_nodes nodes = {(const void *const *)tree->pool.nodes.table, PICK_NODE_SHIFT,
                                    sizeof(pick_tree_node)};
    const bool ended = pick_plane_walker_at(scene->simd)(walk, &nodes, 0, tree->root_count, open);
    count_nodes(walk, stats);
    return ended;
}

bool pick_plane_walk_mesh(pick_plane_walk *walk, const pick_mesh *mesh, uint32_t open, pick_stats *stats)
{
    walk->nodes = 0;
    const void *const arena = mesh->arena;
    const pick_plane_nodes nodes = {&arena, 31, PICK_ARENA_UNIT}; // references to nodes never have the highest bit
    const bool ended = pick_plane_walker_at(mesh->simd)(walk, &nodes, mesh->root, 1, open);
    count_nodes(walk, stats);
    return ended;
}
