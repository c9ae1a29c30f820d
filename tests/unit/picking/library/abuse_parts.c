// The functions of parts.h and topology.h.
#include "abuse.h"

#define INVALID PICK_ERROR_INVALID_ARGUMENT

static void names(const abuse *a)
{
    pick_part part = {.kind = 77};
    pick_vec3 points[3];
    CHECK(pick_part_of, !pick_part_of(NULL, a->id, PICK_PART_FACE, 0, 0, &part));
    CHECK(pick_part_of, !pick_part_of(a->mesh, a->id, PICK_PART_FACE, 0, 0, NULL));
    CHECK(pick_part_of, !pick_part_of(a->mesh, a->id, 3, 0, 0, &part));
    CHECK(pick_part_of, !pick_part_of(a->mesh, a->id, PICK_PART_VERTEX, 0, 3, &part));
    CHECK(pick_part_of, !pick_part_of(a->mesh, a->id, PICK_PART_EDGE, UINT32_MAX, 0, &part) && part.kind == 77);
    CHECK(pick_part_of, pick_part_of(a->mesh, a->stale, PICK_PART_FACE, 1, 9, &part) && part.a == 1);
    CHECK(pick_part_compare, pick_part_compare(&part, &part) == 0);
    CHECK(pick_part_compare, pick_part_compare(NULL, &part) == 0 && pick_part_compare(&part, NULL) == 0);
    part = (pick_part){a->id, PICK_PART_VERTEX, 0, 0};
    CHECK(pick_part_points,
          pick_part_points(NULL, &part, points, 3) == 0 && pick_part_points(a->scene, NULL, points, 3) == 0);
    CHECK(pick_part_points, pick_part_points(a->scene, &part, NULL, 3) == 0);
    part.object = a->stale;
    CHECK(pick_part_points, pick_part_points(a->scene, &part, points, 3) == 0);
    part.object = a->other;
    CHECK(pick_part_points, pick_part_points(a->scene, &part, points, 3) == 0);
    part = (pick_part){a->id, PICK_PART_VERTEX, 0, 0};
    const pick_part_path odd = {.count = UINT32_MAX};
    CHECK(pick_part_points_within, pick_part_points_within(a->scene, &part, NULL, points, 3) == 1);
    CHECK(pick_part_points_within, pick_part_points_within(a->scene, &part, &odd, points, 3) == 0);
    CHECK(pick_part_points_within, pick_part_points_within(NULL, &part, NULL, points, 3) == 0);
    pick_part_triangle triangle = {.triangle = 77};
    pick_part_measures measures = {.size = 77};
    uint32_t vertex = 77;
    CHECK(pick_part_vertices, pick_part_vertices(NULL, &part, &vertex, 1) == 0);
    CHECK(pick_part_vertices, pick_part_vertices(a->mesh, NULL, &vertex, 1) == 0);
    CHECK(pick_part_vertices, pick_part_vertices(a->mesh, &part, NULL, 1) == 0 && vertex == 77);
    CHECK(pick_part_vertices, pick_part_vertices(a->mesh, &part, NULL, 0) == 1);
    CHECK(pick_part_triangles, pick_part_triangles(a->scene, &part, &triangle, 1) == 0);
    CHECK(pick_part_triangles, pick_part_triangles(NULL, &part, &triangle, 1) == 0);
    CHECK(pick_part_triangles, pick_part_triangles(a->scene, NULL, &triangle, 1) == 0);
    CHECK(pick_part_triangles, pick_part_triangles(a->scene, &part, NULL, 1) == 0 && triangle.triangle == 77);
    CHECK(pick_part_triangles_within, pick_part_triangles_within(a->scene, &part, &odd, &triangle, 1) == 0);
    CHECK(pick_part_measure, !pick_part_measure(NULL, &part, &measures) && measures.size == 77);
    CHECK(pick_part_measure, !pick_part_measure(a->scene, NULL, &measures));
    CHECK(pick_part_measure, !pick_part_measure(a->scene, &part, NULL));
    CHECK(pick_part_measure_within, !pick_part_measure_within(a->scene, &part, &odd, &measures));
    CHECK(pick_part_compare_within, pick_part_compare_within(&part, NULL, &part, NULL) == 0);
    CHECK(pick_part_compare_within, pick_part_compare_within(NULL, &odd, &part, NULL) == 0);
    CHECK(pick_part_compare_within, pick_part_compare_within(&part, NULL, NULL, &odd) == 0);
    CHECK(pick_part_compare_within, pick_part_compare_within(&part, &odd, &part, &odd) == 0);
    CHECK(pick_part_compare_within, pick_part_compare_within(&part, NULL, &part, &odd) < 0);
    CHECK(pick_part_query_default, pick_part_query_default().kinds == PICK_PART_ALL);
}

