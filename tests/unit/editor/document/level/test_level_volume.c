// Volumes in a level: picked by their surface, resized, copied, mirrored, undone; nothing stands on them or is hidden
// by them; they can be left out.
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "document/export/gltf_export.h"
#include "document/file/clipboard.h"
#include "document/history/edit.h"
#include "document/history/edit_arrange.h"
#include "document/level/search.h"
#include "document/level/sight.h"
#include "document/level/volume.h"
#include "edit_fixture.h"

typedef struct bench {
    editor_document *document;
    const editor_level *level;
} bench;

static bench begin(void)
{
    bench b = {.document = fixture_document()};
    b.level = editor_document_level(b.document);
    return b;
}

static void end(bench *b)
{
    assert_true(fixture_is_consistent(b->level));
    editor_document_destroy(b->document);
}

static uint32_t add(const bench *b, editor_shape shape, double x, double y, double z)
{
    const editor_primitive primitive = editor_primitive_default(shape);
    const pick_affine place = fixture_at(x, y, z);
    uint32_t made = EDITOR_NONE;
    assert_int_equal(
        editor_edit_add_primitive(b->document, editor_shape_name(shape), EDITOR_NONE, &primitive, &place, &made),
        EDITOR_EDIT_DONE);
    assert_int_equal(b->level->objects[made].kind, EDITOR_OBJECT_VOLUME);
    return made;
}

// The object that a ray along -z meets at (x, y), and where.
static uint32_t met(const bench *b, const pick_query *query, double x, double y, double *z)
{
    const pick_ray ray = {.origin = {x, y, 50}, .direction = {0, 0, -1}, .t_max = 100};
    pick_hit hit;
    if (!pick_closest(b->level->scene, &ray, query, &hit))
        return EDITOR_NONE;
    *z = hit.point.z;
    return (uint32_t)hit.user;
}

static void test_picked_by_its_surface(void **state)
{
    (void)state;
    // Where the ray beside the middle enters: half way between the axis and the side, a quarter up.
    static const struct {
        editor_shape shape;
        double z;
    } rows[] = {{EDITOR_SHAPE_BOX_VOLUME, 1},
                {EDITOR_SHAPE_SPHERE_VOLUME, 0.82915619758885},    // sqrt(1 - 0.25 - 0.0625)
                {EDITOR_SHAPE_CAPSULE_VOLUME, 0},                  // at its edge, below the cap
                {EDITOR_SHAPE_CYLINDER_VOLUME, 0.866025403784439}, // sqrt(0.75)
                {EDITOR_SHAPE_CONE_VOLUME, 0}};                    // radius 0.375: missed
    bench b = begin();
    const pick_query query = editor_level_query(b.level), surfaces = editor_level_surface_query(b.level);
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        const double y = 20 + 5 * (double)i;
        const uint32_t made = add(&b, rows[i].shape, 0, y, 0);
        double z = 0;
        assert_int_equal(met(&b, &query, 0.49999999, y + 0.25, &z), rows[i].z > 0 || i == 2 ? made : EDITOR_NONE);
        assert_true(fabs(z - rows[i].z) < 1e-3);
        assert_int_equal(met(&b, &query, 0, y, &z), made);
        assert_int_equal(met(&b, &surfaces, 0, y, &z), EDITOR_NONE);
        const pick_aabb box = editor_level_subtree_bounds(b.level, made);
        assert_true(fabs(box.max.y - y - 1) < 1e-5 && fabs(box.min.y - y + 1) < 1e-5);
    }
    end(&b);
}

