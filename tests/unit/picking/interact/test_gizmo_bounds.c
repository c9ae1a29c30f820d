// Gizmos stay bounded: at every angle, from random cameras, for any path of the pointer.
#include "effort.h"
#include "gizmo_bench.h"

#include <float.h>

static const double PI = 3.14159265358979323846;
static const pick_projection_kind kinds[] = {PICK_PERSPECTIVE, PICK_ORTHOGRAPHIC};

// The most that things move per point, of what a point covers there: the bound of the header.
static const double LARGEST_STEP = 11.4737; // 1 / sin(5 degrees)

static pick_gizmo make(pick_gizmo_handle handle, const pick_view *view, const pick_gizmo_target *target)
{
    pick_gizmo gizmo;
    pick_gizmo_desc desc = PICK_GIZMO_DESC_DEFAULT;
    desc.mode = bench_mode(handle);
    pick_gizmo_init(&gizmo, &desc);
    pick_gizmo_place(&gizmo, view, target, 1, 0);
    assert_true(gizmo.visible);
    return gizmo;
}

static pick_vec3 moved(pick_gizmo *gizmo, const pick_gizmo_target *target, pick_vec2 position)
{
    pick_affine out;
    bench_drag(gizmo, position);
    assert_int_equal(pick_gizmo_apply(gizmo, target, 1, &out), PICK_OK);
    return pick_vec3_sub(out.origin, target->world.origin);
}

// The camera sinks from 90 degrees, where it sees the handle in full, to 0, where the axis points at it, or the plane
// is seen from its edge.
static void a_handle_at_every_angle(void **state)
{
    (void)state;
    const pick_gizmo_target target = bench_target(pick_vec3_make(0, 0, 0));
    const pick_gizmo_handle handles[4] = {PICK_GIZMO_MOVE_Z, PICK_GIZMO_MOVE_PLANE_Y, PICK_GIZMO_SCALE_Z,
                                          PICK_GIZMO_SCALE_PLANE_Y};
    size_t refused = 0, worked = 0;
    for (int k = 0; k < 2; k++) {
        for (int h = 0; h < 4; h++) {
            double last_alpha = 1;
            for (int step = 0; step <= 360; step += (int)test_effort(2, 1)) {
                const double degrees = 90 - 0.25 * step, angle = degrees * PI / 180;
                const bool plane = bench_is_plane(handles[h]);
                const pick_view view = plane ? bench_orbit(kinds[k], pick_vec3_make(0, 0, 0), 12, 0.7, angle)
                                             : bench_orbit(kinds[k], pick_vec3_make(0, 0, 0), 12, angle, 0);
                pick_gizmo gizmo = make(handles[h], &view, &target);
                const double alpha = pick_gizmo_handle_alpha(&gizmo, handles[h]);
                // In full down to 20 degrees, then less and less, gone from 10.
                const double expected = (sin(angle) - sin(PI / 18)) / (sin(PI / 9) - sin(PI / 18));
                assert_near(alpha, fmin(fmax(expected, 0), 1), 1e-5);
                assert_true(alpha <= last_alpha + 1e-5);
                last_alpha = alpha;
                const pick_vec2 press = bench_place(&gizmo, handles[h]);
                if (alpha == 0) {
                    assert_int_not_equal(pick_gizmo_handle_at(&gizmo, press), handles[h]);
                    assert_false(pick_gizmo_begin(&gizmo, handles[h], press, &target, 1, 0));
                    assert_false(pick_gizmo_changed(&gizmo));
                    refused++;
                    continue;
                }
                assert_true(pick_gizmo_begin(&gizmo, handles[h], press, &target, 1, 0));
                assert_vec3_near(moved(&gizmo, &target, press), pick_vec3_make(0, 0, 0), 0); // no jump
                double per_point = 0, growth = 0;
                for (int d = 0; d < 16; d++) {
                    const pick_vec2 to = {press.x + cos(d * PI / 8), press.y + sin(d * PI / 8)};
                    per_point = fmax(per_point, pick_vec3_length(moved(&gizmo, &target, to)));
                    for (int i = 0; i < 3; i++)
                        growth = fmax(growth, fabs(gizmo.delta.factor[i] - 1));
                }
                if (gizmo.desc.mode == PICK_GIZMO_SCALE) {
                    // One over the length of the arm on screen; of the diagonal between two.
                    assert_true(growth > 0.9 / (90 * sqrt(2)) && growth <= 1.001 / (90 * sin(angle)));
                } else {
                    const double points = per_point / gizmo.pose.unit;
                    assert_true(points >= 0.85 && points <= LARGEST_STEP);
                    // Around the angle: what a tilted ruler shows. Held off the centre, perspective sees it from a
                    // somewhat other angle.
                    const double ideal = 1 / sin(angle);
                    assert_true(fabs(points - ideal) <= (kinds[k] == PICK_ORTHOGRAPHIC ? 0.001 : 0.8) * ideal);
                }
                // Far off, in every direction, the rate that was reached at the depth ratio goes on.
                const double most = PICK_GIZMO_DEPTH_RATIO * PICK_GIZMO_DEPTH_RATIO * LARGEST_STEP * gizmo.pose.unit;
                for (int d = 0; d < 16; d++) {
                    pick_vec3 last = {0, 0, 0};
                    for (int n = 1; n <= 40; n++) {
                        const double r = 50.0 * n;
                        const pick_vec2 to = {press.x + r * cos(d * PI / 8), press.y + r * sin(d * PI / 8)};
                        const pick_vec3 now = moved(&gizmo, &target, to);
                        assert_true(pick_vec3_is_finite(now));
                        assert_true(pick_vec3_length(pick_vec3_sub(now, last)) <= 50 * most);
                        // Never to the eye's plane or behind it.
                        pick_projected_point p;
                        assert_true(pick_view_project(&view, now, &p));
                        last = now;
                    }
                }
                worked++;
            }
        }
    }
    assert_true(refused > 8 * 30 / test_effort(2, 1) && worked > 8 * 300 / test_effort(2, 1));
}

