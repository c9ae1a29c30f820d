// level_content_objects.c: reads lists of objects, and of the parts of prefabs.
#include "document/file/level_content_internal.h"
#include "document/motion/affine.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define LARGEST_ID EDITOR_LEVEL_LARGEST_ID
#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

static bool out_of_memory(const level_content *content, editor_json_value value)
{
    return editor_json_refuse(&content->reader, value, NULL, "out of memory");
}

static void *allocate(size_t count, size_t size)
{
    return calloc(count ? count : 1, size);
}

typedef struct object_reference {
    double id, parent;    // parent 0: none
    double asset, mesh;   // asset 0: none
    double follows, node; // asset 0: none
    double prefab;        // 0: none
    editor_json_value parent_value, asset_value, mesh_value, follows_value, prefab_value;
} object_reference;

// Reads `moved` and `moved_of` of an object, which go together.
static bool read_moves(const level_content *content, editor_json_value object, const char *where,
                       editor_json_value array, editor_json_value of, editor_moves *out)
{
    const editor_json_reader *reader = &content->reader;
    double vertex_count = 0;
    uint32_t count = 0;
    if (!array.item || !of.item)
        return editor_json_refuse(reader, object, where, "\"moved\" and \"moved_of\" go together");
    if (!editor_json_get_whole(reader, of, where, "moved_of", 1, EDITOR_NONE - 1, &vertex_count) ||
        !editor_json_get_array(reader, array, where, "moved", &count))
        return false;
    if (count == 0)
        return true;
    out->items = malloc(count * sizeof(*out->items));
    out->vertex_count = (uint32_t)vertex_count;
    if (!out->items)
        return out_of_memory(content, array);
    double after = 0; // the least number that may come next
    for (editor_json_value at = editor_json_first(reader, array); at.item; at = editor_json_next(reader, at)) {
        char element[24];
        double numbers[4];
        snprintf(element, sizeof(element), "moved[%u]", (unsigned)out->count);
        if (!editor_json_get_numbers(reader, at, where, element, numbers, 4))
            return false;
        editor_moved_vertex *item = &out->items[out->count++];
        bool sound = numbers[0] >= after && numbers[0] < vertex_count && floor(numbers[0]) == numbers[0];
        item->vertex = sound ? (uint32_t)numbers[0] : 0;
        after = numbers[0] + 1;
        for (int k = 0; k < 3; k++) {
            item->position[k] = (float)numbers[1 + k] + 0.0f; // -0 would be another place
            sound = sound && isfinite(item->position[k]);
        }
        if (!sound)
            return editor_json_refuse(reader, at, where,
                                      "%s: expected the number of a vertex, below %.0f and above the one before, and "
                                      "three finite numbers that a float can hold",
                                      element, vertex_count);
    }
    return true;
}

