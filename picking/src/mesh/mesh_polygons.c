// mesh_polygons.c: which triangles of a mesh are one polygon, and which of their sides are inner.
//
// What vertices' numbers say is found once, when the mesh is made. Whether a triangle is degenerate can change with a
// refit, so queries look at the triangle on the other side of a shared side, if the mesh has degenerate ones at all.
#include "base/compiler.h"
#include "base/memory.h"
#include "mesh/mesh_internal.h"

// --- Pairing sides --------------------------------------------------------------------------------------------------

// A side of a triangle of a polygon.
typedef struct polygon_side {
    uint64_t ends;    // the higher vertex, then the lower one
    uint32_t place;   // 3 times the triangle's place in the polygon plus the side
    uint32_t forward; // 1: it runs from the lower vertex to the higher one
} polygon_side;

// Polygons of up to so many triangles are paired on the stack.
enum { FEW_TRIANGLES = 16 };

// D. Shell, "A High-Speed Sorting Procedure", CACM 2(7), 1959: most polygons have few sides, and no memory is needed.
static void sort_sides(polygon_side *sides, size_t count)
{
    size_t gap = 1;
    while (gap < count / 3)
        gap = 3 * gap + 1;
    for (; gap > 0; gap /= 3) {
        for (size_t i = gap; i < count; i++) {
            const polygon_side side = sides[i];
            size_t at = i;
            for (; at >= gap && sides[at - gap].ends > side.ends; at -= gap)
                sides[at] = sides[at - gap];
            sides[at] = side;
        }
    }
}

// pair_sides for two triangles, as most polygons are. One that has a vertex twice, and so a side three times, can never
// be hit, so that its sides do not matter.
static void pair_quad(const pick_mesh *mesh, uint32_t first, uint8_t *out)
{
    uint32_t v[3], w[3];
    pick_mesh_vertex_numbers(mesh, first, v);
    pick_mesh_vertex_numbers(mesh, first + 1, w);
    out[0] = out[1] = 0;
    for (uint32_t i = 0; i < 3; i++) {
        for (uint32_t k = 0; k < 3; k++) {
            if (v[i] == w[(k + 1) % 3] && v[(i + 1) % 3] == w[k]) {
                out[0] |= (uint8_t)(1u << i);
                out[1] |= (uint8_t)(1u << k);
            }
        }
    }
}

// Sets the bits of `out`, a byte for each of the polygon's triangles: bit i for side i, if two triangles have it, in
// opposite directions, and no third.
static void pair_sides(const pick_mesh *mesh, uint32_t first, uint32_t count, polygon_side *sides, uint8_t *out)
{
    const size_t side_count = 3 * (size_t)count;
    if (count == 2) {
        pair_quad(mesh, first, out);
        return;
    }
    for (uint32_t i = 0; i < count; i++) {
        uint32_t v[3];
        pick_mesh_vertex_numbers(mesh, first + i, v);
        for (uint32_t k = 0; k < 3; k++) {
            const uint32_t from = v[k], to = v[(k + 1) % 3];
            sides[3 * (size_t)i + k] = (polygon_side){from < to ? (uint64_t)to << 32 | from : (uint64_t)from << 32 | to,
                                                      3 * i + k, from < to ? 1 : 0};
        }
        out[i] = 0;
    }
    sort_sides(sides, side_count);
    for (size_t i = 0, next; i < side_count; i = next) {
        for (next = i + 1; next < side_count && sides[next].ends == sides[i].ends;)
            next++;
        const polygon_side one = sides[i], two = sides[next - 1];
        if (next - i == 2 && one.forward != two.forward && one.place / 3 != two.place / 3) {
            out[one.place / 3] |= (uint8_t)(1u << one.place % 3);
            out[two.place / 3] |= (uint8_t)(1u << two.place % 3);
        }
    }
}

// --- All polygons ---------------------------------------------------------------------------------------------------

