// Cursor queries: something thin in front takes the place of what is exactly under the mouse.
#include "picking/cursor.h"

#include "near.h"
#include "squares.h"

#include <math.h>
#include <string.h>

// At 10 m a metre is 5 points, so the reach of 6 points is 1.2 m at the distance of the origin.
enum { REACH = 6 };

static pick_object_id put(squares *s, pick_vec3 at, double half_x, double half_y)
{
    const pick_object_id id = squares_put(s, s->both_sides, 0, 0, 0);
    pick_transform t = PICK_TRANSFORM_IDENTITY;
    t.linear[0] = (float)half_x;
    t.linear[4] = (float)half_y;
    t.origin = at;
    assert_int_equal(pick_scene_set_transform(s->scene, id, &t), PICK_OK);
    return id;
}

static pick_object_id put_wall(squares *s)
{
    return put(s, pick_vec3_make(0, 0, -5), 20, 20);
}

// A vertical strip, 0.1 m wide: half a point.
static pick_object_id put_wire(squares *s, double x, double z)
{
    return put(s, pick_vec3_make(x, 0, z), 0.05, 5);
}

// The answers of all four functions agree. The null handle: nothing is found.
static pick_object_id find_with(const squares *s, double x, double y, const pick_cursor_query *query,
                                pick_cursor_hit *hit)
{
    pick_cursor_hit twin, listed[2];
    const pick_vec2 position = {x, y};
    *hit = (pick_cursor_hit){.distance = -1};
    memset(listed, 0, sizeof listed);
    const bool found = pick_cursor(s->scene, &s->view, position, query, hit);
    assert_int_equal(pick_cursor_brute_force(s->scene, &s->view, position, query, &twin), found);
    const size_t count = pick_cursor_all(s->scene, &s->view, position, query, listed, 2);
    assert_int_equal(pick_cursor_all(s->scene, &s->view, position, query, NULL, 0), count);
    assert_int_equal(count > 0, found);
    if (!found)
        return (pick_object_id){0, 0};
    assert_true(pick_object_id_equal(hit->hit.object, twin.hit.object) && hit->distance == twin.distance);
    assert_true(pick_object_id_equal(hit->hit.object, listed[0].hit.object) && hit->distance == listed[0].distance);
    assert_true(hit->thin == twin.thin && hit->thin == listed[0].thin && hit->proxy == listed[0].proxy);
    if (hit->thin) { // what is exact follows
        assert_true(count > 1 && listed[1].distance == 0 && !listed[1].thin);
        assert_near(pick_vec3_length(listed[1].hit.normal), 1, 1e-12);
    }
    return hit->hit.object;
}

static bool finds(const squares *s, double x, double y, pick_object_id wanted)
{
    pick_cursor_query query = PICK_CURSOR_QUERY_DEFAULT;
    pick_cursor_hit hit;
    query.tolerance = REACH;
    return pick_object_id_equal(find_with(s, x, y, &query, &hit), wanted);
}

static void a_wire_before_a_wall(void **state)
{
    (void)state;
    squares s = squares_make();
    const pick_object_id wall = put_wall(&s);
    const pick_object_id wire = put_wire(&s, 0, 0);
    pick_cursor_query query = PICK_CURSOR_QUERY_DEFAULT;
    pick_cursor_hit hit;
    query.tolerance = REACH;
    assert_true(pick_object_id_equal(find_with(&s, 53, 50, &query, &hit), wire));
    assert_true(hit.thin && hit.proxy == PICK_NO_PROXY);
    assert_near(hit.distance, 2.75, 1e-6);
    assert_near(hit.window.x, 50.25, 1e-6);
    assert_vec3_near(hit.hit.point, pick_vec3_make(0.05, 0, 0), 1e-6);
    pick_cursor_hit all[3];
    assert_int_equal(pick_cursor_all(s.scene, &s.view, (pick_vec2){53, 50}, &query, all, 3), 2);
    assert_true(pick_object_id_equal(all[1].hit.object, wall));
    assert_int_equal(pick_cursor_all(s.scene, &s.view, (pick_vec2){53, 50}, &query, all, 1), 2);
    assert_true(pick_object_id_equal(find_with(&s, 57, 50, &query, &hit), wall));
    assert_false(hit.thin);
    assert_true(pick_object_id_equal(find_with(&s, 50, 50, &query, &hit), wire)); // exactly
    assert_false(hit.thin);
    query.scale = 2;
    assert_true(pick_object_id_equal(find_with(&s, 57, 50, &query, &hit), wire));
    query.scale = 1;
    query.exact_wins = true;
    assert_true(pick_object_id_equal(find_with(&s, 53, 50, &query, &hit), wall));
    query = PICK_CURSOR_QUERY_DEFAULT;
    assert_true(pick_object_id_equal(find_with(&s, 53, 50, &query, &hit), wall));
    squares_free(&s);
}

