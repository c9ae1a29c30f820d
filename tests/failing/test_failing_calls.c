// Every Vulkan call, and every allocation, fails once, with every result that it may return: nothing crashes, nothing
// leaks, the error names the call, and unless the device is lost, the same step works next time. Failures during
// destruction are survived, too.
//
// By default a sample of it: one in 240 of the calls that make a device, which takes long, and one in 24 of the rest.
// VKPICK_THOROUGH=1 tries one in four and all of the rest. VKPICK_FAILING_LONG=1 tries each of them, the names of
// objects too, and a first frame of a new device for each of its calls.
#include "world.h"

#include "device/vk.h"
#include "effort.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const char CACHE_PATH[] = "failing_calls.cache";

typedef struct tally {
    uint32_t sites, tried, told, borne, lost; // failures: reported; got over without a word; that took the device
    uint32_t wrong;
} tally;

static bool is_long(void)
{
    const char *value = getenv("VKPICK_FAILING_LONG");
    return value != NULL && strcmp(value, "1") == 0;
}

// Each how many failures one is tried.
static uint32_t one_in(uint32_t sample, uint32_t thorough)
{
    return is_long() ? 1 : test_effort(sample, thorough);
}

static void check_clean(const char *what)
{
    char kinds[512];
    int64_t objects = failing_calls_live_objects(kinds, sizeof kinds), heap = failing_heap_live();
    if (objects != 0 || heap != 0)
        fail_msg("%s: left behind %s and %lld allocations", what, kinds, (long long)heap);
}

// All steps before `step`, in good order.
static void prepare(world *it, world_step step)
{
    failing_calls_reset();
    failing_heap_reset();
    for (int before = 0; before < (int)step; before++) {
        if (before != (int)WORLD_FRAME || step > WORLD_RESIZE) // a resize may come before the first frame
            assert_int_equal(world_do(it, (world_step)before), RENDER_OK);
    }
    failing_calls_reset();
    failing_heap_reset();
}

static void complain(tally *sum, const char *what, const char *then, const char *text)
{
    fprintf(stderr, "%s: %s%s\n", what, then, text);
    sum->wrong++;
}

// What a failed step leads to: a report, and the same step again.
static void check_aftermath(world *it, world_step step, render_result result, const char *what, const char *in_text,
                            tally *sum)
{
    const char *error = it->device ? render_device_last_error(it->device) : it->error;
    bool lost = it->device != NULL && render_device_is_lost(it->device);
    if (result < RENDER_OK) {
        sum->told++;
        if (error[0] == '\0' || (in_text != NULL && strstr(error, in_text) == NULL))
            complain(sum, what, "the error says ", error);
    } else {
        sum->borne++;
    }
    failing_calls_reset();
    failing_heap_reset();
    if (lost) {
        sum->lost++;
        if (world_do(it, step) != RENDER_ERROR_DEVICE_LOST)
            complain(sum, what, "a lost device goes on", "");
        return;
    }
    // After a start that failed now and then also to the first frame, which takes long.
    int last = step > WORLD_FRAME ? (int)step : step > WORLD_START || sum->tried % 32 == 0 ? WORLD_FRAME : WORLD_START;
    for (int after = (int)step; after <= last; after++) {
        result = world_do(it, (world_step)after);
        if (result != RENDER_OK) {
            complain(sum, what, "the next try fails: ", it->device ? render_device_last_error(it->device) : it->error);
            return;
        }
    }
    if (last >= (int)WORLD_FRAME && !world_picks_right(it))
        complain(sum, what, "then a wrong pick", "");
}

// Names that stand for other texts: what a person can act on.
static const char *text_for(const char *name, VkResult result)
{
    if (strcmp(name, "vkCreateInstance") == 0 && result == VK_ERROR_INCOMPATIBLE_DRIVER)
        return "no Vulkan driver";
    if (strcmp(name, "vkEnumeratePhysicalDevices") == 0 && result == VK_ERROR_INITIALIZATION_FAILED)
        return ""; // the first such call says that there is no driver, the second names itself
    if (strcmp(name, "vkEnumerateDeviceExtensionProperties") == 0)
        return "no usable Vulkan driver";
    if (strcmp(name, "vkEnumerateInstanceExtensionProperties") == 0)
        return "VK_KHR_surface";
    // Calls that only query the GPU's progress leave the error to the next call.
    return result == VK_ERROR_DEVICE_LOST ? "VK_ERROR_DEVICE_LOST" : name;
}