typedef struct pairing {
    const pick_mesh *mesh;
    polygon_side *sides; // of the current polygon
    uint8_t *shared;
    polygon_side few_sides[3 * FEW_TRIANGLES];
    uint8_t few_shared[FEW_TRIANGLES];
    size_t bytes; // of `sides` and `shared`, if they are allocated
} pairing;

// Makes room for the largest polygon, whose size is given.
static bool make_room(pairing *p, uint32_t largest)
{
    p->sides = p->few_sides;
    p->shared = p->few_shared;
    p->bytes = 0;
    if (largest <= FEW_TRIANGLES)
        return true;
    const size_t bytes = pick_size((3 * sizeof(polygon_side) + 1) * (uint64_t)largest);
    p->sides = pick_allocate(&p->mesh->allocator, bytes);
    if (p->sides == NULL)
        return false;
    p->shared = (uint8_t *)(p->sides + 3 * (size_t)largest);
    p->bytes = bytes;
    return true;
}

static void free_room(pairing *p)
{
    if (p->bytes > 0)
        pick_deallocate(&p->mesh->allocator, p->sides, p->bytes);
}

pick_result pick_mesh_find_polygons(const pick_mesh *mesh, const uint8_t *continues, uint8_t *out)
{
    pairing p = {.mesh = mesh};
    const uint32_t count = mesh->triangle_count;
    uint32_t largest = 0;
    for (uint32_t i = 0, first = 0; i < count; i++) {
        first = continues[i] != 0 ? first : i;
        largest = i + 1 - first > largest ? i + 1 - first : largest;
    }
    if (!make_room(&p, largest))
        return PICK_ERROR_OUT_OF_MEMORY;
    memset(out, 0, pick_mesh_polygon_bytes(count));
    for (uint32_t first = 0, end; first < count; first = end) {
        for (end = first + 1; end < count && continues[end] != 0;)
            end++;
        if (end - first == 1)
            continue;
        pair_sides(mesh, first, end - first, p.sides, p.shared);
        for (uint32_t i = first; i < end; i++) {
            const uint32_t bits = (i > first ? (uint32_t)PICK_POLYGON_CONTINUES : 0u) |
                                  p.shared[i - first] * (uint32_t)PICK_POLYGON_SHARED_SIDE;
            out[i / 2] |= (uint8_t)(bits << 4 * (i % 2));
        }
    }
    free_room(&p);
    return PICK_OK;
}

// Whether polygons begin where submeshes do. `*largest`: the most triangles of one.
static bool starts_are_right(const pick_mesh *mesh, uint32_t *largest)
{
    for (uint32_t i = 0; i < mesh->submesh_count; i++) {
        const pick_submesh *submesh = &mesh->submeshes[i];
        if (submesh->triangle_count > 0 &&
            (pick_mesh_polygon_bits(mesh, submesh->first_triangle) & PICK_POLYGON_CONTINUES) != 0)
            return false;
    }
    *largest = 0;
    for (uint32_t first = 0, end; first < mesh->triangle_count; first = end) {
        end = pick_mesh_polygon_end(mesh, first);
        *largest = end - first > *largest ? end - first : *largest;
    }
    return mesh->triangle_count % 2 == 0 || mesh->polygons[mesh->triangle_count / 2] >> 4 == 0;
}

pick_result pick_mesh_check_polygons(const pick_mesh *mesh)
{
    pairing p = {.mesh = mesh};
    uint32_t largest;
    if (!starts_are_right(mesh, &largest))
        return PICK_ERROR_BAD_DATA;
    if (!make_room(&p, largest))
        return PICK_ERROR_OUT_OF_MEMORY;
    bool right = true;
    for (uint32_t first = 0, end; first < mesh->triangle_count && right; first = end) {
        end = pick_mesh_polygon_end(mesh, first);
        pair_sides(mesh, first, end - first, p.sides, p.shared);
        for (uint32_t i = first; i < end; i++)
            right = right && pick_mesh_polygon_bits(mesh, i) / PICK_POLYGON_SHARED_SIDE == p.shared[i - first];
    }
    free_room(&p);
    return right ? PICK_OK : PICK_ERROR_BAD_DATA;
}

