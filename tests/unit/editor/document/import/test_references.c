// What a model may refer to: regular files near it, or in folders that a person named. Each test has a folder of its
// own with model/, beside/ and far/deep/ in it.
#define _XOPEN_SOURCE 700 // mkdtemp, mkfifo, symlink

#include "model_file.h"

#include "system/reference.h"

#include <stdlib.h>
#include <sys/inotify.h>
#include <sys/stat.h>
#include <unistd.h>

#define ROOT "references_test"
#define TRIANGLE                                                                                                       \
    "\"bufferViews\":[{\"buffer\":0,\"byteLength\":36}],"                                                              \
    "\"accessors\":[{\"bufferView\":0,\"componentType\":5126,\"count\":3,\"type\":\"VEC3\"}],"                         \
    "\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":0},\"material\":0}]}],"                                \
    "\"nodes\":[{\"mesh\":0}],\"scenes\":[{\"nodes\":[0]}],\"scene\":0}"
#define MODEL(uri)                                                                                                     \
    "{\"asset\":{\"version\":\"2.0\"},\"materials\":[{}],\"buffers\":[{\"byteLength\":36,\"uri\":\"" uri               \
    "\"}]," TRIANGLE
#define PICTURE(uri)                                                                                                   \
    "{\"asset\":{\"version\":\"2.0\"},\"images\":[{\"uri\":\"" uri "\"}],\"textures\":[{\"source\":0}],"               \
    "\"materials\":[{\"pbrMetallicRoughness\":{\"baseColorTexture\":{\"index\":0}}}],"                                 \
    "\"buffers\":[{\"byteLength\":36,\"uri\":\"near.bin\"}]," TRIANGLE

static const char *const FOLDERS[] = {ROOT,        ROOT "/model",   ROOT "/beside", ROOT "/model/below",
                                      ROOT "/far", ROOT "/far/deep"};
static const char *const FILES[] = {"model/near.bin", "model/below/near.bin", "beside/near.bin", "far/deep/far.bin"};

static int set_up(void **state)
{
    (void)state;
    static const float positions[9] = {0, 0, 0, 1, 0, 0, 0, 1, 0};
    for (size_t i = 0; i < sizeof(FOLDERS) / sizeof(FOLDERS[0]); i++)
        mkdir(FOLDERS[i], 0700);
    char path[100];
    for (size_t i = 0; i < sizeof(FILES) / sizeof(FILES[0]); i++) {
        snprintf(path, sizeof(path), ROOT "/%s", FILES[i]);
        write_model(path, positions, sizeof(positions));
    }
    write_model("references_test.bin", positions, sizeof(positions));
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    remove("references_test.bin");
    return system("rm -rf " ROOT);
}

static void test_buffers_near_the_model(void **state)
{
    (void)state;
    static const char *const texts[] = {
        MODEL("near.bin"),           MODEL("./near.bin"),          MODEL("below/near.bin"),
        MODEL("../beside/near.bin"), MODEL("../far/deep/far.bin"), MODEL("below/../near.bin")};
    for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++)
        editor_level_destroy(must_import(ROOT "/model/m.gltf", texts[i]));
}

static void test_buffers_elsewhere(void **state)
{
    (void)state;
    must_refuse(ROOT "/model/m.gltf", MODEL("../../references_test.bin"), "outside of the model's folder");
    must_refuse(ROOT "/model/below/m.gltf", MODEL("../../far/deep/far.bin"), "outside of the model's folder");
    must_refuse(ROOT "/model/m.gltf", MODEL("../../../../../../../../../../../../../../../../dev/null"),
                "outside of the model's folder");
    must_refuse(ROOT "/model/m.gltf", MODEL("../nothing.bin"), "no such file");
}

static void test_links_are_resolved(void **state)
{
    (void)state;
    assert_int_equal(symlink("../../references_test.bin", ROOT "/model/out.bin"), 0);
    assert_int_equal(symlink("../beside/near.bin", ROOT "/model/in.bin"), 0);
    assert_int_equal(symlink("../../far", ROOT "/model/below/far"), 0);
    must_refuse(ROOT "/model/m.gltf", MODEL("out.bin"), "outside of the model's folder");
    editor_level_destroy(must_import(ROOT "/model/m.gltf", MODEL("in.bin")));
    must_refuse(ROOT "/model/below/m.gltf", MODEL("far/deep/far.bin"), "outside of the model's folder");
    // A model that is a link finds what lies beside the file that it leads to.
    write_model(ROOT "/far/deep/m.gltf", MODEL("far.bin"), strlen(MODEL("far.bin")));
    assert_int_equal(symlink("../far/deep/far.bin", ROOT "/model/far.bin"), 0);
    assert_int_equal(symlink("../far/deep/m.gltf", ROOT "/model/linked.gltf"), 0);
    editor_error error;
    editor_level *level = editor_import(ROOT "/model/linked.gltf", NULL, NULL, &error);
    assert_non_null(level);
    editor_level_destroy(level);
}

static void test_only_regular_files(void **state)
{
    (void)state;
    assert_int_equal(mkfifo(ROOT "/model/pipe", 0600), 0); // opening it would wait for a writer, for ever
    must_refuse(ROOT "/model/m.gltf", MODEL("pipe"), "\"pipe\": not a regular file");
    must_refuse(ROOT "/model/m.gltf", MODEL("below"), "not a regular file");
    editor_error error;
    assert_null(editor_import(ROOT "/model/pipe", NULL, NULL, &error));
    assert_non_null(strstr(error.text, "not a regular file"));
    assert_null(editor_import("/dev/zero", NULL, NULL, &error));
    assert_non_null(strstr(error.text, "not a regular file"));
}

