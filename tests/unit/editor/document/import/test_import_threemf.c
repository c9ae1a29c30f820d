// 3MF packages: what their parts define, what is built of it, and what is refused. Assimp 5.2 fails on all with a
// picture, on those that lib3mf wrote, and reads no part but one.
#include "model_file.h"

#include <stdlib.h>

#define PATH "test_import_threemf.3mf"
#define MODEL "3D/3dmodel.model"
#define CORE "http://schemas.microsoft.com/3dmanufacturing/core/2015/02"
#define MATERIAL "http://schemas.microsoft.com/3dmanufacturing/material/2015/02"
#define PRODUCTION "http://schemas.microsoft.com/3dmanufacturing/production/2015/06"
#define BEAMS "http://schemas.microsoft.com/3dmanufacturing/beamlattice/2017/02"
#define HEAD "<?xml version=\"1.0\" encoding=\"UTF-8\"?>"
#define OPEN HEAD "<model unit=\"inch\" xmlns=\"" CORE "\" xmlns:m=\"" MATERIAL "\" xmlns:p=\"" PRODUCTION "\">"
#define VERTICES                                                                                                       \
    "<vertices><vertex x=\"0\" y=\"0\" z=\"0\"/><vertex x=\"1\" y=\"0\" z=\"0\"/>"                                     \
    "<vertex x=\"0\" y=\" 2e0 \" z=\"0\"/><vertex x=\"0\" y=\"0\" z=\"+3\"/></vertices>"
#define TRIANGLES                                                                                                      \
    "<triangles><triangle v1=\"0\" v2=\"2\" v3=\"1\"/><triangle v1=\"0\" v2=\"1\" v3=\"3\"/>"                          \
    "<triangle v1=\"0\" v2=\"3\" v3=\"2\"/></triangles>"
#define MESH "<mesh>" VERTICES TRIANGLES "</mesh>"
#define RELATIONSHIPS(relations)                                                                                       \
    HEAD "<Relationships xmlns=\"http://schemas.openxmlformats.org/package/2006/relationships\">" relations            \
         "</Relationships>"
#define RELATION(id, target, type) "<Relationship Id=\"" id "\" Target=\"" target "\" Type=\"" type "\"/>"
#define TO_MODEL(id, target) RELATION(id, target, "http://schemas.microsoft.com/3dmanufacturing/2013/01/3dmodel")
#define TO_TEXTURE(id, target) RELATION(id, target, "http://schemas.microsoft.com/3dmanufacturing/2013/01/3dtexture")

typedef struct entry {
    const char *name, *text;
} entry;

// --- Packages: ZIP files whose entries are stored as they are ---

static uint32_t checksum(const char *text, size_t size)
{
    uint32_t sum = UINT32_MAX;
    for (size_t i = 0; i < size; i++) {
        sum ^= (uint8_t)text[i];
        for (int bit = 0; bit < 8; bit++)
            sum = sum >> 1 ^ (sum & 1 ? 0xEDB88320u : 0);
    }
    return ~sum;
}

static void put(FILE *file, uint32_t value, int bytes)
{
    for (int i = 0; i < bytes; i++)
        fputc((int)(value >> 8 * i & 0xff), file);
}

// The header of an entry, in its place, or in the directory at the end.
static void put_header(FILE *file, const entry *about, const long *place)
{
    const size_t length = strlen(about->name), size = strlen(about->text);
    put(file, place ? 0x02014b50 : 0x04034b50, 4);
    if (place)
        put(file, 20, 2);
    put(file, 20, 4);         // version 2.0, no flags
    put(file, 0, 2);          // stored
    put(file, 0x00210000, 4); // the first day of 1980
    put(file, checksum(about->text, size), 4);
    put(file, (uint32_t)size, 4);
    put(file, (uint32_t)size, 4);
    put(file, (uint32_t)length, 4);
    for (int i = 0; place && i < 5; i++)
        put(file, 0, 2);
    if (place)
        put(file, (uint32_t)*place, 4);
    fwrite(about->name, 1, length, file);
}

