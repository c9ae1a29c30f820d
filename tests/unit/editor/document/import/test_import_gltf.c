// The glTF reader: what it keeps of a file, and how it refuses invalid ones.
#include "document/level/level_internal.h"
#include "gltf_text.h"
#include "model_file.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>

#define FILE_NAME "test_import_gltf.gltf"

static void test_whole(void **state)
{
    (void)state;
    editor_level *level = must_import(FILE_NAME, WHOLE(NODES, ""));
    assert_int_equal(level->object_count, 1);
    assert_string_equal(level->objects[0].name, "thing");
    assert_string_equal(level->meshes[0].name, "shape");
    assert_int_equal(level->meshes[0].vertex_count, 3);
    assert_int_equal(level->meshes[0].submeshes[0].material, EDITOR_NONE);
    assert_int_equal(level->warning_count, 0);
    const pick_ray ray = {{0.25, 0.25, 5}, {0, 0, -1}, 0, (double)INFINITY};
    pick_hit hit;
    assert_true(pick_closest(level->scene, &ray, NULL, &hit));
    assert_true(hit.t == 5);
    editor_level_destroy(level);
}

static void test_tree(void **state)
{
    (void)state;
    // Children before parents in the file; transforms of all three kinds; a node outside the scene.
    editor_level *level = must_import(
        FILE_NAME,
        WHOLE("\"nodes\":[{\"name\":\"top\",\"children\":[2],\"translation\":[10,0,0]},{\"name\":\"else\"},"
              "{\"children\":[3],\"scale\":[2,2,2],\"extensions\":{\"KHR_node_visibility\":{\"visible\":false"
              "}}},{\"name\":\"leaf\",\"mesh\":0,\"matrix\":[0,1,0,0,-1,0,0,0,0,0,1,0,0,0,0.1,1]}]",
              ""));
    assert_int_equal(level->object_count, 3);
    assert_string_equal(level->objects[0].name, "top");
    assert_string_equal(level->objects[1].name, "node 2");
    assert_string_equal(level->objects[2].name, "leaf");
    assert_int_equal(level->objects[2].parent, 1);
    assert_true(editor_level_is_hidden(level, 2));
    assert_false(editor_level_is_hidden(level, 0));
    const pick_affine *world = &level->objects[2].world;
    assert_true(world->origin.x == 10 && world->origin.z == 0.2); // in double
    assert_true(world->linear[1] == 2 && world->linear[3] == -2);
    editor_level_destroy(level);
}

// Numbers that no float holds: a material of infinite ones could not be kept in the cache.
static void test_large_factors(void **state)
{
    (void)state;
    editor_level *level = must_import(
        FILE_NAME,
        WHOLE(NODES,
              ",\"images\":[{}],\"textures\":[{\"source\":0}],\"materials\":[{\"emissiveFactor\":[1e300,1,-1e300],"
              "\"alphaCutoff\":1e39,\"normalTexture\":{\"index\":0,\"scale\":1e300},"
              "\"occlusionTexture\":{\"index\":0,\"strength\":-1e300},\"pbrMetallicRoughness\":{"
              "\"baseColorFactor\":[1e300,0.5,0,1],\"metallicFactor\":1e300,\"roughnessFactor\":-1e300,"
              "\"baseColorTexture\":{\"index\":0,\"extensions\":{\"KHR_texture_transform\":{\"scale\":[1e300,1],"
              "\"offset\":[-1e300,0]}}}}},{\"emissiveFactor\":[1e308,0,0],\"extensions\":{"
              "\"KHR_materials_emissive_strength\":{\"emissiveStrength\":1e308}}}]"));
    const editor_material *m = &level->materials[0];
    assert_true(m->emissive[0] == FLT_MAX && m->emissive[1] == 1 && m->emissive[2] == -FLT_MAX);
    assert_true(m->alpha_cutoff == FLT_MAX && m->normal_scale == FLT_MAX && m->occlusion_strength == -FLT_MAX);
    assert_true(m->base_color[0] == FLT_MAX && m->base_color[1] == 0.5f && m->metallic == FLT_MAX);
    assert_true(m->roughness == -FLT_MAX && m->uv_transform[0] == FLT_MAX && m->uv_transform[2] == -FLT_MAX);
    assert_true(level->materials[1].emissive[0] == FLT_MAX);
    bool is_said = false;
    for (uint32_t i = 0; i < level->warning_count; i++)
        is_said = is_said || strstr(level->warnings[i], "a number out of range; read as the largest");
    assert_true(is_said);
    editor_level_destroy(level);
}

static void test_quantised_positions(void **state)
{
    (void)state;
    editor_level *level = must_import(
        FILE_NAME,
        "{" ASSET ",\"extensionsRequired\":[\"KHR_mesh_quantization\"],\"buffers\":[{\"byteLength\":24,\"uri\":"
        "\"data:;base64,AAAAAAAAAAD/fwAAAAAAAAAA/38AAAAA\"}],\"bufferViews\":[{\"buffer\":0,\"byteLength\":24,"
        "\"byteStride\":8}],\"accessors\":[{\"bufferView\":0,\"componentType\":5122,\"normalized\":true,"
        "\"count\":3,\"type\":\"VEC3\"}]," MESH("{\"attributes\":{\"POSITION\":0}}") "," NODES "," SCENE "}");
    const float expected[9] = {0, 0, 0, 1, 0, 0, 0, 1, 0};
    for (int i = 0; i < 9; i++)
        assert_true(level->meshes[0].positions[i] == expected[i]);
    editor_level_destroy(level);
}

