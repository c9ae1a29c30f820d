// Arrays, repeated duplicates, distribute and mirror: where things go, what is refused, and that undo restores every
// bit.
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "document/history/edit_arrange.h"
#include "document/motion/affine.h"
#include "edit_bench.h"

static pick_vec3 origin_of(const bench *b, const char *name)
{
    const uint32_t object = editor_level_find(b->level, name, EDITOR_NONE);
    assert_int_not_equal(object, EDITOR_NONE);
    return b->level->objects[object].world.origin;
}

static void assert_at(const bench *b, const char *name, double x, double y, double z)
{
    const pick_vec3 at = origin_of(b, name);
    if (fabs(at.x - x) + fabs(at.y - y) + fabs(at.z - z) > 1e-9)
        print_error("%s: %g %g %g\n", name, at.x, at.y, at.z);
    assert_true(fabs(at.x - x) + fabs(at.y - y) + fabs(at.z - z) < 1e-9);
}

// --- Arrays ---

static void test_linear_array(void **state)
{
    (void)state;
    bench b = bench_begin();
    pick_affine offsets[3];
    for (uint32_t i = 0; i < 3; i++)
        offsets[i] = editor_array_linear(pick_vec3_make(0, 1, 10), i + 1);
    // A group with all that is in it, and an object of another group, whose scale and turn do not turn the row.
    const uint32_t objects[3] = {POSTS, POST_1, ROOF};
    assert_int_equal(editor_edit_array(b.document, objects, 3, offsets, 3), EDITOR_EDIT_DONE);
    bench_assert_outline(&b, "floor posts(post 01 post 02) posts 02(post 03 post 04) posts 03(post 05 post 06) "
                             "posts 04(post 07 post 08) shed(roof roof 02 roof 03 roof 04 lamp) eye");
    assert_at(&b, "posts 04", 5, 3, 30);
    assert_at(&b, "post 08", 5, 3.5, 32);
    const pick_vec3 roof = b.level->objects[ROOF].world.origin;
    assert_at(&b, "roof 03", roof.x, roof.y + 2, roof.z + 20);
    const uint32_t copy = editor_level_find(b.level, "post 08", EDITOR_NONE);
    assert_true(editor_affine_equal(&b.level->objects[copy].local, &b.level->objects[POST_2].local));
    assert_int_equal(pick_selection_count(editor_document_selection(b.document)), 8);
    bench_end_after_one_step(&b);
}

static void test_radial_array(void **state)
{
    (void)state;
    bench b = bench_begin();
    pick_affine offsets[3];
    // A full turn is shared by four: quarters, exactly.
    for (uint32_t i = 0; i < 3; i++)
        offsets[i] = editor_array_radial(1, pick_vec3_make(1, 0, 0), 2 * EDITOR_PI, 4, i + 1);
    const uint32_t posts = POSTS;
    assert_int_equal(editor_edit_array(b.document, &posts, 1, offsets, 3), EDITOR_EDIT_DONE);
    assert_true(origin_of(&b, "posts 02").x == 1 && origin_of(&b, "posts 02").z == -4);
    assert_true(origin_of(&b, "posts 03").x == -3 && origin_of(&b, "posts 03").z == 0);
    assert_true(origin_of(&b, "posts 04").x == 1 && origin_of(&b, "posts 04").z == 4);
    assert_at(&b, "post 04", 3, 0.5, -4); // that of posts 02, two metres further in its own z
    bench_end_after_one_step(&b);
    // Of less than a full turn both ends are taken; backwards too.
    for (int sign = -1; sign <= 1; sign += 2) {
        const pick_affine end = editor_array_radial(2, pick_vec3_make(0, 0, 0), sign * EDITOR_PI / 2, 4, 3);
        const pick_vec3 at = pick_affine_point(&end, pick_vec3_make(2, 0, 7));
        assert_true(at.x == 0 && at.y == 2 * sign && at.z == 7);
    }
    const pick_affine third = editor_array_radial(0, pick_vec3_make(0, 0, 0), EDITOR_PI / 2, 4, 1);
    const pick_vec3 at = pick_affine_point(&third, pick_vec3_make(0, 2, 0));
    assert_true(fabs(at.y - sqrt(3)) < 1e-12 && fabs(at.z - 1) < 1e-12);
}