// What is large beside the mouse never wins, at an edge or at a corner; what is as small as the reach does.
static void large_things_do_not_win(void **state)
{
    (void)state;
    squares s = squares_make();
    const pick_object_id wall = put_wall(&s);
    const pick_object_id table = put(&s, pick_vec3_make(-5, 0, 0), 3, 3); // 10..40 across, 35..65 down
    assert_true(finds(&s, 43, 50, wall));
    assert_true(finds(&s, 42, 33, wall));
    assert_true(finds(&s, 40.1, 34.9, wall));
    assert_true(finds(&s, 39, 50, table));
    pick_transform t = PICK_TRANSFORM_IDENTITY;
    static const struct {
        double half_x, half_y;
        bool wins;
    } SIZES[] = {{0.4, 3, true}, {0.58, 3, false}, {0.4, 0.4, true}, {0.5, 0.5, true}, {1, 1, false}};
    for (size_t i = 0; i < sizeof SIZES / sizeof SIZES[0]; i++) { // 5 points a metre, both ways
        t.linear[0] = (float)SIZES[i].half_x;
        t.linear[4] = (float)SIZES[i].half_y;
        assert_int_equal(pick_scene_set_transform(s.scene, table, &t), PICK_OK);
        assert_true(finds(&s, 50 + 5 * SIZES[i].half_x + 2, 50, SIZES[i].wins ? table : wall));
    }
    squares_free(&s);
}

// Of two things in reach, only the thin one wins, be the large one nearer.
static void large_things_do_not_hide_thin_ones(void **state)
{
    (void)state;
    squares s = squares_make();
    const pick_object_id wall = put_wall(&s);
    put(&s, pick_vec3_make(-5, 0, 0), 3, 3);            // to 40
    const pick_object_id wire = put_wire(&s, -0.95, 0); // 45
    assert_true(finds(&s, 41, 50, wire));
    // Of more large ones than are tried, the thin one is not found.
    for (int i = 1; i < PICK_CURSOR_THIN_TRIES; i++) {
        assert_true(finds(&s, 41, 50, wire));
        put(&s, pick_vec3_make(-5, 0, 0.01 * i), 3, 3);
    }
    assert_true(finds(&s, 41, 50, wall));
    squares_free(&s);
}

// The object under the mouse is thin too: then the exact hit wins.
static void thin_things_do_not_yield(void **state)
{
    (void)state;
    squares s = squares_make();
    put_wall(&s);
    put_wire(&s, 0, 0);
    const pick_object_id other = put(&s, pick_vec3_make(0, 0, -1), 5, 0.06);
    assert_true(finds(&s, 53, 50, other));
    squares_free(&s);
}

static void only_what_is_in_front(void **state)
{
    (void)state;
    squares s = squares_make();
    const pick_object_id table = put(&s, pick_vec3_make(-5, 0, 0), 5, 5); // to x = 50
    const pick_object_id wire = put_wire(&s, 0.4, -3);                    // beside it, farther away
    assert_true(finds(&s, 49, 50, table));
    pick_transform t = PICK_TRANSFORM_IDENTITY;
    t.linear[0] = 0.05f;
    t.origin = pick_vec3_make(0.4, 0, 0.5); // nearer
    assert_int_equal(pick_scene_set_transform(s.scene, wire, &t), PICK_OK);
    assert_true(finds(&s, 49, 50, wire));
    // Something else hides it.
    const pick_object_id cover = put(&s, pick_vec3_make(2.8, 0, 1), 2.5, 5); // from 51.7
    assert_true(finds(&s, 49, 50, table));
    assert_true(finds(&s, 51, 50, cover)); // nothing is exact there: the nearest wins
    pick_scene_remove(s.scene, cover);
    assert_true(finds(&s, 49, 50, wire));
    // Hardly farther away than the table, but beside it.
    t.origin = pick_vec3_make(0.4, 0, -0.2);
    assert_int_equal(pick_scene_set_transform(s.scene, wire, &t), PICK_OK);
    assert_true(finds(&s, 49, 50, table));
    squares_free(&s);
}

