// asset_graft.c: gives an asset the content of another one, which was read from the same file later, or from the file
// that it was missing. Objects keep their meshes by number.
#include "document/level/choice.h"
#include "document/level/level_internal.h"
#include "document/level/look.h"
#include "document/level/mesh_tools.h"
#include "document/level/prefab.h"
#include "system/text.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

static bool has_name(const editor_asset_mesh *mesh, const char *name)
{
    return strcmp(mesh->name ? mesh->name : "", name) == 0;
}

uint32_t editor_asset_match(const editor_asset *asset, const char *name, uint32_t index)
{
    if (index < asset->mesh_count && has_name(&asset->meshes[index], name))
        return index;
    uint32_t found = EDITOR_NONE;
    for (uint32_t i = 0; i < asset->mesh_count; i++) {
        if (!has_name(&asset->meshes[i], name))
            continue;
        if (found != EDITOR_NONE)
            return EDITOR_NONE; // ambiguous
        found = i;
    }
    return found;
}

// A mesh of the level, and the one whose content it takes.
typedef struct graft_pair {
    uint32_t mesh, from;
} graft_pair;

// The new contents of the looks of the pairs' meshes, one for each number of a look. NULL: out of memory.
static editor_look_content *make_looks(const editor_level *level, const graft_pair *pairs, const uint32_t *pair_of)
{
    editor_look_content *contents = calloc((size_t)level->look_count + 1, sizeof(*contents));
    bool ok = contents != NULL;
    for (uint32_t i = 0; ok && i < level->look_count; i++) {
        const editor_look *look = level->looks[i];
        const uint32_t pair = look ? pair_of[look->mesh] : EDITOR_NONE;
        if (pair != EDITOR_NONE)
            ok = editor_look_make_content(level, look, &level->meshes[pairs[pair].from], &contents[i]);
    }
    for (uint32_t i = 0; contents && !ok && i < level->look_count; i++)
        editor_look_free_content(&contents[i]);
    if (ok)
        return contents;
    free(contents);
    return NULL;
}

// Exchanges the contents of looks, and frees those that `contents` holds then.
static void take_looks(editor_level *level, editor_look_content *contents)
{
    for (uint32_t i = 0; i < level->look_count; i++) {
        if (!contents[i].materials)
            continue;
        const editor_look_content before = level->looks[i]->content;
        level->looks[i]->content = contents[i];
        level->looks[i]->serial = ++level->look_serial;
        contents[i] = before;
    }
    for (uint32_t i = 0; i < level->look_count; i++)
        editor_look_free_content(&contents[i]);
}

// Whether all objects with the pairs' meshes can have the other ones in the pick scene. All or none.
static bool move_objects(editor_level *level, const graft_pair *pairs, const uint32_t *pair_of,
                         const editor_look_content *contents, bool back)
{
    for (uint32_t i = 0; i < level->object_count; i++) {
        const editor_object *object = &level->objects[i];
        uint32_t pair =
            editor_object_is_solid(object) && object->mesh != EDITOR_NONE ? pair_of[object->mesh] : EDITOR_NONE;
        if (pair == EDITOR_NONE)
            continue;
        const editor_mesh *mesh = &level->meshes[back ? pairs[pair].mesh : pairs[pair].from];
        pick_object_desc to = {.mesh = mesh->pick, .thin = mesh->thin, .volume = mesh->volume};
        if (object->look) {
            const editor_look_content *content = back ? &object->look->content : &contents[object->look->number];
            to.mesh = content->pick ? content->pick->mesh : to.mesh;
            to.thin = content->pick ? content->pick->thin : to.thin;
        }
        pick_result result = editor_level_set_shape(level, object->pick, &to);
        if (result != PICK_OK && result != PICK_ERROR_STALE_HANDLE && !back) {
            move_objects(level, pairs, pair_of, contents, true);
            return false;
        }
        if (object->exists)
            editor_level_touch(level, i);
    }
    return true;
}

static void swap_content(editor_level *level, const graft_pair *pair)
{
    editor_mesh *a = &level->meshes[pair->mesh], *b = &level->meshes[pair->from], other = *a;
    *a = *b;
    *b = other;
    a->version = other.version + 1;
    a->original = other.original;
    b->original = 0;
    level->mesh_versions++;
}

// Adds, for each copy (moves.h) of a mesh of the pairs, a pair with a copy of the mesh that it takes the content of.
// False: out of memory.
static bool add_copies(editor_level *level, graft_pair *pairs, uint32_t *pair_count)
{
    const uint32_t count = *pair_count, mesh_count = level->mesh_count;
    for (uint32_t i = 0; level->moved_count > 0 && i < mesh_count; i++) {
        const uint32_t original = level->meshes[i].original;
        for (uint32_t k = 0; original != 0 && k < count; k++) {
            editor_mesh made;
            if (pairs[k].mesh != original - 1)
                continue;
            if (!editor_level_make_moved(level, &level->meshes[pairs[k].from], &level->meshes[i].moves, &made))
                return false;
            pick_mesh *pick = made.pick;
            const uint32_t number = editor_level_add_mesh(level, &made);
            if (number == EDITOR_NONE) {
                pick_mesh_destroy(pick);
                return false;
            }
            pairs[(*pair_count)++] = (graft_pair){i, number};
        }
    }
    return true;
}

