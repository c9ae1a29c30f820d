// Every task of a build and every query runs on a thread with a stack of 64 KB, on trees of the greatest depth. Prints
// the stack use of each one.
#define _XOPEN_SOURCE 700 // pthread_attr_setstack
#include "picking/picking.h"

#include "random.h"
#include "squares.h"

#include <math.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

// Without optimisation, and with a sanitizer's own bytes around each variable, it is no measure of the library.
#if !defined(__OPTIMIZE__) || defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
enum { STACK = 2 << 20 }; // ThreadSanitizer refuses less than 1 MB
#else
enum { STACK = 64 << 10 };
#endif
enum { TASK_BYTES = 12 << 10 }; // base.h promises less than 16 KB
enum { TRIANGLES = 40000, OBJECTS = 2000, PAINT = 0x5a };

enum { NESTED_STACK = 2 << 20, NESTED_LEVEL_BYTES = 9 << 10 }; // base.h promises no more a level

static size_t stack_size = STACK;

typedef struct job {
    void (*run)(void *data, uint32_t index);
    void *data;
    uint32_t index;
} job;

static void *start(void *user)
{
    const job *j = user;
    j->run(j->data, j->index);
    return NULL;
}

// Runs on a thread whose stack is painted first. Returns how far down the paint is gone, the C library's own share of
// the stack included.
static size_t on_small_stack(void (*run)(void *data, uint32_t index), void *data, uint32_t index)
{
    unsigned char *stack = aligned_alloc(4096, stack_size);
    pthread_attr_t attributes;
    pthread_t thread;
    job j = {run, data, index};
    size_t untouched = 0;
    assert_non_null(stack);
    memset(stack, PAINT, stack_size);
    assert_int_equal(pthread_attr_init(&attributes), 0);
    assert_int_equal(pthread_attr_setstack(&attributes, stack, stack_size), 0);
    assert_int_equal(pthread_create(&thread, &attributes, start, &j), 0);
    assert_int_equal(pthread_join(thread, NULL), 0);
    (void)pthread_attr_destroy(&attributes);
    while (untouched < stack_size && stack[untouched] == PAINT)
        ++untouched;
    assert_true(untouched >= 4096); // nothing came near the end
    free(stack);
    return stack_size - untouched;
}

static void nothing(void *data, uint32_t index)
{
    (void)data;
    (void)index;
}

static size_t base; // what a thread takes that does nothing

static void tell(const char *what, size_t used)
{
    print_message("%-24s %6.1f KB\n", what, (double)(used - base) / 1024);
}

// --- Building -------------------------------------------------------------------------------------------------------

static void run_small(void *user, void (*task)(void *data, uint32_t index), void *data, uint32_t count)
{
    size_t *deepest = user;
    for (uint32_t i = 0; i < count; i++) {
        const size_t used = on_small_stack(task, data, i);
        *deepest = used > *deepest ? used : *deepest;
    }
}

typedef struct level {
    float *positions;
    pick_mesh *mesh;
    pick_scene *scene;
    pick_object_id ids[OBJECTS];
    squares s;
    size_t deepest;
    pick_vec3 at; // where a query looks
} level;

// Each is a little nearer to the origin than the one before: as deep a tree as a builder can be made to make.
static void crowd(test_random *r, float out[9 * TRIANGLES])
{
    for (int i = 0; i < TRIANGLES; i++) {
        const double size = ldexp(1, -(int)random_index(r, 120)) * random_between(r, 0.5, 1);
        const pick_vec3 at = pick_vec3_make(size, random_between(r, -size, size), 0);
        for (int k = 0; k < 9; k++) {
            const double center = k % 3 == 0 ? at.x : (k % 3 == 1 ? at.y : at.z);
            out[9 * i + k] = (float)(center + random_between(r, -1e-3, 1e-3) * size);
        }
    }
}

