// gltf_buffer.c: buffers, views and accessors of a glTF file.
#include "document/import/common/uri.h"
#include "document/import/gltf/gltf_document.h"
#include "system/path.h"
#include "system/text.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// A small file can stand for many elements that are zeros for want of a buffer: they are limited as gltf_claim limits
// bytes.
enum { FREE_ZEROS = 1 << 20, ZEROS_PER_BYTE = 16 };

bool gltf_check_buffer(const gltf_document *document, uint32_t number, const char *where)
{
    const gltf_buffer *buffer = &document->buffers[number];
    const char *uri = gltf_get_text(document->lists[GLTF_BUFFERS].items[number], "uri");
    if (buffer->missing)
        return gltf_refuse(document, "buffers[%u]: \"%.150s\": %s", (unsigned)number, uri ? uri : "", buffer->missing);
    if (!buffer->bytes)
        return gltf_refuse(document, "%s: buffers[%u] has no data", where, (unsigned)number);
    return buffer->stated <= buffer->size ||
           gltf_refuse(document, "buffers[%u] says %zu bytes, but its data has %zu: truncated?", (unsigned)number,
                       buffer->stated, buffer->size);
}

// --- Reading the descriptions ---

static bool read_data_uri(gltf_document *document, gltf_buffer *buffer, const char *uri, uint32_t number)
{
    size_t size = 0;
    const char *fault = editor_data_uri_decode(uri, &buffer->owned, &size);
    if (fault)
        return gltf_refuse(document, "buffers[%u]: %s", (unsigned)number, fault);
    buffer->bytes = buffer->owned;
    buffer->size = size;
    return true;
}

// meshopt compression: whether it only has what compressed views have too.
static bool is_fallback(const gltf_document *document, uint32_t number)
{
    const cJSON *extension = gltf_get_meshopt(document->lists[GLTF_BUFFERS].items[number]);
    return extension && gltf_can_decompress(extension->string) && cJSON_IsTrue(gltf_get(extension, "fallback"));
}

static void share_buffer(gltf_buffer *buffer, const gltf_buffer *first)
{
    buffer->bytes = first->bytes;
    buffer->size = buffer->read_size = first->read_size;
}

// Takes the bytes of a file, unless a buffer has the same: a small file may name a large one again and again.
static bool take_file(gltf_document *document, gltf_buffer *buffer, uint8_t *bytes, size_t size, uint32_t number)
{
    const bool is_alone = document->lists[GLTF_BUFFERS].count == 1;
    const editor_hash content = editor_hash_bytes(bytes, is_alone ? 0 : size);
    const uint32_t first = editor_hash_index_find(&document->buffer_contents, content);
    if (first != EDITOR_HASH_UNKNOWN) {
        free(bytes);
        share_buffer(buffer, &document->buffers[first]);
        return gltf_claim(document, size, "buffers"); // it was read once more, under another name
    }
    editor_hash_index_add(&document->buffer_contents, content, number);
    buffer->bytes = buffer->owned = bytes;
    buffer->size = buffer->read_size = size;
    return true;
}

// Where the file of a buffer is, or NULL: out of memory. The caller frees it.
static char *find_path(const gltf_document *document, const char *uri)
{
    char *relative = editor_text_copy(uri);
    if (relative)
        editor_uri_decode(relative);
    char *path = relative ? editor_path_beside(document->importer->path, relative) : NULL;
    free(relative);
    if (!path)
        editor_import_out_of_memory(document->importer);
    return path;
}

static bool is_file(const char *uri)
{
    return uri && strncmp(uri, "data:", 5) != 0 && uri[0] != '/' && !strstr(uri, "://");
}

// Finds what is read of each file: as much as the buffers state that name it.
static bool measure_file(gltf_document *document, const char *uri, uint32_t number)
{
    char *path = find_path(document, uri);
    if (!path)
        return false;
    const editor_hash name = editor_hash_bytes(path, strlen(path));
    free(path);
    const uint32_t known = editor_hash_index_find(&document->buffer_paths, name);
    const uint32_t first = known == EDITOR_HASH_UNKNOWN ? number : known;
    gltf_buffer *buffer = &document->buffers[first];
    if (first == number)
        editor_hash_index_add(&document->buffer_paths, name, number);
    if (buffer->wanted < document->buffers[number].stated)
        buffer->wanted = document->buffers[number].stated;
    document->buffers[number].first = first;
    return true;
}

