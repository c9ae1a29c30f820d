// Moved vertices: what moves together, who keeps the original, normals, picks, undo, refusals; and a random history
// against a model that has an array of positions for each object.
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "document/file/clipboard.h"
#include "document/file/level_file.h"
#include "document/level/level_internal.h"
#include "document/level/look.h"
#include "document/level/mesh_tools.h"
#include "document/level/prefab.h"
#include "document/level/primitive_mesh.h"
#include "document/level/terrain_mesh.h"
#include "edit_fixture.h"
#include "effort.h"
#include "import_model.h"
#include "random.h"
#include "text_file.h"

// --- The bench ------------------------------------------------------------------------------------------------------

typedef struct bench {
    editor_document *document;
    const editor_level *level;
    uint32_t box, ball; // at y = 50 and y = 60
    uint64_t start;
} bench;

static uint32_t add(editor_document *document, const char *name, editor_shape shape, pick_vec3 at)
{
    editor_primitive primitive = editor_primitive_default(shape);
    primitive.value[EDITOR_PRIMITIVE_SEGMENTS] = primitive.value[EDITOR_PRIMITIVE_SEGMENTS] > 0 ? 6 : 0;
    primitive.value[EDITOR_PRIMITIVE_RINGS] = primitive.value[EDITOR_PRIMITIVE_RINGS] > 0 ? 4 : 0;
    const pick_affine place = fixture_at(at.x, at.y, at.z);
    uint32_t made = EDITOR_NONE;
    assert_int_equal(editor_edit_add_primitive(document, name, EDITOR_NONE, &primitive, &place, &made),
                     EDITOR_EDIT_DONE);
    return made;
}

static bench begin(void)
{
    bench b = {.document = fixture_document()};
    b.level = editor_document_level(b.document);
    b.box = add(b.document, "box", EDITOR_SHAPE_CUBE, (pick_vec3){0, 50, 0});
    b.ball = add(b.document, "ball", EDITOR_SHAPE_SPHERE, (pick_vec3){0, 60, 0});
    b.start = fixture_state(b.document);
    return b;
}

static const editor_mesh *mesh_of(const editor_level *level, uint32_t object)
{
    return &level->meshes[level->objects[object].mesh];
}

static editor_edit_result move(editor_document *document, uint32_t object, uint32_t vertex, const float to[3])
{
    const editor_moved_vertex moved = {vertex, {to[0], to[1], to[2]}};
    return editor_edit_move_vertices(document, &(editor_vertex_moves){object, &moved, 1}, 1);
}

static bool is_at(const float *positions, uint32_t vertex, const float *at)
{
    const float *p = &positions[3 * (size_t)vertex];
    return p[0] == at[0] && p[1] == at[1] && p[2] == at[2];
}

static pick_vec3 vector(const float *array, uint32_t vertex)
{
    const float *p = &array[3 * (size_t)vertex];
    return pick_vec3_make((double)p[0], (double)p[1], (double)p[2]);
}

static pick_mesh *fresh_pick(const editor_level *level, const editor_object *o)
{
    const editor_mesh *mesh = &level->meshes[o->mesh];
    editor_material materials[2];
    pick_mesh *out = NULL;
    assert_true(mesh->submesh_count <= 2);
    for (uint32_t i = 0; i < mesh->submesh_count; i++)
        materials[i] = *editor_level_material(level, o, i);
    assert_int_equal(editor_level_make_pick(mesh, materials, &out), PICK_OK);
    return out;
}

// What is picked of an object is what would be made of its mesh now: the same triangles, and the same answers.
static void check_pick(const editor_level *level, uint32_t object, uint64_t seed)
{
    const editor_object *o = &level->objects[object];
    const pick_mesh *pick = editor_level_pick_mesh(level, o);
    pick_mesh *fresh = fresh_pick(level, o);
    test_random random = {seed};
    assert_true(pick_mesh_hash(pick) == pick_mesh_hash(fresh));
    const pick_mesh_query query = {.cull = PICK_CULL_NONE};
    for (int i = 0; i < 8; i++) {
        pick_ray ray = {.origin = pick_vec3_scale(random_direction(&random), 5), .t_max = 100};
        ray.direction = pick_vec3_sub(random_in_cube(&random, 0.5), ray.origin);
        pick_mesh_hit a, c;
        const bool hit = pick_mesh_closest(pick, &ray, &query, &a);
        assert_true(hit == pick_mesh_closest_brute_force(fresh, &ray, &query, &c));
        assert_true(!hit || (a.t == c.t && a.triangle == c.triangle));
    }
    pick_mesh_destroy(fresh);
}

// A copy is what its original and its moves make, whatever it has been before.
static void check_copy(const editor_level *level, uint32_t object)
{
    const editor_mesh *mesh = mesh_of(level, object);
    editor_mesh fresh;
    if (mesh->original == 0)
        return;
    editor_level *mutable_level = (editor_level *)(uintptr_t)level;
    assert_true(
        editor_level_make_moved(mutable_level, &mutable_level->meshes[mesh->original - 1], &mesh->moves, &fresh));
    const size_t size = 3 * (size_t)mesh->vertex_count * sizeof(float);
    assert_int_equal(fresh.vertex_count, mesh->vertex_count);
    assert_memory_equal(fresh.positions, mesh->positions, size);
    assert_int_equal(fresh.normals != NULL, mesh->normals != NULL);
    if (fresh.normals)
        assert_memory_equal(fresh.normals, mesh->normals, size);
    assert_true(pick_mesh_hash(fresh.pick) == pick_mesh_hash(mesh->pick));
    for (uint32_t i = 1; i < mesh->moves.count; i++)
        assert_true(mesh->moves.items[i - 1].vertex < mesh->moves.items[i].vertex);
    pick_mesh_destroy(fresh.pick);
    mesh_tools_free(&fresh);
}

// The scene has the vertices where they are now: what goes for the middle of a face meets it, or something before it.
static void check_scene(const editor_level *level, uint32_t object)
{
    const editor_object *o = &level->objects[object];
    const editor_mesh *mesh = &level->meshes[o->mesh];
    const pick_query query = {.cull = PICK_CULL_NONE};
    const uint32_t step = 3 * (1 + mesh->index_count / 18); // at six faces
    const pick_aabb bounds = editor_level_subtree_bounds(level, object);
    if (!(pick_vec3_length(pick_vec3_sub(bounds.max, bounds.min)) < 1e6)) // too large for the scene to pick it well
        return;
    for (uint32_t i = 0; i < mesh->index_count && mesh->moves.count > 0 && !o->is_hidden; i += step) {
        pick_vec3 p[3];
        for (uint32_t k = 0; k < 3; k++)
            p[k] = pick_affine_point(&o->world, vector(mesh->positions, mesh->indices[i + k]));
        const pick_vec3 at = pick_vec3_scale(pick_vec3_add(p[0], pick_vec3_add(p[1], p[2])), 1.0 / 3);
        const pick_vec3 normal = pick_vec3_cross(pick_vec3_sub(p[1], p[0]), pick_vec3_sub(p[2], p[0]));
        const pick_ray ray = {
            .origin = pick_vec3_add(at, pick_vec3_make(3, 7, -5)), .direction = {-3, -7, 5}, .t_max = 9};
        pick_hit hit;
        if (fabs(pick_vec3_dot(normal, ray.direction)) > 1e-2)
            assert_true(pick_closest(level->scene, &ray, &query, &hit) && hit.t < 1 + 1e-6);
    }
}

static void check(const editor_level *level)
{
    assert_true(fixture_is_consistent(level));
    for (uint32_t i = 0; i < level->object_count; i++) {
        const editor_object *o = &level->objects[i];
        if (o->exists && o->kind == EDITOR_OBJECT_MESH && level->meshes[o->mesh].index_count > 0) {
            check_copy(level, i);
            check_pick(level, i, i);
            check_scene(level, i);
        }
    }
}

static void end(bench *b)
{
    check(b->level);
    const uint64_t last = fixture_state(b->document);
    const uint32_t position = editor_document_history(b->document).position;
    while (editor_document_undo(b->document))
        check(b->level);
    for (uint32_t i = 0; i < position; i++) {
        assert_true(editor_document_redo(b->document));
        check(b->level);
    }
    assert_true(fixture_state(b->document) == last);
    editor_document_destroy(b->document);
}

// The height where a ray straight down from above meets the object; NAN where it meets another one or nothing.
static double top(const bench *b, uint32_t object, double x, double z)
{
    const pick_aabb box = editor_level_subtree_bounds(b->level, object);
    const pick_query query = editor_level_query(b->level);
    const pick_ray ray = {.origin = {x, box.max.y + 1, z}, .direction = {0, -1, 0}, .t_max = 100};
    pick_hit hit;
    const bool met = pick_closest(b->level->scene, &ray, &query, &hit) && hit.user == object;
    return met ? ray.origin.y - hit.t : (double)NAN;
}

// --- One object -----------------------------------------------------------------------------------------------------

static const float CORNER[3] = {0.5f, 0.5f, 0.5f}, HIGH[3] = {0.5f, 1.5f, 0.5f};

static uint32_t vertex_at(const editor_mesh *mesh, const float at[3])
{
    for (uint32_t v = 0; v < mesh->vertex_count; v++) {
        if (is_at(mesh->positions, v, at))
            return v;
    }
    fail_msg("no vertex there");
    return EDITOR_NONE;
}

