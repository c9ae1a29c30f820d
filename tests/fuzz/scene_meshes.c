#include "scene_meshes.h"

#include "history.h"
#include "random.h"

enum { MANY = 60, MOST_FLOATS = 9 * MANY };

static uint32_t triangles_of(uint32_t which)
{
    static const uint32_t count[SCENE_MESHES] = {2, 1, MANY, 2, 0, 3, 2, 4};
    return count[which];
}

// The positions of a mesh as it is made.
static void positions_of(uint32_t which, float positions[MOST_FLOATS])
{
    static const float crossing[18] = {-1, -1, 0, 1, -1, 0, 0, 1, 0, -1, 0, -1, 1, 0, -1, 0, 0, 1};
    static const float scale[SCENE_MESHES] = {1, 1, 1, 0, 0, 1e30f, 1e-30f, 1};
    const uint32_t floats = 9 * triangles_of(which);
    test_random r = {which};
    for (uint32_t i = 0; i < floats; i++) {
        const float x = which == 0 || which == 1 ? crossing[i] : (float)random_between(&r, -1, 1);
        positions[i] = scale[which] * x + (which == 7 && i % 3 == 0 ? 1e6f : 0);
    }
}

void scene_meshes_make(scene_meshes *meshes)
{
    float positions[MOST_FLOATS];
    for (uint32_t which = 0; which < SCENE_MESHES; which++) {
        const uint32_t triangles = triangles_of(which);
        const pick_submesh both_sides = {0, triangles, PICK_SUBMESH_DOUBLE_SIDED};
        const pick_mesh_desc desc = {.positions = positions,
                                     .vertex_count = 3 * triangles,
                                     .submeshes = which % 2 == 0 && triangles > 0 ? &both_sides : NULL,
                                     .submesh_count = which % 2 == 0 && triangles > 0};
        positions_of(which, positions);
        history_must(pick_mesh_create(&desc, NULL, &meshes->all[which]) == PICK_OK, "no mesh");
    }
}

void scene_meshes_free(scene_meshes *meshes)
{
    for (uint32_t which = 0; which < SCENE_MESHES; which++)
        pick_mesh_destroy(meshes->all[which]);
}

const pick_mesh *scene_meshes_at(const scene_meshes *meshes, uint32_t which)
{
    return meshes->all[which % 16 < SCENE_MESHES ? which % 16 : which % 3];
}

const pick_mesh *scene_meshes_refit(scene_meshes *meshes, uint32_t which, uint32_t how)
{
    static const float scales[] = {1, 10, 1e-3f, 0, 1e20f, 1, 1, 1};
    float positions[MOST_FLOATS];
    pick_mesh *mesh = meshes->all[which % SCENE_MESHES];
    const uint32_t floats = 9 * triangles_of(which % SCENE_MESHES);
    positions_of(which % SCENE_MESHES, positions);
    for (uint32_t i = 0; i < floats; i++) {
        positions[i] *= scales[how % 8];
        positions[i] += how % 8 == 5 ? 100.0f : 0.0f;
        positions[i] = how % 8 == 6 && i < floats / 2 ? NAN : positions[i];
        positions[i] = how % 8 == 7 ? NAN : positions[i];
    }
    return floats > 0 && pick_mesh_refit(mesh, positions, 0) == PICK_OK ? mesh : NULL;
}
