// assimp_index.c: lists the nodes, lights and cameras of a scene by their names; counts what a model takes.
#include "document/import/assimp/assimp_import.h"

#include <assimp/camera.h>
#include <assimp/light.h>
#include <stdlib.h>
#include <string.h>

static bool list_nodes(assimp_index *index, const struct aiNode *node, int depth)
{
    if (index->node_count == index->node_capacity) {
        const uint32_t wanted = index->node_capacity ? 2 * index->node_capacity : 256;
        const struct aiNode **grown = realloc(index->nodes, wanted * sizeof(*grown));
        if (!grown)
            return false;
        index->nodes = grown;
        index->node_capacity = wanted;
    }
    index->nodes[index->node_count++] = node;
    bool ok = true;
    for (unsigned i = 0; ok && depth < ASSIMP_STEPS * EDITOR_PACK_DEPTH && i < node->mNumChildren; i++) {
        // Some of Assimp's readers leave NULL children.
        ok = !node->mChildren[i] || list_nodes(index, node->mChildren[i], depth + 1);
    }
    return ok;
}

// From the last to the first, so that the first is found.
bool assimp_index_init(assimp_index *index, const struct aiScene *scene)
{
    bool ok = list_nodes(index, scene->mRootNode, 0) && assimp_names_init(&index->node_names, index->node_count) &&
              assimp_names_init(&index->lights, scene->mNumLights) &&
              assimp_names_init(&index->cameras, scene->mNumCameras);
    for (uint32_t i = index->node_count; ok && i-- > 0;)
        ok = assimp_names_add(&index->node_names, i, index->nodes[i]->mName.data, index->nodes[i]->mName.length);
    for (uint32_t i = scene->mNumLights; ok && i-- > 0;) {
        const char *name = scene->mLights[i]->mName.data;
        ok = assimp_names_add(&index->lights, i, name, strlen(name));
    }
    for (uint32_t i = scene->mNumCameras; ok && i-- > 0;) {
        const char *name = scene->mCameras[i]->mName.data;
        ok = assimp_names_add(&index->cameras, i, name, strlen(name));
    }
    return ok;
}

bool assimp_index_add_unlisted(assimp_index *index, const struct aiScene *scene)
{
    bool *is_listed = calloc((size_t)scene->mNumMeshes + 1, sizeof(*is_listed));
    uint32_t *first = malloc(((size_t)scene->mNumMeshes + 1) * sizeof(*first));
    index->first_meshes = first;
    for (uint32_t i = 0; is_listed && first && i < index->node_count; i++) {
        for (unsigned k = 0; k < index->nodes[i]->mNumMeshes; k++)
            is_listed[index->nodes[i]->mMeshes[k]] = true;
    }
    for (uint32_t i = 0; is_listed && first && i < scene->mNumMeshes; i++)
        first[i] = i > 0 && !is_listed[i - 1] ? first[i - 1] : i;
    const bool ok = is_listed && first;
    free(is_listed);
    return ok;
}

void assimp_index_free(assimp_index *index)
{
    free(index->first_meshes);
    free(index->nodes);
    assimp_names_free(&index->node_names);
    assimp_names_free(&index->lights);
    assimp_names_free(&index->cameras);
}

bool assimp_is_made_up(const char *name)
{
    enum { ADDRESS = 8 }; // digits at least, in decimal; people number lights, too
    static const char collada[] = "$ColladaAutoName$";
    static const char *const x3d[] = {"DirectionalLight_", "PointLight_", "SpotLight_"};
    for (size_t i = 0; i < sizeof(x3d) / sizeof(x3d[0]); i++) {
        const size_t length = strlen(x3d[i]);
        if (strncmp(name, x3d[i], length) != 0)
            continue;
        const size_t digits = strspn(name + length, "0123456789");
        return digits >= ADDRESS && name[length + digits] == 0;
    }
    return !name[0] || strncmp(name, collada, sizeof(collada) - 1) == 0;
}
