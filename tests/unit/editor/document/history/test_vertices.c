// Moved vertices of one object: what moves together, normals, picks, steps, materials, reset, refusals.
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "document/file/level_file.h"
#include "document/level/level_internal.h"
#include "document/level/look.h"
#include "document/level/terrain_mesh.h"
#include "edit_fixture.h"
#include "import_model.h"
#include "random.h"
#include "text_file.h"
#include "vertices_bench.h"

// --- One object -----------------------------------------------------------------------------------------------------

static void test_a_corner(void **state)
{
    (void)state;
    vertices_bench b = vertices_begin();
    const uint32_t other = vertices_add(b.document, "other", EDITOR_SHAPE_CUBE, (pick_vec3){5, 50, 0});
    const uint32_t original = b.level->objects[b.box].mesh;
    assert_int_equal(b.level->objects[other].mesh, original);
    const uint64_t hash = pick_mesh_hash(b.level->meshes[original].pick), before = fixture_state(b.document);
    uint32_t corner = vertices_vertex_at(vertices_mesh(b.level, b.box), VERTICES_CORNER);
    assert_true(vertices_top(&b, b.box, 0.4, 0.4) == 50.5);
    assert_int_equal(vertices_move(b.document, b.box, corner, VERTICES_HIGH), EDITOR_EDIT_DONE);
    assert_string_equal(editor_document_undo_label(b.document), "Move vertices");
    const editor_mesh *moved = vertices_mesh(b.level, b.box), *kept = &b.level->meshes[original];
    assert_int_equal(moved->original, original + 1);
    assert_int_equal(b.level->objects[other].mesh, original);
    uint32_t count = 0;
    for (uint32_t v = 0; v < 24; v++) {
        const bool is_corner = vertices_is_at(kept->positions, v, VERTICES_CORNER);
        count += is_corner;
        assert_true(vertices_is_at(moved->positions, v, is_corner ? VERTICES_HIGH : &kept->positions[3 * (size_t)v]));
    }
    assert_int_equal(count, 3);
    assert_int_equal(moved->moves.count, 3);
    assert_int_equal(moved->moves.vertex_count, 24);
    assert_true(pick_mesh_hash(kept->pick) == hash);
    // The top is two triangles now, one of which goes up.
    assert_true(vertices_top(&b, b.box, 0.4, 0.4) > 51 && vertices_top(&b, other, 5.4, 0.4) == 50.5);
    assert_true(editor_level_subtree_bounds(b.level, b.box).max.y == 51.5);
    assert_true(editor_level_has_moves(b.level, b.level->objects[b.box].mesh));
    assert_false(editor_level_has_moves(b.level, original) || editor_level_has_moves(b.level, EDITOR_NONE));
    vertices_check(b.level);
    // Another vertex of the corner moves the three again, the mesh is no new one, and one more corner goes along.
    for (corner = 23; !vertices_is_at(moved->positions, corner, VERTICES_HIGH);)
        corner--;
    const uint32_t copy = b.level->objects[b.box].mesh, version = moved->version;
    const uint64_t versions = b.level->mesh_versions;
    uint64_t cursor = 0;
    const uint32_t *changed;
    uint32_t changed_count = 0;
    editor_level_changes(b.level, &cursor, &changed, &changed_count);
    const float back[3] = {0.5f, 0.5f, -0.5f}, far[3] = {9, 9, 9}, low[3] = {0.5f, -3, -0.5f};
    const editor_moved_vertex two[2] = {{corner, {far[0], far[1], far[2]}},
                                        {vertices_vertex_at(moved, back), {low[0], low[1], low[2]}}};
    assert_int_equal(editor_edit_move_vertices(b.document, &(editor_vertex_moves){b.box, two, 2}, 1), EDITOR_EDIT_DONE);
    assert_int_equal(b.level->objects[b.box].mesh, copy);
    moved = vertices_mesh(b.level, b.box);
    assert_int_equal(moved->moves.count, 6);
    // Who draws it is told.
    assert_true(moved->version > version && b.level->mesh_versions > versions);
    assert_true(editor_level_changes(b.level, &cursor, &changed, &changed_count) && changed_count > 0);
    assert_int_equal(changed[0], b.box);
    for (uint32_t v = 0; v < 24; v++) {
        const float *was = &b.level->meshes[original].positions[3 * (size_t)v];
        assert_true(vertices_is_at(moved->positions, v,
                                   vertices_is_at(was, 0, VERTICES_CORNER) ? far
                                   : vertices_is_at(was, 0, back)          ? low
                                                                           : was));
    }
    // Undone in the same way.
    assert_true(editor_document_undo(b.document) && vertices_top(&b, b.box, 0.4, 0.4) > 51);
    assert_true(editor_document_undo(b.document) && vertices_top(&b, b.box, 0.4, 0.4) == 50.5);
    assert_true(fixture_state(b.document) == before);
    assert_int_equal(b.level->objects[b.box].mesh, original);
    vertices_end(&b);
}

