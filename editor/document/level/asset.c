// asset.c: the assets of a level: content from files, and moving a file's content into another level.
#include "document/level/level_internal.h"
#include "document/level/mesh_tools.h"
#include "document/level/prefab.h"
#include "system/path.h"
#include "system/text.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

// --- A level as an asset ---

static bool copy_meshes(const editor_level *level, editor_asset *asset)
{
    asset->meshes = calloc(level->mesh_count ? level->mesh_count : 1, sizeof(*asset->meshes));
    if (!asset->meshes)
        return false;
    for (uint32_t i = 0; i < level->mesh_count; i++) {
        const editor_mesh *mesh = &level->meshes[i];
        editor_asset_mesh *out = &asset->meshes[asset->mesh_count++];
        out->mesh = i;
        out->name = mesh->name ? editor_text_copy(mesh->name) : NULL;
        if (mesh->name && !out->name)
            return false;
        if (mesh->box)
            memcpy(out->box, mesh->box, sizeof(out->box));
        for (size_t k = 0; !mesh->box && k < 3 * (size_t)mesh->vertex_count; k++) {
            double value = (double)mesh->positions[k];
            double *low = &out->box[k % 3], *high = &out->box[3 + k % 3];
            if (k < 3 || value < *low)
                *low = value;
            if (k < 3 || value > *high)
                *high = value;
        }
    }
    return true;
}

static bool copy_nodes(const editor_level *level, editor_asset *asset)
{
    asset->nodes = calloc(level->object_count ? level->object_count : 1, sizeof(*asset->nodes));
    if (!asset->nodes)
        return false;
    for (uint32_t i = 0; i < level->object_count; i++) {
        const editor_object *object = &level->objects[i];
        assert(object->parent == EDITOR_NONE || object->parent < i);
        editor_object *node = &asset->nodes[asset->node_count++];
        *node = *object;
        node->extra = node->device_extra = NULL;
        node->name = editor_text_copy(object->name);
        if (!node->name)
            return false;
    }
    return true;
}

bool editor_level_add_own_asset(editor_level *level, const char *path, bool builtin)
{
    assert(level->asset_count == 0);
    editor_asset asset = {.path = editor_text_copy(path), .builtin = builtin, .fit = EDITOR_FIT_PLAIN};
    editor_asset *array =
        editor_level_reserve(level->assets, level->asset_count, &level->asset_capacity, sizeof(*array));
    if (array)
        level->assets = array;
    if (!array || !asset.path || !copy_meshes(level, &asset) || !copy_nodes(level, &asset)) {
        editor_asset_free(&asset);
        return false;
    }
    for (uint32_t i = 0; i < level->mesh_count; i++) {
        level->meshes[i].asset = level->asset_count;
        level->meshes[i].asset_index = i;
    }
    array[level->asset_count++] = asset;
    return true;
}

static bool is_same_name(const char *a, const char *b)
{
    return strcmp(a ? a : "", b ? b : "") == 0;
}

bool editor_asset_adds_the_same(const editor_asset *a, const editor_asset *b)
{
    bool same = a->node_count == b->node_count && a->mesh_count == b->mesh_count;
    for (uint32_t i = 0; same && i < a->mesh_count; i++)
        same = is_same_name(a->meshes[i].name, b->meshes[i].name);
    for (uint32_t i = 0; same && i < a->node_count; i++) {
        const editor_object *x = &a->nodes[i], *y = &b->nodes[i];
        same = is_same_name(x->name, y->name) && x->kind == y->kind && x->parent == y->parent && x->mesh == y->mesh &&
               x->hidden == y->hidden && memcmp(&x->local, &y->local, sizeof(x->local)) == 0;
    }
    return same;
}

// --- Moving into another level ---

static bool make_room(void *pointer, uint32_t count, uint32_t more, uint32_t *capacity, size_t size)
{
    void **array = pointer;
    if (count + more <= *capacity)
        return true;
    // Half as much again: thousands of assets arrive one by one.
    const size_t wanted = (size_t)count + more, larger = *capacity + (size_t)*capacity / 2;
    const size_t room = wanted > larger || larger > UINT32_MAX ? wanted : larger;
    void *grown = realloc(*array, room * size);
    if (!grown)
        return false;
    *array = grown;
    *capacity = (uint32_t)room;
    return true;
}

