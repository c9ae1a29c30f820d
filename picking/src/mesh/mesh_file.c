// mesh_file.c: hashes a mesh, writes it as bytes, and maps such bytes.
//
// The format is a header, then the mesh's arrays as they lie in memory (pick_mesh_layout), so that nothing is copied or
// converted. Mapped bytes are not trusted. Positions of arrays follow from counts that must add up to the size.
// Children must lie behind their parents and fill the arena exactly, which rules out loops. Each triangle must occur
// once. Boxes, bounds and leaves must follow from the positions. pick_mesh_map_quick checks what a query reads
// addresses from, and leaves the rest to its caller's checksum.
#include "base/compiler.h"
#include "base/memory.h"
#include "mesh/mesh_internal.h"

#include <float.h>
#include <math.h>
#include <string.h>

enum { ARRAY_UVS = 1u << 0, ARRAY_NORMALS = 1u << 1, ARRAY_INDICES = 1u << 2, ARRAY_POLYGONS = 1u << 3 };

// Increase it whenever the meaning of a byte changes.
#define FILE_VERSION 1u
#define FILE_BYTE_ORDER 0x01020304u

static const char file_magic[8] = {'v', 'k', 'p', 'k', 'm', 'e', 's', 'h'};

typedef struct file_header {
    char magic[8];
    uint32_t byte_order, version;
    uint64_t size;     // of everything
    uint64_t checksum; // of everything, with 0 here
    uint64_t arena_bytes;
    uint32_t arrays; // ARRAY_*
    uint32_t root, triangle_count, degenerate_count, vertex_count, submesh_count, sub_bounds_count, unused;
    double center[3], scale, cost, built_cost;
    float bounds[6];
    uint32_t padding[12]; // the arena is aligned to 64
} file_header;

_Static_assert(sizeof(file_header) == 192, "the arena follows, aligned to 64");

// --- Hashes ---------------------------------------------------------------------------------------------------------

static uint64_t hash_bytes(uint64_t hash, const void *bytes, size_t size)
{
    const char *p = bytes;
    for (; size >= sizeof(uint64_t); p += sizeof(uint64_t), size -= sizeof(uint64_t)) {
        uint64_t word;
        memcpy(&word, p, sizeof word);
        hash = pick_hash_add(hash, word);
    }
    uint64_t rest = 0;
    memcpy(&rest, p, size);
    return pick_hash_add(hash, rest);
}

uint64_t pick_mesh_file_checksum(const void *bytes, size_t size)
{
    file_header header;
    memcpy(&header, bytes, sizeof header);
    header.checksum = 0;
    const uint64_t hash = hash_bytes(PICK_HASH_START, &header, sizeof header);
    return hash_bytes(hash, (const char *)bytes + sizeof header, size - sizeof header);
}

// Hashes the bits of floats, two in a word.
static uint64_t hash_floats(uint64_t hash, const float *values, size_t count)
{
    for (size_t i = 0; i < count; i += 2) {
        uint32_t bits[2] = {0, 0};
        memcpy(bits, &values[i], (count - i < 2 ? 1 : 2) * sizeof(float));
        hash = pick_hash_add(hash, bits[0] | (uint64_t)bits[1] << 32);
    }
    return hash;
}

uint64_t pick_mesh_hash(const pick_mesh *mesh)
{
    if (mesh == NULL)
        return 0;
    uint64_t hash = pick_hash_add(PICK_HASH_START, mesh->triangle_count);
    hash = pick_hash_add(hash, (mesh->uvs != NULL ? ARRAY_UVS : 0u) | (mesh->normals != NULL ? ARRAY_NORMALS : 0u));
    for (uint32_t i = 0; i < mesh->submesh_count; i++) {
        const pick_submesh *submesh = &mesh->submeshes[i];
        hash = pick_hash_add(hash, submesh->first_triangle | (uint64_t)submesh->triangle_count << 32);
        hash = pick_hash_add(hash, submesh->flags);
    }
    for (uint32_t triangle = 0; triangle < mesh->triangle_count; triangle++) {
        uint32_t index[3];
        pick_mesh_vertex_numbers(mesh, triangle, index);
        for (int i = 0; i < 3; i++) {
            hash = hash_floats(hash, &mesh->positions[3 * (size_t)index[i]], 3);
            hash = mesh->uvs != NULL ? hash_floats(hash, &mesh->uvs[2 * (size_t)index[i]], 2) : hash;
            hash = mesh->normals != NULL ? hash_floats(hash, &mesh->normals[3 * (size_t)index[i]], 3) : hash;
        }
        if (mesh->polygons != NULL)
            hash = pick_hash_add(hash, pick_mesh_polygon_bits(mesh, triangle) & PICK_POLYGON_CONTINUES);
    }
    return hash;
}

