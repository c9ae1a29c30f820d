// Moved vertices where several have the mesh: duplicates, prefabs, contents that undo brings back.
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

#include "document/file/clipboard.h"
#include "document/level/prefab.h"
#include "edit_fixture.h"
#include "vertices_bench.h"

// --- Several objects ------------------------------------------------------------------------------------------------

static void test_duplicates(void **state)
{
    (void)state;
    vertices_bench b = vertices_begin();
    const uint32_t corner = vertices_vertex_at(vertices_mesh(b.level, b.box), VERTICES_CORNER);
    assert_int_equal(vertices_move(b.document, b.box, corner, VERTICES_HIGH), EDITOR_EDIT_DONE);
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
        assert_int_equal(vertices_move(b.document, edited, corner, higher), EDITOR_EDIT_DONE);
        assert_int_equal(b.level->objects[other].mesh, shared);
        assert_true(b.level->objects[edited].mesh != shared);
        assert_int_equal(vertices_mesh(b.level, edited)->original, vertices_mesh(b.level, other)->original);
        assert_true(vertices_is_at(vertices_mesh(b.level, other)->positions, corner, VERTICES_HIGH));
        assert_true(vertices_is_at(vertices_mesh(b.level, edited)->positions, corner, higher));
        assert_true(editor_level_subtree_bounds(b.level, other).max.y == 51.5 &&
                    editor_level_subtree_bounds(b.level, edited).max.y == 55);
        // From now on each has its own, so nothing is copied.
        const uint32_t own = b.level->objects[edited].mesh;
        assert_int_equal(vertices_move(b.document, other, 0, higher), EDITOR_EDIT_DONE);
        assert_int_equal(b.level->objects[other].mesh, shared);
        assert_int_equal(vertices_move(b.document, edited, 1, higher), EDITOR_EDIT_DONE);
        assert_int_equal(b.level->objects[edited].mesh, own);
        vertices_check(b.level);
        for (int k = 0; k < 3; k++)
            assert_true(editor_document_undo(b.document));
        assert_true(fixture_state(b.document) == before);
        assert_int_equal(b.level->objects[twin].mesh, shared);
        assert_int_equal(b.level->objects[b.box].mesh, shared);
        vertices_check(b.level);
    }
    // Both at once, in one step; and one that is deleted counts no more, until it is back.
    const editor_moved_vertex moved = {corner, {3, 3, 3}};
    const editor_vertex_moves both[2] = {{b.box, &moved, 1}, {twin, &moved, 1}};
    assert_int_equal(editor_edit_move_vertices(b.document, both, 2), EDITOR_EDIT_DONE);
    assert_true(vertices_is_at(vertices_mesh(b.level, b.box)->positions, corner, moved.position));
    assert_true(vertices_is_at(vertices_mesh(b.level, twin)->positions, corner, moved.position));
    assert_true(editor_document_undo(b.document) && fixture_state(b.document) == before);
    assert_int_equal(editor_edit_delete(b.document, &twin, 1), EDITOR_EDIT_DONE);
    assert_int_equal(vertices_move(b.document, b.box, corner, moved.position), EDITOR_EDIT_DONE);
    assert_int_equal(b.level->objects[b.box].mesh, shared);
    assert_true(editor_document_undo(b.document) && editor_document_undo(b.document));
    assert_true(fixture_state(b.document) == before);
    assert_true(vertices_is_at(vertices_mesh(b.level, twin)->positions, corner, VERTICES_HIGH));
    vertices_end(&b);
}

static const editor_mesh *part_of(const editor_level *level, uint32_t prefab, uint32_t part)
{
    return &level->meshes[editor_level_content(level, level->prefabs[prefab].mesh)->parts[part].mesh];
}

// Bounds of instances are a little larger than their parts.
static bool reaches(const vertices_bench *b, uint32_t object, double y)
{
    return fabs(editor_level_subtree_bounds(b->level, object).max.y - y) < 1e-5;
}