// What is inside is behind the surface for an eye outside, and before it for an eye inside.
static void test_what_is_inside(void **state)
{
    (void)state;
    bench b = begin();
    const editor_primitive cube = editor_primitive_default(EDITOR_SHAPE_CUBE);
    const pick_affine place = fixture_at(0, 20, 0);
    uint32_t inner = EDITOR_NONE;
    assert_int_equal(editor_edit_add_primitive(b.document, "inner", EDITOR_NONE, &cube, &place, &inner),
                     EDITOR_EDIT_DONE);
    const uint32_t made = add(&b, EDITOR_SHAPE_BOX_VOLUME, 0, 20, 0);
    const pick_query query = editor_level_query(b.level);
    pick_hit hits[8];
    const pick_ray outside = {.origin = {0.1, 20.1, 50}, .direction = {0, 0, -1}, .t_max = 100};
    assert_int_equal(pick_all_objects(b.level->scene, &outside, &query, hits, 8), 2);
    assert_true(hits[0].user == made && hits[1].user == inner);
    const pick_ray inside = {.origin = {0.1, 20.1, 0.9}, .direction = {0, 0, -1}, .t_max = 100};
    assert_int_equal(pick_all_objects(b.level->scene, &inside, &query, hits, 8), 2);
    assert_true(hits[0].user == inner && hits[1].user == made && hits[1].backface);
    end(&b);
}

static void test_resized(void **state)
{
    (void)state;
    bench b = begin();
    const uint32_t ball = add(&b, EDITOR_SHAPE_SPHERE_VOLUME, 0, 20, 0);
    const uint64_t before = fixture_state(b.document);
    const uint32_t meshes = b.level->mesh_count;
    editor_primitive large = editor_primitive_default(EDITOR_SHAPE_SPHERE_VOLUME);
    large.value[EDITOR_PRIMITIVE_RADIUS] = 3;
    const pick_query query = editor_level_query(b.level);
    double z = 0;
    assert_int_equal(met(&b, &query, 2, 20, &z), EDITOR_NONE);
    assert_int_equal(editor_edit_set_primitives(b.document, &ball, &large, 1), EDITOR_EDIT_DONE);
    assert_int_equal(met(&b, &query, 2, 20, &z), ball);
    assert_true(fabs(z - sqrt(5)) < 1e-9 && fixture_is_consistent(b.level));
    assert_true(editor_document_undo(b.document) && fixture_state(b.document) == before);
    assert_int_equal(met(&b, &query, 2, 20, &z), EDITOR_NONE);
    // Another volume, but not triangles; and sizes out of range are named.
    const editor_primitive tin = editor_primitive_default(EDITOR_SHAPE_CYLINDER_VOLUME);
    const editor_primitive sphere = editor_primitive_default(EDITOR_SHAPE_SPHERE);
    assert_int_equal(editor_edit_set_primitives(b.document, &ball, &tin, 1), EDITOR_EDIT_DONE);
    assert_int_equal(editor_edit_set_primitives(b.document, &ball, &sphere, 1), EDITOR_EDIT_REFUSED);
    assert_string_equal(editor_document_reason(b.document), "sphere volume is a volume");
    large.value[EDITOR_PRIMITIVE_RADIUS] = 0;
    assert_int_equal(editor_edit_set_primitives(b.document, &ball, &large, 1), EDITOR_EDIT_REFUSED);
    assert_string_equal(editor_document_reason(b.document), "radius: expected 0.001 to 100000 m");
    editor_primitive capsule = editor_primitive_default(EDITOR_SHAPE_CAPSULE_VOLUME);
    capsule.value[EDITOR_PRIMITIVE_HEIGHT] = 0.5;
    assert_int_equal(editor_edit_set_primitives(b.document, &ball, &capsule, 1), EDITOR_EDIT_REFUSED);
    assert_string_equal(editor_document_reason(b.document), "height: expected at least twice the radius, 1 m");
    // Materials are for triangles.
    const editor_override red = {.fields = EDITOR_OVERRIDE_METALLIC, .metallic = 1};
    assert_int_equal(editor_edit_set_overrides(b.document, &ball, &red, 1), EDITOR_EDIT_REFUSED);
    assert_int_equal(b.level->mesh_count, meshes + 2);
    end(&b);
}