// Rings have no bad angle: what a point turns is bounded by the ring's size on screen.
static void a_ring_at_every_angle(void **state)
{
    (void)state;
    const pick_gizmo_target target = bench_target(pick_vec3_make(0, 0, 0));
    for (int k = 0; k < 2; k++) {
        for (int degrees = 90; degrees >= 0; degrees--) {
            const pick_view view = bench_orbit(kinds[k], pick_vec3_make(0, 0, 0), 12, 0.7, degrees * PI / 180);
            pick_gizmo gizmo = make(PICK_GIZMO_TURN_Y, &view, &target);
            assert_true(pick_gizmo_handle_alpha(&gizmo, PICK_GIZMO_TURN_Y) == 1);
            const pick_vec2 press = bench_place(&gizmo, PICK_GIZMO_TURN_Y);
            assert_true(pick_gizmo_begin(&gizmo, PICK_GIZMO_TURN_Y, press, &target, 1, 0));
            assert_true(gizmo.grab.dial == (degrees >= 30) || degrees == 30);
            double most = 0;
            for (int d = 0; d < 16; d++) {
                bench_drag(&gizmo, (pick_vec2){press.x + cos(d * PI / 8), press.y + sin(d * PI / 8)});
                most = fmax(most, fabs(gizmo.delta.angle));
            }
            // In perspective the front is nearer, and so larger; at 30 degrees the far and near sides are half as far
            // apart.
            assert_true(most >= 0.7 / 90 && most <= 2.6 / 90);
        }
    }
}

