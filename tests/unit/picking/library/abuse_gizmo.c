// The functions of gizmo.h and debug_draw.h.
#include "abuse.h"

#define INVALID PICK_ERROR_INVALID_ARGUMENT

// Descriptions that cannot be worked with, given or put in place later: nothing shows and nothing reacts.
static void descriptions(const abuse *a, const pick_gizmo_target *target)
{
    pick_gizmo_desc bad[11];
    for (int i = 0; i < 11; i++)
        bad[i] = pick_gizmo_desc_default();
    bad[0].mode = (pick_gizmo_mode)4;
    bad[1].mode = (pick_gizmo_mode)-1;
    bad[2].space = (pick_gizmo_space)4;
    bad[3].pivot = (pick_gizmo_pivot)3;
    bad[4].scale = 0;
    bad[5].scale = HUGE_VAL;
    bad[6].size = a->not_a_number;
    bad[7].size = HUGE_VAL;
    bad[8].tolerance = -1;
    bad[9].tolerance = HUGE_VAL;
    bad[10].turn_step = a->not_a_number;
    for (int i = 0; i < 11; i++) {
        pick_gizmo gizmo;
        pick_gizmo_init(&gizmo, &bad[i]);
        CHECK(pick_gizmo_place, (pick_gizmo_place(&gizmo, &a->view, target, 1, 0), !gizmo.visible));
        CHECK(pick_gizmo_draw, pick_gizmo_draw(&gizmo, NULL, 0) == 0);
        pick_gizmo_init(&gizmo, NULL);
        CHECK(pick_gizmo_place, (pick_gizmo_place(&gizmo, &a->view, target, 1, 0), gizmo.visible));
        gizmo.desc = bad[i];
        CHECK(pick_gizmo_handle_alpha, pick_gizmo_handle_alpha(&gizmo, PICK_GIZMO_MOVE_X) == 0);
        CHECK(pick_gizmo_handle_at, pick_gizmo_handle_at(&gizmo, a->middle) == PICK_GIZMO_NONE);
        CHECK(pick_gizmo_begin, !pick_gizmo_begin(&gizmo, PICK_GIZMO_MOVE_X, a->middle, target, 1, 0));
    }
    pick_gizmo gizmo;
    pick_gizmo_init(&gizmo, &(pick_gizmo_desc){0});
    CHECK(pick_gizmo_place, (pick_gizmo_place(&gizmo, &a->view, target, 1, 0), !gizmo.visible));
    pick_gizmo_desc align = pick_gizmo_desc_default();
    align.align_axis = 77; // read as 1
    pick_gizmo_init(&gizmo, &align);
    pick_gizmo_place(&gizmo, &a->view, target, 1, 0);
    CHECK(pick_gizmo_begin, pick_gizmo_begin(&gizmo, PICK_GIZMO_MOVE_X, a->middle, target, 1, 0));
}

static void placing(const abuse *a, pick_gizmo *gizmo, const pick_gizmo_target *target)
{
    const pick_gizmo_target nowhere = {.world = a->nan_affine, .parent = a->affine};
    CHECK(pick_gizmo_desc_default, pick_gizmo_desc_default().size == 90);
    CHECK(pick_gizmo_init, (pick_gizmo_init(NULL, NULL), pick_gizmo_init(gizmo, NULL), gizmo->desc.size == 90));
    CHECK(pick_gizmo_place, (pick_gizmo_place(NULL, &a->view, target, 1, 0), true));
    CHECK(pick_gizmo_place, (pick_gizmo_place(gizmo, NULL, target, 1, 0), !gizmo->visible));
    CHECK(pick_gizmo_place, (pick_gizmo_place(gizmo, &a->view, NULL, 1, 0), !gizmo->visible));
    CHECK(pick_gizmo_place, (pick_gizmo_place(gizmo, &a->view, target, 0, 0), !gizmo->visible));
    CHECK(pick_gizmo_place, (pick_gizmo_place(gizmo, &a->view, target, 1, 1), !gizmo->visible));
    CHECK(pick_gizmo_place, (pick_gizmo_place(gizmo, &a->zero_view, target, 1, 0), !gizmo->visible));
    CHECK(pick_gizmo_place, (pick_gizmo_place(gizmo, &a->view, &nowhere, 1, 0), !gizmo->visible));
    CHECK(pick_gizmo_place, (pick_gizmo_place(gizmo, &a->view, target, 1, 0), gizmo->visible));
}

