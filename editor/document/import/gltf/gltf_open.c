// gltf_open.c: opens a glTF document: finds and parses its JSON, checks version, extensions and references.
#include "document/import/gltf/gltf_document.h"

#include "system/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// --- Container ---

#define GLB_CHUNK_JSON 0x4e4f534au
#define GLB_CHUNK_BIN 0x004e4942u

static uint32_t read_u32(const uint8_t *bytes)
{
    return (uint32_t)bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 | (uint32_t)bytes[3] << 24;
}

// gltf-pipeline converts both forms: https://github.com/CesiumGS/gltf-pipeline.
static bool refuse_old(const gltf_document *document)
{
    return gltf_refuse(document, "glTF 1.0: convert it with gltf-pipeline -i FILE -o NEW.glb");
}

// Finds the JSON in the file; for a .glb also the binary chunk.
static bool find_json(gltf_document *document, const uint8_t **json, size_t *json_size)
{
    const uint8_t *bytes = document->importer->bytes;
    size_t size = document->importer->size;
    if (size < 4 || memcmp(bytes, "glTF", 4) != 0) {
        const size_t mark = editor_text_mark((const char *)bytes, size);
        *json = bytes + mark;
        *json_size = size - mark;
        return true;
    }
    if (size < 20)
        return gltf_refuse(document, "binary glTF truncated in its header, at byte %zu", size);
    uint32_t version = read_u32(bytes + 4);
    uint32_t length = read_u32(bytes + 8);
    if (version == 1)
        return refuse_old(document);
    if (version != 2)
        return gltf_refuse(document, "binary glTF of version %u, not 2", (unsigned)version);
    if (length > size)
        return gltf_refuse(document, "binary glTF truncated: its header says %u bytes, the file has %zu",
                           (unsigned)length, size);
    uint32_t chunk_number = 0;
    size_t at = 12;
    for (; length >= at + 8; chunk_number++) {
        uint32_t chunk_length = read_u32(bytes + at);
        uint32_t type = read_u32(bytes + at + 4);
        at += 8;
        if (chunk_length > length - at)
            return gltf_refuse(document, "chunk %u has %u bytes, the file only %zu more", (unsigned)chunk_number,
                               (unsigned)chunk_length, (size_t)length - at);
        if (chunk_number == 0 && type != GLB_CHUNK_JSON)
            return gltf_refuse(document, "the first chunk is not JSON");
        if (chunk_number == 0) {
            *json = bytes + at;
            *json_size = chunk_length;
        } else if (type == GLB_CHUNK_BIN && !document->chunk) {
            document->chunk = bytes + at;
            document->chunk_size = chunk_length;
        }
        at += chunk_length;
    }
    if (chunk_number == 0)
        return gltf_refuse(document, "binary glTF truncated in the header of chunk 0, at byte %u", (unsigned)length);
    if (at < length) // some writers count what pads the file to a whole number of words
        editor_level_add_warning(document->importer->level, "binary glTF: %zu bytes behind the last chunk are not read",
                                 length - at);
    return true;
}

// The byte behind the string that begins with the quote at `begin`, or `end`.
static const char *skip_string(const char *begin, const char *end)
{
    const char *quote = begin;
    while ((quote = memchr(quote + 1, '"', (size_t)(end - quote - 1))) != NULL) {
        const char *back = quote;
        while (back[-1] == '\\')
            back--;
        if ((quote - back) % 2 == 0)
            return quote + 1;
    }
    return end;
}

// Whether cJSON can parse the text in little memory besides a copy of it: a value takes tens of bytes, but may have two
// in the file. Strings count little: buffers lie in them as base64.
static bool check_values(const gltf_document *document, const char *text, size_t size)
{
    enum { BYTES_PER_VALUE = 80, BYTES_PER_STRING = 32, MOST = 768 << 20 };
    const char *const end = text + size;
    size_t bytes = 0;
    for (const char *at = text; at < end && bytes <= MOST;) {
        if (*at == '"') {
            bytes += BYTES_PER_STRING; // names of fields, too
            at = skip_string(at, end);
            continue;
        }
        bytes += *at == ',' || *at == '[' || *at == '{' ? BYTES_PER_VALUE : 0;
        at++;
    }
    return bytes <= MOST || gltf_refuse(document, "its JSON holds too many values");
}

