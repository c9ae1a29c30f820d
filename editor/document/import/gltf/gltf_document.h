// gltf_document.h: a glTF 2.0 file, parsed and checked, and typed access to its accessors.
//
// Why not Assimp: version 5.2 reads normalised integers as raw bytes, silently drops triangles with bad indices and
//             keeps node transforms in float. This reader refuses bad files and names the place.
// Checked:    everything that geometry, materials and nodes refer to. What animations refer to is checked where it is
//             read, and so are accessors, views and files of buffers: what nothing reads may be broken.
#ifndef EDITOR_DOCUMENT_GLTF_DOCUMENT_H
#define EDITOR_DOCUMENT_GLTF_DOCUMENT_H

#include "document/import/common/importer.h"

#include <cjson/cJSON.h>

// An array of objects at the top of the file. Finding an element in cJSON's own lists takes linear time.
typedef struct gltf_list {
    const char *name; // "accessors"
    cJSON **items;
    uint32_t count;
} gltf_list;

typedef enum gltf_list_id {
    GLTF_BUFFERS,
    GLTF_VIEWS,
    GLTF_ACCESSORS,
    GLTF_IMAGES,
    GLTF_SAMPLERS,
    GLTF_TEXTURES,
    GLTF_MATERIALS,
    GLTF_MESHES,
    GLTF_NODES,
    GLTF_SKINS,
    GLTF_SCENES,
    GLTF_CAMERAS,
    GLTF_LIST_COUNT
} gltf_list_id;

typedef struct gltf_buffer {
    const uint8_t *bytes; // NULL: the file gives no data
    size_t size;
    size_t stated;       // by the file; more than `size`: the data are shorter
    const char *missing; // why its file cannot be read, or NULL
    uint8_t *owned;      // NULL: the chunk's, or those of another buffer with the same content
    size_t read_size;    // of its file
    uint32_t first;      // the first buffer that names its file
    size_t wanted;       // of the first one: what the buffers of the file state at the most
    size_t pictured;     // bytes that are counted as pictures
} gltf_buffer;

typedef struct gltf_view {
    uint32_t buffer;
    size_t offset, length, stride; // stride 0: packed
    const uint8_t *decoded;        // its bytes, where they were compressed; or NULL
    bool is_broken;                // it exceeds its buffer
} gltf_view;

typedef struct gltf_accessor {
    uint32_t view; // or EDITOR_NONE: zeros
    size_t offset;
    uint32_t component_type; // 5120..5126
    uint32_t components;     // 1..16
    uint32_t count;
    bool normalized;
    bool is_broken; // its description is; no other field counts
    uint32_t sparse_count;
    uint32_t sparse_index_view, sparse_index_type, sparse_value_view;
    size_t sparse_index_offset, sparse_value_offset;
    const uint8_t *decoded; // its elements, packed, where they were compressed with the primitive; or NULL
    size_t decoded_size;    // bytes of it
    uint32_t stream;        // decoded: from this view, KHR_draco_mesh_compression
    uint32_t stream_id;     // decoded: of the attribute in it; EDITOR_NONE: the indices
} gltf_accessor;

typedef struct gltf_document {
    editor_importer *importer;
    cJSON *root;
    const uint8_t *chunk; // the binary chunk of a .glb, or NULL
    size_t chunk_size;
    gltf_list lists[GLTF_LIST_COUNT];
    gltf_buffer *buffers;
    editor_hash_index buffer_paths, buffer_contents; // of files: the first buffer
    size_t file_size;                                // of all files of buffers, as far as they were read
    size_t buffer_size;                              // of all buffers; what several have counts once
    size_t data_size;                                // of the file and its buffers: both bound what it may unpack to
    gltf_view *views;
    gltf_accessor *accessors;
    uint32_t accessor_capacity; // of the array and the list, once accessors were added to those of the file
    uint8_t **blocks;           // what was decompressed
    uint32_t block_count;
} gltf_document;

// gltf_open.c. False with the refusal; call gltf_document_close in either case.
bool gltf_document_open(gltf_document *document, editor_importer *importer);
void gltf_document_close(gltf_document *document);

bool gltf_refuse(const gltf_document *document, const char *format, ...);
// Adds to the memory that the file takes. False, with the refusal: too much for a file of its size.
bool gltf_claim(const gltf_document *document, size_t bytes, const char *where);

