// topology.c: builds the topology of a mesh, and numbers its parts.
#include "picking/topology.h"

#include "base/compiler.h"
#include "base/memory.h"
#include "parts/topology_internal.h"

// --- Vertices -------------------------------------------------------------------------------------------------------

// The place of a vertex without negative zeros, so that equal positions have equal bits.
static void place_of(const pick_mesh *mesh, uint32_t vertex, float out[3])
{
    for (size_t k = 0; k < 3; k++)
        out[k] = mesh->positions[3 * (size_t)vertex + k] + 0.0f;
}

static uint32_t hash_place(const float place[3])
{
    uint32_t bits[3];
    memcpy(bits, place, sizeof bits);
    uint64_t hash = PICK_HASH_START;
    for (int k = 0; k < 3; k++)
        hash = pick_hash_add(hash, bits[k]);
    return (uint32_t)hash;
}

// Merges vertices by a hash table with room for twice as many, `mask` + 1 entries of PICK_NO_PART.
static void merge_vertices(pick_topology *t, uint32_t *table, uint32_t mask)
{
    for (uint32_t v = 0; v < t->vertex_count; v++) {
        float place[3], other[3];
        place_of(t->mesh, v, place);
        uint32_t at = hash_place(place) & mask;
        for (; table[at] != PICK_NO_PART; at = (at + 1) & mask) {
            place_of(t->mesh, table[at], other);
            if (memcmp(place, other, sizeof place) == 0)
                break;
        }
        if (table[at] == PICK_NO_PART)
            table[at] = v;
        t->merged[v] = table[at];
    }
}

// Converts counts, at [v + 1], to the starts of consecutive lists.
static void add_up(uint32_t *first, uint32_t count)
{
    for (uint32_t v = 0; v < count; v++)
        first[v + 1] += first[v];
}

// Lists the corners of each vertex. Returns the length of the longest list.
static uint32_t list_corners(pick_topology *t)
{
    uint32_t longest = 0;
    memset(t->first_corner, 0, ((size_t)t->vertex_count + 1) * sizeof *t->first_corner);
    for (uint32_t triangle = 0; triangle < t->triangle_count; triangle++) {
        float local[3][3];
        pick_mesh_positions(t->mesh, triangle, local);
        const bool valid = pick_triangle_is_valid((const float(*)[3])local);
        for (uint32_t corner = 3 * triangle; corner < 3 * triangle + 3; corner++) {
            t->edge_of[corner] = valid ? 0 : PICK_NO_PART;
            if (valid)
                ++t->first_corner[pick_topology_at(t, corner) + 1];
        }
    }
    for (uint32_t v = 0; v < t->vertex_count; v++) {
        if (t->first_corner[v + 1] > longest)
            longest = t->first_corner[v + 1];
    }
    add_up(t->first_corner, t->vertex_count);
    // Fill each list from its start, which moves to its end, that is, to the start of the next.
    for (uint32_t corner = 0; corner < 3 * t->triangle_count; corner++) {
        if (t->edge_of[corner] != PICK_NO_PART)
            t->corners[t->first_corner[pick_topology_at(t, corner)]++] = corner;
    }
    for (uint32_t v = t->vertex_count; v > 0; v--)
        t->first_corner[v] = t->first_corner[v - 1];
    t->first_corner[0] = 0;
    return longest;
}

static void mark_inner_sides(pick_topology *t)
{
    for (uint32_t corner = 0; corner < 3 * t->triangle_count; corner++) {
        if (pick_topology_has(t, corner / 3) && (pick_mesh_inner(t->mesh, corner / 3) >> corner % 3 & 1u) != 0)
            t->edge_of[corner] = PICK_INNER_SIDE;
    }
}

// --- Edges ----------------------------------------------------------------------------------------------------------

static void sift_key_down(uint64_t *items, uint32_t at, uint32_t count)
{
    const uint64_t item = items[at];
    for (uint32_t child; (child = 2 * at + 1) < count; at = child) {
        child += child + 1 < count && items[child] < items[child + 1];
        if (item >= items[child])
            break;
        items[at] = items[child];
    }
    items[at] = item;
}

