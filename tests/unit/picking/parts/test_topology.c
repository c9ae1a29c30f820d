// Connections in known meshes, and in random ones against a search through all pairs.
#include "picking/picking.h"

#include "failing_allocator.h"
#include "near.h"
#include "random.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 4096 };
static const pick_object_id NOBODY = {0, 0};

static pick_mesh *mesh_of(const float *positions, uint32_t vertex_count, const uint32_t *indices, uint32_t index_count)
{
    pick_mesh *mesh = NULL;
    assert_int_equal(
        pick_mesh_create(&(pick_mesh_desc){.positions = positions,
                                           .vertex_count = vertex_count,
                                           .indices = indices,
                                           .index_type = indices != NULL ? PICK_INDEX_UINT32 : PICK_INDEX_NONE,
                                           .index_count = index_count},
                         NULL, &mesh),
        PICK_OK);
    return mesh;
}

static pick_topology *topology_of(const pick_mesh *mesh)
{
    pick_topology *topology = NULL;
    assert_int_equal(pick_topology_create(mesh, NULL, &topology), PICK_OK);
    return topology;
}

static uint32_t size_of(const pick_topology *t, uint32_t kind, const uint8_t *set)
{
    uint32_t size = 0;
    for (uint32_t i = 0; i < pick_topology_count(t, kind); i++)
        size += set[i];
    return size;
}

// A cube of 12 triangles without indices: each corner is there up to 6 times, some at -0.
static pick_mesh *loose_cube(void)
{
    static const uint8_t side[6][4] = {{0, 2, 3, 1}, {4, 5, 7, 6}, {0, 1, 5, 4},
                                       {2, 6, 7, 3}, {0, 4, 6, 2}, {1, 3, 7, 5}};
    static const uint8_t triangles[6] = {0, 1, 2, 0, 2, 3};
    float positions[108];
    for (uint32_t i = 0; i < 36; i++) {
        const uint32_t corner = side[i / 6][triangles[i % 6]];
        for (uint32_t k = 0; k < 3; k++)
            positions[3 * i + k] = (corner >> k & 1) != 0 ? 1.0f : (i % 2 == 0 ? 0.0f : -0.0f);
    }
    return mesh_of(positions, 36, NULL, 0);
}

static void loose_corners_are_merged(void **state)
{
    (void)state;
    pick_mesh *mesh = loose_cube();
    pick_topology *t = topology_of(mesh);
    uint32_t vertices = 0;
    pick_part part;
    for (uint32_t v = 0; v < 36; v++) {
        const uint32_t number = pick_topology_number(t, &(pick_part){NOBODY, PICK_PART_VERTEX, v, 0});
        assert_true(number <= v);
        assert_int_equal(pick_topology_part(t, PICK_PART_VERTEX, v, NOBODY, &part), number == v);
        vertices += number == v;
    }
    assert_int_equal(vertices, 8);
    assert_int_equal(pick_topology_count(t, PICK_PART_VERTEX), 36);
    assert_int_equal(pick_topology_count(t, PICK_PART_EDGE), 18);
    assert_int_equal(pick_topology_count(t, PICK_PART_FACE), 12);
    assert_int_equal(pick_topology_count(t, 3), 0);
    for (uint32_t e = 0; e < 18; e++) {
        assert_true(pick_topology_part(t, PICK_PART_EDGE, e, NOBODY, &part));
        assert_true(part.a < part.b);
        assert_int_equal(pick_topology_number(t, &part), e);
        assert_int_equal(pick_topology_number(t, &(pick_part){NOBODY, PICK_PART_EDGE, part.b, part.a}), e);
    }
    uint8_t set[36] = {1};
    assert_int_equal(pick_topology_flat(t, 0.01, set), PICK_OK);
    assert_int_equal(size_of(t, PICK_PART_FACE, set), 2); // a side
    assert_int_equal(set[1], 1);
    assert_int_equal(pick_topology_flat(t, 1.6, set), PICK_OK);
    assert_int_equal(size_of(t, PICK_PART_FACE, set), 12);
    memset(set, 0, sizeof set);
    set[0] = 1;
    assert_int_equal(pick_topology_linked(t, PICK_PART_VERTEX, set), PICK_OK);
    assert_int_equal(size_of(t, PICK_PART_VERTEX, set), 8);
    // Three creases meet at a corner of a cube: a loop ends there at once.
    memset(set, 0, sizeof set);
    const uint32_t crease = pick_topology_number(t, &(pick_part){NOBODY, PICK_PART_EDGE, 0, 1});
    assert_true(pick_topology_loop(t, crease, set));
    assert_int_equal(size_of(t, PICK_PART_EDGE, set), 1);
    pick_topology_destroy(t);
    pick_mesh_destroy(mesh);
}