// A part of something large that shows through a slit is not thin.
static void hidden_parts_count(void **state)
{
    (void)state;
    squares s = squares_make();
    const pick_object_id wall = put_wall(&s);
    const pick_object_id table = put(&s, pick_vec3_make(-5, 0, 0), 5, 5); // to x = 50
    put(&s, pick_vec3_make(-5.1, 0, 0.5), 5, 5);                          // hides all but half a point
    assert_true(finds(&s, 49.7, 50, table));
    assert_true(finds(&s, 52, 50, wall));
    squares_free(&s);
}

// A floor that is seen at a flat angle: what lies on it is found, be it farther away than the place under the mouse.
static void on_a_floor(void **state)
{
    (void)state;
    for (int kind = 0; kind < 2; kind++) {
        squares s = squares_make();
        const pick_object_id floor = put(&s, pick_vec3_make(0, 0, 0), 1, 1);
        pick_transform t = PICK_TRANSFORM_IDENTITY; // y = -2 in front of the eye, rising to y = 0 at z = -10
        t.linear[0] = 30;
        t.linear[4] = 1;
        t.linear[5] = -10;
        t.linear[8] = 1;
        t.origin = pick_vec3_make(0, -2, 0);
        assert_int_equal(pick_scene_set_transform(s.scene, floor, &t), PICK_OK);
        const pick_object_id cable = put(&s, pick_vec3_make(0, -1.95, 0), 5, 0.03);
        if (kind == 1)
            s.view = squares_view(10, 0.1, 100, true);
        const double y = 59.75;                   // of the cable
        assert_true(finds(&s, 50, y + 3, cable)); // the floor there is nearer than the cable
        assert_true(finds(&s, 50, y - 3, cable)); // and there farther away
        assert_true(finds(&s, 50, y + 8, floor));
        // Far behind the floor's plane, or beside the floor, it does not lie on it.
        pick_transform away = PICK_TRANSFORM_IDENTITY;
        away.linear[4] = 0.03f;
        away.origin = pick_vec3_make(0, -2 * 2, -10);
        assert_int_equal(pick_scene_set_transform(s.scene, cable, &away), PICK_OK);
        assert_true(finds(&s, 50, y + 3, floor));
        squares_free(&s);
    }
}

// A mesh of quads that stand upright, from (x0, z0) to (x1, z1), as one object.
static pick_object_id put_quads(squares *s, const float (*x0z0x1z1)[4], uint32_t count, pick_mesh **mesh)
{
    float corner[4][6][3];
    for (uint32_t i = 0; i < count; i++) {
        const float *q = x0z0x1z1[i];
        const float made[6][3] = {{q[0], -5, q[1]}, {q[2], -5, q[3]}, {q[2], 5, q[3]},
                                  {q[0], -5, q[1]}, {q[2], 5, q[3]},  {q[0], 5, q[1]}};
        memcpy(corner[i], made, sizeof made);
    }
    const pick_mesh_desc desc = {.positions = &corner[0][0][0], .vertex_count = 6 * count};
    assert_int_equal(pick_mesh_create(&desc, NULL, mesh), PICK_OK);
    return squares_put(s, *mesh, 0, 0, 0);
}

