// What is explained where one number is met several times at one t, and of what has two sides.
#include "picking/explain.h"

#include "near.h"
#include "squares.h"

enum { MOST = 8 };

typedef struct list {
    pick_explanation items[MOST];
    size_t count;
} list;

static void check(const pick_explanation *e, uint64_t user, pick_reason reason)
{
    assert_int_equal(e->user, user);
    assert_string_equal(pick_reason_name(e->reason), pick_reason_name(reason));
}

static pick_object_id put_shape(pick_scene *scene, const pick_object_desc *desc)
{
    pick_object_id id;
    assert_int_equal(pick_scene_add(scene, desc, &id), PICK_OK);
    return id;
}

static list explain_scene(pick_scene *scene, const pick_view *view, double x, double y)
{
    list l;
    l.count = pick_explain(scene, view, (pick_vec2){x, y}, NULL, 0, l.items, MOST);
    assert_true(l.count <= MOST);
    return l;
}

// Two squares at one place of a nested scene have one object and the same triangle numbers.
static void one_of_two_in_a_nested_scene_is_picked(void **state)
{
    (void)state;
    squares inner = squares_make(), outer = squares_make();
    squares_put(&inner, inner.square, 0, 0, 0);
    squares_put(&inner, inner.square, 0, 0, 0);
    squares_put(&inner, inner.square, 0, 0, -1);
    pick_object_desc desc = PICK_OBJECT_DESC_DEFAULT;
    desc.scene = inner.scene;
    (void)put_shape(outer.scene, &desc);
    list l = explain_scene(outer.scene, &outer.view, 51, 50.5);
    assert_int_equal(l.count, 3);
    for (uint32_t i = 0; i < 3; i++)
        check(&l.items[i], 0, i == 0 ? PICK_REASON_PICKED : PICK_REASON_BEHIND);
    assert_true(l.items[0].t == l.items[1].t);
    // The second one is hit where the query does not see the first.
    assert_int_equal(pick_scene_set_flags(inner.scene, inner.ids[0], PICK_OBJECT_HIDDEN), PICK_OK);
    l = explain_scene(outer.scene, &outer.view, 51, 50.5);
    assert_int_equal(l.count, 2);
    check(&l.items[0], 0, PICK_REASON_PICKED);
    assert_true(!l.items[0].locked && !l.items[1].locked);
    // What is locked within it blocks.
    assert_int_equal(pick_scene_set_flags(inner.scene, inner.ids[1], PICK_OBJECT_LOCKED), PICK_OK);
    l = explain_scene(outer.scene, &outer.view, 51, 50.5);
    assert_int_equal(l.count, 2);
    check(&l.items[0], 0, PICK_REASON_LOCKED);
    check(&l.items[1], 0, PICK_REASON_BEHIND);
    assert_true(l.items[0].locked && !l.items[1].locked);
    const pick_cursor_query cursor = {.tolerance = 9, .scale = 1};
    assert_int_equal(pick_explain_cursor(outer.scene, &outer.view, (pick_vec2){60, 50}, &cursor, 0, l.items, MOST), 1);
    check(&l.items[0], 0, PICK_REASON_NEAREST);
    assert_true(l.items[0].locked);
    pick_scene_destroy(outer.scene);
    outer.scene = NULL;
    squares_free(&inner);
    squares_free(&outer);
}

// What a nested scene has before near, beyond far and behind a section is listed, also where something between is hit;
// of its volumes then only what is between.
static void a_nested_scene_lists_surfaces_out_of_range(void **state)
{
    (void)state;
    enum { NEAR, MIDDLE, CUT, FAR };
    squares inner = squares_make(), outer = squares_make();
    squares_put(&inner, inner.square, 0, 0, 9.95);
    squares_put(&inner, inner.square, 0, 0, 0);
    squares_put(&inner, inner.square, 0, 0, -9);
    squares_put(&inner, inner.square, 0, 0, -95);
    const pick_shape shape = {.type = PICK_SHAPE_AABB, .as.aabb = {{-1, -1, 9.96}, {1, 1, 9.97}}};
    pick_volume *box = NULL;
    assert_int_equal(pick_volume_create(&(pick_volume_desc){.shape = &shape}, NULL, &box), PICK_OK);
    pick_object_desc desc = PICK_OBJECT_DESC_DEFAULT;
    desc.volume = box;
    const pick_object_id box_id = put_shape(inner.scene, &desc);
    desc = (pick_object_desc)PICK_OBJECT_DESC_DEFAULT;
    desc.scene = inner.scene;
    (void)put_shape(outer.scene, &desc);
    const pick_plane plane = {{0, 0, 1}, 5};
    assert_int_equal(pick_view_set_section(&outer.view, &plane, 1), PICK_OK);
    list l = explain_scene(outer.scene, &outer.view, 50.2, 50.1);
    assert_int_equal(l.count, 4);
    check(&l.items[NEAR], 0, PICK_REASON_NEAR);
    check(&l.items[MIDDLE], 0, PICK_REASON_PICKED);
    check(&l.items[CUT], 0, PICK_REASON_SECTION);
    check(&l.items[FAR], 0, PICK_REASON_FAR);
    // Where nothing between is hit, volumes are listed, too.
    assert_int_equal(pick_scene_set_flags(inner.scene, inner.ids[MIDDLE], PICK_OBJECT_HIDDEN), PICK_OK);
    assert_int_equal(explain_scene(outer.scene, &outer.view, 50.2, 50.1).count, 4);
    assert_int_equal(pick_scene_set_flags(inner.scene, box_id, PICK_OBJECT_HIDDEN), PICK_OK);
    assert_int_equal(explain_scene(outer.scene, &outer.view, 50.2, 50.1).count, 3);
    pick_scene_destroy(outer.scene);
    outer.scene = NULL;
    squares_free(&inner);
    squares_free(&outer);
    pick_volume_destroy(box);
}

