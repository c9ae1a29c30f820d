#include "world.h"

#include "effort.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static const double WIDEST = 3.0;

uint32_t world_size(void)
{
    return test_effort(40, WORLD_SIZE);
}

static uint32_t object_count(void)
{
    return test_effort(16, WORLD_OBJECTS);
}

static void place_camera(world *it, uint32_t view)
{
    const double eye[3] = {random_between(&it->random, -4, 4), random_between(&it->random, 0.5, 3), 6.5};
    const double at[3] = {random_between(&it->random, -1, 1), 0, 0};
    const render_frame camera = fixture_look(eye, at, 0.9f, 1.0f);
    memcpy(it->views[view].projection, camera.projection, sizeof camera.projection);
    memcpy(it->views[view].view, camera.view, sizeof camera.view);
    memcpy(it->views[view].eye, camera.eye, sizeof camera.eye);
}

static void arrange_views(world *it)
{
    const float size = (float)it->size, half = (float)(it->size / 2);
    const render_rect places[WORLD_VIEWS][WORLD_VIEWS] = {
        {{0, 0, size, size}},
        {{0, 0, half, size}, {half, 0, half, size}},
        {{0, 0, half, half}, {half, 0, half, half}, {0, half, size, half}}};
    for (uint32_t v = 0; v < it->view_count; v++)
        it->views[v].viewport = places[it->view_count - 1][v];
}

static void make_target(world *it)
{
    render_target_destroy(it->target);
    assert_int_equal(render_target_create(it->it.device, it->size, it->size, &it->target), RENDER_OK);
    arrange_views(it);
}

static void place_object(world *it, uint32_t slot)
{
    render_object *object = &it->objects[slot];
    const uint32_t flags = object->flags;
    const render_icon icon = slot % 11 == 3 ? RENDER_ICON_POINT_LIGHT : RENDER_ICON_NONE;
    *object = fixture_object(it->meshes[random_index(&it->random, WORLD_MESHES)], 0, 0, 0);
    for (int i = 0; i < 3; i++)
        object->origin[i] = random_between(&it->random, -WIDEST, WIDEST);
    const float scale = (float)random_between(&it->random, 0.3, 1.1);
    fixture_scale(object, random_index(&it->random, 8) == 0 ? -scale : scale, scale, scale);
    object->icon = icon;
    object->flags = flags;
    fixture_set(&it->it, slot, object);
}

static render_texture make_texture(world *it)
{
    uint8_t texels[4 * 4 * 4];
    for (uint32_t i = 0; i < sizeof texels; i++)
        texels[i] = (uint8_t)random_bits(&it->random);
    const render_texture_desc desc = {.name = "noise", .width = 4, .height = 4, .rgba = texels};
    render_texture texture = 0;
    assert_int_equal(render_texture_create(it->it.scene, &desc, &texture), RENDER_OK);
    return texture;
}

static render_material make_material(world *it, uint32_t number)
{
    render_material_desc desc = {.uv_transform = {1, 0, 0, 0, 1, 0},
                                 .base_color_texture = it->textures[number % 2],
                                 .alpha_mode = (render_alpha_mode)(number % 3),
                                 .alpha_cutoff = 0.4f,
                                 .double_sided = number == 1,
                                 .roughness = 0.6f};
    for (int i = 0; i < 4; i++)
        desc.base_color[i] = (float)random_between(&it->random, 0.3, 0.9);
    render_material material = 0;
    assert_int_equal(render_material_create(it->it.scene, &desc, &material), RENDER_OK);
    return material;
}

static render_mesh make_points(render_scene *scene, render_material material)
{
    float positions[3 * 20];
    for (int i = 0; i < 3 * 20; i++)
        positions[i] = 0.1f * (float)(i * 7 % 11) - 0.5f;
    const render_thin_desc desc = {.kind = RENDER_THIN_POINTS,
                                   .positions = positions,
                                   .position_count = 20,
                                   .radius = 3.0,
                                   .unit = RENDER_THIN_ON_SCREEN,
                                   .material = material};
    render_mesh mesh = 0;
    assert_int_equal(render_thin_create(scene, &desc, &mesh), RENDER_OK);
    return mesh;
}

