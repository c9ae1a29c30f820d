// Volumes: the mesh of one is its box, seen from inside, which volume.vert makes large enough to cover every pixel that
// the shape covers, and also those of an eye within it; that of a compound is the boxes of its parts. Every vertex has
// the shape and its sizes, the number of the part, and where its rows begin in the table of planes; the fragment shader
// does the rest.
#include "scene/scene_private.h"

#include <math.h>
#include <string.h>

enum { CORNERS = 8, INDICES = 36, PART_ROWS = 4 };

// A box of the mesh.
typedef struct volume_box {
    const render_volume_desc *desc;
    uint32_t part;      // its number, from 1; 0: the volume has no parts
    uint32_t first_row; // in the table of planes, if it has rows there
    bool mirrored;      // by the part's matrix
} volume_box;

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

// Clockwise seen from outside. Corner 4 z + 2 y + x.
static const uint32_t triangles[INDICES] = {0, 1, 3, 0, 3, 2, 4, 7, 5, 4, 6, 7, 0, 5, 1, 0, 4, 5,
                                            2, 3, 7, 2, 7, 6, 0, 2, 6, 0, 6, 4, 1, 7, 3, 1, 5, 7};

typedef struct box_arrays {
    float *positions, *sizes, *shapes; // the shaders' position, normal and uv
    uint32_t *indices;
} box_arrays;

static void write_box(const volume_box *box, uint32_t number, const box_arrays *out)
{
    for (uint32_t corner = 0; corner < CORNERS; corner++) {
        const size_t vertex = (size_t)CORNERS * number + corner;
        for (uint32_t i = 0; i < 3; i++) {
            out->positions[3 * vertex + i] = corner >> i & 1 ? box->desc->half[i] : -box->desc->half[i];
            out->sizes[3 * vertex + i] = box->desc->half[i];
        }
        out->shapes[2 * vertex] = (float)((uint32_t)box->desc->shape + SHADER_VOLUME_SHAPES * box->part);
        out->shapes[2 * vertex + 1] = (float)box->first_row;
    }
    for (uint32_t i = 0; i < INDICES; i++)
        out->indices[INDICES * number + i] = CORNERS * number + triangles[box->mirrored ? INDICES - 1 - i : i];
}

// A mesh of boxes, with what the shaders read of every corner.
static render_result create_boxes(render_scene *scene, const volume_box *boxes, uint32_t count, const char *name,
                                  render_mesh *out)
{
    const size_t vertices = (size_t)CORNERS * count;
    float *memory =
        render_allocate(scene->device->allocator, (8 * vertices + INDICES * (size_t)count) * sizeof *memory);
    if (memory == NULL)
        return render_fail(scene->device, RENDER_ERROR_OUT_OF_MEMORY, "out of memory");
    const box_arrays arrays = {memory, memory + 3 * vertices, memory + 6 * vertices,
                               (uint32_t *)(memory + 8 * vertices)};
    for (uint32_t i = 0; i < count; i++)
        write_box(&boxes[i], i, &arrays);
    const render_submesh submesh = {.triangle_count = INDICES / 3 * count, .material = scene->volume_material};
    const render_mesh_desc mesh = {.name = name,
                                   .positions = arrays.positions,
                                   .normals = arrays.sizes,
                                   .uvs = arrays.shapes,
                                   .vertex_count = (uint32_t)vertices,
                                   .indices = arrays.indices,
                                   .index_count = INDICES * count,
                                   .submeshes = &submesh,
                                   .submesh_count = 1};
    const render_result result = render_mesh_create(scene, &mesh, out);
    render_free(memory);
    return result;
}

// Makes the mesh of the boxes; their `first_row` counts from the first of `rows`.
static render_result create(render_scene *scene, volume_box *boxes, uint32_t count, const char *name,
                            const shader_vec4 *rows, uint32_t row_count, render_mesh *out)
{
    render_mesh_item planes = {.plane_row_count = row_count};
    if (row_count > 0 && !render_planes_write(scene, rows, row_count, &planes.first_plane_row))
        return render_fail(scene->device, RENDER_ERROR_OUT_OF_MEMORY, "out of memory");
    for (uint32_t i = 0; i < count; i++)
        boxes[i].first_row += planes.first_plane_row;
    const render_result result = create_boxes(scene, boxes, count, name, out);
    if (result != RENDER_OK) {
        render_planes_free(scene, &planes);
        return result;
    }
    render_mesh_item *item = render_pool_get(&scene->meshes, *out);
    item->volume = true;
    item->first_plane_row = planes.first_plane_row;
    item->plane_row_count = planes.plane_row_count;
    return RENDER_OK;
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
    const bool convex = desc->shape == RENDER_VOLUME_CONVEX;
    shader_vec4 rows[1 + RENDER_VOLUME_PLANES];
    if (convex) {
        memcpy(rows[0], desc->center, sizeof desc->center);
        rows[0][3] = (float)desc->plane_count;
        memcpy(rows[1], desc->planes, desc->plane_count * sizeof rows[0]);
    }
    volume_box box = {.desc = desc};
    result = create(scene, &box, 1, name, rows, convex ? 1 + desc->plane_count : 0, out);
    if (result == RENDER_OK && convex) {
        float low[3], high[3];
        for (int i = 0; i < 3; i++) {
            low[i] = desc->center[i] - desc->half[i];
            high[i] = desc->center[i] + desc->half[i];
        }
        render_mesh_set_bounds(render_pool_get(&scene->meshes, *out), low, high);
    }
    return result;
}

