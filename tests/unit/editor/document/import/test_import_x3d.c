// X3D: nodes that are used again, and nodes that Assimp passes over or fails on.
#include "model_file.h"

#include "document/import/assimp/assimp_import.h"
#include "document/import/common/importer.h"
#include "system/text.h"

#include <math.h>
#include <stdlib.h>
#include <time.h>

#define X3D "test_import_x3d.x3d"
#define HEAD "<?xml version=\"1.0\"?><X3D version=\"3.0\" profile=\"Immersive\"><Scene>"
#define TAIL "</Scene></X3D>"
#define FACES(index)                                                                                                   \
    "<IndexedFaceSet coordIndex='" index "'><Coordinate point='0 0 0, 1 0 0, 1 1 0, 0 1 0'/></IndexedFaceSet>"
#define SHAPE "<Shape>" FACES("0 1 2 3 -1") "</Shape>"
#define AT(x) "<Transform translation='" x " 0 0'>"

// Along x.
static double find_right(const editor_level *level)
{
    double right = -1;
    for (uint32_t i = 0; i < level->object_count; i++)
        right = fmax(right, editor_level_subtree_bounds(level, i).max.x);
    return right;
}

static void check_shown(const char *nodes, unsigned triangles, double right, const char *warning)
{
    editor_text text = {0};
    editor_text_put(&text, HEAD);
    editor_text_put(&text, nodes);
    editor_text_put(&text, TAIL);
    editor_level *level = must_import(X3D, text.data);
    const double x = find_right(level);
    const bool ok = editor_level_count(level).triangles == triangles && fabs(x - right) < 1e-6 &&
                    level->warning_count == (warning ? 1 : 0) && (!warning || strcmp(level->warnings[0], warning) == 0);
    if (!ok)
        fail_msg("%s: %u triangles up to %g, %s", nodes, (unsigned)editor_level_count(level).triangles, x,
                 level->warning_count > 0 ? level->warnings[0] : "no warning");
    editor_level_destroy(level);
    editor_text_free(&text);
}

// A group that is used again stands there, with what it holds, and what follows stays in its place.
static void test_use(void **state)
{
    (void)state;
    static const char *const kinds[] = {"Group", "Transform", "StaticGroup", "Anchor", "Billboard", "Collision", "LOD"};
    for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++) {
        editor_text text = {0};
        editor_text_format(&text, "<%s DEF='DG'>" SHAPE "</%s>", kinds[i], kinds[i]);
        editor_text_format(&text, AT("3") "<%s USE='DG'/></Transform>", kinds[i]);
        editor_text_format(&text, AT("5") "<%s USE = \"DG\" ></%s></Transform>" AT("9") SHAPE "</Transform>", kinds[i],
                           kinds[i]);
        check_shown(text.data, 8, 10, NULL);
        editor_text_free(&text);
    }
    check_shown("<Group DEF='A'>" SHAPE
                "</Group><Group DEF='B'><Group USE='A'/>" AT("2") "<Group USE='A'/></Transform>"
                                                                  "</Group>" AT("4") "<Group USE='B'/></Transform>",
                10, 7, NULL);
    // Of shapes with a name, too; the last group of a name counts.
    check_shown("<Group DEF='A'><Shape DEF='S'>" FACES("0 1 2 -1") "</Shape></Group>" AT(
                    "1") "<Shape USE='S'/>"
                         "</Transform>" AT("2") "<Group USE='A'/></Transform><Group DEF='A'>" SHAPE
                                                "</Group>" AT("3") "<Group USE='A'/></Transform>",
                7, 4, NULL);
    // Shapes of the same name are not taken for each other.
    check_shown(
        "<Group DEF='A'><Shape DEF='S'>" FACES("0 1 2 -1") "</Shape></Group><Group DEF='B'><Shape DEF='S'>" FACES(
            "0 1 2 3 -1") "</Shape></Group>" AT("2") "<Group USE='B'/></Transform>",
        5, 3, NULL);
    // Comments, CDATA and scripts are no part of what is used again.
    check_shown("<Group DEF='A'><!-- <Group USE='B'/> --><Script><![CDATA[<Group USE='C'/>]]></Script>" SHAPE
                "</Group>" AT("2") "<Group USE='A'/></Transform>",
                4, 3, NULL);
}

