#include "picking/scene.h"

#include "failing_allocator.h"
#include "picking/query.h"
#include "random.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

// A box of the given half extents.
static pick_mesh *make_box(float x, float y, float z)
{
    static const uint16_t indices[36] = {0, 2, 3, 0, 3, 1, 4, 5, 7, 4, 7, 6, 0, 1, 5, 0, 5, 4,
                                         2, 6, 7, 2, 7, 3, 0, 4, 6, 0, 6, 2, 1, 3, 7, 1, 7, 5};
    const float positions[24] = {-x, -y, -z, x, -y, -z, -x, y, -z, x, y, -z, -x, -y, z, x, -y, z, -x, y, z, x, y, z};
    const pick_mesh_desc desc = {.positions = positions,
                                 .vertex_count = 8,
                                 .indices = indices,
                                 .index_type = PICK_INDEX_UINT16,
                                 .index_count = 36};
    pick_mesh *mesh = NULL;
    assert_int_equal(pick_mesh_create(&desc, NULL, &mesh), PICK_OK);
    return mesh;
}

typedef struct fixture {
    pick_mesh *box, *flat_box;
    pick_scene *scene;
} fixture;

static fixture setup(void)
{
    fixture f = {make_box(1, 1, 1), make_box(2, 0.5f, 0.25f), NULL};
    assert_int_equal(pick_scene_create(NULL, &f.scene), PICK_OK);
    return f;
}

static void teardown(fixture *f)
{
    pick_scene_destroy(f->scene);
    pick_mesh_destroy(f->box);
    pick_mesh_destroy(f->flat_box);
}

static pick_object_id add_at(pick_scene *scene, const pick_mesh *mesh, double x, double y, double z)
{
    pick_object_desc desc = PICK_OBJECT_DESC_DEFAULT;
    desc.mesh = mesh;
    desc.transform.origin = pick_vec3_make(x, y, z);
    pick_object_id id;
    assert_int_equal(pick_scene_add(scene, &desc, &id), PICK_OK);
    return id;
}

static bool hit_from_above(const pick_scene *scene, double x, double z, pick_object_id *id)
{
    const pick_ray ray = {{x, 100, z}, {0, -1, 0}, 0, HUGE_VAL};
    pick_hit hit = {0};
    const bool found = pick_closest(scene, &ray, NULL, &hit);
    *id = hit.object;
    return found;
}

static void handles_go_stale(void **state)
{
    (void)state;
    fixture f = setup();
    const pick_object_id first = add_at(f.scene, f.box, 0, 0, 0);
    assert_true(pick_scene_contains(f.scene, first));
    assert_int_equal(pick_scene_remove(f.scene, first), PICK_OK);
    const pick_object_id second = add_at(f.scene, f.box, 0, 0, 0);
    assert_int_equal(second.index1, first.index1); // the slot is used again, the handle is not
    assert_false(pick_object_id_equal(first, second));
    const pick_object_id null = {0, 0};
    const pick_object_id beyond = {77, 1};
    const pick_object_id stale[] = {first, null, beyond};
    for (size_t i = 0; i < 3; i++) {
        const pick_transform t = PICK_TRANSFORM_IDENTITY;
        pick_transform bad = t;
        bad.linear[0] = NAN;
        pick_object_desc desc;
        pick_aabb box;
        memset(&desc, 0x5a, sizeof desc);
        const pick_object_desc before = desc;
        assert_false(pick_scene_contains(f.scene, stale[i]));
        assert_int_equal(pick_scene_remove(f.scene, stale[i]), PICK_ERROR_STALE_HANDLE);
        assert_int_equal(pick_scene_set_transform(f.scene, stale[i], &t), PICK_ERROR_STALE_HANDLE);
        assert_int_equal(pick_scene_set_transform(f.scene, stale[i], &bad), PICK_ERROR_STALE_HANDLE);
        assert_int_equal(pick_scene_set_mesh(f.scene, stale[i], f.box), PICK_ERROR_STALE_HANDLE);
        assert_int_equal(pick_scene_set_mesh(f.scene, stale[i], NULL), PICK_ERROR_STALE_HANDLE);
        assert_int_equal(pick_scene_set_layers(f.scene, stale[i], 1), PICK_ERROR_STALE_HANDLE);
        assert_int_equal(pick_scene_set_flags(f.scene, stale[i], 0), PICK_ERROR_STALE_HANDLE);
        assert_int_equal(pick_scene_set_user(f.scene, stale[i], 1), PICK_ERROR_STALE_HANDLE);
        assert_int_equal(pick_scene_get(f.scene, stale[i], &desc), PICK_ERROR_STALE_HANDLE);
        assert_int_equal(pick_scene_object_bounds(f.scene, stale[i], &box), PICK_ERROR_STALE_HANDLE);
        assert_memory_equal(&desc, &before, sizeof desc);
    }
    assert_int_equal(pick_scene_count(f.scene), 1);
    teardown(&f);
}

