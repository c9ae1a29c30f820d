// pick_mesh_map_quick: a written mesh answers as before; what would lead a query out of the bytes is refused; the rest
// is the caller's checksum's.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "mesh/mesh_internal.h"

#include <math.h>
#include <string.h>

enum { SIDE = 12, TRIANGLES = 2 * SIDE * SIDE, VERTICES = (SIDE + 1) * (SIDE + 1), HEADER = 192, CHECKSUM_AT = 24 };

typedef struct fixture {
    float positions[3 * VERTICES], uvs[2 * VERTICES], normals[3 * VERTICES];
    uint32_t indices[3 * TRIANGLES];
    pick_submesh submeshes[2];
    pick_mesh *mesh;
    alignas(64) char bytes[1 << 18], good[1 << 18];
    size_t size;
} fixture;

static fixture f;

// A grid whose first triangle is degenerate.
static void make(uint32_t triangles, bool indexed)
{
    for (uint32_t i = 0; i < VERTICES; i++) {
        const float x = (float)(i % (SIDE + 1)), y = (float)(i / (SIDE + 1));
        memcpy(&f.positions[3 * (size_t)i], (float[3]){x, y, sinf(x + y)}, 12);
        memcpy(&f.normals[3 * (size_t)i], (float[3]){0, 0, 1}, 12);
        memcpy(&f.uvs[2 * (size_t)i], (float[2]){x, y}, 8);
    }
    for (uint32_t i = 0; i < TRIANGLES; i++) {
        const uint32_t at = i / 2 / SIDE * (SIDE + 1) + i / 2 % SIDE;
        const uint32_t low[3] = {at, at + 1, at + SIDE + 1}, high[3] = {at + 1, at + SIDE + 2, at + SIDE + 1};
        memcpy(&f.indices[3 * (size_t)i], i % 2 == 0 ? low : high, sizeof low);
    }
    f.indices[1] = f.indices[0];
    f.submeshes[0] = (pick_submesh){0, triangles / 2, 0};
    f.submeshes[1] = (pick_submesh){triangles / 2, triangles - triangles / 2, PICK_SUBMESH_DOUBLE_SIDED};
    const pick_mesh_desc desc = {.positions = f.positions,
                                 .vertex_count = indexed ? VERTICES : 3 * triangles,
                                 .uvs = f.uvs,
                                 .normals = f.normals,
                                 .indices = f.indices,
                                 .index_type = indexed ? PICK_INDEX_UINT32 : PICK_INDEX_NONE,
                                 .index_count = 3 * triangles,
                                 .submeshes = f.submeshes,
                                 .submesh_count = 2};
    assert_int_equal(pick_mesh_create(&desc, NULL, &f.mesh), PICK_OK);
    f.size = pick_mesh_write(f.mesh, f.bytes, sizeof f.bytes);
    assert_true(f.size <= sizeof f.bytes);
    memcpy(f.good, f.bytes, f.size);
}

static void end(void)
{
    pick_mesh_destroy(f.mesh);
    f.mesh = NULL;
}

static void accepts(void)
{
    pick_mesh *mapped = NULL;
    assert_int_equal(pick_mesh_map_quick(f.bytes, f.size, NULL, &mapped), PICK_OK);
    pick_mesh_destroy(mapped);
}

// Refuses the bytes as they are now, and makes them good again.
static void refuses(void)
{
    pick_mesh *mapped = NULL;
    assert_int_equal(pick_mesh_map_quick(f.bytes, f.size, NULL, &mapped), PICK_ERROR_BAD_DATA);
    assert_null(mapped);
    memcpy(f.bytes, f.good, f.size);
    accepts();
}