// With what every package has, unless it is among the entries.
static void write_package(const entry *entries, size_t count)
{
    static const entry usual[] = {
        {"[Content_Types].xml", HEAD
         "<Types xmlns=\"http://schemas.openxmlformats.org/package/2006/content-types\"><Default Extension=\"rels\" "
         "ContentType=\"application/vnd.openxmlformats-package.relationships+xml\"/><Default Extension=\"model\" "
         "ContentType=\"application/vnd.ms-package.3dmanufacturing-3dmodel+xml\"/></Types>"},
        {"_rels/.rels", RELATIONSHIPS(TO_MODEL("a", "/" MODEL))}};
    entry all[8];
    long places[8];
    size_t total = 0;
    assert_true(count <= 6);
    for (size_t i = 0; i < count; i++)
        all[total++] = entries[i];
    for (size_t i = 0; i < 2; i++) {
        bool is_there = false;
        for (size_t k = 0; k < count; k++)
            is_there = is_there || strcmp(entries[k].name, usual[i].name) == 0;
        if (!is_there)
            all[total++] = usual[i];
    }
    FILE *file = fopen(PATH, "wb");
    assert_non_null(file);
    for (size_t i = 0; i < total; i++) {
        places[i] = ftell(file);
        put_header(file, &all[i], NULL);
        fwrite(all[i].text, 1, strlen(all[i].text), file);
    }
    const long directory = ftell(file);
    for (size_t i = 0; i < total; i++)
        put_header(file, &all[i], &places[i]);
    const long end = ftell(file);
    put(file, 0x06054b50, 4);
    put(file, 0, 4);
    put(file, (uint32_t)total, 2);
    put(file, (uint32_t)total, 2);
    put(file, (uint32_t)(end - directory), 4);
    put(file, (uint32_t)directory, 4);
    put(file, 0, 2);
    assert_int_equal(fclose(file), 0);
}

static editor_level *import_entries(const entry *entries, size_t count, editor_image_decoder decoder)
{
    editor_error error;
    write_package(entries, count);
    editor_level *level = editor_import(PATH, decoder, NULL, &error);
    remove(PATH);
    if (!level)
        fail_msg("refused: %s", error.text);
    return level;
}

static editor_level *import_model(const char *model)
{
    return import_entries(&(entry){MODEL, model}, 1, NULL);
}

static void refuse_model(const char *model, const char *expected)
{
    editor_error error;
    write_package(&(entry){MODEL, model}, 1);
    editor_level *level = editor_import(PATH, NULL, NULL, &error);
    remove(PATH);
    if (level || !strstr(error.text, expected))
        print_error("%s\nnot: %s\n", level ? "imported" : error.text, expected);
    const bool ok = !level && strstr(error.text, expected) && !strchr(error.text, '\n');
    editor_level_destroy(level);
    assert_true(ok);
}

// --- Objects ---

// A thumbnail brings Assimp down. Items and components have their places and names; meshes are shared.
static void test_objects(void **state)
{
    (void)state;
    const entry entries[] = {
        {"Metadata/plate_1.png", "no picture"},
        {"_rels/.rels",
         RELATIONSHIPS(RELATION("a", "/Metadata/plate_1.png", "http://x/thumbnail") TO_MODEL("b", "/3D/other.model"))},
        {"3D/other.model",
         OPEN "<metadata name=\"Title\">A <b>pair</b></metadata><resources>"
              "<object id=\"1\" name=\"corner\">" MESH
              "</object><object id=\"2\" type=\"model\" name=\"pair\"><components><component objectid=\"1\"/>"
              "<component objectid=\"1\" transform=\"0 1 0 -1 0 0 0 0 1 10 20 30\"/></components></object></resources>"
              "<build><item objectid=\"2\" transform=\"2 0 0 0 2 0 0 0 2 100 0 0\"/><item objectid=\"1\"/></build>"
              "</model>"}};
    editor_level *level = import_entries(entries, 3, NULL);
    assert_int_equal(level->object_count, 4);
    assert_int_equal(level->mesh_count, 1);
    assert_int_equal(level->meshes[0].vertex_count, 4);
    assert_int_equal(level->warning_count, 0);
    static const char *const names[] = {"pair", "corner", "corner", "corner"};
    static const uint32_t parents[] = {EDITOR_NONE, 0, 0, EDITOR_NONE};
    for (uint32_t i = 0; i < 4; i++) {
        assert_memory_equal(level->objects[i].name, names[i], strlen(names[i]));
        assert_int_equal(level->objects[i].parent, parents[i]);
    }
    const pick_affine *turned = &level->objects[2].local; // x becomes y, y becomes -x
    assert_true(turned->linear[1] == 1 && turned->linear[3] == -1 && turned->linear[8] == 1);
    assert_true(turned->origin.x == 10 && turned->origin.y == 20 && turned->origin.z == 30);
    assert_true(level->objects[0].local.linear[4] == 2 && level->objects[0].local.origin.x == 100);
    const editor_model_facts *facts = &level->assets[0].facts;
    assert_string_equal(facts->format, "3D Manufacturing Format (3MF)");
    assert_true(facts->unit == 0.0254);
    assert_int_equal(facts->up, EDITOR_AXIS_Z);
    assert_false(facts->is_converted);
    editor_level_destroy(level);
}