#define CHECK_WINDOW(function)                                                                                         \
    do {                                                                                                               \
        const pick_part_query bad[4] = {                                                                               \
            {8, 1, false}, {7, -1, false}, {7, a->not_a_number, false}, {7, HUGE_VAL, true}};                          \
        pick_part_hit hit = {.part = {.a = 77}};                                                                       \
        CHECK(function, !function(NULL, &a->view, a->middle, NULL, NULL, &hit));                                       \
        CHECK(function, !function(a->scene, NULL, a->middle, NULL, NULL, &hit));                                       \
        CHECK(function, !function(a->scene, &a->view, a->middle, NULL, NULL, NULL));                                   \
        CHECK(function, !function(a->scene, &a->zero_view, a->middle, NULL, NULL, &hit));                              \
        CHECK(function, !function(a->scene, &a->view, a->nan2, NULL, NULL, &hit));                                     \
        CHECK(function, !function(a->scene, &a->view, a->infinite2, NULL, NULL, &hit));                                \
        CHECK(function, !function(a->scene, &a->view, a->middle, NULL, &a->bad_cull, &hit));                           \
        for (int i = 0; i < 4; i++) {                                                                                  \
            CHECK(function, !function(a->scene, &a->view, a->middle, &bad[i], NULL, &hit) && hit.part.a == 77);        \
        }                                                                                                              \
        CHECK(function, function(a->scene, &a->view, a->middle, NULL, NULL, &hit));                                    \
        CHECK(function, function(a->scene, &a->view, a->middle, &(pick_part_query){0}, NULL, &hit));                   \
    } while (0)

#define CHECK_REGION(function)                                                                                         \
    do {                                                                                                               \
        const pick_region_query odd[2] = {{.mode = (pick_region_mode)2}, {.cull = (pick_cull)4}};                      \
        pick_part out[16] = {{.a = 77}};                                                                               \
        CHECK(function, function(NULL, region, NULL, out, 16) == 0 && function(a->scene, NULL, NULL, out, 16) == 0);   \
        CHECK(function, function(a->scene, region, NULL, NULL, 16) == 0);                                              \
        for (int i = 0; i < 2; i++) {                                                                                  \
            const pick_region_part_query bad = {.region = &odd[i]};                                                    \
            CHECK(function, function(a->scene, region, &bad, out, 16) == 0 && out[0].a == 77);                         \
        }                                                                                                              \
        CHECK(function, function(a->scene, region, &(pick_region_part_query){.kinds = 8}, out, 16) == 0);              \
        CHECK(function, function(a->scene, region, &(pick_region_part_query){.object = a->stale}, out, 16) == 0);      \
        CHECK(function, function(a->scene, region, &(pick_region_part_query){.view = &a->zero_view}, out, 16) == 0);   \
        CHECK(function, function(a->scene, region, &(pick_region_part_query){.nested = true}, out, 16) == 0);          \
        CHECK(function, function(a->scene, region, &(pick_region_part_query){.sight = &a->bad_cull}, out, 16) == 0);   \
        CHECK(function, function(a->scene, empty, NULL, out, 16) == 0);                                                \
        CHECK(function, function(a->scene, region, NULL, out, 16) == 11);                                              \
        CHECK(function, function(a->scene, region, NULL, NULL, 0) >= 11);                                              \
    } while (0)

