// Feeds pick_mesh_map written meshes with changed bytes and a checksum that fits. Whatever is accepted must answer as
// its own brute force does, with every array read; whatever is not must be refused as bad data.
// Arguments: how many changes to make (default 20000), and the seed.
#include "effort.h"
#include "mesh/mesh_internal.h"
#include "picking/topology.h"
#include "random.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MESHES = 4, HEADER = 192, SIZE_AT = 16, CHECKSUM_AT = 24 };

static void must(bool ok, const char *what)
{
    if (!ok) {
        (void)fprintf(stderr, "fuzz_mesh: %s\n", what);
        exit(1);
    }
}

// Triangles in a cube, more of them from mesh to mesh; some cannot be hit, one has UVs and normals, and the last one
// polygons.
static pick_mesh *make(int number)
{
    enum { MOST = 400 };
    static float positions[9 * MOST], uvs[6 * MOST], normals[9 * MOST];
    const uint32_t count = number == 0 ? 3 : (number == 1 ? 60 : MOST);
    test_random r = {(uint64_t)number};
    for (uint32_t i = 0; i < 9 * count; i++) {
        positions[i] = (float)(random_between(&r, -0.2, 0.2) + (i % 9 < 3 ? 0 : (double)positions[i - i % 9 + i % 3]));
        positions[i] += i % 9 < 3 ? (float)random_between(&r, -1, 1) : 0;
        normals[i] = (float)random_between(&r, -1, 1);
        uvs[i % (6 * count)] = (float)random_between(&r, 0, 1);
    }
    positions[9 * (count / 2)] = number > 0 ? NAN : positions[9 * (count / 2)];
    static uint32_t indices[3 * MOST];
    static uint8_t continues[MOST];
    for (uint32_t i = 0; i < count; i++) { // the last kind: polygons in which triangles share sides
        const uint32_t fan[3] = {i > 2 ? indices[3 * i - 3] : 3 * i, i > 2 ? indices[3 * i - 1] : 3 * i + 1, 3 * i + 2};
        memcpy(&indices[3 * (size_t)i], fan, sizeof fan);
        continues[i] = i > 2 && random_index(&r, 30) != 0;
    }
    const pick_submesh submeshes[2] = {{0, 2, PICK_SUBMESH_DOUBLE_SIDED}, {2, count - 2, PICK_SUBMESH_ALPHA_TEST}};
    const pick_mesh_desc desc = {.positions = positions,
                                 .vertex_count = 3 * count,
                                 .uvs = number == 2 ? uvs : NULL,
                                 .normals = number == 2 ? normals : NULL,
                                 .submeshes = submeshes,
                                 .submesh_count = 2,
                                 .indices = number == 3 ? indices : NULL,
                                 .index_type = number == 3 ? PICK_INDEX_UINT32 : PICK_INDEX_NONE,
                                 .index_count = 3 * count,
                                 .continues = number == 3 ? continues : NULL};
    pick_mesh *mesh = NULL;
    must(pick_mesh_create(&desc, NULL, &mesh) == PICK_OK, "no mesh to begin with");
    return mesh;
}

// Walks around all polygons, and over them: this must end, whatever the bytes are.
static void walk(const pick_mesh *mesh)
{
    pick_topology *topology = NULL;
    must(pick_topology_create(mesh, NULL, &topology) == PICK_OK, "no topology");
    const uint32_t edges = pick_topology_count(topology, PICK_PART_EDGE);
    const uint32_t faces = pick_topology_count(topology, PICK_PART_FACE);
    uint8_t *set = calloc((size_t)edges + faces + 1, 1);
    must(set != NULL, "out of memory");
    for (uint32_t edge = 0; edge < edges; edge += 7)
        (void)pick_topology_loop(topology, edge, set);
    for (uint32_t i = 0; i < faces; i++) {
        const pick_part face = {.kind = PICK_PART_FACE, .a = i};
        (void)pick_part_vertices(mesh, &face, NULL, 0);
        (void)pick_mesh_inner_sides(mesh, i);
        set[i] = i % 50 == 0;
    }
    (void)pick_topology_flat(topology, 0.5, set);
    (void)pick_topology_linked(topology, PICK_PART_FACE, set);
    free(set);
    pick_topology_destroy(topology);
}

