// Formats that Assimp reads: how textures lie on meshes, which files they are, and names that Assimp makes up.
#include "model_file.h"

#include "document/import/assimp/assimp_import.h"
#include "system/text.h"

#include <math.h>
#include <stdlib.h>
#include <time.h>

// --- Coordinates of textures ---

#define DAE "test_import_looks.dae"
#define DAE_HEAD                                                                                                       \
    "<?xml version=\"1.0\"?><COLLADA xmlns=\"http://www.collada.org/2005/11/COLLADASchema\" version=\"1.4.1\"><asset>" \
    "<unit meter=\"1\"/><up_axis>Y_UP</up_axis></asset><library_images><image id=\"i\"><init_from>a.png</init_from>"   \
    "</image></library_images><library_effects><effect id=\"e\"><profile_COMMON><newparam sid=\"s\"><surface "         \
    "type=\"2D\"><init_from>i</init_from></surface></newparam><newparam sid=\"t\"><sampler2D><source>s</source>"       \
    "</sampler2D></newparam><technique sid=\"c\"><lambert>"
#define DAE_TAIL                                                                                                       \
    "</lambert></technique></profile_COMMON></effect></library_effects><library_materials><material id=\"m\">"         \
    "<instance_effect url=\"#e\"/></material></library_materials><library_geometries><geometry id=\"g\"><mesh>"        \
    "<source id=\"p\"><float_array id=\"a\" count=\"9\">0 0 0 1 0 0 0 1 0</float_array><technique_common><accessor "   \
    "source=\"#a\" count=\"3\" stride=\"3\"><param name=\"X\" type=\"float\"/><param name=\"Y\" type=\"float\"/>"      \
    "<param name=\"Z\" type=\"float\"/></accessor></technique_common></source><vertices id=\"v\"><input "              \
    "semantic=\"POSITION\" source=\"#p\"/></vertices><triangles material=\"x\" count=\"1\"><input "                    \
    "semantic=\"VERTEX\" source=\"#v\" offset=\"0\"/><p>0 1 2</p></triangles></mesh></geometry></library_geometries>"  \
    "<library_visual_scenes><visual_scene id=\"s\"><node id=\"n\"><instance_geometry url=\"#g\"><bind_material>"       \
    "<technique_common><instance_material symbol=\"x\" target=\"#m\"/></technique_common></bind_material>"             \
    "</instance_geometry></node></visual_scene></library_visual_scenes><scene><instance_visual_scene url=\"#s\"/>"     \
    "</scene></COLLADA>"

#define FBX "test_import_looks.fbx"
#define FBX_HEAD                                                                                                       \
    "; FBX 7.4.0 project file\nFBXHeaderExtension:  {\nFBXHeaderVersion: 1003\nFBXVersion: 7400\n}\nObjects:  {\n"     \
    "Geometry: 1, \"Geometry::\", \"Mesh\" {\nVertices: *9 {\na: 0,0,0,1,0,0,0,1,0\n}\nPolygonVertexIndex: *3 {\na: "  \
    "0,1,-3\n}\nGeometryVersion: 124\nLayerElementMaterial: 0 {\nMappingInformationType: \"AllSame\"\n"                \
    "ReferenceInformationType: \"IndexToDirect\"\nMaterials: *1 {\na: 0\n}\n}\nLayer: 0 {\nLayerElement:  {\nType: "   \
    "\"LayerElementMaterial\"\nTypedIndex: 0\n}\n}\n}\nModel: 2, \"Model::a\", \"Mesh\" {\nVersion: "                  \
    "232\n}\nMaterial: "                                                                                               \
    "3, \"Material::m\", \"\" {\nVersion: 102\nShadingModel: \"lambert\"\nProperties70:  {\n}\n}\nTexture: 4, "        \
    "\"Texture::t\", \"\" {\nType: \"TextureVideoClip\"\nVersion: 202\nTextureName: \"Texture::t\"\nFileName: "        \
    "\"a.png\"\nRelativeFilename: \"a.png\"\nProperties70:  {\n"
#define FBX_TAIL                                                                                                       \
    "}\n}\n}\nConnections:  {\nC: \"OO\",1,2\nC: \"OO\",2,0\nC: \"OO\",3,2\nC: \"OP\",4,3,\"DiffuseColor\"\n}\n"
#define VECTOR(name, values) "P: \"" name "\", \"Vector\", \"\", \"A\"," values "\n"

