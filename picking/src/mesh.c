#include "mesh_internal.h"

#include "query_kernel.h"

#include <assert.h>
#include <math.h>
#include <string.h>

// --- Making one -----------------------------------------------------------------------------------------------------

static pick_result check_desc(const pick_mesh_desc *desc, uint32_t *triangle_count)
{
    const bool indexed = desc->index_type != PICK_INDEX_NONE;
    const uint32_t corners = indexed ? desc->index_count : desc->vertex_count;
    if (desc->index_type != PICK_INDEX_NONE && desc->index_type != PICK_INDEX_UINT16 &&
        desc->index_type != PICK_INDEX_UINT32) {
        return PICK_ERROR_INVALID_ARGUMENT;
    }
    if (corners >= 1u << 31) {
        return PICK_ERROR_TOO_LARGE;
    }
    if (corners % 3 != 0 || (desc->vertex_count > 0 && desc->positions == NULL) ||
        (indexed && corners > 0 && desc->indices == NULL) || (desc->submesh_count > 0 && desc->submeshes == NULL)) {
        return PICK_ERROR_INVALID_ARGUMENT;
    }
    if ((desc->position_stride != 0 && desc->position_stride < 3 * sizeof(float)) ||
        (desc->uvs != NULL && desc->uv_stride != 0 && desc->uv_stride < 2 * sizeof(float))) {
        return PICK_ERROR_INVALID_ARGUMENT;
    }
    *triangle_count = corners / 3;
    uint64_t covered = 0;
    for (uint32_t i = 0; desc->submeshes != NULL && i < desc->submesh_count; ++i) {
        if (desc->submeshes[i].first_triangle != covered) {
            return PICK_ERROR_INVALID_ARGUMENT;
        }
        covered += desc->submeshes[i].triangle_count;
    }
    if (desc->submeshes != NULL && covered != *triangle_count) {
        return PICK_ERROR_INVALID_ARGUMENT;
    }
    return PICK_OK;
}

static uint32_t index_at(const pick_mesh_desc *desc, size_t i)
{
    return desc->index_type == PICK_INDEX_UINT16 ? ((const uint16_t *)desc->indices)[i]
                                                 : ((const uint32_t *)desc->indices)[i];
}

static bool indices_in_range(const pick_mesh_desc *desc, uint32_t triangle_count)
{
    for (size_t i = 0; desc->index_type != PICK_INDEX_NONE && i < 3 * (size_t)triangle_count; ++i) {
        if (index_at(desc, i) >= desc->vertex_count) {
            return false;
        }
    }
    return true;
}

// Where each array lies in the one allocation.
typedef struct mesh_layout {
    size_t arena, parts, positions, uvs, indices, submeshes, total;
} mesh_layout;

static size_t place(size_t *end, size_t alignment, size_t size)
{
    const size_t start = (*end + alignment - 1) & ~(alignment - 1);
    *end = start + size;
    return start;
}

static mesh_layout plan_layout(const pick_mesh *mesh, const pick_mesh_plan *plan, size_t arena_bytes)
{
    mesh_layout layout;
    size_t end = sizeof(pick_mesh);
    layout.arena = place(&end, 64, arena_bytes);
    layout.parts = place(&end, 16, plan->part_count * sizeof(pick_box3f));
    layout.positions = place(&end, 16, mesh->vertex_count * 3 * sizeof(float));
    layout.uvs = place(&end, 16, mesh->uvs != NULL ? mesh->vertex_count * 2 * sizeof(float) : 0);
    layout.indices = place(&end, 16, mesh->indices != NULL ? mesh->triangle_count * 3 * sizeof(uint32_t) : 0);
    layout.submeshes = place(&end, 16, mesh->submesh_count * sizeof(pick_submesh));
    layout.total = end;
    return layout;
}

// The caller's arrays, tightly packed: what the hierarchy is built from, and a part of the mesh afterwards.
typedef struct mesh_source {
    float *positions, *uvs;
    uint32_t *indices;
    pick_submesh *submeshes;
    void *memory;
    size_t bytes;
} mesh_source;

