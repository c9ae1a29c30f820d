// part_drag.c: what the gizmo moves in part mode: the vertices of the selected parts.
#include "tools/tools_private.h"

#include "document/level/look.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void editor_part_drag_finish(editor_part_drag *drag)
{
    free(drag->targets);
    free(drag->results);
    free(drag->turns);
    free(drag->target_of);
    free(drag->objects);
    free(drag->vertices);
    free(drag->now);
    free(drag->moves);
    free(drag->marks);
    free(drag->ring);
    *drag = (editor_part_drag){0};
}

// The y axis becomes `up`, and the x axis stays as near as it can to where it is. Orthonormal.
static void stand_along(pick_affine *world, pick_vec3 up)
{
    pick_vec3 x = pick_vec3_normalize(pick_affine_column(world, 0));
    x = pick_vec3_sub(x, pick_vec3_scale(up, pick_vec3_dot(x, up)));
    if (pick_vec3_length(x) < 1e-3)
        x = pick_vec3_cross(up, pick_affine_column(world, 2));
    x = pick_vec3_normalize(x);
    const pick_vec3 z = pick_vec3_cross(x, up), columns[3] = {x, up, z};
    for (int c = 0; c < 3; c++) {
        world->linear[3 * c] = columns[c].x;
        world->linear[3 * c + 1] = columns[c].y;
        world->linear[3 * c + 2] = columns[c].z;
    }
}

// At a place of parts, with the axes of their object if it is one. Of faces the y axis is along the mean of their
// normals.
static pick_gizmo_target target_at(const editor_level *level, const editor_part_place *place)
{
    pick_gizmo_target out = {.world = PICK_AFFINE_IDENTITY, .parent = PICK_AFFINE_IDENTITY};
    pick_affine inverse;
    const uint32_t object = editor_level_object(level, place->object); // EDITOR_NONE: they are of several
    if (object != EDITOR_NONE) {
        const editor_object *o = &level->objects[object];
        out.world = o->world;
        out.parent = o->parent == EDITOR_NONE ? PICK_AFFINE_IDENTITY : level->objects[o->parent].world;
    }
    if (pick_vec3_length(place->front) > 0)
        stand_along(&out.world, place->front);
    if (!pick_affine_invert(&out.world, &inverse))
        out.world = PICK_AFFINE_IDENTITY;
    out.world.origin = place->middle;
    return out;
}

bool editor_part_drag_target(const editor_part_tool *parts, const editor_tool_context *context, const pick_vec3 *pivot,
                             pick_gizmo_target *out)
{
    editor_part_place place;
    pick_affine inverse;
    if (parts->selected.count == 0 || !editor_parts_find_place(parts, context, true, &place))
        return false;
    *out = target_at(editor_document_level(context->document), &place);
    if (pivot && pick_affine_invert(&out->world, &inverse))
        out->pivot = pick_affine_vector(&inverse, pick_vec3_sub(*pivot, place.middle));
    return true;
}

// --- The vertices that it moves ---

static int by_vertex(const void *a, const void *b)
{
    const editor_part_corner *x = a, *y = b;
    if (x->object != y->object)
        return x->object < y->object ? -1 : 1;
    return (x->vertex > y->vertex) - (x->vertex < y->vertex);
}

static int by_position(const void *a, const void *b)
{
    return memcmp(a, b, 3 * sizeof(float));
}

// The vertices of all parts that the gizmo moves. NULL: out of memory, or there are none.
static editor_part_corner *list_corners(const editor_level *level, const editor_part_list *list, size_t *count)
{
    editor_part_corner *all = NULL;
    size_t used = 0, room = 0;
    uint32_t few[64], *numbers = few, capacity = 64;
    bool ok = true;
    for (size_t i = 0; ok && i < list->count; i++) {
        const uint32_t object = editor_level_object(level, list->items[i].object);
        const pick_mesh *mesh =
            editor_parts_are_movable(level, object) ? editor_level_pick_mesh(level, &level->objects[object]) : NULL;
        const uint32_t corners = pick_part_vertices(mesh, &list->items[i], numbers, capacity);
        if (corners > capacity) {
            uint32_t *larger = malloc(corners * sizeof(*larger));
            ok = larger != NULL;
            if (numbers != few)
                free(numbers);
            numbers = larger;
            capacity = ok ? pick_part_vertices(mesh, &list->items[i], numbers, corners) : 0;
        }
        if (ok && used + corners > room) {
            room = 2 * (used + corners);
            editor_part_corner *larger = realloc(all, room * sizeof(*larger));
            ok = larger != NULL;
            all = ok ? larger : all;
        }
        for (uint32_t k = 0; ok && k < corners; k++)
            all[used++] = (editor_part_corner){object, numbers[k], (uint32_t)i};
    }
    if (numbers != few)
        free(numbers);
    if (!ok || used == 0 || used > UINT32_MAX || list->count > UINT32_MAX) {
        free(all);
        return NULL;
    }
    *count = used;
    return all;
}

