#include "picking/mesh.h"

#include "mesh_making.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

// Two unit quads, at z = 0 and z = -1, facing +z; the second one clockwise.
static const float quad_positions[8 * 3] = {0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0, 0, 0, -1, 1, 0, -1, 1, 1, -1, 0, 1, -1};
static const float quad_uvs[8 * 2] = {0, 0, 1, 0, 1, 1, 0, 1, 0, 0, 2, 0, 2, 2, 0, 2};
static const uint16_t quad_indices[12] = {0, 1, 2, 0, 2, 3, 4, 6, 5, 4, 7, 6};
static const pick_submesh quad_submeshes[3] = {
    {0, 1, PICK_SUBMESH_ALPHA_TEST}, {1, 1, 0}, {2, 2, PICK_SUBMESH_DOUBLE_SIDED}};

static const pick_mesh_desc quads = {.positions = quad_positions,
                                     .vertex_count = 8,
                                     .uvs = quad_uvs,
                                     .indices = quad_indices,
                                     .index_type = PICK_INDEX_UINT16,
                                     .index_count = 12,
                                     .submeshes = quad_submeshes,
                                     .submesh_count = 3};

static pick_mesh *make(const pick_mesh_desc *desc)
{
    pick_mesh *mesh = NULL;
    assert_int_equal(pick_mesh_create(desc, NULL, &mesh), PICK_OK);
    assert_non_null(mesh);
    return mesh;
}

static pick_ray down(double x, double y)
{
    return (pick_ray){{x, y, 5}, {0, 0, -1}, 0, HUGE_VAL};
}

static void expect_refused(const pick_mesh_desc *desc, pick_result expected)
{
    pick_mesh *const untouched = (pick_mesh *)(void *)&expected;
    pick_mesh *mesh = untouched;
    assert_int_equal(pick_mesh_create(desc, NULL, &mesh), expected);
    assert_ptr_equal(mesh, untouched);
}

static void refuses_bad_input(void **state)
{
    (void)state;
    pick_mesh_desc desc = quads;
    desc.index_count = 11;
    expect_refused(&desc, PICK_ERROR_INVALID_ARGUMENT);
    desc = quads;
    desc.vertex_count = 7;
    expect_refused(&desc, PICK_ERROR_INDEX_OUT_OF_RANGE);
    desc = quads;
    desc.positions = NULL;
    expect_refused(&desc, PICK_ERROR_INVALID_ARGUMENT);
    desc = quads;
    desc.indices = NULL;
    expect_refused(&desc, PICK_ERROR_INVALID_ARGUMENT);
    desc = quads;
    desc.submeshes = NULL;
    expect_refused(&desc, PICK_ERROR_INVALID_ARGUMENT);
    desc = quads;
    desc.position_stride = 8;
    expect_refused(&desc, PICK_ERROR_INVALID_ARGUMENT);
    desc = quads;
    desc.uv_stride = 4;
    expect_refused(&desc, PICK_ERROR_INVALID_ARGUMENT);
    desc = quads;
    desc.index_type = (pick_index_type)7;
    expect_refused(&desc, PICK_ERROR_INVALID_ARGUMENT);
    desc = quads;
    desc.index_count = (1u << 31) + 1;
    expect_refused(&desc, PICK_ERROR_TOO_LARGE);
    desc = quads;
    desc.submesh_count = 2; // covers too little
    expect_refused(&desc, PICK_ERROR_INVALID_ARGUMENT);
    const pick_submesh gap[2] = {{0, 1, 0}, {2, 2, 0}};
    desc.submeshes = gap;
    expect_refused(&desc, PICK_ERROR_INVALID_ARGUMENT);
    const pick_submesh wrapping[2] = {{0, 0xffffffffu, 0}, {0xffffffffu, 5, 0}};
    desc.submeshes = wrapping;
    expect_refused(&desc, PICK_ERROR_INVALID_ARGUMENT);
    desc = quads;
    desc.index_type = PICK_INDEX_NONE; // 8 vertices are no triangles
    expect_refused(&desc, PICK_ERROR_INVALID_ARGUMENT);
}