// --- Writing --------------------------------------------------------------------------------------------------------

// Copies an array to its place. Sets the padding before it to 0.
static void put(char *data, size_t *end, size_t at, const void *from, size_t size)
{
    memset(data + *end, 0, at - *end);
    if (size > 0)
        memcpy(data + at, from, size);
    *end = at + size;
}

size_t pick_mesh_write(const pick_mesh *mesh, void *buffer, size_t capacity)
{
    if (mesh == NULL)
        return 0;
    const pick_mesh_layout layout = pick_mesh_plan_layout(mesh);
    const size_t size = sizeof(file_header) + layout.total;
    if (buffer == NULL || capacity < size)
        return size;
    file_header header = {
        .byte_order = FILE_BYTE_ORDER,
        .version = FILE_VERSION,
        .size = size,
        .arena_bytes = mesh->arena_bytes,
        .arrays = (mesh->uvs != NULL ? ARRAY_UVS : 0u) | (mesh->normals != NULL ? ARRAY_NORMALS : 0u) |
                  (mesh->indices != NULL ? ARRAY_INDICES : 0u) | (mesh->polygons != NULL ? ARRAY_POLYGONS : 0u),
        .root = mesh->root,
        .triangle_count = mesh->triangle_count,
        .degenerate_count = mesh->degenerate_count,
        .vertex_count = mesh->vertex_count,
        .submesh_count = mesh->submesh_count,
        .sub_bounds_count = mesh->sub_bounds_count,
        .center = {mesh->center[0], mesh->center[1], mesh->center[2]},
        .scale = mesh->scale,
        .cost = mesh->cost,
        .built_cost = mesh->built_cost};
    memcpy(header.magic, file_magic, sizeof header.magic);
    memcpy(header.bounds, &mesh->bounds, sizeof header.bounds);
    char *data = (char *)buffer + sizeof header;
    const size_t vertices = mesh->vertex_count;
    size_t end = 0;
    put(data, &end, 0, mesh->arena, mesh->arena_bytes);
    put(data, &end, layout.sub_bounds, mesh->sub_bounds, mesh->sub_bounds_count * sizeof(pick_box3f));
    put(data, &end, layout.positions, mesh->positions, vertices * 3 * sizeof(float));
    put(data, &end, layout.uvs, mesh->uvs, mesh->uvs != NULL ? vertices * 2 * sizeof(float) : 0);
    put(data, &end, layout.normals, mesh->normals, mesh->normals != NULL ? vertices * 3 * sizeof(float) : 0);
    put(data, &end, layout.indices, mesh->indices,
        mesh->indices != NULL ? (size_t)mesh->triangle_count * 3 * sizeof(uint32_t) : 0);
    put(data, &end, layout.submeshes, mesh->submeshes, mesh->submesh_count * sizeof(pick_submesh));
    put(data, &end, layout.polygons, mesh->polygons,
        mesh->polygons != NULL ? pick_mesh_polygon_bytes(mesh->triangle_count) : 0);
    PICK_ASSERT(end == layout.total);
    memcpy(buffer, &header, sizeof header);
    header.checksum = pick_mesh_file_checksum(buffer, size);
    memcpy(buffer, &header, sizeof header);
    return size;
}

// --- Mapping --------------------------------------------------------------------------------------------------------

// Reads the header and the counts, which give the sizes of the arrays. `quick`: not the checksum.
static bool read_header(const void *bytes, size_t size, bool quick, file_header *header)
{
    if (size < sizeof *header)
        return false;
    memcpy(header, bytes, sizeof *header);
    const file_header *h = header;
    const bool indexed = (h->arrays & ARRAY_INDICES) != 0;
    static const uint32_t zeros[sizeof h->padding / sizeof h->padding[0]] = {0};
    return memcmp(h->magic, file_magic, sizeof h->magic) == 0 && h->byte_order == FILE_BYTE_ORDER &&
           h->version == FILE_VERSION && h->size == size &&
           (quick || h->checksum == pick_mesh_file_checksum(bytes, size)) && h->unused == 0 &&
           memcmp(h->padding, zeros, sizeof zeros) == 0 && h->arrays < 16 && h->triangle_count < (1u << 31) / 3 + 1 &&
           h->vertex_count <= size / 12 && (!indexed || h->triangle_count <= size / 12) &&
           (indexed || h->vertex_count == (uint64_t)h->triangle_count * 3) && h->submesh_count >= 1 &&
           h->submesh_count <= size / sizeof(pick_submesh) && h->sub_bounds_count <= PICK_MESH_MAX_SUB_BOUNDS &&
           pick_mesh_arena_check(h->arena_bytes) == PICK_OK && h->arena_bytes <= size &&
           h->arena_bytes % PICK_ARENA_UNIT == 0;
}

