// gltf_export.c: assembles the parts of a glTF file.
#include "document/export/gltf_export_internal.h"

#include "document/json/json_write.h"
#include "system/file_save.h"
#include "system/path.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// --- The text ---

static void add_list(editor_text *out, const char *name, const gltf_export_list *list)
{
    if (list->count == 0) // glTF has no empty lists
        return;
    editor_text_format(out, ",\n  \"%s\": [", name);
    editor_text_add(out, list->text.data, list->text.size);
    editor_text_put(out, "\n  ]");
}

static void add_extensions(editor_text *out, unsigned uses)
{
    static const struct {
        unsigned use;
        const char *name;
    } extensions[] = {{GLTF_USES_VISIBILITY, "KHR_node_visibility"},
                      {GLTF_USES_LIGHTS, "KHR_lights_punctual"},
                      {GLTF_USES_TEXTURE_TRANSFORM, "KHR_texture_transform"},
                      {GLTF_USES_EMISSIVE_STRENGTH, "KHR_materials_emissive_strength"},
                      {GLTF_USES_UNLIT, "KHR_materials_unlit"},
                      {GLTF_USES_POLYGONS, "FB_ngon_encoding"}};
    bool any = false;
    for (size_t i = 0; i < sizeof(extensions) / sizeof(extensions[0]); i++) {
        if (!(uses & extensions[i].use))
            continue;
        editor_text_format(out, "%s\"%s\"", any ? ", " : ",\n  \"extensionsUsed\": [", extensions[i].name);
        any = true;
    }
    editor_text_put(out, any ? "]" : "");
}

// `uri` NULL: the data is in the same file.
static void write_text(const gltf_exporter *exporter, const char *uri, editor_text *out)
{
    editor_text_put(out, "{\n  \"asset\": {\"version\": \"2.0\", \"generator\": \"vkpick\"}");
    add_extensions(out, exporter->uses);
    editor_text_put(out, ",\n  \"scene\": 0,\n  \"scenes\": [{");
    if (exporter->roots.count > 0) {
        editor_text_put(out, "\"nodes\": [");
        editor_text_add(out, exporter->roots.text.data, exporter->roots.text.size);
        editor_text_put(out, "]");
    }
    editor_text_put(out, "}]");
    add_list(out, "nodes", &exporter->nodes);
    add_list(out, "meshes", &exporter->meshes);
    add_list(out, "materials", &exporter->materials);
    add_list(out, "textures", &exporter->textures);
    add_list(out, "images", &exporter->images);
    add_list(out, "samplers", &exporter->samplers);
    add_list(out, "cameras", &exporter->cameras);
    add_list(out, "accessors", &exporter->accessors);
    add_list(out, "bufferViews", &exporter->views);
    if (exporter->data.size > 0) {
        editor_text_format(out, ",\n  \"buffers\": [{\"byteLength\": %zu", exporter->data.size);
        if (uri) {
            editor_text_put(out, ", \"uri\": ");
            editor_json_write_string(out, uri);
        }
        editor_text_put(out, "}]");
    }
    if (exporter->lights.count > 0) {
        editor_text_put(out, ",\n  \"extensions\": {\"KHR_lights_punctual\": {\"lights\": [");
        editor_text_add(out, exporter->lights.text.data, exporter->lights.text.size);
        editor_text_put(out, "]}}");
    }
    editor_text_put(out, "\n}\n");
}

// --- Files ---

static void add_word(editor_text *out, size_t word)
{
    const char bytes[4] = {(char)(word & 0xff), (char)(word >> 8 & 0xff), (char)(word >> 16 & 0xff),
                           (char)(word >> 24 & 0xff)};
    editor_text_add(out, bytes, 4);
}