// Reads the first `size` bytes of a file that has more, and closes it. It is not noted by its content, which is not
// known: the model is not cached.
static editor_file_result read_start(editor_importer *importer, const char *path, FILE *file, size_t size,
                                     uint8_t **bytes)
{
    const editor_file_stamp stamp = editor_file_look(path);
    const editor_file_result result = editor_file_read_first(file, size, importer->level->progress, bytes);
    editor_import_note(importer, path, result, NULL, 0);
    if (result != EDITOR_FILE_OK)
        return result;
    editor_import_count_read(importer, path, size);
    editor_import_add_source(importer, path, stamp);
    return EDITOR_FILE_OK;
}

// Reads as much of a buffer's file as is stated. A file may have more: some bytes that pad it are read with it, so that
// the cache knows it by its content.
static editor_file_result read_stated(gltf_document *document, const char *path, size_t stated, uint8_t **bytes,
                                      size_t *size)
{
    enum { PADDING = 1 << 20 };
    const size_t left = EDITOR_MODEL_FILE_LIMIT - document->file_size; // of all buffers together
    const size_t wanted = stated < left ? stated : left, most = left - wanted > PADDING ? wanted + PADDING : left;
    editor_importer *importer = document->importer;
    FILE *file;
    uint64_t there;
    editor_file_result result = editor_reference_open(importer->path, path, &file);
    const bool is_longer =
        result == EDITOR_FILE_OK && stated <= left && editor_file_find_size(file, &there) && there > most;
    *size = wanted;
    if (is_longer) {
        result = read_start(importer, path, file, wanted, bytes);
    } else {
        if (result == EDITOR_FILE_OK)
            (void)fclose(file);
        result = editor_import_read(importer, path, most, importer->level->progress, bytes, size);
    }
    document->file_size += result == EDITOR_FILE_OK ? *size : 0;
    return result;
}

static bool read_buffer_file(gltf_document *document, gltf_buffer *buffer, const char *uri, uint32_t number)
{
    editor_importer *importer = document->importer;
    const gltf_buffer *first = &document->buffers[buffer->first];
    if (buffer->first != number && first->bytes) {
        share_buffer(buffer, first);
        return true;
    }
    char *path = find_path(document, uri);
    if (!path)
        return false;
    uint8_t *bytes = NULL;
    size_t size = 0;
    const editor_file_result result = read_stated(document, path, first->wanted, &bytes, &size);
    free(path);
    if (result == EDITOR_FILE_MISSING && is_fallback(document, number)) {
        buffer->size = buffer->stated;
        return true;
    }
    if (result != EDITOR_FILE_OK) {
        buffer->missing = editor_file_result_text(result);
        buffer->size = buffer->stated;
        if (result == EDITOR_FILE_OUT_OF_MEMORY || result == EDITOR_FILE_CANCELLED || result == EDITOR_FILE_TOO_MANY)
            return gltf_check_buffer(document, number, "");
        // It may hold nothing but animations.
        editor_import_tally(importer, buffer->missing, "buffers[%u], \"%.100s\"", (unsigned)number, uri);
        return true;
    }
    const size_t padding = size > first->wanted ? size - first->wanted : 0;
    return take_file(document, buffer, bytes, size, number) && gltf_claim(document, padding, "buffers");
}

static bool state_buffer(gltf_document *document, uint32_t number)
{
    const cJSON *json = document->lists[GLTF_BUFFERS].items[number];
    char where[32];
    snprintf(where, sizeof(where), "buffers[%u]", (unsigned)number);
    const char *uri = gltf_get_text(json, "uri");
    return gltf_get_size(document, json, "byteLength", where, &document->buffers[number].stated) &&
           (document->importer->only_boxes || !is_file(uri) || measure_file(document, uri, number));
}

static bool read_buffer(gltf_document *document, uint32_t number)
{
    gltf_buffer *buffer = &document->buffers[number];
    const cJSON *json = document->lists[GLTF_BUFFERS].items[number];
    char where[32];
    snprintf(where, sizeof(where), "buffers[%u]", (unsigned)number);
    const size_t stated = buffer->stated;
    if (document->importer->only_boxes) {
        buffer->size = stated;
        document->data_size += stated;
        return true;
    }
    const char *uri = gltf_get_text(json, "uri");
    if (uri && strncmp(uri, "data:", 5) == 0) {
        if (!read_data_uri(document, buffer, uri, number))
            return false;
    } else if (is_file(uri)) {
        if (!read_buffer_file(document, buffer, uri, number))
            return false;
    } else if (number == 0 && document->chunk) {
        buffer->bytes = document->chunk;
        buffer->size = document->chunk_size;
    } else {
        buffer->size = stated;
        return true; // no data, or not beside the file: refused when it is read
    }
    if (stated > buffer->size)
        editor_import_tally(document->importer, "its data are shorter than it says", "%s", where);
    else
        buffer->size = stated;
    return true;
}

