// Points and lines: the vertices of a set lie in the pages of meshes, each as two of their positions. An element is
// drawn as an instance: it reads the vertex it starts at and the next one, where a line ends.
#include "scene/scene_private.h"

#include <assert.h>
#include <math.h>
#include <string.h>

// Two positions of a mesh.
typedef struct render_thin_vertex thin_vertex;
static_assert(sizeof(thin_vertex) == 24, "vertices are two positions of meshes");

static const float *position_of(const render_thin_desc *desc, uint32_t i)
{
    return desc->positions + (size_t)3 * i;
}

static bool is_finite_at(const render_thin_desc *desc, uint32_t i)
{
    const float *p = position_of(desc, i);
    return isfinite(p[0]) && isfinite(p[1]) && isfinite(p[2]);
}

static const char *check_thin(const render_thin_desc *desc)
{
    if ((unsigned)desc->kind > RENDER_THIN_LINES || (unsigned)desc->unit > RENDER_THIN_ON_SCREEN)
        return "an unknown kind or unit";
    if (!(desc->radius >= 0.0 && desc->radius <= 1e18)) // squares are finite
        return "a radius out of range";
    if (desc->positions == NULL || desc->position_count == 0)
        return "no positions";
    if (desc->kind == RENDER_THIN_POINTS || desc->counts == NULL)
        return NULL;
    uint64_t sum = 0;
    for (uint32_t i = 0; i < desc->chain_count; i++)
        sum += desc->counts[i];
    return sum == desc->position_count ? NULL : "chains that do not make up the positions";
}

// Linear values darker than an eighth of a byte's step look alike.
static uint32_t pack_color(const float *color)
{
    uint32_t packed = 0;
    for (uint32_t i = 0; i < 3; i++) {
        const float value = color[i] > 0.0f ? fminf(color[i], 1.0f) : 0.0f; // NaN is black
        packed |= (uint32_t)(sqrtf(value) * 255.0f + 0.5f) << 8 * i;
    }
    return packed;
}

static void write_vertices(const render_thin_desc *desc, thin_vertex *vertices)
{
    const bool lines = desc->kind == RENDER_THIN_LINES;
    uint32_t number = 0, chain = 0;
    uint32_t end = lines && desc->counts != NULL ? 0 : desc->position_count; // of the chain
    for (uint32_t i = 0; i < desc->position_count; i++) {
        while (end <= i)
            end += desc->counts[chain++];
        const bool starts = !lines || i + 1 < end;
        const bool good = starts && is_finite_at(desc, i) && (!lines || is_finite_at(desc, i + 1));
        memcpy(vertices[i].position, position_of(desc, i), sizeof vertices[i].position);
        vertices[i].color = desc->colors != NULL ? pack_color(desc->colors + (size_t)4 * i) : 0xffffff;
        vertices[i].color |= good ? 0xff000000u : 0u;
        vertices[i].number = desc->numbers != NULL ? desc->numbers[i] : number;
        number += starts;
    }
}

static void find_thin_bounds(const render_thin_desc *desc, render_mesh_item *mesh)
{
    float low[3] = {INFINITY, INFINITY, INFINITY}, high[3] = {-INFINITY, -INFINITY, -INFINITY};
    const float radius = desc->unit == RENDER_THIN_IN_SPACE ? nextafterf((float)desc->radius, INFINITY) : 0.0f;
    for (uint32_t v = 0; v < desc->position_count; v++) {
        const float *p = position_of(desc, v);
        for (int i = 0; i < 3 && is_finite_at(desc, v); i++) {
            low[i] = fminf(low[i], nextafterf(p[i] - radius, -INFINITY));
            high[i] = fmaxf(high[i], nextafterf(p[i] + radius, INFINITY));
        }
    }
    if (low[0] <= high[0])
        render_mesh_set_bounds(mesh, low, high);
}

static render_result upload_thin(render_scene *scene, const render_thin_desc *desc, render_mesh_item *mesh)
{
    static const uint32_t no_indices[3] = {0, 0, 0}; // a page has some
    const uint32_t count = desc->position_count + 1; // the last point reads a next one, too
    thin_vertex *vertices = render_allocate_zeroed(scene->device->allocator, count * sizeof *vertices);
    if (vertices == NULL)
        return render_fail(scene->device, RENDER_ERROR_OUT_OF_MEMORY, "out of memory");
    write_vertices(desc, vertices);
    const void *data[RENDER_MESH_STREAMS] = {vertices};
    render_result result =
        render_geometry_add(scene->device, &scene->geometry, data, 2 * count, no_indices, 3, &mesh->span);
    render_free(vertices);
    return result;
}

render_result render_thin_create(render_scene *scene, const render_thin_desc *desc, render_mesh *out)
{
    if (scene == NULL || desc == NULL || out == NULL)
        return RENDER_ERROR_INVALID_ARGUMENT;
    *out = 0;
    const char *name = desc->name != NULL ? desc->name : "without a name", *wrong = check_thin(desc);
    if (wrong != NULL)
        return render_fail(scene->device, RENDER_ERROR_INVALID_ARGUMENT, "points or lines %s: %s", name, wrong);
    const uint64_t size = 24 * (uint64_t)desc->position_count + 64, most = scene->device->limits.buffer_size;
    if (size > most || desc->position_count >= UINT32_MAX / 2)
        return render_fail(scene->device, RENDER_ERROR_OUT_OF_MEMORY,
                           "points or lines %s need %.1f MiB: a buffer of this device has at most %.1f MiB", name,
                           (double)size / 1048576.0, (double)most / 1048576.0);
    const render_submesh submesh = {.triangle_count = 1, .material = desc->material};
    render_mesh handle = 0;
    render_mesh_item *item = render_mesh_add(scene, &submesh, 1, &handle);
    if (item == NULL)
        return RENDER_ERROR_OUT_OF_MEMORY;
    const bool lines = desc->kind == RENDER_THIN_LINES;
    item->thin = (render_thin){.element_count = desc->position_count - lines,
                               .is_thin = true,
                               .lines = lines,
                               .on_screen = desc->unit == RENDER_THIN_ON_SCREEN || desc->radius == 0.0,
                               .radius = (float)desc->radius};
    find_thin_bounds(desc, item);
    render_result result = upload_thin(scene, desc, item);
    if (result != RENDER_OK) {
        render_mesh_destroy(scene, handle);
        return result;
    }
    *out = handle;
    return RENDER_OK;
}
