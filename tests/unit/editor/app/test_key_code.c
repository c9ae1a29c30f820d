// Keys of several layouts. What they print is written down here: no display is needed.
#include "app/key_code.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

static editor_key key_of(SDL_Scancode place, SDL_Keycode symbol, Uint16 mod, bool latin)
{
    return editor_key_of(&(SDL_Keysym){.scancode = place, .sym = symbol, .mod = mod}, latin);
}

static void test_latin_layouts_go_by_what_is_printed(void **state)
{
    (void)state;
    assert_int_equal(key_of(SDL_SCANCODE_W, SDLK_w, 0, true), 'W');
    assert_int_equal(key_of(SDL_SCANCODE_W, SDLK_z, 0, true), 'Z');               // French
    assert_int_equal(key_of(SDL_SCANCODE_Y, SDLK_z, KMOD_LCTRL, true), 'Z');      // German
    assert_int_equal(key_of(SDL_SCANCODE_MINUS, 0xdf, 0, true), EDITOR_KEY_NONE); // German sharp s: no minus
    assert_int_equal(key_of(SDL_SCANCODE_SLASH, SDLK_MINUS, 0, true), EDITOR_KEY_MINUS);
    assert_int_equal(key_of(SDL_SCANCODE_3, SDLK_3, KMOD_LSHIFT, true), '3');
    assert_int_equal(key_of(SDL_SCANCODE_F5, SDLK_F5, 0, true), EDITOR_KEY_F1 + 4);
    assert_int_equal(key_of(SDL_SCANCODE_KP_7, SDLK_KP_7, 0, true), EDITOR_KEY_KP_0 + 7);
    assert_int_equal(key_of(SDL_SCANCODE_KP_0, SDLK_KP_0, 0, true), EDITOR_KEY_KP_0);
    assert_int_equal(key_of(SDL_SCANCODE_PAUSE, SDLK_PAUSE, 0, true), EDITOR_KEY_NONE);
}

static void test_digits_that_are_typed_with_shift(void **state)
{
    (void)state;
    assert_int_equal(key_of(SDL_SCANCODE_1, SDLK_AMPERSAND, 0, true), '1'); // French
    assert_int_equal(key_of(SDL_SCANCODE_2, 0xe9, KMOD_LCTRL, true), '2');
    assert_int_equal(key_of(SDL_SCANCODE_0, 0xe0, KMOD_RSHIFT, true), '0');
    assert_int_equal(key_of(SDL_SCANCODE_6, SDLK_MINUS, 0, true), EDITOR_KEY_MINUS);
    assert_int_equal(key_of(SDL_SCANCODE_6, SDLK_MINUS, KMOD_LSHIFT, true), '6');
    assert_int_equal(key_of(SDL_SCANCODE_2, SDLK_7, KMOD_LSHIFT, true), '7'); // digits in another order
}

static void test_other_letters_go_by_place(void **state)
{
    (void)state;
    assert_int_equal(key_of(SDL_SCANCODE_S, 0x44b, KMOD_LCTRL, false), 'S'); // Russian
    assert_int_equal(key_of(SDL_SCANCODE_Z, 0x44f, KMOD_LCTRL, false), 'Z');
    assert_int_equal(key_of(SDL_SCANCODE_Q, SDLK_SLASH, 0, false), 'Q'); // Hebrew
    assert_int_equal(key_of(SDL_SCANCODE_SLASH, SDLK_PERIOD, 0, false), EDITOR_KEY_SLASH);
    assert_int_equal(key_of(SDL_SCANCODE_COMMA, 0x431, 0, false), EDITOR_KEY_COMMA);
    assert_int_equal(key_of(SDL_SCANCODE_PERIOD, 0x44e, 0, false), EDITOR_KEY_PERIOD);
    assert_int_equal(key_of(SDL_SCANCODE_MINUS, SDLK_MINUS, 0, false), EDITOR_KEY_MINUS);
    assert_int_equal(key_of(SDL_SCANCODE_5, SDLK_5, 0, false), '5');
    assert_int_equal(key_of(SDL_SCANCODE_RETURN, SDLK_RETURN, 0, false), EDITOR_KEY_ENTER);
    assert_int_equal(key_of(SDL_SCANCODE_GRAVE, 0x451, 0, false), EDITOR_KEY_NONE);
}

static const char *text_of(SDL_Scancode place, SDL_Keycode symbol, Uint16 mod)
{
    static char text[5];
    return editor_key_text(&(SDL_Keysym){.scancode = place, .sym = symbol, .mod = mod}, false, text) ? text : "";
}

static const char *us_text_of(SDL_Keycode symbol, Uint16 mod)
{
    static char text[5];
    return editor_key_text(&(SDL_Keysym){.sym = symbol, .mod = mod}, true, text) ? text : "";
}

// Typed before a field has the keyboard: names of files have underscores.
static void test_shifted_marks(void **state)
{
    (void)state;
    static const char plain[] = "`1234567890-=[]\\;',./", shifted[] = "~!@#$%^&*()_+{}|:\"<>?";
    for (size_t i = 0; plain[i] != '\0'; i++) {
        const char marks[2][2] = {{plain[i]}, {shifted[i]}};
        assert_string_equal(us_text_of(plain[i], 0), marks[0]);
        assert_string_equal(us_text_of(plain[i], KMOD_LSHIFT), marks[1]);
        assert_string_equal(us_text_of(plain[i], KMOD_LSHIFT | KMOD_LCTRL), "");
    }
    assert_string_equal(us_text_of(SDLK_b, KMOD_LSHIFT), "B");
}

