#define _DEFAULT_SOURCE // mkdtemp

// Clips as exporters write them: of one name, with keys at one time, before 0, or out of order.
#include "document/import/common/model_cache.h"
#include "document/import/import.h"
#include "document/level/clips.h"
#include "document/level/level_internal.h"
#include "system/cache.h"
#include "system/text.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#include "text_file.h"

static const char path[] = "test_clips.gltf";

// A triangle, and accessors: 1 times -1, 0.5, 0.5, 2; 2 places with x 0, 3, 5, 6; 3 times 0.5, 0.5, 2; 4 the places of
// those; 5 times 1, 0; 6 two places.
static const char whole[] =
    "{\"asset\":{\"version\":\"2.0\"},\"scenes\":[{\"nodes\":[0]}],\"nodes\":[{\"name\":\"leaf\",\"mesh\":0}],"
    "\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":0}}]}],\"animations\":[%s],\"accessors\":["
    "{\"bufferView\":0,\"componentType\":5126,\"count\":3,\"type\":\"VEC3\",\"min\":[0,0,0],\"max\":[1,1,0]},"
    "{\"bufferView\":0,\"byteOffset\":36,\"componentType\":5126,\"count\":4,\"type\":\"SCALAR\"},"
    "{\"bufferView\":0,\"byteOffset\":52,\"componentType\":5126,\"count\":4,\"type\":\"VEC3\"},"
    "{\"bufferView\":0,\"byteOffset\":40,\"componentType\":5126,\"count\":3,\"type\":\"SCALAR\"},"
    "{\"bufferView\":0,\"byteOffset\":64,\"componentType\":5126,\"count\":3,\"type\":\"VEC3\"},"
    "{\"bufferView\":0,\"byteOffset\":100,\"componentType\":5126,\"count\":2,\"type\":\"SCALAR\"},"
    "{\"bufferView\":0,\"byteOffset\":52,\"componentType\":5126,\"count\":2,\"type\":\"VEC3\"}],"
    "\"bufferViews\":[{\"buffer\":0,\"byteLength\":108}],\"buffers\":[{\"byteLength\":108,\"uri\":\"data:;base64,"
    "AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAAAACAvwAAAD8AAAA/"
    "AAAAQAAAAAAAAAAAAAAAAAAAQEAAAAAAAAAAAAAAoEAAAAAAAAAAAAAAwEAAAAAAAAAAAAAAgD8AAAAA\"}]}";

#define CLIP(NAME, INPUT, OUTPUT)                                                                                      \
    "{" NAME "\"channels\":[{\"sampler\":0,\"target\":{\"node\":0,\"path\":\"translation\"}}],"                        \
    "\"samplers\":[{\"input\":" INPUT ",\"output\":" OUTPUT "}]}"
#define WALK CLIP("\"name\":\"walk\",", "3", "4")

static editor_level *open_clips(const char *clips)
{
    const size_t size = sizeof(whole) + strlen(clips);
    char *text = malloc(size);
    editor_error error;
    assert_non_null(text);
    assert_true((size_t)snprintf(text, size, whole, clips) < size);
    write_text(path, text);
    free(text);
    editor_level *level = editor_import(path, NULL, NULL, &error);
    if (!level)
        fail_msg("%s", error.text);
    assert_int_equal(remove(path), 0);
    return level;
}

static void test_names(void **state)
{
    (void)state;
    static const char *const names[] = {"walk", "walk 03", "walk 02", "run", "walk 04", "animations[5]", "walk 02 02"};
    enum { COUNT = sizeof(names) / sizeof(names[0]) };
    editor_level *level = open_clips(WALK "," WALK "," CLIP("\"name\":\"walk 02\",", "3", "4") "," CLIP(
        "\"name\":\"run\",", "3", "4") "," WALK "," CLIP("", "3", "4") "," CLIP("\"name\":\"walk 02\",", "3", "4"));
    const editor_motion *motion = level->assets[0].motion;
    assert_int_equal(level->warning_count, 0);
    assert_int_equal(motion->clip_count, COUNT);
    for (uint32_t i = 0; i < COUNT; i++) {
        assert_string_equal(motion->clips[i].name, names[i]);
        assert_int_equal(motion_find_clip(motion, names[i]), i);
    }
    editor_level_destroy(level);
    // A name is one line, in a menu as in a terminal.
    level = open_clips(CLIP("\"name\":\"run\\n\\u001b[2Jfast\",", "3", "4"));
    assert_string_equal(level->assets[0].motion->clips[0].name, "run  [2Jfast");
    editor_level_destroy(level);
}

