// moved_mesh.c: the meshes of a level with vertices that were moved: makes them, and brings them up to date.
#include "document/level/level_internal.h"
#include "document/level/look.h"
#include "document/level/mesh_tools.h"
#include "document/level/prefab.h"
#include "picking/topology.h"
#include "system/platform_memory.h"
#include "system/text.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

// --- Places ---

static bool same_normal(const float *normals, uint32_t a, uint32_t b)
{
    bool same = true;
    for (size_t k = 0; normals && k < 3; k++) // poles of primitives have 0 and -0
        same &= normals[3 * (size_t)a + k] == normals[3 * (size_t)b + k];
    return same;
}

// Fills `smooth` with the lowest vertex of those in one place with the same normal. `next`: scratch, one per vertex.
static void join_normals(const editor_mesh *mesh, uint32_t *smooth, uint32_t *next)
{
    for (uint32_t v = 0; v < mesh->vertex_count; v++) {
        uint32_t at = mesh->places[v];
        next[v] = EDITOR_NONE;
        smooth[v] = v;
        if (at == v)
            continue;
        while (!same_normal(mesh->normals, at, v) && next[at] != EDITOR_NONE)
            at = next[at];
        if (same_normal(mesh->normals, at, v))
            smooth[v] = at;
        else
            next[at] = v;
    }
}

// Finds what moves together, in the mesh as its original has it. False: out of memory.
static bool find_places(editor_mesh *mesh)
{
    const uint32_t count = mesh->vertex_count;
    pick_topology *topology = NULL;
    uint32_t *next = malloc(((size_t)count + 1) * sizeof(*next));
    mesh->places = malloc(((size_t)count + 1) * sizeof(*mesh->places));
    mesh->smooth = malloc(((size_t)count + 1) * sizeof(*mesh->smooth));
    const bool ok = next && mesh->places && mesh->smooth &&
                    pick_topology_create(mesh->pick, editor_platform_memory(), &topology) == PICK_OK;
    for (uint32_t v = 0; ok && v < count; v++) {
        const pick_part part = {.kind = PICK_PART_VERTEX, .a = v};
        const uint32_t place = pick_topology_number(topology, &part);
        mesh->places[v] = place == PICK_NO_PART ? v : place; // no face has it
    }
    if (ok)
        join_normals(mesh, mesh->smooth, next);
    pick_topology_destroy(topology);
    free(next);
    return ok;
}

// --- Normals ---

static pick_vec3 point_of(const float *positions, uint32_t vertex)
{
    const float *p = &positions[3 * (size_t)vertex];
    return pick_vec3_make((double)p[0], (double)p[1], (double)p[2]);
}

// Adds a triangle's normal, times twice its area, to the sums of its corners.
static void add_triangle(const float *positions, const uint32_t corners[3], const uint32_t sums_of[3], pick_vec3 *sums)
{
    const pick_vec3 a = point_of(positions, corners[0]);
    const pick_vec3 normal = pick_vec3_cross(pick_vec3_sub(point_of(positions, corners[1]), a),
                                             pick_vec3_sub(point_of(positions, corners[2]), a));
    for (int i = 0; i < 3; i++) {
        if (sums_of[i] != 0)
            sums[sums_of[i] - 1] = pick_vec3_add(sums[sums_of[i] - 1], normal);
    }
}

// Turns `v` as the shortest turn from one direction to another does: two reflections, along `from`, then along the
// middle of both.
static pick_vec3 turn(pick_vec3 v, pick_vec3 from, pick_vec3 to)
{
    const pick_vec3 middle = pick_vec3_normalize(pick_vec3_add(from, to));
    if (pick_vec3_length(middle) == 0) // opposite
        return pick_vec3_scale(v, -1);
    v = pick_vec3_sub(v, pick_vec3_scale(from, 2 * pick_vec3_dot(v, from)));
    return pick_vec3_sub(v, pick_vec3_scale(middle, 2 * pick_vec3_dot(v, middle)));
}

// Numbers, from 1, the groups of vertices with one normal that have a triangle with a moved vertex. Returns how many.
static uint32_t number_groups(const editor_mesh *mesh, const bool *moved, uint32_t *numbers)
{
    uint32_t count = 0;
    for (size_t i = 0; i < mesh->index_count; i += 3) {
        const uint32_t *corner = &mesh->indices[i];
        if (!moved[corner[0]] && !moved[corner[1]] && !moved[corner[2]])
            continue;
        for (int k = 0; k < 3; k++) {
            uint32_t *number = &numbers[mesh->smooth[corner[k]]];
            *number = *number != 0 ? *number : ++count;
        }
    }
    return count;
}

