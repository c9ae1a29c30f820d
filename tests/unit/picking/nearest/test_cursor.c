// Cursor queries: surfaces, proxies without one, and near misses.
#include "picking/cursor.h"

#include "near.h"
#include "squares.h"

#include <string.h>

static bool find(const squares *s, double x, double y, const pick_cursor_query *query, pick_cursor_hit *hit)
{
    pick_cursor_hit listed;
    pick_cursor_hit before;
    memset(hit, 0x5a, sizeof *hit);
    before = *hit;
    const pick_vec2 position = {x, y};
    const bool found = pick_cursor(s->scene, &s->view, position, query, hit);
    const size_t count = pick_cursor_all(s->scene, &s->view, position, query, &listed, 1);
    assert_int_equal(count > 0, found);
    if (found) {
        assert_int_equal(hit->proxy, listed.proxy);
        assert_true(pick_object_id_equal(hit->hit.object, listed.hit.object));
        assert_true(hit->distance == listed.distance && hit->hit.t == listed.hit.t);
    } else {
        assert_memory_equal(hit, &before, sizeof before);
    }
    return found;
}

static void exact_hits_are_picks(void **state)
{
    (void)state;
    squares s = squares_make();
    const pick_object_id id = squares_put(&s, s.square, 0, 0, 0);
    const pick_cursor_query query = PICK_CURSOR_QUERY_DEFAULT;
    pick_cursor_hit hit;
    assert_true(find(&s, 47, 52, &query, &hit));
    const pick_ray ray = pick_view_ray(&s.view, (pick_vec2){47, 52});
    pick_hit expected;
    assert_true(pick_closest(s.scene, &ray, NULL, &expected));
    assert_true(hit.hit.t == expected.t && pick_object_id_equal(hit.hit.object, id));
    assert_vec3_near(hit.hit.point, expected.point, 0);
    assert_vec3_near(hit.hit.normal, expected.normal, 0);
    assert_true(hit.distance == 0 && hit.proxy == PICK_NO_PROXY && hit.window.x == 47 && hit.window.y == 52);
    assert_false(find(&s, 44, 50, &query, &hit));
    assert_false(find(&s, (double)NAN, 50, &query, &hit));
    squares_free(&s);
}

// Near misses count in pixels, scaled; what is exactly under the mouse always wins.
static void tolerance(void **state)
{
    (void)state;
    squares s = squares_make();
    const pick_object_id wire = squares_put(&s, s.square, 0, 0, 0);
    pick_transform thin = PICK_TRANSFORM_IDENTITY;
    thin.linear[0] = 1e-6f;
    assert_int_equal(pick_scene_set_transform(s.scene, wire, &thin), PICK_OK);
    pick_cursor_query query = PICK_CURSOR_QUERY_DEFAULT;
    pick_cursor_hit hit;
    query.tolerance = 3;
    assert_true(find(&s, 52, 50, &query, &hit));
    assert_true(pick_object_id_equal(hit.hit.object, wire));
    assert_near(hit.distance, 2, 1e-4);
    assert_near(hit.window.x, 50, 1e-4);
    assert_near(hit.window.y, 50, 1e-4);
    assert_vec3_near(hit.hit.point, pick_vec3_make(0, 0, 0), 1e-5);
    assert_near(hit.hit.t, 10, 1e-5);
    assert_vec3_near(hit.hit.normal, pick_vec3_make(0, 0, 1), 1e-6);
    assert_false(find(&s, 53.1, 50, &query, &hit));
    query.scale = 2;
    assert_true(find(&s, 53.1, 50, &query, &hit));
    query.tolerance = 0;
    assert_false(find(&s, 52, 50, &query, &hit));
    query.tolerance = HUGE_VAL; // not a valid tolerance
    assert_false(find(&s, 52, 50, &query, &hit));
    query.tolerance = 3;
    const pick_object_id wall = squares_put(&s, s.square, 0, 0, -20); // 48.3..51.7
    assert_true(find(&s, 51, 50, &query, &hit));
    assert_true(pick_object_id_equal(hit.hit.object, wall));
    assert_true(hit.distance == 0);
    assert_true(find(&s, 50.0, 47.9, &query, &hit)); // exactly on the wire itself
    assert_true(pick_object_id_equal(hit.hit.object, wire));
    // Nothing in between may hide it.
    pick_transform shield = PICK_TRANSFORM_IDENTITY;
    shield.origin = pick_vec3_make(-0.95, 0, 5); // 30.5..50.5
    assert_int_equal(pick_scene_set_transform(s.scene, wall, &shield), PICK_OK);
    assert_true(find(&s, 52, 50, &query, &hit));
    assert_true(pick_object_id_equal(hit.hit.object, wall));
    assert_near(hit.distance, 1.5, 1e-4);
    squares_free(&s);
}

