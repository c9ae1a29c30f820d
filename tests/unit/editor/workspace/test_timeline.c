// The timeline of a workspace: what is clicked is what the picture showed, playing waits for drags, exports are at
// rest, and nothing is done while nothing plays.
#define _POSIX_C_SOURCE 200809L
#include "actions/actions.h"
#include "document/import/import.h"
#include "document/level/level_internal.h"
#include "effort.h"
#include "random.h"
#include "workspace/workspace.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

enum { WIDTH = 900, HEIGHT = 600 };
static const double STEP = 1.0 / 64;

typedef struct bench {
    editor_workspace *workspace;
    test_random random;
    pick_vec2 mouse;
} bench;

static bench open_bench(uint64_t seed)
{
    editor_error error = {""};
    editor_level *level = editor_import(ARM, NULL, NULL, &error);
    const editor_workspace_desc desc = {
        .window = {WIDTH, HEIGHT, WIDTH, HEIGHT}, .ui_scale = 1, .actions = &EDITOR_ACTION_TABLE};
    bench b = {.workspace = level ? editor_workspace_create(level, &desc, &error) : NULL, .random = {seed}};
    assert_non_null(b.workspace);
    return b;
}

static const editor_level *level_of(const bench *b)
{
    return editor_workspace_level(b->workspace);
}

static void settle(bench *b)
{
    for (int i = 0; i < 50 && editor_workspace_is_busy(b->workspace); i++)
        editor_workspace_step(b->workspace, 0);
    assert_false(editor_workspace_is_busy(b->workspace));
}

static void run(bench *b, const char *name)
{
    assert_true(editor_action_run(b->workspace, editor_action_find(name)));
}

static void send(bench *b, editor_event_type type)
{
    editor_workspace_event(b->workspace, &(editor_event){.type = type, .position = b->mouse});
}

// The object of which all pixels around the mouse are, EDITOR_NONE where there is none; false: of several, or an icon
// is near.
static bool find_under_mouse(const bench *b, uint32_t *object)
{
    const editor_level *level = level_of(b);
    const editor_viewport *view = editor_workspace_viewport(b->workspace);
    const pick_query query = editor_level_query(level);
    for (uint32_t i = 0; i < level->object_count; i++) {
        pick_projected_point p;
        if (level->objects[i].mesh == EDITOR_NONE &&
            pick_view_project(&view->view, level->objects[i].world.origin, &p) &&
            hypot(p.window.x - b->mouse.x, p.window.y - b->mouse.y) < 25)
            return false;
    }
    for (int i = 0; i < 225; i++) {
        const pick_vec2 at = {b->mouse.x + i % 15 - 7, b->mouse.y + i / 15 - 7};
        const pick_ray ray = pick_view_ray(&view->view, at);
        pick_hit hit;
        const uint32_t found =
            pick_closest_brute_force(level->scene, &ray, &query, &hit) ? (uint32_t)hit.user : EDITOR_NONE;
        if (i > 0 && found != *object)
            return false;
        *object = found;
    }
    return true;
}

// Puts the mouse near an object with a mesh, away from the panels and the axis widget.
static void aim(bench *b)
{
    static const char *const names[] = {"arm", "wheel", "face"};
    const editor_level *level = level_of(b);
    const uint32_t object = editor_level_find(level, names[random_index(&b->random, 3)], EDITOR_NONE);
    pick_projected_point p;
    assert_true(
        pick_view_project(&editor_workspace_viewport(b->workspace)->view, level->objects[object].world.origin, &p));
    b->mouse = (pick_vec2){floor(fmin(fmax(p.window.x + random_between(&b->random, -60, 90), 245), 590)) + 0.5,
                           floor(fmin(fmax(p.window.y + random_between(&b->random, -60, 60), 140), 500)) + 0.5};
}

static uint32_t hovered(const bench *b)
{
    return editor_level_object(level_of(b), editor_workspace_hover(b->workspace)->object);
}

static uint32_t active(const bench *b)
{
    return editor_document_active(editor_workspace_document(b->workspace));
}