// The ramp that is added: its slope runs from the top at -z to the bottom at +z.
static void test_convex(void **state)
{
    (void)state;
    bench b = begin();
    const pick_query query = editor_level_query(b.level), surfaces = editor_level_surface_query(b.level);
    const uint32_t ramp = add(&b, EDITOR_SHAPE_CONVEX_VOLUME, 0, 20, 0);
    const uint64_t before = fixture_state(b.document), hash = editor_level_hash(b.level);
    double z = 0;
    assert_int_equal(met(&b, &query, 0.3, 20.5, &z), ramp);
    assert_true(fabs(z + 0.5) < 1e-9);
    assert_int_equal(met(&b, &query, 0.3, 19.25, &z), ramp);
    assert_true(fabs(z - 0.75) < 1e-9);
    assert_int_equal(met(&b, &query, 1.1, 19.25, &z), EDITOR_NONE);
    assert_int_equal(met(&b, &surfaces, 0.3, 20.5, &z), EDITOR_NONE);
    // An equal one shares its mesh; other sides are another one.
    assert_true(b.level->objects[add(&b, EDITOR_SHAPE_CONVEX_VOLUME, 5, 20, 0)].mesh == b.level->objects[ramp].mesh);
    assert_true(editor_document_undo(b.document));
    double sides[5][4];
    editor_primitive higher = editor_primitive_default(EDITOR_SHAPE_CONVEX_VOLUME);
    memcpy(sides, higher.sides, sizeof(sides));
    sides[4][3] = 1; // the slope
    higher.sides = (const double(*)[4])sides;
    assert_int_equal(editor_edit_set_primitives(b.document, &ramp, &higher, 1), EDITOR_EDIT_DONE);
    sides[4][3] = 77; // the level has its own
    assert_int_equal(met(&b, &query, 0.3, 20.5, &z), ramp);
    assert_true(fabs(z - 0.5) < 1e-9 && editor_level_hash(b.level) != hash);
    assert_true(editor_document_undo(b.document) && fixture_state(b.document) == before);
    assert_int_equal(met(&b, &query, 0.3, 20.5, &z), ramp);
    assert_true(fabs(z + 0.5) < 1e-9 && editor_level_hash(b.level) == hash);
    // What encloses nothing is refused.
    sides[4][3] = -3;
    assert_int_equal(editor_edit_set_primitives(b.document, &ramp, &higher, 1), EDITOR_EDIT_REFUSED);
    assert_string_equal(editor_document_reason(b.document),
                        "sides: expected a solid between them, at least 0.001 m thick");
    // Copies have the sides.
    char *text = editor_edit_copy(b.document, &ramp, 1);
    assert_non_null(text);
    assert_non_null(strstr(text,
                           "\"volume\": {\"shape\": \"convex\", \"sides\": [[1, 0, 0, 1], [-1, 0, 0, 1], [0, 1, 0, 1], "
                           "[0, 0, 1, 1], [0, -1, -1, 0]]}"));
    assert_int_equal(editor_edit_paste(b.document, text, EDITOR_NONE, NULL, NULL), EDITOR_EDIT_DONE);
    free(text);
    const pick_vec3 middle = {0, 22, 0};
    assert_int_equal(editor_edit_mirror(b.document, &ramp, &middle, 1, 1), EDITOR_EDIT_DONE);
    assert_int_equal(met(&b, &query, 0.3, 24.75, &z), ramp);
    assert_true(fabs(z - 0.75) < 1e-9);
    end(&b);
}

