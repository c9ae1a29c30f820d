// Overridden materials: what is shown and picked, who shares what, undo, refusals, and what a drag leaves behind.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "document/history/edit.h"
#include "document/level/look.h"
#include "document/level/search.h"
#include "document/level/similar.h"
#include "edit_fixture.h"

typedef struct bench {
    editor_document *document;
    const editor_level *level;
    uint32_t plane, other; // at y = 50 and y = 60
    uint64_t start;
} bench;

static uint32_t add_plane(editor_document *document, const char *name, double y)
{
    const editor_primitive p = editor_primitive_default(EDITOR_SHAPE_PLANE);
    const pick_affine place = fixture_at(0, y, 0);
    uint32_t made = EDITOR_NONE;
    assert_int_equal(editor_edit_add_primitive(document, name, EDITOR_NONE, &p, &place, &made), EDITOR_EDIT_DONE);
    return made;
}

static bench begin(void)
{
    bench b = {.document = fixture_document()};
    b.level = editor_document_level(b.document);
    b.plane = add_plane(b.document, "plane", 50);
    b.other = add_plane(b.document, "other", 60);
    b.start = fixture_state(b.document);
    return b;
}

static void end(bench *b)
{
    assert_true(fixture_is_consistent(b->level));
    editor_document_destroy(b->document);
}

static editor_edit_result set(bench *b, uint32_t object, const editor_override *override)
{
    return editor_edit_set_overrides(b->document, &object, override, 1);
}

// Whether a ray along y, down (-1) or up (1), meets the plane first of all that is above y = 45.
static bool meets(const bench *b, double direction)
{
    const pick_query query = editor_level_query(b->level);
    const pick_ray ray = {.origin = {1, direction < 0 ? 55 : 45, 1}, .direction = {0, direction, 0}, .t_max = 10};
    pick_hit hit;
    return pick_closest(b->level->scene, &ray, &query, &hit) && hit.user == b->plane;
}

static void test_values(void **state)
{
    (void)state;
    bench b = begin();
    const editor_object *plane = &b.level->objects[b.plane];
    editor_override o = editor_level_slot(b.level, plane, 0);
    assert_int_equal(o.fields, 0);
    assert_true(o.base_color[0] == 0.62 && o.roughness == 0.65 && o.emissive_strength == 1 && o.base_color[3] == 1);
    o = (editor_override){.fields = EDITOR_OVERRIDE_BASE_COLOR | EDITOR_OVERRIDE_EMISSIVE,
                          .base_color = {0.1, 0.2, 0.3, 1},
                          .emissive = {0, 0.5, 1},
                          .emissive_strength = 3,
                          .metallic = 1}; // does not count
    assert_int_equal(set(&b, b.plane, &o), EDITOR_EDIT_DONE);
    plane = &b.level->objects[b.plane];
    const editor_material *m = editor_level_material(b.level, plane, 0);
    assert_true(m->base_color[1] == 0.2f && m->emissive[1] == 1.5f && m->metallic == 0 && m->roughness == 0.65f);
    o = editor_level_slot(b.level, plane, 0);
    assert_int_equal(o.fields, EDITOR_OVERRIDE_BASE_COLOR | EDITOR_OVERRIDE_EMISSIVE);
    assert_true(o.base_color[2] == 0.3 && o.emissive[1] == 0.5 && o.emissive_strength == 3 && o.metallic == 0);
    // A new size keeps them.
    editor_primitive p = b.level->meshes[plane->mesh].primitive;
    p.value[EDITOR_PRIMITIVE_WIDTH] = 3;
    assert_int_equal(editor_edit_set_primitives(b.document, &b.plane, &p, 1), EDITOR_EDIT_DONE);
    assert_true(editor_level_material(b.level, &b.level->objects[b.plane], 0)->base_color[1] == 0.2f);
    const uint64_t done = fixture_state(b.document);
    assert_true(editor_document_undo(b.document) && editor_document_undo(b.document));
    assert_true(fixture_state(b.document) == b.start);
    assert_null(b.level->objects[b.plane].look);
    assert_true(editor_document_redo(b.document) && editor_document_redo(b.document));
    assert_true(fixture_state(b.document) == done);
    // No field: the model's.
    assert_int_equal(set(&b, b.plane, &(editor_override){0}), EDITOR_EDIT_DONE);
    assert_null(b.level->objects[b.plane].look);
    assert_int_equal(set(&b, b.plane, &(editor_override){0}), EDITOR_EDIT_NOTHING);
    end(&b);
}