static void it_answers_as_the_built_one(void **state)
{
    (void)state;
    for (int indexed = 0; indexed < 2; indexed++) {
        make(indexed ? TRIANGLES : VERTICES / 3, indexed == 1);
        pick_mesh *mapped = NULL;
        assert_int_equal(pick_mesh_map_quick(f.bytes, f.size, NULL, &mapped), PICK_OK);
        int hits = 0;
        for (int i = 0; i < 100; i++) {
            const pick_ray ray = {{0.07 + 0.11 * i, 0.05 + 0.1 * i, 9}, {0, 0, -1}, 0, HUGE_VAL};
            pick_mesh_hit a = {0}, b = {0};
            const bool hit = pick_mesh_closest(f.mesh, &ray, &(pick_mesh_query){.cull = PICK_CULL_NONE}, &a);
            assert_int_equal(pick_mesh_closest(mapped, &ray, &(pick_mesh_query){.cull = PICK_CULL_NONE}, &b), hit);
            assert_true(!hit || (a.t == b.t && a.triangle == b.triangle && a.submesh == b.submesh));
            hits += hit;
        }
        assert_true(hits > (indexed ? 90 : 0));
        assert_true(pick_mesh_hash(mapped) == pick_mesh_hash(f.mesh));
        pick_mesh_destroy(mapped);
        end();
    }
}

static void arrays_are_those_it_was_made_from(void **state)
{
    (void)state;
    make(TRIANGLES, true);
    pick_mesh_arrays a = pick_mesh_get_arrays(f.mesh);
    assert_memory_equal(a.positions, f.positions, sizeof f.positions);
    assert_memory_equal(a.uvs, f.uvs, sizeof f.uvs);
    assert_memory_equal(a.normals, f.normals, sizeof f.normals);
    assert_memory_equal(a.indices, f.indices, sizeof f.indices);
    assert_memory_equal(a.submeshes, f.submeshes, sizeof f.submeshes);
    pick_mesh *mapped = NULL;
    assert_int_equal(pick_mesh_map_quick(f.bytes, f.size, NULL, &mapped), PICK_OK);
    a = pick_mesh_get_arrays(mapped);
    assert_memory_equal(a.indices, f.indices, sizeof f.indices);
    assert_true((const char *)a.positions > f.bytes && (const char *)a.positions < f.bytes + f.size);
    pick_mesh_destroy(mapped);
    end();
    make(VERTICES / 3, false);
    assert_null(pick_mesh_get_arrays(f.mesh).indices);
    end();
}

static void a_cut_one_is_refused(void **state)
{
    (void)state;
    make(TRIANGLES, true);
    for (size_t size = 0; size < f.size; size += 1 + size / 50) {
        pick_mesh *mapped = NULL;
        assert_int_equal(pick_mesh_map_quick(f.bytes, size, NULL, &mapped), PICK_ERROR_BAD_DATA);
    }
    end();
}

// The checksum and the boxes are not what keeps a query within the bytes.
static void what_only_a_checksum_sees_is_accepted(void **state)
{
    (void)state;
    make(TRIANGLES, true);
    f.bytes[CHECKSUM_AT] ^= 1;
    accepts();
    ((pick_bvh_node *)(void *)(f.bytes + HEADER))->bounds[0][0] += 0.25f;
    accepts();
    pick_mesh *mapped = NULL;
    assert_int_equal(pick_mesh_map(f.bytes, f.size, NULL, &mapped), PICK_ERROR_BAD_DATA);
    end();
}

static void references_out_of_the_tree_are_refused(void **state)
{
    (void)state;
    make(TRIANGLES, true);
    pick_bvh_node *root = (pick_bvh_node *)(void *)(f.bytes + HEADER);
    const uint32_t places[] = {0, 0x7fffffffu, PICK_REF_NONE, PICK_REF_LEAF,
                               PICK_REF_LEAF | 3u << PICK_LEAF_PLACE_BITS | PICK_LEAF_PLACE_MASK};
    for (size_t i = 0; i < sizeof places / sizeof places[0]; i++) {
        root->child[0] = places[i];
        refuses();
    }
    uint32_t highest = VERTICES;
    memcpy(f.bytes + (size_t)((const char *)f.mesh->indices - f.mesh->arena) + HEADER + 40, &highest, 4);
    refuses();
    end();
}

