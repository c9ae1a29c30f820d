// look.c: draws the pictures that a person should look at after a change to the shaders: `look FOLDER`.
#include "fixture.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>

enum { WIDTH = 960, HEIGHT = 600, ROUNDS = 4 };

static void shoot(fixture *it, const char *folder, const char *name, const render_frame *frame)
{
    static uint8_t pixels[WIDTH * HEIGHT * 4];
    render_target *target;
    char path[512];
    struct timespec begin, end;
    assert_int_equal(render_target_create(it->device, WIDTH, HEIGHT, &target), RENDER_OK);
    // The first draw compiles shaders in the driver.
    assert_int_equal(render_target_draw(target, it->scene, frame), RENDER_OK);
    render_device_wait_idle(it->device);
    timespec_get(&begin, TIME_UTC);
    for (int i = 0; i < ROUNDS; i++)
        assert_int_equal(render_target_draw(target, it->scene, frame), RENDER_OK);
    assert_int_equal(render_target_read_color(target, pixels, sizeof pixels, NULL, NULL), RENDER_OK);
    timespec_get(&end, TIME_UTC);
    snprintf(path, sizeof path, "%s/%s.png", folder, name);
    assert_true(fixture_write_png(path, pixels, WIDTH, HEIGHT));
    printf("%s: %.1f ms\n", path,
           (1e3 * (double)(end.tv_sec - begin.tv_sec) + 1e-6 * (double)(end.tv_nsec - begin.tv_nsec)) / ROUNDS);
    render_target_destroy(target);
}

static render_texture make_fence(render_scene *scene)
{
    static uint8_t texels[64 * 64 * 4];
    for (int y = 0; y < 64; y++) {
        for (int x = 0; x < 64; x++) {
            int a = (x + y) % 32, b = (x - y + 64) % 32;
            bool wire = a < 5 || b < 5;
            const uint8_t texel[4] = {90, 100, 110, wire ? 255 : 0};
            memcpy(texels + 4 * (64 * y + x), texel, 4);
        }
    }
    render_texture texture = 0;
    const render_texture_desc desc = {.name = "fence", .width = 64, .height = 64, .rgba = texels};
    assert_int_equal(render_texture_create(scene, &desc, &texture), RENDER_OK);
    return texture;
}

static void fill_scene(render_scene *scene)
{
    uint32_t slot = 0;
    render_mesh cube = fixture_cube(scene, 0), sphere = fixture_sphere(scene, 0, 24, true);
    render_mesh facets = fixture_sphere(scene, fixture_material(scene, 0.72f, 0.38f, 0.2f), 6, false);
    render_mesh red = fixture_cube(scene, fixture_material(scene, 0.6f, 0.07f, 0.05f));
    render_mesh white = fixture_cube(scene, fixture_material(scene, 0.9f, 0.9f, 0.9f));
    render_material_desc glass = {.base_color = {0.25f, 0.5f, 0.7f, 0.35f},
                                  .uv_transform = {1, 0, 0, 0, 1, 0},
                                  .alpha_mode = RENDER_ALPHA_BLEND,
                                  .double_sided = true,
                                  .roughness = 0.1f};
    render_material_desc fence = {.base_color = {1, 1, 1, 1},
                                  .base_color_texture = make_fence(scene),
                                  .uv_transform = {6, 0, 0, 0, 3, 0},
                                  .alpha_mode = RENDER_ALPHA_MASK,
                                  .alpha_cutoff = 0.5f,
                                  .double_sided = true,
                                  .roughness = 0.4f,
                                  .metallic = 0.6f};
    render_material glass_material, fence_material;
    assert_int_equal(render_material_create(scene, &glass, &glass_material), RENDER_OK);
    assert_int_equal(render_material_create(scene, &fence, &fence_material), RENDER_OK);
    render_object objects[] = {fixture_object(cube, 0, 0.5, 0),
                               fixture_object(sphere, 1.6, 0.6, 0.4),
                               fixture_object(facets, -1.7, 0.7, 0.3),
                               fixture_object(red, 0.2, 0.25, 1.7),
                               fixture_object(white, -3, 1, -3),
                               fixture_object(fixture_sphere(scene, glass_material, 24, true), 1.0, 0.5, 1.8),
                               fixture_object(fixture_quad(scene, fence_material), 1.2, 0.5, -1.4),
                               fixture_object(cube, 5, 1.5, -6)};
    fixture_scale(&objects[1], 1.2f, 1.2f, 1.2f);
    fixture_scale(&objects[2], 1.4f, 1.4f, 1.4f);
    fixture_scale(&objects[3], 0.5f, 0.5f, 0.5f);
    fixture_scale(&objects[4], 2, 2, 0.3f);
    fixture_scale(&objects[6], 3, 1, 1);
    fixture_scale(&objects[7], 1.5f, 3, 1.5f);
    for (; slot < sizeof objects / sizeof objects[0]; slot++)
        assert_int_equal(render_scene_set_object(scene, slot, &objects[slot]), RENDER_OK);
}