// Keeps each vertex once, ascending by object. Returns their number.
static uint32_t keep_vertices(editor_part_corner *corners, size_t count)
{
    uint32_t kept = 0;
    qsort(corners, count, sizeof(*corners), by_vertex);
    for (size_t i = 0; i < count; i++) {
        if (kept == 0 || by_vertex(&corners[kept - 1], &corners[i]) != 0)
            corners[kept++] = corners[i];
    }
    return kept;
}

// Fills in the objects and the vertices with their places. False: out of memory.
static bool take_vertices(editor_part_drag *drag, const editor_level *level, const editor_part_corner *list,
                          uint32_t count)
{
    drag->vertices = malloc(count * sizeof(*drag->vertices));
    drag->now = malloc(count * sizeof(*drag->now));
    drag->objects = malloc(count * sizeof(*drag->objects));
    drag->moves = malloc(count * sizeof(*drag->moves));
    drag->target_of = malloc(count * sizeof(*drag->target_of));
    size_t marks = 0;
    if (!drag->vertices || !drag->now || !drag->objects || !drag->moves || !drag->target_of)
        return false;
    for (uint32_t i = 0; i < count; i++) {
        const editor_mesh *mesh = &level->meshes[level->objects[list[i].object].mesh];
        if (i == 0 || list[i].object != list[i - 1].object) {
            drag->objects[drag->object_count++] = (editor_dragged_object){list[i].object, i, 0, marks};
            marks += mesh->vertex_count;
        }
        drag->objects[drag->object_count - 1].count++;
        drag->vertices[i].vertex = list[i].vertex;
        memcpy(drag->vertices[i].position, &mesh->positions[3 * (size_t)list[i].vertex], 3 * sizeof(float));
    }
    drag->marks = calloc(marks + 1, sizeof(*drag->marks));
    return drag->marks != NULL;
}

// Without negative zeros, so that equal positions have equal bits.
static void place_of(const float position[3], float out[3])
{
    for (int k = 0; k < 3; k++)
        out[k] = position[k] + 0.0f;
}

// Marks all vertices of an object that are where one of those is that are moved: they move along. False: out of memory.
static bool mark_places(editor_part_drag *drag, const editor_level *level, const editor_dragged_object *of)
{
    const editor_mesh *mesh = &level->meshes[level->objects[of->object].mesh];
    float(*places)[3] = malloc(of->count * sizeof(*places));
    if (!places)
        return false;
    for (uint32_t i = 0; i < of->count; i++)
        place_of(drag->vertices[of->first + i].position, places[i]);
    qsort(places, of->count, sizeof(*places), by_position);
    for (uint32_t v = 0; v < mesh->vertex_count; v++) {
        float place[3];
        place_of(&mesh->positions[3 * (size_t)v], place);
        drag->marks[of->marks + v] = bsearch(place, places, of->count, sizeof(*places), by_position) != NULL;
    }
    free(places);
    return true;
}

