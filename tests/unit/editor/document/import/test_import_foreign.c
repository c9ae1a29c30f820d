// Formats that Assimp reads: what refers to what by names, and files that could keep its reader busy.
#define _DEFAULT_SOURCE // getrusage

#include "model_file.h"

#include "document/import/assimp/assimp_import.h"
#include "document/import/common/foreign.h"
#include "effort.h"
#include "system/child_internal.h"
#include "system/text.h"

#include <stdlib.h>
#include <sys/resource.h>
#include <time.h>

#define PATH "test_import_foreign.dae"
#define HEAD                                                                                                           \
    "<?xml version=\"1.0\"?><COLLADA xmlns=\"http://www.collada.org/2005/11/COLLADASchema\" version=\"1.4.1\"><asset>" \
    "<unit meter=\"1\"/><up_axis>Y_UP</up_axis></asset><library_lights>" LIGHT("red", "1 0 0")                         \
        LIGHT("green", "0 1 0") "</library_lights><library_geometries>"
#define LIGHT(id, color)                                                                                               \
    "<light id=\"" id "\"><technique_common><point><color>" color "</color></point></technique_common></light>"
#define SCENE "</library_geometries><library_visual_scenes><visual_scene id=\"s\">"
#define TAIL "</visual_scene></library_visual_scenes><scene><instance_visual_scene url=\"#s\"/></scene></COLLADA>"

// A triangle of the points (0, 0, 0), (1, 0, 0) and (0, 1, number), `count` times.
static void put_geometry(editor_text *text, unsigned number, unsigned count)
{
    editor_text_format(text, "<geometry id=\"g%u\"><mesh><source id=\"p%u\"><float_array id=\"a%u\" count=\"9\">",
                       number, number, number);
    editor_text_format(text, "0 0 0 1 0 0 0 1 %u</float_array><technique_common><accessor source=\"#a%u\" count=\"3\" ",
                       number, number);
    editor_text_put(text, "stride=\"3\"><param name=\"X\" type=\"float\"/><param name=\"Y\" type=\"float\"/><param "
                          "name=\"Z\" type=\"float\"/></accessor></technique_common></source>");
    editor_text_format(text, "<vertices id=\"v%u\"><input semantic=\"POSITION\" source=\"#p%u\"/></vertices>", number,
                       number);
    editor_text_format(text, "<triangles count=\"%u\"><input semantic=\"VERTEX\" source=\"#v%u\" offset=\"0\"/><p>",
                       count, number);
    for (unsigned i = 0; i < count; i++)
        editor_text_put(text, "0 1 2 ");
    editor_text_put(text, "</p></triangles></mesh></geometry>");
}

static double seconds_of_children(void)
{
    struct rusage usage;
    assert_int_equal(getrusage(RUSAGE_CHILDREN, &usage), 0);
    return (double)usage.ru_utime.tv_sec + 1e-6 * (double)usage.ru_utime.tv_usec;
}

// Frees the text. NULL: the refusal.
static editor_level *import_quickly(editor_text *text, editor_error *error)
{
    enum { SECONDS = 4 };
    assert_false(text->failed);
    const double begin = seconds_of_children();
    editor_level *level = import_text(PATH, text->data, NULL, error);
    editor_text_free(text);
    const double seconds = seconds_of_children() - begin;
    if (seconds > SECONDS)
        fail_msg("%.1f seconds: %s", seconds, level ? "opened" : error->text);
    return level;
}