static void build(void *data, uint32_t index)
{
    level *l = data;
    const pick_task_hook hook = {run_small, &l->deepest};
    const pick_submesh both_sides = {0, TRIANGLES, PICK_SUBMESH_DOUBLE_SIDED};
    const pick_mesh_desc desc = {.positions = l->positions,
                                 .vertex_count = 3 * TRIANGLES,
                                 .submeshes = &both_sides,
                                 .submesh_count = 1,
                                 .tasks = index == 1 ? &hook : NULL};
    assert_int_equal(pick_mesh_create(&desc, NULL, &l->mesh), PICK_OK);
}

static void change(void *data, uint32_t index)
{
    level *l = data;
    (void)index;
    assert_int_equal(pick_mesh_refit(l->mesh, l->positions, 0), PICK_OK);
    const size_t size = pick_mesh_write(l->mesh, NULL, 0);
    char *bytes = aligned_alloc(PICK_MESH_ALIGNMENT, (size + 63) / 64 * 64);
    pick_mesh *mapped = NULL;
    assert_non_null(bytes);
    assert_int_equal(pick_mesh_write(l->mesh, bytes, size), size);
    assert_int_equal(pick_mesh_map(bytes, size, NULL, &mapped), PICK_OK);
    assert_int_equal(pick_mesh_hash(mapped), pick_mesh_hash(l->mesh));
    pick_mesh_destroy(mapped);
    free(bytes);
}

static void fill(void *data, uint32_t index)
{
    level *l = data;
    (void)index;
    for (int i = 0; i < OBJECTS; i++) {
        pick_object_desc desc = PICK_OBJECT_DESC_DEFAULT;
        desc.mesh = i % 100 == 0 ? l->mesh : l->s.both_sides;
        desc.transform.origin.x = ldexp(1, -i % 60);
        desc.transform.origin.y = i * 1e-3;
        for (int k = 0; k < 9; k += 4)
            desc.transform.linear[k] = (float)ldexp(1e-2, -i % 60);
        assert_int_equal(pick_scene_add(l->scene, &desc, &l->ids[i]), PICK_OK);
    }
    for (int i = 0; i < OBJECTS; i += 3) {
        pick_transform moved = PICK_TRANSFORM_IDENTITY;
        moved.origin.x = i;
        assert_int_equal(pick_scene_set_transform(l->scene, l->ids[i], &moved), PICK_OK);
        assert_int_equal(pick_scene_remove(l->scene, l->ids[i + 1 < OBJECTS ? i + 1 : i]), PICK_OK);
    }
}

// --- Queries --------------------------------------------------------------------------------------------------------

static void ask_rays(void *data, uint32_t index)
{
    const level *l = data;
    const pick_ray ray = {{0.5, 0.001, 5}, {1e-4 * index, 0, -1}, 0, HUGE_VAL};
    pick_hit hits[4];
    pick_mesh_hit mesh_hits[4];
    (void)pick_closest(l->scene, &ray, NULL, hits);
    (void)pick_all(l->scene, &ray, NULL, hits, 4);
    (void)pick_all_objects(l->scene, &ray, NULL, hits, 4);
    (void)pick_any(l->scene, &ray, NULL);
    (void)pick_visible(l->scene, ray.origin, l->at, NULL);
    (void)pick_closest_brute_force(l->scene, &ray, NULL, hits);
    (void)pick_mesh_closest(l->mesh, &ray, NULL, mesh_hits);
    (void)pick_mesh_all(l->mesh, &ray, NULL, mesh_hits, 4);
}

