// Points and lines: the vertices of a set lie in the pages of meshes, each as two of their positions. An element is
// drawn as an instance: it reads the vertex it starts at and the next one, where a line ends.
#include "scene/scene_private.h"

#include <assert.h>
#include <math.h>
#include <string.h>

// Two positions of a mesh.
typedef struct render_thin_vertex thin_vertex;
static_assert(sizeof(thin_vertex) == 24, "vertices are two positions of meshes");

// Vertices that are made at a time: they are copied once more.
enum { WRITTEN = 1 << 11 };

static const float *position_of(const render_thin_desc *desc, uint32_t i)
{
    return desc->positions + (size_t)3 * i;
}

static bool is_finite_at(const render_thin_desc *desc, uint32_t i)
{
    const float *p = position_of(desc, i);
    return isfinite(p[0]) && isfinite(p[1]) && isfinite(p[2]);
}

static const char *check_radius(double radius, render_thin_unit unit)
{
    return (unsigned)unit > RENDER_THIN_ON_SCREEN ? "an unknown unit"
           : !(radius >= 0.0 && radius <= 1e18)   ? "a radius out of range" // squares are finite
                                                  : NULL;
}

static const char *check_thin(const render_thin_desc *desc)
{
    const char *wrong = check_radius(desc->radius, desc->unit);
    if (wrong != NULL || (unsigned)desc->kind > RENDER_THIN_LINES)
        return wrong != NULL ? wrong : "an unknown kind";
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

// The next `count` positions. What the writer knows of the chains is where it is.
static void write_vertices(render_thin_writer *writer, uint32_t count, thin_vertex *vertices)
{
    const render_thin_desc *desc = &writer->desc;
    const bool lines = desc->kind == RENDER_THIN_LINES;
    for (uint32_t k = 0; k < count; k++) {
        const uint32_t i = writer->at + k;
        while (writer->chain_end <= i)
            writer->chain_end += desc->counts[writer->chain++];
        const bool starts = !lines || i + 1 < writer->chain_end;
        const bool good = starts && is_finite_at(desc, i) && (!lines || is_finite_at(desc, i + 1));
        memcpy(vertices[k].position, position_of(desc, i), sizeof vertices[k].position);
        vertices[k].color = desc->colors != NULL ? pack_color(desc->colors + (size_t)4 * i) : 0xffffff;
        vertices[k].color |= good ? 0xff000000u : 0u;
        vertices[k].number = desc->numbers != NULL ? desc->numbers[i] : writer->number;
        vertices[k].pad = 0;
        writer->number += starts;
    }
}

// The box of what was written.
static void set_thin_bounds(const render_thin_writer *writer, render_mesh_item *mesh)
{
    const render_thin_desc *desc = &writer->desc;
    const render_mesh_extent *extent = &writer->extent;
    const float radius = desc->unit == RENDER_THIN_IN_SPACE ? nextafterf((float)desc->radius, INFINITY) : 0.0f;
    float low[3], high[3];
    for (int i = 0; i < 3; i++) {
        low[i] = nextafterf(extent->low[i] - radius, -INFINITY);
        high[i] = nextafterf(extent->high[i] + radius, INFINITY);
    }
    if (extent->is_some)
        render_mesh_set_bounds(mesh, low, high);
}

// What follows the last vertex: another one, which the last point reads, too; and indices, of which a page has some.
static render_result write_end(render_scene *scene, const render_thin_writer *writer, const render_geometry_span *span)
{
    static const uint32_t no_indices[3] = {0, 0, 0};
    const thin_vertex none = {.number = 0};
    render_result result = render_geometry_write_vertices(scene->device, &scene->geometry, span, 0,
                                                          2 * writer->desc.position_count, &none, 2);
    if (result == RENDER_OK)
        result = render_geometry_write_indices(scene->device, &scene->geometry, span, 0, no_indices, 3);
    return result;
}

render_result render_thin_write(render_scene *scene, render_thin_writer *writer, render_mesh handle, uint32_t count)
{
    thin_vertex vertices[WRITTEN];
    const uint32_t left = writer->desc.position_count - writer->at, end = writer->at + (count < left ? count : left);
    render_mesh_item *mesh = render_pool_get(&scene->meshes, handle);
    const render_mesh_desc places = {.positions = writer->desc.positions};
    render_result result = RENDER_OK;
    while (writer->at < end && result == RENDER_OK) {
        const uint32_t part = end - writer->at < WRITTEN ? end - writer->at : WRITTEN;
        render_mesh_extend(&writer->extent, &places, writer->at, part);
        write_vertices(writer, part, vertices);
        result = render_geometry_write_vertices(scene->device, &scene->geometry, &mesh->span, 0, 2 * writer->at,
                                                vertices, 2 * part);
        writer->at += part;
    }
    if (result == RENDER_OK && end < writer->desc.position_count)
        return RENDER_PENDING;
    if (result == RENDER_OK)
        result = write_end(scene, writer, &mesh->span);
    set_thin_bounds(writer, mesh);
    return result;
}

render_result render_thin_open(render_scene *scene, const render_thin_desc *desc, render_thin_writer *writer,
                               render_mesh *out)
{
    const char *name = desc->name != NULL ? desc->name : "without a name", *wrong = check_thin(desc);
    if (wrong != NULL)
        return render_fail(scene->device, RENDER_ERROR_INVALID_ARGUMENT, "points or lines %s: %s", name, wrong);
    const uint64_t size = 24 * (uint64_t)desc->position_count + 64, most = scene->device->limits.buffer_size;
    if (size > most || desc->position_count >= UINT32_MAX / 2)
        return render_fail(scene->device, RENDER_ERROR_OUT_OF_MEMORY,
                           "points or lines %s need %.1f MiB: a buffer of this device has at most %.1f MiB", name,
                           (double)size / 1048576.0, (double)most / 1048576.0);
    const render_submesh submesh = {.triangle_count = 1, .material = desc->material};
    render_mesh_item *item = render_mesh_add(scene, &submesh, 1, out);
    if (item == NULL)
        return RENDER_ERROR_OUT_OF_MEMORY;
    const bool lines = desc->kind == RENDER_THIN_LINES;
    item->thin = (render_thin){.element_count = desc->position_count - lines,
                               .is_thin = true,
                               .lines = lines,
                               .on_screen = desc->unit == RENDER_THIN_ON_SCREEN || desc->radius == 0.0,
                               .radius = (float)desc->radius};
    *writer =
        (render_thin_writer){.desc = *desc, .chain_end = lines && desc->counts != NULL ? 0 : desc->position_count};
    const void *const data[RENDER_MESH_STREAMS] = {desc->positions};
    const render_result result =
        render_geometry_reserve(scene->device, &scene->geometry, data, 2 * (desc->position_count + 1), 3, &item->span);
    if (result != RENDER_OK) {
        render_mesh_destroy(scene, *out);
        *out = 0;
    }
    return result;
}

render_result render_thin_create(render_scene *scene, const render_thin_desc *desc, render_mesh *out)
{
    if (scene == NULL || desc == NULL || out == NULL)
        return RENDER_ERROR_INVALID_ARGUMENT;
    *out = 0;
    render_thin_writer writer;
    render_mesh handle = 0;
    render_result result = render_thin_open(scene, desc, &writer, &handle);
    if (result == RENDER_OK)
        result = render_thin_write(scene, &writer, handle, UINT32_MAX);
    if (result == RENDER_OK)
        *out = handle;
    else
        render_mesh_destroy(scene, handle);
    return result;
}

render_result render_thin_share(render_scene *scene, render_mesh mesh, double radius, render_thin_unit unit,
                                render_material material, render_mesh *out)
{
    if (scene == NULL || out == NULL)
        return RENDER_ERROR_INVALID_ARGUMENT;
    *out = 0;
    const render_mesh_item *lender = render_pool_get(&scene->meshes, mesh);
    const char *wrong = lender == NULL || !lender->thin.is_thin ? "no such set" : check_radius(radius, unit);
    if (wrong != NULL)
        return render_fail(scene->device, RENDER_ERROR_INVALID_ARGUMENT, "shared points or lines: %s", wrong);
    render_thin thin = lender->thin;
    thin.on_screen = unit == RENDER_THIN_ON_SCREEN || radius == 0.0;
    thin.radius = (float)radius;
    const render_submesh submesh = {.triangle_count = 1, .material = material};
    render_mesh_item *item = render_mesh_add_sharer(scene, mesh, &submesh, 1, out);
    if (item == NULL)
        return RENDER_ERROR_OUT_OF_MEMORY;
    item->thin = thin;
    // The lender's box, which may hold a radius of its own, can only be too large.
    for (int i = 0; i < 3 && !thin.on_screen; i++)
        item->half[i] = nextafterf(item->half[i] + nextafterf(thin.radius, INFINITY), INFINITY);
    return RENDER_OK;
}
