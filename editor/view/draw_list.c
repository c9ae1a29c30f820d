#include "view/draw_list_private.h"

#include "document/level/look.h"
#include "document/level/prefab.h"
#include "document/motion/affine.h"
#include "view/icons.h"
#include "view/lights.h"

#include <stdlib.h>
#include <string.h>

static render_result upload_material(editor_draw_list *list, uint32_t number)
{
    render_material_desc desc;
    if (list->level->materials[number].is_retired)
        return RENDER_OK; // nothing can have it
    render_result result = editor_draw_list_describe(list, &list->level->materials[number], true, &desc);
    return result == RENDER_OK ? render_material_create(list->scene, &desc, &list->materials[number]) : result;
}

static render_result upload_materials(editor_draw_list *list)
{
    render_result result = RENDER_OK;
    while (list->material_count < list->level->material_count && result == RENDER_OK) {
        result = upload_material(list, list->material_count);
        list->material_count += result == RENDER_OK;
    }
    return result == RENDER_PENDING ? RENDER_OK : result; // the meshes that have them wait, too
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
    list->materials = grow(list->materials, list->material_count, level->material_count, sizeof(*list->materials), &ok);
    list->textures = grow(list->textures, list->image_count, level->image_count, sizeof(*list->textures), &ok);
    list->data = grow(list->data, list->image_count, level->image_count, sizeof(*list->data), &ok);
    list->flags = grow(list->flags, list->object_count, level->object_count, sizeof(*list->flags), &ok);
    list->wanted = grow(list->wanted, list->object_count, level->object_count, sizeof(*list->wanted), &ok);
    list->was_light = grow(list->was_light, list->object_count, level->object_count, sizeof(*list->was_light), &ok);
    list->marks = grow(list->marks, list->object_count, level->object_count, sizeof(*list->marks), &ok);
    if (ok) {
        list->object_count = level->object_count;
        list->image_count = level->image_count;
    }
    return ok;
}

// Objects whose box gave way to their mesh.
static render_result update_new(editor_draw_list *list)
{
    const editor_level *level = list->level;
    render_result result = RENDER_OK;
    for (uint32_t i = 0; list->has_new && i < level->object_count && result == RENDER_OK; i++) {
        if (level->objects[i].mesh != EDITOR_NONE)
            result = editor_draw_list_update(list, i);
    }
    if (result == RENDER_OK)
        list->has_new = false;
    return result;
}

// For the strength of lamps. It stays while a clip is shown, so that they do not flicker with what it moves.
static double find_size(const editor_draw_list *list)
{
    const bool is_known = list->lit_size > 0 && list->level->is_posed;
    const bool counts = list->has_other_lights || list->has_lamps;
    return counts && !is_known ? editor_lights_size(list->level) : list->lit_size;
}

render_result editor_draw_list_sync(editor_draw_list *list)
{
    const editor_level *level = list->level;
    if (!make_room(list))
        return RENDER_ERROR_OUT_OF_MEMORY;
    editor_draw_list_drop_images(list);
    list->left = list->limit;
    render_result result = upload_materials(list);
    if (result == RENDER_OK)
        result = editor_draw_meshes_sync(list);
    if (result == RENDER_OK)
        result = editor_draw_looks_sync(list);
    const uint32_t *changed = NULL;
    uint32_t count = level->object_count;
    uint64_t seen = list->seen;
    bool some = editor_level_changes(level, &seen, &changed, &count);
    list->has_other_lights = list->has_other_lights || !some;
    for (uint32_t i = 0; i < count && result == RENDER_OK; i++) {
        const uint32_t object = some ? changed[i] : i;
        const bool is_light = level->objects[object].kind == EDITOR_OBJECT_LIGHT;
        result = editor_draw_list_update(list, object);
        // The object of that number may be another one now.
        list->has_other_lights = list->has_other_lights || is_light || list->was_light[object];
        list->was_light[object] = is_light;
    }
    const double size = count > 0 ? find_size(list) : list->lit_size;
    if ((list->has_other_lights || size != list->lit_size) && result == RENDER_OK) {
        render_light out[RENDER_MAX_LIGHTS];
        uint32_t light_count = editor_collect_lights(level, size, out);
        result = render_scene_set_lights(list->scene, out, light_count);
        list->has_other_lights = result != RENDER_OK;
        list->lit_size = size;
        list->has_lamps = false;
        for (uint32_t i = 0; i < light_count; i++)
            list->has_lamps = list->has_lamps || out[i].type != RENDER_LIGHT_SUN;
    }
    if (result == RENDER_OK)
        result = update_new(list);
    if (result == RENDER_OK)
        list->seen = seen;
    return result;
}