static render_mesh make_volume(render_scene *scene)
{
    const render_volume_desc desc = {.shape = RENDER_VOLUME_CAPSULE, .half = {0.2f, 0.5f, 0.2f}};
    render_mesh mesh = 0;
    assert_int_equal(render_volume_create(scene, &desc, &mesh), RENDER_OK);
    return mesh;
}

static render_mesh make_mesh(world *it, uint32_t number)
{
    const render_material material = it->materials[random_index(&it->random, WORLD_MATERIALS)];
    if (number == WORLD_MESHES - 2)
        return make_points(it->it.scene, material);
    if (number == WORLD_MESHES - 1)
        return make_volume(it->it.scene);
    return number % 3 == 0   ? fixture_cube(it->it.scene, material)
           : number % 3 == 1 ? fixture_sphere(it->it.scene, material, 4 + number, true)
                             : fixture_quad(it->it.scene, material);
}

// Gives the objects of a mesh another one, and destroys theirs.
static void replace_mesh(world *it, uint32_t number, render_mesh mesh)
{
    const render_mesh old_mesh = it->meshes[number];
    it->meshes[number] = mesh;
    for (uint32_t slot = 0; slot < it->slot_count; slot++) {
        if (it->objects[slot].mesh != old_mesh)
            continue;
        it->objects[slot].mesh = mesh;
        fixture_set(&it->it, slot, &it->objects[slot]);
    }
    render_mesh_destroy(it->it.scene, old_mesh);
}

static void change_material(world *it)
{
    const uint32_t m = random_index(&it->random, WORLD_MATERIALS), n = random_index(&it->random, WORLD_MESHES);
    const render_material old_material = it->materials[m];
    it->materials[m] = make_material(it, m);
    replace_mesh(it, n, make_mesh(it, n));
    render_material_destroy(it->it.scene, old_material);
}

// A strip of triangles, uploaded between frames and requests that show the scene as it is.
static void replace_in_parts(world *it)
{
    enum { PAIRS = 300 };
    static float positions[6 * PAIRS];
    static uint32_t indices[6 * (PAIRS - 1)];
    for (uint32_t i = 0; i < PAIRS; i++) {
        const float x = (float)i / PAIRS - 0.5f;
        const float pair[6] = {x, -0.5f, x * x, x, 0.5f, -x};
        memcpy(positions + (size_t)6 * i, pair, sizeof pair);
    }
    for (uint32_t i = 0; i + 1 < PAIRS; i++) {
        const uint32_t two[6] = {2 * i, 2 * i + 2, 2 * i + 1, 2 * i + 1, 2 * i + 2, 2 * i + 3};
        memcpy(indices + (size_t)6 * i, two, sizeof two);
    }
    const render_submesh all = {.triangle_count = 2 * (PAIRS - 1), .material = it->materials[1]};
    const render_mesh_desc desc = {.positions = positions,
                                   .vertex_count = 2 * PAIRS,
                                   .indices = indices,
                                   .index_count = 6 * (PAIRS - 1),
                                   .submeshes = &all,
                                   .submesh_count = 1};
    render_mesh_upload *upload = NULL;
    render_mesh mesh = 0;
    assert_int_equal(render_mesh_upload_begin(it->it.scene, &desc, &upload), RENDER_OK);
    while (render_mesh_upload_step(upload, 6000, &mesh) == RENDER_PENDING)
        world_draw(it);
    assert_int_not_equal(mesh, 0);
    replace_mesh(it, random_index(&it->random, WORLD_MESHES), mesh);
}

