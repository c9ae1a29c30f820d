// Sections: planes that cut a view, in every question that a view asks.
#include "picking/picking.h"

#include "near.h"
#include "random.h"
#include "squares.h"

// Keeps what lies at or behind z.
static pick_plane behind(double z)
{
    return (pick_plane){{0, 0, -1}, z};
}

static pick_view cut_view(const pick_plane *planes, uint32_t count)
{
    pick_view view = squares_view(10, 0.1, 100, false);
    assert_int_equal(pick_view_set_section(&view, planes, count), PICK_OK);
    return view;
}

// In the same order with every compiler.
static pick_vec2 random_place(test_random *random, double low, double high)
{
    const double x = random_between(random, low, high);
    return (pick_vec2){x, random_between(random, low, high)};
}

static pick_plane random_plane(test_random *random, double low, double high)
{
    const pick_vec3 normal = random_direction(random);
    return (pick_plane){normal, random_between(random, low, high)};
}

static const pick_vec2 MIDDLE = {50.2, 50.1}; // beside the diagonals of the squares

// --- Planes and rays ------------------------------------------------------------------------------------------------

static void planes_are_set(void **state)
{
    (void)state;
    const pick_view bare = squares_view(10, 0.1, 100, false);
    pick_view view = bare;
    assert_int_equal(view.section_count, 0);
    const pick_plane long_one = {{0, 0, -4}, 12};
    assert_int_equal(pick_view_set_section(&view, &long_one, 1), PICK_OK);
    assert_int_equal(view.section_count, 1);
    assert_near(view.section[0].normal.z, -1, 0);
    assert_near(view.section[0].offset, 3, 0);
    const pick_view before = view;
    pick_plane nine[9];
    for (int i = 0; i < 9; i++)
        nine[i] = long_one;
    assert_int_equal(pick_view_set_section(&view, nine, 9), PICK_ERROR_INVALID_ARGUMENT);
    const pick_plane zero[2] = {long_one, {{0, 0, 0}, 1}}, odd = {{0, (double)NAN, 1}, 0},
                     far = {{0, 1, 0}, (double)INFINITY};
    const pick_plane too_long = {{1.5e308, 1.5e308, 1.5e308}, 0}, tiny = {{1e-300, 0, 0}, 1e300};
    assert_int_equal(pick_view_set_section(&view, zero, 2), PICK_ERROR_INVALID_ARGUMENT);
    assert_int_equal(pick_view_set_section(&view, &odd, 1), PICK_ERROR_NOT_FINITE);
    assert_int_equal(pick_view_set_section(&view, &far, 1), PICK_ERROR_NOT_FINITE);
    assert_int_equal(pick_view_set_section(&view, &too_long, 1), PICK_ERROR_NOT_FINITE);
    assert_int_equal(pick_view_set_section(&view, &tiny, 1), PICK_ERROR_NOT_FINITE);
    assert_int_equal(view.section_count, 1);
    assert_memory_equal(view.section, before.section, sizeof view.section);
    assert_int_equal(pick_view_set_section(&view, nine, 8), PICK_OK);
    assert_int_equal(view.section_count, 8);
    assert_int_equal(pick_view_set_section(&view, NULL, 0), PICK_OK);
    assert_int_equal(view.section_count, 0);
    assert_memory_equal(view.section, bare.section, sizeof view.section); // to the bit the view that it was
    assert_false(pick_view_cuts(&view, pick_vec3_make((double)NAN, 0, 0)));
}

static void points_are_cut(void **state)
{
    (void)state;
    const pick_plane planes[2] = {behind(3), {{1, 0, 0}, 2}};
    const pick_view view = cut_view(planes, 2);
    assert_false(pick_view_cuts(&view, pick_vec3_make(0, 0, 3))); // on a plane
    assert_true(pick_view_cuts(&view, pick_vec3_make(0, 0, 3.001)));
    assert_false(pick_view_cuts(&view, pick_vec3_make(-2, 9, -1e9)));
    assert_true(pick_view_cuts(&view, pick_vec3_make(-2.001, 9, 0)));
    assert_true(pick_view_cuts(&view, pick_vec3_make((double)NAN, 0, 0)));
}

