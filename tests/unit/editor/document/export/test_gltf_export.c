// Export: the written file reads back as the same level, by the project's own reader and by Assimp.
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <assimp/cimport.h>
#include <assimp/scene.h>

#include "document/demo/demo_level.h"
#include "document/export/gltf_export.h"
#include "document/export/gltf_losses.h"
#include "document/file/open.h"
#include "document/history/edit.h"
#include "document/import/import.h"
#include "document/level/look.h"
#include "edit_fixture.h"
#include "effort.h"
#include "screen/image_file.h"
#include "text_file.h"

static editor_level *must_import(const char *path)
{
    editor_error error = {""};
    editor_level *level = editor_import(path, editor_image_decode, NULL, &error);
    if (!level)
        print_error("%s\n", error.text);
    assert_non_null(level);
    return level;
}

static void must_export(const editor_level *level, const char *path)
{
    editor_error error = {""};
    bool ok = editor_gltf_export(level, path, editor_image_encode, NULL, &error);
    if (!ok)
        print_error("%s\n", error.text);
    assert_true(ok);
}

static double linear_size(const pick_affine *affine)
{
    double size = 0;
    for (int i = 0; i < 9; i++)
        size = fmax(size, fabs(affine->linear[i]));
    return size;
}

// The last object of that name: a sheared one came back as two, of which the inner one carries what it is.
static uint32_t find(const editor_level *level, const char *name)
{
    uint32_t found = EDITOR_NONE;
    for (uint32_t i = editor_level_find(level, name, EDITOR_NONE); i != EDITOR_NONE;
         i = editor_level_find(level, name, i))
        found = i;
    return found;
}

// Every object is where it was, by its name, and as hidden.
static void assert_same(const editor_level *level, const editor_level *back)
{
    editor_level_counts a = editor_level_count(level), b = editor_level_count(back);
    assert_int_equal(a.objects, b.objects);
    assert_int_equal(a.instanced_triangles, b.instanced_triangles);
    uint32_t compared = 0;
    for (uint32_t i = editor_level_next(level, EDITOR_NONE); i != EDITOR_NONE; i = editor_level_next(level, i)) {
        const editor_object *o = &level->objects[i];
        uint32_t number = find(back, o->name);
        if (number == EDITOR_NONE)
            print_error("%s is not there\n", o->name);
        assert_int_not_equal(number, EDITOR_NONE);
        if (editor_level_find(level, o->name, i) != EDITOR_NONE || editor_level_find(level, o->name, EDITOR_NONE) != i)
            continue; // its name does not tell it
        const pick_affine *there = &back->objects[number].world;
        double far = fmax(fabs(o->world.origin.x), fmax(fabs(o->world.origin.y), fabs(o->world.origin.z)));
        double near_enough = 1e-12 * (linear_size(&o->world) + 100) + 1e-15 * far;
        if (!(fixture_difference(&o->world, there) < near_enough))
            print_error("%s is off by %g\n", o->name, fixture_difference(&o->world, there));
        assert_true(fixture_difference(&o->world, there) < near_enough);
        assert_true(o->is_hidden == back->objects[number].is_hidden);
        compared++;
    }
    assert_true(compared > 5);
    pick_aabb x = pick_scene_bounds(level->scene), y = pick_scene_bounds(back->scene);
    assert_true(pick_vec3_length(pick_vec3_sub(x.min, y.min)) < 1e-5 &&
                pick_vec3_length(pick_vec3_sub(x.max, y.max)) < 1e-5);
}

static void test_demo_comes_back(void **state)
{
    (void)state;
    editor_error error;
    editor_level *level = editor_demo_level(&error);
    editor_level_set_hidden(level, 3, true);
    static const char *const paths[] = {"test_gltf_export.glb", "test gltf export.gltf"};
    for (int i = (int)test_effort(1, 0); i < 2; i++) { // test_cli_level has a .glb
        must_export(level, paths[i]);
        editor_level *back = must_import(paths[i]);
        for (uint32_t w = 0; w < back->warning_count; w++)
            print_error("%s\n", back->warnings[w]);
        assert_int_equal(back->warning_count, 0);
        assert_same(level, back);
        assert_int_equal(back->mesh_count, level->mesh_count);
        assert_true(back->image_count > 0 && back->image_count <= level->image_count);
        editor_level_destroy(back);
        remove(paths[i]);
    }
    assert_int_equal(remove("test gltf export.bin"), 0);
    editor_level_destroy(level);
}

// The faces of a mesh are the same polygons. Returns how many have several triangles.
static uint32_t assert_same_polygons(const editor_mesh *a, const editor_mesh *b)
{
    const uint32_t count = a->index_count / 3;
    uint32_t polygons = 0;
    assert_int_equal(b->index_count / 3, count);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t first[2], size[2];
        assert_true(pick_mesh_polygon(a->pick, i, &first[0], &size[0]));
        assert_true(pick_mesh_polygon(b->pick, i, &first[1], &size[1]));
        assert_int_equal(first[0], first[1]);
        assert_int_equal(size[0], size[1]);
        polygons += first[0] == i && size[0] > 1;
    }
    return polygons;
}

