// level_read.c: builds a level from the content of its file.
#include "document/file/level_file.h"

#include "document/demo/demo_level.h"
#include "document/file/level_content.h"
#include "document/import/import.h"
#include "document/level/level_internal.h"
#include "document/level/origin.h"
#include "system/file_read.h"
#include "system/file_save.h"
#include "system/path.h"
#include "system/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LEVEL_FILE_LIMIT (((size_t)1 << 31) - 1)

bool editor_level_is_file(const char *path)
{
    size_t length = strlen(path);
    const char long_name[] = ".level.json";
    return editor_path_has_extension(path, "vkpick") ||
           (length >= sizeof(long_name) - 1 && strcmp(path + length - (sizeof(long_name) - 1), long_name) == 0);
}

// --- Assets ---

// FNV-1a
static uint64_t hash_of(const char *text)
{
    uint64_t hash = 14695981039346656037u;
    for (; *text; text++)
        hash = (hash ^ (unsigned char)*text) * 1099511628211u;
    return hash;
}

// The system is asked once per asset: that costs a hundred microseconds each time.
static void find_absolute(editor_asset *asset)
{
    if (asset->absolute)
        return;
    asset->absolute = editor_path_absolute(asset->path);
    asset->absolute_hash = asset->absolute ? hash_of(asset->absolute) : 0;
}

// Whether the asset is of the file at `absolute`.
static bool is_of_file(editor_asset *asset, const char *path, const char *absolute, uint64_t hash)
{
    if (absolute)
        find_absolute(asset);
    // By the hash first: a file may list thousands.
    if (absolute && asset->absolute)
        return asset->absolute_hash == hash && strcmp(asset->absolute, absolute) == 0;
    return strcmp(asset->path, path) == 0;
}

typedef enum path_kind { PATH_BUILTIN, PATH_WRITTEN, PATH_ABSOLUTE } path_kind;

static editor_hash hash_path(path_kind kind, const char *path)
{
    const editor_hash text = editor_hash_bytes(path, strlen(path));
    const uint64_t all[] = {kind, text.low, text.high};
    return editor_hash_bytes(all, sizeof(all));
}

static void add_first(editor_hash_index *index, editor_hash hash, uint32_t number)
{
    if (editor_hash_index_find(index, hash) == EDITOR_HASH_UNKNOWN)
        editor_hash_index_add(index, hash, number);
}

static uint32_t find_indexed(editor_level *level, content_index *index, const char *path, bool builtin,
                             const char *absolute)
{
    for (; index->file_count < level->asset_count; index->file_count++) {
        editor_asset *asset = &level->assets[index->file_count];
        add_first(&index->files, hash_path(asset->builtin ? PATH_BUILTIN : PATH_WRITTEN, asset->path),
                  index->file_count);
        if (!asset->builtin)
            find_absolute(asset);
        if (asset->absolute)
            add_first(&index->files, hash_path(PATH_ABSOLUTE, asset->absolute), index->file_count);
    }
    uint32_t number = EDITOR_HASH_UNKNOWN;
    if (absolute && !builtin)
        number = editor_hash_index_find(&index->files, hash_path(PATH_ABSOLUTE, absolute));
    if (number == EDITOR_HASH_UNKNOWN)
        number = editor_hash_index_find(&index->files, hash_path(builtin ? PATH_BUILTIN : PATH_WRITTEN, path));
    return number;
}

// Finds the asset of the level with the same file, or EDITOR_NONE. What has the same text is the same even where no
// memory is left for absolute paths, and `absolute` is NULL. `index` may be NULL.
static uint32_t find_asset(editor_level *level, content_index *index, const char *path, bool builtin,
                           const char *absolute)
{
    const uint64_t hash = absolute ? hash_of(absolute) : 0;
    if (index) {
        const uint32_t number = find_indexed(level, index, path, builtin, absolute);
        return number != EDITOR_HASH_UNKNOWN && is_of_file(&level->assets[number], path, absolute, hash) ? number
                                                                                                         : EDITOR_NONE;
    }
    for (uint32_t i = 0; i < level->asset_count; i++) {
        editor_asset *asset = &level->assets[i];
        if (asset->builtin == builtin && is_of_file(asset, path, absolute, hash))
            return i;
    }
    return EDITOR_NONE;
}