static bool parse_json(gltf_document *document, const uint8_t *json, size_t size)
{
    const char *end = NULL;
    const char *text = (const char *)json;
    if (!check_values(document, text, size))
        return false;
    document->root = cJSON_ParseWithLengthOpts(text, size, &end, false);
    if (document->root && cJSON_IsObject(document->root)) {
        // Only white space may follow the object (a .glb pads its JSON).
        for (; end < text + size && *end; end++) {
            if (*end != ' ' && *end != '\n' && *end != '\r' && *end != '\t')
                return gltf_refuse(document, "not JSON: text after its end, at byte %zu", (size_t)(end - text));
        }
        return true;
    }
    if (document->root)
        return gltf_refuse(document, "not a glTF file: the JSON is not an object");
    size_t line = 1, column = 1;
    for (const char *c = text; end && c < end && c < text + size; c++) {
        column = *c == '\n' ? 1 : column + 1;
        line += *c == '\n';
    }
    return gltf_refuse(document, "not a glTF file: the JSON is broken or truncated, line %zu, column %zu", line,
                       column);
}

// --- Top level ---

static bool read_list(gltf_document *document, gltf_list *list)
{
    const cJSON *array;
    if (!gltf_get_array(document, document->root, list->name, "glTF", &array) || !array)
        return !document->importer->error->text[0];
    uint32_t count = 0;
    for (const cJSON *item = array->child; item; item = item->next)
        count++;
    list->items = editor_import_allocate(document->importer, count, sizeof(*list->items));
    if (!list->items)
        return false;
    for (cJSON *item = array->child; item; item = item->next) {
        if (!cJSON_IsObject(item))
            return gltf_refuse(document, "%s[%u] is not an object", list->name, (unsigned)list->count);
        list->items[list->count++] = item;
    }
    return true;
}

// Lists are objects before 2.0, and the version may be missing or a number.
static bool is_old(const gltf_document *document)
{
    const cJSON *version = gltf_get(gltf_get(document->root, "asset"), "version");
    const char *text = cJSON_GetStringValue(version);
    if (text)
        return strcmp(text, "1") == 0 || strncmp(text, "1.", 2) == 0 || strncmp(text, "0.", 2) == 0;
    return cJSON_IsNumber(version) ? version->valuedouble < 2
                                   : cJSON_IsObject(gltf_get(document->root, "meshes")) ||
                                         cJSON_IsObject(gltf_get(document->root, "nodes"));
}

static bool check_version(const gltf_document *document)
{
    const cJSON *asset = gltf_get(document->root, "asset");
    const char *version = gltf_get_text(asset, "version");
    if (is_old(document))
        return refuse_old(document);
    if (!version)
        return gltf_refuse(document, "not a glTF file: asset.version is missing");
    if (version[0] != '2' || version[1] != '.')
        return gltf_refuse(document, "glTF of version %.20s, not 2", version);
    return true;
}

static bool has_targets(const cJSON *mesh)
{
    const cJSON *primitives = gltf_get(mesh, "primitives"), *first = primitives ? primitives->child : NULL;
    return cJSON_IsArray(gltf_get(first, "targets"));
}

static bool note_facts(const gltf_document *document)
{
    const cJSON *animations;
    if (!gltf_get_array(document, document->root, "animations", "glTF", &animations))
        return false;
    const int clips = animations ? cJSON_GetArraySize(animations) : 0;
    editor_model_facts *facts = &document->importer->facts;
    *facts = (editor_model_facts){.format = "glTF 2.0", .unit = 1, .up = EDITOR_AXIS_Y, .is_converted = true};
    facts->animations = (uint32_t)clips;
    facts->skins = document->lists[GLTF_SKINS].count;
    for (uint32_t i = 0; i < document->lists[GLTF_MESHES].count; i++)
        facts->morphs += has_targets(document->lists[GLTF_MESHES].items[i]);
    return true;
}