static void test_picking_follows(void **state)
{
    (void)state;
    bench b = begin();
    assert_true(meets(&b, -1) && !meets(&b, 1));
    editor_override o = {.fields = EDITOR_OVERRIDE_SIDES, .double_sided = true};
    assert_int_equal(set(&b, b.plane, &o), EDITOR_EDIT_DONE);
    assert_true(meets(&b, -1) && meets(&b, 1));
    assert_true(editor_document_undo(b.document));
    assert_true(meets(&b, -1) && !meets(&b, 1));
    assert_true(editor_document_redo(b.document));
    assert_true(meets(&b, 1));
    // A mask: seen where alpha is not below the cut-off.
    o.fields = EDITOR_OVERRIDE_ALPHA_MODE | EDITOR_OVERRIDE_ALPHA_CUTOFF | EDITOR_OVERRIDE_BASE_COLOR;
    o.alpha_mode = EDITOR_ALPHA_MASK;
    o.base_color[3] = 0.25;
    o.alpha_cutoff = 0.3;
    assert_int_equal(set(&b, b.plane, &o), EDITOR_EDIT_DONE);
    assert_false(meets(&b, -1) || meets(&b, 1));
    o.alpha_cutoff = 0.2;
    assert_int_equal(set(&b, b.plane, &o), EDITOR_EDIT_DONE);
    assert_true(meets(&b, -1) && !meets(&b, 1));
    // Blended surfaces are picked whatever their alpha is.
    o.alpha_mode = EDITOR_ALPHA_BLEND;
    o.alpha_cutoff = 1;
    assert_int_equal(set(&b, b.plane, &o), EDITOR_EDIT_DONE);
    assert_true(meets(&b, -1));
    end(&b);
}

static void test_sharing(void **state)
{
    (void)state;
    bench b = begin();
    const uint32_t both[2] = {b.plane, b.other};
    editor_override o[2] = {{.fields = EDITOR_OVERRIDE_METALLIC, .metallic = 1, .roughness = 5},
                            {.fields = EDITOR_OVERRIDE_METALLIC, .metallic = 1, .base_color = {1, 1, 1, 1}}};
    assert_int_equal(editor_edit_set_overrides(b.document, both, o, 2), EDITOR_EDIT_DONE);
    const editor_object *objects = b.level->objects;
    assert_true(objects[b.plane].look && objects[b.plane].look == objects[b.other].look);
    // Other values, but the same sides and alpha as the model: its own triangles serve for picking.
    assert_ptr_equal(editor_level_pick_mesh(b.level, &objects[b.plane]), b.level->meshes[objects[b.plane].mesh].pick);
    // Looks that differ only in what is seen share triangles with other sides.
    for (int i = 0; i < 2; i++)
        o[i].fields = EDITOR_OVERRIDE_SIDES | EDITOR_OVERRIDE_METALLIC, o[i].double_sided = true;
    o[1].metallic = 0.5;
    assert_int_equal(editor_edit_set_overrides(b.document, both, o, 2), EDITOR_EDIT_DONE);
    objects = b.level->objects;
    assert_true(objects[b.plane].look != objects[b.other].look);
    assert_ptr_equal(editor_level_pick_mesh(b.level, &objects[b.plane]),
                     editor_level_pick_mesh(b.level, &objects[b.other]));
    assert_ptr_not_equal(editor_level_pick_mesh(b.level, &objects[b.plane]),
                         b.level->meshes[objects[b.plane].mesh].pick);
    // A duplicate has the look of its original.
    assert_int_equal(editor_edit_duplicate(b.document, &b.plane, 1), EDITOR_EDIT_DONE);
    const uint32_t copy = editor_document_active(b.document);
    assert_ptr_equal(b.level->objects[copy].look, b.level->objects[b.plane].look);
    end(&b);
}