static bool copy_source(mesh_source *source, const pick_mesh_desc *desc, pick_mesh *mesh)
{
    const bool indexed = desc->index_type != PICK_INDEX_NONE;
    const size_t vertices = desc->vertex_count;
    const size_t indices = indexed ? 3 * (size_t)mesh->triangle_count : 0;
    size_t end = 0;
    const size_t positions_at = place(&end, 16, vertices * 3 * sizeof(float));
    const size_t uvs_at = place(&end, 16, desc->uvs != NULL ? vertices * 2 * sizeof(float) : 0);
    const size_t indices_at = place(&end, 16, indices * sizeof(uint32_t));
    const size_t submeshes_at = place(&end, 16, mesh->submesh_count * sizeof(pick_submesh));
    source->bytes = end;
    source->memory = mesh->allocator.allocate(mesh->allocator.user, end, alignof(max_align_t));
    if (source->memory == NULL) {
        return false;
    }
    char *base = source->memory;
    source->positions = (float *)(void *)(base + positions_at);
    source->uvs = desc->uvs != NULL ? (float *)(void *)(base + uvs_at) : NULL;
    source->indices = indexed ? (uint32_t *)(void *)(base + indices_at) : NULL;
    source->submeshes = (pick_submesh *)(void *)(base + submeshes_at);
    const size_t position_stride = desc->position_stride != 0 ? desc->position_stride : 3 * sizeof(float);
    const size_t uv_stride = desc->uv_stride != 0 ? desc->uv_stride : 2 * sizeof(float);
    for (size_t i = 0; i < vertices; ++i) {
        memcpy(&source->positions[3 * i], (const char *)desc->positions + i * position_stride, 3 * sizeof(float));
        if (source->uvs != NULL) {
            memcpy(&source->uvs[2 * i], (const char *)desc->uvs + i * uv_stride, 2 * sizeof(float));
        }
    }
    for (size_t i = 0; i < indices; ++i) {
        source->indices[i] = index_at(desc, i);
    }
    if (desc->submeshes != NULL && desc->submesh_count > 0) {
        memcpy(source->submeshes, desc->submeshes, desc->submesh_count * sizeof(pick_submesh));
    } else {
        source->submeshes[0] = (pick_submesh){0, mesh->triangle_count, 0};
    }
    mesh->positions = source->positions;
    mesh->uvs = source->uvs;
    mesh->indices = source->indices;
    mesh->submeshes = source->submeshes;
    return true;
}

static const void *moved(char *to, size_t at, const void *from, size_t size)
{
    if (size > 0) {
        memcpy(to + at, from, size);
    }
    return to + at;
}

static pick_mesh *assemble(const pick_mesh *draft, const pick_mesh_plan *plan, size_t arena_bytes)
{
    const mesh_layout layout = plan_layout(draft, plan, arena_bytes);
    char *memory = draft->allocator.allocate(draft->allocator.user, layout.total, alignof(pick_bvh_node));
    if (memory == NULL) {
        return NULL;
    }
    pick_mesh *mesh = (pick_mesh *)(void *)memory;
    *mesh = *draft;
    mesh->total_bytes = layout.total;
    mesh->arena = memory + layout.arena;
    mesh->arena_bytes = arena_bytes;
    mesh->root = pick_mesh_plan_lay_out(plan, memory + layout.arena);
    mesh->parts = moved(memory, layout.parts, plan->parts, plan->part_count * sizeof(pick_box3f));
    mesh->positions = moved(memory, layout.positions, draft->positions, draft->vertex_count * 3 * sizeof(float));
    if (draft->uvs != NULL) {
        mesh->uvs = moved(memory, layout.uvs, draft->uvs, draft->vertex_count * 2 * sizeof(float));
    }
    if (draft->indices != NULL) {
        mesh->indices = moved(memory, layout.indices, draft->indices, draft->triangle_count * 3 * sizeof(uint32_t));
    }
    mesh->submeshes = moved(memory, layout.submeshes, draft->submeshes, draft->submesh_count * sizeof(pick_submesh));
    mesh->part_count = plan->part_count;
    mesh->dropped_count = plan->dropped;
    mesh->bounds = plan->bounds;
    mesh->scale = plan->scale;
    memcpy(mesh->center, plan->center, sizeof mesh->center);
    return mesh;
}

