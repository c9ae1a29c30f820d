// Where the handles of a gizmo are found against where they are drawn: what pick_gizmo_draw writes is projected, and
// its distances from the pointer on screen say which handle there may be, and which one at least.
#include "projection.h"
#include "random.h"

#include "picking/picking.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

#include "effort.h"

enum { POINTERS = 60 };

// The distances of one handle's primitives from the pointer.
typedef struct distances {
    double any;   // of lines and triangles
    double area;  // of triangles
    double line;  // of lines that are not dimmed
    double alpha; // of the brightest line
} distances;

typedef struct picture {
    pick_view view;
    pick_gizmo gizmo;
    pick_gizmo_primitive primitive[PICK_GIZMO_PRIMITIVE_MAX];
    pick_vec2 corner[PICK_GIZMO_PRIMITIVE_MAX][3];
    size_t count;
} picture;

typedef struct tally {
    uint64_t asked, found[PICK_GIZMO_HANDLE_COUNT], over_area[PICK_GIZMO_HANDLE_COUNT];
} tally;

static double cross(pick_vec2 a, pick_vec2 b, pick_vec2 p)
{
    return (b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x);
}

static double to_segment(pick_vec2 a, pick_vec2 b, pick_vec2 p)
{
    const double x = b.x - a.x, y = b.y - a.y, square = x * x + y * y;
    const double t = square > 0 ? fmin(1, fmax(0, ((p.x - a.x) * x + (p.y - a.y) * y) / square)) : 0;
    return hypot(p.x - a.x - t * x, p.y - a.y - t * y);
}

static double to_triangle(const pick_vec2 c[3], pick_vec2 p)
{
    const double s[3] = {cross(c[0], c[1], p), cross(c[1], c[2], p), cross(c[2], c[0], p)};
    if ((s[0] >= 0 && s[1] >= 0 && s[2] >= 0) || (s[0] <= 0 && s[1] <= 0 && s[2] <= 0))
        return 0;
    return fmin(to_segment(c[0], c[1], p), fmin(to_segment(c[1], c[2], p), to_segment(c[2], c[0], p)));
}

static bool is_one_of(pick_gizmo_handle handle, pick_gizmo_handle first)
{
    return handle >= first && handle < first + 3;
}

static bool is_center(pick_gizmo_handle handle)
{
    return handle == PICK_GIZMO_MOVE_VIEW || handle == PICK_GIZMO_SCALE_ALL;
}

static bool is_plane(pick_gizmo_handle handle)
{
    return is_one_of(handle, PICK_GIZMO_MOVE_PLANE_X) || is_one_of(handle, PICK_GIZMO_SCALE_PLANE_X);
}

// The rank that the header gives a handle; nothing comes last.
static int rank(pick_gizmo_handle handle, pick_gizmo_mode mode)
{
    if (is_center(handle))
        return 0;
    if (is_one_of(handle, PICK_GIZMO_SCALE_X))
        return mode == PICK_GIZMO_COMBINED ? 1 : 2;
    if (is_one_of(handle, PICK_GIZMO_MOVE_X))
        return 2;
    if (is_plane(handle))
        return 3;
    if (is_one_of(handle, PICK_GIZMO_TURN_X))
        return 4;
    return handle == PICK_GIZMO_TURN_VIEW ? 5 : (handle == PICK_GIZMO_TURN_BALL ? 6 : 7);
}

// --- Pictures -------------------------------------------------------------------------------------------------------

