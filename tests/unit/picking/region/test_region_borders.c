// Objects whose one corner lies on the border of a region, where rounding decides: with and without hierarchies the
// answer is the same. The bounds of hierarchies are rounded in another way than the corner itself, so each of their
// allowances for rounding is needed.
#include "picking/picking.h"

#include "effort.h"
#include "projection.h"
#include "random.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { COPIES = 20 };

typedef enum border_kind { RECT, CIRCLE, POLYGON, PLANES, SECTION, BORDER_KINDS } border_kind;
typedef enum thing_kind { POINT, LINE, FIELD, TRIANGLE, THING_KINDS } thing_kind;
// What is large, and so what rounds.
typedef enum placement { EYE_AT_ORIGIN, ORIGIN_FAR, BOTH_FAR, PLACEMENTS } placement;

typedef struct world {
    test_random random;
    thing_kind kind;
    double radius;     // of points and lines on screen
    float corner[3];   // in object space, on the border; all of the rest is near it or beyond it
    float other[5][3]; // of a line the second end; of a triangle two corners, and another triangle
    pick_transform transform;
    pick_vec3 place; // of the corner, in the world
    pick_view view;
    pick_scene *scene;
    pick_thin *thin;
    pick_volume *field;
    pick_mesh *mesh;
    pick_object_id id;
    pick_vec2 polygon[3];
} world;

static void make_thing(world *w)
{
    pick_object_desc desc = PICK_OBJECT_DESC_DEFAULT;
    float positions[18];
    memcpy(positions, w->corner, sizeof w->corner);
    memcpy(positions + 3, w->other, sizeof w->other);
    const pick_points_desc point = {
        .positions = positions, .count = 1, .radius = w->radius, .unit = PICK_THIN_ON_SCREEN};
    const pick_curves_desc line = {
        .positions = positions, .position_count = 2, .radius = w->radius, .unit = PICK_THIN_ON_SCREEN};
    static const float heights[4] = {0};
    const pick_height_field_desc field = {
        .samples = heights, .type = PICK_HEIGHT_FLOAT, .columns = 2, .rows = 2, .flags = PICK_VOLUME_SURFACE};
    // Each triangle many times, so that there are boxes around each.
    uint16_t indices[3 * 2 * COPIES];
    for (int i = 0; i < 3 * 2 * COPIES; i++)
        indices[i] = (uint16_t)(i % 3 + (i < 3 * COPIES ? 0 : 3));
    static const pick_submesh all = {0, 2 * COPIES, PICK_SUBMESH_DOUBLE_SIDED};
    const pick_mesh_desc triangle = {.positions = positions,
                                     .vertex_count = 6,
                                     .indices = indices,
                                     .index_type = PICK_INDEX_UINT16,
                                     .index_count = 3 * 2 * COPIES,
                                     .submeshes = &all,
                                     .submesh_count = 1};
    if (w->kind == POINT)
        assert_int_equal(pick_points_create(&point, NULL, &w->thin), PICK_OK);
    else if (w->kind == LINE)
        assert_int_equal(pick_curves_create(&line, NULL, &w->thin), PICK_OK);
    else if (w->kind == FIELD)
        assert_int_equal(pick_height_field_create(&field, NULL, &w->field), PICK_OK);
    else
        assert_int_equal(pick_mesh_create(&triangle, NULL, &w->mesh), PICK_OK);
    desc.thin = w->thin;
    desc.volume = w->field;
    desc.mesh = w->mesh;
    desc.transform = w->transform;
    assert_int_equal(pick_scene_create(NULL, &w->scene), PICK_OK);
    assert_int_equal(pick_scene_add(w->scene, &desc, &w->id), PICK_OK);
}

static void free_thing(world *w)
{
    pick_scene_destroy(w->scene);
    pick_thin_destroy(w->thin);
    pick_volume_destroy(w->field);
    pick_mesh_destroy(w->mesh);
}

