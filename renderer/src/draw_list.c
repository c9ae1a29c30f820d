#include "draw_list.h"

#include "scene_private.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

void render_draw_list_finish(render_draw_list *list)
{
    free(list->items);
    free(list->sorted);
    free(list->distances);
    free(list->instances);
    for (int i = 0; i < 3; i++)
        free(list->by_mode[i].batches);
    for (int i = 0; i < 2; i++)
        free(list->marked[i].batches);
    free(list->back_to_front.batches);
    *list = (render_draw_list){0};
}

// Grows `*array` to hold `count` elements.
static bool reserve(void **array, uint32_t *capacity, uint32_t count, size_t size)
{
    if (count <= *capacity)
        return true;
    uint32_t grown = *capacity ? *capacity : 64;
    while (grown < count)
        grown *= 2;
    void *moved = realloc(*array, grown * size);
    if (moved == NULL)
        return false;
    *array = moved;
    *capacity = grown;
    return true;
}

// The key: 2 bits alpha mode, 1 bit mirrored, 20 bits material, 20 bits mesh, 21 bits submesh.
static uint64_t make_key(render_alpha_mode mode, bool mirrored, uint32_t material, uint32_t mesh, uint32_t submesh)
{
    return (uint64_t)mode << 62 | (uint64_t)mirrored << 61 | (uint64_t)material << 41 | (uint64_t)mesh << 21 | submesh;
}

static render_alpha_mode key_mode(uint64_t key)
{
    return (render_alpha_mode)(key >> 62);
}

static int compare_items(const void *a, const void *b)
{
    const render_draw_item *x = a, *y = b;
    if (x->key != y->key)
        return x->key < y->key ? -1 : 1;
    return x->slot < y->slot ? -1 : x->slot > y->slot;
}

static bool is_mirrored(const render_scene *scene, uint32_t slot)
{
    const struct shader_object *row = render_table_row(&scene->object_rows, slot);
    return row->flags & SHADER_OBJECT_MIRRORED;
}

static bool collect_items(render_scene *scene)
{
    render_draw_list *list = &scene->list;
    list->item_count = 0;
    for (uint32_t slot = 0; slot < scene->slot_count; slot++) {
        const render_object *object = &scene->objects[slot];
        const render_mesh_item *mesh = render_pool_get(&scene->meshes, object->mesh);
        if (mesh == NULL || (object->flags & RENDER_OBJECT_HIDDEN))
            continue;
        if (!reserve((void **)&list->items, &list->item_capacity, list->item_count + mesh->submesh_count,
                     sizeof *list->items))
            return false;
        for (uint32_t s = 0; s < mesh->submesh_count; s++) {
            uint32_t row;
            const render_material_item *material = render_scene_material(scene, mesh->submeshes[s].material, &row);
            list->items[list->item_count++] = (render_draw_item){
                make_key(material->alpha_mode, is_mirrored(scene, slot), row, render_pool_index(object->mesh), s),
                slot};
        }
    }
    qsort(list->items, list->item_count, sizeof *list->items, compare_items);
    return true;
}

// Appends an item to a list of batches, to the last one where it is alike.
static bool add_to_batches(render_scene *scene, render_batch_list *batches, const render_draw_item *item,
                           uint64_t *last)
{
    render_draw_list *list = &scene->list;
    if (!reserve((void **)&list->instances, &list->instance_capacity, list->instance_count + 1,
                 sizeof *list->instances))
        return false;
    if (batches->count == 0 || *last != item->key) {
        if (!reserve((void **)&batches->batches, &batches->capacity, batches->count + 1, sizeof *batches->batches))
            return false;
        uint32_t row = (uint32_t)(item->key >> 41) & 0xfffff;
        const render_material_item *material = render_pool_at(&scene->materials, row);
        batches->batches[batches->count++] = (render_batch){.mesh = (uint32_t)(item->key >> 21) & 0xfffff,
                                                            .submesh = (uint32_t)item->key & 0x1fffff,
                                                            .material_row = row,
                                                            .images = material->set,
                                                            .double_sided = material->double_sided,
                                                            .mirrored = item->key >> 61 & 1u,
                                                            .first_instance = list->instance_count};
        *last = item->key;
    }
    batches->batches[batches->count - 1].instance_count++;
    list->instances[list->instance_count++] = item->slot;
    return true;
}

static bool make_batches(render_scene *scene)
{
    render_draw_list *list = &scene->list;
    uint64_t last = 0;
    list->instance_count = 0;
    for (int i = 0; i < 3; i++)
        list->by_mode[i].count = 0;
    for (uint32_t i = 0; i < list->item_count; i++) {
        if (!add_to_batches(scene, &list->by_mode[key_mode(list->items[i].key)], &list->items[i], &last))
            return false;
    }
    return true;
}