static void make_view(picture *p, test_random *r)
{
    const bool orthographic = random_index(r, 3) == 0, flipped = random_index(r, 4) == 0;
    const double low = random_index(r, 4) == 0 ? 20 : 200, high = low > 20 ? 2000 : 120;
    const double width = random_between(r, low, high), height = random_between(r, low, high);
    projection_spec spec = projection_perspective(random_between(r, 0.3, 1.6), fmin(width / height, 2), 0.1, 500);
    float projection[16], rotation[16];
    if (orthographic) {
        spec.kind = PICK_ORTHOGRAPHIC;
        spec.near_distance = -50; // the gizmo may be behind the eye
    }
    projection_matrix(&spec, projection);
    // Often along the world's axes, so that some of the gizmo's are end on.
    const bool along = random_index(r, 3) == 0;
    view_matrix(along ? pick_vec3_make(0, 0, -1) : random_direction(r),
                along ? pick_vec3_make(0, 1, 0) : random_direction(r), rotation);
    const pick_view_desc desc = {.projection = projection,
                                 .view = rotation,
                                 .eye = random_in_cube(r, 100),
                                 .viewport = {random_between(r, -50, 50), random_between(r, -50, 50) + height, width,
                                              flipped ? -height : height}};
    assert_int_equal(pick_view_init(&p->view, &desc), PICK_OK);
}

static void make(picture *p, test_random *r)
{
    make_view(p, r);
    const pick_rect rect = p->view.viewport;
    const pick_vec2 at = {rect.x + random_between(r, 0, 1) * rect.width,
                          rect.y + random_between(r, 0, 1) * rect.height};
    const pick_ray ray = pick_view_ray(&p->view, at);
    pick_gizmo_target target = {.world = PICK_AFFINE_IDENTITY, .parent = PICK_AFFINE_IDENTITY};
    pick_gizmo_desc desc = PICK_GIZMO_DESC_DEFAULT;
    const bool is_sheared = random_index(r, 4) == 0;
    const pick_vec3 x = random_direction(r), y = pick_vec3_normalize(pick_vec3_cross(x, random_direction(r)));
    const pick_vec3 axes[3] = {x, y, pick_vec3_cross(x, y)};
    for (int k = 0; k < 3; k++) {
        const pick_vec3 bent = pick_vec3_add(axes[k], random_in_cube(r, is_sheared ? 0.6 : 0));
        target.world.linear[3 * k] = bent.x;
        target.world.linear[3 * k + 1] = bent.y;
        target.world.linear[3 * k + 2] = bent.z;
    }
    target.world.origin = pick_ray_at(&ray, ray.t_min + random_between(r, 0.02, 0.3) * (ray.t_max - ray.t_min));
    desc.mode = (pick_gizmo_mode)random_index(r, 4);
    desc.space = (pick_gizmo_space)random_index(r, 4);
    if (random_index(r, 2) == 0) {
        desc.size = random_between(r, 20, 300);
        desc.tolerance = random_between(r, 0, 12);
        desc.scale = random_between(r, 0.5, 3);
    }
    pick_gizmo_init(&p->gizmo, &desc);
    pick_gizmo_place(&p->gizmo, &p->view, &target, 1, 0);
    assert_true(p->gizmo.visible);
    p->count = pick_gizmo_draw(&p->gizmo, p->primitive, PICK_GIZMO_PRIMITIVE_MAX);
    for (size_t i = 0; i < p->count; i++) {
        for (int k = 0; k < 3; k++) {
            pick_projected_point projected;
            assert_true(pick_view_project(&p->view, p->primitive[i].point[k], &projected));
            p->corner[i][k] = projected.window;
        }
    }
}

static void measure(const picture *p, pick_vec2 pointer, distances out[PICK_GIZMO_HANDLE_COUNT])
{
    for (int h = 0; h < PICK_GIZMO_HANDLE_COUNT; h++)
        out[h] = (distances){HUGE_VAL, HUGE_VAL, HUGE_VAL, 0};
    for (size_t i = 0; i < p->count; i++)
        out[p->primitive[i].handle].alpha = fmax(out[p->primitive[i].handle].alpha, (double)p->primitive[i].color[3]);
    for (size_t i = 0; i < p->count; i++) {
        distances *of = &out[p->primitive[i].handle];
        if (p->primitive[i].kind == PICK_GIZMO_TRIANGLE) {
            of->area = fmin(of->area, to_triangle(p->corner[i], pointer));
        } else if (p->primitive[i].kind == PICK_GIZMO_LINE) {
            const double distance = to_segment(p->corner[i][0], p->corner[i][1], pointer);
            of->any = fmin(of->any, distance);
            if ((double)p->primitive[i].color[3] > 0.5 * of->alpha)
                of->line = fmin(of->line, distance);
        }
        of->any = fmin(of->any, of->area);
    }
}

