// Height fields against meshes of the same triangles: every answer is the same, to the last bit.
#include "picking/picking.h"

#include "effort.h"
#include "failing_allocator.h"
#include "projection.h"
#include "random.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { SIDE = 75, OBJECTS = 3, HITS = 128 };

typedef struct ground {
    test_random random;
    uint32_t columns, rows, stride;
    bool floats, surface;
    uint16_t numbers[SIDE * SIDE];
    float heights[SIDE * SIDE];
    pick_volume *field;
    pick_mesh *mesh;
    pick_scene *scene[2]; // of the field, of the mesh
} ground;

static float height_of(const ground *g, uint32_t column, uint32_t row)
{
    const uint32_t i = row * g->stride + column;
    return g->floats ? g->heights[i] : (g->numbers[i] == 65535 ? NAN : (float)g->numbers[i]);
}

static void change_samples(ground *g, uint32_t column, uint32_t row, uint32_t columns, uint32_t rows)
{
    const uint32_t tall = random_index(&g->random, 3);
    for (uint32_t r = row; r < row + rows; r++) {
        for (uint32_t c = column; c < column + columns; c++) {
            const double wave = 6 + 3 * sin(0.3 * c) + 3 * cos(0.2 * r) + random_between(&g->random, 0, tall * 8);
            const bool hole = random_index(&g->random, 20) == 0;
            g->numbers[r * g->stride + c] = hole ? 65535 : (uint16_t)wave;
            g->heights[r * g->stride + c] = hole ? (c % 2 == 0 ? NAN : INFINITY) : (float)(wave - 9);
        }
    }
}

// Triangles with a hole are degenerate, so that the others keep their numbers.
static void make_mesh(ground *g)
{
    const uint32_t quads = (g->columns - 1) * (g->rows - 1);
    float *positions = calloc(3 * (size_t)g->columns * g->rows, sizeof(float));
    uint32_t *indices = calloc(6 * (size_t)quads, sizeof(uint32_t));
    assert_true(positions != NULL && indices != NULL);
    for (uint32_t i = 0; i < g->columns * g->rows; i++) {
        const float height = height_of(g, i % g->columns, i / g->columns);
        positions[3 * i] = (float)(i % g->columns);
        positions[3 * i + 1] = isfinite(height) ? height : 0;
        positions[3 * i + 2] = (float)(i / g->columns);
    }
    for (uint32_t q = 0; q < quads; q++) {
        const uint32_t c = q % (g->columns - 1), r = q / (g->columns - 1);
        const uint32_t cut[2][3][2] = {{{c, r}, {c, r + 1}, {c + 1, r + 1}}, {{c, r}, {c + 1, r + 1}, {c + 1, r}}};
        for (uint32_t k = 0; k < 2; k++) {
            bool hole = false;
            for (uint32_t i = 0; i < 3; i++)
                hole = hole || !isfinite(height_of(g, cut[k][i][0], cut[k][i][1]));
            for (uint32_t i = 0; i < 3 && !hole; i++)
                indices[6 * q + 3 * k + i] = cut[k][i][1] * g->columns + cut[k][i][0];
        }
    }
    const pick_submesh all = {0, 2 * quads, (g->surface ? PICK_SUBMESH_DOUBLE_SIDED : 0) | PICK_SUBMESH_KIND(3)};
    const pick_mesh_desc desc = {.positions = positions,
                                 .vertex_count = g->columns * g->rows,
                                 .indices = indices,
                                 .index_type = PICK_INDEX_UINT32,
                                 .index_count = 6 * quads,
                                 .submeshes = &all,
                                 .submesh_count = 1};
    pick_mesh_destroy(g->mesh);
    assert_int_equal(pick_mesh_create(&desc, NULL, &g->mesh), PICK_OK);
    free(positions);
    free(indices);
}