// Lists the corners that stay of the triangles that an object's moved vertices have. False: out of memory.
static bool list_ring(editor_part_drag *drag, const editor_level *level, const editor_dragged_object *of)
{
    const editor_mesh *mesh = &level->meshes[level->objects[of->object].mesh];
    const pick_affine world = editor_level_mesh_world(level, &level->objects[of->object]);
    const bool *marks = drag->marks + of->marks;
    bool *listed = calloc((size_t)mesh->vertex_count + 1, sizeof(*listed));
    uint32_t count = 0;
    for (size_t i = 0; listed && i < mesh->index_count; i++) {
        const uint32_t *corner = &mesh->indices[i / 3 * 3], vertex = mesh->indices[i];
        const bool in_ring = !marks[vertex] && (marks[corner[0]] || marks[corner[1]] || marks[corner[2]]);
        count += in_ring && !listed[vertex];
        listed[vertex] |= in_ring;
    }
    pick_vec3 *ring = listed ? realloc(drag->ring, (drag->ring_count + (size_t)count + 1) * sizeof(*ring)) : NULL;
    drag->ring = ring ? ring : drag->ring;
    for (uint32_t v = 0; ring && v < mesh->vertex_count; v++) {
        const float *p = &mesh->positions[3 * (size_t)v];
        if (listed[v])
            ring[drag->ring_count++] =
                pick_affine_point(&world, pick_vec3_make((double)p[0], (double)p[1], (double)p[2]));
    }
    free(listed);
    return ring != NULL;
}

static bool reserve_targets(editor_part_drag *drag, uint32_t count)
{
    drag->targets = malloc(count * sizeof(*drag->targets));
    drag->results = malloc(count * sizeof(*drag->results));
    drag->turns = malloc(count * sizeof(*drag->turns));
    drag->target_count = count;
    return drag->targets && drag->results && drag->turns;
}

// Finds the target of each island; `whole` for one without a size, as a face without area. `first`: zeros, one more
// than there are islands; `sorted`: room for the parts.
static void place_islands(editor_part_drag *drag, const editor_part_tool *parts, const editor_tool_context *context,
                          const pick_gizmo_target *whole, const uint32_t *island, size_t *first, pick_part *sorted)
{
    const editor_level *level = editor_document_level(context->document);
    const pick_vec3 eye = context->views->view[context->view].view.eye;
    const editor_part_list *list = &parts->selected;
    for (size_t i = 0; i < list->count; i++) {
        if (island[i] != EDITOR_NONE)
            first[island[i] + 1]++;
    }
    for (uint32_t k = 0; k < drag->target_count; k++)
        first[k + 1] += first[k];
    for (size_t i = 0; i < list->count; i++) { // afterwards `first` has where each ends
        if (island[i] != EDITOR_NONE)
            sorted[first[island[i]]++] = list->items[i];
    }
    for (uint32_t k = 0; k < drag->target_count; k++) {
        const size_t from = k > 0 ? first[k - 1] : 0;
        editor_part_place place;
        drag->targets[k] = editor_parts_place_of(level, eye, &sorted[from], first[k] - from, true, &place)
                               ? target_at(level, &place)
                               : *whole;
    }
}

static bool divide(editor_part_drag *drag, const editor_part_tool *parts, const editor_tool_context *context,
                   const pick_gizmo_target *whole, const editor_part_corner *corners, size_t count, uint32_t *island)
{
    const uint32_t islands =
        editor_part_islands(editor_document_level(context->document), corners, count, &parts->selected, island);
    size_t *first = calloc((size_t)islands + 1, sizeof(*first));
    pick_part *sorted = malloc(parts->selected.count * sizeof(*sorted));
    const bool ok = islands > 0 && first && sorted && reserve_targets(drag, islands);
    if (ok)
        place_islands(drag, parts, context, whole, island, first, sorted);
    free(first);
    free(sorted);
    return ok;
}

bool editor_part_drag_begin(editor_part_drag *drag, const editor_part_tool *parts, const editor_tool_context *context,
                            const pick_gizmo_target *whole, bool islands)
{
    const editor_level *level = editor_document_level(context->document);
    size_t corner_count = 0;
    uint32_t count = 0;
    editor_part_drag_finish(drag);
    editor_part_corner *list = list_corners(level, &parts->selected, &corner_count);
    uint32_t *island = calloc(parts->selected.count + 1, sizeof(*island)); // all 0: one for all
    bool ok = list && island &&
              (islands ? divide(drag, parts, context, whole, list, corner_count, island) : reserve_targets(drag, 1));
    if (ok && !islands)
        drag->targets[0] = *whole;
    if (ok)
        count = keep_vertices(list, corner_count);
    ok = ok && take_vertices(drag, level, list, count);
    for (uint32_t i = 0; ok && i < count; i++)
        drag->target_of[i] = island[list[i].part];
    for (uint32_t i = 0; ok && i < drag->object_count; i++)
        ok = mark_places(drag, level, &drag->objects[i]) && list_ring(drag, level, &drag->objects[i]);
    free(list);
    free(island);
    if (!ok)
        editor_part_drag_finish(drag);
    return ok;
}

