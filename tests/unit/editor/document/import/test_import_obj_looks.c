// OBJ files: colours of vertices and materials, and places far from the origin.
#define _POSIX_C_SOURCE 200809L // rmdir

#include "model_file.h"

#include <math.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#define FILE_NAME "test_import_obj_looks.obj"
#define FOLDER "test_import_obj_looks"
#define IN_FOLDER FOLDER "/model.obj"

// --- Colours of vertices ---

#define CLOSE(a, b) assert_true(fabs((double)(a) - (b)) < 1e-6)

// The colour of the first vertex, as light.
static void must_be_colored(const char *text, double red, double green, double blue)
{
    editor_level *level = must_import(FILE_NAME, text);
    const editor_mesh *mesh = &level->meshes[0];
    assert_non_null(mesh->colors);
    CLOSE(mesh->colors[0], red);
    CLOSE(mesh->colors[1], green);
    CLOSE(mesh->colors[2], blue);
    CLOSE(mesh->colors[3], 1);
    const uint32_t material = mesh->submeshes[0].material;
    for (int i = 0; i < 4 && material != EDITOR_NONE; i++) // nothing darkens them
        CLOSE(level->materials[material].base_color[i], 1);
    assert_int_equal(level->warning_count, 0);
    editor_level_destroy(level);
    remove(FILE_NAME);
}

// As Blender, MeshLab and PLY have them.
static void test_colors_are_srgb(void **state)
{
    (void)state;
    must_be_colored("v 0 0 0 0.5 0 1\nv 1 0 0 1 1 1\nv 0 1 0 1 1 1\nf 1 2 3\n", 0.21404114, 0, 1);
    must_be_colored("v 0 0 0 0.5 0 1\nv 1 0 0 1 1 1\nv 0 1 0 1 1 1\nusemtl painted\nf 1 2 3\n", 0.21404114, 0, 1);
    must_be_colored("v 0 0 0 0.5 0 1\nv 1 0 0 1 1 1\n", 0.21404114, 0, 1); // a cloud
}

static void test_colors_up_to_255(void **state)
{
    (void)state;
    must_be_colored("v 0 0 0 128 0 1\nv 1 0 0 1 255 1\nv 0 1 0 1 1 1\nf 1 2 3\n", 0.21586050, 0, 0.000303527);
    must_be_colored("v 0 0 0 -1 0 1\nv 1 0 0 1 1 1\nv 0 1 0 1 1 1\nf 1 2 3\n", 0, 0, 1);
}

// --- Materials ---

// A picture of one white pixel.
static const uint8_t pixel[] = {0xff, 0xff, 0xff, 0xff};

static bool decode(void *user, const void *bytes, size_t size, editor_image *out, editor_error *error)
{
    (void)user, (void)bytes, (void)size, (void)error;
    out->width = out->height = 1;
    out->rgba = malloc(sizeof(pixel));
    assert_non_null(out->rgba);
    memcpy(out->rgba, pixel, sizeof(pixel));
    return true;
}

static float base_color(const char *library)
{
    editor_error error;
    mkdir(FOLDER, 0700);
    write_model(FOLDER "/model.mtl", library, strlen(library));
    write_model(FOLDER "/white.png", "pixel", 5);
    static const char text[] = "mtllib model.mtl\nv 0 0 0\nv 1 0 0\nv 0 1 0\nvt 0 0\nusemtl a\nf 1/1 2/1 3/1\n";
    write_model(IN_FOLDER, text, sizeof(text) - 1);
    editor_level *level = editor_import(IN_FOLDER, decode, NULL, &error);
    assert_non_null(level);
    assert_int_equal(level->material_count, 1);
    const float *color = level->materials[0].base_color;
    const float red = color[0];
    assert_true(color[1] == red && color[2] == red && color[3] == 1);
    editor_level_destroy(level);
    remove(FOLDER "/model.mtl");
    remove(FOLDER "/white.png");
    remove(IN_FOLDER);
    rmdir(FOLDER);
    return red;
}