static uint32_t add_missing(editor_level *level, const char *path, bool builtin)
{
    editor_asset *array =
        editor_level_reserve(level->assets, level->asset_count, &level->asset_capacity, sizeof(*array));
    if (array)
        level->assets = array;
    char *copy = array ? editor_text_copy(path) : NULL;
    if (!copy)
        return EDITOR_NONE;
    array[level->asset_count] =
        (editor_asset){.path = copy, .builtin = builtin, .missing = true, .fit = EDITOR_FIT_PLAIN};
    return level->asset_count++;
}

// Read, missing or still to be read.
static uint32_t find_file(editor_level *level, content_index *index, const char *path)
{
    char *absolute = editor_path_absolute(path);
    const uint32_t number = find_asset(level, index, path, false, absolute);
    free(absolute);
    return number;
}

static uint32_t find_model(editor_level *level, content_index *index, const char *path)
{
    const uint32_t number = find_file(level, index, path);
    return number != EDITOR_NONE && !level->assets[number].missing ? number : EDITOR_NONE;
}

uint32_t editor_level_find_model(editor_level *level, const char *path)
{
    return find_model(level, NULL, path);
}

uint32_t editor_level_find_unread(editor_level *level, const char *path)
{
    const uint32_t number = find_file(level, NULL, path);
    return number != EDITOR_NONE && level->assets[number].unread ? number : EDITOR_NONE;
}

static uint32_t absorb(editor_level *level, const char *path, editor_level *source, editor_error *error)
{
    const uint32_t number = editor_level_absorb(level, source);
    if (number == EDITOR_NONE)
        snprintf(error->text, sizeof(error->text), "%.300s: out of memory", path);
    return number;
}

uint32_t editor_level_adopt(editor_level *level, const char *path, editor_level *source, editor_error *error)
{
    const uint32_t number = editor_level_find_model(level, path);
    if (number == EDITOR_NONE)
        return absorb(level, path, source, error);
    editor_level_destroy(source); // it came by another way meanwhile
    return number;
}

static uint32_t import_file(editor_level *level, content_index *index, const char *path,
                            const editor_import_options *options, editor_image_decoder decoder, void *decoder_user,
                            editor_error *error)
{
    const uint32_t number = find_model(level, index, path);
    if (number != EDITOR_NONE)
        return number;
    if (editor_level_is_file(path)) {
        snprintf(error->text, sizeof(error->text), "%.300s: a level, not a model", path);
        return EDITOR_NONE;
    }
    editor_level *source = editor_import_as(path, options, decoder, decoder_user, error);
    return source ? absorb(level, path, source, error) : EDITOR_NONE;
}

uint32_t editor_level_import_as(editor_level *level, const char *path, const editor_import_options *options,
                                editor_image_decoder decoder, void *decoder_user, editor_error *error)
{
    return import_file(level, NULL, path, options, decoder, decoder_user, error);
}

static uint32_t load_builtin(editor_level *level, content_index *index, const char *name, editor_error *error)
{
    uint32_t number = find_asset(level, index, name, true, NULL);
    if (number != EDITOR_NONE)
        return number;
    if (strcmp(name, "demo") != 0) {
        snprintf(error->text, sizeof(error->text), "%.300s: this program has nothing of that name", name);
        return EDITOR_NONE;
    }
    editor_level *source = editor_demo_level(error);
    return source ? editor_level_absorb(level, source) : EDITOR_NONE;
}

// A missing file whose meshes the level does not list has a box for each number up to the largest in use. All such
// files of a level together have at most so many.
enum { LOST_MESH_LIMIT = 1 << 16 };

