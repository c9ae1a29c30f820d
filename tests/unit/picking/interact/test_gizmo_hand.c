// Interaction with gizmos: the handle under the pointer, typed and displayed numbers, and the picture.
#include "gizmo_bench.h"

#include <stdlib.h>
#include <string.h>

static const double PI = 3.14159265358979323846;

typedef struct rig {
    pick_gizmo gizmo;
    pick_gizmo_target target;
} rig;

static rig make(pick_gizmo_mode mode, const pick_view *view)
{
    rig r = {.target = bench_target(pick_vec3_make(0, 0, 0))};
    pick_gizmo_desc desc = PICK_GIZMO_DESC_DEFAULT;
    desc.mode = mode;
    desc.size = 80;
    pick_gizmo_init(&r.gizmo, &desc);
    pick_gizmo_place(&r.gizmo, view, &r.target, 1, 0);
    assert_true(r.gizmo.visible);
    return r;
}

static pick_view front(void)
{
    return bench_view(PICK_ORTHOGRAPHIC, pick_vec3_make(0, 0, 20), pick_vec3_make(0, 0, -1), pick_vec3_make(0, 1, 0));
}

static pick_view corner(pick_projection_kind kind)
{
    return bench_orbit(kind, pick_vec3_make(0, 0, 0), 20, 0.6, 0.5);
}

static pick_gizmo_handle at(const rig *r, double x, double y)
{
    return pick_gizmo_handle_at(&r->gizmo, (pick_vec2){200 + x, 150 - y});
}

// Seen from the front, 80 points an arm: x to the right, y up, z at the camera.
static void the_handle_under_the_pointer(void **state)
{
    (void)state;
    const pick_view view = front();
    rig r = make(PICK_GIZMO_TRANSLATE, &view);
    assert_int_equal(at(&r, 0, 0), PICK_GIZMO_MOVE_VIEW);
    assert_int_equal(at(&r, 7.9, 0), PICK_GIZMO_MOVE_VIEW); // a tenth of an arm
    assert_int_equal(at(&r, 8.1, 0), PICK_GIZMO_MOVE_X);    // the arm begins at 12.8, and six points before
    assert_int_equal(at(&r, 50, 5.9), PICK_GIZMO_MOVE_X);
    assert_int_equal(at(&r, 50, 6.1), PICK_GIZMO_NONE);
    assert_int_equal(at(&r, 85.9, 0), PICK_GIZMO_MOVE_X);
    assert_int_equal(at(&r, 86.1, 0), PICK_GIZMO_NONE);
    assert_int_equal(at(&r, 0, 60), PICK_GIZMO_MOVE_Y);
    assert_int_equal(at(&r, -50, 0), PICK_GIZMO_NONE);
    assert_int_equal(at(&r, 32, 32), PICK_GIZMO_MOVE_PLANE_Z); // 24 to 40
    assert_int_equal(at(&r, 42.9, 32), PICK_GIZMO_MOVE_PLANE_Z);
    assert_int_equal(at(&r, 43.1, 32), PICK_GIZMO_NONE);
    r.gizmo.desc.tolerance = 20; // wide arms reach over the plane, and come first; the nearer of them wins
    assert_int_equal(at(&r, 32, 18), PICK_GIZMO_MOVE_X);
    assert_int_equal(at(&r, 18, 32), PICK_GIZMO_MOVE_Y);
    assert_int_equal(at(&r, 16, 16), PICK_GIZMO_MOVE_X); // as near to both: the lower number
    r.gizmo.desc.tolerance = 3;
    r.gizmo.desc.scale = 2; // tolerances grow with the scale
    assert_int_equal(at(&r, 50, 5.9), PICK_GIZMO_MOVE_X);

    r = make(PICK_GIZMO_ROTATE, &view);
    assert_int_equal(at(&r, 56, 57), PICK_GIZMO_TURN_Z);
    assert_int_equal(at(&r, 68, 68), PICK_GIZMO_TURN_VIEW); // 96 points out
    assert_int_equal(at(&r, 0, 30), PICK_GIZMO_TURN_X);     // seen from its edge
    assert_int_equal(at(&r, 30, 0), PICK_GIZMO_TURN_Y);
    assert_int_equal(at(&r, 30, 30), PICK_GIZMO_TURN_BALL);
    assert_int_equal(at(&r, 90, 30), PICK_GIZMO_TURN_VIEW);
    assert_int_equal(at(&r, 110, 0), PICK_GIZMO_NONE);
    r.gizmo.desc.tolerance = 20; // rings of axes come before the view's, though it is nearer here
    assert_int_equal(at(&r, 63, 63), PICK_GIZMO_TURN_Z);

    r = make(PICK_GIZMO_SCALE, &view);
    assert_int_equal(at(&r, 3, 3), PICK_GIZMO_SCALE_ALL);
    assert_int_equal(at(&r, 60, 0), PICK_GIZMO_SCALE_X);
    assert_int_equal(at(&r, 32, 32), PICK_GIZMO_SCALE_PLANE_Z);

    r = make(PICK_GIZMO_COMBINED, &view);
    assert_int_equal(at(&r, 3, 3), PICK_GIZMO_MOVE_VIEW);
    // Its outer ring reaches a third of the window's 300 points, an arm 100 / 1.48.
    assert_int_equal(at(&r, 0.68 * 67.6, 0), PICK_GIZMO_SCALE_X); // before the arm that it sits on
    assert_int_equal(at(&r, 60, 0), PICK_GIZMO_MOVE_X);
    assert_int_equal(at(&r, 27, 27), PICK_GIZMO_MOVE_PLANE_Z);
    assert_int_equal(at(&r, 61, 61), PICK_GIZMO_TURN_Z);
    assert_int_equal(at(&r, 71, 71), PICK_GIZMO_TURN_VIEW);
}

