#include "scene/provoking.h"
#include "scene/scene_private.h"

#include <math.h>
#include <string.h>

bool render_submeshes_cover(const render_submesh *submeshes, uint32_t count, uint32_t triangle_count)
{
    if (submeshes == NULL || count == 0 || count > 0x1fffff)
        return false;
    uint32_t triangles = 0;
    for (uint32_t i = 0; i < count; i++) {
        if (submeshes[i].first_triangle != triangles || submeshes[i].triangle_count > triangle_count - triangles)
            return false;
        triangles += submeshes[i].triangle_count;
    }
    return triangles == triangle_count;
}

bool render_mesh_has_arrays(const render_mesh_desc *desc)
{
    return desc->positions != NULL && desc->indices != NULL && desc->vertex_count > 0 && desc->index_count > 0 &&
           desc->index_count % 3 == 0 &&
           render_submeshes_cover(desc->submeshes, desc->submesh_count, desc->index_count / 3);
}

bool render_mesh_indices_fit(const render_mesh_desc *desc, uint32_t first, uint32_t count)
{
    for (uint32_t i = first; i < first + count; i++) {
        if (desc->indices[i] >= desc->vertex_count)
            return false;
    }
    return true;
}

static bool is_finite(const float *position)
{
    return isfinite(position[0]) && isfinite(position[1]) && isfinite(position[2]);
}

void render_mesh_set_bounds(render_mesh_item *mesh, const float low[3], const float high[3])
{
    // Round up: the box must contain every vertex.
    for (int i = 0; i < 3; i++) {
        mesh->center[i] = 0.5f * low[i] + 0.5f * high[i];
        double middle = (double)mesh->center[i];
        mesh->half[i] = nextafterf((float)fmax((double)high[i] - middle, middle - (double)low[i]), INFINITY);
    }
}

void render_mesh_extend(render_mesh_extent *extent, const render_mesh_desc *desc, uint32_t first, uint32_t count)
{
    for (uint32_t v = first; v < first + count; v++) {
        const float *position = desc->positions + (size_t)3 * v;
        if (!is_finite(position))
            continue;
        if (!extent->is_some) {
            *extent = (render_mesh_extent){.good = v, .is_some = true};
            memcpy(extent->low, position, sizeof extent->low);
            memcpy(extent->high, position, sizeof extent->high);
        }
        for (int i = 0; i < 3; i++) {
            extent->low[i] = fminf(extent->low[i], position[i]);
            extent->high[i] = fmaxf(extent->high[i], position[i]);
        }
    }
}

void render_mesh_clean(const render_mesh_desc *desc, const render_mesh_extent *extent, uint32_t first, uint32_t count,
                       uint32_t *out)
{
    memcpy(out, desc->indices + first, count * sizeof *out);
    for (uint32_t i = 0; i < count; i += 3) {
        bool finite = true;
        for (uint32_t k = 0; k < 3; k++)
            finite = finite && is_finite(desc->positions + (size_t)3 * out[i + k]);
        if (!finite)
            out[i] = out[i + 1] = out[i + 2] = extent->good;
    }
}

render_result render_mesh_refuse(const render_scene *scene, const render_mesh_desc *desc)
{
    return render_fail(scene->device, RENDER_ERROR_INVALID_ARGUMENT, "mesh %s: indices or submeshes out of range",
                       desc->name ? desc->name : "without a name");
}

static render_result out_of_memory(const render_scene *scene)
{
    return render_fail(scene->device, RENDER_ERROR_OUT_OF_MEMORY, "out of memory");
}

render_result render_mesh_check_limits(const render_scene *scene, const render_mesh_desc *desc, uint32_t vertex_count)
{
    const void *const data[RENDER_MESH_STREAMS] = {desc->positions, desc->normals, desc->uvs, desc->colors};
    const render_limits *limits = &scene->device->limits;
    const char *name = desc->name ? desc->name : "without a name";
    if (vertex_count - 1 > limits->largest_index)
        return render_fail(scene->device, RENDER_ERROR_INVALID_ARGUMENT,
                           "mesh %s: %u vertices, and this device draws at most %u of a mesh", name, vertex_count,
                           limits->largest_index + 1);
    uint64_t size = 4 * (uint64_t)desc->index_count;
    for (uint32_t i = 0; i < RENDER_MESH_STREAMS; i++)
        size += data[i] != NULL ? render_mesh_stream_sizes[i] * vertex_count + 16 : 0;
    if (size <= limits->buffer_size)
        return RENDER_OK;
    return render_fail(scene->device, RENDER_ERROR_OUT_OF_MEMORY,
                       "mesh %s needs %.1f MiB: a buffer of this device has at most %.1f MiB", name,
                       (double)size / 1048576.0, (double)limits->buffer_size / 1048576.0);
}

// Uploads the vertices in the order that makes the first one of each triangle its number.
static render_result upload_provoking(render_scene *scene, const render_mesh_desc *desc, const uint32_t *indices,
                                      render_mesh_item *mesh)
{
    const void *const data[RENDER_MESH_STREAMS] = {desc->positions, desc->normals, desc->uvs, desc->colors};
    void *gathered[RENDER_MESH_STREAMS] = {0};
    render_provoking order;
    render_result result = RENDER_OK;
    if (!render_provoking_init(indices, desc->index_count, desc->vertex_count, scene->device->allocator, &order))
        return out_of_memory(scene);
    for (uint32_t i = 0; i < RENDER_MESH_STREAMS && result == RENDER_OK; i++) {
        if (data[i] == NULL)
            continue;
        gathered[i] = render_provoking_gather(&order, data[i], render_mesh_stream_sizes[i]);
        if (gathered[i] == NULL)
            result = out_of_memory(scene);
    }
    if (result == RENDER_OK)
        result = render_mesh_check_limits(scene, desc, order.vertex_count);
    if (result == RENDER_OK)
        result = render_geometry_add(scene->device, &scene->geometry, (const void *const *)gathered, order.vertex_count,
                                     order.indices, desc->index_count, &mesh->span);
    for (uint32_t i = 0; i < RENDER_MESH_STREAMS; i++)
        render_free(gathered[i]);
    render_provoking_finish(&order);
    return result;
}