// The level's coordinates have v pointing down, those of the file up.
static void check_transform(const float rows[6], float u, float v, float expected_u, float expected_v)
{
    const float d = 1 - v, at_u = rows[0] * u + rows[1] * d + rows[2], at_v = rows[3] * u + rows[4] * d + rows[5];
    if (!(fabsf(at_u - expected_u) < 1e-5f && fabsf(1 - at_v - expected_v) < 1e-5f))
        fail_msg("(%g, %g) is at (%g, %g), not (%g, %g)", (double)u, (double)v, (double)at_u, 1 - (double)at_v,
                 (double)expected_u, (double)expected_v);
}

static editor_level *import_collada(const char *color, const char *emission)
{
    editor_text text = {0};
    const char *const pieces[] = {DAE_HEAD "<emission><texture texture=\"t\" texcoord=\"u\">", emission,
                                  "</texture></emission><diffuse><texture texture=\"t\" texcoord=\"u\">", color,
                                  "</texture></diffuse>" DAE_TAIL};
    for (size_t i = 0; i < sizeof(pieces) / sizeof(pieces[0]); i++)
        editor_text_put(&text, pieces[i]);
    assert_false(text.failed);
    editor_level *level = must_import(DAE, text.data);
    editor_text_free(&text);
    return level;
}

#define MAYA(rows) "<extra><technique profile=\"MAYA\">" rows "</technique></extra>"

// Scaled, then moved, then turned about the middle.
static void test_collada(void **state)
{
    (void)state;
    editor_level *level =
        import_collada(MAYA("<repeatU>4</repeatU><repeatV>2</repeatV><offsetU>0.5</offsetU><offsetV>0.125</offsetV>"),
                       MAYA("<repeatU>2</repeatU><offsetV>0.25</offsetV><rotateUV>90</rotateUV>"));
    const float *rows = level->materials[0].uv_transform;
    check_transform(rows, 0, 0, 0.5f, 0.125f);
    check_transform(rows, 1, 0.25f, 4.5f, 0.625f);
    rows = level->materials[0].maps[EDITOR_MAP_EMISSIVE].uv_transform;
    check_transform(rows, 0.5f, 0.5f, 0.25f, 1);
    check_transform(rows, 0.75f, 0.5f, 0.25f, 1.5f);
    editor_level_destroy(level);
    level = import_collada(MAYA("<repeatU>nan</repeatU>"), "");
    check_transform(level->materials[0].uv_transform, 0.25f, 0.5f, 0.25f, 0.5f);
    check_transform(level->materials[0].maps[EDITOR_MAP_EMISSIVE].uv_transform, 0.25f, 0.5f, 0.25f, 0.5f);
    editor_level_destroy(level);
}

// The texture is moved, then turned about the corner, then repeated: as Blender has it, and ufbx for what Maya turned.
static void test_fbx(void **state)
{
    (void)state;
    editor_level *level =
        must_import(FBX, FBX_HEAD VECTOR("Translation", "0.25,0.125,0") VECTOR("Scaling", "2,4,1") FBX_TAIL);
    assert_int_equal(level->material_count, 1);
    check_transform(level->materials[0].uv_transform, 0.25f, 0.125f, 0, 0);
    check_transform(level->materials[0].uv_transform, 1, 1, 1.5f, 3.5f);
    editor_level_destroy(level);
    level = must_import(FBX, FBX_HEAD VECTOR("Translation", "0.5,-0.20710678,0") VECTOR("Rotation", "0,0,45") FBX_TAIL);
    check_transform(level->materials[0].uv_transform, 0.5f, 0.5f, 0.5f, 0.5f);
    check_transform(level->materials[0].uv_transform, 1, 0.5f, 0.853553f, 0.146447f);
    editor_level_destroy(level);
}

// --- Nodes of FBX that are hidden ---

static const char *const shown[][3] = {{"Visibility", "Visibility", "1"},  {"Visibility", "Visibility", "0.5"},
                                       {"Visibility", "Visibility", "no"}, {"Visibility", "Visibility", ""},
                                       {"Visibility", "Strange", "0"},     {"Show", "bool", "0"}},
                         *const hidden[][3] = {{"Visibility", "Visibility", "0"},
                                               {"Visibility", "Visibility", "-0.0"},
                                               {"Visibility", "double", "0"}};