static bool decode(void *user, const void *bytes, size_t size, editor_image *out, editor_error *error)
{
    (void)user, (void)bytes, (void)size, (void)error;
    *out = (editor_image){.width = 1, .height = 1, .rgba = calloc(1, 4)};
    return out->rgba != NULL;
}

// A texture that is refused costs the texture, not the model.
static void check_picture(const char *text, int decoded, const char *warning)
{
    editor_error error;
    write_model(ROOT "/model/m.gltf", text, strlen(text));
    editor_level *level = editor_import(ROOT "/model/m.gltf", decode, NULL, &error);
    assert_non_null(level);
    assert_int_equal((int)level->image_count, decoded);
    assert_int_equal(level->warning_count, warning ? 1 : 0);
    if (warning)
        assert_non_null(strstr(level->warnings[0], warning));
    editor_level_destroy(level);
}

static void test_pictures(void **state)
{
    (void)state;
    assert_int_equal(mkfifo(ROOT "/model/pipe", 0600), 0);
    check_picture(PICTURE("../beside/near.bin"), 1, NULL);
    check_picture(PICTURE("pipe"), 0, "texture \"pipe\": not a regular file; drawn without it");
    check_picture(PICTURE("../../references_test.bin"), 0, "outside of the model's folder");
    check_picture(PICTURE("C:\\\\textures\\\\near.bin"), 1, NULL); // found beside the model
    check_picture(PICTURE("/somewhere/nothing.png"), 0, "no such file");
}

// Assimp opens material libraries by the same rule.
static void test_material_libraries(void **state)
{
    (void)state;
    static const char text[] = "mtllib %s\nv 0 0 0\nv 1 0 0\nv 0 1 0\nusemtl red\nf 1 2 3\n";
    static const char red[] = "newmtl red\nKd 1 0 0\n";
    static const struct {
        const char *library, *warning;
    } cases[] = {{"near.mtl", NULL},
                 {"../../references_test.mtl", "outside of the model's folder"},
                 {"pipe.mtl", "not a regular file"}};
    write_model(ROOT "/model/near.mtl", red, strlen(red));
    write_model("references_test.mtl", red, strlen(red));
    assert_int_equal(mkfifo(ROOT "/model/pipe.mtl", 0600), 0);
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        char obj[200];
        snprintf(obj, sizeof(obj), text, cases[i].library);
        editor_level *level = must_import(ROOT "/model/m.obj", obj);
        bool warned = false, is_red = false;
        for (uint32_t k = 0; k < level->warning_count; k++)
            warned = warned || (cases[i].warning && strstr(level->warnings[k], cases[i].warning));
        for (uint32_t k = 0; k < level->material_count; k++)
            is_red = is_red || (level->materials[k].base_color[0] == 1 && level->materials[k].base_color[1] == 0);
        assert_int_equal(warned, cases[i].warning != NULL);
        assert_int_equal(is_red, cases[i].warning == NULL);
        editor_level_destroy(level);
    }
    remove("references_test.mtl");
}

// A model is opened once, also where a child process reads it: what is remembered of it is what was read.
static void test_opened_once(void **state)
{
    (void)state;
    static const char *const texts[][2] = {
        {ROOT "/m.stl", "solid s\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nendloop\n"
                        "endfacet\nendsolid s\n"},
        {ROOT "/m.off", "OFF\n3 1 0\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n"},
        {ROOT "/m.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n"},
    };
    for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
        write_model(texts[i][0], texts[i][1], strlen(texts[i][1]));
        const int watch = inotify_init1(IN_NONBLOCK);
        assert_true(watch >= 0 && inotify_add_watch(watch, texts[i][0], IN_OPEN | IN_CLOSE) >= 0);
        editor_error error;
        editor_level *level = editor_import(texts[i][0], NULL, NULL, &error);
        assert_non_null(level);
        assert_int_equal(editor_level_count(level).triangles, 1);
        editor_level_destroy(level);
        struct inotify_event events[8];
        assert_int_equal(read(watch, events, sizeof(events)), 2 * sizeof(events[0]));
        assert_true((events[0].mask & IN_OPEN) && (events[1].mask & IN_CLOSE));
        close(watch);
        remove(texts[i][0]);
    }
}

// The last test: a folder stays named as long as the process lives.
static void test_named_folders(void **state)
{
    (void)state;
    must_refuse(ROOT "/model/below/m.gltf", MODEL("../../far/deep/far.bin"), "outside of the model's folder");
    assert_false(editor_reference_allow(ROOT "/far/deep/far.bin"));
    assert_false(editor_reference_allow(ROOT "/nowhere"));
    assert_true(editor_reference_allow(ROOT "/far/deep"));
    editor_level_destroy(must_import(ROOT "/model/below/m.gltf", MODEL("../../far/deep/far.bin")));
    // A name that only begins like the folder's does not count.
    assert_int_equal(mkdir(ROOT "/far/deeper", 0700), 0);
    assert_int_equal(rename(ROOT "/far/deep/far.bin", ROOT "/far/deeper/far.bin"), 0);
    must_refuse(ROOT "/model/below/m.gltf", MODEL("../../far/deeper/far.bin"), "outside of the model's folder");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_buffers_near_the_model, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_buffers_elsewhere, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_links_are_resolved, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_only_regular_files, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_pictures, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_material_libraries, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_opened_once, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_named_folders, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