// Of two handles at the same distance from the pointer, the one nearer to the camera wins.
static void the_nearer_handle_wins(void **state)
{
    (void)state;
    size_t covered = 0;
    test_random random = {3};
    for (int n = 0; n < 40000; n++) {
        const pick_view view = bench_orbit(PICK_ORTHOGRAPHIC, pick_vec3_make(0, 0, 0), 20,
                                           random_between(&random, -PI, PI), random_between(&random, -1.4, 1.4));
        rig r = make(PICK_GIZMO_TRANSLATE, &view);
        const pick_vec2 p = {200 + random_between(&random, -45, 45), 150 + random_between(&random, -45, 45)};
        const pick_gizmo_handle handle = pick_gizmo_handle_at(&r.gizmo, p);
        if (!bench_is_plane(handle))
            continue;
        // The planes whose squares the line of sight runs through.
        double nearest = 1e9;
        pick_gizmo_handle expected = PICK_GIZMO_NONE;
        const pick_ray ray = pick_view_ray(&view, p);
        int count = 0;
        bool on_rim = false;
        for (int i = 0; i < 3; i++) {
            const double o[3] = {ray.origin.x, ray.origin.y, ray.origin.z};
            const double d[3] = {ray.direction.x, ray.direction.y, ray.direction.z};
            const double t = -o[i] / d[i];
            const double a = (o[(i + 1) % 3] + t * d[(i + 1) % 3]) / r.gizmo.pose.arm;
            const double b = (o[(i + 2) % 3] + t * d[(i + 2) % 3]) / r.gizmo.pose.arm;
            const pick_gizmo_handle plane = (pick_gizmo_handle)(PICK_GIZMO_MOVE_PLANE_X + i);
            const double out = fmax(fabs(a - 0.4), fabs(b - 0.4)); // 0.1 is the rim
            on_rim |= fabs(out - 0.1) < 0.001;
            if (out < 0.1 && pick_gizmo_handle_alpha(&r.gizmo, plane) > 0) {
                const pick_vec3 middle = bench_point(&r.gizmo, plane);
                const double depth = -pick_vec3_dot(middle, r.gizmo.pose.toward);
                if (depth < nearest) {
                    nearest = depth;
                    expected = plane;
                }
                count++;
            }
        }
        if (count > 0 && !on_rim) {
            assert_int_equal(handle, expected);
            covered += count > 1;
        }
    }
    assert_true(covered > 10);
}

// --- Typing ----------------------------------------------------------------------------------------------------------

static void type(pick_gizmo *gizmo, const char *keys)
{
    for (; *keys; keys++)
        assert_true(pick_gizmo_type(gizmo, *keys));
}

static void expect_label(const pick_gizmo *gizmo, const char *expected)
{
    char label[80];
    assert_int_equal(pick_gizmo_label(gizmo, label, sizeof(label)), strlen(expected));
    assert_string_equal(label, expected);
}

static rig hold(pick_gizmo_handle handle, pick_vec2 *press)
{
    const pick_view view = corner(PICK_ORTHOGRAPHIC);
    rig r = make(bench_mode(handle), &view);
    *press = bench_place(&r.gizmo, handle);
    assert_true(pick_gizmo_begin(&r.gizmo, handle, *press, &r.target, 1, 0));
    return r;
}