// Clicks while a clip plays: press and release come before the step that moves everything on, as in a slow window.
static void test_clicks_take_what_is_shown(void **state)
{
    (void)state;
    uint32_t hits = 0, misses = 0, would_differ = 0;
    bench b = open_bench(1);
    run(&b, "whole-groups");
    run(&b, "view-front");
    run(&b, "frame");
    settle(&b);
    run(&b, "animation-play");
    for (uint32_t i = 0; i < test_effort(300, 5000); i++) {
        const double seconds = random_between(&b.random, STEP, 0.3);
        editor_workspace_step(b.workspace, seconds);
        aim(&b);
        send(&b, EDITOR_EVENT_MOUSE_MOVE);
        editor_workspace_step(b.workspace, 0); // no time passes: the same pose
        uint32_t shown = EDITOR_NONE, then;
        if (!find_under_mouse(&b, &shown))
            continue;
        assert_int_equal(hovered(&b), shown);
        send(&b, EDITOR_EVENT_MOUSE_PRESS);
        send(&b, EDITOR_EVENT_MOUSE_RELEASE);
        editor_workspace_step(b.workspace, random_between(&b.random, STEP, 0.3));
        assert_int_equal(active(&b), shown);
        if (find_under_mouse(&b, &then)) {
            would_differ += then != shown;
            assert_int_equal(hovered(&b), then); // and hover is that of the new picture
        }
        hits += shown != EDITOR_NONE;
        misses += shown == EDITOR_NONE;
        run(&b, "select-all");
        run(&b, "select-none");
        editor_workspace_step(b.workspace, 1); // no double click
    }
    assert_true(hits > 20 && misses > 20 && would_differ > 2);
    editor_workspace_destroy(b.workspace);
}

static void test_time(void **state)
{
    (void)state;
    bench b = open_bench(2);
    settle(&b);
    assert_true(editor_workspace_wake(b.workspace) < 0);
    run(&b, "animation-play");
    editor_workspace_step(b.workspace, 5); // passed before it began
    assert_true(editor_workspace_timeline(b.workspace).time == 0 && level_of(&b)->is_posed);
    for (int i = 1; i <= 64; i++) {
        settle(&b);
        const double wake = editor_workspace_wake(b.workspace);
        assert_true(wake > 0 && wake <= STEP);
        const uint64_t pictures = editor_workspace_pictures(b.workspace);
        editor_workspace_step(b.workspace, STEP / 2); // too early
        assert_true(editor_workspace_pictures(b.workspace) == pictures);
        editor_workspace_step(b.workspace, STEP / 2);
        settle(&b);
        assert_true(editor_workspace_pictures(b.workspace) == pictures + 1); // and no second one of the same pose
        assert_true(fabs(level_of(&b)->pose_time - i * STEP) < 1e-9);
    }
    settle(&b);
    // A picture a pose, and no second one for the same.
    assert_false(editor_workspace_is_busy(b.workspace));
    editor_workspace_set_window(b.workspace, &(pick_window){0}); // minimised
    assert_true(editor_workspace_wake(b.workspace) < 0);
    editor_workspace_set_window(b.workspace, &(pick_window){WIDTH, HEIGHT, WIDTH, HEIGHT});
    run(&b, "animation-play");
    settle(&b);
    assert_true(editor_workspace_wake(b.workspace) < 0);
    const uint64_t pictures = editor_workspace_pictures(b.workspace);
    for (int i = 0; i < 100; i++)
        editor_workspace_step(b.workspace, 1);
    assert_true(editor_workspace_pictures(b.workspace) == pictures && fabs(level_of(&b)->pose_time - 1) < 1e-9);
    editor_workspace_destroy(b.workspace);
}

static char *read_file(const char *path, size_t *size)
{
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    char *bytes = calloc(1, 1 << 16);
    assert_non_null(bytes);
    *size = fread(bytes, 1, 1 << 16, file);
    fclose(file);
    return bytes;
}