static ground *ground_make(uint64_t seed)
{
    ground *g = calloc(1, sizeof *g);
    assert_non_null(g);
    g->random = (test_random){seed};
    g->floats = seed % 2 == 0;
    g->surface = seed % 3 == 0;
    g->columns = 2 + random_index(&g->random, seed % 5 == 0 ? 4 : SIDE - 2);
    g->rows = 2 + random_index(&g->random, SIDE - 2);
    g->stride = g->columns + random_index(&g->random, SIDE + 1 - g->columns);
    change_samples(g, 0, 0, g->columns, g->rows);
    make_mesh(g);
    const pick_height_field_desc desc = {
        .samples = g->floats ? (const void *)g->heights : g->numbers,
        .type = g->floats ? PICK_HEIGHT_FLOAT : PICK_HEIGHT_UINT16,
        .columns = g->columns,
        .rows = g->rows,
        .row_stride = g->stride == g->columns ? 0 : g->stride * (g->floats ? sizeof(float) : sizeof(uint16_t)),
        .flags = (g->surface ? PICK_VOLUME_SURFACE : 0) | PICK_SUBMESH_KIND(3) |
                 (g->floats ? 0 : (uint32_t)PICK_HEIGHT_FIELD_HOLES)};
    assert_int_equal(pick_height_field_create(&desc, NULL, &g->field), PICK_OK);
    for (int s = 0; s < 2; s++)
        assert_int_equal(pick_scene_create(NULL, &g->scene[s]), PICK_OK);
    for (int i = 0; i < OBJECTS; i++) {
        pick_object_desc object = PICK_OBJECT_DESC_DEFAULT;
        pick_object_id id;
        for (int k = 0; k < 9 && i > 0; k++)
            object.transform.linear[k] += (float)random_between(&g->random, -0.7, 0.7);
        object.transform.origin = random_in_cube(&g->random, 60);
        object.volume = g->field;
        assert_int_equal(pick_scene_add(g->scene[0], &object, &id), PICK_OK);
        object.volume = NULL;
        object.mesh = g->mesh;
        assert_int_equal(pick_scene_add(g->scene[1], &object, &id), PICK_OK);
    }
    return g;
}

static void ground_free(ground *g)
{
    for (int s = 0; s < 2; s++)
        pick_scene_destroy(g->scene[s]);
    pick_volume_destroy(g->field);
    pick_mesh_destroy(g->mesh);
    free(g);
}

// A point of an object, in the world.
static pick_vec3 point_of(ground *g, const pick_scene *scene)
{
    pick_object_id ids[OBJECTS];
    pick_object_desc desc;
    assert_int_equal(pick_scene_objects(scene, ids, OBJECTS), OBJECTS);
    assert_int_equal(pick_scene_get(scene, ids[random_index(&g->random, OBJECTS)], &desc), PICK_OK);
    const uint32_t c = random_index(&g->random, g->columns), r = random_index(&g->random, g->rows);
    const double height = (double)height_of(g, c, r);
    const bool between = random_index(&g->random, 2) == 0;
    return pick_transform_point(&desc.transform, pick_vec3_make(c + (between ? random_between(&g->random, 0, 1) : 0),
                                                                isfinite(height) ? height : 2,
                                                                r + (between ? random_between(&g->random, 0, 1) : 0)));
}

static bool same_vec3(pick_vec3 a, pick_vec3 b)
{
    return a.x == b.x && a.y == b.y && a.z == b.z;
}

static void same_hit(const pick_hit *a, const pick_hit *b)
{
    assert_true(a->t == b->t && a->object.index1 == b->object.index1 && a->triangle == b->triangle);
    assert_true(a->barycentric[0] == b->barycentric[0] && a->barycentric[1] == b->barycentric[1]);
    assert_true(a->backface == b->backface && !a->inside && !a->from_bounds && a->submesh == b->submesh);
    assert_true(same_vec3(a->point, b->point) && same_vec3(a->normal, b->normal) &&
                same_vec3(a->smooth_normal, b->smooth_normal));
}

// Rays are moved to the middle of the bounds before they are tested. Where holes take all of a border away, the mesh
// has other bounds, and the last bits differ.
static bool has_same_bounds(const ground *g)
{
    const pick_aabb a = pick_volume_bounds(g->field), b = pick_mesh_bounds(g->mesh);
    return same_vec3(a.min, b.min) && same_vec3(a.max, b.max);
}