static void a_number_takes_the_pointers_place(void **state)
{
    (void)state;
    pick_vec2 press;
    rig r = hold(PICK_GIZMO_MOVE_Y, &press);
    const double *y = &r.gizmo.delta.along[1];
    bench_drag(&r.gizmo, (pick_vec2){press.x, press.y - 20});
    const double by_hand = *y;
    assert_true(by_hand > 1);
    type(&r.gizmo, "1");
    assert_true(*y == 1);
    expect_label(&r.gizmo, "Y 1| m");
    type(&r.gizmo, "2.5");
    assert_true(*y == 12.5);
    bench_drag(&r.gizmo, (pick_vec2){press.x, press.y - 90}); // is noticed, but does not count
    assert_true(*y == 12.5);
    assert_false(pick_gizmo_type(&r.gizmo, '.')); // one dot
    assert_false(pick_gizmo_type(&r.gizmo, ','));
    assert_false(pick_gizmo_type(&r.gizmo, 'x'));
    type(&r.gizmo, "-"); // at any time
    assert_true(*y == -12.5);
    expect_label(&r.gizmo, "Y -12.5| m");
    type(&r.gizmo, "-");
    assert_true(*y == 12.5);
    type(&r.gizmo, "-\b\b\b"); // 5 . 2
    assert_true(*y == -1);
    type(&r.gizmo, "\b"); // 1: a sign alone is nothing
    assert_true(*y == 0);
    expect_label(&r.gizmo, "Y -| m");
    type(&r.gizmo, "\b"); // the sign
    assert_true(*y == 0);
    expect_label(&r.gizmo, "Y | m");
    type(&r.gizmo, "\b"); // the pointer's again, where it has gone meanwhile
    assert_true(*y > by_hand);
    assert_false(pick_gizmo_type(&r.gizmo, '\b'));
    // Fifteen digits are exact; a sixteenth is not taken.
    type(&r.gizmo, ",000123456789012"); // begins with a dot
    assert_true(*y == 0.000123456789012);
    assert_false(pick_gizmo_type(&r.gizmo, '3'));
    type(&r.gizmo, "\t"); // one component: stays
    assert_true(*y == 0.000123456789012);
    pick_gizmo_cancel(&r.gizmo);
    assert_false(pick_gizmo_type(&r.gizmo, '1'));
    pick_gizmo_readout readout;
    assert_false(pick_gizmo_get_readout(&r.gizmo, &readout));
    char label[8] = "?";
    assert_int_equal(pick_gizmo_label(&r.gizmo, label, sizeof(label)), 0);
    assert_string_equal(label, "");
    assert_int_equal(pick_gizmo_label(&r.gizmo, NULL, 0), 0);
}