// Nodes have their lights, in the order of the file; lists of meshes are shared where they are equal.
static void test_names(void **state)
{
    (void)state;
    editor_text text = {0};
    editor_text_put(&text, HEAD);
    for (unsigned i = 0; i < 3; i++)
        put_geometry(&text, i, 1);
    editor_text_put(&text, SCENE
                    "<node id=\"a\" name=\"a\"><instance_light url=\"#red\"/></node>"
                    "<node id=\"b\" name=\"b\"><instance_light url=\"#green\"/><instance_light url=\"#red\"/></node>");
    static const char lists[][3] = {"01", "02", "01", "1", "10"};
    for (unsigned i = 0; i < 5; i++) {
        editor_text_format(&text, "<node id=\"n%u\" name=\"n%u\">", i, i);
        for (const char *c = lists[i]; *c; c++)
            editor_text_format(&text, "<instance_geometry url=\"#g%c\"/>", *c);
        editor_text_put(&text, "</node>");
    }
    editor_text_put(&text, TAIL);
    editor_error error;
    editor_level *level = import_quickly(&text, &error);
    if (!level)
        fail_msg("%s", error.text);
    char lights[16] = "";
    for (uint32_t i = 0; i < level->object_count; i++) {
        const editor_object *o = &level->objects[i];
        if (o->kind == EDITOR_OBJECT_LIGHT)
            snprintf(lights + strlen(lights), 4, "%s%c", level->objects[o->parent].name,
                     o->light.color[0] > 0 ? 'r' : 'g');
    }
    assert_string_equal(lights, "arbgbr");
    uint32_t meshes[5];
    for (unsigned i = 0; i < 5; i++) {
        char name[4];
        snprintf(name, sizeof(name), "n%u", i);
        meshes[i] = level->objects[editor_level_find(level, name, EDITOR_NONE)].mesh;
        assert_int_equal(level->meshes[meshes[i]].submesh_count, strlen(lists[i]));
    }
    assert_true(meshes[0] == meshes[2] && level->mesh_count == 4);
    for (int i = 0; i < 5; i++)
        assert_true(i == 2 || i == 0 || meshes[i] != meshes[0]);
    editor_level_destroy(level);
}

// Exporters put blanks before numbers. Those in names and comments stay.
static void test_blanks(void **state)
{
    (void)state;
    static const char *const forms[] = {"  0.25 0.5 1", "\n\t0.25 0.5 1\n", "<!-- don't > --> 0.25 0.5 1"};
    for (size_t i = 0; i < sizeof(forms) / sizeof(forms[0]); i++) {
        editor_text text = {0};
        editor_text_put(&text, HEAD "</library_lights>");
        text.size -= strlen("</library_lights><library_geometries></library_lights>");
        editor_text_format(&text,
                           "<light id=\"own\"><technique_common><point><color>%s</color></point>"
                           "</technique_common></light></library_lights><library_geometries>",
                           forms[i]);
        put_geometry(&text, 0, 1);
        editor_text_put(&text, SCENE "<node id=\"a> b\"><translate> 1 2 3 </translate>"
                                     "<instance_light url=\"#own\"/><instance_geometry url=\"#g0\"/></node>" TAIL);
        editor_error error;
        editor_level *level = import_quickly(&text, &error);
        if (!level)
            fail_msg("%s", error.text);
        const uint32_t found = editor_level_find(level, "a> b", EDITOR_NONE);
        assert_int_not_equal(found, EDITOR_NONE);
        assert_true(level->objects[found].local.origin.y == 2);
        for (uint32_t k = 0; k < level->object_count; k++) {
            if (level->objects[k].kind == EDITOR_OBJECT_LIGHT)
                assert_true(level->objects[k].light.color[0] < level->objects[k].light.color[1]);
        }
        editor_level_destroy(level);
    }
}