static void objects_keep_their_properties(void **state)
{
    (void)state;
    fixture f = setup();
    pick_object_desc desc = {.mesh = f.box,
                             .transform = {{1, 2, 3, -4, 5, 6, 7, 8, -9}, {1e7, -2e7, 0.125}},
                             .layers = 5,
                             .flags = PICK_OBJECT_LOCKED | PICK_OBJECT_CLICK_THROUGH,
                             .user = 0x123456789abcdefu};
    pick_object_id id;
    assert_int_equal(pick_scene_add(f.scene, &desc, &id), PICK_OK);
    pick_object_desc got;
    assert_int_equal(pick_scene_get(f.scene, id, &got), PICK_OK);
    assert_ptr_equal(got.mesh, f.box);
    assert_memory_equal(got.transform.linear, desc.transform.linear, sizeof desc.transform.linear);
    assert_true(got.transform.origin.x == 1e7 && got.transform.origin.z == 0.125);
    assert_int_equal(got.layers, 5);
    assert_int_equal(got.flags, desc.flags);
    assert_true(got.user == desc.user);
    assert_int_equal(pick_scene_set_mesh(f.scene, id, f.flat_box), PICK_OK);
    assert_int_equal(pick_scene_set_layers(f.scene, id, 2), PICK_OK);
    assert_int_equal(pick_scene_set_flags(f.scene, id, PICK_OBJECT_HIDDEN), PICK_OK);
    assert_int_equal(pick_scene_set_user(f.scene, id, 7), PICK_OK);
    assert_int_equal(pick_scene_get(f.scene, id, &got), PICK_OK);
    assert_ptr_equal(got.mesh, f.flat_box);
    assert_memory_equal(got.transform.linear, desc.transform.linear, sizeof desc.transform.linear);
    assert_int_equal(got.layers, 2);
    assert_int_equal(got.flags, PICK_OBJECT_HIDDEN);
    assert_int_equal(got.user, 7);
    teardown(&f);
}

static void refuses_bad_objects(void **state)
{
    (void)state;
    fixture f = setup();
    pick_object_desc desc = PICK_OBJECT_DESC_DEFAULT;
    pick_object_id id = {42, 43};
    assert_int_equal(pick_scene_add(f.scene, &desc, &id), PICK_ERROR_INVALID_ARGUMENT);
    desc.mesh = f.box;
    desc.flags = 1u << 31;
    assert_int_equal(pick_scene_add(f.scene, &desc, &id), PICK_ERROR_INVALID_ARGUMENT);
    desc.flags = 0;
    desc.transform.linear[4] = INFINITY;
    assert_int_equal(pick_scene_add(f.scene, &desc, &id), PICK_ERROR_NOT_FINITE);
    desc.transform.linear[4] = 1;
    desc.transform.origin.y = (double)NAN;
    assert_int_equal(pick_scene_add(f.scene, &desc, &id), PICK_ERROR_NOT_FINITE);
    assert_int_equal(id.index1, 42);
    assert_int_equal(pick_scene_count(f.scene), 0);
    id = add_at(f.scene, f.box, 0, 0, 0);
    assert_int_equal(pick_scene_set_transform(f.scene, id, &desc.transform), PICK_ERROR_NOT_FINITE);
    assert_int_equal(pick_scene_set_mesh(f.scene, id, NULL), PICK_ERROR_INVALID_ARGUMENT);
    assert_int_equal(pick_scene_set_flags(f.scene, id, 1u << 8), PICK_ERROR_INVALID_ARGUMENT);
    pick_object_id found;
    assert_true(hit_from_above(f.scene, 0, 0, &found)); // unchanged
    teardown(&f);
}

