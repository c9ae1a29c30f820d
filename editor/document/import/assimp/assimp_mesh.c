// assimp_mesh.c: joins Assimp's meshes of a node into a mesh, skinned ones in their rest pose.
#include "document/import/assimp/assimp_import.h"
#include "document/import/common/skin.h"
#include "document/level/mesh_tools.h"
#include "system/text.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

pick_affine assimp_affine(const struct aiMatrix4x4 *m)
{
    return (pick_affine){{(double)m->a1, (double)m->b1, (double)m->c1, (double)m->a2, (double)m->b2, (double)m->c2,
                          (double)m->a3, (double)m->b3, (double)m->c3},
                         {(double)m->a4, (double)m->b4, (double)m->c4}};
}

static pick_affine node_world(const struct aiNode *node)
{
    pick_affine world = assimp_affine(&node->mTransformation);
    for (node = node->mParent; node; node = node->mParent) {
        pick_affine above = assimp_affine(&node->mTransformation);
        world = pick_affine_multiply(&above, &world);
    }
    return world;
}

// The joint of that name. FBX names a mesh and a joint alike ("head"): nodes without meshes are preferred.
static const struct aiNode *find_joint(const assimp_index *index, const struct aiString *name)
{
    enum { ALIKE = 64 }; // looked at, so that the time does not grow with the square of the file
    const assimp_names *names = &index->node_names;
    const uint32_t first = assimp_names_find(names, name->data, name->length);
    uint32_t number = first;
    for (int i = 0; i < ALIKE && number != ASSIMP_NAMES_NONE; i++) {
        if (index->nodes[number]->mNumMeshes == 0)
            return index->nodes[number];
        number = names->next[number];
    }
    return first == ASSIMP_NAMES_NONE ? NULL : index->nodes[first];
}

// A bone transforms its vertices by its offset, then the joint's transform, then the inverse of the node's own.
static void gather_bones(const assimp_index *index, const struct aiNode *node, const struct aiMesh *mesh,
                         editor_skin *skin)
{
    pick_affine own = node_world(node), undo;
    if (!pick_affine_invert(&own, &undo))
        return;
    for (unsigned b = 0; b < mesh->mNumBones; b++) {
        const struct aiBone *bone = mesh->mBones[b];
        const struct aiNode *joint = find_joint(index, &bone->mName);
        if (!joint)
            continue;
        pick_affine world = node_world(joint), offset = assimp_affine(&bone->mOffsetMatrix);
        pick_affine matrix = pick_affine_multiply(&world, &offset);
        matrix = pick_affine_multiply(&undo, &matrix);
        for (unsigned w = 0; w < bone->mNumWeights; w++)
            editor_skin_add(skin, bone->mWeights[w].mVertexId, (double)bone->mWeights[w].mWeight, &matrix);
    }
}

static bool apply_bones(editor_importer *importer, const assimp_index *index, const struct aiNode *node,
                        const struct aiMesh *mesh, float *positions, float *normals)
{
    editor_skin skin;
    bool ok = editor_skin_init(&skin, importer, mesh->mNumVertices);
    if (ok) {
        gather_bones(index, node, mesh, &skin);
        editor_skin_bend(&skin, positions, normals);
    }
    editor_skin_free(&skin);
    return ok;
}

static float *copy_vectors(editor_importer *importer, const struct aiVector3D *source, uint32_t count)
{
    float *out = editor_import_allocate(importer, count, 3 * sizeof(float));
    for (size_t i = 0; out && i < count; i++) {
        out[3 * i] = source[i].x;
        out[3 * i + 1] = source[i].y;
        out[3 * i + 2] = source[i].z;
    }
    return out;
}

// Copies the first set of texture coordinates, with v down. Formats other than glTF rarely say which set a texture
// uses.
static float *copy_uvs(editor_importer *importer, const struct aiMesh *mesh)
{
    float *out = editor_import_allocate(importer, mesh->mNumVertices, 2 * sizeof(float));
    for (size_t i = 0; out && i < mesh->mNumVertices; i++) {
        out[2 * i] = mesh->mTextureCoords[0][i].x;
        out[2 * i + 1] = 1 - mesh->mTextureCoords[0][i].y;
    }
    return out;
}

static bool has_only_finite(const float *values, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (!isfinite(values[i]))
            return false;
    }
    return true;
}

// Counts the triangles and checks that every index is in range. False: refused.
static bool count_triangles(editor_importer *importer, const struct aiMesh *mesh, uint32_t *out)
{
    uint64_t count = 0;
    for (unsigned i = 0; i < mesh->mNumFaces; i++) {
        const struct aiFace *face = &mesh->mFaces[i];
        for (unsigned k = 0; k < face->mNumIndices; k++) {
            if (face->mIndices[k] >= mesh->mNumVertices)
                return editor_import_refuse(importer, "mesh \"%.100s\": face %u names vertex %u of %u",
                                            mesh->mName.data, i, face->mIndices[k], mesh->mNumVertices);
        }
        count += face->mNumIndices < 3 ? 0 : face->mNumIndices - 2;
    }
    if (count >= UINT32_MAX / 3)
        return editor_import_refuse(importer, "mesh \"%.100s\" is too large", mesh->mName.data);
    *out = (uint32_t)count;
    return true;
}

