// mesh_layout.c: the layout of a mesh's arrays, in its allocation and in a file.
#include "base/compiler.h"
#include "base/memory.h"
#include "mesh/mesh_internal.h"

static size_t place(uint64_t *end, uint64_t alignment, uint64_t size)
{
    const uint64_t start = (*end + alignment - 1) & ~(alignment - 1);
    *end = start + size;
    return pick_size(start);
}

pick_mesh_layout pick_mesh_plan_layout(const pick_mesh *mesh)
{
    const uint64_t vertices = mesh->vertex_count, triangles = mesh->triangle_count;
    pick_mesh_layout layout;
    uint64_t end = mesh->arena_bytes;
    layout.sub_bounds = place(&end, 16, (uint64_t)mesh->sub_bounds_count * sizeof(pick_box3f));
    layout.positions = place(&end, 16, vertices * 3 * sizeof(float));
    layout.uvs = place(&end, 16, mesh->uvs != NULL ? vertices * 2 * sizeof(float) : 0);
    layout.normals = place(&end, 16, mesh->normals != NULL ? vertices * 3 * sizeof(float) : 0);
    layout.indices = place(&end, 16, mesh->indices != NULL ? triangles * 3 * sizeof(uint32_t) : 0);
    layout.submeshes = place(&end, 16, (uint64_t)mesh->submesh_count * sizeof(pick_submesh));
    // Without polygons, no bytes for alignment either: files stay as they were before there were any.
    layout.polygons =
        mesh->polygons != NULL ? place(&end, 16, pick_mesh_polygon_bytes(mesh->triangle_count)) : pick_size(end);
    layout.total = pick_size(end);
    return layout;
}

void pick_mesh_set_arrays(pick_mesh *mesh, const pick_mesh_layout *layout, const char *data)
{
    mesh->arena = data;
    mesh->sub_bounds = (const pick_box3f *)(const void *)(data + layout->sub_bounds);
    mesh->positions = (const float *)(const void *)(data + layout->positions);
    mesh->uvs = mesh->uvs != NULL ? (const float *)(const void *)(data + layout->uvs) : NULL;
    mesh->normals = mesh->normals != NULL ? (const float *)(const void *)(data + layout->normals) : NULL;
    mesh->indices = mesh->indices != NULL ? (const uint32_t *)(const void *)(data + layout->indices) : NULL;
    mesh->submeshes = (const pick_submesh *)(const void *)(data + layout->submeshes);
    mesh->polygons = mesh->polygons != NULL ? (const uint8_t *)(data + layout->polygons) : NULL;
}
