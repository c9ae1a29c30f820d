// Connections in meshes with polygons: in grids of quads, in odd polygons, and in random ones against a search through
// all pairs.
#include "picking/picking.h"

#include "near.h"
#include "random.h"

#include <string.h>

enum { MOST = 4096 };
static const pick_object_id NOBODY = {0, 0};

typedef struct mesh {
    pick_mesh *pick;
    pick_topology *t;
} mesh;

static mesh make(const float *positions, uint32_t vertex_count, const uint32_t *indices, uint32_t triangles,
                 const uint8_t *continues)
{
    mesh m = {NULL, NULL};
    const pick_mesh_desc desc = {.positions = positions,
                                 .vertex_count = vertex_count,
                                 .indices = indices,
                                 .index_type = PICK_INDEX_UINT32,
                                 .index_count = 3 * triangles,
                                 .continues = continues};
    assert_int_equal(pick_mesh_create(&desc, NULL, &m.pick), PICK_OK);
    assert_int_equal(pick_topology_create(m.pick, NULL, &m.t), PICK_OK);
    return m;
}

static void destroy(mesh *m)
{
    pick_topology_destroy(m->t);
    pick_mesh_destroy(m->pick);
}

static uint32_t size_of(const pick_topology *t, uint32_t kind, const uint8_t *set)
{
    uint32_t size = 0;
    for (uint32_t i = 0; i < pick_topology_count(t, kind); i++)
        size += set[i] != 0;
    return size;
}

static uint32_t face(uint32_t column, uint32_t row)
{
    return 2 * (8 * row + column);
}

// Quads, 8 by 5, in the plane y = 0 with every other vertex raised; or rolled up to a tube of 8 sides.
static mesh grid(bool tube)
{
    const uint32_t width = tube ? 8 : 9;
    float positions[9 * 6][3];
    uint32_t indices[8 * 5][6];
    uint8_t continues[2 * 8 * 5];
    for (uint32_t i = 0; i < width * 6; i++) {
        const uint32_t x = i % width, y = i / width;
        positions[i][0] = tube ? (float)cos(0.7853981633974483 * x) : (float)x;
        positions[i][1] = tube ? (float)sin(0.7853981633974483 * x) : 0.02f * (float)((x + y) % 2);
        positions[i][2] = (float)y;
    }
    for (uint32_t i = 0; i < 8 * 5; i++) {
        const uint32_t a = i / 8 * width + i % 8, b = i / 8 * width + (i % 8 + 1) % width;
        const uint32_t one[6] = {a, b, b + width, a, b + width, a + width};
        const uint32_t other[6] = {b, b + width, a + width, b, a + width, a}; // the other diagonal
        memcpy(indices[i], i % 3 == 0 ? other : one, sizeof one);
        continues[2 * i] = 0;
        continues[2 * i + 1] = 1;
    }
    return make(&positions[0][0], width * 6, indices[0], 80, continues);
}

static uint32_t loop_of(const pick_topology *t, uint32_t a, uint32_t b, uint8_t set[MOST])
{
    const uint32_t edge = pick_topology_number(t, &(pick_part){NOBODY, PICK_PART_EDGE, a, b});
    memset(set, 0, MOST);
    assert_true(pick_topology_loop(t, edge, set));
    assert_int_equal(set[edge], 1);
    return size_of(t, PICK_PART_EDGE, set);
}