// Heapsort: it needs no memory, as qsort may.
static void sort_items(uint64_t *items, uint32_t count)
{
    for (uint32_t i = count / 2; i > 0; i--)
        sift_key_down(items, i - 1, count);
    for (uint32_t last = count; last > 1; last--) {
        const uint64_t greatest = items[0];
        items[0] = items[last - 1];
        items[last - 1] = greatest;
        sift_key_down(items, 0, last - 1);
    }
}

// Numbers the edges from a vertex to higher ones. `items`: room for two of each of its corners.
static void number_edges(pick_topology *t, uint32_t v, uint64_t *items)
{
    uint32_t count = 0;
    const bool may_be_inner = t->has_polygons;
    for (uint32_t i = t->first_corner[v]; i < t->first_corner[v + 1]; i++) {
        const uint32_t corner = t->corners[i];
        const uint32_t before = pick_corner_before(corner);
        const uint32_t after = pick_topology_at(t, pick_corner_after(corner));
        if (after > v && !(may_be_inner && t->edge_of[corner] == PICK_INNER_SIDE))
            items[count++] = (uint64_t)after << 32 | corner;
        if (pick_topology_at(t, before) > v && !(may_be_inner && t->edge_of[before] == PICK_INNER_SIDE))
            items[count++] = (uint64_t)pick_topology_at(t, before) << 32 | before;
    }
    sort_items(items, count);
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t end = (uint32_t)(items[i] >> 32);
        if (i == 0 || end != (uint32_t)(items[i - 1] >> 32))
            t->edge_end[t->edge_count++] = end;
        t->edge_of[(uint32_t)items[i]] = t->edge_count - 1;
    }
}

static pick_result build_topology(pick_topology *t)
{
    uint32_t mask = t->vertex_count; // becomes at least twice as many, and all ones
    for (uint32_t shift = 1; shift < 32; shift *= 2)
        mask |= mask >> shift;
    mask = mask << 1 | 1;
    const size_t table_bytes = pick_array_size((uint64_t)mask + 1, sizeof(uint32_t));
    uint32_t *table = pick_allocate(&t->allocator, table_bytes);
    if (table == NULL)
        return PICK_ERROR_OUT_OF_MEMORY;
    memset(table, 0xff, table_bytes);
    merge_vertices(t, table, mask);
    pick_deallocate(&t->allocator, table, table_bytes);

    const size_t item_bytes = pick_array_size(2 * (uint64_t)list_corners(t) + 1, sizeof(uint64_t));
    uint64_t *items = pick_allocate(&t->allocator, item_bytes);
    if (items == NULL)
        return PICK_ERROR_OUT_OF_MEMORY;
    if (t->has_polygons)
        mark_inner_sides(t);
    for (uint32_t v = 0; v < t->vertex_count; v++) {
        t->first_edge[v] = t->edge_count;
        number_edges(t, v, items);
    }
    t->first_edge[t->vertex_count] = t->edge_count;
    pick_deallocate(&t->allocator, items, item_bytes);
    return PICK_OK;
}

pick_result pick_topology_create(const pick_mesh *mesh, const pick_allocator *allocator, pick_topology **out)
{
    if (mesh == NULL || out == NULL || !pick_allocator_is_usable(allocator))
        return PICK_ERROR_INVALID_ARGUMENT;
    const pick_allocator *from = allocator != NULL ? allocator : pick_default_allocator();
    const uint64_t vertices = mesh->vertex_count;
    const uint64_t corners = 3 * (uint64_t)mesh->triangle_count;
    const size_t bytes = pick_size(sizeof(pick_topology) + (3 * vertices + 2 + 3 * corners) * sizeof(uint32_t));
    pick_topology *t = pick_allocate(from, bytes);
    if (t == NULL)
        return PICK_ERROR_OUT_OF_MEMORY;
    uint32_t *array = (uint32_t *)(void *)(t + 1);
    *t = (pick_topology){.mesh = mesh,
                         .allocator = *from,
                         .bytes = bytes,
                         .vertex_count = mesh->vertex_count,
                         .triangle_count = mesh->triangle_count,
                         .has_polygons = mesh->polygons != NULL,
                         .merged = array,
                         .first_corner = array + vertices,
                         .first_edge = array + 2 * vertices + 1,
                         .corners = array + 3 * vertices + 2,
                         .edge_of = array + 3 * vertices + 2 + corners,
                         .edge_end = array + 3 * vertices + 2 + 2 * corners};
    const pick_result result = build_topology(t);
    if (result != PICK_OK)
        pick_topology_destroy(t);
    else
        *out = t;
    return result;
}