static void test_strip_and_fan(void **state)
{
    (void)state;
    // Five vertices, zero except the sparse first one; only the order of indices is tested.
    static const char *const formats[2] = {"5", "6"};
    static const uint32_t expected[2][9] = {{0, 1, 2, 1, 3, 2, 2, 3, 4}, {1, 2, 0, 2, 3, 0, 3, 4, 0}};
    for (int i = 0; i < 2; i++) {
        char text[600];
        snprintf(text, sizeof(text),
                 "{" ASSET ",\"accessors\":[{\"componentType\":5126,\"count\":5,\"type\":\"VEC3\"}],"
                 "\"meshes\":[{\"primitives\":[{\"mode\":%s,\"attributes\":{\"POSITION\":0}}]}]," NODES "," SCENE "}",
                 formats[i]);
        editor_level *level = must_import(FILE_NAME, text);
        assert_int_equal(level->meshes[0].index_count, 9);
        assert_memory_equal(level->meshes[0].indices, expected[i], sizeof(expected[i]));
        assert_int_equal(editor_level_count(level).dropped_triangles, 3);
        editor_level_destroy(level);
    }
}

// The caller destroys the level: three instances of a node of that name.
static editor_level *import_instances(const char *name)
{
    char text[3000];
    snprintf(text, sizeof(text),
             "{" ASSET
             ",\"extensionsUsed\":[\"EXT_mesh_gpu_instancing\"],\"buffers\":[{\"byteLength\":48,\"uri\":\"" DATA
             "\"},{\"byteLength\":36,\"uri\":\"data:;base64,AAAAAAAAAAAAAAAAAACgQAAAAAAAAAAAAAAAAAAAAAAAAOBA\"}],"
             "\"bufferViews\":[{\"buffer\":0,\"byteLength\":36},{\"buffer\":0,\"byteOffset\":36,\"byteLength\":6},"
             "{\"buffer\":1,\"byteLength\":36}],\"accessors\":[{\"bufferView\":0,\"componentType\":5126,\"count\":3,"
             "\"type\":"
             "\"VEC3\"},{\"bufferView\":1,\"componentType\":5123,\"count\":3,\"type\":\"SCALAR\"},{\"bufferView\":2,"
             "\"componentType\":5126,\"count\":3,\"type\":\"VEC3\"}]," MESH(
                 TRIANGLE) ",\"nodes\":[{\"name\":\"%s\",\"mesh\":0,\"extensions\":{\"EXT_mesh_gpu_instancing\":"
                           "{\"attributes\":{\"TRANSLATION\":2}}}}]," SCENE "}",
             name);
    return must_import(FILE_NAME, text);
}

static void test_instances(void **state)
{
    (void)state;
    editor_level *level = import_instances("tree");
    assert_int_equal(level->warning_count, 0);
    assert_int_equal(editor_level_count(level).objects, 3);
    assert_int_equal(editor_level_count(level).triangles, 1);
    assert_int_equal(level->objects[0].mesh, EDITOR_NONE);
    assert_string_equal(level->objects[3].name, "tree #2");
    assert_true(level->objects[2].world.origin.x == 5 && level->objects[3].world.origin.z == 7);
    editor_level_destroy(level);
    // Of a long name only whole characters are kept: here those of 3 bytes.
    char name[301] = "", expected[301];
    for (size_t i = 0; i < 100; i++)
        memcpy(name + 3 * i, "\u6728", 4);
    level = import_instances(name);
    snprintf(expected, sizeof(expected), "%.249s #2", name);
    assert_string_equal(level->objects[3].name, expected);
    editor_level_destroy(level);
}

// Positions, indices 0 1 2, joints 0 0 0 0 and weights 0.5 0 0 0 for each vertex.
#define SKIN_FILE(nodes, joints, extra)                                                                                \
    "{" ASSET ",\"buffers\":[{\"byteLength\":104,\"uri\":\"data:;base64,"                                              \
    "AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAAAAABAAIAAAAAAAAAAAAAAAAAAAAAAAA/"                                 \
    "AAAAAAAAAAAAAAAAAAAAPwAAAAAAAAAAAAAAAAAAAD8AAAAAAAAAAAAAAAA=\"}],"                                                \
    "\"bufferViews\":[{\"buffer\":0,\"byteLength\":104}],\"accessors\":["                                              \
    "{\"bufferView\":0,\"componentType\":5126,\"count\":3,\"type\":\"VEC3\"},"                                         \
    "{\"bufferView\":0,\"byteOffset\":36,\"componentType\":5123,\"count\":3,\"type\":\"SCALAR\"},"                     \
    "{\"bufferView\":0,\"byteOffset\":44,\"componentType\":5121,\"count\":3,\"type\":\"VEC4\"},"                       \
    "{\"bufferView\":0,\"byteOffset\":56,\"componentType\":5126,\"count\":3,\"type\":\"VEC4\"}],"                      \
    "\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":0,\"JOINTS_0\":2,\"WEIGHTS_0\":3},"                    \
    "\"targets\":[{\"POSITION\":0}],\"indices\":1}]" extra "}],\"skins\":[{\"joints\":[" joints "]}],"                 \
    "\"nodes\":[" nodes "],\"scene\":0,\"scenes\":[{\"nodes\":[0,1]}]}"

static pick_aabb bounds_of(const char *text)
{
    editor_level *level = must_import(FILE_NAME, text);
    pick_aabb bounds = pick_scene_bounds(level->scene);
    editor_level_destroy(level);
    return bounds;
}

static void test_skin(void **state)
{
    (void)state;
    // All hangs on a joint 3 m forward; the mesh's own node, 100 m away, does not count.
    pick_aabb bounds =
        bounds_of(SKIN_FILE("{\"mesh\":0,\"skin\":0,\"translation\":[100,0,0]},{\"translation\":[0,0,3]}", "1", ""));
    assert_true(bounds.min.x == 0 && bounds.max.x == 1 && bounds.max.y == 1);
    assert_true(bounds.min.z == 3 && bounds.max.z == 3);
    // The same mesh on a node without the skin stays as it is: two shapes then.
    editor_level *level =
        must_import(FILE_NAME, SKIN_FILE("{\"mesh\":0,\"skin\":0},{\"mesh\":0,\"translation\":[0,0,3]}", "1", ""));
    assert_int_equal(level->mesh_count, 2);
    assert_int_equal(level->objects[0].mesh, 1);
    assert_int_equal(level->objects[1].mesh, 0);
    assert_true(level->meshes[1].positions[2] == 3 && level->meshes[0].positions[2] == 0);
    editor_level_destroy(level);
    must_refuse(FILE_NAME, SKIN_FILE("{\"mesh\":0,\"skin\":0},{}", "7", ""), "skins[0].joints");
}

