// The layout of nodes and leaves: each in its place, none twice, children behind their parents.
#include "mesh/mesh_internal.h"
#include "mesh_making.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

typedef struct survey {
    const pick_mesh *mesh;
    uint8_t *seen; // of each unit of the arena
} survey;

static void see(survey *s, size_t place, size_t bytes)
{
    for (size_t unit = place / PICK_ARENA_UNIT; unit < (place + bytes) / PICK_ARENA_UNIT; unit++) {
        assert_in_range(unit, 0, s->mesh->arena_bytes / PICK_ARENA_UNIT - 1);
        assert_int_equal(s->seen[unit]++, 0);
    }
}

static void walk(survey *s, uint32_t ref)
{
    const pick_bvh_node *node = pick_mesh_node(s->mesh, ref);
    see(s, (size_t)ref * PICK_ARENA_UNIT, sizeof *node);
    for (uint32_t i = 0; i < PICK_BVH_WIDTH && node->child[i] != PICK_REF_NONE; i++) {
        const uint32_t child = node->child[i];
        if ((child & PICK_REF_LEAF) != 0) {
            see(s, (size_t)(child & PICK_LEAF_PLACE_MASK) * PICK_ARENA_UNIT,
                pick_leaf_block_count(child) * sizeof(pick_block));
        } else {
            assert_true(child > ref);
            walk(s, child);
        }
    }
}

static void nodes_and_leaves_fill_the_arena(void **state)
{
    (void)state;
    static const uint32_t counts[] = {1, 40, 3000, 16385, 150000};
    for (size_t i = 0; i < sizeof counts / sizeof counts[0]; i++) {
        float *positions = mesh_making_triangles(counts[i], 0.2);
        const pick_mesh_desc desc = {.positions = positions, .vertex_count = 3 * counts[i]};
        pick_mesh *mesh = NULL;
        assert_int_equal(pick_mesh_create(&desc, NULL, &mesh), PICK_OK);
        survey s = {.mesh = mesh, .seen = calloc(mesh->arena_bytes / PICK_ARENA_UNIT, 1)};
        assert_non_null(s.seen);
        walk(&s, mesh->root);
        for (size_t unit = 0; unit < mesh->arena_bytes / PICK_ARENA_UNIT; unit++)
            assert_int_equal(s.seen[unit], 1); // no gaps
        free(s.seen);
        pick_mesh_destroy(mesh);
        free(positions);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nodes_and_leaves_fill_the_arena),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