static void check_hidden(const char *const property[3], bool is_hidden)
{
    char text[4000];
    const char *head = FBX_HEAD, *at = strstr(head, "Version: 232\n");
    assert_non_null(at);
    at += strlen("Version: 232\n");
    snprintf(text, sizeof(text), "%.*sProperties70:  {\nP: \"%s\", \"%s\", \"\", \"A\",%s\n}\n%s%s", (int)(at - head),
             head, property[0], property[1], property[2], at, FBX_TAIL);
    editor_level *level = must_import(FBX, text);
    assert_int_equal(level->object_count, 1);
    if (level->objects[0].hidden != is_hidden)
        fail_msg("%s %s %s", property[0], property[1], property[2]);
    editor_level_destroy(level);
}

// Objects are hidden that the file hides.
static void test_hidden(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(shown) / sizeof(shown[0]); i++)
        check_hidden(shown[i], false);
    for (size_t i = 0; i < sizeof(hidden) / sizeof(hidden[0]); i++)
        check_hidden(hidden[i], true);
}

// Binary files hold the same with lengths. Only values that Assimp takes for numbers get a type of numbers.
static void test_hidden_binary(void **state)
{
    (void)state;
#define STRING(length, text) "S" length "\0\0\0" text
    static const char head[] = "Kaydara FBX Binary  ", name[] = STRING("\x0a", "Visibility"),
                      type[] = STRING("\x0a", "Visibility"), number[] = STRING("\x06", "double\0\0\0\0"),
                      rest[] = STRING("\0", "") STRING("\x01", "A");
    static const char kinds[] = "DFIL";
    for (size_t kind = 0; kind < sizeof(kinds) - 1; kind++) {
        uint8_t whole[200];
        size_t size = 0;
        const struct {
            const char *bytes;
            size_t size;
        } parts[] = {{head, sizeof(head) - 1},
                     {name, sizeof(name) - 1},
                     {type, sizeof(type) - 1},
                     {rest, sizeof(rest) - 1},
                     {&kinds[kind], 1}};
        for (size_t i = 0; i < sizeof(parts) / sizeof(parts[0]); i++) {
            memcpy(whole + size, parts[i].bytes, parts[i].size);
            size += parts[i].size;
        }
        const size_t at = sizeof(head) - 1 + sizeof(name) - 1 + 5;
        for (size_t length = 0; length <= size; length++) { // of memory of that size
            uint8_t *bytes = malloc(length + 1);
            memcpy(bytes, whole, length);
            bytes[length] = 0;
            assimp_tidy_fbx(bytes, length);
            const bool is_changed = length == size && kind < 2;
            if (length >= at + 10)
                assert_memory_equal(bytes + at, is_changed ? number + 5 : type + 5, 10);
            assert_int_equal(bytes[length], 0);
            free(bytes);
        }
    }
#undef STRING
}

// --- X3D ---

#define X3D "test_import_looks.x3d"
#define X3D_HEAD "<?xml version=\"1.0\"?><X3D version=\"3.0\" profile=\"Immersive\"><Scene>"
#define X3D_TAIL                                                                                                       \
    "<IndexedFaceSet coordIndex=\"0 1 2 -1\"><Coordinate point=\"0 0 0 1 0 0 0 1 0\"/></IndexedFaceSet></Shape>"       \
    "</Scene></X3D>"
#define PICTURE "test_import_looks.png"

static bool decode_nothing(void *user, const void *bytes, size_t size, editor_image *out, editor_error *error)
{
    (void)user, (void)bytes, (void)size, (void)error;
    *out = (editor_image){.width = 1, .height = 1, .rgba = calloc(4, 1)};
    return out->rgba != NULL;
}

// A texture has a list of names, each in quotes of its own: the first counts. Others are passed over, as are names that
// some exporters write without quotes.
static void test_names_of_textures(void **state)
{
    (void)state;
    static const char *const names[] = {
        "url='\"" PICTURE "\"'",
        "url='\"" PICTURE "\" \"http://b.c/d.png\"' repeatS='false'",
        "DEF='url' url = '\n \"" PICTURE "\"\n\"b.png\"'",
        "url=\"&quot;" PICTURE "&quot; &quot;b.png&quot;\"",
        "url=\"&#34;" PICTURE "&#34;\"",
        "url=\"" PICTURE "\"",
    };
    write_model(PICTURE, "x", 1);
    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
        editor_text text = {0};
        editor_text_put(&text, X3D_HEAD "<Shape><Appearance><Material/><ImageTexture ");
        editor_text_put(&text, names[i]);
        editor_text_put(&text, "/></Appearance>" X3D_TAIL);
        editor_error error;
        editor_level *level = import_text(X3D, text.data, decode_nothing, &error);
        if (!level)
            fail_msg("%s: %s", names[i], error.text);
        if (level->warning_count > 0)
            fail_msg("%s: %s", names[i], level->warnings[0]);
        assert_int_equal(level->image_count, 1);
        assert_int_equal(editor_level_count(level).triangles, 1);
        editor_level_destroy(level);
        editor_text_free(&text);
    }
    remove(PICTURE);
}