static void test_morph(void **state)
{
    (void)state;
    // The only target adds the positions to themselves.
    pick_aabb bounds = bounds_of(SKIN_FILE("{\"mesh\":0},{}", "1", ",\"weights\":[0.5]"));
    assert_true(bounds.max.x == 1.5 && bounds.max.y == 1.5);
    bounds = bounds_of(SKIN_FILE("{\"mesh\":0,\"weights\":[1]},{}", "1", ",\"weights\":[0.5]"));
    assert_true(bounds.max.x == 2);
    bounds = bounds_of(SKIN_FILE("{\"mesh\":0},{}", "1", ""));
    assert_true(bounds.max.x == 1);
}

static bool has_warning(const editor_level *level, const char *text)
{
    for (uint32_t i = 0; i < level->warning_count; i++) {
        if (strstr(level->warnings[i], text))
            return true;
    }
    return false;
}

// Scenes that list nodes which are no roots. Node 0 has the children 1 and 2, node 2 the child 3.
static void test_scenes_that_list_children(void **state)
{
    (void)state;
    static const struct {
        const char *list;
        uint32_t objects;
        const char *names[5], *parents[5], *warning;
    } cases[] = {
        {"0", 4, {"a", "b", "c", "d"}, {NULL, "a", "a", "c"}, NULL},
        {"0,0", 4, {"a", "b", "c", "d"}, {NULL, "a", "a", "c"}, "nodes[0]: a root twice; shown once"},
        {"1,0", 4, {"a", "b", "c", "d"}, {NULL, "a", "a", "c"}, "scenes[0] lists nodes[1], which is no root"},
        {"2", 2, {"c", "d"}, {NULL, "c"}, "scenes[0] lists nodes[2], which is no root"},
        {"2,1", 3, {"c", "d", "b"}, {NULL, "c", NULL}, "scenes[0] lists 2 nodes that are no roots, first nodes[2]"},
        {"3", 1, {"d"}, {NULL}, "scenes[0] lists nodes[3], which is no root"},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        char text[2000];
        snprintf(text, sizeof(text),
                 "{" ASSET "," BODY
                 "," MESH(TRIANGLE) ",\"nodes\":[{\"name\":\"a\",\"children\":[1,2]},{\"name\":\"b\"},"
                                    "{\"name\":\"c\",\"children\":[3]},{\"name\":\"d\",\"mesh\":0}],\"scenes\":[{"
                                    "\"nodes\":[%s]}]}",
                 cases[i].list);
        editor_level *level = must_import(FILE_NAME, text);
        assert_int_equal(level->object_count, cases[i].objects);
        for (uint32_t k = 0; k < cases[i].objects; k++) {
            assert_string_equal(level->objects[k].name, cases[i].names[k]);
            const uint32_t parent = level->objects[k].parent;
            assert_int_equal(parent == EDITOR_NONE, cases[i].parents[k] == NULL);
            if (cases[i].parents[k])
                assert_string_equal(level->objects[parent].name, cases[i].parents[k]);
        }
        assert_int_equal(level->warning_count > 0, cases[i].warning != NULL);
        if (cases[i].warning)
            assert_true(has_warning(level, cases[i].warning));
        editor_level_destroy(level);
    }
}

// A node that is listed twice has the parent that lists it first, once.
static void test_children_of_two(void **state)
{
    (void)state;
    static const struct {
        const char *children[4]; // of nodes 0 to 3
        const char *names[5], *parents[5], *warning;
    } cases[] = {
        {{"1", "2", "1", ""}, {"a", "b", "c", "d", "e"}, {NULL, "a", "b"}, "nodes[1]: a child twice"},
        {{"1,2", "", "1,3", ""}, {"a", "b", "c", "d", "e"}, {NULL, "a", "a", "c"}, "nodes[1]: a child twice"},
        {{"1,1", "2,2,2", "", ""}, {"a", "b", "c", "d", "e"}, {NULL, "a", "b"}, "nodes[1] and 1 more: a child twice"},
        {{"3,2,3", "", "3", "1"}, {"a", "d", "b", "c", "e"}, {NULL, "a", "d", "a"}, "nodes[3]: a child twice"},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        char text[2000];
        snprintf(text, sizeof(text),
                 "{" ASSET "," BODY "," MESH(TRIANGLE) ",\"nodes\":[{\"name\":\"a\",\"children\":[%s]},{\"name\":\"b\","
                                                       "\"children\":[%s]},{\"name\":\"c\",\"children\":[%s]},{"
                                                       "\"name\":\"d\",\"mesh\":0,\"children\":[%s]},"
                                                       "{\"name\":\"e\",\"mesh\":0}]}",
                 cases[i].children[0], cases[i].children[1], cases[i].children[2], cases[i].children[3]);
        editor_level *level = must_import(FILE_NAME, text);
        assert_int_equal(level->object_count, 5);
        for (uint32_t k = 0; k < level->object_count; k++) {
            const uint32_t parent = level->objects[k].parent;
            assert_string_equal(level->objects[k].name, cases[i].names[k]);
            assert_int_equal(parent == EDITOR_NONE, cases[i].parents[k] == NULL);
            if (cases[i].parents[k])
                assert_string_equal(level->objects[parent].name, cases[i].parents[k]);
        }
        assert_int_equal(level->warning_count, 1);
        assert_true(has_warning(level, cases[i].warning));
        editor_level_destroy(level);
    }
}