// Shapes are exported as the meshes that they are, equal ones once, with the sizes that they were given.
static void test_primitives_come_back(void **state)
{
    (void)state;
    static const char path[] = "test_gltf_export_shapes.glb";
    editor_document *document = fixture_document();
    const editor_level *level = editor_document_level(document);
    const uint32_t meshes = level->mesh_count;
    for (int k = 0; k < 2; k++) {
        for (int shape = EDITOR_SHAPE_CUBE; shape < EDITOR_SHAPE_BOX_VOLUME; shape++) {
            editor_primitive primitive = editor_primitive_default((editor_shape)shape);
            if (editor_primitive_has(primitive.shape, EDITOR_PRIMITIVE_HEIGHT))
                primitive.value[EDITOR_PRIMITIVE_HEIGHT] = 3.25;
            char name[48];
            snprintf(name, sizeof(name), "%s %d", editor_shape_name(primitive.shape), k);
            const pick_affine at = fixture_at(10.0 * shape, 2, 20.0 * k);
            assert_int_equal(editor_edit_add_primitive(document, name, EDITOR_NONE, &primitive, &at, NULL),
                             EDITOR_EDIT_DONE);
        }
    }
    assert_int_equal(level->mesh_count, meshes + EDITOR_SHAPE_BOX_VOLUME - 1);
    must_export(level, path);
    editor_level *back = must_import(path);
    assert_int_equal(back->warning_count, 0);
    assert_same(level, back);
    assert_int_equal(back->mesh_count, level->mesh_count);
    for (int shape = EDITOR_SHAPE_CUBE; shape < EDITOR_SHAPE_BOX_VOLUME; shape++) {
        char name[48];
        snprintf(name, sizeof(name), "%s 1", editor_shape_name((editor_shape)shape));
        const uint32_t a = find(level, name), b = find(back, name);
        const pick_aabb x = editor_level_subtree_bounds(level, a), y = editor_level_subtree_bounds(back, b);
        assert_true(pick_vec3_length(pick_vec3_sub(x.min, y.min)) < 1e-5 &&
                    pick_vec3_length(pick_vec3_sub(x.max, y.max)) < 1e-5);
        const uint32_t polygons =
            assert_same_polygons(&level->meshes[level->objects[a].mesh], &back->meshes[back->objects[b].mesh]);
        assert_true(shape != EDITOR_SHAPE_CUBE || polygons == 6);
    }
    editor_level_destroy(back);
    editor_document_destroy(document);
    remove(path);
}

// A copy with moved vertices is written as it is, beside its original.
static void test_moved_vertices_come_back(void **state)
{
    (void)state;
    static const char path[] = "test_gltf_export_moved.glb";
    editor_document *document = fixture_document();
    const editor_level *level = editor_document_level(document);
    const editor_primitive cube = editor_primitive_default(EDITOR_SHAPE_CUBE);
    uint32_t made[2];
    for (int i = 0; i < 2; i++) {
        const pick_affine at = fixture_at(10 * i, 50, 0);
        assert_int_equal(editor_edit_add_primitive(document, i ? "kept" : "moved", EDITOR_NONE, &cube, &at, &made[i]),
                         EDITOR_EDIT_DONE);
    }
    const editor_moved_vertex vertex = {5, {1, 2, 3}};
    assert_int_equal(editor_edit_move_vertices(document, &(editor_vertex_moves){made[0], &vertex, 1}, 1),
                     EDITOR_EDIT_DONE);
    must_export(level, path);
    editor_level *back = must_import(path);
    assert_int_equal(back->warning_count, 0);
    assert_same(level, back);
    for (int i = 0; i < 2; i++) {
        const editor_mesh *a = &level->meshes[level->objects[made[i]].mesh];
        const editor_mesh *b = &back->meshes[back->objects[find(back, i ? "kept" : "moved")].mesh];
        const size_t size = 3 * sizeof(float) * a->vertex_count;
        assert_int_equal(a->vertex_count, b->vertex_count);
        assert_memory_equal(a->positions, b->positions, size);
        for (size_t k = 0; k < 3 * (size_t)a->vertex_count; k++)
            assert_true(fabs((double)a->normals[k] - (double)b->normals[k]) < 1e-6);
        assert_int_equal(assert_same_polygons(a, b), 6);
        assert_true((b->positions[15] == 1) == (i == 0));
    }
    editor_level_destroy(back);
    editor_document_destroy(document);
    remove(path);
}