// Whatever the diagonals: every line of the grid is a loop.
static void loops_of_quads(void **state)
{
    (void)state;
    mesh m = grid(false);
    uint8_t set[MOST];
    assert_int_equal(pick_topology_count(m.t, PICK_PART_EDGE), 8 * 6 + 9 * 5);
    for (uint32_t y = 1; y < 5; y++) {
        assert_int_equal(loop_of(m.t, 9 * y + 3, 9 * y + 4, set), 8);
        for (uint32_t e = 0; e < pick_topology_count(m.t, PICK_PART_EDGE); e++) {
            pick_part part;
            assert_true(pick_topology_part(m.t, PICK_PART_EDGE, e, NOBODY, &part));
            assert_int_equal(set[e] != 0, part.a / 9 == y && part.b / 9 == y);
        }
    }
    for (uint32_t x = 1; x < 8; x++)
        assert_int_equal(loop_of(m.t, 9 * 2 + x, 9 * 3 + x, set), 5);
    assert_int_equal(loop_of(m.t, 0, 1, set), 2 * (8 + 5)); // the border
    assert_int_equal(pick_topology_number(m.t, &(pick_part){NOBODY, PICK_PART_EDGE, 1, 11}), PICK_NO_PART);
    destroy(&m);
    m = grid(true);
    assert_int_equal(loop_of(m.t, 0, 1, set), 8);
    assert_int_equal(loop_of(m.t, 8, 9, set), 8);  // around: no creases
    assert_int_equal(loop_of(m.t, 8, 16, set), 5); // along: creases of 45 degrees
    destroy(&m);
}

static void grown_quads(void **state)
{
    (void)state;
    mesh m = grid(false);
    uint8_t set[MOST] = {0};
    set[face(3, 2)] = 1;
    assert_true(pick_topology_grow(m.t, PICK_PART_FACE, set));
    for (uint32_t i = 0; i < 80; i++) {
        const uint32_t x = i / 2 % 8, y = i / 16;
        assert_int_equal(set[i], i % 2 == 0 && x >= 2 && x <= 4 && y >= 1 && y <= 3);
    }
    assert_true(pick_topology_shrink(m.t, PICK_PART_FACE, set));
    assert_int_equal(size_of(m.t, PICK_PART_FACE, set), 1);
    assert_int_equal(set[face(3, 2)], 1);
    memset(set, 0, sizeof set);
    set[9 * 2 + 3] = 1;
    assert_true(pick_topology_grow(m.t, PICK_PART_VERTEX, set));
    assert_int_equal(size_of(m.t, PICK_PART_VERTEX, set), 5); // none across a diagonal
    memset(set, 0, sizeof set);
    set[pick_topology_number(m.t, &(pick_part){NOBODY, PICK_PART_EDGE, 21, 22})] = 1;
    assert_true(pick_topology_grow(m.t, PICK_PART_EDGE, set));
    assert_int_equal(size_of(m.t, PICK_PART_EDGE, set), 7);
    // A quad is named by its first triangle.
    pick_part part;
    assert_true(pick_topology_part(m.t, PICK_PART_FACE, 34, NOBODY, &part));
    assert_false(pick_topology_part(m.t, PICK_PART_FACE, 35, NOBODY, &part));
    memset(set, 0, sizeof set);
    set[35] = 1; // a gap spreads nowhere
    assert_int_equal(pick_topology_linked(m.t, PICK_PART_FACE, set), PICK_OK);
    assert_int_equal(pick_topology_flat(m.t, 3, set), PICK_OK);
    assert_true(pick_topology_grow(m.t, PICK_PART_FACE, set));
    assert_int_equal(size_of(m.t, PICK_PART_FACE, set), 1);
    // All normals of bent quads are up: it would depend on the diagonals if they were those of triangles.
    memset(set, 0, sizeof set);
    set[0] = 1;
    assert_int_equal(pick_topology_flat(m.t, 1e-6, set), PICK_OK);
    assert_int_equal(size_of(m.t, PICK_PART_FACE, set), 40);
    destroy(&m);
}

