// Meshes as bytes: written, mapped, truncated, changed.
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

enum { SIDE = 12, TRIANGLES = SIDE * SIDE, CHECKSUM_AT = 24 };

typedef struct source {
    float positions[TRIANGLES * 9], uvs[TRIANGLES * 6], normals[TRIANGLES * 9];
    uint32_t indices[TRIANGLES * 3];
    pick_submesh submeshes[2];
} source;

// A bumpy grid; two of its triangles cannot be hit. Enough for two levels.
static source *make_source(void)
{
    source *s = calloc(1, sizeof *s);
    assert_non_null(s);
    test_random r = {11};
    for (uint32_t i = 0; i < TRIANGLES; i++) {
        const float x = (float)(i % SIDE), y = (float)(i / SIDE);
        const float corners[9] = {x, y, 0, x + 1, y, 0, x, y + 1, 0};
        memcpy(&s->positions[9 * i], corners, sizeof corners);
        for (uint32_t k = 0; k < 3; k++) {
            s->positions[9 * i + 3 * k + 2] = (float)random_between(&r, -0.25, 0.25);
            s->normals[9 * i + 3 * k + 2] = 1;
            s->normals[9 * i + 3 * k] = (float)random_between(&r, -0.5, 0.5);
            s->indices[3 * i + k] = 3 * i + k;
        }
        for (uint32_t k = 0; k < 6; k++)
            s->uvs[6 * i + k] = (float)random_between(&r, 0, 1);
    }
    // A vertex that two triangles share: indices that only count would not be kept.
    memcpy(&s->positions[3 * 3], &s->positions[3 * 1], 3 * sizeof(float));
    memcpy(&s->normals[3 * 3], &s->normals[3 * 1], 3 * sizeof(float));
    memcpy(&s->uvs[2 * 3], &s->uvs[2 * 1], 2 * sizeof(float));
    s->indices[3] = 1;
    s->positions[9 * 17] = NAN;
    memcpy(&s->positions[9 * 40 + 3], &s->positions[9 * 40], 3 * sizeof(float));
    s->submeshes[0] = (pick_submesh){0, 30, PICK_SUBMESH_DOUBLE_SIDED};
    s->submeshes[1] = (pick_submesh){30, TRIANGLES - 30, PICK_SUBMESH_ALPHA_TEST};
    return s;
}

static pick_mesh_desc full_desc(const source *s)
{
    return (pick_mesh_desc){.positions = s->positions,
                            .vertex_count = 3 * TRIANGLES,
                            .uvs = s->uvs,
                            .normals = s->normals,
                            .indices = s->indices,
                            .index_type = PICK_INDEX_UINT32,
                            .index_count = 3 * TRIANGLES,
                            .submeshes = s->submeshes,
                            .submesh_count = 2};
}

static pick_mesh *make(const pick_mesh_desc *desc)
{
    pick_mesh *mesh = NULL;
    assert_int_equal(pick_mesh_create(desc, NULL, &mesh), PICK_OK);
    return mesh;
}

typedef struct bytes {
    char *data;
    size_t size, capacity;
} bytes;

static bytes write_mesh(const pick_mesh *mesh)
{
    bytes b = {.size = pick_mesh_write(mesh, NULL, 0)};
    b.capacity = (b.size + 63) / 64 * 64;
    b.data = pick_default_allocator()->allocate(NULL, b.capacity, PICK_MESH_ALIGNMENT);
    assert_non_null(b.data);
    memset(b.data, 0x5a, b.capacity);
    assert_int_equal(pick_mesh_write(mesh, b.data, b.size - 1), b.size);
    assert_int_equal(b.data[0], 0x5a); // too little room: nothing is written
    assert_int_equal(pick_mesh_write(mesh, b.data, b.size), b.size);
    return b;
}

static void free_bytes(bytes *b)
{
    pick_default_allocator()->deallocate(NULL, b->data, b->capacity, PICK_MESH_ALIGNMENT);
}