static void in_regions(const abuse *a)
{
    pick_region *region = NULL, *empty = NULL;
    CHECK(pick_region_create,
          pick_region_create(NULL, &region) == PICK_OK && pick_region_create(NULL, &empty) == PICK_OK);
    CHECK(pick_region_rect, pick_region_rect(region, &a->view, (pick_vec2){0, 0}, (pick_vec2){100, 100}) == PICK_OK);
    CHECK_REGION(pick_region_parts);
    CHECK_REGION(pick_region_parts_brute_force);
    pick_region_destroy(region);
    pick_region_destroy(empty);
}

static void connections(const abuse *a)
{
    static const pick_allocator half = {NULL, NULL, NULL};
    pick_topology *t = NULL;
    pick_part part = {.kind = 77};
    uint8_t set[8] = {0};
    CHECK(pick_topology_create, pick_topology_create(NULL, NULL, &t) == INVALID);
    CHECK(pick_topology_create, pick_topology_create(a->mesh, NULL, NULL) == INVALID);
    CHECK(pick_topology_create, pick_topology_create(a->mesh, &half, &t) == INVALID && t == NULL);
    CHECK(pick_topology_destroy, (pick_topology_destroy(NULL), true));
    CHECK(pick_topology_create, pick_topology_create(a->mesh, NULL, &t) == PICK_OK);
    CHECK(pick_topology_count, pick_topology_count(NULL, PICK_PART_FACE) == 0 && pick_topology_count(t, 0) == 0);
    CHECK(pick_topology_number, pick_topology_number(NULL, &part) == PICK_NO_PART);
    CHECK(pick_topology_number, pick_topology_number(t, NULL) == PICK_NO_PART);
    for (uint32_t kind = 0; kind < 6; kind++) {
        part = (pick_part){.kind = kind, .a = UINT32_MAX, .b = UINT32_MAX};
        CHECK(pick_topology_number, pick_topology_number(t, &part) == PICK_NO_PART);
        CHECK(pick_topology_part, !pick_topology_part(t, kind, UINT32_MAX, a->id, &part) && part.a == UINT32_MAX);
    }
    CHECK(pick_topology_part, !pick_topology_part(NULL, PICK_PART_FACE, 0, a->id, &part));
    CHECK(pick_topology_part, !pick_topology_part(t, PICK_PART_FACE, 0, a->id, NULL));
    CHECK(pick_topology_grow, !pick_topology_grow(NULL, 1, set) && !pick_topology_grow(t, 1, NULL));
    CHECK(pick_topology_grow, !pick_topology_grow(t, 3, set));
    CHECK(pick_topology_shrink, !pick_topology_shrink(NULL, 1, set) && !pick_topology_shrink(t, 1, NULL));
    CHECK(pick_topology_shrink, !pick_topology_shrink(t, 3, set));
    CHECK(pick_topology_loop, !pick_topology_loop(NULL, 0, set) && !pick_topology_loop(t, 0, NULL));
    CHECK(pick_topology_loop, !pick_topology_loop(t, UINT32_MAX, set));
    CHECK(pick_topology_linked, pick_topology_linked(NULL, 1, set) == INVALID);
    CHECK(pick_topology_linked, pick_topology_linked(t, 1, NULL) == INVALID);
    CHECK(pick_topology_linked, pick_topology_linked(t, 3, set) == INVALID);
    CHECK(pick_topology_flat, pick_topology_flat(NULL, 1, set) == INVALID && pick_topology_flat(t, 1, NULL) == INVALID);
    CHECK(pick_topology_flat, pick_topology_flat(t, a->not_a_number, set) == INVALID);
    CHECK(pick_topology_linked, pick_topology_linked(t, 1, set) == PICK_OK && abuse_is_zero(set, sizeof set));
    pick_topology_destroy(t);
}

void abuse_parts(const abuse *a)
{
    names(a);
    CHECK_WINDOW(pick_part_in_window);
    CHECK_WINDOW(pick_part_in_window_brute_force);
    in_regions(a);
    connections(a);
}
