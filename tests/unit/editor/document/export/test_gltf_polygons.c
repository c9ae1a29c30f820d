// Polygons in glTF: read as the extension says, the triangles are the polygons that they were, or those that are lost.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "document/export/gltf_polygons.h"
#include "random.h"

enum { MOST = 400 };

// What a reader takes for polygons.
static void assert_told(const uint32_t *indices, const uint8_t *continues, uint32_t count)
{
    for (uint32_t i = 1; i < count; i++)
        assert_int_equal(indices[3 * i] == indices[3 * (i - 1)], continues[i]);
}

// Each triangle has the vertices that it had, in the same direction.
static void assert_turned(const uint32_t *indices, const uint32_t *before, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t *a = &indices[3 * i], *b = &before[3 * i];
        bool same = false;
        for (uint32_t k = 0; k < 3; k++)
            same |= a[0] == b[k] && a[1] == b[(k + 1) % 3] && a[2] == b[(k + 2) % 3];
        assert_true(same);
    }
}

static gltf_polygons must_encode(uint32_t *indices, uint8_t *continues, uint32_t count)
{
    uint32_t before[3 * MOST];
    gltf_polygons polygons;
    memcpy(before, indices, 3 * count * sizeof(*indices));
    assert_true(gltf_polygons_encode(indices, continues, count, &polygons));
    assert_told(indices, continues, count);
    assert_turned(indices, before, count);
    return polygons;
}

static void test_quads_around_a_vertex(void **state)
{
    (void)state;
    // Four quads of a grid; all of them have vertex 4, and their diagonals lie in different directions.
    uint32_t indices[] = {0, 1, 4, 0, 4, 3, 1, 2, 5, 5, 4, 1, 3, 4, 7, 7, 6, 3, 4, 5, 8, 8, 7, 4};
    uint8_t continues[] = {0, 1, 0, 1, 0, 1, 0, 1};
    const gltf_polygons polygons = must_encode(indices, continues, 8);
    assert_int_equal(polygons.kept, 4);
    assert_int_equal(polygons.lost, 0);
}

// What tells a polygon already stays as it is.
static void test_a_told_polygon(void **state)
{
    (void)state;
    uint32_t indices[] = {0, 1, 2, 0, 2, 3};
    const uint32_t same[] = {0, 1, 2, 0, 2, 3};
    uint8_t continues[] = {0, 1};
    must_encode(indices, continues, 2);
    assert_memory_equal(indices, same, sizeof same);
}

static void test_triangles_of_a_fan_stay_apart(void **state)
{
    (void)state;
    uint32_t indices[] = {0, 1, 2, 0, 2, 3, 0, 3, 4};
    uint8_t continues[] = {0, 0, 0};
    const gltf_polygons polygons = must_encode(indices, continues, 3);
    assert_int_equal(polygons.kept + polygons.lost, 0);
}

// A quad leaves its first choice to a fan behind it, which has none.
static void test_a_fan_has_its_way(void **state)
{
    (void)state;
    uint32_t either[2][15] = {{0, 1, 2, 2, 3, 0, 0, 4, 5, 0, 5, 6, 0, 6, 7},
                              {2, 3, 0, 0, 1, 2, 0, 4, 5, 0, 5, 6, 0, 6, 7}};
    for (int i = 0; i < 2; i++) {
        uint8_t continues[] = {0, 1, 0, 1, 1};
        const gltf_polygons polygons = must_encode(either[i], continues, 5);
        assert_int_equal(either[i][0], 2);
        assert_int_equal(polygons.kept, 2);
        assert_int_equal(polygons.lost, 0);
    }
}

// No vertex is in all triangles of a strip of four; two fans behind each other have the same one.
static void test_what_is_lost(void **state)
{
    (void)state;
    uint32_t strip[] = {0, 1, 2, 2, 1, 3, 2, 3, 4, 4, 3, 5};
    uint8_t continues[] = {0, 1, 1, 1}, none[4] = {0};
    gltf_polygons polygons = must_encode(strip, continues, 4);
    assert_int_equal(polygons.kept, 0);
    assert_int_equal(polygons.lost, 1);
    assert_memory_equal(continues, none, 4);
    uint32_t fans[] = {0, 1, 2, 0, 2, 3, 0, 3, 4, 0, 5, 6, 0, 6, 7, 0, 7, 8};
    uint8_t two[] = {0, 1, 1, 0, 1, 1};
    polygons = must_encode(fans, two, 6);
    assert_int_equal(polygons.kept, 1);
    assert_int_equal(polygons.lost, 1);
    // A triangle without an extent cannot tell itself apart.
    uint32_t points[] = {0, 1, 2, 0, 2, 3, 4, 4, 4, 4, 4, 4};
    uint8_t quad[] = {0, 1, 0, 0};
    assert_false(gltf_polygons_encode(points, quad, 4, &polygons));
    assert_int_equal(polygons.kept, 0);
    assert_int_equal(polygons.lost, 1);
}

// Polygons of random sizes among few vertices, most of them fans, each triangle turned by chance.
static void test_random_polygons(void **state)
{
    (void)state;
    uint64_t kept = 0, lost = 0;
    for (uint32_t run = 0; run < 2000; run++) {
        test_random random = {run};
        uint32_t indices[3 * MOST], count = 0, polygons = 0;
        uint8_t continues[MOST];
        const uint32_t vertices = 8 + random_index(&random, 40);
        while (count + 6 <= MOST && random_index(&random, 40) > 0) {
            const uint32_t triangles = 1 + random_index(&random, 6), start = random_index(&random, vertices);
            const bool is_fan = random_index(&random, 8) > 0;
            polygons += triangles > 1;
            for (uint32_t i = 0; i < triangles; i++, count++) {
                const uint32_t turn = random_index(&random, 3);
                const uint32_t corners[3] = {is_fan ? start : random_index(&random, vertices),
                                             vertices + random_index(&random, vertices),
                                             2 * vertices + random_index(&random, vertices)};
                for (uint32_t k = 0; k < 3; k++)
                    indices[3 * count + k] = corners[(k + turn) % 3];
                continues[count] = i > 0;
            }
        }
        const gltf_polygons told = must_encode(indices, continues, count);
        assert_int_equal(told.kept + told.lost, polygons);
        kept += told.kept;
        lost += told.lost;
    }
    assert_true(kept > 10 * 1000 && lost > 1000 && kept > 4 * lost);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_quads_around_a_vertex),
        cmocka_unit_test(test_a_told_polygon),
        cmocka_unit_test(test_triangles_of_a_fan_stay_apart),
        cmocka_unit_test(test_a_fan_has_its_way),
        cmocka_unit_test(test_what_is_lost),
        cmocka_unit_test(test_random_polygons),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
