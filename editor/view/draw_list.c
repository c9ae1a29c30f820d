#include "view/draw_list_private.h"

#include "document/level/look.h"
#include "document/level/volume.h"
#include "view/icons.h"
#include "view/lights.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static render_result upload_material(editor_draw_list *list, uint32_t number)
{
    render_material_desc desc;
    render_result result = editor_draw_list_describe(list, &list->level->materials[number], &desc);
    return result == RENDER_OK ? render_material_create(list->scene, &desc, &list->materials[number]) : result;
}

static render_result upload_materials(editor_draw_list *list)
{
    render_result result = RENDER_OK;
    while (list->material_count < list->level->material_count && result == RENDER_OK) {
        result = upload_material(list, list->material_count);
        list->material_count += result == RENDER_OK;
    }
    return result;
}

static render_result upload_volume(editor_draw_list *list, uint32_t number)
{
    static const render_volume_shape shapes[EDITOR_SHAPE_COUNT] = {
        [EDITOR_SHAPE_BOX_VOLUME] = RENDER_VOLUME_BOX,         [EDITOR_SHAPE_SPHERE_VOLUME] = RENDER_VOLUME_SPHERE,
        [EDITOR_SHAPE_CAPSULE_VOLUME] = RENDER_VOLUME_CAPSULE, [EDITOR_SHAPE_CYLINDER_VOLUME] = RENDER_VOLUME_CYLINDER,
        [EDITOR_SHAPE_CONE_VOLUME] = RENDER_VOLUME_CONE,
    };
    const editor_mesh *mesh = &list->level->meshes[number];
    render_volume_desc desc = {.name = mesh->name, .shape = shapes[mesh->primitive.shape]};
    double half[3];
    editor_volume_half_sizes(&mesh->primitive, half);
    for (int i = 0; i < 3; i++)
        desc.half[i] = (float)half[i];
    return render_volume_create(list->scene, &desc, &list->meshes[number]);
}

static render_result upload_mesh(editor_draw_list *list, uint32_t number)
{
    const editor_mesh *mesh = &list->level->meshes[number];
    if (mesh->volume)
        return upload_volume(list, number);
    if (mesh->form != EDITOR_FORM_TRIANGLES || mesh->unread) {
        const uint32_t painted = mesh->submesh_count > 0 ? mesh->submeshes[0].material : EDITOR_NONE;
        const render_material material = painted != EDITOR_NONE ? list->materials[painted] : 0;
        return mesh->unread ? editor_draw_outline_upload(list, mesh, material, &list->meshes[number])
                            : editor_draw_thin_upload(list, mesh, material, &list->meshes[number]);
    }
    if (mesh->index_count == 0)
        return RENDER_OK;
    render_submesh *submeshes = calloc(mesh->submesh_count, sizeof(*submeshes));
    if (submeshes == NULL)
        return RENDER_ERROR_OUT_OF_MEMORY;
    for (uint32_t i = 0; i < mesh->submesh_count; i++) {
        const editor_submesh *submesh = &mesh->submeshes[i];
        submeshes[i].first_triangle = submesh->first_triangle;
        submeshes[i].triangle_count = submesh->triangle_count;
        submeshes[i].material = submesh->material != EDITOR_NONE ? list->materials[submesh->material] : 0;
    }
    render_mesh_desc desc = {
        .name = mesh->name,
        .positions = mesh->positions,
        .normals = mesh->normals,
        .uvs = mesh->uvs,
        .colors = mesh->colors,
        .vertex_count = mesh->vertex_count,
        .indices = mesh->indices,
        .index_count = mesh->index_count,
        .submeshes = submeshes,
        .submesh_count = mesh->submesh_count,
    };
    render_result result = render_mesh_create(list->scene, &desc, &list->meshes[number]);
    free(submeshes);
    return result;
}

// Uploads new meshes, and others whose number now stands for another mesh.
static render_result upload_meshes(editor_draw_list *list)
{
    const editor_level *level = list->level;
    render_result result = RENDER_OK;
    for (uint32_t i = 0; list->mesh_versions != level->mesh_versions && i < list->mesh_count && result == RENDER_OK;
         i++) {
        if (list->versions[i] == level->meshes[i].version)
            continue;
        render_mesh_destroy(list->scene, list->meshes[i]);
        list->meshes[i] = 0;
        result = upload_mesh(list, i);
        if (result == RENDER_OK)
            list->versions[i] = level->meshes[i].version;
    }
    if (result == RENDER_OK)
        list->mesh_versions = level->mesh_versions;
    for (uint32_t i = list->mesh_count; i < level->mesh_count && result == RENDER_OK; i = ++list->mesh_count) {
        result = upload_mesh(list, i);
        list->versions[i] = level->meshes[i].version;
    }
    return result;
}

// Makes room for `count` elements in an array that holds `held`; new ones are zero.
static void *grow(void *array, uint32_t held, uint32_t count, size_t size, bool *ok)
{
    if (count <= held && array != NULL)
        return array;
    char *grown = realloc(array, (count > 0 ? count : 1) * size);
    if (grown == NULL) {
        *ok = false;
        return array;
    }
    memset(grown + held * size, 0, (count - held) * size);
    return grown;
}

