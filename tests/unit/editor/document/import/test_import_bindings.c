// What Collada's elements refer to, and Assimp 5.2 fails on: controllers of morph targets, materials that are not
// bound, and holes of polygons.
#include "model_file.h"

#include "document/import/assimp/assimp_import.h"
#include "system/text.h"

#include <stdlib.h>
#include <time.h>

#define PATH "test_import_bindings.dae"
#define GEOMETRY(id, faces)                                                                                            \
    "<geometry id=\"" id "\"><mesh><source id=\"" id "p\"><float_array id=\"" id                                       \
    "a\" count=\"24\">0 0 0 4 0 0 4 4 0 0 4 0 1 1 0 1 3 0 3 3 0 3 1 0</float_array><technique_common><accessor "       \
    "source=\"#" id "a\" count=\"8\" stride=\"3\"><param name=\"X\" type=\"float\"/><param name=\"Y\" "                \
    "type=\"float\"/><param name=\"Z\" type=\"float\"/></accessor></technique_common></source><vertices id=\"" id      \
    "v\"><input semantic=\"POSITION\" source=\"#" id "p\"/></vertices>" faces "</mesh></geometry>"
#define INPUT(id) "<input semantic=\"VERTEX\" source=\"#" id "v\" offset=\"0\"/>"
#define TRIANGLE(id, attributes) "<triangles count=\"1\"" attributes ">" INPUT(id) "<p>0 1 2</p></triangles>"
#define WEIGHTS                                                                                                        \
    "<source id=\"w\"><float_array id=\"wa\" count=\"1\">0.5</float_array><technique_common><accessor source=\"#wa\" " \
    "count=\"1\" stride=\"1\"><param name=\"MORPH_WEIGHT\" type=\"float\"/></accessor></technique_common></source>"
#define MORPH(id, source)                                                                                              \
    "<controller id=\"" id "\"><morph source=\"#" source "\"><source id=\"t\"><IDREF_array id=\"ta\" count=\"1\">B"    \
    "</IDREF_array><technique_common><accessor source=\"#ta\" count=\"1\" stride=\"1\"><param name=\"IDREF\" "         \
    "type=\"IDREF\"/></accessor></technique_common></source>" WEIGHTS "<targets><input semantic=\"MORPH_TARGET\" "     \
    "source=\"#t\"/><input semantic=\"MORPH_WEIGHT\" source=\"#w\"/></targets></morph></controller>"
#define MATERIAL(id, color)                                                                                            \
    "<material id=\"" id "\"><instance_effect url=\"#" id "e\"/></material></library_materials><library_effects>"      \
    "<effect id=\"" id "e\"><profile_COMMON><technique sid=\"c\"><lambert><diffuse><color>" color                      \
    "</color></diffuse></lambert></technique></profile_COMMON></effect></library_effects><library_materials>"
#define BIND(bindings) "<bind_material><technique_common>" bindings "</technique_common></bind_material>"

static editor_level *import_parts(const char *geometries, const char *more, const char *instance)
{
    const char *const pieces[] = {
        "<?xml version=\"1.0\"?><COLLADA xmlns=\"http://www.collada.org/2005/11/COLLADASchema\" version=\"1.4.1\">"
        "<asset><unit meter=\"1\"/><up_axis>Y_UP</up_axis></asset><library_geometries>",
        geometries,
        "</library_geometries>",
        more,
        "<library_visual_scenes><visual_scene id=\"s\"><node id=\"n\" name=\"n\">",
        instance,
        "</node></visual_scene></library_visual_scenes><scene><instance_visual_scene url=\"#s\"/></scene></COLLADA>"};
    editor_text text = {0};
    for (size_t i = 0; i < sizeof(pieces) / sizeof(pieces[0]); i++)
        editor_text_put(&text, pieces[i]);
    assert_false(text.failed);
    editor_level *level = must_import(PATH, text.data);
    editor_text_free(&text);
    return level;
}

static void check_warning(const editor_level *level, const char *expected)
{
    assert_int_equal(level->warning_count, 1);
    assert_string_equal(level->warnings[0], expected);
}

