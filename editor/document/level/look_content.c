// look_content.c: the materials and the triangles of a look, and of objects with and without one.
#include "document/level/look.h"

#include "document/level/level_internal.h"
#include "document/level/mesh_tools.h"
#include "document/level/prefab.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// --- Materials ---

#define NO_MAP                                                                                                         \
    {                                                                                                                  \
        EDITOR_NONE, EDITOR_WRAP_REPEAT, EDITOR_WRAP_REPEAT,                                                           \
        {                                                                                                              \
            1, 0, 0, 0, 1, 0                                                                                           \
        }                                                                                                              \
    }

// What a slot without a material looks like: the renderer's default material.
static const editor_material unset = {.base_color = {0.62f, 0.62f, 0.62f, 1},
                                      .base_color_image = EDITOR_NONE,
                                      .uv_transform = {1, 0, 0, 0, 1, 0},
                                      .alpha_cutoff = 0.5f,
                                      .roughness = 0.65f,
                                      .maps = {NO_MAP, NO_MAP, NO_MAP, NO_MAP},
                                      .normal_scale = 1,
                                      .occlusion_strength = 1};

// The same for points and lines with colours of their own, which it leaves as they are.
static const editor_material uncolored = {.base_color = {1, 1, 1, 1},
                                          .base_color_image = EDITOR_NONE,
                                          .uv_transform = {1, 0, 0, 0, 1, 0},
                                          .alpha_cutoff = 0.5f,
                                          .roughness = 1,
                                          .maps = {NO_MAP, NO_MAP, NO_MAP, NO_MAP},
                                          .normal_scale = 1,
                                          .occlusion_strength = 1};

static const editor_material *model_material(const editor_level *level, const editor_mesh *mesh, uint32_t slot)
{
    const uint32_t number = slot < mesh->submesh_count ? mesh->submeshes[slot].material : EDITOR_NONE;
    if (number == EDITOR_NONE)
        return mesh->form != EDITOR_FORM_TRIANGLES && mesh->colors ? &uncolored : &unset;
    return &level->materials[number];
}

static void apply(editor_look_content *content, const editor_override *o)
{
    editor_material *material = &content->materials[o->slot];
    if (o->fields & EDITOR_OVERRIDE_WIDTH)
        content->width = o->width;
    for (int i = 0; i < 4 && o->fields & EDITOR_OVERRIDE_BASE_COLOR; i++)
        material->base_color[i] = (float)o->base_color[i];
    for (int i = 0; i < 3 && o->fields & EDITOR_OVERRIDE_EMISSIVE; i++)
        material->emissive[i] = (float)(o->emissive[i] * o->emissive_strength);
    if (o->fields & EDITOR_OVERRIDE_METALLIC)
        material->metallic = (float)o->metallic;
    if (o->fields & EDITOR_OVERRIDE_ROUGHNESS)
        material->roughness = (float)o->roughness;
    if (o->fields & EDITOR_OVERRIDE_ALPHA_MODE)
        material->alpha_mode = o->alpha_mode;
    if (o->fields & EDITOR_OVERRIDE_ALPHA_CUTOFF)
        material->alpha_cutoff = (float)o->alpha_cutoff;
    if (o->fields & EDITOR_OVERRIDE_SIDES)
        material->double_sided = o->double_sided;
}

// --- Triangles ---

static bool same_flags(const editor_material *a, const editor_material *b)
{
    return a->double_sided == b->double_sided &&
           (a->alpha_mode == EDITOR_ALPHA_MASK) == (b->alpha_mode == EDITOR_ALPHA_MASK);
}

static bool have_same_flags(const editor_look_content *a, const editor_look_content *b)
{
    bool same = a->material_count == b->material_count;
    for (uint32_t i = 0; same && i < a->material_count; i++)
        same = same_flags(&a->materials[i], &b->materials[i]);
    return same;
}

// Whether what another look of the mesh has for picking will do.
static bool is_picked_alike(const editor_mesh *mesh, const editor_look_content *a, const editor_look_content *b)
{
    return mesh->form == EDITOR_FORM_TRIANGLES ? have_same_flags(a, b) : editor_width_equal(&a->width, &b->width);
}

// What picking has of the look: the mesh's own, that of another look of the mesh, or a new one.
static bool make_pick(const editor_level *level, const editor_look *of, const editor_mesh *mesh,
                      editor_look_content *content)
{
    const editor_width width = mesh_tools_width(mesh);
    bool own = mesh->form == EDITOR_FORM_TRIANGLES || editor_width_equal(&content->width, &width);
    for (uint32_t i = 0; own && mesh->form == EDITOR_FORM_TRIANGLES && i < content->material_count; i++)
        own = same_flags(&content->materials[i], model_material(level, mesh, i));
    if (own || mesh->volume)
        return true;
    const bool is_current = mesh == &level->meshes[of->mesh]; // else the file is being read again
    for (uint32_t i = 0; is_current && i < level->look_count; i++) {
        const editor_look *look = level->looks[i];
        if (look && look != of && look->mesh == of->mesh && look->content.pick &&
            is_picked_alike(mesh, &look->content, content)) {
            content->pick = look->content.pick;
            content->pick->users++;
            return true;
        }
    }
    editor_look_pick *pick = calloc(1, sizeof(*pick));
    const pick_result result = !pick ? PICK_ERROR_OUT_OF_MEMORY
                               : mesh->form == EDITOR_FORM_TRIANGLES
                                   ? editor_level_make_pick(mesh, content->materials, &pick->mesh)
                                   : editor_level_share_thin(mesh, content->width, &pick->thin);
    if (result != PICK_OK) {
        free(pick);
        return false;
    }
    pick->users = 1;
    content->pick = pick;
    return true;
}