// Appends a mesh to the asset whose file had it when the level was saved. There is room for it.
static bool add_lost_mesh(editor_asset *asset, const content_asset *entry, uint32_t index)
{
    editor_asset_mesh *mesh = &asset->meshes[asset->mesh_count];
    *mesh = (editor_asset_mesh){.mesh = EDITOR_NONE, .box = {-0.5, -0.5, -0.5, 0.5, 0.5, 0.5}};
    const char *name = index < entry->mesh_count ? entry->names[index] : "";
    if (index < entry->mesh_count)
        memcpy(mesh->box, entry->boxes[index], sizeof(mesh->box));
    mesh->name = editor_text_copy(name);
    if (!mesh->name)
        return false;
    asset->mesh_count++;
    return true;
}

// Gives the asset those of the first `used` meshes of the entry that its file does not have.
static bool add_lost_meshes(editor_asset *asset, content_asset *entry, uint32_t used)
{
    size_t lost = 0;
    for (uint32_t i = 0; i < used; i++)
        lost += entry->meshes[i] == EDITOR_NONE;
    if (lost == 0)
        return true;
    editor_asset_mesh *grown = realloc(asset->meshes, (asset->mesh_count + lost) * sizeof(*grown));
    if (!grown)
        return false;
    asset->meshes = grown;
    for (uint32_t i = 0; i < used; i++) {
        if (entry->meshes[i] != EDITOR_NONE)
            continue;
        entry->meshes[i] = asset->mesh_count;
        if (!add_lost_mesh(asset, entry, i))
            return false;
    }
    return true;
}

// Finds how many meshes of each asset the objects, or the parts of a prefab, use.
static void count_used(level_content *content, const content_object *objects, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        if (objects[i].asset == EDITOR_NONE)
            continue;
        content_asset *entry = &content->assets[objects[i].asset];
        if (objects[i].mesh >= entry->used)
            entry->used = objects[i].mesh + 1;
    }
}

// Refuses the first of the objects, or of the parts of a prefab, that uses more than `most` meshes of the asset. True:
// none does.
static bool refuse_used(const level_content *content, const editor_asset *asset, const content_asset *entry,
                        const content_object *objects, uint32_t count, uint32_t most)
{
    for (uint32_t i = 0; i < count; i++) {
        const content_object *object = &objects[i];
        if (object->asset == EDITOR_NONE || &content->assets[object->asset] != entry || object->mesh < most)
            continue;
        if (asset->missing)
            return editor_json_refuse(&content->reader, object->value, "mesh",
                                      "%u is too large: %.200s is missing, and the level lists no mesh_names",
                                      (unsigned)object->mesh, asset->path);
        char where[40];
        snprintf(where, sizeof(where), "%s[%u].mesh", objects == content->objects ? "objects" : "parts", (unsigned)i);
        return editor_json_refuse(&content->reader, object->value, where, "%.200s has %u", asset->path,
                                  (unsigned)asset->mesh_count);
    }
    return true;
}

// Checks the numbers of meshes of an asset that lists none.
static bool check_used(const level_content *content, const editor_asset *asset, const content_asset *entry)
{
    const uint32_t most = asset->missing ? LOST_MESH_LIMIT - content->lost_meshes : asset->mesh_count;
    bool ok = entry->used <= most || refuse_used(content, asset, entry, content->objects, content->object_count, most);
    for (uint32_t i = 0; ok && entry->used > most && i < content->prefab_count; i++)
        ok = refuse_used(content, asset, entry, content->prefabs[i].parts, content->prefabs[i].part_count, most);
    return ok;
}

static editor_hash hash_name(uint32_t asset, const char *name)
{
    const editor_hash text = editor_hash_bytes(name, strlen(name));
    const uint64_t all[] = {asset, text.low, text.high};
    return editor_hash_bytes(all, sizeof(all));
}

