// topology_sets.c: grows, shrinks and extends sets of parts along a mesh.
#include "base/compiler.h"
#include "base/memory.h"
#include "math/math_inline.h"
#include "parts/topology_internal.h"

#include <math.h>

// --- Neighbours -----------------------------------------------------------------------------------------------------

// Leaves out those of the two parts that are across or on an inner side. Returns how many are left.
static uint32_t keep_outer(const pick_topology *t, uint32_t corner, uint32_t before, uint32_t out[2])
{
    uint32_t count = 0;
    if (t->edge_of[corner] != PICK_INNER_SIDE)
        out[count++] = out[0];
    if (t->edge_of[before] != PICK_INNER_SIDE)
        out[count++] = out[1];
    return count;
}

// Writes the parts that touch a corner's vertex in the corner's triangle: for vertices those across its two edges.
// Returns how many.
static uint32_t parts_at_corner(const pick_topology *t, uint32_t kind, uint32_t corner, uint32_t out[2])
{
    const uint32_t before = pick_corner_before(corner);
    if (kind == PICK_PART_FACE) {
        out[0] = pick_topology_face(t, corner);
        return 1;
    }
    out[0] = kind == PICK_PART_EDGE ? t->edge_of[corner] : pick_topology_at(t, pick_corner_after(corner));
    out[1] = kind == PICK_PART_EDGE ? t->edge_of[before] : pick_topology_at(t, before);
    return t->has_polygons ? keep_outer(t, corner, before, out) : 2;
}

// The vertices of a triangle. Returns how many: none of a degenerate one.
static uint32_t vertices_of_triangle(const pick_topology *t, uint32_t triangle, uint32_t out[3])
{
    if (!pick_topology_has(t, triangle))
        return 0;
    for (uint32_t i = 0; i < 3; i++)
        out[i] = pick_topology_at(t, 3 * triangle + i);
    return 3;
}

// The vertices around which a vertex or an edge has its neighbours. Returns how many: none for a gap.
static uint32_t vertices_of(const pick_topology *t, uint32_t kind, uint32_t number, uint32_t out[3])
{
    if (kind == PICK_PART_EDGE) {
        pick_topology_ends(t, number, out);
        return 2;
    }
    out[0] = number;
    return t->first_corner[number] < t->first_corner[number + 1] ? 1 : 0;
}

// The end of the triangles of a face, which begin with its number; there are none for a number within a polygon.
static uint32_t end_of_face(const pick_topology *t, uint32_t face)
{
    if (!t->has_polygons)
        return face + 1;
    return pick_mesh_find_first(t->mesh, face) == face ? pick_mesh_find_end(t->mesh, face) : face;
}

enum { OUT = 0, IN = 1, CHANGES = 2 };

// Calls off a part that is in a set if it has a neighbour outside, or adds those neighbours: around these vertices.
static void step_around(const pick_topology *t, uint32_t kind, uint32_t number, const uint32_t vertex[3],
                        uint32_t count, bool grow, uint8_t *set)
{
    for (uint32_t k = 0; k < count; k++) {
        for (uint32_t i = t->first_corner[vertex[k]]; i < t->first_corner[vertex[k] + 1]; i++) {
            uint32_t near[2];
            const uint32_t near_count = parts_at_corner(t, kind, t->corners[i], near);
            for (uint32_t n = 0; n < near_count; n++) {
                if (set[near[n]] == OUT)
                    set[grow ? near[n] : number] = CHANGES;
            }
        }
    }
}

static void step(const pick_topology *t, uint32_t kind, uint32_t number, bool grow, uint8_t *set)
{
    uint32_t vertex[3];
    if (kind != PICK_PART_FACE) {
        step_around(t, kind, number, vertex, vertices_of(t, kind, number, vertex), grow, set);
        return;
    }
    const uint32_t end = end_of_face(t, number);
    for (uint32_t i = number; i < end; i++)
        step_around(t, kind, number, vertex, vertices_of_triangle(t, i, vertex), grow, set);
}

// Whether a set can be one of this kind. One of no parts may be NULL.
static bool is_set(const pick_topology *topology, uint32_t kind, const uint8_t *set)
{
    const bool is_kind = kind == PICK_PART_VERTEX || kind == PICK_PART_EDGE || kind == PICK_PART_FACE;
    return topology != NULL && is_kind && (set != NULL || pick_topology_count(topology, kind) == 0);
}

