// The ordered set: every operation, what counts as a change, and running out of memory at every allocation.
#include "picking/selection.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

typedef struct counting_heap {
    size_t allocations_left; // then NULL
    size_t bytes;            // allocated and not yet freed
} counting_heap;

static void *counted_allocate(void *user, size_t size, size_t alignment)
{
    counting_heap *heap = user;
    (void)alignment;
    if (heap->allocations_left == 0)
        return NULL;
    heap->allocations_left--;
    heap->bytes += size;
    return malloc(size);
}

static void counted_deallocate(void *user, void *pointer, size_t size, size_t alignment)
{
    counting_heap *heap = user;
    (void)alignment;
    assert_true(heap->bytes >= size);
    heap->bytes -= size;
    free(pointer);
}

static pick_allocator heap_allocator(counting_heap *heap)
{
    return (pick_allocator){counted_allocate, counted_deallocate, heap};
}

static pick_object_id id(uint32_t n)
{
    return (pick_object_id){n, 1};
}

static bool apply(pick_selection *selection, pick_selection_op op, const uint32_t *numbers, size_t count)
{
    pick_object_id ids[16];
    assert_true(count <= 16);
    for (size_t i = 0; i < count; i++)
        ids[i] = id(numbers[i]);
    bool changed = false;
    uint64_t before = pick_selection_revision(selection);
    assert_int_equal(pick_selection_apply(selection, op, ids, count, &changed), PICK_OK);
    assert_int_equal(pick_selection_revision(selection), before + (changed ? 1 : 0));
    return changed;
}

#define APPLY(selection, op, ...)                                                                                      \
    apply(selection, op, (const uint32_t[]){__VA_ARGS__}, sizeof((const uint32_t[]){__VA_ARGS__}) / sizeof(uint32_t))

static void expect(const pick_selection *selection, uint32_t active, const uint32_t *numbers, size_t count)
{
    assert_int_equal(pick_selection_count(selection), count);
    for (size_t i = 0; i < count; i++) {
        assert_true(pick_object_id_equal(pick_selection_objects(selection)[i], id(numbers[i])));
        assert_true(pick_selection_contains(selection, id(numbers[i])));
    }
    pick_object_id wanted = active ? id(active) : (pick_object_id){0, 0};
    assert_true(pick_object_id_equal(pick_selection_active(selection), wanted));
}

#define EXPECT(selection, active, ...)                                                                                 \
    expect(selection, active, (const uint32_t[]){__VA_ARGS__},                                                         \
           sizeof((const uint32_t[]){__VA_ARGS__}) / sizeof(uint32_t))

static pick_selection *make(void)
{
    pick_selection *selection = NULL;
    assert_int_equal(pick_selection_create(NULL, &selection), PICK_OK);
    return selection;
}

static void a_new_selection_is_empty(void **state)
{
    (void)state;
    pick_selection *selection = make();
    expect(selection, 0, NULL, 0);
    assert_false(pick_selection_contains(selection, id(1)));
    assert_false(pick_selection_contains(selection, (pick_object_id){0, 0}));
    assert_false(pick_selection_clear(selection));
    assert_false(pick_selection_set_active(selection, id(1)));
    assert_false(apply(selection, PICK_SELECTION_REPLACE, NULL, 0));
    assert_false(APPLY(selection, PICK_SELECTION_REMOVE, 1, 2));
    assert_false(APPLY(selection, PICK_SELECTION_ADD, 0));
    assert_int_equal(pick_selection_revision(selection), 0);
    pick_selection_destroy(selection);
    pick_selection_destroy(NULL);
}

static void replace_takes_the_order_given(void **state)
{
    (void)state;
    pick_selection *selection = make();
    assert_true(APPLY(selection, PICK_SELECTION_REPLACE, 7, 3, 5));
    EXPECT(selection, 5, 7, 3, 5);
    assert_false(APPLY(selection, PICK_SELECTION_REPLACE, 7, 3, 5));
    assert_false(APPLY(selection, PICK_SELECTION_REPLACE, 7, 3, 0, 3, 5)); // repeated and null ones count for nothing
    assert_true(APPLY(selection, PICK_SELECTION_REPLACE, 7, 5, 3));        // another order is another selection
    EXPECT(selection, 3, 7, 5, 3);
    assert_true(APPLY(selection, PICK_SELECTION_REPLACE, 7, 5, 3, 5)); // another active one, too
    EXPECT(selection, 5, 7, 5, 3);
    assert_true(APPLY(selection, PICK_SELECTION_REPLACE, 7, 5)); // a beginning is not the same
    EXPECT(selection, 5, 7, 5);
    assert_true(APPLY(selection, PICK_SELECTION_REPLACE, 9));
    EXPECT(selection, 9, 9);
    assert_true(APPLY(selection, PICK_SELECTION_REPLACE, 0)); // what a click on nothing gives
    expect(selection, 0, NULL, 0);
    pick_selection_destroy(selection);
}