// Straight at the camera, behind it, and in it.
static void places_where_handles_cannot_work(void **state)
{
    (void)state;
    const pick_gizmo_target target = bench_target(pick_vec3_make(0, 0, 0));
    const pick_view view =
        bench_view(PICK_PERSPECTIVE, pick_vec3_make(0, 0, 20), pick_vec3_make(0, 0, -1), pick_vec3_make(0, 1, 0));
    pick_gizmo gizmo = make(PICK_GIZMO_MOVE_Z, &view, &target);
    assert_true(pick_gizmo_handle_alpha(&gizmo, PICK_GIZMO_MOVE_Z) == 0);
    assert_true(pick_gizmo_handle_alpha(&gizmo, PICK_GIZMO_MOVE_PLANE_Z) == 1);
    assert_true(pick_gizmo_handle_alpha(&gizmo, PICK_GIZMO_MOVE_PLANE_X) == 0);
    assert_true(pick_gizmo_handle_alpha(&gizmo, PICK_GIZMO_TURN_X) == 0); // of another mode
    assert_true(pick_gizmo_handle_alpha(&gizmo, PICK_GIZMO_NONE) == 0);
    assert_false(pick_gizmo_begin(&gizmo, PICK_GIZMO_NONE, (pick_vec2){200, 150}, &target, 1, 0));
    assert_false(pick_gizmo_begin(&gizmo, PICK_GIZMO_MOVE_X, (pick_vec2){(double)NAN, 150}, &target, 1, 0));
    assert_false(pick_gizmo_begin(&gizmo, PICK_GIZMO_MOVE_X, (pick_vec2){0, (double)INFINITY}, &target, 1, 0));
    assert_int_equal(pick_gizmo_handle_at(&gizmo, (pick_vec2){(double)NAN, 0}), PICK_GIZMO_NONE);
    assert_int_equal(pick_gizmo_handle_at(&gizmo, (pick_vec2){0, HUGE_VAL}), PICK_GIZMO_NONE);
    // No size, or one beyond all bounds.
    for (int i = 0; i < 3; i++) {
        const double sizes[3] = {0, -1, (double)NAN};
        gizmo.desc.size = sizes[i];
        pick_gizmo_place(&gizmo, &view, &target, 1, 0);
        assert_false(gizmo.visible);
    }
    pick_gizmo plain;
    pick_gizmo_init(&plain, NULL);
    assert_true(plain.desc.size == 90);
    gizmo.desc.size = 90;
    pick_gizmo_target away = target;
    away.world.origin.z = -1e103;
    pick_gizmo_place(&gizmo, &view, &away, 1, 0);
    assert_false(gizmo.visible);
    // Without objects, behind the camera, in the eye, not finite.
    pick_gizmo_place(&gizmo, &view, NULL, 0, 0);
    assert_false(gizmo.visible);
    assert_int_equal(pick_gizmo_handle_at(&gizmo, (pick_vec2){200, 150}), PICK_GIZMO_NONE);
    assert_int_equal(pick_gizmo_draw(&gizmo, NULL, 0), 0);
    pick_gizmo_target bad[6];
    for (int i = 0; i < 6; i++)
        bad[i] = target;
    bad[0].world.origin.z = 21;
    bad[1].world.origin.z = 20;
    bad[2].world.origin.x = (double)INFINITY;
    bad[3].world.linear[2] = (double)NAN;
    bad[4].parent.linear[2] = (double)NAN;
    bad[5].parent.origin.y = -(double)INFINITY;
    for (int i = 0; i < 6; i++) {
        pick_gizmo_place(&gizmo, &view, &target, 1, 0);
        pick_gizmo_place(&gizmo, &view, &bad[i], 1, 0);
        assert_false(gizmo.visible);
        assert_false(pick_gizmo_begin(&gizmo, PICK_GIZMO_MOVE_X, (pick_vec2){240, 150}, &target, 1, 0));
    }
    // A drag that goes on while its object is out of sight.
    pick_gizmo_place(&gizmo, &view, &target, 1, 0);
    assert_true(pick_gizmo_begin(&gizmo, PICK_GIZMO_MOVE_X, (pick_vec2){240, 150}, &target, 1, 0));
    assert_false(pick_gizmo_begin(&gizmo, PICK_GIZMO_MOVE_X, (pick_vec2){240, 150}, &target, 1, 0)); // one at a time
    pick_gizmo_place(&gizmo, &view, &bad[0], 1, 0);
    const pick_vec3 before = moved(&gizmo, &target, (pick_vec2){250, 150});
    assert_true(before.x > 0);
    bench_drag(&gizmo, (pick_vec2){(double)NAN, 150}); // stays where it was
    bench_drag(&gizmo, (pick_vec2){150, (double)NAN});
    pick_affine out;
    assert_int_equal(pick_gizmo_apply(&gizmo, &target, 1, &out), PICK_OK);
    assert_true(out.origin.x == before.x);
    // What would leave the range of numbers stays as it is.
    pick_gizmo_target far[2] = {target, target};
    far[0].world.origin.x = DBL_MAX;
    for (int i = 0; i < 3; i++)
        assert_true(pick_gizmo_type(&gizmo, '9'));
    pick_affine both[2];
    assert_int_equal(pick_gizmo_apply(&gizmo, far, 2, both), PICK_OK);
    gizmo.delta.along[0] = DBL_MAX;
    assert_int_equal(pick_gizmo_apply(&gizmo, far, 2, both), PICK_ERROR_NOT_FINITE);
    assert_same_bits(&both[0], &far[0].world);
    assert_true(both[1].origin.x == DBL_MAX);
    assert_int_equal(pick_gizmo_apply(&gizmo, NULL, 0, NULL), PICK_OK);
}