bool editor_draw_list_is_uploading(const editor_draw_list *list)
{
    return list->box_count > 0;
}

render_result editor_draw_list_create(render_device *device, const editor_level *level, editor_draw_list **out)
{
    return editor_draw_list_begin(device, level, 0, out);
}

render_result editor_draw_list_begin(render_device *device, const editor_level *level, uint64_t limit,
                                     editor_draw_list **out)
{
    editor_draw_list *list = calloc(1, sizeof(*list));
    if (list == NULL)
        return RENDER_ERROR_OUT_OF_MEMORY;
    list->level = level;
    list->limit = limit;
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
    render_mesh_upload_abandon(list->upload);
    render_texture_upload_abandon(list->texture);
    render_scene_destroy(list->scene);
    editor_draw_looks_finish(list);
    free(list->meshes);
    free(list->materials);
    free(list->textures);
    free(list->data);
    free(list->flags);
    editor_draw_highlight_finish(list);
    free(list);
}

bool editor_draw_list_is_drawn(const editor_level *level, uint32_t object)
{
    if (level->objects[object].mesh == EDITOR_NONE || editor_level_is_hidden(level, object))
        return false;
    const pick_affine world = editor_level_mesh_world(level, &level->objects[object]);
    pick_transform transform = pick_affine_to_transform(&world);
    return !editor_transform_is_flat(&transform);
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

static uint32_t solid_of(const editor_level *level, const editor_object *object)
{
    const editor_prefab_content *content = editor_level_content(level, object->mesh);
    const bool solid = content
                           ? content->is_solid
                           : object->mesh != EDITOR_NONE && pick_mesh_is_closed(editor_level_pick_mesh(level, object));
    return solid ? (uint32_t)RENDER_OBJECT_SOLID : 0;
}

void editor_draw_list_find_solids(editor_draw_list *list)
{
    const editor_level *level = list->level;
    const uint32_t meshes = editor_level_find_solids(level);
    if (meshes == list->solid_meshes && level->revision == list->solids_revision)
        return;
    list->solid_meshes = meshes;
    list->solids_revision = level->revision;
    for (uint32_t i = 0; i < list->object_count && i < level->object_count; i++) {
        const uint32_t solid = solid_of(level, &level->objects[i]);
        if (solid == (list->flags[i] & RENDER_OBJECT_SOLID))
            continue;
        list->flags[i] ^= RENDER_OBJECT_SOLID;
        // Of an object that is not there yet the flags come with it.
        (void)(i < render_scene_slot_count(list->scene) && render_scene_set_flags(list->scene, i, list->flags[i]));
    }
}

render_result editor_draw_list_update(editor_draw_list *list, uint32_t object)
{
    const editor_object *source = &list->level->objects[object];
    const render_icon icon = editor_icon_of(list->level, object);
    bool seen = icon != RENDER_ICON_NONE ? source->exists && !source->is_hidden && source->is_finite
                                         : editor_draw_list_is_drawn(list->level, object);
    uint32_t hidden = seen ? 0u : (uint32_t)RENDER_OBJECT_HIDDEN;
    list->flags[object] =
        (list->flags[object] & ~DRAW_LASTING_FLAGS) | hidden | tint_of(source) | solid_of(list->level, source);
    if (source->mesh == EDITOR_NONE && !source->is_finite)
        return RENDER_OK;
    const editor_look *look = editor_level_look(list->level, source);
    // Use picking's own transform, so that both compute the same positions.
    const pick_affine world = editor_level_mesh_world(list->level, source);
    pick_transform transform = pick_affine_to_transform(&world);
    render_object target = {
        .mesh = look                          ? list->looks[look->number].mesh
                : source->mesh != EDITOR_NONE ? list->meshes[source->mesh].mesh
                                              : 0,
        .icon = icon,
        .origin = {transform.origin.x, transform.origin.y, transform.origin.z},
        .flags = list->flags[object],
    };
    memcpy(target.linear, transform.linear, sizeof(target.linear));
    return render_scene_set_object(list->scene, object, &target);
}
