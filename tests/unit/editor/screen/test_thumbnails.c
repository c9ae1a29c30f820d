// Thumbnails: drawn in the background by another process (here this program, which plays the part), kept in a cache,
// read from there, drawn again when the model changes; refusals are kept too.
#define _DEFAULT_SOURCE // usleep
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "screen/image_file.h"
#include "screen/thumbnails.h"
#include "system/background.h"
#include "system/platform_folder.h"
#include "view/draw_list.h"

#define FOLDER "test_thumbnails.tmp"

static void write_text(const char *path, const char *text)
{
    usleep(5000); // more than a tick of the file system's clock
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs(text, file);
    assert_int_equal(fclose(file), 0);
}

// `render MODEL --out FILE.png ...`: a model whose text is "torn" is refused; others give a picture.
static int play_renderer(char **arguments)
{
    char text[64] = "";
    FILE *file = fopen(arguments[2], "r");
    if (file && fgets(text, sizeof(text), file)) {
    }
    if (strcmp(text, "torn") == 0) {
        fprintf(stderr, "vkpick: %s: line 3: torn apart\n", arguments[2]);
        return 3;
    }
    if (strcmp(text, "hangs") == 0)
        sleep(600);
    file = fopen(FOLDER "/log", "a");
    if (file)
        fprintf(file, "%s\n", arguments[2]), fclose(file);
    static uint8_t rgba[4 * EDITOR_THUMBNAIL_SIZE * EDITOR_THUMBNAIL_SIZE];
    editor_error error;
    return editor_png_write(arguments[4], rgba, EDITOR_THUMBNAIL_SIZE, EDITOR_THUMBNAIL_SIZE, &error) ? 0 : 1;
}

typedef struct bench {
    render_device *device;
    render_scene *scene;
    editor_thumbnails *thumbnails;
    editor_asset_folder assets;
    uint64_t generation;
} bench;

static bench begin(void)
{
    bench b = {.generation = 1};
    char error[256];
    assert_int_equal(render_device_create(&(render_device_desc){.validation = false}, &b.device, error, sizeof(error)),
                     RENDER_OK);
    assert_int_equal(render_scene_create(b.device, &b.scene), RENDER_OK);
    b.thumbnails = editor_thumbnails_create(FOLDER "/cache", NULL);
    assert_non_null(b.thumbnails);
    assert_true(editor_asset_folder_choose(&b.assets, FOLDER "/models"));
    for (uint32_t i = 0; i < b.assets.count; i++)
        b.assets.entries[i].seen = true;
    return b;
}

static void end(bench *b)
{
    editor_thumbnails_destroy(b->thumbnails);
    editor_asset_folder_finish(&b->assets);
    render_device_wait_idle(b->device);
    render_scene_destroy(b->scene);
    render_device_destroy(b->device);
}

// Steps until nothing is left to do. Returns how many steps changed something.
static int settle(bench *b)
{
    int changes = 0;
    for (int i = 0; i < 6000; i++) {
        if (editor_thumbnails_step(b->thumbnails, &b->assets, b->scene, b->generation))
            changes++;
        else if (!editor_thumbnails_are_busy(b->thumbnails))
            return changes;
        else
            usleep(10000);
    }
    fail_msg("no end");
    return 0;
}

static const editor_asset_entry *entry(const bench *b, const char *name)
{
    for (uint32_t i = 0; i < b->assets.count; i++) {
        if (strcmp(b->assets.entries[i].name, name) == 0)
            return &b->assets.entries[i];
    }
    fail_msg("%s is not listed", name);
    return NULL;
}

static int count_drawn(void)
{
    int lines = 0;
    FILE *file = fopen(FOLDER "/log", "r");
    for (int c = file ? getc(file) : EOF; c != EOF; c = getc(file))
        lines += c == '\n';
    if (file)
        fclose(file);
    return lines;
}

static int set_up(void **state)
{
    (void)state;
    assert_int_equal(system("rm -rf " FOLDER), 0);
    mkdir(FOLDER, 0777);
    mkdir(FOLDER "/models", 0777);
    mkdir(FOLDER "/models/sub", 0777);
    write_text(FOLDER "/models/a.obj", "one");
    write_text(FOLDER "/models/b.obj", "two");
    write_text(FOLDER "/models/torn.obj", "torn");
    return 0;
}

static void test_drawn_once(void **state)
{
    (void)state;
    bench b = begin();
    assert_false(editor_thumbnails_step(b.thumbnails, &b.assets, b.scene, 1)); // nothing waits for it
    assert_true(editor_thumbnails_are_busy(b.thumbnails));
    assert_int_equal(entry(&b, "a.obj")->picture, 0);
    assert_true(settle(&b) >= 3);
    assert_true(entry(&b, "a.obj")->picture != 0 && entry(&b, "b.obj")->picture != 0);
    assert_true(entry(&b, "a.obj")->picture != entry(&b, "b.obj")->picture);
    assert_null(entry(&b, "a.obj")->why);
    assert_int_equal(entry(&b, "torn.obj")->picture, 0);
    assert_string_equal(entry(&b, "torn.obj")->why, "line 3: torn apart");
    assert_int_equal(count_drawn(), 2);
    assert_int_equal(settle(&b), 0); // at rest
    // Another scene has no textures: they come from the cache.
    b.generation++;
    assert_true(settle(&b) > 0);
    assert_true(entry(&b, "a.obj")->picture != 0);
    assert_string_equal(entry(&b, "torn.obj")->why, "line 3: torn apart");
    end(&b);
    // So they do in another session; a changed model is drawn again, alone.
    write_text(FOLDER "/models/b.obj", "two and a half");
    write_text(FOLDER "/models/torn.obj", "mended");
    b = begin();
    settle(&b);
    assert_int_equal(count_drawn(), 4);
    assert_true(entry(&b, "torn.obj")->picture != 0 && !entry(&b, "torn.obj")->why);
    // A damaged file of the cache is drawn again.
    end(&b);
    assert_int_equal(system("for f in " FOLDER "/cache/*.png; do echo x > $f; done"), 0);
    b = begin();
    settle(&b);
    assert_true(entry(&b, "a.obj")->picture != 0);
    assert_true(count_drawn() >= 7);
    end(&b);
}