// A mesh without normals, of vertices that faces share, of an object in a group.
static void test_a_mesh_without_normals(void **state)
{
    (void)state;
    vertices_bench b = vertices_begin();
    assert_int_equal(vertices_move(b.document, POST_1, 7, VERTICES_HIGH), EDITOR_EDIT_DONE);
    assert_int_equal(vertices_mesh(b.level, POST_1)->moves.count, 1);
    assert_null(vertices_mesh(b.level, POST_1)->normals);
    assert_true(editor_level_subtree_bounds(b.level, POST_1).max.y == 2 &&
                editor_level_subtree_bounds(b.level, POST_2).max.y == 1);
    assert_true(isfinite(vertices_top(&b, POST_1, 5.4, 0.4)) && vertices_top(&b, POST_1, 5.4, 0.4) > 1.5);
    vertices_end(&b);
}

// What is asked for is there: no step, no copy, no bit.
static void test_a_move_by_nothing(void **state)
{
    (void)state;
    vertices_bench b = vertices_begin();
    const uint32_t meshes = b.level->mesh_count;
    const editor_mesh *mesh = vertices_mesh(b.level, b.box);
    for (uint32_t v = 0; v < 24; v++)
        assert_int_equal(vertices_move(b.document, b.box, v, &mesh->positions[3 * (size_t)v]), EDITOR_EDIT_NOTHING);
    assert_int_equal(editor_edit_move_vertices(b.document, &(editor_vertex_moves){b.box, NULL, 0}, 1),
                     EDITOR_EDIT_NOTHING);
    assert_int_equal(editor_edit_move_vertices(b.document, NULL, 0), EDITOR_EDIT_NOTHING);
    assert_int_equal(b.level->mesh_count, meshes);
    // So it is with a copy, shared or not.
    const uint32_t corner = vertices_vertex_at(mesh, VERTICES_CORNER);
    assert_int_equal(vertices_move(b.document, b.box, corner, VERTICES_HIGH), EDITOR_EDIT_DONE);
    for (int shared = 0; shared < 2; shared++) {
        const uint32_t copy = b.level->objects[b.box].mesh;
        assert_int_equal(vertices_move(b.document, b.box, corner, VERTICES_HIGH), EDITOR_EDIT_NOTHING);
        assert_int_equal(b.level->objects[b.box].mesh, copy);
        if (!shared)
            assert_int_equal(editor_edit_duplicate(b.document, &b.box, 1), EDITOR_EDIT_DONE);
    }
    // A corner that goes and comes back leaves normals to the bit, and the level as it was.
    mesh = vertices_mesh(b.level, b.ball);
    const uint32_t ball = b.level->objects[b.ball].mesh, count = mesh->vertex_count;
    float *before = malloc(3 * (size_t)count * sizeof(*before));
    assert_non_null(before);
    memcpy(before, mesh->normals, 3 * (size_t)count * sizeof(*before));
    const uint64_t hash = editor_level_hash(b.level);
    float home[3];
    memcpy(home, &mesh->positions[3 * 10], sizeof(home));
    assert_int_equal(vertices_move(b.document, b.ball, 10, VERTICES_HIGH), EDITOR_EDIT_DONE);
    assert_true(memcmp(vertices_mesh(b.level, b.ball)->normals, before, 3 * (size_t)count * sizeof(*before)) != 0);
    assert_int_equal(vertices_move(b.document, b.ball, 10, home), EDITOR_EDIT_DONE);
    assert_memory_equal(vertices_mesh(b.level, b.ball)->normals, before, 3 * (size_t)count * sizeof(*before));
    assert_memory_equal(vertices_mesh(b.level, b.ball)->positions, b.level->meshes[ball].positions,
                        3 * (size_t)count * sizeof(float));
    assert_true(editor_level_hash(b.level) == hash);
    free(before);
    vertices_end(&b);
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
            const pick_vec3 p = vertices_vector(mesh->positions, vertex);
            const pick_vec3 u =
                pick_vec3_sub(vertices_vector(mesh->positions, mesh->indices[i + (uint32_t)(k + 1) % 3]), p);
            const pick_vec3 v =
                pick_vec3_sub(vertices_vector(mesh->positions, mesh->indices[i + (uint32_t)(k + 2) % 3]), p);
            sum = pick_vec3_add(sum, pick_vec3_cross(u, v));
        }
    }
    return pick_vec3_normalize(sum);
}