// A view ray holds just what the planes keep of the ray from near to far.
static void rays_are_shortened(void **state)
{
    (void)state;
    test_random random = {12};
    uint32_t empty = 0, cut = 0;
    for (int i = 0; i < 3000; i++) {
        pick_view view = squares_view(10, 0.1, 100, i % 2 == 0);
        pick_plane planes[PICK_SECTION_PLANES];
        const uint32_t count = random_index(&random, PICK_SECTION_PLANES + 1);
        for (uint32_t k = 0; k < count; k++)
            planes[k] = random_plane(&random, -4, 40);
        const pick_vec2 at = random_place(&random, -20, 120);
        const pick_ray whole = pick_view_ray(&view, at);
        assert_int_equal(pick_view_set_section(&view, planes, count), PICK_OK);
        const pick_ray ray = pick_view_ray(&view, at);
        assert_memory_equal(&ray.origin, &whole.origin, sizeof ray.origin);
        assert_memory_equal(&ray.direction, &whole.direction, sizeof ray.direction);
        assert_int_equal(pick_ray_is_valid(&ray), ray.t_min <= ray.t_max);
        for (int k = 0; k < 60; k++) {
            const double t = random_between(&random, whole.t_min, whole.t_max);
            const bool held = t >= ray.t_min && t <= ray.t_max;
            if (fabs(t - ray.t_min) > 1e-9 && fabs(t - ray.t_max) > 1e-9)
                assert_int_equal(held, !pick_view_cuts(&view, pick_ray_at(&whole, t)));
        }
        pick_ray given = whole;
        const bool left = pick_view_clip_ray(&view, &given);
        assert_int_equal(left, ray.t_min <= ray.t_max);
        assert_memory_equal(&given, left ? &ray : &whole, sizeof given);
        empty += !left;
        cut += left && (ray.t_min > whole.t_min || ray.t_max < whole.t_max);
    }
    assert_in_range(empty, 200, 2500);
    assert_in_range(cut, 200, 2500);
}

// A plane that the ray runs along keeps all of it or nothing.
static void rays_along_planes(void **state)
{
    (void)state;
    const pick_plane on = {{0, 1, 0}, 0}, off = {{0, 1, 0}, -1e-3};
    const pick_ray straight = {{0, 0, 5}, {0, 0, -1}, 0, 8};
    pick_ray ray = straight;
    pick_view view = cut_view(&on, 1);
    assert_true(pick_view_clip_ray(&view, &ray));
    assert_memory_equal(&ray, &straight, sizeof ray);
    const pick_plane at_its_end = {{0, 0, -1}, -3}; // one place of it is left
    view = cut_view(&at_its_end, 1);
    assert_true(pick_view_clip_ray(&view, &ray));
    assert_true(ray.t_min == 8 && ray.t_max == 8);
    ray = straight;
    view = cut_view(&off, 1);
    assert_false(pick_view_clip_ray(&view, &ray));
    assert_memory_equal(&ray, &straight, sizeof ray);
    const pick_ray view_ray = pick_view_ray(&view, MIDDLE);
    assert_true(view_ray.t_min > view_ray.t_max);
}

// --- Surfaces -------------------------------------------------------------------------------------------------------

// Squares at z = 4, 2, 0: 6, 8 and 10 m away.
typedef struct row {
    squares s;
    pick_object_id near, middle, far;
} row;

static row row_make(void)
{
    row r = {.s = squares_make()};
    r.near = squares_put(&r.s, r.s.square, 0, 0, 4);
    r.middle = squares_put(&r.s, r.s.square, 0, 0, 2);
    r.far = squares_put(&r.s, r.s.square, 0, 0, 0);
    return r;
}

static void assert_object(pick_object_id found, pick_object_id expected)
{
    assert_int_equal(found.index1, expected.index1);
    assert_int_equal(found.generation, expected.generation);
}

static void the_first_kept_surface_is_hit(void **state)
{
    (void)state;
    row r = row_make();
    const pick_plane planes[2] = {behind(3), behind(-1)};
    pick_view view = cut_view(planes, 1);
    pick_ray ray = pick_view_ray(&view, MIDDLE);
    pick_hit hit, all[4];
    assert_true(pick_closest(r.s.scene, &ray, NULL, &hit));
    assert_object(hit.object, r.middle);
    assert_int_equal(pick_all(r.s.scene, &ray, NULL, all, 4), 2);
    view = cut_view(planes, 2);
    ray = pick_view_ray(&view, MIDDLE);
    assert_false(pick_closest(r.s.scene, &ray, NULL, &hit));
    assert_false(pick_any(r.s.scene, &ray, NULL));
    squares_free(&r.s);
}

