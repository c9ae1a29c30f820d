// level_content.c: reads and validates the content of a level file. docs/level-format.md describes it.
#include "document/file/level_content_internal.h"

#include "document/level/fit.h"
#include "document/motion/affine.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LARGEST_ID 4503599627370495.0 // 2^52 - 1: leaves as many numbers for new objects

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

static bool out_of_memory(const level_content *content, editor_json_value value)
{
    return editor_json_refuse(&content->reader, value, NULL, "out of memory");
}

static void *allocate(size_t count, size_t size)
{
    return calloc(count ? count : 1, size);
}

// --- Assets ---

static bool read_mesh_names(const level_content *content, content_asset *asset, editor_json_value names,
                            editor_json_value boxes, const char *where)
{
    const editor_json_reader *reader = &content->reader;
    uint32_t box_count;
    if (!editor_json_get_array(reader, names, where, "mesh_names", &asset->mesh_count) ||
        !editor_json_get_array(reader, boxes, where, "mesh_boxes", &box_count))
        return false;
    if (boxes.item && box_count != asset->mesh_count)
        return editor_json_refuse(reader, boxes, where, "mesh_boxes: expected as many as mesh_names (%u)",
                                  (unsigned)asset->mesh_count);
    asset->has_meshes = names.item != NULL;
    asset->names = allocate(asset->mesh_count, sizeof(*asset->names));
    asset->boxes = allocate(asset->mesh_count, sizeof(*asset->boxes));
    if (!asset->names || !asset->boxes)
        return out_of_memory(content, asset->value);
    editor_json_value name = names.item ? editor_json_first(reader, names) : names;
    editor_json_value box = boxes.item ? editor_json_first(reader, boxes) : boxes;
    for (uint32_t i = 0; i < asset->mesh_count; i++) {
        char element[40];
        snprintf(element, sizeof(element), "mesh_names[%u]", (unsigned)i);
        if (!editor_json_get_text(reader, name, where, element, &asset->names[i]))
            return false;
        snprintf(element, sizeof(element), "mesh_boxes[%u]", (unsigned)i);
        for (int k = 0; k < 6; k++)
            asset->boxes[i][k] = k < 3 ? -0.5 : 0.5;
        if (!editor_json_get_numbers(reader, box, where, element, asset->boxes[i], 6))
            return false;
        for (int k = 0; k < 6; k++) {
            if (!isfinite((float)asset->boxes[i][k]))
                return editor_json_refuse(reader, box, where, "%s: the number is too large", element);
        }
        name = editor_json_next(reader, name);
        if (box.item)
            box = editor_json_next(reader, box);
    }
    return true;
}

static bool read_fit(const level_content *content, editor_json_value scale, editor_json_value up, const char *where,
                     editor_fit *fit)
{
    const editor_json_reader *reader = &content->reader;
    const char *axis = "y";
    *fit = EDITOR_FIT_PLAIN;
    if (!editor_json_get_number(reader, scale, where, "scale", &fit->scale) ||
        !editor_json_get_text(reader, up, where, "up", &axis))
        return false;
    fit->up = editor_axis_find(axis);
    const char *fault = editor_fit_fault(fit);
    return !fault || editor_json_refuse(reader, fault[0] == 's' ? scale : up, where, "%s", fault);
}

static bool read_asset(const level_content *content, editor_json_value value, const char *where, content_asset *asset)
{
    static const char *const names[] = {"id",    "path", "builtin", "mesh_names", "mesh_boxes",
                                        "scale", "up",   "scene",   "variant"};
    enum { ID, PATH, BUILTIN, NAMES, BOXES, SCALE, UP, SCENE, VARIANT, FIELDS };
    const editor_json_reader *reader = &content->reader;
    editor_json_value fields[FIELDS];
    asset->value = value;
    asset->asset = EDITOR_NONE;
    if (!editor_json_fields(reader, value, where, names, COUNT(names), fields, &asset->extra) ||
        !editor_json_require(reader, value, where, "id", fields[ID]) ||
        !editor_json_get_whole(reader, fields[ID], where, "id", 1, LARGEST_ID, &asset->id) ||
        !editor_json_get_text(reader, fields[PATH], where, "path", &asset->path) ||
        !editor_json_get_text(reader, fields[BUILTIN], where, "builtin", &asset->builtin))
        return false;
    if ((asset->path != NULL) == (asset->builtin != NULL))
        return editor_json_refuse(reader, value, where, "expected either \"path\" or \"builtin\"");
    if (asset->path && !asset->path[0])
        return editor_json_refuse(reader, fields[PATH], where, "path: it is empty");
    for (int i = SCALE; i <= VARIANT; i++) {
        if (asset->builtin && fields[i].item)
            return editor_json_refuse(reader, fields[i], where, "%s: only with \"path\"", names[i]);
    }
    return read_fit(content, fields[SCALE], fields[UP], where, &asset->options.fit) &&
           editor_json_get_text(reader, fields[SCENE], where, "scene", &asset->options.scene) &&
           editor_json_get_text(reader, fields[VARIANT], where, "variant", &asset->options.variant) &&
           read_mesh_names(content, asset, fields[NAMES], fields[BOXES], where);
}