// --- Compounds ---

// Where the middle of the part's box is, object space.
static void find_middle(const render_volume_part *part, double out[3])
{
    for (int i = 0; i < 3; i++) {
        out[i] = part->origin[i];
        for (int k = 0; part->shape.shape == RENDER_VOLUME_CONVEX && k < 3; k++)
            out[i] += (double)part->linear[3 * k + i] * (double)part->shape.center[k];
    }
}

// Extends the box by the part. False: it reaches too far.
static bool add_bounds(const render_volume_part *part, float low[3], float high[3])
{
    bool fine = true;
    double middle[3];
    find_middle(part, middle);
    for (int i = 0; i < 3; i++) {
        double reach = 0;
        for (int k = 0; k < 3; k++)
            reach += fabs((double)part->linear[3 * k + i]) * (double)part->shape.half[k];
        low[i] = fminf(low[i], nextafterf((float)(middle[i] - reach), -INFINITY));
        high[i] = fmaxf(high[i], nextafterf((float)(middle[i] + reach), INFINITY));
        fine = fine && reach < 1e18 && fabs(middle[i]) < 1e18;
    }
    return fine;
}

// A part's rows in the table of planes. Returns how many they are.
static uint32_t write_part(const render_volume_part *part, shader_vec4 *rows)
{
    const uint32_t planes = part->shape.shape == RENDER_VOLUME_CONVEX ? part->shape.plane_count : 0;
    double middle[3];
    find_middle(part, middle);
    for (int i = 0; i < 3; i++) {
        for (int k = 0; k < 3; k++)
            rows[i][k] = part->linear[3 * k + i];
        rows[i][3] = (float)middle[i];
        rows[3][i] = (float)(middle[i] - (double)rows[i][3]);
    }
    rows[3][3] = (float)planes;
    if (planes > 0)
        memcpy(rows[PART_ROWS], part->shape.planes, planes * sizeof rows[0]);
    return PART_ROWS + planes;
}

static bool is_mirrored(const float m[9])
{
    const double a = (double)m[4] * (double)m[8] - (double)m[5] * (double)m[7];
    const double b = (double)m[5] * (double)m[6] - (double)m[3] * (double)m[8];
    const double c = (double)m[3] * (double)m[7] - (double)m[4] * (double)m[6];
    return (double)m[0] * a + (double)m[1] * b + (double)m[2] * c < 0;
}

static bool check_parts(const render_volume_part *parts, uint32_t count, float low[3], float high[3])
{
    bool fine = parts != NULL && count > 0 && count <= RENDER_VOLUME_PARTS;
    for (uint32_t i = 0; fine && i < count; i++)
        fine = check_volume(&parts[i].shape) && add_bounds(&parts[i], low, high);
    return fine;
}

render_result render_volume_create_compound(render_scene *scene, const char *name, const render_volume_part *parts,
                                            uint32_t count, render_mesh *out)
{
    if (scene == NULL || out == NULL)
        return RENDER_ERROR_INVALID_ARGUMENT;
    *out = 0;
    name = name != NULL ? name : "compound volume";
    float low[3] = {INFINITY, INFINITY, INFINITY}, high[3] = {-INFINITY, -INFINITY, -INFINITY};
    if (!check_parts(parts, count, low, high))
        return render_fail(scene->device, RENDER_ERROR_INVALID_ARGUMENT,
                           "volume %s: a size, a place or the number of parts out of range", name);
    render_result result = ensure_material(scene);
    if (result != RENDER_OK)
        return result;
    uint32_t row_count = 0;
    for (uint32_t i = 0; i < count; i++)
        row_count += PART_ROWS + parts[i].shape.plane_count;
    shader_vec4 *rows = render_allocate(scene->device->allocator, row_count * sizeof *rows);
    if (rows == NULL)
        return render_fail(scene->device, RENDER_ERROR_OUT_OF_MEMORY, "out of memory");
    volume_box boxes[RENDER_VOLUME_PARTS];
    row_count = 0;
    for (uint32_t i = 0; i < count; i++) {
        boxes[i] = (volume_box){&parts[i].shape, i + 1, row_count, is_mirrored(parts[i].linear)};
        row_count += write_part(&parts[i], &rows[row_count]);
    }
    result = create(scene, boxes, count, name, rows, row_count, out);
    render_free(rows);
    if (result == RENDER_OK)
        render_mesh_set_bounds(render_pool_get(&scene->meshes, *out), low, high);
    return result;
}
