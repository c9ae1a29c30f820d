// Which triangles of a mesh are one polygon, and which sides are inner: known ones, and random ones against a count of
// all sides; as bytes, too.
#include "picking/mesh.h"

#include "failing_allocator.h"
#include "mesh/mesh_internal.h"
#include "random.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { MOST = 128 };

typedef struct polygons {
    float positions[3 * MOST][3];
    uint32_t vertices, triangles;
    uint32_t indices[MOST][3];
    uint8_t continues[MOST];
    pick_submesh submeshes[3];
    uint32_t submesh_count;
} polygons;

static pick_mesh_desc desc_of(const polygons *p)
{
    return (pick_mesh_desc){.positions = &p->positions[0][0],
                            .vertex_count = p->vertices,
                            .indices = p->indices,
                            .index_type = PICK_INDEX_UINT32,
                            .index_count = 3 * p->triangles,
                            .submeshes = p->submesh_count > 0 ? p->submeshes : NULL,
                            .submesh_count = p->submesh_count,
                            .continues = p->continues};
}

static pick_mesh *mesh_of(const polygons *p)
{
    pick_mesh *mesh = NULL;
    const pick_mesh_desc desc = desc_of(p);
    assert_int_equal(pick_mesh_create(&desc, NULL, &mesh), PICK_OK);
    return mesh;
}

static void expect_polygon(const pick_mesh *mesh, uint32_t triangle, uint32_t first, uint32_t count)
{
    uint32_t f = 77, c = 77;
    assert_true(pick_mesh_polygon(mesh, triangle, &f, &c));
    assert_int_equal(f, first);
    assert_int_equal(c, count);
}

// A quad, a triangle, a pentagon in another order, all in one plane.
static polygons known(void)
{
    polygons p = {.vertices = 7, .triangles = 6};
    static const float places[7][2] = {{0, 0}, {1, 0}, {1, 1}, {0, 1}, {2, 0}, {3, 1}, {2, 2}};
    static const uint32_t indices[6][3] = {{0, 1, 2}, {0, 2, 3}, {1, 4, 2}, {2, 4, 5}, {6, 2, 5}, {3, 2, 6}};
    static const uint8_t continues[6] = {0, 1, 0, 0, 1, 1};
    for (int i = 0; i < 7; i++)
        memcpy(p.positions[i], places[i], sizeof places[i]);
    memcpy(p.indices, indices, sizeof indices);
    memcpy(p.continues, continues, sizeof continues);
    return p;
}

static void known_polygons(void **state)
{
    (void)state;
    static const uint32_t inner[6] = {4, 1, 0, 4, 3, 2};
    static const uint32_t first[6] = {0, 0, 2, 3, 3, 3}, count[6] = {2, 2, 1, 3, 3, 3};
    polygons p = known();
    pick_mesh *mesh = mesh_of(&p);
    for (uint32_t i = 0; i < 6; i++) {
        expect_polygon(mesh, i, first[i], count[i]);
        assert_int_equal(pick_mesh_inner_sides(mesh, i), inner[i]);
    }
    assert_int_equal(pick_mesh_inner_sides(mesh, 6), 0);
    // One that cannot be hit has no inner sides, and makes none. When it comes back, so do these.
    const float bent = p.positions[5][0];
    for (int round = 0; round < 2; round++) {
        p.positions[5][0] = round == 0 ? NAN : bent;
        assert_int_equal(pick_mesh_refit(mesh, &p.positions[0][0], 0), PICK_OK);
        assert_int_equal(pick_mesh_inner_sides(mesh, 3), round == 0 ? 0 : 4);
        assert_int_equal(pick_mesh_inner_sides(mesh, 4), round == 0 ? 0 : 3);
        assert_int_equal(pick_mesh_inner_sides(mesh, 5), round == 0 ? 0 : 2);
        assert_int_equal(pick_mesh_inner_sides(mesh, 0), 4);
    }
    pick_mesh_destroy(mesh);
    // Without any, triangles are alone; bytes that say so are dropped.
    memset(p.continues, 0, sizeof p.continues);
    mesh = mesh_of(&p);
    assert_null(mesh->polygons);
    expect_polygon(mesh, 4, 4, 1);
    assert_int_equal(pick_mesh_inner_sides(mesh, 4), 0);
    pick_mesh_destroy(mesh);
}

