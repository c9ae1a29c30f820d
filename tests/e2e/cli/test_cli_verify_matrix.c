// Every kind of view of the demo level, of a generated level of hard cases and of real models: the CPU's pick of every
// pixel is what the GPU drew there, except for explained differences.
//
// A short part of it runs always. VKPICK_VERIFY_LONG=1 runs all of it at full size, some 300 million pixels, and prints
// the table of docs/verify.md.
#define _POSIX_C_SOURCE 200809L
#include "effort.h"
#include "parts.h"
#include "program.h"
#include "stress_level.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

typedef struct sum {
    double files, views, pixels, hits, disagreements, explained;
    double grid; // the step of the rasterizer's grid, in steps of 2^-8 pixels
} sum;

static bool is_long(void)
{
    const char *value = getenv("VKPICK_VERIFY_LONG");
    return value != NULL && strcmp(value, "1") == 0;
}

static const char *size_of_views(void)
{
    return is_long() ? "--size 1280x720" : test_is_thorough() ? "--size 192x108" : "--size 96x54";
}

static double both(const cJSON *tally, const char *of_objects, const char *of_triangles)
{
    return program_number(tally, of_objects) + program_number(tally, of_triangles);
}

// Runs the matrix over one file and adds up. A file that is refused (exit status 3), or has nothing in it, does not
// count.
static void run_matrix(const char *path, const char *options, sum *all)
{
    program_result result = program_run("verify '%s' --matrix %s", path, options);
    if (result.status == 3 || (result.status == 1 && strstr(result.err, "nothing to look at") != NULL)) {
        program_free(&result);
        return;
    }
    size_t lines = program_line_count(result.out);
    if (result.status != 0 || lines < 2)
        fail_msg("verify '%s' --matrix %s: exit status %d\n%s%s", path, options, result.status, result.out, result.err);
    cJSON *tally = program_line(&result, lines - 1);
    sum one = {1,
               program_number(tally, "views"),
               program_number(tally, "pixels"),
               program_number(tally, "hits"),
               both(tally, "disagreements", "triangle_disagreements"),
               both(tally, "explained", "triangle_explained"),
               exp2(8 - program_number(tally, "subpixel_bits"))};
    assert_true(one.views == (double)(lines - 1));
    assert_true(both(tally, "unexplained", "triangle_unexplained") == 0 && one.disagreements == one.explained);
    if (is_long()) {
        const char *name = strrchr(path, '/');
        printf("%-44s %3.0f %12.0f %12.0f %8.0f %8.0f %g\n", name != NULL ? name + 1 : path, one.views, one.pixels,
               one.hits, one.disagreements, one.explained, one.disagreements - one.explained);
        fflush(stdout);
    }
    all->files += one.files, all->views += one.views, all->pixels += one.pixels;
    all->grid = one.grid;
    all->hits += one.hits, all->disagreements += one.disagreements, all->explained += one.explained;
    cJSON_Delete(tally);
    program_free(&result);
}

// Explanations are for edges: were there many, one would have to ask what they hide. An edge moves by a step of the
// grid. `share`: the most for steps of 2^-8 pixels.
static void check_sum(const sum *all, double share)
{
    assert_true(all->views > 0 && all->hits > 0.05 * all->pixels);
    printf("%.2f %% of the hits differ\n", 100 * all->disagreements / all->hits);
    assert_true(all->disagreements < fmin(share * fmax(all->grid, 1), 0.5) * all->hits);
}

static void print_sum(const char *what, const sum *all)
{
    if (is_long()) {
        printf("%s: %.0f files, %.0f views, %.0f pixels, %.0f hits, %.0f disagreements, %.0f explained, %g "
               "unexplained\n",
               what, all->files, all->views, all->pixels, all->hits, all->disagreements, all->explained,
               all->disagreements - all->explained);
    }
}

static void test_the_demo_level(void **state)
{
    (void)state;
    sum all = {0};
    run_matrix("demo", size_of_views(), &all);
    check_sum(&all, 0.01);
    print_sum("demo level", &all);
}

static void test_hard_cases(void **state)
{
    (void)state;
    sum all = {0};
    char folder[1024], *slash;
    snprintf(folder, sizeof(folder), "%s", program_path("stress.gltf"));
    slash = strrchr(folder, '/');
    assert_non_null(slash);
    *slash = '\0';
    assert_true(stress_level_write(folder));
    run_matrix(program_path("stress.gltf"), test_is_thorough() ? size_of_views() : "--size 96x54 --views 5", &all);
    check_sum(&all, 0.05); // its triangles are a few pixels large
    print_sum("hard cases", &all);
}

