#include "device/maths.h"
#include "scene/scene_private.h"

#include <math.h>
#include <string.h>

enum {
    KNOWN_FLAGS = RENDER_OBJECT_HIDDEN | RENDER_OBJECT_HOVERED | RENDER_OBJECT_SELECTED | RENDER_OBJECT_ACTIVE |
                  RENDER_OBJECT_DIMMED | RENDER_OBJECT_SOLID | RENDER_OBJECT_OUTLINE_BITS | RENDER_OBJECT_TINT_BITS
};

static const render_material_desc default_material = {
    .base_color = {0.62f, 0.62f, 0.62f, 1.0f}, .uv_transform = {1, 0, 0, 0, 1, 0}, .roughness = 0.65f};

static render_result create_defaults(render_scene *scene)
{
    static const uint8_t white[4] = {255, 255, 255, 255};
    const render_texture_desc texture = {.name = "white", .width = 1, .height = 1, .rgba = white};
    render_result result = RENDER_OK;
    TRY(render_geometry_init(scene->device, &scene->geometry));
    TRY(render_texture_create(scene, &texture, &scene->white));
    TRY(render_material_create(scene, &default_material, &scene->default_material));
    if (!render_table_reserve(&scene->object_rows, 1) || !render_table_reserve(&scene->plane_rows, 1) ||
        !render_ranges_init(&scene->plane_spaces, scene->device->allocator, RENDER_PLANE_ROWS))
        result = render_fail(scene->device, RENDER_ERROR_OUT_OF_MEMORY, "out of memory");
error:
    return result;
}

render_result render_scene_create(render_device *device, render_scene **out)
{
    if (out == NULL)
        return RENDER_ERROR_INVALID_ARGUMENT;
    *out = NULL;
    if (device == NULL)
        return RENDER_ERROR_INVALID_ARGUMENT;
    render_scene *scene = render_allocate_zeroed(device->allocator, sizeof *scene);
    if (scene == NULL)
        return render_fail(device, RENDER_ERROR_OUT_OF_MEMORY, "out of memory");
    scene->device = device;
    scene->serial = ++device->serials;
    render_pool_init(&scene->meshes, device->allocator, sizeof(render_mesh_item));
    render_pool_init(&scene->textures, device->allocator, sizeof(render_texture_item));
    render_pool_init(&scene->materials, device->allocator, sizeof(render_material_item));
    render_table_init(device, &scene->object_rows, "objects", sizeof(struct shader_object));
    render_table_init(device, &scene->material_rows, "materials", sizeof(struct shader_material));
    render_table_init(device, &scene->plane_rows, "planes", sizeof(shader_vec4));
    render_result result = create_defaults(scene);
    if (result != RENDER_OK) {
        render_scene_destroy(scene);
        return result;
    }
    *out = scene;
    return RENDER_OK;
}

void render_scene_destroy(render_scene *scene)
{
    if (scene == NULL)
        return;
    render_device *device = scene->device;
    for (uint32_t i = 0; i < scene->meshes.count; i++) {
        render_mesh_item *mesh = render_pool_at(&scene->meshes, i);
        if (mesh != NULL) {
            (void)render_mesh_leave(mesh);
            render_free(mesh->submeshes);
        }
    }
    for (uint32_t i = 0; i < scene->materials.count; i++) {
        render_material_item *material = render_pool_at(&scene->materials, i);
        if (material != NULL)
            render_set_retire(device, material->set_pool, material->set);
    }
    for (uint32_t i = 0; i < scene->textures.count; i++) {
        render_texture_item *texture = render_pool_at(&scene->textures, i);
        if (texture != NULL) {
            render_set_retire(device, texture->set_pool, texture->set);
            render_image_retire(device, &texture->image);
        }
    }
    render_geometry_finish(device, &scene->geometry);
    render_table_finish(device, &scene->object_rows);
    render_table_finish(device, &scene->material_rows);
    render_table_finish(device, &scene->plane_rows);
    render_ranges_finish(&scene->plane_spaces);
    render_pool_finish(&scene->meshes);
    render_pool_finish(&scene->textures);
    render_pool_finish(&scene->materials);
    render_batch_list_finish(device, &scene->list);
    render_bounds_finish(&scene->bounds);
    render_free(scene->objects);
    render_free(scene->icons);
    render_free(scene->highlight_bits);
    render_free(scene);
}