// Every index is checked, including the first and the last, whatever their type.
static void every_index_is_checked(void **state)
{
    (void)state;
    for (uint32_t wrong = 0; wrong < 12; wrong++) {
        uint16_t narrow[12];
        uint32_t wide[12];
        for (uint32_t i = 0; i < 12; i++) {
            wide[i] = i == wrong ? 8 : quad_indices[i];
            narrow[i] = (uint16_t)wide[i];
        }
        pick_mesh_desc desc = quads;
        desc.indices = narrow;
        expect_refused(&desc, PICK_ERROR_INDEX_OUT_OF_RANGE);
        desc.indices = wide;
        desc.index_type = PICK_INDEX_UINT32;
        expect_refused(&desc, PICK_ERROR_INDEX_OUT_OF_RANGE);
    }
}

static void an_empty_mesh_is_never_hit(void **state)
{
    (void)state;
    const pick_mesh_desc desc = {0};
    pick_mesh *mesh = make(&desc);
    const pick_ray ray = down(0, 0);
    pick_mesh_hit hit;
    assert_false(pick_mesh_closest(mesh, &ray, NULL, &hit));
    assert_false(pick_mesh_closest_brute_force(mesh, &ray, NULL, &hit));
    assert_int_equal(pick_mesh_all(mesh, &ray, NULL, NULL, 0), 0);
    const pick_aabb bounds = pick_mesh_bounds(mesh);
    assert_true(pick_aabb_is_empty(&bounds));
    assert_int_equal(pick_mesh_get_stats(mesh).triangle_count, 0);
    assert_null(pick_mesh_submesh_of(mesh, 0, NULL));
    pick_mesh_destroy(mesh);
    pick_mesh_destroy(NULL);
}

// A list of no submeshes is as good as none.
static void a_list_without_submeshes_is_none(void **state)
{
    (void)state;
    const pick_submesh unused = {0, 0, 0};
    const pick_mesh_desc desc = {.submeshes = &unused};
    pick_mesh *mesh = NULL;
    assert_int_equal(pick_mesh_create(&desc, NULL, &mesh), PICK_OK);
    assert_int_equal(pick_mesh_get_stats(mesh).submesh_count, 1);
    pick_mesh_destroy(mesh);
    const pick_mesh_desc no_indices = {.index_type = PICK_INDEX_UINT32};
    assert_int_equal(pick_mesh_create(&no_indices, NULL, &mesh), PICK_OK);
    assert_int_equal(pick_mesh_get_stats(mesh).triangle_count, 0);
    pick_mesh_destroy(mesh);
    const float corners[9] = {0, 0, 0, 1, 0, 0, 0, 1, 0};
    const pick_mesh_desc only_points = {.positions = corners, .vertex_count = 3, .index_type = PICK_INDEX_UINT32};
    assert_int_equal(pick_mesh_create(&only_points, NULL, &mesh), PICK_OK);
    assert_int_equal(pick_mesh_get_stats(mesh).triangle_count, 0); // the vertices alone are one
    pick_mesh_destroy(mesh);
    const pick_mesh_desc uncovered = {.positions = corners, .vertex_count = 3, .submeshes = &unused};
    expect_refused(&uncovered, PICK_ERROR_INVALID_ARGUMENT);
}

static void drops_what_cannot_be_hit_and_keeps_numbers(void **state)
{
    (void)state;
    const float positions[] = {0,   0, 0, 1, 0, 0, 2, 0, 0,  // on one line
                               NAN, 0, 0, 1, 0, 0, 0, 1, 0,  // not finite
                               0,   0, 0, 1, 0, 0, 0, 1, 0}; // sound
    const pick_mesh_desc desc = {.positions = positions, .vertex_count = 9};
    pick_mesh *mesh = make(&desc);
    const pick_mesh_stats stats = pick_mesh_get_stats(mesh);
    assert_int_equal(stats.triangle_count, 3);
    assert_int_equal(stats.dropped_triangles, 2);
    assert_int_equal(stats.vertex_count, 9);
    assert_int_equal(stats.submesh_count, 1);
    assert_true(stats.hierarchy_bytes > 0 && stats.total_bytes > stats.hierarchy_bytes);
    const pick_aabb bounds = pick_mesh_bounds(mesh);
    assert_true(bounds.min.x == 0 && bounds.max.x == 1 && bounds.max.y == 1 && bounds.max.z == 0);
    const pick_ray ray = down(0.25, 0.25);
    pick_mesh_hit hit;
    assert_true(pick_mesh_closest(mesh, &ray, NULL, &hit));
    assert_int_equal(hit.triangle, 2);
    assert_true(hit.t == 5);
    assert_true(hit.barycentric[0] == 0.25 && hit.barycentric[1] == 0.25);
    assert_false(hit.has_uv);
    float vertex[3][3];
    assert_true(pick_mesh_triangle(mesh, 0, vertex));
    assert_true(vertex[2][0] == 2);
    assert_false(pick_mesh_triangle(mesh, 3, vertex));
    pick_mesh_destroy(mesh);
}