// What a hull goes around: meshes, corners of convex volumes, boxes of other ones, once each.
static void test_bodies(void **state)
{
    (void)state;
    bench b = begin();
    pick_selection *selection;
    assert_int_equal(pick_selection_create(NULL, &selection), PICK_OK);
    editor_body *bodies;
    size_t count;
    assert_true(editor_level_selected_bodies(b.level, selection, false, &bodies, &count));
    assert_true(bodies == NULL && count == 0);
    const editor_primitive cube = editor_primitive_default(EDITOR_SHAPE_CUBE);
    const pick_affine place = fixture_at(7, 20, 0);
    uint32_t box = EDITOR_NONE;
    assert_int_equal(editor_edit_add_primitive(b.document, "cube", EDITOR_NONE, &cube, &place, &box), EDITOR_EDIT_DONE);
    const uint32_t made[4] = {box, add(&b, EDITOR_SHAPE_CONVEX_VOLUME, 0, 30, 0),
                              add(&b, EDITOR_SHAPE_SPHERE_VOLUME, 0, 40, 0),
                              add(&b, EDITOR_SHAPE_COMPOUND_VOLUME, 0, 45, 0)};
    // A mesh; six corners, each of three sides; a box; two.
    static const size_t counts[4] = {1, 18, 1, 2};
    for (int i = 0; i < 4; i++) {
        assert_int_equal(pick_selection_set(selection, &b.level->objects[made[i]].pick, 1, (pick_object_id){0}, NULL),
                         PICK_OK);
        assert_true(editor_level_selected_bodies(b.level, selection, false, &bodies, &count));
        assert_int_equal(count, counts[i]);
        editor_farthest *farthest = editor_farthest_create(bodies, count);
        assert_non_null(farthest);
        const pick_aabb bounds = editor_level_selected_bounds(b.level, selection, false);
        assert_true(fabs(editor_farthest_point(farthest, pick_vec3_make(1, 0, 0), 0).x - bounds.max.x) < 1e-5);
        assert_true(fabs(editor_farthest_point(farthest, pick_vec3_make(-1, 0, 0), 0).x - bounds.min.x) < 1e-5);
        assert_true(fabs(editor_farthest_point(farthest, pick_vec3_make(0, 1, 0), 0).y - bounds.max.y) < 1e-5);
        assert_true(fabs(editor_farthest_point(farthest, pick_vec3_make(0, -1, 0), 0).y - bounds.min.y) < 1e-5);
        assert_true(fabs(editor_farthest_point(farthest, pick_vec3_make(0, 0, 1), 0).z - bounds.max.z) < 1e-5);
        assert_true(fabs(editor_farthest_point(farthest, pick_vec3_make(0, 0, -1), 0).z - bounds.min.z) < 1e-5);
        editor_farthest_destroy(farthest);
        free(bodies);
    }
    // A group and what is below it, selected too: each once. What is hidden counts only on demand.
    const uint32_t below[2] = {box, made[2]};
    assert_int_equal(editor_edit_group(b.document, below, 2, "both"), EDITOR_EDIT_DONE);
    const pick_object_id ids[2] = {b.level->objects[b.level->objects[box].parent].pick, b.level->objects[box].pick};
    assert_int_equal(pick_selection_set(selection, ids, 2, (pick_object_id){0}, NULL), PICK_OK);
    assert_true(editor_level_selected_bodies(b.level, selection, false, &bodies, &count));
    assert_int_equal(count, 2);
    free(bodies);
    assert_int_equal(editor_edit_set_hidden(b.document, &box, 1, true), EDITOR_EDIT_DONE);
    assert_true(editor_level_selected_bodies(b.level, selection, false, &bodies, &count));
    assert_int_equal(count, 1);
    free(bodies);
    const pick_aabb shown = editor_level_selected_bounds(b.level, selection, false);
    const pick_aabb whole = editor_level_selected_bounds(b.level, selection, true);
    assert_true(shown.min.y > 30 && whole.min.y < 30);
    assert_true(editor_level_selected_bodies(b.level, selection, true, &bodies, &count));
    assert_int_equal(count, 2);
    free(bodies);
    pick_selection_destroy(selection);
    end(&b);
}

// Many sizes: volumes that nothing uses any more are freed, and their numbers are used again.
static void test_many_sizes(void **state)
{
    (void)state;
    bench b = begin();
    const uint32_t ball = add(&b, EDITOR_SHAPE_SPHERE_VOLUME, 0, 20, 0);
    assert_true(editor_document_begin(b.document, "Drag"));
    for (int i = 0; i < 1000; i++) {
        editor_primitive p = editor_primitive_default(i % 2 ? EDITOR_SHAPE_SPHERE_VOLUME : EDITOR_SHAPE_CONE_VOLUME);
        p.value[EDITOR_PRIMITIVE_RADIUS] = 1 + 0.01 * i;
        assert_int_equal(editor_edit_set_primitives(b.document, &ball, &p, 1), EDITOR_EDIT_DONE);
    }
    editor_document_commit(b.document);
    assert_true(b.level->mesh_count < 300);
    end(&b);
}

