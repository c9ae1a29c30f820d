// Operations on sets: filter, invert, ranges, parents and children, snapshots, listeners, and running out of memory.
#include "failing_allocator.h"

#include "picking/selection.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

enum { COUNT = 12 };

typedef struct world {
    failing_allocator memory;
    pick_allocator hook;
    pick_selection *selection, *other;
    pick_object_id all[COUNT];   // 1 .. COUNT
    uint32_t parents[COUNT + 1]; // by number; 0: none
    size_t notices;
    uint64_t noticed_revision;
} world;

static pick_object_id id(uint32_t n)
{
    return n == 0 ? (pick_object_id){0, 0} : (pick_object_id){n, n + 100};
}

static int setup(void **state)
{
    static world w;
    w = (world){.parents = {[2] = 1, [3] = 1, [4] = 2, [5] = 2, [6] = 5}};
    w.hook = failing_allocator_hook(&w.memory);
    assert_int_equal(pick_selection_create(&w.hook, &w.selection), PICK_OK);
    assert_int_equal(pick_selection_create(&w.hook, &w.other), PICK_OK);
    for (uint32_t i = 0; i < COUNT; i++)
        w.all[i] = id(i + 1);
    *state = &w;
    return 0;
}

static int teardown(void **state)
{
    world *w = *state;
    w->memory.fail_at = 0;
    pick_selection_destroy(w->selection);
    pick_selection_destroy(w->other);
    assert_int_equal(w->memory.held_blocks, 0);
    assert_int_equal(w->memory.held_bytes, 0);
    return 0;
}

static void select(world *w, uint32_t a, uint32_t b, uint32_t c)
{
    const pick_object_id ids[3] = {id(a), id(b), id(c)};
    assert_int_equal(pick_selection_apply(w->selection, PICK_SELECTION_REPLACE, ids, 3, NULL), PICK_OK);
}

// The members in order, the active one last in the list again.
static void expect(const pick_selection *selection, const uint32_t *numbers, size_t count, uint32_t active)
{
    assert_int_equal(pick_selection_count(selection), count);
    for (size_t i = 0; i < count; i++) {
        assert_int_equal(pick_selection_objects(selection)[i].index1, numbers[i]);
        assert_true(pick_selection_contains(selection, id(numbers[i])));
    }
    assert_int_equal(pick_selection_active(selection).index1, active);
}

#define EXPECT(selection, active, ...)                                                                                 \
    expect(selection, (const uint32_t[]){__VA_ARGS__}, sizeof((const uint32_t[]){__VA_ARGS__}) / sizeof(uint32_t),     \
           active)

static bool is_even(void *user, pick_object_id object)
{
    *(size_t *)user += 1;
    assert_false(pick_object_id_is_null(object));
    return object.index1 % 2 == 0;
}

static void by_predicate(void **state)
{
    world *w = *state;
    size_t asked = 0;
    bool changed;
    select(w, 1, 2, 3);
    assert_int_equal(
        pick_selection_apply_where(w->selection, PICK_SELECTION_ADD, w->all, COUNT, is_even, &asked, &changed),
        PICK_OK);
    assert_true(changed);
    assert_int_equal(asked, COUNT);
    EXPECT(w->selection, 12, 1, 2, 3, 4, 6, 8, 10, 12);
    assert_int_equal(
        pick_selection_apply_where(w->selection, PICK_SELECTION_ADD, w->all, COUNT, is_even, &asked, &changed),
        PICK_OK);
    assert_false(changed);
    pick_selection_apply_where(w->selection, PICK_SELECTION_REMOVE, w->all, COUNT, is_even, &asked, NULL);
    EXPECT(w->selection, 3, 1, 3);
    const pick_object_id some[4] = {id(0), id(4), id(5), id(4)}; // nothing, and one twice
    pick_selection_apply_where(w->selection, PICK_SELECTION_REPLACE, some, 4, is_even, &asked, NULL);
    EXPECT(w->selection, 4, 4);
    const pick_object_id again[3] = {id(4), id(6), id(4)}; // named last, so active
    pick_selection_apply_where(w->selection, PICK_SELECTION_REPLACE, again, 3, is_even, &asked, NULL);
    EXPECT(w->selection, 4, 4, 6);
    pick_selection_apply_where(w->selection, PICK_SELECTION_REPLACE, NULL, 0, is_even, &asked, &changed);
    assert_true(changed);
    assert_int_equal(pick_selection_count(w->selection), 0);
    // What was deleted goes.
    select(w, 4, 5, 6);
    assert_true(pick_selection_keep(w->selection, is_even, &asked));
    EXPECT(w->selection, 6, 4, 6);
    assert_false(pick_selection_keep(w->selection, is_even, &asked));
    select(w, 4, 6, 5);
    assert_true(pick_selection_keep(w->selection, is_even, &asked));
    EXPECT(w->selection, 6, 4, 6); // the active one was among them
    select(w, 1, 3, 5);
    assert_true(pick_selection_keep(w->selection, is_even, &asked));
    assert_int_equal(pick_selection_count(w->selection), 0);
    assert_true(pick_object_id_is_null(pick_selection_active(w->selection)));
    assert_false(pick_selection_keep(w->selection, is_even, &asked));
}

