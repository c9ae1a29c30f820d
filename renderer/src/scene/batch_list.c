#include "scene/batch_list.h"

#include "device/array.h"
#include "scene/scene_private.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

void render_batch_list_finish(render_device *device, render_batch_list *list)
{
    render_free(list->runs);
    render_free(list->batches);
    render_free(list->sources);
    render_free(list->slots);
    render_free(list->kinds);
    render_free(list->kind_ends);
    render_free(list->kind_batches);
    render_free(list->visible);
    render_free(list->scratch);
    render_free(list->highlighted.items);
    render_free(list->marked.items);
    render_free(list->sorted.items);
    render_free(list->caps);
    render_view_cache_finish(device, &list->views);
    *list = (render_batch_list){0};
}

static bool is_mirrored(const render_scene *scene, uint32_t slot)
{
    const struct shader_object *row = render_table_row(&scene->object_rows, slot);
    return row->flags & SHADER_OBJECT_MIRRORED;
}

// Blended batches come last.
static uint32_t order_of(uint32_t mode)
{
    return mode == RENDER_ALPHA_BLEND ? RENDER_MODES : mode;
}

// Sorts batches so that equal states are neighbours; equal states by mesh and submesh.
static int compare_sources(const void *a, const void *b)
{
    const render_batch_source *x = a, *y = b;
    const uint32_t keys[2][8] = {{order_of(x->state.mode), x->state.mirrored, x->state.double_sided,
                                  x->state.material_row, x->state.page, x->state.first_object, x->kind, x->submesh},
                                 {order_of(y->state.mode), y->state.mirrored, y->state.double_sided,
                                  y->state.material_row, y->state.page, y->state.first_object, y->kind, y->submesh}};
    for (int i = 0; i < 8; i++) {
        if (keys[0][i] != keys[1][i])
            return keys[0][i] < keys[1][i] ? -1 : 1;
    }
    return 0;
}

static bool are_alike(const render_draw_state *a, const render_draw_state *b)
{
    return a->page == b->page && a->first_object == b->first_object && a->material_row == b->material_row &&
           a->double_sided == b->double_sided && a->mirrored == b->mirrored && a->mode == b->mode;
}

// What the shaders add to get the number of a triangle: to the number that the device counts in a draw, or to that of
// its first vertex in the page.
static uint32_t first_number(const render_scene *scene, const render_mesh_item *mesh, const render_submesh *submesh)
{
    if (scene->device->features.primitive_id)
        return submesh->first_triangle;
    // An engine's vertices stay in the engine's order.
    return scene->geometry.pages[mesh->span.page].adopted ? SHADER_NO_TRIANGLES : 0u - mesh->span.first_vertex;
}

// Points and lines are drawn by instances, whatever their material is.
static void make_thin(const render_mesh_item *mesh, uint32_t mesh_index, render_batch_source *source)
{
    source->state.mode = RENDER_MODE_THIN;
    source->batch.index_count = mesh->thin.element_count;
    source->batch.first_index = 0;
    source->batch.first_number = mesh_index;
}

static render_batch_source make_source(const render_scene *scene, uint32_t kind, uint32_t submesh_index)
{
    const uint32_t parts = scene->list.part_count, mesh_index = kind / parts / 2;
    const render_mesh_item *mesh = render_pool_at(&scene->meshes, mesh_index);
    const render_submesh *submesh = &mesh->submeshes[submesh_index];
    uint32_t row;
    const render_material_item *material = render_scene_material(scene, submesh->material, &row);
    render_batch_source source = {.kind = kind,
                                  .state = {.page = mesh->span.page,
                                            .first_object = kind % parts << scene->object_rows.part_bits,
                                            .material_row = row,
                                            .images = material->set,
                                            .mode = material->mode,
                                            .double_sided = material->double_sided,
                                            .mirrored = kind / parts % 2},
                                  .batch = {.index_count = 3 * submesh->triangle_count,
                                            .first_index = mesh->span.first_index + 3 * submesh->first_triangle,
                                            .vertex_offset = (int32_t)mesh->span.first_vertex,
                                            .first_number = first_number(scene, mesh, submesh)},
                                  .submesh = submesh_index};
    if (mesh->thin.is_thin)
        make_thin(mesh, mesh_index, &source);
    return source;
}

static uint32_t find_kind(const render_scene *scene, uint32_t slot)
{
    if (render_pool_get(&scene->meshes, scene->objects[slot].mesh) == NULL)
        return UINT32_MAX;
    const uint32_t side = 2 * render_pool_index(scene->objects[slot].mesh) + is_mirrored(scene, slot);
    return side * scene->list.part_count + (slot >> scene->object_rows.part_bits);
}

