// query_walk_ray.h: rays prepared for boxes and objects, with the SIMD vocabulary included before it. Private.
#include "base/compiler.h"
#include "math/math_inline.h"
#include "query/query_box_ray.h"
#include "query/query_internal.h"
#include "query/query_kernel.h"
#include "query/query_volume.h"

typedef struct box_ray {
    f4 inverse, near_offset, far_offset; // three lanes are used
    double shift, time, middle;          // box time = (t - shift) * time - middle
    double slack;                        // in box time
    float t_near;
} box_ray;

// Boxes of a scene are floats relative to its anchor, rounded outward, and
//     plane time = plane * inverse - origin * inverse
// has an error of a few float roundings of the time, which the traversal allows for, and of the second product, which
// is folded into two constants per axis: one for the planes crossed first, one for the last. (If the sum is not fused,
// also of one of the first product.) A ray that starts far away is moved to where it enters the scene, so that its
// origin is as precise as the boxes.
typedef struct scene_box_ray {
    f4 inverse, near_offset, far_offset; // three lanes are used
    double base, time;                   // box time = (t - base) * time
    double slack;                        // in box time
    float t_near;
} scene_box_ray;

static inline float box_ray_far(const box_ray *box, double t)
{
    return box_time_up((t - box->shift) * box->time - box->middle, box->slack);
}

#define BOX_RAY_NEAR 256.0
// The smallest direction whose inverse times BOX_RAY_NEAR is still a float.
#define LEAST_DIRECTION 0x1p-118
// The same for scenes, whose rays start closer than SCENE_RAY_NEAR.
#define SCENE_RAY_NEAR 0x1p45
#define LEAST_SCENE_DIRECTION 0x1p-80

// Whether float arithmetic is safe with a direction: no lane is huge, and not all are tiny.
static inline bool direction_is_between(d4 size, double tiny)
{
    return (d4_lt(size, d4_set1(0x1p60)) & 7u) == 7u && (d4_lt(d4_set1(tiny), size) & 7u) != 0;
}

static inline bool direction_is_moderate(d4 size)
{
    return direction_is_between(size, 0x1p-60);
}

// Enlarges components of a direction that are too small to matter, so that no product overflows and none is 0 times
// infinity. The displacement of the ray within the boxes is far below their padding: the ratio to the largest lane is
// 2^-58 at most.
static inline f4 larger_direction(d4 d, d4 size, double least)
{
    if (PICK_RARELY(d4_lt(size, d4_set1(least)) & 7u)) // a correctly predicted branch costs nothing
        d = d4_signed_as(d4_max(size, d4_set1(least)), d);
    return d4_to_f4(d);
}

// The constants of the planes crossed first and last, moved outward by `pad`: (plane - o) / d, minus or plus pad / |d|.
// All but the last product is ready before the inverse is.
static inline void plane_offsets(f4 o, f4 d, f4 inverse, f4 pad, f4 *near, f4 *far)
{
    const f4 minus = f4_sub(f4_set1(0), o);
    const f4 outward = f4_signed_as(pad, d);
    *near = f4_mul(f4_sub(minus, outward), inverse);
    *far = f4_mul(f4_add(minus, outward), inverse);
}

static inline void box_ray_finish(box_ray *box, d4 o, d4 d, d4 size, double pad, double t_min)
{
    box->t_near = box_time_down((t_min - box->shift) * box->time - box->middle, box->slack);
    const f4 direction = larger_direction(d, size, LEAST_DIRECTION);
    box->inverse = f4_div(f4_set1(1), direction);
    plane_offsets(d4_to_f4(o), direction, box->inverse, f4_set1((float)pad), &box->near_offset, &box->far_offset);
}

static inline bool is_castable(d4 origin, d4 direction)
{
    const d4 zero = d4_set1(0);
    const uint32_t finite = d4_eq(d4_sub(origin, origin), zero) & d4_eq(d4_sub(direction, direction), zero);
    return (finite & 7u) == 7u && (d4_eq(direction, zero) & 7u) != 7u;
}

