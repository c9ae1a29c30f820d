// Joining volumes to a compound one and splitting it: parts stay where they are, what is below moves up or stays, what
// is refused, undo.
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "document/level/volume.h"
#include "document/motion/affine.h"
#include "edit_bench.h"

// A volume far from all else, turned, sheared and mirrored.
static uint32_t add(const bench *b, editor_shape shape, uint32_t parent, double x)
{
    const editor_primitive primitive = editor_primitive_default(shape);
    const double height = parent == SHED ? 25 : 50; // the shed is scaled
    const pick_affine place = {{0.8, 0.1, -0.6, 0.2, 1, 0, 0.6, 0.3, -0.8}, {x, height, 0}};
    uint32_t made = EDITOR_NONE;
    assert_int_equal(
        editor_edit_add_primitive(b->document, editor_shape_name(shape), parent, &primitive, &place, &made),
        EDITOR_EDIT_DONE);
    return made;
}

static void end(bench *b)
{
    assert_true(fixture_is_consistent(b->level));
    editor_document_destroy(b->document);
}

static const editor_primitive *primitive_of(const bench *b, uint32_t object)
{
    return &b->level->meshes[b->level->objects[object].mesh].primitive;
}

// Of the sum below: an object's matrix is picked as floats, a part's is not. A hit may move by a micrometre.
#define ROUNDING 0.03

// How many of the rays along -z through a grid hit a volume, and the sum of where. `parts`: bits of the parts met.
static uint32_t sum_hits(const bench *b, double *sum, uint64_t *parts)
{
    const pick_query query = editor_level_query(b->level);
    uint32_t count = 0;
    *sum = 0;
    *parts = 0;
    for (int i = 0; i < 900; i++) {
        const pick_ray ray = {
            .origin = {-4 + 0.4 * (i % 30), 47 + 0.21 * (i / 30), 50}, .direction = {0, 0, -1}, .t_max = 100};
        pick_hit hit;
        if (!pick_closest(b->level->scene, &ray, &query, &hit))
            continue;
        count++;
        *sum += (i + 1) * hit.point.z;
        *parts |= 1ull << hit.triangle;
    }
    return count;
}

static void test_join_and_split(void **state)
{
    (void)state;
    bench b = bench_begin();
    const uint32_t box = add(&b, EDITOR_SHAPE_BOX_VOLUME, SHED, 5),
                   ball = add(&b, EDITOR_SHAPE_SPHERE_VOLUME, EDITOR_NONE, 1),
                   ramp = add(&b, EDITOR_SHAPE_CONVEX_VOLUME, EDITOR_NONE, -2);
    // Into the shed's space it comes turned and scaled.
    double before, after;
    uint64_t parts;
    const uint32_t hits = sum_hits(&b, &before, &parts);
    assert_true(hits > 50 && parts == 1);
    const uint64_t stood = fixture_state(b.document);
    const uint32_t all[3] = {ramp, box, ball};
    const pick_affine world = b.level->objects[ball].world;
    assert_int_equal(editor_edit_join_volumes(b.document, all, 3, ball), EDITOR_EDIT_DONE);
    assert_string_equal(editor_document_undo_label(b.document), "Join 3 objects");
    bench_assert_outline(&b, "floor posts(post 01 post 02) shed(roof lamp) eye sphere volume");
    assert_int_equal(editor_document_active(b.document), ball);
    assert_memory_equal(&b.level->objects[ball].world, &world, sizeof(world));
    const editor_primitive *joined = primitive_of(&b, ball);
    assert_int_equal(joined->shape, EDITOR_SHAPE_COMPOUND_VOLUME);
    assert_int_equal(joined->part_count, 3);
    assert_int_equal(joined->parts[0].volume.shape, EDITOR_SHAPE_SPHERE_VOLUME); // its own comes first
    assert_true(editor_affine_equal(&joined->parts[0].local, &PICK_AFFINE_IDENTITY));
    assert_int_equal(sum_hits(&b, &after, &parts), hits);
    assert_true(fabs(after - before) < ROUNDING && parts == 7);

    // A compound that joins others keeps its parts as they are, and takes those of others.
    const editor_part first = joined->parts[1];
    const uint32_t more = add(&b, EDITOR_SHAPE_COMPOUND_VOLUME, EDITOR_NONE, 3), both[2] = {more, ball};
    assert_int_equal(editor_edit_join_volumes(b.document, both, 2, ball), EDITOR_EDIT_DONE);
    joined = primitive_of(&b, ball);
    assert_int_equal(joined->part_count, 5);
    assert_true(editor_affine_equal(&joined->parts[1].local, &first.local));
    assert_true(editor_document_undo(b.document) && editor_document_undo(b.document));

    assert_int_equal(editor_edit_split_volumes(b.document, &ball, 1), EDITOR_EDIT_DONE);
    assert_string_equal(editor_document_undo_label(b.document), "Split sphere volume");
    bench_assert_outline(
        &b, "floor posts(post 01 post 02) shed(roof lamp) eye sphere volume sphere volume 02 sphere volume 03");
    assert_int_equal(pick_selection_count(editor_document_selection(b.document)), 3);
    assert_int_equal(primitive_of(&b, ball)->shape, EDITOR_SHAPE_SPHERE_VOLUME);
    assert_int_equal(sum_hits(&b, &after, &parts), hits);
    assert_true(fabs(after - before) < ROUNDING && parts == 1);
    assert_true(editor_document_undo(b.document) && editor_document_undo(b.document));
    assert_int_equal(fixture_state(b.document), stood);
    assert_int_equal(sum_hits(&b, &after, &parts), hits);
    assert_true(after == before);
    assert_true(editor_document_redo(b.document) && editor_document_redo(b.document));
    assert_int_equal(sum_hits(&b, &after, &parts), hits);
    end(&b);
}