// Turns the normals, which are the original's, as the triangles around them were turned. Without memory they stay.
static void turn_normals(const editor_mesh *original, editor_mesh *mesh)
{
    bool *moved = calloc((size_t)mesh->vertex_count + 1, sizeof(*moved));
    uint32_t *numbers = calloc((size_t)mesh->vertex_count + 1, sizeof(*numbers));
    for (uint32_t i = 0; moved && i < mesh->moves.count; i++)
        moved[mesh->moves.items[i].vertex] = true;
    const uint32_t count = moved && numbers ? number_groups(mesh, moved, numbers) : 0;
    pick_vec3 *before = count > 0 ? calloc(2 * (size_t)count, sizeof(*before)) : NULL;
    pick_vec3 *after = before ? before + count : NULL;
    for (size_t i = 0; before && i < mesh->index_count; i += 3) {
        const uint32_t *corner = &mesh->indices[i];
        const uint32_t sums_of[3] = {numbers[mesh->smooth[corner[0]]], numbers[mesh->smooth[corner[1]]],
                                     numbers[mesh->smooth[corner[2]]]};
        if (sums_of[0] == 0 && sums_of[1] == 0 && sums_of[2] == 0)
            continue;
        add_triangle(original->positions, corner, sums_of, before);
        add_triangle(mesh->positions, corner, sums_of, after);
    }
    for (uint32_t v = 0; before && v < mesh->vertex_count; v++) {
        const uint32_t number = numbers[mesh->smooth[v]];
        const pick_vec3 from = number ? pick_vec3_normalize(before[number - 1]) : (pick_vec3){0, 0, 0};
        const pick_vec3 to = number ? pick_vec3_normalize(after[number - 1]) : from;
        if (pick_vec3_length(from) == 0 || pick_vec3_length(to) == 0)
            continue;
        const pick_vec3 turned = turn(point_of(mesh->normals, v), from, to);
        const double n[3] = {turned.x, turned.y, turned.z};
        for (size_t k = 0; k < 3; k++)
            mesh->normals[3 * (size_t)v + k] = (float)n[k];
    }
    free(moved);
    free(numbers);
    free(before);
}

// --- Making ---

bool editor_mesh_moves_fit(const editor_mesh *mesh)
{
    return !mesh->stand_in && mesh->vertex_count == mesh->moves.vertex_count;
}

// The mesh with positions and normals as they are at rest, where clips deform it. They are borrowed.
static editor_mesh at_rest(const editor_level *level, const editor_mesh *mesh)
{
    editor_mesh out = *mesh;
    const editor_motion *motion =
        mesh->asset == EDITOR_NONE || mesh->stand_in ? NULL : level->assets[mesh->asset].motion;
    for (uint32_t i = 0; motion && i < motion->mesh_count; i++) {
        if (motion->meshes[i].mesh == mesh->asset_index) {
            out.positions = motion->meshes[i].shape.positions;
            out.normals = motion->meshes[i].shape.normals;
        }
    }
    return out;
}

// Puts all vertices where the original has them, and the moved ones where they are now.
static void place_vertices(const editor_mesh *original, editor_mesh *mesh)
{
    const size_t floats = 3 * (size_t)mesh->vertex_count;
    if (floats == 0)
        return;
    memcpy(mesh->positions, original->positions, floats * sizeof(float));
    if (mesh->normals)
        memcpy(mesh->normals, original->normals, floats * sizeof(float));
    if (!editor_mesh_moves_fit(mesh) || mesh->moves.count == 0)
        return;
    for (uint32_t i = 0; i < mesh->moves.count; i++) {
        const editor_moved_vertex *item = &mesh->moves.items[i];
        memcpy(&mesh->positions[3 * (size_t)item->vertex], item->position, sizeof(item->position));
    }
    if (mesh->normals)
        turn_normals(original, mesh);
}

// A copy of an array, which may be NULL. False: out of memory.
static bool copy(void *pointer, const void *from, size_t count, size_t size)
{
    void **array = pointer;
    *array = from ? malloc(count * size + 1) : NULL;
    if (*array && count > 0)
        memcpy(*array, from, count * size);
    return *array || !from;
}

static void refit(const editor_mesh *mesh, pick_mesh *pick)
{
    const pick_result result = pick_mesh_refit(pick, mesh->positions, 0);
    assert(result == PICK_OK);
    (void)result;
}

