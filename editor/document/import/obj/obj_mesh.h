// obj_mesh.h: meshes and objects of what an OBJ file holds.
#ifndef EDITOR_DOCUMENT_OBJ_MESH_H
#define EDITOR_DOCUMENT_OBJ_MESH_H

#include "document/import/obj/obj_data.h"

// Adds an object for the faces of each object of the file, and one each for its lines and points. `materials` has the
// level's number of each material. May take arrays of `data`. False: refused.
bool obj_add_objects(editor_importer *importer, obj_data *data, const uint32_t *materials);

#endif
