// Points, lines and curves as objects of a scene: what every question says of them. The camera is 10 m before the
// origin, where a metre is 5 points of a window of 100 x 100.
#include "squares.h"

#include "near.h"
#include "random.h"

typedef struct wires {
    squares s;
    pick_thin *tube;   // from (-1, 0, 0) to (1, 0, 0), 0.1 m thick, of kind 3
    pick_thin *line;   // the same, 2 points to each side on screen
    pick_thin *points; // at x = -1 and 1, discs of 3 points
} wires;

static wires wires_make(void)
{
    static const float ends[6] = {-1, 0, 0, 1, 0, 0};
    wires w = {.s = squares_make()};
    pick_curves_desc curves = {.positions = ends, .position_count = 2, .radius = 0.1, .kinds = PICK_SUBMESH_KIND(3)};
    const pick_points_desc points = {.positions = ends, .count = 2, .radius = 3, .unit = PICK_THIN_ON_SCREEN};
    assert_int_equal(pick_curves_create(&curves, NULL, &w.tube), PICK_OK);
    curves.radius = 2;
    curves.unit = PICK_THIN_ON_SCREEN;
    assert_int_equal(pick_curves_create(&curves, NULL, &w.line), PICK_OK);
    assert_int_equal(pick_points_create(&points, NULL, &w.points), PICK_OK);
    return w;
}

static void wires_free(wires *w)
{
    squares_free(&w->s);
    pick_thin_destroy(w->tube);
    pick_thin_destroy(w->line);
    pick_thin_destroy(w->points);
}

static pick_object_id put(wires *w, const pick_thin *thin, double z)
{
    pick_object_desc desc = PICK_OBJECT_DESC_DEFAULT;
    pick_object_id id;
    desc.thin = thin;
    desc.transform.origin.z = z;
    desc.user = 77;
    assert_int_equal(pick_scene_add(w->s.scene, &desc, &id), PICK_OK);
    return id;
}

static const pick_ray AHEAD = {{0.5, 0, 10}, {0, 0, -2}, 0, HUGE_VAL};

static bool no_part(void *user, const pick_hit *candidate)
{
    *(pick_hit *)user = *candidate;
    return false;
}

static void rays_enter_tubes(void **state)
{
    wires w = wires_make();
    const pick_object_id id = put(&w, w.tube, 0);
    pick_hit hit, all[4], seen = {.t = 0};
    (void)state;
    assert_true(pick_closest(w.s.scene, &AHEAD, NULL, &hit));
    assert_true(pick_object_id_equal(hit.object, id) && hit.user == 77 && hit.triangle == 0 && !hit.backface);
    assert_near(hit.t, 4.95, 1e-14);
    assert_near(hit.barycentric[0], 0.75, 1e-14);
    assert_vec3_near(hit.point, pick_vec3_make(0.5, 0, 0.1), 1e-14);
    assert_vec3_near(hit.normal, pick_vec3_make(0, 0, 1), 1e-12);
    assert_vec3_near(hit.smooth_normal, hit.normal, 0);
    assert_int_equal(pick_all(w.s.scene, &AHEAD, NULL, all, 4), 1);
    assert_vec3_near(all[0].normal, hit.normal, 0);
    pick_query query = PICK_QUERY_DEFAULT;
    query.hidden_kinds = PICK_SUBMESH_KIND(3);
    assert_false(pick_closest(w.s.scene, &AHEAD, &query, &hit));
    query.hidden_kinds = 0;
    query.filter = no_part;
    query.filter_user = &seen;
    assert_true(pick_closest(w.s.scene, &AHEAD, &query, &hit)); // solid without filter_all
    query.filter_all = true;
    assert_false(pick_closest(w.s.scene, &AHEAD, &query, &hit));
    assert_true(seen.triangle == 0 && fabs(seen.barycentric[0] - 0.75) < 1e-12);
    const pick_ray inside = {{0.5, 0, 0}, {0, 0, -1}, 0, 5};
    assert_true(pick_closest(w.s.scene, &inside, NULL, &hit));
    assert_true(hit.inside && hit.t == 0);
    assert_vec3_near(hit.normal, pick_vec3_make(0, 0, 0), 0);
    put(&w, w.line, 5); // no ray meets it
    assert_true(pick_closest(w.s.scene, &AHEAD, NULL, &hit));
    assert_near(hit.t, 4.95, 1e-14);
    wires_free(&w);
}

static void tubes_are_in_the_way(void **state)
{
    wires w = wires_make();
    const pick_vec3 before = {0, 0, 5}, behind = {0, 0, -5}, front = {0, 0, 0.1}, back = {0, 0, -0.1};
    (void)state;
    put(&w, w.tube, 0);
    put(&w, w.line, 1);
    assert_false(pick_visible(w.s.scene, before, behind, NULL));
    assert_true(pick_visible(w.s.scene, before, front, NULL)); // its own place does not hide it
    assert_true(pick_visible(w.s.scene, front, before, NULL));
    assert_false(pick_visible(w.s.scene, before, back, NULL));
    assert_false(pick_visible(w.s.scene, front, back, NULL));
    assert_false(pick_visible(w.s.scene, pick_vec3_make(0, 0, 0.1 + 1e-8), back, NULL));
    assert_false(pick_visible(w.s.scene, pick_vec3_make(0, 0, 0.1 - 1e-8), back, NULL));
    assert_true(pick_visible(w.s.scene, pick_vec3_make(0, 0.2, 5), pick_vec3_make(0, 0.2, -5), NULL));
    wires_free(&w);
}