// What lies flush on a hull that bends away is found, though it is behind the plane of the place under the mouse.
static void on_a_hull(void **state)
{
    (void)state;
    squares s = squares_make();
    pick_mesh *hull, *line;
    static const float RIDGE[2][4] = {{-5, -1, 0, 0}, {0, 0, 5, -1}}, LINE[1][4] = {{0.3f, -0.05f, 0.32f, -0.054f}};
    const pick_object_id object = put_quads(&s, RIDGE, 2, &hull);
    const pick_object_id seam = put_quads(&s, LINE, 1, &line);
    assert_true(finds(&s, 49, 50, seam));
    assert_true(finds(&s, 44, 50, object));
    pick_scene_destroy(s.scene);
    s.scene = NULL;
    pick_mesh_destroy(hull);
    pick_mesh_destroy(line);
    squares_free(&s);
}

// Beside a near part of an object, what stands far away before a far part of it is behind.
static void behind_a_near_part(void **state)
{
    (void)state;
    squares s = squares_make();
    pick_mesh *hills;
    static const float HILLS[2][4] = {{-5, 0, 0, 0}, {-90, -60, 90, -60}};
    const pick_object_id land = put_quads(&s, HILLS, 2, &hills);
    const pick_object_id pole = put(&s, pick_vec3_make(1.5, 0, -30), 0.1, 3); // at x = 51.9
    assert_true(finds(&s, 51, 50, pole));
    assert_true(finds(&s, 49, 50, land));
    pick_scene_destroy(s.scene);
    s.scene = NULL;
    pick_mesh_destroy(hills);
    squares_free(&s);
}

// Another bar of the same object, as far away as the reach, does not make a bar large.
static void two_bars(void **state)
{
    (void)state;
    squares s = squares_make();
    pick_mesh *bars;
    static const float BARS[2][4] = {{-0.1f, 0, 0, 0}, {1.06f, 0, 1.22f, 0}}; // 49.5..50 and 55.3..56.1
    put_wall(&s);
    const pick_object_id grid = put_quads(&s, BARS, 2, &bars);
    assert_true(finds(&s, 52, 50, grid));
    pick_scene_destroy(s.scene);
    s.scene = NULL;
    pick_mesh_destroy(bars);
    squares_free(&s);
}

// Near the horizon, what is above it does not lie on the floor, whose plane is never met there.
static void above_the_horizon(void **state)
{
    (void)state;
    squares s = squares_make();
    const pick_object_id floor = squares_put(&s, s.both_sides, 0, 0, 0);
    pick_transform t = PICK_TRANSFORM_IDENTITY; // y = -2, from z = 50 to z = -950
    t.linear[0] = 500;
    t.linear[4] = 0;
    t.linear[5] = -500;
    t.linear[8] = 1;
    t.linear[7] = 1;
    t.origin = pick_vec3_make(0, -2, -450);
    assert_int_equal(pick_scene_set_transform(s.scene, floor, &t), PICK_OK);
    s.view = squares_view(10, 0.1, HUGE_VAL, false);
    const pick_object_id kite = put(&s, pick_vec3_make(0, 2, -90), 0.2, 0.2); // at y = 49, 100 m away
    assert_true(finds(&s, 50, 52, floor));                                    // 50 m away
    assert_true(finds(&s, 50, 49, kite));
    assert_true(finds(&s, 50, 50.5, kite)); // the floor there is 200 m away
    squares_free(&s);
}

// What is exactly under the mouse is large if it covers three neighbours of the sixteen directions, whichever they are.
static void arcs_in_all_directions(void **state)
{
    (void)state;
    for (int direction = 0; direction < 16; direction++) {
        for (int narrow = 0; narrow < 2; narrow++) {
            squares s = squares_make();
            const double middle = direction * 0.39269908169872414, half = narrow ? 0.3 : 0.5; // 22.5 degrees are 0.39
            const double way[2] = {cos(middle), -sin(middle)};
            float corner[9] = {(float)(-0.02 * way[0]), (float)(-0.02 * way[1]), 0};
            for (int side = 0; side < 2; side++) {
                const double angle = -middle + (side == 0 ? -half : half);
                corner[3 + 3 * side] = (float)(5 * cos(angle));
                corner[4 + 3 * side] = (float)(5 * sin(angle));
            }
            pick_mesh *mesh = NULL;
            const pick_mesh_desc desc = {.positions = corner, .vertex_count = 3};
            assert_int_equal(pick_mesh_create(&desc, NULL, &mesh), PICK_OK);
            const pick_object_id wedge = squares_put(&s, mesh, 0, 0, -5);
            const pick_object_id crumb = put(&s, pick_vec3_make(-0.6 * way[0], -0.6 * way[1], 0), 0.02, 0.02);
            assert_true(finds(&s, 50, 50, narrow ? wedge : crumb));
            pick_scene_destroy(s.scene);
            s.scene = NULL;
            pick_mesh_destroy(mesh);
            squares_free(&s);
        }
    }
}