// The first block of the mesh that has an unused lane, or a used one.
static pick_block *find_block(uint32_t ref, bool unused, uint32_t *lane)
{
    const size_t place = (size_t)(pick_ref_is_node(ref) ? ref : ref & PICK_LEAF_PLACE_MASK) * PICK_ARENA_UNIT;
    if (!pick_ref_is_node(ref)) {
        pick_block *blocks = (pick_block *)(void *)(f.bytes + HEADER + place);
        for (uint32_t i = 0; i < PICK_BLOCK_SIZE * pick_leaf_block_count(ref); i++) {
            pick_block *block = &blocks[i / PICK_BLOCK_SIZE];
            *lane = i % PICK_BLOCK_SIZE;
            if ((block->triangle[*lane] == PICK_BLOCK_UNUSED) == unused)
                return block;
        }
        return NULL;
    }
    const pick_bvh_node *node = (const pick_bvh_node *)(const void *)(f.bytes + HEADER + place);
    pick_block *found = NULL;
    for (uint32_t i = 0; i < pick_bvh_node_count(node) && found == NULL; i++)
        found = find_block(node->child[i], unused, lane);
    return found;
}

// The first block of the mesh that keeps a triangle which is never hit.
static pick_block *find_dormant(uint32_t ref, uint32_t *lane)
{
    const size_t place = (size_t)(pick_ref_is_node(ref) ? ref : ref & PICK_LEAF_PLACE_MASK) * PICK_ARENA_UNIT;
    if (!pick_ref_is_node(ref)) {
        pick_block *blocks = (pick_block *)(void *)(f.bytes + HEADER + place);
        for (uint32_t i = 0; i < PICK_BLOCK_SIZE * pick_leaf_block_count(ref); i++) {
            pick_block *block = &blocks[i / PICK_BLOCK_SIZE];
            *lane = i % PICK_BLOCK_SIZE;
            if (block->triangle[*lane] != pick_block_tagged(block, *lane))
                return block;
        }
        return NULL;
    }
    const pick_bvh_node *node = (const pick_bvh_node *)(const void *)(f.bytes + HEADER + place);
    pick_block *found = NULL;
    for (uint32_t i = 0; i < pick_bvh_node_count(node) && found == NULL; i++)
        found = find_dormant(node->child[i], lane);
    return found;
}

static void lanes_that_give_no_triangle_are_refused(void **state)
{
    (void)state;
    make(TRIANGLES, true);
    uint32_t lane = 0;
    pick_block *block = find_block(0, false, &lane);
    assert_non_null(block);
    block->triangle[lane] = TRIANGLES;
    refuses();
    block->triangle[lane] = PICK_BLOCK_TRIANGLE_MASK;
    refuses();
    block->triangle[lane] = PICK_BLOCK_UNUSED; // rays would hit it
    refuses();
    block = find_block(0, true, &lane);
    assert_non_null(block);
    for (int i = 1; i < 3; i++) {
        block->vertex[i][1][lane] += 1;
        refuses();
    }
    end();
}

// What a refit of a copy would read or write out of the mesh.
static void what_leads_a_refit_astray_is_refused(void **state)
{
    (void)state;
    enum { VERTEX_COUNT = 56, SUB_BOUNDS_COUNT = 64 };
    make(TRIANGLES, true);
    uint32_t lane = 0;
    pick_block *block = find_dormant(0, &lane);
    assert_non_null(block);
    const uint32_t none = PICK_BLOCK_DORMANT | TRIANGLES;
    for (int i = 0; i < 3; i++)
        memcpy(&block->vertex[i][0][lane], &none, sizeof none);
    refuses();
    const uint32_t other = PICK_BLOCK_DORMANT | (TRIANGLES - 1);
    for (int i = 0; i < 3; i++)
        memcpy(&block->vertex[i][0][lane], &other, sizeof other);
    accepts();
    memcpy(f.bytes, f.good, f.size);
    block = find_block(0, false, &lane);
    assert_non_null(block);
    memset(block->vertex, 0, sizeof block->vertex); // empty from its first lane on
    memset(block->triangle, 0xff, sizeof block->triangle);
    refuses();
    // Fewer boxes and more vertices, which take as many bytes with the padding between them.
    const uint32_t boxes = f.mesh->sub_bounds_count, odd = boxes % 2;
    const uint32_t counts[2] = {VERTICES + (odd ? 1 : 5), boxes - (odd ? 1 : 7)};
    memcpy(f.bytes + VERTEX_COUNT, &counts[0], 4);
    memcpy(f.bytes + SUB_BOUNDS_COUNT, &counts[1], 4);
    refuses();
    end();
}