// Of a row of 1024 points few are measured.
static void far_points_are_passed_over(void **state)
{
    (void)state;
    enum { COUNT = 1024 };
    wires w = wires_make();
    static float row[3 * COUNT];
    for (int i = 0; i < COUNT; i++)
        row[3 * i] = (float)i;
    const pick_points_desc desc = {.positions = row, .count = COUNT, .radius = 0.25};
    const pick_nearest_query wanted = {.features = PICK_FEATURE_SURFACE, .radius = HUGE_VAL};
    pick_stats stats = {.objects = 0};
    pick_query query = PICK_QUERY_DEFAULT;
    pick_thin *points = NULL;
    pick_nearest nearest;
    query.stats = &stats;
    assert_int_equal(pick_points_create(&desc, NULL, &points), PICK_OK);
    put(&w, points, 0);
    for (int i = 0; i < COUNT; i += 100) {
        stats.triangles = 0;
        assert_true(pick_nearest_in_world(w.s.scene, pick_vec3_make(i + 0.125, 2, 0), &wanted, &query, &nearest));
        assert_int_equal(nearest.triangle, i);
        assert_near(nearest.distance, hypot(0.125, 2) - 0.25, 1e-9);
        assert_true(stats.triangles <= 64);
    }
    wires_free(&w);
    pick_thin_destroy(points);
}

// A ball of a tenth of a millimetre hides what is half of that behind it.
static void small_balls_are_in_the_way(void **state)
{
    wires w = wires_make();
    static const float place[3] = {0, 0, 0};
    const pick_points_desc desc = {.positions = place, .count = 1, .radius = 1e-4};
    const pick_vec3 before = {0, 0, 5};
    pick_thin *ball = NULL;
    (void)state;
    assert_int_equal(pick_points_create(&desc, NULL, &ball), PICK_OK);
    put(&w, ball, 0);
    assert_false(pick_visible(w.s.scene, before, pick_vec3_make(0, 0, -1.5e-4), NULL));
    assert_false(pick_visible(w.s.scene, before, pick_vec3_make(0, 0, -1e-4), NULL)); // on its back
    assert_true(pick_visible(w.s.scene, before, pick_vec3_make(0, 0, 1e-4), NULL));
    wires_free(&w);
    pick_thin_destroy(ball);
}

static void sizes_on_screen_are_under_the_cursor(void **state)
{
    wires w = wires_make();
    const pick_object_id wall = squares_put(&w.s, w.s.square, 0, 0, -1);
    const pick_object_id line = put(&w, w.line, 0);
    const pick_cursor_query exact = {.tolerance = 0}, near = {.tolerance = 6};
    pick_cursor_hit hit, all[4];
    (void)state;
    // On it.
    assert_true(pick_cursor(w.s.scene, &w.s.view, (pick_vec2){52, 51.9}, &exact, &hit));
    assert_true(pick_object_id_equal(hit.hit.object, line) && hit.distance == 0 && !hit.thin);
    assert_near(hit.window.y, 51.9, 0);
    assert_near(hit.hit.barycentric[0], 0.7, 1e-12);
    assert_vec3_near(hit.hit.point, pick_vec3_make(0.4, 0, 0), 1e-12);
    assert_true(hit.hit.normal.z > 0.99);
    // It is as far along the ray through the position as it is deep: the line lies at a z of 0.
    const pick_ray ray = pick_view_ray(&w.s.view, hit.window);
    assert_near(pick_ray_at(&ray, hit.hit.t).z, 0, 1e-12);
    assert_int_equal(pick_cursor_all(w.s.scene, &w.s.view, (pick_vec2){52, 51.9}, &exact, all, 4), 2);
    assert_true(pick_object_id_equal(all[0].hit.object, line) && pick_object_id_equal(all[1].hit.object, wall));
    assert_vec3_near(all[0].hit.point, hit.hit.point, 0);
    // Beside it: the wall, unless it is within reach, in front.
    assert_true(pick_cursor(w.s.scene, &w.s.view, (pick_vec2){52, 52.1}, &exact, &hit));
    assert_true(pick_object_id_equal(hit.hit.object, wall));
    // Behind the wall it is neither.
    assert_int_equal(pick_scene_remove(w.s.scene, line), PICK_OK);
    put(&w, w.line, -2);
    assert_true(pick_cursor(w.s.scene, &w.s.view, (pick_vec2){52, 50}, &near, &hit));
    assert_true(pick_object_id_equal(hit.hit.object, wall));
    assert_int_equal(pick_cursor_all(w.s.scene, &w.s.view, (pick_vec2){52, 50}, &near, all, 4), 2);
    wires_free(&w);
}

