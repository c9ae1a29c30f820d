#include "base/compiler.h"
#include "base/memory.h"
#include "mesh/mesh_internal.h"

#include <math.h>
#include <string.h>

#define SUBMESH_FLAGS ((uint32_t)(PICK_SUBMESH_DOUBLE_SIDED | PICK_SUBMESH_ALPHA_TEST) | PICK_SUBMESH_KINDS)

// --- Making one -----------------------------------------------------------------------------------------------------

static pick_result check_desc(const pick_mesh_desc *desc, uint32_t *triangle_count)
{
    const bool indexed = desc->index_type != PICK_INDEX_NONE;
    const uint32_t corners = indexed ? desc->index_count : desc->vertex_count;
    if (desc->index_type != PICK_INDEX_NONE && desc->index_type != PICK_INDEX_UINT16 &&
        desc->index_type != PICK_INDEX_UINT32)
        return PICK_ERROR_INVALID_ARGUMENT;
    if (corners >= 1u << 31)
        return PICK_ERROR_TOO_LARGE;
    if (corners % 3 != 0 || (desc->vertex_count > 0 && desc->positions == NULL) ||
        (indexed && corners > 0 && desc->indices == NULL) || (desc->submesh_count > 0 && desc->submeshes == NULL))
        return PICK_ERROR_INVALID_ARGUMENT;
    const size_t index_size = desc->index_type == PICK_INDEX_UINT16 ? sizeof(uint16_t) : sizeof(uint32_t);
    if (indexed && (uintptr_t)desc->indices % index_size != 0)
        return PICK_ERROR_INVALID_ARGUMENT;
    if ((desc->position_stride != 0 && desc->position_stride < 3 * sizeof(float)) ||
        (desc->uvs != NULL && desc->uv_stride != 0 && desc->uv_stride < 2 * sizeof(float)) ||
        (desc->normals != NULL && desc->normal_stride != 0 && desc->normal_stride < 3 * sizeof(float)))
        return PICK_ERROR_INVALID_ARGUMENT;
    *triangle_count = corners / 3;
    uint64_t covered = 0;
    for (uint32_t i = 0; desc->submeshes != NULL && i < desc->submesh_count; i++) {
        if (desc->submeshes[i].first_triangle != covered || (desc->submeshes[i].flags & ~SUBMESH_FLAGS) != 0)
            return PICK_ERROR_INVALID_ARGUMENT;
        covered += desc->submeshes[i].triangle_count;
    }
    if (desc->submeshes != NULL && covered != *triangle_count)
        return PICK_ERROR_INVALID_ARGUMENT;
    return PICK_OK;
}

// Whether the polygons are within the triangles and submeshes. `*any`: some polygon has two triangles.
static bool polygons_are_sound(const pick_mesh_desc *desc, uint32_t triangle_count, bool *any)
{
    uint32_t submesh = 0, end = 0; // of the runs of triangles, the one that is next and where it begins
    *any = false;
    for (uint32_t i = 0; desc->continues != NULL && i < triangle_count; i++) {
        const bool starts = i == end;
        while (i == end && desc->submeshes != NULL) { // they cover the triangles
            PICK_ASSERT(submesh < desc->submesh_count);
            end += desc->submeshes[submesh++].triangle_count;
        }
        if (desc->continues[i] > 1 || (starts && desc->continues[i] != 0))
            return false;
        *any = *any || desc->continues[i] != 0;
    }
    return true;
}

static size_t index_total(const pick_mesh_desc *desc)
{
    return desc->index_type == PICK_INDEX_NONE ? 0 : desc->index_count;
}

static void copy_indices(const pick_mesh_desc *desc, uint32_t *to)
{
    const size_t count = index_total(desc);
    if (desc->index_type == PICK_INDEX_UINT16) {
        const uint16_t *from = desc->indices;
        for (size_t i = 0; i < count; i++)
            to[i] = from[i];
    } else if (count > 0) {
        memcpy(to, desc->indices, count * sizeof *to);
    }
}

