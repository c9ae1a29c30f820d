// level_write.c: writes a level as text, one object a line, so that versions of it compare well.
#include "document/file/level_file.h"

#include "document/file/level_content.h"
#include "document/json/json_write.h"
#include "document/level/fit.h"
#include "document/level/level_internal.h"
#include "document/level/look.h"
#include "document/level/origin.h"
#include "document/level/prefab.h"
#include "document/level/primitive_text.h"
#include "system/path.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct level_writer {
    const editor_level *level;
    editor_text *out;
    const char *path;      // absolute path of the file; NULL: paths of assets are absolute
    const char *same_from; // the level's own path if it is in the same folder: then references stay the same
    double *asset_ids;     // one per asset; 0: not written
    bool *prefabs;         // one per definition: it is written
    editor_error *error;
} level_writer;

static void add_extra(editor_text *out, const char *extra)
{
    if (extra) {
        editor_text_put(out, ", ");
        editor_text_put(out, extra);
    }
}

// Adds `"name": ` with its separator.
static void add_key(editor_text *out, const char *name)
{
    editor_text_put(out, ", \"");
    editor_text_put(out, name);
    editor_text_put(out, "\": ");
}

static void add_number_field(editor_text *out, const char *name, double number)
{
    add_key(out, name);
    editor_json_write_number(out, number);
}

// --- Assets ---

static bool is_written(const editor_asset *asset, bool used, bool fragment)
{
    return used || (asset->reference && !fragment); // keep what the file had
}

// Numbers the written assets. Ids from the file stay.
static void number_assets(level_writer *writer, const bool *used)
{
    const editor_level *level = writer->level;
    double next = 1;
    for (uint32_t i = 0; i < level->asset_count; i++) {
        if (level->assets[i].id >= next)
            next = level->assets[i].id + 1;
    }
    for (uint32_t i = 0; i < level->asset_count; i++) {
        const editor_asset *asset = &level->assets[i];
        writer->asset_ids[i] = !is_written(asset, used[i], writer->path == NULL) ? 0
                               : asset->id > 0                                   ? asset->id
                                                                                 : next++;
    }
}

static bool add_asset_path(const level_writer *writer, const editor_asset *asset)
{
    if (asset->builtin) {
        add_key(writer->out, "builtin");
        editor_json_write_string(writer->out, asset->path);
        return true;
    }
    add_key(writer->out, "path");
    if (asset->reference && writer->same_from) {
        editor_json_write_string(writer->out, asset->reference);
        return true;
    }
    char *absolute = editor_path_absolute(asset->path);
    char *relative = absolute && writer->path ? editor_path_relative(writer->path, absolute) : NULL;
    const char *written = writer->path ? relative : absolute;
    if (written)
        editor_json_write_string(writer->out, written);
    bool ok = written != NULL;
    free(absolute);
    free(relative);
    return ok;
}

// How the file was read, where that is not as it says itself. What is pasted goes to a level that may have read the
// file with another origin.
static void add_options(editor_text *out, const editor_asset *asset, bool is_clipboard)
{
    if (asset->fit.scale != 1) {
        add_key(out, "scale");
        editor_json_write_number(out, asset->fit.scale);
    }
    if (asset->fit.up != EDITOR_AXIS_Y) {
        add_key(out, "up");
        editor_json_write_string(out, editor_axis_name(asset->fit.up));
    }
    if (asset->scene) {
        add_key(out, "scene");
        editor_json_write_string(out, asset->scene);
    }
    if (asset->variant) {
        add_key(out, "variant");
        editor_json_write_string(out, asset->variant);
    }
    if (editor_asset_needs_origin(asset) || (is_clipboard && asset->origin.is_known)) {
        add_key(out, "origin");
        editor_json_write_numbers(out, asset->origin.at, 3);
    }
}

