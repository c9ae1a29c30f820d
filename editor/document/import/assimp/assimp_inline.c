// assimp_inline.c: looks for the files that X3D models inline.
#include "document/import/assimp/assimp_import.h"
#include "system/path.h"
#include "system/reference.h"
#include "system/text.h"

#include <stdio.h>
#include <string.h>

bool assimp_has_inlined(editor_importer *importer, editor_child *child, const char *name)
{
    char path[1024];
    snprintf(path, sizeof(path), "%.*s%s", (int)editor_path_folder_length(importer->path), importer->path, name);
    FILE *file = NULL;
    const editor_file_result result =
        child ? editor_child_open(child, path, &file) : editor_reference_open(importer->path, path, &file);
    if (file)
        fclose(file);
    if (result == EDITOR_FILE_OK)
        return true;
    if (!child) { // else the other side did
        editor_import_note(importer, path, result, NULL, 0);
        editor_import_add_missing(importer, path);
    }
    char what[160];
    snprintf(what, sizeof(what), "%s; left out", editor_file_result_text(result));
    editor_import_tally(importer, what, "Inline \"%.*s\"",
                        (int)editor_text_fit(name, strlen(name) < 120 ? strlen(name) : 120), name);
    return false;
}
