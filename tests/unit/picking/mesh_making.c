#include "mesh_making.h"

#include "failing_allocator.h"
#include "random.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

float *mesh_making_triangles(uint32_t count, double cluster)
{
    float *positions = malloc(9 * sizeof(float) * count);
    assert_non_null(positions);
    test_random r = {count};
    pick_vec3 at = {0, 0, 0}, near = {0, 0, 0};
    for (uint32_t i = 0; i < count; i++) {
        at = i % 9 == 0 ? random_in_cube(&r, 1) : at;
        near = i % 3 == 0 ? pick_vec3_add(at, random_in_cube(&r, 100 * cluster)) : near;
        near = i == 7 ? pick_vec3_make(1000, 0, 0) : near;
        for (uint32_t k = 0; k < 3; k++) {
            const pick_vec3 p = pick_vec3_add(near, random_in_cube(&r, cluster));
            positions[9 * i + 3 * k] = (float)p.x;
            positions[9 * i + 3 * k + 1] = (float)p.y;
            positions[9 * i + 3 * k + 2] = (float)p.z;
        }
    }
    positions[9 * (count / 2)] = NAN;
    return positions;
}

char *mesh_making_bytes(const float *positions, uint32_t count, const pick_task_hook *tasks, size_t *size)
{
    const pick_mesh_desc desc = {.positions = positions, .vertex_count = 3 * count, .tasks = tasks};
    pick_mesh *mesh = NULL;
    assert_int_equal(pick_mesh_create(&desc, NULL, &mesh), PICK_OK);
    *size = pick_mesh_write(mesh, NULL, 0);
    char *bytes = malloc(*size);
    assert_non_null(bytes);
    assert_int_equal(pick_mesh_write(mesh, bytes, *size), *size);
    pick_mesh_destroy(mesh);
    return bytes;
}

// False when the build went through.
static bool fail_one(const pick_mesh_desc *desc, failing_allocator *memory, void (*check)(const pick_mesh *mesh))
{
    const pick_allocator hook = failing_allocator_hook(memory);
    pick_mesh *mesh = NULL;
    const pick_result result = pick_mesh_create(desc, &hook, &mesh);
    if (result == PICK_OK) {
        assert_int_equal(memory->held_blocks, 1); // one allocation holds it all
        assert_int_equal(memory->held_bytes, pick_mesh_get_stats(mesh).total_bytes);
        check(mesh);
        pick_mesh_destroy(mesh);
    } else {
        assert_int_equal(result, PICK_ERROR_OUT_OF_MEMORY);
        assert_null(mesh);
    }
    assert_int_equal(memory->held_blocks, 0);
    assert_int_equal(memory->held_bytes, 0);
    return result != PICK_OK;
}

size_t mesh_making_fail_each(const pick_mesh_desc *desc, void (*check)(const pick_mesh *mesh))
{
    size_t failures = 0;
    for (int for_ever = 0; for_ever < 2; for_ever++) {
        failing_allocator memory = {.fail_at = 1, .for_ever = for_ever != 0};
        for (size_t n = 1; fail_one(desc, &memory, check); failures++)
            memory = (failing_allocator){.fail_at = ++n, .for_ever = for_ever != 0};
    }
    return failures;
}
