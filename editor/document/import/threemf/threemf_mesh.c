// threemf_mesh.c: the mesh of an object: its triangles by texture, its vertices by what its corners look like.
#include "document/import/threemf/threemf_reader.h"

#include "document/level/mesh_tools.h"
#include "system/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TEXTURES 64      // of one object; what has further ones is drawn without
#define PLAIN UINT64_MAX // what corners without material look like
#define COORDINATES_BIT (1ull << 32)

// A vertex of the mesh: one of the object's with one look.
typedef struct mesh_vertex {
    uint64_t look; // a colour's number, or COORDINATES_BIT and that of coordinates
    uint32_t next; // of the same one of the object's; EDITOR_NONE: the last
} mesh_vertex;

typedef struct mesh_builder {
    threemf_reader *reader;
    uint64_t *looks;                     // of each corner
    uint32_t *textures;                  // of each triangle: its resource, or EDITOR_NONE
    uint32_t used[TEXTURES], used_count; // textures, with one for no texture
    uint32_t *first;                     // of each vertex of the object: its first one of the mesh, or EDITOR_NONE
    mesh_vertex *vertices;
    uint32_t vertex_capacity, position_capacity, uv_capacity, color_capacity;
    bool has_colors, has_coordinates;
    editor_mesh mesh;
} mesh_builder;

static void describe(const threemf_reader *reader, char out[96])
{
    snprintf(out, 96, "object %u", (unsigned)reader->object_id);
}

// --- What corners look like ---

static uint64_t find_look(mesh_builder *builder, const threemf_triangle *triangle, int corner, uint32_t *texture)
{
    threemf_reader *reader = builder->reader;
    const bool own = triangle->entries[0] != EDITOR_NONE;
    const uint32_t number = own && triangle->group != EDITOR_NONE ? triangle->group : reader->object_group;
    uint32_t entry = own ? triangle->entries[corner] : reader->object_entry;
    if (own && entry == EDITOR_NONE)
        entry = triangle->entries[0];
    *texture = EDITOR_NONE;
    if (number == EDITOR_NONE || entry == EDITOR_NONE)
        return PLAIN;
    const uint32_t found = threemf_find(reader, reader->part, number);
    const threemf_resource *group = found != EDITOR_NONE ? &reader->resources[found] : NULL;
    char where[96];
    describe(reader, where);
    if (group && group->kind == THREEMF_MIX) {
        editor_import_tally(reader->importer, "mixed materials are not drawn", "%s", where);
        return PLAIN;
    }
    if (!group || (group->kind != THREEMF_COLORS && group->kind != THREEMF_COORDINATES) || entry >= group->count) {
        editor_import_tally(reader->importer, "a triangle names a material that is not there", "%s", where);
        return PLAIN;
    }
    if (group->kind == THREEMF_COLORS)
        return group->first + entry;
    *texture = threemf_find(reader, reader->part, group->texture);
    if (*texture == EDITOR_NONE || reader->resources[*texture].kind != THREEMF_TEXTURE) {
        editor_import_tally(reader->importer, "a triangle names a texture that is not there", "%s", where);
        *texture = EDITOR_NONE;
        return PLAIN;
    }
    return COORDINATES_BIT | (group->first + entry);
}

static void note_texture(mesh_builder *builder, uint32_t *texture)
{
    uint32_t i = 0;
    while (i < builder->used_count && builder->used[i] != *texture)
        i++;
    if (i < builder->used_count)
        return;
    if (builder->used_count == TEXTURES) { // one that is drawn stands for it
        char where[96];
        describe(builder->reader, where);
        editor_import_tally(builder->reader->importer, "it has too many textures; drawn with another one", "%s", where);
        *texture = builder->used[0];
        return;
    }
    builder->used[builder->used_count++] = *texture;
}

static void find_looks(mesh_builder *builder)
{
    const threemf_reader *reader = builder->reader;
    for (uint32_t i = 0; i < reader->triangle_count; i++) {
        uint32_t texture = EDITOR_NONE;
        for (int k = 0; k < 3; k++) {
            const uint64_t look = find_look(builder, &reader->triangles[i], k, &texture);
            builder->looks[3 * (size_t)i + (size_t)k] = look;
            builder->has_coordinates = builder->has_coordinates || (look != PLAIN && (look & COORDINATES_BIT));
            builder->has_colors = builder->has_colors || look != builder->looks[0];
        }
        builder->textures[i] = texture;
        note_texture(builder, &builder->textures[i]);
    }
    // With textures alone, there are no colours.
    builder->has_colors = builder->has_colors && !(builder->has_coordinates && builder->used_count == 1);
}

