// import.h: model files to levels, through Assimp (glTF 2.0, OBJ, FBX, PLY, STL and others).
//
// Refused:    a file that does not exist, is no model, is cut short, has an index out of range, needs a glTF
//             extension that is not known here, or holds numbers that are not finite. Nothing is half-loaded.
// Kept:       node names and tree, source order of triangles, material factors and base-colour texture, alpha mode,
//             double-sidedness. Skinned meshes are put in their rest pose.
#ifndef EDITOR_DOCUMENT_IMPORT_H
#define EDITOR_DOCUMENT_IMPORT_H

#include "document/level.h"

// Decodes an encoded image (PNG, JPEG, ...) to RGBA; the caller frees `out->rgba` with free(). The document does not
// depend on the decoder; the program hands one in.
typedef bool (*editor_image_decoder)(void *user, const void *bytes, size_t size, editor_image *out);

// Reads `path`. NULL and `error` filled in when the file is refused. `decoder` NULL: no textures.
editor_level *editor_import(const char *path, editor_image_decoder decoder, void *decoder_user, editor_error *error);

#endif