static bool read_object(const level_content *content, editor_json_value value, const char *where, content_object *out,
                        object_reference *reference)
{
    static const char *const names[] = {
        "id",     "name",      "parent",   "asset",     "mesh",     "follows", "node",    "node_name", "light",
        "camera", "primitive", "volume",   "materials", "position", "basis",   "layers",  "sets",      "hidden",
        "locked", "prefab",    "unpacked", "line",      "terrain",  "moved",   "moved_of"};
    enum {
        ID,
        NAME,
        PARENT,
        ASSET,
        MESH,
        FOLLOWS,
        NODE,
        NODE_NAME,
        LIGHT,
        CAMERA,
        PRIMITIVE,
        VOLUME,
        MATERIALS,
        POSITION,
        BASIS,
        LAYERS,
        SETS,
        HIDDEN,
        LOCKED,
        PREFAB,
        UNPACKED,
        LINE,
        TERRAIN,
        MOVED,
        MOVED_OF
    };
    enum { FIELDS = COUNT(names) };
    const editor_json_reader *reader = &content->reader;
    editor_json_value fields[FIELDS];
    editor_object *o = &out->object;
    *o = (editor_object){.kind = EDITOR_OBJECT_GROUP, .mesh = EDITOR_NONE, .local = PICK_AFFINE_IDENTITY};
    out->value = value;
    double layers = 1, sets = 0, origin[3] = {0, 0, 0};
    if (!editor_json_fields(reader, value, where, names, COUNT(names), fields, &o->extra) ||
        !editor_json_require(reader, value, where, "id", fields[ID]) ||
        !editor_json_require(reader, value, where, "name", fields[NAME]) ||
        !editor_json_get_whole(reader, fields[ID], where, "id", 1, LARGEST_ID, &reference->id) ||
        !level_content_get_name(content, fields[NAME], where, "name", &out->name) ||
        !editor_json_get_whole(reader, fields[PARENT], where, "parent", 1, LARGEST_ID, &reference->parent) ||
        !editor_json_get_whole(reader, fields[ASSET], where, "asset", 1, LARGEST_ID, &reference->asset) ||
        !editor_json_get_whole(reader, fields[MESH], where, "mesh", 0, EDITOR_NONE - 1, &reference->mesh) ||
        !editor_json_get_whole(reader, fields[FOLLOWS], where, "follows", 1, LARGEST_ID, &reference->follows) ||
        !editor_json_get_whole(reader, fields[NODE], where, "node", 0, EDITOR_NONE - 1, &reference->node) ||
        !editor_json_get_text(reader, fields[NODE_NAME], where, "node_name", &out->node_name) ||
        !editor_json_get_numbers(reader, fields[POSITION], where, "position", origin, 3) ||
        !editor_json_get_numbers(reader, fields[BASIS], where, "basis", o->local.linear, 9) ||
        !editor_json_get_whole(reader, fields[LAYERS], where, "layers", 0, 4294967295.0, &layers) ||
        !editor_json_get_whole(reader, fields[SETS], where, "sets", 0, 4294967295.0, &sets) ||
        !editor_json_get_bool(reader, fields[HIDDEN], where, "hidden", &o->hidden) ||
        !editor_json_get_bool(reader, fields[LOCKED], where, "locked", &o->locked) ||
        !editor_json_get_whole(reader, fields[PREFAB], where, "prefab", 1, LARGEST_ID, &reference->prefab) ||
        !editor_json_get_whole(reader, fields[UNPACKED], where, "unpacked", 1, LARGEST_ID, &reference->prefab))
        return false;
    for (uint32_t i = 0; content->part_list && i < FIELDS; i++) {
        const bool not_a_part = i == FOLLOWS || i == LIGHT || i == CAMERA || i == VOLUME || i == LINE || i == SETS ||
                                i == UNPACKED || i == TERRAIN;
        if (not_a_part && fields[i].item)
            return editor_json_refuse(reader, fields[i], where, "%s: not in a part of a prefab", names[i]);
    }
    o->id = reference->id;
    o->layers = (uint32_t)layers;
    o->sets = (uint32_t)sets;
    o->local.origin = pick_vec3_make(origin[0], origin[1], origin[2]);
    reference->parent_value = fields[PARENT];
    reference->asset_value = fields[ASSET];
    reference->mesh_value = fields[MESH];
    reference->follows_value = fields[FOLLOWS];
    reference->prefab_value = fields[PREFAB].item ? fields[PREFAB] : fields[UNPACKED];
    if (fields[PREFAB].item)
        o->kind = EDITOR_OBJECT_PREFAB;
    for (int i = 0; i < 3; i++) {
        if (fabs(origin[i]) > EDITOR_FARTHEST)
            return editor_json_refuse(reader, fields[POSITION], where, "position: the number is too large");
    }
    if (!editor_affine_fits_float(&o->local))
        return editor_json_refuse(reader, fields[BASIS].item ? fields[BASIS] : value, where,
                                  "basis: the number is too large");
    if ((fields[ASSET].item != NULL) != (fields[MESH].item != NULL))
        return editor_json_refuse(reader, value, where, "\"asset\" and \"mesh\" go together");
    if ((fields[FOLLOWS].item != NULL) != (fields[NODE].item != NULL) || (fields[NODE_NAME].item && !fields[NODE].item))
        return editor_json_refuse(reader, value, where, "\"follows\" and \"node\" go together");
    if (fields[TERRAIN].item && !fields[MESH].item)
        return editor_json_refuse(reader, fields[TERRAIN], where, "terrain: only with a mesh of an asset");
    const content_kind kind = {fields[LIGHT],  fields[CAMERA], fields[PRIMITIVE],
                               fields[VOLUME], fields[LINE],   fields[TERRAIN]};
    if ((fields[MESH].item != NULL) + (kind.light.item != NULL) + (kind.camera.item != NULL) +
            (kind.primitive.item != NULL) + (kind.volume.item != NULL) + (kind.line.item != NULL) +
            (fields[PREFAB].item != NULL) + (fields[UNPACKED].item != NULL) >
        1)
        return editor_json_refuse(
            reader, value, where,
            "expected only one of mesh, primitive, volume, line, light, camera, prefab and unpacked");
    if (fields[MATERIALS].item && !fields[MESH].item && !kind.primitive.item && !kind.line.item)
        return editor_json_refuse(reader, fields[MATERIALS], where,
                                  "materials: only an object with a mesh, a primitive or a line has them");
    if ((fields[MOVED].item || fields[MOVED_OF].item) &&
        !read_moves(content, value, where, fields[MOVED], fields[MOVED_OF], &out->moves))
        return false;
    if (fields[MOVED].item && ((!fields[MESH].item && !kind.primitive.item) || fields[TERRAIN].item))
        return editor_json_refuse(reader, fields[MOVED], where,
                                  "moved: only an object with a mesh or a primitive has vertices");
    return level_content_read_overrides(content, fields[MATERIALS], where, out) &&
           level_content_read_kind(content, &kind, where, out);
}

