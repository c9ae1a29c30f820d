// assimp_import.c: imports all formats but glTF, through Assimp.
#include "document/import/assimp/assimp_import.h"
#include "document/import/assimp/assimp_files.h"
#include "document/import/common/unicode.h"
#include "system/path.h"

#include <assimp/cimport.h>
#include <assimp/config.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct assimp_import {
    editor_importer *importer;
    const struct aiScene *scene;
    assimp_index index;
    editor_hash_index meshes; // made so far, by the list of Assimp's meshes: nodes with the same list share one
    uint32_t unnamed;
} assimp_import;

static bool is_skinned(const struct aiScene *scene, const struct aiNode *node)
{
    for (unsigned i = 0; i < node->mNumMeshes; i++) {
        if (scene->mMeshes[node->mMeshes[i]]->mNumBones > 0)
            return true;
    }
    return false;
}

static bool import_node_mesh(assimp_import *import, const struct aiNode *node, uint32_t *out)
{
    *out = EDITOR_NONE;
    if (node->mNumMeshes == 0)
        return true;
    const editor_hash list = editor_hash_bytes(node->mMeshes, node->mNumMeshes * sizeof(*node->mMeshes));
    const bool skinned = is_skinned(import->scene, node);
    const uint32_t known = skinned ? EDITOR_HASH_UNKNOWN : editor_hash_index_find(&import->meshes, list);
    if (known != EDITOR_HASH_UNKNOWN) {
        *out = known;
        return true;
    }
    editor_mesh mesh;
    if (!editor_foreign_claim(import->importer, EDITOR_IMPORT_OBJECT) ||
        !assimp_read_mesh(import->importer, import->scene, &import->index, node, &mesh))
        return false;
    *out = editor_level_add_mesh(import->importer->level, &mesh);
    if (*out == EDITOR_NONE)
        return editor_import_out_of_memory(import->importer);
    if (!skinned)
        editor_hash_index_add(&import->meshes, list, *out);
    return true;
}

// A step of a FBX node's transform: a pivot, an offset, a rotation. Steps behind the node undo its geometric transform,
// which moves its mesh, not its children.
static bool is_step(const struct aiNode *node)
{
    return node->mNumMeshes == 0 && strstr(node->mName.data, "_$AssimpFbx$_");
}

// `above`: of the steps between the node and its object's parent. `depth` counts steps, and ASSIMP_STEPS a node.
static bool import_node(assimp_import *import, const struct aiNode *node, uint32_t parent, const pick_affine *above,
                        int depth)
{
    if (depth > ASSIMP_STEPS * EDITOR_PACK_DEPTH)
        return editor_import_refuse(import->importer, "nodes nested more than %d deep", EDITOR_PACK_DEPTH);
    uint32_t mesh;
    if (!editor_foreign_claim(import->importer, EDITOR_IMPORT_OBJECT) || !import_node_mesh(import, node, &mesh))
        return false;
    pick_affine local = assimp_affine(&node->mTransformation);
    if (memcmp(above, &PICK_AFFINE_IDENTITY, sizeof(*above)) != 0)
        local = pick_affine_multiply(above, &local);
    if (is_step(node)) {
        for (unsigned i = 0; i < node->mNumChildren; i++) {
            if (node->mChildren[i] && !import_node(import, node->mChildren[i], parent, &local, depth + 1))
                return false;
        }
        return true;
    }
    uint32_t object = parent;
    // Skip the root that Assimp adds above a file's own objects.
    bool is_frame = !node->mParent && mesh == EDITOR_NONE && node->mNumChildren > 0 &&
                    memcmp(&local, &PICK_AFFINE_IDENTITY, sizeof(local)) == 0;
    if (!is_frame) {
        char fallback[32];
        snprintf(fallback, sizeof(fallback), "object %u", (unsigned)import->unnamed);
        const bool unnamed = assimp_is_made_up(node->mName.data);
        import->unnamed += unnamed;
        const char *name = unnamed ? fallback : node->mName.data;
        if (strcmp(name, import->importer->path) == 0) // the root of X3D
            name = editor_path_name(name);
        object = editor_level_add_object(import->importer->level, name, parent, mesh, &local);
        if (object == EDITOR_NONE)
            return editor_import_out_of_memory(import->importer);
        import->importer->level->objects[object].hidden = assimp_is_hidden(node);
    }
    if (!assimp_import_lights_cameras(import->importer, import->scene, &import->index, node, object))
        return false;
    for (unsigned i = 0; i < node->mNumChildren; i++) {
        // Some of Assimp's readers leave NULL children.
        if (node->mChildren[i] &&
            !import_node(import, node->mChildren[i], object, &PICK_AFFINE_IDENTITY, depth + ASSIMP_STEPS))
            return false;
    }
    return true;
}