// What changes only the look or the motion opens, and is named.
static void test_warnings_of_what_is_left_out(void **state)
{
    (void)state;
    editor_level *level = must_import(
        FILE_NAME,
        WHOLE(NODES,
              ",\"extensionsUsed\":[\"KHR_materials_unlit\",\"KHR_materials_transmission\",\"KHR_texture_basisu\","
              "\"KHR_animation_pointer\",\"ACME_magic\"],\"extensionsRequired\":[\"KHR_materials_transmission\","
              "\"KHR_texture_basisu\",\"KHR_animation_pointer\"],\"animations\":[{},{}]"));
    assert_int_equal(level->warning_count, 3);
    assert_true(has_warning(level, "glTF extension KHR_materials_transmission is not drawn"));
    assert_true(has_warning(level, "glTF extension ACME_magic is not honoured"));
    assert_true(has_warning(level, "animations[0] and 1 more: moves nothing that is played"));
    editor_level_destroy(level);
    level = must_import(FILE_NAME, "{" ASSET "," BODY "," MESH(
                                       TRIANGLE) "," NODES ",\"scenes\":[{\"nodes\":[0]},{}],\"animations\":[{}]}");
    assert_int_equal(level->warning_count, 2);
    assert_true(has_warning(level, "only one of 2 scenes is read"));
    assert_true(has_warning(level, "animations[0]: moves nothing that is played"));
    editor_level_destroy(level);
}

// --- Materials ---

static void test_ktx2(void **state)
{
    (void)state;
    editor_level *level = must_import(
        FILE_NAME,
        WHOLE(
            NODES,
            ",\"extensionsUsed\":[\"KHR_texture_basisu\"],\"extensionsRequired\":[\"KHR_texture_basisu\"],"
            "\"images\":[{\"uri\":\"x.ktx2\"}],\"textures\":[{\"extensions\":{\"KHR_texture_basisu\":{\"source\":0}}}],"
            "\"materials\":[{\"pbrMetallicRoughness\":{\"baseColorFactor\":[1,0.5,0.25,0.75],\"baseColorTexture\":"
            "{\"index\":0}}},{\"normalTexture\":{\"index\":0}}]"));
    assert_true(has_warning(level, "materials[0] and 1 more: its texture is compressed as KTX2; drawn as plain grey"));
    static const float grey[4] = {0.5f, 0.25f, 0.125f, 0.75f};
    assert_memory_equal(level->materials[0].base_color, grey, sizeof(grey));
    assert_int_equal(level->materials[0].base_color_image, EDITOR_NONE);
    assert_true(level->materials[1].base_color[0] == 1);
    editor_level_destroy(level);
}

// "Decodes" four bytes w h r a to a plain picture.
static bool decode(void *user, const void *bytes, size_t size, editor_image *out, editor_error *error)
{
    (void)user, (void)error;
    const uint8_t *b = bytes;
    if (size != 4)
        return false;
    *out = (editor_image){.width = b[0], .height = b[1], .rgba = calloc((size_t)b[0] * b[1], 4)};
    return out->rgba != NULL;
}

static void test_materials(void **state)
{
    (void)state;
    editor_error error;
    editor_level *level = import_text(
        FILE_NAME,
        WHOLE(NODES,
              ",\"images\":[{\"uri\":\"data:;base64,AgMEBQ==\"},{\"uri\":\"missing%20file.png\"},"
              "{\"uri\":\"data:;base64,AAAA\"}],"
              "\"samplers\":[{\"wrapS\":33071,\"wrapT\":33648}],"
              "\"textures\":[{\"source\":0,\"sampler\":0},{\"source\":1},{\"source\":2},{\"source\":0}],\"materials\":["
              "{\"name\":\"red\",\"doubleSided\":true,\"alphaMode\":\"MASK\",\"alphaCutoff\":0.25,"
              "\"pbrMetallicRoughness\":{\"baseColorFactor\":[1,0.5,0.25,0.75],\"metallicFactor\":0.5,"
              "\"roughnessFactor\":0.125,\"baseColorTexture\":{\"index\":0,\"extensions\":{\"KHR_texture_transform\":"
              "{\"offset\":[0.25,0.5],\"rotation\":1.5707963267948966,\"scale\":[2,3]}}}}},"
              "{\"alphaMode\":\"BLEND\",\"pbrMetallicRoughness\":{\"baseColorTexture\":{\"index\":1}}},"
              "{\"pbrMetallicRoughness\":{\"baseColorTexture\":{\"index\":2}}},"
              "{\"pbrMetallicRoughness\":{\"baseColorTexture\":{\"index\":3}}}]"),
        decode, &error);
    assert_non_null(level);
    assert_int_equal(level->material_count, 4);
    assert_int_equal(level->image_count, 1); // one picture, though two textures show it
    const editor_material *m = level->materials;
    assert_string_equal(m[0].name, "red");
    assert_true(m[0].double_sided && m[0].alpha_mode == EDITOR_ALPHA_MASK && m[0].alpha_cutoff == 0.25f);
    assert_true(m[0].base_color[1] == 0.5f && m[0].base_color[3] == 0.75f && m[0].metallic == 0.5f);
    assert_true(m[0].roughness == 0.125f && m[0].base_color_image == 0);
    assert_int_equal(m[0].wrap_u, EDITOR_WRAP_CLAMP);
    assert_int_equal(m[0].wrap_v, EDITOR_WRAP_MIRROR);
    // A quarter turn counter-clockwise, v pointing down: (1, 0) goes up, to (0, -1); (0, 1) to the right, to (1, 0).
    const float expected[6] = {0, 3, 0.25f, -2, 0, 0.5f};
    for (int i = 0; i < 6; i++)
        assert_true(fabsf(m[0].uv_transform[i] - expected[i]) < 1e-6f);
    assert_true(m[1].alpha_mode == EDITOR_ALPHA_BLEND && m[1].base_color_image == EDITOR_NONE);
    assert_false(m[1].double_sided);
    assert_string_equal(m[1].name, "materials[1]");
    assert_int_equal(m[3].base_color_image, 0);
    assert_int_equal(m[3].wrap_u, EDITOR_WRAP_REPEAT);
    assert_int_equal(level->warning_count, 2);
    assert_non_null(strstr(level->warnings[0], "missing%20file.png"));
    assert_non_null(strstr(level->warnings[1], "images[2]"));
    editor_level_destroy(level);

    // Without a decoder no texture is looked for.
    level = must_import(FILE_NAME, WHOLE(NODES, ",\"images\":[{\"uri\":\"no.png\"}],\"textures\":[{\"source\":0}],"
                                                "\"materials\":[{\"pbrMetallicRoughness\":{\"baseColorTexture\":"
                                                "{\"index\":0}}}]"));
    assert_int_equal(level->warning_count, 0);
    editor_level_destroy(level);
}