static void shoot_grid(fixture *it, const char *folder)
{
    const double eyes[][3] = {{3, 1.2, 5}, {300, 90, 500}, {0.3, -2, 5}, {2e6 + 3, 4, 2e6 + 5}, {0, 30, 0.01}};
    for (uint32_t i = 0; i < sizeof eyes / sizeof eyes[0]; i++) {
        double target[3] = {0, 0, 0};
        char name[32];
        if (i == 3)
            target[0] = target[2] = 2e6;
        render_frame frame = fixture_look(eyes[i], target, 0.8f, (float)WIDTH / HEIGHT);
        frame.grid = true;
        snprintf(name, sizeof name, "grid%u", i);
        shoot(it, folder, name, &frame);
    }
    const double eye[3] = {6, 5, 8}, target[3] = {0, 0, 0};
    render_frame frame = fixture_look_orthographic(eye, target, 8, (float)WIDTH / HEIGHT);
    frame.grid = true;
    shoot(it, folder, "grid_ortho", &frame);
}

static void shoot_overlay(fixture *it, const char *folder, render_frame frame)
{
    const render_overlay_vertex vertices[] = {{20, 20, 0, 0, 0xf0302820},   {300, 20, 0, 0, 0xf0302820},
                                              {300, 140, 0, 0, 0xf0302820}, {20, 140, 0, 0, 0xf0302820},
                                              {40, 40, 0, 0, 0x800080ff},   {200, 40, 0, 0, 0xffff8000},
                                              {120, 120, 0, 0, 0xff00ff80}};
    const uint16_t indices[] = {0, 1, 2, 0, 2, 3, 0, 1, 2};
    const render_overlay_command commands[] = {{{0, 0, WIDTH, HEIGHT}, 0, 0, 6, 0}, {{60, 40, 180, 100}, 0, 6, 3, 4}};
    const render_overlay overlay = {vertices, 7, indices, 9, commands, 2, 1.0f};
    const render_line lines[] = {{{0, 0.5, 0}, {2, 0.5, 0}, 0xff3030ff, 4, true},
                                 {{0, 0.5, 0}, {0, 2.5, 0}, 0xff30ff30, 4, true},
                                 {{-4, 0.3, 2}, {4, 0.3, -2}, 0xff00ffff, 2, false},
                                 {{-4, 0.6, 2}, {4, 0.6, -2}, 0xc0ffff00, 1, false},
                                 {{3, 1.9, 5}, {-3, 0.1, -200}, 0xffffffff, 3, false}};
    frame.overlay = &overlay;
    frame.lines = lines;
    frame.line_count = sizeof lines / sizeof lines[0];
    shoot(it, folder, "overlay", &frame);
}

// Volumes of all shapes, on a floor and around a cube; then from within one.
static void shoot_volumes(fixture *it, const char *folder)
{
    static const double eye[3] = {1.5, 3.2, 7.5}, middle[3] = {0, 0.3, 0}, inside[3] = {-3.1, 1.1, 0.4};
    static const float halves[RENDER_VOLUME_SHAPE_COUNT][3] = {
        {0.8f, 0.6f, 0.8f}, {0.8f, 0.8f, 0.8f}, {0.45f, 1, 0.45f}, {0.7f, 0.7f, 0.7f}, {0.7f, 0.8f, 0.7f}};
    render_object floor_object = fixture_object(fixture_cube(it->scene, 0), 0, -0.5, 0);
    fixture_scale(&floor_object, 12, 1, 6);
    assert_int_equal(render_scene_set_object(it->scene, 30, &floor_object), RENDER_OK);
    for (uint32_t i = 0; i < RENDER_VOLUME_SHAPE_COUNT; i++) {
        render_volume_desc desc = {.shape = (render_volume_shape)i};
        render_mesh mesh;
        memcpy(desc.half, halves[i], sizeof desc.half);
        assert_int_equal(render_volume_create(it->scene, &desc, &mesh), RENDER_OK);
        render_object object = fixture_object(mesh, 2.0 * i - 4, 0.9, 0);
        object.flags = RENDER_OBJECT_TINT(i) | (i == 2 ? RENDER_OBJECT_SELECTED | RENDER_OBJECT_ACTIVE : 0u) |
                       (i == 4 ? RENDER_OBJECT_HOVERED : 0u);
        assert_int_equal(render_scene_set_object(it->scene, 31 + i, &object), RENDER_OK);
        render_object cube = fixture_object(fixture_cube(it->scene, 0), 2.0 * i - 4.2, 0.3, -0.1);
        fixture_scale(&cube, 0.6f, 0.6f, 0.6f);
        assert_int_equal(render_scene_set_object(it->scene, 40 + i, &cube), RENDER_OK);
    }
    render_frame frame = fixture_look(eye, middle, 0.8f, (float)WIDTH / HEIGHT);
    frame.grid = true;
    shoot(it, folder, "volumes", &frame);
    frame = fixture_look(inside, middle, 1.2f, (float)WIDTH / HEIGHT);
    shoot(it, folder, "volumes_inside", &frame);
}

