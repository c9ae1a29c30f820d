// import.h: model files to levels: glTF 2.0 by a reader of our own, OBJ, FBX, PLY, STL and others through Assimp.
//
// Refused:    a file that does not exist, is no model, is cut short, has an index out of range, needs a glTF
//             extension that is not known here, or holds numbers that are not finite. Nothing is half-loaded. A file
//             of another format than glTF and OBJ is first read in a child process, because some end Assimp's.
// Kept:       node names and tree, source order of triangles (polygons are split where they stand), material factors
//             and base-colour texture, alpha mode, double-sidedness. Skinned meshes are put in their rest pose, morph
//             targets at their default weights. EXT_mesh_gpu_instancing becomes one object per instance.
// Sides:      materials of formats that know no sides (OBJ, STL, PLY, ...) are double-sided, so that both faces are
//             seen and picked.
// Warned of:  what was read but could not be honoured: textures that cannot be had, points and lines, optional
//             extensions. Animations, cameras and lights are not read.
#ifndef EDITOR_DOCUMENT_IMPORT_H
#define EDITOR_DOCUMENT_IMPORT_H

#include "document/level/level.h"

// Decodes an encoded image (PNG, JPEG, ...) to RGBA; the caller frees `out->rgba` with free(). The document does not
// depend on the decoder; the program hands one in.
typedef bool (*editor_image_decoder)(void *user, const void *bytes, size_t size, editor_image *out);

// Reads `path`: a model, or a level (level_file.h). NULL and `error` filled in when the file is refused. `decoder`
// NULL: no textures.
editor_level *editor_import(const char *path, editor_image_decoder decoder, void *decoder_user, editor_error *error);

// Reads a model into a level that may have others in it; its meshes are added, no objects. A file that is in already is
// not read again. Returns the asset's number, or EDITOR_NONE with `error`.
uint32_t editor_level_import(editor_level *level, const char *path, editor_image_decoder decoder, void *decoder_user,
                             editor_error *error);

#endif
