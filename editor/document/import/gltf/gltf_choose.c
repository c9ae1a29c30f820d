// gltf_choose.c: the scene and the material variant that are read, by name or number.
#include "document/import/gltf/gltf_import.h"

#include "document/level/names.h"
#include "system/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NAME_LIMIT = 200 }; // bytes of a name that is offered

// '"day", "night", number 2': names, and the numbers of those without one. `left_out`: not listed.
static void put_names(const cJSON *list, uint32_t left_out, editor_text *out)
{
    uint32_t number = 0;
    const char *comma = "";
    for (const cJSON *item = list ? list->child : NULL; item; item = item->next, number++) {
        const char *name = gltf_get_text(item, "name");
        if (number == left_out)
            continue;
        editor_text_put(out, comma);
        comma = ", ";
        if (name) {
            editor_text_put(out, "\"");
            editor_text_put(out, name);
            editor_text_put(out, "\"");
        } else {
            editor_text_format(out, "number %u", (unsigned)number);
        }
    }
}

// A name goes before a number that reads alike. EDITOR_NONE: there is none.
static uint32_t find(const cJSON *list, const char *wanted)
{
    uint32_t number = 0;
    for (const cJSON *item = list ? list->child : NULL; item; item = item->next, number++) {
        const char *name = gltf_get_text(item, "name");
        if (name && strcmp(name, wanted) == 0)
            return number;
    }
    const size_t length = strlen(wanted);
    if (length == 0 || length > 9 || strspn(wanted, "0123456789") != length)
        return EDITOR_NONE;
    const uint32_t chosen = (uint32_t)strtoul(wanted, NULL, 10);
    return chosen < number ? chosen : EDITOR_NONE;
}

// What was chosen is not in the file: a warning if the file `may_lack` it, else the refusal. False: refused.
static bool pass_over(const gltf_document *document, const cJSON *list, const char *what, const char *wanted,
                      bool may_lack)
{
    editor_text names = {0};
    put_names(list, EDITOR_NONE, &names);
    char there[260];
    snprintf(there, sizeof(there), "the file has %.240s", names.data ? names.data : "none");
    if (may_lack)
        editor_import_tell_gone(document->importer, what, wanted, there);
    else
        gltf_refuse(document, "there is no %s \"%.60s\"; %s", what, wanted, there);
    editor_text_free(&names);
    return may_lack;
}

// "WHAT: names of the others".
static void warn(const gltf_document *document, const cJSON *list, uint32_t chosen, const char *what)
{
    editor_text names = {0};
    put_names(list, chosen, &names);
    editor_level_add_warning(document->importer->level, "%s: %.350s", what, names.data ? names.data : "");
    editor_text_free(&names);
}

// Lists what chooses each of the first ones. False: out of memory.
static bool list_choices(const gltf_document *document, const cJSON *list, char ***texts, uint32_t *count)
{
    bool named_so[EDITOR_CHOICE_LIMIT] = {false}; // one has a name that reads like this number
    uint32_t total = 0;
    for (const cJSON *item = list ? list->child : NULL; item; item = item->next, total++) {
        const char *name = gltf_get_text(item, "name");
        char digits[12];
        const unsigned long number = name && strlen(name) <= 3 ? strtoul(name, NULL, 10) : EDITOR_CHOICE_LIMIT;
        snprintf(digits, sizeof(digits), "%lu", number);
        if (number < EDITOR_CHOICE_LIMIT && strcmp(name, digits) == 0)
            named_so[number] = true;
    }
    if (total == 0)
        return true;
    const uint32_t room = total < EDITOR_CHOICE_LIMIT ? total : EDITOR_CHOICE_LIMIT;
    *texts = editor_import_allocate(document->importer, room, sizeof(**texts));
    const cJSON *item = *texts ? list->child : NULL;
    for (uint32_t i = 0; i < room && item; item = item->next, i++) {
        const char *name = gltf_get_text(item, "name");
        bool is_first = name && name[0] && strlen(name) <= NAME_LIMIT && editor_name_is_valid(name);
        for (uint32_t k = 0; k < i && is_first; k++)
            is_first = strcmp((*texts)[k], name) != 0;
        char number[12];
        snprintf(number, sizeof(number), "%u", (unsigned)i);
        if (!is_first && named_so[i])
            break; // nothing chooses it
        (*texts)[i] = editor_text_copy(is_first ? name : number);
        if (!(*texts)[i])
            return editor_import_out_of_memory(document->importer);
        *count = i + 1;
    }
    return *texts != NULL;
}

