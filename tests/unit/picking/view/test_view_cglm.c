// Matrices as programs make them, with cglm: read right, whichever function made them. Its own float projection and
// unprojection, good enough near the origin, say what is right.
#include "picking/picking.h"
#include "random.h"

#include <cglm/cglm.h>
#include <cglm/clipspace/ortho_lh_zo.h>
#include <cglm/clipspace/ortho_rh_zo.h>
#include <cglm/clipspace/persp_lh_zo.h>
#include <cglm/clipspace/persp_rh_zo.h>
#include <cglm/clipspace/project_zo.h>
#include <cglm/clipspace/view_lh_zo.h>
#include <cglm/clipspace/view_rh_zo.h>

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

enum { WIDTH = 1280, HEIGHT = 720 };

typedef enum kind { CENTRED, OFF_CENTRE, ORTHOGRAPHIC, KINDS } kind;

static void make_projection(kind which, bool flip, bool reversed, mat4 out)
{
    const float near = reversed ? 50.0f : 0.1f, far = reversed ? 0.1f : 50.0f; // swapped planes reverse the depth
    switch (which) {
    case CENTRED:
        glm_perspective_rh_zo(0.8f, (float)WIDTH / HEIGHT, near, far, out);
        break;
    case OFF_CENTRE: // scaled, so that the swapped planes keep their angle
        glm_frustum_rh_zo(-0.5f * near, 0.7f * near, -0.2f * near, 0.5f * near, near, far, out);
        break;
    default:
        glm_ortho_rh_zo(-6, 8, -3, 5, near, far, out);
        break;
    }
    if (flip) {
        out[1][1] = -out[1][1];
        out[2][1] = -out[2][1];
        out[3][1] = -out[3][1];
    }
}

static pick_view make_view(mat4 projection, mat4 view, const vec3 eye)
{
    const pick_view_desc desc = {.projection = &projection[0][0],
                                 .view = &view[0][0],
                                 .eye = {(double)eye[0], (double)eye[1], (double)eye[2]},
                                 .viewport = {0, 0, WIDTH, HEIGHT}};
    pick_view out;
    assert_int_equal(pick_view_init(&out, &desc), PICK_OK);
    return out;
}

static void random_point(test_random *r, float half, vec3 out)
{
    for (int k = 0; k < 3; k++)
        out[k] = (float)random_between(r, (double)-half, (double)half);
}

static void agrees_with_cglm(void **state)
{
    (void)state;
    test_random r = {42};
    int projected = 0;
    for (int i = 0; i < 6000; i++) {
        const kind which = (kind)(i % KINDS);
        mat4 projection, view, both;
        vec3 eye, target, up = {0, 1, 0};
        make_projection(which, i / KINDS % 2 == 0, i / KINDS % 4 >= 2, projection);
        random_point(&r, 5, eye);
        random_point(&r, 5, target);
        glm_lookat_rh_zo(eye, target, up, view);
        glm_mat4_mul(projection, view, both);
        const pick_view ours = make_view(projection, view, eye);

        // Projection ...
        vec3 point, window;
        random_point(&r, 8, point);
        vec4 viewport = {0, 0, WIDTH, HEIGHT}, clip, whole = {point[0], point[1], point[2], 1};
        glm_mat4_mulv(both, whole, clip);
        pick_projected_point place;
        const pick_vec3 world = pick_vec3_make((double)point[0], (double)point[1], (double)point[2]);
        if (clip[3] < 0.3f) // near the eye, or behind it, floats say nothing
            continue;
        glm_project_zo(point, both, viewport, window);
        if (fabsf(window[0]) > 4000 || fabsf(window[1]) > 4000)
            continue;
        assert_true(pick_view_project(&ours, world, &place));
        assert_true(fabs(place.window.x - (double)window[0]) < 0.05);
        assert_true(fabs(place.window.y - (double)window[1]) < 0.05);
        assert_true(fabs(place.depth - (double)window[2]) < 1e-3);
        ++projected;

        // ... and unprojection: the ray passes the point.
        const pick_ray ray = pick_view_ray(&ours, (pick_vec2){(double)window[0], (double)window[1]});
        const pick_vec3 to = pick_vec3_sub(world, ray.origin);
        const pick_vec3 beside = pick_vec3_sub(to, pick_vec3_scale(ray.direction, pick_vec3_dot(to, ray.direction)));
        assert_true(pick_vec3_length(beside) < 0.05 * pick_view_point_size(&ours, world) + 1e-6);
    }
    assert_true(projected > 1500);
}