static bool step_all(const pick_topology *topology, uint32_t kind, bool grow, uint8_t *set)
{
    const uint32_t count = pick_topology_count(topology, kind);
    if (!is_set(topology, kind, set))
        return false;
    for (uint32_t i = 0; i < count; i++)
        set[i] = set[i] != 0 ? IN : OUT;
    for (uint32_t i = 0; i < count; i++) {
        if (set[i] == IN)
            step(topology, kind, i, grow, set);
    }
    for (uint32_t i = 0; i < count; i++) {
        if (set[i] == CHANGES)
            set[i] = grow ? IN : OUT;
    }
    return true;
}

bool pick_topology_grow(const pick_topology *topology, uint32_t kind, uint8_t *set)
{
    return step_all(topology, kind, true, set);
}

bool pick_topology_shrink(const pick_topology *topology, uint32_t kind, uint8_t *set)
{
    return step_all(topology, kind, false, set);
}

// --- Faces and edges around a vertex --------------------------------------------------------------------------------

static pick_vec3 place_of_class(const pick_topology *t, uint32_t vertex)
{
    const float *p = t->mesh->positions + 3 * (size_t)vertex;
    return pick_vec3_make((double)p[0], (double)p[1], (double)p[2]);
}

static pick_vec3 triangle_normal(const pick_topology *t, uint32_t triangle)
{
    const pick_vec3 a = place_of_class(t, pick_topology_at(t, 3 * triangle));
    const pick_vec3 b = place_of_class(t, pick_topology_at(t, 3 * triangle + 1));
    const pick_vec3 c = place_of_class(t, pick_topology_at(t, 3 * triangle + 2));
    return pick_vec3_cross(pick_vec3_sub(b, a), pick_vec3_sub(c, a));
}

// The sum of its triangles': it does not depend on how a bent polygon is divided.
static PICK_NOINLINE pick_vec3 polygon_normal(const pick_topology *t, uint32_t face)
{
    const uint32_t end = pick_mesh_find_end(t->mesh, face);
    pick_vec3 normal = {0, 0, 0};
    for (uint32_t triangle = face; triangle < end; triangle++) {
        if (pick_topology_has(t, triangle))
            normal = pick_vec3_add(normal, triangle_normal(t, triangle));
    }
    return normal;
}

static pick_vec3 face_normal(const pick_topology *t, uint32_t face)
{
    return t->has_polygons ? polygon_normal(t, face) : triangle_normal(t, face);
}

// Between two vectors of any length, 0 to pi.
static double angle_between(pick_vec3 a, pick_vec3 b)
{
    return atan2(pick_vec3_length(pick_vec3_cross(a, b)), pick_vec3_dot(a, b));
}

static bool has_edge_at(const pick_topology *t, uint32_t corner, uint32_t edge)
{
    return t->edge_of[corner] == edge || t->edge_of[pick_corner_before(corner)] == edge;
}

// The first two faces of an edge that ends at the vertex, as their corners there. Returns how many faces it has.
static uint32_t faces_at(const pick_topology *t, uint32_t vertex, uint32_t edge, uint32_t corner[2])
{
    uint32_t count = 0;
    for (uint32_t i = t->first_corner[vertex]; i < t->first_corner[vertex + 1]; i++) {
        if (!has_edge_at(t, t->corners[i], edge))
            continue;
        if (count < 2)
            corner[count] = t->corners[i];
        ++count;
    }
    return count;
}

// --- Loops ----------------------------------------------------------------------------------------------------------

typedef enum edge_class { BORDER, CREASE, SMOOTH, TANGLED } edge_class;

static edge_class class_of(const pick_topology *t, uint32_t vertex, uint32_t edge)
{
    uint32_t corner[2];
    switch (faces_at(t, vertex, edge, corner)) {
    case 1:
        return BORDER;
    case 2:
        return angle_between(face_normal(t, pick_topology_face(t, corner[0])),
                             face_normal(t, pick_topology_face(t, corner[1]))) > PICK_CREASE_ANGLE
                   ? CREASE
                   : SMOOTH;
    default:
        return TANGLED;
    }
}

// A turn around a vertex, from edge to edge over the faces between.
typedef struct fan {
    uint32_t vertex, edge, corner; // the face to cross next, by its corner at the vertex
} fan;

// Goes on from an inner side of a corner's triangle, at the corner's vertex, over the polygon to the edge at its other
// end. Each inner side has one mate, which runs the other way, so there is one. Returns the corner there.
static PICK_NOINLINE uint32_t cross_polygon(const pick_topology *t, uint32_t corner, uint32_t side, uint32_t *edge)
{
    while (t->edge_of[side] == PICK_INNER_SIDE) {
        const uint32_t mate = pick_mesh_mate(t->mesh, side / 3, side % 3);
        const bool leaves = side == corner; // the vertex; its mate comes to it
        corner = leaves ? pick_corner_after(mate) : mate;
        side = leaves ? corner : pick_corner_before(corner);
    }
    *edge = t->edge_of[side];
    return corner;
}