typedef struct id_entry {
    double id;
    uint32_t number;
} id_entry;

static int compare_ids(const void *a, const void *b)
{
    const id_entry *x = a, *y = b;
    if (x->id != y->id)
        return x->id < y->id ? -1 : 1;
    return x->number < y->number ? -1 : x->number > y->number;
}

static uint32_t find_id(const id_entry *ids, uint32_t count, double id)
{
    uint32_t low = 0, high = count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (ids[middle].id < id)
            low = middle + 1;
        else
            high = middle;
    }
    return low < count && ids[low].id == id ? ids[low].number : EDITOR_NONE;
}

// The asset of that id; EDITOR_NONE: refused.
static uint32_t resolve_asset(const level_content *content, double id, editor_json_value value, const char *where,
                              const char *field)
{
    const uint32_t asset = editor_hash_index_find(&content->asset_ids, editor_hash_bytes(&id, sizeof(id)));
    if (asset != EDITOR_HASH_UNKNOWN)
        return asset;
    editor_json_refuse(&content->reader, value, where, "%s: there is none with id %.0f", field, id);
    return EDITOR_NONE;
}

static bool resolve_mesh(level_content *content, content_object *object, const object_reference *reference,
                         const char *where)
{
    const editor_json_reader *reader = &content->reader;
    const uint32_t asset = resolve_asset(content, reference->asset, reference->asset_value, where, "asset");
    if (asset == EDITOR_NONE)
        return false;
    const content_asset *a = &content->assets[asset];
    if (a->has_meshes && reference->mesh >= a->mesh_count)
        return editor_json_refuse(reader, reference->mesh_value, where, "mesh: the asset lists %u",
                                  (unsigned)a->mesh_count);
    if (object->object.kind != EDITOR_OBJECT_TERRAIN)
        object->object.kind = EDITOR_OBJECT_MESH;
    object->asset = asset;
    object->mesh = (uint32_t)reference->mesh;
    return true;
}

static void name_element(const level_content *content, uint32_t number, char *where, size_t size)
{
    snprintf(where, size, "%s[%u]", content->part_list ? content->part_list : "objects", (unsigned)number);
}

static bool resolve_prefab(const level_content *content, content_object *object, const object_reference *reference,
                           const char *where)
{
    object->prefab = EDITOR_NONE;
    if (reference->prefab == 0)
        return true;
    object->prefab = level_content_find_prefab(content, reference->prefab);
    return object->prefab != EDITOR_NONE ||
           editor_json_refuse(&content->reader, reference->prefab_value, where, "%s: there is none with id %.0f",
                              object->object.kind == EDITOR_OBJECT_PREFAB ? "prefab" : "unpacked", reference->prefab);
}