static bool arrays_are_valid(const pick_mesh *mesh)
{
    uint64_t covered = 0;
    for (uint32_t i = 0; i < mesh->submesh_count; i++) {
        if (mesh->submeshes[i].first_triangle != covered)
            return false;
        covered += mesh->submeshes[i].triangle_count;
    }
    uint32_t highest = 0; // without a branch for each, so that it is vectorized
    for (size_t i = 0; mesh->indices != NULL && i < 3 * (size_t)mesh->triangle_count; i++)
        highest = mesh->indices[i] > highest ? mesh->indices[i] : highest;
    return covered == mesh->triangle_count && (mesh->triangle_count == 0 || highest < mesh->vertex_count);
}

// A traversal that visits every node and leaf once, or fails.
typedef struct tree_check {
    const pick_mesh *mesh;
    bool quick;          // only what keeps queries within the bytes
    size_t bytes;        // seen
    uint32_t levels;     // seen
    uint32_t sub_bounds; // seen: the boxes that pick_mesh_fit writes
    uint64_t triangles;  // seen
    uint64_t sum;        // sum of the hashes of their numbers: unlikely to be equal for another set of numbers
} tree_check;

static bool check_lane(tree_check *check, const pick_block *block, uint32_t lane)
{
    const pick_mesh *mesh = check->mesh;
    const uint32_t tagged = pick_block_tagged(block, lane);
    bool valid = false;
    if (tagged != PICK_BLOCK_UNUSED) {
        const uint32_t triangle = tagged & PICK_BLOCK_TRIANGLE_MASK;
        const pick_submesh *submesh = pick_mesh_submesh_of(mesh, triangle, NULL);
        if (submesh == NULL || tagged >> PICK_BLOCK_FLAG_SHIFT != (submesh->flags & 3u))
            return false;
        float vertex[3][3];
        pick_mesh_positions(mesh, triangle, vertex);
        valid = pick_triangle_is_valid((const float(*)[3])vertex);
        ++check->triangles;
        check->sum += pick_hash_add(PICK_HASH_START, triangle);
    }
    pick_block right = *block;
    pick_block_set(&right, lane, mesh, tagged, valid);
    return memcmp(&right, block, sizeof right) == 0;
}

// Whether rays find existing triangles in a block, and none in its unused lanes, and a refit of a copy too. All lanes
// at once: this runs for every block of a mesh.
static bool check_block_quickly(const pick_block *block, uint32_t triangle_count)
{
    uint32_t vertex[3][3][PICK_BLOCK_SIZE], wrong[PICK_BLOCK_SIZE] = {0};
    memcpy(vertex, block->vertex, sizeof vertex);
    for (int k = 0; k < 3; k++) {
        for (int lane = 0; lane < PICK_BLOCK_SIZE; lane++) // vertices that do not coincide
            wrong[lane] |= (vertex[0][k][lane] ^ vertex[1][k][lane]) | (vertex[0][k][lane] ^ vertex[2][k][lane]);
    }
    uint32_t any = 0;
    for (int lane = 0; lane < PICK_BLOCK_SIZE; lane++) {
        const uint32_t tagged = block->triangle[lane];
        const uint32_t none = (tagged & PICK_BLOCK_TRIANGLE_MASK) >= triangle_count;
        const uint32_t kept = vertex[0][0][lane]; // what pick_block_tagged reads
        const uint32_t gone = (kept & ~PICK_BLOCK_DORMANT) >= triangle_count;
        any |= tagged == PICK_BLOCK_UNUSED ? wrong[lane] | gone : none;
    }
    return any == 0 && pick_block_tagged(block, 0) != PICK_BLOCK_UNUSED;
}

// Marks `bytes` at `place` as visited. False: they do not fit at or behind `from`, or more bytes were visited than
// exist, so that no chain of references is endless.
static bool see(tree_check *check, size_t from, size_t place, size_t bytes)
{
    const size_t all = check->mesh->arena_bytes;
    check->bytes += bytes;
    return place >= from && place < all && bytes <= all - place && check->bytes <= all;
}