static void regions_hold_what_is_kept(void **state)
{
    (void)state;
    row r = row_make();
    const pick_plane half[2] = {behind(3), {{1, 0, 0}, 0}};
    pick_view view = cut_view(half, 2);
    pick_region *region;
    pick_object_id found[4];
    pick_region_query contain = PICK_REGION_QUERY_DEFAULT;
    contain.mode = PICK_REGION_CONTAIN;
    const pick_vec2 left[4] = {{0, 0}, {49, 0}, {49, 100}, {0, 100}}, all[4] = {{0, 0}, {100, 0}, {100, 100}, {0, 100}};
    assert_int_equal(pick_region_create(NULL, &region), PICK_OK);
    assert_int_equal(pick_region_rect(region, &view, left[0], left[2]), PICK_OK);
    assert_int_equal(pick_region_objects(r.s.scene, region, NULL, found, 4), 0); // all that is kept is on the right
    assert_int_equal(pick_region_rect(region, &view, all[0], all[2]), PICK_OK);
    assert_int_equal(pick_region_objects(r.s.scene, region, NULL, found, 4), 2);
    assert_object(found[0], r.middle);
    assert_int_equal(pick_region_objects(r.s.scene, region, &contain, found, 4), 0); // cut through
    assert_int_equal(pick_region_polygon(region, &view, left, 4), PICK_OK);
    assert_int_equal(pick_region_objects(r.s.scene, region, NULL, found, 4), 0);
    assert_int_equal(pick_region_polygon(region, &view, all, 4), PICK_OK);
    assert_int_equal(pick_region_objects(r.s.scene, region, NULL, found, 4), 2);
    assert_int_equal(pick_region_circle(region, &view, (pick_vec2){30, 50}, 19), PICK_OK);
    assert_int_equal(pick_region_objects(r.s.scene, region, NULL, found, 4), 0);
    assert_int_equal(pick_region_circle(region, &view, (pick_vec2){30, 50}, 21), PICK_OK);
    assert_int_equal(pick_region_objects(r.s.scene, region, NULL, found, 4), 2);
    assert_true(pick_region_contains_point(region, pick_vec3_make(0, 0, 2)));
    assert_false(pick_region_contains_point(region, pick_vec3_make(0, 0, 3.5)));
    view = cut_view(half, 1);
    assert_int_equal(pick_region_rect(region, &view, all[0], all[2]), PICK_OK);
    assert_int_equal(pick_region_objects(r.s.scene, region, &contain, found, 4), 2);
    pick_region_destroy(region);
    squares_free(&r.s);
}

static void the_nearest_is_kept(void **state)
{
    (void)state;
    row r = row_make();
    const pick_plane planes[2] = {behind(3), {{-1, 0, 0}, 0.5}}; // x up to a half
    const pick_view view = cut_view(planes, 2);
    pick_nearest nearest;
    pick_nearest_query wanted = {.features = PICK_FEATURE_VERTEX, .radius = 40, .visible = true};
    // The corner (1, 1, 2), 6.25 points from the middle, is cut off, and so are those at z = 4.
    const pick_vec2 corner = {56, 44};
    assert_true(pick_nearest_in_window(r.s.scene, &view, corner, &wanted, NULL, &nearest));
    assert_near(nearest.point.x, -1, 0);
    assert_object(nearest.object, r.middle);
    wanted.features = PICK_FEATURE_EDGE;
    assert_true(pick_nearest_in_window(r.s.scene, &view, corner, &wanted, NULL, &nearest));
    assert_true(nearest.point.x <= 0.5 + 1e-12 && nearest.point.z < 3);
    wanted.features = PICK_FEATURE_SURFACE;
    assert_true(pick_nearest_in_window(r.s.scene, &view, (pick_vec2){60, 50}, &wanted, NULL, &nearest));
    assert_near(nearest.point.x, 0.5, 1e-9);
    assert_near(nearest.point.z, 2, 1e-12);
    squares_free(&r.s);
}