static bool save_binary(gltf_exporter *exporter, const char *path, editor_error *error)
{
    editor_text text = {0}, file = {0};
    write_text(exporter, NULL, &text);
    while (text.size % 4 != 0 && !text.failed)
        editor_text_put(&text, " ");
    while (exporter->data.size % 4 != 0 && !exporter->data.failed)
        editor_text_add(&exporter->data, "", 1);
    size_t data = exporter->data.size, total = 12 + 8 + text.size + (data ? 8 + data : 0);
    bool ok = total <= UINT32_MAX;
    if (!ok)
        snprintf(error->text, sizeof(error->text), "%.300s: more than a binary glTF file can hold (4 GB)", path);
    add_word(&file, 0x46546c67); // "glTF"
    add_word(&file, 2);
    add_word(&file, total);
    add_word(&file, text.size);
    add_word(&file, 0x4e4f534a); // "JSON"
    if (text.data)
        editor_text_add(&file, text.data, text.size);
    if (data) {
        add_word(&file, data);
        add_word(&file, 0x004e4942); // "BIN"
        editor_text_add(&file, exporter->data.data, data);
    }
    if (ok && (text.failed || file.failed || exporter->data.failed)) {
        snprintf(error->text, sizeof(error->text), "%.300s: out of memory", path);
        ok = false;
    }
    ok = ok && editor_file_save(path, file.data, file.size, error);
    editor_text_free(&text);
    editor_text_free(&file);
    return ok;
}

// Adds a file's name as a URI: special characters become %xx.
static void add_uri(editor_text *out, const char *name)
{
    for (; *name; name++) {
        unsigned char c = (unsigned char)*name;
        bool plain = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '-' ||
                     c == '_' || c == '.' || c == '~';
        editor_text_format(out, plain ? "%c" : "%%%02X", c);
    }
}

// The text of a .gltf file whose data is in the file `data_path`, saved at `path`.
static bool save_text(const gltf_exporter *exporter, const char *path, const char *data_path, editor_error *error)
{
    editor_text text = {0}, uri = {0};
    add_uri(&uri, editor_path_name(data_path));
    if (uri.data)
        write_text(exporter, uri.data, &text);
    bool ok = uri.data && !text.failed && !uri.failed;
    if (!ok)
        snprintf(error->text, sizeof(error->text), "%.300s: out of memory", path);
    ok = ok && editor_file_save(path, text.data, text.size, error);
    editor_text_free(&text);
    editor_text_free(&uri);
    return ok;
}

// Makes an empty file NAME.N.bin for NAME.bin. NULL: `error` has the reason.
static char *claim_data(const char *data_path, editor_error *error)
{
    size_t size = strlen(data_path) + 16;
    char *path = malloc(size);
    bool taken = true;
    if (!path)
        snprintf(error->text, sizeof(error->text), "%.300s: out of memory", data_path);
    for (unsigned number = 1; path && taken && number < 1000; number++) {
        snprintf(path, size, "%.*s.%u.bin", (int)(strlen(data_path) - strlen(".bin")), data_path, number);
        if (editor_file_claim(path, &taken, error))
            return path;
    }
    free(path);
    return NULL;
}

// Replaces an export so that its .gltf refers to whole data of its own at every moment: first the new data under
// another name, then a .gltf that refers to it, then the data again under its own name, then the .gltf that refers to
// that.
static bool replace_pair(const gltf_exporter *exporter, const char *path, const char *data_path, editor_error *error)
{
    const editor_text *data = &exporter->data;
    const editor_file_stamp before = editor_file_look(path);
    char *other = claim_data(data_path, error);
    bool ok =
        other && editor_file_save(other, data->data, data->size, error) && save_text(exporter, path, other, error);
    // A refusal after the .gltf was put in place leaves the new one, which refers to the other name.
    const editor_file_stamp after = editor_file_look(path);
    bool placed = ok || !editor_file_stamp_is_same(&after, &before);
    // If the rest fails, the data keeps the other name.
    editor_error late = {""};
    bool named =
        ok && editor_file_save(data_path, data->data, data->size, &late) && save_text(exporter, path, data_path, &late);
    if (other && (!placed || named))
        editor_file_remove(other);
    free(other);
    return ok;
}

