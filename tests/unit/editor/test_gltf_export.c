// Export: what is written is read back by the project's own reader and by Assimp, and is the level it was.
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <assimp/cimport.h>
#include <assimp/scene.h>

#include "document/demo_level.h"
#include "document/gltf_export.h"
#include "document/import.h"
#include "edit_fixture.h"
#include "image_file.h"

static editor_level *must_import(const char *path)
{
    editor_error error = {""};
    editor_level *level = editor_import(path, editor_image_decode, NULL, &error);
    if (!level)
        print_error("%s\n", error.text);
    assert_non_null(level);
    return level;
}

static void must_export(const editor_level *level, const char *path)
{
    editor_error error = {""};
    bool fine = editor_gltf_export(level, path, editor_image_encode, NULL, &error);
    if (!fine)
        print_error("%s\n", error.text);
    assert_true(fine);
}

static double linear_size(const editor_affine *affine)
{
    double size = 0;
    for (int i = 0; i < 9; i++)
        size = fmax(size, fabs(affine->linear[i]));
    return size;
}

// The last object of that name: a sheared one came back as two, of which the inner one carries what it is.
static uint32_t find(const editor_level *level, const char *name)
{
    uint32_t found = EDITOR_NONE;
    for (uint32_t i = editor_level_find(level, name, EDITOR_NONE); i != EDITOR_NONE;
         i = editor_level_find(level, name, i))
        found = i;
    return found;
}

// Every object is where it was, by its name, and as hidden.
static void assert_same(const editor_level *level, const editor_level *back)
{
    editor_level_counts a = editor_level_count(level), b = editor_level_count(back);
    assert_int_equal(a.objects, b.objects);
    assert_int_equal(a.instanced_triangles, b.instanced_triangles);
    uint32_t compared = 0;
    for (uint32_t i = editor_level_next(level, EDITOR_NONE); i != EDITOR_NONE; i = editor_level_next(level, i)) {
        const editor_object *o = &level->objects[i];
        uint32_t number = find(back, o->name);
        if (number == EDITOR_NONE)
            print_error("%s is not there\n", o->name);
        assert_int_not_equal(number, EDITOR_NONE);
        if (editor_level_find(level, o->name, i) != EDITOR_NONE || editor_level_find(level, o->name, EDITOR_NONE) != i)
            continue; // its name does not tell it
        const editor_affine *there = &back->objects[number].world;
        double far = fmax(fabs(o->world.origin[0]), fmax(fabs(o->world.origin[1]), fabs(o->world.origin[2])));
        double near_enough = 1e-12 * (linear_size(&o->world) + 100) + 1e-15 * far;
        if (!(fixture_difference(&o->world, there) < near_enough))
            print_error("%s is off by %g\n", o->name, fixture_difference(&o->world, there));
        assert_true(fixture_difference(&o->world, there) < near_enough);
        assert_true(o->is_hidden == back->objects[number].is_hidden);
        compared++;
    }
    assert_true(compared > 5);
    pick_aabb x = pick_scene_bounds(level->scene), y = pick_scene_bounds(back->scene);
    assert_true(pick_vec3_length(pick_vec3_sub(x.min, y.min)) < 1e-5 &&
                pick_vec3_length(pick_vec3_sub(x.max, y.max)) < 1e-5);
}

static void test_demo_comes_back(void **state)
{
    (void)state;
    editor_error error;
    editor_level *level = editor_demo_level(&error);
    editor_level_set_hidden(level, 3, true);
    static const char *const paths[] = {"test_gltf_export.glb", "test gltf export.gltf"};
    for (int i = 0; i < 2; i++) {
        must_export(level, paths[i]);
        editor_level *back = must_import(paths[i]);
        for (uint32_t w = 0; w < back->warning_count; w++)
            print_error("%s\n", back->warnings[w]);
        assert_int_equal(back->warning_count, 0);
        assert_same(level, back);
        assert_int_equal(back->mesh_count, level->mesh_count);
        assert_true(back->image_count > 0 && back->image_count <= level->image_count);
        editor_level_destroy(back);
        remove(paths[i]);
    }
    assert_int_equal(remove("test gltf export.bin"), 0);
    editor_level_destroy(level);
}