// Solves the 4x4 system of a view-projection matrix, in double, by elimination with pivots: what the float matrices and
// the eye say exactly, by another way than the library's closed form.
static pick_vec3 unproject_exactly(mat4 projection, mat4 view, const pick_vec3 eye, const double ndc[3])
{
    double m[4][5];
    for (int row = 0; row < 4; row++) { // projection times the view's rotation; the point is relative to the eye
        for (int column = 0; column < 3; column++) {
            m[row][column] = 0;
            for (int k = 0; k < 3; k++)
                m[row][column] += (double)projection[k][row] * (double)view[column][k];
        }
        m[row][3] = row < 3 ? -ndc[row] : -1; // times w
        m[row][4] = -(double)projection[3][row];
    }
    for (int c = 0; c < 4; c++) {
        int pivot = c;
        for (int row = c; row < 4; row++)
            pivot = fabs(m[row][c]) > fabs(m[pivot][c]) ? row : pivot;
        for (int k = 0; k < 5; k++) {
            const double swapped = m[c][k];
            m[c][k] = m[pivot][k];
            m[pivot][k] = swapped;
        }
        for (int row = 0; row < 4; row++) {
            const double factor = row == c ? 0 : m[row][c] / m[c][c];
            for (int k = 0; k < 5; k++)
                m[row][k] -= factor * m[c][k];
        }
    }
    return pick_vec3_make(eye.x + m[0][4] / m[0][0], eye.y + m[1][4] / m[1][1], eye.z + m[2][4] / m[2][2]);
}

// A world point for a window position and depth: to a few roundings what the matrices say, and what cglm's float
// inverse finds, as sharp as floats are there.
static void unprojects_like_cglm(void **state)
{
    (void)state;
    test_random r = {43};
    double worst = 0, worst_cglm = 0;
    for (int i = 0; i < 6000; i++) {
        mat4 projection, view, both, inverse;
        vec3 eye = {1, 2, 6}, target = {0, 0.5f, 0}, up = {0, 1, 0}, there;
        const kind which = (kind)(i % KINDS);
        make_projection(which, true, i / KINDS % 2 == 1, projection);
        glm_lookat_rh_zo(eye, target, up, view);
        glm_mat4_mul(projection, view, both);
        glm_mat4_inv_precise(both, inverse);
        const pick_view ours = make_view(projection, view, eye);
        const double x = random_between(&r, 0, WIDTH);
        const double y = random_between(&r, 0, HEIGHT);
        const double depth = random_between(&r, 0.02, 0.98);
        vec3 window = {(float)x, (float)y, (float)depth};
        vec4 viewport = {0, 0, WIDTH, HEIGHT};
        glm_unprojecti_zo(window, inverse, viewport, there);
        pick_vec3 world;
        assert_true(
            pick_view_unproject(&ours, (pick_vec2){(double)window[0], (double)window[1]}, (double)window[2], &world));
        const double ndc[3] = {2 * (double)window[0] / WIDTH - 1, 2 * (double)window[1] / HEIGHT - 1,
                               (double)window[2]};
        const pick_vec3 exact = unproject_exactly(projection, view, ours.eye, ndc);
        const pick_vec3 floats = pick_vec3_make((double)there[0], (double)there[1], (double)there[2]);
        // A rounding of depth moves a point in perspective by its distance squared over the near plane's.
        const double away = pick_vec3_length(pick_vec3_sub(exact, ours.eye));
        const double unit = pick_vec3_length(ours.eye) + away + (which == ORTHOGRAPHIC ? 50 : away * away / 0.1);
        worst = fmax(worst, pick_vec3_length(pick_vec3_sub(world, exact)) / unit * 0x1p53);
        worst_cglm = fmax(worst_cglm, pick_vec3_length(pick_vec3_sub(world, floats)) / unit * 0x1p24);
    }
    print_message("off by %.2f roundings in double, by %.2f in float\n", worst, worst_cglm);
    assert_true(worst <= 4 && worst_cglm <= 24);
}

// --- Left-handed cameras --------------------------------------------------------------------------------------------

