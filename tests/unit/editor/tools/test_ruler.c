// The ruler's numbers, and the keys that change its chain.
#include "tools/ruler.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static editor_ruler chain(uint32_t count)
{
    static const pick_vec3 points[4] = {{1, 0, 0}, {0, 0, 0}, {0, 3, -4}, {0, 3, -4.5}};
    editor_ruler ruler = {.count = count};
    for (uint32_t i = 0; i < count; i++)
        ruler.points[i] = points[i];
    return ruler;
}

static void expect_text(const editor_ruler *ruler, bool chosen, const char *want)
{
    char text[256];
    editor_ruler_text(ruler, NULL, chosen, text, sizeof(text));
    assert_string_equal(text, want);
}

static void test_the_last_segment_is_told(void **state)
{
    (void)state;
    editor_ruler ruler = chain(1);
    expect_text(&ruler, false, "");
    ruler = chain(2);
    expect_text(&ruler, false, "1.000 m     X 1.000   Y 0.000   Z 0.000");
    ruler = chain(3);
    expect_text(&ruler, false, "5.000 m     X 0.000   Y 3.000   Z 4.000     90.0\302\260     6.000 m in all");
    ruler = chain(4);
    expect_text(&ruler, false, "0.500 m     X 0.000   Y 0.000   Z 0.500     143.1\302\260     6.500 m in all");
}

// While the chain grows, its last segment leads to the mouse.
static void test_the_mouse_is_the_next_point(void **state)
{
    (void)state;
    editor_ruler ruler = chain(2);
    ruler.hovered = true;
    ruler.hover = (pick_vec3){0, 0, -2};
    expect_text(&ruler, true, "2.000 m     X 0.000   Y 0.000   Z 2.000     90.0\302\260     3.000 m in all");
    expect_text(&ruler, false, "1.000 m     X 1.000   Y 0.000   Z 0.000");
    ruler.hover = ruler.points[1]; // a click would put nothing there
    expect_text(&ruler, true, "1.000 m     X 1.000   Y 0.000   Z 0.000");
    ruler.hover = (pick_vec3){0, 0, -2};
    ruler.ended = true;
    expect_text(&ruler, true, "1.000 m     X 1.000   Y 0.000   Z 0.000");
}

static bool press(editor_ruler *ruler, editor_key key)
{
    const editor_event event = {.type = EDITOR_EVENT_KEY_DOWN, .key = key};
    return editor_ruler_key(ruler, &event);
}

static void test_keys(void **state)
{
    (void)state;
    editor_ruler ruler = chain(3);
    assert_true(press(&ruler, EDITOR_KEY_ENTER));
    assert_true(ruler.ended);
    assert_false(press(&ruler, EDITOR_KEY_ENTER)); // it has ended: the key is free
    assert_true(press(&ruler, EDITOR_KEY_BACKSPACE));
    assert_false(ruler.ended);
    assert_int_equal(ruler.count, 2);
    assert_true(press(&ruler, EDITOR_KEY_BACKSPACE));
    assert_true(press(&ruler, EDITOR_KEY_ENTER)); // one point alone measures nothing
    assert_int_equal(ruler.count, 0);
    assert_false(press(&ruler, EDITOR_KEY_BACKSPACE));
    ruler = chain(2);
    ruler.dragging = true;
    assert_false(press(&ruler, EDITOR_KEY_BACKSPACE));
    ruler.added = true;
    editor_ruler_cancel(&ruler); // takes back what the drag put
    assert_int_equal(ruler.count, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_the_last_segment_is_told),
                                       cmocka_unit_test(test_the_mouse_is_the_next_point), cmocka_unit_test(test_keys)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