// Copies have the places of their originals in the asset. Says which do not fit any more, but for boxes.
static void settle_copies(editor_level *level, uint32_t asset)
{
    for (uint32_t i = 0; level->moved_count > 0 && i < level->mesh_count; i++) {
        editor_mesh *mesh = &level->meshes[i];
        if (mesh->original == 0 || level->meshes[mesh->original - 1].asset != asset)
            continue;
        const editor_mesh *original = &level->meshes[mesh->original - 1];
        mesh->asset = asset;
        mesh->asset_index = original->asset_index;
    }
    editor_level_count_moved(level);
    editor_level_count_lost(level);
    editor_level_tell_misfits(level);
}

// The meshes from `first` on that nothing refers to go; the others move up.
static void remove_replaced(editor_level *level, uint32_t first, editor_asset *asset)
{
    uint32_t kept = first;
    for (uint32_t i = first; i < level->mesh_count; i++) {
        uint32_t user = EDITOR_NONE;
        for (uint32_t k = 0; k < asset->mesh_count; k++)
            user = asset->meshes[k].mesh == i ? k : user;
        if (user == EDITOR_NONE) {
            pick_mesh_destroy(level->meshes[i].pick);
            pick_thin_destroy(level->meshes[i].thin);
            pick_volume_destroy(level->meshes[i].volume);
            mesh_tools_free(&level->meshes[i]);
            continue;
        }
        asset->meshes[user].mesh = kept;
        level->meshes[kept++] = level->meshes[i];
    }
    level->mesh_count = kept;
}

static void swap_motion(editor_asset *a, editor_asset *b)
{
    editor_motion *motion = a->motion;
    motion_pose *pose = a->pose;
    editor_node_name *names = a->mover_names;
    const uint32_t count = a->mover_name_count;
    a->mover_names = b->mover_names;
    a->mover_name_count = b->mover_name_count;
    b->mover_names = names;
    b->mover_name_count = count;
    a->motion = b->motion;
    a->pose = b->pose;
    a->clip = b->clip;
    b->motion = motion;
    b->pose = pose;
}

static void swap_text(char **a, char **b)
{
    char *text = *a;
    *a = *b;
    *b = text;
}

// What the content was read with; what is chosen stays.
static void take_choices(editor_asset *asset, editor_asset *other)
{
    const editor_model_choices choices = asset->choices;
    asset->choices = other->choices;
    other->choices = choices;
    swap_text(&asset->read_scene, &other->read_scene);
    swap_text(&asset->read_variant, &other->read_variant);
    // Of `other` what was chosen before, if undo or redo has chosen another one since.
    asset->keeps_content = other->keeps_content && editor_choice_is_same(asset->scene, other->scene) &&
                           editor_choice_is_same(asset->variant, other->variant);
}

// Objects that followed a node of the old asset follow the node of that name in the new one, which may come back after
// it was gone. Without memory an object follows nothing.
static void find_followed(editor_level *level, uint32_t number, const editor_asset *old)
{
    for (uint32_t i = 0; i < level->object_count; i++) {
        editor_object *o = &level->objects[i];
        if ((!o->follows && !o->follow_name) || o->motion_asset != number)
            continue;
        const uint32_t node = o->follows ? old->motion->nodes[o->motion_node].object : o->motion_node;
        char *unnamed = o->follow_name;
        const char *name = o->follows ? old->nodes[node].name : unnamed;
        o->follow_name = NULL;
        editor_level_follow(level, o, number, node, name && name[0] ? name : NULL);
        free(unnamed);
    }
    // The pose that they had is gone, and the new asset may have no clip of that name.
    editor_level_begin_pass(level);
    editor_level_begin_refresh(level);
    for (uint32_t i = editor_level_next(level, EDITOR_NONE); i != EDITOR_NONE; i = editor_level_next(level, i)) {
        const editor_object *o = &level->objects[i];
        if ((o->follows || o->follow_name) && o->motion_asset == number)
            editor_level_refresh_in_pass(level, i, false);
    }
    editor_level_end_refresh(level);
}

// Terrains have the steps of the heights that came: other ones, perhaps.
static void refresh_terrains(editor_level *level, uint32_t number)
{
    editor_level_begin_refresh(level);
    for (uint32_t i = 0; i < level->object_count; i++) {
        const editor_object *o = &level->objects[i];
        if (o->kind == EDITOR_OBJECT_TERRAIN && level->meshes[o->mesh].asset == number)
            editor_level_refresh(level, i);
    }
    editor_level_end_refresh(level);
}

