// exchange.h: a level of three models in FOLDER, which the test's target names, and an editor that reads them behind.
#ifndef TESTS_EDITOR_WORKSPACE_EXCHANGE_H
#define TESTS_EDITOR_WORKSPACE_EXCHANGE_H

#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "actions/actions.h"
#include "document/file/level_file.h"
#include "document/file/open.h"
#include "workspace/workspace_private.h"

#define LEVEL FOLDER "/a.vkpick"

enum { MODELS = 3, BROKEN = 0, MISSING_SIZE = 50 };

static inline void path_of(uint32_t model, const char *folder, char out[80])
{
    snprintf(out, 80, FOLDER "/%s/m%u.obj", folder, (unsigned)model);
}

// The file is replaced at once, and is newer than all before it.
static inline void write_model(uint32_t model, const char *text)
{
    char path[80];
    path_of(model, "models", path);
    FILE *file = fopen(FOLDER "/new", "wb");
    assert_non_null(file);
    fputs(text, file);
    assert_int_equal(fclose(file), 0);
    static time_t now = 1000000;
    const struct timespec times[2] = {{.tv_sec = ++now}, {.tv_sec = now}};
    assert_int_equal(utimensat(AT_FDCWD, FOLDER "/new", times, 0), 0);
    assert_int_equal(rename(FOLDER "/new", path), 0);
}

// A triangle as large as its version.
static inline void write_version(uint32_t model, uint32_t version)
{
    char text[80] = "v 0 0 0\nf 1 2 3\n";
    if (version != BROKEN)
        snprintf(text, sizeof(text), "o m\nv 0 0 0\nv %u 0 0\nv 0 %u 0\nf 1 2 3\n", (unsigned)version,
                 (unsigned)version);
    write_model(model, text);
}

static inline int set_up(void **state)
{
    (void)state;
    assert_int_equal(system("rm -rf " FOLDER), 0);
    mkdir(FOLDER, 0777);
    mkdir(FOLDER "/models", 0777);
    FILE *file = fopen(LEVEL, "wb");
    assert_non_null(file);
    fputs("{\"vkpick_level\": 2, \"assets\": [", file);
    for (unsigned i = 0; i < MODELS; i++) {
        write_version(i, 1);
        fprintf(file, "%s{\"id\": %u, \"path\": \"models/m%u.obj\", \"mesh_names\": [\"m\"], ", i ? ", " : "", i + 1,
                i);
        fprintf(file, "\"mesh_boxes\": [[0, 0, 0, %d, 1, 1]]}", MISSING_SIZE);
    }
    fputs("], \"objects\": [", file);
    for (unsigned i = 0; i < MODELS; i++)
        fprintf(file, "%s{\"id\": %u, \"name\": \"m%u\", \"asset\": %u, \"mesh\": 0}", i ? ", " : "", i + 1, i, i + 1);
    fputs("]}", file);
    return fclose(file);
}

static inline int tear_down(void **state)
{
    (void)state;
    return system("rm -rf " FOLDER);
}

// Without an area, so that no pictures are made.
static inline editor_workspace *show(editor_level *level)
{
    editor_error error = {""};
    assert_non_null(level);
    const editor_workspace_desc desc = {.actions = &EDITOR_ACTION_TABLE, .ui_scale = 1, .loads_behind = true};
    editor_workspace *workspace = editor_workspace_create(level, &desc, &error);
    assert_non_null(workspace);
    return workspace;
}

static inline editor_workspace *open_editor(void)
{
    editor_error error = {""};
    return show(editor_open(LEVEL, NULL, NULL, &error));
}

// With boxes for all models, which are asked for.
static inline editor_workspace *open_boxes(void)
{
    editor_error error = {""};
    editor_workspace *workspace = show(editor_level_read_boxes(LEVEL, 1, NULL, NULL, NULL, &error));
    assert_true(editor_workspace_fill_boxes(workspace));
    return workspace;
}

// The version that the object of a model shows: its extent.
static inline uint32_t shown(const editor_workspace *workspace, uint32_t model)
{
    const editor_level *level = editor_workspace_get_level(workspace);
    const pick_aabb box = editor_level_subtree_bounds(level, model);
    return (uint32_t)(box.max.x - box.min.x + 0.5);
}

static inline void read_one(editor_workspace *workspace)
{
    assert_true(editor_workspace_poll_load(workspace, true));
    editor_workspace_step(workspace, 0);
}

static inline bool has_none(const editor_workspace *workspace)
{
    const editor_loads *loads = &workspace->loads;
    return loads->count == 0 && loads->reloaded.count == 0 && loads->relinked.count == 0;
}

#endif