static void set_double(size_t at, double value)
{
    memcpy(f.bytes + at, &value, sizeof value);
}

static void set_float(size_t at, float value)
{
    memcpy(f.bytes + at, &value, sizeof value);
}

// Numbers of the header and boxes by which scenes place objects.
static void places_that_scenes_cannot_use_are_refused(void **state)
{
    (void)state;
    enum { DROPPED = 52, CENTER = 72, SCALE = 96, COST = 104, BUILT_COST = 112, BOUNDS = 120 };
    make(TRIANGLES, true);
    const double wrong[] = {(double)NAN, (double)INFINITY};
    for (int i = 0; i < 2; i++) {
        const size_t places[] = {CENTER, CENTER + 16, SCALE, COST, BUILT_COST};
        for (size_t k = 0; k < sizeof places / sizeof places[0]; k++) {
            set_double(places[k], wrong[i]);
            refuses();
        }
        for (size_t k = 0; k < 6; k++) {
            set_float(BOUNDS + 4 * k, (float)wrong[i]);
            refuses();
        }
    }
    set_double(BUILT_COST, 0);
    refuses();
    const double scales[] = {0, 5e-324, 1e308, -1}; // boxes would lie beyond all floats
    for (size_t k = 0; k < sizeof scales / sizeof scales[0]; k++) {
        set_double(SCALE, scales[k]);
        refuses();
    }
    for (size_t k = 0; k < 3; k++) {
        set_double(CENTER + 8 * k, 1e300);
        refuses();
    }
    const uint32_t more = TRIANGLES + 1, all = TRIANGLES;
    memcpy(f.bytes + DROPPED, &more, 4);
    refuses();
    memcpy(f.bytes + DROPPED, &all, 4); // then there is no box
    refuses();
    const size_t box = HEADER + f.mesh->arena_bytes;
    for (size_t k = 0; k < 6; k++) { // out of the bounds
        set_float(box + 4 * k, k < 3 ? -100 : 100);
        refuses();
    }
    set_float(box, 50); // its lower end is above its upper one
    refuses();
    end();
}

static void one_without_triangles_to_hit_is_accepted(void **state)
{
    (void)state;
    make(1, true);
    assert_int_equal(pick_mesh_get_stats(f.mesh).dropped_triangles, 1);
    accepts();
    end();
    const pick_mesh_desc empty = {0};
    assert_int_equal(pick_mesh_create(&empty, NULL, &f.mesh), PICK_OK);
    f.size = pick_mesh_write(f.mesh, f.bytes, sizeof f.bytes);
    accepts();
    end();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_answers_as_the_built_one),
        cmocka_unit_test(arrays_are_those_it_was_made_from),
        cmocka_unit_test(a_cut_one_is_refused),
        cmocka_unit_test(what_only_a_checksum_sees_is_accepted),
        cmocka_unit_test(references_out_of_the_tree_are_refused),
        cmocka_unit_test(lanes_that_give_no_triangle_are_refused),
        cmocka_unit_test(what_leads_a_refit_astray_is_refused),
        cmocka_unit_test(places_that_scenes_cannot_use_are_refused),
        cmocka_unit_test(one_without_triangles_to_hit_is_accepted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
