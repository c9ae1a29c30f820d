// What a model file holds and the program does not honour is named once, with the number of places.
#include "model_file.h"

#include "system/text.h"

#include <stdlib.h>

#define GLTF "test_import_warnings.gltf"
// 36 bytes of positions: 0 0 0, 1 0 0, 0 1 0.
#define TRIANGLES(primitives)                                                                                          \
    "\"asset\":{\"version\":\"2.0\"},\"buffers\":[{\"byteLength\":36,\"uri\":\"data:;base64,"                          \
    "AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAA\"}],\"bufferViews\":[{\"buffer\":0,\"byteLength\":36}],"         \
    "\"accessors\":[{\"bufferView\":0,\"componentType\":5126,\"count\":3,\"type\":\"VEC3\"},"                          \
    "{\"bufferView\":0,\"componentType\":5126,\"count\":2,\"type\":\"VEC3\"}],"                                        \
    "\"meshes\":[{\"primitives\":[" primitives "]}],\"nodes\":[{\"mesh\":0}]"
#define TRIANGLE "{\"attributes\":{\"POSITION\":0}}"
#define FILE_OF(rest) "{" TRIANGLES(TRIANGLE) "," rest "}"
#define EXTENSION(name) "{\"extensions\":{\"" name "\":{}}}"

static editor_level *open_text(const char *path, const char *text, editor_image_decoder decoder)
{
    editor_error error;
    editor_level *level = import_text(path, text, decoder, &error);
    if (!level)
        fail_msg("refused: %s", error.text);
    return level;
}

// The file opens with these warnings, in this order, and no others.
static void expect(const char *path, const char *text, const char *const *warnings, uint32_t count)
{
    editor_level *level = open_text(path, text, NULL);
    for (uint32_t i = 0; level->warning_count != count && i < level->warning_count; i++)
        print_error("warning: %s\n", level->warnings[i]);
    assert_int_equal(level->warning_count, count);
    for (uint32_t i = 0; i < count; i++)
        assert_string_equal(level->warnings[i], warnings[i]);
    editor_level_destroy(level);
}

static void expect_one(const char *path, const char *text, const char *warning)
{
    expect(path, text, &warning, 1);
}

static void test_extensions_are_counted(void **state)
{
    (void)state;
    // Two uses in one material are one place; a use counts without a declaration; extras are the application's.
    const char *const expected[] = {
        "materials[0] and 1 more: glTF extension KHR_materials_transmission is not drawn",
        "materials[2]: glTF extension KHR_materials_pbrSpecularGlossiness is drawn without its gloss",
        "glTF: glTF extension ACME_magic is not honoured",
        "animations[0]: glTF extension KHR_animation_pointer is not played",
        "glTF.extensionsUsed: glTF extension ACME_declared is not honoured",
        "animations[0]: moves nothing that is played",
    };
    expect(GLTF,
           FILE_OF(
               "\"extensionsUsed\":[\"KHR_materials_transmission\",\"KHR_materials_unlit\",\"ACME_declared\","
               "\"ACME_declared\"],\"materials\":[{\"extensions\":{\"KHR_materials_transmission\":{\"extensions\":"
               "{\"KHR_materials_transmission\":{}}}},\"extras\":{\"extensions\":{\"ACME_extra\":{}}}},"
               "" EXTENSION("KHR_materials_unlit") "," EXTENSION(
                   "KHR_materials_pbrSpecularGlossiness") ","
                                                          "" EXTENSION(
                                                              "KHR_materials_transmission") "],\"extensions\":{\"ACME_"
                                                                                            "magic\":{}},"
                                                                                            "\"animations\":[{"
                                                                                            "\"channels\":[{\"target\":"
                                                                                            "{\"extensions\":{\"KHR_"
                                                                                            "animation_pointer\":{}}}}]"
                                                                                            "}]"),
           expected, 6);
    expect(GLTF, FILE_OF("\"materials\":[" EXTENSION("KHR_materials_unlit") "]"), NULL, 0);
}