static void use(const pick_mesh *mesh, test_random *r)
{
    for (int i = 0; i < 10; i++) {
        const pick_ray ray = {random_in_cube(r, 2), random_in_cube(r, 1), -HUGE_VAL, HUGE_VAL};
        pick_mesh_hit fast = {0}, slow = {0};
        const bool hit = pick_mesh_closest_brute_force(mesh, &ray, NULL, &slow);
        must(pick_mesh_closest(mesh, &ray, NULL, &fast) == hit, "hierarchy and brute force disagree");
        must(!hit || (fast.t == slow.t && fast.triangle == slow.triangle && fast.submesh == slow.submesh),
             "hierarchy and brute force see different triangles");
    }
    (void)pick_mesh_hash(mesh);
    if (random_index(r, 8) == 0)
        walk(mesh);
}

// Changes a few bytes, as noise or as numbers that mean something to the format.
static void change(unsigned char *bytes, size_t size, test_random *r)
{
    static const uint32_t telling[] = {0, 1, 7, 0x7fffffffu, 0x80000000u, 0xffffffffu, 0x7f800000u, 0x3fffffffu};
    for (uint32_t n = 1 + random_index(r, 4); n > 0; n--) {
        const size_t limit = random_index(r, 3) == 0 && size > HEADER + 512 ? HEADER + 512 : size;
        const size_t at = random_index(r, (uint32_t)limit);
        if (random_index(r, 2) == 0 && at / 4 * 4 + 4 <= size)
            memcpy(bytes + at / 4 * 4, &telling[random_index(r, 8)], 4);
        else
            bytes[at] = (unsigned char)random_bits(r);
    }
}

// What pick_mesh_map_quick accepts may answer anything, within the bytes.
static void use_quickly(const unsigned char *bytes, size_t length, test_random *r)
{
    pick_mesh *mapped = NULL;
    if (pick_mesh_map_quick(bytes, length, NULL, &mapped) != PICK_OK)
        return;
    for (int i = 0; i < 10; i++) {
        const pick_ray ray = {random_in_cube(r, 2), random_in_cube(r, 1), -HUGE_VAL, HUGE_VAL};
        pick_mesh_hit hit, all[4];
        (void)pick_mesh_closest(mapped, &ray, NULL, &hit);
        (void)pick_mesh_all(mapped, &ray, NULL, all, 4);
    }
    (void)pick_mesh_hash(mapped);
    if (mapped->polygons != NULL && random_index(r, 4) == 0)
        walk(mapped);
    pick_mesh_destroy(mapped);
}

int main(int argc, char **argv)
{
    const long runs = argc > 1 ? strtol(argv[1], NULL, 10) : (long)test_effort(2000, 20000);
    test_random r = {argc > 2 ? strtoull(argv[2], NULL, 10) : 1};
    const pick_allocator *a = pick_default_allocator();
    long accepted = 0;
    for (int m = 0; m < MESHES; m++) {
        pick_mesh *mesh = make(m);
        const size_t size = pick_mesh_write(mesh, NULL, 0);
        unsigned char *good = a->allocate(a->user, size, PICK_MESH_ALIGNMENT);
        must(good != NULL && pick_mesh_write(mesh, good, size) == size, "not written");
        for (long run = 0; run < runs / MESHES; run++) {
            const bool cut = random_index(&r, 8) == 0;
            const size_t length = cut ? HEADER + random_index(&r, (uint32_t)(size - HEADER)) : size;
            unsigned char *bytes = a->allocate(a->user, length, PICK_MESH_ALIGNMENT); // ends where the bytes end
            must(bytes != NULL, "out of memory");
            memcpy(bytes, good, length);
            change(bytes, length, &r);
            const uint64_t stated = length;
            memcpy(bytes + SIZE_AT, &stated, sizeof stated);
            const uint64_t checksum = pick_mesh_file_checksum(bytes, length);
            memcpy(bytes + CHECKSUM_AT, &checksum, sizeof checksum);
            use_quickly(bytes, length, &r);
            pick_mesh *mapped = NULL;
            const pick_result result = pick_mesh_map(bytes, length, NULL, &mapped);
            if (result == PICK_OK) {
                ++accepted;
                use(mapped, &r);
                pick_mesh_destroy(mapped);
            } else {
                must(result == PICK_ERROR_BAD_DATA && mapped == NULL, "refused for another reason");
            }
            a->deallocate(a->user, bytes, length, PICK_MESH_ALIGNMENT);
        }
        a->deallocate(a->user, good, size, PICK_MESH_ALIGNMENT);
        pick_mesh_destroy(mesh);
    }
    printf("%ld changed meshes: %ld accepted and exact, the others refused\n", runs / MESHES * MESHES, accepted);
    return accepted > runs / 100 && accepted < runs / 2 ? 0 : 1; // neither may be a matter of course
}