static void export_to(bench *b, const char *path)
{
    run(b, "export");
    settle(b);
    editor_workspace_event(
        b->workspace,
        &(editor_event){.type = EDITOR_EVENT_KEY_DOWN, .key = (editor_key)'A', .modifiers = PICK_MODIFIER_CTRL});
    settle(b);
    editor_event text = {.type = EDITOR_EVENT_TEXT};
    for (const char *at = path; *at; at += strlen(text.text)) {
        snprintf(text.text, sizeof(text.text), "%.8s", at);
        editor_workspace_event(b->workspace, &text);
        settle(b);
    }
    assert_true(editor_workspace_press(b->workspace, "Export"));
    settle(b);
}

static const pick_affine *local_of(const bench *b, uint32_t object)
{
    return &level_of(b)->objects[object].local;
}

// A drag while a clip plays moves the object by what the mouse moved, and by nothing that the clip did meanwhile.
static void test_drags_leave_the_pose_out(void **state)
{
    (void)state;
    bench b = open_bench(5);
    run(&b, "whole-groups");
    run(&b, "view-front");
    run(&b, "frame");
    run(&b, "tool-move");
    settle(&b);
    const uint32_t wheel = editor_level_find(level_of(&b), "wheel", EDITOR_NONE);
    const pick_affine before = *local_of(&b, wheel);
    run(&b, "animation-play");
    editor_workspace_step(b.workspace, 0);
    editor_workspace_step(b.workspace, 0.25);
    pick_projected_point p;
    assert_true(pick_view_project(&editor_workspace_viewport(b.workspace)->view,
                                  level_of(&b)->objects[wheel].world.origin, &p));
    b.mouse = (pick_vec2){floor(p.window.x) + 20.5, floor(p.window.y) + 20.5};
    send(&b, EDITOR_EVENT_MOUSE_MOVE);
    editor_workspace_step(b.workspace, 0);
    send(&b, EDITOR_EVENT_MOUSE_PRESS);
    send(&b, EDITOR_EVENT_MOUSE_RELEASE); // selects it; the next press drags it
    editor_workspace_step(b.workspace, 0);
    assert_int_equal(active(&b), wheel);
    send(&b, EDITOR_EVENT_MOUSE_PRESS);
    const double started = editor_workspace_timeline(b.workspace).time;
    for (int i = 0; i < 20; i++) {
        b.mouse.x += i < 10 ? 5 : -5;
        send(&b, EDITOR_EVENT_MOUSE_MOVE);
        editor_workspace_step(b.workspace, 0.04);
    }
    assert_true(editor_document_is_open(editor_workspace_document(b.workspace)));
    assert_true(editor_workspace_timeline(b.workspace).time == started && started > 0.2);
    send(&b, EDITOR_EVENT_MOUSE_RELEASE);
    editor_workspace_step(b.workspace, 0.3);
    editor_workspace_step(b.workspace, 0.3);
    assert_true(editor_workspace_timeline(b.workspace).time > started);
    const pick_affine *after = local_of(&b, wheel); // back where it was
    assert_true(fabs(after->origin.x - before.origin.x) < 1e-9 && fabs(after->origin.y - before.origin.y) < 1e-9);
    editor_workspace_destroy(b.workspace);
}

static void test_exports_are_at_rest(void **state)
{
    (void)state;
    char rest[64], posed[64];
    snprintf(rest, sizeof(rest), "/tmp/vkpick_%ld_rest.glb", (long)getpid());
    snprintf(posed, sizeof(posed), "/tmp/vkpick_%ld_pose.glb", (long)getpid());
    bench b = open_bench(3);
    settle(&b);
    export_to(&b, rest);
    run(&b, "animation-play");
    editor_workspace_step(b.workspace, 0);
    editor_workspace_step(b.workspace, 0.75);
    run(&b, "animation-play");
    settle(&b);
    const uint32_t arm = level_of(&b)->objects[editor_level_find(level_of(&b), "arm", EDITOR_NONE)].mesh;
    float before[30];
    memcpy(before, level_of(&b)->meshes[arm].positions, sizeof(before));
    export_to(&b, posed);
    assert_memory_equal(before, level_of(&b)->meshes[arm].positions, sizeof(before)); // it is shown as it was
    size_t sizes[2];
    char *files[2] = {read_file(rest, &sizes[0]), read_file(posed, &sizes[1])};
    assert_int_equal(sizes[0], sizes[1]);
    assert_memory_equal(files[0], files[1], sizes[0]);
    free(files[0]);
    free(files[1]);
    assert_int_equal(unlink(rest), 0);
    assert_int_equal(unlink(posed), 0);
    editor_workspace_destroy(b.workspace);
}