// A wall that runs away from the eye, towards each corner of the reach: something small in front of it there may be
// much farther away than what is under the mouse.
static void before_a_wall_that_runs_away(void **state)
{
    (void)state;
    for (int i = 0; i < 4; i++) {
        squares s = squares_make();
        const double x = i % 2 ? 1 : -1, y = i / 2 ? 1 : -1;
        const pick_object_id wall = put(&s, pick_vec3_make(0, 0, -5), 20, 20);
        pick_transform t = PICK_TRANSFORM_IDENTITY;
        t.linear[0] = t.linear[4] = 20;
        t.linear[2] = (float)(-80 * x);
        t.linear[5] = (float)(-80 * y);
        t.origin = pick_vec3_make(0, 0, -5);
        assert_int_equal(pick_scene_set_transform(s.scene, wall, &t), PICK_OK);
        assert_true(finds(&s, 50, 50, wall));
        const pick_object_id crumb = put(&s, pick_vec3_make(2.8 * x, 2.8 * y, -25), 0.05, 0.05); // the wall: at -32
        assert_true(finds(&s, 50, 50, crumb));
        squares_free(&s);
    }
}

static void locked_things(void **state)
{
    (void)state;
    squares s = squares_make();
    const pick_object_id wall = put_wall(&s);
    const pick_object_id wire = put_wire(&s, 0, 0);
    assert_int_equal(pick_scene_set_flags(s.scene, wall, PICK_OBJECT_LOCKED), PICK_OK);
    assert_true(finds(&s, 53, 50, wire));
    assert_int_equal(pick_scene_set_flags(s.scene, wire, PICK_OBJECT_LOCKED), PICK_OK);
    assert_true(finds(&s, 53, 50, wall));
    assert_int_equal(pick_scene_set_flags(s.scene, wire, PICK_OBJECT_HIDDEN), PICK_OK);
    assert_true(finds(&s, 53, 50, wall));
    squares_free(&s);
}

static void the_order_of_thin_things(void **state)
{
    (void)state;
    squares s = squares_make();
    put_wall(&s);
    const pick_object_id first = put_wire(&s, -0.5, 0);
    const pick_object_id second = put_wire(&s, 0.5, 0);
    assert_true(finds(&s, 49.9, 50, first));
    assert_true(finds(&s, 50.1, 50, second));
    assert_true(finds(&s, 50, 50, first)); // as near, as far away: the lower number
    s.view = squares_view(10, 0.1, 100, true);
    assert_true(finds(&s, 50, 50, first));
    pick_transform t = PICK_TRANSFORM_IDENTITY;
    t.linear[0] = 0.05f;
    t.origin = pick_vec3_make(0.5, 0, 2);
    assert_int_equal(pick_scene_set_transform(s.scene, second, &t), PICK_OK);
    assert_true(finds(&s, 50, 50, second)); // nearer to the eye
    squares_free(&s);
}