pick_result pick_mesh_create(const pick_mesh_desc *desc, const pick_allocator *allocator, pick_mesh **out)
{
    assert(desc != NULL && out != NULL);
    pick_mesh draft = {.allocator = allocator != NULL ? *allocator : *pick_default_allocator(),
                       .kernel = pick_kernel_at(pick_simd_best()),
                       .vertex_count = desc->vertex_count,
                       .submesh_count = desc->submeshes != NULL && desc->submesh_count > 0 ? desc->submesh_count : 1};
    const pick_result checked = check_desc(desc, &draft.triangle_count);
    if (checked != PICK_OK) {
        return checked;
    }
    if (!indices_in_range(desc, draft.triangle_count)) {
        return PICK_ERROR_INDEX_OUT_OF_RANGE;
    }
    mesh_source source = {0};
    if (!copy_source(&source, desc, &draft)) {
        return PICK_ERROR_OUT_OF_MEMORY;
    }
    pick_mesh_plan plan;
    pick_result result = pick_mesh_plan_build(&plan, &draft);
    if (result == PICK_OK) {
        const size_t arena_bytes = pick_mesh_plan_arena_bytes(&plan);
        const bool too_large = arena_bytes == 0 && plan.root != PICK_REF_NONE;
        pick_mesh *mesh = too_large ? NULL : assemble(&draft, &plan, arena_bytes);
        result = too_large ? PICK_ERROR_TOO_LARGE : PICK_ERROR_OUT_OF_MEMORY;
        if (mesh != NULL) {
            *out = mesh;
            result = PICK_OK;
        }
    }
    pick_mesh_plan_finish(&plan);
    draft.allocator.deallocate(draft.allocator.user, source.memory, source.bytes, alignof(max_align_t));
    return result;
}

void pick_mesh_destroy(pick_mesh *mesh)
{
    if (mesh != NULL) {
        const pick_allocator allocator = mesh->allocator;
        allocator.deallocate(allocator.user, mesh, mesh->total_bytes, alignof(pick_bvh_node));
    }
}

void pick_mesh_set_simd(pick_mesh *mesh, pick_simd level)
{
    mesh->kernel = pick_kernel_at(level);
}

// --- Reading it -----------------------------------------------------------------------------------------------------

pick_mesh_stats pick_mesh_get_stats(const pick_mesh *mesh)
{
    return (pick_mesh_stats){
        .triangle_count = mesh->triangle_count,
        .dropped_triangles = mesh->dropped_count,
        .vertex_count = mesh->vertex_count,
        .submesh_count = mesh->submesh_count,
        .hierarchy_bytes = mesh->arena_bytes,
        .total_bytes = mesh->total_bytes,
    };
}

pick_aabb pick_mesh_bounds(const pick_mesh *mesh)
{
    const pick_box3f *b = &mesh->bounds;
    return (pick_aabb){{(double)b->lo[0], (double)b->lo[1], (double)b->lo[2]},
                       {(double)b->hi[0], (double)b->hi[1], (double)b->hi[2]}};
}

bool pick_mesh_triangle(const pick_mesh *mesh, uint32_t triangle, float out[3][3])
{
    if (triangle >= mesh->triangle_count) {
        return false;
    }
    pick_mesh_positions(mesh, triangle, out);
    return true;
}

const pick_submesh *pick_mesh_submesh_of(const pick_mesh *mesh, uint32_t triangle, uint32_t *index)
{
    if (triangle >= mesh->triangle_count) {
        return NULL;
    }
    uint32_t low = 0;
    uint32_t high = mesh->submesh_count;
    while (high - low > 1) { // the last run that begins at or before the triangle
        const uint32_t middle = low + (high - low) / 2;
        if (mesh->submeshes[middle].first_triangle <= triangle) {
            low = middle;
        } else {
            high = middle;
        }
    }
    if (index != NULL) {
        *index = low;
    }
    return &mesh->submeshes[low];
}

void pick_mesh_complete_hit(const pick_mesh *mesh, const pick_candidate *candidate, pick_mesh_hit *hit)
{
    const double u = candidate->u;
    const double v = candidate->v;
    *hit = (pick_mesh_hit){.t = candidate->t,
                           .triangle = candidate->triangle,
                           .barycentric = {u, v},
                           .has_uv = mesh->uvs != NULL,
                           .backface = candidate->backface};
    (void)pick_mesh_submesh_of(mesh, candidate->triangle, &hit->submesh);
    if (mesh->uvs != NULL) {
        uint32_t index[3];
        pick_mesh_vertex_numbers(mesh, candidate->triangle, index);
        for (size_t k = 0; k < 2; ++k) {
            const double a = (double)mesh->uvs[2 * (size_t)index[0] + k];
            const double b = (double)mesh->uvs[2 * (size_t)index[1] + k];
            const double c = (double)mesh->uvs[2 * (size_t)index[2] + k];
            hit->uv[k] = (float)((1 - u - v) * a + u * b + v * c);
        }
    }
}