static void test_copied_and_mirrored(void **state)
{
    (void)state;
    bench b = begin();
    const uint32_t cone = add(&b, EDITOR_SHAPE_CONE_VOLUME, 0, 20, 0);
    const uint64_t before = fixture_state(b.document);
    char *text = editor_edit_copy(b.document, &cone, 1);
    assert_non_null(text);
    assert_non_null(strstr(text, "\"volume\": {\"shape\": \"cone\", \"height\": 2, \"radius\": 1}"));
    assert_int_equal(editor_edit_paste(b.document, text, EDITOR_NONE, NULL, NULL), EDITOR_EDIT_DONE);
    free(text);
    assert_int_equal(editor_edit_duplicate(b.document, &cone, 1), EDITOR_EDIT_DONE);
    const pick_vec3 middle = {0, 22, 0};
    assert_int_equal(editor_edit_mirror(b.document, &cone, &middle, 1, 1), EDITOR_EDIT_DONE);
    const pick_query query = editor_level_query(b.level);
    double z = 0;
    assert_int_equal(met(&b, &query, 0.9, 24.99, &z), cone); // its disc is above now
    uint32_t volumes = 0;
    for (uint32_t i = 0; i < b.level->object_count; i++)
        volumes += b.level->objects[i].exists && b.level->objects[i].kind == EDITOR_OBJECT_VOLUME;
    assert_int_equal(volumes, 3);
    for (int i = 0; i < 3; i++)
        assert_true(editor_document_undo(b.document));
    assert_true(fixture_state(b.document) == before);
    end(&b);
}

static void test_no_surface(void **state)
{
    (void)state;
    bench b = begin();
    // Between the post and the floor, and around the camera's look.
    (void)add(&b, EDITOR_SHAPE_BOX_VOLUME, 5, 8, 0);
    pick_affine high = b.level->objects[POST_1].world;
    high.origin.y += 20;
    assert_int_equal(editor_edit_set_worlds(b.document, &(uint32_t){POST_1}, &high, 1), EDITOR_EDIT_DONE);
    assert_int_equal(editor_edit_drop_to_surface(b.document, &(uint32_t){POST_1}, 1), EDITOR_EDIT_DONE);
    assert_true(fabs(editor_level_subtree_bounds(b.level, POST_1).min.y) < 1e-5);
    // A volume drops, and lands by its box.
    const uint32_t ball = add(&b, EDITOR_SHAPE_SPHERE_VOLUME, -1, 9, 3);
    assert_int_equal(editor_edit_drop_to_surface(b.document, &ball, 1), EDITOR_EDIT_DONE);
    assert_true(fabs(editor_level_subtree_bounds(b.level, ball).min.y) < 1e-5);
    // A trigger hides nothing, and can be looked at itself.
    const pick_vec3 from = b.level->objects[POST_1].world.origin, to = b.level->objects[POST_2].world.origin;
    (void)add(&b, EDITOR_SHAPE_SPHERE_VOLUME, (from.x + to.x) / 2, (from.y + to.y) / 2, (from.z + to.z) / 2);
    editor_sight sight;
    editor_sight_find(b.level, POST_1, POST_2, &sight);
    assert_true(sight.seen > 0 && sight.blocker_count == 0);
    editor_sight_find(b.level, POST_1, ball, &sight);
    assert_int_equal(sight.points, 1);
    end(&b);
}

