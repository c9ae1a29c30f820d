// Edges, loops of edges and flat faces of random meshes against a truth from positions alone, which tries every pair of
// sides: open grids, tubes, Moebius strips and soups of polygons, with vertices and triangles twice, without area, and
// edges of many faces.
#include "random.h"

#include "picking/topology.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "effort.h"

enum { VERTICES = 256, TRIANGLES = 160, SIDES = 3 * TRIANGLES, CORNERS = 8 };
enum { BORDER = 1, CREASE, SMOOTH, TANGLED };

typedef struct truth {
    test_random random;
    float position[VERTICES][3]; // multiples of 1/64, so that areas and normals are exact
    uint32_t index[TRIANGLES][3];
    uint8_t continues[TRIANGLES];
    uint32_t vertex_count, triangle_count;
    bool has_polygons;
    uint32_t merged[VERTICES], face[TRIANGLES]; // of a triangle: the first of its polygon
    bool valid[TRIANGLES], inner[SIDES];
    double normal[TRIANGLES][3]; // of faces
    uint32_t edge_count, edge[SIDES][2], edge_of[SIDES];
    int class[SIDES];
    bool doubtful; // an angle is that of a limit
} truth;

// --- Meshes ---------------------------------------------------------------------------------------------------------

static uint32_t add_vertex(truth *t, double x, double y, double z)
{
    const double place[3] = {x, y, z};
    assert_true(t->vertex_count < VERTICES);
    for (int k = 0; k < 3; k++) {
        const float rounded = (float)(round(place[k] * 64) / 64);
        t->position[t->vertex_count][k] = rounded == 0 && random_index(&t->random, 2) == 0 ? -0.0f : rounded;
    }
    return t->vertex_count++;
}

static void add_polygon(truth *t, const uint32_t *corner, uint32_t count)
{
    const uint32_t first = random_index(&t->random, count);
    for (uint32_t i = 1; i + 1 < count && t->triangle_count < TRIANGLES; i++) {
        const uint32_t triangle[3] = {corner[first], corner[(first + i) % count], corner[(first + i + 1) % count]};
        memcpy(t->index[t->triangle_count], triangle, sizeof triangle);
        t->continues[t->triangle_count++] = t->has_polygons && i > 1;
    }
}

// A grid, a tube, or a Moebius strip.
static void add_grid(truth *t, uint32_t kind)
{
    const uint32_t columns = 3 + random_index(&t->random, 5), rows = 1 + random_index(&t->random, 4);
    const bool is_flat = random_index(&t->random, 3) == 0;
    uint32_t at[8][5];
    for (uint32_t i = 0; i <= columns; i++) {
        for (uint32_t j = 0; j <= rows; j++) {
            const double turn = 6.283185307179586 * i / columns, off = j - rows / 2.0;
            const double out = kind == 2 ? 5 + off * cos(turn / 2) : 3;
            if (kind > 0 && i == columns)
                at[i][j] = at[0][kind == 2 ? rows - j : j];
            else if (kind > 0)
                at[i][j] = add_vertex(t, out * cos(turn), out * sin(turn), kind == 2 ? off * sin(turn / 2) : (double)j);
            else
                at[i][j] = add_vertex(t, i, j, is_flat ? 0 : 0.5 * random_index(&t->random, 3));
        }
    }
    for (uint32_t i = 0; i < columns; i++) {
        for (uint32_t j = 0; j < rows; j++) {
            uint32_t corner[4] = {at[i][j], at[i + 1][j], at[i + 1][j + 1], at[i][j + 1]};
            const uint32_t fate = random_index(&t->random, 24);
            for (int k = 0; k < 4 && fate == 1; k++) { // with vertices of its own
                const float *p = t->position[corner[k]];
                corner[k] = add_vertex(t, (double)p[0], (double)p[1], (double)p[2]);
            }
            if (fate > 0)
                add_polygon(t, corner, 4);
        }
    }
}

static void add_soup(truth *t)
{
    const uint32_t first = t->vertex_count, vertices = 4 + random_index(&t->random, 8);
    uint32_t corner[CORNERS];
    for (uint32_t i = 0; i < vertices; i++)
        add_vertex(t, random_index(&t->random, 3), random_index(&t->random, 3), random_index(&t->random, 2));
    for (uint32_t n = 3 + random_index(&t->random, 20); n > 0; n--) {
        const uint32_t count = 3 + random_index(&t->random, 4);
        for (uint32_t i = 0; i < count; i++)
            corner[i] = first + random_index(&t->random, vertices);
        add_polygon(t, corner, count);
    }
}

// --- The truth ------------------------------------------------------------------------------------------------------

static uint32_t corner_at(const truth *t, uint32_t side) // where the side begins
{
    return t->index[side / 3][side % 3];
}

static uint32_t end_of(const truth *t, uint32_t side)
{
    return t->index[side / 3][(side % 3 + 1) % 3];
}