bool gltf_read_buffers(gltf_document *document)
{
    uint32_t count = document->lists[GLTF_BUFFERS].count;
    document->buffers = editor_import_allocate(document->importer, count, sizeof(*document->buffers));
    if (!document->buffers)
        return false;
    document->data_size = document->importer->size;
    for (uint32_t i = 0; i < count; i++) {
        if (!state_buffer(document, i))
            return false;
    }
    for (uint32_t i = 0; i < count; i++) {
        if (!read_buffer(document, i))
            return false;
        const gltf_buffer *buffer = &document->buffers[i];
        const bool is_own = buffer->owned || buffer->bytes == document->chunk;
        document->buffer_size += buffer->bytes && is_own ? buffer->size : 0;
    }
    document->data_size += document->buffer_size;
    return true;
}

bool gltf_read_views(gltf_document *document)
{
    uint32_t count = document->lists[GLTF_VIEWS].count;
    document->views = editor_import_allocate(document->importer, count, sizeof(*document->views));
    for (uint32_t i = 0; document->views && i < count; i++) {
        gltf_view *view = &document->views[i];
        const cJSON *json = document->lists[GLTF_VIEWS].items[i];
        char where[32];
        snprintf(where, sizeof(where), "bufferViews[%u]", (unsigned)i);
        if (!gltf_get_list_index(document, json, "buffer", GLTF_BUFFERS, where, &view->buffer) ||
            !gltf_get_size(document, json, "byteOffset", where, &view->offset) ||
            !gltf_get_size(document, json, "byteLength", where, &view->length) ||
            !gltf_get_size(document, json, "byteStride", where, &view->stride))
            return false;
        if (view->buffer == EDITOR_NONE)
            return gltf_refuse(document, "%s has no buffer", where);
        const size_t size = document->buffers[view->buffer].size;
        view->is_broken = view->offset > size || view->length > size - view->offset;
    }
    return document->views != NULL;
}

uint32_t gltf_component_size(uint32_t type)
{
    switch (type) {
    case 5120:
    case 5121:
        return 1;
    case 5122:
    case 5123:
        return 2;
    case 5125:
    case 5126:
        return 4;
    default:
        return 0;
    }
}

static uint32_t component_count(const char *type)
{
    static const struct {
        const char *name;
        uint32_t count;
    } types[] = {{"SCALAR", 1}, {"VEC2", 2}, {"VEC3", 3}, {"VEC4", 4}, {"MAT2", 4}, {"MAT3", 9}, {"MAT4", 16}};
    for (size_t i = 0; type && i < sizeof(types) / sizeof(types[0]); i++) {
        if (strcmp(type, types[i].name) == 0)
            return types[i].count;
    }
    return 0;
}

// Whether `count` elements of `size` bytes, `stride` apart, lie within the view from `offset` on.
static bool check_range(const gltf_document *document, const char *where, uint32_t view_number, size_t offset,
                        size_t count, size_t size, size_t stride)
{
    const gltf_view *view = &document->views[view_number];
    if (count == 0)
        return true;
    // No overflow: count < 2^32, and stride and size were checked to be smaller than 2^24.
    size_t needed = (count - 1) * stride + size;
    if (offset <= view->length && needed <= view->length - offset)
        return true;
    return gltf_refuse(document, "%s: %zu elements from byte %zu need %zu bytes, bufferViews[%u] has %zu", where, count,
                       offset, needed, (unsigned)view_number, view->length);
}

