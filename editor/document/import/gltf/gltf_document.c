// gltf_document.c: fields of the objects in a glTF file.
#include "document/import/gltf/gltf_document.h"

#include "system/text.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool gltf_refuse(const gltf_document *document, const char *format, ...)
{
    char text[400];
    va_list arguments;
    va_start(arguments, format);
    editor_text_print(text, sizeof(text), format, arguments);
    va_end(arguments);
    return editor_import_refuse(document->importer, "%s", text);
}

// A small file can stand for a huge model: accessors without data, and accessors that many meshes share. What its
// arrays, triangles and objects take in memory is bounded, with so much for each byte of its JSON, and of its buffers,
// which Draco packs closely.
enum { BYTES_PER_BYTE = 64, BYTES_PER_BUFFER_BYTE = 256 };

bool gltf_claim(const gltf_document *document, size_t bytes, const char *where)
{
    const size_t more = BYTES_PER_BYTE * document->importer->size + BYTES_PER_BUFFER_BYTE * document->buffer_size;
    return editor_import_claim(document->importer, bytes, more, document->data_size, where);
}

// cJSON bounds the depth.
static size_t count_values(const cJSON *json)
{
    size_t count = 1;
    for (const cJSON *item = json ? json->child : NULL; item; item = item->next)
        count += count_values(item);
    return count;
}

bool gltf_claim_walk(const gltf_document *document, const cJSON *json, const char *where)
{
    enum { BYTES_PER_VALUE = 256 };
    return gltf_claim(document, BYTES_PER_VALUE * count_values(json), where);
}

bool gltf_check_fields(const gltf_document *document, const cJSON *json, const char *where)
{
    enum { MOST = 256 };
    uint32_t count = 0;
    for (const cJSON *item = cJSON_IsObject(json) ? json->child : NULL; item; item = item->next) {
        if (++count > MOST)
            return gltf_refuse(document, "%s has an object of more than %u fields", where, (unsigned)MOST);
        if (strcmp(item->string, "extras") != 0 && !gltf_check_fields(document, item, where))
            return false;
    }
    return true;
}

bool gltf_can_decompress(const char *extension)
{
    return (EDITOR_MESHOPT &&
            (strcmp(extension, "EXT_meshopt_compression") == 0 || strcmp(extension, "KHR_meshopt_compression") == 0)) ||
           (EDITOR_DRACO && strcmp(extension, "KHR_draco_mesh_compression") == 0);
}

// --- Fields ---

cJSON *gltf_get(const cJSON *object, const char *key)
{
    return cJSON_GetObjectItemCaseSensitive(object, key);
}

const cJSON *gltf_get_extension(const cJSON *object, const char *extension)
{
    const cJSON *found = gltf_get(gltf_get(object, "extensions"), extension);
    return cJSON_IsObject(found) ? found : NULL;
}

const cJSON *gltf_get_meshopt(const cJSON *object)
{
    const cJSON *found = gltf_get_extension(object, "EXT_meshopt_compression");
    return found ? found : gltf_get_extension(object, "KHR_meshopt_compression");
}

bool gltf_get_size(const gltf_document *document, const cJSON *object, const char *key, const char *where, size_t *out)
{
    const cJSON *item = gltf_get(object, key);
    if (!item)
        return true;
    // 2^53: JSON numbers are exact integers up to here.
    if (!cJSON_IsNumber(item) || !(item->valuedouble >= 0) || item->valuedouble > 9007199254740992.0 ||
        item->valuedouble != floor(item->valuedouble))
        return gltf_refuse(document, "%s.%s is not a whole number", where, key);
    *out = (size_t)item->valuedouble;
    return true;
}

bool gltf_get_index(const gltf_document *document, const cJSON *object, const char *key, uint32_t limit,
                    const char *where, uint32_t *out)
{
    *out = EDITOR_NONE;
    if (!gltf_get(object, key))
        return true;
    size_t value = 0;
    if (!gltf_get_size(document, object, key, where, &value))
        return false;
    if (value >= limit)
        return gltf_refuse(document, "%s.%s is %zu, but there are only %u", where, key, value, (unsigned)limit);
    *out = (uint32_t)value;
    return true;
}

bool gltf_get_list_index(const gltf_document *document, const cJSON *object, const char *key, gltf_list_id list,
                         const char *where, uint32_t *out)
{
    *out = EDITOR_NONE;
    if (!gltf_get(object, key))
        return true;
    size_t value = 0;
    if (!gltf_get_size(document, object, key, where, &value))
        return false;
    if (value >= document->lists[list].count)
        return gltf_refuse(document, "%s.%s is %zu, but there are %u %s", where, key, value,
                           (unsigned)document->lists[list].count, document->lists[list].name);
    *out = (uint32_t)value;
    return true;
}

bool gltf_get_numbers(const gltf_document *document, const cJSON *object, const char *key, const char *where,
                      uint32_t count, double *out, bool *present)
{
    const cJSON *array = gltf_get(object, key);
    if (present)
        *present = array != NULL;
    if (!array)
        return true;
    double values[16];
    uint32_t used = 0;
    if (cJSON_IsArray(array)) {
        for (const cJSON *item = array->child; item; item = item->next) {
            if (used == count || !cJSON_IsNumber(item) || !isfinite(item->valuedouble)) {
                used = EDITOR_NONE;
                break;
            }
            values[used++] = item->valuedouble;
        }
    }
    if (used != count)
        return gltf_refuse(document, "%s.%s is not an array of %u finite numbers", where, key, (unsigned)count);
    memcpy(out, values, count * sizeof(*out));
    return true;
}

bool gltf_get_number(const gltf_document *document, const cJSON *object, const char *key, const char *where,
                     double *out)
{
    const cJSON *item = gltf_get(object, key);
    if (!item)
        return true;
    if (!cJSON_IsNumber(item) || !isfinite(item->valuedouble))
        return gltf_refuse(document, "%s.%s is not a finite number", where, key);
    *out = item->valuedouble;
    return true;
}

bool gltf_get_bool(const gltf_document *document, const cJSON *object, const char *key, const char *where, bool *out)
{
    const cJSON *item = gltf_get(object, key);
    if (!item)
        return true;
    if (!cJSON_IsBool(item))
        return gltf_refuse(document, "%s.%s must be true or false", where, key);
    *out = cJSON_IsTrue(item);
    return true;
}

bool gltf_get_array(const gltf_document *document, const cJSON *object, const char *key, const char *where,
                    const cJSON **out)
{
    *out = gltf_get(object, key);
    if (*out && !cJSON_IsArray(*out))
        return gltf_refuse(document, "%s.%s is not an array", where, key);
    return true;
}

const char *gltf_get_text(const cJSON *object, const char *key)
{
    const char *text = cJSON_GetStringValue(gltf_get(object, key));
    return text && text[0] ? text : NULL;
}