// Numbers that are no handle's: just beyond, far beyond, below.
static void handles(const abuse *a, pick_gizmo *gizmo, const pick_gizmo_target *target)
{
    const int numbers[5] = {0, PICK_GIZMO_HANDLE_COUNT, 1000, 0x7fffffff, -1};
    for (int i = 0; i < 5; i++) {
        const pick_gizmo_handle h = (pick_gizmo_handle)numbers[i];
        CHECK(pick_gizmo_handle_alpha, pick_gizmo_handle_alpha(gizmo, h) == 0);
        CHECK(pick_gizmo_begin,
              !pick_gizmo_begin(gizmo, h, a->middle, target, 1, 0) && gizmo->active == PICK_GIZMO_NONE);
        CHECK(pick_gizmo_set_hot, (pick_gizmo_set_hot(gizmo, h), gizmo->hot == PICK_GIZMO_NONE));
    }
    CHECK(pick_gizmo_handle_alpha, pick_gizmo_handle_alpha(NULL, PICK_GIZMO_MOVE_X) == 0);
    CHECK(pick_gizmo_set_hot, (pick_gizmo_set_hot(NULL, PICK_GIZMO_MOVE_X), true));
    CHECK(pick_gizmo_handle_at, pick_gizmo_handle_at(NULL, a->middle) == PICK_GIZMO_NONE);
    CHECK(pick_gizmo_handle_at, pick_gizmo_handle_at(gizmo, a->nan2) == PICK_GIZMO_NONE);
    CHECK(pick_gizmo_handle_at, pick_gizmo_handle_at(gizmo, a->infinite2) == PICK_GIZMO_NONE);
    CHECK(pick_gizmo_begin, !pick_gizmo_begin(NULL, PICK_GIZMO_MOVE_X, a->middle, target, 1, 0));
    CHECK(pick_gizmo_begin, !pick_gizmo_begin(gizmo, PICK_GIZMO_MOVE_X, a->middle, NULL, 1, 0));
    CHECK(pick_gizmo_begin, !pick_gizmo_begin(gizmo, PICK_GIZMO_MOVE_X, a->middle, target, 1, 1));
    CHECK(pick_gizmo_begin, !pick_gizmo_begin(gizmo, PICK_GIZMO_MOVE_X, a->nan2, target, 1, 0));
}

static void dragging(const abuse *a, pick_gizmo *gizmo, const pick_gizmo_target *target)
{
    pick_affine world = {.origin = {7, 7, 7}};
    pick_gizmo_readout readout = {.count = 7};
    char text[4] = "abc";
    // Without a drag, and without a gizmo.
    CHECK(pick_gizmo_drag, (pick_gizmo_drag(NULL, &(pick_gizmo_input){.position = a->middle}), true));
    CHECK(pick_gizmo_drag,
          (pick_gizmo_drag(gizmo, &(pick_gizmo_input){.position = a->middle}), !pick_gizmo_changed(gizmo)));
    CHECK(pick_gizmo_type, !pick_gizmo_type(NULL, '1') && !pick_gizmo_type(gizmo, '1'));
    CHECK(pick_gizmo_get_readout, !pick_gizmo_get_readout(NULL, &readout) && !pick_gizmo_get_readout(gizmo, &readout));
    CHECK(pick_gizmo_label, pick_gizmo_label(NULL, text, 4) == 0 && text[0] == 0);
    CHECK(pick_gizmo_begin, pick_gizmo_begin(gizmo, PICK_GIZMO_MOVE_X, a->middle, target, 1, 0));
    CHECK(pick_gizmo_drag, (pick_gizmo_drag(gizmo, NULL), !pick_gizmo_changed(gizmo)));
    CHECK(pick_gizmo_drag,
          (pick_gizmo_drag(gizmo, &(pick_gizmo_input){.position = a->nan2}), !pick_gizmo_changed(gizmo)));
    CHECK(pick_gizmo_drag,
          (pick_gizmo_drag(gizmo, &(pick_gizmo_input){.position = a->middle, .has_point = true, .point = a->nan}),
           !pick_gizmo_changed(gizmo)));
    for (int key = -128; key < 128; key++)
        (void)pick_gizmo_type(gizmo, (char)key);
    CHECK(pick_gizmo_get_readout, !pick_gizmo_get_readout(gizmo, NULL) && readout.count == 7);
    CHECK(pick_gizmo_label, pick_gizmo_label(gizmo, NULL, 4) == 0 && pick_gizmo_label(gizmo, NULL, 0) > 0);
    CHECK(pick_gizmo_apply, pick_gizmo_apply(NULL, target, 1, &world) == INVALID);
    CHECK(pick_gizmo_apply, pick_gizmo_apply(gizmo, NULL, 1, &world) == INVALID);
    CHECK(pick_gizmo_apply, pick_gizmo_apply(gizmo, target, 1, NULL) == INVALID && world.origin.x == 7);
    CHECK(pick_gizmo_apply, pick_gizmo_apply(gizmo, NULL, 0, NULL) == PICK_OK);
    const pick_gizmo_target nowhere = {.world = a->nan_affine, .parent = a->affine};
    CHECK(pick_gizmo_apply, pick_gizmo_apply(gizmo, &nowhere, 1, &world) == PICK_ERROR_NOT_FINITE);
    CHECK(pick_gizmo_changed, !pick_gizmo_changed(NULL));
    CHECK(pick_gizmo_draw, pick_gizmo_draw(NULL, NULL, 0) == 0 && pick_gizmo_draw(gizmo, NULL, 3) == 0);
    CHECK(pick_gizmo_draw, pick_gizmo_draw(gizmo, NULL, 0) > 0);
    CHECK(pick_gizmo_end, (pick_gizmo_end(NULL), pick_gizmo_end(gizmo), gizmo->active == PICK_GIZMO_NONE));
    CHECK(pick_gizmo_cancel, (pick_gizmo_cancel(NULL), pick_gizmo_cancel(gizmo), !pick_gizmo_changed(gizmo)));
}