static void box_of(const editor_level *level, const editor_mesh *mesh, double box[6])
{
    if (mesh->asset != EDITOR_NONE)
        memcpy(box, level->assets[mesh->asset].meshes[mesh->asset_index].box, 6 * sizeof(*box));
    for (size_t i = 0; mesh->asset == EDITOR_NONE && i < 3 * (size_t)mesh->vertex_count; i++) {
        const double value = (double)mesh->positions[i];
        box[i % 3] = i < 3 ? value : fmin(box[i % 3], value);
        box[3 + i % 3] = i < 3 ? value : fmax(box[3 + i % 3], value);
    }
}

// A box in place of what has no triangles any more, or too many.
static bool make_box(editor_level *level, const editor_mesh *from, const editor_moves *moves, editor_mesh *out)
{
    double box[6] = {0};
    box_of(level, from, box);
    if (!editor_level_make_box(level, from->name ? from->name : "", box, false, out))
        return false;
    if (editor_moves_copy(moves, &out->moves) && editor_level_finish_mesh(level, out) == PICK_OK && find_places(out))
        return true;
    pick_mesh_destroy(out->pick);
    mesh_tools_free(out);
    return false;
}

// `from`: at rest. `deformed`: what is picked of it is not.
static bool make_copy(const editor_mesh *from, bool deformed, const editor_moves *moves, editor_mesh *out)
{
    const size_t n = from->vertex_count;
    *out = (editor_mesh){.name = editor_text_copy(from->name ? from->name : ""),
                         .vertex_count = from->vertex_count,
                         .index_count = from->index_count,
                         .submesh_count = from->submesh_count,
                         .stand_in = from->stand_in,
                         .unread = from->unread};
    const bool ok = out->name && copy(&out->positions, from->positions, 3 * n, sizeof(float)) &&
                    copy(&out->normals, from->normals, 3 * n, sizeof(float)) &&
                    copy(&out->uvs, from->uvs, 2 * n, sizeof(float)) &&
                    copy(&out->colors, from->colors, 4 * n, sizeof(float)) &&
                    copy(&out->indices, from->indices, from->index_count, sizeof(uint32_t)) &&
                    copy(&out->submeshes, from->submeshes, from->submesh_count, sizeof(*from->submeshes)) &&
                    editor_moves_copy(moves, &out->moves) &&
                    pick_mesh_copy(from->pick, editor_platform_memory(), &out->pick) == PICK_OK;
    if (ok && deformed)
        refit(out, out->pick);
    if (!ok || !find_places(out)) {
        pick_mesh_destroy(out->pick);
        mesh_tools_free(out);
        return false;
    }
    place_vertices(from, out);
    refit(out, out->pick);
    return true;
}

bool editor_level_can_copy(const editor_level *level, const editor_mesh *mesh)
{
    const uint32_t triangles = mesh->index_count / 3;
    return level->moved_triangles + triangles <= EDITOR_MOVED_TRIANGLES &&
           level->moved_vertices + mesh->vertex_count <= 2 * (uint64_t)EDITOR_MOVED_TRIANGLES &&
           (mesh->asset != EDITOR_NONE || level->moved_shapes + triangles <= EDITOR_MOVED_SHAPES);
}

// Counts a copy, or, by -1, counts it no more.
static void count_copy(editor_level *level, const editor_mesh *copy, int by)
{
    const uint32_t triangles = copy->index_count / 3;
    level->moved_triangles += (uint64_t)(by * (int64_t)triangles);
    level->moved_vertices += (uint64_t)(by * (int64_t)copy->vertex_count);
    level->moved_shapes += copy->asset == EDITOR_NONE ? (uint64_t)(by * (int64_t)triangles) : 0;
}

void editor_level_count_moved(editor_level *level)
{
    level->moved_triangles = level->moved_vertices = level->moved_shapes = 0;
    for (uint32_t i = 0; level->moved_count > 0 && i < level->mesh_count; i++) {
        if (level->meshes[i].original != 0)
            count_copy(level, &level->meshes[i], 1);
    }
}

bool editor_level_make_moved(editor_level *level, editor_mesh *from, const editor_moves *moves, editor_mesh *out)
{
    assert(!from->content && from->original == 0);
    if (from->form != EDITOR_FORM_TRIANGLES || from->volume || !editor_level_can_copy(level, from))
        return make_box(level, from, moves, out);
    if (!from->pick && editor_level_finish_mesh(level, from) != PICK_OK)
        return false;
    const editor_mesh rest = at_rest(level, from);
    return make_copy(&rest, rest.positions != from->positions, moves, out);
}