// A large wall yields to what is thin in front of it.
static void walls_yield_to_lines(void **state)
{
    wires w = wires_make();
    pick_object_desc desc = PICK_OBJECT_DESC_DEFAULT;
    pick_object_id wall, line;
    pick_cursor_hit hit;
    pick_explanation e[4];
    const pick_cursor_query near = {.tolerance = 6}, exact = {.tolerance = 0};
    const pick_vec2 beside = {50, 54}, on = {50, 51};
    (void)state;
    desc.mesh = w.s.square;
    for (int i = 0; i < 9; i += 4)
        desc.transform.linear[i] = 5;
    desc.transform.origin.z = -1;
    assert_int_equal(pick_scene_add(w.s.scene, &desc, &wall), PICK_OK);
    line = put(&w, w.line, 0);
    assert_true(pick_cursor(w.s.scene, &w.s.view, beside, &near, &hit));
    assert_true(pick_object_id_equal(hit.hit.object, line) && hit.thin);
    assert_near(hit.distance, 2, 1e-12);
    assert_int_equal(pick_explain_cursor(w.s.scene, &w.s.view, beside, &near, 0, e, 4), 2);
    assert_true(pick_object_id_equal(e[0].object, wall) && e[0].reason == PICK_REASON_YIELDED &&
                pick_object_id_equal(e[0].blocker, line));
    assert_true(pick_object_id_equal(e[1].object, line) && e[1].reason == PICK_REASON_THIN);
    assert_true(pick_cursor(w.s.scene, &w.s.view, beside, &exact, &hit));
    assert_true(pick_object_id_equal(hit.hit.object, wall));
    // Where the line covers the position, it is simply in front.
    assert_int_equal(pick_explain_cursor(w.s.scene, &w.s.view, on, &exact, 0, e, 4), 2);
    assert_true(pick_object_id_equal(e[0].object, line) && e[0].reason == PICK_REASON_PICKED);
    assert_true(pick_object_id_equal(e[1].object, wall) && e[1].reason == PICK_REASON_BEHIND &&
                pick_object_id_equal(e[1].blocker, line));
    assert_int_equal(pick_scene_set_flags(w.s.scene, line, PICK_OBJECT_LOCKED), PICK_OK);
    assert_int_equal(pick_explain_cursor(w.s.scene, &w.s.view, on, &exact, 0, e, 4), 2);
    assert_int_equal(e[0].reason, PICK_REASON_LOCKED);
    assert_int_equal(pick_scene_set_flags(w.s.scene, line, 0), PICK_OK);
    // A miss within the radius is told too, and the same for a tube.
    assert_int_equal(pick_explain(w.s.scene, &w.s.view, beside, NULL, 5, e, 4), 2);
    assert_true(pick_object_id_equal(e[1].object, line) && e[1].reason == PICK_REASON_MISSED);
    assert_int_equal(pick_scene_set_thin(w.s.scene, line, w.tube), PICK_OK);
    assert_int_equal(pick_explain(w.s.scene, &w.s.view, beside, NULL, 5, e, 4), 2);
    assert_true(pick_object_id_equal(e[1].object, line) && e[1].reason == PICK_REASON_MISSED);
    assert_int_equal(pick_explain(w.s.scene, &w.s.view, (pick_vec2){51, 50}, NULL, 5, e, 4), 2);
    assert_true(pick_object_id_equal(e[0].object, line) && e[0].reason == PICK_REASON_PICKED);
    wires_free(&w);
}

// An object is listed once: for its point in front, though another point of it covers the position behind the wall; and
// for its icon, though it covers the position as well.
static void objects_with_a_size_on_screen_are_listed_once(void **state)
{
    static const float ends[6] = {0.9f, 0, 0, 0, 0, -3};
    const pick_points_desc desc = {.positions = ends, .count = 2, .radius = 3, .unit = PICK_THIN_ON_SCREEN};
    wires w = wires_make();
    pick_thin *two = NULL;
    pick_cursor_hit all[4];
    pick_cursor_query query = {.tolerance = 6};
    const pick_vec2 middle = {50, 50};
    (void)state;
    assert_int_equal(pick_points_create(&desc, NULL, &two), PICK_OK);
    pick_object_desc wall = PICK_OBJECT_DESC_DEFAULT;
    pick_object_id wall_id;
    wall.mesh = w.s.square;
    for (int i = 0; i < 9; i += 4)
        wall.transform.linear[i] = 5;
    wall.transform.origin.z = -1;
    assert_int_equal(pick_scene_add(w.s.scene, &wall, &wall_id), PICK_OK);
    const pick_object_id id = put(&w, two, 0);
    assert_int_equal(pick_cursor_all(w.s.scene, &w.s.view, middle, &query, all, 4), 2);
    assert_true(pick_object_id_equal(all[0].hit.object, id) && all[0].thin && all[0].hit.triangle == 0);
    assert_true(pick_object_id_equal(all[1].hit.object, wall_id));
    const pick_proxy icon = {.object = id, .a = {0, 0, 5}, .b = {0, 0, 5}, .radius = 5};
    query = (pick_cursor_query){.proxies = &icon, .proxy_count = 1};
    assert_int_equal(pick_cursor_all(w.s.scene, &w.s.view, middle, &query, all, 4), 2);
    assert_true(pick_object_id_equal(all[0].hit.object, id) && all[0].proxy == 0);
    // Behind its point, the icon is left out. Where the filter leaves out the point, it is listed.
    pick_query no_points = PICK_QUERY_DEFAULT;
    const pick_proxy behind = {.object = id, .a = {0, 0, -5}, .b = {0, 0, -5}, .radius = 5};
    pick_hit seen;
    no_points.filter = no_part;
    no_points.filter_user = &seen;
    no_points.filter_all = true;
    query.proxies = &behind;
    for (int i = 0; i < 4; i++) {
        const bool filtered = i >= 2;
        query.query = filtered ? &no_points : NULL;
        const size_t found = i % 2 == 0 ? pick_cursor_all(w.s.scene, &w.s.view, middle, &query, all, 4)
                                        : pick_cursor_all_brute_force(w.s.scene, &w.s.view, middle, &query, all, 4);
        assert_int_equal(found, filtered ? 1 : 2);
        assert_true(pick_object_id_equal(all[found - 1].hit.object, id));
        assert_int_equal(all[found - 1].proxy, filtered ? 0 : PICK_NO_PROXY);
        assert_near(all[found - 1].hit.point.z, filtered ? -5 : -3, 1e-12);
    }
    pick_scene_destroy(w.s.scene);
    w.s.scene = NULL;
    pick_thin_destroy(two);
    wires_free(&w);
}