// What is below a volume that goes moves up; below one that is split it stays.
static void test_what_is_below(void **state)
{
    (void)state;
    bench b = bench_begin();
    const uint32_t box = add(&b, EDITOR_SHAPE_BOX_VOLUME, EDITOR_NONE, 0),
                   ball = add(&b, EDITOR_SHAPE_SPHERE_VOLUME, box, 1),
                   tip = add(&b, EDITOR_SHAPE_CONE_VOLUME, ball, 0.5);
    assert_int_equal(editor_edit_reparent(b.document, (uint32_t[]){POST_1}, 1, ball, EDITOR_NONE), EDITOR_EDIT_DONE);
    const pick_affine post = b.level->objects[POST_1].world, place = b.level->objects[tip].world;
    bench_assert_outline(&b, "floor posts(post 02) shed(roof lamp) eye box volume(sphere volume(cone volume post 01))");
    // The one that stays stands below both of the others.
    assert_int_equal(editor_edit_join_volumes(b.document, (uint32_t[]){box, ball, tip}, 3, tip), EDITOR_EDIT_DONE);
    bench_assert_outline(&b, "floor posts(post 02) shed(roof lamp) eye cone volume post 01");
    assert_true(fixture_difference(&b.level->objects[POST_1].world, &post) < 1e-9);
    assert_true(fixture_difference(&b.level->objects[tip].world, &place) < 1e-9);
    // Of a compound whose first part has a place of its own.
    assert_int_equal(editor_edit_reparent(b.document, (uint32_t[]){POST_1}, 1, tip, EDITOR_NONE), EDITOR_EDIT_DONE);
    const editor_part parts[2] = {
        {editor_primitive_default(EDITOR_SHAPE_BOX_VOLUME), {{0, 2, 0, -1, 0, 0, 0, 0, 1}, {3, 1, 2}}},
        {editor_primitive_default(EDITOR_SHAPE_SPHERE_VOLUME), PICK_AFFINE_IDENTITY}};
    const editor_primitive moved = {.shape = EDITOR_SHAPE_COMPOUND_VOLUME, .parts = parts, .part_count = 2};
    assert_int_equal(editor_edit_set_primitives(b.document, &tip, &moved, 1), EDITOR_EDIT_DONE);
    assert_int_equal(editor_edit_split_volumes(b.document, &tip, 1), EDITOR_EDIT_DONE);
    const pick_affine expected = pick_affine_multiply(&place, &parts[0].local);
    assert_true(fixture_difference(&b.level->objects[tip].world, &expected) < 1e-9);
    assert_true(fixture_difference(&b.level->objects[POST_1].world, &post) < 1e-9);
    end(&b);
}

static void refuse_join(bench *b, const uint32_t *objects, uint32_t count, uint32_t into, const char *reason)
{
    const uint64_t before = fixture_state(b->document);
    assert_int_equal(editor_edit_join_volumes(b->document, objects, count, into), EDITOR_EDIT_REFUSED);
    assert_string_equal(editor_document_reason(b->document), reason);
    assert_int_equal(fixture_state(b->document), before);
}

