// mesh_closed.c: whether a mesh is closed.
//
// The boundary of the mesh, as a chain of directed edges, must be zero. Each edge from a to b adds a hash of (a, b) and
// takes that of (b, a) away: what cancels needs neither a table nor an order, and the sum is zero if all edges cancel,
// and else with a chance of 2^-64.
#include "base/compiler.h"
#include "mesh/mesh_internal.h"

static uint64_t hash_vertex(const float vertex[3])
{
    uint64_t hash = PICK_HASH_START;
    for (int k = 0; k < 3; k++) {
        const float value = vertex[k] + 0.0f; // -0 is the same place as 0
        uint32_t bits;
        memcpy(&bits, &value, sizeof bits);
        hash = pick_hash_add(hash, bits);
    }
    return hash;
}

// A hash of an ordered pair, which must not be a sum of hashes of its members: these cancel around any triangle.
static uint64_t hash_edge(uint64_t from, uint64_t to)
{
    return pick_hash_add(pick_hash_add(from, to), from);
}

static bool is_closed(const pick_mesh *mesh)
{
    uint64_t sum = 0;
    for (uint32_t triangle = 0; triangle < mesh->triangle_count; triangle++) {
        float vertex[3][3];
        uint64_t hash[3];
        pick_mesh_positions(mesh, triangle, vertex);
        for (int i = 0; i < 3; i++) {
            if (!isfinite(vertex[i][0]) || !isfinite(vertex[i][1]) || !isfinite(vertex[i][2]))
                return false; // a triangle that is never hit
            hash[i] = hash_vertex(vertex[i]);
        }
        for (int i = 0; i < 3; i++)
            sum += hash_edge(hash[i], hash[(i + 1) % 3]) - hash_edge(hash[(i + 1) % 3], hash[i]);
    }
    return sum == 0;
}

bool pick_mesh_find_closed(pick_mesh *mesh)
{
    if (mesh == NULL)
        return false;
    if (!mesh->closed_is_known) {
        mesh->closed = mesh->triangle_count > mesh->degenerate_count && is_closed(mesh);
        mesh->closed_is_known = true;
    }
    return mesh->closed;
}

bool pick_mesh_is_closed(const pick_mesh *mesh)
{
    return mesh != NULL && mesh->closed;
}