// Faces of a cube stay sharp: each vertex has the mean normal of its own face's triangles, in front of them.
static void test_sharp_normals(void **state)
{
    (void)state;
    vertices_bench b = vertices_begin();
    const uint32_t corner = vertices_vertex_at(vertices_mesh(b.level, b.box), VERTICES_CORNER);
    // A whole side along its own normal turns nothing at that side, and nothing at the sides that grow.
    const editor_mesh *mesh = vertices_mesh(b.level, b.box);
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
    const editor_mesh *moved = vertices_mesh(b.level, b.box), *original = editor_level_original(b.level, moved);
    assert_int_equal(moved->moves.count, 12);
    for (uint32_t v = 0; v < 24; v++)
        assert_true(pick_vec3_length(pick_vec3_sub(vertices_vector(moved->normals, v),
                                                   vertices_vector(original->normals, v))) < 1e-6);
    assert_true(editor_document_undo(b.document));
    const float to[3] = {0.9f, 1.2f, 0.6f};
    assert_int_equal(vertices_move(b.document, b.box, corner, to), EDITOR_EDIT_DONE);
    moved = vertices_mesh(b.level, b.box);
    original = editor_level_original(b.level, moved);
    uint32_t turned = 0;
    for (uint32_t v = 0; v < 24; v++) {
        const pick_vec3 n = vertices_vector(moved->normals, v), mean = mean_normal(moved, v);
        assert_true(fabs(pick_vec3_length(n) - 1) < 1e-6);
        assert_true(pick_vec3_length(pick_vec3_sub(n, mean)) < 1e-6);
        turned += pick_vec3_length(pick_vec3_sub(n, vertices_vector(original->normals, v))) > 1e-3;
        for (uint32_t k = 0; k < 24; k++) { // as sharp as before
            if (vertices_is_at(moved->positions, v, &moved->positions[3 * (size_t)k]) && k != v)
                assert_true(pick_vec3_dot(n, vertices_vector(moved->normals, k)) < 0.9);
        }
    }
    assert_true(turned >= 6 && turned <= 12); // the other three sides are as they were
    for (uint32_t v = 0; v < 24; v++) {
        bool touches = false;
        for (uint32_t k = v / 4 * 4; k < v / 4 * 4 + 4; k++) // a face has four vertices
            touches |= vertices_is_at(original->positions, k, VERTICES_CORNER);
        if (!touches)
            assert_memory_equal(&moved->normals[3 * (size_t)v], &original->normals[3 * (size_t)v], 3 * sizeof(float));
    }
    vertices_end(&b);
}

// Along the seam of a ball's texture two vertices are in one place with one normal; they stay so wherever they go.
static void test_smooth_normals(void **state)
{
    (void)state;
    vertices_bench b = vertices_begin();
    const editor_mesh *mesh = vertices_mesh(b.level, b.ball);
    uint32_t seams = 0;
    for (uint32_t v = 0; v < mesh->vertex_count; v++) {
        for (uint32_t k = 0; k < v; k++) {
            if (!vertices_is_at(mesh->positions, v, &mesh->positions[3 * (size_t)k]))
                continue;
            seams += vertices_is_at(mesh->normals, v, &mesh->normals[3 * (size_t)k]);
        }
    }
    assert_true(seams >= 3 + 2 * 5); // at a pole six triangles meet
    test_random random = {7};
    for (int i = 0; i < 12; i++) {
        mesh = vertices_mesh(b.level, b.ball);
        const uint32_t v = random_index(&random, mesh->vertex_count);
        const pick_vec3 p = pick_vec3_add(vertices_vector(mesh->positions, v), random_in_cube(&random, 0.3));
        assert_int_equal(vertices_move(b.document, b.ball, v, (float[3]){(float)p.x, (float)p.y, (float)p.z}),
                         EDITOR_EDIT_DONE);
        mesh = vertices_mesh(b.level, b.ball);
        const editor_mesh *original = editor_level_original(b.level, mesh);
        for (uint32_t a = 0; a < mesh->vertex_count; a++) {
            assert_true(fabs(pick_vec3_length(vertices_vector(mesh->normals, a)) - 1) < 1e-5);
            for (uint32_t k = 0; k < a; k++) {
                if (mesh->places[a] == mesh->places[k] &&
                    vertices_is_at(original->normals, a, &original->normals[3 * (size_t)k]))
                    assert_true(vertices_is_at(mesh->normals, a, &mesh->normals[3 * (size_t)k]) &&
                                vertices_is_at(mesh->positions, a, &mesh->positions[3 * (size_t)k]));
            }
        }
    }
    // A ball that is pulled as a whole turns no normal.
    while (editor_document_history(b.document).position > 2)
        assert_true(editor_document_undo(b.document));
    mesh = vertices_mesh(b.level, b.ball);
    editor_moved_vertex *all = calloc(mesh->vertex_count, sizeof(*all));
    assert_non_null(all);
    for (uint32_t v = 0; v < mesh->vertex_count; v++) {
        const float *p = &mesh->positions[3 * (size_t)v];
        all[v] = (editor_moved_vertex){v, {p[0] + 0.25f, p[1], p[2] - 8}};
    }
    assert_int_equal(editor_edit_move_vertices(b.document, &(editor_vertex_moves){b.ball, all, mesh->vertex_count}, 1),
                     EDITOR_EDIT_DONE);
    mesh = vertices_mesh(b.level, b.ball);
    const editor_mesh *original = editor_level_original(b.level, mesh);
    for (uint32_t v = 0; v < mesh->vertex_count; v++)
        assert_true(pick_vec3_length(pick_vec3_sub(vertices_vector(mesh->normals, v),
                                                   vertices_vector(original->normals, v))) < 1e-5);
    free(all);
    vertices_end(&b);
}