static void describe_mesh(const struct aiMesh *mesh, unsigned number, char *out, size_t size)
{
    if (mesh->mName.length > 0)
        snprintf(out, size, "mesh \"%.80s\"", mesh->mName.data);
    else
        snprintf(out, size, "mesh %u", number);
}

static void warn_about_faces(editor_importer *importer, const struct aiMesh *mesh, bool is_fbx, const char *where)
{
    bool lines = false, bare = false;
    uint64_t corners = 0;
    for (unsigned i = 0; i < mesh->mNumFaces; i++) {
        const unsigned count = mesh->mFaces[i].mNumIndices;
        lines = lines || (count > 0 && count < 3);
        bare = bare || count == 0;
        corners += count;
    }
    if (lines)
        editor_import_tally(importer, "points and lines are not drawn", "%s", where);
    if (bare)
        editor_import_tally(importer, "faces without corners; left out", "%s", where);
    if (is_fbx && mesh->mNumVertices > corners) // each corner has a vertex of its own
        editor_import_tally(importer, "its last polygon has no end; left out", "%s", where);
}

static void warn_about_scene(editor_importer *importer, const struct aiScene *scene)
{
    if (editor_path_has_extension(importer->path, "blend")) // of which Assimp reads meshes as they are stored
        editor_level_add_warning(importer->level,
                                 "BLEND files are read in part: most modifiers are not applied, and some "
                                 "objects may be missing; export glTF from Blender");
    const bool is_fbx = assimp_find_origin(scene) == ASSIMP_FBX;
    for (unsigned i = 0; i < scene->mNumMeshes; i++) {
        char where[120];
        describe_mesh(scene->mMeshes[i], i, where, sizeof(where));
        warn_about_faces(importer, scene->mMeshes[i], is_fbx, where);
        if (scene->mMeshes[i]->mNumAnimMeshes > 0)
            editor_import_tally(importer, "morph targets are not used", "%s", where);
    }
    if (scene->mNumAnimations > 0)
        editor_level_add_warning(importer->level, "%u animation%s not played", scene->mNumAnimations,
                                 scene->mNumAnimations == 1 ? " is" : "s are");
}

// Whether the file holds nothing that a level can have: an exporter wrote no object, or one without faces. Some files
// hold lights, cameras, a skeleton or its motion alone, or lines.
static bool is_empty(const struct aiScene *scene, const editor_level *level)
{
    bool has_faces = false;
    for (unsigned i = 0; i < scene->mNumMeshes && !has_faces; i++) {
        const struct aiMesh *mesh = scene->mMeshes[i];
        for (unsigned k = 0; k < mesh->mNumFaces && !has_faces; k++)
            has_faces = mesh->mFaces[k].mNumIndices > 0;
    }
    return !has_faces && scene->mNumLights == 0 && scene->mNumCameras == 0 && scene->mNumAnimations == 0 &&
           level->object_count <= 1;
}