static void ask_screen(void *data, uint32_t index)
{
    const level *l = data;
    const pick_vec2 position = {50 + 2.0 * index, 50};
    const pick_nearest_query wanted = {1u << index % 3, 20, true}, world = {1u << index % 3, HUGE_VAL, false};
    const pick_proxy lamp = {.a = l->at, .b = l->at, .radius = 2};
    pick_cursor_query cursor = PICK_CURSOR_QUERY_DEFAULT;
    pick_nearest nearest;
    pick_cursor_hit hits[4];
    (void)pick_nearest_in_window(l->scene, &l->s.view, position, &wanted, NULL, &nearest);
    (void)pick_nearest_in_world(l->scene, l->at, &world, NULL, &nearest);
    cursor.tolerance = 10;
    cursor.proxies = &lamp;
    cursor.proxy_count = 1;
    (void)pick_cursor(l->scene, &l->s.view, position, &cursor, hits);
    (void)pick_cursor_all(l->scene, &l->s.view, position, &cursor, hits, 4);
}

static void ask_snaps(void *data, uint32_t index)
{
    const level *l = data;
    pick_snap_query wanted = PICK_SNAP_QUERY_DEFAULT;
    pick_snap snap;
    wanted.rules = 1u << index;
    wanted.reach = 20;
    wanted.has_held = wanted.has_box = true;
    wanted.box = (pick_aabb){l->at, l->at};
    (void)pick_snap_in_window(l->scene, &l->s.view, (pick_vec2){52, 50}, &wanted, NULL, &snap);
}

static void ask_sweeps(void *data, uint32_t index)
{
    const level *l = data;
    const pick_sphere ball = {l->at, 0.1 * index};
    const pick_solid solid = pick_solid_from_sphere(&ball);
    pick_contact contact;
    (void)pick_sweep(l->scene, &solid, pick_vec3_make(1, 2, 3), NULL, &contact);
    (void)pick_overlaps(l->scene, &solid, NULL, NULL, 0);
}

static void ask_clearances(void *data, uint32_t index)
{
    const level *l = data;
    pick_object_id ids[2] = {{0, 0}, {0, 0}};
    pick_clearance clearance;
    (void)index;
    if (pick_scene_objects(l->scene, ids, 2) == 1) // both sides are scenes
        ids[1] = ids[0];
    assert_true(pick_object_clearance(l->scene, ids[0], ids[1], NULL, &clearance));
}

static void ask_parts(void *data, uint32_t index)
{
    static pick_part out[64];
    static pick_part_path paths[64];
    const level *l = data;
    pick_region *region = NULL;
    pick_part_hit hit;
    const pick_part_query wanted = {1u << index % 3, 20, index >= 3};
    const pick_region_part_query parts = {
        .kinds = 1u << index % 3, .view = index >= 3 ? &l->s.view : NULL, .nested = true, .paths = paths};
    (void)pick_part_in_window(l->scene, &l->s.view, (pick_vec2){52, 50}, &wanted, NULL, &hit);
    assert_int_equal(pick_region_create(NULL, &region), PICK_OK);
    assert_int_equal(pick_region_rect(region, &l->s.view, (pick_vec2){51.9, 49.9}, (pick_vec2){52.1, 50.1}), PICK_OK);
    (void)pick_region_parts(l->scene, region, &parts, out, 64);
    pick_region_destroy(region);
}

static void ask_regions(void *data, uint32_t index)
{
    const level *l = data;
    static const pick_vec2 lasso[4] = {{30, 30}, {70, 35}, {60, 70}, {35, 60}};
    pick_region *region = NULL;
    pick_region_query query = PICK_REGION_QUERY_DEFAULT;
    pick_object_id ids[8];
    assert_int_equal(pick_region_create(NULL, &region), PICK_OK);
    assert_int_equal(index % 2 == 0 ? pick_region_polygon(region, &l->s.view, lasso, 4)
                                    : pick_region_rect(region, &l->s.view, lasso[0], lasso[2]),
                     PICK_OK);
    query.mode = index / 2 % 2 == 0 ? PICK_REGION_TOUCH : PICK_REGION_CONTAIN;
    query.bounds_only = index >= 4;
    (void)pick_region_objects(l->scene, region, &query, ids, 8);
    pick_region_destroy(region);
}

