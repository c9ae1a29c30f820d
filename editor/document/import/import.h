// import.h: reads model files: glTF 2.0, OBJ and PLY with readers of our own, FBX, STL and others through Assimp.
//
// Refused:    a file that does not exist, is not a model, is truncated, has an index out of range, requires a glTF
//             extension that is not supported, or holds numbers that are not finite. Nothing is half-loaded. Formats
//             other than glTF, OBJ and PLY are read in a child process without rights, because some files crash Assimp.
//             Points of clouds that are not finite are left out.
// Kept:       node names and hierarchy, the order of triangles in the file (polygons are split in place), metallic-
//             roughness materials with their maps, alpha mode, double-sidedness, lights, cameras. Skinned meshes are
//             put in their rest pose, morph targets at their default weights. EXT_mesh_gpu_instancing becomes one
//             object per instance.
// Sides:      materials of formats without a notion of sides (OBJ, STL, PLY, ...) are double-sided: both faces are
//             drawn and picked.
// Points:     primitives of glTF that are points or lines, the points of PLY files without faces and their edges, are
//             meshes of their form (editor_mesh_form). Those that a mesh of triangles has too are objects below its
//             object.
// Warnings:   textures that cannot be read, points and lines of other formats, extensions that change only looks or
//             motion, scenes beside the one that is read, lights and cameras with invalid values.
// References: only to regular files near the model (system/reference.h).
#ifndef EDITOR_DOCUMENT_IMPORT_H
#define EDITOR_DOCUMENT_IMPORT_H

#include "document/level/level.h"
#include "system/progress.h"

// What is chosen at import. Zeroed but for `fit`: the file's own. Texts are borrowed for the call.
typedef struct editor_import_options {
    const char *scene;   // glTF: name or number of the scene to read. Refused if there is none
    const char *variant; // glTF: name or number of the material variant to show (KHR_materials_variants)
    // OBJ and PLY: what vertices are relative to, as an asset has it (level.h). Not known: the reader chooses.
    editor_model_origin origin;
    // One that the file does not have is a warning, not a refusal: the file's own is read, and the asset keeps the
    // choice, for when the file has it again.
    bool may_lack_scene, may_lack_variant;
    editor_fit fit;      // of the roots of the level; the asset keeps it, with its nodes as read
    editor_excess taken; // by models that were read before, of the bound that it shares with them
    double *slow;        // seconds that slow models of the level took (importer.h), which are added to. NULL: none
    editor_progress *progress; // told of, and asked whether to go on; NULL: nobody looks
} editor_import_options;

#define EDITOR_IMPORT_OPTIONS_DEFAULT ((editor_import_options){.fit = EDITOR_FIT_PLAIN})

// What the assets of a level from number `first` on took.
editor_excess editor_import_taken(const editor_level *level, uint32_t first);
void editor_import_add_taken(editor_excess *taken, editor_excess more);

// Reads the model `path` as chosen. NULL, too, when it is cancelled. Otherwise as editor_import.
editor_level *editor_import_as(const char *path, const editor_import_options *options, editor_image_decoder decoder,
                               void *decoder_user, editor_error *error);

// Reads the model `path`. NULL, with the reason in `error`, when the file is refused. `decoder` NULL: no textures.
editor_level *editor_import(const char *path, editor_image_decoder decoder, void *decoder_user, editor_error *error);

// Reads what a glTF file states of itself, without its data: the level that the file gives, with a box in place of each
// mesh, and with its asset `unread` (level.h). A .glb is read no further than its JSON. NULL: the file is refused, or
// states less than `least` bytes with its buffers, wherever these lie, or states no sizes, or has what a still box
// cannot stand for: clips, skins, morph targets, instances in arrays. Reading it whole says what is wrong with it.
editor_level *editor_import_boxes(const char *path, uint64_t least, const editor_import_options *options);

#endif