// Positions are doubles, and a caller may hand in any.
static void pointers_very_far_away(void **state)
{
    (void)state;
    const pick_gizmo_target target = bench_target(pick_vec3_make(0, 0, 0));
    const pick_view view =
        bench_view(PICK_PERSPECTIVE, pick_vec3_make(0, 0, 20), pick_vec3_make(0, 0, -1), pick_vec3_make(0, 1, 0));
    const pick_gizmo_handle handles[3] = {PICK_GIZMO_TURN_Z, PICK_GIZMO_MOVE_VIEW, PICK_GIZMO_SCALE_ALL};
    for (int i = 0; i < 3; i++) {
        pick_gizmo gizmo = make(handles[i], &view, &target);
        const pick_vec2 press = {-DBL_MAX, 1e200};
        assert_true(pick_gizmo_begin(&gizmo, handles[i], press, &target, 1, 0));
        bench_drag(&gizmo, press);
        assert_false(pick_gizmo_changed(&gizmo));
        bench_drag(&gizmo, (pick_vec2){1e300, DBL_MAX});
        assert_true(pick_gizmo_changed(&gizmo));
        pick_affine out;
        assert_int_equal(pick_gizmo_apply(&gizmo, &target, 1, &out), PICK_OK);
        bench_drag(&gizmo, (pick_vec2){1e9, 1e9}); // as far as counts
        pick_affine same;
        assert_int_equal(pick_gizmo_apply(&gizmo, &target, 1, &same), PICK_OK);
        assert_same_bits(&out, &same);
    }
    // A gizmo can be too small to be visible.
    for (int i = 0; i < 2; i++) {
        pick_gizmo speck;
        pick_gizmo_desc desc = PICK_GIZMO_DESC_DEFAULT;
        desc.size = i == 0 ? 1e-14 : 1e-9;
        pick_gizmo_init(&speck, &desc);
        pick_gizmo_place(&speck, &view, &target, 1, 0);
        assert_int_equal(speck.visible, i == 1);
    }
    // So far out that its arms are shorter than the steps of a double, its handles would round to behind the eye.
    for (int i = 0; i < 2; i++) {
        const double out = i == 0 ? 1e23 : 1e20;
        const pick_view distant =
            bench_view(PICK_PERSPECTIVE, pick_vec3_make(0, 0, out), pick_vec3_make(0, 0, -1), pick_vec3_make(0, 1, 0));
        const pick_gizmo_target before = bench_target(pick_vec3_make(0, 0, out - 2e7));
        pick_gizmo far_out;
        pick_gizmo_init(&far_out, NULL);
        pick_gizmo_place(&far_out, &distant, &before, 1, 0);
        assert_int_equal(far_out.visible, i == 1);
        assert_int_equal(pick_gizmo_handle_at(&far_out, (pick_vec2){200, 150}) != PICK_GIZMO_NONE, i == 1);
    }
    // A gizmo can also be too far outside the window to be visible.
    pick_gizmo gizmo = make(PICK_GIZMO_TURN_Z, &view, &target);
    for (int i = 0; i < 2; i++) {
        const pick_vec3 away = i == 0 ? pick_vec3_make(1e12, 0, 0) : pick_vec3_make(0, 1e12, 0);
        const pick_gizmo_target beside = bench_target(away), within = bench_target(pick_vec3_scale(away, 1e-6));
        pick_gizmo_place(&gizmo, &view, &beside, 1, 0);
        assert_false(gizmo.visible);
        pick_gizmo_place(&gizmo, &view, &within, 1, 0);
        assert_true(gizmo.visible);
    }
}