static bool resolve_object(level_content *content, content_object *objects, uint32_t count, uint32_t number,
                           const object_reference *reference, const id_entry *ids)
{
    const editor_json_reader *reader = &content->reader;
    content_object *object = &objects[number];
    char where[64];
    name_element(content, number, where, sizeof(where));
    object->parent = object->asset = object->follows = EDITOR_NONE;
    if (find_id(ids, count, reference->id) != number)
        return editor_json_refuse(reader, object->value, where, "a second object with id %.0f", reference->id);
    if (reference->parent != 0) {
        object->parent = find_id(ids, count, reference->parent);
        if (object->parent == EDITOR_NONE)
            return editor_json_refuse(reader, reference->parent_value, where, "parent: there is no object with id %.0f",
                                      reference->parent);
    }
    if (reference->follows != 0) {
        object->follows = resolve_asset(content, reference->follows, reference->follows_value, where, "follows");
        object->node = (uint32_t)reference->node;
    }
    return (reference->follows == 0 || object->follows != EDITOR_NONE) &&
           resolve_prefab(content, object, reference, where) &&
           (reference->asset == 0 || resolve_mesh(content, object, reference, where));
}

// Walks up from every object until it reaches an object seen before. Reaching an object of the same walk means a cycle.
static bool check_cycles(const level_content *content, const content_object *objects, uint32_t count, uint32_t *seen)
{
    for (uint32_t i = 0; i < count; i++) {
        uint32_t at = i;
        for (; at != EDITOR_NONE && seen[at] == 0; at = objects[at].parent)
            seen[at] = i + 1;
        if (at == EDITOR_NONE || seen[at] != i + 1)
            continue;
        char where[64];
        name_element(content, at, where, sizeof(where));
        return editor_json_refuse(&content->reader, objects[at].value, where, "parent: it is below itself");
    }
    return true;
}

static bool resolve_objects(level_content *content, content_object *objects, uint32_t count,
                            const object_reference *references, editor_json_value array)
{
    id_entry *ids = allocate(count, sizeof(*ids));
    uint32_t *seen = allocate(count, sizeof(*seen));
    bool ok = (ids && seen) || out_of_memory(content, array);
    for (uint32_t i = 0; ok && i < count; i++)
        ids[i] = (id_entry){references[i].id, i};
    if (ok && count)
        qsort(ids, count, sizeof(*ids), compare_ids);
    for (uint32_t i = 0; ok && i < count; i++)
        ok = resolve_object(content, objects, count, i, &references[i], ids);
    ok = ok && check_cycles(content, objects, count, seen);
    free(ids);
    free(seen);
    return ok;
}

bool level_content_read_objects(level_content *content, editor_json_value array, content_object **objects,
                                uint32_t *object_count)
{
    const editor_json_reader *reader = &content->reader;
    uint32_t count;
    *object_count = 0;
    if (!editor_json_get_array(reader, array, "", content->part_list ? content->part_list : "objects", &count))
        return false;
    *objects = allocate(count, sizeof(**objects));
    object_reference *references = allocate(count, sizeof(*references));
    bool ok = (*objects && references) || out_of_memory(content, array);
    editor_json_value at = ok && count ? editor_json_first(reader, array) : (editor_json_value){0};
    for (; ok && at.item; at = editor_json_next(reader, at)) {
        uint32_t number = (*object_count)++;
        char where[64];
        name_element(content, number, where, sizeof(where));
        ok = read_object(content, at, where, &(*objects)[number], &references[number]);
    }
    ok = ok && resolve_objects(content, *objects, *object_count, references, array);
    free(references);
    return ok;
}

uint32_t level_content_find_prefab(const level_content *content, double id)
{
    _Static_assert(EDITOR_HASH_UNKNOWN == EDITOR_NONE, "what is not found");
    return editor_hash_index_find(&content->prefab_ids, editor_hash_bytes(&id, sizeof(id)));
}

void level_content_free_objects(content_object *objects, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        editor_object *object = &objects[i].object;
        free(object->extra);
        free(object->device_extra);
        free(object->follow_name);
        level_content_free_overrides(&objects[i]);
        editor_line_free(&objects[i].line);
        editor_moves_free(&objects[i].moves);
        editor_primitive_free(&objects[i].primitive);
    }
    free(objects);
}