// The mesh from which a morph starts is shown, wherever an instance names it.
static void test_morphs(void **state)
{
    (void)state;
    static const struct {
        const char *controllers, *instance, *warning;
    } rows[] = {
        {MORPH("M", "A"), "<instance_geometry url=\"#A\"/>", "mesh \"A\": morph targets are not used"},
        {MORPH("M", "A"), "<instance_controller url=\"#M\"/>", "mesh \"A\": morph targets are not used"},
        {MORPH("M", "A"), "<instance_controller url=\"#M\"><skeleton>#n</skeleton></instance_controller>",
         "mesh \"A\": morph targets are not used"},
        {MORPH("M", "N") MORPH("N", "A"), "<instance_controller name=\"a\" url = '#M' ></instance_controller >",
         "mesh \"A\": morph targets are not used"},
    };
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        char more[5000];
        snprintf(more, sizeof(more), "<library_controllers>%s</library_controllers>", rows[i].controllers);
        editor_level *level =
            import_parts(GEOMETRY("A", TRIANGLE("A", "")) GEOMETRY("B", TRIANGLE("B", "")), more, rows[i].instance);
        assert_int_equal(editor_level_count(level).instanced_triangles, 1);
        assert_true(level->meshes[0].positions[0] == 0);
        check_warning(level, rows[i].warning);
        editor_level_destroy(level);
    }
}

// Only the morph is left out of a skin.
static void test_skin_of_morph(void **state)
{
    (void)state;
    editor_level *level = import_parts(
        GEOMETRY("A", TRIANGLE("A", "")) GEOMETRY("B", TRIANGLE("B", "")),
        "<library_controllers>" MORPH(
            "M",
            "A") "<controller id=\"K\"><skin source=\"#M\"><bind_shape_matrix>1 0 0 7 0 1 0 "
                 "0 0 0 1 0 0 0 0 1</bind_shape_matrix><source id=\"j\"><Name_array id=\"ja\" "
                 "count=\"1\">n</Name_array>"
                 "<technique_common><accessor source=\"#ja\" count=\"1\" stride=\"1\"><param name=\"JOINT\" "
                 "type=\"name\"/>"
                 "</accessor></technique_common></source><source id=\"b\"><float_array id=\"ba\" count=\"16\">1 0 0 0 "
                 "0 1 0 0 0 0 1 "
                 "0 0 0 0 1</float_array><technique_common><accessor source=\"#ba\" count=\"1\" stride=\"16\"><param "
                 "name=\"TRANSFORM\" type=\"float4x4\"/></accessor></technique_common></source><source "
                 "id=\"sw\"><float_array "
                 "id=\"swa\" count=\"1\">1</float_array><technique_common><accessor source=\"#swa\" count=\"1\" "
                 "stride=\"1\"><param "
                 "name=\"WEIGHT\" type=\"float\"/></accessor></technique_common></source><joints><input "
                 "semantic=\"JOINT\" "
                 "source=\"#j\"/><input semantic=\"INV_BIND_MATRIX\" source=\"#b\"/></joints><vertex_weights "
                 "count=\"8\"><input "
                 "semantic=\"JOINT\" source=\"#j\" offset=\"0\"/><input semantic=\"WEIGHT\" source=\"#sw\" "
                 "offset=\"1\"/><vcount>1 1 "
                 "1 1 1 1 1 1</vcount><v>0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0</v></vertex_weights></skin></controller>"
                 "</library_controllers>",
        "<instance_controller url=\"#K\"><skeleton>#n</skeleton></instance_controller>");
    assert_int_equal(editor_level_count(level).instanced_triangles, 1);
    assert_true(level->meshes[0].positions[0] == 7); // by the skin's matrix
    check_warning(level, "mesh \"A\": morph targets are not used");
    editor_level_destroy(level);
}

