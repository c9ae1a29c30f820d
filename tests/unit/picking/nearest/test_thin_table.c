// The table of docs/how-picking-works.md: what people expect under the mouse in scenes of thin things, what is found,
// and what the exact hit alone would be. Prints the table. A metre is 50 points at the origin; the reach is 6 points.
#include "picking/cursor.h"

#include "near.h"
#include "projection.h"
#include "random.h"
#include "squares.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { REACH = 6, MOST_QUADS = 400 };

typedef struct quads {
    float corner[MOST_QUADS][6][3]; // two triangles each
    uint32_t count;
} quads;

static void add(quads *q, double x0, double y0, double x1, double y1, double lean)
{
    const float a[2] = {(float)x0, (float)y0}, b[2] = {(float)x1, (float)y1}, l = (float)lean;
    const float corner[6][3] = {{a[0], a[1], 0}, {b[0], a[1], 0},     {b[0] + l, b[1], 0},
                                {a[0], a[1], 0}, {b[0] + l, b[1], 0}, {a[0] + l, b[1], 0}};
    assert_true(q->count < MOST_QUADS);
    memcpy(q->corner[q->count++], corner, sizeof corner);
}

typedef struct place {
    squares s;
    pick_mesh *meshes[4];
    uint32_t mesh_count;
    pick_object_id wall;
} place;

// Adds an object of quads in the plane z; empties the quads.
static pick_object_id put(place *p, quads *q, double z)
{
    const pick_submesh both = {0, 2 * q->count, PICK_SUBMESH_DOUBLE_SIDED};
    const pick_mesh_desc desc = {
        .positions = &q->corner[0][0][0], .vertex_count = 6 * q->count, .submeshes = &both, .submesh_count = 1};
    pick_mesh **mesh = &p->meshes[p->mesh_count++];
    assert_int_equal(pick_mesh_create(&desc, NULL, mesh), PICK_OK);
    q->count = 0;
    return squares_put(&p->s, *mesh, 0, 0, z);
}

static place place_make(quads *q)
{
    place p = {.s = squares_make()};
    projection_spec spec = projection_perspective(2 * atan(1), 1, 0.1, 1000);
    float projection[16], view[16];
    projection_matrix(&spec, projection);
    view_matrix(pick_vec3_make(0, 0, -1), pick_vec3_make(0, 1, 0), view);
    const pick_view_desc desc = {projection, view, {0, 0, 10}, {0, 0, 1000, 1000}};
    assert_int_equal(pick_view_init(&p.s.view, &desc), PICK_OK);
    q->count = 0;
    add(q, -50, -50, 50, 50, 0);
    p.wall = put(&p, q, -10);
    return p;
}

static void place_free(place *p)
{
    squares_free(&p->s);
    for (uint32_t i = 0; i < p->mesh_count; i++)
        pick_mesh_destroy(p->meshes[i]);
}

typedef struct rectangle {
    double x0, y0, x1, y1; // metres at the origin's depth
} rectangle;

// Looks at places in a rectangle, and prints a row of the table. Returns the percentage found as wanted.
static int look(const place *p, const char *what, const char *expected, rectangle r, pick_object_id wanted)
{
    enum { PLACES = 200 };
    test_random random = {77};
    pick_cursor_query query = PICK_CURSOR_QUERY_DEFAULT;
    int found = 0, exact = 0;
    query.tolerance = REACH;
    for (int i = 0; i < PLACES; i++) {
        const pick_vec2 at = {500 + 50 * random_between(&random, r.x0, r.x1),
                              500 - 50 * random_between(&random, r.y0, r.y1)};
        pick_cursor_hit hit;
        query.exact_wins = false;
        found += pick_cursor(p->s.scene, &p->s.view, at, &query, &hit) && pick_object_id_equal(hit.hit.object, wanted);
        query.exact_wins = true;
        exact += pick_cursor(p->s.scene, &p->s.view, at, &query, &hit) && pick_object_id_equal(hit.hit.object, wanted);
    }
    printf("| %s | %s | %d %% | %d %% |\n", what, expected, 100 * found / PLACES, 100 * exact / PLACES);
    return 100 * found / PLACES;
}