// The same size on screen near and far, in all views; less in a window too small for it.
static void the_size_on_screen_stays(void **state)
{
    (void)state;
    for (int k = 0; k < 2; k++) {
        for (int i = -6; i <= 12; i++) {
            const double distance = pow(10, i * 0.5);
            const pick_vec3 center = {1e7, -3e6, 5e6};
            const pick_view view = bench_orbit(kinds[k], center, distance, 0, 0);
            const pick_gizmo_target target = bench_target(center);
            pick_gizmo gizmo = make(PICK_GIZMO_MOVE_X, &view, &target);
            const pick_vec2 a = bench_project(&view, center);
            const pick_vec2 b =
                bench_project(&view, bench_along(center, gizmo.pose.axis[0], gizmo.pose.arm, center, 0));
            assert_near(hypot(b.x - a.x, b.y - a.y), 90, 1e-3 + 1e-6 / distance);
        }
    }
    const pick_gizmo_target target = bench_target(pick_vec3_make(0, 0, 0));
    pick_view view = bench_orbit(PICK_PERSPECTIVE, pick_vec3_make(0, 0, 0), 10, 0.4, 0.3);
    pick_gizmo gizmo = make(PICK_GIZMO_MOVE_X, &view, &target);
    const double arm = gizmo.pose.arm;
    gizmo.desc.scale = 0.5;
    pick_gizmo_place(&gizmo, &view, &target, 1, 0);
    assert_near(gizmo.pose.arm, arm / 2, 1e-12);
    // A flipped viewport counts by its size.
    view.viewport.height = -view.viewport.height;
    view.viewport.y = 300;
    pick_gizmo_place(&gizmo, &view, &target, 1, 0);
    assert_near(gizmo.pose.arm, arm / 2, 1e-12);
    view.viewport = (pick_rect){0, 0, 40, 30};
    pick_gizmo_place(&gizmo, &view, &target, 1, 0);
    assert_near(gizmo.pose.arm / gizmo.pose.unit, 10, 1e-9);
    // A wide angle: the arm stays clear of the eye.
    float projection[16], rotation[16];
    const projection_spec wide = projection_perspective(2.9, 1, 0.01, (double)INFINITY);
    projection_matrix(&wide, projection);
    view_matrix(pick_vec3_make(0, 0, -1), pick_vec3_make(0, 1, 0), rotation);
    assert_int_equal(pick_view_init(&view, &(pick_view_desc){projection, rotation, {0, 0, 5}, {0, 0, 300, 300}}),
                     PICK_OK);
    gizmo.desc.scale = 1;
    pick_gizmo_place(&gizmo, &view, &target, 1, 0);
    assert_near(gizmo.pose.arm, 2, 1e-9);
}