// The same projection, made by the left-handed functions.
static void make_left_handed(kind which, bool flip, bool reversed, mat4 out)
{
    const float near = reversed ? 50.0f : 0.1f, far = reversed ? 0.1f : 50.0f;
    switch (which) {
    case CENTRED:
        glm_perspective_lh_zo(0.8f, (float)WIDTH / HEIGHT, near, far, out);
        break;
    case OFF_CENTRE: // cglm leaves the sign of the centre as in right-handed ones: the sides change places
        glm_frustum_lh_zo(-0.7f * near, 0.5f * near, -0.5f * near, 0.2f * near, near, far, out);
        break;
    default:
        glm_ortho_lh_zo(-6, 8, -3, 5, near, far, out);
        break;
    }
    if (flip) {
        out[1][1] = -out[1][1];
        out[2][1] = -out[2][1];
        out[3][1] = -out[3][1];
    }
}

// A world of triangles, and the same in left-handed coordinates: z is reversed, and so is the winding.
typedef struct worlds {
    pick_mesh *mesh[2];
    pick_scene *scene[2];
} worlds;

enum { TRIANGLES = 300 };

static worlds make_worlds(test_random *r)
{
    worlds w;
    float positions[2][9 * TRIANGLES];
    for (int i = 0; i < TRIANGLES; i++) {
        vec3 corner;
        random_point(r, 8, corner);
        for (int k = 0; k < 3; k++) {
            vec3 side;
            random_point(r, 1.5f, side);
            for (int axis = 0; axis < 3; axis++) {
                const float x = corner[axis] + side[axis];
                positions[0][9 * i + 3 * k + axis] = x;
                positions[1][9 * i + 3 * ((3 - k) % 3) + axis] = axis == 2 ? -x : x;
            }
        }
    }
    for (int i = 0; i < 2; i++) {
        const pick_mesh_desc desc = {.positions = positions[i], .vertex_count = 3 * TRIANGLES};
        pick_object_desc object = PICK_OBJECT_DESC_DEFAULT;
        pick_object_id id;
        assert_int_equal(pick_mesh_create(&desc, NULL, &w.mesh[i]), PICK_OK);
        assert_int_equal(pick_scene_create(NULL, &w.scene[i]), PICK_OK);
        object.mesh = w.mesh[i];
        assert_int_equal(pick_scene_add(w.scene[i], &object, &id), PICK_OK);
    }
    return w;
}

static void free_worlds(worlds *w)
{
    for (int i = 0; i < 2; i++) {
        pick_scene_destroy(w->scene[i]);
        pick_mesh_destroy(w->mesh[i]);
    }
}

static bool same(pick_vec3 a, pick_vec3 b)
{
    return pick_vec3_length(pick_vec3_sub(a, pick_vec3_make(b.x, b.y, -b.z))) <= 1e-9 * (1 + pick_vec3_length(a));
}

// What is picked at a window position of a right-handed view and of its left-handed twin. Returns whether it is
// something.
static bool expect_same_picks(const worlds *w, const pick_view *right, const pick_view *left, pick_vec2 window)
{
    pick_hit hit[2];
    const pick_ray rays[2] = {pick_view_ray(right, window), pick_view_ray(left, window)};
    assert_true(same(rays[0].origin, rays[1].origin) && same(rays[0].direction, rays[1].direction));
    assert_true(fabs(rays[0].t_min - rays[1].t_min) < 1e-9 && fabs(rays[0].t_max - rays[1].t_max) < 1e-3);
    const bool found = pick_closest(w->scene[0], &rays[0], NULL, &hit[0]);
    assert_int_equal(pick_closest(w->scene[1], &rays[1], NULL, &hit[1]), found);
    if (!found)
        return false;
    assert_int_equal(hit[0].triangle, hit[1].triangle);
    assert_int_equal(hit[0].backface, hit[1].backface);
    assert_true(fabs(hit[0].t - hit[1].t) < 1e-9);
    assert_true(same(hit[0].point, hit[1].point) && same(hit[0].normal, hit[1].normal));
    pick_projected_point place[2];
    assert_true(pick_view_project(right, hit[0].point, &place[0]) && pick_view_project(left, hit[1].point, &place[1]));
    assert_true(fabs(place[0].window.x - window.x) < 1e-6 && fabs(place[1].window.x - window.x) < 1e-6);
    assert_true(fabs(place[0].window.y - window.y) < 1e-6 && fabs(place[1].window.y - window.y) < 1e-6);
    assert_true(fabs(place[0].depth - place[1].depth) < 1e-9 && fabs(place[0].distance - place[1].distance) < 1e-9);
    return true;
}