static void test_refused(void **state)
{
    (void)state;
    bench b = bench_begin();
    const uint32_t box = add(&b, EDITOR_SHAPE_BOX_VOLUME, EDITOR_NONE, 0),
                   ball = add(&b, EDITOR_SHAPE_SPHERE_VOLUME, EDITOR_NONE, 1);
    const uint32_t both[3] = {box, ball, POST_1};
    refuse_join(&b, both, 1, box, "two volumes or more are needed");
    refuse_join(&b, both, 3, box, "post 01 is no volume");
    refuse_join(&b, both, 2, POST_1, "the volume to join them into is none of them");
    assert_int_equal(editor_edit_split_volumes(b.document, both, 3), EDITOR_EDIT_REFUSED);
    assert_string_equal(editor_document_reason(b.document), "no compound volume is selected");
    pick_affine flat = fixture_at(1, 50, 0);
    flat.linear[8] = 0;
    assert_int_equal(editor_edit_set_locals(b.document, &ball, &flat, 1), EDITOR_EDIT_DONE);
    refuse_join(&b, both, 2, box, "sphere volume is flat");
    assert_true(editor_document_undo(b.document));
    assert_int_equal(editor_edit_set_locked(b.document, &ball, 1, true), EDITOR_EDIT_DONE);
    refuse_join(&b, both, 2, box, "sphere volume is locked");
    assert_true(editor_document_undo(b.document));

    // As many parts as there may be, and one more.
    editor_part parts[EDITOR_PARTS];
    for (int i = 0; i < EDITOR_PARTS; i++)
        parts[i] = (editor_part){editor_primitive_default(EDITOR_SHAPE_BOX_VOLUME), fixture_at(i, 0, 0)};
    editor_primitive many = {.shape = EDITOR_SHAPE_COMPOUND_VOLUME, .parts = parts, .part_count = EDITOR_PARTS - 1};
    assert_int_equal(editor_edit_set_primitives(b.document, &box, &many, 1), EDITOR_EDIT_DONE);
    assert_int_equal(editor_edit_join_volumes(b.document, both, 2, ball), EDITOR_EDIT_DONE);
    assert_int_equal(primitive_of(&b, ball)->part_count, EDITOR_PARTS);
    const uint32_t tip = add(&b, EDITOR_SHAPE_CONE_VOLUME, EDITOR_NONE, 0);
    refuse_join(&b, (uint32_t[]){tip, ball}, 2, ball, "a compound volume has at most 64 parts");
    refuse_join(&b, (uint32_t[]){tip, ball}, 2, tip, "a compound volume has at most 64 parts");
    assert_int_equal(editor_edit_set_locked(b.document, &ball, 1, true), EDITOR_EDIT_DONE);
    assert_int_equal(editor_edit_split_volumes(b.document, &ball, 1), EDITOR_EDIT_REFUSED);
    assert_string_equal(editor_document_reason(b.document), "sphere volume is locked");
    end(&b);
}

// What is no compound is refused, with the part.
static void test_invalid(void **state)
{
    (void)state;
    bench b = bench_begin();
    const uint32_t box = add(&b, EDITOR_SHAPE_BOX_VOLUME, EDITOR_NONE, 0);
    editor_part parts[2] = {{editor_primitive_default(EDITOR_SHAPE_BOX_VOLUME), PICK_AFFINE_IDENTITY},
                            {editor_primitive_default(EDITOR_SHAPE_CAPSULE_VOLUME), PICK_AFFINE_IDENTITY}};
    editor_primitive compound = {.shape = EDITOR_SHAPE_COMPOUND_VOLUME, .parts = parts, .part_count = 2};
    static const char place[] = "parts[1]: expected a place that is finite and not flat";
    for (int i = 0; i < 6; i++) {
        parts[1] = (editor_part){editor_primitive_default(EDITOR_SHAPE_CAPSULE_VOLUME), PICK_AFFINE_IDENTITY};
        compound.part_count = i == 0 ? 0 : 2;
        if (i == 1)
            parts[1].volume = editor_primitive_default(EDITOR_SHAPE_CUBE);
        if (i == 2)
            parts[1].volume = compound;
        if (i == 3)
            parts[1].volume.value[EDITOR_PRIMITIVE_HEIGHT] = 0.1;
        if (i == 4)
            parts[1].local.linear[4] = 0;
        if (i == 5)
            parts[1].local.origin.y = (double)NAN;
        static const char *const reasons[6] = {"parts: expected 1 to 64, not 0",
                                               "parts[1]: expected another volume than a compound",
                                               "parts[1]: expected another volume than a compound",
                                               "parts[1]: height: expected at least twice the radius, 1 m",
                                               place,
                                               place};
        assert_int_equal(editor_edit_set_primitives(b.document, &box, &compound, 1), EDITOR_EDIT_REFUSED);
        assert_string_equal(editor_document_reason(b.document), reasons[i]);
    }
    // Others make another mesh; equal ones share it, which has parts of its own.
    parts[1] = (editor_part){editor_primitive_default(EDITOR_SHAPE_CONVEX_VOLUME), fixture_at(0, 1, 0)};
    const uint32_t ball = add(&b, EDITOR_SHAPE_SPHERE_VOLUME, EDITOR_NONE, 1), both[2] = {box, ball};
    const editor_primitive twice[2] = {compound, compound};
    assert_int_equal(editor_edit_set_primitives(b.document, both, twice, 2), EDITOR_EDIT_DONE);
    assert_int_equal(b.level->objects[box].mesh, b.level->objects[ball].mesh);
    parts[1].local.origin.y = 1.5;
    assert_true(primitive_of(&b, ball)->parts[1].local.origin.y == 1);
    assert_int_equal(editor_edit_set_primitives(b.document, &ball, &compound, 1), EDITOR_EDIT_DONE);
    assert_int_not_equal(b.level->objects[box].mesh, b.level->objects[ball].mesh);
    parts[1].local.origin.y = 1;
    parts[0].volume.value[EDITOR_PRIMITIVE_DEPTH] = 3;
    assert_int_equal(editor_edit_set_primitives(b.document, &ball, &compound, 1), EDITOR_EDIT_DONE);
    assert_int_not_equal(b.level->objects[box].mesh, b.level->objects[ball].mesh);
    end(&b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_join_and_split),
        cmocka_unit_test(test_what_is_below),
        cmocka_unit_test(test_refused),
        cmocka_unit_test(test_invalid),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