// What is written of a mesh that has all it can have.
static bytes write_full(void)
{
    source *s = make_source();
    const pick_mesh_desc desc = full_desc(s);
    pick_mesh *mesh = make(&desc);
    const bytes b = write_mesh(mesh);
    pick_mesh_destroy(mesh);
    free(s);
    return b;
}

static pick_ray random_ray(test_random *r)
{
    return (pick_ray){{random_between(r, -1, SIDE + 1), random_between(r, -1, SIDE + 1), 5},
                      {random_between(r, -0.2, 0.2), random_between(r, -0.2, 0.2), random_index(r, 8) == 0 ? 1 : -1},
                      -20,
                      20};
}

// Returns how many rays hit.
static size_t same_picks(const pick_mesh *a, const pick_mesh *b)
{
    test_random r = {3};
    size_t hits = 0;
    for (int i = 0; i < 100; i++) {
        const pick_ray ray = random_ray(&r);
        pick_mesh_hit x, y, z;
        memset(&x, 0, sizeof x);
        memset(&y, 0, sizeof y);
        memset(&z, 0, sizeof z);
        const bool hit = pick_mesh_closest(a, &ray, NULL, &x);
        assert_int_equal(pick_mesh_closest(b, &ray, NULL, &y), hit);
        assert_int_equal(pick_mesh_closest_brute_force(b, &ray, NULL, &z), hit);
        if (hit) {
            assert_true(x.t == y.t && x.triangle == y.triangle && x.submesh == y.submesh && x.uv[0] == y.uv[0] &&
                        x.smooth_normal[0] == y.smooth_normal[0] && x.has_smooth_normal == y.has_smooth_normal);
            assert_true(z.t == y.t && z.triangle == y.triangle);
            ++hits;
        }
    }
    return hits;
}

static void round_trip(const pick_mesh_desc *desc, size_t least_hits)
{
    pick_mesh *mesh = make(desc);
    bytes b = write_mesh(mesh);
    pick_mesh *mapped = NULL;
    assert_int_equal(pick_mesh_map(b.data, b.size, NULL, &mapped), PICK_OK);
    assert_true(same_picks(mesh, mapped) >= least_hits);
    assert_true(pick_mesh_hash(mesh) == pick_mesh_hash(mapped));
    assert_true(pick_mesh_quality(mapped) == pick_mesh_quality(mesh));
    const pick_mesh_stats was = pick_mesh_get_stats(mesh);
    const pick_mesh_stats is = pick_mesh_get_stats(mapped);
    assert_int_equal(was.triangle_count, is.triangle_count);
    assert_int_equal(was.dropped_triangles, is.dropped_triangles);
    assert_int_equal(was.hierarchy_bytes, is.hierarchy_bytes);
    assert_true(is.total_bytes < 1000);
    bytes again = write_mesh(mapped);
    assert_int_equal(again.size, b.size);
    assert_memory_equal(again.data, b.data, b.size);
    free_bytes(&again);
    // Mapped bytes are read-only.
    float positions[9] = {0};
    assert_int_equal(pick_mesh_refit(mapped, positions, 0), PICK_ERROR_INVALID_ARGUMENT);
    assert_int_equal(pick_mesh_set_normals(mapped, positions, 0), PICK_ERROR_INVALID_ARGUMENT);
    pick_mesh_destroy(mapped);
    free_bytes(&b);
    pick_mesh_destroy(mesh);
}

static void a_mapped_mesh_gives_the_same_answers(void **state)
{
    (void)state;
    source *s = make_source();
    pick_mesh_desc desc = full_desc(s);
    round_trip(&desc, 30);
    desc.uvs = NULL;
    round_trip(&desc, 30);
    desc.normals = NULL;
    round_trip(&desc, 30);
    desc.index_type = PICK_INDEX_NONE;
    desc.indices = NULL;
    round_trip(&desc, 30);
    desc.submeshes = NULL;
    desc.submesh_count = 0;
    round_trip(&desc, 30);
    const pick_mesh_desc empty = {0};
    round_trip(&empty, 0);
    for (size_t i = 0; i < sizeof s->positions / sizeof s->positions[0]; i++)
        s->positions[i] = NAN;
    round_trip(&desc, 0);
    free(s);
}