// Slicers keep objects in parts of their own. Numbers count in their part.
static void test_parts(void **state)
{
    (void)state;
    const entry entries[] = {
        {MODEL,
         OPEN "<resources><object id=\"1\"><components><component p:path=\"/3D/Objects/a.model\" objectid=\"1\"/>"
              "<component p:path=\"/3D/Objects/b.model\" objectid=\"1\"/></components></object></resources><build>"
              "<item objectid=\"1\"/><item objectid=\"1\" p:path=\"/3D/Objects/b.model\"/></build></model>"},
        {"3D/_rels/3dmodel.model.rels",
         RELATIONSHIPS(TO_MODEL("a", "/3D/Objects/a.model") TO_MODEL("b", "/3D/Objects/b.model"))},
        {"3D/Objects/a.model", OPEN "<resources><object id=\"1\" name=\"a\">" MESH "</object></resources>"
                                    "<build/></model>"},
        {"3D/Objects/b.model", OPEN "<resources><object id=\"1\" name=\"b\">" MESH "</object></resources><build/>"
                                    "</model>"}};
    editor_level *level = import_entries(entries, 4, NULL);
    assert_int_equal(level->object_count, 4);
    assert_memory_equal(level->objects[0].name, "object ", 7);
    assert_string_equal(level->objects[1].name, "a");
    assert_string_equal(level->objects[2].name, "b");
    assert_int_equal(level->objects[2].mesh, level->objects[3].mesh);
    editor_level_destroy(level);
}

// --- Materials ---

#define BASES                                                                                                          \
    "<basematerials id=\"5\"><base name=\"red\" displaycolor=\"#FF0000\"/><base name=\"glass\" "                       \
    "displaycolor=\"#00ff0080\"/></basematerials><m:colorgroup id=\"6\"><m:color color=\"#0000FF\"/></m:colorgroup>"
#define COLORED(attributes, first, second)                                                                             \
    OPEN "<resources>" BASES "<object id=\"1\" " attributes "><mesh>" VERTICES                                         \
         "<triangles><triangle v1=\"0\" v2=\"2\" v3=\"1\" " first "/><triangle v1=\"0\" v2=\"1\" v3=\"3\" " second     \
         "/></triangles></mesh></object></resources><build><item objectid=\"1\"/></build></model>"

// One colour is a material; several are those of vertices, which part where they differ. One that is missing is white.
static void test_colors(void **state)
{
    (void)state;
    editor_level *level = import_model(COLORED("pid=\"5\" pindex=\"1\"", "", "pid=\"5\" p1=\"1\""));
    const editor_material *glass = &level->materials[level->meshes[0].submeshes[0].material];
    assert_string_equal(glass->name, "glass");
    assert_true(glass->base_color[0] == 0 && glass->base_color[1] == 1 && glass->base_color[3] == 128 / 255.0f);
    assert_int_equal(glass->alpha_mode, EDITOR_ALPHA_BLEND);
    assert_true(glass->double_sided);
    assert_null(level->meshes[0].colors);
    assert_int_equal(level->meshes[0].vertex_count, 4);
    editor_level_destroy(level);

    level = import_model(COLORED("pid=\"5\" pindex=\"0\"", "", "pid=\"6\" p1=\"0\" p2=\"0\" p3=\"7\""));
    const editor_mesh *mesh = &level->meshes[0];
    assert_int_equal(mesh->vertex_count, 6);
    assert_non_null(mesh->colors);
    static const float red[4] = {1, 0, 0, 1}, blue[4] = {0, 0, 1, 1}, white[4] = {1, 1, 1, 1};
    const float *const expected[6] = {red, red, red, blue, blue, white};
    for (uint32_t i = 0; i < 6; i++)
        assert_memory_equal(mesh->colors + 4 * mesh->indices[i], expected[i], sizeof(red));
    editor_level_destroy(level);
}

