// topology_sets.c: grows, shrinks and extends sets of parts along a mesh.
#include "base/compiler.h"
#include "base/memory.h"
#include "math/math_inline.h"
#include "parts/topology_internal.h"

#include <math.h>

// --- Neighbours -----------------------------------------------------------------------------------------------------

// Writes the parts that touch a corner's vertex in the corner's triangle: for vertices those across its two edges.
// Returns how many.
static uint32_t parts_at_corner(const pick_topology *t, uint32_t kind, uint32_t corner, uint32_t out[2])
{
    const uint32_t before = pick_corner_before(corner);
    if (kind == PICK_PART_FACE) {
        out[0] = corner / 3;
        return 1;
    }
    out[0] = kind == PICK_PART_EDGE ? t->edge_of[corner] : pick_topology_at(t, pick_corner_after(corner));
    out[1] = kind == PICK_PART_EDGE ? t->edge_of[before] : pick_topology_at(t, before);
    return 2;
}

// The vertices around which a part has its neighbours. Returns how many: none for a gap.
static uint32_t vertices_of(const pick_topology *t, uint32_t kind, uint32_t number, uint32_t out[3])
{
    if (kind == PICK_PART_EDGE) {
        pick_topology_ends(t, number, out);
        return 2;
    }
    if (kind == PICK_PART_VERTEX) {
        out[0] = number;
        return t->first_corner[number] < t->first_corner[number + 1] ? 1 : 0;
    }
    if (t->edge_of[3 * (size_t)number] == PICK_NO_PART)
        return 0;
    for (uint32_t i = 0; i < 3; i++)
        out[i] = pick_topology_at(t, 3 * number + i);
    return 3;
}

enum { OUT = 0, IN = 1, CHANGES = 2 };

// Calls off a part that is in a set if it has a neighbour outside, or adds those neighbours.
static void step(const pick_topology *t, uint32_t kind, uint32_t number, bool grow, uint8_t *set)
{
    uint32_t vertex[3];
    const uint32_t count = vertices_of(t, kind, number, vertex);
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

static bool step_all(const pick_topology *topology, uint32_t kind, bool grow, uint8_t *set)
{
    const uint32_t count = pick_topology_count(topology, kind);
    if (count == 0 || set == NULL)
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

static pick_vec3 face_normal(const pick_topology *t, uint32_t face)
{
    const pick_vec3 a = place_of_class(t, pick_topology_at(t, 3 * face));
    const pick_vec3 b = place_of_class(t, pick_topology_at(t, 3 * face + 1));
    const pick_vec3 c = place_of_class(t, pick_topology_at(t, 3 * face + 2));
    return pick_vec3_cross(pick_vec3_sub(b, a), pick_vec3_sub(c, a));
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
        return angle_between(face_normal(t, corner[0] / 3), face_normal(t, corner[1] / 3)) > PICK_CREASE_ANGLE ? CREASE
                                                                                                               : SMOOTH;
    default:
        return TANGLED;
    }
}

// A turn around a vertex, from edge to edge over the faces between.
typedef struct fan {
    uint32_t vertex, edge, corner; // the face to cross next, by its corner at the vertex
} fan;

// Crosses a face. False: the edge reached has no other face, or several; it is then the fan's edge.
static bool cross(const pick_topology *t, fan *f)
{
    uint32_t corner[2];
    const uint32_t one = t->edge_of[f->corner];
    f->edge = one != f->edge ? one : t->edge_of[pick_corner_before(f->corner)];
    if (faces_at(t, f->vertex, f->edge, corner) != 2)
        return false;
    f->corner = corner[0] != f->corner ? corner[0] : corner[1];
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

static void add_linked(const pick_topology *t, uint32_t kind, uint32_t count, queue *q, uint8_t *set)
{
    uint32_t vertex[3];
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t vertices = set[i] != 0 ? vertices_of(t, kind, i, vertex) : 0;
        for (uint32_t k = 0; k < vertices; k++)
            wait_for(q, vertex[k]);
    }
    for (uint32_t next = 0; next < q->count; next++) {
        for (uint32_t i = t->first_corner[q->waiting[next]]; i < t->first_corner[q->waiting[next] + 1]; i++) {
            wait_for(q, pick_topology_at(t, pick_corner_after(t->corners[i])));
            wait_for(q, pick_topology_at(t, pick_corner_before(t->corners[i])));
        }
    }
    for (uint32_t i = 0; i < count; i++) {
        if (vertices_of(t, kind, i, vertex) > 0 && q->seen[vertex[0]] != 0)
            set[i] = IN;
    }
}

pick_result pick_topology_linked(const pick_topology *topology, uint32_t kind, uint8_t *set)
{
    const uint32_t count = pick_topology_count(topology, kind);
    if (count == 0 || set == NULL)
        return PICK_ERROR_INVALID_ARGUMENT;
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

pick_result pick_topology_flat(const pick_topology *topology, double angle, uint8_t *faces)
{
    const uint32_t count = pick_topology_count(topology, PICK_PART_FACE);
    if (count == 0 || faces == NULL || !isfinite(angle))
        return PICK_ERROR_INVALID_ARGUMENT;
    const size_t bytes = pick_array_size(count, sizeof(uint32_t));
    uint32_t *waiting = pick_allocate(&topology->allocator, bytes);
    if (waiting == NULL)
        return PICK_ERROR_OUT_OF_MEMORY;
    queue q = {waiting, faces, 0};
    for (uint32_t i = 0; i < count; i++) {
        if (faces[i] != 0 && topology->edge_of[3 * (size_t)i] != PICK_NO_PART)
            waiting[q.count++] = i;
    }
    for (uint32_t next = 0; next < q.count; next++) {
        const uint32_t face = waiting[next];
        for (uint32_t corner = 3 * face; corner < 3 * face + 3; corner++) {
            const uint32_t vertex = pick_topology_at(topology, corner);
            const uint32_t edge = topology->edge_of[corner];
            for (uint32_t i = topology->first_corner[vertex]; i < topology->first_corner[vertex + 1]; i++) {
                const uint32_t other = topology->corners[i] / 3;
                if (faces[other] == 0 && has_edge_at(topology, topology->corners[i], edge) &&
                    angle_between(face_normal(topology, face), face_normal(topology, other)) <= angle)
                    wait_for(&q, other);
            }
        }
    }
    pick_deallocate(&topology->allocator, waiting, bytes);
    return PICK_OK;
}