static void test_dangling(void **state)
{
    (void)state;
    check_shown(SHAPE "<Transform><Group USE='no'/></Transform>" AT("2") SHAPE "</Transform>", 4, 3,
                "Group USE=\"no\": no node of that name before it; left out");
    check_shown("<Group DEF='A'>" SHAPE "<Group USE='A'/></Group>" AT("2") SHAPE "</Transform>", 4, 3,
                "Group USE=\"A\": no node of that name before it; left out");
    check_shown("<Shape><Appearance><Material USE='no'/></Appearance>" FACES("0 1 2 -1") "</Shape>", 1, 1,
                "Material USE=\"no\": no node of that name before it; left out");
    check_shown("<ProtoDeclare name='P'><ProtoBody><Group DEF='A'>" SHAPE "</Group></ProtoBody></ProtoDeclare>" SHAPE
                "<Group USE='A'/>",
                2, 1, "Group USE=\"A\": no node of that name before it; left out");
}

// A name counts where Assimp reads the node that has it.
static void test_unread_names(void **state)
{
    (void)state;
    static const struct {
        const char *nodes, *warning;
        unsigned triangles;
    } cases[] = {
        {"<Script><Group DEF='A'>" SHAPE "</Group></Script>" SHAPE "<Group USE='A'/>",
         "Group USE=\"A\": no node of that name before it; left out", 2},
        {"<Switch whichChoice='0'><MetadataString DEF='m' name='a'/>" SHAPE "</Switch><MetadataString USE='m'/>", NULL,
         2},
        {"<Script><field name='a'><Material DEF='M'/></field></Script><Shape><Appearance><Material USE='M'/>"
         "</Appearance>" FACES("0 1 2 -1") "</Shape>",
         "Material USE=\"M\": no node of that name before it; left out", 1},
        {"<Shape><Appearance><MultiTexture><ImageTexture "
         "DEF='T'/></MultiTexture></Appearance></Shape><Shape><Appearance>"
         "<ImageTexture USE='T'/></Appearance>" FACES("0 1 2 -1") "</Shape>",
         "ImageTexture USE=\"T\": no node of that name before it; left out", 1},
        {"<ParticleSystem><Appearance DEF='A'/></ParticleSystem><Shape><Appearance USE='A'/>" FACES(
             "0 1 2 -1") "</Shape>",
         "Appearance USE=\"A\": no node of that name before it; left out", 1},
        {"<Transform DEF='A'/><Shape USE='A'/>" SHAPE, "Shape USE=\"A\": no node of that name before it; left out", 2},
        {SHAPE "<Shape USE=''/>", NULL, 2}};
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
        check_shown(cases[i].nodes, cases[i].triangles, 1, cases[i].warning);
}

// The second child is shown, whatever the first one is for Assimp.
static void test_choices(void **state)
{
    (void)state;
    static const char missing[] = "Inline \"no.x3d\": no such file; left out",
                      use[] = "Group USE=\"G\": no node of that name before it; left out";
    static const char *const first[][2] = {
        {"<Inline url='no.x3d'/>", missing},
        {"<ProtoInstance/>", "ProtoInstance: not read; left out"},
        {"<HAnimHumanoid>" SHAPE "</HAnimHumanoid>", "HAnimHumanoid: not read; left out"},
        {"<Group USE='G'/>", use},
        {"<WorldInfo/>", NULL},
        {"<Viewpoint></Viewpoint>", NULL},
        {"<PointLight/>", NULL},
        {"<PointLight on='false'/>", NULL},
        {"<Shape><Cone/></Shape>", NULL},
        {"<MetadataSet/><ROUTE/>" SHAPE, NULL},
        {"<Inline DEF='I'/>", NULL}};
    for (size_t i = 0; i < sizeof(first) / sizeof(first[0]); i++) {
        editor_text text = {0};
        editor_text_put(&text, "<Switch whichChoice='1'>");
        editor_text_put(&text, first[i][0]);
        editor_text_put(&text, "<Shape>" FACES("0 1 2 -1") "</Shape>" AT("5") SHAPE "</Transform></Switch>");
        check_shown(text.data, 1, 1, first[i][1]);
        editor_text_free(&text);
    }
    editor_level *level = must_import(X3D, HEAD "<LOD><Inline url='no.x3d'/>" SHAPE "</LOD>" TAIL);
    assert_int_equal(editor_level_count(level).triangles, 0);
    editor_level_destroy(level);
}