static void test_materials_and_pictures_come_back(void **state)
{
    (void)state;
    editor_error error;
    editor_level *level = editor_demo_level(&error);
    must_export(level, "test_gltf_export.glb");
    editor_level *back = must_import("test_gltf_export.glb");
    uint32_t pictures = 0;
    for (uint32_t i = 0; i < back->material_count; i++) {
        const editor_material *b = &back->materials[i], *a = NULL;
        for (uint32_t k = 0; k < level->material_count; k++)
            a = strcmp(level->materials[k].name, b->name) == 0 ? &level->materials[k] : a;
        assert_non_null(a);
        assert_memory_equal(a->base_color, b->base_color, sizeof(a->base_color));
        assert_true(a->alpha_mode == b->alpha_mode && a->double_sided == b->double_sided);
        assert_true(a->metallic == b->metallic && a->roughness == b->roughness && a->unlit == b->unlit);
        for (int k = 0; k < 3; k++)
            assert_true(fabsf(a->emissive[k] - b->emissive[k]) < 1e-5f);
        assert_true((a->base_color_image == EDITOR_NONE) == (b->base_color_image == EDITOR_NONE));
        if (a->base_color_image == EDITOR_NONE)
            continue;
        const editor_image *x = &level->images[a->base_color_image], *y = &back->images[b->base_color_image];
        assert_true(x->width == y->width && x->height == y->height);
        assert_memory_equal(x->rgba, y->rgba, 4 * (size_t)x->width * x->height);
        assert_true(a->wrap_u == b->wrap_u && a->wrap_v == b->wrap_v);
        pictures++;
    }
    assert_true(pictures > 2 && back->material_count > 5);
    editor_level_destroy(back);
    editor_level_destroy(level);
    remove("test_gltf_export.glb");
}

// Overridden materials are the file's own; objects that share a look share a mesh, and all looks share vertices.
static void test_overrides_come_back(void **state)
{
    (void)state;
    editor_document *document = fixture_document();
    const editor_level *level = editor_document_level(document);
    const uint32_t targets[3] = {POST_1, POST_2, FLOOR};
    editor_override o[3] = {{.fields = EDITOR_OVERRIDE_MATERIAL,
                             .base_color = {0.25, 0.5, 0.75, 0.5},
                             .metallic = 0.25,
                             .roughness = 0.125,
                             .emissive = {0, 0.5, 1},
                             .emissive_strength = 4,
                             .alpha_mode = EDITOR_ALPHA_MASK,
                             .alpha_cutoff = 0.25,
                             .double_sided = true}};
    o[1] = o[2] = o[0];
    o[2].metallic = 1;
    assert_int_equal(editor_edit_set_overrides(document, targets, o, 3), EDITOR_EDIT_DONE);
    must_export(level, "test_gltf_export.glb");
    editor_level *back = must_import("test_gltf_export.glb");
    assert_same(level, back);
    const editor_object *post = &back->objects[find(back, "post 01")], *roof = &back->objects[find(back, "roof")];
    assert_int_equal(post->mesh, back->objects[find(back, "post 02")].mesh);
    assert_int_not_equal(post->mesh, back->objects[find(back, "floor")].mesh);
    assert_int_not_equal(post->mesh, roof->mesh);
    const editor_material *m = editor_level_material(back, post, 0);
    assert_true(m->base_color[2] == 0.75f && m->base_color[3] == 0.5f && m->metallic == 0.25f);
    assert_true(m->roughness == 0.125f && m->emissive[1] == 2 && m->emissive[2] == 4);
    assert_true(m->alpha_mode == EDITOR_ALPHA_MASK && m->alpha_cutoff == 0.25f && m->double_sided);
    assert_true(editor_level_material(back, &back->objects[find(back, "floor")], 0)->metallic == 1);
    assert_true(editor_level_material(back, roof, 0)->alpha_mode == EDITOR_ALPHA_OPAQUE);
    editor_level_destroy(back);
    // Three looks of one mesh, one set of positions: 24 vertices, and 36 indices.
    FILE *file = fopen("test_gltf_export.glb", "rb");
    assert_non_null(file);
    fseek(file, 0, SEEK_END);
    assert_true(ftell(file) < 6000);
    fclose(file);
    editor_document_destroy(document);
    remove("test_gltf_export.glb");
}

