// The picture of the gizmo in numbers: where its lines and solids lie, and in which colour.
#include "gizmo_bench.h"

static const double PI = 3.14159265358979323846;
static const float neutral[3] = {0.85f, 0.86f, 0.88f};

typedef struct picture {
    pick_gizmo gizmo;
    pick_gizmo_primitive all[PICK_GIZMO_PRIMITIVE_MAX];
    size_t count;
} picture;

// A gizmo of an arm of 80 points in the world's axes, seen along (-1, -1, -1) or as `view` says.
static void draw(picture *p, pick_gizmo_mode mode, double scale, const pick_view *view)
{
    const pick_gizmo_target target = bench_target(pick_vec3_make(0, 0, 0));
    pick_gizmo_desc desc = PICK_GIZMO_DESC_DEFAULT;
    desc.mode = mode;
    desc.size = 80;
    desc.scale = scale;
    pick_gizmo_init(&p->gizmo, &desc);
    pick_gizmo_place(&p->gizmo, view, &target, 1, 0);
    assert_true(p->gizmo.visible);
    p->count = pick_gizmo_draw(&p->gizmo, p->all, PICK_GIZMO_PRIMITIVE_MAX);
    assert_in_range(p->count, 1, PICK_GIZMO_PRIMITIVE_MAX);
}

static pick_view corner(void)
{
    return bench_orbit(PICK_ORTHOGRAPHIC, pick_vec3_make(0, 0, 0), 20, PI / 4, asin(sqrt(1.0 / 3)));
}

// The primitives of one kind of one handle.
static size_t parts(const picture *p, int handle, pick_gizmo_primitive_kind kind, const pick_gizmo_primitive **out)
{
    size_t count = 0;
    for (size_t i = 0; i < p->count; i++) {
        if (p->all[i].handle == (pick_gizmo_handle)handle && p->all[i].kind == kind)
            out[count++] = &p->all[i];
    }
    return count;
}

static double part(pick_vec3 v, int axis)
{
    return axis == 0 ? v.x : axis == 1 ? v.y : v.z;
}

static double across(pick_vec3 v, int axis)
{
    return hypot(part(v, (axis + 1) % 3), part(v, (axis + 2) % 3));
}

static void assert_color(const pick_gizmo_primitive *p, const float color[3], double shade, double tolerance)
{
    for (int i = 0; i < 3; i++)
        assert_near((double)p->color[i], (double)color[i] * shade, tolerance);
}

// Width and, but for solids and letters, colour of everything: an axis's, or that of what has none.
static void each_handle_has_its_colour_and_width(void **state)
{
    (void)state;
    static picture p;
    const pick_view view = corner();
    for (int i = 0; i < 8; i++) {
        const double scale = i / 4 + 1;
        draw(&p, (pick_gizmo_mode)(i % 4), scale, &view);
        for (size_t k = 0; k < p.count; k++) {
            const pick_gizmo_primitive *it = &p.all[k];
            const int h = (int)it->handle;
            const bool moves = h >= PICK_GIZMO_MOVE_X && h <= PICK_GIZMO_MOVE_Z;
            const bool scales = h >= PICK_GIZMO_SCALE_X && h <= PICK_GIZMO_SCALE_Z;
            float color[3];
            assert_near((double)it->width, (moves || scales ? 2.5 : 2) * scale, 1e-6);
            if (moves || scales) {
                pick_gizmo_axis_color(h - (moves ? PICK_GIZMO_MOVE_X : PICK_GIZMO_SCALE_X), color);
            } else if (h >= PICK_GIZMO_MOVE_PLANE_X && h <= PICK_GIZMO_MOVE_PLANE_Z) {
                pick_gizmo_axis_color(h - PICK_GIZMO_MOVE_PLANE_X, color);
            } else if (h >= PICK_GIZMO_SCALE_PLANE_X && h <= PICK_GIZMO_SCALE_PLANE_Z) {
                pick_gizmo_axis_color(h - PICK_GIZMO_SCALE_PLANE_X, color);
            } else if (h >= PICK_GIZMO_TURN_X && h <= PICK_GIZMO_TURN_Z) {
                pick_gizmo_axis_color(h - PICK_GIZMO_TURN_X, color);
            } else {
                color[0] = neutral[0];
                color[1] = neutral[1];
                color[2] = neutral[2];
            }
            if (it->kind == PICK_GIZMO_LETTER) { // two fifths of the way to white
                for (int c = 0; c < 3; c++)
                    color[c] += 0.4f * (1 - color[c]);
            }
            if (it->kind != PICK_GIZMO_TRIANGLE || !(moves || scales)) {
                assert_color(it, color, 1, 1e-6);
            } else { // solids are shaded by how they face the eye
                const pick_vec3 n = pick_vec3_normalize(pick_vec3_cross(pick_vec3_sub(it->point[1], it->point[0]),
                                                                        pick_vec3_sub(it->point[2], it->point[0])));
                const double facing = fabs(pick_vec3_dot(n, p.gizmo.pose.toward));
                // A cone is shaded as if it were round: within a hundredth of its facets.
                assert_color(it, color, 0.7 + 0.3 * facing, p.gizmo.desc.mode == PICK_GIZMO_SCALE ? 1e-6 : 0.01);
            }
        }
    }
}