// Adds the asset's meshes to the index. False: out of memory.
static bool index_names(content_index *index, const editor_level *level, uint32_t number)
{
    if (index->named_count < level->asset_count) {
        uint32_t *grown = realloc(index->named, level->asset_capacity * sizeof(*grown));
        if (!grown)
            return false;
        index->named = grown;
        while (index->named_count < level->asset_capacity)
            grown[index->named_count++] = 0;
    }
    const editor_asset *asset = &level->assets[number];
    for (uint32_t *i = &index->named[number]; *i < asset->mesh_count; ++*i) {
        const char *name = asset->meshes[*i].name;
        const editor_hash hash = hash_name(number, name ? name : "");
        if (editor_hash_index_find(&index->names, hash) == EDITOR_HASH_UNKNOWN)
            editor_hash_index_add(&index->names, hash, *i);
        else
            add_first(&index->doubles, hash, *i);
    }
    return true;
}

// As editor_asset_match, which looks through all names for each.
static uint32_t match_mesh(content_index *index, const editor_level *level, uint32_t number, const char *name,
                           uint32_t mesh)
{
    const editor_asset *asset = &level->assets[number];
    const char *same = mesh < asset->mesh_count ? asset->meshes[mesh].name : NULL;
    if (mesh < asset->mesh_count && strcmp(same ? same : "", name) == 0)
        return mesh;
    if (!index_names(index, level, number))
        return editor_asset_match(asset, name, mesh);
    const editor_hash hash = hash_name(number, name);
    return editor_hash_index_find(&index->doubles, hash) == EDITOR_HASH_UNKNOWN
               ? editor_hash_index_find(&index->names, hash)
               : EDITOR_NONE;
}

static bool match_meshes(level_content *content, editor_level *level, content_asset *entry)
{
    editor_asset *asset = &level->assets[entry->asset];
    if (!entry->has_meshes && !check_used(content, asset, entry))
        return false;
    const uint32_t used = entry->has_meshes ? entry->mesh_count : entry->used;
    content->lost_meshes += !entry->has_meshes && asset->missing ? used : 0;
    entry->meshes = calloc(used ? used : 1, sizeof(*entry->meshes));
    const uint32_t read = asset->mesh_count;
    for (uint32_t i = 0; entry->meshes && i < used; i++)
        entry->meshes[i] = i < entry->mesh_count ? match_mesh(&content->index, level, entry->asset, entry->names[i], i)
                           : i < read            ? i
                                                 : EDITOR_NONE;
    const bool ok = entry->meshes && add_lost_meshes(asset, entry, used);
    return ok || editor_json_refuse(&content->reader, entry->value, NULL, "out of memory");
}

static bool keep_reference(editor_asset *asset, content_asset *entry, bool keep)
{
    if (!keep)
        return true;
    asset->id = entry->id;
    free(asset->reference);
    free(asset->extra);
    asset->extra = entry->extra;
    entry->extra = NULL;
    asset->reference = editor_text_copy(entry->path ? entry->path : entry->builtin);
    return asset->reference != NULL;
}

// A missing file is read as chosen when it is found.
static bool keep_options(editor_asset *asset, const editor_import_options *options)
{
    asset->fit = options->fit;
    asset->scene = options->scene ? editor_text_copy(options->scene) : NULL;
    asset->variant = options->variant ? editor_text_copy(options->variant) : NULL;
    return (!options->scene || asset->scene) && (!options->variant || asset->variant);
}

static bool is_same_text(const char *a, const char *b)
{
    return a == b || (a && b && strcmp(a, b) == 0);
}

static bool same_choice(const editor_asset *asset, const editor_import_options *options)
{
    return is_same_text(asset->scene, options->scene) && is_same_text(asset->variant, options->variant);
}

// The caller frees it. NULL: out of memory.
static char *path_of(const content_asset *entry, const char *base)
{
    return entry->builtin                   ? editor_text_copy(entry->builtin)
           : entry->path[0] == '/' || !base ? editor_text_copy(entry->path)
                                            : editor_path_beside(base, entry->path);
}