// A texture beside the model, found through per cent signs, backslashes and foreign folders.
static void test_maps(void **state)
{
    (void)state;
    editor_error error;
    editor_level *level = import_text(
        FILE_NAME,
        WHOLE(NODES,
              ",\"images\":[{\"uri\":\"data:;base64,AgMEBQ==\"},{\"uri\":\"data:;base64,AwMEBQ==\"}],"
              "\"samplers\":[{\"wrapS\":33071}],"
              "\"textures\":[{\"source\":0},{\"source\":1,\"sampler\":0}],"
              "\"materials\":[{\"pbrMetallicRoughness\":{\"metallicRoughnessTexture\":{\"index\":0}},"
              "\"normalTexture\":{\"index\":1,\"scale\":0.5,\"extensions\":{\"KHR_texture_transform\":{\"scale\":"
              "[4,8]}}},\"occlusionTexture\":{\"index\":0,\"strength\":0.25},"
              "\"emissiveTexture\":{\"index\":1},\"emissiveFactor\":[1,0.5,0.25],"
              "\"extensions\":{\"KHR_materials_emissive_strength\":{\"emissiveStrength\":4}}},"
              "{\"pbrMetallicRoughness\":{\"baseColorTexture\":{\"index\":0,\"texCoord\":1}},"
              "\"occlusionTexture\":{\"index\":0},\"normalTexture\":{\"index\":0,\"texCoord\":1},"
              "\"extensions\":{\"KHR_materials_unlit\":{}}}]"),
        decode, &error);
    assert_non_null(level);
    const editor_material *m = level->materials;
    assert_int_equal(level->image_count, 2);
    assert_int_equal(m[0].base_color_image, EDITOR_NONE);
    assert_int_equal(m[0].maps[EDITOR_MAP_METALLIC_ROUGHNESS].image, 0);
    assert_int_equal(m[0].maps[EDITOR_MAP_NORMAL].image, 1);
    assert_int_equal(m[0].maps[EDITOR_MAP_NORMAL].wrap_u, EDITOR_WRAP_CLAMP);
    assert_true(m[0].maps[EDITOR_MAP_NORMAL].uv_transform[0] == 4 && m[0].maps[EDITOR_MAP_NORMAL].uv_transform[4] == 8);
    assert_true(m[0].maps[EDITOR_MAP_OCCLUSION].uv_transform[0] == 1);
    assert_true(m[0].normal_scale == 0.5f && m[0].occlusion_strength == 0.25f);
    assert_true(m[0].emissive[0] == 4 && m[0].emissive[1] == 2 && m[0].emissive[2] == 1);
    assert_false(m[0].unlit);
    // One set of coordinates: what wants another one is left out, with a word.
    assert_true(m[1].unlit);
    assert_int_equal(m[1].maps[EDITOR_MAP_NORMAL].image, 0);
    assert_int_equal(m[1].maps[EDITOR_MAP_OCCLUSION].image, EDITOR_NONE);
    assert_int_equal(level->warning_count, 1);
    assert_non_null(strstr(level->warnings[0], "materials[1].occlusionTexture (TEXCOORD_0): another set of"));
    editor_level_destroy(level);
}

static void test_lights_and_cameras(void **state)
{
    (void)state;
    editor_level *level = must_import(
        FILE_NAME,
        WHOLE("\"nodes\":[{\"name\":\"thing\",\"mesh\":0,\"camera\":0,\"children\":[1,2,3]},"
              "{\"name\":\"lamp\",\"translation\":[1,2,3],\"extensions\":{\"KHR_lights_punctual\":{\"light\":1}}},"
              "{\"name\":\"ortho\",\"camera\":1},"
              "{\"name\":\"none\",\"camera\":2,\"extensions\":{\"KHR_lights_punctual\":{\"light\":2}}}]",
              ",\"cameras\":[{\"type\":\"perspective\",\"perspective\":{\"yfov\":0.7,\"znear\":0.5,\"zfar\":50}},"
              "{\"type\":\"orthographic\",\"orthographic\":{\"xmag\":3,\"ymag\":2,\"znear\":0,\"zfar\":9}},"
              "{\"type\":\"perspective\"}],"
              "\"extensions\":{\"KHR_lights_punctual\":{\"lights\":[{\"type\":\"point\"},"
              "{\"type\":\"spot\",\"color\":[1,0.5,0],\"intensity\":20,\"range\":7,"
              "\"spot\":{\"innerConeAngle\":0.2,\"outerConeAngle\":0.6}},{\"type\":\"moon\"}]}}"));
    assert_int_equal(level->object_count, 5); // the mesh's camera is a child of its own
    const editor_object *o = level->objects;
    assert_int_equal(o[0].kind, EDITOR_OBJECT_MESH);
    assert_int_equal(o[1].kind, EDITOR_OBJECT_CAMERA);
    assert_int_equal(o[1].parent, 0);
    assert_true(o[1].lens.fov == 0.7 && o[1].lens.near_plane == 0.5 && o[1].lens.far_plane == 50);
    assert_int_equal(o[2].kind, EDITOR_OBJECT_LIGHT);
    assert_string_equal(o[2].name, "lamp");
    assert_true(o[2].world.origin.y == 2);
    const editor_light *lamp = &o[2].light;
    assert_true(lamp->type == EDITOR_LIGHT_SPOT && lamp->intensity == 20 && lamp->range == 7 && lamp->color[1] == 0.5);
    assert_true(lamp->inner == 0.2 && lamp->outer == 0.6);
    assert_true(o[3].kind == EDITOR_OBJECT_CAMERA && o[3].lens.orthographic && o[3].lens.height == 4);
    assert_int_equal(o[4].kind, EDITOR_OBJECT_GROUP); // neither its camera nor its light makes sense
    assert_int_equal(level->warning_count, 2);
    editor_level_destroy(level);
    must_refuse(FILE_NAME, WHOLE("\"nodes\":[{\"camera\":3}]", ""), "camera");
}