// A grid of cells in the plane y = 0, with the diagonals of all cells in the same direction, rolled up to a tube
// or, if `flat`, not.
static pick_mesh *grid(uint32_t columns, uint32_t rows, bool flat)
{
    float *positions = malloc(3 * sizeof *positions * (columns + 1) * (rows + 1));
    uint32_t *indices = malloc(6 * sizeof *indices * columns * rows);
    uint32_t n = 0;
    const uint32_t width = flat ? columns + 1 : columns;
    for (uint32_t y = 0; y <= rows; y++) {
        for (uint32_t x = 0; x < width; x++) {
            float *p = positions + 3 * (size_t)(y * width + x);
            const double angle = 6.283185307179586 * x / columns;
            p[0] = flat ? (float)x : (float)cos(angle);
            p[1] = flat ? 0 : (float)sin(angle);
            p[2] = (float)y;
        }
    }
    for (uint32_t y = 0; y < rows; y++) {
        for (uint32_t x = 0; x < columns; x++) {
            const uint32_t a = y * width + x, b = y * width + (x + 1) % width;
            const uint32_t six[6] = {a, b, b + width, a, b + width, a + width};
            memcpy(indices + n, six, sizeof six);
            n += 6;
        }
    }
    pick_mesh *mesh = mesh_of(positions, width * (rows + 1), indices, n);
    free(positions);
    free(indices);
    return mesh;
}

static uint32_t loop_of(const pick_topology *t, uint32_t a, uint32_t b, uint8_t set[MOST])
{
    const uint32_t edge = pick_topology_number(t, &(pick_part){NOBODY, PICK_PART_EDGE, a, b});
    memset(set, 0, MOST);
    assert_true(pick_topology_loop(t, edge, set));
    assert_int_equal(set[edge], 1);
    return size_of(t, PICK_PART_EDGE, set);
}

static void loops(void **state)
{
    (void)state;
    uint8_t set[MOST];
    pick_part part;
    pick_mesh *mesh = grid(8, 5, true); // 9 vertices a row
    pick_topology *t = topology_of(mesh);
    assert_int_equal(loop_of(t, 2 * 9 + 3, 2 * 9 + 4, set), 8); // a line along the row
    for (uint32_t e = 0; e < pick_topology_count(t, PICK_PART_EDGE); e++) {
        if (set[e] != 0) {
            assert_true(pick_topology_part(t, PICK_PART_EDGE, e, NOBODY, &part));
            assert_int_equal(part.a / 9, 2);
            assert_int_equal(part.b / 9, 2);
        }
    }
    assert_int_equal(loop_of(t, 2 * 9 + 3, 3 * 9 + 3, set), 5); // a column
    assert_int_equal(loop_of(t, 1 * 9 + 1, 2 * 9 + 2, set), 5); // a diagonal
    assert_int_equal(loop_of(t, 0, 1, set), 2 * (8 + 5));       // the border
    pick_topology_destroy(t);
    pick_mesh_destroy(mesh);

    mesh = grid(8, 3, false); // a tube of 8 sides: its lines are creases of 45 degrees, its rings are not
    t = topology_of(mesh);
    assert_int_equal(loop_of(t, 0, 1, set), 8);  // its end
    assert_int_equal(loop_of(t, 8, 16, set), 3); // along it
    assert_int_equal(loop_of(t, 8, 9, set), 8);  // around it: turns by 45 degrees
    pick_topology_destroy(t);
    pick_mesh_destroy(mesh);
    mesh = grid(5, 3, false); // 72 degrees a turn is too much for edges that are no creases
    t = topology_of(mesh);
    assert_int_equal(loop_of(t, 5, 6, set), 1);
    assert_int_equal(loop_of(t, 0, 1, set), 5);
    pick_topology_destroy(t);
    pick_mesh_destroy(mesh);

    // Three faces at an edge; two fans at a vertex.
    const float book[18] = {0, 0, 0, 0, 0, 1, 1, 0, 0, -1, 0, 0, 0, 1, 0, 5, 5, 5};
    const uint32_t pages[9] = {0, 1, 2, 0, 1, 3, 0, 1, 4};
    mesh = mesh_of(book, 6, pages, 9);
    t = topology_of(mesh);
    assert_int_equal(loop_of(t, 0, 1, set), 1);
    assert_int_equal(loop_of(t, 0, 2, set), 2); // at 0 the fan ends in an edge of three faces; at 2 is another border
    assert_int_equal(pick_topology_number(t, &(pick_part){NOBODY, PICK_PART_VERTEX, 5, 0}), PICK_NO_PART);
    assert_int_equal(pick_topology_number(t, &(pick_part){NOBODY, PICK_PART_EDGE, 0, 5}), PICK_NO_PART);
    assert_int_equal(pick_topology_number(t, &(pick_part){NOBODY, PICK_PART_EDGE, 2, 3}), PICK_NO_PART);
    pick_topology_destroy(t);
    pick_mesh_destroy(mesh);
}