static void test_a_corner(void **state)
{
    (void)state;
    bench b = begin();
    const uint32_t other = add(b.document, "other", EDITOR_SHAPE_CUBE, (pick_vec3){5, 50, 0});
    const uint32_t original = b.level->objects[b.box].mesh;
    assert_int_equal(b.level->objects[other].mesh, original);
    const uint64_t hash = pick_mesh_hash(b.level->meshes[original].pick), before = fixture_state(b.document);
    uint32_t corner = vertex_at(mesh_of(b.level, b.box), CORNER);
    assert_true(top(&b, b.box, 0.4, 0.4) == 50.5);
    assert_int_equal(move(b.document, b.box, corner, HIGH), EDITOR_EDIT_DONE);
    assert_string_equal(editor_document_undo_label(b.document), "Move vertices");
    const editor_mesh *moved = mesh_of(b.level, b.box), *kept = &b.level->meshes[original];
    assert_int_equal(moved->original, original + 1);
    assert_int_equal(b.level->objects[other].mesh, original);
    uint32_t count = 0;
    for (uint32_t v = 0; v < 24; v++) {
        const bool is_corner = is_at(kept->positions, v, CORNER);
        count += is_corner;
        assert_true(is_at(moved->positions, v, is_corner ? HIGH : &kept->positions[3 * (size_t)v]));
    }
    assert_int_equal(count, 3);
    assert_int_equal(moved->moves.count, 3);
    assert_int_equal(moved->moves.vertex_count, 24);
    assert_true(pick_mesh_hash(kept->pick) == hash);
    // The top is two triangles now, one of which goes up.
    assert_true(top(&b, b.box, 0.4, 0.4) > 51 && top(&b, other, 5.4, 0.4) == 50.5);
    assert_true(editor_level_subtree_bounds(b.level, b.box).max.y == 51.5);
    assert_true(editor_level_has_moves(b.level, b.level->objects[b.box].mesh));
    assert_false(editor_level_has_moves(b.level, original) || editor_level_has_moves(b.level, EDITOR_NONE));
    check(b.level);
    // Another vertex of the corner moves the three again, the mesh is no new one, and one more corner goes along.
    for (corner = 23; !is_at(moved->positions, corner, HIGH);)
        corner--;
    const uint32_t copy = b.level->objects[b.box].mesh, version = moved->version;
    const uint64_t versions = b.level->mesh_versions;
    uint64_t cursor = 0;
    const uint32_t *changed;
    uint32_t changed_count = 0;
    editor_level_changes(b.level, &cursor, &changed, &changed_count);
    const float back[3] = {0.5f, 0.5f, -0.5f}, far[3] = {9, 9, 9}, low[3] = {0.5f, -3, -0.5f};
    const editor_moved_vertex two[2] = {{corner, {far[0], far[1], far[2]}},
                                        {vertex_at(moved, back), {low[0], low[1], low[2]}}};
    assert_int_equal(editor_edit_move_vertices(b.document, &(editor_vertex_moves){b.box, two, 2}, 1), EDITOR_EDIT_DONE);
    assert_int_equal(b.level->objects[b.box].mesh, copy);
    moved = mesh_of(b.level, b.box);
    assert_int_equal(moved->moves.count, 6);
    // Who draws it is told.
    assert_true(moved->version > version && b.level->mesh_versions > versions);
    assert_true(editor_level_changes(b.level, &cursor, &changed, &changed_count) && changed_count > 0);
    assert_int_equal(changed[0], b.box);
    for (uint32_t v = 0; v < 24; v++) {
        const float *was = &b.level->meshes[original].positions[3 * (size_t)v];
        assert_true(is_at(moved->positions, v, is_at(was, 0, CORNER) ? far : is_at(was, 0, back) ? low : was));
    }
    // Undone in the same way.
    assert_true(editor_document_undo(b.document) && top(&b, b.box, 0.4, 0.4) > 51);
    assert_true(editor_document_undo(b.document) && top(&b, b.box, 0.4, 0.4) == 50.5);
    assert_true(fixture_state(b.document) == before);
    assert_int_equal(b.level->objects[b.box].mesh, original);
    end(&b);
}

// A mesh without normals, of vertices that faces share, of an object in a group.
static void test_a_mesh_without_normals(void **state)
{
    (void)state;
    bench b = begin();
    assert_int_equal(move(b.document, POST_1, 7, HIGH), EDITOR_EDIT_DONE);
    assert_int_equal(mesh_of(b.level, POST_1)->moves.count, 1);
    assert_null(mesh_of(b.level, POST_1)->normals);
    assert_true(editor_level_subtree_bounds(b.level, POST_1).max.y == 2 &&
                editor_level_subtree_bounds(b.level, POST_2).max.y == 1);
    assert_true(isfinite(top(&b, POST_1, 5.4, 0.4)) && top(&b, POST_1, 5.4, 0.4) > 1.5);
    end(&b);
}

// What is asked for is there: no step, no copy, no bit.
static void test_a_move_by_nothing(void **state)
{
    (void)state;
    bench b = begin();
    const uint32_t meshes = b.level->mesh_count;
    const editor_mesh *mesh = mesh_of(b.level, b.box);
    for (uint32_t v = 0; v < 24; v++)
        assert_int_equal(move(b.document, b.box, v, &mesh->positions[3 * (size_t)v]), EDITOR_EDIT_NOTHING);
    assert_int_equal(editor_edit_move_vertices(b.document, &(editor_vertex_moves){b.box, NULL, 0}, 1),
                     EDITOR_EDIT_NOTHING);
    assert_int_equal(editor_edit_move_vertices(b.document, NULL, 0), EDITOR_EDIT_NOTHING);
    assert_int_equal(b.level->mesh_count, meshes);
    // So it is with a copy, shared or not.
    const uint32_t corner = vertex_at(mesh, CORNER);
    assert_int_equal(move(b.document, b.box, corner, HIGH), EDITOR_EDIT_DONE);
    for (int shared = 0; shared < 2; shared++) {
        const uint32_t copy = b.level->objects[b.box].mesh;
        assert_int_equal(move(b.document, b.box, corner, HIGH), EDITOR_EDIT_NOTHING);
        assert_int_equal(b.level->objects[b.box].mesh, copy);
        if (!shared)
            assert_int_equal(editor_edit_duplicate(b.document, &b.box, 1), EDITOR_EDIT_DONE);
    }
    // A corner that goes and comes back leaves normals to the bit, and the level as it was.
    mesh = mesh_of(b.level, b.ball);
    const uint32_t ball = b.level->objects[b.ball].mesh, count = mesh->vertex_count;
    float *before = malloc(3 * (size_t)count * sizeof(*before));
    assert_non_null(before);
    memcpy(before, mesh->normals, 3 * (size_t)count * sizeof(*before));
    const uint64_t hash = editor_level_hash(b.level);
    float home[3];
    memcpy(home, &mesh->positions[3 * 10], sizeof(home));
    assert_int_equal(move(b.document, b.ball, 10, HIGH), EDITOR_EDIT_DONE);
    assert_true(memcmp(mesh_of(b.level, b.ball)->normals, before, 3 * (size_t)count * sizeof(*before)) != 0);
    assert_int_equal(move(b.document, b.ball, 10, home), EDITOR_EDIT_DONE);
    assert_memory_equal(mesh_of(b.level, b.ball)->normals, before, 3 * (size_t)count * sizeof(*before));
    assert_memory_equal(mesh_of(b.level, b.ball)->positions, b.level->meshes[ball].positions,
                        3 * (size_t)count * sizeof(float));
    assert_true(editor_level_hash(b.level) == hash);
    free(before);
    end(&b);
}

// --- Normals --------------------------------------------------------------------------------------------------------

// The mean normal of the triangles at a vertex, by their areas.
static pick_vec3 mean_normal(const editor_mesh *mesh, uint32_t vertex)
{
    pick_vec3 sum = {0, 0, 0};
    for (uint32_t i = 0; i < mesh->index_count; i += 3) {
        for (int k = 0; k < 3; k++) {
            if (mesh->indices[i + (uint32_t)k] != vertex)
                continue;
            const pick_vec3 p = vector(mesh->positions, vertex);
            const pick_vec3 u = pick_vec3_sub(vector(mesh->positions, mesh->indices[i + (uint32_t)(k + 1) % 3]), p);
            const pick_vec3 v = pick_vec3_sub(vector(mesh->positions, mesh->indices[i + (uint32_t)(k + 2) % 3]), p);
            sum = pick_vec3_add(sum, pick_vec3_cross(u, v));
        }
    }
    return pick_vec3_normalize(sum);
}

// Faces of a cube stay sharp: each vertex has the mean normal of its own face's triangles, in front of them.
static void test_sharp_normals(void **state)
{
    (void)state;
    bench b = begin();
    const uint32_t corner = vertex_at(mesh_of(b.level, b.box), CORNER);
    // A whole side along its own normal turns nothing at that side, and nothing at the sides that grow.
    const editor_mesh *mesh = mesh_of(b.level, b.box);
    editor_moved_vertex side[24];
    uint32_t count = 0;
    for (uint32_t v = 0; v < 24; v++) {
        const float *p = &mesh->positions[3 * (size_t)v];
        if (p[1] > 0)
            side[count++] = (editor_moved_vertex){v, {p[0], p[1] + 1, p[2]}};
    }
    assert_int_equal(count, 12);
    assert_int_equal(editor_edit_move_vertices(b.document, &(editor_vertex_moves){b.box, side, count}, 1),
                     EDITOR_EDIT_DONE);
    const editor_mesh *moved = mesh_of(b.level, b.box), *original = editor_level_original(b.level, moved);
    assert_int_equal(moved->moves.count, 12);
    for (uint32_t v = 0; v < 24; v++)
        assert_true(pick_vec3_length(pick_vec3_sub(vector(moved->normals, v), vector(original->normals, v))) < 1e-6);
    assert_true(editor_document_undo(b.document));
    const float to[3] = {0.9f, 1.2f, 0.6f};
    assert_int_equal(move(b.document, b.box, corner, to), EDITOR_EDIT_DONE);
    moved = mesh_of(b.level, b.box);
    original = editor_level_original(b.level, moved);
    uint32_t turned = 0;
    for (uint32_t v = 0; v < 24; v++) {
        const pick_vec3 n = vector(moved->normals, v), mean = mean_normal(moved, v);
        assert_true(fabs(pick_vec3_length(n) - 1) < 1e-6);
        assert_true(pick_vec3_length(pick_vec3_sub(n, mean)) < 1e-6);
        turned += pick_vec3_length(pick_vec3_sub(n, vector(original->normals, v))) > 1e-3;
        for (uint32_t k = 0; k < 24; k++) { // as sharp as before
            if (is_at(moved->positions, v, &moved->positions[3 * (size_t)k]) && k != v)
                assert_true(pick_vec3_dot(n, vector(moved->normals, k)) < 0.9);
        }
    }
    assert_true(turned >= 6 && turned <= 12); // the other three sides are as they were
    for (uint32_t v = 0; v < 24; v++) {
        bool touches = false;
        for (uint32_t k = v / 4 * 4; k < v / 4 * 4 + 4; k++) // a face has four vertices
            touches |= is_at(original->positions, k, CORNER);
        if (!touches)
            assert_memory_equal(&moved->normals[3 * (size_t)v], &original->normals[3 * (size_t)v], 3 * sizeof(float));
    }
    end(&b);
}