static void test_texture_files(void **state)
{
    (void)state;
    static const char *const uris[4] = {"test%20import.pic", "textures\\\\test import.pic",
                                        "C:\\\\art\\\\test import.pic", "/nowhere/test import.pic"};
    static const uint8_t picture[4] = {1, 1, 0, 0};
    write_model("test import.pic", picture, sizeof(picture));
    for (int i = 0; i < 4; i++) {
        char text[1200];
        snprintf(text, sizeof(text),
                 "{" ASSET ",\"images\":[{\"uri\":\"%s\"}],\"textures\":[{\"source\":0}],\"materials\":"
                 "[{\"pbrMetallicRoughness\":{\"baseColorTexture\":{\"index\":0}}}]}",
                 uris[i]);
        editor_error error;
        editor_level *level = import_text(FILE_NAME, text, decode, &error);
        assert_non_null(level);
        assert_int_equal(level->image_count, 1);
        assert_int_equal(level->materials[0].base_color_image, 0);
        editor_level_destroy(level);
    }
    remove("test import.pic");
}

// --- Refusals ---

// Writes a mesh whose `count` primitives use `sets` accessors of vertices in turn.
static char *repeated(const char *accessors, int sets, int count)
{
    enum { ROOM = 1 << 16 };
    char *text = malloc(ROOM);
    int used = snprintf(text, ROOM, "{" ASSET ",%s," SCENE "," NODES ",\"meshes\":[{\"primitives\":[", accessors);
    for (int i = 0; i < count; i++)
        used += snprintf(text + used, (size_t)(ROOM - used), "%s{\"attributes\":{\"POSITION\":%d}}", i ? "," : "",
                         i % sets);
    snprintf(text + used, (size_t)(ROOM - used), "]}]}");
    return text;
}

// Small files that would unpack to gigabytes.
static void test_bombs(void **state)
{
    (void)state;
    static const struct {
        const char *accessors;
        int sets, fine, many;
        const char *cause;
    } cases[] = {
        // No data at all.
        {"\"accessors\":[{\"componentType\":5126,\"count\":300000,\"type\":\"VEC3\"},"
         "{\"componentType\":5126,\"count\":300000,\"type\":\"VEC3\"}]",
         2, 3, 4, "meshes[0].primitives[3]: accessors[1] has 300000 elements without data"},
        // Data for one element.
        {BUFFER "," VIEWS ",\"accessors\":[{\"componentType\":5126,\"count\":300000,\"type\":\"VEC3\",\"sparse\":{"
                "\"count\":1,\"indices\":{\"bufferView\":0,\"componentType\":5125},\"values\":{\"bufferView\":0}}},"
                "{\"componentType\":5126,\"count\":9,\"type\":\"VEC3\"}]",
         2, 6, 7, "meshes[0].primitives[6]: accessors[0] has 300000 elements without data"},
        // Indices that are not written down: primitives that share vertices.
        {"\"accessors\":[{\"componentType\":5126,\"count\":900000,\"type\":\"VEC3\"}]", 1, 1, 37,
         "bytes of data unpack to more than"},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        char *text = repeated(cases[i].accessors, cases[i].sets, cases[i].fine);
        editor_level_destroy(must_import(FILE_NAME, text));
        free(text);
        text = repeated(cases[i].accessors, cases[i].sets, cases[i].many);
        must_refuse(FILE_NAME, text, cases[i].cause);
        free(text);
    }
}

#define READ "," MESH("{\"attributes\":{\"POSITION\":0}}")
#define READING(buffer)                                                                                                \
    "{" ASSET ",\"buffers\":[" buffer "],\"bufferViews\":[{\"buffer\":0,\"byteLength\":12}],\"accessors\":[{"          \
    "\"bufferView\":0,\"componentType\":5126,\"count\":1,\"type\":\"VEC3\"}]" READ "}"