// Claims what it takes to walk over a value and all that is in it once more, for what is read again and again: each
// time it is shown in another pose, or under another name. About a nanosecond for each byte.
bool gltf_claim_walk(const gltf_document *document, const cJSON *json, const char *where);

// Refuses an element that has, or in which an object has, more than 256 fields. For elements that any number of others
// refer to and that are looked into each time: finding a field takes time that grows with their number. The schemas of
// glTF and its extensions have a few dozen at most. What arrays and "extras" hold is not counted.
bool gltf_check_fields(const gltf_document *document, const cJSON *json, const char *where);

// --- Fields. `where` names the object in a refusal: "nodes[3]". False is a refusal; an absent field is not ---

cJSON *gltf_get(const cJSON *object, const char *key);
// An object inside `object`, or NULL: extensions by name, for example.
const cJSON *gltf_get_extension(const cJSON *object, const char *extension);
// EXT_meshopt_compression, or KHR_meshopt_compression.
const cJSON *gltf_get_meshopt(const cJSON *object);
// A whole number 0..limit - 1 that counts something in `what`; absent: EDITOR_NONE.
bool gltf_get_index(const gltf_document *document, const cJSON *object, const char *key, uint32_t limit,
                    const char *where, uint32_t *out);
bool gltf_get_list_index(const gltf_document *document, const cJSON *object, const char *key, gltf_list_id list,
                         const char *where, uint32_t *out);
// A whole number of bytes, elements, ...; absent: `*out` is kept.
bool gltf_get_size(const gltf_document *document, const cJSON *object, const char *key, const char *where, size_t *out);
// `count` finite numbers; absent: `out` is kept, `*present` (may be NULL) says which.
bool gltf_get_numbers(const gltf_document *document, const cJSON *object, const char *key, const char *where,
                      uint32_t count, double *out, bool *present);
bool gltf_get_number(const gltf_document *document, const cJSON *object, const char *key, const char *where,
                     double *out);
bool gltf_get_bool(const gltf_document *document, const cJSON *object, const char *key, const char *where, bool *out);
// The array under `key`, or NULL when absent.
bool gltf_get_array(const gltf_document *document, const cJSON *object, const char *key, const char *where,
                    const cJSON **out);
// A name, or NULL.
const char *gltf_get_text(const cJSON *object, const char *key);

// --- Buffers and accessors, already checked to lie within their data ---

// Bytes of a view (bytes[0..length)); NULL and a refusal when its buffer has no data, or less than that.
const uint8_t *gltf_view_bytes(const gltf_document *document, uint32_t view, const char *where);

// Refuses an accessor whose description is broken: the others have their fields.
bool gltf_check_accessor(const gltf_document *document, uint32_t accessor);
// Whether an accessor can be read: `*fault` is what is wrong with it or its data, or NULL. False: refused.
bool gltf_find_fault(const gltf_document *document, uint32_t accessor, const char *where, const char **fault);

// Reads every element as `components` floats each into a new array: integers normalised where the accessor says so,
// sparse replacements done. The accessor must have that many components.
float *gltf_read_floats(const gltf_document *document, uint32_t accessor, uint32_t components, const char *where);
// The same for unsigned integers.
uint32_t *gltf_read_uints(const gltf_document *document, uint32_t accessor, uint32_t components, const char *where);

// --- Private to the document ---

// gltf_extensions.c: refuses what the file requires and is not supported, and adds a warning for each extension that is
// used and not honoured.
bool gltf_check_extensions(const gltf_document *document);

// gltf_buffer.c

bool gltf_read_buffers(gltf_document *document);
// Refuses a buffer whose file is missing, that has no data, or less than it says.
bool gltf_check_buffer(const gltf_document *document, uint32_t buffer, const char *where);
bool gltf_read_views(gltf_document *document);
bool gltf_read_accessors(gltf_document *document);
// The bytes of a component of type 5120 to 5126. 0: unknown.
uint32_t gltf_component_size(uint32_t type);

// gltf_compressed.c: decodes what is compressed, after views and accessors were read.
bool gltf_expand_views(gltf_document *document);
bool gltf_expand_primitives(gltf_document *document);
// gltf_boxes.c. Whether boxes can stand for what the file has, and are worth it. False is a refusal.
bool gltf_can_be_boxes(const gltf_document *document);
// gltf_motion.c: whether a pointer of KHR_animation_pointer names something that is played, whatever the node's number.
bool gltf_can_play_pointer(const char *pointer);
// Whether this program was built with the extension's codec.
bool gltf_can_decompress(const char *extension);

#endif