// Nothing but whole lists is changed.
static void test_other_texts(void **state)
{
    (void)state;
    static const char *const texts[] = {"<ImageTexture url='\"a",
                                        "<ImageTexture url='\"a'",
                                        "<ImageTexture url='",
                                        "<ImageTexture url='a'/>",
                                        "<ImageTexture",
                                        "<ImageTextures url='\"a\"'/>",
                                        "<ImageTexture curl='\"a\"'/>",
                                        "<Image url='\"a\"'/>",
                                        "<ImageTexture url='&quot;a'/>",
                                        "<ImageTexture '\"a\"'/>",
                                        "<ImageTexture =url'\"a\"'/>",
                                        "<ImageTexture url=''/>"};
    for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
        const size_t size = strlen(texts[i]);
        uint8_t *bytes = malloc(size + 1);
        memcpy(bytes, texts[i], size + 1);
        assimp_tidy_x3d(bytes, size);
        assert_string_equal((const char *)bytes, texts[i]);
        free(bytes);
    }
    char text[] = "<ImageTexture url='\"a\"'/>";
    assimp_tidy_x3d((uint8_t *)text, strlen(text));
    assert_string_equal(text, "<ImageTexture url='a'  />");
}

// Tags and lists that do not end are passed over once.
static void test_endless_textures(void **state)
{
    (void)state;
    enum { COUNT = 400000, SECONDS = 4 };
    static const char *const pieces[] = {"<ImageTexture ", "<ImageTexture url='\"a\"' ", "<ImageTexture a='",
                                         " url=\"&quo"};
    for (size_t i = 0; i < sizeof(pieces) / sizeof(pieces[0]); i++) {
        editor_text text = {0};
        editor_text_put(&text, "<ImageTexture url='\"");
        for (int k = 0; k < COUNT; k++)
            editor_text_put(&text, pieces[i]);
        assert_false(text.failed);
        const clock_t begin = clock();
        assimp_tidy_x3d((uint8_t *)text.data, text.size);
        if ((double)(clock() - begin) / CLOCKS_PER_SEC > SECONDS)
            fail_msg("%s takes too long", pieces[i]);
        editor_text_free(&text);
    }
}

// Assimp names lights without a name by their address, and the root by the path of the file.
static void test_made_up_names(void **state)
{
    (void)state;
    editor_level *level = must_import("./" X3D, X3D_HEAD "<DirectionalLight/><PointLight/><SpotLight/><PointLight "
                                                         "DEF='PointLight_12'/><Shape>" X3D_TAIL);
    editor_text names = {0};
    for (uint32_t i = 0; i < level->object_count; i++) {
        editor_text_put(&names, level->objects[i].name);
        editor_text_put(&names, ",");
    }
    assert_string_equal(names.data, X3D ",object 0,light,object 1,light,object 2,light,PointLight_12,PointLight_12,");
    editor_text_free(&names);
    editor_level_destroy(level);
}

// --- AMF ---

