#include "scene_things.h"

#include "history.h"
#include "random.h"
#include "shapes/volume_internal.h"

// --- Points, lines and curves ---------------------------------------------------------------------------------------

enum { MOST_POINTS = 61 };

typedef struct thin_plan {
    uint32_t points, curves; // curves 0: points
    pick_curve_kind kind;
    pick_thin_unit unit;
    double radius;
    float scale, shift; // of positions, and along x
} thin_plan;

static const thin_plan plans[SCENE_THINS] = {
    {8, 0, PICK_CURVE_LINES, PICK_THIN_IN_SPACE, 0.1, 1, 0},
    {40, 0, PICK_CURVE_LINES, PICK_THIN_ON_SCREEN, 3, 1, 0},
    {61, 3, PICK_CURVE_LINES, PICK_THIN_IN_SPACE, 0.05, 1, 0},
    {30, 2, PICK_CURVE_LINES, PICK_THIN_ON_SCREEN, 1.5, 1, 0},
    {13, 1, PICK_CURVE_CUBIC, PICK_THIN_IN_SPACE, 0.1, 1, 0},
    {7, 1, PICK_CURVE_CUBIC, PICK_THIN_ON_SCREEN, 8, 1, 0},
    {0, 0, PICK_CURVE_LINES, PICK_THIN_ON_SCREEN, 20, 1, 0},
    {12, 0, PICK_CURVE_LINES, PICK_THIN_IN_SPACE, 0, 1, 0},
    {9, 1, PICK_CURVE_LINES, PICK_THIN_IN_SPACE, 0.25, 1e-3f, 1e6f},
    {2, 1, PICK_CURVE_LINES, PICK_THIN_IN_SPACE, 1e10, 1e12f, 0},
};

// The last plan but two has equal points, and one of the others a point that is not finite.
static void points_of(uint32_t which, float positions[3 * MOST_POINTS])
{
    const thin_plan *plan = &plans[which];
    test_random r = {which + 100};
    for (uint32_t i = 0; i < 3 * plan->points; i++) {
        const double walk = i >= 3 && plan->curves > 0 ? (double)positions[i - 3] : 0;
        positions[i] = plan->scale * (float)random_between(&r, -1, 1) + (float)walk;
        positions[i] += i < 3 && i % 3 == 0 ? plan->shift : 0;
        positions[i] = which == 7 && i % 6 < 3 && i >= 3 ? positions[i - 3] : positions[i];
    }
    if (which == 1 || which == 2)
        positions[3 * (plan->points / 2)] = NAN;
}

static void make_thin(scene_things *things, uint32_t which)
{
    const thin_plan *plan = &plans[which];
    float positions[3 * MOST_POINTS];
    const uint32_t counts[3] = {plan->points - (plan->curves - 1) * 10, 10, 10};
    points_of(which, positions);
    if (plan->curves == 0) {
        const pick_points_desc desc = {.positions = positions,
                                       .count = plan->points,
                                       .radius = plan->radius,
                                       .unit = plan->unit,
                                       .kinds = PICK_SUBMESH_KIND(which % 4)};
        history_must(pick_points_create(&desc, NULL, &things->thins[which]) == PICK_OK, "no points");
    } else {
        const pick_curves_desc desc = {.positions = positions,
                                       .position_count = plan->points,
                                       .counts = counts,
                                       .curve_count = plan->curves,
                                       .kind = plan->kind,
                                       .flatness = which == 4 ? 0.01 : 0,
                                       .radius = plan->radius,
                                       .unit = plan->unit,
                                       .kinds = PICK_SUBMESH_KIND(which % 4)};
        history_must(pick_curves_create(&desc, NULL, &things->thins[which]) == PICK_OK, "no curves");
    }
}