static bool check_leaf(tree_check *check, size_t from, uint32_t ref)
{
    const uint32_t blocks = pick_leaf_block_count(ref);
    if (!see(check, from, (size_t)(ref & PICK_LEAF_PLACE_MASK) * PICK_ARENA_UNIT, blocks * sizeof(pick_block)))
        return false;
    for (uint32_t i = 0; check->quick && i < blocks; i++) {
        if (!check_block_quickly(pick_mesh_blocks(check->mesh, ref) + i, check->mesh->triangle_count))
            return false;
    }
    for (uint32_t lane = 0; !check->quick && lane < blocks * PICK_BLOCK_SIZE; lane++) {
        const pick_block *block = pick_mesh_blocks(check->mesh, ref) + lane / PICK_BLOCK_SIZE;
        if (!check_lane(check, block, lane % PICK_BLOCK_SIZE))
            return false;
    }
    return true;
}

// Rays test eight boxes at a time, so unused ones must be empty.
static bool unused_children_are_empty(const pick_bvh_node *node, uint32_t count)
{
    for (uint32_t c = count; c < PICK_BVH_WIDTH; c++) {
        for (int axis = 0; axis < 3; axis++) {
            if (node->child[c] != PICK_REF_NONE || node->bounds[2 * axis][c] != INFINITY ||
                node->bounds[2 * axis + 1][c] != -INFINITY)
                return false;
        }
    }
    return true;
}

static bool check_node(tree_check *check, size_t from, uint32_t ref, uint32_t depth)
{
    const size_t place = (size_t)ref * PICK_ARENA_UNIT;
    const pick_bvh_node *node = pick_mesh_node(check->mesh, ref);
    if (!see(check, from, place, sizeof *node) || depth >= PICK_BVH_BUILT_DEPTH)
        return false;
    const uint32_t count = pick_bvh_node_count(node);
    check->levels = check->levels > depth + 1 ? check->levels : depth + 1;
    if (count == 0 || !unused_children_are_empty(node, count))
        return false;
    const size_t behind = place + PICK_ARENA_UNIT;
    for (uint32_t c = 0; c < count; c++) {
        const uint32_t child = node->child[c];
        check->sub_bounds += depth == 1 || (depth == 0 && !pick_ref_is_node(child));
        if (!pick_ref_is_node(child) ? !check_leaf(check, behind, child) : !check_node(check, behind, child, depth + 1))
            return false;
    }
    return true;
}

// Checks the tree, and sets the number of levels.
static bool tree_is_valid(const pick_mesh *mesh, bool quick, uint32_t *levels)
{
    if (mesh->triangle_count == 0)
        return mesh->root == PICK_REF_NONE && mesh->arena_bytes == 0 && mesh->sub_bounds_count == 0;
    tree_check check = {.mesh = mesh, .quick = quick};
    uint64_t sum = 0;
    for (uint32_t i = 0; !quick && i < mesh->triangle_count; i++)
        sum += pick_hash_add(PICK_HASH_START, i);
    const bool valid = mesh->root == 0 && check_node(&check, 0, 0, 0) && check.bytes == mesh->arena_bytes &&
                       check.sub_bounds == mesh->sub_bounds_count &&
                       (quick || (check.triangles == mesh->triangle_count && check.sum == sum));
    *levels = check.levels;
    return valid;
}

// Whether the values derived from the positions are right.
static bool derived_values_agree(const pick_mesh *mesh)
{
    pick_mesh again = *mesh;
    pick_mesh_measure(&again);
    return memcmp(again.center, mesh->center, sizeof again.center) == 0 && again.scale == mesh->scale &&
           memcmp(&again.bounds, &mesh->bounds, sizeof again.bounds) == 0 &&
           again.degenerate_count == mesh->degenerate_count && isfinite(mesh->built_cost) && mesh->built_cost > 0 &&
           pick_mesh_fits(mesh);
}

// Whether `box` lies within `around`; a number that is not finite does not.
static bool is_within(const pick_box3f *box, const pick_box3f *around)
{
    for (int k = 0; k < 3; k++) {
        if (!(box->lo[k] >= around->lo[k] && box->lo[k] <= box->hi[k] && box->hi[k] <= around->hi[k]))
            return false;
    }
    return true;
}