// Along the seam of a ball's texture two vertices are in one place with one normal; they stay so wherever they go.
static void test_smooth_normals(void **state)
{
    (void)state;
    bench b = begin();
    const editor_mesh *mesh = mesh_of(b.level, b.ball);
    uint32_t seams = 0;
    for (uint32_t v = 0; v < mesh->vertex_count; v++) {
        for (uint32_t k = 0; k < v; k++) {
            if (!is_at(mesh->positions, v, &mesh->positions[3 * (size_t)k]))
                continue;
            seams += is_at(mesh->normals, v, &mesh->normals[3 * (size_t)k]);
        }
    }
    assert_true(seams >= 3 + 2 * 5); // at a pole six triangles meet
    test_random random = {7};
    for (int i = 0; i < 12; i++) {
        mesh = mesh_of(b.level, b.ball);
        const uint32_t v = random_index(&random, mesh->vertex_count);
        const pick_vec3 p = pick_vec3_add(vector(mesh->positions, v), random_in_cube(&random, 0.3));
        assert_int_equal(move(b.document, b.ball, v, (float[3]){(float)p.x, (float)p.y, (float)p.z}), EDITOR_EDIT_DONE);
        mesh = mesh_of(b.level, b.ball);
        const editor_mesh *original = editor_level_original(b.level, mesh);
        for (uint32_t a = 0; a < mesh->vertex_count; a++) {
            assert_true(fabs(pick_vec3_length(vector(mesh->normals, a)) - 1) < 1e-5);
            for (uint32_t k = 0; k < a; k++) {
                if (mesh->places[a] == mesh->places[k] &&
                    is_at(original->normals, a, &original->normals[3 * (size_t)k]))
                    assert_true(is_at(mesh->normals, a, &mesh->normals[3 * (size_t)k]) &&
                                is_at(mesh->positions, a, &mesh->positions[3 * (size_t)k]));
            }
        }
    }
    // A ball that is pulled as a whole turns no normal.
    while (editor_document_history(b.document).position > 2)
        assert_true(editor_document_undo(b.document));
    mesh = mesh_of(b.level, b.ball);
    editor_moved_vertex *all = calloc(mesh->vertex_count, sizeof(*all));
    assert_non_null(all);
    for (uint32_t v = 0; v < mesh->vertex_count; v++) {
        const float *p = &mesh->positions[3 * (size_t)v];
        all[v] = (editor_moved_vertex){v, {p[0] + 0.25f, p[1], p[2] - 8}};
    }
    assert_int_equal(editor_edit_move_vertices(b.document, &(editor_vertex_moves){b.ball, all, mesh->vertex_count}, 1),
                     EDITOR_EDIT_DONE);
    mesh = mesh_of(b.level, b.ball);
    const editor_mesh *original = editor_level_original(b.level, mesh);
    for (uint32_t v = 0; v < mesh->vertex_count; v++)
        assert_true(pick_vec3_length(pick_vec3_sub(vector(mesh->normals, v), vector(original->normals, v))) < 1e-5);
    free(all);
    end(&b);
}

// Faces without an area, before or after: no normal becomes none, or infinite.
static void test_flat_faces(void **state)
{
    (void)state;
    bench b = begin();
    const editor_mesh *mesh = mesh_of(b.level, b.box);
    editor_moved_vertex all[24];
    for (uint32_t v = 0; v < 24; v++)
        all[v] = (editor_moved_vertex){v, {1, 2, 3}};
    assert_int_equal(editor_edit_move_vertices(b.document, &(editor_vertex_moves){b.box, all, 24}, 1),
                     EDITOR_EDIT_DONE);
    assert_true(!isfinite(top(&b, b.box, 1, 3))); // a point
    mesh = mesh_of(b.level, b.box);
    assert_memory_equal(mesh->normals, editor_level_original(b.level, mesh)->normals, 72 * sizeof(float));
    // Inside out: what was in front is behind.
    assert_true(editor_document_undo(b.document));
    mesh = mesh_of(b.level, b.box);
    for (uint32_t v = 0; v < 24; v++) {
        const float *p = &mesh->positions[3 * (size_t)v];
        all[v] = (editor_moved_vertex){v, {-p[0], p[1], p[2]}};
    }
    assert_int_equal(editor_edit_move_vertices(b.document, &(editor_vertex_moves){b.box, all, 24}, 1),
                     EDITOR_EDIT_DONE);
    mesh = mesh_of(b.level, b.box);
    for (uint32_t v = 0; v < 24; v++)
        assert_true(pick_vec3_length(pick_vec3_sub(vector(mesh->normals, v), mean_normal(mesh, v))) < 1e-6);
    // A face that had no area, and so no direction, keeps the normals that it has.
    editor_level *level = editor_level_create();
    editor_error error = {""};
    static const float line[18] = {0, 0, 0, 1, 0, 0, 2, 0, 0, 0, 5, 0, 1, 5, 0, 0, 6, 0};
    static const uint32_t indices[6] = {0, 1, 2, 3, 4, 5};
    editor_mesh two = fixture_cube();
    two.vertex_count = two.index_count = 6;
    two.normals = malloc(sizeof(line));
    assert_true(level && two.normals);
    memcpy(two.positions, line, sizeof(line));
    memcpy(two.indices, indices, sizeof(indices));
    two.submeshes[0].triangle_count = 2;
    for (uint32_t i = 0; i < 18; i++)
        two.normals[i] = i % 3 == 1;
    const uint32_t number = editor_level_add_mesh(level, &two);
    const uint32_t flat = editor_level_add_object(level, "flat", EDITOR_NONE, number, &PICK_AFFINE_IDENTITY);
    assert_true(editor_level_finish(level, &error));
    editor_document *document = editor_document_create(level, NULL);
    assert_int_equal(move(document, flat, 1, (float[3]){1, 0, 3}), EDITOR_EDIT_DONE);
    assert_memory_equal(mesh_of(level, flat)->normals, level->meshes[number].normals, 18 * sizeof(float));
    check(level);
    editor_document_destroy(document);
    const float huge[3] = {3e38f, -3e38f, 3e38f};
    assert_int_equal(move(b.document, b.box, 3, huge), EDITOR_EDIT_DONE);
    mesh = mesh_of(b.level, b.box);
    for (uint32_t v = 0; v < 72; v++)
        assert_true(isfinite(mesh->normals[v]) && isfinite(mesh->positions[v]));
    end(&b);
}

// --- Several objects ------------------------------------------------------------------------------------------------

static void test_duplicates(void **state)
{
    (void)state;
    bench b = begin();
    const uint32_t corner = vertex_at(mesh_of(b.level, b.box), CORNER);
    assert_int_equal(move(b.document, b.box, corner, HIGH), EDITOR_EDIT_DONE);
    assert_int_equal(editor_edit_duplicate(b.document, &b.box, 1), EDITOR_EDIT_DONE);
    const uint32_t twin = editor_document_active(b.document), shared = b.level->objects[b.box].mesh;
    const pick_affine place = fixture_at(10, 50, 0);
    assert_int_equal(editor_edit_set_locals(b.document, &twin, &place, 1), EDITOR_EDIT_DONE);
    assert_int_equal(b.level->objects[twin].mesh, shared);
    const uint64_t before = fixture_state(b.document);
    // Each can be the one that is edited.
    for (int i = 0; i < 2; i++) {
        const uint32_t edited = i ? b.box : twin, other = i ? twin : b.box;
        const float higher[3] = {0.5f, 5, 0.5f};
        assert_int_equal(move(b.document, edited, corner, higher), EDITOR_EDIT_DONE);
        assert_int_equal(b.level->objects[other].mesh, shared);
        assert_true(b.level->objects[edited].mesh != shared);
        assert_int_equal(mesh_of(b.level, edited)->original, mesh_of(b.level, other)->original);
        assert_true(is_at(mesh_of(b.level, other)->positions, corner, HIGH));
        assert_true(is_at(mesh_of(b.level, edited)->positions, corner, higher));
        assert_true(editor_level_subtree_bounds(b.level, other).max.y == 51.5 &&
                    editor_level_subtree_bounds(b.level, edited).max.y == 55);
        // From now on each has its own, so nothing is copied.
        const uint32_t own = b.level->objects[edited].mesh;
        assert_int_equal(move(b.document, other, 0, higher), EDITOR_EDIT_DONE);
        assert_int_equal(b.level->objects[other].mesh, shared);
        assert_int_equal(move(b.document, edited, 1, higher), EDITOR_EDIT_DONE);
        assert_int_equal(b.level->objects[edited].mesh, own);
        check(b.level);
        for (int k = 0; k < 3; k++)
            assert_true(editor_document_undo(b.document));
        assert_true(fixture_state(b.document) == before);
        assert_int_equal(b.level->objects[twin].mesh, shared);
        assert_int_equal(b.level->objects[b.box].mesh, shared);
        check(b.level);
    }
    // Both at once, in one step; and one that is deleted counts no more, until it is back.
    const editor_moved_vertex moved = {corner, {3, 3, 3}};
    const editor_vertex_moves both[2] = {{b.box, &moved, 1}, {twin, &moved, 1}};
    assert_int_equal(editor_edit_move_vertices(b.document, both, 2), EDITOR_EDIT_DONE);
    assert_true(is_at(mesh_of(b.level, b.box)->positions, corner, moved.position));
    assert_true(is_at(mesh_of(b.level, twin)->positions, corner, moved.position));
    assert_true(editor_document_undo(b.document) && fixture_state(b.document) == before);
    assert_int_equal(editor_edit_delete(b.document, &twin, 1), EDITOR_EDIT_DONE);
    assert_int_equal(move(b.document, b.box, corner, moved.position), EDITOR_EDIT_DONE);
    assert_int_equal(b.level->objects[b.box].mesh, shared);
    assert_true(editor_document_undo(b.document) && editor_document_undo(b.document));
    assert_true(fixture_state(b.document) == before);
    assert_true(is_at(mesh_of(b.level, twin)->positions, corner, HIGH));
    end(&b);
}

