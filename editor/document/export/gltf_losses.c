#include "document/export/gltf_losses.h"

#include "document/export/gltf_polygons.h"
#include "document/level/level_internal.h"
#include "document/level/look.h"
#include "document/level/prefab.h"

#include <math.h>
#include <stdlib.h>

static const struct {
    const char *name;      // among others
    const char *one, *all; // the line's text after the number: of one, of several
} texts[EDITOR_GLTF_LOSS_COUNT] = {
    [EDITOR_GLTF_LOSES_LAYERS] = {"layers", "layer is left out", "layers are left out"},
    [EDITOR_GLTF_LOSES_HIDING] = {"hidden layers", "object that a layer hides is visible",
                                  "objects that a layer hides are visible"},
    [EDITOR_GLTF_LOSES_LOCKS] = {"locks", "locked object is not locked", "locked objects are not locked"},
    [EDITOR_GLTF_LOSES_SETS] = {"selection sets", "selection set is left out", "selection sets are left out"},
    [EDITOR_GLTF_LOSES_BOOKMARKS] = {"bookmarks", "bookmark is left out", "bookmarks are left out"},
    [EDITOR_GLTF_LOSES_SIZES] = {"sizes of shapes", "shape becomes triangles: its sizes cannot be edited there",
                                 "shapes become triangles: their sizes cannot be edited there"},
    [EDITOR_GLTF_LOSES_POLYGONS] = {"polygons", "object has polygons that become triangles",
                                    "objects have polygons that become triangles"},
    [EDITOR_GLTF_LOSES_VOLUMES] = {"volumes", "volume becomes an empty node with its sizes in \"extras\"",
                                   "volumes become empty nodes with their sizes in \"extras\""},
    [EDITOR_GLTF_LOSES_TERRAINS] = {"terrains", "terrain becomes triangles: its sizes cannot be edited there",
                                    "terrains become triangles: their sizes cannot be edited there"},
    [EDITOR_GLTF_LOSES_WIDTHS] = {"widths", "object has the usual width of points and lines",
                                  "objects have the usual width of points and lines"},
    [EDITOR_GLTF_LOSES_MEASURES] = {"measurements", "measurement becomes a line without its label",
                                    "measurements become lines without their labels"},
    [EDITOR_GLTF_LOSES_PREFABS] = {"prefabs", "instance of a prefab becomes a node with its parts",
                                   "instances of prefabs become nodes with their parts"},
    [EDITOR_GLTF_LOSES_MODELS] = {"models that were not read", "object of a model that was not read is a box",
                                  "objects of models that were not read are boxes"},
    [EDITOR_GLTF_LOSES_POSITIONS] = {"exact positions",
                                     "object is so far away that most programs move it by more than a millimetre",
                                     "objects are so far away that most programs move them by more than a millimetre"},
    [EDITOR_GLTF_LOSES_CLIPS] = {"clips", "clip is left out: what it moves is exported in the rest pose",
                                 "clips are left out: what they move is exported in the rest pose"},
    [EDITOR_GLTF_LOSES_SKINS] = {"skins", "skin is left out: its meshes are exported in the rest pose",
                                 "skins are left out: their meshes are exported in the rest pose"},
    [EDITOR_GLTF_LOSES_MORPHS] = {"morph targets", "mesh loses its morph targets", "meshes lose their morph targets"},
    [EDITOR_GLTF_LOSES_VARIANTS] = {"material variants", "material variant is left out",
                                    "material variants are left out"},
    [EDITOR_GLTF_LOSES_FIELDS] = {"unknown fields", "object loses fields of other programs",
                                  "objects lose fields of other programs"},
};

// What most programs read: a float.
static bool is_moved(const pick_vec3 *p)
{
    const double moved = fmax(fabs(p->x - (double)(float)p->x),
                              fmax(fabs(p->y - (double)(float)p->y), fabs(p->z - (double)(float)p->z)));
    return moved > 1e-3;
}