static void arms_end_in_cones(void **state)
{
    (void)state;
    static picture p;
    const pick_gizmo_primitive *found[PICK_GIZMO_PRIMITIVE_MAX];
    const pick_view view = corner();
    draw(&p, PICK_GIZMO_TRANSLATE, 1, &view);
    const double arm = p.gizmo.pose.arm;
    for (int axis = 0; axis < 3; axis++) {
        assert_int_equal(parts(&p, PICK_GIZMO_MOVE_X + axis, PICK_GIZMO_LINE, found), 1);
        for (int i = 0; i < 2; i++) { // from the middle to the cone
            assert_near(part(found[0]->point[i], axis), (i ? 0.8 : 0.16) * arm, 1e-9);
            assert_near(across(found[0]->point[i], axis), 0, 1e-9);
        }
        assert_int_equal(parts(&p, PICK_GIZMO_MOVE_X + axis, PICK_GIZMO_LETTER, found), 1);
        assert_near(part(found[0]->point[0], axis), 1.16 * arm, 1e-9);
        assert_near(across(found[0]->point[0], axis), 0, 1e-9);
        // Every side of the cone: two points on its rim, and its tip. Of its base, seen from the tip, nothing.
        const size_t count = parts(&p, PICK_GIZMO_MOVE_X + axis, PICK_GIZMO_TRIANGLE, found);
        assert_in_range(count, 6, 12);
        for (size_t i = 0; i < count; i++) {
            for (int k = 0; k < 2; k++) {
                assert_near(part(found[i]->point[k], axis), 0.8 * arm, 1e-9);
                assert_near(across(found[i]->point[k], axis), 0.07 * arm, 1e-9);
            }
            assert_near(pick_vec3_length(pick_vec3_sub(found[i]->point[0], found[i]->point[1])),
                        0.14 * arm * sin(PI / 12), 1e-9);
            assert_near(part(found[i]->point[2], axis), arm, 1e-9);
            assert_near(across(found[i]->point[2], axis), 0, 1e-9);
        }
    }
    // Seen from behind, each cone shows its base.
    const pick_view behind = bench_orbit(PICK_ORTHOGRAPHIC, pick_vec3_make(0, 0, 0), 20, PI / 4 + PI, -0.6);
    draw(&p, PICK_GIZMO_TRANSLATE, 1, &behind);
    const size_t count = parts(&p, PICK_GIZMO_MOVE_X, PICK_GIZMO_TRIANGLE, found);
    size_t base = 0;
    for (size_t i = 0; i < count; i++)
        base += fabs(part(found[i]->point[2], 0) - 0.8 * p.gizmo.pose.arm) < 1e-9;
    assert_int_equal(base, 12);
}

static pick_vec3 add_middle(pick_vec3 sum, const pick_gizmo_primitive *triangle)
{
    for (int k = 0; k < 3; k++)
        sum = pick_vec3_add(sum, pick_vec3_scale(triangle->point[k], 1.0 / 3));
    return sum;
}