// An image that names no file costs its texture, with a warning, not the model.
static void test_bare_image(void **state)
{
    (void)state;
    static const char *const images[] = {"", "<!--<init_from>a.png</init_from>-->", "<init_from></init_from>",
                                         "<init_from/>", "<init_from>no file named</init_from>"};
    for (size_t i = 0; i < sizeof(images) / sizeof(images[0]); i++) {
        editor_text text = {0};
        editor_text_put(&text, HEAD);
        put_geometry(&text, 0, 1);
        editor_text_put(&text, "</library_geometries><library_images><image id=\"i\">");
        editor_text_put(&text, images[i]);
        editor_text_put(&text, "</image></library_images><library_effects><effect id=\"e\"><profile_COMMON><newparam "
                               "sid=\"s\"><surface type=\"2D\"><init_from>i</init_from></surface></newparam><newparam "
                               "sid=\"t\"><sampler2D><source>s</source></sampler2D></newparam><technique sid=\"c\">");
        editor_text_put(&text, "<lambert><diffuse><texture texture=\"t\" texcoord=\"u\"/></diffuse></lambert>"
                               "</technique></profile_COMMON></effect></library_effects><library_materials><material "
                               "id=\"m\"><instance_effect url=\"#e\"/></material></library_materials>"
                               "<library_geometries>" SCENE "<node id=\"n\"><instance_geometry url=\"#g0\"/></node>");
        editor_text_put(&text, TAIL);
        editor_error error;
        editor_level *level = import_quickly(&text, &error);
        if (!level)
            fail_msg("image %zu: %s", i, error.text);
        assert_int_equal(editor_level_count(level).triangles, 1);
        editor_level_destroy(level);
    }
}

// Images that do not end are passed over once.
static void test_endless_images(void **state)
{
    (void)state;
    enum { COUNT = 400000, SECONDS = 4 };
    static const char *const images[] = {"<image>", "<image a='<'", "<image><init_from", "<image a='>'><init_from/>"};
    for (size_t i = 0; i < sizeof(images) / sizeof(images[0]); i++) {
        editor_text text = {0};
        for (int k = 0; k < COUNT; k++)
            editor_text_put(&text, images[i]);
        editor_text_put(&text, "></image>");
        assert_false(text.failed);
        size_t size = text.size;
        uint8_t *bytes = (uint8_t *)editor_text_take(&text);
        const clock_t begin = clock();
        assert_true(assimp_tidy_collada(&bytes, &size));
        if ((double)(clock() - begin) / CLOCKS_PER_SEC > SECONDS)
            fail_msg("%s takes too long", images[i]);
        free(bytes);
    }
}

// A file of lights and cameras has no meshes. Nothing that is not there counts as read.
static void test_no_meshes(void **state)
{
    (void)state;
    editor_level *level =
        must_import(PATH, HEAD SCENE "<node id=\"a\"><instance_light url=\"#red\"/></node>"
                                     "<node id=\"b\"><translate>1 2 3</translate><node/></node>" TAIL);
    assert_int_equal(level->mesh_count, 0);
    assert_int_not_equal(editor_level_find(level, "b", EDITOR_NONE), EDITOR_NONE);
    assert_string_equal(level->objects[level->object_count - 1].name, "object 0"); // which the file gives no name
    assert_int_equal(level->warning_count, 1);
    assert_string_equal(level->warnings[0], "it has no triangles; nothing of it is drawn");
    editor_level_destroy(level);
    must_refuse(PATH, HEAD SCENE "<node id=\"a\"/>" TAIL, "no model in it: it has no triangles");
    static const char lines[] = "test_import_foreign.dxf";
    level = must_import(lines, "0\nSECTION\n2\nENTITIES\n0\nLINE\n8\n0\n10\n0\n20\n0\n30\n0\n11\n1\n21\n1\n31\n0\n"
                               "0\nENDSEC\n0\nEOF\n");
    assert_int_equal(level->warning_count, 2);
    assert_string_equal(level->warnings[1], "it has no triangles; nothing of it is drawn");
    editor_level_destroy(level);
}

#define GEOMETRY(id)                                                                                                   \
    "Geometry: " id                                                                                                    \
    ", \"Geometry::\", \"Mesh\" { \nVertices: *9 { a: 0,0,0,1,0,0,0,1,0 }\nPolygonVertexIndex: *3 { a: "               \
    "0,1,-3 }\nGeometryVersion: 124\n}\n"
#define VECTOR(name, values) "P: \"" name "\", \"Vector3D\", \"Vector\", \"\"," values "\n"