// A tolerance finds what the section leaves, and a proxy only where it is kept.
static void the_cursor_sees_what_is_kept(void **state)
{
    (void)state;
    row r = row_make();
    const pick_plane plane = behind(3);
    const pick_view view = cut_view(&plane, 1);
    const pick_proxy proxies[2] = {{{0, 0}, {0, 0, 4}, {0, 0, 4}, 3, PICK_PROXY_ON_TOP, 7},
                                   {{0, 0}, {4, 0, 1}, {4, 0, 1}, 3, PICK_PROXY_ON_TOP, 8}};
    const pick_cursor_query cursor = {.tolerance = 5, .scale = 1, .proxies = proxies, .proxy_count = 2};
    pick_cursor_hit hit, all[4];
    assert_true(pick_cursor(r.s.scene, &view, MIDDLE, &cursor, &hit));
    assert_object(hit.hit.object, r.middle);
    assert_int_equal(pick_cursor_all(r.s.scene, &view, MIDDLE, &cursor, all, 4), 2);
    pick_projected_point at;
    assert_true(pick_view_project(&view, proxies[1].a, &at));
    assert_true(pick_cursor(r.s.scene, &view, at.window, &cursor, &hit));
    assert_int_equal(hit.proxy, 1);
    // Beside the middle square, 6.25 points to each side: found within the tolerance, though the near one is wider.
    assert_true(pick_cursor(r.s.scene, &view, (pick_vec2){58, 50}, &cursor, &hit));
    assert_object(hit.hit.object, r.middle);
    assert_true(hit.distance > 1);
    squares_free(&r.s);
}

static void a_section_is_explained(void **state)
{
    (void)state;
    row r = row_make();
    const pick_object_id before_near = squares_put(&r.s, r.s.square, 0, 0, 9.95);
    const pick_object_id beyond_far = squares_put(&r.s, r.s.square, 0, 0, -95);
    const pick_plane planes[2] = {behind(3), {{0, 0, 1}, -1}}; // z from 1 to 3
    const pick_view view = cut_view(planes, 2);
    pick_explanation e[8];
    assert_int_equal(pick_explain(r.s.scene, &view, MIDDLE, NULL, 0, e, 8), 5);
    const struct {
        pick_object_id object;
        pick_reason reason;
    } expected[5] = {{before_near, PICK_REASON_NEAR},
                     {r.near, PICK_REASON_SECTION},
                     {r.middle, PICK_REASON_PICKED},
                     {r.far, PICK_REASON_SECTION},
                     {beyond_far, PICK_REASON_FAR}};
    for (int i = 0; i < 5; i++) {
        assert_object(e[i].object, expected[i].object);
        assert_int_equal(e[i].reason, expected[i].reason);
    }
    assert_string_equal(pick_reason_name(PICK_REASON_SECTION), "section");
    squares_free(&r.s);
}

// What is drawn of a view, and regions made of its planes, are those of the uncut view.
static void the_frustum_is_whole(void **state)
{
    (void)state;
    const pick_plane nothing = behind(-1000);
    const pick_view view = cut_view(&nothing, 1), whole = cut_view(NULL, 0);
    pick_plane a[6], b[6];
    assert_int_equal(pick_convex_from_view(&view, (pick_rect){10, 10, 30, 30}, a), 6);
    assert_int_equal(pick_convex_from_view(&whole, (pick_rect){10, 10, 30, 30}, b), 6);
    assert_memory_equal(a, b, sizeof a);
    assert_int_equal(pick_convex_from_view(&view, (pick_rect){40, 10, -30, 30}, a), 6);
    assert_int_equal(pick_convex_from_view(&whole, (pick_rect){40, 10, -30, 30}, b), 6);
    assert_memory_equal(a, b, sizeof a);
    pick_debug_draw *draw;
    assert_int_equal(pick_debug_draw_create(NULL, NULL, &draw), PICK_OK);
    assert_true(pick_debug_add_frustum(draw, &view, 10, NULL));
    pick_debug_draw_destroy(draw);
}

// --- Volumes --------------------------------------------------------------------------------------------------------