static void test_array_refuses(void **state)
{
    (void)state;
    static pick_affine offsets[EDITOR_ARRAY_MOST];
    for (uint32_t i = 0; i < EDITOR_ARRAY_MOST; i++)
        offsets[i] = PICK_AFFINE_IDENTITY;
    bench b = bench_begin();
    uint32_t made[200];
    for (int i = 0; i < 200; i++)
        made[i] = FLOOR;
    editor_edit_result result = editor_edit_array(b.document, made, 200, offsets, 2); // one object, many mentions
    assert_int_equal(result, EDITOR_EDIT_DONE);
    bench_assert_outline(&b, "floor floor 02 floor 03 posts(post 01 post 02) shed(roof lamp) eye");
    assert_int_equal(editor_edit_array(b.document, made, 1, offsets, EDITOR_ARRAY_MOST), EDITOR_EDIT_DONE);
    uint32_t rows[101];
    assert_int_equal(editor_document_selected(b.document, rows, 101), EDITOR_ARRAY_MOST + 1);
    assert_int_equal(editor_edit_array(b.document, rows, 101, offsets, EDITOR_ARRAY_MOST), EDITOR_EDIT_REFUSED);
    assert_non_null(strstr(editor_document_reason(b.document), "a million objects"));
    editor_document_destroy(b.document);
    b = bench_begin();
    offsets[1].origin.x = (double)INFINITY;
    result = editor_edit_array(b.document, made, 1, offsets, 3);
    bench_end_after_refusal(&b, result, "not finite");
    b = bench_begin();
    assert_int_equal(editor_edit_array(b.document, NULL, 0, offsets, 3), EDITOR_EDIT_NOTHING);
    editor_document_destroy(b.document);
}

// --- Repeated duplicates ---

static void test_duplicate_again(void **state)
{
    (void)state;
    bench b = bench_begin();
    bench_end_after_refusal(&b, editor_edit_duplicate_again(b.document, NULL, 0), "duplicate an object");
    b = bench_begin();
    const uint32_t post = POST_1;
    assert_int_equal(editor_edit_duplicate(b.document, &post, 1), EDITOR_EDIT_DONE);
    uint32_t copy = editor_document_active(b.document);
    assert_int_equal(editor_edit_duplicate_again(b.document, NULL, 0), EDITOR_EDIT_REFUSED);
    assert_non_null(strstr(editor_document_reason(b.document), "move the last copy"));
    pick_affine world = b.level->objects[copy].world;
    world.origin.x += 0.1;
    assert_int_equal(editor_edit_set_worlds(b.document, &copy, &world, 1), EDITOR_EDIT_DONE);
    const uint32_t steps = editor_document_history(b.document).step_count;
    for (int i = 2; i <= 9; i++) {
        assert_int_equal(editor_edit_duplicate_again(b.document, NULL, 0), EDITOR_EDIT_DONE);
        assert_int_equal(editor_document_history(b.document).step_count, steps + (uint32_t)i - 1);
        copy = editor_document_active(b.document);
        assert_true(fabs(b.level->objects[copy].world.origin.x - (5 + 0.1 * i)) < 1e-12);
    }
    assert_at(&b, "post 09", 5.7, 0.5, 0); // post 02 is another one
    // The new place of the last copy counts, its turn and scale too.
    world = b.level->objects[copy].world;
    world.origin = pick_vec3_add(world.origin, pick_vec3_make(0, 1, 0));
    const pick_affine half = {{0, 0, -0.5, 0, 0.5, 0, 0.5, 0, 0}, {0, 0, 0}};
    world = (pick_affine){{0}, world.origin};
    memcpy(world.linear, half.linear, sizeof(world.linear));
    assert_int_equal(editor_edit_set_worlds(b.document, &copy, &world, 1), EDITOR_EDIT_DONE);
    assert_int_equal(editor_edit_duplicate_again(b.document, NULL, 0), EDITOR_EDIT_DONE);
    const uint32_t next = editor_document_active(b.document);
    assert_true(fabs(b.level->objects[next].world.linear[0] + 0.25) < 1e-12); // turned and halved twice
    assert_true(fabs(b.level->objects[next].world.linear[4] - 0.25) < 1e-12);
    // With the copy gone, the last offset is repeated.
    assert_true(editor_document_undo(b.document));
    assert_int_equal(editor_edit_delete(b.document, &copy, 1), EDITOR_EDIT_DONE);
    const uint32_t eye = EYE;
    assert_int_equal(editor_edit_select_objects(b.document, PICK_SELECTION_REPLACE, &eye, 1), EDITOR_EDIT_DONE);
    assert_int_equal(editor_edit_duplicate_again(b.document, NULL, 0), EDITOR_EDIT_DONE);
    bench_assert_outline(&b,
                         "floor posts(post 01 post 03 post 04 post 05 post 06 post 07 post 08 post 09 post 10 post 02) "
                         "shed(roof lamp) eye eye 02");
    assert_true(fixture_is_consistent(b.level));
    while (editor_document_undo(b.document)) {
    }
    assert_true(fixture_state(b.document) == b.start);
    editor_document_destroy(b.document);
}

// --- Distribute ---