// The base colours of the submeshes; "-" has no material.
static void check_materials(const char *geometry, const char *bindings, const char *expected)
{
    char instance[1000];
    snprintf(instance, sizeof(instance), "<instance_geometry url=\"#A\">%s</instance_geometry>", bindings);
    editor_level *level =
        import_parts(geometry,
                     "<!-- <library_materials> --><extra><technique profile=\"x\"><library_materials>"
                     "<a/></library_materials></technique></extra><library_materials>" MATERIAL("R", "1 0 0 1")
                         MATERIAL("G", "0 1 0 1") "</library_materials>",
                     instance);
    assert_int_equal(level->warning_count, 0);
    assert_int_equal(level->material_count, 2);
    const editor_mesh *mesh = &level->meshes[0];
    assert_int_equal(mesh->submesh_count, strlen(expected));
    for (uint32_t i = 0; i < mesh->submesh_count; i++) {
        const uint32_t material = mesh->submeshes[i].material;
        const char color = material == EDITOR_NONE ? '-' : level->materials[material].base_color[0] > 0 ? 'R' : 'G';
        if (color != expected[i])
            fail_msg("%s: submesh %u is %c", bindings, (unsigned)i, color);
    }
    editor_level_destroy(level);
}

#define R "<instance_material symbol=\"r\" target=\"#R\"/>"
#define G "<instance_material symbol=\"g\" target=\"#G\"/>"

static void test_materials(void **state)
{
    (void)state;
    static const char three[] =
        GEOMETRY("A", TRIANGLE("A", " material=\"r\"") TRIANGLE("A", "") TRIANGLE("A", " material=\"g\""));
    check_materials(three, BIND(R G), "R-G");
    check_materials(three, BIND(G), "--G");
    check_materials(three, BIND(R), "R--");
    check_materials(three, "", "---");
    check_materials(three, "<bind_material/>", "---");
    check_materials(three, BIND("<instance_material symbol=\"r\" target=\"#X\"/>" G), "--G");
}

static void test_holes(void **state)
{
    (void)state;
    static const struct {
        const char *polygons;
        uint32_t triangles;
    } rows[] = {{"<ph><p>0 1 2 3</p><h>4 5 6 7</h></ph>", 2},
                {"<p>4 5 6 7</p><ph><p>0 1 2 3</p><h>4 5 6 </h><h>5 6 7</h></ph>", 4},
                {"<ph>\n<p>0 1 2</p>\n<h/></ph><ph ><p>0 1 2 3</p ><h >4 5 6 7</h ></ph >", 3}};
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        char text[3000];
        snprintf(text, sizeof(text), GEOMETRY("A", "<polygons count=\"%d\">" INPUT("A") "%s</polygons>"),
                 i == 0 ? 1 : 2, rows[i].polygons);
        editor_level *level = import_parts(text, "", "<instance_geometry url=\"#A\"/>");
        assert_int_equal(editor_level_count(level).triangles, rows[i].triangles);
        check_warning(level, "mesh \"A\": holes of polygons are filled");
        editor_level_destroy(level);
    }
}

// Texts that repeat anything, and end anywhere, are passed over a few times, and grow within bounds.
static void test_endless(void **state)
{
    (void)state;
    enum { COUNT = 300000, SECONDS = 4 };
    static const char *const texts[] = {"<controller id='a'>",
                                        "<controller '",
                                        "<controller id='a'><morph source='#a'></controller>",
                                        "<controller><morph source='#a'>",
                                        "<instance_controller url='#m'/>",
                                        "<library_materials>",
                                        "<bind_material><technique_common>",
                                        "<polygons><h>",
                                        "<polygons><h/><ph/></polygons>"};
    for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
        editor_text text = {0};
        editor_text_put(&text, "<controller id='m'><morph source='#");
        for (int k = 0; k < COUNT; k++)
            editor_text_put(&text, "long");
        editor_text_put(&text, "'/></controller>");
        for (int k = 0; k < COUNT; k++)
            editor_text_put(&text, texts[i]);
        assert_false(text.failed);
        editor_importer importer = {.size = text.size, .level = editor_level_create()};
        const size_t most = 4 * text.size + 1024;
        importer.bytes = (uint8_t *)editor_text_take(&text);
        const clock_t begin = clock();
        assert_true(assimp_tidy_bindings(&importer));
        if ((double)(clock() - begin) / CLOCKS_PER_SEC > SECONDS)
            fail_msg("%s takes too long", texts[i]);
        assert_true(importer.size <= most);
        free(importer.bytes);
        editor_import_free_tallies(&importer);
        editor_level_destroy(importer.level);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_morphs), cmocka_unit_test(test_skin_of_morph),
                                       cmocka_unit_test(test_materials), cmocka_unit_test(test_holes),
                                       cmocka_unit_test(test_endless)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