bool editor_look_make_content(const editor_level *level, const editor_look *look, const editor_mesh *mesh,
                              editor_look_content *out)
{
    *out = (editor_look_content){.material_count = mesh->submesh_count, .width = mesh_tools_width(mesh)};
    out->materials = calloc(mesh->submesh_count ? mesh->submesh_count : 1, sizeof(*out->materials));
    if (!out->materials)
        return false;
    for (uint32_t i = 0; i < mesh->submesh_count; i++)
        out->materials[i] = *model_material(level, mesh, i);
    for (uint32_t i = 0; i < look->override_count; i++) {
        if (look->overrides[i].slot < mesh->submesh_count)
            apply(out, &look->overrides[i]);
    }
    for (uint32_t i = 0; i < mesh->submesh_count && mesh->volume; i++) { // as heights are picked
        out->materials[i].alpha_mode = EDITOR_ALPHA_OPAQUE;
        out->materials[i].double_sided = true;
    }
    if (make_pick(level, look, mesh, out))
        return true;
    editor_look_free_content(out);
    return false;
}

void editor_look_free_content(editor_look_content *content)
{
    if (content->pick && --content->pick->users == 0) {
        pick_mesh_destroy(content->pick->mesh);
        pick_thin_destroy(content->pick->thin);
        free(content->pick);
    }
    free(content->materials);
    *content = (editor_look_content){0};
}

// --- Objects ---

const editor_override *editor_object_overrides(const editor_object *object, uint32_t *count)
{
    *count = object->look ? object->look->override_count : 0;
    return object->look ? object->look->overrides : NULL;
}

const editor_look *editor_level_look(const editor_level *level, const editor_object *object)
{
    const editor_prefab_content *content = editor_level_content(level, object->mesh);
    return content ? content->look : object->look;
}

uint32_t editor_level_slots(const editor_level *level, const editor_object *object)
{
    // What the parts of a prefab look like is its definition's.
    const bool none = object->mesh == EDITOR_NONE || object->kind == EDITOR_OBJECT_PREFAB;
    return none ? 0 : level->meshes[object->mesh].submesh_count;
}

const editor_material *editor_level_material(const editor_level *level, const editor_object *object, uint32_t slot)
{
    const editor_look *look = editor_level_look(level, object);
    if (look && slot < look->content.material_count)
        return &look->content.materials[slot];
    return model_material(level, &level->meshes[object->mesh], slot);
}

editor_width editor_level_width(const editor_level *level, const editor_object *object)
{
    if (object->mesh == EDITOR_NONE || level->meshes[object->mesh].form == EDITOR_FORM_TRIANGLES)
        return (editor_width){0};
    return object->look ? object->look->content.width : mesh_tools_width(&level->meshes[object->mesh]);
}

pick_thin *editor_level_pick_thin(const editor_level *level, const editor_object *object)
{
    if (object->look && object->look->content.pick)
        return object->look->content.pick->thin;
    return object->mesh != EDITOR_NONE ? level->meshes[object->mesh].thin : NULL;
}

const pick_mesh *editor_level_pick_mesh(const editor_level *level, const editor_object *object)
{
    const editor_look *look = editor_level_look(level, object);
    if (look && look->content.pick)
        return look->content.pick->mesh;
    return object->mesh != EDITOR_NONE ? level->meshes[object->mesh].pick : level->nothing;
}

uint32_t editor_level_find_solids(const editor_level *level)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < level->mesh_count; i++)
        count += pick_mesh_find_closed(level->meshes[i].pick);
    for (uint32_t i = 0; i < level->look_count; i++) {
        const editor_look *look = level->looks[i];
        if (look && look->content.pick)
            count += pick_mesh_find_closed(look->content.pick->mesh);
    }
    return count;
}

// A float as the decimal number that a person would have written for it, in the range of overrides.
static double plain(float value)
{
    return fmin(fmax(round((double)value * 1e6) / 1e6, 0), 1);
}

static editor_override describe(const editor_material *m, uint32_t slot)
{
    editor_override out = {.slot = slot,
                           .metallic = plain(m->metallic),
                           .roughness = plain(m->roughness),
                           .emissive_strength = 1,
                           .alpha_mode = m->alpha_mode,
                           .alpha_cutoff = plain(m->alpha_cutoff),
                           .double_sided = m->double_sided};
    for (int i = 0; i < 4; i++)
        out.base_color[i] = plain(m->base_color[i]);
    for (int i = 0; i < 3; i++)
        out.emissive_strength = fmax(out.emissive_strength, (double)m->emissive[i]);
    for (int i = 0; i < 3; i++)
        out.emissive[i] = plain(m->emissive[i] / (float)out.emissive_strength);
    out.emissive_strength = fmin(out.emissive_strength, 10000);
    return out;
}

editor_override editor_level_slot(const editor_level *level, const editor_object *object, uint32_t slot)
{
    editor_override out = describe(editor_level_material(level, object, slot), slot);
    out.width = editor_level_width(level, object);
    uint32_t count;
    const editor_override *overrides = editor_object_overrides(object, &count);
    for (uint32_t i = 0; i < count; i++) {
        if (overrides[i].slot == slot)
            editor_override_merge(&out, &overrides[i]); // to the bit, where the material has floats
    }
    return out;
}