static void wires(quads *q)
{
    place p = place_make(q);
    add(q, -0.005, -5, 0.005, 5, 0);
    const pick_object_id cable = put(&p, q, 0);
    assert_int_equal(
        look(&p, "up to 5 points beside a cable of half a point", "cable", (rectangle){-.1, -2, .1, 2}, cable), 100);
    assert_int_equal(look(&p, "7 to 12 points beside it", "wall", (rectangle){.14, -2, .24, 2}, p.wall), 100);
    add(q, -4, -5, -1, 5, 0);
    const pick_object_id board = put(&p, q, 1);
    assert_int_equal(
        look(&p, "on a board, up to 5 points from a cable behind it", "board", (rectangle){-1.2, -2, -1.12, 2}, board),
        100);
    place_free(&p);
}

static void fences(quads *q)
{
    place p = place_make(q);
    for (int i = 0; i < 30; i++)
        add(q, -2 + 0.15 * i, -1, -1.98 + 0.15 * i, 1, 0);
    add(q, -2, 0.8, 2.4, 0.82, 0);
    add(q, -2, -0.8, 2.4, -0.78, 0);
    const pick_object_id fence = put(&p, q, 0);
    assert_int_equal(look(&p, "anywhere on a fence: pickets of 1 point, 7.5 points apart", "fence",
                          (rectangle){-2, -1, 2.3, 1}, fence),
                     100);
    assert_int_equal(look(&p, "7 to 20 points above it", "wall", (rectangle){-2, 1.14, 2.3, 1.4}, p.wall), 100);
    place_free(&p);
}

static void grass(quads *q)
{
    place p = place_make(q);
    test_random random = {5};
    for (int i = 0; i < 300; i++) {
        const double x = random_between(&random, -3, 3), y = random_between(&random, -1, 0);
        add(q, x, y, x + 0.015, y + random_between(&random, 0.3, 0.6), random_between(&random, -0.2, 0.2));
    }
    const pick_object_id blades = put(&p, q, 0);
    assert_true(look(&p, "in a meadow: 300 blades of 0.8 points", "grass", (rectangle){-2.8, -0.6, 2.8, 0.2}, blades) >=
                90);
    assert_int_equal(look(&p, "50 points above it", "wall", (rectangle){-2.8, 1.6, 2.8, 2}, p.wall), 100);
    place_free(&p);
}

static void edges(quads *q)
{
    place p = place_make(q);
    add(q, -2, -2, 2, 2, 0);
    const pick_object_id face = put(&p, q, 0);
    add(q, -2, -2, -1.99, 2, 0), add(q, 1.99, -2, 2, 2, 0), add(q, -2, -2, 2, -1.99, 0), add(q, -2, 1.99, 2, 2, 0);
    const pick_object_id lines = put(&p, q, 0.001);
    assert_int_equal(look(&p, "on a face, up to 5 points from its edge, drawn as a line of half a point", "line",
                          (rectangle){-1.98, -1.9, -1.9, 1.9}, lines),
                     100);
    assert_int_equal(
        look(&p, "outside the face, up to 5 points from that line", "line", (rectangle){-2.1, -1.9, -2.01, 1.9}, lines),
        100);
    assert_int_equal(look(&p, "in the middle of the face", "face", (rectangle){-1.5, -1.5, 1.5, 1.5}, face), 100);
    place_free(&p);
}

static void large_things(quads *q)
{
    place p = place_make(q);
    add(q, -3, -3, 0, 0, 0);
    const pick_object_id table = put(&p, q, 0);
    assert_int_equal(
        look(&p, "up to 5 points beside the edge of a table", "wall", (rectangle){0.005, -2, 0.1, -1}, p.wall), 100);
    assert_int_equal(look(&p, "up to 5 points off its corner", "wall", (rectangle){0.005, 0.005, 0.1, 0.1}, p.wall),
                     100);
    add(q, -1.04, -1.04, -0.96, -0.96, 0);
    const pick_object_id screw = put(&p, q, 0.01);
    assert_int_equal(look(&p, "up to 3 points beside a screw head of 4 points on it", "screw",
                          (rectangle){-1.08, -1.08, -0.92, -0.92}, screw),
                     100);
    assert_int_equal(look(&p, "8 to 20 points beside the screw", "table", (rectangle){-1.4, -1.4, -1.13, -1.13}, table),
                     100);
    place_free(&p);
}

static void what_people_expect(void **state)
{
    (void)state;
    quads *q = calloc(1, sizeof *q);
    assert_non_null(q);
    printf("| the mouse is | expected | found | by the exact hit alone |\n| --- | --- | --- | --- |\n");
    wires(q);
    fences(q);
    grass(q);
    edges(q);
    large_things(q);
    free(q);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(what_people_expect)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