// The geometric transform of FBX, which 3ds Max writes for pivots that were moved, moves a mesh, not its children.
static void test_geometric_transform(void **state)
{
    (void)state;
    editor_level *level = must_import(
        "test_import_foreign.fbx",
        "; FBX 7.4.0 project file\nFBXHeaderExtension:  {\nFBXHeaderVersion: 1003\nFBXVersion: 7400\n}\nObjects:  "
        "{\n" GEOMETRY("1")
            GEOMETRY("2") "Model: 3, \"Model::parent\", \"Mesh\" {\nVersion: 232\nProperties70:  {\n" VECTOR(
                "GeometricTranslation", "0,0,10")
                VECTOR("Lcl Translation", "5,0,0") "}\n}\nModel: 4, \"Model::child\", \"Mesh\" {\nVersion: "
                                                   "232\nProperties70:  {\n" VECTOR(
                                                       "Lcl Translation",
                                                       "0,1,0") "}\n}\n}\nConnections:  {\nC: \"OO\",3,0\nC: "
                                                                "\"OO\",4,3\nC: \"OO\",1,3\nC: \"OO\",2,4\n}\n");
    assert_int_equal(level->object_count, 2); // none for a step of a transform
    const pick_affine *parent = &level->objects[0].local;
    const pick_affine child = pick_affine_multiply(parent, &level->objects[1].local);
    assert_string_equal(level->objects[1].name, "child");
    assert_int_equal(level->objects[1].parent, 0);
    assert_true(parent->origin.x == 5 && parent->origin.y == 0 && parent->origin.z == 10);
    assert_true(child.origin.x == 5 && child.origin.y == 1 && child.origin.z == 0);
    editor_level_destroy(level);
}

// A repository that was fetched without its large files.
static void test_pointer(void **state)
{
    (void)state;
    static const char text[] = "version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\nsize 132735\n";
    static const char *const paths[] = {PATH, "test_import_foreign.glb", "test_import_foreign.obj",
                                        "test_import_foreign.ply", "test_import_foreign.stl"};
    for (size_t i = 0; i < sizeof(paths) / sizeof(paths[0]); i++)
        must_refuse(paths[i], text, "a pointer of Git LFS, not the model itself: git lfs pull fetches it");
}

#define IDENTITY "1.0,0.0,0.0,0.0,0.0,1.0,0.0,0.0,0.0,0.0,1.0,0.0,"

// A mesh and a joint of one name, as in FBX: the vertices follow the joint.
static void test_joint_names(void **state)
{
    (void)state;
    static const char skin[] =
        "Mesh m { 3; 0.0;0.0;0.0;, 1.0;0.0;0.0;, 0.0;1.0;0.0;; 1; 3;0,1,2;; XSkinMeshHeader { 1; 1; 1; } SkinWeights { "
        "\"head\"; 3; 0,1,2; 1.0,1.0,1.0; " IDENTITY "0.0,0.0,0.0,1.0;; } }";
    for (int first = 0; first < 2; first++) {
        editor_text text = {0};
        editor_text_put(&text, "xof 0303txt 0032\n");
        for (int i = 0; i < 2; i++) {
            editor_text_format(&text, "Frame head { FrameTransformMatrix { " IDENTITY "%d.0,0.0,0.0,1.0;; } ",
                               i == first ? 0 : 5);
            editor_text_put(&text, i == first ? skin : "");
            editor_text_put(&text, " }\n");
        }
        editor_level *level = must_import("test_import_foreign.x", text.data);
        editor_text_free(&text);
        assert_int_equal(level->mesh_count, 1);
        assert_true(level->meshes[0].positions[0] == 5);
        editor_level_destroy(level);
    }
}

static void test_many_lights(void **state)
{
    (void)state;
    enum { COUNT = 30000 };
    editor_text text = {0};
    editor_text_put(&text, HEAD SCENE);
    for (unsigned i = 0; i < COUNT; i++)
        editor_text_format(&text, "<node id=\"n%u\" name=\"n%u\"><instance_light url=\"#red\"/></node>", i, i);
    editor_text_put(&text, TAIL);
    editor_error error;
    editor_level *level = import_quickly(&text, &error);
    if (!level)
        fail_msg("%s", error.text);
    assert_int_equal(level->object_count, 2 * COUNT);
    editor_level_destroy(level);
}