static void change_section(world *it, uint32_t view)
{
    render_frame *frame = &it->views[view];
    frame->section_count = random_index(&it->random, 3);
    for (uint32_t i = 0; i < frame->section_count; i++) {
        const pick_vec3 normal = random_direction(&it->random);
        frame->section[i] = (render_plane){{normal.x, normal.y, normal.z}, random_between(&it->random, -0.5, 2)};
    }
    frame->caps = random_index(&it->random, 3) > 0;
    frame->both_sides = random_index(&it->random, 4) == 0;
}

static void change_texture(world *it)
{
    const uint32_t t = random_index(&it->random, 2);
    render_texture_destroy(it->it.scene, it->textures[t]);
    it->textures[t] = make_texture(it);
    it->command.texture = it->textures[0];
}

static void change_lines(world *it)
{
    for (uint32_t i = 0; i < WORLD_LINES; i++) {
        it->lines[i] = (render_line){.color = 0xff000000u | (uint32_t)random_bits(&it->random),
                                     .width = (float)random_between(&it->random, 1, 4),
                                     .on_top = random_index(&it->random, 2)};
        for (int k = 0; k < 3; k++) {
            it->lines[i].from[k] = random_between(&it->random, -WIDEST, WIDEST);
            it->lines[i].to[k] = random_between(&it->random, -WIDEST, WIDEST);
        }
    }
}

static void change_overlay(world *it)
{
    for (int i = 0; i < 3; i++)
        it->vertices[i] = (render_overlay_vertex){.x = (float)random_between(&it->random, 0, WORLD_SIZE),
                                                  .y = (float)random_between(&it->random, 0, WORLD_SIZE),
                                                  .u = 0.3f,
                                                  .v = 0.4f,
                                                  .color = 0x80000000u | (uint32_t)random_bits(&it->random)};
}

static void set_flags(world *it, uint32_t slot, uint32_t flags)
{
    it->objects[slot].flags = flags;
    assert_int_equal(render_scene_set_flags(it->it.scene, slot, flags), RENDER_OK);
}

static void change_lights(world *it)
{
    render_light lights[2] = {{.type = RENDER_LIGHT_SUN, .direction = {0.1f, -1, -0.3f}},
                              {.type = RENDER_LIGHT_POINT, .position = {1, 1, 2}}};
    for (int i = 0; i < 3; i++) {
        lights[0].color[i] = (float)random_between(&it->random, 0.1, 1);
        lights[1].position[i] = random_between(&it->random, -2, 2);
        lights[1].color[i] = 1.0f;
    }
    assert_int_equal(render_scene_set_lights(it->it.scene, lights, 1 + random_index(&it->random, 2)), RENDER_OK);
}

void world_open(world *it, uint64_t seed)
{
    memset(it, 0, sizeof *it);
    it->random.state = seed;
    fixture_open(&it->it);
    for (uint32_t i = 0; i < 2; i++)
        it->textures[i] = make_texture(it);
    for (uint32_t i = 0; i < WORLD_MATERIALS; i++)
        it->materials[i] = make_material(it, i);
    for (uint32_t i = 0; i < WORLD_MESHES; i++)
        it->meshes[i] = make_mesh(it, i);
    it->slot_count = object_count();
    for (uint32_t slot = 0; slot < sizeof it->objects / sizeof it->objects[0]; slot++)
        it->objects[slot].flags = RENDER_OBJECT_SOLID;
    for (uint32_t slot = 0; slot < it->slot_count; slot++)
        place_object(it, slot);
    change_overlay(it);
    change_lines(it);
    static const uint16_t triangle[3] = {0, 1, 2};
    it->command =
        (render_overlay_command){.clip = {0, 0, WORLD_SIZE, WORLD_SIZE}, .texture = it->textures[0], .index_count = 3};
    it->overlay = (render_overlay){it->vertices, 3, triangle, 3, &it->command, 1, 1.0f};
    snprintf(it->text, sizeof it->text, "0");
    it->label = (render_label){.text = it->text, .color = 0xffffffffu};
    for (uint32_t v = 0; v < WORLD_VIEWS; v++) {
        place_camera(it, v);
        it->views[v].grid = it->views[v].icons = true;
        it->views[v].lines = it->lines;
        it->views[v].line_count = WORLD_LINES;
        it->views[v].labels = &it->label;
        it->views[v].label_count = 1;
    }
    it->views[0].overlay = &it->overlay;
    it->view_count = 1;
    it->size = world_size();
    make_target(it);
}