// Compares the largest index. The loop has no early exit, so that the compiler can vectorize it.
static bool indices_in_range(const pick_mesh_desc *desc)
{
    const size_t count = index_total(desc);
    uint32_t largest = 0;
    if (desc->index_type == PICK_INDEX_UINT16) {
        const uint16_t *index = desc->indices;
        for (size_t i = 0; i < count; i++)
            largest = index[i] > largest ? index[i] : largest;
    } else {
        const uint32_t *index = desc->indices;
        for (size_t i = 0; i < count; i++)
            largest = index[i] > largest ? index[i] : largest;
    }
    return count == 0 || largest < desc->vertex_count;
}

// Whether the indices are trivial: 0, 1, 2, ... for all vertices, as is common for unconnected triangles.
static bool indices_only_count(const pick_mesh_desc *desc)
{
    const uint16_t *narrow = desc->indices;
    const uint32_t *wide = desc->indices;
    uint32_t i = 0;
    while (i < desc->index_count && (desc->index_type == PICK_INDEX_UINT16 ? narrow[i] : wide[i]) == i)
        ++i;
    return i == desc->index_count && i == desc->vertex_count;
}

static void copy_strided(float *to, const float *from, size_t stride, size_t count, size_t width)
{
    const size_t step = stride != 0 ? stride : width * sizeof(float);
    if (step == width * sizeof(float) && count > 0) {
        memcpy(to, from, count * step);
        return;
    }
    for (size_t i = 0; i < count; i++)
        memcpy(to + i * width, (const char *)from + i * step, width * sizeof(float));
}

// Copies the caller's arrays, tightly packed, to their places in the layout.
static void copy_source(const pick_mesh_desc *desc, const pick_mesh *draft, const pick_mesh_layout *layout, char *data)
{
    const size_t vertices = draft->vertex_count;
    copy_strided((float *)(void *)(data + layout->positions), desc->positions, desc->position_stride, vertices, 3);
    if (desc->uvs != NULL)
        copy_strided((float *)(void *)(data + layout->uvs), desc->uvs, desc->uv_stride, vertices, 2);
    if (desc->normals != NULL)
        copy_strided((float *)(void *)(data + layout->normals), desc->normals, desc->normal_stride, vertices, 3);
    copy_indices(desc, (uint32_t *)(void *)(data + layout->indices));
    memcpy(data + layout->submeshes, draft->submeshes, draft->submesh_count * sizeof(pick_submesh));
}

// Makes the single allocation that holds the drafted mesh and its arrays. NULL: out of memory.
static pick_mesh *assemble(const pick_mesh *draft, const pick_mesh_desc *desc)
{
    const pick_mesh_layout layout = pick_mesh_plan_layout(draft);
    const size_t header = PICK_MESH_ARENA_PLACE;
    const size_t total = pick_size((uint64_t)header + layout.total);
    char *memory = pick_allocate(&draft->allocator, total);
    if (memory == NULL)
        return NULL;
    pick_mesh *mesh = (pick_mesh *)(void *)memory;
    *mesh = *draft;
    mesh->total_bytes = total;
    mesh->data = memory + header;
    pick_mesh_set_arrays(mesh, &layout, mesh->data);
    copy_source(desc, draft, &layout, mesh->data);
    if (mesh->polygons != NULL &&
        pick_mesh_find_polygons(mesh, desc->continues, (uint8_t *)mesh->data + layout.polygons) != PICK_OK) {
        pick_mesh_destroy(mesh);
        return NULL;
    }
    return mesh;
}

// `draft` has its counts, and the arrays to build from.
static pick_result build_mesh(pick_mesh *draft, const pick_mesh_desc *desc, pick_mesh **out)
{
    pick_mesh_plan *plan;
    const pick_result planned = pick_mesh_plan_create(draft, desc->tasks, &plan);
    if (planned != PICK_OK) {
        pick_mesh_plan_destroy(plan);
        return planned;
    }
    pick_mesh *mesh = assemble(draft, desc);
    if (mesh != NULL) {
        if (plan != NULL)
            pick_mesh_plan_lay_out(plan, mesh->data);
        pick_mesh_fit(mesh);
        mesh->built_cost = mesh->cost;
        *out = mesh;
    }
    pick_mesh_plan_destroy(plan);
    return mesh != NULL ? PICK_OK : PICK_ERROR_OUT_OF_MEMORY;
}