static bool decode(void *user, const void *bytes, size_t size, editor_image *out, editor_error *error)
{
    (void)user, (void)error;
    if (size != 7 || memcmp(bytes, "picture", 7) != 0)
        return false;
    out->rgba = calloc(4, 1);
    out->width = out->height = 1;
    return out->rgba != NULL;
}

// What has a texture comes together, with v down; the rest has colours.
static void test_textures(void **state)
{
    (void)state;
    const entry entries[] = {
        {"3D/Textures/skin.png", "picture"},
        {"3D/_rels/3dmodel.model.rels", RELATIONSHIPS(TO_TEXTURE("a", "/3D/Textures/skin.png"))},
        {MODEL, OPEN
         "<resources><m:texture2d id=\"3\" path=\"/3D/Textures/skin.png\" contenttype=\"image/png\" "
         "tilestyleu=\"mirror\" tilestylev=\"clamp\"/><m:texture2dgroup id=\"4\" texid=\"3\"><m:tex2coord "
         "u=\"0.25\" v=\"0.25\"/><m:tex2coord u=\"1\" v=\"0\"/></m:texture2dgroup><object id=\"1\"><mesh>" VERTICES
         "<triangles><triangle v1=\"0\" v2=\"2\" v3=\"1\"/><triangle v1=\"0\" v2=\"1\" v3=\"3\" pid=\"4\" p1=\"0\" "
         "p2=\"1\" p3=\"0\"/></triangles></mesh></object></resources><build><item objectid=\"1\"/></build></model>"}};
    editor_level *level = import_entries(entries, 3, decode);
    const editor_mesh *mesh = &level->meshes[0];
    assert_int_equal(level->warning_count, 0);
    assert_int_equal(mesh->submesh_count, 2);
    assert_int_equal(level->image_count, 1);
    assert_int_equal(level->materials[mesh->submeshes[0].material].base_color_image, EDITOR_NONE);
    const editor_material *skin = &level->materials[mesh->submeshes[1].material];
    assert_int_equal(skin->base_color_image, 0);
    assert_int_equal(skin->wrap_u, EDITOR_WRAP_MIRROR);
    assert_int_equal(skin->wrap_v, EDITOR_WRAP_CLAMP);
    assert_int_equal(mesh->submeshes[1].first_triangle, 1);
    static const float uvs[3][2] = {{0.25f, 0.75f}, {1, 1}, {0.25f, 0.75f}};
    for (uint32_t i = 0; i < 3; i++)
        assert_memory_equal(mesh->uvs + 2 * mesh->indices[3 + i], uvs[i], sizeof(uvs[i]));
    assert_int_equal(mesh->vertex_count, 6);
    editor_level_destroy(level);
}

// --- What is left out or refused ---

static void test_warnings(void **state)
{
    (void)state;
    editor_level *level = import_model(
        OPEN "<resources xmlns:b=\"" BEAMS "\"><m:multiproperties id=\"8\" pids=\"5 6\"><m:multi pindices=\"0 0\"/>"
             "</m:multiproperties><object id=\"1\" pid=\"8\" pindex=\"0\"><mesh>" VERTICES TRIANGLES
             "<b:beamlattice radius=\"1\" minlength=\"0.1\"><b:beams><b:beam v1=\"0\" v2=\"1\"/></b:beams>"
             "</b:beamlattice></mesh></object></resources><build><item objectid=\"1\"/></build></model>");
    assert_int_equal(level->warning_count, 2);
    assert_string_equal(level->warnings[0], "lib3mf: Invalid Element in namespace.");
    assert_string_equal(level->warnings[1], "object 1: beam lattices are not drawn");
    editor_level_destroy(level);
    level = import_model(
        OPEN "<resources xmlns:b=\"" BEAMS "\"><object id=\"1\"><mesh>" VERTICES
             "<triangles></triangles><b:beamlattice radius=\"1\" minlength=\"0.1\"><b:beams><b:beam v1=\"0\" "
             "v2=\"1\"/></b:beams></b:beamlattice></mesh></object></resources><build><item objectid=\"1\"/>"
             "</build></model>");
    assert_int_equal(level->warning_count, 2);
    assert_string_equal(level->warnings[1], "it has no triangles; nothing of it is drawn");
    editor_level_destroy(level);
}

#define BUILT(object) OPEN "<resources>" object "</resources><build><item objectid=\"1\"/></build></model>"
#define ONE(vertex, triangle)                                                                                          \
    BUILT("<object id=\"1\"><mesh><vertices><vertex " vertex "/></vertices><triangles><triangle " triangle             \
          "/></triangles></mesh></object>")