static void ask_ray(ground *g, uint32_t *hits)
{
    if (!has_same_bounds(g))
        return;
    static const pick_vec3 axes[4] = {{0, -1, 0}, {1, 0, 0}, {0, 0, 1}, {-1, 0, 1}};
    pick_hit a[HITS], b[HITS];
    const uint32_t how = random_index(&g->random, 6);
    const pick_vec3 to = point_of(g, g->scene[0]);
    pick_ray ray = {.t_min = how == 0 ? 0.4 : 0, .t_max = how == 1 ? 0.9 : HUGE_VAL};
    ray.direction = how == 2 ? axes[random_index(&g->random, 4)]
                             : pick_vec3_scale(random_direction(&g->random), random_between(&g->random, 1, 90));
    ray.origin = pick_vec3_sub(to, pick_vec3_scale(ray.direction, how == 3 ? 1e6 : 1.3));
    const pick_query query = {.cull = (pick_cull)random_index(&g->random, 4)};
    const size_t count = pick_all(g->scene[0], &ray, &query, a, HITS);
    assert_int_equal(pick_all(g->scene[1], &ray, &query, b, HITS), count);
    for (size_t i = 0; i < count && i < HITS; i++)
        same_hit(&a[i], &b[i]);
    *hits += (uint32_t)count;
    assert_int_equal(pick_closest(g->scene[0], &ray, &query, &a[0]), count > 0);
    if (count > 0)
        same_hit(&a[0], &b[0]);
    assert_int_equal(pick_any(g->scene[0], &ray, &query), count > 0);
    if (random_index(&g->random, 8) == 0) {
        assert_int_equal(pick_all_brute_force(g->scene[0], &ray, &query, a, HITS), count);
        for (size_t i = 0; i < count && i < HITS; i++)
            same_hit(&a[i], &b[i]);
    }
    assert_int_equal(pick_visible(g->scene[0], ray.origin, to, NULL), pick_visible(g->scene[1], ray.origin, to, NULL));
}

static void rays_find_the_same(void **state)
{
    (void)state;
    uint32_t hits = 0;
    for (uint32_t seed = 0; seed < test_effort(12, 200); seed++) {
        ground *g = ground_make(seed + 1);
        for (int i = 0; i < 300; i++)
            ask_ray(g, &hits);
        ground_free(g);
    }
    assert_true(hits > 3000);
}

// --- Regions and searches -------------------------------------------------------------------------------------------

static pick_view view_of(ground *g, bool cut)
{
    const pick_vec3 to = point_of(g, g->scene[0]), forward = random_direction(&g->random);
    const projection_spec spec = projection_perspective(1, 1, 0.1, 500);
    float projection[16], rotation[16];
    projection_matrix(&spec, projection);
    view_matrix(forward, random_direction(&g->random), rotation);
    const pick_view_desc desc = {.projection = projection,
                                 .view = rotation,
                                 .eye =
                                     pick_vec3_sub(to, pick_vec3_scale(forward, random_between(&g->random, 0.5, 150))),
                                 .viewport = {0, 0, 200, 200}};
    pick_view view;
    assert_int_equal(pick_view_init(&view, &desc), PICK_OK);
    const pick_vec3 normal = pick_vec3_scale(random_direction(&g->random), 3);
    const pick_plane plane = {normal, -pick_vec3_dot(normal, to)};
    if (cut)
        assert_int_equal(pick_view_set_section(&view, &plane, 1), PICK_OK);
    return view;
}

static pick_vec2 position(ground *g)
{
    return (pick_vec2){random_between(&g->random, -10, 210), random_between(&g->random, -10, 210)};
}