// One object, exactly under the mouse behind a wall, with a thin part in front of it: listed once.
static void objects_are_listed_once(void **state)
{
    (void)state;
    squares s = squares_make();
    static const float positions[] = {0.8f, -5, 0,  0.9f, -5, 0,  0.8f, 5, 0, // a spike in front
                                      -5,   -5, -9, 5,    -5, -9, 0,    5, -9};
    pick_mesh *both = NULL;
    assert_int_equal(pick_mesh_create(&(pick_mesh_desc){.positions = positions, .vertex_count = 6}, NULL, &both),
                     PICK_OK);
    const pick_object_id wall = put_wall(&s);
    const pick_object_id object = squares_put(&s, both, 0, 0, 0);
    pick_cursor_query query = PICK_CURSOR_QUERY_DEFAULT;
    pick_cursor_hit all[4];
    query.exact_wins = true;
    query.tolerance = REACH;
    assert_int_equal(pick_cursor_all(s.scene, &s.view, (pick_vec2){52, 52}, &query, all, 4), 2);
    assert_true(pick_object_id_equal(all[0].hit.object, wall) && pick_object_id_equal(all[1].hit.object, object));
    query.exact_wins = false;
    assert_int_equal(pick_cursor_all(s.scene, &s.view, (pick_vec2){52, 52}, &query, all, 4), 2);
    assert_true(pick_object_id_equal(all[0].hit.object, object) && all[0].thin);
    assert_true(pick_object_id_equal(all[1].hit.object, wall));
    const pick_proxy lamp = {.object = object, .a = {0.4, -0.4, -8}, .b = {0.4, -0.4, -8}, .radius = 3};
    query.proxies = &lamp;
    query.proxy_count = 1;
    assert_int_equal(pick_cursor_all(s.scene, &s.view, (pick_vec2){52, 52}, &query, all, 4), 2);
    pick_scene_destroy(s.scene);
    s.scene = NULL;
    pick_mesh_destroy(both);
    squares_free(&s);
}

static void lines_are_thin(void **state)
{
    (void)state;
    squares s = squares_make();
    const pick_object_id wall = put_wall(&s);
    const pick_object_id lamp = squares_put(&s, s.nothing, 0, 0, 0);
    pick_proxy lines[2] = {{.a = {0, -5, 0}, .b = {0, 5, 0}, .radius = 1, .user = 7},
                           {.a = {0, -5, 0}, .b = {0, 5, 0}, .radius = 1, .user = 8}};
    pick_cursor_query query = PICK_CURSOR_QUERY_DEFAULT;
    pick_cursor_hit hit;
    query.tolerance = REACH;
    query.proxies = lines;
    query.proxy_count = 2;
    assert_true(pick_object_id_equal(find_with(&s, 63, 50, &query, &hit), wall)); // out of reach
    (void)find_with(&s, 53, 50, &query, &hit);
    assert_true(hit.thin && hit.proxy == 0 && hit.hit.user == 7);
    assert_near(hit.distance, 2, 1e-9);
    lines[1].radius = 2; // nearer
    (void)find_with(&s, 53, 50, &query, &hit);
    assert_true(hit.thin && hit.proxy == 1);
    lines[1].radius = 3.1; // 6.2 wide: not thin
    (void)find_with(&s, 55, 50, &query, &hit);
    assert_true(hit.thin && hit.proxy == 0);
    query.proxy_count = 1;
    const pick_object_id wire = put_wire(&s, 0.5, 0); // 52.5: nearer
    assert_true(pick_object_id_equal(find_with(&s, 53.5, 50, &query, &hit), wire));
    assert_true(pick_object_id_equal(find_with(&s, 46.5, 50, &query, &hit), (pick_object_id){0, 0}) && hit.proxy == 0);
    pick_scene_remove(s.scene, wire);
    // Behind the wall it counts only if it is drawn on top.
    lines[0].a.z = lines[0].b.z = -8;
    assert_true(pick_object_id_equal(find_with(&s, 53, 50, &query, &hit), wall));
    lines[0].flags = PICK_PROXY_ON_TOP;
    (void)find_with(&s, 53, 50, &query, &hit);
    assert_true(hit.thin && hit.proxy == 0);
    // Those of the object that is hit, and those that are locked, do not count.
    lines[0].object = wall;
    assert_true(pick_object_id_equal(find_with(&s, 53, 50, &query, &hit), wall) && !hit.thin);
    lines[0].object = lamp;
    assert_true(pick_object_id_equal(find_with(&s, 53, 50, &query, &hit), lamp) && hit.thin);
    assert_int_equal(pick_scene_set_flags(s.scene, lamp, PICK_OBJECT_LOCKED), PICK_OK);
    assert_true(pick_object_id_equal(find_with(&s, 53, 50, &query, &hit), wall));
    squares_free(&s);
}