static void test_left_out(void **state)
{
    (void)state;
    bench b = begin();
    const uint32_t ball = add(&b, EDITOR_SHAPE_SPHERE_VOLUME, 0, 20, 0);
    const pick_query query = editor_level_query(b.level);
    const uint64_t hash = editor_level_hash(b.level);
    double z = 0;
    assert_null(editor_level_hidden_by(b.level, ball));
    editor_document_show_volumes(b.document, false);
    assert_string_equal(editor_level_hidden_by(b.level, ball), "View > Volumes");
    assert_null(editor_level_hidden_by(b.level, FLOOR));
    const uint32_t floor = FLOOR;
    editor_document_isolate(b.document, &floor, 1);
    assert_string_equal(editor_level_hidden_by(b.level, ball), "isolation");
    editor_document_isolate(b.document, &floor, 0);
    editor_edit_set_layer_flags(b.document, 1, 0);
    assert_string_equal(editor_level_hidden_by(b.level, ball), "a parent or a layer");
    editor_edit_set_layer_flags(b.document, 0, 0);
    assert_true(editor_level_is_hidden(b.level, ball) && !editor_level_is_hidden(b.level, FLOOR));
    assert_int_equal(met(&b, &query, 0, 20, &z), EDITOR_NONE);
    assert_true(editor_level_hash(b.level) == hash);
    // One that is made now is left out, too.
    assert_true(editor_level_is_hidden(b.level, add(&b, EDITOR_SHAPE_BOX_VOLUME, 0, 30, 0)));
    editor_document_show_volumes(b.document, true);
    assert_int_equal(met(&b, &query, 0, 20, &z), ball);
    end(&b);
}

static void test_search(void **state)
{
    (void)state;
    bench b = begin();
    const uint32_t ball = add(&b, EDITOR_SHAPE_SPHERE_VOLUME, 0, 20, 0);
    editor_search search;
    editor_error error = {""};
    assert_true(editor_search_read(b.level, "type:volume", &search, &error));
    for (uint32_t i = 0; i < b.level->object_count; i++)
        assert_int_equal(editor_search_matches(&search, b.level, i), i == ball);
    assert_true(editor_search_read(b.level, "type:mesh", &search, &error));
    assert_false(editor_search_matches(&search, b.level, ball));
    end(&b);
}

// glTF has no volumes: an empty node, with the sizes in its extras.
static void test_export(void **state)
{
    (void)state;
    static const char path[] = "test_level_volume.gltf";
    bench b = begin();
    (void)add(&b, EDITOR_SHAPE_BOX_VOLUME, 0, 20, 0);
    (void)add(&b, EDITOR_SHAPE_CONVEX_VOLUME, 0, 30, 0);
    (void)add(&b, EDITOR_SHAPE_COMPOUND_VOLUME, 0, 40, 0);
    editor_error error = {""};
    assert_true(editor_gltf_export(b.level, path, NULL, NULL, &error));
    static char text[1 << 16];
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    assert_true(fread(text, 1, sizeof(text) - 1, file) > 0);
    fclose(file);
    const char *node = strstr(text, "\"box volume\"");
    assert_non_null(node);
    assert_non_null(strstr(node,
                           "\"extras\": {\"volume\": {\"shape\": \"box\", \"width\": 2, \"height\": 2, \"depth\": "
                           "2}}"));
    assert_non_null(strstr(text,
                           "\"extras\": {\"volume\": {\"shape\": \"convex\", \"sides\": [[1, 0, 0, 1], [-1, 0, 0, 1], "
                           "[0, 1, 0, 1], [0, 0, 1, 1], [0, -1, -1, 0]]}}"));
    assert_non_null(strstr(text,
                           "\"extras\": {\"volume\": {\"shape\": \"compound\", \"parts\": [{\"shape\": \"box\", "
                           "\"width\": 2, \"height\": 1, \"depth\": 2, \"position\": [0, -0.5, 0]}, {\"shape\": "
                           "\"box\", \"width\": 2, \"height\": 1, \"depth\": 1, \"position\": [0, 0.5, -0.5]}]}}"));
    remove(path);
    remove("test_level_volume.bin");
    end(&b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_picked_by_its_surface),
        cmocka_unit_test(test_what_is_inside),
        cmocka_unit_test(test_resized),
        cmocka_unit_test(test_convex),
        cmocka_unit_test(test_bodies),
        cmocka_unit_test(test_many_sizes),
        cmocka_unit_test(test_copied_and_mirrored),
        cmocka_unit_test(test_no_surface),
        cmocka_unit_test(test_left_out),
        cmocka_unit_test(test_search),
        cmocka_unit_test(test_export),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
