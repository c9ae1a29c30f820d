// The file of compiled pipelines: written, read again, and ignored if anything in it is wrong; and the stats of a
// frame.
#include "effort.h"
#include "fixture.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const char PATH[] = "pipeline_cache.test";

static void collect(void *user, render_log_level level, const char *text)
{
    char *all = user;
    size_t used = strlen(all);
    if (level != RENDER_LOG_INFO || strstr(text, "pipeline cache") != NULL)
        snprintf(all + used, 4096 - used, "%s\n", text);
}

// The life of a device with the cache; what it said of it. The cache holds what pictures needed.
static void run_device(char log[4096], bool draw)
{
    const render_device_desc desc = {.pipeline_cache_path = PATH, .log = collect, .log_user = log};
    const render_frame frame = fixture_front_view();
    render_device *device;
    render_scene *scene;
    render_target *target;
    log[0] = '\0';
    assert_int_equal(render_device_create(&desc, &device, NULL, 0), RENDER_OK);
    if (draw) {
        assert_int_equal(render_scene_create(device, &scene), RENDER_OK);
        assert_int_equal(render_target_create(device, 16, 16, &target), RENDER_OK);
        assert_int_equal(render_target_draw(target, scene, &frame), RENDER_OK);
        render_target_destroy(target);
        render_scene_destroy(scene);
    }
    render_device_destroy(device);
}

static size_t read_file(unsigned char *data, size_t room)
{
    FILE *file = fopen(PATH, "rb");
    if (file == NULL)
        return 0;
    size_t size = fread(data, 1, room, file);
    fclose(file);
    return size;
}

static void write_file(const unsigned char *data, size_t size)
{
    FILE *file = fopen(PATH, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(data, 1, size, file), size);
    assert_int_equal(fclose(file), 0);
}

// Whether a file is a whole cache of the same driver: its checksum is at byte 16, the driver's header of 32 bytes
// at 24. How much a driver keeps is its own affair, and differs from run to run on some.
static bool is_whole(const unsigned char *data, size_t size, const unsigned char *good)
{
    uint64_t sum = 0xcbf29ce484222325u;
    if (size < 56)
        return false;
    for (size_t i = 24; i < size; i++)
        sum = (sum ^ data[i]) * 0x100000001b3u;
    return memcmp(data + 16, &sum, sizeof sum) == 0 && memcmp(data + 24, good + 24, 32) == 0;
}

static void test_cache(void **state)
{
    (void)state;
    char log[4096];
    enum { ROOM = 32 << 20 };
    unsigned char *good = malloc(ROOM), *bad = malloc(ROOM);
    assert_true(good != NULL && bad != NULL);
    remove(PATH);
    run_device(log, true);
    assert_string_equal(log, "");
    size_t size = read_file(good, ROOM);
    assert_true(is_whole(good, size, good));
    assert_null(fopen("pipeline_cache.test.new", "rb"));
    run_device(log, true); // taken
    assert_string_equal(log, "");
    assert_true(is_whole(bad, read_file(bad, ROOM), good));

    // Truncated anywhere, or with a changed byte in the headers: not used, and rewritten.
    const size_t places = test_effort(12, 40);
    for (size_t at = 0; at < places; at++) {
        bool cut = at % 2 == 0;
        size_t place = at * size / places;
        memcpy(bad, good, size);
        bad[place] ^= 0x55;
        write_file(bad, cut ? place : size);
        run_device(log, false);
        assert_non_null(strstr(log, "not using the pipeline cache"));
        assert_true(is_whole(bad, read_file(bad, ROOM), good));
    }
    // Whole, but another driver's: the UUID is at byte 16 of the driver's header.
    memcpy(bad, good, size);
    bad[24 + 16] ^= 1;
    uint64_t sum = 0xcbf29ce484222325u;
    for (size_t i = 24; i < size; i++)
        sum = (sum ^ bad[i]) * 0x100000001b3u;
    memcpy(bad + 16, &sum, sizeof sum);
    write_file(bad, size);
    run_device(log, false);
    assert_non_null(strstr(log, "another device's or driver's"));
    write_file((const unsigned char *)"nothing of the kind", 19);
    run_device(log, false);
    assert_non_null(strstr(log, "it is no pipeline cache"));
    remove(PATH);
    free(good);
    free(bad);
}

static void test_no_such_folder(void **state)
{
    (void)state;
    char log[4096] = "";
    const render_device_desc desc = {.pipeline_cache_path = "no/such/folder/cache", .log = collect, .log_user = log};
    render_device *device;
    assert_int_equal(render_device_create(&desc, &device, NULL, 0), RENDER_OK);
    render_device_destroy(device);
    assert_non_null(strstr(log, "could not be written"));
}

static void test_stats(void **state)
{
    fixture *it = *state;
    render_target *target;
    render_stats stats;
    render_frame frame = fixture_front_view();
    frame.grid = true;
    const render_mesh cube = fixture_cube(it->scene, 0);
    assert_int_equal(render_target_create(it->device, 256, 256, &target), RENDER_OK);
    for (int i = 0; i < 6; i++) { // each one differs, so all passes are recorded anew
        render_object object = fixture_object(cube, 0.01 * i, 0, 0);
        object.flags = RENDER_OBJECT_SELECTED;
        assert_int_equal(render_scene_set_object(it->scene, 0, &object), RENDER_OK);
        assert_int_equal(render_target_draw(target, it->scene, &frame), RENDER_OK);
    }
    render_device_get_stats(it->device, &stats);
    assert_int_equal(stats.frames, 6);
    assert_int_equal(stats.id_images, 0);
    assert_true(stats.cpu_ms > 0.0 && stats.cpu_ms < 1e4);
    bool timed = render_device_features(it->device) & RENDER_FEATURE_TIMESTAMPS;
    assert_true((stats.gpu_ms > 0.0) == timed && stats.gpu_ms < 1e4);
    assert_true(stats.pass_count > 8 && stats.heap_count > 0);
    double cpu = 0.0, outline = 0.0, ids = 0.0;
    for (uint32_t i = 0; i < stats.pass_count; i++) {
        assert_non_null(stats.passes[i].name);
        cpu += stats.passes[i].cpu_ms;
        outline += strcmp(stats.passes[i].name, "outline") == 0 ? stats.passes[i].cpu_ms : 0.0;
        ids += strcmp(stats.passes[i].name, "ids") == 0 ? stats.passes[i].cpu_ms + stats.passes[i].gpu_ms : 0.0;
    }
    assert_true(cpu > 0.0 && cpu <= stats.cpu_ms && outline > 0.0 && ids == 0.0);
    uint64_t used = 0;
    for (uint32_t i = 0; i < stats.heap_count; i++) {
        assert_true(stats.heaps[i].used <= stats.heaps[i].size);
        used += stats.heaps[i].used;
    }
    assert_true(used >= 256 * 256 * 4);
    render_target_destroy(target);
}

int main(void)
{
    if (!fixture_has_driver())
        return 77;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_cache),
        cmocka_unit_test(test_no_such_folder),
        FIXTURE_TEST_ALONE(test_stats),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