// A square divided around a vertex in its middle; a polygon in two pieces, with a triangle between that has no area;
// one that is all inside.
static void odd_polygons(void **state)
{
    (void)state;
    static const float positions[15][3] = {{0, 0, 0}, {2, 0, 0},  {2, 0, 2},  {0, 0, 2},  {1, 0, 1},
                                           {5, 0, 0}, {6, 0, 0},  {6, 0, 1},  {8, 0, 0},  {9, 0, 0},
                                           {9, 0, 1}, {20, 0, 0}, {21, 0, 0}, {20, 0, 1}, {20, 1, 0}};
    static const uint32_t indices[11][3] = {{0, 1, 4},    {1, 2, 4},    {2, 3, 4},   {3, 0, 4},
                                            {5, 6, 7},    {5, 5, 6},    {8, 9, 10},  {11, 12, 13},
                                            {12, 11, 14}, {13, 12, 14}, {11, 13, 14}};
    static const uint8_t continues[11] = {0, 1, 1, 1, 0, 1, 1, 0, 1, 1, 1};
    mesh m = make(&positions[0][0], 15, indices[0], 11, continues);
    uint8_t set[64] = {0};
    assert_int_equal(pick_topology_count(m.t, PICK_PART_EDGE), 4 + 3 + 3);
    // The vertex in the middle is one. No edge joins it to another, but the face does.
    assert_int_equal(pick_topology_number(m.t, &(pick_part){NOBODY, PICK_PART_VERTEX, 4, 0}), 4);
    set[4] = 1;
    assert_true(pick_topology_grow(m.t, PICK_PART_VERTEX, set));
    assert_int_equal(size_of(m.t, PICK_PART_VERTEX, set), 1);
    assert_true(pick_topology_shrink(m.t, PICK_PART_VERTEX, set));
    assert_int_equal(size_of(m.t, PICK_PART_VERTEX, set), 1);
    assert_int_equal(pick_topology_linked(m.t, PICK_PART_VERTEX, set), PICK_OK);
    assert_int_equal(size_of(m.t, PICK_PART_VERTEX, set), 5);
    assert_int_equal(loop_of(m.t, 0, 1, (uint8_t[MOST]){0}), 4);
    for (uint32_t from = 0; from < 2; from++) { // from either piece to the other
        memset(set, 0, sizeof set);
        set[from == 0 ? 6 : 9] = 1;
        assert_int_equal(pick_topology_linked(m.t, PICK_PART_VERTEX, set), PICK_OK);
        assert_int_equal(size_of(m.t, PICK_PART_VERTEX, set), 6);
    }
    memset(set, 0, sizeof set);
    set[7] = 1;
    assert_true(pick_topology_grow(m.t, PICK_PART_FACE, set));
    assert_int_equal(pick_topology_flat(m.t, 3, set), PICK_OK);
    assert_int_equal(pick_topology_linked(m.t, PICK_PART_FACE, set), PICK_OK);
    assert_int_equal(size_of(m.t, PICK_PART_FACE, set), 1);
    destroy(&m);
}

// A face is named by a first triangle without area, unless none has any.
static void faces_with_gaps(void **state)
{
    (void)state;
    static const float positions[6][3] = {{0, 0, 0}, {1, 0, 0}, {1, 0, 1}, {0, 0, 1}, {2, 0, 0}, {3, 0, 0}};
    static const uint32_t indices[5][3] = {{0, 0, 1}, {0, 1, 2}, {0, 2, 3}, {0, 4, 5}, {1, 4, 5}};
    static const uint8_t continues[5] = {0, 1, 1, 0, 1};
    mesh m = make(&positions[0][0], 6, indices[0], 5, continues);
    for (uint32_t i = 0; i < 5; i++)
        assert_int_equal(pick_topology_number(m.t, &(pick_part){NOBODY, PICK_PART_FACE, i, 0}),
                         i == 0 ? 0 : PICK_NO_PART);
    assert_int_equal(pick_topology_count(m.t, PICK_PART_EDGE), 4);
    uint8_t set[5] = {1, 0, 0, 0, 0};
    assert_int_equal(pick_topology_linked(m.t, PICK_PART_FACE, set), PICK_OK);
    assert_int_equal(pick_topology_flat(m.t, 1, set), PICK_OK);
    assert_int_equal(size_of(m.t, PICK_PART_FACE, set), 1);
    destroy(&m);
}

// --- Against a search through all pairs -----------------------------------------------------------------------------