// Faces without an area, before or after: no normal becomes none, or infinite.
static void test_flat_faces(void **state)
{
    (void)state;
    vertices_bench b = vertices_begin();
    const editor_mesh *mesh = vertices_mesh(b.level, b.box);
    editor_moved_vertex all[24];
    for (uint32_t v = 0; v < 24; v++)
        all[v] = (editor_moved_vertex){v, {1, 2, 3}};
    assert_int_equal(editor_edit_move_vertices(b.document, &(editor_vertex_moves){b.box, all, 24}, 1),
                     EDITOR_EDIT_DONE);
    assert_true(!isfinite(vertices_top(&b, b.box, 1, 3))); // a point
    mesh = vertices_mesh(b.level, b.box);
    assert_memory_equal(mesh->normals, editor_level_original(b.level, mesh)->normals, 72 * sizeof(float));
    // Inside out: what was in front is behind.
    assert_true(editor_document_undo(b.document));
    mesh = vertices_mesh(b.level, b.box);
    for (uint32_t v = 0; v < 24; v++) {
        const float *p = &mesh->positions[3 * (size_t)v];
        all[v] = (editor_moved_vertex){v, {-p[0], p[1], p[2]}};
    }
    assert_int_equal(editor_edit_move_vertices(b.document, &(editor_vertex_moves){b.box, all, 24}, 1),
                     EDITOR_EDIT_DONE);
    mesh = vertices_mesh(b.level, b.box);
    for (uint32_t v = 0; v < 24; v++)
        assert_true(pick_vec3_length(pick_vec3_sub(vertices_vector(mesh->normals, v), mean_normal(mesh, v))) < 1e-6);
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
    assert_int_equal(vertices_move(document, flat, 1, (float[3]){1, 0, 3}), EDITOR_EDIT_DONE);
    assert_memory_equal(vertices_mesh(level, flat)->normals, level->meshes[number].normals, 18 * sizeof(float));
    vertices_check(level);
    editor_document_destroy(document);
    const float huge[3] = {3e38f, -3e38f, 3e38f};
    assert_int_equal(vertices_move(b.document, b.box, 3, huge), EDITOR_EDIT_DONE);
    mesh = vertices_mesh(b.level, b.box);
    for (uint32_t v = 0; v < 72; v++)
        assert_true(isfinite(mesh->normals[v]) && isfinite(mesh->positions[v]));
    vertices_end(&b);
}

// --- Steps ----------------------------------------------------------------------------------------------------------

