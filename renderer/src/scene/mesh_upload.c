// mesh_upload.c: uploads a mesh a part at a time.
#include "scene/scene_private.h"

#include <string.h>

// In this order: what is read is checked first, and the box of the vertices is needed to clean indices.
typedef enum upload_phase {
    PHASE_CHECK,  // of indices
    PHASE_EXTENT, // of vertices
    PHASE_STREAM, // of vertices, one phase a stream
    PHASE_INDICES = PHASE_STREAM + RENDER_MESH_STREAMS,
    PHASE_DONE
} upload_phase;

struct render_mesh_upload {
    render_scene *scene;
    render_thin_writer thin; // of points or lines: only that, `scene` and `mesh`
    bool is_thin;
    render_mesh_desc desc; // its submeshes are the item's copy, or `submeshes`
    render_submesh *submeshes;
    render_mesh mesh; // 0: made in one step
    render_mesh_extent extent;
    upload_phase phase;
    uint32_t at; // the first element of the phase that was not looked at
};

// Indices that are cleaned at a time: they are copied once more.
enum { CLEANED = 3 << 12 };

static const void *stream_of(const render_mesh_desc *desc, uint32_t stream)
{
    const void *const data[RENDER_MESH_STREAMS] = {desc->positions, desc->normals, desc->uvs, desc->colors};
    return data[stream];
}

// A mesh without a place to upload to can only be made at once: that of a device without the numbers of primitives,
// whose vertices are put into another order.
static render_result take_place(render_mesh_upload *upload)
{
    render_scene *scene = upload->scene;
    const render_mesh_desc *desc = &upload->desc;
    const void *const data[RENDER_MESH_STREAMS] = {desc->positions, desc->normals, desc->uvs, desc->colors};
    if (!scene->device->features.primitive_id)
        return RENDER_OK;
    render_mesh_item *item = render_mesh_add(scene, desc->submeshes, desc->submesh_count, &upload->mesh);
    if (item == NULL)
        return RENDER_ERROR_OUT_OF_MEMORY;
    return render_geometry_reserve(scene->device, &scene->geometry, data, desc->vertex_count, desc->index_count,
                                   &item->span);
}

render_result render_mesh_upload_begin(render_scene *scene, const render_mesh_desc *desc, render_mesh_upload **out)
{
    if (scene == NULL || desc == NULL || out == NULL)
        return RENDER_ERROR_INVALID_ARGUMENT;
    *out = NULL;
    if (!render_mesh_has_arrays(desc))
        return render_mesh_refuse(scene, desc);
    render_result result = render_mesh_check_limits(scene, desc, desc->vertex_count);
    if (result != RENDER_OK)
        return result;
    const render_allocator *allocator = scene->device->allocator;
    render_mesh_upload *upload = render_allocate(allocator, sizeof *upload);
    render_submesh *submeshes = render_allocate(allocator, desc->submesh_count * sizeof *submeshes);
    if (upload == NULL || submeshes == NULL) {
        render_free(upload);
        render_free(submeshes);
        return render_fail(scene->device, RENDER_ERROR_OUT_OF_MEMORY, "out of memory");
    }
    memcpy(submeshes, desc->submeshes, desc->submesh_count * sizeof *submeshes);
    *upload = (render_mesh_upload){.scene = scene, .desc = *desc, .submeshes = submeshes};
    upload->desc.submeshes = submeshes;
    result = take_place(upload);
    if (result == RENDER_OK)
        *out = upload;
    else
        render_mesh_upload_abandon(upload);
    return result;
}

render_result render_thin_upload_begin(render_scene *scene, const render_thin_desc *desc, render_mesh_upload **out)
{
    if (scene == NULL || desc == NULL || out == NULL)
        return RENDER_ERROR_INVALID_ARGUMENT;
    *out = NULL;
    render_mesh_upload *upload = render_allocate(scene->device->allocator, sizeof *upload);
    if (upload == NULL)
        return render_fail(scene->device, RENDER_ERROR_OUT_OF_MEMORY, "out of memory");
    *upload = (render_mesh_upload){.scene = scene, .is_thin = true};
    const render_result result = render_thin_open(scene, desc, &upload->thin, &upload->mesh);
    if (result == RENDER_OK)
        *out = upload;
    else
        render_free(upload);
    return result;
}

static void free_upload(render_mesh_upload *upload)
{
    render_free(upload->submeshes);
    render_free(upload);
}

void render_mesh_upload_abandon(render_mesh_upload *upload)
{
    if (upload == NULL)
        return;
    render_mesh_destroy(upload->scene, upload->mesh);
    free_upload(upload);
}

