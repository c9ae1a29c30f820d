#include "cached_model.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SIDE = 16, VERTICES = (SIDE + 1) * (SIDE + 1), INDICES = 6 * SIDE * SIDE };

static void must(bool ok, const char *what)
{
    if (!ok) {
        (void)fprintf(stderr, "cached_model: %s\n", what);
        abort();
    }
}

static FILE *open_in(const char *folder, const char *name)
{
    char path[512];
    snprintf(path, sizeof(path), "%s/%s", folder, name);
    FILE *file = fopen(path, "wb");
    must(file != NULL, "no file");
    return file;
}

// Positions, normals, coordinates, colours, indices.
static void write_bin(FILE *file, float height)
{
    for (int array = 0; array < 4; array++) {
        for (int i = 0; i < VERTICES; i++) {
            const float x = (float)(i % (SIDE + 1)), y = (float)(i / (SIDE + 1));
            const float values[4][4] = {
                {x, y, height * sinf(x * y)}, {0, 0, 1}, {x / SIDE, y / SIDE}, {x / SIDE, 1, 0, 1}};
            static const size_t sizes[4] = {12, 12, 8, 16};
            must(fwrite(values[array], sizes[array], 1, file) == 1, "not written");
        }
    }
    for (uint32_t i = 0; i < SIDE * SIDE; i++) {
        const uint32_t at = i / SIDE * (SIDE + 1) + i % SIDE;
        const uint32_t corners[6] = {at, at + 1, at + SIDE + 1, at + 1, at + SIDE + 2, at + SIDE + 1};
        must(fwrite(corners, sizeof(corners), 1, file) == 1, "not written");
    }
}

static const char HEAD[] =
    "{\"asset\":{\"version\":\"2.0\"},"
    "\"extensionsUsed\":[\"KHR_lights_punctual\",\"KHR_materials_clearcoat\",\"KHR_node_visibility\","
    "\"KHR_materials_variants\"],"
    "\"extensions\":{\"KHR_lights_punctual\":{\"lights\":[{\"type\":\"spot\",\"name\":\"lamp\",\"spot\":{}}]},"
    "\"KHR_materials_variants\":{\"variants\":[{\"name\":\"day\"},{\"name\":\"night\"}]}},"
    "\"images\":[{\"uri\":\"paint.pix\"}],\"textures\":[{\"source\":0}],"
    "\"materials\":[{\"name\":\"paint\",\"alphaMode\":\"MASK\",\"alphaCutoff\":0.25,"
    "\"extensions\":{\"KHR_materials_clearcoat\":{}},"
    "\"pbrMetallicRoughness\":{\"baseColorTexture\":{\"index\":0}}},{\"name\":\"dark\",\"doubleSided\":true}],"
    "\"cameras\":[{\"type\":\"perspective\",\"perspective\":{\"yfov\":1,\"znear\":0.1}}],";

static const char NODES[] =
    "\"meshes\":[{\"name\":\"grid\",\"primitives\":[{\"attributes\":{\"POSITION\":0,\"NORMAL\":1,\"TEXCOORD_0\":2,"
    "\"COLOR_0\":3},\"indices\":4,\"material\":0,\"extensions\":{\"KHR_materials_variants\":{\"mappings\":["
    "{\"material\":1,\"variants\":[1]}]}}}]},"
    "{\"primitives\":[{\"attributes\":{\"POSITION\":5}}]},"
    "{\"name\":\"wire\",\"primitives\":[{\"mode\":3,\"attributes\":{\"POSITION\":5}},"
    "{\"mode\":0,\"material\":1,\"attributes\":{\"POSITION\":0,\"COLOR_0\":3}}]}],"
    "\"nodes\":[{\"name\":\"group\",\"children\":[1,2,3],\"translation\":[0,0,1]},{\"name\":\"grid\",\"mesh\":0},"
    "{\"mesh\":1,\"extensions\":{\"KHR_node_visibility\":{\"visible\":false}}},"
    "{\"name\":\"eye\",\"camera\":0},{\"name\":\"lamp\",\"extensions\":{\"KHR_lights_punctual\":{\"light\":0}}},"
    "{\"name\":\"again\",\"mesh\":0,\"scale\":[2,2,2]},"
    "{\"name\":\"wire\",\"mesh\":2}],"
    "\"scenes\":[{\"nodes\":[0,4,5,6]},{\"nodes\":[5]}],\"scene\":0}";

