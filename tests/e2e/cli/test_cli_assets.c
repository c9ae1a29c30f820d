// Well-known models, if their folder is given: counts, and every pixel of five views.
#include "near.h"
#include "program.h"

#include <stdio.h>
#include <stdlib.h>

typedef struct asset {
    const char *file;
    int objects, triangles;
    double min[3], max[3];
} asset;

static const asset ASSETS[] = {
    {"meshes/FlightHelmet/FlightHelmet.gltf", 6, 94722, {-0.2036, 0, -0.1715}, {0.1629, 0.716, 0.2}},
    {"scenes/pandora.obj", 206, 60810, {-736, 0, -416}, {736, 448, 416}},
    {"scenes/room.glb", 17, 63720, {-5, 0, -5}, {5, 5, 5}},
    {"transforms/many-cubes.gltf", 501, 6012, {-3.7792, -3.8961, -4.0202}, {4.7846, 4.4664, 4.3216}},
    {"meshes/dutch_ship/dutch_ship_medium_1k.gltf", 3, 69162, {-10.3257, -2, -3.488}, {13.7447, 22.6571, 3.3208}},
    {"transforms/mirrored_IrradianceVolumeExample.glb", 1, 32, {-20.2003, -0.9231, -20.2003}, {20.3518, 0, 20.5025}},
};

static void check_verify(const char *path, const char *options)
{
    cJSON *tally = program_json("verify '%s' --size 480x270 %s", path, options);
    assert_true(program_number(tally, "unexplained") == 0);
    assert_true(program_number(tally, "triangle_unexplained") == 0);
    assert_true(program_number(tally, "hits") > 0.01 * program_number(tally, "pixels"));
    cJSON_Delete(tally);
}

static void test_assets(void **state)
{
    const char *folder = *state;
    for (size_t i = 0; i < sizeof(ASSETS) / sizeof(ASSETS[0]); i++) {
        const asset *it = &ASSETS[i];
        char path[512];
        snprintf(path, sizeof(path), "%s/%s", folder, it->file);
        cJSON *info = program_json("info '%s'", path);
        assert_true(program_number(info, "objects") == it->objects);
        assert_true(program_number(info, "triangles") == it->triangles);
        assert_true(program_number(info, "instanced_triangles") == it->triangles);
        program_assert_vec(info, "bounds_min", it->min, 3, 1e-4);
        program_assert_vec(info, "bounds_max", it->max, 3, 1e-4);
        cJSON_Delete(info);
        check_verify(path, "--views 5");
    }
}

static void test_from_inside(void **state)
{
    const char *folder = *state;
    char path[512];
    snprintf(path, sizeof(path), "%s/scenes/room.glb", folder);
    check_verify(path, "--eye 0,1.7,0 --target 1,1.7,2 --views 4");
    snprintf(path, sizeof(path), "%s/scenes/pandora.obj", folder);
    check_verify(path, "--eye 0,100,0 --target 100,90,20 --views 4");
}

int main(void)
{
    char *folder = getenv("VKPICK_ASSETS_DIR");
    if (folder == NULL || folder[0] == '\0') {
        puts("skipped: VKPICK_ASSETS_DIR is not set");
        return 77;
    }
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_prestate(test_assets, folder),
        cmocka_unit_test_prestate(test_from_inside, folder),
    };
    return cmocka_run_group_tests(tests, NULL, program_finish);
}