// Each light shines once, where it stands.
static void check_lights(const char *nodes, uint32_t lights, double last)
{
    editor_text text = {0};
    editor_text_put(&text, HEAD SHAPE);
    editor_text_put(&text, nodes);
    editor_text_put(&text, TAIL);
    editor_level *level = must_import(X3D, text.data);
    uint32_t count = 0;
    double right = -1;
    for (uint32_t i = 0; i < level->object_count; i++) {
        if (level->objects[i].kind == EDITOR_OBJECT_LIGHT) {
            count++;
            right = fmax(right, level->objects[i].world.origin.x);
        }
    }
    if (count != lights || fabs(right - last) > 1e-6)
        fail_msg("%s: %u lights up to %g", nodes, (unsigned)count, right);
    editor_level_destroy(level);
    editor_text_free(&text);
}

static void test_lights(void **state)
{
    (void)state;
    check_lights("<Group DEF='g'><PointLight DEF='p' location='1 0 0'/></Group>" AT(
                     "5") "<Group USE='g'/>"
                          "</Transform>" AT("7") "<Group USE='g'/></Transform>",
                 3, 8);
    check_lights("<PointLight DEF='p' location='1 0 0'/>" AT("5") "<PointLight USE='p'/></Transform>", 2, 6);
    check_lights("<Transform DEF='p'>" SHAPE "<PointLight DEF='p'/></Transform>" AT("5") "<Transform USE='p'/>"
                                                                                         "</Transform>",
                 2, 5);
    static const char other[] = HEAD "<PointLight DEF='p'/>" SHAPE TAIL;
    write_model("test_import_x3d_other.x3d", other, sizeof(other) - 1);
    check_lights("<Inline url='test_import_x3d_other.x3d'/>" AT(
                     "3") "<Inline url='test_import_x3d_other.x3d'/>"
                          "</Transform>" AT("5") "<Inline url='test_import_x3d_other.x3d'/></Transform>",
                 3, 5);
    remove("test_import_x3d_other.x3d");
}

// Names in inlined files are their own, warnings are shared, and files are counted.
static void test_inlined(void **state)
{
    (void)state;
    static const char other[] =
        HEAD "<Group DEF='G'><Shape>" FACES("0 1 2 -1 0 2 3 -1 0 1 3 -1") "</Shape></Group>"
                                                                          "<Group USE='G'/>" TAIL;
    write_model("test_import_x3d_other.x3d", other, sizeof(other) - 1);
    check_shown("<Inline url='test_import_x3d_other.x3d'/><Group DEF='G'>" SHAPE
                "</Group>" AT("2") "<Group USE='G'/></Transform>",
                10, 3, NULL);
    check_shown("<Group DEF='G'><Inline url='test_import_x3d_other.x3d'/>" SHAPE
                "</Group>" AT("2") "<Group USE='G'/></Transform>",
                16, 3, NULL);
    static const char warns[] = HEAD "<Shape>" FACES("0 1 2 -1") "</Shape><Text/><Text/>" TAIL;
    write_model("test_import_x3d_other.x3d", warns, sizeof(warns) - 1);
    check_shown("<Inline url='test_import_x3d_other.x3d'/><Inline url='test_import_x3d_other.x3d'/>", 2, 1,
                "Text: not read; left out");
    editor_text text = {0};
    editor_text_put(&text, "<Group DEF='G'>");
    static const char plain[] = HEAD "<Shape>" FACES("0 1 2 -1") "</Shape>" TAIL;
    write_model("test_import_x3d_other.x3d", plain, sizeof(plain) - 1);
    for (int i = 0; i < 50; i++)
        editor_text_put(&text, "<Inline url='test_import_x3d_other.x3d'/>");
    editor_text_put(&text, "</Group>");
    for (int i = 0; i < 100; i++)
        editor_text_put(&text, "<Group USE='G'/>");
    check_shown(text.data, 4096, 1, "Inline: too many files; left out");
    editor_text_free(&text);
    // Files that Assimp passes over without a word.
    static const char *const broken[] = {"<X3D><Scene><Shape></Scene></X3D>", "#VRML V2.0 utf8", "", "<X3D/>"};
    for (size_t i = 0; i < sizeof(broken) / sizeof(broken[0]); i++) {
        write_model("test_import_x3d_other.x3d", broken[i], strlen(broken[i]));
        check_shown("<Inline url='test_import_x3d_other.x3d'/>" SHAPE, 2, 1,
                    "Inline \"test_import_x3d_other.x3d\": no X3D that can be read; left out");
    }
    remove("test_import_x3d_other.x3d");
    // Files that inline themselves end.
    check_shown("<Shape>" FACES("0 1 2 -1") "</Shape><Inline url='" X3D "'/>", 100, 1,
                "Inline: too many files; left out");
    static const char twice[] = HEAD "<Shape>" FACES("0 1 2 -1") "</Shape><Inline url='test_import_x3d_other.x3d'/>"
                                                                 "<Inline url='test_import_x3d_other.x3d'/>" TAIL;
    write_model("test_import_x3d_other.x3d", twice, sizeof(twice) - 1);
    check_shown("<Inline url='test_import_x3d_other.x3d'/>", 2048, 1, "Inline: too many files; left out");
    remove("test_import_x3d_other.x3d");
}