static const editor_mesh *part_of(const editor_level *level, uint32_t prefab, uint32_t part)
{
    return &level->meshes[editor_level_content(level, level->prefabs[prefab].mesh)->parts[part].mesh];
}

// Bounds of instances are a little larger than their parts.
static bool reaches(const bench *b, uint32_t object, double y)
{
    return fabs(editor_level_subtree_bounds(b->level, object).max.y - y) < 1e-5;
}

static void test_prefabs(void **state)
{
    (void)state;
    bench b = begin();
    const uint32_t corner = vertex_at(mesh_of(b.level, b.box), CORNER);
    assert_int_equal(move(b.document, b.box, corner, HIGH), EDITOR_EDIT_DONE);
    assert_int_equal(editor_edit_duplicate(b.document, &b.box, 1), EDITOR_EDIT_DONE);
    const uint32_t twin = editor_document_active(b.document);
    pick_affine place = fixture_at(10, 50, 0);
    assert_int_equal(editor_edit_set_locals(b.document, &twin, &place, 1), EDITOR_EDIT_DONE);
    uint32_t prefab = EDITOR_NONE;
    assert_int_equal(editor_edit_make_prefab(b.document, &b.box, 1, "crate", &prefab), EDITOR_EDIT_DONE);
    const uint32_t instance = editor_document_active(b.document);
    const uint64_t drawn = pick_mesh_hash(mesh_of(b.level, instance)->pick);
    assert_int_equal(mesh_of(b.level, twin)->moves.count, part_of(b.level, prefab, 0)->moves.count);
    assert_true(reaches(&b, instance, 51.5));
    // The other one is edited, and the prefab stays.
    assert_int_equal(move(b.document, twin, corner, (float[3]){0.5f, 7, 0.5f}), EDITOR_EDIT_DONE);
    assert_true(is_at(part_of(b.level, prefab, 0)->positions, corner, HIGH));
    assert_true(pick_mesh_hash(mesh_of(b.level, instance)->pick) == drawn);
    assert_true(top(&b, instance, 0.4, 0.4) > 51 && top(&b, instance, 0.4, 0.4) < 51.5);
    // So is an unpacked one; then the definition takes it over.
    assert_int_equal(editor_edit_unpack_prefab(b.document, &instance, 1), EDITOR_EDIT_DONE);
    const uint32_t group = editor_document_active(b.document), part = b.level->objects[group].first_child;
    assert_int_equal(mesh_of(b.level, part)->moves.count, 3);
    uint32_t second = EDITOR_NONE;
    place = fixture_at(20, 50, 0);
    assert_int_equal(editor_edit_add_prefab(b.document, prefab, "crate 02", EDITOR_NONE, &place, &second),
                     EDITOR_EDIT_DONE);
    assert_int_equal(move(b.document, part, corner, (float[3]){0.5f, 9, 0.5f}), EDITOR_EDIT_DONE);
    assert_true(editor_level_subtree_bounds(b.level, part).max.y == 59);
    assert_true(pick_mesh_hash(mesh_of(b.level, second)->pick) == drawn);
    assert_true(reaches(&b, second, 51.5));
    check(b.level);
    assert_int_equal(editor_edit_update_prefab(b.document, group), EDITOR_EDIT_DONE);
    assert_true(pick_mesh_hash(mesh_of(b.level, second)->pick) != drawn);
    assert_true(reaches(&b, second, 59));
    assert_true(top(&b, second, 20.45, 0.45) > 57);
    // A prefab is edited as what it is made of before it is made, too: undo leads there, and redo back.
    uint64_t states[32], picks[32];
    const uint32_t steps = editor_document_history(b.document).position;
    assert_true(steps < 32);
    for (uint32_t i = steps;; i--) {
        states[i] = fixture_state(b.document);
        const bool has = editor_level_has_prefab(b.level, prefab);
        picks[i] = has ? pick_mesh_hash(b.level->meshes[b.level->prefabs[prefab].mesh].pick) : 0;
        check(b.level);
        if (!editor_document_undo(b.document))
            break;
    }
    for (uint32_t i = 0; i <= steps; i++) {
        assert_true(fixture_state(b.document) == states[i]);
        const bool has = editor_level_has_prefab(b.level, prefab);
        assert_true(picks[i] == (has ? pick_mesh_hash(b.level->meshes[b.level->prefabs[prefab].mesh].pick) : 0));
        check(b.level);
        assert_true(editor_document_redo(b.document) == (i < steps));
    }
    end(&b);
}

// Copies that became equal are two meshes. What is pasted finds one of them, and the definition that is there as well.
static void test_a_prefab_is_pasted(void **state)
{
    (void)state;
    bench b = begin();
    const uint32_t other = add(b.document, "other", EDITOR_SHAPE_CUBE, (pick_vec3){10, 50, 0});
    const uint32_t back = add(b.document, "back", EDITOR_SHAPE_CUBE, (pick_vec3){20, 50, 0});
    const uint32_t corner = vertex_at(mesh_of(b.level, b.box), CORNER), both[3] = {other, b.box, back};
    for (int i = 0; i < 3; i++) {
        assert_int_equal(
            editor_edit_set_overrides(b.document, &both[i],
                                      &(editor_override){.fields = EDITOR_OVERRIDE_SIDES, .double_sided = true}, 1),
            EDITOR_EDIT_DONE);
        assert_int_equal(move(b.document, both[i], corner, HIGH), EDITOR_EDIT_DONE);
    }
    assert_int_equal(move(b.document, back, corner, CORNER), EDITOR_EDIT_DONE);
    assert_true(b.level->objects[b.box].mesh != b.level->objects[other].mesh);
    uint32_t prefabs[2];
    assert_int_equal(editor_edit_make_prefab(b.document, &b.box, 1, "crate", &prefabs[0]), EDITOR_EDIT_DONE);
    const uint32_t crate = editor_document_active(b.document);
    assert_int_equal(editor_edit_make_prefab(b.document, &back, 1, "chest", &prefabs[1]), EDITOR_EDIT_DONE);
    const uint32_t instances[2] = {crate, editor_document_active(b.document)};
    char *text = editor_edit_copy(b.document, instances, 2);
    assert_non_null(text);
    assert_int_equal(editor_edit_paste(b.document, text, EDITOR_NONE, NULL, NULL), EDITOR_EDIT_DONE);
    free(text);
    assert_int_equal(editor_level_count_instances(b.level, prefabs[0]), 2);
    assert_int_equal(editor_level_count_instances(b.level, prefabs[1]), 2);
    assert_int_equal(b.level->prefab_count, 2);
    // Another shape, and another paint, are another definition; neither is the same one.
    const uint64_t before = fixture_state(b.document);
    for (int changes = 0; changes < 3; changes++) {
        assert_int_equal(editor_edit_unpack_prefab(b.document, &crate, 1), EDITOR_EDIT_DONE);
        const uint32_t group = editor_document_active(b.document), part = b.level->objects[group].first_child;
        assert_int_equal(editor_edit_rename(b.document, part, "box"), EDITOR_EDIT_DONE); // as the part is called
        if (changes == 1)
            assert_int_equal(move(b.document, part, corner, (float[3]){0.5f, 2, 0.5f}), EDITOR_EDIT_DONE);
        if (changes == 2)
            assert_int_equal(editor_edit_set_overrides(b.document, &part, &(editor_override){0}, 1), EDITOR_EDIT_DONE);
        assert_int_equal(editor_edit_update_prefab(b.document, group), EDITOR_EDIT_DONE);
        text = editor_edit_copy(b.document, &(uint32_t){editor_document_active(b.document)}, 1);
        assert_non_null(text);
        while (fixture_state(b.document) != before)
            assert_true(editor_document_undo(b.document));
        assert_int_equal(editor_edit_paste(b.document, text, EDITOR_NONE, NULL, NULL), EDITOR_EDIT_DONE);
        assert_int_equal(editor_level_count_instances(b.level, prefabs[0]), changes == 0 ? 3 : 2);
        assert_true((editor_level_find_prefab(b.level, "crate 02") == EDITOR_NONE) == (changes == 0));
        assert_true(editor_document_undo(b.document));
        free(text);
    }
    end(&b);
}

