// Memory sizes that would wrap in a 32-bit size_t: the allocator gets too large a size, never too small a one.
#include "base/memory.h"
#include "interact/selection_internal.h"
#include "mesh/mesh_internal.h"
#include "near.h"

// Refuses every request above `limit`, and keeps the largest.
typedef struct meter {
    size_t limit, largest;
} meter;

static void *meter_allocate(void *user, size_t size, size_t alignment)
{
    meter *m = user;
    m->largest = size > m->largest ? size : m->largest;
    const pick_allocator *memory = pick_default_allocator();
    return size > m->limit ? NULL : memory->allocate(memory->user, size, alignment);
}

static void meter_deallocate(void *user, void *pointer, size_t size, size_t alignment)
{
    (void)user;
    const pick_allocator *memory = pick_default_allocator();
    memory->deallocate(memory->user, pointer, size, alignment);
}

static void sizes_do_not_wrap(void **state)
{
    (void)state;
    assert_int_equal(pick_size(0), 0);
    assert_int_equal(pick_size(UINT32_MAX), UINT32_MAX);
    assert_int_equal(pick_array_size(1u << 20, 64), 1u << 26);
    const uint64_t large = (uint64_t)1 << 40;
    assert_int_equal(pick_size(large), large > SIZE_MAX ? SIZE_MAX : (size_t)large);
    assert_int_equal(pick_array_size(1u << 31, 64), pick_size((uint64_t)1 << 37));
    assert_int_equal(pick_array_size(1u << 30, 4), pick_size((uint64_t)1 << 32)); // 0 if it wrapped
}

static void selections_request_all_their_room(void **state)
{
    (void)state;
    meter m = {.limit = 1 << 20};
    const pick_allocator allocator = {meter_allocate, meter_deallocate, &m};
    const size_t members = (size_t)1 << 28;
    pick_selection *selection = NULL;
    assert_int_equal(pick_selection_create(&allocator, &selection), PICK_OK);
    assert_int_equal(pick_selection_reserve(selection, members), PICK_ERROR_OUT_OF_MEMORY);
    assert_true(m.largest >= pick_size((uint64_t)members * 17)); // 2^28 + 2^32: 2^28 if it wrapped
    pick_selection_destroy(selection);
}

static void meshes_do_not_overlap_their_arrays(void **state)
{
    (void)state;
    static const float some[3];
    static const uint32_t index[1];
    const pick_mesh mesh = {.arena_bytes = 64,
                            .vertex_count = 1u << 30,
                            .triangle_count = 1u << 29,
                            .submesh_count = 1,
                            .uvs = some,
                            .normals = some,
                            .indices = index};
    const pick_mesh_layout layout = pick_mesh_plan_layout(&mesh);
    const uint64_t wanted = ((uint64_t)1 << 30) * (12 + 8 + 12) + ((uint64_t)1 << 29) * 12;
    assert_true(layout.total >= pick_size(wanted));
    assert_true(layout.uvs >= pick_size((uint64_t)12 << 30));
    assert_true(layout.submeshes >= layout.indices && layout.indices >= layout.normals && layout.normals >= layout.uvs);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sizes_do_not_wrap),
        cmocka_unit_test(selections_request_all_their_room),
        cmocka_unit_test(meshes_do_not_overlap_their_arrays),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
