#include "scene/geometry.h"

#include "device/device_private.h"

#include <stdio.h>

// A page that meshes share: 1.5 to 4 MiB. Closed meshes have 6 indices per vertex, flat-shaded ones 1.
enum { PAGE_VERTICES = 1 << 16, PAGE_INDICES = 1 << 18 };

// The strides are set at binding: a stream that a mesh lacks is a single value with stride 0.
static const VkVertexInputBindingDescription mesh_bindings[] = {{0, 12, VK_VERTEX_INPUT_RATE_VERTEX},
                                                                {1, 12, VK_VERTEX_INPUT_RATE_VERTEX},
                                                                {2, 8, VK_VERTEX_INPUT_RATE_VERTEX},
                                                                {3, 16, VK_VERTEX_INPUT_RATE_VERTEX},
                                                                {4, 8, VK_VERTEX_INPUT_RATE_INSTANCE}};
static const VkVertexInputAttributeDescription mesh_attributes[] = {{0, 0, VK_FORMAT_R32G32B32_SFLOAT, 0},
                                                                    {1, 1, VK_FORMAT_R32G32B32_SFLOAT, 0},
                                                                    {2, 2, VK_FORMAT_R32G32_SFLOAT, 0},
                                                                    {3, 3, VK_FORMAT_R32G32B32A32_SFLOAT, 0},
                                                                    {4, 4, VK_FORMAT_R32G32_UINT, 0}};
const render_vertex_layout render_mesh_vertices = {mesh_bindings, 5, mesh_attributes, 5, .dynamic_strides = true};

const VkDeviceSize render_mesh_stream_sizes[RENDER_MESH_STREAMS] = {12, 12, 8, 16};

// Offset in `constants` of the value that a missing stream reads: zeros, or white for colours.
static VkDeviceSize constant_offset(uint32_t stream)
{
    return stream == 3 ? 16 : 0;
}

render_result render_geometry_init(render_device *device, render_geometry *geometry)
{
    static const float constants[8] = {0, 0, 0, 0, 1, 1, 1, 1};
    *geometry = (render_geometry){0};
    render_result result = render_buffer_create(device, "constants", sizeof constants,
                                                VK_BUFFER_USAGE_VERTEX_BUFFER_BIT | VK_BUFFER_USAGE_TRANSFER_DST_BIT,
                                                RENDER_MEMORY_DEVICE, &geometry->constants);
    if (result == RENDER_OK)
        result = render_upload_buffer(device, &geometry->constants, 0, constants, sizeof constants);
    return result;
}

static void finish_page(render_device *device, render_geometry_page *page)
{
    render_buffer_retire(device, &page->buffer);
    render_ranges_finish(&page->vertices);
    render_ranges_finish(&page->indices);
    *page = (render_geometry_page){0};
}

void render_geometry_finish(render_device *device, render_geometry *geometry)
{
    for (uint32_t i = 0; i < geometry->page_count; i++)
        finish_page(device, &geometry->pages[i]);
    render_buffer_retire(device, &geometry->constants);
    render_free(geometry->pages);
    *geometry = (render_geometry){0};
}

static uint32_t find_unused_page(const render_allocator *allocator, render_geometry *geometry)
{
    for (uint32_t i = 0; i < geometry->page_count; i++) {
        if (geometry->pages[i].indices_handle == VK_NULL_HANDLE)
            return i;
    }
    if (geometry->page_count == geometry->page_capacity) {
        uint32_t capacity = geometry->page_capacity ? 2 * geometry->page_capacity : 8;
        render_geometry_page *pages = render_reallocate(allocator, geometry->pages, capacity * sizeof *pages);
        if (pages == NULL)
            return UINT32_MAX;
        geometry->pages = pages;
        geometry->page_capacity = capacity;
    }
    geometry->pages[geometry->page_count] = (render_geometry_page){0};
    return geometry->page_count++;
}