static void filters_and_layers_hold_for_sizes_on_screen(void **state)
{
    wires w = wires_make();
    const pick_object_id id = put(&w, w.points, 0);
    pick_query rules = PICK_QUERY_DEFAULT;
    const pick_cursor_query query = {.query = &rules, .tolerance = 0};
    pick_cursor_hit hit;
    pick_hit seen = {.t = 0};
    const pick_vec2 second = {57, 50};
    (void)state;
    assert_true(pick_cursor(w.s.scene, &w.s.view, second, &query, &hit));
    assert_true(hit.hit.triangle == 1 && hit.hit.user == 77);
    rules.filter = no_part;
    rules.filter_user = &seen;
    rules.filter_all = true;
    assert_false(pick_cursor(w.s.scene, &w.s.view, second, &query, &hit));
    assert_int_equal(seen.triangle, 1);
    rules = PICK_QUERY_DEFAULT;
    rules.hidden_layers = 0xffffffffu;
    assert_false(pick_cursor(w.s.scene, &w.s.view, second, &query, &hit));
    rules = PICK_QUERY_DEFAULT;
    rules.hidden_kinds = PICK_SUBMESH_KIND(3);
    assert_true(pick_cursor(w.s.scene, &w.s.view, second, &query, &hit)); // without a kind
    assert_int_equal(pick_scene_set_thin(w.s.scene, id, w.line), PICK_OK);
    assert_false(pick_cursor(w.s.scene, &w.s.view, second, &query, &hit));
    assert_false(pick_cursor_brute_force(w.s.scene, &w.s.view, second, &query, &hit));
    // So far from the origin that the place rounds to the eye, nothing is claimed.
    assert_int_equal(pick_scene_remove(w.s.scene, id), PICK_OK);
    wires_free(&w);
}

static void the_nearest_is_told(void **state)
{
    wires w = wires_make();
    const pick_object_id id = put(&w, w.tube, 0);
    pick_nearest nearest;
    pick_nearest_query wanted = {.features = PICK_FEATURE_SURFACE, .radius = 5};
    (void)state;
    assert_true(pick_nearest_in_window(w.s.scene, &w.s.view, (pick_vec2){52.5, 53}, &wanted, NULL, &nearest));
    assert_true(pick_object_id_equal(nearest.object, id) && nearest.feature == PICK_FEATURE_SURFACE);
    assert_near(nearest.distance, 2.5, 1e-3);
    assert_near(nearest.barycentric[0], 0.75, 1e-3);
    assert_true(nearest.normal.y < -0.9);
    assert_true(pick_nearest_in_world(w.s.scene, pick_vec3_make(0.5, 2, 0), &wanted, NULL, &nearest));
    assert_near(nearest.distance, 1.9, 1e-12);
    assert_vec3_near(nearest.point, pick_vec3_make(0.5, 0.1, 0), 1e-7);
    assert_vec3_near(nearest.normal, pick_vec3_make(0, 1, 0), 1e-7);
    assert_near(nearest.barycentric[0], 0.75, 1e-7);
    assert_true(pick_nearest_in_world(w.s.scene, pick_vec3_make(0.5, 0, -0.35), &wanted, NULL, &nearest)); // close by
    assert_near(nearest.distance, 0.25, 1e-12);
    assert_vec3_near(nearest.normal, pick_vec3_make(0, 0, -1), 1e-7);
    assert_true(pick_nearest_in_world(w.s.scene, pick_vec3_make(0.5, 0.05, 0), &wanted, NULL, &nearest));
    assert_true(nearest.distance == 0);
    assert_vec3_near(nearest.point, pick_vec3_make(0.5, 0.05, 0), 0);
    assert_int_equal(pick_scene_set_thin(w.s.scene, id, w.line), PICK_OK); // in the world it has no width
    assert_true(pick_nearest_in_world(w.s.scene, pick_vec3_make(0.5, 2, 0), &wanted, NULL, &nearest));
    assert_near(nearest.distance, 2, 1e-15);
    assert_vec3_near(nearest.normal, pick_vec3_make(0, 0, 0), 0);
    assert_true(pick_nearest_in_window(w.s.scene, &w.s.view, (pick_vec2){52.5, 53}, &wanted, NULL, &nearest));
    assert_near(nearest.distance, 1, 1e-12);
    wanted.features = PICK_FEATURE_VERTEX; // there are none
    assert_false(pick_nearest_in_window(w.s.scene, &w.s.view, (pick_vec2){52.5, 53}, &wanted, NULL, &nearest));
    pick_part_hit part;
    assert_false(pick_part_in_window(w.s.scene, &w.s.view, (pick_vec2){52.5, 50}, NULL, NULL, &part));
    wires_free(&w);
}