// A broken file does not fill the list.
static void test_endless_extensions(void **state)
{
    (void)state;
    enum { NAMES = 3000 };
    char *text = malloc((size_t)NAMES * 40 + 2000);
    assert_non_null(text);
    size_t at = (size_t)sprintf(text, "{%s,\"extensionsUsed\":[\"A\"", TRIANGLES(TRIANGLE));
    for (int i = 0; i < NAMES; i++)
        at += (size_t)sprintf(text + at, ",\"ACME_%d\"", i);
    sprintf(text + at, "]}");
    editor_level *level = open_text(GLTF, text, NULL);
    assert_int_equal(level->warning_count, 101);
    assert_non_null(strstr(level->warnings[100], "further glTF extensions are not honoured"));
    editor_level_destroy(level);
    free(text);
}

static void test_variants_and_scenes(void **state)
{
    (void)state;
    const char *const expected[] = {"2 material variants are not shown: \"red\", \"blue\"",
                                    "only one of 3 scenes is read, not: number 1, number 2"};
    expect(GLTF,
           FILE_OF("\"extensionsUsed\":[\"KHR_materials_variants\"],\"extensions\":{\"KHR_materials_variants\":"
                   "{\"variants\":[{\"name\":\"red\"},{\"name\":\"blue\"}]}},\"scenes\":[{\"nodes\":[0]},{},{}]"),
           expected, 2);
    expect_one(GLTF, FILE_OF("\"extensions\":{\"KHR_materials_variants\":{\"variants\":[{\"name\":\"red\"}]}}"),
               "1 material variant is not shown: \"red\"");
    expect(GLTF, FILE_OF("\"extensions\":{\"KHR_materials_variants\":{\"variants\":7}}"), NULL, 0);
}

static void test_primitives_are_counted(void **state)
{
    (void)state;
    const char *const expected[] = {
        "meshes[0].primitives[2]: without positions; not drawn",
        "meshes[0].primitives[3].NORMAL and 2 more: not one element for each vertex; not used",
        "meshes[0].primitives[1]: its vertices do not make whole lines",
    };
    expect(GLTF,
           "{" TRIANGLES("{\"mode\":0,\"attributes\":{\"POSITION\":0}},{\"mode\":1,\"attributes\":{\"POSITION\":0}},"
                         "{\"attributes\":{}},{\"attributes\":{\"POSITION\":0,\"NORMAL\":1}},"
                         "{\"attributes\":{\"POSITION\":0,\"NORMAL\":1,\"COLOR_0\":1}}") "}",
           expected, 3);
}

// Nothing is drawn of these.
static void test_empty_meshes(void **state)
{
    (void)state;
    const char *const expected[] = {"meshes[0].primitives[0] and 2 more: its indices do not make whole triangles"};
    // accessors[1] has two positions.
    expect(GLTF,
           "{" TRIANGLES("{\"attributes\":{\"POSITION\":1}},{\"mode\":5,\"attributes\":{\"POSITION\":1}},"
                         "{\"mode\":6,\"attributes\":{\"POSITION\":1}},{\"mode\":5,\"attributes\":{\"POSITION\":0}},"
                         "{\"mode\":6,\"attributes\":{\"POSITION\":0}}") "}",
           expected, 1);
    expect_one(GLTF, "{" TRIANGLES("") "}", "meshes[0]: without primitives; not drawn");
    expect_one(
        GLTF,
        "{\"asset\":{\"version\":\"2.0\"},\"meshes\":[{},{\"primitives\":[]}],\"nodes\":[{\"mesh\":0},{\"mesh\":1}]}",
        "meshes[0] and 1 more: without primitives; not drawn");
}

