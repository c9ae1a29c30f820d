// geometry.h: the vertices and indices of all meshes, in few buffers, so that one indirect call draws many meshes. A
// page holds meshes that have the same streams; a mesh too large to share has a page of its own.
#ifndef RENDERER_SRC_GEOMETRY_H
#define RENDERER_SRC_GEOMETRY_H

#include "device/pipeline.h"
#include "device/ranges.h"
#include "device/resource.h"
#include "device/slot.h"
#include "renderer/vulkan.h"

enum { RENDER_MESH_STREAMS = 4 };                                        // positions, normals, UVs, colours
extern const render_vertex_layout render_mesh_vertices;                  // the streams, then the instances
extern const VkDeviceSize render_mesh_stream_sizes[RENDER_MESH_STREAMS]; // bytes a vertex

typedef struct render_geometry_page {
    render_buffer buffer;                  // indices, then streams; null for an engine's mesh
    VkBuffer indices_handle;               // of that buffer, or the engine's; null: the page is unused
    bool adopted;                          // the page is one mesh in an engine's buffers
    uint32_t streams;                      // a bit for each stream of its meshes
    VkBuffer buffers[RENDER_MESH_STREAMS]; // `constants` for a missing stream
    VkDeviceSize offsets[RENDER_MESH_STREAMS], sizes[RENDER_MESH_STREAMS];
    VkDeviceSize strides[RENDER_MESH_STREAMS]; // 0: one value for all
    render_ranges vertices, indices;           // in elements, not bytes
    uint64_t last_release;                     // number of the upload batch in which a range was last given back
    // While the delete queue has fewer `releases`, an engine's recordings may use ranges that are free.
    uint64_t held_until;
} render_geometry_page;

typedef struct render_geometry {
    render_buffer constants; // zeros, then white: read by missing streams
    render_geometry_page *pages;
    uint32_t page_count, page_capacity;
} render_geometry;

// Where a mesh lies.
typedef struct render_geometry_span {
    uint32_t page, first_vertex, vertex_count, first_index, index_count;
} render_geometry_span;

render_result render_geometry_init(render_device *device, render_geometry *geometry);
void render_geometry_finish(render_device *device, render_geometry *geometry);
// `data`: one array per stream, NULL where the mesh has none.
render_result render_geometry_add(render_device *device, render_geometry *geometry,
                                  const void *const data[RENDER_MESH_STREAMS], uint32_t vertex_count,
                                  const uint32_t *indices, uint32_t index_count, render_geometry_span *out);
// The same in parts: a place first, then its vertices and indices, each once.
render_result render_geometry_reserve(render_device *device, render_geometry *geometry,
                                      const void *const data[RENDER_MESH_STREAMS], uint32_t vertex_count,
                                      uint32_t index_count, render_geometry_span *out);
render_result render_geometry_write_vertices(render_device *device, const render_geometry *geometry,
                                             const render_geometry_span *span, uint32_t stream, uint32_t first,
                                             const void *data, uint32_t count);
render_result render_geometry_write_indices(render_device *device, const render_geometry *geometry,
                                            const render_geometry_span *span, uint32_t first, const uint32_t *indices,
                                            uint32_t count);
// Takes a mesh in an engine's buffers, whose numbers the caller has checked.
render_result render_geometry_adopt(render_device *device, render_geometry *geometry,
                                    const render_vulkan_mesh_desc *desc, render_geometry_span *out);
void render_geometry_remove(render_device *device, render_geometry *geometry, const render_geometry_span *span);
void render_geometry_bind(const render_device *device, VkCommandBuffer commands, const render_geometry_page *page);
// `instances`: an array of struct shader_instance.
void render_geometry_bind_instances(const render_device *device, VkCommandBuffer commands,
                                    const render_span *instances);

#endif