enum { VERTICES = 40, FACES = 48 };

typedef struct source {
    float p[VERTICES][3];
    uint32_t indices[FACES][3];
    uint8_t continues[FACES];
} source;

// On a coarse lattice, so that some vertices coincide and some triangles are degenerate.
static void make_source(test_random *r, source *s)
{
    uint32_t hub = 0, at = 0;
    for (uint32_t i = 0; i < VERTICES; i++) {
        for (uint32_t k = 0; k < 3; k++)
            s->p[i][k] = (float)random_index(r, 3);
    }
    for (uint32_t i = 0; i < FACES; i++) {
        s->continues[i] = i > 0 && random_index(r, 3) != 0;
        if (s->continues[i] == 0) {
            hub = random_index(r, VERTICES);
            at = random_index(r, VERTICES);
        }
        const uint32_t next = random_index(r, VERTICES);
        const uint32_t fan[3] = {hub, at, next}, loose[3] = {next, hub, random_index(r, VERTICES)};
        memcpy(s->indices[i], random_index(r, 10) == 0 ? loose : fan, sizeof fan);
        at = next;
    }
}

// The triangles of a face that are not degenerate. Returns how many.
static uint32_t triangles_of(const source *s, const mesh *m, uint32_t number, uint32_t out[FACES])
{
    uint32_t count = 0;
    float local[3][3];
    for (uint32_t i = number; i < FACES && (i == number || s->continues[i] != 0); i++) {
        assert_true(pick_mesh_triangle(m->pick, i, local));
        double u[3], v[3];
        for (int k = 0; k < 3; k++) {
            u[k] = (double)local[1][k] - (double)local[0][k];
            v[k] = (double)local[2][k] - (double)local[0][k];
        }
        if (u[1] * v[2] != u[2] * v[1] || u[2] * v[0] != u[0] * v[2] || u[0] * v[1] != u[1] * v[0])
            out[count++] = i;
    }
    return count;
}

// The vertices of a part.
static uint32_t vertices_of(const source *s, const mesh *m, const pick_part *part, uint32_t out[3 * FACES])
{
    uint32_t triangles[FACES], count = 0;
    if (part->kind != PICK_PART_FACE) {
        out[0] = part->a;
        out[1] = part->b;
        return part->kind == PICK_PART_EDGE ? 2 : 1;
    }
    const uint32_t triangle_count = triangles_of(s, m, part->a, triangles);
    for (uint32_t i = 0; i < triangle_count; i++) {
        memcpy(out + count, s->indices[triangles[i]], sizeof s->indices[0]);
        count += 3;
    }
    return count;
}

static bool share_a_vertex(const source *s, const mesh *m, const pick_part *a, const pick_part *b)
{
    uint32_t v[3 * FACES], w[3 * FACES];
    const uint32_t v_count = vertices_of(s, m, a, v), w_count = vertices_of(s, m, b, w);
    for (uint32_t i = 0; i < v_count; i++) {
        for (uint32_t k = 0; k < w_count; k++) {
            if (memcmp(s->p[v[i]], s->p[w[k]], sizeof s->p[0]) == 0)
                return true;
        }
    }
    return false;
}