void pick_topology_destroy(pick_topology *topology)
{
    if (topology != NULL) {
        const pick_allocator allocator = topology->allocator;
        pick_deallocate(&allocator, topology, topology->bytes);
    }
}

// --- Numbers --------------------------------------------------------------------------------------------------------

uint32_t pick_topology_count(const pick_topology *topology, uint32_t kind)
{
    if (topology == NULL)
        return 0;
    switch (kind) {
    case PICK_PART_VERTEX:
        return topology->vertex_count;
    case PICK_PART_EDGE:
        return topology->edge_count;
    case PICK_PART_FACE:
        return topology->triangle_count;
    default:
        return 0;
    }
}

// The vertex that a vertex is merged into, or PICK_NO_PART if no face has it.
static uint32_t vertex_number(const pick_topology *t, uint32_t vertex)
{
    const uint32_t v = vertex < t->vertex_count ? t->merged[vertex] : PICK_NO_PART;
    return v != PICK_NO_PART && t->first_corner[v] < t->first_corner[v + 1] ? v : PICK_NO_PART;
}

static uint32_t edge_number(const pick_topology *t, uint32_t a, uint32_t b)
{
    const uint32_t from = vertex_number(t, a);
    const uint32_t to = vertex_number(t, b);
    if (from == PICK_NO_PART || to == PICK_NO_PART)
        return PICK_NO_PART;
    const uint32_t low = from < to ? from : to;
    const uint32_t end = from < to ? to : from;
    for (uint32_t edge = t->first_edge[low]; edge < t->first_edge[low + 1]; edge++) {
        if (t->edge_end[edge] == end)
            return edge;
    }
    return PICK_NO_PART;
}

// A face is named by the first triangle of its polygon, which may be degenerate if another one is not.
static uint32_t face_number(const pick_topology *t, uint32_t face)
{
    if (face >= t->triangle_count || pick_mesh_polygon_first(t->mesh, face) != face)
        return PICK_NO_PART;
    const uint32_t end = pick_mesh_polygon_end(t->mesh, face);
    for (uint32_t triangle = face; triangle < end; triangle++) {
        if (pick_topology_has(t, triangle))
            return face;
    }
    return PICK_NO_PART;
}

uint32_t pick_topology_number(const pick_topology *topology, const pick_part *part)
{
    if (topology == NULL || part == NULL)
        return PICK_NO_PART;
    switch (part->kind) {
    case PICK_PART_VERTEX:
        return vertex_number(topology, part->a);
    case PICK_PART_EDGE:
        return edge_number(topology, part->a, part->b);
    case PICK_PART_FACE:
        return face_number(topology, part->a);
    default:
        return PICK_NO_PART;
    }
}

void pick_topology_ends(const pick_topology *t, uint32_t edge, uint32_t out[2])
{
    uint32_t low = 0;
    uint32_t high = t->vertex_count; // the last vertex whose edges begin at or before this one
    while (high - low > 1) {
        const uint32_t middle = low + (high - low) / 2;
        if (t->first_edge[middle] <= edge)
            low = middle;
        else
            high = middle;
    }
    out[0] = low;
    out[1] = t->edge_end[edge];
}

bool pick_topology_part(const pick_topology *topology, uint32_t kind, uint32_t number, pick_object_id object,
                        pick_part *out)
{
    pick_part part = {.object = object, .kind = kind, .a = number};
    if (out == NULL || number >= pick_topology_count(topology, kind))
        return false;
    if (kind == PICK_PART_EDGE) {
        uint32_t ends[2];
        pick_topology_ends(topology, number, ends);
        part.a = ends[0];
        part.b = ends[1];
    } else if (pick_topology_number(topology, &part) != number) {
        return false;
    }
    *out = part;
    return true;
}