// The step that moved vertices is undone below a content that has them, and what the content shows follows.
static void test_a_content_follows_undo(void **state)
{
    (void)state;
    bench b = begin();
    const uint32_t corner = vertex_at(mesh_of(b.level, b.box), CORNER);
    assert_int_equal(move(b.document, b.box, corner, HIGH), EDITOR_EDIT_DONE);
    assert_int_equal(move(b.document, b.box, corner, (float[3]){0.5f, 4, 0.5f}), EDITOR_EDIT_DONE);
    uint32_t prefab = EDITOR_NONE;
    assert_int_equal(editor_edit_make_prefab(b.document, &b.box, 1, "crate", &prefab), EDITOR_EDIT_DONE);
    const uint32_t instance = editor_document_active(b.document);
    const uint64_t hash = pick_mesh_hash(mesh_of(b.level, instance)->pick);
    for (uint32_t back = 1; back <= 3; back++) {
        for (uint32_t i = 0; i < back; i++)
            assert_true(editor_document_undo(b.document));
        check(b.level);
        for (uint32_t i = 0; i < back; i++)
            assert_true(editor_document_redo(b.document));
        assert_true(pick_mesh_hash(mesh_of(b.level, instance)->pick) == hash);
        assert_true(reaches(&b, instance, 54));
        assert_true(top(&b, instance, 0.45, 0.45) > 53);
        check(b.level);
    }
    end(&b);
}

// --- Steps ----------------------------------------------------------------------------------------------------------

static void test_drags(void **state)
{
    (void)state;
    bench b = begin();
    const uint32_t corner = vertex_at(mesh_of(b.level, b.box), CORNER);
    const uint32_t meshes = b.level->mesh_count, steps = editor_document_history(b.document).step_count;
    for (int cancelled = 1; cancelled >= 0; cancelled--) {
        assert_true(editor_document_begin(b.document, "Drag corner"));
        for (int i = 1; i <= 200; i++)
            assert_int_equal(move(b.document, b.box, corner, (float[3]){0.5f, 0.5f + 0.125f * (float)i, 0.5f}),
                             EDITOR_EDIT_DONE);
        assert_int_equal(b.level->mesh_count, meshes + 1); // one copy, not two hundred
        assert_true(editor_level_subtree_bounds(b.level, b.box).max.y == 75.5);
        check(b.level);
        if (cancelled)
            editor_document_cancel(b.document);
        else
            assert_true(editor_document_commit(b.document));
        if (cancelled)
            assert_true(fixture_state(b.document) == b.start &&
                        editor_document_history(b.document).step_count == steps);
    }
    assert_int_equal(editor_document_history(b.document).step_count, steps + 1);
    assert_string_equal(editor_document_undo_label(b.document), "Drag corner");
    const uint64_t done = fixture_state(b.document);
    assert_true(editor_document_undo(b.document) && fixture_state(b.document) == b.start);
    assert_true(editor_document_redo(b.document) && fixture_state(b.document) == done);
    // A second drag, cancelled, of the copy itself.
    assert_true(editor_document_begin(b.document, "Drag corner"));
    for (int i = 1; i <= 10; i++)
        assert_int_equal(move(b.document, b.box, (uint32_t)i, (float[3]){(float)i, 0, 0}), EDITOR_EDIT_DONE);
    editor_document_cancel(b.document);
    assert_true(fixture_state(b.document) == done);
    assert_true(is_at(mesh_of(b.level, b.box)->positions, corner, (float[3]){0.5f, 25.5f, 0.5f}));
    // A drag back to where it began is no change of the copy.
    const uint32_t before = editor_document_history(b.document).step_count;
    assert_true(editor_document_begin(b.document, "Drag corner"));
    assert_int_equal(move(b.document, b.box, corner, HIGH), EDITOR_EDIT_DONE);
    assert_int_equal(move(b.document, b.box, corner, (float[3]){0.5f, 25.5f, 0.5f}), EDITOR_EDIT_DONE);
    assert_false(editor_document_commit(b.document));
    assert_int_equal(editor_document_history(b.document).step_count, before);
    assert_true(fixture_state(b.document) == done);
    end(&b);
}

// A drag that ends with the originals: their copies are in a step, and nothing else has them.
static void test_a_copy_of_a_step_stays(void **state)
{
    (void)state;
    bench b = begin();
    const uint32_t other = add(b.document, "other", EDITOR_SHAPE_CUBE, (pick_vec3){5, 50, 0});
    const uint64_t before = fixture_state(b.document);
    assert_true(editor_document_begin(b.document, "Drag"));
    const uint32_t both[2] = {b.box, b.ball};
    assert_int_equal(move(b.document, b.box, 0, HIGH), EDITOR_EDIT_DONE);
    assert_int_equal(move(b.document, b.ball, 0, HIGH), EDITOR_EDIT_DONE);
    assert_int_equal(editor_edit_reset_shapes(b.document, both, 2), EDITOR_EDIT_DONE);
    editor_document_commit(b.document);
    assert_true(fixture_state(b.document) == before);
    assert_int_equal(move(b.document, other, 1, (float[3]){7, 7, 7}), EDITOR_EDIT_DONE);
    const uint64_t after = fixture_state(b.document);
    for (int i = 0; i < 2; i++) {
        while (fixture_state(b.document) != b.start)
            assert_true(editor_document_undo(b.document));
        while (editor_document_redo(b.document))
            check(b.level);
        assert_true(fixture_state(b.document) == after);
        assert_true(is_at(mesh_of(b.level, other)->positions, 1, (float[3]){7, 7, 7}));
    }
    end(&b);
}

// Copies that no object and no step has go.
static void test_unused_copies_go(void **state)
{
    (void)state;
    bench b = begin();
    const uint32_t corner = vertex_at(mesh_of(b.level, b.box), CORNER);
    for (int i = 0; i < 50; i++) {
        assert_int_equal(move(b.document, b.box, corner, HIGH), EDITOR_EDIT_DONE);
        assert_int_equal(
            editor_edit_set_overrides(
                b.document, &b.box,
                &(editor_override){.fields = EDITOR_OVERRIDE_SIDES, .double_sided = true, .metallic = 0.01 * i}, 1),
            EDITOR_EDIT_DONE);
        assert_true(editor_document_take_back(b.document) && editor_document_take_back(b.document));
    }
    assert_true(fixture_state(b.document) == b.start);
    assert_true(b.level->moved_count <= 2);
    end(&b);
}

// --- Materials ------------------------------------------------------------------------------------------------------

static editor_edit_result paint(bench *b, uint32_t object, editor_override override)
{
    return editor_edit_set_overrides(b->document, &object, &override, 1);
}

static void test_looks(void **state)
{
    (void)state;
    bench b = begin();
    const uint32_t corner = vertex_at(mesh_of(b.level, b.box), CORNER);
    const editor_override sides = {
        .fields = EDITOR_OVERRIDE_SIDES | EDITOR_OVERRIDE_METALLIC, .double_sided = true, .metallic = 0.5};
    const editor_override mask = {.fields = EDITOR_OVERRIDE_ALPHA_MODE | EDITOR_OVERRIDE_BASE_COLOR,
                                  .alpha_mode = EDITOR_ALPHA_MASK,
                                  .base_color = {1, 0.5, 0.25, 1}};
    assert_int_equal(paint(&b, b.box, sides), EDITOR_EDIT_DONE);
    assert_int_equal(paint(&b, b.ball, mask), EDITOR_EDIT_DONE);
    // A painted one that gets a copy keeps its paint.
    const uint32_t painted[2] = {b.box, b.ball};
    for (int i = 0; i < 2; i++) {
        assert_int_equal(move(b.document, painted[i], corner, HIGH), EDITOR_EDIT_DONE);
        const editor_object *o = &b.level->objects[painted[i]];
        assert_true(o->look && o->look->mesh == o->mesh);
        assert_ptr_not_equal(editor_level_pick_mesh(b.level, o), b.level->meshes[o->mesh].pick);
        check(b.level);
    }
    assert_true(editor_level_material(b.level, &b.level->objects[b.box], 0)->metallic == 0.5f);
    assert_true(editor_level_material(b.level, &b.level->objects[b.ball], 0)->base_color[2] == 0.25f);
    // A copy that is painted: two looks of one mesh, each with triangles of its own, follow together.
    assert_int_equal(editor_edit_duplicate(b.document, &b.box, 1), EDITOR_EDIT_DONE);
    const uint32_t twin = editor_document_active(b.document);
    assert_int_equal(paint(&b, twin, mask), EDITOR_EDIT_DONE);
    assert_int_equal(b.level->objects[twin].mesh, b.level->objects[b.box].mesh);
    check(b.level);
    const float higher[3] = {0.5f, 3, 0.5f};
    assert_int_equal(move(b.document, b.box, corner, higher), EDITOR_EDIT_DONE);
    check(b.level);
    assert_true(editor_level_subtree_bounds(b.level, b.box).max.y == 53 &&
                editor_level_subtree_bounds(b.level, twin).max.y == 51.5);
    // From inside its back is met: of the copy, where the corner is now.
    const pick_query query = editor_level_query(b.level);
    const pick_ray ray = {.origin = {0.45, 50, 0.45}, .direction = {0, 1, 0}, .t_max = 10};
    pick_hit hit;
    assert_int_equal(editor_edit_delete(b.document, &twin, 1), EDITOR_EDIT_DONE);
    assert_true(pick_closest(b.level->scene, &ray, &query, &hit) && hit.user == b.box && hit.t > 2);
    // Reset: painted still.
    assert_int_equal(editor_edit_reset_shapes(b.document, painted, 2), EDITOR_EDIT_DONE);
    assert_true(editor_level_material(b.level, &b.level->objects[b.box], 0)->metallic == 0.5f);
    assert_true(pick_closest(b.level->scene, &ray, &query, &hit) && hit.user == b.box && hit.t == 0.5);
    end(&b);
}

// --- Reset, and sizes -----------------------------------------------------------------------------------------------

