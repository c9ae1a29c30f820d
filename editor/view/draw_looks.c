// draw_looks.c: meshes whose materials are overridden: the triangles of the model, with materials of their own.
#include "view/draw_list_private.h"

#include "document/level/look.h"

#include <stdlib.h>
#include <string.h>

// --- Materials ---

static uint64_t hash_of(const render_material_desc *desc)
{
    unsigned char bytes[sizeof(*desc)];
    memcpy(bytes, desc, sizeof(bytes));
    uint64_t hash = 14695981039346656037u; // FNV-1a
    for (size_t i = 0; i < sizeof(bytes); i++)
        hash = (hash ^ bytes[i]) * 1099511628211u;
    return hash;
}

// A place for another material: a free one, or a new one. EDITOR_NONE: out of memory.
static uint32_t find_place(editor_draw_list *list)
{
    for (uint32_t i = 0; i < list->paint_count; i++) {
        if (list->paints[i].users == 0)
            return i;
    }
    if (list->paint_count == list->paint_capacity) {
        const uint32_t wanted = list->paint_capacity ? 2 * list->paint_capacity : 16;
        draw_paint *grown = realloc(list->paints, wanted * sizeof(*grown));
        if (!grown)
            return EDITOR_NONE;
        list->paints = grown;
        list->paint_capacity = wanted;
    }
    list->paints[list->paint_count] = (draw_paint){0};
    return list->paint_count++;
}

// Finds or creates the material, and counts a user. `limited`: RENDER_PENDING where its images are still to be
// uploaded.
static render_result use_paint(editor_draw_list *list, const editor_material *material, bool limited, uint32_t *out)
{
    render_material_desc desc;
    render_result result = editor_draw_list_describe(list, material, limited, &desc);
    if (result != RENDER_OK)
        return result;
    const uint64_t hash = hash_of(&desc);
    for (uint32_t i = 0; i < list->paint_count; i++) {
        if (list->paints[i].hash != hash || list->paints[i].users == 0 ||
            memcmp(&list->paints[i].desc, &desc, sizeof(desc)) != 0)
            continue;
        list->paints[i].users++;
        *out = i;
        return RENDER_OK;
    }
    const uint32_t place = find_place(list);
    if (place == EDITOR_NONE)
        return RENDER_ERROR_OUT_OF_MEMORY;
    draw_paint *paint = &list->paints[place];
    result = render_material_create(list->scene, &desc, &paint->material);
    if (result != RENDER_OK)
        return result;
    memcpy(&paint->desc, &desc, sizeof(desc));
    paint->hash = hash;
    paint->users = 1;
    *out = place;
    return RENDER_OK;
}

// --- Looks ---

static void remove_look(editor_draw_list *list, draw_look *look)
{
    render_mesh_destroy(list->scene, look->mesh);
    for (uint32_t i = 0; i < look->paint_count; i++) {
        draw_paint *paint = &list->paints[look->paints[i]];
        if (--paint->users == 0)
            render_material_destroy(list->scene, paint->material);
    }
    free(look->paints);
    *look = (draw_look){0};
}

// Whether the slot's material is overridden. `*at`: where to search; it advances, as overrides ascend by slot.
static bool is_overridden(const editor_look *look, uint32_t slot, uint32_t *at)
{
    while (*at < look->override_count && look->overrides[*at].slot < slot)
        ++*at;
    return *at < look->override_count && look->overrides[*at].slot == slot &&
           (look->overrides[*at].fields & EDITOR_OVERRIDE_MATERIAL) != 0;
}

static render_result add_look(editor_draw_list *list, const editor_look *source, draw_look *look)
{
    const editor_mesh *mesh = &list->level->meshes[source->mesh];
    const uint32_t count = source->content.material_count;
    const bool is_box = mesh->unread || list->meshes[source->mesh].is_box;
    uint32_t at = 0;
    if (list->meshes[source->mesh].mesh == 0 || count == 0) { // nothing to draw
        look->serial = source->serial;
        return RENDER_OK;
    }
    render_submesh *submeshes = calloc(count, sizeof(*submeshes));
    look->paints = calloc(count, sizeof(*look->paints));
    render_result result = submeshes && look->paints ? RENDER_OK : RENDER_ERROR_OUT_OF_MEMORY;
    for (uint32_t i = 0; i < count && result == RENDER_OK; i++) {
        const editor_submesh *submesh = &mesh->submeshes[i];
        submeshes[i].first_triangle = submesh->first_triangle;
        submeshes[i].triangle_count = submesh->triangle_count;
        if (!is_overridden(source, i, &at)) {
            submeshes[i].material = submesh->material != EDITOR_NONE ? list->materials[submesh->material] : 0;
            continue;
        }
        uint32_t *paint = &look->paints[look->paint_count];
        result = use_paint(list, &source->content.materials[i], is_box, paint);
        look->paint_count += result == RENDER_OK;
        submeshes[i].material = result == RENDER_OK ? list->paints[*paint].material : 0;
        result = result == RENDER_PENDING ? RENDER_OK : result; // edges need none
    }
    if (result == RENDER_OK)
        result = is_box ? editor_draw_outline_upload(list, mesh, submeshes[0].material, &look->mesh)
                 : mesh->form == EDITOR_FORM_TRIANGLES
                     ? render_mesh_share(list->scene, list->meshes[source->mesh].mesh, submeshes, count, &look->mesh)
                     : editor_draw_thin_share(list, mesh, list->meshes[source->mesh].mesh, source->content.width,
                                              submeshes[0].material, &look->mesh);
    free(submeshes);
    if (result == RENDER_OK)
        look->serial = source->serial;
    else
        remove_look(list, look);
    return result;
}

static bool make_room(editor_draw_list *list)
{
    const uint32_t count = list->level->look_count;
    if (count <= list->look_count)
        return true;
    draw_look *grown = realloc(list->looks, count * sizeof(*grown));
    if (!grown)
        return false;
    memset(grown + list->look_count, 0, (count - list->look_count) * sizeof(*grown));
    list->looks = grown;
    list->look_count = count;
    return true;
}

render_result editor_draw_looks_sync(editor_draw_list *list)
{
    const editor_level *level = list->level;
    if (list->look_serial == level->look_serial && list->look_mesh_versions == level->mesh_versions)
        return RENDER_OK;
    render_result result = make_room(list) ? RENDER_OK : RENDER_ERROR_OUT_OF_MEMORY;
    for (uint32_t i = 0; i < level->look_count && result == RENDER_OK; i++) {
        const editor_look *look = level->looks[i];
        const uint32_t version = look ? level->meshes[look->mesh].version : 0;
        if (list->looks[i].serial == (look ? look->serial : 0) && list->looks[i].version == version &&
            list->looks[i].is_box == (look && list->meshes[look->mesh].is_box))
            continue;
        // The new one comes first, so that it keeps the materials of the old one, whose mesh a clip may have deformed.
        draw_look made = {0};
        if (look)
            result = add_look(list, look, &made);
        remove_look(list, &list->looks[i]);
        list->looks[i] = made;
        list->looks[i].version = version;
        list->looks[i].is_box = look && list->meshes[look->mesh].is_box;
    }
    if (result == RENDER_OK) {
        list->look_serial = level->look_serial;
        list->look_mesh_versions = level->mesh_versions;
    }
    return result;
}

void editor_draw_looks_finish(editor_draw_list *list)
{
    for (uint32_t i = 0; i < list->look_count; i++)
        free(list->looks[i].paints);
    free(list->looks);
    free(list->paints);
}