// One call fails once, in a world that has come as far as `step`. Only the device is kept for the next try, unless it
// is lost or `fresh` asks for a new one.
static void try_call(world *it, world_step step, uint32_t index, VkResult result, bool fresh, tally *sum)
{
    char what[256];
    if (fresh || step == WORLD_START || (it->device != NULL && render_device_is_lost(it->device)))
        world_end(it);
    else
        world_empty(it);
    if (it->device == NULL)
        check_clean(it->what[0] ? it->what : "the start");
    prepare(it, step);
    failing_calls_fail(index, result);
    render_result got = world_do(it, step);
    const char *name = failing_calls_name(index);
    bool failed = failing_calls_has_failed();
    failing_calls_reset();
    if (!failed)
        return; // how often a batch of uploads queries the GPU's progress depends on the GPU
    snprintf(what, sizeof what, "%s: call %u, %s, returns %s", world_step_name(step), index, name,
             render_vk_result_name(result));
    snprintf(it->what, sizeof it->what, "%s", what);
    sum->tried++;
    check_aftermath(it, step, got, what, text_for(name, result), sum);
    failing_calls_reset();
}

typedef char call_name[64];

// The names of a step's calls in a clean run.
static uint32_t list_calls(world *it, world_step step, call_name *names, uint32_t room)
{
    prepare(it, step);
    assert_int_equal(world_do(it, step), RENDER_OK);
    uint32_t count = failing_calls_count();
    assert_true(count <= room);
    for (uint32_t i = 0; i < count; i++)
        snprintf(names[i], sizeof names[i], "%s", failing_calls_name(i));
    return count;
}

static bool makes_something(const char *name)
{
    return strncmp(name, "vkCreate", 8) == 0 || strncmp(name, "vkAllocate", 10) == 0 ||
           strncmp(name, "vkMap", 5) == 0 || strncmp(name, "vkBind", 6) == 0;
}

static bool is_in_sample(world_step step, const char *name, uint32_t index)
{
    if (strcmp(name, "vkSetDebugUtilsObjectNameEXT") == 0) // names are for people, and set in one place
        return index % one_in(320, 32) == 0;
    return index % (step == WORLD_START ? one_in(960, 32) : one_in(240, 8)) == 0;
}

// Every call of a step with every result.
static void try_step(world_step step, tally *sum)
{
    static call_name names[2048];
    world it = {0};
    // The first frame of a device creates objects that later ones reuse.
    sum->sites = list_calls(&it, step, names, 2048);
    for (uint32_t index = 0; index < sum->sites && step == WORLD_FRAME; index++) {
        if (is_long() || (makes_something(names[index]) && index % one_in(48, 4) == 0))
            try_call(&it, step, index, VK_ERROR_OUT_OF_DEVICE_MEMORY, true, sum);
    }
    if (step == WORLD_START)
        world_end(&it);
    else
        world_empty(&it);
    sum->sites = list_calls(&it, step, names, 2048);
    for (uint32_t index = 0; index < sum->sites; index++) {
        int32_t results[8];
        uint32_t count = failing_calls_results(names[index], results);
        for (uint32_t r = 0; r < count && is_in_sample(step, names[index], index); r++)
            try_call(&it, step, index, (VkResult)results[r], false, sum);
    }
    world_end(&it);
    check_clean(world_step_name(step));
}

static void test_vulkan_calls(void **state)
{
    (void)state;
    tally all = {0};
    for (int step = 0; step < (int)WORLD_STEPS; step += (int)test_effort(3, 1)) {
        tally here = {0};
        try_step((world_step)step, &here);
        assert_true(here.sites > 0);
        printf("%-8s %4u calls, %5u failures: %4u told, %4u borne, %3u lost the device\n",
               world_step_name((world_step)step), here.sites, here.tried, here.told, here.borne, here.lost);
        all.sites += here.sites;
        all.tried += here.tried;
        all.told += here.told;
        all.lost += here.lost;
        all.wrong += here.wrong;
    }
    printf("together %4u calls, %5u failures, all survived, nothing left behind\n", all.sites, all.tried);
    assert_int_equal(all.wrong, 0);
    assert_true(all.sites > test_effort(300, 400) && all.tried > test_effort(3, 80));
    assert_true(all.told > all.tried / 2 && all.lost >= (is_long() ? 7 : 0)); // samples may miss them
}

// --- Taking everything down ---