static void test_drags(void **state)
{
    (void)state;
    vertices_bench b = vertices_begin();
    const uint32_t corner = vertices_vertex_at(vertices_mesh(b.level, b.box), VERTICES_CORNER);
    const uint32_t meshes = b.level->mesh_count, steps = editor_document_history(b.document).step_count;
    for (int cancelled = 1; cancelled >= 0; cancelled--) {
        assert_true(editor_document_begin(b.document, "Drag corner"));
        for (int i = 1; i <= 200; i++)
            assert_int_equal(vertices_move(b.document, b.box, corner, (float[3]){0.5f, 0.5f + 0.125f * (float)i, 0.5f}),
                             EDITOR_EDIT_DONE);
        assert_int_equal(b.level->mesh_count, meshes + 1); // one copy, not two hundred
        assert_true(editor_level_subtree_bounds(b.level, b.box).max.y == 75.5);
        vertices_check(b.level);
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
        assert_int_equal(vertices_move(b.document, b.box, (uint32_t)i, (float[3]){(float)i, 0, 0}), EDITOR_EDIT_DONE);
    editor_document_cancel(b.document);
    assert_true(fixture_state(b.document) == done);
    assert_true(vertices_is_at(vertices_mesh(b.level, b.box)->positions, corner, (float[3]){0.5f, 25.5f, 0.5f}));
    // A drag back to where it began is no change of the copy.
    const uint32_t before = editor_document_history(b.document).step_count;
    assert_true(editor_document_begin(b.document, "Drag corner"));
    assert_int_equal(vertices_move(b.document, b.box, corner, VERTICES_HIGH), EDITOR_EDIT_DONE);
    assert_int_equal(vertices_move(b.document, b.box, corner, (float[3]){0.5f, 25.5f, 0.5f}), EDITOR_EDIT_DONE);
    assert_false(editor_document_commit(b.document));
    assert_int_equal(editor_document_history(b.document).step_count, before);
    assert_true(fixture_state(b.document) == done);
    vertices_end(&b);
}

// A drag that ends with the originals: their copies are in a step, and nothing else has them.
static void test_a_copy_of_a_step_stays(void **state)
{
    (void)state;
    vertices_bench b = vertices_begin();
    const uint32_t other = vertices_add(b.document, "other", EDITOR_SHAPE_CUBE, (pick_vec3){5, 50, 0});
    const uint64_t before = fixture_state(b.document);
    assert_true(editor_document_begin(b.document, "Drag"));
    const uint32_t both[2] = {b.box, b.ball};
    assert_int_equal(vertices_move(b.document, b.box, 0, VERTICES_HIGH), EDITOR_EDIT_DONE);
    assert_int_equal(vertices_move(b.document, b.ball, 0, VERTICES_HIGH), EDITOR_EDIT_DONE);
    assert_int_equal(editor_edit_reset_shapes(b.document, both, 2), EDITOR_EDIT_DONE);
    editor_document_commit(b.document);
    assert_true(fixture_state(b.document) == before);
    assert_int_equal(vertices_move(b.document, other, 1, (float[3]){7, 7, 7}), EDITOR_EDIT_DONE);
    const uint64_t after = fixture_state(b.document);
    for (int i = 0; i < 2; i++) {
        while (fixture_state(b.document) != b.start)
            assert_true(editor_document_undo(b.document));
        while (editor_document_redo(b.document))
            vertices_check(b.level);
        assert_true(fixture_state(b.document) == after);
        assert_true(vertices_is_at(vertices_mesh(b.level, other)->positions, 1, (float[3]){7, 7, 7}));
    }
    vertices_end(&b);
}

// Copies that no object and no step has go.
static void test_unused_copies_go(void **state)
{
    (void)state;
    vertices_bench b = vertices_begin();
    const uint32_t corner = vertices_vertex_at(vertices_mesh(b.level, b.box), VERTICES_CORNER);
    for (int i = 0; i < 50; i++) {
        assert_int_equal(vertices_move(b.document, b.box, corner, VERTICES_HIGH), EDITOR_EDIT_DONE);
        assert_int_equal(
            editor_edit_set_overrides(
                b.document, &b.box,
                &(editor_override){.fields = EDITOR_OVERRIDE_SIDES, .double_sided = true, .metallic = 0.01 * i}, 1),
            EDITOR_EDIT_DONE);
        assert_true(editor_document_take_back(b.document) && editor_document_take_back(b.document));
    }
    assert_true(fixture_state(b.document) == b.start);
    assert_true(b.level->moved_count <= 2);
    vertices_end(&b);
}

// --- Materials ------------------------------------------------------------------------------------------------------

static editor_edit_result paint(vertices_bench *b, uint32_t object, editor_override override)
{
    return editor_edit_set_overrides(b->document, &object, &override, 1);
}

static void test_looks(void **state)
{
    (void)state;
    vertices_bench b = vertices_begin();
    const uint32_t corner = vertices_vertex_at(vertices_mesh(b.level, b.box), VERTICES_CORNER);
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
        assert_int_equal(vertices_move(b.document, painted[i], corner, VERTICES_HIGH), EDITOR_EDIT_DONE);
        const editor_object *o = &b.level->objects[painted[i]];
        assert_true(o->look && o->look->mesh == o->mesh);
        assert_ptr_not_equal(editor_level_pick_mesh(b.level, o), b.level->meshes[o->mesh].pick);
        vertices_check(b.level);
    }
    assert_true(editor_level_material(b.level, &b.level->objects[b.box], 0)->metallic == 0.5f);
    assert_true(editor_level_material(b.level, &b.level->objects[b.ball], 0)->base_color[2] == 0.25f);
    // A copy that is painted: two looks of one mesh, each with triangles of its own, follow together.
    assert_int_equal(editor_edit_duplicate(b.document, &b.box, 1), EDITOR_EDIT_DONE);
    const uint32_t twin = editor_document_active(b.document);
    assert_int_equal(paint(&b, twin, mask), EDITOR_EDIT_DONE);
    assert_int_equal(b.level->objects[twin].mesh, b.level->objects[b.box].mesh);
    vertices_check(b.level);
    const float higher[3] = {0.5f, 3, 0.5f};
    assert_int_equal(vertices_move(b.document, b.box, corner, higher), EDITOR_EDIT_DONE);
    vertices_check(b.level);
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
    vertices_end(&b);
}

// --- Reset, and sizes -----------------------------------------------------------------------------------------------