// Makes a batch for each submesh of each kind that has objects. `counts`: the objects of each kind.
static bool collect_batches(render_scene *scene, const uint32_t *counts, uint32_t kinds)
{
    render_batch_list *list = &scene->list;
    list->batch_count = 0;
    list->reach = 0.0f;
    uint64_t total = 0;
    for (uint32_t kind = 0; kind < kinds; kind++) {
        if (counts[kind] == 0)
            continue;
        const render_mesh_item *mesh = render_pool_at(&scene->meshes, kind / list->part_count / 2);
        if (!render_grow(scene->device->allocator, (void **)&list->sources, &list->source_capacity,
                         list->batch_count + mesh->submesh_count, sizeof *list->sources))
            return false;
        for (uint32_t s = 0; s < mesh->submesh_count; s++) {
            render_batch_source source = make_source(scene, kind, s);
            source.batch.item_count = counts[kind];
            list->sources[list->batch_count++] = source;
        }
        if (mesh->thin.on_screen)
            list->reach = fmaxf(list->reach, fmaxf(mesh->thin.radius, 0.5f));
        total += (uint64_t)counts[kind] * mesh->submesh_count;
    }
    if (list->batch_count > 0)
        qsort(list->sources, list->batch_count, sizeof *list->sources, compare_sources);
    return total < UINT32_MAX &&
           render_grow(scene->device->allocator, (void **)&list->batches, &list->batch_capacity, list->batch_count,
                       sizeof *list->batches) &&
           render_grow(scene->device->allocator, (void **)&list->slots, &list->slot_capacity, (uint32_t)total,
                       sizeof *list->slots);
}

// Counting sort of the slots into `by_kind`, ascending within a kind. `ends`: the count of each kind on entry, the end
// of each kind on return.
static void sort_slots(const render_scene *scene, uint32_t *ends, uint32_t kinds, uint32_t *by_kind)
{
    uint32_t sum = 0;
    for (uint32_t kind = 0; kind < kinds; kind++) {
        uint32_t count = ends[kind];
        ends[kind] = sum;
        sum += count;
    }
    for (uint32_t slot = 0; slot < scene->slot_count; slot++) {
        uint32_t kind = render_batch_kind(&scene->list, slot);
        if (kind != UINT32_MAX)
            by_kind[ends[kind]++] = slot;
    }
}

// Appends a sorted batch to the last run if the state is the same, else to a new run.
static bool add_to_runs(const render_allocator *allocator, render_batch_list *list, uint32_t number)
{
    const render_draw_state *state = &list->sources[number].state;
    if (list->run_count == 0 || !are_alike(&list->runs[list->run_count - 1].state, state)) {
        if (!render_grow(allocator, (void **)&list->runs, &list->run_capacity, list->run_count + 1, sizeof *list->runs))
            return false;
        list->runs[list->run_count++] = (render_run){.state = *state, .first_batch = number};
    }
    list->runs[list->run_count - 1].batch_count++;
    list->batches[number] = list->sources[number].batch;
    return true;
}

// Lists the batches of each kind.
static bool index_kinds(const render_allocator *allocator, render_batch_list *list, uint32_t kinds)
{
    if (!render_grow(allocator, (void **)&list->kind_ends, &list->kind_capacity, kinds, sizeof *list->kind_ends) ||
        !render_grow(allocator, (void **)&list->kind_batches, &list->kind_batch_capacity, list->batch_count,
                     sizeof *list->kind_batches))
        return false;
    list->kind_count = kinds;
    uint32_t sum = 0;
    for (uint32_t kind = 0; kind < kinds; kind++)
        list->kind_ends[kind] = 0;
    for (uint32_t b = 0; b < list->batch_count; b++)
        list->kind_ends[list->sources[b].kind]++;
    for (uint32_t kind = 0; kind < kinds; kind++) {
        const uint32_t count = list->kind_ends[kind];
        list->kind_ends[kind] = sum;
        sum += count;
    }
    for (uint32_t b = 0; b < list->batch_count; b++)
        list->kind_batches[list->kind_ends[list->sources[b].kind]++] = b;
    return true;
}