static void reads_strides_and_copies(void **state)
{
    (void)state;
    struct vertex {
        float uv[2], position[3], rest;
    } vertices[3] = {{{0, 0}, {0, 0, 0}, 9}, {{1, 0}, {1, 0, 0}, 9}, {{0, 1}, {0, 1, 0}, 9}};
    uint32_t indices[3] = {0, 1, 2};
    const pick_mesh_desc desc = {.positions = vertices[0].position,
                                 .position_stride = sizeof vertices[0],
                                 .vertex_count = 3,
                                 .uvs = vertices[0].uv,
                                 .uv_stride = sizeof vertices[0],
                                 .indices = indices,
                                 .index_type = PICK_INDEX_UINT32,
                                 .index_count = 3};
    pick_mesh *mesh = make(&desc);
    memset(vertices, 0xff, sizeof vertices);
    memset(indices, 0xff, sizeof indices);
    const pick_ray ray = down(0.5, 0.25);
    pick_mesh_hit hit;
    assert_true(pick_mesh_closest(mesh, &ray, NULL, &hit));
    assert_true(hit.has_uv);
    assert_true(hit.uv[0] == 0.5f && hit.uv[1] == 0.25f);
    pick_mesh_destroy(mesh);
}

// Vertices need no alignment, tightly packed or not.
static void vertices_lie_at_odd_addresses(void **state)
{
    (void)state;
    static const float corners[9] = {0, 0, 0, 1, 0, 0, 0, 1, 0};
    char bytes[64];
    for (size_t at = 0; at < 4; at++) {
        for (size_t stride = 12; stride <= 13; stride++) {
            for (size_t i = 0; i < 3; i++)
                memcpy(bytes + at + i * stride, corners + 3 * i, 3 * sizeof(float));
            const float *const source = (const float *)(const void *)(bytes + at);
            pick_mesh *mesh = make(&(pick_mesh_desc){.positions = source,
                                                     .position_stride = stride,
                                                     .vertex_count = 3,
                                                     .normals = source,
                                                     .normal_stride = stride,
                                                     .uvs = source,
                                                     .uv_stride = stride});
            assert_int_equal(pick_mesh_refit(mesh, source, stride), PICK_OK);
            assert_int_equal(pick_mesh_set_normals(mesh, source, stride), PICK_OK);
            const pick_ray ray = down(0.25, 0.5);
            pick_mesh_hit hit;
            assert_true(pick_mesh_closest(mesh, &ray, NULL, &hit));
            assert_true(hit.uv[0] == 0.25f && hit.uv[1] == 0.5f);
            pick_mesh_destroy(mesh);
        }
    }
}

