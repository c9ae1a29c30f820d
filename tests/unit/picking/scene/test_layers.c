#include "picking/layers.h"

#include "near.h"

static void everything_sees_everything_at_first(void **state)
{
    (void)state;
    pick_layer_matrix matrix;
    pick_layer_matrix_init(&matrix);
    for (uint32_t from = 0; from < PICK_LAYER_COUNT; from++) {
        for (uint32_t to = 0; to < PICK_LAYER_COUNT; to++)
            assert_true(pick_layer_matrix_sees(&matrix, from, to));
        assert_int_equal(pick_layer_matrix_mask(&matrix, 1u << from), 0xffffffffu);
    }
    assert_int_equal(pick_layer_matrix_mask(&matrix, 0), 0);
}

static void pairs_are_set_one_way_or_both(void **state)
{
    (void)state;
    pick_layer_matrix matrix;
    pick_layer_matrix_init(&matrix);
    assert_int_equal(pick_layer_matrix_set(&matrix, 3, 31, false), PICK_OK);
    assert_false(pick_layer_matrix_sees(&matrix, 3, 31));
    assert_true(pick_layer_matrix_sees(&matrix, 31, 3));
    assert_int_equal(pick_layer_matrix_mask(&matrix, 1u << 3), 0x7fffffffu);
    assert_int_equal(pick_layer_matrix_set_pair(&matrix, 0, 5, false), PICK_OK);
    assert_false(pick_layer_matrix_sees(&matrix, 0, 5));
    assert_false(pick_layer_matrix_sees(&matrix, 5, 0));
    assert_int_equal(pick_layer_matrix_set(&matrix, 0, 5, true), PICK_OK);
    assert_true(pick_layer_matrix_sees(&matrix, 0, 5));
    assert_false(pick_layer_matrix_sees(&matrix, 5, 0));
    // Something in two layers sees what either sees.
    assert_int_equal(pick_layer_matrix_mask(&matrix, 1u << 3 | 1u << 5), 0xffffffffu);
    assert_int_equal(pick_layer_matrix_set(&matrix, 5, 31, false), PICK_OK);
    assert_int_equal(pick_layer_matrix_mask(&matrix, 1u << 3 | 1u << 5), 0x7fffffffu);
}

static void numbers_that_are_no_layers(void **state)
{
    (void)state;
    pick_layer_matrix matrix;
    pick_layer_matrix_init(&matrix);
    assert_int_equal(pick_layer_matrix_set(&matrix, 32, 0, false), PICK_ERROR_INVALID_ARGUMENT);
    assert_int_equal(pick_layer_matrix_set(&matrix, 0, 32, false), PICK_ERROR_INVALID_ARGUMENT);
    assert_int_equal(pick_layer_matrix_set_pair(&matrix, 32, 1, false), PICK_ERROR_INVALID_ARGUMENT);
    assert_false(pick_layer_matrix_sees(&matrix, 0, 32));
    assert_false(pick_layer_matrix_sees(&matrix, 32, 0));
    for (uint32_t layer = 0; layer < PICK_LAYER_COUNT; layer++)
        assert_int_equal(matrix.sees[layer], 0xffffffffu);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(everything_sees_everything_at_first),
        cmocka_unit_test(pairs_are_set_one_way_or_both),
        cmocka_unit_test(numbers_that_are_no_layers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