// Many objects at once, alike and not: each gets its own values.
static void test_many(void **state)
{
    (void)state;
    bench b = begin();
    const uint32_t targets[5] = {b.plane, b.other, FLOOR, POST_1, b.plane};
    editor_override o[5] = {{.fields = EDITOR_OVERRIDE_METALLIC, .metallic = 0.5},
                            {.fields = EDITOR_OVERRIDE_METALLIC, .metallic = 0.5},
                            {.fields = EDITOR_OVERRIDE_METALLIC, .metallic = 0.5},
                            {.fields = EDITOR_OVERRIDE_METALLIC, .metallic = 0.25},
                            {.fields = EDITOR_OVERRIDE_ROUGHNESS, .roughness = 0.25}};
    assert_int_equal(editor_edit_set_overrides(b.document, targets, o, 5), EDITOR_EDIT_DONE);
    const float metallic[5] = {0, 0.5f, 0.5f, 0.25f, 0};
    for (int i = 0; i < 5; i++)
        assert_true(editor_level_material(b.level, &b.level->objects[targets[i]], 0)->metallic == metallic[i]);
    assert_true(editor_level_material(b.level, &b.level->objects[b.plane], 0)->roughness == 0.25f);
    assert_true(editor_document_undo(b.document));
    assert_true(fixture_state(b.document) == b.start);
    end(&b);
}

static void refuse(bench *b, uint32_t object, const editor_override *o, const char *why)
{
    const uint32_t targets[2] = {b->plane, object};
    const editor_override both[2] = {{.fields = EDITOR_OVERRIDE_METALLIC, .metallic = 1}, *o};
    assert_int_equal(editor_edit_set_overrides(b->document, targets, both, 2), EDITOR_EDIT_REFUSED);
    if (!strstr(editor_document_reason(b->document), why))
        print_error("says: %s\nnot:  %s\n", editor_document_reason(b->document), why);
    assert_non_null(strstr(editor_document_reason(b->document), why));
    assert_true(fixture_state(b->document) == b->start);
}

static void test_refusals(void **state)
{
    (void)state;
    bench b = begin();
    const editor_override fine = {.fields = EDITOR_OVERRIDE_METALLIC};
    refuse(&b, LAMP, &fine, "lamp has no material 1");
    refuse(&b, 999, &fine, "no longer exists");
    refuse(&b, b.other, &(editor_override){.slot = 1, .fields = 1}, "other has no material 2");
    refuse(&b, b.other, &(editor_override){.fields = EDITOR_OVERRIDE_METALLIC, .metallic = -0.1},
           "metallic: expected 0");
    refuse(&b, b.other, &(editor_override){.fields = EDITOR_OVERRIDE_ROUGHNESS, .roughness = 2}, "roughness: expected");
    refuse(&b, b.other, &(editor_override){.fields = EDITOR_OVERRIDE_BASE_COLOR, .base_color = {0, 0, 0, 2}},
           "base_color: expected 0 to 1");
    refuse(&b, b.other, &(editor_override){.fields = EDITOR_OVERRIDE_EMISSIVE, .emissive = {0, 2, 0}}, "emissive: exp");
    refuse(&b, b.other, &(editor_override){.fields = EDITOR_OVERRIDE_EMISSIVE, .emissive_strength = 1e5},
           "emissive_strength: expected 0 to 10000");
    refuse(&b, b.other, &(editor_override){.fields = EDITOR_OVERRIDE_ALPHA_CUTOFF, .alpha_cutoff = 0.0 / -0.5 - 1},
           "alpha_cutoff: expected");
    end(&b);
}

// Each picture of a drag makes a look. Those that no object and no step has go, and undo finds its own.
static void test_looks_of_a_drag(void **state)
{
    (void)state;
    bench b = begin();
    uint64_t states[4] = {fixture_state(b.document)};
    editor_override o = {.fields = EDITOR_OVERRIDE_BASE_COLOR | EDITOR_OVERRIDE_SIDES};
    for (int drag = 0; drag < 3; drag++) {
        assert_true(editor_document_begin(b.document, "Drag"));
        for (int i = 0; i < 1000; i++) {
            o.base_color[drag] = (i + 1) / 1000.0;
            o.double_sided = i % 2 == 0;
            assert_int_equal(set(&b, b.plane, &o), EDITOR_EDIT_DONE);
        }
        assert_true(editor_document_commit(b.document));
        states[drag + 1] = fixture_state(b.document);
    }
    assert_true(b.level->look_total <= 80 && b.level->look_count <= 80);
    // Primitives' meshes go too, and the looks that they had.
    editor_primitive p = editor_primitive_default(EDITOR_SHAPE_PLANE);
    assert_true(editor_document_begin(b.document, "Drag"));
    for (int i = 0; i < 300; i++) {
        p.value[EDITOR_PRIMITIVE_WIDTH] = 1 + i * 0.25;
        assert_int_equal(editor_edit_set_primitives(b.document, &b.plane, &p, 1), EDITOR_EDIT_DONE);
    }
    editor_document_cancel(b.document);
    assert_true(b.level->look_total <= 80 && b.level->primitive_count <= 80);
    for (int drag = 3; drag-- > 0;) {
        assert_true(editor_document_undo(b.document));
        assert_true(fixture_state(b.document) == states[drag]);
        assert_true(fixture_is_consistent(b.level));
    }
    for (int drag = 0; drag < 3; drag++) {
        assert_true(editor_document_redo(b.document));
        assert_true(fixture_state(b.document) == states[drag + 1]);
    }
    end(&b);
}