static void test_matrix_beside_parts(void **state)
{
    (void)state;
    static const char *const parts[] = {"\"translation\":[1,2,3]", "\"rotation\":[0,0,0,1]", "\"scale\":[1,1,1]"};
    for (size_t i = 0; i < 3; i++) {
        char text[300];
        snprintf(text, sizeof(text),
                 "{\"asset\":{\"version\":\"2.0\"},\"nodes\":[{%s,\"matrix\":[1,0,0,0,0,1,0,0,0,0,1,0,5,6,7,1]},{%s}]}",
                 parts[i], parts[i]);
        editor_level *level = open_text(GLTF, text, NULL);
        assert_int_equal(level->warning_count, 1);
        assert_string_equal(level->warnings[0],
                            "nodes[0].matrix: beside translation, rotation or scale, which are not used");
        assert_true(level->objects[0].local.origin.x == 5);
        editor_level_destroy(level);
    }
}

// A second listing shows nothing more. One of a node that is no root has a warning of its own.
static void test_root_twice(void **state)
{
    (void)state;
#define ROOTS(list) FILE_OF("\"scenes\":[{\"nodes\":[" list "]}]")
    expect(GLTF, ROOTS("0"), NULL, 0);
    expect_one(GLTF, ROOTS("0,0,0"), "nodes[0]: a root twice; shown once");
#undef ROOTS
}

static bool refuse_picture(void *user, const void *bytes, size_t size, editor_image *out, editor_error *error)
{
    (void)user, (void)bytes, (void)size, (void)out, (void)error;
    return false;
}

// A picture that several textures show is named once, KTX2 by the materials, and a second set of coordinates too.
static void test_textures_are_named_once(void **state)
{
    (void)state;
    editor_level *level = open_text(
        GLTF,
        FILE_OF("\"extensionsRequired\":[\"KHR_texture_basisu\"],\"images\":[{\"uri\":\"data:;base64,AAAA\"},{}],"
                "\"samplers\":[{\"magFilter\":9728}],\"textures\":[{\"source\":0},{\"source\":0,\"sampler\":0},"
                "{\"extensions\":{\"KHR_texture_basisu\":{\"source\":1}}},{}],\"materials\":["
                "{\"pbrMetallicRoughness\":{\"baseColorTexture\":{\"index\":0}}},"
                "{\"pbrMetallicRoughness\":{\"baseColorTexture\":{\"index\":1}}},"
                "{\"pbrMetallicRoughness\":{\"baseColorTexture\":{\"index\":2}}},"
                "{\"pbrMetallicRoughness\":{\"baseColorTexture\":{\"index\":2}},\"normalTexture\":{\"index\":2,"
                "\"texCoord\":1}},"
                "{\"emissiveTexture\":{\"index\":3}}]"),
        refuse_picture);
    const char *const expected[] = {
        "texture \"images[0]\": cannot be decoded; drawn without it",
        "materials[1]: its texture is not to be smoothed; drawn smooth",
        "materials[2] and 1 more: its texture is compressed as KTX2; drawn as plain grey",
        "materials[3].normalTexture (TEXCOORD_1): another set of texture coordinates than the material's first "
        "picture; drawn without it",
        "materials[4]: its texture has no picture that can be read; drawn without it",
    };
    assert_int_equal(level->warning_count, 5);
    for (uint32_t i = 0; i < 5; i++)
        assert_string_equal(level->warnings[i], expected[i]);
    assert_int_equal(editor_level_count(level).triangles, 1);
    editor_level_destroy(level);
}

static void test_lights_and_cameras(void **state)
{
    (void)state;
    const char *const expected[] = {"node 0 and 1 more: its light is of no known type; left out",
                                    "node 1: its camera makes no view; left out"};
    expect(GLTF,
           "{\"asset\":{\"version\":\"2.0\"},\"cameras\":[{}],\"nodes\":[{\"extensions\":{\"KHR_lights_punctual\":"
           "{\"light\":0}}},{\"camera\":0},{\"extensions\":{\"KHR_lights_punctual\":{\"light\":0}}}],\"extensions\":"
           "{\"KHR_lights_punctual\":{\"lights\":[{\"type\":\"laser\"}]}}}",
           expected, 2);
}

