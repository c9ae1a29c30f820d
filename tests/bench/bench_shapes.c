// Closest hits on what is no mesh: balls, tubes, the caller's own primitives and terrain, beside another library that
// has them too. All objects of a kind lie within the unit cube around the origin.
#include "bench.h"

#include "picking/picking.h"
#include "random.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum {
    BALLS = 1000000,
    LINES = 20000,
    LINE_POINTS = 11,
    PRIMITIVES = 100000,
    TERRAIN_SIDE = 1025,
    QUICK = 100 // times fewer
};

static void shapes_must(bool ok)
{
    if (!ok)
        abort();
}

static void put_point(float *out, pick_vec3 at)
{
    out[0] = (float)at.x;
    out[1] = (float)at.y;
    out[2] = (float)at.z;
}

static void make_balls(bench_shapes *s, size_t count, double radius)
{
    test_random r = {31};
    s->radius = radius;
    s->point_count = count;
    s->points = malloc(3 * count * sizeof *s->points);
    shapes_must(s->points != NULL);
    for (size_t i = 0; i < count; i++)
        put_point(s->points + 3 * i, random_in_cube(&r, 0.5));
}

// Polylines that wander.
static void make_tubes(bench_shapes *s, size_t lines)
{
    test_random r = {32};
    s->radius = 0.0005;
    s->point_count = lines * LINE_POINTS;
    s->line_points = LINE_POINTS;
    s->points = malloc(3 * s->point_count * sizeof *s->points);
    shapes_must(s->points != NULL);
    for (size_t line = 0; line < lines; line++) {
        pick_vec3 at = random_in_cube(&r, 0.5);
        for (size_t i = 0; i < LINE_POINTS; i++) {
            put_point(s->points + 3 * (line * LINE_POINTS + i), at);
            at = pick_vec3_add(at, random_in_cube(&r, 0.01));
        }
    }
}

static void make_grid(bench_shapes *s, uint32_t side)
{
    s->side = side;
    s->heights = malloc((size_t)side * side * sizeof *s->heights);
    shapes_must(s->heights != NULL);
    for (uint32_t row = 0; row < side; row++) {
        for (uint32_t column = 0; column < side; column++) {
            const double x = 60.0 * column / side, z = 60.0 * row / side;
            s->heights[(size_t)row * side + column] =
                (float)(0.1 * sin(0.3 * x) * cos(0.2 * z) + 0.02 * sin(x + z) + 0.002 * sin(9 * x) * sin(8 * z));
        }
    }
}

static bench_shapes make_shapes(bench_shape_kind kind, bool quick)
{
    const size_t fewer = quick ? QUICK : 1;
    bench_shapes s = {.kind = kind};
    switch (kind) {
    case BENCH_BALLS:
        make_balls(&s, BALLS / fewer, 0.001);
        break;
    case BENCH_TUBES:
        make_tubes(&s, LINES / fewer);
        break;
    case BENCH_PRIMITIVES:
        make_balls(&s, PRIMITIVES / fewer, 0.005);
        break;
    case BENCH_TERRAIN:
        make_grid(&s, quick ? 65 : TERRAIN_SIDE);
        break;
    }
    return s;
}

// From around the cube to any point in it; of terrain, from above to the ground.
static void make_shape_rays(bench_workload *w, bench_shape_kind kind, size_t count)
{
    test_random r = {33};
    *w = (bench_workload){.name = "shapes", .rays = malloc(count * sizeof *w->rays), .ray_count = count};
    shapes_must(w->rays != NULL);
    for (size_t i = 0; i < count; i++) {
        pick_vec3 from = pick_vec3_scale(random_direction(&r), 1.5), to = random_in_cube(&r, 0.5);
        if (kind == BENCH_TERRAIN) {
            from = random_in_cube(&r, 0.5);
            from.y = random_between(&r, 0.15, 0.4);
            to.y = 0.1 * to.y;
        }
        w->rays[i] = (pick_ray){from, pick_vec3_normalize(pick_vec3_sub(to, from)), 0, HUGE_VAL};
    }
}

