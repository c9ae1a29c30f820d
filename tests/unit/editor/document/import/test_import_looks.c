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

// Scaled, then moved; turned about the middle before.
static void test_collada(void **state)
{
    (void)state;
    editor_level *level =
        import_collada(MAYA("<repeatU>4</repeatU><repeatV>2</repeatV><offsetU>0.5</offsetU><offsetV>0.125</offsetV>"),
                       MAYA("<repeatU>2</repeatU><rotateUV>90</rotateUV>"));
    const float *rows = level->materials[0].uv_transform;
    check_transform(rows, 0, 0, 0.5f, 0.125f);
    check_transform(rows, 1, 0.25f, 4.5f, 0.625f);
    rows = level->materials[0].maps[EDITOR_MAP_EMISSIVE].uv_transform;
    check_transform(rows, 0.5f, 0.5f, 1, 0.5f);
    check_transform(rows, 0.75f, 0.5f, 1, 0.75f);
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

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_collada), cmocka_unit_test(test_fbx)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