static void components(void **state)
{
    (void)state;
    pick_vec2 press;
    const struct {
        pick_gizmo_handle handle;
        const char *keys;
        double along[3], factor[3], degrees;
        const char *label;
    } cases[] = {
        {PICK_GIZMO_MOVE_PLANE_X, "1\t2", {0, 1, 2}, {1, 1, 1}, 0, "Y 1 m  Z 2| m"},
        {PICK_GIZMO_MOVE_PLANE_Y, "1\t-2", {1, 0, -2}, {1, 1, 1}, 0, "X 1 m  Z -2| m"},
        {PICK_GIZMO_MOVE_PLANE_Z, "\t2", {0, 2, 0}, {1, 1, 1}, 0, "X 0 m  Y 2| m"},
        {PICK_GIZMO_MOVE_VIEW, "1\t2\t3\t4", {14, 2, 3}, {1, 1, 1}, 0, "X 14| m  Y 2 m  Z 3 m"},
        {PICK_GIZMO_MOVE_VIEW, "1\t\b", {1, 0, 0}, {1, 1, 1}, 0, "X 1| m  Y 0 m  Z 0 m"}, // back to what is there
        {PICK_GIZMO_MOVE_VIEW, "\t2\t\t\b", {0, 2, 0}, {1, 1, 1}, 0, "X 0 m  Y 2 m  Z | m"},
        {PICK_GIZMO_MOVE_VIEW, "\t-\t\t\b1", {0, 0, 1}, {1, 1, 1}, 0, "X 0 m  Y -0 m  Z 1| m"}, // not blank yet
        {PICK_GIZMO_SCALE_X, "2", {0}, {2, 1, 1}, 0, "X x 2|"},
        {PICK_GIZMO_SCALE_PLANE_X, "2", {0}, {1, 2, 2}, 0, "x 2|"},
        {PICK_GIZMO_SCALE_ALL, "-.5", {0}, {-0.5, -0.5, -0.5}, 0, "x -.5|"},
        {PICK_GIZMO_SCALE_ALL, "0", {0}, {0.001, 0.001, 0.001}, 0, "x 0|"},
        {PICK_GIZMO_SCALE_ALL, "-0", {0}, {0.001, 0.001, 0.001}, 0, "x -0|"},
        {PICK_GIZMO_SCALE_ALL, "-", {0}, {1, 1, 1}, 0, "x -|"},
        {PICK_GIZMO_TURN_Y, "450", {0}, {1, 1, 1}, 450, "Y 450| deg"},
        {PICK_GIZMO_TURN_VIEW, "-30", {0}, {1, 1, 1}, -30, "-30| deg"},
        {PICK_GIZMO_TURN_BALL, "3\t4", {0}, {1, 1, 1}, 5, "3 deg  4| deg"},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        rig r = hold(cases[i].handle, &press);
        type(&r.gizmo, cases[i].keys);
        for (int k = 0; k < 3; k++) {
            assert_true(r.gizmo.delta.along[k] == cases[i].along[k]);
            assert_near(r.gizmo.delta.factor[k], cases[i].factor[k], 0);
        }
        assert_near(r.gizmo.delta.angle * 180 / PI, cases[i].degrees, 1e-6); // the view is float
        assert_near(remainder(r.gizmo.delta.turn - r.gizmo.delta.angle, 2 * PI), 0, 1e-12);
        expect_label(&r.gizmo, cases[i].label);
    }
    rig r = hold(PICK_GIZMO_TURN_BALL, &press); // about up, then about right
    type(&r.gizmo, "90");
    assert_vec3_near(r.gizmo.delta.axis, r.gizmo.pose.up, 1e-15);
    type(&r.gizmo, "\b\b\t90");
    assert_vec3_near(r.gizmo.delta.axis, r.gizmo.pose.right, 1e-15);
    // A double's worth of digits does not overflow the label.
    char label[12];
    r = hold(PICK_GIZMO_MOVE_PLANE_Z, &press);
    type(&r.gizmo, "123456789012345\t-1");
    assert_int_equal(pick_gizmo_label(&r.gizmo, label, sizeof(label)), strlen("X 123456789012345 m  Y -1| m"));
    assert_string_equal(label, "X 123456789");
    assert_int_equal(pick_gizmo_label(&r.gizmo, NULL, 0), strlen("X 123456789012345 m  Y -1| m"));
}

// Any keys in any order: the value is the number that the label shows.
static void random_keys(void **state)
{
    (void)state;
    static const char keys[] = "0123456789..,--\b\b\b\t x";
    test_random random = {12};
    pick_vec2 press;
    size_t numbers = 0, by_pointer = 0;
    for (int n = 0; n < 400; n++) {
        rig r = hold(PICK_GIZMO_MOVE_PLANE_Z, &press);
        bench_drag(&r.gizmo, (pick_vec2){press.x + 5, press.y});
        const double by_hand = r.gizmo.delta.along[0];
        for (int i = 0; i < 60; i++) {
            pick_gizmo_type(&r.gizmo, keys[random_index(&random, sizeof(keys) - 1)]);
            char label[80];
            assert_true(pick_gizmo_label(&r.gizmo, label, sizeof(label)) < sizeof(label));
            pick_gizmo_readout out;
            assert_true(pick_gizmo_get_readout(&r.gizmo, &out));
            if (!out.typed) {
                assert_true(r.gizmo.delta.along[0] == by_hand);
                by_pointer++;
                continue;
            }
            const char *x = strstr(label, "X ") + 2, *y = strstr(label, "Y ") + 2;
            assert_true(strtod(x, NULL) == out.value[0] && strtod(y, NULL) == out.value[1]);
            numbers += out.value[0] != 0;
        }
    }
    assert_true(numbers > 10000 && by_pointer > 100);
}