static bool add_asset(const level_writer *writer, uint32_t number, bool first)
{
    editor_text *out = writer->out;
    const editor_asset *asset = &writer->level->assets[number];
    editor_text_format(out, "%s\n    {\"id\": %.0f", first ? "" : ",", writer->asset_ids[number]);
    if (!add_asset_path(writer, asset))
        return false;
    add_key(out, "mesh_names");
    for (uint32_t i = 0; i < asset->mesh_count; i++) {
        editor_text_put(out, i ? ", " : "[");
        editor_json_write_string(out, asset->meshes[i].name ? asset->meshes[i].name : "");
    }
    editor_text_put(out, asset->mesh_count ? "]" : "[]");
    add_key(out, "mesh_boxes");
    for (uint32_t i = 0; i < asset->mesh_count; i++) {
        editor_text_put(out, i ? ", " : "[");
        editor_json_write_numbers(out, asset->meshes[i].box, 6);
    }
    editor_text_put(out, asset->mesh_count ? "]" : "[]");
    add_options(out, asset, writer->path == NULL);
    add_extra(out, asset->extra);
    editor_text_put(out, "}");
    return true;
}

static bool add_assets(level_writer *writer)
{
    editor_text_put(writer->out, ",\n  \"assets\": [");
    bool first = true;
    for (uint32_t i = 0; i < writer->level->asset_count; i++) {
        if (writer->asset_ids[i] == 0)
            continue;
        if (!add_asset(writer, i, first))
            return false;
        first = false;
    }
    editor_text_put(writer->out, first ? "]" : "\n  ]");
    return true;
}

// --- Objects ---

static void add_light(editor_text *out, const editor_light *light, const char *extra)
{
    static const char *const types[] = {"directional", "point", "spot"};
    add_key(out, "light");
    editor_text_format(out, "{\"type\": \"%s\"", types[light->type]);
    add_key(out, "color");
    editor_json_write_numbers(out, light->color, 3);
    add_number_field(out, "intensity", light->intensity);
    add_number_field(out, "range", light->range);
    add_number_field(out, "inner", light->inner);
    add_number_field(out, "outer", light->outer);
    add_extra(out, extra);
    editor_text_put(out, "}");
}

static void add_camera(editor_text *out, const editor_lens *lens, const char *extra)
{
    add_key(out, "camera");
    editor_text_format(out, "{\"orthographic\": %s", lens->orthographic ? "true" : "false");
    add_number_field(out, "fov", lens->fov);
    add_number_field(out, "height", lens->height);
    add_number_field(out, "near", lens->near_plane);
    add_number_field(out, "far", lens->far_plane);
    add_extra(out, extra);
    editor_text_put(out, "}");
}

static void add_primitive(editor_text *out, const editor_primitive *primitive, const char *extra)
{
    add_key(out, editor_shape_is_volume(primitive->shape) ? "volume" : "primitive");
    editor_text_put(out, "{");
    editor_primitive_write(out, primitive);
    add_extra(out, extra);
    editor_text_put(out, "}");
}

static void add_line(editor_text *out, const editor_line *line, const char *extra)
{
    add_key(out, "line");
    for (uint32_t i = 0; i < line->count; i++) {
        editor_text_put(out, i ? ", " : "{\"points\": [");
        editor_json_write_numbers(out, &line->points[3 * (size_t)i], 3);
    }
    editor_text_put(out, line->closed ? "], \"closed\": true" : "]");
    if (line->measure != EDITOR_MEASURE_NOTHING) {
        add_key(out, "measures");
        editor_json_write_string(out, editor_measure_key(line->measure));
    }
    add_extra(out, extra);
    editor_text_put(out, "}");
}

static void add_terrain(editor_text *out, const editor_terrain *terrain, const char *extra)
{
    add_key(out, "terrain");
    editor_text_put(out, "{\"width\": ");
    editor_json_write_number(out, terrain->width);
    add_number_field(out, "depth", terrain->depth);
    add_number_field(out, "height", terrain->height);
    add_extra(out, extra);
    editor_text_put(out, "}");
}

static void add_moves(editor_text *out, const editor_moves *moves)
{
    if (moves->count == 0)
        return;
    editor_text_format(out, ", \"moved_of\": %u, \"moved\": [", (unsigned)moves->vertex_count);
    for (uint32_t i = 0; i < moves->count; i++) {
        const editor_moved_vertex *item = &moves->items[i];
        editor_text_put(out, i ? ", " : "");
        editor_json_write_numbers(out,
                                  (const double[4]){item->vertex, (double)item->position[0], (double)item->position[1],
                                                    (double)item->position[2]},
                                  4);
    }
    editor_text_put(out, "]");
}