static void refused_polygons(void **state)
{
    (void)state;
    polygons p = known();
    pick_mesh *mesh = NULL;
    pick_mesh_desc desc;
    p.submeshes[0] = (pick_submesh){0, 2, 0};
    p.submeshes[1] = (pick_submesh){2, 0, 0};
    p.submeshes[2] = (pick_submesh){2, 4, 0};
    p.submesh_count = 3;
    desc = desc_of(&p);
    assert_int_equal(pick_mesh_create(&desc, NULL, &mesh), PICK_OK);
    pick_mesh_destroy(mesh);
    mesh = NULL;
    p.continues[0] = 1; // with what?
    assert_int_equal(pick_mesh_create(&desc, NULL, &mesh), PICK_ERROR_INVALID_ARGUMENT);
    p.continues[0] = 0;
    p.continues[2] = 1; // over the border of submeshes
    assert_int_equal(pick_mesh_create(&desc, NULL, &mesh), PICK_ERROR_INVALID_ARGUMENT);
    p.continues[2] = 0;
    p.continues[4] = 2;
    assert_int_equal(pick_mesh_create(&desc, NULL, &mesh), PICK_ERROR_INVALID_ARGUMENT);
    p.continues[4] = 1;
    assert_null(mesh);
    assert_int_equal(pick_mesh_create(&desc, NULL, &mesh), PICK_OK);
    pick_mesh_destroy(mesh);
}

// --- Random ones ----------------------------------------------------------------------------------------------------

static bool is_valid(const polygons *p, uint32_t triangle)
{
    float v[3][3];
    for (int i = 0; i < 3; i++)
        memcpy(v[i], p->positions[p->indices[triangle][i]], sizeof v[i]);
    return pick_triangle_is_valid((const float(*)[3])v);
}

// By the words of mesh.h, with nothing but the source.
static bool is_inner(const polygons *p, uint32_t first, uint32_t end, uint32_t triangle, uint32_t side)
{
    const uint32_t a = p->indices[triangle][side], b = p->indices[triangle][(side + 1) % 3];
    uint32_t mates = 0, others = 0;
    for (uint32_t i = first; i < end; i++) {
        for (uint32_t k = 0; k < 3; k++) {
            const uint32_t c = p->indices[i][k], d = p->indices[i][(k + 1) % 3];
            if (i == triangle && k == side)
                continue;
            if (c == b && d == a && i != triangle && is_valid(p, i))
                mates++;
            else if ((c == a && d == b) || (c == b && d == a))
                others++;
        }
    }
    return is_valid(p, triangle) && mates == 1 && others == 0;
}

// Compares all triangles. Returns how many sides are inner.
static uint32_t compare(const polygons *p, const pick_mesh *mesh)
{
    uint32_t inner = 0;
    for (uint32_t first = 0, end; first < p->triangles; first = end) {
        for (end = first + 1; end < p->triangles && p->continues[end] != 0;)
            end++;
        for (uint32_t i = first; i < end; i++) {
            expect_polygon(mesh, i, first, end - first);
            for (uint32_t k = 0; k < 3; k++) {
                const bool expected = is_inner(p, first, end, i, k);
                assert_int_equal(pick_mesh_inner_sides(mesh, i) >> k & 1u, expected);
                inner += expected;
            }
        }
    }
    return inner;
}

// Fans, strips, and triangles of any vertices, in which sides are there three times, twice in one direction, or in one
// triangle twice.
static void make_random(test_random *r, polygons *p)
{
    *p = (polygons){.vertices = 3 + random_index(r, 40), .triangles = 1 + random_index(r, MOST)};
    const uint32_t longest = 1 + random_index(r, 60);
    for (uint32_t i = 0; i < p->vertices; i++) {
        for (int k = 0; k < 3; k++)
            p->positions[i][k] = (float)random_index(r, 4); // some triangles are degenerate
    }
    uint32_t kind = 0, left = 0, hub = 0;
    for (uint32_t i = 0; i < p->triangles; i++) {
        const uint32_t any = random_index(r, p->vertices);
        p->continues[i] = left-- > 0;
        if (p->continues[i] == 0) {
            kind = random_index(r, 3);
            left = random_index(r, longest);
            hub = any;
        }
        const uint32_t fan[3] = {hub, (hub + i + 1) % p->vertices, (hub + i + 2) % p->vertices};
        const uint32_t loose[3] = {any, random_index(r, p->vertices), random_index(r, p->vertices)};
        memcpy(p->indices[i], kind == 0 ? loose : fan, sizeof fan);
        if (kind == 2 && random_index(r, 6) == 0) {
            p->indices[i][1] = fan[2];
            p->indices[i][2] = fan[1];
        }
    }
}

