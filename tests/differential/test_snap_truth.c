// Snapping to boxes against a truth that shares nothing with the library: the eight corners, twelve edges and six sides
// of each box are computed in long double, all of them are tried, and the least distance on screen must be the one
// found.
#include "projection.h"
#include "random.h"

#include "picking/picking.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "effort.h"

typedef long double real;
typedef struct real3 {
    real x, y, z;
} real3;

enum { BOXES = 12, EDGES = 12, SIDES = 6, REACH = 40 };

typedef struct boxes {
    pick_mesh *mesh;
    pick_scene *scene;
    pick_object_id ids[BOXES];
    real3 corner[BOXES][8]; // bit 0: x, bit 1: y, bit 2: z
    pick_view view;
} boxes;

// The nearest candidate so far.
typedef struct best {
    bool found;
    double distance;
    real3 at;
} best;

static real3 add(real3 a, real3 b)
{
    return (real3){a.x + b.x, a.y + b.y, a.z + b.z};
}

static real3 minus(real3 a, real3 b)
{
    return (real3){a.x - b.x, a.y - b.y, a.z - b.z};
}

static real3 times(real3 a, real s)
{
    return (real3){a.x * s, a.y * s, a.z * s};
}

static real dot(real3 a, real3 b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

static real3 cross(real3 a, real3 b)
{
    return (real3){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

static real3 real_of(pick_vec3 v)
{
    return (real3){v.x, v.y, v.z};
}

static pick_vec3 rounded(real3 v)
{
    return pick_vec3_make((double)v.x, (double)v.y, (double)v.z);
}

// --- Boxes ----------------------------------------------------------------------------------------------------------

static const uint8_t EDGE[EDGES][2] = {{0, 1}, {2, 3}, {4, 5}, {6, 7}, {0, 2}, {1, 3},
                                       {4, 6}, {5, 7}, {0, 4}, {1, 5}, {2, 6}, {3, 7}};
static const uint8_t SIDE[SIDES][4] = {{0, 2, 6, 4}, {1, 3, 7, 5}, {0, 1, 5, 4},
                                       {2, 3, 7, 6}, {0, 1, 3, 2}, {4, 5, 7, 6}};

static pick_mesh *box_mesh(void)
{
    float positions[24];
    uint16_t indices[6 * SIDES];
    for (int i = 0; i < 8; i++) {
        for (int k = 0; k < 3; k++)
            positions[3 * i + k] = (i >> k & 1) != 0 ? 1.0f : -1.0f;
    }
    for (int s = 0; s < SIDES; s++) {
        static const uint8_t corner[6] = {0, 1, 2, 0, 2, 3};
        for (int i = 0; i < 6; i++)
            indices[6 * s + i] = SIDE[s][corner[i]];
    }
    static const pick_submesh both_sides = {0, 2 * SIDES, PICK_SUBMESH_DOUBLE_SIDED};
    const pick_mesh_desc desc = {.positions = positions,
                                 .vertex_count = 8,
                                 .indices = indices,
                                 .index_type = PICK_INDEX_UINT16,
                                 .index_count = 6 * SIDES,
                                 .submeshes = &both_sides,
                                 .submesh_count = 1};
    pick_mesh *mesh = NULL;
    assert_int_equal(pick_mesh_create(&desc, NULL, &mesh), PICK_OK);
    return mesh;
}

static void put_box(boxes *b, int number, test_random *r, pick_vec3 center)
{
    const pick_vec3 x = random_direction(r), y = pick_vec3_normalize(pick_vec3_cross(x, random_direction(r)));
    const pick_vec3 z = pick_vec3_cross(x, y), axes[3] = {x, y, z};
    pick_object_desc desc = PICK_OBJECT_DESC_DEFAULT;
    desc.mesh = b->mesh;
    desc.transform.origin = pick_vec3_add(center, random_in_cube(r, 8));
    for (int k = 0; k < 3; k++) {
        const double size = random_between(r, 0.3, 2);
        desc.transform.linear[3 * k] = (float)(size * axes[k].x);
        desc.transform.linear[3 * k + 1] = (float)(size * axes[k].y);
        desc.transform.linear[3 * k + 2] = (float)(size * axes[k].z);
    }
    assert_int_equal(pick_scene_add(b->scene, &desc, &b->ids[number]), PICK_OK);
    const float *m = desc.transform.linear;
    for (int i = 0; i < 8; i++) {
        const real sign[3] = {(i & 1) != 0 ? 1 : -1, (i & 2) != 0 ? 1 : -1, (i & 4) != 0 ? 1 : -1};
        b->corner[number][i] = add(real_of(desc.transform.origin),
                                   (real3){(real)m[0] * sign[0] + (real)m[3] * sign[1] + (real)m[6] * sign[2],
                                           (real)m[1] * sign[0] + (real)m[4] * sign[1] + (real)m[7] * sign[2],
                                           (real)m[2] * sign[0] + (real)m[5] * sign[1] + (real)m[8] * sign[2]});
    }
}

// An orthographic view shows what is behind its eye, too.
static void make(boxes *b, test_random *r, pick_vec3 center, bool orthographic)
{
    projection_spec spec = projection_perspective(1, 800.0 / 600, orthographic ? -40 : 0.1, 1000);
    if (orthographic) {
        spec.kind = PICK_ORTHOGRAPHIC;
        spec.right = -(spec.left = -16);
        spec.top = -(spec.bottom = -12);
    }
    float projection[16], rotation[16];
    const pick_vec3 forward = random_direction(r);
    projection_matrix(&spec, projection);
    view_matrix(forward, random_direction(r), rotation);
    const pick_view_desc desc = {.projection = projection,
                                 .view = rotation,
                                 .eye = pick_vec3_sub(center, pick_vec3_scale(forward, orthographic ? 0 : 30)),
                                 .viewport = {0, 0, 800, 600}};
    assert_int_equal(pick_view_init(&b->view, &desc), PICK_OK);
    assert_int_equal(pick_scene_create(NULL, &b->scene), PICK_OK);
    for (int i = 0; i < BOXES; i++)
        put_box(b, i, r, center);
}

// --- Candidates -----------------------------------------------------------------------------------------------------

static pick_vec2 project(const boxes *b, real3 p)
{
    pick_projected_point at;
    assert_true(pick_view_project(&b->view, rounded(p), &at));
    return at.window;
}

static void try_at(const boxes *b, pick_vec2 mouse, real3 p, best *out)
{
    const pick_vec2 at = project(b, p);
    const double distance = hypot(at.x - mouse.x, at.y - mouse.y);
    if (!out->found || distance < out->distance)
        *out = (best){true, distance, p};
}

// The place of a segment that is nearest on screen: a line is straight there, and the place found by bisection.
static void try_segment(const boxes *b, pick_vec2 mouse, real3 from, real3 to, best *out)
{
    const pick_vec2 p = project(b, from), q = project(b, to);
    const double x = q.x - p.x, y = q.y - p.y;
    const double along = fmin(1, fmax(0, ((mouse.x - p.x) * x + (mouse.y - p.y) * y) / (x * x + y * y)));
    real low = 0, high = 1;
    for (int i = 0; i < 60; i++) {
        const real middle = (low + high) / 2;
        const pick_vec2 at = project(b, add(from, times(minus(to, from), middle)));
        *((at.x - p.x) * x + (at.y - p.y) * y < along * (x * x + y * y) ? &low : &high) = middle;
    }
    try_at(b, mouse, add(from, times(minus(to, from), low)), out);
}

// Whether a point of a side's plane lies in the side, and how clearly; the side is a parallelogram.
static bool is_in_side(const real3 corner[8], const uint8_t side[4], real3 p)
{
    const real3 a = minus(corner[side[1]], corner[side[0]]), c = minus(corner[side[3]], corner[side[0]]);
    const real3 d = minus(p, corner[side[0]]);
    const real aa = dot(a, a), cc = dot(c, c), ac = dot(a, c), determinant = aa * cc - ac * ac;
    const real u = (dot(d, a) * cc - dot(d, c) * ac) / determinant, v = (dot(d, c) * aa - dot(d, a) * ac) / determinant;
    return u >= 0 && u <= 1 && v >= 0 && v <= 1;
}

static void try_feet(const boxes *b, pick_vec2 mouse, const real3 corner[8], real3 held, best *out)
{
    for (int e = 0; e < EDGES; e++) {
        const real3 from = corner[EDGE[e][0]], edge = minus(corner[EDGE[e][1]], from);
        const real along = dot(minus(held, from), edge) / dot(edge, edge);
        if (along >= 0 && along <= 1)
            try_at(b, mouse, add(from, times(edge, along)), out);
    }
    for (int s = 0; s < SIDES; s++) {
        const real3 at = corner[SIDE[s][0]];
        const real3 n = cross(minus(corner[SIDE[s][1]], at), minus(corner[SIDE[s][3]], at));
        const real3 foot = minus(held, times(n, dot(n, minus(held, at)) / dot(n, n)));
        if (is_in_side(corner, SIDE[s], foot))
            try_at(b, mouse, foot, out);
    }
}

static void try_line(const boxes *b, pick_vec2 mouse, const real3 corner[8], real3 held, real3 way, best *out)
{
    for (int s = 0; s < SIDES; s++) {
        const real3 at = corner[SIDE[s][0]];
        const real3 n = cross(minus(corner[SIDE[s][1]], at), minus(corner[SIDE[s][3]], at));
        const real3 p = add(held, times(way, dot(n, minus(at, held)) / dot(n, way)));
        if (is_in_side(corner, SIDE[s], p))
            try_at(b, mouse, p, out);
    }
}

static void try_plane(const boxes *b, pick_vec2 mouse, const real3 corner[8], real3 held, real3 normal, best *out)
{
    for (int e = 0; e < EDGES; e++) {
        const real3 from = corner[EDGE[e][0]], edge = minus(corner[EDGE[e][1]], from);
        const real along = dot(normal, minus(held, from)) / dot(normal, edge);
        if (along >= 0 && along <= 1)
            try_at(b, mouse, add(from, times(edge, along)), out);
    }
}

static best expected(const boxes *b, pick_vec2 mouse, const pick_snap_query *snap)
{
    const real3 held = real_of(snap->held), way = real_of(snap->direction);
    best out = {0};
    for (int i = 0; i < BOXES; i++) {
        const real3 *corner = b->corner[i];
        for (int k = 0; k < 8 && snap->rules == PICK_SNAP_VERTEX; k++)
            try_at(b, mouse, corner[k], &out);
        for (int k = 0; k < EDGES && snap->rules == PICK_SNAP_MIDDLE; k++)
            try_at(b, mouse, times(add(corner[EDGE[k][0]], corner[EDGE[k][1]]), 0.5L), &out);
        for (int k = 0; k < EDGES && snap->rules == PICK_SNAP_EDGE; k++)
            try_segment(b, mouse, corner[EDGE[k][0]], corner[EDGE[k][1]], &out);
        for (int k = 0; k < SIDES && snap->rules == PICK_SNAP_CENTER; k++)
            try_at(b, mouse, times(add(corner[SIDE[k][0]], corner[SIDE[k][2]]), 0.5L), &out);
        if (snap->rules == PICK_SNAP_PERPENDICULAR)
            try_feet(b, mouse, corner, held, &out);
        if (snap->rules != PICK_SNAP_INTERSECTION)
            continue;
        if (snap->motion == PICK_SNAP_PLANE)
            try_plane(b, mouse, corner, held, way, &out);
        else if (snap->motion == PICK_SNAP_LINE)
            try_line(b, mouse, corner, held, way, &out);
        for (int k = 0; k < 3 && snap->motion == PICK_SNAP_FREE; k++)
            try_line(b, mouse, corner, held, (real3){k == 0, k == 1, k == 2}, &out);
    }
    return out;
}

// --- The test -------------------------------------------------------------------------------------------------------

typedef struct tally {
    uint64_t asked, found[8], aligned;
    double distance, place; // the worst
} tally;

static void ask(boxes *b, test_random *r, pick_vec3 center, tally *count)
{
    static const uint32_t rules[6] = {PICK_SNAP_VERTEX, PICK_SNAP_MIDDLE,        PICK_SNAP_EDGE,
                                      PICK_SNAP_CENTER, PICK_SNAP_PERPENDICULAR, PICK_SNAP_INTERSECTION};
    const uint32_t rule = random_index(r, 6);
    pick_snap_query wanted = PICK_SNAP_QUERY_DEFAULT;
    pick_snap snap;
    pick_vec2 mouse = {random_between(r, 150, 650), random_between(r, 100, 500)};
    wanted.rules = rules[rule];
    wanted.reach = REACH;
    wanted.through = true;
    wanted.has_held = true;
    wanted.held = pick_vec3_add(center, random_in_cube(r, 6));
    wanted.motion = (pick_snap_motion)random_index(r, 3);
    wanted.direction = random_direction(r);
    if (wanted.rules == PICK_SNAP_INTERSECTION && wanted.motion == PICK_SNAP_LINE) { // through a box, near the mouse
        const uint32_t box = random_index(r, BOXES);
        const real3 at = times(add(b->corner[box][0], b->corner[box][7]), 0.5L);
        const pick_vec2 near = project(b, at);
        if (near.x > 150 && near.x < 650 && near.y > 100 && near.y < 500) {
            wanted.direction = pick_vec3_sub(rounded(at), wanted.held);
            mouse = (pick_vec2){near.x + random_between(r, -40, 40), near.y + random_between(r, -40, 40)};
        }
    }
    const best truth = expected(b, mouse, &wanted);
    const bool found = pick_snap_in_window(b->scene, &b->view, mouse, &wanted, NULL, &snap);
    ++count->asked;
    // Near the border of the reach either is right.
    assert_true(found == (truth.found && truth.distance <= REACH) || fabs(truth.distance - REACH) < 1e-6);
    if (!found)
        return;
    ++count->found[rule];
    // What is end on has its places in one spot on screen.
    const double off = pick_vec3_length(pick_vec3_sub(snap.point, rounded(truth.at)));
    count->distance = fmax(count->distance, fabs(snap.distance - truth.distance));
    if (rule != 2) // the place on an edge is less certain than its distance
        count->place = fmax(count->place, off);
    assert_true(off < 1e-3);
}

static double coordinate(pick_vec3 v, uint32_t axis)
{
    return axis == 0 ? v.x : (axis == 1 ? v.y : v.z);
}

// The least shift along a line that brings the held point level with a left, a middle or a right of a box.
static void align(boxes *b, test_random *r, pick_vec3 center, tally *count)
{
    pick_snap_query wanted = PICK_SNAP_QUERY_DEFAULT;
    pick_snap snap;
    const uint32_t axis = random_index(r, 3);
    wanted.rules = PICK_SNAP_ALIGN;
    wanted.reach = REACH;
    wanted.neighbor_reach = 8000; // an eighth of it is the whole view
    wanted.has_held = true;
    wanted.held = pick_vec3_add(center, random_in_cube(r, 3));
    wanted.motion = PICK_SNAP_LINE;
    wanted.direction = pick_vec3_make(axis == 0, axis == 1, axis == 2);
    const double free = coordinate(wanted.held, axis) + random_between(r, -2, 2);
    pick_vec3 place = wanted.held;
    *(axis == 0 ? &place.x : (axis == 1 ? &place.y : &place.z)) = free;
    const pick_vec2 mouse = project(b, real_of(place));
    if (!pick_view_contains(&b->view, mouse))
        return;
    double least = HUGE_VAL;
    for (int i = 0; i < BOXES; i++) {
        real low = HUGE_VALL, high = -HUGE_VALL;
        pick_vec3 ends[2] = {{HUGE_VAL, HUGE_VAL, HUGE_VAL}, {-HUGE_VAL, -HUGE_VAL, -HUGE_VAL}};
        for (int k = 0; k < 8; k++) {
            const pick_vec3 p = rounded(b->corner[i][k]);
            const real at = coordinate(p, axis);
            low = at < low ? at : low;
            high = at > high ? at : high;
            ends[0] = pick_vec3_make(fmin(ends[0].x, p.x), fmin(ends[0].y, p.y), fmin(ends[0].z, p.z));
            ends[1] = pick_vec3_make(fmax(ends[1].x, p.x), fmax(ends[1].y, p.y), fmax(ends[1].z, p.z));
        }
        if (!pick_view_contains(&b->view, project(b, times(add(real_of(ends[0]), real_of(ends[1])), 0.5L))))
            continue;
        const double keys[3] = {(double)low, (double)((low + high) / 2), (double)high};
        for (int k = 0; k < 3; k++)
            least = fabs(keys[k] - free) < fabs(least) ? keys[k] - free : least;
    }
    const bool found = pick_snap_in_window(b->scene, &b->view, mouse, &wanted, NULL, &snap);
    if (found) {
        assert_true(fabs(fabs(coordinate(snap.to, axis) - free) - fabs(least)) < 1e-6);
        ++count->aligned;
    } else { // it would be too far on screen
        *(axis == 0 ? &place.x : (axis == 1 ? &place.y : &place.z)) = free + least;
        const pick_vec2 at = project(b, real_of(place));
        // An axis seen nearly end on has no place nearest to the mouse.
        assert_true(!isfinite(least) || hypot(at.x - mouse.x, at.y - mouse.y) > REACH - 1e-6 ||
                    !pick_view_contains(&b->view, at));
    }
}

static void boxes_in_long_double(void **state)
{
    (void)state;
    static const pick_vec3 places[2] = {{0, 0, 0}, {148376, 1234, -223423}};
    test_random r = {2026};
    tally count = {0};
    boxes b = {.mesh = box_mesh()};
    for (uint32_t i = test_effort(120, 4000); i > 0; i--) {
        const pick_vec3 center = places[i % 2];
        make(&b, &r, center, i % 4 < 2);
        for (int k = 0; k < 12; k++)
            ask(&b, &r, center, &count);
        for (int k = 0; k < 3; k++)
            align(&b, &r, center, &count);
        pick_scene_destroy(b.scene);
    }
    print_message("%llu asked; found %llu %llu %llu %llu %llu %llu; %llu aligned; off %g points, %g m\n",
                  (unsigned long long)count.asked, (unsigned long long)count.found[0],
                  (unsigned long long)count.found[1], (unsigned long long)count.found[2],
                  (unsigned long long)count.found[3], (unsigned long long)count.found[4],
                  (unsigned long long)count.found[5], (unsigned long long)count.aligned, count.distance, count.place);
    for (int i = 0; i < 6; i++)
        assert_true(count.found[i] > count.asked / 60);
    assert_true(count.aligned > count.asked / 60);
    assert_true(count.distance < 1e-6);
    assert_true(count.place < 1e-6);
    pick_mesh_destroy(b.mesh);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(boxes_in_long_double)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