// Sheared, mirrored, flat, far away, and a shear below a shear.
static void test_transforms(void **state)
{
    (void)state;
    editor_level *level = fixture_level();
    pick_affine sheared = {{1, 0, 0, 0.7, 1, 0, -0.2, 0.4, 3}, {1, 2, 3}};
    pick_affine mirrored = {{-2, 0, 0, 0, 3, 0, 0, 0, 4}, {5e6 + 0.125, 0, 0}};
    pick_affine both = {{0.3, -0.5, 0, 0.7, 1, -1, 1, 0.4, -3}, {-1, 2, 3}};
    pick_affine flat = {{1, 0, 0, 0, 0, 0, 0, 0, 2}, {0, 1, 0}};
    pick_affine line = {{0, 0, 0, 0, 0, 0, 1, 2, 2}, {0, 1, 0}};
    pick_affine nothing = {{0}, {1, 1, 1}};
    uint32_t s = editor_level_add_object(level, "sheared", EDITOR_NONE, 0, &sheared);
    editor_level_add_object(level, "below", s, 0, &both);
    editor_level_add_object(level, "mirrored", s, 0, &mirrored);
    editor_level_add_object(level, "flat", s, 0, &flat);
    editor_level_add_object(level, "line", s, 0, &line);
    editor_level_add_object(level, "nothing", EDITOR_NONE, 0, &nothing);
    must_export(level, "test_transforms.gltf");
    editor_level *back = must_import("test_transforms.gltf");
    assert_same(level, back);
    const editor_object *lamp = &back->objects[find(back, "lamp")], *eye = &back->objects[find(back, "eye")];
    assert_true(lamp->kind == EDITOR_OBJECT_LIGHT && eye->kind == EDITOR_OBJECT_CAMERA);
    assert_true(lamp->light.type == EDITOR_LIGHT_POINT && lamp->light.intensity == 40 && lamp->light.color[1] == 0.5);
    assert_true(eye->lens.fov == 1 && eye->lens.near_plane == 0.1 && eye->lens.far_plane == 0);
    char text[20000] = "";
    FILE *file = fopen("test_transforms.gltf", "rb");
    assert_non_null(file);
    assert_true(fread(text, 1, sizeof(text) - 1, file) > 1000);
    fclose(file);
    assert_non_null(strstr(text, "{\"type\": \"point\", \"name\": \"lamp\", \"color\": [1, 0.5, 0.25], "
                                 "\"intensity\": 40}"));
    assert_non_null(strstr(text, "\"type\": \"perspective\", \"perspective\": {\"yfov\": 1, \"znear\": 0.1}"));
    assert_non_null(strstr(text, "\"extensionsUsed\": [\"KHR_lights_punctual\"]"));
    editor_level_destroy(back);
    editor_level_destroy(level);
    remove("test_transforms.gltf");
    remove("test_transforms.bin");
}

// --- A material, lights and cameras with everything that they may have ---

static char *copy_text(const char *text)
{
    char *copy = malloc(strlen(text) + 1);
    assert_non_null(copy);
    return strcpy(copy, text);
}

// A picture of its own for each number, so that a mix-up shows.
static uint32_t add_picture(editor_level *level, const char *name, uint8_t number)
{
    uint8_t *rgba = malloc(4 * 4 * 2);
    assert_non_null(rgba);
    for (int i = 0; i < 4 * 4 * 2; i++)
        rgba[i] = (uint8_t)(i % 4 == 3 ? 255 - number : 40 * number + i);
    const editor_image image = {.name = copy_text(name), .width = 4, .height = 2, .rgba = rgba};
    return editor_level_add_image(level, &image);
}

static editor_map make_map(editor_level *level, const char *name, uint8_t number, editor_wrap wrap_u)
{
    editor_map map = {add_picture(level, name, number), wrap_u, EDITOR_WRAP_MIRROR, {1, 0, 0, 0, 1, 0}};
    const float c = cosf(0.3f * number), s = sinf(0.3f * number);
    const float turned[6] = {2 * c, 3 * s, 0.25f * number, -2 * s, 3 * c, -0.5f};
    memcpy(map.uv_transform, turned, sizeof(turned));
    return map;
}

static editor_material make_full_material(editor_level *level)
{
    editor_material material = EDITOR_MATERIAL_DEFAULT;
    material.name = copy_text("full");
    const editor_map base = make_map(level, "base", 1, EDITOR_WRAP_CLAMP);
    material.base_color_image = base.image;
    material.wrap_u = base.wrap_u, material.wrap_v = base.wrap_v;
    memcpy(material.uv_transform, base.uv_transform, sizeof(base.uv_transform));
    for (int i = 0; i < EDITOR_MAP_COUNT; i++)
        material.maps[i] = make_map(level, "map", (uint8_t)(2 + i), (editor_wrap)(i % 3));
    // One of the pictures in a second role, with other edges: one image, two textures.
    material.maps[EDITOR_MAP_OCCLUSION].image = material.maps[EDITOR_MAP_METALLIC_ROUGHNESS].image;
    const float color[4] = {0.1f, 0.2f, 0.3f, 0.4f}, emissive[3] = {7.5f, 0.25f, 0};
    memcpy(material.base_color, color, sizeof(color));
    memcpy(material.emissive, emissive, sizeof(emissive));
    material.metallic = 0.75f, material.roughness = 0.125f;
    material.normal_scale = 1.5f, material.occlusion_strength = 0.625f;
    material.alpha_mode = EDITOR_ALPHA_MASK, material.alpha_cutoff = 0.3f;
    material.double_sided = true;
    return material;
}

static const editor_light LIGHTS[3] = {
    {.type = EDITOR_LIGHT_DIRECTIONAL, .color = {1, 0.9, 0.8}, .intensity = 3, .outer = 0.7},
    {.type = EDITOR_LIGHT_POINT, .color = {0, 0.5, 1}, .intensity = 800, .range = 12.5, .outer = 0.7},
    {.type = EDITOR_LIGHT_SPOT, .color = {0.1, 0.2, 0.3}, .intensity = 0, .range = 3, .inner = 0.2, .outer = 0.9}};