static void shift(uint32_t *number, uint32_t by)
{
    if (*number != EDITOR_NONE)
        *number += by;
}

uint32_t editor_level_absorb(editor_level *level, editor_level *source)
{
    assert(source->asset_count == 1);
    if (!make_room(&level->meshes, level->mesh_count, source->mesh_count, &level->mesh_capacity,
                   sizeof(*level->meshes)) ||
        !make_room(&level->materials, level->material_count, source->material_count, &level->material_capacity,
                   sizeof(*level->materials)) ||
        !make_room(&level->images, level->image_count, source->image_count, &level->image_capacity,
                   sizeof(*level->images)) ||
        !make_room(&level->assets, level->asset_count, 1, &level->asset_capacity, sizeof(*level->assets))) {
        editor_level_destroy(source);
        return EDITOR_NONE;
    }
    uint32_t number = level->asset_count++;
    level->assets[number] = source->assets[0];
    for (uint32_t i = 0; i < source->mesh_count; i++) {
        editor_mesh *mesh = &level->meshes[level->mesh_count + i];
        *mesh = source->meshes[i];
        mesh->asset = number;
        for (uint32_t k = 0; k < mesh->submesh_count; k++)
            shift(&mesh->submeshes[k].material, level->material_count);
    }
    for (uint32_t i = 0; i < level->assets[number].mesh_count; i++)
        shift(&level->assets[number].meshes[i].mesh, level->mesh_count);
    for (uint32_t i = 0; i < source->material_count; i++) {
        editor_material *material = &level->materials[level->material_count + i];
        *material = source->materials[i];
        shift(&material->base_color_image, level->image_count);
        for (int k = 0; k < EDITOR_MAP_COUNT; k++)
            shift(&material->maps[k].image, level->image_count);
    }
    if (source->image_count)
        memcpy(level->images + level->image_count, source->images, source->image_count * sizeof(*source->images));
    level->mesh_count += source->mesh_count;
    level->material_count += source->material_count;
    level->image_count += source->image_count;
    // A level has many models, so their warnings say which.
    for (uint32_t i = 0; i < source->warning_count; i++)
        editor_level_add_asset_warning(level, number, "%.200s: %s", editor_path_name(level->assets[number].path),
                                       source->warnings[i]);
    // Destroy the source's scene first, because it refers to the meshes.
    source->mesh_count = source->material_count = source->image_count = source->asset_count = 0;
    editor_level_destroy(source);
    level->revision++;
    return number;
}

void editor_level_remove_asset(editor_level *level)
{
    editor_asset *asset = &level->assets[--level->asset_count];
    for (uint32_t i = 0; i < asset->mesh_count; i++) {
        if (asset->meshes[i].mesh != EDITOR_NONE)
            editor_level_free_mesh(level, asset->meshes[i].mesh);
    }
    editor_asset_free(asset);
    editor_level_replace_warnings(level, level->asset_count, level->asset_count);
    editor_level_count_lost(level);
    editor_level_free_unused_images(level);
    level->revision++;
}

// --- Stand-ins ---

static uint32_t stand_in_material(editor_level *level, bool unread)
{
    const char *name = unread ? "(not loaded yet)" : "(missing file)";
    for (uint32_t i = level->material_count; i-- > 0;) {
        if (level->materials[i].name && strcmp(level->materials[i].name, name) == 0)
            return i;
    }
    static const float pink[4] = {0.8f, 0.15f, 0.6f, 1}, grey[4] = {0.4f, 0.45f, 0.5f, 1};
    editor_material material = EDITOR_MATERIAL_DEFAULT;
    material.name = editor_text_copy(name);
    memcpy(material.base_color, unread ? grey : pink, sizeof(pink));
    material.double_sided = true;
    material.unlit = unread;
    return material.name ? editor_level_add_material(level, &material) : EDITOR_NONE;
}