// What Select Similar finds, as bits: 1 for the plane, 2 for the other, 4 for a third.
static uint32_t similar(const bench *b, uint32_t third, uint32_t to)
{
    uint32_t found[64], bits = 0;
    const uint32_t count = editor_level_similar(b->level, EDITOR_SIMILAR_MATERIAL, &to, 1, found);
    for (uint32_t i = 0; i < count; i++)
        bits |= found[i] == b->plane ? 1 : found[i] == b->other ? 2 : found[i] == third ? 4 : 0;
    return bits;
}

static bool matches(const bench *b, const char *text, uint32_t object)
{
    editor_search search;
    editor_error error = {""};
    assert_true(editor_search_read(b->level, text, &search, &error));
    return editor_search_matches(&search, b->level, object);
}

// Materials are alike if they are shown alike: an override makes another one, or the same one again.
static void test_found_as_shown(void **state)
{
    (void)state;
    bench b = begin();
    const uint32_t third = add_plane(b.document, "third", 70);
    assert_int_equal(similar(&b, third, third), 7);
    editor_override red = {.fields = EDITOR_OVERRIDE_BASE_COLOR, .base_color = {1, 0, 0, 1}};
    assert_int_equal(set(&b, b.plane, &red), EDITOR_EDIT_DONE);
    assert_int_equal(similar(&b, third, b.plane), 1);
    assert_int_equal(similar(&b, third, third), 6);
    // The same paint, with another value overridden as the model has it.
    red.fields |= EDITOR_OVERRIDE_METALLIC;
    assert_int_equal(set(&b, b.other, &red), EDITOR_EDIT_DONE);
    assert_int_equal(similar(&b, third, b.plane), 3);
    red.metallic = 1;
    assert_int_equal(set(&b, b.other, &red), EDITOR_EDIT_DONE);
    assert_int_equal(similar(&b, third, b.plane), 1);
    // A cut-off is a difference where alpha is cut out.
    editor_override mask = {.fields = EDITOR_OVERRIDE_ALPHA_CUTOFF, .alpha_cutoff = 0.25};
    assert_int_equal(set(&b, third, &mask), EDITOR_EDIT_DONE);
    assert_int_equal(similar(&b, third, third) & 4, 4);
    const editor_override none = {0};
    assert_int_equal(set(&b, b.plane, &none), EDITOR_EDIT_DONE);
    assert_int_equal(similar(&b, third, third), 5);
    mask.fields |= EDITOR_OVERRIDE_ALPHA_MODE;
    mask.alpha_mode = EDITOR_ALPHA_MASK;
    assert_int_equal(set(&b, third, &mask), EDITOR_EDIT_DONE);
    assert_int_equal(similar(&b, third, third), 4);

    // By the code of the colour that is shown.
    assert_true(matches(&b, "material:#FF0000", b.other) && matches(&b, "material:#ff0000", b.other));
    assert_false(matches(&b, "material:#FF0000", b.plane) || matches(&b, "material:#FF0001", b.other));
    assert_false(matches(&b, "material:#FF000", b.other) || matches(&b, "material:#FF00000", b.other));
    red = (editor_override){.fields = EDITOR_OVERRIDE_BASE_COLOR, .base_color = {0.5271151, 0.0512695, 0.0144438, 0.5}};
    assert_int_equal(set(&b, b.plane, &red), EDITOR_EDIT_DONE); // 192, 64, 32
    assert_true(matches(&b, "material:#c04020", b.plane));
    assert_false(matches(&b, "material:#c04020", LAMP)); // has none
    end(&b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_found_as_shown),  cmocka_unit_test(test_values), cmocka_unit_test(test_picking_follows),
        cmocka_unit_test(test_sharing),         cmocka_unit_test(test_many),   cmocka_unit_test(test_refusals),
        cmocka_unit_test(test_looks_of_a_drag),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