static void refuses(const void *data, size_t size, pick_result expected)
{
    pick_mesh *const untouched = (pick_mesh *)(void *)&expected;
    pick_mesh *mesh = untouched;
    assert_int_equal(pick_mesh_map(data, size, NULL, &mesh), expected);
    assert_ptr_equal(mesh, untouched);
}

static void a_truncated_file_is_refused(void **state)
{
    (void)state;
    bytes b = write_full();
    refuses(NULL, b.size, PICK_ERROR_INVALID_ARGUMENT);
    refuses(b.data + 4, b.size - 4, PICK_ERROR_INVALID_ARGUMENT);
    for (size_t size = 0; size < b.size; size++) {
        bytes cut = {.size = size, .capacity = size + 1};
        cut.data = pick_default_allocator()->allocate(NULL, cut.capacity, PICK_MESH_ALIGNMENT);
        assert_non_null(cut.data);
        memcpy(cut.data, b.data, size);
        refuses(cut.data, size, PICK_ERROR_BAD_DATA);
        if (size % 97 == 0 && size >= 192) { // and with a header that fits
            const uint64_t real = size;
            memcpy(cut.data + 16, &real, sizeof real);
            const uint64_t checksum = pick_mesh_file_checksum(cut.data, size);
            memcpy(cut.data + CHECKSUM_AT, &checksum, sizeof checksum);
            refuses(cut.data, size, PICK_ERROR_BAD_DATA);
        }
        free_bytes(&cut);
    }
    free_bytes(&b);
}

// Every changed byte is detected by the checksum; with a matching checksum, an accepted file is safe and exact.
static void any_changed_byte_is_noticed_or_harmless(void **state)
{
    (void)state;
    bytes b = write_full();
    test_random r = {5};
    size_t accepted = 0, refused = 0;
    for (size_t at = 0; at < b.size; at += at < 1500 ? 1 : 3) {
        const char was = b.data[at];
        b.data[at] = (char)(was ^ (1 << random_index(&r, 8)));
        refuses(b.data, b.size, PICK_ERROR_BAD_DATA);
        uint64_t old;
        memcpy(&old, b.data + CHECKSUM_AT, sizeof old);
        const uint64_t checksum = pick_mesh_file_checksum(b.data, b.size);
        memcpy(b.data + CHECKSUM_AT, &checksum, sizeof checksum);
        pick_mesh *mapped = NULL;
        const pick_result result = pick_mesh_map(b.data, b.size, NULL, &mapped);
        if (result == PICK_OK) {
            ++accepted;
            (void)same_picks(mapped, mapped);
            pick_mesh_destroy(mapped);
        } else {
            assert_int_equal(result, PICK_ERROR_BAD_DATA);
            ++refused;
        }
        memcpy(b.data + CHECKSUM_AT, &old, sizeof old);
        b.data[at] = was;
    }
    // Arrays that nothing else depends on may take any value; the rest may not.
    assert_true(accepted > 100);
    assert_true(refused > b.size / 6);
    refuses(b.data, b.size - 1, PICK_ERROR_BAD_DATA);
    free_bytes(&b);
}

static void mend_checksum(bytes *b)
{
    const uint64_t checksum = pick_mesh_file_checksum(b->data, b->size);
    memcpy(b->data + CHECKSUM_AT, &checksum, sizeof checksum);
}