// --- Materials ---

static uint32_t make_material(threemf_reader *reader, const char *name, const float color[4],
                              const threemf_resource *texture)
{
    editor_material material = EDITOR_MATERIAL_DEFAULT;
    material.name = editor_text_copy(name);
    material.roughness = 0.8f;
    material.double_sided = true;
    memcpy(material.base_color, color, sizeof(material.base_color));
    if (material.base_color[3] <= 0) // as of Assimp's formats
        material.base_color[3] = 1;
    if (material.base_color[3] < 1)
        material.alpha_mode = EDITOR_ALPHA_BLEND;
    if (texture) {
        material.base_color_image = texture->image;
        material.wrap_u = texture->wrap_u;
        material.wrap_v = texture->wrap_v;
    }
    return material.name ? editor_level_add_material(reader->importer->level, &material) : EDITOR_NONE;
}

static const float WHITE[4] = {1, 1, 1, 1};
static const float GREY[4] = {0.6f, 0.6f, 0.6f, 1};

static uint32_t material_of_texture(threemf_reader *reader, threemf_resource *texture)
{
    if (texture->material != EDITOR_NONE)
        return texture->material;
    if (reader->importer->decoder)
        texture->image = threemf_picture(reader, texture->name ? texture->name : "");
    texture->material = make_material(reader, texture->name ? texture->name : "texture", WHITE, texture);
    return texture->material;
}

static uint32_t find_material(mesh_builder *builder, uint32_t texture)
{
    threemf_reader *reader = builder->reader;
    const uint64_t look = builder->looks[0];
    if (texture != EDITOR_NONE)
        return material_of_texture(reader, &reader->resources[texture]);
    if (builder->has_colors || (look != PLAIN && (look & COORDINATES_BIT))) {
        if (reader->white == EDITOR_NONE)
            reader->white = make_material(reader, "colors", WHITE, NULL);
        return reader->white;
    }
    if (look == PLAIN) {
        if (reader->plain == EDITOR_NONE)
            reader->plain = make_material(reader, "plain", GREY, NULL);
        return reader->plain;
    }
    threemf_color *color = &reader->colors[look];
    if (color->material == EDITOR_NONE)
        color->material =
            make_material(reader, color->name && color->name[0] ? color->name : "color", color->rgba, NULL);
    return color->material;
}

// --- Vertices ---

static bool add_vertex(mesh_builder *builder, uint32_t vertex, uint64_t look, uint32_t *out)
{
    threemf_reader *reader = builder->reader;
    editor_mesh *mesh = &builder->mesh;
    const uint32_t n = mesh->vertex_count;
    const bool textured = look != PLAIN && (look & COORDINATES_BIT);
    const size_t number = (size_t)(look & ~COORDINATES_BIT);
    editor_importer *importer = reader->importer;
    if (!threemf_grow(importer, &builder->vertices, &builder->vertex_capacity, n, sizeof(mesh_vertex)) ||
        !threemf_grow(importer, &mesh->positions, &builder->position_capacity, n, 3 * sizeof(float)) ||
        (builder->has_coordinates &&
         !threemf_grow(importer, &mesh->uvs, &builder->uv_capacity, n, 2 * sizeof(float))) ||
        (builder->has_colors && !threemf_grow(importer, &mesh->colors, &builder->color_capacity, n, 4 * sizeof(float))))
        return false;
    builder->vertices[n] = (mesh_vertex){look, builder->first[vertex]};
    builder->first[vertex] = n;
    memcpy(mesh->positions + 3 * (size_t)n, reader->vertices + 3 * (size_t)vertex, 3 * sizeof(float));
    static const float nowhere[2] = {0, 0};
    if (builder->has_coordinates)
        memcpy(mesh->uvs + 2 * (size_t)n, textured ? reader->coordinates + 2 * number : nowhere, 2 * sizeof(float));
    if (builder->has_colors)
        memcpy(mesh->colors + 4 * (size_t)n,
               look == PLAIN ? GREY
               : textured    ? WHITE
                             : reader->colors[number].rgba,
               4 * sizeof(float));
    mesh->vertex_count++;
    *out = n;
    return true;
}