static void submeshes_decide_sides(void **state)
{
    (void)state;
    pick_mesh *mesh = make(&quads);
    uint32_t index = 99;
    assert_ptr_not_equal(pick_mesh_submesh_of(mesh, 1, &index), NULL);
    assert_int_equal(index, 1);
    assert_int_equal(pick_mesh_submesh_of(mesh, 3, &index)->flags, PICK_SUBMESH_DOUBLE_SIDED);
    assert_int_equal(index, 2);
    assert_null(pick_mesh_submesh_of(mesh, 4, &index));

    const pick_ray front = down(0.25, 0.75);
    const pick_ray back = {{0.25, 0.75, -5}, {0, 0, 1}, 0, HUGE_VAL};
    pick_mesh_hit hits[4];
    pick_mesh_query query = {.cull = PICK_CULL_MATERIAL};
    assert_int_equal(pick_mesh_all(mesh, &front, &query, hits, 4), 2); // the second is seen from behind, and two-sided
    assert_int_equal(hits[0].triangle, 1);
    assert_int_equal(hits[1].triangle, 3);
    assert_false(hits[0].backface);
    assert_true(hits[1].backface);
    assert_int_equal(pick_mesh_all(mesh, &back, NULL, hits, 4), 1); // the first is seen from behind, and one-sided
    assert_int_equal(hits[0].triangle, 3);
    query.cull = PICK_CULL_NONE;
    assert_int_equal(pick_mesh_all(mesh, &back, &query, hits, 4), 2);
    query.cull = PICK_CULL_BACK;
    assert_int_equal(pick_mesh_all(mesh, &front, &query, hits, 4), 1);
    assert_int_equal(hits[0].triangle, 1);
    query.cull = PICK_CULL_FRONT;
    assert_int_equal(pick_mesh_all(mesh, &front, &query, hits, 4), 1);
    assert_int_equal(hits[0].triangle, 3);
    pick_mesh_destroy(mesh);
}

typedef struct filter_log {
    int calls;
    bool answer;
    pick_mesh_hit last;
} filter_log;

static bool log_and_answer(void *user, const pick_mesh_hit *candidate)
{
    filter_log *log = user;
    ++log->calls;
    log->last = *candidate;
    return log->answer;
}

static void the_filter_is_called_for_alpha_only(void **state)
{
    (void)state;
    pick_mesh *mesh = make(&quads);
    filter_log log = {.answer = true};
    const pick_mesh_query query = {.filter = log_and_answer, .filter_user = &log};
    pick_ray ray = down(0.75, 0.25); // triangle 0 is alpha-tested
    pick_mesh_hit hit;
    assert_true(pick_mesh_closest(mesh, &ray, &query, &hit));
    assert_int_equal(hit.triangle, 0);
    assert_int_equal(log.calls, 1);
    assert_true(log.last.uv[0] == 0.75f && log.last.uv[1] == 0.25f && log.last.t == 5);
    log = (filter_log){.answer = false};
    assert_true(pick_mesh_closest(mesh, &ray, &query, &hit)); // let through to the other quad
    assert_int_equal(hit.triangle, 2);
    assert_int_equal(log.calls, 1);
    pick_mesh_hit hits[2];
    assert_int_equal(pick_mesh_all(mesh, &ray, &query, hits, 2), 1);
    log = (filter_log){.answer = false};
    ray = down(0.25, 0.75); // triangle 1 is solid
    assert_true(pick_mesh_closest(mesh, &ray, &query, &hit));
    assert_int_equal(hit.triangle, 1);
    assert_int_equal(log.calls, 0);
    pick_mesh_destroy(mesh);
}

static void ties_go_to_the_lower_number(void **state)
{
    (void)state;
    pick_mesh *mesh = make(&quads);
    const pick_ray ray = down(0.5, 0.5); // the diagonal of both quads
    pick_mesh_hit hits[4];
    const pick_mesh_query query = {.cull = PICK_CULL_NONE};
    assert_int_equal(pick_mesh_all(mesh, &ray, &query, hits, 4), 4);
    for (uint32_t i = 0; i < 4; i++) {
        assert_int_equal(hits[i].triangle, i);
        assert_true(hits[i].t == (i < 2 ? 5 : 6));
    }
    pick_mesh_hit hit;
    assert_true(pick_mesh_closest(mesh, &ray, &query, &hit));
    assert_int_equal(hit.triangle, 0);
    // The nearest ones, when there is less room than hits; a guard beyond shows that no more is written.
    memset(&hits[3], 0x5a, sizeof hits[3]);
    pick_mesh_hit guard = hits[3];
    assert_int_equal(pick_mesh_all(mesh, &ray, &query, hits, 3), 4);
    assert_int_equal(hits[2].triangle, 2);
    assert_memory_equal(&guard, &hits[3], sizeof guard);
    pick_mesh_destroy(mesh);
}