static void ask_region(ground *g, const pick_view *view, pick_region *region, uint32_t *found)
{
    const pick_vec2 a = position(g), b = position(g);
    pick_vec2 lasso[9];
    const uint32_t how = random_index(&g->random, 4);
    for (int i = 0; i < 9; i++)
        lasso[i] = (pick_vec2){100 + (60 + 40 * (i % 2)) * sin(0.7 * i), 100 + (60 + 40 * (i % 2)) * cos(0.7 * i)};
    if (how == 0)
        assert_int_equal(pick_region_rect(region, view, a, b), PICK_OK);
    else if (how == 1)
        assert_int_equal(pick_region_circle(region, view, a, random_between(&g->random, 0, 200)), PICK_OK);
    else if (how == 2)
        assert_int_equal(pick_region_polygon(region, view, lasso, 9), PICK_OK);
    else
        assert_int_equal(pick_region_rect(region, view, (pick_vec2){0, 0}, (pick_vec2){200, 200}), PICK_OK);
    for (int mode = 0; mode < 2; mode++) {
        const pick_region_query query = {.mode = (pick_region_mode)mode,
                                         .cull = (pick_cull)random_index(&g->random, 4),
                                         .hidden_kinds = random_index(&g->random, 20) == 0 ? PICK_SUBMESH_KIND(3) : 0};
        pick_object_id in[3][OBJECTS];
        const size_t count = pick_region_objects(g->scene[1], region, &query, in[0], OBJECTS);
        assert_int_equal(pick_region_objects(g->scene[0], region, &query, in[1], OBJECTS), count);
        assert_int_equal(pick_region_objects_brute_force(g->scene[0], region, &query, in[2], OBJECTS), count);
        assert_memory_equal(in[0], in[1], count * sizeof(pick_object_id));
        assert_memory_equal(in[0], in[2], count * sizeof(pick_object_id));
        found[mode] += (uint32_t)count;
    }
}

static void same_nearest(const pick_nearest *a, bool found, const pick_nearest *b, bool other)
{
    assert_int_equal(found, other);
    if (!found)
        return;
    assert_true(a->object.index1 == b->object.index1 && a->triangle == b->triangle && a->feature == b->feature);
    assert_true(a->index == b->index && a->distance == b->distance && a->depth == b->depth);
    assert_true(a->barycentric[0] == b->barycentric[0] && a->backface == b->backface && !a->from_bounds);
    assert_true(same_vec3(a->point, b->point) && same_vec3(a->normal, b->normal));
}

static void ask_nearest(ground *g, const pick_view *view, uint32_t *found)
{
    const pick_nearest_query wanted = {.features = random_index(&g->random, 8),
                                       .radius = random_between(&g->random, 0, 40),
                                       .visible = random_index(&g->random, 2) == 0};
    const pick_vec2 at = position(g);
    const pick_vec3 from = pick_vec3_add(point_of(g, g->scene[0]), random_in_cube(&g->random, 10));
    pick_nearest a, b;
    bool other = pick_nearest_in_window(g->scene[1], view, at, &wanted, NULL, &b);
    same_nearest(&a, pick_nearest_in_window(g->scene[0], view, at, &wanted, NULL, &a), &b, other);
    *found += other;
    other = pick_nearest_in_world(g->scene[1], from, &wanted, NULL, &b);
    same_nearest(&a, pick_nearest_in_world(g->scene[0], from, &wanted, NULL, &a), &b, other);
    same_nearest(&a, pick_nearest_in_world_brute_force(g->scene[0], from, &wanted, NULL, &a), &b, other);
    *found += other;
    pick_explanation e[2][OBJECTS];
    const size_t count = pick_explain(g->scene[0], view, at, NULL, 10, e[0], OBJECTS);
    const size_t expected = pick_explain(g->scene[1], view, at, NULL, 10, e[1], OBJECTS);
    for (size_t i = 0; i < count && i < expected && i < OBJECTS && e[1][i].reason != PICK_REASON_DEGENERATE; i++)
        assert_true(e[0][i].reason == e[1][i].reason && e[0][i].triangle == e[1][i].triangle && e[0][i].t == e[1][i].t);
    pick_cursor_query cursor = PICK_CURSOR_QUERY_DEFAULT;
    pick_cursor_hit under[2];
    cursor.tolerance = 8;
    const bool hover = pick_cursor(g->scene[1], view, at, &cursor, &under[1]);
    assert_int_equal(pick_cursor(g->scene[0], view, at, &cursor, &under[0]), hover);
    if (hover)
        assert_true(under[0].hit.t == under[1].hit.t && under[0].hit.triangle == under[1].hit.triangle &&
                    same_vec3(under[0].hit.normal, under[1].hit.normal));
}