static bool find_vertex(mesh_builder *builder, uint32_t vertex, uint64_t look, uint32_t *out)
{
    // Without colours, what the corners have in common is the material's.
    const uint64_t kept = builder->has_colors || builder->has_coordinates ? look : PLAIN;
    for (uint32_t i = builder->first[vertex]; i != EDITOR_NONE; i = builder->vertices[i].next) {
        if (builder->vertices[i].look == kept) {
            *out = i;
            return true;
        }
    }
    return add_vertex(builder, vertex, kept, out);
}

static bool add_triangles(mesh_builder *builder, uint32_t texture, editor_submesh *submesh)
{
    const threemf_reader *reader = builder->reader;
    editor_mesh *mesh = &builder->mesh;
    submesh->first_triangle = mesh->index_count / 3;
    for (uint32_t i = 0; i < reader->triangle_count; i++) {
        if (builder->textures[i] != texture)
            continue;
        for (uint32_t k = 0; k < 3; k++) {
            uint32_t *index = &mesh->indices[mesh->index_count++];
            if (!find_vertex(builder, reader->triangles[i].vertices[k], builder->looks[3 * (size_t)i + k], index))
                return false;
        }
    }
    submesh->triangle_count = mesh->index_count / 3 - submesh->first_triangle;
    submesh->material = find_material(builder, texture);
    return submesh->material != EDITOR_NONE || editor_import_out_of_memory(reader->importer);
}

// --- The mesh ---

static bool check(const threemf_reader *reader)
{
    for (uint32_t i = 0; i < reader->triangle_count; i++) {
        for (int k = 0; k < 3; k++) {
            const uint32_t vertex = reader->triangles[i].vertices[k];
            if (vertex >= reader->vertex_count)
                return editor_import_refuse(reader->importer,
                                            "object %u of \"%.100s\": triangle %u names vertex %u of %u",
                                            (unsigned)reader->object_id, reader->parts[reader->part], (unsigned)i,
                                            (unsigned)vertex, (unsigned)reader->vertex_count);
        }
    }
    return true;
}

static bool allocate(mesh_builder *builder, const char *name)
{
    enum { BYTES_PER_VERTEX = 48 };
    const threemf_reader *reader = builder->reader;
    editor_importer *importer = reader->importer;
    const size_t triangles = reader->triangle_count;
    if (!threemf_claim(importer, EDITOR_IMPORT_OBJECT + EDITOR_IMPORT_TRIANGLE * triangles +
                                     BYTES_PER_VERTEX * (size_t)reader->vertex_count))
        return false;
    builder->looks = editor_import_allocate(importer, 3 * triangles, sizeof(*builder->looks));
    builder->textures = editor_import_allocate(importer, triangles, sizeof(*builder->textures));
    builder->first = editor_import_allocate(importer, reader->vertex_count, sizeof(*builder->first));
    builder->mesh.indices = editor_import_allocate(importer, 3 * triangles, sizeof(uint32_t));
    builder->mesh.submeshes = editor_import_allocate(importer, TEXTURES, sizeof(editor_submesh));
    builder->mesh.name = editor_text_copy(name);
    if (!builder->looks || !builder->textures || !builder->first || !builder->mesh.indices ||
        !builder->mesh.submeshes || !builder->mesh.name)
        return editor_import_out_of_memory(importer);
    memset(builder->first, 0xff, reader->vertex_count * sizeof(*builder->first));
    return true;
}

static bool build(mesh_builder *builder, const char *name)
{
    editor_mesh *mesh = &builder->mesh;
    if (!allocate(builder, name))
        return false;
    find_looks(builder);
    for (uint32_t i = 0; i < builder->used_count; i++) {
        if (!add_triangles(builder, builder->used[i], &mesh->submeshes[mesh->submesh_count++]))
            return false;
    }
    return true;
}

bool threemf_add_mesh(threemf_reader *reader, threemf_resource *object)
{
    if (reader->triangle_count == 0)
        return true;
    mesh_builder builder = {.reader = reader};
    char fallback[96];
    describe(reader, fallback);
    bool ok = check(reader) && build(&builder, object->name && object->name[0] ? object->name : fallback);
    free(builder.looks);
    free(builder.textures);
    free(builder.first);
    free(builder.vertices);
    if (!ok) {
        mesh_tools_free(&builder.mesh);
        return false;
    }
    object->mesh = editor_level_add_mesh(reader->importer->level, &builder.mesh); // which takes it in any case
    return object->mesh != EDITOR_NONE || editor_import_out_of_memory(reader->importer);
}
