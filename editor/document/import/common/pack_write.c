// pack_write.c: writes a model as bytes.
#include "document/import/common/pack.h"
#include "document/import/common/pack_internal.h"
#include "document/level/mesh_tools.h"

#include <stdlib.h>
#include <string.h>

uint32_t editor_pack_images_add(editor_pack_images *images, const editor_pack_image *image)
{
    if (images->count == images->capacity) {
        const uint32_t wanted = images->capacity ? 2 * images->capacity : 16;
        editor_pack_image *grown = realloc(images->list, wanted * sizeof(*grown));
        if (!grown) {
            free(image->name);
            free(image->bytes);
            return EDITOR_NONE;
        }
        images->list = grown;
        images->capacity = wanted;
    }
    images->list[images->count] = *image;
    return images->count++;
}

void editor_pack_images_free(editor_pack_images *images)
{
    for (uint32_t i = 0; i < images->count; i++) {
        free(images->list[i].name);
        free(images->list[i].bytes);
    }
    free(images->list);
    *images = (editor_pack_images){NULL, 0, 0};
}

// Errors stay with the stream: the end looks at them.
static void put(FILE *out, const void *bytes, size_t size)
{
    if (size > 0)
        (void)fwrite(bytes, 1, size, out);
}

static void put_count(FILE *out, uint32_t count)
{
    put(out, &count, sizeof(count));
}

static void put_text(FILE *out, const char *text)
{
    const uint32_t length = text ? (uint32_t)strlen(text) : 0;
    put_count(out, length);
    put(out, text, length);
}

static void put_image(FILE *out, const editor_pack_image *image)
{
    const pack_image record = {image->bytes ? image->size : 0, PACK_NOWHERE, image->width, image->height};
    put(out, &record, sizeof(record));
    put_text(out, image->name);
    put(out, image->bytes, (size_t)record.size);
}

static pack_map describe_map(const editor_map *map)
{
    pack_map record = {map->image, (uint32_t)map->wrap_u, (uint32_t)map->wrap_v, {0}};
    memcpy(record.uv_transform, map->uv_transform, sizeof(record.uv_transform));
    return record;
}

static void put_material(FILE *out, const editor_material *material)
{
    pack_material record = {.alpha_mode = (uint32_t)material->alpha_mode,
                            .double_sided = material->double_sided,
                            .unlit = material->unlit,
                            .alpha_cutoff = material->alpha_cutoff,
                            .metallic = material->metallic,
                            .roughness = material->roughness,
                            .normal_scale = material->normal_scale,
                            .occlusion_strength = material->occlusion_strength};
    editor_map base = {material->base_color_image, material->wrap_u, material->wrap_v, {0}};
    memcpy(base.uv_transform, material->uv_transform, sizeof(base.uv_transform));
    record.base = describe_map(&base);
    for (int i = 0; i < EDITOR_MAP_COUNT; i++)
        record.maps[i] = describe_map(&material->maps[i]);
    memcpy(record.base_color, material->base_color, sizeof(record.base_color));
    memcpy(record.emissive, material->emissive, sizeof(record.emissive));
    put(out, &record, sizeof(record));
    put_text(out, material->name);
}

static void put_mesh(FILE *out, const editor_mesh *mesh)
{
    const size_t n = mesh->vertex_count;
    const pack_mesh record = {mesh->vertex_count,
                              mesh->index_count,
                              mesh->submesh_count,
                              (mesh->normals ? PACK_NORMALS : 0u) | (mesh->uvs ? PACK_UVS : 0u) |
                                  (mesh->colors ? PACK_COLORS : 0u) | (mesh->continues ? PACK_POLYGONS : 0u),
                              (uint32_t)mesh->form,
                              mesh->line_count,
                              mesh->width};
    put(out, &record, sizeof(record));
    put_text(out, mesh->name);
    put(out, mesh->positions, 3 * n * sizeof(float));
    put(out, mesh->normals, mesh->normals ? 3 * n * sizeof(float) : 0);
    put(out, mesh->uvs, mesh->uvs ? 2 * n * sizeof(float) : 0);
    put(out, mesh->colors, mesh->colors ? 4 * n * sizeof(float) : 0);
    put(out, mesh->indices, (size_t)mesh->index_count * sizeof(uint32_t));
    put(out, mesh->continues, mesh->continues ? mesh->index_count / 3 : 0);
    put(out, mesh->line_counts, (size_t)mesh->line_count * sizeof(uint32_t));
    put(out, mesh->submeshes, (size_t)mesh->submesh_count * sizeof(*mesh->submeshes));
}