static void regions_and_searches_find_the_same(void **state)
{
    (void)state;
    uint32_t found[2] = {0}, near = 0;
    pick_region *region;
    assert_int_equal(pick_region_create(NULL, &region), PICK_OK);
    for (uint32_t seed = 0; seed < test_effort(6, 100); seed++) {
        ground *g = ground_make(seed + 1000);
        for (int i = 0; i < 12; i++) {
            const pick_view view = view_of(g, i % 4 == 0);
            for (int k = 0; k < 3; k++)
                ask_region(g, &view, region, found);
            ask_nearest(g, &view, &near);
        }
        ground_free(g);
    }
    assert_true(found[0] > 100 && found[1] > 20 && near > 50);
    pick_region_destroy(region);
}

// --- Changes --------------------------------------------------------------------------------------------------------

static void changed_samples_are_found(void **state)
{
    (void)state;
    uint32_t hits = 0;
    for (uint32_t seed = 0; seed < test_effort(6, 100); seed++) {
        ground *g = ground_make(seed + 2000);
        for (int i = 0; i < 4; i++) {
            const uint32_t c = random_index(&g->random, g->columns), r = random_index(&g->random, g->rows);
            const uint32_t w = 1 + random_index(&g->random, g->columns - c),
                           h = 1 + random_index(&g->random, g->rows - r);
            change_samples(g, c, r, w, h);
            // More than the grid has is clipped.
            assert_int_equal(pick_height_field_update(g->field, c, r, w == g->columns - c ? UINT32_MAX : w, h),
                             PICK_OK);
            pick_scene_volume_changed(g->scene[0], g->field);
            make_mesh(g); // another one
            pick_object_id ids[OBJECTS];
            assert_int_equal(pick_scene_objects(g->scene[1], ids, OBJECTS), OBJECTS);
            for (int k = 0; k < OBJECTS; k++)
                assert_int_equal(pick_scene_set_mesh(g->scene[1], ids[k], g->mesh), PICK_OK);
            for (int k = 0; k < 60; k++)
                ask_ray(g, &hits);
        }
        ground_free(g);
    }
    assert_true(hits > 500);
}

static void nothing_but_holes_is_never_hit(void **state)
{
    (void)state;
    float heights[4] = {NAN, NAN, NAN, NAN};
    const pick_height_field_desc desc = {.samples = heights, .type = PICK_HEIGHT_FLOAT, .columns = 2, .rows = 2};
    const pick_ray down = {{0.25, 5, 0.5}, {0, -1, 0}, 0, HUGE_VAL};
    pick_object_desc object = PICK_OBJECT_DESC_DEFAULT;
    pick_volume *field;
    pick_scene *scene;
    pick_object_id id;
    pick_hit hit;
    pick_nearest nearest;
    const pick_nearest_query wanted = {.radius = HUGE_VAL};
    assert_int_equal(pick_height_field_create(&desc, NULL, &field), PICK_OK);
    assert_int_equal(pick_scene_create(NULL, &scene), PICK_OK);
    object.volume = field;
    assert_int_equal(pick_scene_add(scene, &object, &id), PICK_OK);
    assert_false(pick_any(scene, &down, NULL) ||
                 pick_nearest_in_world(scene, pick_vec3_make(0, 0, 0), &wanted, NULL, &nearest));
    for (int i = 0; i < 3; i++)
        heights[i] = (float)i;
    assert_int_equal(pick_height_field_update(field, 0, 0, 0, 2), PICK_OK); // nothing
    assert_int_equal(pick_height_field_update(field, 7, 0, 1, 1), PICK_OK); // nor this
    pick_scene_volume_changed(scene, field);
    assert_false(pick_any(scene, &down, NULL));
    assert_int_equal(pick_height_field_update(field, 0, 0, 2, 2), PICK_OK);
    pick_scene_volume_changed(scene, field);
    assert_false(pick_any(scene, &down, NULL)); // both triangles have the fourth corner
    heights[3] = 1;
    assert_int_equal(pick_height_field_update(field, 1, 1, 1, 1), PICK_OK);
    pick_scene_volume_changed(scene, field);
    assert_true(pick_closest(scene, &down, NULL, &hit) && hit.triangle == 0 && hit.point.y == 0.75);
    pick_scene_destroy(scene);
    pick_volume_destroy(field);
}