// Whether all that is read of an accessor lies within its data. Called once more before it is read: decompression
// changes accessors.
static bool check_ranges(const gltf_document *document, const char *where, const gltf_accessor *accessor)
{
    const size_t size = (size_t)gltf_component_size(accessor->component_type) * accessor->components;
    if (accessor->decoded) {
        if (size * accessor->count > accessor->decoded_size)
            return gltf_refuse(document, "%s: %zu elements need %zu bytes, its stream gives %zu", where,
                               (size_t)accessor->count, size * accessor->count, accessor->decoded_size);
    } else if (accessor->view != EDITOR_NONE) {
        const size_t stride = document->views[accessor->view].stride;
        if (stride > 1u << 24)
            return gltf_refuse(document, "bufferViews[%u].byteStride is %zu", (unsigned)accessor->view, stride);
        if (!check_range(document, where, accessor->view, accessor->offset, accessor->count, size,
                         stride ? stride : size))
            return false;
    }
    if (accessor->sparse_count == 0)
        return true;
    const size_t index_size = gltf_component_size(accessor->sparse_index_type);
    return check_range(document, where, accessor->sparse_index_view, accessor->sparse_index_offset,
                       accessor->sparse_count, index_size, index_size) &&
           check_range(document, where, accessor->sparse_value_view, accessor->sparse_value_offset,
                       accessor->sparse_count, size, size);
}

static bool read_sparse(const gltf_document *document, const cJSON *json, const char *where, gltf_accessor *out)
{
    const cJSON *sparse = gltf_get(json, "sparse");
    if (!sparse)
        return true;
    const cJSON *indices = gltf_get(sparse, "indices");
    const cJSON *values = gltf_get(sparse, "values");
    size_t count = 0, type = 0;
    if (!gltf_get_size(document, sparse, "count", where, &count) ||
        !gltf_get_list_index(document, indices, "bufferView", GLTF_VIEWS, where, &out->sparse_index_view) ||
        !gltf_get_size(document, indices, "byteOffset", where, &out->sparse_index_offset) ||
        !gltf_get_size(document, indices, "componentType", where, &type) ||
        !gltf_get_list_index(document, values, "bufferView", GLTF_VIEWS, where, &out->sparse_value_view) ||
        !gltf_get_size(document, values, "byteOffset", where, &out->sparse_value_offset))
        return false;
    if (out->sparse_index_view == EDITOR_NONE || out->sparse_value_view == EDITOR_NONE || count > out->count ||
        (type != 5121 && type != 5123 && type != 5125))
        return gltf_refuse(document, "%s.sparse is incomplete, or larger than the accessor", where);
    out->sparse_count = (uint32_t)count;
    out->sparse_index_type = (uint32_t)type;
    return true;
}

static bool read_accessor(const gltf_document *document, uint32_t number, gltf_accessor *accessor)
{
    const cJSON *json = document->lists[GLTF_ACCESSORS].items[number];
    char where[32];
    snprintf(where, sizeof(where), "accessors[%u]", (unsigned)number);
    size_t type = 0, count = 0;
    if (!gltf_get_list_index(document, json, "bufferView", GLTF_VIEWS, where, &accessor->view) ||
        !gltf_get_size(document, json, "byteOffset", where, &accessor->offset) ||
        !gltf_get_size(document, json, "componentType", where, &type) ||
        !gltf_get_size(document, json, "count", where, &count) ||
        !gltf_get_bool(document, json, "normalized", where, &accessor->normalized))
        return false;
    accessor->components = component_count(gltf_get_text(json, "type"));
    if (type > 5126 || gltf_component_size((uint32_t)type) == 0 || accessor->components == 0)
        return gltf_refuse(document, "%s: unknown type or componentType", where);
    if (count >= EDITOR_NONE ||
        (accessor->view == EDITOR_NONE && count > FREE_ZEROS + ZEROS_PER_BYTE * document->data_size))
        return gltf_refuse(document, "%s: %zu elements without data for them", where, count);
    accessor->component_type = (uint32_t)type;
    accessor->count = (uint32_t)count;
    return read_sparse(document, json, where, accessor) && check_ranges(document, where, accessor);
}

bool gltf_read_accessors(gltf_document *document)
{
    uint32_t count = document->lists[GLTF_ACCESSORS].count;
    document->accessors = editor_import_allocate(document->importer, count, sizeof(*document->accessors));
    if (!document->accessors)
        return false;
    for (uint32_t i = 0; i < count; i++) {
        if (read_accessor(document, i, &document->accessors[i]))
            continue;
        // Refused where it is read: most broken ones are not.
        document->importer->error->text[0] = 0;
        document->accessors[i] = (gltf_accessor){.view = EDITOR_NONE, .is_broken = true};
    }
    return true;
}