// Trees that a traversal must not follow: out of the arena, in circles, to children that do not exist.
static void bad_trees_are_refused(void **state)
{
    (void)state;
    bytes b = write_full();
    pick_bvh_node *root = (pick_bvh_node *)(void *)(b.data + 192);
    const pick_bvh_node good = *root;
    uint32_t inner = 0;
    const uint32_t count = pick_bvh_node_count(root);
    for (uint32_t i = 0; i < count; i++)
        inner = (root->child[i] & PICK_REF_LEAF) != 0 ? inner : i;
    assert_true((root->child[inner] & PICK_REF_LEAF) == 0);
    const uint32_t places[] = {0,
                               root->child[inner] + 1,
                               0x7fffffffu,
                               PICK_REF_NONE,
                               PICK_REF_LEAF,
                               PICK_REF_LEAF | 3u << PICK_LEAF_PLACE_BITS | PICK_LEAF_PLACE_MASK};
    for (size_t i = 0; i < sizeof places / sizeof places[0]; i++) {
        root->child[inner] = places[i];
        mend_checksum(&b);
        refuses(b.data, b.size, PICK_ERROR_BAD_DATA);
        *root = good;
        root->child[0] = places[i]; // PICK_REF_NONE: a node without children
        mend_checksum(&b);
        refuses(b.data, b.size, PICK_ERROR_BAD_DATA);
        *root = good;
    }
    pick_bvh_node *below = (pick_bvh_node *)(void *)(b.data + 192 + (size_t)root->child[inner] * PICK_ARENA_UNIT);
    const pick_bvh_node good_below = *below;
    assert_true(pick_bvh_node_count(below) < PICK_BVH_WIDTH);
    for (int plane = 0; plane < 6; plane++) { // an unused child with a box that rays meet
        below->bounds[plane][PICK_BVH_WIDTH - 1] = plane % 2 == 0 ? -1.0f : 1.0f;
        mend_checksum(&b);
        refuses(b.data, b.size, PICK_ERROR_BAD_DATA);
        *below = good_below;
    }
    below->bounds[0][0] += 0.25f; // a box that leaves something out
    mend_checksum(&b);
    refuses(b.data, b.size, PICK_ERROR_BAD_DATA);
    *below = good_below;
    mend_checksum(&b);
    pick_mesh *mapped = NULL; // unchanged
    assert_int_equal(pick_mesh_map(b.data, b.size, NULL, &mapped), PICK_OK);
    pick_mesh_destroy(mapped);
    free_bytes(&b);
}

// --- One value wrong at a time ---------------------------------------------------------------------------------------

typedef struct header_change {
    size_t at, size;
    uint64_t value;
} header_change;

static void refuses_changes(bytes *b, const header_change *changes, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const header_change *c = &changes[i];
        char was[8];
        memcpy(was, b->data + c->at, c->size);
        memcpy(b->data + c->at, &c->value, c->size); // little-endian, as the header's own mark says
        mend_checksum(b);
        refuses(b->data, b->size, PICK_ERROR_BAD_DATA);
        memcpy(b->data + c->at, was, c->size);
    }
    mend_checksum(b);
    pick_mesh *mapped = NULL; // unchanged
    assert_int_equal(pick_mesh_map(b->data, b->size, NULL, &mapped), PICK_OK);
    pick_mesh_destroy(mapped);
}

enum {
    ARENA_AT = 32,
    ARRAYS_AT = 40,
    ROOT_AT = 44,
    TRIANGLES_AT = 48,
    DROPPED_AT = 52,
    VERTICES_AT = 56,
    SUBMESHES_AT = 60,
    PARTS_AT = 64,
    UNUSED_AT = 68,
    CENTER_AT = 72,
    SCALE_AT = 96,
    COST_AT = 104,
    BUILT_COST_AT = 112,
    BOUNDS_AT = 120,
    HEADER = 192
};

