// Real models, with the degenerate triangles, T-junctions and odd scales that people make: the hierarchy answers what
// brute force answers. Read with Assimp from the package assimp-testmodels, and from VKPICK_ASSETS_DIR when it is set.
#include "compare.h"
#include "random.h"

#include <assimp/cimport.h>
#include <assimp/postprocess.h>
#include <assimp/scene.h>

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define PACKAGE_MODELS "/usr/share/assimp/models/"

enum { SKIPPED = 77, BUDGET = 3000000 }; // triangles that brute force may test for one mesh

static const char *const package_models[] = {
    "OBJ/WusonOBJ.obj",
    "OBJ/spider.obj",
    "OBJ/regr01.obj",
    "OBJ/box.obj",
    "OFF/Wuson.off",
    "OFF/Cube.off",
    "3DS/fels.3ds",
    "3DS/test1.3ds",
    "FBX/spider.fbx",
    "FBX/huesitos.fbx",
    "PLY/Wuson.ply",
    "PLY/cube.ply",
    "STL/Spider_ascii.stl",
    "STL/Wuson.stl",
    "X/Testwuson.X",
    "X/BCN_Epileptic.X",
    "glTF2/BoxTextured-glTF/BoxTextured.gltf",
    "MD2/faerie.md2",
    "ASE/ThreeCubesGreen.ASE",
};

typedef struct totals {
    size_t models, meshes, triangles;
    tally count;
} totals;

static pick_mesh *convert(const struct aiMesh *source)
{
    uint32_t *indices = malloc(source->mNumFaces * 3 * sizeof(uint32_t) + 1);
    assert_non_null(indices);
    uint32_t count = 0;
    for (unsigned i = 0; i < source->mNumFaces; ++i) {
        if (source->mFaces[i].mNumIndices == 3) {
            memcpy(&indices[count], source->mFaces[i].mIndices, 3 * sizeof(uint32_t));
            count += 3;
        }
    }
    const pick_mesh_desc desc = {.positions = &source->mVertices[0].x,
                                 .position_stride = sizeof(struct aiVector3D),
                                 .vertex_count = source->mNumVertices,
                                 .indices = indices,
                                 .index_type = PICK_INDEX_UINT32,
                                 .index_count = count};
    pick_mesh *mesh = NULL;
    const pick_result result = pick_mesh_create(&desc, NULL, &mesh);
    assert_true(result == PICK_OK || result == PICK_ERROR_INDEX_OUT_OF_RANGE);
    free(indices);
    return mesh;
}

// Half of the rays go to vertices, where everything meets.
static pick_ray aim(test_random *r, const pick_mesh *mesh, pick_vec3 center, double size)
{
    pick_vec3 target = pick_vec3_add(center, random_in_cube(r, size));
    const uint32_t triangles = pick_mesh_get_stats(mesh).triangle_count;
    float vertex[3][3];
    if (random_index(r, 2) == 0 && pick_mesh_triangle(mesh, random_index(r, triangles), vertex) &&
        isfinite(vertex[0][0] + vertex[0][1] + vertex[0][2])) {
        target = pick_vec3_make((double)vertex[0][0], (double)vertex[0][1], (double)vertex[0][2]);
    }
    const pick_vec3 origin = pick_vec3_add(center, pick_vec3_scale(random_direction(r), 3 * size));
    return (pick_ray){origin, pick_vec3_sub(target, origin), 0, HUGE_VAL};
}

static void compare_model_mesh(const struct aiMesh *source, totals *sum)
{
    if ((source->mPrimitiveTypes & aiPrimitiveType_TRIANGLE) == 0) {
        return;
    }
    pick_mesh *mesh = convert(source);
    const pick_aabb box = mesh != NULL ? pick_mesh_bounds(mesh) : PICK_AABB_EMPTY;
    if (mesh == NULL || pick_aabb_is_empty(&box)) {
        pick_mesh_destroy(mesh);
        return;
    }
    const uint32_t triangles = pick_mesh_get_stats(mesh).triangle_count;
    const pick_vec3 center = pick_vec3_scale(pick_vec3_add(box.min, box.max), 0.5);
    const double size = 0.5 * pick_vec3_length(pick_vec3_sub(box.max, box.min));
    const uint32_t affordable = BUDGET / triangles;
    const uint32_t rays = affordable < 10 ? 10 : (affordable > 400 ? 400 : affordable);
    test_random r = {triangles};
    for (uint32_t i = 0; i < rays; ++i) {
        const pick_ray ray = aim(&r, mesh, center, size);
        const pick_mesh_query query = {.cull = i % 2 == 0 ? PICK_CULL_NONE : PICK_CULL_MATERIAL};
        compare_mesh(mesh, &ray, &query, &sum->count);
    }
    ++sum->meshes;
    sum->triangles += triangles;
    pick_mesh_destroy(mesh);
}

static void compare_file(const char *path, totals *sum)
{
    const struct aiScene *scene = aiImportFile(path, aiProcess_Triangulate);
    if (scene == NULL) {
        return; // some of them are meant to be unreadable
    }
    ++sum->models;
    for (unsigned i = 0; i < scene->mNumMeshes; ++i) {
        compare_model_mesh(scene->mMeshes[i], sum);
    }
    aiReleaseImport(scene);
}

static void expect_something(const totals *sum, size_t models, size_t triangles)
{
    print_message("%zu models, %zu meshes, %zu triangles: %llu rays, %llu hits\n", sum->models, sum->meshes,
                  sum->triangles, (unsigned long long)sum->count.rays, (unsigned long long)sum->count.hits);
    assert_true(sum->models >= models);
    assert_true(sum->triangles >= triangles);
    assert_true(sum->count.hits * 4 > sum->count.rays);
    assert_true(sum->count.misses * 50 > sum->count.rays);
}

static void models_of_the_package(void **state)
{
    (void)state;
    totals sum = {0};
    for (size_t i = 0; i < sizeof package_models / sizeof package_models[0]; ++i) {
        char path[256];
        (void)snprintf(path, sizeof path, "%s%s", PACKAGE_MODELS, package_models[i]);
        compare_file(path, &sum);
    }
    expect_something(&sum, 12, 10000);
}

static void models_of_the_assets(void **state)
{
    (void)state;
    const char *folder = getenv("VKPICK_ASSETS_DIR");
    char path[1024];
    char line[4096];
    totals sum = {0};
    if (folder == NULL) {
        print_message("VKPICK_ASSETS_DIR is not set: its models are skipped\n");
        skip();
    }
    (void)snprintf(path, sizeof path, "%s/MANIFEST.tsv", folder);
    FILE *manifest = fopen(path, "r");
    assert_non_null(manifest);
    while (fgets(line, sizeof line, manifest) != NULL) {
        line[strcspn(line, "\t\n")] = '\0';
        (void)snprintf(path, sizeof path, "%.200s/%.700s", folder, line);
        compare_file(path, &sum);
    }
    (void)fclose(manifest);
    expect_something(&sum, 50, 100000);
}

int main(void)
{
    FILE *probe = fopen(PACKAGE_MODELS "OBJ/spider.obj", "r");
    if (probe == NULL) {
        print_message("the package assimp-testmodels is not installed: skipped\n");
        return SKIPPED;
    }
    (void)fclose(probe);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(models_of_the_package),
        cmocka_unit_test(models_of_the_assets),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
