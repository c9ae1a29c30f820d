// assimp_import.h: shared by the parts of the Assimp reader.
#ifndef EDITOR_DOCUMENT_ASSIMP_IMPORT_H
#define EDITOR_DOCUMENT_ASSIMP_IMPORT_H

#include "document/import/common/importer.h"

#include <assimp/scene.h>

// Reads any format that Assimp knows. True with the level filled in (not finished), or false with the refusal.
bool editor_import_assimp(editor_importer *importer);

// Adds all materials, so that they keep their numbers, and the images that they use.
bool assimp_import_materials(editor_importer *importer, const struct aiScene *scene);

pick_affine assimp_affine(const struct aiMatrix4x4 *matrix);

// Reads the meshes of a node, one submesh each. `out` is empty on a refusal.
bool assimp_read_mesh(editor_importer *importer, const struct aiScene *scene, const struct aiNode *node,
                      editor_mesh *out);

// Adds the lights and cameras that belong to a node below its object.
bool assimp_import_lights_cameras(editor_importer *importer, const struct aiScene *scene, const struct aiNode *node,
                                  uint32_t object);

#endif