static void test_text_of_keys(void **state)
{
    (void)state;
    assert_string_equal(text_of(SDL_SCANCODE_B, SDLK_b, 0), "b");
    assert_string_equal(text_of(SDL_SCANCODE_B, SDLK_b, KMOD_RSHIFT), "B");
    assert_string_equal(text_of(SDL_SCANCODE_B, SDLK_b, KMOD_CAPS), "B");
    assert_string_equal(text_of(SDL_SCANCODE_B, SDLK_b, KMOD_CAPS | KMOD_LSHIFT), "b");
    assert_string_equal(text_of(SDL_SCANCODE_SPACE, SDLK_SPACE, 0), " ");
    assert_string_equal(text_of(SDL_SCANCODE_PERIOD, SDLK_PERIOD, 0), ".");
    assert_string_equal(text_of(SDL_SCANCODE_3, SDLK_3, 0), "3");
    assert_string_equal(text_of(SDL_SCANCODE_3, SDLK_3, KMOD_LSHIFT), ""); // which mark is unknown here
    assert_string_equal(text_of(SDL_SCANCODE_2, 0xe9, 0), "\xc3\xa9");     // French
    assert_string_equal(text_of(SDL_SCANCODE_2, 0xe9, KMOD_LSHIFT), "2");
    assert_string_equal(text_of(SDL_SCANCODE_S, 0x44b, 0), "\xd1\x8b");      // Russian
    assert_string_equal(text_of(SDL_SCANCODE_A, 0x3042, 0), "\xe3\x81\x82"); // Japanese kana
    assert_string_equal(text_of(SDL_SCANCODE_KP_0, SDLK_KP_0, KMOD_NUM), "0");
    assert_string_equal(text_of(SDL_SCANCODE_KP_9, SDLK_KP_9, KMOD_NUM), "9");
    assert_string_equal(text_of(SDL_SCANCODE_KP_9, SDLK_KP_9, 0), ""); // page up
    // Keys that are no text, or part of a shortcut.
    static const SDL_Keycode none[] = {SDLK_RETURN, SDLK_ESCAPE, SDLK_TAB, SDLK_BACKSPACE,
                                       SDLK_DELETE, SDLK_F2,     SDLK_LEFT};
    for (size_t i = 0; i < sizeof(none) / sizeof(none[0]); i++)
        assert_string_equal(text_of(SDL_SCANCODE_UNKNOWN, none[i], 0), "");
    static const Uint16 held[] = {KMOD_LCTRL, KMOD_RALT, KMOD_LGUI, KMOD_MODE};
    for (size_t i = 0; i < sizeof(held) / sizeof(held[0]); i++)
        assert_string_equal(text_of(SDL_SCANCODE_P, SDLK_p, held[i]), "");
}

static void test_places(void **state)
{
    (void)state;
    assert_int_equal(editor_key_at(SDL_SCANCODE_A), 'A');
    assert_int_equal(editor_key_at(SDL_SCANCODE_Z), 'Z');
    assert_int_equal(editor_key_at(SDL_SCANCODE_1), '1');
    assert_int_equal(editor_key_at(SDL_SCANCODE_9), '9');
    assert_int_equal(editor_key_at(SDL_SCANCODE_0), '0');
    assert_int_equal(editor_key_at(SDL_SCANCODE_SPACE), EDITOR_KEY_NONE);
}

// A key of which one is known is an event.
static void test_flight_keys_of_other_layouts(void **state)
{
    (void)state;
    static const struct {
        SDL_Keysym keysym;
        bool is_event;
        int key, place;
    } cases[] = {
        {{.scancode = SDL_SCANCODE_Q, .sym = SDLK_QUOTE}, true, EDITOR_KEY_NONE, 'Q'}, // Dvorak
        {{.scancode = SDL_SCANCODE_W, .sym = SDLK_COMMA}, true, EDITOR_KEY_COMMA, 'W'},
        {{.scancode = SDL_SCANCODE_W, .sym = 0xe9}, true, EDITOR_KEY_NONE, 'W'}, // French, BEPO
        {{.scancode = SDL_SCANCODE_F1, .sym = SDLK_F1}, true, EDITOR_KEY_F1, EDITOR_KEY_NONE},
        {{.scancode = SDL_SCANCODE_PAUSE, .sym = SDLK_PAUSE}, false, EDITOR_KEY_NONE, EDITOR_KEY_NONE},
        {{.scancode = SDL_SCANCODE_LSHIFT, .sym = SDLK_LSHIFT}, false, EDITOR_KEY_NONE, EDITOR_KEY_NONE},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        editor_event event = {.type = EDITOR_EVENT_KEY_DOWN};
        assert_int_equal(editor_key_fill(&cases[i].keysym, true, &event), cases[i].is_event);
        assert_int_equal(event.key, cases[i].key);
        assert_int_equal(event.place, cases[i].place);
    }
}

static void test_layouts_are_told_by_what_they_have(void **state)
{
    (void)state;
    assert_false(editor_key_layout_is_latin() || editor_key_layout_is_us()); // SDL has none yet
    assert_int_equal(SDL_setenv("SDL_VIDEODRIVER", "dummy", 1), 0);
    assert_int_equal(SDL_Init(SDL_INIT_VIDEO), 0); // a US keyboard
    assert_true(editor_key_layout_is_latin() && editor_key_layout_is_us());
    SDL_Quit();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_latin_layouts_go_by_what_is_printed),
        cmocka_unit_test(test_digits_that_are_typed_with_shift),
        cmocka_unit_test(test_other_letters_go_by_place),
        cmocka_unit_test(test_text_of_keys),
        cmocka_unit_test(test_shifted_marks),
        cmocka_unit_test(test_places),
        cmocka_unit_test(test_flight_keys_of_other_layouts),
        cmocka_unit_test(test_layouts_are_told_by_what_they_have),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