static bool reserve_slots(render_scene *scene, uint32_t count)
{
    if (count > scene->object_capacity) {
        uint32_t capacity = scene->object_capacity ? scene->object_capacity : 64;
        while (capacity < count)
            capacity *= 2;
        render_object *objects =
            render_reallocate(scene->device->allocator, scene->objects, capacity * sizeof *objects);
        if (objects == NULL)
            return false;
        memset(objects + scene->object_capacity, 0, (capacity - scene->object_capacity) * sizeof *objects);
        scene->objects = objects;
        uint64_t *bits =
            render_reallocate(scene->device->allocator, scene->highlight_bits, capacity / 64 * sizeof *bits);
        if (bits == NULL)
            return false;
        memset(bits + scene->object_capacity / 64, 0, (capacity - scene->object_capacity) / 64 * sizeof *bits);
        scene->highlight_bits = bits;
        scene->object_capacity = capacity;
    }
    if (!render_table_reserve(&scene->object_rows, count) ||
        !render_bounds_reserve(&scene->bounds, scene->device->allocator, count))
        return false;
    if (count > scene->slot_count)
        scene->slot_count = count;
    return true;
}

static bool check_object(const render_scene *scene, const render_object *object)
{
    if ((unsigned)object->icon >= RENDER_ICON_COUNT)
        return false;
    if (object->mesh == 0 && object->icon == RENDER_ICON_NONE)
        return true;
    bool finite = object->mesh == 0 || render_pool_get(&scene->meshes, object->mesh) != NULL;
    for (int i = 0; i < 9; i++)
        finite = finite && isfinite(object->linear[i]);
    // The high float of the split origin must be finite too.
    for (int i = 0; i < 3; i++)
        finite = finite && fabs(object->origin[i]) < 3e38;
    return finite;
}

static bool has_mirror(const float m[9])
{
    double columns[3][3];
    for (int i = 0; i < 9; i++)
        columns[i / 3][i % 3] = (double)m[i];
    return render_determinant(columns[0], columns[1], columns[2]) < 0.0;
}

static void fill_row(struct shader_object *row, const render_object *object)
{
    float high[3], low[3];
    for (int i = 0; i < 3; i++)
        render_split(object->origin[i], &high[i], &low[i]);
    const float *m = object->linear;
    *row =
        (struct shader_object){.column_x = {m[0], m[1], m[2], high[0]},
                               .column_y = {m[3], m[4], m[5], high[1]},
                               .column_z = {m[6], m[7], m[8], high[2]},
                               .low_x = low[0],
                               .low_y = low[1],
                               .low_z = low[2],
                               .flags = (object->flags & KNOWN_FLAGS) | (has_mirror(m) ? SHADER_OBJECT_MIRRORED : 0u)};
}

static void set_bounds(render_scene *scene, uint32_t slot)
{
    const render_object *object = &scene->objects[slot];
    const render_mesh_item *mesh = render_pool_get(&scene->meshes, object->mesh);
    if (mesh == NULL || (object->flags & RENDER_OBJECT_HIDDEN))
        render_bounds_hide(&scene->bounds, slot);
    else
        render_bounds_set(&scene->bounds, slot, object, mesh->center, mesh->half, !mesh->volume && !mesh->thin.is_thin);
}

// The object's flags have changed.
static void note_flags(render_scene *scene, uint32_t slot)
{
    const uint64_t bit = UINT64_C(1) << slot % 64;
    if (scene->objects[slot].flags & RENDER_OBJECT_HIGHLIGHTS)
        scene->highlight_bits[slot / 64] |= bit;
    else
        scene->highlight_bits[slot / 64] &= ~bit;
    scene->list.highlights_changed = true;
    scene->list.views.highlights++;
}