static void the_readout_says_what_the_drag_did(void **state)
{
    (void)state;
    const pick_view view = front();
    pick_gizmo_readout out;
    rig r = make(PICK_GIZMO_TRANSLATE, &view);
    assert_true(pick_gizmo_begin(&r.gizmo, PICK_GIZMO_MOVE_VIEW, (pick_vec2){200, 150}, &r.target, 1, 0));
    expect_label(&r.gizmo, "X 0 m  Y 0 m  Z 0 m");
    bench_drag(&r.gizmo, (pick_vec2){225, 155});
    assert_true(pick_gizmo_get_readout(&r.gizmo, &out));
    assert_int_equal(out.unit, PICK_GIZMO_METRES);
    assert_int_equal(out.count, 3);
    assert_false(out.typed);
    assert_near(out.value[0], 2.5, 1e-6);
    assert_near(out.value[1], -0.5, 1e-6);
    assert_near(out.value[2], 0, 1e-12);
    expect_label(&r.gizmo, "X 2.5 m  Y -0.5 m  Z 0 m");
    r = make(PICK_GIZMO_ROTATE, &view);
    assert_true(pick_gizmo_begin(&r.gizmo, PICK_GIZMO_TURN_Z, (pick_vec2){280, 150}, &r.target, 1, 0));
    bench_drag(&r.gizmo, (pick_vec2){200, 70});
    assert_true(pick_gizmo_get_readout(&r.gizmo, &out));
    assert_int_equal(out.unit, PICK_GIZMO_RADIANS);
    assert_near(out.value[0], PI / 2, 1e-6);
    assert_int_equal(out.name[0], 'Z');
    expect_label(&r.gizmo, "Z 90 deg");
    bench_drag(&r.gizmo, (pick_vec2){280, 150 - 1e-6}); // no "-0"
    expect_label(&r.gizmo, "Z 0 deg");
    bench_drag(&r.gizmo, (pick_vec2){280, 150 + 1e-6});
    expect_label(&r.gizmo, "Z 0 deg");
    pick_gizmo_end(&r.gizmo);
    assert_true(pick_gizmo_begin(&r.gizmo, PICK_GIZMO_TURN_BALL, (pick_vec2){220, 120}, &r.target, 1, 0));
    bench_drag(&r.gizmo, (pick_vec2){228, 104});
    assert_true(pick_gizmo_get_readout(&r.gizmo, &out));
    assert_int_equal(out.count, 2);
    assert_near(out.value[0], 0.1, 1e-6);
    assert_near(out.value[1], -0.2, 1e-6); // up: the top goes away
    r = make(PICK_GIZMO_TRANSLATE, &view);
    assert_true(pick_gizmo_begin(&r.gizmo, PICK_GIZMO_MOVE_X, (pick_vec2){240, 150}, &r.target, 1, 0));
    const struct {
        double value;
        const char *label;
    } numbers[] = {{1.0005, "X 1.001 m"}, {-0.05, "X -0.05 m"}, {1e11 + 0.25, "X 100000000000.25 m"},
                   {-0.0004, "X 0 m"},    {100, "X 100 m"},     {-2e15, "X -2000000000000000 m"},
                   {12.340, "X 12.34 m"}};
    for (size_t i = 0; i < sizeof(numbers) / sizeof(numbers[0]); i++) {
        r.gizmo.delta.along[0] = numbers[i].value;
        expect_label(&r.gizmo, numbers[i].label);
    }
    r = make(PICK_GIZMO_SCALE, &view);
    assert_true(pick_gizmo_begin(&r.gizmo, PICK_GIZMO_SCALE_PLANE_Z, (pick_vec2){232, 118}, &r.target, 1, 0));
    bench_drag(&r.gizmo, (pick_vec2){232 + 40, 118 - 40});
    assert_true(pick_gizmo_get_readout(&r.gizmo, &out));
    assert_int_equal(out.unit, PICK_GIZMO_FACTOR);
    assert_near(out.value[0], 1.5, 1e-6);
    expect_label(&r.gizmo, "x 1.5");
    const pick_view oblique = corner(PICK_ORTHOGRAPHIC);
    for (int axis = 0; axis < 3; axis++) { // both axes of a plane scale alike, the one across it does not
        r = make(PICK_GIZMO_SCALE, &oblique);
        const pick_gizmo_handle handle = (pick_gizmo_handle)(PICK_GIZMO_SCALE_PLANE_X + axis);
        const pick_vec2 press = bench_place(&r.gizmo, handle);
        assert_true(pick_gizmo_begin(&r.gizmo, handle, press, &r.target, 1, 0));
        bench_drag(&r.gizmo, (pick_vec2){press.x + 30, press.y - 20});
        assert_true(pick_gizmo_get_readout(&r.gizmo, &out));
        assert_true(r.gizmo.delta.factor[axis] == 1 && out.value[0] != 1);
        assert_true(out.value[0] == r.gizmo.delta.factor[(axis + 1) % 3]);
        assert_true(out.value[0] == r.gizmo.delta.factor[(axis + 2) % 3]);
    }
}

