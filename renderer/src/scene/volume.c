// Volumes: the mesh of one is its box, seen from inside, which volume.vert makes large enough to cover every pixel that
// the shape covers, and also those of an eye within it. Every vertex has the shape and its sizes; the fragment shader
// does the rest.
#include "scene/scene_private.h"

#include <math.h>

enum { CORNERS = 8, INDICES = 36 };

static bool check_volume(const render_volume_desc *desc)
{
    if ((unsigned)desc->shape >= RENDER_VOLUME_SHAPE_COUNT)
        return false;
    const float *half = desc->half;
    for (int i = 0; i < 3; i++) {
        if (!(half[i] > 0.0f) || half[i] > 1e18f) // squares are finite
            return false;
    }
    if (desc->shape != RENDER_VOLUME_BOX && half[0] != half[2])
        return false;
    return (desc->shape != RENDER_VOLUME_SPHERE || half[0] == half[1]) &&
           (desc->shape != RENDER_VOLUME_CAPSULE || half[1] >= half[0]);
}

// The material of all volumes: nothing reads it but the sorting of batches.
static render_result ensure_material(render_scene *scene)
{
    static const render_material_desc desc = {.base_color = {1, 1, 1, 1}, .uv_transform = {1, 0, 0, 0, 1, 0}};
    if (scene->volume_material != 0)
        return RENDER_OK;
    render_result result = render_material_create(scene, &desc, &scene->volume_material);
    if (result == RENDER_OK) {
        render_material_item *item = render_pool_get(&scene->materials, scene->volume_material);
        item->mode = RENDER_MODE_VOLUME;
    }
    return result;
}

render_result render_volume_create(render_scene *scene, const render_volume_desc *desc, render_mesh *out)
{
    // Clockwise seen from outside. Corner 4 z + 2 y + x.
    static const uint32_t indices[INDICES] = {0, 1, 3, 0, 3, 2, 4, 7, 5, 4, 6, 7, 0, 5, 1, 0, 4, 5,
                                              2, 3, 7, 2, 7, 6, 0, 2, 6, 0, 6, 4, 1, 7, 3, 1, 5, 7};
    if (scene == NULL || desc == NULL || out == NULL)
        return RENDER_ERROR_INVALID_ARGUMENT;
    *out = 0;
    const char *name = desc->name != NULL ? desc->name : "volume";
    if (!check_volume(desc))
        return render_fail(scene->device, RENDER_ERROR_INVALID_ARGUMENT, "volume %s: a size out of range", name);
    render_result result = ensure_material(scene);
    if (result != RENDER_OK)
        return result;
    float positions[3 * CORNERS], sizes[3 * CORNERS], shapes[2 * CORNERS];
    for (int corner = 0; corner < CORNERS; corner++) {
        for (int i = 0; i < 3; i++) {
            positions[3 * corner + i] = corner >> i & 1 ? desc->half[i] : -desc->half[i];
            sizes[3 * corner + i] = desc->half[i];
        }
        shapes[2 * corner] = (float)desc->shape;
        shapes[2 * corner + 1] = 0.0f;
    }
    const render_submesh submesh = {.triangle_count = INDICES / 3, .material = scene->volume_material};
    const render_mesh_desc mesh = {.name = name,
                                   .positions = positions,
                                   .normals = sizes,
                                   .uvs = shapes,
                                   .vertex_count = CORNERS,
                                   .indices = indices,
                                   .index_count = INDICES,
                                   .submeshes = &submesh,
                                   .submesh_count = 1};
    result = render_mesh_create(scene, &mesh, out);
    if (result == RENDER_OK) {
        render_mesh_item *item = render_pool_get(&scene->meshes, *out);
        item->volume = true;
    }
    return result;
}