// Like a program that has just drawn and requested a pick: the GPU may still be busy.
static void make_busy(world *it)
{
    it->cache_path = CACHE_PATH;
    failing_calls_reset();
    failing_heap_reset();
    for (int step = 0; step <= (int)WORLD_REQUEST; step++)
        assert_int_equal(world_do(it, (world_step)step), RENDER_OK);
    const render_frame frame = {.projection = {1, 0, 0, 0, 0, -1, 0, 0, 0, 0, 0, -1, 0, 0, 0.1f, 0},
                                .view = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1}};
    render_target *target = render_window_get_target(it->window);
    assert_int_equal(render_target_request_pick(target, it->scene, &frame, 5, 5, &it->request), RENDER_OK);
    failing_calls_reset();
    failing_heap_reset();
}

static void take_down(world *it)
{
    render_scene_destroy(it->scene);
    render_window_destroy(it->window);
    render_device_destroy(it->device);
    *it = (world){0};
}

static bool cache_is_there(void)
{
    FILE *file = fopen(CACHE_PATH, "rb");
    if (file != NULL)
        fclose(file);
    return file != NULL;
}

static void test_shutdown(void **state)
{
    (void)state;
    static call_name names[64];
    world it = {0};
    remove(CACHE_PATH);
    make_busy(&it);
    take_down(&it);
    const uint32_t count = failing_calls_count(), allocations = failing_heap_count();
    assert_true(count >= 3 && count <= 64); // a wait, and the pipeline cache: its size, its data
    for (uint32_t i = 0; i < count; i++)
        snprintf(names[i], sizeof names[i], "%s", failing_calls_name(i));
    check_clean("taking down");
    assert_true(cache_is_there());
    uint32_t tried = 0, kept = 0;
    for (uint32_t index = 0; index < count; index++) {
        int32_t results[8];
        const uint32_t result_count = failing_calls_results(names[index], results);
        for (uint32_t r = 0; r < result_count; r++) {
            if (!is_long() && (index % test_effort(18, 2) != 0 || r != index % result_count))
                continue;
            char what[160];
            snprintf(what, sizeof what, "taking down: call %u, %.60s, returns %.30s", index, names[index],
                     render_vk_result_name((VkResult)results[r]));
            remove(CACHE_PATH);
            make_busy(&it);
            failing_calls_fail(index, results[r]);
            take_down(&it);
            // How often the last calls ask for the GPU's progress depends on its pace: some indices are never reached.
            tried += failing_calls_has_failed();
            kept += failing_calls_has_failed() && cache_is_there();
            check_clean(what);
        }
    }
    for (uint32_t index = 0; index < allocations; index += one_in(96, 6)) {
        remove(CACHE_PATH);
        make_busy(&it);
        failing_heap_fail(index);
        take_down(&it);
        tried += failing_heap_has_failed();
        kept += failing_heap_has_failed() && cache_is_there();
        check_clean("taking down: an allocation fails");
    }
    printf("taking down %u calls and %u allocations, %u failures, the pipeline cache kept after %u\n", count,
           allocations, tried, kept);
    assert_true(tried > (is_long() ? count : count / test_effort(32, 3)) && kept > 0 && kept < tried);
    remove(CACHE_PATH);
}

static void test_allocations(void **state)
{
    (void)state;
    tally all = {0};
    uint32_t together = 0;
    for (int step = 0; step < (int)WORLD_STEPS; step += (int)test_effort(4, 1)) {
        uint32_t count = 0;
        world it = {0};
        for (uint32_t index = 0;; index += one_in(144, 8)) {
            char what[160];
            // A device's first frames allocate more than later ones.
            world_end(&it);
            prepare(&it, (world_step)step);
            failing_heap_fail(index);
            render_result got = world_do(&it, (world_step)step);
            snprintf(what, sizeof what, "%s: allocation %u fails", world_step_name((world_step)step), index);
            if (!failing_heap_has_failed())
                break;
            count++;
            all.tried = count;
            check_aftermath(&it, (world_step)step, got, what, NULL, &all);
        }
        world_end(&it);
        check_clean(world_step_name((world_step)step));
        printf("%-8s %4u allocations\n", world_step_name((world_step)step), count);
        together += count;
    }
    assert_int_equal(all.wrong, 0);
    assert_true(together > test_effort(1, 10) && all.told > together / 2);
}

int main(int argc, char **argv)
{
    if (argc > 1)
        cmocka_set_test_filter(argv[1]);
    if (!failing_calls_install())
        return 77;
    world it = {0};
    bool there = world_do(&it, WORLD_START) == RENDER_OK;
    if (!there)
        fprintf(stderr, "skipped: %s\n", it.error);
    world_end(&it);
    if (!there)
        return 77;
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_vulkan_calls), cmocka_unit_test(test_shutdown),
                                       cmocka_unit_test(test_allocations)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