static void it_faces_the_camera(void **state)
{
    (void)state;
    const pick_vec3 origin = {3, -2, 1}; // beside the middle of the picture
    for (int kind = 0; kind < 2; kind++) {
        const pick_view view = corner(kind ? PICK_ORTHOGRAPHIC : PICK_PERSPECTIVE);
        const pick_gizmo_target target = bench_target(origin);
        pick_gizmo gizmo;
        pick_gizmo_init(&gizmo, NULL);
        pick_gizmo_place(&gizmo, &view, &target, 1, 0);
        assert_true(gizmo.visible);
        const pick_vec3 back = {sin(0.6) * cos(0.5), sin(0.5), cos(0.6) * cos(0.5)};
        const pick_vec3 to_eye = pick_vec3_normalize(pick_vec3_sub(view.eye, origin));
        assert_vec3_near(gizmo.pose.toward, kind ? back : to_eye, 1e-6);
    }
}

// --- The picture -----------------------------------------------------------------------------------------------------

static size_t draw(const rig *r, pick_gizmo_primitive *out)
{
    const size_t count = pick_gizmo_draw(&r->gizmo, out, PICK_GIZMO_PRIMITIVE_MAX);
    assert_in_range(count, 1, PICK_GIZMO_PRIMITIVE_MAX);
    for (size_t i = 0; i < count; i++) {
        for (int k = 0; k < 3; k++)
            assert_true(pick_vec3_is_finite(out[i].point[k]));
        for (int k = 0; k < 4; k++)
            assert_true(out[i].color[k] >= 0 && out[i].color[k] <= 1);
        assert_true(out[i].width > 0);
    }
    // A smaller buffer gets the first ones, and the same count.
    pick_gizmo_primitive few[3];
    assert_int_equal(pick_gizmo_draw(&r->gizmo, few, 3), count);
    for (int i = 0; i < 3; i++)
        assert_int_equal(few[i].handle, out[i].handle);
    return count;
}

static double luma(const pick_gizmo_primitive *p)
{
    return 0.2126 * (double)p->color[0] + 0.7152 * (double)p->color[1] + 0.0722 * (double)p->color[2];
}

static void visible_handles_can_be_grabbed(void **state)
{
    (void)state;
    static pick_gizmo_primitive out[PICK_GIZMO_PRIMITIVE_MAX], plain[PICK_GIZMO_PRIMITIVE_MAX];
    const pick_view views[3] = {corner(PICK_PERSPECTIVE), corner(PICK_ORTHOGRAPHIC), front()};
    for (int v = 0; v < 3; v++) {
        for (int mode = 0; mode < 4; mode++) {
            rig r = make((pick_gizmo_mode)mode, &views[v]);
            const size_t count = draw(&r, out);
            bool drawn[PICK_GIZMO_HANDLE_COUNT] = {false};
            for (size_t i = 0; i < count; i++) {
                drawn[out[i].handle] = true;
                assert_false(out[i].hot);
                // No farther from the origin than the handles reach.
                for (int k = 0; k < 3; k++)
                    assert_true(pick_vec3_length(out[i].point[k]) <= 1.6 * r.gizmo.pose.arm);
            }
            for (int h = 0; h < PICK_GIZMO_HANDLE_COUNT; h++)
                assert_int_equal(drawn[h], pick_gizmo_handle_alpha(&r.gizmo, (pick_gizmo_handle)h) > 0);
            // The hovered one is last, brighter and wider.
            for (int h = 1; h < PICK_GIZMO_HANDLE_COUNT; h++) {
                if (!drawn[h])
                    continue;
                memcpy(plain, out, sizeof(plain));
                pick_gizmo_set_hot(&r.gizmo, (pick_gizmo_handle)h);
                assert_int_equal(draw(&r, out), count);
                assert_true(out[count - 1].hot && out[count - 1].handle == (pick_gizmo_handle)h);
                size_t hot = 0, other = 0;
                for (size_t i = 0; i < count; i++) {
                    hot += out[i].hot;
                    assert_int_equal(out[i].hot, out[i].handle == (pick_gizmo_handle)h);
                }
                while (plain[other].handle != (pick_gizmo_handle)h)
                    other++;
                for (size_t i = 0; i < hot; i++) {
                    assert_true(luma(&out[count - hot + i]) > luma(&plain[other + i]));
                    assert_true(out[count - hot + i].width > plain[other + i].width);
                }
                pick_gizmo_set_hot(&r.gizmo, PICK_GIZMO_NONE);
                draw(&r, out);
            }
        }
    }
}