static void every_value_of_the_header_is_checked(void **state)
{
    (void)state;
    source *s = make_source();
    pick_mesh_desc desc = full_desc(s);
    pick_mesh *mesh = make(&desc);
    bytes b = write_mesh(mesh);
    const size_t arena = pick_mesh_get_stats(mesh).hierarchy_bytes;
    const header_change changes[] = {
        {0, 1, 'x'},
        {8, 4, 0x04030201},
        {12, 4, 99},
        {ARENA_AT, 8, (uint64_t)1 << 40},
        {ARENA_AT, 8, (uint64_t)1 << 30},
        {ARENA_AT, 8, arena + 1},
        {ARENA_AT, 8, arena - 32},
        {ARENA_AT, 8, arena + 32},
        {ARRAYS_AT, 4, 8},
        {ROOT_AT, 4, 7},
        {ROOT_AT, 4, PICK_REF_NONE},
        {TRIANGLES_AT, 4, 0x80000000u},
        {TRIANGLES_AT, 4, 1u << 29},
        {TRIANGLES_AT, 4, 0},
        {DROPPED_AT, 4, 1},
        {VERTICES_AT, 4, 0xffffffffu},
        {VERTICES_AT, 4, 1},
        {SUBMESHES_AT, 4, 0},
        {SUBMESHES_AT, 4, 0x7fffffff},
        {PARTS_AT, 4, PICK_MESH_MAX_SUB_BOUNDS + 1},
        {UNUSED_AT, 4, 1},
        {CENTER_AT, 8, 0x3ff0000000000000u},     // 1
        {SCALE_AT, 8, 0x3ff0000000000000u},      // 1
        {COST_AT, 8, 0x3ff0000000000000u},       // 1
        {BUILT_COST_AT, 8, 0},                   // 0
        {BUILT_COST_AT, 8, 0xbff0000000000000u}, // -1
        {BUILT_COST_AT, 8, 0x7ff0000000000000u}, // infinite
        {BUILT_COST_AT, 8, 0x7ff8000000000000u}, // NaN
        {BOUNDS_AT, 4, 0xc0000000u},             // -2
        {HEADER - 4, 4, 1},
        {HEADER + arena, 4, 0xc0000000u}, // the first part's box
    };
    refuses_changes(&b, changes, sizeof changes / sizeof changes[0]);
    free_bytes(&b);
    pick_mesh_destroy(mesh);
    desc.index_type = PICK_INDEX_NONE; // then vertices and triangles depend on each other
    desc.indices = NULL;
    mesh = make(&desc);
    b = write_mesh(mesh);
    const header_change unindexed[] = {{TRIANGLES_AT, 4, 1}, {VERTICES_AT, 4, 3}};
    refuses_changes(&b, unindexed, 2);
    free_bytes(&b);
    pick_mesh_destroy(mesh);
    free(s);
    assert_int_equal(pick_mesh_arena_check(0), PICK_OK);
    assert_int_equal(pick_mesh_arena_check((uint64_t)PICK_LEAF_PLACE_MASK * PICK_ARENA_UNIT - 1), PICK_OK);
    assert_int_equal(pick_mesh_arena_check((uint64_t)PICK_LEAF_PLACE_MASK * PICK_ARENA_UNIT), PICK_ERROR_TOO_LARGE);
}

// The same file with `count` bytes put in at `at`.
static bytes with_room(const bytes *b, size_t at, size_t count)
{
    bytes r = {.size = b->size + count};
    r.capacity = (r.size + 63) / 64 * 64;
    r.data = pick_default_allocator()->allocate(NULL, r.capacity, PICK_MESH_ALIGNMENT);
    assert_non_null(r.data);
    memcpy(r.data, b->data, at);
    memset(r.data + at, 0, count);
    memcpy(r.data + at + count, b->data + at, b->size - at);
    const uint64_t size = r.size;
    memcpy(r.data + 16, &size, sizeof size);
    return r;
}

static void set_u64(bytes *b, size_t at, uint64_t value)
{
    memcpy(b->data + at, &value, sizeof value);
}

static void refuses_mended(bytes *b)
{
    mend_checksum(b);
    refuses(b->data, b->size, PICK_ERROR_BAD_DATA);
}