static double angle_between(const double a[3], const double b[3])
{
    const double x = a[1] * b[2] - a[2] * b[1], y = a[2] * b[0] - a[0] * b[2], z = a[0] * b[1] - a[1] * b[0];
    return atan2(sqrt(x * x + y * y + z * z), a[0] * b[0] + a[1] * b[1] + a[2] * b[2]);
}

static bool exceeds(truth *t, double angle, double limit)
{
    t->doubtful = t->doubtful || fabs(angle - limit) < 1e-9;
    return angle > limit;
}

static void find_faces(truth *t)
{
    memset(t->normal, 0, sizeof t->normal);
    for (uint32_t v = 0; v < t->vertex_count; v++) {
        const float *p = t->position[v];
        for (t->merged[v] = 0; t->merged[v] < v; t->merged[v]++) {
            const float *q = t->position[t->merged[v]];
            if (p[0] == q[0] && p[1] == q[1] && p[2] == q[2])
                break;
        }
    }
    for (uint32_t i = 0; i < t->triangle_count; i++) {
        double a[3], b[3];
        for (int k = 0; k < 3; k++) {
            a[k] = (double)t->position[t->index[i][1]][k] - (double)t->position[t->index[i][0]][k];
            b[k] = (double)t->position[t->index[i][2]][k] - (double)t->position[t->index[i][0]][k];
        }
        const double n[3] = {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
        t->face[i] = t->continues[i] != 0 ? t->face[i - 1] : i;
        t->valid[i] = n[0] != 0 || n[1] != 0 || n[2] != 0;
        for (int k = 0; k < 3; k++)
            t->normal[t->face[i]][k] += n[k];
    }
}

// The other side of the polygon between the same vertices, if it is the only one and runs the other way.
static uint32_t mate_of(const truth *t, uint32_t side)
{
    const uint32_t a = corner_at(t, side), b = end_of(t, side);
    uint32_t count = 0, mate = SIDES;
    for (uint32_t s = 0; s < 3 * t->triangle_count; s++) {
        const bool back = corner_at(t, s) == b && end_of(t, s) == a;
        if (t->face[s / 3] != t->face[side / 3] || !(back || (corner_at(t, s) == a && end_of(t, s) == b)))
            continue;
        ++count;
        mate = back && a != b ? s : mate;
    }
    return count == 2 && mate < SIDES && t->valid[side / 3] && t->valid[mate / 3] ? mate : SIDES;
}

static uint32_t sides_of(const truth *t, uint32_t edge, uint32_t side[2])
{
    uint32_t count = 0;
    for (uint32_t s = 0; s < 3 * t->triangle_count; s++) {
        if (t->edge_of[s] == edge && count++ < 2)
            side[count - 1] = s;
    }
    return count;
}

static void find_edges(truth *t)
{
    t->edge_count = 0;
    for (uint32_t s = 0; s < 3 * t->triangle_count; s++) {
        t->inner[s] = mate_of(t, s) < SIDES;
        t->edge_of[s] = PICK_NO_PART;
    }
    for (uint32_t pair = 0; pair < t->vertex_count * t->vertex_count; pair++) {
        const uint32_t a = pair / t->vertex_count, b = pair % t->vertex_count;
        bool found = false;
        for (uint32_t s = 0; s < 3 * t->triangle_count && a < b; s++) {
            const uint32_t from = t->merged[corner_at(t, s)], to = t->merged[end_of(t, s)];
            if (t->inner[s] || !t->valid[s / 3] || !((from == a && to == b) || (from == b && to == a)))
                continue;
            t->edge_of[s] = t->edge_count;
            found = true;
        }
        if (found) {
            t->edge[t->edge_count][0] = a;
            t->edge[t->edge_count++][1] = b;
        }
    }
    for (uint32_t e = 0; e < t->edge_count; e++) {
        uint32_t side[2] = {0, 0};
        const uint32_t count = sides_of(t, e, side);
        const double angle = angle_between(t->normal[t->face[side[0] / 3]], t->normal[t->face[side[1] / 3]]);
        t->class[e] = count == 1                             ? BORDER
                      : count > 2                            ? TANGLED
                      : exceeds(t, angle, PICK_CREASE_ANGLE) ? CREASE
                                                             : SMOOTH;
    }
}

// From a side over its face to the face's other side at a vertex.
static uint32_t across(const truth *t, uint32_t side, uint32_t vertex)
{
    for (;;) {
        const bool leaves = t->merged[corner_at(t, side)] == vertex;
        const uint32_t triangle = side - side % 3;
        side = triangle + (side % 3 + (leaves ? 2 : 1)) % 3; // the other one at this corner
        if (!t->inner[side])
            return side;
        side = mate_of(t, side);
    }
}

static uint32_t next_in_loop(truth *t, uint32_t edge, uint32_t vertex)
{
    uint32_t ring[SIDES], count = 0, alike = 0, side[2];
    bool is_closed = false;
    if (t->class[edge] == TANGLED)
        return PICK_NO_PART;
    (void)sides_of(t, edge, side);
    for (uint32_t at = side[0], faces = 2; faces == 2 && !is_closed; at = side[side[0] == at]) {
        at = across(t, at, vertex);
        ring[count] = t->edge_of[at];
        alike += t->class[ring[count]] == t->class[edge];
        is_closed = ring[count] == edge;
        faces = sides_of(t, ring[count++], side);
    }
    if (t->class[edge] == BORDER)
        return t->class[ring[count - 1]] == BORDER ? ring[count - 1] : PICK_NO_PART;
    if (!is_closed || alike % 2 != 0)
        return PICK_NO_PART;
    uint32_t place = 0;
    for (uint32_t left = alike / 2; left > 0; place++)
        left -= t->class[ring[place]] == t->class[edge];
    const uint32_t *from = t->edge[edge], *to = t->edge[ring[place - 1]];
    const float *p = t->position[from[from[0] == vertex]], *m = t->position[vertex];
    const float *q = t->position[to[to[0] == vertex]];
    double a[3], b[3];
    for (int k = 0; k < 3; k++) {
        a[k] = (double)m[k] - (double)p[k];
        b[k] = (double)q[k] - (double)m[k];
    }
    if (t->class[edge] == SMOOTH && exceeds(t, angle_between(a, b), 1.0471975511965976))
        return PICK_NO_PART;
    return ring[place - 1];
}

// --- Comparisons ----------------------------------------------------------------------------------------------------

static void compare_flat(truth *t, const pick_topology *topology)
{
    const double angle = random_between(&t->random, 1e-6, 1.5);
    uint8_t set[TRIANGLES] = {0}, expected[TRIANGLES] = {0};
    const uint32_t seed = t->face[random_index(&t->random, t->triangle_count)];
    set[seed] = expected[seed] = 1;
    assert_int_equal(pick_topology_flat(topology, angle, set), PICK_OK);
    for (bool changes = true; changes;) {
        changes = false;
        for (uint32_t i = 0; i < 9 * t->triangle_count * t->triangle_count; i++) {
            const uint32_t s = i / (3 * t->triangle_count), r = i % (3 * t->triangle_count);
            const uint32_t from = t->face[s / 3], to = t->face[r / 3];
            if (expected[from] != 0 && expected[to] == 0 && t->edge_of[s] != PICK_NO_PART &&
                t->edge_of[s] == t->edge_of[r] && angle_between(t->normal[from], t->normal[to]) <= angle)
                expected[to] = changes = true;
        }
    }
    assert_memory_equal(set, expected, sizeof set);
}

// Returns how many edges are added.
static uint32_t compare_loop(truth *t, const pick_topology *topology, uint32_t edge)
{
    uint8_t set[SIDES] = {0}, expected[SIDES] = {0};
    uint32_t length = 0;
    assert_true(pick_topology_loop(topology, edge, set));
    expected[edge] = 1;
    for (int way = 0; way < 2; way++) {
        uint32_t vertex = t->edge[edge][way], at = edge;
        while ((at = next_in_loop(t, at, vertex)) != PICK_NO_PART && at != edge) {
            expected[at] = 1;
            vertex = t->edge[at][t->edge[at][0] == vertex];
            ++length;
        }
    }
    if (!t->doubtful)
        assert_memory_equal(set, expected, sizeof set);
    return length;
}

static void meshes_from_positions(void **state)
{
    (void)state;
    static truth t;
    uint32_t loops = 0, long_loops = 0;
    t.random = (test_random){5};
    for (uint32_t n = test_effort(150, 10000); n > 0; n--) {
        t.vertex_count = t.triangle_count = 0;
        t.doubtful = false;
        t.has_polygons = random_index(&t.random, 3) != 0;
        const uint32_t kind = random_index(&t.random, 4);
        if (kind < 3)
            add_grid(&t, kind);
        else
            add_soup(&t);
        if (t.triangle_count == 0)
            continue;
        find_faces(&t);
        find_edges(&t);
        const pick_mesh_desc desc = {.positions = t.position[0],
                                     .vertex_count = t.vertex_count,
                                     .indices = t.index,
                                     .index_type = PICK_INDEX_UINT32,
                                     .index_count = 3 * t.triangle_count,
                                     .continues = t.continues};
        pick_mesh *mesh = NULL;
        pick_topology *topology = NULL;
        assert_int_equal(pick_mesh_create(&desc, NULL, &mesh), PICK_OK);
        assert_int_equal(pick_topology_create(mesh, NULL, &topology), PICK_OK);
        assert_int_equal(pick_topology_count(topology, PICK_PART_EDGE), t.edge_count);
        for (uint32_t edge = 0; edge < t.edge_count; edge++) {
            const pick_part part = {.kind = PICK_PART_EDGE, .a = t.edge[edge][1], .b = t.edge[edge][0]};
            assert_int_equal(pick_topology_number(topology, &part), edge);
            long_loops += compare_loop(&t, topology, edge) > 2;
        }
        loops += t.edge_count;
        compare_flat(&t, topology);
        pick_topology_destroy(topology);
        pick_mesh_destroy(mesh);
    }
    print_message("%u loops, %u of several edges\n", loops, long_loops);
    assert_true(long_loops > loops / 8);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(meshes_from_positions)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