// Edges are there if some triangle has them as a side that is not inner.
static void compare_edges(const source *s, const mesh *m)
{
    uint32_t found = 0;
    for (uint32_t v = 0; v < VERTICES; v++) {
        for (uint32_t w = v + 1; w < VERTICES; w++) {
            bool expected = false;
            const bool first = pick_topology_number(m->t, &(pick_part){NOBODY, PICK_PART_VERTEX, v, 0}) == v &&
                               pick_topology_number(m->t, &(pick_part){NOBODY, PICK_PART_VERTEX, w, 0}) == w;
            for (uint32_t i = 0; i < FACES && first; i++) {
                uint32_t alone[FACES];
                if (triangles_of(s, m, i, alone) == 0 || alone[0] != i)
                    continue;
                for (uint32_t k = 0; k < 3; k++) {
                    const float *a = s->p[s->indices[i][k]], *b = s->p[s->indices[i][(k + 1) % 3]];
                    const bool same = (memcmp(a, s->p[v], 12) == 0 && memcmp(b, s->p[w], 12) == 0) ||
                                      (memcmp(a, s->p[w], 12) == 0 && memcmp(b, s->p[v], 12) == 0);
                    expected = expected || (same && (pick_mesh_inner_sides(m->pick, i) >> k & 1u) == 0);
                }
            }
            if (!first)
                continue;
            const uint32_t number = pick_topology_number(m->t, &(pick_part){NOBODY, PICK_PART_EDGE, v, w});
            assert_int_equal(number != PICK_NO_PART, expected);
            found += expected;
        }
    }
    assert_int_equal(found, pick_topology_count(m->t, PICK_PART_EDGE));
}

typedef struct tally {
    uint64_t grown, shrunk, linked, flat;
} tally;

static void compare_sets(test_random *r, const source *s, const mesh *m, uint32_t kind, tally *count)
{
    const uint32_t size = pick_topology_count(m->t, kind);
    uint8_t set[3 * FACES] = {0}, more[3 * FACES], less[3 * FACES], all[3 * FACES];
    pick_part part[3 * FACES];
    bool is[3 * FACES];
    for (uint32_t i = 0; i < size; i++) {
        is[i] = pick_topology_part(m->t, kind, i, NOBODY, &part[i]);
        set[i] = is[i] && random_index(r, 4) == 0 ? 200 : 0;
    }
    memcpy(more, set, sizeof set);
    memcpy(less, set, sizeof set);
    memcpy(all, set, sizeof set);
    assert_true(pick_topology_grow(m->t, kind, more));
    assert_true(pick_topology_shrink(m->t, kind, less));
    assert_int_equal(pick_topology_linked(m->t, kind, all), PICK_OK);
    for (uint32_t i = 0; i < size; i++) {
        bool touches = set[i] != 0, loses = false;
        for (uint32_t k = 0; k < size; k++) {
            if (!is[i] || !is[k] || i == k)
                continue;
            const bool near =
                kind == PICK_PART_VERTEX
                    ? pick_topology_number(m->t, &(pick_part){NOBODY, PICK_PART_EDGE, i, k}) != PICK_NO_PART
                    : share_a_vertex(s, m, &part[i], &part[k]);
            touches = touches || (near && set[k] != 0);
            loses = loses || (near && set[k] == 0);
            assert_true(!near || (all[i] != 0) == (all[k] != 0));
        }
        assert_int_equal(more[i] != 0, touches);
        assert_int_equal(less[i] != 0, set[i] != 0 && !loses);
        count->grown += more[i] != 0 && set[i] == 0;
        count->shrunk += less[i] == 0 && set[i] != 0;
        count->linked += all[i] != 0 && more[i] == 0;
    }
}

static pick_vec3 normal_of(const source *s, const mesh *m, uint32_t number)
{
    uint32_t triangles[FACES];
    const uint32_t count = triangles_of(s, m, number, triangles);
    pick_vec3 sum = {0, 0, 0};
    for (uint32_t i = 0; i < count; i++) {
        pick_vec3 v[3];
        for (int k = 0; k < 3; k++) {
            const float *p = s->p[s->indices[triangles[i]][k]];
            v[k] = pick_vec3_make((double)p[0], (double)p[1], (double)p[2]);
        }
        sum = pick_vec3_add(sum, pick_vec3_cross(pick_vec3_sub(v[1], v[0]), pick_vec3_sub(v[2], v[0])));
    }
    return sum;
}