static void test_only_what_is_seen(void **state)
{
    (void)state;
    bench b = begin();
    for (uint32_t i = 0; i < b.assets.count; i++)
        b.assets.entries[i].seen = strcmp(b.assets.entries[i].name, "b.obj") == 0;
    settle(&b);
    assert_int_equal(count_drawn(), 1);
    assert_true(entry(&b, "b.obj")->picture != 0 && entry(&b, "a.obj")->picture == 0);
    end(&b);
}

// Nothing is tried for ever: not without a folder to write into, and not a program that has no end.
static void test_trouble(void **state)
{
    (void)state;
    write_text(FOLDER "/models/b.obj", "hangs");
    write_text(FOLDER "/cache", "a file where the folder should be");
    bench b = begin();
    for (uint32_t i = 0; i < b.assets.count; i++)
        b.assets.entries[i].seen = strcmp(b.assets.entries[i].name, "a.obj") == 0;
    settle(&b);
    assert_non_null(strstr(entry(&b, "a.obj")->why, "no picture"));
    assert_int_equal(settle(&b), 0);
    end(&b);
    assert_int_equal(remove(FOLDER "/cache"), 0);
    b = begin();
    for (uint32_t i = 0; i < b.assets.count; i++)
        b.assets.entries[i].seen = strcmp(b.assets.entries[i].name, "b.obj") == 0;
    editor_thumbnails_step(b.thumbnails, &b.assets, b.scene, 1);
    assert_true(editor_thumbnails_are_busy(b.thumbnails));
    end(&b); // ends it at once
}

static void test_cache_is_bounded(void **state)
{
    (void)state;
    mkdir(FOLDER "/cache", 0777);
    char path[64];
    for (int i = 0; i < EDITOR_THUMBNAIL_FILES + 50; i++) {
        snprintf(path, sizeof(path), FOLDER "/cache/%d.png", i);
        FILE *file = fopen(path, "w");
        assert_non_null(file);
        fclose(file);
    }
    bench b = begin();
    settle(&b);
    editor_folder_entry *entries;
    size_t count;
    assert_true(editor_folder_list(FOLDER "/cache", &entries, &count));
    editor_folder_free(entries, count);
    assert_true(count <= EDITOR_THUMBNAIL_FILES && count > EDITOR_THUMBNAIL_FILES / 2);
    end(&b);
}

static editor_background_state wait_for(editor_background *background)
{
    for (int i = 0; i < 3000 && editor_background_look(background) == EDITOR_BACKGROUND_RUNS; i++)
        usleep(10000);
    const editor_background_state state = editor_background_look(background);
    editor_background_destroy(background);
    return state;
}

static void test_background(void **state)
{
    (void)state;
    const char *const good[] = {"/bin/true", NULL}, *const bad[] = {"/bin/sh", "-c", "echo why >&2; exit 3", NULL};
    const char *const none[] = {FOLDER "/none", NULL}, *const slow[] = {"/bin/sleep", "600", NULL};
    assert_int_equal(wait_for(editor_background_start(good, FOLDER "/errors", 60)), EDITOR_BACKGROUND_DONE);
    assert_int_equal(wait_for(editor_background_start(bad, FOLDER "/errors", 60)), EDITOR_BACKGROUND_FAILED);
    char text[16] = "";
    FILE *file = fopen(FOLDER "/errors", "r");
    assert_non_null(file);
    assert_non_null(fgets(text, sizeof(text), file));
    fclose(file);
    assert_string_equal(text, "why\n");
    assert_int_equal(wait_for(editor_background_start(none, FOLDER "/errors", 60)), EDITOR_BACKGROUND_FAILED);
    assert_int_equal(wait_for(editor_background_start(slow, FOLDER "/errors", 1)), EDITOR_BACKGROUND_FAILED);
    editor_background_destroy(editor_background_start(slow, FOLDER "/errors", 60));
    editor_background_destroy(NULL);
}

int main(int count, char **arguments)
{
    if (count > 4 && strcmp(arguments[1], "render") == 0)
        return play_renderer(arguments);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(test_drawn_once, set_up), cmocka_unit_test_setup(test_only_what_is_seen, set_up),
        cmocka_unit_test_setup(test_trouble, set_up),    cmocka_unit_test_setup(test_cache_is_bounded, set_up),
        cmocka_unit_test_setup(test_background, set_up),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