static void test_materials_and_pictures_come_back(void **state)
{
    (void)state;
    editor_error error;
    editor_level *level = editor_demo_level(&error);
    must_export(level, "test_gltf_export.glb");
    editor_level *back = must_import("test_gltf_export.glb");
    uint32_t pictures = 0;
    for (uint32_t i = 0; i < back->material_count; i++) {
        const editor_material *b = &back->materials[i], *a = NULL;
        for (uint32_t k = 0; k < level->material_count; k++)
            a = strcmp(level->materials[k].name, b->name) == 0 ? &level->materials[k] : a;
        assert_non_null(a);
        assert_memory_equal(a->base_color, b->base_color, sizeof(a->base_color));
        assert_true(a->alpha_mode == b->alpha_mode && a->double_sided == b->double_sided);
        assert_true(a->metallic == b->metallic && a->roughness == b->roughness && a->unlit == b->unlit);
        for (int k = 0; k < 3; k++)
            assert_true(fabsf(a->emissive[k] - b->emissive[k]) < 1e-5f);
        assert_true((a->base_color_image == EDITOR_NONE) == (b->base_color_image == EDITOR_NONE));
        if (a->base_color_image == EDITOR_NONE)
            continue;
        const editor_image *x = &level->images[a->base_color_image], *y = &back->images[b->base_color_image];
        assert_true(x->width == y->width && x->height == y->height);
        assert_memory_equal(x->rgba, y->rgba, 4 * (size_t)x->width * x->height);
        assert_true(a->wrap_u == b->wrap_u && a->wrap_v == b->wrap_v);
        pictures++;
    }
    assert_true(pictures > 2 && back->material_count > 5);
    editor_level_destroy(back);
    editor_level_destroy(level);
    remove("test_gltf_export.glb");
}

// Sheared, mirrored, flat, far away, and a shear below a shear.
static void test_transforms(void **state)
{
    (void)state;
    editor_level *level = fixture_level();
    editor_affine sheared = {{1, 0, 0, 0.7, 1, 0, -0.2, 0.4, 3}, {1, 2, 3}};
    editor_affine mirrored = {{-2, 0, 0, 0, 3, 0, 0, 0, 4}, {5e6 + 0.125, 0, 0}};
    editor_affine both = {{0.3, -0.5, 0, 0.7, 1, -1, 1, 0.4, -3}, {-1, 2, 3}};
    editor_affine flat = {{1, 0, 0, 0, 0, 0, 0, 0, 2}, {0, 1, 0}};
    editor_affine line = {{0, 0, 0, 0, 0, 0, 1, 2, 2}, {0, 1, 0}};
    editor_affine nothing = {{0}, {1, 1, 1}};
    uint32_t s = editor_level_add_object(level, "sheared", EDITOR_NONE, 0, &sheared);
    editor_level_add_object(level, "below", s, 0, &both);
    editor_level_add_object(level, "mirrored", s, 0, &mirrored);
    editor_level_add_object(level, "flat", s, 0, &flat);
    editor_level_add_object(level, "line", s, 0, &line);
    editor_level_add_object(level, "nothing", EDITOR_NONE, 0, &nothing);
    must_export(level, "test_transforms.gltf");
    editor_level *back = must_import("test_transforms.gltf");
    assert_same(level, back);
    const editor_object *lamp = &back->objects[find(back, "lamp")], *eye = &back->objects[find(back, "eye")];
    assert_true(lamp->kind == EDITOR_OBJECT_LIGHT && eye->kind == EDITOR_OBJECT_CAMERA);
    assert_true(lamp->light.type == EDITOR_LIGHT_POINT && lamp->light.intensity == 40 && lamp->light.color[1] == 0.5);
    assert_true(eye->lens.fov == 1 && eye->lens.near_plane == 0.1 && eye->lens.far_plane == 0);
    char text[20000] = "";
    FILE *file = fopen("test_transforms.gltf", "rb");
    assert_non_null(file);
    assert_true(fread(text, 1, sizeof(text) - 1, file) > 1000);
    fclose(file);
    assert_non_null(strstr(text, "{\"type\": \"point\", \"name\": \"lamp\", \"color\": [1, 0.5, 0.25], "
                                 "\"intensity\": 40}"));
    assert_non_null(strstr(text, "\"type\": \"perspective\", \"perspective\": {\"yfov\": 1, \"znear\": 0.1}"));
    assert_non_null(strstr(text, "\"extensionsUsed\": [\"KHR_lights_punctual\"]"));
    editor_level_destroy(back);
    editor_level_destroy(level);
    remove("test_transforms.gltf");
    remove("test_transforms.bin");
}