static void inverted(void **state)
{
    world *w = *state;
    bool changed;
    select(w, 2, 99, 5); // 99 is not of this level
    assert_int_equal(pick_selection_invert(w->selection, w->all, 6, &changed), PICK_OK);
    assert_true(changed);
    EXPECT(w->selection, 6, 1, 3, 4, 6);
    assert_int_equal(pick_selection_invert(w->selection, w->all, 6, NULL), PICK_OK);
    EXPECT(w->selection, 5, 2, 5);
    assert_int_equal(pick_selection_invert(w->selection, NULL, 0, &changed), PICK_OK);
    assert_true(changed);
    assert_int_equal(pick_selection_count(w->selection), 0);
    assert_int_equal(pick_selection_invert(w->selection, NULL, 0, &changed), PICK_OK);
    assert_false(changed);
    const pick_object_id with_null[3] = {id(0), id(7), id(0)};
    assert_int_equal(pick_selection_invert(w->selection, with_null, 3, NULL), PICK_OK);
    EXPECT(w->selection, 7, 7);
}

static void ranges(void **state)
{
    world *w = *state;
    bool changed;
    select(w, 2, 9, 9);
    assert_int_equal(pick_selection_apply_range(w->selection, PICK_SELECTION_ADD, w->all, COUNT, 3, 5, &changed),
                     PICK_OK);
    assert_true(changed);
    EXPECT(w->selection, 6, 2, 9, 4, 5, 6);
    assert_int_equal(pick_selection_apply_range(w->selection, PICK_SELECTION_REPLACE, w->all, COUNT, 7, 5, &changed),
                     PICK_OK);
    EXPECT(w->selection, 6, 8, 7, 6); // the end named last is the active one
    assert_int_equal(pick_selection_apply_range(w->selection, PICK_SELECTION_REPLACE, w->all, COUNT, 4, 4, &changed),
                     PICK_OK);
    EXPECT(w->selection, 5, 5);
    assert_int_equal(pick_selection_apply_range(w->selection, PICK_SELECTION_REPLACE, w->all, COUNT, 4, 4, &changed),
                     PICK_OK);
    assert_false(changed);
    // Rows of a list may show an object twice, or none.
    const pick_object_id rows[4] = {id(1), id(2), id(0), id(1)};
    assert_int_equal(pick_selection_apply_range(w->selection, PICK_SELECTION_REPLACE, rows, 4, 3, 0, NULL), PICK_OK);
    EXPECT(w->selection, 1, 1, 2);
    assert_int_equal(pick_selection_apply_range(w->selection, PICK_SELECTION_REPLACE, rows, 4, 0, 3, NULL), PICK_OK);
    EXPECT(w->selection, 1, 1, 2);
}

static pick_object_id parent_of(void *user, pick_object_id object)
{
    const world *w = user;
    return id(object.index1 <= COUNT ? w->parents[object.index1] : 0);
}