// The elements of a phase and the bytes of each.
static uint32_t count_of(const render_mesh_upload *upload, uint32_t *size)
{
    const render_mesh_desc *desc = &upload->desc;
    const bool indices = upload->phase == PHASE_CHECK || upload->phase == PHASE_INDICES;
    *size = indices                         ? (uint32_t)sizeof(uint32_t)
            : upload->phase == PHASE_EXTENT ? (uint32_t)render_mesh_stream_sizes[0]
                                            : (uint32_t)render_mesh_stream_sizes[upload->phase - PHASE_STREAM];
    if (indices)
        return desc->index_count;
    return upload->phase == PHASE_EXTENT || stream_of(desc, (uint32_t)(upload->phase - PHASE_STREAM)) != NULL
               ? desc->vertex_count
               : 0;
}

static render_result upload_indices(render_mesh_upload *upload, const render_geometry_span *span, uint32_t count)
{
    uint32_t cleaned[CLEANED];
    render_result result = RENDER_OK;
    for (uint32_t done = 0, part; done < count && result == RENDER_OK; done += part) {
        part = count - done < CLEANED ? count - done : CLEANED;
        render_mesh_clean(&upload->desc, &upload->extent, upload->at + done, part, cleaned);
        result = render_geometry_write_indices(upload->scene->device, &upload->scene->geometry, span, upload->at + done,
                                               cleaned, part);
    }
    return result;
}

// The next `count` elements of the phase.
static render_result advance(render_mesh_upload *upload, uint32_t count)
{
    render_scene *scene = upload->scene;
    const render_mesh_desc *desc = &upload->desc;
    render_mesh_item *item = render_pool_get(&scene->meshes, upload->mesh);
    render_result result = RENDER_OK;
    if (upload->phase == PHASE_CHECK) {
        result = render_mesh_indices_fit(desc, upload->at, count) ? RENDER_OK : render_mesh_refuse(scene, desc);
    } else if (upload->phase == PHASE_EXTENT) {
        render_mesh_extend(&upload->extent, desc, upload->at, count);
    } else if (upload->phase == PHASE_INDICES) {
        result = upload_indices(upload, &item->span, count);
    } else {
        const uint32_t stream = (uint32_t)(upload->phase - PHASE_STREAM);
        const char *data = stream_of(desc, stream);
        result = render_geometry_write_vertices(scene->device, &scene->geometry, &item->span, stream, upload->at,
                                                data + render_mesh_stream_sizes[stream] * upload->at, count);
    }
    upload->at += count;
    return result;
}

// Counts what is read and what is written of a position.
static render_result write_some(render_mesh_upload *upload, uint64_t bytes)
{
    const uint64_t most = bytes / (upload->thin.desc.colors != NULL ? 40 : 24);
    const uint32_t count = most > UINT32_MAX ? UINT32_MAX : most > 0 ? (uint32_t)most : 1;
    return render_thin_write(upload->scene, &upload->thin, upload->mesh, count);
}

static render_result do_some(render_mesh_upload *upload, uint64_t bytes)
{
    render_result result = RENDER_OK;
    if (upload->is_thin)
        return write_some(upload, bytes);
    while (upload->phase != PHASE_DONE && result == RENDER_OK) {
        uint32_t size;
        const uint32_t left = count_of(upload, &size) - upload->at;
        uint64_t most = bytes / size / 3 * 3; // whole triangles
        most = most > 0 ? most : 3;
        const uint32_t count = left < most ? left : (uint32_t)most;
        result = count > 0 ? advance(upload, count) : RENDER_OK;
        if (result == RENDER_OK && count < left)
            return RENDER_PENDING;
        upload->phase++;
        upload->at = 0;
        bytes -= (uint64_t)count * size < bytes ? (uint64_t)count * size : bytes;
        if (bytes == 0 && upload->phase != PHASE_DONE && result == RENDER_OK)
            return RENDER_PENDING;
    }
    return result;
}

render_result render_mesh_upload_step(render_mesh_upload *upload, uint64_t bytes, render_mesh *out)
{
    if (upload == NULL || out == NULL)
        return RENDER_ERROR_INVALID_ARGUMENT;
    *out = 0;
    render_result result;
    if (upload->mesh == 0) {
        result = render_mesh_create(upload->scene, &upload->desc, &upload->mesh);
    } else {
        result = do_some(upload, bytes);
        if (result == RENDER_PENDING)
            return result;
        if (result == RENDER_OK && upload->extent.is_some)
            render_mesh_set_bounds(render_pool_get(&upload->scene->meshes, upload->mesh), upload->extent.low,
                                   upload->extent.high);
    }
    if (result != RENDER_OK) {
        render_mesh_upload_abandon(upload);
        return result;
    }
    *out = upload->mesh;
    free_upload(upload);
    return RENDER_OK;
}