pick_aabb editor_part_drag_box(const editor_part_drag *drag, const editor_level *level)
{
    pick_aabb box = PICK_AABB_EMPTY;
    for (uint32_t i = 0; i < drag->object_count; i++) {
        const editor_dragged_object *of = &drag->objects[i];
        const pick_affine world = editor_level_mesh_world(level, &level->objects[of->object]);
        for (uint32_t k = of->first; k < of->first + of->count; k++) {
            const float *p = drag->vertices[k].position;
            const pick_vec3 at = pick_affine_point(&world, pick_vec3_make((double)p[0], (double)p[1], (double)p[2]));
            box = pick_aabb_union(&box, &(pick_aabb){at, at});
        }
    }
    return box;
}

bool editor_part_drag_moves(const editor_part_drag *drag, const editor_level *level, const pick_hit *hit)
{
    const uint32_t object = editor_level_object(level, hit->object);
    for (uint32_t i = 0; i < drag->object_count; i++) {
        const bool *marks = drag->marks + drag->objects[i].marks;
        if (drag->objects[i].object != object)
            continue;
        const uint32_t *corner = &level->meshes[level->objects[object].mesh].indices[3 * (size_t)hit->triangle];
        return marks[corner[0]] || marks[corner[1]] || marks[corner[2]];
    }
    return false;
}

// --- Moving ---

// Moves a point of an object as the target was moved. Differences are taken about the target, so that far from the
// origin no digits are lost, and what is not moved stays to the bit.
static void move_point(const pick_affine *world, const pick_affine *inverse, const pick_affine *turn,
                       const pick_affine *from, const pick_affine *to, const float at[3], float out[3])
{
    const pick_vec3 p = pick_vec3_make((double)at[0], (double)at[1], (double)at[2]);
    const pick_vec3 arm = pick_vec3_add(pick_affine_vector(world, p), pick_vec3_sub(world->origin, from->origin));
    const pick_vec3 turned = pick_vec3_sub(pick_affine_vector(turn, arm), arm);
    const pick_vec3 by = pick_affine_vector(inverse, pick_vec3_add(pick_vec3_sub(to->origin, from->origin), turned));
    out[0] = (float)(p.x + by.x);
    out[1] = (float)(p.y + by.y);
    out[2] = (float)(p.z + by.z);
}

// The turn and scale of each target, or exactly none.
static void find_turns(editor_part_drag *drag)
{
    for (uint32_t i = 0; i < drag->target_count; i++) {
        const pick_affine *from = &drag->targets[i].world, *to = &drag->results[i];
        pick_affine inverse;
        drag->turns[i] = PICK_AFFINE_IDENTITY;
        if (memcmp(from->linear, to->linear, sizeof(to->linear)) != 0 && pick_affine_invert(from, &inverse))
            drag->turns[i] = pick_affine_multiply(to, &inverse);
    }
}

editor_edit_result editor_part_drag_apply(editor_part_drag *drag, editor_document *document, char *refusal, size_t size)
{
    const editor_level *level = editor_document_level(document);
    pick_affine inverse;
    find_turns(drag);
    for (uint32_t i = 0; i < drag->object_count; i++) {
        const editor_dragged_object *of = &drag->objects[i];
        const editor_object *o = &level->objects[of->object];
        const pick_affine world = editor_level_mesh_world(level, o);
        if (!pick_affine_invert(&world, &inverse)) {
            snprintf(refusal, size, "%.60s is flattened: its vertices cannot be moved", o->name);
            return EDITOR_EDIT_REFUSED;
        }
        for (uint32_t k = of->first; k < of->first + of->count; k++) {
            const uint32_t t = drag->target_of[k];
            drag->now[k].vertex = drag->vertices[k].vertex;
            move_point(&world, &inverse, &drag->turns[t], &drag->targets[t].world, &drag->results[t],
                       drag->vertices[k].position, drag->now[k].position);
        }
        drag->moves[i] = (editor_vertex_moves){of->object, &drag->now[of->first], of->count};
    }
    const editor_edit_result result = editor_edit_move_vertices(document, drag->moves, drag->object_count);
    if (result == EDITOR_EDIT_REFUSED)
        snprintf(refusal, size, "%s", editor_document_reason(document));
    return result;
}