static bool save_pair(const gltf_exporter *exporter, const char *path, editor_error *error)
{
    char *data_path = editor_gltf_data_path(path);
    if (!data_path) {
        snprintf(error->text, sizeof(error->text), "%.300s: out of memory", path);
        return false;
    }
    const editor_text *data = &exporter->data;
    bool ok = editor_file_can_save(path, error) && (data->size == 0 || editor_file_can_save(data_path, error));
    if (ok && data->size > 0 && editor_file_look(path).exists)
        ok = replace_pair(exporter, path, data_path, error);
    else if (ok) // the data first, so that a .gltf never refers to missing data
        ok = (data->size == 0 || editor_file_save(data_path, data->data, data->size, error)) &&
             save_text(exporter, path, data_path, error);
    free(data_path);
    return ok;
}

char *editor_gltf_data_path(const char *path)
{
    size_t length = strlen(path) - strlen(".gltf");
    char *out = malloc(length + sizeof(".bin"));
    if (out)
        snprintf(out, length + sizeof(".bin"), "%.*s.bin", (int)length, path);
    return out;
}

// --- The whole ---

static uint32_t *make_numbers(uint32_t count)
{
    uint32_t *numbers = malloc((count ? count : 1) * sizeof(*numbers));
    for (uint32_t i = 0; numbers && i < count; i++)
        numbers[i] = EDITOR_NONE;
    return numbers;
}

static bool has_failed(const gltf_exporter *exporter, gltf_export_list *const *lists, size_t count)
{
    bool failed = exporter->failed || exporter->data.failed;
    for (size_t i = 0; i < count; i++)
        failed |= lists[i]->text.failed;
    return failed;
}

// A small level can have billions of parts in instances of prefabs; each becomes a node, most of 50 to 100 bytes.
static bool has_room_for_parts(const editor_level *level, const char *path, editor_error *error)
{
    enum { PART_LIMIT = 1 << 22 };
    const uint64_t count = gltf_export_count_parts(level);
    if (count > PART_LIMIT)
        snprintf(error->text, sizeof(error->text),
                 "%.300s: the instances of prefabs have %.0f parts, more than can become nodes (%d)", path,
                 (double)count, PART_LIMIT);
    return count <= PART_LIMIT;
}

bool editor_gltf_export(const editor_level *level, const char *path, editor_image_encoder encoder, void *encoder_user,
                        editor_error *error)
{
    error->text[0] = 0;
    if (!has_room_for_parts(level, path, error))
        return false;
    gltf_exporter exporter = {.level = level,
                              .encoder = encoder,
                              .encoder_user = encoder_user,
                              .mesh_numbers = make_numbers(level->mesh_count),
                              .material_numbers = make_numbers(level->material_count),
                              .image_numbers = make_numbers(level->image_count),
                              .look_numbers = make_numbers(level->look_count),
                              .shapes = calloc((size_t)level->mesh_count + 1, sizeof(*exporter.shapes))};
    gltf_export_list *const lists[] = {&exporter.views,  &exporter.accessors, &exporter.meshes,   &exporter.materials,
                                       &exporter.images, &exporter.textures,  &exporter.samplers, &exporter.nodes,
                                       &exporter.lights, &exporter.cameras,   &exporter.roots};
    const size_t list_count = sizeof(lists) / sizeof(lists[0]);
    bool ok = exporter.mesh_numbers && exporter.material_numbers && exporter.image_numbers && exporter.look_numbers &&
              exporter.shapes;
    if (ok)
        gltf_export_nodes(&exporter);
    ok = ok && !has_failed(&exporter, lists, list_count);
    if (!ok)
        snprintf(error->text, sizeof(error->text), "%.300s: out of memory", path);
    else
        ok = editor_path_has_extension(path, "gltf") ? save_pair(&exporter, path, error)
                                                     : save_binary(&exporter, path, error);
    for (size_t i = 0; i < list_count; i++)
        editor_text_free(&lists[i]->text);
    editor_text_free(&exporter.data);
    free(exporter.mesh_numbers);
    free(exporter.material_numbers);
    free(exporter.image_numbers);
    free(exporter.look_numbers);
    for (uint32_t i = 0; exporter.shapes && i < level->mesh_count; i++) {
        editor_text_free(&exporter.shapes[i].attributes);
        editor_text_free(&exporter.shapes[i].flat_attributes);
        free(exporter.shapes[i].indices);
    }
    free(exporter.shapes);
    free(exporter.written);
    return ok;
}