static bool rebuild(render_scene *scene)
{
    render_batch_list *list = &scene->list;
    const uint32_t parts =
        (scene->slot_count + (UINT32_C(1) << scene->object_rows.part_bits) - 1) >> scene->object_rows.part_bits;
    const uint64_t most = 2 * (uint64_t)scene->meshes.count * parts;
    if (most > UINT32_MAX / 2)
        return false;
    const uint32_t kinds = (uint32_t)most;
    list->part_count = parts;
    if (!render_grow(scene->device->allocator, (void **)&list->scratch, &list->scratch_capacity,
                     kinds + scene->slot_count, sizeof *list->scratch) ||
        !render_grow(scene->device->allocator, (void **)&list->kinds, &list->kinds_capacity, scene->slot_count,
                     sizeof *list->kinds))
        return false;
    list->kinds_count = scene->slot_count;
    uint32_t *ends = list->scratch, *by_kind = list->scratch + kinds;
    memset(ends, 0, kinds * sizeof *ends);
    for (uint32_t slot = 0; slot < scene->slot_count; slot++) {
        const uint32_t kind = list->kinds[slot] = find_kind(scene, slot);
        if (kind != UINT32_MAX)
            ends[kind]++;
    }
    if (!collect_batches(scene, ends, kinds) || !index_kinds(scene->device->allocator, list, kinds))
        return false;
    sort_slots(scene, ends, kinds, by_kind);
    list->slot_count = list->run_count = 0;
    for (uint32_t b = 0; b < list->batch_count; b++) {
        if (!add_to_runs(scene->device->allocator, list, b))
            return false;
        render_batch *batch = &list->batches[b];
        uint32_t end = ends[list->sources[b].kind];
        batch->first_item = list->slot_count;
        memcpy(list->slots + list->slot_count, by_kind + end - batch->item_count,
               batch->item_count * sizeof *list->slots);
        list->slot_count += batch->item_count;
    }
    return true;
}

static bool add_highlighted(render_scene *scene, uint32_t run, uint32_t batch, uint32_t slot)
{
    render_item_list *highlighted = &scene->list.highlighted;
    if (!render_grow(scene->device->allocator, (void **)&highlighted->items, &highlighted->capacity,
                     highlighted->count + 1, sizeof *highlighted->items))
        return false;
    highlighted->items[highlighted->count++] = (render_item){.run = run, .batch = batch, .slot = slot};
    return true;
}

static bool is_highlighted(const render_scene *scene, uint32_t slot)
{
    return scene->highlight_bits[slot / 64] >> slot % 64 & 1u;
}

// Finds the highlighted items of all batches.
static bool find_many(render_scene *scene)
{
    render_batch_list *list = &scene->list;
    for (uint32_t r = 0; r < list->run_count; r++) {
        const render_run *run = &list->runs[r];
        for (uint32_t b = run->first_batch; b < run->first_batch + run->batch_count; b++) {
            const render_batch *batch = &list->batches[b];
            for (uint32_t i = batch->first_item; i < batch->first_item + batch->item_count; i++) {
                if (is_highlighted(scene, list->slots[i]) && !add_highlighted(scene, r, b, list->slots[i]))
                    return false;
            }
        }
    }
    return true;
}

static int compare_items(const void *a, const void *b)
{
    const render_item *x = a, *y = b;
    if (x->batch != y->batch)
        return x->batch < y->batch ? -1 : 1;
    return (x->slot > y->slot) - (x->slot < y->slot);
}

static bool add_batches(render_scene *scene, uint32_t slot)
{
    render_batch_list *list = &scene->list;
    const uint32_t kind = render_batch_kind(list, slot);
    if (kind >= list->kind_count)
        return true;
    for (uint32_t i = kind > 0 ? list->kind_ends[kind - 1] : 0; i < list->kind_ends[kind]; i++) {
        if (!add_highlighted(scene, 0, list->kind_batches[i], slot))
            return false;
    }
    return true;
}

// The same, where few objects are highlighted: without a look at the others.
static bool find_few(render_scene *scene)
{
    render_batch_list *list = &scene->list;
    for (uint32_t word = 0; word < (scene->slot_count + 63) / 64; word++) {
        uint64_t bits = scene->highlight_bits[word];
        for (uint32_t slot = 64 * word; bits != 0; slot++, bits >>= 1) {
            if ((bits & 1u) && !add_batches(scene, slot))
                return false;
        }
    }
    render_item *items = list->highlighted.items;
    const uint32_t count = list->highlighted.count;
    if (count > 0)
        qsort(items, count, sizeof *items, compare_items);
    for (uint32_t i = 0, run = 0; i < count; i++) {
        while (items[i].batch >= list->runs[run].first_batch + list->runs[run].batch_count)
            run++;
        items[i].run = run;
    }
    return true;
}

static bool find_highlighted(render_scene *scene)
{
    uint32_t count = 0;
    for (uint32_t word = 0; word < (scene->slot_count + 63) / 64; word++)
        count += scene->highlight_bits[word] != 0;
    scene->list.highlighted.count = 0;
    return count < scene->slot_count / (16 * 64) + 16 ? find_few(scene) : find_many(scene);
}

render_result render_batch_list_update(render_scene *scene)
{
    render_batch_list *list = &scene->list;
    if (list->structure_changed) {
        list->views.revision++;
        if (!rebuild(scene))
            return render_fail(scene->device, RENDER_ERROR_OUT_OF_MEMORY, "out of memory");
        list->highlights_changed = true;
        list->structure_changed = false;
    }
    if (list->highlights_changed) {
        if (!find_highlighted(scene))
            return render_fail(scene->device, RENDER_ERROR_OUT_OF_MEMORY, "out of memory");
        list->highlights_changed = false;
    }
    return RENDER_OK;
}