const pick_thin *scene_things_refit_thin(scene_things *things, uint32_t which, uint32_t how)
{
    static const float scales[] = {1, 10, 1e-3f, 0, 1e12f, 1, 1, 1};
    float positions[3 * MOST_POINTS];
    which %= SCENE_THINS;
    const uint32_t floats = 3 * plans[which].points;
    points_of(which, positions);
    for (uint32_t i = 0; i < floats; i++) {
        positions[i] *= scales[how % 8];
        positions[i] += how % 8 == 5 ? 100.0f : 0.0f;
        positions[i] = (how % 8 == 6 && i < floats / 2) || how % 8 == 7 ? NAN : positions[i];
    }
    HISTORY_MUST(pick_thin_refit(things->thins[which], positions, 0) == PICK_OK);
    return things->thins[which];
}

// --- Height fields --------------------------------------------------------------------------------------------------

static const uint32_t field_sides[SCENE_FIELDS][2] = {{2, 2}, {5, 9}, {33, 33}, {17, 4}, {6, 6}, {33, 2}};

static bool has_numbers(uint32_t which)
{
    return which % 2 == 0;
}

// Heights of a rectangle: hills, holes, flat, or high.
static void set_samples(scene_things *things, uint32_t which, const uint32_t from[2], const uint32_t count[2],
                        uint32_t how)
{
    test_random r = {how * 31 + which};
    for (uint32_t row = from[1]; row < from[1] + count[1]; row++) {
        for (uint32_t column = from[0]; column < from[0] + count[0]; column++) {
            const uint32_t at = row * field_sides[which][0] + column;
            double height = random_between(&r, 0, how % 2 == 0 ? 4 : 40);
            if (how % 8 == 1)
                height = 3;
            if (how % 8 == 7)
                height *= 1000;
            const bool hole = how % 8 == 6 || (how % 8 >= 4 && random_index(&r, 5) == 0);
            things->numbers[which][at] = hole ? 65535 : (uint16_t)height;
            things->heights[which][at] = hole ? NAN : (float)(height - 2);
        }
    }
}

static pick_volume *new_field(const scene_things *things, uint32_t which)
{
    const pick_height_field_desc desc = {
        .samples = has_numbers(which) ? (const void *)things->numbers[which] : things->heights[which],
        .type = has_numbers(which) ? PICK_HEIGHT_UINT16 : PICK_HEIGHT_FLOAT,
        .columns = field_sides[which][0],
        .rows = field_sides[which][1],
        .flags = (has_numbers(which) ? (uint32_t)PICK_HEIGHT_FIELD_HOLES : 0) |
                 (which % 3 == 2 ? (uint32_t)PICK_VOLUME_SURFACE : 0) | PICK_SUBMESH_KIND(which % 4)};
    pick_volume *field = NULL;
    history_must(pick_height_field_create(&desc, NULL, &field) == PICK_OK, "no height field");
    return field;
}

static void make_field(scene_things *things, uint32_t which)
{
    const uint32_t none[2] = {0, 0};
    set_samples(things, which, none, field_sides[which], which == 4 ? 4 : (which == 5 ? 1 : 2 * which));
    things->fields[which] = new_field(things, which);
}

// It has the blocks of a new one.
static void check_field(const scene_things *things, uint32_t which)
{
    pick_volume *fresh = new_field(things, which);
    const pick_height_field *field = things->fields[which]->field;
    for (uint32_t l = 0; l < field->level_count; l++) {
        const pick_height_level *level = &field->levels[l];
        for (uint32_t i = 0; i < level->columns * level->rows; i++) {
            const uint32_t column = i % level->columns, row = i / level->columns;
            const pick_height_range got = *pick_height_range_at(level, column, row);
            const pick_height_range right = *pick_height_range_at(&fresh->field->levels[l], column, row);
            HISTORY_MUST(got.low == right.low && got.high == right.high);
        }
    }
    const pick_aabb got = pick_volume_bounds(things->fields[which]), right = pick_volume_bounds(fresh);
    HISTORY_MUST(memcmp(&got, &right, sizeof got) == 0);
    pick_volume_destroy(fresh);
}