static void proxies_have_sizes_on_screen(void **state)
{
    (void)state;
    squares s = squares_make();
    const pick_object_id light = squares_put(&s, s.nothing, 0, 0, 0);
    const pick_proxy proxies[] = {
        {.object = light, .a = {0, 0, 0}, .b = {0, 0, 0}, .radius = 8},   // at (50, 50)
        {.a = {4, 4, 0}, .b = {4, -4, 0}, .radius = 1, .user = 42},       // x = 70, y 30..70
        {.a = {0, 0, 30}, .b = {0, 0, 30}, .radius = 50},                 // behind the camera
        {.a = {-4, -4, 30}, .b = {-4, -4, -10}, .radius = 0, .user = 43}, // comes from behind it
        {.object = {99, 1}, .a = {0, 4, 0}, .b = {0, 4, 0}, .radius = 8}, // of nothing
    };
    pick_cursor_query query = PICK_CURSOR_QUERY_DEFAULT;
    query.proxies = proxies;
    query.proxy_count = sizeof proxies / sizeof proxies[0];
    pick_cursor_hit hit;
    assert_true(find(&s, 57.9, 50, &query, &hit));
    assert_true(pick_object_id_equal(hit.hit.object, light) && hit.proxy == 0 && hit.hit.user == 0);
    assert_true(hit.distance == 0 && !hit.hit.locked);
    assert_near(hit.hit.t, 10 * sqrt(1 + 0.158 * 0.158), 1e-5);
    assert_vec3_near(hit.hit.normal, pick_vec3_make(0, 0, 1), 1e-9);
    assert_false(find(&s, 58.1, 50, &query, &hit));
    assert_true(find(&s, 69.1, 31, &query, &hit));
    assert_true(hit.proxy == 1 && hit.hit.user == 42 && pick_object_id_is_null(hit.hit.object));
    assert_false(hit.hit.locked);
    assert_near(hit.hit.point.y, 3.8, 1e-6);
    assert_false(find(&s, 50, 30, &query, &hit));
    query.tolerance = 3;
    assert_true(find(&s, 60, 50, &query, &hit));
    assert_true(hit.proxy == 0);
    assert_near(hit.distance, 2, 1e-9);
    assert_near(hit.window.x, 50, 1e-9);
    assert_true(find(&s, 10, 91, &query, &hit)); // 4 m to the left and down, at 5 m
    assert_int_equal(hit.hit.user, 43);
    // Layers and flags are those of the object.
    query.tolerance = 0;
    assert_int_equal(pick_scene_set_flags(s.scene, light, PICK_OBJECT_LOCKED), PICK_OK);
    assert_true(find(&s, 50, 50, &query, &hit) && hit.hit.locked);
    assert_int_equal(pick_scene_set_flags(s.scene, light, PICK_OBJECT_HIDDEN), PICK_OK);
    assert_false(find(&s, 50, 50, &query, &hit));
    assert_int_equal(pick_scene_set_flags(s.scene, light, 0), PICK_OK);
    pick_query layer = PICK_QUERY_DEFAULT;
    layer.hidden_layers = ~2u;
    assert_int_equal(pick_scene_set_layers(s.scene, light, 1), PICK_OK);
    query.query = &layer;
    assert_false(find(&s, 50, 50, &query, &hit));
    squares_free(&s);
}

