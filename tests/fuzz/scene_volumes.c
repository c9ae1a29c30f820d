#include "scene_volumes.h"

#include "history.h"

void scene_volumes_make(scene_volumes *volumes)
{
    // A wedge, a slanted prism of three sides with two ends.
    static const pick_plane wedge[5] = {
        {{0, 0, 1}, 1}, {{0, 0, -1}, 1}, {{0, 2, 0}, 1}, {{3, -3, 1}, 2}, {{-1, -1, 0}, 0.75}};
    const pick_shape sphere = {.type = PICK_SHAPE_SPHERE, .as.sphere = {{0, 0, 0}, 1}};
    const pick_shape capsule = {.type = PICK_SHAPE_CAPSULE, .as.capsule = {{0, -1, 0}, {0, 1, 0.5}, 0.5}};
    const pick_shape cone = {.type = PICK_SHAPE_CONE, .as.cone = {{0, -1, 0}, {0.25, 1, 0}, 1}};
    const pick_shape flat = {.type = PICK_SHAPE_OBB, .as.obb = {{0, 0, 0}, {{1, 0, 0}, {0, 0, 0}, {0, 0.5, 1}}}};
    const pick_shape_part inner[2] = {{PICK_AFFINE_IDENTITY, sphere}, {PICK_AFFINE_IDENTITY, flat}};
    const pick_affine aside = {{1, 0, 0, 0.5, 1, 0, 0, 0, -2}, {3, 0, 0}},
                      singular = {{1, 0, 0, 0, 1, 0, 0, 0, 0}, {0, 0, 0}};
    const pick_shape_part outer[4] = {{PICK_AFFINE_IDENTITY, cone},
                                      {aside, {.type = PICK_SHAPE_COMPOUND, .as.compound = {inner, 2}}},
                                      {singular, sphere},
                                      {PICK_AFFINE_IDENTITY, capsule}};
    const pick_shape shapes[SCENE_VOLUMES] = {
        sphere,
        {.type = PICK_SHAPE_AABB, .as.aabb = {{-1, -0.5, -1}, {1, 0.5, 1}}},
        capsule,
        cone,
        {.type = PICK_SHAPE_CYLINDER, .as.cylinder = {{0, -1, 0}, {0, 1, 0}, 0.5}},
        {.type = PICK_SHAPE_OBB, .as.obb = {{0, 0, 0}, {{1, 0, 0}, {0.5, 0.5, 0}, {0, 0.25, 1}}}},
        flat,
        {.type = PICK_SHAPE_TRIANGLE, .as.triangle = {{{-1, -1, 0}, {1, -1, 0}, {0, 1, 0.5}}}},
        {.type = PICK_SHAPE_CONVEX, .as.convex = {wedge, 5}},
        {.type = PICK_SHAPE_COMPOUND, .as.compound = {outer, 4}},
        {.type = PICK_SHAPE_SPHERE, .as.sphere = {{0, 0, 0}, 1e30}},
        {.type = PICK_SHAPE_AABB, .as.aabb = {{-1e-30, -1e-30, -1e-30}, {1e-30, 1e-30, 1e-30}}},
        {.type = PICK_SHAPE_CAPSULE, .as.capsule = {{1e6, 0, 0}, {1e6, 1, 0}, 0.25}},
        {.type = PICK_SHAPE_SPHERE, .as.sphere = {{0, 1, 0}, 0}},
    };
    for (uint32_t which = 0; which < SCENE_VOLUMES; which++) {
        const uint32_t flags = PICK_SUBMESH_KIND(which % 4) | (which % 3 == 2 ? PICK_VOLUME_SURFACE : 0);
        const pick_volume_desc desc = {.shape = &shapes[which], .flags = flags};
        history_must(pick_volume_create(&desc, NULL, &volumes->all[which]) == PICK_OK, "no volume");
    }
}

void scene_volumes_free(scene_volumes *volumes)
{
    for (uint32_t which = 0; which < SCENE_VOLUMES; which++)
        pick_volume_destroy(volumes->all[which]);
}

const pick_volume *scene_volumes_at(const scene_volumes *volumes, uint32_t which)
{
    return volumes->all[which % SCENE_VOLUMES];
}