// A solid ball is hit at the cut, a hollow one at its back.
static void volumes_are_cut_open(void **state)
{
    (void)state;
    squares s = squares_make();
    const pick_shape ball = {.type = PICK_SHAPE_SPHERE, .as.sphere = {{0, 0, 0}, 1}};
    pick_object_desc desc = PICK_OBJECT_DESC_DEFAULT;
    const pick_plane plane = behind(0.25), across[2] = {behind(0.25), {{1, 0, 0}, -0.5}}; // x from a half on
    const pick_view view = cut_view(&plane, 1), half = cut_view(across, 2);
    const pick_ray ray = pick_view_ray(&view, MIDDLE);
    pick_volume *solid, *hollow;
    pick_object_id id;
    pick_hit hit;
    assert_int_equal(pick_volume_create(&(pick_volume_desc){&ball, 0}, NULL, &solid), PICK_OK);
    assert_int_equal(pick_volume_create(&(pick_volume_desc){&ball, PICK_VOLUME_SURFACE}, NULL, &hollow), PICK_OK);
    desc.volume = solid;
    assert_int_equal(pick_scene_add(s.scene, &desc, &id), PICK_OK);
    assert_true(pick_closest(s.scene, &ray, NULL, &hit));
    assert_true(hit.inside);
    assert_near(hit.point.z, 0.25, 1e-12);

    pick_nearest nearest;
    const pick_nearest_query wanted = {.features = PICK_FEATURE_SURFACE, .radius = 3};
    assert_true(pick_nearest_in_window(s.scene, &view, MIDDLE, &wanted, NULL, &nearest));
    assert_near(nearest.point.z, 0.25, 1e-12);
    // Here the ray meets only what is cut off.
    assert_false(pick_nearest_in_window(s.scene, &half, (pick_vec2){49, 50}, &wanted, NULL, &nearest));
    assert_true(pick_nearest_in_window(s.scene, &view, (pick_vec2){56, 50}, &wanted, NULL, &nearest));
    assert_true(nearest.distance > 0);

    pick_region *region;
    pick_object_id found[2];
    assert_int_equal(pick_region_create(NULL, &region), PICK_OK);
    assert_int_equal(pick_region_rect(region, &half, (pick_vec2){0, 0}, (pick_vec2){50, 100}), PICK_OK);
    assert_int_equal(pick_region_objects(s.scene, region, NULL, found, 2), 0);
    assert_int_equal(pick_region_rect(region, &half, (pick_vec2){50, 0}, (pick_vec2){100, 100}), PICK_OK);
    assert_int_equal(pick_region_objects(s.scene, region, NULL, found, 2), 1);
    assert_int_equal(pick_region_circle(region, &half, (pick_vec2){54, 50}, 2), PICK_OK);
    assert_int_equal(pick_region_objects(s.scene, region, NULL, found, 2), 1);
    const pick_plane gone[2] = {behind(0.25), {{0, 0, 1}, -0.2}};         // z from 0.2 to 0.25, without the ball's edge
    const pick_plane nothing[2] = {{{1, 0, 0}, -0.9}, {{0, 1, 0}, -0.9}}; // x and y from 0.9 on: beside the ball
    const pick_view thin = cut_view(gone, 2), beside = cut_view(nothing, 2);
    assert_int_equal(pick_region_circle(region, &thin, MIDDLE, 2), PICK_OK);
    assert_int_equal(pick_region_objects(s.scene, region, NULL, found, 2), 1);
    assert_int_equal(pick_region_circle(region, &beside, MIDDLE, 20), PICK_OK);
    assert_int_equal(pick_region_objects(s.scene, region, NULL, found, 2), 0);
    pick_region_destroy(region);

    assert_int_equal(pick_scene_remove(s.scene, id), PICK_OK);
    desc.volume = hollow;
    assert_int_equal(pick_scene_add(s.scene, &desc, &id), PICK_OK);
    assert_true(pick_closest(s.scene, &ray, NULL, &hit));
    assert_true(hit.backface && !hit.inside);
    assert_near(hit.point.z, -1, 2e-3); // the back
    squares_free(&s);
    pick_volume_destroy(solid);
    pick_volume_destroy(hollow);
}

// --- Random scenes --------------------------------------------------------------------------------------------------

enum { CROWD = 60 };

typedef struct crowd {
    squares s;
    pick_volume *ball;
    pick_scene *scene;
} crowd;

static crowd crowd_make(test_random *random, bool with_balls)
{
    const pick_shape ball = {.type = PICK_SHAPE_SPHERE, .as.sphere = {{0, 0, 0}, 0.8}};
    crowd c = {.s = squares_make()};
    assert_int_equal(pick_volume_create(&(pick_volume_desc){&ball, 0}, NULL, &c.ball), PICK_OK);
    assert_int_equal(pick_scene_create(NULL, &c.scene), PICK_OK);
    for (int i = 0; i < CROWD; i++) {
        pick_object_desc desc = PICK_OBJECT_DESC_DEFAULT;
        pick_object_id id;
        if (with_balls && i % 3 == 0)
            desc.volume = c.ball;
        else
            desc.mesh = c.s.both_sides;
        for (int k = 0; k < 9; k++)
            desc.transform.linear[k] = (float)random_between(random, -1, 1);
        desc.transform.origin = random_in_cube(random, 6);
        assert_int_equal(pick_scene_add(c.scene, &desc, &id), PICK_OK);
    }
    return c;
}