static void random_polygons(void **state)
{
    (void)state;
    test_random r = {1};
    uint64_t inner = 0, large = 0, gone = 0;
    for (int round = 0; round < 600; round++) {
        polygons p;
        make_random(&r, &p);
        pick_mesh *mesh = mesh_of(&p);
        const uint32_t before = compare(&p, mesh);
        for (uint32_t i = 0; i < p.triangles; i++) {
            uint32_t first, count;
            assert_true(pick_mesh_polygon(mesh, i, &first, &count));
            large += count > 40;
        }
        for (uint32_t i = 0; i < p.vertices; i++) // other ones are degenerate
            p.positions[i][0] = (float)random_index(&r, 4);
        assert_int_equal(pick_mesh_refit(mesh, &p.positions[0][0], 0), PICK_OK);
        gone += compare(&p, mesh) != before;
        inner += before;
        pick_mesh_destroy(mesh);
    }
    print_message("%d inner sides, %d triangles of large polygons, %d changed\n", (int)inner, (int)large, (int)gone);
    assert_true(inner > 10000 && large > 1000 && gone > 100);
}

// --- Bytes ----------------------------------------------------------------------------------------------------------

typedef struct bytes {
    unsigned char *data;
    size_t size, capacity;
} bytes;

static bytes write_mesh(const pick_mesh *mesh)
{
    bytes b = {.size = pick_mesh_write(mesh, NULL, 0)};
    b.capacity = (b.size + 63) / 64 * 64;
    b.data = pick_default_allocator()->allocate(NULL, b.capacity, PICK_MESH_ALIGNMENT);
    assert_non_null(b.data);
    assert_int_equal(pick_mesh_write(mesh, b.data, b.capacity), b.size);
    return b;
}

static void free_bytes(bytes *b)
{
    pick_default_allocator()->deallocate(NULL, b->data, b->capacity, PICK_MESH_ALIGNMENT);
}

static pick_result map(const bytes *b, bool quick, const pick_allocator *allocator, pick_mesh **out)
{
    return quick ? pick_mesh_map_quick(b->data, b->size, allocator, out)
                 : pick_mesh_map(b->data, b->size, allocator, out);
}

static void polygons_as_bytes(void **state)
{
    (void)state;
    test_random r = {2};
    for (int round = 0; round < 60; round++) {
        polygons p;
        make_random(&r, &p);
        pick_mesh *mesh = mesh_of(&p), *mapped;
        bytes b = write_mesh(mesh);
        for (int quick = 0; quick < 2; quick++) {
            assert_int_equal(map(&b, quick != 0, NULL, &mapped), PICK_OK);
            (void)compare(&p, mapped);
            assert_true(pick_mesh_hash(mapped) == pick_mesh_hash(mesh));
            pick_mesh_destroy(mapped);
        }
        free_bytes(&b);
        pick_mesh_destroy(mesh);
    }
    // Polygons are part of the hash, and without any there is nothing of them in the bytes.
    polygons p = known();
    pick_mesh *mesh = mesh_of(&p);
    bytes with = write_mesh(mesh);
    const uint64_t hash = pick_mesh_hash(mesh);
    pick_mesh_destroy(mesh);
    memset(p.continues, 0, sizeof p.continues);
    mesh = mesh_of(&p);
    bytes without = write_mesh(mesh);
    assert_true(pick_mesh_hash(mesh) != hash);
    assert_int_equal(with.size - without.size, 3 + 4); // to the next 16 bytes, 6 halves of a byte
    pick_mesh_destroy(mesh);
    free_bytes(&with);
    free_bytes(&without);
}

