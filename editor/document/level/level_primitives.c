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

// `shown`: the primitive, or a coarser one that is shown in place of it.
static bool make_triangles(const editor_level *level, const editor_primitive *primitive, const editor_primitive *shown,
                           editor_mesh *out)
{
    if (!editor_primitive_mesh(shown, out))
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
        level->primitive_triangles += mesh->index_count / 3;
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

// Few segments and rings, of a shape that has them.
static editor_primitive make_coarse(const editor_primitive *primitive)
{
    static const double most[EDITOR_PRIMITIVE_FIELDS] = {[EDITOR_PRIMITIVE_SEGMENTS] = 8, [EDITOR_PRIMITIVE_RINGS] = 4};
    editor_primitive coarse = *primitive;
    for (int i = 0; i < EDITOR_PRIMITIVE_FIELDS; i++) {
        if (most[i] > 0 && coarse.value[i] > most[i])
            coarse.value[i] = most[i];
    }
    return coarse;
}

static uint32_t find_or_make(editor_level *level, const editor_primitive *primitive, bool may_be_coarse,
                             bool *is_coarse)
{
    const editor_line no_line = {0};
    uint32_t *bucket = bucket_of(level, primitive, &no_line);
    const uint32_t found = find_made(level, *bucket, primitive, &no_line);
    if (found != EDITOR_NONE)
        return found;
    const uint64_t triangles = level->primitive_triangles + editor_primitive_triangle_count(primitive);
    const bool is_much = may_be_coarse && triangles > EDITOR_PRIMITIVE_TRIANGLES;
    const editor_primitive shown = is_much ? make_coarse(primitive) : *primitive;
    *is_coarse = !editor_primitive_equal(&shown, primitive);
    editor_mesh mesh;
    if (editor_shape_is_volume(primitive->shape) ? !make_volume(primitive, &mesh)
                                                 : !make_triangles(level, primitive, &shown, &mesh))
        return EDITOR_NONE;
    return add_made(level, bucket, &mesh);
}

uint32_t editor_level_primitive(editor_level *level, const editor_primitive *primitive)
{
    bool is_coarse = false;
    return find_or_make(level, primitive, false, &is_coarse);
}

uint32_t editor_level_read_primitive(editor_level *level, const editor_primitive *primitive, const char *object)
{
    bool is_coarse = false;
    const uint32_t mesh = find_or_make(level, primitive, true, &is_coarse);
    if (is_coarse && !level->has_coarse)
        editor_level_add_warning(level,
                                 "%.200s: primitives of different sizes have more than %u triangles; from here on they "
                                 "are shown with few segments",
                                 object, EDITOR_PRIMITIVE_TRIANGLES);
    level->has_coarse = level->has_coarse || is_coarse;
    return mesh;
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
    level->primitive_triangles -= mesh->index_count / 3;
    level->measure_count -= mesh->line.measure != EDITOR_MEASURE_NOTHING;
    editor_level_free_mesh(level, number);
}