// --- From random cameras ---------------------------------------------------------------------------------------------

static pick_view random_view(test_random *random, pick_vec3 center)
{
    const pick_projection_kind kind = kinds[random_index(random, 2)];
    const double distance = kind == PICK_PERSPECTIVE ? exp(random_between(random, -2, 5)) : 50;
    const pick_view view =
        bench_orbit(kind, center, distance, random_between(random, -PI, PI), random_between(random, -1.5, 1.5));
    return view;
}

static void random_cameras(void **state)
{
    (void)state;
    test_random random = {20};
    size_t dragged[PICK_GIZMO_HANDLE_COUNT] = {0};
    for (int n = 0; n < 20000; n++) {
        const pick_gizmo_handle handle = (pick_gizmo_handle)(1 + random_index(&random, PICK_GIZMO_HANDLE_COUNT - 1));
        pick_gizmo_target targets[3];
        for (int i = 0; i < 3; i++) {
            targets[i] = (pick_gizmo_target){.world = bench_random_affine(&random, 3),
                                             .parent = bench_random_affine(&random, 3)};
            if (random_index(&random, 4) == 0) { // flat along some axes, or all
                const uint32_t keep = random_index(&random, 8);
                for (int k = 0; k < 9; k++)
                    targets[i].world.linear[k] *= keep & 1u << k / 3 ? 1 : 0;
            }
        }
        pick_gizmo_desc desc = PICK_GIZMO_DESC_DEFAULT;
        desc.mode = random_index(&random, 2) ? bench_mode(handle) : PICK_GIZMO_COMBINED;
        desc.space = (pick_gizmo_space)random_index(&random, 4);
        desc.pivot = (pick_gizmo_pivot)random_index(&random, 3);
        desc.turn_step = random_index(&random, 2) ? desc.turn_step : 0.4; // which divides no turn
        pick_gizmo gizmo;
        pick_gizmo_init(&gizmo, &desc);
        const size_t active = random_index(&random, 3);
        const pick_view view = random_view(&random, targets[active].world.origin);
        pick_gizmo_place(&gizmo, &view, targets, 3, active);
        for (int i = 0; i < 3 && gizmo.visible; i++)
            assert_near(pick_vec3_length(gizmo.pose.axis[i]), 1, 1e-12);
        pick_vec2 press = {random_between(&random, 0, 400), random_between(&random, 0, 300)};
        if (random_index(&random, 4) != 0 && gizmo.visible) {
            pick_projected_point p;
            if (pick_view_project(&view, bench_point(&gizmo, handle), &p))
                press = p.window;
        }
        if (!pick_gizmo_begin(&gizmo, handle, press, targets, 3, active))
            continue;
        dragged[handle]++;
        const bool snap = random_index(&random, 4) == 0;
        // Many small moves, and one big one to the same place.
        pick_gizmo once = gizmo;
        pick_vec2 at = press;
        pick_affine out[3], out_once[3];
        for (int i = 0; i < 12; i++) {
            at.x += random_between(&random, -60, 60);
            at.y += random_between(&random, -60, 60);
            pick_gizmo_drag(&gizmo, &(pick_gizmo_input){.position = at, .snap = snap});
            const pick_result result = pick_gizmo_apply(&gizmo, targets, 3, out);
            assert_int_equal(result, PICK_OK);
            for (int t = 0; t < 3; t++) {
                assert_true(pick_affine_is_finite(&out[t]));
                assert_true(pick_vec3_length(pick_vec3_sub(out[t].origin, targets[t].world.origin)) < 1e7);
            }
        }
        pick_gizmo_drag(&once, &(pick_gizmo_input){.position = at, .snap = snap});
        assert_int_equal(pick_gizmo_apply(&once, targets, 3, out_once), PICK_OK);
        assert_true(gizmo.delta.angle == once.delta.angle || gizmo.grab.dial); // else some whole turns apart
        for (int t = 0; t < 3; t++)
            assert_same_bits(&out[t], &out_once[t]);
        // Back at the press, in whatever way: the start, bit for bit.
        pick_gizmo_drag(&gizmo, &(pick_gizmo_input){.position = press, .snap = snap});
        assert_false(pick_gizmo_changed(&gizmo));
        assert_int_equal(pick_gizmo_apply(&gizmo, targets, 3, out), PICK_OK);
        for (int t = 0; t < 3; t++)
            assert_same_bits(&out[t], &targets[t].world);
        pick_gizmo_drag(&gizmo, &(pick_gizmo_input){.position = at});
        pick_gizmo_cancel(&gizmo);
        assert_int_equal(pick_gizmo_apply(&gizmo, targets, 3, out), PICK_OK);
        for (int t = 0; t < 3; t++)
            assert_same_bits(&out[t], &targets[t].world);
        assert_int_equal(gizmo.active, PICK_GIZMO_NONE);
        // An end keeps what was reached.
        pick_gizmo_end(&once);
        bench_drag(&once, press);
        assert_int_equal(pick_gizmo_apply(&once, targets, 3, out), PICK_OK);
        for (int t = 0; t < 3; t++)
            assert_same_bits(&out[t], &out_once[t]);
    }
    for (int h = 1; h < PICK_GIZMO_HANDLE_COUNT; h++)
        assert_true(dragged[h] > 200);
}

