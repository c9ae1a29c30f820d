// Collada, which Assimp reads: comments and blanks within texts, and transforms that Assimp fails on.
#include "model_file.h"

#include "document/import/assimp/assimp_import.h"
#include "system/text.h"

#include <math.h>
#include <stdlib.h>
#include <time.h>

#define PATH "test_import_collada.dae"
#define PICTURE "test_import_collada.png"

typedef struct parts {
    const char *up, *image, *numbers, *transform;
    editor_image_decoder decoder;
} parts;

static editor_level *import_parts(parts p, editor_error *error)
{
    const char *const pieces[] = {
        "<?xml version=\"1.0\"?><COLLADA xmlns=\"http://www.collada.org/2005/11/COLLADASchema\" version=\"1.4.1\">"
        "<asset><unit meter=\"1\"/><up_axis>",
        p.up ? p.up : "Y_UP",
        "</up_axis></asset><library_images><image id=\"i\"><init_from>",
        p.image ? p.image : "a.png",
        "</init_from></image></library_images><library_effects><effect id=\"e\"><profile_COMMON><newparam sid=\"s\">"
        "<surface type=\"2D\"><init_from>i</init_from></surface></newparam><newparam sid=\"t\"><sampler2D>"
        "<source>s</source></sampler2D></newparam><technique sid=\"c\"><lambert><diffuse><texture texture=\"t\" "
        "texcoord=\"u\"/></diffuse></lambert></technique></profile_COMMON></effect></library_effects>"
        "<library_materials><material id=\"m\"><instance_effect url=\"#e\"/></material></library_materials>"
        "<library_geometries><geometry id=\"g\"><mesh><source id=\"p\"><float_array id=\"a\" count=\"9\">",
        p.numbers ? p.numbers : "0 0 0 1 0 0 0 1 0",
        "</float_array><technique_common><accessor source=\"#a\" count=\"3\" stride=\"3\"><param name=\"X\" "
        "type=\"float\"/><param name=\"Y\" type=\"float\"/><param name=\"Z\" type=\"float\"/></accessor>"
        "</technique_common></source><vertices id=\"v\"><input semantic=\"POSITION\" source=\"#p\"/></vertices>"
        "<triangles material=\"x\" count=\"1\"><input semantic=\"VERTEX\" source=\"#v\" offset=\"0\"/><p>0 1 2</p>"
        "</triangles></mesh></geometry></library_geometries><library_visual_scenes><visual_scene id=\"s\"><node "
        "id=\"n\" name=\"n\">",
        p.transform ? p.transform : "",
        "<instance_geometry url=\"#g\"><bind_material><technique_common><instance_material symbol=\"x\" target=\"#m\"/>"
        "</technique_common></bind_material></instance_geometry></node></visual_scene></library_visual_scenes><scene>"
        "<instance_visual_scene url=\"#s\"/></scene></COLLADA>"};
    editor_text text = {0};
    for (size_t i = 0; i < sizeof(pieces) / sizeof(pieces[0]); i++)
        editor_text_put(&text, pieces[i]);
    assert_false(text.failed);
    editor_level *level = import_text(PATH, text.data, p.decoder, error);
    editor_text_free(&text);
    return level;
}

static editor_level *must_import_parts(parts p)
{
    editor_error error;
    editor_level *level = import_parts(p, &error);
    if (!level)
        fail_msg("%s", error.text);
    assert_int_equal(editor_level_count(level).triangles, 1);
    return level;
}

// Where the node puts a point.
static void check_place(const editor_level *level, pick_vec3 point, pick_vec3 expected)
{
    const uint32_t object = editor_level_find(level, "n", EDITOR_NONE);
    assert_int_not_equal(object, EDITOR_NONE);
    const pick_vec3 at = pick_affine_point(&level->objects[object].local, point);
    if (!(fabs(at.x - expected.x) < 1e-5 && fabs(at.y - expected.y) < 1e-5 && fabs(at.z - expected.z) < 1e-5))
        fail_msg("(%g, %g, %g), not (%g, %g, %g)", at.x, at.y, at.z, expected.x, expected.y, expected.z);
}