static void objects_are_what_they_were_set_to(void **state)
{
    wires w = wires_make();
    const float moved[6] = {-1, 5, 0, 1, 5, 0}, lost[6] = {NAN, 0, 0, NAN, 0, 0};
    pick_object_desc desc;
    pick_aabb box;
    (void)state;
    const pick_object_id id = put(&w, w.tube, 0);
    assert_int_equal(pick_scene_get(w.s.scene, id, &desc), PICK_OK);
    assert_true(desc.thin == w.tube && desc.mesh == NULL && desc.volume == NULL);
    pick_object_desc both = desc;
    both.mesh = w.s.square;
    pick_object_id other;
    assert_int_equal(pick_scene_add(w.s.scene, &both, &other), PICK_ERROR_INVALID_ARGUMENT);
    assert_int_equal(pick_scene_set_thin(w.s.scene, id, NULL), PICK_ERROR_INVALID_ARGUMENT);
    assert_int_equal(pick_scene_set_thin(NULL, id, w.tube), PICK_ERROR_INVALID_ARGUMENT);
    assert_int_equal(pick_scene_object_bounds(w.s.scene, id, &box), PICK_OK);
    assert_vec3_near(box.min, pick_vec3_make(-1.1, -0.1, -0.1), 1e-6);
    assert_vec3_near(box.max, pick_vec3_make(1.1, 0.1, 0.1), 1e-6);
    // A refit, told.
    pick_hit hit;
    const pick_ray up = {{0, 5, 10}, {0, 0, -1}, 0, 100};
    assert_int_equal(pick_thin_refit(w.tube, moved, 0), PICK_OK);
    pick_scene_thin_changed(w.s.scene, w.tube);
    pick_scene_thin_changed(w.s.scene, NULL);
    assert_true(pick_closest(w.s.scene, &up, NULL, &hit));
    assert_int_equal(pick_thin_refit(w.tube, lost, 0), PICK_OK);
    pick_scene_thin_changed(w.s.scene, w.tube);
    assert_int_equal(pick_scene_object_bounds(w.s.scene, id, &box), PICK_OK);
    assert_true(pick_aabb_is_empty(&box));
    assert_false(pick_closest(w.s.scene, &up, NULL, &hit));
    assert_int_equal(pick_thin_refit(w.tube, moved, 0), PICK_OK);
    pick_scene_thin_changed(w.s.scene, w.tube);
    assert_true(pick_closest(w.s.scene, &up, NULL, &hit));
    // Many at once, of which one gets a size on screen.
    desc.thin = w.points;
    assert_int_equal(pick_scene_set_many(w.s.scene, &id, &desc, 1), PICK_OK);
    pick_cursor_hit under;
    const pick_cursor_query exact = {.tolerance = 0};
    assert_true(pick_cursor(w.s.scene, &w.s.view, (pick_vec2){57.9, 50}, &exact, &under));
    assert_true(pick_object_id_equal(under.hit.object, id));
    wires_free(&w);
}

static void regions_hold_sizes_on_screen(void **state)
{
    wires w = wires_make();
    const pick_object_id id = put(&w, w.points, 0); // discs around (45, 50) and (55, 50)
    pick_region *region = NULL;
    pick_object_id found[2];
    pick_region_query query = PICK_REGION_QUERY_DEFAULT;
    pick_hit seen = {.t = 0};
    (void)state;
    assert_int_equal(pick_region_create(NULL, &region), PICK_OK);
    assert_int_equal(pick_region_rect(region, &w.s.view, (pick_vec2){57.9, 0}, (pick_vec2){90, 90}), PICK_OK);
    assert_int_equal(pick_region_objects(w.s.scene, region, NULL, found, 2), 1);
    assert_true(pick_object_id_equal(found[0], id));
    assert_int_equal(pick_region_rect(region, &w.s.view, (pick_vec2){58.1, 0}, (pick_vec2){90, 90}), PICK_OK);
    assert_int_equal(pick_region_objects(w.s.scene, region, NULL, found, 2), 0);
    query.mode = PICK_REGION_CONTAIN;
    assert_int_equal(pick_region_rect(region, &w.s.view, (pick_vec2){41.9, 0}, (pick_vec2){58.1, 90}), PICK_OK);
    assert_int_equal(pick_region_objects(w.s.scene, region, &query, found, 2), 1);
    assert_int_equal(pick_region_rect(region, &w.s.view, (pick_vec2){42.1, 0}, (pick_vec2){58.1, 90}), PICK_OK);
    assert_int_equal(pick_region_objects(w.s.scene, region, &query, found, 2), 0);
    query = PICK_REGION_QUERY_DEFAULT;
    query.filter = no_part;
    query.filter_user = &seen;
    assert_int_equal(pick_region_objects(w.s.scene, region, &query, found, 2), 0);
    assert_true(seen.barycentric[0] == 0);
    assert_int_equal(pick_scene_set_thin(w.s.scene, id, w.line), PICK_OK);
    assert_int_equal(pick_region_objects(w.s.scene, region, &query, found, 2), 0);
    assert_true(seen.barycentric[0] == 0.5);
    // Between planes in space nothing has a size on screen, nor in the bounds of objects.
    const pick_plane right = {{1, 0, 0}, -1.1};
    query = PICK_REGION_QUERY_DEFAULT;
    assert_int_equal(pick_scene_set_thin(w.s.scene, id, w.points), PICK_OK);
    assert_int_equal(pick_region_planes(region, &right, 1, pick_vec3_make(0, 0, 10)), PICK_OK);
    assert_int_equal(pick_region_objects(w.s.scene, region, &query, found, 2), 0);
    query.bounds_only = true;
    assert_int_equal(pick_region_rect(region, &w.s.view, (pick_vec2){56, 0}, (pick_vec2){90, 90}), PICK_OK);
    assert_int_equal(pick_region_objects(w.s.scene, region, &query, found, 2), 0);
    query.bounds_only = false;
    assert_int_equal(pick_region_objects(w.s.scene, region, &query, found, 2), 1);
    assert_int_equal(pick_scene_set_thin(w.s.scene, id, w.line), PICK_OK);
    assert_int_equal(pick_region_rect(region, &w.s.view, (pick_vec2){42.1, 0}, (pick_vec2){58.1, 90}), PICK_OK);
    pick_stats stats = {.objects = 0};
    query = PICK_REGION_QUERY_DEFAULT;
    query.stats = &stats;
    assert_int_equal(pick_region_objects(w.s.scene, region, &query, found, 2), 1);
    assert_true(stats.objects == 1 && stats.triangles == 1);
    pick_region_destroy(region);
    wires_free(&w);
}

