// level_primitives.c: the meshes that a level makes from primitives and lines: one for all equal ones, found by hash.
#include "document/level/level_internal.h"
#include "document/level/mesh_tools.h"
#include "document/level/primitive_mesh.h"
#include "document/level/volume.h"
#include "system/text.h"

#include <assert.h>
#include <stdlib.h>

bool editor_mesh_is_made(const editor_mesh *mesh)
{
    return mesh->primitive.shape != EDITOR_SHAPE_NONE || mesh->line.count > 0;
}

const editor_line *editor_level_measurement(const editor_level *level, const editor_object *object)
{
    const editor_line *line = object->mesh != EDITOR_NONE ? &level->meshes[object->mesh].line : NULL;
    return line && line->measure != EDITOR_MEASURE_NOTHING ? line : NULL;
}

static uint32_t *bucket_of(editor_level *level, const editor_primitive *primitive, const editor_line *line)
{
    const uint64_t hash = line->count > 0 ? editor_line_hash(line) : editor_primitive_hash(primitive);
    return &level->primitives[hash % EDITOR_PRIMITIVE_BUCKETS];
}

// False: out of memory; nothing to free.
static bool make_volume(const editor_primitive *primitive, editor_mesh *out)
{
    *out = (editor_mesh){.name = editor_text_copy(editor_shape_name(primitive->shape))};
    if (out->name && editor_primitive_copy(primitive, &out->primitive) &&
        editor_volume_create(primitive, &out->volume) == PICK_OK)
        return true;
    mesh_tools_free(out);
    return false;
}

static bool make_triangles(const editor_level *level, const editor_primitive *primitive, editor_mesh *out)
{
    if (!editor_primitive_mesh(primitive, out))
        return false;
    out->primitive = *primitive;
    if (editor_level_finish_mesh(level, out) == PICK_OK)
        return true;
    mesh_tools_free(out);
    return false;
}

uint32_t editor_level_store_mesh(editor_level *level, editor_mesh *mesh)
{
    pick_mesh *pick = mesh->pick;
    pick_volume *volume = mesh->volume;
    pick_thin *thin = mesh->thin;
    if (level->free_mesh_count == 0) {
        const uint32_t number = editor_level_add_mesh(level, mesh);
        if (number == EDITOR_NONE) {
            pick_mesh_destroy(pick);
            pick_volume_destroy(volume);
            pick_thin_destroy(thin);
        }
        return number;
    }
    const uint32_t number = level->free_meshes[--level->free_mesh_count];
    mesh->asset = mesh->asset_index = EDITOR_NONE;
    mesh->version = level->meshes[number].version + 1;
    level->meshes[number] = *mesh;
    level->mesh_versions++;
    return number;
}

// Lists the mesh among those of its hash, after it was stored. EDITOR_NONE: out of memory; the mesh is freed.
static uint32_t add_made(editor_level *level, uint32_t *bucket, editor_mesh *mesh)
{
    mesh->next_in_bucket = *bucket;
    const uint32_t number = editor_level_store_mesh(level, mesh);
    if (number != EDITOR_NONE) {
        *bucket = number;
        level->primitive_count++;
        level->measure_count += mesh->line.measure != EDITOR_MEASURE_NOTHING;
    }
    return number;
}

static uint32_t find_made(const editor_level *level, uint32_t first, const editor_primitive *primitive,
                          const editor_line *line)
{
    uint32_t i = first;
    while (i != EDITOR_NONE && (!editor_primitive_equal(&level->meshes[i].primitive, primitive) ||
                                !editor_line_equal(&level->meshes[i].line, line)))
        i = level->meshes[i].next_in_bucket;
    return i;
}

uint32_t editor_level_primitive(editor_level *level, const editor_primitive *primitive)
{
    const editor_line no_line = {0};
    uint32_t *bucket = bucket_of(level, primitive, &no_line);
    const uint32_t found = find_made(level, *bucket, primitive, &no_line);
    if (found != EDITOR_NONE)
        return found;
    editor_mesh mesh;
    if (editor_shape_is_volume(primitive->shape) ? !make_volume(primitive, &mesh)
                                                 : !make_triangles(level, primitive, &mesh))
        return EDITOR_NONE;
    return add_made(level, bucket, &mesh);
}

// One polyline; a closed one repeats its first point. False: out of memory; nothing to free.
static bool make_line(const editor_level *level, const editor_line *line, editor_mesh *out)
{
    const uint32_t count = line->count + line->closed;
    *out = (editor_mesh){.name = editor_text_copy("line"),
                         .form = EDITOR_FORM_LINES,
                         .positions = malloc(3 * (size_t)count * sizeof(float)),
                         .vertex_count = count,
                         .submeshes = malloc(sizeof(editor_submesh)),
                         .submesh_count = 1,
                         .line_counts = malloc(sizeof(uint32_t)),
                         .line_count = 1};
    bool ok = out->name && out->positions && out->submeshes && out->line_counts && editor_line_copy(line, &out->line);
    for (size_t i = 0; ok && i < 3 * (size_t)count; i++)
        out->positions[i] = (float)line->points[i % (3 * (size_t)line->count)];
    if (ok) {
        out->line_counts[0] = count;
        out->submeshes[0] = (editor_submesh){0, 0, EDITOR_NONE};
        ok = editor_level_finish_mesh(level, out) == PICK_OK;
    }
    if (!ok)
        mesh_tools_free(out);
    return ok;
}

uint32_t editor_level_line(editor_level *level, const editor_line *line)
{
    const editor_primitive no_primitive = {0};
    uint32_t *bucket = bucket_of(level, &no_primitive, line);
    const uint32_t found = find_made(level, *bucket, &no_primitive, line);
    editor_mesh mesh;
    if (found != EDITOR_NONE)
        return found;
    return make_line(level, line, &mesh) ? add_made(level, bucket, &mesh) : EDITOR_NONE;
}

void editor_level_free_mesh(editor_level *level, uint32_t number)
{
    editor_mesh *mesh = &level->meshes[number];
    const uint32_t version = mesh->version + 1;
    uint32_t *numbers =
        editor_level_reserve(level->free_meshes, level->free_mesh_count, &level->free_mesh_capacity, sizeof(*numbers));
    if (numbers) { // without memory the number is lost
        level->free_meshes = numbers;
        numbers[level->free_mesh_count++] = number;
    }
    pick_mesh_destroy(mesh->pick);
    pick_volume_destroy(mesh->volume);
    pick_thin_destroy(mesh->thin);
    mesh_tools_free(mesh);
    mesh->version = version;
    mesh->asset = mesh->asset_index = EDITOR_NONE;
    level->mesh_versions++;
}

void editor_level_remove_made(editor_level *level, uint32_t number)
{
    editor_mesh *mesh = &level->meshes[number];
    assert(editor_mesh_is_made(mesh));
    uint32_t *link = bucket_of(level, &mesh->primitive, &mesh->line);
    while (*link != number)
        link = &level->meshes[*link].next_in_bucket;
    *link = mesh->next_in_bucket;
    level->primitive_count--;
    level->measure_count -= mesh->line.measure != EDITOR_MEASURE_NOTHING;
    editor_level_free_mesh(level, number);
}