void abuse_gizmo(const abuse *a)
{
    const pick_gizmo_target target = {.world = a->affine, .parent = a->affine};
    pick_gizmo gizmo;
    placing(a, &gizmo, &target);
    handles(a, &gizmo, &target);
    dragging(a, &gizmo, &target);
    descriptions(a, &target);
    float color[3] = {7, 7, 7};
    CHECK(pick_gizmo_axis_color, (pick_gizmo_axis_color(-1, color), pick_gizmo_axis_color(3, color), color[0] == 7));
    CHECK(pick_gizmo_axis_color, (pick_gizmo_axis_color(0, NULL), true));
}

// Everything that can be added, in a style, at a place, with a size.
static int add_all(const abuse *a, pick_debug_draw *d, pick_vec3 at, double size, const pick_debug_style *style)
{
    const pick_vec3 up = {0, 1, 0}, end = pick_vec3_add(at, pick_vec3_make(1, 1, 1));
    pick_ray ray = a->ray;
    ray.origin = at;
    int added = pick_debug_add_line(d, at, up, style) + pick_debug_add_line(d, up, at, style);
    added += pick_debug_add_point(d, at, size, style) + pick_debug_add_label(d, at, NULL, style);
    added += pick_debug_add_arrow(d, at, end, style) + pick_debug_add_ray(d, &ray, size, style);
    added += pick_debug_add_circle(d, at, up, size, style);
    added += pick_debug_add_aabb(d, &(pick_aabb){at, end}, style);
    added += pick_debug_add_obb(d, &(pick_obb){at, {up, up, up}}, style);
    added += pick_debug_add_sphere(d, &(pick_sphere){at, size}, style);
    added += pick_debug_add_capsule(d, &(pick_capsule){at, end, size}, style);
    return added;
}