// Points the draft to the caller's arrays if they are tightly packed and aligned, and else to temporary copies: a
// second copy of every array would cost memory and time.
static pick_result build_from(pick_mesh *draft, const pick_mesh_desc *desc, pick_mesh **out)
{
    const bool packed = (desc->position_stride == 0 || desc->position_stride == 3 * sizeof(float)) &&
                        (uintptr_t)desc->positions % sizeof(float) == 0;
    const uint64_t floats = packed ? 0 : 3 * (uint64_t)desc->vertex_count;
    const uint64_t indices = desc->index_type == PICK_INDEX_UINT16 ? desc->index_count : 0;
    const size_t bytes = pick_size(floats * sizeof(float) + indices * sizeof(uint32_t));
    float *copies = NULL;
    if (bytes > 0) {
        copies = pick_allocate(&draft->allocator, bytes);
        if (copies == NULL)
            return PICK_ERROR_OUT_OF_MEMORY;
    }
    draft->positions = desc->positions;
    if (floats > 0) {
        copy_strided(copies, desc->positions, desc->position_stride, desc->vertex_count, 3);
        draft->positions = copies;
    }
    if (indices > 0) {
        uint32_t *const copy = (uint32_t *)(void *)(copies + floats);
        copy_indices(desc, copy);
        draft->indices = copy;
    }
    const pick_result result = build_mesh(draft, desc, out);
    if (copies != NULL)
        pick_deallocate(&draft->allocator, copies, bytes);
    return result;
}

pick_result pick_mesh_create(const pick_mesh_desc *desc, const pick_allocator *allocator, pick_mesh **out)
{
    if (desc == NULL || out == NULL || !pick_allocator_is_usable(allocator) ||
        (desc->tasks != NULL && desc->tasks->run == NULL))
        return PICK_ERROR_INVALID_ARGUMENT;
    // Until the mesh has arrays of its own, non-null pointers say which ones it will have.
    static const uint32_t some_index = 0;
    const bool divided = desc->submeshes != NULL && desc->submesh_count > 0;
    pick_submesh whole = {0, 0, 0};
    pick_mesh draft = {.allocator = allocator != NULL ? *allocator : *pick_default_allocator(),
                       .simd = pick_simd_best(),
                       .root = PICK_REF_NONE,
                       .vertex_count = desc->vertex_count,
                       .submesh_count = divided ? desc->submesh_count : 1,
                       .submeshes = divided ? desc->submeshes : &whole,
                       .uvs = desc->uvs,
                       .normals = desc->normals,
                       .cost = 1,
                       .built_cost = 1};
    const pick_result checked = check_desc(desc, &draft.triangle_count);
    bool has_polygons;
    if (checked != PICK_OK)
        return checked;
    if (!polygons_are_sound(desc, draft.triangle_count, &has_polygons))
        return PICK_ERROR_INVALID_ARGUMENT;
    draft.polygons = has_polygons ? desc->continues : NULL;
    if (!indices_in_range(desc))
        return PICK_ERROR_INDEX_OUT_OF_RANGE;
    whole.triangle_count = draft.triangle_count;
    pick_mesh_desc source = *desc;
    if (desc->index_type != PICK_INDEX_NONE) {
        if (indices_only_count(desc))
            source.index_type = PICK_INDEX_NONE; // trivial indices are omitted
        else
            draft.indices = index_total(desc) > 0 ? desc->indices : &some_index;
    }
    return build_from(&draft, &source, out);
}

pick_result pick_mesh_copy(const pick_mesh *mesh, const pick_allocator *allocator, pick_mesh **out)
{
    if (mesh == NULL || out == NULL || !pick_allocator_is_usable(allocator))
        return PICK_ERROR_INVALID_ARGUMENT;
    const pick_allocator own = allocator != NULL ? *allocator : *pick_default_allocator();
    const pick_mesh_layout layout = pick_mesh_plan_layout(mesh);
    const size_t total = pick_size((uint64_t)PICK_MESH_ARENA_PLACE + layout.total);
    char *memory = pick_allocate(&own, total);
    if (memory == NULL)
        return PICK_ERROR_OUT_OF_MEMORY;
    pick_mesh *copy = (pick_mesh *)(void *)memory;
    *copy = *mesh;
    copy->allocator = own;
    copy->total_bytes = total;
    copy->data = memory + PICK_MESH_ARENA_PLACE;
    memcpy(copy->data, mesh->arena, layout.total); // the arena is the first of the arrays
    pick_mesh_set_arrays(copy, &layout, copy->data);
    *out = copy;
    return PICK_OK;
}