static const editor_lens LENSES[3] = {
    {.fov = 0.5, .height = 2, .near_plane = 0.25},
    {.fov = 2.5, .height = 2, .near_plane = 1e-3, .far_plane = 1e6},
    {.orthographic = true, .fov = 0.8, .height = 7.5, .near_plane = 0, .far_plane = 900}};

static editor_level *make_full_level(void)
{
    editor_level *level = editor_level_create();
    assert_non_null(level);
    editor_material full = make_full_material(level), plain = EDITOR_MATERIAL_DEFAULT;
    editor_level_add_material(level, &full);
    plain.name = copy_text("plain");
    plain.unlit = true;
    plain.alpha_mode = EDITOR_ALPHA_BLEND;
    editor_level_add_material(level, &plain);
    editor_mesh mesh = fixture_cube();
    mesh.uvs = calloc(mesh.vertex_count, 2 * sizeof(float));
    mesh.colors = calloc(mesh.vertex_count, 4 * sizeof(float));
    editor_submesh *halves = malloc(2 * sizeof(*halves));
    assert_true(mesh.uvs && mesh.colors && halves);
    for (uint32_t i = 0; i < mesh.vertex_count; i++)
        mesh.uvs[2 * i] = (float)i / 7, mesh.colors[4 * i + 1] = 0.5f, mesh.colors[4 * i + 3] = (float)i / 8;
    halves[0] = (editor_submesh){0, 5, 0};
    halves[1] = (editor_submesh){5, 7, 1};
    free(mesh.submeshes);
    mesh.submeshes = halves, mesh.submesh_count = 2;
    editor_level_add_mesh(level, &mesh);
    char name[24];
    pick_affine place = fixture_at(0, 0, 0);
    editor_level_add_object(level, "cube", EDITOR_NONE, 0, &place);
    for (int i = 0; i < 3; i++) {
        place = fixture_at(i, 2, 0);
        snprintf(name, sizeof(name), "light %d", i);
        editor_level_add_light(level, name, EDITOR_NONE, &LIGHTS[i], &place);
        snprintf(name, sizeof(name), "camera %d", i);
        editor_level_add_camera(level, name, EDITOR_NONE, &LENSES[i], &place);
    }
    editor_error error;
    assert_true(editor_level_finish(level, &error));
    return level;
}

static void assert_same_map(const editor_level *level, const editor_map *a, const editor_level *back,
                            const editor_map *b)
{
    assert_true(a->wrap_u == b->wrap_u && a->wrap_v == b->wrap_v);
    for (int i = 0; i < 6; i++)
        assert_true(fabsf(a->uv_transform[i] - b->uv_transform[i]) < 1e-6f);
    const editor_image *x = &level->images[a->image], *y = &back->images[b->image];
    assert_true(x->width == y->width && x->height == y->height);
    assert_memory_equal(x->rgba, y->rgba, 4 * (size_t)x->width * x->height);
}

static void assert_same_full_material(const editor_level *level, const editor_level *back)
{
    const editor_material *a = &level->materials[0], *b = &back->materials[0];
    assert_string_equal(a->name, b->name);
    assert_memory_equal(a->base_color, b->base_color, sizeof(a->base_color));
    assert_true(a->metallic == b->metallic && a->roughness == b->roughness);
    assert_true(a->normal_scale == b->normal_scale && a->occlusion_strength == b->occlusion_strength);
    assert_true(a->alpha_mode == b->alpha_mode && a->alpha_cutoff == b->alpha_cutoff && b->double_sided && !b->unlit);
    for (int i = 0; i < 3; i++)
        assert_true(fabsf(a->emissive[i] - b->emissive[i]) < 1e-6f * (1 + a->emissive[i]));
    editor_map of_a = {a->base_color_image, a->wrap_u, a->wrap_v, {0}};
    editor_map of_b = {b->base_color_image, b->wrap_u, b->wrap_v, {0}};
    memcpy(of_a.uv_transform, a->uv_transform, sizeof(of_a.uv_transform));
    memcpy(of_b.uv_transform, b->uv_transform, sizeof(of_b.uv_transform));
    assert_same_map(level, &of_a, back, &of_b);
    for (int i = 0; i < EDITOR_MAP_COUNT; i++)
        assert_same_map(level, &a->maps[i], back, &b->maps[i]);
    assert_int_equal(b->maps[EDITOR_MAP_OCCLUSION].image, b->maps[EDITOR_MAP_METALLIC_ROUGHNESS].image);
}

