// obj_material.h: the materials of an OBJ file, from the libraries that it names.
#ifndef EDITOR_DOCUMENT_OBJ_MATERIAL_H
#define EDITOR_DOCUMENT_OBJ_MATERIAL_H

#include "document/import/obj/obj_data.h"

// Adds the materials of all libraries that the file names, and those that no library has, to the level. The caller
// frees the result, which has the level's number of each of `data->materials`. NULL: refused.
uint32_t *obj_add_materials(editor_importer *importer, const obj_data *data);

#endif