render_result render_scene_set_object(render_scene *scene, uint32_t slot, const render_object *object)
{
    if (scene == NULL || object == NULL)
        return RENDER_ERROR_INVALID_ARGUMENT;
    if (slot >= RENDER_MAX_SLOTS || !check_object(scene, object))
        return render_fail(scene->device, RENDER_ERROR_INVALID_ARGUMENT,
                           "object %u: slot, mesh or transform out of range", slot);
    if (!reserve_slots(scene, slot + 1))
        return render_fail(scene->device, RENDER_ERROR_OUT_OF_MEMORY, "out of memory");
    struct shader_object *row = render_table_row(&scene->object_rows, slot);
    const render_mesh before_mesh = scene->objects[slot].mesh;
    const uint32_t flags_before = row->flags;
    scene->icons_changed = scene->icons_changed || scene->objects[slot].icon != object->icon;
    scene->list.views.revision++;
    scene->objects[slot] = *object;
    scene->objects[slot].flags &= KNOWN_FLAGS;
    fill_row(row, object);
    render_table_mark(&scene->object_rows, slot);
    set_bounds(scene, slot);
    if (before_mesh != object->mesh || ((flags_before ^ row->flags) & SHADER_OBJECT_MIRRORED))
        scene->list.structure_changed = true;
    if (flags_before != row->flags)
        note_flags(scene, slot);
    return RENDER_OK;
}

render_result render_scene_set_flags(render_scene *scene, uint32_t slot, uint32_t flags)
{
    if (scene == NULL)
        return RENDER_ERROR_INVALID_ARGUMENT;
    if (slot >= scene->slot_count)
        return render_fail(scene->device, RENDER_ERROR_INVALID_ARGUMENT, "object %u: no such slot", slot);
    flags &= KNOWN_FLAGS;
    render_object *object = &scene->objects[slot];
    if (object->flags == flags)
        return RENDER_OK;
    // What is highlighted is listed when a view is recorded; the lists of views have what is not hidden.
    const bool shown = (object->flags ^ flags) & RENDER_OBJECT_HIDDEN;
    object->flags = flags;
    note_flags(scene, slot);
    if (shown) {
        scene->list.views.revision++;
        set_bounds(scene, slot);
    }
    struct shader_object *row = render_table_row(&scene->object_rows, slot);
    row->flags = flags | (row->flags & SHADER_OBJECT_MIRRORED);
    render_table_mark(&scene->object_rows, slot);
    return RENDER_OK;
}

uint32_t render_scene_slot_count(const render_scene *scene)
{
    return scene->slot_count;
}

// Lists the slots that have an icon.
static render_result update_icons(render_scene *scene)
{
    if (!scene->icons_changed)
        return RENDER_OK;
    uint32_t count = 0;
    for (uint32_t slot = 0; slot < scene->slot_count; slot++)
        count += scene->objects[slot].icon != RENDER_ICON_NONE;
    if (count > scene->icon_capacity) {
        uint32_t *icons = render_reallocate(scene->device->allocator, scene->icons, 2 * count * sizeof *icons);
        if (icons == NULL)
            return render_fail(scene->device, RENDER_ERROR_OUT_OF_MEMORY, "out of memory");
        scene->icons = icons;
        scene->icon_capacity = 2 * count;
    }
    scene->icon_count = 0;
    for (uint32_t slot = 0; slot < scene->slot_count; slot++) {
        if (scene->objects[slot].icon != RENDER_ICON_NONE)
            scene->icons[scene->icon_count++] = slot;
    }
    scene->icons_changed = false;
    return RENDER_OK;
}

render_result render_scene_update(render_scene *scene)
{
    render_result result = RENDER_OK;
    TRY(update_icons(scene));
    TRY(render_table_flush(scene->device, &scene->object_rows));
    TRY(render_table_flush(scene->device, &scene->material_rows));
    TRY(render_table_flush(scene->device, &scene->plane_rows));
    TRY(render_batch_list_update(scene));
error:
    return result;
}
