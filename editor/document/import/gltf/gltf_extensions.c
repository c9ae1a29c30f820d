// gltf_extensions.c: which extensions are read, and warnings about the uses of those that are not.
#include "document/import/gltf/gltf_document.h"

#include <stdio.h>
#include <string.h>

typedef enum extension_support {
    REFUSED,    // geometry or transforms would be wrong
    READ,       // or has no effect on what is seen and picked, or is told elsewhere
    NOT_DRAWN,  // changes only how things look: a warning
    NOT_WHOLE,  // drawn in part: a warning
    NOT_PLAYED, // changes only what moves: a warning where it moves what is not played
    IGNORED     // changes no shape and no place within the model: a warning
} extension_support;

static extension_support find_support(const char *name)
{
    static const struct {
        const char *name;
        extension_support support;
    } rows[] = {
        {"KHR_mesh_quantization", READ},
        {"KHR_texture_transform", READ},
        {"KHR_node_visibility", READ},
        {"EXT_mesh_gpu_instancing", READ},
        {"KHR_lights_punctual", READ},
        {"KHR_materials_unlit", READ},
        {"KHR_materials_emissive_strength", READ},
        {"KHR_materials_pbrSpecularGlossiness", NOT_WHOLE},
        {"EXT_texture_webp", READ},
        {"KHR_xmp_json_ld", READ},
        {"EXT_structural_metadata", READ},
        {"EXT_mesh_features", READ},
        {"FB_ngon_encoding", READ},
        {"EXT_instance_features", READ},
        {"EXT_texture_avif", NOT_DRAWN},
        {"MSFT_texture_dds", NOT_DRAWN},
        {"EXT_lights_image_based", NOT_DRAWN},
        {"EXT_lights_ies", NOT_DRAWN},
        {"KHR_materials_variants", READ}, // gltf_choose.c names them
        {"KHR_texture_basisu", READ},     // gltf_material.c names the textures that have no other form
        {"KHR_animation_pointer", NOT_PLAYED},
        {"KHR_techniques_webgl", NOT_DRAWN},
        {"KHR_blend", NOT_DRAWN},
        {"MSFT_lod", NOT_DRAWN},
        {"CESIUM_primitive_outline", NOT_DRAWN},
        {"CESIUM_RTC", IGNORED}, // where on Earth the model is; with which axes depends on who wrote it
        {"KHR_interactivity", IGNORED},
        {"KHR_node_selectability", IGNORED},
        {"KHR_node_hoverability", IGNORED},
        {"KHR_physics_rigid_bodies", IGNORED},
        {"AGI_articulations", IGNORED},
        {"VRM", IGNORED},
    };
    if (gltf_can_decompress(name))
        return READ;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        if (strcmp(name, rows[i].name) == 0)
            return rows[i].support;
    }
    return strncmp(name, "KHR_materials_", 14) == 0 ? NOT_DRAWN : REFUSED;
}

// What is missing from the picture where the extension is used. False: nothing.
static bool describe(const char *name, char what[160])
{
    static const char *const words[] = {[REFUSED] = "is not honoured",
                                        [NOT_DRAWN] = "is not drawn",
                                        [NOT_WHOLE] = "is drawn without its gloss",
                                        [NOT_PLAYED] = "is not played",
                                        [IGNORED] = "is not honoured"};
    const extension_support support = find_support(name);
    if (support == READ)
        return false;
    snprintf(what, 160, "glTF extension %.100s %s", name, words[support]);
    return true;
}

static bool is_told(const gltf_document *document, const char *name)
{
    char what[160];
    return describe(name, what) && editor_import_has_tally(document->importer, what);
}

// Adds a use of an extension to the warnings.
static void note_use(const gltf_document *document, const char *name, const char *where)
{
    enum { KINDS = 100 }; // of warnings: a broken file may have any number of names
    char what[160];
    if (!describe(name, what))
        return;
    if (document->importer->tally_count >= KINDS && !editor_import_has_tally(document->importer, what))
        snprintf(what, sizeof(what), "further glTF extensions are not honoured");
    editor_import_tally(document->importer, what, "%s", where);
}

// Whether it is a pointer of a channel that gltf_motion.c plays.
static bool is_played(const cJSON *extension)
{
    return strcmp(extension->string, "KHR_animation_pointer") == 0 &&
           gltf_can_play_pointer(gltf_get_text(extension, "pointer"));
}

// Notes the extensions of a value and of all that is in it. cJSON bounds the depth.
static void note_uses(const gltf_document *document, const cJSON *json, const char *where)
{
    for (const cJSON *item = json->child; item; item = item->next) {
        const bool is_field = cJSON_IsObject(json) && item->string;
        if (is_field && strcmp(item->string, "extras") == 0)
            continue; // of the application
        if (is_field && strcmp(item->string, "extensions") == 0 && cJSON_IsObject(item)) {
            for (const cJSON *extension = item->child; extension; extension = extension->next) {
                if (!is_played(extension))
                    note_use(document, extension->string, where);
            }
        }
        note_uses(document, item, where);
    }
}

static bool check_required(const gltf_document *document, const cJSON *required)
{
    for (const cJSON *item = required ? required->child : NULL; item; item = item->next) {
        const char *name = cJSON_GetStringValue(item);
        if (!name)
            return gltf_refuse(document, "glTF.extensionsRequired holds something that is not a name");
        if (find_support(name) == REFUSED)
            return gltf_refuse(document, "needs the glTF extension %.100s, which is not supported", name);
    }
    return true;
}

// Notes the uses in what the file holds, by number: "materials[3]". A use need not be declared.
static void note_all_uses(const gltf_document *document)
{
    for (const cJSON *top = document->root->child; top; top = top->next) {
        if (strcmp(top->string, "extras") == 0)
            continue;
        if (!cJSON_IsArray(top)) {
            note_uses(document, top, "glTF");
            if (strcmp(top->string, "extensions") != 0 || !cJSON_IsObject(top))
                continue;
            for (const cJSON *extension = top->child; extension; extension = extension->next)
                note_use(document, extension->string, "glTF");
            continue;
        }
        uint32_t number = 0;
        for (const cJSON *item = top->child; item; item = item->next, number++) {
            char where[64];
            snprintf(where, sizeof(where), "%.40s[%u]", top->string, (unsigned)number);
            note_uses(document, item, where);
        }
    }
}

bool gltf_check_extensions(const gltf_document *document)
{
    const cJSON *required, *used;
    if (!gltf_get_array(document, document->root, "extensionsRequired", "glTF", &required) ||
        !gltf_get_array(document, document->root, "extensionsUsed", "glTF", &used) ||
        !check_required(document, required))
        return false;
    note_all_uses(document);
    for (const cJSON *item = used ? used->child : NULL; item; item = item->next) {
        const char *name = cJSON_GetStringValue(item);
        if (name && find_support(name) != NOT_PLAYED && !is_told(document, name))
            note_use(document, name, "glTF.extensionsUsed");
    }
    return true;
}