static render_result upload_mesh(render_scene *scene, const render_mesh_desc *desc, render_mesh_item *mesh)
{
    const void *data[RENDER_MESH_STREAMS] = {desc->positions, desc->normals, desc->uvs, desc->colors};
    render_mesh_extent extent = {.is_some = false};
    render_mesh_extend(&extent, desc, 0, desc->vertex_count);
    if (extent.is_some)
        render_mesh_set_bounds(mesh, extent.low, extent.high);
    uint32_t *indices = render_allocate(scene->device->allocator, desc->index_count * sizeof *indices);
    if (indices == NULL)
        return out_of_memory(scene);
    render_mesh_clean(desc, &extent, 0, desc->index_count, indices);
    render_result result = scene->device->features.primitive_id
                               ? render_geometry_add(scene->device, &scene->geometry, data, desc->vertex_count, indices,
                                                     desc->index_count, &mesh->span)
                               : upload_provoking(scene, desc, indices, mesh);
    render_free(indices);
    return result;
}

render_mesh_item *render_mesh_add(render_scene *scene, const render_submesh *submeshes, uint32_t count,
                                  render_mesh *out)
{
    render_submesh *copy = render_allocate(scene->device->allocator, count * sizeof *copy);
    render_mesh_item *item = copy ? render_pool_add(&scene->meshes, out) : NULL;
    if (item == NULL) {
        render_free(copy);
        out_of_memory(scene);
        return NULL;
    }
    memcpy(copy, submeshes, count * sizeof *copy);
    *item = (render_mesh_item){.submeshes = copy, .submesh_count = count};
    return item;
}

render_result render_mesh_create(render_scene *scene, const render_mesh_desc *desc, render_mesh *out)
{
    if (scene == NULL || desc == NULL || out == NULL)
        return RENDER_ERROR_INVALID_ARGUMENT;
    *out = 0;
    if (!render_mesh_has_arrays(desc) || !render_mesh_indices_fit(desc, 0, desc->index_count))
        return render_mesh_refuse(scene, desc);
    render_result result = render_mesh_check_limits(scene, desc, desc->vertex_count);
    if (result != RENDER_OK)
        return result;
    render_mesh handle = 0;
    render_mesh_item *item = render_mesh_add(scene, desc->submeshes, desc->submesh_count, &handle);
    if (item == NULL)
        return RENDER_ERROR_OUT_OF_MEMORY;
    result = upload_mesh(scene, desc, item);
    if (result != RENDER_OK) {
        render_mesh_destroy(scene, handle);
        return result;
    }
    *out = handle;
    return RENDER_OK;
}

render_mesh_item *render_mesh_add_sharer(render_scene *scene, render_mesh mesh, const render_submesh *submeshes,
                                         uint32_t count, render_mesh *out)
{
    render_mesh_item *lender = render_pool_get(&scene->meshes, mesh);
    if (lender->sharers == NULL) {
        lender->sharers = render_allocate(scene->device->allocator, sizeof *lender->sharers);
        if (lender->sharers == NULL) {
            out_of_memory(scene);
            return NULL;
        }
        *lender->sharers = 1;
    }
    render_mesh_item *item = render_mesh_add(scene, submeshes, count, out);
    if (item == NULL)
        return NULL;
    lender = render_pool_get(&scene->meshes, mesh); // the pool may have moved
    item->span = lender->span;
    item->sharers = lender->sharers;
    memcpy(item->center, lender->center, sizeof item->center);
    memcpy(item->half, lender->half, sizeof item->half);
    ++*item->sharers;
    return item;
}

render_result render_mesh_share(render_scene *scene, render_mesh mesh, const render_submesh *submeshes, uint32_t count,
                                render_mesh *out)
{
    if (scene == NULL || out == NULL)
        return RENDER_ERROR_INVALID_ARGUMENT;
    *out = 0;
    render_mesh_item *lender = render_pool_get(&scene->meshes, mesh);
    if (lender == NULL || lender->thin.is_thin ||
        !render_submeshes_cover(submeshes, count, lender->span.index_count / 3))
        return render_fail(scene->device, RENDER_ERROR_INVALID_ARGUMENT,
                           lender == NULL || lender->thin.is_thin
                               ? "shared mesh: there is no such mesh"
                               : "shared mesh: submeshes that do not cover its triangles in order");
    return render_mesh_add_sharer(scene, mesh, submeshes, count, out) != NULL ? RENDER_OK : RENDER_ERROR_OUT_OF_MEMORY;
}

bool render_mesh_leave(render_mesh_item *mesh)
{
    if (mesh->sharers != NULL && --*mesh->sharers > 0)
        return false;
    render_free(mesh->sharers);
    return true;
}

void render_mesh_destroy(render_scene *scene, render_mesh handle)
{
    render_mesh_item *mesh = scene ? render_pool_get(&scene->meshes, handle) : NULL;
    if (mesh == NULL)
        return;
    if (render_mesh_leave(mesh))
        render_geometry_remove(scene->device, &scene->geometry, &mesh->span);
    render_planes_free(scene, mesh);
    render_free(mesh->submeshes);
    render_pool_remove(&scene->meshes, handle);
    scene->list.structure_changed = true;
}