const pick_volume *scene_things_change_field(scene_things *things, uint32_t which, uint32_t how)
{
    which %= SCENE_FIELDS;
    test_random r = {how};
    uint32_t from[2], count[2];
    for (int k = 0; k < 2; k++) {
        from[k] = random_index(&r, field_sides[which][k]);
        count[k] = 1 + random_index(&r, field_sides[which][k] - from[k]);
    }
    set_samples(things, which, from, count, how);
    // What reaches beyond the grid is clipped.
    const uint32_t more = how % 3 == 0 && from[0] + count[0] == field_sides[which][0] ? 1000 : 0;
    HISTORY_MUST(pick_height_field_update(things->fields[which], from[0], from[1], count[0] + more, count[1]) ==
                 PICK_OK);
    check_field(things, which);
    return things->fields[which];
}

// --- Primitives -----------------------------------------------------------------------------------------------------

// A part in its size.
static pick_shape part_of(const scene_primitive *p, uint32_t i)
{
    pick_shape shape = p->parts[i];
    if (shape.type == PICK_SHAPE_SPHERE) {
        shape.as.sphere.center = pick_vec3_scale(shape.as.sphere.center, p->size);
        shape.as.sphere.radius *= p->size;
    } else {
        shape.as.aabb.min = pick_vec3_scale(shape.as.aabb.min, p->size);
        shape.as.aabb.max = pick_vec3_scale(shape.as.aabb.max, p->size);
    }
    return shape;
}

static void meet(void *user, const pick_ray *ray, pick_ray_probe *probe)
{
    const scene_primitive *p = user;
    for (uint32_t i = 0; i < p->part_count; i++) {
        const pick_shape shape = part_of(p, i);
        const pick_ray line = {ray->origin, ray->direction, ray->t_min, HUGE_VAL}; // what is found depends on no t_max
        pick_shape_hit hit;
        if (!pick_ray_shape(&line, &shape, &hit))
            continue;
        pick_primitive_hit report = {.t = hit.t,
                                     .normal = hit.normal,
                                     .part = i,
                                     .at = {(double)i, 0.5},
                                     .inside = hit.inside && !p->surface,
                                     .through = p->surface ? 0 : hit.t_exit - hit.t};
        if (!hit.inside || !p->surface)
            (void)pick_ray_report(probe, &report);
        report = (pick_primitive_hit){.t = hit.t_exit, .part = i, .backface = true};
        if (p->surface)
            (void)pick_ray_report(probe, &report);
    }
}

static bool lie(void *user, pick_region_probe *probe, bool contain)
{
    const scene_primitive *p = user;
    for (uint32_t i = 0; i < p->part_count; i++) {
        const pick_shape shape = part_of(p, i);
        if ((contain ? pick_region_probe_contains(probe, &shape) : pick_region_probe_touches(probe, &shape)) != contain)
            return !contain;
    }
    return contain;
}

static void offer(void *user, pick_nearest_probe *probe)
{
    const scene_primitive *p = user;
    for (uint32_t i = 0; i < p->part_count; i++) {
        const pick_shape shape = part_of(p, i);
        const pick_aabb box = pick_shape_bounds(&shape);
        if (pick_nearest_reaches(probe, &box))
            pick_nearest_report(probe, &shape, i);
    }
}

// What callers get wrong.
static void babble(void *user, const pick_ray *ray, pick_ray_probe *probe)
{
    static const double bad[] = {(double)NAN, (double)INFINITY, -(double)INFINITY, -1e300, 1e300};
    for (int i = 0; i < 5; i++) {
        pick_primitive_hit report = {.t = bad[i], .normal = {bad[4 - i], 0, 1}, .inside = i == 3, .through = bad[i]};
        (void)pick_ray_report(probe, &report);
    }
    meet(user, ray, probe);
    const pick_primitive_hit report = {.t = ray->t_min, .normal = {bad[0], 0, 0}, .part = 9, .at = {bad[1], bad[2]}};
    (void)pick_ray_report(probe, &report);
}