// Its units; without colours of its own it has none.
static void test_amf(void **state)
{
    (void)state;
    static const struct {
        const char *tag;
        double unit;
    } rows[] = {{"<amf unit=\"inch\">", 0.0254},     {"<amf version='1.1'\nunit='feet'>", 0.3048},
                {"<amf unit=\"meter\">", 1},         {"<amf unit=\"micron\">", 1e-6},
                {"<amf unit=\"millimeter\">", 1e-3}, {"<amf>", 1e-3}};
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        editor_text text = {0};
        editor_text_put(&text, "<?xml version=\"1.0\"?>\n");
        editor_text_put(&text, rows[i].tag);
        editor_text_put(&text, "<object id=\"0\"><mesh><vertices>");
        for (int k = 0; k < 3; k++)
            editor_text_format(&text, "<vertex><coordinates><x>%d</x><y>%d</y><z>0</z></coordinates></vertex>", k == 1,
                               k == 2);
        editor_text_put(&text, "</vertices><volume><triangle><v1>0</v1><v2>1</v2><v3>2</v3></triangle></volume></mesh>"
                               "</object></amf>");
        editor_level *level = must_import("test_import_looks.amf", text.data);
        const editor_model_facts *facts = &level->assets[0].facts;
        assert_true(facts->unit == rows[i].unit && facts->up == EDITOR_AXIS_Z && !facts->is_converted);
        assert_int_equal(editor_level_count(level).triangles, 1);
        for (uint32_t k = 0; k < level->mesh_count; k++)
            assert_null(level->meshes[k].colors);
        editor_level_destroy(level);
        editor_text_free(&text);
    }
}

// --- Colours of vertices, which are sRGB ---

static double srgb_of_linear(double c)
{
    return c <= 0.0031308 ? 12.92 * c : 1.055 * pow(c, 1 / 2.4) - 0.055;
}

// Of the first vertex, as bytes of sRGB, of the base, and alpha.
static void check_colors(const char *path, const char *text, const char *expected)
{
    editor_level *level = must_import(path, text);
    assert_int_equal(level->warning_count, 0);
    assert_int_equal(level->mesh_count, 1);
    const float *colors = level->meshes[0].colors, *base = level->materials[0].base_color;
    char got[64] = "";
    for (int i = 0; i < 3 && colors; i++)
        snprintf(got + strlen(got), 8, "%.0f ", 255 * srgb_of_linear((double)colors[i]));
    for (int i = 0; i < 4; i++)
        snprintf(got + strlen(got), 8, "%.1f ", i < 3 ? (double)base[i] : colors ? (double)colors[3] : 1);
    assert_string_equal(got, expected);
    editor_level_destroy(level);
}

static void check_off(const char *head, const char *color, const char *expected)
{
    char text[200];
    snprintf(text, sizeof(text), "%s\n3 1 0\n0 0 0%s\n1 0 0%s\n0 1 0%s\n3 0 1 2\n", head, color, color, color);
    check_colors("test_import_looks.off", text, expected);
}

// Below them is no material that the file does not name.
static void test_vertex_colors(void **state)
{
    (void)state;
    check_off("COFF", " 100 50 10 255", "100 50 10 1.0 1.0 1.0 1.0 ");
    check_off("COFF", " 255 0 0 51", "255 0 0 1.0 1.0 1.0 0.2 ");
    check_off("COFF", " 0.4 0.2 0 0.5", "102 51 0 1.0 1.0 1.0 0.5 ");
    check_off("COFF", " 1 0 0 1", "255 0 0 1.0 1.0 1.0 1.0 ");
    check_off("OFF", "", "0.6 0.6 0.6 1.0 ");
#define VERTEX "<vertex><coordinates><x>%d</x><y>%d</y><z>0</z></coordinates>%s</vertex>"
    static const char *const colors[][2] = {
        {"<color><r>0.4</r><g>0.2</g><b>0</b></color>", "102 51 0 1.0 1.0 1.0 1.0 "}, {"", "0.6 0.6 0.6 1.0 "}};
    for (int i = 0; i < 2; i++) {
        char text[1000];
        snprintf(
            text, sizeof(text),
            "<?xml version=\"1.0\"?><amf><object id=\"0\"><mesh><vertices>" VERTEX VERTEX VERTEX
            "</vertices><volume><triangle><v1>0</v1><v2>1</v2><v3>2</v3></triangle></volume></mesh></object></amf>",
            0, 0, colors[i][0], 1, 0, colors[i][0], 0, 1, colors[i][0]);
        check_colors("test_import_looks.amf", text, colors[i][1]);
    }
#undef VERTEX
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_collada),
                                       cmocka_unit_test(test_fbx),
                                       cmocka_unit_test(test_hidden),
                                       cmocka_unit_test(test_hidden_binary),
                                       cmocka_unit_test(test_names_of_textures),
                                       cmocka_unit_test(test_other_texts),
                                       cmocka_unit_test(test_endless_textures),
                                       cmocka_unit_test(test_made_up_names),
                                       cmocka_unit_test(test_amf),
                                       cmocka_unit_test(test_vertex_colors)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