// Depth decides between an icon and a wall, unless it is drawn on top.
static void proxies_and_surfaces_hide_each_other(void **state)
{
    (void)state;
    squares s = squares_make();
    const pick_object_id wall = squares_put(&s, s.square, 0, 0, 0);
    pick_proxy proxies[2] = {{.a = {0, 0, 1}, .b = {0, 0, 1}, .radius = 3, .user = 1},
                             {.a = {0, 0, 2}, .b = {0, 0, 2}, .radius = 2, .user = 2}};
    pick_cursor_query query = PICK_CURSOR_QUERY_DEFAULT;
    query.proxies = proxies;
    query.proxy_count = 2;
    pick_cursor_hit hit;
    assert_true(find(&s, 50, 50, &query, &hit) && hit.proxy == 1);
    assert_true(find(&s, 52.5, 50, &query, &hit) && hit.proxy == 0);
    proxies[0].a.z = proxies[0].b.z = proxies[1].a.z = proxies[1].b.z = -1;
    assert_true(find(&s, 50, 50, &query, &hit));
    assert_true(pick_object_id_equal(hit.hit.object, wall) && hit.proxy == PICK_NO_PROXY);
    proxies[0].flags = PICK_PROXY_ON_TOP;
    assert_true(find(&s, 50, 50, &query, &hit) && hit.proxy == 0);
    pick_cursor_hit all[4];
    assert_int_equal(pick_cursor_all(s.scene, &s.view, (pick_vec2){50, 50}, &query, all, 4), 3);
    assert_true(all[0].proxy == 0 && all[1].proxy == PICK_NO_PROXY && all[2].proxy == 1);
    assert_vec3_near(all[1].hit.normal, pick_vec3_make(0, 0, 1), 0);
    // Near ones behind a wall do not count, but for those on top.
    query.tolerance = 20;
    query.proxy_count = 1;
    proxies[0] = (pick_proxy){.a = {0.9, 0, -1}, .b = {0.9, 0, -1}, .radius = 1, .user = 1}; // 54.1
    assert_true(find(&s, 57, 50, &query, &hit));
    assert_true(pick_object_id_equal(hit.hit.object, wall));
    assert_near(hit.distance, 2, 1e-4);
    proxies[0].flags = PICK_PROXY_ON_TOP;
    assert_true(find(&s, 57, 50, &query, &hit) && hit.proxy == 0); // its edge is nearer than the wall's
    assert_near(hit.distance, 1.909, 1e-3);
    assert_int_equal(pick_scene_set_flags(s.scene, wall, PICK_OBJECT_HIDDEN), PICK_OK);
    assert_true(find(&s, 57, 50, &query, &hit) && hit.proxy == 0);
    squares_free(&s);
}

// An object with a mesh and an icon, and one of many segments, are listed once, by what is first.
static void objects_are_listed_once(void **state)
{
    (void)state;
    squares s = squares_make();
    const pick_object_id lamp = squares_put(&s, s.square, 0, 0, 0);
    const pick_object_id curve = squares_put(&s, s.nothing, 0, 0, 0);
    pick_proxy proxies[] = {{.object = lamp, .a = {0, 0, 1}, .b = {0, 0, 1}, .radius = 3},
                            {.object = curve, .a = {-1, 0, -1}, .b = {0, 0, -1}, .radius = 1},
                            {.object = curve, .a = {0, 0, -1}, .b = {1, 0, -2}, .radius = 1},
                            {.a = {0, 0, -3}, .b = {0, 0, -3}, .radius = 1}};
    pick_cursor_query query = PICK_CURSOR_QUERY_DEFAULT;
    query.proxies = proxies;
    query.proxy_count = 4;
    pick_cursor_hit all[8];
    const pick_vec2 middle = {50, 50};
    assert_int_equal(pick_cursor_all(s.scene, &s.view, middle, &query, all, 8), 3);
    assert_true(all[0].proxy == 0 && all[1].proxy == 1 && all[2].proxy == 3);
    proxies[0].a.z = proxies[0].b.z = -0.5; // the icon now lies behind the mesh
    assert_int_equal(pick_cursor_all(s.scene, &s.view, middle, &query, all, 8), 3);
    assert_true(all[0].proxy == PICK_NO_PROXY && pick_object_id_equal(all[0].hit.object, lamp));
    assert_true(all[1].proxy == 1 && all[2].proxy == 3);
    assert_int_equal(pick_cursor_all(s.scene, &s.view, middle, &query, NULL, 0), 3);
    squares_free(&s);
}

static void ties_go_to_the_lower_number(void **state)
{
    (void)state;
    squares s = squares_make();
    for (int i = 0; i < 3; i++)
        squares_put(&s, s.square, 0, 0, 0);
    const pick_proxy proxies[2] = {{.a = {0, 0, 2}, .b = {0, 0, 2}, .radius = 2, .user = 5},
                                   {.a = {0, 0, 2}, .b = {0, 0, 2}, .radius = 2, .user = 6}};
    pick_cursor_query query = PICK_CURSOR_QUERY_DEFAULT;
    query.proxies = proxies;
    query.proxy_count = 2;
    pick_cursor_hit all[5];
    assert_int_equal(pick_cursor_all(s.scene, &s.view, (pick_vec2){50, 50}, &query, all, 5), 5);
    assert_true(all[0].hit.user == 5 && all[1].hit.user == 6);
    for (uint32_t i = 0; i < 3; i++)
        assert_true(pick_object_id_equal(all[2 + i].hit.object, s.ids[i]));
    squares_free(&s);
}