static void add_keeps_places_and_moves_the_active_one(void **state)
{
    (void)state;
    pick_selection *selection = make();
    assert_true(APPLY(selection, PICK_SELECTION_ADD, 1, 2, 3));
    EXPECT(selection, 3, 1, 2, 3);
    assert_false(APPLY(selection, PICK_SELECTION_ADD, 3));
    assert_true(APPLY(selection, PICK_SELECTION_ADD, 1)); // active moves: a change
    EXPECT(selection, 1, 1, 2, 3);
    assert_true(APPLY(selection, PICK_SELECTION_ADD, 4, 4, 2));
    EXPECT(selection, 2, 1, 2, 3, 4);
    assert_false(APPLY(selection, PICK_SELECTION_ADD, 0));
    pick_selection_destroy(selection);
}

static void toggle_adds_and_removes(void **state)
{
    (void)state;
    pick_selection *selection = make();
    assert_true(APPLY(selection, PICK_SELECTION_TOGGLE, 1, 2, 3, 4));
    assert_true(APPLY(selection, PICK_SELECTION_TOGGLE, 4));
    EXPECT(selection, 3, 1, 2, 3); // the active one left: the last takes over
    assert_true(APPLY(selection, PICK_SELECTION_TOGGLE, 1));
    EXPECT(selection, 3, 2, 3); // another left: the active one stays
    assert_true(APPLY(selection, PICK_SELECTION_TOGGLE, 2, 2, 5, 5));
    EXPECT(selection, 5, 3, 5); // twice in one call is once
    assert_true(APPLY(selection, PICK_SELECTION_TOGGLE, 3, 5));
    expect(selection, 0, NULL, 0);
    assert_false(APPLY(selection, PICK_SELECTION_TOGGLE, 0));
    pick_selection_destroy(selection);
}

static void remove_adds_nothing(void **state)
{
    (void)state;
    pick_selection *selection = make();
    APPLY(selection, PICK_SELECTION_REPLACE, 1, 2, 3, 4, 5);
    assert_false(APPLY(selection, PICK_SELECTION_REMOVE, 9));
    assert_true(APPLY(selection, PICK_SELECTION_REMOVE, 2, 4, 2, 0));
    EXPECT(selection, 5, 1, 3, 5);
    assert_false(pick_selection_contains(selection, id(2)));
    assert_true(APPLY(selection, PICK_SELECTION_REMOVE, 5));
    EXPECT(selection, 3, 1, 3);
    pick_selection_destroy(selection);
}

static void clear_and_set_active(void **state)
{
    (void)state;
    pick_selection *selection = make();
    APPLY(selection, PICK_SELECTION_REPLACE, 1, 2, 3);
    assert_int_equal(pick_selection_revision(selection), 1);
    assert_true(pick_selection_set_active(selection, id(2)));
    EXPECT(selection, 2, 1, 2, 3);
    assert_int_equal(pick_selection_revision(selection), 2);
    assert_false(pick_selection_set_active(selection, id(2)));
    assert_false(pick_selection_set_active(selection, id(8)));
    assert_int_equal(pick_selection_revision(selection), 2);
    assert_true(pick_selection_clear(selection));
    assert_int_equal(pick_selection_revision(selection), 3);
    expect(selection, 0, NULL, 0);
    pick_selection_destroy(selection);
}

static void another_generation_is_another_object(void **state)
{
    (void)state;
    pick_selection *selection = make();
    pick_object_id old = {4, 1}, reused = {4, 2};
    assert_int_equal(pick_selection_apply(selection, PICK_SELECTION_ADD, &old, 1, NULL), PICK_OK);
    assert_false(pick_selection_contains(selection, reused));
    assert_int_equal(pick_selection_apply(selection, PICK_SELECTION_ADD, &reused, 1, NULL), PICK_OK);
    assert_int_equal(pick_selection_count(selection), 2);
    pick_selection_destroy(selection);
}

