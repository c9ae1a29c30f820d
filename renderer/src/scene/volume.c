// Volumes: the mesh of one is its box, seen from inside, which volume.vert makes large enough to cover every pixel that
// the shape covers, and also those of an eye within it. Every vertex has the shape and its sizes, and where a convex
// one's planes begin in the table of planes; the fragment shader does the rest.
#include "scene/scene_private.h"

#include <math.h>

enum { CORNERS = 8, INDICES = 36 };

// Whether the planes are finite and unit.
static bool check_planes(const render_volume_desc *desc)
{
    bool fine = desc->planes != NULL && desc->plane_count >= 4 && desc->plane_count <= RENDER_VOLUME_PLANES &&
                isfinite(desc->center[0] + desc->center[1] + desc->center[2]);
    for (uint32_t i = 0; fine && i < desc->plane_count; i++) {
        const float *p = desc->planes[i];
        fine = fabsf(p[0] * p[0] + p[1] * p[1] + p[2] * p[2] - 1.0f) < 1e-4f && isfinite(p[3]);
    }
    return fine;
}

static bool check_volume(const render_volume_desc *desc)
{
    if ((unsigned)desc->shape >= RENDER_VOLUME_SHAPE_COUNT)
        return false;
    const float *half = desc->half;
    for (int i = 0; i < 3; i++) {
        if (!(half[i] > 0.0f) || half[i] > 1e18f) // squares are finite
            return false;
    }
    if (desc->shape == RENDER_VOLUME_CONVEX)
        return check_planes(desc);
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

// The box, with what the shaders read of every corner. `first`: the row of a convex volume.
static render_result create_box(render_scene *scene, const render_volume_desc *desc, const char *name, uint32_t first,
                                render_mesh *out)
{
    // Clockwise seen from outside. Corner 4 z + 2 y + x.
    static const uint32_t indices[INDICES] = {0, 1, 3, 0, 3, 2, 4, 7, 5, 4, 6, 7, 0, 5, 1, 0, 4, 5,
                                              2, 3, 7, 2, 7, 6, 0, 2, 6, 0, 6, 4, 1, 7, 3, 1, 5, 7};
    float positions[3 * CORNERS], sizes[3 * CORNERS], shapes[2 * CORNERS];
    for (int corner = 0; corner < CORNERS; corner++) {
        for (int i = 0; i < 3; i++) {
            positions[3 * corner + i] = corner >> i & 1 ? desc->half[i] : -desc->half[i];
            sizes[3 * corner + i] = desc->half[i];
        }
        shapes[2 * corner] = (float)desc->shape;
        shapes[2 * corner + 1] = (float)first;
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
    return render_mesh_create(scene, &mesh, out);
}

render_result render_volume_create(render_scene *scene, const render_volume_desc *desc, render_mesh *out)
{
    if (scene == NULL || desc == NULL || out == NULL)
        return RENDER_ERROR_INVALID_ARGUMENT;
    *out = 0;
    const char *name = desc->name != NULL ? desc->name : "volume";
    if (!check_volume(desc))
        return render_fail(scene->device, RENDER_ERROR_INVALID_ARGUMENT, "volume %s: a size out of range", name);
    render_result result = ensure_material(scene);
    if (result != RENDER_OK)
        return result;
    render_mesh_item planes = {.volume = true};
    if (desc->shape == RENDER_VOLUME_CONVEX) {
        if (!render_planes_write(scene, desc, &planes.first_plane_row))
            return render_fail(scene->device, RENDER_ERROR_OUT_OF_MEMORY, "out of memory");
        planes.plane_row_count = 1 + desc->plane_count;
    }
    result = create_box(scene, desc, name, planes.first_plane_row, out);
    if (result != RENDER_OK) {
        render_planes_free(scene, &planes);
        return result;
    }
    render_mesh_item *item = render_pool_get(&scene->meshes, *out);
    item->volume = true;
    item->first_plane_row = planes.first_plane_row;
    item->plane_row_count = planes.plane_row_count;
    if (desc->shape == RENDER_VOLUME_CONVEX) {
        float low[3], high[3];
        for (int i = 0; i < 3; i++) {
            low[i] = desc->center[i] - desc->half[i];
            high[i] = desc->center[i] + desc->half[i];
        }
        render_mesh_set_bounds(item, low, high);
    }
    return RENDER_OK;
}