// An empty mesh has no tree, no arena and no parts; a file that has any of them is refused.
static void an_empty_mesh_has_no_tree(void **state)
{
    (void)state;
    const pick_mesh_desc empty = {0};
    pick_mesh *mesh = make(&empty);
    bytes b = write_mesh(mesh);
    const header_change changes[] = {{ROOT_AT, 4, 0}, {COST_AT, 8, 0x4000000000000000u}};
    refuses_changes(&b, changes, 2);
    bytes more = with_room(&b, HEADER, 32);
    set_u64(&more, ARENA_AT, 32);
    refuses_mended(&more);
    set_u64(&more, ARENA_AT, 0);
    more.data[PARTS_AT] = 1; // 24 bytes, and 8 that are skipped
    refuses_mended(&more);
    free_bytes(&more);
    free_bytes(&b);
    pick_mesh_destroy(mesh);
}

// Three triangles in one leaf below the root: each violation of a forged tree, one at a time.
static void forged_trees_of_one_leaf_are_refused(void **state)
{
    (void)state;
    source *s = make_source();
    const pick_mesh_desc desc = {.positions = s->positions, .vertex_count = 9};
    pick_mesh *mesh = make(&desc);
    bytes b = write_mesh(mesh);
    const size_t node = sizeof(pick_bvh_node), arena = node + sizeof(pick_block);
    assert_int_equal(pick_mesh_get_stats(mesh).hierarchy_bytes, arena);
    pick_bvh_node *root = (pick_bvh_node *)(void *)(b.data + HEADER);
    pick_block *block = (pick_block *)(void *)(b.data + HEADER + node);
    const pick_bvh_node good_root = *root;
    const pick_block good_block = *block;
    root->child[0] |= 3u << PICK_LEAF_PLACE_BITS; // more blocks than there are
    refuses_mended(&b);
    *root = good_root;
    root->child[0] = (uint32_t)(node / PICK_ARENA_UNIT); // a node, where only a block has room
    refuses_mended(&b);
    *root = good_root;
    for (int i = 0; i < 3; i++) { // one triangle is missing
        for (int k = 0; k < 3; k++)
            block->vertex[i][k][0] = 0;
    }
    block->triangle[0] = PICK_BLOCK_UNUSED;
    refuses_mended(&b);
    for (int i = 0; i < 3; i++) { // another is there twice instead
        for (int k = 0; k < 3; k++)
            block->vertex[i][k][0] = block->vertex[i][k][1];
    }
    block->triangle[0] = block->triangle[1];
    refuses_mended(&b);
    *block = good_block;
    bytes room = with_room(&b, HEADER + arena, 32); // the arena has a place that nothing leads to
    set_u64(&room, ARENA_AT, arena + 32);
    refuses_mended(&room);
    free_bytes(&room);
    room = with_room(&b, HEADER + arena + 32, 16); // a second part, where the tree has one
    room.data[PARTS_AT] = 2;
    refuses_mended(&room);
    free_bytes(&room);
    mend_checksum(&b);
    pick_mesh *mapped = NULL; // unchanged
    assert_int_equal(pick_mesh_map(b.data, b.size, NULL, &mapped), PICK_OK);
    pick_mesh_destroy(mapped);
    free_bytes(&b);
    pick_mesh_destroy(mesh);
    free(s);
}

// A chain of nodes with one child each, in the right order: deeper than a walk's stack is made for.
static void a_tree_that_is_too_deep_is_refused(void **state)
{
    (void)state;
    source *s = make_source();
    const pick_mesh_desc desc = {.positions = s->positions, .vertex_count = 9};
    pick_mesh *mesh = make(&desc);
    bytes b = write_mesh(mesh);
    for (uint32_t above = 1; above <= PICK_BVH_BUILT_DEPTH; above += PICK_BVH_BUILT_DEPTH - 1) {
        const size_t node = sizeof(pick_bvh_node), added = above * node;
        bytes deep = with_room(&b, HEADER, added);
        set_u64(&deep, ARENA_AT, pick_mesh_get_stats(mesh).hierarchy_bytes + added);
        for (uint32_t i = 0; i < above; i++) {
            pick_bvh_node *link = (pick_bvh_node *)(void *)(deep.data + HEADER + i * node);
            const pick_box3f all = {{-1, -1, -1}, {1, 1, 1}};
            pick_bvh_node_clear(link);
            pick_bvh_node_set_box(link, 0, &all);
            link->child[0] = (uint32_t)((i + 1) * node / PICK_ARENA_UNIT);
        }
        pick_bvh_node *last = (pick_bvh_node *)(void *)(deep.data + HEADER + added);
        last->child[0] += (uint32_t)(added / PICK_ARENA_UNIT);
        refuses_mended(&deep); // a short chain by its boxes, a long one before they are tested
        free_bytes(&deep);
    }
    free_bytes(&b);
    pick_mesh_destroy(mesh);
    free(s);
}