static void a_faded_handle_is_drawn_faded(void **state)
{
    (void)state;
    static pick_gizmo_primitive out[PICK_GIZMO_PRIMITIVE_MAX];
    const pick_view view = bench_orbit(PICK_ORTHOGRAPHIC, pick_vec3_make(0, 0, 0), 20, 15 * PI / 180, 0);
    rig r = make(PICK_GIZMO_TRANSLATE, &view);
    const double alpha = pick_gizmo_handle_alpha(&r.gizmo, PICK_GIZMO_MOVE_Z);
    assert_true(alpha > 0.4 && alpha < 0.6);
    const size_t count = draw(&r, out);
    size_t letters = 0;
    for (size_t i = 0; i < count; i++) {
        if (out[i].handle == PICK_GIZMO_MOVE_Z)
            assert_near((double)out[i].color[3], alpha, 1e-6);
        if (out[i].kind == PICK_GIZMO_LETTER) {
            assert_int_equal(out[i].letter, 'X' + (int)(out[i].handle - PICK_GIZMO_MOVE_X));
            letters++;
        }
    }
    assert_int_equal(letters, 3);
}

static void a_drag_draws_its_handle_and_guides(void **state)
{
    (void)state;
    static pick_gizmo_primitive out[PICK_GIZMO_PRIMITIVE_MAX];
    for (int k = 0; k < 3; k++) { // the third from behind, where the axes lead away
        const pick_view view = k < 2 ? corner(k ? PICK_ORTHOGRAPHIC : PICK_PERSPECTIVE)
                                     : bench_orbit(PICK_PERSPECTIVE, pick_vec3_make(0, 0, 0), 20, 0.6 + PI, -0.5);
        for (int h = 1; h < PICK_GIZMO_HANDLE_COUNT; h++) {
            const pick_gizmo_handle handle = (pick_gizmo_handle)h;
            rig r = make(bench_mode(handle), &view);
            const pick_vec2 press = bench_place(&r.gizmo, handle);
            assert_true(pick_gizmo_begin(&r.gizmo, handle, press, &r.target, 1, 0));
            bench_drag(&r.gizmo, (pick_vec2){press.x + 20, press.y + 20});
            pick_gizmo_target moved = r.target;
            assert_int_equal(pick_gizmo_apply(&r.gizmo, &r.target, 1, &moved.world), PICK_OK);
            pick_gizmo_place(&r.gizmo, &view, &moved, 1, 0);
            const size_t count = draw(&r, out);
            size_t guides = 0;
            for (size_t i = 0; i < count; i++) {
                assert_true(out[i].handle == handle || out[i].handle == PICK_GIZMO_NONE);
                guides += out[i].handle == PICK_GIZMO_NONE;
            }
            assert_int_equal(guides == 0, handle == PICK_GIZMO_TURN_BALL || handle == PICK_GIZMO_SCALE_ALL);
            assert_true(guides < count);
            for (size_t i = 0; i < guides; i++) { // in front of the eye, to the end
                for (int p = 0; p < 2; p++) {
                    pick_projected_point seen;
                    assert_true(pick_view_project(&view, out[i].point[p], &seen));
                }
            }
            if (handle == PICK_GIZMO_MOVE_X) { // the axis, and the way along it
                assert_int_equal(guides, 2);
                assert_vec3_near(out[1].point[1], moved.world.origin, 0);
                const double axis = pick_vec3_length(pick_vec3_sub(out[0].point[1], out[0].point[0]));
                if (k == 1) // 20 arms each way; in perspective less where it would reach the eye
                    assert_near(axis, 40 * r.gizmo.start.arm, 1e-9);
            }
            if (handle == PICK_GIZMO_TURN_Z) {
                // A sector of 48 pieces from the press to where it is now, and its two sides.
                assert_int_equal(guides, 50);
                const pick_vec3 from = pick_vec3_sub(out[48].point[1], r.target.world.origin);
                const pick_vec3 to = pick_vec3_sub(out[49].point[1], r.target.world.origin);
                const double angle = atan2(pick_vec3_cross(from, to).z, pick_vec3_dot(from, to));
                assert_near(angle, r.gizmo.delta.turn, 1e-6);
                const pick_vec2 center = bench_project(&view, r.target.world.origin);
                const pick_vec2 p = bench_project(&view, out[48].point[1]);
                assert_near(atan2(p.y - center.y, p.x - center.x), atan2(press.y - center.y, press.x - center.x), 1e-6);
            }
            // Out of sight, only the guides are left.
            pick_gizmo_place(&r.gizmo, &view, NULL, 0, 0);
            const size_t without = pick_gizmo_draw(&r.gizmo, out, PICK_GIZMO_PRIMITIVE_MAX);
            assert_true(without == guides || without + 1 == guides);
        }
    }
}