// A comment leaves the blanks around it where they are, as in XML.
static void test_comments(void **state)
{
    (void)state;
    static const char *const numbers[] = {
        "0 0 0<!-- a -->\n1 0 0<!-- b -->\n0 1 0", "<!-- a --> 0 0 0 <!-- b -->1 0 0 <!-- c --> 0 1 0<!-- d -->",
        "<!-- a --><!-- b -->\t0 0 0 1 0 0 0 1 0<!-- c --> <!-- d -->", "0 0 0 1 0 0 0 1<!-- a -->.0 0\n"};
    for (size_t i = 0; i < sizeof(numbers) / sizeof(numbers[0]); i++) {
        editor_level *level = must_import_parts((parts){.numbers = numbers[i]});
        const float *p = level->meshes[0].positions;
        assert_int_equal(level->meshes[0].vertex_count, 3);
        assert_true(p[0] == 0 && p[3] == 1 && p[4] == 0 && p[6] == 0 && p[7] == 1);
        editor_level_destroy(level);
    }
    static const char *const moves[] = {"1<!-- x --> 2 3", "1<!-- x -->\n2 3", "<!-- x -->1 2<!-- y --> 3"};
    for (size_t i = 0; i < sizeof(moves) / sizeof(moves[0]); i++) {
        char text[100];
        snprintf(text, sizeof(text), "<translate>%s</translate>", moves[i]);
        editor_level *level = must_import_parts((parts){.transform = text});
        check_place(level, (pick_vec3){0, 0, 0}, (pick_vec3){1, 2, 3});
        editor_level_destroy(level);
    }
}

static bool decode_nothing(void *user, const void *bytes, size_t size, editor_image *out, editor_error *error)
{
    (void)user, (void)bytes, (void)size, (void)error;
    *out = (editor_image){.width = 1, .height = 1, .rgba = calloc(4, 1)};
    return out->rgba != NULL;
}

// Blanks around names, as programs that indent each text write them.
static void test_blanks(void **state)
{
    (void)state;
    static const char *const ups[] = {"Z_UP", "\n  Z_UP\n", " Z_UP", "Z_UP\t", "Z_UP <!-- a --> "};
    for (size_t i = 0; i < sizeof(ups) / sizeof(ups[0]); i++) {
        editor_level *level = must_import_parts((parts){.up = ups[i]});
        assert_int_equal(level->assets[0].facts.up, EDITOR_AXIS_Z);
        editor_level_destroy(level);
    }
    static const char *const pictures[] = {PICTURE, "\n " PICTURE " \n", PICTURE "\r\n", " <!-- a -->" PICTURE " "};
    write_model(PICTURE, "x", 1);
    for (size_t i = 0; i < sizeof(pictures) / sizeof(pictures[0]); i++) {
        editor_level *level = must_import_parts((parts){.image = pictures[i], .decoder = decode_nothing});
        if (level->warning_count > 0)
            fail_msg("\"%s\": %s", pictures[i], level->warnings[0]);
        assert_int_equal(level->image_count, 1);
        editor_level_destroy(level);
    }
    remove(PICTURE);
}

static void check_transform(const char *transform, pick_vec3 x, pick_vec3 y, pick_vec3 z)
{
    editor_level *level = must_import_parts((parts){.transform = transform});
    assert_int_equal(level->warning_count, 0);
    check_place(level, (pick_vec3){1, 0, 0}, x);
    check_place(level, (pick_vec3){0, 1, 0}, y);
    check_place(level, (pick_vec3){0, 0, 1}, z);
    editor_level_destroy(level);
}