static void count_step(void *user, const pick_trace_step *step)
{
    if (step->kind == PICK_TRACE_VOLUME) {
        ++*(uint32_t *)user;
        assert_true(step->hit && step->corner[0].x < -1.09 && step->corner[7].x > 1.09);
    }
}

static void work_is_counted_and_traced(void **state)
{
    wires w = wires_make();
    pick_hit hit;
    pick_stats stats = {.objects = 0};
    pick_query query = PICK_QUERY_DEFAULT;
    uint32_t steps = 0;
    (void)state;
    put(&w, w.tube, 0);
    assert_true(pick_closest_traced(w.s.scene, &AHEAD, NULL, count_step, &steps, &hit));
    assert_int_equal(steps, 1);
    query.stats = &stats;
    assert_true(pick_closest(w.s.scene, &AHEAD, &query, &hit));
    assert_true(stats.objects == 1 && stats.triangles == 1 && stats.nodes >= 1);
    const pick_nearest_query wanted = {.features = PICK_FEATURE_SURFACE, .radius = 50};
    pick_nearest nearest;
    stats = (pick_stats){.objects = 0};
    assert_true(pick_nearest_in_world(w.s.scene, pick_vec3_make(0, 3, 0), &wanted, &query, &nearest));
    assert_true(stats.triangles == 1 && stats.nodes >= 1);
    stats = (pick_stats){.objects = 0};
    assert_true(pick_nearest_in_window(w.s.scene, &w.s.view, (pick_vec2){50, 50}, &wanted, &query, &nearest));
    assert_true(stats.triangles >= 1 && stats.nodes >= 1);
    wires_free(&w);
}

// Of two in one place the one that was added first, in whatever order they are met.
static void the_lower_slot_wins(void **state)
{
    wires w = wires_make();
    pick_hit hit;
    pick_object_id first = {0, 0};
    (void)state;
    for (int i = 0; i < 4; i++) {
        const pick_object_id id = put(&w, w.tube, 0);
        first = i == 0 ? id : first;
    }
    assert_true(pick_closest(w.s.scene, &AHEAD, NULL, &hit));
    assert_true(pick_object_id_equal(hit.object, first));
    assert_true(pick_closest_brute_force(w.s.scene, &AHEAD, NULL, &hit));
    assert_true(pick_object_id_equal(hit.object, first));
    // One whose box begins before it, so that it is met first.
    static const float longer[9] = {-1, 0, 0, 1, 0, 0, 1, 0, 5};
    const pick_curves_desc desc = {.positions = longer, .position_count = 3, .radius = 0.1};
    pick_thin *other = NULL;
    assert_int_equal(pick_curves_create(&desc, NULL, &other), PICK_OK);
    put(&w, other, 0);
    assert_true(pick_closest(w.s.scene, &AHEAD, NULL, &hit));
    assert_true(pick_object_id_equal(hit.object, first));
    wires_free(&w);
    pick_thin_destroy(other);
}

static void what_is_hidden_flat_or_lost_is_not_under_the_cursor(void **state)
{
    wires w = wires_make();
    const pick_cursor_query exact = {.tolerance = 0};
    const pick_object_id hidden = put(&w, w.points, 0), removed = put(&w, w.points, 0), flat = put(&w, w.line, 0);
    const pick_transform line = {{1, 0, 0, 0, 0, 0, 0, 0, 0}, {0, 0, 0}};
    pick_cursor_hit hit;
    pick_explanation e[4];
    (void)state;
    assert_int_equal(pick_scene_set_flags(w.s.scene, hidden, PICK_OBJECT_HIDDEN), PICK_OK);
    assert_int_equal(pick_scene_remove(w.s.scene, removed), PICK_OK);
    assert_int_equal(pick_scene_set_transform(w.s.scene, flat, &line), PICK_OK);
    for (int i = 0; i < 2; i++) {
        const pick_vec2 position = {i == 0 ? 45 : 50, 50};
        assert_false(pick_cursor(w.s.scene, &w.s.view, position, &exact, &hit));
        assert_false(pick_cursor_brute_force(w.s.scene, &w.s.view, position, &exact, &hit));
    }
    // A flat one is listed for its icon.
    const pick_proxy icon = {.object = flat, .a = {0, 0, -5}, .b = {0, 0, -5}, .radius = 5};
    const pick_cursor_query with_icon = {.proxies = &icon, .proxy_count = 1};
    assert_int_equal(pick_cursor_all(w.s.scene, &w.s.view, (pick_vec2){50, 50}, &with_icon, &hit, 1), 1);
    assert_true(pick_object_id_equal(hit.hit.object, flat) && hit.proxy == 0);
    assert_int_equal(pick_explain(w.s.scene, &w.s.view, (pick_vec2){50, 54}, NULL, 6, e, 4), 1);
    assert_true(pick_object_id_equal(e[0].object, flat) && e[0].reason == PICK_REASON_FLAT);
    assert_int_equal(pick_scene_set_thin(w.s.scene, flat, w.tube), PICK_OK);
    assert_int_equal(pick_explain(w.s.scene, &w.s.view, (pick_vec2){50, 54}, NULL, 6, e, 4), 1);
    assert_int_equal(e[0].reason, PICK_REASON_FLAT);
    // A place that rounds to the eye.
    const pick_object_id far = put(&w, w.points, 1e17);
    const pick_view view = squares_view(1e17, 0.1, 100, false);
    pick_transform near = PICK_TRANSFORM_IDENTITY;
    near.linear[8] = 1;
    near.origin.z = 1e17;
    static const float before[6] = {0, 0, -5, 0, 0, -5};
    assert_int_equal(pick_thin_refit(w.points, before, 0), PICK_OK);
    pick_scene_thin_changed(w.s.scene, w.points);
    assert_int_equal(pick_scene_set_transform(w.s.scene, far, &near), PICK_OK);
    assert_false(pick_cursor(w.s.scene, &view, (pick_vec2){50, 50}, &exact, &hit));
    wires_free(&w);
}