static bool read_assets(level_content *content, editor_json_value array)
{
    const editor_json_reader *reader = &content->reader;
    uint32_t count;
    if (!editor_json_get_array(reader, array, "", "assets", &count))
        return false;
    content->assets = allocate(count, sizeof(*content->assets));
    if (!content->assets)
        return out_of_memory(content, array);
    if (count == 0)
        return true;
    for (editor_json_value at = editor_json_first(reader, array); at.item; at = editor_json_next(reader, at)) {
        char where[40];
        snprintf(where, sizeof(where), "assets[%u]", (unsigned)content->asset_count);
        content_asset *asset = &content->assets[content->asset_count++];
        if (!read_asset(content, at, where, asset))
            return false;
        for (const content_asset *other = content->assets; other < asset; other++) {
            if (other->id == asset->id)
                return editor_json_refuse(reader, at, where, "a second asset with id %.0f", asset->id);
        }
    }
    return true;
}

// --- Objects ---

typedef struct object_reference {
    double id, parent;    // parent 0: none
    double asset, mesh;   // asset 0: none
    double follows, node; // asset 0: none
    editor_json_value parent_value, asset_value, mesh_value, follows_value;
} object_reference;

static bool read_object(const level_content *content, editor_json_value value, const char *where, content_object *out,
                        object_reference *reference)
{
    static const char *const names[] = {"id",        "name",  "parent", "asset",     "mesh",   "follows", "node",
                                        "node_name", "light", "camera", "primitive", "volume", "line",    "materials",
                                        "position",  "basis", "layers", "sets",      "hidden", "locked"};
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
        LINE,
        MATERIALS,
        POSITION,
        BASIS,
        LAYERS,
        SETS,
        HIDDEN,
        LOCKED
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
        !editor_json_get_bool(reader, fields[LOCKED], where, "locked", &o->locked))
        return false;
    o->id = reference->id;
    o->layers = (uint32_t)layers;
    o->sets = (uint32_t)sets;
    o->local.origin = pick_vec3_make(origin[0], origin[1], origin[2]);
    reference->parent_value = fields[PARENT];
    reference->asset_value = fields[ASSET];
    reference->mesh_value = fields[MESH];
    reference->follows_value = fields[FOLLOWS];
    if (!editor_affine_fits_float(&o->local))
        return editor_json_refuse(reader, fields[BASIS].item ? fields[BASIS] : value, where,
                                  "basis: the number is too large");
    if ((fields[ASSET].item != NULL) != (fields[MESH].item != NULL))
        return editor_json_refuse(reader, value, where, "\"asset\" and \"mesh\" go together");
    if ((fields[FOLLOWS].item != NULL) != (fields[NODE].item != NULL) || (fields[NODE_NAME].item && !fields[NODE].item))
        return editor_json_refuse(reader, value, where, "\"follows\" and \"node\" go together");
    const content_kind kind = {fields[LIGHT], fields[CAMERA], fields[PRIMITIVE], fields[VOLUME], fields[LINE]};
    if ((fields[MESH].item != NULL) + (kind.light.item != NULL) + (kind.camera.item != NULL) +
            (kind.primitive.item != NULL) + (kind.volume.item != NULL) + (kind.line.item != NULL) >
        1)
        return editor_json_refuse(reader, value, where,
                                  "expected only one of mesh, primitive, volume, line, light and camera");
    if (fields[MATERIALS].item && !fields[MESH].item && !kind.primitive.item && !kind.line.item)
        return editor_json_refuse(reader, fields[MATERIALS], where,
                                  "materials: only an object with a mesh, a primitive or a line has them");
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
    for (uint32_t asset = 0; asset < content->asset_count; asset++) {
        if (content->assets[asset].id == id)
            return asset;
    }
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
    object->object.kind = EDITOR_OBJECT_MESH;
    object->asset = asset;
    object->mesh = (uint32_t)reference->mesh;
    return true;
}