static void bounds_follow_objects(void **state)
{
    (void)state;
    fixture f = setup();
    pick_aabb box = pick_scene_bounds(f.scene);
    assert_true(pick_aabb_is_empty(&box));
    const pick_object_id a = add_at(f.scene, f.box, 10, 0, 0);
    const pick_object_id b = add_at(f.scene, f.flat_box, -10, 0, 0);
    box = pick_scene_bounds(f.scene);
    assert_true(box.min.x == -12 && box.max.x == 11 && box.min.y == -1 && box.max.z == 1);
    assert_int_equal(pick_scene_set_flags(f.scene, a, PICK_OBJECT_HIDDEN), PICK_OK);
    box = pick_scene_bounds(f.scene);
    assert_true(box.max.x == -8 && box.max.y == 0.5);
    // A quarter turn: (2, .5, .25) becomes (.25, .5, 2).
    const pick_transform turned = {{0, 0, -1, 0, 1, 0, 1, 0, 0}, {1, 2, 3}};
    assert_int_equal(pick_scene_set_transform(f.scene, b, &turned), PICK_OK);
    assert_int_equal(pick_scene_object_bounds(f.scene, b, &box), PICK_OK);
    assert_true(box.min.x == 0.75 && box.max.x == 1.25 && box.min.y == 1.5 && box.max.z == 5);
    const pick_mesh_desc nothing = {0};
    pick_mesh *empty = NULL;
    assert_int_equal(pick_mesh_create(&nothing, NULL, &empty), PICK_OK);
    assert_int_equal(pick_scene_set_mesh(f.scene, b, empty), PICK_OK);
    assert_int_equal(pick_scene_object_bounds(f.scene, b, &box), PICK_OK);
    assert_true(pick_aabb_is_empty(&box));
    teardown(&f);
    pick_mesh_destroy(empty);
}

static void edits_take_effect_at_once(void **state)
{
    (void)state;
    fixture f = setup();
    pick_object_id ids[50];
    pick_object_id found;
    for (int i = 0; i < 50; i++)
        ids[i] = add_at(f.scene, f.box, 4.0 * i, 0, 0);
    for (int i = 0; i < 50; i++) {
        assert_true(hit_from_above(f.scene, 4.0 * i, 0, &found));
        assert_true(pick_object_id_equal(found, ids[i]));
    }
    assert_false(hit_from_above(f.scene, 2, 0, &found));
    const pick_transform moved = {{1, 0, 0, 0, 1, 0, 0, 0, 1}, {2, 0, 5000}};
    assert_int_equal(pick_scene_set_transform(f.scene, ids[7], &moved), PICK_OK);
    assert_false(hit_from_above(f.scene, 28, 0, &found));
    assert_true(hit_from_above(f.scene, 2, 5000, &found));
    assert_true(pick_object_id_equal(found, ids[7]));
    assert_int_equal(pick_scene_set_mesh(f.scene, ids[7], f.flat_box), PICK_OK);
    assert_true(hit_from_above(f.scene, 3.9, 5000, &found));
    assert_int_equal(pick_scene_set_flags(f.scene, ids[8], PICK_OBJECT_HIDDEN), PICK_OK);
    assert_false(hit_from_above(f.scene, 32, 0, &found));
    assert_int_equal(pick_scene_set_flags(f.scene, ids[8], 0), PICK_OK);
    assert_true(hit_from_above(f.scene, 32, 0, &found));
    for (int i = 0; i < 50; i++) {
        assert_int_equal(pick_scene_remove(f.scene, ids[i]), PICK_OK);
        assert_false(hit_from_above(f.scene, 4.0 * i, 0, &found));
        assert_int_equal(pick_scene_count(f.scene), 49 - i);
    }
    (void)add_at(f.scene, f.box, 1e6, 0, 0); // an emptied scene starts again anywhere
    assert_true(hit_from_above(f.scene, 1e6, 0, &found));
    teardown(&f);
}