// What lies beside the viewport is not found, however near; a size on screen reaches in. Whether another object has a
// size on screen changes nothing.
static void the_viewport_ends_what_is_nearest(void **state)
{
    wires w = wires_make();
    static const float beside[3] = {-9.9f, -10.2f, 0}; // a point below the viewport
    static const float through[6] = {8, -9, 0, 8, -11, 0};
    const pick_points_desc bare = {.positions = beside, .count = 1};
    const pick_curves_desc line = {.positions = through, .position_count = 2};
    pick_thin *point, *wide, *thread;
    const pick_view view = w.s.view;
    const pick_vec2 below = {0.5, 102}, near_line = {92, 104};
    const pick_nearest_query nearest = {.radius = 10};
    (void)state;
    assert_int_equal(pick_points_create(&bare, NULL, &point), PICK_OK);
    assert_int_equal(pick_thin_share(point, 2, PICK_THIN_ON_SCREEN, NULL, &wide), PICK_OK);
    assert_int_equal(pick_curves_create(&line, NULL, &thread), PICK_OK);
    const pick_object_id small = put(&w, point, 0), edge = put(&w, thread, 0);
    for (int other = 0; other < 2; other++) {
        pick_nearest fast, slow;
        assert_false(pick_nearest_in_window(w.s.scene, &view, below, &nearest, NULL, &fast));
        assert_false(pick_nearest_in_window_brute_force(w.s.scene, &view, below, &nearest, NULL, &slow));
        // Of the line the part inside counts: its nearest place is on the border, 4 points off.
        assert_true(pick_nearest_in_window(w.s.scene, &view, near_line, &nearest, NULL, &fast));
        assert_true(pick_nearest_in_window_brute_force(w.s.scene, &view, near_line, &nearest, NULL, &slow));
        assert_true(pick_object_id_equal(fast.object, edge) && pick_object_id_equal(slow.object, edge));
        assert_true(fast.distance == slow.distance && fabs(fast.point.y + 10) < 1e-9);
        put(&w, w.points, 0); // has a size on screen
    }
    assert_int_equal(pick_scene_remove(w.s.scene, small), PICK_OK);
    const pick_object_id large = put(&w, wide, 0); // its middle is 1 point below
    pick_nearest fast, slow;
    assert_true(pick_nearest_in_window(w.s.scene, &view, below, &nearest, NULL, &fast));
    assert_true(pick_nearest_in_window_brute_force(w.s.scene, &view, below, &nearest, NULL, &slow));
    assert_true(pick_object_id_equal(fast.object, large) && pick_object_id_equal(slow.object, large));
    assert_true(fast.distance == slow.distance && fast.distance == 0);
    wires_free(&w);
    pick_thin_destroy(wide);
    pick_thin_destroy(point);
    pick_thin_destroy(thread);
}

// The same beside each side, in a viewport either way up.
static void every_side_of_the_viewport_ends_it(void **state)
{
    static const float beside[12] = {0, -10.2f, 0, 0, 10.2f, 0, 10.2f, 0, 0, -10.2f, 0, 0};
    static const pick_vec2 near_side[4] = {{50, 102}, {50, -2}, {102, 50}, {-2, 50}};
    static const pick_rect viewports[2] = {{0, 0, 100, 100}, {0, 100, 100, -100}};
    const pick_nearest_query nearest = {.radius = 4};
    (void)state;
    for (int size = 0; size < 2; size++) {
        wires w = wires_make();
        const pick_points_desc desc = {
            .positions = beside, .count = 4, .radius = 2 * size, .unit = PICK_THIN_ON_SCREEN};
        pick_thin *points;
        assert_int_equal(pick_points_create(&desc, NULL, &points), PICK_OK);
        put(&w, points, 0);
        for (int i = 0; i < 8; i++) {
            pick_view view = w.s.view;
            pick_nearest fast, slow;
            view.viewport = viewports[i / 4];
            const pick_vec2 at = near_side[i % 4];
            assert_int_equal(pick_nearest_in_window(w.s.scene, &view, at, &nearest, NULL, &fast), size > 0);
            assert_int_equal(pick_nearest_in_window_brute_force(w.s.scene, &view, at, &nearest, NULL, &slow), size > 0);
            assert_true(size == 0 || (fast.triangle == slow.triangle && fast.distance == 0 && slow.distance == 0));
        }
        wires_free(&w);
        pick_thin_destroy(points);
    }
}