static void assert_same_sights(const editor_level *back)
{
    char name[24];
    for (int i = 0; i < 3; i++) {
        snprintf(name, sizeof(name), "light %d", i);
        const editor_light *a = &LIGHTS[i], *b = &back->objects[find(back, name)].light;
        assert_true(a->type == b->type && a->intensity == b->intensity && a->range == b->range);
        assert_memory_equal(a->color, b->color, sizeof(a->color));
        assert_true(a->type != EDITOR_LIGHT_SPOT || (a->inner == b->inner && a->outer == b->outer));
        snprintf(name, sizeof(name), "camera %d", i);
        const editor_lens *x = &LENSES[i], *y = &back->objects[find(back, name)].lens;
        assert_true(x->orthographic == y->orthographic && x->near_plane == y->near_plane);
        assert_true(x->far_plane == y->far_plane && (x->orthographic ? x->height == y->height : x->fov == y->fov));
    }
}

static void test_everything_comes_back(void **state)
{
    (void)state;
    editor_level *level = make_full_level();
    // The second time from what came back the first time.
    for (int pass = 0; pass < 2; pass++) {
        must_export(level, "test_everything.glb");
        editor_level *back = must_import("test_everything.glb");
        for (uint32_t w = 0; w < back->warning_count; w++)
            print_error("%s\n", back->warnings[w]);
        assert_int_equal(back->warning_count, 0);
        assert_int_equal(back->material_count, 2);
        assert_int_equal(back->image_count, 4);
        assert_same_full_material(level, back);
        assert_true(back->materials[1].unlit && back->materials[1].alpha_mode == EDITOR_ALPHA_BLEND);
        assert_same_sights(back);
        const editor_mesh *a = &level->meshes[0], *b = &back->meshes[0];
        assert_int_equal(b->submesh_count, 2);
        assert_true(b->submeshes[0].triangle_count == 5 && b->submeshes[0].material == 0);
        assert_true(b->submeshes[1].triangle_count == 7 && b->submeshes[1].material == 1);
        for (uint32_t i = 0; i < a->index_count; i++) {
            uint32_t p = a->indices[i], q = b->indices[i];
            assert_memory_equal(&a->positions[3 * p], &b->positions[3 * q], 3 * sizeof(float));
            assert_memory_equal(&a->uvs[2 * p], &b->uvs[2 * q], 2 * sizeof(float));
            assert_memory_equal(&a->colors[4 * p], &b->colors[4 * q], 4 * sizeof(float));
        }
        editor_level_destroy(level);
        level = back;
    }
    editor_level_destroy(level);
    remove("test_everything.glb");
}

// --- Through Assimp, which shares no code with the project ---

typedef struct assimp_walk {
    const editor_level *level;
    const struct aiScene *scene;
    uint32_t meshed, compared;
    uint64_t triangles;
} assimp_walk;

static void walk(assimp_walk *w, const struct aiNode *node, struct aiMatrix4x4 above)
{
    struct aiMatrix4x4 world = above;
    aiMultiplyMatrix4(&world, &node->mTransformation);
    if (node->mNumMeshes > 0) {
        w->meshed++;
        for (unsigned i = 0; i < node->mNumMeshes; i++)
            w->triangles += w->scene->mMeshes[node->mMeshes[i]]->mNumFaces;
        uint32_t object = editor_level_find(w->level, node->mName.data, EDITOR_NONE);
        if (object != EDITOR_NONE && editor_level_find(w->level, node->mName.data, object) == EDITOR_NONE) {
            const pick_affine *expected = &w->level->objects[object].world;
            const double origin[3] = {expected->origin.x, expected->origin.y, expected->origin.z};
            const float rows[3][4] = {{world.a1, world.a2, world.a3, world.a4},
                                      {world.b1, world.b2, world.b3, world.b4},
                                      {world.c1, world.c2, world.c3, world.c4}};
            for (int r = 0; r < 3; r++) {
                for (int c = 0; c < 4; c++) {
                    double wanted = c < 3 ? expected->linear[3 * c + r] : origin[r];
                    if (!(fabs((double)rows[r][c] - wanted) < 2e-5 * (1 + linear_size(expected))))
                        print_error("%s: %g, not %g\n", node->mName.data, (double)rows[r][c], wanted);
                    assert_true(fabs((double)rows[r][c] - wanted) < 2e-5 * (1 + linear_size(expected)));
                }
            }
            w->compared++;
        }
    }
    for (unsigned i = 0; i < node->mNumChildren; i++)
        walk(w, node->mChildren[i], world);
}