uint32_t editor_level_copy_mesh(editor_level *level, uint32_t original, const editor_moves *moves)
{
    editor_mesh mesh;
    if (!editor_level_make_moved(level, &level->meshes[original], moves, &mesh))
        return EDITOR_NONE;
    mesh.original = original + 1;
    const uint32_t number = editor_level_store_mesh(level, &mesh);
    if (number != EDITOR_NONE) {
        level->meshes[number].asset = level->meshes[original].asset;
        level->meshes[number].asset_index = level->meshes[original].asset_index;
        level->moved_count++;
        count_copy(level, &level->meshes[number], 1);
    }
    return number;
}

uint32_t editor_level_moved_mesh(editor_level *level, uint32_t original, const editor_moves *moves)
{
    for (uint32_t i = 0; level->moved_count > 0 && i < level->mesh_count; i++) {
        if (level->meshes[i].original == original + 1 && editor_moves_equal(&level->meshes[i].moves, moves))
            return i;
    }
    return editor_level_copy_mesh(level, original, moves);
}

void editor_level_remove_moved(editor_level *level, uint32_t number)
{
    assert(level->meshes[number].original != 0);
    count_copy(level, &level->meshes[number], -1);
    editor_level_free_mesh(level, number);
    level->moved_count--;
}

// --- Changing ---

const editor_mesh *editor_level_original(const editor_level *level, const editor_mesh *mesh)
{
    return mesh->original != 0 ? &level->meshes[mesh->original - 1] : mesh;
}

bool editor_level_has_moves(const editor_level *level, uint32_t mesh)
{
    return mesh != EDITOR_NONE && level->meshes[mesh].moves.count > 0;
}

const char *editor_level_misfit(const editor_level *level, const editor_mesh *mesh)
{
    if (mesh->moves.count == 0 || editor_level_original(level, mesh)->stand_in || editor_mesh_moves_fit(mesh))
        return NULL;
    return mesh->stand_in
               ? "a box stands for it: its model has no triangles for it any more, or more than can be moved; "
                 "the vertices that were moved are kept, but not shown"
               : "its model now has another number of vertices; those that were moved are kept, but not shown";
}

bool editor_level_same_mesh(const editor_level *level, uint32_t a, uint32_t b)
{
    if (a == b || a == EDITOR_NONE || b == EDITOR_NONE)
        return a == b;
    const editor_mesh *x = &level->meshes[a], *y = &level->meshes[b];
    return editor_level_original(level, x) == editor_level_original(level, y) &&
           editor_moves_equal(&x->moves, &y->moves);
}

bool editor_level_is_shared(const editor_level *level, uint32_t mesh)
{
    uint32_t users = 0;
    for (uint32_t i = 0; i < level->object_count && users < 2; i++)
        users += level->objects[i].exists && level->objects[i].mesh == mesh;
    for (uint32_t i = 0; level->content_count > 0 && i < level->mesh_count && users < 2; i++) {
        const editor_prefab_content *content = level->meshes[i].content;
        for (uint32_t k = 0; content && k < content->part_count; k++)
            users += content->parts[k].mesh == mesh ? 2 : 0;
    }
    return users > 1;
}

static void refit_in_scenes(editor_level *level, const editor_mesh *mesh, pick_mesh *pick)
{
    refit(mesh, pick);
    pick_scene_mesh_changed(level->scene, pick);
    editor_level_part_refitted(level, pick);
}

void editor_level_apply_moves(editor_level *level, uint32_t number)
{
    editor_mesh *mesh = &level->meshes[number];
    const editor_mesh original = at_rest(level, &level->meshes[mesh->original - 1]);
    place_vertices(&original, mesh);
    refit_in_scenes(level, mesh, mesh->pick);
    for (uint32_t i = 0; i < level->look_count; i++) {
        const editor_look *look = level->looks[i];
        if (look && look->mesh == number && look->content.pick)
            refit_in_scenes(level, mesh, look->content.pick->mesh);
    }
    mesh->version++;
    level->mesh_versions++;
    for (uint32_t i = 0; i < level->object_count; i++) {
        if (level->objects[i].exists && level->objects[i].mesh == number)
            editor_level_touch(level, i);
    }
    level->revision++;
}