// The asset of a model that is left unread: that of the same file, or a new one. EDITOR_NONE: out of memory.
static uint32_t add_unread(editor_level *level, content_index *index, const content_asset *entry, const char *path)
{
    uint32_t number = find_file(level, index, path);
    if (number != EDITOR_NONE)
        return number;
    number = add_missing(level, path, false);
    if (number == EDITOR_NONE)
        return number;
    level->assets[number].unread = true;
    return keep_options(&level->assets[number], &entry->options) ? number : EDITOR_NONE;
}

static bool is_used(const editor_level *level, uint32_t asset)
{
    bool *all = editor_level_find_used(level, true, true);
    const bool used = all && all[asset];
    free(all);
    return used;
}

// The asset of a file that the level has boxes for, so that what is pasted has it, too: one that is still to be read
// for the objects that have it, or a missing one. EDITOR_NONE: none.
static uint32_t find_boxes(editor_level *level, content_index *index, const content_asset *entry, const char *path,
                           bool unread)
{
    const uint32_t number = entry->builtin ? find_asset(level, index, path, true, NULL) : find_file(level, index, path);
    const editor_asset *asset = number != EDITOR_NONE ? &level->assets[number] : NULL;
    return asset && asset->missing && asset->unread == unread && same_choice(asset, &entry->options) &&
                   (!unread || is_used(level, number))
               ? number
               : EDITOR_NONE;
}

// What was not read yet, or is of a format that has no origins, keeps the one of the level file; an asset that the
// level had, its own.
static void keep_origin(editor_level *level, content_asset *entry, uint32_t before)
{
    editor_asset *asset = &level->assets[entry->asset];
    if (level->asset_count > before && !asset->origin.is_known)
        asset->origin = entry->options.origin;
    editor_origin_difference(&entry->options.origin, &asset->origin, entry->moved);
}

// `base`: NULL for what is pasted. `taken` is by the level's models so far.
static bool load_asset(level_content *content, editor_level *level, content_asset *entry, const char *base,
                       editor_image_decoder decoder, void *decoder_user, editor_excess *taken)
{
    editor_error error = {""};
    content_index *index = &content->index;
    char *path = path_of(entry, base);
    bool ok = path != NULL;
    entry->options.progress = level->progress;
    entry->options.taken = *taken;
    entry->options.slow = &content->slow;
    entry->options.may_lack_scene = entry->options.may_lack_variant = true;
    const uint32_t before = level->asset_count;
    if (ok && content->unread_from > 0 && !entry->builtin && entry->has_meshes) {
        entry->asset = add_unread(level, index, entry, path);
        ok = entry->asset != EDITOR_NONE;
    } else if (ok) {
        entry->asset = !base ? find_boxes(level, index, entry, path, true) : EDITOR_NONE;
        if (entry->asset == EDITOR_NONE)
            entry->asset = entry->builtin
                               ? load_builtin(level, index, path, &error)
                               : import_file(level, index, path, &entry->options, decoder, decoder_user, &error);
    }
    if (ok && entry->asset == EDITOR_NONE && !base)
        entry->asset = find_boxes(level, index, entry, path, false);
    if (ok && entry->asset == EDITOR_NONE) {
        entry->asset = add_missing(level, path, entry->builtin != NULL);
        if (entry->asset != EDITOR_NONE && !entry->builtin)
            level->assets[entry->asset].stamp = editor_file_look(path);
        editor_level_add_asset_warning(level, entry->asset, "%s; shown as boxes", error.text);
        ok = entry->asset != EDITOR_NONE && keep_options(&level->assets[entry->asset], &entry->options);
    } else if (ok && !same_choice(&level->assets[entry->asset], &entry->options)) {
        editor_level_add_asset_warning(level, entry->asset,
                                       "%.200s: read once, with the scene and the variant of its first entry", path);
    }
    free(path);
    if (ok)
        keep_origin(level, entry, before);
    editor_import_add_taken(taken, editor_import_taken(level, before));
    if (!ok)
        return editor_json_refuse(&content->reader, entry->value, NULL, "out of memory");
    return match_meshes(content, level, entry);
}