static void add_mesh(const level_writer *writer, const editor_object *object)
{
    const editor_mesh *own = &writer->level->meshes[object->mesh], *mesh = editor_level_original(writer->level, own);
    if (mesh->content)
        return;
    if (mesh->primitive.shape != EDITOR_SHAPE_NONE)
        add_primitive(writer->out, &mesh->primitive, object->device_extra);
    else if (mesh->line.count > 0)
        add_line(writer->out, &mesh->line, object->device_extra);
    else
        editor_text_format(writer->out, ", \"asset\": %.0f, \"mesh\": %u", writer->asset_ids[mesh->asset],
                           (unsigned)mesh->asset_index);
    add_moves(writer->out, &own->moves);
}

// Which prefab it is an instance of, or was unpacked from.
static void add_prefab_of(const level_writer *writer, const editor_object *object)
{
    if (object->prefab != 0 && writer->prefabs[object->prefab - 1])
        editor_text_format(writer->out, ", \"%s\": %.0f", object->kind == EDITOR_OBJECT_PREFAB ? "prefab" : "unpacked",
                           writer->level->prefabs[object->prefab - 1].id);
}

static void add_followed(const level_writer *writer, const editor_object *object)
{
    const char *name;
    const uint32_t node = editor_level_followed_node(writer->level, object, &name);
    if (node == EDITOR_NONE)
        return;
    editor_text_format(writer->out, ", \"follows\": %.0f, \"node\": %u", writer->asset_ids[object->motion_asset],
                       (unsigned)node);
    if (name[0]) {
        add_key(writer->out, "node_name");
        editor_json_write_string(writer->out, name);
    }
}

static void add_override(editor_text *out, const editor_override *o)
{
    static const char *const modes[] = {"opaque", "mask", "blend"};
    editor_text_format(out, "{\"slot\": %u", (unsigned)o->slot);
    if (o->fields & EDITOR_OVERRIDE_BASE_COLOR) {
        add_key(out, "base_color");
        editor_json_write_numbers(out, o->base_color, 4);
    }
    if (o->fields & EDITOR_OVERRIDE_METALLIC)
        add_number_field(out, "metallic", o->metallic);
    if (o->fields & EDITOR_OVERRIDE_ROUGHNESS)
        add_number_field(out, "roughness", o->roughness);
    if (o->fields & EDITOR_OVERRIDE_EMISSIVE) {
        add_key(out, "emissive");
        editor_json_write_numbers(out, o->emissive, 3);
        if (o->emissive_strength != 1)
            add_number_field(out, "emissive_strength", o->emissive_strength);
    }
    if (o->fields & EDITOR_OVERRIDE_ALPHA_MODE)
        editor_text_format(out, ", \"alpha_mode\": \"%s\"", modes[o->alpha_mode]);
    if (o->fields & EDITOR_OVERRIDE_ALPHA_CUTOFF)
        add_number_field(out, "alpha_cutoff", o->alpha_cutoff);
    if (o->fields & EDITOR_OVERRIDE_SIDES)
        editor_text_format(out, ", \"double_sided\": %s", o->double_sided ? "true" : "false");
    if (o->fields & EDITOR_OVERRIDE_WIDTH)
        add_number_field(out, "width", o->width.value);
    if (o->fields & EDITOR_OVERRIDE_WIDTH && o->width.unit == EDITOR_WIDTH_IN_METRES)
        editor_text_put(out, ", \"width_unit\": \"metres\"");
    add_extra(out, o->extra);
    editor_text_put(out, "}");
}

static void add_overrides(editor_text *out, const editor_object *object)
{
    uint32_t count;
    const editor_override *overrides = editor_object_overrides(object, &count);
    for (uint32_t i = 0; i < count; i++) {
        editor_text_put(out, i ? ", " : ", \"materials\": [");
        add_override(out, &overrides[i]);
    }
    editor_text_put(out, count ? "]" : "");
}

