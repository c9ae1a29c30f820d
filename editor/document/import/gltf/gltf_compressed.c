// gltf_compressed.c: bufferViews of EXT_ or KHR_meshopt_compression and primitives of KHR_draco_mesh_compression. Both
// are decoded when the document is opened, in a child process, and look uncompressed from then on.
#include "document/import/common/decode.h"
#include "document/import/gltf/gltf_document.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// The document frees the block when it is closed.
static bool keep_block(gltf_document *document, uint8_t *block)
{
    uint8_t **grown = realloc(document->blocks, ((size_t)document->block_count + 1) * sizeof(*grown));
    if (!grown) {
        free(block);
        return editor_import_out_of_memory(document->importer);
    }
    document->blocks = grown;
    grown[document->block_count++] = block;
    return true;
}

// --- EXT_meshopt_compression, and KHR_meshopt_compression, which has the same members ---

static uint32_t find_word(const char *word, const char *const *words, uint32_t count)
{
    for (uint32_t i = 0; word && i < count; i++) {
        if (strcmp(word, words[i]) == 0)
            return i;
    }
    return word ? count : 0; // absent: the first
}

static bool read_stream(const gltf_document *document, const cJSON *json, const char *where, editor_meshopt *out)
{
    static const char *const modes[] = {"ATTRIBUTES", "TRIANGLES", "INDICES"};
    static const char *const filters[] = {"NONE", "OCTAHEDRAL", "QUATERNION", "EXPONENTIAL"};
    size_t count = 0, stride = 0;
    if (!gltf_get_size(document, json, "count", where, &count) ||
        !gltf_get_size(document, json, "byteStride", where, &stride))
        return false;
    const char *mode = gltf_get_text(json, "mode");
    *out = (editor_meshopt){.mode = find_word(mode ? mode : "", modes, 3),
                            .filter = find_word(gltf_get_text(json, "filter"), filters, 4),
                            .count = (uint32_t)count,
                            .stride = (uint32_t)stride};
    const char *fault = count > UINT32_MAX || stride > 256 ? "a size out of range" : editor_meshopt_fault(out);
    return !fault || gltf_refuse(document, "%s.%s: %s", where, json->string, fault);
}

static bool expand_view(gltf_document *document, uint32_t number, const cJSON *json)
{
    gltf_view *view = &document->views[number];
    char where[32];
    snprintf(where, sizeof(where), "bufferViews[%u]", (unsigned)number);
    uint32_t buffer;
    size_t offset = 0, length = 0;
    editor_meshopt stream;
    if (!gltf_get_list_index(document, json, "buffer", GLTF_BUFFERS, where, &buffer) ||
        !gltf_get_size(document, json, "byteOffset", where, &offset) ||
        !gltf_get_size(document, json, "byteLength", where, &length) || !read_stream(document, json, where, &stream))
        return false;
    const gltf_buffer *from = buffer == EDITOR_NONE ? NULL : &document->buffers[buffer];
    if (!from || !from->bytes || offset > from->size || length > from->size - offset) {
        const bool is_whole = !from || !(from->bytes || from->missing) || gltf_check_buffer(document, buffer, where);
        return is_whole && gltf_refuse(document, "%s.%s: its bytes are not in a buffer", where, json->string);
    }
    const size_t size = (size_t)stream.count * stream.stride;
    if (size != view->length)
        return gltf_refuse(document, "%s has %zu bytes, but %s gives %zu", where, view->length, json->string, size);
    editor_error reason;
    if (!gltf_claim(document, size + length, where))
        return false;
    uint8_t *block = editor_decode_meshopt(document->importer, &stream, from->bytes + offset, length, &reason);
    if (!block)
        return gltf_refuse(document, "%s.%s: %s", where, json->string, reason.text);
    view->decoded = block;
    return keep_block(document, block);
}

bool gltf_expand_views(gltf_document *document)
{
    for (uint32_t i = 0; i < document->lists[GLTF_VIEWS].count; i++) {
        const cJSON *json = gltf_get_meshopt(document->lists[GLTF_VIEWS].items[i]);
        // A fallback buffer that is there is as good.
        const gltf_buffer *buffer = &document->buffers[document->views[i].buffer];
        if (json && EDITOR_MESHOPT && !buffer->bytes && !buffer->missing && !expand_view(document, i, json))
            return false;
    }
    return true;
}

// --- KHR_draco_mesh_compression ---

// A number of an accessor in the JSON, and what it gets from the stream.
typedef struct draco_target {
    cJSON *number;
    uint32_t accessor;
} draco_target;