// Blender writes no colour where there is a texture.
static void test_textures_are_not_dimmed(void **state)
{
    (void)state;
    CLOSE(base_color("newmtl a\nmap_Kd white.png\n"), 1);
    CLOSE(base_color("newmtl a\nKd 0 0 0\nmap_Kd white.png\n"), 1);
    CLOSE(base_color("newmtl a\nKd 0.5 0.5 0.5\nmap_Kd white.png\n"), 0.5);
    CLOSE(base_color("newmtl a\nKd 0 0 0\n"), 0);
    CLOSE(base_color("newmtl a\nmap_Kd gone.png\n"), 0.6);
    CLOSE(base_color("newmtl a\n"), 0.6);
}

static float transform_of(const char *library, int number)
{
    editor_error error;
    mkdir(FOLDER, 0700);
    write_model(FOLDER "/model.mtl", library, strlen(library));
    static const char text[] = "mtllib model.mtl\nv 0 0 0\nv 1 0 0\nv 0 1 0\nusemtl a\nf 1 2 3\n";
    write_model(IN_FOLDER, text, sizeof(text) - 1);
    editor_level *level = editor_import(IN_FOLDER, decode, NULL, &error);
    assert_non_null(level);
    const float value = level->materials[0].uv_transform[number];
    editor_level_destroy(level);
    remove(FOLDER "/model.mtl");
    remove(IN_FOLDER);
    rmdir(FOLDER);
    return value;
}

// A place that no float holds is none: the texture lies as without it.
static void test_places_of_textures(void **state)
{
    (void)state;
    CLOSE(transform_of("newmtl a\nmap_Kd -s 1 2 -o 0 3 white.png\n", 4), 2);
    CLOSE(transform_of("newmtl a\nmap_Kd -s 1 2 -o 0 3 white.png\n", 5), -4);
    static const char *const bad[] = {"newmtl a\nmap_Kd -s 2 3e38 -o 5 3e38 white.png\n",
                                      "newmtl a\nmap_Kd -s 2 -3e38 -o 5 -3e38 white.png\n"};
    static const double plain[6] = {1, 0, 0, 0, 1, 0};
    for (int i = 0; i < 2; i++) {
        for (int k = 0; k < 6; k++)
            CLOSE(transform_of(bad[i], k), plain[k]);
    }
}

// A mesh of lines or points has one material: colours of vertices tell its parts apart.
static void test_lines_of_several_materials(void **state)
{
    (void)state;
    mkdir(FOLDER, 0700);
    static const char library[] = "newmtl red\nKd 1 0 0\nnewmtl green\nKd 0 1 0\nd 0.5\n";
    write_model(FOLDER "/model.mtl", library, sizeof(library) - 1);
    for (int i = 0; i < 2; i++) {
        char text[300];
        snprintf(text, sizeof(text),
                 "mtllib model.mtl\nv 0 0 0%s\nv 1 0 0\nv 2 0 0\nusemtl red\nl 1 2\np 1\nusemtl green\nl 2 3\np 3\n",
                 i == 0 ? "" : " 1 1 0");
        editor_level *level = must_import(IN_FOLDER, text);
        assert_int_equal(level->mesh_count, 2);
        for (int k = 0; k < 2; k++) {
            const editor_mesh *mesh = &level->meshes[k];
            const float *last = mesh->colors + 4 * ((size_t)mesh->vertex_count - 1);
            assert_true(mesh->form == (k == 0 ? EDITOR_FORM_LINES : EDITOR_FORM_POINTS));
            assert_true(mesh->colors[0] == 1 && mesh->colors[1] == 0 && mesh->colors[2] == 0 && mesh->colors[3] == 1);
            assert_true(last[0] == 0 && last[1] == 1 && last[2] == 0 && last[3] == 0.5f);
        }
        editor_level_destroy(level);
    }
    // Of one material, it is the mesh's.
    editor_level *level =
        must_import(IN_FOLDER, "mtllib model.mtl\nv 0 0 0\nv 1 0 0\nv 2 0 0\nusemtl red\nl 1 2\nl 2 3\n");
    assert_null(level->meshes[0].colors);
    assert_string_equal(level->materials[level->meshes[0].submeshes[0].material].name, "red");
    editor_level_destroy(level);
    remove(FOLDER "/model.mtl");
    remove(IN_FOLDER);
    rmdir(FOLDER);
}