// Points are moved along the second axis by their place on the first one.
static void test_skew(void **state)
{
    (void)state;
    check_transform("<skew>45 0 1 0 1 0 0</skew>", (pick_vec3){1, 0, 0}, (pick_vec3){1, 1, 0}, (pick_vec3){0, 0, 1});
    check_transform("<translate>1 2 3</translate><skew sid=\"a\">\n-45 0 0 2 0 5 0\n</skew>", (pick_vec3){2, 2, 3},
                    (pick_vec3){1, 3, 3}, (pick_vec3){1, 1, 4});
    check_transform("<skew>0 0 1 0 1 0 0</skew><scale>2 2 2</scale>", (pick_vec3){2, 0, 0}, (pick_vec3){0, 2, 0},
                    (pick_vec3){0, 0, 2});
}

// The eye looks along -Z; what is up need not be upright.
static void test_look(void **state)
{
    (void)state;
    check_transform("<lookat>0 0 5 0 0 0 0 1 0</lookat>", (pick_vec3){1, 0, 5}, (pick_vec3){0, 1, 5},
                    (pick_vec3){0, 0, 6});
    check_transform("<lookat sid=\"a\"> 1 2 3 -1 2 3 3 4 0 </lookat>", (pick_vec3){1, 2, 2}, (pick_vec3){1, 3, 3},
                    (pick_vec3){2, 2, 3});
}

// What has no meaning is left out.
static void test_bad_transforms(void **state)
{
    (void)state;
    static const char *const bad[] = {"<skew>45 0 0 0 1 0 0</skew>",
                                      "<skew>90 0 1 0 1 0 0</skew>",
                                      "<skew>45 0 1 0 1 0</skew>",
                                      "<skew>nan 0 1 0 1 0 0</skew>",
                                      "<skew/>",
                                      "<skew></skew >",
                                      "<lookat>1 2 3 1 2 3 0 1 0</lookat>",
                                      "<lookat>1 2 3 1 1 3 0 1 0</lookat>",
                                      "<lookat>1 2 3 1 1 inf 0 1 0</lookat>",
                                      "<lookat sid=\"/>\"/>"};
    for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
        char text[200], expected[80];
        snprintf(text, sizeof(text), "<translate>1 2 3</translate>%s<!-- <skew> -->", bad[i]);
        snprintf(expected, sizeof(expected), "<%s>: without a direction; it is not applied",
                 bad[i][1] == 's' ? "skew" : "lookat");
        editor_level *level = must_import_parts((parts){.transform = text});
        check_place(level, (pick_vec3){0, 0, 0}, (pick_vec3){1, 2, 3});
        assert_int_equal(level->warning_count, 1);
        assert_string_equal(level->warnings[0], expected);
        editor_level_destroy(level);
    }
    editor_error error;
    assert_null(import_parts((parts){.transform = "<skew>45 0 1 0"}, &error)); // no XML
    assert_null(strstr(error.text, "broken"));
}

// Elements that do not end are passed over once.
static void test_endless(void **state)
{
    (void)state;
    enum { COUNT = 400000, SECONDS = 4 };
    static const char *const texts[] = {
        "<skew ", "<skew>", "<skew '", "<skew '>", "<skew/>", "<lookat><skew>1 2", "<skew><![CDATA["};
    for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
        editor_text text = {0};
        for (int k = 0; k < COUNT; k++)
            editor_text_put(&text, texts[i]);
        editor_text_put(&text, "/>");
        assert_false(text.failed);
        editor_importer importer = {.size = text.size, .level = editor_level_create()};
        importer.bytes = (uint8_t *)editor_text_take(&text);
        const clock_t begin = clock();
        assert_true(assimp_tidy_transforms(&importer));
        if ((double)(clock() - begin) / CLOCKS_PER_SEC > SECONDS)
            fail_msg("%s takes too long", texts[i]);
        free(importer.bytes);
        editor_import_free_tallies(&importer);
        editor_level_destroy(importer.level);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_comments),       cmocka_unit_test(test_blanks),
                                       cmocka_unit_test(test_skew),           cmocka_unit_test(test_look),
                                       cmocka_unit_test(test_bad_transforms), cmocka_unit_test(test_endless)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