void pick_mesh_destroy(pick_mesh *mesh)
{
    if (mesh != NULL) {
        const pick_allocator allocator = mesh->allocator;
        pick_deallocate(&allocator, mesh, mesh->total_bytes);
    }
}

// --- Changing it ----------------------------------------------------------------------------------------------------

pick_result pick_mesh_refit(pick_mesh *mesh, const float *positions, size_t position_stride)
{
    if (mesh == NULL || mesh->data == NULL || (mesh->vertex_count > 0 && positions == NULL) ||
        (position_stride != 0 && position_stride < 3 * sizeof(float)))
        return PICK_ERROR_INVALID_ARGUMENT;
    const pick_mesh_layout layout = pick_mesh_plan_layout(mesh);
    copy_strided((float *)(void *)(mesh->data + layout.positions), positions, position_stride, mesh->vertex_count, 3);
    pick_mesh_fit_to_positions(mesh);
    mesh->closed = mesh->closed_is_known = false;
    return PICK_OK;
}

pick_result pick_mesh_set_normals(pick_mesh *mesh, const float *normals, size_t normal_stride)
{
    if (mesh == NULL || mesh->data == NULL || mesh->normals == NULL || (mesh->vertex_count > 0 && normals == NULL) ||
        (normal_stride != 0 && normal_stride < 3 * sizeof(float)))
        return PICK_ERROR_INVALID_ARGUMENT;
    const pick_mesh_layout layout = pick_mesh_plan_layout(mesh);
    copy_strided((float *)(void *)(mesh->data + layout.normals), normals, normal_stride, mesh->vertex_count, 3);
    return PICK_OK;
}

void pick_mesh_set_simd(pick_mesh *mesh, pick_simd level)
{
    mesh->simd = level;
}

// --- Reading it -----------------------------------------------------------------------------------------------------

pick_mesh_arrays pick_mesh_get_arrays(const pick_mesh *mesh)
{
    if (mesh == NULL)
        return (pick_mesh_arrays){NULL, NULL, NULL, NULL, NULL};
    return (pick_mesh_arrays){mesh->positions, mesh->uvs, mesh->normals, mesh->indices, mesh->submeshes};
}

pick_mesh_stats pick_mesh_get_stats(const pick_mesh *mesh)
{
    if (mesh == NULL)
        return (pick_mesh_stats){0};
    return (pick_mesh_stats){
        .triangle_count = mesh->triangle_count,
        .dropped_triangles = mesh->degenerate_count,
        .vertex_count = mesh->vertex_count,
        .submesh_count = mesh->submesh_count,
        .hierarchy_bytes = mesh->arena_bytes,
        .total_bytes = mesh->total_bytes,
    };
}

double pick_mesh_quality(const pick_mesh *mesh)
{
    return mesh != NULL ? mesh->cost / mesh->built_cost : 0;
}

pick_aabb pick_mesh_bounds(const pick_mesh *mesh)
{
    if (mesh == NULL)
        return PICK_AABB_EMPTY;
    const pick_box3f *b = &mesh->bounds;
    return (pick_aabb){{(double)b->lo[0], (double)b->lo[1], (double)b->lo[2]},
                       {(double)b->hi[0], (double)b->hi[1], (double)b->hi[2]}};
}

bool pick_mesh_triangle(const pick_mesh *mesh, uint32_t triangle, float out[3][3])
{
    if (mesh == NULL || out == NULL || triangle >= mesh->triangle_count)
        return false;
    pick_mesh_positions(mesh, triangle, out);
    return true;
}

const pick_submesh *pick_mesh_submesh_of(const pick_mesh *mesh, uint32_t triangle, uint32_t *index)
{
    if (mesh == NULL || triangle >= mesh->triangle_count)
        return NULL;
    const uint32_t number = pick_mesh_submesh_number(mesh, triangle);
    if (index != NULL)
        *index = number;
    return &mesh->submeshes[number];
}
