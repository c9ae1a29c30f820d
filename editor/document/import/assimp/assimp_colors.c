// assimp_colors.c: colours of vertices.
#include "document/import/assimp/assimp_import.h"
#include "document/level/srgb.h"
#include "system/path.h"

#include <math.h>
#include <string.h>

bool assimp_has_srgb(const editor_importer *importer)
{
    return editor_path_has_extension(importer->path, "off") || editor_path_has_extension(importer->path, "amf");
}

// Assimp gives vertices of AMF without a colour a transparent black.
bool assimp_has_color(const struct aiMesh *mesh)
{
    const float *colors = mesh->mColors[0] ? &mesh->mColors[0][0].r : NULL;
    bool is_finite = true, is_set = false;
    for (size_t i = 0; colors && i < 4 * (size_t)mesh->mNumVertices; i++) {
        is_finite = is_finite && isfinite(colors[i]);
        is_set = is_set || colors[i] != 0;
    }
    return is_finite && is_set;
}

// Vertices that have no colour beside others that have one.
static void whiten(float *colors, size_t count)
{
    for (float *at = colors; at < colors + 4 * count; at += 4) {
        const bool has_none = at[0] == 0 && at[1] == 0 && at[2] == 0 && at[3] == 0;
        for (int i = 0; has_none && i < 4; i++)
            at[i] = 1;
    }
}

float *assimp_copy_colors(editor_importer *importer, const struct aiMesh *mesh)
{
    float *out = editor_import_allocate(importer, mesh->mNumVertices, 4 * sizeof(float));
    if (!out)
        return NULL;
    memcpy(out, &mesh->mColors[0][0].r, 4 * sizeof(float) * (size_t)mesh->mNumVertices);
    if (editor_path_has_extension(importer->path, "amf"))
        whiten(out, mesh->mNumVertices);
    if (assimp_has_srgb(importer))
        editor_linear_of_srgb_colors(out, mesh->mNumVertices);
    return out;
}