void cached_model_write(const char *folder, float height)
{
    FILE *file = open_in(folder, "grid.bin");
    write_bin(file, height);
    fclose(file);
    file = open_in(folder, "paint.pix");
    for (int i = 0; i < 32; i++)
        fputc(i, file);
    fclose(file);
    file = open_in(folder, "model.gltf");
    const int at[5] = {0, 12 * VERTICES, 24 * VERTICES, 32 * VERTICES, 48 * VERTICES};
    fputs(HEAD, file);
    fprintf(file, "\"buffers\":[{\"uri\":\"grid.bin\",\"byteLength\":%d}],\"bufferViews\":[", at[4] + 4 * INDICES);
    for (int i = 0; i < 5; i++)
        fprintf(file, "%s{\"buffer\":0,\"byteOffset\":%d,\"byteLength\":%d}", i ? "," : "", at[i],
                i < 4 ? at[i + 1] - at[i] : 4 * INDICES);
    fputs("],\"accessors\":[", file);
    static const char *const types[5] = {"VEC3", "VEC3", "VEC2", "VEC4", "SCALAR"};
    for (int i = 0; i < 5; i++)
        fprintf(file, "{\"bufferView\":%d,\"componentType\":%d,\"type\":\"%s\",\"count\":%d},", i, i < 4 ? 5126 : 5125,
                types[i], i < 4 ? VERTICES : INDICES);
    fputs("{\"bufferView\":0,\"componentType\":5126,\"type\":\"VEC3\",\"count\":51}],", file);
    fputs(NODES, file);
    must(fclose(file) == 0, "not written");
}

bool cached_model_decode(void *user, const void *bytes, size_t size, editor_image *out, editor_error *error)
{
    (void)user, (void)error;
    if (size != 32)
        return false;
    *out = (editor_image){.width = 8, .height = 4, .rgba = malloc(128)};
    for (size_t i = 0; out->rgba && i < 32; i++)
        memcpy(out->rgba + 4 * i, (uint8_t[4]){((const uint8_t *)bytes)[i], 1, 2, (uint8_t)(i % 2 ? 255 : 0)}, 4);
    return out->rgba != NULL;
}

// --- Hashes ---

static void add(uint64_t *hash, const void *bytes, size_t size)
{
    for (size_t i = 0; bytes && i < size; i++)
        *hash = (*hash ^ ((const uint8_t *)bytes)[i]) * 0x100000001b3u;
    *hash = (*hash ^ (bytes ? 1 : 2)) * 0x100000001b3u;
}

static void add_text(uint64_t *hash, const char *text)
{
    add(hash, text, text ? strlen(text) + 1 : 0);
}

static void add_mesh(uint64_t *hash, const editor_mesh *mesh)
{
    const size_t n = mesh->vertex_count;
    add_text(hash, mesh->name);
    add(hash, mesh->positions, 12 * n);
    add(hash, mesh->normals, 12 * n);
    add(hash, mesh->uvs, 8 * n);
    add(hash, mesh->colors, 16 * n);
    add(hash, mesh->indices, 4 * (size_t)mesh->index_count);
    add(hash, mesh->submeshes, mesh->submesh_count * sizeof(*mesh->submeshes));
    add(hash, mesh->line_counts, mesh->line_count * sizeof(*mesh->line_counts));
    add(hash, &mesh->form, sizeof(mesh->form));
    add(hash, &mesh->width, sizeof(mesh->width));
    const uint64_t pick = mesh->pick ? pick_mesh_hash(mesh->pick) : pick_thin_get_stats(mesh->thin).part_count;
    add(hash, &pick, sizeof(pick));
}

static void add_map(uint64_t *hash, const editor_map *map)
{
    const uint32_t numbers[3] = {map->image, (uint32_t)map->wrap_u, (uint32_t)map->wrap_v};
    add(hash, numbers, sizeof(numbers));
    add(hash, map->uv_transform, sizeof(map->uv_transform));
}