static render_result create_page(render_device *device, render_geometry *geometry, uint32_t streams, uint32_t vertices,
                                 uint32_t indices, uint32_t *out)
{
    render_result result = RENDER_ERROR_OUT_OF_MEMORY;
    uint32_t number = find_unused_page(device->allocator, geometry);
    if (number == UINT32_MAX)
        return render_fail(device, result, "out of memory");
    render_geometry_page *page = &geometry->pages[number];
    page->streams = streams;
    // Indices come first, at offset 0: the software driver of Mesa 22.3 ignores the index buffer's offset in indirect
    // draws.
    VkDeviceSize size = ((VkDeviceSize)4 * indices + 15) & ~(VkDeviceSize)15;
    for (uint32_t i = 0; i < RENDER_MESH_STREAMS; i++) {
        bool there = streams >> i & 1u;
        page->offsets[i] = there ? size : constant_offset(i);
        page->sizes[i] = there ? render_mesh_stream_sizes[i] * vertices : render_mesh_stream_sizes[i];
        page->strides[i] = there ? render_mesh_stream_sizes[i] : 0;
        size += there ? (render_mesh_stream_sizes[i] * vertices + 15) & ~(VkDeviceSize)15 : 0;
    }
    if (!render_ranges_init(&page->vertices, device->allocator, vertices) ||
        !render_ranges_init(&page->indices, device->allocator, indices)) {
        render_fail(device, result, "out of memory");
        goto error;
    }
    char name[32];
    snprintf(name, sizeof name, "geometry %u", number);
    TRY(render_buffer_create(device, name, size,
                             VK_BUFFER_USAGE_VERTEX_BUFFER_BIT | VK_BUFFER_USAGE_INDEX_BUFFER_BIT |
                                 VK_BUFFER_USAGE_TRANSFER_DST_BIT,
                             RENDER_MEMORY_DEVICE, &page->buffer));
    page->indices_handle = page->buffer.handle;
    for (uint32_t i = 0; i < RENDER_MESH_STREAMS; i++)
        page->buffers[i] = streams >> i & 1u ? page->buffer.handle : geometry->constants.handle;
    *out = number;
    return RENDER_OK;
error:
    finish_page(device, page);
    return result;
}

static bool take(render_geometry_page *page, uint32_t vertex_count, uint32_t index_count, render_geometry_span *span)
{
    uint64_t vertex, index;
    if (!render_ranges_take(&page->vertices, vertex_count, 1, &vertex))
        return false;
    if (!render_ranges_take(&page->indices, index_count, 1, &index)) {
        render_ranges_give_back(&page->vertices, vertex, vertex_count);
        return false;
    }
    span->first_vertex = (uint32_t)vertex;
    span->first_index = (uint32_t)index;
    return true;
}

static render_result find_place(render_device *device, render_geometry *geometry, uint32_t streams,
                                render_geometry_span *span)
{
    bool shares = span->vertex_count <= PAGE_VERTICES / 2 && span->index_count <= PAGE_INDICES / 2;
    for (uint32_t i = 0; i < geometry->page_count && shares; i++) {
        render_geometry_page *page = &geometry->pages[i];
        if (page->indices_handle == VK_NULL_HANDLE || page->adopted || page->streams != streams ||
            page->vertices.size != PAGE_VERTICES || page->held_until > device->deletions.releases)
            continue;
        if (take(page, span->vertex_count, span->index_count, span)) {
            span->page = i;
            return RENDER_OK;
        }
    }
    uint32_t vertices = shares ? PAGE_VERTICES : span->vertex_count;
    uint32_t indices = shares ? PAGE_INDICES : span->index_count;
    // A page of PAGE_VERTICES vertices would be taken for a shared one: add a vertex.
    vertices += !shares && vertices == PAGE_VERTICES;
    render_result result = create_page(device, geometry, streams, vertices, indices, &span->page);
    if (result == RENDER_OK && !take(&geometry->pages[span->page], span->vertex_count, span->index_count, span))
        result = render_fail(device, RENDER_ERROR_OUT_OF_MEMORY, "out of memory");
    return result;
}

render_result render_geometry_reserve(render_device *device, render_geometry *geometry,
                                      const void *const data[RENDER_MESH_STREAMS], uint32_t vertex_count,
                                      uint32_t index_count, render_geometry_span *out)
{
    render_geometry_span span = {.vertex_count = vertex_count, .index_count = index_count};
    uint32_t streams = 0;
    for (uint32_t i = 0; i < RENDER_MESH_STREAMS; i++)
        streams |= data[i] != NULL ? 1u << i : 0u;
    render_result result = find_place(device, geometry, streams, &span);
    if (result != RENDER_OK)
        return result;
    // A range may be written once per batch. This range may belong to a mesh removed in the open batch: submit that
    // first.
    if (geometry->pages[span.page].last_release == device->upload.batch)
        result = render_upload_flush(device);
    if (result == RENDER_OK)
        *out = span;
    else
        render_geometry_remove(device, geometry, &span);
    return result;
}