static void add_object(const level_writer *writer, const editor_object *object, double parent_id,
                       const pick_affine *local, bool first)
{
    editor_text *out = writer->out;
    editor_text_put(out, first ? "\n    {\"id\": " : ",\n    {\"id\": ");
    editor_json_write_number(out, object->id);
    add_key(out, "name");
    editor_json_write_string(out, object->name);
    if (parent_id > 0)
        add_number_field(out, "parent", parent_id);
    if (object->mesh != EDITOR_NONE)
        add_mesh(writer, object);
    add_prefab_of(writer, object);
    add_followed(writer, object);
    add_overrides(out, object);
    // Omit fields whose default has the same bits; -0 is written.
    const pick_affine usual = PICK_AFFINE_IDENTITY;
    if (memcmp(&local->origin, &usual.origin, sizeof(usual.origin)) != 0) {
        add_key(out, "position");
        editor_json_write_numbers(out, (const double[3]){local->origin.x, local->origin.y, local->origin.z}, 3);
    }
    if (memcmp(local->linear, usual.linear, sizeof(usual.linear)) != 0) {
        add_key(out, "basis");
        editor_json_write_numbers(out, local->linear, 9);
    }
    if (object->layers != 1)
        editor_text_format(out, ", \"layers\": %u", (unsigned)object->layers);
    if (object->sets != 0 && writer->path) // copied objects are in none
        editor_text_format(out, ", \"sets\": %u", (unsigned)object->sets);
    if (object->hidden)
        editor_text_put(out, ", \"hidden\": true");
    if (object->locked)
        editor_text_put(out, ", \"locked\": true");
    if (object->kind == EDITOR_OBJECT_LIGHT)
        add_light(out, &object->light, object->device_extra);
    if (object->kind == EDITOR_OBJECT_CAMERA)
        add_camera(out, &object->lens, object->device_extra);
    if (object->kind == EDITOR_OBJECT_TERRAIN)
        add_terrain(out, &object->terrain, object->device_extra);
    add_extra(out, object->extra);
    editor_text_put(out, "}");
}

static void add_all_objects(const level_writer *writer)
{
    const editor_level *level = writer->level;
    bool first = true;
    editor_text_put(writer->out, ",\n  \"objects\": [");
    for (uint32_t i = editor_level_next(level, EDITOR_NONE); i != EDITOR_NONE; i = editor_level_next(level, i)) {
        const editor_object *o = &level->objects[i];
        add_object(writer, o, o->parent == EDITOR_NONE ? 0 : level->objects[o->parent].id, &o->local, first);
        first = false;
    }
    editor_text_put(writer->out, first ? "]" : "\n  ]");
}

// --- Prefabs ---

static void add_prefabs(const level_writer *writer)
{
    const editor_level *level = writer->level;
    editor_text *out = writer->out;
    bool any = false;
    for (uint32_t i = 0; i < level->prefab_count; i++) {
        if (!writer->prefabs[i])
            continue;
        const editor_prefab *prefab = &level->prefabs[i];
        const editor_prefab_content *content = editor_level_content(level, prefab->mesh);
        editor_text_put(out, any ? "," : ",\n  \"prefabs\": [");
        any = true;
        editor_text_format(out, "\n    {\"id\": %.0f", prefab->id);
        add_key(out, "name");
        editor_json_write_string(out, prefab->name);
        add_key(out, "parts");
        editor_text_put(out, "[");
        for (uint32_t k = 0; k < content->part_count; k++) {
            editor_object part = content->parts[k];
            part.id = k + 1;
            add_object(writer, &part, part.parent == EDITOR_NONE ? 0 : part.parent + 1, &part.local, k == 0);
        }
        editor_text_put(out, "]");
        add_extra(out, prefab->extra);
        editor_text_put(out, "}");
    }
    editor_text_put(out, any ? "\n  ]" : "");
}

// --- Layers and views ---

static void add_layers(const level_writer *writer)
{
    const editor_level *level = writer->level;
    editor_text *out = writer->out;
    bool any = false;
    for (uint32_t i = 0; i < EDITOR_LAYER_COUNT; i++) {
        const bool hidden = level->hidden_layers >> i & 1, locked = level->locked_layers >> i & 1;
        const uint32_t sees = level->sees.sees[i];
        if (!level->layer_names[i] && !level->layer_extras[i] && !hidden && !locked && sees == UINT32_MAX)
            continue;
        editor_text_put(out, any ? "," : ",\n  \"layers\": [");
        any = true;
        editor_text_format(out, "\n    {\"number\": %u", (unsigned)i);
        if (level->layer_names[i]) {
            add_key(out, "name");
            editor_json_write_string(out, level->layer_names[i]);
        }
        if (hidden)
            editor_text_put(out, ", \"hidden\": true");
        if (locked)
            editor_text_put(out, ", \"locked\": true");
        if (sees != UINT32_MAX)
            editor_text_format(out, ", \"sees\": %u", (unsigned)sees);
        add_extra(out, level->layer_extras[i]);
        editor_text_put(out, "}");
    }
    editor_text_put(out, any ? "\n  ]" : "");
}