static void test_assimp_reads_it(void **state)
{
    (void)state;
    editor_error error;
    editor_level *level = editor_demo_level(&error);
    static const char *const paths[] = {"test_gltf_export.glb", "test_gltf_export.gltf"};
    for (int i = 0; i < 2; i++) {
        must_export(level, paths[i]);
        const struct aiScene *scene = aiImportFile(paths[i], 0);
        if (!scene)
            print_error("%s\n", aiGetErrorString());
        assert_non_null(scene);
        editor_level_counts counts = editor_level_count(level);
        assimp_walk w = {.level = level, .scene = scene};
        struct aiMatrix4x4 identity;
        aiIdentityMatrix4(&identity);
        walk(&w, scene->mRootNode, identity);
        assert_int_equal(w.meshed, counts.objects);
        assert_int_equal(w.triangles, counts.instanced_triangles);
        assert_true(w.compared > counts.objects / 2);
        assert_true(scene->mNumMaterials > 5 && scene->mNumTextures + (unsigned)i > 0);
        aiReleaseImport(scene);
        remove(paths[i]);
    }
    remove("test_gltf_export.bin");
    editor_level_destroy(level);
}

// What the level loses, in lines.
static void assert_losses(const editor_level *level, const char *names, const char *lines)
{
    editor_text text = {0};
    editor_gltf_name_losses(level, &text);
    assert_string_equal(text.data ? text.data : "", names);
    editor_text_free(&text);
    text = (editor_text){0};
    editor_gltf_list_losses(level, &text);
    assert_string_equal(text.data ? text.data : "", lines);
    editor_text_free(&text);
}

// Each kind of loss is told, with how many there are.
static void test_losses(void **state)
{
    (void)state;
    editor_document *document = fixture_document();
    const editor_level *level = editor_document_level(document);
    assert_losses(level, "", "");
    const uint32_t posts[2] = {POST_1, POST_2};
    assert_int_equal(editor_edit_set_locked(document, posts, 2, true), EDITOR_EDIT_DONE);
    assert_losses(level, "locks", "2 locked objects are not locked\n");
    assert_int_equal(editor_edit_make_set(document, "them", posts, 2, NULL), EDITOR_EDIT_DONE);
    assert_losses(level, "locks, selection sets", "2 locked objects are not locked\n1 selection set is left out\n");
    assert_true(editor_document_undo(document));
    assert_true(editor_document_undo(document));
    // A group in a layer that is hidden: all below it is visible. Hidden by itself, it stays hidden.
    const uint32_t shed = SHED;
    assert_int_equal(editor_edit_set_layers(document, &shed, 1, UINT32_MAX, 4), EDITOR_EDIT_DONE);
    assert_losses(level, "layers", "1 layer is left out\n");
    assert_int_equal(editor_edit_set_layer_flags(document, 4, 0), EDITOR_EDIT_DONE);
    assert_losses(level, "layers, hidden layers", "1 layer is left out\n1 object that a layer hides is visible\n");
    assert_int_equal(editor_edit_set_hidden(document, &shed, 1, true), EDITOR_EDIT_DONE);
    assert_losses(level, "layers", "1 layer is left out\n");
    for (int i = 0; i < 3; i++)
        assert_true(editor_document_undo(document));
    // 0.1 is a float to within a nanometre, 100 000.1 only to within 3 mm.
    const pick_affine near = fixture_at(0.1, 1, 1000.1), far = fixture_at(1, 100000.1, 0);
    const uint32_t floor = FLOOR;
    assert_int_equal(editor_edit_set_locals(document, &floor, &near, 1), EDITOR_EDIT_DONE);
    assert_losses(level, "", "");
    assert_int_equal(editor_edit_set_locals(document, &floor, &far, 1), EDITOR_EDIT_DONE);
    assert_losses(level, "exact positions",
                  "1 object is so far away that most programs move it by more than a millimetre\n");
    editor_document_destroy(document);
}

// What only a file can have.
static void test_losses_of_a_file(void **state)
{
    (void)state;
    static const char text[] =
        "{\"vkpick_level\": 2, \"bookmarks\": [{\"number\": 3, \"eye\": [0, 0, 1], \"target\": "
        "[0, 0, 0], \"up\": [0, 1, 0],\n"
        "\"fov\": 1, \"orthographic\": false, \"height\": 1}],\n"
        "\"assets\": [{\"id\": 1, \"path\": \"none.glb\", \"mesh_names\": [\"m\"], "
        "\"mesh_boxes\": [[0, 0, 0, 1, 1, 1]]}],\n"
        "\"prefabs\": [{\"id\": 1, \"name\": \"p\", \"parts\": [{\"id\": 1, \"name\": \"e\", "
        "\"asset\": 1, \"mesh\": 0}]},\n{\"id\": 2, \"name\": \"q\", \"parts\": [{\"id\": 1, "
        "\"name\": \"f\", \"prefab\": 1}, {\"id\": 2, \"name\": \"g\", \"prefab\": 1}]}],\n"
        "\"objects\": [{\"id\": 1, \"name\": \"a\", \"asset\": 1, \"mesh\": 0, \"game\": 1},\n"
        "{\"id\": 5, \"name\": \"h\", \"prefab\": 2}, {\"id\": 6, \"name\": \"i\", \"prefab\": 2},\n"
        "{\"id\": 2, \"name\": \"b\", \"primitive\": {\"shape\": \"cube\"}},\n"
        "{\"id\": 3, \"name\": \"c\", \"primitive\": {\"shape\": \"plane\"}},\n"
        "{\"id\": 4, \"name\": \"d\", \"volume\": {\"shape\": \"box\"}}]}";
    write_text("test_losses.vkpick", text);
    editor_error error = {""};
    editor_level *level = editor_open("test_losses.vkpick", NULL, NULL, &error);
    if (!level)
        fail_msg("%s", error.text);
    assert_losses(level, "bookmarks, sizes of shapes, volumes, prefabs, models that were not read, unknown fields",
                  "1 bookmark is left out\n"
                  "2 shapes become triangles: their sizes cannot be edited there\n"
                  "1 volume becomes an empty node with its sizes in \"extras\"\n"
                  "2 instances of prefabs become nodes with their parts\n"
                  "5 objects of models that were not read are boxes\n"
                  "1 object loses fields of other programs\n");
    editor_level_destroy(level);
    remove("test_losses.vkpick");
}