bool gltf_check_accessor(const gltf_document *document, uint32_t number)
{
    gltf_accessor again = {0};
    return !document->accessors[number].is_broken || read_accessor(document, number, &again);
}

// --- Reading the data ---

const uint8_t *gltf_view_bytes(const gltf_document *document, uint32_t view, const char *where)
{
    const gltf_view *v = &document->views[view];
    if (v->decoded)
        return v->decoded;
    const gltf_buffer *buffer = &document->buffers[v->buffer];
    if (buffer->bytes && !v->is_broken)
        return buffer->bytes + v->offset;
    if (gltf_check_buffer(document, v->buffer, where))
        gltf_refuse(document, "bufferViews[%u]: bytes %zu to %zu, but buffers[%u] has %zu", (unsigned)view, v->offset,
                    v->offset + v->length, (unsigned)v->buffer, buffer->size);
    return NULL;
}

static const char *find_view_fault(const gltf_document *document, uint32_t view)
{
    const gltf_view *v = &document->views[view];
    if (v->decoded)
        return NULL;
    return !document->buffers[v->buffer].bytes ? "its data are not there"
           : v->is_broken                      ? "its data are cut off"
                                               : NULL;
}

static uint32_t load_uint(const uint8_t *bytes, uint32_t type)
{
    uint32_t value = 0;
    memcpy(&value, bytes, gltf_component_size(type)); // little-endian, as is glTF
    return value;
}

static float load_float(const uint8_t *bytes, uint32_t type, bool normalized)
{
    float f;
    int8_t i8;
    int16_t i16;
    switch (type) {
    case 5120:
        memcpy(&i8, bytes, 1);
        return normalized ? fmaxf((float)i8 / 127.0f, -1.0f) : (float)i8;
    case 5121:
        return normalized ? (float)bytes[0] / 255.0f : (float)bytes[0];
    case 5122:
        memcpy(&i16, bytes, 2);
        return normalized ? fmaxf((float)i16 / 32767.0f, -1.0f) : (float)i16;
    case 5123:
        return normalized ? (float)load_uint(bytes, type) / 65535.0f : (float)load_uint(bytes, type);
    case 5125:
        return (float)load_uint(bytes, type);
    default:
        memcpy(&f, bytes, sizeof(f));
        return f;
    }
}

static uint32_t load_sparse_index(const gltf_accessor *accessor, const uint8_t *indices, size_t i)
{
    const uint32_t type = accessor->sparse_index_type;
    return load_uint(indices + accessor->sparse_index_offset + i * gltf_component_size(type), type);
}

bool gltf_find_fault(const gltf_document *document, uint32_t number, const char *where, const char **fault)
{
    const gltf_accessor *accessor = &document->accessors[number];
    *fault = accessor->is_broken ? "its data are badly described" : NULL;
    if (!*fault && accessor->view != EDITOR_NONE && !accessor->decoded && accessor->count > 0)
        *fault = find_view_fault(document, accessor->view);
    if (*fault || accessor->sparse_count == 0)
        return true;
    *fault = find_view_fault(document, accessor->sparse_index_view);
    if (!*fault)
        *fault = find_view_fault(document, accessor->sparse_value_view);
    if (*fault)
        return true;
    const uint8_t *indices = gltf_view_bytes(document, accessor->sparse_index_view, where);
    // Any number of channels may have the same.
    if (!indices || !gltf_claim(document, accessor->sparse_count * sizeof(uint32_t), where))
        return false;
    for (size_t i = 0; i < accessor->sparse_count && !*fault; i++) {
        if (load_sparse_index(accessor, indices, i) >= accessor->count)
            *fault = "its data are badly described";
    }
    return true;
}

// Loads an element, as floats or as integers.
static void load_element(const gltf_accessor *accessor, const uint8_t *bytes, float *floats, uint32_t *uints)
{
    uint32_t size = gltf_component_size(accessor->component_type);
    for (uint32_t i = 0; i < accessor->components; i++) {
        if (floats)
            floats[i] = load_float(bytes + (size_t)i * size, accessor->component_type, accessor->normalized);
        else
            uints[i] = load_uint(bytes + (size_t)i * size, accessor->component_type);
    }
}