void world_close(world *it)
{
    render_target_destroy(it->target);
    fixture_close(&it->it);
}

void world_step_by(world *it, world_step step)
{
    const uint32_t slot = random_index(&it->random, object_count()), view = random_index(&it->random, it->view_count);
    const uint32_t flags = it->objects[slot].flags;
    switch (step) {
    case WORLD_CAMERA:
        place_camera(it, view);
        break;
    case WORLD_MOVE:
        place_object(it, slot);
        break;
    case WORLD_HOVER:
        set_flags(it, slot, flags ^ RENDER_OBJECT_HOVERED);
        break;
    case WORLD_SELECT:
        set_flags(it, slot, (flags ^ RENDER_OBJECT_SELECTED) | RENDER_OBJECT_OUTLINE(slot));
        break;
    case WORLD_HIDE:
        set_flags(it, slot, flags ^ RENDER_OBJECT_HIDDEN);
        break;
    case WORLD_LIGHT:
        change_lights(it);
        break;
    case WORLD_MATERIAL:
        change_material(it);
        break;
    case WORLD_TEXTURE:
        change_texture(it);
        break;
    case WORLD_RESIZE:
        it->size = world_size() - 8 * random_index(&it->random, 4);
        make_target(it);
        break;
    case WORLD_WIREFRAME:
        it->views[view].wireframe = !it->views[view].wireframe;
        break;
    case WORLD_GRID:
        it->views[view].grid = !it->views[view].grid;
        break;
    case WORLD_SHADING:
        it->views[view].shading = (render_shading)((it->views[view].shading + 1) % 3);
        break;
    case WORLD_SHADOWS:
        it->views[view].shadows = !it->views[view].shadows;
        break;
    case WORLD_OCCLUSION:
        it->views[view].ambient_occlusion = !it->views[view].ambient_occlusion;
        break;
    case WORLD_ICONS:
        it->views[view].icons = !it->views[view].icons;
        break;
    case WORLD_LINES_MOVE:
        change_lines(it);
        break;
    case WORLD_LABELS:
        snprintf(it->text, sizeof it->text, "%u", random_index(&it->random, 1000) + 1000);
        break;
    case WORLD_OVERLAY:
        change_overlay(it);
        break;
    case WORLD_VIEW_COUNT:
        it->view_count = it->view_count % WORLD_VIEWS + 1;
        arrange_views(it);
        break;
    case WORLD_GROW:
        for (uint32_t more = 0; more < 70 && it->slot_count < sizeof it->objects / sizeof it->objects[0]; more++)
            place_object(it, it->slot_count++);
        break;
    case WORLD_SECTION:
        change_section(it, view);
        break;
    case WORLD_REPLACE:
        replace_in_parts(it);
        break;
    case WORLD_NOTHING:
    case WORLD_STEPS:
        break;
    }
}

void world_draw(world *it)
{
    assert_int_equal(render_target_draw_views(it->target, it->it.scene, it->views, it->view_count), RENDER_OK);
}

void world_read(world *it, uint8_t *rgba, render_pixel_id *ids)
{
    const size_t pixels = (size_t)it->size * it->size;
    world_draw(it);
    assert_int_equal(render_target_read_color(it->target, rgba, 4 * pixels, NULL, NULL), RENDER_OK);
    assert_int_equal(render_target_draw_ids(it->target, it->it.scene, &it->views[0], ids, pixels), RENDER_OK);
}