static pick_aabb bounds_of(const scene_primitive *p)
{
    pick_aabb all = {{HUGE_VAL, HUGE_VAL, HUGE_VAL}, {-HUGE_VAL, -HUGE_VAL, -HUGE_VAL}};
    for (uint32_t i = 0; i < p->part_count; i++) {
        const pick_shape shape = part_of(p, i);
        const pick_aabb box = pick_shape_bounds(&shape);
        all.min = pick_vec3_make(fmin(all.min.x, box.min.x), fmin(all.min.y, box.min.y), fmin(all.min.z, box.min.z));
        all.max = pick_vec3_make(fmax(all.max.x, box.max.x), fmax(all.max.y, box.max.y), fmax(all.max.z, box.max.z));
    }
    return all;
}

static void make_primitive(scene_things *things, uint32_t which)
{
    static const pick_shape ball = {.type = PICK_SHAPE_SPHERE, .as.sphere = {{0, 0, 0}, 1}};
    static const pick_shape aside = {.type = PICK_SHAPE_SPHERE, .as.sphere = {{2, 0.5, 0}, 0.5}};
    static const pick_shape box = {.type = PICK_SHAPE_AABB, .as.aabb = {{-1, -0.25, -0.5}, {1, 0.25, 0.5}}};
    scene_primitive *p = &things->bodies[which];
    *p = (scene_primitive){.part_count = which % 2 == 0 ? 3 : 1, .surface = which % 3 == 1, .size = 1};
    p->parts[0] = which % 2 == 0 ? box : ball;
    p->parts[1] = aside;
    p->parts[2] = ball;
    pick_primitive_desc desc = {.bounds = bounds_of(p), .ray = meet, .region = lie, .nearest = offer, .user = p};
    desc.flags = PICK_SUBMESH_KIND(which % 4) | (p->surface ? (uint32_t)PICK_VOLUME_SURFACE : 0);
    if (which == 3)
        desc.ray = babble;
    if (which == 4)
        desc.region = NULL;
    if (which == 5)
        desc.ray = NULL;
    if (which >= 4)
        desc.nearest = NULL;
    history_must(pick_primitive_create(&desc, NULL, &things->primitives[which]) == PICK_OK, "no primitive");
}

const pick_volume *scene_things_change_primitive(scene_things *things, uint32_t which, uint32_t how)
{
    static const double sizes[] = {1, 10, 1e-3, 1e6, 2, 1, 0.5, 1};
    which %= SCENE_PRIMITIVES;
    scene_primitive *p = &things->bodies[which];
    p->size = sizes[how % 8];
    p->part_count = which % 2 == 0 && how % 16 < 8 ? 3 : 1;
    const pick_aabb bounds = bounds_of(p);
    HISTORY_MUST(pick_primitive_set_bounds(things->primitives[which], &bounds) == PICK_OK);
    return things->primitives[which];
}

// --- All ------------------------------------------------------------------------------------------------------------

void scene_things_make(scene_things *things)
{
    for (uint32_t i = 0; i < SCENE_THINS; i++)
        make_thin(things, i);
    for (uint32_t i = 0; i < SCENE_FIELDS; i++)
        make_field(things, i);
    for (uint32_t i = 0; i < SCENE_PRIMITIVES; i++)
        make_primitive(things, i);
}

void scene_things_free(scene_things *things)
{
    for (uint32_t i = 0; i < SCENE_THINS; i++)
        pick_thin_destroy(things->thins[i]);
    for (uint32_t i = 0; i < SCENE_FIELDS; i++)
        pick_volume_destroy(things->fields[i]);
    for (uint32_t i = 0; i < SCENE_PRIMITIVES; i++)
        pick_volume_destroy(things->primitives[i]);
}