static void test_distribute(void **state)
{
    (void)state;
    // Cubes of 1 m at x 5, the roof wider, an empty lamp, on the x axis.
    bench b = bench_begin();
    assert_true(editor_document_begin(b.document, "Distribute"));
    const uint32_t objects[4] = {POST_1, POST_2, LAMP, EYE};
    const double from[4] = {0, 1, 5, 12};
    pick_affine worlds[4];
    for (int i = 0; i < 4; i++)
        worlds[i] = fixture_at(from[i], 0, i);
    assert_int_equal(editor_edit_set_worlds(b.document, objects, worlds, 4), EDITOR_EDIT_DONE);
    assert_int_equal(editor_edit_distribute(b.document, objects, 4, 0, EDITOR_DISTRIBUTE_CENTERS), EDITOR_EDIT_DONE);
    const double centers[4] = {0, 4, 8, 12};
    for (int i = 0; i < 4; i++) {
        assert_true(fabs(b.level->objects[objects[i]].world.origin.x - centers[i]) < 1e-9);
        assert_true(b.level->objects[objects[i]].world.origin.z == i);
    }
    // From 0.5 to 12, less the cube of 1 m: three gaps of 3.5.
    assert_int_equal(editor_edit_distribute(b.document, objects, 4, 0, EDITOR_DISTRIBUTE_GAPS), EDITOR_EDIT_DONE);
    const double gaps[4] = {0, 4.5, 8.5, 12};
    for (int i = 0; i < 4; i++)
        assert_true(fabs(b.level->objects[objects[i]].world.origin.x - gaps[i]) < 1e-9);
    assert_int_equal(editor_edit_distribute(b.document, objects, 4, 0, EDITOR_DISTRIBUTE_GAPS), EDITOR_EDIT_NOTHING);
    assert_true(editor_document_commit(b.document));
    bench_end_after_one_step(&b);

    b = bench_begin();
    const uint32_t three[3] = {POSTS, POST_1, EYE}; // a group and what is in it count once
    editor_edit_result result = editor_edit_distribute(b.document, three, 3, 1, EDITOR_DISTRIBUTE_GAPS);
    bench_end_after_refusal(&b, result, "three objects or more");
}

// --- Mirror ---

static void test_mirror(void **state)
{
    (void)state;
    bench b = bench_begin();
    const uint32_t objects[3] = {POST_1, SHED, ROOF};
    const pick_vec3 points[3] = {{6, 0, 0}, {-4, 0, 0}, {99, 0, 0}}; // the roof moves with its shed
    const pick_affine roof = b.level->objects[ROOF].world, local = b.level->objects[ROOF].local;
    assert_int_equal(editor_edit_mirror(b.document, objects, points, 3, 0), EDITOR_EDIT_DONE);
    assert_at(&b, "post 01", 7, 0.5, 0);
    assert_true(editor_affine_equal(&b.level->objects[ROOF].local, &local));
    const pick_affine *now = &b.level->objects[ROOF].world;
    for (int i = 0; i < 9; i++)
        assert_true(fabs(now->linear[i] - (i % 3 == 0 ? -roof.linear[i] : roof.linear[i])) < 1e-12);
    assert_true(fabs(now->origin.x - (-8 - roof.origin.x)) < 1e-12 && now->origin.y == roof.origin.y);
    // The mirror image is what is picked, from outside, at the front of its surfaces.
    for (int i = -3; i <= 3; i++) {
        const double x = roof.origin.x + 0.1 * i;
        const pick_ray ray = {{-8 - x, 100, 0.05}, {0, -1, 0}, 0, (double)INFINITY};
        pick_query query = editor_level_query(b.level);
        pick_hit hit, before;
        assert_true(pick_closest(b.level->scene, &ray, &query, &hit) && hit.user == ROOF && !hit.backface);
        assert_true(editor_document_undo(b.document));
        const pick_ray there = {{x, 100, 0.05}, {0, -1, 0}, 0, (double)INFINITY};
        assert_true(pick_closest(b.level->scene, &there, &query, &before) && before.user == ROOF);
        assert_true(editor_document_redo(b.document));
        assert_true(fabs(hit.t - before.t) < 1e-5 && fabs(hit.normal.x + before.normal.x) < 1e-5);
    }
    bench_end_after_one_step(&b);
    // Twice is the start, to the bit.
    b = bench_begin();
    assert_int_equal(editor_edit_mirror(b.document, objects, points, 1, 2), EDITOR_EDIT_DONE);
    assert_int_equal(editor_edit_mirror(b.document, objects, points, 1, 2), EDITOR_EDIT_DONE);
    assert_true(
        editor_affine_equal(&b.level->objects[POST_1].world,
                            &(pick_affine){{1, 0, 0, 0, 1, 0, 0, 0, 1}, b.level->objects[POST_1].world.origin}));
    assert_at(&b, "post 01", 5, 0.5, 0);
    editor_document_destroy(b.document);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_linear_array),  cmocka_unit_test(test_radial_array),
        cmocka_unit_test(test_array_refuses), cmocka_unit_test(test_duplicate_again),
        cmocka_unit_test(test_distribute),    cmocka_unit_test(test_mirror),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
