// gltf_export.h: levels as glTF 2.0, for other programs.
//
// Written:    the tree with its names, transforms, hidden objects (KHR_node_visibility), meshes, each once, as
//             triangles, points (mode 0), a polyline (mode 3) or segments (mode 1), materials with their pictures,
//             lights (KHR_lights_punctual), cameras. Colours, units and axes are glTF's own.
// Shear:      glTF nodes have none. A sheared node becomes two nested ones whose product it is. The inner one has the
//             mesh and the children.
// Lost:       gltf_losses.h, and the cameras of the viewports. Numbers are written as doubles, but most programs
//             read floats: an origin 10 000 km out is then accurate to a metre.
#ifndef EDITOR_DOCUMENT_GLTF_EXPORT_H
#define EDITOR_DOCUMENT_GLTF_EXPORT_H

#include "document/level/level.h"

// A path that ends with .gltf gets its data in a .bin beside it; any other path becomes a single binary file (.glb).
// Files are replaced atomically (file_save.h), and a .gltf together with its .bin: after a crash, a refusal or a full
// disk the .gltf is the old export or the new one, with its own data. After a crash, or if the .bin could not be
// replaced in the end, the new data is in NAME.1.bin (or a higher number), to which the .gltf refers. `encoder` NULL:
// without textures. False: `error` has the reason.
bool editor_gltf_export(const editor_level *level, const char *path, editor_image_encoder encoder, void *encoder_user,
                        editor_error *error);

// The path of the .bin of a path that ends with .gltf. The caller frees it. NULL: out of memory.
char *editor_gltf_data_path(const char *path);

#endif