// Seen from a corner, a cube shows three faces, each two triangles; their corners are the cube's.
static void check_cube(const picture *p, int handle, int axis, double at, double half)
{
    const pick_gizmo_primitive *found[PICK_GIZMO_PRIMITIVE_MAX];
    const double arm = p->gizmo.pose.arm;
    int faces[3] = {0};
    double area = 0;
    pick_vec3 sum = {0, 0, 0};
    assert_int_equal(parts(p, handle, PICK_GIZMO_TRIANGLE, found), 6);
    for (int i = 0; i < 6; i++) {
        sum = add_middle(sum, found[i]);
        pick_vec3 corner[3];
        for (int k = 0; k < 3; k++) {
            const double along = part(found[i]->point[k], axis) - at * arm;
            assert_near(fabs(along), half * arm, 1e-9);
            assert_near(across(found[i]->point[k], axis), half * arm * sqrt(2), 1e-9);
            corner[k] = found[i]->point[k];
        }
        const pick_vec3 n = pick_vec3_cross(pick_vec3_sub(corner[1], corner[0]), pick_vec3_sub(corner[2], corner[0]));
        area += pick_vec3_length(n) / 2;
        const double along = part(corner[0], axis) - at * arm;
        // The face along the axis is the one before the eye.
        if (fabs(part(n, axis)) > 0.9 * pick_vec3_length(n)) {
            assert_true(along > 0);
            faces[0]++;
        }
    }
    assert_int_equal(faces[0], 2);
    assert_near(area, 3 * 4 * half * half * arm * arm, 1e-9);
    for (int i = 0; i < 3; i++) // two triangles a face, and none of them twice
        assert_near(part(sum, i), (2 * half + (i == axis ? 6 * at : 0)) * arm, 1e-9);
}

static void scales_are_boxes(void **state)
{
    (void)state;
    static picture p;
    const pick_gizmo_primitive *found[PICK_GIZMO_PRIMITIVE_MAX];
    const pick_view view = corner();
    draw(&p, PICK_GIZMO_SCALE, 1, &view);
    for (int axis = 0; axis < 3; axis++) {
        const int handle = PICK_GIZMO_SCALE_X + axis;
        check_cube(&p, handle, axis, 0.94, 0.06);
        assert_int_equal(parts(&p, handle, PICK_GIZMO_LINE, found), 1);
        assert_near(part(found[0]->point[0], axis), 0.16 * p.gizmo.pose.arm, 1e-9);
        assert_near(part(found[0]->point[1], axis), 0.94 * p.gizmo.pose.arm, 1e-9);
    }
    // The uniform scale handle is only a smaller box, nearer the middle.
    draw(&p, PICK_GIZMO_COMBINED, 1, &view);
    for (int axis = 0; axis < 3; axis++) {
        const int handle = PICK_GIZMO_SCALE_X + axis;
        check_cube(&p, handle, axis, 0.68, 0.05);
        assert_int_equal(parts(&p, handle, PICK_GIZMO_LINE, found), 0);
        assert_int_equal(parts(&p, handle, PICK_GIZMO_LETTER, found), 0);
    }
}

// A square of lines, filled by two triangles that are fainter than its lines.
static void check_square(const picture *p, int handle, pick_vec3 middle, double side)
{
    const pick_gizmo_primitive *line[PICK_GIZMO_PRIMITIVE_MAX], *triangle[PICK_GIZMO_PRIMITIVE_MAX];
    assert_int_equal(parts(p, handle, PICK_GIZMO_LINE, line), 4);
    assert_int_equal(parts(p, handle, PICK_GIZMO_TRIANGLE, triangle), 2);
    double area = 0;
    pick_vec3 sum = {0, 0, 0};
    for (int i = 0; i < 4; i++) {
        assert_near(pick_vec3_length(pick_vec3_sub(line[i]->point[1], line[i]->point[0])), side, 1e-9);
        assert_near(pick_vec3_length(pick_vec3_sub(line[i]->point[0], middle)), side * sqrt(0.5), 1e-9);
        assert_vec3_near(line[i]->point[1], line[(i + 1) % 4]->point[0], 0);
    }
    for (int i = 0; i < 2; i++) {
        sum = add_middle(sum, triangle[i]);
        area += pick_vec3_length(pick_vec3_cross(pick_vec3_sub(triangle[i]->point[1], triangle[i]->point[0]),
                                                 pick_vec3_sub(triangle[i]->point[2], triangle[i]->point[0]))) /
                2;
        for (int k = 0; k < 3; k++)
            assert_near(pick_vec3_length(pick_vec3_sub(triangle[i]->point[k], middle)), side * sqrt(0.5), 1e-9);
        assert_near((double)triangle[i]->color[3], 0.4 * (double)line[0]->color[3], 1e-6);
    }
    assert_near(area, side * side, 1e-9);
    assert_vec3_near(sum, pick_vec3_scale(middle, 2), 1e-9); // they do not overlap
}