// In a view without perspective proxies face the camera; a view may have no far plane.
static void views_of_every_kind(void **state)
{
    (void)state;
    squares s = squares_make();
    const pick_proxy proxies[] = {{.a = {3, 2, 1}, .b = {3, 2, 1}, .radius = 2, .user = 5},
                                  {.a = {-9e5, 0, -1e6}, .b = {-9e5, 0, -1e6}, .radius = 2, .user = 6}};
    pick_cursor_query query = PICK_CURSOR_QUERY_DEFAULT;
    query.proxies = proxies;
    query.proxy_count = 2;
    pick_cursor_hit hit;
    s.view = squares_view(10, 0.1, 100, true); // 10 m to each side: 5 points a metre
    assert_true(find(&s, 66, 40, &query, &hit));
    assert_int_equal(hit.hit.user, 5);
    assert_vec3_near(hit.hit.normal, pick_vec3_make(0, 0, 1), 1e-12);
    assert_near(hit.hit.t, 9, 1e-6); // from the eye's plane
    s.view = squares_view(10, 0.1, 100, false);
    assert_false(find(&s, 5, 50, &query, &hit));
    s.view = squares_view(10, 0.1, HUGE_VAL, false);
    assert_true(s.view.infinite_far);
    assert_true(find(&s, 5, 50, &query, &hit));
    assert_int_equal(hit.hit.user, 6);
    squares_free(&s);
}

// The nearest of all near hits wins, proxy or surface, and is reported once.
static void the_nearest_of_those_near(void **state)
{
    (void)state;
    squares s = squares_make();
    const pick_object_id wall = squares_put(&s, s.square, 0, 0, 0);              // 45..55
    pick_proxy proxy = {.a = {2, 0, 0}, .b = {2, 0, 0}, .radius = 1, .user = 9}; // 59..61
    pick_cursor_query query = PICK_CURSOR_QUERY_DEFAULT;
    query.proxies = &proxy;
    query.proxy_count = 1;
    query.tolerance = 5;
    pick_cursor_hit hit;
    assert_true(find(&s, 56, 50, &query, &hit));
    assert_true(pick_object_id_equal(hit.hit.object, wall) && hit.proxy == PICK_NO_PROXY);
    assert_near(hit.distance, 1, 1e-6);
    assert_true(find(&s, 58, 50, &query, &hit));
    assert_true(hit.proxy == 0 && hit.hit.user == 9);
    assert_near(hit.distance, 1, 1e-6);
    assert_int_equal(pick_cursor_all(s.scene, &s.view, (pick_vec2){58, 50}, &query, NULL, 0), 1);
    squares_free(&s);
}

static bool is_asked_for(void *user, pick_object_id object, uint64_t object_user)
{
    (void)object;
    return object_user == *(const uint64_t *)user;
}

// Proxies of an object that the position is beside, or that are not on screen, do not stand for it; and a filter
// decides about the proxies of an object as about its mesh.
static void other_proxies_of_an_object(void **state)
{
    (void)state;
    squares s = squares_make();
    const pick_object_id lamp = squares_put(&s, s.square, 0, 0, 0);
    const pick_proxy proxies[] = {{.object = lamp, .a = {0, 0, 30}, .b = {0, 0, 30}, .radius = 9}, // behind the camera
                                  {.object = lamp, .a = {4, 0, 5}, .b = {4, 0, 5}, .radius = 1},   // far from it
                                  {.object = lamp, .a = {0, 0, 1}, .b = {0, 0, 1}, .radius = 3}};
    uint64_t wanted = 0;
    pick_query filtered = PICK_QUERY_DEFAULT;
    filtered.object_filter = is_asked_for;
    filtered.object_filter_user = &wanted;
    pick_cursor_query query = PICK_CURSOR_QUERY_DEFAULT;
    query.proxies = proxies;
    query.proxy_count = 3;
    pick_cursor_hit all[4];
    for (int i = 0; i < 4; i++) {
        query.query = i % 2 != 0 ? &filtered : NULL;
        query.tolerance = i < 2 ? 0 : 60; // near enough, but only near
        assert_int_equal(pick_cursor_all(s.scene, &s.view, (pick_vec2){50, 50}, &query, all, 4), 1);
        assert_true(all[0].proxy == 2 && pick_object_id_equal(all[0].hit.object, lamp));
    }
    wanted = 1;
    assert_int_equal(pick_cursor_all(s.scene, &s.view, (pick_vec2){50, 50}, &query, all, 4), 0);
    squares_free(&s);
}