// Crosses a face. False: the edge reached has no other face, or several; it is then the fan's edge.
static bool cross(const pick_topology *t, fan *f)
{
    uint32_t corner[2], at = f->corner;
    const uint32_t one = t->edge_of[at];
    f->edge = one != f->edge ? one : t->edge_of[pick_corner_before(at)];
    if (f->edge == PICK_INNER_SIDE)
        at = cross_polygon(t, at, one == PICK_INNER_SIDE ? at : pick_corner_before(at), &f->edge);
    if (faces_at(t, f->vertex, f->edge, corner) != 2)
        return false;
    f->corner = corner[0] != at ? corner[0] : corner[1];
    return true;
}

static pick_vec3 away_from(const pick_topology *t, uint32_t vertex, uint32_t edge)
{
    uint32_t ends[2];
    pick_topology_ends(t, edge, ends);
    return pick_vec3_sub(place_of_class(t, ends[0] == vertex ? ends[1] : ends[0]), place_of_class(t, vertex));
}

// The edge of the same class opposite to this one at a vertex with a closed fan of faces.
static uint32_t opposite(const pick_topology *t, uint32_t vertex, uint32_t edge, edge_class class)
{
    uint32_t corner[2];
    (void)faces_at(t, vertex, edge, corner);
    fan f = {vertex, edge, corner[0]};
    uint32_t count = 1; // of the class
    while (cross(t, &f) && f.edge != edge)
        count += class_of(t, vertex, f.edge) == class;
    if (f.edge != edge || count % 2 != 0)
        return PICK_NO_PART;
    f.corner = corner[0];
    for (uint32_t n = 0; n < count / 2; n += class_of(t, vertex, f.edge) == class)
        (void)cross(t, &f);
    const double turn = PICK_PI - angle_between(away_from(t, vertex, edge), away_from(t, vertex, f.edge));
    return class == SMOOTH && turn >= PICK_PI / 3 ? PICK_NO_PART : f.edge;
}

static uint32_t next_in_loop(const pick_topology *t, uint32_t vertex, uint32_t edge)
{
    const edge_class class = class_of(t, vertex, edge);
    if (class == TANGLED)
        return PICK_NO_PART;
    if (class != BORDER)
        return opposite(t, vertex, edge, class);
    uint32_t corner[2];
    (void)faces_at(t, vertex, edge, corner);
    fan f = {vertex, edge, corner[0]};
    while (cross(t, &f))
        continue;
    return class_of(t, vertex, f.edge) == BORDER ? f.edge : PICK_NO_PART;
}

bool pick_topology_loop(const pick_topology *topology, uint32_t edge, uint8_t *set)
{
    if (topology == NULL || set == NULL || edge >= topology->edge_count)
        return false;
    uint32_t ends[2];
    pick_topology_ends(topology, edge, ends);
    set[edge] = IN;
    for (int direction = 0; direction < 2; direction++) {
        uint32_t vertex = ends[direction];
        uint32_t next = edge;
        // Each vertex and edge has one next edge, and the way back is the same: a loop ends where it began.
        while ((next = next_in_loop(topology, vertex, next)) != PICK_NO_PART && next != edge) {
            uint32_t at[2];
            set[next] = IN;
            pick_topology_ends(topology, next, at);
            vertex = at[0] == vertex ? at[1] : at[0];
        }
    }
    return true;
}

// --- Linked parts ---------------------------------------------------------------------------------------------------

// Numbers to visit, each at most once.
typedef struct queue {
    uint32_t *waiting;
    uint8_t *seen;
    uint32_t count;
} queue;

static void wait_for(queue *q, uint32_t number)
{
    if (q->seen[number] == 0) {
        q->seen[number] = 1;
        q->waiting[q->count++] = number;
    }
}

// Waits for the vertices of a triangle. False: it is degenerate.
static bool wait_for_triangle(const pick_topology *t, queue *q, uint32_t triangle)
{
    uint32_t vertex[3];
    const uint32_t count = vertices_of_triangle(t, triangle, vertex);
    for (uint32_t k = 0; k < count; k++)
        wait_for(q, vertex[k]);
    return count > 0;
}

// The same for the ones beside it in its polygon, whose triangles need not share vertices.
static void wait_for_others(const pick_topology *t, queue *q, uint32_t triangle)
{
    for (uint32_t i = triangle; pick_mesh_continues(t->mesh, i);) {
        if (wait_for_triangle(t, q, --i))
            break;
    }
    for (uint32_t i = triangle + 1; pick_mesh_continues(t->mesh, i); i++) {
        if (wait_for_triangle(t, q, i))
            break;
    }
}