static bool make_marked(render_scene *scene)
{
    const uint32_t marks = RENDER_OBJECT_HOVERED | RENDER_OBJECT_SELECTED | RENDER_OBJECT_ACTIVE;
    render_draw_list *list = &scene->list;
    uint64_t last = 0;
    list->instance_count = list->item_count;
    list->marked[0].count = list->marked[1].count = 0;
    list->any_marked = false;
    for (uint32_t i = 0; i < list->item_count; i++) {
        const render_draw_item *item = &list->items[i];
        if (!(scene->objects[item->slot].flags & marks))
            continue;
        list->any_marked = true;
        if (!add_to_batches(scene, &list->marked[key_mode(item->key) == RENDER_ALPHA_MASK], item, &last))
            return false;
    }
    return true;
}

render_result render_draw_list_update(render_scene *scene)
{
    render_draw_list *list = &scene->list;
    bool structure = list->structure_changed;
    if ((structure && (!collect_items(scene) || !make_batches(scene))) ||
        ((structure || list->marks_changed) && !make_marked(scene)))
        return render_fail(scene->device, RENDER_ERROR_OUT_OF_MEMORY, "out of memory");
    list->structure_changed = list->marks_changed = false;
    return RENDER_OK;
}

static double distance_of(const render_scene *scene, const render_draw_item *item, const double eye[3],
                          const double *forward)
{
    const render_object *object = &scene->objects[item->slot];
    const render_mesh_item *mesh = render_pool_at(&scene->meshes, (uint32_t)(item->key >> 21) & 0xfffff);
    double sum = 0.0;
    for (int i = 0; i < 3; i++) {
        double center = object->origin[i] - eye[i];
        for (int j = 0; j < 3; j++)
            center += (double)object->linear[3 * j + i] * (double)mesh->center[j];
        sum += forward != NULL ? center * forward[i] : center * center;
    }
    return sum;
}

// Sorts items by falling distance: a merge sort, as equal distances must keep their order.
static void sort_by_distance(render_draw_item *items, double *keys, render_draw_item *spare, double *spare_keys,
                             uint32_t count)
{
    for (uint32_t width = 1; width < count; width *= 2) {
        for (uint32_t start = 0; start < count; start += 2 * width) {
            uint32_t middle = start + width < count ? start + width : count;
            uint32_t end = start + 2 * width < count ? start + 2 * width : count;
            uint32_t a = start, b = middle;
            for (uint32_t i = start; i < end; i++) {
                uint32_t from = a < middle && (b >= end || keys[a] >= keys[b]) ? a++ : b++;
                spare[i] = items[from];
                spare_keys[i] = keys[from];
            }
        }
        memcpy(items, spare, count * sizeof *items);
        memcpy(keys, spare_keys, count * sizeof *keys);
    }
}

render_result render_draw_list_sort(render_scene *scene, const double eye[3], const double *forward)
{
    render_draw_list *list = &scene->list;
    uint32_t first = list->item_count;
    while (first > 0 && key_mode(list->items[first - 1].key) == RENDER_ALPHA_BLEND)
        first--;
    uint32_t count = list->item_count - first;
    // What follows the kept part of the instances is this frame's.
    uint32_t kept = list->item_count;
    for (int i = 0; i < 2; i++) {
        for (uint32_t b = 0; b < list->marked[i].count; b++)
            kept += list->marked[i].batches[b].instance_count;
    }
    list->instance_count = kept;
    list->back_to_front.count = 0;
    if (count == 0)
        return RENDER_OK;
    if (count > list->sorted_capacity) {
        render_draw_item *sorted = realloc(list->sorted, 2 * count * sizeof *sorted);
        if (sorted != NULL)
            list->sorted = sorted;
        double *distances = realloc(list->distances, 2 * count * sizeof *distances);
        if (distances != NULL)
            list->distances = distances;
        if (sorted == NULL || distances == NULL)
            return render_fail(scene->device, RENDER_ERROR_OUT_OF_MEMORY, "out of memory");
        list->sorted_capacity = count;
    }
    memcpy(list->sorted, list->items + first, count * sizeof *list->sorted);
    for (uint32_t i = 0; i < count; i++)
        list->distances[i] = distance_of(scene, &list->sorted[i], eye, forward);
    sort_by_distance(list->sorted, list->distances, list->sorted + count, list->distances + count, count);
    uint64_t last = 0;
    for (uint32_t i = 0; i < count; i++) {
        if (!add_to_batches(scene, &list->back_to_front, &list->sorted[i], &last))
            return render_fail(scene->device, RENDER_ERROR_OUT_OF_MEMORY, "out of memory");
    }
    return RENDER_OK;
}