static void put_object(FILE *out, const editor_object *object)
{
    pack_object record = {.kind = (uint32_t)object->kind,
                          .parent = object->parent,
                          .mesh = object->mesh,
                          .layers = object->layers,
                          .hidden = object->hidden};
    memcpy(record.local, object->local.linear, sizeof(object->local.linear));
    const double origin[3] = {object->local.origin.x, object->local.origin.y, object->local.origin.z};
    memcpy(record.local + 9, origin, sizeof(origin));
    if (object->kind == EDITOR_OBJECT_LIGHT) {
        const editor_light *light = &object->light;
        record.type = (uint32_t)light->type;
        const double values[7] = {light->color[0], light->color[1], light->color[2], light->intensity,
                                  light->range,    light->inner,    light->outer};
        memcpy(record.values, values, sizeof(values));
    } else if (object->kind == EDITOR_OBJECT_CAMERA) {
        const editor_lens *lens = &object->lens;
        record.type = lens->orthographic;
        const double values[7] = {lens->fov, lens->height, lens->near_plane, lens->far_plane};
        memcpy(record.values, values, sizeof(values));
    }
    put(out, &record, sizeof(record));
    put_text(out, object->name);
}

// `origin` NULL: none.
static void put_facts(FILE *out, const editor_model_facts *facts, const editor_model_origin *origin)
{
    pack_facts record = {.unit = facts->unit,
                         .up = (uint32_t)facts->up,
                         .is_converted = facts->is_converted,
                         .animations = facts->animations,
                         .skins = facts->skins,
                         .morphs = facts->morphs,
                         .has_origin = origin && origin->is_known};
    if (record.has_origin)
        memcpy(record.origin, origin->at, sizeof(record.origin));
    memcpy(record.format, facts->format, sizeof(record.format));
    put(out, &record, sizeof(record));
}

static void put_warnings(FILE *out, const editor_level *level)
{
    put_count(out, level->warning_count);
    for (uint32_t i = 0; i < level->warning_count; i++)
        put_text(out, level->warnings[i]);
}

// `choices` NULL: nothing can be chosen.
static void put_choices(FILE *out, const editor_model_choices *choices)
{
    const editor_model_choices none = {.scenes = NULL};
    choices = choices ? choices : &none;
    const pack_choices record = {choices->scene_count, choices->variant_count, choices->scene};
    put(out, &record, sizeof(record));
    for (uint32_t i = 0; i < choices->scene_count; i++)
        put_text(out, choices->scenes[i]);
    for (uint32_t i = 0; i < choices->variant_count; i++)
        put_text(out, choices->variants[i]);
}

static void put_materials(FILE *out, const editor_level *level)
{
    put_count(out, level->material_count);
    for (uint32_t i = 0; i < level->material_count; i++)
        put_material(out, &level->materials[i]);
}

static void put_objects(FILE *out, const editor_object *objects, uint32_t count)
{
    put_count(out, count);
    for (uint32_t i = 0; i < count; i++)
        put_object(out, &objects[i]);
}

bool editor_pack_write(editor_level *level, const editor_model_facts *facts, const editor_pack_image *images,
                       uint32_t image_count, FILE *out)
{
    put_count(out, PACK_CHECK);
    put_facts(out, facts, NULL);
    put_warnings(out, level);
    put_count(out, image_count);
    for (uint32_t i = 0; i < image_count; i++)
        put_image(out, &images[i]);
    put_materials(out, level);
    put_count(out, level->mesh_count);
    for (uint32_t i = 0; i < level->mesh_count; i++) {
        put_mesh(out, &level->meshes[i]);
        mesh_tools_free(&level->meshes[i]);
        level->meshes[i] = (editor_mesh){0};
    }
    put_objects(out, level->objects, level->object_count);
    pack_put_motion(out, NULL);
    put_choices(out, NULL);
    put_count(out, PACK_CHECK);
    return fflush(out) == 0 && !ferror(out);
}