// Submeshes without triangles, before and behind those of polygons.
static void empty_submeshes_hold_no_polygon(void **state)
{
    (void)state;
    polygons p = known();
    p.submeshes[0] = (pick_submesh){0, 0, 0};
    p.submeshes[1] = (pick_submesh){0, p.triangles, 0};
    p.submeshes[2] = (pick_submesh){p.triangles, 0, 0};
    p.submesh_count = 3;
    pick_mesh *mesh = mesh_of(&p), *mapped;
    bytes b = write_mesh(mesh);
    assert_int_equal(map(&b, false, NULL, &mapped), PICK_OK);
    assert_int_equal(compare(&p, mapped), compare(&p, mesh));
    pick_mesh_destroy(mapped);
    free_bytes(&b);
    pick_mesh_destroy(mesh);
}

// Each bit of them, in a file with a right checksum.
static void wrong_polygons_are_refused(void **state)
{
    (void)state;
    polygons p = known();
    p.triangles = 5; // half a byte is unused
    p.submeshes[0] = (pick_submesh){0, 2, 0};
    p.submeshes[1] = (pick_submesh){2, 3, 0};
    p.submesh_count = 2;
    pick_mesh *mesh = mesh_of(&p), *mapped = NULL;
    bytes b = write_mesh(mesh);
    for (size_t bit = 0; bit < 24; bit++) {
        unsigned char *at = b.data + b.size - 3 + bit / 8;
        for (int quick = 0; quick < 2; quick++) {
            *at ^= (unsigned char)(1u << bit % 8);
            const uint64_t sum = pick_mesh_file_checksum(b.data, b.size);
            memcpy(b.data + 24, &sum, sizeof sum);
            const pick_result result = map(&b, quick != 0, NULL, &mapped);
            assert_int_equal(result, PICK_ERROR_BAD_DATA);
            *at ^= (unsigned char)(1u << bit % 8);
        }
    }
    assert_null(mapped);
    free_bytes(&b);
    pick_mesh_destroy(mesh);
}

static void memory_for_large_polygons(void **state)
{
    (void)state;
    polygons p = {.vertices = 42, .triangles = 40};
    for (uint32_t i = 0; i < p.vertices; i++) {
        p.positions[i][0] = (float)cos(0.1496 * i);
        p.positions[i][1] = (float)sin(0.1496 * i);
    }
    for (uint32_t i = 0; i < p.triangles; i++) {
        const uint32_t fan[3] = {0, i + 1, i + 2};
        memcpy(p.indices[i], fan, sizeof fan);
        p.continues[i] = i > 0;
    }
    failing_allocator memory = {0};
    const pick_allocator hook = failing_allocator_hook(&memory);
    const pick_mesh_desc desc = desc_of(&p);
    pick_mesh *mesh = NULL, *mapped = NULL;
    pick_result result;
    size_t failures = 0;
    do {
        memory.calls = 0;
        memory.fail_at = ++failures;
        result = pick_mesh_create(&desc, &hook, &mesh);
        assert_true(result == PICK_OK || (result == PICK_ERROR_OUT_OF_MEMORY && memory.held_bytes == 0));
    } while (result != PICK_OK);
    assert_true(failures > 2);
    memory.fail_at = 0;
    assert_int_equal(compare(&p, mesh), 2 * 39);
    bytes b = write_mesh(mesh);
    for (memory.fail_at = 1; memory.fail_at <= 2; memory.fail_at++) {
        memory.calls = 0;
        assert_int_equal(pick_mesh_map(b.data, b.size, &hook, &mapped), PICK_ERROR_OUT_OF_MEMORY);
        assert_null(mapped);
    }
    const size_t held = memory.held_bytes;
    memory.fail_at = 0;
    assert_int_equal(pick_mesh_map(b.data, b.size, &hook, &mapped), PICK_OK);
    assert_int_equal(memory.held_bytes - held, sizeof(pick_mesh)); // nothing else is kept
    pick_mesh_destroy(mapped);
    free_bytes(&b);
    pick_mesh_destroy(mesh);
    assert_int_equal(memory.held_bytes, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(known_polygons),
        cmocka_unit_test(refused_polygons),
        cmocka_unit_test(random_polygons),
        cmocka_unit_test(polygons_as_bytes),
        cmocka_unit_test(empty_submeshes_hold_no_polygon),
        cmocka_unit_test(wrong_polygons_are_refused),
        cmocka_unit_test(memory_for_large_polygons),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