static void test_old_files(void **state)
{
    (void)state;
    static const char *const texts[] = {
        "{\"asset\":{\"version\":\"1.0\"}}", "{\"asset\":{\"version\":\"1\"}}",        "{\"asset\":{\"version\":1}}",
        "{\"asset\":{\"version\":\"0.8\"}}", "{\"asset\":{},\"meshes\":{\"box\":{}}}", "{\"nodes\":{\"box\":{}}}",
    };
    for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++)
        must_refuse(GLTF, texts[i], "glTF 1.0: convert it with gltf-pipeline -i FILE -o NEW.glb");
    must_refuse(GLTF, "{\"asset\":{}}", "asset.version is missing");
    must_refuse(GLTF, "{\"asset\":{\"version\":\"10.0\"}}", "version 10.0, not 2");
    static const uint8_t binary[20] = {'g', 'l', 'T', 'F', 1, 0, 0, 0, 20};
    editor_error error;
    write_model("test_import_warnings.glb", binary, sizeof(binary));
    assert_null(editor_import("test_import_warnings.glb", NULL, NULL, &error));
    remove("test_import_warnings.glb");
    assert_non_null(strstr(error.text, "glTF 1.0: convert it with gltf-pipeline"));
}

static void test_other_formats(void **state)
{
    (void)state;
    expect_one("test_import_warnings.obj", "mtllib none.mtl\nv 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n",
               "\"none.mtl\": no such file; read without it");
    static const char library[] = "newmtl a\nmap_Kd a.png\nmap_Bump b.png\nnewmtl b\nmap_Bump b.png\nmap_Ks c.png\n";
    write_model("test_import_warnings.mtl", library, sizeof(library) - 1);
    const char *const maps[] = {"material \"a\" and 1 more: bump maps are not drawn",
                                "material \"b\": specular maps are not drawn"};
    expect("test_import_warnings.obj",
           "mtllib test_import_warnings.mtl\nv 0 0 0\nv 1 0 0\nv 0 1 0\nusemtl a\nf 1 2 3\nusemtl b\nf 1 3 2\n", maps,
           2);
    remove("test_import_warnings.mtl");
    expect_one("test_import_warnings.bvh",
               "HIERARCHY\nROOT Hips\n{\nOFFSET 0 0 0\nCHANNELS 3 Xposition Yposition Zposition\nEnd Site\n{\n"
               "OFFSET 0 1 0\n}\n}\nMOTION\nFrames: 1\nFrame Time: 0.1\n0 0 0\n",
               "1 animation is not played");
}

// A picture that cannot be read costs the picture, also where the file requires it.
static void test_pictures_of_other_formats(void **state)
{
    (void)state;
    static const char *const names[] = {"EXT_texture_avif", "MSFT_texture_dds"};
    for (int i = 0; i < 2; i++) {
        char text[600], use[100];
        snprintf(
            text, sizeof(text),
            FILE_OF("\"extensionsRequired\":[\"%s\"],\"images\":[{}],\"textures\":[{\"extensions\":{\"%s\":{"
                    "\"source\":0}}}],\"materials\":[{\"pbrMetallicRoughness\":{\"baseColorTexture\":{\"index\":0}}}]"),
            names[i], names[i]);
        snprintf(use, sizeof(use), "textures[0]: glTF extension %s is not drawn", names[i]);
        const char *const expected[] = {use,
                                        "materials[0]: its texture has no picture that can be read; drawn without it"};
        expect(GLTF, text, expected, 2);
    }
}