// A long random walk against a plain array that does the same slowly.
static void a_random_walk_agrees_with_a_plain_list(void **state)
{
    (void)state;
    enum { UNIVERSE = 300, STEPS = 4000, BATCH = 12 };
    pick_selection *selection = make();
    uint32_t list[UNIVERSE], count = 0, grown = 0;
    uint32_t random = 12345;
    for (int step = 0; step < STEPS; step++) {
        uint32_t batch[BATCH], size = 0;
        pick_object_id ids[BATCH];
        random = random * 1664525u + 1013904223u;
        uint32_t wanted = 1 + (random >> 16) % BATCH;
        pick_selection_op op = (random >> 8) % 3 == 0 ? PICK_SELECTION_REMOVE : PICK_SELECTION_TOGGLE;
        while (size < wanted) {
            random = random * 1664525u + 1013904223u;
            batch[size] = 1 + (random >> 12) % UNIVERSE;
            ids[size] = id(batch[size]);
            bool twice = false;
            for (uint32_t i = 0; i < size; i++)
                twice |= batch[i] == batch[size];
            size += !twice;
        }
        for (uint32_t b = 0; b < size; b++) {
            uint32_t at = 0;
            while (at < count && list[at] != batch[b])
                at++;
            if (at < count) {
                for (uint32_t i = at; i + 1 < count; i++)
                    list[i] = list[i + 1];
                count--;
            } else if (op == PICK_SELECTION_TOGGLE) {
                list[count++] = batch[b];
            }
        }
        assert_int_equal(pick_selection_apply(selection, op, ids, size, NULL), PICK_OK);
        assert_int_equal(pick_selection_count(selection), count);
        for (uint32_t i = 0; i < count; i++)
            assert_int_equal(pick_selection_objects(selection)[i].index1, list[i]);
        grown = count > grown ? count : grown;
    }
    assert_true(grown > 50); // else the walk has shown nothing
    pick_selection_destroy(selection);
}

static void memory_that_runs_out_changes_nothing(void **state)
{
    (void)state;
    counting_heap heap = {0};
    pick_allocator allocator = heap_allocator(&heap);
    pick_selection *selection = NULL;
    assert_int_equal(pick_selection_create(&allocator, &selection), PICK_ERROR_OUT_OF_MEMORY);
    assert_null(selection);

    heap.allocations_left = 1;
    assert_int_equal(pick_selection_create(&allocator, &selection), PICK_OK);
    pick_object_id ids[40];
    for (uint32_t i = 0; i < 40; i++)
        ids[i] = id(i + 1);
    for (int op = PICK_SELECTION_REPLACE; op <= PICK_SELECTION_TOGGLE; op++) {
        bool changed = true;
        assert_int_equal(pick_selection_apply(selection, (pick_selection_op)op, ids, 3, &changed),
                         PICK_ERROR_OUT_OF_MEMORY);
        assert_false(changed);
        expect(selection, 0, NULL, 0);
    }

    heap.allocations_left = 1;
    assert_int_equal(pick_selection_apply(selection, PICK_SELECTION_ADD, ids, 3, NULL), PICK_OK);
    for (int op = PICK_SELECTION_REPLACE; op <= PICK_SELECTION_TOGGLE; op++) {
        assert_int_equal(pick_selection_apply(selection, (pick_selection_op)op, ids, 40, NULL),
                         PICK_ERROR_OUT_OF_MEMORY);
        EXPECT(selection, 3, 1, 2, 3);
    }
    assert_int_equal(pick_selection_revision(selection), 1);
    // Shrinking needs nothing.
    assert_true(APPLY(selection, PICK_SELECTION_TOGGLE, 3, 2));
    EXPECT(selection, 1, 1);
    assert_true(pick_selection_clear(selection));
    pick_selection_destroy(selection);
    assert_int_equal(heap.bytes, 0);
}

static void too_many_are_refused(void **state)
{
    (void)state;
    pick_selection *selection = make();
    pick_object_id one = id(1);
    // The count is refused before any object is read.
    assert_int_equal(pick_selection_apply(selection, PICK_SELECTION_REPLACE, &one, ((size_t)1 << 30) + 1, NULL),
                     PICK_ERROR_TOO_LARGE);
    expect(selection, 0, NULL, 0);
    pick_selection_destroy(selection);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_new_selection_is_empty),
        cmocka_unit_test(replace_takes_the_order_given),
        cmocka_unit_test(add_keeps_places_and_moves_the_active_one),
        cmocka_unit_test(toggle_adds_and_removes),
        cmocka_unit_test(remove_adds_nothing),
        cmocka_unit_test(clear_and_set_active),
        cmocka_unit_test(another_generation_is_another_object),
        cmocka_unit_test(a_random_walk_agrees_with_a_plain_list),
        cmocka_unit_test(memory_that_runs_out_changes_nothing),
        cmocka_unit_test(too_many_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