static render_mesh make_thin(render_scene *scene, const render_thin_desc *desc)
{
    render_mesh mesh;
    assert_int_equal(render_thin_create(scene, desc, &mesh), RENDER_OK);
    return mesh;
}

// A coloured ball of points, wires that sag, a drawing on screen, over a floor and around a cube.
static void set_thin(fixture *it, uint32_t slot)
{
    enum { POINTS = 1500, WIRE = 33 };
    static float points[3 * POINTS], colors[4 * POINTS], wires[4 * 3 * WIRE];
    static const uint32_t counts[4] = {WIRE, WIRE, WIRE, WIRE};
    for (int i = 0; i < POINTS; i++) { // a spiral on a sphere
        const float y = 1 - 2 * ((float)i + 0.5f) / POINTS, ring = sqrtf(1 - y * y), angle = 2.399963f * (float)i;
        const float place[3] = {ring * cosf(angle), y, ring * sinf(angle)};
        for (int k = 0; k < 3; k++) {
            points[3 * i + k] = place[k];
            colors[4 * i + k] = 0.25f + 0.25f * (place[k] + 1);
        }
    }
    for (int i = 0; i < 4 * WIRE; i++) {
        const float part = (float)(i % WIRE) / (WIRE - 1), side = (float)(i / WIRE);
        wires[3 * i] = 8 * part - 4;
        wires[3 * i + 1] = 2.0f - 2.6f * part * (1 - part) + 0.25f * side;
        wires[3 * i + 2] = -1.2f + 0.3f * side;
    }
    const render_material copper = fixture_material(it->scene, 0.55f, 0.26f, 0.14f);
    const render_material blue = fixture_material(it->scene, 0.1f, 0.3f, 0.6f);
    render_thin_desc desc = {
        .name = "cloud", .positions = points, .colors = colors, .position_count = POINTS, .radius = 0.028};
    render_object objects[4] = {fixture_object(make_thin(it->scene, &desc), -2.2, 1, 0.6)};
    desc.radius = 3;
    desc.unit = RENDER_THIN_ON_SCREEN;
    objects[1] = fixture_object(make_thin(it->scene, &desc), 2.2, 1, 0.6);
    desc = (render_thin_desc){.name = "wires",
                              .kind = RENDER_THIN_LINES,
                              .positions = wires,
                              .position_count = 4 * WIRE,
                              .counts = counts,
                              .chain_count = 4,
                              .radius = 0.04,
                              .material = copper};
    objects[2] = fixture_object(make_thin(it->scene, &desc), 0, 0, 0);
    desc.unit = RENDER_THIN_ON_SCREEN;
    desc.radius = 1;
    desc.material = blue;
    objects[3] = fixture_object(make_thin(it->scene, &desc), 0, -0.8, 1.6);
    for (uint32_t i = 0; i < 4; i++)
        assert_int_equal(render_scene_set_object(it->scene, slot + i, &objects[i]), RENDER_OK);
}