// --- Against a search through all pairs -----------------------------------------------------------------------------

// Whether two parts are neighbours, by the positions of their vertices.
static bool near_each_other(const float (*p)[3], const uint32_t *indices, const pick_topology *t, uint32_t kind,
                            uint32_t one, uint32_t two)
{
    pick_part a, b;
    if (!pick_topology_part(t, kind, one, NOBODY, &a) || !pick_topology_part(t, kind, two, NOBODY, &b))
        return false;
    const uint32_t size = kind;
    if (kind == PICK_PART_VERTEX)
        return pick_topology_number(t, &(pick_part){NOBODY, PICK_PART_EDGE, one, two}) != PICK_NO_PART;
    const uint32_t ends[2][2] = {{a.a, a.b}, {b.a, b.b}};
    const uint32_t count = size == PICK_PART_EDGE ? 2 : 3;
    for (uint32_t i = 0; i < count; i++) {
        for (uint32_t k = 0; k < count; k++) {
            const uint32_t v = kind == PICK_PART_EDGE ? ends[0][i] : indices[3 * one + i];
            const uint32_t w = kind == PICK_PART_EDGE ? ends[1][k] : indices[3 * two + k];
            if (memcmp(p[v], p[w], sizeof p[v]) == 0)
                return true;
        }
    }
    return false;
}

static void random_meshes(void **state)
{
    (void)state;
    enum { VERTICES = 40, FACES = 36 };
    test_random r = {5};
    uint64_t grown = 0, shrunk = 0, linked = 0;
    for (int round = 0; round < 200; round++) {
        float p[VERTICES][3];
        uint32_t indices[3 * FACES];
        for (uint32_t i = 0; i < VERTICES; i++) { // on a coarse lattice, so that some coincide
            for (uint32_t k = 0; k < 3; k++)
                p[i][k] = (float)random_index(&r, 3);
        }
        for (uint32_t i = 0; i < 3 * FACES; i++) // some triangles are degenerate
            indices[i] = random_index(&r, VERTICES);
        pick_mesh *mesh = mesh_of(&p[0][0], VERTICES, indices, 3 * FACES);
        pick_topology *t = topology_of(mesh);
        for (uint32_t kind = 1; kind <= 4; kind *= 2) {
            const uint32_t count = pick_topology_count(t, kind);
            uint8_t set[3 * FACES] = {0}, more[3 * FACES], less[3 * FACES], all[3 * FACES];
            pick_part part;
            for (uint32_t i = 0; i < count; i++)
                set[i] = pick_topology_part(t, kind, i, NOBODY, &part) && random_index(&r, 4) == 0 ? 200 : 0;
            memcpy(more, set, sizeof set);
            memcpy(less, set, sizeof set);
            memcpy(all, set, sizeof set);
            assert_true(pick_topology_grow(t, kind, more));
            assert_true(pick_topology_shrink(t, kind, less));
            assert_int_equal(pick_topology_linked(t, kind, all), PICK_OK);
            for (uint32_t i = 0; i < count; i++) {
                bool touches = set[i] != 0, loses = false;
                for (uint32_t k = 0; k < count; k++) {
                    const bool near = i != k && near_each_other((const float(*)[3])p, indices, t, kind, i, k);
                    touches = touches || (near && set[k] != 0);
                    loses = loses || (near && set[k] == 0);
                    assert_true(!near || (all[i] != 0) == (all[k] != 0));
                }
                assert_int_equal(more[i], touches);
                assert_int_equal(less[i], set[i] != 0 && !loses);
                grown += more[i] != 0 && set[i] == 0;
                shrunk += less[i] == 0 && set[i] != 0;
                linked += all[i] != 0 && more[i] == 0;
            }
        }
        for (uint32_t e = 0; e < pick_topology_count(t, PICK_PART_EDGE);
             e++) { // ends, and is the loop of all its edges
            uint8_t loop[3 * FACES] = {0};
            assert_true(pick_topology_loop(t, e, loop));
        }
        pick_topology_destroy(t);
        pick_mesh_destroy(mesh);
    }
    print_message("%d grown, %d shrunk, %d linked\n", (int)grown, (int)shrunk, (int)linked);
    assert_true(grown > 1000 && shrunk > 1000 && linked > 1000);
}