static void test_refusals(void **state)
{
    (void)state;
    static const struct {
        const char *text, *cause;
    } cases[] = {
        {"", "empty file"},
        {"hello", "line 1, column 1"},
        {"[]", "not an object"},
        {"{\"asset\":{\"version\":\"2.0\"}", "broken or truncated"},
        {"{}", "asset.version"},
        {"{\"asset\":{\"version\":\"1.0\"}}", "glTF 1.0: convert it with"},
        {"{" ASSET ",\"nodes\":{}}", "glTF.nodes is not an array"},
        {"{" ASSET ",\"nodes\":[3]}", "nodes[0] is not an object"},
        {"{" ASSET ",\"extensionsRequired\":[\"ACME_magic\"]}", "ACME_magic"},
        {READING("{\"byteLength\":4,\"uri\":\"not there.bin\"}"), "buffers[0]: \"not there.bin\": no such"},
        {"{" ASSET ",\"buffers\":[{\"byteLength\":4,\"uri\":\"data:;base64,AA?A\"}]}", "base64 is broken"},
        {READING("{\"byteLength\":4,\"uri\":\"data:;base64,AAAA\"}"), "buffers[0] says 4 bytes"},
        {"{" ASSET ",\"buffers\":[{\"byteLength\":\"4\"}]}", "buffers[0].byteLength"},
        {"{" ASSET ",\"buffers\":[{\"byteLength\":-4}]}", "buffers[0].byteLength"},
        {"{" ASSET "," BUFFER ",\"bufferViews\":[{\"buffer\":1}]}", "bufferViews[0].buffer is 1"},
        {"{" ASSET "," BUFFER ",\"bufferViews\":[{\"buffer\":0,\"byteOffset\":40,\"byteLength\":9}],\"accessors\":[{"
         "\"bufferView\":0,\"componentType\":5121,\"count\":1,\"type\":\"VEC3\"}]" READ "}",
         "bytes 40 to 49, but buffers[0] has 48"},
        {"{" ASSET "," BUFFER "," VIEWS ",\"accessors\":[{\"bufferView\":0,\"componentType\":5126,\"count\":4,\"type\":"
         "\"VEC3\"}]" READ "}",
         "accessors[0]: 4 elements from byte 0 need 48 bytes, bufferViews[0] has 36"},
        {"{" ASSET ",\"accessors\":[{\"componentType\":5126,\"count\":1100000,\"type\":\"VEC3\"}]" READ "}",
         "without data"},
        {"{" ASSET ",\"accessors\":[{\"componentType\":5126,\"count\":4000000000,\"type\":\"VEC3\"}]" READ "}",
         "without data"},
        {"{" ASSET ",\"accessors\":[{\"componentType\":5124,\"count\":1,\"type\":\"VEC3\"}]" READ "}",
         "accessors[0]: unknown type"},
        {"{" ASSET "," BUFFER "," VIEWS
         ",\"accessors\":[{\"componentType\":5126,\"count\":2,\"type\":\"VEC3\",\"sparse\":"
         "{\"count\":3,\"indices\":{\"bufferView\":1,\"componentType\":5123},\"values\":{\"bufferView\":0}}}]" READ "}",
         "accessors[0].sparse"},
        {"{" ASSET "," BODY "," MESH("{\"attributes\":{\"POSITION\":0},\"indices\":2}") "}",
         "meshes[0].primitives[0].indices: index 2 is 3, but there are 3 vertices"},
        {"{" ASSET "," BODY "," MESH("{\"attributes\":{\"POSITION\":9}}") "}",
         "POSITION is 9, but there are 3 accessors"},
        {"{" ASSET "," BODY "," MESH("{\"attributes\":{\"POSITION\":1}}") "}", "has 1 components, not 3"},
        {"{" ASSET "," BODY "," MESH("{\"attributes\":{\"POSITION\":0},\"indices\":0}") "}", "has 3 components, not 1"},
        {"{" ASSET "," BODY "," MESH("{\"attributes\":{\"POSITION\":0},\"material\":0}") "}", "material is 0"},
        {"{" ASSET "," BODY "," MESH("{\"attributes\":{\"POSITION\":0},\"mode\":7}") "}", "mode is 7"},
        {"{" ASSET
         ",\"buffers\":[{\"byteLength\":36}],\"bufferViews\":[{\"buffer\":0,\"byteLength\":36}],\"accessors\":"
         "[{\"bufferView\":0,\"componentType\":5126,\"count\":3,\"type\":\"VEC3\"}]," MESH(
             "{\"attributes\":{\"POSITION\":0}}") "}",
         "buffers[0] has no data"},
        {"{" ASSET ",\"buffers\":[{\"byteLength\":36,\"uri\":\"data:;base64,"
         "AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAwH8AAAAA\"}],\"bufferViews\":[{\"buffer\":0,\"byteLength\":36}],"
         "\"accessors\":[{\"bufferView\":0,\"componentType\":5126,\"count\":3,\"type\":\"VEC3\"}]," MESH(
             "{\"attributes\":{\"POSITION\":0}}") "}",
         "vertex 2 is not finite"},
        {"{" ASSET ",\"accessors\":[{\"componentType\":5126,\"count\":3,\"type\":\"VEC3\"}]," MESH(
             "{\"attributes\":{\"POSITION\":0},\"extensions\":{\"KHR_draco_mesh_compression\":{}}}") "}",
         "KHR_draco_mesh_compression"},
        {"{" ASSET ",\"nodes\":[{\"mesh\":0}]}", "nodes[0].mesh is 0"},
        {"{" ASSET ",\"materials\":[{\"normalTexture\":{\"index\":0}}]}",
         "materials[0].normalTexture.index is 0, but there are 0 textures"},
        {"{" ASSET ",\"materials\":[{\"normalTexture\":{\"scale\":\"1\"}}]}",
         "materials[0].normalTexture.scale is not a finite number"},
        {"{" ASSET ",\"nodes\":[{\"skin\":0}]}", "nodes[0].skin is 0"},
        {"{" ASSET ",\"nodes\":[{\"children\":[1]}]}", "nodes[0].children"},
        {"{" ASSET ",\"nodes\":[{\"children\":[0]}]}", "nodes[0] is its own ancestor"},
        {"{" ASSET ",\"nodes\":[{\"children\":[1]},{\"children\":[0]}]}", "own ancestor"},
        {"{" ASSET ",\"nodes\":[{\"children\":[1]},{\"children\":[0,2]},{\"children\":[1]}]}", "own ancestor"},
        {"{" ASSET
         ",\"nodes\":[{},{\"children\":[2]},{\"children\":[3]},{\"children\":[1]}],\"scenes\":[{\"nodes\":[0,2]}]}",
         "nodes[1] is its own ancestor"},
        {"{" ASSET ",\"nodes\":[{}],\"scene\":1,\"scenes\":[{}]}", "glTF.scene is 1"},
        {"{" ASSET ",\"nodes\":[{}],\"scenes\":[{\"nodes\":[4]}]}", "scenes[0] names a node"},
        {"{" ASSET ",\"nodes\":[{\"translation\":[1,2]}]}", "nodes[0].translation is not an array of 3 finite"},
        {"{" ASSET ",\"nodes\":[{\"scale\":[1,1e999,1]}]}", "nodes[0].scale"},
        {"{" ASSET ",\"nodes\":[{\"matrix\":\"identity\"}]}", "nodes[0].matrix"},
        {"{" ASSET ",\"materials\":[{\"doubleSided\":1}]}", "materials[0].doubleSided"},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
        must_refuse(FILE_NAME, cases[i].text, cases[i].cause);
}

static void test_files(void **state)
{
    (void)state;
    editor_error error;
    assert_null(editor_import("no such file.gltf", NULL, NULL, &error));
    assert_string_equal(error.text, "no such file.gltf: no such file");
    assert_null(editor_import(".", NULL, NULL, &error));
    assert_non_null(strstr(error.text, "not a regular file"));
    must_refuse("test_import.unknown", "what is this", "no model that can be read");
}

// --- Binary files ---

static size_t append(uint8_t *bytes, size_t at, const void *source, size_t size)
{
    memcpy(bytes + at, source, size);
    return at + size;
}

#define VIEWS_OF_TWO                                                                                                   \
    "\"bufferViews\":[{\"buffer\":0,\"byteLength\":36},{\"buffer\":0,\"byteOffset\":36,\"byteLength\":6}]"
#define ACCESSORS_OF_TWO                                                                                               \
    "\"accessors\":[{\"bufferView\":0,\"componentType\":5126,\"count\":3,\"type\":\"VEC3\"},"                          \
    "{\"bufferView\":1,\"componentType\":5123,\"count\":3,\"type\":\"SCALAR\"}]"

// A .glb of the triangle; returns its size.
static size_t make_glb(uint8_t *bytes)
{
    static const char json[] = "{" ASSET ",\"buffers\":[{\"byteLength\":44}]," VIEWS_OF_TWO "," ACCESSORS_OF_TWO
                               "," MESH(TRIANGLE) "," NODES "," SCENE "}";
    static const float positions[9] = {0, 0, 0, 1, 0, 0, 0, 1, 0};
    static const uint16_t indices[4] = {0, 1, 2, 0};
    uint32_t json_size = (uint32_t)((sizeof(json) - 1 + 3) / 4 * 4), binary_size = 44;
    const uint32_t header[5] = {0x46546c67, 2, 12 + 8 + json_size + 8 + binary_size, json_size, 0x4e4f534a};
    const uint32_t binary[2] = {binary_size, 0x004e4942};
    size_t at = append(bytes, 0, header, sizeof(header));
    memset(bytes + at, ' ', json_size);
    append(bytes, at, json, sizeof(json) - 1);
    at = append(bytes, at + json_size, binary, sizeof(binary));
    at = append(bytes, at, positions, sizeof(positions));
    return append(bytes, at, indices, sizeof(indices));
}

static void test_binary(void **state)
{
    (void)state;
    uint8_t bytes[2048], broken[2048];
    size_t size = make_glb(bytes);
    editor_error error;
    write_model("test_import.glb", bytes, size);
    editor_level *level = editor_import("test_import.glb", NULL, NULL, &error);
    assert_non_null(level);
    assert_int_equal(editor_level_count(level).triangles, 1);
    editor_level_destroy(level);
    // Cut anywhere: refused, with the file's name.
    for (size_t cut = 0; cut < size; cut++) {
        write_model("test_import.glb", bytes, cut);
        assert_null(editor_import("test_import.glb", NULL, NULL, &error));
        assert_int_equal(strncmp(error.text, "test_import.glb: ", 17), 0);
    }
    static const struct {
        size_t offset;
        uint32_t value;
        const char *cause;
    } changes[] = {{4, 1, "glTF 1.0: convert it"},
                   {8, 4000, "truncated: its header says 4000"},
                   {12, 4000, "chunk 0 has 4000"},
                   {16, 0x004e4942, "the first chunk is not JSON"}};
    for (size_t i = 0; i < sizeof(changes) / sizeof(changes[0]); i++) {
        memcpy(broken, bytes, size);
        memcpy(broken + changes[i].offset, &changes[i].value, 4);
        write_model("test_import.glb", broken, size);
        assert_null(editor_import("test_import.glb", NULL, NULL, &error));
        if (!strstr(error.text, changes[i].cause))
            fail_msg("%s", error.text);
    }
    remove("test_import.glb");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_whole),
        cmocka_unit_test(test_large_factors),
        cmocka_unit_test(test_tree),
        cmocka_unit_test(test_quantised_positions),
        cmocka_unit_test(test_strip_and_fan),
        cmocka_unit_test(test_instances),
        cmocka_unit_test(test_skin),
        cmocka_unit_test(test_morph),
        cmocka_unit_test(test_materials),
        cmocka_unit_test(test_maps),
        cmocka_unit_test(test_lights_and_cameras),
        cmocka_unit_test(test_texture_files),
        cmocka_unit_test(test_scenes_that_list_children),
        cmocka_unit_test(test_children_of_two),
        cmocka_unit_test(test_warnings_of_what_is_left_out),
        cmocka_unit_test(test_ktx2),
        cmocka_unit_test(test_bombs),
        cmocka_unit_test(test_refusals),
        cmocka_unit_test(test_files),
        cmocka_unit_test(test_binary),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