// Of numbers of their own, or of one.
static pick_volume *two_boxes(bool swapped, bool own_numbers)
{
    const pick_shape_part boxes[2] = {
        {PICK_AFFINE_IDENTITY, {.type = PICK_SHAPE_AABB, .as.aabb = {{-1, -1, 0}, {1, 1, 1}}}},
        {PICK_AFFINE_IDENTITY, {.type = PICK_SHAPE_AABB, .as.aabb = {{-1, -1, -1}, {1, 1, 0}}}}};
    const pick_shape_part inner[2] = {boxes[swapped], boxes[!swapped]};
    const pick_shape_part around = {PICK_AFFINE_IDENTITY, {.type = PICK_SHAPE_COMPOUND, .as.compound = {inner, 2}}};
    const pick_shape shape =
        own_numbers ? around.shape : (pick_shape){.type = PICK_SHAPE_COMPOUND, .as.compound = {&around, 1}};
    pick_volume *volume = NULL;
    assert_int_equal(
        pick_volume_create(&(pick_volume_desc){.shape = &shape, .flags = PICK_VOLUME_SURFACE}, NULL, &volume), PICK_OK);
    return volume;
}

// The near plane is in the first of two boxes that touch: the ray leaves it where it enters the second one. Both have
// one number.
static void one_side_of_parts_that_touch_is_picked(void **state)
{
    (void)state;
    for (int swapped = 0; swapped < 2; swapped++) {
        squares s = squares_make();
        pick_volume *volume = two_boxes(swapped != 0, false);
        pick_object_desc desc = PICK_OBJECT_DESC_DEFAULT;
        desc.volume = volume;
        const pick_object_id id = put_shape(s.scene, &desc);
        s.view = squares_view(10, 9.5, 100, false);
        list l = explain_scene(s.scene, &s.view, 50, 50);
        assert_int_equal(l.count, 3);
        check(&l.items[0], 0, PICK_REASON_PICKED);
        check(&l.items[1], 0, PICK_REASON_BEHIND);
        assert_true(l.items[0].t == l.items[1].t && !l.items[0].backface && l.items[1].backface);
        // Of one that is hidden, the front stands for all.
        assert_int_equal(pick_scene_set_flags(s.scene, id, PICK_OBJECT_HIDDEN), PICK_OK);
        l = explain_scene(s.scene, &s.view, 50, 50);
        assert_int_equal(l.count, 1);
        check(&l.items[0], 0, PICK_REASON_HIDDEN);
        assert_false(l.items[0].backface);
        pick_scene_destroy(s.scene);
        s.scene = NULL;
        pick_volume_destroy(volume);
        squares_free(&s);
    }
}

// The same with numbers of their own: the lower one is picked, whichever side it is.
static void the_lower_number_of_parts_that_touch_is_picked(void **state)
{
    (void)state;
    for (int swapped = 0; swapped < 2; swapped++) {
        squares s = squares_make();
        pick_volume *volume = two_boxes(swapped != 0, true);
        pick_object_desc desc = PICK_OBJECT_DESC_DEFAULT;
        desc.volume = volume;
        (void)put_shape(s.scene, &desc);
        s.view = squares_view(10, 9.5, 100, false);
        const list l = explain_scene(s.scene, &s.view, 50, 50);
        assert_int_equal(l.count, 3);
        check(&l.items[0], 0, PICK_REASON_PICKED);
        check(&l.items[1], 0, PICK_REASON_BEHIND);
        assert_true(l.items[0].t == l.items[1].t && l.items[0].triangle == 0 && l.items[1].triangle == 1);
        assert_int_equal(l.items[0].backface, !swapped);
        pick_scene_destroy(s.scene);
        s.scene = NULL;
        pick_volume_destroy(volume);
        squares_free(&s);
    }
}