typedef struct draco_task {
    editor_draco mesh;
    uint32_t view; // that holds the stream
    draco_target indices;
    draco_target attributes[EDITOR_DRACO_ATTRIBUTES]; // as those of the mesh
    bool is_needed;                                   // a target has no data
} draco_task;

// The bytes of all elements of attribute `i` in the decoded block. By what was planned: accessors change while the
// block is shared out, and one accessor may be a target twice.
static size_t attribute_size(const draco_task *task, uint32_t i)
{
    const editor_draco_attribute *attribute = &task->mesh.attributes[i];
    return (size_t)gltf_component_size(attribute->component_type) * attribute->components * task->mesh.vertex_count;
}

// Whether the accessor holds attribute `id` of the stream in `view`; EDITOR_NONE: its indices.
static bool is_from(const gltf_accessor *accessor, uint32_t view, uint32_t id)
{
    return accessor->decoded && accessor->stream == view && accessor->stream_id == id;
}

static void plan_target(const gltf_document *document, cJSON *number, uint32_t accessor, uint32_t id, draco_task *task,
                        draco_target *out)
{
    const gltf_accessor *a = &document->accessors[accessor];
    *out = (draco_target){number, accessor};
    task->is_needed = task->is_needed || (a->view == EDITOR_NONE && !is_from(a, task->view, id));
}

static bool plan_attribute(const gltf_document *document, const cJSON *attributes, const cJSON *id, const char *where,
                           draco_task *task)
{
    uint32_t number;
    if (!gltf_get_list_index(document, attributes, id->string, GLTF_ACCESSORS, where, &number))
        return false;
    if (!cJSON_IsNumber(id) || !(id->valuedouble >= 0 && id->valuedouble < UINT32_MAX))
        return gltf_refuse(document, "%s.KHR_draco_mesh_compression: %.50s is not a number", where, id->string);
    if (number == EDITOR_NONE || task->mesh.attribute_count == EDITOR_DRACO_ATTRIBUTES)
        return true; // not used by the primitive, or more than any reader uses
    if (!gltf_check_accessor(document, number))
        return false;
    const gltf_accessor *accessor = &document->accessors[number];
    if (accessor->count != task->mesh.vertex_count || accessor->components > 4)
        return gltf_refuse(document, "%s.KHR_draco_mesh_compression: accessors[%u] does not fit", where,
                           (unsigned)number);
    const uint32_t i = task->mesh.attribute_count++, unique = (uint32_t)id->valuedouble;
    task->mesh.attributes[i] = (editor_draco_attribute){unique, accessor->component_type, accessor->components};
    plan_target(document, gltf_get(attributes, id->string), number, unique, task, &task->attributes[i]);
    return true;
}

static bool plan(const gltf_document *document, const cJSON *primitive, const cJSON *json, const char *where,
                 draco_task *task)
{
    const cJSON *attributes = gltf_get(primitive, "attributes");
    uint32_t position, indices;
    if (!gltf_get_list_index(document, primitive, "indices", GLTF_ACCESSORS, where, &indices) ||
        !gltf_get_list_index(document, attributes, "POSITION", GLTF_ACCESSORS, where, &position) ||
        !gltf_get_list_index(document, json, "bufferView", GLTF_VIEWS, where, &task->view))
        return false;
    if (position == EDITOR_NONE || indices == EDITOR_NONE)
        return gltf_refuse(document, "%s: compressed by KHR_draco_mesh_compression, but without positions or indices",
                           where);
    if (task->view == EDITOR_NONE)
        return gltf_refuse(document, "%s.KHR_draco_mesh_compression has no bufferView", where);
    if (!gltf_check_accessor(document, position) || !gltf_check_accessor(document, indices))
        return false;
    task->mesh.vertex_count = document->accessors[position].count;
    task->mesh.index_count = document->accessors[indices].count;
    plan_target(document, gltf_get(primitive, "indices"), indices, EDITOR_NONE, task, &task->indices);
    const cJSON *ids = gltf_get(json, "attributes");
    uint32_t left = 256; // no exporter writes more, and each is looked for among all attributes
    for (const cJSON *id = ids ? ids->child : NULL; id && left-- > 0; id = id->next) {
        if (!plan_attribute(document, attributes, id, where, task))
            return false;
    }
    return true;
}

