// Scripts that are valid, invalid, or have failing checks: the player's messages and their lines. And the words of
// scripts, both ways.
#include "actions/actions.h"
#include "app/record.h"
#include "document/demo/demo_level.h"
#include "play/player.h"
#include "play/words.h"
#include "system/recent.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static const char script_path[] = "test_play.script";

static editor_level *load(void *user, const char *path, editor_error *error)
{
    (void)user;
    if (strcmp(path, "demo") == 0)
        return editor_demo_level(error);
    snprintf(error->text, sizeof(error->text), "%s: no such file", path);
    return NULL;
}

static bool screenshot(void *user, editor_workspace *workspace, const char *path, editor_error *error)
{
    (void)user, (void)workspace;
    snprintf(error->text, sizeof(error->text), "%s: there is no device", path);
    return false;
}

static void closed(void *user)
{
    ++*(int *)user;
}

static editor_play_result play(const char *text, editor_error *error)
{
    FILE *file = fopen(script_path, "w");
    assert_non_null(file);
    assert_true(fputs(text, file) >= 0 && fclose(file) == 0);
    int count = 0;
    const editor_player_desc desc = {
        .load = load, .screenshot = screenshot, .close = closed, .user = &count, .workspace = {.no_files = true}};
    error->text[0] = '\0';
    editor_play_result result = editor_play(script_path, &desc, error);
    assert_int_equal(count, 1);
    remove(script_path);
    return result;
}

static void mistakes_are_named_with_their_line(void **state)
{
    (void)state;
    static const struct {
        const char *script;
        editor_play_result result;
        const char *text;
    } cases[] = {
        {"", EDITOR_PLAY_DONE, ""},
        {"# nothing\n\n  # but comments\n", EDITOR_PLAY_DONE, ""},
        {"\xef\xbb\xbf"
         "expect undo 0\r\n\r\nexpect changed no\r\n",
         EDITOR_PLAY_DONE, ""},
        {"\xef\xbb\xbf\n\xef\xbb\xbf"
         "fly\n",
         EDITOR_PLAY_BROKEN,
         "test_play.script:2: \xef\xbb\xbf"
         "fly: no such command"},
        {"expect objects 1\n", EDITOR_PLAY_FAILED, "test_play.script:1: expected objects 1, found "},
        {"\nfly\n", EDITOR_PLAY_BROKEN, "test_play.script:2: fly: no such command"},
        // Found before anything is done: the check above it would fail.
        {"expect objects 1\nmove 1\n", EDITOR_PLAY_BROKEN, "test_play.script:2: move: something is missing"},
        {"move 1 x\n", EDITOR_PLAY_BROKEN, "test_play.script:1: x: expected a number"},
        {"move nan 1\n", EDITOR_PLAY_BROKEN, "test_play.script:1: nan: expected a number"},
        {"size 0x0x0\n", EDITOR_PLAY_BROKEN, "test_play.script:1: 0x0x0: expected numbers"},
        {"size 99999x1\n", EDITOR_PLAY_BROKEN, "test_play.script:1: 99999x1: expected 0 to 16384"},
        {"scale 9\n", EDITOR_PLAY_BROKEN, "test_play.script:1: 9: expected 0.5 to 4"},
        {"key hyper+q\n", EDITOR_PLAY_BROKEN, "test_play.script:1: hyper+q: expected a key"},
        {"keydown z ctrl+w\n", EDITOR_PLAY_BROKEN, "test_play.script:1: ctrl+w: expected a key without"},
        {"keyup z hyper\n", EDITOR_PLAY_BROKEN, "test_play.script:1: hyper: expected a key without"},
        {"click left shift alt\n", EDITOR_PLAY_BROKEN, "test_play.script:1: alt: is one word too many"},
        {"text \"never closed\n", EDITOR_PLAY_BROKEN, "test_play.script:1: a quote is not closed"},
        {"expect weather sunny\n", EDITOR_PLAY_BROKEN, "test_play.script:1: expect weather: no such check"},
        {"expect hover\n", EDITOR_PLAY_BROKEN, "test_play.script:1: expect hover takes 1 words"},
        {"expect same hash nowhere\n", EDITOR_PLAY_BROKEN, "test_play.script:1: nowhere: no such mark"},
        {"command bake-cake\n", EDITOR_PLAY_BROKEN, "test_play.script:1: bake-cake: no such action"},
        {"command undo\n", EDITOR_PLAY_FAILED, "test_play.script:1: undo cannot be done now"},
        {"open missing.gltf\nwait 0\n", EDITOR_PLAY_BROKEN, "test_play.script:2: missing.gltf: no such file"},
        {"wait 0\nopen demo\n", EDITOR_PLAY_BROKEN, "test_play.script:2: demo: a level is open already"},
        {"screenshot a.png\n", EDITOR_PLAY_FAILED, "test_play.script:1: a.png: there is no device"},
        {"expect selected none\nexpect active none\nexpect undo 0\nexpect changed no\n", EDITOR_PLAY_DONE, ""},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        editor_error error;
        editor_play_result result = play(cases[i].script, &error);
        if (result != cases[i].result || strncmp(error.text, cases[i].text, strlen(cases[i].text)) != 0)
            fail_msg("%s gives %d, %s", cases[i].script, (int)result, error.text);
    }
}