static void add_sets(const level_writer *writer)
{
    const editor_level *level = writer->level;
    editor_text *out = writer->out;
    bool any = false;
    for (uint32_t i = 0; i < EDITOR_SET_COUNT; i++) {
        if (!level->set_names[i])
            continue;
        editor_text_put(out, any ? "," : ",\n  \"sets\": [");
        any = true;
        editor_text_format(out, "\n    {\"number\": %u", (unsigned)i);
        add_key(out, "name");
        editor_json_write_string(out, level->set_names[i]);
        add_extra(out, level->set_extras[i]);
        editor_text_put(out, "}");
    }
    editor_text_put(out, any ? "\n  ]" : "");
}

static void add_view(editor_text *out, const editor_view *view)
{
    editor_text_put(out, "\"eye\": ");
    editor_json_write_numbers(out, view->eye, 3);
    add_key(out, "target");
    editor_json_write_numbers(out, view->target, 3);
    add_key(out, "up");
    editor_json_write_numbers(out, view->up, 3);
    add_number_field(out, "fov", view->fov);
    editor_text_format(out, ", \"orthographic\": %s", view->orthographic ? "true" : "false");
    add_number_field(out, "height", view->height);
    add_extra(out, view->extra);
    editor_text_put(out, "}");
}

static void add_views(const level_writer *writer)
{
    const editor_level *level = writer->level;
    editor_text *out = writer->out;
    for (uint32_t i = 0; i < level->view_count; i++) {
        editor_text_put(out, i ? "," : ",\n  \"views\": [");
        editor_text_put(out, "\n    {");
        add_view(out, &level->views[i]);
    }
    editor_text_put(out, level->view_count ? "\n  ]" : "");
}

static void add_bookmarks(const level_writer *writer)
{
    const editor_level *level = writer->level;
    editor_text *out = writer->out;
    bool any = false;
    for (uint32_t i = 0; i < EDITOR_BOOKMARK_COUNT; i++) {
        if (!(level->bookmarks_set >> i & 1))
            continue;
        editor_text_put(out, any ? "," : ",\n  \"bookmarks\": [");
        any = true;
        editor_text_format(out, "\n    {\"number\": %u, ", (unsigned)i + 1);
        add_view(out, &level->bookmarks[i]);
    }
    editor_text_put(out, any ? "\n  ]" : "");
}

// --- The whole ---

static bool fail(const level_writer *writer, const char *what)
{
    snprintf(writer->error->text, sizeof(writer->error->text), "%s", what);
    return false;
}

static bool use_prefab(const level_writer *writer, uint32_t prefab, bool *used);

// Marks the assets of an object or a part. False: its mesh comes from no file.
static bool use_asset(const level_writer *writer, const editor_object *o, bool *used)
{
    const char *name;
    if (editor_level_followed_node(writer->level, o, &name) != EDITOR_NONE)
        used[o->motion_asset] = true;
    if (o->kind == EDITOR_OBJECT_PREFAB)
        return use_prefab(writer, o->prefab - 1, used);
    if (!editor_object_is_solid(o))
        return true;
    const editor_mesh *mesh = editor_level_original(writer->level, &writer->level->meshes[o->mesh]);
    const uint32_t asset = mesh->asset;
    if (editor_mesh_is_made(mesh))
        return true;
    if (asset == EDITOR_NONE) {
        snprintf(writer->error->text, sizeof(writer->error->text),
                 "%.100s: its mesh comes from no file, so no level file can name it", o->name);
        return false;
    }
    used[asset] = true;
    return true;
}