static void planes_and_middles_are_squares(void **state)
{
    (void)state;
    static picture p;
    const pick_view view = corner();
    for (int mode = 0; mode < 2; mode++) {
        draw(&p, mode ? PICK_GIZMO_SCALE : PICK_GIZMO_TRANSLATE, 1, &view);
        const double arm = p.gizmo.pose.arm;
        for (int axis = 0; axis < 3; axis++) {
            const pick_vec3 middle = {axis == 0 ? 0 : 0.4 * arm, axis == 1 ? 0 : 0.4 * arm, axis == 2 ? 0 : 0.4 * arm};
            check_square(&p, (mode ? PICK_GIZMO_SCALE_PLANE_X : PICK_GIZMO_MOVE_PLANE_X) + axis, middle, 0.2 * arm);
        }
        check_square(&p, mode ? PICK_GIZMO_SCALE_ALL : PICK_GIZMO_MOVE_VIEW, pick_vec3_make(0, 0, 0), 0.16 * arm);
    }
}

// Every step of a ring lies on it; those on the far side are faint.
static void rings_are_faint_behind(void **state)
{
    (void)state;
    static picture p;
    const pick_gizmo_primitive *line[PICK_GIZMO_PRIMITIVE_MAX];
    const pick_view view = corner();
    for (int mode = 0; mode < 2; mode++) {
        draw(&p, mode ? PICK_GIZMO_COMBINED : PICK_GIZMO_ROTATE, 1, &view);
        for (int axis = 0; axis < 4; axis++) { // the last about the eye's axis
            const int handle = axis < 3 ? PICK_GIZMO_TURN_X + axis : (int)PICK_GIZMO_TURN_VIEW;
            const double radius = p.gizmo.pose.arm * (axis < 3 ? (mode ? 1.28 : 1) : (mode ? 1.48 : 1.2));
            const double alpha = pick_gizmo_handle_alpha(&p.gizmo, (pick_gizmo_handle)handle);
            assert_int_equal(parts(&p, handle, PICK_GIZMO_LINE, line), 64);
            int before = 0;
            for (int i = 0; i < 64; i++) {
                const pick_vec3 a = line[i]->point[0], b = line[i]->point[1];
                assert_near(pick_vec3_length(a), radius, 1e-9);
                assert_near(axis < 3 ? part(a, axis) : pick_vec3_dot(a, p.gizmo.pose.toward), 0, 1e-9);
                assert_vec3_near(b, line[(i + 1) % 64]->point[0], 1e-9);
                const bool faces = axis == 3 || pick_vec3_dot(pick_vec3_add(a, b), p.gizmo.pose.toward) > 0;
                const double whole = axis < 3 ? alpha : 0.6 * alpha;
                assert_near((double)line[i]->color[3], faces ? whole : 0.2 * whole, 1e-6);
                before += faces;
            }
            assert_true(axis == 3 ? before == 64 : before >= 31 && before <= 33);
        }
    }
}

// How near to the eye the middle of a handle is; the ball lies behind all others, since it is as large as they are.
static double nearness(const pick_gizmo_pose *pose, pick_gizmo_handle handle)
{
    const int axis = bench_axis(handle);
    pick_vec3 middle = {0, 0, 0};
    if (handle == PICK_GIZMO_TURN_BALL)
        return (double)-INFINITY;
    if (bench_is_arm(handle))
        middle = pose->axis[axis];
    else if (bench_is_plane(handle))
        middle = bench_along(middle, pose->axis[(axis + 1) % 3], 0.4, pose->axis[(axis + 2) % 3], 0.4);
    return pick_vec3_dot(middle, pose->toward);
}

