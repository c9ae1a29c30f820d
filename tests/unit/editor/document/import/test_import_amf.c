// AMF, which Assimp reads: where its instances stand, and its units.
#include "model_file.h"

#include "system/text.h"

#include <math.h>

#define PATH "test_import_amf.amf"
#define OBJECT(id)                                                                                                     \
    "<object id=\"" id "\"><mesh><vertices>" VERTEX("0", "0", "0") VERTEX("1", "0", "0")                               \
        VERTEX("0", "1",                                                                                               \
               "0") "</vertices><volume><triangle><v1>0</v1><v2>1</v2><v3>2</v3></triangle></volume></mesh></object>"
#define VERTEX(x, y, z) "<vertex><coordinates><x>" x "</x><y>" y "</y><z>" z "</z></coordinates></vertex>"

// Where the point (1, 2, 3) of each mesh is.
static void check_places(const char *constellations, const double (*expected)[3], uint32_t count)
{
    editor_text text = {0};
    editor_text_put(&text, "<?xml version=\"1.0\"?><amf>" OBJECT("1"));
    editor_text_put(&text, constellations);
    editor_text_put(&text, "</amf>");
    editor_level *level = must_import(PATH, text.data);
    editor_text_free(&text);
    uint32_t found = 0;
    for (uint32_t i = 0; i < level->object_count; i++) {
        if (level->objects[i].kind != EDITOR_OBJECT_MESH || level->objects[i].mesh == EDITOR_NONE)
            continue;
        pick_vec3 at = {1, 2, 3};
        for (uint32_t object = i; object != EDITOR_NONE; object = level->objects[object].parent)
            at = pick_affine_point(&level->objects[object].local, at);
        assert_true(found < count);
        const double *to = expected[found++];
        if (!(fabs(at.x - to[0]) < 1e-5 && fabs(at.y - to[1]) < 1e-5 && fabs(at.z - to[2]) < 1e-5))
            fail_msg("%s: mesh %u is at (%g, %g, %g)", constellations, (unsigned)found, at.x, at.y, at.z);
    }
    assert_int_equal(found, count);
    assert_int_equal(level->warning_count, 0);
    editor_level_destroy(level);
}

#define DELTA "<deltax>10</deltax><deltay>20</deltay><deltaz>30</deltaz>"

// Turned in degrees about x, then y, then z, then moved. The order of the elements does not matter.
static void test_instances(void **state)
{
    (void)state;
    check_places("<constellation id=\"2\"><instance objectid=\"1\">" DELTA "<rx>0</rx><ry>0</ry><rz>0</rz></instance>"
                 "<instance objectid=\"1\"><rx>90</rx><ry>0</ry>" DELTA "</instance>"
                 "<!-- <instance> <rx>90</rx> --><metadata type=\"a\">b</metadata>"
                 "<instance objectid=\"1\">\n<rz>\n 90 </rz>" DELTA "<!-- <rx>90</rx> --></instance>"
                 "<instance objectid=\"1\"><rx >90</rx ><rz>90</rz><ry/></instance>"
                 "<instance objectid=\"1\"/><instance objectid='1'><ry>-90</ry></instance></constellation>",
                 (const double[][3]){{11, 22, 33}, {11, 17, 32}, {8, 21, 33}, {3, 1, 2}, {1, 2, 3}, {-3, 2, 1}}, 6);
}

// A constellation of constellations.
static void test_nested(void **state)
{
    (void)state;
    check_places("<constellation id=\"2\"><instance objectid=\"1\"><deltax>10</deltax><rz>90</rz></instance>"
                 "</constellation><constellation id=\"3\"><instance objectid=\"2\"><deltay>5</deltay></instance>"
                 "<instance objectid=\"2\"><rz>90</rz></instance></constellation>",
                 (const double[][3]){{8, 6, 3}, {-1, 8, 3}}, 2);
}

// What is no number, or ends too early, costs the turn alone.
static void test_bad_angles(void **state)
{
    (void)state;
    static const char *const bad[] = {"<rx>nan</rx>", "<rx>x</rx>", "<rx></rx>", "<rx>1e999</rx>"};
    for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
        char text[200];
        snprintf(text, sizeof(text), "<constellation id=\"2\"><instance objectid=\"1\">%s</instance></constellation>",
                 bad[i]);
        check_places(text, (const double[][3]){{1, 2, 3}}, 1);
    }
    must_refuse(PATH, "<?xml version=\"1.0\"?><amf><constellation id=\"2\"><instance objectid=\"1\"><rx>90", "");
}

static void test_unit(void **state)
{
    (void)state;
    static const struct {
        const char *attributes;
        double metres;
    } rows[] = {{" unit = \"inch\"", 0.0254},          {"\n\tunit =\n'feet' version=\"1.1\"", 0.3048},
                {" my.unit=\"inch\"", 1e-3},           {" title=\"unit='inch'\"", 1e-3},
                {" unit2=\"feet\" unit=\"meter\"", 1}, {" title='inch' unit=\"micron\"", 1e-6}};
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        char text[1000];
        snprintf(text, sizeof(text), "<?xml version=\"1.0\"?><amf%s>" OBJECT("1") "</amf>", rows[i].attributes);
        editor_level *level = must_import(PATH, text);
        if (!(fabs(level->assets[0].facts.unit - rows[i].metres) < 1e-12))
            fail_msg("%s: %g", rows[i].attributes, level->assets[0].facts.unit);
        editor_level_destroy(level);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_instances), cmocka_unit_test(test_nested),
                                       cmocka_unit_test(test_bad_angles), cmocka_unit_test(test_unit)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
