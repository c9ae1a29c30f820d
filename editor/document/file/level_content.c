// level_content.c: reads and validates the content of a level file. docs/level-format.md describes it.
#include "document/file/level_content_internal.h"

#include "document/level/fit.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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
                                        "scale", "up",   "scene",   "variant",    "origin"};
    enum { ID, PATH, BUILTIN, NAMES, BOXES, SCALE, UP, SCENE, VARIANT, ORIGIN, FIELDS };
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
    for (int i = SCALE; i <= ORIGIN; i++) {
        if (asset->builtin && fields[i].item)
            return editor_json_refuse(reader, fields[i], where, "%s: only with \"path\"", names[i]);
    }
    asset->options.origin.is_known = fields[ORIGIN].item != NULL;
    return read_fit(content, fields[SCALE], fields[UP], where, &asset->options.fit) &&
           editor_json_get_numbers(reader, fields[ORIGIN], where, "origin", asset->options.origin.at, 3) &&
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
        const editor_hash id = editor_hash_bytes(&asset->id, sizeof(asset->id));
        if (editor_hash_index_find(&content->asset_ids, id) != EDITOR_HASH_UNKNOWN)
            return editor_json_refuse(reader, at, where, "a second asset with id %.0f", asset->id);
        editor_hash_index_add(&content->asset_ids, id, content->asset_count - 1);
    }
    return true;
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
    static const char *const names[] = {"vkpick_level", "assets",      "layers", "objects", "views",
                                        "bookmarks",    "vkpick_copy", "sets",   "prefabs"};
    enum { VERSION, ASSETS, LAYERS, OBJECTS, VIEWS, BOOKMARKS, COPY, SETS, PREFABS, FIELDS };
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
           level_content_read_prefabs(content, fields[PREFABS]) &&
           level_content_read_objects(content, fields[OBJECTS], &content->objects, &content->object_count) &&
           level_content_read_sets(content, fields[SETS]) && read_views(content, fields[VIEWS]) &&
           read_bookmarks(content, fields[BOOKMARKS]);
}

void level_content_close(level_content *content)
{
    for (uint32_t i = 0; i < content->asset_count; i++) {
        free(content->assets[i].names);
        free(content->assets[i].boxes);
        free(content->assets[i].meshes);
        free(content->assets[i].extra);
    }
    level_content_free_objects(content->objects, content->object_count);
    for (uint32_t i = 0; i < content->prefab_count; i++) {
        level_content_free_objects(content->prefabs[i].parts, content->prefabs[i].part_count);
        free(content->prefabs[i].extra);
    }
    free(content->prefabs);
    free(content->prefab_order);
    for (uint32_t i = 0; i < EDITOR_LAYER_COUNT; i++)
        free(content->layer_extras[i]);
    for (uint32_t i = 0; i < EDITOR_SET_COUNT; i++)
        free(content->set_extras[i]);
    for (uint32_t i = 0; i < content->view_count; i++)
        free(content->views[i].extra);
    for (uint32_t i = 0; i < EDITOR_BOOKMARK_COUNT; i++)
        free(content->bookmarks[i].extra);
    free(content->assets);
    free(content->extra);
    editor_hash_index_free(&content->index.files);
    editor_hash_index_free(&content->index.names);
    editor_hash_index_free(&content->index.doubles);
    free(content->index.named);
    editor_hash_index_free(&content->asset_ids);
    editor_hash_index_free(&content->prefab_ids);
    editor_hash_index_free(&content->prefab_names);
    editor_json_close(&content->reader);
}