static bool resolve_object(level_content *content, uint32_t number, const object_reference *reference,
                           const id_entry *ids)
{
    const editor_json_reader *reader = &content->reader;
    content_object *object = &content->objects[number];
    char where[40];
    snprintf(where, sizeof(where), "objects[%u]", (unsigned)number);
    object->parent = object->asset = object->follows = EDITOR_NONE;
    if (find_id(ids, content->object_count, reference->id) != number)
        return editor_json_refuse(reader, object->value, where, "a second object with id %.0f", reference->id);
    if (reference->parent != 0) {
        object->parent = find_id(ids, content->object_count, reference->parent);
        if (object->parent == EDITOR_NONE)
            return editor_json_refuse(reader, reference->parent_value, where, "parent: there is no object with id %.0f",
                                      reference->parent);
    }
    if (reference->follows != 0) {
        object->follows = resolve_asset(content, reference->follows, reference->follows_value, where, "follows");
        object->node = (uint32_t)reference->node;
    }
    return (reference->follows == 0 || object->follows != EDITOR_NONE) &&
           (reference->asset == 0 || resolve_mesh(content, object, reference, where));
}

// Walks up from every object until it reaches an object seen before. Reaching an object of the same walk means a cycle.
static bool check_cycles(const level_content *content, uint32_t *seen)
{
    for (uint32_t i = 0; i < content->object_count; i++) {
        uint32_t at = i;
        for (; at != EDITOR_NONE && seen[at] == 0; at = content->objects[at].parent)
            seen[at] = i + 1;
        if (at == EDITOR_NONE || seen[at] != i + 1)
            continue;
        char where[40];
        snprintf(where, sizeof(where), "objects[%u]", (unsigned)at);
        return editor_json_refuse(&content->reader, content->objects[at].value, where, "parent: it is below itself");
    }
    return true;
}

static bool resolve_objects(level_content *content, const object_reference *references, editor_json_value array)
{
    uint32_t count = content->object_count;
    id_entry *ids = allocate(count, sizeof(*ids));
    uint32_t *seen = allocate(count, sizeof(*seen));
    bool ok = (ids && seen) || out_of_memory(content, array);
    for (uint32_t i = 0; ok && i < count; i++)
        ids[i] = (id_entry){references[i].id, i};
    if (ok && count)
        qsort(ids, count, sizeof(*ids), compare_ids);
    for (uint32_t i = 0; ok && i < count; i++)
        ok = resolve_object(content, i, &references[i], ids);
    ok = ok && check_cycles(content, seen);
    free(ids);
    free(seen);
    return ok;
}

static bool read_objects(level_content *content, editor_json_value array)
{
    const editor_json_reader *reader = &content->reader;
    uint32_t count;
    if (!editor_json_get_array(reader, array, "", "objects", &count))
        return false;
    content->objects = allocate(count, sizeof(*content->objects));
    object_reference *references = allocate(count, sizeof(*references));
    bool ok = (content->objects && references) || out_of_memory(content, array);
    editor_json_value at = ok && count ? editor_json_first(reader, array) : (editor_json_value){0};
    for (; ok && at.item; at = editor_json_next(reader, at)) {
        uint32_t number = content->object_count++;
        char where[40];
        snprintf(where, sizeof(where), "objects[%u]", (unsigned)number);
        ok = read_object(content, at, where, &content->objects[number], &references[number]);
    }
    ok = ok && resolve_objects(content, references, array);
    free(references);
    return ok;
}

// --- Views ---

// `number`: NULL, or receives that of a bookmark.
static bool read_view(level_content *content, editor_json_value value, const char *where, editor_view *view,
                      double *number)
{
    static const char *const names[] = {"eye", "target", "up", "fov", "orthographic", "height", "number"};
    enum { EYE, TARGET, UP, FOV, ORTHOGRAPHIC, HEIGHT, NUMBER, FIELDS };
    const editor_json_reader *reader = &content->reader;
    editor_json_value fields[FIELDS];
    *view = (editor_view){.up = {0, 1, 0}, .fov = EDITOR_PI / 3, .height = 10};
    if (!editor_json_fields(reader, value, where, names, number ? FIELDS : NUMBER, fields, &view->extra) ||
        (number &&
         (!editor_json_require(reader, value, where, "number", fields[NUMBER]) ||
          !editor_json_get_whole(reader, fields[NUMBER], where, "number", 1, EDITOR_BOOKMARK_COUNT, number))) ||
        !editor_json_require(reader, value, where, "eye", fields[EYE]) ||
        !editor_json_require(reader, value, where, "target", fields[TARGET]) ||
        !editor_json_get_numbers(reader, fields[EYE], where, "eye", view->eye, 3) ||
        !editor_json_get_numbers(reader, fields[TARGET], where, "target", view->target, 3) ||
        !editor_json_get_numbers(reader, fields[UP], where, "up", view->up, 3) ||
        !editor_json_get_number(reader, fields[FOV], where, "fov", &view->fov) ||
        !editor_json_get_bool(reader, fields[ORTHOGRAPHIC], where, "orthographic", &view->orthographic) ||
        !editor_json_get_number(reader, fields[HEIGHT], where, "height", &view->height))
        return false;
    if (!(view->fov > 0 && view->fov < EDITOR_PI))
        return editor_json_refuse(reader, fields[FOV], where, "fov: expected above 0 and below pi");
    return view->height > 0 || editor_json_refuse(reader, fields[HEIGHT], where, "height: expected above 0");
}