static void left_handed_worlds_are_picked_alike(void **state)
{
    (void)state;
    test_random r = {44};
    worlds w = make_worlds(&r);
    int hits = 0, kinds[KINDS] = {0};
    for (int i = 0; i < 3000; i++) {
        const kind which = (kind)(i % KINDS);
        const bool flip = i / KINDS % 2 == 0, reversed = i / KINDS % 4 >= 2;
        mat4 projection[2], view[2];
        vec3 eye, target, up = {0, 1, 0};
        random_point(&r, 9, eye);
        random_point(&r, 3, target);
        make_projection(which, flip, reversed, projection[0]);
        make_left_handed(which, flip, reversed, projection[1]);
        glm_lookat_rh_zo(eye, target, up, view[0]);
        const pick_view right = make_view(projection[0], view[0], eye);
        eye[2] = -eye[2];
        target[2] = -target[2];
        glm_lookat_lh_zo(eye, target, up, view[1]);
        for (int k = 0; k < 3; k++) { // the same but for rounding, which the exact comparison below does without
            for (int m = 0; m < 3; m++) {
                const float mirrored = (k == 2) != (m == 2) ? -view[0][k][m] : view[0][k][m];
                assert_true(fabsf(view[1][k][m] - mirrored) < 1e-5f);
                view[1][k][m] = mirrored;
            }
        }
        const pick_view left = make_view(projection[1], view[1], eye);
        assert_true(right.kind == left.kind && right.reversed_depth == left.reversed_depth);
        assert_true(fabs(right.near_distance - left.near_distance) < 1e-9);
        const pick_vec2 window = {random_between(&r, 0, WIDTH), random_between(&r, 0, HEIGHT)};
        const bool hit = expect_same_picks(&w, &right, &left, window);
        hits += hit;
        kinds[which] += hit;
    }
    assert_true(hits > 900);
    for (int i = 0; i < KINDS; i++)
        assert_true(kinds[i] > 100);
    free_worlds(&w);
}

// Matrices as other programs make them, of a camera at the origin of a left-handed world that looks along +z.
static void matrices_of_other_programs(void **state)
{
    (void)state;
    static const float identity[16] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};
    // Unity's worldToCameraMatrix looks along -z of view space: it mirrors, and its projections are right-handed.
    static const float mirror[16] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, -1, 0, 0, 0, 0, 1};
    static const struct {
        const char *name;
        float projection[16];
        const float *view;
        double near, far; // far 0: infinite
        bool reversed;
    } cases[] = {
        {"XMMatrixPerspectiveFovLH",
         {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1.25f, 1, 0, 0, -0.625f, 0},
         identity,
         0.5,
         2.5,
         false},
        {"XMMatrixOrthographicLH", {.5f, 0, 0, 0, 0, .5f, 0, 0, 0, 0, .25f, 0, 0, 0, -.25f, 1}, identity, 1, 5, false},
        {"Unreal, reversed and infinite", {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0, 10, 0}, identity, 10, 0, true},
        {"Unreal, orthographic", {.5f, 0, 0, 0, 0, .5f, 0, 0, 0, 0, -.25f, 0, 0, 0, 1.25f, 1}, identity, 1, 5, true},
        {"Babylon, near behind the eye", {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, .1f, 0, 0, 0, .1f, 1}, identity, -1, 9, false},
        {"Unity", {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, -1.25f, -1, 0, 0, -0.625f, 0}, mirror, 0.5, 2.5, false},
        {"Unity, orthographic", {.5f, 0, 0, 0, 0, .5f, 0, 0, 0, 0, .25f, 0, 0, 0, 1.25f, 1}, mirror, 1, 5, true},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const pick_view_desc desc = {
            .projection = cases[i].projection, .view = cases[i].view, .viewport = {0, 100, 100, -100}};
        pick_view view;
        assert_int_equal(pick_view_init(&view, &desc), PICK_OK);
        assert_int_equal(view.reversed_depth, cases[i].reversed);
        assert_true(fabs(view.near_distance - cases[i].near) < 1e-6);
        assert_true(cases[i].far > 0 ? fabs(view.far_distance - cases[i].far) < 1e-5 : view.infinite_far);
        // Right of the middle is +x, above it +y, and it looks along +z.
        const pick_ray ray = pick_view_ray(&view, (pick_vec2){75, 25});
        const pick_vec3 at = pick_ray_at(&ray, 1);
        assert_true(at.x > 0 && at.y > 0 && ray.direction.z > 0);
        pick_projected_point place;
        assert_true(pick_view_project(&view, pick_vec3_make(0.2, 0.3, 2), &place));
        assert_true(place.distance == 2 && place.window.x > 50 && place.window.y < 50);
        pick_vec3 back;
        assert_true(pick_view_unproject(&view, place.window, place.depth, &back));
        assert_true(pick_vec3_length(pick_vec3_sub(back, pick_vec3_make(0.2, 0.3, 2))) < 1e-6);
    }
}

