// gltf_export.h: levels as glTF 2.0, for other programs.
//
// Written:    the tree with its names, transforms, hidden objects (KHR_node_visibility), meshes, each once, materials
//             with their pictures, lights (KHR_lights_punctual), cameras. Colours, units and axes are glTF's own.
// Shear:      glTF has none in a node. A node that is sheared becomes two, one in the other, whose product it is: the
//             inner one carries the mesh, and what is below it.
// Lost:       layers, locks, views, stand-ins' true meshes. Numbers are written as doubles, but most programs read
//             floats: an origin 10 000 km out is then known to a metre.
#ifndef EDITOR_DOCUMENT_GLTF_EXPORT_H
#define EDITOR_DOCUMENT_GLTF_EXPORT_H

#include "document/level/level.h"

// A path that ends with .gltf gets its data in a .bin beside it, any other is one binary file (.glb). Written as a save
// is (file_save.h). `encoder` NULL: without pictures. False with the reason.
bool editor_gltf_export(const editor_level *level, const char *path, editor_image_encoder encoder, void *encoder_user,
                        editor_error *error);

#endif
