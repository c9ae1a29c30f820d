#include "models.h"

#include <assimp/cimport.h>
#include <assimp/postprocess.h>
#include <assimp/scene.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PACKAGE_MODELS "/usr/share/assimp/models/"

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

// NULL when there is nothing to hit.
static pick_mesh *convert(const struct aiMesh *source)
{
    uint32_t *indices = malloc(source->mNumFaces * 3 * sizeof(uint32_t) + 1);
    if (indices == NULL)
        abort();
    uint32_t count = 0;
    for (unsigned i = 0; i < source->mNumFaces; i++) {
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
    free(indices);
    if (result != PICK_OK && result != PICK_ERROR_INDEX_OUT_OF_RANGE)
        abort();
    const pick_aabb box = mesh != NULL ? pick_mesh_bounds(mesh) : PICK_AABB_EMPTY;
    if (pick_aabb_is_empty(&box)) {
        pick_mesh_destroy(mesh);
        return NULL;
    }
    return mesh;
}

static void read_file(const char *path, models_function each, void *user, models_count *count)
{
    const struct aiScene *scene = aiImportFile(path, aiProcess_Triangulate);
    if (scene == NULL)
        return; // some of them are meant to be unreadable
    ++count->models;
    for (unsigned i = 0; i < scene->mNumMeshes; i++) {
        const struct aiMesh *source = scene->mMeshes[i];
        pick_mesh *mesh = (source->mPrimitiveTypes & aiPrimitiveType_TRIANGLE) != 0 ? convert(source) : NULL;
        if (mesh != NULL) {
            ++count->meshes;
            count->triangles += pick_mesh_get_stats(mesh).triangle_count;
            each(user, mesh);
            pick_mesh_destroy(mesh);
        }
    }
    aiReleaseImport(scene);
}

bool models_of_package(models_function each, void *user, models_count *count)
{
    FILE *probe = fopen(PACKAGE_MODELS "OBJ/spider.obj", "r");
    if (probe == NULL)
        return false;
    (void)fclose(probe);
    for (size_t i = 0; i < sizeof package_models / sizeof package_models[0]; i++) {
        char path[256];
        (void)snprintf(path, sizeof path, "%s%s", PACKAGE_MODELS, package_models[i]);
        read_file(path, each, user, count);
    }
    return true;
}

bool models_of_assets(models_function each, void *user, models_count *count)
{
    const char *folder = getenv("VKPICK_ASSETS_DIR");
    char path[1024];
    char line[4096];
    if (folder == NULL)
        return false;
    (void)snprintf(path, sizeof path, "%s/MANIFEST.tsv", folder);
    FILE *manifest = fopen(path, "r");
    if (manifest == NULL)
        return false;
    while (fgets(line, sizeof line, manifest) != NULL) {
        line[strcspn(line, "\t\n")] = '\0';
        (void)snprintf(path, sizeof path, "%.200s/%.700s", folder, line);
        read_file(path, each, user, count);
    }
    (void)fclose(manifest);
    return true;
}