static bool make_room(editor_draw_list *list)
{
    const editor_level *level = list->level;
    bool ok = true;
    list->meshes = grow(list->meshes, list->mesh_count, level->mesh_count, sizeof(*list->meshes), &ok);
    list->versions = grow(list->versions, list->mesh_count, level->mesh_count, sizeof(*list->versions), &ok);
    list->materials = grow(list->materials, list->material_count, level->material_count, sizeof(*list->materials), &ok);
    list->textures = grow(list->textures, list->image_count, level->image_count, sizeof(*list->textures), &ok);
    list->data = grow(list->data, list->image_count, level->image_count, sizeof(*list->data), &ok);
    list->flags = grow(list->flags, list->object_count, level->object_count, sizeof(*list->flags), &ok);
    list->wanted = grow(list->wanted, list->object_count, level->object_count, sizeof(*list->wanted), &ok);
    list->marks = grow(list->marks, list->object_count, level->object_count, sizeof(*list->marks), &ok);
    if (ok) {
        list->object_count = level->object_count;
        list->image_count = level->image_count;
    }
    return ok;
}

render_result editor_draw_list_sync(editor_draw_list *list)
{
    const editor_level *level = list->level;
    if (!make_room(list))
        return RENDER_ERROR_OUT_OF_MEMORY;
    render_result result = upload_materials(list);
    if (result == RENDER_OK)
        result = upload_meshes(list);
    if (result == RENDER_OK)
        result = editor_draw_looks_sync(list);
    const uint32_t *changed = NULL;
    uint32_t count = level->object_count;
    uint64_t seen = list->seen;
    bool some = editor_level_changes(level, &seen, &changed, &count);
    bool lights = !some;
    for (uint32_t i = 0; i < count && result == RENDER_OK; i++) {
        result = editor_draw_list_update(list, some ? changed[i] : i);
        lights = lights || level->objects[changed[i]].kind == EDITOR_OBJECT_LIGHT;
    }
    if (lights && result == RENDER_OK) {
        render_light out[RENDER_MAX_LIGHTS];
        uint32_t light_count = editor_collect_lights(level, out);
        result = render_scene_set_lights(list->scene, out, light_count);
    }
    if (result == RENDER_OK)
        list->seen = seen;
    return result;
}

render_result editor_draw_list_create(render_device *device, const editor_level *level, editor_draw_list **out)
{
    editor_draw_list *list = calloc(1, sizeof(*list));
    if (list == NULL)
        return RENDER_ERROR_OUT_OF_MEMORY;
    list->level = level;
    render_result result = render_scene_create(device, &list->scene);
    if (result == RENDER_OK)
        result = editor_draw_list_sync(list);
    if (result != RENDER_OK) {
        editor_draw_list_destroy(list);
        return result;
    }
    *out = list;
    return RENDER_OK;
}

void editor_draw_list_destroy(editor_draw_list *list)
{
    if (list == NULL)
        return;
    render_scene_destroy(list->scene);
    editor_draw_looks_finish(list);
    free(list->meshes);
    free(list->versions);
    free(list->materials);
    free(list->textures);
    free(list->data);
    free(list->flags);
    editor_draw_highlight_finish(list);
    free(list);
}

// Tests for a flat transform as picking does: its determinant against the lengths of its axes.
static bool is_flat(const pick_transform *transform)
{
    double lengths = 1;
    for (int i = 0; i < 3; i++) {
        const float *axis = &transform->linear[3 * i];
        lengths *= pick_vec3_length(pick_vec3_make((double)axis[0], (double)axis[1], (double)axis[2]));
    }
    return !(fabs(pick_transform_determinant(transform)) > ldexp(lengths, -40));
}

bool editor_draw_list_is_drawn(const editor_level *level, uint32_t object)
{
    if (level->objects[object].mesh == EDITOR_NONE || editor_level_is_hidden(level, object))
        return false;
    pick_transform transform = pick_affine_to_transform(&level->objects[object].world);
    return !is_flat(&transform);
}

render_scene *editor_draw_list_scene(const editor_draw_list *list)
{
    return list->scene;
}

// A volume has the colour of its first layer.
static uint32_t tint_of(const editor_object *object)
{
    uint32_t layer = 0;
    while (layer + 1 < EDITOR_LAYER_COUNT && object->layers != 0 && !(object->layers >> layer & 1u))
        layer++;
    return object->kind == EDITOR_OBJECT_VOLUME ? RENDER_OBJECT_TINT(layer) : 0;
}

render_result editor_draw_list_update(editor_draw_list *list, uint32_t object)
{
    const editor_object *source = &list->level->objects[object];
    const render_icon icon = editor_icon_of(list->level, object);
    bool seen = icon != RENDER_ICON_NONE ? source->exists && !source->is_hidden && source->is_finite
                                         : editor_draw_list_is_drawn(list->level, object);
    uint32_t hidden = seen ? 0u : (uint32_t)RENDER_OBJECT_HIDDEN;
    list->flags[object] = (list->flags[object] & ~DRAW_LASTING_FLAGS) | hidden | tint_of(source);
    if (source->mesh == EDITOR_NONE && !source->is_finite)
        return RENDER_OK;
    // Use picking's own transform, so that both compute the same positions.
    pick_transform transform = pick_affine_to_transform(&source->world);
    render_object target = {
        .mesh = source->look                  ? list->looks[source->look->number].mesh
                : source->mesh != EDITOR_NONE ? list->meshes[source->mesh]
                                              : 0,
        .icon = icon,
        .origin = {transform.origin.x, transform.origin.y, transform.origin.z},
        .flags = list->flags[object],
    };
    memcpy(target.linear, transform.linear, sizeof(target.linear));
    return render_scene_set_object(list->scene, object, &target);
}