static void crowd_free(crowd *c)
{
    pick_scene_destroy(c->scene);
    pick_volume_destroy(c->ball);
    squares_free(&c->s);
}

static uint32_t random_section(test_random *random, pick_plane planes[PICK_SECTION_PLANES])
{
    const uint32_t count = 1 + random_index(random, 4);
    for (uint32_t i = 0; i < count; i++)
        planes[i] = random_plane(random, -1, 5);
    return count;
}

// The first hit is the first of the whole ray's hits that is kept.
static void rays_agree_with_points(void **state)
{
    (void)state;
    test_random random = {5};
    uint32_t hits = 0, changed = 0;
    for (int i = 0; i < 40; i++) {
        crowd c = crowd_make(&random, false);
        pick_plane planes[PICK_SECTION_PLANES];
        pick_view view = squares_view(10, 0.1, 100, i % 2 == 0), whole = view;
        assert_int_equal(pick_view_set_section(&view, planes, random_section(&random, planes)), PICK_OK);
        for (int k = 0; k < 60; k++) {
            const pick_vec2 at = random_place(&random, 20, 80);
            const pick_ray ray = pick_view_ray(&view, at), uncut = pick_view_ray(&whole, at);
            pick_hit all[CROWD], hit;
            const size_t count = pick_all(c.scene, &uncut, NULL, all, CROWD);
            size_t first = 0;
            while (first < count && pick_view_cuts(&view, all[first].point))
                first++;
            const bool found = pick_closest(c.scene, &ray, NULL, &hit);
            assert_int_equal(found, first < count);
            if (found)
                assert_object(hit.object, all[first].object);
            hits += found;
            changed += first > 0;
            pick_cursor_hit under;
            const pick_cursor_query cursor = {.tolerance = 0};
            assert_int_equal(pick_cursor(c.scene, &view, at, &cursor, &under), found);
        }
        crowd_free(&c);
    }
    assert_in_range(hits, 300, 2000);
    assert_in_range(changed, 200, 2000);
}

// A rectangle of a cut view is the region between its planes and those of the section. Twins agree in every shape.
static void regions_agree_with_planes(void **state)
{
    (void)state;
    test_random random = {6};
    uint32_t cut = 0, found = 0;
    pick_region *region, *between;
    assert_int_equal(pick_region_create(NULL, &region), PICK_OK);
    assert_int_equal(pick_region_create(NULL, &between), PICK_OK);
    for (int i = 0; i < 60; i++) {
        crowd c = crowd_make(&random, true);
        pick_plane planes[6 + PICK_SECTION_PLANES], *section = planes + 6;
        pick_view view = squares_view(10, 0.1, 100, false), whole = view;
        const uint32_t count = random_section(&random, section);
        assert_int_equal(pick_view_set_section(&view, section, count), PICK_OK);
        for (int k = 0; k < 12; k++) {
            const pick_vec2 a = random_place(&random, 20, 80);
            const pick_vec2 b = random_place(&random, 20, 80);
            const pick_vec2 square[4] = {a, {b.x, a.y}, b, {a.x, b.y}};
            const pick_rect rect = {fmin(a.x, b.x), fmin(a.y, b.y), fabs(a.x - b.x), fabs(a.y - b.y)};
            pick_object_id left[CROWD], right[CROWD];
            pick_region_query query = PICK_REGION_QUERY_DEFAULT;
            query.mode = k % 2 == 0 ? PICK_REGION_TOUCH : PICK_REGION_CONTAIN;
            assert_int_equal(pick_convex_from_view(&whole, rect, planes), 6);
            assert_int_equal(pick_region_planes(between, planes, 6 + count, view.eye), PICK_OK);
            assert_int_equal(pick_region_rect(region, &view, a, b), PICK_OK);
            const size_t n = pick_region_objects(c.scene, region, &query, left, CROWD);
            assert_int_equal(pick_region_objects(c.scene, between, &query, right, CROWD), n);
            assert_memory_equal(left, right, n * sizeof *left);
            assert_int_equal(pick_region_objects_brute_force(c.scene, region, &query, right, CROWD), n);
            assert_memory_equal(left, right, n * sizeof *left);
            found += (uint32_t)n;
            assert_int_equal(pick_region_rect(region, &whole, a, b), PICK_OK);
            cut += pick_region_objects(c.scene, region, &query, right, CROWD) > n;
            for (int shape = 0; shape < 2; shape++) {
                if (shape == 0)
                    assert_int_equal(pick_region_polygon(region, &view, square, 4), PICK_OK);
                else
                    assert_int_equal(pick_region_circle(region, &view, a, fabs(b.x - a.x)), PICK_OK);
                const size_t m = pick_region_objects(c.scene, region, &query, left, CROWD);
                assert_int_equal(pick_region_objects_brute_force(c.scene, region, &query, right, CROWD), m);
                assert_memory_equal(left, right, m * sizeof *left);
            }
        }
        crowd_free(&c);
    }
    assert_true(found > 1000 && cut > 100);
    pick_region_destroy(region);
    pick_region_destroy(between);
}