static bool has_own_width(const editor_object *object)
{
    uint32_t count;
    const editor_override *overrides = editor_object_overrides(object, &count);
    bool own = false;
    for (uint32_t i = 0; i < count; i++)
        own |= overrides[i].slot == 0 && overrides[i].fields & EDITOR_OVERRIDE_WIDTH;
    return own;
}

// Boxes in the place of models: one, or those of a prefab and the ones within it. `known`: the number of each mesh that
// was looked at, + 1, so that a prefab of many instances is looked into once.
static uint32_t count_boxes(const editor_level *level, uint32_t mesh, uint32_t *known)
{
    const editor_prefab_content *content = known[mesh] == 0 ? editor_level_content(level, mesh) : NULL;
    if (known[mesh] == 0)
        known[mesh] = !content && level->meshes[mesh].stand_in ? 2 : 1;
    for (uint32_t i = 0; content && i < content->part_count; i++) {
        const editor_object *part = &content->parts[i];
        known[mesh] += part->mesh != EDITOR_NONE && !part->is_hidden ? count_boxes(level, part->mesh, known) : 0;
    }
    return known[mesh] - 1;
}

// Out of memory: says nothing.
static void count_missing(const editor_level *level, uint32_t counts[EDITOR_GLTF_LOSS_COUNT])
{
    uint32_t *known = calloc((size_t)level->mesh_count + 1, sizeof(*known));
    for (uint32_t i = editor_level_next(level, EDITOR_NONE); known && i != EDITOR_NONE;
         i = editor_level_next(level, i)) {
        const uint32_t mesh = level->objects[i].mesh;
        counts[EDITOR_GLTF_LOSES_MODELS] += mesh != EDITOR_NONE ? count_boxes(level, mesh, known) : 0;
    }
    free(known);
}

static void count_object(const editor_level *level, const editor_object *object,
                         uint32_t counts[EDITOR_GLTF_LOSS_COUNT])
{
    const bool in_hidden = object->parent != EDITOR_NONE && level->objects[object->parent].is_off;
    counts[EDITOR_GLTF_LOSES_HIDING] += object->is_off && !object->hidden && !in_hidden;
    counts[EDITOR_GLTF_LOSES_LOCKS] += object->locked;
    counts[EDITOR_GLTF_LOSES_VOLUMES] += object->kind == EDITOR_OBJECT_VOLUME;
    counts[EDITOR_GLTF_LOSES_TERRAINS] += object->kind == EDITOR_OBJECT_TERRAIN;
    counts[EDITOR_GLTF_LOSES_PREFABS] += object->kind == EDITOR_OBJECT_PREFAB;
    counts[EDITOR_GLTF_LOSES_POSITIONS] += is_moved(&object->local.origin);
    counts[EDITOR_GLTF_LOSES_FIELDS] += object->extra || object->device_extra;
    if (!editor_object_is_solid(object))
        return;
    const editor_mesh *mesh = &level->meshes[object->mesh];
    counts[EDITOR_GLTF_LOSES_SIZES] += mesh->primitive.shape != EDITOR_SHAPE_NONE;
    counts[EDITOR_GLTF_LOSES_WIDTHS] += mesh->form != EDITOR_FORM_TRIANGLES && has_own_width(object);
    counts[EDITOR_GLTF_LOSES_MEASURES] += editor_level_measurement(level, object) != NULL;
}

static bool loses_polygons(const editor_mesh *mesh)
{
    gltf_polygons polygons;
    uint32_t *indices;
    (void)gltf_polygons_read(mesh, &indices, &polygons);
    free(indices);
    return polygons.lost > 0;
}