// --- Into an area ---

// Plans a piece; returns its place. Nothing of no size is PACK_NOWHERE.
static uint64_t place(editor_pack_plan *plan, const void *bytes, const pick_mesh *mesh, uint64_t size)
{
    if ((!bytes && !mesh) || plan->failed)
        return PACK_NOWHERE;
    if (plan->count == plan->capacity) {
        const size_t wanted = plan->capacity ? 2 * plan->capacity : 64;
        editor_cache_piece *grown = realloc(plan->pieces, wanted * sizeof(*grown));
        if (!grown) {
            plan->failed = true;
            return PACK_NOWHERE;
        }
        plan->pieces = grown;
        plan->capacity = wanted;
    }
    const uint64_t at = (plan->size + PICK_MESH_ALIGNMENT - 1) / PICK_MESH_ALIGNMENT * PICK_MESH_ALIGNMENT;
    plan->pieces[plan->count++] = (editor_cache_piece){at, size, bytes, mesh};
    plan->size = at + size;
    return at;
}

static void put_placed_image(FILE *out, const editor_image *image, editor_pack_plan *plan)
{
    const uint64_t size = 4 * (uint64_t)image->width * image->height;
    const pack_image record = {0, place(plan, image->rgba, NULL, size), image->width, image->height};
    put(out, &record, sizeof(record));
    put_text(out, image->name);
}

static void put_placed_mesh(FILE *out, const editor_mesh *mesh, const double box[6], editor_pack_plan *plan)
{
    const uint64_t n = mesh->vertex_count;
    const pack_mesh record = {mesh->vertex_count,
                              mesh->index_count,
                              mesh->submesh_count,
                              PACK_PLACED | (mesh->normals ? PACK_NORMALS : 0u) | (mesh->uvs ? PACK_UVS : 0u) |
                                  (mesh->colors ? PACK_COLORS : 0u),
                              (uint32_t)mesh->form,
                              mesh->line_count,
                              mesh->width};
    pack_places places = {.pick_size = mesh->pick ? pick_mesh_write(mesh->pick, NULL, 0) : 0};
    const bool has_indices = !mesh->pick || pick_mesh_get_arrays(mesh->pick).indices != NULL;
    places.pick = place(plan, NULL, mesh->pick, places.pick_size);
    places.positions = place(plan, mesh->pick ? NULL : mesh->positions, NULL, 3 * n * sizeof(float));
    places.line_counts = place(plan, mesh->line_counts, NULL, mesh->line_count * sizeof(uint32_t));
    places.box = place(plan, box, NULL, 6 * sizeof(*box));
    places.normals = place(plan, mesh->normals, NULL, 3 * n * sizeof(float));
    places.colors = place(plan, mesh->colors, NULL, 4 * n * sizeof(float));
    places.indices = place(plan, has_indices ? NULL : mesh->indices, NULL, mesh->index_count * sizeof(uint32_t));
    put(out, &record, sizeof(record));
    put_text(out, mesh->name);
    put(out, &places, sizeof(places));
    put(out, mesh->submeshes, (size_t)mesh->submesh_count * sizeof(*mesh->submeshes));
}

bool editor_pack_write_placed(const editor_level *level, FILE *out, editor_pack_plan *plan)
{
    const editor_asset *asset = &level->assets[0];
    put_count(out, PACK_CHECK);
    put_facts(out, &asset->facts, &asset->origin);
    put_warnings(out, level);
    put_count(out, level->image_count);
    for (uint32_t i = 0; i < level->image_count; i++)
        put_placed_image(out, &level->images[i], plan);
    put_materials(out, level);
    put_count(out, level->mesh_count);
    for (uint32_t i = 0; i < level->mesh_count; i++) {
        if (!level->meshes[i].pick && !level->meshes[i].thin)
            return false;
        put_placed_mesh(out, &level->meshes[i], asset->meshes[i].box, plan);
    }
    put_objects(out, asset->nodes, asset->node_count);
    pack_put_motion(out, asset->motion);
    put_choices(out, &asset->choices);
    put_count(out, PACK_CHECK);
    return fflush(out) == 0 && !ferror(out) && !plan->failed;
}