static bool import_scene(editor_importer *importer, const struct aiScene *scene, assimp_images *images,
                         const assimp_log *log)
{
    assimp_import import = {.importer = importer, .scene = scene};
    bool ok = assimp_index_init(&import.index, scene) || editor_import_out_of_memory(importer);
    if (ok && editor_path_has_extension(importer->path, "amf"))
        ok = (assimp_index_add_unlisted(&import.index, scene) || editor_import_out_of_memory(importer));
    if (ok && import.index.first_meshes)
        assimp_turn_instances(importer, &import.index);
    ok = ok && assimp_import_materials(importer, scene, images) &&
         import_node(&import, scene->mRootNode, EDITOR_NONE, &PICK_AFFINE_IDENTITY, 0);
    assimp_index_free(&import.index);
    editor_hash_index_free(&import.meshes);
    if (ok) {
        warn_about_scene(importer, scene);
        assimp_find_facts(importer, scene);
    }
    const bool empty = ok && is_empty(scene, importer->level);
    if (empty && log->first[0])
        return editor_import_refuse(importer, "no model in it: it has no triangles (%s)", log->first);
    return ok && editor_foreign_check(importer, empty);
}

static const char *describe_failure(void)
{
    const char *text = aiGetErrorString();
    return strstr(text, "bad_alloc") ? "its reader ran out of memory; a count in it may be broken" : text;
}

static bool read_scene(editor_importer *importer, editor_child *child, editor_pack_images *pictures)
{
    // No post-processing: it reorders triangles or drops some, and its triangulation fails on some polygons.
    const unsigned flags = 0;
    struct aiPropertyStore *properties = aiCreatePropertyStore();
    if (!properties)
        return editor_import_out_of_memory(importer);
    // Steps of transforms as nodes of their own (import_node): joined by Assimp 5.2, geometric transforms move
    // children.
    aiSetImportPropertyInteger(properties, AI_CONFIG_IMPORT_FBX_PRESERVE_PIVOTS, 1);
    // Make no bones of the nodes of a file without meshes. Those of motion capture are all that there is to see.
    if (!editor_path_has_extension(importer->path, "bvh"))
        aiSetImportPropertyInteger(properties, AI_CONFIG_IMPORT_NO_SKELETON_MESHES, 1);
    assimp_source source = {.importer = importer, .child = child};
    struct aiFileIO files = assimp_files(&source);
    assimp_log log;
    assimp_log_begin(&log, importer);
    const struct aiScene *scene = aiImportFileExWithProperties(importer->path, flags, &files, properties);
    assimp_log_end();
    aiReleasePropertyStore(properties);
    if (!scene)
        return editor_import_refuse(importer, "no model that can be read: %.250s", describe_failure());
    assimp_images images = {.pictures = pictures};
    const bool ok = scene->mRootNode ? import_scene(importer, scene, &images, &log)
                                     : editor_import_refuse(importer, "no model in it");
    assimp_images_free(&images);
    aiReleaseImport(scene);
    return ok;
}

// Assimp 5.2 takes Collada as UTF-8 alone, and finds no mesh in other ASE files.
static bool tidy(editor_importer *importer)
{
    if (editor_path_has_extension(importer->path, "dae"))
        return editor_import_decode_text(&importer->bytes, &importer->size) &&
               assimp_tidy_collada(&importer->bytes, &importer->size) && assimp_tidy_transforms(importer) &&
               assimp_tidy_bindings(importer);
    if (editor_path_has_extension(importer->path, "stl"))
        return assimp_tidy_stl(importer);
    if (editor_path_has_extension(importer->path, "x3d")) {
        assimp_tidy_x3d(importer->bytes, importer->size);
        return assimp_tidy_x3d_nodes(importer, NULL);
    }
    if (editor_path_has_extension(importer->path, "fbx"))
        assimp_tidy_fbx(importer->bytes, importer->size);
    if (editor_path_has_extension(importer->path, "amf")) {
        assimp_tidy_amf(importer->bytes, importer->size);
        return assimp_split_volumes(importer);
    }
    if (editor_path_has_extension(importer->path, "ase"))
        return editor_import_decode_text(&importer->bytes, &importer->size);
    return true;
}

bool editor_import_assimp(editor_importer *importer)
{
    if (!tidy(importer))
        return editor_import_out_of_memory(importer); // unless it refused for another reason
    editor_foreign foreign = {.importer = importer, .read = read_scene, .open = assimp_files_open};
    return editor_foreign_import(&foreign);
}