static void test_opened_in_a_pose(void **state)
{
    (void)state;
    editor_error error = {""};
    editor_level *level = editor_import(ARM, NULL, NULL, &error);
    assert_non_null(level);
    assert_true(editor_level_set_pose(level, "slide", 0.5, &error));
    const editor_workspace_desc desc = {
        .window = {WIDTH, HEIGHT, WIDTH, HEIGHT}, .ui_scale = 1, .actions = &EDITOR_ACTION_TABLE};
    bench b = {.workspace = editor_workspace_create(level, &desc, &error)};
    settle(&b);
    const editor_panels_timeline timeline = editor_workspace_timeline(b.workspace);
    assert_true(timeline.posed && timeline.time == 0.5 && timeline.length == 1 && timeline.clip_count == 2);
    assert_string_equal(timeline.clips[timeline.clip].name, "slide");
    run(&b, "animation-rest");
    settle(&b);
    assert_false(level_of(&b)->is_posed);
    assert_false(editor_document_is_changed(editor_workspace_document(b.workspace)));
    editor_workspace_destroy(b.workspace);
}

// The clips of a level with nothing that moves, and when the last that moves is deleted and comes back.
static void test_what_moves_comes_and_goes(void **state)
{
    (void)state;
    bench b = open_bench(4);
    settle(&b);
    run(&b, "animation-play");
    editor_workspace_step(b.workspace, 0);
    editor_workspace_step(b.workspace, 0.5);
    const uint32_t root = level_of(&b)->first_root;
    const pick_rect open = editor_workspace_viewport(b.workspace)->rect;
    run(&b, "select-all");
    run(&b, "select-parent");
    settle(&b);
    assert_int_equal(active(&b), root);
    run(&b, "delete");
    settle(&b);
    assert_true(editor_workspace_timeline(b.workspace).clip_count == 0 &&
                !editor_workspace_timeline(b.workspace).playing && !level_of(&b)->is_posed);
    assert_true(editor_workspace_viewport(b.workspace)->rect.height > open.height); // the panel is gone
    assert_false(editor_action_run(b.workspace, editor_action_find("animation-play")));
    assert_true(editor_workspace_wake(b.workspace) < 0);
    run(&b, "undo");
    settle(&b);
    assert_true(editor_workspace_timeline(b.workspace).clip_count == 2 && !level_of(&b)->is_posed);
    assert_true(editor_workspace_viewport(b.workspace)->rect.height == open.height);
    run(&b, "animation-play");
    settle(&b);
    run(&b, "new"); // another level, while it plays
    if (editor_workspace_dialog(b.workspace)->kind != EDITOR_DIALOG_NONE)
        assert_true(editor_workspace_press(b.workspace, editor_workspace_dialog(b.workspace)->answers[1]));
    settle(&b);
    assert_true(level_of(&b)->object_count == 0 && editor_workspace_timeline(b.workspace).clip_count == 0);
    assert_true(editor_workspace_wake(b.workspace) < 0);
    assert_true(editor_workspace_viewport(b.workspace)->rect.height > open.height);
    editor_workspace_destroy(b.workspace);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_clicks_take_what_is_shown), cmocka_unit_test(test_time),
        cmocka_unit_test(test_drags_leave_the_pose_out),  cmocka_unit_test(test_exports_are_at_rest),
        cmocka_unit_test(test_opened_in_a_pose),          cmocka_unit_test(test_what_moves_comes_and_goes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