// Looks into each mesh once. Out of memory: says nothing.
static void count_polygons(const editor_level *level, uint32_t counts[EDITOR_GLTF_LOSS_COUNT])
{
    enum { UNKNOWN, NONE_LOST, SOME_LOST };
    uint8_t *known = calloc(level->mesh_count + 1, 1);
    for (uint32_t i = editor_level_next(level, EDITOR_NONE); known && i != EDITOR_NONE;
         i = editor_level_next(level, i)) {
        const editor_object *object = &level->objects[i];
        if (!editor_object_is_solid(object) || level->meshes[object->mesh].form != EDITOR_FORM_TRIANGLES)
            continue;
        uint8_t *mesh = &known[object->mesh];
        if (*mesh == UNKNOWN)
            *mesh = loses_polygons(&level->meshes[object->mesh]) ? SOME_LOST : NONE_LOST;
        counts[EDITOR_GLTF_LOSES_POLYGONS] += *mesh == SOME_LOST;
    }
    free(known);
}

// What moves in the models that objects come from, and their variants. Out of memory: says nothing.
static void count_models(const editor_level *level, uint32_t counts[EDITOR_GLTF_LOSS_COUNT])
{
    bool *used = editor_level_find_used(level, false, false);
    for (uint32_t i = 0; used && i < level->asset_count; i++) {
        const editor_asset *asset = &level->assets[i];
        if (!used[i])
            continue;
        counts[EDITOR_GLTF_LOSES_CLIPS] += asset->motion ? asset->motion->clip_count : 0;
        counts[EDITOR_GLTF_LOSES_SKINS] += asset->facts.skins;
        counts[EDITOR_GLTF_LOSES_MORPHS] += asset->facts.morphs;
        counts[EDITOR_GLTF_LOSES_VARIANTS] += asset->choices.variant_count;
    }
    free(used);
}

void editor_gltf_count_losses(const editor_level *level, uint32_t counts[EDITOR_GLTF_LOSS_COUNT])
{
    for (int i = 0; i < EDITOR_GLTF_LOSS_COUNT; i++)
        counts[i] = 0;
    uint32_t layers = level->hidden_layers | level->locked_layers; // those that say something
    for (uint32_t i = editor_level_next(level, EDITOR_NONE); i != EDITOR_NONE; i = editor_level_next(level, i)) {
        const editor_object *object = &level->objects[i];
        count_object(level, object, counts);
        layers |= object->layers & ~UINT32_C(1); // all are in the first one, unless they are in others
    }
    count_missing(level, counts);
    count_polygons(level, counts);
    count_models(level, counts);
    for (int i = 0; i < EDITOR_LAYER_COUNT; i++)
        counts[EDITOR_GLTF_LOSES_LAYERS] += (layers >> i & 1) || level->layer_names[i] || level->layer_extras[i] ||
                                            pick_layer_matrix_mask(&level->sees, UINT32_C(1) << i) != UINT32_MAX;
    for (int i = 0; i < EDITOR_SET_COUNT; i++)
        counts[EDITOR_GLTF_LOSES_SETS] += level->set_names[i] != NULL;
    for (int i = 0; i < EDITOR_BOOKMARK_COUNT; i++)
        counts[EDITOR_GLTF_LOSES_BOOKMARKS] += level->bookmarks_set >> i & 1;
}

void editor_gltf_name_losses(const editor_level *level, editor_text *out)
{
    uint32_t counts[EDITOR_GLTF_LOSS_COUNT];
    bool any = false;
    editor_gltf_count_losses(level, counts);
    for (int i = 0; i < EDITOR_GLTF_LOSS_COUNT; i++) {
        if (counts[i] == 0)
            continue;
        editor_text_put(out, any ? ", " : "");
        editor_text_put(out, texts[i].name);
        any = true;
    }
}

void editor_gltf_list_losses(const editor_level *level, editor_text *out)
{
    uint32_t counts[EDITOR_GLTF_LOSS_COUNT];
    editor_gltf_count_losses(level, counts);
    for (int i = 0; i < EDITOR_GLTF_LOSS_COUNT; i++) {
        if (counts[i] > 0)
            editor_text_format(out, "%u %s\n", (unsigned)counts[i], counts[i] == 1 ? texts[i].one : texts[i].all);
    }
}
