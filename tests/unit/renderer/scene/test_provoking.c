// The order of vertices that numbers triangles: each triangle keeps its corners and its winding, and its first vertex
// has its number.
#include "device/heap.h"
#include "scene/provoking.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

// Checks a mesh and returns its new number of vertices.
static uint32_t check(const uint32_t *indices, uint32_t index_count, uint32_t vertex_count)
{
    render_provoking order;
    assert_true(render_provoking_init(indices, index_count, vertex_count, NULL, &order));
    assert_true(order.vertex_count >= index_count / 3 && order.vertex_count <= index_count);
    for (uint32_t t = 0; t < index_count / 3; t++) {
        uint32_t now[3];
        assert_int_equal(order.indices[3 * t], t);
        for (uint32_t k = 0; k < 3; k++) {
            assert_true(order.indices[3 * t + k] < order.vertex_count);
            now[k] = order.sources[order.indices[3 * t + k]];
        }
        bool rotated = false;
        for (uint32_t turn = 0; turn < 3; turn++)
            rotated = rotated || (now[0] == indices[3 * t + turn] && now[1] == indices[3 * t + (turn + 1) % 3] &&
                                  now[2] == indices[3 * t + (turn + 2) % 3]);
        assert_true(rotated);
    }
    // Every array of the vertices follows.
    uint16_t *values = malloc(vertex_count * sizeof *values);
    assert_non_null(values);
    for (uint32_t v = 0; v < vertex_count; v++)
        values[v] = (uint16_t)(7 * v + 3);
    uint16_t *gathered = render_provoking_gather(&order, values, sizeof *values);
    assert_non_null(gathered);
    for (uint32_t v = 0; v < order.vertex_count; v++)
        assert_int_equal(gathered[v], values[order.sources[v]]);
    render_free(gathered);
    free(values);
    uint32_t count = order.vertex_count;
    render_provoking_finish(&order);
    return count;
}

static void test_small(void **state)
{
    (void)state;
    static const uint32_t quad[] = {0, 1, 2, 0, 2, 3}, collapsed[] = {2, 2, 2, 0, 1, 2, 2, 2, 2};
    static const uint32_t apart[] = {5, 4, 3, 0, 1, 2}, twice[] = {0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2};
    assert_int_equal(check(quad, 6, 4), 4);
    assert_int_equal(check(apart, 6, 6), 6);
    check(collapsed, 9, 900); // most vertices are not used
    assert_int_equal(check(twice, 15, 3), 5);
}

// A closed grid on a torus has two triangles a vertex: each vertex is the first of a triangle, and half the triangles
// get another.
static void test_closed(void **state)
{
    (void)state;
    enum { SIDE = 40, VERTICES = SIDE * SIDE, TRIANGLES = 2 * VERTICES };
    uint32_t *indices = malloc(3 * TRIANGLES * sizeof *indices), count = 0;
    assert_non_null(indices);
    for (uint32_t y = 0; y < SIDE; y++) {
        for (uint32_t x = 0; x < SIDE; x++) {
            uint32_t right = (x + 1) % SIDE, below = (y + 1) % SIDE;
            const uint32_t two[6] = {y * SIDE + x, y * SIDE + right,     below * SIDE + right,
                                     y * SIDE + x, below * SIDE + right, below * SIDE + x};
            for (int i = 0; i < 6; i++)
                indices[count++] = two[i];
        }
    }
    assert_true(check(indices, count, VERTICES) == TRIANGLES);
    free(indices);
}

static void test_random(void **state)
{
    (void)state;
    uint32_t seed = 1, indices[300];
    for (uint32_t round = 0; round < 500; round++) {
        uint32_t vertex_count = 1 + round % 90, triangles = 1 + round % 100;
        for (uint32_t i = 0; i < 3 * triangles; i++) {
            seed = seed * 1664525u + 1013904223u;
            indices[i] = (seed >> 8) % vertex_count;
        }
        check(indices, 3 * triangles, vertex_count);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_small), cmocka_unit_test(test_closed),
                                       cmocka_unit_test(test_random)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