static void test_reset(void **state)
{
    (void)state;
    bench b = begin();
    const uint32_t both[3] = {b.box, b.ball, LAMP},
                   originals[2] = {b.level->objects[b.box].mesh, b.level->objects[b.ball].mesh};
    assert_int_equal(editor_edit_reset_shapes(b.document, both, 3), EDITOR_EDIT_NOTHING);
    const uint64_t hash = editor_level_hash(b.level);
    assert_int_equal(move(b.document, b.box, 2, HIGH), EDITOR_EDIT_DONE);
    assert_int_equal(move(b.document, b.ball, 2, HIGH), EDITOR_EDIT_DONE);
    const uint64_t moved = fixture_state(b.document);
    assert_int_equal(editor_edit_reset_shapes(b.document, &both[0], 1), EDITOR_EDIT_DONE);
    assert_string_equal(editor_document_undo_label(b.document), "Reset shape of box");
    assert_int_equal(b.level->objects[b.box].mesh, originals[0]);
    assert_true(b.level->objects[b.ball].mesh != originals[1]);
    assert_int_equal(editor_edit_reset_shapes(b.document, both, 3), EDITOR_EDIT_DONE);
    assert_int_equal(b.level->objects[b.ball].mesh, originals[1]);
    assert_true(editor_level_hash(b.level) == hash);
    check(b.level);
    assert_true(editor_document_undo(b.document) && editor_document_undo(b.document));
    assert_true(fixture_state(b.document) == moved);
    // What is where it was needs no reset.
    const float home[3] = {mesh_of(b.level, b.ball)->positions[0], mesh_of(b.level, b.ball)->positions[1],
                           mesh_of(b.level, b.ball)->positions[2]};
    assert_int_equal(move(b.document, b.ball, 0, CORNER), EDITOR_EDIT_DONE);
    assert_int_equal(move(b.document, b.ball, 0, home), EDITOR_EDIT_DONE);
    assert_true(fixture_state(b.document) == moved);
    assert_true(editor_document_undo(b.document) && editor_document_undo(b.document) &&
                editor_document_undo(b.document));
    const float low[3] = {editor_level_original(b.level, mesh_of(b.level, b.ball))->positions[6],
                          editor_level_original(b.level, mesh_of(b.level, b.ball))->positions[7],
                          editor_level_original(b.level, mesh_of(b.level, b.ball))->positions[8]};
    assert_int_equal(move(b.document, b.ball, 2, HIGH), EDITOR_EDIT_DONE);
    assert_int_equal(move(b.document, b.ball, 2, low), EDITOR_EDIT_DONE);
    assert_int_equal(mesh_of(b.level, b.ball)->moves.count, 0);
    assert_int_equal(editor_edit_reset_shapes(b.document, &b.ball, 1), EDITOR_EDIT_NOTHING);
    assert_true(editor_document_undo(b.document));
    assert_true(fixture_state(b.document) == moved);
    // Of the selection.
    assert_int_equal(editor_edit_select_objects(b.document, PICK_SELECTION_REPLACE, both, 2), EDITOR_EDIT_DONE);
    assert_int_equal(editor_edit_reset_shapes(b.document, NULL, 0), EDITOR_EDIT_DONE);
    assert_string_equal(editor_document_undo_label(b.document), "Reset shape of 2 objects");
    assert_true(editor_level_hash(b.level) == hash);
    end(&b);
}

static void test_sizes(void **state)
{
    (void)state;
    bench b = begin();
    editor_primitive wide = mesh_of(b.level, b.box)->primitive;
    wide.value[EDITOR_PRIMITIVE_WIDTH] = 3;
    assert_int_equal(move(b.document, b.box, vertex_at(mesh_of(b.level, b.box), CORNER), HIGH), EDITOR_EDIT_DONE);
    const uint64_t before = fixture_state(b.document);
    assert_int_equal(editor_edit_set_primitives(b.document, &b.box, &wide, 1), EDITOR_EDIT_REFUSED);
    assert_string_equal(editor_document_reason(b.document),
                        "box has no sizes: its vertices were moved. Reset its shape first");
    assert_true(fixture_state(b.document) == before);
    // With all vertices back it has sizes again, as it has in its file.
    const uint32_t corner = vertex_at(mesh_of(b.level, b.box), HIGH);
    assert_int_equal(move(b.document, b.box, corner, CORNER), EDITOR_EDIT_DONE);
    assert_int_equal(editor_edit_set_primitives(b.document, &b.box, &wide, 1), EDITOR_EDIT_DONE);
    assert_true(editor_level_subtree_bounds(b.level, b.box).max.x == 1.5);
    assert_true(editor_document_undo(b.document) && editor_document_undo(b.document));
    assert_true(fixture_state(b.document) == before);
    assert_int_equal(editor_edit_reset_shapes(b.document, &b.box, 1), EDITOR_EDIT_DONE);
    assert_int_equal(editor_edit_set_primitives(b.document, &b.box, &wide, 1), EDITOR_EDIT_DONE);
    // And a moved one of other sizes has those when it is reset.
    assert_int_equal(move(b.document, b.box, 0, HIGH), EDITOR_EDIT_DONE);
    assert_int_equal(editor_edit_reset_shapes(b.document, &b.box, 1), EDITOR_EDIT_DONE);
    assert_true(editor_level_subtree_bounds(b.level, b.box).max.x == 1.5);
    end(&b);
}

// --- Refusals -------------------------------------------------------------------------------------------------------

// Beside a move that would do: both or none.
static void refuse(bench *b, uint32_t object, uint32_t vertex, const float to[3], const char *why)
{
    const uint64_t before = fixture_state(b->document);
    const uint32_t meshes = b->level->mesh_count, steps = editor_document_history(b->document).step_count;
    const editor_moved_vertex moved[2] = {{0, {1, 2, 3}}, {vertex, {to[0], to[1], to[2]}}};
    const editor_vertex_moves moves[2] = {{b->ball, &moved[0], 1}, {object, &moved[1], 1}};
    for (int i = 0; i < 2; i++) {
        assert_int_equal(editor_edit_move_vertices(b->document, &moves[1 - i], 1 + (uint32_t)i), EDITOR_EDIT_REFUSED);
        assert_string_equal(editor_document_reason(b->document), why);
        assert_true(fixture_state(b->document) == before);
        assert_int_equal(editor_document_history(b->document).step_count, steps);
    }
    assert_true(b->level->mesh_count <= meshes + 1);
    check(b->level);
}

static void test_refusals(void **state)
{
    (void)state;
    bench b = begin();
    const float infinite[3] = {0, (float)INFINITY, 0}, none[3] = {(float)NAN, 0, 0};
    refuse(&b, 999, 0, HIGH, "the object no longer exists");
    refuse(&b, POSTS, 0, HIGH, "posts has no triangles");
    refuse(&b, LAMP, 0, HIGH, "lamp has no triangles");
    refuse(&b, EYE, 0, HIGH, "eye has no triangles");
    refuse(&b, b.box, 24, HIGH, "box has no vertex 24");
    refuse(&b, b.box, EDITOR_NONE, HIGH, "box has no vertex 4294967295");
    refuse(&b, b.box, 0, infinite, "box: the result would be too large for numbers to hold");
    refuse(&b, b.box, 0, none, "box: the result would be too large for numbers to hold");
    const uint32_t volume = add(b.document, "trigger", EDITOR_SHAPE_BOX_VOLUME, (pick_vec3){0, 70, 0});
    refuse(&b, volume, 0, HIGH, "trigger has no triangles");
    double points[6] = {0, 0, 0, 1, 0, 0};
    uint32_t line = EDITOR_NONE, gone = add(b.document, "gone", EDITOR_SHAPE_CUBE, (pick_vec3){0, 80, 0});
    const pick_affine place = fixture_at(0, 75, 0);
    assert_int_equal(
        editor_edit_add_line(b.document, "wire", EDITOR_NONE, &(editor_line){points, 2, false, 0}, &place, &line),
        EDITOR_EDIT_DONE);
    refuse(&b, line, 0, HIGH, "wire has no triangles");
    assert_int_equal(editor_edit_delete(b.document, &gone, 1), EDITOR_EDIT_DONE);
    refuse(&b, gone, 0, HIGH, "the object no longer exists");
    uint32_t prefab = EDITOR_NONE;
    assert_int_equal(editor_edit_make_prefab(b.document, &b.box, 1, "crate", &prefab), EDITOR_EDIT_DONE);
    refuse(&b, editor_document_active(b.document), 0, HIGH, "box is an instance: unpack it first");
    end(&b);
}

// What models have: clips that deform, a mesh that clips leave alone, heights; and the boxes of a file that is gone.
static void test_refusals_of_models(void **state)
{
    (void)state;
    bench b = begin();
    editor_error error = {""};
    const uint32_t asset = import_model(b.document, ARM, &error);
    if (asset == EDITOR_NONE)
        fail_msg("%s", error.text);
    uint32_t made = EDITOR_NONE;
    const pick_affine place = fixture_at(0, 100, 0);
    assert_int_equal(editor_edit_add_asset(b.document, asset, EDITOR_NONE, &place, &made), EDITOR_EDIT_DONE);
    refuse(&b, editor_level_find(b.level, "arm", EDITOR_NONE), 0, HIGH, "arm is deformed by its clips");
    refuse(&b, editor_level_find(b.level, "face", EDITOR_NONE), 0, HIGH, "face is deformed by its clips");
    const uint32_t wheel = editor_level_find(b.level, "wheel", EDITOR_NONE);
    assert_int_equal(move(b.document, wheel, 0, (float[3]){-5, 0, 0}), EDITOR_EDIT_DONE);
    check(b.level);
    // It is where the clip has it, as it is now.
    const uint64_t hash = editor_level_hash(b.level);
    assert_true(editor_document_pose(b.document, "bend", 0.5, &error));
    assert_true(b.level->objects[wheel].world.origin.x != 0);
    assert_true(is_at(mesh_of(b.level, wheel)->positions, 0, (float[3]){-5, 0, 0}));
    check_copy(b.level, wheel);
    editor_document_rest(b.document);
    assert_true(editor_level_hash(b.level) == hash);

    write_text("test_vertices.tmp.vkpick",
               "{\"vkpick_level\": 1, \"assets\": [{\"id\": 1, \"path\": \"none.gltf\", \"mesh_names\": [\"m\"], "
               "\"mesh_boxes\": [[0,0,0,1,1,1]]}], \"objects\": [{\"id\": 1, \"name\": \"hull\", \"asset\": 1, "
               "\"mesh\": 0}]}");
    editor_level *level = editor_level_read("test_vertices.tmp.vkpick", NULL, NULL, NULL, &error);
    assert_non_null(level);
    remove("test_vertices.tmp.vkpick");
    editor_document *document = editor_document_create(level, NULL);
    const uint64_t before = fixture_state(document);
    assert_int_equal(move(document, 0, 0, HIGH), EDITOR_EDIT_REFUSED);
    assert_string_equal(editor_document_reason(document), "hull is a box: its file is missing");
    assert_true(fixture_state(document) == before);
    editor_document_destroy(document);
    end(&b);
}