// --- Through Assimp, which shares no code with the project ---

typedef struct assimp_walk {
    const editor_level *level;
    const struct aiScene *scene;
    uint32_t meshed, compared;
    uint64_t triangles;
} assimp_walk;

static void walk(assimp_walk *w, const struct aiNode *node, struct aiMatrix4x4 above)
{
    struct aiMatrix4x4 world = above;
    aiMultiplyMatrix4(&world, &node->mTransformation);
    if (node->mNumMeshes > 0) {
        w->meshed++;
        for (unsigned i = 0; i < node->mNumMeshes; i++)
            w->triangles += w->scene->mMeshes[node->mMeshes[i]]->mNumFaces;
        uint32_t object = editor_level_find(w->level, node->mName.data, EDITOR_NONE);
        if (object != EDITOR_NONE && editor_level_find(w->level, node->mName.data, object) == EDITOR_NONE) {
            const editor_affine *expected = &w->level->objects[object].world;
            const float rows[3][4] = {{world.a1, world.a2, world.a3, world.a4},
                                      {world.b1, world.b2, world.b3, world.b4},
                                      {world.c1, world.c2, world.c3, world.c4}};
            for (int r = 0; r < 3; r++) {
                for (int c = 0; c < 4; c++) {
                    double wanted = c < 3 ? expected->linear[3 * c + r] : expected->origin[r];
                    if (!(fabs((double)rows[r][c] - wanted) < 2e-5 * (1 + linear_size(expected))))
                        print_error("%s: %g, not %g\n", node->mName.data, (double)rows[r][c], wanted);
                    assert_true(fabs((double)rows[r][c] - wanted) < 2e-5 * (1 + linear_size(expected)));
                }
            }
            w->compared++;
        }
    }
    for (unsigned i = 0; i < node->mNumChildren; i++)
        walk(w, node->mChildren[i], world);
}

static void test_assimp_reads_it(void **state)
{
    (void)state;
    editor_error error;
    editor_level *level = editor_demo_level(&error);
    static const char *const paths[] = {"test_gltf_export.glb", "test_gltf_export.gltf"};
    for (int i = 0; i < 2; i++) {
        must_export(level, paths[i]);
        const struct aiScene *scene = aiImportFile(paths[i], 0);
        if (!scene)
            print_error("%s\n", aiGetErrorString());
        assert_non_null(scene);
        editor_level_counts counts = editor_level_count(level);
        assimp_walk w = {.level = level, .scene = scene};
        struct aiMatrix4x4 identity;
        aiIdentityMatrix4(&identity);
        walk(&w, scene->mRootNode, identity);
        assert_int_equal(w.meshed, counts.objects);
        assert_int_equal(w.triangles, counts.instanced_triangles);
        assert_true(w.compared > counts.objects / 2);
        assert_true(scene->mNumMaterials > 5 && scene->mNumTextures + (unsigned)i > 0);
        aiReleaseImport(scene);
        remove(paths[i]);
    }
    remove("test_gltf_export.bin");
    editor_level_destroy(level);
}

static void test_failures(void **state)
{
    (void)state;
    editor_error error = {""};
    editor_level *level = fixture_level();
    assert_false(editor_gltf_export(level, "no/such/folder/x.glb", NULL, NULL, &error));
    assert_non_null(strstr(error.text, "no/such/folder/x.glb: cannot be saved: No such file or directory"));
    // Nothing in it: a file without lists, which is what glTF asks for.
    editor_level *empty = editor_level_create();
    assert_true(editor_level_finish(empty, &error));
    must_export(empty, "test_empty.glb");
    editor_level *back = must_import("test_empty.glb");
    assert_int_equal(back->object_count, 0);
    editor_level_destroy(back);
    editor_level_destroy(empty);
    editor_level_destroy(level);
    remove("test_empty.glb");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_demo_comes_back), cmocka_unit_test(test_materials_and_pictures_come_back),
        cmocka_unit_test(test_transforms),      cmocka_unit_test(test_assimp_reads_it),
        cmocka_unit_test(test_failures),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