static void running_out_of_memory_is_reported(void **state)
{
    (void)state;
    bytes b = write_full();
    failing_allocator memory = {.fail_at = 1};
    const pick_allocator hook = failing_allocator_hook(&memory);
    pick_mesh *mapped = NULL;
    assert_int_equal(pick_mesh_map(b.data, b.size, &hook, &mapped), PICK_ERROR_OUT_OF_MEMORY);
    assert_null(mapped);
    assert_int_equal(pick_mesh_map(b.data, b.size, &hook, &mapped), PICK_OK);
    assert_int_equal(memory.held_blocks, 1);
    assert_int_equal(memory.held_bytes, pick_mesh_get_stats(mapped).total_bytes);
    pick_mesh_destroy(mapped);
    assert_int_equal(memory.held_bytes, 0);
    free_bytes(&b);
}

static void the_hash_covers_what_picks_depend_on(void **state)
{
    (void)state;
    source *s = make_source();
    const pick_mesh_desc desc = full_desc(s);
    pick_mesh *mesh = make(&desc);
    const uint64_t hash = pick_mesh_hash(mesh);
    pick_mesh_destroy(mesh);
    pick_mesh_desc same = desc; // the same corners, otherwise numbered
    same.index_type = PICK_INDEX_NONE;
    mesh = make(&same);
    assert_true(pick_mesh_hash(mesh) == hash);
    pick_mesh_destroy(mesh);
    for (int change = 0; change < 6; change++) {
        source *other = make_source();
        pick_mesh_desc changed = full_desc(other);
        other->positions[100] += change == 0 ? 0.5f : 0;
        other->uvs[100] += change == 1 ? 0.5f : 0;
        other->normals[100] += change == 2 ? 0.5f : 0;
        other->submeshes[0].flags = change == 3 ? 0 : other->submeshes[0].flags;
        changed.uvs = change == 4 ? NULL : changed.uvs;
        changed.normals = change == 5 ? NULL : changed.normals;
        mesh = make(&changed);
        assert_true(pick_mesh_hash(mesh) != hash);
        pick_mesh_destroy(mesh);
        free(other);
    }
    // Known values: a hash is kept in files, so it must never change.
    const float corner[9] = {0, 0, 0, 1, 0, 0, 0, 1, 0};
    const pick_mesh_desc one = {.positions = corner, .vertex_count = 3};
    mesh = make(&one);
    assert_true(pick_mesh_hash(mesh) == 0xd62c01f6e6592fcdu);
    pick_mesh_destroy(mesh);
    free(s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_value_of_the_header_is_checked),
        cmocka_unit_test(an_empty_mesh_has_no_tree),
        cmocka_unit_test(forged_trees_of_one_leaf_are_refused),
        cmocka_unit_test(a_tree_that_is_too_deep_is_refused),
        cmocka_unit_test(a_mapped_mesh_gives_the_same_answers),
        cmocka_unit_test(a_truncated_file_is_refused),
        cmocka_unit_test(any_changed_byte_is_noticed_or_harmless),
        cmocka_unit_test(bad_trees_are_refused),
        cmocka_unit_test(running_out_of_memory_is_reported),
        cmocka_unit_test(the_hash_covers_what_picks_depend_on),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