// Rays that start far from the mesh, or whose direction has an extreme length.
static PICK_COLD PICK_NOINLINE box_ray_result box_ray_init_far(box_ray *box, const pick_mesh *mesh, d4 origin,
                                                               d4 direction, double shift, double t_min)
{
    box->shift = shift;
    box->time = 1;
    box->middle = 0;
    if (!is_castable(origin, direction))
        return BOX_RAY_MISSES;
    const d4 scale = d4_set1(mesh->scale);
    d4 o = d4_mul(d4_sub(origin, d4_load3(mesh->center)), scale);
    d4 d = d4_mul(direction, scale);
    if (!direction_is_moderate(d4_abs(d))) {
        double factor;
        if (!box_ray_rescale(d4_max3(d4_abs(d)), &factor, &box->time))
            return BOX_RAY_UNRESOLVED;
        d = d4_mul(d, d4_set1(factor));
    }
    const double distance = d4_max3(d4_abs(o));
    const double pad = BOX_PAD + (distance + 2) * 0x1p-48;
    if (!(pad < 0x1p-4))
        return BOX_RAY_UNRESOLVED;
    if (distance > 4) {
        box->middle = -d4_sum3(d4_mul(o, d)) / d4_sum3(d4_mul(d, d));
        o = d4_add(o, d4_mul(d4_set1(box->middle), d));
        if (d4_max3(d4_abs(o)) > 2) // the box lies within sqrt(3) of the centre
            return BOX_RAY_MISSES;
    }
    box->slack = (fabs(box->shift) * box->time + fabs(box->middle)) * 0x1p-50;
    box_ray_finish(box, o, d, d4_abs(d), pad, t_min);
    return BOX_RAY_READY;
}

// The ray of box_ray (query_box_ray.h) for a ray of object space.
static inline box_ray_result box_ray_init(box_ray *box, const pick_mesh *mesh, d4 origin, d4 direction, double shift,
                                          double t_min)
{
    const d4 scale = d4_set1(mesh->scale);
    const d4 o = d4_mul(d4_sub(origin, d4_load3(mesh->center)), scale);
    const d4 d = d4_mul(direction, scale);
    const d4 size = d4_abs(d);
    box->shift = shift;
    box->time = 1;
    box->middle = 0;
    // Predictable branches cost no time; data dependencies would.
    if (!direction_is_moderate(size) || (d4_lt(d4_abs(o), d4_set1(4)) & 7u) != 7u) {
        box_ray far; // a copy, so that the usual one can stay in registers
        const box_ray_result result = box_ray_init_far(&far, mesh, origin, direction, shift, t_min);
        *box = far;
        return result;
    }
    box->slack = fabs(shift) * 0x1p-50;
    box_ray_finish(box, o, d, size, BOX_PAD + 6 * 0x1p-48, t_min);
    return BOX_RAY_READY;
}

// A ray of box space that starts no farther than BOX_RAY_NEAR away keeps its origin and the query's t. `origin` and
// `direction` come directly from world space. They need not equal the exact ray, whose doubles differ by far less than
// the padding.
//
// The error on an axis, as a length, is at most 8 float roundings of |origin| + 2 on that axis: one of the origin, two
// of the inverse (which stretch the distance to a plane), one of their product, one when the padding is added, two when
// a plane is, one of the box. A plane's own padding is therefore (|origin| + 2) * 2^-20, or 16 roundings. Of the
// remaining half, 2^-20 at least, the doubles need little: at most 2^-33 (is_well_conditioned) times BOX_RAY_NEAR.
static inline bool box_ray_init_near(box_ray *box, d4 origin, d4 direction, double t_min)
{
    const d4 size = d4_abs(direction);
    if ((d4_lt(d4_abs(origin), d4_set1(BOX_RAY_NEAR)) & 7u) != 7u || !direction_is_moderate(size))
        return false;
    box->shift = 0;
    box->time = 1;
    box->middle = 0;
    box->slack = 0;
    box->t_near = box_time_down(t_min, 0);
    const f4 o = d4_to_f4(origin);
    const f4 d = larger_direction(direction, size, LEAST_DIRECTION);
    const f4 pad = f4_add(f4_mul(f4_abs(o), f4_set1(0x1p-20f)), f4_set1(0x1p-19f));
    box->inverse = f4_div(f4_set1(1), d);
    plane_offsets(o, d, box->inverse, pad, &box->near_offset, &box->far_offset);
    return true;
}