// --- Reading --------------------------------------------------------------------------------------------------------

uint32_t pick_mesh_find_first(const pick_mesh *mesh, uint32_t triangle)
{
    static const uint64_t all_continue = 0x1111111111111111u * PICK_POLYGON_CONTINUES;
    while (triangle > 0 && pick_mesh_continues(mesh, triangle)) {
        --triangle;
        // Sixteen at once, so that the parts of a polygon with thousands of triangles are found in time.
        for (uint64_t bits; triangle % 2 == 1 && triangle >= 16; triangle -= 16) {
            memcpy(&bits, mesh->polygons + (triangle - 15) / 2, sizeof bits);
            if ((bits & all_continue) != all_continue)
                break;
        }
    }
    return triangle;
}

uint32_t pick_mesh_find_end(const pick_mesh *mesh, uint32_t triangle)
{
    ++triangle;
    while (pick_mesh_continues(mesh, triangle))
        ++triangle;
    return triangle;
}

// Whether a side of the triangle goes from one vertex to the other, and the corner where it begins.
static bool has_side_between(const pick_mesh *mesh, uint32_t triangle, uint32_t from, uint32_t to, uint32_t *corner)
{
    uint32_t v[3];
    pick_mesh_vertex_numbers(mesh, triangle, v);
    for (uint32_t k = 0; k < 3; k++) {
        *corner = 3 * triangle + k;
        if (v[k] == from && v[(k + 1) % 3] == to)
            return true;
    }
    return false;
}

// In polygons with thousands of triangles mates are mostly near: looks around the triangle, farther and farther.
uint32_t pick_mesh_mate(const pick_mesh *mesh, uint32_t triangle, uint32_t side)
{
    uint32_t v[3], mate, low = triangle, high = triangle;
    pick_mesh_vertex_numbers(mesh, triangle, v);
    const uint32_t from = v[(side + 1) % 3], to = v[side];
    bool found = has_side_between(mesh, triangle, from, to, &mate);
    while (!found) { // it is there: pick_mesh_check_polygons
        const bool before = pick_mesh_continues(mesh, low), after = pick_mesh_continues(mesh, high + 1);
        PICK_ASSERT(before || after);
        found = (before && has_side_between(mesh, --low, from, to, &mate)) ||
                (after && has_side_between(mesh, ++high, from, to, &mate));
    }
    return mate;
}

static bool can_be_hit(const pick_mesh *mesh, uint32_t triangle)
{
    float local[3][3];
    pick_mesh_positions(mesh, triangle, local);
    return pick_triangle_is_valid((const float(*)[3])local);
}

uint32_t pick_mesh_sides_within(const pick_mesh *mesh, uint32_t triangle)
{
    uint32_t bits = pick_mesh_polygon_bits(mesh, triangle) / PICK_POLYGON_SHARED_SIDE;
    for (uint32_t i = 0; i < 3 && mesh->degenerate_count > 0; i++) {
        if ((bits >> i & 1u) != 0 && !can_be_hit(mesh, pick_mesh_mate(mesh, triangle, i) / 3))
            bits &= ~(1u << i);
    }
    return bits;
}

bool pick_mesh_polygon(const pick_mesh *mesh, uint32_t triangle, uint32_t *first, uint32_t *count)
{
    if (mesh == NULL || triangle >= mesh->triangle_count || first == NULL || count == NULL)
        return false;
    *first = pick_mesh_polygon_first(mesh, triangle);
    *count = pick_mesh_polygon_end(mesh, triangle) - *first;
    return true;
}

uint32_t pick_mesh_inner_sides(const pick_mesh *mesh, uint32_t triangle)
{
    return mesh != NULL && triangle < mesh->triangle_count && mesh->polygons != NULL && can_be_hit(mesh, triangle)
               ? pick_mesh_sides_within(mesh, triangle)
               : 0;
}
