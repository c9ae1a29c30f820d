// terrain_mesh.c: makes the triangles of heights.
#include "document/level/terrain_mesh.h"

#include "document/level/mesh_tools.h"
#include "system/platform_memory.h"
#include "system/text.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char *const names[EDITOR_TERRAIN_MESHES] = {"heights", "heights with holes"};

typedef struct terrain_grid {
    const uint16_t *samples;
    uint32_t columns, rows;
    bool has_holes; // 65535 is one
} terrain_grid;

static size_t count_of(const terrain_grid *grid)
{
    return (size_t)grid->columns * grid->rows;
}

static size_t triangles_of(const terrain_grid *grid)
{
    return 2 * (size_t)(grid->columns - 1) * (grid->rows - 1);
}

static bool is_hole(const terrain_grid *grid, size_t sample)
{
    return grid->has_holes && grid->samples[sample] == EDITOR_TERRAIN_TOP;
}

static void write_positions(const terrain_grid *grid, float *out)
{
    for (uint32_t row = 0; row < grid->rows; row++) {
        const uint16_t *samples = grid->samples + (size_t)row * grid->columns;
        for (uint32_t column = 0; column < grid->columns; column++) {
            *out++ = (float)column;
            *out++ = (float)samples[column];
            *out++ = (float)row;
        }
    }
}

// How the height changes from sample to sample, `step` apart in memory, at one that has neighbours before and after it
// or not. A hole has no height: its neighbour is as high as the sample.
static float slope(const terrain_grid *grid, size_t sample, size_t step, bool before, bool after)
{
    before = before && !is_hole(grid, sample - step);
    after = after && !is_hole(grid, sample + step);
    const float low = (float)grid->samples[before ? sample - step : sample];
    const float high = (float)grid->samples[after ? sample + step : sample];
    return before && after ? (high - low) / 2 : high - low;
}

static void write_normals(const terrain_grid *grid, float *out)
{
    for (uint32_t row = 0; row < grid->rows; row++) {
        for (uint32_t column = 0; column < grid->columns; column++) {
            const size_t sample = (size_t)row * grid->columns + column;
            const float x = slope(grid, sample, 1, column > 0, column + 1 < grid->columns);
            const float z = slope(grid, sample, grid->columns, row > 0, row + 1 < grid->rows);
            const float length = sqrtf(x * x + 1 + z * z);
            *out++ = -x / length;
            *out++ = 1 / length;
            *out++ = -z / length;
        }
    }
}

static void write_triangle(const terrain_grid *grid, uint32_t a, uint32_t b, uint32_t c, uint32_t *out)
{
    const bool is_there = !is_hole(grid, a) && !is_hole(grid, b) && !is_hole(grid, c);
    out[0] = a;
    out[1] = is_there ? b : a;
    out[2] = is_there ? c : a;
}

static void write_indices(const terrain_grid *grid, uint32_t *out)
{
    for (uint32_t row = 0; row + 1 < grid->rows; row++) {
        for (uint32_t column = 0; column + 1 < grid->columns; column++, out += 6) {
            const uint32_t at = row * grid->columns + column, below = at + grid->columns;
            write_triangle(grid, at, below, below + 1, out);
            write_triangle(grid, at, below + 1, at + 1, out + 3);
        }
    }
}

// Columns and rows are whole; the heights are those of all samples.
static void write_box(const terrain_grid *grid, double box[6])
{
    uint16_t low = EDITOR_TERRAIN_TOP, high = 0;
    for (size_t i = 0; i < count_of(grid); i++) {
        low = grid->samples[i] < low ? grid->samples[i] : low;
        high = grid->samples[i] > high ? grid->samples[i] : high;
    }
    const double all[6] = {0, low, 0, grid->columns - 1, high, grid->rows - 1};
    memcpy(box, all, sizeof(all));
}

// Where the arrays of both meshes lie, in bytes. Without holes they have the same.
typedef struct terrain_layout {
    size_t positions, normals[EDITOR_TERRAIN_MESHES], indices[EDITOR_TERRAIN_MESHES], samples, size;
} terrain_layout;

static bool has_top(const terrain_grid *grid)
{
    size_t i = 0;
    while (i < count_of(grid) && grid->samples[i] != EDITOR_TERRAIN_TOP)
        i++;
    return i < count_of(grid);
}

