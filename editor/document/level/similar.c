#include "document/level/similar.h"

#include "document/level/look.h"
#include "document/level/search.h"

#include <stdlib.h>
#include <string.h>

// A material as an object shows it: that of the model with the values that are overridden. Two are equal if their bytes
// are.
typedef struct shown_material {
    uint32_t material;
    float values[12];
} shown_material;

// What the given objects have.
typedef struct traits {
    bool *meshes; // per mesh
    // Materials: those of all slots, sorted. Objects with the same mesh or look have the same, and are looked at once.
    shown_material *materials;
    size_t material_count, material_capacity;
    bool *seen_meshes, *seen_looks;
    // Per mesh, for objects without a look, and per look: whether one of its slots has such a material.
    enum { NOT_KNOWN, ALIKE, NOT_ALIKE } * like_meshes, *like_looks;
    uint32_t layers;    // bits
    const char **names; // sorted by stem
    uint32_t name_count;
    bool failed; // out of memory
} traits;

static shown_material shown_as(const editor_level *level, const editor_object *object, uint32_t slot)
{
    const editor_material *m = editor_level_material(level, object, slot);
    const bool cut = m->alpha_mode == EDITOR_ALPHA_MASK;
    shown_material out = {.material = level->meshes[object->mesh].submeshes[slot].material,
                          .values = {m->base_color[0], m->base_color[1], m->base_color[2], m->base_color[3],
                                     m->emissive[0], m->emissive[1], m->emissive[2], m->metallic, m->roughness,
                                     (float)m->alpha_mode, cut ? m->alpha_cutoff : 0, m->double_sided}};
    for (int i = 0; i < 12; i++)
        out.values[i] += 0.0f; // -0 becomes 0
    return out;
}

static int by_bytes(const void *a, const void *b)
{
    return memcmp(a, b, sizeof(shown_material));
}

static int by_stem(const void *a, const void *b)
{
    return editor_name_compare_stems(*(const char *const *)a, *(const char *const *)b);
}

static void note_materials(traits *has, const editor_level *level, const editor_object *object)
{
    bool *seen = object->look ? &has->seen_looks[object->look->number] : &has->seen_meshes[object->mesh];
    const uint32_t slots = *seen ? 0 : editor_level_slots(level, object);
    *seen = true;
    for (uint32_t i = 0; i < slots; i++) {
        if (has->material_count == has->material_capacity) {
            const size_t capacity = 2 * has->material_capacity + 16;
            shown_material *grown = realloc(has->materials, capacity * sizeof(*grown));
            if (!grown) {
                has->failed = true;
                return;
            }
            has->materials = grown;
            has->material_capacity = capacity;
        }
        has->materials[has->material_count++] = shown_as(level, object, i);
    }
}

static void note(traits *has, const editor_level *level, editor_similarity what, const editor_object *object)
{
    has->layers |= object->layers;
    has->names[has->name_count++] = object->name;
    if (object->mesh == EDITOR_NONE)
        return;
    has->meshes[object->mesh] = true;
    if (what == EDITOR_SIMILAR_MATERIAL)
        note_materials(has, level, object);
}

static bool shares_material(traits *has, const editor_level *level, const editor_object *object)
{
    const bool painted = object->look != NULL;
    if ((painted ? has->like_looks[object->look->number] : has->like_meshes[object->mesh]) == NOT_KNOWN) {
        bool like = false;
        for (uint32_t i = 0; i < editor_level_slots(level, object) && !like; i++) {
            const shown_material m = shown_as(level, object, i);
            like = has->material_count > 0 &&
                   bsearch(&m, has->materials, has->material_count, sizeof(m), by_bytes) != NULL;
        }
        if (painted)
            has->like_looks[object->look->number] = like ? ALIKE : NOT_ALIKE;
        else
            has->like_meshes[object->mesh] = like ? ALIKE : NOT_ALIKE;
    }
    return (painted ? has->like_looks[object->look->number] : has->like_meshes[object->mesh]) == ALIKE;
}

static bool is_like(traits *has, const editor_level *level, editor_similarity what, const editor_object *object)
{
    if (what == EDITOR_SIMILAR_NAME)
        return bsearch(&object->name, has->names, has->name_count, sizeof(*has->names), by_stem) != NULL;
    // Lights, cameras and empties are in layers, too; groups that hold something are selected by what they hold.
    if (what == EDITOR_SIMILAR_LAYER)
        return (object->layers & has->layers) != 0 &&
               (object->kind != EDITOR_OBJECT_GROUP || object->first_child == EDITOR_NONE);
    if (object->mesh == EDITOR_NONE)
        return false;
    if (what == EDITOR_SIMILAR_MESH)
        return has->meshes[object->mesh];
    return shares_material(has, level, object);
}

uint32_t editor_level_similar(const editor_level *level, editor_similarity what, const uint32_t *objects,
                              uint32_t count, uint32_t *out)
{
    traits has = {.meshes = calloc(level->mesh_count + 1, sizeof(bool)),
                  .seen_meshes = calloc(level->mesh_count + 1, sizeof(bool)),
                  .seen_looks = calloc(level->look_count + 1, sizeof(bool)),
                  .like_meshes = calloc(level->mesh_count + 1, sizeof(*has.like_meshes)),
                  .like_looks = calloc(level->look_count + 1, sizeof(*has.like_looks)),
                  .names = malloc((count + 1) * sizeof(char *))};
    uint32_t found = EDITOR_NONE;
    has.failed =
        !has.meshes || !has.seen_meshes || !has.seen_looks || !has.like_meshes || !has.like_looks || !has.names;
    for (uint32_t i = 0; i < count && !has.failed; i++)
        note(&has, level, what, &level->objects[objects[i]]);
    if (!has.failed) {
        if (what == EDITOR_SIMILAR_NAME && has.name_count > 1)
            qsort(has.names, has.name_count, sizeof(*has.names), by_stem);
        if (has.material_count > 1)
            qsort(has.materials, has.material_count, sizeof(*has.materials), by_bytes);
        found = 0;
        for (uint32_t i = 0; i < level->object_count; i++) {
            const editor_object *o = &level->objects[i];
            if (o->exists && !o->is_hidden && !o->is_locked && is_like(&has, level, what, o))
                out[found++] = i;
        }
    }
    free(has.meshes);
    free(has.materials);
    free(has.seen_meshes);
    free(has.seen_looks);
    free(has.like_meshes);
    free(has.like_looks);
    free(has.names);
    return found;
}