static void test_refusal_of_terrains(void **state)
{
    (void)state;
    static const uint16_t samples[9] = {0, 20000, 5000, 40000, 100, 30000, 1000, 7, 50000};
    bench b = begin();
    editor_level *heights = editor_level_create();
    editor_mesh meshes[EDITOR_TERRAIN_MESHES];
    editor_error error = {""};
    const editor_terrain usual = editor_terrain_default(3, 3);
    assert_true(heights && editor_terrain_make_meshes(samples, 3, 3, meshes));
    for (int i = 0; i < EDITOR_TERRAIN_MESHES; i++)
        assert_int_equal(editor_level_add_mesh(heights, &meshes[i]), i);
    editor_level_add_terrain(heights, "hills", EDITOR_NONE, 0, &usual, &PICK_AFFINE_IDENTITY);
    assert_true(editor_level_add_own_asset(heights, "hills.png", false) && editor_level_finish(heights, &error));
    const uint32_t asset = editor_level_absorb((editor_level *)(uintptr_t)b.level, heights);
    uint32_t hills = EDITOR_NONE;
    assert_int_equal(editor_edit_add_asset(b.document, asset, EDITOR_NONE, &PICK_AFFINE_IDENTITY, &hills),
                     EDITOR_EDIT_DONE);
    const uint64_t before = fixture_state(b.document);
    assert_int_equal(move(b.document, hills, 0, HIGH), EDITOR_EDIT_REFUSED);
    assert_string_equal(editor_document_reason(b.document), "hills is a terrain: its picture has the heights");
    assert_true(fixture_state(b.document) == before);
    editor_document_destroy(b.document);
}

// --- A random history against a model -------------------------------------------------------------------------------

enum { SHAPES = 4, MOST_VERTICES = 40, MOST_OBJECTS = 12, MOST_STEPS = 4000, MOST_MOVES = 12 };
#define SAVED "test_vertices.tmp.vkpick"

// A cube and a ball in two sizes each. Of each vertex the lowest one in its place.
typedef struct shape {
    editor_primitive primitive;
    uint32_t vertex_count, places[MOST_VERTICES];
    float positions[3 * MOST_VERTICES];
} shape;

typedef struct model_object {
    double id;
    uint32_t shape;
    float positions[3 * MOST_VERTICES];
} model_object;

typedef struct model {
    model_object objects[MOST_OBJECTS];
    uint32_t count;
} model;

typedef struct moment {
    model model;
    uint64_t hash;
} moment;

typedef struct game {
    editor_document *document;
    const editor_level *level;
    test_random random;
    shape shapes[SHAPES];
    model now;
    moment *moments;
    uint32_t position, known;
    uint32_t done, nothing, refused, read;
} game;

static void make_shape(shape *out, editor_shape kind, double size)
{
    editor_mesh mesh = {0};
    out->primitive = editor_primitive_default(kind);
    double *value = out->primitive.value;
    value[EDITOR_PRIMITIVE_SEGMENTS] = value[EDITOR_PRIMITIVE_SEGMENTS] > 0 ? 6 : 0;
    value[EDITOR_PRIMITIVE_RINGS] = value[EDITOR_PRIMITIVE_RINGS] > 0 ? 4 : 0;
    for (int i = 0; i < EDITOR_PRIMITIVE_SEGMENTS; i++)
        value[i] *= size;
    assert_true(editor_primitive_mesh(&out->primitive, &mesh) && mesh.vertex_count <= MOST_VERTICES);
    out->vertex_count = mesh.vertex_count;
    memcpy(out->positions, mesh.positions, 3 * (size_t)mesh.vertex_count * sizeof(float));
    for (uint32_t v = 0; v < mesh.vertex_count; v++) {
        out->places[v] = v;
        for (uint32_t k = 0; k < v && out->places[v] == v; k++) {
            if (is_at(mesh.positions, v, &mesh.positions[3 * (size_t)k]))
                out->places[v] = k;
        }
    }
    mesh_tools_free(&mesh);
}

static uint32_t number_of(const game *g, double id)
{
    for (uint32_t i = 0; i < g->level->object_count; i++) {
        if (g->level->objects[i].exists && g->level->objects[i].id == id)
            return i;
    }
    fail_msg("object %.0f is gone", id);
    return EDITOR_NONE;
}

static bool same_positions(const game *g, const model_object *o, const float *positions)
{
    bool same = true;
    for (uint32_t i = 0; i < 3 * g->shapes[o->shape].vertex_count; i++)
        same &= positions[i] == o->positions[i];
    return same;
}

static bool is_moved(const game *g, const model_object *o)
{
    return !same_positions(g, o, g->shapes[o->shape].positions);
}

static void compare(const game *g, const model *expected)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < g->level->object_count; i++)
        count += g->level->objects[i].exists;
    assert_int_equal(count, expected->count);
    for (uint32_t i = 0; i < expected->count; i++) {
        const model_object *o = &expected->objects[i];
        const uint32_t number = number_of(g, o->id);
        const editor_mesh *mesh = mesh_of(g->level, number);
        assert_int_equal(mesh->vertex_count, g->shapes[o->shape].vertex_count);
        assert_true(same_positions(g, o, mesh->positions));
        assert_int_equal(editor_level_has_moves(g->level, g->level->objects[number].mesh), is_moved(g, o));
    }
    check(g->level);
}

static void at_start(game *g)
{
    g->position = g->known = 0;
    g->moments[0] = (moment){g->now, editor_level_hash(g->level)};
}

// Takes over what a command, or a drag, did: a step if something is different.
static void take_step(game *g, bool done)
{
    assert_int_equal(editor_document_history(g->document).position, g->position + done);
    compare(g, &g->now);
    if (!done) {
        assert_true(editor_level_hash(g->level) == g->moments[g->position].hash);
        return;
    }
    g->position++;
    g->known = g->position;
    assert_true(g->position < MOST_STEPS);
    g->moments[g->position] = (moment){g->now, editor_level_hash(g->level)};
}

static model_object *any(game *g)
{
    return &g->now.objects[random_index(&g->random, g->now.count)];
}

// Moves vertices, a few or all, of an object, or two.
static editor_edit_result play_move(game *g)
{
    editor_moved_vertex items[2][MOST_MOVES];
    editor_vertex_moves moves[2];
    const uint32_t objects = 1 + (random_index(&g->random, 4) == 0);
    const model before = g->now;
    bool is_twice = false; // a place in one command
    for (uint32_t i = 0; i < objects; i++) {
        model_object *o = any(g);
        const shape *s = &g->shapes[o->shape];
        moves[i] = (editor_vertex_moves){number_of(g, o->id), items[i], 1 + random_index(&g->random, MOST_MOVES)};
        is_twice |= i > 0 && moves[1].object == moves[0].object;
        const bool home = random_index(&g->random, 3) == 0;
        uint32_t first = random_index(&g->random, s->vertex_count);
        for (uint32_t k = 0; k < moves[i].count; k++) {
            editor_moved_vertex *item = &items[i][k];
            item->vertex = (first + k) % s->vertex_count;
            const uint32_t from = random_index(&g->random, 3) == 0 ? random_index(&g->random, s->vertex_count)
                                                                   : item->vertex; // perhaps onto another one
            memcpy(item->position, &s->positions[3 * (size_t)(home ? item->vertex : from)], sizeof(item->position));
            for (int n = 0; n < 3 && !home && from == item->vertex; n++)
                item->position[n] += (float)random_between(&g->random, -0.3, 0.3);
            for (uint32_t n = 0; n < k; n++)
                is_twice |= s->places[items[i][n].vertex] == s->places[item->vertex];
            for (uint32_t v = 0; v < s->vertex_count; v++) {
                if (s->places[v] == s->places[item->vertex])
                    memcpy(&o->positions[3 * (size_t)v], item->position, sizeof(item->position));
            }
        }
    }
    const editor_edit_result result = editor_edit_move_vertices(g->document, moves, objects);
    bool differs = false;
    for (uint32_t i = 0; i < g->now.count; i++)
        differs |= !same_positions(g, &g->now.objects[i], before.objects[i].positions);
    // A place that is moved and put back in one command may leave a copy.
    assert_true(result == EDITOR_EDIT_DONE || (!differs && result == EDITOR_EDIT_NOTHING));
    assert_true(result == EDITOR_EDIT_NOTHING || differs || is_twice);
    if (is_twice && !editor_document_is_open(g->document)) // then it may make no step
        return editor_document_history(g->document).position > g->position ? EDITOR_EDIT_DONE : EDITOR_EDIT_NOTHING;
    return result;
}