// The lines of a shell command: paths.
static void run_files(const char *command, const char *options, uint32_t step, sum *all)
{
    FILE *list = popen(command, "r");
    assert_non_null(list);
    char path[1024];
    for (uint32_t i = 0; fgets(path, sizeof(path), list) != NULL; i++) {
        path[strcspn(path, "\n")] = '\0';
        if (i % step == 0)
            run_matrix(path, options, all);
    }
    pclose(list);
}

static void needs_assets(void **state)
{
    (void)state;
    const char *assets = getenv("VKPICK_ASSETS_DIR");
    if (assets == NULL) {
        print_message("VKPICK_ASSETS_DIR is not set\n");
        PART_SKIP();
    }
    char command[1200];
    snprintf(command, sizeof(command),
             "find '%s' -path '*/invalid/*' -prune -o -type f \\( -name '*.gl[bt]*' -o -name '*.obj' \\) -print | sort",
             assets);
    sum all = {0};
    run_files(command, is_long() ? "--size 320x180" : "--size 48x27 --views 5", is_long() ? 1 : 6, &all);
    check_sum(&all, 0.01);
    print_sum("VKPICK_ASSETS_DIR", &all);
}

// Cut-outs in all views, also those along the surfaces, where a pixel shows many texels.
static void needs_assets_with_alpha(void **state)
{
    (void)state;
    const char *assets = getenv("VKPICK_ASSETS_DIR");
    if (assets == NULL) {
        print_message("VKPICK_ASSETS_DIR is not set\n");
        PART_SKIP();
    }
    char command[1200];
    snprintf(command, sizeof(command), "find '%s/alpha' -type f -name '*.gl[bt]*' | sort", assets);
    sum all = {0};
    run_files(command, test_is_thorough() ? "--size 320x180" : "--size 64x36", 1, &all);
    assert_true(all.files > 0);
    check_sum(&all, 0.01);
    print_sum("alpha of VKPICK_ASSETS_DIR", &all);
}

static void needs_package(void **state)
{
    (void)state;
    sum all = {0};
    run_files("find /usr/share/assimp/models -path '*/invalid/*' -prune -o -type f -size -2000k \\( -name '*.obj' -o "
              "-name '*.ply' -o -name '*.stl' -o -name '*.3ds' -o -name '*.dae' -o -name '*.fbx' -o -name '*.glb' \\) "
              "-print 2>/dev/null | sort",
              is_long() ? "--size 320x180" : "--size 48x27 --views 5", is_long() ? 1 : test_effort(72, 12), &all);
    if (all.files == 0) {
        print_message("no assimp-testmodels here\n");
        PART_SKIP();
    }
    check_sum(&all, 0.01);
    print_sum("assimp-testmodels", &all);
}

// The same as a bench, for people.
static void test_bench(void **state)
{
    (void)state;
    program_result result = program_expect(0, "bench verify --quick --json");
    assert_int_equal(program_line_count(result.out), 2);
    cJSON *demo = program_line(&result, 0), *all = program_line(&result, 1);
    assert_string_equal(program_string(demo, "level"), "demo");
    assert_string_equal(program_string(all, "level"), "all 1");
    assert_true(program_number(all, "pixels") > 5000 && program_number(all, "unexplained") == 0);
    assert_true(program_number(all, "hits") == program_number(demo, "hits") && program_number(all, "hits") > 500);
    cJSON_Delete(demo);
    cJSON_Delete(all);
    program_free(&result);
    result = program_expect(2, "bench S60k --long");
    program_free(&result);
}

// An error in the picks must show in every kind of view, and must not be explained away.
static void test_planted_errors_are_found(void **state)
{
    (void)state;
    static const char *const PLANTS[] = {"half-pixel", "flip-y", "wrong-cull"};
    for (size_t i = 0; i < test_effort(1, 3); i++) {
        program_result result = program_expect(1, "verify demo --matrix --size %s --plant %s",
                                               test_is_thorough() ? "160x90" : "80x45 --views 7", PLANTS[i]);
        size_t lines = program_line_count(result.out);
        for (size_t line = 0; line + 1 < lines; line++) {
            cJSON *tally = program_line(&result, line);
            if (!(both(tally, "unexplained", "triangle_unexplained") > 0.002 * program_number(tally, "hits")))
                fail_msg("%s is not seen in \"%s\"", PLANTS[i], program_string(tally, "view"));
            cJSON_Delete(tally);
        }
        assert_true(lines > test_effort(7, 30));
        program_free(&result);
    }
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_the_demo_level),
        cmocka_unit_test(test_hard_cases),
        cmocka_unit_test(needs_assets),
        cmocka_unit_test(needs_assets_with_alpha),
        cmocka_unit_test(needs_package),
        cmocka_unit_test(test_bench),
        cmocka_unit_test(test_planted_errors_are_found),
    };
    return PARTS_RUN(argc, argv, tests, program_finish);
}