static void up_and_down_the_tree(void **state)
{
    world *w = *state;
    bool changed;
    select(w, 4, 6, 5); // under 2, under 5, under 2
    assert_int_equal(pick_selection_to_parents(w->selection, parent_of, w, &changed), PICK_OK);
    assert_true(changed);
    EXPECT(w->selection, 2, 2, 5);
    assert_int_equal(pick_selection_to_parents(w->selection, parent_of, w, NULL), PICK_OK);
    EXPECT(w->selection, 1, 1, 2);
    assert_int_equal(pick_selection_to_parents(w->selection, parent_of, w, NULL), PICK_OK);
    EXPECT(w->selection, 1, 1);
    assert_int_equal(pick_selection_to_parents(w->selection, parent_of, w, &changed), PICK_OK);
    assert_false(changed); // nothing is above
    assert_int_equal(pick_selection_to_children(w->selection, w->all, COUNT, parent_of, w, &changed), PICK_OK);
    assert_true(changed);
    EXPECT(w->selection, 3, 2, 3);
    assert_int_equal(pick_selection_to_children(w->selection, w->all, COUNT, parent_of, w, NULL), PICK_OK);
    EXPECT(w->selection, 5, 4, 5);
    assert_int_equal(pick_selection_to_children(w->selection, w->all, COUNT, parent_of, w, NULL), PICK_OK);
    EXPECT(w->selection, 6, 6);
    assert_int_equal(pick_selection_to_children(w->selection, w->all, COUNT, parent_of, w, &changed), PICK_OK);
    assert_false(changed); // nothing is below: what is selected stays
    EXPECT(w->selection, 6, 6);
    assert_int_equal(pick_selection_to_children(w->selection, NULL, 0, parent_of, w, NULL), PICK_OK);
    const pick_object_id nothing = id(0);
    assert_int_equal(pick_selection_to_children(w->selection, &nothing, 1, parent_of, w, &changed), PICK_OK);
    assert_false(changed);
    pick_selection_clear(w->selection);
    assert_int_equal(pick_selection_to_parents(w->selection, parent_of, w, &changed), PICK_OK);
    assert_false(changed);
}

static void snapshots(void **state)
{
    world *w = *state;
    bool changed;
    select(w, 3, 1, 2);
    assert_true(pick_selection_set_active(w->selection, id(1)));
    assert_false(pick_selection_equal(w->selection, w->other));
    assert_int_equal(pick_selection_copy(w->other, w->selection, &changed), PICK_OK);
    assert_true(changed);
    assert_true(pick_selection_equal(w->selection, w->other));
    const uint64_t hash = pick_selection_hash(w->selection);
    assert_true(hash == pick_selection_hash(w->other));
    assert_int_equal(pick_selection_copy(w->other, w->selection, &changed), PICK_OK);
    assert_false(changed);
    assert_int_equal(pick_selection_copy(w->other, w->other, &changed), PICK_OK); // itself
    assert_false(changed);
    // Another active one, another order, another member: another set.
    pick_selection_set_active(w->selection, id(2));
    assert_false(pick_selection_equal(w->selection, w->other));
    assert_true(hash != pick_selection_hash(w->selection));
    select(w, 1, 3, 2);
    pick_selection_set_active(w->selection, id(1));
    assert_false(pick_selection_equal(w->selection, w->other));
    assert_true(hash != pick_selection_hash(w->selection));
    // What differs between the two.
    select(w, 2, 7, 8);
    pick_object_id out[4];
    assert_int_equal(pick_selection_difference(w->selection, w->other, out, 4), 2);
    assert_true(out[0].index1 == 7 && out[1].index1 == 8);
    assert_int_equal(pick_selection_difference(w->other, w->selection, out, 1), 2);
    assert_int_equal(out[0].index1, 3);
    assert_int_equal(pick_selection_difference(w->other, w->other, NULL, 0), 0);
    // Back again.
    assert_int_equal(pick_selection_copy(w->selection, w->other, NULL), PICK_OK);
    EXPECT(w->selection, 1, 3, 1, 2);
    assert_true(hash == pick_selection_hash(w->selection));
    // From a saved list: nulls and doubles left out; an active one that is not in it gives way to the last.
    const pick_object_id saved[5] = {id(4), id(0), id(5), id(4), id(6)};
    assert_int_equal(pick_selection_set(w->selection, saved, 5, id(5), &changed), PICK_OK);
    assert_true(changed);
    EXPECT(w->selection, 5, 4, 5, 6);
    assert_int_equal(pick_selection_set(w->selection, saved, 5, id(9), NULL), PICK_OK);
    EXPECT(w->selection, 6, 4, 5, 6);
    assert_int_equal(pick_selection_set(w->selection, NULL, 0, id(9), NULL), PICK_OK);
    assert_int_equal(pick_selection_count(w->selection), 0);
    assert_int_equal(pick_selection_copy(w->selection, w->selection, &changed), PICK_OK); // empty
    assert_false(changed);
}