// Each group holds two of the one before it: a small file does not become a huge one.
static void test_growth(void **state)
{
    (void)state;
    editor_text text = {0};
    editor_text_put(&text, HEAD "<Switch><Group DEF='g0'>" SHAPE "</Group>");
    for (int i = 0; i < 200; i++)
        editor_text_format(&text, "<Group DEF='g%d'><Group USE='g%d'/><Group USE='g%d'/></Group>", i + 1, i, i);
    editor_text_put(&text, "</Switch>" SHAPE TAIL);
    editor_error error = {""};
    editor_importer importer = {.path = X3D, .size = text.size, .error = &error, .level = editor_level_create()};
    importer.bytes = (uint8_t *)editor_text_take(&text);
    const size_t size = importer.size;
    assert_true(assimp_tidy_x3d_nodes(&importer, NULL));
    assert_true(importer.size > (1 << 20) && importer.size < 17 * size + (5 << 20));
    assert_int_equal(importer.size - importer.repeated, size);
    assert_int_equal(importer.bytes[importer.size], 0);
    assert_int_equal(importer.level->warning_count, 1);
    assert_non_null(strstr(importer.level->warnings[0], "too many copies of groups; left out"));
    editor_import_free_tallies(&importer);
    editor_level_destroy(importer.level);
    free(importer.bytes);
}

static void test_groups(void **state)
{
    (void)state;
    static const char *const kinds[] = {"Collision",   "Anchor",   "Billboard", "LOD",
                                        "CADAssembly", "CADLayer", "CADFace",   "PickableGroup"};
    for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++) {
        editor_text text = {0};
        editor_text_format(&text, "<%s bboxCenter='0 0 0'>" SHAPE "</%s>" AT("2"), kinds[i], kinds[i]);
        editor_text_format(&text, SHAPE "</Transform>");
        check_shown(text.data, 4, 3, NULL);
        editor_text_free(&text);
    }
    check_shown("<CADPart translation='4 0 0'>" SHAPE "</CADPart>", 2, 5, NULL);
    check_shown("<LOD range='5'><MetadataString name='n' value='\"v\"'/>" AT("3") SHAPE "</Transform>" AT("9") SHAPE
                "</Transform></LOD>",
                2, 4, NULL);
    check_shown("<Collision><Shape containerField='proxy'><Box size='9 9 9'/></Shape>" SHAPE "</Collision>", 2, 1,
                NULL);
    check_shown("<Collision><Group containerField='proxy' DEF='P'>" SHAPE
                "</Group></Collision>" AT("2") "<Group USE='P'/></Transform>",
                2, 3, NULL);
    check_shown("<Collision><Group containerField='proxy' DEF='P'/>" SHAPE
                "</Collision>" AT("2") "<Group USE='P'/>" SHAPE "</Transform>",
                4, 3, NULL);
    // Groups without children.
    check_shown(AT("3") "<Group/><Transform></Transform><Collision> </Collision>" SHAPE "</Transform>", 2, 4, NULL);
}