// --- The test -------------------------------------------------------------------------------------------------------

static void point_at(const picture *p, pick_vec2 pointer, tally *count)
{
    const pick_gizmo_desc *desc = &p->gizmo.desc;
    const double tolerance = desc->tolerance * desc->scale, arm = p->gizmo.pose.arm / p->gizmo.pose.unit;
    const pick_gizmo_handle found = pick_gizmo_handle_at(&p->gizmo, pointer);
    distances of[PICK_GIZMO_HANDLE_COUNT];
    measure(p, pointer, of);
    ++count->asked;
    ++count->found[found];
    if (found != PICK_GIZMO_NONE) // the centre's disc reaches beyond the square that is drawn, circles beyond polygons
        assert_true(of[found].any <= tolerance + 0.5 + (is_center(found) ? 0.03 : 0.005) * arm);
    for (int h = 1; h < PICK_GIZMO_HANDLE_COUNT; h++) {
        const pick_gizmo_handle handle = (pick_gizmo_handle)h;
        const bool is_half = is_one_of(handle, PICK_GIZMO_TURN_X); // perhaps, which ends within a piece of the ring
        const double off = is_center(handle) ? -1 : (is_plane(handle) ? tolerance / 2 : tolerance) - 0.5;
        const double within = off - (is_half ? 0.15 * arm : 0);
        const bool is_over = of[h].area <= 0 && !is_center(handle); // whose square has corners beyond its disc
        count->over_area[h] += is_over;
        if (is_over || of[h].line <= within)
            assert_true(rank(found, desc->mode) <= rank(handle, desc->mode));
    }
}

static void handles_are_where_they_are_drawn(void **state)
{
    (void)state;
    test_random r = {7};
    tally count = {0};
    static picture p;
    for (uint32_t i = test_effort(500, 8000); i > 0; i--) {
        make(&p, &r);
        const double arm = p.gizmo.pose.arm / p.gizmo.pose.unit, off = p.gizmo.desc.tolerance * p.gizmo.desc.scale;
        for (int k = 0; k < POINTERS; k++) {
            pick_vec2 pointer = {p.gizmo.pose.center.x + random_between(&r, -2, 2) * arm,
                                 p.gizmo.pose.center.y + random_between(&r, -2, 2) * arm};
            if (k % 4 == 1) // anywhere in the viewport
                pointer = (pick_vec2){p.view.viewport.x + random_between(&r, 0, 1) * p.view.viewport.width,
                                      p.view.viewport.y + random_between(&r, 0, 1) * p.view.viewport.height};
            if (k % 2 == 0) { // near something that is drawn
                const pick_vec2 *corner = p.corner[random_index(&r, (uint32_t)p.count)];
                const double t = random_between(&r, 0, 1);
                pointer.x = corner[0].x + t * (corner[1].x - corner[0].x) + random_between(&r, -1.5, 1.5) * off;
                pointer.y = corner[0].y + t * (corner[1].y - corner[0].y) + random_between(&r, -1.5, 1.5) * off;
            }
            point_at(&p, pointer, &count);
        }
    }
    print_message("%llu pointers, nothing at %llu\n", (unsigned long long)count.asked,
                  (unsigned long long)count.found[PICK_GIZMO_NONE]);
    for (int h = 1; h < PICK_GIZMO_HANDLE_COUNT; h++) {
        const bool is_ring = h >= PICK_GIZMO_TURN_X && h <= PICK_GIZMO_TURN_VIEW;
        assert_true(count.found[h] > count.asked / 1000);
        assert_true(count.over_area[h] > count.asked / 1000 || is_ring || is_center((pick_gizmo_handle)h));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(handles_are_where_they_are_drawn)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