static void a_script_that_is_not_there_is_broken(void **state)
{
    (void)state;
    int count = 0;
    const editor_player_desc desc = {.load = load, .screenshot = screenshot, .close = closed, .user = &count};
    editor_error error;
    assert_int_equal(editor_play("no such script", &desc, &error), EDITOR_PLAY_BROKEN);
    assert_non_null(strstr(error.text, "no such script: cannot be read"));
}

static void keys_are_read_as_they_are_written(void **state)
{
    (void)state;
    int checked = 0;
    for (int k = EDITOR_KEY_NONE; k < EDITOR_KEY_COUNT; k++) {
        bool letter = (k >= 'A' && k <= 'Z') || (k >= '0' && k <= '9');
        if (k != EDITOR_KEY_NONE && k < EDITOR_KEY_TAB && !letter && k != ' ' && k != ',' && k != '-' && k != '.')
            continue;
        for (uint32_t modifiers = 0; modifiers < 8; modifiers++) {
            char text[EDITOR_WORD_SIZE];
            editor_key key = EDITOR_KEY_COUNT;
            uint32_t read = 99;
            editor_words_write_key((editor_key)k, modifiers, text);
            assert_true(editor_words_read_key(text, &key, &read));
            assert_int_equal(key, k);
            assert_int_equal(read, modifiers);
            checked++;
        }
    }
    assert_true(checked > 8 * 60);
}

// Of the table: names are unique, shortcuts too, and each menu's row has what it needs.
static void the_table_of_actions_is_sound(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < EDITOR_ACTION_COUNT; i++) {
        const editor_action *a = &EDITOR_ACTIONS[i];
        assert_true(a->name && a->menu && a->label && a->run);
        assert_ptr_equal(editor_action_find(a->name), a);
        if (a->key != EDITOR_KEY_NONE)
            assert_ptr_equal(editor_action_of_key(a->key, a->modifiers), a);
        char text[64];
        editor_action_shortcut(a, text);
        assert_int_equal(text[0] == '\0', a->key == EDITOR_KEY_NONE);
    }
    assert_null(editor_action_find(""));
    assert_null(editor_action_of_key(EDITOR_KEY_NONE, 0));
}

static void recent_files_are_kept_the_last_one_first(void **state)
{
    (void)state;
    editor_recent recent;
    remove("test_play.recent");
    editor_recent_init(&recent, "test_play.recent");
    assert_int_equal(recent.count, 0);
    char path[32];
    for (int i = 0; i < 12; i++) {
        snprintf(path, sizeof(path), "/levels/%d", i);
        editor_recent_add(&recent, path);
    }
    editor_recent_add(&recent, "/levels/9");
    editor_recent_init(&recent, "test_play.recent");
    assert_int_equal(recent.count, EDITOR_RECENT_MAX);
    assert_string_equal(recent.paths[0], "/levels/9");
    assert_string_equal(recent.paths[1], "/levels/11");
    assert_string_equal(recent.paths[2], "/levels/10");
    assert_string_equal(recent.paths[3], "/levels/8");
    remove("test_play.recent");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(mistakes_are_named_with_their_line),
        cmocka_unit_test(a_script_that_is_not_there_is_broken),
        cmocka_unit_test(keys_are_read_as_they_are_written),
        cmocka_unit_test(the_table_of_actions_is_sound),
        cmocka_unit_test(recent_files_are_kept_the_last_one_first),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