// No vertex of a U is in all of its triangles. That of an L may be.
static void forget_meshes(editor_level *level)
{
    for (uint32_t i = 0; i < level->object_count; i++) {
        editor_object *object = &level->objects[i];
        object->kind = object->kind == EDITOR_OBJECT_MESH ? EDITOR_OBJECT_GROUP : object->kind;
        object->mesh = EDITOR_NONE;
    }
}

static void forget_nodes(editor_level *level)
{
    for (uint32_t i = 0; i < level->object_count; i++)
        level->objects[i].follows = false;
}

// Clips are left out, unless no object has a mesh of their model or follows a node of it.
static void test_losses_of_clips(void **state)
{
    (void)state;
    for (int first = 0; first < 2; first++) {
        editor_error error;
        editor_level *level = editor_import(ARM, NULL, NULL, &error);
        assert_non_null(level);
        const uint32_t clips = level->assets[0].motion->clip_count;
        assert_true(clips > 1);
        char line[200];
        snprintf(line, sizeof(line),
                 "%u clips are left out: what they move is exported in the rest pose\n"
                 "1 skin is left out: its meshes are exported in the rest pose\n1 mesh loses its morph targets\n",
                 (unsigned)clips);
        assert_losses(level, "clips, skins, morph targets", line);
        (first == 0 ? forget_meshes : forget_nodes)(level);
        assert_losses(level, "clips, skins, morph targets", line);
        (first == 0 ? forget_nodes : forget_meshes)(level);
        assert_losses(level, "", "");
        editor_level_destroy(level);
    }
}

static void test_losses_of_polygons(void **state)
{
    (void)state;
    static const char text[] = "o u\nv 0 0 0\nv 3 0 0\nv 3 2 0\nv 2 2 0\nv 2 1 0\nv 1 1 0\nv 1 2 0\nv 0 2 0\n"
                               "f 1 2 3 4 5 6 7 8\no quad\nf 1 2 3 8\n";
    write_text("test_losses.obj", text);
    editor_level *level = must_import("test_losses.obj");
    assert_losses(level, "polygons", "1 object has polygons that become triangles\n");
    // Told of the quad alone, and in the list of extensions.
    must_export(level, "test_losses.gltf");
    char *written = read_text("test_losses.gltf");
    uint32_t named = 0;
    for (const char *at = written; (at = strstr(at, "FB_ngon_encoding")) != NULL; at++)
        named++;
    assert_int_equal(named, 2);
    free(written);
    remove("test_losses.gltf");
    remove("test_losses.bin");
    editor_level_destroy(level);
    remove("test_losses.obj");
}

static void test_failures(void **state)
{
    (void)state;
    editor_error error = {""};
    editor_level *level = fixture_level();
    assert_false(editor_gltf_export(level, "no/such/folder/x.glb", NULL, NULL, &error));
    assert_non_null(strstr(error.text, "no/such/folder/x.glb: cannot be saved: No such file or directory"));
    // An empty level: a file without lists, as glTF requires.
    editor_level *empty = editor_level_create();
    assert_true(editor_level_finish(empty, &error));
    must_export(empty, "test_empty.glb");
    editor_level *back = must_import("test_empty.glb");
    assert_int_equal(back->object_count, 0);
    editor_level_destroy(back);
    editor_level_destroy(empty);
    editor_level_destroy(level);
    remove("test_empty.glb");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_demo_comes_back),
        cmocka_unit_test(test_primitives_come_back),
        cmocka_unit_test(test_moved_vertices_come_back),
        cmocka_unit_test(test_materials_and_pictures_come_back),
        cmocka_unit_test(test_overrides_come_back),
        cmocka_unit_test(test_everything_comes_back),
        cmocka_unit_test(test_transforms),
        cmocka_unit_test(test_assimp_reads_it),
        cmocka_unit_test(test_losses),
        cmocka_unit_test(test_losses_of_a_file),
        cmocka_unit_test(test_losses_of_clips),
        cmocka_unit_test(test_losses_of_polygons),
        cmocka_unit_test(test_failures),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