static void adding(const abuse *a, pick_debug_draw *d)
{
    pick_debug_style bad[4];
    for (int i = 0; i < 4; i++)
        bad[i] = pick_debug_style_default();
    bad[0].color[3] = NAN;
    bad[1].color[0] = INFINITY;
    bad[2].seconds = a->not_a_number;
    bad[3].seconds = -1;
    CHECK(pick_debug_style_default, pick_debug_style_default().color[3] == 1);
    CHECK(pick_debug_add_line,
          add_all(a, NULL, a->zero, 1, NULL) == 0 && !pick_debug_add_line(NULL, a->zero, a->zero, NULL));
    for (int i = 0; i < 4; i++) {
        CHECK(pick_debug_add_line,
              add_all(a, d, a->zero, 1, &bad[i]) == 0 && !pick_debug_add_line(d, a->zero, a->zero, &bad[i]));
        CHECK(pick_debug_add_frustum, !pick_debug_add_frustum(d, &a->view, 10, &bad[i]));
    }
    CHECK(pick_debug_add_line, add_all(a, d, a->nan, 1, NULL) == 0 && !pick_debug_add_line(d, a->nan, a->zero, NULL));
    CHECK(pick_debug_add_line,
          add_all(a, d, a->infinite, 1, NULL) == 0 && !pick_debug_add_line(d, a->zero, a->infinite, NULL));
    const double sizes[3] = {-1, HUGE_VAL, a->not_a_number};
    for (int i = 0; i < 3; i++) {
        const pick_sphere sphere = {a->zero, sizes[i]};
        const pick_capsule capsule = {a->zero, {1, 1, 1}, sizes[i]};
        CHECK(pick_debug_add_point, !pick_debug_add_point(d, a->zero, sizes[i], NULL));
        CHECK(pick_debug_add_circle, !pick_debug_add_circle(d, a->zero, (pick_vec3){0, 1, 0}, sizes[i], NULL));
        CHECK(pick_debug_add_sphere, !pick_debug_add_sphere(d, &sphere, NULL));
        CHECK(pick_debug_add_capsule, !pick_debug_add_capsule(d, &capsule, NULL));
        CHECK(pick_debug_add_ray, !pick_debug_add_ray(d, &a->ray, i == 1 ? 0 : sizes[i], NULL));
    }
    CHECK(pick_debug_add_label, !pick_debug_add_label(d, a->nan, "", NULL));
    CHECK(pick_debug_add_arrow, !pick_debug_add_arrow(d, a->zero, a->zero, NULL));
    CHECK(pick_debug_add_ray, !pick_debug_add_ray(d, NULL, 1, NULL));
    CHECK(pick_debug_add_circle, !pick_debug_add_circle(d, a->zero, a->zero, 1, NULL));
    CHECK(pick_debug_add_aabb, !pick_debug_add_aabb(d, NULL, NULL));
    CHECK(pick_debug_add_obb, !pick_debug_add_obb(d, NULL, NULL));
    CHECK(pick_debug_add_sphere, !pick_debug_add_sphere(d, NULL, NULL));
    CHECK(pick_debug_add_capsule, !pick_debug_add_capsule(d, NULL, NULL));
    CHECK(pick_debug_add_frustum,
          !pick_debug_add_frustum(d, NULL, 1, NULL) && !pick_debug_add_frustum(NULL, &a->view, 1, NULL));
    CHECK(pick_debug_add_frustum, !pick_debug_add_frustum(d, &a->zero_view, 1, NULL));
    CHECK(pick_debug_add_frustum, !pick_debug_add_frustum(d, &a->view, HUGE_VAL, NULL)); // it has no far plane
}

void abuse_debug_draw(const abuse *a)
{
    static const pick_allocator half = {NULL, NULL, NULL};
    const pick_debug_draw_desc large = {.lines = SIZE_MAX};
    pick_debug_draw *d = NULL;
    size_t count = 7;
    CHECK(pick_debug_draw_desc_default, pick_debug_draw_desc_default().lines == 16384);
    CHECK(pick_debug_draw_create, pick_debug_draw_create(NULL, NULL, NULL) == INVALID);
    CHECK(pick_debug_draw_create, pick_debug_draw_create(NULL, &half, &d) == INVALID);
    CHECK(pick_debug_draw_create, pick_debug_draw_create(&large, NULL, &d) == PICK_ERROR_TOO_LARGE && d == NULL);
    CHECK(pick_debug_draw_create, pick_debug_draw_create(NULL, NULL, &d) == PICK_OK);
    adding(a, d);
    CHECK(pick_debug_draw_lines, pick_debug_draw_lines(d, &count) == NULL && count == 0);
    CHECK(pick_debug_draw_lines, (count = 7, pick_debug_draw_lines(NULL, &count) == NULL && count == 0));
    CHECK(pick_debug_draw_points, (count = 7, pick_debug_draw_points(NULL, &count) == NULL && count == 0));
    CHECK(pick_debug_draw_labels, (count = 7, pick_debug_draw_labels(NULL, &count) == NULL && count == 0));
    CHECK(pick_debug_draw_lines, pick_debug_draw_lines(d, NULL) == NULL);
    CHECK(pick_debug_draw_points, pick_debug_draw_points(d, NULL) == NULL);
    CHECK(pick_debug_draw_labels, pick_debug_draw_labels(d, NULL) == NULL);
    CHECK(pick_debug_draw_advance,
          (pick_debug_draw_advance(NULL, 1), pick_debug_draw_advance(d, a->not_a_number), true));
    CHECK(pick_debug_draw_is_changing, !pick_debug_draw_is_changing(NULL));
    CHECK(pick_debug_draw_clear, (pick_debug_draw_clear(NULL), true));
    CHECK(pick_debug_draw_dropped, pick_debug_draw_dropped(NULL) == 0 && pick_debug_draw_dropped(d) > 50);
    CHECK(pick_debug_add_line, add_all(a, d, a->zero, 1, NULL) == 11 && pick_debug_add_line(d, a->zero, a->zero, NULL));
    CHECK(pick_debug_draw_destroy, (pick_debug_draw_destroy(NULL), true));
    pick_debug_draw_destroy(d);
}