// An orthographic range evenly around the eye is that of two cameras, and is read as looking down -Z. Any other is that
// of the camera that sees more.
static void even_depth_ranges_look_down_z(void **state)
{
    (void)state;
    static const struct {
        float near, far;
        bool even;
    } cases[] = {{-10, 10, true}, {-1, 1, true},       {-1000, 1000, true}, {-0.1f, 0.1f, true},
                 {-1, 10, false}, {-10, 10.1f, false}, {0, 1, false},       {0.1f, 1000, false}};
    for (size_t i = 0; i < 4 * sizeof cases / sizeof cases[0]; i++) {
        const bool left = i % 2, reversed = i / 2 % 2;
        const float near = cases[i / 4].near, far = cases[i / 4].far;
        mat4 projection, view = GLM_MAT4_IDENTITY_INIT;
        (left ? glm_ortho_lh_zo : glm_ortho_rh_zo)(-1, 1, -1, 1, reversed ? far : near, reversed ? near : far,
                                                   projection);
        const pick_view_desc desc = {
            .projection = &projection[0][0], .view = &view[0][0], .viewport = {0, 0, WIDTH, HEIGHT}};
        pick_view out;
        assert_int_equal(pick_view_init(&out, &desc), PICK_OK);
        const bool turned = left && cases[i / 4].even; // a left-handed camera is taken for its right-handed twin
        assert_true(pick_view_ray(&out, (pick_vec2){1, 1}).direction.z == (left && !turned ? 1 : -1));
        assert_true(fabs(out.near_distance - (double)near) < 1e-4 * (double)far);
        assert_int_equal(out.reversed_depth, turned ? !reversed : reversed);
    }
}

// The trackball follows the pointer in either handedness: the side of the ball towards the camera moves with it.
static void the_trackball_follows_the_pointer(void **state)
{
    (void)state;
    for (int left = 0; left < 2; left++) {
        mat4 projection, view;
        vec3 eye = {0, 0, 10}, target = {0, 0, 0}, up = {0, 1, 0};
        make_projection(CENTRED, true, false, projection);
        if (left)
            make_left_handed(CENTRED, true, false, projection);
        (left ? glm_lookat_lh_zo : glm_lookat_rh_zo)(eye, target, up, view);
        const pick_view camera = make_view(projection, view, eye);
        pick_gizmo gizmo;
        pick_gizmo_desc desc = PICK_GIZMO_DESC_DEFAULT;
        desc.mode = PICK_GIZMO_ROTATE;
        pick_gizmo_init(&gizmo, &desc);
        const pick_gizmo_target ball = {.world = PICK_AFFINE_IDENTITY, .parent = PICK_AFFINE_IDENTITY};
        pick_gizmo_place(&gizmo, &camera, &ball, 1, 0);
        assert_true(pick_gizmo_begin(&gizmo, PICK_GIZMO_TURN_BALL, gizmo.pose.center, &ball, 1, 0));
        const pick_vec2 to = {gizmo.pose.center.x + 20, gizmo.pose.center.y + 12};
        pick_gizmo_drag(&gizmo, &(pick_gizmo_input){.position = to});
        pick_affine turned;
        assert_int_equal(pick_gizmo_apply(&gizmo, &ball, 1, &turned), PICK_OK);
        pick_projected_point place;
        assert_true(pick_view_project(&camera, pick_affine_point(&turned, pick_vec3_make(0, 0, 0.1)), &place));
        assert_true(place.window.x > gizmo.pose.center.x && place.window.y > gizmo.pose.center.y);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(agrees_with_cglm),
        cmocka_unit_test(unprojects_like_cglm),
        cmocka_unit_test(left_handed_worlds_are_picked_alike),
        cmocka_unit_test(matrices_of_other_programs),
        cmocka_unit_test(even_depth_ranges_look_down_z),
        cmocka_unit_test(the_trackball_follows_the_pointer),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