// --- References that the reader may not follow itself ---

static bool check_reference(const gltf_document *document, const cJSON *object, const char *key, gltf_list_id list,
                            const char *where)
{
    uint32_t ignored;
    return gltf_get_list_index(document, object, key, list, where, &ignored);
}

static bool check_texture(const gltf_document *document, const cJSON *owner, const char *key, const char *where)
{
    char info_where[96];
    snprintf(info_where, sizeof(info_where), "%s.%s", where, key);
    return check_reference(document, gltf_get(owner, key), "index", GLTF_TEXTURES, info_where);
}

static bool check_item(const gltf_document *document, gltf_list_id list, const cJSON *json, const char *where)
{
    switch (list) {
    case GLTF_ACCESSORS:
    case GLTF_CAMERAS:
    case GLTF_MESHES:
    case GLTF_SAMPLERS:
        return gltf_check_fields(document, json, where);
    case GLTF_IMAGES:
        return check_reference(document, json, "bufferView", GLTF_VIEWS, where);
    case GLTF_TEXTURES:
        return gltf_check_fields(document, json, where) &&
               check_reference(document, json, "source", GLTF_IMAGES, where) &&
               check_reference(document, json, "sampler", GLTF_SAMPLERS, where);
    case GLTF_MATERIALS:
        return check_texture(document, json, "normalTexture", where) &&
               check_texture(document, json, "occlusionTexture", where) &&
               check_texture(document, json, "emissiveTexture", where) &&
               check_texture(document, gltf_get(json, "pbrMetallicRoughness"), "metallicRoughnessTexture", where);
    default:
        return true; // checked where it is read
    }
}

static bool check_references(const gltf_document *document)
{
    for (int list = 0; list < GLTF_LIST_COUNT; list++) {
        for (uint32_t i = 0; i < document->lists[list].count; i++) {
            char where[32];
            snprintf(where, sizeof(where), "%s[%u]", document->lists[list].name, (unsigned)i);
            if (!check_item(document, (gltf_list_id)list, document->lists[list].items[i], where))
                return false;
        }
    }
    return true;
}

bool gltf_document_open(gltf_document *document, editor_importer *importer)
{
    static const char *const names[GLTF_LIST_COUNT] = {"buffers",  "bufferViews", "accessors", "images",
                                                       "samplers", "textures",    "materials", "meshes",
                                                       "nodes",    "skins",       "scenes",    "cameras"};
    *document = (gltf_document){.importer = importer};
    const uint8_t *json = NULL;
    size_t json_size = 0;
    if (!find_json(document, &json, &json_size) || !parse_json(document, json, json_size) || !check_version(document) ||
        !gltf_check_extensions(document))
        return false;
    for (int i = 0; i < GLTF_LIST_COUNT; i++) {
        document->lists[i].name = names[i];
        if (!read_list(document, &document->lists[i]))
            return false;
    }
    if (!note_facts(document) || !gltf_read_buffers(document) || !gltf_read_views(document))
        return false;
    if (importer->only_boxes)
        return gltf_can_be_boxes(document) && gltf_read_accessors(document) && check_references(document);
    return gltf_expand_views(document) && gltf_read_accessors(document) && gltf_expand_primitives(document) &&
           check_references(document);
}

void gltf_document_close(gltf_document *document)
{
    for (uint32_t i = 0; document->buffers && i < document->lists[GLTF_BUFFERS].count; i++)
        free(document->buffers[i].owned);
    for (uint32_t i = 0; i < document->block_count; i++)
        free(document->blocks[i]);
    free(document->blocks);
    editor_hash_index_free(&document->buffer_paths);
    editor_hash_index_free(&document->buffer_contents);
    free(document->buffers);
    free(document->views);
    free(document->accessors);
    for (int i = 0; i < GLTF_LIST_COUNT; i++)
        free(document->lists[i].items);
    cJSON_Delete(document->root);
}