// --- Scenes ---------------------------------------------------------------------------------------------------------

// Intersects the line with the slightly widened box of the scene: the range [enter, leave], empty if it misses. A
// direction of 0 counts as so small that the line does not leave the box where the other axes are inside.
static inline void cross_bounds(d4 lo, d4 hi, d4 o, d4 d, double largest, double pad, double *enter, double *leave)
{
    const d4 inverse = d4_div(d4_set1(1), d4_signed_as(d4_max(d4_abs(d), d4_set1(largest * 0x1p-200)), d));
    const d4 a = d4_mul(d4_sub(d4_sub(lo, d4_set1(pad)), o), inverse);
    const d4 b = d4_mul(d4_sub(d4_add(hi, d4_set1(pad)), o), inverse);
    const d4 near = d4_min(a, b);
    const d4 far = d4_max(a, b);
    const d4 widen = d4_set1(0x1p-40);
    *enter = d4_max3(d4_sub(near, d4_mul(d4_abs(near), widen)));
    *leave = -d4_max3(d4_sub(d4_set1(0), d4_add(far, d4_mul(d4_abs(far), widen))));
}

// `pad`: the error of the doubles, as a length. No box is farther from the anchor than `size`.
static inline void scene_box_ray_finish(scene_box_ray *box, d4 o, d4 d, double pad, double size)
{
    const double lost = pad + (F8_MUL_ADD_IS_FUSED ? 0 : size * 0x1p-22);
    const f4 origin = d4_to_f4(o);
    const f4 direction = larger_direction(d, d4_abs(d), LEAST_SCENE_DIRECTION);
    const f4 margin = f4_add(f4_mul(f4_abs(origin), f4_set1(0x1p-21f)), f4_set1((float)lost));
    box->inverse = f4_div(f4_set1(1), direction);
    plane_offsets(origin, direction, box->inverse, margin, &box->near_offset, &box->far_offset);
}

// Whether float arithmetic is safe with a direction of a scene's ray.
static inline bool scene_direction_is_moderate(d4 size)
{
    return direction_is_between(size, 0x1p-20);
}

// Rays that start far from the scene or before t = 0, or whose direction has an extreme length: they start where they
// enter the scene.
static PICK_COLD PICK_NOINLINE box_ray_result scene_box_ray_init_far(scene_box_ray *box, const pick_tree *tree,
                                                                     const pick_ray *ray)
{
    if (!pick_is_valid_ray(ray))
        return BOX_RAY_MISSES;
    const d4 o = d4_sub(d4_load3(&ray->origin.x), d4_load3(tree->anchor));
    const d4 lo = d4_load3_f(tree->bounds.lo);
    const d4 hi = d4_load3_f(tree->bounds.hi);
    d4 d = d4_load3(&ray->direction.x);
    box->time = 1;
    if (!scene_direction_is_moderate(d4_abs(d))) {
        double factor;
        if (!box_ray_rescale(d4_max3(d4_abs(d)), &factor, &box->time))
            return BOX_RAY_UNRESOLVED;
        d = d4_mul(d, d4_set1(factor));
    }
    const double largest = d4_max3(d4_abs(d));
    const double t_min = ray->t_min * box->time;
    const double distance = d4_max3(d4_abs(o));
    const double size = d4_max3(d4_max(d4_abs(lo), d4_abs(hi)));
    double enter, leave;
    cross_bounds(lo, hi, o, d, largest, (distance + size) * 0x1p-48, &enter, &leave);
    if (enter > leave || leave < t_min || enter > ray->t_max * box->time)
        return BOX_RAY_MISSES;
    box->base = pick_most(enter, t_min);
    const double path = (leave - box->base) * largest;
    const double moved = fabs(box->base) * largest;
    const d4 near = d4_add(o, d4_mul(d4_set1(box->base), d));
    if (!(d4_max3(d4_abs(near)) + path + moved < SCENE_RAY_NEAR))
        return BOX_RAY_UNRESOLVED;
    box->slack = fabs(box->base) * 0x1p-48;
    box->t_near = 0; // the range begins at `base` or before
    scene_box_ray_finish(box, near, d, (distance + moved) * 0x1p-48 + path * 0x1p-56, size);
    return BOX_RAY_READY;
}