// Whether the models are worth leaving unread.
static bool has_much(const level_content *content, const char *base)
{
    uint64_t bytes = 0;
    for (uint32_t i = 0; i < content->asset_count && bytes < content->unread_from; i++) {
        char *path = content->assets[i].builtin ? NULL : path_of(&content->assets[i], base);
        bytes += path ? editor_file_look(path).bytes : 0;
        free(path);
    }
    return bytes >= content->unread_from;
}

bool level_content_load_assets(level_content *content, editor_level *level, const char *base,
                               editor_image_decoder decoder, void *decoder_user)
{
    if (!has_much(content, base))
        content->unread_from = 0;
    editor_excess taken = editor_import_taken(level, 0);
    count_used(content, content->objects, content->object_count);
    for (uint32_t i = 0; i < content->prefab_count; i++)
        count_used(content, content->prefabs[i].parts, content->prefabs[i].part_count);
    for (uint32_t i = 0; i < content->asset_count; i++) {
        if (!load_asset(content, level, &content->assets[i], base, decoder, decoder_user, &taken))
            return false;
    }
    level_content_move_origins(content);
    editor_level_count_lost(level);
    return true;
}

// --- Objects ---

// Heights without sizes get the usual ones. Sizes of another mesh count for nothing; a box may stand for heights.
static void settle_terrain(const editor_level *level, editor_object *object)
{
    const editor_mesh *mesh = object->mesh != EDITOR_NONE ? &level->meshes[object->mesh] : NULL;
    if (object->kind == EDITOR_OBJECT_MESH && mesh->columns > 0) {
        object->kind = EDITOR_OBJECT_TERRAIN;
        object->terrain = editor_terrain_default(mesh->columns, mesh->rows);
    } else if (object->kind == EDITOR_OBJECT_TERRAIN && mesh->columns == 0 && !mesh->stand_in) {
        object->kind = EDITOR_OBJECT_MESH;
    }
}

static bool make_objects(level_content *content, editor_level *level)
{
    double largest = 0;
    for (uint32_t i = 0; i < content->object_count; i++) {
        content_object *object = &content->objects[i];
        if (!level_content_set_mesh(content, level, object))
            return false;
        settle_terrain(level, &object->object);
        object->made = editor_level_make_object(level, object->name, &object->object);
        if (object->made == EDITOR_NONE)
            return false;
        level->objects[object->made].id = object->object.id;
        level->objects[object->made].sets = object->object.sets;
        largest = object->object.id > largest ? object->object.id : largest;
    }
    level->next_id = largest + 1;
    for (uint32_t i = 0; i < content->object_count; i++) {
        const content_object *object = &content->objects[i];
        uint32_t parent = object->parent == EDITOR_NONE ? EDITOR_NONE : content->objects[object->parent].made;
        editor_level_move(level, object->made, (editor_place){parent, EDITOR_NONE, true});
    }
    return true;
}