static void test_reset(void **state)
{
    (void)state;
    vertices_bench b = vertices_begin();
    const uint32_t both[3] = {b.box, b.ball, LAMP},
                   originals[2] = {b.level->objects[b.box].mesh, b.level->objects[b.ball].mesh};
    assert_int_equal(editor_edit_reset_shapes(b.document, both, 3), EDITOR_EDIT_NOTHING);
    const uint64_t hash = editor_level_hash(b.level);
    assert_int_equal(vertices_move(b.document, b.box, 2, VERTICES_HIGH), EDITOR_EDIT_DONE);
    assert_int_equal(vertices_move(b.document, b.ball, 2, VERTICES_HIGH), EDITOR_EDIT_DONE);
    const uint64_t moved = fixture_state(b.document);
    assert_int_equal(editor_edit_reset_shapes(b.document, &both[0], 1), EDITOR_EDIT_DONE);
    assert_string_equal(editor_document_undo_label(b.document), "Reset shape of box");
    assert_int_equal(b.level->objects[b.box].mesh, originals[0]);
    assert_true(b.level->objects[b.ball].mesh != originals[1]);
    assert_int_equal(editor_edit_reset_shapes(b.document, both, 3), EDITOR_EDIT_DONE);
    assert_int_equal(b.level->objects[b.ball].mesh, originals[1]);
    assert_true(editor_level_hash(b.level) == hash);
    vertices_check(b.level);
    assert_true(editor_document_undo(b.document) && editor_document_undo(b.document));
    assert_true(fixture_state(b.document) == moved);
    // What is where it was needs no reset.
    const float home[3] = {vertices_mesh(b.level, b.ball)->positions[0], vertices_mesh(b.level, b.ball)->positions[1],
                           vertices_mesh(b.level, b.ball)->positions[2]};
    assert_int_equal(vertices_move(b.document, b.ball, 0, VERTICES_CORNER), EDITOR_EDIT_DONE);
    assert_int_equal(vertices_move(b.document, b.ball, 0, home), EDITOR_EDIT_DONE);
    assert_true(fixture_state(b.document) == moved);
    assert_true(editor_document_undo(b.document) && editor_document_undo(b.document) &&
                editor_document_undo(b.document));
    const float low[3] = {editor_level_original(b.level, vertices_mesh(b.level, b.ball))->positions[6],
                          editor_level_original(b.level, vertices_mesh(b.level, b.ball))->positions[7],
                          editor_level_original(b.level, vertices_mesh(b.level, b.ball))->positions[8]};
    assert_int_equal(vertices_move(b.document, b.ball, 2, VERTICES_HIGH), EDITOR_EDIT_DONE);
    assert_int_equal(vertices_move(b.document, b.ball, 2, low), EDITOR_EDIT_DONE);
    assert_int_equal(vertices_mesh(b.level, b.ball)->moves.count, 0);
    assert_int_equal(editor_edit_reset_shapes(b.document, &b.ball, 1), EDITOR_EDIT_NOTHING);
    assert_true(editor_document_undo(b.document));
    assert_true(fixture_state(b.document) == moved);
    // Of the selection.
    assert_int_equal(editor_edit_select_objects(b.document, PICK_SELECTION_REPLACE, both, 2), EDITOR_EDIT_DONE);
    assert_int_equal(editor_edit_reset_shapes(b.document, NULL, 0), EDITOR_EDIT_DONE);
    assert_string_equal(editor_document_undo_label(b.document), "Reset shape of 2 objects");
    assert_true(editor_level_hash(b.level) == hash);
    vertices_end(&b);
}

static void test_sizes(void **state)
{
    (void)state;
    vertices_bench b = vertices_begin();
    editor_primitive wide = vertices_mesh(b.level, b.box)->primitive;
    wide.value[EDITOR_PRIMITIVE_WIDTH] = 3;
    assert_int_equal(vertices_move(b.document, b.box,
                                   vertices_vertex_at(vertices_mesh(b.level, b.box), VERTICES_CORNER), VERTICES_HIGH),
                     EDITOR_EDIT_DONE);
    const uint64_t before = fixture_state(b.document);
    assert_int_equal(editor_edit_set_primitives(b.document, &b.box, &wide, 1), EDITOR_EDIT_REFUSED);
    assert_string_equal(editor_document_reason(b.document),
                        "box has no sizes: its vertices were moved. Reset its shape first");
    assert_true(fixture_state(b.document) == before);
    // With all vertices back it has sizes again, as it has in its file.
    const uint32_t corner = vertices_vertex_at(vertices_mesh(b.level, b.box), VERTICES_HIGH);
    assert_int_equal(vertices_move(b.document, b.box, corner, VERTICES_CORNER), EDITOR_EDIT_DONE);
    assert_int_equal(editor_edit_set_primitives(b.document, &b.box, &wide, 1), EDITOR_EDIT_DONE);
    assert_true(editor_level_subtree_bounds(b.level, b.box).max.x == 1.5);
    assert_true(editor_document_undo(b.document) && editor_document_undo(b.document));
    assert_true(fixture_state(b.document) == before);
    assert_int_equal(editor_edit_reset_shapes(b.document, &b.box, 1), EDITOR_EDIT_DONE);
    assert_int_equal(editor_edit_set_primitives(b.document, &b.box, &wide, 1), EDITOR_EDIT_DONE);
    // And a moved one of other sizes has those when it is reset.
    assert_int_equal(vertices_move(b.document, b.box, 0, VERTICES_HIGH), EDITOR_EDIT_DONE);
    assert_int_equal(editor_edit_reset_shapes(b.document, &b.box, 1), EDITOR_EDIT_DONE);
    assert_true(editor_level_subtree_bounds(b.level, b.box).max.x == 1.5);
    vertices_end(&b);
}