static inline box_ray_result scene_box_ray_init(scene_box_ray *box, const pick_tree *tree, const pick_ray *ray)
{
    const d4 o = d4_sub(d4_load3(&ray->origin.x), d4_load3(tree->anchor));
    const d4 d = d4_load3(&ray->direction.x);
    const double size = tree->reach;
    box->time = 1;
    box->base = 0;
    // A ray that passes is valid: lanes of infinity or NaN fail.
    if (!scene_direction_is_moderate(d4_abs(d)) || !(ray->t_min >= 0 && ray->t_min <= ray->t_max) ||
        !(size < SCENE_RAY_NEAR / 16) || (d4_lt(d4_abs(o), d4_set1(16 * size)) & 7u) != 7u) {
        scene_box_ray far; // a copy, for the same reason
        const box_ray_result result = scene_box_ray_init_far(&far, tree, ray);
        *box = far;
        return result;
    }
    box->slack = 0;
    box->t_near = box_time_down(ray->t_min, 0);
    scene_box_ray_finish(box, o, d, size * 0x1p-43, size);
    return BOX_RAY_READY;
}

static inline float scene_far(const scene_box_ray *box, double t)
{
    return box_time_up(t * box->time - box->base, box->slack) * (1.0f + 0x1p-20f);
}

// The ray in object space: pick_object_local_ray of query_walks.c, operation for operation. Row i of `rows` is that of
// the linear part; the columns of its inverse, times the determinant, are the rows' cross products.
//
// `origin` and `direction` are the ray in the mesh's box space, from its start. They are ready long before the exact
// ray, whose origin is first moved, and which only leaves need.
static inline void object_ray(const pick_object *object, const pick_scene_ray *ray, pick_local_ray *local, d4 *origin,
                              d4 *direction)
{
    const d4 d = d4_load3(&ray->ray->direction.x);
    const d4 from = d4_sub(d4_load3(&ray->ray->origin.x), d4_load3(object->origin));
    const d4 o = d4_sub(from, d4_load3(object->center));
    double shift = -d4_sum3(d4_mul(o, d)) * ray->inverse_square;
    if (!isfinite(shift))
        shift = 0;
    local->shift = shift;
    const d4 near = d4_add(o, d4_mul(d, d4_set1(shift)));
    const d4 x = d4_load3_row_f(object->linear);
    const d4 y = d4_load3_row_f(object->linear + 1);
    const d4 z = d4_load3_row_f(object->linear + 2);
    const d4 x1 = d4_yzx(x), y1 = d4_yzx(y), z1 = d4_yzx(z);
    const d4 x2 = d4_zxy(x), y2 = d4_zxy(y), z2 = d4_zxy(z);
    const d4 yz = d4_sub(d4_mul(y1, z2), d4_mul(z1, y2));
    const d4 zx = d4_sub(d4_mul(z1, x2), d4_mul(x1, z2));
    const d4 xy = d4_sub(d4_mul(x1, y2), d4_mul(y1, x2));
    const d4 inverse = d4_set1(object->inverse_determinant);
    const d4 along = d4_add(d4_add(d4_mul(yz, d4_all_x(near)), d4_mul(zx, d4_all_y(near))), d4_mul(xy, d4_all_z(near)));
    const d4 across = d4_add(d4_add(d4_mul(yz, d4_all_x(d)), d4_mul(zx, d4_all_y(d))), d4_mul(xy, d4_all_z(d)));
    const d4 start = d4_add(d4_add(d4_mul(yz, d4_all_x(o)), d4_mul(zx, d4_all_y(o))), d4_mul(xy, d4_all_z(o)));
    const d4 to_box = d4_set1(object->inverse_determinant * object->mesh->scale);
    *origin = d4_mul(start, to_box);
    *direction = d4_mul(across, to_box);
    d4_store(local->origin, d4_add(d4_mul(along, inverse), d4_load3(object->mesh->center)));
    d4_store(local->direction, d4_mul(across, inverse));
}