render_result render_geometry_write_vertices(render_device *device, const render_geometry *geometry,
                                             const render_geometry_span *span, uint32_t stream, uint32_t first,
                                             const void *data, uint32_t count)
{
    const render_geometry_page *page = &geometry->pages[span->page];
    const VkDeviceSize size = render_mesh_stream_sizes[stream];
    return render_upload_buffer(device, &page->buffer,
                                page->offsets[stream] + size * ((VkDeviceSize)span->first_vertex + first), data,
                                size * count);
}

render_result render_geometry_write_indices(render_device *device, const render_geometry *geometry,
                                            const render_geometry_span *span, uint32_t first, const uint32_t *indices,
                                            uint32_t count)
{
    return render_upload_buffer(device, &geometry->pages[span->page].buffer,
                                (VkDeviceSize)4 * ((VkDeviceSize)span->first_index + first), indices,
                                (VkDeviceSize)4 * count);
}

render_result render_geometry_add(render_device *device, render_geometry *geometry,
                                  const void *const data[RENDER_MESH_STREAMS], uint32_t vertex_count,
                                  const uint32_t *indices, uint32_t index_count, render_geometry_span *out)
{
    render_geometry_span span = {0};
    render_result result = render_geometry_reserve(device, geometry, data, vertex_count, index_count, &span);
    for (uint32_t i = 0; i < RENDER_MESH_STREAMS && result == RENDER_OK; i++) {
        if (data[i] != NULL)
            result = render_geometry_write_vertices(device, geometry, &span, i, 0, data[i], vertex_count);
    }
    if (result == RENDER_OK)
        result = render_geometry_write_indices(device, geometry, &span, 0, indices, index_count);
    if (result == RENDER_OK)
        *out = span;
    else
        render_geometry_remove(device, geometry, &span);
    return result;
}

void render_geometry_remove(render_device *device, render_geometry *geometry, const render_geometry_span *span)
{
    if (span->vertex_count == 0)
        return;
    render_geometry_page *page = &geometry->pages[span->page];
    if (page->adopted) {
        *page = (render_geometry_page){0};
        return;
    }
    // The GPU may still read this range. It is safe to reuse: upload batches wait for earlier frames. They do not wait
    // for what an engine has recorded and not yet submitted.
    if (device->deletions.held)
        page->held_until = device->deletions.releases + 1;
    render_ranges_give_back(&page->vertices, span->first_vertex, span->vertex_count);
    render_ranges_give_back(&page->indices, span->first_index, span->index_count);
    page->last_release = device->upload.batch;
    if (render_ranges_is_unused(&page->vertices))
        finish_page(device, page);
}

render_result render_geometry_adopt(render_device *device, render_geometry *geometry,
                                    const render_vulkan_mesh_desc *desc, render_geometry_span *out)
{
    uint32_t number = find_unused_page(device->allocator, geometry);
    if (number == UINT32_MAX)
        return render_fail(device, RENDER_ERROR_OUT_OF_MEMORY, "out of memory");
    render_geometry_page *page = &geometry->pages[number];
    for (uint32_t i = 0; i < RENDER_MESH_STREAMS; i++) {
        page->buffers[i] = geometry->constants.handle;
        page->offsets[i] = constant_offset(i);
        page->sizes[i] = render_mesh_stream_sizes[i];
        page->strides[i] = 0;
    }
    page->buffers[0] = desc->positions;
    page->offsets[0] = desc->positions_offset;
    page->sizes[0] = (VkDeviceSize)desc->positions_stride * (desc->vertex_count - 1) + render_mesh_stream_sizes[0];
    page->strides[0] = desc->positions_stride;
    page->indices_handle = desc->indices;
    page->adopted = true;
    *out = (render_geometry_span){.page = number,
                                  .vertex_count = desc->vertex_count,
                                  .first_index = (uint32_t)(desc->indices_offset / 4),
                                  .index_count = desc->index_count};
    return RENDER_OK;
}

void render_geometry_bind(const render_device *device, VkCommandBuffer commands, const render_geometry_page *page)
{
    device->vk.CmdBindVertexBuffers2(commands, 0, RENDER_MESH_STREAMS, page->buffers, page->offsets, page->sizes,
                                     page->strides);
    device->vk.CmdBindIndexBuffer(commands, page->indices_handle, 0, VK_INDEX_TYPE_UINT32);
}

void render_geometry_bind_instances(const render_device *device, VkCommandBuffer commands, const render_span *instances)
{
    const VkDeviceSize stride = sizeof(struct shader_instance);
    device->vk.CmdBindVertexBuffers2(commands, RENDER_MESH_STREAMS, 1, &instances->buffer, &instances->offset,
                                     &instances->size, &stride);
}