// --- Far from the origin ---

// The world position of a vertex of the first object.
static pick_vec3 world_of(const editor_level *level, uint32_t vertex)
{
    const editor_mesh *mesh = &level->meshes[level->objects[0].mesh];
    const float *p = mesh->positions + 3 * (size_t)vertex;
    return pick_vec3_add(level->objects[0].local.origin, pick_vec3_make((double)p[0], (double)p[1], (double)p[2]));
}

static void must_be_at(const editor_level *level, uint32_t vertex, double x, double y, double z)
{
    const pick_vec3 p = world_of(level, vertex);
    assert_true(fabs(p.x - x) < 1e-5 && fabs(p.y - y) < 1e-5 && fabs(p.z - z) < 1e-5);
}

// Surveys are so far out that floats would have no centimetres: two of these corners would be one.
static void test_far_places_keep_millimetres(void **state)
{
    (void)state;
    static const char *const texts[] = {
        "v 500000.001 5400000.002 -7\nv 500000.041 5400000.002 -7\nv 500000.001 5400000.042 -7\nf 1 2 3\n",
        "v\t500000.001\\\n 5400000.002 -7\nv 500000.041 5400000.002  -7 # the second\nv 5.00000001e5 "
        "5400000.0420000000 "
        "-7\nf 1 2 3\n",
        "v 1000000.002 10800000.004 -14 2\nv 1000000.082 10800000.004 -14 2\nv 1000000.002 10800000.084 -14 2\nf 1 2 "
        "3\n",
        "v 500000.001 5400000.002 -7 1 1 1\nv 500000.041 5400000.002 -7\nv 500000.001 5400000.042 -7 1 1 1\nf 1 2 3\n",
        "v 500000.001 5400000.002 -7\nv 500000.041 5400000.002 -7\nv 500000.001 5400000.042 -7\n"};
    for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
        editor_level *level = must_import(FILE_NAME, texts[i]);
        assert_true(level->objects[0].local.origin.x == 500000 && level->objects[0].local.origin.y == 5400000 &&
                    level->objects[0].local.origin.z == 0);
        must_be_at(level, 0, 500000.001, 5400000.002, -7);
        must_be_at(level, 1, 500000.041, 5400000.002, -7);
        must_be_at(level, 2, 500000.001, 5400000.042, -7);
        assert_int_equal(level->warning_count, 0);
        assert_int_equal(editor_level_count(level).triangles, i < 4);
        editor_level_destroy(level);
    }
    editor_error error;
    static const char bad[] = "v 5000 0 0\nv 1 0 0\nv \\\n1 0 zero\n";
    write_model(FILE_NAME, bad, sizeof(bad) - 1);
    assert_null(editor_import(FILE_NAME, NULL, NULL, &error));
    assert_non_null(strstr(error.text, "line 4, column 5: \"zero\" is not a number"));
    remove(FILE_NAME);
}

static void test_near_places_are_their_own(void **state)
{
    (void)state;
    editor_level *level = must_import(FILE_NAME, "v 4095.5 0 -4095\nv 5000 0 0\nv 0 1 0\nf 1 2 3\n");
    assert_true(level->objects[0].local.origin.x == 0 && level->objects[0].local.origin.z == 0);
    must_be_at(level, 1, 5000, 0, 0);
    editor_level_destroy(level);
    remove(FILE_NAME);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_colors_are_srgb),
        cmocka_unit_test(test_colors_up_to_255),
        cmocka_unit_test(test_textures_are_not_dimmed),
        cmocka_unit_test(test_places_of_textures),
        cmocka_unit_test(test_lines_of_several_materials),
        cmocka_unit_test(test_far_places_keep_millimetres),
        cmocka_unit_test(test_near_places_are_their_own),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