// Whether the outlines of two faces have an edge in common.
static bool share_an_edge(const source *s, const mesh *m, uint32_t one, uint32_t two)
{
    uint32_t a[FACES], b[FACES];
    const uint32_t a_count = triangles_of(s, m, one, a), b_count = triangles_of(s, m, two, b);
    for (uint32_t i = 0; i < 3 * a_count; i++) {
        for (uint32_t k = 0; k < 3 * b_count; k++) {
            const uint32_t *v = s->indices[a[i / 3]], *w = s->indices[b[k / 3]];
            const float *from = s->p[v[i % 3]], *to = s->p[v[(i + 1) % 3]];
            const float *begin = s->p[w[k % 3]], *end = s->p[w[(k + 1) % 3]];
            if ((pick_mesh_inner_sides(m->pick, a[i / 3]) >> i % 3 & 1u) == 0 &&
                (pick_mesh_inner_sides(m->pick, b[k / 3]) >> k % 3 & 1u) == 0 &&
                ((memcmp(from, begin, 12) == 0 && memcmp(to, end, 12) == 0) ||
                 (memcmp(from, end, 12) == 0 && memcmp(to, begin, 12) == 0)))
                return true;
        }
    }
    return false;
}

static void compare_flat(test_random *r, const source *s, const mesh *m, tally *count)
{
    uint8_t set[FACES] = {0}, expected[FACES] = {0};
    const double angle = random_between(r, 0, 3.2);
    const uint32_t from = random_index(r, FACES);
    pick_part part;
    if (!pick_topology_part(m->t, PICK_PART_FACE, from, NOBODY, &part))
        return;
    set[from] = expected[from] = 1;
    assert_int_equal(pick_topology_flat(m->t, angle, set), PICK_OK);
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t i = 0; i < FACES * FACES; i++) {
            const uint32_t one = i / FACES, two = i % FACES;
            if (expected[one] == 0 || expected[two] != 0 ||
                !pick_topology_part(m->t, PICK_PART_FACE, two, NOBODY, &part) || !share_an_edge(s, m, one, two))
                continue;
            const pick_vec3 a = normal_of(s, m, one), b = normal_of(s, m, two);
            if (atan2(pick_vec3_length(pick_vec3_cross(a, b)), pick_vec3_dot(a, b)) <= angle)
                expected[two] = 1, changed = true;
        }
    }
    for (uint32_t i = 0; i < FACES; i++) {
        assert_int_equal(set[i] != 0, expected[i]);
        count->flat += expected[i] != 0 && i != from;
    }
}

static void random_meshes(void **state)
{
    (void)state;
    test_random r = {6};
    tally count = {0};
    for (int round = 0; round < 120; round++) {
        source s;
        make_source(&r, &s);
        mesh m = make(&s.p[0][0], VERTICES, s.indices[0], FACES, s.continues);
        compare_edges(&s, &m);
        for (uint32_t kind = 1; kind <= 4; kind *= 2)
            compare_sets(&r, &s, &m, kind, &count);
        for (int i = 0; i < 6; i++)
            compare_flat(&r, &s, &m, &count);
        for (uint32_t e = 0; e < pick_topology_count(m.t, PICK_PART_EDGE); e++) {
            uint8_t loop[3 * FACES] = {0}, back[3 * FACES];
            assert_true(pick_topology_loop(m.t, e, loop)); // ends, and is the loop of its edges
            for (uint32_t i = 0; i < pick_topology_count(m.t, PICK_PART_EDGE); i++) {
                if (loop[i] == 0)
                    continue;
                memset(back, 0, sizeof back);
                assert_true(pick_topology_loop(m.t, i, back));
                assert_memory_equal(back, loop, sizeof loop);
            }
        }
        destroy(&m);
    }
    print_message("%d grown, %d shrunk, %d linked, %d flat\n", (int)count.grown, (int)count.shrunk, (int)count.linked,
                  (int)count.flat);
    assert_true(count.grown > 1000 && count.shrunk > 1000 && count.linked > 400 && count.flat > 100);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(loops_of_quads),  cmocka_unit_test(grown_quads),   cmocka_unit_test(odd_polygons),
        cmocka_unit_test(faces_with_gaps), cmocka_unit_test(random_meshes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