// --- Refusals -------------------------------------------------------------------------------------------------------

// Beside a move that would do: both or none.
static void refuse(vertices_bench *b, uint32_t object, uint32_t vertex, const float to[3], const char *why)
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
    vertices_check(b->level);
}

static void test_refusals(void **state)
{
    (void)state;
    vertices_bench b = vertices_begin();
    const float infinite[3] = {0, (float)INFINITY, 0}, none[3] = {(float)NAN, 0, 0};
    refuse(&b, 999, 0, VERTICES_HIGH, "the object no longer exists");
    refuse(&b, POSTS, 0, VERTICES_HIGH, "posts has no triangles");
    refuse(&b, LAMP, 0, VERTICES_HIGH, "lamp has no triangles");
    refuse(&b, EYE, 0, VERTICES_HIGH, "eye has no triangles");
    refuse(&b, b.box, 24, VERTICES_HIGH, "box has no vertex 24");
    refuse(&b, b.box, EDITOR_NONE, VERTICES_HIGH, "box has no vertex 4294967295");
    refuse(&b, b.box, 0, infinite, "box: the result would be too large for numbers to hold");
    refuse(&b, b.box, 0, none, "box: the result would be too large for numbers to hold");
    const uint32_t volume = vertices_add(b.document, "trigger", EDITOR_SHAPE_BOX_VOLUME, (pick_vec3){0, 70, 0});
    refuse(&b, volume, 0, VERTICES_HIGH, "trigger has no triangles");
    double points[6] = {0, 0, 0, 1, 0, 0};
    uint32_t line = EDITOR_NONE, gone = vertices_add(b.document, "gone", EDITOR_SHAPE_CUBE, (pick_vec3){0, 80, 0});
    const pick_affine place = fixture_at(0, 75, 0);
    assert_int_equal(
        editor_edit_add_line(b.document, "wire", EDITOR_NONE, &(editor_line){points, 2, false, 0}, &place, &line),
        EDITOR_EDIT_DONE);
    refuse(&b, line, 0, VERTICES_HIGH, "wire has no triangles");
    assert_int_equal(editor_edit_delete(b.document, &gone, 1), EDITOR_EDIT_DONE);
    refuse(&b, gone, 0, VERTICES_HIGH, "the object no longer exists");
    uint32_t prefab = EDITOR_NONE;
    assert_int_equal(editor_edit_make_prefab(b.document, &b.box, 1, "crate", &prefab), EDITOR_EDIT_DONE);
    refuse(&b, editor_document_active(b.document), 0, VERTICES_HIGH, "box is an instance: unpack it first");
    vertices_end(&b);
}

// What models have: clips that deform, a mesh that clips leave alone, heights; and the boxes of a file that is gone.
static void test_refusals_of_models(void **state)
{
    (void)state;
    vertices_bench b = vertices_begin();
    editor_error error = {""};
    const uint32_t asset = import_model(b.document, ARM, &error);
    if (asset == EDITOR_NONE)
        fail_msg("%s", error.text);
    uint32_t made = EDITOR_NONE;
    const pick_affine place = fixture_at(0, 100, 0);
    assert_int_equal(editor_edit_add_asset(b.document, asset, EDITOR_NONE, &place, &made), EDITOR_EDIT_DONE);
    refuse(&b, editor_level_find(b.level, "arm", EDITOR_NONE), 0, VERTICES_HIGH,
           "arm is deformed by its clips, so its vertices cannot be moved");
    refuse(&b, editor_level_find(b.level, "face", EDITOR_NONE), 0, VERTICES_HIGH,
           "face is deformed by its clips, so its vertices cannot be moved");
    const uint32_t wheel = editor_level_find(b.level, "wheel", EDITOR_NONE);
    assert_int_equal(vertices_move(b.document, wheel, 0, (float[3]){-5, 0, 0}), EDITOR_EDIT_DONE);
    vertices_check(b.level);
    // It is where the clip has it, as it is now.
    const uint64_t hash = editor_level_hash(b.level);
    assert_true(editor_document_pose(b.document, "bend", 0.5, &error));
    assert_true(b.level->objects[wheel].world.origin.x != 0);
    assert_true(vertices_is_at(vertices_mesh(b.level, wheel)->positions, 0, (float[3]){-5, 0, 0}));
    vertices_check_copy(b.level, wheel);
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
    assert_int_equal(vertices_move(document, 0, 0, VERTICES_HIGH), EDITOR_EDIT_REFUSED);
    assert_string_equal(editor_document_reason(document), "hull is a box: its file is missing");
    assert_true(fixture_state(document) == before);
    editor_document_destroy(document);
    vertices_end(&b);
}

