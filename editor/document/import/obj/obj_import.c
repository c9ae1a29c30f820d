// obj_import.c: from the bytes of an OBJ file to a level.
#include "document/import/obj/obj_import.h"

#include "document/import/common/unicode.h"
#include "document/import/obj/obj_material.h"
#include "document/import/obj/obj_mesh.h"

#include <stdlib.h>

bool editor_import_obj(editor_importer *importer)
{
    if (!editor_import_decode_text(&importer->bytes, &importer->size))
        return editor_import_out_of_memory(importer);
    obj_data data = {0};
    uint32_t *materials = NULL;
    bool ok = obj_parse(importer, &data) && (materials = obj_add_materials(importer, &data)) != NULL;
    ok = ok && obj_add_objects(importer, &data, materials);
    free(materials);
    obj_data_free(&data);
    // What is built next needs the memory.
    free(importer->bytes);
    importer->bytes = NULL;
    importer->size = 0;
    if (ok)
        importer->facts = (editor_model_facts){.format = "Wavefront Object"};
    return ok;
}