// Of a ball that a side of the viewport cuts, the nearest place is on its surface, so the ball does not hide it. Where
// a section cuts it too, the place is on the plane.
static void a_ball_does_not_hide_its_place_at_the_border(void **state)
{
    static const float middle[3] = {0, 0, 0};
    const pick_points_desc desc = {.positions = middle, .count = 1, .radius = 1};
    const pick_plane half = {{0, 0, -1}, 0};
    test_random random = {44};
    uint32_t cut = 0, on_plane = 0;
    pick_thin *ball;
    (void)state;
    assert_int_equal(pick_points_create(&desc, NULL, &ball), PICK_OK);
    for (int n = 0; n < 2000; n++) {
        wires w = wires_make();
        pick_view view = w.s.view;
        pick_object_desc object = PICK_OBJECT_DESC_DEFAULT;
        const pick_vec2 at = {random_between(&random, 88, 106), random_between(&random, 88, 106)};
        pick_cursor_query cursor = PICK_CURSOR_QUERY_DEFAULT;
        pick_nearest_query query = {.radius = 20};
        pick_nearest any, seen, slow;
        pick_cursor_hit hit;
        pick_object_id id;
        object.thin = ball;
        object.transform.origin =
            pick_vec3_make(random_between(&random, 9, 10.8), random_between(&random, -10.8, -6), 0);
        assert_int_equal(pick_scene_add(w.s.scene, &object, &id), PICK_OK);
        if (n % 4 == 0)
            assert_int_equal(pick_view_set_section(&view, &half, 1), PICK_OK);
        const bool found = pick_nearest_in_window(w.s.scene, &view, at, &query, NULL, &any);
        query.visible = true;
        assert_int_equal(pick_nearest_in_window(w.s.scene, &view, at, &query, NULL, &seen), found);
        assert_int_equal(pick_nearest_in_window_brute_force(w.s.scene, &view, at, &query, NULL, &slow), found);
        if (found) {
            pick_projected_point place;
            const pick_vec3 out = pick_vec3_sub(seen.point, object.transform.origin);
            assert_true(seen.distance == any.distance && seen.distance == slow.distance);
            assert_vec3_near(seen.point, any.point, 0);
            assert_true(pick_view_project(&view, seen.point, &place));
            assert_true(fabs(hypot(place.window.x - at.x, place.window.y - at.y) - seen.distance) < 1e-6);
            if (fabs(seen.point.z) > 1e-9 || n % 4 != 0)
                assert_near(pick_vec3_length(out), 1, 1e-6);
            on_plane += n % 4 == 0 && fabs(seen.point.z) <= 1e-9;
            cut += place.window.x > 100 - 1e-6 || place.window.y > 100 - 1e-6;
        }
        cursor.tolerance = query.radius;
        if (pick_view_contains(&view, at)) {
            assert_int_equal(pick_cursor(w.s.scene, &view, at, &cursor, &hit), found);
            assert_true(!found || fabs(hit.distance - seen.distance) < 1e-9);
        }
        wires_free(&w);
    }
    assert_true(cut > 300 && on_plane > 50);
    pick_thin_destroy(ball);
}

// A cloud 5 cm before the eye, where a point of the window is a millimetre: the nearest beside it is found however
// little farther the radius reaches.
static void clouds_close_to_the_eye_are_found(void **state)
{
    (void)state;
    enum { SIDE = 30 };
    static float places[3 * SIDE * SIDE];
    for (int i = 0; i < SIDE * SIDE; i++) {
        places[3 * i] = (float)(i % SIDE - SIDE / 2) * 0.0005f;
        places[3 * i + 1] = (float)(i / SIDE - SIDE / 2) * 0.0005f;
    }
    const pick_points_desc points = {.positions = places, .count = SIDE * SIDE, .unit = PICK_THIN_ON_SCREEN};
    wires w = wires_make();
    pick_thin *cloud = NULL;
    assert_int_equal(pick_points_create(&points, NULL, &cloud), PICK_OK);
    (void)put(&w, cloud, 0);
    const pick_view view = squares_view(0.05, 0.01, 10, false);
    for (int side = 0; side < 4; side++) {
        const double along = side % 2 ? -30 : 30, across = 9;
        const pick_vec2 at = {50 + (side < 2 ? along : across), 50 + (side < 2 ? across : along)};
        pick_nearest_query wish = {.radius = 100};
        pick_nearest exact, found;
        assert_true(pick_nearest_in_window_brute_force(w.s.scene, &view, at, &wish, NULL, &exact));
        assert_true(exact.distance > 20 && exact.distance < 30);
        wish.radius = 1.001 * exact.distance;
        assert_true(pick_nearest_in_window(w.s.scene, &view, at, &wish, NULL, &found));
        assert_int_equal(found.triangle, exact.triangle);
    }
    wires_free(&w);
    pick_thin_destroy(cloud);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rays_enter_tubes),
        cmocka_unit_test(tubes_are_in_the_way),
        cmocka_unit_test(small_balls_are_in_the_way),
        cmocka_unit_test(far_points_are_passed_over),
        cmocka_unit_test(sizes_on_screen_are_under_the_cursor),
        cmocka_unit_test(walls_yield_to_lines),
        cmocka_unit_test(objects_with_a_size_on_screen_are_listed_once),
        cmocka_unit_test(filters_and_layers_hold_for_sizes_on_screen),
        cmocka_unit_test(the_nearest_is_told),
        cmocka_unit_test(the_viewport_ends_what_is_nearest),
        cmocka_unit_test(every_side_of_the_viewport_ends_it),
        cmocka_unit_test(a_ball_does_not_hide_its_place_at_the_border),
        cmocka_unit_test(objects_are_what_they_were_set_to),
        cmocka_unit_test(regions_hold_sizes_on_screen),
        cmocka_unit_test(work_is_counted_and_traced),
        cmocka_unit_test(the_lower_slot_wins),
        cmocka_unit_test(clouds_close_to_the_eye_are_found),
        cmocka_unit_test(what_is_hidden_flat_or_lost_is_not_under_the_cursor),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