static void memory_runs_out(void **state)
{
    (void)state;
    pick_mesh *mesh = loose_cube();
    failing_allocator memory = {0};
    const pick_allocator hook = failing_allocator_hook(&memory);
    pick_topology *t = NULL;
    for (memory.fail_at = 1; memory.fail_at <= 3; memory.fail_at++) {
        memory.calls = 0;
        assert_int_equal(pick_topology_create(mesh, &hook, &t), PICK_ERROR_OUT_OF_MEMORY);
        assert_null(t);
        assert_int_equal(memory.held_bytes, 0);
    }
    memory.calls = 0;
    assert_int_equal(pick_topology_create(mesh, &hook, &t), PICK_OK);
    uint8_t set[36] = {1};
    memory.calls = 0;
    memory.fail_at = 1;
    assert_int_equal(pick_topology_linked(t, PICK_PART_VERTEX, set), PICK_ERROR_OUT_OF_MEMORY);
    memory.calls = 0;
    assert_int_equal(pick_topology_flat(t, 1, set), PICK_ERROR_OUT_OF_MEMORY);
    assert_int_equal(size_of(t, PICK_PART_VERTEX, set), 1);
    memory.fail_at = 0;
    const size_t held = memory.held_bytes;
    assert_int_equal(pick_topology_linked(t, PICK_PART_VERTEX, set), PICK_OK);
    assert_int_equal(memory.held_bytes, held);
    assert_int_equal(pick_topology_flat(t, 1, set), PICK_OK);
    assert_int_equal(memory.held_bytes, held);
    pick_topology_destroy(t);
    assert_int_equal(memory.held_bytes, 0);
    pick_mesh_destroy(mesh);
}

static void nothing_at_all(void **state)
{
    (void)state;
    pick_mesh *mesh = mesh_of(NULL, 0, NULL, 0);
    pick_topology *t = topology_of(mesh);
    uint8_t set[1] = {1};
    assert_int_equal(pick_topology_count(t, PICK_PART_EDGE), 0);
    for (uint32_t kind = PICK_PART_VERTEX; kind <= PICK_PART_FACE; kind *= 2) { // sets of nothing are fine
        assert_true(pick_topology_grow(t, kind, set) && pick_topology_shrink(t, kind, NULL));
        assert_int_equal(pick_topology_linked(t, kind, NULL), PICK_OK);
    }
    assert_int_equal(pick_topology_flat(t, 1, NULL), PICK_OK);
    assert_int_equal(pick_topology_flat(t, (double)NAN, NULL), PICK_ERROR_INVALID_ARGUMENT);
    assert_false(pick_topology_grow(t, 3, set));
    assert_int_equal(pick_topology_linked(t, 3, set), PICK_ERROR_INVALID_ARGUMENT);
    assert_int_equal(set[0], 1);
    pick_topology_destroy(t);
    pick_mesh_destroy(mesh);
    // A degenerate triangle is a gap.
    const float flat[9] = {0, 0, 0, 1, 0, 0, 2, 0, 0};
    mesh = mesh_of(flat, 3, NULL, 0);
    t = topology_of(mesh);
    assert_int_equal(pick_topology_count(t, PICK_PART_EDGE), 0);
    assert_true(pick_topology_grow(t, PICK_PART_EDGE, NULL));
    assert_int_equal(pick_topology_linked(t, PICK_PART_EDGE, NULL), PICK_OK);
    assert_false(pick_topology_grow(t, PICK_PART_FACE, NULL));
    assert_int_equal(pick_topology_flat(t, 1, NULL), PICK_ERROR_INVALID_ARGUMENT);
    assert_int_equal(pick_topology_count(t, PICK_PART_FACE), 1);
    assert_int_equal(pick_topology_number(t, &(pick_part){NOBODY, PICK_PART_FACE, 0, 0}), PICK_NO_PART);
    assert_true(pick_topology_grow(t, PICK_PART_FACE, set));
    assert_int_equal(pick_topology_flat(t, 1, set), PICK_OK);
    assert_int_equal(pick_topology_linked(t, PICK_PART_FACE, set), PICK_OK);
    assert_int_equal(set[0], 1);
    pick_topology_destroy(t);
    pick_mesh_destroy(mesh);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(loose_corners_are_merged), cmocka_unit_test(loops),          cmocka_unit_test(random_meshes),
        cmocka_unit_test(memory_runs_out),          cmocka_unit_test(nothing_at_all),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