// One quad in a corner of many holes: blocks without heights are passed over, and counted triangles are few.
static void holes_cost_nothing(void **state)
{
    (void)state;
    enum { GRID = 65 };
    static uint16_t samples[GRID * GRID];
    for (int i = 0; i < GRID * GRID; i++)
        samples[i] = i % GRID > GRID - 3 && i / GRID > GRID - 3 ? 5 : 65535;
    const pick_height_field_desc desc = {
        .samples = samples, .columns = GRID, .rows = GRID, .flags = PICK_HEIGHT_FIELD_HOLES};
    failing_allocator memory = {.fail_at = 1};
    const pick_allocator allocator = {failing_allocate, failing_deallocate, &memory};
    pick_object_desc object = PICK_OBJECT_DESC_DEFAULT;
    pick_volume *field = NULL;
    pick_scene *scene;
    pick_object_id id, found;
    pick_stats stats = {0};
    pick_hit hit;
    pick_nearest nearest;
    pick_region *region;
    assert_int_equal(pick_height_field_create(&desc, &allocator, &field), PICK_ERROR_OUT_OF_MEMORY);
    assert_int_equal(pick_height_field_create(&desc, &allocator, &field), PICK_OK);
    assert_true(pick_height_field_memory(field) == memory.held_bytes);
    assert_int_equal(pick_scene_create(NULL, &scene), PICK_OK);
    object.volume = field;
    assert_int_equal(pick_scene_add(scene, &object, &id), PICK_OK);
    const pick_aabb bounds = pick_volume_bounds(field);
    assert_true(bounds.min.y == 5 && bounds.max.y == 5 && bounds.max.x == GRID - 1 && bounds.min.z == 0);
    const pick_query query = {.stats = &stats};
    const pick_ray down = {{63.75, 9, 63.5}, {0, -2, 0}, 0, HUGE_VAL},
                   missed = {{20.5, 9, 20.5}, {0, -2, 0}, 0, HUGE_VAL};
    assert_true(pick_closest(scene, &down, &query, &hit) && hit.t == 2 && hit.triangle == 2 * 64 * 64 - 1);
    assert_true(hit.normal.y == 1 && stats.triangles == 2 && stats.nodes >= 4 && stats.nodes < 8);
    assert_false(pick_any(scene, &missed, &query));
    assert_int_equal(stats.triangles, 2);
    assert_true(pick_closest_brute_force(scene, &down, &query, &hit) && stats.triangles == 2 + 2 * 64 * 64);
    const pick_nearest_query wanted = {.features = PICK_FEATURE_VERTEX, .radius = HUGE_VAL};
    assert_true(pick_nearest_in_world(scene, pick_vec3_make(0, 5, 0), &wanted, NULL, &nearest));
    assert_true(nearest.point.x == 63 && nearest.point.z == 63 && nearest.normal.y == 1);
    // Before the quad lies a half of space that holds it, and one with holes alone.
    const pick_plane halves[2] = {{{0, 1, 0}, 7}, {{-1, 0, 0}, 40}};
    assert_int_equal(pick_region_create(NULL, &region), PICK_OK);
    for (int i = 0; i < 2; i++) {
        assert_int_equal(pick_region_planes(region, &halves[i], 1, pick_vec3_make(0, 50, 0)), PICK_OK);
        assert_int_equal(pick_region_objects(scene, region, NULL, &found, 1), i == 0);
        assert_int_equal(pick_region_objects_brute_force(scene, region, NULL, &found, 1), i == 0);
    }
    pick_region_destroy(region);
    pick_scene_destroy(scene);
    pick_volume_destroy(field);
    assert_true(memory.held_blocks == 0 && memory.held_bytes == 0);
}