// The accessor that `target` names, or a copy of it where it has other data or other elements: primitives may share
// accessors, but the stream of each has vertices of its own, in an order of its own. NULL: out of memory.
static gltf_accessor *take_accessor(gltf_document *document, const draco_target *target, uint32_t components)
{
    gltf_list *list = &document->lists[GLTF_ACCESSORS];
    gltf_accessor *named = &document->accessors[target->accessor];
    if (named->view == EDITOR_NONE && !named->decoded && named->components == components)
        return named;
    if (list->count >= document->accessor_capacity) {
        const size_t wanted = list->count + list->count / 2 + 16;
        cJSON **items = realloc(list->items, wanted * sizeof(*items));
        list->items = items ? items : list->items;
        gltf_accessor *grown = items ? realloc(document->accessors, wanted * sizeof(*grown)) : NULL;
        if (!grown) {
            editor_import_out_of_memory(document->importer);
            return NULL;
        }
        document->accessors = grown;
        document->accessor_capacity = (uint32_t)wanted;
    }
    const uint32_t number = list->count++;
    list->items[number] = list->items[target->accessor];
    document->accessors[number] = document->accessors[target->accessor];
    document->accessors[number].view = EDITOR_NONE;
    cJSON_SetNumberValue(target->number, number);
    return &document->accessors[number];
}

// Gives a target `size` bytes of the decoded block, which are elements of the planned type.
static bool place(gltf_document *document, const draco_task *task, const draco_target *target,
                  const editor_draco_attribute *planned, const uint8_t *at, size_t size)
{
    if (is_from(&document->accessors[target->accessor], task->view, planned->id))
        return true; // so that primitives that share vertices go on sharing them
    gltf_accessor *accessor = take_accessor(document, target, planned->components);
    if (!accessor)
        return false;
    if (accessor->sparse_count > 0)
        return gltf_refuse(document, "accessors[%u] is sparse, and compressed by KHR_draco_mesh_compression",
                           (unsigned)target->accessor);
    accessor->component_type = planned->component_type;
    accessor->components = planned->components;
    accessor->decoded = at;
    accessor->decoded_size = size;
    accessor->stream = task->view;
    accessor->stream_id = planned->id;
    return true;
}

// Gives the targets the decoded block: indices, then attributes.
static bool share_out(gltf_document *document, const draco_task *task, const uint8_t *block)
{
    const editor_draco_attribute indices = {.id = EDITOR_NONE, .component_type = 5125, .components = 1};
    const size_t index_size = (size_t)task->mesh.index_count * sizeof(uint32_t);
    if (!place(document, task, &task->indices, &indices, block, index_size))
        return false;
    const uint8_t *at = block + index_size;
    for (uint32_t i = 0; i < task->mesh.attribute_count; i++) {
        const size_t size = attribute_size(task, i);
        if (!place(document, task, &task->attributes[i], &task->mesh.attributes[i], at, size))
            return false;
        at += size;
    }
    return true;
}

// A primitive whose accessors all have their data is left as it is.
static bool expand_primitive(gltf_document *document, const cJSON *primitive, const cJSON *json, const char *where)
{
    draco_task task = {.view = EDITOR_NONE};
    editor_error reason;
    if (!plan(document, primitive, json, where, &task))
        return false;
    if (!task.is_needed)
        return true;
    const uint8_t *bytes = gltf_view_bytes(document, task.view, where);
    size_t size = (size_t)task.mesh.index_count * sizeof(uint32_t);
    for (uint32_t i = 0; i < task.mesh.attribute_count; i++)
        size += attribute_size(&task, i);
    // The codec gets a copy of the view.
    if (!bytes || !gltf_claim(document, size + document->views[task.view].length, where))
        return false;
    uint8_t *block =
        editor_decode_draco(document->importer, &task.mesh, bytes, document->views[task.view].length, size, &reason);
    if (!block)
        return gltf_refuse(document, "%s.KHR_draco_mesh_compression: %s", where, reason.text);
    return keep_block(document, block) && share_out(document, &task, block);
}

bool gltf_expand_primitives(gltf_document *document)
{
    for (uint32_t i = 0; EDITOR_DRACO && i < document->lists[GLTF_MESHES].count; i++) {
        char where[64];
        snprintf(where, sizeof(where), "meshes[%u]", (unsigned)i);
        const cJSON *primitives;
        uint32_t part = 0;
        if (!gltf_get_array(document, document->lists[GLTF_MESHES].items[i], "primitives", where, &primitives))
            return false;
        for (const cJSON *item = primitives ? primitives->child : NULL; item; item = item->next, part++) {
            const cJSON *json = gltf_get_extension(item, "KHR_draco_mesh_compression");
            snprintf(where, sizeof(where), "meshes[%u].primitives[%u]", (unsigned)i, (unsigned)part);
            if (json && !expand_primitive(document, item, json, where))
                return false;
        }
    }
    return true;
}