// A wall seen exactly from its edge, which no ray hits, is under the mouse all the same: before what is only near.
static void a_wall_seen_from_its_edge(void **state)
{
    (void)state;
    squares s = squares_make();
    pick_transform turned = PICK_TRANSFORM_IDENTITY; // into the plane x = 0, which the eye is in
    turned.linear[0] = turned.linear[8] = 0;
    turned.linear[2] = -1;
    turned.linear[6] = 1;
    const pick_object_id wall = squares_put(&s, s.both_sides, 0, 0, 0);
    assert_int_equal(pick_scene_set_transform(s.scene, wall, &turned), PICK_OK);
    const pick_proxy proxy = {.a = {0.3, 0, 0}, .b = {0.3, 0, 0}, .radius = 0.5};
    pick_cursor_query query = PICK_CURSOR_QUERY_DEFAULT;
    query.proxies = &proxy;
    query.proxy_count = 1;
    query.tolerance = 3;
    pick_cursor_hit hit;
    const pick_ray ray = pick_view_ray(&s.view, (pick_vec2){50, 50.5});
    assert_false(pick_any(s.scene, &ray, NULL));
    assert_true(find(&s, 50, 50.5, &query, &hit));
    assert_true(hit.proxy == PICK_NO_PROXY && pick_object_id_equal(hit.hit.object, wall));
    assert_true(hit.distance == 0);
    assert_true(find(&s, 50.75, 50, &query, &hit));
    assert_true(hit.proxy == 0); // 0.25 from its rim, 0.75 from the wall
    squares_free(&s);
}

// The point of an outline that is nearest to the mouse is where a line of sight grazes: it hides nothing of itself,
// also where rounding is coarse.
static void outlines_are_seen(void **state)
{
    (void)state;
    squares s = squares_make();
    static const pick_shape ball = {.type = PICK_SHAPE_SPHERE, .as.sphere = {{0, 0, 0}, 1}};
    const float middle[3] = {0, 0, 0};
    pick_volume *solid, *hollow;
    pick_thin *point;
    pick_scene *within;
    pick_cursor_query query = PICK_CURSOR_QUERY_DEFAULT;
    const pick_vec3 far = {1e5 + 1.0 / 3, -7e4 - 1.0 / 7, 3e4};
    query.tolerance = 25;
    s.view.eye = far;
    assert_int_equal(pick_volume_create(&(pick_volume_desc){.shape = &ball}, NULL, &solid), PICK_OK);
    assert_int_equal(pick_volume_create(&(pick_volume_desc){&ball, PICK_VOLUME_SURFACE}, NULL, &hollow), PICK_OK);
    assert_int_equal(
        pick_points_create(&(pick_points_desc){.positions = middle, .count = 1, .radius = 1}, NULL, &point), PICK_OK);
    assert_int_equal(pick_scene_create(NULL, &within), PICK_OK);
    for (int kind = 0; kind < 6; kind++) {
        pick_object_desc desc = PICK_OBJECT_DESC_DEFAULT, outer = PICK_OBJECT_DESC_DEFAULT;
        desc.volume = kind % 3 == 0 ? solid : (kind % 3 == 1 ? hollow : NULL);
        desc.thin = kind % 3 == 2 ? point : NULL;
        outer.scene = within;
        pick_scene *const own = kind < 3 ? s.scene : within;
        pick_object_id id, instance;
        assert_int_equal(pick_scene_add(own, &desc, &id), PICK_OK);
        if (kind >= 3)
            assert_int_equal(pick_scene_add(s.scene, &outer, &instance), PICK_OK);
        for (int i = 0; i < 300; i++) {
            pick_cursor_hit hit, twin;
            const double size = 0.02 + 0.003 * i, x = 3 * sin(i), y = 3 * cos(5 * i), turn = 7.0 * i;
            const float c = (float)(size * cos(i)), d = (float)(size * sin(i));
            desc.transform = (pick_transform){.linear = {c, d, 0, -0.3f * d, 1.7f * c, d, 0.6f * d, -0.4f * d, c},
                                              .origin = {far.x + x, far.y + y, far.z - 10 - 0.1 * i}};
            assert_int_equal(pick_scene_set_transform(own, id, &desc.transform), PICK_OK);
            pick_scene_nested_changed(s.scene, within);
            const double scale = 50 / (10 + 0.1 * i); // points a metre there
            const double out = 1.8 * size * scale + 2;
            const pick_vec2 at = {50 + scale * x + out * cos(turn), 50 - scale * y + out * sin(turn)};
            assert_true(pick_cursor(s.scene, &s.view, at, &query, &hit));
            assert_true(hit.distance > 0 && hit.hit.path_count == (kind >= 3 ? 1 : 0));
            assert_true(pick_cursor_brute_force(s.scene, &s.view, at, &query, &twin) && twin.distance == hit.distance);
        }
        assert_int_equal(pick_scene_remove(own, id), PICK_OK);
        if (kind >= 3)
            assert_int_equal(pick_scene_remove(s.scene, instance), PICK_OK);
    }
    squares_free(&s);
    pick_scene_destroy(within);
    pick_volume_destroy(solid);
    pick_volume_destroy(hollow);
    pick_thin_destroy(point);
}