static void flat_objects_are_never_hit(void **state)
{
    (void)state;
    fixture f = setup();
    const float flats[][9] = {{0, 0, 0, 0, 1, 0, 0, 0, 1},
                              {0, 0, 0, 0, 0, 0, 0, 0, 0},
                              {1, 2, 3, 2, 4, 6, 0, 0, 1},
                              {0.1f, 0.2f, 0.3f, 0.7f, -0.1f, 0.2f, 0.1f + 0.7f, 0.2f - 0.1f, 0.3f + 0.2f}};
    const pick_object_id id = add_at(f.scene, f.box, 0, 0, 0);
    for (size_t i = 0; i < sizeof flats / sizeof flats[0]; i++) {
        pick_transform t = PICK_TRANSFORM_IDENTITY;
        memcpy(t.linear, flats[i], sizeof t.linear);
        assert_int_equal(pick_scene_set_transform(f.scene, id, &t), PICK_OK);
        test_random r = {i};
        size_t hits = 0;
        for (int k = 0; k < 200; k++) {
            const pick_ray ray = {random_in_cube(&r, 3), random_in_cube(&r, 1), -HUGE_VAL, HUGE_VAL};
            pick_hit hit;
            const bool slow = pick_closest_brute_force(f.scene, &ray, NULL, &hit);
            assert_int_equal(pick_closest(f.scene, &ray, NULL, &hit), slow);
            if (slow) { // rounding of the floats themselves may leave some thickness: then a hit must be a sane one
                ++hits;
                assert_true(isfinite(hit.t) && pick_vec3_is_finite(hit.point) && pick_vec3_is_finite(hit.normal));
            }
        }
        assert_true(i == 3 || hits == 0);
        const pick_transform whole = PICK_TRANSFORM_IDENTITY;
        pick_object_id found;
        assert_int_equal(pick_scene_set_transform(f.scene, id, &whole), PICK_OK);
        assert_true(hit_from_above(f.scene, 0, 0, &found)); // and comes back whole
    }
    teardown(&f);
}

static void lists_objects(void **state)
{
    (void)state;
    fixture f = setup();
    pick_object_id ids[5];
    for (int i = 0; i < 5; i++)
        ids[i] = add_at(f.scene, f.box, i, 0, 0);
    assert_int_equal(pick_scene_remove(f.scene, ids[1]), PICK_OK);
    pick_object_id list[5] = {{0}};
    assert_int_equal(pick_scene_objects(f.scene, list, 2), 4);
    assert_true(pick_object_id_equal(list[0], ids[0]) && pick_object_id_equal(list[1], ids[2]));
    assert_true(pick_object_id_is_null(list[2]));
    assert_int_equal(pick_scene_objects(f.scene, list, 5), 4);
    assert_true(pick_object_id_equal(list[3], ids[4]));
    assert_true(pick_scene_memory(f.scene) > 5 * 64);
    pick_scene_destroy(NULL);
    teardown(&f);
}

// Objects in one place, which no split can part, and objects that keep arriving there.
static void crowds_stay_shallow(void **state)
{
    (void)state;
    fixture f = setup();
    for (int i = 0; i < 3000; i++)
        (void)add_at(f.scene, f.box, 0, 0, 0);
    const pick_ray ray = {{0.5, 100, 0.25}, {0, -1, 0}, 0, HUGE_VAL};
    assert_int_equal(pick_all(f.scene, &ray, NULL, NULL, 0), 3000);
    pick_hit hit;
    assert_true(pick_closest(f.scene, &ray, NULL, &hit));
    assert_int_equal(hit.object.index1, 1);
    teardown(&f);
}

// --- Running out of memory ------------------------------------------------------------------------------------------

typedef struct edit_run {
    pick_scene *scene;
    pick_object_id ids[60];
    uint32_t count;
    const fixture *f;
} edit_run;