static void write_box(const double box[6], float positions[72], float normals[72], uint32_t indices[36])
{
    for (uint32_t face = 0; face < 6; face++) {
        uint32_t axis = face / 2, u = (axis + 1) % 3, v = (axis + 2) % 3;
        bool high = face % 2 != 0;
        for (uint32_t corner = 0; corner < 4; corner++) {
            float *p = &positions[12 * face + 3 * corner], *n = &normals[12 * face + 3 * corner];
            bool along_u = corner == 1 || corner == 2, along_v = corner >= 2;
            p[axis] = (float)box[high ? 3 + axis : axis];
            p[u] = (float)box[along_u == high ? 3 + u : u]; // reversed winding on the low side
            p[v] = (float)box[along_v ? 3 + v : v];
            n[axis] = high ? 1 : -1;
            n[u] = n[v] = 0;
        }
        static const uint32_t order[6] = {0, 1, 2, 0, 2, 3};
        for (uint32_t k = 0; k < 6; k++)
            indices[6 * face + k] = 4 * face + order[k];
    }
}

bool editor_level_make_box(editor_level *level, const char *name, const double box[6], bool unread, editor_mesh *out)
{
    const uint32_t material = stand_in_material(level, unread);
    *out = (editor_mesh){.name = editor_text_copy(name),
                         .positions = malloc(72 * sizeof(float)),
                         .normals = malloc(72 * sizeof(float)),
                         .vertex_count = 24,
                         .indices = malloc(36 * sizeof(uint32_t)),
                         .index_count = 36,
                         .submeshes = malloc(sizeof(editor_submesh)),
                         .submesh_count = 1,
                         .stand_in = true,
                         .unread = unread};
    if (!out->name || !out->positions || !out->normals || !out->indices || !out->submeshes || material == EDITOR_NONE) {
        mesh_tools_free(out);
        return false;
    }
    write_box(box, out->positions, out->normals, out->indices);
    out->submeshes[0] = (editor_submesh){0, 12, material};
    return true;
}

uint32_t editor_level_add_stand_in(editor_level *level, uint32_t asset, uint32_t index)
{
    const editor_asset_mesh *wanted = &level->assets[asset].meshes[index];
    editor_mesh mesh;
    if (!editor_level_make_box(level, wanted->name ? wanted->name : "missing", wanted->box, level->assets[asset].unread,
                               &mesh))
        return EDITOR_NONE;
    if (editor_level_finish_mesh(level, &mesh) != PICK_OK) {
        mesh_tools_free(&mesh);
        return EDITOR_NONE;
    }
    uint32_t number = editor_level_add_mesh(level, &mesh);
    if (number == EDITOR_NONE) {
        pick_mesh_destroy(mesh.pick);
        return EDITOR_NONE;
    }
    level->meshes[number].asset = asset;
    level->meshes[number].asset_index = index;
    return number;
}

bool editor_level_settle_missing(editor_level *level, uint32_t number)
{
    editor_asset *asset = &level->assets[number];
    const uint32_t material = stand_in_material(level, false);
    if (material == EDITOR_NONE)
        return false;
    asset->unread = false;
    for (uint32_t i = 0; i < level->mesh_count; i++) { // copies with moved vertices are boxes, too
        editor_mesh *mesh = &level->meshes[i];
        if (mesh->asset != number || !mesh->unread)
            continue;
        mesh->submeshes[0].material = material;
        mesh->unread = false;
        mesh->version++;
        level->mesh_versions++;
    }
    editor_level_follow_parts(level);
    for (uint32_t i = 0; i < level->object_count; i++) {
        const editor_object *o = &level->objects[i];
        if (o->exists && o->mesh != EDITOR_NONE && level->meshes[o->mesh].asset == number)
            editor_level_touch(level, i);
    }
    level->revision++;
    return true;
}

uint32_t editor_level_asset_mesh(editor_level *level, uint32_t asset, uint32_t index)
{
    editor_asset_mesh *mesh = &level->assets[asset].meshes[index];
    if (mesh->mesh == EDITOR_NONE)
        mesh->mesh = editor_level_add_stand_in(level, asset, index);
    return mesh->mesh;
}