// A line of sight may run as deep in what it grazes as it may end beside it, and a little farther.
static void what_is_grazed_may_not_be_deep(void **state)
{
    (void)state;
    squares s = squares_make();
    static const pick_shape box = {.type = PICK_SHAPE_AABB, .as.aabb = {{-1, -1, -1}, {1, 1, 1}}};
    pick_volume *solid;
    pick_object_desc desc = PICK_OBJECT_DESC_DEFAULT;
    pick_object_id id;
    assert_int_equal(pick_volume_create(&(pick_volume_desc){.shape = &box}, NULL, &solid), PICK_OK);
    desc.volume = solid;
    assert_int_equal(pick_scene_add(s.scene, &desc, &id), PICK_OK);
    // Its size is 2 sqrt(3), a millionth of which is 3.3e-6, and two thousandths are 6.8e-3.
    const pick_vec3 end = {0.5, 0, 1};
    assert_true(pick_visible(s.scene, pick_vec3_make(-0.5, 0, 3), end, NULL));
    assert_false(pick_visible(s.scene, pick_vec3_make(0.5 - 4e-3, 0, 1), end, NULL)); // it begins inside
    assert_true(pick_visible(s.scene, pick_vec3_make(-1.5, 0, 1 + 2e-3), pick_vec3_make(0.5, 0, 1 - 3e-6), NULL));
    assert_false(pick_visible(s.scene, pick_vec3_make(-1.5, 0, 1 + 2e-3), pick_vec3_make(0.5, 0, 1 - 4e-6), NULL));
    assert_false(pick_visible(s.scene, pick_vec3_make(-1.5, 0, 1 + 2e-4), pick_vec3_make(0.5, 0, 1 - 3e-6), NULL));
    assert_int_equal(pick_scene_remove(s.scene, id), PICK_OK);
    // A tube, far from where it begins: a millionth of its radius is 9.5e-7.
    static const float ends[6] = {0, 0, -5, 0, 0, 5};
    pick_thin *tube;
    desc = PICK_OBJECT_DESC_DEFAULT;
    assert_int_equal(
        pick_curves_create(&(pick_curves_desc){.positions = ends, .position_count = 2, .radius = 1}, NULL, &tube),
        PICK_OK);
    desc.thin = tube;
    assert_int_equal(pick_scene_add(s.scene, &desc, &id), PICK_OK);
    assert_true(pick_visible(s.scene, pick_vec3_make(-9, 1 - 2e-7, 3), pick_vec3_make(0, 1 - 2e-7, 3), NULL));
    assert_false(pick_visible(s.scene, pick_vec3_make(-9, 1 - 1e-6, 3), pick_vec3_make(0, 1 - 1e-6, 3), NULL));
    pick_scene_destroy(s.scene);
    s.scene = NULL;
    squares_free(&s);
    pick_volume_destroy(solid);
    pick_thin_destroy(tube);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(exact_hits_are_picks),
        cmocka_unit_test(tolerance),
        cmocka_unit_test(proxies_have_sizes_on_screen),
        cmocka_unit_test(proxies_and_surfaces_hide_each_other),
        cmocka_unit_test(objects_are_listed_once),
        cmocka_unit_test(ties_go_to_the_lower_number),
        cmocka_unit_test(views_of_every_kind),
        cmocka_unit_test(the_nearest_of_those_near),
        cmocka_unit_test(other_proxies_of_an_object),
        cmocka_unit_test(a_wall_seen_from_its_edge),
        cmocka_unit_test(outlines_are_seen),
        cmocka_unit_test(what_is_grazed_may_not_be_deep),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