// Handles are drawn whole, one after the other, the farthest first; the one under the pointer comes last.
static void the_nearest_handle_is_drawn_last(void **state)
{
    (void)state;
    static picture p;
    test_random random = {5};
    size_t compared = 0;
    for (int i = 0; i < 800; i++) {
        const double turn = random_between(&random, -PI, PI);
        const double rise = random_between(&random, -1.5, 1.5);
        const pick_view view = bench_orbit(PICK_ORTHOGRAPHIC, pick_vec3_make(0, 0, 0), 20, turn, rise);
        draw(&p, (pick_gizmo_mode)(i % 4), 1, &view);
        const pick_gizmo_handle hot = p.all[random_index(&random, (uint32_t)p.count)].handle;
        for (int is_hot = 0; is_hot < 2; is_hot++) {
            bool seen[PICK_GIZMO_HANDLE_COUNT] = {false};
            pick_gizmo_set_hot(&p.gizmo, is_hot ? hot : PICK_GIZMO_NONE);
            p.count = pick_gizmo_draw(&p.gizmo, p.all, PICK_GIZMO_PRIMITIVE_MAX);
            for (size_t k = 0; k < p.count; k++) {
                const pick_gizmo_handle now = p.all[k].handle;
                const pick_gizmo_handle before = k > 0 ? p.all[k - 1].handle : PICK_GIZMO_NONE;
                if (now == before)
                    continue;
                assert_false(seen[now]);
                seen[now] = true;
                if (k > 0 && !(is_hot && now == hot)) {
                    assert_true(nearness(&p.gizmo.pose, before) <= nearness(&p.gizmo.pose, now) + 1e-12);
                    ++compared;
                }
            }
            assert_true(!is_hot || p.all[p.count - 1].handle == hot);
        }
    }
    assert_true(compared > 5000);
}

// The guides of a move: a faint line along each axis that it may follow, through where it began, and its path.
static void a_move_shows_its_axes_and_its_path(void **state)
{
    (void)state;
    static picture p;
    const pick_gizmo_primitive *line[PICK_GIZMO_PRIMITIVE_MAX];
    const pick_gizmo_target target = bench_target(pick_vec3_make(0, 0, 0));
    const pick_view view = corner();
    for (int handle = PICK_GIZMO_MOVE_X; handle <= PICK_GIZMO_MOVE_VIEW; handle++) {
        draw(&p, PICK_GIZMO_TRANSLATE, 2, &view);
        const pick_vec2 press = bench_place(&p.gizmo, (pick_gizmo_handle)handle);
        assert_true(pick_gizmo_begin(&p.gizmo, (pick_gizmo_handle)handle, press, &target, 1, 0));
        bench_drag(&p.gizmo, (pick_vec2){press.x + 30, press.y - 20});
        pick_gizmo_target moved = target;
        assert_int_equal(pick_gizmo_apply(&p.gizmo, &target, 1, &moved.world), PICK_OK);
        pick_gizmo_place(&p.gizmo, &view, &moved, 1, 0);
        p.count = pick_gizmo_draw(&p.gizmo, p.all, PICK_GIZMO_PRIMITIVE_MAX);
        const size_t count = parts(&p, PICK_GIZMO_NONE, PICK_GIZMO_LINE, line);
        const bool is_arm = handle <= PICK_GIZMO_MOVE_Z;
        const bool is_plane = !is_arm && handle <= PICK_GIZMO_MOVE_PLANE_Z;
        const int axis = (handle - PICK_GIZMO_MOVE_X) % 3;
        size_t guides = 0;
        for (int i = 0; i < 3; i++) {
            if (is_arm ? i == axis : is_plane && i != axis) {
                const pick_gizmo_primitive *guide = line[guides++];
                float color[3];
                pick_gizmo_axis_color(i, color);
                assert_color(guide, color, 1, 1e-6);
                assert_near((double)guide->color[3], 0.35, 1e-6);
                assert_near(across(guide->point[0], i) + across(guide->point[1], i), 0, 1e-9);
                assert_true(part(guide->point[0], i) < -p.gizmo.pose.arm);
                assert_true(part(guide->point[1], i) > p.gizmo.pose.arm);
            }
        }
        assert_int_equal(count, guides + 1);
        assert_color(line[guides], neutral, 1, 1e-6);
        assert_near((double)line[guides]->color[3], 0.8, 1e-6);
        assert_vec3_near(line[guides]->point[0], pick_vec3_make(0, 0, 0), 1e-9);
        assert_vec3_near(line[guides]->point[1], moved.world.origin, 1e-9);
        assert_true(pick_vec3_length(moved.world.origin) > 0.1);
        for (size_t i = 0; i < count; i++) {
            assert_near((double)line[i]->width, 1.5 * 2, 1e-6);
            assert_false(line[i]->hot);
        }
        pick_gizmo_end(&p.gizmo);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_handle_has_its_colour_and_width),
        cmocka_unit_test(arms_end_in_cones),
        cmocka_unit_test(scales_are_boxes),
        cmocka_unit_test(planes_and_middles_are_squares),
        cmocka_unit_test(rings_are_faint_behind),
        cmocka_unit_test(the_nearest_handle_is_drawn_last),
        cmocka_unit_test(a_move_shows_its_axes_and_its_path),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