static void bad_rays_miss_and_touch_nothing(void **state)
{
    (void)state;
    pick_mesh *mesh = make(&quads);
    const pick_ray rays[] = {
        {{(double)NAN, 0, 0}, {0, 0, -1}, 0, HUGE_VAL},
        {{0.5, 0.5, 5}, {0, (double)NAN, -1}, 0, HUGE_VAL},
        {{0.5, 0.5, 5}, {0, 0, 0}, 0, HUGE_VAL},
        {{HUGE_VAL, 0.5, 5}, {0, 0, -1}, 0, HUGE_VAL},
        {{0.5, 0.5, 5}, {0, 0, -HUGE_VAL}, 0, HUGE_VAL},
        {{0.5, 0.5, 5}, {0, 0, -1}, 2, 1},
        {{0.5, 0.5, 5}, {0, 0, -1}, (double)NAN, HUGE_VAL},
        {{0.5, 0.5, 5}, {0, 0, -1}, 0, 4.999},
        {{0.5, 0.5, 5}, {0, 0, -1}, 6.001, HUGE_VAL},
        {{0.5, 0.5, 5}, {0, 0, 1}, 0, HUGE_VAL},
        {{1.001, 0.5, 5}, {0, 0, -1}, 0, HUGE_VAL},
    };
    for (size_t i = 0; i < sizeof rays / sizeof rays[0]; i++) {
        pick_mesh_hit hit;
        memset(&hit, 0x5a, sizeof hit);
        const pick_mesh_hit before = hit;
        assert_false(pick_mesh_closest(mesh, &rays[i], NULL, &hit));
        assert_false(pick_mesh_closest_brute_force(mesh, &rays[i], NULL, &hit));
        assert_int_equal(pick_mesh_all(mesh, &rays[i], NULL, &hit, 1), 0);
        assert_int_equal(pick_mesh_all_brute_force(mesh, &rays[i], NULL, &hit, 1), 0);
        assert_memory_equal(&before, &hit, sizeof hit);
    }
    // The ends of the range belong to it.
    const pick_ray touching = {{0.5, 0.25, 5}, {0, 0, -1}, 5, 5};
    pick_mesh_hit hit;
    assert_true(pick_mesh_closest(mesh, &touching, NULL, &hit));
    pick_mesh_destroy(mesh);
}

static void work_is_counted(void **state)
{
    (void)state;
    pick_mesh *mesh = make(&quads);
    pick_stats stats = {.nodes = 100, .triangles = 100, .objects = 100};
    const pick_mesh_query query = {.stats = &stats};
    const pick_ray ray = down(0.25, 0.75);
    pick_mesh_hit hit;
    assert_true(pick_mesh_closest(mesh, &ray, &query, &hit));
    assert_int_equal(stats.triangles, 104);
    assert_int_equal(stats.objects, 101);
    assert_true(pick_mesh_closest_brute_force(mesh, &ray, &query, &hit));
    assert_int_equal(stats.triangles, 108);
    pick_mesh_destroy(mesh);
}

// A grid with enough triangles for several levels.
static pick_mesh_desc big_grid(float **positions)
{
    enum { SIDE = 40 };
    *positions = malloc(SIDE * SIDE * 9 * sizeof(float));
    assert_non_null(*positions);
    for (int i = 0; i < SIDE * SIDE; i++) {
        const float x = (float)(i % SIDE);
        const float y = (float)(i / SIDE);
        const float corners[9] = {x, y, 0, x + 1, y, 0, x, y + 1, 0};
        memcpy(*positions + 9 * (size_t)i, corners, sizeof corners);
    }
    return (pick_mesh_desc){.positions = *positions, .vertex_count = SIDE * SIDE * 3};
}

static void finds_its_cells(const pick_mesh *mesh)
{
    const pick_ray ray = down(17.25, 21.25);
    pick_mesh_hit hit;
    assert_true(pick_mesh_closest(mesh, &ray, NULL, &hit));
    assert_int_equal(hit.triangle, 21 * 40 + 17);
}