static world make_world(uint64_t seed)
{
    world w = {.random = {seed}, .kind = (thing_kind)(seed % THING_KINDS)};
    test_random *r = &w.random;
    const placement where = (placement)(seed / THING_KINDS % PLACEMENTS);
    w.radius = seed % 2 == 0 ? 0 : random_between(r, 1, 20);
    const double scale = where == ORIGIN_FAR ? 0.1 : 1000,
                 away = where == BOTH_FAR ? random_between(r, 0.01, 0.1) : 1000;
    const pick_vec3 at = random_in_cube(r, scale);
    w.corner[0] = (float)at.x;
    w.corner[1] = (float)at.y;
    w.corner[2] = (float)at.z;
    for (int i = 0; i < 2; i++) {
        const pick_vec3 other = random_in_cube(r, 0.1 * away);
        w.other[i][0] = w.corner[0] + (float)other.x;
        w.other[i][1] = w.corner[1] + (float)other.y;
        w.other[i][2] = w.corner[2] + (float)other.z;
    }
    if (w.kind == TRIANGLE) { // the corner is one of its box
        const double sides[2] = {(double)w.other[0][0] - (double)w.corner[0],
                                 (double)w.other[0][1] - (double)w.corner[1]};
        for (int i = 0; i < 5; i++) {
            memcpy(w.other[i], w.corner, sizeof w.corner);
            w.other[i][0] += (float)(sides[0] * ((i == 0 || i == 3) + (i >= 2 ? 5 : 0)));
            w.other[i][1] += (float)(sides[1] * (i == 1 || i == 4));
        }
    }
    w.transform = PICK_OBJECT_DESC_DEFAULT.transform;
    const pick_vec3 axis = random_direction(r), side = pick_vec3_normalize(pick_vec3_cross(axis, random_direction(r)));
    const pick_vec3 columns[3] = {axis, side, pick_vec3_cross(axis, side)};
    const float size = w.kind == FIELD ? (float)(where == ORIGIN_FAR ? 0.1 : 1000) : 1;
    for (int k = 0; k < 3; k++) {
        w.transform.linear[3 * k] = size * (float)columns[k].x;
        w.transform.linear[3 * k + 1] = size * (float)columns[k].y;
        w.transform.linear[3 * k + 2] = size * (float)columns[k].z;
    }
    if (w.kind == FIELD) { // a corner of its flat square
        w.corner[0] = (float)random_index(r, 2);
        w.corner[1] = 0;
        w.corner[2] = (float)random_index(r, 2);
    }
    const pick_vec3 eye = random_in_cube(r, 10);
    w.transform.origin = pick_vec3_make(0, 0, 0);
    const pick_vec3 turned = pick_transform_point(
        &w.transform, pick_vec3_make((double)w.corner[0], (double)w.corner[1], (double)w.corner[2]));
    w.place = pick_vec3_add(eye, pick_vec3_scale(random_direction(r), away));
    w.transform.origin = where == EYE_AT_ORIGIN ? eye : pick_vec3_sub(w.place, turned);
    w.place = pick_vec3_add(w.transform.origin, turned);
    const pick_vec3 forward = pick_vec3_normalize(pick_vec3_sub(w.place, eye));
    const projection_spec spec = projection_perspective(1, 1, 1e-4, HUGE_VAL);
    float projection[16], rotation[16];
    projection_matrix(&spec, projection);
    view_matrix(pick_vec3_add(forward, random_in_cube(r, 0.2)), random_direction(r), rotation);
    const pick_view_desc desc = {.projection = projection, .view = rotation, .eye = eye, .viewport = {0, 0, 200, 200}};
    assert_int_equal(pick_view_init(&w.view, &desc), PICK_OK);
    make_thing(&w);
    return w;
}

// Through the corner, and half of the time through the eye too: then nothing of the plane's own is large.
static pick_plane plane_through(world *w)
{
    const pick_vec3 way = pick_vec3_sub(w->place, w->view.eye), any = random_direction(&w->random);
    const pick_vec3 normal = random_index(&w->random, 2) == 0 ? any : pick_vec3_normalize(pick_vec3_cross(way, any));
    return (pick_plane){normal, -pick_vec3_dot(normal, w->place)};
}

