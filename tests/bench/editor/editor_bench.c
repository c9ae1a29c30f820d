// editor_bench: how long the editor's commands take in a large level, as a person waits for them: the action, and the
// steps of the workspace until nothing is left to do. No window and no device: pictures are laid out, not drawn.
//
//     editor_bench [OBJECTS [ACTION]]   100000 cubes and lights by default, in groups of a hundred and at the top;
//                                       ACTION: of all objects, that action alone, its undo and its redo
#include "actions/actions.h"
#include "document/level/level_internal.h"
#include "workspace/workspace.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { FRAMES = 40, PER_GROUP = 100 };

static double seconds(void)
{
    struct timespec now;
    (void)clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static void must(bool ok, const char *what)
{
    if (ok)
        return;
    (void)fprintf(stderr, "editor_bench: %s failed\n", what);
    exit(1);
}

// Half of the objects lie in groups, the others at the top; one in ten is a light. Below all is a floor to drop to.
static editor_level *make_level(uint32_t count)
{
    editor_level *level = editor_level_create();
    must(level != NULL, "the level");
    const editor_primitive cube = editor_primitive_default(EDITOR_SHAPE_CUBE);
    const uint32_t mesh = editor_level_primitive(level, &cube);
    must(mesh != EDITOR_NONE, "the mesh");
    const editor_light light = {.type = EDITOR_LIGHT_POINT, .color = {1, 1, 1}, .intensity = 1, .outer = 0.7};
    uint32_t group = EDITOR_NONE, in_group = PER_GROUP, side = 1;
    while (side * side < count)
        side++;
    for (uint32_t i = 0; i < count; i++) {
        char name[32];
        pick_affine at = PICK_AFFINE_IDENTITY;
        (void)snprintf(name, sizeof(name), "%s %05u", i % 10 == 4 ? "lamp" : "post", (unsigned)i);
        at.origin = pick_vec3_make(2.0 * (i % side), 0, -2.0 * (i / side));
        if (i < count / 2 && in_group++ == PER_GROUP) {
            group = editor_level_add_object(level, "group", EDITOR_NONE, EDITOR_NONE, &PICK_AFFINE_IDENTITY);
            in_group = 1;
        }
        const uint32_t parent = i < count / 2 ? group : EDITOR_NONE;
        const uint32_t made = i % 10 == 4 ? editor_level_add_light(level, name, parent, &light, &at)
                                          : editor_level_add_object(level, name, parent, mesh, &at);
        must(made != EDITOR_NONE, "an object");
    }
    pick_affine below = {{2.0 * side + 2, 0, 0, 0, 1, 0, 0, 0, 2.0 * side + 2}, {side, -5, -1.0 * side}};
    const uint32_t floor = editor_level_add_object(level, "floor", EDITOR_NONE, mesh, &below);
    must(floor != EDITOR_NONE, "the floor");
    level->objects[floor].locked = true; // nothing selects it
    editor_error error = {""};
    must(editor_level_finish(level, &error), "finishing the level");
    return level;
}

// --- One wait -------------------------------------------------------------------------------------------------------

typedef struct wait {
    double action, rest; // seconds; the rest is that of the steps after it
} wait;

static double settle(editor_workspace *workspace)
{
    const double start = seconds();
    for (int i = 0; i < 50 && editor_workspace_is_busy(workspace); i++)
        (void)editor_workspace_step(workspace, 0.016);
    return seconds() - start;
}

static wait run(editor_workspace *workspace, const char *action)
{
    const double start = seconds();
    must(editor_action_run(workspace, editor_action_find(action)), action);
    const double done = seconds();
    return (wait){done - start, settle(workspace)};
}

static wait press(editor_workspace *workspace, const char *button)
{
    const double start = seconds();
    must(editor_workspace_press(workspace, button), button);
    (void)editor_workspace_step(workspace, 0.016);
    const double done = seconds();
    return (wait){done - start, settle(workspace)};
}

static void print(const char *what, wait w)
{
    (void)printf("%-34s %9.1f %9.1f\n", what, 1e3 * w.action, 1e3 * w.rest);
    (void)fflush(stdout);
}

// An action, and its undo and redo.
static void row(editor_workspace *workspace, const char *action)
{
    char text[64];
    print(action, run(workspace, action));
    (void)snprintf(text, sizeof(text), "  undo of %s", action);
    print(text, run(workspace, "undo"));
    (void)snprintf(text, sizeof(text), "  redo of %s", action);
    print(text, run(workspace, "redo"));
    (void)settle(workspace);
}

static int ascending(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

// The median of many pictures.
static void frames(editor_workspace *workspace, const char *what)
{
    double times[FRAMES];
    for (int i = 0; i < FRAMES; i++) {
        editor_workspace_invalidate(workspace);
        const double start = seconds();
        (void)editor_workspace_step(workspace, 0.016);
        times[i] = seconds() - start;
    }
    qsort(times, FRAMES, sizeof(*times), ascending);
    (void)printf("%-34s %9.2f\n", what, 1e3 * times[FRAMES / 2]);
}

static void array(editor_workspace *workspace, uint32_t copies)
{
    char count[16];
    (void)run(workspace, "select-none");
    (void)run(workspace, "pick-next");
    (void)run(workspace, "array-linear");
    (void)snprintf(count, sizeof(count), "%u", (unsigned)copies);
    must(editor_workspace_fill(workspace, "Count", count), "filling in the count");
    print("array of 10 000", press(workspace, "Create"));
    print("  undo of array", run(workspace, "undo"));
}

static void input(editor_workspace *workspace, const editor_event *event)
{
    (void)editor_workspace_event(workspace, event);
    (void)editor_workspace_step(workspace, 0.016);
}

// Types a search, letter by letter; the slowest letter counts.
static void search(editor_workspace *workspace, const char *words)
{
    const pick_vec2 field = {100, 82};
    input(workspace, &(editor_event){.type = EDITOR_EVENT_MOUSE_MOVE, .position = field});
    input(workspace, &(editor_event){.type = EDITOR_EVENT_MOUSE_PRESS, .position = field});
    input(workspace, &(editor_event){.type = EDITOR_EVENT_MOUSE_RELEASE, .position = field});
    (void)settle(workspace);
    wait slowest = {0, 0};
    for (const char *at = words; *at; at++) {
        editor_event event = {.type = EDITOR_EVENT_TEXT, .text = {*at}};
        const double start = seconds();
        input(workspace, &event);
        wait now = {seconds() - start, 0};
        now.rest = settle(workspace);
        slowest = now.action + now.rest > slowest.action + slowest.rest ? now : slowest;
    }
    print("a letter of a search", slowest);
}

int main(int argc, char **argv)
{
    const long count = argc > 1 ? strtol(argv[1], NULL, 10) : 100000;
    if (count < 100 || count > 1000000) {
        (void)fprintf(stderr, "usage: editor_bench [OBJECTS [ACTION]], from 100 to 1000000\n");
        return 2;
    }
    editor_error error = {""};
    const editor_workspace_desc desc = {
        .window = {1280, 800, 1280, 800}, .ui_scale = 1, .actions = &EDITOR_ACTION_TABLE, .no_files = true};
    editor_workspace *workspace = editor_workspace_create(make_level((uint32_t)count), &desc, &error);
    must(workspace != NULL, "the workspace");
    (void)printf("%ld objects; milliseconds of CPU\n%-34s %9s %9s\n", count, "", "action", "the rest");
    (void)run(workspace, "whole-groups"); // off
    if (argc > 2) {
        (void)run(workspace, "select-all");
        row(workspace, argv[2]);
        editor_workspace_destroy(workspace);
        return 0;
    }
    frames(workspace, "a picture, nothing selected");
    row(workspace, "select-all");
    frames(workspace, "a picture, all selected");
    (void)run(workspace, "tool-move");
    frames(workspace, "a picture, all selected, Move");
    (void)run(workspace, "tool-select");
    row(workspace, "hide");
    row(workspace, "show-all");
    row(workspace, "lock");
    row(workspace, "unlock-all");
    row(workspace, "mirror-x");
    row(workspace, "drop");
    row(workspace, "align-min-y");
    print("isolate", run(workspace, "isolate"));
    print("  leave", run(workspace, "isolate"));
    (void)run(workspace, "select-none");
    (void)run(workspace, "pick-next");
    print("isolate one object", run(workspace, "isolate"));
    print("  leave", run(workspace, "isolate"));
    (void)run(workspace, "select-all");
    row(workspace, "group");
    row(workspace, "ungroup");
    print("copy", run(workspace, "copy"));
    row(workspace, "duplicate");
    (void)run(workspace, "undo");
    (void)run(workspace, "select-all");
    row(workspace, "delete");
    (void)run(workspace, "undo");
    array(workspace, 10000);
    search(workspace, "post type:mesh");
    frames(workspace, "a picture at the end");
    editor_workspace_destroy(workspace);
    return 0;
}
