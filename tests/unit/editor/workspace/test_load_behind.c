// Random input while files are read: dropped, cancelled, edited and undone in any order. Whatever the thread's speed
// was, the recording comes to the same level, to the bit.
#define _POSIX_C_SOURCE 200809L
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#include "actions/actions.h"
#include "app/record.h"
#include "document/demo/demo_level.h"
#include "document/file/open.h"
#include "effort.h"
#include "play/player.h"
#include "random.h"

#define FOLDER "test_load_behind.tmp"

enum { FILES = 5, PATH = 600 };

typedef struct editor_run {
    test_random random;
    editor_workspace *workspace;
    editor_record *record;
    pick_vec2 mouse;
    bool down;
    uint32_t drops, taken;
} editor_run;

static char paths[FILES][PATH];

static void put(const char *path, const char *text)
{
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    fputs(text, file);
    assert_int_equal(fclose(file), 0);
}

static int write_files(void **state)
{
    (void)state;
    static const char *const names[FILES] = {"wedge.obj", "wall.obj", "broken.obj", "missing.obj", "two.level.json"};
    char folder[PATH / 2];
    assert_int_equal(system("rm -rf " FOLDER), 0);
    assert_int_equal(mkdir(FOLDER, 0777), 0);
    assert_non_null(getcwd(folder, sizeof(folder)));
    for (int i = 0; i < FILES; i++)
        snprintf(paths[i], PATH, "%s/" FOLDER "/%s", folder, names[i]);
    put(paths[0], "o wedge\nv 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 2 3\nf 1 3 4\nf 1 4 2\nf 2 4 3\n");
    FILE *file = fopen(paths[1], "wb");
    assert_non_null(file);
    for (int i = 0; i <= 5000; i++)
        fprintf(file, "v %d 0 0\nv %d 1 0\n", i, i);
    for (int i = 0; i < 5000; i++)
        fprintf(file, "f %d %d %d %d\n", 2 * i + 1, 2 * i + 3, 2 * i + 4, 2 * i + 2);
    assert_int_equal(fclose(file), 0);
    put(paths[2], "v 0 0 0\nf 1 2 3\n");
    put(paths[4], "{\"vkpick_level\": 1, \"assets\": [{\"id\": 1, \"path\": \"wedge.obj\"}], \"objects\": [{\"id\": 1, "
                  "\"name\": \"one\", \"asset\": 1, \"mesh\": 0}]}");
    return 0;
}

static int remove_files(void **state)
{
    (void)state;
    return system("rm -rf " FOLDER);
}

static uint32_t below(editor_run *run, uint32_t count)
{
    return random_index(&run->random, count);
}

static void step(editor_run *run)
{
    static const pick_window window = {1000, 700, 1000, 700};
    const double seconds = (1000 + below(run, 40000)) / 1e6;
    if (editor_workspace_poll_load(run->workspace, false)) {
        editor_record_loaded(run->record);
        run->taken++;
    }
    editor_record_step(run->record, &window, seconds);
    editor_workspace_step(run->workspace, seconds);
    if (below(run, 4) == 0)
        nanosleep(&(struct timespec){.tv_nsec = below(run, 1000000)}, NULL);
}

static void send(editor_run *run, editor_event event)
{
    event.position = run->mouse;
    editor_record_event(run->record, &event, editor_workspace_seconds(run->workspace));
    if (editor_workspace_event(run->workspace, &event))
        step(run);
}

static void key(editor_run *run, int which, uint32_t modifiers)
{
    send(run, (editor_event){.type = EDITOR_EVENT_KEY_DOWN, .key = (editor_key)which, .modifiers = modifiers});
    send(run, (editor_event){.type = EDITOR_EVENT_KEY_UP, .key = (editor_key)which, .modifiers = modifiers});
}

static void edit(editor_run *run)
{
    switch (below(run, 8)) {
    case 0:
        key(run, 'D', PICK_MODIFIER_CTRL);
        return;
    case 1:
        key(run, EDITOR_KEY_DELETE, 0);
        return;
    case 2:
        key(run, 'Z', PICK_MODIFIER_CTRL | PICK_MODIFIER_SHIFT);
        return;
    case 3:
        key(run, EDITOR_KEY_ESCAPE, 0); // deselects, or cancels what is being read
        return;
    default:
        key(run, 'Z', PICK_MODIFIER_CTRL);
        return;
    }
}