// --- Arguments ------------------------------------------------------------------------------------------------------

static void bad_grids_are_refused(void **state)
{
    (void)state;
    static const uint16_t samples[64];
    const pick_height_field_desc good = {.samples = samples, .columns = 4, .rows = 4, .row_stride = 10};
    const pick_allocator half = {NULL, NULL, NULL};
    pick_height_field_desc bad[12];
    pick_volume *volume = NULL;
    for (int i = 0; i < 12; i++)
        bad[i] = good;
    bad[0].samples = NULL;
    bad[1].samples = (const char *)samples + 1;
    bad[2].columns = 1;
    bad[3].rows = 1;
    bad[4].row_stride = 7;
    bad[5].row_stride = 9;
    bad[6].type = (pick_height_type)2;
    bad[7].flags = 1u << 3;
    bad[8].type = PICK_HEIGHT_FLOAT;
    bad[8].row_stride = 0;
    bad[8].flags = PICK_HEIGHT_FIELD_HOLES;
    bad[9].columns = 16386;
    bad[9].row_stride = 0;
    bad[10].rows = 16386;
    for (int i = 0; i < 11; i++)
        assert_int_equal(pick_height_field_create(&bad[i], NULL, &volume),
                         i < 9 ? PICK_ERROR_INVALID_ARGUMENT : PICK_ERROR_TOO_LARGE);
    assert_int_equal(pick_height_field_create(NULL, NULL, &volume), PICK_ERROR_INVALID_ARGUMENT);
    assert_int_equal(pick_height_field_create(&good, NULL, NULL), PICK_ERROR_INVALID_ARGUMENT);
    assert_int_equal(pick_height_field_create(&good, &half, &volume), PICK_ERROR_INVALID_ARGUMENT);
    assert_null(volume);
    assert_int_equal(pick_height_field_update(NULL, 0, 0, 1, 1), PICK_ERROR_INVALID_ARGUMENT);
    const pick_primitive_desc box = {.bounds = {{0, 0, 0}, {1, 1, 1}}};
    assert_int_equal(pick_primitive_create(&box, NULL, &volume), PICK_OK);
    assert_int_equal(pick_height_field_update(volume, 0, 0, 1, 1), PICK_ERROR_INVALID_ARGUMENT);
    assert_true(pick_height_field_memory(volume) == 0 && pick_height_field_memory(NULL) == 0);
    pick_volume_destroy(volume);
    assert_int_equal(pick_height_field_create(&good, NULL, &volume), PICK_OK);
    const pick_aabb bounds = {{0, 0, 0}, {1, 1, 1}};
    assert_int_equal(pick_primitive_set_bounds(volume, &bounds), PICK_ERROR_INVALID_ARGUMENT);
    pick_volume_destroy(volume);
}

static void memory_is_less_than_promised(void **state)
{
    (void)state;
    enum { SAMPLES = 1025 };
    uint16_t *samples = calloc((size_t)SAMPLES * SAMPLES, sizeof *samples);
    const pick_height_field_desc desc = {.samples = samples, .columns = SAMPLES, .rows = SAMPLES};
    pick_volume *volume;
    samples[5] = 65535; // a height like any other
    assert_int_equal(pick_height_field_create(&desc, NULL, &volume), PICK_OK);
    assert_true(pick_height_field_memory(volume) < (SAMPLES - 1) * (SAMPLES - 1) * 7 / 10);
    assert_true(pick_volume_bounds(volume).max.y == 65535);
    pick_volume_destroy(volume);
    free(samples);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rays_find_the_same),           cmocka_unit_test(regions_and_searches_find_the_same),
        cmocka_unit_test(changed_samples_are_found),    cmocka_unit_test(nothing_but_holes_is_never_hit),
        cmocka_unit_test(holes_cost_nothing),           cmocka_unit_test(bad_grids_are_refused),
        cmocka_unit_test(memory_is_less_than_promised),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