static size_t deepest_of(void (*run)(void *data, uint32_t index), level *l, uint32_t count)
{
    size_t deepest = 0;
    for (uint32_t i = 0; i < count; i++) {
        const size_t used = on_small_stack(run, l, i);
        deepest = used > deepest ? used : deepest;
    }
    return deepest;
}

// The same queries where all is the innermost of so many scenes.
static void ask_within(level *l)
{
    static const struct {
        const char *what;
        void (*run)(void *data, uint32_t index);
        uint32_t count;
    } queries[] = {
        {"rays", ask_rays, 20},     {"regions", ask_regions, 8},       {"nearest and cursor", ask_screen, 12},
        {"sweeps", ask_sweeps, 4},  {"clearances", ask_clearances, 1}, {"parts", ask_parts, 6},
        {"snapping", ask_snaps, 10}};
    pick_scene *flat = l->scene, *around[PICK_NESTED_LEVELS];
    for (int i = 0; i < PICK_NESTED_LEVELS; i++) {
        pick_object_desc desc = PICK_OBJECT_DESC_DEFAULT;
        pick_object_id id;
        desc.scene = i == 0 ? flat : around[i - 1];
        assert_int_equal(pick_scene_create(NULL, &around[i]), PICK_OK);
        assert_int_equal(pick_scene_add(around[i], &desc, &id), PICK_OK);
    }
    stack_size = NESTED_STACK;
    for (size_t q = 0; q < sizeof queries / sizeof queries[0]; q++) {
        l->scene = flat;
        const size_t shallow = deepest_of(queries[q].run, l, queries[q].count);
        l->scene = around[PICK_NESTED_LEVELS - 1];
        const size_t deep = deepest_of(queries[q].run, l, queries[q].count);
        const size_t each = deep > shallow ? (deep - shallow) / PICK_NESTED_LEVELS : 0;
        print_message("%-24s %6.1f KB more a level\n", queries[q].what, (double)each / 1024);
        assert_true(each > 0 && (STACK > 64 << 10 || each < NESTED_LEVEL_BYTES));
    }
    l->scene = flat;
    for (int i = PICK_NESTED_LEVELS; i-- > 0;)
        pick_scene_destroy(around[i]);
}

static void stacks_of_64_kilobytes_suffice(void **state)
{
    (void)state;
    test_random r = {8};
    level l = {.positions = malloc(9 * TRIANGLES * sizeof(float)), .s = squares_make(), .at = {0.5, 0, 0}};
    assert_non_null(l.positions);
    crowd(&r, l.positions);
    base = on_small_stack(nothing, NULL, 0);
    tell("pick_mesh_create", on_small_stack(build, &l, 0));
    pick_mesh_destroy(l.mesh);
    build(&l, 1);
    tell("its tasks", l.deepest);
    assert_true(l.deepest > base && (STACK > 64 << 10 || l.deepest - base <= TASK_BYTES));
    tell("refit, write, map", on_small_stack(change, &l, 0));
    assert_int_equal(pick_scene_create(NULL, &l.scene), PICK_OK);
    tell("edits of a scene", on_small_stack(fill, &l, 0));
    tell("rays", deepest_of(ask_rays, &l, 20));
    tell("snapping", deepest_of(ask_snaps, &l, 10));
    tell("sweeps", deepest_of(ask_sweeps, &l, 4));
    tell("clearances", deepest_of(ask_clearances, &l, 1));
    tell("parts", deepest_of(ask_parts, &l, 6));
    tell("regions", deepest_of(ask_regions, &l, 8));
    tell("nearest and cursor", deepest_of(ask_screen, &l, 12));
    ask_within(&l);
    pick_scene_destroy(l.scene);
    pick_mesh_destroy(l.mesh);
    squares_free(&l.s);
    free(l.positions);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(stacks_of_64_kilobytes_suffice)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
