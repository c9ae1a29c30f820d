// The functions of picking/src/base/compiler.h. Built twice: with the compiler's builtins, and with PICK_PORTABLE.
#include "near.h"
#include "random.h"

static unsigned failed_asserts; // before compiler.h: as a program that embeds the library replaces asserts
#define PICK_ASSERT(condition) ((condition) ? (void)0 : (void)++failed_asserts)
#include "base/compiler.h"

static uint32_t bits_one_by_one(uint64_t x)
{
    uint32_t count = 0;
    for (int i = 0; i < 64; i++)
        count += (uint32_t)(x >> i & 1);
    return count;
}

static void bits_are_counted(void **state)
{
    (void)state;
    assert_int_equal(pick_count_bits(0), 0);
    assert_int_equal(pick_count_bits(UINT64_MAX), 64);
    test_random random = {7};
    for (int round = 0; round < 1000; round++) {
        const uint64_t x = random_bits(&random) & random_bits(&random);
        assert_int_equal(pick_count_bits(x), bits_one_by_one(x));
    }
}

static void the_lowest_bit_is_found(void **state)
{
    (void)state;
    test_random random = {8};
    for (uint32_t i = 0; i < 64; i++) {
        assert_int_equal(pick_lowest_bit((uint64_t)1 << i), i);
        for (int round = 0; round < 100; round++)
            assert_int_equal(pick_lowest_bit((random_bits(&random) << 1 | 1) << i), i);
    }
}

static PICK_HOT_FIRST PICK_NOINLINE int first_of_a_page(int x)
{
    return x + 1;
}

static PICK_INLINE int inlined(int x)
{
    return x + 2;
}

static PICK_HOT PICK_NOINLINE int beside_it(int x)
{
    return PICK_RARELY(x < 0) ? 0 : x + 3;
}

static PICK_COLD PICK_NOINLINE int elsewhere(int x)
{
    return x + 4;
}

static PICK_HOT_WHOLE int with_all_it_calls(const int *x)
{
    PICK_FETCH_AHEAD(x);
    return inlined(*x) + beside_it(*x);
}

static void attributes_do_not_change_what_is_computed(void **state)
{
    (void)state;
    const int ten = 10, minus = -10;
    assert_int_equal(first_of_a_page(ten), 11);
    assert_int_equal(elsewhere(ten), 14);
    assert_int_equal(with_all_it_calls(&ten), 25);
    assert_int_equal(with_all_it_calls(&minus), -8);
}

static void asserts_can_be_replaced(void **state)
{
    (void)state;
    PICK_ASSERT(true);
    assert_int_equal(failed_asserts, 0);
    PICK_ASSERT(false);
    assert_int_equal(failed_asserts, 1);
}

#ifdef PICK_PORTABLE
static void portable_code_does_not_query_the_processor(void **state)
{
    (void)state;
    assert_false(PICK_CPU_HAS("sse2"));
}
#endif

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bits_are_counted),
        cmocka_unit_test(the_lowest_bit_is_found),
        cmocka_unit_test(attributes_do_not_change_what_is_computed),
        cmocka_unit_test(asserts_can_be_replaced),
#ifdef PICK_PORTABLE
        cmocka_unit_test(portable_code_does_not_query_the_processor),
#endif
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