static terrain_layout plan(const terrain_grid *grid)
{
    const size_t normals = 3 * count_of(grid) * sizeof(float), indices = 3 * triangles_of(grid) * sizeof(uint32_t);
    terrain_layout at = {.positions = 6 * sizeof(double)};
    at.size = at.positions + 3 * count_of(grid) * sizeof(float);
    for (int i = 0; i < EDITOR_TERRAIN_MESHES; i++) {
        const bool is_own = i == EDITOR_TERRAIN_WHOLE || has_top(grid);
        at.normals[i] = is_own ? at.size : at.normals[0];
        at.indices[i] = is_own ? at.size + normals : at.indices[0];
        at.size += is_own ? normals + indices : 0;
    }
    at.samples = at.size;
    at.size += count_of(grid) * sizeof(uint16_t);
    return at;
}

// NULL: out of memory.
static editor_mapping *write_arrays(terrain_grid *grid, const terrain_layout *at)
{
    editor_mapping *mapping = editor_mapping_make(at->size);
    if (!mapping)
        return NULL;
    char *bytes = (char *)(uintptr_t)mapping->bytes; // nobody else has it yet
    editor_use_huge_pages(bytes, at->size);
    write_box(grid, (double *)(void *)bytes);
    write_positions(grid, (float *)(void *)(bytes + at->positions));
    memcpy(bytes + at->samples, grid->samples, count_of(grid) * sizeof(uint16_t));
    for (int i = 0; i < EDITOR_TERRAIN_MESHES; i++) {
        grid->has_holes = i == EDITOR_TERRAIN_WITH_HOLES;
        if (i > 0 && at->indices[i] == at->indices[0])
            continue;
        write_normals(grid, (float *)(void *)(bytes + at->normals[i]));
        write_indices(grid, (uint32_t *)(void *)(bytes + at->indices[i]));
    }
    return mapping;
}

// Takes a user of the mapping, also where it fails.
static bool make_mesh(const terrain_grid *grid, editor_mapping *mapping, const terrain_layout *at, int which,
                      editor_mesh *out)
{
    char *bytes = (char *)(uintptr_t)mapping->bytes;
    *out = (editor_mesh){.name = editor_text_copy(names[which]),
                         .positions = (float *)(void *)(bytes + at->positions),
                         .normals = (float *)(void *)(bytes + at->normals[which]),
                         .vertex_count = (uint32_t)count_of(grid),
                         .indices = (uint32_t *)(void *)(bytes + at->indices[which]),
                         .index_count = (uint32_t)(3 * triangles_of(grid)),
                         .submeshes = malloc(sizeof(editor_submesh)),
                         .submesh_count = 1,
                         .mapping = mapping,
                         .box = (const double *)(const void *)bytes,
                         .columns = grid->columns,
                         .rows = grid->rows,
                         .samples = (const uint16_t *)(const void *)(bytes + at->samples)};
    const pick_height_field_desc field = {.samples = out->samples,
                                          .type = PICK_HEIGHT_UINT16,
                                          .columns = grid->columns,
                                          .rows = grid->rows,
                                          .flags = (uint32_t)PICK_VOLUME_SURFACE |
                                                   (which == EDITOR_TERRAIN_WITH_HOLES ? PICK_HEIGHT_FIELD_HOLES : 0u)};
    if (out->name && out->submeshes &&
        pick_height_field_create(&field, editor_platform_memory(), &out->volume) == PICK_OK) {
        out->submeshes[0] = (editor_submesh){0, out->index_count / 3, EDITOR_NONE};
        return true;
    }
    mesh_tools_free(out);
    return false;
}

bool editor_terrain_make_meshes(const uint16_t *samples, uint32_t columns, uint32_t rows,
                                editor_mesh out[EDITOR_TERRAIN_MESHES])
{
    terrain_grid grid = {.samples = samples, .columns = columns, .rows = rows};
    const terrain_layout at = plan(&grid);
    editor_mapping *mapping = write_arrays(&grid, &at);
    if (!mapping)
        return false;
    editor_mapping_hold(mapping);
    if (!make_mesh(&grid, mapping, &at, EDITOR_TERRAIN_WHOLE, &out[0])) {
        editor_mapping_release(mapping);
        return false;
    }
    if (make_mesh(&grid, mapping, &at, EDITOR_TERRAIN_WITH_HOLES, &out[1]))
        return true;
    pick_volume_destroy(out[0].volume);
    mesh_tools_free(&out[0]);
    return false;
}

bool editor_terrain_has_holes(const editor_level *level, const editor_object *object)
{
    return level->meshes[object->mesh].asset_index == EDITOR_TERRAIN_WITH_HOLES;
}

const pick_submesh *editor_terrain_submesh(void)
{
    static const pick_submesh both_sides = {0, UINT32_MAX, PICK_SUBMESH_DOUBLE_SIDED};
    return &both_sides;
}