bool gltf_choose_scene(const gltf_document *document, uint32_t *out)
{
    const char *wanted = document->importer->scene;
    const cJSON *scenes = gltf_get(document->root, "scenes"); // an array of objects: the document has checked it
    const uint32_t count = document->lists[GLTF_SCENES].count;
    if (!gltf_get_list_index(document, document->root, "scene", GLTF_SCENES, "glTF", out))
        return false;
    if (*out == EDITOR_NONE && count > 0)
        *out = 0;
    editor_model_choices *choices = &document->importer->choices;
    choices->scene = *out == EDITOR_NONE ? 0 : *out;
    if (!list_choices(document, scenes, &choices->scenes, &choices->scene_count))
        return false;
    const uint32_t found = wanted ? find(scenes, wanted) : EDITOR_NONE;
    document->importer->lacks_scene = wanted && found == EDITOR_NONE;
    if (found != EDITOR_NONE)
        *out = found;
    else if (wanted && !pass_over(document, scenes, "scene", wanted, document->importer->may_lack_scene))
        return false;
    char what[80];
    snprintf(what, sizeof(what), "only one of %u scenes is read, not", (unsigned)count);
    if (count > 1)
        warn(document, scenes, *out, what);
    return true;
}

bool gltf_choose_variant(gltf_import *import)
{
    const gltf_document *document = &import->document;
    const char *wanted = document->importer->variant;
    const cJSON *variants = gltf_get(gltf_get_extension(document->root, "KHR_materials_variants"), "variants");
    if (!cJSON_IsArray(variants))
        variants = NULL;
    const uint32_t count = variants ? (uint32_t)cJSON_GetArraySize(variants) : 0;
    editor_model_choices *choices = &document->importer->choices;
    if (!list_choices(document, variants, &choices->variants, &choices->variant_count))
        return false;
    import->variant = wanted ? find(variants, wanted) : EDITOR_NONE;
    document->importer->lacks_variant = wanted && import->variant == EDITOR_NONE;
    if (document->importer->lacks_variant &&
        !pass_over(document, variants, "material variant", wanted, document->importer->may_lack_variant))
        return false;
    const uint32_t others = count - (import->variant != EDITOR_NONE);
    char what[80];
    snprintf(what, sizeof(what), "%u material variant%s not shown", (unsigned)others, others == 1 ? " is" : "s are");
    if (others > 0)
        warn(document, variants, import->variant, what);
    return true;
}

bool gltf_variant_material(const gltf_import *import, const cJSON *primitive, const char *where, uint32_t *material)
{
    const cJSON *mappings;
    if (import->variant == EDITOR_NONE)
        return true;
    if (!gltf_get_array(&import->document, gltf_get_extension(primitive, "KHR_materials_variants"), "mappings", where,
                        &mappings))
        return false;
    for (const cJSON *mapping = mappings ? mappings->child : NULL; mapping; mapping = mapping->next) {
        const cJSON *variants;
        uint32_t own;
        if (!gltf_get_array(&import->document, mapping, "variants", where, &variants) ||
            !gltf_get_list_index(&import->document, mapping, "material", GLTF_MATERIALS, where, &own))
            return false;
        for (const cJSON *item = variants ? variants->child : NULL; item; item = item->next) {
            if (cJSON_IsNumber(item) && item->valuedouble == (double)import->variant && own != EDITOR_NONE)
                *material = own;
        }
    }
    return true;
}