// Fills the array that is not NULL.
static bool read_elements(const gltf_document *document, uint32_t number, float *floats, uint32_t *uints)
{
    const gltf_accessor *accessor = &document->accessors[number];
    char where[32];
    snprintf(where, sizeof(where), "accessors[%u]", (unsigned)number);
    size_t size = (size_t)gltf_component_size(accessor->component_type) * accessor->components;
    size_t n = accessor->components;
    if (!check_ranges(document, where, accessor))
        return false;
    if ((accessor->view != EDITOR_NONE || accessor->decoded) && accessor->count > 0) {
        const uint8_t *bytes = accessor->decoded ? accessor->decoded : gltf_view_bytes(document, accessor->view, where);
        if (!bytes)
            return false;
        const size_t offset = accessor->decoded ? 0 : accessor->offset;
        const size_t viewed = accessor->decoded ? 0 : document->views[accessor->view].stride;
        const size_t stride = viewed ? viewed : size;
        const bool is_ready = accessor->component_type == (floats ? 5126u : 5125u) && stride == size;
        if (is_ready) // as it is to be in memory
            memcpy(floats ? (void *)floats : (void *)uints, bytes + offset, accessor->count * size);
        for (size_t i = 0; !is_ready && i < accessor->count; i++)
            load_element(accessor, bytes + offset + i * stride, floats ? floats + n * i : NULL,
                         uints ? uints + n * i : NULL);
    }
    if (accessor->sparse_count == 0)
        return true;
    const uint8_t *indices = gltf_view_bytes(document, accessor->sparse_index_view, where);
    const uint8_t *values = gltf_view_bytes(document, accessor->sparse_value_view, where);
    if (!indices || !values)
        return false;
    for (size_t i = 0; i < accessor->sparse_count; i++) {
        const uint32_t index = load_sparse_index(accessor, indices, i);
        if (index >= accessor->count)
            return gltf_refuse(document, "%s.sparse: index %zu is %u, but there are %u elements", where, i,
                               (unsigned)index, (unsigned)accessor->count);
        load_element(accessor, values + accessor->sparse_value_offset + i * size, floats ? floats + n * index : NULL,
                     uints ? uints + n * index : NULL);
    }
    return true;
}

static bool check_components(const gltf_document *document, uint32_t number, uint32_t components, const char *where)
{
    if (!gltf_check_accessor(document, number))
        return false;
    if (document->accessors[number].components == components)
        return true;
    return gltf_refuse(document, "%s: accessors[%u] has %u components, not %u", where, (unsigned)number,
                       (unsigned)document->accessors[number].components, (unsigned)components);
}

// Claims the array of an accessor.
static bool claim(const gltf_document *document, uint32_t number, const char *where)
{
    const gltf_accessor *accessor = &document->accessors[number];
    const size_t data = document->data_size;
    if (accessor->view == EDITOR_NONE && !accessor->decoded)
        document->importer->zeros += accessor->count;
    if (document->importer->zeros > FREE_ZEROS + ZEROS_PER_BYTE * data)
        return gltf_refuse(document,
                           "%s: accessors[%u] has %u elements without data, with others too many for %zu bytes", where,
                           (unsigned)number, (unsigned)accessor->count, data);
    return gltf_claim(document, (size_t)accessor->count * accessor->components * sizeof(float), where);
}

float *gltf_read_floats(const gltf_document *document, uint32_t accessor, uint32_t components, const char *where)
{
    assert(accessor < document->lists[GLTF_ACCESSORS].count);
    if (!check_components(document, accessor, components, where) || !claim(document, accessor, where))
        return NULL;
    size_t count = (size_t)document->accessors[accessor].count * components;
    float *out = editor_import_allocate(document->importer, count, sizeof(*out));
    if (out && !read_elements(document, accessor, out, NULL)) {
        free(out);
        return NULL;
    }
    return out;
}

uint32_t *gltf_read_uints(const gltf_document *document, uint32_t accessor, uint32_t components, const char *where)
{
    assert(accessor < document->lists[GLTF_ACCESSORS].count);
    if (!check_components(document, accessor, components, where))
        return NULL;
    uint32_t type = document->accessors[accessor].component_type;
    if (type != 5121 && type != 5123 && type != 5125) {
        gltf_refuse(document, "%s: accessors[%u] does not hold unsigned integers", where, (unsigned)accessor);
        return NULL;
    }
    if (!claim(document, accessor, where))
        return NULL;
    size_t count = (size_t)document->accessors[accessor].count * components;
    uint32_t *out = editor_import_allocate(document->importer, count, sizeof(*out));
    if (out && !read_elements(document, accessor, NULL, out)) {
        free(out);
        return NULL;
    }
    return out;
}