static bool read_views(level_content *content, editor_json_value array)
{
    const editor_json_reader *reader = &content->reader;
    uint32_t count;
    if (!editor_json_get_array(reader, array, "", "views", &count))
        return false;
    if (count > EDITOR_VIEW_COUNT)
        return editor_json_refuse(reader, array, "views", "expected at most %u", (unsigned)EDITOR_VIEW_COUNT);
    editor_json_value at = count ? editor_json_first(reader, array) : (editor_json_value){0};
    for (; at.item; at = editor_json_next(reader, at)) {
        char where[40];
        snprintf(where, sizeof(where), "views[%u]", (unsigned)content->view_count);
        if (!read_view(content, at, where, &content->views[content->view_count++], NULL))
            return false;
    }
    return true;
}

static bool read_bookmarks(level_content *content, editor_json_value array)
{
    const editor_json_reader *reader = &content->reader;
    uint32_t count, i = 0;
    if (!editor_json_get_array(reader, array, "", "bookmarks", &count))
        return false;
    editor_json_value at = count ? editor_json_first(reader, array) : (editor_json_value){0};
    for (; at.item; at = editor_json_next(reader, at)) {
        char where[40];
        double number = 0;
        editor_view view;
        snprintf(where, sizeof(where), "bookmarks[%u]", (unsigned)i++);
        bool ok = read_view(content, at, where, &view, &number);
        const uint32_t bookmark = ok ? (uint32_t)number - 1 : 0;
        if (ok && content->bookmarks_set >> bookmark & 1)
            ok = editor_json_refuse(reader, at, where, "number: %u is there twice", (unsigned)bookmark + 1);
        if (!ok) {
            free(view.extra);
            return false;
        }
        content->bookmarks[bookmark] = view;
        content->bookmarks_set |= 1u << bookmark;
    }
    return true;
}

// --- The whole ---

bool level_content_open(level_content *content, const char *path, const char *text, size_t size, editor_error *error)
{
    // "vkpick_copy" says whose copy the file is, and is not kept: see copies.h.
    static const char *const names[] = {"vkpick_level", "assets",    "layers",      "objects",
                                        "views",        "bookmarks", "vkpick_copy", "sets"};
    enum { VERSION, ASSETS, LAYERS, OBJECTS, VIEWS, BOOKMARKS, COPY, SETS, FIELDS };
    editor_json_value fields[FIELDS];
    double version = 0;
    *content = (level_content){0};
    editor_json_reader *reader = &content->reader;
    if (!editor_json_open(reader, path, text, size, error))
        return false;
    editor_json_value root = editor_json_root(reader);
    if (!editor_json_fields(reader, root, NULL, names, COUNT(names), fields, &content->extra) ||
        !editor_json_require(reader, root, "no level", "vkpick_level", fields[VERSION]) ||
        !editor_json_get_whole(reader, fields[VERSION], "", "vkpick_level", 1, LARGEST_ID, &version))
        return false;
    if (version > EDITOR_LEVEL_VERSION)
        return editor_json_refuse(reader, fields[VERSION], "vkpick_level",
                                  "version %.0f is newer than this program, which knows %d", version,
                                  (int)EDITOR_LEVEL_VERSION);
    return read_assets(content, fields[ASSETS]) && level_content_read_layers(content, fields[LAYERS]) &&
           read_objects(content, fields[OBJECTS]) && level_content_read_sets(content, fields[SETS]) &&
           read_views(content, fields[VIEWS]) && read_bookmarks(content, fields[BOOKMARKS]);
}

void level_content_close(level_content *content)
{
    for (uint32_t i = 0; i < content->asset_count; i++) {
        free(content->assets[i].names);
        free(content->assets[i].boxes);
        free(content->assets[i].meshes);
        free(content->assets[i].extra);
    }
    for (uint32_t i = 0; i < content->object_count; i++) {
        free(content->objects[i].object.extra);
        free(content->objects[i].object.device_extra);
        free(content->objects[i].object.follow_name);
        level_content_free_overrides(&content->objects[i]);
        editor_line_free(&content->objects[i].line);
    }
    for (uint32_t i = 0; i < EDITOR_LAYER_COUNT; i++)
        free(content->layer_extras[i]);
    for (uint32_t i = 0; i < EDITOR_SET_COUNT; i++)
        free(content->set_extras[i]);
    for (uint32_t i = 0; i < content->view_count; i++)
        free(content->views[i].extra);
    for (uint32_t i = 0; i < EDITOR_BOOKMARK_COUNT; i++)
        free(content->bookmarks[i].extra);
    free(content->assets);
    free(content->objects);
    free(content->extra);
    editor_json_close(&content->reader);
}