// --- Colours ---------------------------------------------------------------------------------------------------------

static double linear(double c)
{
    return c <= 0.04045 ? c / 12.92 : pow((c + 0.055) / 1.055, 2.4);
}

static double lab_curve(double t)
{
    return t > 0.008856 ? cbrt(t) : 7.787 * t + 16.0 / 116;
}

// CIELAB, D65, of linear sRGB.
static pick_vec3 to_lab(const double rgb[3])
{
    static const double m[9] = {0.4124564, 0.3575761, 0.1804375, 0.2126729, 0.7151522,
                                0.0721750, 0.0193339, 0.1191920, 0.9503041};
    static const double white[3] = {0.95047, 1, 1.08883};
    double f[3];
    for (int i = 0; i < 3; i++) {
        double sum = 0;
        for (int k = 0; k < 3; k++)
            sum += m[3 * i + k] * fmin(fmax(rgb[k], 0), 1);
        f[i] = lab_curve(sum / white[i]);
    }
    return pick_vec3_make(116 * f[1] - 16, 500 * (f[0] - f[1]), 200 * (f[1] - f[2]));
}

static void axes_can_be_told_apart_by_everyone(void **state)
{
    (void)state;
    // G. Machado, M. Oliveira, L. Fernandes, "A Physiologically-based Model for Simulation of Color Vision
    // Deficiency", IEEE TVCG 15(6), 2009: nobody's, no red, no green, no blue cones. Linear sRGB.
    static const double eyes[4][9] = {
        {1, 0, 0, 0, 1, 0, 0, 0, 1},
        {0.152286, 1.052583, -0.204868, 0.114503, 0.786281, 0.099216, -0.003882, -0.048116, 1.051998},
        {0.367322, 0.860646, -0.227968, 0.280085, 0.672501, 0.047413, -0.011820, 0.042940, 0.968881},
        {1.255528, -0.076749, -0.178779, -0.078411, 0.930809, 0.147602, 0.004733, 0.691367, 0.303900}};
    for (int e = 0; e < 4; e++) {
        pick_vec3 lab[3];
        for (int axis = 0; axis < 3; axis++) {
            float color[3];
            pick_gizmo_axis_color(axis, color);
            assert_true(color[axis] > color[(axis + 1) % 3] && color[axis] > color[(axis + 2) % 3]);
            double seen[3];
            for (int i = 0; i < 3; i++) {
                seen[i] = 0;
                for (int k = 0; k < 3; k++)
                    seen[i] += eyes[e][3 * i + k] * linear((double)color[k]);
            }
            lab[axis] = to_lab(seen);
        }
        if (e < 3) // .x is the lightness
            assert_true(lab[1].x >= lab[0].x + 25 && lab[1].x >= lab[2].x + 25);
        for (int i = 0; i < 3; i++) {
            const double apart = pick_vec3_length(pick_vec3_sub(lab[i], lab[(i + 1) % 3]));
            if (!(apart >= 25))
                print_error("eye %d: %c and %c are %g apart\n", e, "XYZ"[i], "XYZ"[(i + 1) % 3], apart);
            assert_true(apart >= 25);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_handle_under_the_pointer),
        cmocka_unit_test(the_nearer_handle_wins),
        cmocka_unit_test(a_number_takes_the_pointers_place),
        cmocka_unit_test(components),
        cmocka_unit_test(random_keys),
        cmocka_unit_test(the_readout_says_what_the_drag_did),
        cmocka_unit_test(it_faces_the_camera),
        cmocka_unit_test(visible_handles_can_be_grabbed),
        cmocka_unit_test(a_faded_handle_is_drawn_faded),
        cmocka_unit_test(a_drag_draws_its_handle_and_guides),
        cmocka_unit_test(axes_can_be_told_apart_by_everyone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