// --- picking --------------------------------------------------------------------------------------------------------

typedef struct shapes_scene {
    pick_scene *scene;
    pick_thin *thin;
    pick_volume *volume;
} shapes_scene;

double bench_ball_cast(const double origin[3], const double direction[3], double radius)
{
    double a = 0, b = 0, c = -radius * radius;
    for (int k = 0; k < 3; k++) {
        a += direction[k] * direction[k];
        b += direction[k] * origin[k];
        c += origin[k] * origin[k];
    }
    const double root = b * b - a * c;
    return root < 0 ? HUGE_VAL : (-b - sqrt(root)) / a;
}

// A ball of radius 1.
static void cast_at_ball(void *user, const pick_ray *ray, pick_ray_probe *probe)
{
    const double origin[3] = {ray->origin.x, ray->origin.y, ray->origin.z};
    const double direction[3] = {ray->direction.x, ray->direction.y, ray->direction.z};
    const double t = bench_ball_cast(origin, direction, 1);
    (void)user;
    if (t >= ray->t_min && t <= ray->t_max) {
        const pick_vec3 at = pick_vec3_add(ray->origin, pick_vec3_scale(ray->direction, t));
        (void)pick_ray_report(probe, &(pick_primitive_hit){.t = t, .normal = at});
    }
}

static void add_primitives(shapes_scene *own, const bench_shapes *s)
{
    const pick_primitive_desc desc = {
        .bounds = {{-1, -1, -1}, {1, 1, 1}}, .ray = cast_at_ball, .flags = PICK_VOLUME_SURFACE};
    pick_object_desc *objects = malloc(s->point_count * sizeof *objects);
    pick_object_id *ids = malloc(s->point_count * sizeof *ids);
    shapes_must(objects != NULL && ids != NULL);
    shapes_must(pick_primitive_create(&desc, editor_platform_memory(), &own->volume) == PICK_OK);
    for (size_t i = 0; i < s->point_count; i++) {
        const float *p = s->points + 3 * i, size = (float)s->radius;
        objects[i] = PICK_OBJECT_DESC_DEFAULT;
        objects[i].volume = own->volume;
        objects[i].transform =
            (pick_transform){{size, 0, 0, 0, size, 0, 0, 0, size}, {(double)p[0], (double)p[1], (double)p[2]}};
    }
    shapes_must(pick_scene_add_many(own->scene, objects, s->point_count, ids) == PICK_OK);
    free(objects);
    free(ids);
}

static void add_shape(shapes_scene *own, const bench_shapes *s)
{
    pick_object_desc object = PICK_OBJECT_DESC_DEFAULT;
    pick_object_id id;
    if (s->kind == BENCH_BALLS) {
        const pick_points_desc desc = {
            .positions = s->points, .count = (uint32_t)s->point_count, .radius = s->radius, .unit = PICK_THIN_IN_SPACE};
        shapes_must(pick_points_create(&desc, editor_platform_memory(), &own->thin) == PICK_OK);
    } else if (s->kind == BENCH_TUBES) {
        const uint32_t lines = (uint32_t)(s->point_count / s->line_points);
        uint32_t *counts = malloc(lines * sizeof *counts);
        shapes_must(counts != NULL);
        for (uint32_t i = 0; i < lines; i++)
            counts[i] = s->line_points;
        const pick_curves_desc desc = {.positions = s->points,
                                       .position_count = (uint32_t)s->point_count,
                                       .counts = counts,
                                       .curve_count = lines,
                                       .radius = s->radius,
                                       .unit = PICK_THIN_IN_SPACE};
        shapes_must(pick_curves_create(&desc, editor_platform_memory(), &own->thin) == PICK_OK);
        free(counts);
    } else {
        const pick_height_field_desc desc = {.samples = s->heights,
                                             .type = PICK_HEIGHT_FLOAT,
                                             .columns = s->side,
                                             .rows = s->side,
                                             .flags = PICK_VOLUME_SURFACE};
        const float step = 1.0f / (float)(s->side - 1);
        shapes_must(pick_height_field_create(&desc, editor_platform_memory(), &own->volume) == PICK_OK);
        object.transform = (pick_transform){{step, 0, 0, 0, 1, 0, 0, 0, step}, {-0.5, 0, -0.5}};
    }
    object.thin = own->thin;
    object.volume = own->volume;
    shapes_must(pick_scene_add(own->scene, &object, &id) == PICK_OK);
}