static void test_left_out(void **state)
{
    (void)state;
    check_shown("<ProtoDeclare name='P'><ProtoBody>" SHAPE
                "</ProtoBody></ProtoDeclare>" AT("1") "<ProtoInstance "
                                                      "name='P'><fieldValue name='children'>" SHAPE
                                                      "</fieldValue></ProtoInstance></Transform>" AT("2") SHAPE
                "</Transform>",
                2, 3, "ProtoInstance: not read; left out");
    check_shown("<Inline url='\"no.x3d\" \"other.x3d\"'/>" SHAPE, 2, 1, "Inline \"no.x3d\": no such file; left out");
    check_shown("<Inline DEF='I'/>" SHAPE "<Inline USE='I'/>", 2, 1, NULL);
    check_shown("<HAnimHumanoid><HAnimJoint>" SHAPE "</HAnimJoint></HAnimHumanoid>" SHAPE, 2, 1,
                "HAnimHumanoid: not read; left out");
    // A file that is there.
    static const char other[] = HEAD AT("6") SHAPE "</Transform>" TAIL;
    write_model("test_import_x3d_other.x3d", other, sizeof(other) - 1);
    check_shown("<Inline url='\"test_import_x3d_other.x3d\"'><MetadataString name='n'/></Inline>" SHAPE, 4, 7, NULL);
    check_shown("<Inline DEF='I' url='test_import_x3d_other.x3d'/>" AT("3") "<Inline USE='I'/></Transform>", 4, 10,
                NULL);
    // One that Assimp alone fails on, with one of its own that is there, and one that is not.
    static const char third[] =
        HEAD "<Group DEF='G'>" SHAPE
             "</Group>" AT("4") "<Group USE='G'/></Transform>"
                                "<Inline url='test_import_x3d_other.x3d'/><Inline url='\"no.x3d\"'/>" TAIL;
    write_model("test_import_x3d_third.x3d", third, sizeof(third) - 1);
    check_shown(SHAPE AT("3") "<Inline url='\"test_import_x3d_third.x3d\"'/></Transform>" SHAPE, 10, 10,
                "Inline \"no.x3d\": no such file; left out");
    remove("test_import_x3d_third.x3d");
    remove("test_import_x3d_other.x3d");
}

static void test_commas(void **state)
{
    (void)state;
    check_shown("<Shape>" FACES("0,1,2,-1,0,2,3,-1") "</Shape>", 2, 1, NULL);
    check_shown("<Shape>" FACES("0 , 1,\n2 ,3, -1,") "</Shape>", 2, 1, NULL);
    check_shown("<Transform translation='1,0,0'><Shape><IndexedTriangleSet index='0,1,2'><Coordinate "
                "point='0,0,0,1,0,0,1,1,0'/></IndexedTriangleSet></Shape></Transform>",
                1, 2, NULL);
    char text[] = "<!-- a='1,2' --><Group DEF='1,2' b='1,e' c='1,\"2' d=\"1,-2.5e3\" e=','/>";
    assimp_tidy_x3d((uint8_t *)text, strlen(text));
    assert_string_equal(text, "<!-- a='1,2' --><Group DEF='1,2' b='1 e' c='1,\"2' d=\"1 -2.5e3\" e=','/>");
}