// Whether scenes can place objects by these values: they are finite, boxes lie within each other, and box space is that
// of the bounds.
static bool derived_values_are_usable(const pick_mesh *mesh)
{
    static const pick_box3f empty = PICK_BOX3F_EMPTY;
    static const pick_box3f all = {{-FLT_MAX, -FLT_MAX, -FLT_MAX}, {FLT_MAX, FLT_MAX, FLT_MAX}};
    if (!isfinite(mesh->cost) || !(mesh->built_cost > 0) || !isfinite(mesh->built_cost) ||
        mesh->degenerate_count > mesh->triangle_count)
        return false;
    const bool is_empty = mesh->degenerate_count == mesh->triangle_count;
    if (is_empty ? memcmp(&mesh->bounds, &empty, sizeof empty) != 0 : !is_within(&mesh->bounds, &all))
        return false;
    for (uint32_t i = 0; !is_empty && i < mesh->sub_bounds_count; i++) {
        if (!is_within(&mesh->sub_bounds[i], &mesh->bounds))
            return false;
    }
    const pick_mesh_extent extent = {mesh->bounds, mesh->triangle_count - mesh->degenerate_count};
    pick_mesh again = *mesh;
    pick_mesh_set_extent(&again, &extent);
    return again.scale == mesh->scale && memcmp(again.center, mesh->center, sizeof again.center) == 0;
}

static pick_result map_bytes(const void *bytes, size_t size, bool quick, const pick_allocator *allocator,
                             pick_mesh **out)
{
    file_header header;
    if (out == NULL || !pick_allocator_is_usable(allocator) || bytes == NULL ||
        (uintptr_t)bytes % PICK_MESH_ALIGNMENT != 0)
        return PICK_ERROR_INVALID_ARGUMENT;
    if (!read_header(bytes, size, quick, &header))
        return PICK_ERROR_BAD_DATA;
    const char *data = (const char *)bytes + sizeof header;
    pick_mesh mesh = {.allocator = allocator != NULL ? *allocator : *pick_default_allocator(),
                      .simd = pick_simd_best(),
                      .center = {header.center[0], header.center[1], header.center[2]},
                      .scale = header.scale,
                      .arena_bytes = (size_t)header.arena_bytes,
                      .root = header.root,
                      .triangle_count = header.triangle_count,
                      .degenerate_count = header.degenerate_count,
                      .vertex_count = header.vertex_count,
                      .submesh_count = header.submesh_count,
                      .sub_bounds_count = header.sub_bounds_count,
                      .cost = header.cost,
                      .built_cost = header.built_cost,
                      .total_bytes = sizeof mesh};
    memcpy(&mesh.bounds, header.bounds, sizeof mesh.bounds);
    // Until they are set, non-null pointers only say which arrays exist.
    mesh.uvs = (header.arrays & ARRAY_UVS) != 0 ? header.bounds : NULL;
    mesh.normals = (header.arrays & ARRAY_NORMALS) != 0 ? header.bounds : NULL;
    mesh.indices = (header.arrays & ARRAY_INDICES) != 0 ? &header.root : NULL;
    mesh.polygons = (header.arrays & ARRAY_POLYGONS) != 0 ? (const uint8_t *)header.magic : NULL;
    const pick_mesh_layout layout = pick_mesh_plan_layout(&mesh);
    if (layout.total != size - sizeof header)
        return PICK_ERROR_BAD_DATA;
    pick_mesh_set_arrays(&mesh, &layout, data);
    if (!arrays_are_valid(&mesh) || !tree_is_valid(&mesh, quick, &mesh.levels) ||
        !(quick ? derived_values_are_usable(&mesh) : derived_values_agree(&mesh)))
        return PICK_ERROR_BAD_DATA;
    // Walks around a polygon end only if these are right.
    if (mesh.polygons != NULL) {
        const pick_result checked = pick_mesh_check_polygons(&mesh);
        if (checked != PICK_OK)
            return checked;
    }
    pick_mesh *made = pick_allocate(&mesh.allocator, sizeof mesh);
    if (made == NULL)
        return PICK_ERROR_OUT_OF_MEMORY;
    *made = mesh;
    *out = made;
    return PICK_OK;
}

pick_result pick_mesh_map(const void *bytes, size_t size, const pick_allocator *allocator, pick_mesh **out)
{
    return map_bytes(bytes, size, false, allocator, out);
}

pick_result pick_mesh_map_quick(const void *bytes, size_t size, const pick_allocator *allocator, pick_mesh **out)
{
    return map_bytes(bytes, size, true, allocator, out);
}