// The border runs through the corner, or at its radius from it. False: the corner is not in the viewport.
static bool make_border(world *w, border_kind kind, pick_region *region)
{
    test_random *r = &w->random;
    pick_view view = w->view;
    const pick_plane plane = plane_through(w);
    if (kind == PLANES)
        return pick_region_planes(region, &plane, 1, w->view.eye) == PICK_OK;
    if (kind == SECTION)
        return pick_view_set_section(&view, &plane, 1) == PICK_OK &&
               pick_region_rect(region, &view, (pick_vec2){0, 0}, (pick_vec2){200, 200}) == PICK_OK;
    pick_projected_point projected;
    if (!pick_view_project(&view, w->place, &projected) || !pick_view_contains(&view, projected.window))
        return false;
    const pick_vec2 p = projected.window;
    const double wide = w->kind == POINT || w->kind == LINE ? w->radius : 0;
    const double sign = random_index(r, 2) == 0 ? -1 : 1, angle = random_between(r, 0, 7);
    // The corner is outside by its radius, or inside by it.
    const double inset = random_index(r, 2) == 0 ? wide : -wide;
    if (kind == RECT) {
        const bool upright = random_index(r, 2) == 0;
        const pick_vec2 near = {upright ? p.x + sign * inset : p.x - 40, upright ? p.y - 40 : p.y + sign * inset};
        const pick_vec2 far = {upright ? near.x + sign * 300 : p.x + 40, upright ? p.y + 40 : near.y + sign * 300};
        return pick_region_rect(region, &view, near, far) == PICK_OK;
    }
    const pick_vec2 way = {cos(angle), sin(angle)};
    if (kind == CIRCLE) {
        const double away = random_between(r, 25, 100);
        const pick_vec2 center = {p.x + away * way.x, p.y + away * way.y};
        return pick_region_circle(region, &view, center, hypot(center.x - p.x, center.y - p.y) - inset) == PICK_OK;
    }
    const pick_vec2 middle = {p.x + inset * way.x, p.y + inset * way.y};
    w->polygon[0] = (pick_vec2){middle.x - 90 * way.y, middle.y + 90 * way.x};
    w->polygon[1] = (pick_vec2){middle.x + 70 * way.y, middle.y - 70 * way.x};
    w->polygon[2] = (pick_vec2){middle.x + 200 * way.x, middle.y + 200 * way.y};
    return pick_region_polygon(region, &view, w->polygon, 3) == PICK_OK;
}

static void borders_are_the_same_for_hierarchies(void **state)
{
    (void)state;
    uint32_t found[BORDER_KINDS][2][2] = {{{0}}};
    pick_region *region = NULL;
    assert_int_equal(pick_region_create(NULL, &region), PICK_OK);
    for (uint32_t seed = 0; seed < test_effort(2400, 100000); seed++) {
        world w = make_world(seed);
        for (int i = 0; i < BORDER_KINDS; i++) {
            if (!make_border(&w, (border_kind)i, region))
                continue;
            for (int mode = 0; mode < 2; mode++) {
                const pick_region_query query = {.mode = (pick_region_mode)mode};
                const size_t in = pick_region_objects(w.scene, region, &query, NULL, 0);
                assert_int_equal(pick_region_objects_brute_force(w.scene, region, &query, NULL, 0), in);
                found[i][mode][in]++;
                if (w.thin == NULL)
                    continue;
                assert_int_equal(
                    pick_thin_in_region(w.thin, &w.transform, region, (pick_region_mode)mode, NULL, 0),
                    pick_thin_in_region_brute_force(w.thin, &w.transform, region, (pick_region_mode)mode, NULL, 0));
            }
        }
        free_thing(&w);
    }
    for (int i = 0; i < BORDER_KINDS; i++)
        assert_true(found[i][0][0] > 50 && found[i][0][1] > 50 && found[i][1][0] > 50 && found[i][1][1] > 50);
    pick_region_destroy(region);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(borders_are_the_same_for_hierarchies)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