// The tip is above.
static void test_cones(void **state)
{
    (void)state;
    static const char *const texts[] = {
        HEAD "<Shape><Cone bottomRadius='1' height='4'/></Shape>" TAIL,
        HEAD "<Switch whichChoice='-1'><Shape DEF='S'><Cone height='4'/></Shape></Switch><Shape USE='S'/>" TAIL,
        HEAD "<Switch whichChoice='-1'><Group DEF='G'><Shape><Appearance/><Cone height='4'/></Shape></Group></Switch>"
             "<Group USE='G'/>" TAIL};
    for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
        editor_level *level = must_import(X3D, texts[i]);
        uint32_t above = 0, tips = 0;
        for (uint32_t object = 0; object < level->object_count; object++) {
            const editor_mesh *mesh =
                level->objects[object].mesh == EDITOR_NONE ? NULL : &level->meshes[level->objects[object].mesh];
            const pick_affine world = level->objects[object].world;
            for (uint32_t vertex = 0; mesh && vertex < mesh->vertex_count; vertex++) {
                const float *p = mesh->positions + 3 * (size_t)vertex;
                const pick_vec3 at = pick_affine_point(&world, (pick_vec3){(double)p[0], (double)p[1], (double)p[2]});
                above += at.y > 1.999;
                tips += at.y > 1.999 && fabs(at.x) < 1e-6 && fabs(at.z) < 1e-6;
            }
        }
        if (above == 0 || tips != above)
            fail_msg("%s: %u of %u", texts[i], tips, above);
        editor_level_destroy(level);
    }
}

// What is not nested, or no scene, stays as it is.
static void test_broken(void **state)
{
    (void)state;
    static const char *const texts[] = {"",
                                        "<",
                                        "<Group",
                                        "<Group USE='",
                                        "</Group>",
                                        "<Group></Groups>",
                                        "<Group></Transform></Group>",
                                        "<Collision><Shape>",
                                        "<Inline><LOD></Inline>",
                                        "<Group USE='a'><LOD>",
                                        "<Group/>",
                                        "<X3D><head/></X3D>"};
    for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
        editor_error error = {""};
        editor_importer importer = {
            .path = X3D, .size = strlen(texts[i]), .error = &error, .level = editor_level_create()};
        importer.bytes = malloc(importer.size + 1);
        memcpy(importer.bytes, texts[i], importer.size + 1);
        assert_true(assimp_tidy_x3d_nodes(&importer, NULL));
        assert_string_equal((const char *)importer.bytes, texts[i]);
        editor_import_free_tallies(&importer);
        editor_level_destroy(importer.level);
        free(importer.bytes);
    }
}

// Each tag is passed over a few times at most.
static void test_endless(void **state)
{
    (void)state;
    enum { COUNT = 300000, SECONDS = 4 };
    static const char *const pieces[] = {
        "<Shape>", "<Group DEF='a'>", "<Group USE='a'/>", "<Shape a='", "<Inline/>", "<LOD>", "<!--", "<Cone/>",
        "1,2,",    "<Group/>"};
    for (size_t i = 0; i < sizeof(pieces) / sizeof(pieces[0]); i++) {
        editor_text text = {0};
        editor_text_put(&text, "<X3D><Scene><Group DEF='a'/>");
        for (int k = 0; k < COUNT; k++)
            editor_text_put(&text, pieces[i]);
        assert_false(text.failed);
        editor_error error = {""};
        editor_importer importer = {.path = X3D, .size = text.size, .error = &error, .level = editor_level_create()};
        importer.bytes = (uint8_t *)editor_text_take(&text);
        const clock_t begin = clock();
        assimp_tidy_x3d(importer.bytes, importer.size);
        assert_true(assimp_tidy_x3d_nodes(&importer, NULL));
        if ((double)(clock() - begin) / CLOCKS_PER_SEC > SECONDS)
            fail_msg("%s takes too long", pieces[i]);
        editor_import_free_tallies(&importer);
        editor_level_destroy(importer.level);
        free(importer.bytes);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_use),    cmocka_unit_test(test_unread_names), cmocka_unit_test(test_choices),
        cmocka_unit_test(test_lights), cmocka_unit_test(test_inlined),      cmocka_unit_test(test_dangling),
        cmocka_unit_test(test_growth), cmocka_unit_test(test_groups),       cmocka_unit_test(test_left_out),
        cmocka_unit_test(test_commas), cmocka_unit_test(test_cones),        cmocka_unit_test(test_broken),
        cmocka_unit_test(test_endless)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