static void one(editor_run *run)
{
    const uint32_t what = below(run, 100);
    if (editor_workspace_dialog(run->workspace)->kind != EDITOR_DIALOG_NONE && what < 50) {
        key(run, EDITOR_KEY_ESCAPE, 0);
    } else if (what < 4) {
        for (uint32_t i = 1 + below(run, 3); i > 0; i--, run->drops++)
            send(run, (editor_event){.type = EDITOR_EVENT_DROP, .path = paths[below(run, FILES)]});
    } else if (what < 50) {
        const pick_vec2 was = run->mouse;
        run->mouse = (pick_vec2){below(run, 1000) + 0.5, below(run, 700) + 0.5};
        send(run,
             (editor_event){.type = EDITOR_EVENT_MOUSE_MOVE, .delta = {run->mouse.x - was.x, run->mouse.y - was.y}});
    } else if (what < 70) {
        // Panels and menus stay out of it: there are commands that write files.
        if (!run->down && (run->mouse.x < 240 || run->mouse.x > 700 || run->mouse.y < 80 || run->mouse.y > 640))
            return;
        run->down = !run->down;
        send(run, (editor_event){.type = run->down ? EDITOR_EVENT_MOUSE_PRESS : EDITOR_EVENT_MOUSE_RELEASE,
                                 .button = PICK_BUTTON_LEFT});
    } else if (what < 90) {
        edit(run);
    }
    step(run);
}

static editor_level *load(void *user, const char *path, editor_error *error)
{
    (void)user;
    return strcmp(path, "demo") == 0 ? editor_demo_level(error) : editor_open(path, NULL, NULL, error);
}

static bool no_screenshot(void *user, editor_workspace *workspace, const char *path, editor_error *error)
{
    (void)user, (void)workspace, (void)path, (void)error;
    return true;
}

static void nothing(void *user)
{
    (void)user;
}

static void play(uint64_t seed, uint32_t events, uint32_t *taken)
{
    editor_error error = {""};
    editor_run run = {.random = {seed}, .mouse = {500.5, 350.5}};
    const editor_workspace_desc desc = {
        .actions = &EDITOR_ACTION_TABLE, .window = {1000, 700, 1000, 700}, .ui_scale = 1, .loads_behind = true};
    assert_true(editor_record_open(FOLDER "/run.play", NULL, &desc, &run.record, &error));
    run.workspace = editor_workspace_create(editor_demo_level(&error), &desc, &error);
    assert_non_null(run.workspace);
    for (uint32_t i = 0; i < events; i++)
        one(&run);
    const uint32_t undo = editor_document_history(editor_workspace_document(run.workspace)).position;
    assert_true(editor_record_close(run.record, run.workspace, &error));
    editor_workspace_destroy(run.workspace); // whatever is being read
    FILE *script = fopen(FOLDER "/run.play", "a");
    assert_non_null(script);
    fprintf(script, "expect undo %u\n", (unsigned)undo);
    assert_int_equal(fclose(script), 0);
    const editor_player_desc player = {.load = load, .screenshot = no_screenshot, .close = nothing};
    if (editor_play(FOLDER "/run.play", &player, &error) != EDITOR_PLAY_DONE) {
        print_error("seed %llu: %s\n", (unsigned long long)seed, error.text);
        fail();
    }
    *taken += run.taken;
}

static void test_recordings(void **state)
{
    (void)state;
    const uint32_t runs = (uint32_t)test_effort(2, 60);
    uint32_t taken = 0;
    for (uint32_t seed = 1; seed <= runs; seed++)
        play(seed, 400, &taken);
    print_message("%u recordings, %u files read\n", (unsigned)runs, (unsigned)taken);
    assert_true(taken > 0);
}

// While a question is open nothing is drawn, and nothing wakes the window, for the sake of a file that waits for the
// answer.
static void test_rests_while_asked(void **state)
{
    (void)state;
    editor_error error = {""};
    const editor_workspace_desc desc = {
        .actions = &EDITOR_ACTION_TABLE, .window = {1000, 700, 1000, 700}, .ui_scale = 1, .loads_behind = true};
    editor_workspace *workspace = editor_workspace_create(editor_demo_level(&error), &desc, &error);
    assert_non_null(workspace);
    editor_workspace_event(workspace, &(editor_event){.type = EDITOR_EVENT_DROP, .path = paths[3]}); // is missing
    editor_workspace_event(workspace, &(editor_event){.type = EDITOR_EVENT_DROP, .path = paths[0]});
    while (editor_workspace_is_busy(workspace) || editor_workspace_poll_load(workspace, true))
        editor_workspace_step(workspace, 0.02);
    assert_string_equal(editor_workspace_loading(workspace), "wedge.obj");
    assert_int_equal(editor_workspace_dialog(workspace)->kind, EDITOR_DIALOG_MESSAGE);
    const uint64_t pictures = editor_workspace_pictures(workspace);
    for (int i = 0; i < 100; i++)
        editor_workspace_step(workspace, 0.02);
    assert_int_equal(editor_workspace_pictures(workspace), pictures);
    assert_true(editor_workspace_wake(workspace) < 0);
    editor_workspace_press(workspace, "Close");
    do
        editor_workspace_step(workspace, 0.02);
    while (editor_workspace_is_busy(workspace));
    assert_string_equal(editor_workspace_loading(workspace), "");
    assert_int_equal(editor_document_history(editor_workspace_document(workspace)).position, 1);
    editor_workspace_destroy(workspace);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_recordings), cmocka_unit_test(test_rests_while_asked)};
    return cmocka_run_group_tests(tests, write_files, remove_files);
}