static editor_edit_result play_duplicate(game *g)
{
    const uint32_t most = g->now.count, count = 1 + random_index(&g->random, most < 3 ? most : 3);
    uint32_t targets[3], first = random_index(&g->random, most);
    if (g->now.count + count > MOST_OBJECTS)
        return EDITOR_EDIT_NOTHING;
    for (uint32_t i = 0; i < count; i++)
        targets[i] = number_of(g, g->now.objects[(first + i) % most].id);
    assert_int_equal(editor_edit_duplicate(g->document, targets, count), EDITOR_EDIT_DONE);
    for (uint32_t i = 0; i < count; i++) {
        model_object made = g->now.objects[(first + i) % most];
        const uint32_t twin = g->level->objects[targets[i]].next;
        made.id = g->level->objects[twin].id;
        assert_int_equal(g->level->objects[twin].mesh, g->level->objects[targets[i]].mesh);
        g->now.objects[g->now.count++] = made;
    }
    return EDITOR_EDIT_DONE;
}

static editor_edit_result play_delete(game *g)
{
    if (g->now.count < 4)
        return EDITOR_EDIT_NOTHING;
    model_object *o = any(g);
    const uint32_t target = number_of(g, o->id);
    *o = g->now.objects[--g->now.count];
    return editor_edit_delete(g->document, &target, 1);
}

static editor_edit_result play_reset(game *g)
{
    uint32_t targets[3], count = 1 + random_index(&g->random, 3);
    bool moved = false;
    for (uint32_t i = 0; i < count; i++) {
        model_object *o = any(g);
        targets[i] = number_of(g, o->id);
        moved |= is_moved(g, o);
        memcpy(o->positions, g->shapes[o->shape].positions, sizeof(o->positions));
    }
    const editor_edit_result result = editor_edit_reset_shapes(g->document, targets, count);
    assert_int_equal(result, moved ? EDITOR_EDIT_DONE : EDITOR_EDIT_NOTHING);
    return result;
}

static editor_edit_result play_resize(game *g)
{
    model_object *o = any(g);
    const uint32_t target = number_of(g, o->id), to = o->shape ^ 1;
    const editor_edit_result result = editor_edit_set_primitives(g->document, &target, &g->shapes[to].primitive, 1);
    assert_int_equal(result, is_moved(g, o) ? EDITOR_EDIT_REFUSED : EDITOR_EDIT_DONE);
    if (result == EDITOR_EDIT_DONE) {
        o->shape = to;
        memcpy(o->positions, g->shapes[to].positions, sizeof(o->positions));
    }
    return result;
}

static editor_edit_result play_paint(game *g)
{
    const uint32_t target = number_of(g, any(g)->id), bits = random_index(&g->random, 8);
    const editor_override o = {.fields = (bits & 1 ? EDITOR_OVERRIDE_SIDES : 0) |
                                         (bits & 2 ? EDITOR_OVERRIDE_ALPHA_MODE : 0) |
                                         (bits & 4 ? EDITOR_OVERRIDE_METALLIC : 0),
                               .double_sided = true,
                               .alpha_mode = EDITOR_ALPHA_MASK,
                               .metallic = 0.5};
    return editor_edit_set_overrides(g->document, &target, &o, 1);
}

static editor_edit_result play_paste(game *g)
{
    if (g->now.count == MOST_OBJECTS)
        return EDITOR_EDIT_NOTHING;
    model_object made = *any(g);
    const uint32_t source = number_of(g, made.id);
    char *text = editor_edit_copy(g->document, &source, 1);
    assert_non_null(text);
    const editor_edit_result result = editor_edit_paste(g->document, text, EDITOR_NONE, NULL, NULL);
    free(text);
    assert_int_equal(result, EDITOR_EDIT_DONE);
    made.id = g->level->objects[editor_document_active(g->document)].id;
    g->now.objects[g->now.count++] = made;
    return result;
}

static editor_edit_result play(game *g)
{
    editor_edit_result result;
    switch (random_index(&g->random, 12)) {
    case 0:
        result = play_duplicate(g);
        break;
    case 1:
        result = play_delete(g);
        break;
    case 2:
        result = play_reset(g);
        break;
    case 3:
        result = play_resize(g);
        break;
    case 4:
        result = play_paint(g);
        break;
    case 5:
        result = play_paste(g);
        break;
    default:
        result = play_move(g);
        break;
    }
    g->done += result == EDITOR_EDIT_DONE;
    g->nothing += result == EDITOR_EDIT_NOTHING;
    g->refused += result == EDITOR_EDIT_REFUSED;
    return result;
}

static void play_drag(game *g)
{
    const model before = g->now;
    assert_true(editor_document_begin(g->document, "Drag"));
    for (uint32_t i = random_index(&g->random, 6); i > 0; i--)
        play(g);
    compare(g, &g->now);
    bool made = false;
    if (random_index(&g->random, 3) == 0) {
        editor_document_cancel(g->document);
        g->now = before;
    } else {
        made = editor_document_commit(g->document);
    }
    take_step(g, made);
}

static void play_history(game *g)
{
    const bool back = random_index(&g->random, 2) == 0;
    for (uint32_t n = 1 + random_index(&g->random, 8); n > 0; n--) {
        const bool can = back ? g->position > 0 : g->position < g->known;
        assert_int_equal(back ? editor_document_undo(g->document) : editor_document_redo(g->document), can);
        g->position += can ? (back ? -1u : 1u) : 0;
        g->now = g->moments[g->position].model;
        assert_true(editor_level_hash(g->level) == g->moments[g->position].hash);
        compare(g, &g->now);
    }
}

// Reads what was written, and goes on with it now and then.
static void play_file(game *g, bool goes_on)
{
    editor_error error = {""};
    editor_text text = {0}, again = {0};
    game other = *g;
    assert_true(editor_level_write(g->level, SAVED, &text, &error));
    write_text(SAVED, text.data);
    editor_level *level = editor_level_read(SAVED, NULL, NULL, NULL, &error);
    if (!level)
        fail_msg("%s", error.text);
    remove(SAVED);
    assert_int_equal(level->warning_count, 0);
    assert_true(editor_level_hash(level) == editor_level_hash(g->level));
    assert_true(editor_level_write(level, SAVED, &again, &error));
    assert_string_equal(text.data, again.data);
    other.document = editor_document_create(level, NULL);
    assert_non_null(other.document);
    other.level = editor_document_level(other.document);
    compare(&other, &g->now);
    g->read++;
    if (goes_on) {
        editor_document_destroy(g->document);
        g->document = other.document;
        g->level = other.level;
        at_start(g);
    } else {
        editor_document_destroy(other.document);
    }
    editor_text_free(&text);
    editor_text_free(&again);
}

static void test_random_history(void **state)
{
    (void)state;
    game g = {.random = {2}};
    editor_level *level = editor_level_create();
    editor_error error = {""};
    assert_true(level && editor_level_finish(level, &error));
    g.document = editor_document_create(level, NULL);
    g.level = editor_document_level(g.document);
    g.moments = malloc(MOST_STEPS * sizeof(*g.moments));
    assert_non_null(g.moments);
    for (uint32_t i = 0; i < SHAPES; i++)
        make_shape(&g.shapes[i], i < 2 ? EDITOR_SHAPE_CUBE : EDITOR_SHAPE_SPHERE, i % 2 ? 2 : 1);
    for (uint32_t i = 0; i < SHAPES; i++) {
        const pick_affine place = fixture_at(4.0 * i, 0, 0);
        model_object *o = &g.now.objects[g.now.count++];
        uint32_t made = EDITOR_NONE;
        assert_int_equal(
            editor_edit_add_primitive(g.document, "thing", EDITOR_NONE, &g.shapes[i].primitive, &place, &made),
            EDITOR_EDIT_DONE);
        *o = (model_object){.id = g.level->objects[made].id, .shape = i};
        memcpy(o->positions, g.shapes[i].positions, sizeof(o->positions));
    }
    play_file(&g, true);
    const uint32_t rounds = test_effort(1000, 30000);
    for (uint32_t i = 0; i < rounds; i++) {
        const uint32_t what = random_index(&g.random, 12);
        if (what == 0)
            play_drag(&g);
        else if (what < 4)
            play_history(&g);
        else if (what == 4)
            play_file(&g, random_index(&g.random, 6) == 0 || g.position > MOST_STEPS - 100);
        else
            take_step(&g, play(&g) == EDITOR_EDIT_DONE);
    }
    while (g.position > 0) {
        assert_true(editor_document_undo(g.document));
        g.position--;
        compare(&g, &g.moments[g.position].model);
        assert_true(editor_level_hash(g.level) == g.moments[g.position].hash);
    }
    print_message("%u commands done, %u changed nothing, %u refused; %u times read back\n", (unsigned)g.done,
                  (unsigned)g.nothing, (unsigned)g.refused, (unsigned)g.read);
    assert_true(g.done > rounds / 3 && g.nothing > rounds / 50 && g.refused > rounds / 200 && g.read > rounds / 30);
    free(g.moments);
    editor_document_destroy(g.document);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_corner),
        cmocka_unit_test(test_a_mesh_without_normals),
        cmocka_unit_test(test_a_move_by_nothing),
        cmocka_unit_test(test_sharp_normals),
        cmocka_unit_test(test_smooth_normals),
        cmocka_unit_test(test_flat_faces),
        cmocka_unit_test(test_duplicates),
        cmocka_unit_test(test_prefabs),
        cmocka_unit_test(test_a_prefab_is_pasted),
        cmocka_unit_test(test_a_content_follows_undo),
        cmocka_unit_test(test_drags),
        cmocka_unit_test(test_a_copy_of_a_step_stays),
        cmocka_unit_test(test_unused_copies_go),
        cmocka_unit_test(test_looks),
        cmocka_unit_test(test_reset),
        cmocka_unit_test(test_sizes),
        cmocka_unit_test(test_refusals),
        cmocka_unit_test(test_refusals_of_models),
        cmocka_unit_test(test_refusal_of_terrains),
        cmocka_unit_test(test_random_history),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