// The edits of one run, numbered. Returns the result of edit `n`.
static pick_result do_edit(edit_run *run, uint32_t n)
{
    const pick_object_id some = run->count > 0 ? run->ids[n * 7 % run->count] : (pick_object_id){0, 0};
    const pick_transform moved = {{1, 0, 0, 0, 1, 0, 0, 0, 1}, {n * 13.0, n % 5 * 40.0, -3.0 * n}};
    if (n % 3 == 0 || run->count == 0) {
        pick_object_desc desc = PICK_OBJECT_DESC_DEFAULT;
        desc.mesh = run->f->box;
        desc.transform.origin = pick_vec3_make(3.0 * n, 0, 0);
        pick_object_id id = {0, 0};
        const pick_result result = pick_scene_add(run->scene, &desc, &id);
        if (result == PICK_OK)
            run->ids[run->count++] = id;
        else
            assert_true(pick_object_id_is_null(id));
        return result;
    }
    if (n % 3 == 1)
        return pick_scene_set_transform(run->scene, some, &moved);
    const pick_result hidden = pick_scene_set_flags(run->scene, some, PICK_OBJECT_HIDDEN);
    assert_int_equal(hidden, PICK_OK); // frees memory and allocates none
    return pick_scene_set_flags(run->scene, some, 0);
}

// Everything that can be read of a scene, as one number.
static uint64_t fingerprint(const pick_scene *scene)
{
    pick_object_id ids[64];
    const size_t count = pick_scene_objects(scene, ids, 64);
    uint64_t h = count;
    for (size_t i = 0; i < count; i++) {
        pick_object_desc desc;
        assert_int_equal(pick_scene_get(scene, ids[i], &desc), PICK_OK);
        h = h * 31 + (uint64_t)(int64_t)desc.transform.origin.x;
        h = h * 31 + (uint64_t)(int64_t)desc.transform.origin.y;
        h = h * 31 + ids[i].index1 + 64u * ids[i].generation + desc.flags;
        const pick_ray ray = {
            {desc.transform.origin.x + 0.25, 1000, desc.transform.origin.z + 0.125}, {0, -1, 0}, 0, HUGE_VAL};
        h = h * 31 + pick_all(scene, &ray, NULL, NULL, 0);
        assert_int_equal(pick_all(scene, &ray, NULL, NULL, 0), pick_all_brute_force(scene, &ray, NULL, NULL, 0));
    }
    return h;
}

static void survives_every_failed_allocation(void **state)
{
    (void)state;
    fixture f = setup();
    for (int for_ever = 0; for_ever < 2; for_ever++) {
        size_t refused = 0;
        for (size_t n = 1; n < 200; n++) {
            failing_allocator memory = {.fail_at = n, .for_ever = for_ever != 0};
            const pick_allocator hook = failing_allocator_hook(&memory);
            edit_run run = {.f = &f};
            if (pick_scene_create(&hook, &run.scene) != PICK_OK) {
                assert_int_equal(n, 1);
                assert_int_equal(memory.held_blocks, 0);
                continue;
            }
            for (uint32_t i = 0; i < 90; i++) {
                const uint64_t before = fingerprint(run.scene);
                const pick_result result = do_edit(&run, i);
                if (result != PICK_OK && i % 3 != 2) { // the hidden-then-shown edit is two: its first half stays
                    assert_true(result == PICK_ERROR_OUT_OF_MEMORY || result == PICK_ERROR_STALE_HANDLE);
                    assert_true(fingerprint(run.scene) == before);
                    ++refused;
                }
            }
            pick_scene_destroy(run.scene);
            assert_int_equal(memory.held_blocks, 0);
            assert_int_equal(memory.held_bytes, 0);
            if (memory.calls < n)
                break; // no call was left to fail
        }
        assert_true(refused > 3);
    }
    teardown(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(handles_go_stale),
        cmocka_unit_test(objects_keep_their_properties),
        cmocka_unit_test(refuses_bad_objects),
        cmocka_unit_test(bounds_follow_objects),
        cmocka_unit_test(edits_take_effect_at_once),
        cmocka_unit_test(flat_objects_are_never_hit),
        cmocka_unit_test(lists_objects),
        cmocka_unit_test(crowds_stay_shallow),
        cmocka_unit_test(survives_every_failed_allocation),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
