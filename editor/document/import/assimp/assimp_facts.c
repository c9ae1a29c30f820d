// assimp_facts.c: what a file says of itself, from what Assimp's readers keep of it.
#include "document/import/assimp/assimp_import.h"
#include "document/import/assimp/assimp_xml.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const struct aiMetadataEntry *find_entry(const struct aiScene *scene, const char *key)
{
    const struct aiMetadata *data = scene->mMetaData;
    for (unsigned i = 0; data && i < data->mNumProperties; i++) {
        if (strcmp(data->mKeys[i].data, key) == 0)
            return &data->mValues[i];
    }
    return NULL;
}

// "Autodesk FBX" of "Autodesk FBX Importer".
static void find_format(const struct aiScene *scene, char out[48])
{
    const struct aiMetadataEntry *entry = find_entry(scene, "SourceAsset_Format");
    if (!entry || entry->mType != AI_AISTRING)
        return;
    const char *text = ((const struct aiString *)entry->mData)->data;
    const char *end = strstr(text, " Importer");
    const size_t length = end ? (size_t)(end - text) : strlen(text);
    snprintf(out, 48, "%.*s", length < 47 ? (int)length : 47, text);
}

assimp_origin assimp_find_origin(const struct aiScene *scene)
{
    char format[48] = "";
    find_format(scene, format);
    return strstr(format, "FBX") ? ASSIMP_FBX : strstr(format, "Collada") ? ASSIMP_COLLADA : ASSIMP_OTHER;
}

// FBX: the numbers are in units of so many centimetres, and Assimp leaves them as they are.
static void find_fbx_units(const struct aiScene *scene, editor_model_facts *facts)
{
    const struct aiMetadataEntry *unit = find_entry(scene, "UnitScaleFactor"), *up = find_entry(scene, "UpAxis");
    double factor = 0;
    if (unit && unit->mType == AI_FLOAT)
        factor = (double)*(const float *)unit->mData;
    else if (unit && unit->mType == AI_DOUBLE)
        factor = *(const double *)unit->mData;
    facts->unit = factor > 0 && isfinite(factor) ? floor(factor * 1e6 + 0.5) * 1e-8 : 0; // without a float's noise
    if (up && up->mType == AI_INT32 && *(const int32_t *)up->mData >= 0 && *(const int32_t *)up->mData <= 2)
        facts->up = (editor_axis)(EDITOR_AXIS_X + *(const int32_t *)up->mData);
    facts->is_converted = facts->unit == 1 && facts->up == EDITOR_AXIS_Y; // nothing is left to do
}

// Collada: its reader puts scale and turn into the root.
static void find_collada_units(const struct aiScene *scene, editor_model_facts *facts)
{
    const struct aiMatrix4x4 *m = &scene->mRootNode->mTransformation;
    const double rows[3][3] = {{(double)m->a1, (double)m->a2, (double)m->a3},
                               {(double)m->b1, (double)m->b2, (double)m->b3},
                               {(double)m->c1, (double)m->c2, (double)m->c3}};
    const double unit = sqrt(rows[0][0] * rows[0][0] + rows[1][0] * rows[1][0] + rows[2][0] * rows[2][0]);
    if (!(unit > 0) || !isfinite(unit))
        return;
    facts->is_converted = true;
    facts->unit = floor(unit * 1e6 + 0.5) * 1e-6;
    // The file's axis that becomes +Y.
    for (int axis = 0; axis < 3; axis++) {
        if (rows[1][axis] > 0.999 * unit)
            facts->up = (editor_axis)(EDITOR_AXIS_X + axis);
    }
}

// AMF: Assimp reads the numbers alone. A compressed file says nothing here.
static void find_amf_units(const editor_importer *importer, editor_model_facts *facts)
{
    enum { WITHIN = 4096 }; // bytes
    static const struct {
        const char *name;
        double metres;
    } units[] = {{"millimeter", 1e-3}, {"inch", 0.0254}, {"feet", 0.3048}, {"meter", 1}, {"micron", 1e-6}};
    const char *text = (const char *)importer->bytes;
    const char *tag = assimp_xml_find(text, text + (importer->size < WITHIN ? importer->size : WITHIN), "<amf");
    if (!tag)
        return;
    size_t length = 0;
    const char *unit = assimp_xml_attribute(tag, assimp_xml_pass_tag(tag, text + importer->size), "unit", &length);
    facts->up = EDITOR_AXIS_Z;
    facts->unit = units[0].metres; // unless said otherwise
    for (size_t i = 0; unit && i < sizeof(units) / sizeof(units[0]); i++) {
        if (length == strlen(units[i].name) && memcmp(unit, units[i].name, length) == 0)
            facts->unit = units[i].metres;
    }
}

void assimp_find_facts(editor_importer *importer, const struct aiScene *scene)
{
    editor_model_facts *facts = &importer->facts;
    *facts = (editor_model_facts){.animations = scene->mNumAnimations};
    find_format(scene, facts->format);
    for (unsigned i = 0; i < scene->mNumMeshes; i++) {
        facts->skins += scene->mMeshes[i]->mNumBones > 0;
        facts->morphs += scene->mMeshes[i]->mNumAnimMeshes > 0;
    }
    const assimp_origin origin = assimp_find_origin(scene);
    if (origin == ASSIMP_FBX)
        find_fbx_units(scene, facts);
    else if (origin == ASSIMP_COLLADA)
        find_collada_units(scene, facts);
    else if (strstr(facts->format, "AMF") || strstr(facts->format, "Additive"))
        find_amf_units(importer, facts);
}