static bool take_rest(level_content *content, editor_level *level)
{
    for (uint32_t i = 0; i < EDITOR_LAYER_COUNT; i++) {
        if (content->layer_names[i]) {
            level->layer_names[i] = editor_text_copy(content->layer_names[i]);
            if (!level->layer_names[i])
                return false;
        }
        level->sees.sees[i] = ~content->layer_blind[i];
        level->layer_extras[i] = content->layer_extras[i];
        content->layer_extras[i] = NULL;
    }
    for (uint32_t i = 0; i < EDITOR_SET_COUNT; i++) {
        if (content->set_names[i]) {
            level->set_names[i] = editor_text_copy(content->set_names[i]);
            if (!level->set_names[i])
                return false;
        }
        level->set_extras[i] = content->set_extras[i];
        content->set_extras[i] = NULL;
    }
    level->hidden_layers = content->hidden_layers;
    level->locked_layers = content->locked_layers;
    level->extra = content->extra;
    content->extra = NULL;
    for (uint32_t i = 0; i < content->view_count; i++) {
        level->views[i] = content->views[i];
        content->views[i].extra = NULL;
    }
    level->view_count = content->view_count;
    for (uint32_t i = 0; i < EDITOR_BOOKMARK_COUNT; i++) {
        level->bookmarks[i] = content->bookmarks[i];
        content->bookmarks[i].extra = NULL;
    }
    level->bookmarks_set = content->bookmarks_set;
    for (uint32_t i = 0; i < content->asset_count; i++) {
        // Two entries with the same file become one: keep the first.
        editor_asset *asset = &level->assets[content->assets[i].asset];
        if (!keep_reference(asset, &content->assets[i], asset->reference == NULL))
            return false;
    }
    return true;
}

static bool build(level_content *content, editor_level *level, const char *path, editor_image_decoder decoder,
                  void *decoder_user, editor_error *error)
{
    if (!level_content_load_assets(content, level, path, decoder, decoder_user))
        return false;
    level->is_level_file = true;
    level->path = editor_text_copy(path);
    if (level->path && !level_content_make_prefabs(content, level))
        return false;
    if (!level->path || !make_objects(content, level) || !take_rest(content, level)) {
        snprintf(error->text, sizeof(error->text), "%.300s: out of memory", path);
        return false;
    }
    if (!editor_level_finish(level, error))
        return false;
    editor_level_tell_misfits(level);
    return true;
}

static editor_level *read_level(const char *path, const char *from, uint64_t unread_from, editor_image_decoder decoder,
                                void *decoder_user, editor_progress *progress, editor_error *error)
{
    error->text[0] = 0;
    uint8_t *bytes = NULL;
    size_t size = 0;
    // Before it is read: what is written meanwhile counts as a change.
    const editor_file_stamp stamp = editor_file_look(path);
    editor_file_result result = editor_file_read_watched(from ? from : path, LEVEL_FILE_LIMIT, progress, &bytes, &size);
    if (result != EDITOR_FILE_OK || size == 0) {
        snprintf(error->text, sizeof(error->text), "%.300s: %s", path,
                 result != EDITOR_FILE_OK ? editor_file_result_text(result) : "empty file, no level");
        free(bytes);
        return NULL;
    }
    level_content content;
    editor_level *level = NULL;
    editor_hash_index moved = {NULL};
    bool ok = level_content_open(&content, path, (const char *)bytes, size, error);
    content.moved = &moved;
    if (ok) {
        content.unread_from = unread_from;
        level = editor_level_create();
        if (level)
            level->progress = progress;
        ok = level && build(&content, level, path, decoder, decoder_user, error);
        if (!level)
            snprintf(error->text, sizeof(error->text), "%.300s: out of memory", path);
    }
    level_content_close(&content);
    editor_hash_index_free(&moved);
    free(bytes);
    if (ok) {
        level->stamp = stamp;
        level->progress = NULL;
        return level;
    }
    editor_level_destroy(level);
    return NULL;
}

editor_level *editor_level_read(const char *path, const char *from, editor_image_decoder decoder, void *decoder_user,
                                editor_error *error)
{
    return read_level(path, from, 0, decoder, decoder_user, NULL, error);
}

editor_level *editor_level_read_watched(const char *path, const char *from, editor_image_decoder decoder,
                                        void *decoder_user, editor_progress *progress, editor_error *error)
{
    return read_level(path, from, 0, decoder, decoder_user, progress, error);
}

editor_level *editor_level_read_boxes(const char *path, uint64_t least, editor_image_decoder decoder,
                                      void *decoder_user, editor_progress *progress, editor_error *error)
{
    return read_level(path, NULL, least, decoder, decoder_user, progress, error);
}