// The first vertex of a part. False: a gap.
static bool first_vertex(const pick_topology *t, uint32_t kind, uint32_t number, uint32_t *out)
{
    uint32_t vertex[3];
    if (kind != PICK_PART_FACE) {
        const bool is_there = vertices_of(t, kind, number, vertex) > 0;
        *out = vertex[0];
        return is_there;
    }
    const uint32_t end = end_of_face(t, number);
    uint32_t i = number;
    while (i < end && !pick_topology_has(t, i))
        i++;
    if (i < end)
        *out = pick_topology_at(t, 3 * i);
    return i < end;
}

static void add_linked(const pick_topology *t, uint32_t kind, uint32_t count, queue *q, uint8_t *set)
{
    uint32_t vertex;
    for (uint32_t i = 0; i < count; i++) {
        if (set[i] != 0 && first_vertex(t, kind, i, &vertex))
            wait_for(q, vertex);
    }
    for (uint32_t next = 0; next < q->count; next++) {
        for (uint32_t i = t->first_corner[q->waiting[next]]; i < t->first_corner[q->waiting[next] + 1]; i++) {
            wait_for(q, pick_topology_at(t, pick_corner_after(t->corners[i])));
            wait_for(q, pick_topology_at(t, pick_corner_before(t->corners[i])));
            if (t->has_polygons)
                wait_for_others(t, q, t->corners[i] / 3);
        }
    }
    for (uint32_t i = 0; i < count; i++) {
        if (first_vertex(t, kind, i, &vertex) && q->seen[vertex] != 0)
            set[i] = IN;
    }
}

pick_result pick_topology_linked(const pick_topology *topology, uint32_t kind, uint8_t *set)
{
    const uint32_t count = pick_topology_count(topology, kind);
    if (!is_set(topology, kind, set))
        return PICK_ERROR_INVALID_ARGUMENT;
    if (count == 0)
        return PICK_OK;
    const size_t bytes = pick_array_size(topology->vertex_count, sizeof(uint32_t) + 1);
    uint32_t *waiting = pick_allocate(&topology->allocator, bytes);
    if (waiting == NULL)
        return PICK_ERROR_OUT_OF_MEMORY;
    queue q = {waiting, (uint8_t *)(waiting + topology->vertex_count), 0};
    memset(q.seen, 0, topology->vertex_count);
    add_linked(topology, kind, count, &q, set);
    pick_deallocate(&topology->allocator, waiting, bytes);
    return PICK_OK;
}

// Waits for the faces that share an edge with this one, if the angle between them is small.
static void spread_flat(const pick_topology *t, queue *q, uint32_t face, double angle)
{
    const pick_vec3 normal = face_normal(t, face);
    const uint32_t end = pick_mesh_polygon_end(t->mesh, face);
    for (uint32_t corner = 3 * face; corner < 3 * end; corner++) {
        const uint32_t edge = t->edge_of[corner];
        if (edge == PICK_NO_PART || edge == PICK_INNER_SIDE)
            continue;
        const uint32_t vertex = pick_topology_at(t, corner);
        for (uint32_t i = t->first_corner[vertex]; i < t->first_corner[vertex + 1]; i++) {
            if (!has_edge_at(t, t->corners[i], edge))
                continue;
            const uint32_t other = pick_topology_face(t, t->corners[i]);
            if (q->seen[other] == 0 && angle_between(normal, face_normal(t, other)) <= angle)
                wait_for(q, other);
        }
    }
}

pick_result pick_topology_flat(const pick_topology *topology, double angle, uint8_t *faces)
{
    const uint32_t count = pick_topology_count(topology, PICK_PART_FACE);
    if (!is_set(topology, PICK_PART_FACE, faces) || !isfinite(angle))
        return PICK_ERROR_INVALID_ARGUMENT;
    if (count == 0)
        return PICK_OK;
    const size_t bytes = pick_array_size(count, sizeof(uint32_t));
    uint32_t *waiting = pick_allocate(&topology->allocator, bytes);
    if (waiting == NULL)
        return PICK_ERROR_OUT_OF_MEMORY;
    queue q = {waiting, faces, 0};
    for (uint32_t i = 0; i < count; i++) {
        uint32_t vertex;
        if (faces[i] != 0 && first_vertex(topology, PICK_PART_FACE, i, &vertex))
            waiting[q.count++] = i;
    }
    for (uint32_t next = 0; next < q.count; next++)
        spread_flat(topology, &q, waiting[next], angle);
    pick_deallocate(&topology->allocator, waiting, bytes);
    return PICK_OK;
}