static void add_material(uint64_t *hash, const editor_material *m)
{
    const uint32_t numbers[6] = {m->base_color_image,     (uint32_t)m->wrap_u, (uint32_t)m->wrap_v,
                                 (uint32_t)m->alpha_mode, m->double_sided,     m->unlit};
    const float values[5] = {m->alpha_cutoff, m->metallic, m->roughness, m->normal_scale, m->occlusion_strength};
    add_text(hash, m->name);
    add(hash, numbers, sizeof(numbers));
    add(hash, values, sizeof(values));
    add(hash, m->base_color, sizeof(m->base_color));
    add(hash, m->emissive, sizeof(m->emissive));
    add(hash, m->uv_transform, sizeof(m->uv_transform));
    for (int i = 0; i < EDITOR_MAP_COUNT; i++)
        add_map(hash, &m->maps[i]);
}

static void add_asset(uint64_t *hash, const editor_asset *asset)
{
    add_text(hash, asset->path);
    add_text(hash, asset->facts.format);
    add_text(hash, asset->scene);
    add_text(hash, asset->variant);
    const uint32_t choices[3] = {asset->choices.scene, asset->choices.scene_count, asset->choices.variant_count};
    add(hash, choices, sizeof(choices));
    for (uint32_t i = 0; i < asset->choices.scene_count; i++)
        add_text(hash, asset->choices.scenes[i]);
    for (uint32_t i = 0; i < asset->choices.variant_count; i++)
        add_text(hash, asset->choices.variants[i]);
    add(hash, &asset->stamp.time, sizeof(asset->stamp.time));
    add(hash, &asset->fit.scale, sizeof(asset->fit.scale));
    const uint32_t counts[3] = {asset->facts.animations, asset->facts.skins, asset->facts.morphs};
    add(hash, counts, sizeof(counts));
    for (uint32_t i = 0; i < asset->source_count; i++) {
        add_text(hash, asset->sources[i].path);
        add(hash, &asset->sources[i].stamp.time, sizeof(int64_t));
    }
    for (uint32_t i = 0; i < asset->mesh_count; i++) {
        add_text(hash, asset->meshes[i].name);
        add(hash, asset->meshes[i].box, sizeof(asset->meshes[i].box));
    }
    for (uint32_t i = 0; i < asset->node_count; i++) {
        const editor_object *node = &asset->nodes[i];
        const uint32_t numbers[5] = {(uint32_t)node->kind, node->parent, node->mesh, node->layers, node->hidden};
        add_text(hash, node->name);
        add(hash, numbers, sizeof(numbers));
        add(hash, node->local.linear, sizeof(node->local.linear));
        add(hash, &node->local.origin, sizeof(node->local.origin));
    }
}

uint64_t cached_model_hash(const editor_level *level)
{
    uint64_t hash = editor_level_hash(level);
    for (uint32_t i = 0; i < level->mesh_count; i++)
        add_mesh(&hash, &level->meshes[i]);
    for (uint32_t i = 0; i < level->material_count; i++)
        add_material(&hash, &level->materials[i]);
    for (uint32_t i = 0; i < level->image_count; i++) {
        const editor_image *image = &level->images[i];
        add_text(&hash, image->name);
        add(&hash, &image->width, sizeof(image->width));
        add(&hash, image->rgba, 4 * (size_t)image->width * image->height);
    }
    for (uint32_t i = 0; i < level->warning_count; i++)
        add_text(&hash, level->warnings[i]);
    for (uint32_t i = 0; i < level->asset_count; i++)
        add_asset(&hash, &level->assets[i]);
    return hash;
}

uint64_t cached_model_pick(const editor_level *level)
{
    uint64_t hash = 0;
    const pick_query query = editor_level_query(level);
    for (int i = 0; i < 64; i++) {
        const pick_ray ray = {{-1.3 + 0.31 * i, 0.17 + 0.23 * i, 40}, {0, 0.01, -1}, 0, HUGE_VAL};
        pick_hit hit;
        if (!pick_closest(level->scene, &ray, &query, &hit))
            continue;
        const uint64_t numbers[3] = {hit.user, hit.triangle, hit.submesh};
        add(&hash, numbers, sizeof(numbers));
        add(&hash, &hit.t, sizeof(hit.t));
    }
    return hash;
}