// A cubic piece of two segments, which a ray enters where they meet.
static void one_segment_of_a_curve_is_picked(void **state)
{
    (void)state;
    squares s = squares_make();
    static const float points[12] = {-1, 0, 0, -0.5f, 0, 1, 0.5f, 0, 1, 1, 0, 0};
    const pick_curves_desc curve = {
        .positions = points, .position_count = 4, .kind = PICK_CURVE_CUBIC, .flatness = 10, .radius = 0.25};
    pick_thin *thin = NULL;
    pick_object_desc desc = PICK_OBJECT_DESC_DEFAULT;
    assert_int_equal(pick_curves_create(&curve, NULL, &thin), PICK_OK);
    assert_int_equal(pick_curve_segments(thin, 0), 2);
    desc.thin = thin;
    (void)put_shape(s.scene, &desc);
    const list l = explain_scene(s.scene, &s.view, 50, 50);
    assert_int_equal(l.count, 2);
    assert_true(l.items[0].t == 9 && l.items[1].t == 9);
    check(&l.items[0], 0, PICK_REASON_PICKED);
    check(&l.items[1], 0, PICK_REASON_BEHIND);
    pick_scene_destroy(s.scene);
    s.scene = NULL;
    pick_thin_destroy(thin);
    squares_free(&s);
}

// What rays find, explain finds picked. `transform` turns the front to the eye.
static void explain_from_both_sides(const pick_volume *volume, pick_transform transform, bool has_back)
{
    squares s = squares_make();
    pick_object_desc desc = PICK_OBJECT_DESC_DEFAULT;
    desc.volume = volume;
    desc.transform = transform;
    const pick_object_id id = put_shape(s.scene, &desc);
    for (int turned = 0; turned < 2; turned++) {
        const pick_ray ray = pick_view_ray(&s.view, (pick_vec2){51, 50.5});
        const bool seen = turned == 0 || has_back;
        pick_hit hit;
        assert_int_equal(pick_closest(s.scene, &ray, NULL, &hit), seen);
        const list l = explain_scene(s.scene, &s.view, 51, 50.5);
        assert_int_equal(l.count, 1);
        check(&l.items[0], 0, seen ? PICK_REASON_PICKED : PICK_REASON_CULLED_BACK);
        assert_int_equal(l.items[0].backface, turned);
        for (int i = 0; i < 9; i++) // a half turn around y
            transform.linear[i] *= i % 3 == 1 ? 1 : -1;
        transform.origin.x = -transform.origin.x;
        assert_int_equal(pick_scene_set_transform(s.scene, id, &transform), PICK_OK);
    }
    pick_scene_destroy(s.scene);
    s.scene = NULL;
    squares_free(&s);
}

static void report_disc(void *user, const pick_ray *ray, pick_ray_probe *probe)
{
    (void)user;
    (void)pick_ray_report(
        probe, &(pick_primitive_hit){.t = -ray->origin.z / ray->direction.z, .backface = ray->direction.z > 0});
}

// Of a volume what is flat has two sides, whatever its flags are; height fields and primitives go by their flags.
static void sides_are_those_of_rays(void **state)
{
    (void)state;
    const pick_shape shape = {.type = PICK_SHAPE_TRIANGLE, .as.triangle = {{{-1, -1, 0}, {1, -1, 0}, {0, 2, 0}}}};
    pick_volume *volume = NULL;
    assert_int_equal(pick_volume_create(&(pick_volume_desc){.shape = &shape}, NULL, &volume), PICK_OK);
    explain_from_both_sides(volume, PICK_TRANSFORM_IDENTITY, true);
    pick_volume_destroy(volume);
    const pick_primitive_desc disc = {.bounds = {{-1, -1, -1}, {1, 1, 1}}, .ray = report_disc};
    assert_int_equal(pick_primitive_create(&disc, NULL, &volume), PICK_OK);
    explain_from_both_sides(volume, PICK_TRANSFORM_IDENTITY, false);
    pick_volume_destroy(volume);
    static const float heights[9] = {0};
    const pick_height_field_desc field = {.samples = heights, .type = PICK_HEIGHT_FLOAT, .columns = 3, .rows = 3};
    const pick_transform upright = {{1, 0, 0, 0, 0, 1, 0, -1, 0}, {-1, 1, 0}};
    assert_int_equal(pick_height_field_create(&field, NULL, &volume), PICK_OK);
    explain_from_both_sides(volume, upright, false);
    pick_volume_destroy(volume);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_of_two_in_a_nested_scene_is_picked),
        cmocka_unit_test(a_nested_scene_lists_surfaces_out_of_range),
        cmocka_unit_test(one_side_of_parts_that_touch_is_picked),
        cmocka_unit_test(the_lower_number_of_parts_that_touch_is_picked),
        cmocka_unit_test(one_segment_of_a_curve_is_picked),
        cmocka_unit_test(sides_are_those_of_rays),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