static void expect_x(editor_level *level, double time, double x)
{
    editor_error error;
    assert_true(editor_level_set_pose(level, "walk", time, &error));
    if (fabs(level->objects[0].world.origin.x - x) > 1e-9)
        fail_msg("x is %g at %g seconds, not %g", level->objects[0].world.origin.x, time, x);
}

// From one key to another at the same time the value jumps. Keys before 0 count from 0 on, with a warning.
static void expect_jumps(editor_level *level, bool early)
{
    expect_x(level, 0, early ? 2 : 3);
    expect_x(level, 0.25, early ? 2.5 : 3);
    expect_x(level, 0.5, 5);
    expect_x(level, 1.25, 5.5);
    expect_x(level, 2, 6);
    expect_x(level, 9, 6);
    assert_true(level->assets[0].motion->clips[0].length == 2);
    assert_int_equal(level->warning_count, early);
    if (early)
        assert_non_null(strstr(level->warnings[0], "animations[0].channels[0]: has keys before 0 seconds"));
    editor_level_destroy(level);
}

static void test_times(void **state)
{
    (void)state;
    char folder[] = "/tmp/vkpick_clips_XXXXXX", command[80];
    assert_non_null(mkdtemp(folder));
    editor_model_cache_set_least(0);
    editor_cache_use(folder, 100000000);
    static const char early[] = CLIP("\"name\":\"walk\",", "1", "2");
    for (int known = 0; known < 2; known++) {
        expect_jumps(open_clips(WALK), false);
        expect_jumps(open_clips(early), true);
        editor_cache_wait();
    }
    editor_cache_use(NULL, 0);
    snprintf(command, sizeof(command), "rm -r %s", folder);
    assert_int_equal(system(command), 0);
}

static void test_left_out(void **state)
{
    (void)state;
    editor_level *level = open_clips(CLIP("", "5", "6") "," WALK);
    assert_int_equal(level->assets[0].motion->clip_count, 1);
    assert_int_equal(level->warning_count, 2);
    assert_non_null(
        strstr(level->warnings[0], "animations[0].channels[0]: the times of its keys decrease; not played"));
    editor_level_destroy(level);
}

// Processor time of the list of so many clips, seconds: the least of some. Every second one has the name of the one
// before in capitals, as another clip.
static double cost_of_list(uint32_t count)
{
    editor_text text = {0};
    for (uint32_t i = 0; i < count; i++) {
        editor_text_format(&text, "%s{\"name\":\"%s %u\",\"channels\":[{\"sampler\":0,\"target\":{\"node\":0,",
                           i ? "," : "", i % 2 ? "RUN" : "run", (unsigned)i / 2);
        editor_text_put(&text, "\"path\":\"translation\"}}],\"samplers\":[{\"input\":3,\"output\":4}]}");
    }
    assert_false(text.failed);
    editor_level *level = open_clips(text.data);
    editor_text_free(&text);
    editor_clip_list list = {0};
    double least = INFINITY;
    for (int i = 0; i < 5; i++) {
        const clock_t begin = clock();
        assert_true(editor_level_list_clips(level, &list));
        least = fmin(least, (double)(clock() - begin) / CLOCKS_PER_SEC);
    }
    assert_int_equal(list.count, count);
    for (uint32_t i = 0; i < count; i += 31)
        assert_string_equal(list.rows[i].name, level->assets[0].motion->clips[i].name);
    editor_clip_list_finish(&list);
    editor_level_destroy(level);
    return least;
}

// Sixteen times as many clips take no 256 times as long to list.
static void test_many(void **state)
{
    (void)state;
    const double few = fmax(cost_of_list(1000), 5e-5), many = cost_of_list(16000);
    if (many > 60 * few)
        fail_msg("%g ms for 1000, %g ms for 16000", 1e3 * few, 1e3 * many);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_names),
        cmocka_unit_test(test_times),
        cmocka_unit_test(test_left_out),
        cmocka_unit_test(test_many),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