static double cast_shapes(void *state, const pick_ray *ray)
{
    const shapes_scene *own = state;
    pick_hit hit;
    return pick_closest(own->scene, ray, NULL, &hit) ? hit.t : HUGE_VAL;
}

static void destroy_shapes(void *state)
{
    shapes_scene *own = state;
    pick_scene_destroy(own->scene);
    pick_thin_destroy(own->thin);
    pick_volume_destroy(own->volume);
    free(own);
}

static bench_engine make_picking(const bench_shapes *s)
{
    shapes_scene *own = calloc(1, sizeof *own);
    shapes_must(own != NULL && pick_scene_create(editor_platform_memory(), &own->scene) == PICK_OK);
    const double start = bench_cpu_seconds();
    (s->kind == BENCH_PRIMITIVES ? add_primitives : add_shape)(own, s);
    return (bench_engine){.name = "picking",
                          .state = own,
                          .build_seconds = bench_cpu_seconds() - start,
                          .cast = cast_shapes,
                          .destroy = destroy_shapes};
}

// --- Bench ----------------------------------------------------------------------------------------------------------

static size_t count_parts(const bench_shapes *s)
{
    switch (s->kind) {
    case BENCH_TUBES:
        return s->point_count - s->point_count / s->line_points;
    case BENCH_TERRAIN:
        return 2 * (size_t)(s->side - 1) * (s->side - 1);
    default:
        return s->point_count;
    }
}

bool bench_shapes_run(const char *name, const bench_options *o)
{
    static const char *const what[] = {"balls", "tubes", "primitives", "terrain"};
    for (int kind = BENCH_BALLS; kind <= BENCH_TERRAIN; kind++) {
        bench_shapes s = make_shapes((bench_shape_kind)kind, o->quick);
        bench_workload w;
        bench_engine engines[2];
        double warm[2] = {0}, cold[2] = {0}, hits = 0;
        const size_t count = o->shape_peer != NULL ? 2 : 1;
        make_shape_rays(&w, s.kind, o->rays);
        engines[0] = make_picking(&s);
        if (count > 1)
            engines[1] = o->shape_peer(&s);
        bench_warm(engines, count, &w, o, warm);
        (void)bench_cold(engines, count, &w, o, cold);
        const size_t tried = w.ray_count < 2000 ? w.ray_count : 2000;
        for (size_t i = 0; i < tried; i++)
            hits += engines[0].cast(engines[0].state, &w.rays[i]) < HUGE_VAL;
        for (size_t e = 0; e < count; e++) {
            (void)printf(
                o->json
                    ? "{\"bench\":\"%s\",\"what\":\"%s\",\"parts\":%zu,\"hit\":%.2f,\"engine\":\"%s\",\"warm_ns\":%.1f,"
                      "\"cold_ns\":%.1f,\"build_ms\":%.2f,\"picking_warm_ratio\":%.3f,\"picking_cold_ratio\":%.3f,"
                      "\"agreement\":%.4f}\n"
                    : "%s: %-10s %8zu parts, %.2f hit; %-8s warm %7.0f ns, cold %7.0f ns, build %7.1f ms; "
                      "picking/this %.2f warm, %.2f cold; agree %.4f\n",
                name, what[kind], count_parts(&s), hits / (double)tried, engines[e].name, warm[e], cold[e],
                1e3 * engines[e].build_seconds, warm[0] / warm[e], cold[0] / cold[e],
                bench_agreement(&engines[0], &engines[e], &w));
        }
        (void)fflush(stdout);
        for (size_t e = 0; e < count; e++)
            engines[e].destroy(engines[e].state);
        free(w.rays);
        free(s.points);
        free(s.heights);
    }
    return true;
}