static void shoot_thin(fixture *it, const char *folder)
{
    static const double eye[3] = {1.5, 2.2, 6.5}, middle[3] = {0, 0.8, 0}, near[3] = {-2.9, 1.2, 2.1};
    static const double ball[3] = {-2.2, 1, 0.6};
    render_object floor_object = fixture_object(fixture_cube(it->scene, 0), 0, -0.5, 0);
    fixture_scale(&floor_object, 12, 1, 6);
    assert_int_equal(render_scene_set_object(it->scene, 50, &floor_object), RENDER_OK);
    render_object cube = fixture_object(fixture_cube(it->scene, 0), 0, 0.5, -0.8);
    assert_int_equal(render_scene_set_object(it->scene, 51, &cube), RENDER_OK);
    set_thin(it, 52);
    render_frame frame = fixture_look(eye, middle, 0.8f, (float)WIDTH / HEIGHT);
    frame.grid = true;
    shoot(it, folder, "thin", &frame);
    frame.shadows = true;
    frame.section_count = 1;
    frame.section[0] = (render_plane){{-0.8, 0, -0.6}, -1};
    shoot(it, folder, "thin_section", &frame);
    frame.section_count = 0;
    for (uint32_t i = 0; i < 4; i++)
        render_scene_set_flags(it->scene, 52 + i,
                               i == 1   ? RENDER_OBJECT_HOVERED
                               : i == 2 ? RENDER_OBJECT_SELECTED | RENDER_OBJECT_ACTIVE
                                        : RENDER_OBJECT_SELECTED | RENDER_OBJECT_OUTLINE(i));
    shoot(it, folder, "thin_marked", &frame);
    const render_overlay large_points = {.scale = 2.0f};
    frame.overlay = &large_points;
    shoot(it, folder, "thin_marked_2x", &frame);
    frame = fixture_look(near, ball, 1.0f, (float)WIDTH / HEIGHT);
    frame.wireframe = true;
    for (uint32_t i = 0; i < 4; i++)
        render_scene_set_flags(it->scene, 52 + i, i == 2 ? RENDER_OBJECT_DIMMED : 0u);
    shoot(it, folder, "thin_near", &frame);
}

int main(int argc, char **argv)
{
    const char *folder = argc > 1 ? argv[1] : ".";
    const double eye[3] = {3, 2.6, 5}, target[3] = {0.1, 0.5, 0}, room[3] = {0, 0, 0.45}, inside[3] = {0.3, -0.1, -1};
    fixture it;
    fixture_open(&it);
    fill_scene(it.scene);
    render_frame frame = fixture_look(eye, target, 0.8f, (float)WIDTH / HEIGHT);
    frame.grid = true;
    shoot(&it, folder, "solid", &frame);
    shoot(&it, folder, "solid_again", &frame);
    render_scene_set_flags(it.scene, 1, RENDER_OBJECT_HOVERED);
    render_scene_set_flags(it.scene, 0, RENDER_OBJECT_SELECTED | RENDER_OBJECT_ACTIVE);
    render_scene_set_flags(it.scene, 2, RENDER_OBJECT_SELECTED);
    render_scene_set_flags(it.scene, 4, RENDER_OBJECT_SELECTED);
    render_scene_set_flags(it.scene, 6, RENDER_OBJECT_SELECTED);
    shoot(&it, folder, "marked", &frame);
    const render_overlay large_points = {.scale = 2.0f};
    frame.overlay = &large_points;
    shoot(&it, folder, "marked_2x", &frame);
    frame.overlay = NULL;
    shoot_overlay(&it, folder, frame);
    frame.wireframe = true;
    shoot(&it, folder, "wire", &frame);
    shoot_grid(&it, folder);
    for (uint32_t i = 0; i < render_scene_slot_count(it.scene); i++)
        render_scene_set_flags(it.scene, i, RENDER_OBJECT_HIDDEN);
    render_material_desc wall = {.base_color = {0.8f, 0.78f, 0.74f, 1},
                                 .uv_transform = {1, 0, 0, 0, 1, 0},
                                 .double_sided = true,
                                 .roughness = 0.9f};
    render_material wall_material;
    assert_int_equal(render_material_create(it.scene, &wall, &wall_material), RENDER_OK);
    render_object walls = fixture_object(fixture_cube(it.scene, wall_material), 0, 0, 0);
    assert_int_equal(render_scene_set_object(it.scene, 20, &walls), RENDER_OK);
    render_object floor_object = fixture_object(fixture_cube(it.scene, 0), 0, -0.5, 0);
    fixture_scale(&floor_object, 6, 1, 6);
    assert_int_equal(render_scene_set_object(it.scene, 21, &floor_object), RENDER_OK);
    assert_int_equal(render_scene_set_flags(it.scene, 20, RENDER_OBJECT_HIDDEN), RENDER_OK);
    frame.wireframe = false;
    shoot(&it, folder, "floor", &frame);
    assert_int_equal(render_scene_set_flags(it.scene, 21, RENDER_OBJECT_HIDDEN), RENDER_OK);
    assert_int_equal(render_scene_set_flags(it.scene, 20, 0), RENDER_OK);
    render_frame in_room = fixture_look(room, inside, 1.3f, (float)WIDTH / HEIGHT);
    shoot(&it, folder, "room", &in_room);
    assert_int_equal(render_scene_set_flags(it.scene, 20, RENDER_OBJECT_HIDDEN), RENDER_OK);
    shoot_volumes(&it, folder);
    for (uint32_t i = 0; i < render_scene_slot_count(it.scene); i++)
        render_scene_set_flags(it.scene, i, RENDER_OBJECT_HIDDEN);
    shoot_thin(&it, folder);
    fixture_close(&it);
    return 0;
}