static void test_prefabs(void **state)
{
    (void)state;
    vertices_bench b = vertices_begin();
    const uint32_t corner = vertices_vertex_at(vertices_mesh(b.level, b.box), VERTICES_CORNER);
    assert_int_equal(vertices_move(b.document, b.box, corner, VERTICES_HIGH), EDITOR_EDIT_DONE);
    assert_int_equal(editor_edit_duplicate(b.document, &b.box, 1), EDITOR_EDIT_DONE);
    const uint32_t twin = editor_document_active(b.document);
    pick_affine place = fixture_at(10, 50, 0);
    assert_int_equal(editor_edit_set_locals(b.document, &twin, &place, 1), EDITOR_EDIT_DONE);
    uint32_t prefab = EDITOR_NONE;
    assert_int_equal(editor_edit_make_prefab(b.document, &b.box, 1, "crate", &prefab), EDITOR_EDIT_DONE);
    const uint32_t instance = editor_document_active(b.document);
    const uint64_t drawn = pick_mesh_hash(vertices_mesh(b.level, instance)->pick);
    assert_int_equal(vertices_mesh(b.level, twin)->moves.count, part_of(b.level, prefab, 0)->moves.count);
    assert_true(reaches(&b, instance, 51.5));
    // The other one is edited, and the prefab stays.
    assert_int_equal(vertices_move(b.document, twin, corner, (float[3]){0.5f, 7, 0.5f}), EDITOR_EDIT_DONE);
    assert_true(vertices_is_at(part_of(b.level, prefab, 0)->positions, corner, VERTICES_HIGH));
    assert_true(pick_mesh_hash(vertices_mesh(b.level, instance)->pick) == drawn);
    assert_true(vertices_top(&b, instance, 0.4, 0.4) > 51 && vertices_top(&b, instance, 0.4, 0.4) < 51.5);
    // So is an unpacked one; then the definition takes it over.
    assert_int_equal(editor_edit_unpack_prefab(b.document, &instance, 1), EDITOR_EDIT_DONE);
    const uint32_t group = editor_document_active(b.document), part = b.level->objects[group].first_child;
    assert_int_equal(vertices_mesh(b.level, part)->moves.count, 3);
    uint32_t second = EDITOR_NONE;
    place = fixture_at(20, 50, 0);
    assert_int_equal(editor_edit_add_prefab(b.document, prefab, "crate 02", EDITOR_NONE, &place, &second),
                     EDITOR_EDIT_DONE);
    assert_int_equal(vertices_move(b.document, part, corner, (float[3]){0.5f, 9, 0.5f}), EDITOR_EDIT_DONE);
    assert_true(editor_level_subtree_bounds(b.level, part).max.y == 59);
    assert_true(pick_mesh_hash(vertices_mesh(b.level, second)->pick) == drawn);
    assert_true(reaches(&b, second, 51.5));
    vertices_check(b.level);
    assert_int_equal(editor_edit_update_prefab(b.document, group), EDITOR_EDIT_DONE);
    assert_true(pick_mesh_hash(vertices_mesh(b.level, second)->pick) != drawn);
    assert_true(reaches(&b, second, 59));
    assert_true(vertices_top(&b, second, 20.45, 0.45) > 57);
    // A prefab is edited as what it is made of before it is made, too: undo leads there, and redo back.
    uint64_t states[32], picks[32];
    const uint32_t steps = editor_document_history(b.document).position;
    assert_true(steps < 32);
    for (uint32_t i = steps;; i--) {
        states[i] = fixture_state(b.document);
        const bool has = editor_level_has_prefab(b.level, prefab);
        picks[i] = has ? pick_mesh_hash(b.level->meshes[b.level->prefabs[prefab].mesh].pick) : 0;
        vertices_check(b.level);
        if (!editor_document_undo(b.document))
            break;
    }
    for (uint32_t i = 0; i <= steps; i++) {
        assert_true(fixture_state(b.document) == states[i]);
        const bool has = editor_level_has_prefab(b.level, prefab);
        assert_true(picks[i] == (has ? pick_mesh_hash(b.level->meshes[b.level->prefabs[prefab].mesh].pick) : 0));
        vertices_check(b.level);
        assert_true(editor_document_redo(b.document) == (i < steps));
    }
    vertices_end(&b);
}

// Copies that became equal are two meshes. What is pasted finds one of them, and the definition that is there as well.
static void test_a_prefab_is_pasted(void **state)
{
    (void)state;
    vertices_bench b = vertices_begin();
    const uint32_t other = vertices_add(b.document, "other", EDITOR_SHAPE_CUBE, (pick_vec3){10, 50, 0});
    const uint32_t back = vertices_add(b.document, "back", EDITOR_SHAPE_CUBE, (pick_vec3){20, 50, 0});
    const uint32_t corner = vertices_vertex_at(vertices_mesh(b.level, b.box), VERTICES_CORNER),
                   both[3] = {other, b.box, back};
    for (int i = 0; i < 3; i++) {
        assert_int_equal(
            editor_edit_set_overrides(b.document, &both[i],
                                      &(editor_override){.fields = EDITOR_OVERRIDE_SIDES, .double_sided = true}, 1),
            EDITOR_EDIT_DONE);
        assert_int_equal(vertices_move(b.document, both[i], corner, VERTICES_HIGH), EDITOR_EDIT_DONE);
    }
    assert_int_equal(vertices_move(b.document, back, corner, VERTICES_CORNER), EDITOR_EDIT_DONE);
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
            assert_int_equal(vertices_move(b.document, part, corner, (float[3]){0.5f, 2, 0.5f}), EDITOR_EDIT_DONE);
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
    vertices_end(&b);
}

// The step that moved vertices is undone below a content that has them, and what the content shows follows.
static void test_a_content_follows_undo(void **state)
{
    (void)state;
    vertices_bench b = vertices_begin();
    const uint32_t corner = vertices_vertex_at(vertices_mesh(b.level, b.box), VERTICES_CORNER);
    assert_int_equal(vertices_move(b.document, b.box, corner, VERTICES_HIGH), EDITOR_EDIT_DONE);
    assert_int_equal(vertices_move(b.document, b.box, corner, (float[3]){0.5f, 4, 0.5f}), EDITOR_EDIT_DONE);
    uint32_t prefab = EDITOR_NONE;
    assert_int_equal(editor_edit_make_prefab(b.document, &b.box, 1, "crate", &prefab), EDITOR_EDIT_DONE);
    const uint32_t instance = editor_document_active(b.document);
    const uint64_t hash = pick_mesh_hash(vertices_mesh(b.level, instance)->pick);
    for (uint32_t back = 1; back <= 3; back++) {
        for (uint32_t i = 0; i < back; i++)
            assert_true(editor_document_undo(b.document));
        vertices_check(b.level);
        for (uint32_t i = 0; i < back; i++)
            assert_true(editor_document_redo(b.document));
        assert_true(pick_mesh_hash(vertices_mesh(b.level, instance)->pick) == hash);
        assert_true(reaches(&b, instance, 54));
        assert_true(vertices_top(&b, instance, 0.45, 0.45) > 53);
        vertices_check(b.level);
    }
    vertices_end(&b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_duplicates),
        cmocka_unit_test(test_prefabs),
        cmocka_unit_test(test_a_prefab_is_pasted),
        cmocka_unit_test(test_a_content_follows_undo),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