static void test_refusals(void **state)
{
    (void)state;
    must_refuse(PATH, "PK", "no model that can be read: ");
    refuse_model("", "no model that can be read: No model node in XML Stream");
    refuse_model("<other/>", "No model node in XML Stream");
    refuse_model(OPEN "<build></model>", "No resources in model file");
    refuse_model(OPEN "<resources/></model>", "No build section in model file");
    refuse_model(OPEN "<resources/><build/></model>", "no model in it: it builds nothing");
    refuse_model(BUILT("<object id=\"1\"><mesh>" VERTICES "<triangles></triangles></mesh></object>"),
                 "no model in it: it has no triangles");
    refuse_model("<!DOCTYPE x [<!ENTITY a \"aaaa\">]><model/>", "Space in XML attribute name");
    refuse_model(ONE("x=\"1\" y=\"inf\" z=\"0\"", ""), "Invalid Model Coordinates");
    refuse_model(ONE("x=\"1\" y=\"1\" z=\"1e99\"", ""), "Invalid Model Coordinates");
    refuse_model(ONE("x=\"0\" y=\"0\" z=\"0\"", "v1=\"0\" v2=\"0\""), "Invalid model node index");
    refuse_model(ONE("x=\"0\" y=\"0\" z=\"0\"", "v1=\"0\" v2=\"0\" v3=\"-1\""), "Invalid model node index");
    refuse_model(ONE("x=\"0\" y=\"0\" z=\"0\"", "v1=\"0\" v2=\"0\" v3=\"1\""), "Invalid model node index");
    refuse_model(BUILT("<object id=\"1\"><components><component objectid=\"1\"/></components></object>"),
                 "Could not find Object associated to Component");
    refuse_model(BUILT("<object id=\"2\">" MESH "</object><object id=\"1\"><components><component objectid=\"2\" "
                       "transform=\"1 2 3\"/></components></object>"),
                 "Not enough values (<12) have been found in a matrix string");
    refuse_model(BUILT("<object id=\"2\">" MESH "</object><object id=\"1\"><components><component objectid=\"2\" "
                       "transform=\"nan 0 0 0 1 0 0 0 1 0 0 0\"/></components></object>"),
                 "a transform that is not finite, or too large, object 1");
}

// 2^20 objects in two kilobytes.
static void test_explosion(void **state)
{
    (void)state;
    char text[8192] = OPEN "<resources><object id=\"99\">" MESH "</object>";
    for (int i = 0; i < 20; i++) {
        const size_t length = strlen(text);
        const int below = i ? i : 99;
        snprintf(text + length, sizeof(text) - length,
                 "<object id=\"%d\"><components><component objectid=\"%d\"/><component objectid=\"%d\"/></components>"
                 "</object>",
                 i + 1, below, below);
    }
    strcat(text, "</resources><build><item objectid=\"20\"/></build></model>");
    refuse_model(text, "unpack to more than");
}

// Cut anywhere, and with any byte changed, a package is read or refused.
static void test_damage(void **state)
{
    (void)state;
    static uint8_t bytes[8192];
    write_package(&(entry){MODEL, COLORED("pid=\"5\" pindex=\"0\"", "", "pid=\"6\" p1=\"0\"")}, 1);
    FILE *file = fopen(PATH, "rb");
    assert_non_null(file);
    const size_t size = fread(bytes, 1, sizeof(bytes), file);
    fclose(file);
    for (size_t i = 0; i < size; i += 5) {
        for (int kind = 0; kind < 2; kind++) {
            editor_error error = {""};
            bytes[i] ^= kind ? 0x55 : 0;
            write_model(PATH, bytes, kind ? size : i);
            bytes[i] ^= kind ? 0x55 : 0;
            editor_level *level = editor_import(PATH, NULL, NULL, &error);
            assert_true(level || (strncmp(error.text, PATH, strlen(PATH)) == 0 && !strstr(error.text, "broken: its")));
            assert_true(kind || !level);
            editor_level_destroy(level);
        }
    }
    remove(PATH);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_objects),   cmocka_unit_test(test_parts),    cmocka_unit_test(test_colors),
        cmocka_unit_test(test_textures),  cmocka_unit_test(test_warnings), cmocka_unit_test(test_refusals),
        cmocka_unit_test(test_explosion), cmocka_unit_test(test_damage),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