// Bytes that are no UTF-8 do not come out as such, and long names end with a character, also when they are counted.
static void test_names_of_any_bytes(void **state)
{
    (void)state;
    char text[2000], name[700], shown[700], expected[2][900];
    for (int i = 0; i < 2; i++) {
        const int length = i == 0 ? 4 : 200; // of which the first 150 are told
        for (int k = 0; k < length; k += 2)
            memcpy(name + k, "\xc3\xa9", 2);
        name[length] = '\0';
        snprintf(text, sizeof(text),
                 "mtllib b%s\xff.mtl\nmtllib \xff\nv 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\nusemtl x\nf 1 2 3\n", name);
        snprintf(shown, sizeof(shown), "%.*s", i == 0 ? 4 : 148, name);
        snprintf(expected[0], sizeof(expected[0]), "\"b%s%s and 1 more: no such file; read without it", shown,
                 i == 0 ? "?.mtl\"" : "?\"");
        write_model("test_import_warnings.obj", text, strlen(text));
        editor_error error;
        editor_level *level = editor_import("test_import_warnings.obj", NULL, NULL, &error);
        remove("test_import_warnings.obj");
        assert_non_null(level);
        assert_int_equal(level->warning_count, 1);
        assert_string_equal(level->warnings[0], expected[0]);
        editor_level_add_warning(level, "aaa%s%s%s", name, name, name);
        assert_int_equal(strlen(level->warnings[1]), i == 0 ? 15 : 511);
        editor_level_add_warning(level, "aa%s%s%s", name, name, name);
        assert_int_equal(strlen(level->warnings[2]), i == 0 ? 14 : 510);
        editor_level_add_warning(level, "\xff%s\x80", "\xed\xa0\x80");
        assert_string_equal(level->warnings[3], "?????");
        editor_level_destroy(level);
    }
}

static bool refuse_in_words(void *user, const void *bytes, size_t size, editor_image *out, editor_error *error)
{
    (void)user, (void)out;
    snprintf(error->text, sizeof(error->text), "is \xc3\xa9 %.*s%0200d", (int)size, (const char *)bytes, 0);
    return false;
}

// A decoder may quote the picture: so many reasons are told, and the other pictures are counted.
static void test_reasons_of_decoders(void **state)
{
    (void)state;
    static const char digits[] = "abcdefghijklmnopqrstuvwxyz";
    editor_text text = {0};
    editor_text_put(&text, "{\"asset\":{\"version\":\"2.0\"},\"images\":[");
    for (int i = 0; i < 26; i++)
        editor_text_format(&text, "%s{\"name\":\"%c\",\"uri\":\"data:;base64,QUF%c\"}", i ? "," : "", digits[i],
                           digits[i]);
    editor_text_put(&text, "],\"textures\":[");
    for (int i = 0; i < 26; i++)
        editor_text_format(&text, "%s{\"source\":%d}", i ? "," : "", i);
    editor_text_put(&text, "],\"materials\":[");
    for (int i = 0; i < 26; i++)
        editor_text_format(&text, "%s{\"emissiveTexture\":{\"index\":%d}}", i ? "," : "", i);
    editor_text_put(&text, "]}");
    assert_false(text.failed);
    editor_level *level = open_text(GLTF, text.data, refuse_in_words);
    editor_text_free(&text);
    assert_int_equal(level->warning_count, 17);
    assert_non_null(strstr(level->warnings[0], "texture \"a\": \xc3\xa9 AAZ000"));
    assert_string_equal(level->warnings[16], "texture \"q\" and 9 more: cannot be read; drawn without it");
    editor_level_destroy(level);
}

// Level files are UTF-8, so that no level can name such a file.
static void test_path_that_no_level_can_name(void **state)
{
    (void)state;
    static const char text[] = "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n";
    expect_one("test_caf\xe9.obj", text, "its path is not UTF-8; a saved level will not find it");
    expect("test_caf\xc3\xa9.obj", text, NULL, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_names_of_any_bytes),
        cmocka_unit_test(test_reasons_of_decoders),
        cmocka_unit_test(test_extensions_are_counted),
        cmocka_unit_test(test_endless_extensions),
        cmocka_unit_test(test_variants_and_scenes),
        cmocka_unit_test(test_primitives_are_counted),
        cmocka_unit_test(test_empty_meshes),
        cmocka_unit_test(test_matrix_beside_parts),
        cmocka_unit_test(test_root_twice),
        cmocka_unit_test(test_textures_are_named_once),
        cmocka_unit_test(test_pictures_of_other_formats),
        cmocka_unit_test(test_path_that_no_level_can_name),
        cmocka_unit_test(test_lights_and_cameras),
        cmocka_unit_test(test_old_files),
        cmocka_unit_test(test_other_formats),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