// The same of a definition, which is written.
static bool use_prefab(const level_writer *writer, uint32_t prefab, bool *used)
{
    const editor_level *level = writer->level;
    const editor_prefab_content *content = editor_level_content(level, level->prefabs[prefab].mesh);
    bool ok = true;
    for (uint32_t i = 0; content && ok && !writer->prefabs[prefab] && i < content->part_count; i++)
        ok = use_asset(writer, &content->parts[i], used);
    writer->prefabs[prefab] = content != NULL;
    return ok;
}

static bool prepare(level_writer *writer, bool **used)
{
    uint32_t count = writer->level->asset_count;
    writer->asset_ids = calloc(count ? count : 1, sizeof(*writer->asset_ids));
    *used = calloc(count ? count : 1, sizeof(**used));
    writer->prefabs = calloc((size_t)writer->level->prefab_count + 1, sizeof(*writer->prefabs));
    return (writer->asset_ids && *used && writer->prefabs) || fail(writer, "out of memory");
}

static bool in_same_folder(const char *a, const char *b)
{
    const char *x = strrchr(a, '/'), *y = strrchr(b, '/');
    return x && y && x - a == y - b && memcmp(a, b, (size_t)(x - a)) == 0;
}

bool editor_level_write(const editor_level *level, const char *path, editor_text *out, editor_error *error)
{
    level_writer writer = {.level = level, .out = out, .error = error};
    bool *used = NULL;
    char *absolute = editor_path_absolute(path);
    char *own = level->is_level_file ? editor_path_absolute(level->path) : NULL;
    bool ok = absolute ? prepare(&writer, &used) : fail(&writer, "out of memory");
    writer.path = absolute;
    writer.same_from = own && absolute && in_same_folder(own, absolute) ? own : NULL;
    for (uint32_t i = editor_level_next(level, EDITOR_NONE); ok && i != EDITOR_NONE; i = editor_level_next(level, i))
        ok = use_asset(&writer, &level->objects[i], used);
    for (uint32_t i = 0; ok && i < level->prefab_count; i++)
        ok = use_prefab(&writer, i, used);
    if (ok) {
        number_assets(&writer, used);
        editor_text_format(out, "{\n  \"vkpick_level\": %d", EDITOR_LEVEL_VERSION);
        ok = add_assets(&writer) || fail(&writer, "out of memory");
        add_prefabs(&writer);
        add_layers(&writer);
        add_sets(&writer);
        add_views(&writer);
        add_bookmarks(&writer);
        add_all_objects(&writer);
        if (level->extra) {
            editor_text_put(out, ",\n  ");
            editor_text_put(out, level->extra);
        }
        editor_text_put(out, "\n}\n");
    }
    if (ok && out->failed)
        ok = fail(&writer, "out of memory");
    free(writer.asset_ids);
    free(writer.prefabs);
    free(used);
    free(absolute);
    free(own);
    return ok;
}

bool editor_level_write_objects(const editor_level *level, const uint32_t *roots, uint32_t count, editor_text *out,
                                editor_error *error)
{
    level_writer writer = {.level = level, .out = out, .error = error};
    bool *used = NULL;
    bool ok = prepare(&writer, &used);
    for (uint32_t r = 0; ok && r < count; r++) {
        for (uint32_t i = roots[r]; ok && i != EDITOR_NONE; i = editor_level_next_below(level, roots[r], i))
            ok = use_asset(&writer, &level->objects[i], used);
    }
    if (ok) {
        number_assets(&writer, used);
        editor_text_format(out, "{\n  \"vkpick_level\": %d", EDITOR_LEVEL_VERSION);
        ok = add_assets(&writer) || fail(&writer, "out of memory");
        add_prefabs(&writer);
        editor_text_put(out, ",\n  \"objects\": [");
        for (uint32_t r = 0; r < count; r++) {
            for (uint32_t i = roots[r]; i != EDITOR_NONE; i = editor_level_next_below(level, roots[r], i)) {
                const editor_object *o = &level->objects[i];
                const bool root = i == roots[r];
                const pick_affine local = root ? editor_level_rest_world(level, i) : o->local;
                add_object(&writer, o, root ? 0 : level->objects[o->parent].id, &local, r == 0 && root);
            }
        }
        editor_text_put(out, "\n  ]\n}\n");
    }
    free(writer.asset_ids);
    free(writer.prefabs);
    free(used);
    return ok && (!out->failed || fail(&writer, "out of memory"));
}