static void survives_every_failed_allocation(void **state)
{
    (void)state;
    float *positions;
    pick_mesh_desc desc = big_grid(&positions);
    const size_t failures = mesh_making_fail_each(&desc, finds_its_cells);
    assert_true(failures >= 8);
    // Positions at an odd address, too, are built from a copy.
    const size_t bytes = desc.vertex_count * 3 * sizeof *positions;
    char *odd = malloc(bytes + 1);
    assert_non_null(odd);
    memcpy(odd + 1, positions, bytes);
    desc.positions = (const float *)(const void *)(odd + 1);
    assert_int_equal(mesh_making_fail_each(&desc, finds_its_cells), failures + 2);
    desc.positions = positions;
    free(odd);
    // Indices that the build would have to change cost one more allocation: it changes a copy, never the caller's.
    uint16_t *indices = malloc(desc.vertex_count * sizeof *indices);
    float *apart = malloc(desc.vertex_count * 4 * sizeof *apart);
    assert_true(indices != NULL && apart != NULL);
    for (uint32_t i = 0; i < desc.vertex_count; i++) {
        indices[i] = (uint16_t)i;
        memcpy(apart + 4 * (size_t)i, positions + 3 * (size_t)i, 3 * sizeof *apart);
        apart[4 * (size_t)i + 3] = NAN;
    }
    indices[0] = 1; // or they would only count, and not be kept
    indices[1] = 2;
    indices[2] = 0;
    desc.indices = indices;
    desc.index_type = PICK_INDEX_UINT16;
    desc.index_count = desc.vertex_count;
    assert_int_equal(mesh_making_fail_each(&desc, finds_its_cells), failures + 2);
    desc.positions = apart;
    desc.position_stride = 4 * sizeof *apart;
    assert_int_equal(mesh_making_fail_each(&desc, finds_its_cells), failures + 2);
    free(indices);
    free(apart);
    free(positions);
}

// 0 1 2 3 ... says nothing: the mesh is that of the same vertices without indices. One that lacks its last triangle, or
// has a corner elsewhere, says something.
static void trivial_indices_are_not_kept(void **state)
{
    (void)state;
    float *positions;
    pick_mesh_desc desc = big_grid(&positions);
    pick_mesh *plain = make(&desc);
    const uint32_t count = desc.vertex_count;
    uint32_t *wide = malloc(count * sizeof *wide);
    uint16_t *narrow = malloc(count * sizeof *narrow);
    assert_true(wide != NULL && narrow != NULL);
    for (uint32_t i = 0; i < count; i++) {
        wide[i] = i;
        narrow[i] = (uint16_t)i;
    }
    desc.index_count = count;
    for (int variant = 0; variant < 4; variant++) {
        desc.indices = variant == 1 ? (const void *)narrow : wide;
        desc.index_type = variant == 1 ? PICK_INDEX_UINT16 : PICK_INDEX_UINT32;
        desc.index_count = variant == 2 ? count - 3 : count;
        wide[count - 1] = variant == 3 ? 0 : count - 1;
        pick_mesh *mesh = make(&desc);
        const bool same = variant < 2;
        assert_int_equal(pick_mesh_hash(mesh) == pick_mesh_hash(plain), same);
        assert_int_equal(pick_mesh_get_stats(mesh).total_bytes == pick_mesh_get_stats(plain).total_bytes, same);
        assert_int_equal(pick_mesh_get_stats(mesh).triangle_count, desc.index_count / 3);
        finds_its_cells(mesh);
        pick_mesh_destroy(mesh);
    }
    pick_mesh_destroy(plain);
    free(wide);
    free(narrow);
    free(positions);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_list_without_submeshes_is_none),
        cmocka_unit_test(refuses_bad_input),
        cmocka_unit_test(every_index_is_checked),
        cmocka_unit_test(an_empty_mesh_is_never_hit),
        cmocka_unit_test(drops_what_cannot_be_hit_and_keeps_numbers),
        cmocka_unit_test(reads_strides_and_copies),
        cmocka_unit_test(vertices_lie_at_odd_addresses),
        cmocka_unit_test(submeshes_decide_sides),
        cmocka_unit_test(the_filter_is_called_for_alpha_only),
        cmocka_unit_test(ties_go_to_the_lower_number),
        cmocka_unit_test(bad_rays_miss_and_touch_nothing),
        cmocka_unit_test(work_is_counted),
        cmocka_unit_test(survives_every_failed_allocation),
        cmocka_unit_test(trivial_indices_are_not_kept),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