static void append_faces(editor_importer *importer, const struct aiMesh *mesh, const float *positions,
                         uint32_t first_vertex, editor_mesh *out, mesh_polygons *polygons)
{
    char where[120];
    snprintf(where, sizeof(where), "mesh \"%.100s\"", mesh->mName.data);
    for (unsigned i = 0; i < mesh->mNumFaces; i++) {
        const struct aiFace *face = &mesh->mFaces[i];
        if (face->mNumIndices < 3)
            continue;
        uint32_t *indices = out->indices + out->index_count;
        uint32_t count = 3 * (face->mNumIndices - 2);
        editor_import_split(importer, positions, face->mIndices, face->mNumIndices, indices, where);
        for (uint32_t k = 0; k < count; k++)
            indices[k] += first_vertex;
        out->index_count += count;
        mesh_polygons_add(polygons, face->mNumIndices - 2);
    }
}

// What a part takes that is read again for each node that has it. Bones are looked up.
static size_t part_size(const struct aiMesh *mesh, uint32_t triangles)
{
    enum { BYTES_PER_VERTEX = 48, BYTES_PER_BONE = 256 };
    return (size_t)triangles * EDITOR_IMPORT_TRIANGLE + (size_t)mesh->mNumVertices * BYTES_PER_VERTEX +
           (size_t)mesh->mNumBones * BYTES_PER_BONE;
}

static bool append_mesh(editor_importer *importer, const struct aiScene *scene, const assimp_index *index,
                        const struct aiNode *node, const struct aiMesh *mesh, editor_mesh *out, mesh_polygons *polygons)
{
    uint32_t n = mesh->mNumVertices;
    uint32_t triangles = 0;
    if (!count_triangles(importer, mesh, &triangles) || !editor_foreign_claim(importer, part_size(mesh, triangles)))
        return false;
    if (triangles == 0 || !mesh->mVertices)
        return true;
    float *positions = copy_vectors(importer, mesh->mVertices, n);
    float *normals = mesh->mNormals ? copy_vectors(importer, mesh->mNormals, n) : NULL;
    float *uvs = mesh->mTextureCoords[0] ? copy_uvs(importer, mesh) : NULL;
    const bool is_colored = assimp_has_color(mesh);
    float *colors = is_colored ? assimp_copy_colors(importer, mesh) : NULL;
    bool ok = positions && (normals || !mesh->mNormals) && (uvs || !mesh->mTextureCoords[0]) && (colors || !is_colored);
    ok = ok && (mesh->mNumBones == 0 || apply_bones(importer, index, node, mesh, positions, normals));
    if (ok && !has_only_finite(positions, 3 * (size_t)n))
        ok = editor_import_refuse(importer, "mesh \"%.100s\" has positions that are not finite", mesh->mName.data);
    mesh_part part = {.positions = positions, .vertex_count = n, .triangle_count = triangles};
    part.normals = ok && normals && has_only_finite(normals, 3 * (size_t)n) ? normals : NULL;
    part.uvs = ok && uvs && has_only_finite(uvs, 2 * (size_t)n) ? uvs : NULL;
    part.colors = colors;
    const uint32_t material = mesh->mMaterialIndex, first_material = assimp_first_material(scene);
    part.material =
        material >= first_material && material < scene->mNumMaterials ? material - first_material : EDITOR_NONE;
    uint32_t first_vertex = out->vertex_count;
    if (ok && !mesh_tools_append(out, &part))
        ok = editor_import_refuse(importer, "mesh \"%.100s\" is too large, or out of memory", mesh->mName.data);
    if (ok)
        append_faces(importer, mesh, positions, first_vertex, out, polygons);
    free(positions);
    free(normals);
    free(uvs);
    free(colors);
    return ok;
}

// Makes one of the last two submeshes if they have the same material.
static void join_submeshes(editor_mesh *mesh)
{
    if (mesh->submesh_count < 2)
        return;
    editor_submesh *last = &mesh->submeshes[mesh->submesh_count - 1];
    if (last[-1].material != last->material ||
        last[-1].first_triangle + last[-1].triangle_count != last->first_triangle)
        return;
    last[-1].triangle_count += last->triangle_count;
    mesh->submesh_count--;
}

bool assimp_read_mesh(editor_importer *importer, const struct aiScene *scene, const assimp_index *index,
                      const struct aiNode *node, editor_mesh *out)
{
    mesh_polygons polygons = {0};
    *out = (editor_mesh){0};
    const struct aiString *name = &scene->mMeshes[node->mMeshes[0]]->mName;
    out->name = editor_text_copy(name->length > 0 ? name->data : node->mName.data);
    bool ok = out->name || editor_import_out_of_memory(importer);
    for (unsigned i = 0; ok && i < node->mNumMeshes; i++) {
        const uint32_t last = node->mMeshes[i];
        for (uint32_t k = index->first_meshes ? index->first_meshes[last] : last; ok && k <= last; k++) {
            ok = append_mesh(importer, scene, index, node, scene->mMeshes[k], out, &polygons);
            if (index->first_meshes) // pieces of one
                join_submeshes(out);
        }
    }
    ok = ok && (mesh_polygons_take(&polygons, out) || editor_import_out_of_memory(importer));
    mesh_polygons_free(&polygons);
    ok = ok && (mesh_tools_finish(out) || editor_import_out_of_memory(importer));
    if (!ok)
        mesh_tools_free(out);
    return ok;
}