static void test_refusal_of_terrains(void **state)
{
    (void)state;
    static const uint16_t samples[9] = {0, 20000, 5000, 40000, 100, 30000, 1000, 7, 50000};
    vertices_bench b = vertices_begin();
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
    assert_int_equal(vertices_move(b.document, hills, 0, VERTICES_HIGH), EDITOR_EDIT_REFUSED);
    assert_string_equal(editor_document_reason(b.document), "hills is a terrain: change its picture instead");
    assert_true(fixture_state(b.document) == before);
    editor_document_destroy(b.document);
}

// --- Size -----------------------------------------------------------------------------------------------------------

// All copies together have a bound: beyond it nothing is moved, and what a file has beyond is a box that keeps its
// moves.
static void test_too_many_triangles(void **state)
{
    (void)state;
    vertices_bench b = vertices_begin();
    const uint32_t vertex = vertices_vertex_at(vertices_mesh(b.level, b.box), VERTICES_CORNER);
    const uint32_t cube = b.level->objects[b.box].mesh;
    assert_int_equal(vertices_move(b.document, b.box, vertex, VERTICES_HIGH), EDITOR_EDIT_DONE);
    editor_level *level = (editor_level *)(uintptr_t)b.level;
    editor_mesh *copy = &level->meshes[level->objects[b.box].mesh];
    const uint32_t real = copy->index_count, room = EDITOR_MOVED_SHAPES - level->meshes[cube].index_count / 3;
    copy->index_count = 3 * (room + 1); // as if it were so large
    editor_level_count_moved(level);
    assert_int_equal(vertices_move(b.document, b.ball, 10, VERTICES_HIGH), EDITOR_EDIT_REFUSED);
    assert_non_null(
        strstr(editor_document_reason(b.document), "ball: primitives with moved vertices have at most 4194304"));
    const editor_moved_vertex item = {vertex, {1, 2, 3}};
    editor_moves moves = {.items = (editor_moved_vertex *)(uintptr_t)&item, .count = 1, .vertex_count = 24};
    const uint32_t box = editor_level_moved_mesh(level, cube, &moves);
    assert_true(level->meshes[box].stand_in && editor_moves_equal(&level->meshes[box].moves, &moves));
    assert_non_null(strstr(editor_level_misfit(level, &level->meshes[box]), "a box stands for it"));
    copy = &level->meshes[level->objects[b.box].mesh];
    copy->index_count = 3 * room;
    editor_level_remove_moved(level, box);
    editor_level_count_moved(level);
    const uint32_t fits = editor_level_moved_mesh(level, cube, &moves);
    assert_true(!level->meshes[fits].stand_in && !editor_level_misfit(level, &level->meshes[fits]));
    copy = &level->meshes[level->objects[b.box].mesh];
    copy->index_count = real;
    // Meshes of models have more.
    editor_mesh model = {.index_count = 3 * EDITOR_MOVED_SHAPES + 3, .asset = 0}, shape = model;
    shape.asset = EDITOR_NONE;
    assert_true(editor_level_can_copy(level, &model) && !editor_level_can_copy(level, &shape));
    model.index_count = 3 * EDITOR_MOVED_TRIANGLES;
    assert_false(editor_level_can_copy(level, &model)); // there is one
    // Vertices count, too: a mesh may have few triangles.
    const uint32_t vertices = copy->vertex_count;
    editor_level_remove_moved(level, fits);
    copy->vertex_count = 2 * EDITOR_MOVED_TRIANGLES - level->meshes[cube].vertex_count;
    editor_level_count_moved(level);
    assert_true(editor_level_can_copy(level, &level->meshes[cube]));
    copy->vertex_count++;
    editor_level_count_moved(level);
    assert_false(editor_level_can_copy(level, &level->meshes[cube]));
    copy->vertex_count = vertices;
    editor_level_count_moved(level);
    assert_true(level->moved_vertices == vertices && level->moved_triangles == real / 3);
    vertices_end(&b);
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
        cmocka_unit_test(test_drags),
        cmocka_unit_test(test_a_copy_of_a_step_stays),
        cmocka_unit_test(test_unused_copies_go),
        cmocka_unit_test(test_looks),
        cmocka_unit_test(test_reset),
        cmocka_unit_test(test_sizes),
        cmocka_unit_test(test_refusals),
        cmocka_unit_test(test_refusals_of_models),
        cmocka_unit_test(test_refusal_of_terrains),
        cmocka_unit_test(test_too_many_triangles),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