// Field by field: between them anything may lie.
static void assert_same_nearest(const pick_nearest *a, const pick_nearest *b)
{
    assert_object(a->object, b->object);
    assert_int_equal(a->feature, b->feature);
    assert_int_equal(a->triangle, b->triangle);
    assert_int_equal(a->index, b->index);
    assert_memory_equal(&a->point, &b->point, sizeof a->point);
    assert_memory_equal(&a->normal, &b->normal, sizeof a->normal);
    assert_memory_equal(a->barycentric, b->barycentric, sizeof a->barycentric);
    assert_true(a->distance == b->distance && a->depth == b->depth && a->backface == b->backface);
}

// What is nearest is kept, visible, and the same for the twin; a surface under the position is what its ray hits.
static void the_nearest_agrees(void **state)
{
    (void)state;
    test_random random = {7};
    uint32_t found = 0;
    for (int i = 0; i < 40; i++) {
        crowd c = crowd_make(&random, true);
        pick_plane planes[PICK_SECTION_PLANES];
        pick_view view = squares_view(10, 0.1, 100, i % 2 == 0);
        assert_int_equal(pick_view_set_section(&view, planes, random_section(&random, planes)), PICK_OK);
        for (int k = 0; k < 30; k++) {
            const pick_vec2 at = random_place(&random, 20, 80);
            const pick_nearest_query wanted = {
                .features = 1u << random_index(&random, 3), .radius = 4, .visible = k % 2 == 0};
            pick_nearest fast, slow;
            const bool is = pick_nearest_in_window(c.scene, &view, at, &wanted, NULL, &fast);
            assert_int_equal(pick_nearest_in_window_brute_force(c.scene, &view, at, &wanted, NULL, &slow), is);
            if (!is)
                continue;
            assert_same_nearest(&fast, &slow);
            found++;
            for (uint32_t p = 0; p < view.section_count; p++)
                assert_true(pick_vec3_dot(view.section[p].normal, fast.point) + view.section[p].offset > -1e-9);
            const pick_ray ray = pick_view_ray(&view, at);
            pick_hit hit;
            if (wanted.features == PICK_FEATURE_SURFACE && fast.distance == 0 && wanted.visible) {
                assert_true(pick_closest(c.scene, &ray, NULL, &hit));
                assert_object(hit.object, fast.object);
            }
        }
        crowd_free(&c);
    }
    assert_true(found > 200);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(planes_are_set),
        cmocka_unit_test(points_are_cut),
        cmocka_unit_test(rays_are_shortened),
        cmocka_unit_test(rays_along_planes),
        cmocka_unit_test(the_first_kept_surface_is_hit),
        cmocka_unit_test(regions_hold_what_is_kept),
        cmocka_unit_test(the_nearest_is_kept),
        cmocka_unit_test(the_cursor_sees_what_is_kept),
        cmocka_unit_test(a_section_is_explained),
        cmocka_unit_test(the_frustum_is_whole),
        cmocka_unit_test(volumes_are_cut_open),
        cmocka_unit_test(rays_agree_with_points),
        cmocka_unit_test(regions_agree_with_planes),
        cmocka_unit_test(the_nearest_agrees),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