bool editor_level_graft(editor_level *level, uint32_t number, uint32_t from)
{
    assert(from == level->asset_count - 1 && from != number);
    const uint32_t old_count = level->assets[number].mesh_count, new_count = level->assets[from].mesh_count;
    // Stand-ins for meshes that the file has no more are added first, because they move the arrays.
    uint32_t first = level->mesh_count;
    for (uint32_t i = 0; i < new_count; i++) {
        uint32_t mesh = level->assets[from].meshes[i].mesh;
        first = mesh < first ? mesh : first;
    }
    graft_pair *pairs = calloc((size_t)old_count + level->moved_count + 1, sizeof(*pairs));
    editor_asset_mesh *meshes = calloc(old_count + new_count + 1, sizeof(*meshes));
    bool *taken = calloc(new_count + 1, sizeof(*taken));
    bool ok = pairs && meshes && taken;
    uint32_t pair_count = 0, mesh_count = new_count;
    for (uint32_t i = 0; ok && i < new_count; i++)
        meshes[i] = level->assets[from].meshes[i];
    for (uint32_t i = 0; ok && i < old_count; i++) {
        const editor_asset_mesh old = level->assets[number].meshes[i];
        uint32_t found = editor_asset_match(&level->assets[from], old.name ? old.name : "", i);
        if (old.mesh == EDITOR_NONE)
            continue;
        uint32_t source = found != EDITOR_NONE && !taken[found] ? meshes[found].mesh : EDITOR_NONE;
        if (source != EDITOR_NONE) {
            taken[found] = true;
            meshes[found].mesh = old.mesh;
        } else {
            source = editor_level_add_stand_in(level, number, i);
            meshes[mesh_count++] = old;
            ok = source != EDITOR_NONE;
        }
        pairs[pair_count++] = (graft_pair){old.mesh, source};
    }
    ok = ok && add_copies(level, pairs, &pair_count);
    uint32_t *pair_of = ok ? malloc(((size_t)level->mesh_count + 1) * sizeof(*pair_of)) : NULL;
    for (uint32_t i = 0; pair_of && i < level->mesh_count; i++)
        pair_of[i] = EDITOR_NONE;
    for (uint32_t i = 0; pair_of && i < pair_count; i++)
        pair_of[pairs[i].mesh] = i;
    editor_look_content *contents = pair_of ? make_looks(level, pairs, pair_of) : NULL;
    ok = contents && move_objects(level, pairs, pair_of, contents, false);
    if (ok) {
        editor_asset *asset = &level->assets[number], *other = &level->assets[from];
        for (uint32_t i = 0; i < pair_count; i++)
            swap_content(level, &pairs[i]);
        take_looks(level, contents);
        // Names that moved into `meshes` are not freed with their old lists.
        for (uint32_t i = 0; i < old_count; i++) {
            bool kept = false;
            for (uint32_t k = new_count; k < mesh_count; k++)
                kept |= meshes[k].name == asset->meshes[i].name;
            if (!kept)
                free(asset->meshes[i].name);
        }
        free(asset->meshes);
        free(other->meshes);
        asset->meshes = meshes;
        asset->mesh_count = mesh_count;
        other->meshes = NULL;
        other->mesh_count = 0;
        meshes = NULL;
        editor_object *nodes = asset->nodes;
        uint32_t node_count = asset->node_count;
        asset->nodes = other->nodes;
        asset->node_count = other->node_count;
        other->nodes = nodes;
        other->node_count = node_count;
        char *path = asset->path;
        asset->path = other->path;
        free(asset->absolute); // of the old path
        free(other->absolute);
        asset->absolute = other->absolute = NULL;
        other->path = path;
        asset->stamp = other->stamp;
        swap_motion(asset, other);
        editor_level_follow_parts(level); // while what they had is still there
        find_followed(level, number, other);
        if (other->origin.is_known) // otherwise objects still stand at the one that there is
            asset->origin = other->origin;
        asset->facts = other->facts;
        asset->excess = other->excess;
        editor_source *sources = asset->sources;
        uint32_t source_count = asset->source_count;
        asset->sources = other->sources;
        asset->source_count = other->source_count;
        other->sources = sources;
        other->source_count = source_count;
        take_choices(asset, other);
        const bool were_boxes = asset->missing; // which have no images
        asset->missing = asset->unread = false;
        remove_replaced(level, first, asset);
        for (uint32_t i = 0; i < asset->mesh_count; i++) {
            level->meshes[asset->meshes[i].mesh].asset = number;
            level->meshes[asset->meshes[i].mesh].asset_index = i;
        }
        editor_level_replace_warnings(level, number, from);
        settle_copies(level, number);
        editor_asset_free(other);
        level->asset_count--;
        level->revision++;
        level->tree_revision++;                 // other objects may follow its nodes
        editor_level_pose_asset(level, number); // without memory it is at rest
        refresh_terrains(level, number);
        if (!were_boxes)
            editor_level_free_unused_images(level);
    }
    free(pairs);
    free(meshes);
    free(taken);
    for (uint32_t i = 0; contents && !ok && i < level->look_count; i++)
        editor_look_free_content(&contents[i]);
    free(contents);
    free(pair_of);
    return ok;
}