// Each node has a list of its own, with a mesh that all have.
static void test_many_lists(void **state)
{
    (void)state;
    enum { COUNT = 1500 };
    editor_error error = {""};
    for (unsigned triangles = 1; triangles <= 20000; triangles += 19999) {
        editor_text text = {0};
        editor_text_put(&text, HEAD);
        for (unsigned i = 0; i < COUNT; i++)
            put_geometry(&text, i, i == 0 ? triangles : 1);
        editor_text_put(&text, SCENE);
        for (unsigned i = 1; i < COUNT; i++)
            editor_text_format(&text, "<node><instance_geometry url=\"#g0\"/><instance_geometry url=\"#g%u\"/></node>",
                               i);
        editor_text_put(&text, TAIL);
        editor_level *level = import_quickly(&text, &error);
        assert_true((level != NULL) == (triangles == 1));
        if (level)
            assert_int_equal(level->mesh_count, COUNT - 1);
        editor_level_destroy(level);
    }
    assert_non_null(strstr(error.text, "its model: "));
    assert_non_null(strstr(error.text, "bytes of data unpack to more than"));
}

// A small file has less time than a large one. Each frame passes over all joints, and takes no memory.
static void test_time(void **state)
{
    (void)state;
    enum { JOINTS = 200 };
    editor_text text = {0};
    editor_text_put(&text, "HIERARCHY\nROOT a\n{\nOFFSET 0 0 0\nCHANNELS 0\n");
    for (unsigned i = 0; i < JOINTS; i++)
        editor_text_format(&text, "JOINT b%u\n{\nOFFSET 0 0 0\nCHANNELS 0\nEnd Site\n{\nOFFSET 0 0 0\n}\n}\n", i);
    editor_text_put(&text, "}\nMOTION\nFrames: 4000000000\nFrame Time: 0.1\n");
    static const char path[] = "test_import_foreign.bvh";
    write_model(path, text.data, text.size);
    editor_text_free(&text);
    editor_error error = {""};
    double slow = 100; // of models before it
    editor_import_options options = EDITOR_IMPORT_OPTIONS_DEFAULT;
    options.slow = &slow;
    assert_null(editor_import_as(path, &options, NULL, NULL, &error));
    assert_non_null(strstr(error.text, "its reader found no end in 1 seconds"));
    assert_true(slow > 100);
    if (test_is_thorough()) {
        assert_null(editor_import(path, NULL, NULL, &error));
        assert_non_null(strstr(error.text, "its reader found no end in 8 seconds"));
    }
    remove(path);
}

// Seconds of processor time for a file of so many MiB.
static void test_time_of_sizes(void **state)
{
    (void)state;
    static const double seconds[] = {8, 8, 8, 8, 8, 16, 24};
    for (uint64_t i = 0; i < sizeof(seconds) / sizeof(*seconds); i++) {
        editor_importer importer = {.foreign_size = i << 19};
        editor_foreign foreign = {.importer = &importer,
                                  .child = editor_child_create(&(editor_child_desc){.seconds = 120})};
        assert_non_null(foreign.child);
        editor_foreign_allow(&foreign, i << 19);
        assert_true(foreign.child->seconds == seconds[i]);
        editor_child_destroy(foreign.child);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_names),
                                       cmocka_unit_test(test_blanks),
                                       cmocka_unit_test(test_geometric_transform),
                                       cmocka_unit_test(test_no_meshes),
                                       cmocka_unit_test(test_bare_image),
                                       cmocka_unit_test(test_endless_images),
                                       cmocka_unit_test(test_joint_names),
                                       cmocka_unit_test(test_pointer),
                                       cmocka_unit_test(test_many_lights),
                                       cmocka_unit_test(test_many_lists),
                                       cmocka_unit_test(test_time),
                                       cmocka_unit_test(test_time_of_sizes)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