// As proxies are: no ray meets them, so it is their width that counts.
static void wide_discs_are_not_thin(void **state)
{
    (void)state;
    const float middle[3] = {0, 0, 0};
    for (int wide = 0; wide < 2; wide++) {
        squares s = squares_make();
        const pick_object_id wall = put_wall(&s);
        pick_object_desc desc = PICK_OBJECT_DESC_DEFAULT;
        pick_object_id id;
        pick_thin *disc;
        const pick_points_desc point = {
            .positions = middle, .count = 1, .radius = wide == 0 ? 3 : 3.1, .unit = PICK_THIN_ON_SCREEN};
        assert_int_equal(pick_points_create(&point, NULL, &disc), PICK_OK);
        desc.thin = disc;
        assert_int_equal(pick_scene_add(s.scene, &desc, &id), PICK_OK);
        assert_true(finds(&s, 55, 50, wide == 0 ? id : wall));
        assert_true(finds(&s, 52, 50, id)); // it covers the position
        pick_scene_destroy(s.scene);
        s.scene = NULL;
        pick_thin_destroy(disc);
        squares_free(&s);
    }
}

// Adds a triangle `depth` metres before the eye, whose object lies where the eye is.
static void put_before_eye(squares *s, pick_vec3 eye, float half_x, float half_y, float depth, pick_mesh **mesh)
{
    const float corners[9] = {-half_x, -half_y, -depth, half_x, -half_y, -depth, 0, half_y, -depth};
    pick_object_desc desc = PICK_OBJECT_DESC_DEFAULT;
    pick_object_id id;
    assert_int_equal(pick_mesh_create(&(pick_mesh_desc){.positions = corners, .vertex_count = 3}, NULL, mesh), PICK_OK);
    desc.mesh = *mesh;
    desc.transform.origin = eye;
    assert_int_equal(pick_scene_add(s->scene, &desc, &id), PICK_OK);
}

// At 1e30 m the points of a wire round to the eye, and nobody can say where on screen they are. Those of a wall that is
// far enough away do not.
static void points_that_round_to_the_eye(void **state)
{
    (void)state;
    for (int walls = 0; walls < 3; walls++) {
        squares s = squares_make();
        pick_mesh *wire, *wall = NULL;
        pick_cursor_query query = PICK_CURSOR_QUERY_DEFAULT;
        pick_cursor_hit hit;
        query.tolerance = REACH;
        s.view = squares_view(0, 0.1, 1e24, false);
        s.view.eye = pick_vec3_make(1e30, 1e30, 1e30);
        put_before_eye(&s, s.view.eye, 0.05f, 50, 10, &wire);
        if (walls > 0)
            put_before_eye(&s, s.view.eye, walls == 1 ? 500 : 1e22f, walls == 1 ? 500 : 1e22f, walls == 1 ? 20 : 1e20f,
                           &wall);
        const pick_object_id found = find_with(&s, 53, 50, &query, &hit); // 3 points beside the wire
        assert_int_equal(pick_object_id_is_null(found), walls == 0);
        assert_true(walls == 0 || (hit.distance == 0 && !hit.thin && isfinite(hit.hit.t)));
        squares_free(&s);
        pick_mesh_destroy(wire);
        pick_mesh_destroy(wall);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_wire_before_a_wall),
        cmocka_unit_test(large_things_do_not_win),
        cmocka_unit_test(large_things_do_not_hide_thin_ones),
        cmocka_unit_test(thin_things_do_not_yield),
        cmocka_unit_test(only_what_is_in_front),
        cmocka_unit_test(hidden_parts_count),
        cmocka_unit_test(on_a_floor),
        cmocka_unit_test(above_the_horizon),
        cmocka_unit_test(on_a_hull),
        cmocka_unit_test(two_bars),
        cmocka_unit_test(behind_a_near_part),
        cmocka_unit_test(arcs_in_all_directions),
        cmocka_unit_test(before_a_wall_that_runs_away),
        cmocka_unit_test(locked_things),
        cmocka_unit_test(the_order_of_thin_things),
        cmocka_unit_test(objects_are_listed_once),
        cmocka_unit_test(lines_are_thin),
        cmocka_unit_test(wide_discs_are_not_thin),
        cmocka_unit_test(points_that_round_to_the_eye),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