static void note(void *user, const pick_selection *selection)
{
    world *w = user;
    w->notices++;
    assert_true(pick_selection_revision(selection) > w->noticed_revision); // of what it is now
    w->noticed_revision = pick_selection_revision(selection);
}

static void listeners_are_called(void **state)
{
    world *w = *state;
    size_t asked = 0;
    pick_selection_set_listener(w->selection, note, w);
    size_t expected = 0;
    select(w, 1, 2, 3);
    assert_int_equal(w->notices, ++expected);
    select(w, 1, 2, 3); // the same
    assert_int_equal(w->notices, expected);
    pick_selection_set_active(w->selection, id(1));
    assert_int_equal(w->notices, ++expected);
    pick_selection_set_active(w->selection, id(1));
    assert_int_equal(w->notices, expected);
    pick_selection_keep(w->selection, is_even, &asked);
    assert_int_equal(w->notices, ++expected);
    pick_selection_invert(w->selection, w->all, COUNT, NULL);
    assert_int_equal(w->notices, ++expected);
    pick_selection_apply_where(w->selection, PICK_SELECTION_TOGGLE, w->all, COUNT, is_even, &asked, NULL);
    assert_int_equal(w->notices, ++expected);
    pick_selection_to_parents(w->selection, parent_of, w, NULL);
    assert_int_equal(w->notices, ++expected);
    pick_selection_clear(w->selection);
    assert_int_equal(w->notices, ++expected);
    pick_selection_clear(w->selection);
    assert_int_equal(w->notices, expected);
    pick_selection_set_listener(w->selection, NULL, NULL);
    select(w, 1, 2, 3);
    assert_int_equal(w->notices, expected);
}

// Each call, with each allocation failing: an error, and nothing has changed.
static void memory_runs_out(void **state)
{
    world *w = *state;
    pick_object_id many[100];
    size_t asked = 0;
    for (uint32_t i = 0; i < 100; i++)
        many[i] = id(i + 1);
    size_t failures = 0;
    for (int call = 0; call < 7; call++) {
        for (size_t fail_at = 1; fail_at < 10; fail_at++) {
            select(w, 4, 6, 3);
            pick_selection_copy(w->other, w->selection, NULL);
            const uint64_t revision = pick_selection_revision(w->selection);
            const size_t held = w->memory.held_bytes;
            w->memory.calls = 0;
            w->memory.fail_at = fail_at;
            bool changed = false;
            pick_result result = PICK_OK;
            switch (call) {
            case 0:
                result = pick_selection_set(w->selection, many, 100, id(1), &changed);
                break;
            case 1:
                result = pick_selection_copy(w->selection, w->other, &changed);
                break;
            case 2:
                result =
                    pick_selection_apply_where(w->selection, PICK_SELECTION_ADD, many, 100, is_even, &asked, &changed);
                break;
            case 3:
                result = pick_selection_apply_range(w->selection, PICK_SELECTION_ADD, many, 100, 90, 3, &changed);
                break;
            case 4:
                result = pick_selection_invert(w->selection, many, 100, &changed);
                break;
            case 5:
                result = pick_selection_to_parents(w->selection, parent_of, w, &changed);
                break;
            default:
                result = pick_selection_to_children(w->selection, many, 100, parent_of, w, &changed);
                break;
            }
            w->memory.fail_at = 0;
            if (result == PICK_OK) {
                assert_true(fail_at > 1);
                break;
            }
            failures++;
            assert_int_equal(result, PICK_ERROR_OUT_OF_MEMORY);
            assert_false(changed);
            assert_true(pick_selection_equal(w->selection, w->other));
            assert_true(pick_selection_revision(w->selection) == revision);
            assert_int_equal(w->memory.held_bytes, held);
        }
    }
    assert_true(failures >= 7); // each of the calls
}

int main(void)
{
#define TEST(f) cmocka_unit_test_setup_teardown(f, setup, teardown)
    const struct CMUnitTest tests[] = {
        TEST(by_predicate),         TEST(inverted),        TEST(ranges), TEST(up_and_down_the_tree), TEST(snapshots),
        TEST(listeners_are_called), TEST(memory_runs_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