// One point of movement, from anywhere a drag can be: bounded by the rate at the depth ratio.
static void one_point_moves_a_bounded_distance(void **state)
{
    (void)state;
    test_random random = {21};
    size_t checked = 0;
    double largest = 0;
    for (int n = 0; n < 20000; n++) {
        const pick_gizmo_handle handle = (pick_gizmo_handle)(1 + random_index(&random, PICK_GIZMO_MOVE_VIEW));
        const pick_gizmo_target target = {.world = bench_random_affine(&random, 3), .parent = PICK_AFFINE_IDENTITY};
        const pick_view view = random_view(&random, target.world.origin);
        pick_gizmo gizmo;
        pick_gizmo_desc desc = PICK_GIZMO_DESC_DEFAULT;
        desc.space = (pick_gizmo_space)random_index(&random, 4);
        pick_gizmo_init(&gizmo, &desc);
        pick_gizmo_place(&gizmo, &view, &target, 1, 0);
        pick_projected_point p;
        if (!gizmo.visible || !pick_view_project(&view, bench_point(&gizmo, handle), &p) ||
            !pick_gizmo_begin(&gizmo, handle, p.window, &target, 1, 0))
            continue;
        const pick_vec2 at = {p.window.x + random_between(&random, -2000, 2000),
                              p.window.y + random_between(&random, -2000, 2000)};
        const double turn = random_between(&random, -PI, PI);
        const pick_vec3 a = moved(&gizmo, &target, at);
        const pick_vec3 b = moved(&gizmo, &target, (pick_vec2){at.x + cos(turn), at.y + sin(turn)});
        const double step = pick_vec3_length(pick_vec3_sub(b, a)) / gizmo.pose.unit;
        // A plane's handle, far beside its straight way, is carried along by the change of depth as well.
        const double bound = (bench_is_arm(handle) ? 16 : 16 * 16) * LARGEST_STEP * 1.5;
        assert_true(step <= bound);
        largest = fmax(largest, step);
        checked++;
    }
    assert_true(checked > 10000);
    assert_true(largest > 16); // the limit has been met
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_handle_at_every_angle),
        cmocka_unit_test(a_ring_at_every_angle),
        cmocka_unit_test(places_where_handles_cannot_work),
        cmocka_unit_test(pointers_very_far_away),
        cmocka_unit_test(the_size_on_screen_stays),
        cmocka_unit_test(random_cameras),
        cmocka_unit_test(one_point_moves_a_bounded_distance),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
